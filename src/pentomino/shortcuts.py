"""The verbs as functions of a board and pieces: `solve_all`, `solve`, `count` and the like, without a `Puzzle` between.

All that they do is within their time limit, stating the puzzle included.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING

from .base.look import looking
from .board import BoardLike
from .pieces.sets import PiecesLike
from .placement import Placed, Restrict
from .puzzle import Puzzle
from .search.options import Cancel, Executor, MethodName, Options, Symmetry
from .search.order import as_seed
from .search.plan import Plan
from .search.progress import ProgressCallback, Statistics
from .search.run import Clock, OutOfTime, Run
from .search.verbs import Solutions
from .search.verbs import count as count_solutions
from .search.verbs import tally as tally_solutions
from .solutions.solution import Solution

if TYPE_CHECKING:
    from .solutions.tallies import Tally

__all__ = ["count", "is_unique", "solve", "solve_all", "tally"]


def _run(
    stated: Callable[[], Puzzle], options: Options, statistics: Statistics | None, shuffle: int | None = None
) -> Run:
    """The run of a verb on a puzzle that is built now: the clock of the run begins before.

    The puzzle does not know its plan, so that both go when the run ends, and no collector has to come.
    """
    clock, record = Clock(options), Statistics() if statistics is None else statistics.cleared()
    try:
        with looking(clock.check):
            puzzle = stated()
    except OutOfTime as why:
        raise clock.stopped(why) from None
    return Run(Plan(puzzle, None if shuffle is None else as_seed(shuffle)), options, record, clock)


def solve_all(
    board: BoardLike = "6x10",
    pieces: PiecesLike | None = None,
    *,
    reflections: bool | None = None,
    placed: Placed = (),
    restrict: Restrict | None = None,
    symmetry: Symmetry = "distinct",
    limit: int | None = None,
    timeout: float | None = None,
    workers: int = 1,
    progress: ProgressCallback | None = None,
    shuffle: int | None = None,
    method: MethodName = "auto",
    memory_limit: int | None = None,
    executor: Executor | None = None,
    cancel: Cancel | None = None,
    journal: str | PathLike[str] | None = None,
    statistics: Statistics | None = None,
) -> Solutions:
    """A lazy iterator of the solutions of a puzzle, the first after a fraction of the search, always in the same order.

    The puzzle, as `Puzzle` takes it:

    - *board*: a size, `"6x10"` (rows x columns), `(6, 10)` or `"3x4x5"`; a form on another lattice, `"hexagonal 4x7"`;
      a name, `"kanoodle"` (see `pentomino.boards`); a picture (`.` free, `+` free to stay empty, `#` blocked, a letter
      a cell of an already placed piece); a `Board`; or an iterable of cells.
    - *pieces*: a string such as `"pentominoes + O4*2"`, a mapping `{piece: copies}` or an iterable of pieces; by
      default those that a named board brings, on any other the twelve pentominoes.
    - *reflections*: whether pieces may be turned over; by default unless the set has mirror twins, and not in space.
    - *placed*: placements, or pictures that show them as letters, which every solution must contain.
    - *restrict*: for pieces, the indices of the orientations that they may have, or a predicate of a `Placement`.

    The rest, as `Puzzle.solve_all` takes it, which says more:

    - *symmetry*: "distinct" gives one solution of those that the symmetries of the puzzle turn into each other, "all"
      each.
    - *limit*: how many solutions at most.
    - *timeout*: seconds for all of it, stating the puzzle too, after which it raises `SearchTimeout`, which carries
      the solutions met.
    - *workers*: threads that search, at most 64. The order is the same with any number.
    - *progress*: is called with a `Progress` at least four times a second.
    - *shuffle*: a seed: pieces are tried in another order, so other solutions come first.
    - *method*: "auto" or "search": both search; "frontier" counts, but does not list.
    - *memory_limit*: the bytes that the tables of the search may take.
    - *executor*: an executor of `concurrent.futures`, or the like, whose workers search in place of threads.
    - *cancel*: a `threading.Event` or a function that tells when to stop, by `SearchCancelled`.
    - *journal*: a file that notes what is done, so that the same call goes on where it was stopped or killed.
    - *statistics*: a `Statistics`, to be filled with what was done.

    Raises `PictureError` or `PuzzleError` for a puzzle that makes no sense, `PentominoError` for an argument out of
    range.

    >>> for solution in solve_all("3x20"):
    ...     print(solution.to_text("letters"), end="\\n\\n")
    UUXIIIIIZWWTTTFLLLLV
    UXXXPPZZZYWWTFFFNNLV
    UUXPPPZYYYYWTFNNNVVV
    <BLANKLINE>
    UUXIIIIINNNFTWYYYYZV
    UXXXPPLNNFFFTWWYZZZV
    UUXPPPLLLLFTTTWWZVVV
    <BLANKLINE>
    """
    stated = partial(Puzzle, board, pieces, reflections=reflections, placed=placed, restrict=restrict)
    options = Options(symmetry, limit, timeout, workers, progress, method, memory_limit, executor, cancel, journal)
    return Solutions(_run(stated, options, statistics, shuffle))


def solve(
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
    shuffle: int | None = None,
    cancel: Cancel | None = None,
    statistics: Statistics | None = None,
) -> Solution | None:
    """The first solution of a puzzle, or None if there is none.

    The puzzle is said as for `solve_all`, and so is the rest: *timeout*, seconds for all of it, after which it
    raises `SearchTimeout`; *workers*, threads that search; *progress*, which is called with a `Progress`;
    *shuffle*, a seed, for another solution; *memory_limit*, the bytes that tables may take; *cancel*, which tells
    when to stop; *statistics*, to be filled. The same arguments give the same solution everywhere.

    Raises `PictureError` or `PuzzleError` for a puzzle that makes no sense, `PentominoError` for an argument out of
    range.

    >>> print(solve("3x5", "PUV"))
    +-----------+-------+
    |           |       |
    |   +-------+---+   |
    |   |           |   |
    |   |       +---+   |
    |   |       |       |
    +---+-------+-------+
    >>> print(solve("3x3", "V3*3"))
    None
    """
    stated = partial(Puzzle, board, pieces, reflections=reflections, placed=placed, restrict=restrict)
    options = Options("distinct", 1, timeout, workers, progress, memory_limit=memory_limit, cancel=cancel)
    with closing(Solutions(_run(stated, options, statistics, shuffle))) as found:
        return next(found, None)


def count(
    board: BoardLike = "6x10",
    pieces: PiecesLike | None = None,
    *,
    reflections: bool | None = None,
    placed: Placed = (),
    restrict: Restrict | None = None,
    symmetry: Symmetry = "distinct",
    limit: int | None = None,
    timeout: float | None = None,
    workers: int = 1,
    progress: ProgressCallback | None = None,
    method: MethodName = "auto",
    memory_limit: int | None = None,
    executor: Executor | None = None,
    cancel: Cancel | None = None,
    journal: str | PathLike[str] | None = None,
    statistics: Statistics | None = None,
) -> int:
    """The number of solutions of a puzzle, or *limit* if that is less; none is made into a Python object.

    The puzzle is said as for `solve_all`. The rest, as `Puzzle.count` takes it, which says more:

    - *symmetry*: "distinct" counts solutions that the symmetries of the puzzle turn into each other once, "all" each.
    - *limit*: where to stop; to know whether there are more than one takes *limit* 2.
    - *timeout*: seconds for all of it, stating the puzzle too, after which it raises `SearchTimeout`, whose `found` is
      a lower bound.
    - *workers*: threads that count, at most 64.
    - *progress*: is called with a `Progress` at least four times a second.
    - *method*: "search" visits the solutions of one symmetric part of the problem; "frontier" meets none of them, and
      takes memory instead; "auto" takes what suits.
    - *memory_limit*: the bytes that an engine may take with its tables; by default the frontier takes at most half of
      what the machine has free.
    - *executor*: an executor of `concurrent.futures`, or the like, whose workers search in place of threads.
    - *cancel*: a `threading.Event` or a function that tells when to stop, by `SearchCancelled`.
    - *journal*: a file that notes what is done, so that the same call goes on where it was stopped or killed.
    - *statistics*: a `Statistics`, to be filled with what was done.

    Raises `PictureError` or `PuzzleError` for a puzzle that makes no sense, `PentominoError` for an argument out of
    range.

    >>> count(), count(symmetry="all")
    (2339, 9356)
    >>> count("8x8", "I2*", symmetry="all")
    12988816
    """
    stated = partial(Puzzle, board, pieces, reflections=reflections, placed=placed, restrict=restrict)
    options = Options(symmetry, limit, timeout, workers, progress, method, memory_limit, executor, cancel, journal)
    return count_solutions(_run(stated, options, statistics))


def is_unique(
    board: BoardLike = "6x10",
    pieces: PiecesLike | None = None,
    *,
    reflections: bool | None = None,
    placed: Placed = (),
    restrict: Restrict | None = None,
    symmetry: Symmetry = "distinct",
    timeout: float | None = None,
    workers: int = 1,
    progress: ProgressCallback | None = None,
    memory_limit: int | None = None,
    executor: Executor | None = None,
    cancel: Cancel | None = None,
    statistics: Statistics | None = None,
) -> bool:
    """Whether a puzzle has just one solution: False if it has none, too. The search stops at the second.

    The puzzle is said as for `solve_all`, the other arguments as for `count`: with *symmetry* "distinct", solutions
    that the symmetries of the puzzle turn into each other are one, with "all" each is one of its own. Errors are
    those of `count`, too.

    >>> is_unique("3x5", "PUV"), is_unique("3x20"), is_unique("3x3", "V3*3")
    (True, False, False)
    """
    stated = partial(Puzzle, board, pieces, reflections=reflections, placed=placed, restrict=restrict)
    options = Options(
        symmetry, 2, timeout, workers, progress, memory_limit=memory_limit, executor=executor, cancel=cancel
    )
    return count_solutions(_run(stated, options, statistics)) == 1


def tally(
    board: BoardLike = "6x10",
    pieces: PiecesLike | None = None,
    *,
    reflections: bool | None = None,
    placed: Placed = (),
    restrict: Restrict | None = None,
    symmetry: Symmetry = "all",
    timeout: float | None = None,
    workers: int = 1,
    progress: ProgressCallback | None = None,
    method: MethodName = "auto",
    memory_limit: int | None = None,
    executor: Executor | None = None,
    cancel: Cancel | None = None,
    statistics: Statistics | None = None,
) -> Tally:
    """How often each placement of a puzzle occurs in its solutions: a `Tally`, a mapping of placements to numbers.

    The puzzle is said as for `solve_all`, the other arguments as for `count`: with *symmetry* "all" solutions are
    counted each, with "distinct" orbits that have a solution with the placement. `Puzzle.tally` says what it costs.
    Errors are those of `count`.

    >>> tally("6x10").to_text("X").splitlines()[2]
    '  5  12  17  16  17  17  16  17  12   5'
    """
    stated = partial(Puzzle, board, pieces, reflections=reflections, placed=placed, restrict=restrict)
    options = Options(symmetry, None, timeout, workers, progress, method, memory_limit, executor, cancel)
    return tally_solutions(_run(stated, options, statistics))
