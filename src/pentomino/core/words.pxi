# Words of 64 and 128 bits, and what all engines share: areas, counts of pieces. Included by _core.pyx.

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free


cdef extern from *:
    """
    /* One loop serves every kind of window: the type of the window says which, so that the compiler makes a copy of
       the loop for each. A compiler without 128-bit integers has a wide window of 64 bits: wider boards then
       take the list engine. */
    typedef unsigned long long plain_window;
    typedef unsigned long long single_window;
    typedef unsigned long long pair_window;
    typedef unsigned long long many_window;
    #if defined(__SIZEOF_INT128__) && !defined(_MSC_VER)
    __extension__ typedef unsigned __int128 wide_window;
    #define wide_join(low, high) ((wide_window)(high) << 64 | (low))
    #define wide_high(window) ((unsigned long long)((window) >> 64))
    #else
    typedef unsigned long long wide_window;
    #define wide_join(low, high) ((void)(high), (wide_window)(low))
    #define wide_high(window) ((void)(window), 0ULL)
    #endif
    #define WIDE_BITS ((int)(8 * sizeof(wide_window)))
    static int wide_first_bit(wide_window window) {
        unsigned long long low = (unsigned long long)window;
        return low ? lowest_bit(low) : 64 + lowest_bit(wide_high(window));
    }
    /* The position of the lowest bit of a window of any kind that is not empty. */
    #define first_bit(window) (sizeof(window) > 8 ? wide_first_bit(window) : lowest_bit((unsigned long long)(window)))
    """
    # Cython tells the members of a fused type apart by these types; the compiler uses those above.
    ctypedef unsigned long plain_window
    ctypedef size_t single_window
    ctypedef long pair_window
    ctypedef long long many_window
    ctypedef unsigned long long wide_window
    wide_window wide_join(uint64_t low, uint64_t high) noexcept nogil
    uint64_t wide_high(wide_window window) noexcept nogil
    int first_bit(wide_window window) noexcept nogil
    const int WIDE_BITS

WINDOW = WIDE_BITS
"""How many bits the widest window has: the farthest reach of an orientation from its first cell, and one."""

cdef enum Outcome:
    EXHAUSTED = 0
    SOLUTION = 1
    PAUSED = 2

# Nodes between two looks at signals and clock: a few milliseconds.
cdef int64_t SLICE = 1 << 18


cdef inline bint fits(uint64_t occupied, uint64_t mask) noexcept nogil:
    """Whether a mask meets no occupied cell: then, and only then, OR and XOR of the two are the same."""
    return (occupied | mask) == (occupied ^ mask)


cdef uint64_t add_sums(uint64_t sums, int size, int copies) noexcept nogil:
    """The sums below 64 that are reached from *sums* with up to *copies* more pieces of that size."""
    cdef int step = 1, take
    while copies > 0 and size * step < 64:
        take = min(step, copies)
        if size * take < 64:
            sums |= sums << (size * take)
        copies -= take
        step *= 2
    if copies > 0 and size < 64:
        while (sums << size) & ~sums:
            sums |= sums << size
    return sums


cdef class Copies:
    """The pieces of a table: for each, its size and the least and the most number of copies."""

    cdef int32_t pieces
    cdef int32_t *size
    cdef int32_t *least
    cdef int32_t *most

    def __cinit__(self, sizes, least, most):
        if not len(sizes) == len(least) == len(most):
            raise ValueError("sizes, least and most must be equally long")
        self.pieces = len(sizes)
        self.size = <int32_t *>allocate(self.pieces, sizeof(int32_t))
        self.least = <int32_t *>allocate(self.pieces, sizeof(int32_t))
        self.most = <int32_t *>allocate(self.pieces, sizeof(int32_t))
        for i in range(self.pieces):
            self.size[i] = sizes[i]
            self.least[i] = least[i]
            self.most[i] = most[i]

    def __dealloc__(self):
        free(self.size)
        free(self.least)
        free(self.most)
