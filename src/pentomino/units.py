"""Units of work: a plan's runs, cut into sub-puzzles small enough to be shared out and to show progress."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ._core import Search
from .estimate import probe_nodes
from .observe import Statistics
from .plan import Plan, Run

__all__ = ["Lane", "Tick", "Unit", "cut", "shares", "whole"]

Tick = Callable[[], None]
"""Is called every few milliseconds, and may raise to stop what is at work."""

ENOUGH = 3000
"""Units to cut a plan into, if it has that many nodes: the largest is then 0.8 % of 6x10, and 1.1 % of 8x8 + O4."""

DEEPEST = 8

PROBES = 50
"""Random probes of a run, to tell how large it is."""

FEW_RUNS = 200
"""With more runs than these they are taken to be alike: to probe them all would take too long."""


class Unit(NamedTuple):
    """The solutions of a run that begin with certain placements, by their numbers."""

    run: Run
    prefix: tuple[int, ...]


def whole(plan: Plan) -> list[Unit]:
    """One unit a run."""
    return [Unit(run, ()) for run in plan.runs]


def cut(plan: Plan, statistics: Statistics) -> list[Unit]:
    """The plan in units as fine as `ENOUGH` says, in the order of the search; costs some milliseconds.

    All runs are cut at the same depth, so that units of one run are somewhat alike in size.
    """
    prefixes: list[list[tuple[int, ...]]] = [[()] for _ in plan.runs]
    for _ in range(DEEPEST):
        if sum(map(len, prefixes)) >= ENOUGH:
            break
        for i, run in enumerate(plan.runs):
            # A search for each run and depth, as thousands of searches at once would take gigabytes.
            search = plan.table.search(run.made)
            prefixes[i] = [finer for prefix in prefixes[i] for finer in search.prefixes(1, prefix)]
            statistics.add(search)
    return [Unit(run, prefix) for run, some in zip(plan.runs, prefixes, strict=True) for prefix in some]


def shares(plan: Plan, units: Sequence[Unit]) -> list[float]:
    """How much of the whole work each unit is: by an estimate of the nodes of its run, equally within that.

    The runs differ much, as the first of them begins with the piece in a corner; some probes tell them apart well
    enough to show progress. Takes about a millisecond a run.
    """
    few = len(plan.runs) <= FEW_RUNS
    nodes = {run: probe_nodes(plan, run, PROBES) if few else 1.0 for run in plan.runs}
    parts = Counter(unit.run for unit in units)
    total = sum(nodes[run] for run in parts) or 1.0
    return [nodes[unit.run] / parts[unit.run] / total for unit in units]


class Lane:
    """One thread's searches: one for each run, taken from unit to unit. `done` units of a block are finished."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._run: Run | None = None
        self.done = 0
        self.search: Search | None = None
        self.statistics = Statistics()

    def start(self, unit: Unit) -> Search:
        """A search that stands where *unit* begins."""
        if self.search is None or unit.run is not self._run:
            self.close()
            self._run = unit.run
            self.search = self._plan.table.search(unit.run.made)
        if unit.prefix or self.search.nodes:
            self.search.seek(unit.prefix)
        return self.search

    @property
    def nodes(self) -> int:
        """The nodes visited so far."""
        return self.statistics.nodes + (self.search.nodes if self.search else 0)

    @property
    def fraction(self) -> float:
        """How much of the present unit is done."""
        return self.search.fraction() if self.search else 0.0

    def close(self) -> None:
        """Add up the statistics of the search at hand, and let it go."""
        if self.search is not None:
            self.statistics.add(self.search)
            self.search = None
