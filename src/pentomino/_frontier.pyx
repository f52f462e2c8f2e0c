# cython: language_level=3, auto_pickle=False, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The counting engine: integers in, numbers out. It counts exact covers without visiting each of them.

Cells are numbered, and covered in that order. What is left to do depends only on a *node*, that is the first empty
cell and the window of occupied cells from there on, and on a *set*, the copies used so far, packed into one integer.
The *level* of a node is the number of cells covered. An edge leads from a node to a node, by an option that covers
the first empty cell; the options that change a set in the same way are one *move*.

Where copies have to be counted (`Lists`), this is meeting in the middle over nodes:

1. lists and nodes together, forward, while few sets meet in a node: `list[node]` pairs each set with the ways to it;
2. nodes alone, to the end, and a sweep back that drops those that do not reach the full board;
3. lists from both ends, always the side whose next level is cheaper. Backward, a list pairs a set *already used* with
   the ways to finish, so that both sides speak of the same set where they meet;
4. the join: the sum, over the edges that cross the cut, of products of ways.

Where no copies are counted, or numbers pass 128 bits, one pass forward over (node, set) does it (`roll`), with
numbers of any size: the transfer matrix.

A `FrontierTable` is immutable and may be shared by threads; a `FrontierRun` belongs to one thread, which may have
others help it. Options, cells and pieces are numbers; nothing here knows what they look like.
"""

from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_RawCalloc, PyMem_RawFree, PyMem_RawMalloc, PyMem_RawRealloc
from cython cimport final
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memmove, memset

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
    #if defined(__GNUC__)
    #define prefetch(address) __builtin_prefetch(address)
    #else
    #define prefetch(address) ((void)(address))
    #endif
    static int bit_count(unsigned long long word) {
        word -= (word >> 1) & 0x5555555555555555ULL;
        word = (word & 0x3333333333333333ULL) + ((word >> 2) & 0x3333333333333333ULL);
        word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (int)((word * 0x0101010101010101ULL) >> 56);
    }
    static int highest_bit(unsigned long long word) {
        word |= word >> 1; word |= word >> 2; word |= word >> 4;
        word |= word >> 8; word |= word >> 16; word |= word >> 32;
        return bit_count(word) - 1;
    }

    /* One loop serves every width of sets and of numbers. A compiler without 128-bit integers counts up to 64 bits in
       lists; what passes that is left to the pass with numbers of any size. */
    #include <stdint.h>
    typedef uint32_t short_set;
    typedef uint64_t long_set;
    typedef uint32_t small;
    typedef uint64_t large;
    #if defined(__SIZEOF_INT128__)
    __extension__ typedef unsigned __int128 huge;
    #define upper_half(number) ((uint64_t)((number) >> 64))
    #else
    typedef uint64_t huge;
    #define upper_half(number) ((void)(number), (uint64_t)0)
    #endif
    #define HUGE_BYTES ((int)sizeof(huge))
    """
    int lowest_bit(uint64_t word) noexcept nogil
    int highest_bit(uint64_t word) noexcept nogil
    int bit_count(uint64_t word) noexcept nogil
    void prefetch(const void *address) noexcept nogil
    # Cython tells the members of a fused type apart by these types; the compiler uses those above.
    ctypedef unsigned int short_set
    ctypedef unsigned long long_set
    ctypedef unsigned int small
    ctypedef unsigned long large
    ctypedef unsigned long long huge
    uint64_t upper_half(huge number) noexcept nogil
    const int HUGE_BYTES

ctypedef fused set_t:
    short_set
    long_set

ctypedef fused source_t:
    small
    large
    huge

ctypedef fused sum_t:
    small
    large
    huge

cdef uint64_t ONE = 1
cdef uint64_t ALL = ~<uint64_t>0
cdef uint32_t DEAD = 0xFFFFFFFF

cdef enum:
    MOST_MOVES = 256        # an edge names its move in a byte
    MOST_SHARED = 4         # words of options up to which all cells share one table
    DENSE_BITS = 22         # sets up to which sums are filed by set, not hashed
    MOST_SET_BITS = 63
    BATCH = 128             # children that are met together, so that memory is asked for ahead
    SOME_NODES = 1 << 13    # nodes between two looks at signals and clock: a few milliseconds
    SOME_STEPS = 1 << 21    # entries of lists: the same
    MOST_ENDS = 1 << 18     # sets at the end up to which lists are made from there

# Nodes are met with lists as long as these are short: on average, and up to that part of the cells.
cdef double SHORT_LISTS = 4, EARLY = 0.6


class FrontierUnfit(Exception):
    """The puzzle is beyond this engine: the message says why. A search can still do it."""


class _TooLarge(Exception):
    """Numbers would pass what lists can hold."""


