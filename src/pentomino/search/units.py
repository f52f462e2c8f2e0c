"""Units of work: a plan's cases, cut into sub-puzzles small enough to be shared out and to show progress."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from .._core import Search
from ..clock import look, looked
from .estimate import probe_nodes
from .plan import Case, Codes, Plan
from .progress import Statistics

__all__ = ["Searcher", "Tick", "Unit", "cut", "shares", "whole"]

Tick = Callable[[], None]
"""Is called every few milliseconds, and may raise to stop what is at work."""

ENOUGH = 3000
"""Units to cut a plan into, if it has that many nodes: the largest is then 0.8 % of 6x10, and 1.1 % of 8x8 + O4."""

DEEPEST = 8

WORTH = 1 << 20
"""Nodes, some 20 ms, after which it is worth while to cut what is left, which takes as long."""

PROBES = 50
"""Random probes of a case, to tell how large it is."""

FEW_RUNS = 200
"""With more cases than these they are taken to be alike: to probe them all would take too long."""


class Unit(NamedTuple):
    """The solutions of a case that begin with certain placements, by their numbers."""

    case: Case
    prefix: tuple[int, ...]


def whole(plan: Plan) -> list[Unit]:
    """One unit a case."""
    return [Unit(case, ()) for case in plan.cases]


def cut(plan: Plan, statistics: Statistics, done: int = 0) -> list[Unit]:
    """The plan in units as fine as `ENOUGH` says, in the order of the search; costs some milliseconds.

    All cases are cut at the same depth, so that units of one case are somewhat alike in size; the first *done* are left
    whole.
    """
    prefixes: list[list[tuple[int, ...]]] = [[()] for _ in plan.cases]
    for _ in range(DEEPEST):
        if sum(map(len, prefixes)) >= ENOUGH:
            break
        for i, case in enumerate(plan.cases[done:], done):
            look()
            # A search for each case and depth, as thousands of searches at once would take gigabytes.
            search = plan.table.search(case.made)
            prefixes[i] = [finer for prefix in looked(prefixes[i]) for finer in search.prefixes(1, prefix)]
            statistics.add(search)
    return [Unit(case, prefix) for case, some in zip(plan.cases, prefixes, strict=True) for prefix in some]


def shares(plan: Plan, units: Sequence[Unit]) -> list[float]:
    """How much of the whole work each unit is: by an estimate of the nodes of its case, equally within that.

    The cases differ much, as the first of them begins with the piece in a corner; some probes tell them apart well
    enough to show progress. Takes about a millisecond a case.
    """
    few = len(plan.cases) <= FEW_RUNS
    nodes = {case: probe_nodes(plan, case, PROBES) if few else 1.0 for case in plan.cases}
    parts = Counter(unit.case for unit in units)
    total = sum(nodes[case] for case in parts) or 1.0
    return [nodes[unit.case] / parts[unit.case] / total for unit in units]


class Searcher:
    """One thread's searches: one for each case, taken from unit to unit.

    `done` units of a block are finished; of the next so many solutions were `given` to the consumer. If walks go on
    instead of searches, `last` is the case and the solution at which they are.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._run: Case | None = None
        self.done = 0
        self.given = 0
        self._is_within = False
        self.search: Search | None = None
        self.last: tuple[Case, Codes] | None = None
        self.statistics = Statistics()

    def start(self, unit: Unit) -> Search:
        """A search that stands where *unit* begins."""
        if self.search is None or unit.case is not self._run:
            self.close()
            self._run = unit.case
            self.search = self._plan.table.search(unit.case.made)
        if unit.prefix or self.search.nodes:
            self.search.seek(unit.prefix)
        self._is_within = True
        return self.search

    def finish(self) -> None:
        """Have one unit more done."""
        self.done += 1
        self.given = 0
        self._is_within = False

    @property
    def nodes(self) -> int:
        """The nodes visited so far."""
        return self.statistics.nodes + (self.search.nodes if self.search else 0)

    @property
    def is_worth_cutting(self) -> bool:
        """Whether so much was done that the rest should be cut."""
        return self.nodes >= WORTH

    @property
    def fraction(self) -> float:
        """How much of the present unit is done."""
        if self.search is not None:
            return self.search.fraction()
        return 0.0 if self.last is None else self._place(*self.last)

    def _place(self, case: Case, codes: Codes) -> float:
        """The part of a case that lies before a solution, at a coarse guess."""
        parts = self._plan.table.search(case.made).prefixes(2)
        return bisect_left(parts, codes[:2]) / len(parts)

    def close(self) -> None:
        """Add up the statistics of the present search, and drop it."""
        if self.search is not None:
            self.statistics.add(self.search)
            self.search = None

    def abandon(self) -> None:
        """Forget that the present unit was begun, if one was; it needs to be a whole case."""
        if self._is_within:
            self.search = None
        self.close()
