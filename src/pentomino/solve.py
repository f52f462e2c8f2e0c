"""The verbs: run a plan's searches and make solutions, or a number, of what they find."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import groupby
from operator import attrgetter, index
from typing import TYPE_CHECKING, Literal, TypeVar

from .choice import head_of_listing, suits
from .errors import PentominoError, SearchTimeout
from .listing import Relay, list_block
from .observe import ProgressCallback, Statistics, Watch
from .parallel import Crew, Job, Shares
from .plan import Codes, Plan, Run, Symmetry, check_symmetry
from .quotient import conjugacy_classes, symmetric_search
from .solution import Solution
from .statement import Placement
from .units import Lane, Tick, Unit, cut, shares, whole

if TYPE_CHECKING:
    from ._frontier import FrontierRun

__all__ = ["Method", "Options", "Symmetry", "count", "sample", "solve_all"]

Method = Literal["auto", "search", "frontier"]
Result = TypeVar("Result")

MOST_WORKERS = 64
"""Threads beyond these only wait for one another."""

ENOUGH = 16
"""So many times the solutions that the search has found must be wanted for the frontier to list the others."""


class Options:
    """The keyword arguments that the verbs share, checked: `PentominoError` says what is wrong with one."""

    def __init__(
        self,
        symmetry: Symmetry,
        limit: int | None,
        timeout: float | None,
        workers: int,
        progress: ProgressCallback | None,
        method: Method = "auto",
        memory_limit: int | None = None,
    ) -> None:
        check_symmetry(symmetry)
        if limit is not None and not _is_whole(limit, 0):
            raise PentominoError(f"limit is a whole number from 0, or None, not {limit!r}")
        if timeout is not None and not _is_seconds(timeout):
            raise PentominoError(f"timeout is a number of seconds from 0, or None, not {timeout!r}")
        if not _is_whole(workers, 1):
            raise PentominoError(f"workers is a whole number from 1, not {workers!r}")
        if progress is not None and not callable(progress):
            raise PentominoError(f"progress is a callable or None, not {progress!r}")
        if not isinstance(method, str) or method not in ("auto", "search", "frontier"):
            raise PentominoError(f"method is 'auto', 'search' or 'frontier', not {method!r}")
        if memory_limit is not None and not _is_whole(memory_limit, 1):
            raise PentominoError(f"memory_limit is a number of bytes, or None, not {memory_limit!r}")
        self.method = method
        self.memory_limit = memory_limit
        self.symmetry = symmetry
        self.limit = limit
        self.timeout = timeout
        self.workers = min(index(workers), MOST_WORKERS)
        self.progress = progress

    @property
    def most(self) -> float:
        """The limit as a number."""
        return math.inf if self.limit is None else self.limit

    def watch(self) -> Watch:
        """A watch that starts now."""
        return Watch(math.inf if self.timeout is None else self.timeout, self.progress)


def _is_whole(value: object, least: int) -> bool:
    try:
        return index(value) >= least  # type: ignore[arg-type]
    except TypeError:
        return False


def _is_seconds(value: object) -> bool:
    return isinstance(value, (int, float)) and value >= 0


def solve_all(plan: Plan, options: Options, statistics: Statistics) -> Iterator[Solution]:
    """The solutions, made as they are asked for."""
    watch = options.watch()
    met: list[Solution] = []
    found = 0
    try:
        if options.most == 0:
            return
        for made, codes in _found(plan, options, watch, statistics, _relay(plan, options, watch, statistics)):
            solution = Solution.found(plan.statement, plan.table, made, codes)
            found += 1
            statistics.found = watch.found = found
            if options.timeout is not None:
                met.append(solution)
            yield solution
            if found == options.most:
                return
    except TimeoutError:
        raise _timed_out(options, found, tuple(met)) from None


def count(plan: Plan, options: Options, statistics: Statistics) -> int:
    """The number of solutions, or the limit if that is less, without making any of them."""
    watch = options.watch()
    found = 0
    try:
        if options.limit is None:
            found = _count_all(plan, options, watch, statistics)
        elif options.limit:
            for _ in _found(plan, options, watch, statistics, None):
                found += 1
                watch.found = found
                if found == options.limit:
                    break
    except SearchTimeout as error:
        found = error.found
        raise
    except TimeoutError:
        raise _timed_out(options, found) from None
    finally:
        statistics.found = found
    return found


def _count_all(plan: Plan, options: Options, watch: Watch, statistics: Statistics) -> int:
    """The number of solutions, by the engine that the options ask for or that suits the puzzle."""
    from . import frontier  # some milliseconds to import, which listing need not spend

    fits, reason = suits(plan)
    if options.method == "search" or (options.method == "auto" and not fits):
        statistics.reason = reason if options.method == "auto" else "asked for"
        return _count_runs(plan, options, watch, statistics)
    statistics.reason = reason if options.method == "auto" else "asked for"
    try:
        return _count_by_frontier(plan, options, watch, statistics)
    except (frontier.FrontierUnfit, MemoryError) as error:
        if options.method == "frontier":
            raise PentominoError(f"the frontier engine cannot count this: {error}") from None
        statistics.reason = f"the frontier engine cannot count this: {error}"
        return _count_runs(plan, options, watch, statistics)


def _count_by_frontier(plan: Plan, options: Options, watch: Watch, statistics: Statistics) -> int:
    """The number of solutions, without meeting any of them."""
    from . import frontier

    runs: list[FrontierRun] = []

    def state() -> tuple[float, int]:
        return (runs[-1].progress if runs else 0.0), sum(run.nodes for run in runs)

    means = frontier.Means(
        options.memory_limit, options.workers, watch.deadline, lambda: watch.check(state), runs.append
    )
    try:
        with statistics.phase("count"):
            verb = frontier.count_all if options.symmetry == "all" else frontier.count_distinct
            found = verb(plan, means)
    finally:
        statistics.workers = options.workers
        statistics.nodes = sum(run.nodes for run in runs)
        statistics.levels = [level for run in runs[:1] for level in run.states]
        statistics.memory = max((run.peak for run in runs), default=0)
    statistics.method = statistics.engine = "frontier"
    return found


def sample(plan: Plan, k: int, seed: object, options: Options) -> list[Solution]:
    """*k* solutions drawn at random from all, each as likely as any other."""
    from . import frontier

    watch = options.watch()
    means = frontier.Means(options.memory_limit, options.workers, watch.deadline, watch.check_time)
    if not _is_whole(k, 0):
        raise PentominoError(f"the number of solutions to draw is a whole number from 0, not {k!r}")
    try:
        drawn = list(frontier.sample(plan, k, seed, means))
    except TimeoutError:
        raise _timed_out(options, 0) from None
    except (frontier.FrontierUnfit, MemoryError) as error:
        raise PentominoError(f"the frontier engine cannot draw from this: {error}") from None
    return [Solution.found(plan.statement, plan.table, (), codes) for codes in drawn]


def _count_runs(plan: Plan, options: Options, watch: Watch, statistics: Statistics) -> int:
    """The number of solutions, from the numbers of all runs and, for orbits, of the solutions that symmetries keep."""
    totals = dict.fromkeys(plan.runs, 0)
    done = 0

    def so_far() -> int:
        """What was found, at least: solutions that a symmetry of their run turns into each other are met apart."""
        weights = {run: len(run.movers) if options.symmetry == "all" else 1 / len(run.stabiliser) for run in totals}
        return done + math.ceil(sum(weights[run] * number for run, number in totals.items()))

    try:
        for run, found in _results(plan, options, watch, statistics, _count_block):
            totals[run] += found
            watch.found = so_far()
        if options.symmetry == "all":
            return sum(len(run.movers) * total for run, total in totals.items())
        with statistics.phase("symmetry"):
            for run, total in totals.items():
                done += _orbits_of(plan, run, total, watch)
                totals[run] = 0
        return done
    except TimeoutError:
        raise _timed_out(options, so_far()) from None


def _orbits_of(plan: Plan, run: Run, total: int, watch: Watch) -> int:
    """The number of orbits of the *total* solutions of a run under its stabiliser, by Burnside's lemma.

    It is the mean, over the stabiliser, of the number of solutions that an element keeps as they are.
    """
    if total and len(run.stabiliser) > 1:
        part = plan.statement
        for placement in run.made:
            part = part.place(placement)
        for members in conjugacy_classes(run.stabiliser)[1:]:
            kept = symmetric_search(plan.statement, part, members[0])
            if kept is not None:
                total += len(members) * kept.count(tick=lambda: watch.check(lambda: (1.0, 0)))
    number, rest = divmod(total, len(run.stabiliser))
    if rest:
        raise AssertionError(f"{total} is not a multiple of the order {len(run.stabiliser)} of the stabiliser")
    return number


def _timed_out(options: Options, found: int, solutions: tuple[Solution, ...] = ()) -> SearchTimeout:
    """The error to raise instead of the `TimeoutError` that is being handled."""
    if options.timeout is None:
        raise  # another's time-out, such as one of the progress callback
    return SearchTimeout(f"stopped after {options.timeout:g} s with {found} solutions found so far", found, solutions)


def _relay(plan: Plan, options: Options, watch: Watch, statistics: Statistics) -> Relay | None:
    """What may take a listing over from the search, if anything."""
    head: int | None = 0
    reason = "asked for"
    if options.method == "auto":
        head, reason = head_of_listing(plan)
    if options.method == "search" or head is None:
        statistics.reason = reason
        return None
    statistics.reason = "the search was done first"
    return Relay(
        plan,
        head,
        reason,
        statistics,
        memory_limit=options.memory_limit,
        workers=options.workers,
        deadline=watch.deadline,
        pays=lambda: options.method == "frontier" or ENOUGH * max(1, watch.found) < options.most,
        strict=options.method == "frontier",
    )


def _found(
    plan: Plan, options: Options, watch: Watch, statistics: Statistics, relay: Relay | None
) -> Iterator[tuple[tuple[Placement, ...], Codes]]:
    """The solutions in their fixed order, each as the placements made beforehand and the numbers of the others."""
    head = partial(list_block, relay=relay) if relay else None
    for run, batch in _results(plan, options, watch, statistics, list_block, head):
        watch.check_time()
        for codes in batch:
            yield from plan.answers(run, codes, options.symmetry)


def _count_block(lane: Lane, units: Sequence[Unit], tick: Tick) -> Iterator[tuple[Run, int]]:
    """The numbers of solutions of some units, those of one run added up; at a time-out, of what was found by then."""
    for run, group in groupby(units, key=attrgetter("run")):
        number = before = 0
        try:
            for unit in group:
                search = lane.start(unit)
                before = search.found
                number += search.count(tick=tick)
                before = search.found
                lane.done += 1
                tick()
        except TimeoutError:
            yield run, number + search.found - before
            raise
        yield run, number


def _results(
    plan: Plan,
    options: Options,
    watch: Watch,
    statistics: Statistics,
    job: Job[Result],
    head: Job[Result] | None = None,
) -> Iterator[Result]:
    """The results of a job for all units of the plan, in order, from as many threads as the options say.

    With a *head*, this thread begins by that, and the others take what it leaves.
    """
    with statistics.phase("compile"):
        plan.compile()
    statistics.workers = options.workers
    statistics.engine = plan.table.engine
    lanes = [Lane(plan) for _ in range(options.workers)]
    with statistics.phase("search"):
        try:
            fine = options.workers > 1 or options.progress is not None
            units = cut(plan, statistics) if fine else whole(plan)
            statistics.units = len(units)
            weigh = cache(lambda: shares(plan, units))
            if head or options.workers == 1:
                yield from _in_this_thread(lanes[0], units, head or job, weigh, watch)
            begin = lanes[0].done
            if begin < len(units):
                yield from Crew(lanes, units, job, weigh, begin).results(watch)
        finally:
            for lane in lanes:
                lane.close()
                statistics.merge(lane.statistics)


def _in_this_thread(
    lane: Lane, units: Sequence[Unit], job: Job[Result], weigh: Shares, watch: Watch
) -> Iterator[Result]:
    def state() -> tuple[float, int]:
        shares = weigh()
        return sum(shares[: lane.done]) + sum(shares[lane.done : lane.done + 1]) * lane.fraction, lane.nodes

    return job(lane, units, lambda: watch.check(state))
