"""The symmetries of a puzzle, and what follows from them: orbits of placements, and which solution of an orbit to keep.

The group is the puzzle's, not the board's: the elements of D4 that turn every solution into a solution. An element
is in it when it keeps the board and the given pieces, and turns every allowed placement into an allowed placement
of a piece with the same copies.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from .geometry import D4, Cell, normalise, scan_order, turn_in_box
from .polyomino import Polyomino
from .statement import Placement, Statement

__all__ = ["Orbit", "orbits", "piece_images", "puzzle_symmetries", "symmetry_breaker", "turned"]


class Orbit(NamedTuple):
    """The placements into which one is turned.

    `images` are all of them, the first by the element of `movers` at the same place; `stabiliser` are the elements
    that keep the first where it is.
    """

    first: Placement
    images: tuple[Placement, ...]
    movers: tuple[D4, ...]
    stabiliser: tuple[D4, ...]


def turned(statement: Statement, cells: Iterable[Cell], element: D4) -> tuple[Cell, ...]:
    """The image of *cells* when the board is turned by *element*, in row-major order."""
    return tuple(sorted(turn_in_box(cells, element, statement.board.frame)))


@lru_cache(maxsize=4096)
def _twin(piece: Polyomino) -> tuple[Cell, ...]:
    return normalise([D4.FLIP_COLUMNS.apply(cell) for cell in piece.cells])


def piece_images(statement: Statement, element: D4) -> tuple[int | None, ...]:
    """The number of the piece into which *element* turns each piece: itself, or its mirror twin, or None."""
    if statement.reflections or not element.is_reflection:
        return tuple(range(len(statement.pieces)))
    found = (statement.shapes.get(_twin(count.piece)) for count in statement.pieces)
    return tuple(known[0] if known else None for known in found)


def puzzle_symmetries(statement: Statement) -> tuple[D4, ...]:
    """The elements of D4 under which the puzzle stays the same, the identity first; computed once for a puzzle."""
    known: tuple[D4, ...] | None = statement.__dict__.get("_symmetries")
    if known is None:
        known = tuple(element for element in statement.board.symmetries() if _is_kept(statement, element))
        statement.__dict__["_symmetries"] = known
    return known


def _is_kept(statement: Statement, element: D4) -> bool:
    if element == D4.IDENTITY:
        return True
    given = {placement.cells for placement in statement.placed}
    if any(turned(statement, cells, element) not in given for cells in given):
        return False
    images = piece_images(statement, element)
    restricted = {number for number, _ in statement.restrict}
    for number, image in enumerate(images):
        if image is None or statement.demand[number][1:] != statement.demand[image][1:]:
            # Without a place on the board, a piece takes part in no solution, and does not count.
            if any(True for _ in statement.placements_of(number)):
                return False
        elif number in restricted or image in restricted:
            there = {placement.cells for placement in statement.placements_of(image)}
            if any(turned(statement, p.cells, element) not in there for p in statement.placements_of(number)):
                return False
    return True


def symmetry_breaker(statement: Statement, group: Iterable[D4]) -> int | None:
    """The number of the piece to place first: one that every solution uses just once, with few places; or None.

    A piece that an element of *group* turns into its mirror twin, another piece, will not do. Of several, the
    one with the fewest places in the bounding box of the board, and among these the first.
    """
    moved = {n for element in group for n, image in enumerate(piece_images(statement, element)) if n != image}
    best: tuple[int, int] | None = None
    for number, (piece, least, most) in enumerate(statement.demand):
        if least != 1 or most != 1 or number in moved:
            continue
        places = sum(
            max(0, statement.board.rows - shape.rows + 1) * max(0, statement.board.columns - shape.columns + 1)
            for shape in piece.orientations(statement.reflections)
        )
        if best is None or (places, number) < best:
            best = places, number
    return best[1] if best else None


def orbits(statement: Statement, number: int, group: tuple[D4, ...]) -> list[Orbit]:
    """The placements of a piece, sorted into orbits under *group*; the piece must be turned into itself."""
    rank = {cell: i for i, cell in enumerate(scan_order(statement.free))}
    # The first of an orbit is its first in scan order: a piece that is placed at the end of the scan prunes little
    # (6x10 takes ten times as long with X in the other corner).
    ranked = sorted(statement.placements_of(number), key=lambda p: sorted(rank[cell] for cell in p.cells))
    placements = {placement.cells: placement for placement in ranked}
    found = []
    while placements:
        first = next(iter(placements.values()))
        images = {element: turned(statement, first.cells, element) for element in group}
        stabiliser = tuple(element for element in group if images[element] == first.cells)
        distinct = {cells: element for element, cells in reversed(images.items())}
        movers = tuple(distinct[cells] for cells in dict.fromkeys(images.values()))
        found.append(Orbit(first, tuple(placements.pop(images[g]) for g in movers), movers, stabiliser))
    return found
