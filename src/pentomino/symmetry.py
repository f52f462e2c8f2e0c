"""The symmetries of a puzzle, orbits of cells and placements, and the piece that breaks the symmetry.

The group is that of the puzzle, not of the board: the motions of the lattice that turn every solution into a solution.
A motion is in it if it keeps the board and the given pieces, and turns every allowed placement into an allowed
placement of a piece with the same copies.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import prod
from operator import add, sub
from typing import TYPE_CHECKING, Any, TypeAlias

from .base.limits import look, looked
from .base.value import Record
from .lattices.lattice import Cell, Cells, Motion, shift
from .lattices.numbering import Place, bit_set, bits
from .pieces.polyform import gap, is_gap
from .placement import Placement

if TYPE_CHECKING:
    from .base_puzzle import BasePuzzle
    from .board import Board
    from .lattices.wrapping import Element, Isometry

__all__ = [
    "AnyTurn",
    "Orbit",
    "Turn",
    "better_breaker",
    "breakers",
    "cell_orbits",
    "images_met",
    "orbits",
    "piece_images",
    "puzzle_symmetries",
    "symmetry_breaker",
    "turn_of",
    "turned",
    "turned_placements",
]


AnyTurn: TypeAlias = "Turn | WrappedTurn"

ImageStart: TypeAlias = tuple[Cell, list[Cell]]
"""The way from the image of a shape's first cell to the first cell of its image, and the shifts that keep its cells."""


class Orbit(Record):
    """The placements into which the group turns `first`.

    `movers` has an element for each of them, the identity first. The elements of `stabiliser` keep `first` as it is.
    """

    first: Placement
    movers: tuple[Element, ...]
    stabiliser: tuple[Element, ...]


def turned(puzzle: BasePuzzle, cells: Collection[Cell], element: Element) -> tuple[Cell, ...]:
    """Return the image of `cells` when the board is turned by `element`, sorted."""
    return tuple(sorted(puzzle.board.images(cells, element)))


def turned_placements(puzzle: BasePuzzle, placements: Iterable[Placement], element: Element) -> list[Placement]:
    """Return the images of `placements` under an element of the group of `puzzle`, in the order given."""
    images, found = piece_images(puzzle, element), []
    for placement in placements:
        piece = images[puzzle.owner(placement)]
        assert piece is not None, "an element of the group turns each piece into one of the set"
        found.append(puzzle.placement(puzzle.pieces[piece].piece, turned(puzzle, placement.cells, element)))
    return found


def cell_orbits(board: Board, cells: Collection[Cell], elements: Iterable[Element]) -> dict[Cell, Cells]:
    """Return the orbit of each of `cells` under the products of `elements`, which turn `cells` into themselves."""
    every = sorted(cells)
    images = [dict(zip(every, board.images(every, element), strict=True)) for element in elements]
    found: dict[Cell, Cells] = {}
    for cell in every:
        if cell not in found:
            orbit = [cell]
            for reached in orbit:  # which grows meanwhile
                orbit += {image[reached] for image in images}.difference(orbit)
            found |= dict.fromkeys(orbit, frozenset(orbit))
    return found


def turn_of(puzzle: BasePuzzle, element: Element) -> AnyTurn:
    """Return an element of the group of `puzzle` as a function on places: shapes and positions."""
    if isinstance(element, Motion):
        return Turn(puzzle, element)
    return WrappedTurn(puzzle, element, piece_images(puzzle, element))


