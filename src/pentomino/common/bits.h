/* The position of the lowest bit set in a word, which must not be 0, and the number of bits set. */

#ifndef PENTOMINO_BITS
#define PENTOMINO_BITS

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
/* Wheels also run on the oldest processors, which have no instruction for this, so add up the bits of pairs,
   fours and eights, side by side (H. S. Warren, "Hacker's Delight", 5-1). */
static int bit_count(unsigned long long word) {
    word -= (word >> 1) & 0x5555555555555555ULL;
    word = (word & 0x3333333333333333ULL) + ((word >> 2) & 0x3333333333333333ULL);
    word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
    return (int)((word * 0x0101010101010101ULL) >> 56);
}
#endif
