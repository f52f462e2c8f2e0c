"""The search engines at work on a plan: solutions met one after the other, listed or counted.

The caller's thread begins. If it lasts, the rest is shared out to workers.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Sequence
from functools import cache, partial, reduce
from itertools import groupby
from operator import attrgetter, mul
from typing import TYPE_CHECKING, cast

from ..puzzle import Puzzle
from .method import Batches, Lasting, Method, Tallied
from .plan import Case, Numbers
from .run import OutOfTime, Run
from .task import Result, Task, in_this_thread
from .units import ITEM_NODE, NEVER, Searcher, Tick, Unit, cut, shares, whole

if TYPE_CHECKING:
    from ..lattices.wrapping import Element

__all__ = ["METHOD", "listed"]

WORTH = 1 << 20
"""Nodes, some 20 ms, after which it pays to cut what is left, which takes as long."""


def listed(run: Run, nodes: int | None = None) -> Batches:
    """Yield the solutions, case by case, in ascending order of their numbers.

    Raise `Lasting` if the search goes on after it has visited that many *nodes*.
    """
    case: Case | None = None
    last: Numbers = ()
    for (of, _), batch in _results(run, _list_units, nodes):
        batch = _behind(batch, last) if of is case else batch
        if batch:
            case, last = of, batch[-1]
            yield of, batch


def _behind(batch: list[Numbers], last: Numbers) -> list[Numbers]:
    """What comes after the *last* solution: the units of a case that was begun give its first ones once more."""
    from bisect import bisect  # few programs need it

    return batch[bisect(batch, last) :]


def count(run: Run) -> int:
    """The number of solutions, from the numbers of all cases and, for orbits, of the solutions that symmetries keep."""
    run = run.by(run.plan.counting)
    totals = dict.fromkeys(run.plan.cases, 0)
    weights = [len(case.movers) if run.options.symmetry == "all" else 1 / len(case.stabiliser) for case in totals]
    done = 0

    def so_far() -> int:
        """What was found, at least: solutions that a symmetry of their case turns into each other are met apart."""
        found: float = sum(map(mul, weights, totals.values()))
        return done + math.ceil(found)

    try:
        for (case, _), found in _results(run, _count_units):
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


def tally(run: Run) -> Tallied:
    """How many solutions, or orbits of them, contain each placement: they are met and added up."""
    from .adding import added_up  # few programs need it

    return added_up(run, listed(run))


METHOD = Method("search", lambda plan: (True, ""), count, tally)


def _orbits_of(run: Run, case: Case, total: int) -> int:
    """The number of orbits of the *total* solutions of a case under its stabiliser."""
    from .quotient import number_of_orbits, symmetric_search

    def kept(element: Element) -> int:
        part = reduce(Puzzle.place, case.made, run.plan.puzzle)
        with run.at_work():
            search = symmetric_search(run.plan.puzzle, part, element)
        return 0 if search is None else search.count(tick=run.clock.check)

    return number_of_orbits(total, run.plan.classes(case.stabiliser), kept)


def _list_units(searcher: Searcher, units: Sequence[Unit], tick: Tick) -> Iterator[tuple[Unit, list[Numbers]]]:
    """The solutions of some units, batch by batch."""
    for unit in units:
        searcher.start(unit)
        while batch := searcher.take_some(searcher.size, tick):
            yield unit, batch
            searcher.size = min(2 * searcher.size, searcher.batch)
        if searcher.is_paused:
            return
        searcher.finish()
        tick()


def _count_units(searcher: Searcher, units: Sequence[Unit], tick: Tick) -> Iterator[tuple[Unit, int]]:
    """The numbers of solutions of some units, those of one case added up; at a time-out, of what was found by then."""
    for case, group in groupby(units, key=attrgetter("case")):
        before = searcher.found_in(case)
        try:
            for unit in group:
                searcher.start(unit)
                searcher.count(tick)
                if searcher.is_paused:
                    return  # the case will be cut, and counted from its start
                searcher.finish()
                tick()
        except OutOfTime:
            yield Unit(case, ()), searcher.found_in(case) - before
            raise
        yield Unit(case, ()), searcher.found_in(case) - before


def _results(run: Run, task: Task[Result], nodes: int | None = None) -> Generator[Result, None, None]:
    """Yield the results of a task for all cases, in order; *nodes* is as for `listed`."""
    counts = task is not _list_units
    with run.statistics.phase("compile"), run.at_work():
        run.hold(run.plan.compile(counts, run.options.workers))
    searchers = [Searcher(run.plan) for _ in range(run.options.workers)]
    run.statistics.engine = searchers[0].engine
    run.statistics.workers = run.options.workers
    with run.statistics.phase("search"):
        try:
            yield from _begun(run, task, searchers, nodes)
        finally:
            for searcher in searchers:
                searcher.close()
                run.statistics.merge(searcher.statistics)
            searchers.clear()
            run.held = run.plan.memory(counts, 0)


def _begun(run: Run, task: Task[Result], searchers: Sequence[Searcher], nodes: int | None) -> Iterator[Result]:
    """The results: those of this thread and, after a pause, of what goes on from there."""
    searcher, units = searchers[0], whole(run.plan)
    size = ITEM_NODE if searcher.engine == "item" else 1
    run.statistics.units = len(units)
    is_shared = run.options.workers > 1 or run.options.executor is not None or run.options.progress is not None
    most = nodes or (WORTH if is_shared else NEVER)
    searcher.until = 0 if run.journal else most // size
    weigh = cache(partial(shares, run.plan, units))
    yield from in_this_thread(searcher, units, task, weigh, run.clock)
    begin = searcher.done
    if begin == len(units):
        return
    if nodes:
        raise Lasting
    if is_shared or run.journal:
        yield from _shared_out(run, task, searchers, units, begin)
    else:
        searcher.until = NEVER
        yield from in_this_thread(searcher, units, task, weigh, run.clock, begin)


def _shared_out(
    run: Run, task: Task[Result], searchers: Sequence[Searcher], units: list[Unit], begin: int
) -> Iterator[Result]:
    """The results from a unit on, shared out to all workers, or in units that are fine enough to show progress."""
    searchers[0].abandon()
    searchers[0].until = NEVER
    is_sent = run.journal is not None or run.options.executor is not None
    units = cut(run.plan, run.statistics, units, begin, is_sent or task is not _count_units)
    run.statistics.units = len(units)
    weigh = cache(partial(shares, run.plan, units))
    if is_sent:
        from .shards import Shards  # few programs need it

        return cast("Iterator[Result]", Shards(run, units[begin:], weigh()[begin:], task is _list_units).results())
    if run.options.workers == 1:
        return in_this_thread(searchers[0], units, task, weigh, run.clock, begin)
    from .threads import Workers  # most searches are over before threads pay

    return Workers(searchers, units, task, weigh, begin).results(run.clock, run.statistics)
