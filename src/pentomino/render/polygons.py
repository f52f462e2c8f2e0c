"""Lines around cells that are polygons: outlines of areas, edges, and strokes that draw each edge once.

A line leads from point to point, each a pair of whole numbers (x, y). The `Grid` of a lattice knows the corners of a
cell, and the distance between points.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from math import atan2

from ..lattices.lattice import Cell, Lattice
from ..lattices.looks import Grid, Point, Spot, middle, spot
from .drawing import BaseDrawing

Edge = tuple[Point, Point]

_HUB = (1 << 60, 1 << 60)  # a point outside of all pictures


def between(cells: Collection[Cell], grid: Grid) -> Iterator[Edge]:
    """Yield the edges between two of the cells, each once, from its upper or left end."""
    for cell in cells:
        for other, start, end in reversed(grid.sides(cell)):
            if other < cell and other in cells:  # of two neighbours, the greater cell yields the edge
                yield downwards(start, end)


def downwards(start: Point, end: Point) -> Edge:
    """Return the edge between two points, from the upper one, or the left one at equal heights."""
    return (start, end) if start[::-1] < end[::-1] else (end, start)


def outlines(cells: Iterable[Cell], grid: Grid, is_joined: bool = False) -> list[list[Point]]:
    """Return the corners of the outline of an area, as closed loops: one around each region and each hole.

    Loops run clockwise around the area and counter-clockwise around its holes. Cells that share a corner only are
    separate, or together if *is_joined*. Takes linear time.
    """
    # Sides run clockwise around a cell, so those without a cell of the area on the other side form the outline.
    area = dict.fromkeys(cells)
    ends: dict[Point, list[Point]] = {}
    for cell in area:
        for other, start, end in grid.sides(cell):
            if other not in area:
                ends.setdefault(start, []).append(end)
    return [turns([loop[-1], *loop, loop[0]])[1:-1] for loop in _loops(ends, grid, is_joined)]


def _loops(ends: dict[Point, list[Point]], grid: Grid, is_joined: bool) -> Iterator[list[Point]]:
    """Yield the points of the loops that directed edges form. *ends*, the ends of edges by start, is used up."""
    for start in list(ends):
        while ends[start]:
            loop, there = [start], ends[start].pop(0)
            while there != start:
                loop.append(there)
                there = _next(loop[-2], there, ends[there], grid, is_joined)
            yield loop


def _next(before: Point, here: Point, ends: list[Point], grid: Grid, is_joined: bool) -> Point:
    """Remove the next edge of a loop from *ends*, and return where it leads.

    Where several loops meet in a point, take the rightmost turn, to stay with the same cell; if *is_joined*, the
    leftmost turn, to stay with the same gap.
    """
    if len(ends) == 1:
        there = ends[0]
    else:
        there = (min if is_joined else max)(ends, key=lambda end: _angle(before, here, end, grid))
    ends.remove(there)
    return there


def _angle(before: Point, here: Point, there: Point, grid: Grid) -> float:
    """Return the angle of the right turn at a point; negative for a left turn."""
    (x0, y0), (x1, y1), (x2, y2) = (spot(point, (0, 0), grid) for point in (before, here, there))
    # The cross product and the scalar product of both steps are the sine and the cosine, up to a factor.
    ahead, aside = x1 - x0, y1 - y0
    return atan2(ahead * (y2 - y1) - aside * (x2 - x1), ahead * (x2 - x1) + aside * (y2 - y1))


def turns(line: Sequence[Point]) -> list[Point]:
    """Return the points of a line where its direction changes, and its ends."""
    triples = zip(line, line[1:], line[2:], strict=False)
    return [line[0], *(b for a, b, c in triples if b[0] - a[0] != c[0] - b[0] or b[1] - a[1] != c[1] - b[1]), line[-1]]


def cuts(drawing: BaseDrawing) -> list[Edge]:
    """Return the edges between two areas, or an area and empty cells: each once, row by row."""
    found: set[Edge] = set()
    for cell, area in drawing.areas.items():
        for across, start, end in drawing.grid.sides(cell):
            if drawing.areas.get(across, area) != area:
                found.add(downwards(start, end))
    return sorted(found, key=_reading)


def central(cells: Collection[Cell], place: tuple[Point, Grid]) -> Spot:
    """Return the middle of the cell nearest to the centre of mass, the first of several."""
    spots = [middle(cell, *place) for cell in cells]
    count, x, y = len(spots), sum(across for across, _ in spots), sum(down for _, down in spots)
    return min(spots, key=lambda spot: (count * spot[0] - x) ** 2 + (count * spot[1] - y) ** 2)


def walls_of(area: Iterable[Cell], lattice: Lattice) -> list[Edge] | None:
    """Return the edges of *area* on a wrapped board where it ends.

    Return None if it crosses no seam, so that its outline is that of any area.
    """
    cells, walls, is_open = frozenset(area), set[Edge](), False
    for cell in sorted(cells):
        for across, start, end in lattice.look.grid.sides(cell):
            if across not in cells:
                if cells.issuperset(lattice.home([across])):  # it continues at the other end of the board
                    is_open = True
                else:
                    walls.add(downwards(start, end))
    return sorted(walls, key=_reading) if is_open else None


def _reading(edge: Edge) -> tuple[Point, Point]:
    (x, y), (x1, y1) = edge
    return (y, x), (x1, y1)


def strokes(edges: Iterable[Edge]) -> list[list[Point]]:
    """Return the corners of the fewest strokes that draw each edge once; a closed one ends where it begins.

    Linear in the number of edges.
    """
    # Join each point where an odd number of edges ends to a hub: then all points are even, and each connected part has
    # one closed walk (Euler). Split at the hub, the walks are strokes from odd point to odd point.
    ends: dict[Point, list[Point]] = defaultdict(list)
    for a, b in edges:
        ends[a].append(b)
        ends[b].append(a)
    odd = [point for point, others in ends.items() if len(others) % 2]
    for point in odd:
        ends[point].append(_HUB)
    ends[_HUB] = odd
    found = []
    for start in [_HUB, *ends]:
        if ends[start]:
            found += _parted(_round(start, ends))
    return [turns(stroke) for stroke in found]


def _round(start: Point, ends: dict[Point, list[Point]]) -> list[Point]:
    """Remove all edges connected to *start* from *ends*. Return a closed walk through them, straight if possible."""
    # Walk until no edge is left, then go back to the last point that has one (Hierholzer, 1873).
    path, done = [start], []
    while path:
        here = path[-1]
        if not ends[here]:
            done.append(path.pop())
            continue
        if here == _HUB:
            there = ends[here].pop()
            if _HUB not in ends[there]:
                continue  # the walk came to the hub from there, and removed only the other end of this edge
            ends[there].remove(_HUB)
        else:
            there = _ahead(path[-2] if len(path) > 1 else here, here, ends[here])
            ends[here].remove(there)
            if there != _HUB:
                ends[there].remove(here)
        path.append(there)
    return done


def _ahead(before: Point, here: Point, others: list[Point]) -> Point:
    straight = (2 * here[0] - before[0], 2 * here[1] - before[1])
    return straight if straight in others else others[0]


def _parted(walk: Sequence[Point]) -> list[list[Point]]:
    """Return the parts of a walk between its visits to the hub."""
    parts: list[list[Point]] = [[]]
    for point in walk:
        if point == _HUB:
            parts.append([])
        else:
            parts[-1].append(point)
    return [part for part in parts if part]
