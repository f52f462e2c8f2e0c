"""The verbs: run a plan's searches and make solutions, or a number, of what they find."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ..clock import looking, looking_each
from ..errors import PentominoError, SearchTimeout
from ..placement import Placement
from ..solution import Solution
from .engines import head_of_listing, suits
from .handover import Takeover, list_block
from .options import Options, is_whole
from .plan import Case, Codes, Plan
from .progress import Clock, OutOfTime, Statistics
from .quotient import conjugacy_classes, symmetric_search
from .threads import Job, Workers, in_this_thread
from .units import Searcher, Tick, Unit, cut, shares, whole

if TYPE_CHECKING:
    from .._frontier import FrontierRun

__all__ = ["Run", "Solutions", "count", "sample"]

Result = TypeVar("Result", bound=tuple[Case, Any])

ENOUGH = 16
"""So many times the solutions that the search has found must be wanted for the frontier to list the others."""


class _Worth(Exception):  # noqa: N818 - not an error, but the way out of a search
    """Raised within a search that turns out to be worth cutting."""


class Run:
    """One call of a verb: of which plan, with which options; its clock, which starts now, and its statistics."""

    def __init__(self, plan: Plan, options: Options, statistics: Statistics | None = None) -> None:
        self.plan = plan
        self.options = options
        self.statistics = Statistics() if statistics is None else statistics.cleared()
        self.clock = Clock(math.inf if options.timeout is None else options.timeout, options.progress)


class Solutions(Iterator[Solution]):
    """The solutions of a run, found as they are asked for; `statistics` grow meanwhile. May be closed at any moment."""

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
    found = 0
    try:
        if run.options.most == 0:
            return
        takeover = _takeover(run)
        for made, codes in _found(run, takeover):
            solution = Solution.found(run.plan.puzzle, run.plan.table.placement, made, codes)
            found += 1
            run.statistics.found = run.clock.found = found
            if run.options.timeout is not None:
                met.append(solution)
            yield solution
            if found == run.options.most:
                return
    except OutOfTime:
        raise _timed_out(run, found, tuple(met)) from None


def count(run: Run) -> int:
    """The number of solutions, or the limit if that is less, without making any of them."""
    try:
        if run.options.limit is None:
            with looking(run.clock.check):
                run.clock.found = _count_all(run)
        elif run.options.limit:
            for _ in _found(run, None):
                run.clock.found += 1
                if run.clock.found == run.options.limit:
                    break
    except OutOfTime:
        raise _timed_out(run, run.clock.found) from None
    finally:
        run.statistics.found = run.clock.found
    return run.clock.found


def _count_all(run: Run) -> int:
    """The number of solutions, by the engine that the options ask for or that suits the puzzle."""
    from . import frontier  # some milliseconds to import, which listing need not spend

    fits, reason = suits(run.plan)
    if run.options.method == "search" or (run.options.method == "auto" and not fits):
        run.statistics.reason = reason if run.options.method == "auto" else "asked for"
        return _count_cases(run)
    run.statistics.reason = reason if run.options.method == "auto" else "asked for"
    try:
        return _count_by_frontier(run)
    except frontier.FrontierUnfit as error:
        if run.options.method == "frontier":
            raise PentominoError(f"the frontier engine cannot count this: {error}") from None
        run.statistics.reason = f"the frontier engine cannot count this: {error}"
        return _count_cases(run)


def _count_by_frontier(run: Run) -> int:
    """The number of solutions, without meeting any of them."""
    from . import frontier

    counts: list[FrontierRun] = []

    def state() -> tuple[float, int]:
        return (counts[-1].progress if counts else 0.0), sum(one.nodes for one in counts)

    run.clock.state = state
    means = frontier.Means(run.options.memory_limit, run.options.workers, tick=run.clock.check, watch=counts.append)
    try:
        with run.statistics.phase("count"):
            verb = frontier.count_all if run.options.symmetry == "all" else frontier.count_distinct
            found = verb(run.plan, means)
    finally:
        _note_counts(run, counts)
    run.statistics.method = run.statistics.engine = "frontier"
    return found


def _note_counts(run: Run, counts: Sequence[FrontierRun]) -> None:
    """Note what the frontier engine did, the first count being that of all solutions."""
    statistics = run.statistics
    statistics.note_workers(run.options.workers, max([one.missing for one in counts], default=0))
    statistics.nodes = sum(one.nodes for one in counts)
    statistics.levels = [level for one in counts[:1] for level in one.states]
    statistics.memory = max((one.peak for one in counts), default=0)


def sample(run: Run, k: int, seed: object) -> list[Solution]:
    """*k* solutions drawn at random from all, each as likely as any other."""
    from . import frontier

    counts: list[FrontierRun] = []
    means = frontier.Means(run.options.memory_limit, run.options.workers, tick=run.clock.check, watch=counts.append)
    if not is_whole(k, 0):
        raise PentominoError(f"the number of solutions to draw is a whole number from 0, not {k!r}")
    try:
        with looking(run.clock.check):
            drawn = list(frontier.sample(run.plan, k, seed, means))
    except OutOfTime:
        raise _timed_out(run, 0) from None
    except frontier.FrontierUnfit as error:
        raise PentominoError(f"the frontier engine cannot draw from this: {error}") from None
    finally:
        _note_counts(run, counts)
    run.statistics.method = run.statistics.engine = "frontier"
    return [Solution.found(run.plan.puzzle, run.plan.table.placement, (), codes) for codes in drawn]


def _count_cases(run: Run) -> int:
    """The number of solutions, from the numbers of all cases and, for orbits, of the solutions that symmetries keep."""
    totals = dict.fromkeys(run.plan.cases, 0)
    done = 0

    def so_far() -> int:
        """What was found, at least: solutions that a symmetry of their case turns into each other are met apart."""
        weights = {
            case: len(case.movers) if run.options.symmetry == "all" else 1 / len(case.stabiliser) for case in totals
        }
        return done + math.ceil(sum(weights[case] * number for case, number in totals.items()))

    try:
        for case, found in _results(run, _count_block, _count_block):
            totals[case] += found
            run.clock.found = so_far()
        if run.options.symmetry == "all":
            return sum(len(case.movers) * total for case, total in totals.items())
        with run.statistics.phase("symmetry"):
            for case, total in totals.items():
                done += _orbits_of(run, case, total)
                totals[case] = 0
        return done
    except OutOfTime:
        run.clock.found = so_far()
        raise


def _orbits_of(run: Run, case: Case, total: int) -> int:
    """The number of orbits of the *total* solutions of a case under its stabiliser, by Burnside's lemma.

    It is the mean, over the stabiliser, of the number of solutions that an element keeps as they are.
    """
    if total and len(case.stabiliser) > 1:
        part = run.plan.puzzle
        for placement in case.made:
            part = part.place(placement)
        for members in conjugacy_classes(case.stabiliser)[1:]:
            kept = symmetric_search(run.plan.puzzle, part, members[0])
            if kept is not None:
                total += len(members) * kept.count(tick=run.clock.check)
    number, rest = divmod(total, len(case.stabiliser))
    if rest:
        raise AssertionError(f"{total} is not a multiple of the order {len(case.stabiliser)} of the stabiliser")
    return number


def _timed_out(run: Run, found: int, solutions: tuple[Solution, ...] = ()) -> SearchTimeout:
    """The error that says so to the caller."""
    return SearchTimeout(
        f"stopped after {run.options.timeout:g} s with {found} solutions found so far", found, solutions
    )


def _takeover(run: Run) -> Takeover | None:
    """What may take a listing over from the search, if anything."""
    head: int | None = 0
    reason = "asked for"
    if run.options.method == "auto":
        head, reason = head_of_listing(run.plan)
    if run.options.method == "search" or head is None:
        run.statistics.reason = reason
        return None
    run.statistics.reason = "the search was done first"
    return Takeover(
        run.plan,
        head,
        reason,
        run.statistics,
        memory_limit=run.options.memory_limit,
        workers=run.options.workers,
        pays=lambda: run.options.method == "frontier" or ENOUGH * max(1, run.clock.found) < run.options.most,
        strict=run.options.method == "frontier",
    )


def _found(run: Run, takeover: Takeover | None) -> Iterator[tuple[tuple[Placement, ...], Codes]]:
    """The solutions in their fixed order, each as the placements made beforehand and the numbers of the others."""
    results = _results(run, list_block, partial(list_block, takeover=takeover), takeover)
    for case, batch in looking_each(results, run.clock.check):
        for codes in batch:
            run.clock.check()
            yield from run.plan.answers(case, codes, run.options.symmetry)


def _count_block(searcher: Searcher, units: Sequence[Unit], tick: Tick) -> Iterator[tuple[Case, int]]:
    """The numbers of solutions of some units, those of one case added up; at a time-out, of what was found by then."""
    for case, group in groupby(units, key=attrgetter("case")):
        number = before = 0
        try:
            for unit in group:
                search = searcher.start(unit)
                before = search.found
                number += search.count(tick=tick)
                before = search.found
                searcher.finish()
                tick()
        except _Worth:
            yield case, number
            raise
        except OutOfTime:
            yield case, number + search.found - before
            raise
        yield case, number


def _results(run: Run, job: Job[Result], head: Job[Result], takeover: Takeover | None = None) -> Iterator[Result]:
    """The results of a job for all cases of the plan, in order; *head* is the job with a *takeover* that may take over.

    This thread begins. What is left once that turns out to be worth it is shared out to as many threads as the
    options say, or to this one in units that are fine enough to show progress.
    """
    with run.statistics.phase("compile"):
        run.plan.compile()
    run.statistics.workers = run.options.workers
    run.statistics.engine = run.plan.table.engine
    searchers = [Searcher(run.plan) for _ in range(run.options.workers)]
    searcher, units = searchers[0], whole(run.plan)
    run.statistics.units = len(units)

    def look() -> None:
        run.clock.check()
        _weigh(searcher, run.options, takeover)

    with run.statistics.phase("search"):
        try:
            with suppress(_Worth):
                _weigh(searcher, run.options, takeover)
                weigh = cache(partial(shares, run.plan, units))
                for result in in_this_thread(searcher, units, head, weigh, run.clock, tick=look):
                    yield result
                    _weigh(searcher, run.options, takeover)
                return
            given, begin = searcher.given, searcher.done
            searcher.abandon()
            if begin == len(units):
                return
            units = cut(run.plan, run.statistics, begin)
            run.statistics.units = len(units)
            weigh = cache(partial(shares, run.plan, units))
            if run.options.workers == 1:
                rest = in_this_thread(searcher, units, job, weigh, run.clock, begin=begin)
            else:
                rest = Workers(searchers, units, job, weigh, begin).results(run.clock, run.statistics)
            yield from cast("Iterator[Result]", _behind(rest, given)) if given else rest
        finally:
            for searcher in searchers:
                searcher.close()
                run.statistics.merge(searcher.statistics)


def _weigh(searcher: Searcher, options: Options, takeover: Takeover | None) -> None:
    """Raise `_Worth` if a search is to be shared out, or to be shown."""
    if (
        searcher.is_worth_cutting
        and (options.workers > 1 or options.progress is not None)
        and (takeover is None or takeover.leaves(searcher.nodes))
    ):
        raise _Worth


def _behind(results: Iterator[tuple[Case, list[Codes]]], given: int) -> Iterator[tuple[Case, list[Codes]]]:
    """The solutions without so many that come first."""
    for case, batch in results:
        if left := batch[given:]:
            yield case, left
        given = max(0, given - len(batch))
