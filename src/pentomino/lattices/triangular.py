"""The lattice of triangles. A cell (row, column) points up if row + column is even, otherwise down."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import sqrt

from ..errors import PuzzleError
from .lattice import Cell, Form, Grid, Lattice, Look, Motion, Outline, Side, Sides, TextSpot, Wall, group, sixths


class _PointMotion(Motion):
    """A motion of triangles. Its matrix is applied to the middles of triangles.

    If a middle is y thirds of a row down and x half edges to the right, its coordinates are (y, (x - y) / 2).
    """

    def images(self, cells: Collection[Cell]) -> list[Cell]:
        # Motions are about the top of the triangle (0, 0). The middle of a triangle is two thirds of a row down if it
        # points up, and one third if it points down.
        thirds = [3 * row + 2 - (row + column) % 2 for row, column in cells]
        points = [(y, (column - y) // 2) for y, (_, column) in zip(thirds, cells, strict=True)]
        return [(y // 3, y + 2 * rest) for y, rest in super().images(points)]


# A reflection first rotates, and then swaps left and right.
_MATRICES = sixths(((2, 3), (-1, -1)), last=((1, 0), (-1, -1)))
TriangularMotion = group(_PointMotion, "TriangularMotion", __name__, _MATRICES)
"""The 12 symmetries of a hexagon that consists of six triangles. 6 of them are rotations."""


def _points_down(cell: Cell) -> int:
    return sum(cell) % 2


# The look of cells. Points are half an edge apart, and each column contains a letter.


def _polygon(cell: Cell) -> Sides:
    row, column = cell
    before, after = (row, column - 1), (row, column + 1)
    if _points_down(cell):
        left, right, point = (column, row), (column + 2, row), (column + 1, row + 1)
        return ((row - 1, column), left, right), (after, right, point), (before, point, left)
    left, right, point = (column, row + 1), (column + 2, row + 1), (column + 1, row)
    return (after, point, right), ((row + 1, column), right, left), (before, left, point)


def _walls(cell: Cell) -> Iterator[Wall]:
    row, column = cell
    line, at = 2 * row, 2 * column
    before, after = (row, column - 1), (row, column + 1)
    if _points_down(cell):
        yield [(line, at), (line + 1, at + 1)], "\\", before
        yield [(line, at + 3), (line + 1, at + 2)], "/", after
        yield [(line - 1, at + step) for step in range(4)], "_", (row - 1, column)
    else:
        yield [(line, at + 1), (line + 1, at)], "/", before
        yield [(line, at + 2), (line + 1, at + 3)], "\\", after
        yield [(line + 1, at + step) for step in range(4)], "_", (row + 1, column)


def _room(cell: Cell) -> list[list[TextSpot]]:
    # the line of the base if the triangle points up, otherwise the line below the base
    line, at = 2 * cell[0] + 1 - _points_down(cell), 2 * cell[1]
    return [[(line, at + 1), (line, at + 2)]]


def _shift(down: int, right: int) -> Cell:
    return down, right + (down + right) % 2


# Boards in words.


def _parallelogram(rows: int, columns: int) -> Iterator[Cell]:
    for row in range(rows):
        for column in range(2 * columns):
            yield row, row + 1 + column  # a row begins with a triangle that points down


def _hexagon(side: int) -> Iterator[Cell]:
    for row, far in enumerate((*range(side), *reversed(range(side)))):
        for column in range(-far, 2 * side + far + 1):
            yield row, column


def _trapezoid(rows: int, base: int) -> Iterator[Cell]:
    if rows > base:
        raise PuzzleError(f"the base of a trapezoid of {rows} rows must be at least {rows}, got {base}")
    for row in range(rows):
        for column in range(-row, 2 * (base - rows) + row + 1):
            yield row, column


TRIANGULAR = Lattice(
    "triangular",
    ("row", "column"),
    (((0, -1), (0, 1), (1, 0)), ((-1, 0), (0, -1), (0, 1))),
    TriangularMotion,
    weights=(1, 1),
    look=Look(
        grid=Grid(_polygon, lambda cell: (cell[1] + 1, cell[0] + (2 - _points_down(cell)) / 3), (0.5, sqrt(0.75))),
        outline=Outline(_walls, _room),
        shift=_shift,
        sides={
            "top": Side((-1, 0), (1,)),
            "upper right": Side((-1, 1), step=2, start=1),
            "lower right": Side((1, 1), (1,), step=2),
            "bottom": Side((1, 0)),
            "lower left": Side((1, -1), (1,), step=2),
            "upper left": Side((-1, -1), step=2, start=1),
        },
        coloured=7,
        side=72,
        # how many pixels the figures are above the middle; a triangle that points down is wider at its top
        lift=lambda cell, has_letter: 3 if has_letter else 8 * _points_down(cell),
    ),
    forms={
        "": Form("4x9", _parallelogram),
        "parallelogram": Form("4x9", _parallelogram),
        "rhombus": Form("6", lambda side: _parallelogram(side, side)),
        "hexagon": Form("3", _hexagon),
        "triangle": Form("6", lambda side: _trapezoid(side, side)),
        "trapezoid": Form("4x11", _trapezoid),
    },
    most=14,
    example="hexiamonds",
    module=__name__,
)
"""The lattice of triangles. The cell (row, column) points up if row + column is even, and down if it is odd."""
