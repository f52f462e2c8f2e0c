"""The verbs of the workbench as functions of a board and pieces: `hint`, `forced`, `doomed`, `explain`, `difficulty`.

All that they do is within their time limit, stating the puzzle included.
"""

from __future__ import annotations

from functools import partial

from ..board import BoardLike
from ..pieces.sets import PiecesLike
from ..placement import Placed, Restrict
from ..puzzle import Puzzle
from ..search.options import Cancel
from ..search.progress import ProgressCallback
from . import difficulty as grading
from . import doomed as dooming
from . import explain as explaining
from . import forced as forcing
from . import hint as hinting
from .bench import Bench
from .difficulty import Difficulty
from .doomed import Doom
from .explain import Explanation
from .hint import Hint, check_level
from .stepping import Forced

__all__ = ["difficulty", "doomed", "explain", "forced", "hint"]


def hint(
    board: BoardLike = "6x10",
    pieces: PiecesLike | None = None,
    *,
    reflections: bool | None = None,
    placed: Placed = (),
    restrict: Restrict | None = None,
    level: int = 1,
    timeout: float | None = None,
    workers: int = 1,
    progress: ProgressCallback | None = None,
    memory_limit: int | None = None,
    cancel: Cancel | None = None,
) -> Hint | None:
    """One next step for a person who holds a puzzle; None if there is no completion, or nothing to lay.

    Board and pieces are those of `solve_all`, *level* and the other arguments those of `Puzzle.hint`, with its errors.

    >>> print(hint("VVV..\\nV....\\nV....", "PUV", level=2))
    look at the cell (0, 4): U covers it, in only one way
    """
    wanted, bench = check_level(level), Bench.within(timeout, workers, progress, memory_limit, cancel)
    stated = partial(Puzzle, board, pieces, reflections=reflections, placed=placed, restrict=restrict)
    return hinting.hint(bench, bench.puzzle(stated), wanted)


def forced(
    board: BoardLike = "6x10",
    pieces: PiecesLike | None = None,
    *,
    reflections: bool | None = None,
    placed: Placed = (),
    restrict: Restrict | None = None,
    timeout: float | None = None,
    workers: int = 1,
    progress: ProgressCallback | None = None,
    memory_limit: int | None = None,
    cancel: Cancel | None = None,
) -> tuple[Forced, ...] | None:
    """The placements that every completion has, each with a reason; None if there is no completion.

    Board and pieces are those of `solve_all`, the other arguments those of `Puzzle.forced`, with its errors.

    >>> [one.placement.piece.name for one in forced("VVV..\\nV....\\nV....", "PUV")]
    ['U', 'P']
    """
    bench = Bench.within(timeout, workers, progress, memory_limit, cancel)
    stated = partial(Puzzle, board, pieces, reflections=reflections, placed=placed, restrict=restrict)
    return forcing.forced(bench, bench.puzzle(stated))


def doomed(
    board: BoardLike = "6x10",
    pieces: PiecesLike | None = None,
    *,
    reflections: bool | None = None,
    placed: Placed = (),
    restrict: Restrict | None = None,
    timeout: float | None = None,
    workers: int = 1,
    progress: ProgressCallback | None = None,
    memory_limit: int | None = None,
    cancel: Cancel | None = None,
) -> Doom | None:
    """The fewest given pieces that exclude all completions; None if there is a completion.

    Board and pieces are those of `solve_all`, the other arguments those of `Puzzle.doomed`, with its errors.

    >>> print(doomed(".PP..\\n.PP..\\n.P...", "PUV"))
    P on (0, 1), (0, 2), (1, 1), (1, 2), (2, 1) cannot stay
    """
    bench = Bench.within(timeout, workers, progress, memory_limit, cancel)
    stated = partial(Puzzle, board, pieces, reflections=reflections, placed=placed, restrict=restrict)
    return dooming.doomed(bench, bench.puzzle(stated))


def explain(
    board: BoardLike = "6x10",
    pieces: PiecesLike | None = None,
    *,
    reflections: bool | None = None,
    placed: Placed = (),
    restrict: Restrict | None = None,
    timeout: float | None = None,
    workers: int = 1,
    progress: ProgressCallback | None = None,
    memory_limit: int | None = None,
    cancel: Cancel | None = None,
) -> Explanation:
    """Why a puzzle has no solution, or that it has one.

    Board and pieces are those of `solve_all`, the other arguments those of `Puzzle.explain`, with its errors.

    >>> print(explain("4x5", "tetrominoes"))
    Colour the cells whose row + column is even black: I4, L4, O4 and S4 cover 2 black cells each and T4 covers 1 or \
3, together 9 or 11, but the board has 10.
    """
    bench = Bench.within(timeout, workers, progress, memory_limit, cancel)
    stated = partial(Puzzle, board, pieces, reflections=reflections, placed=placed, restrict=restrict)
    return explaining.explain(bench, bench.puzzle(stated))


def difficulty(
    board: BoardLike = "6x10",
    pieces: PiecesLike | None = None,
    *,
    reflections: bool | None = None,
    placed: Placed = (),
    restrict: Restrict | None = None,
    timeout: float | None = None,
    workers: int = 1,
    progress: ProgressCallback | None = None,
    memory_limit: int | None = None,
    cancel: Cancel | None = None,
) -> Difficulty | None:
    """How hard a puzzle is for a person; None if there is no solution.

    Board and pieces are those of `solve_all`, the other arguments those of `Puzzle.difficulty`, with its errors.

    >>> difficulty("VVV..\\nV....\\nV....", "PUV").work
    26
    """
    bench = Bench.within(timeout, workers, progress, memory_limit, cancel)
    stated = partial(Puzzle, board, pieces, reflections=reflections, placed=placed, restrict=restrict)
    return grading.difficulty(bench, bench.puzzle(stated))
