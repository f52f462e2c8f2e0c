# Keys of the lookup tables: sets of cells whose occupancy is gathered into an index.
#
# One multiplication moves the cells of a key to the top bits of a word. Chess programs index the moves of a rook in the
# same way, under the name magic bitboards (L. Hansen, 2006; P. Kannan, "Magic Move-Bitboard Generation in Computer
# Chess", 2007). They find a factor by trial; here it is built span by span, and no two cells get the same bit.
#
# Different occupancies of the cells of a key have different indices, of `key_bits` bits.

cdef enum:
    # The number of cells of a key: two tables of words have 64 KB. With very many slots, keys have fewer cells.
    KEY_BITS = 12


cdef struct Key:
    uint64_t bits     # the cells that index the table, as bits of the window from `at` on
    uint64_t factor   # gathers them into an index
    int32_t at        # the first bit; always 0 in a window of one word, which saves a shift


cdef inline wide_window cells_of(const Key *key) noexcept nogil:
    return <wide_window>key.bits << key.at


cdef inline size_t index_of(const Key *key, window_t occupied, int32_t key_bits) noexcept nogil:
    """Return the index of the occupied cells in the table of *key*: the OR of the indices of its single cells."""
    cdef uint64_t seen
    if window_t is wide_window:
        seen = <uint64_t>(occupied >> key.at) & key.bits
    else:
        seen = occupied & key.bits
    return seen * key.factor >> (64 - key_bits)


cdef wide_window lowest_bits(wide_window window, int32_t number) noexcept nogil:
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
    int64_t tries


cdef bint gather_spans(Spans *spans, int32_t r, uint64_t factor, uint64_t top, uint64_t low, uint64_t *result) noexcept:
    """Find, depth first, a factor that moves the spans 0 to *r* into free places among the top bits of a word.

    Each bit of the factor moves all spans by the same distance, so it adds a product for each span. *top* are the top
    bits already taken, and *low* is the sum of all products below them. Write the factor to *result*, and return
    whether a factor was found.
    """
    cdef int32_t shift = 64 - spans.key_bits, at, move, j
    cdef uint64_t taken, total, product
    cdef bint apart
    if r < 0:
        result[0] = factor
        return True
    spans.tries += 1
    if spans.tries > 5000:  # it is faster to look for a key of fewer cells
        return False
    for at in range(64 - spans.length[r], shift - 1, -1):
        move = at - spans.at[r]
        if move < 0 or factor >> move & 1 or top >> (at - shift) & ((ONE << spans.length[r]) - 1):
            continue
        # Among the top bits, no two products may share a bit. A cell may have several bits there.
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
        # Products below the top bits may share bits, unless their sum carries into the top bits.
        if apart and total < ONE << shift and gather_spans(spans, r - 1, factor | ONE << move, taken, total, result):
            return True
    return False


cdef bint can_gather(wide_window cells, int32_t key_bits, bint wide, Key *key) noexcept:
    """Return whether one multiplication can gather *cells* into an index, and write this multiplication to *key*."""
    cdef Spans spans
    cdef int32_t at, length
    cdef uint64_t rest
    key.at = first_bit(cells) if wide and cells else 0
    key.factor = 1
    key.bits = rest = <uint64_t>(cells >> key.at)
    if cells_of(key) != cells:
        return False
    spans.number = spans.tries = 0
    spans.key_bits = key_bits
    while rest:
        at = lowest_bit(rest)
        length = lowest_bit(~(rest >> at))
        spans.at[spans.number], spans.length[spans.number] = at, length
        spans.number += 1
        rest &= ~(((ONE << length) - 1) << at)
    return gather_spans(&spans, spans.number - 1, 0, 0, 0, &key.factor)


cdef void fill_up(Key *key, wide_window more, int32_t key_bits, bint wide) noexcept:
    """Add the lowest cells of *more* to *key*, up to *key_bits* cells, except cells that *key* cannot gather."""
    cdef Key wider
    cdef wide_window bit
    # The first cell is always empty, so the key leaves it out.
    more &= ~cells_of(key) & ~<wide_window>1
    while more and bit_count(key.bits) < key_bits:
        bit = more & (0 - more)
        more ^= bit
        if can_gather(cells_of(key) | bit, key_bits, wide, &wider):
            key[0] = wider


cdef Key next_key(wide_window need, int32_t line, int32_t key_bits, bint wide) noexcept:
    """Return a key of the lowest cells of *need*, in whole lines of *line* positions if possible, for few keys."""
    cdef int32_t total = count_bits(need), keys = (total + key_bits - 1) // key_bits
    cdef int32_t n, attempt, last
    cdef wide_window cells, rest
    cdef Key key, other
    # First try the fewest keys with whole lines, then the fewest keys, then any key.
    for attempt in range(3):
        for n in range(min(total, key_bits), 0, -1):
            cells = lowest_bits(need, n)
            rest = need & ~cells
            if attempt < 2 and total - n > (keys - 1) * key_bits:
                continue
            if attempt == 0 and rest:
                # Relative to the first cell, a line extends half a line to either side.
                last = first_bit(need & ~lowest_bits(need, n - 1))
                if (first_bit(rest) + line // 2) // line == (last + line // 2) // line:
                    continue
            # The plain loop reads two keys, so the second one must contain all other cells.
            if attempt < 2 and keys == 2 and rest and not can_gather(rest, key_bits, wide, &other):
                continue
            if can_gather(cells, key_bits, wide, &key):
                return key
    can_gather(need & (0 - need), key_bits, wide, &key)  # if there are no cells, the key is empty
    return key
