# The structs of the item engine, and its loops in C, which are described in `core/lists.h`.

from libc.stdint cimport int32_t, int64_t, uint64_t

cdef extern from "core/lists.h":
    const int DIGITS
    const int BEYOND

    cdef struct Rows:
        const uint64_t *sets
        int words
        int to_cover
        int number
        uint64_t *sums
        int32_t *counts

    cdef struct Loops:
        int32_t (*fitting)(
            const Rows *rows, const void *list, int32_t first, int32_t last, const uint64_t *taken, void *found,
            int32_t k, uint64_t *any
        ) noexcept nogil
        int32_t (*fewest)(
            const Rows *rows, void *list, int32_t number, const uint64_t *rest, const uint64_t *spare, bint in_order
        ) noexcept nogil
        int32_t (*next)(
            const Rows *rows, const void *list, int32_t number, int32_t first, int32_t pick
        ) noexcept nogil

    const Loops *loops_of(int words) noexcept nogil
    int at_once()


cdef struct ItemFrame:
    const Loops *loops
    int64_t at        # place in the arena of the items that have to be covered, and of the spare pieces behind them
    int64_t list      # place there of the options that still fit: rows, or sets of one word
    int64_t end       # place behind them
    int32_t words     # of a set
    int32_t number    # of the options
    int32_t next      # the next option; the one before it is placed
    int32_t pick      # the item to cover next, or -1 without an item that some option covers
    int32_t chosen    # the class of the option placed, if copies are counted
