# Pockets: empty cells that are shut off, and whether pieces could cover them.

cdef inline uint64_t spread(uint64_t region, uint64_t empty, int32_t stride) noexcept nogil:
    """The region and its empty neighbours."""
    return region | (empty & (region << 1 | region >> 1 | region << stride | region >> stride))


cdef bint has_dead_pocket(const Rules *rules, uint64_t window, uint64_t walls, int32_t level) noexcept nogil:
    """Whether the occupied cells shut off a pocket of a size that no pieces add up to; or several, taken together."""
    cdef int32_t stride = rules.stride, last, edge, size, total = 0, _
    cdef uint64_t empty, region, grown, sums = rules.pockets[level]
    if window == 0:
        return False
    last = highest_bit(window)
    edge = last + stride
    # What lies behind the last occupied cell is taken for open, and so is what has a neighbour out of sight.
    empty = ~(window | walls) & (ALL if edge > 62 else ALL >> (63 - edge))
    region = empty & ~(ALL >> (63 - last))
    if edge > 63:
        region |= empty & ~(ALL >> stride)
    for _ in range(4):  # mostly this is all it takes
        region |= empty & region >> stride
    region |= empty & (region << 1 | region >> 1)
    grown = 0
    while region != empty and region != grown:
        grown = region
        for _ in range(3):
            region = spread(region, empty, stride)
    empty &= ~region
    while empty:
        region = empty & (0 - empty)
        grown = 0
        while region != grown:
            grown = region
            for _ in range(3):
                region = spread(region, empty, stride)
        size = bit_count(region)
        total += size
        if not sums >> size & 1 or (total < 64 and not sums >> total & 1):
            return True
        empty &= ~region
    return False
