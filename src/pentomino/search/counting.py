"""Numbers and samples of solutions by the frontier engine, none of them met.

Raises `FrontierUnfit` if a puzzle is beyond the engine, or `FrontierFull`, one of these, beyond the memory allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from .._frontier import FrontierCount, FrontierJob, FrontierTable
from ..lattice import Motion
from .exact_cover import compile_puzzle, compile_quotient
from .order import as_chance
from .plan import Numbers, Plan
from .quotient import number_of_orbits

__all__ = ["Begin", "count_all", "count_distinct", "count_fixed", "sample"]

Begin: TypeAlias = Callable[[FrontierTable], FrontierJob]
"""Begins a count over a table, with all that it may use."""


def count_all(plan: Plan, begin: Begin = FrontierJob) -> int:
    """The number of all solutions of a plan."""
    return FrontierCount(begin(compile_puzzle(plan, breaks=True))).count() if plan.is_feasible else 0


def count_distinct(plan: Plan, begin: Begin = FrontierJob) -> int:
    """The number of orbits of solutions under the symmetries of the puzzle."""
    return number_of_orbits(count_all(plan, begin), plan.group, lambda element: count_fixed(plan, element, begin))


def count_fixed(plan: Plan, element: Motion, begin: Begin = FrontierJob) -> int:
    """The number of solutions that *element*, of the puzzle's group, keeps as they are."""
    table = compile_quotient(plan.puzzle, element)
    return 0 if table is None else FrontierCount(begin(table)).count()


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
        yield tuple(sorted([number_of(first, mask) for first, mask in options]))
