# The sweep goes back from the end, and drops nodes and edges that no solution goes through.
#
# Each node has two sets: the single copies used on all ways to the node, and the pieces used on at least one way. From
# the end, where all needed copies are used, the sweep extends the first set to the copies that every solution through
# the node has used there, and narrows the second set to the pieces that at least one solution has used there.
#
# In the levels after the current one, each edge leads to a node from which the full board can be reached, as far as
# these two sets show.

cdef bint find_nodes(FrontierJob job) except? True:
    """Find all nodes and edges that solutions may go through. Return whether there are any."""
    cdef Graph *graph = &job.graph
    cdef int32_t f, last = graph.rules.cells
    job.look(add_first_node(graph))
    for f in range(last + 1):
        expand_level(job, f)
    for f in range(last, -1, -1):
        sweep(job, f)
    for f in range(min(last + 1, graph.rules.longest)):
        resize(graph.account, graph.levels[f].swept, 0)
    job.check()
    return graph.levels[0].number > 0


cdef int sweep(FrontierJob job, int32_t f) except -1:
    """Drop the edges of level *f* that no solution goes through, and the nodes without other edges."""
    cdef Graph *graph = &job.graph
    cdef Level *level = &graph.levels[f]
    cdef Visit swept
    memset(&swept, 0, sizeof(Visit))
    job.look(resize(graph.account, level.swept, level.number))
    job.visit(level, sweep_some, &swept)
    level.first_edge[swept.nodes] = swept.edges
    resize(graph.account, graph.levels[f + graph.rules.longest].swept, 0)
    return job.look(shrink(graph, level, swept.nodes, swept.edges))


cdef bint sweep_some(Graph *graph, Level *level, int64_t begin, int64_t end, Visit *swept) noexcept nogil:
    """Sweep the nodes *begin* to *end* - 1 of a level. Kept nodes and edges move to the front of their arrays."""
    cdef int64_t i, k, n = swept.nodes, edge = swept.edges, kept, first = level.first_edge[begin], last
    cdef bint is_last = level == &graph.levels[graph.rules.cells]
    cdef Node on
    for i in range(begin, end):
        kept = edge
        last = level.first_edge[i + 1]
        on.all = graph.rules.needed if is_last else ALL  # a node without edges has copies in `all` that `any` lacks
        on.any = ALL if is_last else 0
        for k in range(first, last):
            edge += keep_edge(graph, level, &level.nodes[i], k, edge, &on)
        first = last
        on.all |= level.nodes[i].all
        on.any &= level.nodes[i].any
        level.swept[i] = DEAD
        if on.all & ~on.any:
            edge = kept
            continue
        level.swept[i] = <uint32_t>n
        level.nodes[n] = level.nodes[i]
        level.nodes[n].all, level.nodes[n].any = on.all, on.any
        if level.upper != NULL:
            level.upper[n] = level.upper[i]
        level.first_edge[n] = kept
        n += 1
    swept.nodes, swept.edges = n, edge
    return True


cdef inline bint keep_edge(
    const Graph *graph, Level *level, const Node *source, int64_t k, int64_t edge, Node *on
) noexcept nogil:
    """Move edge *k* to index *edge* if solutions may go through it, and update *on* by the pieces that they have used.

    Return whether the edge was kept.
    """
    cdef const Level *to = level_behind(graph, level, k)
    cdef const Node *target
    cdef uint64_t field = move_of(graph, level, k).field, own = field & graph.rules.single
    cdef uint32_t number = to.swept[level.targets[k]]
    if number == DEAD:
        return False
    target = &to.nodes[number]
    # Drop the edge if all ways through it use a copy that no solution has used at its target, or if all solutions have
    # used a copy there that no way through it uses.
    if (source.all | own) & ~target.any or target.all & ~(source.any | field):
        return False
    on.all &= target.all & ~own
    on.any |= target.any & ~own
    level.targets[edge] = number
    level.moves[edge] = level.moves[k]
    if level.options != NULL:
        level.options[edge] = level.options[k]
    return True
