"""`Table`: a puzzle compiled for the core, in which cells and placements are numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from ..._core import ItemSearch, ItemTable, Search
from ...base.limits import claim, look, looked
from ...base.value import Memo
from ...base_puzzle import BasePuzzle, Demand
from ...errors import PuzzleError
from ...lattices.lattice import Cell
from ...lattices.numbering import Place, bits
from ...placement import Placement
from ...symmetry import turn_of

if TYPE_CHECKING:
    from ...lattices.wrapping import Element

MAX_COVER_BYTES = 1 << 30
"""The maximum computed size of the sets of an exact cover. For 40x40 with the pentominoes it is a hundredth of that."""

Numbers = tuple[int, ...]
"""Placement numbers in the order in which a search made the placements; ascending for a solution that was found."""


class Table:
    """A puzzle compiled for one of the search engines: it makes searches and converts placement numbers to placements.

    `engine` is the name of the engine. `cell_numbers` gives the number of a cell by its position; it may differ from
    the position. `cells` is the set of the numbers of free cells. The numbers of neighbours differ by one of the
    `shifts`; there are no shifts if that does not hold everywhere.
    """

    engine: str
    cell_numbers: Sequence[int] | Mapping[int, int]
    cells: int
    shifts: Sequence[int] = ()
    _core: Any

    def __init__(self, puzzle: BasePuzzle) -> None:
        self.puzzle = puzzle
        self.is_wrapped = bool(puzzle.board.lattice.periods)
        self._placements: dict[int, Placement] = {}
        # By the placements made in a case. Workers make many searches of each case.
        self.effects: Memo[tuple[Placement, ...], tuple[list[Cell], list[int]]] = Memo(partial(effect, puzzle))

    @property
    def goes_by_positions(self) -> bool:
        """Whether the number of each cell is its position."""
        return self.cell_numbers == range(self.puzzle.numbering.size)

    @property
    def pockets(self) -> int:
        """The number of orientations left out of lookup tables because they close off a pocket that no piece fills."""
        return 0

    def place_of(self, number: int) -> Place:
        """Return the place of the placement with this number."""
        raise NotImplementedError

    def number_of(self, place: Place) -> int:
        """Return the number of the placement at `place`."""
        raise NotImplementedError

    def compile(self) -> None:
        """Make what all searches share. Otherwise the first search makes it."""

    def search(self, made: Iterable[Placement], uncovered: Iterable[Cell] = ()) -> Search:
        """Return a search for the solutions that contain the placements `made` and leave the cells `uncovered`."""
        raise NotImplementedError

    def memory(self, searches: int) -> int:
        """Return the bytes of the table and of `searches` concurrent searches in its order."""
        return self.cover.held + searches * self.cover.search_bytes

    @cached_property
    def cover(self) -> ItemTable:
        """The puzzle as an exact cover for the item engine. A cell that stays empty is covered by a gap."""
        return self._item_table(len(self.puzzle.cover))

    @cached_property
    def counted(self) -> ItemTable:
        """The exact cover for counting: without gaps, if the pieces have fixed numbers of copies."""
        # If the numbers vary, a solution may have more pieces than the other cells need.
        is_fixed = all(least == most for _, least, most in self.puzzle.demand)
        pieces = len(self.puzzle.demand) if is_fixed else len(self.puzzle.cover)
        return self.cover if pieces == len(self.puzzle.cover) else self._item_table(pieces)

    def _item_table(self, pieces: int) -> ItemTable:
        """Return the exact cover by the first `pieces` entries of the puzzle's cover, in which the gaps come last."""
        puzzle, cells = self.puzzle, len(self.puzzle.free)
        number = sum(places.bit_count() for piece in range(pieces) for _, places in puzzle.places_of(piece))
        needed = number * (cells + pieces) // 8
        if needed > MAX_COVER_BYTES:
            raise PuzzleError(
                f"the {number} placements of this puzzle are too many to search: as sets of cells they need "
                f"{needed >> 20} MiB, the maximum is {MAX_COVER_BYTES >> 20} MiB"
            )
        claim(needed)
        options = sorted(option for option in self.options() if option[1] < pieces)
        return ItemTable(
            cells,
            [(covered, piece, 1) for _, piece, covered in options],
            *columns(puzzle.cover[:pieces]),
            frozenset([self._ranks[position] for position in puzzle.numbering.positions(puzzle.optional)]),
            [number for number, _, _ in options],
            look,
            claim,
            pieces - len(puzzle.demand),
        )

    @cached_property
    def _ranks(self) -> dict[int, int]:
        """The rank of each free cell, by its position. The numbers of the table may differ, but have the same order."""
        return {position: rank for rank, position in enumerate(bits(self.puzzle.numbering.cells))}

    def by_items(
        self, cover: ItemTable, made: Iterable[Placement], uncovered: Iterable[Cell] = (), in_order: bool = False
    ) -> ItemSearch:
        """Return a search of the item engine over `cover` or `counted`, in its own order or in that of the table."""
        cells, used = self.effects[tuple(made)]
        positions = self.puzzle.numbering.positions([*cells, *uncovered])
        covered = mask_of(self._ranks[position] for position in positions)
        return ItemSearch(cover, covered, used[: cover.pieces], in_order=in_order)

    @property
    def movable(self) -> Sequence[tuple[int, int]]:
        """The orientations allowed wherever their masks fit, as pairs (mask from the first cell on, piece)."""
        return ()

    def placement(self, number: int) -> Placement:
        """Return the placement with this number."""
        if number not in self._placements:
            piece, cells = self.lying(number)
            self._placements[number] = self.puzzle.placement(self.puzzle.pieces[piece].piece, cells)
        return self._placements[number]

    def lying(self, number: int) -> tuple[int, tuple[Cell, ...]]:
        """Return the number of the piece of a placement, and the cells that it covers."""
        place = self.place_of(number)
        return self.puzzle.piece_set.shapes[place[1]][0], self.puzzle.numbering.cells_at(*place)

    def number(self, cells: tuple[Cell, ...], piece: int) -> int:
        """Return the number of the placement of `piece` on `cells`."""
        return self.number_of(self.puzzle.place_of(cells, piece))

    def images(self, element: Element) -> Mapping[int, int]:
        """Return a mapping from placement numbers to those of the images under `element`, filled on demand."""
        turn = turn_of(self.puzzle, element)
        return Memo(lambda number: self.number_of(turn.image(self.place_of(number))))

    @cached_property
    def gaps(self) -> frozenset[int]:
        """The placement numbers that represent empty cells."""
        number = len(self.puzzle.pieces)
        places = chain.from_iterable(self.places(number) for _ in self.puzzle.cover[number:])
        return frozenset(self.number_of(place) for place, _ in places)

    def places(self, piece: int) -> Iterator[tuple[Place, tuple[int, ...]]]:
        """Yield the places of `piece`, each with the numbers of its cells, ascending."""
        number_of, numbering = self.cell_numbers, self.puzzle.numbering
        for shape, places in self.puzzle.places_of(piece):
            if self.is_wrapped:
                for position in looked(bits(places)):
                    first, imprint = numbering.imprint((position, shape.cells))
                    yield (position, shape.cells), tuple([number_of[first + n] for n in imprint.distances])
                continue
            distances = self.puzzle.numbering.shape(shape.cells)
            for position in looked(bits(places)):
                yield (position, shape.cells), tuple([number_of[position + distance] for distance in distances])

    def options(self) -> Iterator[tuple[int, int, list[int]]]:
        """Yield all placements in any order: (number, piece, ranks of the cells)."""
        rank_of = {number: rank for rank, number in enumerate(bits(self.cells))}
        for piece in range(len(self.puzzle.cover)):
            for place, cells in self.places(piece):
                yield self.number_of(place), piece, [rank_of[cell] for cell in cells]

    def numbers_by_mask(self) -> Callable[[int, int, int], int]:
        """Return a function from (number of the first cell, mask from there on, piece) to the placement number."""
        known = {
            (cells[0], mask_of(cell - cells[0] for cell in cells), piece): self.number_of(place)
            for piece in range(len(self.puzzle.cover))
            for place, cells in self.places(piece)
        }
        return lambda first, mask, piece: known[first, mask, piece]


def mask_of(distances: Iterable[int]) -> int:
    """Return the integer with the bits of `distances` set."""
    return sum([1 << distance for distance in distances])


def columns(demand: Sequence[Demand]) -> tuple[list[int], list[int], list[int]]:
    """Return the sizes of the pieces, their minimum and their maximum numbers of copies."""
    return (
        [count.piece.size for count in demand],
        [count.least for count in demand],
        [count.most for count in demand],
    )


def effect(puzzle: BasePuzzle, made: Iterable[Placement]) -> tuple[list[Cell], list[int]]:
    """Return the cells that the placements `made` cover, and the number of copies of each piece that they use."""
    cells: list[Cell] = []
    used = [0] * len(puzzle.cover)
    for placement in made:
        cells += placement.cells
        used[puzzle.owner(placement)] += 1
    return cells, used
