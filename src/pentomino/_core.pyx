# cython: language_level=3, auto_pickle=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False
"""The search engines: integers in, placement numbers out.

Two engines place at the first empty cell, with an explicit stack and without the GIL:

- `WindowSearch` over a `WindowTable`: cells are numbered line by line with a blocked cell after each line. All cells
  before the first empty one are covered, so a window of 64 or 128 bits from there on is all the state that there is,
  however long the board. Lookup tables keyed by the occupancy of the window say which orientations fit.
- `ListSearch` over a `ListTable`: any exact cover whose options are sets of numbered cells, filed by their first
  cell, each tested by OR and XOR. It serves boards that no window can hold, and quotients by a symmetry.

A table is immutable and may be shared by any number of searches in any number of threads; a search belongs to
one thread at a time. Cells, orientations and pieces are numbers; nothing here knows what they look like.
"""

from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_RawCalloc, PyMem_RawFree
from libc.stdint cimport int32_t, int64_t, uint64_t

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

    /* One loop serves every kind of window: the type of the window says which, so that the compiler makes a copy of
       the loop for each. A compiler without 128-bit integers has a wide window of 64 bits: wider boards then
       take the list engine. */
    typedef unsigned long long plain_window;
    typedef unsigned long long single_window;
    typedef unsigned long long pair_window;
    typedef unsigned long long many_window;
    #if defined(__SIZEOF_INT128__)
    __extension__ typedef unsigned __int128 wide_window;
    #define wide_join(low, high) ((wide_window)(high) << 64 | (low))
    #define wide_high(window) ((unsigned long long)((window) >> 64))
    #else
    typedef unsigned long long wide_window;
    #define wide_join(low, high) ((void)(high), (wide_window)(low))
    #define wide_high(window) ((void)(window), 0ULL)
    #endif
    #define WIDE_BITS ((int)(8 * sizeof(wide_window)))
    static int wide_first_bit(wide_window window) {
        unsigned long long low = (unsigned long long)window;
        return low ? lowest_bit(low) : 64 + lowest_bit(wide_high(window));
    }
    /* The position of the lowest bit of a window of any kind that is not empty. */
    #define first_bit(window) (sizeof(window) > 8 ? wide_first_bit(window) : lowest_bit((unsigned long long)(window)))
    """
    int lowest_bit(uint64_t word) noexcept nogil
    int bit_count(uint64_t word) noexcept nogil
    # Cython tells the members of a fused type apart by these types; the compiler uses those above.
    ctypedef unsigned long plain_window
    ctypedef size_t single_window
    ctypedef long pair_window
    ctypedef long long many_window
    ctypedef unsigned long long wide_window
    wide_window wide_join(uint64_t low, uint64_t high) noexcept nogil
    uint64_t wide_high(wide_window window) noexcept nogil
    int first_bit(wide_window window) noexcept nogil
    const int WIDE_BITS

WINDOW = WIDE_BITS
"""How many bits the widest window has: the farthest reach of an orientation from its first cell, and one."""

cdef enum Outcome:
    EXHAUSTED = 0
    SOLUTION = 1
    PAUSED = 2

# Nodes between two looks at signals and clock: a few milliseconds.
cdef int64_t SLICE = 1 << 18
cdef uint64_t ONE = 1
cdef uint64_t ALL = ~<uint64_t>0


cdef void *allocate(size_t number, size_t size) except NULL:
    cdef void *block = PyMem_RawCalloc(max(number, 1), size)
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
        if not len(sizes) == len(least) == len(most):
            raise ValueError("sizes, least and most must be equally long")
        self.pieces = len(sizes)
        self.size = <int32_t *>allocate(self.pieces, sizeof(int32_t))
        self.least = <int32_t *>allocate(self.pieces, sizeof(int32_t))
        self.most = <int32_t *>allocate(self.pieces, sizeof(int32_t))
        for i in range(self.pieces):
            self.size[i] = sizes[i]
            self.least[i] = least[i]
            self.most[i] = most[i]

    def __dealloc__(self):
        PyMem_RawFree(self.size)
        PyMem_RawFree(self.least)
        PyMem_RawFree(self.most)


ctypedef fused window_t:
    plain_window    # one group of slots, two keys, single copies, no restrictions: boards of the classic kind
    single_window   # one group of slots
    pair_window     # two
    many_window     # any number
    wide_window     # any number, and two words of window


cdef inline int count_bits(wide_window window) noexcept nogil:
    return bit_count(<uint64_t>window) + bit_count(wide_high(window))


cdef object join(wide_window window):
    """The window as a Python integer."""
    return int(<uint64_t>window) | int(wide_high(window)) << 64


cdef wide_window lowest_bits(wide_window window, int32_t number) noexcept nogil:
    """The *number* lowest bits of a window."""
    cdef wide_window rest = window
    while number > 0 and rest:
        rest &= rest - 1
        number -= 1
    return window & ~rest


cdef struct Runs:
    int32_t number
    int32_t at[64]        # where each run of consecutive bits starts
    int32_t length[64]
    int32_t key_bits
    int64_t steps


cdef bint gather_runs(Runs *runs, int32_t r, uint64_t factor, uint64_t top, uint64_t low, uint64_t *result) noexcept:
    """Find a factor that moves run r and those before it into free places among the top bits, depth first.

    Within the top bits no two products may meet; those below may, if their sum cannot carry into the top.
    """
    cdef int32_t shift = 64 - runs.key_bits, at, move, j
    cdef uint64_t taken, total, product
    cdef bint apart
    if r < 0:
        result[0] = factor
        return True
    runs.steps += 1
    if runs.steps > 5000:
        return False
    for at in range(64 - runs.length[r], shift - 1, -1):
        move = at - runs.at[r]
        if move < 0 or factor >> move & 1:
            continue
        taken, total, apart = top, low, True
        for j in range(runs.number):
            if runs.at[j] + move > 63:
                continue
            product = ((ONE << runs.length[j]) - 1) << (runs.at[j] + move)
            if taken & (product >> shift):
                apart = False
                break
            taken |= product >> shift
            total += product & ((ONE << shift) - 1)
        if apart and total < ONE << shift and gather_runs(runs, r - 1, factor | ONE << move, taken, total, result):
            return True
    return False


cdef struct Gathering:
    wide_window cells     # the cells of a key
    uint64_t factor
    int32_t at            # the bit from which 64 are looked at


cdef bint can_gather(wide_window cells, int32_t key_bits, bint wide, Gathering *result) noexcept:
    """Whether one multiplication gathers *cells* into an index; *result* then says how."""
    cdef Runs runs
    cdef int32_t bit = 0
    cdef uint64_t bits
    result.cells = cells
    result.at = first_bit(cells) if wide and cells else 0
    result.factor = 1
    bits = <uint64_t>(cells >> result.at)
    if <wide_window>bits << result.at != cells:
        return False
    runs.number = 0
    runs.key_bits = key_bits
    runs.steps = 0
    while bit < 64:
        if not bits >> bit & 1:
            bit += 1
            continue
        runs.at[runs.number] = bit
        while bit < 64 and bits >> bit & 1:
            bit += 1
        runs.length[runs.number] = bit - runs.at[runs.number]
        runs.number += 1
    return gather_runs(&runs, runs.number - 1, 0, 0, 0, &result.factor)


cdef void widen(Gathering *key, wide_window more, int32_t key_bits, bint wide) noexcept:
    """Add cells of *more* to a key, lowest first, while they fit."""
    cdef Gathering wider
    cdef wide_window bit
    more &= ~key.cells & ~<wide_window>1
    while more and count_bits(key.cells) < key_bits:
        bit = more & (0 - more)
        more ^= bit
        if can_gather(key.cells | bit, key_bits, wide, &wider):
            key[0] = wider


cdef Gathering next_key(wide_window need, int32_t stride, int32_t key_bits, bint wide) noexcept:
    """The lowest cells of *need* that one key takes: so many that the fewest keys serve, whole lines if possible."""
    cdef int32_t total = count_bits(need), keys = (total + key_bits - 1) // key_bits
    cdef int32_t n, attempt, last
    cdef wide_window rest
    cdef Gathering key, other
    for attempt in range(3):
        for n in range(min(total, key_bits), 0, -1):
            key.cells = lowest_bits(need, n)
            rest = need & ~key.cells
            if attempt < 2 and total - n > (keys - 1) * key_bits:
                continue
            if attempt == 0 and rest:
                last = first_bit(need & ~lowest_bits(need, n - 1))
                if (first_bit(rest) + stride // 2) // stride == (last + stride // 2) // stride:
                    continue
            if attempt < 2 and keys == 2 and rest and not can_gather(rest, key_bits, wide, &other):
                continue
            if can_gather(key.cells, key_bits, wide, &key):
                return key
    can_gather(need & (0 - need), key_bits, wide, &key)  # no cells at all: an empty key
    return key


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
        PyMem_RawFree(self.blocked)
        PyMem_RawFree(self.masks)
        PyMem_RawFree(self.owner)
        PyMem_RawFree(self.every)
        PyMem_RawFree(self.leaves)
        PyMem_RawFree(self.cover)
        PyMem_RawFree(self.lookup)
        PyMem_RawFree(self.allowed)


cdef class Search:
    """A search under way: an iterator of solutions, each a tuple of placement numbers; base of both engines.

    `nodes` is the number of nodes visited so far, `dead_ends` of those without a child, `found` the number of
    solutions met. Not to be used by two threads at once: that raises `RuntimeError`. The methods that search look at
    signals every few milliseconds, call *tick*, if given, without arguments, and raise `TimeoutError` once
    `time.monotonic()` has passed *deadline*; after that, or an exception of *tick*, the search can go on.
    """

    cdef readonly int64_t nodes
    cdef readonly int64_t found
    cdef readonly int64_t dead_ends
    cdef bint busy
    cdef bint complete        # the node where the search starts is itself a solution
    cdef int32_t depth        # of the pieces that are counted as placed
    cdef int32_t floor        # of the node from which the search started
    cdef int64_t *profile     # nodes by depth
    cdef int32_t levels
    cdef Copies copies
    cdef int32_t *left
    cdef int32_t *owed
    cdef int64_t owed_cells, open_cells

    cdef void begin(self, Copies copies, used, int64_t area) except *:
        """Set up the counters for a board of *area* free cells with *used* copies of each piece already placed."""
        cdef int32_t i
        if len(used) != copies.pieces:
            raise ValueError("used must be as long as sizes")
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

    cdef void start_at(self, codes) except *:
        """Stand at the node that the placements *codes* lead to."""

    cdef void halt_at(self, int32_t depth) except *:
        """Take nodes of that depth for solutions; -1: no longer."""

    cdef void forget(self) except *:
        """Leave the last answer out of the statistics: it will be met once more, from its node."""
        self.found -= 1

    cdef void enter_run(self) except *:
        if self.busy:
            raise RuntimeError("this search is running in another thread")
        self.busy = True

    cdef bint look_up(self, double deadline, tick) except True:
        """Between two slices: signals, the caller's *tick*, the clock."""
        PyErr_CheckSignals()
        if tick is not None:
            tick()
        if monotonic() > deadline:
            raise TimeoutError()
        return False

    def next(self, double deadline=float("inf"), tick=None):
        """The next solution, or None when there is no more."""
        cdef Outcome outcome = PAUSED
        cdef int64_t until
        self.enter_run()
        try:
            while outcome == PAUSED:
                until = self.nodes + SLICE
                with nogil:
                    outcome = self.advance(until)
                if outcome == PAUSED:
                    self.look_up(deadline, tick)
            PyErr_CheckSignals()
            return None if outcome == EXHAUSTED else self.answer()
        finally:
            self.busy = False

    def __iter__(self):
        return self

    def __next__(self):
        answer = self.next()
        if answer is None:
            raise StopIteration
        return answer

    def take_some(self, int64_t most, double deadline=float("inf"), tick=None):
        """A list of the next solutions, at most *most*; those found within a few milliseconds, none at the end."""
        cdef Outcome outcome = SOLUTION
        cdef int64_t until
        self.enter_run()
        try:
            found = []
            while outcome != EXHAUSTED and len(found) < most and not (found and outcome == PAUSED):
                until = self.nodes + SLICE
                with nogil:
                    outcome = self.advance(until)
                if outcome == SOLUTION:
                    found.append(self.answer())
                elif outcome == PAUSED and not found:
                    self.look_up(deadline, tick)
            return found
        finally:
            self.busy = False

    def count(self, int64_t limit=-1, double deadline=float("inf"), tick=None):
        """The number of solutions from here on, at most *limit* unless it is negative.

        When it raises, `found` tells how many there were.
        """
        cdef int64_t start = self.found, until
        cdef int64_t stop = self.found + min(limit, (<int64_t>1 << 62) - self.found)
        cdef Outcome outcome = SOLUTION
        self.enter_run()
        try:
            while outcome != EXHAUSTED and (limit < 0 or self.found < stop):
                until = self.nodes + SLICE
                with nogil:
                    outcome = self.advance(until)
                    while outcome == SOLUTION and (limit < 0 or self.found < stop):
                        outcome = self.advance(until)
                if outcome == PAUSED:
                    self.look_up(deadline, tick)
            PyErr_CheckSignals()
        finally:
            self.busy = False
        return self.found - start

    def seek(self, codes):
        """Start over: search on only for the solutions that begin with the placement numbers *codes*.

        These must be what `prefixes` gives. Raises `ValueError` where they cannot be placed one after the other.
        """
        self.enter_run()
        try:
            self.start_at(codes)
        finally:
            self.busy = False

    def prefixes(self, int32_t depth, codes=()):
        """The nodes *depth* placements below the one that *codes* lead to, and solutions above, as tuples of codes.

        In the order of the search; the search then stands at the root. What lies below these nodes, each sought in
        turn, are all solutions below that one, in the same order as without. A solution is its own prefix.
        """
        cdef Outcome outcome = SOLUTION
        self.enter_run()
        try:
            self.start_at(codes)
            if depth < 1:
                return [tuple(codes)]
            depth += self.floor
            found = {}
            self.halt_at(depth)
            while outcome != EXHAUSTED:
                outcome = self.advance(self.nodes + SLICE)
                if outcome == SOLUTION:
                    found[self.answer()[:depth]] = None
                    self.forget()
            return list(found)
        finally:
            self.halt_at(-1)
            self.start_at(())
            self.busy = False

    def histogram(self):
        """The number of nodes visited at each depth, as a list."""
        return [self.profile[i] for i in range(self.levels)]

    def fraction(self):
        """How much of the search from where it was started is surely done, from 0 to 1, at a coarse guess."""
        return 0.0

    cdef void allocate_profile(self, int64_t levels) except *:
        self.levels = levels
        self.profile = <int64_t *>allocate(levels, sizeof(int64_t))

    def __dealloc__(self):
        PyMem_RawFree(self.left)
        PyMem_RawFree(self.owed)
        PyMem_RawFree(self.profile)


