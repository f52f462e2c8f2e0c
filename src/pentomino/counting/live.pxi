# Which sets, at which nodes, lie between the start and the end: what a walk needs so that it never turns back.


cdef class Live(Walks):
    """Levels whose lists have the sets that are on the way from the start to the end, as far as a walk meets them."""

    cdef bint live               # all is ready for walks
    cdef bint walking            # a walk is under way, which may sort lists
    cdef object code_of

    def keep_live(self, code_of):
        """Prepare for `FrontierWalk`: whether there is a solution.

        A weight of 2 + r of an option means that it is the first placement of run r, below 64; others have weight 1.
        *code_of*, called with the first cell and the mask of an option, is the number of the placement.
        """
        cdef int32_t f, cut, last = self.rules.cells
        if self.begin():
            self.live = self.trivial_count() > 0
            return self.live
        self.marking = True
        self.code_of = code_of
        for f in range(self.rules.number_of_moves):
            if self.rules.moves[f].weight > 1:
                self.first_piece = self.rules.moves[f].field
        try:
            self.hire()
            cut = self.make_lists()
            if self.levels[last].number == 0:
                return False
            if cut > last:
                cut = last
                self.keep_accepted(self.levels[last].lists)
            for f in range(cut - 1, -1, -1):
                if self.levels[f].number and self.levels[f].lists != NULL:
                    self.narrow(f)
        finally:
            self.dismiss()
        self.progress = 1
        self.live = self.levels[0].number > 0 and self.levels[0].lists[0].length > 0
        return self.live

    cdef int occupy(self) except -1:
        """Keep other threads off the lists."""
        with cython.critical_section(self):
            if self.walking:
                raise RuntimeError("another thread walks over this run")
            self.walking = True
        return 0

    cdef int narrow(self, int32_t f) except -1:
        """Keep what of the forward lists of a level is on the way to the end."""
        cdef Level *level = &self.levels[f]
        cdef double cost = level.entries
        level.entries = level.kept = 0
        return self.share_out(NARROW, f, 8, cost)

    cdef int keep_accepted(self, List *held) except -1:
        """Keep the sets of the last list that are solutions."""
        cdef Worker worker = self.workers[0]
        cdef int64_t i
        ends = []
        for i in range(held.length):
            if self.rules.set_bits < 32:
                used = (<const short_set *>held.at)[i]
            else:
                used = (<const long_set *>held.at)[i]
            if self.table.accepts(used):
                ends.append(used)
        if self.rules.set_bits < 32:
            for used in ends:
                mark[short_set](worker, <short_set>used, ALL)
            keep_marked[short_set](worker, held, ALL, 0)
        else:
            for used in ends:
                mark[long_set](worker, <long_set>used, ALL)
            keep_marked[long_set](worker, held, ALL, 0)
        return 0

    cdef int name_edges(self) except -1:
        """Note for each edge the number of its placement, and put the edges of a node in that order."""
        cdef const Rules *rules = self.rules
        cdef int32_t p, i, f
        cdef int64_t first, last, words = 0
        cdef int64_t *codes
        cdef Level *level
        cdef bint enough
        for p in range(rules.positions):
            words += rules.words[p]
        codes = <int64_t *>allocate(64 * words, sizeof(int64_t))
        self.recalls = True
        try:
            for p in range(rules.positions):
                for i in range(64 * rules.words[p]):
                    if rules.valid[rules.valid_at[p] + i // 64] >> (i % 64) & 1:
                        codes[64 * rules.valid_at[p] + i] = self.code_of(p, rules.options[rules.options_at[p] + i].mask)
            for f in range(rules.cells + 1):
                level = &self.levels[f]
                if level.number == 0 or level.first_edge == NULL:
                    continue
                level.codes = <int64_t *>self.resize(NULL, 0, level.edges * 8)
                level.places = <uint32_t **>self.resize(NULL, 0, level.number * sizeof(uint32_t *))
                self.look_up(level.codes != NULL and level.places != NULL)
                memset(level.places, 0, level.number * sizeof(uint32_t *))
                for first in range(0, level.number, SOME_NODES):
                    last = min(first + SOME_NODES, level.number)
                    with nogil:
                        enough = self.name_some(f, first, last, codes)
                    if not enough:
                        raise AssertionError("an edge without an option")
                    self.look_up(True)
        finally:
            free(codes)
        return 0

    cdef bint name_some(self, int32_t f, int64_t first, int64_t last, const int64_t *codes) noexcept nogil:
        """Name the edges of some nodes; False where one has no option. The options come in the order of the edges."""
        cdef Level *level = &self.levels[f]
        cdef const Level *to
        cdef const Node *node
        cdef const Node *target
        cdef const Child *child
        cdef int64_t u, k, end
        cdef int32_t i, n
        for u in range(first, last):
            k = level.first_edge[u]
            end = level.first_edge[u + 1]
            if k == end:
                continue
            node = &level.nodes[u]
            n = self.expand(node, f, u, self.children)
            for i in range(n):
                child = &self.children[i]
                if k == end:
                    break
                if child.move != level.moves[k]:
                    continue
                to = &self.levels[child.level]
                target = &to.nodes[level.targets[k]]
                if child.window == target.window and child.cell == target.cell:
                    level.codes[k] = codes[64 * self.rules.valid_at[node.cell] + child.option]
                    k += 1
            if k < end:
                return False
            self.sort_edges(level, level.first_edge[u], end)
        return True

    cdef void sort_edges(self, Level *level, int64_t first, int64_t end) noexcept nogil:
        """Put edges in the order of their codes; mostly they are."""
        cdef int64_t i, k, code
        cdef uint32_t target
        cdef uint8_t move
        for i in range(first + 1, end):
            code, target, move = level.codes[i], level.targets[i], level.moves[i]
            k = i
            while k > first and level.codes[k - 1] > code:
                level.codes[k] = level.codes[k - 1]
                level.targets[k] = level.targets[k - 1]
                level.moves[k] = level.moves[k - 1]
                k -= 1
            level.codes[k], level.targets[k], level.moves[k] = code, target, move

    @final
    cdef inline uint64_t marks_of(self, Level *level, int64_t node, uint64_t used) noexcept nogil:
        """The marks of a set at a node: 0 where it is not on the way to the end."""
        if level.lists == NULL or level.lists[node].length == 0:
            return 0
        if self.rules.set_bits < 32:
            return find_marks[short_set](self, level, node, <short_set>used)
        return find_marks[long_set](self, level, node, <long_set>used)


cdef uint64_t find_marks(Live run, Level *level, int64_t node, set_t used) noexcept nogil:
    cdef const List *held = &level.lists[node]
    cdef const set_t *sets = <const set_t *>held.at
    cdef const uint64_t *marks = <const uint64_t *>(held.at + padded(held.length * sizeof(set_t)))
    cdef const uint32_t *starts = NULL
    cdef int64_t i = 0, end = held.length
    cdef uint64_t at
    if end > FEW and level.places != NULL:
        starts = level.places[node]
        if starts == NULL:
            starts = level.places[node] = sort_list[set_t](run, held, used)
    if starts != NULL:
        at = hashed(used, 0, 0) & (places_for(end) - 2)
        i, end = starts[at], starts[at + 1]
    while i < end:
        if sets[i] == used:
            return marks[i]
        i += 1
    return 0


cdef uint32_t *sort_list(Live run, const List *held, set_t set_kind) noexcept nogil:
    """Sort a list by hash: where each hash begins, and the end; NULL where there is no memory for it."""
    cdef set_t *sets = <set_t *>held.at
    cdef uint64_t *marks = <uint64_t *>(held.at + padded(held.length * sizeof(set_t)))
    cdef int64_t i, at, length = held.length, size = places_for(length), begin = 0
    cdef uint64_t mask = size - 2
    cdef uint32_t *starts = <uint32_t *>run.resize(NULL, 0, 4 * size)
    cdef set_t *old_sets = <set_t *>malloc(length * sizeof(set_t))
    cdef uint64_t *old_marks = <uint64_t *>malloc(length * sizeof(uint64_t))
    if starts != NULL and old_sets != NULL and old_marks != NULL:
        memcpy(old_sets, sets, length * sizeof(set_t))
        memcpy(old_marks, marks, length * sizeof(uint64_t))
        memset(starts, 0, 4 * size)
        for i in range(length):
            starts[hashed(sets[i], 0, 0) & mask] += 1
        for i in range(size):
            at = starts[i]
            starts[i] = <uint32_t>begin
            begin += at
        for i in range(length):
            at = hashed(old_sets[i], 0, 0) & mask
            sets[starts[at]] = old_sets[i]
            marks[starts[at]] = old_marks[i]
            starts[at] += 1
        # Each start has become the end of its hash, that is the start of the next.
        memmove(starts + 1, starts, 4 * (size - 1))
        starts[0] = 0
    elif starts != NULL:
        run.release(starts, 4 * size)
        starts = NULL
    free(old_sets)
    free(old_marks)
    return starts
