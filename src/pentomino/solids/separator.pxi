# Taking apart: find the fewest moves along the axes after which some pieces can leave the others.
#
# A place consists of the positions of all pieces of the group, relative to its first piece. No two pieces of a place
# share a cell.

from libc.limits cimport INT_MAX
from libc.stdint cimport int16_t
from libc.stdlib cimport qsort, realloc
from libc.string cimport memcmp

cdef enum:
    MAX_PARTS = 64    # the maximum number of pieces, as a group is a word
    LOOK = 1 << 16     # pieces moved or measured between two checks of signals and clock: some milliseconds
    SMALL = 1 << 12    # the number of places up to which no memory is claimed
    KNOWN_BITS = 14    # steps are kept for up to 2^14 relative positions

cdef int32_t FAR = INT_MAX   # a distance without any piece in the way

# Along an axis, a piece consists of runs of cells. A cell is a number with LANE bits for each coordinate, the one along
# the axis last. Sums of two coordinates need fewer bits, so cells can be added like numbers.
cdef enum:
    LANE = 17
    AXIS_BITS = 14     # bits of the distance of two pieces along an axis

cdef struct Part:
    int32_t[3] sides     # the lengths of its bounding box
    int32_t[3] runs      # the number of runs along each axis
    int64_t* begin[3]    # the first cell of each run, in order
    int64_t* end[3]      # the last cell of each run

cdef inline int64_t lane(int32_t p, int32_t q, int32_t along) noexcept nogil:
    return (<int64_t>p * (1 << LANE) + q) * (1 << LANE) + along

cdef int in_order(const void *one, const void *other) noexcept nogil:
    cdef int64_t a = (<const int64_t *>one)[0], b = (<const int64_t *>other)[0]
    return (a > b) - (a < b)

cdef struct Known:
    int64_t key        # two pieces, an axis, and their relative position; 0 for an empty slot
    int32_t steps

cdef struct Leave:
    uint64_t group     # 0 if no pieces can leave
    int axis
    int sign


