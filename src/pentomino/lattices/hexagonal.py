"""The lattice of hexagons. A cell is (row, q). Each row begins half a hexagon further to the right."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from ..errors import PuzzleError
from .lattice import Cell, Form, Grid, Lattice, Look, Motion, Outline, Side, Sides, TextSpot, Wall, full, group, sixths

# A reflection first swaps row and q, and then rotates.
HexagonalMotion = group(Motion, "HexagonalMotion", __name__, sixths(((1, 1), (-1, 0)), first=((0, 1), (1, 0))))
"""The 12 symmetries of the hexagon. The 6 rotations are clockwise: ROTATE_60 maps (0, 1) to (1, 0)."""


# The look of cells. Points are half the width of a hexagon apart, and so are columns of letters.


def _polygon(cell: Cell) -> Sides:
    row, q = cell
    x, y = 2 * q + row, 3 * row
    top, bottom = (x + 1, y), (x + 1, y + 4)
    upper_left, upper_right, lower_left, lower_right = (x, y + 1), (x + 2, y + 1), (x, y + 3), (x + 2, y + 3)
    return (
        ((row - 1, q + 1), top, upper_right),
        ((row, q + 1), upper_right, lower_right),
        ((row + 1, q), lower_right, bottom),
        ((row + 1, q - 1), bottom, lower_left),
        ((row, q - 1), lower_left, upper_left),
        ((row - 1, q), upper_left, top),
    )


def _cell(line: int, column: int) -> Cell | None:
    return None if (column - line) % 2 else (line, (column - line) // 2)


def _walls(cell: Cell) -> Iterator[Wall]:
    row, q = cell
    line, at = 2 * row, 4 * q + 2 * row
    yield [(line, at + 1)], "/", (row - 1, q)
    yield [(line, at + 3)], "\\", (row - 1, q + 1)
    yield [(line + 1, at)], "|", (row, q - 1)
    yield [(line + 1, at + 4)], "|", (row, q + 1)
    yield [(line + 2, at + 1)], "\\", (row + 1, q - 1)
    yield [(line + 2, at + 3)], "/", (row + 1, q)


def _room(cell: Cell) -> list[list[TextSpot]]:
    line, at = 2 * cell[0], 4 * cell[1] + 2 * cell[0]
    return [[(line, at + 2)], [(line + 1, at + step) for step in (1, 2, 3)], [(line + 2, at + 2)]]


def _shift(down: int, right: int) -> Cell:
    down += (down + right) % 2
    return down, (right - down) // 2


# Boards in words.


def _rectangle(rows: int, columns: int) -> Iterator[Cell]:
    # rows are shifted by half a cell, alternately to the right and to the left
    for row, column in full(rows, columns):
        yield row, column - row // 2


def _hexagon(side: int) -> Iterator[Cell]:
    for row in range(2 * side - 1):
        for q in range(max(0, side - 1 - row), min(2 * side - 1, 3 * side - 2 - row)):
            yield row, q


def _trapezoid(rows: int, base: int) -> Iterator[Cell]:
    if rows > base:
        raise PuzzleError(f"the base of a trapezoid of {rows} rows must be at least {rows}, got {base}")
    for row in range(rows):
        for q in range(base - row):
            yield row, q


HEXAGONAL = Lattice(
    "hexagonal",
    ("row", "q"),
    (((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)),),
    HexagonalMotion,
    weights=(1, 1),
    look=Look(
        grid=Grid(_polygon, lambda cell: (2 * cell[1] + cell[0] + 1, 3 * cell[0] + 2), (0.5, sqrt(1 / 12))),
        spot=lambda cell: (cell[0], 2 * cell[1] + cell[0]),
        cell=_cell,
        outline=Outline(_walls, _room),
        shift=_shift,
        sides={
            "top": Side((-1, 0)),
            "upper right": Side((0, 1)),
            "lower right": Side((1, 1)),
            "bottom": Side((1, 0)),
            "lower left": Side((0, -1)),
            "upper left": Side((-1, -1)),
        },
        coloured=5,
        is_filled=False,
        apart=2,
        astray="each hexagon must be drawn midway between two hexagons of the next row",
    ),
    forms={
        "": Form("4x7", full),
        "parallelogram": Form("4x7", full),
        "rhombus": Form("6", lambda side: full(side, side)),
        "rectangle": Form("4x7", _rectangle),
        "hexagon": Form("3", _hexagon),
        "triangle": Form("7", lambda side: _trapezoid(side, side)),
        "trapezoid": Form("5x10", _trapezoid),
    },
    most=10,
    example="tetrahexes",
    module=__name__,
)
"""The lattice of hexagons. A cell is (row, q); each row begins half a hexagon to the right of the row above."""
