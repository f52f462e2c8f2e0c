# The search of the window engine.
#
# All solutions still to be found are below the nodes on the stack. A node on the stack has not been expanded.

cdef struct WindowFrame:
    # A node still to be expanded. If it has candidates in several groups of 64 slots, it has a frame for each group.
    uint64_t placed       # cells covered by pieces, from the first empty cell on: the low 64 bits
    uint64_t open         # slots of one group that fit at the first empty cell
    const uint64_t *at    # the entry of `blocked` for the first empty cell
    uint64_t made         # depth << 32 | group << 16 | the slot placed last


cdef int64_t frames_of(WindowTable table, int64_t depths) noexcept:
    """Return the maximum number of frames on the stack of a search with *depths* depths."""
    # At each depth, the children of one node wait: at most 64 children, each with a frame for each group of slots.
    return (depths * min(64, table.slots) + 2) * table.words


cdef class WindowSearch(Search):
    """A search over a `WindowTable`. The number of a placement is `position * slots + (slots - 1 - slot)`.

    `WindowSearch(table, covered=0, used=None)`: bit p of *covered* is set if position p is covered by pieces already
    placed, and *used* are the numbers of copies of each piece among them. The search is empty if the board has an empty
    region whose size is not a sum of sizes of remaining pieces. The placement numbers of a solution are in ascending
    order, and so are the solutions. `nodes` counts frames of the stack.
    """

    cdef WindowTable table
    cdef int32_t fixed        # the number of pieces of each solution; -1 if it is not known
    cdef int32_t last         # the depth of nodes that one more piece completes; -2 if it is not known
    cdef int64_t first_frames  # the number of frames of children of the start node, as far as known yet
    cdef bint counted         # count copies: some piece has several, or their number is not fixed
    cdef bint guarded         # a whole window may be full
    cdef bint is_plain        # the constants of the search are those of the plain loop
    cdef bint given_up        # the root is not plausible, and `advance` has not counted this yet
    cdef uint64_t *blocked    # for each position, the blocked cells among the 64 positions from there on
    cdef WindowFrame *stack
    cdef WindowFrame *top
    cdef uint64_t *upper      # for each frame, the high bits of `placed` if windows are wide
    cdef uint64_t *unused     # for each depth and group, the slots whose pieces are not used up
    cdef int32_t *slot_at     # for each depth, the slot placed there
    cdef const uint64_t **cell_at  # for each depth, the position of this slot, as an entry of `blocked`
    cdef int32_t *open_optional  # for each depth, the number of optional cells not covered yet, if there are gaps
    cdef int32_t length       # the number of pieces of the last solution
    cdef int32_t last_depth   # the depth of the node that gave the last solution

    def __cinit__(self, WindowTable table not None, covered=0, used=None):
        cdef Traits its, plain
        cdef int64_t area
        self.table = table
        area = self.block(covered)
        self.begin(table.copies, used, area)
        self.slice = max(MANY, SLICE // table.words)  # the time for a node grows with the number of words
        self.count_pieces()
        its, plain = traits_of[many_window](self, 0), traits_of[plain_window](self, 0)
        self.is_plain = table.reach < 64 and not memcmp(&its, &plain, sizeof(Traits))
        self.allocate_stack(area)
        self.start_at(())

    cdef int64_t block(self, covered) except *:
        """Set `blocked`, the blocked cells of the windows at all positions. Return the number of free cells."""
        cdef WindowTable table = self.table
        cdef int32_t p, streak = 0, longest = 0
        cdef int64_t area = 0
        cdef uint64_t shut
        taken = covered.to_bytes(table.end // 8 + 1, "little")
        cdef const unsigned char *bits = taken
        # After the board there is a blocked line, and then only empty cells, at which a moving window stops. Windows of
        # two words are read up to 64 positions after the end, and a full window moves on by 128 positions.
        self.blocked = <uint64_t *>allocate(table.end + 129, sizeof(uint64_t))
        for p in range(table.end - 1, -1, -1):
            shut = table.blocked[p] or bits[p >> 3] >> (p & 7) & 1
            area += not shut
            streak = streak + 1 if shut else 0
            longest = max(longest, streak)
            self.blocked[p] = self.blocked[p + 1] << 1 | shut
        # After the farthest cell of a piece only blocked cells are occupied. If no streak of blocked cells is long
        # enough, each window has an empty cell, and the loop need not check for one.
        self.guarded = table.reach + longest >= (63 if table.reach < 64 else WIDE_BITS - 1)
        return area

    cdef void count_pieces(self) except *:
        """Find out whether the number of pieces of a solution is fixed, and whether copies must be counted."""
        cdef int32_t i
        cdef bint exact = self.owed_cells == self.open_cells  # the required copies fill the board
        # If too many copies or gaps are required, there is no solution, and only counting shows this.
        self.counted = self.owed_cells > self.open_cells or self.table.optional != NULL
        self.fixed = 0
        for i in range(self.copies.pieces):
            if exact:
                self.left[i] = max(0, self.owed[i])
            if self.left[i] > 1 or (self.left[i] > self.owed[i] and self.owed_cells > 0):
                self.counted = True
            self.fixed += max(0, self.left[i])
        if not exact or self.fixed == 0:
            self.fixed = -1
        self.halt_at(-1)

    cdef void allocate_stack(self, int64_t area) except *:
        cdef int32_t p
        cdef int64_t depths = area // self.table.smallest + 3, frames = frames_of(self.table, depths)
        self.allocate_profile(depths + 1)
        self.stack = <WindowFrame *>allocate(frames, sizeof(WindowFrame))
        if self.table.reach >= 64:
            self.upper = <uint64_t *>allocate(frames, sizeof(uint64_t))
        self.unused = <uint64_t *>allocate((depths + 1) * self.table.words, sizeof(uint64_t))
        self.slot_at = <int32_t *>allocate(depths + 2, sizeof(int32_t))
        self.cell_at = <const uint64_t **>allocate(depths + 2, sizeof(uint64_t *))
        self.open_optional = <int32_t *>allocate(depths + 2, sizeof(int32_t))
        for p in range(self.table.end):
            self.open_optional[0] += self.table.optional != NULL and (self.table.optional[p] & ~self.blocked[p] & 1)

    cdef void start_at(self, numbers) except *:
        cdef const uint64_t *at = self.blocked
        cdef int32_t slot = 0, depth = 0
        cdef bint follows
        cdef int64_t slots = self.table.slots
        cdef wide_window placed = 0
        # The first row of `unused`, for depth 0, contains the slots whose pieces have copies left.
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
            if not follows or depth + 1 >= self.levels or not fits[wide_window](
                occupied_from(placed, at), self.table.masks[slot]
            ):
                raise ValueError("these placements do not follow one another")
            depth += 1
            self.cell_at[depth] = at
            self.slot_at[depth] = slot
            placed |= self.table.masks[slot]
            while at - self.blocked < self.table.end and (at[0] | <uint64_t>placed) & 1:
                at += 1
                placed >>= 1
        if at - self.blocked == self.table.end:
            # Placements that fill the board come from a search, so they are a solution.
            self.complete = depth > 0 or self.owed_cells == 0
            self.length = depth
            self.last_depth = depth - (self.fixed > 0)
        else:
            self.complete = False
            self.push(depth, slot, placed, at)

    cdef void push(self, int32_t depth, int32_t slot, wide_window placed, const uint64_t *at) except *:
        """Put a single node on the stack: *slot* was placed last, and *at* is the first empty cell."""
        # At the root, no slot has been placed, so *slot* is ignored, and all slots are spare.
        cdef const uint64_t *unused = self.unused + max(depth - 1, 0) * self.table.words
        cdef many_window low
        cdef uint64_t spare = ALL if depth == 0 or self.left[self.table.owner[slot]] > 1 else 0
        cdef int32_t ahead = self.table.end - (at - self.blocked)
        self.given_up = depth == 0 and self.check_plausibility and not self.is_plausible(
            occupied_from(placed, at), ahead
        )
        if self.given_up:
            return
        if self.table.reach >= 64:
            self.top = write_node(self, traits_of(self, placed), depth, slot, unused, spare, placed, at, self.stack)
        else:
            low = <many_window>placed
            self.top = write_node(self, traits_of(self, low), depth, slot, unused, spare, low, at, self.stack)

    cdef void uncount_last(self) except *:
        # Uncount the node as well, because a search that starts from it visits it again.
        self.found -= 1
        self.nodes -= 1
        self.profile[self.last_depth] -= 1

    cdef void halt_at(self, int32_t depth) except *:
        self.halt = depth
        self.last = self.fixed - 1
        if depth >= 0 and (self.fixed < 0 or depth < self.fixed):
            self.last = depth

    def fraction(self):
        cdef const WindowFrame *frame = self.stack
        cdef int64_t waiting = 0
        while frame < self.top and depth_of(frame) <= self.start_depth + 1:
            waiting += 1
            frame += 1
        self.first_frames = max(self.first_frames, waiting + 1)
        return <double>(self.first_frames - waiting - 1) / self.first_frames

    cdef bint is_plausible(self, wide_window occupied, int32_t ahead) noexcept nogil:
        """The plausibility check: return whether the size of each empty region is a sum of sizes of copies left.

        Regions that reach the end of the window are not checked. *ahead* is the distance from the first cell of the
        window to the end of the board.
        """
        cdef wide_window empty = ~occupied, region, rim = 0, one = 1
        cdef uint64_t sums = self.coverable()
        cdef int32_t size
        if ahead < WIDE_BITS:
            empty &= (one << ahead) - 1
        else:
            # The last cells of the window may have neighbours outside it.
            rim = ~<wide_window>0 << max(WIDE_BITS - self.table.shifts.farthest, 0)
        while empty:
            region = region_of(empty & (0 - empty), empty, &self.table.shifts)
            size = count_bits(region)
            if not region & rim and size < 64 and not sums >> size & 1:
                return False
            empty &= ~region
        return True

    cdef void take_all_back(self) noexcept nogil:
        while self.depth > 0:
            self.give_back(self.table.owner[self.slot_at[self.depth]], 1)
            self.depth -= 1

    cdef bint recount(self, int32_t depth, int32_t slot) noexcept nogil:
        """Take back the pieces at *depth* and deeper, and count the piece of *slot* as placed at *depth*.

        Return whether the copies still required fit in the cells left, and the required gaps in the optional ones.
        """
        cdef const uint64_t *optional = self.table.optional
        while self.depth >= depth:
            self.give_back(self.table.owner[self.slot_at[self.depth]], 1)
            self.depth -= 1
        self.depth = depth
        self.slot_at[depth] = slot
        cdef bint holds = self.use_up(self.table.owner[slot], 1)
        if optional == NULL:
            return holds
        # This is enough: if the copies left cannot cover the required cells, too few optional cells are left for gaps.
        optional += self.cell_at[depth] - self.blocked
        self.open_optional[depth] = self.open_optional[depth - 1] - count_bits(
            self.table.masks[slot] & wide_join(optional[0], optional[64])
        )
        return holds and (not self.check_areas or self.owed[self.copies.pieces - 1] <= self.open_optional[depth])

    cdef Outcome advance(self, int64_t until) noexcept nogil:
        cdef Outcome outcome
        if self.complete:
            self.complete = False
            self.nodes += 1
            self.profile[self.last_depth] += 1
            self.found += 1
            return SOLUTION
        if self.given_up:
            self.given_up = False
            self.note_cut(REGIONS, 0)
        # Use the most restricted kind of window that is sufficient, as its loop is the fastest.
        if self.table.reach >= 64:
            outcome = expand[wide_window](self, 0, until)
        elif self.table.words > 2:
            outcome = expand[many_window](self, 0, until)
        elif self.table.words == 2:
            outcome = expand[pair_window](self, 0, until)
        elif self.is_plain:
            outcome = expand[plain_window](self, 0, until)
        else:
            outcome = expand[single_window](self, 0, until)
        self.found += outcome == SOLUTION
        return outcome

    cdef int64_t choose_child(self, int32_t depth, uint64_t *chance, int64_t *visits) noexcept nogil:
        # Frames count as nodes. The frames on the stack are the children of the frame visited last.
        cdef int64_t number = self.top - self.stack, i
        visits[0] = number
        if number:
            i = shuffled(chance) % <uint64_t>number
            self.stack[0] = self.stack[i]
            if self.upper != NULL:
                self.upper[0] = self.upper[i]
            self.top = self.stack + 1
        return number

    cdef int32_t write_answer(self, int64_t *numbers) noexcept nogil:
        cdef int32_t i
        for i in range(1, self.length + 1):
            numbers[i - 1] = self.number_at(i, self.slot_at[i])
        return self.length

    cdef inline int64_t number_at(self, int32_t depth, int32_t slot) noexcept nogil:
        """Return the number of the placement of *slot* at the cell of *depth*."""
        # Numbers count slots down: the highest slot is searched first, so numbers ascend in the order of the search.
        cdef int64_t slots = self.table.slots
        return (self.cell_at[depth] - self.blocked) * slots + slots - 1 - slot

    def __dealloc__(self):
        free(self.blocked)
        free(self.stack)
        free(self.upper)
        free(self.unused)
        free(self.slot_at)
        free(self.cell_at)
        free(self.open_optional)
