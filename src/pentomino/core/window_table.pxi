# The table of the window engine: a board, and the orientations that fit on it.
#
# Nothing changes once the table is made. After the board there are at least as many blocked positions as the distance
# of the farthest neighbour.

WINDOW = WIDE_BITS
"""The number of bits of the widest window: an orientation must fit within this number of positions."""


cdef check_owners(owners, number, pieces):
    if len(owners) != number or not all([0 <= owner < pieces for owner in owners]):
        raise ValueError("each slot or option must have an owner among the pieces")


cdef class WindowTable(Fits):
    """A puzzle compiled for the window engine; immutable.

    `WindowTable(shifts, free, masks, owners, sizes, least, most, allowed=None, tick=None, claim=None, optional=0,
    gaps=(), check_pockets=True)`:

    - *shifts*: the distances between neighbours, in positions (numbers of cells), in either direction. On lattices with
      cells of several kinds, such as triangles, some cells at these distances are not neighbours (see `neighbours`).
    - *free*: an integer whose bit p is set if position p is a free cell.
    - *masks*: for each slot (an index of orientations), the cells of an orientation relative to its first cell, which
      is bit 0, or 0 for an unused slot.
    - *owners*: the piece of each slot. The slots of a piece are within one group of 64.
    - *sizes*, *least*, *most*: for each piece its size, and its minimum and maximum number of copies.
    - *allowed*: for each slot an integer whose bit p is set if it may be placed at position p, or None if it may be
      placed wherever it fits.
    - *optional*: an integer whose bit p is set if the cell at position p may stay empty. A slot of *gaps* covers a cell
      that stays empty; these slots are restricted to optional cells, and are those of the last piece.
    - *check_pockets*: False for tests and benchmarks, to keep slots that shut off empty cells that no piece can fill.
    - *tick*: called every few milliseconds; it may raise an exception.
    - *claim*: called with the sum of `held`, the bytes of the tables, and `search_bytes`, the bytes of a search, before
      most of them are allocated; it may raise an exception.
    """

    cdef int32_t cells
    cdef int32_t end          # the first position after the board and the blocked positions that follow it
    cdef Copies copies
    cdef unsigned char *blocked
    cdef uint64_t *optional   # for each position, the 64 cells from there on that may stay empty; NULL without gaps
    cdef uint64_t *leaves     # for each slot and word: all slots except the slots of the same piece
    cdef int32_t *owner
    cdef uint64_t *allowed
    cdef const uint64_t **lookup_at   # the lookup tables of each position, if slots are restricted

    def __cinit__(
        self, shifts, free, masks, owners, sizes, least, most, allowed=None, tick=None, claim=None, optional=0, gaps=(),
        check_pockets=True,
    ):
        cdef int32_t p
        check_owners(owners, len(masks), len(sizes))
        cdef int32_t farthest = read_shifts(shifts).farthest
        self.end = (-(-free.bit_length() // farthest) + 1) * farthest  # rounded up to whole lines, plus one line
        self.cells = free.bit_count()
        if allowed is None and gaps:
            raise ValueError("gaps must be restricted to the cells that may stay empty")
        more = self.bytes_besides(len(masks), allowed is not None, len(gaps) > 0)
        self.fill(shifts, masks, tick, claim, more, optional, gaps, check_pockets)
        self.read_owners(owners)
        self.copies = Copies(sizes, least, most)
        self.blocked = <unsigned char *>allocate(self.end, 1)
        bits = free.to_bytes(self.end // 8 + 1, "little")
        for p in range(self.end):
            self.blocked[p] = not (bits[p >> 3] >> (p & 7) & 1)
        if gaps:
            self.optional = <uint64_t *>allocate(self.end + 65, sizeof(uint64_t))
            bits = optional.to_bytes(self.end // 8 + 1, "little")
            for p in range(self.end - 1, -1, -1):
                self.optional[p] = self.optional[p + 1] << 1 | (bits[p >> 3] >> (p & 7) & 1)
        if allowed is not None:
            self.allowed = <uint64_t *>allocate(<size_t>(self.end + 1) * self.words, sizeof(uint64_t))
            self.allow(allowed, tick)
            self.lookup_at = <const uint64_t **>allocate(self.end + 1, sizeof(uint64_t *))
            for p in range(self.end + 1):
                self.lookup_at[p] = self.lookup_of(self.pattern_at[p] if p < len(self.pattern_at) else 0, 0)

    cdef int64_t bytes_besides(self, int64_t slots, bint restricted, bint loose) noexcept:
        """Return the number of bytes of all arrays except the lookup tables."""
        cdef int64_t words = (slots + 63) // 64, rows = (words + 1) * (self.end + 1) if restricted else 0
        return slots * (4 + 8 * words) + self.end + 8 * (rows + (self.end + 65 if loose else 0))

    @property
    def search_bytes(self):
        return self.bytes_of_search()

    cdef int64_t bytes_of_search(self) noexcept:
        cdef int64_t depths = self.cells // self.smallest + 3, frames = frames_of(self, depths)
        cdef int64_t each = sizeof(WindowFrame) + (sizeof(uint64_t) if self.reach >= 64 else 0)
        return frames * each + <int64_t>sizeof(uint64_t) * (self.end + depths * (self.words + 5 + CUTS))

    cdef void allow(self, places, tick) except *:
        """Set `allowed`: for each position, the slots that may be placed there."""
        cdef int32_t slot, p
        cdef uint64_t here
        cdef const unsigned char *bits
        for slot, of_slot in enumerate(places):
            if of_slot is None:
                taken = b"\xff" * (self.end // 8 + 1)
            else:
                taken = (of_slot & ((1 << int(self.end)) - 1)).to_bytes(self.end // 8 + 1, "little")
            bits = taken
            for p in range(self.end):
                here = bits[p >> 3] >> (p & 7) & 1
                self.allowed[p * self.words + slot // 64] |= here << (slot % 64)
            look_at(tick)

    cdef void read_owners(self, owners) except *:
        cdef int32_t slot, other
        self.owner = <int32_t *>allocate(self.slots, sizeof(int32_t))
        self.leaves = <uint64_t *>allocate(self.slots * self.words, sizeof(uint64_t))
        memset(self.leaves, 255, self.slots * self.words * sizeof(uint64_t))
        for slot in range(self.slots):
            self.owner[slot] = owners[slot]
        for slot in range(self.slots):
            for other in range(slot // 64 * 64, min(self.slots, slot // 64 * 64 + 64)):
                if self.owner[other] == self.owner[slot]:
                    self.leaves[slot * self.words + slot // 64] &= ~(ONE << (other % 64))

    def __dealloc__(self):
        free(self.blocked)
        free(self.owner)
        free(self.leaves)
        free(self.optional)
        free(self.allowed)
        free(self.lookup_at)
