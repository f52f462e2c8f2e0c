# The search of the window engine, node by node: the loop in which nearly all time is spent.
#
# It changes the stack and the counts of a `WindowSearch`. The search always continues with the node on top of the
# stack; `unused`, `slot_at` and `cell_at` describe the path to the node that was removed last.

cdef struct Traits:
    # The constants of a search.
    int32_t words       # groups of 64 slots
    int32_t keys
    int32_t key_bits
    bint counted        # count copies: some piece is not used exactly once
    bint guarded        # all cells of a window may be occupied
    bint restricted     # not every orientation is allowed wherever it fits
    bint open_ended     # solutions may have any number of pieces


cdef inline Traits traits_of(WindowSearch self, window_t kind) noexcept nogil:
    """Return the constants of a search. Those that the type of *kind* determines are constants in the compiled loop."""
    cdef Traits its
    its.words, its.keys, its.key_bits = self.table.words, self.table.keys, self.table.key_bits
    its.counted, its.guarded, its.open_ended = self.counted, self.guarded, self.fixed < 0
    its.restricted = self.table.allowed != NULL
    if window_t is plain_window:
        its.words, its.keys, its.key_bits = 1, 2, KEY_BITS
        its.counted = its.guarded = its.restricted = its.open_ended = False
    elif window_t is single_window:
        its.words, its.key_bits = 1, KEY_BITS
    elif window_t is pair_window:
        its.words, its.key_bits = 2, KEY_BITS
    return its


cdef Outcome expand(WindowSearch self, window_t kind, int64_t until) noexcept nogil:
    """Continue the search until it finds a solution, no node is left, or *until* nodes have been visited in all.

    Only the type of *kind* matters: Cython chooses the copy of a fused function by the types of its arguments.
    """
    cdef Traits its = traits_of(self, kind)
    cdef const WindowFrame *bottom = self.stack
    cdef WindowFrame *top = self.top
    cdef const WindowFrame *first_child
    cdef WindowFrame node    # a copy, as its children are written over it
    cdef int64_t nodes = self.nodes, dead_ends = self.dead_ends  # copies, so that the compiler keeps them in registers
    cdef window_t placed
    cdef int32_t slot
    cdef Outcome outcome = EXHAUSTED
    while top > bottom:
        if nodes >= until:
            outcome = PAUSED
            break
        nodes += 1
        top -= 1
        node = top[0]
        placed = placed_at(self, top, kind)
        if not enter(self, its, &node):
            self.note_cut(AREAS, depth_of(&node))
            continue
        if completes(self, its, &node):
            outcome = SOLUTION
            break
        first_child = top
        # All children are written to the top of the stack, but the top advances only past a child that has candidates,
        # which needs no branch. The highest slot is written last and searched first, as numbers count slots down.
        while node.open:
            slot = lowest_bit(node.open) + group_of(its, &node) * 64
            node.open &= node.open - 1
            top = write_child(self, its, &node, slot, placed, top)
        dead_ends += top == first_child
    self.top = top
    self.nodes = nodes
    self.dead_ends = dead_ends
    return outcome


cdef inline int32_t depth_of(const WindowFrame *node) noexcept nogil:
    return <int32_t>(node.made >> 32)


cdef inline int32_t group_of(Traits its, const WindowFrame *node) noexcept nogil:
    return 0 if its.words == 1 else <int32_t>(node.made >> 16 & 0xFFFF)


cdef inline int32_t slot_of(const WindowFrame *node) noexcept nogil:
    return <int32_t>(node.made & 0xFFFF)


cdef inline window_t placed_at(WindowSearch self, const WindowFrame *node, window_t kind) noexcept nogil:
    """Return the cells that pieces cover, as a window that starts at the first empty cell of *node*."""
    if window_t is wide_window:
        return wide_join(node.placed, self.upper[node - self.stack])
    else:
        return node.placed


cdef inline window_t occupied_from(window_t placed, const uint64_t *at) noexcept nogil:
    """Return the occupied cells of the window at *at*: the covered cells *placed*, and the blocked cells."""
    if window_t is wide_window:
        return placed | wide_join(at[0], at[64])
    else:
        return placed | at[0]


cdef inline bint enter(WindowSearch self, Traits its, const WindowFrame *node) noexcept nogil:
    """Count a node and its last piece. Return whether the cells left can hold the copies still required."""
    cdef int32_t depth = depth_of(node)
    self.profile[depth] += 1
    self.cell_at[depth + 1] = node.at
    if depth > 0:
        return record(self, depth, slot_of(node), its.words, its.counted)
    if its.counted:
        self.take_all_back()  # a root with candidates in several groups is entered once for each group
    return True


