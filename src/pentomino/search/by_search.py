"""The method "search": find solutions one after the other, to list, count or tally them.

The search starts in the caller's thread. If it takes long, workers (if any) share the remaining cases (subproblems).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import cache, reduce
from itertools import chain
from operator import mul
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from .._core import Search
from ..base_puzzle import BasePuzzle
from ..errors import PentominoError
from ..value import Memo
from .clock import Answer, OutOfTime, drain
from .cover import AnySearch, Numbers
from .plan import NEVER, Case, Plan, batch_size
from .run import Run

if TYPE_CHECKING:
    from ..lattices.wrapping import Element
    from .estimate import Probes
    from .workers import Workers


Paused = TypeVar("Paused")

Batches: TypeAlias = Generator[tuple[Case, list[Numbers]], None, None]
"""A generator of pairs: a case (subproblem), and a list of its next solutions in the order of the search."""


Steps: TypeAlias = Generator[int, None, Answer]
"""A generator that works in steps. It yields the number of nodes visited at each pause, and returns the answer."""


class Tallied(NamedTuple):
    """The result of a tally. `total` is the number of solutions, all or up to symmetry.

    `numbers` maps placement numbers to numbers of solutions that contain them. Placements in no solution are missing.
    """

    total: int
    numbers: Mapping[int, int]


class NotApplicable(PentominoError):  # noqa: N818 - not an error if another method can do it
    """Raised if the frontier engine cannot handle a puzzle, or would need too much memory.

    The method "auto" uses the search instead. The method "frontier" passes this error on to the caller.
    """


class NodeLimit(Exception):  # noqa: N818 - not an error, but the way out of a search
    """Raised by `listed` after the maximum number of nodes. The caller of `listed` catches it."""


WORTH = 1 << 20
"""The number of nodes, about 20 ms, after which workers take over and restart the current case (subproblem)."""


def listed(run: Run, nodes: int | None = None, step: int = NEVER) -> Batches:
    """Yield pairs (case, batch): a case (subproblem) of the plan, and a list of its next solutions.

    Yield an empty batch after `step` nodes without a solution. Raise `NodeLimit` after `nodes` nodes.
    """
    plan, first, given = run.plan, 0, Counter[int]()  # the number of solutions yielded by case
    size = 1  # the first solution comes at once, later ones in larger batches

    def take(number: int, search: AnySearch, until: int) -> tuple[Case, list[Numbers]]:
        nonlocal size
        if batch := search.take_some(size, tick=run.look, nodes=until):
            given[number] += len(batch)
            size = min(2 * size, batch_size(plan))
        return plan.cases[number], batch

    with _searching(run, counts=False):
        if run.journal is None:
            first = yield from _search_here(run, plan.ordered, take, step, nodes)
        if first == len(plan.cases):  # also if there are no cases at all
            return
        if nodes is not None:
            raise NodeLimit
        workers = _workers(run, first, True, step)
        for found in workers.results():
            run.nodes = workers.nodes
            number, batch = found or (0, [])  # a pause
            assert isinstance(batch, list)
            if given[first] < len(batch) or not batch:
                yield plan.cases[number], batch[given[first] :]
            given[first] = max(0, given[first] - len(batch))  # the restarted case yields its first solutions again


def _search_here(
    run: Run,
    begin: Callable[[Case], Any],
    go_on: Callable[[int, Any, int], Paused],
    step: int,
    nodes: int | None = None,
) -> Generator[Paused, None, int]:
    """Search the cases (subproblems) in this thread, and yield the results of `go_on`.

    `begin(case)` returns the search of a case. `go_on(index, search, until)` continues the search of case number
    `index` by at most `step` nodes, until it has visited `until` nodes. Stop when workers take over, or after `nodes`
    nodes. Return the index of the first case that is not done. If all cases are done, return the number of cases.
    """
    plan, statistics, step = run.plan, run.statistics, max(1, step // run.plan.node_cost)
    number = 0
    search: Any = None
    is_shared = run.options.workers > 1 or run.options.executor is not None or run.journal is not None

    @cache
    def shares_of_cases() -> list[float]:
        from .estimate import shares  # few programs show progress

        return shares(plan)

    # The clock refers to the plan and the statistics, not to the run: a cycle would keep the tables until the garbage
    # collector finds it.
    def state() -> tuple[float, int]:
        shares = shares_of_cases()
        return sum(shares[:number]) + shares[number] * search.fraction(), statistics.nodes + search.nodes

    for number, case in enumerate(plan.cases):
        search, is_left = begin(case), False
        run.clock.state = state
        try:
            while not search.exhausted:
                most = nodes if nodes is not None else WORTH if is_shared and run.may_share else NEVER
                until = min(most // plan.node_cost - statistics.nodes, search.nodes + step)
                if is_left := search.nodes >= until:
                    return number
                with run.at_work():
                    found = go_on(number, search, until)
                run.nodes = statistics.nodes + search.nodes
                yield found
                run.clock.check()
        finally:
            run.note_memory(search.grown)
            if not is_left:
                statistics.add(search.counts())
    return len(plan.cases)


def count(run: Run) -> int:
    """Return the number of solutions. `run.options.symmetry` decides which solutions are equivalent."""
    return drain(counting(run.replace(plan=plan_to_count(run))))


def plan_to_count(run: Run, probes: Probes | None = None) -> Plan:
    """Return the plan in the journal if there is one, else a fast plan. See `counting_plan` for `probes`."""
    from .estimate import counting_plan  # a listing does not need it

    plan = counting_plan(run.plan, probes)
    if run.journal is None:
        return plan
    breaker = run.journal.agreed("breaker", plan.breaker)
    breaker = tuple(breaker) if isinstance(breaker, list) else breaker
    return plan if breaker == plan.breaker else run.plan if breaker is None else run.plan.with_breaker(breaker)


def counting(run: Run, step: int = NEVER) -> Steps[int]:
    """Count as `count` does, but without looking for a better plan. Pause after each `step` nodes.

    To count up to symmetry, also count the symmetric solutions of each case. If the count pauses, it writes to an empty
    journal only after workers have taken over.
    """
    cases, totals, done, least = run.plan.cases, [0] * len(run.plan.cases), 0, 0
    workers: Workers | None = None
    # The least number of solutions, or of orbits, that each solution found stands for, by case. For orbits it may be
    # less than 1, as the solutions of a case may be images of each other.
    weights = [len(case.movers) if run.options.symmetry == "all" else 1 / len(case.stabiliser) for case in cases]

    def so_far() -> int:
        nonlocal least  # the sum may not decrease, though totals do when a case is restarted
        found: float = sum(map(mul, weights, totals))
        least = max(least, done + math.ceil(found))
        return least

    def go_on(number: int, search: Search, until: int) -> int:
        try:
            search.count(tick=run.look, nodes=until)
        finally:
            totals[number] = search.found
        return run.statistics.nodes + search.nodes

    def add(found: tuple[int, Any]) -> None:
        totals[found[0]] += found[1]

    try:
        with _searching(run, counts=True):
            first = 0
            if run.journal is None or (step != NEVER and not run.journal.ends):
                first = yield from _search_here(run, run.plan.unordered, go_on, step)
                so_far()
                if run.journal is not None and first < len(cases):
                    first, totals = 0, [0] * len(cases)  # the journal must contain the results of all cases
                    run.statistics._restart()
            if first < len(cases):
                totals[first] = 0
                workers = _workers(run, first, False, step)
                for found in workers.results():
                    if found is not None:
                        add(found)
                        run.clock.found = so_far()
                    yield workers.nodes
        if run.options.symmetry == "all":
            return sum(len(case.movers) * total for case, total in zip(cases, totals, strict=True))
        with run.statistics.phase("symmetry"), run.at_work():
            for number, case in enumerate(cases):
                done += _orbits_of(run, case, totals[number])
                totals[number] = 0
        return done
    except (OutOfTime, GeneratorExit):  # `GeneratorExit` if the caller ends the count in a pause
        for found in workers.left() if workers else ():
            add(found)
        run.clock.found = so_far()
        raise


def tally(run: Run) -> Tallied:
    """Visit all solutions. Return, for each placement, the number of solutions that contain it."""
    return drain(tallying(run))


def tallying(run: Run, step: int = NEVER) -> Steps[Tallied]:
    """Tally as `tally` does. Pause after each batch of solutions, and after each `step` nodes without a solution."""
    plan, is_all, total = run.plan, run.options.symmetry == "all", 0
    by_movers: dict[int, Counter[int]] = {}  # for each number of movers: the solutions found, by placement number
    orbits = Counter[int]()  # orbits of solutions, by the least number in an orbit of placements
    least: Memo[int, int] = Memo(lambda number: min(plan.images_of(number)))
    with closing(listed(run, step=step)) as batches:
        for case, batch in batches:
            made = [plan.cover.number(placed.cells, plan.puzzle.owner(placed)) for placed in case.made]
            if is_all:
                found = by_movers.setdefault(len(case.movers), Counter())
                found.update(chain(*batch, made * len(batch)))
                total += len(case.movers) * len(batch)
            else:
                for numbers in batch:
                    if plan.is_least(numbers, case):
                        orbits.update({least[number] for number in chain(made, numbers)})
                        total += 1
            run.clock.found = total
            run.clock.check()
            yield run.nodes
    if not is_all:
        return Tallied(total, {number: met for one, met in orbits.items() for number in plan.images_of(one)})
    sums = Counter[int]()
    for movers, found in by_movers.items():
        sums.update({number: movers * met for number, met in found.items()})
    return Tallied(total, spread(plan, sums))


def spread(plan: Plan, sums: Mapping[int, int]) -> dict[int, int]:
    """Return the number of all solutions that contain each placement, by placement number.

    `sums` contains these numbers for the solutions that a search has found. In `sums`, a solution counts once for each
    case (subproblem) that is equivalent to its own case.
    """
    # A mover maps the solutions of a case to those of another case, and each placement to a placement of its orbit. So
    # `sums` has the right total for each orbit. All placements of an orbit are in equally many solutions, as symmetries
    # map the set of all solutions to itself and any placement of the orbit to any other.
    found: dict[int, int] = {}
    for first in sums:
        if first not in found:
            orbit = set(plan.images_of(first))
            total = sum(sums.get(number, 0) for number in orbit)
            mean, rest = divmod(total, len(orbit))
            if rest:
                raise AssertionError(f"{total} is not a multiple of the {len(orbit)} placements of an orbit")
            found.update(dict.fromkeys(orbit, mean))
    return found


def meeting(run: Run, limit: int, step: int = NEVER, nodes: int | None = None) -> Steps[int]:
    """Return the number of solutions, at most `limit`. `nodes` and `step` are as in `listed`."""
    run.clock.found = 0
    with closing(listed(run, nodes, step)) as batches:
        for case, batch in batches:
            for numbers in batch:
                run.clock.check()
                for _ in run.plan.answers(case, numbers, run.options.symmetry):
                    run.clock.found += 1
                    if run.clock.found == limit:
                        return limit
            yield run.nodes
    return run.clock.found


def _orbits_of(run: Run, case: Case, total: int) -> int:
    """Return the number of orbits of solutions of a case (subproblem). The case has `total` solutions."""
    if not total or len(case.stabiliser) == 1:
        return total
    from .quotient import number_of_orbits, symmetric_search  # most cases have no symmetry

    smaller = reduce(BasePuzzle.place, case.made, run.plan.puzzle)

    def count_kept(element: Element) -> int:
        search = symmetric_search(run.plan.puzzle, smaller, element)
        return 0 if search is None else search.count(tick=run.look)

    return number_of_orbits(total, case.stabiliser, count_kept)


@contextmanager
def _searching(run: Run, counts: bool) -> Iterator[None]:
    """Compile the puzzle for a search. The time of the `with` body is the phase "search" in the statistics."""
    run.held = 0  # a restarted search uses the same tables, which must not count twice
    with run.statistics.phase("compile"), run.at_work():
        run.held = run.plan.compile(counts, run.options.workers)
        run.note_memory()
    run.statistics.engine = run.plan.cover.engine
    run.statistics.workers = run.options.workers
    run.statistics.units = len(run.plan.cases)
    run.statistics.pockets = run.plan.cover.pockets
    with run.statistics.phase("search"):
        try:
            yield
        finally:
            run.held = run.plan.memory(counts, 0)  # only the tables remain


def _workers(run: Run, first: int, lists: bool, step: int) -> Workers:
    # for the cases (subproblems) from index `first` on
    from .workers import Workers  # most searches end before it is needed

    with run.at_work():
        return Workers(run, first, lists, max(1, step // run.plan.node_cost))
