# The placements of a puzzle in a list, which gives them numbers.
#
# Owns: the places of the shapes. Touches nothing else. Always holds: a table never changes once it is made.


cdef class ListTable:
    """The placements of a puzzle that no window holds, numbered; immutable.

    `ListTable(cells, shapes, places, seed=None, tick=None, claim=None)`:

    - *cells*: the number of cells, which are numbered from 0.
    - *shapes*: the cells that each shape covers.
    - *places*: for each shape an integer; for each bit n that is set, the shape moved on by n cells is an option.
      Options are numbered in the order of their first cells, and then in the order of their shapes.
    - *seed*: options with the same first cell are numbered in an order that follows from it.
    - *tick*: called every few milliseconds; it may raise.
    - *claim*: called with the bytes of the table, which are `held`, before most of them are allocated; it may raise.
    """

    cdef readonly int32_t cells
    cdef readonly int32_t options
    cdef readonly int64_t held
    cdef int32_t *first_option  # of each cell
    cdef int32_t *shape       # of each option
    cdef int32_t *first_cell  # of each shape: its first cell, as it is

    def __cinit__(self, int32_t cells, shapes, places, seed=None, tick=None, claim=None):
        cdef int32_t i
        if cells < 0:
            raise ValueError("the number of cells is negative")
        self.cells = cells
        checked = self.checked(shapes, places, tick)
        self.first_cell = <int32_t *>allocate(len(shapes), sizeof(int32_t))
        for i, covered in enumerate(shapes):
            self.first_cell[i] = min(covered)
        self.file_options(checked, tick, claim, seed is not None)
        if seed is not None:
            self.shuffle(seed, tick)

    cdef list checked(self, shapes, places, tick):
        """Return the places of the shapes as bytes. Raise `ValueError` if an option covers no cell, or one beyond."""
        cdef int32_t i
        found = []
        for i, (covered, of_shape) in enumerate(zip(shapes, places, strict=True)):
            if not len(covered) or min(covered) < 0 or max(covered) + of_shape.bit_length() > self.cells:
                raise ValueError("an option must cover some cells, all among those of the table")
            found.append(of_shape.to_bytes(of_shape.bit_length() // 8 + 1, "little"))
            if i % MANY == 0:
                look_at(tick)
        return found

    cdef int64_t bytes_of_lists(self, int64_t shapes, int64_t lists) noexcept:
        """Return the bytes of the table with *lists* lists of all options."""
        return <int64_t>sizeof(int32_t) * (shapes + self.cells + lists * self.options)

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
            claim(self.bytes_of_lists(len(places), 4 if to_shuffle else 1))
        self.held = self.bytes_of_lists(len(places), 1)
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
        """Return the first cell and the shape of the option of a number.

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
        free(self.first_cell)
