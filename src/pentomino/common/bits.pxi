# Bits of a word, and allocation of zeroed memory, which the caller frees. Both _core.pyx and _frontier.pyx
# include this file.

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc


cdef extern from "common/bits.h":
    int lowest_bit(uint64_t word) noexcept nogil
    int bit_count(uint64_t word) noexcept nogil

cdef uint64_t ONE = 1
cdef uint64_t ALL = ~<uint64_t>0


cdef void *allocate(size_t number, size_t size) except NULL:
    cdef void *block = calloc(number if number else 1, size)  # for 0 bytes, `calloc` may return NULL
    if block == NULL:
        raise MemoryError()
    return block
