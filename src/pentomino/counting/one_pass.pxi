# The transfer matrix: one pass over pairs (node, set), with numbers of any size.


cdef class OnePass(Graph):
    """Levels whose nodes have a set each, and one number: the ways to them."""

    cdef bint begun

    cdef bint begin(self) except? True:
        """Begin, for once: whether there is nothing to cover, or nothing to cover it with."""
        with cython.critical_section(self):
            if self.begun:
                raise RuntimeError("a run counts once")
            self.begun = True
        if self.rules.cells == 0 or self.rules.number_of_moves == 0 or self.table.ends == []:
            return True
        return self.rules.pockets != NULL and not self.rules.pockets[0] & 1

    cdef object trivial_count(self):
        self.progress = 1
        return int(self.rules.cells == 0 and self.table.accepts(0))

    @final
    cdef bint widen(self, Level *level) noexcept nogil:
        """Give the numbers of a level one more word."""
        cdef int32_t limbs = level.limbs
        cdef int64_t i
        cdef uint64_t *ways = <uint64_t *>self.resize(NULL, 0, level.room * (limbs + 1) * 8)
        if ways == NULL:
            return False
        for i in range(level.number):
            memcpy(ways + i * (limbs + 1), level.ways + i * limbs, limbs * 8)
            ways[i * (limbs + 1) + limbs] = 0
        self.release(level.ways, level.room * limbs * 8)
        level.ways = ways
        level.limbs = limbs + 1
        return True

    @final
    cdef bint add_ways(self, Level *to, uint32_t number, const Level *level, uint32_t source) noexcept nogil:
        cdef const uint64_t *summand = level.ways + <int64_t>source * level.limbs
        cdef uint64_t *sum
        cdef uint64_t carry = 0, now
        cdef int32_t k
        while to.limbs < level.limbs:
            if not self.widen(to):
                return False
        sum = to.ways + <int64_t>number * to.limbs
        for k in range(to.limbs):
            now = sum[k] + carry
            carry = now < carry
            if k < level.limbs:
                now += summand[k]
                carry += now < summand[k]
            sum[k] = now
        if carry:
            if not self.widen(to):
                return False
            to.ways[(<int64_t>number + 1) * to.limbs - 1] = 1
        return True

    @final
    cdef bint roll_some(self, int32_t f, int64_t first, int64_t last) noexcept nogil:
        """Add the ways to some nodes to those of their children; False where memory is out."""
        cdef Level *level = &self.levels[f]
        cdef Level *to
        cdef Child *child
        cdef const Move *move
        cdef int64_t i = first
        cdef int32_t n, j, _
        cdef uint32_t number
        cdef uint64_t used
        while i < last:
            n = 0
            while i < last and n < BATCH:
                if level.nodes[i].cell < <uint32_t>self.rules.positions:
                    n += self.expand(&level.nodes[i], f, i, self.children + n)
                i += 1
            for j in range(n):
                child = &self.children[j]
                move = &self.rules.moves[child.move]
                used = level.nodes[child.source].all
                if not advance(move, &used):
                    continue
                if used:
                    child.tag = hashed(child.window, child.cell, used)
                to = &self.levels[child.level]
                if not self.intern(to, child, used, &number):
                    return False
                self.edges += 1
                if number != DEAD:
                    for _ in range(move.weight):
                        if not self.add_ways(to, number, level, child.source):
                            return False
        return True

    def count_in_one_pass(self):
        """The same as `count`, by one pass over all (node, set), with numbers of as many words as it takes."""
        return self.trivial_count() if self.begin() else self.roll()

    cdef object roll(self):
        cdef int32_t f, last = self.rules.cells
        cdef int64_t i, end
        cdef bint enough
        cdef Level *level
        self.exact = True
        for f in range(last + 1):
            self.levels[f].limbs = 1
        self.look_up(self.start())
        self.levels[0].ways[0] = 1
        for f in range(last):
            level = &self.levels[f]
            self.drop_table(level)
            self.look_up(level.number == 0 or self.open_tables(f))
            for i in range(0, level.number, SOME_NODES):
                end = min(i + SOME_NODES, level.number)
                with nogil:
                    enough = self.roll_some(f, i, end)
                self.look_up(enough)
            self.note(f)
            self.progress = <double>(f + 1) / (last + 1)
            self.nodes += level.number
            self.drop_nodes(f)
        level = &self.levels[last]
        self.note(last)
        total = 0
        for i in range(level.number):
            if self.table.accepts(level.nodes[i].all):
                total += sum([int(level.ways[i * level.limbs + f]) << 64 * f for f in range(level.limbs)])
        return total

    cdef int note(self, int32_t f) except -1:
        """Keep a record of a level that is done."""
        if self.levels[f].number:
            self.states.append((f, self.levels[f].number, self.levels[f].entries))
        return 0
