# What is done with lists: added to sums, made of sums, multiplied with sums.

cdef bint add(
    Worker worker, const List *items, const Move *move, bint forward, set_t set_kind, source_t source_kind,
    sum_t sum_kind
) noexcept nogil:
    """Add a list, moved on (or back) by a move, to the sums.

    Backward, a set before the move is told by the set after it; where the count stopped at its cap, there are several.
    """
    cdef const set_t *sets = <const set_t *>items.at
    cdef const source_t *ways = <const source_t *>(items.at + padded(items.length * sizeof(set_t)))
    cdef sum_t *sums = <sum_t *>worker.sums
    cdef sum_t *sum
    cdef sum_t before, weight = <sum_t>move.weight
    cdef uint32_t *touched = worker.touched
    cdef uint32_t after, possible
    cdef set_t field = <set_t>move.field, low, reach, step, used
    cdef int64_t i, length = items.length, in_use = worker.used
    cdef int32_t drop = worker.drop
    low = 0 if forward else <set_t>move.add
    reach = <set_t>move.limit
    step = <set_t>move.add if forward else <set_t>(0 - move.add)
    if not worker.dense or move.saturates:
        return add_with_care(worker, items, move, forward, set_kind, source_kind, sum_kind)
    for i in range(length):
        used = sets[i]
        possible = <set_t>((used & field) - low) <= reach
        after = <uint32_t>used + (<uint32_t>step & (0 - possible))
        sum = sums + (after >> drop)
        before = sum[0]
        touched[in_use] = after
        in_use += possible & (before == 0)
        sum[0] = before + (<sum_t>ways[i] * weight if possible else 0)
    worker.used = in_use
    return True


cdef bint add_with_care(
    Worker worker, const List *items, const Move *move, bint forward, set_t set_kind, source_t source_kind,
    sum_t sum_kind
) noexcept nogil:
    """The same where sums are hashed, or counts stop at a cap."""
    cdef const set_t *sets = <const set_t *>items.at
    cdef const source_t *ways = <const source_t *>(items.at + padded(items.length * sizeof(set_t)))
    cdef uint64_t used, count, earlier, last
    cdef sum_t number
    cdef int64_t i
    last = move.add // move.unit + 1 if move.unit else 1
    if not make_room[set_t, sum_t](worker, items.length * (1 if forward else <int64_t>last), set_kind, sum_kind):
        return False
    for i in range(items.length):
        used = sets[i]
        number = <sum_t>ways[i] * <sum_t>move.weight
        if forward:
            if advance(move, &used):
                put(worker, <set_t>used, number)
            continue
        count = used & move.field
        earlier = count - move.add if count >= move.add else 0
        last = earlier
        if move.saturates and count == move.cap:
            last = count
        elif count < move.add:
            continue
        while earlier <= last:
            put(worker, <set_t>(used - count + earlier), number)
            if move.unit == 0:
                break
            earlier += move.unit
    return True


cdef bint add_any(
    Worker worker, const List *items, int32_t width, const Move *move, bint forward, set_t set_kind, sum_t sum_kind
) noexcept nogil:
    """`add` for a list with numbers of any width up to that of the sums."""
    worker.steps += items.length
    if items.length == 0:
        return True
    if width == 4:
        return add[set_t, small, sum_t](worker, items, move, forward, set_kind, 0, sum_kind)
    if width == 8:
        return add[set_t, large, sum_t](worker, items, move, forward, set_kind, 0, sum_kind)
    return add[set_t, huge, sum_t](worker, items, move, forward, set_kind, 0, sum_kind)


cdef bint extract(
    Worker worker, List *result, uint64_t need, uint64_t bad, set_t set_kind, sum_t sum_kind
) noexcept nogil:
    """Make the sums a list, and all of them 0; entries that no way leads to are left out."""
    cdef sum_t *sums = <sum_t *>worker.sums
    cdef set_t *keys = <set_t *>worker.keys
    cdef int64_t i, kept = 0, in_use = worker.used, size
    cdef int64_t ways_at = padded(in_use * sizeof(set_t))
    cdef set_t used
    cdef sum_t most = 0, number
    cdef uint32_t at
    cdef set_t *sets
    cdef sum_t *ways
    result.at = NULL
    result.length = 0
    if in_use == 0:
        return True
    size = padded(ways_at + in_use * sizeof(sum_t))
    result.at = worker.take(size)
    if result.at == NULL:
        return False
    sets = <set_t *>result.at
    ways = <sum_t *>(result.at + ways_at)
    for i in range(in_use):
        at = worker.touched[i]
        if worker.dense:
            used = <set_t>at
            at >>= worker.drop
        else:
            used = keys[at] - 1
            keys[at] = 0
        number = sums[at]
        sums[at] = 0
        sets[kept] = used
        ways[kept] = number
        most = max(most, number)
        kept += (used & need) == need and not used & bad
    worker.used = 0
    if kept < in_use:
        memmove(result.at + padded(kept * sizeof(set_t)), ways, kept * sizeof(sum_t))
        worker.give_back(size - padded(padded(kept * sizeof(set_t)) + kept * sizeof(sum_t)))
    result.length = kept
    worker.entries += kept
    worker.kept += kept > 0
    worker.most = max(worker.most, <double>most)
    return True


