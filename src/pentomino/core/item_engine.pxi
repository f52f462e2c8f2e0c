# The item engine: its table and its search.
#
# Owns: the options of the table; the stack and the lists of options of the search. Touches: the counts of `Search`.
# Always holds: a table never changes once it is made; no option in the list of a node has an item that is used up
# there; if the sets of a node have one word, so have those of its children.
#
# An exact cover covers items: the cells and, behind them, the pieces. An option is the set of its items, as bits of one
# word or two.

from libc.stdint cimport uint16_t

cdef enum:
    CROSSED = 3     # an outcome: the next node has sets of the other kind
    NARROW = 64     # items of a set of one word


cdef class ItemTable:
    """An exact cover compiled for the item engine; immutable.

    `ItemTable(cells, options, sizes, least, most, tick=None, claim=None)`:

    - *cells*: the number of cells. With the pieces, they are at most `WINDOW`.
    - *options*: (cells covered, piece), cells numbered from 0.
    - *sizes*, *least*, *most*: the size of each piece, and the least and the most number of its copies.
    - *tick*: called every few milliseconds; it may raise.
    - *claim*: called with the bytes of the table, which are `held`, and of a search, which are `search_bytes`, before
      they are allocated; it may raise.
    """

    cdef readonly int32_t cells
    cdef readonly int32_t options
    cdef readonly int64_t held
    cdef Copies copies
    cdef wide_window *sets    # of each option: its items

    def __cinit__(self, int32_t cells, options, sizes, least, most, tick=None, claim=None):
        cdef int32_t i, cell, owner
        cdef wide_window one = 1
        if not 0 <= cells <= WIDE_BITS - <int32_t>len(sizes):
            raise ValueError("the number of cells is negative, or there are too many items")
        check_owners([owner for _, owner in options], len(options), len(sizes))
        self.cells = cells
        self.options = len(options)
        self.copies = Copies(sizes, least, most)
        self.held = self.options * <int64_t>sizeof(wide_window)
        if claim is not None:
            claim(self.held + self.search_bytes)
        self.sets = <wide_window *>allocate(self.options, sizeof(wide_window))
        for i, (covered, owner) in enumerate(options):
            if not len(covered) or min(covered) < 0 or max(covered) >= cells:
                raise ValueError("an option must cover some cells, all among those of the table")
            for cell in covered:
                self.sets[i] |= one << cell
            self.sets[i] |= one << (cells + owner)
            if i % MANY == 0:
                look_at(tick)

    @property
    def search_bytes(self):
        cdef int64_t lists = (self.cells + 2) * <int64_t>(self.options + 8) + 2 * BEYOND
        return lists * <int64_t>(sizeof(wide_window) + sizeof(uint64_t)) + (self.cells + 2) * <int64_t>sizeof(ItemFrame)

    def __dealloc__(self):
        free(self.sets)


cdef struct ItemFrame:
    int64_t at            # the options that still fit: their place in `wide` or `narrow`, and their number
    int32_t number
    int32_t next          # the option to go on with; the one before it is placed
    bint narrow           # sets have one word
    wide_window rest      # the items that have to be covered
    wide_window spare     # the pieces of which more copies are left than one
    wide_window pick      # the item to cover next


