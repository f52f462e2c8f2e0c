# The lists of a level, which several workers make from the lists of the levels before or after it.
#
# A level has lists for all its nodes, or no lists.

ctypedef bint (*do_node)(const Graph *graph, Worker *worker, const LevelWork *work, int64_t node) noexcept nogil


cdef struct LevelWork:
    do_node do                   # the function that the workers call for each node of a level
    Level *level
    const Kernel *kernel
    const Sharing *sharing       # for a tally
    int32_t value_bytes          # the number of bytes of a sum
    int64_t next, some           # the next node to be done, and the number of nodes of a portion


cdef bint add_sources(const Graph *graph, Worker *worker, const LevelWork *work, int64_t node) noexcept nogil:
    cdef const Level *earlier
    cdef const Move *move
    cdef const InEdge *edge
    cdef int64_t k
    for k in range(work.level.in_at[node], work.level.in_at[node + 1]):
        edge = &work.level.in_edges[k]
        move = &graph.rules.moves[edge.move]
        earlier = work.level - move.cells
        if not work.kernel.add(worker, &earlier.lists[edge.source], earlier.width, move, True):
            return False
    return True


cdef bint make_forward(const Graph *graph, Worker *worker, const LevelWork *work, int64_t node) noexcept nogil:
    """Make the forward list of a node from the lists of the sources of the edges to it. Return False on failure."""
    return add_sources(graph, worker, work, node) and extract_between(worker, work, node)


cdef inline bint extract_between(Worker *worker, const LevelWork *work, int64_t node) noexcept nogil:
    """Write the sums to the list of a node, without sets that no solution through the node has."""
    cdef const Node *here = &work.level.nodes[node]
    return work.kernel.extract(worker, &work.level.lists[node], here.all, ~here.any)


cdef bint add_targets(const Graph *graph, Worker *worker, const LevelWork *work, int64_t node) noexcept nogil:
    cdef const Level *level = work.level
    cdef const Level *to
    cdef const Move *move
    cdef int64_t k
    for k in range(level.first_edge[node], level.first_edge[node + 1]):
        move = move_of(graph, level, k)
        to = level + move.cells
        if not work.kernel.add(worker, &to.lists[level.targets[k]], to.width, move, False):
            return False
    return True


cdef bint make_backward(const Graph *graph, Worker *worker, const LevelWork *work, int64_t node) noexcept nogil:
    """Make the backward list of a node from the lists of the targets of its edges. Return False on failure."""
    return add_targets(graph, worker, work, node) and extract_between(worker, work, node)


cdef bint join_node(const Graph *graph, Worker *worker, const LevelWork *work, int64_t node) noexcept nogil:
    """Multiply the backward list of a node with its forward list, kept as sums, and add the product to a total."""
    cdef const List *behind = &work.level.lists[node]
    if behind.length == 0:
        return True
    if not add_sources(graph, worker, work, node):
        return False
    worker.total += work.kernel.dot(worker, behind, work.level.width)
    work.kernel.clear(worker)
    return True


# ------------------------------------------------------------------------------------------------ preparing the work


cdef LevelWork work_for(Graph *graph, int32_t f, do_node do) noexcept nogil:
    """Return a description of work that calls *do* for each node of level *f*."""
    cdef LevelWork work
    memset(&work, 0, sizeof(LevelWork))
    work.do = do
    work.level = &graph.levels[f]
    return work


cdef double collect(FrontierJob job, int32_t to, int32_t below) except? -1:
    """Sort the edges to level *to* from levels below *below* by target. Return an upper bound on the ways to a node."""
    cdef Graph *graph = &job.graph
    cdef Level *level = &graph.levels[to]
    cdef Visit visit
    cdef int32_t f
    cdef int64_t u
    memset(&visit, 0, sizeof(Visit))
    visit.to = level
    job.look(make_zeros(graph.account, level.in_at, level.number + 2))
    for visit.files in range(2):
        for f in range(max(0, to - graph.rules.longest), min(to, below)):
            if graph.levels[f].lists != NULL:
                job.visit(&graph.levels[f], collect_some, &visit)
        if not visit.files:
            for u in range(level.number):
                level.in_at[u + 2] += level.in_at[u + 1]
            job.look(resize(graph.account, level.in_edges, level.in_at[level.number + 1]))
    job.visit(level, bound_some, &visit)
    return visit.bound


