# The list engine: its table and its search.
#
# Owns: the shapes and the options of the table; the stack and the occupied cells of the search. Touches: the counts
# of `Search`. Always holds: a table never changes once it is made; `occupied` are the cells covered at the start and
# those of the options that are placed.

cdef struct OptionWord:
    uint64_t bits
    int32_t at        # of the lowest bit, from the first cell of the option on


cdef class ListTable:
    """An exact cover compiled for the list engine; immutable.

    `ListTable(cells, shapes, sizes, least, most, places=None, seed=None, tick=None, claim=None)`:

    - *cells*: the number of cells. They are numbered from 0 and covered in that order.
    - *shapes*: (cells covered, piece, copies used).
    - *sizes*, *least*, *most*: the size of each piece, and the least and the most number of its copies. In a quotient
      a shape may cover fewer cells than the size of its copies; there the *area* of the search counts.
    - *places*: for each shape an integer; for each bit n that is set, the shape moved on by n cells is an option. These
      options are numbered in the order of their first cells, and then in the order in which they are tried. Without
      *places*, each shape is one option and has the same number.
    - *seed*: options with the same first cell are tried in an order that follows from it; without it, in the order of
      their shapes.
    - *tick*: called every few milliseconds; it may raise.
    - *claim*: called with the bytes of the table, which are `held`, and of a search, which are `search_bytes`, before
      most of them are allocated; it may raise.
    """

    cdef readonly int32_t cells
    cdef readonly int32_t options
    cdef readonly int64_t held
    cdef int32_t number_of_shapes
    cdef bint moved           # shapes are options in several places
    cdef Copies copies
    cdef int32_t *first_option  # of each cell
    cdef int32_t *shape       # of each option, by first cell and then in the order of trial
    cdef int32_t *part_at     # of each shape: its first part
    cdef OptionWord *parts
    cdef int32_t *first_cell  # of each shape: its first cell, as it is
    cdef int32_t *owner
    cdef int32_t *uses        # of each shape: the copies of its piece

    def __cinit__(self, int32_t cells, shapes, sizes, least, most, places=None, seed=None, tick=None, claim=None):
        if cells < 0:
            raise ValueError("the number of cells is negative")
        check_owners([owner for _, owner, _ in shapes], len(shapes), len(sizes))
        self.cells = cells
        self.copies = Copies(sizes, least, most)
        self.read_shapes(shapes, tick)
        self.moved = places is not None
        checked = self.checked(shapes, places if self.moved else [1] * len(shapes), tick)
        self.file_options(checked, tick, claim, seed is not None)
        if seed is not None:
            self.shuffle(seed, tick)

    cdef void read_shapes(self, shapes, tick) except *:
        cdef int32_t i, cell, at = 0
        cdef size_t most = sum([len(covered) for covered, _, _ in shapes])
        self.number_of_shapes = len(shapes)
        self.part_at = <int32_t *>allocate(len(shapes) + 1, sizeof(int32_t))
        self.parts = <OptionWord *>allocate(most, sizeof(OptionWord))
        self.first_cell = <int32_t *>allocate(len(shapes), sizeof(int32_t))
        self.owner = <int32_t *>allocate(len(shapes), sizeof(int32_t))
        self.uses = <int32_t *>allocate(len(shapes), sizeof(int32_t))
        for i, (covered, owner, uses) in enumerate(shapes):
            self.part_at[i] = at
            self.owner[i] = owner
            self.uses[i] = uses
            self.first_cell[i] = min(covered) if covered else 0
            for cell in sorted(covered):
                cell -= self.first_cell[i]
                if at == self.part_at[i] or cell >= self.parts[at - 1].at + 64:
                    self.parts[at].at = cell
                    at += 1
                self.parts[at - 1].bits |= ONE << (cell - self.parts[at - 1].at)
            if i % MANY == 0:
                look_at(tick)
        self.part_at[len(shapes)] = at

    cdef list checked(self, shapes, places, tick):
        """Return the places of the shapes as bytes. Raise `ValueError` if an option covers no cell, or one beyond."""
        cdef int32_t i
        found = []
        for i, ((covered, _, _), of_shape) in enumerate(zip(shapes, places, strict=True)):
            if not len(covered) or min(covered) < 0 or max(covered) + of_shape.bit_length() > self.cells:
                raise ValueError("an option must cover some cells, all among those of the table")
            found.append(of_shape.to_bytes(of_shape.bit_length() // 8 + 1, "little"))
            if i % MANY == 0:
                look_at(tick)
        return found

    @property
    def search_bytes(self):
        return (self.cells + 2) * <int64_t>(sizeof(ListFrame) + (1 + CUTS) * sizeof(int64_t)) + self.cells // 8 + 16

    cdef int64_t bytes_of_lists(self, int64_t lists) noexcept:
        """Return the bytes of the table with *lists* lists of all options."""
        cdef int64_t shapes = self.number_of_shapes, cells = self.cells
        cdef int64_t parts = self.part_at[shapes] * <int64_t>sizeof(OptionWord)
        return parts + <int64_t>sizeof(int32_t) * (4 * shapes + cells + lists * self.options)

    cdef void file_options(self, places, tick, claim, bint to_shuffle) except *:
        """File the options by first cell (counting sort): count those of each cell, then write them."""
        cdef int64_t total = 0
        cdef int32_t cell
        # Counted two places on, options are filed by the place behind their cell, which ends where the next begins.
        self.first_option = <int32_t *>allocate(self.cells + 2, sizeof(int32_t))
        self.go_through(places, tick, self.first_option + 2)
        for cell in range(self.cells):
            total += self.first_option[cell + 2]
        if total > <int64_t>0x7FFFFFFF:
            raise MemoryError("there are too many options")
        self.options = total
        if claim is not None:
            claim(self.bytes_of_lists(4 if to_shuffle else 1) + self.search_bytes)
        self.held = self.bytes_of_lists(1)
        self.shape = <int32_t *>allocate(self.options, sizeof(int32_t))
        for cell in range(self.cells):
            self.first_option[cell + 2] += self.first_option[cell + 1]
        self.go_through(places, tick, self.first_option + 1)

    cdef void go_through(self, places, tick, int32_t *next_of) except *:
        """Move on the entry of *next_of* of its first cell, for each option. Once there is a list, write it there."""
        cdef int32_t i, at, cell
        cdef unsigned char byte
        cdef const unsigned char *bytes_of
        cdef int64_t done = 0
        for i, of_shape in enumerate(places):
            bytes_of = of_shape
            for at in range(<int32_t>len(of_shape)):
                byte = bytes_of[at]
                while byte:
                    cell = self.first_cell[i] + 8 * at + lowest_bit(byte)
                    if self.shape:
                        self.shape[next_of[cell]] = i
                    next_of[cell] += 1
                    byte &= byte - 1
                    done += 1
            done += 8
            if done >= FILED:
                done = 0
                look_at(tick)

    cdef void shuffle(self, seed, tick) except *:
        """Shuffle all options (Fisher-Yates), and take those of each cell in the order in which they come then."""
        cdef uint64_t state = seed
        cdef int32_t i, j, cell
        cdef int32_t *order = <int32_t *>allocate(self.options, sizeof(int32_t))
        cdef int32_t *cell_of = <int32_t *>allocate(self.options, sizeof(int32_t))
        cdef int32_t *old = self.shape
        cdef int32_t *next_of = <int32_t *>allocate(self.cells, sizeof(int32_t))
        self.shape = <int32_t *>allocate(self.options, sizeof(int32_t))
        try:
            for cell in range(self.cells):
                next_of[cell] = self.first_option[cell]
                for i in range(self.first_option[cell], self.first_option[cell + 1]):
                    order[i] = i
                    cell_of[i] = cell
            for i in range(self.options - 1, 0, -1):
                j = shuffled(&state) % <uint64_t>(i + 1)
                order[i], order[j] = order[j], order[i]
                if i % FILED == 0:
                    look_at(tick)
            for i in range(self.options):
                cell = cell_of[order[i]]
                self.shape[next_of[cell]] = old[order[i]]
                next_of[cell] += 1
        finally:
            free(order)
            free(cell_of)
            free(old)
            free(next_of)

    cdef int32_t cell_of(self, int32_t option) noexcept nogil:
        """Return the first cell of an option, by bisection."""
        cdef int32_t low = 0, high = self.cells, middle
        while high - low > 1:
            middle = (low + high) // 2
            if self.first_option[middle] <= option:
                low = middle
            else:
                high = middle
        return low

    def place(self, int32_t option):
        """Return the first cell and the shape of the option of a number, if shapes have places.

        Raise `IndexError` if there is no such option.
        """
        if not 0 <= option < self.options:
            raise IndexError("there is no such option")
        return self.cell_of(option), self.shape[option]

    cpdef int32_t option(self, int32_t cell, int32_t shape) except -1:
        """Return the number of the option with a first cell and a shape. Raise `KeyError` if there is none."""
        cdef int32_t i
        if 0 <= cell < self.cells:
            for i in range(self.first_option[cell], self.first_option[cell + 1]):
                if self.shape[i] == shape:
                    return i
        raise KeyError((cell, shape))

    def __dealloc__(self):
        free(self.first_option)
        free(self.shape)
        free(self.part_at)
        free(self.parts)
        free(self.first_cell)
        free(self.owner)
        free(self.uses)


cdef struct ListFrame:
    int32_t cell      # the first empty cell
    int32_t next      # the option to go on with
    bint childless    # no option has been placed here yet
    int32_t chosen    # the option placed here


cdef class ListSearch(Search):
    """A search over a `ListTable`: placement numbers are option numbers, in the order of their first cells.

    `ListSearch(table, area, covered=0, used=None)`: *area* is the sum of the sizes of all pieces of a solution that are
    still to be placed; bit c of *covered* is set if cell c is covered already; *used* are the copies of each piece
    that cover these.
    """

    cdef ListTable table
    cdef uint64_t *occupied
    cdef ListFrame *stack
    cdef bint pending         # the piece at `depth` is on the board: it completed a solution

    def __cinit__(self, ListTable table not None, int64_t area, covered=0, used=None):
        # One word more than the cells take, as 64 cells from any cell on are read from two words.
        cdef int32_t i, words = table.cells // 64 + 2
        self.table = table
        self.begin(table.copies, used, area)
        self.occupied = <uint64_t *>allocate(words, sizeof(uint64_t))
        taken = (covered & ((1 << int(table.cells)) - 1)).to_bytes(8 * words, "little")
        cdef const unsigned char *bytes_of = taken
        for i in range(8 * words):
            self.occupied[i >> 3] |= <uint64_t>bytes_of[i] << (8 * (i & 7))
        self.stack = <ListFrame *>allocate(table.cells + 2, sizeof(ListFrame))
        self.allocate_profile(table.cells + 2)
        self.start_at(())

    cdef void start_at(self, numbers) except *:
        cdef int32_t option
        cdef ListFrame *frame = self.stack
        if self.pending:
            self.take_back(&self.stack[self.depth])
        while self.depth > 0:
            self.depth -= 1
            self.take_back(&self.stack[self.depth])
        self.pending = False
        self.move_to_first_empty(frame, 0)
        for number in numbers:
            option = number
            if not self.table.moved and 0 <= option < self.table.options:
                option = self.table.option(self.table.first_cell[option], option)
            if not self.follows(option, frame.cell):
                raise ValueError("these placements do not follow one another")
            self.put(frame, option)
            self.depth += 1
            self.move_to_first_empty(frame + 1, frame.cell)
            frame += 1
        self.start_depth = self.depth
        self.complete = frame.cell == self.table.cells and self.owed_cells == 0

    cdef bint follows(self, int32_t option, int32_t cell) noexcept nogil:
        """Return whether an option can be placed at the first empty cell."""
        if cell == self.table.cells or not self.table.first_option[cell] <= option < self.table.first_option[cell + 1]:
            return False
        return self.option_fits(option, cell)

    cdef inline void move_to_first_empty(self, ListFrame *frame, int32_t cell) noexcept nogil:
        """Move *frame* to the first empty cell from *cell* on."""
        # The number behind the last cell is never occupied, so the loop ends.
        cdef int32_t word = cell >> 6
        cdef uint64_t empty = ~self.occupied[word] & (ALL << (cell & 63))
        while empty == 0:
            word += 1
            empty = ~self.occupied[word]
        frame.cell = word * 64 + lowest_bit(empty)
        frame.childless = True
        if frame.cell < self.table.cells:
            frame.next = self.table.first_option[frame.cell]

    cdef inline bint option_fits(self, int32_t option, int32_t cell) noexcept nogil:
        cdef int32_t i, shape = self.table.shape[option], at
        cdef uint64_t seen
        if self.left[self.table.owner[shape]] < self.table.uses[shape]:
            return False
        for i in range(self.table.part_at[shape], self.table.part_at[shape + 1]):
            at = cell + self.table.parts[i].at
            # The 64 cells from *at* on. Two shifts stand for one by 64 - at % 64, which C does not define if it is 64.
            seen = self.occupied[at >> 6] >> (at & 63) | self.occupied[(at >> 6) + 1] << 1 << (63 - (at & 63))
            if seen & self.table.parts[i].bits:
                return False
        return True

    cdef inline void flip(self, int32_t option, int32_t cell) noexcept nogil:
        # An option covers empty cells only, so the same XOR places it and takes it back.
        cdef int32_t i, shape = self.table.shape[option], at
        for i in range(self.table.part_at[shape], self.table.part_at[shape + 1]):
            at = cell + self.table.parts[i].at
            self.occupied[at >> 6] ^= self.table.parts[i].bits << (at & 63)
            self.occupied[(at >> 6) + 1] ^= self.table.parts[i].bits >> 1 >> (63 - (at & 63))

    cdef inline bint put(self, ListFrame *frame, int32_t option) noexcept nogil:
        """Place an option. Return whether the cells left can hold the copies still owed."""
        cdef int32_t shape = self.table.shape[option]
        frame.chosen = option
        self.flip(option, frame.cell)
        return self.use_up(self.table.owner[shape], self.table.uses[shape])

    cdef inline void take_back(self, ListFrame *frame) noexcept nogil:
        cdef int32_t shape = self.table.shape[frame.chosen]
        self.flip(frame.chosen, frame.cell)
        self.give_back(self.table.owner[shape], self.table.uses[shape])

    cdef Outcome advance(self, int64_t until) noexcept nogil:
        cdef int32_t depth = self.depth, option
        cdef ListFrame *frame = &self.stack[depth]
        if self.complete:
            self.complete = False
            frame.childless = False
            self.found += 1
            return SOLUTION
        if self.pending:
            self.pending = False
            self.take_back(frame)
        while True:
            if frame.cell == self.table.cells or frame.next == self.table.first_option[frame.cell + 1]:
                self.dead_ends += frame.childless
                frame.childless = False
                if depth == self.start_depth:
                    self.depth = depth
                    return EXHAUSTED
                depth -= 1
                frame -= 1
                self.take_back(frame)
                continue
            if self.nodes >= until:
                self.depth = depth
                return PAUSED
            option = frame.next
            frame.next += 1
            self.nodes += 1
            self.profile[depth] += 1
            if not self.option_fits(option, frame.cell):
                continue
            frame.childless = False
            if not self.put(frame, option):
                self.note_cut(AREAS, depth)
                self.take_back(frame)
                continue
            self.move_to_first_empty(frame + 1, frame.cell)
            if frame[1].cell == self.table.cells or depth + 1 == self.halt:
                self.depth = depth
                self.pending = True
                self.found += 1
                return SOLUTION
            depth += 1
            frame += 1

    cdef int64_t choose_child(self, int32_t depth, uint64_t *chance, int64_t *visits) noexcept nogil:
        cdef ListFrame *frame = &self.stack[depth]
        cdef int32_t option, chosen = 0
        cdef int64_t children = 0
        visits[0] = 0
        if self.depth != depth or frame.cell == self.table.cells:
            return 0
        # The engine counts each option that it tries, whether it fits or not.
        visits[0] = self.table.first_option[frame.cell + 1] - self.table.first_option[frame.cell]
        for option in range(self.table.first_option[frame.cell], self.table.first_option[frame.cell + 1]):
            if self.option_fits(option, frame.cell):
                children += 1
                if shuffled(chance) % <uint64_t>children == 0:  # so that each is as likely to stay
                    chosen = option
        frame.next = chosen
        self.start_depth = depth  # so that the engine does not leave this node for the one above
        return children

    cdef int32_t write_answer(self, wide_window *numbers) noexcept nogil:
        # Without a piece pending, the node where the search started was itself the solution.
        cdef int32_t i, chosen, length = self.depth + self.pending
        for i in range(length):
            chosen = self.stack[i].chosen
            numbers[i] = chosen if self.table.moved else self.table.shape[chosen]
        return length

    def reached(self):
        cdef int32_t i
        if not self.table.moved:
            return None
        return (*[self.stack[i].chosen for i in range(self.depth)], self.stack[self.depth].next)

    def fraction(self):
        cdef ListFrame *frame = &self.stack[self.start_depth]
        cdef int32_t start, number
        if frame.cell >= self.table.cells:
            return 0.0
        start = self.table.first_option[frame.cell]
        number = self.table.first_option[frame.cell + 1] - start
        return <double>max(0, frame.next - start - 1) / max(number, 1)

    def __dealloc__(self):
        free(self.occupied)
        free(self.stack)
