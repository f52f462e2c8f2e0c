# Pockets: empty cells that are shut off, and whether pieces could cover them.

cdef bint has_dead_pocket(const Rules *rules, uint64_t window, uint64_t blocked, int32_t level) noexcept nogil:
    """Whether the occupied cells shut off a pocket of a size that no pieces add up to; or several, taken together."""
    cdef const Shifts *shifts = &rules.shifts
    cdef int32_t last, edge, size, total = 0, _
    cdef uint64_t sums = rules.pockets[level]
    cdef single_window empty, region
    if window == 0:
        return False
    last = highest_bit(window)
    edge = last + shifts.farthest
    # What lies behind the last occupied cell is taken for open, and so is what has a neighbour out of sight.
    empty = ~(window | blocked) & (ALL if edge > 62 else ALL >> (63 - edge))
    region = empty & ~(ALL >> (63 - last))
    if edge > 63:
        region |= empty & ~(ALL >> shifts.farthest)
    for _ in range(4):  # mostly this is all it takes
        region |= empty & region >> shifts.farthest
    empty &= ~region_of(region, empty, shifts)
    while empty:
        region = region_of(empty & (0 - empty), empty, shifts)
        size = bit_count(region)
        total += size
        if not sums >> size & 1 or (total < 64 and not sums >> total & 1):
            return True
        empty &= ~region
    return False