cdef bint collect_some(Graph *graph, Level *earlier, int64_t first, int64_t last, Visit *visit) noexcept nogil:
    """Count the edges from some nodes to the level `visit.to`, or write them. Skip nodes with empty lists."""
    cdef Level *level = visit.to
    cdef InEdge *edge
    cdef int64_t u, k, at
    for u in range(first, last):
        if earlier.lists[u].length == 0:
            continue
        for k in range(earlier.first_edge[u], earlier.first_edge[u + 1]):
            if level_behind(graph, earlier, k) != level:
                continue
            # The first pass counts at index target + 2. The second pass advances a write position at target + 1, which
            # ends as the start of the next target.
            at = earlier.targets[k] + 2 - visit.files
            if visit.files:
                edge = &level.in_edges[level.in_at[at]]
                edge.source, edge.move = <uint32_t>u, earlier.moves[k]
                edge.option = earlier.options[k] if earlier.options != NULL else 0
            level.in_at[at] += 1
    return True


cdef bint bound_some(Graph *graph, Level *level, int64_t first, int64_t last, Visit *visit) noexcept nogil:
    """Update `visit.bound`, an upper bound of sums, by the edges to the nodes *first* to *last* - 1."""
    cdef const Move *move
    cdef int64_t u, k
    cdef double most
    for u in range(first, last):
        most = 0
        for k in range(level.in_at[u], level.in_at[u + 1]):
            move = &graph.rules.moves[level.in_edges[k].move]
            most += (level - move.cells).most * most_ways(move)
        visit.bound = max(visit.bound, most)
    return True


cdef inline double most_ways(const Move *move) noexcept nogil:
    """Return a bound for the entries, by weight, that *move* adds to one sum: saturating counts merge several sets."""
    return <double>move.weight * (most_before(move[0]) if move.saturates else 1)


cdef void drop_in_edges(Graph *graph, Level *level) noexcept nogil:
    resize(graph.account, level.in_edges, 0)
    resize(graph.account, level.in_at, 0)


cdef bint add_costs(Graph *graph, Level *level, int64_t first, int64_t last, Visit *_) noexcept nogil:
    """Add the lengths of the lists of some nodes to the costs of the later levels that will read them."""
    cdef int64_t u, k
    for u in range(first, last):
        for k in range(level.first_edge[u], level.first_edge[u + 1]):
            level_behind(graph, level, k).cost += level.lists[u].length
    return True


cdef Visit cost_backward(FrontierJob job, int32_t f) except *:
    """Return as `cost` the number of entries that `backward` would read, and as `bound` the maximum sum."""
    cdef Visit visit
    memset(&visit, 0, sizeof(Visit))
    job.visit(&job.graph.levels[f], cost_some, &visit)
    return visit


cdef bint cost_some(Graph *graph, Level *level, int64_t first, int64_t last, Visit *visit) noexcept nogil:
    cdef const Level *to
    cdef int64_t u, k
    cdef double most
    for u in range(first, last):
        most = 0
        for k in range(level.first_edge[u], level.first_edge[u + 1]):
            to = level_behind(graph, level, k)
            most += to.most * move_of(graph, level, k).weight
            visit.cost += to.lists[level.targets[k]].length
        visit.bound = max(visit.bound, most)
    return True


cdef int32_t width_for(const Graph *graph, double bound, int32_t first, int32_t end) except -1:
    """Return the bytes of sums up to *bound*, at least the width of the lists of the levels *first* to *end* - 1."""
    # The limits are a little less than 2**32, 2**64 and 2**128, as the bound is a sum of rounded numbers.
    cdef int32_t f, width = 4 if bound < 4.2e9 else 8 if bound < 1.8e19 else 16
    if width > HUGE_BYTES or bound > 3.4e38:
        raise _TooLarge()
    for f in range(max(0, first), end):
        if graph.levels[f].lists != NULL:
            width = max(width, graph.levels[f].width)
    return width


cdef int open_lists(FrontierJob job, int32_t f, double bound, int32_t first, int32_t end) except -1:
    """Make empty lists for the nodes of level *f*, for sums up to *bound* over the levels *first* to *end* - 1."""
    cdef Level *level = &job.graph.levels[f]
    level.width = width_for(&job.graph, bound, first, end)
    job.look(make_zeros(job.graph.account, level.lists, level.number))
    level.entries = 0
    level.most = 0
    return 0


