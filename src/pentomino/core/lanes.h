/* The loops of the item engine over a list of sets of one word: eight sets at a time (lanes of a vector) if the
   processor has AVX-512, else four sets at a time if it has AVX2.

   A build without 128-bit integers has no lanes, so that its tests cover the loops without lanes. A build with
   MAX_LANES set to 4 or 0 uses at most that number of lanes.

   The loops may overwrite up to eight sets after the end of the list that they write. The results are the same with any
   number of lanes. */

#include <stdint.h>

enum { DIGITS = 5 }; /* binary digits of the number of options that cover an item: larger numbers count as "many" */

struct Lanes {
    int at_once; /* the number of options that the loops examine at a time */
    /* Find the options that have none of the items *taken*: write them to *found*, and the union of their items to
       *any*. Return their number. */
    int (*fitting)(const uint64_t *options, int number, uint64_t taken, uint64_t *found, uint64_t *any);
    /* Count for each item the options that cover it. Write to *sums* the binary digits of all counts, lowest first,
       followed by the items whose counts have more digits. */
    void (*sums)(const uint64_t *options, int number, uint64_t *sums);
    /* Return the index of the first option from *from* on that has the item *pick*, or *number* if there is none. */
    int (*next)(const uint64_t *options, int number, int from, uint64_t pick);
};

#if defined(__x86_64__) && defined(__GNUC__) && defined(__SIZEOF_INT128__)
#include <immintrin.h>

#ifndef MAX_LANES
#define MAX_LANES 8
#endif

/* The lanes in use, as bits, when *left* sets of a list remain. */
#define SOME(left) ((left) < LANES ? (1 << (left)) - 1 : (1 << LANES) - 1)

/* HALF, QUARTER and EIGHTH swap the halves of a vector, of each half, and of each quarter, so that three steps combine
   all eight sets. ODD and TWO are the sum and the carry of a full adder; the numbers are their truth tables. */
#define LANES 8
#define WITH_LANES __attribute__((target("avx512f,popcnt")))
#define BY_LANES(name) name##_by_8
#define LANE __m512i
#define ZERO _mm512_setzero_si512()
#define ALL_OF(word) _mm512_set1_epi64((long long)(word))
#define LOAD(at) _mm512_loadu_si512(at)
#define LOAD_SOME(at, left) _mm512_maskz_loadu_epi64((__mmask8)SOME(left), at)
#define STORE(at, lanes) _mm512_storeu_si512(at, lanes)
#define WITHOUT(lanes, taken) _mm512_testn_epi64_mask(lanes, taken)
#define IF_WITHOUT(lanes, taken) _mm512_maskz_mov_epi64(WITHOUT(lanes, taken), lanes)
#define PACKED(lanes, which) _mm512_maskz_compress_epi64((__mmask8)(which), lanes)
#define HALF(lanes) _mm512_shuffle_i64x2(lanes, lanes, 0x4E)
#define QUARTER(lanes) _mm512_permutex_epi64(lanes, 0x4E)
#define EIGHTH(lanes) _mm512_permutex_epi64(lanes, 0xB1)
#define FIRST(lanes) (uint64_t)_mm_cvtsi128_si64(_mm512_castsi512_si128(lanes))
#define ODD(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0x96)
#define TWO(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0xE8)
#include "lanes_of.h"

/* AVX2 has no instruction that moves the lanes of a mask to the front. For each mask of four lanes, this table has the
   order of 32-bit halves that does so, a byte for each half. */
static const uint64_t PACKING[16] = {
    0x0706050403020100, 0x0706050403020100, 0x0706050401000302, 0x0706050403020100,
    0x0706030201000504, 0x0706030205040100, 0x0706010005040302, 0x0706050403020100,
    0x0504030201000706, 0x0504030207060100, 0x0504010007060302, 0x0504070603020100,
    0x0302010007060504, 0x0302070605040100, 0x0100070605040302, 0x0706050403020100,
};

#define LANES 4
#define WITH_LANES __attribute__((target("avx2,popcnt")))
#define BY_LANES(name) name##_by_4
#define LANE __m256i
#define ZERO _mm256_setzero_si256()
#define ALL_OF(word) _mm256_set1_epi64x((long long)(word))
#define LOAD(at) _mm256_loadu_si256((const __m256i *)(at))
#define LOAD_SOME(at, left) \
    _mm256_maskload_epi64((const long long *)(at), _mm256_cmpgt_epi64(ALL_OF(left), _mm256_setr_epi64x(0, 1, 2, 3)))
#define STORE(at, lanes) _mm256_storeu_si256((__m256i *)(at), lanes)
#define WITHOUT(lanes, taken) _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64((lanes) & (taken), ZERO)))
#define IF_WITHOUT(lanes, taken) ((lanes) & _mm256_cmpeq_epi64((lanes) & (taken), ZERO))
#define PACKED(lanes, which) \
    _mm256_permutevar8x32_epi32(lanes, _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)PACKING[which])))
#define HALF(lanes) (lanes)
#define QUARTER(lanes) _mm256_permute4x64_epi64(lanes, 0x4E)
#define EIGHTH(lanes) _mm256_permute4x64_epi64(lanes, 0xB1)
#define FIRST(lanes) (uint64_t)_mm_cvtsi128_si64(_mm256_castsi256_si128(lanes))
#define ODD(a, b, c) ((a) ^ (b) ^ (c))
#define TWO(a, b, c) (((a) & (b)) | (((a) ^ (b)) & (c)))
#include "lanes_of.h"

/* Return the loops for the widest lanes that the processor has, or NULL. */
static const struct Lanes *lanes(void) {
    if (!__builtin_cpu_supports("popcnt"))
        return 0;
    if (MAX_LANES >= 8 && __builtin_cpu_supports("avx512f"))
        return &lanes_by_8;
    return MAX_LANES >= 4 && __builtin_cpu_supports("avx2") ? &lanes_by_4 : 0;
}

#else
static const struct Lanes *lanes(void) {
    return 0;
}
#endif
