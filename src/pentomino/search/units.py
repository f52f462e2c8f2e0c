"""Units of work: the cases (subproblems) of a plan are cut into units, which are divided among tasks for workers.

A unit consists of the solutions of one case that begin with given placements. The plan and a `Partition` determine the
units of each task. So workers and journals need only the number of a task.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from .._core import Search
from ..limits import look
from .plan import Plan
from .progress import Statistics
from .tables import Numbers

Tick = Callable[[], None]
"""A function that is called every few milliseconds. It may raise an exception to stop the work."""

Unit: TypeAlias = tuple[int, Numbers]
"""The index of a case (subproblem), and the placement numbers with which the solutions of the unit begin."""

NEVER = 1 << 62
"""A number of nodes that no search reaches."""

MIN_TASKS, MAX_TASKS = 4, 1 << 12
"""The minimum number of tasks for each worker, and the maximum number of all tasks."""

UNITS_OF_TASK = 4
"""The minimum mean number of units (parts) of a task. Units differ in size; tasks of several units differ less."""

UNIT_NODES = 1 << 20
"""The number of nodes of a unit (part of a task) in a long search: 25 ms. Beginning a unit takes at most 0.2 ms."""

MAX_UNITS = 1 << 17
"""If there are more units (parts of tasks) than this, no unit is cut further. On a large board, another cut may
multiply their number by thousands."""

DEEPEST = 8
"""The maximum number of placements with which a unit (part) begins, even if there are fewer units than wanted."""

BATCH, BATCH_CELLS = 1 << 8, 1 << 18
"""The maximum number of solutions in a batch, and of cells that they cover together. The clock is checked after each
batch."""


class Partition(NamedTuple):
    """The division of a search from case (subproblem) `first` on, into about `units` units, among `tasks` tasks.

    If `in_order`, as for a listing, each task has consecutive units. For a count, the tasks get units in turn.
    """

    first: int
    tasks: int
    units: int
    in_order: bool


def choose_partition(first: int, nodes: float, task_nodes: int, workers: int, in_order: bool) -> Partition:
    """Return how to divide a search of about `nodes` nodes, from case (subproblem) `first` on, among `workers` workers.

    A long search is divided into tasks of about `task_nodes` nodes. `in_order` is a field of the result.
    """
    tasks = int(min(MAX_TASKS, max(MIN_TASKS * workers, nodes / task_nodes)))
    units = int(min(MAX_UNITS, max(UNITS_OF_TASK * tasks, nodes / UNIT_NODES)))
    return Partition(first, tasks, units, in_order)


def partition(plan: Plan, how: Partition, statistics: Statistics) -> list[list[Unit]]:
    """Return a list of the units (parts) of each task. Add the nodes visited to find the units to `statistics`.

    If there are fewer units than `how.tasks`, there are fewer tasks as well.
    """
    units = _cut(plan, how, statistics)
    if not how.in_order:
        return [units[task :: how.tasks] for task in range(min(how.tasks, len(units)))]
    size = max(1, -(-len(units) // how.tasks))
    return [units[begin : begin + size] for begin in range(0, len(units), size)]


def _cut(plan: Plan, how: Partition, statistics: Statistics) -> list[Unit]:
    """Return the units (parts) of all cases (subproblems) from number `how.first` on, at least `how.units` if possible.

    All units are split by their next placement until there are enough. Add the nodes visited to `statistics`.
    """
    # The units of a listing must be in the order of the table. The units of a count are made by the engine that
    # searches, so that all units together visit exactly the nodes of the whole search.
    numbers = range(how.first, len(plan.cases))
    cases: list[list[Numbers]] = [[()] for _ in numbers]
    for _ in range(DEEPEST):
        if sum(map(len, cases)) >= how.units:
            break
        for number, prefixes in zip(numbers, cases, strict=True):
            # Searches are not kept, as thousands of them would take gigabytes.
            case = plan.cases[number]
            search = plan.in_order(case) if how.in_order else plan.unordered(case)
            prefixes[:] = _deeper(search, prefixes, MAX_UNITS // len(cases))
            statistics.add(search.counts())
    return [(number, prefix) for number, prefixes in zip(numbers, cases, strict=True) for prefix in prefixes]


def _deeper(search: Search, prefixes: Sequence[Numbers], most: int) -> list[Numbers]:
    # once there are more than `most` results, the remaining prefixes are returned unchanged
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
    """Return the smaller of `solutions` and the number of solutions that together cover `cells` cells; at least 1."""
    return max(1, min(solutions, cells // max(1, len(plan.puzzle.free))))
