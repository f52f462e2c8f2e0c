"""The method "search": find solutions one after the other, to list, count or tally them.

The search starts in the caller's thread. If it takes long, workers (if any) share the remaining cases (subproblems).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ..errors import PentominoError
from ..lattices.lattice import Element
from ..value import Memo
from .clock import Answer, OutOfTime, drain
from .plan import NEVER, Case, Plan
from .run import Run
from .scan import PartialResult, Scan

if TYPE_CHECKING:
    from .estimate import Probes


Pausing: TypeAlias = Generator[int, None, Answer]
"""A generator that pauses after each `run.step` nodes. It yields the number of nodes, and returns the answer."""


class Tallied(NamedTuple):
    """The result of a tally. `total` is the number of solutions, all or up to symmetry.

    `numbers` maps placement numbers to how many solutions have them. Placements in no solution are missing.
    """

    total: int
    numbers: Mapping[int, int]


class NotApplicable(PentominoError):  # noqa: N818 - not an error if another method can do it
    """Raised if the frontier engine cannot handle a puzzle, or would need too much memory.

    The method "auto" uses the search instead. The method "frontier" passes this error on to the caller.
    """


class NodeLimit(Exception):  # noqa: N818 - not an error, but ends a search
    """Raised by `parts` after the maximum number of nodes. The caller of `parts` catches it."""


WORTH = 1 << 20
"""The number of nodes, about 20 ms, after which workers take over and restart the current case (subproblem)."""


def parts(run: Run, lists: bool, nodes: int | None = None) -> Generator[PartialResult, None, None]:
    """Yield the parts of the results of all cases; [] and 0 are pauses. Raise `NodeLimit` after `nodes` nodes.

    The caller's thread searches first. Workers, if any, take over after `WORTH` nodes, and restart the current case. A
    listing does not repeat solutions of this case, and a count subtracts their number as a negative part. With a
    journal, which must contain everything, all cases restart. If the time is up or the generator is closed, `run.left`
    gets the parts of a count that were found but not yielded.
    """
    plan, journal, given = run.plan, run.journal, Counter[int]()  # for each case, the number of solutions yielded
    run.left = []
    with _searching(run, counts=not lists):
        scan = Scan(plan, [(case, ()) for case in range(len(plan.cases))], lists, run.step, run.statistics)
        if journal is None or (run.step != NEVER and not lists and not journal.ends):
            yield from _begin(run, scan, nodes, given)
        if scan.is_done:  # also if there are no cases at all
            return
        if nodes is not None:
            raise NodeLimit
        first = scan.at if journal is None else 0
        if journal is not None:
            run.statistics._restart()
        if not lists:
            yield from [(case, -number) for case, number in given.items() if case >= first]
        yield from _share(run, first, lists, given)


def _begin(run: Run, scan: Scan, nodes: int | None, given: Counter[int]) -> Generator[PartialResult, None, None]:
    # search in this thread until workers take over, or for `nodes` nodes
    is_shared = run.options.workers > 1 or run.options.executor is not None or run.journal is not None
    is_kept, run.clock.state = (
        True,
        scan.state,
    )  # `scan` does not refer to the run, so no cycle keeps the tables alive
    try:
        while is_kept and not scan.is_done:
            most = nodes if nodes is not None else WORTH if is_shared and run.may_share else NEVER
            left = most // run.plan.node_cost - scan.nodes
            if is_kept := left > 0:
                with run.at_work():
                    case, batch = scan.advance(run.look, left)
                given[case] += len(batch) if scan.lists else batch
                run.nodes = scan.nodes
                yield case, batch
                run.clock.check()
    except (OutOfTime, GeneratorExit):
        run.left = [] if scan.lists else scan.left()
        raise
    finally:
        scan.close(is_kept)
        run.note_memory(scan.grown)


def _share(run: Run, first: int, lists: bool, given: Counter[int]) -> Generator[PartialResult, None, None]:
    # Let workers search the cases from index `first` on. A listing skips the solutions that it has already yielded.
    from .workers import Workers  # most searches end before it is needed

    with run.at_work():
        workers = Workers(run, first, lists)
    batch: Any
    try:
        for part in workers.results():
            run.nodes = workers.nodes
            case, batch = part or (first, [] if lists else 0)  # None is a pause
            if lists and given[case]:
                batch, given[case] = batch[given[case] :], max(0, given[case] - len(batch))
            yield case, batch
    except (OutOfTime, GeneratorExit):
        run.left = [] if lists else workers.left()
        raise


def count(run: Run) -> int:
    """Return the number of solutions. `run.options.symmetry` decides which solutions are equivalent."""
    return drain(counting(run.replace(plan=plan_to_count(run))))


def plan_to_count(run: Run, probes: Probes | None = None) -> Plan:
    """Return the plan in the journal or, if it has no plan, a fast one. For `probes`, see `counting_plan`."""
    from .estimate import counting_plan  # a listing does not need it

    plan = counting_plan(run.plan, probes)
    if run.journal is None:
        return plan
    breaker = run.journal.agreed("breaker", plan.breaker)
    breaker = tuple(breaker) if isinstance(breaker, list) else breaker
    return plan if breaker == plan.breaker else run.plan if breaker is None else run.plan.with_breaker(breaker)


def counting(run: Run) -> Pausing[int]:
    """Count as `count` does, but in steps, and without looking for a better plan.

    To count up to symmetry, also count the symmetric solutions of each case. If the count pauses, it writes to an empty
    journal only after workers have taken over.
    """
    cases, totals, is_all = run.plan.cases, [0] * len(run.plan.cases), run.options.symmetry == "all"
    # The weight of a solution in each case: how many solutions it stands for or, for orbits, at least its part of an
    # orbit in units of 1 / `whole`. An orbit may have several solutions in a case.
    whole = 1 if is_all else len(run.plan.group)
    weights = [len(case.movers) if is_all else whole // len(case.stabiliser) for case in cases]
    done = sure = 0

    def add(part: PartialResult) -> None:
        nonlocal sure
        totals[part[0]] += part[1]
        sure += weights[part[0]] * part[1]
        # Progress may not decrease, although `sure` does when a case is restarted.
        run.clock.found = max(run.clock.found, done - -sure // whole)

    try:
        with closing(parts(run, lists=False)) as results:
            for part in results:
                add(part)
                yield run.nodes
        if is_all:
            return sure
        with run.statistics.phase("symmetry"), run.at_work():
            for number, case in enumerate(cases):
                done += _orbits_of(run, case, totals[number])
                add((number, -totals[number]))
        return done
    except (OutOfTime, GeneratorExit):  # `GeneratorExit` if the caller ends the count during a pause
        for part in run.left:
            add(part)
        raise


def tally(run: Run) -> Tallied:
    """Visit all solutions. Return, for each placement, how many have it."""
    return drain(tallying(run))


def tallying(run: Run) -> Pausing[Tallied]:
    """Tally as `tally` does, but in steps. Pause after each batch of solutions as well."""
    plan, is_all, total = run.plan, run.options.symmetry == "all", 0
    by_movers: dict[int, Counter[int]] = {}  # for each number of movers, the solutions found by placement number
    orbits = Counter[int]()  # orbits of solutions, by the least number in an orbit of placements
    least: Memo[int, int] = Memo(lambda number: min(plan.images_of(number)))
    with closing(parts(run, lists=True)) as batches:
        for case, batch in ((plan.cases[index], batch) for index, batch in batches):
            fixed = [plan.cover.number(placed.cells, plan.puzzle._owner(placed)) for placed in case.made]
            if is_all:
                counts = by_movers.setdefault(len(case.movers), Counter())
                counts.update(chain(*batch, fixed * len(batch)))
                total += len(case.movers) * len(batch)
            else:
                for numbers in batch:
                    if plan.is_least(numbers, case):
                        orbits.update({least[number] for number in chain(fixed, numbers)})
                        total += 1
            run.clock.found = total
            run.clock.check()
            yield run.nodes
    if not is_all:
        return Tallied(total, {number: met for first, met in orbits.items() for number in plan.images_of(first)})
    sums = Counter[int]()
    for movers, counts in by_movers.items():
        sums.update({number: movers * met for number, met in counts.items()})
    return Tallied(total, spread(plan, sums))


def spread(plan: Plan, sums: Mapping[int, int]) -> dict[int, int]:
    """Return a mapping from placement numbers to how many of all solutions have the placement.

    `sums` is this mapping for the solutions that a search has found. In it, a solution counts once for each case
    (subproblem) that is equivalent to its own case.
    """
    # A mover maps the solutions of a case to those of another case, and each placement to a placement of its orbit. So
    # `sums` has the right total for each orbit. All placements of an orbit are in the same number of solutions, as
    # symmetries map the set of all solutions to itself and any placement of the orbit to any other.
    totals: dict[int, int] = {}
    for first in sums:
        if first not in totals:
            orbit = set(plan.images_of(first))
            total = sum(sums.get(number, 0) for number in orbit)
            mean, rest = divmod(total, len(orbit))
            if rest:
                raise AssertionError(f"{total} is not a multiple of the {len(orbit)} placements of an orbit")
            totals.update(dict.fromkeys(orbit, mean))
    return totals


def meeting(run: Run, limit: int, nodes: int | None = None) -> Pausing[int]:
    """Count the solutions, at most `limit`, in steps. `nodes` is the same as for `parts`."""
    run.clock.found = 0
    with closing(parts(run, True, nodes)) as batches:
        for index, batch in batches:
            for numbers in batch:
                run.clock.check()
                for _ in run.plan.answers(run.plan.cases[index], numbers, run.options.symmetry):
                    run.clock.found += 1
                    if run.clock.found == limit:
                        return limit
            yield run.nodes
    return run.clock.found


def _orbits_of(run: Run, case: Case, total: int) -> int:
    """Count the orbits of solutions of a case (subproblem). The case has `total` solutions."""
    if not total or len(case.stabiliser) == 1:
        return total
    from .quotient import number_of_orbits, symmetric_search  # most cases have no symmetry

    def count_kept(element: Element) -> int:
        search = symmetric_search(run.plan.puzzle, case.made, element)
        return 0 if search is None else search.count(tick=run.look)

    return number_of_orbits(total, case.stabiliser, count_kept)


@contextmanager
def _searching(run: Run, counts: bool) -> Iterator[None]:
    """Compile the puzzle for a search. The time of the `with` body is the phase "search" in the statistics."""
    run.held = 0  # a restarted search uses the same tables, which must not count twice
    with run.statistics.phase("compile"), run.at_work():
        run.compile(counts)
        run.note_memory()
    run.statistics.engine = run.plan.cover.engine
    run.statistics.units = len(run.plan.cases)
    run.statistics.pockets = run.plan.cover.pockets
    with run.statistics.phase("search"):
        try:
            yield
        finally:
            run.held = run.plan.memory(counts, 0)  # only the tables remain
