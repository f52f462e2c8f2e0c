# The item engine: its table, which never changes once it is made, and its search.
#
# No option in the list of a node has an item that is used up there. If the list of a node has sets of one word, so do
# the lists of its children.
#
# An exact cover has items: first the cells that have to be covered, then the classes, then the cells that may stay
# empty. A class is a piece and a number of its copies that an option uses. An option is the set of its items.

cdef enum:
    NARROW = 64       # the maximum number of items of a set of one word
    WORTH = 32        # the minimum number of options of a list that is narrowed to sets of one word
    MAX_READ = 1 << 22  # the maximum number of words of lists read between two pauses, in a few milliseconds

OPTIONS_AT_ONCE = at_once()
"""The number of options that the item engine examines at once: 8 with AVX-512, 4 with AVX2, otherwise 1."""


cdef class ItemTable:
    """An exact cover compiled for the item engine; immutable.

    `ItemTable(cells, options, sizes, least, most, optional=(), numbers=None, tick=None, claim=None, gaps=0)`:

    - *cells*: the number of cells.
    - *options*: tuples (cells covered, piece, copies used), with cells and pieces numbered from 0.
    - *sizes*, *least*, *most*: for each piece its size, and its minimum and maximum number of copies. In a quotient, an
      option may cover fewer cells than its copies have, so *area* of the search is used instead.
    - *optional*: the cells that may stay empty. If there are *gaps*, the last *gaps* pieces cover the cells that stay
      empty. Without gaps these cells are not covered, and every piece must have a fixed number of copies.
    - *numbers*: the numbers of the options, in ascending order; without them, they are numbered from 0.
    - *tick*: called every few milliseconds; it may raise an exception.
    - *claim*: called with the sum of `held`, the bytes of the table, and `search_bytes`, the bytes of a new search,
      before they are allocated; it may raise an exception. A search that needs more calls it with the additional bytes.
    """

    cdef readonly int32_t cells
    cdef readonly int32_t options
    cdef readonly int32_t pieces
    cdef int32_t gaps
    cdef readonly int64_t held
    cdef Copies copies
    cdef object claim
    cdef int32_t classes
    cdef readonly int32_t words   # the number of words of a set, which is even
    cdef int32_t to_cover     # the number of items that may have to be covered: cells, followed by classes
    cdef int32_t *bit         # by cell: its item, or -1 if no option covers it and it may stay empty
    cdef uint64_t *required   # if some cells may stay empty: the other cells, as a set of items
    cdef int32_t *class_of    # by option: its class
    cdef int64_t *number      # by option: its number
    cdef int32_t *first_class   # by piece: its first class; the last entry is the number of classes
    cdef int32_t *piece       # by class: its piece
    cdef int32_t *uses        # by class: the number of copies used
    cdef uint64_t *sets       # by option: the set of its items; then a row of zeros

    def __cinit__(
        self, int32_t cells, options, sizes, least, most, optional=(), numbers=None, tick=None, claim=None, gaps=0
    ):
        cdef int32_t i, cell, item, items = 0
        cdef uint64_t *row
        if cells < 0:
            raise ValueError("the number of cells must not be negative")
        check_owners([owner for _, owner, _ in options], len(options), len(sizes))
        if optional and not gaps and list(least) != list(most):
            raise ValueError("beside cells that may stay empty, pieces must have a fixed number of copies")
        if optional and not 0 <= min(optional) <= max(optional) < cells:
            raise ValueError("optional cells must be among those of the table")
        if min([uses for _, _, uses in options], default=1) < 1:
            raise ValueError("an option must use at least one copy")
        self.cells = cells
        self.options = len(options)
        self.claim = claim
        self.copies = Copies(sizes, least, most)
        self.pieces = len(sizes)
        self.gaps = gaps
        self.bit = <int32_t *>allocate(cells, sizeof(int32_t))
        reached = set().union(*[covered for covered, _, _ in options]) if optional else ()
        uncovered = optional if not gaps else ()
        first = [cell for cell in range(cells) if cell not in uncovered]
        behind = [cell for cell in uncovered if cell in reached]
        # A piece without an option has a class of its own, which no option covers.
        classes = sorted({(piece, uses) for _, piece, uses in options})
        classes += [(piece, 1) for piece in set(range(len(sizes))).difference([piece for piece, _ in classes])]
        classes.sort()
        self.read_classes(classes)
        self.to_cover = len(first) + self.classes
        self.words = 2 * max(1, (self.to_cover + <int32_t>len(behind) + 127) // 128)
        self.held = self.options * <int64_t>(self.words * sizeof(uint64_t) + sizeof(int64_t) + sizeof(int32_t))
        if claim is not None:
            claim(self.held + self.search_bytes)
        for cell in uncovered:
            self.bit[cell] = -1
        for items, cell in enumerate(first):
            self.bit[cell] = items
        for items, cell in enumerate(behind, self.to_cover):
            self.bit[cell] = items
        if optional:
            self.required = <uint64_t *>allocate(self.words, sizeof(uint64_t))
            for cell in range(cells):
                if cell not in optional:
                    put_in(self.required, self.bit[cell])
        self.class_of = <int32_t *>allocate(self.options, sizeof(int32_t))
        self.number = <int64_t *>allocate(self.options, sizeof(int64_t))
        self.sets = <uint64_t *>allocate((self.options + 1) * <size_t>self.words, sizeof(uint64_t))
        class_number = {one: number for number, one in enumerate(classes)}
        for i, (covered, piece, uses) in enumerate(options):
            if not len(covered):
                raise ValueError("an option must cover some cells")
            row = self.sets + i * <int64_t>self.words
            self.class_of[i] = class_number[piece, uses]
            self.number[i] = i if numbers is None else numbers[i]
            put_in(row, self.to_cover - self.classes + self.class_of[i])
            for cell in covered:
                if not 0 <= cell < cells:
                    raise ValueError("an option must cover cells of the table only")
                put_in(row, self.bit[cell])
            if i % MANY == 0:
                look_at(tick)

    cdef void read_classes(self, classes) except *:
        cdef int32_t number, piece
        self.classes = len(classes)
        self.piece = <int32_t *>allocate(self.classes, sizeof(int32_t))
        self.uses = <int32_t *>allocate(self.classes, sizeof(int32_t))
        self.first_class = <int32_t *>allocate(self.copies.pieces + 1, sizeof(int32_t))
        for number in range(self.classes):
            self.piece[number], self.uses[number] = classes[number]
            self.first_class[self.piece[number] + 1] = number + 1

    cdef int64_t depths(self) noexcept:
        """Return the maximum number of placements of a solution, plus 2."""
        cdef int64_t i, placements = 0
        for i in range(self.copies.pieces):
            placements += self.copies.most[i]
        return min(placements, self.cells) + 2

    cdef int64_t first_room(self) noexcept:
        """Return the number of words that the lists of a search need at first, for the root and one child."""
        return 2 * self.options + 8 * self.words + 16 * BEYOND

    @property
    def search_bytes(self):
        cdef int64_t words = self.first_room() + (self.words + 2) * (DIGITS + 36) + 2 * self.classes
        cdef int64_t of_depth = sizeof(ItemFrame) + (1 + CUTS) * sizeof(int64_t)
        return words * <int64_t>sizeof(uint64_t) + self.depths() * of_depth

    def __dealloc__(self):
        free(self.bit)
        free(self.required)
        free(self.class_of)
        free(self.number)
        free(self.first_class)
        free(self.piece)
        free(self.uses)
        free(self.sets)


cdef class ItemSearch(Search):
    """A search over an `ItemTable` that next covers the item with the fewest options that still fit.

    `ItemSearch(table, covered=0, used=None, area=None, in_order=False)`: bit c of *covered* is set if cell c is covered
    by pieces already placed, and *used* are the numbers of copies of each piece among them. *area* is the sum of the
    sizes of all pieces of a solution that are still to be placed, plus the number of cells that stay empty; except in a
    quotient, this is the number of cells left. Solutions are tuples of option numbers, in no simple order. If
    *in_order*, the search covers the first empty cell next, and places options in the order of their numbers. `nodes`
    is the number of options placed.
    """

    cdef ItemTable table
    cdef Rows rows
    cdef bint in_order
    cdef bint counted         # count copies: some piece is not used exactly once
    cdef bint barren          # the start node is a dead end that has not been counted yet
    cdef bint pending         # the option chosen at `depth` is placed, as it completed a solution
    cdef ItemFrame *stack
    cdef uint64_t *block      # the memory allocated for the arena
    cdef uint64_t *arena      # the sets and lists of the frames, one after another, from the start of a cache line
    cdef int64_t room         # the number of words of the arena
    cdef int64_t read         # the number of words of lists read since the last pause
    cdef uint64_t *covered    # the set of items covered at the start
    cdef uint64_t *taken      # a set of items for temporary use
    cdef int32_t item[NARROW]   # by bit of a set of one word: the item
    cdef uint64_t narrow_classes   # the bits of classes
    cdef uint64_t narrow_required  # the bits of the required cells
    cdef int64_t piece_cells  # the number of cells that the copies left can cover, without gaps
    cdef int32_t *narrow_bit  # by class: its bit, or -1
    cdef int64_t wide_list, narrow_list   # the list that was narrowed: where in the arena its rows and its sets are

    def __cinit__(self, ItemTable table not None, covered=0, used=None, area=None, bint in_order=False):
        cdef int32_t i, left = table.cells
        self.table = table
        self.in_order = in_order
        self.covered = <uint64_t *>allocate(2 * table.words, sizeof(uint64_t))
        self.taken = self.covered + table.words
        for i in range(table.cells):
            if covered >> i & 1:
                left -= 1
                if table.bit[i] >= 0:
                    put_in(self.covered, table.bit[i])
        self.begin(table.copies, used, left if area is None else area)
        for i in range(table.copies.pieces):
            self.counted |= self.left[i] > 1 or self.left[i] != self.owed[i]
            if i < table.pieces - table.gaps:
                self.piece_cells += <int64_t>self.left[i] * table.copies.size[i]
        self.counted |= table.required != NULL
        # A node takes longer than in the window engine, and even longer if there are many options.
        self.slice = max(64, min(SLICE >> 5, (1 << 25) // (1 + <int64_t>table.options * table.words)))
        self.allocate_profile(table.depths())
        self.stack = <ItemFrame *>allocate(table.depths(), sizeof(ItemFrame))
        self.rows.sets = table.sets
        self.rows.words = table.words
        self.rows.to_cover = (table.to_cover + 127) // 128 * 2
        self.rows.number = table.options
        self.rows.sums = <uint64_t *>allocate((DIGITS + 2) * table.words, sizeof(uint64_t))
        self.rows.counts = <int32_t *>allocate(64 * table.words, sizeof(int32_t))
        self.narrow_bit = <int32_t *>allocate(table.classes, sizeof(int32_t))
        self.room = table.first_room()
        self.block = <uint64_t *>allocate(self.room + 8, sizeof(uint64_t))
        self.arena = first_line(self.block)
        self.start_at(())

    cdef void start_at(self, numbers) except *:
        cdef ItemFrame *frame = self.stack
        self.take_all_back()
        if frame.loops == NULL:  # only once, as a large list takes long to make
            self.stand_at_root()
        frame.next = 0
        for number in numbers:
            if not self.has_option(frame, number):
                raise ValueError("these placements do not follow one another")
            if not self.has_room(frame):
                self.raise_failure()
            self.put(frame, frame.words)
            self.sift(frame, frame.words)
            frame += 1
            self.depth += 1
        self.start_depth = self.depth
        self.complete = self.covers_all(frame, frame.words) and self.owed_cells <= self.open_cells
        if self.owed_cells > self.open_cells or self.complete:
            frame.pick = -1
        self.barren = frame.pick < 0 and not self.complete
        self.make_narrow(frame)
        self.raise_failure()

    cdef void stand_at_root(self) except *:
        """Write the frame of the root: the items to be covered, and the options that fit."""
        cdef ItemFrame *root = self.stack
        cdef ItemTable table = self.table
        cdef uint64_t *rest = self.arena
        cdef uint64_t *spare = rest + table.words
        cdef int32_t i, cells = table.to_cover - table.classes, bit
        cdef uint64_t any = 0
        root.at = 0
        root.words = table.words
        root.loops = loops_of(root.words)
        root.list = aligned(2 * root.words)
        root.next = 0
        memset(rest, 0, 2 * root.words * sizeof(uint64_t))
        memcpy(self.taken, self.covered, root.words * sizeof(uint64_t))
        for i in range(cells):
            if not has(self.covered, i):
                put_in(rest, i)
        for i in range(table.classes):
            self.judge(table.piece[i], i, cells + i, rest, spare, self.taken)
        cdef int32_t *rows = <int32_t *>(self.arena + root.list)
        for i in range(table.options):
            rows[i] = i
        root.number = root.loops.fitting(&self.rows, rows, 0, table.options, self.taken, rows, 0, &any)
        self.end_list(root)
        root.pick = root.loops.fewest(&self.rows, rows, root.number, rest, spare, self.in_order)

    cdef inline void judge(
        self, int32_t piece, int32_t number, int32_t bit, uint64_t *rest, uint64_t *spare, uint64_t *taken
    ) noexcept nogil:
        """Update item *bit* in the sets of items to cover (*rest*), to use again (*spare*) and used up (*taken*)."""
        # A piece is an item to be covered as long as copies are required. If it has several classes, it is not known
        # which of them will be used, so it is sufficient that the cells are covered: see `put`.
        if self.owed[piece] > 0 and self.table.first_class[piece] + 1 == self.table.first_class[piece + 1]:
            put_in(rest, bit)
        else:
            take_out(rest, bit)
        # A piece with copies to spare is not used up, so its options still fit.
        if self.left[piece] >= 2 * self.table.uses[number]:
            put_in(spare, bit)
        else:
            take_out(spare, bit)
        if self.left[piece] < self.table.uses[number]:
            put_in(taken, bit)
        else:
            take_out(taken, bit)

    cdef bint has_option(self, ItemFrame *frame, int64_t number) noexcept nogil:
        """Return whether option *number* fits at a node. If it does, set `next` of the node as if it were placed."""
        for frame.next in range(1, frame.number + 1):
            if self.number(frame, frame.next - 1) == number:
                return True
        return False

    cdef int64_t number(self, const ItemFrame *frame, int32_t i) noexcept nogil:
        cdef const uint64_t *narrow = self.arena + self.narrow_list
        cdef int32_t k = 0
        if frame.words > 1:
            return self.table.number[(<int32_t *>(self.arena + frame.list))[i]]
        while narrow[k] != self.arena[frame.list + i]:
            k += 1
        return self.table.number[(<int32_t *>(self.arena + self.wide_list))[k]]

    cdef inline const uint64_t *option(self, const ItemFrame *frame, int32_t i, int32_t words) noexcept nogil:
        if words == 1:
            return self.arena + frame.list + i
        return self.table.sets + (<int32_t *>(self.arena + frame.list))[i] * <int64_t>words

    cdef inline bint covers_all(self, const ItemFrame *frame, int32_t words) noexcept nogil:
        cdef uint64_t some = 0
        cdef int32_t j
        for j in range(words):
            some |= self.arena[frame.at + j]
        return some == 0

    cdef void take_all_back(self) noexcept nogil:
        if self.pending:
            self.take_back(&self.stack[self.depth])
        self.pending = False
        while self.depth > 0:
            self.depth -= 1
            self.take_back(&self.stack[self.depth])

    cdef inline void take_back(self, ItemFrame *frame) noexcept nogil:
        if self.counted:
            self.give_back(self.table.piece[frame.chosen], self.table.uses[frame.chosen])
            self.change_piece_cells(frame.chosen, 1)

    cdef inline void change_piece_cells(self, int32_t number, int32_t sign) noexcept nogil:
        cdef int32_t piece = self.table.piece[number]
        if piece < self.table.pieces - self.table.gaps:
            self.piece_cells += sign * self.table.copies.size[piece] * self.table.uses[number]

    cdef inline bint put(self, ItemFrame *frame, int32_t words) noexcept nogil:
        """Place option `next` - 1 of *frame*. Write the items left to the next frame, and the used items to `taken`.

        Return whether the cells left can hold the copies still required.
        """
        cdef int32_t j, number, piece, bit, open_cells, cells = self.table.to_cover - self.table.classes
        cdef const uint64_t *option = self.option(frame, frame.next - 1, words)
        cdef uint64_t *before = self.arena + frame.at
        cdef uint64_t *rest = self.arena + frame.end
        frame[1].loops = frame.loops
        frame[1].words = words
        frame[1].at = frame.end
        frame[1].list = aligned(frame.end + 2 * words)
        frame[1].next = 0
        for j in range(words):
            self.taken[j] = option[j]
            rest[j] = before[j] & ~option[j]
            rest[words + j] = before[words + j]
        if not self.counted:
            return True
        if words == 1:
            number = self.item[lowest_bit(option[0] & self.narrow_classes)] - cells
        else:
            number = self.table.class_of[(<int32_t *>(self.arena + frame.list))[frame.next - 1]]
        frame.chosen = number
        piece = self.table.piece[number]
        cdef bint holds = self.use_up(piece, self.table.uses[number])
        for number in range(self.table.first_class[piece], self.table.first_class[piece + 1]):
            bit = self.narrow_bit[number] if words == 1 else cells + number
            if bit >= 0:
                self.judge(piece, number, bit, rest, rest + words, self.taken)
        self.change_piece_cells(frame.chosen, -1)
        if self.table.required != NULL and self.check_areas:
            # The copies left must be able to cover all required cells.
            open_cells = bit_count(rest[0] & self.narrow_required) if words == 1 else 0
            for j in range(words if words > 1 else 0):
                open_cells += bit_count(rest[j] & self.table.required[j])
            holds = holds and open_cells <= self.piece_cells
        return holds

    cdef inline bint sift(self, ItemFrame *frame, int32_t words) noexcept nogil:
        """List the options that still fit after `put` has placed one, and pick the item to cover next.

        Return whether every item left to cover has an option.
        """
        cdef uint64_t any = 0, before
        cdef int32_t i = frame.next - 1, k = 0, j = frame.pick
        cdef uint64_t *rest = self.arena + frame[1].at
        cdef uint64_t *found = self.arena + frame[1].list
        cdef const void *list = self.arena + frame.list
        if self.counted and j >= 0 and has(self.arena + frame.at + words, j):
            # If the item is a piece with several copies, leave out its options that precede this one, because
            # solutions with them have been found.
            before = self.taken[j >> 6]
            put_in(self.taken, j)
            k = frame.loops.fitting(&self.rows, list, 0, i, self.taken, found, k, &any)
            self.taken[j >> 6] = before
        else:
            i = 0
        frame[1].number = frame.loops.fitting(&self.rows, list, i, frame.number, self.taken, found, k, &any)
        self.end_list(frame + 1)
        # With vector instructions, an item without an option is found before options are counted.
        if words == 1 and rest[0] & ~any:
            frame[1].pick = -1
            return False
        frame[1].pick = frame.loops.fewest(
            &self.rows, found, frame[1].number, rest, rest + words, self.in_order
        )
        return frame[1].pick >= 0

    cdef inline void end_list(self, ItemFrame *frame) noexcept nogil:
        cdef int32_t entries = frame.number + BEYOND
        frame.end = aligned(frame.list + (entries if frame.words == 1 else (entries >> 1) + 1))

    cdef inline bint has_room(self, const ItemFrame *frame) noexcept nogil:
        """Return whether the arena has room for a child of *frame*. Grow it if necessary; on failure set `failure`."""
        # Allow for the list of the child, which is not longer than the node's, and for a copy as sets of one word.
        cdef int64_t needed = frame.end + 3 * frame.words + frame.number + (frame.number >> 1) + 8 * BEYOND
        return needed <= self.room or self.grow(needed)

    cdef bint grow(self, int64_t needed) noexcept with gil:
        cdef int64_t room = max(needed, self.room + self.room // 2), at = self.arena - self.block
        cdef uint64_t *block
        try:
            if self.table.claim is not None:
                self.table.claim((room - self.table.first_room()) * <int64_t>sizeof(uint64_t))
            block = <uint64_t *>realloc(self.block, (room + 8) * sizeof(uint64_t))
            if block == NULL:
                raise MemoryError()
            self.block, self.arena = block, first_line(block)
            memmove(self.arena, block + at, self.room * sizeof(uint64_t))
            self.room = room
            self.grown = (room - self.table.first_room()) * <int64_t>sizeof(uint64_t)
            return True
        except BaseException as error:
            self.failure = error
            return False

    cdef void make_narrow(self, ItemFrame *frame) noexcept nogil:
        """Replace the sets of a node by sets of one word, if its options and the items left have few enough items.

        These items get new numbers (bits), in the same order. All nodes below the node use the same numbers, so one
        table of them is enough.
        """
        cdef uint64_t *rest = self.arena + frame.at
        cdef uint64_t *seen = self.taken
        cdef int32_t *bits = self.rows.counts   # by item: its bit
        cdef int32_t i, j, item, items = 0, words = frame.words, cells = self.table.to_cover - self.table.classes
        if words == 1 or frame.number < WORTH or frame.pick < 0 or number_in(rest, words) > NARROW:
            return
        memcpy(seen, rest, words * sizeof(uint64_t))
        for i in range(frame.number):
            for j in range(words):
                seen[j] |= self.option(frame, i, words)[j]
        if number_in(seen, words) > NARROW:
            return
        self.narrow_classes = self.narrow_required = 0
        memset(self.narrow_bit, 0xFF, self.table.classes * sizeof(int32_t))
        for j in range(words):
            while seen[j]:
                item = 64 * j + lowest_bit(seen[j])
                self.item[items] = item
                bits[item] = items
                if self.table.required != NULL and has(self.table.required, item):
                    self.narrow_required |= ONE << items
                if cells <= item < self.table.to_cover:
                    self.narrow_bit[item - cells] = items
                    self.narrow_classes |= ONE << items
                items += 1
                seen[j] &= seen[j] - 1
        cdef int64_t at = frame.end
        cdef uint64_t *narrow = self.arena + aligned(at + 2)
        self.arena[at] = narrowed(rest, words, bits)
        # Classes without options need no bit.
        memset(seen, 0, words * sizeof(uint64_t))
        for i in range(items):
            put_in(seen, self.item[i])
        for j in range(words):
            seen[j] &= rest[words + j]
        self.arena[at + 1] = narrowed(seen, words, bits)
        for i in range(frame.number):
            narrow[i] = narrowed(self.option(frame, i, words), words, bits)
        self.wide_list, self.narrow_list = frame.list, aligned(at + 2)
        frame.at, frame.list, frame.words, frame.loops = at, self.narrow_list, 1, loops_of(1)
        frame.pick = bits[frame.pick]
        self.end_list(frame)

    cdef Outcome advance(self, int64_t until) noexcept nogil:
        cdef ItemFrame *frame
        cdef Outcome outcome
        if self.complete:
            self.complete = False
            self.found += 1
            return SOLUTION
        if self.pending:
            self.pending = False
            self.take_back(&self.stack[self.depth])
        while True:
            frame = &self.stack[self.depth]
            frame.next = frame.loops.next(
                &self.rows, self.arena + frame.list, frame.number, frame.next, frame.pick
            )
            if frame.next == frame.number:
                if self.depth == self.start_depth:
                    if self.barren:
                        self.barren = False
                        self.dead_ends += 1
                        if self.depth > 0:
                            self.note_cut(ITEMS, self.depth - 1)
                    return EXHAUSTED
                self.depth -= 1
                self.take_back(&self.stack[self.depth])
                continue
            if self.nodes >= until or not self.has_room(frame):
                return PAUSED
            frame.next += 1
            self.nodes += 1
            self.profile[self.depth] += 1
            # Compile two copies of `visit`, one of them for sets of one word.
            if frame.words == 1:
                outcome = self.visit(frame, 1)
            else:
                outcome = self.visit(frame, frame.words)
                # A list of a million options takes many milliseconds to read, so pause long before the end of a slice.
                self.read += frame.number * <int64_t>frame.words
                if self.read >= MAX_READ:
                    self.read, until = 0, 0
            if outcome == SOLUTION:
                self.pending = True
                self.found += 1
                return SOLUTION
            if outcome == PAUSED:
                self.depth += 1
                self.make_narrow(frame + 1)
            else:
                self.dead_ends += 1
                self.take_back(frame)

    cdef inline Outcome visit(self, ItemFrame *frame, int32_t words) noexcept nogil:
        """Place option `next` - 1 of *frame*. Return SOLUTION, PAUSED if the search can go deeper, or EXHAUSTED."""
        if not self.put(frame, words):
            self.note_cut(AREAS, self.depth)
            return EXHAUSTED
        if self.covers_all(frame + 1, words) or self.depth + 1 == self.halt:
            return SOLUTION
        if self.sift(frame, words):
            return PAUSED
        self.note_cut(ITEMS, self.depth)
        return EXHAUSTED

    cdef int64_t choose_child(self, int32_t depth, uint64_t *chance, int64_t *visits) noexcept nogil:
        cdef ItemFrame *frame = &self.stack[depth]
        cdef int32_t i = -1, chosen = 0
        visits[0] = 0
        if self.depth != depth:
            return 0
        while True:
            i = frame.loops.next(&self.rows, self.arena + frame.list, frame.number, i + 1, frame.pick)
            if i == frame.number:
                break
            visits[0] += 1
            if shuffled(chance) % <uint64_t>visits[0] == 0:  # so that all options are equally likely
                chosen = i
        frame.next = chosen
        self.start_depth = depth  # so that the engine does not leave this node for the one above
        return visits[0]

    cdef int32_t write_answer(self, int64_t *numbers) noexcept nogil:
        # If no option is pending, the start node is the solution.
        cdef int32_t i, length = self.depth + self.pending
        for i in range(length):
            numbers[i] = self.number(&self.stack[i], self.stack[i].next - 1)
        return length

    def fraction(self):
        cdef ItemFrame *frame = &self.stack[self.start_depth]
        cdef int32_t i, done = 0, every = 0
        for i in range(frame.number):
            if frame.pick >= 0 and has(self.option(frame, i, frame.words), frame.pick):
                every += 1
                done += i < frame.next
        return <double>max(0, done - 1) / max(every, 1)

    def __dealloc__(self):
        free(self.stack)
        free(self.covered)
        free(self.rows.sums)
        free(self.rows.counts)
        free(self.narrow_bit)
        free(self.block)


cdef inline bint has(const uint64_t *items, int32_t item) noexcept nogil:
    return items[item >> 6] >> (item & 63) & 1


cdef inline void put_in(uint64_t *items, int32_t item) noexcept nogil:
    items[item >> 6] |= ONE << (item & 63)


cdef inline void take_out(uint64_t *items, int32_t item) noexcept nogil:
    items[item >> 6] &= ~(ONE << (item & 63))


cdef inline int32_t number_in(const uint64_t *items, int32_t words) noexcept nogil:
    cdef int32_t j, number = 0
    for j in range(words):
        number += bit_count(items[j])
    return number


cdef inline uint64_t narrowed(const uint64_t *items, int32_t words, const int32_t *bits) noexcept nogil:
    """Return a set of items as one word, in which item i has the bit `bits[i]`."""
    cdef uint64_t found = 0, left
    cdef int32_t j
    for j in range(words):
        left = items[j]
        while left:
            found |= ONE << bits[64 * j + lowest_bit(left)]
            left &= left - 1
    return found


cdef inline int64_t aligned(int64_t place) noexcept nogil:
    """Return the index of the first word of an arena, at or after *place*, that begins a cache line (eight words)."""
    return place + 7 & -8


cdef inline uint64_t *first_line(uint64_t *block) noexcept nogil:
    return <uint64_t *>(<size_t>block + 63 & ~<size_t>63)
