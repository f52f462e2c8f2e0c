# Lookup tables: for every occupancy near the first empty cell, the masks that fit and do not close off a dead pocket.
#
# They answer the fit test `fits(occupied, mask)` of words.pxi, (occupied | mask) == (occupied ^ mask), for all
# orientations at once: two look-ups and an AND in place of an OR and an XOR for each of up to 63 orientations. In a
# prototype in C, counting 6x10 took 62 ms by lists of placements and 20 ms by tables; with pockets and the stack of
# siblings it took 7.5 ms.
#
# Both compiled modules include this file, so that both engines find the same children. The tables never change once
# they are filled. A slot in an entry covers no occupied cell of the key.

# The maximum number of bytes of the tables of all patterns.
cdef int64_t MAX_PATTERNS = 1 << 24


cdef class Fits:
    """Tables of the orientations of pieces (slots) that fit at the first empty cell.

    A key is a set of cells near the first empty cell. For each occupancy of these cells, the table of the key contains
    the slots that cover no occupied cell of the key and do not close off a pocket that no piece can fill. The AND over
    all keys gives the slots that fit. Pockets with a cell that may stay empty are not checked, so there are tables for
    each pattern of such cells among the cells of the keys.
    """

    cdef readonly int32_t slots
    cdef readonly int64_t held  # the bytes of all tables
    cdef readonly int64_t ruled_out   # the number of slots removed from entries because they shut off a dead pocket
    cdef int32_t words        # groups of 64 slots
    cdef int32_t key_bits
    cdef int32_t keys
    cdef int32_t reach        # the maximum distance from the first cell of a slot to another of its cells
    cdef int32_t smallest     # the number of cells of the smallest piece
    cdef Key key[64]
    cdef Shifts shifts
    cdef wide_window *masks
    cdef uint64_t *every      # for each word: the slots in use
    cdef uint64_t *covering   # for each cell of the window and word: the slots that cover it
    cdef uint64_t *lookup     # by pattern, key, index and word: the slots that fit
    cdef list pattern_at      # by position, up to the last cell that may stay empty: the number of its pattern

    cdef void fill(self, shifts, masks, tick, claim, int64_t more, optional=0, gaps=(), check_pockets=True) except *:
        """Fill the tables for *masks*: for each slot, its cells relative to the first (bit 0), or 0 for an unused slot.

        *more* is the number of bytes that the owner of the tables holds besides them. Bit p of *optional* is set if the
        cell at position p may stay empty. A slot of the set *gaps* covers a single cell that stays empty.
        """
        cdef int32_t k, number
        self.shifts = read_shifts(shifts)
        if self.shifts.farthest > WIDE_BITS or not any(masks) or max(masks).bit_length() > WIDE_BITS:
            raise ValueError("the puzzle does not fit the window")
        self.slots = len(masks)
        self.words = (self.slots + 63) // 64
        self.key_bits = KEY_BITS if self.words <= 8 else 8  # above 512 slots, fewer entries, as they are longer
        self.read_masks(masks)
        self.choose_keys()
        patterns = self.patterns(optional)
        self.held = self.bytes_of_tables(len(patterns)) + more
        if claim is not None:
            claim(self.held + self.bytes_of_search())
        self.lookup = <uint64_t *>allocate(len(patterns) * self.size_of_pattern(), sizeof(uint64_t))
        shapes = {mask for slot, mask in enumerate(masks) if mask and slot not in gaps}
        for k in range(self.keys):
            dead = self.dead_pockets(cells_of(&self.key[k]), shapes) if check_pockets else ()
            for number, pattern in enumerate(patterns):
                self.fill_lookup(k, self.lookup_of(number, k))
                for pocket in dead:
                    if not pocket & pattern:
                        self.rule_out(k, self.lookup_of(number, k), as_window(pocket))
                look_at(tick)

    def fitting(self, occupied):
        """Return the slots that fit a window with the *occupied* cells, as bits of an integer. For tests."""
        cdef wide_window cells = as_window(occupied)
        cdef uint64_t found
        cdef int32_t k, w
        slots = 0
        for w in range(self.words):
            found = ALL
            for k in range(self.keys):
                found &= self.lookup_of(0, k)[index_of(&self.key[k], cells, self.key_bits) * self.words + w]
            slots |= int(found) << 64 * w
        return slots

    cdef list patterns(self, optional):
        """Return patterns of optional cells in the keys: no cells, then all cells if any are optional, then others."""
        cdef int32_t k
        seen = 0
        for k in range(self.keys):
            seen |= as_integer(cells_of(&self.key[k]))
        found = {0: 0}
        found.setdefault(seen if optional else 0, 1)
        most = MAX_PATTERNS // (8 * <int64_t>self.size_of_pattern())
        self.pattern_at = []
        for position in range(optional.bit_length()):
            pattern = optional >> position & seen
            if pattern not in found and len(found) < most:
                found[pattern] = len(found)
            # Without memory for more patterns, use that of all cells, which checks no pockets and so is always safe.
            self.pattern_at.append(found.get(pattern, found.get(seen, 0)))
        return list(found)

    cdef inline size_t size_of_pattern(self) noexcept:
        """Return the number of words in the tables of one pattern."""
        return (<size_t>self.keys << self.key_bits) * self.words

    cdef inline uint64_t *lookup_of(self, int32_t pattern, int32_t k) noexcept:
        return self.lookup + pattern * self.size_of_pattern() + (<size_t>k << self.key_bits) * self.words

    cdef int64_t bytes_of_search(self) noexcept:
        """Return the number of bytes that a search of the tables allocates, for *claim*."""
        return 0

    cdef int64_t bytes_of_tables(self, int64_t patterns) noexcept:
        cdef int64_t words = (1 + WIDE_BITS) * self.words + patterns * <int64_t>self.size_of_pattern()
        return self.slots * <int64_t>sizeof(wide_window) + words * <int64_t>sizeof(uint64_t)

    cdef void read_masks(self, masks) except *:
        cdef int32_t slot, bit
        self.masks = <wide_window *>allocate(self.slots, sizeof(wide_window))
        self.every = <uint64_t *>allocate(self.words, sizeof(uint64_t))
        self.covering = <uint64_t *>allocate(WIDE_BITS * self.words, sizeof(uint64_t))
        self.smallest = WIDE_BITS
        for slot in range(self.slots):
            mask = masks[slot]
            self.masks[slot] = as_window(mask)
            if not mask:
                continue
            self.every[slot // 64] |= ONE << (slot % 64)
            self.reach = max(self.reach, <int32_t>mask.bit_length() - 1)
            self.smallest = min(self.smallest, <int32_t>mask.bit_count())
            for bit in range(mask.bit_length()):
                if mask >> bit & 1:
                    self.covering[bit * self.words + slot // 64] |= ONE << (slot % 64)

    cdef void choose_keys(self) except *:
        """Divide the cells that slots cover, in order, among keys of at most `key_bits` cells."""
        cdef wide_window need = 0, around
        cdef int32_t slot
        cdef bint wide = self.reach >= 64
        cdef Key *key
        for slot in range(self.slots):
            need |= self.masks[slot]
        need &= ~<wide_window>1  # the first cell is always empty
        while need or self.keys == 0:
            key = &self.key[self.keys]
            key[0] = next_key(need, self.shifts.farthest, self.key_bits, wide)
            need &= ~cells_of(key)
            # Fill the index with cells around those of the key, which reveal more pockets.
            around = neighbours(cells_of(key), &self.shifts)
            if self.keys == 0:
                # The first key gets cells at least two lines ahead; the rest is filled with cells of the next key.
                around &= ~<wide_window>0 << min(2 * self.shifts.farthest, WIDE_BITS - 1)
            fill_up(key, around, self.key_bits, wide)
            if self.keys == 0:
                fill_up(key, need, self.key_bits, wide)
            self.keys += 1
        if self.keys == 1:
            # The plain loop always reads two tables.
            self.key[1] = self.key[0]
            self.keys = 2

    cdef void fill_lookup(self, int32_t k, uint64_t *table) noexcept:
        """Fill the table of key *k* with the slots that cover no occupied cell of the key. Pockets are not checked."""
        cdef const uint64_t *taken[64]   # by bit of an index: the slots that cover its cell
        cdef wide_window cells = cells_of(&self.key[k]), rest = cells
        cdef size_t bits, every = index_of(&self.key[k], cells, self.key_bits), at
        cdef int32_t w
        while rest:
            bits = index_of(&self.key[k], rest & (0 - rest), self.key_bits)
            while bits:
                taken[lowest_bit(bits)] = self.covering + first_bit(rest) * self.words
                bits &= bits - 1
            rest &= rest - 1
        memcpy(table, self.every, self.words * sizeof(uint64_t))
        # `(at - every) & every` goes through the subsets of *every* in ascending order, as the subtraction carries only
        # over its bits ("carry-rippler" of chess programs). The index without its lowest bit was filled before.
        at = (0 - every) & every
        while at:
            for w in range(self.words):
                table[at * self.words + w] = table[(at & (at - 1)) * self.words + w] & ~taken[lowest_bit(at)][w]
            at = (at - every) & every

    cdef list dead_pockets(self, wide_window cells, shapes):
        """Return the dead pockets among *cells*: the connected sets of up to four cells that no piece can fill.

        A pocket is dead if it is smaller than every piece, or if it is smaller than any two pieces together and no
        piece has its shape. *shapes* are the masks of all orientations.
        """
        cdef wide_window pocket, around
        cdef int32_t size, smallest = min([mask.bit_count() for mask in shapes], default=1)
        found = []
        pockets = {0}
        # Above four cells, the nodes saved are not worth the time to fill the tables.
        for size in range(1, min(4, 2 * smallest - 1) + 1):
            larger = set()
            for known in pockets:
                pocket = as_window(known)
                around = (neighbours(pocket, &self.shifts) if pocket else cells) & cells & ~pocket
                while around:
                    larger.add(as_integer(pocket | (around & (0 - around))))
                    around &= around - 1
            pockets = larger
            # Divided by its lowest bit, a pocket begins at bit 0, like a shape.
            found += [known for known in pockets if size < smallest or known // (known & -known) not in shapes]
        return found

    cdef void rule_out(self, int32_t k, uint64_t *table, wide_window pocket) noexcept nogil:
        """Remove from each entry of *table* the slots that leave *pocket* empty with all cells around it covered."""
        cdef const Key *key = &self.key[k]
        cdef wide_window around, seen, unseen, filled = 0, cells = cells_of(key)
        cdef uint64_t found, base
        cdef size_t at, others, rest
        cdef int32_t w
        if pocket << self.shifts.farthest >> self.shifts.farthest != pocket:
            return  # some neighbour is outside the window
        # Each slot covers the first cell, and all cells before it are covered. The cells around that are not in the key
        # must be covered by the slot; the cells in the key must be covered by the slot or occupied.
        around = neighbours(pocket, &self.shifts) & ~pocket & ~<wide_window>1
        seen = around & cells
        unseen = around & ~cells
        others = index_of(key, cells & ~pocket & ~around, self.key_bits)
        for w in range(self.words):
            base = self.every[w] & ~self.covering_any(pocket, w) & self.covering_all(unseen, w)
            # Visit each occupied subset of the cells *seen*, with each occupancy of the other cells of the key. Both
            # loops go through subsets as `fill_lookup` does.
            while base:
                found = base & self.covering_all(seen & ~filled, w)
                at = index_of(key, filled, self.key_bits)
                rest = 0
                while found:
                    self.ruled_out += bit_count(table[(at | rest) * self.words + w] & found)
                    table[(at | rest) * self.words + w] &= ~found
                    rest = (rest - others) & others
                    if not rest:
                        break
                filled = (filled - seen) & seen
                if not filled:
                    break

    cdef uint64_t covering_any(self, wide_window cells, int32_t word) noexcept nogil:
        cdef uint64_t found = 0
        while cells:
            found |= self.covering[first_bit(cells) * self.words + word]
            cells &= cells - 1
        return found

    cdef uint64_t covering_all(self, wide_window cells, int32_t word) noexcept nogil:
        cdef uint64_t found = ALL
        while cells and found:
            found &= self.covering[first_bit(cells) * self.words + word]
            cells &= cells - 1
        return found

    def __dealloc__(self):
        free(self.masks)
        free(self.every)
        free(self.covering)
        free(self.lookup)