cdef inline bint record(WindowSearch self, int32_t depth, int32_t slot, int32_t words, bint counted) noexcept nogil:
    """Count the piece of *slot* as placed at *depth*. Return whether the cells left can hold the required copies."""
    cdef const uint64_t *before = self.unused + (depth - 1) * words
    cdef const uint64_t *others = self.table.leaves + slot * words
    cdef uint64_t spare = 0   # all slots, if copies of the piece are left
    cdef int32_t w
    if counted:
        if not self.recount(depth, slot):
            return False
        if self.left[self.table.owner[slot]] > 0:
            spare = ALL
    self.slot_at[depth] = slot
    for w in range(words):
        self.unused[depth * words + w] = before[w] & (others[w] | spare)
    return True


cdef inline bint completes(WindowSearch self, Traits its, const WindowFrame *node) noexcept nogil:
    """Return whether a node is a solution, or becomes one with its only candidate. Store it for `write_answer`."""
    cdef int32_t depth = depth_of(node)
    if its.open_ended and node.at == self.blocked + self.table.end:
        self.length = self.last_depth = depth
        return True
    if depth == self.last:
        # The only piece left has the size of the empty cells, so the only candidate fills the board. In `prefixes`, any
        # candidate may be taken, as it is removed from the answer.
        self.slot_at[depth + 1] = lowest_bit(node.open) + group_of(its, node) * 64
        self.length = depth + 1
        self.last_depth = depth
        return True
    return False


cdef inline WindowFrame *write_child(
    WindowSearch self, Traits its, const WindowFrame *node, int32_t slot, window_t placed, WindowFrame *top
) noexcept nogil:
    """Write the child of *node* in which *slot* is placed at the first empty cell. Return the new top of the stack."""
    cdef int32_t depth = depth_of(node)
    cdef uint64_t spare = ALL if its.counted and self.left[self.table.owner[slot]] > 1 else 0
    cdef const uint64_t *at
    placed |= <window_t>self.table.masks[slot]
    at = slide(&placed, node.at, its.guarded)
    return write_node(self, its, depth + 1, slot, self.unused + depth * its.words, spare, placed, at, top)


cdef inline const uint64_t *slide(window_t *placed, const uint64_t *at, bint guarded) noexcept nogil:
    """Shift a window to its first empty cell, and return the position of this cell."""
    cdef window_t empty = ~occupied_from(placed[0], at)
    cdef int32_t cells
    if guarded and empty == 0:
        # No piece extends past the window, so after the window only blocked cells can be occupied.
        placed[0] = 0
        at += 8 * sizeof(window_t)
        while at[0] & 1:
            at += 1
        return at
    cells = first_bit(empty)
    placed[0] >>= cells
    return at + cells


cdef inline WindowFrame *write_node(
    WindowSearch self, Traits its, int32_t depth, int32_t slot, const uint64_t *unused, uint64_t spare,
    window_t placed, const uint64_t *at, WindowFrame *top,
) noexcept nogil:
    """Write a node to *top* of the stack: a frame for each group of 64 slots with candidates. Return the new top.

    *slot* is the slot placed last, and *unused* are the slots that were usable before. *spare* is all slots or, if no
    copy of the piece of *slot* is left, no slot. *placed* are the covered cells from the first empty cell *at*.
    """
    cdef const uint64_t *leaves = self.table.leaves + slot * its.words
    cdef const uint64_t *lookup = self.table.lookup
    cdef window_t occupied = occupied_from(placed, at)
    cdef bint filled = its.open_ended and at == self.blocked + self.table.end
    cdef size_t entry[64]
    cdef uint64_t open
    cdef int32_t k, w
    if its.restricted:
        lookup = self.table.lookup_at[at - self.blocked]
    for k in range(its.keys):
        entry[k] = (index_of(&self.table.key[k], occupied, its.key_bits) + (<size_t>k << its.key_bits)) * its.words
    for w in range(its.words):
        open = unused[w] & (leaves[w] | spare)
        for k in range(its.keys):
            open &= lookup[entry[k] + w]
        if its.restricted:
            open &= self.table.allowed[(at - self.blocked) * its.words + w]
        top.placed = <uint64_t>placed
        top.open = open
        top.at = at
        top.made = <uint64_t>depth << 32 | <uint64_t>w << 16 | <uint64_t>slot
        if window_t is wide_window:
            self.upper[top - self.stack] = wide_high(placed)
        # A filled board has exactly one frame. Any other frame is kept only if it has candidates: otherwise the next
        # frame is written over it.
        top += w == 0 if filled else open != 0
    return top
