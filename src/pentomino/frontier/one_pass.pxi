# The transfer matrix: one pass over pairs (node, set), with numbers of any size.
#
# Owns nothing. Touches: the nodes of the levels, their sets and ways. Always holds: each node has one set, and the ways
# to it in `limbs` words, the lowest first.

cdef bint widen(Graph *graph, Level *level) noexcept nogil:
    """Give the numbers of a level one more word."""
    cdef int32_t limbs = level.limbs
    cdef int64_t i
    cdef uint64_t *ways = NULL
    if not make_zeros(graph.account, ways, level.room * (limbs + 1)):
        return False
    for i in range(level.number):
        memcpy(ways + i * (limbs + 1), level.ways + i * limbs, limbs * sizeof(uint64_t))
    resize(graph.account, level.ways, 0)
    level.ways = ways
    level.limbs = limbs + 1
    return True


cdef bint add_ways(Graph *graph, Level *to, uint32_t number, const Level *level, uint32_t source) noexcept nogil:
    """Add the ways to a node to those to another one."""
    cdef const uint64_t *summand = level.ways + <int64_t>source * level.limbs
    cdef uint64_t *sum
    cdef uint64_t carry = 0, now
    cdef int32_t k
    while to.limbs < level.limbs:
        if not widen(graph, to):
            return False
    sum = to.ways + <int64_t>number * to.limbs
    for k in range(to.limbs):
        now = sum[k] + carry
        carry = now < carry
        if k < level.limbs:
            now += summand[k]
            carry += now < summand[k]
        sum[k] = now
    if carry:
        if not widen(graph, to):
            return False
        to.ways[(<int64_t>number + 1) * to.limbs - 1] = 1
    return True


cdef bint pass_on(Graph *graph, int32_t f, int64_t first, int64_t last, int64_t *edges) noexcept nogil:
    """Add the ways to some nodes to those of their children; False if memory is out."""
    cdef Level *level = &graph.levels[f]
    cdef Level *to
    cdef Child *child
    cdef const Move *move
    cdef int64_t i = first
    cdef int32_t n, j, _
    cdef uint32_t number
    cdef uint64_t used
    while i < last:
        n = 0
        while i < last and n < BATCH:
            used = level.sets[i] if level.sets != NULL else 0
            n += expand(graph, &level.nodes[i], used & graph.rules.single, f, i, graph.children + n)
            i += 1
        for j in range(n):
            child = &graph.children[j]
            move = &graph.rules.moves[child.move]
            used = level.sets[child.source] if level.sets != NULL else 0
            if not advance(move, &used):
                continue
            if used:
                child.tag = mixed(child.window, child.cell, used)
            to = &graph.levels[child.level]
            if not find_or_add(graph, to, child, used, &number):
                return False
            edges[0] += 1
            for _ in range(move.weight if number != DEAD else 0):
                if not add_ways(graph, to, number, level, child.source):
                    return False
    return True


cdef object pass_over_all(FrontierJob job):
    """The number of covers, by weight."""
    cdef Graph *graph = &job.graph
    cdef int32_t f, last = graph.rules.cells
    cdef int64_t i, end
    cdef bint enough
    cdef Level *level
    for f in range(last + 1):
        graph.levels[f].limbs = 1
    job.look(add_first_node(graph))
    graph.levels[0].ways[0] = 1
    for f in range(last):
        level = &graph.levels[f]
        job.look(reach_levels(graph, f))
        for i in range(0, level.number, SOME_NODES):
            end = min(i + SOME_NODES, level.number)
            with nogil:
                enough = pass_on(graph, f, i, end, &job.edges)
            job.look(enough)
        job.note(f)
        job.progress = <double>(f + 1) / (last + 1)
        job.nodes += level.number
        drop_level(graph, f)
    job.note(last)
    level = &graph.levels[last]
    total = 0
    for i in range(level.number):
        if job.table.accepts(level.sets[i] if level.sets != NULL else 0):
            total += sum([int(level.ways[i * level.limbs + f]) << 64 * f for f in range(level.limbs)])
    return total
