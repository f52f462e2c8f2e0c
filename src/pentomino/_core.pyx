# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The search engines: integers in, placement numbers out.

Two engines place at the first empty cell, with an explicit stack and without the GIL:

- `WindowSearch` over a `WindowTable`: cells are numbered line by line with a blocked cell between lines, and
  since all cells before the first empty one are covered, 64 bits from there on are all the state that there is.
  Lookup tables keyed by bytes of the occupancy say which orientations fit.
- `ListSearch` over a `ListTable`: any exact cover whose options are sets of numbered cells, filed by their first
  cell, each tested by OR and XOR. It serves boards that the window cannot hold, and quotients by a symmetry.

A table is immutable and may be shared by any number of searches in any number of threads; a search belongs to
one thread at a time. Cells, orientations and pieces are numbers; nothing here knows what they look like.
"""

from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcpy, memset

from time import monotonic

cdef extern from *:
    """
    #if defined(_MSC_VER) && !defined(__clang__)
    #include <intrin.h>
    static int lowest_bit(unsigned long long word) {
        unsigned long at;
    #if defined(_WIN64)
        _BitScanForward64(&at, word);
    #else
        if (_BitScanForward(&at, (unsigned long)word)) return (int)at;
        _BitScanForward(&at, (unsigned long)(word >> 32));
        at += 32;
    #endif
        return (int)at;
    }
    #else
    #define lowest_bit(word) __builtin_ctzll(word)
    #endif
    static int bit_count(unsigned long long word) {
        word -= (word >> 1) & 0x5555555555555555ULL;
        word = (word & 0x3333333333333333ULL) + ((word >> 2) & 0x3333333333333333ULL);
        word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (int)((word * 0x0101010101010101ULL) >> 56);
    }
    """
    int lowest_bit(uint64_t word) noexcept nogil
    int bit_count(uint64_t word) noexcept nogil

cdef enum Outcome:
    EXHAUSTED = 0
    SOLUTION = 1
    PAUSED = 2

# Nodes between two looks at signals and clock: a few milliseconds.
cdef int64_t SLICE = 1 << 18
cdef uint64_t ONE = 1
cdef uint64_t ALL = ~<uint64_t>0


cdef void *allocate(size_t number, size_t size) except NULL:
    cdef void *block = PyMem_Calloc(max(number, 1), size)
    if block == NULL:
        raise MemoryError()
    return block


cdef inline bint fits(uint64_t occupied, uint64_t mask) noexcept nogil:
    """Whether a mask meets no occupied cell: then, and only then, OR and XOR of the two are the same."""
    return (occupied | mask) == (occupied ^ mask)


cdef uint64_t add_sums(uint64_t sums, int size, int copies) noexcept nogil:
    """The sums below 64 that are reached from *sums* with up to *copies* more pieces of that size."""
    cdef int step = 1, take
    while copies > 0 and size * step < 64:
        take = min(step, copies)
        if size * take < 64:
            sums |= sums << (size * take)
        copies -= take
        step *= 2
    if copies > 0 and size < 64:
        while (sums << size) & ~sums:
            sums |= sums << size
    return sums


cdef class Copies:
    """The pieces of a table: for each, its size and the least and the most number of copies."""

    cdef int32_t pieces
    cdef int32_t *size
    cdef int32_t *least
    cdef int32_t *most

    def __cinit__(self, sizes, least, most):
        self.pieces = len(sizes)
        self.size = <int32_t *>allocate(self.pieces, sizeof(int32_t))
        self.least = <int32_t *>allocate(self.pieces, sizeof(int32_t))
        self.most = <int32_t *>allocate(self.pieces, sizeof(int32_t))
        for i in range(self.pieces):
            self.size[i] = sizes[i]
            self.least[i] = least[i]
            self.most[i] = most[i]

    def __dealloc__(self):
        PyMem_Free(self.size)
        PyMem_Free(self.least)
        PyMem_Free(self.most)


cdef class WindowTable:
    """A puzzle compiled for the window engine; immutable.

    `WindowTable(stride, free, masks, owners, sizes, least, most, allowed=None)`: *free* is an integer whose bit p is
    set where position p is a free cell; positions run line by line, *stride* a line, the last of each line blocked.
    *masks* gives for each slot the cells of an orientation relative to its first cell (bit 0), or 0 for an unused
    slot; *owners* the piece of each slot. The slots of a piece lie within one group of 64. *allowed*, if given,
    holds for each position an integer whose bit s is set where slot s may be placed there.
    """

    cdef readonly int32_t stride
    cdef readonly int32_t length
    cdef readonly int32_t slots
    cdef int32_t words, bytes_read
    cdef Copies copies
    cdef unsigned char *blocked
    cdef uint64_t *masks
    cdef int32_t *owner
    cdef uint64_t *lookup
    cdef uint64_t *allowed
    cdef int32_t *piece_word
    cdef uint64_t *piece_slots

    def __cinit__(self, int32_t stride, free, masks, owners, sizes, least, most, allowed=None):
        cdef int32_t slot, p
        self.stride = stride
        self.length = free.bit_length()
        self.slots = len(masks)
        self.words = max(1, (self.slots + 63) // 64)
        self.copies = Copies(sizes, least, most)
        self.blocked = <unsigned char *>allocate(self.length + 1, 1)
        for p in range(self.length):
            self.blocked[p] = not (free >> p & 1)
        self.masks = <uint64_t *>allocate(self.slots, sizeof(uint64_t))
        self.owner = <int32_t *>allocate(self.slots, sizeof(int32_t))
        self.piece_word = <int32_t *>allocate(self.copies.pieces, sizeof(int32_t))
        self.piece_slots = <uint64_t *>allocate(self.copies.pieces, sizeof(uint64_t))
        for slot in range(self.slots):
            self.masks[slot] = masks[slot]
            self.owner[slot] = owners[slot]
            if masks[slot]:
                self.piece_word[self.owner[slot]] = slot // 64
                self.piece_slots[self.owner[slot]] |= ONE << (slot % 64)
        self.bytes_read = max(1, (max([mask.bit_length() for mask in masks], default=1) + 6) // 8)
        self.fill_lookup()
        if allowed is not None:
            self.allowed = <uint64_t *>allocate(<size_t>(self.length + 1) * self.words, sizeof(uint64_t))
            for p in range(self.length):
                for slot in range(self.words):
                    self.allowed[p * self.words + slot] = allowed[p] >> (64 * slot) & ALL

    cdef void fill_lookup(self) except *:
        """For each byte of the occupancy after the first empty cell: the slots that fit as far as it tells."""
        cdef int32_t b, value, slot
        cdef uint64_t part
        cdef uint64_t *entry
        self.lookup = <uint64_t *>allocate(<size_t>self.bytes_read * 256 * self.words, sizeof(uint64_t))
        for b in range(self.bytes_read):
            for value in range(256):
                entry = self.lookup + (b * 256 + value) * self.words
                for slot in range(self.slots):
                    part = self.masks[slot] >> (1 + 8 * b) & 255 if 1 + 8 * b < 64 else 0
                    if self.masks[slot] and fits(value, part):
                        entry[slot // 64] |= ONE << (slot % 64)

    def __dealloc__(self):
        PyMem_Free(self.blocked)
        PyMem_Free(self.masks)
        PyMem_Free(self.owner)
        PyMem_Free(self.lookup)
        PyMem_Free(self.allowed)
        PyMem_Free(self.piece_word)
        PyMem_Free(self.piece_slots)


cdef class Search:
    """A search under way: an iterator of solutions, each a tuple of placement numbers; base of both engines.

    `nodes` is the number of placements made so far, `found` the number of solutions met. Not to be used by two
    threads at once: that raises `RuntimeError`.
    """

    cdef readonly int64_t nodes
    cdef readonly int64_t found
    cdef bint busy
    cdef bint started
    cdef bint pending
    cdef int32_t depth
    cdef Copies copies
    cdef int32_t *left
    cdef int32_t *owed
    cdef int64_t owed_cells, open_cells

    cdef void begin(self, Copies copies, used, int64_t area) except *:
        """Set up the counters for a board of *area* free cells with *used* copies of each piece already placed."""
        cdef int32_t i
        self.copies = copies
        self.left = <int32_t *>allocate(copies.pieces, sizeof(int32_t))
        self.owed = <int32_t *>allocate(copies.pieces, sizeof(int32_t))
        self.open_cells = area
        for i in range(copies.pieces):
            self.left[i] = copies.most[i] - <int32_t>used[i]
            self.owed[i] = copies.least[i] - <int32_t>used[i]
            if self.owed[i] > 0:
                self.owed_cells += <int64_t>self.owed[i] * copies.size[i]

    cdef inline bint take(self, int32_t piece, int32_t units) noexcept nogil:
        """Use up *units* copies of a piece; False where the cells left cannot hold the copies still owed."""
        cdef int32_t size = self.copies.size[piece], due
        self.open_cells -= size * units
        due = min(max(self.owed[piece], 0), units)
        self.owed_cells -= size * due
        self.owed[piece] -= units
        self.left[piece] -= units
        return self.owed_cells <= self.open_cells

    cdef inline void give_back(self, int32_t piece, int32_t units) noexcept nogil:
        cdef int32_t size = self.copies.size[piece], due
        self.open_cells += size * units
        self.owed[piece] += units
        due = min(max(self.owed[piece], 0), units)
        self.owed_cells += size * due
        self.left[piece] += units

    cdef uint64_t coverable(self) noexcept nogil:
        """The areas below 64 that the copies left can cover, as a bit set."""
        cdef uint64_t sums = 1
        cdef int32_t i
        for i in range(self.copies.pieces):
            if self.left[i] > 0:
                sums = add_sums(sums, self.copies.size[i], self.left[i])
        return sums

    cdef Outcome advance(self, int64_t until) noexcept nogil:
        return EXHAUSTED

    cdef tuple answer(self):
        return ()

    cdef Outcome run(self, double deadline) except *:
        """Search on to the next solution, looking at signals, and at the clock, every few milliseconds."""
        cdef Outcome outcome = PAUSED
        cdef int64_t until
        if self.busy:
            raise RuntimeError("this search is running in another thread")
        self.busy = True
        try:
            while outcome == PAUSED:
                until = self.nodes + SLICE
                with nogil:
                    outcome = self.advance(until)
                PyErr_CheckSignals()
                if outcome == PAUSED and monotonic() > deadline:
                    raise TimeoutError()
        finally:
            self.busy = False
        return outcome

    def next(self, double deadline=float("inf")):
        """The next solution, or None when there is no more; `TimeoutError` past *deadline* (of `time.monotonic`)."""
        if self.run(deadline) == EXHAUSTED:
            return None
        return self.answer()

    def __iter__(self):
        return self

    def __next__(self):
        if self.run(float("inf")) == EXHAUSTED:
            raise StopIteration
        return self.answer()

    def count(self, int64_t limit=-1, double deadline=float("inf")):
        """The number of solutions from here on, at most *limit* unless it is negative.

        Raises `TimeoutError` past *deadline* (of `time.monotonic`); `found` then tells how many there were.
        """
        cdef int64_t start = self.found, until
        cdef int64_t stop = self.found + limit
        cdef Outcome outcome = SOLUTION
        if self.busy:
            raise RuntimeError("this search is running in another thread")
        self.busy = True
        try:
            while outcome != EXHAUSTED and (limit < 0 or self.found < stop):
                until = self.nodes + SLICE
                with nogil:
                    outcome = self.advance(until)
                    while outcome == SOLUTION and (limit < 0 or self.found < stop):
                        outcome = self.advance(until)
                PyErr_CheckSignals()
                if outcome != EXHAUSTED and monotonic() > deadline:
                    raise TimeoutError()
        finally:
            self.busy = False
        return self.found - start

    def __dealloc__(self):
        PyMem_Free(self.left)
        PyMem_Free(self.owed)


cdef struct WindowFrame:
    uint64_t placed   # cells covered by pieces, from the first empty cell on
    uint64_t open     # slots of the current word that fit here and are still to be tried
    int32_t cell      # position of the first empty cell
    int32_t word      # which group of 64 slots is being tried
    int32_t chosen    # the slot placed here


cdef class WindowSearch(Search):
    """A search over a `WindowTable`: placement numbers are `position * table.slots + slot`.

    `WindowSearch(table, covered=0, used=None, check_depth=0)`: *covered* has bit p set where position p is covered
    by pieces already placed, *used* counts these by piece. Nodes with fewer than *check_depth* pieces on the board
    are given up where an empty region has a size that no remaining pieces can sum to. Solutions come in
    ascending order of their placement numbers, which ascend within each.
    """

    cdef WindowTable table
    cdef int32_t stride, end, words, bytes_read, check_depth
    cdef uint64_t *blocked
    cdef uint64_t *unused
    cdef WindowFrame *stack

    def __cinit__(self, WindowTable table not None, covered=0, used=None, int32_t check_depth=0):
        cdef int32_t p, i
        cdef int64_t area = 0
        self.table = table
        self.stride, self.end, self.words = table.stride, table.length, table.words
        self.bytes_read, self.check_depth = table.bytes_read, check_depth
        self.blocked = <uint64_t *>allocate(self.end + 1, sizeof(uint64_t))
        # The cell behind the board is never covered: the scan stops there. All cells behind it are blocked.
        self.blocked[self.end] = ~ONE
        taken = covered.to_bytes((self.end + 8) // 8, "little")
        cdef const unsigned char *bits = taken
        cdef bint shut
        for p in range(self.end - 1, -1, -1):
            shut = table.blocked[p] or bits[p >> 3] >> (p & 7) & 1
            area += not shut
            self.blocked[p] = self.blocked[p + 1] << 1 | shut
        self.begin(table.copies, [0] * table.copies.pieces if used is None else used, area)
        self.unused = <uint64_t *>allocate(self.words, sizeof(uint64_t))
        for i in range(table.copies.pieces):
            if self.left[i] > 0:
                self.unused[table.piece_word[i]] |= table.piece_slots[i]
        self.stack = <WindowFrame *>allocate(area + 2, sizeof(WindowFrame))

    cdef inline void enter(self, WindowFrame *frame, uint64_t placed, int32_t cell) noexcept nogil:
        """Make *frame* stand at the first empty cell from *cell* on, with nothing looked up yet."""
        cdef uint64_t occupied = placed | self.blocked[cell]
        cdef int32_t skip
        while occupied == ALL:
            cell += 64
            placed = 0
            occupied = self.blocked[cell]
        skip = lowest_bit(~occupied)
        frame.cell = cell + skip
        frame.placed = placed >> skip
        frame.word = -1
        frame.open = 0

    cdef inline uint64_t fitting(self, WindowFrame *frame) noexcept nogil:
        """The slots of the frame's word that fit at its first empty cell and whose pieces are not used up."""
        cdef uint64_t occupied = (frame.placed | self.blocked[frame.cell]) >> 1
        cdef uint64_t found = self.unused[frame.word]
        cdef uint64_t *lookup = self.table.lookup + frame.word
        cdef int32_t b
        for b in range(self.bytes_read):
            found &= lookup[(b * 256 + (occupied & 255)) * self.words]
            occupied >>= 8
        if self.table.allowed != NULL:
            found &= self.table.allowed[frame.cell * self.words + frame.word]
        return found

    cdef bint has_dead_region(self, WindowFrame *frame) noexcept nogil:
        """Whether an empty region that lies within the window has a size that no copies left can sum to."""
        cdef uint64_t empty = ~(frame.placed | self.blocked[frame.cell])
        cdef uint64_t sums = self.coverable(), region, grown, rim = 0
        cdef int32_t ahead = self.end - frame.cell
        if ahead < 64:
            empty &= (ONE << ahead) - 1
        if ahead > 64:
            # Cells of the last line of the window may have neighbours that it does not show.
            rim = ALL << (64 - self.stride) if self.stride < 64 else ALL
        while empty:
            region = empty & (~empty + 1)
            while True:
                grown = (region | region << 1 | region >> 1) & empty
                if self.stride < 64:
                    grown |= (region << self.stride | region >> self.stride) & empty
                if grown == region:
                    break
                region = grown
            if not region & rim and not sums >> bit_count(region) & 1:
                return True
            empty &= ~region
        return False

    cdef inline bint place(self, WindowFrame *frame) noexcept nogil:
        cdef int32_t piece = self.table.owner[frame.chosen]
        cdef bint hopeful = self.take(piece, 1)
        if self.left[piece] == 0:
            self.unused[self.table.piece_word[piece]] &= ~self.table.piece_slots[piece]
        return hopeful

    cdef inline void take_back(self, WindowFrame *frame) noexcept nogil:
        cdef int32_t piece = self.table.owner[frame.chosen]
        self.give_back(piece, 1)
        self.unused[self.table.piece_word[piece]] |= self.table.piece_slots[piece]

    cdef Outcome advance(self, int64_t until) noexcept nogil:
        cdef int32_t depth = self.depth
        cdef WindowFrame *frame = &self.stack[depth]
        if not self.started:
            self.started = True
            self.enter(frame, 0, 0)
            if frame.cell == self.end:
                frame.word = self.words
                if self.owed_cells == 0:
                    self.found += 1
                    return SOLUTION
            elif self.check_depth > 0 and self.has_dead_region(frame):
                frame.word = self.words
        if self.pending:
            self.pending = False
            self.take_back(frame)
        while True:
            if frame.open == 0:
                if frame.word + 1 < self.words:
                    frame.word += 1
                    frame.open = self.fitting(frame)
                elif depth == 0:
                    self.depth = 0
                    return EXHAUSTED
                else:
                    depth -= 1
                    frame = &self.stack[depth]
                    self.take_back(frame)
                continue
            if self.nodes >= until:
                self.depth = depth
                return PAUSED
            frame.chosen = frame.word * 64 + lowest_bit(frame.open)
            frame.open &= frame.open - 1
            self.nodes += 1
            if not self.place(frame):
                self.take_back(frame)
                continue
            self.enter(frame + 1, frame.placed | self.table.masks[frame.chosen], frame.cell)
            if frame[1].cell == self.end:
                self.depth = depth
                self.pending = True
                self.found += 1
                return SOLUTION
            if depth + 1 < self.check_depth and self.has_dead_region(frame + 1):
                self.take_back(frame)
                continue
            depth += 1
            frame += 1

    cdef tuple answer(self):
        cdef int32_t i
        if not self.pending:
            return ()
        return tuple([
            <int64_t>self.stack[i].cell * self.table.slots + self.stack[i].chosen for i in range(self.depth + 1)
        ])

    def __dealloc__(self):
        PyMem_Free(self.blocked)
        PyMem_Free(self.unused)
        PyMem_Free(self.stack)


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
        PyMem_Free(self.first)
        PyMem_Free(self.by_cell)
        PyMem_Free(self.part_at)
        PyMem_Free(self.parts)
        PyMem_Free(self.owner)
        PyMem_Free(self.units)


