"""Lattices: cells, their neighbours, motions (rotations and reflections), and the look of cells.

A cell is a tuple of two or three whole numbers. On the square lattice it is `(row, column)`, with row 0 on top. All
functions in this module are pure functions of plain tuples and frozensets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import cache, cached_property, lru_cache
from itertools import chain, islice, tee
from operator import index, itemgetter, mul, neg, sub
from typing import TYPE_CHECKING, Any, NamedTuple, Self, SupportsIndex, TypeAlias, cast

from ..errors import PuzzleError, expect_whole
from ..limits import look
from ..value import Value

if TYPE_CHECKING:
    from .wrapping import Isometry

Cell = tuple[int, ...]
Cells = frozenset[Cell]
Matrix = tuple[Cell, ...]
Matrices = Mapping[str, Matrix]
Periods = tuple[int | None, ...]

Element: TypeAlias = "Motion | Isometry"
"""A symmetry of a board: a motion and, on a wrapped board, a shift."""


def shift(cells: Iterable[Cell], *by: int) -> list[Cell]:
    """Return the cells moved by the vector *by*, in the order given."""
    if len(by) == 2:
        down, right = by
        return [(row + down, column + right) for row, column in cells]
    deep, down, right = by
    return [(layer + deep, row + down, column + right) for layer, row, column in cells]


def dots(cells: Iterable[Cell], vector: Sequence[int]) -> list[int]:
    """Return the scalar product of *vector* with each of the cells."""
    if len(vector) == 2:
        a, b = vector
        return [a * row + b * column for row, column in cells]
    a, b, c = vector
    return [a * layer + b * row + c * column for layer, row, column in cells]


class Motion(IntEnum):
    """A rotation or reflection about the origin. All motions of a lattice form its point group.

    Each group is a subclass. A member consists of its number, which is 0 for the identity, and the rows of its matrix.

    >>> from pentomino import HEXAGONAL
    >>> [motion.name for motion in HEXAGONAL.motions if motion.is_proper][:3]
    ['IDENTITY', 'ROTATE_60', 'ROTATE_120']
    """

    matrix: tuple[Cell, ...]

    def __new__(cls, number: int, *matrix: Cell) -> Self:
        """Create a member. `Enum` calls this method once for each member."""
        motion = int.__new__(cls, number)
        motion._value_ = number
        motion.matrix = matrix
        return motion

    @cached_property
    def is_proper(self) -> bool:
        """Whether the element is a rotation, not a reflection."""
        return _determinant(self.matrix) > 0

    @cached_property
    def order(self) -> tuple[int, ...]:
        """For each axis, the axis that the element maps to it. Empty if the element maps an axis to no axis."""
        rows = [list(map(abs, row)) for row in self.matrix]
        return tuple([row.index(1) for row in rows]) if all(sum(row) == 1 for row in rows) else ()

    @property
    def is_reflection(self) -> bool:
        """Whether the element reflects cells."""
        return not self.is_proper

    @property
    def is_identity(self) -> bool:
        """Whether the element maps every cell to itself."""
        return self == 0

    @cached_property
    def inverse(self) -> Self:
        """The element that undoes this element."""
        power = self  # the inverse is the last power before the identity
        while (following := power.after(self)) != 0:
            power = following
        return power

    def after(self, first: Self) -> Self:
        """Return *first* followed by this element. Raise `PuzzleError` if *first* is in another group."""
        if type(first) is not type(self):
            raise PuzzleError(f"a motion of {type(self).__name__} must follow one of the same group, got {first!r}")
        return _composed(type(self), self, first)  # type: ignore[no-any-return]

    def apply(self, cell: Cell) -> Cell:
        """Return the image of *cell* under the motion. Raise `PuzzleError` if *cell* is not a cell."""
        return self.apply_all((cell,))[0]

    def apply_all(self, cells: Iterable[Cell]) -> list[Cell]:
        """Return the images of *cells*, in the order given. Raise `PuzzleError` if one of them is not a cell."""
        return self.images([*tuples(cells, f"{type(self).__name__}.{self.name}", len(self.matrix))])

    def images(self, cells: Collection[Cell]) -> list[Cell]:
        """Return the same as `apply_all`, without checking the cells."""
        return _product(self.matrix, cells)


def _product(matrix: tuple[Cell, ...], cells: Collection[Cell]) -> list[Cell]:
    if len(matrix) == 2:
        (a, b), (c, d) = matrix
        return [(a * row + b * column, c * row + d * column) for row, column in cells]
    (a, b, c), (d, e, f), (g, h, i) = matrix
    return [(a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z) for x, y, z in cells]


def _determinant(matrix: Matrix) -> int:
    if len(matrix) == 2:
        (a, b), (c, d) = matrix
        return a * d - b * c
    first, second, third = matrix
    return dots([_cross(first, second)], third)[0]


def _cross(one: Cell, other: Cell) -> Cell:
    (a, b, c), (d, e, f) = one, other
    return b * f - c * e, c * d - a * f, a * e - b * d


@cache
def _composed(group: type[Motion], then: Any, first: Any) -> Any:
    # `group` is part of the key, as motions with the same number in different groups are equal
    return _by_matrix(group)[times(then.matrix, first.matrix)]


@cache
def _by_matrix(group: type[Motion]) -> dict[Matrix, Any]:
    return {motion.matrix: motion for motion in group}


class D4(Motion):
    """The 8 symmetries of the square, as a group.

    The number of an element is `quarter turns clockwise + 4 * reflected`. A reflected element first swaps left and
    right, and then rotates about the cell (0, 0).

    >>> D4.ROTATE_90.apply((0, 1)), D4.ROTATE_90.after(D4.ROTATE_90).name
    ((1, 0), 'ROTATE_180')
    """

    IDENTITY = 0, (1, 0), (0, 1)
    ROTATE_90 = 1, (0, 1), (-1, 0)
    ROTATE_180 = 2, (-1, 0), (0, -1)
    ROTATE_270 = 3, (0, -1), (1, 0)
    FLIP_COLUMNS = 4, (1, 0), (0, -1)
    ANTITRANSPOSE = 5, (0, -1), (-1, 0)
    FLIP_ROWS = 6, (-1, 0), (0, 1)
    TRANSPOSE = 7, (0, 1), (1, 0)

    @property
    def swaps_axes(self) -> bool:
        """Whether the element maps rows to columns."""
        return self % 2 == 1


# ---------------------------------------------------------------------------------------------------- the look of cells


Point = tuple[int, int]
"""A corner of a cell as whole numbers (x, y). The units depend on the lattice. x points to the right, and y down."""

Spot = tuple[float, float]
"""A position on paper as (x, y). x points to the right, and y down."""

TextSpot = tuple[int, int]
"""The line and the column of a character in a text picture."""

Sides = tuple[tuple[Cell, Point, Point], ...]
"""The sides of a cell, clockwise. A side is a triple: the cell on its other side, its start and its end."""

Wall = tuple[Sequence[TextSpot], str, Cell]
"""A side of a cell in text: the positions of its characters, the character, and the cell on its other side."""


class Grid(NamedTuple):
    """How the cells of a lattice are drawn as polygons.

    `sides` returns the sides of a cell. `middle` returns its middle, in the units of a `Point`. `step` holds the size
    of these units along x and along y, in widths of cells. A move by the width of a cell along x must be a translation
    of the lattice, because charts and drawings side by side are moved by whole widths.
    """

    sides: Callable[[Cell], Sides]
    middle: Callable[[Cell], Spot]
    step: Spot

    @property
    def points(self) -> int:
        """The width of a cell in the units of a `Point`."""
        return round(1 / self.step[0])


def frame(cells: Iterable[Cell], grid: Grid) -> tuple[Point, tuple[int, int]]:
    """Return the bounding box of *cells* on paper: its upper left point, and its (width, height)."""
    points = {point for cell in cells for _, point, _ in grid.sides(cell)} or {(0, 0)}
    (x, x1), (y, y1) = ((min(along), max(along)) for along in zip(*points, strict=True))
    return (x, y), (x1 - x, y1 - y)


def spot(point: Spot, corner: Point, grid: Grid) -> Spot:
    """Return the position of *point* on paper relative to *corner*, in widths of cells."""
    return (point[0] - corner[0]) * grid.step[0], (point[1] - corner[1]) * grid.step[1]


def middle(cell: Cell, corner: Point, grid: Grid) -> Spot:
    """Return the position of the middle of *cell* on paper relative to *corner*, in widths of cells."""
    return spot(grid.middle(cell), corner, grid)


class Outline(NamedTuple):
    """The walls of cells in a text picture.

    `walls` returns the sides of a cell. `room` returns the positions of the characters inside a cell, line by line. A
    label is written in the longest of these lines. Corners of cells need no characters: they stay blank. Only outlines
    on squares can be read, so a new lattice needs no reader.
    """

    walls: Callable[[Cell], Iterable[Wall]]
    room: Callable[[Cell], Sequence[Sequence[TextSpot]]]


class Side(NamedTuple):
    """A side of a board. It consists of those cells of the given `kinds` that have the greatest height.

    The height of a cell is (`start` + scalar product of cell and `vector`) // `step`. Every translation of the lattice
    must change the scalar product by a multiple of `step`. If each row is shifted by half a cell from the row above,
    this rules out `step=2` for the right side. As a result, the right side has a cell of only every second row.
    """

    vector: Cell
    kinds: tuple[int, ...] = (0,)
    step: int = 1
    start: int = 0

    def height(self, cell: Cell) -> int:
        """Return the height of *cell*. Cells with greater heights are nearer to the side."""
        along: int = sum(map(mul, self.vector, cell), self.start)
        return along // self.step


class Look(NamedTuple):
    """The look of the cells of a lattice.

    - `grid`: the cells as polygons. For solid cells, these are the polygons of a layer.
    - `spot`: a function that returns the line and the column of the letter of a cell.
    - `cell`: the inverse function of `spot`. It returns None if no cell has its letter at this position.
    - `astray`: the error message for a character at a position without a cell.
    - `is_filled`: whether pictures in letters draw blocked cells as `#`, so that they begin at the cell (0, 0).
    - `apart`: the number of columns between two adjacent letters of a line, in the style "letters".
    - `outline`: the walls in text. None for squares, cubes and balls, which are drawn as tables of characters.
    - `shift`: a function that returns the vector by which cells move *down* rows and *right* units of the grid. The
      vector is slightly longer if no vector of this length maps cells to cells. Rows must be horizontal, and cells with
      an empty row between them must not touch, because an empty row separates the pieces of a chart.
    - `sides`: the sides of a board by name.
    - `coloured`: the maximum size of pieces to which the colours of the palette are assigned in turn.
    - `side`: the width in pixels of a cell that contains figures.
    - `lift`: a function that returns the distance in pixels from the middle of a cell up to its figures. The second
      argument says whether a letter is above the figures.
    """

    grid: Grid
    outline: Outline | None
    shift: Callable[[int, int], Cell]
    sides: Mapping[str, Side]
    coloured: int
    spot: Callable[[Cell], TextSpot] = lambda cell: (cell[0], cell[1])
    cell: Callable[[int, int], Cell | None] = lambda line, column: (line, column)
    is_filled: bool = True
    apart: int = 1
    astray: str = "there is no cell at this position"
    side: int = 44
    lift: Callable[[Cell, bool], float] = lambda cell, has_letter: 0


MAX_CELLS = 1 << 16
"""The maximum number of cells of a board. Searches may have lower limits."""


class Form(NamedTuple):
    """A shape of boards, such as a hexagon. `example` shows its sizes; `cells` maps sizes to cells.

    A board has at least as many cells as each of its sizes, so a size above `MAX_CELLS` is rejected before `cells` is
    called. To be fast, `cells` should try few positions that are not cells of the board.
    """

    example: str
    cells: Callable[..., Iterable[Cell]]


# ------------------------------------------------------------------------------------------------------------- lattices


class Lattice(Value):
    """A grid of cells and their look. A cell is a tuple of whole numbers.

    - *axes*: the names of the coordinates of a cell.
    - *vectors*: for each kind of cell, the vectors from a cell to its neighbours. Squares have one kind. Triangles have
      two kinds: pointing up and pointing down.
    - *motions*: the point group, rotations first.
    - *weights*: the kind of a cell is the scalar product of the cell and the weights, modulo the number of kinds.
    - *look*: how cells are drawn.
    - *forms*: the shapes of boards by name, such as "hexagon". The first shape has the name "".
    - *most*: the maximum size of shapes that can be enumerated. Lattices have 162 913 to 505 861 fixed shapes of this
      size, and their enumeration takes about a second.
    - *example*: an example of pieces for error messages.
    - *module*: the module that defines the lattice as a constant with its name in capitals. Pickling needs it.
    - *periods*: for each axis of a wrapped lattice, its period or None. Coordinates that differ by a period mean the
      same cell. Pieces are on the `flat` lattice, and are wrapped when they are placed.

    A lattice must obey three rules. First, a vector from a cell to a cell of the same kind is a translation: it maps
    neighbours to neighbours everywhere. Second, the last weight is 1, so that a step along the last axis leads to the
    next kind. Third, a motion maps translations to translations. If the first or the third rule is broken, counts are
    wrong. `tests/lattices/test_lattice.py` checks both of them.

    >>> from pentomino import CUBIC, TRIANGULAR
    >>> CUBIC.axes, len(CUBIC.motions)
    (('layer', 'row', 'column'), 48)
    >>> TRIANGULAR.neighbours((0, 0)), TRIANGULAR.neighbours((0, 1))
    (((0, -1), (0, 1), (1, 0)), ((-1, 1), (0, 0), (0, 2)))
    """

    name: str
    axes: tuple[str, ...]
    vectors: tuple[tuple[Cell, ...], ...]
    motions: type[Motion]
    weights: Cell
    look: Look
    forms: Mapping[str, Form]
    most: int
    example: str
    periods: Periods

    def __init__(
        self,
        name: str,
        axes: tuple[str, ...],
        vectors: tuple[tuple[Cell, ...], ...],
        motions: type[Motion],
        *,
        weights: Cell,
        look: Look,
        forms: Mapping[str, Form],
        most: int,
        example: str,
        module: str,
        periods: Periods = (),
    ) -> None:
        if weights[-1] != 1:
            raise PuzzleError(f"the last weight of a lattice must be 1, got {weights[-1]}")
        self._set(name=name, axes=axes, vectors=vectors, motions=motions, weights=weights, look=look)
        self._set(forms=forms, most=most, example=example, periods=periods, __module__=module)

    def __reduce__(self) -> Any:
        # If this returns a string, pickle stores it as the name of a constant, instead of the functions of the look.
        return (self.flat.wrapped, self.periods) if self.periods else self.name.upper()

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"{self.flat}.wrapped{self.periods}" if self.periods else self.name.upper()

    def wrapped(self, rows: int | None, columns: int | None) -> Lattice:
        """Return the wrapped square lattice: row *rows* is equal to row 0, and column *columns* to column 0.

        *rows* and *columns* are whole numbers of at least 1, or None for an axis that is not wrapped. Raise
        `PuzzleError` for other values, and if this lattice is not `SQUARE`.

        >>> SQUARE.wrapped(None, 20).neighbours((0, 0))
        ((-1, 0), (0, 19), (0, 1), (1, 0))
        """
        if self != SQUARE:
            raise PuzzleError(f"only the square lattice can be wrapped, got the {self.name} lattice")
        for axis, period in zip(self.axes, (rows, columns), strict=True):
            if period is not None:
                expect_whole(f"the period of the {axis}s", period, 1, PuzzleError)
        if rows is None and columns is None:
            return self
        periods = tuple([None if period is None else index(period) for period in (rows, columns)])
        return self._with(name="wrapped square", periods=periods)

    def _bridged(self, pairs: Iterable[tuple[Cell, Cell]]) -> Lattice:
        """Return a lattice in which the cells of each pair are neighbours, too, wherever the pair is moved.

        Use it only to find regions and to number cells (see `BasePuzzle._net`).
        """
        vectors: list[set[Cell]] = [set(of_kind) for of_kind in self.vectors]
        for start, end in [*pairs, *[pair[::-1] for pair in pairs]]:
            vectors[self.kind(start)].add(tuple(map(sub, end, start)))
        return self._with(vectors=tuple([tuple(sorted(of_kind)) for of_kind in vectors]))

    @cached_property
    def flat(self) -> Lattice:
        """This lattice without periods. Pieces are on the flat lattice."""
        return SQUARE if self.periods else self

    def home(self, cells: Collection[Cell]) -> Collection[Cell]:
        """Return the cells in the order given. On a wrapped lattice, reduce coordinates modulo the periods."""
        if not self.periods:
            return cells
        rows, columns = self.periods
        return [(row % rows if rows else row, column % columns if columns else column) for row, column in cells]

    @property
    def dimension(self) -> int:
        """How many coordinates a cell has."""
        return len(self.axes)

    @cached_property
    def units(self) -> list[Cell]:
        """The unit vector along each axis."""
        return [tuple([int(axis == along) for axis in self.axes]) for along in self.axes]

    @cached_property
    def mirror(self) -> Motion:
        """The first reflection in `motions`. On squares, cubes and balls, it swaps left and right."""
        return next(motion for motion in self.motions if motion.is_reflection)

    @cached_property
    def _is_slanted(self) -> bool:
        # balls are not slanted, as they are drawn as squares
        return self.look.outline is not None

    @cached_property
    def has_cubes(self) -> bool:
        """Whether cells are cubes. A three-dimensional lattice may have other cells, such as balls."""
        faces = {tuple([sign * step for step in unit]) for unit in self.units for sign in (-1, 1)}
        return self.dimension == 3 and [set(of_kind) for of_kind in self.vectors] == [faces]

    @cached_property
    def _has_square_layers(self) -> bool:
        # true for cubes and balls
        flat = {vector[1:] for of_kind in self.vectors for vector in of_kind if not vector[0]}
        return self.dimension == 3 and flat == set(SQUARE.vectors[0])

    @property
    def has_balls(self) -> bool:
        """Whether cells are balls. Neighbouring balls touch at a point."""
        return self._has_square_layers and not self.has_cubes

    @cached_property
    def reach(self) -> Cell:
        """The maximum difference between the coordinates of two neighbours, for each axis."""
        vectors = [vector for of_kind in self.vectors for vector in of_kind]
        return tuple([max(map(abs, along)) for along in zip(*vectors, strict=True)])

    def kind(self, cell: Cell) -> int:
        """Return the number of the kind of *cell*, from 0. A triangle that points down has the kind 1."""
        if len(self.vectors) == 1:  # a shortcut, as millions of neighbours are looked up
            return 0
        number: int = sum(map(mul, self.weights, cell))
        return number % len(self.vectors)

    def order(self, motion: Motion) -> tuple[int, ...]:
        """Return `motion.order` if *motion* maps boxes to boxes. Otherwise return an empty tuple."""
        return motion.order if len(self.vectors) == 1 else ()

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the neighbours of *cell*. On squares, they are above, left, right and below.

        Neighbours share an edge or a face; balls touch. Raise `PuzzleError` if *cell* has too few or too many
        coordinates, or coordinates that are not numbers. Fractions are not detected.
        """
        # checked only after an error, as millions of neighbours are looked up
        try:
            if len(cell) == len(self.axes):
                near = shift(self.vectors[self.kind(cell)], *cell)
                return tuple(self.home(near) if self.periods else near)
        except TypeError:
            pass
        return self.neighbours(*as_cells((cell,), "neighbours", self))

    def regions(self, cells: Iterable[Cell]) -> list[Cells]:
        """Return the connected regions of *cells*, sorted by their least cells. The time is linear.

        Raise `PuzzleError` if one of *cells* is not a cell.
        """
        try:
            left = set(cells)
        except TypeError:
            left = set(as_cells(cells, "regions", self))
        regions = []
        while left:
            region = [left.pop()]
            for cell in region:  # the loop extends `region`
                near = left.intersection(self.neighbours(cell))
                left -= near
                region += near
            regions.append(frozenset(region))
        return sorted(regions, key=min)

    def bounds(self, cells: Collection[Cell]) -> tuple[Cell, Cell]:
        """Return the bounding box of *cells*: its least coordinates and its sides, which are all 0 without cells."""
        low = self._low(cells)
        high = [max(map(itemgetter(axis), cells), default=-1) for axis in range(self.dimension)]
        return low, tuple([last - first + 1 for first, last in zip(low, high, strict=True)])

    def _low(self, cells: Collection[Cell]) -> Cell:
        # one axis after another, as unpacking all cells of a large board at once would delay Ctrl-C
        return tuple([min(map(itemgetter(axis), cells), default=0) for axis in range(self.dimension)])

    def corner(self, cells: Collection[Cell]) -> Cell:
        """Return the least coordinates of *cells*, moved back along the last axis to a cell of kind 0.

        If all cells are translated by a vector, their corner is translated by the same vector.
        """
        low = self._low(cells)
        if len(self.vectors) > 1 and (odd := self.kind(low)):
            return (*low[:-1], low[-1] - odd)
        return low

    def normalise(self, cells: Collection[Cell]) -> tuple[Cell, ...]:
        """Return *cells* sorted, and translated so that their `corner` is at the origin.

        On a wrapped lattice, return the lexicographically least translation of *cells*.
        """
        if self.periods:
            return self._rolled(cells)[0]
        return tuple(sorted(shift(cells, *map(neg, self.corner(cells)))))

    def _rolled(self, cells: Collection[Cell]) -> tuple[tuple[Cell, ...], list[Cell]]:
        """Return the least translation of *cells* on a wrapped lattice, and all vectors that move it to *cells*."""
        # Try to move each cell to 0 along wrapped axes. Along other axes, the least coordinate becomes 0.
        low = self._low(cells)
        starts_of: dict[tuple[Cell, ...], list[Cell]] = {}
        for cell in dict.fromkeys(self.home(cells)):
            start = tuple([n if p is None else m for n, m, p in zip(low, cell, self.periods, strict=True)])
            moved = tuple(sorted(self.home(shift(cells, *[-n for n in start]))))
            starts = starts_of.setdefault(moved, [])
            if start not in starts:
                starts.append(start)
        least = min(starts_of)
        return least, sorted(starts_of[least])

    def turned(self, cells: Collection[Cell], motion: Motion) -> tuple[Cell, ...]:
        """Return the image of *cells* under *motion*, normalised."""
        return self.normalise(motion.images(cells))

    def _motions_of(self, cells: Collection[Cell], reflections: bool, rotations: bool = True) -> list[Motion]:
        if not rotations:
            return [self.motions(0), self.mirror][: 1 + reflections]
        reflections = reflections or self._turns_over(cells)
        return [motion for motion in self.motions if reflections or motion.is_proper]

    def _turns_over(self, cells: Collection[Cell]) -> bool:
        # In space a flat figure is its own mirror image. On cubes, rotations alone reach all its orientations.
        return self.dimension == 3 and not self.has_cubes and _are_flat(cells)

    def _check_same(self, other: Lattice, what: str) -> None:
        if other is not self and other not in (self, self.flat):
            hint = ""
            if self == SQUARE:  # the default of a board whose words or picture name no lattice
                words = f"'{other.name} {next(form.example for form in other.forms.values())}'"
                hint = f"; for such a board, write for example {words}, or draw it after a line {other.name!r}"
            wanted = f"must be on the {self.name} lattice, like the board"
            raise PuzzleError(f"{what} {wanted}, got the {other.name} one{hint}")


