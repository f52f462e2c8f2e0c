"""The types in the signatures of public functions, such as `BoardLike`, for the annotations of your own functions.

>>> from pentomino.typing import BoardLike
>>> def area(board: BoardLike) -> int:
...     return Puzzle(board).board.area
>>> area("6x10")
60
"""

from __future__ import annotations

from .board import BoardLike
from .files import PathLike
from .formats.common import Source, Together
from .lattices.lattice import Cell, Cells, Element
from .make.generate import DifficultyLike
from .pieces.sets import Copies, PiecesLike
from .placement import Placed, Restrict, Rule
from .reason.difficulty import Level
from .render.colours import PaletteLike
from .render.svg import LengthUnit, SvgStyle
from .search.options import Cancel, Executor, MethodName, ProgressCallback, Seed, Symmetry

__all__ = [
    "BoardLike",
    "Cancel",
    "Cell",
    "Cells",
    "Copies",
    "DifficultyLike",
    "Element",
    "Executor",
    "LengthUnit",
    "Level",
    "MethodName",
    "PaletteLike",
    "PathLike",
    "PiecesLike",
    "Placed",
    "ProgressCallback",
    "Restrict",
    "Rule",
    "Seed",
    "Source",
    "SvgStyle",
    "Symmetry",
    "Together",
]


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
