"""The choice of an engine of the search: by the window, or by items."""

from __future__ import annotations

from ..._core import WINDOW
from ...base_puzzle import BasePuzzle
from ...errors import PuzzleError
from .table import Table
from .window import WindowedPuzzle

MOST_LISTED = 4096
"""The most free cells of a board that no window holds."""

# Items take several times as long for a node. They gain on solid boards, where the first empty cell is seldom the best
# one to cover: 3x4x5 takes a fifteenth of the time. On flat boards up to 9 wide they lose: 6x10 takes 30 times as long.
WIDE, MANY_CELLS, MANY_SHAPES = 10, 40, 64
"""The item engine replaces the window from this width and these cells on, with more orientations than these."""

LARGE = 5
"""In solids it does so with few orientations as well, if all pieces have at least so many cells. By the window, 25 Y in
5x5x5 take a hundred times as long, other pieces of five cubes two to four times; smaller ones as long, or half of it.
"""


def compile_table(puzzle: BasePuzzle, seed: int | None = None) -> Table:
    """Return the table of `puzzle`: for the window if every orientation fits in it, else a list.

    With a `seed`, orientations are tried in an order that follows from it. Raises `PuzzleError` if the board is too
    large for the list.
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


def is_itemized(table: Table) -> bool:
    """Tell whether the item engine searches the puzzle of `table`: no window holds it, or items are likely faster."""
    puzzle = table.puzzle
    is_wide = puzzle.numbering.across >= WIDE and len(puzzle.free) >= MANY_CELLS
    is_solid = len(puzzle.numbering.sides) > 2 and min(puzzle.numbering.sides) > 1
    has_large = is_solid and min(piece.size for piece, _, _ in puzzle.demand) >= LARGE
    has_many = has_large or sum(map(len, puzzle.shapes_of.values())) > MANY_SHAPES
    return table.engine == "item" or (is_wide and has_many)
