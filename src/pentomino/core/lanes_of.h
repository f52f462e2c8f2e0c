/* The loops over lanes, for one number of lanes: `lanes.h` includes this file once for each number, and defines the
   names of the processor's operations. */

/* Add four vectors of sets to the digits: three full adders, as in `add_up`, and then carries. */
WITH_LANES static inline void BY_LANES(add)(LANE *digit, LANE a, LANE b, LANE c, LANE d) {
    const LANE ones = TWO(digit[0], a, b), half = ODD(digit[0], a, b), more = TWO(half, c, d);
    LANE carry = TWO(digit[1], ones, more);
    int i;
    digit[0] = ODD(half, c, d);
    digit[1] = ODD(digit[1], ones, more);
    for (i = 2; i < DIGITS; i++) {
        const LANE next = digit[i] & carry;
        digit[i] ^= carry;
        carry = next;
    }
    digit[DIGITS] |= carry;
}

/* Add to the digits in each lane the digits of the lane that *other* moves there. */
#define FOLD(other)                                        \
    carry = ZERO;                                          \
    for (d = 0; d < DIGITS; d++) {                         \
        const LANE here = digit[d], there = other(here);   \
        digit[d] = ODD(here, there, carry);                \
        carry = TWO(here, there, carry);                   \
    }                                                      \
    digit[DIGITS] |= other(digit[DIGITS]) | carry

WITH_LANES static void BY_LANES(sums)(const uint64_t *options, int number, uint64_t *sums) {
    LANE digit[DIGITS + 1], carry;
    int i, d;
    for (d = 0; d <= DIGITS; d++)
        digit[d] = ZERO;
    for (i = 0; i + 4 * LANES <= number; i += 4 * LANES) {
        const uint64_t *at = options + i;
        BY_LANES(add)(digit, LOAD(at), LOAD(at + LANES), LOAD(at + 2 * LANES), LOAD(at + 3 * LANES));
    }
    for (; i < number; i += 2 * LANES) {
        const int left = number - i, more = left < LANES ? 0 : left - LANES;
        BY_LANES(add)(digit, LOAD_SOME(options + i, left), LOAD_SOME(options + i + LANES, more), ZERO, ZERO);
    }
#if LANES > 4
    FOLD(HALF);
#endif
    FOLD(QUARTER);
    FOLD(EIGHTH);
    for (d = 0; d <= DIGITS; d++)
        sums[d] = FIRST(digit[d]);
}

/* Write the sets of *some* that fit, in the lanes *there* only, to *found*. Return their number. */
WITH_LANES static inline int BY_LANES(keep)(LANE some, int there, LANE taken, uint64_t *found, LANE *seen) {
    const int fit = WITHOUT(some, taken) & there;
    *seen |= IF_WITHOUT(some, taken);
    STORE(found, PACKED(some, fit)); /* all lanes: later sets overwrite those that do not fit */
    return __builtin_popcount(fit);
}

WITH_LANES static int BY_LANES(fitting)(
    const uint64_t *options, int number, uint64_t taken, uint64_t *found, uint64_t *any
) {
    const LANE none = ALL_OF(taken);
    LANE seen = ZERO;
    int i, k = 0;
    for (i = 0; i + LANES <= number; i += LANES)
        k += BY_LANES(keep)(LOAD(options + i), SOME(LANES), none, found + k, &seen);
    k += BY_LANES(keep)(LOAD_SOME(options + i, number - i), SOME(number - i), none, found + k, &seen);
    seen |= HALF(seen);
    seen |= QUARTER(seen);
    *any = FIRST(seen | EIGHTH(seen));
    return k;
}

WITH_LANES static int BY_LANES(next)(const uint64_t *options, int number, int from, uint64_t pick) {
    const LANE wanted = ALL_OF(pick);
    for (; from < number; from += LANES) {
        const int left = number - from, every = SOME(left);
        const int here = every & ~WITHOUT(left < LANES ? LOAD_SOME(options + from, left) : LOAD(options + from), wanted);
        if (here)
            return from + __builtin_ctz(here);
    }
    return number;
}

static const struct Lanes BY_LANES(lanes) = {LANES, BY_LANES(fitting), BY_LANES(sums), BY_LANES(next)};

#undef LANES
#undef WITH_LANES
#undef BY_LANES
#undef LANE
#undef ZERO
#undef ALL_OF
#undef LOAD
#undef LOAD_SOME
#undef STORE
#undef WITHOUT
#undef IF_WITHOUT
#undef PACKED
#undef HALF
#undef QUARTER
#undef EIGHTH
#undef FIRST
#undef ODD
#undef TWO
#undef FOLD
