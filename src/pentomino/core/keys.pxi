# Keys of the lookup tables: which cells they show, and how these are gathered into an index.
#
# One multiplication moves the cells of a key to the top bits of a word. Chess programs index the moves of a rook in the
# same way, under the name of magic bitboards (L. Hansen, 2006; P. Kannan, "Magic Move-Bitboard Generation in Computer
# Chess", 2007). They find a factor by trial; here it is built span by span, and no two cells ever meet.

ctypedef fused window_t:
    plain_window    # one group of slots, two keys, single copies, no restrictions: boards of the classic kind
    single_window   # one group of slots
    pair_window     # two
    many_window     # any number
    wide_window     # any number, and two words of window


cdef inline int count_bits(wide_window window) noexcept nogil:
    return bit_count(<uint64_t>window) + bit_count(wide_high(window))


cdef inline wide_window neighbours(wide_window cells, const Shifts *shifts) noexcept nogil:
    """The cells next to some cells, as far as the window shows them."""
    cdef wide_window near = 0
    cdef int32_t i
    for i in range(shifts.number):
        if shifts.by[i] < WIDE_BITS:
            near |= cells << shifts.by[i] | cells >> shifts.by[i]
    return near


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


cdef struct Spans:
    int32_t number
    int32_t at[64]        # where each span of consecutive bits starts
    int32_t length[64]
    int32_t key_bits
    int64_t steps


cdef bint gather_spans(Spans *spans, int32_t r, uint64_t factor, uint64_t top, uint64_t low, uint64_t *result) noexcept:
    """Find a factor that moves span r and those before it into free places among the top bits, depth first.

    Within the top bits no two products may meet; those below may, if their sum cannot carry into the top.
    """
    cdef int32_t shift = 64 - spans.key_bits, at, move, j
    cdef uint64_t taken, total, product
    cdef bint apart
    if r < 0:
        result[0] = factor
        return True
    spans.steps += 1
    if spans.steps > 5000:
        return False
    for at in range(64 - spans.length[r], shift - 1, -1):
        move = at - spans.at[r]
        if move < 0 or factor >> move & 1:
            continue
        taken, total, apart = top, low, True
        for j in range(spans.number):
            if spans.at[j] + move > 63:
                continue
            product = ((ONE << spans.length[j]) - 1) << (spans.at[j] + move)
            if taken & (product >> shift):
                apart = False
                break
            taken |= product >> shift
            total += product & ((ONE << shift) - 1)
        if apart and total < ONE << shift and gather_spans(spans, r - 1, factor | ONE << move, taken, total, result):
            return True
    return False


cdef struct Gathering:
    wide_window cells     # the cells of a key
    uint64_t factor
    int32_t at            # the bit from which 64 are looked at


cdef bint can_gather(wide_window cells, int32_t key_bits, bint wide, Gathering *result) noexcept:
    """Whether one multiplication gathers *cells* into an index; *result* then says how."""
    cdef Spans spans
    cdef int32_t bit = 0
    cdef uint64_t bits
    result.cells = cells
    result.at = first_bit(cells) if wide and cells else 0
    result.factor = 1
    bits = <uint64_t>(cells >> result.at)
    if <wide_window>bits << result.at != cells:
        return False
    spans.number = 0
    spans.key_bits = key_bits
    spans.steps = 0
    while bit < 64:
        if not bits >> bit & 1:
            bit += 1
            continue
        spans.at[spans.number] = bit
        while bit < 64 and bits >> bit & 1:
            bit += 1
        spans.length[spans.number] = bit - spans.at[spans.number]
        spans.number += 1
    return gather_spans(&spans, spans.number - 1, 0, 0, 0, &result.factor)


cdef void fill_up(Gathering *key, wide_window more, int32_t key_bits, bint wide) noexcept:
    """Add cells of *more* to a key, lowest first, while they fit."""
    cdef Gathering wider
    cdef wide_window bit
    more &= ~key.cells & ~<wide_window>1
    while more and count_bits(key.cells) < key_bits:
        bit = more & (0 - more)
        more ^= bit
        if can_gather(key.cells | bit, key_bits, wide, &wider):
            key[0] = wider


cdef Gathering next_key(wide_window need, int32_t line, int32_t key_bits, bint wide) noexcept:
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
                if (first_bit(rest) + line // 2) // line == (last + line // 2) // line:
                    continue
            if attempt < 2 and keys == 2 and rest and not can_gather(rest, key_bits, wide, &other):
                continue
            if can_gather(key.cells, key_bits, wide, &key):
                return key
    can_gather(need & (0 - need), key_bits, wide, &key)  # no cells at all: an empty key
    return key