@lru_cache(maxsize=8192)
def is_connected(lattice: Lattice, cells: tuple[Cell, ...]) -> bool:
    """Return whether *cells* are a single region."""
    return len(lattice.regions(cells)) < 2


@lru_cache(maxsize=4096)
def bridges(lattice: Lattice, cells: tuple[Cell, ...]) -> tuple[tuple[Cell, Cell], ...]:
    """Return pairs of *cells* that connect their regions: one pair fewer than regions, each as short as possible.

    The time is quadratic in the number of cells (R. C. Prim, 1957).
    """
    new, *parts = lattice.regions(cells)
    part_of = {cell: part for part in parts for cell in part}
    pairs = []
    nearest: dict[
        Cell, tuple[tuple[int, int], Cell]
    ] = {}  # for each cell not yet connected: (distance, nearest connected cell)
    while part_of:
        for cell in part_of:
            look()
            least = min([(_distance(one, cell), one) for one in new])
            nearest[cell] = min(nearest.get(cell, least), least)
        other = min(part_of, key=lambda cell: (nearest[cell], cell))
        pairs.append((nearest[other][1], other))
        new = part_of[other]
        for cell in new:
            del part_of[cell]
    return tuple(pairs)


def _distance(one: Cell, other: Cell) -> tuple[int, int]:
    # the longest step along an axis comes first, because `Numbering` skips that many numbers at the end of a line
    along = [abs(a - b) for a, b in zip(one, other, strict=True)]
    return max(along), sum(along)


