"""The types in the signatures of public functions, such as `BoardLike`, for the annotations of your own functions.

>>> from pentomino.typing import BoardLike
>>> def area(board: BoardLike) -> int:
...     return Puzzle(board).board.area
>>> area("6x10")
60
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .board import BoardLike
from .files import PathLike
from .lattices.lattice import Cell, Cells
from .pieces.sets import Copies, PiecesLike
from .placement import Placed, Restrict, Rule
from .search.options import Cancel, Executor, MethodName, ProgressCallback, Seed, Symmetry

if TYPE_CHECKING:  # the names of `_LATER`, for type checkers
    from .formats.common import Source as Source
    from .formats.common import Together as Together
    from .lattices.lattice import Element as Element
    from .make.generate import DifficultyLike as DifficultyLike
    from .reason.difficulty import Level as Level
    from .render.colours import PaletteLike as PaletteLike
    from .render.svg import LengthUnit as LengthUnit
    from .render.svg import SvgStyle as SvgStyle

_LATER = {
    "DifficultyLike": ".make.generate",
    "Element": ".lattices.lattice",
    "LengthUnit": ".render.svg",
    "Level": ".reason.difficulty",
    "PaletteLike": ".render.colours",
    "Source": ".formats.common",
    "SvgStyle": ".render.svg",
    "Together": ".formats.common",
}

__all__ = [
    "BoardLike",
    "Cancel",
    "Cell",
    "Cells",
    "Copies",
    "Executor",
    "MethodName",
    "PathLike",
    "PiecesLike",
    "Placed",
    "ProgressCallback",
    "Restrict",
    "Rule",
    "Seed",
    "Symmetry",
    *_LATER,
]


if not TYPE_CHECKING:  # or checkers would accept any name

    def __getattr__(name):
        from importlib import import_module

        if name in _LATER:
            return getattr(import_module(_LATER[name], __package__), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:  # for completion in a shell: without what this module imports
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
