"""Cells as polygons: the one place that knows what a cell looks like on paper, by its lattice.

Lines lead from point to point, each with whole numbers as (x, y), of which a `Grid` says how far they lie apart. On
squares a point is the upper left corner of the cell in row y and column x. All that is drawn with lines asks here for
the sides of cells, and where points lie on paper.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from math import atan2, sqrt

from ..base.value import Record
from ..lattices.lattice import Cell, Lattice, box

__all__ = [
    "Edge",
    "Grid",
    "Point",
    "Spot",
    "between",
    "downwards",
    "frame",
    "grid_of",
    "middle",
    "outlines",
    "spot",
    "turns",
]

Point = tuple[int, int]
Edge = tuple[Point, Point]

Spot = tuple[float, float]
"""A place on paper, as (x, y), counted in widths of cells."""

Sides = tuple[tuple[Cell, Point, Point], ...]
"""The sides of a cell, clockwise: the cell across each, the point at which it begins, that at which it ends."""


class Grid(Record):
    """How the cells of a lattice lie on paper: `step` is how far points lie apart, `middle` is counted in points."""

    sides: Callable[[Cell], Sides]
    middle: Callable[[Cell], Spot]
    step: Spot


def _square(cell: Cell) -> Sides:
    row, column = cell
    down, right = row + 1, column + 1
    return (
        ((row - 1, column), (column, row), (right, row)),
        ((row, right), (right, row), (right, down)),
        ((down, column), (right, down), (column, down)),
        ((row, column - 1), (column, down), (column, row)),
    )


def _hexagon(cell: Cell) -> Sides:
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


def _triangle(cell: Cell) -> Sides:
    row, column = cell
    before, after = (row, column - 1), (row, column + 1)
    if (row + column) % 2:
        left, right, point = (column, row), (column + 2, row), (column + 1, row + 1)
        return ((row - 1, column), left, right), (after, right, point), (before, point, left)
    left, right, point = (column, row + 1), (column + 2, row + 1), (column + 1, row)
    return (after, point, right), ((row + 1, column), right, left), (before, left, point)


_SQUARES = Grid(_square, lambda cell: (cell[1] + 0.5, cell[0] + 0.5), (1, 1))
_GRIDS: Mapping[str, Grid] = {
    "hexagonal": Grid(_hexagon, lambda cell: (2 * cell[1] + cell[0] + 1, 3 * cell[0] + 2), (0.5, sqrt(1 / 12))),
    "triangular": Grid(_triangle, lambda cell: (cell[1] + 1, cell[0] + (2 - sum(cell) % 2) / 3), (0.5, sqrt(0.75))),
}


def grid_of(lattice: Lattice) -> Grid:
    """The grid of a lattice of the plane."""
    return _GRIDS.get(lattice.name, _SQUARES)


def frame(cells: Collection[Cell], grid: Grid) -> tuple[Point, Point]:
    """The bounding box of cells: its least point, and how many points it is wide and high."""
    if grid is _SQUARES:
        top, left, rows, columns = box(cells)
        return (left, top), (columns, rows)
    points = {point for cell in cells for _, point, _ in grid.sides(cell)} or {(0, 0)}
    (x, x1), (y, y1) = ((min(along), max(along)) for along in zip(*points, strict=True))
    return (x, y), (x1 - x, y1 - y)


def spot(point: Spot, corner: Point, grid: Grid) -> Spot:
    """Where a point lies on paper, as seen from the point *corner*."""
    return (point[0] - corner[0]) * grid.step[0], (point[1] - corner[1]) * grid.step[1]


def middle(cell: Cell, corner: Point, grid: Grid) -> Spot:
    """Where the middle of a cell lies on paper."""
    return spot(grid.middle(cell), corner, grid)


def between(cells: Collection[Cell], grid: Grid) -> Iterator[Edge]:
    """The edges between two of the cells, each once, from its upper or left end."""
    for cell in cells:
        for other, start, end in reversed(grid.sides(cell)):
            if other < cell and other in cells:
                yield downwards(start, end)


def downwards(start: Point, end: Point) -> Edge:
    """The edge between two points, from the upper one, or the left one of two at one height."""
    return (start, end) if start[::-1] < end[::-1] else (end, start)


def outlines(cells: Iterable[Cell], grid: Grid) -> list[list[Point]]:
    """The corners of the outline of an area: one closed loop a piece or hole.

    Loops run clockwise around the area and counter-clockwise around its holes. Linear in the number of cells.
    """
    area = dict.fromkeys(cells)
    ends: dict[Point, list[Point]] = {}
    for cell in area:
        for other, start, end in grid.sides(cell):
            if other not in area:
                ends.setdefault(start, []).append(end)
    return [turns([loop[-1], *loop, loop[0]])[1:-1] for loop in _loops(ends, grid)]


def _loops(ends: dict[Point, list[Point]], grid: Grid) -> Iterator[list[Point]]:
    """The points of the loops that directed edges form; takes the edges apart."""
    for start in list(ends):
        while ends[start]:
            loop, there = [start], ends[start].pop(0)
            while there != start:
                loop.append(there)
                there = _next(loop[-2], there, ends[there], grid)
            yield loop


def _next(before: Point, here: Point, ends: list[Point], grid: Grid) -> Point:
    """Take the next edge from *ends*: of several the one that turns right most, so as to stay with the same cell."""
    there = ends[0] if len(ends) == 1 else max(ends, key=lambda end: _angle(before, here, end, grid))
    ends.remove(there)
    return there


def _angle(before: Point, here: Point, there: Point, grid: Grid) -> float:
    """By how much the way turns right at a point; left if it is negative."""
    (x0, y0), (x1, y1), (x2, y2) = (spot(point, (0, 0), grid) for point in (before, here, there))
    ahead, aside = x1 - x0, y1 - y0
    return atan2(ahead * (y2 - y1) - aside * (x2 - x1), ahead * (x2 - x1) + aside * (y2 - y1))


def turns(line: Sequence[Point]) -> list[Point]:
    """The points of a line where its direction changes, and its ends."""
    triples = zip(line, line[1:], line[2:], strict=False)
    return [line[0], *(b for a, b, c in triples if b[0] - a[0] != c[0] - b[0] or b[1] - a[1] != c[1] - b[1]), line[-1]]
