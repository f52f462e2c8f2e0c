"""Counting solutions that a symmetry keeps as they are: exact covers by orbits of placements.

A solution fixed by g is a union of orbits of placements under g. So the cells are taken orbit by orbit, an
option is an orbit of placements that do not overlap, and it uses as many copies as it has members of each piece.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from .._core import ListSearch, ListTable
from ..lattice import Motion
from ..look import look, looked
from ..numbering import Place, bits
from ..puzzle import Puzzle
from ..symmetry import Turn, piece_images

__all__ = ["conjugacy_classes", "symmetric_cover", "symmetric_search"]


def conjugacy_classes(group: Iterable[Motion]) -> list[list[Motion]]:
    """The elements that fix equally many solutions: those that *group* turns into each other, and inverses."""
    elements = list(group)
    classes: list[list[Motion]] = []
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


def symmetric_cover(whole: Puzzle, part: Puzzle, element: Motion) -> SymmetricCover | None:
    """The cover whose solutions are those of *part* that *element* keeps; None where there is clearly none.

    *part* is *whole*, or what is left of it after placements that *element* keeps; the element turns the board of
    *whole*.
    """
    images = [number if image is None else image for number, image in enumerate(piece_images(part, element))]
    leaders = [min(number, image) for number, image in enumerate(images)]
    if any(_must_move(part, number, element) for number, image in enumerate(images) if image == number):
        return None
    turn = Turn(whole, element, part.numbering)
    number_of: dict[int, int] = {}
    total = 0
    for position in looked(bits(part.numbering.cells)):
        if position not in number_of:
            monomino = whole.board.lattice.normalise([part.numbering.cell(position)])
            number_of.update((image, total) for image, _ in _orbit(turn, (position, monomino)))
            total += 1
    distances = {cells: part.numbering.shape(cells) for cells in part.piece_set.shapes}
    options: Counter[tuple[tuple[int, ...], int, int]] = Counter()
    met: set[Place] = set()
    for number in sorted(set(leaders)):
        for shape, places in part.places_of(number):
            for position in looked(bits(places)):
                place = position, shape.cells
                if place in met:
                    continue
                orbit = _orbit(turn, place)
                met.update(orbit)
                cells = [first + distance for first, member in orbit for distance in distances[member]]
                if len(set(cells)) == len(cells):
                    copies = sum(part.piece_set.shapes[member][0] == number for _, member in orbit)
                    options[tuple(sorted({number_of[cell] for cell in cells})), number, copies] += 1
    leads = [leader == number for number, leader in enumerate(leaders)]
    return SymmetricCover(
        total,
        options,
        [count.piece.size * leaders.count(number) or 1 for number, count in enumerate(part.demand)],
        [count.least * lead for count, lead in zip(part.demand, leads, strict=True)],
        [count.most * lead for count, lead in zip(part.demand, leads, strict=True)],
    )


def symmetric_search(whole: Puzzle, part: Puzzle, element: Motion) -> ListSearch | None:
    """A search for the solutions of a `symmetric_cover`, each of which stands for one; None where there is none."""
    cover = symmetric_cover(whole, part, element)
    if cover is None:
        return None
    table = ListTable(cover.cells, sorted(cover.options.elements()), cover.sizes, cover.least, cover.most, tick=look)
    return ListSearch(table, len(part.free))


def _orbit(turn: Turn, place: Place) -> list[Place]:
    """The different images of a placement under the powers of an element."""
    orbit = [place]
    while (image := turn.image(orbit[-1])) != place:
        orbit.append(image)
    return orbit


def _must_move(part: Puzzle, number: int, element: Motion) -> bool:
    """Whether a piece that is used just once has no orientation that *element* keeps."""
    _, least, most = part.demand[number]
    if least != 1 or most != 1:
        return False
    shapes = [shape for owner, shape in part.orientations if owner == number]
    return all(shape.lattice.turned(shape.cells, element) != shape.cells for shape in shapes)
