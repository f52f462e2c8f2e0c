"""A puzzle that does not fit the window engine: its placements are numbered for the item engine alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ..._core import ItemSearch
from ...base.limits import looked
from ...base_puzzle import BasePuzzle
from ...lattices.lattice import Cell
from ...lattices.numbering import Place, bit_set, bits
from ...placement import Placement
from ..order import shuffler
from .table import Table

if TYPE_CHECKING:
    from ...lattices.seam import Imprint


class ListedPuzzle(Table):
    """A puzzle compiled for the item engine alone.

    The number of a placement is `first * shapes + shape`, from the number of its first cell and that of its shape
    relative to this cell. So numbers ascend in the order of the first cells.
    """

    engine = "item"

    def __init__(self, puzzle: BasePuzzle, seed: int | None = None) -> None:
        super().__init__(puzzle)
        numbering = puzzle.numbering
        if self.is_wrapped:
            # The frontier engine needs shifts between neighbours, which hold only in the original numbering.
            self.cell_numbers, self.cells, self.shifts = range(numbering.size), numbering.cells, numbering.shifts
        else:
            self.cell_numbers = {position: number for number, position in enumerate(bits(numbering.cells))}
            self.cells = (1 << len(puzzle.free)) - 1
        # This is the order in which the search tries the placements with the same first cell.
        self._shapes = shuffler(seed)(sorted(looked(self._imprints())))
        self._shape_of = {imprint: shape for shape, (_, _, imprint, _) in enumerate(self._shapes)}

    def _imprints(self) -> Iterator[tuple[tuple[int, ...], int, Any, int]]:
        """Yield (distances of the cells from the first, piece, imprint or shape, positions) for all orientations."""
        puzzle = self.puzzle
        for number in range(len(puzzle.cover)):
            if self.is_wrapped:
                for imprint, places in _imprints_of(puzzle, number).items():
                    yield imprint.distances, number, imprint, places
            else:
                for shape, places in puzzle.places_of(number):
                    yield puzzle.numbering.shape(shape.cells), number, shape.cells, places

    def options(self) -> Iterator[tuple[int, int, list[int]]]:
        """Yield all placements in any order: (number, piece, ranks of the cells)."""
        rank_of = self._ranks
        for shape, (distances, piece, _, places) in enumerate(self._shapes):
            for first in looked(bits(places)):
                cells = [rank_of[first + distance] for distance in distances]
                yield first * len(self._shapes) + shape, piece, cells

    def place_of(self, number: int) -> Place:
        """Return the place of the placement with this number."""
        position, shape = divmod(number, len(self._shapes))
        imprint = self._shapes[shape][2]
        return (position + imprint.lead, imprint.cells) if self.is_wrapped else (position, imprint)

    def number_of(self, place: Place) -> int:
        """Return the number of the placement at `place`."""
        position, imprint = self.puzzle.numbering.imprint(place)
        return position * len(self._shapes) + self._shape_of[imprint]

    def search(self, made: Iterable[Placement], uncovered: Iterable[Cell] = ()) -> ItemSearch:
        """Return a search for the solutions that contain the placements `made` and leave the cells `uncovered`."""
        return self.by_items(self.cover, made, uncovered, in_order=True)


def _imprints_of(puzzle: BasePuzzle, number: int) -> dict[Imprint, int]:
    """Return the imprints of a piece on a wrapped board, each with the set of positions of its first cells."""
    found: dict[Imprint, list[int]] = {}
    for shape, places in puzzle.places_of(number):
        for position in looked(bits(places)):
            first, imprint = puzzle.numbering.imprint((position, shape.cells))
            found.setdefault(imprint, []).append(first)
    return {imprint: bit_set(firsts, puzzle.numbering.size) for imprint, firsts in found.items()}