cdef class Separator:
    """`Separator(pieces, axes)` finds the moves that separate pieces, which are sequences of cells with 3 coordinates.

    Pieces move along *axes*, numbered from 0. `seen` is the number of arrangements that all searches have seen. One
    thread may use a separator at a time.
    """

    cdef int32_t parts
    cdef int32_t axes
    cdef bint busy
    cdef int[3] axis
    cdef Part *part
    cdef Known *known          # recent steps, each in the slot of its key
    # The search under way. All groups are words whose bits are indices into `member`.
    cdef int32_t size          # the number of pieces of the group
    cdef int32_t *member       # the pieces of the group
    cdef uint64_t whole        # the whole group
    cdef int32_t *steps        # for each axis and pair of pieces, the steps that are free at the current place
    cdef uint64_t *pushed      # for each piece, the pieces that must move along if it moves
    cdef uint64_t *pushing     # for each piece, the pieces that push it: it must move if they move
    cdef int16_t *places       # the places seen
    cdef int32_t *parent       # by place: the place from which it was reached
    cdef int32_t *slots        # a hash table of the places, numbered from 1
    cdef int64_t places_made, room, mask, work
    cdef int64_t earlier       # the number of places of earlier searches
    cdef object tick
    cdef object claim

    def __cinit__(self, pieces, axes):
        cdef int32_t i
        self.parts = len(pieces)
        if self.parts > MAX_PARTS:
            raise ValueError(f"there are more than {MAX_PARTS} pieces")
        self.axes = len(axes)
        for i in range(self.axes):
            self.axis[i] = axes[i]
        self.part = <Part *>allocate(self.parts, sizeof(Part))
        self.known = <Known *>allocate(1 << KNOWN_BITS, sizeof(Known))
        self.member = <int32_t *>allocate(self.parts, sizeof(int32_t))
        self.steps = <int32_t *>allocate(self.parts * self.parts * 3, sizeof(int32_t))
        self.pushed = <uint64_t *>allocate(self.parts, sizeof(uint64_t))
        self.pushing = <uint64_t *>allocate(self.parts, sizeof(uint64_t))
        for i, cells in enumerate(pieces):
            self.add_piece(&self.part[i], cells)

    cdef void add_piece(self, Part *part, cells) except *:
        cdef int64_t number = len(cells), k
        cdef int64_t *keys
        cdef int32_t a
        cdef int32_t[3] at
        cdef int64_t[3] low, high
        for a in range(3):
            part.begin[a] = <int64_t *>allocate(number, sizeof(int64_t))
            part.end[a] = <int64_t *>allocate(number, sizeof(int64_t))
            for k in range(number):
                part.end[a][k] = cells[k][a]
            low[a] = high[a] = part.end[a][0]
            for k in range(number):
                low[a] = min(low[a], part.end[a][k])
                high[a] = max(high[a], part.end[a][k])
            part.sides[a] = <int32_t>(high[a] - low[a] + 1)
        for k in range(number):
            for a in range(3):
                at[a] = <int32_t>(part.end[a][k] - low[a])
            for a in range(3):
                part.begin[a][k] = lane(at[(a + 1) % 3], at[(a + 2) % 3], at[a])
        for a in range(3):
            keys = part.begin[a]
            qsort(keys, number, sizeof(int64_t), in_order)
            for k in range(number):
                if k == 0 or keys[k] != part.end[a][part.runs[a] - 1] + 1:
                    keys[part.runs[a]] = keys[k]
                    part.runs[a] += 1
                part.end[a][part.runs[a] - 1] = keys[k]

    @property
    def seen(self):
        return self.earlier + self.places_made

    def separate(self, group, positions, tick=None, claim=None):
        """Find the fewest moves after which some pieces of *group* can leave the others by one more move.

        *positions* contains the lower corner of each piece of *group*. Return None if the pieces cannot be separated,
        otherwise a tuple: the positions before, between and after the moves, each as a list with the coordinates of
        each piece; the pieces that leave, as indices into *group*; and the axis and the sign of the direction in which
        they leave. *tick* is called every few milliseconds, *claim* with the number of bytes that the search needs;
        both may raise an exception.
        """
        cdef int64_t i, at = 0
        cdef int32_t k
        cdef Leave leave
        with cython.critical_section(self):
            if self.busy:
                raise RuntimeError("this separator is running in another thread")
            self.busy = True
        try:
            self.tick, self.claim = tick, claim
            self.begin(group, positions)
            while at < self.places_made:
                self.measure(self.places + at * 3 * self.size)
                leave = self.leaving()
                if leave.group:
                    path = []
                    i = at
                    while i >= 0:
                        path.append(self.place(i))
                        i = self.parent[i]
                    out = [k for k in range(self.size) if leave.group >> k & 1]
                    return path[::-1], out, leave.axis, leave.sign
                self.spread(at)
                at += 1
            return None
        finally:
            self.end()
            self.tick = self.claim = None
            with cython.critical_section(self):
                self.busy = False

    cdef void begin(self, group, positions) except *:
        cdef int32_t i, a
        cdef int16_t *first
        self.size = len(group)
        self.whole = ALL >> (64 - self.size)
        for i in range(self.size):
            self.member[i] = group[i]
        self.grow()
        first = self.places
        for i in range(self.size):
            for a in range(3):
                first[3 * i + a] = positions[i][a] - positions[0][a]
        self.add(-1)

    cdef void end(self) noexcept:
        free(self.places)
        free(self.parent)
        free(self.slots)
        self.places = NULL
        self.parent = NULL
        self.slots = NULL
        self.room = 0
        self.earlier += self.places_made
        self.places_made = 0

    cdef list place(self, int64_t at):
        cdef int16_t *found = self.places + at * 3 * self.size
        cdef int32_t i
        return [(found[3 * i], found[3 * i + 1], found[3 * i + 2]) for i in range(self.size)]

    # ---------------------------------------------------------------------------------------------------- places seen

    cdef void grow(self) except *:
        cdef int64_t room = max(64, 2 * self.room), i
        cdef int32_t *slots
        cdef void *block
        if room > INT_MAX:
            raise MemoryError()
        if self.claim is not None and room > SMALL:
            self.claim(room * (<int64_t>sizeof(int16_t) * 3 * self.size + 3 * <int64_t>sizeof(int32_t)))
        block = realloc(self.places, room * 3 * self.size * sizeof(int16_t))
        if block == NULL:
            raise MemoryError()
        self.places = <int16_t *>block
        block = realloc(self.parent, room * sizeof(int32_t))
        if block == NULL:
            raise MemoryError()
        self.parent = <int32_t *>block
        slots = <int32_t *>allocate(2 * room, sizeof(int32_t))
        free(self.slots)
        self.slots = slots
        self.room = room
        self.mask = 2 * room - 1
        for i in range(self.places_made):
            self.slots[self.slot(i)] = i + 1

    cdef int64_t slot(self, int64_t at) noexcept nogil:
        """Return the slot of the hash table with a place equal to place *at*, or the free slot where it belongs."""
        cdef int32_t length = 3 * self.size, i
        cdef int16_t *place = self.places + at * length
        cdef uint64_t mixed = 0, word
        cdef int64_t k
        i = 3  # the first piece is always at the origin
        while i < length:
            word = 0
            memcpy(&word, place + i, min(length - i, 4) * sizeof(int16_t))
            mixed = (mixed ^ word) * <uint64_t>0x9E3779B97F4A7C15
            mixed ^= mixed >> 29
            i += 4
        k = <int64_t>(mixed >> 20) & self.mask
        while self.slots[k] and memcmp(place, self.places + (self.slots[k] - 1) * <int64_t>length, 2 * length):
            k = k + 1 & self.mask
        return k

    cdef void add(self, int64_t parent) noexcept nogil:
        """Keep the place that was written after the last place, unless it was seen before. There must be room."""
        cdef int64_t k = self.slot(self.places_made)
        if not self.slots[k]:
            self.parent[self.places_made] = <int32_t>parent
            self.places_made += 1
            self.slots[k] = <int32_t>self.places_made

    # ----------------------------------------------------------------------------------------------------- free steps

    cdef inline int count_work(self) except -1:
        self.work += self.size
        if self.work >= LOOK:
            self.work = 0
            look_at(self.tick)
        return 0

    cdef int measure(self, const int16_t *place) except -1:
        """Write to `steps`, by axis and pair of pieces, the steps that the first may move before it hits the second."""
        cdef int32_t i, j, a
        cdef int32_t[3] by
        cdef int32_t *steps
        self.count_work()
        for i in range(self.size):
            for j in range(self.size):
                if i != j:
                    for a in range(3):
                        by[a] = place[3 * i + a] - place[3 * j + a]
                    steps = self.steps + i * self.size + j
                    for a in range(self.axes):
                        steps[a * self.size * self.size] = self.free_steps(
                            self.member[i], self.member[j], self.axis[a], by
                        )
        return 0

    cdef inline int32_t free_steps(self, int32_t i, int32_t j, int axis, const int32_t *by) noexcept:
        """Return how many steps piece *i*, at offset *by* from *j*, can move up *axis* before it hits *j*, or FAR."""
        cdef int32_t *mine = self.part[i].sides
        cdef int32_t *its = self.part[j].sides
        cdef Known *known
        cdef int64_t key = (1 + i * self.parts + j) * 3 + axis
        cdef int32_t b, more = 0, low, along
        for b in range(3):
            low = -mine[b] + (b != axis)  # on the axis, a piece that ends where the other begins is blocked by it
            along = by[b]
            if along >= its[b]:
                return FAR
            if along < low:
                if b != axis:
                    return FAR
                more = low - along
                along = low
            key = (key << AXIS_BITS) + along - low
        known = self.known + (<uint64_t>key * <uint64_t>0x9E3779B97F4A7C15 >> (64 - KNOWN_BITS))
        if known.key != key:
            known.key = key
            known.steps = self.meeting(i, j, axis, by, more)
        return FAR if known.steps == FAR else known.steps - 1 + more

    cdef int32_t meeting(self, int32_t i, int32_t j, int axis, const int32_t *by, int32_t more) noexcept:
        """Return 1 + the steps until piece *i*, at offset *by* from *j* plus *more* steps, hits *j*, or FAR."""
        cdef Part *mine = &self.part[i]
        cdef Part *its = &self.part[j]
        cdef int64_t *begin = its.begin[axis]
        cdef int64_t *last = begin + its.runs[axis]
        cdef int64_t shift = lane(by[(axis + 1) % 3], by[(axis + 2) % 3], by[axis] + more)
        cdef int64_t least = 1 << (LANE - 1), end, way  # a larger difference is between cells of different lines
        cdef int32_t k
        for k in range(mine.runs[axis]):
            end = mine.end[axis][k] + shift
            while begin < last and begin[0] <= end:
                begin += 1
            if begin == last:
                break
            way = begin[0] - end
            if way < least:
                least = way
        return FAR if least == 1 << (LANE - 1) else <int32_t>least

    cdef void close(self, int32_t a, int32_t steps) noexcept nogil:
        """Set `pushed` and `pushing`, the pieces that must move up axis *a* together by *steps* (S. Warshall, 1962)."""
        cdef int32_t n = self.size, i, j
        cdef int32_t *free_steps = self.steps + a * n * n
        cdef uint64_t those
        for i in range(n):
            those = ONE << i
            for j in range(n):
                if i != j and free_steps[i * n + j] < steps:
                    those |= ONE << j
            self.pushed[i] = those
        for j in range(n):
            for i in range(n):
                if self.pushed[i] >> j & 1:
                    self.pushed[i] |= self.pushed[j]
        for i in range(n):
            those = 0
            for j in range(n):
                those |= (self.pushed[j] >> i & 1) << j
            self.pushing[i] = those

    cdef Leave leaving(self) noexcept nogil:
        """Return the smallest group of pieces that can leave the others in one straight move.

        Among groups of equal size, prefer the first axis, then down over up, then the first piece.
        """
        cdef Leave best
        cdef int32_t a, i, sign, size, least = self.size
        cdef uint64_t group
        best.group, best.axis, best.sign = 0, 0, 0
        for a in range(self.axes):
            self.close(a, FAR)
            for sign in range(-1, 2, 2):
                for i in range(self.size):
                    group = self.pushing[i] if sign < 0 else self.pushed[i]
                    size = bit_count(group)
                    if size < least:
                        least = size
                        best.group, best.axis, best.sign = group, self.axis[a], sign
        return best

    # --------------------------------------------------------------------------------------------------------- moves

    cdef int spread(self, int64_t at) except -1:
        """Add the places that one move from place *at* leads to: some pieces go the same number of steps up an axis.

        Moves down an axis need not be tried, as each is equivalent to a move of all other pieces up the axis.
        """
        cdef int32_t a, i, steps, n = self.size
        cdef int32_t *free_steps
        cdef int32_t longest
        for a in range(self.axes):
            free_steps = self.steps + a * n * n
            longest = 0
            for i in range(n * n):
                if i % (n + 1) and free_steps[i] != FAR:
                    longest = max(longest, free_steps[i])
            # With more steps than the longest free way, all pieces would move along, as no pieces can leave here.
            for steps in range(1, longest + 1):
                self.close(a, steps)
                if self.pushed[0] == self.whole and self.pushing[0] == self.whole:
                    break  # with more steps, all pieces would move, too
                self.unions(at, self.axis[a], steps, 0, 0)
        return 0

    cdef int unions(self, int64_t at, int axis, int32_t steps, uint64_t moved, uint64_t kept) except -1:
        """Add the place after the move of each group that has all of *moved* and none of *kept* and pushes no others.

        Each place is added once: the first undecided piece is either moved, with all pieces that it pushes, or kept,
        with all pieces that push it.
        """
        cdef uint64_t rest = self.whole & ~(moved | kept)
        cdef int32_t i
        if rest:
            i = lowest_bit(rest)
            self.unions(at, axis, steps, moved | self.pushed[i], kept)
            self.unions(at, axis, steps, moved, kept | self.pushing[i])
        elif moved and kept:
            self.move(at, axis, moved, steps)
        return 0

    cdef int move(self, int64_t at, int axis, uint64_t moved, int32_t steps) except -1:
        cdef int32_t length = 3 * self.size, i
        cdef int16_t *made
        if self.places_made + 1 >= self.room:
            self.grow()
        made = self.places + self.places_made * length
        memcpy(made, self.places + at * length, length * sizeof(int16_t))
        if moved & 1:  # the first piece stays at the origin, so all other pieces move back
            moved = self.whole & ~moved
            steps = -steps
        for i in range(self.size):
            if moved >> i & 1:
                made[3 * i + axis] += steps
        self.add(at)
        self.count_work()
        return 0

    def __dealloc__(self):
        cdef int32_t i, a
        self.end()
        if self.part != NULL:
            for i in range(self.parts):
                for a in range(3):
                    free(self.part[i].begin[a])
                    free(self.part[i].end[a])
        free(self.part)
        free(self.known)
        free(self.member)
        free(self.steps)
        free(self.pushed)
        free(self.pushing)
