# Listing: which sets, at which nodes, lie between the start and the end, so that a walk never turns back.
#
# Owns nothing but what says how walks are named. Touches: the forward lists, which keep only what has a way to the end;
# the order of edges. Always holds, once prepared: an entry of a list has a mark for each case, or each edge, by which a
# solution goes through it.

@final
cdef class FrontierListing:
    """The covers of a table for `FrontierWalk`.

    `FrontierListing(job, number_of)`: *number_of*, called with the first cell, the mask and the piece of an option, is
    the number of the placement.
    """

    cdef FrontierJob job
    cdef object number_of
    cdef bint has_solutions      # and all is ready for walks
    cdef bint is_prepared
    cdef bint walking            # a walk is under way, which may sort lists

    def __cinit__(self, FrontierJob job not None, number_of):
        self.job = job
        self.number_of = number_of

    def prepare(self):
        """Find out what walks need: whether there is a solution. Once for a job; raises as counting does."""
        job = self.job
        self.is_prepared = True
        if job.begin():
            self.has_solutions = job.trivial_count() > 0
            return self.has_solutions
        job.graph.of_marks = job.graph.keeps_levels = True
        try:
            self.has_solutions = self.make_lists()
        finally:
            self.number_of = None
            job.end(keep_levels=self.has_solutions)
        job.progress = 1
        return self.has_solutions

    cdef bint make_lists(self) except? True:
        job = self.job
        cdef Graph *graph = &job.graph
        cdef int32_t f
        if not find_nodes(job):
            return False
        self.name_edges()
        for f in range(meet(job) - 1, -1, -1):
            if graph.levels[f].number:
                self.keep_what_leads_on(f)
        return graph.levels[0].lists[0].length > 0

    cdef int keep_what_leads_on(self, int32_t f) except -1:
        """Keep what of the forward lists of a level is on the way to the end."""
        cdef LevelWork work = work_for(&self.job.graph, f, keep_what_leads_on)
        cdef double cost = work.level.entries
        work.level.entries = 0
        share_out(self.job, &work, 8, cost)
        return self.job.check()

    cdef int name_edges(self) except -1:
        """Note for each edge the number of its placement, and put the edges of a node in that order."""
        cdef Graph *graph = &self.job.graph
        cdef const Rules *rules = graph.rules
        cdef int32_t *options = NULL
        cdef int64_t *numbers
        cdef Level *level
        cdef int64_t first, last
        cdef int32_t f
        cdef bint has_all
        numbers = self.numbers_of_options()
        try:
            options = <int32_t *>allocate(rules.most_options, sizeof(int32_t))
            for f in range(rules.cells + 1):
                level = &graph.levels[f]
                if level.number == 0 or level.first_edge == NULL:
                    continue
                self.job.look(make_zeros(graph.account, level.numbers, level.edges))
                self.job.look(make_zeros(graph.account, level.begins, level.number))
                for first in range(0, level.number, SOME_NODES):
                    last = min(first + SOME_NODES, level.number)
                    with nogil:
                        has_all = name_some(graph, f, first, last, options, numbers)
                    if not has_all:
                        raise AssertionError("an edge without an option")
                    self.job.look(True)
        finally:
            free(options)
            free(numbers)
        return 0

    cdef int64_t *numbers_of_options(self) except NULL:
        """The number of the placement of each option, by its position and its place in the table there."""
        cdef const Rules *rules = self.job.graph.rules
        cdef int32_t p, i
        cdef const Option *option
        cdef int64_t *numbers = <int64_t *>allocate(number_of_options(rules), sizeof(int64_t))
        try:
            for p in range(rules.positions):
                for i in range(64 * rules.words[p]):
                    if rules.valid[rules.valid_at[p] + i // 64] >> (i % 64) & 1:
                        option = &rules.options[rules.options_at[p] + i]
                        numbers[64 * rules.valid_at[p] + i] = self.number_of(p, mask_of(option), option.piece)
        except BaseException:
            free(numbers)
            raise
        return numbers

    cdef int lock(self) except -1:
        """Keep other threads off the lists."""
        with cython.critical_section(self):
            if self.walking:
                raise RuntimeError("another thread walks over this job")
            self.walking = True
        return 0


cdef bint name_some(
    Graph *graph, int32_t f, int64_t first, int64_t last, int32_t *options, const int64_t *numbers
) noexcept nogil:
    """Name the edges of some nodes; False if one has no option."""
    cdef Level *level = &graph.levels[f]
    cdef int64_t u, k
    for u in range(first, last):
        if level.first_edge[u] == level.first_edge[u + 1]:
            continue
        if not options_of_edges(graph, f, u, options):
            return False
        for k in range(level.first_edge[u], level.first_edge[u + 1]):
            level.numbers[k] = numbers[place_of_option(graph, level, u, options[k - level.first_edge[u]])]
        sort_edges(level, level.first_edge[u], level.first_edge[u + 1])
    return True


cdef void sort_edges(Level *level, int64_t first, int64_t end) noexcept nogil:
    """Put edges in the order of their placement numbers; mostly they are."""
    cdef int64_t i, k, number
    cdef uint32_t target
    cdef uint8_t move
    for i in range(first + 1, end):
        number, target, move = level.numbers[i], level.targets[i], level.moves[i]
        k = i
        while k > first and level.numbers[k - 1] > number:
            level.numbers[k] = level.numbers[k - 1]
            level.targets[k] = level.targets[k - 1]
            level.moves[k] = level.moves[k - 1]
            k -= 1
        level.numbers[k], level.targets[k], level.moves[k] = number, target, move


cdef uint64_t marks_of(Graph *graph, Level *level, int64_t node, uint64_t used) noexcept nogil:
    """The marks of a set at a node: 0 if it is not on the way to the end. A long list is sorted on the first visit."""
    cdef List *items
    cdef int32_t set_bytes = graph.rules.set_bytes
    cdef int64_t at = 0, end, size
    if level.lists == NULL:
        return 0
    items = &level.lists[node]
    end = items.length
    if end > FEW and level.begins != NULL:
        size = index_length(end)
        if level.begins[node] == NULL and resize(graph.account, level.begins[node], size):
            if not sort_list(items, set_bytes, level.begins[node]):
                resize(graph.account, level.begins[node], 0)
        if level.begins[node] != NULL:
            at = bucket_of(used, size)
            end = level.begins[node][at + 1]
            at = level.begins[node][at]
    at = find(items, set_bytes, used, at, end)
    return 0 if at < 0 else <uint64_t>value_at(items, set_bytes, 8, at)