cdef class ItemSearch(Search):
    """A search over an `ItemTable` that covers next the item with the fewest options that still fit.

    `ItemSearch(table, covered=0, used=None)`: bit c of *covered* is set if cell c is covered by pieces already placed;
    *used* are the copies of each piece among these. Solutions are tuples of sets of items, as integers, and come in an
    order of their own. `nodes` counts options that were placed.
    """

    cdef ItemTable table
    cdef bint counted         # copies have to be counted: not every piece is to be used just once
    cdef bint pending         # the option chosen at `depth` is placed: it completed a solution
    cdef ItemFrame *stack
    cdef wide_window *wide    # lists of options, one behind the other
    cdef uint64_t *narrow
    cdef int64_t first        # where the narrow ones begin: at a line of the cache, which holds eight sets
    cdef wide_window covered
    cdef int32_t item[NARROW]   # by bit of a set of one word: the number of the item
    cdef int32_t narrow_cells   # how many of these are cells

    def __cinit__(self, ItemTable table not None, covered=0, used=None):
        cdef int32_t i, depths
        cdef int64_t area
        self.table = table
        self.covered = as_window(covered & ((1 << int(table.cells)) - 1))
        area = table.cells - count_bits(self.covered)
        self.begin(table.copies, used, area)
        for i in range(table.copies.pieces):
            self.counted |= self.left[i] > 1 or self.left[i] != self.owed[i]
        self.slice = SLICE >> 5  # a node takes longer than that of the other engines
        depths = area + 2
        self.allocate_profile(depths)
        self.stack = <ItemFrame *>allocate(depths, sizeof(ItemFrame))
        self.wide = <wide_window *>allocate(<size_t>depths * (table.options + 8) + BEYOND, sizeof(wide_window))
        self.narrow = <uint64_t *>allocate(<size_t>depths * (table.options + 8) + 2 * BEYOND, sizeof(uint64_t))
        self.first = -(<int64_t>self.narrow >> 3) & 7
        self.start_at(())

    cdef void start_at(self, numbers) except *:
        cdef ItemFrame *frame = self.stack
        cdef wide_window chosen
        self.take_all_back()
        self.stand_at_root()
        for number in numbers:
            chosen = as_window(number)
            if not self.has_option(frame, chosen):
                raise ValueError("these placements do not follow one another")
            self.put(frame, chosen)
            frame[1].at = frame.at + (frame.number + 7 & -8)  # from a line of the cache on, as in `cover`
            frame[1].number = still_fitting[wide_window](
                self.wide + frame.at, frame.number, chosen & ~frame.spare, self.wide + frame[1].at
            )
            frame += 1
            self.depth += 1
        self.start_depth = self.depth
        self.complete = not frame.rest and self.owed_cells <= self.open_cells
        frame.next = frame.number
        if frame.rest and self.owed_cells <= self.open_cells:
            frame.pick = fewest[wide_window](self.wide + frame.at, frame.number, frame.rest, frame.spare)
            frame.next = 0 if frame.pick else frame.number
        self.make_narrow(frame)

    cdef void stand_at_root(self) noexcept nogil:
        """Note the items to be covered, and the options that fit, before any is placed."""
        cdef ItemFrame *root = self.stack
        cdef wide_window one = 1, taken = self.covered
        cdef int32_t i
        root.at = 0
        root.narrow = False
        root.rest = ~(~<wide_window>0 << self.table.cells - 1 << 1) & ~taken if self.table.cells else 0
        root.spare = 0
        # A piece is an item to be covered as long as copies are owed; one without copies left counts as covered.
        for i in range(self.copies.pieces):
            if self.owed[i] > 0:
                root.rest |= one << (self.table.cells + i)
            if self.left[i] > 1:
                root.spare |= one << (self.table.cells + i)
            elif self.left[i] < 1:
                taken |= one << (self.table.cells + i)
        root.number = still_fitting[wide_window](self.table.sets, self.table.options, taken, self.wide)

    cdef bint has_option(self, ItemFrame *frame, wide_window option) noexcept nogil:
        """Return whether an option fits at a node. If so, `next` stands behind it, as if it were placed."""
        for frame.next in range(1, frame.number + 1):
            if self.chosen(frame) == option:
                return True
        return False

    cdef inline wide_window chosen(self, const ItemFrame *frame) noexcept nogil:
        """Return the option placed at a node, with the items numbered as they are there."""
        return self.option(frame, frame.next - 1)

    cdef inline wide_window option(self, const ItemFrame *frame, int32_t i) noexcept nogil:
        """Return option *i* of those that fit at a node."""
        if frame.narrow:  # one expression for both would have the type of a word
            return self.narrow[frame.at + i]
        return self.wide[frame.at + i]

    cdef void take_all_back(self) noexcept nogil:
        if self.pending:
            self.take_back(&self.stack[self.depth])
        self.pending = False
        while self.depth > 0:
            self.depth -= 1
            self.take_back(&self.stack[self.depth])

    cdef inline int32_t piece_of(self, const ItemFrame *frame) noexcept nogil:
        """Return the piece of the option placed at a node."""
        cdef int32_t cells = self.narrow_cells if frame.narrow else self.table.cells
        cdef int32_t piece = first_bit(self.chosen(frame) >> cells)
        return self.item[cells + piece] - self.table.cells if frame.narrow else piece

    cdef inline bint put(self, ItemFrame *frame, wide_window option) noexcept nogil:
        """Place the option before `next`, and note in the frame behind what is left to be covered.

        Return whether the cells left can hold the copies still owed.
        """
        cdef int32_t piece
        cdef wide_window of_piece
        cdef bint holds = True
        frame[1].narrow = frame.narrow
        frame[1].rest = frame.rest & ~option
        frame[1].spare = frame.spare
        if self.counted:
            piece = self.piece_of(frame)
            of_piece = option & ~<wide_window>0 << (self.narrow_cells if frame.narrow else self.table.cells)
            holds = self.use_up(piece, 1)
            if self.owed[piece] > 0:
                frame[1].rest |= of_piece
            if self.left[piece] < 2:
                frame[1].spare &= ~of_piece
        return holds

    cdef inline void take_back(self, ItemFrame *frame) noexcept nogil:
        if self.counted:
            self.give_back(self.piece_of(frame), 1)

    cdef void make_narrow(self, ItemFrame *frame) noexcept nogil:
        """Give the sets of a node one word each, if the options that still fit have at most `NARROW` items together.

        Its items are numbered anew. All nodes below it keep these numbers, so one table of them will do.
        """
        cdef wide_window rest, seen = frame.rest
        cdef int32_t i, item, items = 0
        cdef int32_t bits[WIDE_BITS]
        for i in range(frame.number):
            seen |= self.wide[frame.at + i]
        if count_bits(seen) > NARROW:
            return
        self.narrow_cells = 0
        rest = seen
        while rest:
            item = first_bit(rest)
            self.item[items] = item
            self.narrow_cells += item < self.table.cells
            bits[item] = items
            items += 1
            rest &= rest - 1
        for i in range(frame.number):
            self.narrow[self.first + i] = narrowed(self.wide[frame.at + i], bits)
        frame.at = self.first
        frame.narrow = True
        frame.rest = narrowed(frame.rest, bits)
        frame.spare = narrowed(frame.spare & seen, bits)
        frame.pick = narrowed(frame.pick, bits)

    cdef wide_window widened(self, const ItemFrame *frame) noexcept nogil:
        """Return the option placed at a node, with the items numbered as in the table."""
        cdef wide_window found = 0, one = 1, rest = self.chosen(frame)
        if not frame.narrow:
            return rest
        while rest:
            found |= one << self.item[first_bit(rest)]
            rest &= rest - 1
        return found

    cdef Outcome advance(self, int64_t until) noexcept nogil:
        cdef int32_t outcome = CROSSED
        if self.complete:
            self.complete = False
            self.nodes += 1
            self.profile[self.depth] += 1
            self.found += 1
            return SOLUTION
        if self.pending:
            self.pending = False
            self.take_back(&self.stack[self.depth])
        while outcome == CROSSED:
            if self.stack[self.depth].narrow:
                outcome = cover[single_window](self, <single_window *>self.narrow, until)
            else:
                outcome = cover[wide_window](self, self.wide, until)
        return <Outcome>outcome

    cdef void return_to_root(self) except *:
        # To make the list of the root anew would take longer than a descent.
        self.take_all_back()
        self.complete = not self.stack.rest and self.owed_cells <= self.open_cells

    cdef int64_t choose_child(self, int32_t depth, uint64_t *chance, int64_t *visits) noexcept nogil:
        visits[0] = 0
        if self.depth != depth or not self.stack[depth].pick:
            return 0
        if self.stack[depth].narrow:
            visits[0] = choose_covering[single_window](self, <single_window *>self.narrow, chance)
        else:
            visits[0] = choose_covering[wide_window](self, self.wide, chance)
        self.start_depth = depth  # so that the engine does not leave this node for the one above
        return visits[0]

    cdef int32_t write_answer(self, wide_window *numbers) noexcept nogil:
        # Without an option pending, the node where the search started was itself the solution.
        cdef int32_t i, length = self.depth + self.pending
        for i in range(length):
            numbers[i] = self.widened(&self.stack[i])
        return length

    def fraction(self):
        cdef ItemFrame *frame = &self.stack[self.start_depth]
        cdef int32_t i, done = 0, every = 0
        for i in range(frame.number):
            if self.option(frame, i) & frame.pick:
                every += 1
                done += i < frame.next
        return <double>max(0, done - 1) / max(every, 1)

    def __dealloc__(self):
        free(self.stack)
        free(self.wide)
        free(self.narrow)


