"""Numbers and samples of solutions by the frontier engine, none of them met.

Raises `FrontierUnfit` if a puzzle is beyond the engine, or `FrontierFull`, one of these, beyond the memory allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from typing import TypeAlias

from .._frontier import FrontierCount, FrontierJob, FrontierTable
from ..lattice import Motion
from ..puzzle import Puzzle
from .exact_cover import compile_case, compile_puzzle, compile_quotient
from .order import as_chance
from .plan import Case, Numbers, Plan
from .quotient import number_of_orbits

__all__ = [
    "Begin",
    "count_all",
    "count_case",
    "count_distinct",
    "count_fixed",
    "of_case",
    "orbits_of_case",
    "sample",
]

Begin: TypeAlias = Callable[[FrontierTable], FrontierJob]
"""Begins a count over a table, with all that it may use."""


def count_all(plan: Plan, begin: Begin = FrontierJob) -> int:
    """The number of all solutions of a plan."""
    return FrontierCount(begin(compile_puzzle(plan, breaks=True))).count() if plan.is_feasible else 0


def count_distinct(plan: Plan, begin: Begin = FrontierJob) -> int:
    """The number of orbits of solutions under the symmetries of the puzzle."""
    return number_of_orbits(count_all(plan, begin), plan.group, lambda element: count_fixed(plan, element, begin))


def count_fixed(plan: Plan, element: Motion, begin: Begin = FrontierJob, case: Case | None = None) -> int:
    """The number of solutions, or of those of a case, that *element* of the group keeps as they are."""
    part = plan.puzzle if case is None else reduce(Puzzle.place, case.made, plan.puzzle)
    table = compile_quotient(plan.puzzle, part, element)
    return 0 if table is None else FrontierCount(begin(table)).count()


def count_case(plan: Plan, case: Case, begin: Begin = FrontierJob) -> int:
    """The number of solutions of a case."""
    return FrontierCount(begin(compile_case(plan, case))).count()


def orbits_of_case(plan: Plan, case: Case, total: int, begin: Begin = FrontierJob) -> int:
    """The number of orbits of the *total* solutions of a case under its stabiliser."""
    return number_of_orbits(total, case.stabiliser, lambda element: count_fixed(plan, element, begin, case))


def of_case(plan: Plan, case: Case, rank: int, begin: Begin = FrontierJob) -> Numbers:
    """The solution of a case that has that rank in the order of the search."""
    counted, number_of = FrontierCount(begin(compile_case(plan, case))), plan.table.numbers_by_mask()
    counted.prepare()
    return tuple(number_of(*option) for option in counted.cover(rank, number_of))


def sample(plan: Plan, k: int, seed: object = None, begin: Begin = FrontierJob) -> Iterator[Numbers]:
    """Solutions drawn from all of them, each as likely as any other, as ascending placement numbers of `plan.table`.

    Drawn independently, so that one may come twice; none if there is no solution. The same *seed* gives the same.
    """
    import random  # some milliseconds, which only those who draw should spend

    chance = random.Random(as_chance(seed))
    counted = FrontierCount(begin(compile_puzzle(plan, breaks=False)))
    total = counted.prepare() if plan.is_feasible else 0
    number_of = plan.table.numbers_by_mask()
    for _ in range(k if total else 0):
        options = counted.cover(chance.randrange(total))
        yield tuple(sorted([number_of(*option) for option in options]))
