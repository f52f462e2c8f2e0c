"""A puzzle compiled for the window engine, which looks at the cells from the first empty one on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from ..._core import WINDOW, WindowSearch, WindowTable
from ...base.limits import claim, look
from ...base.value import Memo
from ...base_puzzle import BasePuzzle
from ...lattices.lattice import Cell
from ...lattices.numbering import WORD, Place
from ...pieces.polyform import Polyform, is_gap
from ...placement import Placement
from ...symmetry import turn_of
from ..order import shuffler
from .table import Table, columns, mask_of

if TYPE_CHECKING:
    from ...lattices.wrapping import Element

MAX_SLOTS = 1 << 16
"""The maximum number of orientations for the window engine."""

MAX_SHIFTS = 16
"""The maximum number of shifts for the engines."""

SPARSE = 64
"""The maximum ratio of numbers to free cells: above it, the window slides over blocked cells most of the time."""


class WindowedPuzzle(Table):
    """A puzzle compiled for the window engine.

    An orientation has a slot, and a mask that is shifted to the first cell of a placement. The number of a placement is
    `position * slots + (slots - 1 - slot)`: the search tries the last slot first, so that numbers ascend.
    """

    engine = "window"

    def __init__(self, puzzle: BasePuzzle, seed: int | None = None, *, check_pockets: bool = True) -> None:
        super().__init__(puzzle)
        self._check_pockets = check_pockets  # always, except in tests and benchmarks
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
            0 < len(self.slots) <= MAX_SLOTS
            and numbering.shifts[-1] <= WINDOW
            and numbering.size - 2 <= SPARSE * (len(puzzle.free) + SPARSE)
            and all(mask.bit_length() <= WINDOW for mask in self.masks)
        )
        self._slot_of = {shape.cells: slot for slot, (_, shape) in enumerate(self.slots) if shape}
        self.cell_numbers, self.cells, self.shifts = range(numbering.size), numbering.cells, numbering.shifts
        self._is_renumbered = max(self.masks, default=0).bit_length() > WORD >= len(puzzle.free)
        if self._is_renumbered:
            # Without gaps between lines, all numbers fit in a word, with which the frontier engine is fastest.
            self.cell_numbers, shifts = numbering.without_gaps()
            self.cells = (1 << len(puzzle.free)) - 1
            self.shifts = shifts if len(shifts) <= MAX_SHIFTS else ()

    @cached_property
    def movable(self) -> Sequence[tuple[int, int]]:
        """The orientations allowed wherever their masks fit, as pairs (mask from the first cell on, piece)."""
        if self._is_renumbered:
            return ()  # without gaps, a mask may fit across the end of a line
        anywhere = [self.puzzle.may_lie_anywhere(number) for number in range(len(self.puzzle.cover))]
        slots = zip(self.masks, self.slots, strict=True)
        return [(mask, number) for mask, (number, shape) in slots if shape and anywhere[number]]

    def numbers_by_mask(self) -> Callable[[int, int, int], int]:
        """Return a function from (number of the first cell, mask from there on, piece) to the placement number."""
        if self._is_renumbered or len(self.puzzle.board.lattice.vectors) > 1:
            return super().numbers_by_mask()  # there an orientation has no mask of its own, or several
        slots = len(self.slots)
        owners = [number for number, _ in self.slots]
        ranks = {both: slots - 1 - slot for slot, both in enumerate(zip(self.masks, owners, strict=True)) if both[0]}
        return lambda first, mask, piece: first * slots + ranks[mask, piece]

    @cached_property
    def _core(self) -> WindowTable:
        """The table of the core. It is made for the first search, as counts by the frontier do not need it."""
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
            *self._optional(),
            self._check_pockets,
        )

    @property
    def pockets(self) -> int:
        """The number of orientations left out of lookup tables because they close off a pocket that no piece fills."""
        return self._core.ruled_out

    def _optional(self) -> tuple[int, frozenset[int]]:
        """Return the set of cells that may stay empty, and the slots of gaps; both are empty if no or every cell may.

        The core has tables for each pattern of such cells near the first empty one.
        """
        if not self.puzzle.optional or self.puzzle.optional >= self.puzzle.free:
            return 0, frozenset()
        gaps = frozenset(slot for slot, (_, shape) in enumerate(self.slots) if shape and is_gap(shape.cells))
        return self.puzzle.numbering.mask(self.puzzle.optional), gaps

    def _allowed(self) -> list[int | None] | None:
        """Return for each slot the positions where it is allowed, or None if it is allowed wherever it fits.

        Return None instead of the list if no slot is restricted.
        """
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
        """Make what all searches share. Otherwise the first search makes it."""
        _ = self._core

    def memory(self, searches: int) -> int:
        """Return the bytes of the table and of `searches` concurrent searches in its order."""
        return self._core.held + searches * self._core.search_bytes

    def place_of(self, number: int) -> Place:
        """Return the place of the placement with this number."""
        position, slot = divmod(number, len(self.slots))
        shape = self.slots[-1 - slot][1]
        assert shape is not None, "unused slots are never placed"
        return position, shape.cells

    def number_of(self, place: Place) -> int:
        """Return the number of the placement at `place`."""
        return place[0] * len(self.slots) + len(self.slots) - 1 - self._slot_of[place[1]]

    def images(self, element: Element) -> Mapping[int, int]:
        """Return a mapping from placement numbers to those of the images under `element`, filled on demand."""
        turn: Any = turn_of(self.puzzle, element)
        slots = len(self.slots)

        # The image of a number is that of its rank, its number at position 0, moved by whole cells of `slots` numbers.
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
        """Return a search for the solutions that contain the placements `made` and leave the cells `uncovered`."""
        cells, used = self.effects[tuple(made)]
        return WindowSearch(self._core, self.puzzle.numbering.mask([*cells, *uncovered]), used)


def _slots(shapes: Sequence[tuple[int, Polyform]], seed: int | None) -> list[tuple[int, Polyform | None]]:
    """Return the piece and the orientation of each slot, in the order of bits. Slots without an orientation are unused.

    No piece straddles two words of 64 slots, so that a single mask removes all of its orientations.
    """
    by_piece: dict[int, list[Polyform]] = {}
    for number, shape in shapes:
        by_piece.setdefault(number, []).append(shape)
    slots: list[tuple[int, Polyform | None]] = []
    shuffle = shuffler(seed)
    pieces = [(number, shuffle(group)) for number, group in shuffle(by_piece.items())]
    if seed is None or len(shapes) > 64:
        # Most pieces have 8, 4, 2 or 1 orientations: in descending order they fill words with hardly a slot unused. One
        # word is filled in any order, so there a shuffle may mix all pieces.
        pieces.sort(key=lambda item: -len(item[1]))
        pieces.sort(key=lambda item: not is_gap(item[1][0].cells))  # the first slot is tried last
    for number, group in pieces:
        if len(slots) // 64 != (len(slots) + len(group) - 1) // 64:
            slots += [(0, None)] * (-len(slots) % 64)
        slots += [(number, shape) for shape in group]
    return slots