def _are_flat(cells: Collection[Cell]) -> bool:
    start, *others = cells or ((0, 0, 0),)
    ways = shift(others, *map(neg, start))
    normal = next((normal for way in ways if any(normal := _cross(ways[0], way))), (0, 0, 0))
    return not any(dots(ways, normal))


def group(base: type[Motion], name: str, module: str, matrices: Matrices) -> type[Motion]:
    """Return a subclass of *base* called *name* with a member for each matrix, rotations first.

    *module* is the module that stores the class under this name. Pickling needs it.
    """
    ranked = sorted(matrices.items(), key=lambda item: _determinant(item[1]) < 0)
    members = [(name, (number, *matrix)) for number, (name, matrix) in enumerate(ranked)]
    enumeration: Any = base  # type checkers do not know this way to make an `Enum`
    return enumeration(name, members, module=module)  # type: ignore[no-any-return]


_SAME: Matrix = ((1, 0), (0, 1))


def sixths(turn: Matrix, first: Matrix = _SAME, last: Matrix = _SAME) -> Matrices:
    """Return the matrices of six rotations and six reflections, by name.

    *turn* is a rotation by 60 degrees. The rotations are its powers. A reflection applies *first*, then a rotation, and
    then *last*. One of *first* and *last* must be a reflection, and the other the identity.
    """
    power, matrices = _SAME, {}
    for angle in range(0, 360, 60):
        matrices[f"ROTATE_{angle}" if angle else "IDENTITY"] = power
        matrices[f"FLIP_{angle}"] = times(last, times(power, first))
        power = times(turn, power)
    return matrices


