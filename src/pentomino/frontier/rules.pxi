# The rules of a puzzle: the options by their first cell, the moves, and the packing of numbers of copies into a set.
#
# Nothing changes the rules once the table is made. Each option covers the cell under which it is stored.

cdef int check_option(mask, piece, sizes) except -1:
    if mask >> WIDE_BITS:
        raise FrontierUnfit(f"a placement spans more than {WIDE_BITS} cells")
    if not mask & 1 or not 0 <= piece < len(sizes):
        raise ValueError("an option must cover its first cell, and have a piece")
    return 0


cdef struct Option:
    uint64_t mask     # the cells it covers, with bit 0 for the first cell
    uint64_t upper    # the cells after the first 64 positions
    uint64_t once     # the bit of its piece if a solution uses the piece at most once, else 0
    int32_t cells
    int32_t piece


cdef struct Rules:
    int32_t positions         # the numbers of cells are below this; some numbers below it are not cells
    int32_t cells             # the number of cells
    bint wide                 # windows have two words, as some option does not fit into one word
    Shifts shifts             # the distances of neighbours; none if they are not known, or too far for a window
    uint64_t *blocked         # by position, and for 64 more: the numbers from there on that are not cells
    uint64_t *pockets         # by level: bit n is set if some of the pieces left may cover n cells; or NULL
    int32_t *words            # by position: the number of words of 64 bits for its options
    int32_t *options_at       # by position: the index of its first option in `options`
    int64_t *valid_at         # by position: the index of its first word in `valid`
    Option *options
    uint64_t *valid           # the options that may be placed, a bit for each
    uint8_t *move_of          # the move of each option, 64 for each word in `valid`
    int32_t most_options      # the maximum number of options of a position
    int32_t keys              # if all positions share one table of options, lookup tables show which fit: see `Fits`
    const Key *key
    const uint64_t *lookup
    uint64_t *others          # with lookup tables, for each bit of a set: the options of all pieces except the bit's
    Move moves[MAX_MOVES]
    int32_t number_of_moves
    int32_t longest           # the maximum number of cells of an option
    int32_t span              # the maximum number of positions from the first cell of an option to its last cell
    int32_t set_bits, set_bytes
    uint64_t single           # the fields of pieces with at most one copy, which have one bit
    uint64_t needed           # the bits of `single` that every solution uses
    int32_t line              # the number of positions of a line if all lines may be reversed together, else 0
    uint64_t flips[64]        # by pair of cells of a line that change places: the first of these cells, in each line
    uint64_t upper_flips[64]  # the same in the second word of a window


ctypedef fused cells_t:
    single_window   # windows of one word
    wide_window     # windows of two words


cdef inline cells_t joined(cells_t kind, uint64_t window, uint64_t upper) noexcept nogil:
    """Return the window with these words, of the type of *kind*, whose value is ignored."""
    if cells_t is wide_window:
        return wide_join(window, upper)
    else:
        return window


cdef inline cells_t blocked_at(cells_t kind, const Rules *rules, uint32_t cell) noexcept nogil:
    """Return the positions from *cell* on that are not cells, as a window of the type of *kind*."""
    return joined(kind, rules.blocked[cell], rules.blocked[cell + 64])


cdef list share_slots(dict where):
    """Return a list of options as tuples (mask, piece, list of pairs (positions, move)), from the kinds in *where*.

    Kinds with the same piece, mask and copies but different weights share an option, unless they have a position in
    common. This keeps the number of options small enough for lookup tables.
    """
    slots = {}
    for (mask, piece, copies, _), kind in where.items():
        for slot in slots.setdefault((mask, piece, copies), [(mask, piece, [])]):
            if not any([a & b for places, _ in slot[2] for a, b in zip(places, kind[0], strict=True)]):
                slot[2].append(kind)
                break
        else:
            slots[mask, piece, copies].append((mask, piece, [kind]))
    return [slot for of_mask in slots.values() for slot in of_mask]


cdef object mask_of(const Option *option):
    return as_integer(wide_join(option.mask, option.upper))


cdef inline bint overlaps(const Rules *rules, int32_t p, wide_window mask) noexcept nogil:
    """Return whether *mask*, with its first cell at position *p*, covers a position that is not a cell."""
    return rules.blocked[p] & <uint64_t>mask or rules.blocked[p + 64] & wide_high(mask)


cdef inline bint has_bit(const unsigned char *bits, int32_t p) noexcept nogil:
    return bits[p >> 3] >> (p & 7) & 1


