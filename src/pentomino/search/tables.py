"""Puzzles compiled for the engines of the search. In a compiled puzzle, cells and placements are numbers.

The item engine finds solutions in an order of its own. A listing must have the order of the table: ascending placement
numbers. So the listing handles prefixes, the first placements of solutions, one after another in the order of the
table. It sorts the solutions that begin with a prefix, if there are not too many of them.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from .._core import WINDOW, ItemSearch, ItemTable, Search, WindowSearch, WindowTable
from ..base_puzzle import BasePuzzle, Demand
from ..errors import PuzzleError
from ..lattices.lattice import Cell
from ..lattices.numbering import WORD, Place, bit_set, bits
from ..limits import claim, look, looked
from ..pieces.polyform import Polyform, is_gap
from ..placement import Placement
from ..symmetry import turn_of
from ..value import Memo
from .clock import Counts, Statistics
from .options import shuffler

if TYPE_CHECKING:
    from ..lattices.wrapping import Element, Imprint


# ---------------------------------------------------------------------------------------------- the choice of an engine


MAX_LISTED_CELLS = 4096
"""The maximum number of free cells of a board if a piece does not fit in the window of the window engine."""

WIDE, MANY_CELLS = 10, 40
"""The minimum width and the minimum number of cells of a solid (3D) board for which the item engine searches. On such
boards the first empty cell is seldom the best cell to cover. The item engine needs a fifteenth of the window engine's
time for 3x4x5, half for Conway's box, a seventh for 16 Y in 4x4x5, and the same time for the Soma cube. It is slower on
flat boards: 30 times for 6x10."""


def compile_table(puzzle: BasePuzzle, seed: int | None = None) -> Table:
    """Return the table of `puzzle`, for the window engine if possible, otherwise for the item engine.

    The window engine requires that orientations span at most `WINDOW` cell numbers, and that the board does not wrap
    around. A `seed` shuffles the orientations. Raises `PuzzleError` if the board is too large.
    """
    if not puzzle.board.lattice.periods:
        windowed = WindowedPuzzle(puzzle, seed)
        if windowed.fits:
            return windowed
        if len(puzzle.free) > MAX_LISTED_CELLS:
            raise PuzzleError(
                f"the board has {len(puzzle.free)} free cells, and pieces reach too far for a window of {WINDOW} bits; "
                f"such boards may have at most {MAX_LISTED_CELLS} cells"
            )
    return ListedPuzzle(puzzle, seed)


def is_itemized(table: Table) -> bool:
    """Return whether the window engine cannot search the puzzle, or is probably the slower engine."""
    puzzle, numbering = table.puzzle, table.puzzle.numbering
    if table.engine == "item" or len(puzzle.free) < MANY_CELLS:
        return table.engine == "item"
    # If some cells may stay empty, the item engine detects that the remaining copies are too few for the rest. If
    # four cells of 8x8 may stay empty, it takes a tenth of the time of the window engine.
    is_loose = 0 < len(puzzle.optional) < len(puzzle.free)
    is_fixed = all(least == most for _, least, most in puzzle.demand)
    is_solid = len(numbering.sides) > 2 and min(numbering.sides) > 1
    return (is_loose and is_fixed) or (is_solid and numbering.across >= WIDE)


# --------------------------------------------------------------------------------------------------------------- tables


MAX_COVER_BYTES = 1 << 30
"""The maximum size in bytes of the cell sets of an exact cover. The pentominoes on 40x40 need a hundredth of it."""

Numbers = tuple[int, ...]
"""Placement numbers, in the order in which a search makes the placements. In a solution they are ascending."""


class Table:
    """A puzzle compiled for an engine. It makes searches and converts placement numbers to placements.

    `engine` is the name of the engine. `cell_numbers` maps the position of a cell to the number of the cell. Both are
    integers, and they may differ. `cells` is the bit set of the numbers of free cells. `shifts` contains the
    differences between the numbers of neighbouring cells. It is empty if the numbering is irregular.
    """

    engine: str
    cell_numbers: Sequence[int] | Mapping[int, int]
    cells: int
    shifts: Sequence[int] = ()

    def __init__(self, puzzle: BasePuzzle) -> None:
        self.puzzle = puzzle
        self.is_wrapped = bool(puzzle.board.lattice.periods)
        # The result of `effect` by the placements made in a case. It is kept, as workers make many searches of a case.
        self.effects: Memo[tuple[Placement, ...], tuple[list[Cell], list[int]]] = Memo(partial(effect, puzzle))

    @property
    def pockets(self) -> int:
        """The number of orientations left out of lookup tables: they would cut off cells that no piece fills."""
        return 0

    def place_of(self, number: int) -> Place:
        """Return the place (position of the first cell, shape) of the placement with this number."""
        raise NotImplementedError

    def number_of(self, place: Place) -> int:
        """Return the number of the placement at `place`, a pair (position of the first cell, shape)."""
        raise NotImplementedError

    def search(self, made: Iterable[Placement], uncovered: Iterable[Cell] = ()) -> Search:
        """Return a search for solutions that contain the placements `made` and leave the cells `uncovered` empty."""
        raise NotImplementedError

    def memory(self, searches: int) -> int:
        """Return the size in bytes of the exact cover and of a number of concurrent `searches` in it."""
        return self.cover.held + searches * self.cover.search_bytes

    @cached_property
    def cover(self) -> ItemTable:
        """The puzzle as an exact cover for the item engine. Gaps (fillers of one cell) cover the empty cells."""
        return self._item_table(len(self.puzzle.cover))

    @cached_property
    def counted(self) -> ItemTable:
        """The exact cover for counts. It has no gaps (fillers of empty cells) if the copies of all pieces are fixed."""
        # If the numbers vary, gaps must be counted, as a solution may have more pieces than the required cells need.
        is_fixed = all(least == most for _, least, most in self.puzzle.demand)
        pieces = len(self.puzzle.demand) if is_fixed else len(self.puzzle.cover)
        return self.cover if pieces == len(self.puzzle.cover) else self._item_table(pieces)

    def _item_table(self, pieces: int) -> ItemTable:
        """Return the exact cover with the first `pieces` pieces of `puzzle.cover`. Gaps are the last piece."""
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
        # the index of each free cell, by its position
        return {position: rank for rank, position in enumerate(bits(self.puzzle.numbering.cells))}

    def by_items(
        self, cover: ItemTable, made: Iterable[Placement], uncovered: Iterable[Cell] = (), in_order: bool = False
    ) -> ItemSearch:
        """Return a search of the item engine, in the exact cover `cover`. The other arguments are as for `search`.

        If `in_order`, it visits solutions in ascending order of placement numbers, otherwise in the fastest order.
        """
        cells, used = self.effects[tuple(made)]
        positions = self.puzzle.numbering.positions([*cells, *uncovered])
        covered = mask_of(self._ranks[position] for position in positions)
        return ItemSearch(cover, covered, used[: cover.pieces], in_order=in_order)

    @property
    def movable(self) -> Sequence[tuple[int, int]]:
        """Pairs (mask from first cell on, piece number) of orientations that may be placed wherever they fit."""
        return ()

    def lying(self, number: int) -> tuple[int, tuple[Cell, ...]]:
        """Return the piece number of a placement, and the cells that the placement covers."""
        place = self.place_of(number)
        return self.puzzle.piece_set.shapes[place[1]][0], self.puzzle.numbering.cells_at(*place)

    def number(self, cells: tuple[Cell, ...], piece: int) -> int:
        """Return the number of the placement of `piece` on `cells`."""
        return self.number_of(self.puzzle.place_of(cells, piece))

    def images(self, element: Element) -> Mapping[int, int]:
        """Return a mapping from placement numbers to the numbers of their images under `element`."""
        turn = turn_of(self.puzzle, element)
        return Memo(lambda number: self.number_of(turn.image(self.place_of(number))))

    @cached_property
    def gaps(self) -> frozenset[int]:
        """The placement numbers that represent empty cells."""
        number = len(self.puzzle.pieces)
        places = chain.from_iterable(self.places(number) for _ in self.puzzle.cover[number:])
        return frozenset(self.number_of(place) for place, _ in places)

    def places(self, piece: int) -> Iterator[tuple[Place, tuple[int, ...]]]:
        """Yield a pair (place, ascending cell numbers) for each placement of `piece`. See also `place_of`."""
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
        """Yield a tuple for each placement: its number, the number of its piece, and the ranks of its cells.

        The rank of a cell is its index among all free cells. The placements come in any order.
        """
        rank_of = {number: rank for rank, number in enumerate(bits(self.cells))}
        for piece in range(len(self.puzzle.cover)):
            for place, cells in self.places(piece):
                yield self.number_of(place), piece, [rank_of[cell] for cell in cells]

    def numbers_by_mask(self) -> Callable[[int, int, int], int]:
        """Return a function that maps (first cell, mask relative to it, piece number) to a placement number."""
        known = {
            (cells[0], mask_of(cell - cells[0] for cell in cells), piece): self.number_of(place)
            for piece in range(len(self.puzzle.cover))
            for place, cells in self.places(piece)
        }
        return lambda first, mask, piece: known[first, mask, piece]


def mask_of(distances: Iterable[int]) -> int:
    """Return an integer in which the bits with the numbers `distances` are 1, and all others are 0."""
    return sum([1 << distance for distance in distances])


def columns(demand: Sequence[Demand]) -> tuple[list[int], list[int], list[int]]:
    """Return three lists with an entry for each piece: its size, its minimum and its maximum number of copies."""
    sizes = [piece.size for piece, _, _ in demand]
    return sizes, [least for _, least, _ in demand], [most for _, _, most in demand]


def effect(puzzle: BasePuzzle, made: Iterable[Placement]) -> tuple[list[Cell], list[int]]:
    """Return the cells that the placements `made` cover, and the number of copies of each piece that they use."""
    cells: list[Cell] = []
    used = [0] * len(puzzle.cover)
    for placement in made:
        cells += placement.cells
        used[puzzle.owner(placement)] += 1
    return cells, used


# --------------------------------------------------------------------------------------- placements outside all windows


class ListedPuzzle(Table):
    """A puzzle compiled for the item engine, if the window engine cannot search it.

    The number of a placement is `first * shapes + shape`: `first` is the number of its first cell, `shape` the number
    of its shape relative to this cell, and `shapes` the number of all shapes. So numbers ascend with the first cells.
    """

    engine = "item"

    def __init__(self, puzzle: BasePuzzle, seed: int | None = None) -> None:
        super().__init__(puzzle)
        numbering = puzzle.numbering
        if self.is_wrapped:
            # The frontier engine needs the shifts between neighbours. They are valid only in the original numbering.
            self.cell_numbers, self.cells, self.shifts = range(numbering.size), numbering.cells, numbering.shifts
        else:
            self.cell_numbers = {position: number for number, position in enumerate(bits(numbering.cells))}
            self.cells = (1 << len(puzzle.free)) - 1
        # The search tries placements with the same first cell in this order.
        self._shapes = shuffler(seed)(sorted(looked(self._imprints())))
        self._shape_of = {imprint: shape for shape, (_, _, imprint, _) in enumerate(self._shapes)}

    def _imprints(self) -> Iterator[tuple[tuple[int, ...], int, Any, int]]:
        """Yield a tuple for each orientation of each piece: (distances, piece number, key, positions).

        `distances` are the distances of the cells from the first cell. `key` distinguishes orientations. If the board
        wraps around, it is an imprint (wrapped shape). Otherwise it contains the cells of the shape. `positions` is the
        bit set of the possible positions of the first cell.
        """
        puzzle = self.puzzle
        for number in range(len(puzzle.cover)):
            firsts: defaultdict[Imprint, list[int]] = defaultdict(list)
            for shape, places in puzzle.places_of(number):
                if self.is_wrapped:
                    for position in looked(bits(places)):
                        first, imprint = puzzle.numbering.imprint((position, shape.cells))
                        firsts[imprint].append(first)
                else:
                    yield puzzle.numbering.shape(shape.cells), number, shape.cells, places
            for imprint, positions in firsts.items():
                yield imprint.distances, number, imprint, bit_set(positions, puzzle.numbering.size)

    def options(self) -> Iterator[tuple[int, int, list[int]]]:
        """Yield a tuple for each placement. See `Table.options`."""
        rank_of = self._ranks
        for shape, (distances, piece, _, places) in enumerate(self._shapes):
            for first in looked(bits(places)):
                cells = [rank_of[first + distance] for distance in distances]
                yield first * len(self._shapes) + shape, piece, cells

    def place_of(self, number: int) -> Place:
        """Return the place (position of the first cell, shape) of the placement with this number."""
        position, shape = divmod(number, len(self._shapes))
        imprint = self._shapes[shape][2]
        return (position + imprint.lead, imprint.cells) if self.is_wrapped else (position, imprint)

    def number_of(self, place: Place) -> int:
        """Return the number of the placement at `place`, a pair (position of the first cell, shape)."""
        position, imprint = self.puzzle.numbering.imprint(place)
        return position * len(self._shapes) + self._shape_of[imprint]

    def search(self, made: Iterable[Placement], uncovered: Iterable[Cell] = ()) -> ItemSearch:
        """Return a search for solutions that contain the placements `made` and leave the cells `uncovered` empty."""
        return self.by_items(self.cover, made, uncovered, in_order=True)


# ---------------------------------------------------------------------------------------------------- the window engine


MAX_SLOTS = 1 << 16
"""The maximum number of orientations that the window engine accepts."""

MAX_SHIFTS = 16
"""The engines accept at most this number of different distances between the numbers of neighbouring cells."""

SPARSE = 64
"""The maximum ratio of all positions to free cells for the window engine. Its window also moves over blocked cells."""


class WindowedPuzzle(Table):
    """A puzzle compiled for the window engine.

    Each orientation has a slot, which is its number, and a mask of cells. A placement shifts the mask to its first
    cell. The number of a placement is `position * slots + (slots - 1 - slot)`, where `slots` is the number of slots.
    The search tries the last slot first. So it makes placements in ascending order of their numbers.
    """

    engine = "window"

    def __init__(self, puzzle: BasePuzzle, seed: int | None = None) -> None:
        super().__init__(puzzle)
        numbering = puzzle.numbering
        shapes = {number: group for number, group in puzzle._shapes_of.items() if puzzle.cover[number].most}
        self.slots = _slots(shapes, seed)
        self.masks = [mask_of(numbering.shape(shape.cells)) if shape else 0 for _, shape in self.slots]
        self.fits = (
            0 < len(self.slots) <= MAX_SLOTS
            and numbering.shifts[-1] <= WINDOW
            and numbering.size - 2 <= SPARSE * (len(puzzle.free) + SPARSE)
            and all(mask.bit_length() <= WINDOW for mask in self.masks)
        )
        self._slot_of = {shape.cells: slot for slot, (_, shape) in enumerate(self.slots) if shape}
        self.cell_numbers, self.cells, self.shifts = range(numbering.size), numbering.cells, numbering.shifts
        self._is_renumbered = max(self.masks, default=0).bit_length() > WORD >= len(puzzle.free)
        if self._is_renumbered:
            # The frontier engine is fastest if all numbers fit in a word, and without gaps between lines they do.
            self.cell_numbers, shifts = numbering.without_gaps()
            self.cells = (1 << len(puzzle.free)) - 1
            self.shifts = shifts if len(shifts) <= MAX_SHIFTS else ()

    @cached_property
    def movable(self) -> Sequence[tuple[int, int]]:
        """Pairs (mask of cells, piece number). See `Table.movable`."""
        if self._is_renumbered:
            return ()  # without gaps between lines, a mask may fit across the end of a line
        anywhere = [self.puzzle._may_lie_anywhere(number) for number in range(len(self.puzzle.cover))]
        slots = zip(self.masks, self.slots, strict=True)
        return [(mask, number) for mask, (number, shape) in slots if shape and anywhere[number]]

    def numbers_by_mask(self) -> Callable[[int, int, int], int]:
        """Return a function that maps (first cell, mask relative to it, piece number) to a placement number."""
        if self._is_renumbered or len(self.puzzle.board.lattice.vectors) > 1:
            return super().numbers_by_mask()  # orientations may share a mask, or have several
        slots = len(self.slots)
        owners = [number for number, _ in self.slots]
        ranks = {both: slots - 1 - slot for slot, both in enumerate(zip(self.masks, owners, strict=True)) if both[0]}
        return lambda first, mask, piece: first * slots + ranks[mask, piece]

    @cached_property
    def _core(self) -> WindowTable:
        # made by the first search, as counts by the frontier do not need it
        puzzle, numbering = self.puzzle, self.puzzle.numbering
        is_loose = 0 < len(puzzle.optional) < len(puzzle.free)  # if all cells may stay empty, gaps are like pieces
        return WindowTable(
            numbering.shifts,
            numbering.cells,
            self.masks,
            [number for number, _ in self.slots],
            *columns(puzzle.cover),
            self._allowed(),
            look,
            claim,
            numbering.mask(puzzle.optional) if is_loose else 0,
            {slot for slot, (_, shape) in enumerate(self.slots) if is_loose and shape and is_gap(shape.cells)},
        )

    @property
    def pockets(self) -> int:
        """The number of orientations left out of lookup tables: they would cut off cells that no piece fills."""
        return self._core.ruled_out

    def _allowed(self) -> list[int | None] | None:
        """Return the allowed positions of each slot (orientation) as a bit set. None means no restriction."""
        puzzle = self.puzzle
        restricted = [n for n in range(len(puzzle.cover)) if not puzzle._may_lie_anywhere(n)]
        allowed: list[int | None] = [None] * len(self.slots)
        for number in restricted:
            places = {shape.cells: places for shape, places in puzzle.places_of(number)}
            for slot, (owner, shape) in enumerate(self.slots):
                if shape and owner == number:
                    allowed[slot] = places.get(shape.cells, 0)
        return allowed if restricted else None

    def memory(self, searches: int) -> int:
        """Return the size in bytes of the table and of `searches` concurrent searches."""
        return self._core.held + searches * self._core.search_bytes

    def place_of(self, number: int) -> Place:
        """Return the place (position of the first cell, shape) of the placement with this number."""
        position, slot = divmod(number, len(self.slots))
        shape = self.slots[-1 - slot][1]
        assert shape is not None, "unused slots are never placed"
        return position, shape.cells

    def number_of(self, place: Place) -> int:
        """Return the number of the placement at `place`, a pair (position of the first cell, shape)."""
        return place[0] * len(self.slots) + len(self.slots) - 1 - self._slot_of[place[1]]

    def images(self, element: Element) -> Mapping[int, int]:
        """Return a mapping from placement numbers to the numbers of their images under `element`."""
        turn: Any = turn_of(self.puzzle, element)
        slots = len(self.slots)

        # The rank of a placement is its number at position 0. Moving a placement by a cell adds `slots` to its number.
        # So the image of a placement follows from the image at position 0, which is computed once for each rank.
        @cache
        def shape(rank: int) -> tuple[Any, int]:
            cells, start = turn.shape(self.place_of(rank)[1])
            return start, self.number_of((0, cells))

        def image(number: int) -> int:
            position, rank = divmod(number, slots)
            start, there = shape(rank)
            moved: int = turn.position(position, start)
            return there + slots * moved

        return Memo(image)

    def search(self, made: Iterable[Placement], uncovered: Iterable[Cell] = ()) -> WindowSearch:
        """Return a search for solutions that contain the placements `made` and leave the cells `uncovered` empty."""
        cells, used = self.effects[tuple(made)]
        return WindowSearch(self._core, self.puzzle.numbering.mask([*cells, *uncovered]), used)


def _slots(shapes: Mapping[int, Sequence[Polyform]], seed: int | None) -> list[tuple[int, Polyform | None]]:
    """Return a pair (piece number, orientation) for each slot. An unused slot has the orientation None.

    A slot is the index of an orientation. `shapes` contains the orientations of each piece, which `seed` shuffles. If
    possible, all slots of a piece are in the same word of 64 slots, so that a single mask removes all of them.
    """
    slots: list[tuple[int, Polyform | None]] = []
    shuffle = shuffler(seed)
    pieces = [(number, shuffle(group)) for number, group in shuffle(shapes.items())]
    if seed is None or sum(map(len, shapes.values())) > 64:
        # Most pieces have 8, 4, 2 or 1 orientations. In descending order of this number they leave few slots of words
        # unused. If one word has room for all, the order does not matter, so a shuffle may mix all pieces.
        pieces.sort(key=lambda item: -len(item[1]))
        pieces.sort(key=lambda item: not is_gap(item[1][0].cells))  # gaps first: the search tries the first slot last
    for number, group in pieces:
        if len(slots) // 64 != (len(slots) + len(group) - 1) // 64:
            slots += [(0, None)] * (-len(slots) % 64)
        slots += [(number, shape) for shape in group]
    return slots


# ------------------------------------------------------------------------------------------------------ the item engine


DENSE = 64
"""A try is a limited search in the order of the engine. If it finds at least one solution per `DENSE` nodes, a search
in the order of the table is just as fast."""

LARGE = 1 << 20
"""An exact cover with more words than this is first searched in the order of the table. A try (a search in the order of
the engine) would take too long. Large boards with many pieces have such covers."""

MIN_PREFIX_NODES, MAX_PREFIX_NODES = 1 << 12, 1 << 22
"""The minimum and the maximum number of nodes of a try (limited search). The minimum takes 1 ms, so that the first
solution comes soon. The maximum takes 1 s."""

MIN_UNIT_NODES = 1 << 18
"""The minimum number of nodes of a try (limited search) by a worker. It is larger than `MIN_PREFIX_NODES`, because
nobody waits for the first solution of a worker."""

GROWTH = 8
"""A try (limited search) may visit `1 / GROWTH` of the number of nodes that were visited before it."""

MAX_SORTED_SOLUTIONS = 1 << 14
"""The maximum number of solutions that are sorted at once, to limit memory."""


class ItemizedSearch:
    """A search by the item engine that lists solutions in the order of the table, like a `Search`.

    A prefix is the first placements of solutions. The search tries one prefix after another: it looks for the solutions
    of the prefix in the fastest order, up to a number of nodes.

    - If the try finishes, sort its solutions.
    - If it has found many solutions but does not finish, scan the prefix: search in the order of the table. If no
      solution comes for some time, put the prefixes that remain back in the queue.
    - Otherwise replace the prefix by all prefixes that are one placement longer.
    """

    def __init__(self, table: Table, made: Iterable[Placement]) -> None:
        self._table = table
        self._made = tuple(made)
        self._search = table.by_items(table.cover, self._made)
        self._scan: ItemSearch | None = None  # the search in the order of the table, made when it is first needed
        self._scanned: float | None = None  # the share of the prefix being scanned, if any, in the whole search
        self._is_large = table.cover.options * table.cover.words > LARGE
        self._todo: list[tuple[Numbers, float]] = [((), 1.0)]  # prefixes with their shares, the next one last
        self._is_split = False
        self._least = MIN_PREFIX_NODES
        self._ready: deque[Numbers] = deque()

    @property
    def nodes(self) -> int:
        """The number of nodes that both searches have visited together."""
        return self._search.nodes + (self._scan.nodes if self._scan else 0)

    @property
    def grown(self) -> int:
        """The number of bytes that both searches have allocated since they were made."""
        return self._search.grown + (self._scan.grown if self._scan else 0)

    @property
    def exhausted(self) -> bool:
        """Whether the search has ended and has returned all solutions."""
        return not self._todo and not self._ready and self._scanned is None

    def counts(self) -> Counts:
        """Return the sums of the `counts` of both searches."""
        both = Statistics()
        both.add(self._search.counts())
        if self._scan:
            both.add(self._scan.counts())
        return both.counts()

    def fraction(self) -> float:
        """Return a rough estimate of the fraction of the search done since the last `seek`, from 0 to 1."""
        left = sum(share for _, share in self._todo) + (self._scanned or 0)
        return 1 - left if self._is_split else self._search.fraction()

    def seek(self, numbers: Numbers) -> None:
        """Start over, for the solutions that begin with the placement numbers `numbers`."""
        self._search.seek(numbers)
        self._todo, self._is_split, self._least, self._scanned = [(numbers, 1.0)], False, MIN_UNIT_NODES, None
        self._ready.clear()

    def next(self, tick: Callable[[], None]) -> Numbers | None:
        """Return the next solution, or None if there is no more."""
        found = self.take_some(1, tick)
        return found[0] if found else None

    def take_some(self, most: int, tick: Callable[[], None], nodes: float = float("inf")) -> list[Numbers]:
        """Return at most `most` further solutions. [] means the end, or that `self.nodes` has reached `nodes`."""
        while not self.exhausted and not self._ready and self.nodes < nodes:
            tick()
            if self._scanned is None:
                self._try_next(tick)
            else:
                self._scan_on(self._scanned, most, tick)
        return [self._ready.popleft() for _ in range(min(most, len(self._ready)))]

    def _try_next(self, tick: Callable[[], None]) -> None:
        """Handle the next prefix (first placements): list its solutions, begin a scan, or make it longer."""
        prefix, share = self._todo[-1]  # it stays in the list until it is done, as `tick` may raise an exception
        if self._is_large and not self._is_split:
            self._scan_from(prefix)
            self._todo.pop()
            self._scanned = share
            return
        self._search.seek(prefix)
        # The nodes of a failed try are wasted. As a try has at most an eighth of all nodes, the waste is proportional
        # to the search. As tries grow, a long search has few prefixes: 3x4x5 takes 17 M nodes instead of 32 M.
        tries = min(max(self._least, self._search.nodes // GROWTH), MAX_PREFIX_NODES)
        end, found = self._search.nodes + tries, list[Numbers]()
        while len(found) < MAX_SORTED_SOLUTIONS and (batch := self._search.take_some(MAX_SORTED_SOLUTIONS, tick, end)):
            found += batch
            tick()
        if self._search.exhausted:
            # In the order of the table, the solutions of the next prefix come after all of these.
            self._todo.pop()
            self._ready.extend(sorted(tuple(sorted(numbers)) for numbers in found))
            return
        scan, is_dense = self._scan_from(prefix), DENSE * len(found) >= tries
        longer = [] if is_dense else scan.prefixes(1, prefix)
        self._todo.pop()
        if is_dense:
            self._scanned = share
        self._put_off(longer, share)

    def _scan_from(self, prefix: Numbers) -> ItemSearch:
        self._scan = self._scan or self._table.by_items(self._table.cover, self._made, in_order=True)
        self._scan.seek(prefix)
        self._is_split = True
        return self._scan

    def _scan_on(self, share: float, most: int, tick: Callable[[], None]) -> None:
        """List at most `most` further solutions of the prefix that is being scanned.

        If no solution comes for some time, queue the remaining prefixes. `share` is the prefix's share of the search.
        """
        assert self._scan is not None
        self._ready.extend(self._scan.take_some(most, tick, self._scan.nodes + MIN_PREFIX_NODES))
        if not self._ready:
            self._scanned = None
            self._put_off([] if self._scan.exhausted else self._scan.remaining(), share)

    def _put_off(self, prefixes: Sequence[Numbers], share: float) -> None:
        self._todo += [(prefix, share / len(prefixes)) for prefix in reversed(prefixes)]


AnySearch = Search | ItemizedSearch
"""A search that lists solutions in the order of the table (ascending placement numbers)."""
