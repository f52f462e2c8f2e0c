/* The loops over lists for one number of words, `WORDS`; 0 stands for any even number. `lists.h` includes this
   file once for each number. */

#define GLUE(a, b) a##_##b
#define GLUED(a, b) GLUE(a, b)
#define OF(name) GLUED(name, WORDS)
#define EACH(j) for (j = 0; j < (WORDS ? WORDS : rows->words); j++)
#if WORDS == 1
#define ENTRY uint64_t
#define SET(list, i) ((list) + (i))
#define NOTHING 0
#define COUNTED uint64_t
#else
#define ENTRY int32_t
#define SET(list, i) (rows->sets + (size_t)(list)[i] * (WORDS ? WORDS : rows->words))
#define NOTHING rows->number
#define COUNTED few_words
#endif

static int OF(fitting)(
    const struct Rows *rows, const void *list, int from, int to, const uint64_t *taken, void *found, int k, uint64_t *any
) {
    const ENTRY *options = (const ENTRY *)list;
    ENTRY *fit = (ENTRY *)found + k;
    int i, n = 0;
#if WORDS == 1
    (void)rows;
    if (LANES_HERE) {
        uint64_t some;
        n = LANES_HERE->fitting(options + from, to - from, taken[0], fit, &some);
        *any |= some;
        return k + n;
    }
    for (i = from; i < to; i++) {
        /* Write each option, but advance only if it fits. That is hard to predict, so a branch would cost more. */
        const ENTRY option = options[i];
        fit[n] = option;
        n += (option & taken[0]) == 0;
    }
#elif WORDS == 2
    for (i = from; i < to; i++) {
        const uint64_t *set = SET(options, i);
        fit[n] = options[i];
        n += ((set[0] & taken[0]) | (set[1] & taken[1])) == 0;
    }
#else
    /* Check the words with taken items, two at a time. The options that fit in these two are checked further. */
    int j = 0, one, other;
    options += from;
    n = to - from;
    do {
        int left = 0;
        for (; j < rows->words && !taken[j]; j++)
            ;
        one = j < rows->words ? j++ : 0;
        for (; j < rows->words && !taken[j]; j++)
            ;
        other = j < rows->words ? j++ : one;
        for (i = 0; i < n; i++) {
            const uint64_t *set = SET(options, i);
            fit[left] = options[i];
            left += ((set[one] & taken[one]) | (set[other] & taken[other])) == 0;
        }
        options = fit;
        n = left;
    } while (j < rows->words);
#endif
    any[0] = ~(uint64_t)0;
    return k + n;
}

/* Add a bit for all items at once (a full adder). Return the carry. */
static inline COUNTED OF(add_to)(COUNTED *digit, COUNTED one, COUNTED other) {
    const COUNTED half = *digit ^ one, carry = (*digit & one) | (half & other);
    *digit = half ^ other;
    return carry;
}

static inline COUNTED OF(load)(const uint64_t *words) {
    COUNTED found;
    memcpy(&found, words, sizeof found);
    return found;
}

/* Count, for all items at once, the options that cover them. Write for each word the binary digits of the counts, lowest
   first, followed by the items whose counts have more digits. Up to three entries after the options are
   overwritten. */
static inline void OF(add_up)(
    const struct Rows *rows, ENTRY *options, int number, uint64_t *sums, int from, int to
) {
    const int at_a_time = sizeof(COUNTED) / sizeof(uint64_t);
    int i, j, d;
    (void)rows;
    for (i = number; i < number + 3; i++) /* the last group of four may lack up to three */
        options[i] = NOTHING;
    for (j = from; j < to; j += at_a_time) {
        COUNTED digit[DIGITS + 1];
        memset(digit, 0, sizeof digit);
        /* Four options give two carries of twos, and those give one carry of fours, so three full adders are enough. */
        for (i = 0; i < number; i += 4) {
            const COUNTED first = OF(add_to)(
                &digit[0], OF(load)(SET(options, i) + j), OF(load)(SET(options, i + 1) + j)
            );
            const COUNTED second = OF(add_to)(
                &digit[0], OF(load)(SET(options, i + 2) + j), OF(load)(SET(options, i + 3) + j)
            );
            COUNTED carry = OF(add_to)(&digit[1], first, second);
            for (d = 2; d < DIGITS; d++) {
                const COUNTED both = digit[d] & carry;
                digit[d] ^= carry;
                carry = both;
            }
            digit[DIGITS] |= carry; /* once a count has more digits, its bit here stays set */
        }
        for (d = 0; d <= DIGITS; d++)
            memcpy(sums + d * (WORDS ? WORDS : rows->words) + j, &digit[d], sizeof(COUNTED));
    }
}

