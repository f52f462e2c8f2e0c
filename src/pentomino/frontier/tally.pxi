# A tally: the number of covers with each option, without visiting covers.
#
# The lists of a level that were made first are moved to `made`, and lists from the other side take their place. An
# entry of a list made first pairs a set with the ways between its node and the start (before the cut) or the end (after
# the cut); an entry of the other list pairs it with the ways on the other side of the node. The number of covers
# through an edge is the sum of the products of both numbers.

@final
cdef class FrontierTally:
    """Counts, for each option of the table of *job*, the exact covers that contain it; `total` counts all covers."""

    cdef FrontierJob job
    cdef readonly object total

    def __cinit__(self, FrontierJob job not None):
        self.job = job
        self.total = 0

    def count(self):
        """Return a list of tuples (first cell, mask, piece, number of covers), one for each option in some cover.

        Raise `FrontierUnfit` if a number may exceed 128 bits, or if a cell has more options than edges can store. Raise
        the exception *full* of the job if its memory limit is too low.
        """
        job = self.job
        if job.begin():
            self.total = job.trivial_count()
            return []
        if job.graph.rules.most_options > MAX_NAMED:
            raise FrontierUnfit(f"a cell has more than {MAX_NAMED} placements")
        job.graph.tallies = True
        try:
            return self.shares() if find_nodes(job) else []
        except _TooLarge:
            raise FrontierUnfit("the number of solutions may exceed 128 bits") from None
        finally:
            job.end(keep_levels=False)

    cdef list shares(self):
        """Make lists from both ends to the cut, where they meet, and then past it. Return totals as `count` does."""
        job = self.job
        cdef Graph *graph = &job.graph
        cdef int32_t f, done = 0, cut = meet(job), last = graph.rules.cells
        cdef int32_t width = 8 if most_covers(job, cut) < 1.8e19 else HUGE_BYTES
        job.halves = 2
        self.make_totals()
        for f in list(range(cut, last + 1)) + list(range(cut - 1, -1, -1)):
            job.done_before, job.share = 1 + <double>done / (last + 1), 1.0 / (last + 1)
            done += 1
            share_level(job, f, cut, width)
        job.progress = 1
        if graph.levels[0].lists[0].length:
            self.total = as_object(value_at(graph.levels[0].lists, graph.rules.set_bytes, width, 0))
        return self.totals()

    cdef int make_totals(self) except -1:
        """Make an array of totals, one for each option, for each worker."""
        job = self.job
        cdef Worker *worker
        cdef int32_t i
        cdef bint enough
        for i in range(job.number_of_workers):
            worker = &job.worker[i]
            job.lend(worker)
            enough = make_zeros(worker.account, worker.totals, number_of_options(job.graph.rules))
            job.count_held_by(worker)
            job.look(enough)
        return 0

    cdef list totals(self):
        """Return the sums of the workers' totals that are not 0, in the form that `count` returns."""
        job = self.job
        cdef const Rules *rules = job.graph.rules
        cdef const Option *option
        cdef int64_t n
        cdef int32_t p, i, w
        found = []
        for p in range(rules.positions):
            for i in range(64 * rules.words[p]):
                n = 64 * rules.valid_at[p] + i
                total = sum([as_object(job.worker[w].totals[n]) for w in range(job.number_of_workers)])
                if total:
                    option = &rules.options[rules.options_at[p] + i]
                    found.append((p, mask_of(option), int(option.piece), total))
        return found


cdef inline int64_t number_of_options(const Rules *rules) noexcept nogil:
    """Return the length of an array with an element for each option at each position."""
    return 64 * (rules.valid_at[rules.positions - 1] + rules.words[rules.positions - 1])


cdef inline int64_t place_of_option(
    const Graph *graph, const Level *level, int64_t node, int32_t option
) noexcept nogil:
    """Return the index of *option* of *node* in an array of length `number_of_options`."""
    return 64 * graph.rules.valid_at[level.nodes[node].cell] + option


