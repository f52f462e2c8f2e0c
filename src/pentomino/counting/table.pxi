# The puzzle: options filed by their first cell, moves, and how copies are packed into a set.

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
    uint64_t *by_bytes        # rows for each value of each byte of the window, where all cells share them; or NULL
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
        if shared and positions:
            self.fill_bytes()

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

    cdef void fill_bytes(self) except *:
        """Make a row for each value of each byte of the window from those for its bits."""
        cdef int32_t words = self.rules.words[0], byte, value, k
        cdef int32_t number = (highest_bit(self.rules.span[0]) + 8) // 8 if self.rules.span[0] else 0
        cdef uint64_t *rows = <uint64_t *>allocate(256 * words * number, sizeof(uint64_t))
        cdef const uint64_t *leaves
        self.rules.by_bytes = rows
        for byte in range(number):
            for k in range(words):
                rows[k] = ALL
            for value in range(1, 256):
                leaves = self.rules.leaves + (8 * byte + lowest_bit(value)) * words
                for k in range(words):
                    rows[value * words + k] = rows[(value & (value - 1)) * words + k] & leaves[k]
            rows += 256 * words

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
        free(self.rules.by_bytes)
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
