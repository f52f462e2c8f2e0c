# What the searches of all engines have in common: how they are driven from Python.
#
# Owns: the counts of copies, cells and nodes, and the solutions that are held; each engine has a stack of its own.
# Touches: signals and the caller's *tick*. Always holds: one thread at a time is in a search; the counts of copies
# and cells are those left by the pieces that are counted as placed.

cimport cython

cdef enum Outcome:
    EXHAUSTED = 0
    SOLUTION = 1
    PAUSED = 2

cdef enum Cut:
    REGIONS = 0  # an empty region has a size that no copies left add up to
    AREAS = 1    # the cells left cannot hold the copies still owed
    ITEMS = 2    # an item has no option
    CUTS = 3     # the number of these

# Nodes between two looks at signals and clock: a few milliseconds.
cdef int64_t SLICE = 1 << 18

# Numbers that the solutions held at a time may have: a page of memory.
cdef int32_t HELD = 1 << 8

# More nodes than any search visits.
cdef int64_t NEVER = <int64_t>1 << 62


cdef inline uint64_t shuffled(uint64_t *state) noexcept nogil:
    """Return the next number of SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, 2014), as `search/options.py` does."""
    cdef uint64_t mixed
    state[0] += <uint64_t>0x9E3779B97F4A7C15
    mixed = state[0]
    mixed = (mixed ^ mixed >> 30) * <uint64_t>0xBF58476D1CE4E5B9
    mixed = (mixed ^ mixed >> 27) * <uint64_t>0x94D049BB133111EB
    return mixed ^ mixed >> 31


