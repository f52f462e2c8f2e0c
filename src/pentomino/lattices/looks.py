"""The look of the cells of a lattice, as a value: polygons on paper, characters in text, the sides of a board.

A lattice has one `Look`, in the file of the lattice. Drawing depends on the look only, never on the name of a lattice.
All functions of a look are pure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import mul
from typing import NamedTuple

Cell = tuple[int, ...]

Point = tuple[int, int]
"""A corner of a cell, as whole numbers (x, y)."""

Spot = tuple[float, float]
"""A place on paper, as (x, y)."""

TextSpot = tuple[int, int]
"""The line and column of a character."""

Sides = tuple[tuple[Cell, Point, Point], ...]
"""The sides of a cell, clockwise. Each is a triple: the cell across the side, its start, its end."""

Wall = tuple[Sequence[TextSpot], str, Cell]
"""A side of a cell in text: the places of its characters, the character, the cell across the side."""


class Grid(NamedTuple):
    """The cells as polygons.

    `sides` returns the sides of a cell. `middle` returns its middle in the coordinates of points. `step` is the
    distance between points on paper, along x and along y, in widths of cells.
    """

    sides: Callable[[Cell], Sides]
    middle: Callable[[Cell], Spot]
    step: Spot

    @property
    def points(self) -> int:
        """The number of points in the width of a cell."""
        return round(1 / self.step[0])


def frame(cells: Iterable[Cell], grid: Grid) -> tuple[Point, tuple[int, int]]:
    """Return the bounding box of *cells*: its least point, and its width and its height in points."""
    points = {point for cell in cells for _, point, _ in grid.sides(cell)} or {(0, 0)}
    (x, x1), (y, y1) = ((min(along), max(along)) for along in zip(*points, strict=True))
    return (x, y), (x1 - x, y1 - y)


def spot(point: Spot, corner: Point, grid: Grid) -> Spot:
    """Return the place of *point* on paper, relative to the point *corner*, in widths of cells."""
    return (point[0] - corner[0]) * grid.step[0], (point[1] - corner[1]) * grid.step[1]


def middle(cell: Cell, corner: Point, grid: Grid) -> Spot:
    """Return the place of the middle of *cell* on paper, relative to the point *corner*, in widths of cells."""
    return spot(grid.middle(cell), corner, grid)


class Outline(NamedTuple):
    """The walls of cells in text.

    `walls` returns the sides of a cell. `room` returns the positions of the characters within a cell, line by
    line; the longest line is for labels.
    """

    walls: Callable[[Cell], Iterable[Wall]]
    room: Callable[[Cell], Sequence[Sequence[TextSpot]]]


class Side(NamedTuple):
    """A side of a board. The height of a cell towards the side is (`start` + `cell` * `vector`) // `step`.

    Only cells of the `kinds` have an edge at the side. `step` is above 1 only if every translation of the lattice
    changes the scalar product by a multiple of `step`, as on a lattice with several cells in each square.
    """

    vector: Cell
    kinds: tuple[int, ...] = (0,)
    step: int = 1
    start: int = 0

    def height(self, cell: Cell) -> int:
        """Return the height of *cell* towards the side."""
        along: int = sum(map(mul, self.vector, cell), self.start)
        return along // self.step


class Look(NamedTuple):
    """The look of the cells of a lattice.

    - `grid`: the cells as polygons; for solid cells, the polygons of a layer.
    - `spot`: returns the line and the column of the letter of a cell; `cell`: returns the cell whose letter is at a
      line and a column, or None; `astray`: the error message for a character outside of cells.
    - `is_filled`: whether pictures in letters draw blocked cells as `#`. Then they begin at the cell (0, 0).
    - `apart`: in the style "letters", the number of columns from a letter to the letter of the next cell in its line.
    - `outline`: the walls in text. None for squares and cubes, for which the text pictures use tables.
    - `shift`: returns the vector that moves by *down* rows and *right* points of the grid. If this does not map cells
      to cells, the vector leads a little further down or to the right.
    - `sides`: the sides of a board by name.
    - `coloured`: pieces of at most this number of cells have the colours of the palette in turn. There are too many
      larger pieces.
    - `side`: the width in pixels of a cell that contains figures; `lift`: returns the height in pixels of the figures
      above the middle of the cell, with or without a letter above them.
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
    """A form of boards: an example of its sizes, and a function that returns the cells for given sizes."""

    example: str
    cells: Callable[..., Iterable[Cell]]
