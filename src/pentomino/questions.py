"""`Questions`: the verbs of a puzzle, what it can be asked for and how the answer is limited.

They lie above the puzzle: what answers them is imported where it is called.
"""

from __future__ import annotations

from contextlib import closing
from os import PathLike
from typing import TYPE_CHECKING

from .reasoning import Reasoning
from .search.options import Cancel, Executor, MethodName, Options, Symmetry
from .search.progress import ProgressCallback, Statistics

if TYPE_CHECKING:
    from .lattices.wrapping import Element
    from .search.estimate import Estimate
    from .search.plan import Plan
    from .search.steps import Walk
    from .search.verbs import Solutions
    from .solutions.solution import Solution
    from .solutions.tallies import Tally

__all__ = ["Questions"]


class Questions(Reasoning):
    """What a puzzle can be asked; it has the plan by which the answers are found."""

    if TYPE_CHECKING:

        @property
        def _plan(self) -> Plan: ...
        def _plan_for(self, shuffle: int | None) -> Plan: ...

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
        """A lazy iterator of the solutions, the first after a fraction of the search, always in the same order.

        With `symmetry="distinct"`, one solution of those that `symmetries()` turn into each other; with "all" every
        one. Stops after *limit* solutions. *workers* threads search, at most 64; they stop soon if solutions are not
        fetched. *progress* is called with a `Progress` at least four times a second while solutions are waited for.
        The iterator may be closed at any moment. After *timeout* seconds without being done it raises `SearchTimeout`,
        which carries the solutions met. Raises `PentominoError` for an argument out of range.

        With *shuffle*, a seed from 0 to 2^64 - 1, pieces and orientations are tried in another order, so that other
        solutions come first; the same seed gives the same order everywhere, whatever the *workers*. With "all" the
        set of solutions stays the same; with "distinct" that of their orbits, each of which may be represented by
        another solution.

        The *method* "auto" is "search"; "frontier" raises `PentominoError`, as that does not list solutions. The
        tables of the search take at most *memory_limit* bytes; if they need more, `PentominoError` says how many. The
        iterator's `statistics`, or those that are given to be filled, say what was done.

        An *executor* of `concurrent.futures`, or the like, has its workers search in place of threads; the order of the
        solutions stays the same. *cancel*, a `threading.Event` or a function, stops the search when it is set or
        returns true: with `SearchCancelled`, which carries the solutions met. A *journal*, the path of a file, notes
        what is done, so that the same call goes on where it was stopped or killed; it is begun if it is not there.
        Raises `PentominoError` for a journal of anything else, and for a puzzle that cannot be sent to other
        processes.

        >>> solutions = Puzzle("5x12").solve_all()
        >>> next(solutions).is_valid()
        True
        >>> solutions.close()
        >>> len(list(Puzzle("4x15").solve_all(limit=10)))
        10
        """
        from .search.run import Run
        from .search.verbs import Solutions

        options = Options(symmetry, limit, timeout, workers, progress, method, memory_limit, executor, cancel, journal)
        return Solutions(Run(self._plan_for(shuffle), options, statistics))

    def walk(self, *, symmetry: Symmetry = "distinct", shuffle: int | None = None) -> Walk:
        """The search as something to look at, step by step or solution by solution; arguments as for `solve_all`.

        >>> walk = Puzzle("2x3", "I2*").walk()
        >>> [len(step.laid) for step in walk.steps()]
        [1, 2, 3, 2, 1, 2, 3, 2, 1, 0, 1, 2, 3, 2, 1, 0]
        >>> walk.found, walk.tried
        (2, 8)
        """
        from .search.steps import Walk  # most programs never look at a search

        return Walk(self._plan_for(shuffle), symmetry)

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
        """The first solution, or None if there is none; arguments and errors as for `solve_all`.

        >>> Puzzle("3x5", "PUV").solve()
        <Solution VVVUU/VPPPU/VPPUU>
        """
        found = self.solve_all(
            limit=1,
            timeout=timeout,
            workers=workers,
            progress=progress,
            memory_limit=memory_limit,
            shuffle=shuffle,
            cancel=cancel,
            statistics=statistics,
        )
        with closing(found):
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
        statistics: Statistics | None = None,
    ) -> int:
        """The number of solutions, or *limit* if that is less; none is made into a Python object.

        The *method* "search" visits every solution of one symmetric part of the problem; "frontier" meets none of them,
        which is faster by orders of magnitude if there are many, and takes memory instead: up to *memory_limit*
        bytes, by default half of what the machine has free. A limit that is given is one for the tables of the search,
        too: `PentominoError` says how many bytes would do. "auto" takes what suits the puzzle, and the search if the
        frontier does not fit; *statistics*, filled if given, say which and why. With a *limit*, it is the search, until
        that lasts, if the frontier suits the puzzle.
        Solutions that symmetries keep are counted apart (Burnside's lemma). The other arguments and the errors are
        those of `solve_all`; the `found` of a `SearchTimeout` is a lower bound. Workers of an *executor* share a
        search, and a *journal* notes what they did; the frontier counts in this process, and a journal notes its
        result. Raises `PentominoError` if the frontier is asked for and cannot count the puzzle.

        >>> puzzle, statistics = Puzzle("8x8", "pentominoes + O4"), Statistics()
        >>> puzzle.count(statistics=statistics), statistics.engine
        (16146, 'window')
        """
        from .search.run import Run
        from .search.verbs import count

        options = Options(symmetry, limit, timeout, workers, progress, method, memory_limit, executor, cancel, journal)
        return count(Run(self._plan, options, statistics))

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
        """Whether there is just one solution: False if there is none, too.

        With `symmetry="distinct"`, solutions that `symmetries()` turn into each other are one; with "all" each is one
        of its own. The search stops at the second; if it lasts, and the frontier suits the puzzle, that counts all.
        Arguments and errors are those of `count`.

        >>> Puzzle("3x5", "PUV").is_unique(), Puzzle("3x5", "PUV").is_unique(symmetry="all")
        (True, False)
        """
        number = self.count(
            symmetry=symmetry,
            limit=2,
            timeout=timeout,
            workers=workers,
            progress=progress,
            memory_limit=memory_limit,
            executor=executor,
            cancel=cancel,
            statistics=statistics,
        )
        return number == 1

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
        """How often each placement occurs: the number of solutions that contain it, for all of them at once.

        With `symmetry="all"` solutions are counted each; with "distinct", orbits that have a solution with the
        placement. Given pieces are in every solution, and are told like the others.

        The frontier counts without meeting a solution, in two to three times the time of `count`, if there are fewer
        than 2^128; the search meets those of one symmetric part and adds them up. Of "distinct" solutions the frontier
        gives the numbers if none is symmetric and no piece has copies or a mirror twin. The other arguments and the
        errors are those of `count`.

        >>> tally = Puzzle("6x10").tally()
        >>> corner = Placement("V", [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)])
        >>> tally[corner], tally.total, Puzzle("6x10", placed=corner).count(symmetry="all")
        (1092, 9356, 1092)
        """
        from .search.run import Run
        from .search.verbs import tally

        options = Options(symmetry, None, timeout, workers, progress, method, memory_limit, executor, cancel)
        return tally(Run(self._plan, options, statistics))

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
        """*k* solutions drawn at random from all, each as likely as any other, independently; none if there is none.

        The solutions are counted first, not listed (see `count`), and then each is a walk through that count.
        The same *seed*, a number or a text, gives the same; *progress* and *memory_limit* are those of `count`. Raises
        `PentominoError` if the frontier engine cannot count the puzzle, if *k* is not a whole number from 0, and for a
        seed of another type; `SearchTimeout` after *timeout* seconds.

        >>> [solution.is_valid() for solution in Puzzle("5x12").sample(3, seed=1)]
        [True, True, True]
        """
        from .search.run import Run
        from .search.verbs import sample

        options = Options("all", None, timeout, workers, progress, "frontier", memory_limit, cancel=cancel)
        return sample(Run(self._plan, options, statistics), k, seed)

    def estimate(self, samples: int = 1000, seed: int = 0) -> Estimate:
        """An estimate of the work and the yield of a search, from *samples* random probes (D. E. Knuth, 1975).

        It takes some 50 microseconds a probe, however large the search. The same *seed* gives the same estimate. Raises
        `PentominoError` for fewer than 2 *samples*, and for a seed that is not a whole number, a text or None.

        >>> estimate = Puzzle("5x12").estimate()
        >>> abs(estimate.distinct - 1010) < 4 * estimate.distinct_error
        True
        """
        from .search.estimate import estimate

        return estimate(self._plan, samples, seed)

    def symmetries(self) -> tuple[Element, ...]:
        """The symmetries of the puzzle, the identity first: they turn every solution into a solution.

        They are motions of the lattice, members of `D4` on squares. On a wrapped board each is an `Isometry`, a motion
        and a shift, as translations along the wrap are symmetries too.

        >>> [element.name for element in Puzzle("6x10").symmetries()]
        ['IDENTITY', 'ROTATE_180', 'FLIP_COLUMNS', 'FLIP_ROWS']
        """
        return self._plan.group