@final
cdef class FrontierTable:
    """An exact cover compiled for counting; immutable.

    `FrontierTable(cells, slots, options, sizes, least, most, area, shifts=(), pockets=None, tick=None, claim=None,
    line=0)`:

    - *cells*: an integer whose bit p is set if p is the number of a cell.
    - *slots*: pairs (mask, piece), allowed wherever the mask covers only cells. Bit n of a mask is the cell n positions
      after the first cell.
    - *options*: tuples (first cell, mask, piece, copies used, weight). A cover counts as the product of its weights.
    - *sizes*, *least*, *most*: the size and the minimum and maximum copies of each piece. Copies used add up to *area*.
    - *shifts*, *pockets*: if given, options are connected, each neighbour of a cell is at a distance in *shifts* ahead
      or back, and bit n of entry f of *pockets* is set if some of the pieces left after f covered cells may cover n
      cells.
    - *tick*: called every few milliseconds; it may raise an exception.
    - *claim*: called with `held`, the bytes of the table, before most of them are allocated; it may raise an exception.
    - *line*: if not 0, all lines of this number of positions, the last of which is not a cell, may be reversed
      together: this maps cells to cells, and options to options with the same piece, copies and weight. Counts are
      then faster.

    Raise `FrontierUnfit` if an option spans more than 128 cells (64 in a build without integers of 128 bits), or if
    sets need more than 63 bits.
    """

    cdef Rules rules
    cdef Fits fits
    cdef readonly int32_t set_bits
    cdef readonly int32_t cells
    cdef readonly int64_t held
    cdef list ends            # the sets with which a solution may end; None: too many
    cdef list fields          # by piece: (first bit, number of bits, least copies, maximum count, if more are allowed)

    def __cinit__(
        self, cells, slots, options, sizes, least, most, int64_t area, shifts=(), pockets=None,
        tick=None, claim=None, int32_t line=0
    ):
        cdef int32_t p
        cdef Rules *rules = &self.rules
        cdef const unsigned char *bits
        rules.positions = cells.bit_length()
        rules.cells = self.cells = cells.bit_count()
        rules.blocked = <uint64_t *>allocate(rules.positions + 65, sizeof(uint64_t))
        memset(rules.blocked + rules.positions, 255, 65 * sizeof(uint64_t))  # all positions after the cells are blocked
        cell_bits = cells.to_bytes(rules.positions // 8 + 1, "little")
        bits = cell_bits
        for p in range(rules.positions - 1, -1, -1):
            rules.blocked[p] = rules.blocked[p + 1] << 1 | <uint64_t>(not has_bit(bits, p))
        where = self.places(slots, options, sizes, tick)
        rules.span = max([mask.bit_length() for mask, *_ in where], default=0)
        rules.wide = rules.span > 64
        if pockets is not None and max(shifts) < (WIDE_BITS if rules.wide else 64):
            rules.shifts = read_shifts(shifts)
            rules.pockets = <uint64_t *>allocate(rules.cells + 1, sizeof(uint64_t))
            for p in range(rules.cells + 1):
                rules.pockets[p] = pockets[p]
            look_at(tick)
        self.find_flips(line)
        self.pack_sets(where, sizes, least, most, area)
        self.ends = self.sets_at_the_end(sizes, least, most, area, tick)
        self.file_options(share_slots(where), shifts, tick, claim)

    cdef void find_flips(self, int32_t line) noexcept:
        """Set `flips`: the cells that change places if lines are reversed. Do nothing if a line exceeds a window."""
        cdef int32_t i, at, bits = WIDE_BITS if self.rules.wide else 64
        cdef wide_window firsts
        self.rules.line = line if line <= bits else 0
        # A line has line - 1 cells; its last position is a wall. Cell i changes places with cell line - 2 - i.
        for i in range((self.rules.line - 1) // 2):
            firsts = 0
            for at in range(i, bits - (line - 2 - 2 * i), line):
                firsts |= <wide_window>1 << at
            self.rules.flips[i], self.rules.upper_flips[i] = <uint64_t>firsts, wide_high(firsts)

    cdef dict places(self, slots, options, sizes, tick):
        """Return a dict from each kind of option (mask, piece, copies, weight) to its positions, as bits in bytes."""
        cdef int32_t p, positions = self.rules.positions
        cdef wide_window bits
        cdef unsigned char *found_bits
        where = {}
        for mask, piece in slots:
            if not mask:
                continue
            check_option(mask, piece, sizes)
            bits = as_window(mask)
            found = bytearray(positions // 8 + 1)
            found_bits = found
            for p in range(positions):
                found_bits[p >> 3] |= (not overlaps(&self.rules, p, bits)) << (p & 7)
            if any(found):
                where[mask, piece, 1, 1] = found
        for number, (first, mask, piece, copies, weight) in enumerate(options):
            if number & 0xFFF == 0:
                look_at(tick)
            check_option(mask, piece, sizes)
            if not 0 <= first < positions or overlaps(&self.rules, first, as_window(mask)) or min(copies, weight) < 1:
                raise ValueError(f"an option on {first} must cover cells only, and have a weight")
            found = where.setdefault((mask, piece, copies, weight), bytearray(positions // 8 + 1))
            found[first >> 3] |= 1 << (first & 7)
        return where

    cdef void pack_sets(self, dict where, sizes, least, most, int64_t area) except *:
        """Assign bits of a set (a field) to each piece whose copies have to be counted, and make the moves."""
        cdef int32_t at = 0, bits
        cdef Rules *rules = &self.rules
        places = [0] * len(sizes)
        for (_, piece, *_), cells in where.items():
            places[piece] += int.from_bytes(cells, "little").bit_count()
        self.fields = [None] * len(sizes)
        # The piece with the most placements gets the lowest bits: rare pieces are soon used in all states or in none,
        # so only a small part of the array of sums is in use.
        for piece in sorted(range(len(sizes)), key=lambda piece: -places[piece]):
            # If the area cannot hold more than `most` copies, only the minimum number has to be counted.
            open_ended = (most[piece] + 1) * sizes[piece] > area and most[piece] > least[piece]
            cap = least[piece] if open_ended else most[piece]
            bits = cap.bit_length()
            self.fields[piece] = at, bits, least[piece], cap, open_ended
            # A field of one bit with an exact count is a single copy: such bits of two nodes can be compared.
            if bits == 1 and not open_ended:
                rules.single |= ONE << at
                rules.needed |= <uint64_t>least[piece] << at
            at += bits
            if at > MAX_SET_BITS:
                raise FrontierUnfit("the copies do not fit into 63 bits")
        rules.set_bits = self.set_bits = at
        rules.set_bytes = 4 if at < 32 else 8
        self.make_moves(where)

    cdef void make_moves(self, dict where) except *:
        cdef Move *move
        cdef Rules *rules = &self.rules
        known = {}
        for kind in list(where):
            mask, piece, copies, weight = kind
            start, bits, _, cap, open_ended = self.fields[piece]
            if not open_ended and copies > cap:
                del where[kind]
                continue
            counted = (piece, min(copies, cap)) if bits else (-1, 0)  # pieces that are not counted share their moves
            key = *counted, weight, mask.bit_count()
            if key not in known:
                if len(known) == MAX_MOVES:
                    raise FrontierUnfit("there are more than 256 kinds of moves")
                known[key] = len(known)
                move = &rules.moves[known[key]]
                move.weight = weight
                move.cells = mask.bit_count()
                if bits:
                    move.field = ((ONE << <int32_t>bits) - 1) << <int32_t>start
                    move.one = ONE << <int32_t>start
                    move.cap = <uint64_t>cap << <int32_t>start
                    move.add = <uint64_t>counted[1] << <int32_t>start
                    move.highest = move.cap - move.add
                    move.saturates = open_ended
                rules.longest = max(rules.longest, move.cells)
            where[kind] = where[kind], known[key]
        rules.number_of_moves = len(known)

    cdef list sets_at_the_end(self, sizes, least, most, int64_t area, tick):
        """Return the sets of copies with which a solution may end, or None if there are too many.

        The list may contain other sets as well; these do no harm, as no forward list contains them.
        """
        found = [(0, 0)]
        rest = sum([most[piece] * sizes[piece] for piece in range(len(sizes))])
        slack = sum([most[piece] * sizes[piece] for piece in range(len(sizes)) if not self.fields[piece][1]])
        for piece, (start, bits, _, cap, _) in enumerate(self.fields):
            rest -= most[piece] * sizes[piece]
            if not bits:
                continue
            # A count that stops at the minimum number of copies stands for this and all larger numbers.
            slack += (most[piece] - cap) * sizes[piece]
            before, found = found, []
            for number, (used, covered) in enumerate(before):
                if number & 0xFFF == 0:
                    look_at(tick)
                for copies in range(least[piece], cap + 1):
                    if area - rest - slack <= covered + copies * sizes[piece] <= area:
                        found.append((used | copies << start, covered + copies * sizes[piece]))
                if len(found) > MAX_ENDS:
                    return None
        return [used for used, covered in found if covered <= area <= covered + slack]

    cdef void file_options(self, list slots, shifts, tick, claim) except *:
        """Store the options by position. If there are few options, all positions share one table."""
        cdef int32_t p, number, positions = self.rules.positions
        cdef int64_t words = 0, end = 0
        cdef Rules *rules = &self.rules
        cdef bint shared = len(slots) <= 64 * MAX_SHARED
        cdef int32_t *filed = <int32_t *>allocate(positions + 1, sizeof(int32_t))
        rules.words = <int32_t *>allocate(positions + 1, sizeof(int32_t))
        rules.options_at = <int32_t *>allocate(positions + 1, sizeof(int32_t))
        rules.valid_at = <int64_t *>allocate(positions + 1, sizeof(int64_t))
        try:
            if not shared:
                self.go_through(slots, shared, filed)
            for p in range(positions):
                number = len(slots) if shared else filed[p]
                rules.options_at[p] = 0 if shared else end
                rules.valid_at[p] = words
                rules.words[p] = (number + 63) // 64
                rules.most_options = max(rules.most_options, number)
                words += rules.words[p]
                end += number
                filed[p] = 0
            self.held = 8 * (3 * <int64_t>positions + rules.cells + 9 * words)
            self.held += <int64_t>sizeof(Option) * (len(slots) if shared else end)
            if claim is not None:
                claim(self.held)
            rules.valid = <uint64_t *>allocate(words, sizeof(uint64_t))
            rules.move_of = <uint8_t *>allocate(64 * words, sizeof(uint8_t))
            rules.options = <Option *>allocate(len(slots) if shared else end, sizeof(Option))
            self.go_through(slots, shared, filed)
        finally:
            free(filed)
        if shared and len(slots) > FEW_OPTIONS and rules.shifts.number:
            self.make_lookup(slots, shifts, tick, claim)

    cdef void go_through(self, list slots, bint shared, int32_t *filed) except *:
        """Count the options of each position in *filed*. If `options` is allocated, store them as well."""
        cdef int32_t p, number, piece
        cdef uint8_t move
        cdef wide_window window
        cdef const unsigned char *bits
        for number, (mask, piece, kinds) in enumerate(slots):
            window = as_window(mask)
            for places, move in kinds:
                bits = places
                for p in range(self.rules.positions):
                    if has_bit(bits, p):
                        if self.rules.options != NULL:
                            self.file_option(p, number if shared else filed[p], window, piece, move)
                        filed[p] += 1

    cdef void file_option(self, int32_t p, int32_t i, wide_window mask, int32_t piece, uint8_t move) noexcept:
        cdef Option *option = &self.rules.options[self.rules.options_at[p] + i]
        self.rules.valid[self.rules.valid_at[p] + i // 64] |= ONE << (i % 64)
        self.rules.move_of[64 * self.rules.valid_at[p] + i] = move
        option.mask, option.upper = <uint64_t>mask, wide_high(mask)
        option.cells = self.rules.moves[move].cells
        option.piece = piece
        option.once = self.rules.moves[move].field & self.rules.single

    cdef void make_lookup(self, list slots, shifts, tick, claim) except *:
        """Make lookup tables of the options that fit at a node, and of the options that each single copy excludes."""
        cdef Rules *rules = &self.rules
        cdef int32_t i, n = len(slots), words = (n + 63) // 64
        self.fits = Fits()
        self.held += 64 * words * <int64_t>sizeof(uint64_t)
        self.fits.fill(shifts, [mask for mask, _, _ in slots], tick, claim, self.held)
        self.held = self.fits.held
        rules.keys, rules.key, rules.lookup = self.fits.keys, self.fits.key, self.fits.lookup
        rules.others = <uint64_t *>allocate(64 * words, sizeof(uint64_t))
        memset(rules.others, 255, 64 * words * sizeof(uint64_t))
        for i in range(n):
            if rules.options[i].once:
                rules.others[lowest_bit(rules.options[i].once) * words + i // 64] &= ~(ONE << (i % 64))

    def __dealloc__(self):
        free(self.rules.blocked)
        free(self.rules.pockets)
        free(self.rules.words)
        free(self.rules.options_at)
        free(self.rules.valid_at)
        free(self.rules.options)
        free(self.rules.valid)
        free(self.rules.move_of)
        free(self.rules.others)

    cdef bint accepts(self, uint64_t used) noexcept:
        """Return whether a full board with the set of copies *used* is a solution: no piece has too few copies."""
        for start, bits, least, *_ in self.fields:
            if bits and (used >> <int32_t>start & ((ONE << <int32_t>bits) - 1)) < <uint64_t>least:
                return False
        return True
