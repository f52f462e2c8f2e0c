"""The symmetries of a puzzle, orbits of cells and placements, and which piece breaks the symmetry.

The group is the puzzle's, not the board's: the motions of the lattice that turn every solution into a solution. A
motion is in it if it keeps the board and the given pieces, and turns every allowed placement into an allowed placement
of a piece with the same copies.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import prod
from operator import add, sub
from typing import TYPE_CHECKING, Any, TypeAlias

from .base.limits import look, looked
from .base.value import Record
from .lattices.lattice import Cell, Cells, Motion, shift
from .lattices.numbering import Numbering, Place, bit_set, bits
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
    "left_over",
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
"""How far from the image of its first cell the image of a shape begins, and how far on it lies on the same cells."""


class Orbit(Record):
    """The placements into which `first` is turned, each by one of `movers`. The `stabiliser` keeps `first` as it is."""

    first: Placement
    movers: tuple[Element, ...]
    stabiliser: tuple[Element, ...]


def turned(puzzle: BasePuzzle, cells: Collection[Cell], element: Element) -> tuple[Cell, ...]:
    """Return the image of `cells` when the board is turned by `element`, sorted."""
    return tuple(sorted(puzzle.board.images(cells, element)))


def turned_placements(puzzle: BasePuzzle, placements: Iterable[Placement], element: Element) -> list[Placement]:
    """Return the images of placements under an element of the group of `puzzle`, in the order given."""
    images, found = piece_images(puzzle, element), []
    for placement in placements:
        piece = images[puzzle.owner(placement)]
        assert piece is not None, "an element of the group turns each piece into one of the set"
        found.append(puzzle.placement(puzzle.pieces[piece].piece, turned(puzzle, placement.cells, element)))
    return found


def cell_orbits(board: Board, cells: Collection[Cell], elements: Iterable[Element]) -> dict[Cell, Cells]:
    """Return, for each of `cells`, those into which `elements` turn it, again and again. The elements keep `cells`."""
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


def turn_of(puzzle: BasePuzzle, element: Element, part: Numbering | None = None) -> AnyTurn:
    """Return an element of the group of `puzzle` as what moves placements, given by shape and position.

    Positions are those of the puzzle, or of a `part` of it that the element keeps as well.
    """
    if isinstance(element, Motion):
        return Turn(puzzle, element, part)
    return WrappedTurn(puzzle, element, piece_images(puzzle, element), part)


class Turn:
    """A motion at work on placements: see `turn_of`."""

    def __init__(self, puzzle: BasePuzzle, element: Motion, part: Numbering | None = None) -> None:
        self._board = puzzle.board
        self._element = element
        self._numbering = numbering = part or puzzle.numbering
        corner = numbering.cell(0)
        lattice = puzzle.board.lattice
        self._kinds = len(lattice.vectors)  # this many steps along the last axis lead to a cell of the same kind
        ahead = [tuple([self._kinds * n for n in unit]) for unit in lattice.units]
        start, *ends = numbering.positions(self._board.images([corner, *shift(ahead, *corner)], element))
        images = [end - start for end in ends]
        *self._axes, (_, self._last) = sorted(zip(numbering.steps, images, strict=True), reverse=True)
        self._shapes: dict[tuple[Cell, ...], tuple[tuple[Cell, ...], int]] = {}

    def shape(self, cells: tuple[Cell, ...]) -> tuple[tuple[Cell, ...], Any]:
        """Return the image of a shape, and the `start` for `position`: on squares, its place if the shape is at 0."""
        if cells not in self._shapes:
            numbering, lattice = self._numbering, self._board.lattice
            first, corner = numbering.first(cells), numbering.cell(0)
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
        """Return the image of the position of a shape whose image has this `start`."""
        moved: int = start + self._ahead(position)
        return moved // self._kinds

    def _ahead(self, position: int) -> int:
        """Return how far images move as a shape moves from 0 to `position`, times the number of kinds."""
        there = 0
        for step, image in self._axes:
            steps, position = divmod(position, step)
            there += steps * image
        return there + position * self._last


class WrappedTurn:
    """An isometry at work on placements; *images* tell into which piece it turns each."""

    def __init__(
        self, puzzle: BasePuzzle, element: Isometry, images: Sequence[int | None], part: Numbering | None = None
    ) -> None:
        lattice = puzzle.board.lattice
        origin = (0,) * lattice.dimension
        empty = gap(lattice, origin)
        self._pieces = puzzle.piece_set
        self._element = element
        self._piece_images = images
        self._numbering = part or puzzle.numbering
        # A single cell may be asked for, whether it is a piece of the set or not.
        self._shapes: dict[tuple[Cell, ...], tuple[tuple[Cell, ...], ImageStart]]
        self._shapes = {cells: (cells, (origin, [origin])) for cells in ((origin,), empty)}
        self._images: dict[int, Cell] = {}

    def shape(self, cells: tuple[Cell, ...]) -> tuple[tuple[Cell, ...], Any]:
        """Return the image of a shape, and where `position` starts from."""
        if cells not in self._shapes:
            number = self._piece_images[self._pieces.shapes[cells][0]]
            assert number is not None, "an element of the group turns each piece into one of the set"
            at_origin = shift(cells, *[-n for n in cells[0]])
            image, by, further = self._pieces.standards[number].of(self._element.images(at_origin))
            first = tuple(map(add, image[0], by))
            self._shapes[cells] = image, (tuple(map(sub, first, self._element.shift)), further)
        return self._shapes[cells]

    def image(self, place: Place) -> Place:
        """Return the image of a placement."""
        position, shape = place
        cells, start = self.shape(shape)
        return self.position(position, start), cells

    def position(self, position: int, start: ImageStart) -> int:
        """Return the image of the position of a shape, whose image starts there."""
        by, further = start
        first = tuple(map(add, self._image(position), by))
        return min(self._numbering.positions([tuple(map(add, first, more)) for more in further]))

    def _image(self, position: int) -> Cell:
        if position not in self._images:
            self._images[position] = self._element.images((self._numbering.cell(position),))[0]
        return self._images[position]


def piece_images(puzzle: BasePuzzle, element: Element) -> tuple[int | None, ...]:
    """Return the number of the piece into which `element` turns each piece: itself, its mirror twin, or None.

    Gaps, which come last, are turned into gaps.
    """
    every = tuple(range(len(puzzle.cover)))
    if puzzle.reflections or not element.is_reflection:
        return every
    return *puzzle.piece_set.twins, *every[len(puzzle.pieces) :]


def puzzle_symmetries(puzzle: BasePuzzle) -> tuple[Element, ...]:
    """Return the motions under which `puzzle` stays the same, the identity first. `BasePuzzle.group` keeps them."""
    return tuple(element for element in puzzle.board.motions() if _is_kept(puzzle, element))


def _is_kept(puzzle: BasePuzzle, element: Element) -> bool:
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
            # Without a place on the board, a piece takes part in no solution, and does not count.
            if any(places for _, places in puzzle.places_of(number)):
                return False
        elif (number in restricted or image in restricted) and not _is_mapped(puzzle, number, image, element):
            return False
    return True


def _is_mapped(puzzle: BasePuzzle, number: int, image: int, element: Element) -> bool:
    """Return whether `element` turns every allowed placement of piece `number` into one of piece `image`."""
    turn = turn_of(puzzle, element)
    there = {turned.cells: places for turned, places in puzzle.places_of(image)}
    for shape, places in puzzle.places_of(number):
        cells, start = turn.shape(shape.cells)
        images = bit_set((turn.position(position, start) for position in looked(bits(places))), puzzle.numbering.size)
        if images & ~there.get(cells, 0):
            return False
    return True


def symmetry_breaker(puzzle: BasePuzzle, group: Iterable[Element]) -> int | None:
    """Return the number of the piece to place first: the one of `breakers` with the fewest places, or None.

    Places are counted in the bounding box of the board. Of several pieces it is the first.
    """
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


def left_over(found: Sequence[Orbit], group: Sequence[Element]) -> float:
    """Return how many images of a solution are met, on average, if a piece with these orbits is placed first."""
    return len(found) * len(group) / (sum(len(orbit.movers) for orbit in found) or len(group))


def better_breaker(puzzle: BasePuzzle, group: tuple[Element, ...]) -> int:
    """Return the number of the piece to place first if items are to meet all solutions. Some milliseconds a piece.

    The fewer images of a solution are met, and the fewer orbits there are, the fewer nodes are visited. The power is
    the one that ranks the pieces of 3x4x5 best, see `docs/explanation/search.md`. Of equal pieces it is the last.
    """

    def cost(number: int) -> tuple[float, int]:
        found = orbits(puzzle, number, group)
        return left_over(found, group) ** 3 * len(found), -number

    return min(breakers(puzzle, group), key=cost)


def orbits(puzzle: BasePuzzle, number: int, group: tuple[Element, ...]) -> list[Orbit]:
    """Return the orbits under `group` of the placements of piece `number`, which must be turned into itself."""
    # The first of an orbit is its first in scan order: a piece that is placed at the end of the scan prunes little
    # (6x10 takes ten times as long with X in the other corner).
    numbering, piece = puzzle.numbering, puzzle.pieces[number].piece
    turns = [turn_of(puzzle, element) for element in group]
    shapes = {shape.cells: numbering.shape(shape.cells) for shape, _ in puzzle.places_of(number)}
    ranked = sorted(
        (position, shapes[shape.cells], shape.cells)
        for shape, places in puzzle.places_of(number)
        for position in bits(places)
    )
    met: set[Place] = set()
    found = []
    for position, _, cells in ranked:
        first = position, cells
        if first in met:
            continue
        look()
        images = [turn.image(first) for turn in turns]
        stabiliser = tuple(element for element, image in zip(group, images, strict=True) if image == first)
        distinct = dict(zip(reversed(images), reversed(group), strict=True))
        ways = {image: distinct[image] for image in images}
        met.update(ways)
        placed = puzzle.placement(piece, numbering.cells_at(*first))
        found.append(Orbit(placed, tuple(ways.values()), stabiliser))
    return found
