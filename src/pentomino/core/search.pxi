# The base class of the searches of all engines, with the methods that Python calls.
#
# It keeps the counts of copies, cells and nodes, and the latest solutions; each engine has its own stack. Only one
# thread at a time uses a search. Pieces counted as placed are already subtracted from the counts of copies and cells.

cimport cython

cdef enum Outcome:
    EXHAUSTED = 0
    SOLUTION = 1
    PAUSED = 2

cdef enum Cut:
    REGIONS = 0  # not plausible: the size of an empty region is not a sum of sizes of the copies left
    AREAS = 1    # the cells left cannot hold the copies still required
    ITEMS = 2    # an item has no option
    CUTS = 3     # the number of kinds

# The number of nodes between two checks of signals and clock, which are a few milliseconds apart.
cdef int64_t SLICE = 1 << 18

# The maximum number of placement numbers in the solutions held at a time: about a page of memory.
cdef int32_t HELD = 1 << 8

# A path from the root to a random leaf: its depth, the product of the numbers of children along it, and estimates of
# the nodes and of the solutions; the latter is 0 unless the path ends at a solution.
cdef struct Descent:
    int32_t depth
    double weight
    double nodes
    double solutions

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
    """An iterator over solutions, each a tuple of placement numbers; the base class of the searches of all engines.

    `nodes` is the number of nodes visited, `dead_ends` the number of nodes without a child, and `found` the number of
    solutions found. `exhausted` is true once there are no more solutions. The methods that search check for signals
    every few milliseconds and call *tick*, if given, without arguments. If *tick* raises an exception, the search can
    be continued afterwards. The methods raise `RuntimeError` if two threads use a search at once.
    """

    cdef readonly int64_t nodes
    cdef readonly int64_t found
    cdef readonly int64_t dead_ends
    cdef readonly bint exhausted
    cdef readonly int64_t grown   # bytes that the search has allocated since it was made
    cdef public bint check_areas, check_plausibility  # False only in tests and benchmarks, which then call `seek`
    cdef bint busy
    cdef bint complete        # the node where the search starts is itself a solution
    cdef int32_t depth        # the number of pieces that are counted as placed
    cdef int32_t start_depth  # the depth of the node from which the search started
    cdef int32_t halt         # nodes of this depth count as solutions; -1: none
    cdef int64_t *profile     # nodes by depth; then, by kind of `Cut` and depth, the subtrees cut off
    cdef int32_t levels
    cdef Copies copies
    cdef int32_t *left        # by piece: the copies that may still be placed
    cdef int32_t *owed        # by piece: the copies still required; negative if more than required are placed
    cdef int64_t owed_cells, open_cells  # the cells of the copies still required, and the cells not covered yet
    cdef int64_t slice        # nodes between two checks of signals and clock
    cdef int64_t *held        # the latest solutions, each a row: the number of its placements, then `levels` numbers
    cdef int32_t most_held    # the maximum number of rows in `held`
    cdef object failure       # the reason if `advance` paused because of an error

    def __cinit__(self, *_, **__):
        self.slice = SLICE
        self.halt = -1
        self.check_areas = self.check_plausibility = True

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
        """Use up *number* copies of *piece*. Return whether the cells left can hold the copies still required."""
        cdef int32_t size = self.copies.size[piece], due
        self.open_cells -= size * number
        # Only copies that were required lower the number of cells required; `give_back` undoes exactly this.
        due = min(max(self.owed[piece], 0), number)
        self.owed_cells -= size * due
        self.owed[piece] -= number
        self.left[piece] -= number
        # Even without the check, a full board must contain all required copies.
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
        """Continue the search until it finds a solution, no node is left, or *until* nodes have been visited in all."""
        return EXHAUSTED

    cdef int32_t write_answer(self, int64_t *numbers) noexcept nogil:
        """Write the placement numbers of the solution just found to *numbers*, and return the number of placements."""
        return 0

    cdef void make_room(self) except *:
        if self.held == NULL:
            self.most_held = max(1, HELD // (1 + self.levels))
            self.held = <int64_t *>allocate(self.most_held * (1 + <size_t>self.levels), sizeof(int64_t))

    cdef Outcome meet(self, int64_t most, int64_t until, int32_t *met) noexcept nogil:
        """Store the next solutions, at most *most*, in `held`, and write their number to *met*.

        This way, the interpreter's lock is acquired only once for all of them. If threads acquired it for each
        solution, they would wait for one another.
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
        """Go to the node after the placements *numbers*. Raise `ValueError` if these cannot be placed."""

    cdef void halt_at(self, int32_t depth) except *:
        """Treat nodes of this depth as solutions, until called with -1."""
        self.halt = depth

    cdef void uncount_last(self) except *:
        """Remove the last solution from the statistics, as a search that starts from its node will count it."""
        self.found -= 1

    cdef int64_t choose_child(self, int32_t depth, uint64_t *chance, int64_t *visits) noexcept nogil:
        """Choose a random child of the current node, at *depth*, as the only child to visit.

        Return the number of children, or 0 if the search has not reached this depth. Write to *visits* the number of
        nodes that the engine counts when it visits all children.
        """
        visits[0] = 0
        return 0

    cdef bint descend(self, uint64_t *chance, Descent *way, int64_t *seen) noexcept nogil:
        """Go to a random child of the current node. Return whether the search is now at a leaf.

        Add the number of children, and 1 for the node itself, to *seen*.
        """
        cdef int64_t children, visits, before = self.nodes
        if self.complete:
            self.advance(NEVER)
            way.nodes, way.solutions = self.nodes - before, 1
            seen[0] += 1
            return True
        children = self.choose_child(way.depth, chance, &visits)
        way.nodes += way.weight * visits
        seen[0] += visits + 1
        if children == 0:
            return True
        way.weight *= children
        way.depth += 1
        if self.advance(self.nodes + 1) != SOLUTION:
            return False
        way.solutions = way.weight
        return True

    cdef bint raise_failure(self) except True:
        error, self.failure = self.failure, None
        if error is not None:
            raise error
        return False

    cdef bint pause(self, tick) except True:
        """Raise the error that made `advance` pause, if there is one. Otherwise check for signals and call *tick*."""
        self.raise_failure()
        return look_at(tick)

    cdef void begin_call(self) except *:
        with cython.critical_section(self):
            if self.busy:
                raise RuntimeError("this search is running in another thread")
            self.busy = True

    cdef void end_call(self) noexcept:
        # This needs the lock as well, so that the next thread sees everything that this thread has written.
        with cython.critical_section(self):
            self.busy = False

    cdef inline int64_t slice_end(self, int64_t nodes) noexcept:
        """Return the number of visited nodes, at most *nodes*, at which to check signals and the clock next.

        This number depends on nodes, not on calls, so that a search with many solutions checks as often as others.
        """
        return min(self.nodes + self.slice, nodes)

    def next(self, tick=None):
        """Return the next solution, or None if there are no more solutions."""
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
        """Return a list of the next solutions found within a few milliseconds: at least one, at most *most*.

        The list is empty if the search is exhausted, or has visited *nodes* nodes in all.
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
                        self.failure = None  # the next call will fail in the same way, and raise it
                        break
                    self.pause(tick)
                    until = self.slice_end(nodes)
            return found
        finally:
            self.end_call()

    def count(self, int64_t limit=NEVER, tick=None, int64_t nodes=NEVER):
        """Count the solutions that are still to be found, at most *limit*, and return their number.

        Stop after *nodes* visited nodes in all. If an exception is raised, `found` includes the solutions before it.
        """
        cdef int64_t start = self.found, until
        # In this order, no sum exceeds 64 bits.
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
        """Start the search anew, only for the solutions that begin with the placement numbers *numbers*.

        *numbers* must be a tuple that `prefixes` returned. Raise `ValueError` if these placements are not possible.
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

    def prefixes(self, int32_t depth, numbers=(), tick=None):
        """Return the nodes *depth* placements below the node of the placements *numbers*, in the order of the search.

        A node is a tuple of all its placement numbers. The list includes solutions with fewer placements. If `seek`
        is called for each node of the list in turn, the search finds all solutions below the node of *numbers*, in the
        same order. Afterwards the search is at the root.
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
            look_at(tick)  # if this is called for thousands of nodes, each call may be too short for a pause
            found = {}  # an ordered set, as a node with candidates in several groups of slots is visited once for each
            self.halt_at(depth)
            while outcome != EXHAUSTED:
                outcome = self.meet(1, self.nodes + self.slice, &met)
                if met:
                    found[self.solution(0)[:depth]] = None
                    self.uncount_last()
                elif outcome == PAUSED:
                    self.pause(tick)
            return list(found)
        finally:
            self.halt_at(-1)
            self.start_at(())
            self.end_call()

    def probe(self, uint64_t seed, int64_t most, int64_t nodes=NEVER, tick=None):
        """Estimate the size of the search by random probes (D. E. Knuth, 1975).

        A probe goes from the root to a leaf, from each node to a random child. Return a list with a tuple for each
        probe (unbiased estimates of the numbers of nodes and solutions, and the solution at the leaf or None), and the
        number of nodes seen, which includes all children on the way. Make *most* probes, but stop after at least one if
        they have seen *nodes* nodes. The same *seed* leads to the same leaves. Nodes on the way count as visited.
        Afterwards the search is at the root.
        """
        cdef uint64_t chance = seed
        cdef int64_t seen = 0, due = self.slice
        cdef Descent way
        cdef bint is_leaf
        self.begin_call()
        try:
            self.exhausted = False
            self.make_room()
            found = []
            while len(found) < most and (seen < nodes or not found):
                self.start_at(())
                way, is_leaf = Descent(0, 1, 0, 0), False
                while not is_leaf:
                    with nogil:
                        while not is_leaf and seen < due:
                            is_leaf = self.descend(&chance, &way, &seen)
                    if seen >= due:
                        due = seen + self.slice
                        look_at(tick)
                if way.solutions:
                    self.held[0] = self.write_answer(self.held + 1)
                    self.found -= 1
                self.raise_failure()
                found.append((way.nodes, way.solutions, self.solution(0) if way.solutions else None))
            return found, seen
        finally:
            self.start_at(())
            self.end_call()

    def counts(self):
        """Return the number of dead ends, and lists of numbers by depth, without zeros at their ends.

        The first list counts the nodes, and the others the subtrees cut off, one list for each kind of `Cut`.
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
        """Return a rough estimate, from 0 to 1, of how much of the search since its start or `seek` is done."""
        return 0.0

    cdef void allocate_profile(self, int64_t levels) except *:
        self.levels = levels
        self.profile = <int64_t *>allocate((1 + CUTS) * levels, sizeof(int64_t))

    def __dealloc__(self):
        free(self.held)
        free(self.left)
        free(self.owed)
        free(self.profile)
