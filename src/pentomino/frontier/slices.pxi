# Slices: some rows of a level and their children, for levels that are kept in files.
#
# A row is a node and the number of ways to reach it, for tables that count no copies. A row does not store the cell of
# the node, as it follows from the number of cells that are covered before the window.
#
# The nodes of a level are rows of one slice, or children of these rows that have not been taken yet.

from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize


cdef struct Rows:
    const uint64_t *windows
    const uint64_t *upper      # second words, if windows have two
    Level numbers              # a level of which only the ways are set
    int64_t number


cdef struct Slice:
    const uint32_t *places     # the position of each cell, and of the end
    int32_t shift              # the far bits of a window, which choose its part, begin at this bit
    uint32_t part, parts


cdef inline uint32_t part_of(uint64_t window, uint64_t upper, int32_t shift, uint32_t parts) noexcept nogil:
    """Return the part, from 0 to *parts* - 1, to which a window belongs. *parts* is a power of two.

    With half as many parts, the part only loses its highest bit. The low bits of the part depend only on far
    bits of the window: if they depended on near bits, the children of similar windows would be in all parts. But many
    windows may have no far bits, so the other bits depend on all bits.
    """
    cdef uint32_t far = mixed(window >> shift, 0, upper) >> 8
    return (far & (FAR_PARTS - 1) | mixed(window, 0, upper) >> 8 << FAR_BITS) & (parts - 1)


cdef bint is_node(const Rules *rules, const Slice *slice, int32_t f, Child *child) noexcept nogil:
    """Set the first empty cell of *child* from its window. Return whether it can be a node of level *f*."""
    cdef int32_t before = f - count_bits(child.window) - count_bits(child.upper)
    if before < 0:
        return False
    child.cell = slice.places[before]
    return not child.window & 1 and not overlaps(rules, child.cell, wide_join(child.window, child.upper))


cdef bint add_rows(
    Graph *graph, int32_t f, const Slice *slice, const Rows *rows, int64_t first, int64_t last, bint *right
) noexcept nogil:
    """Add the rows *first* to *last* - 1 that belong to the part of *slice* to level *f*.

    Set *right* to False if a row cannot be a node of the level. Return False if memory is exhausted.
    """
    cdef Level *level = &graph.levels[f]
    cdef Child *child
    cdef int64_t i = first
    cdef int32_t n, j
    cdef uint32_t number
    while i < last:
        n = 0
        while i < last and n < BATCH:
            child = &graph.children[n]
            child.window = rows.windows[i]
            child.upper = rows.upper[i] if rows.upper != NULL else 0
            child.source = <uint32_t>i
            i += 1
            if part_of(child.window, child.upper, slice.shift, slice.parts) != slice.part:
                continue
            if not is_node(graph.rules, slice, f, child):
                right[0] = False
                return True
            child.tag = tag_of(child, 0)
            prefetch(level.buckets, (child.tag & (level.number_of_buckets - 1)) * sizeof(Bucket))
            n += 1
        for j in range(n):
            child = &graph.children[j]
            if not find_or_add(graph, level, child, 0, &number):
                return False
            if not add_ways(graph, level, number, &rows.numbers, child.source):
                return False
    return True


