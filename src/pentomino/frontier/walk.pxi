# A walk over the solutions in the order of their placement numbers. All that it enters leads to one.
#
# Owns: its path. Touches: nothing but the order in long lists. Always holds: each step of the path leads to a solution.

cdef struct WalkStep:
    int64_t node
    int64_t edge      # the next one to try
    uint64_t used
    uint64_t marks    # of the edges that lead on, or of the cases, while the first piece is not placed
    int32_t level
    int32_t length    # of the solution so far
    bint begun        # the first piece is placed


@final
cdef class FrontierWalk:
    """The solutions of a listing that is prepared, as tuples of placement numbers.

    `FrontierWalk(listing, number, after=None)`: those of the case of that number, without its first placement; with
    *after*, a solution of it, those that come later. Two threads at once over one listing raise `RuntimeError`.
    """

    cdef FrontierListing listing
    cdef Graph *graph           # of its job
    cdef WalkStep *stack
    cdef int64_t *path          # the numbers of the placements made
    cdef int64_t *out           # of some solutions
    cdef int64_t room           # for so many solutions
    cdef int32_t longest        # the most placements of a solution
    cdef int32_t depth          # of the present step; -1: there are no more solutions
    cdef uint64_t bit           # the mark of the case
    cdef bint complete          # the empty board is full

    def __cinit__(self, FrontierListing listing not None, int32_t number=0, after=None):
        cdef const Rules *rules = listing.job.graph.rules
        if not listing.is_prepared or not 0 <= number < 64:
            raise ValueError("a walk needs a job that is prepared for walks")
        self.listing = listing
        self.graph = &listing.job.graph
        self.bit = ONE << number
        self.longest = rules.cells // max(1, rules.shortest) + 1
        self.stack = <WalkStep *>allocate(self.longest + 1, sizeof(WalkStep))
        self.path = <int64_t *>allocate(self.longest + 1, sizeof(int64_t))
        self.depth = -1
        if not listing.has_solutions:
            return
        if rules.cells == 0:
            self.complete = after is None
            return
        listing.lock()
        try:
            if self.start_step(self.stack):
                self.depth = 0
            if after is not None:
                self.retrace(after)
        finally:
            listing.walking = False

    def __dealloc__(self):
        free(self.stack)
        free(self.path)
        free(self.out)

    cdef int retrace(self, after) except -1:
        """Make the path that of a solution just found."""
        cdef int32_t made = 0
        numbers = list(after)
        while self.depth >= 0 and self.follow(numbers, &made):
            if self.stack[self.depth + 1].level == self.graph.rules.cells:
                if made == len(numbers):
                    return 0
                break
            self.depth += 1
        raise ValueError("no solution of this job has these placements")

    cdef bint follow(self, list numbers, int32_t *made) except? True:
        """Try the edges of the present step up to the one that the next of *numbers* names; False if there is none."""
        cdef WalkStep *step = &self.stack[self.depth]
        while self.try_edge(step):
            if self.path[step.length] < 0:
                return True
            if made[0] < len(numbers) and self.path[step.length] == <int64_t>numbers[made[0]]:
                made[0] += 1
                return True
        return False

    cdef bint try_edge(self, WalkStep *step) noexcept nogil:
        """Go on to the next edge that leads to a solution: the step behind it, and the placement; False at the end."""
        cdef Level *level = &self.graph.levels[step.level]
        cdef const Move *move
        cdef int64_t k = step.edge, first = level.first_edge[step.node], end = level.first_edge[step.node + 1]
        cdef int64_t number = end - first
        cdef uint64_t used, rest
        while k < end:
            if step.begun and number <= 64:
                rest = step.marks >> (k - first)
                if rest == 0:
                    return False
                k += lowest_bit(rest)
            elif step.begun and not step.marks & mark_of_edge(k - first, number):
                k += 1
                continue
            move = move_of(self.graph, level, k)
            used = step.used
            k += 1
            if (step.begun or move.of_case < 0 or ONE << move.of_case & self.bit) and apply_move(move, &used):
                step[1].level = step.level + move.cells
                step[1].node = level.targets[k - 1]
                step[1].used = used
                if self.start_step(step + 1):
                    self.path[step.length] = level.numbers[k - 1] if move.of_case < 0 else -1
                    step[1].length = step.length + (move.of_case < 0)
                    step.edge = k
                    return True
        return False

    cdef inline bint start_step(self, WalkStep *step) noexcept nogil:
        """Look up the marks of a step; False if it leads to no solution of this case."""
        cdef Level *level = &self.graph.levels[step.level]
        step.marks = marks_of(self.graph, level, step.node, step.used)
        step.begun = (step.used & self.graph.rules.first_piece) == self.graph.rules.first_piece
        step.edge = level.first_edge[step.node]
        return step.marks != 0 and (step.begun or step.marks & self.bit)

    cdef int64_t find_some(self, int64_t most) noexcept nogil:
        """Write out the next solutions, each after its length: how many."""
        cdef int64_t found = 0
        cdef int64_t *out = self.out
        cdef WalkStep *step
        while self.depth >= 0 and found < most:
            step = self.stack + self.depth
            if not self.try_edge(step):
                self.depth -= 1
            elif step[1].level == self.graph.rules.cells:
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
        self.listing.lock()
        try:
            return self.take(max(1, min(most, 1 << 16)))
        finally:
            self.listing.walking = False

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
