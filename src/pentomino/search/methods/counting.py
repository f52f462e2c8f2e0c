"""Numbers, tallies and samples of the solutions of a plan, by the frontier engine.

All functions raise `FrontierUnfit` if a puzzle is beyond the engine. If it is beyond the memory, they raise
`FrontierFull`, a subclass.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from ..._frontier import FrontierCount, FrontierJob, FrontierTable, FrontierTally, FrontierUnfit
from ...base.limits import look
from ...symmetry import piece_images
from ..compiled.frontier import compile_puzzle, compile_quotient
from ..compiled.quotient import number_of_orbits
from ..compiled.table import Numbers
from ..order import as_chance
from ..plan import Plan
from .method import Tallied
from .tally import spread

if TYPE_CHECKING:
    from ...lattices.wrapping import Element

Begin: TypeAlias = Callable[[FrontierTable], FrontierJob]
"""Returns a job that counts over a table within the limits of a run."""


def count_all(plan: Plan, begin: Begin = FrontierJob) -> int:
    """Return the number of all solutions."""
    return FrontierCount(begin(compile_puzzle(plan, breaks=True, folds=True))).count() if plan.is_feasible else 0


def count_distinct(plan: Plan, begin: Begin = FrontierJob) -> int:
    """Return the number of orbits of solutions under the symmetries of the puzzle."""
    classes = plan.classes(plan.group)
    return number_of_orbits(count_all(plan, begin), classes, lambda element: count_fixed(plan, element, begin))


def count_fixed(plan: Plan, element: Element, begin: Begin = FrontierJob) -> int:
    """Return the number of solutions that `element` of the group keeps as they are."""
    table = compile_quotient(plan.puzzle, element)
    return 0 if table is None else FrontierCount(begin(table)).count()


def count_prefixes(plan: Plan, last: int, begin: Begin = FrontierJob) -> list[int]:
    """Return the numbers of ways to cover the first f cells and no others, for f from 0 to `last`.

    It is [1] if no piece fits. All pieces have to be there in any number. The numbers are right as long as the cells
    behind are enough to go on.
    """
    return FrontierCount(begin(compile_puzzle(plan, breaks=False, folds=True))).prefixes(last)


def tally_all(plan: Plan, begin: Begin = FrontierJob) -> Tallied:
    """Return how many of all solutions contain each placement."""
    tally = FrontierTally(begin(compile_puzzle(plan, breaks=True)))
    sums, number_of = Counter[int](), plan.table.numbers_by_mask()
    for *option, number in tally.count():
        sums[number_of(*option)] += number
    return Tallied(tally.total, spread(plan, sums))


def tally_distinct(plan: Plan, begin: Begin = FrontierJob) -> Tallied:
    """Return how many orbits of solutions contain each placement, or an image of it.

    Raises `FrontierUnfit` if a solution is symmetric, or may contain two placements of one orbit.
    """
    if not _has_each_piece_once(plan):
        raise FrontierUnfit("orbits are to be listed if pieces have copies or mirror twins")
    every = tally_all(plan, begin)
    classes, order = plan.classes(plan.group), len(plan.group)
    total = number_of_orbits(every.total, classes, lambda element: count_fixed(plan, element, begin))
    if total * order != every.total:
        raise FrontierUnfit("orbits are to be listed if some solutions are symmetric")
    # Each orbit of solutions has `order` solutions. One of them contains at most one image of a placement, so an orbit
    # that contains any has `order` pairs of a solution and an image, shared equally among the images.
    numbers = {
        number: each * len(set(plan.images_of(number))) // order
        for number, each in every.numbers.items()
        if number not in plan.table.gaps
    }
    return Tallied(total, numbers)


def _has_each_piece_once(plan: Plan) -> bool:
    """Tell whether copies and mirror twins rule out that a solution contains two placements of an orbit."""
    images = [piece_images(plan.puzzle, element) for element in plan.group]
    return len(plan.group) == 1 or all(
        most == 0 or (most == 1 and {image[number] for image in images} == {number})
        for number, (_, _, most) in enumerate(plan.puzzle.demand)
    )


def samples(plan: Plan, k: int, seed: object = None, begin: Begin = FrontierJob) -> Iterator[Numbers]:
    """Yield `k` random solutions as ascending placement numbers of `plan.table`; none if the puzzle has none.

    All solutions are equally likely, and one may come twice. The same `seed` yields the same solutions.
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
