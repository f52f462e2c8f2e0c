"""The look of the cells of a lattice: their polygons on paper, their characters in text, and the sides of boards.

Each lattice has one `Look`, defined in the file of the lattice. Drawing depends only on the look, never on the name of
a lattice. All functions in a look are pure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import mul
from typing import NamedTuple

Cell = tuple[int, ...]

Point = tuple[int, int]
"""A corner of a cell as whole numbers (x, y), to the right and down, in units that depend on the lattice."""

Spot = tuple[float, float]
"""A place on paper as (x, y), to the right and down."""

TextSpot = tuple[int, int]
"""The line and the column of a character in a text picture."""

Sides = tuple[tuple[Cell, Point, Point], ...]
"""The sides of a cell, clockwise. A side is a triple: the cell across the side, the start and the end of the side."""

Wall = tuple[Sequence[TextSpot], str, Cell]
"""A side of a cell in text: the positions at which a character is drawn, the character, the cell across the side."""


class Grid(NamedTuple):
    """How the cells of a lattice are drawn as polygons.

    `sides` returns the sides of a cell. `middle` returns the middle of a cell in the coordinates of a `Point`. `step`
    contains the lengths of the units of these coordinates, along x and along y, in widths of cells.
    """

    sides: Callable[[Cell], Sides]
    middle: Callable[[Cell], Spot]
    step: Spot

    @property
    def points(self) -> int:
        """The width of a cell in the units of a `Point`."""
        return round(1 / self.step[0])


def frame(cells: Iterable[Cell], grid: Grid) -> tuple[Point, tuple[int, int]]:
    """Return the bounding box of *cells* as points: its upper left corner, and (its width, its height)."""
    points = {point for cell in cells for _, point, _ in grid.sides(cell)} or {(0, 0)}
    (x, x1), (y, y1) = ((min(along), max(along)) for along in zip(*points, strict=True))
    return (x, y), (x1 - x, y1 - y)


def spot(point: Spot, corner: Point, grid: Grid) -> Spot:
    """Return the place of *point* on paper relative to the point *corner*, in widths of cells."""
    return (point[0] - corner[0]) * grid.step[0], (point[1] - corner[1]) * grid.step[1]


def middle(cell: Cell, corner: Point, grid: Grid) -> Spot:
    """Return the place of the middle of *cell* on paper, relative to the point *corner*, in widths of cells."""
    return spot(grid.middle(cell), corner, grid)


class Outline(NamedTuple):
    """The walls of cells in a text picture.

    `walls` is a function that returns the sides of a cell. `room` is a function that returns the positions of the
    characters inside a cell, line by line; the longest line is for labels.
    """

    walls: Callable[[Cell], Iterable[Wall]]
    room: Callable[[Cell], Sequence[Sequence[TextSpot]]]


class Side(NamedTuple):
    """A side of a board. The cells at the side are the cells of the given `kinds` that have the greatest height.

    The height of a cell is (`start` + scalar product of cell and `vector`) // `step`. `step` is above 1 only if every
    translation of the lattice changes the scalar product by a multiple of `step`.
    """

    vector: Cell
    kinds: tuple[int, ...] = (0,)
    step: int = 1
    start: int = 0

    def height(self, cell: Cell) -> int:
        """Return the height of *cell*: a larger height is nearer to the side."""
        along: int = sum(map(mul, self.vector, cell), self.start)
        return along // self.step


class Look(NamedTuple):
    """The look of the cells of a lattice.

    - `grid`: the cells as polygons; for solid cells, the polygons of a layer.
    - `spot`: returns the line and the column of the letter of a cell; `cell`: returns the cell whose letter is at a
      line and a column, or None; `astray`: the error message for a character that is not in a cell.
    - `is_filled`: whether pictures in letters draw blocked cells as `#`, so that they begin at the cell (0, 0).
    - `apart`: in the style "letters", the number of columns from a letter to the letter of the next cell in its line.
    - `outline`: the walls in text; None for squares, cubes and balls, which are drawn as tables of characters.
    - `shift`: returns the vector that moves by *down* rows and *right* units of x of the grid. If this vector does not
      map cells to cells, the function returns a slightly longer vector.
    - `sides`: the sides of a board by name.
    - `coloured`: pieces of at most this number of cells have the colours of the palette in turn; a larger size has too
      many pieces.
    - `side`: the width in pixels of a cell that contains figures; `lift`: returns the height in pixels of the figures
      above the middle of a cell. Its second argument states whether there is a letter above the figures.
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
    astray: str = "no cell is there"
    side: int = 44
    lift: Callable[[Cell, bool], float] = lambda cell, has_letter: 0


class Form(NamedTuple):
    """A shape of boards, such as a hexagon: an example of sizes, and a function that returns the cells for sizes."""

    example: str
    cells: Callable[..., Iterable[Cell]]
