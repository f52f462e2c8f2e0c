# The list engine: its table and its search.

cdef struct Part:
    uint64_t bits
    int32_t word


cdef class ListTable:
    """An exact cover compiled for the list engine; immutable.

    `ListTable(cells, options, sizes, least, most)`: *options* are (cells covered, piece, copies used); the order of
    options with the same first cell is the order in which they are tried. Cells are numbered from 0 and are covered
    in that order. A piece's size is in the unit in which the areas of the options are counted: cells covered
    need not be that many in a quotient, where *open_cells* of the search tells the area.
    """

    cdef readonly int32_t cells
    cdef readonly int32_t options
    cdef Copies copies
    cdef int32_t *first       # of each cell: its first option in `by_cell`
    cdef int32_t *by_cell     # option numbers, by first cell
    cdef int32_t *part_at     # of each option: its first part
    cdef Part *parts
    cdef int32_t *owner
    cdef int32_t *units

    def __cinit__(self, int32_t cells, options, sizes, least, most):
        cdef int32_t i, at
        covers = [covered for covered, _, _ in options]
        if cells < 0 or not all([len(covered) and min(covered) >= 0 and max(covered) < cells for covered in covers]):
            raise ValueError("an option must cover some cells, all among those of the table")
        check_owners([owner for _, owner, _ in options], len(options), len(sizes))
        self.cells = cells
        self.options = len(options)
        self.copies = Copies(sizes, least, most)
        filed = [[] for _ in range(cells)]
        words = []
        for i, (covered, _, _) in enumerate(options):
            filed[min(covered)].append(i)
            masks = {}
            for cell in covered:
                masks[cell // 64] = masks.get(cell // 64, 0) | 1 << cell % 64
            words.append(sorted(masks.items()))
        self.first = <int32_t *>allocate(cells + 1, sizeof(int32_t))
        self.by_cell = <int32_t *>allocate(self.options, sizeof(int32_t))
        at = 0
        for i in range(cells):
            self.first[i] = at
            for option in filed[i]:
                self.by_cell[at] = option
                at += 1
        self.first[cells] = at
        self.part_at = <int32_t *>allocate(self.options + 1, sizeof(int32_t))
        self.parts = <Part *>allocate(sum([len(masks) for masks in words]), sizeof(Part))
        self.owner = <int32_t *>allocate(self.options, sizeof(int32_t))
        self.units = <int32_t *>allocate(self.options, sizeof(int32_t))
        at = 0
        for i in range(self.options):
            self.part_at[i] = at
            self.owner[i] = options[i][1]
            self.units[i] = options[i][2]
            for word, bits in words[i]:
                self.parts[at].word = word
                self.parts[at].bits = bits
                at += 1
        self.part_at[self.options] = at

    def __dealloc__(self):
        free(self.first)
        free(self.by_cell)
        free(self.part_at)
        free(self.parts)
        free(self.owner)
        free(self.units)


cdef struct ListFrame:
    int32_t cell      # the first empty cell
    int32_t next      # where in `by_cell` to go on
    bint barren       # no option has been placed here yet
    int32_t chosen    # the option placed here


cdef class ListSearch(Search):
    """A search over a `ListTable`: placement numbers are option numbers, in the order of their first cells.

    `ListSearch(table, area, covered=0, used=None)`: *covered* has bit c set where cell c is already covered, *used*
    counts the pieces that do so, *area* is the sum of the sizes of all pieces of a solution still to be placed.
    """

    cdef ListTable table
    cdef uint64_t *occupied
    cdef ListFrame *stack
    cdef int32_t halt         # nodes of this depth are taken for solutions; -1: none
    cdef bint pending         # the piece at `depth` is on the board: it completed a solution

    def __cinit__(self, ListTable table not None, int64_t area, covered=0, used=None):
        cdef int32_t i, words = table.cells // 64 + 1
        self.table = table
        self.halt = -1
        self.begin(table.copies, [0] * table.copies.pieces if used is None else used, area)
        self.occupied = <uint64_t *>allocate(words, sizeof(uint64_t))
        for i in range(words):
            self.occupied[i] = covered >> (64 * i) & ALL
        self.stack = <ListFrame *>allocate(table.cells + 2, sizeof(ListFrame))
        self.allocate_profile(table.cells + 2)
        self.start_at(())

    cdef void start_at(self, codes) except *:
        cdef int32_t option
        if self.pending:
            self.take_back(&self.stack[self.depth])
        while self.depth > 0:
            self.depth -= 1
            self.take_back(&self.stack[self.depth])
        self.pending = False
        self.enter(&self.stack[0], 0)
        for code in codes:
            option = code
            if not 0 <= option < self.table.options or not self.option_fits(option):
                raise ValueError("these placements do not follow one another")
            self.stack[self.depth].chosen = option
            self.flip(option)
            self.take(self.table.owner[option], self.table.units[option])
            self.depth += 1
            self.enter(&self.stack[self.depth], self.stack[self.depth - 1].cell)
        self.floor = self.depth
        self.complete = self.stack[self.depth].cell == self.table.cells and self.owed_cells == 0

    cdef void halt_at(self, int32_t depth) except *:
        self.halt = depth

    cdef inline void enter(self, ListFrame *frame, int32_t cell) noexcept nogil:
        """Make *frame* stand at the first empty cell from *cell* on; the one behind the last is always empty."""
        cdef int32_t word = cell >> 6
        cdef uint64_t empty = ~self.occupied[word] & (ALL << (cell & 63))
        while empty == 0:
            word += 1
            empty = ~self.occupied[word]
        frame.cell = word * 64 + lowest_bit(empty)
        frame.barren = True
        if frame.cell < self.table.cells:
            frame.next = self.table.first[frame.cell]

    cdef inline bint option_fits(self, int32_t option) noexcept nogil:
        cdef int32_t i
        if self.left[self.table.owner[option]] < self.table.units[option]:
            return False
        for i in range(self.table.part_at[option], self.table.part_at[option + 1]):
            if not fits(self.occupied[self.table.parts[i].word], self.table.parts[i].bits):
                return False
        return True

    cdef inline void flip(self, int32_t option) noexcept nogil:
        cdef int32_t i
        for i in range(self.table.part_at[option], self.table.part_at[option + 1]):
            self.occupied[self.table.parts[i].word] ^= self.table.parts[i].bits

    cdef inline void take_back(self, ListFrame *frame) noexcept nogil:
        self.flip(frame.chosen)
        self.give_back(self.table.owner[frame.chosen], self.table.units[frame.chosen])

    cdef Outcome advance(self, int64_t until) noexcept nogil:
        cdef int32_t depth = self.depth, option
        cdef ListFrame *frame = &self.stack[depth]
        if self.complete:
            self.complete = False
            frame.barren = False
            self.found += 1
            return SOLUTION
        if self.pending:
            self.pending = False
            self.take_back(frame)
        while True:
            if frame.cell == self.table.cells or frame.next == self.table.first[frame.cell + 1]:
                self.dead_ends += frame.barren
                frame.barren = False
                if depth == self.floor:
                    self.depth = depth
                    return EXHAUSTED
                depth -= 1
                frame -= 1
                self.take_back(frame)
                continue
            if self.nodes >= until:
                self.depth = depth
                return PAUSED
            option = self.table.by_cell[frame.next]
            frame.next += 1
            self.nodes += 1
            self.profile[depth] += 1
            if not self.option_fits(option):
                continue
            frame.barren = False
            frame.chosen = option
            self.flip(option)
            if not self.take(self.table.owner[option], self.table.units[option]):
                self.take_back(frame)
                continue
            self.enter(frame + 1, frame.cell)
            if frame[1].cell == self.table.cells or depth + 1 == self.halt:
                self.depth = depth
                self.pending = True
                self.found += 1
                return SOLUTION
            depth += 1
            frame += 1

    cdef tuple answer(self):
        # Without a piece pending, the node where the search started was itself the solution.
        cdef int32_t i, length = self.depth + self.pending
        return tuple([self.stack[i].chosen for i in range(length)])

    def fraction(self):
        cdef ListFrame *frame = &self.stack[self.floor]
        cdef int32_t start, number
        if frame.cell >= self.table.cells:
            return 0.0
        start = self.table.first[frame.cell]
        number = self.table.first[frame.cell + 1] - start
        return <double>max(0, frame.next - start - 1) / max(number, 1)

    def __dealloc__(self):
        free(self.occupied)
        free(self.stack)
