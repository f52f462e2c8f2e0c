"""`Solutions`, the iterator over the solutions of one call."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Self

from ..errors import PentominoError, SearchStopped
from ..search.plan import Plan
from ..search.run import Run
from ..search.verbs import count, listed
from ..wording import counted
from .solution import Solution, maker

FEW, SECONDS, SMALL = 12, 0.5, 16
"""Limits for notebooks: FEW solutions are shown, SECONDS seconds are spent. SMALL: the pixels per cell."""


class Solutions(Iterator[Solution]):
    """An iterator over the solutions of one call. It searches only when the next solution is requested.

    - `statistics` is updated during the search. `symmetry` is the argument of `solve_all`.
    - `close` ends the search at any time. A `with` statement calls it at its end.
    - A notebook shows the first twelve solutions, and their total number if counting takes at most half a second. This
      does not advance the iterator.

    Raises `PentominoError` for the method "frontier", which cannot list solutions.

    >>> from pentomino import solve_all
    >>> with solve_all("3x20") as solutions:
    ...     first = next(solutions)
    >>> solutions
    <Solutions: 1 found so far, symmetry='distinct'>
    """

    def __init__(self, run: Run, nodes: int | None = None) -> None:
        if run.options.method == "frontier":
            raise PentominoError(
                "the frontier counts, tallies and samples solutions, but cannot list them; "
                "use method='auto' or method='search'"
            )
        self.statistics, self.symmetry = run.statistics, run.options.symmetry
        self._stated = run.plan.puzzle, run.plan.seed, run.options  # not the run, which would keep the tables in memory
        self._found = listed(run, maker, nodes)

    def __iter__(self) -> Generator[Solution, None, None]:
        return self._found  # quicker than `__next__`

    def __next__(self) -> Solution:
        return next(self._found)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the search and its threads."""
        self._found.close()

    def __repr__(self) -> str:
        return f"<Solutions: {self.statistics.found} found so far, symmetry={self.symmetry!r}>"

    def _repr_html_(self) -> str | None:
        # search and count again, for at most `SECONDS` seconds each, so that this iterator does not advance
        from ..render.media import shown

        puzzle, seed, options = self._stated
        plan = Plan(puzzle, seed)
        quick = options.replace(timeout=SECONDS, workers=1, progress=None, executor=None, journal=None, method="auto")
        solutions: Sequence[Solution] = ()
        words = f"no solution found within {SECONDS} s"
        try:
            solutions = list(Solutions(Run(plan, quick.replace(limit=min(FEW, options.most)))))
            words = f"{len(solutions) or 'no'} solution{'s' * (len(solutions) != 1)}"
            if len(solutions) == FEW:
                words = f"the first {FEW} solutions"
                words = f"{words} of {count(Run(plan, quick))}"
        except SearchStopped as stopped:
            if not solutions and stopped.solutions:
                solutions = stopped.solutions
                words = f"the first {counted(len(solutions), 'solution')}"
        except PentominoError:
            return None
        return shown([solution.to_svg(cell=SMALL) for solution in solutions], words)