cdef struct ListFrame:
    int32_t cell      # the first empty cell
    int32_t next      # where in `by_cell` to go on
    int32_t chosen    # the option placed here


cdef class ListSearch(Search):
    """A search over a `ListTable`: placement numbers are option numbers, in the order of their first cells.

    `ListSearch(table, area, covered=0, used=None)`: *covered* has bit c set where cell c is already covered, *used*
    counts the pieces that do so, *area* is the sum of the sizes of all pieces of a solution still to be placed.
    """

    cdef ListTable table
    cdef uint64_t *occupied
    cdef ListFrame *stack

    def __cinit__(self, ListTable table not None, int64_t area, covered=0, used=None):
        cdef int32_t i, words = table.cells // 64 + 1
        self.table = table
        self.begin(table.copies, [0] * table.copies.pieces if used is None else used, area)
        self.occupied = <uint64_t *>allocate(words, sizeof(uint64_t))
        for i in range(words):
            self.occupied[i] = covered >> (64 * i) & ALL
        self.stack = <ListFrame *>allocate(table.cells + 2, sizeof(ListFrame))

    cdef inline void enter(self, ListFrame *frame, int32_t cell) noexcept nogil:
        """Make *frame* stand at the first empty cell from *cell* on; the one behind the last is always empty."""
        cdef int32_t word = cell >> 6
        cdef uint64_t empty = ~self.occupied[word] & (ALL << (cell & 63))
        while empty == 0:
            word += 1
            empty = ~self.occupied[word]
        frame.cell = word * 64 + lowest_bit(empty)
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
        if not self.started:
            self.started = True
            self.enter(frame, 0)
            if frame.cell == self.table.cells and self.owed_cells == 0:
                self.found += 1
                return SOLUTION
        if self.pending:
            self.pending = False
            self.take_back(frame)
        while True:
            if frame.cell == self.table.cells or frame.next == self.table.first[frame.cell + 1]:
                if depth == 0:
                    self.depth = 0
                    return EXHAUSTED
                depth -= 1
                frame = &self.stack[depth]
                self.take_back(frame)
                continue
            if self.nodes >= until:
                self.depth = depth
                return PAUSED
            option = self.table.by_cell[frame.next]
            frame.next += 1
            self.nodes += 1
            if not self.option_fits(option):
                continue
            frame.chosen = option
            self.flip(option)
            if not self.take(self.table.owner[option], self.table.units[option]):
                self.take_back(frame)
                continue
            self.enter(frame + 1, frame.cell)
            if frame[1].cell == self.table.cells:
                self.depth = depth
                self.pending = True
                self.found += 1
                return SOLUTION
            depth += 1
            frame += 1

    cdef tuple answer(self):
        cdef int32_t i
        if not self.pending:
            return ()
        return tuple([self.stack[i].chosen for i in range(self.depth + 1)])

    def __dealloc__(self):
        PyMem_Free(self.occupied)
        PyMem_Free(self.stack)
