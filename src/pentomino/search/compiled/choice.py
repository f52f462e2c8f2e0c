"""The choice of the search engine: window or item."""

from __future__ import annotations

from ..._core import WINDOW
from ...base_puzzle import BasePuzzle
from ...errors import PuzzleError
from .table import Table
from .window import WindowedPuzzle

MAX_LISTED_CELLS = 4096
"""The maximum number of free cells of a board on which a piece does not fit in the window."""

WIDE, MANY_CELLS = 10, 40
"""The width and the number of cells from which the item engine searches solid boards. Its nodes take several times as
long, but the first empty cell is seldom the best one to cover there: 3x4x5 takes a fifteenth of the time, Conway's box
a half, 16 Y in 4x4x5 a seventh, and the Soma cube the same. Flat boards are slower: 6x10 takes 30 times as long."""


def compile_table(puzzle: BasePuzzle, seed: int | None = None) -> Table:
    """Return the table of `puzzle`: for the window engine if every orientation fits in the window, otherwise a list.

    A `seed` determines the order in which orientations are tried. Raises `PuzzleError` if the board is too large.
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
    from .lists import ListedPuzzle  # few puzzles need it

    return ListedPuzzle(puzzle, seed)


def is_itemized(table: Table) -> bool:
    """Return whether the item engine searches the puzzle of `table`: it must, or it is likely to be faster."""
    puzzle, numbering = table.puzzle, table.puzzle.numbering
    if table.engine == "item" or len(puzzle.free) < MANY_CELLS:
        return table.engine == "item"
    # If only some cells must be covered, the item engine detects that the copies left are too few. If four cells may
    # stay empty, 8x8 takes a tenth of the time.
    is_loose = 0 < len(puzzle.optional) < len(puzzle.free)
    is_fixed = all(least == most for _, least, most in puzzle.demand)
    is_solid = len(numbering.sides) > 2 and min(numbering.sides) > 1
    return (is_loose and is_fixed) or (is_solid and numbering.across >= WIDE)
