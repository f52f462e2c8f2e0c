"""`solve_all`, `solve` and `count` as functions of a board and pieces, without a `Puzzle`.

The time limits of these functions include making the puzzle.
"""

from __future__ import annotations

from contextlib import closing
from os import PathLike
from typing import Any

from .board import BoardLike
from .errors import PentominoError
from .limits import looking
from .pieces.sets import PiecesLike
from .placement import Placed, Restrict
from .puzzle import Puzzle, quick_proof
from .search import verbs
from .search.options import Cancel, Executor, MethodName, Options, ProgressCallback, Symmetry, as_seed
from .search.plan import Plan, plan_of
from .search.run import Clock, OutOfTime, Run, Statistics
from .search.verbs import Solutions
from .solutions.solution import Solution


def _run(puzzle: dict[str, Any], options: Options, statistics: Statistics | None, shuffle: int | None = None) -> Run:
    """Return the `Run` of the puzzle made from the arguments in `puzzle`. Its clock starts before the puzzle is made.

    `shuffle` is the seed for the order of solutions.
    """
    if isinstance(whole := puzzle["board"], Puzzle):
        usual = {"board": whole, "rotations": True}
        if extra := [name for name, value in puzzle.items() if value not in (None, ()) and value != usual.get(name)]:
            raise PentominoError(f"{extra[0]} cannot be combined with a Puzzle; remove it, or make another Puzzle")
        return Run(plan_of(whole, shuffle), options, statistics).proving(quick_proof(whole))
    clock, record = Clock(options), Statistics() if statistics is None else statistics._cleared()
    seed = None if shuffle is None else as_seed(shuffle)
    try:
        with looking(clock.check):
            made = Puzzle(**puzzle)
    except OutOfTime as why:
        raise clock.stopped(why) from None
    # The puzzle does not refer to this plan, so that both are freed at once when the run ends.
    return Run(Plan(made, seed), options, record, clock).proving(quick_proof(made))


