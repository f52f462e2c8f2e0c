# cython: language_level=3, auto_pickle=False, boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=True
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

Where no copies are counted, or numbers pass 128 bits, one pass forward over (node, set) does it, with
numbers of any size: the transfer matrix.

A `FrontierTable` is immutable and may be shared by threads; a `FrontierRun` belongs to one thread, which may have
others help it. Options, cells and pieces are numbers; nothing here knows what they look like.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals

from cython cimport final
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
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


class FrontierUnfit(Exception):
    """The puzzle is beyond this engine: the message says why. A search can still do it."""


class _TooLarge(Exception):
    """Numbers would pass what lists can hold."""


cdef void *allocate(size_t number, size_t size) except NULL:
    cdef void *block = calloc(number if number else 1, size)
    if block == NULL:
        raise MemoryError()
    return block


# ------------------------------------------------------------------------------------------------ the puzzle


cdef int check_option(mask, piece, sizes) except -1:
    if mask >> 64:
        raise FrontierUnfit("an option reaches beyond 64 cells")
    if not mask & 1 or not 0 <= piece < len(sizes):
        raise ValueError("an option does not cover its first cell, or has no piece")
    return 0


cdef struct Option:
    uint64_t mask     # the cells it covers, the first one bit 0
    uint64_t once     # the bit of its piece, if a solution uses that at most once
    int32_t cells
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
    int32_t *words            # by position: words of 64 for its options; where these begin in `options`,
    int32_t *options_at
    int64_t *leaves_at        # in `leaves`,
    int64_t *valid_at         # and in `valid`
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
        where = self.places(slots, options, sizes)
        self.pack_sets(where, sizes, least, most, area)
        self.ends = self.sets_at_the_end(sizes, least, most, area)
        self.file_options(where)
        if self.rules.stride and self.rules.shortest > 1:
            self.rules.lone = ALL >> self.rules.stride

    cdef dict places(self, slots, options, sizes):
        """The positions, as a bit set, of each kind of option: (mask, piece, copies, weight)."""
        cdef int32_t p, positions = self.rules.positions
        cdef uint64_t bits
        where = {}
        for mask, piece in slots:
            if not mask:
                continue
            check_option(mask, piece, sizes)
            bits = mask
            places = bytearray(positions // 8 + 1)
            for p in range(positions):
                if not self.rules.walls[p] & bits:
                    places[p >> 3] |= 1 << (p & 7)
            if any(places):
                where[mask, piece, 1, 1] = int.from_bytes(places, "little")
        for first, mask, piece, copies, weight in options:
            check_option(mask, piece, sizes)
            if not 0 <= first < positions or self.rules.walls[first] & <uint64_t>mask or copies < 1 or weight < 1:
                raise ValueError(f"an option on {first} covers what is no cell, or counts for nothing")
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
            options[i].cells = self.rules.moves[options[i].move].cells
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

    def __dealloc__(self):
        free(self.rules.walls)
        free(self.rules.pockets)
        free(self.rules.words)
        free(self.rules.options_at)
        free(self.rules.leaves_at)
        free(self.rules.valid_at)
        free(self.rules.options)
        free(self.rules.leaves)
        free(self.rules.valid)
        free(self.rules.span)

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
    cdef int32_t stride = rules.stride, last, edge, size, total = 0, _
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
    for _ in range(4):  # mostly this is all it takes
        region |= empty & region >> stride
    region |= empty & (region << 1 | region >> 1)
    grown = 0
    while region != empty and region != grown:
        grown = region
        for _ in range(3):
            region = spread(region, empty, stride)
    empty &= ~region
    while empty:
        region = empty & (0 - empty)
        grown = 0
        while region != grown:
            grown = region
            for _ in range(3):
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
    uint64_t all       # the single copies that every way to the node has used (in one pass: the set)
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
    uint64_t *ways             # in one pass: by node, `limbs` words
    int32_t limbs
    List *lists                # by node: from the start, or to the end
    Block *blocks
    int32_t width              # bytes of a number of ways
    double most                # the largest of them
    int64_t entries, kept      # of all lists; the nodes that have one
    int64_t tested             # nodes that were looked at closely


cdef struct Child:
    uint64_t window
    uint64_t mask      # of the option that leads to it
    uint32_t cell, tag, source
    int32_t level
    uint8_t move


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

    def __cinit__(self, FrontierTable table, bint hashed):
        self.dense = table.set_bits <= DENSE_BITS and not hashed
        self.drop = table.rules.drop if self.dense else 0
        self.set_bytes = 4 if table.set_bits < 32 else 8

    def __dealloc__(self):
        cdef Block *block
        free(self.sums)
        free(self.keys)
        free(self.touched)
        while self.blocks != NULL:
            block = self.blocks
            self.blocks = block.next
            free(block)

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
            if not self.allows(places * 4 + (0 if self.dense else places * 8)):
                return False
            self.touched = <uint32_t *>malloc((places + 1) * 4)
            if not self.dense:
                self.keys = calloc(places, 8)
        else:
            places = self.places
            self.taken -= places * self.sum_bytes
            free(self.sums)
            self.sums = NULL
        if not self.allows(places * sum_bytes):
            return False
        self.sums = calloc(places, sum_bytes)
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
            block = <Block *>malloc(<size_t>(room + HEADER))
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
    old_bytes = worker.places * (12 + worker.sum_bytes)
    if places > DEAD or not worker.allows(places * (12 + worker.sum_bytes) - old_bytes):
        return False
    touched = <uint32_t *>realloc(worker.touched, <size_t>(places + 1) * 4)
    if touched != NULL:
        worker.touched = touched
    new_keys = <set_t *>calloc(places, 8)
    new_sums = <sum_t *>calloc(places, worker.sum_bytes)
    if touched == NULL or new_keys == NULL or new_sums == NULL:
        free(new_keys)
        free(new_sums)
        return False
    for i in range(worker.used):
        at = place_of(new_keys, places, <set_t>(keys[touched[i]] - 1))
        new_keys[at] = keys[touched[i]]
        new_sums[at] = sums[touched[i]]
        touched[i] = at
    free(keys)
    free(sums)
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
    cdef set_t field = <set_t>move.field, low, reach, step, used
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
    if width == 8:
        return add[set_t, large, sum_t](worker, items, move, forward, set_kind, 0, sum_kind)
    return add[set_t, huge, sum_t](worker, items, move, forward, set_kind, 0, sum_kind)


cdef bint extract(
    Worker worker, List *result, uint64_t need, uint64_t bad, set_t set_kind, sum_t sum_kind
) noexcept nogil:
    """Make the sums a list, and all of them 0; entries that no way leads to are left out."""
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


cdef void load_any(Worker worker, const List *items, int32_t width, set_t set_kind, sum_t sum_kind) noexcept nogil:
    if width == 4:
        load[set_t, small, sum_t](worker, items, set_kind, 0, sum_kind)
    elif width == 8:
        load[set_t, large, sum_t](worker, items, set_kind, 0, sum_kind)
    else:
        load[set_t, huge, sum_t](worker, items, set_kind, 0, sum_kind)


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


cdef huge dot_any(
    Worker worker, const List *items, int32_t width, const Move *move, bint forward, set_t set_kind, sum_t sum_kind
) noexcept nogil:
    if width == 4:
        return dot[set_t, small, sum_t](worker, items, move, forward, set_kind, 0, sum_kind)
    if width == 8:
        return dot[set_t, large, sum_t](worker, items, move, forward, set_kind, 0, sum_kind)
    return dot[set_t, huge, sum_t](worker, items, move, forward, set_kind, 0, sum_kind)


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


# ------------------------------------------------------------------------------------------------ a run


cdef enum Task:
    FORWARD
    BACKWARD
    JOIN


@final
cdef class FrontierRun:
    """One count over a `FrontierTable`.

    `FrontierRun(table, memory_limit=-1, workers=1, deadline=inf, tick=None)`: uses at most *memory_limit* bytes
    (unless negative) and *workers* threads; the result does not depend on them. The methods look at signals every few
    milliseconds, call *tick*, if given, without arguments, raise `TimeoutError` once `time.monotonic()` has passed
    *deadline* and `MemoryError` where the limit is too low. A run counts once.

    Nodes are met together with lists as long as these are short: on average up to `short_lists`, and up to that
    `early` part of the cells. The result does not depend on these, nor on whether sums are *hashed*.

    `states` are (level, nodes, entries) of the levels done, `progress` the part of the levels, `peak` the most bytes
    held; `nodes` and `edges` all there were, `steps` the entries of lists read.
    """

    cdef FrontierTable table
    cdef const Rules *rules
    cdef Level *levels
    cdef Child *children
    cdef readonly list states
    cdef readonly double progress
    cdef readonly int64_t nodes, edges, steps, held, peak, limit
    cdef int64_t wanted          # bytes asked for in vain
    cdef public double short_lists, early
    cdef double deadline
    cdef object tick
    cdef bint hashed
    cdef list workers
    cdef object pool
    cdef bint stopped
    cdef bint begun
    cdef object total            # of `prepare`
    cdef bint exact              # nodes are told apart by their sets too (in one pass)
    cdef bint recalls            # all levels are known (`cover`)
    # the level that is being made, for the workers:
    cdef int64_t next_target, some_targets
    cdef int64_t *in_at
    cdef InEdge *in_edges
    cdef bint summarises, by_target
    cdef int32_t cut

    def __cinit__(
        self, FrontierTable table not None, int64_t memory_limit=-1, int32_t workers=1,
        double deadline=float("inf"), tick=None, bint hashed=False
    ):
        self.total = 0
        self.short_lists = 4
        self.early = 0.6
        self.hashed = hashed
        self.table = table
        self.rules = &table.rules
        self.limit = memory_limit if memory_limit >= 0 else <int64_t>(ALL >> 2)
        self.deadline = deadline
        self.tick = tick
        self.states = []
        self.levels = <Level *>allocate(table.cells + self.rules.longest + 1, sizeof(Level))
        self.children = <Child *>allocate(BATCH + self.rules.most_options, sizeof(Child))
        self.workers = [Worker(table, hashed) for _ in range(max(1, workers))]

    def __dealloc__(self):
        cdef int32_t f
        if self.levels != NULL:
            for f in range(self.rules.cells + self.rules.longest + 1):
                self.drop_nodes(f)
                self.drop_lists(f)
        free(self.levels)
        free(self.children)
        free(self.in_at)
        free(self.in_edges)

    # ---------------------------------------------------------------- memory, signals

    cdef void *resize(self, void *old, int64_t had, int64_t size) noexcept nogil:
        """The block with another number of bytes; NULL, and the block as it was, where there is no room."""
        cdef void *block
        if size > had and self.held + size - had > self.limit:
            self.wanted = size - had
            return NULL
        block = realloc(old, <size_t>max(size, 1))
        if block == NULL:
            self.wanted = size
            return NULL
        self.held += size - had
        self.peak = max(self.peak, self.held)
        return block

    cdef void release(self, void *block, int64_t size) noexcept nogil:
        if block != NULL:
            self.held -= size
            free(block)

    cdef void drop_table(self, Level *level) noexcept nogil:
        if level.slots != NULL:
            self.release(level.slots, <int64_t>(level.slot_mask + 1) * sizeof(Slot))
        level.slots = NULL
        level.slot_mask = 0

    cdef void drop_nodes(self, int32_t f) noexcept nogil:
        cdef Level *level = &self.levels[f]
        self.drop_table(level)
        self.release(level.nodes, level.room * sizeof(Node))
        self.release(level.ways, level.room * level.limbs * 8)
        self.release(level.first_edge, (level.number + 1) * 8)
        self.release(level.targets, level.edge_room * 4)
        self.release(level.moves, level.edge_room)
        level.nodes = NULL
        level.ways = NULL
        level.first_edge = NULL
        level.targets = NULL
        level.moves = NULL
        level.room = level.edge_room = 0

    cdef void drop_lists(self, int32_t f) noexcept nogil:
        cdef Level *level = &self.levels[f]
        cdef Block *block
        while level.blocks != NULL:
            block = level.blocks
            level.blocks = block.next
            self.release(block, block.size + HEADER)
        self.release(level.lists, level.number * sizeof(List))
        level.lists = NULL

    cdef int look_up(self, bint enough) except -1:
        """Between two pieces of work: memory, signals, the caller's *tick*, the clock."""
        if not enough:
            raise MemoryError(
                f"the count holds {self.held} bytes and needs {self.wanted} more, with a limit of {self.limit}"
            )
        PyErr_CheckSignals()
        if self.tick is not None:
            self.tick()
        if self.deadline < float("inf") and monotonic() > self.deadline:
            raise TimeoutError()
        if self.stopped:
            raise RuntimeError("another thread of this count has failed")
        return 0

    # ---------------------------------------------------------------- nodes

    cdef bint set_slots(self, Level *level, int64_t size) noexcept nogil:
        """Give the hash table of a level that many slots."""
        cdef Slot *slots
        cdef uint64_t i, at
        slots = <Slot *>self.resize(NULL, 0, size * sizeof(Slot))
        if slots == NULL:
            return False
        memset(slots, 0, size * sizeof(Slot))
        if level.slots != NULL:
            for i in range(level.slot_mask + 1):
                if level.slots[i].number:
                    at = level.slots[i].tag & (size - 1)
                    while slots[at].number:
                        at = (at + 1) & (size - 1)
                    slots[at] = level.slots[i]
            self.drop_table(level)
        level.slots = slots
        level.slot_mask = size - 1
        return True

    cdef bint grow_nodes(self, Level *level) noexcept nogil:
        cdef int64_t room = 2 * level.room if level.room else 128
        cdef void *block = self.resize(level.nodes, level.room * sizeof(Node), room * sizeof(Node))
        if block == NULL or room >= DEAD:
            return False
        level.nodes = <Node *>block
        if level.limbs:
            block = self.resize(level.ways, level.room * level.limbs * 8, room * level.limbs * 8)
            if block == NULL:
                self.held -= (room - level.room) * sizeof(Node)
                return False
            level.ways = <uint64_t *>block
        level.room = room
        return True

    cdef bint intern(self, Level *level, const Child *child, uint64_t used, uint32_t *number) noexcept nogil:
        """Find the node of a child in its level, or make it: its number; `DEAD` if its pockets rule it out."""
        cdef uint64_t at = child.tag & level.slot_mask
        cdef Node *node
        while level.slots[at].number:
            if level.slots[at].tag == child.tag:
                node = &level.nodes[level.slots[at].number - 1]
                if node.window == child.window and node.cell == child.cell and (not self.exact or node.all == used):
                    number[0] = level.slots[at].number - 1
                    return True
            at = (at + 1) & level.slot_mask
        level.tested += 1
        number[0] = DEAD
        if self.rules.pockets != NULL:
            if has_dead_pocket(self.rules, child.window, self.rules.walls[child.cell], child.level):
                return True
        if level.number == level.room and not self.grow_nodes(level):
            return False
        node = &level.nodes[level.number]
        node.window = child.window
        node.cell = child.cell
        node.all = used if self.exact else ALL
        node.any = 0
        if level.limbs:
            memset(level.ways + level.number * level.limbs, 0, level.limbs * 8)
        number[0] = <uint32_t>level.number
        level.number += 1
        level.slots[at].tag = child.tag
        level.slots[at].number = <uint32_t>level.number
        if 2 * <uint64_t>level.number >= level.slot_mask:
            return self.set_slots(level, 2 * <int64_t>(level.slot_mask + 1))
        return True

    cdef inline bint settle(self, uint64_t window, uint32_t cell, Child *child) noexcept nogil:
        """Move a window on to its first empty cell; False where a single cell is shut off."""
        cdef const uint64_t *walls = self.rules.walls
        cdef uint32_t end = self.rules.positions
        cdef uint64_t empty = ~(window | walls[cell]), near
        cdef int32_t skip, stride = self.rules.stride
        while not empty & 1:
            skip = lowest_bit(empty) if empty else 63
            cell += skip
            if cell >= end:
                cell, window = end, 0
                break
            window >>= skip
            empty = ~(window | walls[cell])
        child.window = window
        child.cell = cell
        if cell == end or self.rules.lone == 0:
            return True
        near = empty << 1 | empty >> 1 | empty << stride | empty >> stride
        return not empty & ~near & self.rules.lone

    cdef int32_t expand(self, const Node *node, int32_t f, int64_t source, Child *out) noexcept nogil:
        """Write out the children of a node: their number."""
        cdef const Rules *rules = self.rules
        cdef int32_t words = rules.words[node.cell], k, n = 0
        cdef const uint64_t *leaves = rules.leaves + rules.leaves_at[node.cell]
        cdef const uint64_t *valid = rules.valid + rules.valid_at[node.cell]
        cdef const Option *options = rules.options + rules.options_at[node.cell]
        cdef const Option *option
        cdef uint64_t window = node.window, placed = node.all & rules.single, fit, taken
        cdef uint64_t span = rules.span[node.cell]
        cdef const Level *level
        for k in range(words):
            fit = valid[k]
            taken = window & span
            while taken:
                fit &= leaves[lowest_bit(taken) * words + k]
                taken &= taken - 1
            while fit:
                option = options + 64 * k + lowest_bit(fit)
                fit &= fit - 1
                level = &self.levels[f + option.cells]
                if option.once & placed or (level.slots == NULL and not self.recalls):
                    continue
                if not self.settle(window | option.mask, node.cell, out):
                    continue
                out.tag = hashed(out.window, out.cell, 0)
                out.source = <uint32_t>source
                out.move = option.move
                out.level = f + option.cells
                out.mask = option.mask
                if level.slots != NULL:
                    prefetch(&level.slots[out.tag & level.slot_mask])
                out += 1
                n += 1
        return n

    cdef bint open_tables(self, int32_t f) noexcept nogil:
        """Have hash tables for the levels that lead on from level f; those that cannot be completed get none."""
        cdef int32_t i, to
        cdef int64_t size = 64
        while size < 2 * self.levels[f].number:
            size *= 2
        for i in range(self.rules.number_of_moves):
            to = f + self.rules.moves[i].cells
            if to > self.rules.cells or self.levels[to].slots != NULL:
                continue
            if self.rules.pockets != NULL and not self.rules.pockets[to] & 1:
                continue
            if not self.set_slots(&self.levels[to], size):
                return False
        return True

    cdef bint start(self) noexcept nogil:
        """Make the node of the empty board."""
        cdef Child child
        cdef uint32_t number
        memset(&child, 0, sizeof(Child))
        if not self.set_slots(&self.levels[0], 64):
            return False
        self.settle(0, 0, &child)
        child.tag = hashed(child.window, child.cell, 0)
        if not self.intern(&self.levels[0], &child, 0, &number):
            return False
        self.levels[0].nodes[0].all = 0
        return True

    cdef bint is_open(self, const Level *level, int64_t i) noexcept nogil:
        """Whether solutions may go through a node."""
        if level.nodes[i].cell >= <uint32_t>self.rules.positions:
            return False
        return level.lists == NULL or level.lists[i].length > 0

    cdef bint expand_some(self, int32_t f, int64_t first, int64_t last) noexcept nogil:
        """Find the edges out of some nodes of a level; False where memory is out."""
        cdef Level *level = &self.levels[f]
        cdef Level *to
        cdef const Child *child
        cdef int64_t i = first, room
        cdef int32_t n, j
        cdef uint32_t number
        while i < last:
            n = 0
            while i < last and n < BATCH:
                level.first_edge[i] = 0
                if self.is_open(level, i):
                    n += self.expand(&level.nodes[i], f, i, self.children + n)
                i += 1
            if level.edges + n > level.edge_room:
                room = 2 * level.edge_room + n + 1024
                if not self.grow_edges(level, room):
                    return False
            for j in range(n):
                child = &self.children[j]
                to = &self.levels[child.level]
                number = to.slots[child.tag & to.slot_mask].number
                prefetch(&to.nodes[number - (number > 0)])
            for j in range(n):
                child = &self.children[j]
                to = &self.levels[child.level]
                if not self.intern(to, child, 0, &number):
                    return False
                if number != DEAD:
                    self.link(level, child, number, &to.nodes[number])
        return True

    cdef bint grow_edges(self, Level *level, int64_t room) noexcept nogil:
        cdef void *block = self.resize(level.targets, level.edge_room * 4, room * 4)
        if block == NULL:
            return False
        level.targets = <uint32_t *>block
        block = self.resize(level.moves, level.edge_room, room)
        if block == NULL:
            self.held -= (room - level.edge_room) * 4
            return False
        level.moves = <uint8_t *>block
        level.edge_room = room
        return True

    cdef inline void link(self, Level *level, const Child *child, uint32_t number, Node *node) noexcept nogil:
        """Add an edge. Until all are in, `first_edge` counts them."""
        cdef const Node *source = &level.nodes[child.source]
        cdef const Move *move = &self.rules.moves[child.move]
        level.targets[level.edges] = number
        level.moves[level.edges] = child.move
        level.edges += 1
        level.first_edge[child.source] += 1
        node.all &= (source.all | move.field) & self.rules.single
        node.any |= source.any | move.field

    cdef int expand_level(self, int32_t f) except -1:
        """Find the edges out of a level; where it has lists, only from nodes whose list is not empty."""
        cdef Level *level = &self.levels[f]
        cdef int64_t i, last, at, count
        cdef bint enough
        self.drop_table(level)
        level.first_edge = <int64_t *>self.resize(NULL, 0, (level.number + 1) * 8)
        self.look_up(level.first_edge != NULL and (level.number == 0 or self.open_tables(f)))
        for i in range(0, level.number, SOME_NODES):
            last = min(i + SOME_NODES, level.number)
            with nogil:
                enough = self.expand_some(f, i, last)
            self.look_up(enough)
        at = 0
        for i in range(level.number):
            count = level.first_edge[i]
            level.first_edge[i] = at
            at += count
        level.first_edge[level.number] = at
        self.nodes += level.number
        self.edges += level.edges
        return 0

    cdef int find_nodes(self, int32_t begin) except -1:
        """Nodes alone, from a level on; then keep what reaches the end, and edges to that from the levels before."""
        cdef int32_t f, first = max(0, begin - self.rules.longest)
        cdef uint32_t **renumbered
        cdef bint enough
        for f in range(begin, self.rules.cells + 1):
            self.expand_level(f)
        renumbered = <uint32_t **>allocate(self.rules.cells + self.rules.longest + 1, sizeof(uint32_t *))
        try:
            for f in range(self.rules.cells, first - 1, -1):
                with nogil:
                    enough = self.sweep(f, f < begin, renumbered)
                self.look_up(enough)
        finally:
            for f in range(self.rules.cells + self.rules.longest + 1):
                free(renumbered[f])
            free(renumbered)
        return 0

    cdef bint sweep(self, int32_t f, bint keep, uint32_t **renumbered) noexcept nogil:
        """Drop the edges of a level that lead nowhere, and, unless *keep*, the nodes without any."""
        cdef Level *level = &self.levels[f]
        cdef int64_t i, k, n = 0, edge = 0, begin, first = 0, last
        cdef uint32_t target
        cdef uint32_t *numbers = <uint32_t *>malloc((level.number + 1) * sizeof(uint32_t))
        renumbered[f] = numbers
        if numbers == NULL:
            return False
        for i in range(level.number):
            begin = edge
            last = level.first_edge[i + 1]
            for k in range(first, last):
                target = renumbered[f + self.rules.moves[level.moves[k]].cells][level.targets[k]]
                if target != DEAD:
                    level.targets[edge] = target
                    level.moves[edge] = level.moves[k]
                    edge += 1
            first = last
            numbers[i] = DEAD
            if keep or edge > begin or f == self.rules.cells:
                numbers[i] = <uint32_t>n
                level.nodes[n] = level.nodes[i]
                level.first_edge[n] = begin
                n += 1
        level.first_edge[n] = edge
        self.shrink(level, n, edge)
        if f + self.rules.longest <= self.rules.cells:
            free(renumbered[f + self.rules.longest])
            renumbered[f + self.rules.longest] = NULL
        return True

    cdef void shrink(self, Level *level, int64_t number, int64_t edges) noexcept nogil:
        """Give back the room for more nodes and edges than these."""
        level.first_edge = <int64_t *>self.resize(level.first_edge, (level.number + 1) * 8, (number + 1) * 8)
        if level.lists != NULL and number != level.number:
            level.lists = <List *>self.resize(level.lists, level.number * sizeof(List), number * sizeof(List))
        level.number = number
        level.edges = edges
        if level.room:
            level.nodes = <Node *>self.resize(level.nodes, level.room * sizeof(Node), number * sizeof(Node))
            level.room = number
        if level.edge_room:
            level.targets = <uint32_t *>self.resize(level.targets, level.edge_room * 4, edges * 4)
            level.moves = <uint8_t *>self.resize(level.moves, level.edge_room, edges)
            level.edge_room = edges

    # ---------------------------------------------------------------- numbers of any size, one pass

    cdef bint widen(self, Level *level) noexcept nogil:
        """Give the numbers of a level one more word."""
        cdef int32_t limbs = level.limbs
        cdef int64_t i
        cdef uint64_t *ways = <uint64_t *>self.resize(NULL, 0, level.room * (limbs + 1) * 8)
        if ways == NULL:
            return False
        for i in range(level.number):
            memcpy(ways + i * (limbs + 1), level.ways + i * limbs, limbs * 8)
            ways[i * (limbs + 1) + limbs] = 0
        self.release(level.ways, level.room * limbs * 8)
        level.ways = ways
        level.limbs = limbs + 1
        return True

    cdef bint add_ways(self, Level *to, uint32_t number, const Level *level, uint32_t source) noexcept nogil:
        cdef const uint64_t *summand = level.ways + <int64_t>source * level.limbs
        cdef uint64_t *sum
        cdef uint64_t carry = 0, now
        cdef int32_t k
        while to.limbs < level.limbs:
            if not self.widen(to):
                return False
        sum = to.ways + <int64_t>number * to.limbs
        for k in range(to.limbs):
            now = sum[k] + carry
            carry = now < carry
            if k < level.limbs:
                now += summand[k]
                carry += now < summand[k]
            sum[k] = now
        if carry:
            if not self.widen(to):
                return False
            to.ways[(<int64_t>number + 1) * to.limbs - 1] = 1
        return True

    cdef bint roll_some(self, int32_t f, int64_t first, int64_t last) noexcept nogil:
        """Add the ways to some nodes to those of their children; False where memory is out."""
        cdef Level *level = &self.levels[f]
        cdef Level *to
        cdef Child *child
        cdef const Move *move
        cdef int64_t i = first
        cdef int32_t n, j, _
        cdef uint32_t number
        cdef uint64_t used
        while i < last:
            n = 0
            while i < last and n < BATCH:
                if level.nodes[i].cell < <uint32_t>self.rules.positions:
                    n += self.expand(&level.nodes[i], f, i, self.children + n)
                i += 1
            for j in range(n):
                child = &self.children[j]
                move = &self.rules.moves[child.move]
                used = level.nodes[child.source].all
                if not advance(move, &used):
                    continue
                if used:
                    child.tag = hashed(child.window, child.cell, used)
                to = &self.levels[child.level]
                if not self.intern(to, child, used, &number):
                    return False
                self.edges += 1
                if number != DEAD:
                    for _ in range(move.weight):
                        if not self.add_ways(to, number, level, child.source):
                            return False
        return True

    def count_in_one_pass(self):
        """The same as `count`, by one pass over all (node, set), with numbers of as many words as it takes."""
        return self.trivial_count() if self.begin() else self.roll()

    cdef object roll(self):
        cdef int32_t f, last = self.rules.cells
        cdef int64_t i, end
        cdef bint enough
        cdef Level *level
        self.exact = True
        for f in range(last + 1):
            self.levels[f].limbs = 1
        self.look_up(self.start())
        self.levels[0].ways[0] = 1
        for f in range(last):
            level = &self.levels[f]
            self.drop_table(level)
            self.look_up(level.number == 0 or self.open_tables(f))
            for i in range(0, level.number, SOME_NODES):
                end = min(i + SOME_NODES, level.number)
                with nogil:
                    enough = self.roll_some(f, i, end)
                self.look_up(enough)
            self.note(f)
            self.nodes += level.number
            self.drop_nodes(f)
        level = &self.levels[last]
        self.note(last)
        total = 0
        for i in range(level.number):
            if self.table.accepts(level.nodes[i].all):
                total += sum([int(level.ways[i * level.limbs + f]) << 64 * f for f in range(level.limbs)])
        return total

    cdef int note(self, int32_t f) except -1:
        """Keep a record of a level that is done."""
        if self.levels[f].number:
            self.states.append((f, self.levels[f].number, self.levels[f].entries))
        self.progress = min(1.0, max(self.progress, len(self.states) / (self.rules.cells + 1)))
        return 0

    # ---------------------------------------------------------------- lists

    cdef int begin_lists(self, int32_t f) except -1:
        cdef Level *level = &self.levels[f]
        level.lists = <List *>self.resize(NULL, 0, level.number * sizeof(List))
        self.look_up(level.lists != NULL)
        memset(level.lists, 0, level.number * sizeof(List))
        level.entries = level.kept = 0
        level.most = 0
        return 0

    cdef int choose_width(self, Level *level, double bound) except -1:
        """Choose how wide numbers up to *bound* are."""
        level.width = 4 if bound < 4.2e9 else 8 if bound < 1.8e19 else 16
        if level.width > HUGE_BYTES or bound > 3.4e38:
            raise _TooLarge()
        return 0

    cdef bint collect(self, int32_t f, int32_t below, double *bound, double *cost) noexcept nogil:
        """Sort the edges into a level from levels below another one by target; False where memory is out.

        *bound* is what no number in a list of their targets passes, *cost* the length of the lists they come from.
        """
        cdef Level *level = &self.levels[f]
        cdef Level *source
        cdef int32_t i, from_level, first = max(0, f - self.rules.longest)
        cdef int64_t u, k, at, number = level.number
        cdef double most
        cdef InEdge *edge
        self.in_at = <int64_t *>self.resize(NULL, 0, (number + 2) * 8)
        if self.in_at == NULL:
            return False
        memset(self.in_at, 0, (number + 2) * 8)
        for i in range(2):
            for from_level in range(first, min(f, below)):
                source = &self.levels[from_level]
                if source.lists == NULL:
                    continue
                for u in range(source.number):
                    if source.lists[u].length == 0:
                        continue
                    for k in range(source.first_edge[u], source.first_edge[u + 1]):
                        if from_level + self.rules.moves[source.moves[k]].cells != f:
                            continue
                        if i == 0:
                            self.in_at[source.targets[k] + 2] += 1
                            cost[0] += source.lists[u].length
                        else:
                            at = self.in_at[source.targets[k] + 1]
                            self.in_at[source.targets[k] + 1] += 1
                            self.in_edges[at].source = <uint32_t>u
                            self.in_edges[at].move = source.moves[k]
            if i == 0:
                for u in range(number):
                    self.in_at[u + 2] += self.in_at[u + 1]
                self.in_edges = <InEdge *>self.resize(NULL, 0, self.in_at[number + 1] * sizeof(InEdge))
                if self.in_edges == NULL:
                    return False
        for u in range(number):
            most = 0
            for k in range(self.in_at[u], self.in_at[u + 1]):
                edge = &self.in_edges[k]
                source = &self.levels[f - self.rules.moves[edge.move].cells]
                most += source.most * self.rules.moves[edge.move].weight
            bound[0] = max(bound[0], most)
        return True

    cdef void forget_in_edges(self, int64_t number) noexcept nogil:
        if self.in_at != NULL:
            self.release(self.in_edges, self.in_at[number + 1] * sizeof(InEdge))
            self.release(self.in_at, (number + 2) * 8)
        self.in_edges = NULL
        self.in_at = NULL

    cdef int forward(self, int32_t f, bint early) except -1:
        """Make the lists of a level from those of the levels before it."""
        cdef Level *level = &self.levels[f]
        cdef double bound = 0, cost = 0
        cdef bint enough
        self.begin_lists(f)
        if level.number:
            with nogil:
                enough = self.collect(f, f, &bound, &cost)
            self.look_up(enough)
            self.choose_width(level, bound)
            self.summarises = early
            self.share_out(FORWARD, f, level.width, cost)
            self.forget_in_edges(level.number)
        self.note(f)
        return 0

    cdef int backward(self, int32_t f) except -1:
        """Make the lists of a level from those of the levels behind it."""
        cdef Level *level = &self.levels[f]
        cdef double bound = 0, cost = 0
        self.begin_lists(f)
        if level.number:
            with nogil:
                self.survey(f, &bound, &cost)
            self.choose_width(level, bound)
            self.share_out(BACKWARD, f, level.width, cost)
        self.note(f)
        return 0

    cdef void survey(self, int32_t f, double *bound, double *cost) noexcept nogil:
        """What no number in the lists of a level passes, and the length of the lists they are made from, backward."""
        cdef Level *level = &self.levels[f]
        cdef const Move *move
        cdef double most
        cdef int64_t u, k
        for u in range(level.number):
            most = 0
            for k in range(level.first_edge[u], level.first_edge[u + 1]):
                move = &self.rules.moves[level.moves[k]]
                most += self.levels[f + move.cells].most * move.weight
                cost[0] += self.levels[f + move.cells].lists[level.targets[k]].length
            bound[0] = max(bound[0], most)

    cdef double forward_cost(self, int32_t f) noexcept nogil:
        """The length of the lists that `forward` would read."""
        cdef int32_t i
        cdef int64_t u, k, n
        cdef double cost = 0
        cdef Level *level
        for i in range(max(0, f - self.rules.longest), f):
            level = &self.levels[i]
            if level.lists == NULL:
                continue
            for u in range(level.number):
                n = 0
                for k in range(level.first_edge[u], level.first_edge[u + 1]):
                    n += i + self.rules.moves[level.moves[k]].cells == f
                cost += <double>n * level.lists[u].length
        return cost

    cdef int share_out(self, Task task, int32_t f, int32_t width, double cost) except -1:
        """Have the workers do a task for all nodes of a level."""
        cdef Level *level = &self.levels[f]
        cdef Worker worker
        cdef Block *block
        self.next_target = 0
        self.some_targets = max(1, min(level.number, <int64_t>(level.number * (SOME_STEPS / (cost + 1)))))
        for worker in self.workers:
            worker.entries = worker.kept = worker.steps = 0
            worker.most = 0
        if self.pool is None or level.number <= self.some_targets:
            self.labour(self.workers[0], task, f, width)
        else:
            self.share_labour(task, f, width)
        for worker in self.workers:
            self.steps += worker.steps
            if task == JOIN:
                continue
            level.entries += worker.entries
            level.kept += worker.kept
            level.most = max(level.most, worker.most)
            while worker.blocks != NULL:
                block = worker.blocks
                worker.blocks = block.next
                block.next = level.blocks
                level.blocks = block
        return 0

    cdef int share_labour(self, Task task, int32_t f, int32_t width) except -1:
        helpers = [self.pool.submit(self._help, worker, <int>task, f, width) for worker in self.workers[1:]]
        try:
            self.labour(self.workers[0], task, f, width)
            for helper in helpers:
                helper.result()
        finally:
            self.next_target = self.levels[f].number
            for helper in helpers:
                helper.exception()
        return 0

    def _help(self, Worker worker not None, int task, int32_t f, int32_t width):
        """For the threads of a run only."""
        if worker not in self.workers or self.pool is None:
            raise RuntimeError("only a run calls its helpers")
        self.labour(worker, <Task>task, f, width)

    cdef int labour(self, Worker worker, Task task, int32_t f, int32_t width) except -1:
        """Do a task for some nodes of a level, again and again, until there are no more."""
        cdef int64_t first, last
        cdef bint enough
        while True:
            with cython.critical_section(self):
                first = self.next_target
                last = min(first + self.some_targets, self.levels[f].number)
                self.next_target = last
                worker.taken = 0
                worker.allowance = (self.limit - self.held) // <int64_t>len(self.workers)
            if first >= last:
                break
            with nogil:
                enough = perform(self, worker, task, f, first, last, width)
            with cython.critical_section(self):
                self.held += worker.taken
                self.peak = max(self.peak, self.held)
                if not enough:
                    self.wanted = worker.allowance - worker.taken + 1
            self.look_up(enough)
        return 0

    cdef int seed(self, int32_t f, sets) except -1:
        """Give the first node of a level a list of sets, each with one way."""
        cdef Worker worker = self.workers[0]
        cdef Level *level = &self.levels[f]
        self.begin_lists(f)
        level.width = 4
        level.most = 1
        worker.taken = worker.entries = 0
        worker.allowance = self.limit - self.held
        self.look_up(worker.prepare(self.rules.set_bits, 4))
        if worker.set_bytes == 4:
            self.look_up(make_room[short_set, small](worker, len(sets), 0, 0))
            for used in sets:
                put[short_set, small](worker, <short_set>used, 1)
            self.look_up(extract[short_set, small](worker, level.lists, 0, 0, 0, 0))
        else:
            self.look_up(make_room[long_set, small](worker, len(sets), 0, 0))
            for used in sets:
                put[long_set, small](worker, <long_set>used, 1)
            self.look_up(extract[long_set, small](worker, level.lists, 0, 0, 0, 0))
        self.held += worker.taken
        level.entries = worker.entries
        level.kept = worker.entries > 0
        level.blocks = worker.blocks
        worker.blocks = NULL
        return 0

    cdef object ways_with(self, const Level *level, const List *items, uint64_t used):
        """The number of ways that a list tells for a set."""
        cdef int32_t set_bytes = 4 if self.rules.set_bits < 32 else 8
        cdef int64_t i, n = items.length
        cdef const char *ways
        cdef huge number
        if n == 0:
            return 0
        ways = items.at + padded(n * set_bytes)
        for i in range(n):
            if (<const short_set *>items.at)[i] == used if set_bytes == 4 else (<const long_set *>items.at)[i] == used:
                if level.width == 4:
                    return int((<const small *>ways)[i])
                if level.width == 8:
                    return int((<const large *>ways)[i])
                number = (<const huge *>ways)[i]
                return int(upper_half(number)) << 64 | int(<uint64_t>number)
        return 0

    # ---------------------------------------------------------------- meeting in the middle

    def count(self):
        """The number of covers, by weight.

        Raises `MemoryError` where it cannot be done within the limit, and `TimeoutError`.
        """
        if self.begin():
            return self.trivial_count()
        if self.rules.set_bits == 0:
            return self.roll()
        if len(self.workers) > 1:
            from concurrent.futures import ThreadPoolExecutor

            self.pool = ThreadPoolExecutor(len(self.workers) - 1)
        try:
            return self.meet()
        except _TooLarge:
            self.start_over()
            return self.roll()
        finally:
            if self.pool is not None:
                self.pool.shutdown()
                self.pool = None

    cdef bint begin(self) except? True:
        """Begin, for once: whether there is nothing to cover, or nothing to cover it with."""
        with cython.critical_section(self):
            if self.begun:
                raise RuntimeError("a run counts once")
            self.begun = True
        if self.rules.cells == 0 or self.rules.number_of_moves == 0 or self.table.ends == []:
            return True
        return self.rules.pockets != NULL and not self.rules.pockets[0] & 1

    cdef object trivial_count(self):
        self.progress = 1
        return int(self.rules.cells == 0 and self.table.accepts(0))

    cdef int start_over(self) except -1:
        cdef int32_t f
        self.forget_in_edges(0)
        for f in range(self.rules.cells + 1):
            self.drop_nodes(f)
            self.drop_lists(f)
        memset(self.levels, 0, (self.rules.cells + self.rules.longest + 1) * sizeof(Level))
        self.held = self.nodes = self.edges = self.steps = 0
        self.states = []
        self.workers = [Worker(self.table, self.hashed)]
        return 0

    cdef object meet(self):
        """The total, by lists from both ends."""
        cdef int32_t front, back = self.rules.cells
        self.look_up(self.start())
        self.seed(0, [0])
        self.expand_level(0)
        self.note(0)
        front = self.go_forward()
        if front > back:
            return self.accepted()
        self.find_nodes(front)
        if self.levels[back].number == 0:
            return 0
        self.seed(back, self.table.ends)
        self.note(back)
        front = self.approach(front, back)
        return self.join(front)

    cdef int32_t go_forward(self) except -1:
        """Make lists and nodes together while lists are short: the first level without lists."""
        cdef int32_t f
        cdef Level *level
        for f in range(1, self.rules.cells + 1):
            level = &self.levels[f]
            self.forward(f, True)
            self.forget(f - self.rules.longest)
            self.expand_level(f)
            if self.table.ends is None or not level.number or f == self.rules.cells:
                continue
            if level.entries >= self.short_lists * level.kept or f >= self.early * self.rules.cells:
                return f + 1
        return self.rules.cells + 1

    cdef int forget(self, int32_t f) except -1:
        """Drop a level that has done its work."""
        if 0 <= f <= self.rules.cells:
            self.drop_lists(f)
            self.drop_nodes(f)
        return 0

    cdef object accepted(self):
        """The total where lists went all the way: the ways with sets that are solutions."""
        cdef Level *level = &self.levels[self.rules.cells]
        cdef int64_t i
        cdef uint64_t used
        total = 0
        for i in range(level.lists[0].length if level.number else 0):
            if self.rules.set_bits < 32:
                used = (<const short_set *>level.lists[0].at)[i]
            else:
                used = (<const long_set *>level.lists[0].at)[i]
            if self.table.accepts(used):
                total += self.ways_with(level, level.lists, used)
        return total

    cdef int32_t approach(self, int32_t front, int32_t back) except -1:
        """Make lists from both ends, the cheaper level first, until they meet: the first level with backward lists."""
        cdef double ahead = -1, behind = -1, bound, forward_rate = 1, backward_rate = 1
        while True:
            while front < back and self.levels[front].number == 0:
                front += 1
            while front < back and self.levels[back - 1].number == 0:
                back -= 1
            if front == back:
                return front
            if ahead < 0:
                ahead = self.forward_cost(front)
            if behind < 0:
                behind = bound = 0
                self.survey(back - 1, &bound, &behind)
            if self.prefers_front(front, back, ahead, behind, ahead * forward_rate, behind * backward_rate):
                self.forward(front, False)
                forward_rate = self.levels[front].entries / (ahead + 1)
                self.forget(front - self.rules.longest)
                front += 1
                ahead = -1
            else:
                back -= 1
                self.backward(back)
                backward_rate = self.levels[back].entries / (behind + 1)
                self.forget(back + self.rules.longest)
                behind = -1

    cdef bint prefers_front(
        self, int32_t front, int32_t back, double ahead, double behind, double ahead_entries, double behind_entries
    ) except? True:
        """Whether to go on at the front: it costs less, or else would not fit into memory.

        A level is expected to have as many entries for its cost as the one before had.
        """
        cdef double room = <double>(self.limit - self.held), sets = 2.0 ** self.rules.set_bits
        cdef double entry = 4 if self.rules.set_bits < 32 else 8
        cdef double ahead_bytes, behind_bytes
        ahead_bytes = min(ahead_entries, sets * self.levels[front].number) * (entry + 4)
        behind_bytes = min(behind_entries, sets * self.levels[back - 1].number) * (entry + 4)
        if (ahead_bytes < room) != (behind_bytes < room):
            return ahead_bytes < room
        if min(ahead_bytes, behind_bytes) > 1.25 * room:
            self.wanted = <int64_t>min(ahead_bytes, behind_bytes)
            self.look_up(False)
        return ahead <= behind

    cdef object join(self, int32_t cut):
        """The total: over the edges that cross the cut, the ways to their source times those from their target."""
        cdef int32_t f, first = max(0, cut - self.rules.longest)
        cdef int32_t last = min(cut + self.rules.longest, self.rules.cells + 1)
        cdef double by_source = 0, by_target = 0, most_before = 0, most_behind = 0, bound = 0, cost = 0
        cdef Worker worker
        cdef int32_t weight = 1, width
        cdef bint enough
        for f in range(self.rules.number_of_moves):
            weight = max(weight, self.rules.moves[f].weight)
        for f in range(first, cut):
            self.weigh(f, cut, &by_source, &by_target)
            most_before = max(most_before, self.levels[f].most)
        for f in range(cut, last):
            by_target += self.levels[f].entries
            most_behind = max(most_behind, self.levels[f].most)
        if (by_source + by_target) * most_before * most_behind * weight > 0.9 * 256.0 ** HUGE_BYTES:
            raise _TooLarge()
        self.cut = cut
        self.by_target = by_target < by_source
        for f in range(cut if self.by_target else first, last if self.by_target else cut):
            if self.levels[f].lists == NULL or self.levels[f].number == 0:
                continue
            if self.by_target:
                with nogil:
                    enough = self.collect(f, cut, &bound, &cost)
                self.look_up(enough)
            width = max(8, self.levels[f].width)
            self.share_out(JOIN, f, width, by_target if self.by_target else by_source)
            if self.by_target:
                self.forget_in_edges(self.levels[f].number)
        self.progress = 1
        total = 0
        for worker in self.workers:
            total += int(upper_half(worker.total)) << 64 | int(<uint64_t>worker.total)
        return total

    cdef void weigh(self, int32_t f, int32_t cut, double *by_source, double *by_target) noexcept nogil:
        """Add up the entries that a join reads, with the lists of one side or the other held still."""
        cdef Level *level = &self.levels[f]
        cdef Level *to
        cdef int64_t u, k
        if level.lists == NULL:
            return
        by_source[0] += level.entries
        for u in range(level.number):
            for k in range(level.first_edge[u], level.first_edge[u + 1]):
                if f + self.rules.moves[level.moves[k]].cells >= cut:
                    to = &self.levels[f + self.rules.moves[level.moves[k]].cells]
                    by_source[0] += to.lists[level.targets[k]].length
                    by_target[0] += level.lists[u].length

    # ---------------------------------------------------------------- one solution by its rank

    def prepare(self):
        """Make the lists that `cover` needs, backward all the way: the number of covers, by weight.

        Raises `FrontierUnfit` where a number passes 128 bits or a solution may end with too many sets.
        """
        cdef int32_t f, last = self.rules.cells
        if self.table.ends is None:
            raise FrontierUnfit("a solution may end with too many sets of copies")
        if self.begin():
            self.total = self.trivial_count()
            return self.total
        self.look_up(self.start())
        self.find_nodes(0)
        if self.levels[last].number == 0 or self.levels[0].number == 0:
            return 0
        self.seed(last, self.table.ends)
        try:
            for f in range(last - 1, -1, -1):
                self.backward(f)
        except _TooLarge:
            raise FrontierUnfit("the number of solutions passes 128 bits") from None
        self.total = self.ways_with(&self.levels[0], self.levels[0].lists, 0)
        return self.total

    def cover(self, rank):
        """The cover of that rank, from 0 below the number of covers (`prepare`), as (first cell, mask) of its options.

        Of a cover of weight w there are w ranks.
        """
        cdef Level *level = self.levels
        cdef Level *to
        cdef const Move *move
        cdef int64_t node = 0, k
        cdef uint64_t used = 0, after = 0
        if not 0 <= rank < self.total:
            raise ValueError(f"there are {self.total} covers, and none of rank {rank}")
        found = []
        while level - self.levels < self.rules.cells:
            move = NULL
            to = NULL
            for k in range(level.first_edge[node], level.first_edge[node + 1]):
                move = &self.rules.moves[level.moves[k]]
                to = level + move.cells
                after = used
                if not advance(move, &after):
                    continue
                ways = move.weight * self.ways_with(to, &to.lists[level.targets[k]], after)
                if rank < ways:
                    rank //= move.weight
                    break
                rank -= ways
            else:
                raise AssertionError("the ways to a node are not those of its edges")
            found.append((level.nodes[node].cell, self.mask_to(level, node, k)))
            node = level.targets[k]
            level = to
            used = after
        return found

    cdef object mask_to(self, const Level *level, int64_t node, int64_t edge):
        """The mask of the option by which an edge leads on."""
        cdef int32_t f = level - self.levels, i, n
        cdef const Level *to = level + self.rules.moves[level.moves[edge]].cells
        cdef const Node *target = &to.nodes[level.targets[edge]]
        cdef const Child *child
        self.recalls = True
        n = self.expand(&level.nodes[node], f, node, self.children)
        for i in range(n):
            child = &self.children[i]
            if child.window == target.window and child.cell == target.cell and child.move == level.moves[edge]:
                return int(child.mask)
        raise AssertionError("an edge without an option")


cdef bint perform(
    FrontierRun run, Worker worker, Task task, int32_t f, int64_t first, int64_t last, int32_t width
) noexcept nogil:
    """Do a task for some nodes of a level, with sums of that width; False where memory is out."""
    if not worker.prepare(run.rules.set_bits, width):
        return False
    if worker.set_bytes == 4:
        return perform_with[short_set](run, worker, task, f, first, last, width, 0)
    return perform_with[long_set](run, worker, task, f, first, last, width, 0)


cdef bint perform_with(
    FrontierRun run, Worker worker, Task task, int32_t f, int64_t first, int64_t last, int32_t width, set_t set_kind
) noexcept nogil:
    if width == 4:
        return perform_task[set_t, small](run, worker, task, f, first, last, set_kind, 0)
    if width == 8:
        return perform_task[set_t, large](run, worker, task, f, first, last, set_kind, 0)
    return perform_task[set_t, huge](run, worker, task, f, first, last, set_kind, 0)


cdef bint perform_task(
    FrontierRun run, Worker worker, Task task, int32_t f, int64_t first, int64_t last, set_t set_kind, sum_t sum_kind
) noexcept nogil:
    cdef int64_t i
    cdef bint enough = True
    for i in range(first, last):
        if task == FORWARD:
            enough = forward_node(run, worker, f, i, set_kind, sum_kind)
        elif task == BACKWARD:
            enough = backward_node(run, worker, f, i, set_kind, sum_kind)
        else:
            enough = join_node(run, worker, f, i, set_kind, sum_kind)
        if not enough:
            return False
    return True


cdef bint forward_node(
    FrontierRun run, Worker worker, int32_t f, int64_t node, set_t set_kind, sum_t sum_kind
) noexcept nogil:
    """Make the list of a node from those of the sources of its edges."""
    cdef Level *level = &run.levels[f]
    cdef Level *source
    cdef List *result = &level.lists[node]
    cdef const Move *move
    cdef int64_t k, i
    cdef uint64_t all = ALL, any = 0
    for k in range(run.in_at[node], run.in_at[node + 1]):
        move = &run.rules.moves[run.in_edges[k].move]
        source = &run.levels[f - move.cells]
        if not add_any(worker, &source.lists[run.in_edges[k].source], source.width, move, True, set_kind, sum_kind):
            return False
    if not extract(worker, result, 0, 0, set_kind, sum_kind):
        return False
    if run.summarises:
        for i in range(result.length):
            all &= (<set_t *>result.at)[i]
            any |= (<set_t *>result.at)[i]
        level.nodes[node].all = all
        level.nodes[node].any = any
    return True


cdef bint backward_node(
    FrontierRun run, Worker worker, int32_t f, int64_t node, set_t set_kind, sum_t sum_kind
) noexcept nogil:
    """Make the list of a node from those of the targets of its edges."""
    cdef Level *level = &run.levels[f]
    cdef Level *to
    cdef const Node *here = &level.nodes[node]
    cdef const Move *move
    cdef int64_t k
    for k in range(level.first_edge[node], level.first_edge[node + 1]):
        move = &run.rules.moves[level.moves[k]]
        to = &run.levels[f + move.cells]
        if not add_any(worker, &to.lists[level.targets[k]], to.width, move, False, set_kind, sum_kind):
            return False
    return extract(
        worker, &level.lists[node], here.all & run.rules.single, ~here.any, set_kind, sum_kind
    )


cdef bint join_node(
    FrontierRun run, Worker worker, int32_t f, int64_t node, set_t set_kind, sum_t sum_kind
) noexcept nogil:
    """Hold the list of a node still, and multiply it with those across the cut."""
    cdef Level *level = &run.levels[f]
    cdef Level *other
    cdef const List *held = &level.lists[node]
    cdef const Move *move
    cdef int64_t k, first, last
    cdef uint32_t number
    first = run.in_at[node] if run.by_target else level.first_edge[node]
    last = run.in_at[node + 1] if run.by_target else level.first_edge[node + 1]
    if held.length == 0 or first == last:
        return True
    if not make_room(worker, held.length, set_kind, sum_kind):
        return False
    load_any(worker, held, level.width, set_kind, sum_kind)
    for k in range(first, last):
        move = &run.rules.moves[run.in_edges[k].move if run.by_target else level.moves[k]]
        if not run.by_target and f + move.cells < run.cut:
            continue
        other = &run.levels[f - move.cells if run.by_target else f + move.cells]
        number = run.in_edges[k].source if run.by_target else level.targets[k]
        worker.total += dot_any(worker, &other.lists[number], other.width, move, run.by_target, set_kind, sum_kind)
    clear(worker, set_kind, sum_kind)
    return True
