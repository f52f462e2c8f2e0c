"""Numbers and samples of solutions by the frontier engine, none of them met.

Raises `FrontierUnfit` if a puzzle is beyond the engine, or `FrontierFull`, one of these, beyond the memory allowed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias

from .._frontier import FrontierCount, FrontierJob, FrontierTable, FrontierTally
from ..base.look import look, looked
from ..symmetry import piece_images
from .adding import leaders, spread
from .exact_cover import compile_puzzle, compile_quotient
from .method import Tallied
from .order import as_chance
from .plan import Numbers, Plan
from .quotient import number_of_orbits

if TYPE_CHECKING:
    from ..lattices.wrapping import Element

__all__ = [
    "Begin",
    "by_orbits",
    "count_all",
    "count_distinct",
    "count_fixed",
    "is_worth_listing",
    "over_orbits",
    "sample",
    "tally_all",
    "tally_distinct",
    "without_orbit",
]

Begin: TypeAlias = Callable[[FrontierTable], FrontierJob]
"""Begins a count over a table, with all that it may use."""


def count_all(plan: Plan, begin: Begin = FrontierJob) -> int:
    """The number of all solutions of a plan."""
    return FrontierCount(begin(compile_puzzle(plan, breaks=True, folds=True))).count() if plan.is_feasible else 0


def count_distinct(plan: Plan, begin: Begin = FrontierJob) -> int:
    """The number of orbits of solutions under the symmetries of the puzzle."""
    classes = plan.classes(plan.group)
    return number_of_orbits(count_all(plan, begin), classes, lambda element: count_fixed(plan, element, begin))


def count_fixed(plan: Plan, element: Element, begin: Begin = FrontierJob) -> int:
    """Return the number of solutions that *element* of the group keeps as they are."""
    table = compile_quotient(plan.puzzle, element)
    return 0 if table is None else FrontierCount(begin(table)).count()


def tally_all(plan: Plan, begin: Begin = FrontierJob) -> Tallied:
    """How many of all solutions contain each placement."""
    if not plan.is_feasible:
        return Tallied(0, {})
    total, sums = _tallied(plan, begin(compile_puzzle(plan, breaks=True)))
    return Tallied(total, spread(plan, sums))


def _tallied(plan: Plan, job: FrontierJob) -> tuple[int, Counter[int]]:
    tally, sums, number_of = FrontierTally(job), Counter[int](), plan.table.numbers_by_mask()
    for *option, number in tally.count():
        sums[number_of(*option)] += number
    return tally.total, sums


def tally_distinct(plan: Plan, begin: Begin = FrontierJob) -> Tallied | None:
    """How many orbits of solutions have one that contains each placement; None if to list them is less work."""
    jobs: list[FrontierJob] = []

    def noted(table: FrontierTable) -> FrontierJob:
        jobs.append(begin(table))
        return jobs[-1]

    every = tally_all(plan, noted)
    classes = plan.classes(plan.group)
    total = number_of_orbits(every.total, classes, lambda element: count_fixed(plan, element, begin))
    found, hard = by_orbits(plan, every, total)
    if is_worth_listing(plan, every.total, len(hard) * _cost(jobs[0])):
        return None
    for least in hard:
        found[least] = total - count_distinct(without_orbit(plan, least), begin)
    return Tallied(total, over_orbits(plan, found))


def by_orbits(plan: Plan, every: Tallied, total: int) -> tuple[dict[int, int], list[int]]:
    """How many orbits of solutions contain each placement, by the least of its images; and those of which that is hard.

    If no solution is symmetric, and none contains two placements of an orbit, the orbits are to the solutions with one
    of them as 1 to the order of the group. Else they are those of all solutions, less those of the puzzle in
    which no piece may lie so: a count for each orbit of placements.
    """
    leader, sums = leaders(plan), Counter[int]()
    for number in every.numbers.keys() - plan.table.gaps:
        sums[leader[number]] += every.numbers[number]
    alone = _alone(plan) if total * len(plan.group) == every.total else frozenset()
    found = {least: number // len(plan.group) for least, number in sums.items() if plan.piece_of(least) in alone}
    return found, sorted(sums.keys() - found.keys())


def is_worth_listing(plan: Plan, total: int, nanoseconds: float) -> bool:
    """Whether to list the solutions, of which there are so many in *total*, takes less than that."""
    return total // len(plan.group) * LISTING_COST < nanoseconds


def without_orbit(plan: Plan, least: int) -> Plan:
    """The plan of the same puzzle in which no piece may lie like an image of a placement."""
    return plan.without([plan.table.placement(number) for number in {*plan.images_of(least)}])


def over_orbits(plan: Plan, found: Mapping[int, int]) -> dict[int, int]:
    """The same number for all images of each placement."""
    return {number: each for least, each in found.items() for number in plan.images_of(least)}


def _alone(plan: Plan) -> frozenset[int]:
    """The pieces of which no solution contains two placements of an orbit: used once, and no twin of another."""
    images = zip(*[piece_images(plan.puzzle, element) for element in plan.group], strict=True)
    demand = zip(plan.puzzle.cover, images, strict=True)
    return frozenset(number for number, (count, twins) in enumerate(demand) if count.most == 1 and {*twins} == {number})


LISTING_COST = 10_000
"""Nanoseconds that it takes to list a solution and to add it up."""


def _cost(job: FrontierJob) -> int:
    """About how many it takes to do a job again."""
    return 3_000_000 + 200 * job.nodes + 8 * job.steps


def sample(plan: Plan, k: int, seed: object = None, begin: Begin = FrontierJob) -> Iterator[Numbers]:
    """Yield *k* solutions drawn from all, each as ascending placement numbers of `plan.table`; none if there is none.

    Each solution is as likely as any other, and may come twice. The same *seed* gives the same.
    """
    import random  # some milliseconds, which only those who draw should spend

    counted = FrontierCount(begin(compile_puzzle(plan, breaks=False)))
    total = counted.prepare() if plan.is_feasible else 0
    number_of, chance = plan.table.numbers_by_mask(), random.Random(as_chance(seed))
    for _ in range(k if total else 0):
        look()
        yield tuple(sorted([number_of(*option) for option in looked(counted.cover(chance.randrange(total)))]))
