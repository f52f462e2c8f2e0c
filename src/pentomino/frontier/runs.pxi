# Levels that do not fit into memory: nodes with their ways in sorted runs, each in a file, and read again in parts.
#
# Owns: the runs of a level. Touches: its nodes, sets and ways. Always holds: the windows of a run ascend; a node may
# lie in several runs, and its ways are then the sum; nodes with the same window, as far as its first word, are read in
# the same part.

cdef struct SortedRun:
    # In one array with what it holds: windows, their second words and sets if there are any, ways, cells.
    SortedRun *next
    int64_t number
    int64_t at                 # what lies before has been read
    int32_t limbs
    bint has_sets, wide


cdef inline uint64_t *windows_in(const SortedRun *run) noexcept nogil:
    return <uint64_t *>(run + 1)


cdef inline uint64_t *upper_in(const SortedRun *run) noexcept nogil:
    return windows_in(run) + run.number


cdef inline uint64_t *sets_in(const SortedRun *run) noexcept nogil:
    return upper_in(run) + (run.number if run.wide else 0)


cdef inline uint64_t *ways_in(const SortedRun *run) noexcept nogil:
    return sets_in(run) + (run.number if run.has_sets else 0)


cdef inline uint32_t *cells_in(const SortedRun *run) noexcept nogil:
    return <uint32_t *>(ways_in(run) + run.number * run.limbs)


cdef void drop_runs(Graph *graph, Level *level) noexcept nogil:
    cdef SortedRun *run
    while level.runs != NULL:
        run = level.runs
        level.runs = run.next
        release(graph.account, run)


cdef SortedRun *add_run(Graph *graph, Level *level, int64_t number) noexcept nogil:
    """Give a level a run for so many nodes; NULL if there is no room."""
    cdef int64_t words = 1 + level.limbs + (level.sets != NULL) + (level.upper != NULL)
    cdef SortedRun *run = <SortedRun *>filed(
        graph.account, HEADER + sizeof(SortedRun) + number * (words * sizeof(uint64_t) + sizeof(uint32_t))
    )
    if run != NULL:
        run.next, run.number, run.limbs = level.runs, number, level.limbs
        run.has_sets, run.wide = level.sets != NULL, level.upper != NULL
        level.runs = run
    return run


cdef void fill_run(SortedRun *run, const Level *level, const Ordered *order) noexcept nogil:
    cdef const Node *node
    cdef uint64_t *windows = windows_in(run)
    cdef uint64_t *upper = upper_in(run)
    cdef uint64_t *sets = sets_in(run)
    cdef uint64_t *ways = ways_in(run)
    cdef uint32_t *cells = cells_in(run)
    cdef int64_t i, at
    for i in range(run.number):
        at = order[i].number
        node = &level.nodes[at]
        windows[i], cells[i] = node.window, node.cell
        if run.wide:
            upper[i] = level.upper[at]
        if run.has_sets:
            sets[i] = level.sets[at]
        memcpy(ways + i * run.limbs, level.ways + at * run.limbs, run.limbs * sizeof(uint64_t))


cdef bint write_run(Graph *graph, Level *level, int64_t first, int64_t last) noexcept nogil:
    """Write some nodes of a level into a run; False if there is no room."""
    cdef Ordered *order = NULL
    cdef SortedRun *run
    cdef int64_t i
    if not resize(graph.account, order, last - first):
        return False
    for i in range(first, last):
        order[i - first].window, order[i - first].number = level.nodes[i].window, i
    sort_by_window(order, last - first)
    run = add_run(graph, level, last - first)
    if run != NULL:
        fill_run(run, level, order)
    resize(graph.account, order, 0)
    return run != NULL


cdef int64_t longest_run(const Graph *graph, const Level *level) noexcept nogil:
    """The nodes of a run, or a part, at most."""
    return min(MOST_RUN, nodes_that_fit(graph, level))


