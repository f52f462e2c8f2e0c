"""The method "frontier": solutions counted without meeting one, tallied, and drawn at random.

See `docs/frontier.md` for the method.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from ...base.limits import NoRoom, allowing
from ..plan import Numbers, Plan
from ..run import Run, free_memory
from .method import Method, Tallied, Unfit

if TYPE_CHECKING:
    from ..._frontier import FrontierJob, FrontierTable
    from .counting import Begin

__all__ = ["METHOD", "sample", "suits", "tally"]

MANY_PIECES = 15
"""From this many pieces on, the frontier is ten times as fast and more; `docs/frontier.md` has the figures."""

FEW_PIECES, NARROW = 12, 5
"""Pieces and width of a board from which on, and up to which, the frontier is faster as well."""

FEW_CELLS = 24
"""Cells from which on the frontier is faster if copies need no counting."""


# ----------------------------------------------------------------------------------------------------- when it suits


def suits(plan: Plan) -> tuple[bool, str]:
    """Return whether the frontier is likely to count faster than the search, by sizes and copies, and why or why not.

    The puzzle may still be beyond the engine, or beyond the memory.
    """
    puzzle = plan.puzzle
    area = len(puzzle.free)
    used = [count for count in puzzle.demand if count.most]
    pieces, short = plan.fewest_pieces, plan.puzzle.numbering.across
    if area >= FEW_CELLS and all(least == 0 and (most + 1) * piece.size > area for piece, least, most in used):
        return True, "copies need no counting"
    if pieces >= MANY_PIECES:
        return True, f"{pieces} pieces or more are to be placed"
    if pieces >= FEW_PIECES and short <= NARROW:
        return True, f"the board is only {short} cells wide"
    return False, f"only about {pieces} pieces are to be placed, on a board {short} cells wide"


# -------------------------------------------------------------------------------------------------- what a call does


def count(run: Run) -> int:
    """Return the number of solutions that the options ask for."""
    from .counting import count_all, count_distinct

    verb = count_all if run.options.symmetry == "all" else count_distinct
    with _at_work(run, "count") as begin:
        return verb(run.plan, begin)


def tally(run: Run) -> Tallied:
    """Return how many solutions, or orbits of them, contain each placement."""
    from .counting import tally_all, tally_distinct

    verb = tally_all if run.options.symmetry == "all" else tally_distinct
    with _at_work(run, "tally") as begin:
        return verb(run.plan, begin)


def sample(run: Run, k: int, seed: object) -> list[Numbers]:
    """Return *k* solutions, drawn at random from all by a *seed*."""
    from .counting import samples

    with _at_work(run, "draw from") as begin:
        count = run.clock.state
        run.clock.state = lambda: ((count()[0] + run.clock.found / max(1, k)) / 2, count()[1])
        found: list[Numbers] = []
        for numbers in samples(run.plan, k, seed, begin):
            found.append(numbers)
            run.clock.found = len(found)
        return found


METHOD = Method("frontier", suits, count, tally)


@contextmanager
def _at_work(run: Run, what: Literal["count", "tally", "draw from"]) -> Iterator[Begin]:
    """Give what begins a job within the limits of a run, and note what was done. Raise `Unfit` if that cannot be."""
    from ..._frontier import FrontierJob, FrontierUnfit

    options, statistics = run.options, run.statistics
    limit = options.memory_limit or free_memory() // 2
    limit = min(limit, sys.maxsize)  # no block is larger, which counts if addresses have 32 bits
    jobs = _Jobs()

    def begin(table: FrontierTable) -> FrontierJob:
        held = run.held + sum(one.held for one in run.plan.covers.values() if one is not table)
        left = max(0, limit - held)
        return jobs.add(FrontierJob(table, left, options.workers, tick=run.clock.check))

    run.clock.state = lambda: (jobs.progress, jobs.nodes)
    try:
        with statistics.phase("count"), allowing(limit, run.held):
            yield begin
        statistics.engine = METHOD.name
    except (FrontierUnfit, NoRoom) as error:
        raise Unfit(f"the frontier engine cannot {what} this: {error}") from None
    finally:
        jobs.close()  # an error keeps this frame, and is not to keep them
        statistics.note_workers(options.workers, jobs.missing)
        statistics.nodes = jobs.nodes
        statistics.levels = jobs.levels
        statistics.memory = max(statistics.memory, jobs.peak + run.held)


class _Jobs:
    """The jobs of a run, added up. Only the last is kept, as each keeps its table."""

    def __init__(self) -> None:
        self._last: FrontierJob | None = None
        self._nodes = self.missing = self.peak = 0
        self.levels: list[tuple[int, int, int]] = []  # of the first; others are of solutions that symmetries keep

    def add(self, job: FrontierJob) -> FrontierJob:
        """Let the last job go, and note the next."""
        self.close()
        self._last = job
        return job

    @property
    def progress(self) -> float:
        """The part of the present job that is done."""
        return self._last.progress if self._last else 0.0

    @property
    def nodes(self) -> int:
        """The nodes of all jobs."""
        return self._nodes + (self._last.nodes if self._last else 0)

    def close(self) -> None:
        """Add up what the last job took, and let it go."""
        if (job := self._last) is not None:
            self._nodes += job.nodes
            self.missing = max(self.missing, job.missing)
            self.peak = max(self.peak, job.peak)
            self.levels = self.levels or job.states
            self._last = None