class Turn:
    """A motion as a function on places, by arithmetic on positions: see `turn_of`.

    A position is a sum of steps along the axes, and a motion turns equal steps into equal steps. So the image of a
    position is a constant, which depends on the shape, plus a multiple of its steps along each axis.
    """

    def __init__(self, puzzle: BasePuzzle, element: Motion) -> None:
        self._board = puzzle.board
        self._element = element
        self._numbering = numbering = puzzle.numbering
        corner = numbering.cell(0)
        lattice = puzzle.board.lattice
        # If cells have kinds, as triangles have, one step leads to another kind, where a motion does something else.
        # After this number of steps the kind is the same. All sums are times this number, so that they are integers.
        self._kinds = len(lattice.vectors)
        ahead = [tuple([self._kinds * n for n in unit]) for unit in lattice.units]
        start, *ends = numbering.positions(self._board.images([corner, *shift(ahead, *corner)], element))
        images = [end - start for end in ends]  # of `_kinds` steps along each axis
        # The longest steps come first, as `_ahead` divides by them. The step along the last of the axes is 1.
        *self._axes, (_, self._last) = sorted(zip(numbering.steps, images, strict=True), reverse=True)
        self._shapes: dict[tuple[Cell, ...], tuple[tuple[Cell, ...], int]] = {}

    def shape(self, cells: tuple[Cell, ...]) -> tuple[tuple[Cell, ...], Any]:
        """Return the image of a shape, and the constant `start` for `position`.

        On squares, `start` is the position of the image if the shape lies at 0.
        """
        if cells not in self._shapes:
            numbering, lattice = self._numbering, self._board.lattice
            first, corner = numbering.first(cells), numbering.cell(0)
            # The shape is laid on the first cell from the corner on that has the kind of its own first cell.
            ahead = (lattice.kind(first) - lattice.kind(corner)) % self._kinds
            moved = shift(cells, *map(sub, (*corner[:-1], corner[-1] + ahead), first))
            there = self._board.images(moved, self._element)
            position, image = numbering.place(there)
            if is_gap(cells):
                image = gap(lattice, there[0])
            self._shapes[cells] = image, self._kinds * position - self._ahead(ahead * numbering.steps[-1])
        return self._shapes[cells]

    def image(self, place: Place) -> Place:
        """Return the image of a placement."""
        position, shape = place
        cells, start = self.shape(shape)
        return self.position(position, start), cells

    def position(self, position: int, start: Any) -> int:
        """Return the image of the position of a shape with the constant `start`."""
        moved: int = start + self._ahead(position)
        return moved // self._kinds

    def _ahead(self, position: int) -> int:
        """Return how far the image of a shape moves as the shape moves from 0 to `position`, times `_kinds`."""
        there = 0
        for step, image in self._axes:
            steps, position = divmod(position, step)
            there += steps * image
        return there + position * self._last


class WrappedTurn:
    """An isometry as a function on places: see `turn_of`. It turns each piece into the one in `images`.

    Positions of wrapped boards are no sums of steps, so images are found cell by cell.
    """

    def __init__(self, puzzle: BasePuzzle, element: Isometry, images: Sequence[int | None]) -> None:
        lattice = puzzle.board.lattice
        origin = (0,) * lattice.dimension
        empty = gap(lattice, origin)
        self._pieces = puzzle.piece_set
        self._element = element
        self._piece_images = images
        self._numbering = puzzle.numbering
        # Single cells and gaps are turned as well, and are no pieces of the set.
        self._shapes: dict[tuple[Cell, ...], tuple[tuple[Cell, ...], ImageStart]]
        self._shapes = {cells: (cells, (origin, [origin])) for cells in ((origin,), empty)}
        self._images: dict[int, Cell] = {}

    def shape(self, cells: tuple[Cell, ...]) -> tuple[tuple[Cell, ...], Any]:
        """Return the image of a shape, and the `start` for `position`."""
        if cells not in self._shapes:
            number = self._piece_images[self._pieces.shapes[cells][0]]
            assert number is not None, "an element of the group turns each piece into one of the set"
            image, by, further = self._pieces.standards[number].turned(cells, self._element.motion)
            self._shapes[cells] = image, (tuple(map(add, image[0], by)), further)
        return self._shapes[cells]

    def image(self, place: Place) -> Place:
        """Return the image of a placement."""
        position, shape = place
        cells, start = self.shape(shape)
        return self.position(position, start), cells

    def position(self, position: int, start: ImageStart) -> int:
        """Return the image of the position of a shape with this `start`."""
        by, further = start
        first = tuple(map(add, self._image(position), by))
        return min(self._numbering.positions([tuple(map(add, first, more)) for more in further]))

    def _image(self, position: int) -> Cell:
        if position not in self._images:
            self._images[position] = self._element.images((self._numbering.cell(position),))[0]
        return self._images[position]


def piece_images(puzzle: BasePuzzle, element: Element) -> tuple[int | None, ...]:
    """Return the number of the image of each piece under `element`: itself or its mirror twin; None if that is missing.

    The gap comes last. It is its own image.
    """
    every = tuple(range(len(puzzle.cover)))
    if puzzle.reflections or not element.is_reflection:
        return every
    return *puzzle.piece_set.twins, *every[len(puzzle.pieces) :]


def puzzle_symmetries(puzzle: BasePuzzle) -> tuple[Element, ...]:
    """Return the motions under which `puzzle` stays the same, the identity first. `BasePuzzle.group` has them."""
    return tuple(element for element in puzzle.board.motions() if _is_symmetry(puzzle, element))


def _is_symmetry(puzzle: BasePuzzle, element: Element) -> bool:
    look()
    if element.is_identity:
        return True
    images = piece_images(puzzle, element)[: len(puzzle.pieces)]
    given = {(placement.cells, puzzle.owner(placement)) for placement in puzzle.placed}
    if any((turned(puzzle, cells, element), images[number]) not in given for cells, number in given):
        return False
    if puzzle.optional and not puzzle.board.keeps(element, puzzle.optional):
        return False
    restricted = {number for number, _ in puzzle.restrict}
    for number, image in enumerate(images):
        if image is None or puzzle.demand[number][1:] != puzzle.demand[image][1:]:
            # A piece without a place on the board is in no solution, and so changes nothing.
            if any(places for _, places in puzzle.places_of(number)):
                return False
        elif (number in restricted or image in restricted) and not _is_mapped(puzzle, number, image, element):
            return False
    return True


