"""`Cover`: the placements of a puzzle as numbers, compiled for the engines, and the choice of the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any, TypeAlias

from .._core import WINDOW, ItemSearch, ItemTable, Search, WindowSearch, WindowTable
from ..base_puzzle import BasePuzzle, Demand
from ..errors import PuzzleError
from ..lattices.lattice import Cell, Element
from ..lattices.numbering import WORD, Place, bits
from ..limits import claim, look, looked
from ..pieces.polyform import is_gap
from ..placement import Placement
from ..symmetry import turn_of
from ..value import Memo
from .options import shuffler

if TYPE_CHECKING:
    from ..lattices.wrapping import Imprint


MAX_LISTED_CELLS = 4096
"""The maximum number of free cells of a board if a piece does not fit in the window of the window engine."""

WIDE, MANY_CELLS = 10, 40
"""The minimum width and the minimum area of a solid (3D) board for which the item engine searches. On such boards the
first empty cell is seldom the best cell to cover. The item engine needs a fifteenth of the window engine's time for
3x4x5, half for Conway's box, a seventh for 16 Y in 4x4x5, and the same time for the Soma cube. It is slower on flat
boards: 30 times for 6x10."""

MAX_SLOTS = 1 << 16
"""The maximum number of orientations that the window engine accepts."""

MAX_SHIFTS = 16
"""The engines accept at most this number of different distances between the numbers of neighbouring cells."""

SPARSE = 64
"""The maximum ratio of all positions to free cells for the window engine. Its window also moves over blocked cells."""

MAX_COVER_BYTES = 1 << 30
"""The maximum size in bytes of the cell sets of an exact cover. The pentominoes on 40x40 need a hundredth of it."""

Numbers = tuple[int, ...]
"""Placement numbers, in the order in which a search makes the placements. In a solution they are ascending."""

Kind: TypeAlias = tuple[int, Any]
"""An orientation of a piece: the number of the piece, and the cells of the shape (an `Imprint` on a wrapped board)."""


class Cover:
    """The placements of a puzzle as numbers, and the tables of the engines, each made when it is first used.

    The number of a placement is `first * len(kinds) + kind`: `first` is the least position that it covers, and `kind`
    is the index of its orientation. So numbers ascend with the first cells. A search in the order of the cover tries
    the placements with the same first cell in the order of `kinds`, which `seed` shuffles.
    """

    def __init__(self, puzzle: BasePuzzle, seed: int | None = None) -> None:
        self.puzzle, self.seed = puzzle, seed
        self.is_wrapped = bool(puzzle.board.lattice.periods)
        # The results of `effect`, by the placements made in a case. They are kept, as workers search a case many times.
        self.effects: Memo[tuple[Placement, ...], tuple[list[Cell], list[int]]] = Memo(partial(effect, puzzle))

    # -------------------------------------------------------------------------------------- choice of the engine

    @cached_property
    def slides(self) -> bool:
        """Whether the window engine can search the puzzle.

        Orientations must span at most `WINDOW` positions, and the board may not wrap around. Raises `PuzzleError` if
        the board is too large for the item engine, too.
        """
        cells, numbering = len(self.puzzle.uncovered_cells), self.puzzle._numbering
        if (
            0 < len(self._slots) <= MAX_SLOTS
            and numbering.shifts[-1] <= WINDOW
            and len(numbering.shifts) <= MAX_SHIFTS
            and numbering.size - 2 <= SPARSE * (cells + SPARSE)
            and self._reach <= WINDOW
        ):
            return True
        if cells > MAX_LISTED_CELLS and not self.is_wrapped:
            raise PuzzleError(
                f"a board must have at most {MAX_LISTED_CELLS} free cells if pieces reach too far for a window of "
                f"{WINDOW} bits, got {cells}"
            )
        return False

    @cached_property
    def is_itemized(self) -> bool:
        """Whether the item engine searches, because the window engine cannot or is probably slower."""
        puzzle, numbering = self.puzzle, self.puzzle._numbering
        if not self.slides or len(puzzle.uncovered_cells) < MANY_CELLS:
            return not self.slides
        # If some cells may stay empty, the best cell to cover is often not the first. If four, six or eight random
        # cells of 8x8 may stay empty, the item engine takes 0.6, 0.4 and 0.4 times as long as the window engine.
        is_loose = 0 < len(puzzle.optional_cells) < len(puzzle.uncovered_cells)
        is_solid = len(numbering.sides) > 2 and min(numbering.sides) > 1
        return (is_loose and self._is_fixed) or (is_solid and numbering.across >= WIDE)

    @property
    def is_listed_in_order(self) -> bool:
        """Whether the item engine lists in the order of the cover, by always covering the first empty cell.

        This is true if the window engine cannot search the puzzle, as on wrapped and very wide boards, or if several
        pieces have a varying number of copies. In all other puzzles, the engine chooses which cell to cover.
        """
        # In its own order, the engine lists 3x4x5 four times and Conway's box seven times as fast. On 4x5x6 with any
        # numbers of Y and O1, however, it finds no solution within seconds; in the order of the cover, it takes 1 ms.
        return not self.slides or sum(least < most for _, least, most in self.puzzle._demand) > 1

    @property
    def engine(self) -> str:
        """The name of the engine that searches."""
        return "item" if self.is_itemized else "window"

    @property
    def _is_fixed(self) -> bool:
        return all(least == most for _, least, most in self.puzzle._demand)

    # ------------------------------------------------------------------------------------- numbers of placements

    @cached_property
    def kinds(self) -> list[Kind | None]:
        """The orientations of all pieces, in the order of trying. None is an unused slot of the window engine."""
        if self.slides:
            return self._slots[::-1]  # the window engine tries its last slot first
        puzzle, numbering, pieces = self.puzzle, self.puzzle._numbering, range(len(self.puzzle._demand_with_gaps))
        kinds: set[tuple[tuple[int, ...], int, Any]]
        if self.is_wrapped:
            kinds = {(imprint.distances, piece, imprint) for piece in pieces for _, imprint in self._imprints[piece]}
        else:
            shapes = ((piece, shape.cells) for piece in pieces for shape, _ in puzzle._places_of(piece))
            kinds = {(numbering.shape(cells), piece, cells) for piece, cells in looked(shapes)}
        return shuffler(self.seed)([(piece, key) for _, piece, key in sorted(kinds)])

    @cached_property
    def _slots(self) -> list[Kind | None]:
        return [] if self.is_wrapped else slots(self.puzzle, self.seed)

    @cached_property
    def _masks(self) -> list[int]:
        # for each slot, the cells of its orientation as bits, relative to the first cell
        shape = self.puzzle._numbering.shape
        return [mask_of(shape(slot[1])) if slot else 0 for slot in self._slots]

    @property
    def _reach(self) -> int:
        return max(self._masks, default=0).bit_length()

    @cached_property
    def _imprints(self) -> Memo[int, list[tuple[int, Imprint]]]:
        # for each piece on a wrapped board, the least position and the shape of each placement
        puzzle, imprint = self.puzzle, self.puzzle._numbering.imprint
        return Memo(
            lambda piece: [
                imprint((position, shape.cells))
                for shape, places in puzzle._places_of(piece)
                for position in looked(bits(places))
            ]
        )

    @cached_property
    def _rank_of(self) -> dict[Any, int]:
        return {kind[1]: rank for rank, kind in enumerate(self.kinds) if kind}

    @cached_property
    def place_of(self) -> Callable[[int], Place]:
        """A function that returns the place (position of the first cell, shape) of the placement with a number."""
        kinds, is_wrapped = self.kinds, self.is_wrapped

        def place(number: int) -> Place:
            first, rank = divmod(number, len(kinds))
            kind = kinds[rank]
            assert kind is not None, "unused slots are never placed"
            return (first + kind[1].lead, kind[1].cells) if is_wrapped else (first, kind[1])

        return place

    def number_of(self, place: Place) -> int:
        """Return the number of the placement at `place`, a pair (position of the first cell, shape)."""
        first, key = self.puzzle._numbering.imprint(place)
        return first * len(self.kinds) + self._rank_of[key]

    def number(self, cells: tuple[Cell, ...], piece: int) -> int:
        """Return the number of the placement of `piece` on `cells`."""
        return self.number_of(self.puzzle._place_on(cells, piece))

    @cached_property
    def lying(self) -> Callable[[int], tuple[int, tuple[Cell, ...]]]:
        """A function that returns the piece number of a placement, and the cells that the placement covers.

        The function does not refer to the cover, so solutions that keep it do not keep the tables alive.
        """
        puzzle, place_of = self.puzzle, self.place_of

        def lying(number: int) -> tuple[int, tuple[Cell, ...]]:
            place = place_of(number)
            return puzzle._piece_set.shapes[place[1]][0], puzzle._numbering.cells_at(*place)

        return lying

    def images(self, element: Element) -> Mapping[int, int]:
        """Return a mapping from placement numbers to the numbers of their images under `element`."""
        turn: Any = turn_of(self.puzzle, element)
        if self.is_wrapped:
            return Memo(lambda number: self.number_of(turn.image(self.place_of(number))))
        kinds = len(self.kinds)

        # Moving a placement by a cell adds `kinds` to its number. So the image of a placement follows from the image at
        # position 0, which is computed once for each kind.
        @cache
        def shape(rank: int) -> tuple[Any, int]:
            cells, start = turn.shape(self.place_of(rank)[1])
            return start, self.number_of((0, cells))

        def image(number: int) -> int:
            position, rank = divmod(number, kinds)
            start, image_rank = shape(rank)
            moved: int = turn.position(position, start)
            return image_rank + kinds * moved

        return Memo(image)

    def places(self, piece: int, numbers: Mapping[int, int] | Sequence[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield a pair (placement number, cells) for each placement of `piece`, by orientation and position.

        In the pairs, cells are numbers in ascending order. `numbers` maps the positions of cells to these numbers.
        """
        kinds = len(self.kinds)
        for rank, distances, firsts in self._spread(piece):
            for first in firsts:
                yield first * kinds + rank, tuple([numbers[first + distance] for distance in distances])

    def _spread(self, piece: int) -> Iterator[tuple[int, tuple[int, ...], Iterable[int]]]:
        # the index of a kind, its distances, and positions of its first cell
        if self.is_wrapped:
            for first, imprint in looked(self._imprints[piece]):
                yield self._rank_of[imprint], imprint.distances, (first,)
            return
        for shape, places in self.puzzle._places_of(piece):
            yield self._rank_of[shape.cells], self.puzzle._numbering.shape(shape.cells), looked(bits(places))

    @cached_property
    def gaps(self) -> frozenset[int]:
        """The placement numbers that represent empty cells."""
        if not self.puzzle.optional_cells:
            return frozenset()
        return frozenset([number for number, _ in self.places(len(self.puzzle.pieces), self._ranks)])

    # -------------------------------------------------------------------------------- tables of the search engines

    @cached_property
    def _window(self) -> WindowTable:
        puzzle, numbering = self.puzzle, self.puzzle._numbering
        # if all cells may stay empty, the engine treats gaps like pieces
        is_loose = 0 < len(puzzle.optional_cells) < len(puzzle.uncovered_cells)
        anywhere = self._may_lie_anywhere
        # the allowed positions of each restricted orientation, as bits
        allowed = {
            (piece, shape.cells): places
            for piece, is_free in enumerate(anywhere)
            if not is_free
            for shape, places in puzzle._places_of(piece)
        }
        return WindowTable(
            numbering.shifts,
            numbering.cells,
            self._masks,
            [slot[0] if slot else 0 for slot in self._slots],
            *columns(puzzle._demand_with_gaps),
            None
            if all(anywhere)
            else [None if not slot or anywhere[slot[0]] else allowed.get(slot, 0) for slot in self._slots],
            look,
            claim,
            numbering.mask(puzzle.optional_cells) if is_loose else 0,
            {number for number, slot in enumerate(self._slots) if is_loose and slot and is_gap(slot[1])},
        )

    @property
    def _may_lie_anywhere(self) -> list[bool]:
        return [*map(self.puzzle._may_lie_anywhere, range(len(self.puzzle._demand_with_gaps)))]

    @property
    def pockets(self) -> int:
        """How many orientations the lookup tables omit because these would cut off cells that no piece can fill."""
        return 0 if self.is_itemized else self._window.ruled_out

    @cached_property
    def items(self) -> ItemTable:
        """The puzzle as an exact cover for the item engine. Gaps (fillers of one cell) cover the empty cells."""
        return self._item_table(len(self.puzzle._demand_with_gaps))

    @cached_property
    def counted_items(self) -> ItemTable:
        """The exact cover for counts. It has no gaps (fillers of empty cells) if the copies of all pieces are fixed."""
        # If the numbers vary, keep the gaps, as a solution may have more pieces than the required cells need.
        if self._is_fixed and len(self.puzzle._demand) < len(self.puzzle._demand_with_gaps):
            return self._item_table(len(self.puzzle._demand))
        return self.items

    def _item_table(self, pieces: int) -> ItemTable:
        """Return the exact cover with the first `pieces` entries of `_demand_with_gaps`. Gaps are the last entry."""
        puzzle, cells = self.puzzle, len(self.puzzle.uncovered_cells)
        number = sum(places.bit_count() for piece in range(pieces) for _, places in puzzle._places_of(piece))
        needed = number * (cells + pieces) // 8
        if needed > MAX_COVER_BYTES:
            raise PuzzleError(f"{number} placements need {needed >> 20} MiB; the limit is {MAX_COVER_BYTES >> 20} MiB")
        claim(needed)
        options = sorted((*place, piece) for piece in range(pieces) for place in self.places(piece, self._ranks))
        return ItemTable(
            cells,
            [(covered, piece, 1) for _, covered, piece in options],
            *columns(puzzle._demand_with_gaps[:pieces]),
            frozenset([self._ranks[position] for position in puzzle._numbering.positions(puzzle.optional_cells)]),
            [number for number, _, _ in options],
            look,
            claim,
            pieces - len(puzzle._demand),
        )

    @cached_property
    def _ranks(self) -> dict[int, int]:
        # the index of each free cell, by its position
        return {position: rank for rank, position in enumerate(bits(self.puzzle._numbering.cells))}

    def memory(self, searches: int) -> int:
        """Return the size in bytes of the table that `search` uses and of `searches` concurrent searches in it."""
        table = self._window if self.slides else self.items
        return table.held + searches * table.search_bytes

    def search(self, made: Iterable[Placement], uncovered: Iterable[Cell] = ()) -> Search:
        """Return a search for the solutions that have the placements `made` and leave the cells `uncovered` empty.

        It visits nodes in the order of the cover, with the window engine if possible.
        """
        if not self.slides:
            return self.by_items(self.items, made, uncovered, in_order=True)
        cells, used = self.effects[tuple(made)]
        return WindowSearch(self._window, self.puzzle._numbering.mask([*cells, *uncovered]), used)

    def by_items(
        self, table: ItemTable, made: Iterable[Placement], uncovered: Iterable[Cell] = (), in_order: bool = False
    ) -> ItemSearch:
        """Return a search of the item engine in `items` or `counted_items`. For the other arguments, see `search`.

        If `in_order`, it visits nodes in the order of the cover, otherwise in the fastest order.
        """
        cells, used = self.effects[tuple(made)]
        positions = self.puzzle._numbering.positions([*cells, *uncovered])
        covered = mask_of(self._ranks[position] for position in positions)
        return ItemSearch(table, covered, used[: table.pieces], in_order=in_order)

    # --------------------------------------------------------------------- cells and masks for the frontier engine

    @cached_property
    def is_renumbered(self) -> bool:
        """Whether the frontier engine numbers the cells without skipping numbers between lines."""
        # The frontier engine is fastest if all numbers fit in a word, as they do if no numbers are skipped between
        # lines. The shifts between neighbours on a wrapped board are valid only in the original numbering.
        return not self.is_wrapped and (not self.slides or self._reach > WORD >= len(self.puzzle.uncovered_cells))

    @cached_property
    def lines(self) -> tuple[Mapping[int, int] | Sequence[int], int, Sequence[int]]:
        """For the frontier engine: the numbers of cells by position, all these numbers as bits, and the shifts.

        Shifts are differences between the numbers of neighbours. The list is empty if the numbering is irregular.
        """
        numbering = self.puzzle._numbering
        numbers: Mapping[int, int] | Sequence[int] = range(numbering.size)
        cells, shifts = numbering.cells, numbering.shifts
        if self.is_renumbered:
            numbers, shifts = numbering.without_gaps()
            cells = (1 << len(numbers)) - 1
        is_regular = len(shifts) <= MAX_SHIFTS and (self.slides or not self.is_renumbered)
        return numbers, cells, shifts if is_regular else ()

    @cached_property
    def movable(self) -> list[tuple[int, int]]:
        """Pairs (mask from first cell on, piece number) of orientations that may be placed wherever they fit."""
        if not self.slides or self.is_renumbered:
            return []  # without skipped numbers between lines, a mask may fit across the end of a line
        anywhere, pairs = self._may_lie_anywhere, zip(self._masks, self._slots, strict=True)
        return [(mask, slot[0]) for mask, slot in pairs if slot and anywhere[slot[0]]]

    def numbers_by_mask(self) -> Callable[[int, int, int], int]:
        """Return a function that maps (first cell, mask relative to it, piece number) to a placement number."""
        kinds = len(self.kinds)
        if self.slides and not self.is_renumbered and len(self.puzzle.board.lattice.vectors) == 1:
            pairs = zip(self._masks[::-1], self.kinds, strict=True)
            ranks = {(mask, kind[0]): rank for rank, (mask, kind) in enumerate(pairs) if kind}
            return lambda first, mask, piece: first * kinds + ranks[mask, piece]
        # Several orientations may have the same mask, and an orientation may have several masks.
        numbers = {
            (cells[0], mask_of(cell - cells[0] for cell in cells), piece): number
            for piece in range(len(self.puzzle._demand_with_gaps))
            for number, cells in self.places(piece, self.lines[0])
        }
        return lambda first, mask, piece: numbers[first, mask, piece]