cdef void *allocate(size_t number, size_t size) except NULL:
    cdef void *block = PyMem_RawCalloc(max(number, 1), size)
    if block == NULL:
        raise MemoryError()
    return block


# ------------------------------------------------------------------------------------------------ the puzzle


cdef struct Option:
    uint64_t mask     # the cells it covers, the first one bit 0
    uint64_t once     # the bit of its piece, if a solution uses that at most once
    uint8_t move


cdef struct Move:
    uint64_t field    # the bits of a set that count the copies; none: they are not counted
    uint64_t unit     # one copy
    uint64_t add      # the copies that the option uses
    uint64_t cap      # where the count stops: the most copies, or the least ones if more of them do no harm
    uint64_t limit    # may be made if the count is not above this
    bint saturates    # may always be made; the count stays at the cap
    int32_t weight
    int32_t cells     # how many it covers, that is: how many levels on


cdef struct Rules:
    int32_t positions         # cells are numbered below this, with gaps
    int32_t cells             # how many there are
    int32_t stride            # neighbours are the numbers +-1 and +-stride; 0: not known
    uint64_t lone             # the window's bits where a single shut off cell is seen for sure, and cannot be covered
    uint64_t *walls           # by position: the numbers from there on that are no cells
    uint64_t *pockets         # by level: bit n set where some of the pieces left may cover n cells; or NULL
    int32_t *words            # by position, where its options are: words of 64,
    int32_t *options_at       #     the first option,
    int64_t *leaves_at        #     the first row of `leaves`,
    int64_t *valid_at         #     the words of `valid`
    Option *options
    uint64_t *leaves          # a row for each bit of the window: the options that do not cover it
    uint64_t *valid           # the options that may be placed
    uint64_t *span            # by position: the bits of the window that options cover
    int32_t most_options      # of a position
    Move moves[MOST_MOVES]
    int32_t number_of_moves
    int32_t longest           # the most cells of an option
    int32_t shortest
    int32_t set_bits
    int32_t drop              # 1 where the level tells the lowest bit of a set by the others, so that sums need it not
    uint64_t single           # the fields of one bit and at most one copy
    uint64_t *must            # by position: the copies that no option from there on can place
    uint64_t *cannot          # by position: those that none before can


