"""Tables: a puzzle compiled for the core. Cells and orientations become numbers here, and placements come back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

from .._core import WINDOW, ListSearch, ListTable, Search, WindowSearch, WindowTable
from ..base.look import look, looked
from ..base.room import claim
from ..errors import PuzzleError
from ..lattices.lattice import Cell
from ..lattices.numbering import Place, bit_set, bits
from ..pieces.gap import is_gap
from ..pieces.polyform import Polyform
from ..placement import Placement
from ..puzzle import Demand, Puzzle
from ..symmetry import turn_of
from .order import shuffler

if TYPE_CHECKING:
    from ..lattices.seam import Imprint
    from ..lattices.wrapping import Element

__all__ = ["ListedPuzzle", "Table", "WindowedPuzzle", "columns", "compile_table", "effect", "mask_of"]

MOST_SLOTS = 1 << 16
"""Orientations that the window engine can number."""


SPARSE = 64
"""Numbers for each free cell beyond which the window is not worth its while: it would mostly slide over nothing."""

MOST_LISTED = 4096
"""Cells of a board that the list engine takes."""

MANY = 256
"""Turned placements, of some microseconds each, from one look at the clock to the next."""


class Table:
    """A puzzle compiled for one of the search engines: searches, and the way from placement numbers to placements.

    `engine` is the name of the engine. `cell_numbers` are those that it knows cells by, by their positions: free ones
    are `cells`, as a set, and neighbours lie the `shifts` apart, if these hold everywhere.
    """

    engine: str
    cell_numbers: Sequence[int] | Mapping[int, int]
    cells: int
    shifts: Sequence[int] = ()
    _core: Any

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.is_wrapped = bool(puzzle.board.lattice.periods)
        self._placements: dict[int, Placement] = {}

    def place_of(self, number: int) -> Place:
        """The place of a placement."""
        raise NotImplementedError

    def number_of(self, place: Place) -> int:
        """The number of a placement."""
        raise NotImplementedError

    def compile(self) -> None:
        """Make all that searches need and share; the first search would."""

    def search(self, made: Iterable[Placement], uncovered: Iterable[Cell] = ()) -> Search:
        """A search for the solutions that contain the placements *made* and leave the cells *uncovered* alone."""
        raise NotImplementedError

    def memory(self, searches: int) -> int:
        """The bytes that tables take, with those of so many searches at once."""
        core: WindowTable | ListTable = self._core
        return core.held + searches * core.search_bytes

    @property
    def movable(self) -> Sequence[tuple[int, int]]:
        """The orientations that may lie wherever they fit, if masks tell it: (mask from the first cell on, piece)."""
        return ()

    def placement(self, number: int) -> Placement:
        """The placement of that number."""
        if number not in self._placements:
            piece, cells = self.lying(number)
            self._placements[number] = self.puzzle.placement(self.puzzle.pieces[piece].piece, cells)
        return self._placements[number]

    def lying(self, number: int) -> tuple[int, tuple[Cell, ...]]:
        """The number of the piece of a placement, and the cells that it covers."""
        place = self.place_of(number)
        return self.puzzle.piece_set.shapes[place[1]][0], self.puzzle.numbering.cells_at(*place)

    def number(self, cells: tuple[Cell, ...], piece: int) -> int:
        """The number of the placement of a piece on *cells*."""
        return self.number_of(self.puzzle.place_of(cells, piece))

    def images(self, element: Element) -> Mapping[int, int]:
        """The numbers of placements turned by *element* of the group, by their own, found out as they are asked for."""
        turn = turn_of(self.puzzle, element)
        return _Images(lambda number: self.number_of(turn.image(self.place_of(number))))

    @cached_property
    def gaps(self) -> frozenset[int]:
        """The numbers of placements that are none, but cells that stay empty."""
        number = len(self.puzzle.pieces)
        places = chain.from_iterable(self.places(number) for _ in self.puzzle.cover[number:])
        return frozenset(self.number_of(place) for place, _ in places)

    def places(self, piece: int) -> Iterator[tuple[Place, tuple[int, ...]]]:
        """The places of a piece, each with the numbers of its cells, ascending."""
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

    def options(self) -> Iterator[tuple[int, int, Sequence[int]]]:
        """All placements, in whatever order: number, piece, and the numbers of the cells."""
        for piece in range(len(self.puzzle.cover)):
            for place, cells in self.places(piece):
                yield self.number_of(place), piece, cells

    def numbers_by_mask(self) -> Callable[[int, int, int], int]:
        """What gives the number of a placement, by the number of its first cell, its mask from there on, its piece."""
        known = {
            (cells[0], mask_of(cell - cells[0] for cell in cells), piece): self.number_of(place)
            for piece in range(len(self.puzzle.cover))
            for place, cells in self.places(piece)
        }
        return lambda first, mask, piece: known[first, mask, piece]


def imprints_of(puzzle: Puzzle, number: int) -> dict[Imprint, int]:
    """How the shapes of a piece lie on a wrapped board, and the positions of the first cells of each."""
    found: dict[Imprint, list[int]] = {}
    for shape, places in puzzle.places_of(number):
        for position in looked(bits(places)):
            first, imprint = puzzle.numbering.imprint((position, shape.cells))
            found.setdefault(imprint, []).append(first)
    return {imprint: bit_set(firsts, puzzle.numbering.size) for imprint, firsts in found.items()}


def compile_table(puzzle: Puzzle, seed: int | None = None) -> Table:
    """The table for *puzzle*: windowed if every orientation fits the window, else a list.

    With a *seed*, orientations are tried in an order that follows from it.
    """
    if puzzle.board.lattice.periods:
        return ListedPuzzle(puzzle, seed)
    windowed = WindowedPuzzle(puzzle, seed)
    if windowed.fits:
        return windowed
    if len(puzzle.free) > MOST_LISTED:
        raise PuzzleError(
            f"the board has {len(puzzle.free)} free cells, and pieces reach too far for a window of {WINDOW} bits; "
            f"such boards may have at most {MOST_LISTED} cells"
        )
    return ListedPuzzle(puzzle, seed)


class _Images(dict[int, int]):
    """The numbers of turned placements by their own, each found out once by a function."""

    def __init__(self, image: Callable[[int], int]) -> None:
        super().__init__()
        self._image = image

    def __missing__(self, number: int) -> int:
        image = self[number] = self._image(number)
        if len(self) % MANY == 0:
            look()
        return image


class WindowedPuzzle(Table):
    """A puzzle compiled for the window engine.

    A piece is a mask that is shifted to its first cell. Placement numbers are
    `position * slots + (slots - 1 - slot)`: the search tries the last slot first.
    """

    engine = "window"

    def __init__(self, puzzle: Puzzle, seed: int | None = None) -> None:
        super().__init__(puzzle)
        numbering = puzzle.numbering
        shapes = [
            (number, shape)
            for number, group in puzzle.shapes_of.items()
            for shape in group
            if puzzle.cover[number].most
        ]
        self.slots = _slots(shapes, seed)
        self.masks = [mask_of(numbering.shape(shape.cells)) if shape else 0 for _, shape in self.slots]
        self.fits = (
            0 < len(self.slots) <= MOST_SLOTS
            and numbering.shifts[-1] <= WINDOW
            and numbering.size - 2 <= SPARSE * (len(puzzle.free) + SPARSE)
            and all(mask.bit_length() <= WINDOW for mask in self.masks)
        )
        self._slot_of = {shape.cells: slot for slot, (_, shape) in enumerate(self.slots) if shape}
        self.cell_numbers, self.cells, self.shifts = range(numbering.size), numbering.cells, numbering.shifts

    @cached_property
    def movable(self) -> Sequence[tuple[int, int]]:
        """The orientations that may lie wherever they fit: (mask from the first cell on, piece)."""
        anywhere = [self.puzzle.may_lie_anywhere(number) for number in range(len(self.puzzle.cover))]
        slots = zip(self.masks, self.slots, strict=True)
        return [(mask, number) for mask, (number, shape) in slots if shape and anywhere[number]]

    def numbers_by_mask(self) -> Callable[[int, int, int], int]:
        """What gives the number of a placement, by the number of its first cell, its mask from there on, its piece."""
        if len(self.puzzle.board.lattice.vectors) > 1:  # then orientations have their masks in common
            return super().numbers_by_mask()
        slots = len(self.slots)
        owners = [number for number, _ in self.slots]
        ranks = {both: slots - 1 - slot for slot, both in enumerate(zip(self.masks, owners, strict=True)) if both[0]}
        return lambda first, mask, piece: first * slots + ranks[mask, piece]

    @cached_property
    def _core(self) -> WindowTable:
        """What all searches look things up in; to count by the frontier engine takes none."""
        puzzle, numbering = self.puzzle, self.puzzle.numbering
        return WindowTable(
            numbering.shifts,
            numbering.cells,
            self.masks,
            [number for number, _ in self.slots],
            *columns(puzzle.cover),
            self._allowed(),
            look,
            claim,
        )

    def _allowed(self) -> list[int | None] | None:
        """For each slot where it is allowed, if it may not lie wherever it fits; nothing if all may."""
        puzzle = self.puzzle
        restricted = [n for n in range(len(puzzle.cover)) if not puzzle.may_lie_anywhere(n)]
        allowed: list[int | None] = [None] * len(self.slots)
        for number in restricted:
            places = {shape.cells: places for shape, places in puzzle.places_of(number)}
            for slot, (owner, shape) in enumerate(self.slots):
                if shape and owner == number:
                    allowed[slot] = places.get(shape.cells, 0)
        return allowed if restricted else None

    def compile(self) -> None:
        """Make all that searches need and share."""
        _ = self._core

    def place_of(self, number: int) -> Place:
        """The place of a placement."""
        position, slot = divmod(number, len(self.slots))
        shape = self.slots[-1 - slot][1]
        assert shape is not None, "unused slots are never placed"
        return position, shape.cells

    def number_of(self, place: Place) -> int:
        """The number of a placement."""
        return place[0] * len(self.slots) + len(self.slots) - 1 - self._slot_of[place[1]]

    def images(self, element: Element) -> Mapping[int, int]:
        """The numbers of placements turned by *element* of the group: as numbers grow by slots from cell to cell."""
        turn: Any = turn_of(self.puzzle, element)
        slots = len(self.slots)

        @cache
        def shape(rank: int) -> tuple[Any, int]:
            cells, start = turn.shape(self.place_of(rank)[1])
            return start, self.number_of((0, cells))

        def image(number: int) -> int:
            position, rank = divmod(number, slots)
            start, there = shape(rank)
            moved: int = turn.position(position, start)
            return there + slots * moved

        return _Images(image)

    def search(self, made: Iterable[Placement], uncovered: Iterable[Cell] = ()) -> WindowSearch:
        """A search for the solutions that contain the placements *made* and leave the cells *uncovered* alone."""
        cells, used = effect(self.puzzle, made)
        return WindowSearch(self._core, self.puzzle.numbering.mask([*cells, *uncovered]), used)


def mask_of(shape: Iterable[int]) -> int:
    """The set of how far the cells of a shape are from its first one, as an integer."""
    return sum([1 << distance for distance in shape])


def columns(demand: Sequence[Demand]) -> tuple[list[int], list[int], list[int]]:
    """Sizes, least and most copies of the pieces."""
    return (
        [count.piece.size for count in demand],
        [count.least for count in demand],
        [count.most for count in demand],
    )


def _slots(shapes: Sequence[tuple[int, Polyform]], seed: int | None) -> list[tuple[int, Polyform | None]]:
    """The orientations in bit order, filled up with unused slots so that no piece straddles two groups of 64.

    Pieces with most orientations come first; as these are mostly 8, 4, 2 or 1, hardly a slot stays unused. Within one
    group of 64 none does, whatever the order, so there a shuffle mixes all pieces.
    """
    by_piece: dict[int, list[Polyform]] = {}
    for number, shape in shapes:
        by_piece.setdefault(number, []).append(shape)
    slots: list[tuple[int, Polyform | None]] = []
    shuffle = shuffler(seed)
    pieces = [(number, shuffle(group)) for number, group in shuffle(by_piece.items())]
    if seed is None or len(shapes) > 64:
        pieces.sort(key=lambda item: -len(item[1]))
        pieces.sort(key=lambda item: not is_gap(item[1][0].cells))  # the first slot is tried last
    for number, group in pieces:
        if len(slots) // 64 != (len(slots) + len(group) - 1) // 64:
            slots += [(0, None)] * (-len(slots) % 64)
        slots += [(number, shape) for shape in group]
    return slots


def effect(puzzle: Puzzle, made: Iterable[Placement]) -> tuple[list[Cell], list[int]]:
    """The cells that placements cover, and how many copies of each piece they use."""
    cells: list[Cell] = []
    used = [0] * len(puzzle.cover)
    for placement in made:
        cells += placement.cells
        used[puzzle.piece_set.number(placement.cells, placement.piece)] += 1
    return cells, used


class ListedPuzzle(Table):
    """A puzzle compiled for the list engine: all placements are written out. Placement numbers are their ranks."""

    engine = "list"

    def __init__(self, puzzle: Puzzle, seed: int | None = None) -> None:
        super().__init__(puzzle)
        numbering = puzzle.numbering
        self.cell_numbers = {position: number for number, position in enumerate(bits(numbering.cells))}
        self.cells = (1 << len(puzzle.free)) - 1
        # In the order of their cells, wherever the first of these is.
        shapes = sorted(self._imprints())
        self._shapes = [imprint for _, _, imprint, _ in shapes]
        self._covers = [(distances, number) for distances, number, _, _ in shapes]
        self._shape_of = {imprint: shape for shape, imprint in enumerate(self._shapes)}
        if self.is_wrapped:  # with the gaps, as there are shifts
            self.cell_numbers, self.cells = range(numbering.size), numbering.cells
            self.shifts = numbering.shifts
        self._core = ListTable(
            numbering.size,
            [(distances, number, 1) for distances, number in self._covers],
            *columns(puzzle.cover),
            [places for _, _, _, places in shapes],
            seed,
            look,
            claim,
        )

    def _imprints(self) -> Iterator[tuple[tuple[int, ...], int, Any, int]]:
        """How far cells are from the first, the piece, what lies so, and where it may."""
        puzzle = self.puzzle
        for number in range(len(puzzle.cover)):
            if self.is_wrapped:
                for imprint, places in imprints_of(puzzle, number).items():
                    yield imprint.distances, number, imprint, places
            else:
                for shape, places in puzzle.places_of(number):
                    yield puzzle.numbering.shape(shape.cells), number, shape.cells, places

    def options(self) -> Iterator[tuple[int, int, Sequence[int]]]:
        """All placements, in whatever order: number, piece, and the numbers of the cells."""
        number_of = self.cell_numbers
        for number in looked(iter(range(self._core.options))):
            position, shape = self._core.place(number)
            distances, piece = self._covers[shape]
            yield number, piece, [number_of[position + distance] for distance in distances]

    def place_of(self, number: int) -> Place:
        """The place of a placement."""
        position, shape = self._core.place(number)
        imprint = self._shapes[shape]
        return (position + imprint.lead, imprint.cells) if self.is_wrapped else (position, imprint)

    def number_of(self, place: Place) -> int:
        """The number of a placement."""
        position, imprint = self.puzzle.numbering.imprint(place)
        number: int = self._core.option(position, self._shape_of[imprint])
        return number

    def search(self, made: Iterable[Placement], uncovered: Iterable[Cell] = ()) -> ListSearch:
        """A search for the solutions that contain the placements *made* and leave the cells *uncovered* alone."""
        cells, used = effect(self.puzzle, made)
        cells += uncovered
        numbering = self.puzzle.numbering
        return ListSearch(
            self._core, len(self.puzzle.free) - len(cells), ~numbering.cells | numbering.mask(cells), used
        )