cdef int start_lists(FrontierJob job, int32_t f, sets) except -1:
    """Give the first node of level *f* a list of these *sets* of copies, each with 1 as the number of ways."""
    cdef Worker *worker = job.worker
    cdef Level *level = &job.graph.levels[f]
    cdef const Kernel *kernel
    cdef bint enough
    open_lists(job, f, 1, f, f)
    kernel = kernel_for(job.graph.rules.set_bytes, level.width)
    job.lend(worker)
    enough = make_sums(worker, level.width)
    for used in sets:
        enough = enough and kernel.put(worker, used, 1)
    enough = enough and kernel.extract(worker, level.lists, 0, 0)
    give_lists(job, worker, level)
    level.most = 1
    return job.look(enough)


cdef int forward(FrontierJob job, int32_t f) except -1:
    """Make the forward lists of level *f* from the lists of the levels before it."""
    cdef Graph *graph = &job.graph
    cdef LevelWork work = work_for(graph, f, make_forward)
    if work.level.number:
        open_lists(job, f, collect(job, f, f), f - graph.rules.longest, f)
        share_out(job, &work, work.level.width, work.level.cost)
        drop_in_edges(graph, work.level)
        job.visit(work.level, add_costs, NULL)
    return job.note(f)


cdef int backward(FrontierJob job, int32_t f) except -1:
    """Make the backward lists of level *f* from the lists of the levels after it."""
    cdef LevelWork work = work_for(&job.graph, f, make_backward)
    cdef Visit visit
    if work.level.number:
        visit = cost_backward(job, f)
        open_lists(job, f, visit.bound, f + 1, f + job.graph.rules.longest + 1)
        share_out(job, &work, work.level.width, visit.cost)
    return job.note(f)


# ---------------------------------------------------------------------------------------------- sharing the work


cdef int share_out(FrontierJob job, LevelWork *work, int32_t value_bytes, double cost) except -1:
    """Let the workers do *work*, which reads *cost* entries, for all nodes of its level."""
    cdef int64_t number = work.level.number
    cdef int32_t i
    work.kernel = kernel_for(job.graph.rules.set_bytes, value_bytes)
    work.value_bytes = value_bytes
    # A portion takes about `SOME_STEPS` steps, so that the caller checks signals and clock in time.
    work.some = max(1, min(number, <int64_t>(number * (SOME_STEPS / (cost + NODE_STEPS * number + 1)))))
    job.work = work
    try:
        if job.helpers == 0 or number <= FEW_SHARES * work.some:
            work_on(job, job.worker, work)
        else:
            job.work_together()
    finally:
        job.work = NULL
        for i in range(job.number_of_workers):
            give_lists(job, &job.worker[i], work.level)
    return 0


cdef int give_lists(FrontierJob job, Worker *worker, Level *level) except -1:
    """Move the lists that a worker has made to *level*, and the numbers that it counted to the job."""
    cdef Block *block
    job.steps += worker.steps
    job.count_held_by(worker)
    level.entries += worker.entries
    level.most = max(level.most, worker.most)
    while worker.blocks != NULL:
        block = worker.blocks
        worker.blocks = block.next
        block.next = level.blocks
        level.blocks = block
    worker.entries = worker.steps = 0
    worker.most = 0
    return 0


cdef bint do_some(const Graph *graph, Worker *worker, const LevelWork *work, int64_t node, int64_t last) noexcept nogil:
    if not make_sums(worker, work.value_bytes):
        return False
    while node < last:
        if not work.do(graph, worker, work, node):
            return False
        node += 1
    return True


cdef int work_on(FrontierJob job, Worker *worker, LevelWork *work) except -1:
    """Do one portion of *work* after another as *worker*, until no portion is left."""
    cdef Account *account = &job.graph.account
    cdef int64_t first, last, number = work.level.number
    cdef bint enough
    while True:
        with cython.critical_section(job):
            first = work.next
            last = work.next = min(first + work.some, number)
            job.lend(worker)
        if first >= last:
            return 0
        with nogil:
            enough = do_some(&job.graph, worker, work, first, last)
        with cython.critical_section(job):
            job.count_held_by(worker)
            if not enough:
                account.wanted = worker.account.wanted
            job.progress = max(job.progress, (job.done_before + job.share * last / number) / job.halves)
        job.look(enough, worker == job.worker)
