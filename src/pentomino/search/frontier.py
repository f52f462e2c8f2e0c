"""The frontier engine at work on a plan: solutions counted without meeting one, and drawn at random.

See `docs/frontier.md` for the method.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING, Literal

from ..base.room import NoRoom, allowing
from . import backtracking
from .method import Method, Tallied, Unfit
from .plan import Numbers, Plan
from .run import Run, free_memory

if TYPE_CHECKING:
    from .._frontier import FrontierJob, FrontierTable
    from .counting import Begin

__all__ = ["METHOD", "suits"]

MANY_PIECES = 15
"""From so many pieces on, the frontier wins by ten times and more; see `docs/frontier.md` for what was measured."""

FEW_PIECES, NARROW, FEW_CELLS = 12, 5, 24

ALONE = 2.0
"""Seconds after which a count is begun anew in parts that workers of an executor share: they do more work in all."""


class _TooLong(Exception):  # noqa: N818 - not an error, but the way out of a count
    """A count takes longer than it was given."""


# ----------------------------------------------------------------------------------------------------- when it suits


def suits(plan: Plan) -> tuple[bool, str]:
    """Whether the frontier is likely to count faster than the search, and why; looks at sizes and copies only.

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
    """The number of solutions that the options ask for; if it lasts, an executor has its part in that."""
    from .counting import count_all, count_distinct

    verb = count_all if run.options.symmetry == "all" else count_distinct
    number, seconds = _parts(run)
    with suppress(_TooLong), _at_work(run, "count", _within(run, seconds)) as begin:
        return verb(run.plan, begin)
    from .parts import count_in_parts  # few programs need it

    return count_in_parts(run, number)


def _parts(run: Run) -> tuple[int, float]:
    """How many parts an executor may have of a count, and the seconds after which it has them, unless there is one."""
    if run.options.executor is None:
        return 1, math.inf
    from .parts import number_of_parts  # few programs need it

    number = number_of_parts(run)
    return number, math.inf if number == 1 else 0 if run.journal and run.journal.parts else ALONE


def _within(run: Run, seconds: float) -> Callable[[], None] | None:
    """What looks at the clock of a run, and raises `_TooLong` when so many seconds are over; None if they never are."""
    if seconds == math.inf:
        return None
    end = monotonic() + seconds

    def tick() -> None:
        run.clock.check()
        if monotonic() >= end:
            raise _TooLong

    return tick


def tallied(run: Run) -> Tallied:
    """How many solutions, or orbits of them, contain each placement; if it lasts, an executor has its part in that."""
    found = _tallied(run)
    return backtracking.tallied(run) if found is None else found


def _tallied(run: Run) -> Tallied | None:
    """The same; None if to list the solutions is less work."""
    from .counting import tally_all, tally_distinct

    verb = tally_all if run.options.symmetry == "all" else tally_distinct
    number, seconds = _parts(run)
    with suppress(_TooLong), _at_work(run, "tally", _within(run, seconds)) as begin:
        return verb(run.plan, begin)
    from .parts import tally_in_parts  # few programs need it

    return tally_in_parts(run, number, ALONE)


def sampled(run: Run, k: int, seed: object) -> list[Numbers]:
    """*k* solutions, drawn at random from all: the same ones, whoever draws them."""
    from .counting import count_all, ranks, sample

    with _at_work(run, "draw from") as begin:
        count = run.clock.state
        run.clock.state = lambda: ((count()[0] + run.clock.found / max(1, k)) / 2, count()[1])
        if run.options.executor is not None:
            from .parts import has_workers, name_in_parts  # few programs need it

            if has_workers(run):
                return name_in_parts(run, list(ranks(count_all(run.plan, begin), k, seed)))
        found: list[Numbers] = []
        for numbers in sample(run.plan, k, seed, begin):
            found.append(numbers)
            run.clock.found = len(found)
        return found


METHOD = Method("frontier", suits, count, None, tallied, sampled)


@contextmanager
def _at_work(
    run: Run, what: Literal["count", "tally", "draw from"], tick: Callable[[], None] | None = None
) -> Iterator[Begin]:
    """Give what begins a count within the limits of a call; note what was done. Raise `Unfit` for what cannot be."""
    from .._frontier import FrontierJob, FrontierUnfit

    options, statistics = run.options, run.statistics
    limit = options.memory_limit or free_memory() // 2
    limit = min(limit, sys.maxsize)  # no block is larger, which counts if addresses have 32 bits
    jobs = _Jobs()

    def begin(table: FrontierTable) -> FrontierJob:
        held = run.held + sum(one.held for one in run.plan.covers.values() if one is not table)
        left = max(0, limit - held)
        return jobs.add(FrontierJob(table, left, options.workers, tick=tick or run.clock.check))

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
    """The counts of a call, of which only the last is kept: the others would keep their tables."""

    def __init__(self) -> None:
        self._last: FrontierJob | None = None
        self._nodes = self.missing = self.peak = 0
        self.levels: list[tuple[int, int, int]] = []  # of the first; others are of solutions that symmetries keep

    def add(self, job: FrontierJob) -> FrontierJob:
        """Go on with another count."""
        self.close()
        self._last = job
        return job

    @property
    def progress(self) -> float:
        """How much of the present count is done."""
        return self._last.progress if self._last else 0.0

    @property
    def nodes(self) -> int:
        """The nodes of all."""
        return self._nodes + (self._last.nodes if self._last else 0)

    def close(self) -> None:
        """Add up what the last took, and let it go."""
        if (job := self._last) is not None:
            self._nodes += job.nodes
            self.missing = max(self.missing, job.missing)
            self.peak = max(self.peak, job.peak)
            self.levels = self.levels or job.states
            self._last = None
