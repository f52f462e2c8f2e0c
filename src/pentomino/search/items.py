"""Puzzles compiled for the item engine, which covers what has the fewest options; and for which of them that pays.

It meets solutions in an order of its own, so it counts them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from .._core import WINDOW, ItemSearch, ItemTable
from ..gap import is_gap
from ..look import look
from ..numbering import bits
from ..placement import Placement
from ..room import claim
from .table import Table, columns, effect

__all__ = ["ItemizedPuzzle", "itemized"]

WIDE, MANY_CELLS, MANY_SHAPES = 10, 40, 64
"""Boards from so wide and so large on, with more orientations than these: there the window visits too many nodes."""


class ItemizedPuzzle:
    """The puzzle of a table compiled for the item engine: searches for what follows when some placements are made."""

    engine = "item"

    def __init__(self, table: Table) -> None:
        self._table = table
        self._puzzle = puzzle = table.puzzle
        positions = {number: position for position, number in enumerate(bits(table.cells))}
        options = [
            ([positions[cell] for cell in cells], number)
            for number in range(len(puzzle.cover))
            for _, cells in table.places(number)
        ]
        self._cells = dict(zip(bits(puzzle.numbering.cells), positions.values(), strict=True))
        self._core = ItemTable(len(positions), options, *columns(puzzle.cover), look, claim)

    def search(self, made: Iterable[Placement], behind: Collection[int] = ()) -> ItemSearch:
        """A search for the solutions with the placements *made* and those *behind* them, which count for its depth.

        These are told by the numbers that the table has for them, as gaps may be among them.
        """
        cells, used = effect(self._puzzle, made)
        for position, shape in map(self._table.place_of, behind):
            cells += self._puzzle.numbering.cells_at(position, shape)
            used[-1 if is_gap(shape) else self._puzzle.piece_set.shapes[shape][0]] += 1
        covered = sum([1 << self._cells[position] for position in self._puzzle.numbering.positions(cells)])
        return ItemSearch(self._core, covered, used, len(behind))

    def memory(self, searches: int) -> int:
        """The bytes that the table takes, with those of so many searches at once."""
        return self._core.held + searches * self._core.search_bytes

    @staticmethod
    def takes(table: Table) -> bool:
        """Whether the engine takes a puzzle: so many cells and pieces."""
        return len(table.puzzle.free) + len(table.puzzle.cover) <= WINDOW


def itemized(table: Table) -> ItemizedPuzzle | None:
    """The puzzle compiled for the item engine, if that takes it and is likely to count faster than its *table*."""
    if not ItemizedPuzzle.takes(table):
        return None
    puzzle = table.puzzle
    is_wide = puzzle.numbering.across >= WIDE and len(puzzle.free) >= MANY_CELLS
    if table.engine == "list" or (is_wide and sum(map(len, puzzle.shapes_of.values())) > MANY_SHAPES):
        return ItemizedPuzzle(table)
    return None
