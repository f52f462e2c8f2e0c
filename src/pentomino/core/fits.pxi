# Lookup tables: which masks fit, for every occupancy near the first empty cell, less those that shut off a pocket.
#
# Both compiled modules include this, so that search and frontier find the same children. Owns: the tables, which
# nothing changes once they are filled.

cdef Shifts read_shifts(shifts) except *:
    """The distances of neighbours, from Python."""
    cdef Shifts found
    cdef int32_t i
    found.number = len(shifts)
    if not 0 < found.number <= 16 or min(shifts) < 1:
        raise ValueError("there are 1 to 16 shifts, each a number from 1")
    for i in range(found.number):
        found.by[i] = shifts[i]
    found.farthest = max(shifts)
    return found


cdef struct Key:
    uint64_t bits     # the cells that index the table, as bits of the window from `at` on
    uint64_t factor   # gathers them into an index
    int32_t at


cdef inline size_t index_of(const Key *key, window_t occupied, int32_t key_bits) noexcept nogil:
    """The index of an occupancy in the table of a key."""
    cdef uint64_t seen
    if window_t is wide_window:
        seen = <uint64_t>(occupied >> key.at) & key.bits
    else:
        seen = occupied & key.bits
    return seen * key.factor >> (64 - key_bits)


cdef class Fits:
    """Which of some masks fit at the first empty cell, told by tables.

    For each key, a set of cells near the first empty one, a table tells the slots that fit as far as these cells show,
    less those that would shut off a pocket which no piece can fill.
    """

    cdef readonly int32_t slots
    cdef int32_t words        # groups of 64 slots
    cdef int32_t key_bits
    cdef int32_t keys
    cdef int32_t reach        # the farthest cell of a slot
    cdef int32_t smallest     # cells of the smallest piece
    cdef Key key[64]
    cdef Shifts shifts
    cdef wide_window *masks
    cdef uint64_t *every      # for each word: the slots in use
    cdef uint64_t *cover      # for each cell of the window and word: the slots that cover it
    cdef uint64_t *lookup     # by key, index and word

    cdef void fill(self, shifts, masks, tick) except *:
        """Fill the tables for *masks*, relative to their first cells (bit 0), or 0 for a slot that is not used."""
        cdef int32_t k
        self.shifts = read_shifts(shifts)
        if self.shifts.farthest > WIDE_BITS or not any(masks) or max(masks).bit_length() > WIDE_BITS:
            raise ValueError("the puzzle does not fit the window")
        self.slots = len(masks)
        self.words = (self.slots + 63) // 64
        self.key_bits = 12 if self.words <= 8 else 8
        self.read_masks(masks)
        self.choose_keys()
        self.lookup = <uint64_t *>allocate((<size_t>self.keys << self.key_bits) * self.words, sizeof(uint64_t))
        for k in range(self.keys):
            self.fill_lookup(k)
            look_at(tick)

    cdef void read_masks(self, masks) except *:
        cdef int32_t slot, bit
        self.masks = <wide_window *>allocate(self.slots, sizeof(wide_window))
        self.every = <uint64_t *>allocate(self.words, sizeof(uint64_t))
        self.cover = <uint64_t *>allocate(WIDE_BITS * self.words, sizeof(uint64_t))
        self.smallest = WIDE_BITS
        for slot in range(self.slots):
            mask = masks[slot]
            self.masks[slot] = wide_join(<uint64_t>(mask & ALL), <uint64_t>(mask >> 64))
            if not mask:
                continue
            self.every[slot // 64] |= ONE << (slot % 64)
            self.reach = max(self.reach, <int32_t>mask.bit_length() - 1)
            self.smallest = min(self.smallest, <int32_t>mask.bit_count())
            for bit in range(mask.bit_length()):
                if mask >> bit & 1:
                    self.cover[bit * self.words + slot // 64] |= ONE << (slot % 64)

    cdef void choose_keys(self) except *:
        """Share out the cells that matter, in order, among keys of at most `key_bits` cells near each other."""
        cdef wide_window need = 0, bits, around
        cdef int32_t slot, keys = 0
        cdef Gathering gathering
        for slot in range(self.slots):
            need |= self.masks[slot]
        need &= ~<wide_window>1
        while need or keys == 0:
            gathering = next_key(need, self.shifts.farthest, self.key_bits, self.reach >= 64)
            bits = gathering.cells
            need &= ~bits
            # Spare bits show more of the surroundings, and so more pockets.
            around = neighbours(bits, &self.shifts)
            if keys == 0:
                around &= ~<wide_window>0 << min(2 * self.shifts.farthest, WIDE_BITS - 1)
            fill_up(&gathering, around, self.key_bits, self.reach >= 64)
            if keys == 0:
                fill_up(&gathering, need, self.key_bits, self.reach >= 64)
            self.key[keys].at = gathering.at
            self.key[keys].bits = <uint64_t>(gathering.cells >> gathering.at)
            self.key[keys].factor = gathering.factor
            keys += 1
        if keys == 1:
            # The plain loop reads two tables.
            self.key[1] = self.key[0]
            keys = 2
        self.keys = keys

    cdef void fill_lookup(self, int32_t k) except *:
        """Fill one table: a slot fits if it covers none of the occupied cells of the key."""
        cdef wide_window cells = <wide_window>self.key[k].bits << self.key[k].at
        cdef wide_window occupied, without
        cdef uint64_t *table = self.lookup + (<size_t>k << self.key_bits) * self.words
        cdef uint64_t *entry
        cdef uint64_t *smaller
        cdef uint64_t *taken
        cdef int32_t w
        for w in range(self.words):
            table[w] = self.every[w]
        occupied = (0 - cells) & cells
        while occupied:
            without = occupied & (occupied - 1)
            entry = table + index_of(&self.key[k], occupied, self.key_bits) * self.words
            smaller = table + index_of(&self.key[k], without, self.key_bits) * self.words
            taken = self.cover + first_bit(occupied) * self.words
            for w in range(self.words):
                entry[w] = smaller[w] & ~taken[w]
            occupied = (occupied - cells) & cells
        self.rule_out_pockets(k, cells)

    cdef void rule_out_pockets(self, int32_t k, wide_window cells) except *:
        """Take out of a table what would shut off a pocket of up to four cells of the key that no piece can fill.

        A pocket is dead if it is smaller than every piece; or smaller than two, and no piece has its shape.
        """
        cdef wide_window pocket, edge, lowest
        cdef int32_t at
        cdef int32_t size = 1
        pockets = {}
        for at in range(WIDE_BITS):
            if cells >> at & 1:
                pockets[1 << int(at)] = None
        shapes = {join(self.masks[i]) for i in range(self.slots)}
        while size <= 4 and size < 2 * self.smallest:
            larger = {}
            for known in pockets:
                pocket = wide_join(<uint64_t>(known & ALL), <uint64_t>(known >> 64))
                if size < self.smallest or join(pocket >> first_bit(pocket)) not in shapes:
                    self.rule_out(k, cells, pocket)
                edge = neighbours(pocket, &self.shifts) & cells & ~pocket
                while edge:
                    lowest = edge & (0 - edge)
                    edge ^= lowest
                    larger[join(pocket | lowest)] = None
            pockets = larger
            size += 1

    cdef void rule_out(self, int32_t k, wide_window cells, wide_window pocket) noexcept nogil:
        """Take out the slots that leave *pocket* empty and all around it filled, for every occupancy of the key."""
        cdef wide_window around, seen, unseen, others, filled, left, rest
        cdef uint64_t *table = self.lookup + (<size_t>k << self.key_bits) * self.words
        cdef uint64_t found, base
        cdef size_t at
        cdef int32_t w
        if pocket << self.shifts.farthest >> self.shifts.farthest != pocket:
            return
        around = neighbours(pocket, &self.shifts) & ~pocket & ~<wide_window>1
        seen = around & cells
        unseen = around & ~cells
        others = cells & ~pocket & ~around
        for w in range(self.words):
            base = self.every[w] & ~self.covering_any(pocket, w) & self.covering_all(unseen, w)
            if not base:
                continue
            filled = 0
            while True:
                left = seen & ~filled
                found = base & self.covering_all(left, w)
                if found:
                    rest = 0
                    while True:
                        at = index_of(&self.key[k], filled | rest, self.key_bits)
                        table[at * self.words + w] &= ~found
                        rest = (rest - others) & others
                        if not rest:
                            break
                filled = (filled - seen) & seen
                if not filled:
                    break

    cdef uint64_t covering_any(self, wide_window cells, int32_t word) noexcept nogil:
        cdef uint64_t found = 0
        while cells:
            found |= self.cover[first_bit(cells) * self.words + word]
            cells &= cells - 1
        return found

    cdef uint64_t covering_all(self, wide_window cells, int32_t word) noexcept nogil:
        cdef uint64_t found = ALL
        while cells and found:
            found &= self.cover[first_bit(cells) * self.words + word]
            cells &= cells - 1
        return found

    def __dealloc__(self):
        free(self.masks)
        free(self.every)
        free(self.cover)
        free(self.lookup)
