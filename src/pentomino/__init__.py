"""Tile boards with pentominoes and other polyominoes.

>>> import pentomino
>>> pentomino.count("3x20")
2
>>> print(pentomino.solve("3x5", "PUV"))  # doctest: +NORMALIZE_WHITESPACE
"""

from ._version import __version__
from .board import Board
from .errors import PentominoError, PictureError, PuzzleError, SearchTimeout
from .geometry import D4
from .polyomino import Polyomino, fixed_polyominoes, free_polyominoes, one_sided_polyominoes
from .puzzle import Puzzle, count, solve, solve_all
from .solution import Solution
from .statement import Placement

__all__ = [
    "D4",
    "Board",
    "PentominoError",
    "PictureError",
    "Placement",
    "Polyomino",
    "Puzzle",
    "PuzzleError",
    "SearchTimeout",
    "Solution",
    "__version__",
    "count",
    "fixed_polyominoes",
    "free_polyominoes",
    "one_sided_polyominoes",
    "solve",
    "solve_all",
]
