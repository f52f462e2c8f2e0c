# Walks from the empty board to the full one, by lists of all levels that tell the ways to finish.


cdef class Walks(Meeting):
    """Levels with backward lists."""

    cdef object total            # the number of covers

    def __cinit__(self, *_, **__):
        self.total = 0

    def prepare(self):
        """Make the lists that `cover` needs, backward all the way: the number of covers, by weight.

        Raises `FrontierUnfit` where a number passes 128 bits or a solution may end with too many sets.
        """
        cdef int32_t f, last = self.rules.cells
        if self.table.ends is None:
            raise FrontierUnfit("a solution may end with too many sets of copies")
        if self.begin():
            self.total = self.trivial_count()
            return self.total
        self.look_up(self.start())
        self.find_nodes(0)
        if self.levels[last].number == 0 or self.levels[0].number == 0:
            return 0
        self.seed(last, self.table.ends)
        try:
            self.hire()
            for f in range(last - 1, -1, -1):
                self.backward(f)
        except _TooLarge:
            raise FrontierUnfit("the number of solutions passes 128 bits") from None
        finally:
            self.dismiss()
        self.total = self.ways_with(&self.levels[0], self.levels[0].lists, 0)
        return self.total

    def cover(self, rank):
        """The cover of that rank, from 0 below the number of covers (`prepare`), as (first cell, mask) of its options.

        Of a cover of weight w there are w ranks.
        """
        cdef Level *level = self.levels
        cdef Level *to
        cdef const Move *move
        cdef int64_t node = 0, k
        cdef uint64_t used = 0, after = 0
        if not 0 <= rank < self.total:
            raise ValueError(f"there are {self.total} covers, and none of rank {rank}")
        found = []
        while level - self.levels < self.rules.cells:
            move = NULL
            to = NULL
            for k in range(level.first_edge[node], level.first_edge[node + 1]):
                move = &self.rules.moves[level.moves[k]]
                to = level + move.cells
                after = used
                if not advance(move, &after):
                    continue
                ways = move.weight * self.ways_with(to, &to.lists[level.targets[k]], after)
                if rank < ways:
                    rank //= move.weight
                    break
                rank -= ways
            else:
                raise AssertionError("the ways to a node are not those of its edges")
            found.append((level.nodes[node].cell, self.mask_to(level, node, k)))
            node = level.targets[k]
            level = to
            used = after
        return found

    cdef object mask_to(self, const Level *level, int64_t node, int64_t edge):
        """The mask of the option by which an edge leads on."""
        cdef int32_t f = level - self.levels, i, n
        cdef const Level *to = level + self.rules.moves[level.moves[edge]].cells
        cdef const Node *target = &to.nodes[level.targets[edge]]
        cdef const Child *child
        self.recalls = True
        n = self.expand(&level.nodes[node], f, node, self.children)
        for i in range(n):
            child = &self.children[i]
            if child.window == target.window and child.cell == target.cell and child.move == level.moves[edge]:
                return int(self.rules.options[self.rules.options_at[level.nodes[node].cell] + child.option].mask)
        raise AssertionError("an edge without an option")
