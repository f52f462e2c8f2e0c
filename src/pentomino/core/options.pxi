# Lists of options as the item engine has them: which still fit, and which item the fewest of them cover.
#
# Owns nothing. Touches: the list that is written, and up to `BEYOND` sets behind a list. Always holds: options keep
# their order, and the results are the same on each processor.

cdef extern from "core/lanes.h":
    const int DIGITS

    cdef struct Lanes:
        int at_once
        # Like `still_fitting`; write to *any* the items that some option found has.
        int32_t (*fitting)(
            const uint64_t *options, int32_t number, uint64_t taken, uint64_t *found, uint64_t *any
        ) noexcept nogil
        # Like `add_up` and `next_covering`.
        void (*sums)(const uint64_t *options, int32_t number, uint64_t *sums) noexcept nogil
        int32_t (*next)(const uint64_t *options, int32_t number, int32_t i, uint64_t pick) noexcept nogil

    const Lanes *lanes() noexcept nogil

ctypedef fused item_set:
    single_window   # of at most 64 items
    wide_window     # of any number that the engine takes

cdef enum:
    BEYOND = 8   # sets that may be written behind a list, as loops take up to eight at a time

cdef const Lanes *LANES = lanes()  # by the processor at hand, so that one build serves all; NULL: one by one

OPTIONS_AT_ONCE = 1 if LANES == NULL else LANES.at_once
"""The options that the item engine looks at at a time: 8 with AVX-512, 4 with AVX2, else 1."""


cdef inline item_set sift(
    const item_set *options, int32_t *number, item_set taken, item_set rest, item_set spare, item_set *found
) noexcept nogil:
    """Write the options that have none of the items *taken* to *found*, and their number to *number*.

    Return the item of *rest* to cover next, which is the one that the fewest options cover, or 0 if some item has no
    option.
    """
    cdef item_set any = rest
    cdef const uint64_t *words
    cdef uint64_t *left
    if item_set is single_window:
        if LANES != NULL:
            words, left = <const uint64_t *>options, <uint64_t *>found
            number[0] = LANES.fitting(words, number[0], taken, left, <uint64_t *>&any)
            # That some item has no option is known before any are counted: the child is dead.
            return 0 if rest & ~any else fewest(found, number[0], rest, spare)
    number[0] = still_fitting(options, number[0], taken, found)
    return fewest(found, number[0], rest, spare)


cdef inline int32_t still_fitting(
    const item_set *options, int32_t number, item_set taken, item_set *found
) noexcept nogil:
    """Write the options that have none of the items *taken* to *found*, and return their number."""
    cdef int32_t i, k = 0
    cdef item_set option
    for i in range(number):
        # Write each one, but move on only if it fits: whether it does is close to chance, so a branch would cost more.
        option = options[i]
        found[k] = option
        k += option & taken == 0
    return k


cdef inline int32_t next_covering(const item_set *options, int32_t number, int32_t i, item_set pick) noexcept nogil:
    """Return the place, from *i* on, of the next option that has the item *pick*; *number* if there is none."""
    if item_set is single_window:
        if LANES != NULL:
            return LANES.next(<const uint64_t *>options, number, i, pick)
    while i < number and not options[i] & pick:
        i += 1
    return i


cdef inline item_set fewest(item_set *options, int32_t number, item_set rest, item_set spare) noexcept nogil:
    """Return the item of *rest* that the fewest options cover; 0 if some item has no option at all.

    This is Knuth's choice ("Dancing Links", 2000). Of equal items it is the first. It is none of the *spare* pieces: a
    solution may have several of their options, and would be met by each.
    """
    cdef item_set sums[DIGITS + 1]
    cdef item_set none = rest
    cdef int32_t d
    add_up(options, number, sums)
    for d in range(DIGITS + 1):  # an item without options has no digit set
        none &= ~sums[d]
    if none:
        return 0
    rest &= ~spare
    if not rest & ~sums[DIGITS]:  # all are covered by more options than the digits hold
        return exactly_fewest(options, number, rest)
    # Digit by digit, the highest first, keep the items that have a 0 there, if any has.
    for d in range(DIGITS, -1, -1):
        rest = rest & ~sums[d] or rest
    return rest & (0 - rest)


cdef inline void add_up(item_set *options, int32_t number, item_set *sums) noexcept nogil:
    """Count, for all items at once, the options that cover them.

    Write to *sums* the binary digits of the counts, lowest first, and behind them the items with more than the digits
    hold. Up to three sets behind the options are overwritten.
    """
    cdef item_set ones = 0, twos = 0, first, second, carry, both
    cdef int32_t i, d
    if item_set is single_window:
        if LANES != NULL:
            LANES.sums(<const uint64_t *>options, number, <uint64_t *>sums)
            return
    for i in range(number, number + 3):  # the last four may lack three
        options[i] = 0
    for d in range(2, DIGITS + 1):
        sums[d] = 0
    # Four options make two carries of twos, and these one carry of fours: three full adders for four options.
    for i in range(0, number, 4):
        first = add_to(&ones, options[i], options[i + 1])
        second = add_to(&ones, options[i + 2], options[i + 3])
        carry = add_to(&twos, first, second)
        for d in range(2, DIGITS):
            both = sums[d] & carry
            sums[d] ^= carry
            carry = both
        sums[DIGITS] |= carry  # more than the digits hold: stays so
    sums[0], sums[1] = ones, twos


cdef inline item_set add_to(item_set *digit, item_set one, item_set other) noexcept nogil:
    """Add the bits *one* and *other* to a digit, for all items at once (a full adder). Return the carry."""
    cdef item_set half = digit[0] ^ one, carry = digit[0] & one | half & other
    digit[0] = half ^ other
    return carry


cdef item_set exactly_fewest(const item_set *options, int32_t number, item_set rest) noexcept nogil:
    """Do what `fewest` does, item by item, where there are too many options for the digits."""
    cdef item_set item, best = 0
    cdef int32_t i, covering, least = 0
    while rest:
        item = rest & (0 - rest)
        rest &= rest - 1
        covering = 0
        for i in range(number):
            covering += options[i] & item != 0
        if not best or covering < least:
            best, least = item, covering
    return best
