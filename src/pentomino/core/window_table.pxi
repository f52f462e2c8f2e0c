# The table of the window engine: which orientations fit, for every occupancy near the first empty cell.

cdef check_owners(owners, number, pieces):
    if len(owners) != number or not all([0 <= owner < pieces for owner in owners]):
        raise ValueError("each slot or option must have an owner among the pieces")


cdef struct Key:
    uint64_t bits     # the cells that index the table, as bits of the window from `at` on
    uint64_t factor   # gathers them: index = ((window >> at & bits) * factor) >> shift
    int32_t at


cdef class WindowTable:
    """A puzzle compiled for the window engine; immutable.

    `WindowTable(stride, free, masks, owners, sizes, least, most, allowed=None)`: *free* is an integer whose bit p is
    set where position p is a free cell; positions run line by line, *stride* a line, the last of each line blocked.
    *masks* gives for each slot the cells of an orientation relative to its first cell (bit 0), or 0 for an unused
    slot; *owners* the piece of each slot. The slots of a piece lie within one group of 64. *allowed*, if given,
    holds for each position an integer whose bit s is set where slot s may be placed there.

    For each key, a set of cells near the first empty one, a table tells the slots that fit as far as these cells show,
    less those that would shut off a pocket which no piece can fill.
    """

    cdef readonly int32_t stride
    cdef readonly int32_t slots
    cdef int32_t end          # position of the first cell behind the board and a blocked line
    cdef int32_t words        # groups of 64 slots
    cdef int32_t key_bits
    cdef int32_t keys
    cdef int32_t reach        # the farthest cell of a slot
    cdef int32_t smallest     # cells of the smallest piece
    cdef Key key[64]
    cdef Copies copies
    cdef unsigned char *blocked
    cdef wide_window *masks
    cdef uint64_t pair[128]   # of a table of one word: masks, then what each slot leaves of the others
    cdef uint64_t *leaves     # for each slot and word: all slots but those of the same piece
    cdef uint64_t *every      # for each word: the slots in use
    cdef uint64_t *cover      # for each cell of the window and word: the slots that cover it
    cdef int32_t *owner
    cdef uint64_t *lookup     # by key, index and word
    cdef uint64_t *allowed

    def __cinit__(self, int32_t stride, free, masks, owners, sizes, least, most, allowed=None):
        cdef int32_t p, word
        if stride < 2 or stride > WIDE_BITS or not any(masks) or max(masks).bit_length() > WIDE_BITS:
            raise ValueError("the puzzle does not fit the window")
        check_owners(owners, len(masks), len(sizes))
        self.stride = stride
        self.end = (-(-free.bit_length() // stride) + 1) * stride
        self.slots = len(masks)
        self.words = (self.slots + 63) // 64
        self.key_bits = 12 if self.words <= 8 else 8
        self.copies = Copies(sizes, least, most)
        self.blocked = <unsigned char *>allocate(self.end, 1)
        bits = free.to_bytes(self.end // 8 + 1, "little")
        for p in range(self.end):
            self.blocked[p] = not (bits[p >> 3] >> (p & 7) & 1)
        self.read_slots(masks, owners)
        self.choose_keys()
        self.lookup = <uint64_t *>allocate((<size_t>self.keys << self.key_bits) * self.words, sizeof(uint64_t))
        for p in range(self.keys):
            self.fill_lookup(p)
        if allowed is not None:
            self.allowed = <uint64_t *>allocate(<size_t>(self.end + 1) * self.words, sizeof(uint64_t))
            for p in range(min(self.end, <int32_t>len(allowed))):
                for word in range(self.words):
                    self.allowed[p * self.words + word] = allowed[p] >> (64 * word) & ALL

    cdef void read_slots(self, masks, owners) except *:
        cdef int32_t slot, other, bit
        cdef uint64_t same
        self.masks = <wide_window *>allocate(self.slots, sizeof(wide_window))
        self.owner = <int32_t *>allocate(self.slots, sizeof(int32_t))
        self.every = <uint64_t *>allocate(self.words, sizeof(uint64_t))
        self.leaves = <uint64_t *>allocate(self.slots * self.words, sizeof(uint64_t))
        self.cover = <uint64_t *>allocate(WIDE_BITS * self.words, sizeof(uint64_t))
        self.smallest = WIDE_BITS
        for slot in range(self.slots):
            mask = masks[slot]
            self.masks[slot] = wide_join(<uint64_t>(mask & ALL), <uint64_t>(mask >> 64))
            self.owner[slot] = owners[slot]
            if not mask:
                continue
            self.every[slot // 64] |= ONE << (slot % 64)
            self.reach = max(self.reach, <int32_t>mask.bit_length() - 1)
            self.smallest = min(self.smallest, <int32_t>mask.bit_count())
            for bit in range(mask.bit_length()):
                if mask >> bit & 1:
                    self.cover[bit * self.words + slot // 64] |= ONE << (slot % 64)
        for slot in range(self.slots):
            for other in range(self.words):
                self.leaves[slot * self.words + other] = ALL
            same = 0
            for other in range(slot // 64 * 64, min(self.slots, slot // 64 * 64 + 64)):
                if self.owner[other] == self.owner[slot]:
                    same |= ONE << (other % 64)
            self.leaves[slot * self.words + slot // 64] = ~same
            if self.words == 1:
                self.pair[slot] = <uint64_t>self.masks[slot]
                self.pair[64 + slot] = ~same

    cdef void choose_keys(self) except *:
        """Share out the cells that matter, in order, among keys of at most `key_bits` cells near each other."""
        cdef wide_window need = 0, bits, around
        cdef int32_t slot, keys = 0
        cdef Gathering gathering
        for slot in range(self.slots):
            need |= self.masks[slot]
        need &= ~<wide_window>1
        while need or keys == 0:
            gathering = next_key(need, self.stride, self.key_bits, self.reach >= 64)
            bits = gathering.cells
            need &= ~bits
            # Spare bits show more of the surroundings, and so more pockets.
            around = bits << 1 | bits >> 1 | bits << self.stride | bits >> self.stride
            if keys == 0:
                around &= ~<wide_window>0 << min(2 * self.stride, WIDE_BITS - 1)
            widen(&gathering, around, self.key_bits, self.reach >= 64)
            if keys == 0:
                widen(&gathering, need, self.key_bits, self.reach >= 64)
            self.key[keys].at = gathering.at
            self.key[keys].bits = <uint64_t>(gathering.cells >> gathering.at)
            self.key[keys].factor = gathering.factor
            keys += 1
        if keys == 1:
            # The plain loop reads two tables.
            self.key[1] = self.key[0]
            keys = 2
        self.keys = keys

    cdef inline size_t index(self, int32_t k, wide_window occupied) noexcept nogil:
        cdef uint64_t seen = <uint64_t>(occupied >> self.key[k].at) & self.key[k].bits
        return (seen * self.key[k].factor) >> (64 - self.key_bits)

    cdef void fill_lookup(self, int32_t k) except *:
        """Fill one table: a slot fits where it covers none of the occupied cells of the key."""
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
            entry = table + self.index(k, occupied) * self.words
            smaller = table + self.index(k, without) * self.words
            taken = self.cover + first_bit(occupied) * self.words
            for w in range(self.words):
                entry[w] = smaller[w] & ~taken[w]
            occupied = (occupied - cells) & cells
        self.rule_out_pockets(k, cells)

    cdef void rule_out_pockets(self, int32_t k, wide_window cells) except *:
        """Take out of a table what would shut off a pocket of up to four cells of the key that no piece can fill.

        A pocket is dead if it is smaller than every piece; or smaller than two, and no piece has its shape.
        """
        cdef wide_window pocket, grown, edge, lowest
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
                grown = pocket << 1 | pocket >> 1 | pocket << self.stride | pocket >> self.stride
                edge = grown & cells & ~pocket
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
        cdef int32_t w
        if pocket << self.stride >> self.stride != pocket:
            return
        around = (pocket << 1 | pocket >> 1 | pocket << self.stride | pocket >> self.stride)
        around &= ~pocket & ~<wide_window>1
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
                        table[self.index(k, filled | rest) * self.words + w] &= ~found
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
        free(self.blocked)
        free(self.masks)
        free(self.owner)
        free(self.every)
        free(self.leaves)
        free(self.cover)
        free(self.lookup)
        free(self.allowed)