@final
cdef class FrontierTable:
    """An exact cover compiled for counting; immutable.

    `FrontierTable(cells, slots, options, sizes, least, most, area, stride=0, pockets=None)`: bit p of the integer
    *cells* is set where p is the number of a cell. *slots* are (mask, piece), allowed wherever the mask, moved to a
    first cell, covers cells only; *options* are (first cell, mask, piece, copies used, weight). Weights multiply: each
    cover counts as the product of its options' weights. *least* and *most* copies are of pieces with *sizes* that add
    up to *area*. With *stride*, cells p and p + 1, p and p + stride are neighbours, options are connected, and
    *pockets* tells for each number of cells covered, by bit n, whether some of the pieces then left may cover n.

    Raises `FrontierUnfit` where an option reaches beyond 64 cells, or sets beyond 63 bits.
    """

    cdef Rules rules
    cdef readonly int32_t set_bits
    cdef readonly int32_t cells
    cdef list ends            # the sets that a solution may end with; None: too many
    cdef list fields          # of each piece: (first bit, bits, least copies, where the count stops)

    def __cinit__(self, cells, slots, options, sizes, least, most, int64_t area, int32_t stride=0, pockets=None):
        cdef int32_t p
        self.rules.positions = cells.bit_length()
        self.rules.cells = self.cells = cells.bit_count()
        self.rules.stride = stride if stride < 64 and pockets is not None else 0
        self.rules.walls = <uint64_t *>allocate(self.rules.positions + 1, sizeof(uint64_t))
        walls = ~cells
        for p in range(self.rules.positions + 1):
            self.rules.walls[p] = walls >> p & ALL
        if self.rules.stride:
            self.rules.pockets = <uint64_t *>allocate(self.rules.cells + 1, sizeof(uint64_t))
            for p in range(self.rules.cells + 1):
                self.rules.pockets[p] = pockets[p]
        where = self.places(slots, options)
        self.pack_sets(where, sizes, least, most, area)
        self.ends = self.sets_at_the_end(sizes, least, most, area)
        self.file_options(where)
        self.find_deadlines(where)
        if self.rules.stride and self.rules.shortest > 1:
            self.rules.lone = ALL >> self.rules.stride

    cdef dict places(self, slots, options):
        """The positions, as a bit set, of each kind of option: (mask, piece, copies, weight)."""
        cdef int32_t p, positions = self.rules.positions
        cdef uint64_t bits
        where = {}
        for mask, piece in slots:
            if not mask or mask >> 64:
                if mask:
                    raise FrontierUnfit("an option reaches beyond 64 cells")
                continue
            bits = mask
            places = bytearray(positions // 8 + 1)
            for p in range(positions):
                if not self.rules.walls[p] & bits:
                    places[p >> 3] |= 1 << (p & 7)
            if any(places):
                where[mask, piece, 1, 1] = int.from_bytes(places, "little")
        for first, mask, piece, copies, weight in options:
            if mask >> 64:
                raise FrontierUnfit("an option reaches beyond 64 cells")
            kind = mask, piece, copies, weight
            where[kind] = where.get(kind, 0) | 1 << first
        return where

    cdef void pack_sets(self, dict where, sizes, least, most, int64_t area) except *:
        """Give each piece whose copies have to be counted a field, and make the moves.

        The piece with most places comes lowest, so that rare ones, which soon are used in all states or none, halve
        the part of the sums that is in use.
        """
        cdef int32_t at = 0
        cdef Rules *rules = &self.rules
        places = [0] * len(sizes)
        for (_, piece, _, _), cells in where.items():
            places[piece] += cells.bit_count()
        self.fields = [(0, 0, 0, 0)] * len(sizes)
        caps = [0] * len(sizes)
        open_ended = [False] * len(sizes)
        order = sorted(range(len(sizes)), key=lambda piece: -places[piece])
        for piece in order:
            free = (most[piece] + 1) * sizes[piece] > area and most[piece] > least[piece]
            open_ended[piece] = free
            caps[piece] = least[piece] if free else most[piece]
            bits = caps[piece].bit_length()
            self.fields[piece] = at, bits, least[piece], caps[piece]
            at += bits
            if at > MOST_SET_BITS:
                raise FrontierUnfit("the copies used do not fit 63 bits")
        rules.set_bits = self.set_bits = at
        self.make_moves(where, caps, open_ended)
        told = all([mask.bit_count() == copies * sizes[piece] for mask, piece, copies, _ in where])
        every = all([self.fields[piece][1] and not open_ended[piece] for piece in order if most[piece]])
        rules.drop = bool(told and every and order and self.fields[order[0]][1] == 1)
        for piece in order:
            if self.fields[piece][1] == 1 and not open_ended[piece]:
                rules.single |= ONE << <int32_t>self.fields[piece][0]

    cdef void make_moves(self, dict where, caps, open_ended) except *:
        cdef Move *move
        cdef Rules *rules = &self.rules
        known = {}
        rules.shortest = rules.cells + 1
        for kind in list(where):
            mask, piece, copies, weight = kind
            start, bits, _, _ = self.fields[piece]
            if not open_ended[piece] and copies > caps[piece]:
                del where[kind]
                continue
            counted = (piece, min(copies, caps[piece])) if bits else (-1, 0)
            key = *counted, weight, mask.bit_count()
            if key not in known:
                if len(known) == MOST_MOVES:
                    raise FrontierUnfit("there are more than 256 kinds of moves")
                known[key] = len(known)
                move = &rules.moves[known[key]]
                move.weight = weight
                move.cells = mask.bit_count()
                if bits:
                    move.field = ((ONE << <int32_t>bits) - 1) << <int32_t>start
                    move.unit = ONE << <int32_t>start
                    move.cap = <uint64_t>caps[piece] << <int32_t>start
                    move.add = <uint64_t>counted[1] << <int32_t>start
                    move.limit = move.cap - move.add
                    move.saturates = open_ended[piece]
                rules.longest = max(rules.longest, move.cells)
                rules.shortest = min(rules.shortest, move.cells)
            where[kind] = where[kind], known[key]
        rules.number_of_moves = len(known)

    cdef list sets_at_the_end(self, sizes, least, most, int64_t area):
        """The sets that a solution may end with, or None where there are too many; more than needed do no harm."""
        found = [(0, 0)]
        rest = sum([most[piece] * sizes[piece] for piece in range(len(sizes))])
        slack = sum([most[piece] * sizes[piece] for piece in range(len(sizes)) if not self.fields[piece][1]])
        for piece, (start, bits, _, high) in enumerate(self.fields):
            rest -= most[piece] * sizes[piece]
            if not bits:
                continue
            # A count that stops at its least copies stands for any number from there on.
            slack += (most[piece] - high) * sizes[piece]
            found = [
                (used | copies << start, covered + copies * sizes[piece])
                for used, covered in found
                for copies in range(least[piece], high + 1)
                if area - rest - slack <= covered + copies * sizes[piece] <= area
            ]
            if len(found) > MOST_ENDS:
                return None
        return [used for used, covered in found if covered <= area <= covered + slack]

    cdef void file_options(self, dict where) except *:
        """File the options by position; where they are few, all positions share one table."""
        cdef int32_t p, positions = self.rules.positions
        cdef int64_t rows = 0, words = 0, number = 0
        cdef Rules *rules = &self.rules
        kinds = list(where.items())
        shared = len(kinds) <= 64 * MOST_SHARED
        tables = [kinds] if shared else [[kind for kind in kinds if kind[1][0] >> p & 1] for p in range(positions)]
        rules.words = <int32_t *>allocate(positions + 1, sizeof(int32_t))
        rules.options_at = <int32_t *>allocate(positions + 1, sizeof(int32_t))
        rules.leaves_at = <int64_t *>allocate(positions + 1, sizeof(int64_t))
        rules.valid_at = <int64_t *>allocate(positions + 1, sizeof(int64_t))
        rules.span = <uint64_t *>allocate(positions + 1, sizeof(uint64_t))
        for p in range(positions):
            table = tables[0 if shared else p]
            rules.words[p] = (<int32_t>len(table) + 63) // 64
            rules.valid_at[p] = words
            rules.options_at[p] = 0 if shared else number
            rules.leaves_at[p] = 0 if shared else rows
            rules.most_options = max(rules.most_options, <int32_t>len(table))
            words += rules.words[p]
            number += len(table)
            rows += 64 * rules.words[p]
        rules.valid = <uint64_t *>allocate(words, sizeof(uint64_t))
        rules.options = <Option *>allocate(len(kinds) if shared else number, sizeof(Option))
        rules.leaves = <uint64_t *>allocate(64 * rules.words[0] if shared and positions else rows, sizeof(uint64_t))
        for p in range(len(tables)):
            self.fill_table(p, tables[p])
        for p in range(positions):
            self.fill_valid(p, tables[0 if shared else p])
            if shared:
                rules.span[p] = rules.span[0]

    cdef void fill_table(self, int32_t p, table) except *:
        cdef int32_t i, bit, words = self.rules.words[p]
        cdef Option *options = self.rules.options + self.rules.options_at[p]
        cdef uint64_t *leaves = self.rules.leaves + self.rules.leaves_at[p]
        memset(leaves, 255, 64 * words * sizeof(uint64_t))
        for i, ((mask, _, _, _), (_, move)) in enumerate(table):
            options[i].mask = mask
            options[i].move = move
            if self.rules.moves[options[i].move].field & self.rules.single:
                options[i].once = self.rules.moves[options[i].move].field
            self.rules.span[p] |= options[i].mask
            for bit in range(64):
                if options[i].mask >> bit & 1:
                    leaves[bit * words + i // 64] &= ~(ONE << (i % 64))

    cdef void fill_valid(self, int32_t p, table) except *:
        cdef int32_t i
        cdef uint64_t *valid = self.rules.valid + self.rules.valid_at[p]
        for i, (_, (places, _)) in enumerate(table):
            if places >> p & 1:
                valid[i // 64] |= ONE << (i % 64)

    cdef void find_deadlines(self, dict where) except *:
        """From which cell on a piece that every solution uses must have been placed, and up to which it cannot."""
        cdef int32_t p, positions = self.rules.positions, first, last
        cdef uint64_t field
        self.rules.must = <uint64_t *>allocate(positions + 1, sizeof(uint64_t))
        self.rules.cannot = <uint64_t *>allocate(positions + 1, sizeof(uint64_t))
        places = [0] * len(self.fields)
        for (_, piece, _, _), (cells, _) in where.items():
            places[piece] |= cells
        for piece, (start, bits, least, _) in enumerate(self.fields):
            if not bits:
                continue
            field = ((ONE << <int32_t>bits) - 1) << <int32_t>start
            last = places[piece].bit_length() - 1
            first = (places[piece] & -places[piece]).bit_length() - 1 if places[piece] else positions
            for p in range(positions + 1):
                if p > last and least == 1 and bits == 1:
                    self.rules.must[p] |= field
                if p <= first:
                    self.rules.cannot[p] |= field

    def __dealloc__(self):
        PyMem_RawFree(self.rules.walls)
        PyMem_RawFree(self.rules.pockets)
        PyMem_RawFree(self.rules.words)
        PyMem_RawFree(self.rules.options_at)
        PyMem_RawFree(self.rules.leaves_at)
        PyMem_RawFree(self.rules.valid_at)
        PyMem_RawFree(self.rules.options)
        PyMem_RawFree(self.rules.leaves)
        PyMem_RawFree(self.rules.valid)
        PyMem_RawFree(self.rules.span)
        PyMem_RawFree(self.rules.must)
        PyMem_RawFree(self.rules.cannot)

    cdef bint accepts(self, uint64_t used) noexcept:
        """Whether a full board with that set is a solution."""
        for start, bits, least, _ in self.fields:
            if bits and (used >> <int32_t>start & ((ONE << <int32_t>bits) - 1)) < <uint64_t>least:
                return False
        return True


cdef inline bint advance(const Move *move, uint64_t *used) noexcept nogil:
    """Count the copies of a move; False where there are not so many left."""
    cdef uint64_t count = used[0] & move.field
    if count <= move.limit:
        used[0] += move.add
    elif move.saturates:
        used[0] = used[0] - count + move.cap
    else:
        return False
    return True


cdef inline uint64_t spread(uint64_t region, uint64_t empty, int32_t stride) noexcept nogil:
    """The region and its empty neighbours."""
    return region | (empty & (region << 1 | region >> 1 | region << stride | region >> stride))


cdef bint has_dead_pocket(const Rules *rules, uint64_t window, uint64_t walls, int32_t level) noexcept nogil:
    """Whether the occupied cells shut off a pocket of a size that no pieces add up to; or several, taken together."""
    cdef int32_t stride = rules.stride, last, edge, size, total = 0, i
    cdef uint64_t empty, region, grown, sums = rules.pockets[level]
    if window == 0:
        return False
    last = highest_bit(window)
    edge = last + stride
    # What lies behind the last occupied cell is taken for open, and so is what has a neighbour out of sight.
    empty = ~(window | walls) & (ALL if edge > 62 else ALL >> (63 - edge))
    region = empty & ~(ALL >> (63 - last))
    if edge > 63:
        region |= empty & ~(ALL >> stride)
    for i in range(4):  # mostly this is all it takes
        region |= empty & region >> stride
    region |= empty & (region << 1 | region >> 1)
    grown = 0
    while region != empty and region != grown:
        grown = region
        for i in range(3):
            region = spread(region, empty, stride)
    empty &= ~region
    while empty:
        region = empty & (0 - empty)
        grown = 0
        while region != grown:
            grown = region
            for i in range(3):
                region = spread(region, empty, stride)
        size = bit_count(region)
        total += size
        if not sums >> size & 1 or (total < 64 and not sums >> total & 1):
            return True
        empty &= ~region
    return False


# ------------------------------------------------------------------------------------------------ nodes and lists


cdef struct Node:
    uint64_t window    # the occupied cells from `cell` on; walls are not in it
    uint64_t all       # the single copies that every way to the node has used (`roll`: the set)
    uint64_t any       # those that some way has used
    uint32_t cell      # the first empty one


cdef struct Slot:
    uint32_t tag       # of the hash, whose low end is the place
    uint32_t number    # of the node, plus one; 0: free


cdef struct Block:
    Block *next
    int64_t used, size    # bytes; the lists follow


cdef struct List:
    char *at           # the sets, then, from a multiple of 16 bytes on, the ways
    int64_t length


cdef struct Level:
    Node *nodes
    int64_t number, room
    Slot *slots                # open addressing, while the level is being filled
    uint64_t slot_mask
    int64_t *first_edge        # by node
    uint32_t *targets          # by edge: the number of the node in the level to which its move leads
    uint8_t *moves
    int64_t edges, edge_room
    uint64_t *ways             # `roll`: by node, `limbs` words
    int32_t limbs
    List *lists                # by node: from the start, or to the end
    Block *blocks
    int32_t width              # bytes of a number of ways
    double most                # the largest of them
    int64_t entries, kept      # of all lists; the nodes that have one
    int64_t tested             # nodes that were looked at closely


cdef struct Child:
    uint64_t window
    uint32_t cell, tag, source
    uint8_t move
    uint64_t mask


cdef struct InEdge:
    uint32_t source
    uint8_t move


cdef inline uint32_t hashed(uint64_t window, uint32_t cell, uint64_t used) noexcept nogil:
    cdef uint64_t mixed = (window ^ <uint64_t>cell << 48 ^ used * <uint64_t>0xD6E8FEB86659FD93)
    mixed *= <uint64_t>0x9E3779B97F4A7C15
    return <uint32_t>(mixed >> 32) ^ <uint32_t>mixed


cdef inline int64_t padded(int64_t size) noexcept nogil:
    return (size + 15) & ~<int64_t>15


cdef int64_t HEADER = padded(sizeof(Block))


@final
cdef class Worker:
    """What a thread needs to make lists: sums filed by set, and memory for the lists that come of them.

    Sums are filed by the set itself, or, where sets are longer than `DENSE_BITS`, hashed. Between two lists all of
    them are 0.
    """

    cdef bint dense
    cdef int32_t drop
    cdef int32_t set_bytes, sum_bytes
    cdef void *sums
    cdef void *keys            # hashed: of each sum, its set plus one
    cdef uint32_t *touched     # the sums in use: the set; hashed: the place
    cdef int64_t places, used
    cdef Block *blocks         # with the lists of the present level
    cdef int64_t taken         # bytes allocated since the run last looked
    cdef int64_t allowance     # how many there may be
    cdef int64_t entries, kept, steps
    cdef double most
    cdef huge total            # of the join

    def __cinit__(self, FrontierTable table):
        self.dense = table.set_bits <= DENSE_BITS
        self.drop = table.rules.drop if self.dense else 0
        self.set_bytes = 4 if table.set_bits < 32 else 8

    def __dealloc__(self):
        cdef Block *block
        PyMem_RawFree(self.sums)
        PyMem_RawFree(self.keys)
        PyMem_RawFree(self.touched)
        while self.blocks != NULL:
            block = self.blocks
            self.blocks = block.next
            PyMem_RawFree(block)

    cdef bint allows(self, int64_t more) noexcept nogil:
        """Count that many bytes; False where there are not so many left."""
        if self.taken + more > self.allowance:
            return False
        self.taken += more
        return True

    cdef bint prepare(self, int32_t set_bits, int32_t sum_bytes) noexcept nogil:
        """Have sums of that width."""
        cdef int64_t places = ONE << (set_bits - self.drop) if self.dense else 1 << 10
        if self.sums != NULL and sum_bytes <= self.sum_bytes:
            return True
        if self.sums == NULL:
            if not self.allows((places << 1) * 4):
                return False
            self.touched = <uint32_t *>PyMem_RawMalloc(((places << 1) + 2) * 4)
            if not self.dense:
                self.keys = PyMem_RawCalloc(places, 8)
        else:
            places = self.places
            self.taken -= places * self.sum_bytes
            PyMem_RawFree(self.sums)
            self.sums = NULL
        if not self.allows(places * sum_bytes):
            return False
        self.sums = PyMem_RawCalloc(places, sum_bytes)
        self.places = places
        self.sum_bytes = sum_bytes
        return self.sums != NULL and self.touched != NULL and (self.dense or self.keys != NULL)

    cdef char *take(self, int64_t size) noexcept nogil:
        """Room for a list, which `give_back` may shorten; NULL where there is none."""
        cdef Block *block = self.blocks
        cdef int64_t room
        cdef char *at
        if block == NULL or block.used + size > block.size:
            room = <int64_t>1 << 16
            if block != NULL:
                room = min(2 * block.size, <int64_t>1 << 24)
            room = max(room, size)
            if not self.allows(room + HEADER):
                return NULL
            block = <Block *>PyMem_RawMalloc(<size_t>(room + HEADER))
            if block == NULL:
                return NULL
            block.next = self.blocks
            block.used = 0
            block.size = room
            self.blocks = block
        at = <char *>block + HEADER + block.used
        block.used += size
        return at

    cdef inline void give_back(self, int64_t size) noexcept nogil:
        self.blocks.used -= size


cdef inline uint32_t place_of(const set_t *keys, int64_t places, set_t used) noexcept nogil:
    """Where the sum of a set is, or will be, in a table with a power of two of places."""
    cdef uint64_t mask = places - 1
    cdef uint64_t at = ((<uint64_t>used * <uint64_t>0x9E3779B97F4A7C15) >> 32) & mask
    while keys[at] != 0 and keys[at] != <set_t>(used + 1):
        at = (at + 1) & mask
    return <uint32_t>at


cdef bint make_room(Worker worker, int64_t more, set_t set_kind, sum_t sum_kind) noexcept nogil:
    """Have places for so many sets more than are in use."""
    cdef int64_t places = worker.places, i, old_bytes
    cdef set_t *keys = <set_t *>worker.keys
    cdef sum_t *sums = <sum_t *>worker.sums
    cdef set_t *new_keys
    cdef sum_t *new_sums
    cdef uint32_t *touched
    cdef uint32_t at
    if worker.dense or 2 * (worker.used + more) <= places:
        return True
    while places < 2 * (worker.used + more):
        places *= 2
    old_bytes = worker.places * (8 + worker.sum_bytes + 8)
    if places > DEAD or not worker.allows(places * (8 + worker.sum_bytes + 8) - old_bytes):
        return False
    touched = <uint32_t *>PyMem_RawRealloc(worker.touched, <size_t>(2 * places + 2) * 4)
    if touched != NULL:
        worker.touched = touched
    new_keys = <set_t *>PyMem_RawCalloc(places, 8)
    new_sums = <sum_t *>PyMem_RawCalloc(places, worker.sum_bytes)
    if touched == NULL or new_keys == NULL or new_sums == NULL:
        PyMem_RawFree(new_keys)
        PyMem_RawFree(new_sums)
        return False
    for i in range(worker.used):
        at = place_of(new_keys, places, <set_t>(keys[touched[i]] - 1))
        new_keys[at] = keys[touched[i]]
        new_sums[at] = sums[touched[i]]
        touched[i] = at
    PyMem_RawFree(keys)
    PyMem_RawFree(sums)
    worker.keys, worker.sums, worker.places = new_keys, new_sums, places
    return True


cdef inline void put(Worker worker, set_t used, sum_t ways) noexcept nogil:
    """Add to the sum of a set."""
    cdef sum_t *sums = <sum_t *>worker.sums
    cdef set_t *keys = <set_t *>worker.keys
    cdef uint32_t at = <uint32_t>used
    if worker.dense:
        if sums[at >> worker.drop] == 0:
            worker.touched[worker.used] = at
            worker.used += 1
        sums[at >> worker.drop] += ways
    else:
        at = place_of(keys, worker.places, used)
        if sums[at] == 0:
            keys[at] = used + 1
            worker.touched[worker.used] = at
            worker.used += 1
        sums[at] += ways


cdef bint add(
    Worker worker, const List *items, const Move *move, bint forward, set_t set_kind, source_t source_kind,
    sum_t sum_kind
) noexcept nogil:
    """Add a list, moved on (or back) by a move, to the sums.

    Backward, a set before the move is told by the set after it; where the count stopped at its cap, there are several.
    """
    cdef const set_t *sets = <const set_t *>items.at
    cdef const source_t *ways = <const source_t *>(items.at + padded(items.length * sizeof(set_t)))
    cdef sum_t *sums = <sum_t *>worker.sums
    cdef sum_t *sum
    cdef sum_t before, weight = <sum_t>move.weight
    cdef uint32_t *touched = worker.touched
    cdef uint32_t after, possible
    cdef set_t field = <set_t>move.field, low, reach, step, used, count
    cdef int64_t i, length = items.length, in_use = worker.used
    cdef int32_t drop = worker.drop
    low = 0 if forward else <set_t>move.add
    reach = <set_t>move.limit
    step = <set_t>move.add if forward else <set_t>(0 - move.add)
    if not worker.dense or move.saturates:
        return add_with_care(worker, items, move, forward, set_kind, source_kind, sum_kind)
    for i in range(length):
        used = sets[i]
        possible = <set_t>((used & field) - low) <= reach
        after = <uint32_t>used + (<uint32_t>step & (0 - possible))
        sum = sums + (after >> drop)
        before = sum[0]
        touched[in_use] = after
        in_use += possible & (before == 0)
        sum[0] = before + (<sum_t>ways[i] * weight if possible else 0)
    worker.used = in_use
    return True


cdef bint add_with_care(
    Worker worker, const List *items, const Move *move, bint forward, set_t set_kind, source_t source_kind,
    sum_t sum_kind
) noexcept nogil:
    """The same where sums are hashed, or counts stop at a cap."""
    cdef const set_t *sets = <const set_t *>items.at
    cdef const source_t *ways = <const source_t *>(items.at + padded(items.length * sizeof(set_t)))
    cdef uint64_t used, count, earlier, last
    cdef sum_t number
    cdef int64_t i
    last = move.add // move.unit + 1 if move.unit else 1
    if not make_room[set_t, sum_t](worker, items.length * (1 if forward else <int64_t>last), set_kind, sum_kind):
        return False
    for i in range(items.length):
        used = sets[i]
        number = <sum_t>ways[i] * <sum_t>move.weight
        if forward:
            if advance(move, &used):
                put(worker, <set_t>used, number)
            continue
        count = used & move.field
        earlier = count - move.add if count >= move.add else 0
        last = earlier
        if move.saturates and count == move.cap:
            last = count
        elif count < move.add:
            continue
        while earlier <= last:
            put(worker, <set_t>(used - count + earlier), number)
            if move.unit == 0:
                break
            earlier += move.unit
    return True


cdef bint add_any(
    Worker worker, const List *items, int32_t width, const Move *move, bint forward, set_t set_kind, sum_t sum_kind
) noexcept nogil:
    """`add` for a list with numbers of any width up to that of the sums."""
    worker.steps += items.length
    if width == 4:
        return add[set_t, small, sum_t](worker, items, move, forward, set_kind, 0, sum_kind)
    if sum_t is not small:
        if width == 8:
            return add[set_t, large, sum_t](worker, items, move, forward, set_kind, 0, sum_kind)
    if sum_t is huge:
        return add[set_t, huge, sum_t](worker, items, move, forward, set_kind, 0, sum_kind)
    return False


cdef bint extract(
    Worker worker, List *result, uint64_t need, uint64_t bad, set_t set_kind, sum_t sum_kind
) noexcept nogil:
    """Make the sums a list, and all of them 0; entries that have no future (or no past) are left out."""
    cdef sum_t *sums = <sum_t *>worker.sums
    cdef set_t *keys = <set_t *>worker.keys
    cdef int64_t i, kept = 0, in_use = worker.used, size
    cdef int64_t ways_at = padded(in_use * sizeof(set_t))
    cdef set_t used
    cdef sum_t most = 0, number
    cdef uint32_t at
    cdef set_t *sets
    cdef sum_t *ways
    result.at = NULL
    result.length = 0
    if in_use == 0:
        return True
    size = padded(ways_at + in_use * sizeof(sum_t))
    result.at = worker.take(size)
    if result.at == NULL:
        return False
    sets = <set_t *>result.at
    ways = <sum_t *>(result.at + ways_at)
    for i in range(in_use):
        at = worker.touched[i]
        if worker.dense:
            used = <set_t>at
            at >>= worker.drop
        else:
            used = keys[at] - 1
            keys[at] = 0
        number = sums[at]
        sums[at] = 0
        sets[kept] = used
        ways[kept] = number
        most = max(most, number)
        kept += (used & need) == need and not used & bad
    worker.used = 0
    if kept < in_use:
        memmove(result.at + padded(kept * sizeof(set_t)), ways, kept * sizeof(sum_t))
        worker.give_back(size - padded(padded(kept * sizeof(set_t)) + kept * sizeof(sum_t)))
    result.length = kept
    worker.entries += kept
    worker.kept += kept > 0
    worker.most = max(worker.most, <double>most)
    return True


cdef void load(Worker worker, const List *items, set_t set_kind, source_t source_kind, sum_t sum_kind) noexcept nogil:
    """Make a list the sums, which are 0; there must be room."""
    cdef const set_t *sets = <const set_t *>items.at
    cdef const source_t *ways = <const source_t *>(items.at + padded(items.length * sizeof(set_t)))
    cdef int64_t i
    worker.steps += items.length
    for i in range(items.length):
        put(worker, sets[i], <sum_t>ways[i])


cdef inline sum_t sum_at(Worker worker, set_t used, sum_t sum_kind) noexcept nogil:
    cdef const sum_t *sums = <const sum_t *>worker.sums
    if worker.dense:
        return sums[<uint32_t>used >> worker.drop]
    return sums[place_of(<const set_t *>worker.keys, worker.places, used)]


cdef huge dot(
    Worker worker, const List *items, const Move *move, bint forward, set_t set_kind, source_t source_kind,
    sum_t sum_kind
) noexcept nogil:
    """The sum of products of a list, moved on (or back) by a move, with the sums."""
    cdef const set_t *sets = <const set_t *>items.at
    cdef const source_t *ways = <const source_t *>(items.at + padded(items.length * sizeof(set_t)))
    cdef const sum_t *sums = <const sum_t *>worker.sums
    cdef huge total = 0
    cdef sum_t factor
    cdef uint64_t now, count, earlier, last
    cdef set_t field = <set_t>move.field, low, reach, step, used, possible
    cdef int64_t i, length = items.length
    cdef int32_t drop = worker.drop
    low = 0 if forward else <set_t>move.add
    reach = <set_t>move.limit
    step = <set_t>move.add if forward else <set_t>(0 - move.add)
    worker.steps += length
    if worker.dense and not move.saturates:
        for i in range(length):
            used = sets[i]
            possible = <set_t>((used & field) - low) <= reach
            factor = sums[<uint32_t>(used + (step & (0 - possible))) >> drop] if possible else 0
            total += <huge>factor * <huge>ways[i]
        return total * <huge>move.weight
    for i in range(length):
        now = sets[i]
        if forward:
            if advance(move, &now):
                total += <huge>sum_at(worker, <set_t>now, sum_kind) * <huge>ways[i]
            continue
        count = now & move.field
        earlier = count - move.add if count >= move.add else 0
        last = earlier
        if move.saturates and count == move.cap:
            last = count
        elif count < move.add:
            continue
        while earlier <= last:
            total += <huge>sum_at(worker, <set_t>(now - count + earlier), sum_kind) * <huge>ways[i]
            if move.unit == 0:
                break
            earlier += move.unit
    return total * <huge>move.weight


cdef void clear(Worker worker, set_t set_kind, sum_t sum_kind) noexcept nogil:
    """Make all sums 0."""
    cdef int64_t i
    for i in range(worker.used):
        if worker.dense:
            (<sum_t *>worker.sums)[worker.touched[i] >> worker.drop] = 0
        else:
            (<sum_t *>worker.sums)[worker.touched[i]] = 0
            (<set_t *>worker.keys)[worker.touched[i]] = 0
    worker.used = 0
