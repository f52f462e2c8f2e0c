"""A puzzle compiled for the window engine."""

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

__all__ = ["WindowedPuzzle"]

MOST_SLOTS = 1 << 16
"""Orientations that the window engine can number."""

MOST_SHIFTS = 16
"""Shifts that the engines take."""

SPARSE = 64
"""Numbers for each free cell beyond which the window does not pay: it would mostly slide over nothing."""


class WindowedPuzzle(Table):
    """A puzzle compiled for the window engine.

    A piece is a mask that is shifted to its first cell. Placement numbers are
    `position * slots + (slots - 1 - slot)`: the search tries the last slot first.
    """

    engine = "window"

    def __init__(self, puzzle: BasePuzzle, seed: int | None = None) -> None:
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
        self._is_renumbered = max(self.masks, default=0).bit_length() > WORD >= len(puzzle.free)
        if self._is_renumbered:  # for the frontier engine
            self.cell_numbers, shifts = numbering.without_gaps()
            self.cells = (1 << len(puzzle.free)) - 1
            self.shifts = shifts if len(shifts) <= MOST_SHIFTS else ()

    @cached_property
    def movable(self) -> Sequence[tuple[int, int]]:
        """The orientations that may lie wherever they fit: (mask from the first cell on, piece)."""
        if self._is_renumbered:
            return ()
        anywhere = [self.puzzle.may_lie_anywhere(number) for number in range(len(self.puzzle.cover))]
        slots = zip(self.masks, self.slots, strict=True)
        return [(mask, number) for mask, (number, shape) in slots if shape and anywhere[number]]

    def numbers_by_mask(self) -> Callable[[int, int, int], int]:
        """What gives the number of a placement, by the number of its first cell, its mask from there on, its piece."""
        if (
            self._is_renumbered or len(self.puzzle.board.lattice.vectors) > 1
        ):  # then orientations have their masks in common
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
            *self._optional(),
        )

    def _optional(self) -> tuple[int, frozenset[int]]:
        """The cells that may stay empty, and the slots of gaps, if some cells may not."""
        if not self.puzzle.optional or self.puzzle.optional >= self.puzzle.free:
            return 0, frozenset()
        gaps = frozenset(slot for slot, (_, shape) in enumerate(self.slots) if shape and is_gap(shape.cells))
        return self.puzzle.numbering.mask(self.puzzle.optional), gaps

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

        return Memo(image)

    def search(self, made: Iterable[Placement], uncovered: Iterable[Cell] = ()) -> WindowSearch:
        """A search for the solutions that contain the placements *made* and leave the cells *uncovered* alone."""
        cells, used = self.effects[tuple(made)]
        return WindowSearch(self._core, self.puzzle.numbering.mask([*cells, *uncovered]), used)


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
