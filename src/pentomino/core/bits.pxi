# Bits of a word, and memory that is zero: what both compiled modules need. Included by _core.pyx and _frontier.pyx.
#
# Owns nothing: whoever allocates memory frees it. Touches nothing. Always holds: allocated memory is zero.

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc


cdef extern from *:
    """
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
    /* Wheels are built for the oldest processors, too, which have no instruction for this: add up the bits of pairs,
       fours and eights, side by side (H. S. Warren, "Hacker's Delight", 5-1). */
    static int bit_count(unsigned long long word) {
        word -= (word >> 1) & 0x5555555555555555ULL;
        word = (word & 0x3333333333333333ULL) + ((word >> 2) & 0x3333333333333333ULL);
        word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (int)((word * 0x0101010101010101ULL) >> 56);
    }
    """
    int lowest_bit(uint64_t word) noexcept nogil
    int bit_count(uint64_t word) noexcept nogil

cdef uint64_t ONE = 1
cdef uint64_t ALL = ~<uint64_t>0


cdef void *allocate(size_t number, size_t size) except NULL:
    cdef void *block = calloc(number if number else 1, size)  # of no bytes, `calloc` may return NULL
    if block == NULL:
        raise MemoryError()
    return block
