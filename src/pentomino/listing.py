"""Listing by the search and, where that pays, from some point on by walks that never turn back.

The search begins, as its first solution costs nothing. Once it has visited some nodes, the frontier engine finds out
what lies between the start and the end, and walks on behind the last solution met. Both go in the same order, so
nobody can tell from the solutions where the one left off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from .errors import PentominoError
from .observe import Statistics
from .plan import Codes, Plan, Run
from .units import Lane, Tick, Unit

if TYPE_CHECKING:
    from ._frontier import FrontierRun

__all__ = ["Relay", "list_block"]

BATCH = 256
"""Solutions that are handed over at once."""


class _Due(Exception):  # noqa: N818 - not an error, but the way out of a search
    """Raised within a search where the relay is due."""


MODEST = 768 << 20
"""Bytes that a relay takes where nobody asked for it: one-sided 6x15 needs 567 MiB, and makes the caller wait 1.3 s."""


class Relay:
    """Takes a listing over from the search once that has visited *head* nodes (None: never).

    It uses up to *memory_limit* bytes and *workers* threads until the *deadline*, and does not start unless *pays* says
    that enough is left to do; *reason* is then that of the statistics. Where it cannot do it, the search goes on,
    unless it is *strict*: then that is an error.
    """

    def __init__(
        self,
        plan: Plan,
        head: int,
        reason: str,
        statistics: Statistics,
        *,
        memory_limit: int | None,
        workers: int,
        deadline: float,
        pays: Callable[[], bool],
        strict: bool = False,
    ) -> None:
        self._plan = plan
        self._head: int | None = head
        self._reason = reason
        self._statistics = statistics
        self._memory_limit = memory_limit
        self._workers = workers
        self._deadline = deadline
        self._pays = pays
        self._strict = strict

    def leaves(self, nodes: int) -> bool:
        """Whether it will not take over after that many nodes, and several threads might go on instead."""
        return self._workers > 1 and (self._head is None or (nodes >= self._head and not self._pays()))

    def is_due(self, nodes: int) -> bool:
        """Whether to take over after that many nodes."""
        return self._head is not None and nodes >= self._head and self._pays()

    def walk(
        self, units: Sequence[Unit], last: Codes | None, lane: Lane, tick: Tick
    ) -> Iterator[tuple[Run, list[Codes]]]:
        """The solutions from the unit on where the lane is, but behind *last*, if that is one of the same run.

        None at all, and the lane stays where it is, where the frontier engine cannot do it.
        """
        run = self._prepare(tick)
        if run is None:
            return
        from ._frontier import FrontierWalk

        lane.close()
        self._statistics.method = self._statistics.engine = "frontier"
        self._statistics.reason = self._reason
        numbers = {run: number for number, run in enumerate(self._plan.runs)}
        for number in range(numbers[units[lane.done].run], len(numbers)):
            walk = FrontierWalk(run, number, last)
            last = None
            while batch := walk.take_some(BATCH):
                yield self._plan.runs[number], batch
                while lane.done + 1 < len(units):
                    after = units[lane.done + 1]
                    if (numbers[after.run], after.prefix) > (number, batch[-1][: len(after.prefix)]):
                        break
                    lane.done += 1
                tick()
        lane.done = len(units)

    def _prepare(self, tick: Tick) -> FrontierRun | None:
        """What walks need; None where the frontier engine cannot do it."""
        from . import frontier

        statistics = self._statistics
        runs: list[FrontierRun] = []
        memory = self._memory_limit
        if memory is None and not self._strict:
            memory = min(frontier.free_memory() // 2, MODEST)
        means = frontier.Means(memory, self._workers, self._deadline, tick, runs.append)
        try:
            with statistics.phase("prepare"):
                run = means.run(frontier.compile_listing(self._plan))
                run.keep_live(frontier.codes(self._plan))
        except (frontier.FrontierUnfit, MemoryError) as error:
            statistics.reason = f"the frontier engine cannot list this: {error}"
            if self._strict:
                raise PentominoError(statistics.reason) from None
            return None
        finally:
            statistics.memory = max((run.peak for run in runs), default=0)
            statistics.levels = [level for run in runs for level in run.states]
            self._head = None
        return run


def list_block(
    lane: Lane, units: Sequence[Unit], tick: Tick, relay: Relay | None = None
) -> Iterator[tuple[Run, list[Codes]]]:
    """The solutions of some units, batch by batch; from where it is due on, by a relay.

    Where the relay `leaves`, the units behind the present one are left to the caller.
    """
    size = 1  # the first solution at once, then more at a time
    last: tuple[Run | None, Codes | None] = None, None

    def look() -> None:
        tick()
        if relay and relay.is_due(lane.nodes):
            raise _Due

    for unit in units:
        search = lane.start(unit)
        if last[0] is not unit.run:
            last = unit.run, None
        batch: list[Codes] | None = None
        while batch is None or batch:
            try:
                batch = search.take_some(size, tick=look)
            except _Due:
                batch = None
            if batch:
                last = unit.run, batch[-1]
                yield unit.run, batch
                size = min(2 * size, BATCH)
            if relay and relay.is_due(lane.nodes):
                yield from relay.walk(units, last[1], lane, tick)
                if lane.done == len(units):
                    return
        lane.done += 1
        tick()
        if relay and relay.leaves(lane.nodes):
            return
