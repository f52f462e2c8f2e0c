"""`Puzzle`: a statement with the verbs, and the same verbs as functions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from . import solve as verbs
from .board import BoardLike
from .estimate import Estimate, estimate
from .geometry import D4
from .observe import ProgressCallback, Statistics
from .pieces import PiecesLike
from .plan import Plan
from .shuffle import as_seed
from .solution import Solution
from .solve import Method, Symmetry
from .statement import Placed, Restrict, Statement

if TYPE_CHECKING:
    from .walk import Walk

__all__ = ["Puzzle", "count", "solve", "solve_all"]


class Puzzle(Statement):
    """A board to be covered exactly by copies of given pieces. Immutable, hashable, picklable.

    - *board*: a size, `"6x10"` (rows x columns) or `(6, 10)`; a picture (`.` free, `#` blocked, a letter a cell of
      an already placed piece); a `Board`; or an iterable of `(row, column)` cells.
    - *pieces*: a string such as `"pentominoes + O4*2"`, a mapping `{piece: copies}` or an iterable of `Polyomino`.
    - *reflections*: whether pieces may be turned over. They may always be turned. Where they may be turned over,
      mirror twins are the same piece, so a one-sided set needs `reflections=False`.
    - *placed*: placements that every solution must contain; a picture of the board that shows them as letters
      will do too.
    - *restrict*: for a piece, by name or `Polyomino`, either the orientations that may be used, as indices into
      `Polyomino.orientations()`, or a predicate of a `Placement`, asked once for each when the puzzle is compiled.
      Given pieces are not subject to it.

    Raises `PictureError` for text that cannot be read, `PuzzleError` for an unknown piece, given pieces that
    overlap or are not in the set, and areas that cannot meet.

    >>> Puzzle("3x20").count()
    2
    """

    @cached_property
    def _plan(self) -> Plan:
        return Plan(self)

    def solve_all(
        self,
        *,
        symmetry: Symmetry = "distinct",
        limit: int | None = None,
        timeout: float | None = None,
        workers: int = 1,
        progress: ProgressCallback | None = None,
        shuffle: int | None = None,
        method: Method = "auto",
        memory_limit: int | None = None,
    ) -> Iterator[Solution]:
        """A lazy iterator of the solutions, the first after a fraction of the search, always in the same order.

        With `symmetry="distinct"`, one solution of those that `symmetries()` turn into each other; with "all" every
        one. Stops after *limit* solutions. *workers* threads search, at most 64; they stop soon where solutions are not
        fetched. *progress* is called with a `Progress` some four times a second while solutions are waited for.
        The iterator may be closed at any moment. After *timeout* seconds without being done it raises
        `SearchTimeout`, which carries the solutions met. Raises `PentominoError` for an argument out of range.

        With *shuffle*, a seed from 0 to 2^64 - 1, pieces and orientations are tried in another order, so that other
        solutions come first; the same seed gives the same order everywhere, whatever the *workers*. With "all" the
        set of solutions stays the same; with "distinct" that of their orbits, each of which may be represented by
        another solution.

        The *method* "search" meets one solution after the other; "frontier" finds out first, in memory of up to
        *memory_limit* bytes (by default half of what the machine has free), what leads to solutions, and then never
        turns back. "auto" searches, and where much is left to do and the frontier suits the puzzle it goes on with
        that; `statistics` say what was done and why. The solutions and their order are the same. Raises
        `PentominoError` where the frontier is asked for and cannot list the puzzle.
        """
        options = verbs.Options(symmetry, limit, timeout, workers, progress, method, memory_limit)
        return verbs.solve_all(self._plan_for(shuffle), options, self._new_statistics())

    def walk(self, *, symmetry: Symmetry = "distinct", shuffle: int | None = None) -> Walk:
        """The search as something to look at, step by step or solution by solution; arguments as for `solve_all`.

        >>> walk = Puzzle("2x3", "I2*").walk()
        >>> [len(step.laid) for step in walk.steps()]
        [1, 2, 3, 2, 1, 2, 3, 2, 1, 0, 1, 2, 3, 2, 1, 0]
        >>> walk.found, walk.tried
        (2, 8)
        """
        from .walk import Walk  # most programs never look at a search

        return Walk(self._plan_for(shuffle), symmetry)

    def _plan_for(self, shuffle: int | None) -> Plan:
        return self._plan if shuffle is None else Plan(self, as_seed(shuffle))

    def solve(
        self,
        *,
        timeout: float | None = None,
        workers: int = 1,
        progress: ProgressCallback | None = None,
        shuffle: int | None = None,
    ) -> Solution | None:
        """The first solution, or None where there is none; arguments and errors as for `solve_all`."""
        solutions = self.solve_all(limit=1, timeout=timeout, workers=workers, progress=progress, shuffle=shuffle)
        return next(solutions, None)

    def count(
        self,
        *,
        symmetry: Symmetry = "distinct",
        limit: int | None = None,
        timeout: float | None = None,
        workers: int = 1,
        progress: ProgressCallback | None = None,
        method: Method = "auto",
        memory_limit: int | None = None,
    ) -> int:
        """The number of solutions, or *limit* if that is less; none is made into a Python object.

        The *method* "search" visits every solution of one symmetric part of the problem; "frontier" meets none of
        them, which is faster by orders of magnitude where there are many, and takes memory instead: up to
        *memory_limit* bytes, by default half of what the machine has free. "auto" takes what suits the puzzle,
        and the search where the frontier does not fit; `statistics` say which and why. With a *limit*, it is the
        search. Solutions that symmetries keep are counted apart (Burnside's lemma). The other arguments and the
        errors are those of `solve_all`; the `found` of a `SearchTimeout` is a lower bound. Raises
        `PentominoError` where the frontier is asked for and cannot count the puzzle.
        """
        options = verbs.Options(symmetry, limit, timeout, workers, progress, method, memory_limit)
        return verbs.count(self._plan, options, self._new_statistics())

    def sample(
        self,
        k: int = 1,
        seed: int | str | None = None,
        *,
        timeout: float | None = None,
        workers: int = 1,
        memory_limit: int | None = None,
    ) -> list[Solution]:
        """*k* solutions drawn at random from all, each as likely as any other, independently; none if there is none.

        The solutions are counted first, not listed (see `count`), and then each is a walk through that count.
        The same *seed*, a number or a text, gives the same. Raises `PentominoError` where the frontier engine cannot
        count the puzzle, `SearchTimeout` after *timeout* seconds.
        """
        options = verbs.Options("all", None, timeout, workers, None, "frontier", memory_limit)
        return verbs.sample(self._plan, k, seed, options)

    def estimate(self, samples: int = 1000, seed: int = 0) -> Estimate:
        """An estimate of the work and the yield of a search, from *samples* random probes (D. E. Knuth, 1975).

        It takes some 50 microseconds a probe, however large the search. The same *seed* gives the same estimate.
        """
        return estimate(self._plan, samples, seed)

    @property
    def statistics(self) -> Statistics | None:
        """What the latest run of a verb of this puzzle did, still growing while it runs; None before the first."""
        return self.__dict__.get("_statistics")

    def _new_statistics(self) -> Statistics:
        statistics = Statistics()
        self._set(_statistics=statistics)
        return statistics

    def symmetries(self) -> tuple[D4, ...]:
        """The symmetries of the puzzle, the identity first: they turn every solution into a solution."""
        return self._plan.group


def solve_all(
    board: BoardLike = "6x10",
    pieces: PiecesLike = "pentominoes",
    *,
    reflections: bool = True,
    placed: Placed = (),
    restrict: Restrict | None = None,
    symmetry: Symmetry = "distinct",
    limit: int | None = None,
    timeout: float | None = None,
    workers: int = 1,
    progress: ProgressCallback | None = None,
    shuffle: int | None = None,
    method: Method = "auto",
    memory_limit: int | None = None,
) -> Iterator[Solution]:
    """A lazy iterator of the solutions: `Puzzle(board, pieces, ...).solve_all(...)`."""
    puzzle = Puzzle(board, pieces, reflections=reflections, placed=placed, restrict=restrict)
    return puzzle.solve_all(
        symmetry=symmetry,
        limit=limit,
        timeout=timeout,
        workers=workers,
        progress=progress,
        shuffle=shuffle,
        method=method,
        memory_limit=memory_limit,
    )


def solve(
    board: BoardLike = "6x10",
    pieces: PiecesLike = "pentominoes",
    *,
    reflections: bool = True,
    placed: Placed = (),
    restrict: Restrict | None = None,
    timeout: float | None = None,
    workers: int = 1,
    progress: ProgressCallback | None = None,
    shuffle: int | None = None,
) -> Solution | None:
    """The first solution, or None: `Puzzle(board, pieces, ...).solve(...)`."""
    puzzle = Puzzle(board, pieces, reflections=reflections, placed=placed, restrict=restrict)
    return puzzle.solve(timeout=timeout, workers=workers, progress=progress, shuffle=shuffle)


def count(
    board: BoardLike = "6x10",
    pieces: PiecesLike = "pentominoes",
    *,
    reflections: bool = True,
    placed: Placed = (),
    restrict: Restrict | None = None,
    symmetry: Symmetry = "distinct",
    limit: int | None = None,
    timeout: float | None = None,
    workers: int = 1,
    progress: ProgressCallback | None = None,
    method: Method = "auto",
    memory_limit: int | None = None,
) -> int:
    """The number of solutions: `Puzzle(board, pieces, ...).count(...)`."""
    puzzle = Puzzle(board, pieces, reflections=reflections, placed=placed, restrict=restrict)
    return puzzle.count(
        symmetry=symmetry,
        limit=limit,
        timeout=timeout,
        workers=workers,
        progress=progress,
        method=method,
        memory_limit=memory_limit,
    )
