# The transfer-matrix method: one pass over pairs (node, set), with numbers of any size.
#
# Each node has one set, and the number of ways to it in `limbs` words, the lowest first.

cdef bint widen(Graph *graph, Level *level) noexcept nogil:
    """Extend the number of ways to each node of a level by one word. Return False if memory is exhausted."""
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
    """Add the ways to node *source* of *level* to the ways to node *number* of *to*. Return False on failure."""
    cdef const uint64_t *summand = level.ways + <int64_t>source * level.limbs
    cdef uint64_t *sum
    cdef uint64_t carry = 0, now
    cdef int32_t k
    while to.limbs < level.limbs:
        if not widen(graph, to):
            return False
    sum = to.ways + <int64_t>number * to.limbs
    # Add word by word: if a sum is less than a summand, there is a carry.
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
        to.ways[(<int64_t>number + 1) * to.limbs - 1] = 1  # the carry is the new word of this number
    return True


cdef bint pass_on(Graph *graph, int32_t f, int64_t first, int64_t last, int64_t *edges) noexcept nogil:
    """Add the ways to the nodes *first* to *last* - 1 of level *f* to their children. Return False on failure."""
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
            n += expand_node(graph, &level.nodes[i], used & graph.rules.single, f, i, graph.children + n)
            i += 1
        for j in range(n):
            child = &graph.children[j]
            move = &graph.rules.moves[child.move]
            used = level.sets[child.source] if level.sets != NULL else 0
            if not apply_move(move, &used):
                continue
            if used:
                child.tag = tag_of(child, used)
            to = &graph.levels[child.level]
            if not find_or_add(graph, to, child, used, &number):
                return False
            edges[0] += 1
            for _ in range(move.weight if number != DEAD else 0):
                if not add_ways(graph, to, number, level, child.source):
                    return False
    return True


cdef object ways_to(const Level *level, int64_t node):
    cdef int32_t k
    return sum([int(level.ways[node * level.limbs + k]) << 64 * k for k in range(level.limbs)])


cdef object total_of(FrontierJob job, const Level *level):
    """Return the number of covers, which is the sum of the ways to the nodes of the last level."""
    cdef int64_t i
    total = 0
    for i in range(level.number):
        if job.table.accepts(level.sets[i] if level.sets != NULL else 0):
            total += ways_to(level, i)
    return total


cdef object prefix_of(const Level *level):
    """Return the number of ways to cover exactly the first f cells, where f is the number of the level."""
    cdef int64_t i
    for i in range(level.number):
        if level.nodes[i].window == 0 and (level.upper == NULL or level.upper[i] == 0):
            return ways_to(level, i)
    return 0


cdef int pass_level(FrontierJob job, int32_t f) except -1:
    """Add the ways to all nodes of level *f* to the ways to their children."""
    cdef Graph *graph = &job.graph
    cdef const Level *level = &graph.levels[f]
    cdef int64_t first, last, some = some_nodes(graph)
    cdef bint enough
    job.look(reach_levels(graph, f))
    for first in range(0, level.number, some):
        last = min(first + some, level.number)
        grow_tables(job, f)
        with nogil:
            enough = pass_on(graph, f, first, last, &job.edges)
        job.look(enough)
    job.nodes += level.number
    job.reached = f
    return 0


cdef object pass_over(FrontierJob job, int32_t last, list prefixes=None):
    """Pass over the levels up to *last*. If *last* is the full board, return the number of covers, by weight.

    If *prefixes* is given, append for each level f the number of ways to cover exactly the first f cells.
    """
    cdef Graph *graph = &job.graph
    cdef int32_t f
    for f in range(graph.rules.cells + 1):
        graph.levels[f].limbs = 1
    job.look(add_first_node(graph))
    graph.levels[0].ways[0] = 1
    total = 0
    for f in range(last + 1):
        if prefixes is not None:
            prefixes.append(prefix_of(&graph.levels[f]))
        if f < graph.rules.cells:
            pass_level(job, f)
        else:
            total = total_of(job, &graph.levels[f])
        job.note(f)
        drop_level(graph, f)
        job.progress = <double>(f + 1) / (last + 1)
    return total
