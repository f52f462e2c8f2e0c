# The lists of a level, made from those of the levels before or behind it, by several workers.


cdef enum Task:
    FORWARD
    BACKWARD
    JOIN
    NARROW


cdef class ListMaker(OnePass):
    """Levels whose nodes have lists of sets."""

    cdef object pool
    # the level that is being made, for the workers:
    cdef int64_t next_target, some_targets
    cdef double share_before, share   # of the whole work: what was done before this level, and the level, as a guess
    cdef int64_t *in_at
    cdef InEdge *in_edges
    cdef bint summarises, by_target
    cdef int32_t cut
    cdef bint marking            # lists hold marks, not numbers of ways
    cdef uint64_t first_piece    # the field of the piece that the search places first; 0: none

    def __dealloc__(self):
        free(self.in_at)
        free(self.in_edges)

    cdef int begin_lists(self, int32_t f) except -1:
        cdef Level *level = &self.levels[f]
        level.lists = <List *>self.resize(NULL, 0, level.number * sizeof(List))
        self.look_up(level.lists != NULL)
        memset(level.lists, 0, level.number * sizeof(List))
        level.entries = level.kept = 0
        level.most = 0
        return 0

    cdef int choose_width(self, Level *level, double bound) except -1:
        """Choose how wide numbers up to *bound* are."""
        if self.marking:
            level.width = 8
            return 0
        level.width = 4 if bound < 4.2e9 else 8 if bound < 1.8e19 else 16
        if level.width > HUGE_BYTES or bound > 3.4e38:
            raise _TooLarge()
        return 0

    cdef bint collect(self, int32_t f, int32_t below, double *bound, double *cost) noexcept nogil:
        """Sort the edges into a level from levels below another one by target; False where memory is out.

        *bound* is what no number in a list of their targets passes, *cost* the length of the lists they come from.
        """
        cdef Level *level = &self.levels[f]
        cdef Level *source
        cdef int32_t i, from_level, first = max(0, f - self.rules.longest)
        cdef int64_t u, k, at, number = level.number
        cdef double most
        cdef InEdge *edge
        self.in_at = <int64_t *>self.resize(NULL, 0, (number + 2) * 8)
        if self.in_at == NULL:
            return False
        memset(self.in_at, 0, (number + 2) * 8)
        for i in range(2):
            for from_level in range(first, min(f, below)):
                source = &self.levels[from_level]
                if source.lists == NULL:
                    continue
                for u in range(source.number):
                    if source.lists[u].length == 0:
                        continue
                    for k in range(source.first_edge[u], source.first_edge[u + 1]):
                        if from_level + self.rules.moves[source.moves[k]].cells != f:
                            continue
                        if i == 0:
                            self.in_at[source.targets[k] + 2] += 1
                            cost[0] += source.lists[u].length
                        else:
                            at = self.in_at[source.targets[k] + 1]
                            self.in_at[source.targets[k] + 1] += 1
                            self.in_edges[at].source = <uint32_t>u
                            self.in_edges[at].move = source.moves[k]
            if i == 0:
                for u in range(number):
                    self.in_at[u + 2] += self.in_at[u + 1]
                self.in_edges = <InEdge *>self.resize(NULL, 0, self.in_at[number + 1] * sizeof(InEdge))
                if self.in_edges == NULL:
                    return False
        for u in range(number):
            most = 0
            for k in range(self.in_at[u], self.in_at[u + 1]):
                edge = &self.in_edges[k]
                source = &self.levels[f - self.rules.moves[edge.move].cells]
                most += source.most * self.rules.moves[edge.move].weight
            bound[0] = max(bound[0], most)
        return True

    cdef void forget_in_edges(self, int64_t number) noexcept nogil:
        if self.in_at != NULL:
            self.release(self.in_edges, self.in_at[number + 1] * sizeof(InEdge))
            self.release(self.in_at, (number + 2) * 8)
        self.in_edges = NULL
        self.in_at = NULL

    cdef int forward(self, int32_t f, bint early) except -1:
        """Make the lists of a level from those of the levels before it."""
        cdef Level *level = &self.levels[f]
        cdef double bound = 0, cost = 0
        cdef bint enough
        self.begin_lists(f)
        if level.number:
            with nogil:
                enough = self.collect(f, f, &bound, &cost)
            self.look_up(enough)
            self.choose_width(level, bound)
            self.summarises = early
            self.share_out(FORWARD, f, level.width, cost)
            self.forget_in_edges(level.number)
        self.note(f)
        return 0

    cdef int backward(self, int32_t f) except -1:
        """Make the lists of a level from those of the levels behind it."""
        cdef Level *level = &self.levels[f]
        cdef double bound = 0, cost = 0
        self.begin_lists(f)
        if level.number:
            with nogil:
                self.survey(f, &bound, &cost)
            self.choose_width(level, bound)
            self.share_out(BACKWARD, f, level.width, cost)
        self.note(f)
        return 0

    cdef void survey(self, int32_t f, double *bound, double *cost) noexcept nogil:
        """What no number in the lists of a level passes, and the length of the lists they are made from, backward."""
        cdef Level *level = &self.levels[f]
        cdef const Move *move
        cdef double most
        cdef int64_t u, k
        for u in range(level.number):
            most = 0
            for k in range(level.first_edge[u], level.first_edge[u + 1]):
                move = &self.rules.moves[level.moves[k]]
                most += self.levels[f + move.cells].most * move.weight
                cost[0] += self.levels[f + move.cells].lists[level.targets[k]].length
            bound[0] = max(bound[0], most)

    cdef double forward_cost(self, int32_t f) noexcept nogil:
        """The length of the lists that `forward` would read."""
        cdef int32_t i
        cdef int64_t u, k, n
        cdef double cost = 0
        cdef Level *level
        for i in range(max(0, f - self.rules.longest), f):
            level = &self.levels[i]
            if level.lists == NULL:
                continue
            for u in range(level.number):
                n = 0
                for k in range(level.first_edge[u], level.first_edge[u + 1]):
                    n += i + self.rules.moves[level.moves[k]].cells == f
                cost += <double>n * level.lists[u].length
        return cost

    cdef int share_out(self, Task task, int32_t f, int32_t width, double cost) except -1:
        """Have the workers do a task for all nodes of a level."""
        cdef Level *level = &self.levels[f]
        cdef Worker worker
        cdef Block *block
        self.next_target = 0
        self.some_targets = max(1, min(level.number, <int64_t>(level.number * (SOME_STEPS / (cost + 1)))))
        for worker in self.workers:
            worker.entries = worker.kept = worker.steps = 0
            worker.most = 0
        if self.pool is None or level.number <= self.some_targets:
            self.labour(self.workers[0], task, f, width)
        else:
            self.share_labour(task, f, width)
        for worker in self.workers:
            self.steps += worker.steps
            if task == JOIN:
                continue
            level.entries += worker.entries
            level.kept += worker.kept
            level.most = max(level.most, worker.most)
            while worker.blocks != NULL:
                block = worker.blocks
                worker.blocks = block.next
                block.next = level.blocks
                level.blocks = block
        return 0

    cdef int hire(self) except -1:
        """Have threads for the workers."""
        if len(self.workers) > 1:
            from concurrent.futures import ThreadPoolExecutor

            self.pool = ThreadPoolExecutor(len(self.workers) - 1)
        return 0

    cdef int dismiss(self) except -1:
        if self.pool is not None:
            self.pool.shutdown()
            self.pool = None
        return 0

    cdef int share_labour(self, Task task, int32_t f, int32_t width) except -1:
        helpers = [self.pool.submit(self._help, worker, <int>task, f, width) for worker in self.workers[1:]]
        try:
            self.labour(self.workers[0], task, f, width)
            for helper in helpers:
                helper.result()
        finally:
            with cython.critical_section(self):
                self.next_target = self.levels[f].number
            for helper in helpers:
                helper.exception()
        return 0

    def _help(self, Worker worker not None, int task, int32_t f, int32_t width):
        """For the threads of a run only."""
        if worker not in self.workers or self.pool is None:
            raise RuntimeError("only a run calls its helpers")
        self.labour(worker, <Task>task, f, width)

    cdef int labour(self, Worker worker, Task task, int32_t f, int32_t width) except -1:
        """Do a task for some nodes of a level, again and again, until there are no more."""
        cdef int64_t first, last
        cdef bint enough
        while True:
            with cython.critical_section(self):
                first = self.next_target
                last = min(first + self.some_targets, self.levels[f].number)
                self.next_target = last
                worker.taken = 0
                worker.allowance = (self.limit - self.held) // <int64_t>len(self.workers)
            if first >= last:
                break
            with nogil:
                enough = perform(self, worker, task, f, first, last, width)
            with cython.critical_section(self):
                self.held += worker.taken
                self.peak = max(self.peak, self.held)
                if not enough:
                    self.wanted = worker.allowance - worker.taken + 1
                self.progress = max(self.progress, self.share_before + self.share * last / self.levels[f].number)
            self.look_up(enough, worker is self.workers[0])
        return 0

    cdef int seed(self, int32_t f, sets) except -1:
        """Give the first node of a level a list of sets, each with one way, or all marks."""
        cdef Worker worker = self.workers[0]
        cdef Level *level = &self.levels[f]
        self.begin_lists(f)
        level.width = 8 if self.marking else 4
        level.most = 1
        worker.taken = worker.entries = 0
        worker.allowance = self.limit - self.held
        self.look_up(worker.prepare(self.rules.set_bits, level.width))
        if worker.set_bytes == 4 and self.marking:
            self.look_up(plant[short_set, large](worker, level.lists, sets, 0, <large>ALL))
        elif worker.set_bytes == 4:
            self.look_up(plant[short_set, small](worker, level.lists, sets, 0, 1))
        elif self.marking:
            self.look_up(plant[long_set, large](worker, level.lists, sets, 0, <large>ALL))
        else:
            self.look_up(plant[long_set, small](worker, level.lists, sets, 0, 1))
        self.held += worker.taken
        level.entries = worker.entries
        level.kept = worker.entries > 0
        level.blocks = worker.blocks
        worker.blocks = NULL
        return 0

    cdef object ways_with(self, const Level *level, const List *items, uint64_t used):
        """The number of ways that a list tells for a set."""
        cdef int32_t set_bytes = 4 if self.rules.set_bits < 32 else 8
        cdef int64_t i, n = items.length
        cdef const char *ways
        cdef huge number
        if n == 0:
            return 0
        ways = items.at + padded(n * set_bytes)
        for i in range(n):
            if (<const short_set *>items.at)[i] == used if set_bytes == 4 else (<const long_set *>items.at)[i] == used:
                if level.width == 4:
                    return int((<const small *>ways)[i])
                if level.width == 8:
                    return int((<const large *>ways)[i])
                number = (<const huge *>ways)[i]
                return int(upper_half(number)) << 64 | int(<uint64_t>number)
        return 0
