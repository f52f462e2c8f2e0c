/* What the item engine does with a list of sets of one word, eight at a time, if the processor has AVX-512.

   A build that has no 128-bit integers goes without, so that the tests of such a build cover the other way. */

#include <stdint.h>

enum { DIGITS = 5 }; /* of the number of options that cover an item; beyond, it is just many */

#if defined(__x86_64__) && defined(__GNUC__) && defined(__SIZEOF_INT128__)
#include <immintrin.h>

#define WITH_LANES __attribute__((target("avx512f,popcnt")))

static int has_lanes(void) {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("popcnt");
}

/* Which of the next eight sets of a list there are, if so many are left. */
static inline __mmask8 there(int left) {
    return (__mmask8)(left < 8 ? (1 << left) - 1 : 255);
}

/* Write those of up to eight options that fit to *found*; how many they are. */
WITH_LANES static inline int keep(
    const uint64_t *options, __mmask8 fit, __m512i taken, uint64_t *found, __m512i *seen
) {
    __m512i some = _mm512_maskz_loadu_epi64(fit, options);
    fit = _mm512_mask_testn_epi64_mask(fit, some, taken);
    some = _mm512_maskz_compress_epi64(fit, some);
    *seen = _mm512_or_si512(*seen, some);
    _mm512_storeu_si512(found, some);
    return __builtin_popcount(fit);
}

WITH_LANES static int fitting_by_lanes(
    const uint64_t *options, int number, uint64_t taken, uint64_t *found, uint64_t *any
) {
    const __m512i none = _mm512_set1_epi64((long long)taken);
    __m512i seen = _mm512_setzero_si512();
    int k = 0, i;
    for (i = 0; i + 8 <= number; i += 8)
        k += keep(options + i, 255, none, found + k, &seen);
    k += keep(options + i, there(number - i), none, found + k, &seen);
    *any = (uint64_t)_mm512_reduce_or_epi64(seen);
    return k;
}

/* The sum of three bits at each place: the lower digit; the higher one is left in *carry*. */
WITH_LANES static inline __m512i sum_of(__m512i a, __m512i b, __m512i c, __m512i *carry) {
    *carry = _mm512_ternarylogic_epi64(a, b, c, 0xE8);
    return _mm512_ternarylogic_epi64(a, b, c, 0x96);
}

WITH_LANES static void sums_by_lanes(const uint64_t *options, int number, uint64_t *sums) {
    __m512i digit[DIGITS + 1], carry;
    int i, d, apart;
    for (d = 0; d <= DIGITS; d++)
        digit[d] = _mm512_setzero_si512();
    for (i = 0; i < number; i += 16) {
        const int left = number - i, more = left < 8 ? 0 : left - 8;
        const __m512i first = _mm512_maskz_loadu_epi64(there(left), options + i);
        const __m512i second = _mm512_maskz_loadu_epi64(there(more), options + i + 8);
        digit[0] = sum_of(digit[0], first, second, &carry);
        for (d = 1; d < DIGITS; d++) {
            __m512i next = _mm512_and_si512(digit[d], carry);
            digit[d] = _mm512_xor_si512(digit[d], carry);
            carry = next;
        }
        digit[DIGITS] = _mm512_or_si512(digit[DIGITS], carry);
    }
    for (apart = 4; apart; apart /= 2) {
        const __m512i other = _mm512_xor_si512(_mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7), _mm512_set1_epi64(apart));
        carry = _mm512_setzero_si512();
        for (d = 0; d < DIGITS; d++)
            digit[d] = sum_of(digit[d], _mm512_maskz_permutexvar_epi64(255, other, digit[d]), carry, &carry);
        carry = _mm512_or_si512(carry, _mm512_maskz_permutexvar_epi64(255, other, digit[DIGITS]));
        digit[DIGITS] = _mm512_or_si512(digit[DIGITS], carry);
    }
    for (d = 0; d <= DIGITS; d++)
        sums[d] = (uint64_t)_mm_cvtsi128_si64(_mm512_castsi512_si128(digit[d]));
}

WITH_LANES static int next_by_lanes(const uint64_t *options, int number, int from, uint64_t pick) {
    const __m512i wanted = _mm512_set1_epi64((long long)pick);
    for (; from < number; from += 8) {
        __mmask8 here = there(number - from);
        here = _mm512_mask_test_epi64_mask(here, _mm512_maskz_loadu_epi64(here, options + from), wanted);
        if (here)
            return from + __builtin_ctz(here);
    }
    return number;
}

#else
#define has_lanes() 0
#define fitting_by_lanes(options, number, taken, found, any) ((void)(options), (void)(found), 0)
#define sums_by_lanes(options, number, sums) (void)0
#define next_by_lanes(options, number, from, pick) 0
#endif