cdef class Search:
    """A search under way: an iterator of solutions, each a tuple of placement numbers; base of all engines.

    `nodes` is the number of nodes visited, `dead_ends` the number of nodes without a child, and `found` the number of
    solutions found. `exhausted` is true once there are no more solutions. The methods that search check for signals
    every few milliseconds and call *tick*, if given, without arguments. If *tick* raises an exception, the search can
    be continued afterwards.

    Raise `RuntimeError` if two threads use a search at once.
    """

    cdef readonly int64_t nodes
    cdef readonly int64_t found
    cdef readonly int64_t dead_ends
    cdef readonly bint exhausted
    cdef readonly int64_t grown   # bytes that the search has taken since it was made
    cdef public bint check_areas, check_regions  # False only in tests and benchmarks, which then call `seek`
    cdef bint busy
    cdef bint complete        # the node where the search starts is itself a solution
    cdef int32_t depth        # how many pieces are counted as placed
    cdef int32_t start_depth  # of the node from which the search started
    cdef int32_t halt         # nodes of this depth count as solutions; -1: none
    cdef int64_t *profile     # nodes by depth; behind them, by kind of `Cut` and depth, the subtrees cut off
    cdef int32_t levels
    cdef Copies copies
    cdef int32_t *left        # by piece: the copies that may still be placed
    cdef int32_t *owed        # by piece: the copies that have to be placed; below 0 once there are more than that
    cdef int64_t owed_cells, open_cells  # the cells of the copies owed, and those not covered yet
    cdef int64_t slice        # nodes between two looks at signals and clock
    cdef int64_t *held        # the latest solutions, each a row: the number of its placements, and room for `levels`
    cdef int32_t most_held    # rows
    cdef object failure       # the reason if `advance` paused because of an error

    def __cinit__(self, *_, **__):
        self.slice = SLICE
        self.halt = -1
        self.check_areas = self.check_regions = True

    cdef void begin(self, Copies copies, used, int64_t area) except *:
        """Set up the counters for a board of *area* free cells, with *used* copies of each piece already placed."""
        cdef int32_t i
        if used is None:
            used = [0] * copies.pieces
        if len(used) != copies.pieces:
            raise ValueError("used must be as long as sizes")
        if min(used, default=0) < 0:
            raise ValueError("used must not be negative")
        self.copies = copies
        self.left = <int32_t *>allocate(copies.pieces, sizeof(int32_t))
        self.owed = <int32_t *>allocate(copies.pieces, sizeof(int32_t))
        self.open_cells = area
        for i in range(copies.pieces):
            self.left[i] = copies.most[i] - <int32_t>used[i]
            self.owed[i] = copies.least[i] - <int32_t>used[i]
            if self.owed[i] > 0:
                self.owed_cells += <int64_t>self.owed[i] * copies.size[i]

    cdef inline bint use_up(self, int32_t piece, int32_t number) noexcept nogil:
        """Use up *number* copies of a piece. Return whether the cells left can hold the copies still owed."""
        cdef int32_t size = self.copies.size[piece], due
        self.open_cells -= size * number
        # Of these copies, only those that were owed lessen what is owed; `give_back` undoes just this.
        due = min(max(self.owed[piece], 0), number)
        self.owed_cells -= size * due
        self.owed[piece] -= number
        self.left[piece] -= number
        # Without the check, a full board still has to have all copies.
        return self.owed_cells <= self.open_cells or not (self.check_areas or self.open_cells == 0)

    cdef inline void give_back(self, int32_t piece, int32_t number) noexcept nogil:
        cdef int32_t size = self.copies.size[piece], due
        self.open_cells += size * number
        self.owed[piece] += number
        due = min(max(self.owed[piece], 0), number)
        self.owed_cells += size * due
        self.left[piece] += number

    cdef uint64_t coverable(self) noexcept nogil:
        """Return the areas below 64 that the copies left can cover, as a bit set."""
        cdef uint64_t sums = 1
        cdef int32_t i
        for i in range(self.copies.pieces):
            if self.left[i] > 0:
                sums = add_sums(sums, self.copies.size[i], self.left[i])
        return sums

    cdef Outcome advance(self, int64_t until) noexcept nogil:
        """Search on until there is a solution, no node is left, or *until* nodes have been visited in all."""
        return EXHAUSTED

    cdef int32_t write_answer(self, int64_t *numbers) noexcept nogil:
        """Write the numbers of the solution just found, and return their number."""
        return 0

    cdef void make_room(self) except *:
        if self.held == NULL:
            self.most_held = max(1, HELD // (1 + self.levels))
            self.held = <int64_t *>allocate(self.most_held * (1 + <size_t>self.levels), sizeof(int64_t))

    cdef Outcome meet(self, int64_t most, int64_t until, int32_t *met) noexcept nogil:
        """Hold the next solutions, at most *most*, and write their number to *met*.

        The interpreter's lock is then taken once for all of them. Threads that took it for each solution would wait
        for one another.
        """
        cdef Outcome outcome = SOLUTION
        cdef int64_t *row
        met[0] = 0
        while met[0] < min(most, self.most_held):
            outcome = self.advance(until)
            if outcome != SOLUTION:
                break
            row = self.held + met[0] * (1 + <int64_t>self.levels)
            row[0] = self.write_answer(row + 1)
            met[0] += 1
        return outcome

    cdef tuple solution(self, int32_t i):
        cdef int64_t *row = self.held + i * (1 + <int64_t>self.levels)
        cdef int32_t k
        return tuple([row[k] for k in range(1, 1 + <int32_t>row[0])])

    cdef void start_at(self, numbers) except *:
        """Stand at the node that the placements *numbers* lead to. Raise `ValueError` if they cannot be placed."""

    cdef void halt_at(self, int32_t depth) except *:
        """Treat nodes of this depth as solutions, until called with -1."""
        self.halt = depth

    cdef void uncount_last(self) except *:
        """Leave the last answer out of the statistics: a search that starts from its node will count it."""
        self.found -= 1

    cdef void return_to_root(self) except *:
        """Stand at the root, after a descent."""
        self.start_at(())

    cdef int64_t choose_child(self, int32_t depth, uint64_t *chance, int64_t *visits) noexcept nogil:
        """Choose a random child of the current node, at *depth*. It will be the only child that is visited.

        Return the number of children; 0 if the search has not reached this depth. Write to *visits* the number of nodes
        that the engine counts when it visits all children.
        """
        visits[0] = 0
        return 0

    cdef double descend(self, uint64_t *chance, double *nodes, int64_t *seen) noexcept nogil:
        """Go from the root to a leaf, at each node to a random child. Return its weight if it is a solution, else 0.

        Write the estimate of the number of nodes to *nodes*. Add the number of nodes on the way, and of their children,
        to *seen*.
        """
        cdef double weight = 1
        cdef int64_t children, visits, before = self.nodes
        cdef int32_t depth = 0
        nodes[0] = 0
        if self.complete:
            self.advance(NEVER)
            nodes[0] = self.nodes - before
            seen[0] += 1
            return weight
        while True:
            children = self.choose_child(depth, chance, &visits)
            nodes[0] += weight * visits
            seen[0] += visits + 1
            if children == 0:
                return 0
            weight *= children
            if self.advance(self.nodes + 1) == SOLUTION:
                return weight
            depth += 1

    cdef bint raise_failure(self) except True:
        error, self.failure = self.failure, None
        if error is not None:
            raise error
        return False

    cdef bint pause(self, tick) except True:
        """Do what is due when `advance` has paused."""
        self.raise_failure()
        return look_at(tick)

    cdef void begin_call(self) except *:
        with cython.critical_section(self):
            if self.busy:
                raise RuntimeError("this search is running in another thread")
            self.busy = True

    cdef void end_call(self) noexcept:
        # This needs the lock as well, so that the next thread sees all that this one has written.
        with cython.critical_section(self):
            self.busy = False

    cdef inline int64_t slice_end(self, int64_t nodes) noexcept:
        """Return the number of nodes, at most *nodes*, at which to check signals and the clock next.

        It depends on nodes and not on calls, so that a search with many solutions checks as often as others.
        """
        return min(self.nodes + self.slice, nodes)

    def next(self, tick=None):
        """Return the next solution, or None if there is no more."""
        found = self.take_some(1, tick)
        PyErr_CheckSignals()
        return found[0] if found else None

    def __iter__(self):
        return self

    def __next__(self):
        answer = self.next()
        if answer is None:
            raise StopIteration
        return answer

    def take_some(self, int64_t most, tick=None, int64_t nodes=NEVER):
        """Return a list of the next solutions, at most *most*: those found within a few milliseconds.

        It is empty if the search is exhausted, or has visited *nodes* nodes in all.
        """
        cdef Outcome outcome = SOLUTION
        cdef int64_t until = self.slice_end(nodes), wanted
        cdef int32_t i, met
        self.begin_call()
        try:
            self.make_room()
            found = []
            while not self.exhausted and len(found) < most and self.nodes < nodes:
                wanted = most - len(found)
                with nogil:
                    outcome = self.meet(wanted, until, &met)
                self.exhausted = outcome == EXHAUSTED
                for i in range(met):
                    found.append(self.solution(i))
                if outcome == PAUSED:
                    if found:
                        self.failure = None  # the next call runs into it again
                        break
                    self.pause(tick)
                    until = self.slice_end(nodes)
            return found
        finally:
            self.end_call()

    def count(self, int64_t limit=NEVER, tick=None, int64_t nodes=NEVER):
        """Return the number of solutions from here on, at most *limit*, until *nodes* nodes are visited in all.

        If an exception is raised, `found` includes the solutions found before it.
        """
        cdef int64_t start = self.found, until
        # In this order no sum passes 64 bits.
        cdef int64_t stop = self.found + min(limit, NEVER - self.found)
        cdef Outcome outcome
        self.begin_call()
        try:
            while not self.exhausted and self.found < stop and self.nodes < nodes:
                until = self.slice_end(nodes)
                with nogil:
                    outcome = self.advance(until)
                    while outcome == SOLUTION and self.found < stop:
                        outcome = self.advance(until)
                self.exhausted = outcome == EXHAUSTED
                if outcome == PAUSED:
                    self.pause(tick)
            PyErr_CheckSignals()
        finally:
            self.end_call()
        return self.found - start

    def seek(self, numbers):
        """Start over, and search only for the solutions that begin with the placement numbers *numbers*.

        They must be a prefix that `prefixes` returned. Raise `ValueError` if they cannot be placed one after the other.
        """
        self.begin_call()
        try:
            self.exhausted = False
            self.start_at(numbers)
        except BaseException:
            self.start_at(())
            raise
        finally:
            self.end_call()

    def prefixes(self, int32_t depth, numbers=()):
        """Return the nodes *depth* placements below the node that *numbers* lead to, as tuples of numbers.

        The result includes solutions with fewer placements, as a solution is its own prefix. It has the order of the
        search, which is at the root afterwards. If `seek` is called for each of these nodes in turn, the search finds
        all solutions below the node of *numbers*, in the same order.
        """
        cdef Outcome outcome = SOLUTION
        cdef int32_t met
        self.begin_call()
        try:
            self.exhausted = False
            self.start_at(numbers)
            if depth < 1:
                return [tuple(numbers)]
            depth += self.start_depth
            self.make_room()
            found = {}  # a set that keeps its order: a node with candidates in several groups is visited in each
            self.halt_at(depth)
            while outcome != EXHAUSTED:
                outcome = self.meet(1, self.nodes + self.slice, &met)
                if met:
                    found[self.solution(0)[:depth]] = None
                    self.uncount_last()
                elif outcome == PAUSED:
                    self.pause(None)
            return list(found)
        finally:
            self.halt_at(-1)
            self.start_at(())
            self.end_call()

    def probe(self, uint64_t seed, int64_t most, int64_t nodes=NEVER, tick=None):
        """Return a list of (nodes, solutions, solution) of random probes, and the number of nodes that they saw.

        A probe goes from the root to a leaf, at each node to a random child, and sees all children (D. E. Knuth, 1975).
        It gives unbiased estimates of the nodes and of the solutions, and the solution that it reached, or None. There
        are *most* probes, or fewer if these see *nodes* nodes; at least one. The same *seed* leads to the same leaves.
        The nodes gone to count as visited. The search stands at the root afterwards.
        """
        cdef uint64_t chance = seed
        cdef int64_t seen = 0, due = self.slice
        cdef double of_nodes, of_solutions
        self.begin_call()
        try:
            self.exhausted = False
            self.start_at(())
            self.make_room()
            found = []
            while len(found) < most and (seen < nodes or not found):
                self.return_to_root()
                with nogil:
                    of_solutions = self.descend(&chance, &of_nodes, &seen)
                    if of_solutions:
                        self.held[0] = self.write_answer(self.held + 1)
                        self.found -= 1
                self.raise_failure()
                found.append((of_nodes, of_solutions, self.solution(0) if of_solutions else None))
                if seen >= due:
                    due = seen + self.slice
                    look_at(tick)
            return found, seen
        finally:
            self.start_at(())
            self.end_call()

    def counts(self):
        """Return the dead ends and lists by depth: the nodes and, for each kind of `Cut`, the subtrees cut off.

        No list ends with 0.
        """
        cdef int64_t i, kind, end
        by_depth = []
        for kind in range(1 + CUTS):
            end = self.levels
            while end > 0 and self.profile[kind * self.levels + end - 1] == 0:
                end -= 1
            by_depth.append([self.profile[kind * self.levels + i] for i in range(end)])
        return self.dead_ends, by_depth

    cdef inline void note_cut(self, Cut kind, int32_t depth) noexcept nogil:
        self.profile[(1 + kind) * self.levels + depth] += 1

    def fraction(self):
        """Return a rough estimate, from 0 to 1, of the fraction done of the search since its start or `seek`."""
        return 0.0

    cdef void allocate_profile(self, int64_t levels) except *:
        self.levels = levels
        self.profile = <int64_t *>allocate((1 + CUTS) * levels, sizeof(int64_t))

    def __dealloc__(self):
        free(self.held)
        free(self.left)
        free(self.owed)
        free(self.profile)