def slots(puzzle: BasePuzzle, seed: int | None) -> list[Kind | None]:
    """Return the orientations in the order of the slots of the window engine. An unused slot has None.

    A slot is the index of an orientation. `seed` shuffles the orientations. If possible, all slots of a piece are in
    the same word of 64 slots, so that a single mask removes all of them.
    """
    shapes = {number: group for number, group in puzzle._shapes_of.items() if puzzle._demand_with_gaps[number].most}
    kinds: list[Kind | None] = []
    shuffle = shuffler(seed)
    pieces = [(number, shuffle(group)) for number, group in shuffle(shapes.items())]
    if seed is None or sum(map(len, shapes.values())) > 64:
        # Most pieces have 8, 4, 2 or 1 orientations. Sorted by this number, the largest first, they leave few slots of
        # a word unused. If one word has room for all, the order does not matter, so a shuffle may mix all pieces.
        pieces.sort(key=lambda item: -len(item[1]))
        pieces.sort(key=lambda item: not is_gap(item[1][0].cells))  # gaps first: the search tries the first slot last
    for number, group in pieces:
        if len(kinds) // 64 != (len(kinds) + len(group) - 1) // 64:
            kinds += [None] * (-len(kinds) % 64)
        kinds += [(number, shape.cells) for shape in group]
    return kinds


def mask_of(distances: Iterable[int]) -> int:
    """Return an integer in which the bits with the numbers `distances` are 1, and all others are 0."""
    return sum([1 << distance for distance in distances])


def columns(demand: Sequence[Demand]) -> tuple[list[int], list[int], list[int]]:
    """Return three lists with an entry for each piece: its size, its minimum and its maximum copies."""
    sizes = [piece.size for piece, _, _ in demand]
    return sizes, [least for _, least, _ in demand], [most for _, _, most in demand]


def effect(puzzle: BasePuzzle, made: Iterable[Placement]) -> tuple[list[Cell], list[int]]:
    """Return the cells that the placements `made` cover, and how many copies of each piece they use."""
    cells: list[Cell] = []
    used = [0] * len(puzzle._demand_with_gaps)
    for placement in made:
        cells += placement.cells
        used[puzzle._owner(placement)] += 1
    return cells, used
