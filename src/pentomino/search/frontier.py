"""The frontier engine at work on a plan: solutions counted without meeting one, drawn, or listed without turning back.

See `docs/frontier.md` for the method.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from time import monotonic
from typing import TYPE_CHECKING, Literal

from ..base.room import NoRoom, allowing
from .method import Batches, Method, Start, Tallied, Unfit
from .plan import Case, Numbers, Plan
from .run import Run, free_memory
from .units import batch_size, shares, whole

if TYPE_CHECKING:
    from .._frontier import FrontierJob, FrontierListing, FrontierTable
    from .counting import Begin

__all__ = ["METHOD", "head_of_listing", "suits"]

MANY_PIECES = 15
"""From so many pieces on, the frontier wins by ten times and more; see `docs/frontier.md` for what was measured."""

FEW_PIECES, NARROW, FEW_CELLS = 12, 5, 24

LISTED_WIDTH = 6
"""The short side of boards up to which listing was measured; the memory it takes grows fast with it."""

HEAD = 1 << 21
"""Nodes that the search visits before it leaves the rest to the frontier, on narrow boards: some 20 ms."""

ALONE = 2.0
"""Seconds after which a count is begun anew in parts that workers of an executor share: they do more work in all."""

MODEST = 768 << 20
"""Bytes that a listing takes if nobody asked for this engine: one-sided 6x15 needs 567 MiB."""


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


def head_of_listing(plan: Plan) -> tuple[int | None, str]:
    """How many nodes the search is to visit before the frontier lists the rest, None for all of them; and why.

    The wider the board, the longer it takes to prepare a walk, so more of the search has to be left to do.
    """
    pieces, short = plan.fewest_pieces, plan.puzzle.numbering.across
    if short > LISTED_WIDTH or pieces < (FEW_PIECES if short <= NARROW else MANY_PIECES):
        return None, f"only about {pieces} pieces are to be placed, on a board {short} cells wide"
    reason = f"{pieces} pieces or more are to be placed, on a board {short} cells wide"
    return HEAD << 2 * max(0, short - NARROW), reason


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
    from .adding import added_up

    found = _tallied(run)
    return added_up(run, rest(run, 0, None)) if found is None else found


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


def rest(run: Run, first: int, last: Numbers | None) -> Batches:
    """The solutions from the case of a number on, those of it behind *last*."""
    from .._frontier import FrontierWalk

    nodes = run.clock.state()[1]
    listing = _prepared(run)
    if run.options.method == "auto":
        _, run.statistics.reason = head_of_listing(run.plan)
    cases = run.plan.cases
    parts = cache(lambda: shares(run.plan, whole(run.plan)))
    for number in range(first, len(cases)):
        reached = _Reached(run.plan, cases[number], last)
        run.clock.state = lambda: (sum(parts()[:number]) + parts()[number] * reached.fraction, nodes)  # noqa: B023
        walk = FrontierWalk(listing, number, last)
        while batch := walk.take_some(batch_size(run.plan)):
            reached.last = batch[-1]
            yield cases[number], batch
            run.clock.check()
        last = None
        run.clock.check()


def listed(run: Run, start: Start) -> Batches:
    """The solutions from the start on, without turning back."""
    number, prefix, _ = start
    if prefix:
        yield run.plan.cases[number], [prefix]  # which is a whole solution, as ranks tell these
    yield from rest(run, number, prefix or None)


def ranked(run: Run, rank: int) -> Start:
    """Where the answer of a rank is: each case is counted, and in the one that has it a solution named by its rank."""
    from .counting import count_case, of_case, orbits_of_case

    plan, over = run.plan, rank
    with _at_work(run, "rank") as begin:
        for number, case in enumerate(plan.cases):
            total = count_case(plan, case, begin)
            each = plan.answers_of_each(case, run.options.symmetry)
            if each and over < each * total:
                return Start(number, of_case(plan, case, over // each, begin), over % each)
            least = -(-total // len(case.stabiliser))
            if each is None and (over < least or over < (least := orbits_of_case(plan, case, total, begin))):
                return Start(number, (), over)
            over -= each * total if each else least
    return Start(len(plan.cases), (), 0)


METHOD = Method("frontier", suits, count, listed, ranked, tallied, sampled, head_of_listing, rest)


def _prepared(run: Run) -> FrontierListing:
    """What walks need."""
    from .._frontier import FrontierListing
    from .exact_cover import compile_listing

    with _at_work(run, "list") as begin:
        listing = FrontierListing(begin(compile_listing(run.plan)), run.plan.table.numbers_by_mask())
        listing.prepare()
    return listing


@contextmanager
def _at_work(
    run: Run, what: Literal["count", "tally", "draw from", "list", "rank"], tick: Callable[[], None] | None = None
) -> Iterator[Begin]:
    """Gives what begins a count within the limits of a call; notes what was done, and has `Unfit` say what cannot be.

    Unless this engine or a limit was asked for, a listing takes memory of a modest size.
    """
    from .._frontier import FrontierJob, FrontierUnfit

    options, statistics = run.options, run.statistics
    limit = options.memory_limit or free_memory() // 2
    if what == "list" and options.method == "auto" and not options.memory_limit:
        limit = min(limit, MODEST)
    limit = min(limit, sys.maxsize)  # no block is larger, which counts if addresses have 32 bits
    jobs = _Jobs()

    def begin(table: FrontierTable) -> FrontierJob:
        held = run.held + sum(one.held for one in run.plan.covers.values() if one is not table)
        left = max(0, limit - held)
        return jobs.add(FrontierJob(table, left, options.workers, tick=tick or run.clock.check))

    if what in ("count", "tally", "draw from"):
        run.clock.state = lambda: (jobs.progress, jobs.nodes)
    try:
        with statistics.phase("prepare" if what == "list" else "count"), allowing(limit, run.held):
            yield begin
        statistics.engine = METHOD.name
    except (FrontierUnfit, NoRoom) as error:
        raise Unfit(f"the frontier engine cannot {what} this: {error}") from None
    finally:
        jobs.close()  # an error keeps this frame, and is not to keep them
        statistics.note_workers(options.workers, jobs.missing)
        if what in ("count", "tally", "draw from"):  # those of a listing are those of the search
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


class _Reached:
    """How far a listing has come within a case: to its `last` solution."""

    def __init__(self, plan: Plan, case: Case, last: Numbers | None) -> None:
        self._plan = plan
        self._case = case
        self.last = last

    @property
    def fraction(self) -> float:
        """The part of the case that lies before, at a coarse guess."""
        if self.last is None:
            return 0.0
        from bisect import bisect_left

        prefixes = self._plan.table.search(self._case.made).prefixes(2)
        return bisect_left(prefixes, self.last[:2]) / len(prefixes)
