# Names declared in the C++ headers, constants, and exceptions. A struct may have more members in its header than here.

cimport cython
from cython cimport final
from libc.stdint cimport uint8_t, uint16_t, uint32_t

from _thread import allocate_lock, get_ident
from time import sleep


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
    """
    int highest_bit(uint64_t word) noexcept nogil
    void prefetch(const void *array, size_t bytes) noexcept nogil  # the array may be NULL


cdef extern from "frontier/memory.hpp" nogil:
    cdef struct Account:
        int64_t held, peak, limit, wanted

    cdef struct Block:
        Block *next

    bint resize[T](Account &account, T *&array, int64_t length)
    bint make_zeros[T](Account &account, T *&array, int64_t length)
    int64_t bytes_of(const void *array)
    void drop_blocks(Account &account, Block *&blocks)


cdef extern from "frontier/sets.hpp" nogil:
    ctypedef unsigned long long huge
    uint64_t upper_half(huge number)
    const int HUGE_BYTES

    cdef struct Move:
        uint64_t field, one, add, cap, highest
        bint saturates
        int32_t weight, cells

    bint apply_move(const Move *move, uint64_t *used)
    int64_t most_before(Move move)
    uint32_t mixed(uint64_t window, uint32_t cell, uint64_t used)


cdef extern from "frontier/lists.hpp" nogil:
    const int DENSE_BITS

    cdef struct List:
        char *at
        int64_t length

    cdef struct Sums:
        bint dense
        int32_t set_bits
        int64_t used

    cdef struct Worker:
        Account account
        Sums sums
        Block *blocks
        int64_t entries, steps
        double most
        huge total
        huge *totals

    cdef struct Kernel:
        bint (*put)(Worker *, uint64_t used, uint64_t value) noexcept nogil
        bint (*add)(Worker *, const List *, int32_t width, const Move *, bint forward) noexcept nogil
        bint (*extract)(Worker *, List *, uint64_t need, uint64_t bad) noexcept nogil
        huge (*dot)(Worker *, const List *, int32_t width) noexcept nogil
        void (*clear)(Worker *) noexcept nogil

    const Kernel *kernel_for(int32_t set_bytes, int32_t value_bytes)
    bint make_sums(Worker *worker, int32_t value_bytes)
    void drop_sums(Worker *worker)
    int64_t bytes_of_sums(const Worker *worker)
    uint64_t set_at(const List *items, int32_t set_bytes, int64_t i)
    huge value_at(const List *items, int32_t set_bytes, int32_t width, int64_t i)
    int64_t find(const List *items, int32_t set_bytes, uint64_t used)


cdef extern from "frontier/shares.hpp" nogil:
    cdef struct Sharing:
        int32_t pair_bytes
        bint (*lay)(Worker *, const List *, int32_t width) noexcept nogil
        huge (*share)(Worker *, const List *, int32_t width, const Move *, bint forward) noexcept nogil
        bint (*gather)(Worker *, const List *, List *) noexcept nogil

    const Sharing *sharing_for(int32_t set_bytes, int32_t value_bytes)


cdef uint32_t DEAD = 0xFFFFFFFF
cdef uint64_t SPREAD = <uint64_t>0xD6E8FEB86659FD93u  # odd, so that different second words give different tags

cdef enum:
    MAX_MOVES = 256        # an edge stores its move in a byte
    MAX_NAMED = 1 << 16    # the maximum number of options of a cell that edges can distinguish
    MAX_SHARED = 4         # the maximum number of words of options for which all cells share one table
    MAX_SET_BITS = 63
    BATCH = 128             # children that are looked up together, so that memory is prefetched for all of them at once
    # The work between two checks of signals and clock, a few milliseconds each:
    SOME_NODES = 1 << 13    # nodes visited
    SOME_CHILDREN = 1 << 16  # children made, at most
    SOME_STEPS = 1 << 18    # entries read, as some lists are much longer than others
    FEW_SHARES = 8          # the maximum number of portions of work that one worker does alone
    NODE_STEPS = 32         # the number of entries that could be read in the time of the other work for a node
    MAX_ENDS = 1 << 18     # the maximum number of final sets of copies from which backward lists are begun
    FAR_BITS = 8            # the number of bits of a part that depend only on far bits of windows
    FAR_PARTS = 1 << FAR_BITS
    FEW_OPTIONS = 8         # up to this number, options are tested one by one, which is faster than lookup tables


class FrontierUnfit(Exception):
    """Raised if the frontier engine cannot count a puzzle, with the reason as the message. A search may count it."""


class _TooLarge(Exception):
    """Raised if numbers may exceed the 128 bits of lists. `FrontierCount` then counts in one pass."""