cdef struct WindowFrame:
    # A node still to be expanded. One with candidates in several groups of 64 slots is as many frames.
    uint64_t placed       # cells covered by pieces, from the first empty cell on: the low 64 bits
    uint64_t open         # slots that fit at the first empty cell, of one group
    const uint64_t *at    # the blocked cells from the first empty cell on
    uint64_t made         # depth << 32 | group << 16 | the slot placed last


cdef class WindowSearch(Search):
    """A search over a `WindowTable`: placement numbers are `position * slots + (slots - 1 - slot)`.

    `WindowSearch(table, covered=0, used=None, check_depth=1)`: *covered* has bit p set where position p is covered
    by pieces already placed, *used* counts these by piece. Nodes with fewer than *check_depth* pieces on the board
    are given up where an empty region has a size that no remaining pieces can sum to. Solutions come in
    ascending order of their placement numbers, which ascend within each. `nodes` counts frames of the stack.

    All children of a node are written to the top of the stack, one over the other unless it has candidates of its own,
    so that no branch depends on it.
    """

    cdef WindowTable table
    cdef int32_t check_depth
    cdef int32_t fixed        # every solution places just so many pieces; -1 if that is not known
    cdef int32_t last         # the depth of a node below which one more piece is a solution; -2 if that is not known
    cdef int64_t first_frames # frames of the children of the node where the search started, as far as they were seen
    cdef bint counted         # copies have to be counted: some piece has several, or their number is open
    cdef bint guarded         # a whole window may be full
    cdef uint64_t *blocked    # for each position: which of the 64 from there on are blocked
    cdef WindowFrame *stack
    cdef WindowFrame *top
    cdef uint64_t *upper      # the high bits of `placed` of each frame, of a wide window
    cdef uint64_t *unused     # for each depth and group: the slots whose pieces are not used up
    cdef int32_t *slot_at     # the slot placed at each depth, and where
    cdef const uint64_t **cell_at
    cdef int32_t length       # of the last answer
    cdef int32_t last_depth   # of the node that gave it

    def __cinit__(self, WindowTable table not None, covered=0, used=None, int32_t check_depth=1):
        cdef int64_t area
        self.table = table
        self.check_depth = check_depth
        area = self.block(covered)
        self.begin(table.copies, [0] * table.copies.pieces if used is None else used, area)
        self.count_pieces()
        self.allocate_stack(area)
        self.start_at(())

    cdef int64_t block(self, covered) except *:
        """Note the blocked cells of the windows at all positions; return the number of free cells."""
        cdef WindowTable table = self.table
        cdef int32_t p, run = 0, longest = 0
        cdef int64_t area = 0
        cdef uint64_t shut
        taken = covered.to_bytes(table.end // 8 + 1, "little")
        cdef const unsigned char *bits = taken
        # Behind the board comes a blocked line, and then nothing but empty cells: there the search is done.
        self.blocked = <uint64_t *>allocate(table.end + 129, sizeof(uint64_t))
        for p in range(table.end - 1, -1, -1):
            shut = table.blocked[p] or bits[p >> 3] >> (p & 7) & 1
            area += not shut
            run = run + 1 if shut else 0
            longest = max(longest, run)
            self.blocked[p] = self.blocked[p + 1] << 1 | shut
        self.guarded = table.reach + longest >= (63 if table.reach < 64 else WIDE_BITS - 1)
        return area

    cdef void count_pieces(self) except *:
        """Find out whether the number of pieces of a solution is fixed, and whether copies must be counted."""
        cdef int32_t i
        cdef bint exact = self.owed_cells == self.open_cells
        self.counted = self.check_depth > 1
        self.fixed = 0
        for i in range(self.copies.pieces):
            if exact:
                self.left[i] = max(0, self.owed[i])
            if self.left[i] > 1 or (self.left[i] > self.owed[i] and self.owed_cells > 0):
                self.counted = True
            self.fixed += max(0, self.left[i])
        if not exact or self.fixed == 0:
            self.fixed = -1
        self.last = self.fixed - 1

    cdef void allocate_stack(self, int64_t area) except *:
        cdef int64_t levels = area // self.table.smallest + 3, frames
        frames = (levels * min(64, self.table.slots) + 2) * self.table.words
        self.allocate_profile(levels + 1)
        self.stack = <WindowFrame *>allocate(frames, sizeof(WindowFrame))
        if self.table.reach >= 64:
            self.upper = <uint64_t *>allocate(frames, sizeof(uint64_t))
        self.unused = <uint64_t *>allocate((levels + 1) * self.table.words, sizeof(uint64_t))
        self.slot_at = <int32_t *>allocate(levels + 2, sizeof(int32_t))
        self.cell_at = <const uint64_t **>allocate(levels + 2, sizeof(uint64_t *))

    cdef void start_at(self, codes) except *:
        cdef const uint64_t *at = self.blocked
        cdef int32_t slot = 0, depth = 0
        cdef int64_t slots = self.table.slots
        cdef wide_window placed = 0
        while self.depth > 0:
            self.give_back(self.table.owner[self.slot_at[self.depth]], 1)
            self.depth -= 1
        self.top = self.stack
        self.floor = len(codes)
        self.first_frames = 0
        for slot in range(self.table.slots):
            self.unused[slot // 64] &= ~(ONE << (slot % 64))
        for slot in range(self.table.slots):
            if self.left[self.table.owner[slot]] > 0:
                self.unused[slot // 64] |= ONE << (slot % 64)
        while at[0] & 1:
            at += 1
        for code in codes:
            if depth > 0:
                self.settle(depth, slot)
            slot = slots - 1 - code % slots
            if code // slots != at - self.blocked or self.left[self.table.owner[slot]] < 1 or depth + 1 >= self.levels:
                raise ValueError("these placements do not follow one another")
            depth += 1
            self.cell_at[depth] = at
            self.slot_at[depth] = slot
            placed |= self.table.masks[slot]
            while at - self.blocked < self.table.end and (at[0] | <uint64_t>placed) & 1:
                at += 1
                placed >>= 1
        if at - self.blocked == self.table.end:
            # Only a search hands out placements that fill the board, and then they were a solution.
            self.complete = depth > 0 or self.owed_cells == 0
            self.length = depth
            self.last_depth = depth - (self.fixed > 0)
        else:
            self.complete = False
            self.push(depth, slot, placed, at)

    cdef void settle(self, int32_t depth, int32_t slot) except *:
        """Count the piece of *slot* as placed at *depth*, for good as far as this start goes."""
        cdef int32_t w, words = self.table.words
        cdef uint64_t same
        self.recount(depth, slot)
        same = ALL if self.left[self.table.owner[slot]] > 0 else 0
        for w in range(words):
            self.unused[depth * words + w] = (
                self.unused[(depth - 1) * words + w] & (self.table.leaves[slot * words + w] | same)
            )

    cdef void push(self, int32_t depth, int32_t slot, wide_window placed, const uint64_t *at) except *:
        """Make a node the only one on the stack: *slot* was placed last, *at* is the first empty cell."""
        cdef WindowTable table = self.table
        cdef wide_window occupied = placed | wide_join(at[0], at[64])
        cdef int32_t position = at - self.blocked, w, k
        cdef uint64_t open, same = 0
        if depth == 0 and self.check_depth > 0 and self.has_dead_region(occupied, WIDE_BITS, table.end - position):
            return
        if depth > 0 and self.left[table.owner[slot]] > 1:
            same = ALL
        for w in range(table.words):
            open = self.unused[max(depth - 1, 0) * table.words + w]
            if depth > 0:
                open &= table.leaves[slot * table.words + w] | same
            for k in range(table.keys):
                open &= table.lookup[((<size_t>k << table.key_bits) + table.index(k, occupied)) * table.words + w]
            if table.allowed != NULL:
                open &= table.allowed[position * table.words + w]
            if open:
                if table.reach >= 64:
                    self.upper[self.top - self.stack] = wide_high(placed)
                self.top.placed = <uint64_t>placed
                self.top.open = open
                self.top.at = at
                self.top.made = <uint64_t>depth << 32 | <uint64_t>w << 16 | <uint64_t>slot
                self.top += 1

    cdef void forget(self) except *:
        self.found -= 1
        self.nodes -= 1
        self.profile[self.last_depth] -= 1

    cdef void halt_at(self, int32_t depth) except *:
        self.last = self.fixed - 1
        if depth >= 0 and (self.fixed < 0 or depth < self.fixed):
            self.last = depth

    def fraction(self):
        cdef const WindowFrame *frame = self.stack
        cdef int64_t waiting = 0
        while frame < self.top and <int64_t>(frame.made >> 32) <= self.floor + 1:
            waiting += 1
            frame += 1
        self.first_frames = max(self.first_frames, waiting + 1)
        return (self.first_frames - waiting - 1) / self.first_frames

    cdef bint has_dead_region(self, wide_window occupied, int32_t width, int32_t ahead) noexcept nogil:
        """Whether an empty region that lies within the window has a size that no copies left can sum to.

        The window has *width* bits; *ahead* is how far the end of the board is from its first cell.
        """
        cdef wide_window empty = ~occupied, region, grown, rim = 0, one = 1
        cdef uint64_t sums = self.coverable()
        cdef int32_t stride = self.table.stride, size
        if ahead < width:
            empty &= (one << ahead) - 1
        else:
            # Cells of the last line of the window may have neighbours that it does not show.
            if width < WIDE_BITS:
                empty &= (one << width) - 1
            rim = ~<wide_window>0 << max(width - stride, 0)
        while empty:
            region = empty & (0 - empty)
            while True:
                grown = region | ((region << 1 | region >> 1) & empty)
                if stride < WIDE_BITS:
                    grown |= (region << stride | region >> stride) & empty
                if grown == region:
                    break
                region = grown
            size = count_bits(region)
            if not region & rim and size < 64 and not sums >> size & 1:
                return True
            empty &= ~region
        return False

    cdef bint recount(self, int32_t depth, int32_t slot) noexcept nogil:
        """Take back the pieces from *depth* on and count the one of *slot*, now placed there.

        False where the cells left cannot hold the copies still owed.
        """
        while self.depth >= depth:
            self.give_back(self.table.owner[self.slot_at[self.depth]], 1)
            self.depth -= 1
        self.depth = depth
        self.slot_at[depth] = slot
        return self.take(self.table.owner[slot], 1)

    cdef Outcome advance(self, int64_t until) noexcept nogil:
        cdef Outcome outcome
        if self.complete:
            self.complete = False
            self.nodes += 1
            self.profile[self.last_depth] += 1
            self.found += 1
            return SOLUTION
        if self.table.reach >= 64:
            outcome = expand[wide_window](self, 0, until)
        elif self.table.words > 2:
            outcome = expand[many_window](self, 0, until)
        elif self.table.words == 2:
            outcome = expand[pair_window](self, 0, until)
        elif (
            self.table.keys != 2 or self.counted or self.guarded or self.table.allowed != NULL
            or self.fixed < 0 or self.check_depth > 1
        ):
            outcome = expand[single_window](self, 0, until)
        else:
            outcome = expand[plain_window](self, 0, until)
        self.found += outcome == SOLUTION
        return outcome

    cdef tuple answer(self):
        cdef int32_t i
        cdef int64_t slots = self.table.slots
        return tuple([
            (self.cell_at[i] - self.blocked) * slots + slots - 1 - self.slot_at[i] for i in range(1, self.length + 1)
        ])

    def __dealloc__(self):
        PyMem_RawFree(self.blocked)
        PyMem_RawFree(self.stack)
        PyMem_RawFree(self.upper)
        PyMem_RawFree(self.unused)
        PyMem_RawFree(self.slot_at)
        PyMem_RawFree(self.cell_at)


cdef Outcome expand(WindowSearch self, window_t kind, int64_t until) noexcept nogil:
    """Search on. Only the type of *kind* counts: what it settles, the compiler leaves out of that copy of the loop."""
    cdef WindowFrame *top = self.top
    cdef const WindowFrame *bottom = self.stack
    cdef const uint64_t *end = self.blocked + self.table.end
    cdef const uint64_t *at
    cdef const uint64_t *to
    cdef const uint64_t *pair = self.table.pair
    cdef const uint64_t *lookup = self.table.lookup
    cdef uint64_t *unused
    cdef window_t placed, walls, now, gap
    cdef uint64_t open, made, depth, slot, i, child, same, more, left, seen
    cdef size_t entry[64]
    cdef int32_t words = self.table.words, keys = self.table.keys, key_bits = self.table.key_bits
    cdef int32_t last = self.last, check_depth = self.check_depth, skip, group, k, w
    cdef bint open_ended = self.fixed < 0
    cdef bint counted = self.counted, guarded = self.guarded, restricted = self.table.allowed != NULL
    cdef int64_t nodes = self.nodes, dead_ends = self.dead_ends
    cdef int64_t *profile = self.profile
    cdef const WindowFrame *before
    cdef Outcome outcome = EXHAUSTED
    if window_t is plain_window:
        words, keys, key_bits, check_depth = 1, 2, 12, 0
        counted = guarded = restricted = open_ended = False
    elif window_t is single_window:
        words, key_bits = 1, 12
    elif window_t is pair_window:
        words, key_bits = 2, 12
    while top > bottom:
        if nodes >= until:
            outcome = PAUSED
            break
        nodes += 1
        top -= 1
        placed, at, made, open = top.placed, top.at, top.made, top.open
        walls = at[0]
        if window_t is wide_window:
            placed |= wide_join(0, self.upper[top - bottom])
            walls |= wide_join(0, at[64])
        depth = made >> 32
        profile[depth] += 1
        group = 0 if words == 1 else <int32_t>(made >> 16 & 0xFFFF)
        slot = made & 0xFFFF
        unused = self.unused + depth * words
        if depth > 0:
            same = 0
            if counted:
                if not self.recount(<int32_t>depth, <int32_t>slot):
                    continue
                if self.left[self.table.owner[slot]] > 0:
                    same = ALL
            self.slot_at[depth] = <int32_t>slot
            if words == 1:
                unused[0] = (unused - 1)[0] & (pair[64 + slot] | same)
            else:
                for w in range(words):
                    unused[w] = (unused - words)[w] & (self.table.leaves[slot * words + w] | same)
        self.cell_at[depth + 1] = at
        if open_ended and at == end:
            self.length = self.last_depth = <int32_t>depth
            outcome = SOLUTION
            break
        if <int32_t>depth == last:
            # With a fixed number of pieces the last has one candidate, and that fills the board.
            self.slot_at[depth + 1] = lowest_bit(open) + group * 64
            self.length = <int32_t>depth + 1
            self.last_depth = <int32_t>depth
            outcome = SOLUTION
            break
        if check_depth > 1 and <int32_t>depth < check_depth:
            if self.has_dead_region(placed | walls, 8 * sizeof(window_t), <int32_t>(end - at)):
                continue
        child = (depth + 1) << 32
        before = top
        while open:
            i = lowest_bit(open) + <uint64_t>group * 64
            open &= open - 1
            if words == 1:
                now = placed | <window_t>self.table.masks[i]
            else:
                now = placed | <window_t>self.table.masks[i]
            gap = ~(now | walls)
            if guarded and gap == 0:
                to = at + 8 * sizeof(window_t)
                now = 0
                while to[0] & 1:
                    to += 1
            else:
                skip = first_bit(gap)
                to = at + skip
                now >>= skip
            gap = now | to[0]
            if window_t is wide_window:
                gap |= wide_join(0, to[64])
            more = 0
            if counted and self.left[self.table.owner[i]] > 1:
                more = ALL
            for k in range(keys):
                if window_t is wide_window:
                    seen = <uint64_t>(gap >> self.table.key[k].at) & self.table.key[k].bits
                else:
                    seen = gap & self.table.key[k].bits
                entry[k] = ((seen * self.table.key[k].factor >> (64 - key_bits)) + (<size_t>k << key_bits)) * words
            for w in range(words):
                if words == 1:
                    left = unused[0] & (pair[64 + i] | more)
                else:
                    left = unused[w] & (self.table.leaves[i * words + w] | more)
                for k in range(keys):
                    left &= lookup[entry[k] + w]
                if restricted:
                    left &= self.table.allowed[(to - self.blocked) * words + w]
                top.placed = <uint64_t>now
                top.open = left
                top.at = to
                top.made = child | <uint64_t>w << 16 | i
                if window_t is wide_window:
                    self.upper[top - bottom] = wide_high(now)
                if window_t is plain_window:
                    top += left != 0
                elif open_ended and to == end:
                    top += w == 0  # a solution: one frame for it, whatever would fit behind the board
                else:
                    top += left != 0
        dead_ends += top == before
    self.top = top
    self.nodes = nodes
    self.dead_ends = dead_ends
    return outcome


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
        if cells < 0 or not all([len(covered) and min(covered) >= 0 and max(covered) < cells for covered, _, _ in options]):
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
        PyMem_RawFree(self.first)
        PyMem_RawFree(self.by_cell)
        PyMem_RawFree(self.part_at)
        PyMem_RawFree(self.parts)
        PyMem_RawFree(self.owner)
        PyMem_RawFree(self.units)


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
        return max(0, frame.next - start - 1) / max(number, 1)

    def __dealloc__(self):
        PyMem_RawFree(self.occupied)
        PyMem_RawFree(self.stack)
