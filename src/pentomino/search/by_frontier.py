"""The method "frontier": count solutions and tally placements without visiting solutions, and draw random solutions.

See `docs/explanation/counting.md` for the method.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal, TypeAlias

from ..limits import MemoryLimit, allowing, looking
from .by_search import Method, NotApplicable, Tallied
from .run import Run, free_memory
from .tables import Numbers

if TYPE_CHECKING:
    from .._frontier import FrontierJob, FrontierTable
    from .exact_cover import Begin

Turn: TypeAlias = Callable[[bool], None]
"""A function that the engine calls every few milliseconds. It may raise an exception to end the work.

The argument is True once the engine has reached the second half of the cells.
"""


def count(run: Run, turn: Turn | None = None) -> int:
    """Return the number of solutions, all or up to symmetry, as `run.options` specify.

    The engine calls `turn`, if given, every few milliseconds. `turn` may raise an exception to end the count.
    """
    from .exact_cover import count_all, count_distinct

    verb = count_all if run.options.symmetry == "all" else count_distinct
    with _at_work(run, "count", turn) as begin:
        return verb(run.plan, begin)


def tally(run: Run, turn: Turn | None = None) -> Tallied:
    """Return the number of solutions that contain each placement. `turn` is as for `count`.

    Raise `NotApplicable` if the options require a count up to symmetry, unless the puzzle has no symmetry.
    """
    from .exact_cover import tally_all

    if run.options.symmetry != "all" and len(run.plan.group) > 1:
        raise NotApplicable("the frontier engine cannot tally solutions of a symmetric puzzle up to symmetry")
    with _at_work(run, "tally", turn) as begin:
        return tally_all(run.plan, begin)


def sample(run: Run, k: int, seed: object) -> list[Numbers]:
    """Return `k` random solutions as placement numbers ([] if none exists). The same `seed` gives the same list."""
    from .exact_cover import samples

    with _at_work(run, "draw from") as begin:
        # Progress treats counting all solutions as half of the work, and drawing as the other half.
        count = run.clock.state
        run.clock.state = lambda: ((count()[0] + run.clock.found / max(1, k)) / 2, count()[1])
        found: list[Numbers] = []
        for numbers in samples(run.plan, k, seed, begin):
            found.append(numbers)
            run.clock.found = len(found)
        return found


def prefixes(run: Run, last: int) -> list[int]:
    """Return the numbers of ways to cover exactly the first f cells, for f from 0 to `last`; see `count_prefixes`."""
    from .exact_cover import count_prefixes

    with _at_work(run, "count") as begin:
        return count_prefixes(run.plan, last, begin)


METHOD = Method("frontier", count, tally)


@contextmanager
def _at_work(run: Run, what: Literal["count", "tally", "draw from"], turn: Turn | None = None) -> Iterator[Begin]:
    """Yield a function that begins jobs (counts) of the engine within the limits of `run`. Update the statistics.

    Raise `NotApplicable` if the engine cannot do the job. The message of this error contains the verb `what`. The
    engine calls `turn`, if given, every few milliseconds.
    """
    from .._frontier import FrontierJob, FrontierUnfit

    options, statistics = run.options, run.statistics
    limit = options.memory_limit or free_memory() // 2
    limit = min(limit, sys.maxsize)  # if addresses have 32 bits, a block of memory cannot be larger
    jobs, cells = _Jobs(), len(run.plan.puzzle.free)

    def tick() -> None:
        run.clock.check()
        if turn is not None:
            turn(jobs.number > 1 or 2 * jobs.reached >= cells)

    def begin(table: FrontierTable) -> FrontierJob:
        run.clock.proof = run.proof
        held = run.held + sum(one.held for one in run.plan.frontier_tables.values() if one is not table)
        return jobs.add(FrontierJob(table, max(0, limit - held), options.workers, tick, full=MemoryLimit))

    run.clock.state = lambda: (jobs.progress, jobs.nodes)
    try:
        with statistics.phase("count"), allowing(limit, run.held), looking(tick):
            yield begin
        statistics.engine = METHOD.name
    except (FrontierUnfit, MemoryLimit) as error:
        raise NotApplicable(f"the frontier engine cannot {what} this: {error}") from None
    finally:
        jobs.close()  # an error refers to this frame by its traceback, and would keep the memory of the job
        statistics._note_workers(options.workers, jobs.missing)
        statistics.nodes = jobs.nodes
        statistics.levels = jobs.levels
        statistics.memory = max(statistics.memory, jobs.peak + run.held)


class _Jobs:
    """The total work of the jobs (counts by the engine) in a run. Only the last job is stored, to save memory."""

    def __init__(self) -> None:
        self._last: FrontierJob | None = None
        self._nodes = self.number = self.missing = self.peak = 0
        self.levels: list[tuple[int, int, int]] = []  # of the first job; the others count symmetric solutions

    def add(self, job: FrontierJob) -> FrontierJob:
        # only the counts of the old job stay
        self.close()
        self.number += 1
        self._last = job
        return job

    @property
    def progress(self) -> float:
        return self._last.progress if self._last else 0.0

    @property
    def reached(self) -> int:
        # the level is the number of cells passed
        return self._last.reached if self._last else 0

    @property
    def nodes(self) -> int:
        return self._nodes + (self._last.nodes if self._last else 0)

    def close(self) -> None:
        if (job := self._last) is not None:
            self._nodes += job.nodes
            self.missing = max(self.missing, job.missing)
            self.peak = max(self.peak, job.peak)
            self.levels = self.levels or job.states
            self._last = None