cdef bint clear_nodes(Graph *graph, Level *level) noexcept nogil:
    """Have no nodes, but a hash table for some."""
    level.number = 0
    if level.buckets == NULL:
        return set_buckets(graph, level, 64)
    memset(level.buckets, 0, level.number_of_buckets * sizeof(Bucket))
    return True


cdef int write_runs(FrontierJob job, Level *level) except -1:
    """Put all nodes of a level into runs."""
    cdef int64_t first, last, most = longest_run(&job.graph, level)
    cdef bint enough
    for first in range(0, level.number, most):
        last = min(first + most, level.number)
        with nogil:
            enough = write_run(&job.graph, level, first, last)
        job.look(enough)
    job.look(clear_nodes(&job.graph, level))
    return job.check()


cdef int64_t nodes_that_fit(const Graph *graph, const Level *level) noexcept nogil:
    """The nodes that a level may have before they are put into files: a power of two, as all its arrays double.

    Besides the level that is read, there are as many as the options differ in cells.
    """
    cdef const Rules *rules = graph.rules
    cdef int64_t most = BATCH, words = 2 * level.limbs + 1 + (level.sets != NULL) + rules.wide  # ways, and wider ones
    cdef int64_t node = sizeof(Node) + 3 * sizeof(Bucket) + words * sizeof(uint64_t)
    cdef int32_t i, step = 0
    if graph.account.scratch == NULL:
        return ALL >> 1
    for i in range(rules.number_of_moves):
        step = gcd(step, rules.moves[i].cells)
    node *= rules.longest // step + 1
    while 2 * most * node <= graph.account.limit:
        most *= 2
    return most


cdef int32_t gcd(int32_t a, int32_t b) noexcept nogil:
    while b:
        a, b = b, a % b
    return a


# ------------------------------------------------------------------------------------------------ what is read


cdef uint64_t end_of_part(const Graph *graph, const Level *level) noexcept nogil:
    """The last window of the next part: there are at most so many in each run that all together are not too many."""
    cdef const SortedRun *run = level.runs
    cdef uint64_t end = ALL
    cdef int64_t some, runs = 0
    while run != NULL:
        runs += 1
        run = run.next
    some = max(1, longest_run(graph, level) // max(1, runs))
    run = level.runs
    while run != NULL:
        if run.number - run.at > some:
            end = min(end, windows_in(run)[run.at + some - 1])
        run = run.next
    return end


cdef bint read_run(Graph *graph, int32_t f, SortedRun *run, uint64_t end) noexcept nogil:
    """Add the nodes of a run up to a window to those of its level; False if memory is out."""
    cdef Level *level = &graph.levels[f]
    cdef Level stored
    cdef Child child
    cdef uint64_t used
    cdef uint32_t number
    stored.ways, stored.limbs = ways_in(run), run.limbs
    child.level = f
    while run.at < run.number and windows_in(run)[run.at] <= end:
        used = sets_in(run)[run.at] if run.has_sets else 0
        child.window, child.cell = windows_in(run)[run.at], cells_in(run)[run.at]
        child.upper = upper_in(run)[run.at] if run.wide else 0
        child.tag = tag_of(&child, used)
        if not find_or_add(graph, level, &child, used, &number):
            return False
        if not add_ways(graph, level, number, &stored, <uint32_t>run.at):
            return False
        run.at += 1
    return True


cdef bint read_part(Graph *graph, int32_t f) noexcept nogil:
    """Have the nodes of the next part, and drop the runs that are at their end; False if memory is out."""
    cdef SortedRun **at = &graph.levels[f].runs
    cdef SortedRun *run
    cdef uint64_t end = end_of_part(graph, &graph.levels[f])
    if not clear_nodes(graph, &graph.levels[f]):
        return False
    while at[0] != NULL:
        run = at[0]
        if not read_run(graph, f, run, end):
            return False
        if run.at < run.number:
            at = &run.next
        else:
            at[0] = run.next
            release(graph.account, run)
    return True
