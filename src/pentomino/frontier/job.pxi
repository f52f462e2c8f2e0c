# A job: its limits, the memory and time that it uses, and the checks of signals and clock between two portions of work.
#
# A job owns the graph with its levels, the workers and the threads. Once it has ended, `held` counts only levels that
# are still to be read.

@final
cdef class FrontierJob:
    """One count or tally over a table: its limits, and statistics of its work.

    `FrontierJob(table, memory_limit=-1, workers=1, tick=None, hashed=False, full=MemoryError)`:

    - *memory_limit*: the maximum number of bytes, including those of the table; negative for no limit. A count or
      tally raises the exception *full* if the limit is too low.
    - *workers*: the number of threads that make lists. Results depend neither on it nor on whether sums are *hashed*.
    - *tick*: called every few milliseconds, without arguments, when signals are checked; it may raise an exception.

    Attributes:

    - `missing`: the number of workers for which the system did not start a thread.
    - `workers`: the number of threads that have made lists, including the caller's.
    - `states`: tuples (level, nodes, entries of lists) for the levels done; `nodes`, `edges`: the total numbers of
      nodes and edges; `steps`: the number of entries read; `progress`: the fraction of the work that is done;
      `reached`: the last level at which the children of all nodes were made.
    - `held`: the number of bytes held in addition to the table; `peak`: the maximum number of bytes held at a time,
      including the table; `limit`: the memory limit.
    - `checks`: if true, the invariants of levels and lists are checked after each level.
    """

    cdef FrontierTable table
    cdef Graph graph
    cdef Worker *worker
    cdef int32_t number_of_workers, helpers
    cdef int32_t helping               # the number of helpers at work now
    cdef object pool
    cdef set threads                   # the identifiers of the threads of the pool that have helped
    cdef object failure                # the exception of a helper
    cdef object tick, full
    cdef object turn                   # a lock: helpers wait while the tick holds it
    cdef bint begun
    cdef LevelWork *work               # the work that the workers share
    cdef int32_t halves                # 1, or 2 for a tally, which makes lists up to the cut and then past it
    cdef double done_before, share     # estimated fractions of the whole work: before this level, and at this level
    cdef readonly list states
    cdef readonly double progress
    cdef readonly int64_t nodes, edges, steps
    cdef readonly int32_t reached
    cdef public bint checks

    def __cinit__(
        self, FrontierTable table not None, int64_t memory_limit=-1, int32_t workers=1,
        tick=None, bint hashed=False, full=MemoryError
    ):
        cdef int32_t i
        self.table = table
        self.tick, self.full = tick, full
        self.turn = allocate_lock()
        self.states = []
        self.threads = set()
        self.halves = 1
        memory_limit = memory_limit if memory_limit >= 0 else <int64_t>(ALL >> 2)
        open_graph(&self.graph, &table.rules, memory_limit - table.held)
        self.number_of_workers = max(1, workers)
        self.helpers = self.number_of_workers - 1
        self.worker = <Worker *>allocate(self.number_of_workers, sizeof(Worker))
        for i in range(self.number_of_workers):
            self.worker[i].sums.dense = table.set_bits <= DENSE_BITS and not hashed
            self.worker[i].sums.set_bits = table.set_bits

    def __dealloc__(self):
        self.free_sums()
        drop_levels(&self.graph)
        free(self.graph.levels)
        free(self.graph.children)
        free(self.worker)

    @property
    def missing(self):
        return self.number_of_workers - 1 - self.helpers

    @property
    def workers(self):
        return 1 + len(self.threads)

    @property
    def held(self):
        return self.graph.account.held

    @property
    def peak(self):
        return self.graph.account.peak + self.table.held

    @property
    def limit(self):
        return self.graph.account.limit + self.table.held

    cdef bint begin(self) except? True:
        """Begin the job, only once. If there is no work to do, return True: then `trivial_count` is the result."""
        cdef const Rules *rules = self.graph.rules
        with cython.critical_section(self):
            if self.begun:
                raise RuntimeError("a job can count only once")
            self.begun = True
        if rules.cells and rules.number_of_moves and self.table.ends != []:
            if rules.pockets == NULL or rules.pockets[0] & 1:
                return False
        self.progress = 1
        return True

    cdef object trivial_count(self):
        """Return the number of covers, 0 or 1, if `begin` has returned True."""
        return int(self.graph.rules.cells == 0 and self.table.accepts(0))

    cdef int look(self, bint enough, bint ticks=True) except -1:
        """Raise *full* unless memory was *enough*. Check for signals and, if *ticks*, call the tick.

        Other threads wait until the tick returns, as it may let other programs use the processors for a while.
        """
        cdef Account *account = &self.graph.account
        if not enough:
            raise self.full(
                f"the count holds {account.held + self.table.held} bytes and needs {account.wanted} more, "
                f"but the limit is {self.limit}"
            )
        with self.turn:
            look_at(self.tick if ticks else None)
        return 0

    cdef int visit(self, Level *level, visit_some do, Visit *visit) except -1:
        """Call *do* for all nodes of *level*, in portions, with checks of signals and clock in between."""
        cdef int64_t first, last
        cdef bint enough
        for first in range(0, level.number, SOME_NODES):
            last = min(first + SOME_NODES, level.number)
            with nogil:
                enough = do(&self.graph, level, first, last, visit)
            if not enough or last < level.number:
                self.look(enough)
        return 0

    cdef int note(self, int32_t f) except -1:
        """Record the size of level *f*, which is done."""
        if self.graph.levels[f].number:
            self.states.append((f, self.graph.levels[f].number, self.graph.levels[f].entries))
        return self.check()

    cdef int check(self) except -1:
        if self.checks:
            check_job(self)
        return 0

    def _check(self):
        """Raise `AssertionError` if an invariant of levels and lists does not hold; for tests."""
        check_job(self)

    cdef int end(self, bint keep_levels) except -1:
        """End the job, and free all memory except levels that are still to be read. A second call does nothing."""
        if self.pool is not None:
            self.pool.shutdown()
            self.pool = None
        self.tick = None  # the tick may refer to this job, and must not keep the job alive
        self.free_sums()
        if not keep_levels:
            drop_levels(&self.graph)
        return self.check()

    cdef void free_sums(self) noexcept nogil:
        """Free the sums of the workers, and the lists that do not belong to a level yet."""
        cdef int32_t i
        for i in range(self.number_of_workers if self.worker != NULL else 0):
            drop_sums(&self.worker[i])
            resize(self.worker[i].account, self.worker[i].totals, 0)
            drop_blocks(self.worker[i].account, self.worker[i].blocks)
            self.count_held_by(&self.worker[i])

    cdef void count_held_by(self, Worker *worker) noexcept nogil:
        """Move the bytes that a worker has allocated from its account to the account of the job."""
        cdef Account *account = &self.graph.account
        account.held += worker.account.held
        account.peak = max(account.peak, account.held)
        worker.account.held = 0

    cdef void lend(self, Worker *worker) noexcept nogil:
        """Give a worker its share of the memory left, in its own account, so that no lock is needed."""
        cdef Account *account = &self.graph.account
        worker.account.limit = (account.limit - account.held) // (self.helpers + 1)

    cdef int work_together(self) except -1:
        """Let all workers for which threads can be started do `work` together."""
        cdef int32_t i
        if self.pool is None:
            from concurrent.futures import ThreadPoolExecutor

            self.pool = ThreadPoolExecutor(self.number_of_workers - 1)
        helping = []
        self.failure = None
        try:
            try:
                for i in range(1, self.helpers + 1):
                    helping.append(self.pool.submit(self._help, i))
            except RuntimeError:
                # Although `submit` failed, the call may be in the queue, or may have begun; `_help` then does nothing.
                self.helpers = i - 1
            work_on(self, self.worker, self.work)
        finally:
            self.end_work(helping)
        if self.failure is not None:
            raise self.failure
        return 0

    cdef int end_work(self, helping) except -1:
        """Stop helpers after their current portions of work. Wait for them, then raise any interrupt."""
        with cython.critical_section(self):
            self.work.next = self.work.level.number
            self.work = NULL
        interrupted = None
        while self.helping or helping:
            try:
                for helper in helping:
                    helper.exception()
                helping = []
                if self.helping:
                    sleep(0.001)
            except BaseException as error:
                interrupted = error
        if interrupted is not None:
            raise interrupted
        return 0

    def _help(self, int32_t number):
        """Work as helper *number*; called by the threads of the job only. If the work has ended, do nothing."""
        cdef LevelWork *work = NULL
        with cython.critical_section(self):
            if 0 < number <= self.helpers and self.work != NULL:
                work = self.work
                self.helping += 1
                self.threads.add(get_ident())
        if work == NULL:
            return
        try:
            work_on(self, &self.worker[number], work)
        except BaseException as error:
            self.failure = error
        finally:
            with cython.critical_section(self):
                self.helping -= 1
