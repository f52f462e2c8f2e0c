"""Define `Puzzle`, and `solve_all`, `solve` and `count` as functions of a board and pieces.

A `Puzzle` is a `BasePuzzle` with pictures and with methods that search. These make a `Run` for the package `search`, or
call the package `reason`. At run time, nothing in `search`, `solutions`, `reason` or `render` imports this module.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from os import PathLike
from typing import TYPE_CHECKING, Any

from .base_puzzle import BasePuzzle
from .board import BoardLike
from .drawable import Drawable, Drawing, own_symbols
from .errors import PentominoError
from .limits import looking
from .pieces.sets import PiecesLike
from .placement import Placed, Restrict
from .search import verbs
from .search.options import Cancel, Executor, MethodName, Options, Symmetry, as_seed
from .search.plan import Plan, plan_of
from .search.progress import ProgressCallback, Statistics
from .search.run import Clock, OutOfTime, Run
from .search.verbs import Solutions
from .solutions.solution import Solution, drawing_of

if TYPE_CHECKING:
    from .reason.difficulty import Difficulty
    from .reason.doomed import Doom
    from .reason.explain import Explanation
    from .reason.hint import Forced, Hint
    from .reason.pack import Packing
    from .reason.solids import BuildOrder, Disassembly
    from .search.estimate import Estimate
    from .search.steps import Walk
    from .solutions.tallies import Tally

MAX_SHOWN = 200
"""If more pieces than this are still to be placed, pictures of the puzzle omit them."""


class Puzzle(BasePuzzle, Drawable):
    """A board and the pieces that must cover it exactly. Immutable, hashable, picklable.

    - `board`: a size, `"6x10"` (rows x columns), `(6, 10)` or `"3x4x5"` (layers first); a form on another lattice,
      `"triangular rhombus 6"`; a name, `"kanoodle"` (see `pentomino.boards`), if the board needs it with the labels of
      the uncovered cells, `"a-puzzle-a-day:Nov,20"`; a picture (`.` free, `+` may stay empty, `#` blocked, a letter for
      a cell of a given piece), or the `pathlib.Path` of a picture; a `Board`; or an iterable of `(row, column)` cells.
    - `pieces`: a string such as `"pentominoes + O4*2"`, a mapping `{piece: copies}` or an iterable of `Polyform`. The
      default is the pieces of a named board, or the twelve pentominoes on any other board of squares or cubes.
    - `reflections`: whether pieces may be reflected. By default they may, except solid pieces, because real solids
      cannot be reflected, and sets with mirror twins, such as "one-sided pentominoes" or "L4 + L4'". With
      `reflections=True` mirror twins are the same piece, and their copies add up.
    - `rotations`: whether pieces may be rotated. With `rotations=False` each piece is placed only as drawn, and with
      `reflections=True` also as `Polyform.mirrored()`. To fix single pieces, use for example `restrict={"F": [0]}`.
    - `placed`: placements that every solution must contain, or a picture of the board that shows them as letters.
    - `restrict`: a mapping from pieces, given as names or `Polyform` objects, to rules. A rule is a list of the allowed
      orientations, as indices into `Polyform.orientations()`, or a predicate, a function that returns whether a
      `Placement` is allowed. A predicate is called once for each placement, when the search starts, or when the puzzle
      is made if pieces of equal shape and colours have different rules. Rules do not restrict given pieces.
    - `spare`: the maximum number of optional cells (`+`) that may stay empty; None for any number.

    Entries of `pieces` are copies of one piece if they have equal shapes (up to rotation, and reflection if allowed)
    and equal colours, and if their rules allow the same cells of the board without given pieces. Their names may
    differ. Swapping copies of one piece does not give another solution; swapping different pieces does.

    Raises `PictureError` for a picture that cannot be read. Raises `PuzzleError` for an unknown piece, for given pieces
    that overlap or are not in the set, and for pieces with fixed numbers of copies whose area is not the area of the
    board.

    >>> Puzzle("3x20").count()
    2

    `print` and notebooks show the board and the pieces to place.

    Attributes: `pieces`, the different pieces in the order given, with their copies added up; `names`, for each piece
    the entries that are its copies, or `()` if all have one name; `placed`, the given pieces sorted by their cells,
    including pieces drawn on the board; `restrict`, pairs of the index of a piece and its rule.
    """

    @property
    def drawing(self) -> Drawing:
        """The drawing of the board, its labels and the given pieces. All pictures are made from it.

        >>> print(Puzzle("VVV..\\nV....\\nV....", "PUV").drawing.to_text("letters"))
        VVV..
        V....
        V....
        """
        return drawing_of(self, self.placed)

    @property
    def tray(self) -> Drawing:
        """The drawing of the pieces still to be placed, each as often as it must be used, but at least once.

        A piece that is used at most once has the same letter as in solutions. On squares,
        `puzzle.drawing.above(puzzle.tray)` is one drawing of the whole puzzle.

        >>> print(Puzzle("3x5", "PUV").tray.to_text("letters"))
        PP#U#U#V##
        PP#UUU#V##
        P######VVV
        """
        from .pieces.charts import charted

        own, _ = own_symbols({number: piece.name for number, (piece, _, most) in enumerate(self.pieces) if most == 1})
        letters = {self.pieces[number].piece.name: letter for number, letter in own.items()}
        pieces = [piece for piece, least, most in self.demand if most for _ in range(max(1, least))]
        return charted(pieces, letters, None, self.board.columns)

    def __str__(self) -> str:
        return "\n\n".join(drawing.to_text() for drawing in self._drawings())

    def _repr_html_(self) -> str:
        from .render.media import shown

        return shown([drawing.to_svg() for drawing in self._drawings()])

    def _drawings(self) -> Iterator[Drawing]:
        yield self.drawing
        if 0 < sum(max(1, least) for _, least, most in self.demand if most) <= MAX_SHOWN:
            yield self.tray

    # --------------------------------------------------------------------------------------------------- solutions

    def solve_all(
        self,
        *,
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
        """Return a lazy iterator of the solutions. It may be closed at any moment.

        The order is the same on every machine and with any number of `workers`. The first solution comes long before
        the end of the search.

        - `symmetry`: which solutions to yield. "distinct": one of all solutions that are equivalent under
          `symmetries()`. "rotations": the same, but only under the rotations in `symmetries()`, so that mirror images
          are separate. "all": every solution. The rotations of a solid board are those of space; on a wrapped board,
          they include translations. (The argument `rotations` of `Puzzle` specifies how pieces are placed instead.)
        - `limit`: the maximum number of solutions.
        - `timeout`: seconds until `SearchTimeout` is raised, which carries the solutions found.
        - `workers`: the number of threads that search, at most 64. The threads pause when solutions are not consumed.
        - `progress`: a function that is called with a `Progress` at least four times a second while you wait for a
          solution.
        - `shuffle`: a seed from 0 to 2^64 - 1 for the order in which pieces and orientations are tried, so that other
          solutions come first. With "distinct", other members of orbits may be yielded.
        - `method`: "search" or "auto", which is the same here. "frontier" cannot list solutions.
        - `memory_limit`: the maximum size of the tables in bytes.
        - `executor`: an executor of `concurrent.futures`, or any object with a similar method `submit`. Its workers
          search in place of threads.
        - `cancel`: a `threading.Event`, or a function that returns true to stop. Then `SearchCancelled` is raised,
          which carries the solutions found.
        - `journal`: the path of a file that records the progress, so that the same call continues after a stop or a
          kill. It is created if it does not exist.
        - `statistics`: a `Statistics` to fill, which is also the attribute `statistics` of the iterator.

        Raises `PentominoError` for an argument out of range, for tables larger than `memory_limit`, for a journal that
        another call has written, and for a puzzle that an `executor` of processes cannot pickle.

        >>> solutions = Puzzle("5x12").solve_all()
        >>> next(solutions).is_valid()
        True
        >>> solutions.close()
        >>> len(list(Puzzle("4x15").solve_all(limit=10)))
        10
        """
        limits = timeout, workers, progress, memory_limit, cancel, executor
        options = Options(*limits, symmetry=symmetry, limit=limit, method=method, journal=journal)
        return Solutions(_run(self, options, statistics, shuffle))

    def solve(
        self,
        *,
        timeout: float | None = None,
        workers: int = 1,
        progress: ProgressCallback | None = None,
        memory_limit: int | None = None,
        shuffle: int | None = None,
        cancel: Cancel | None = None,
        statistics: Statistics | None = None,
    ) -> Solution | None:
        """Return the first solution of `solve_all`, or None if there is no solution.

        The arguments and the errors are the same as for `solve_all`.

        >>> Puzzle("3x5", "PUV").solve()
        <Solution VVVUU/VPPPU/VPPUU>
        """
        options = Options(timeout, workers, progress, memory_limit, cancel, limit=1)
        with closing(Solutions(_run(self, options, statistics, shuffle))) as found:
            return next(found, None)

    def count(
        self,
        *,
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
        """Return the number of solutions, or `limit` if that is less.

        The `method` "search" visits the solutions up to symmetry, and counts orbits by Burnside's lemma. "frontier"
        visits no solutions: it is faster by orders of magnitude if there are many, but uses memory, up to
        `memory_limit` bytes, by default half of the free memory. "auto" alternates between the two until one finishes;
        a short search finishes before the frontier begins. `statistics` reports which method finished, and why. No
        Python objects are created for solutions.

        `found` of a `SearchTimeout` is a lower bound. `executor` and `journal` work with the search. If the frontier
        counts, the journal contains only the result.

        With `scratch`, the path of a directory, the frontier keeps its tables of partial solutions in files there,
        which may be larger than the memory. Every piece must be unlimited (`*`), and `spare` must not limit the empty
        cells. After a kill, the same call continues the count. `workers` or `executor` share the work. The other
        arguments and the errors are the same as for `solve_all`. Raises `PentominoError` if `method="frontier"` cannot
        count the puzzle.

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
        workers: int = 1,
        progress: ProgressCallback | None = None,
        memory_limit: int | None = None,
        executor: Executor | None = None,
        cancel: Cancel | None = None,
        statistics: Statistics | None = None,
    ) -> bool:
        """Return whether there is exactly one solution. The search stops at the second solution.

        The arguments, also `symmetry`, and the errors are the same as for `count`.

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
        workers: int = 1,
        progress: ProgressCallback | None = None,
        method: MethodName = "auto",
        memory_limit: int | None = None,
        executor: Executor | None = None,
        cancel: Cancel | None = None,
        statistics: Statistics | None = None,
    ) -> Tally:
        """Return the number of solutions that contain each placement, as a mapping from placements.

        With `symmetry="all"` every solution counts. With "distinct" or "rotations", an orbit (all solutions that are
        equivalent) counts once for each placement that occurs in it. Given pieces are counted like other placements.

        The method "frontier" takes about twice as long as in `count`, and counts up to 2^128 solutions. The method
        "search" visits the solutions up to symmetry. The other arguments and the errors are the same as for `count`.

        >>> tally = Puzzle("6x10").tally()
        >>> corner = Placement("V", [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)])
        >>> tally[corner], tally.total, Puzzle("6x10", placed=corner).count(symmetry="all")
        (1092, 9356, 1092)
        """
        limits = timeout, workers, progress, memory_limit, cancel, executor
        options = Options(*limits, symmetry=symmetry, method=method)
        return verbs.tally(Run(plan_of(self), options, statistics))

    def sample(
        self,
        k: int = 1,
        seed: int | str | None = None,
        *,
        timeout: float | None = None,
        workers: int = 1,
        progress: ProgressCallback | None = None,
        memory_limit: int | None = None,
        cancel: Cancel | None = None,
        statistics: Statistics | None = None,
    ) -> list[Solution]:
        """Return `k` independent, uniformly random solutions; an empty list if there is no solution.

        The method "frontier" first counts all solutions, without listing them; each draw is then a walk through the
        counts. The same `seed`, a number or a text, gives the same solutions. The other arguments are the same as for
        `count`. Raises `PentominoError` if the frontier cannot count the puzzle, if `k` is not a whole number of at
        least 0, and for a seed of another type.

        >>> [solution.is_valid() for solution in Puzzle("5x12").sample(3, seed=1)]
        [True, True, True]
        """
        options = Options(timeout, workers, progress, memory_limit, cancel, symmetry="all", method="frontier")
        return verbs.sample(Run(plan_of(self), options, statistics), k, seed)

    def estimate(self, samples: int = 1000, seed: int = 0) -> Estimate:
        """Estimate the numbers of nodes and solutions of a search by random probes (D. E. Knuth, 1975).

        `samples` is the number of probes. A probe takes some microseconds, regardless of the size of the search. The
        same `seed` gives the same estimates on every machine. If no probe finds a solution, the result contains an
        upper bound of the number of solutions. Raises `PentominoError` for fewer than 2 `samples`, and for a seed that
        is not a whole number, a text or None.

        >>> estimate = Puzzle("5x12").estimate(10_000)
        >>> abs(estimate.distinct - 1010) < 4 * estimate.distinct_error
        True
        """
        from .search.estimate import estimate

        return estimate(plan_of(self), samples, seed)

    def walk(self, *, symmetry: Symmetry = "distinct", shuffle: int | None = None) -> Walk:
        """Return an iterator to watch the search, step by step or solution by solution.

        `symmetry` and `shuffle` are the same as for `solve_all`.

        >>> walk = Puzzle("2x3", "I2*").walk()
        >>> [len(step.laid) for step in walk.steps()]
        [1, 2, 3, 2, 1, 2, 3, 2, 1, 0, 1, 2, 3, 2, 1, 0]
        >>> walk.found, walk.tried
        (2, 8)
        """
        from .search.steps import Walk

        return Walk(plan_of(self, shuffle), symmetry)

    # --------------------------------------------------------------------------------------- reasons, for a person

    def hint(self, *, level: int = 1, timeout: float | None = None, cancel: Cancel | None = None) -> Hint | None:
        """Return the next step for a person, or None if there is no solution or nothing to place.

        The step is the forced placement with the simplest reason, or, if no placement is forced, the placement in most
        of the solutions that contain the given pieces. `level` 1 names a cell, 2 also the piece that covers it, 3 the
        whole placement. On commercial puzzles a hint takes some hundredths of a second. `timeout`, `cancel` and the
        errors are the same as for `solve_all`. Raises `PentominoError` for another level.

        >>> print(Puzzle("VVV..\\nV....\\nV....", "PUV").hint())
        look at the cell (0, 4): one piece covers it, in only one way
        """
        from .reason import hint
        from .reason.searches import Searches

        wanted = hint.check_level(level)
        return hint.hint(Searches.within(timeout, cancel), self, wanted)

    def forced(self, *, timeout: float | None = None, cancel: Cancel | None = None) -> tuple[Forced, ...] | None:
        """Return the placements that all solutions contain, or None if there is no solution.

        Each placement has the simplest reason found, which holds once the earlier placements are made. If only a search
        shows that a placement is forced, the reason is the size of the search. The arguments and the errors are the
        same as for `solve_all`.

        >>> for forced in Puzzle("VVV..\\nV....\\nV....", "PUV").forced():
        ...     print(forced.placement.piece.name, forced.reason.text)
        U only one placement covers the cell (0, 4), as 5 others would leave cells that cannot be filled
        P only P fits the pocket of 5 cells at (1, 1)
        """
        from .reason.hint import forced
        from .reason.searches import Searches

        return forced(Searches.within(timeout, cancel), self)

    def doomed(self, *, timeout: float | None = None, cancel: Cancel | None = None) -> Doom | None:
        """Return the smallest sets of given pieces to remove for a solution, or None if a solution exists.

        The answer lists all smallest sets, with the number of solutions after each removal, and the smallest set of
        pieces that cannot stay together. On commercial puzzles this takes some tenths of a second. If the searches
        exceed a limit, or if `timeout` passes after the conflicting pieces are known, the answer is marked as
        incomplete. The arguments and the errors are the same as for `solve_all`.

        >>> print(Puzzle("VVV..\\nV.UUU\\nV.U.U", "PUV").doomed())
        take back U (1 way left): U cannot stay
        """
        from .reason.doomed import doomed
        from .reason.searches import Searches

        return doomed(Searches.within(timeout, cancel), self)

    def explain(
        self,
        *,
        timeout: float | None = None,
        workers: int = 1,
        progress: ProgressCallback | None = None,
        memory_limit: int | None = None,
        cancel: Cancel | None = None,
    ) -> Explanation:
        """Return a proof that there is no solution, or a solution.

        Cheap proofs are tried first. The order is: areas, a piece without a place, a region of a wrong size, a cell
        that no piece can cover, a short search for a solution, colourings, forced placements, weights of cells, a
        case analysis, a complete search. The arguments and the errors are the same as for `solve_all`.

        >>> print(Puzzle("...#...", "I2*3").explain())
        Pieces of 2 cells cannot cover the region of 3 cells at (0, 0).
        """
        from .reason.explain import explain
        from .reason.searches import Searches

        return explain(Searches.within(timeout, cancel, workers, progress, memory_limit), self)

    def subsets(
        self,
        *,
        symmetry: Symmetry = "distinct",
        timeout: float | None = None,
        workers: int = 1,
        progress: ProgressCallback | None = None,
        memory_limit: int | None = None,
        cancel: Cancel | None = None,
    ) -> dict[Puzzle, int]:
        """Return the choices of pieces that fill the board, as a mapping from puzzles to their counts.

        Each puzzle has just the pieces of one choice. Choices with more copies of the first piece come first.
        `symmetry="distinct"` counts up to the symmetries of each puzzle returned. If this puzzle has up to 100 000
        solutions, they are listed to find the choices; otherwise all choices with the area of the board are counted,
        which may be very many. The other arguments and the errors are the same as for `solve_all`.

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
        workers: int = 1,
        progress: ProgressCallback | None = None,
        memory_limit: int | None = None,
        cancel: Cancel | None = None,
    ) -> Packing:
        """Return placements that cover the most cells, with at most the copies that the puzzle states.

        Every cell may stay empty, and every piece may be left out; given pieces and restrictions stay. The answer is
        proven to be the maximum. The time depends on the shorter side of the board more than on its area. Raises
        `PuzzleError` if only some cells of the board are optional. A `SearchTimeout` carries the best placements found
        as its only solution, and states the bounds. The other arguments and the errors are the same as for `solve_all`.

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
        workers: int = 1,
        progress: ProgressCallback | None = None,
        memory_limit: int | None = None,
        cancel: Cancel | None = None,
    ) -> Difficulty | None:
        """Return the difficulty of the puzzle for a person, or None if there is no solution.

        The measure is the number of placements that a person looks at who uses the reasons of `forced`, from simple to
        hard, and where they fail tries the placements of the cell or the piece with the fewest placements. It is most
        meaningful for puzzles with one solution. Computing it takes up to some tenths of a second. The arguments and
        the errors are the same as for `solve_all`.

        >>> print(Puzzle("VVV..\\nV....\\nV....", "PUV").difficulty())
        easy: 26 placements to look at; 1 ahead, 1 pocket
        """
        from .reason.difficulty import difficulty
        from .reason.searches import Searches

        return difficulty(Searches.within(timeout, cancel, workers, progress, memory_limit), self)

    def _disassembly(
        self,
        solution: Solution,
        together: Iterable[Iterable[str]],
        timeout: float | None,
        progress: ProgressCallback | None,
        memory_limit: int | None,
        cancel: Cancel | None,
    ) -> Disassembly | None:
        from .reason.searches import Searches
        from .reason.solids import disassembly

        return disassembly(Searches.within(timeout, cancel, 1, progress, memory_limit), solution, together)

    def _build_order(self, solution: Solution, timeout: float | None, cancel: Cancel | None) -> BuildOrder | None:
        from .reason.searches import Searches
        from .reason.solids import build_order

        return build_order(Searches.within(timeout, cancel), solution)


def _quick_proof(puzzle: BasePuzzle) -> Generator[int, None, str]:
    """Return the kind of a proof that there is no solution, or "" if no proof is found.

    Before each step, yield the maximum number of microseconds that the step takes.
    """
    yield 10_000
    # imported here, as it takes some milliseconds and few searches run this long
    from .reason.proofs import quick_proof

    return (yield from quick_proof(puzzle))


def _run(puzzle: Puzzle, options: Options, statistics: Statistics | None, shuffle: int | None = None) -> Run:
    return Run(plan_of(puzzle, shuffle), options, statistics).proving(_quick_proof(puzzle))


# --------------------------------------------------------------------------------- functions of a board and pieces


def _run_of(puzzle: dict[str, Any], options: Options, statistics: Statistics | None, shuffle: int | None = None) -> Run:
    """Return a `Run`, whose clock starts before a puzzle is made from the arguments in `puzzle`.

    `shuffle` is the seed for the order of solutions.
    """
    if isinstance(whole := puzzle["board"], Puzzle):
        usual = {"board": whole, "rotations": True}
        if extra := [name for name, value in puzzle.items() if value not in (None, ()) and value != usual.get(name)]:
            raise PentominoError(f"{extra[0]} cannot be combined with a Puzzle; remove it, or make another Puzzle")
        return _run(whole, options, statistics, shuffle)
    clock, record = Clock(options), Statistics() if statistics is None else statistics._cleared()
    seed = None if shuffle is None else as_seed(shuffle)
    try:
        with looking(clock.check):
            made = Puzzle(**puzzle)
    except OutOfTime as why:
        raise clock.stopped(why) from None
    # The puzzle does not refer to this plan, so that both are freed at once when the run ends.
    return Run(Plan(made, seed), options, record, clock).proving(_quick_proof(made))


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
    """Return a lazy iterator of the solutions of a puzzle, in an order that is the same on every machine.

    Arguments of the puzzle; for details see `Puzzle`:

    - `board`: a size, `"6x10"` (rows x columns), `(6, 10)` or `"3x4x5"`; a form on another lattice, `"hexagonal 4x7"`;
      a name, `"kanoodle"` (see `pentomino.boards`); a picture, or its `pathlib.Path`; a `Board`; an iterable of cells;
      or a `Puzzle`, without the other arguments of a puzzle.
    - `pieces`: a string such as `"pentominoes + O4*2"`, a mapping `{piece: copies}` or an iterable of pieces; by
      default the pieces of a named board, or the twelve pentominoes.
    - `reflections`: whether pieces may be reflected; by default yes, except solid pieces and sets with mirror twins.
    - `rotations`: whether pieces may be rotated.
    - `placed`: placements that every solution must contain, or pictures that show these placements as letters.
    - `restrict`: a mapping from pieces to indices of their allowed orientations, or to predicates of a `Placement`.
    - `spare`: the maximum number of optional cells that may stay empty.

    Arguments of the search; for these and for the others see `Puzzle.solve_all`:

    - `symmetry`: "distinct" yields one of all solutions that are equivalent under symmetry; for "rotations", mirror
      images are separate; "all" yields every solution.
    - `limit`: the maximum number of solutions.
    - `timeout`: seconds, including the time to make the puzzle, until `SearchTimeout` is raised.
    - `workers`: the number of threads that search, at most 64.

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
    return Solutions(_run_of(puzzle, options, statistics, shuffle))


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
    with closing(Solutions(_run_of(puzzle, options, statistics, shuffle))) as found:
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
    """Return the number of solutions of a puzzle, or `limit` if that is less.

    The arguments and the errors are the same as for `solve_all`, except for the following. For details see
    `Puzzle.count`.

    - `limit`: the number at which to stop. A `limit` of 2 is enough to know whether there is more than one solution.
    - `method`: "search" visits the solutions up to symmetry; "frontier" visits no solutions, but uses memory; "auto"
      alternates between the two until one finishes.
    - `memory_limit`: the maximum size of the tables in bytes; by default, for the frontier, half of the free memory.
    - `scratch`: a directory for counting on disk when memory is too small. Every piece must be unlimited (`*`).

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
