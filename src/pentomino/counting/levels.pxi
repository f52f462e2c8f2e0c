# The levels of a run, the memory they take, and what is looked at between two pieces of work.

from cpython.exc cimport PyErr_CheckSignals

from time import monotonic


cdef class Levels:
    """The levels over a table, all empty; the base of a run (`FrontierRun` says what the arguments and results are)."""

    cdef FrontierTable table
    cdef const Rules *rules
    cdef Level *levels
    cdef readonly list states
    cdef readonly double progress
    cdef readonly int64_t nodes, edges, steps, held, peak, limit
    cdef int64_t wanted          # bytes asked for in vain
    cdef double deadline
    cdef object tick
    cdef bint hashed
    cdef list workers

    def __cinit__(
        self, FrontierTable table not None, int64_t memory_limit=-1, int32_t workers=1,
        double deadline=float("inf"), tick=None, bint hashed=False
    ):
        self.hashed = hashed
        self.table = table
        self.rules = &table.rules
        self.limit = memory_limit if memory_limit >= 0 else <int64_t>(ALL >> 2)
        self.deadline = deadline
        self.tick = tick
        self.states = []
        self.levels = <Level *>allocate(table.cells + self.rules.longest + 1, sizeof(Level))
        self.workers = [Worker(table, hashed) for _ in range(max(1, workers))]

    def __dealloc__(self):
        cdef int32_t f
        if self.levels != NULL:
            for f in range(self.rules.cells + self.rules.longest + 1):
                self.drop_nodes(f)
                self.drop_lists(f)
        free(self.levels)

    @final
    cdef void *resize(self, void *old, int64_t had, int64_t size) noexcept nogil:
        """The block with another number of bytes; NULL, and the block as it was, where there is no room."""
        cdef void *block
        if size > had and self.held + size - had > self.limit:
            self.wanted = size - had
            return NULL
        block = realloc(old, <size_t>max(size, 1))
        if block == NULL:
            self.wanted = size
            return NULL
        self.held += size - had
        self.peak = max(self.peak, self.held)
        return block

    @final
    cdef void release(self, void *block, int64_t size) noexcept nogil:
        if block != NULL:
            self.held -= size
            free(block)

    cdef void drop_table(self, Level *level) noexcept nogil:
        if level.slots != NULL:
            self.release(level.slots, <int64_t>(level.slot_mask + 1) * sizeof(Slot))
        level.slots = NULL
        level.slot_mask = 0

    cdef void drop_nodes(self, int32_t f) noexcept nogil:
        cdef Level *level = &self.levels[f]
        self.drop_table(level)
        self.release(level.nodes, level.room * sizeof(Node))
        self.release(level.ways, level.room * level.limbs * 8)
        self.release(level.first_edge, (level.number + 1) * 8)
        self.release(level.targets, level.edge_room * 4)
        self.release(level.moves, level.edge_room)
        self.release(level.codes, level.edges * 8)
        level.nodes = NULL
        level.ways = NULL
        level.first_edge = NULL
        level.targets = NULL
        level.moves = NULL
        level.codes = NULL
        level.room = level.edge_room = 0

    cdef void drop_lists(self, int32_t f) noexcept nogil:
        cdef Level *level = &self.levels[f]
        cdef Block *block
        cdef int64_t i
        if level.places != NULL:
            for i in range(level.number):
                self.release(level.places[i], places_for(level.lists[i].length) * 4)
            self.release(level.places, level.number * sizeof(uint32_t *))
        level.places = NULL
        while level.blocks != NULL:
            block = level.blocks
            level.blocks = block.next
            self.release(block, block.size + HEADER)
        self.release(level.lists, level.number * sizeof(List))
        level.lists = NULL

    cdef int look_up(self, bint enough, bint ticks=True) except -1:
        """Between two pieces of work: memory, signals, the caller's *tick* (in one thread only), the clock."""
        if not enough:
            raise MemoryError(
                f"the count holds {self.held} bytes and needs {self.wanted} more, with a limit of {self.limit}"
            )
        PyErr_CheckSignals()
        if ticks and self.tick is not None:
            self.tick()
        if self.deadline < float("inf") and monotonic() > self.deadline:
            raise TimeoutError()
        return 0
