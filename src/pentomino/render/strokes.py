"""Lines for a cutter or a plotter: each edge once, in as few strokes as can be.

An edge leads from a lattice point to the next, as `polygons` has them. Strokes are found as Hierholzer found walks that
use each edge once: points where an odd number of edges meet are joined to a hub that is no point of the picture; what
leads through all edges and back is then cut at the hub.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from ..lattices.lattice import Cell, Lattice
from .drawing import BLOCKED, BaseDrawing
from .polygons import Edge, Point, downwards, grid_of, turns

__all__ = ["cuts", "strokes", "walls_of"]

_HUB = (1 << 60, 1 << 60)


def cuts(drawing: BaseDrawing) -> tuple[list[Edge], list[Edge]]:
    """The edges between two areas, or an area and empty cells, and those of the board, each once, row by row."""
    inner: set[Edge] = set()
    outer: set[Edge] = set()
    for cell, area in drawing.areas.items():
        for across, start, end in drawing.grid.sides(cell):
            other = drawing.areas.get(across, BLOCKED)
            if other != area:
                (outer if other == BLOCKED else inner).add(downwards(start, end))
    return sorted(inner, key=_reading), sorted(outer, key=_reading)


def walls_of(area: Iterable[Cell], lattice: Lattice) -> list[Edge] | None:
    """The edges of an area of a wrapped board beyond which it does not go on; None if these are all around it."""
    cells, walls, is_open = frozenset(area), set[Edge](), False
    for cell in sorted(cells):
        for across, start, end in grid_of(lattice).sides(cell):
            if across not in cells:
                if cells.issuperset(lattice.home([across])):
                    is_open = True
                else:
                    walls.add(downwards(start, end))
    return sorted(walls, key=_reading) if is_open else None


def _reading(edge: Edge) -> tuple[Point, Point]:
    """The key of an edge by which edges are in reading order."""
    (x, y), (x1, y1) = edge
    return (y, x), (x1, y1)


def strokes(edges: Iterable[Edge]) -> list[list[Point]]:
    """The corners of strokes that draw each edge once, as few as can be; a closed one ends where it begins."""
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
    """A walk from *start* and back, through all edges that hang together with it, straight on if it can; takes them."""
    path, done = [start], []
    while path:
        here = path[-1]
        if not ends[here]:
            done.append(path.pop())
            continue
        if here == _HUB:
            there = ends[here].pop()
            if _HUB not in ends[there]:
                continue  # a walk came to the hub from there
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
    """The parts of a walk between its visits to the hub."""
    parts: list[list[Point]] = [[]]
    for point in walk:
        if point == _HUB:
            parts.append([])
        else:
            parts[-1].append(point)
    return [part for part in parts if part]
