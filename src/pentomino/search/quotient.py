"""Count the solutions that a symmetry maps to themselves. These solutions are exact covers by orbits of placements.

If a symmetry maps a solution to itself, it maps each placement of the solution to a placement of the same solution. So
the solution consists of whole orbits of placements. An orbit consists of a placement and its images under all powers of
the symmetry. In the exact cover, the items to cover are the orbits of cells. The options are the orbits of placements
that do not overlap. An option uses one copy of its piece for each placement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain, islice
from typing import Any, NamedTuple

from .._core import ItemSearch, ItemTable
from ..base_puzzle import BasePuzzle
from ..lattices.lattice import Element, Motion
from ..lattices.numbering import bits
from ..limits import claim, look, looked
from ..pieces.polyform import Polyform
from ..placement import Placement
from ..symmetry import Covered, cell_images, piece_images


def conjugacy_classes(group: tuple[Element, ...]) -> tuple[tuple[Element, ...], ...]:
    """Return the conjugacy classes of a group, each united with the class of the inverse elements.

    All elements of a united class map the same number of solutions to themselves. The classes, and the elements of each
    class, are in the order of `group`.
    """
    elements: tuple[Any, ...] = group
    rank = {element: number for number, element in enumerate(elements)}
    inverse = [rank[element.inverse] for element in elements]
    products = _products(elements, rank)
    met: set[int] = set()
    classes: list[tuple[Element, ...]] = []
    for number in range(len(elements)):
        if number not in met:
            images = {number, inverse[number]}
            new = list(images)
            for image in looked(new):  # the loop extends `new`
                # Conjugate the image x by each generator g: g x g^-1, where x g^-1 is the inverse of g x^-1.
                further = {row[inverse[row[inverse[image]]]] for row in products} - images
                images |= further
                new += further
            met |= images
            classes.append(tuple([elements[image] for image in sorted(images)]))
    return tuple(classes)


def _products(elements: Sequence[Any], rank: Mapping[Any, int]) -> list[list[int]]:
    """Return, for each generator g of a group, the ranks of its products with all elements.

    In a product, g is applied last. `elements` are the elements of the group, the identity first. `rank` maps each
    element to its index. The generators are the elements that are not products of elements before them.
    """
    rows: list[list[int]] = []
    reached = {0}  # the identity
    for number, element in enumerate(elements):
        if number not in reached:
            rows.append([rank[element.after(other)] for other in looked(iter(elements))])
            new = list(reached)
            for member in new:  # the loop extends `new`
                further = {row[member] for row in rows} - reached
                reached |= further
                new += further
    return rows


def number_of_orbits(total: int, group: tuple[Element, ...], count_kept: Callable[[Element], int]) -> int:
    """Count the orbits of `total` solutions under a group. The identity is first in `group`.

    `count_kept` returns the number of solutions that an element maps to themselves. By Burnside's lemma, the number of
    orbits is the mean of these numbers over all elements of the group.
    """
    if total:
        total += sum(len(members) * count_kept(members[0]) for members in conjugacy_classes(group)[1:])
    number, rest = divmod(total, len(group))
    if rest:
        raise AssertionError(f"{total} is not a multiple of the order {len(group)} of the group")
    return number


class SymmetricCover(NamedTuple):
    """An exact cover for the solutions of a puzzle that a symmetry maps to themselves.

    - `cells`: how many orbits of cells there are. These orbits are the items to cover.
    - `options`: maps each option to how many orbits of placements it represents. An option is a tuple (numbers of the
      orbits of cells covered, piece number, number of copies used).
    - `sizes`, `least`, `most`: the size, the minimum and the maximum copies of each piece.

    Pieces that the symmetry maps to each other, such as mirror images, are treated as one piece, the first of them.
    """

    cells: int
    options: Counter[tuple[tuple[int, ...], int, int]]
    sizes: list[int]
    least: list[int]
    most: list[int]


def _keeps_no_shape(puzzle: BasePuzzle, element: Element) -> bool:
    """Return whether `element` changes every orientation of some piece that each solution has exactly once."""
    if not isinstance(element, Motion):
        return False
    images = piece_images(puzzle, element)
    once = [n for n, (_, least, most) in enumerate(puzzle._demand) if least == most == 1 and images[n] == n]
    shapes = [[shape for shape, _ in puzzle._places_of(number)] for number in once]
    return any(not any(_keeps(element, shape) for shape in some) for some in sorted(shapes, key=len))


def _keeps(element: Motion, shape: Polyform) -> bool:
    form = shape.lattice.normalise(shape.cells)
    return shape.lattice.turned(form, element) == form


def symmetric_cover(puzzle: BasePuzzle, made: Sequence[Placement], element: Element) -> SymmetricCover | None:
    """Return the exact cover of the solutions with the placements `made` that `element` maps to themselves.

    `element` is a symmetry of `puzzle`, and must map the set of the placements `made` to itself. The cover has only the
    other cells and pieces. Return None if there is clearly no such solution.
    """
    if _keeps_no_shape(puzzle, element):  # this ends most calls early, before any placement is looked at
        return None
    smaller = reduce(BasePuzzle.place, made, puzzle)
    # If the image of a piece is not in the set, the piece has no place on the board, because `element` is a symmetry of
    # the puzzle. Then it has no options, so treating it as its own image does no harm.
    every = piece_images(puzzle, element)[: len(smaller._demand_with_gaps)]
    images = [number if image is None else image for number, image in enumerate(every)]
    first_twins = [min(_cycle(images, number)) for number in range(len(images))]
    image = cell_images(puzzle.board, smaller._numbering, element)
    # If a piece has only one copy, `element` must keep its placement: a different image would be a second copy.
    kept_of = {}
    for number, (_, least, most) in enumerate(smaller._demand):
        if most == 1 and images[number] == number:
            kept = _kept_placements(smaller, image, number, element)
            first_kept = list(islice(kept, 1))
            if least and not first_kept:
                return None  # stop before all orbits are found
            kept_of[number] = chain(first_kept, kept)
    cell_orbit = _number_cell_orbits(image)
    options: Counter[tuple[tuple[int, ...], int, int]] = Counter()
    for number in sorted(set(first_twins)):
        # An orbit has the same number of copies of each twin. Only the copies of the first twin are counted.
        twins = first_twins.count(number)
        for orbit in kept_of[number] if number in kept_of else _orbits(smaller, image, images, number):
            positions = [*chain.from_iterable(orbit)]
            if len(set(positions)) == len(positions):  # the placements of the orbit do not overlap
                # The first placement has a cell of each covered orbit, as all images of a cell are in the same orbit.
                covered = tuple(sorted({cell_orbit[position] for position in orbit[0]}))
                options[covered, number, len(orbit) // twins] += 1
    is_first = [first == number for number, first in enumerate(first_twins)]
    return SymmetricCover(
        max(cell_orbit.values(), default=-1) + 1,
        options,
        # A copy of the first twin includes a copy of each other twin. The other twins get no copies, no options and the
        # minimum size, 1.
        [count.piece.size * first_twins.count(number) or 1 for number, count in enumerate(smaller._demand_with_gaps)],
        [count.least * leads for count, leads in zip(smaller._demand_with_gaps, is_first, strict=True)],
        [count.most * leads for count, leads in zip(smaller._demand_with_gaps, is_first, strict=True)],
    )


def symmetric_search(puzzle: BasePuzzle, made: Sequence[Placement], element: Element) -> ItemSearch | None:
    """Return a search for the solutions that `element` maps to themselves. See `symmetric_cover`."""
    cover = symmetric_cover(puzzle, made, element)
    if cover is None:
        return None
    options = sorted(cover.options.elements())
    table = ItemTable(cover.cells, options, cover.sizes, cover.least, cover.most, tick=look, claim=claim)
    return ItemSearch(table, area=len(puzzle.uncovered_cells) - sum(len(placement.cells) for placement in made))


def _number_cell_orbits(image: Mapping[int, int]) -> dict[int, int]:
    """Return the orbit number of each cell position. `image` maps each position to its image."""
    number_of: dict[int, int] = {}
    total = 0
    for position in image:
        if position not in number_of:
            while position not in number_of:
                number_of[position] = total
                position = image[position]
            total += 1
    return number_of


def _positions(puzzle: BasePuzzle, shape: Polyform, places: int) -> Iterator[Covered]:
    # `places` has a bit for each position of the first cell
    covering = puzzle._numbering.covering(shape.cells)
    for position in looked(bits(places)):
        yield tuple(covering(position))


def _image(image: Mapping[int, int], cells: Covered) -> Covered:
    return tuple(sorted([image[position] for position in cells]))


def _cycle(images: Sequence[int], number: int) -> list[int]:
    # the orbit of piece `number`, in order
    cycle = [number]
    while images[cycle[-1]] not in cycle:  # a piece whose image is the piece itself ends the cycle
        cycle.append(images[cycle[-1]])
    return cycle


def _orbits(
    puzzle: BasePuzzle, image: Mapping[int, int], images: Sequence[int], number: int
) -> Iterator[list[Covered]]:
    """Yield the orbits of placements of a piece. `image` maps cells and `images` maps pieces to their images."""
    met: set[Covered] = set()
    period = len(_cycle(images, number))
    for shape, places in puzzle._places_of(number):
        for cells in _positions(puzzle, shape, places):
            if cells not in met:
                orbit, piece, reached = [cells], images[number], _image(image, cells)
                # Twins alternate in an orbit. On a wrapped board they may cover the same cells, so compare pieces, too.
                while (reached, piece) != (cells, number):
                    orbit.append(reached)
                    reached, piece = _image(image, reached), images[piece]
                met.update(orbit[::period])
                yield orbit


def _kept_placements(
    puzzle: BasePuzzle, image: Mapping[int, int], number: int, element: Element
) -> Iterator[list[Covered]]:
    # yield each kept placement as an orbit of one placement
    for shape, places in puzzle._places_of(number):
        # A motion that changes the shape keeps no placement of it, so most shapes need no loop over positions.
        if isinstance(element, Motion) and not _keeps(element, shape):
            continue
        for cells in _positions(puzzle, shape, places):
            if _image(image, cells) == cells:
                yield [cells]
