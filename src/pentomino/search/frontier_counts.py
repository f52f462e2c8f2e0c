"""Count, tally and sample the solutions of a plan by the frontier engine.

The argument `begin` of the functions begins a count of the engine, within the limits of a run. All functions raise
`FrontierUnfit` if the engine cannot handle the puzzle, and `MemoryLimit` if it needs more memory than allowed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from .._frontier import FrontierCount, FrontierJob, FrontierTable, FrontierTally
from ..limits import look
from .by_search import Tallied, spread
from .exact_cover import compile_puzzle, compile_quotient
from .options import as_chance
from .plan import Plan
from .quotient import number_of_orbits
from .tables import Numbers

if TYPE_CHECKING:
    from ..lattices.wrapping import Element

Begin: TypeAlias = Callable[[FrontierTable], FrontierJob]
"""A function that begins a job (one count) of the engine for a compiled puzzle, within the limits of a run."""


def count_all(plan: Plan, begin: Begin = FrontierJob) -> int:
    """Return the number of solutions; symmetric solutions are counted separately. `begin` makes the frontier job."""
    return FrontierCount(begin(compile_puzzle(plan, breaks=True, folds=True))).count() if plan.is_feasible else 0


def count_distinct(plan: Plan, begin: Begin = FrontierJob) -> int:
    """Return the number of solutions up to symmetry, that is, of orbits under the symmetries of the puzzle."""
    classes = plan.classes(plan.group)
    return number_of_orbits(count_all(plan, begin), classes, lambda element: count_fixed(plan, element, begin))


def count_fixed(plan: Plan, element: Element, begin: Begin = FrontierJob) -> int:
    """Return the number of solutions that the symmetry `element` maps to themselves."""
    table = compile_quotient(plan.puzzle, element)
    return 0 if table is None else FrontierCount(begin(table)).count()


def count_prefixes(plan: Plan, last: int, begin: Begin = FrontierJob) -> list[int]:
    """Return a list of numbers: at index f, from 0 to `last`, the number of ways to cover exactly the first f cells.

    Return [1] if no piece fits. The copies of all pieces must be unlimited. If only a few cells follow the first f
    cells, the number may be too small, as some pieces have no room there.
    """
    return FrontierCount(begin(compile_puzzle(plan, breaks=False, folds=True))).prefixes(last)


def tally_all(plan: Plan, begin: Begin = FrontierJob) -> Tallied:
    """Return the number of all solutions that contain each placement. Symmetric solutions count separately."""
    tally = FrontierTally(begin(compile_puzzle(plan, breaks=True)))
    sums, number_of = Counter[int](), plan.table.numbers_by_mask()
    for *option, number in tally.count():
        sums[number_of(*option)] += number
    return Tallied(tally.total, spread(plan, sums))


def samples(plan: Plan, k: int, seed: object = None, begin: Begin = FrontierJob) -> Iterator[Numbers]:
    """Yield `k` random solutions, each as ascending placement numbers of `plan.table`. Yield nothing if none exists.

    All solutions are equally likely, and may be repeated. The same `seed` yields the same solutions.
    """
    import random  # takes some milliseconds, and few programs draw

    if not plan.is_feasible:
        return
    counted = FrontierCount(begin(compile_puzzle(plan, breaks=False)))
    total = counted.prepare()
    number_of, chance = plan.table.numbers_by_mask(), random.Random(as_chance(seed))
    for _ in range(k if total else 0):
        look()
        yield tuple(sorted([number_of(*option) for option in counted.cover(chance.randrange(total))]))