def _is_mapped(puzzle: BasePuzzle, number: int, image: int, element: Element) -> bool:
    """Tell whether `element` turns every allowed placement of piece `number` into an allowed one of piece `image`."""
    turn = turn_of(puzzle, element)
    there = {turned.cells: places for turned, places in puzzle.places_of(image)}
    for shape, places in puzzle.places_of(number):
        cells, start = turn.shape(shape.cells)
        images = bit_set((turn.position(position, start) for position in looked(bits(places))), puzzle.numbering.size)
        if images & ~there.get(cells, 0):
            return False
    return True


def symmetry_breaker(puzzle: BasePuzzle, group: Iterable[Element]) -> int | None:
    """Return the number of the piece to place first: the first of `breakers` with the fewest places; None without one.

    Places are counted in the bounding box of the board.
    """
    # The fewest places are the fewest cases: on 6x10, W takes twice as long as X, F three times, I nearly four times.
    best: tuple[int, int] | None = None
    periods, sides = puzzle.board.lattice.periods or (None,) * puzzle.board.lattice.dimension, puzzle.board.sides
    for number in breakers(puzzle, group):
        piece = puzzle.demand[number].piece
        places = sum(prod(map(_room, periods, sides, shape.sides)) for shape in piece.orientations(puzzle.reflections))
        if best is None or (places, number) < best:
            best = places, number
    return best[1] if best else None


def _room(period: int | None, room: int, side: int) -> int:
    return max(0, room - side + 1) if period is None else period


def breakers(puzzle: BasePuzzle, group: Iterable[Element]) -> list[int]:
    """Return the pieces that every solution uses just once, and that no element of `group` turns into another piece."""
    moved = {n for element in group for n, image in enumerate(piece_images(puzzle, element)) if n != image}
    return [n for n, (_, least, most) in enumerate(puzzle.demand) if least == most == 1 and n not in moved]


def images_met(found: Sequence[Orbit], group: Sequence[Element]) -> float:
    """Return the mean number of images of a solution that are met if the piece of the orbits `found` comes first."""
    return len(found) * len(group) / (sum(len(orbit.movers) for orbit in found) or len(group))


def better_breaker(puzzle: BasePuzzle, group: tuple[Element, ...]) -> int:
    """Return the number of the piece to place first for a count by items. Takes some milliseconds a piece."""

    # The fewer images of a solution are met, and the fewer orbits there are, the fewer nodes are visited. This power
    # ranks the pieces of 3x4x5 best, see `docs/explanation/search.md`. Of equal pieces the last is taken.
    def cost(number: int) -> tuple[float, int]:
        found = orbits(puzzle, number, group)
        return images_met(found, group) ** 3 * len(found), -number

    return min(breakers(puzzle, group), key=cost)


def orbits(puzzle: BasePuzzle, number: int, group: tuple[Element, ...]) -> list[Orbit]:
    """Return the orbits under `group` of the placements of piece `number`, which is its own image."""
    numbering, board, piece = puzzle.numbering, puzzle.board, puzzle.pieces[number].piece
    # The first of an orbit is its first in scan order. A piece at the end of the scan would prune little: with X in the
    # opposite corner, 6x10 takes ten times as long.
    shapes = {shape.cells: numbering.shape(shape.cells) for shape, _ in puzzle.places_of(number)}
    covering = {shape: numbering.covering(shape) for shape in shapes}
    ranked = sorted(
        (position, shapes[shape.cells], shape.cells)
        for shape, places in puzzle.places_of(number)
        for position in bits(places)
    )
    met: set[tuple[int, ...]] = set()
    found = []
    for position, _, shape in ranked:
        first = tuple(covering[shape](position))
        if first in met:
            continue
        look()
        cells = numbering.cells_at(position, shape)
        images = [tuple(sorted(numbering.positions(board.images(cells, element)))) for element in group]
        stabiliser = tuple([element for element, image in zip(group, images, strict=True) if image == first])
        # The mover of an image is the first element that leads to it, so that of `first` is the identity.
        movers: dict[tuple[int, ...], Element] = {}
        for image, element in zip(images, group, strict=True):
            movers.setdefault(image, element)
        met.update(movers)
        found.append(Orbit(puzzle.placement(piece, cells), tuple(movers.values()), stabiliser))
    return found
