# Words of 64 and 128 bits, and the distances of neighbours. Both _core.pyx and _frontier.pyx include this file.
#
# Bit n of a window is the cell n positions after its first cell; cells after its last bit are not visible.

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcmp, memcpy, memmove, memset


cdef extern from *:
    """
    /* One loop serves all kinds of windows. The type of the window determines the kind, so the compiler makes a copy
       of the loop for each. Without 128-bit integers, wide windows have 64 bits, and wider boards are searched by
       items. */
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
    /* Return the position of the lowest bit set in a window of any kind, which must not be 0. */
    #define first_bit(window) (sizeof(window) > 8 ? wide_first_bit(window) : lowest_bit((unsigned long long)(window)))
    """
    # Cython distinguishes the members of a fused type by these types; the compiler uses those above.
    ctypedef unsigned long plain_window
    ctypedef size_t single_window
    ctypedef long pair_window
    ctypedef long long many_window
    ctypedef unsigned long long wide_window
    wide_window wide_join(uint64_t low, uint64_t high) noexcept nogil
    uint64_t wide_high(wide_window window) noexcept nogil
    int first_bit(wide_window window) noexcept nogil
    const int WIDE_BITS


# The number of shapes read between two calls of `look_at`.
cdef int64_t MANY = 1 << 10


cdef bint look_at(tick) except True:
    """Check for signals, and call *tick* unless it is None. Engines call this every few milliseconds."""
    PyErr_CheckSignals()
    if tick is not None:
        tick()
    return False


ctypedef fused window_t:
    plain_window    # one group of 64 slots, two keys, single copies, no restrictions: classic puzzles
    single_window   # one group of slots
    pair_window     # two groups
    many_window     # any number of groups
    wide_window     # any number of groups, and a window of two words


cdef inline int count_bits(wide_window window) noexcept nogil:
    return bit_count(<uint64_t>window) + bit_count(wide_high(window))


cdef object as_integer(wide_window window):
    if not wide_high(window):  # the usual case: one word is faster
        return <uint64_t>window
    return int(<uint64_t>window) | int(wide_high(window)) << 64


cdef wide_window as_window(number):
    return wide_join(<uint64_t>(number & ALL), <uint64_t>(number >> 64))


cdef struct Shifts:
    # The distances from a cell to its neighbours, in positions: each distance applies ahead and back.
    int32_t number
    int32_t by[16]
    int32_t farthest


cdef Shifts read_shifts(shifts) except *:
    """Return the distances of neighbours as a struct. Raise `ValueError` unless there are 1 to 16, each at least 1."""
    cdef Shifts found
    cdef int32_t i
    found.number = len(shifts)
    if not 0 < found.number <= 16 or min(shifts) < 1:
        raise ValueError("there must be 1 to 16 shifts, each at least 1")
    for i in range(found.number):
        found.by[i] = shifts[i]
    found.farthest = max(shifts)
    return found


cdef inline bint fits(window_t occupied, window_t cells) noexcept nogil:
    """The fit test: return whether a piece on *cells* covers no *occupied* cell. Only then do OR and XOR agree."""
    return (occupied | cells) == (occupied ^ cells)


cdef inline window_t neighbours(window_t cells, const Shifts *shifts) noexcept nogil:
    """Return the cells of the window that are a shift away from *cells*. They may include blocked cells.

    On lattices with cells of several kinds, such as triangles, they also include cells that are not neighbours. So a
    region or pocket may seem larger than it is, which never rules out a solution. Do not decide by this function
    whether two cells are neighbours.
    """
    cdef window_t near = 0
    cdef int32_t i
    for i in range(shifts.number):
        if shifts.by[i] < <int32_t>(8 * sizeof(window_t)):  # C does not define shifts by the width of the type or more
            near |= cells << shifts.by[i] | cells >> shifts.by[i]
    return near


cdef inline window_t region_of(window_t cells, window_t empty, const Shifts *shifts) noexcept nogil:
    """Return the cells of *empty* that are connected to *cells*, and *cells* themselves."""
    cdef window_t region = 0
    while cells != region:  # flood: each round adds the cells one step further on
        region = cells
        cells |= neighbours(region, shifts) & empty
    return region
