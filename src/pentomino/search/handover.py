"""Listing by the search and, if that pays, from some point on by walks that never turn back.

The search begins, as its first solution costs nothing. Once it has visited some nodes, the frontier engine finds out
what lies between the start and the end, and walks on behind the last solution met. Both go in the same order, so
nobody can tell from the solutions where the one left off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from ..errors import PentominoError
from .plan import Case, Codes, Plan
from .progress import Statistics
from .units import Searcher, Tick, Unit

if TYPE_CHECKING:
    from .._frontier import FrontierListing, FrontierRun

__all__ = ["Takeover", "list_block"]

BATCH = 256
"""Solutions that are handed over at once."""


class _Due(Exception):  # noqa: N818 - not an error, but the way out of a search
    """Raised within a search if the takeover is due."""


MODEST = 768 << 20
"""Bytes that a takeover takes if nobody asked for it: one-sided 6x15 needs 567 MiB."""


class Takeover:
    """Takes a listing over from the search once that has visited *head* nodes (None: never).

    It uses up to *memory_limit* bytes and *workers* threads, and does not start unless *pays* says that enough is left
    to do; *reason* is then that of the statistics. If it cannot do it, the search goes on, unless it is *strict*:
    then that is an error.
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
        pays: Callable[[], bool],
        strict: bool = False,
    ) -> None:
        self._plan = plan
        self._head: int | None = head
        self._reason = reason
        self._statistics = statistics
        self._memory_limit = memory_limit
        self._workers = workers
        self._pays = pays
        self._strict = strict
        self._is_at_work = False

    def leaves(self, nodes: int) -> bool:
        """Whether it will not take over after that many nodes, nor later."""
        return not self._is_at_work and (self._head is None or (nodes >= self._head and not self._pays()))

    def is_due(self, nodes: int) -> bool:
        """Whether to take over after that many nodes."""
        return self._head is not None and nodes >= self._head and self._pays()

    def walk(
        self, units: Sequence[Unit], last: Codes | None, searcher: Searcher, tick: Tick
    ) -> Iterator[tuple[Case, list[Codes]]]:
        """The solutions from the case of the searcher on, but behind *last*, if that is one of the same case.

        The *units* are whole cases. None at all, the searcher staying where it is, if the frontier engine cannot do it.
        """
        listing = self._prepare(tick)
        if listing is None:
            return
        from .._frontier import FrontierWalk

        self._is_at_work = True
        searcher.close()
        self._statistics.method = self._statistics.engine = "frontier"
        self._statistics.reason = self._reason
        for number in range(searcher.done, len(units)):
            walk = FrontierWalk(listing, number, last)
            last = None
            while batch := walk.take_some(BATCH):
                searcher.last = units[number].case, batch[-1]
                yield units[number].case, batch
                tick()
            searcher.last = None
            searcher.finish()
            tick()

    def _prepare(self, tick: Tick) -> FrontierListing | None:
        """What walks need; None if the frontier engine cannot do it."""
        from .._frontier import FrontierListing
        from . import frontier

        statistics = self._statistics
        runs: list[FrontierRun] = []
        memory = self._memory_limit
        if memory is None and not self._strict:
            memory = min(frontier.free_memory() // 2, MODEST)
        means = frontier.Means(memory, self._workers, tick=tick, watch=runs.append)
        try:
            with statistics.phase("prepare"):
                run = means.run(frontier.compile_listing(self._plan))
                listing = FrontierListing(run, frontier.codes(self._plan))
                listing.prepare()
            statistics.note_workers(self._workers, run.missing)
        except frontier.FrontierUnfit as error:
            statistics.reason = f"the frontier engine cannot list this: {error}"
            if self._strict:
                raise PentominoError(statistics.reason) from None
            return None
        finally:
            statistics.memory = max((run.peak for run in runs), default=0)
            statistics.levels = [level for run in runs for level in run.states]
            self._head = None
        return listing


def list_block(
    searcher: Searcher, units: Sequence[Unit], tick: Tick, takeover: Takeover | None = None
) -> Iterator[tuple[Case, list[Codes]]]:
    """The solutions of some units, batch by batch; once it is due, by a takeover, if the units are whole cases."""
    size = 1  # the first solution at once, then more at a time

    def hand_over() -> None:
        if takeover and takeover.is_due(searcher.nodes):
            raise _Due

    def look() -> None:
        tick()
        hand_over()

    for unit in units:
        search = searcher.start(unit)
        last: Codes | None = None
        is_more = True
        while is_more:
            with suppress(_Due):
                batch = search.take_some(size, tick=look)
                is_more = bool(batch)
                if batch:
                    last = batch[-1]
                    searcher.given += len(batch)
                    yield unit.case, batch
                    size = min(2 * size, BATCH)
                hand_over()
                continue
            if takeover:
                yield from takeover.walk(units, last, searcher, tick)
            if searcher.done == len(units):
                return
        searcher.finish()
        tick()
