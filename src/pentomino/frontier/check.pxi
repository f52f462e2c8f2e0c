# Checks of the invariants of levels and lists, for tests. They only read a job, and raise `AssertionError` if an
# invariant does not hold.

cdef int check_job(FrontierJob job) except -1:
    cdef Graph *graph = &job.graph
    cdef int64_t held = 0
    cdef int32_t f, i
    free = [not graph.rules.blocked[i] & 1 for i in range(graph.rules.positions)]
    before = [sum(free[:i]) for i in range(len(free) + 1)]
    for f in range(graph.rules.cells + graph.rules.longest + 1):
        held += check_arrays(&graph.levels[f])
        check_nodes(graph, f, before)
        if graph.levels[f].first_edge != NULL:
            check_edges(graph, f)
        if graph.levels[f].lists != NULL:
            check_lists(graph, f)
    for i in range(job.number_of_workers):
        if job.worker[i].sums.used or job.worker[i].blocks != NULL:
            raise AssertionError(f"worker {i} has sums or lists left over")
        if job.worker[i].account.held:
            raise AssertionError(f"worker {i} has bytes left over")
        held += bytes_of_sums(&job.worker[i]) + bytes_of(job.worker[i].totals)
    if held != graph.account.held or held > graph.account.peak:
        raise AssertionError(f"{held} bytes are held, not {graph.account.held}, and at most {graph.account.peak}")
    return 0


cdef int64_t check_arrays(const Level *level) except -1:
    """Check that each array is NULL or has the length that the level states. Return the bytes of all arrays."""
    cdef const Block *block = level.blocks
    cdef const Block *made = level.made_blocks
    cdef int64_t bytes, length, held = bytes_of(level.swept) + bytes_of(level.in_at) + bytes_of(level.in_edges)
    for bytes, length in (
        (bytes_of(level.nodes), level.room * sizeof(Node)),
        (bytes_of(level.upper), level.room * sizeof(uint64_t)),
        (bytes_of(level.ways), level.room * level.limbs * sizeof(uint64_t)),
        (bytes_of(level.sets), level.room * sizeof(uint64_t)),
        (bytes_of(level.buckets), level.number_of_buckets * sizeof(Bucket)),
        (bytes_of(level.first_edge), (level.number + 1) * sizeof(int64_t)),
        (bytes_of(level.targets), level.edge_room * sizeof(uint32_t)),
        (bytes_of(level.moves), level.edge_room * sizeof(uint8_t)),
        (bytes_of(level.options), level.edges * sizeof(uint16_t)),
        (bytes_of(level.lists), level.number * sizeof(List)),
        (bytes_of(level.made), level.number * sizeof(List)),
    ):
        if bytes and bytes < length:
            raise AssertionError(f"an array for {length} bytes has only {bytes}")
        held += bytes
    while block != NULL:
        held += bytes_of(block)
        block = block.next
    while made != NULL:
        held += bytes_of(made)
        made = made.next
    return held


cdef int check_nodes(const Graph *graph, int32_t f, list before) except -1:
    """Check that the nodes of level *f* differ, have an empty first cell, and cover *f* cells.

    *before* lists, for each position, the number of cells at lower positions.
    """
    cdef const Level *level = &graph.levels[f]
    cdef const Node *node
    cdef uint64_t upper
    cdef int64_t i
    known = set()
    for i in range(level.number):
        node = &level.nodes[i]
        upper = level.upper[i] if level.upper != NULL else 0
        known.add((node.window, upper, node.cell, level.sets[i] if level.sets != NULL else 0))
        if (node.window & 1 or overlaps(graph.rules, node.cell, wide_join(node.window, upper))
                or <int>before[node.cell] + bit_count(node.window) + bit_count(upper) != f):
            raise AssertionError(f"node {i} of level {f} is at no empty cell, or covers too many or too few")
    if len(known) != level.number or level.number > level.room:
        raise AssertionError(f"two nodes of level {f} are the same")
    return 0


cdef int check_edges(const Graph *graph, int32_t f) except -1:
    """Check that the edges of level *f* are in the order of their sources, and that their targets were found."""
    cdef const Level *level = &graph.levels[f]
    cdef const Level *to
    cdef int64_t k
    if level.first_edge[0] != 0 or level.first_edge[level.number] != level.edges or level.edges > level.edge_room:
        raise AssertionError(f"the edges of level {f} are not those of its nodes")
    for k in range(level.number):
        if level.first_edge[k] > level.first_edge[k + 1]:
            raise AssertionError(f"the edges of node {k} of level {f} are not in order")
    for k in range(level.edges):
        to = level + move_of(graph, level, k).cells
        if to.is_reached and level.targets[k] >= to.number:
            raise AssertionError(f"edge {k} of level {f} leads nowhere")
    return 0


cdef int check_lists(const Graph *graph, int32_t f) except -1:
    """Check that the sets in each list of level *f* differ and are valid, and that values are from 1 to the maximum."""
    cdef const Level *level = &graph.levels[f]
    cdef const List *items
    cdef int32_t set_bytes = graph.rules.set_bytes
    cdef int64_t u, i, entries = 0
    for u in range(level.number):
        items = &level.lists[u]
        sets = {set_at(items, set_bytes, i) for i in range(items.length)}
        entries += items.length
        if f < graph.rules.cells and any([used & level.nodes[u].all != level.nodes[u].all or used & ~level.nodes[u].any
                                          for used in sets]):
            raise AssertionError(f"the list of node {u} of level {f} has a set that no solution has")
        if len(sets) != items.length or (sets and max(sets) >> graph.rules.set_bits):
            raise AssertionError(f"the list of node {u} of level {f} has a set twice, or an invalid one")
        for i in range(items.length):
            value = float(as_object(value_at(items, set_bytes, level.width, i)))
            if not 0 < value <= level.most:
                raise AssertionError(f"a value in the list of node {u} of level {f} is {value}")
    if entries != level.entries:
        raise AssertionError(f"the lists of level {f} have {entries} entries, not {level.entries}")
    return 0
