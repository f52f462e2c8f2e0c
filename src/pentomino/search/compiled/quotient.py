"""Counts of the solutions that a symmetry keeps as they are: exact covers by orbits of placements.

An element that keeps a solution turns each placement of it into a placement of it. So the solution is a union of orbits
of placements under the powers of the element. The exact cover has orbits of cells in place of cells, and as its options
orbits of placements that do not overlap. Such an option uses a copy for each of its placements.
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
from ...symmetry import AnyTurn, piece_images, turn_of

if TYPE_CHECKING:
    from ...lattices.wrapping import Element

__all__ = ["Classes", "conjugacy_classes", "number_of_orbits", "symmetric_cover", "symmetric_search"]

Classes: TypeAlias = "tuple[tuple[Element, ...], ...]"


def conjugacy_classes(group: tuple[Element, ...]) -> Classes:
    """Return the classes of elements that keep equally many solutions: conjugates, and inverses of these.

    The classes, and the elements of each, have the order of `group`. Each element is conjugated by a few generators.
    """
    elements: tuple[Any, ...] = group
    pairs = [(element, element.inverse) for element in _generators(elements)]
    rank = {element: number for number, element in enumerate(elements)}
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
            classes.append(tuple(sorted(images, key=rank.__getitem__)))
    return tuple(classes)


def _generators(elements: Sequence[Any]) -> list[Any]:
    """Return the elements of a group that are no products of those before them."""
    found: list[Any] = []
    products = set(elements[:1])
    for element in elements:
        if element not in products:
            found.append(element)
            new = list(products)
            for known in looked(new):  # which grows meanwhile
                further = {other.after(known) for other in found} - products
                products |= further
                new += further
    return found


def number_of_orbits(total: int, classes: Classes, count_kept: Callable[[Element], int]) -> int:
    """Return the number of orbits of `total` solutions under a group.

    `classes` are those of the group, the identity's first. `count_kept` returns the number of solutions that an element
    keeps. By Burnside's lemma, the number of orbits is the mean of these numbers over the elements of the group.
    """
    if total:
        total += sum(len(members) * count_kept(members[0]) for members in classes[1:])
    order = sum(map(len, classes))
    number, rest = divmod(total, order)
    if rest:
        raise AssertionError(f"{total} is not a multiple of the order {order} of the group")
    return number


class SymmetricCover(Record):
    """An exact cover by orbits of placements, whose solutions are those that a symmetry keeps.

    `cells` is the number of orbits of cells. An option is (numbers of its orbits of cells, piece, copies used of the
    piece); `options` counts the orbits of placements with the same option. `sizes`, `least` and `most` are by piece.
    Mirror twins that the symmetry turns into each other count as one piece, the first of the two.
    """

    cells: int
    options: Counter[tuple[tuple[int, ...], int, int]]
    sizes: list[int]
    least: list[int]
    most: list[int]


def symmetric_cover(puzzle: BasePuzzle, smaller: BasePuzzle, element: Element) -> SymmetricCover | None:
    """Return the exact cover of the solutions of `smaller` that `element` keeps; None if there are clearly none.

    `smaller` is `puzzle` itself, or the puzzle that is left after placements that `element` keeps. `element` is a
    symmetry of `puzzle` and turns its board.
    """
    # A piece has no image if its mirror twin is not in the set. Then it has no place on the board, or `element` would
    # not be a symmetry of the puzzle. Such a piece has no options, so it may as well be its own image.
    images = [number if image is None else image for number, image in enumerate(piece_images(smaller, element))]
    first_twins = [min(number, image) for number, image in enumerate(images)]
    turn = turn_of(puzzle, element, smaller.numbering)
    # The only copy of a piece must lie where `element` keeps it: its image would be a second copy.
    kept_of = {}
    for number, (_, least, most) in enumerate(smaller.demand):
        if most == 1 and images[number] == number:
            kept = _kept_placements(smaller, turn, number, element)
            one = list(islice(kept, 1))
            if least and not one:
                return None  # as for most elements, before the work of finding all the orbits
            kept_of[number] = chain(one, kept)
    cell_orbit = _number_cell_orbits(smaller, turn)
    piece_of = {shape.cells: number for number, shapes in smaller.shapes_of.items() for shape in shapes}
    positions_of = smaller.numbering.covering(piece_of)
    options: Counter[tuple[tuple[int, ...], int, int]] = Counter()
    for number in sorted(set(first_twins)):
        for orbit in kept_of[number] if number in kept_of else _orbits(smaller, turn, number):
            positions = positions_of(orbit)
            if len(set(positions)) == len(positions):  # no two placements overlap
                # Only the copies of the first twin are counted: an orbit has equally many of both.
                copies = sum(piece_of[shape] == number for _, shape in orbit)
                options[tuple(sorted({cell_orbit[position] for position in positions})), number, copies] += 1
    is_first = [first == number for number, first in enumerate(first_twins)]
    return SymmetricCover(
        max(cell_orbit.values(), default=-1) + 1,
        options,
        # A copy of the first twin brings one of the second. The second has no copies of its own and no option; it gets
        # the size 1 as sizes are at least that.
        [count.piece.size * first_twins.count(number) or 1 for number, count in enumerate(smaller.cover)],
        [count.least * leads for count, leads in zip(smaller.cover, is_first, strict=True)],
        [count.most * leads for count, leads in zip(smaller.cover, is_first, strict=True)],
    )


def symmetric_search(puzzle: BasePuzzle, smaller: BasePuzzle, element: Element) -> ListSearch | None:
    """Return a search for the solutions of the `symmetric_cover`; None if there are clearly none."""
    cover = symmetric_cover(puzzle, smaller, element)
    if cover is None:
        return None
    options = sorted(cover.options.elements())
    table = ListTable(cover.cells, options, cover.sizes, cover.least, cover.most, tick=look, claim=claim)
    claim(table.held + table.search_bytes)
    return ListSearch(table, len(smaller.free))


def _number_cell_orbits(puzzle: BasePuzzle, turn: AnyTurn) -> dict[int, int]:
    """Return the number of the orbit of each cell, by its position. Orbits are in the order of their first cells."""
    numbering, total = puzzle.numbering, 0
    number_of: dict[int, int] = {}
    for position in bits(numbering.cells):
        if position not in number_of:
            monomino = numbering.lattice.normalise([numbering.cell(position)])
            number_of.update((image, total) for image, _ in _orbit(turn, (position, monomino)))
            total += 1
    return number_of


def _orbits(puzzle: BasePuzzle, turn: AnyTurn, number: int) -> Iterator[list[Place]]:
    """Yield the orbits of the placements of piece `number`, each once."""
    met: set[Place] = set()
    for shape, places in puzzle.places_of(number):
        for position in looked(bits(places)):
            if (position, shape.cells) not in met:
                orbit = _orbit(turn, (position, shape.cells))
                met.update(orbit)
                yield orbit


def _orbit(turn: AnyTurn, place: Place) -> list[Place]:
    """Return the different images of a placement under the powers of an element."""
    orbit = [place]
    while (image := turn.image(orbit[-1])) != place:
        orbit.append(image)
    return orbit


def _kept_placements(puzzle: BasePuzzle, turn: AnyTurn, number: int, element: Element) -> Iterator[list[Place]]:
    """Yield the placements of piece `number` that `element` keeps, each as an orbit of one."""
    for shape, places in puzzle.places_of(number):
        # A motion that changes the shape keeps no placement of it. Most shapes need no loop over positions.
        if isinstance(element, Motion) and shape.lattice.turned(shape.cells, element) != shape.cells:
            continue
        for position in bits(places):
            if turn.image((position, shape.cells)) == (position, shape.cells):
                yield [(position, shape.cells)]
