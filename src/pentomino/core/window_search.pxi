# The search of the window engine.

cdef struct WindowFrame:
    # A node still to be expanded. One with candidates in several groups of 64 slots is as many frames.
    uint64_t placed       # cells covered by pieces, from the first empty cell on: the low 64 bits
    uint64_t open         # slots that fit at the first empty cell, of one group
    const uint64_t *at    # the blocked cells from the first empty cell on
    uint64_t made         # depth << 32 | group << 16 | the slot placed last


cdef class WindowSearch(Search):
    """A search over a `WindowTable`: placement numbers are `position * slots + (slots - 1 - slot)`.

    `WindowSearch(table, covered=0, used=None, check_depth=1)`: *covered* has bit p set where position p is covered
    by pieces already placed, *used* counts these by piece. Nodes with fewer than *check_depth* pieces on the board
    are given up where an empty region has a size that no remaining pieces can sum to. Solutions come in
    ascending order of their placement numbers, which ascend within each. `nodes` counts frames of the stack.

    All children of a node are written to the top of the stack, one over the other unless it has candidates of its own,
    so that no branch depends on it.
    """

    cdef WindowTable table
    cdef int32_t check_depth
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

    def __cinit__(self, WindowTable table not None, covered=0, used=None, int32_t check_depth=1):
        cdef int64_t area
        self.table = table
        self.check_depth = check_depth
        area = self.block(covered)
        self.begin(table.copies, [0] * table.copies.pieces if used is None else used, area)
        self.count_pieces()
        self.allocate_stack(area)
        self.start_at(())

    cdef int64_t block(self, covered) except *:
        """Note the blocked cells of the windows at all positions; return the number of free cells."""
        cdef WindowTable table = self.table
        cdef int32_t p, run = 0, longest = 0
        cdef int64_t area = 0
        cdef uint64_t shut
        taken = covered.to_bytes(table.end // 8 + 1, "little")
        cdef const unsigned char *bits = taken
        # Behind the board comes a blocked line, and then nothing but empty cells: there the search is done.
        self.blocked = <uint64_t *>allocate(table.end + 129, sizeof(uint64_t))
        for p in range(table.end - 1, -1, -1):
            shut = table.blocked[p] or bits[p >> 3] >> (p & 7) & 1
            area += not shut
            run = run + 1 if shut else 0
            longest = max(longest, run)
            self.blocked[p] = self.blocked[p + 1] << 1 | shut
        self.guarded = table.reach + longest >= (63 if table.reach < 64 else WIDE_BITS - 1)
        return area

    cdef void count_pieces(self) except *:
        """Find out whether the number of pieces of a solution is fixed, and whether copies must be counted."""
        cdef int32_t i
        cdef bint exact = self.owed_cells == self.open_cells
        self.counted = self.check_depth > 1
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
        cdef int64_t levels = area // self.table.smallest + 3, frames
        frames = (levels * min(64, self.table.slots) + 2) * self.table.words
        self.allocate_profile(levels + 1)
        self.stack = <WindowFrame *>allocate(frames, sizeof(WindowFrame))
        if self.table.reach >= 64:
            self.upper = <uint64_t *>allocate(frames, sizeof(uint64_t))
        self.unused = <uint64_t *>allocate((levels + 1) * self.table.words, sizeof(uint64_t))
        self.slot_at = <int32_t *>allocate(levels + 2, sizeof(int32_t))
        self.cell_at = <const uint64_t **>allocate(levels + 2, sizeof(uint64_t *))

    cdef void start_at(self, codes) except *:
        cdef const uint64_t *at = self.blocked
        cdef int32_t slot = 0, depth = 0
        cdef int64_t slots = self.table.slots
        cdef wide_window placed = 0
        self.take_all_back()
        self.top = self.stack
        self.floor = len(codes)
        self.first_frames = 0
        for slot in range(self.table.slots):
            self.unused[slot // 64] &= ~(ONE << (slot % 64))
        for slot in range(self.table.slots):
            if self.left[self.table.owner[slot]] > 0:
                self.unused[slot // 64] |= ONE << (slot % 64)
        while at[0] & 1:
            at += 1
        for code in codes:
            if depth > 0:
                self.settle(depth, slot)
            slot = slots - 1 - code % slots
            if code // slots != at - self.blocked or self.left[self.table.owner[slot]] < 1 or depth + 1 >= self.levels:
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

    cdef void settle(self, int32_t depth, int32_t slot) except *:
        """Count the piece of *slot* as placed at *depth*, for good as far as this start goes."""
        cdef int32_t w, words = self.table.words
        cdef uint64_t same
        self.recount(depth, slot)
        same = ALL if self.left[self.table.owner[slot]] > 0 else 0
        for w in range(words):
            self.unused[depth * words + w] = (
                self.unused[(depth - 1) * words + w] & (self.table.leaves[slot * words + w] | same)
            )

    cdef void push(self, int32_t depth, int32_t slot, wide_window placed, const uint64_t *at) except *:
        """Make a node the only one on the stack: *slot* was placed last, *at* is the first empty cell."""
        cdef WindowTable table = self.table
        cdef wide_window occupied = placed | wide_join(at[0], at[64])
        cdef int32_t position = at - self.blocked, w, k
        cdef uint64_t open, same = 0
        if depth == 0 and self.check_depth > 0 and self.has_dead_region(occupied, WIDE_BITS, table.end - position):
            return
        if depth > 0 and self.left[table.owner[slot]] > 1:
            same = ALL
        for w in range(table.words):
            open = self.unused[max(depth - 1, 0) * table.words + w]
            if depth > 0:
                open &= table.leaves[slot * table.words + w] | same
            for k in range(table.keys):
                open &= table.lookup[((<size_t>k << table.key_bits) + table.index(k, occupied)) * table.words + w]
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

    cdef void forget(self) except *:
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
        while frame < self.top and <int64_t>(frame.made >> 32) <= self.floor + 1:
            waiting += 1
            frame += 1
        self.first_frames = max(self.first_frames, waiting + 1)
        return <double>(self.first_frames - waiting - 1) / self.first_frames

    cdef bint has_dead_region(self, wide_window occupied, int32_t width, int32_t ahead) noexcept nogil:
        """Whether an empty region that lies within the window has a size that no copies left can sum to.

        The window has *width* bits; *ahead* is how far the end of the board is from its first cell.
        """
        cdef wide_window empty = ~occupied, region, grown, rim = 0, one = 1
        cdef uint64_t sums = self.coverable()
        cdef int32_t stride = self.table.stride, size
        if ahead < width:
            empty &= (one << ahead) - 1
        else:
            # Cells of the last line of the window may have neighbours that it does not show.
            if width < WIDE_BITS:
                empty &= (one << width) - 1
            rim = ~<wide_window>0 << max(width - stride, 0)
        while empty:
            region = empty & (0 - empty)
            while True:
                grown = region | ((region << 1 | region >> 1) & empty)
                if stride < WIDE_BITS:
                    grown |= (region << stride | region >> stride) & empty
                if grown == region:
                    break
                region = grown
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

        False where the cells left cannot hold the copies still owed.
        """
        while self.depth >= depth:
            self.give_back(self.table.owner[self.slot_at[self.depth]], 1)
            self.depth -= 1
        self.depth = depth
        self.slot_at[depth] = slot
        return self.take(self.table.owner[slot], 1)

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
            or self.fixed < 0 or self.check_depth > 1
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


cdef Outcome expand(WindowSearch self, window_t kind, int64_t until) noexcept nogil:
    """Search on. Only the type of *kind* counts: what it settles, the compiler leaves out of that copy of the loop."""
    cdef WindowFrame *top = self.top
    cdef const WindowFrame *bottom = self.stack
    cdef const uint64_t *end = self.blocked + self.table.end
    cdef const uint64_t *at
    cdef const uint64_t *to
    cdef const uint64_t *pair = self.table.pair
    cdef const uint64_t *lookup = self.table.lookup
    cdef uint64_t *unused
    cdef window_t placed, walls, now, gap
    cdef uint64_t open, made, depth, slot, i, child, same, more, left, seen
    cdef size_t entry[64]
    cdef int32_t words = self.table.words, keys = self.table.keys, key_bits = self.table.key_bits
    cdef int32_t last = self.last, check_depth = self.check_depth, skip, group, k, w
    cdef bint open_ended = self.fixed < 0
    cdef bint counted = self.counted, guarded = self.guarded, restricted = self.table.allowed != NULL
    cdef int64_t nodes = self.nodes, dead_ends = self.dead_ends
    cdef int64_t *profile = self.profile
    cdef const WindowFrame *before
    cdef Outcome outcome = EXHAUSTED
    if window_t is plain_window:
        words, keys, key_bits, check_depth = 1, 2, 12, 0
        counted = guarded = restricted = open_ended = False
    elif window_t is single_window:
        words, key_bits = 1, 12
    elif window_t is pair_window:
        words, key_bits = 2, 12
    while top > bottom:
        if nodes >= until:
            outcome = PAUSED
            break
        nodes += 1
        top -= 1
        placed, at, made, open = top.placed, top.at, top.made, top.open
        walls = at[0]
        if window_t is wide_window:
            placed |= wide_join(0, self.upper[top - bottom])
            walls |= wide_join(0, at[64])
        depth = made >> 32
        profile[depth] += 1
        group = 0 if words == 1 else <int32_t>(made >> 16 & 0xFFFF)
        slot = made & 0xFFFF
        unused = self.unused + depth * words
        if depth > 0:
            same = 0
            if counted:
                if not self.recount(<int32_t>depth, <int32_t>slot):
                    continue
                if self.left[self.table.owner[slot]] > 0:
                    same = ALL
            self.slot_at[depth] = <int32_t>slot
            if words == 1:
                unused[0] = (unused - 1)[0] & (pair[64 + slot] | same)
            else:
                for w in range(words):
                    unused[w] = (unused - words)[w] & (self.table.leaves[slot * words + w] | same)
        elif counted:
            self.take_all_back()  # a root with candidates in several groups comes here again after the first of them
        self.cell_at[depth + 1] = at
        if open_ended and at == end:
            self.length = self.last_depth = <int32_t>depth
            outcome = SOLUTION
            break
        if <int32_t>depth == last:
            # With a fixed number of pieces the last has one candidate, and that fills the board.
            self.slot_at[depth + 1] = lowest_bit(open) + group * 64
            self.length = <int32_t>depth + 1
            self.last_depth = <int32_t>depth
            outcome = SOLUTION
            break
        if check_depth > 1 and <int32_t>depth < check_depth:
            if self.has_dead_region(placed | walls, 8 * sizeof(window_t), <int32_t>(end - at)):
                continue
        child = (depth + 1) << 32
        before = top
        while open:
            i = lowest_bit(open) + <uint64_t>group * 64
            open &= open - 1
            now = placed | <window_t>self.table.masks[i]
            gap = ~(now | walls)
            if guarded and gap == 0:
                to = at + 8 * sizeof(window_t)
                now = 0
                while to[0] & 1:
                    to += 1
            else:
                skip = first_bit(gap)
                to = at + skip
                now >>= skip
            gap = now | to[0]
            if window_t is wide_window:
                gap |= wide_join(0, to[64])
            more = 0
            if counted and self.left[self.table.owner[i]] > 1:
                more = ALL
            for k in range(keys):
                if window_t is wide_window:
                    seen = <uint64_t>(gap >> self.table.key[k].at) & self.table.key[k].bits
                else:
                    seen = gap & self.table.key[k].bits
                entry[k] = ((seen * self.table.key[k].factor >> (64 - key_bits)) + (<size_t>k << key_bits)) * words
            for w in range(words):
                if words == 1:
                    left = unused[0] & (pair[64 + i] | more)
                else:
                    left = unused[w] & (self.table.leaves[i * words + w] | more)
                for k in range(keys):
                    left &= lookup[entry[k] + w]
                if restricted:
                    left &= self.table.allowed[(to - self.blocked) * words + w]
                top.placed = <uint64_t>now
                top.open = left
                top.at = to
                top.made = child | <uint64_t>w << 16 | i
                if window_t is wide_window:
                    self.upper[top - bottom] = wide_high(now)
                if window_t is plain_window:
                    top += left != 0
                elif open_ended and to == end:
                    top += w == 0  # a solution: one frame for it, whatever would fit behind the board
                else:
                    top += left != 0
        dead_ends += top == before
    self.top = top
    self.nodes = nodes
    self.dead_ends = dead_ends
    return outcome