@final
cdef class FrontierSlice:
    """Some rows of a level of a *job*, and their children: `add` the rows, `expand` them, `take` the children.

    A row is a node and the number of ways to it. Rows are bytes: all windows, then their second words if there are any,
    then the numbers of ways, as words of 64 bits in the byte order of the machine. `known` is the number of covers if
    there is nothing to expand, otherwise None. `cells` is the last level. `longest` is the maximum number of levels
    from a row to a child. All methods raise the exception *full* of the job if memory is exhausted.

    Raise `FrontierUnfit` if the table counts copies.
    """

    cdef FrontierJob job
    cdef Slice slice
    cdef uint32_t *places
    cdef int64_t done          # rows of the current level whose children have been made
    cdef readonly object known
    cdef readonly int32_t cells, longest

    def __cinit__(self, FrontierJob job not None):
        cdef const Rules *rules = job.graph.rules
        cdef int32_t p, n = 0
        if job.table.set_bits:
            raise FrontierUnfit("the copies of all pieces must be unlimited")
        self.job = job
        self.cells, self.longest = rules.cells, rules.longest
        self.known = job.trivial_count() if job.begin() else None
        job.graph.folds = rules.line > 0
        self.places = <uint32_t *>allocate(rules.cells + 1, sizeof(uint32_t))
        for p in range(rules.positions + 1):
            if p == rules.positions or not rules.blocked[p] & 1:
                self.places[n] = p
                n += 1
        self.slice.places = self.places
        self.slice.shift = min(5 * rules.span // 8, 63)

    def __dealloc__(self):
        free(self.places)

    def start(self):
        """Add the empty board as the row of level 0."""
        cdef Level *level = self.job.graph.levels
        level.limbs = 1
        self.job.look(add_first_node(&self.job.graph))
        if level.number:
            level.ways[0] = 1

    def add(self, int32_t f, bytes rows, int32_t limbs, uint32_t part, uint32_t parts):
        """Add to level *f* the *rows* that belong to *part*, a number below *parts*. Their ways have *limbs* words.

        Raise `ValueError` if a row is not a node of the level.
        """
        cdef Graph *graph = &self.job.graph
        cdef Level *level = &graph.levels[f]
        cdef Rows read
        cdef const uint64_t *words = <const uint64_t *>PyBytes_AsString(rows)
        cdef int32_t columns = 1 + graph.rules.wide
        cdef int64_t first, last
        cdef bint enough = True, right = True
        read.number = len(rows) // (8 * (columns + limbs))
        read.windows = words
        read.upper = words + read.number if graph.rules.wide else NULL
        read.numbers.ways, read.numbers.limbs = <uint64_t *>words + columns * read.number, limbs
        self.slice.part, self.slice.parts = part, parts
        if level.buckets == NULL:
            level.limbs = 1
            enough = set_buckets(graph, level, 64)
        graph.is_checked = True
        try:
            for first in range(0, read.number if enough else 0, SOME_CHILDREN):
                last = min(first + SOME_CHILDREN, read.number)
                with nogil:
                    enough = add_rows(graph, f, &self.slice, &read, first, last, &right)
                if not right:
                    raise ValueError(f"a row is not a node of level {f}")
                self.job.look(enough)
            self.job.look(enough)
        finally:
            graph.is_checked = False

    def expand(self, int32_t f, int64_t most):
        """Make about *most* children of the rows of level *f*. Return whether the children of all rows are made.

        If the result is False, take the children and call this method again.
        """
        cdef Graph *graph = &self.job.graph
        cdef const Level *level = &graph.levels[f]
        cdef int64_t first, children, some = max(
            1, min(SOME_CHILDREN, most // 4) // max(1, graph.rules.most_options))
        cdef int32_t k
        cdef bint enough
        if self.done == 0:
            for k in range(f + 1, f + graph.rules.longest + 1):
                graph.levels[k].limbs = max(1, graph.levels[k].limbs)
            self.job.look(reach_levels(graph, f))
        while self.done < level.number:
            children = sum([graph.levels[k].number for k in range(f + 1, f + graph.rules.longest + 1)])
            if children > most - most // 4:
                return False
            first = self.done
            self.done = min(first + some, level.number)
            grow_tables(self.job, f)
            with nogil:
                enough = pass_on(graph, f, first, self.done, &self.job.edges)
            self.job.look(enough)
        self.job.nodes += level.number
        drop_level(graph, f)
        self.done = 0
        return True

    def rows(self, int32_t f):
        """Return the number of rows of level *f*."""
        return self.job.graph.levels[f].number

    def take(self, int32_t f, uint32_t parts):
        """Remove the rows of level *f*. Return the numbers of words of a row and of its ways, and the rows by part."""
        cdef Graph *graph = &self.job.graph
        cdef Level *level = &graph.levels[f]
        cdef int32_t columns = 1 + graph.rules.wide, limbs = level.limbs
        cdef int64_t i, at, number
        cdef uint32_t n
        cdef uint64_t *words
        cdef int64_t *filled = <int64_t *>allocate(parts, 2 * sizeof(int64_t))
        cdef int64_t *numbers = filled + parts
        cdef uint64_t **rows = <uint64_t **>allocate(parts, sizeof(uint64_t *))
        try:
            for i in range(level.number):
                numbers[self.part_at(level, i, parts)] += 1
            taken = [PyBytes_FromStringAndSize(NULL, 8 * (columns + limbs) * numbers[n]) for n in range(parts)]
            for n in range(parts):
                rows[n] = <uint64_t *>PyBytes_AsString(taken[n])
            for i in range(level.number):
                n = self.part_at(level, i, parts)
                words, at, number = rows[n], filled[n], numbers[n]
                filled[n] += 1
                words[at] = level.nodes[i].window
                if graph.rules.wide:
                    words[number + at] = level.upper[i]
                memcpy(words + columns * number + at * limbs, level.ways + i * limbs, limbs * sizeof(uint64_t))
        finally:
            free(filled)
            free(rows)
        level.number = 0
        if level.buckets != NULL:
            memset(level.buckets, 0, level.number_of_buckets * sizeof(Bucket))
        return columns + limbs, limbs, taken

    cdef inline uint32_t part_at(self, const Level *level, int64_t i, uint32_t parts) noexcept nogil:
        return part_of(level.nodes[i].window, level.upper[i] if level.upper != NULL else 0, self.slice.shift, parts)

    def total(self):
        """Return the number of covers, which is the sum of the ways of all rows of the last level."""
        return total_of(self.job, &self.job.graph.levels[self.cells])

    def end(self):
        """End the job and free its memory."""
        self.job.end(keep_levels=False)
