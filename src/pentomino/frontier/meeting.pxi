# Meeting in the middle: lists from both ends, and the join.
#
# A forward list pairs each set of copies already used with the number of ways to reach it; a backward list pairs it
# with the number of ways to finish.

cdef int32_t meet(FrontierJob job) except -1:
    """Make lists from both ends until they reach each other. Return the cut: the first level with backward lists."""
    cdef int32_t f, last = job.graph.rules.cells
    start_lists(job, 0, [0])
    job.visit(job.graph.levels, add_costs, NULL)
    job.note(0)
    if job.table.ends is not None:
        start_lists(job, last, job.table.ends)
        job.note(last)
        return approach(job, 1, last)
    # There may be too many final sets to begin at the end, so make forward lists of all levels, which show the sets.
    for f in range(1, last + 1):
        drop_done(job, f - 1 - job.graph.rules.longest)
        forward(job, f)
    start_lists(job, last, accepted(job, last))
    return last


cdef list accepted(FrontierJob job, int32_t last):
    """Return the sets of copies with which solutions end, according to the last forward list. Drop this list."""
    cdef Level *level = &job.graph.levels[last]
    cdef int64_t i
    sets = [set_at(level.lists, job.graph.rules.set_bytes, i) for i in range(level.lists[0].length)]
    drop_lists(&job.graph, level)
    return [used for used in sets if job.table.accepts(used)]


cdef int drop_done(FrontierJob job, int32_t f) except -1:
    """Drop level *f*, if it exists, unless a tally will read it again."""
    if 0 <= f <= job.graph.rules.cells and not job.graph.tallies:
        drop_level(&job.graph, f)
    return 0


cdef int32_t approach(FrontierJob job, int32_t front, int32_t back) except -1:
    """Make lists forward from *front* and backward from *back*, the cheaper one next. Return the cut between them."""
    cdef const Level *levels = job.graph.levels
    cdef int32_t longest = job.graph.rules.longest
    cdef double ahead, behind = -1, done = 0  # `behind` is -1 if it is not known
    while True:
        while front < back and levels[front].number == 0:
            front += 1
        while front < back and levels[back - 1].number == 0:
            back -= 1
        if front == back:
            return front
        ahead = levels[front].cost
        if behind < 0:
            behind = cost_backward(job, back - 1).cost
        guess_shares(job, front, back, done, min(ahead, behind))
        done += min(ahead, behind)
        if ahead <= behind:
            forward(job, front)
            drop_done(job, front - longest)
            front += 1
        else:
            back -= 1
            backward(job, back)
            drop_done(job, back + longest)
            behind = -1


cdef void guess_shares(FrontierJob job, int32_t front, int32_t back, double done, double cost) noexcept:
    """Estimate the fractions of the work done and due next, if the join and each level left have the same *cost*."""
    cdef int32_t f, levels = 1
    for f in range(front, back):
        levels += job.graph.levels[f].number > 0
    job.done_before = done / (done + levels * cost + 1)
    job.share = cost / (done + levels * cost + 1)


cdef object join_lists(FrontierJob job, int32_t cut):
    """Return the sum, over the edges that cross the cut, of the ways to the source times the ways from the target."""
    cdef Graph *graph = &job.graph
    cdef int32_t f, i, width
    cdef double bound, most = 0
    cdef LevelWork work
    for f in range(cut, min(cut + graph.rules.longest, graph.rules.cells + 1)):
        work = work_for(graph, f, join_node)
        if work.level.lists == NULL:
            continue
        bound = collect(job, f, cut)
        # Each entry of a backward list adds at most the largest sum times the largest number. 0.9 allows for rounding.
        most += bound * work.level.most * work.level.entries
        if most > 0.9 * 256.0 ** HUGE_BYTES:
            raise _TooLarge()
        width = max(width_for(graph, bound, f - graph.rules.longest, cut), work.level.width)
        share_out(job, &work, width, work.level.cost)
        drop_in_edges(graph, work.level)
    job.progress = 1
    return sum([as_object(job.worker[i].total) for i in range(job.number_of_workers)])


cdef object as_object(huge number):
    return int(upper_half(number)) << 64 | int(<uint64_t>number)