cdef int plant(Worker worker, List *result, sets, set_t set_kind, sum_t each) except -1:
    """Make a list of sets with the same number for each; 0 where memory is out."""
    if not make_room[set_t, sum_t](worker, len(sets), set_kind, each):
        return 0
    for used in sets:
        put[set_t, sum_t](worker, <set_t>used, each)
    return extract[set_t, sum_t](worker, result, 0, 0, set_kind, each)


cdef void load(Worker worker, const List *items, set_t set_kind, source_t source_kind, sum_t sum_kind) noexcept nogil:
    """Make a list the sums, which are 0; there must be room."""
    cdef const set_t *sets = <const set_t *>items.at
    cdef const source_t *ways = <const source_t *>(items.at + padded(items.length * sizeof(set_t)))
    cdef int64_t i
    worker.steps += items.length
    for i in range(items.length):
        put(worker, sets[i], <sum_t>ways[i])


cdef void load_any(Worker worker, const List *items, int32_t width, set_t set_kind, sum_t sum_kind) noexcept nogil:
    if width == 4:
        load[set_t, small, sum_t](worker, items, set_kind, 0, sum_kind)
    elif width == 8:
        load[set_t, large, sum_t](worker, items, set_kind, 0, sum_kind)
    else:
        load[set_t, huge, sum_t](worker, items, set_kind, 0, sum_kind)


cdef inline sum_t sum_at(Worker worker, set_t used, sum_t sum_kind) noexcept nogil:
    cdef const sum_t *sums = <const sum_t *>worker.sums
    if worker.dense:
        return sums[<uint32_t>used >> worker.drop]
    return sums[place_of(<const set_t *>worker.keys, worker.places, used)]


cdef huge dot(
    Worker worker, const List *items, const Move *move, bint forward, set_t set_kind, source_t source_kind,
    sum_t sum_kind
) noexcept nogil:
    """The sum of products of a list, moved on (or back) by a move, with the sums."""
    cdef const set_t *sets = <const set_t *>items.at
    cdef const source_t *ways = <const source_t *>(items.at + padded(items.length * sizeof(set_t)))
    cdef const sum_t *sums = <const sum_t *>worker.sums
    cdef huge total = 0
    cdef sum_t factor
    cdef uint64_t now, count, earlier, last
    cdef set_t field = <set_t>move.field, low, reach, step, used, possible
    cdef int64_t i, length = items.length
    cdef int32_t drop = worker.drop
    low = 0 if forward else <set_t>move.add
    reach = <set_t>move.limit
    step = <set_t>move.add if forward else <set_t>(0 - move.add)
    worker.steps += length
    if worker.dense and not move.saturates:
        for i in range(length):
            used = sets[i]
            possible = <set_t>((used & field) - low) <= reach
            factor = sums[<uint32_t>(used + (step & (0 - possible))) >> drop] if possible else 0
            total += <huge>factor * <huge>ways[i]
        return total * <huge>move.weight
    for i in range(length):
        now = sets[i]
        if forward:
            if advance(move, &now):
                total += <huge>sum_at(worker, <set_t>now, sum_kind) * <huge>ways[i]
            continue
        count = now & move.field
        earlier = count - move.add if count >= move.add else 0
        last = earlier
        if move.saturates and count == move.cap:
            last = count
        elif count < move.add:
            continue
        while earlier <= last:
            total += <huge>sum_at(worker, <set_t>(now - count + earlier), sum_kind) * <huge>ways[i]
            if move.unit == 0:
                break
            earlier += move.unit
    return total * <huge>move.weight


cdef huge dot_any(
    Worker worker, const List *items, int32_t width, const Move *move, bint forward, set_t set_kind, sum_t sum_kind
) noexcept nogil:
    if items.length == 0:
        return 0
    if width == 4:
        return dot[set_t, small, sum_t](worker, items, move, forward, set_kind, 0, sum_kind)
    if width == 8:
        return dot[set_t, large, sum_t](worker, items, move, forward, set_kind, 0, sum_kind)
    return dot[set_t, huge, sum_t](worker, items, move, forward, set_kind, 0, sum_kind)


cdef void clear(Worker worker, set_t set_kind, sum_t sum_kind) noexcept nogil:
    """Make all sums 0."""
    cdef int64_t i
    for i in range(worker.used):
        if worker.dense:
            (<sum_t *>worker.sums)[worker.touched[i] >> worker.drop] = 0
        else:
            (<sum_t *>worker.sums)[worker.touched[i]] = 0
            (<set_t *>worker.keys)[worker.touched[i]] = 0
    worker.used = 0