def times(then: Matrix, first: Matrix) -> Matrix:
    """Return the product of two matrices. It applies *first* before *then*."""
    return tuple(zip(*_product(then, list(zip(*first, strict=True))), strict=True))


def full(*sides: int) -> Iterator[Cell]:
    """Yield the cells of a box at the origin in row-major order. The sides may be huge."""
    if not sides:
        yield ()
        return
    for first in range(sides[0]):
        for rest in full(*sides[1:]):
            yield (first, *rest)


def _polygon(cell: Cell) -> Sides:
    row, column = cell
    down, right = row + 1, column + 1
    return (
        ((row - 1, column), (column, row), (right, row)),
        ((row, right), (right, row), (right, down)),
        ((down, column), (right, down), (column, down)),
        ((row, column - 1), (column, down), (column, row)),
    )


SQUARE = Lattice(
    "square",
    ("row", "column"),
    (((-1, 0), (0, -1), (0, 1), (1, 0)),),
    D4,
    weights=(1, 1),
    look=Look(
        grid=Grid(_polygon, lambda cell: (cell[1] + 0.5, cell[0] + 0.5), (1, 1)),
        outline=None,
        shift=lambda down, right: (down, right),
        sides={"top": Side((-1, 0)), "right": Side((0, 1)), "bottom": Side((1, 0)), "left": Side((0, -1))},
        coloured=6,
    ),
    forms={"": Form("6x10", full)},
    most=12,
    example="pentominoes + O4",
    module=__name__,
)


