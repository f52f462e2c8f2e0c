# All connected shapes of a size, each grown once (D. H. Redelmeier, "Counting polyominoes: yet another attack", 1981),
# and the numbers in a bit set.
#
# A cell is a number with CELL_BITS bits for each coordinate, the last one lowest, so that numbers have the order of
# cells, and a step adds the same number everywhere. The first cell is at HOME on each axis, so that no coordinate of
# other cells is negative.

cdef enum:
    CELL_BITS = 8
    MAX_CELLS = 16     # cells of a shape
    MAX_AXES = 3
    MAX_KINDS = 6      # kinds of cells
    MAX_NEAR = 16      # neighbours of a cell
    MAX_MOTIONS = 48
    HOME = 60           # a multiple of 1 to MAX_KINDS
    BATCH = 256         # shapes grown between two checks of signals and clock: about a millisecond

cdef struct Growth:
    int size, axes, kinds, motions               # *size* is the number of cells of a shape
    int weight[MAX_AXES]                        # here and below, the last axis comes first
    int nears[MAX_KINDS]
    int64_t near[MAX_KINDS][MAX_NEAR]          # the steps from a cell of each kind to its neighbours
    int64_t along[MAX_MOTIONS][MAX_AXES]       # the matrix of each motion, times *kinds*
    int64_t start[MAX_MOTIONS][MAX_KINDS]      # the vectors added after it, by kind of cell, times *kinds*
    int64_t cell[MAX_CELLS]                     # the shape
    int64_t queue[MAX_CELLS * MAX_NEAR]        # the cells seen: first the decided cells, then the undecided cells
    unsigned char row[MAX_CELLS * MAX_AXES]    # the shape as bytes, moved to the origin
    unsigned int grown                           # the number of shapes found


cdef inline int coordinate(int64_t cell, int axis) noexcept:
    return <int>(cell >> CELL_BITS * axis) & ((1 << CELL_BITS) - 1)


cdef inline int kind_of(const Growth *its, int64_t cell) noexcept:
    cdef int a, total = 0
    for a in range(its.axes):
        total += its.weight[a] * coordinate(cell, a)
    return total % its.kinds


cdef int64_t as_cell(coordinates) except? -1:
    cdef int64_t cell = 0
    for n in coordinates:
        cell = cell * (1 << CELL_BITS) + <int64_t>n
    return cell


def bits(numbers):
    """Return the indices of the set bits of a non-negative integer, ascending, in linear time."""
    cdef const unsigned char *at
    cdef unsigned char byte
    cdef Py_ssize_t n
    cdef list found = []
    digits = numbers.to_bytes(numbers.bit_length() // 8 + 1, "little")
    at = digits
    for n in range(len(digits)):
        byte = at[n]
        while byte:
            found.append(8 * n + lowest_bit(byte))
            byte &= byte - 1
    return found


def shapes(int size, vectors, weights, motions, tick=None):
    """Return all connected shapes of *size* cells that are the least of their images under *motions*, in any order.

    A shape is returned as the bytes of the coordinates of its cells, in ascending order, moved to the origin by a step
    that keeps the kinds of cells. The kind of a cell is the dot product of its coordinates and *weights*, modulo the
    number of kinds. *vectors* lists, for each kind, the steps to the neighbours; a step changes no coordinate by more
    than 3. A motion is a list of images: for each axis, the image of the cell whose distance from the origin is the
    number of kinds; then the images of the cells 0, 1, 2 ... steps along the last axis, one of each kind. The first
    motion is the identity. *tick* is called about every millisecond, and may raise an exception.
    """
    cdef Growth its
    cdef int64_t home
    cdef int a, k, m
    cdef list found = []
    its.size, its.axes, its.kinds, its.motions = size, len(weights), len(vectors), len(motions)
    if not (
        0 < size <= MAX_CELLS and 0 < its.axes <= MAX_AXES and 0 < its.kinds <= MAX_KINDS
        and 0 < its.motions <= MAX_MOTIONS and max(map(len, vectors)) <= MAX_NEAR
        and {*map(len, motions)} == {its.axes + its.kinds}
    ):
        raise ValueError("the lattice or the size is too large, or the motions are of another lattice")
    its.grown = 0
    home = as_cell([HOME] * its.axes)
    for a in range(its.axes):
        its.weight[a] = weights[its.axes - 1 - a] % its.kinds
    for k in range(its.kinds):
        its.nears[k] = len(vectors[k])
        for a, vector in enumerate(vectors[k]):
            its.near[k][a] = as_cell(vector)
    for m in range(its.motions):
        images = [as_cell(image) for image in motions[m]]
        for a in range(its.axes):
            its.along[m][a] = images[its.axes - 1 - a] - images[its.axes]
        for k in range(its.kinds):
            its.start[m][k] = its.kinds * (images[its.axes + k] + home) - k * its.along[m][0]
    for k in range(its.kinds):
        its.queue[0] = home + k
        grow(&its, 0, 0, 1, found, tick)
    return found


cdef int grow(Growth *its, int cells, int first, int last, list found, tick) except -1:
    """Extend the shape of *cells* cells by each of the cells *first* to *last* - 1 of the queue, recursively."""
    cdef int i, j, k, kind, end
    cdef int64_t near
    for i in range(first, last):
        its.cell[cells] = its.queue[i]
        if cells + 1 == its.size:
            its.grown += 1
            if its.grown % BATCH == 0:
                look_at(tick)
            if is_least(its):
                found.append((<char *>its.row)[:its.size * its.axes])
            continue
        end = last
        kind = kind_of(its, its.queue[i])
        for k in range(its.nears[kind]):
            near = its.queue[i] + its.near[kind][k]
            j = 0
            while j < end and its.queue[j] != near:
                j += 1
            if j == end and near > its.queue[0]:  # the first cell is the least one of the shape
                its.queue[end] = near
                end += 1
        grow(its, cells + 1, i + 1, end, found, tick)
    return 0


cdef bint is_least(Growth *its) noexcept:
    """Return whether the shape is the least of its images under the motions. Write the shape to *row*."""
    cdef unsigned char image[MAX_CELLS * MAX_AXES]
    cdef int m
    move(its, 0, its.row)
    for m in range(1, its.motions):
        move(its, m, image)
        if memcmp(image, its.row, its.size * its.axes) < 0:
            return False
    return True


cdef void move(const Growth *its, int motion, unsigned char *row) noexcept:
    """Write the image of the shape under *motion* to *row*: its cells in order, moved to the origin."""
    cdef int64_t image[MAX_CELLS]
    cdef int least[MAX_AXES]
    cdef int i, j, a
    cdef int64_t cell, corner = 0
    for a in range(its.axes):
        least[a] = 1 << CELL_BITS
    for i in range(its.size):
        cell = its.start[motion][kind_of(its, its.cell[i])]
        for a in range(its.axes):
            cell += its.along[motion][a] * (coordinate(its.cell[i], a) - HOME)
        cell //= its.kinds  # there is no remainder
        for a in range(its.axes):
            least[a] = min(least[a], coordinate(cell, a))
        j = i
        while j > 0 and image[j - 1] > cell:
            image[j] = image[j - 1]
            j -= 1
        image[j] = cell
    for a in range(its.axes):
        corner += <int64_t>least[a] << CELL_BITS * a
    corner -= kind_of(its, corner)
    for i in range(its.size):
        for a in range(its.axes - 1, -1, -1):
            row[0] = <unsigned char>coordinate(image[i] - corner, a)
            row += 1
