# Counting, and finding the cover with a given rank (its index among all covers), by which samples are drawn.
#
# After `prepare`, the list of each node pairs a set of copies already used with the number of ways to finish.

@final
cdef class FrontierCount:
    """Counts the exact covers of the table of *job*, once, by `count`, `count_in_one_pass`, `prefixes` or `prepare`.

    A cover counts as the product of the weights of its options. After `prepare`, `cover` returns single covers. The
    methods raise the exception *full* of the job if its memory limit is too low.
    """

    cdef FrontierJob job
    cdef object total            # the number of covers with ranks

    def __cinit__(self, FrontierJob job not None):
        self.job = job
        self.total = 0

    def count(self):
        """Return the number of covers, each counted with its weight."""
        return self.counted(self.job.table.set_bits == 0)

    def count_in_one_pass(self):
        """Return the result of `count`, computed in one pass over all pairs (node, set) with numbers of any size."""
        return self.counted(True)

    cdef object counted(self, bint in_one_pass):
        job = self.job
        if job.begin():
            return job.trivial_count()
        job.graph.folds = job.table.rules.line > 0
        try:
            if in_one_pass:
                return pass_over(job, job.graph.rules.cells)
            return join_lists(job, meet(job)) if find_nodes(job) else 0
        except _TooLarge:
            drop_levels(&job.graph)
            job.nodes = job.edges = job.steps = 0
            job.states = []
            return pass_over(job, job.graph.rules.cells)
        finally:
            job.end(keep_levels=False)

    def prefixes(self, int32_t last):
        """Return a list of the numbers of ways to cover exactly the first f cells, by weight, for f from 0 to *last*.

        Return [1] if no piece fits. If only a few cells follow the first f cells, the number may be too small, as
        covers that cannot be continued are dropped. Raise `ValueError` if copies are counted.
        """
        job = self.job
        numbers = []
        if job.table.set_bits:
            raise ValueError("copies are counted")
        if job.begin():
            return [1]
        job.graph.folds = job.table.rules.line > 0
        try:
            pass_over(job, last, numbers)
        finally:
            job.end(keep_levels=False)
        return numbers

    def prepare(self):
        """Make the backward lists of all levels, for `cover`. Return the number of covers, by weight.

        Raise `FrontierUnfit` if a number exceeds 128 bits, or if solutions may end with too many sets of copies.
        """
        job = self.job
        if job.table.ends is None:
            raise FrontierUnfit("a solution may end with too many sets of copies")
        if job.begin():
            self.total = job.trivial_count()
            return self.total
        try:
            self.make_ranks()
        except _TooLarge:
            raise FrontierUnfit("the number of solutions exceeds 128 bits") from None
        finally:
            job.end(keep_levels=self.total > 0)
        return self.total

    cdef int make_ranks(self) except -1:
        cdef Graph *graph = &self.job.graph
        cdef int32_t f, last = graph.rules.cells
        if find_nodes(self.job):
            start_lists(self.job, last, self.job.table.ends)
            for f in range(last - 1, -1, -1):
                self.job.done_before, self.job.share = 1 - (f + 1.0) / last, 1.0 / last
                backward(self.job, f)
            self.total = self.ways_with(graph.levels, 0, 0)
        return 0

    cdef object ways_with(self, const Level *level, int64_t node, uint64_t used):
        """Return the number of ways to finish from *node* after the copies *used*."""
        cdef const List *items = &level.lists[node]
        cdef int32_t set_bytes = self.job.graph.rules.set_bytes
        cdef int64_t at = find(items, set_bytes, used)
        return 0 if at < 0 else as_object(value_at(items, set_bytes, level.width, at))

    def cover(self, rank):
        """Return the cover with the number *rank*, from 0 to the result of `prepare` minus 1.

        The cover is a list of tuples (first cell, mask, piece), one for each option. A cover of weight w has w ranks.
        """
        cdef Graph *graph = &self.job.graph
        cdef const Level *level = graph.levels
        cdef const Move *move
        cdef int64_t node = 0, k
        cdef uint64_t used = 0, after = 0
        if not 0 <= rank < self.total:
            raise ValueError(f"rank must be less than {self.total}, got {rank}")
        found = []
        while level - graph.levels < graph.rules.cells:
            for k in range(level.first_edge[node], level.first_edge[node + 1]):
                move = move_of(graph, level, k)
                after = used
                if not apply_move(move, &after):
                    continue
                ways = move.weight * self.ways_with(level + move.cells, level.targets[k], after)
                if rank < ways:
                    break
                rank -= ways
            else:
                raise AssertionError("the ways to a node must be those of its edges")
            found.append((level.nodes[node].cell, *self.option_of(level, node, k)))
            rank //= move.weight
            node = level.targets[k]
            level = level + move.cells
            used = after
        return found

    cdef tuple option_of(self, const Level *level, int64_t node, int64_t edge):
        """Return the mask and the piece of the option that *edge* of *node* stands for."""
        cdef const Option *option
        cdef const Rules *rules = self.job.graph.rules
        cdef int64_t first = level.first_edge[node]
        cdef int32_t *options = <int32_t *>allocate(level.first_edge[node + 1] - first, sizeof(int32_t))
        try:
            if not options_of_edges(&self.job.graph, level - self.job.graph.levels, node, options):
                raise AssertionError("an edge without an option")
            option = &rules.options[rules.options_at[level.nodes[node].cell] + options[edge - first]]
            return mask_of(option), int(option.piece)
        finally:
            free(options)


cdef bint options_of_edges(Graph *graph, int32_t f, int64_t node, int32_t *options) noexcept nogil:
    """Write to *options*, for each edge of *node*, the index of its option. Return False if an edge has no option.

    Edges do not store their options, but have the order of the children, so make the children again and compare.
    """
    cdef const Level *level = &graph.levels[f]
    cdef const Node *source = &level.nodes[node]
    cdef const Node *target
    cdef const Child *child
    cdef int64_t k = level.first_edge[node], end = level.first_edge[node + 1]
    cdef int32_t i, n = expand_node(graph, source, 0, f, node, graph.children)
    for i in range(n):
        if k == end:
            break
        child = &graph.children[i]
        if child.move == level.moves[k]:
            target = &graph.levels[child.level].nodes[level.targets[k]]
            if child.window == target.window and child.cell == target.cell and (
                not graph.rules.wide or child.upper == graph.levels[child.level].upper[level.targets[k]]
            ):
                options[0] = child.option
                options += 1
                k += 1
    return k == end