_MATRIX = (
    "write an array of booleans, such as numpy.array(matrix) == 1, cells as tuples, or strings ('#' and '.' for a "
    "piece, '.' and '#' for a board)"
)


def as_cells(cells: Iterable[object], what: str, lattice: Lattice = SQUARE) -> Cells:
    """Check *cells*, and return them as a frozenset of tuples of `int`. In an array of booleans, True is a cell.

    Raise `PuzzleError` for values that are not cells, for a repeated cell, and for lists that may be a matrix of zeros
    and ones. The message begins with *what*.
    """
    again: Any = cells
    if isinstance(cells, Mapping):
        raise PuzzleError(f"{what}: cells must be a list of tuples, got a mapping; write [*mapping] for all its keys")
    if getattr(cells, "ndim", 0) > 1 and str(getattr(cells, "dtype", "")) == "bool":
        cells = zip(*again.nonzero(), strict=True)
    if isinstance(cells, Iterable):
        cells, again = tee(cells)  # tee reads lazily: an infinite iterator ends at its first invalid cell
    given = list(tuples(cells, what, lattice.dimension, f" ({', '.join(lattice.axes)})"))
    if given and not any(isinstance(cell, tuple) for cell in again) and _are_bits(chain.from_iterable(given)):
        raise PuzzleError(f"{what}: lists of 0 and 1 could be cells or the rows of a matrix; {_MATRIX}")
    every = set(given)
    if len(every) < len(given):
        raise PuzzleError(f"{what} has the cell {Counter(given).most_common(1)[0][0]} twice")
    return frozenset(lattice.home(every))


