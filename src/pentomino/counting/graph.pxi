# The nodes of the levels and the edges between them: found going forward, swept going back.


cdef class Graph(Levels):
    """Levels with nodes and edges."""

    cdef Child *children
    cdef bint exact              # nodes are told apart by their sets too (in one pass)
    cdef bint recalls            # all levels are known (`cover`)

    def __cinit__(self, FrontierTable table not None, *_, **__):
        self.children = <Child *>allocate(BATCH + self.rules.most_options, sizeof(Child))

    def __dealloc__(self):
        free(self.children)

    @final
    cdef bint set_slots(self, Level *level, int64_t size) noexcept nogil:
        """Give the hash table of a level that many slots."""
        cdef Slot *slots
        cdef uint64_t i, at
        slots = <Slot *>self.resize(NULL, 0, size * sizeof(Slot))
        if slots == NULL:
            return False
        memset(slots, 0, size * sizeof(Slot))
        if level.slots != NULL:
            for i in range(level.slot_mask + 1):
                if level.slots[i].number:
                    at = level.slots[i].tag & (size - 1)
                    while slots[at].number:
                        at = (at + 1) & (size - 1)
                    slots[at] = level.slots[i]
            self.drop_table(level)
        level.slots = slots
        level.slot_mask = size - 1
        return True

    @final
    cdef bint grow_nodes(self, Level *level) noexcept nogil:
        cdef int64_t room = 2 * level.room if level.room else 128
        cdef void *block = self.resize(level.nodes, level.room * sizeof(Node), room * sizeof(Node))
        if block == NULL or room >= DEAD:
            return False
        level.nodes = <Node *>block
        if level.limbs:
            block = self.resize(level.ways, level.room * level.limbs * 8, room * level.limbs * 8)
            if block == NULL:
                self.held -= (room - level.room) * sizeof(Node)
                return False
            level.ways = <uint64_t *>block
        level.room = room
        return True

    @final
    cdef bint intern(self, Level *level, const Child *child, uint64_t used, uint32_t *number) noexcept nogil:
        """Find the node of a child in its level, or make it: its number; `DEAD` if its pockets rule it out."""
        cdef uint64_t at = child.tag & level.slot_mask
        cdef Node *node
        while level.slots[at].number:
            if level.slots[at].tag == child.tag:
                node = &level.nodes[level.slots[at].number - 1]
                if node.window == child.window and node.cell == child.cell and (not self.exact or node.all == used):
                    number[0] = level.slots[at].number - 1
                    return True
            at = (at + 1) & level.slot_mask
        level.tested += 1
        number[0] = DEAD
        if self.rules.pockets != NULL:
            if has_dead_pocket(self.rules, child.window, self.rules.walls[child.cell], child.level):
                return True
        if level.number == level.room and not self.grow_nodes(level):
            return False
        node = &level.nodes[level.number]
        node.window = child.window
        node.cell = child.cell
        node.all = used if self.exact else ALL
        node.any = 0
        if level.limbs:
            memset(level.ways + level.number * level.limbs, 0, level.limbs * 8)
        number[0] = <uint32_t>level.number
        level.number += 1
        level.slots[at].tag = child.tag
        level.slots[at].number = <uint32_t>level.number
        if 2 * <uint64_t>level.number >= level.slot_mask:
            return self.set_slots(level, 2 * <int64_t>(level.slot_mask + 1))
        return True

    cdef inline bint settle(self, uint64_t window, uint32_t cell, Child *child) noexcept nogil:
        """Move a window on to its first empty cell; False where a single cell is shut off."""
        cdef const uint64_t *walls = self.rules.walls
        cdef uint32_t end = self.rules.positions
        cdef uint64_t empty = ~(window | walls[cell]), near
        cdef int32_t skip, stride = self.rules.stride
        while not empty & 1:
            skip = lowest_bit(empty) if empty else 63
            cell += skip
            if cell >= end:
                cell, window = end, 0
                break
            window >>= skip
            empty = ~(window | walls[cell])
        child.window = window
        child.cell = cell
        if cell == end or self.rules.lone == 0:
            return True
        near = empty << 1 | empty >> 1 | empty << stride | empty >> stride
        return not empty & ~near & self.rules.lone

    @final
    cdef int32_t expand(self, const Node *node, int32_t f, int64_t source, Child *out) noexcept nogil:
        """Write out the children of a node: their number."""
        cdef const Rules *rules = self.rules
        cdef int32_t words = rules.words[node.cell], k, n = 0
        cdef const uint64_t *leaves = rules.leaves + rules.leaves_at[node.cell]
        cdef const uint64_t *valid = rules.valid + rules.valid_at[node.cell]
        cdef const uint64_t *row
        cdef const Option *options = rules.options + rules.options_at[node.cell]
        cdef const Option *option
        cdef uint64_t window = node.window, placed = node.all & rules.single, fit, taken
        cdef uint64_t span = rules.span[node.cell]
        cdef const Level *level
        for k in range(words):
            fit = valid[k]
            if fit == 0:
                continue
            taken = window & span
            if rules.by_bytes != NULL:
                row = rules.by_bytes + k
                while taken and fit:
                    fit &= row[(taken & 255) * words]
                    row += 256 * words
                    taken >>= 8
            while taken and fit:
                fit &= leaves[lowest_bit(taken) * words + k]
                taken &= taken - 1
            while fit:
                option = options + 64 * k + lowest_bit(fit)
                fit &= fit - 1
                level = &self.levels[f + option.cells]
                if option.once & placed or (level.slots == NULL and not self.recalls):
                    continue
                if not self.settle(window | option.mask, node.cell, out):
                    continue
                out.tag = hashed(out.window, out.cell, 0)
                out.source = <uint32_t>source
                out.move = option.move
                out.level = f + option.cells
                out.option = option - options
                if level.slots != NULL:
                    prefetch(level.slots, (out.tag & level.slot_mask) * sizeof(Slot))
                out += 1
                n += 1
        return n

    @final
    cdef bint open_tables(self, int32_t f) noexcept nogil:
        """Have hash tables for the levels that lead on from level f; those that cannot be completed get none."""
        cdef int32_t i, to
        cdef int64_t size = 64
        while size < 2 * self.levels[f].number:
            size *= 2
        for i in range(self.rules.number_of_moves):
            to = f + self.rules.moves[i].cells
            if to > self.rules.cells or self.levels[to].slots != NULL:
                continue
            if self.rules.pockets != NULL and not self.rules.pockets[to] & 1:
                continue
            if not self.set_slots(&self.levels[to], size):
                return False
        return True

    cdef bint start(self) noexcept nogil:
        """Make the node of the empty board."""
        cdef Child child
        cdef uint32_t number
        memset(&child, 0, sizeof(Child))
        if not self.set_slots(&self.levels[0], 64):
            return False
        self.settle(0, 0, &child)
        child.tag = hashed(child.window, child.cell, 0)
        if not self.intern(&self.levels[0], &child, 0, &number):
            return False
        self.levels[0].nodes[0].all = 0
        return True

    @final
    cdef bint is_open(self, const Level *level, int64_t i) noexcept nogil:
        """Whether solutions may go through a node."""
        if level.nodes[i].cell >= <uint32_t>self.rules.positions:
            return False
        return level.lists == NULL or level.lists[i].length > 0

    @final
    cdef bint expand_some(self, int32_t f, int64_t first, int64_t last) noexcept nogil:
        """Find the edges out of some nodes of a level; False where memory is out."""
        cdef Level *level = &self.levels[f]
        cdef Level *to
        cdef const Child *child
        cdef int64_t i = first, room
        cdef int32_t n, j
        cdef uint32_t number
        while i < last:
            n = 0
            while i < last and n < BATCH:
                level.first_edge[i] = 0
                if self.is_open(level, i):
                    n += self.expand(&level.nodes[i], f, i, self.children + n)
                i += 1
            if level.edges + n > level.edge_room:
                room = 2 * level.edge_room + n + 1024
                if not self.grow_edges(level, room):
                    return False
            for j in range(n):
                child = &self.children[j]
                to = &self.levels[child.level]
                number = to.slots[child.tag & to.slot_mask].number
                prefetch(to.nodes, (number - (number > 0)) * sizeof(Node))
            for j in range(n):
                child = &self.children[j]
                to = &self.levels[child.level]
                if not self.intern(to, child, 0, &number):
                    return False
                if number != DEAD:
                    self.link(level, child, number, &to.nodes[number])
        return True

    @final
    cdef bint grow_edges(self, Level *level, int64_t room) noexcept nogil:
        cdef void *block = self.resize(level.targets, level.edge_room * 4, room * 4)
        if block == NULL:
            return False
        level.targets = <uint32_t *>block
        block = self.resize(level.moves, level.edge_room, room)
        if block == NULL:
            self.held -= (room - level.edge_room) * 4
            return False
        level.moves = <uint8_t *>block
        level.edge_room = room
        return True

    cdef inline void link(self, Level *level, const Child *child, uint32_t number, Node *node) noexcept nogil:
        """Add an edge. Until all are in, `first_edge` counts them."""
        cdef const Node *source = &level.nodes[child.source]
        cdef const Move *move = &self.rules.moves[child.move]
        level.targets[level.edges] = number
        level.moves[level.edges] = child.move
        level.edges += 1
        level.first_edge[child.source] += 1
        node.all &= (source.all | move.field) & self.rules.single
        node.any |= source.any | move.field

    cdef int expand_level(self, int32_t f) except -1:
        """Find the edges out of a level; where it has lists, only from nodes whose list is not empty."""
        cdef Level *level = &self.levels[f]
        cdef int64_t i, last, at, count
        cdef bint enough
        self.drop_table(level)
        level.first_edge = <int64_t *>self.resize(NULL, 0, (level.number + 1) * 8)
        self.look_up(level.first_edge != NULL and (level.number == 0 or self.open_tables(f)))
        for i in range(0, level.number, SOME_NODES):
            last = min(i + SOME_NODES, level.number)
            with nogil:
                enough = self.expand_some(f, i, last)
            self.look_up(enough)
        at = 0
        for i in range(level.number):
            count = level.first_edge[i]
            level.first_edge[i] = at
            at += count
        level.first_edge[level.number] = at
        self.nodes += level.number
        self.edges += level.edges
        return 0

    cdef int find_nodes(self, int32_t begin) except -1:
        """Nodes alone, from a level on; then keep what reaches the end, and edges to that from the levels before."""
        cdef int32_t f, first = max(0, begin - self.rules.longest)
        cdef uint32_t **renumbered
        cdef bint enough
        for f in range(begin, self.rules.cells + 1):
            self.expand_level(f)
        renumbered = <uint32_t **>allocate(self.rules.cells + self.rules.longest + 1, sizeof(uint32_t *))
        try:
            for f in range(self.rules.cells, first - 1, -1):
                with nogil:
                    enough = self.sweep(f, f < begin, renumbered)
                self.look_up(enough)
        finally:
            for f in range(self.rules.cells + self.rules.longest + 1):
                free(renumbered[f])
            free(renumbered)
        return 0

    cdef bint sweep(self, int32_t f, bint keep, uint32_t **renumbered) noexcept nogil:
        """Drop the edges of a level that lead nowhere, and, unless *keep*, the nodes without any."""
        cdef Level *level = &self.levels[f]
        cdef int64_t i, k, n = 0, edge = 0, begin, first = 0, last
        cdef uint32_t target
        cdef uint32_t *numbers = <uint32_t *>malloc((level.number + 1) * sizeof(uint32_t))
        renumbered[f] = numbers
        if numbers == NULL:
            return False
        for i in range(level.number):
            begin = edge
            last = level.first_edge[i + 1]
            for k in range(first, last):
                target = renumbered[f + self.rules.moves[level.moves[k]].cells][level.targets[k]]
                if target != DEAD:
                    level.targets[edge] = target
                    level.moves[edge] = level.moves[k]
                    edge += 1
            first = last
            numbers[i] = DEAD
            if keep or edge > begin or f == self.rules.cells:
                numbers[i] = <uint32_t>n
                level.nodes[n] = level.nodes[i]
                level.first_edge[n] = begin
                n += 1
        level.first_edge[n] = edge
        self.shrink(level, n, edge)
        if f + self.rules.longest <= self.rules.cells:
            free(renumbered[f + self.rules.longest])
            renumbered[f + self.rules.longest] = NULL
        return True

    cdef void shrink(self, Level *level, int64_t number, int64_t edges) noexcept nogil:
        """Give back the room for more nodes and edges than these."""
        level.first_edge = <int64_t *>self.resize(level.first_edge, (level.number + 1) * 8, (number + 1) * 8)
        if level.lists != NULL and number != level.number:
            level.lists = <List *>self.resize(level.lists, level.number * sizeof(List), number * sizeof(List))
        level.number = number
        level.edges = edges
        if level.room:
            level.nodes = <Node *>self.resize(level.nodes, level.room * sizeof(Node), number * sizeof(Node))
            level.room = number
        if level.edge_room:
            level.targets = <uint32_t *>self.resize(level.targets, level.edge_room * 4, edges * 4)
            level.moves = <uint8_t *>self.resize(level.moves, level.edge_room, edges)
            level.edge_room = edges