cdef uint64_t narrowed(wide_window items, const int32_t *bits) noexcept nogil:
    """Return a set of items as one word: *bits* are their new numbers."""
    cdef uint64_t found = 0
    while items:
        found |= <uint64_t>1 << bits[first_bit(items)]
        items &= items - 1
    return found


cdef Outcome cover(ItemSearch self, item_set *lists, int64_t until) noexcept nogil:
    """Search on as `advance` does, or until a node has sets of the other kind than *lists*: then return `CROSSED`."""
    cdef ItemFrame *frame
    cdef item_set *options
    cdef item_set pick, option
    cdef int32_t i
    cdef bint narrow = False
    if item_set is single_window:
        narrow = True
    while True:
        frame = &self.stack[self.depth]
        if frame.narrow != narrow:
            return <Outcome>CROSSED
        options = lists + frame.at
        pick = <item_set>frame.pick
        frame.next = i = next_covering(options, frame.number, frame.next, pick)
        if i == frame.number:
            if self.depth == self.start_depth:
                return EXHAUSTED
            self.depth -= 1
            self.take_back(&self.stack[self.depth])
            continue
        if self.nodes >= until:
            return PAUSED
        frame.next += 1
        self.nodes += 1
        self.profile[self.depth] += 1
        option = options[i]
        if self.put(frame, option):
            if frame[1].rest == 0 or self.depth + 1 == self.halt:
                self.pending = True
                self.found += 1
                return SOLUTION
            frame[1].at = frame.at + (frame.number + 7 & -8)
            frame[1].next = 0
            frame[1].number = frame.number
            # The list of the child lies behind this one, from a line of the cache on. A piece with copies to spare is
            # not used up, so options of it still fit.
            frame[1].pick = sift(
                options,
                &frame[1].number,
                option & ~<item_set>frame.spare,
                <item_set>frame[1].rest,
                <item_set>frame[1].spare,
                options + (frame.number + 7 & -8),
            )
            if frame[1].pick:
                self.depth += 1
                if item_set is wide_window:
                    self.make_narrow(&self.stack[self.depth])
                continue
            self.note_cut(ITEMS, self.depth)
        else:
            self.note_cut(AREAS, self.depth)
        self.dead_ends += 1
        self.take_back(frame)


cdef int64_t choose_covering(ItemSearch self, item_set *lists, uint64_t *chance) noexcept nogil:
    """Let a random option that covers the item to cover next be the next one placed. Return how many there are."""
    cdef ItemFrame *frame = &self.stack[self.depth]
    cdef item_set *options = lists + frame.at
    cdef item_set pick = <item_set>frame.pick
    cdef int32_t i = next_covering(options, frame.number, 0, pick)
    cdef int64_t number = 0
    while i < frame.number:
        number += 1
        if shuffled(chance) % <uint64_t>number == 0:  # so that each is as likely to stay
            frame.next = i
        i = next_covering(options, frame.number, i + 1, pick)
    return number
