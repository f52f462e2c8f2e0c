"""Counting solutions that a symmetry keeps as they are: exact covers by orbits of placements.

A solution fixed by g is a union of orbits of placements under g. So the cells are taken orbit by orbit, an
option is an orbit of placements that do not overlap, and it uses as many copies as it has members of each piece.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, TypeAlias

from ..._core import ListSearch, ListTable
from ...base.limits import claim, look, looked
from ...base.value import Record
from ...base_puzzle import BasePuzzle
from ...lattices.lattice import Motion
from ...lattices.numbering import Place, bits
from ...pieces.polyform import Polyform
from ...symmetry import AnyTurn, piece_images, turn_of

if TYPE_CHECKING:
    from ...lattices.wrapping import Element

__all__ = ["Classes", "conjugacy_classes", "number_of_orbits", "symmetric_cover", "symmetric_search"]

Classes: TypeAlias = "tuple[tuple[Element, ...], ...]"


def conjugacy_classes(group: tuple[Element, ...]) -> Classes:
    """The elements that fix equally many solutions: those that *group* turns into each other, and inverses.

    Each class and all classes have the order of the group. Takes some composed elements for each.
    """
    elements: tuple[Any, ...] = group
    pairs = [(element, element.inverse) for element in _generators(elements)]
    place = {element: number for number, element in enumerate(elements)}
    met: set[Any] = set()
    classes: list[tuple[Element, ...]] = []
    for element in elements:
        if element not in met:
            images = {element, element.inverse}
            new = list(images)
            for image in looked(new):  # which grows meanwhile
                further = {other.after(image).after(back) for other, back in pairs} - images
                images |= further
                new += further
            met |= images
            classes.append(tuple(sorted(images, key=place.__getitem__)))
    return tuple(classes)


def _generators(elements: Sequence[Any]) -> list[Any]:
    """Some elements of a group of which all others are products: the first that the ones before do not make."""
    found: list[Any] = []
    made = set(elements[:1])
    for element in elements:
        if element not in made:
            found.append(element)
            new = list(made)
            for known in looked(new):  # which grows meanwhile
                further = {other.after(known) for other in found} - made
                made |= further
                new += further
    return found


def number_of_orbits(total: int, classes: Classes, kept: Callable[[Element], int]) -> int:
    """The number of orbits of *total* solutions under a group, of which an element keeps as many as *kept* says.

    *classes* are those of the group, the identity's first. By Burnside's lemma the number is the mean, over the group,
    of the number of solutions that an element keeps as they are.
    """
    if total:
        total += sum(len(members) * kept(members[0]) for members in classes[1:])
    order = sum(map(len, classes))
    number, rest = divmod(total, order)
    if rest:
        raise AssertionError(f"{total} is not a multiple of the order {order} of the group")
    return number


class SymmetricCover(Record):
    """An exact cover by orbits of placements, whose solutions stand for those that a symmetry keeps.

    `options` tell how many orbits have the same (numbers of cells, piece, copies of it used); the other three are by
    piece. A mirror twin is counted with the first of the two.
    """

    cells: int
    options: Counter[tuple[tuple[int, ...], int, int]]
    sizes: list[int]
    least: list[int]
    most: list[int]


def symmetric_cover(whole: BasePuzzle, part: BasePuzzle, element: Element) -> SymmetricCover | None:
    """The cover whose solutions are those of *part* that *element* keeps; None if there is clearly none.

    *part* is *whole*, or what is left of it after placements that *element* keeps; the element turns the board of
    *whole*.
    """
    images = [number if image is None else image for number, image in enumerate(piece_images(part, element))]
    leaders = [min(number, image) for number, image in enumerate(images)]
    turn = turn_of(whole, element, part.numbering)
    once = [number for number, count in enumerate(part.demand) if images[number] == number and count.most == 1]
    kept = {}
    for number in once:
        orbits = _kept(part, turn, number, element)
        first = list(islice(orbits, 1))
        if part.demand[number].least and not first:
            return None
        kept[number] = chain(first, orbits)  # the others once it is clear that no piece must move
    number_of = _orbits_of_cells(part, turn)
    owner_of = {shape.cells: number for number, shapes in part.shapes_of.items() for shape in shapes}
    cells_of = part.numbering.covering(owner_of)
    options: Counter[tuple[tuple[int, ...], int, int]] = Counter()
    for number in sorted(set(leaders)):
        for orbit in kept[number] if number in kept else _orbits(part, turn, number):
            cells = cells_of(orbit)
            if len(set(cells)) == len(cells):
                copies = sum(owner_of[member] == number for _, member in orbit)
                options[tuple(sorted({number_of[cell] for cell in cells})), number, copies] += 1
    leads = [leader == number for number, leader in enumerate(leaders)]
    return SymmetricCover(
        max(number_of.values(), default=-1) + 1,
        options,
        [count.piece.size * leaders.count(number) or 1 for number, count in enumerate(part.cover)],
        [count.least * lead for count, lead in zip(part.cover, leads, strict=True)],
        [count.most * lead for count, lead in zip(part.cover, leads, strict=True)],
    )


def symmetric_search(whole: BasePuzzle, part: BasePuzzle, element: Element) -> ListSearch | None:
    """A search for the solutions of a `symmetric_cover`; None if there is clearly none."""
    cover = symmetric_cover(whole, part, element)
    if cover is None:
        return None
    options = sorted(cover.options.elements())
    table = ListTable(cover.cells, options, cover.sizes, cover.least, cover.most, tick=look, claim=claim)
    claim(table.held + table.search_bytes)
    return ListSearch(table, len(part.free))


def _orbits_of_cells(part: BasePuzzle, turn: AnyTurn) -> dict[int, int]:
    """The numbers of the orbits of cells, from 0 in the order of their first cells, by the positions of all cells."""
    numbering, total = part.numbering, 0
    number_of: dict[int, int] = {}
    for position in bits(numbering.cells):
        if position not in number_of:
            monomino = numbering.lattice.normalise([numbering.cell(position)])
            number_of.update((image, total) for image, _ in _orbit(turn, (position, monomino)))
            total += 1
    return number_of


def _orbits(part: BasePuzzle, turn: AnyTurn, number: int) -> Iterator[list[Place]]:
    """The orbits of the placements of a piece, each once."""
    met: set[Place] = set()
    for shape, places in part.places_of(number):
        for position in looked(bits(places)):
            if (position, shape.cells) not in met:
                orbit = _orbit(turn, (position, shape.cells))
                met.update(orbit)
                yield orbit


def _orbit(turn: AnyTurn, place: Place) -> list[Place]:
    """The different images of a placement under the powers of an element."""
    orbit = [place]
    while (image := turn.image(orbit[-1])) != place:
        orbit.append(image)
    return orbit


def _kept(part: BasePuzzle, turn: AnyTurn, number: int, element: Element) -> Iterator[list[Place]]:
    """The placements of a piece that *element* keeps, each an orbit of its own: all there are if it is used once."""
    for shape, places in part.places_of(number):
        if _is_kept(shape, element):
            for position in bits(places):
                if turn.image((position, shape.cells)) == (position, shape.cells):
                    yield [(position, shape.cells)]


def _is_kept(shape: Polyform, element: Element) -> bool:
    return not isinstance(element, Motion) or shape.lattice.turned(shape.cells, element) == shape.cells
