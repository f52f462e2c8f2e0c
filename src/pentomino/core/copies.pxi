# The pieces that a search may use: their sizes and copies, and the areas that these can cover together. The arrays of
# `Copies` have an entry for each piece, and never change once they are filled.

cdef uint64_t add_sums(uint64_t sums, int size, int copies) noexcept nogil:
    """Return, as a bit set, the areas below 64 that are one of *sums* plus up to *copies* pieces of *size* cells."""
    cdef int step = 1, take
    # Take portions of 1, 2, 4 ... copies, then the rest: each number of copies is a sum of some of these portions.
    while copies > 0 and size * step < 64:
        take = min(step, copies)
        if size * take < 64:
            sums |= sums << (size * take)
        copies -= take
        step *= 2
    # If the loop leaves copies, there are enough of them for any area below 64.
    if copies > 0 and size < 64:
        while (sums << size) & ~sums:
            sums |= sums << size
    return sums


cdef class Copies:
    """The pieces of a table: arrays of their sizes and of their minimum and maximum numbers of copies."""

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