def solve_all(
    board: BoardLike | Puzzle = "6x10",
    pieces: PiecesLike | None = None,
    *,
    reflections: bool | None = None,
    rotations: bool = True,
    placed: Placed = (),
    restrict: Restrict | None = None,
    spare: int | None = None,
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
    """Return a lazy iterator of the solutions of a puzzle.

    The order is the same on every machine and with any number of `workers`. The first solution comes after a fraction
    of the search.

    Arguments of the puzzle; for details see `Puzzle`:

    - `board`: a size, `"6x10"` (rows x columns), `(6, 10)` or `"3x4x5"`; a form on another lattice, `"hexagonal 4x7"`;
      a name, `"kanoodle"` (see `pentomino.boards`); a picture (`.` free, `+` free to stay empty, `#` blocked, a letter
      for a cell of a given piece), or the `pathlib.Path` of a file with a picture; a `Board`; or an iterable of cells.
      A `Puzzle` is accepted, too, without the other arguments of a puzzle.
    - `pieces`: a string such as `"pentominoes + O4*2"`, a mapping `{piece: copies}` or an iterable of pieces. The
      default is the pieces of a named board, or the twelve pentominoes on any other board of squares or cubes.
    - `reflections`: whether pieces may be reflected; by default yes, except solid pieces and sets with mirror twins.
    - `rotations`: whether pieces may be rotated. If not, they are placed only as drawn, and with `reflections=True`
      also as their mirror images.
    - `placed`: placements that every solution must contain, or pictures that show these placements as letters.
    - `restrict`: a mapping from pieces to indices of their allowed orientations, or to predicates of a `Placement`.
    - `spare`: the maximum number of optional cells that may stay empty.

    Arguments of the search; for details see `Puzzle.solve_all`:

    - `symmetry`: "distinct" yields one of all solutions that are equivalent under symmetry, "rotations" one of all
      solutions that are equivalent under rotations, so that mirror images are separate, "all" yields every solution.
    - `limit`: the maximum number of solutions.
    - `timeout`: seconds, making the puzzle included, until `SearchTimeout` is raised, which carries the solutions
      found.
    - `workers`: the number of threads that search, at most 64.
    - `progress`: a function that is called with a `Progress` at least four times a second.
    - `shuffle`: a seed. Pieces are tried in another order, so that other solutions come first.
    - `method`: "search" or "auto", which is the same here. "frontier" cannot list solutions.
    - `memory_limit`: the maximum size of the tables in bytes.
    - `executor`: an executor of `concurrent.futures`, or a similar object, whose workers search in place of threads.
    - `cancel`: a `threading.Event`, or a function that returns true to stop. Then `SearchCancelled` is raised.
    - `journal`: a file that records the progress, so that the same call continues where it was stopped or killed.
    - `statistics`: a `Statistics` to fill.

    Raises `PictureError` or `PuzzleError` for an invalid puzzle, and `PentominoError` for an argument out of range.

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
    puzzle: dict[str, Any] = {"board": board, "pieces": pieces, "reflections": reflections, "placed": placed}
    puzzle |= {"rotations": rotations, "restrict": restrict, "spare": spare}
    limits = timeout, workers, progress, memory_limit, cancel, executor
    options = Options(*limits, symmetry=symmetry, limit=limit, method=method, journal=journal)
    return Solutions(_run(puzzle, options, statistics, shuffle))


def solve(
    board: BoardLike | Puzzle = "6x10",
    pieces: PiecesLike | None = None,
    *,
    reflections: bool | None = None,
    rotations: bool = True,
    placed: Placed = (),
    restrict: Restrict | None = None,
    spare: int | None = None,
    timeout: float | None = None,
    workers: int = 1,
    progress: ProgressCallback | None = None,
    memory_limit: int | None = None,
    shuffle: int | None = None,
    cancel: Cancel | None = None,
    statistics: Statistics | None = None,
) -> Solution | None:
    """Return the first solution of a puzzle, or None if there is no solution.

    The arguments and errors are the same as for `solve_all`. The same arguments give the same solution on every
    machine.

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
    puzzle: dict[str, Any] = {"board": board, "pieces": pieces, "reflections": reflections, "placed": placed}
    puzzle |= {"rotations": rotations, "restrict": restrict, "spare": spare}
    options = Options(timeout, workers, progress, memory_limit, cancel, limit=1)
    with closing(Solutions(_run(puzzle, options, statistics, shuffle))) as found:
        return next(found, None)


def count(
    board: BoardLike | Puzzle = "6x10",
    pieces: PiecesLike | None = None,
    *,
    reflections: bool | None = None,
    rotations: bool = True,
    placed: Placed = (),
    restrict: Restrict | None = None,
    spare: int | None = None,
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
    scratch: str | PathLike[str] | None = None,
    statistics: Statistics | None = None,
) -> int:
    """Return the number of solutions of a puzzle, or `limit` if that is less, without creating `Solution` objects.

    The arguments of the puzzle are the same as for `solve_all`. Arguments of the count; for details see `Puzzle.count`:

    - `symmetry`: "distinct" counts up to symmetry, "rotations" up to rotations (mirror images are separate), "all"
      counts every solution.
    - `limit`: the number at which to stop. A `limit` of 2 is enough to know whether there is more than one solution.
    - `timeout`: seconds, making the puzzle included, until `SearchTimeout` is raised, whose `found` is a lower bound.
    - `workers`: the number of threads that count, at most 64.
    - `progress`: a function that is called with a `Progress` at least four times a second.
    - `method`: "search" visits the solutions up to symmetry; "frontier" visits no solutions, but uses memory; "auto"
      alternates between the two until one finishes.
    - `memory_limit`: the maximum size of the tables in bytes; by default, for the frontier, half of the free memory.
    - `executor`: an executor of `concurrent.futures`, or a similar object, whose workers search in place of threads.
    - `cancel`: a `threading.Event`, or a function that returns true to stop. Then `SearchCancelled` is raised.
    - `journal`: a file that records the progress, so that the same call continues where it was stopped or killed.
    - `scratch`: a directory for counting on disk when memory is too small. Every piece must be unlimited (`*`).
    - `statistics`: a `Statistics` to fill.

    Raises `PictureError` or `PuzzleError` for an invalid puzzle, and `PentominoError` for an argument out of range.

    >>> count(), count(symmetry="all")
    (2339, 9356)
    >>> count("8x8", "I2*", symmetry="all")
    12988816
    """
    puzzle: dict[str, Any] = {"board": board, "pieces": pieces, "reflections": reflections, "placed": placed}
    puzzle |= {"rotations": rotations, "restrict": restrict, "spare": spare}
    limits = timeout, workers, progress, memory_limit, cancel, executor
    options = Options(*limits, symmetry=symmetry, limit=limit, method=method, journal=journal, scratch=scratch)
    return verbs.count(_run(puzzle, options, statistics))
