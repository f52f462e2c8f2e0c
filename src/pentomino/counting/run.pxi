# A run: the choice between the ways to count.


@final
cdef class FrontierRun(Live):
    """One count over a `FrontierTable`.

    `FrontierRun(table, memory_limit=-1, workers=1, deadline=inf, tick=None)`: uses at most *memory_limit* bytes
    (unless negative) and *workers* threads; the result does not depend on them. The methods look at signals every few
    milliseconds, call *tick*, if given, without arguments, raise `TimeoutError` once `time.monotonic()` has passed
    *deadline* and `MemoryError` where the limit is too low. A run counts once.

    Nodes are met together with lists as long as these are short: on average up to `short_lists`, and up to that
    `early` part of the cells. The result does not depend on these, nor on whether sums are *hashed*.

    `states` are (level, nodes, entries) of the levels done, `progress` the part of the levels, `peak` the most bytes
    held; `nodes` and `edges` all there were, `steps` the entries of lists read.
    """

    def count(self):
        """The number of covers, by weight.

        Raises `MemoryError` where it cannot be done within the limit, and `TimeoutError`.
        """
        if self.begin():
            return self.trivial_count()
        if self.rules.set_bits == 0:
            return self.roll()
        try:
            self.hire()
            return self.meet()
        except _TooLarge:
            self.start_over()
            return self.roll()
        finally:
            self.dismiss()

    cdef int start_over(self) except -1:
        cdef int32_t f
        self.forget_in_edges(0)
        for f in range(self.rules.cells + 1):
            self.drop_nodes(f)
            self.drop_lists(f)
        memset(self.levels, 0, (self.rules.cells + self.rules.longest + 1) * sizeof(Level))
        self.held = self.nodes = self.edges = self.steps = 0
        self.states = []
        self.workers = [Worker(self.table, self.hashed)]
        return 0
