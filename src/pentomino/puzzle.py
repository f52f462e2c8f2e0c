"""Define the class `Puzzle`, and the functions `solve_all`, `solve` and `count`.

A `Puzzle` is a `BasePuzzle` with pictures and with methods that search. The methods call the packages `search` and
`reason`. At run time, nothing in `search`, `solutions`, `reason` or `render` imports this module.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Any

from .base_puzzle import BasePuzzle
from .board import BoardLike
from .drawable import Drawable, Drawing
from .errors import PentominoError
from .limits import looking
from .pieces.letters import own_symbols
from .pieces.sets import PiecesLike
from .placement import Placed, Restrict
from .search import verbs
from .search.clock import Clock, OutOfTime, Statistics
from .search.options import Cancel, Executor, MethodName, Options, ProgressCallback, Seed, Symmetry, as_order, as_seed
from .search.plan import Plan, plan_of
from .search.run import Run
from .solutions.listing import Solutions
from .solutions.solution import Solution, drawing_of, kit_of, maker

if TYPE_CHECKING:
    from .reason.difficulty import Difficulty
    from .reason.explain import Explanation
    from .reason.hint import Forced, Hint
    from .reason.mistakes import Mistakes
    from .reason.pack import Packing
    from .reason.solids import BuildOrder, Disassembly
    from .search.estimate import Estimate
    from .solutions.steps import Steps
    from .solutions.tallies import Tally

MAX_SHOWN = 200
"""If more pieces than this are still to be placed, pictures of the puzzle omit them."""


class Puzzle(BasePuzzle, Drawable):
    """A board and the pieces that must cover it exactly. Immutable, hashable, picklable.

    - `board`: a size, `"6x10"` (rows x columns), `(6, 10)` or `"3x4x5"` (layers first); words for another lattice,
      `"triangular rhombus 6"`; the name of a board, `"kanoodle"` (see `pentomino.boards`); a picture, or the
      `pathlib.Path` of a picture; a `Board`; or an iterable of `(row, column)` cells. In a picture, `.` is free, `+`
      may stay empty, `#` is blocked, and a letter is a cell of a given piece. For some names, add the labels of the
      cells to leave uncovered: `"a-puzzle-a-day:Nov,20"`.
    - `pieces`: a string such as `"pentominoes + O4*2"`, a mapping `{piece: copies}` or an iterable of `Polyform`. By
      default, a named board has its own pieces. Any other board of squares or cubes has the twelve pentominoes.
    - `reflections`: whether pieces may be reflected. By default they may, with three exceptions: solid pieces, because
      real solids cannot be reflected; sets with mirror twins, such as "one-sided pentominoes" or "L4 + L4'"; and
      `rotations=False`. With `reflections=True`, mirror twins are the same piece, and their copies add up.
    - `rotations`: whether pieces may be rotated. If not, each piece is placed only as drawn, and with
      `reflections=True` also as `Polyform.mirrored()`. To fix single pieces, use for example `restrict={"F": [0]}`.
    - `placed`: placements that every solution must have, or a picture of the board that shows them as letters. Any
      letters will do, because the shape identifies the piece; names only distinguish pieces of one shape.
    - `restrict`: a mapping from pieces, given as names or `Polyform` objects, to rules. A rule is a list of the allowed
      orientations, as indices into `Polyform.orientations()`, or a function that returns whether a `Placement` is
      allowed. The function is called once for each placement when the search starts. It is called earlier if pieces of
      equal shape and colours have different rules. Rules do not restrict given pieces.
    - `spare`: how many optional cells (`+`) may stay empty at most. None means any number. If no cell is marked,
      `spare` makes all cells optional.

    Entries of `pieces` are treated as copies of one piece if they have equal shapes (up to rotation, and reflection if
    allowed) and equal colours, and if their rules allow the same cells of the board without given pieces. Their names
    may differ. Swapping copies of one piece does not give another solution. Swapping different pieces does.

    Raises `PictureError` for a picture that cannot be read. Raises `PuzzleError` for an unknown piece, for given pieces
    that overlap or are not in the set, and if all copies are fixed and the pieces cannot cover the area of the board.

    >>> Puzzle("3x20").count()
    2

    `print` and notebooks show the board and the pieces to place. These attributes differ from the arguments:

    - `pieces`: the different pieces in the order given, with their copies added up.
    - `names`: for each piece, the entries that are its copies. It is `()` for a piece if all its entries have one name.
    - `placed`: the given pieces, including pieces drawn on the board, sorted by their cells.
    - `restrict`: pairs (index of a piece, its rule).
    """

    @property
    def drawing(self) -> Drawing:
        """The drawing of the board, its labels and the given pieces.

        >>> print(Puzzle("VVV..\\nV....\\nV....", "PUV").drawing.to_text("letters"))
        VVV..
        V....
        V....
        """
        return drawing_of(self, self.placed)

    @property
    def tray(self) -> Drawing:
        """The drawing of the pieces still to be placed.

        Each piece is drawn as often as it must be used, or once if it may be left out. A piece with one copy has the
        same letter as in solutions. On squares, `puzzle.drawing.above(puzzle.tray)` shows the whole puzzle.

        >>> print(Puzzle("3x5", "PUV").tray.to_text("letters"))
        PP#U#U#V##
        PP#UUU#V##
        P######VVV
        """
        from .charts import charted

        own, _ = own_symbols({number: piece.name for number, (piece, _, most) in enumerate(self.pieces) if most == 1})
        letters = {self.pieces[number].piece.name: letter for number, letter in own.items()}
        demand, kit = enumerate(self._demand), kit_of(self)
        owners = [(number, kit) for number, (_, least, most) in demand if most for _ in range(max(1, least))]
        pieces = [self.pieces[number].piece for number, _ in owners]
        return charted(pieces, letters, None, self.board.columns)._with(owners=tuple(owners))

    def __str__(self) -> str:
        return "\n\n".join(drawing.to_text() for drawing in self._drawings())

    def _repr_html_(self) -> str:
        from .render.media import shown

        return shown([drawing.to_svg() for drawing in self._drawings()])

    def _drawings(self) -> Iterator[Drawing]:
        yield self.drawing
        if 0 < sum(max(1, least) for _, least, most in self._demand if most) <= MAX_SHOWN:
            yield self.tray

    # --------------------------------------------------------------------------------------------------- solutions

    def solve_all(
        self,
        *,
        symmetry: Symmetry = "distinct",
        limit: int | None = None,
        timeout: float | None = None,
        workers: int | None = 1,
        progress: ProgressCallback | None = None,
        shuffle: bool = False,
        seed: Seed = None,
        method: MethodName = "auto",
        memory_limit: int | None = None,
        executor: Executor | None = None,
        cancel: Cancel | None = None,
        journal: str | PathLike[str] | None = None,
        statistics: Statistics | None = None,
    ) -> Solutions:
        """Return a lazy iterator of the solutions, which you may close at any time.

        The order is the same on every machine and with any number of `workers`. The first solution comes long before
        the end of the search.

        - `symmetry`: which solutions to yield. "distinct" yields one solution of each set of solutions that are
          equivalent under `symmetries()`. "rotations" does the same, but mirror images are not equivalent. "all" yields
          every solution. A solid board has rotations in space, and those of a wrapped board include translations. (The
          argument `rotations` of `Puzzle` is about the pieces, not about the board.)
        - `limit`: at most this many solutions.
        - `timeout`: after this many seconds, `SearchTimeout` is raised, with the solutions found.
        - `workers`: how many threads search, by default 1. None means one per core (the default of the command line).
          More than 64 count as 64. The threads pause while you do not consume solutions.
        - `progress`: a function that is called with a `Progress` at least four times a second while you wait for a
          solution.
        - `shuffle`: whether to try pieces and orientations in a random order, so that other solutions come first. With
          "distinct", another of several equivalent solutions may be yielded.
        - `seed`: the same seed repeats a random order, in this and every other method with this argument. A seed is a
          number from 0 to 2^64 - 1 or a string. None means a new random seed for each call.
        - `method`: "search" or "auto". Both search, because "frontier" cannot list solutions.
        - `memory_limit`: the maximum size of the tables in bytes.
        - `executor`: an executor of `concurrent.futures`, or any object with a similar method `submit`. Its workers
          search instead of threads.
        - `cancel`: a `threading.Event` or a function. When the event is set or the function returns true,
          `SearchCancelled` is raised, with the solutions found.
        - `journal`: the path of a file that records the progress. If the search is stopped or the process killed, the
          same call continues the search. The file is created if it does not exist.
        - `statistics`: a `Statistics` object to fill. It is also the attribute `statistics` of the iterator.

        Raises `PentominoError` for an argument out of range, for tables larger than `memory_limit`, for a journal that
        a different call has written, and for a puzzle that cannot be pickled for an `executor` of processes.

        >>> solutions = Puzzle("5x12").solve_all()
        >>> next(solutions).is_valid()
        True
        >>> solutions.close()
        >>> len(list(Puzzle("4x15").solve_all(limit=10)))
        10
        """
        limits = timeout, workers, progress, memory_limit, cancel, executor
        options = Options(*limits, symmetry=symmetry, limit=limit, method=method, journal=journal)
        return Solutions(_run(self, options, statistics, as_order(shuffle, seed, options.journal)))

    def solve(
        self,
        *,
        timeout: float | None = None,
        workers: int | None = 1,
        progress: ProgressCallback | None = None,
        memory_limit: int | None = None,
        shuffle: bool = False,
        seed: Seed = None,
        cancel: Cancel | None = None,
        statistics: Statistics | None = None,
    ) -> Solution | None:
        """Return the first solution of `solve_all`, or None if there is no solution.

        The arguments and the errors are the same as for `solve_all`.

        >>> Puzzle("3x5", "PUV").solve()
        <Solution VVVUU/VPPPU/VPPUU>
        """
        options = Options(timeout, workers, progress, memory_limit, cancel, limit=1)
        with closing(Solutions(_run(self, options, statistics, as_order(shuffle, seed)))) as solutions:
            return next(solutions, None)

    def count(
        self,
        *,
        symmetry: Symmetry = "distinct",
        limit: int | None = None,
        timeout: float | None = None,
        workers: int | None = 1,
        progress: ProgressCallback | None = None,
        method: MethodName = "auto",
        memory_limit: int | None = None,
        executor: Executor | None = None,
        cancel: Cancel | None = None,
        journal: str | PathLike[str] | None = None,
        scratch: str | PathLike[str] | None = None,
        statistics: Statistics | None = None,
    ) -> int:
        """Count the solutions. With `limit`, stop at that many.

        - `method="search"` breaks the symmetry, and visits the remaining solutions one by one.
        - `method="frontier"` visits no solutions. It is faster by orders of magnitude if there are many solutions, but
          uses up to `memory_limit` bytes. The default limit is half of the free memory.
        - `method="auto"` alternates between the two until one finishes. A short search finishes before the frontier
          begins. `statistics` reports which method finished, and why.

        If `SearchTimeout` is raised, its `found` is a lower bound. The search uses `executor` and `journal`. If the
        frontier counts, the journal has only the result.

        With `scratch`, the path of a directory, the frontier keeps its tables in files there, so that they may be
        larger than the memory. Every piece must have unlimited copies (`*`), and `spare` must not limit the empty
        cells. If the process is killed, the same call continues the count. `workers` or `executor` share the work. The
        other arguments and the errors are the same as for `solve_all`. Raises `PentominoError` if `method="frontier"`
        cannot count the puzzle.

        >>> puzzle, statistics = Puzzle("8x8", "pentominoes + O4"), Statistics()
        >>> puzzle.count(method="search", statistics=statistics), statistics.engine
        (16146, 'window')
        """
        limits = timeout, workers, progress, memory_limit, cancel, executor
        options = Options(*limits, symmetry=symmetry, limit=limit, method=method, journal=journal, scratch=scratch)
        return verbs.count(_run(self, options, statistics))

    def is_unique(
        self,
        *,
        symmetry: Symmetry = "distinct",
        timeout: float | None = None,
        workers: int | None = 1,
        progress: ProgressCallback | None = None,
        memory_limit: int | None = None,
        executor: Executor | None = None,
        cancel: Cancel | None = None,
        statistics: Statistics | None = None,
    ) -> bool:
        """Return whether there is exactly one solution. The search stops at the second solution.

        The arguments, including `symmetry`, and the errors are the same as for `count`.

        >>> Puzzle("3x5", "PUV").is_unique(), Puzzle("3x5", "PUV").is_unique(symmetry="all")
        (True, False)
        """
        options = Options(timeout, workers, progress, memory_limit, cancel, executor, symmetry=symmetry, limit=2)
        return verbs.count(_run(self, options, statistics)) == 1

    def tally(
        self,
        *,
        symmetry: Symmetry = "all",
        timeout: float | None = None,
        workers: int | None = 1,
        progress: ProgressCallback | None = None,
        method: MethodName = "auto",
        memory_limit: int | None = None,
        executor: Executor | None = None,
        cancel: Cancel | None = None,
        statistics: Statistics | None = None,
    ) -> Tally:
        """Return a mapping from each placement to the number of solutions that contain it.

        With `symmetry="all"`, every solution is counted. With "distinct" or "rotations", sets of equivalent solutions
        are counted. A set counts for a placement if one of its solutions has it. The mapping includes given pieces.

        The method "frontier" takes two to five times as long as in `count`, and counts up to 2^128 solutions. The
        method "search" breaks the symmetry, and visits the remaining solutions. The other arguments and the errors are
        the same as for `count`.

        >>> tally = Puzzle("6x10").tally()
        >>> corner = Placement("V", [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)])
        >>> tally[corner], tally.total, Puzzle("6x10", placed=corner).count(symmetry="all")
        (1092, 9356, 1092)
        """
        limits = timeout, workers, progress, memory_limit, cancel, executor
        options = Options(*limits, symmetry=symmetry, method=method)
        from .solutions.tallies import Tally  # few programs need it

        return Tally(self, symmetry, *verbs.tally(Run(plan_of(self), options, statistics)))

    def sample(
        self,
        k: int = 1,
        seed: Seed = None,
        *,
        timeout: float | None = None,
        workers: int | None = 1,
        progress: ProgressCallback | None = None,
        memory_limit: int | None = None,
        cancel: Cancel | None = None,
        statistics: Statistics | None = None,
    ) -> list[Solution]:
        """Return `k` independent, uniformly random solutions. Return an empty list if there is no solution.

        The method "frontier" first counts all solutions, without listing them. Each solution is then drawn quickly. The
        same `seed` gives the same solutions. The other arguments are the same as for `count`. Raises `PentominoError`
        if the frontier cannot count the puzzle, if `k` is not a whole number of at least 0, and for an invalid seed.

        >>> [solution.is_valid() for solution in Puzzle("5x12").sample(3, seed=1)]
        [True, True, True]
        """
        options = Options(timeout, workers, progress, memory_limit, cancel, symmetry="all", method="frontier")
        run = Run(plan_of(self), options, statistics)
        drawn = verbs.sample(run, k, as_seed(seed))
        return [*map(partial(maker(run.plan), ()), drawn)] if drawn else []

    def estimate(self, samples: int = 1000, seed: Seed = None) -> Estimate:
        """Estimate from random probes how many solutions and search nodes there are (D. E. Knuth, 1975).

        `samples` says how many probes are made. A probe takes some microseconds, regardless of the size of the search.
        The same `seed` gives the same estimates on every machine. If no probe finds a solution, the result has an upper
        bound for how many there are. Raises `PentominoError` for fewer than 2 `samples`, and for an invalid `seed`.

        >>> estimate = Puzzle("5x12").estimate(10_000, seed=1)
        >>> abs(estimate.distinct - 1010) < 4 * estimate.distinct_error
        True
        """
        from .search.estimate import estimate

        return estimate(plan_of(self), samples, as_seed(seed))

    def steps(self, *, symmetry: Symmetry = "distinct", shuffle: bool = False, seed: Seed = None) -> Steps:
        """Return an iterator to watch the search, step by step or solution by solution.

        `symmetry`, `shuffle` and `seed` are the same as for `solve_all`.

        >>> walk = Puzzle("2x3", "I2*").steps()
        >>> [len(step.placements) for step in walk]
        [1, 2, 3, 2, 1, 2, 3, 2, 1, 0, 1, 2, 3, 2, 1, 0]
        >>> walk.found, walk.tried
        (2, 8)
        """
        from .solutions.steps import Steps

        return Steps(plan_of(self, as_order(shuffle, seed)), symmetry)

    # ------------------------------------------------------------------------------------------- help for a person

    def hint(self, *, level: int = 1, timeout: float | None = None, cancel: Cancel | None = None) -> Hint | None:
        """Return a hint for a person, or None if there is no solution or no empty cell.

        The hint is about the forced placement with the simplest reason or, if no placement is forced, the placement
        that most solutions have. Level 1 names a cell. Level 2 adds the piece that covers the cell. Level 3 adds the
        placement. On commercial puzzles a hint takes some hundredths of a second. `timeout`, `cancel` and the errors
        are the same as for `solve_all`. Raises `PentominoError` if `level` is not 1, 2 or 3.

        >>> print(Puzzle("VVV..\\nV....\\nV....", "PUV").hint())
        look at the cell at row 1, column 5: one piece covers it, in only one way
        """
        from .reason import hint
        from .reason.searches import Searches

        wanted = hint.check_level(level)
        return hint.hint(Searches.within(timeout, cancel), self, wanted)

    def forced(self, *, timeout: float | None = None, cancel: Cancel | None = None) -> tuple[Forced, ...] | None:
        """Return the placements that all solutions have, or None if there is no solution.

        Each placement has the simplest reason found. A reason may rely on earlier placements of the result. If no
        reason is found, a search proves that the placement is forced, and the reason is the size of the search. The
        arguments and the errors are the same as for `solve_all`.

        >>> for forced in Puzzle("VVV..\\nV....\\nV....", "PUV").forced():
        ...     print(forced.placement.piece.name, forced.reason.text)
        U only one placement covers the cell at row 1, column 5, as 5 others would leave cells that cannot be filled
        P only P fits the pocket of 5 cells at row 2, column 2
        """
        from .reason.hint import forced
        from .reason.searches import Searches

        return forced(Searches.within(timeout, cancel), self)

    def mistakes(self, *, timeout: float | None = None, cancel: Cancel | None = None) -> Mistakes | None:
        """Return which given pieces to remove so that a solution exists, or None if one exists already.

        The result lists all smallest sets of pieces to remove, with how many solutions there are without them, and a
        smallest set of given pieces that cannot stay together. On commercial puzzles this takes some tenths of a
        second. The result is marked as incomplete if the searches exceed a limit, or if `timeout` passes after the
        conflicting pieces are known. The arguments and the errors are the same as for `solve_all`.

        >>> print(Puzzle("VVV..\\nV.UUU\\nV.U.U", "PUV").mistakes())
        take back U (1 way left): U cannot stay
        """
        from .reason.mistakes import mistakes
        from .reason.searches import Searches

        return mistakes(Searches.within(timeout, cancel), self)

    def explain(
        self,
        *,
        timeout: float | None = None,
        workers: int | None = 1,
        progress: ProgressCallback | None = None,
        memory_limit: int | None = None,
        cancel: Cancel | None = None,
    ) -> Explanation:
        """Return a proof that there is no solution, or a solution if there is one.

        Cheap proofs are tried first, in this order: areas, a piece without a place, a region of a wrong size, a piece
        or cell whose placements all close off such a region, a short search for a solution, colourings, forced
        placements, weights of cells, a case analysis, a complete search. The arguments and the errors are the same as
        for `solve_all`.

        >>> print(Puzzle("...#...", "I2*3").explain())
        Pieces of 2 cells cannot cover the region of 3 cells at row 1, column 1.
        """
        from .reason.explain import explain
        from .reason.searches import Searches

        return explain(Searches.within(timeout, cancel, workers, progress, memory_limit), self)

    def subsets(
        self,
        *,
        symmetry: Symmetry = "distinct",
        timeout: float | None = None,
        workers: int | None = 1,
        progress: ProgressCallback | None = None,
        memory_limit: int | None = None,
        cancel: Cancel | None = None,
    ) -> dict[Puzzle, int]:
        """Return a mapping from each choice of pieces that fills the board to how many solutions it has.

        Each choice is a `Puzzle` with only the chosen pieces. Choices with more copies of the first piece come first.
        `symmetry="distinct"` counts solutions up to the symmetries of each choice. If this puzzle has at most 100 000
        solutions, they are listed to find the choices. Otherwise, the solutions of every choice with the area of the
        board are counted, which may take long. The other arguments and the errors are the same as for `solve_all`.

        >>> for puzzle, number in Puzzle("3x5", "pentominoes?").subsets().items():
        ...     print([piece.name for piece, _, _ in puzzle.pieces], number)
        ['F', 'P', 'U'] 1
        ['L', 'N', 'V'] 1
        ['L', 'P', 'V'] 1
        ['L', 'T', 'Y'] 1
        ['N', 'P', 'U'] 1
        ['P', 'U', 'V'] 1
        ['P', 'U', 'Y'] 1
        """
        from .reason.pack import subsets
        from .reason.searches import Searches

        return subsets(Searches.within(timeout, cancel, workers, progress, memory_limit, symmetry), self)

    def pack(
        self,
        *,
        timeout: float | None = None,
        workers: int | None = 1,
        progress: ProgressCallback | None = None,
        memory_limit: int | None = None,
        cancel: Cancel | None = None,
    ) -> Packing:
        """Return placements that cover as many cells as possible.

        Every cell may stay empty, and every piece may be left out. Maximum numbers of copies, given pieces and
        restrictions still apply. The result is proven to be the maximum. The time depends more on the shorter side of
        the board than on its area. Raises `PuzzleError` if only some cells of the board are optional. If
        `SearchTimeout` is raised, its only solution has the best placements found, and its message states the bounds.
        The other arguments and the errors are the same as for `solve_all`.

        >>> packing = Puzzle("12x12", "X*").pack()
        >>> packing.covered, packing.solution.is_valid()
        (100, True)
        """
        from .reason.pack import pack
        from .reason.searches import Searches

        return pack(Searches.within(timeout, cancel, workers, progress, memory_limit), self)

    def difficulty(
        self,
        *,
        timeout: float | None = None,
        workers: int | None = 1,
        progress: ProgressCallback | None = None,
        memory_limit: int | None = None,
        cancel: Cancel | None = None,
    ) -> Difficulty | None:
        """Return the difficulty of the puzzle for a person, or None if there is no solution.

        The difficulty says how many placements a person must look at who uses the reasons of `forced`, from simple to
        hard. If no placement is forced, this person tries all placements of the cell or the piece with the fewest. The
        measure is most meaningful for puzzles with one solution. It takes up to some tenths of a second. The arguments
        and the errors are the same as for `solve_all`.

        >>> print(Puzzle("VVV..\\nV....\\nV....", "PUV").difficulty())
        easy: 26 placements to look at; 1 ahead, 1 pocket
        """
        from .reason.difficulty import difficulty
        from .reason.searches import Searches

        return difficulty(Searches.within(timeout, cancel, workers, progress, memory_limit), self)

    def _disassembly(self, solution: Solution, together: Iterable[Iterable[str]], *limits: Any) -> Disassembly | None:
        # called by `Solution.disassemble`, because `solutions` does not import `reason`
        from .reason.searches import Searches
        from .reason.solids import disassemble

        return disassemble(Searches.within(*limits), solution, together)

    def _build_order(self, solution: Solution, timeout: float | None, cancel: Cancel | None) -> BuildOrder | None:
        from .reason.searches import Searches
        from .reason.solids import build_order

        return build_order(Searches.within(timeout, cancel), solution)


def _quick_proof(puzzle: Puzzle) -> Generator[int, None, str]:
    """Look for a quick proof that there is no solution. Return the kind of the proof, or "" if none is found.

    Before each step, this generator yields the maximum number of microseconds that the step takes.
    """
    yield 10_000
    # imported here, as it takes some milliseconds and few searches run this long
    from .reason.proofs import quick_proof

    return (yield from quick_proof(puzzle))


def _run(puzzle: Puzzle, options: Options, statistics: Statistics | None, seed: int | None = None) -> Run:
    return Run(plan_of(puzzle, seed), options, statistics).proving(_quick_proof(puzzle))


# --------------------------------------------------------------------------------- functions of a board and pieces


def _run_of(puzzle: dict[str, Any], options: Options, statistics: Statistics | None, seed: int | None = None) -> Run:
    """Return a `Run` for the puzzle with these arguments. The clock starts before the puzzle is made."""
    if isinstance(whole := puzzle["board"], Puzzle):
        usual = {"board": whole, "rotations": True}
        if extra := [name for name, value in puzzle.items() if value not in (None, ()) and value != usual.get(name)]:
            raise PentominoError(f"{extra[0]} cannot be combined with a Puzzle; remove it, or make another Puzzle")
        return _run(whole, options, statistics, seed)
    clock, record = Clock(options), Statistics._cleared(statistics)
    try:
        with looking(clock.check):
            built = Puzzle(**puzzle)
    except OutOfTime as why:
        raise clock.stopped(why) from None
    # The puzzle does not refer to this plan, so that both are freed at once when the run ends.
    return Run(Plan(built, seed), options, record, clock).proving(_quick_proof(built))


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
    workers: int | None = 1,
    progress: ProgressCallback | None = None,
    shuffle: bool = False,
    seed: Seed = None,
    method: MethodName = "auto",
    memory_limit: int | None = None,
    executor: Executor | None = None,
    cancel: Cancel | None = None,
    journal: str | PathLike[str] | None = None,
    statistics: Statistics | None = None,
) -> Solutions:
    """Return a lazy iterator of the solutions of a puzzle. Their order is the same on every machine.

    Arguments of the puzzle; for details see `Puzzle`:

    - `board`: a size, `"6x10"` (rows x columns), `(6, 10)` or `"3x4x5"`; words for another lattice, `"hexagonal 4x7"`;
      a name, `"kanoodle"` (see `pentomino.boards`); a picture, or its `pathlib.Path`; a `Board`; an iterable of cells;
      or a `Puzzle`. With a `Puzzle`, omit the other arguments of this list.
    - `pieces`: a string such as `"pentominoes + O4*2"`, a mapping `{piece: copies}` or an iterable of pieces. By
      default, the pieces of a named board, or the twelve pentominoes.
    - `reflections`: whether pieces may be reflected. By default, they may, unless they are solid or mirror twins.
    - `rotations`: whether pieces may be rotated.
    - `placed`: placements that every solution must have, or pictures that show these placements as letters.
    - `restrict`: a mapping from pieces to lists of allowed orientations, or to functions that check a `Placement`.
    - `spare`: how many cells may stay empty at most: optional cells, or any cells if none is optional.

    Arguments of the search; for details, and for the other arguments, see `Puzzle.solve_all`:

    - `symmetry`: "distinct" yields one solution of each set of solutions that are equivalent under symmetry.
      "rotations" does the same, but mirror images are not equivalent. "all" yields every solution.
    - `limit`: at most this many solutions.
    - `timeout`: after this many seconds, including the time to make the puzzle, `SearchTimeout` is raised.
    - `workers`: how many threads search. None means one per core. More than 64 count as 64.

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
    return Solutions(_run_of(puzzle, options, statistics, as_order(shuffle, seed, options.journal)))


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
    workers: int | None = 1,
    progress: ProgressCallback | None = None,
    memory_limit: int | None = None,
    shuffle: bool = False,
    seed: Seed = None,
    cancel: Cancel | None = None,
    statistics: Statistics | None = None,
) -> Solution | None:
    """Return the first solution of a puzzle, or None if there is no solution.

    The arguments and the errors are the same as for `solve_all`.

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
    with closing(Solutions(_run_of(puzzle, options, statistics, as_order(shuffle, seed)))) as solutions:
        return next(solutions, None)


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
    workers: int | None = 1,
    progress: ProgressCallback | None = None,
    method: MethodName = "auto",
    memory_limit: int | None = None,
    executor: Executor | None = None,
    cancel: Cancel | None = None,
    journal: str | PathLike[str] | None = None,
    scratch: str | PathLike[str] | None = None,
    statistics: Statistics | None = None,
) -> int:
    """Count the solutions of a puzzle. With `limit`, stop at that many.

    The arguments and the errors are the same as for `solve_all`, except for the following. For details see
    `Puzzle.count`.

    - `limit`: stop at this many solutions. `limit=2` is enough to know whether there is more than one.
    - `method`: "search" visits solutions. "frontier" counts without visiting solutions, but uses memory. "auto"
      alternates between the two until one finishes.
    - `memory_limit`: the maximum size of the tables in bytes. The default for the frontier is half of the free memory.
    - `scratch`: a directory for counting on disk if memory is too small. Every piece must have unlimited copies (`*`).

    >>> count(), count(symmetry="all")
    (2339, 9356)
    >>> count("8x8", "I2*", symmetry="all")
    12988816
    """
    puzzle: dict[str, Any] = {"board": board, "pieces": pieces, "reflections": reflections, "placed": placed}
    puzzle |= {"rotations": rotations, "restrict": restrict, "spare": spare}
    limits = timeout, workers, progress, memory_limit, cancel, executor
    options = Options(*limits, symmetry=symmetry, limit=limit, method=method, journal=journal, scratch=scratch)
    return verbs.count(_run_of(puzzle, options, statistics))
