# Lists of marks: for each set not the number of ways, but which there are. Until the piece is placed that the search
# places first, a bit for each of its places (that is, each run) with which a solution goes through here; from then on a
# bit for each edge that leads on to a solution.


cdef inline uint64_t mark_of(const Move *move) noexcept nogil:
    """The runs that a move leaves: one, if it is one of the first placements, or else all."""
    return ONE << (move.weight - 2) if move.weight > 1 else ALL


cdef inline void mark(Worker worker, set_t used, uint64_t marks) noexcept nogil:
    """Add to the marks of a set."""
    cdef uint64_t *sums = <uint64_t *>worker.sums
    cdef uint32_t at = <uint32_t>used, place
    if worker.dense:
        place = at >> worker.drop
    else:
        place = at = place_of(<const set_t *>worker.keys, worker.places, used)
        (<set_t *>worker.keys)[at] = used + 1
    if sums[place] == 0:
        worker.touched[worker.used] = at
        worker.used += 1
    sums[place] |= marks


cdef inline uint64_t mark_of_edge(int64_t number, int64_t edges) noexcept nogil:
    """The mark of an edge of a node with so many edges: where they are more than bits, some share one."""
    return ONE << (number if edges <= 64 else 64 * number // edges)


cdef bint mark_all(
    Worker worker, const List *items, const Move *move, bint forward, uint64_t first, uint64_t edge, set_t set_kind
) noexcept nogil:
    """Add the marks of a list, moved on (or back) by a move: what `add` does with numbers.

    *first* is the field of the first piece; sets behind it are given, backward, the mark of the *edge*.
    """
    cdef const set_t *sets = <const set_t *>items.at
    cdef const uint64_t *marks = <const uint64_t *>(items.at + padded(items.length * sizeof(set_t)))
    cdef uint64_t *sums = <uint64_t *>worker.sums
    cdef uint64_t *sum
    cdef uint64_t before, now, kept = mark_of(move) if forward or move.weight > 1 else edge
    cdef uint32_t *touched = worker.touched
    cdef uint32_t after, possible
    cdef set_t field = <set_t>move.field, low, reach, step, used
    cdef int64_t i, length = items.length, in_use = worker.used
    cdef int32_t drop = worker.drop
    worker.steps += length
    if not worker.dense or move.saturates:
        return mark_with_care(worker, items, move, forward, first, edge, set_kind)
    low = 0 if forward else <set_t>move.add
    reach = <set_t>move.limit
    step = <set_t>move.add if forward else <set_t>(0 - move.add)
    for i in range(length):
        used = sets[i]
        possible = <set_t>((used & field) - low) <= reach
        after = <uint32_t>used + (<uint32_t>step & (0 - possible))
        sum = sums + (after >> drop)
        before = sum[0]
        now = marks[i]
        if forward:
            now &= kept
        elif (used & first) == first:
            now = kept
        if not possible:
            now = 0
        touched[in_use] = after
        in_use += (before == 0) & (now != 0)
        sum[0] = before | now
    worker.used = in_use
    return True


cdef bint mark_with_care(
    Worker worker, const List *items, const Move *move, bint forward, uint64_t first, uint64_t edge, set_t set_kind
) noexcept nogil:
    """The same where sums are hashed, or counts stop at a cap."""
    cdef const set_t *sets = <const set_t *>items.at
    cdef const uint64_t *marks = <const uint64_t *>(items.at + padded(items.length * sizeof(set_t)))
    cdef uint64_t used, count, earlier, last, now, kept = mark_of(move) if forward or move.weight > 1 else edge
    cdef int64_t i
    last = move.add // move.unit + 1 if move.unit else 1
    if not make_room[set_t, large](worker, items.length * (1 if forward else <int64_t>last), set_kind, 0):
        return False
    for i in range(items.length):
        used = sets[i]
        now = marks[i]
        if forward:
            now &= kept
        elif (used & first) == first:
            now = kept
        if now == 0:
            continue
        if forward:
            if advance(move, &used):
                mark(worker, <set_t>used, now)
            continue
        count = used & move.field
        earlier = count - move.add if count >= move.add else 0
        last = earlier
        if move.saturates and count == move.cap:
            last = count
        elif count < move.add:
            continue
        while earlier <= last:
            mark(worker, <set_t>(used - count + earlier), now)
            if move.unit == 0:
                break
            earlier += move.unit
    return True


cdef void keep_marked(Worker worker, List *held, uint64_t first, set_t set_kind) noexcept nogil:
    """Keep, in place, what of a list is marked in the sums as well; the sums are 0 then."""
    cdef set_t *sets = <set_t *>held.at
    cdef uint64_t *marks = <uint64_t *>(held.at + padded(held.length * sizeof(set_t)))
    cdef uint64_t both
    cdef int64_t i, kept = 0
    for i in range(held.length):
        both = sum_at[set_t, large](worker, sets[i], 0)
        if (sets[i] & first) != first:
            both &= marks[i]
        if both:
            sets[kept] = sets[i]
            marks[kept] = both
            kept += 1
    memmove(held.at + padded(kept * sizeof(set_t)), marks, kept * sizeof(uint64_t))
    held.length = kept
    clear[set_t, large](worker, set_kind, 0)
    worker.entries += kept
    worker.kept += kept > 0
