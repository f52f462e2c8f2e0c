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


cdef int64_t make_room(FrontierJob job, int32_t f, int64_t most) except -1:
    """Put levels behind level f into files if they could not take the children of some nodes: of how many."""
    cdef const Rules *rules = job.graph.rules
    cdef Level *level
    cdef int64_t fit, some = most
    cdef int32_t to
    for to in range(f + 1, f + rules.longest + 1):
        level = &job.graph.levels[to]
        if level.buckets == NULL:
            continue
        fit = nodes_that_fit(&job.graph, level)
        some = min(some, max(1, fit // (2 * rules.most_options)))
        if level.number + some * rules.most_options > fit:
            write_runs(job, level)
    return some


cdef object end_part(FrontierJob job, int32_t f):
    """Pass on the ways to the nodes of a level that are in memory; at the last one, the number of covers."""
    cdef Graph *graph = &job.graph
    cdef const Level *level = &graph.levels[f]
    cdef int64_t first = 0, end
    cdef int32_t k
    cdef bint enough
    total = 0
    if f == graph.rules.cells:
        for first in range(level.number):
            if job.table.accepts(level.sets[first] if level.sets != NULL else 0):
                total += sum([int(level.ways[first * level.limbs + k]) << 64 * k for k in range(level.limbs)])
        return total
    while first < level.number:
        end = min(first + make_room(job, f, some_nodes(graph)), level.number)
        grow_tables(job, f)
        with nogil:
            enough = pass_on(graph, f, first, end, &job.edges)
        job.look(enough)
        first = end
    return total


cdef object pass_level(FrontierJob job, int32_t f):
    """Do so for all nodes of a level, in parts if some lie in files, and drop it."""
    cdef Level *level = &job.graph.levels[f]
    cdef int64_t number = level.number
    cdef bint enough
    if level.runs == NULL:
        total = end_part(job, f)
    else:
        write_runs(job, level)
        number = total = 0
        while level.runs != NULL:
            with nogil:
                enough = read_part(&job.graph, f)
            job.look(enough)
            number += level.number
            total += end_part(job, f)
    job.nodes += number if f < job.graph.rules.cells else 0
    if number:
        job.states.append((f, number, 0))
    job.check()
    drop_level(&job.graph, f)
    return total


cdef object pass_over_all(FrontierJob job):
    """The number of covers, by weight."""
    cdef Graph *graph = &job.graph
    cdef int32_t f, last = graph.rules.cells
    for f in range(last + 1):
        graph.levels[f].limbs = 1
    job.look(add_first_node(graph))
    graph.levels[0].ways[0] = 1
    total = 0
    for f in range(last + 1):
        if f < last:
            job.look(reach_levels(graph, f))
        total += pass_level(job, f)
        job.progress = <double>(f + 1) / (last + 1)
    return total
