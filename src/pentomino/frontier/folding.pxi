# Children: shifting a window to its first empty cell, and folding. After a reflection the remaining cells can be
# covered in the same number of ways, so a node and its mirror image are treated as one node.
#
# A folded child covers all cells before the line of its first empty cell, whether it was reflected or not.

cdef inline cells_t move_on(const Rules *rules, cells_t window, uint32_t cell, Child *child) noexcept nogil:
    """Shift a window at *cell* to its first empty cell, and write it to *child*. Return its empty cells."""
    cdef uint32_t end = rules.positions
    cdef cells_t empty = ~(window | blocked_at(window, rules, cell))
    cdef int32_t skip
    while not empty & 1:
        skip = first_bit(empty) if empty else 8 * sizeof(cells_t) - 1
        cell += skip
        if cell >= end:
            cell, window = end, 0
            break
        window >>= skip
        empty = ~(window | blocked_at(window, rules, cell))
    child.window = <uint64_t>window
    child.upper = 0
    if cells_t is wide_window:
        child.upper = wide_high(window)
    child.cell = cell
    return empty


cdef inline cells_t flipped(const Rules *rules, cells_t window) noexcept nogil:
    """Return *window* with each line reversed. The window must start at the beginning of a line."""
    cdef int32_t i, apart = rules.line - 2
    cdef cells_t changed
    # Pairs of cells change places by three XORs, in all lines at once.
    for i in range((rules.line - 1) // 2):
        changed = (window ^ window >> apart) & joined(window, rules.flips[i], rules.upper_flips[i])
        window ^= changed | changed << apart
        apart -= 2
    return window


cdef inline cells_t fold(const Rules *rules, cells_t empty, Child *child) noexcept nogil:
    """Reflect *child* if the window of its mirror image is a smaller number. Return the empty cells of the window.

    The window contains all covered cells of the image, as all pieces of the child begin on earlier lines.
    """
    cdef uint32_t over = child.cell % rules.line, start = child.cell - over
    cdef cells_t before = ((<cells_t>1 << over) - 1) & ~blocked_at(empty, rules, start), window, image
    window = joined(empty, child.window, child.upper) << over | before
    image = flipped(rules, window)
    return move_on(rules, image, start, child) if image < window else empty