def _are_bits(numbers: Any) -> bool:
    try:
        return set(islice(numbers, 1 << 16)) <= {0, 1}
    except TypeError:
        return False


def tuples(cells: Iterable[object], what: str, length: int, axes: str = "") -> Iterator[Cell]:
    """Check *cells*, and yield each cell as a tuple of *length* integers.

    Raise `PuzzleError` for other values. The message begins with *what*, and contains the coordinate names *axes*.
    """
    kind = {2: "pair", 3: "triple"}[length]
    if not isinstance(cells, Iterable):
        raise PuzzleError(f"{what}: cells must be {kind}s{axes}, got {cells!r}")
    for cell in cells:
        try:
            numbers = tuple(islice(cast(Iterable[SupportsIndex], cell), length + 1))
            if len(numbers) != length or bool in map(type, numbers):
                raise TypeError
            yield tuple([index(number) for number in numbers])
        except (TypeError, ValueError):
            hint = f"; {_MATRIX}" if not isinstance(cell, tuple) and _are_bits(cell) else ""
            raise PuzzleError(f"{what}: a cell must be a {kind}{axes} of whole numbers, got {cell!r}{hint}") from None


def box(cells: Collection[Cell]) -> tuple[int, int, int, int]:
    """Return the bounding box of squares: least row, least column, number of rows, number of columns."""
    (top, left), (rows, columns) = SQUARE.bounds(cells)
    return top, left, rows, columns
