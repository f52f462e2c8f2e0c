"""Units of work: a plan's runs, cut into sub-puzzles small enough to be shared out and to show progress."""

from __future__ import annotations

from typing import NamedTuple

from ._core import Search
from .observe import Statistics
from .plan import Plan, Run

__all__ = ["Lane", "Unit", "cut", "whole"]

ENOUGH = 600
"""Units to cut a plan into, if it has that many nodes: on 6x10 and 8x8 + O4 the largest is then well under 2 %."""

DEEPEST = 8


class Unit(NamedTuple):
    """The solutions of a run that begin with certain placements, by their numbers; `share` of the whole work."""

    run: Run
    prefix: tuple[int, ...]
    share: float


def whole(plan: Plan) -> list[Unit]:
    """One unit a run."""
    return [Unit(run, (), 1 / len(plan.runs)) for run in plan.runs]


def cut(plan: Plan, statistics: Statistics) -> list[Unit]:
    """The plan in units as fine as `ENOUGH` says, in the order of the search; costs about a millisecond.

    All runs are cut at the same depth, so that units of one run are somewhat alike in size.
    """
    searches = [plan.table.search(run.made) for run in plan.runs]
    prefixes: list[list[tuple[int, ...]]] = [[()] for _ in searches]
    for _ in range(DEEPEST):
        if sum(map(len, prefixes)) >= ENOUGH:
            break
        prefixes = [
            [finer for prefix in some for finer in search.prefixes(1, prefix)]
            for search, some in zip(searches, prefixes, strict=True)
        ]
    for search in searches:
        statistics.add(search)
    total = sum(map(len, prefixes))
    return [Unit(run, prefix, 1 / total) for run, some in zip(plan.runs, prefixes, strict=True) for prefix in some]


class Lane:
    """One thread's searches: one for each run, taken from unit to unit."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._run: Run | None = None
        self._nodes = 0
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
