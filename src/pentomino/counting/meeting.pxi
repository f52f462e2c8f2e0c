# Meeting in the middle: lists from both ends, and the join.


cdef class Meeting(ListMaker):
    """Levels whose lists are made from both ends."""

    cdef public double short_lists, early

    def __cinit__(self, *_, **__):
        self.short_lists = 4
        self.early = 0.6

    cdef object meet(self):
        """The total, by lists from both ends."""
        cdef int32_t cut = self.make_lists()
        if cut > self.rules.cells:
            return self.accepted()
        return self.join(cut) if self.levels[self.rules.cells].number else 0

    cdef int32_t make_lists(self) except -1:
        """Make lists from both ends: the first level with backward ones; none, where forward ones reach the end."""
        cdef int32_t front, back = self.rules.cells
        self.look_up(self.start())
        self.seed(0, [0])
        self.expand_level(0)
        self.note(0)
        front = self.go_forward()
        if front <= back:
            self.find_nodes(front)
        if self.marking:
            self.name_edges()
        if front > back:
            return front
        if self.levels[back].number == 0:
            return back
        self.seed(back, self.table.ends)
        self.note(back)
        return self.approach(front, back)

    cdef int name_edges(self) except -1:
        """Put the edges of each node into the order of a walk."""
        return 0

    cdef int32_t go_forward(self) except -1:
        """Make lists and nodes together while lists are short: the first level without lists."""
        cdef int32_t f
        cdef Level *level
        for f in range(1, self.rules.cells + 1):
            level = &self.levels[f]
            self.forward(f, True)
            self.forget(f - self.rules.longest)
            self.expand_level(f)
            if self.table.ends is None or not level.number or f == self.rules.cells:
                continue
            if level.entries >= self.short_lists * level.kept or f >= self.early * self.rules.cells:
                return f + 1
        return self.rules.cells + 1

    cdef int forget(self, int32_t f) except -1:
        """Drop a level that has done its work; walks will need all."""
        if 0 <= f <= self.rules.cells and not self.marking:
            self.drop_lists(f)
            self.drop_nodes(f)
        return 0

    cdef object accepted(self):
        """The total where lists went all the way: the ways with sets that are solutions."""
        cdef Level *level = &self.levels[self.rules.cells]
        cdef int64_t i
        cdef uint64_t used
        total = 0
        for i in range(level.lists[0].length if level.number else 0):
            if self.rules.set_bits < 32:
                used = (<const short_set *>level.lists[0].at)[i]
            else:
                used = (<const long_set *>level.lists[0].at)[i]
            if self.table.accepts(used):
                total += self.ways_with(level, level.lists, used)
        return total

    cdef int32_t approach(self, int32_t front, int32_t back) except -1:
        """Make lists from both ends, the cheaper level first, until they meet: the first level with backward lists."""
        cdef double ahead = -1, behind = -1, bound, done = 0, forward_rate = 1, backward_rate = 1
        while True:
            while front < back and self.levels[front].number == 0:
                front += 1
            while front < back and self.levels[back - 1].number == 0:
                back -= 1
            if front == back:
                return front
            if ahead < 0:
                ahead = self.forward_cost(front)
            if behind < 0:
                behind = bound = 0
                self.survey(back - 1, &bound, &behind)
            self.foresee(front, back, done, min(ahead, behind))
            done += min(ahead, behind)
            if self.prefers_front(front, back, ahead, behind, ahead * forward_rate, behind * backward_rate):
                self.forward(front, False)
                forward_rate = self.levels[front].entries / (ahead + 1)
                self.forget(front - self.rules.longest)
                front += 1
                ahead = -1
            else:
                back -= 1
                self.backward(back)
                backward_rate = self.levels[back].entries / (behind + 1)
                self.forget(back + self.rules.longest)
                behind = -1

    cdef void foresee(self, int32_t front, int32_t back, double done, double cost) noexcept:
        """Guess the shares of the work: the levels left between both ends, and the join, cost as much as the next."""
        cdef int32_t f, levels = 1
        for f in range(front, back):
            levels += self.levels[f].number > 0
        self.share_before = done / (done + levels * cost + 1)
        self.share = cost / (done + levels * cost + 1)

    cdef bint prefers_front(
        self, int32_t front, int32_t back, double ahead, double behind, double ahead_entries, double behind_entries
    ) except? True:
        """Whether to go on at the front: it costs less, or else would not fit into memory.

        A level is expected to have as many entries for its cost as the one before had.
        """
        cdef double room = <double>(self.limit - self.held), sets = 2.0 ** self.rules.set_bits
        cdef double entry = 4 if self.rules.set_bits < 32 else 8
        cdef double ahead_bytes, behind_bytes
        entry += 8 if self.marking else 4
        ahead_bytes = min(ahead_entries, sets * self.levels[front].number) * entry
        behind_bytes = min(behind_entries, sets * self.levels[back - 1].number) * entry
        if (ahead_bytes < room) != (behind_bytes < room):
            return ahead_bytes < room
        if min(ahead_bytes, behind_bytes) > 1.25 * room:
            self.wanted = <int64_t>min(ahead_bytes, behind_bytes)
            self.look_up(False)
        return ahead <= behind

    cdef object join(self, int32_t cut):
        """The total: over the edges that cross the cut, the ways to their source times those from their target."""
        cdef int32_t f, first = max(0, cut - self.rules.longest)
        cdef int32_t last = min(cut + self.rules.longest, self.rules.cells + 1)
        cdef double by_source = 0, by_target = 0, most_before = 0, most_behind = 0, bound = 0, cost = 0
        cdef Worker worker
        cdef int32_t weight = 1, width
        cdef bint enough
        for f in range(self.rules.number_of_moves):
            weight = max(weight, self.rules.moves[f].weight)
        for f in range(first, cut):
            self.weigh(f, cut, &by_source, &by_target)
            most_before = max(most_before, self.levels[f].most)
        for f in range(cut, last):
            by_target += self.levels[f].entries
            most_behind = max(most_behind, self.levels[f].most)
        if (by_source + by_target) * most_before * most_behind * weight > 0.9 * 256.0 ** HUGE_BYTES:
            raise _TooLarge()
        self.cut = cut
        self.by_target = by_target < by_source
        for f in range(cut if self.by_target else first, last if self.by_target else cut):
            if self.levels[f].lists == NULL or self.levels[f].number == 0:
                continue
            if self.by_target:
                with nogil:
                    enough = self.collect(f, cut, &bound, &cost)
                self.look_up(enough)
            width = max(8, self.levels[f].width)
            self.share_out(JOIN, f, width, by_target if self.by_target else by_source)
            if self.by_target:
                self.forget_in_edges(self.levels[f].number)
        self.progress = 1
        total = 0
        for worker in self.workers:
            total += int(upper_half(worker.total)) << 64 | int(<uint64_t>worker.total)
        return total

    cdef void weigh(self, int32_t f, int32_t cut, double *by_source, double *by_target) noexcept nogil:
        """Add up the entries that a join reads, with the lists of one side or the other held still."""
        cdef Level *level = &self.levels[f]
        cdef Level *to
        cdef int64_t u, k
        if level.lists == NULL:
            return
        by_source[0] += level.entries
        for u in range(level.number):
            for k in range(level.first_edge[u], level.first_edge[u + 1]):
                if f + self.rules.moves[level.moves[k]].cells >= cut:
                    to = &self.levels[f + self.rules.moves[level.moves[k]].cells]
                    by_source[0] += to.lists[level.targets[k]].length
                    by_target[0] += level.lists[u].length
