"""`Scan`: the search of some units (parts of cases), one after another, in one thread."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, TypeAlias

from .clock import Statistics
from .plan import NEVER, Plan, Tick, Unit, batch_size

PartialResult: TypeAlias = tuple[int, Any]
"""A part of a result: the index of a case, and its next solutions or their number. The parts of a case add up."""


class Scan:
    """The search of some `units`, one after another. It pauses after `step` nodes of the window engine.

    - `lists`: whether solutions are listed. Otherwise they are counted.
    - `at`: how many units are done.
    - `done`: the statistics of the searches that have ended. Consecutive units of a case share a search.
    - `grown`: the maximum number of bytes that a search has allocated.
    - `most`: the maximum number of solutions that `advance` returns.
    - `results`: for a task, the results of the units that are done.
    """

    def __init__(
        self, plan: Plan, units: Sequence[Unit], lists: bool, step: int = NEVER, done: Statistics | None = None
    ) -> None:
        self.plan, self.units, self.lists = plan, units, lists
        self.done = done or Statistics()
        self.at = self.grown = 0
        self.most = batch_size(plan)
        self.results: list[PartialResult] = []
        self._step = max(1, step // plan.node_cost)
        self._size = 1  # the first solution comes at once, later ones in larger batches
        self._search: Any = None  # made by `advance`, within the memory limit of its thread
        self._case, self._is_begun = 0, False
        self._told = self._rest = 0  # how many solutions `advance` has returned, and has yet to return

    @property
    def none(self) -> Any:
        """A part without solutions, to which others can be added."""
        return [] if self.lists else 0

    @property
    def is_done(self) -> bool:
        """Whether all units are done."""
        return self.at == len(self.units)

    @property
    def nodes(self) -> int:
        """How many nodes were visited."""
        search = self._search
        return self.done.nodes + (search.nodes if search else 0)

    def advance(self, tick: Tick, nodes: int = NEVER) -> PartialResult:
        """Search the current unit for at most a step or `nodes` nodes, and return this part of its result.

        If `tick` raises an exception, the scan can be continued, and nothing is lost.
        """
        search = self._begun()
        until = search.nodes + min(nodes, self._step)
        batch: Any
        if self.lists:
            batch = search.take_some(self._size, tick=tick, nodes=until)
            if self.plan.cover.is_itemized:  # the item engine places pieces in its own order
                batch = [tuple(sorted(numbers)) for numbers in batch]
            self._size = min(2 * self._size, self.most) if batch else self._size
        else:
            try:
                search.count(tick=tick, nodes=until)
            finally:
                self._rest = search.found - self._told
            batch, self._told, self._rest = self._rest, search.found, 0
        case = self._case
        if search.exhausted:
            self.at, self._is_begun = self.at + 1, False
            if self.is_done or self.units[self.at][0] != case:
                self.close()
        return case, batch

    def _begun(self) -> Any:
        if not self._is_begun:
            case, prefix = self.units[self.at]
            if self._search is None:
                begin = self.plan.ordered if self.lists else self.plan.unordered
                self._case, self._search, self._told = case, begin(self.plan.cases[case]), 0
            if prefix:  # a whole case begins where a new search begins
                self._search.seek(prefix)
            self._is_begun = True
        return self._search

    def left(self) -> list[PartialResult]:
        """After an exception has ended a count, return the parts that `advance` and the task have not returned."""
        return [*self.results, (self._case, self._rest)]

    def close(self, is_kept: bool = True) -> None:
        """End the current search. If `is_kept`, add its counts to `done`."""
        if (search := self._search) is not None:
            self.grown = max(self.grown, search.grown)
            if is_kept:
                self.done.add(search.counts())
            self._search = None

    def state(self) -> tuple[float, int]:
        """Return the fraction done and the nodes visited. Call this only if the units are the cases."""
        here = self._shares[self.at] * self._search.fraction() if self._search else 0.0
        return sum(self._shares[: self.at]) + here, self.nodes

    @cached_property
    def _shares(self) -> list[float]:
        from .estimate import shares  # few programs show progress

        return shares(self.plan)
