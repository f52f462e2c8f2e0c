# A walk over the solutions in the order of their placement numbers. All that it enters leads to one.


cdef struct Step:
    int64_t node
    int64_t edge      # the next one to try
    uint64_t used
    uint64_t marks    # of the edges that lead on, or of the runs, while the first piece is not placed
    int32_t level
    int32_t length    # of the solution so far
    bint begun        # the first piece is placed


@final
cdef class FrontierWalk:
    """The solutions of a run that `keep_live` has prepared, as tuples of placement numbers.

    `FrontierWalk(run, number, after=None)`: those of the run of that number, without its first placement; with
    *after*, a solution of it, those that come later. Two threads at once over one run raise `RuntimeError`.
    """

    cdef FrontierRun run
    cdef Step *stack
    cdef int64_t *path          # the numbers of the placements made
    cdef int64_t *out           # of some solutions
    cdef int64_t room           # for so many solutions
    cdef int32_t longest        # the most placements of a solution
    cdef int32_t depth          # of the step at hand; -1: there are no more solutions
    cdef uint64_t bit           # the mark of the run
    cdef int32_t number
    cdef bint complete          # the empty board is full

    def __cinit__(self, FrontierRun run not None, int32_t number=0, after=None):
        cdef uint64_t bit = ONE << number
        if not run.begun or not 0 <= number < 64:
            raise ValueError("a walk needs a run that is prepared for walks")
        self.run = run
        self.bit = bit
        self.number = number
        self.longest = run.rules.cells // max(1, run.rules.shortest) + 1
        self.stack = <Step *>allocate(self.longest + 1, sizeof(Step))
        self.path = <int64_t *>allocate(self.longest + 1, sizeof(int64_t))
        self.depth = -1
        if not run.live:
            return
        if run.rules.cells == 0:
            self.complete = after is None
            return
        run.occupy()
        try:
            if self.enter(self.stack):
                self.depth = 0
            if after is not None:
                self.retrace(after)
        finally:
            run.walking = False

    def __dealloc__(self):
        free(self.stack)
        free(self.path)
        free(self.out)

    cdef int retrace(self, after) except -1:
        """Stand where a solution was just found."""
        cdef int32_t made = 0
        cdef Step *step
        cdef const Level *level
        codes = list(after)
        while self.depth >= 0:
            step = &self.stack[self.depth]
            level = &self.run.levels[step.level]
            while self.try_edge(step):
                if self.path[step.length] >= 0:
                    if made < len(codes) and self.path[step.length] == <int64_t>codes[made]:
                        made += 1
                        break
                else:
                    break
            else:
                raise ValueError("no solution of this run has these placements")
            if self.stack[self.depth + 1].level == self.run.rules.cells:
                if made < len(codes):
                    raise ValueError("no solution of this run has these placements")
                return 0
            self.depth += 1
        raise ValueError("no solution of this run has these placements")

    cdef bint try_edge(self, Step *step) noexcept nogil:
        """Go on to the next edge that leads to a solution: the step behind it, and the placement; False at the end."""
        cdef Level *level = &self.run.levels[step.level]
        cdef const Move *move
        cdef int64_t k = step.edge, first = level.first_edge[step.node], end = level.first_edge[step.node + 1]
        cdef int64_t number = end - first
        cdef uint64_t used, left
        while k < end:
            if step.begun and number <= 64:
                left = step.marks >> (k - first)
                if left == 0:
                    return False
                k += lowest_bit(left)
            elif step.begun and not step.marks & mark_of_edge(k - first, number):
                k += 1
                continue
            move = &self.run.rules.moves[level.moves[k]]
            used = step.used
            k += 1
            if (step.begun or mark_of(move) & self.bit) and advance(move, &used):
                step[1].level = step.level + move.cells
                step[1].node = level.targets[k - 1]
                step[1].used = used
                if self.enter(step + 1):
                    self.path[step.length] = level.codes[k - 1] if move.weight == 1 else -1
                    step[1].length = step.length + (move.weight == 1)
                    step.edge = k
                    return True
        return False

    cdef inline bint enter(self, Step *step) noexcept nogil:
        """Look up the marks of a step; False where it leads to no solution of this run."""
        cdef Level *level = &self.run.levels[step.level]
        step.marks = self.run.marks_of(level, step.node, step.used)
        step.begun = (step.used & self.run.first_piece) == self.run.first_piece
        step.edge = level.first_edge[step.node]
        return step.marks != 0 and (step.begun or step.marks & self.bit)

    cdef int64_t find_some(self, int64_t most) noexcept nogil:
        """Write out the next solutions, each after its length: how many."""
        cdef int64_t found = 0
        cdef int64_t *out = self.out
        cdef Step *step
        while self.depth >= 0 and found < most:
            step = self.stack + self.depth
            if not self.try_edge(step):
                self.depth -= 1
            elif step[1].level == self.run.rules.cells:
                out[0] = step[1].length
                memcpy(out + 1, self.path, step[1].length * sizeof(int64_t))
                out += self.longest + 1
                found += 1
            else:
                self.depth += 1
        return found

    def take_some(self, int64_t most):
        """A list of the next solutions, at most *most*; none at the end."""
        if self.complete:
            self.complete = False
            return [()]
        self.run.occupy()
        try:
            return self.take(max(1, min(most, 1 << 16)))
        finally:
            self.run.walking = False

    cdef list take(self, int64_t most):
        cdef int64_t i, j, found
        cdef const int64_t *at
        if most > self.room:
            free(self.out)
            self.out = NULL
            self.room = 0
            self.out = <int64_t *>allocate(most * (self.longest + 1), sizeof(int64_t))
            self.room = most
        with nogil:
            found = self.find_some(most)
        solutions = []
        for i in range(found):
            at = self.out + i * (self.longest + 1)
            solutions.append(tuple([at[1 + j] for j in range(at[0])]))
        return solutions
