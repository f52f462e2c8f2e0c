# The work of one worker, for some nodes of a level.

cdef bint perform(
    ListMaker run, Worker worker, Task task, int32_t f, int64_t first, int64_t last, int32_t width
) noexcept nogil:
    """Do a task for some nodes of a level, with sums of that width; False where memory is out."""
    if not worker.prepare(run.rules.set_bits, width):
        return False
    if run.marking and worker.set_bytes == 4:
        return mark_some[short_set](run, worker, task, f, first, last, 0)
    if run.marking:
        return mark_some[long_set](run, worker, task, f, first, last, 0)
    if worker.set_bytes == 4:
        return perform_with[short_set](run, worker, task, f, first, last, width, 0)
    return perform_with[long_set](run, worker, task, f, first, last, width, 0)


cdef bint perform_with(
    ListMaker run, Worker worker, Task task, int32_t f, int64_t first, int64_t last, int32_t width, set_t set_kind
) noexcept nogil:
    if width == 4:
        return perform_task[set_t, small](run, worker, task, f, first, last, set_kind, 0)
    if width == 8:
        return perform_task[set_t, large](run, worker, task, f, first, last, set_kind, 0)
    return perform_task[set_t, huge](run, worker, task, f, first, last, set_kind, 0)


cdef bint perform_task(
    ListMaker run, Worker worker, Task task, int32_t f, int64_t first, int64_t last, set_t set_kind, sum_t sum_kind
) noexcept nogil:
    cdef int64_t i
    cdef bint enough = True
    for i in range(first, last):
        if task == FORWARD:
            enough = forward_node(run, worker, f, i, set_kind, sum_kind)
        elif task == BACKWARD:
            enough = backward_node(run, worker, f, i, set_kind, sum_kind)
        else:
            enough = join_node(run, worker, f, i, set_kind, sum_kind)
        if not enough:
            return False
    return True


cdef bint forward_node(
    ListMaker run, Worker worker, int32_t f, int64_t node, set_t set_kind, sum_t sum_kind
) noexcept nogil:
    """Make the list of a node from those of the sources of its edges."""
    cdef Level *level = &run.levels[f]
    cdef Level *source
    cdef List *result = &level.lists[node]
    cdef const Move *move
    cdef int64_t k
    for k in range(run.in_at[node], run.in_at[node + 1]):
        move = &run.rules.moves[run.in_edges[k].move]
        source = &run.levels[f - move.cells]
        if not add_any(worker, &source.lists[run.in_edges[k].source], source.width, move, True, set_kind, sum_kind):
            return False
    if not extract(worker, result, 0, 0, set_kind, sum_kind):
        return False
    if run.summarises:
        summarise(&level.nodes[node], result, set_kind)
    return True


cdef void summarise(Node *node, const List *items, set_t set_kind) noexcept nogil:
    """Note at a node what all sets of its list have in common, and what some have."""
    cdef uint64_t all = ALL, any = 0
    cdef int64_t i
    for i in range(items.length):
        all &= (<const set_t *>items.at)[i]
        any |= (<const set_t *>items.at)[i]
    node.all = all
    node.any = any


cdef bint backward_node(
    ListMaker run, Worker worker, int32_t f, int64_t node, set_t set_kind, sum_t sum_kind
) noexcept nogil:
    """Make the list of a node from those of the targets of its edges."""
    cdef Level *level = &run.levels[f]
    cdef Level *to
    cdef const Node *here = &level.nodes[node]
    cdef const Move *move
    cdef int64_t k
    for k in range(level.first_edge[node], level.first_edge[node + 1]):
        move = &run.rules.moves[level.moves[k]]
        to = &run.levels[f + move.cells]
        if not add_any(worker, &to.lists[level.targets[k]], to.width, move, False, set_kind, sum_kind):
            return False
    return extract(
        worker, &level.lists[node], here.all & run.rules.single, ~here.any, set_kind, sum_kind
    )


cdef bint join_node(
    ListMaker run, Worker worker, int32_t f, int64_t node, set_t set_kind, sum_t sum_kind
) noexcept nogil:
    """Hold the list of a node still, and multiply it with those across the cut."""
    cdef Level *level = &run.levels[f]
    cdef Level *other
    cdef const List *held = &level.lists[node]
    cdef const Move *move
    cdef int64_t k, first, last
    cdef uint32_t number
    first = run.in_at[node] if run.by_target else level.first_edge[node]
    last = run.in_at[node + 1] if run.by_target else level.first_edge[node + 1]
    if held.length == 0 or first == last:
        return True
    if not make_room(worker, held.length, set_kind, sum_kind):
        return False
    load_any(worker, held, level.width, set_kind, sum_kind)
    for k in range(first, last):
        move = &run.rules.moves[run.in_edges[k].move if run.by_target else level.moves[k]]
        if not run.by_target and f + move.cells < run.cut:
            continue
        other = &run.levels[f - move.cells if run.by_target else f + move.cells]
        number = run.in_edges[k].source if run.by_target else level.targets[k]
        worker.total += dot_any(worker, &other.lists[number], other.width, move, run.by_target, set_kind, sum_kind)
    clear(worker, set_kind, sum_kind)
    return True


cdef bint mark_some(
    ListMaker run, Worker worker, Task task, int32_t f, int64_t first, int64_t last, set_t set_kind
) noexcept nogil:
    """The same with marks."""
    cdef uint64_t first_piece = run.first_piece, edge
    cdef Level *level = &run.levels[f]
    cdef Level *other
    cdef const Move *move
    cdef int64_t i, k
    for i in range(first, last):
        if task == FORWARD:
            for k in range(run.in_at[i], run.in_at[i + 1]):
                move = &run.rules.moves[run.in_edges[k].move]
                other = &run.levels[f - move.cells]
                if not mark_all(worker, &other.lists[run.in_edges[k].source], move, True, first_piece, 0, set_kind):
                    return False
            if not extract[set_t, large](worker, &level.lists[i], 0, 0, set_kind, 0):
                return False
            if run.summarises:
                summarise(&level.nodes[i], &level.lists[i], set_kind)
            continue
        if level.lists[i].length == 0 and task == NARROW:
            continue
        for k in range(level.first_edge[i], level.first_edge[i + 1]):
            move = &run.rules.moves[level.moves[k]]
            other = &run.levels[f + move.cells]
            if other.lists == NULL:
                continue
            edge = mark_of_edge(k - level.first_edge[i], level.first_edge[i + 1] - level.first_edge[i])
            if not mark_all(worker, &other.lists[level.targets[k]], move, False, first_piece, edge, set_kind):
                return False
        if task == NARROW:
            keep_marked(worker, &level.lists[i], first_piece, set_kind)
        elif not extract[set_t, large](
            worker, &level.lists[i], level.nodes[i].all & run.rules.single, ~level.nodes[i].any, set_kind, 0
        ):
            return False
    return True
