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
    int64_t at        # index in the arena of the set of items still to be covered; the set of spare pieces follows it
    int64_t list      # index in the arena of the list of options that still fit, as rows or as sets of one word
    int64_t end       # index in the arena of the end of this list
    int32_t words     # the number of words of a set
    int32_t number    # the number of options in the list
    int32_t next      # the index of the option to try next; the option before it is placed
    int32_t pick      # the item to cover next, or -1 if no option covers any item
    int32_t chosen    # the class of the option placed, if copies are counted
