"""Solve tiling puzzles with pentominoes and other polyforms: find, list, count and draw solutions.

`solve`, `solve_all` and `count` need a board and a set of pieces, by default 6x10 and the twelve pentominoes:

>>> import pentomino
>>> pentomino.count()
2339
>>> print(pentomino.solve("3x5", "PUV").to_text("letters"))
VVVUU
VPPPU
VPPUU

Solutions that are equivalent under symmetry are counted once. With `symmetry="all"`, every solution is counted:

>>> pentomino.count(symmetry="all")
9356

`solve_all` returns a lazy iterator. The order of the solutions is always the same:

>>> solutions = pentomino.solve_all("5x12")
>>> next(solutions).is_valid()
True
>>> solutions.close()

A `Puzzle` combines a board and pieces. Use it to ask several questions about the same puzzle:

>>> puzzle = pentomino.Puzzle("8x8", "pentominoes + O4", restrict={"O4": lambda placement: (3, 3) in placement.cells
...                                                                and (4, 4) in placement.cells})
>>> puzzle.count(), len(puzzle.symmetries())
(65, 8)

Pieces are objects, too:

>>> print(pentomino.Polyform.named("F"))
.##
##.
.#.
>>> len(pentomino.polyforms(6))
35

Boards, pieces, puzzles and solutions can be drawn (`to_text`, `to_svg`). Notebooks display their pictures:

>>> print(pentomino.chart(pentomino.polyforms(3)).to_text("letters"))
I#V#
I#VV
I###

`boards`, `calendar`, `formats` and `typing` are separate modules, loaded on first use:

>>> pentomino.boards.named("kanoodle").solutions
92755
"""

from typing import TYPE_CHECKING

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
from .pieces.polyform import Polyform, Polyomino, polyforms
from .placement import Placement
from .puzzle import Puzzle, count, solve, solve_all
from .search.clock import Statistics
from .search.options import Progress
from .solutions.listing import Solutions
from .solutions.solution import Solution

if TYPE_CHECKING:  # type checkers do not follow `__getattr__`
    from . import boards as boards
    from . import calendar as calendar
    from . import formats as formats
    from . import typing as typing
    from .charts import chart as chart
    from .drawable import Drawing as Drawing
    from .lattices.balls import BALLS as BALLS
    from .lattices.cubic import CUBIC as CUBIC
    from .lattices.hexagonal import HEXAGONAL as HEXAGONAL
    from .lattices.tetrakis import TETRAKIS as TETRAKIS
    from .lattices.triangular import TRIANGULAR as TRIANGULAR
    from .lattices.wrapping import Isometry as Isometry
    from .make.divide import divide as divide
    from .make.generate import Puzzles as Puzzles
    from .make.generate import generate as generate
    from .make.sequence import Recurrence as Recurrence
    from .make.sequence import Sequence as Sequence
    from .make.sequence import sequence as sequence
    from .pages.animation import animation as animation
    from .pages.gallery import gallery as gallery
    from .pages.sheet import sheet as sheet
    from .play.notebook import widget as widget
    from .reason.difficulty import Difficulty as Difficulty
    from .reason.explain import Explanation as Explanation
    from .reason.hint import Forced as Forced
    from .reason.hint import Hint as Hint
    from .reason.hint import Reason as Reason
    from .reason.mistakes import Mistakes as Mistakes
    from .reason.mistakes import TakeBack as TakeBack
    from .reason.pack import Packing as Packing
    from .reason.solids import BuildOrder as BuildOrder
    from .reason.solids import BuildStep as BuildStep
    from .reason.solids import Disassembly as Disassembly
    from .reason.solids import Move as Move
    from .reason.solids import Separation as Separation
    from .search.estimate import Estimate as Estimate
    from .solutions.features import Properties as Properties
    from .solutions.features import properties as properties
    from .solutions.tallies import Tally as Tally

_MODULES = ("boards", "calendar", "formats", "typing")
# Few programs need these names. Each is imported on first use, as importing all of them would take 40 ms.
_LATER = {
    name: module
    for module, names in {
        ".charts": "chart",
        ".drawable": "Drawing",
        ".lattices.balls": "BALLS",
        ".lattices.cubic": "CUBIC",
        ".lattices.hexagonal": "HEXAGONAL",
        ".lattices.tetrakis": "TETRAKIS",
        ".lattices.triangular": "TRIANGULAR",
        ".lattices.wrapping": "Isometry",
        ".make.divide": "divide",
        ".make.generate": "generate Puzzles",
        ".make.sequence": "Recurrence Sequence sequence",
        ".pages.animation": "animation",
        ".pages.gallery": "gallery",
        ".pages.sheet": "sheet",
        ".play.notebook": "widget",
        ".reason.difficulty": "Difficulty",
        ".reason.mistakes": "Mistakes TakeBack",
        ".reason.explain": "Explanation",
        ".reason.hint": "Forced Hint Reason",
        ".reason.pack": "Packing",
        ".reason.solids": "BuildOrder BuildStep Disassembly Move Separation",
        ".search.estimate": "Estimate",
        ".solutions.features": "Properties properties",
        ".solutions.tallies": "Tally",
    }.items()
    for name in names.split()
}

__all__ = [
    "BALLS",
    "CUBIC",
    "D4",
    "HEXAGONAL",
    "SQUARE",
    "TETRAKIS",
    "TRIANGULAR",
    "Board",
    "Drawing",
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
    "animation",
    "chart",
    "count",
    "divide",
    "gallery",
    "generate",
    "polyforms",
    "properties",
    "sequence",
    "sheet",
    "solve",
    "solve_all",
    "widget",
]
"""What programs call or make. The classes of other results are there for annotations and `isinstance`."""


if not TYPE_CHECKING:  # otherwise type checkers would accept any name

    def __getattr__(name):
        from importlib import import_module

        if name in _MODULES:
            return import_module(f".{name}", __name__)
        if name in _LATER:
            return getattr(import_module(_LATER[name], __name__), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:  # the names that a shell completes, without imported names
    return sorted({*__all__, *_LATER, *_MODULES, *(name for name in globals() if name.startswith("__"))})
