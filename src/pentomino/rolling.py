"""How the symmetries of wrapped boards move placements; `symmetry.py` has those of other boards."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add, sub
from typing import TYPE_CHECKING, Any, TypeAlias

from .lattices.lattice import Cell, shift
from .lattices.numbering import Numbering, Place
from .lattices.wrapping import Isometry
from .pieces.polyform import gap

if TYPE_CHECKING:
    from .base_puzzle import BasePuzzle

__all__ = ["WrappedTurn"]

ImageStart: TypeAlias = tuple[Cell, list[Cell]]
"""How far from the image of its first cell the image of a shape begins, and how far on it lies on the same cells."""


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
