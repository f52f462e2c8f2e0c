# Pockets: empty cells that are shut off, and whether pieces could cover them.
#
# Cells that may be connected to cells outside the window are not treated as a pocket, so a node that leads to a
# solution is never dropped.

cdef bint cuts_off(const Rules *rules, const Child *child) noexcept nogil:
    """Return whether the occupied cells of *child* shut off a pocket (empty cells) that no pieces can fill."""
    if rules.wide:
        return has_dead_pocket[wide_window](rules, wide_join(child.window, child.upper), child.cell, child.level)
    return has_dead_pocket[single_window](rules, child.window, child.cell, child.level)


cdef bint has_dead_pocket(const Rules *rules, cells_t window, uint32_t cell, int32_t level) noexcept nogil:
    """Return whether the occupied cells shut off pockets whose size, alone or together, the pieces left cannot have."""
    cdef const Shifts *shifts = &rules.shifts
    cdef int32_t last, edge, size, total = 0, end = 8 * sizeof(cells_t) - 1, _
    cdef uint64_t sums = rules.pockets[level]
    cdef cells_t empty, region, every = ~<cells_t>0
    if window == 0:
        return False
    last = last_bit(window)
    edge = last + shifts.farthest
    # Cells after the last occupied cell are treated as open, and so are cells with a neighbour outside the window.
    empty = ~(window | blocked_at(window, rules, cell)) & (every if edge >= end else every >> (end - edge))
    region = empty & ~(every >> (end - last))
    if edge > end:
        region |= empty & ~(every >> shifts.farthest)
    for _ in range(4):  # a fast start of the flood, which usually completes it
        region |= empty & region >> shifts.farthest
    empty &= ~region_of(region, empty, shifts)
    while empty:
        region = region_of(empty & (0 - empty), empty, shifts)
        size = count_bits(region)
        total += size
        if size < 64 and not sums >> size & 1 or total < 64 and not sums >> total & 1:
            return True
        empty &= ~region
    return False


cdef inline int32_t last_bit(cells_t window) noexcept nogil:
    if cells_t is wide_window:
        if wide_high(window):
            return 64 + highest_bit(wide_high(window))
    return highest_bit(<uint64_t>window)
