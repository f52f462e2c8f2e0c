"""Cells as polygons: the one place that knows what a cell looks like on paper. So far all cells are squares.

Lines lead from lattice point to lattice point, each with whole numbers as (x, y): the upper left corner of the cell in
row y and column x. All that is drawn with lines asks here for the sides of cells, and where points lie on paper.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from math import atan2

from ..lattice import Cell

__all__ = ["Edge", "Point", "Spot", "between", "downwards", "middle", "outlines", "sides", "spot", "turns"]

Point = tuple[int, int]
Edge = tuple[Point, Point]

Spot = tuple[float, float]
"""A place on paper, as (x, y), counted in sides of cells."""


def sides(cell: Cell) -> tuple[tuple[Cell, Point, Point], ...]:
    """The sides of a cell, clockwise: the cell across it, the point at which it begins, that at which it ends."""
    row, column = cell
    down, right = row + 1, column + 1
    return (
        ((row - 1, column), (column, row), (right, row)),
        ((row, right), (right, row), (right, down)),
        ((down, column), (right, down), (column, down)),
        ((row, column - 1), (column, down), (column, row)),
    )


def spot(point: Spot, corner: Cell) -> Spot:
    """Where a point lies on paper, as seen from the upper left corner of the cell *corner*."""
    return point[0] - corner[1], point[1] - corner[0]


def middle(cell: Cell, corner: Cell) -> Spot:
    """Where the middle of a cell lies on paper."""
    row, column = cell
    return spot((column + 0.5, row + 0.5), corner)


def between(cells: Collection[Cell]) -> Iterator[Edge]:
    """The edges between two of the cells, each once, from its upper or left end."""
    for cell in cells:
        for other, start, end in reversed(sides(cell)):
            if other < cell and other in cells:
                yield downwards(start, end)


def downwards(start: Point, end: Point) -> Edge:
    """The edge between two points, from the upper one, or the left one of two at one height."""
    return (start, end) if start[::-1] < end[::-1] else (end, start)


def outlines(cells: Iterable[Cell]) -> list[list[Point]]:
    """The corners of the outline of an area: one closed loop a piece or hole.

    Loops run clockwise around the area and counter-clockwise around its holes. Linear in the number of cells.
    """
    area = dict.fromkeys(cells)
    ends: dict[Point, list[Point]] = {}
    for cell in area:
        for other, start, end in sides(cell):
            if other not in area:
                ends.setdefault(start, []).append(end)
    return [turns([loop[-1], *loop, loop[0]])[1:-1] for loop in _loops(ends)]


def _loops(ends: dict[Point, list[Point]]) -> Iterator[list[Point]]:
    """The points of the loops that directed edges form; takes the edges apart."""
    for start in list(ends):
        while ends[start]:
            loop, there = [start], ends[start].pop(0)
            while there != start:
                loop.append(there)
                there = _next(loop[-2], there, ends[there])
            yield loop


def _next(before: Point, here: Point, ends: list[Point]) -> Point:
    """Take the next edge from *ends*: of several the one that turns right most, so as to stay with the same cell."""
    there = ends[0] if len(ends) == 1 else max(ends, key=lambda end: _angle(before, here, end))
    ends.remove(there)
    return there


def _angle(before: Point, here: Point, there: Point) -> float:
    """By how much the way turns right at a point; left if it is negative."""
    (x0, y0), (x1, y1), (x2, y2) = (spot(point, (0, 0)) for point in (before, here, there))
    ahead, aside = x1 - x0, y1 - y0
    return atan2(ahead * (y2 - y1) - aside * (x2 - x1), ahead * (x2 - x1) + aside * (y2 - y1))


def turns(line: Sequence[Point]) -> list[Point]:
    """The points of a line where its direction changes, and its ends."""
    triples = zip(line, line[1:], line[2:], strict=False)
    return [line[0], *(b for a, b, c in triples if b[0] - a[0] != c[0] - b[0] or b[1] - a[1] != c[1] - b[1]), line[-1]]