cdef double most_covers(FrontierJob job, int32_t cut) except? -1:
    """Return an upper bound of the number of covers. Raise `_TooLarge` if it is too large for lists."""
    cdef Graph *graph = &job.graph
    cdef Level *level
    cdef double bound, most = 0
    cdef int32_t f
    for f in range(cut, min(cut + graph.rules.longest, graph.rules.cells + 1)):
        level = &graph.levels[f]
        if level.number:
            bound = collect(job, f, cut)
            drop_in_edges(graph, level)
            most += bound * level.most * level.entries
    if most > 0.9 * 256.0 ** HUGE_BYTES:
        raise _TooLarge()
    return most


cdef bint share_in_edges(const Graph *graph, Worker *worker, const LevelWork *work, int64_t node) noexcept nogil:
    """Make the forward list of a node after the cut, for the sets of its backward list. Count covers of its edges."""
    cdef const Level *level = work.level
    cdef const Level *earlier
    cdef const List *behind = &level.made[node]
    cdef const InEdge *edge
    cdef const Move *move
    cdef int64_t k
    if behind.length == 0:
        return True
    if not work.sharing.lay(worker, behind, level.made_width):
        return False
    for k in range(level.in_at[node], level.in_at[node + 1]):
        edge = &level.in_edges[k]
        move = &graph.rules.moves[edge.move]
        earlier = level - move.cells
        worker.totals[place_of_option(graph, earlier, edge.source, edge.option)] += work.sharing.share(
            worker, &earlier.lists[edge.source], earlier.width, move, True
        )
    return work.sharing.gather(worker, behind, &level.lists[node])


cdef bint share_out_edges(const Graph *graph, Worker *worker, const LevelWork *work, int64_t node) noexcept nogil:
    """Make the backward list of a node before the cut, for the sets of its forward list. Count covers of its edges."""
    cdef const Level *level = work.level
    cdef const Level *to
    cdef const List *before = &level.made[node]
    cdef const List *other
    cdef const Move *move
    cdef int64_t k
    cdef huge covers
    if before.length == 0:
        return True
    if not work.sharing.lay(worker, before, level.made_width):
        return False
    for k in range(level.first_edge[node], level.first_edge[node + 1]):
        move = move_of(graph, level, k)
        to = level + move.cells
        other = to.lists if to.made == NULL else to.made  # `made` is kept only after the cut
        covers = work.sharing.share(
            worker, &other[level.targets[k]], to.width if to.made == NULL else to.made_width, move, False
        )
        if to.made == NULL:  # otherwise the edge crosses the cut, and its covers were counted before
            worker.totals[place_of_option(graph, level, node, level.options[k])] += covers
    return work.sharing.gather(worker, before, &level.lists[node])


cdef int share_level(FrontierJob job, int32_t f, int32_t cut, int32_t width) except -1:
    """Move the lists of level *f* to `made`, and make the lists from the other side."""
    cdef Graph *graph = &job.graph
    cdef Level *level = &graph.levels[f]
    cdef int32_t longest = graph.rules.longest
    cdef double cost = 8.0 * level.entries
    cdef LevelWork work = work_for(graph, f, share_in_edges if f >= cut else share_out_edges)
    if level.number:
        put_lists_by(level, width)
        job.look(make_zeros(graph.account, level.lists, level.number))
        if f >= cut:
            collect(job, f, f)
        work.sharing = sharing_for(graph.rules.set_bytes, width)
        share_out(job, &work, work.sharing.pair_bytes, cost)
        drop_in_edges(graph, level)
    if f < cut:
        drop_made(graph, level)
        drop_level(graph, f + longest)
    elif f >= cut + longest:
        drop_made(graph, level)
        drop_lists(graph, &graph.levels[f - longest])
    return job.check()


cdef void put_lists_by(Level *level, int32_t width) noexcept nogil:
    level.made = level.lists
    level.made_blocks = level.blocks
    level.made_width = level.width
    level.lists = NULL
    level.blocks = NULL
    level.width = width
    level.entries = 0
    level.most = 0
