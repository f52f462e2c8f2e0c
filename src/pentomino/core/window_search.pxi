# The search of the window engine.

cdef struct WindowFrame:
    # A node still to be expanded. One with candidates in several groups of 64 slots is as many frames.
    uint64_t placed       # cells covered by pieces, from the first empty cell on: the low 64 bits
    uint64_t open         # slots that fit at the first empty cell, of one group
    const uint64_t *at    # the blocked cells from the first empty cell on
    uint64_t made         # depth << 32 | group << 16 | the slot placed last


cdef int64_t frames_of(WindowTable table, int64_t depths) noexcept:
    """The frames of a search of so many depths."""
    return (depths * min(64, table.slots) + 2) * table.words


cdef class WindowSearch(Search):
    """A search over a `WindowTable`: placement numbers are `position * slots + (slots - 1 - slot)`.

    `WindowSearch(table, covered=0, used=None)`: *covered* has bit p set if position p is covered by pieces already
    placed, *used* counts these by piece. A board with an empty region whose size no remaining pieces can sum to is
    given up at once. Solutions come in ascending order of their placement numbers, which ascend within each. `nodes`
    counts frames of the stack.
    """

    cdef WindowTable table
    cdef int32_t fixed        # every solution places just so many pieces; -1 if that is not known
    cdef int32_t last         # the depth of a node below which one more piece is a solution; -2 if that is not known
    cdef int64_t first_frames  # frames of the children of the node where the search started, as far as they were seen
    cdef bint counted         # copies have to be counted: some piece has several, or their number is open
    cdef bint guarded         # a whole window may be full
    cdef uint64_t *blocked    # for each position: which of the 64 from there on are blocked
    cdef WindowFrame *stack
    cdef WindowFrame *top
    cdef uint64_t *upper      # the high bits of `placed` of each frame, of a wide window
    cdef uint64_t *unused     # for each depth and group: the slots whose pieces are not used up
    cdef int32_t *slot_at     # the slot placed at each depth, and where
    cdef const uint64_t **cell_at
    cdef int32_t length       # of the last answer
    cdef int32_t last_depth   # of the node that gave it

    def __cinit__(self, WindowTable table not None, covered=0, used=None):
        cdef int64_t area
        self.table = table
        area = self.block(covered)
        self.begin(table.copies, [0] * table.copies.pieces if used is None else used, area)
        self.count_pieces()
        self.allocate_stack(area)
        self.start_at(())

    cdef int64_t block(self, covered) except *:
        """Note the blocked cells of the windows at all positions; return the number of free cells."""
        cdef WindowTable table = self.table
        cdef int32_t p, streak = 0, longest = 0
        cdef int64_t area = 0
        cdef uint64_t shut
        taken = covered.to_bytes(table.end // 8 + 1, "little")
        cdef const unsigned char *bits = taken
        # Behind the board comes a blocked line, and then nothing but empty cells: there the search is done.
        self.blocked = <uint64_t *>allocate(table.end + 129, sizeof(uint64_t))
        for p in range(table.end - 1, -1, -1):
            shut = table.blocked[p] or bits[p >> 3] >> (p & 7) & 1
            area += not shut
            streak = streak + 1 if shut else 0
            longest = max(longest, streak)
            self.blocked[p] = self.blocked[p + 1] << 1 | shut
        self.guarded = table.reach + longest >= (63 if table.reach < 64 else WIDE_BITS - 1)
        return area

    cdef void count_pieces(self) except *:
        """Find out whether the number of pieces of a solution is fixed, and whether copies must be counted."""
        cdef int32_t i
        cdef bint exact = self.owed_cells == self.open_cells
        self.counted = self.owed_cells > self.open_cells  # no solution, which only counting shows
        self.fixed = 0
        for i in range(self.copies.pieces):
            if exact:
                self.left[i] = max(0, self.owed[i])
            if self.left[i] > 1 or (self.left[i] > self.owed[i] and self.owed_cells > 0):
                self.counted = True
            self.fixed += max(0, self.left[i])
        if not exact or self.fixed == 0:
            self.fixed = -1
        self.last = self.fixed - 1

    cdef void allocate_stack(self, int64_t area) except *:
        cdef int64_t depths = area // self.table.smallest + 3, frames = frames_of(self.table, depths)
        self.allocate_profile(depths + 1)
        self.stack = <WindowFrame *>allocate(frames, sizeof(WindowFrame))
        if self.table.reach >= 64:
            self.upper = <uint64_t *>allocate(frames, sizeof(uint64_t))
        self.unused = <uint64_t *>allocate((depths + 1) * self.table.words, sizeof(uint64_t))
        self.slot_at = <int32_t *>allocate(depths + 2, sizeof(int32_t))
        self.cell_at = <const uint64_t **>allocate(depths + 2, sizeof(uint64_t *))

    cdef void start_at(self, numbers) except *:
        cdef const uint64_t *at = self.blocked
        cdef int32_t slot = 0, depth = 0
        cdef bint follows
        cdef int64_t slots = self.table.slots
        cdef wide_window placed = 0
        self.take_all_back()
        self.top = self.stack
        self.start_depth = len(numbers)
        self.first_frames = 0
        memset(self.unused, 0, self.table.words * sizeof(uint64_t))
        for slot in range(self.table.slots):
            if self.left[self.table.owner[slot]] > 0:
                self.unused[slot // 64] |= ONE << (slot % 64)
        while at[0] & 1:
            at += 1
        for number in numbers:
            if depth > 0:
                record(self, depth, slot, self.table.words, True)
            slot = slots - 1 - number % slots
            follows = number // slots == at - self.blocked and self.left[self.table.owner[slot]] > 0
            if not follows or depth + 1 >= self.levels or occupied_from(placed, at) & self.table.masks[slot]:
                raise ValueError("these placements do not follow one another")
            depth += 1
            self.cell_at[depth] = at
            self.slot_at[depth] = slot
            placed |= self.table.masks[slot]
            while at - self.blocked < self.table.end and (at[0] | <uint64_t>placed) & 1:
                at += 1
                placed >>= 1
        if at - self.blocked == self.table.end:
            # Only a search hands out placements that fill the board, and then they were a solution.
            self.complete = depth > 0 or self.owed_cells == 0
            self.length = depth
            self.last_depth = depth - (self.fixed > 0)
        else:
            self.complete = False
            self.push(depth, slot, placed, at)

    cdef void push(self, int32_t depth, int32_t slot, wide_window placed, const uint64_t *at) except *:
        """Make a node the only one on the stack: *slot* was placed last, *at* is the first empty cell."""
        cdef WindowTable table = self.table
        cdef wide_window occupied = placed | wide_join(at[0], at[64])
        cdef int32_t position = at - self.blocked, w, k
        cdef uint64_t open, spare = 0
        cdef size_t at_key
        if depth == 0 and self.has_dead_region(occupied, table.end - position):
            return
        if depth > 0 and self.left[table.owner[slot]] > 1:
            spare = ALL
        for w in range(table.words):
            open = self.unused[max(depth - 1, 0) * table.words + w]
            if depth > 0:
                open &= table.leaves[slot * table.words + w] | spare
            for k in range(table.keys):
                at_key = index_of(&table.key[k], occupied, table.key_bits) + (<size_t>k << table.key_bits)
                open &= table.lookup[at_key * table.words + w]
            if table.allowed != NULL:
                open &= table.allowed[position * table.words + w]
            if open:
                if table.reach >= 64:
                    self.upper[self.top - self.stack] = wide_high(placed)
                self.top.placed = <uint64_t>placed
                self.top.open = open
                self.top.at = at
                self.top.made = <uint64_t>depth << 32 | <uint64_t>w << 16 | <uint64_t>slot
                self.top += 1

    cdef void uncount_last(self) except *:
        self.found -= 1
        self.nodes -= 1
        self.profile[self.last_depth] -= 1

    cdef void halt_at(self, int32_t depth) except *:
        self.last = self.fixed - 1
        if depth >= 0 and (self.fixed < 0 or depth < self.fixed):
            self.last = depth

    def fraction(self):
        cdef const WindowFrame *frame = self.stack
        cdef int64_t waiting = 0
        while frame < self.top and <int64_t>(frame.made >> 32) <= self.start_depth + 1:
            waiting += 1
            frame += 1
        self.first_frames = max(self.first_frames, waiting + 1)
        return <double>(self.first_frames - waiting - 1) / self.first_frames

    cdef bint has_dead_region(self, wide_window occupied, int32_t ahead) noexcept nogil:
        """Whether an empty region that lies within the window has a size that no copies left can sum to.

        *ahead* is how far the end of the board is from the window's first cell.
        """
        cdef wide_window empty = ~occupied, region, rim = 0, one = 1
        cdef uint64_t sums = self.coverable()
        cdef int32_t size
        if ahead < WIDE_BITS:
            empty &= (one << ahead) - 1
        else:
            # The last cells of the window may have neighbours that it does not show.
            rim = ~<wide_window>0 << max(WIDE_BITS - self.table.shifts.farthest, 0)
        while empty:
            region = region_of(empty & (0 - empty), empty, &self.table.shifts)
            size = count_bits(region)
            if not region & rim and size < 64 and not sums >> size & 1:
                return True
            empty &= ~region
        return False

    cdef void take_all_back(self) noexcept nogil:
        """Take back all pieces."""
        while self.depth > 0:
            self.give_back(self.table.owner[self.slot_at[self.depth]], 1)
            self.depth -= 1

    cdef bint recount(self, int32_t depth, int32_t slot) noexcept nogil:
        """Take back the pieces from *depth* on and count the one of *slot*, now placed there.

        False if the cells left cannot hold the copies still owed.
        """
        while self.depth >= depth:
            self.give_back(self.table.owner[self.slot_at[self.depth]], 1)
            self.depth -= 1
        self.depth = depth
        self.slot_at[depth] = slot
        return self.use_up(self.table.owner[slot], 1)

    cdef Outcome advance(self, int64_t until) noexcept nogil:
        cdef Outcome outcome
        if self.complete:
            self.complete = False
            self.nodes += 1
            self.profile[self.last_depth] += 1
            self.found += 1
            return SOLUTION
        if self.table.reach >= 64:
            outcome = expand[wide_window](self, 0, until)
        elif self.table.words > 2:
            outcome = expand[many_window](self, 0, until)
        elif self.table.words == 2:
            outcome = expand[pair_window](self, 0, until)
        elif (
            self.table.keys != 2 or self.counted or self.guarded or self.table.allowed != NULL
            or self.fixed < 0
        ):
            outcome = expand[single_window](self, 0, until)
        else:
            outcome = expand[plain_window](self, 0, until)
        self.found += outcome == SOLUTION
        return outcome

    cdef tuple answer(self):
        cdef int32_t i
        cdef int64_t slots = self.table.slots
        return tuple([
            (self.cell_at[i] - self.blocked) * slots + slots - 1 - self.slot_at[i] for i in range(1, self.length + 1)
        ])

    def __dealloc__(self):
        free(self.blocked)
        free(self.stack)
        free(self.upper)
        free(self.unused)
        free(self.slot_at)
        free(self.cell_at)


cdef inline bint record(WindowSearch self, int32_t depth, int32_t slot, int32_t words, bint counted) noexcept nogil:
    """Count the piece of *slot* as placed at *depth*; False if the cells left cannot hold the copies still owed."""
    cdef const uint64_t *before = self.unused + (depth - 1) * words
    cdef const uint64_t *others = self.table.leaves + slot * words
    cdef uint64_t spare = 0   # all slots, if copies of the piece are left
    cdef int32_t w
    if counted:
        if not self.recount(depth, slot):
            return False
        if self.left[self.table.owner[slot]] > 0:
            spare = ALL
    self.slot_at[depth] = slot
    for w in range(words):
        self.unused[depth * words + w] = before[w] & (others[w] | spare)
    return True


cdef inline window_t occupied_from(window_t placed, const uint64_t *at) noexcept nogil:
    """The occupied cells from *at* on, by those that pieces cover there: the blocked ones are added."""
    if window_t is wide_window:
        return placed | wide_join(at[0], at[64])
    else:
        return placed | at[0]


cdef inline const uint64_t *slide(window_t *placed, const uint64_t *at, bint guarded) noexcept nogil:
    """Move a window on to its first empty cell: where that is."""
    cdef window_t empty = ~occupied_from(placed[0], at)
    cdef int32_t cells
    if guarded and empty == 0:
        placed[0] = 0
        at += 8 * sizeof(window_t)
        while at[0] & 1:
            at += 1
        return at
    cells = first_bit(empty)
    placed[0] >>= cells
    return at + cells


cdef Outcome expand(WindowSearch self, window_t kind, int64_t until) noexcept nogil:
    """Search on. Only the type of *kind* counts: what it settles, the compiler leaves out of that copy of the loop.

    All children of a node are written to the top of the stack, one over the other unless it has candidates of its own,
    so that no branch depends on it.
    """
    # What holds for the whole search:
    cdef int32_t words = self.table.words, keys = self.table.keys, key_bits = self.table.key_bits
    cdef bint open_ended = self.fixed < 0
    cdef bint counted = self.counted, guarded = self.guarded, restricted = self.table.allowed != NULL
    cdef const uint64_t *end = self.blocked + self.table.end
    cdef const WindowFrame *bottom = self.stack
    # The stack:
    cdef WindowFrame *top = self.top
    cdef const WindowFrame *before
    # The present node:
    cdef int32_t depth, group, last_slot
    cdef const uint64_t *at
    cdef const uint64_t *unused
    cdef window_t placed
    cdef uint64_t open
    # A child:
    cdef int32_t slot, k, w
    cdef const uint64_t *child_at
    cdef window_t child_placed, occupied
    cdef uint64_t child_open, child_made, spare
    cdef size_t entry[64]
    cdef int64_t nodes = self.nodes, dead_ends = self.dead_ends
    cdef Outcome outcome = EXHAUSTED
    if window_t is plain_window:
        words, keys, key_bits = 1, 2, KEY_BITS
        counted = guarded = restricted = open_ended = False
    elif window_t is single_window:
        words, key_bits = 1, KEY_BITS
    elif window_t is pair_window:
        words, key_bits = 2, KEY_BITS
    while top > bottom:
        if nodes >= until:
            outcome = PAUSED
            break
        nodes += 1
        top -= 1
        at, open = top.at, top.open
        placed = top.placed
        if window_t is wide_window:
            placed |= wide_join(0, self.upper[top - bottom])
        depth = <int32_t>(top.made >> 32)
        group = 0 if words == 1 else <int32_t>(top.made >> 16 & 0xFFFF)
        last_slot = <int32_t>(top.made & 0xFFFF)
        self.profile[depth] += 1
        self.cell_at[depth + 1] = at
        if depth > 0:
            if not record(self, depth, last_slot, words, counted):
                continue
        elif counted:
            self.take_all_back()  # a root with candidates in several groups comes here again after the first of them
        if open_ended and at == end:
            self.length = self.last_depth = depth
            outcome = SOLUTION
            break
        if depth == self.last:
            # With a fixed number of pieces the last has one candidate, and that fills the board.
            self.slot_at[depth + 1] = lowest_bit(open) + group * 64
            self.length = depth + 1
            self.last_depth = depth
            outcome = SOLUTION
            break
        unused = self.unused + depth * words
        before = top
        while open:
            slot = lowest_bit(open) + group * 64
            open &= open - 1
            child_placed = placed | <window_t>self.table.masks[slot]
            child_at = slide(&child_placed, at, guarded)
            occupied = occupied_from(child_placed, child_at)
            child_made = <uint64_t>(depth + 1) << 32 | <uint64_t>slot
            spare = ALL if counted and self.left[self.table.owner[slot]] > 1 else 0
            for k in range(keys):
                entry[k] = (index_of(&self.table.key[k], occupied, key_bits) + (<size_t>k << key_bits)) * words
            for w in range(words):
                child_open = unused[w] & (self.table.leaves[slot * words + w] | spare)
                for k in range(keys):
                    child_open &= self.table.lookup[entry[k] + w]
                if restricted:
                    child_open &= self.table.allowed[(child_at - self.blocked) * words + w]
                top.placed = <uint64_t>child_placed
                top.open = child_open
                top.at = child_at
                top.made = child_made | <uint64_t>w << 16
                if window_t is wide_window:
                    self.upper[top - bottom] = wide_high(child_placed)
                if open_ended and child_at == end:
                    top += w == 0  # a solution: one frame for it, whatever would fit behind the board
                else:
                    top += child_open != 0
        dead_ends += top == before
    self.top = top
    self.nodes = nodes
    self.dead_ends = dead_ends
    return outcome
