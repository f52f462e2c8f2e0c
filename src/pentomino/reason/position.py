"""Positions (puzzles with some pieces placed) for reasoning like a person, and obvious faults of puzzles.

Cells and placements are numbered from 0. A set of cells or of placements is an integer whose bit n is set if number n
is in the set. Placements that given pieces exclude also have numbers, because a person must check all placements on the
empty board to see which are left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, reduce
from itertools import chain
from operator import or_
from typing import TYPE_CHECKING, Literal, NamedTuple, Self

from ..board import Board
from ..errors import PuzzleError
from ..lattices.lattice import Cell, Cells
from ..lattices.numbering import bit_set, bits
from ..pieces.polyform import Polyform
from ..pieces.sets import Counted, can_cover, check_areas, coverable
from ..placement import Placement
from ..search.plan import dead_piece, dead_region
from ..wording import counted, joined

if TYPE_CHECKING:
    from ..puzzle import Puzzle

# ------------------------------------------------------------------------------------------------------------ positions


CopyRanges = tuple[tuple[int, int | None], ...]
"""For each piece, the minimum and maximum number of copies still to be placed. None means that there is no maximum."""

MAX_BITS = 1 << 28
"""The maximum product of the numbers of cells and placements. One bit for each pair needs 32 MB."""


class Ground:
    """The cells and all placements of a puzzle on the empty board, without its given pieces.

    For each placement, `masks` holds the set of its cells, and `owners` holds the index of its piece. For each piece,
    `of_piece` holds the set of its placements. `optional` is the set of cells that may stay empty. If the puzzle is too
    large (see `MAX_BITS`), `is_small` is False and there are no placements.
    """

    @classmethod
    def of(cls, puzzle: Puzzle) -> Self:
        """Return the `Ground` of `puzzle`. It is made once, and shared by all positions of the puzzle."""
        return puzzle._bare._once(cls)

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.cells = sorted(puzzle.board.cells)
        self.number_of = {cell: n for n, cell in enumerate(self.cells)}
        numbers = range(len(puzzle.pieces))
        total = sum(places.bit_count() for number in numbers for _, places in puzzle._places_of(number))
        self.is_small = len(self.cells) * total <= MAX_BITS
        self.placements: list[Placement] = []
        self.owners: list[int] = []
        self.of_piece: list[int] = []
        for number in numbers:
            placements = list(puzzle.placements_of(number)) if self.is_small else []
            self.of_piece.append(((1 << len(placements)) - 1) << len(self.placements))
            self.placements += placements
            self.owners += [number] * len(placements)
        self.optional = self.mask(puzzle.board.optional)
        self.masks = [self.mask(placement.cells) for placement in self.placements]
        self._sums: dict[CopyRanges, int] = {}  # for each demand, the areas that it can cover, as a bit set

    def mask(self, cells: Iterable[Cell]) -> int:
        """Return a set of cells as an integer, with bit n for cell number n."""
        return sum([1 << self.number_of[cell] for cell in cells])

    def cells_of(self, mask: int) -> tuple[Cell, ...]:
        """Return the coordinates of the cells in the set `mask`, in ascending order."""
        return tuple([self.cells[n] for n in bits(mask)])

    @cached_property
    def near(self) -> list[int]:
        """For each cell, the set of its neighbours."""
        neighbours, cells = self.puzzle._net.neighbours, self.number_of.keys()
        # On a board that wraps around after a few cells, a cell may have the same neighbour on both sides.
        return [self.mask(cells & neighbours(cell)) for cell in self.cells]

    @cached_property
    def covering(self) -> list[int]:
        """For each cell, the set of placements that cover it."""
        numbers: list[list[int]] = [[] for _ in self.cells]
        for n, mask in enumerate(self.masks):
            for cell in bits(mask):
                numbers[cell].append(n)
        return [bit_set(some, some[-1] + 1 if some else 0) for some in numbers]

    def covering_any(self, mask: int) -> int:
        """Return the set of placements that cover at least one cell of the set `mask`."""
        return reduce(or_, map(self.covering.__getitem__, bits(mask)), 0)

    def around(self, mask: int) -> int:
        """Return the set of cells that are next to cells of the set `mask`, without `mask` itself."""
        return reduce(or_, map(self.near.__getitem__, bits(mask)), 0) & ~mask

    def regions(self, mask: int) -> list[int]:
        """Return the connected regions of the cells in the set `mask`, in the order of their first cells."""
        regions = []
        while mask:
            region = self.region(mask, mask & -mask)
            regions.append(region)
            mask ^= region
        return regions

    def region(self, mask: int, start: int) -> int:
        """Return the cells of the set `mask` that are connected to cells of the set `start` within `mask`."""
        region = edge = start
        while edge := self.around(edge) & mask & ~region:
            region |= edge
        return region

    def can_fill(self, copies: CopyRanges, region: int) -> bool:
        """Return whether sizes of copies can add up to the size of `region`. Optional cells may stay empty.

        `copies` holds the minimum and maximum number of copies of each piece. The minimum is ignored, because copies
        may be placed outside the region.
        """
        if copies not in self._sums:
            counts = [(count.piece, 0, most) for count, (_, most) in zip(self.puzzle.pieces, copies, strict=True)]
            self._sums[copies] = coverable(counts, len(self.cells))
        size = region.bit_count()
        within = self._sums[copies] & (2 << size) - 1
        return bool(within >> size - (region & self.optional).bit_count())


class Choice(NamedTuple):
    """A choice between placements for a required cell or piece. At least `least` of them must be made.

    If `kind` is "cell", the placements cover the cell in `cells`, and `least` is 1. If `kind` is "piece", they are
    placements of `piece`. `every` is the set of all these placements. `fitting` is the set of placements that still
    fit, and `number` is the number of placements in `fitting`.
    """

    kind: Literal["cell", "piece"]
    cells: tuple[Cell, ...]
    piece: Polyform | None
    least: int
    every: int
    fitting: int
    number: int


class Position:
    """A puzzle in which the pieces `placed` are on the board.

    `empty` is the set of empty cells, and `fitting` is the set of placements that still fit. `copies` holds the number
    of copies of each piece that must or may still be placed. If the puzzle is too large (`ground.is_small` is False),
    there are no empty cells and no copies, so that nothing can be deduced.
    """

    def __init__(
        self, ground: Ground, empty: int, fitting: int, copies: CopyRanges, placed: tuple[Placement, ...]
    ) -> None:
        self.ground, self.empty, self.fitting, self.copies, self.placed = ground, empty, fitting, copies, placed

    @classmethod
    def of(cls, puzzle: Puzzle) -> Self:
        """Return the position of `puzzle` with its given pieces."""
        ground = Ground.of(puzzle)
        if not ground.is_small:
            return cls(ground, 0, 0, ((0, 0),) * len(puzzle.pieces), puzzle.placed)
        copies = tuple([(least, most) for _, least, most in puzzle.copies_left])
        left = sum([mask for mask, (_, most) in zip(ground.of_piece, copies, strict=True) if most != 0])
        gone = ground.covering_any(ground.mask(puzzle.board.cells - puzzle.uncovered_cells))
        return cls(ground, ground.mask(puzzle.uncovered_cells), left & ~gone, copies, puzzle.placed)

    @cached_property
    def puzzle(self) -> Puzzle:
        """The puzzle with the pieces `placed`."""
        return self.ground.puzzle.replace(placed=self.placed)

    def after(self, number: int) -> Position:
        """Return the position after the placement with this `number`."""
        ground, mask, owner = self.ground, self.ground.masks[number], self.ground.owners[number]
        least, most = self.copies[owner]
        left = max(0, least - 1), None if most is None else most - 1
        gone = ground.covering_any(mask) | (ground.of_piece[owner] if left[1] == 0 else 0)
        copies = (*self.copies[:owner], left, *self.copies[owner + 1 :])
        placed = (*self.placed, ground.placements[number])
        return Position(ground, self.empty & ~mask, self.fitting & ~gone, copies, placed)

    @property
    def required(self) -> int:
        """The set of empty cells that must be covered."""
        return self.empty & ~self.ground.optional

    @cached_property
    def choices(self) -> list[Choice]:
        """A choice for each required cell, and then for each piece that is still required."""
        ground, choices = self.ground, []
        for cell in bits(self.required):
            every = ground.covering[cell]
            fitting = every & self.fitting
            choices.append(Choice("cell", (ground.cells[cell],), None, 1, every, fitting, fitting.bit_count()))
        for (piece, _, _), (least, _), every in zip(ground.puzzle.pieces, self.copies, ground.of_piece, strict=True):
            if least:
                fitting = every & self.fitting
                choices.append(Choice("piece", (), piece, least, every, fitting, fitting.bit_count()))
        return choices

    def can_fill(self, region: int) -> bool:
        """Return whether the sizes of the pieces that fit on cells of `region` can add up to its size.

        Optional cells of the region may stay empty.
        """
        ground = self.ground
        inside = self.fitting & ground.covering_any(region)
        pairs = zip(self.copies, ground.of_piece, strict=True)
        return ground.can_fill(tuple([left if inside & mask else (0, 0) for left, mask in pairs]), region)


# --------------------------------------------------------------------------------------------------------------- faults


class Fault(NamedTuple):
    """An obvious reason why a puzzle has no solution.

    `kind` is "areas" if no choice of copies has the area of the free cells, "piece" if a required piece has no place,
    "region" if the pieces that fit in a region cannot have its size, and "cell" if no placement covers a cell. `cells`
    contains the region or the cell, and `piece` is the piece. `excluded` holds placements that fit but leave cells that
    cannot be filled; for a piece, `cells` may hold the cells that the first of these placements leaves. `text` is a
    clause that describes the fault.
    """

    kind: str
    text: str
    cells: tuple[Cell, ...] = ()
    piece: Polyform | None = None
    excluded: tuple[Placement, ...] = ()


def plain_fault(puzzle: Puzzle) -> Fault | None:
    """Return the first obvious fault of `puzzle`, or None.

    The search takes at most a few times as long as listing all placements.
    """
    return next(chain(_areas(puzzle), _pieces(puzzle), _regions(puzzle), _dead(puzzle), _cells(puzzle)), None)


def lost(puzzle: Puzzle, cells: tuple[Cell, ...], piece: Polyform | None, some: Sequence[Placement]) -> Fault:
    """Return the fault that all placements of `piece` or on a cell (`some`) leave cells that nothing can fill."""
    noun, words, is_single = "place" if piece else "placement", puzzle.board.in_words, len(some) == 1
    subject = f"the only {noun}" if is_single else f"each of the {counted(len(some), noun)}"
    which = f"of {called(piece)}" if piece else f"that cover{'s' * is_single} the cell at {words(*cells)}"
    text = f"{subject} {which} leaves cells that cannot be filled"
    gap = dead_region(puzzle)(puzzle._numbering.mask(some[0].cells)) if some else 0
    if left := tuple(sorted(map(puzzle._numbering.cell, bits(gap)))):
        text = f"{text}, such as {words(*left)}"
    return Fault("piece" if piece else "cell", text, cells or left, piece, tuple(some))


def called(piece: Polyform) -> str:
    """Return the name of `piece`, or its `repr` if it has no name."""
    return piece.name or repr(piece)


def lying(placement: Placement, board: Board) -> str:
    """Return a phrase with the name of the placed piece and its cells, such as "I on row 1, columns 1 and 2"."""
    return f"{called(placement.piece)} on {board.in_words(*placement.cells)}"


def _areas(puzzle: Puzzle) -> Iterator[Fault]:
    try:
        check_areas(len(puzzle.uncovered_cells), puzzle.copies_left, puzzle._most_empty)
    except PuzzleError as error:
        yield Fault("areas", str(error))


def _pieces(puzzle: Puzzle) -> Iterator[Fault]:
    for number, (piece, least, _) in enumerate(puzzle._demand):
        if least and not any(places for _, places in puzzle._places_of(number)):
            is_restricted = number in puzzle._restricted_pieces()
            where = "where its restrictions and colours allow it" if is_restricted else "on the free cells"
            text = f"{called(piece)} has no place {where}"
            places = list(puzzle._bare.placements_of(number))
            covered = {cell for place in places for cell in place.cells}
            if names := [called(given.piece) for given in puzzle.placed if not covered.isdisjoint(given.cells)]:
                overlaps = f"each of its {counted(len(places), 'place')} on the bare board overlaps"
                text = f"{text}: {overlaps} {joined(names, 'or')}"
            yield Fault("piece", text, piece=piece)


def _regions(puzzle: Puzzle) -> Iterator[Fault]:
    """Yield a fault for each region that cannot be filled, from small to large, and then for all free cells."""
    numbers = range(len(puzzle.pieces))
    places = [reduce(or_, [places for _, places in puzzle._places_of(number)], 0) for number in numbers]
    pieces = list(zip(puzzle._demand, places, strict=True))
    for region in sorted(puzzle._net.regions(puzzle.uncovered_cells), key=len):
        within = puzzle._numbering.mask(region)
        fitting = [(piece, 0, most) for (piece, _, most), places in pieces if places & within]
        subject = f"the region of {counted(len(region), 'cell')} at {puzzle.board.in_words(min(region))}"
        yield from _unfilled(puzzle, subject, region, fitting)
    used = [count for count, places in pieces if places]
    yield from _unfilled(puzzle, f"the {len(puzzle.uncovered_cells)} free cells", puzzle.uncovered_cells, used)


def _unfilled(puzzle: Puzzle, area: str, cells: Cells, counts: Sequence[Counted]) -> Iterator[Fault]:
    """Yield a fault if no choice of the pieces in `counts` fills `cells`. `area` describes the cells."""
    spare = len(cells & puzzle.optional_cells)
    if can_cover(counts, len(cells), spare):
        return
    sizes = sorted({piece.size for piece, _, _ in counts})
    if not sizes:
        text = f"no piece has a place in {area}"
    elif len(sizes) == 1 and not spare and len(cells) % sizes[0]:
        text = f"pieces of {counted(sizes[0], 'cell')} cannot cover {area}"
    else:
        listed = joined(list(map(str, sizes)), "or")
        empty = f", of which {spare} may stay empty" if spare else ""
        text = f"the pieces that fit there have {listed} cells, and no choice of them covers {area}{empty}"
    yield Fault("region", text, tuple(sorted(cells)))


def _dead(puzzle: Puzzle) -> Iterator[Fault]:
    if (number := dead_piece(puzzle)) is not None:
        yield lost(puzzle, (), puzzle.pieces[number].piece, list(puzzle.placements_of(number)))


def _cells(puzzle: Puzzle) -> Iterator[Fault]:
    """Yield a fault if no placement covers a cell, or if all that cover it leave a region that no pieces can fill."""
    left, gap = set(puzzle.uncovered_cells - puzzle.optional_cells), dead_region(puzzle)
    dead: list[Placement] = []
    placements = chain.from_iterable(map(puzzle.placements_of, range(len(puzzle.pieces))))
    while left and (placement := next(placements, None)) is not None:
        if not left.isdisjoint(placement.cells):
            if gap(puzzle._numbering.mask(placement.cells)):
                dead.append(placement)
            else:
                left.difference_update(placement.cells)
    if never := left.difference(*[placement.cells for placement in dead]):
        yield Fault("cell", f"no piece can cover the cell at {puzzle.board.in_words(min(never))}", (min(never),))
    elif left:
        covering = {cell: [placement for placement in dead if cell in placement.cells] for cell in sorted(left)}
        cell = min(covering, key=lambda cell: len(covering[cell]))
        yield lost(puzzle, (cell,), None, covering[cell])
