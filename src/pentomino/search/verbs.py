"""The verbs: what a call of `solve_all`, `count` or `sample` answers, within its limits."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import partial

from ..clock import looking, looking_each
from ..errors import PentominoError
from ..placement import Placement
from ..solution import Solution
from . import backtracking
from .engine import Batches
from .engines import by_engine, listed
from .options import is_whole
from .plan import Codes
from .run import OutOfTime, Run

__all__ = ["Solutions", "count", "sample"]


class Solutions(Iterator[Solution]):
    """The solutions of a run, found as they are asked for; `statistics` grow meanwhile. May be closed at any moment.

    >>> from pentomino import solve_all
    >>> solutions = solve_all("3x20")
    >>> len(list(solutions)), solutions.statistics.found
    (2, 2)
    """

    def __init__(self, run: Run) -> None:
        self.statistics = run.statistics
        self._found = _solutions(run)

    def __next__(self) -> Solution:
        return next(self._found)

    def close(self) -> None:
        """End the search, and its threads."""
        self._found.close()


def _solutions(run: Run) -> Generator[Solution, None, None]:
    met: list[Solution] = []
    try:
        if run.options.most == 0:
            return
        for made, codes in _answers(run, listed(run)):
            solution = Solution.found(run.plan.puzzle, run.plan.table.placement, made, codes)
            run.clock.found += 1
            run.statistics.found = run.clock.found
            if run.options.timeout is not None:
                met.append(solution)
            yield solution
            if run.clock.found == run.options.most:
                return
    except OutOfTime:
        raise run.timed_out(len(met), tuple(met)) from None


def _answers(run: Run, batches: Batches) -> Iterator[tuple[tuple[Placement, ...], Codes]]:
    """The solutions to give, in their order, each as the placements made beforehand and the numbers of the others."""
    for case, batch in looking_each(batches, run.clock.check):
        for codes in batch:
            run.clock.check()
            yield from run.plan.answers(case, codes, run.options.symmetry)


def count(run: Run) -> int:
    """The number of solutions, or the limit if that is less, without making any of them."""
    try:
        if run.options.limit is None:
            with looking(run.clock.check):
                run.clock.found = by_engine(run, lambda engine: engine.count)
        elif run.options.limit:
            for _ in _answers(run, backtracking.listed(run)):
                run.clock.found += 1
                if run.clock.found == run.options.limit:
                    break
    except OutOfTime:
        raise run.timed_out(run.clock.found) from None
    finally:
        run.statistics.found = run.clock.found
    return run.clock.found


def sample(run: Run, k: int, seed: object) -> list[Solution]:
    """*k* solutions drawn at random from all, each as likely as any other."""
    if not is_whole(k, 0):
        raise PentominoError(f"the number of solutions to draw is a whole number from 0, not {k!r}")
    try:
        with looking(run.clock.check):
            drawn = by_engine(run, lambda engine: partial(engine.drawn, k=k, seed=seed) if engine.drawn else None)
    except OutOfTime:
        raise run.timed_out(0) from None
    return [Solution.found(run.plan.puzzle, run.plan.table.placement, (), codes) for codes in drawn]
