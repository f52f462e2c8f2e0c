"""Which engine of the search a puzzle is compiled for: by the window, from a list, or by items."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core import WINDOW
from ...base_puzzle import BasePuzzle
from ...errors import PuzzleError
from .table import Table
from .window import WindowedPuzzle

if TYPE_CHECKING:
    from .items import ItemizedPuzzle

__all__ = ["compile_table", "itemized"]

MOST_LISTED = 4096
"""Cells of a board that the list engine takes."""

WIDE, MANY_CELLS, MANY_SHAPES = 10, 40, 64
"""Boards from so wide and so large on, with more orientations than these: there the window visits too many nodes."""


def compile_table(puzzle: BasePuzzle, seed: int | None = None) -> Table:
    """The table for *puzzle*: windowed if every orientation fits the window, else a list.

    With a *seed*, orientations are tried in an order that follows from it.
    """
    if not puzzle.board.lattice.periods:
        windowed = WindowedPuzzle(puzzle, seed)
        if windowed.fits:
            return windowed
        if len(puzzle.free) > MOST_LISTED:
            raise PuzzleError(
                f"the board has {len(puzzle.free)} free cells, and pieces reach too far for a window of {WINDOW} bits; "
                f"such boards may have at most {MOST_LISTED} cells"
            )
    from .lists import ListedPuzzle  # few puzzles need it

    return ListedPuzzle(puzzle, seed)


def itemized(table: Table) -> ItemizedPuzzle | None:
    """The puzzle compiled for the item engine, if that takes it and is likely to search faster than its *table*."""
    puzzle = table.puzzle
    is_wide = puzzle.numbering.across >= WIDE and len(puzzle.free) >= MANY_CELLS
    if table.engine != "list" and not (is_wide and sum(map(len, puzzle.shapes_of.values())) > MANY_SHAPES):
        return None
    from .items import ItemizedPuzzle  # few puzzles need it

    return ItemizedPuzzle(table) if ItemizedPuzzle.takes(table) else None