/* Do the same as `fewest`, option by option, if there are too many options for the digits. */
static int OF(exactly)(
    const struct Rows *rows, const ENTRY *options, int number, const uint64_t *rest, const uint64_t *but
) {
    int i, j, best = -1;
    memset(rows->counts, 0, 64 * (size_t)(WORDS ? WORDS : rows->words) * sizeof(int32_t));
    for (i = 0; i < number; i++) {
        const uint64_t *set = SET(options, i);
        EACH(j) {
            uint64_t left = set[j] & rest[j];
            for (; left; left &= left - 1)
                rows->counts[64 * j + lowest_bit(left)]++;
        }
    }
    EACH(j) {
        uint64_t left = rest[j] & ~(but ? but[j] : 0);
        for (; left; left &= left - 1) {
            const int item = 64 * j + lowest_bit(left);
            if (best < 0 || rows->counts[item] < rows->counts[best])
                best = item;
        }
    }
    return best;
}

static int OF(fewest)(
    const struct Rows *rows, void *list, int number, const uint64_t *rest, const uint64_t *spare, int in_order
) {
    const int stride = WORDS ? WORDS : rows->words, to_cover = WORDS ? WORDS : rows->to_cover;
    ENTRY *options = (ENTRY *)list;
#if WORDS
    uint64_t sums[(DIGITS + 1) * WORDS], left[WORDS];
#else
    uint64_t *sums = rows->sums, *left = rows->sums + (DIGITS + 1) * stride;
#endif
    uint64_t none = 0, some = 0, few = 0;
    int j, d, from = 0, to = to_cover;
#if !WORDS
    if (in_order) { /* look only at items near the first one, as there can be thousands */
        while (from + 2 < to && !((rest[from] & ~spare[from]) | (rest[from + 1] & ~spare[from + 1])))
            from += 2;
        to = from + NEAR < to ? from + NEAR : to;
    }
#endif
#if WORDS == 1
    if (LANES_HERE)
        LANES_HERE->sums(options, number, sums);
    else
#endif
        OF(add_up)(rows, options, number, sums, from, to);
    for (j = from; j < to; j++) {
        uint64_t covered = 0;
        for (d = 0; d <= DIGITS; d++) /* an item without options has no digit set */
            covered |= sums[d * stride + j];
        none |= rest[j] & ~covered;
        left[j] = rest[j] & ~spare[j];
        some |= left[j];
        few |= left[j] & ~sums[DIGITS * stride + j];
    }
    if (none)
        return -1;
    if (!in_order) {
        if (!some)
            return OF(exactly)(rows, options, number, rest, 0);
        if (!few) /* all are covered by more options than the digits can count */
            return OF(exactly)(rows, options, number, rest, spare);
        /* From the highest digit down, keep the items whose digit is 0, if there are any. */
        for (d = DIGITS; d >= 0; d--) {
            const uint64_t *digit = sums + d * stride;
            some = 0;
            for (j = 0; j < to_cover; j++)
                some |= left[j] & ~digit[j];
            for (j = 0; some && j < to_cover; j++)
                left[j] &= ~digit[j];
        }
    }
    for (j = from; j < to; j++)
        if (left[j])
            return 64 * j + lowest_bit(left[j]);
    return -1;
}

static int OF(next)(const struct Rows *rows, const void *list, int number, int from, int pick) {
    const ENTRY *options = (const ENTRY *)list;
    if (pick < 0)
        return number;
#if WORDS == 1
    (void)rows;
    if (LANES_HERE)
        return LANES_HERE->next(options, number, from, (uint64_t)1 << pick);
#endif
    while (from < number && !(SET(options, from)[pick >> 6] >> (pick & 63) & 1))
        from++;
    return from;
}

static const struct Loops GLUED(loops, WORDS) = {OF(fitting), OF(fewest), OF(next)};

#undef WORDS
#undef GLUE
#undef GLUED
#undef OF
#undef EACH
#undef ENTRY
#undef SET
#undef NOTHING
#undef COUNTED
