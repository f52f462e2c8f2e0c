"""Units of work: the cases of a plan, cut once and divided among tasks.

A unit is the solutions of one case that begin with certain placements. The plan and a `Partition` determine the units
of each task. So any worker, and a journal, needs only the number of a task.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ..limits import look
from .plan import Plan
from .progress import Statistics
from .tables import Numbers

if TYPE_CHECKING:
    from .._core import Search

Tick = Callable[[], None]
"""A function that is called every few milliseconds. It may raise an exception to stop the work."""

Unit: TypeAlias = tuple[int, Numbers]
"""The number of a case, and the placement numbers that the solutions begin with."""

NEVER = 1 << 62
"""More nodes than any search visits."""

MIN_TASKS, MAX_TASKS = 4, 1 << 12
"""The minimum number of tasks for each worker, and the maximum number of all tasks."""

UNITS_OF_TASK = 4
"""The minimum number of units of a task. Units differ in size; several, dealt out like cards, make tasks alike."""

UNIT_NODES = 1 << 20
"""The nodes of a unit of a long search, 25 ms. Beginning a unit takes up to 0.2 ms if threads wait for each other."""

MAX_UNITS = 1 << 17
"""The cut ends above this number of units: on a large board thousands of placements can follow each placement."""

DEEPEST = 8
"""The cut ends at prefixes of this length, however few units there are."""

BATCH, BATCH_CELLS = 1 << 8, 1 << 18
"""The maximum number of solutions in a batch, and of the cells that they cover. The clock is checked after a batch."""


class Partition(NamedTuple):
    """The division of a plan's work from case number `first` on: into `tasks` tasks of about `units` units in total.

    For a listing the units are `in_order`: each task has consecutive units. For a count, tasks get units in turn.
    """

    first: int
    tasks: int
    units: int
    in_order: bool


def choose_partition(first: int, nodes: float, task_nodes: int, workers: int, in_order: bool) -> Partition:
    """Partition a search of about `nodes` nodes for `workers`, in tasks of `task_nodes` nodes if it is long."""
    tasks = int(min(MAX_TASKS, max(MIN_TASKS * workers, nodes / task_nodes)))
    units = int(min(MAX_UNITS, max(UNITS_OF_TASK * tasks, nodes / UNIT_NODES)))
    return Partition(first, tasks, units, in_order)


def partition(plan: Plan, how: Partition, statistics: Statistics) -> list[list[Unit]]:
    """Return the units of each task. Add the nodes that the cut visits to `statistics`.

    There are fewer tasks than planned if there are fewer units.
    """
    units = _cut(plan, how, statistics)
    if not how.in_order:
        return [units[task :: how.tasks] for task in range(min(how.tasks, len(units)))]
    size = max(1, -(-len(units) // how.tasks))
    return [units[begin : begin + size] for begin in range(0, len(units), size)]


def _cut(plan: Plan, how: Partition, statistics: Statistics) -> list[Unit]:
    """Cut all cases one placement deeper at a time, until there are enough units."""
    # A listing is cut in the order of the table. A count is cut by the engine that searches, so that the units together
    # visit exactly the nodes of the whole search.
    numbers = range(how.first, len(plan.cases))
    cases: list[list[Numbers]] = [[()] for _ in numbers]
    for _ in range(DEEPEST):
        if sum(map(len, cases)) >= how.units:
            break
        for number, prefixes in zip(numbers, cases, strict=True):
            # A new search each time: thousands at once would take gigabytes.
            case = plan.cases[number]
            search = plan.in_order(case) if how.in_order else plan.unordered(case)
            prefixes[:] = _deeper(search, prefixes, MAX_UNITS // len(cases))
            statistics.add(search.counts())
    return [(number, prefix) for number, prefixes in zip(numbers, cases, strict=True) for prefix in prefixes]


def _deeper(search: Search, prefixes: Sequence[Numbers], most: int) -> list[Numbers]:
    """Return the prefixes extended by one placement, in order. After `most` results, the others are not extended."""
    found: list[Numbers] = []
    for number, prefix in enumerate(prefixes):
        if len(found) > most:
            return [*found, *prefixes[number:]]
        look()
        found += search.prefixes(1, prefix)
    return found


def batch_size(plan: Plan) -> int:
    """Return the maximum number of solutions in a batch."""
    return at_most(plan, BATCH, BATCH_CELLS)


def at_most(plan: Plan, solutions: int, cells: int) -> int:
    """Return `solutions`, or fewer that cover `cells` cells together; at least 1."""
    return max(1, min(solutions, cells // max(1, len(plan.puzzle.free))))
