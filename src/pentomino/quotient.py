"""Counting solutions that a symmetry keeps as they are: exact covers by orbits of placements.

A solution fixed by g is a union of orbits of placements under g. So the cells are taken orbit by orbit, an
option is an orbit of placements that do not overlap, and it uses as many copies as it has members of each piece.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from ._core import ListSearch, ListTable
from .geometry import D4, Cell, normalise, scan_order
from .statement import Statement
from .symmetry import piece_images, turned

__all__ = ["conjugacy_classes", "symmetric_cover", "symmetric_search"]


def conjugacy_classes(group: Iterable[D4]) -> list[list[D4]]:
    """The elements that fix equally many solutions: those that *group* turns into each other, and inverses."""
    elements = list(group)
    classes: list[list[D4]] = []
    for element in elements:
        if not any(element in known for known in classes):
            images = {other.after(element).after(other.inverse) for other in elements}
            classes.append([x for x in elements if x in images or x.inverse in images])
    return classes


class SymmetricCover(NamedTuple):
    """An exact cover by orbits of placements, whose solutions stand for those that a symmetry keeps.

    `options` tell how many orbits have the same (numbers of cells, piece, copies of it used); the other three are by
    piece. A mirror twin is counted with the first of the two.
    """

    cells: int
    options: Counter[tuple[tuple[int, ...], int, int]]
    sizes: list[int]
    least: list[int]
    most: list[int]


def symmetric_cover(whole: Statement, part: Statement, element: D4) -> SymmetricCover | None:
    """The cover whose solutions are those of *part* that *element* keeps; None where there is clearly none.

    *part* is *whole*, or what is left of it after placements that *element* keeps; the element turns the board of
    *whole*.
    """
    images = [number if image is None else image for number, image in enumerate(piece_images(part, element))]
    leaders = [min(number, image) for number, image in enumerate(images)]
    if any(_must_move(part, number, element) for number, image in enumerate(images) if image == number):
        return None
    number_of: dict[Cell, int] = {}
    total = 0
    for cell in scan_order(part.free):
        if cell not in number_of:
            number_of.update((image, total) for (image,) in _orbit(whole, (cell,), element))
            total += 1
    options: Counter[tuple[tuple[int, ...], int, int]] = Counter()
    met: set[tuple[Cell, ...]] = set()
    for number in sorted(set(leaders)):
        for placement in part.placements_of(number):
            if placement.cells in met:
                continue
            orbit = _orbit(whole, placement.cells, element)
            met.update(orbit)
            cells = [cell for member in orbit for cell in member]
            if len(set(cells)) == len(cells):
                copies = sum(part.shapes[normalise(member)][0] == number for member in orbit)
                options[tuple(sorted({number_of[cell] for cell in cells})), number, copies] += 1
    leads = [leader == number for number, leader in enumerate(leaders)]
    return SymmetricCover(
        total,
        options,
        [count.piece.size * leaders.count(number) or 1 for number, count in enumerate(part.demand)],
        [count.least * lead for count, lead in zip(part.demand, leads, strict=True)],
        [count.most * lead for count, lead in zip(part.demand, leads, strict=True)],
    )


def symmetric_search(whole: Statement, part: Statement, element: D4) -> ListSearch | None:
    """A search for the solutions of a `symmetric_cover`, each of which stands for one; None where there is none."""
    cover = symmetric_cover(whole, part, element)
    if cover is None:
        return None
    table = ListTable(cover.cells, sorted(cover.options.elements()), cover.sizes, cover.least, cover.most)
    return ListSearch(table, len(part.free))


def _orbit(statement: Statement, cells: tuple[Cell, ...], element: D4) -> list[tuple[Cell, ...]]:
    """The different images of *cells* under the powers of *element*."""
    orbit = [cells]
    while (image := turned(statement, orbit[-1], element)) != cells:
        orbit.append(image)
    return orbit


def _must_move(part: Statement, number: int, element: D4) -> bool:
    """Whether a piece that is used just once has no orientation that *element* keeps."""
    _, least, most = part.demand[number]
    if least != 1 or most != 1:
        return False
    shapes = [shape.cells for owner, shape in part.orientations if owner == number]
    return all(normalise([element.apply(cell) for cell in cells]) != cells for cells in shapes)
