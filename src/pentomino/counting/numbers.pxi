# Sets and numbers of several widths, and the sizes that were chosen. Included, with the others here, by _frontier.pyx.

cimport cython
from cython cimport final
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memmove, memset


cdef extern from *:
    """
    #if defined(__GNUC__)
    #define prefetch(array, bytes) __builtin_prefetch((const void *)((size_t)(array) + (size_t)(bytes)))
    #else
    #define prefetch(array, bytes) ((void)(array), (void)(bytes))
    #endif
    static int highest_bit(unsigned long long word) {
        word |= word >> 1; word |= word >> 2; word |= word >> 4;
        word |= word >> 8; word |= word >> 16; word |= word >> 32;
        return bit_count(word) - 1;
    }

    /* One loop serves every width of sets and of numbers. A compiler without 128-bit integers (or without the routines
       for them: clang with MSVC's libraries) counts up to 64 bits in lists; what passes that is left to the pass with
       numbers of any size. */
    #include <stdint.h>
    typedef uint32_t short_set;
    typedef uint64_t long_set;
    typedef uint32_t small;
    typedef uint64_t large;
    #if defined(__SIZEOF_INT128__) && !defined(_MSC_VER)
    __extension__ typedef unsigned __int128 huge;
    #define upper_half(number) ((uint64_t)((number) >> 64))
    #else
    typedef uint64_t huge;
    #define upper_half(number) ((void)(number), (uint64_t)0)
    #endif
    #define HUGE_BYTES ((int)sizeof(huge))
    """
    int highest_bit(uint64_t word) noexcept nogil
    void prefetch(const void *array, size_t bytes) noexcept nogil  # the array may be NULL
    # Cython tells the members of a fused type apart by these types; the compiler uses those above.
    ctypedef unsigned int short_set
    ctypedef unsigned long long_set
    ctypedef unsigned int small
    ctypedef unsigned long large
    ctypedef unsigned long long huge
    uint64_t upper_half(huge number) noexcept nogil
    const int HUGE_BYTES

ctypedef fused set_t:
    short_set
    long_set

ctypedef fused source_t:
    small
    large
    huge

ctypedef fused sum_t:
    small
    large
    huge

cdef uint32_t DEAD = 0xFFFFFFFF

cdef enum:
    MOST_MOVES = 256        # an edge names its move in a byte
    MOST_SHARED = 4         # words of options up to which all cells share one table
    DENSE_BITS = 22         # sets up to which sums are filed by set, not hashed
    MOST_SET_BITS = 63
    BATCH = 128             # children that are met together, so that memory is asked for ahead
    SOME_NODES = 1 << 13    # nodes between two looks at signals and clock: a few milliseconds
    SOME_STEPS = 1 << 21    # entries of lists: the same
    MOST_ENDS = 1 << 18     # sets at the end up to which lists are made from there
    FEW = 8                 # sets that a walk looks through one by one


class FrontierUnfit(Exception):
    """The puzzle is beyond this engine: the message says why. A search can still do it."""


class _TooLarge(Exception):
    """Numbers would pass what lists can hold."""
