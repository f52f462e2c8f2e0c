"""Solve tiling puzzles with pentominoes and other polyforms: find one solution, list them all, count them, draw them.

The verbs work on a board and a set of pieces, by default 6x10 and the twelve pentominoes:

>>> import pentomino
>>> pentomino.count()
2339
>>> print(pentomino.solve("3x5", "PUV").to_text("letters"))
VVVUU
VPPPU
VPPUU

Solutions that are equivalent under symmetry count as one; `symmetry="all"` counts all of them:

>>> pentomino.count(symmetry="all")
9356

`solve_all` is lazy, and its order is always the same:

>>> solutions = pentomino.solve_all("5x12")
>>> next(solutions).is_valid()
True
>>> solutions.close()

A `Puzzle` is a board with its pieces, for several questions about it:

>>> puzzle = pentomino.Puzzle("8x8", "pentominoes + O4", restrict={"O4": lambda placement: (3, 3) in placement.cells
...                                                                and (4, 4) in placement.cells})
>>> puzzle.count(), len(puzzle.symmetries())
(65, 8)

Pieces are values, too:

>>> print(pentomino.Polyomino.named("F"))
.##
##.
.#.
>>> len(pentomino.free_polyominoes(6))
35

Boards, pieces, puzzles and solutions can be drawn (`to_text`, `to_svg`), and notebooks show them:

>>> print(pentomino.chart(pentomino.free_polyominoes(3)).to_text("letters"))
I#V#
I#VV
I###

`boards`, `calendar` and `formats` are separate modules, loaded on first use:

>>> pentomino.boards.named("kanoodle").solutions
92755
"""

from typing import TYPE_CHECKING, Any

from ._version import __version__
from .board import Board
from .errors import (
    FormatError,
    PentominoError,
    PictureError,
    PuzzleError,
    SearchCancelled,
    SearchStopped,
    SearchTimeout,
)
from .lattices.lattice import D4, SQUARE, Lattice, Motion
from .pieces.polyform import (
    Polyform,
    Polyomino,
    fixed,
    fixed_polyominoes,
    free,
    free_polyominoes,
    one_sided,
    one_sided_polyominoes,
)
from .placement import Placement
from .puzzle import Puzzle
from .search.progress import Progress, Statistics
from .search.verbs import Solutions
from .shortcuts import count, solve, solve_all
from .solutions.solution import Solution

if TYPE_CHECKING:  # the names of `_LATER`, for type checkers
    from . import boards as boards
    from . import calendar as calendar
    from . import formats as formats
    from .drawable import Drawing as Drawing
    from .generator.verb import Puzzles as Puzzles
    from .generator.verb import generate as generate
    from .lattices.cubic import CUBIC as CUBIC
    from .lattices.hexagonal import HEXAGONAL as HEXAGONAL
    from .lattices.tetrakis import TETRAKIS as TETRAKIS
    from .lattices.triangular import TRIANGULAR as TRIANGULAR
    from .lattices.wrapping import Isometry as Isometry
    from .pages.animation import animation as animation
    from .pages.gallery import gallery as gallery
    from .pages.sheet import sheet as sheet
    from .pieces.charts import chart as chart
    from .play.notebook import widget as widget
    from .search.estimate import Estimate as Estimate
    from .sequences.recurrence import Recurrence as Recurrence
    from .sequences.sequence import Sequence as Sequence
    from .sequences.verb import sequence as sequence
    from .solutions.features import Properties as Properties
    from .solutions.features import properties as properties
    from .solutions.tallies import Tally as Tally
    from .workbench.building import BuildOrder as BuildOrder
    from .workbench.building import BuildStep as BuildStep
    from .workbench.difficulty import Difficulty as Difficulty
    from .workbench.disassembly import Disassembly as Disassembly
    from .workbench.disassembly import Move as Move
    from .workbench.disassembly import Separation as Separation
    from .workbench.doomed import Doom as Doom
    from .workbench.doomed import TakeBack as TakeBack
    from .workbench.explain import Explanation as Explanation
    from .workbench.forced import Forced as Forced
    from .workbench.hint import Hint as Hint
    from .workbench.reasons import Reason as Reason

_MODULES = ("boards", "calendar", "formats")
# Few programs need these: each is imported on first use, as importing all would take 40 ms.
_LATER = {
    "BuildOrder": ".workbench.building",
    "BuildStep": ".workbench.building",
    "CUBIC": ".lattices.cubic",
    "Difficulty": ".workbench.difficulty",
    "Disassembly": ".workbench.disassembly",
    "Doom": ".workbench.doomed",
    "Drawing": ".drawable",
    "Estimate": ".search.estimate",
    "Explanation": ".workbench.explain",
    "Forced": ".workbench.forced",
    "HEXAGONAL": ".lattices.hexagonal",
    "Hint": ".workbench.hint",
    "Isometry": ".lattices.wrapping",
    "Move": ".workbench.disassembly",
    "Properties": ".solutions.features",
    "Puzzles": ".generator.verb",
    "Reason": ".workbench.reasons",
    "Recurrence": ".sequences.recurrence",
    "Separation": ".workbench.disassembly",
    "Sequence": ".sequences.sequence",
    "TETRAKIS": ".lattices.tetrakis",
    "TRIANGULAR": ".lattices.triangular",
    "TakeBack": ".workbench.doomed",
    "Tally": ".solutions.tallies",
    "animation": ".pages.animation",
    "chart": ".pieces.charts",
    "gallery": ".pages.gallery",
    "generate": ".generator.verb",
    "properties": ".solutions.features",
    "sequence": ".sequences.verb",
    "sheet": ".pages.sheet",
    "widget": ".play.notebook",
}

__all__ = [
    "D4",
    "SQUARE",
    "Board",
    "FormatError",
    "Lattice",
    "Motion",
    "PentominoError",
    "PictureError",
    "Placement",
    "Polyform",
    "Polyomino",
    "Progress",
    "Puzzle",
    "PuzzleError",
    "SearchCancelled",
    "SearchStopped",
    "SearchTimeout",
    "Solution",
    "Solutions",
    "Statistics",
    "__version__",
    "count",
    "fixed",
    "fixed_polyominoes",
    "free",
    "free_polyominoes",
    "one_sided",
    "one_sided_polyominoes",
    "solve",
    "solve_all",
    *_LATER,
]


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in _MODULES:
        return import_module(f".{name}", __name__)
    if name in _LATER:
        return getattr(import_module(_LATER[name], __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *_MODULES, *(name for name in globals() if name.startswith("__"))})
