"""`Run`: one call of a verb, with its clock."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any

from ..base.limits import allowing, looking
from ..errors import SearchCancelled, SearchStopped, SearchTimeout
from ..solutions.solution import Solution
from .options import Options
from .plan import Plan
from .progress import Progress, ProgressCallback, Statistics

if TYPE_CHECKING:
    from .work.journal import Journal

__all__ = ["Clock", "OutOfTime", "Run", "free_memory"]

FOREVER = 1e9  # seconds

INTERVAL = 0.1
"""Seconds from a report of progress until the next is due: if work looks at the clock at least each 0.15 seconds, there
are at least four a second."""


class OutOfTime(TimeoutError):  # noqa: N818 - not an error, but the way out of a search
    """The time of a run is out; a type of its own, as callbacks and predicates may raise `TimeoutError` too."""


class Cancelled(OutOfTime):
    """A run was cancelled: it ends as if its time were out."""


class Clock:
    """Keeps the time of one run: the deadline, whether it is cancelled, and when to report progress to whom.

    `state` gives the fraction done and the nodes visited; it is asked only if somebody wants to know.
    """

    def __init__(self, options: Options) -> None:
        self.start = monotonic()
        self.timeout = math.inf if options.timeout is None else options.timeout
        self.deadline = self.start + min(self.timeout, FOREVER)
        self.progress = options.progress
        self.may_stop = options.timeout is not None or options.cancel is not None
        cancel: Any = options.cancel
        self._is_cancelled: Callable[[], object] | None = getattr(cancel, "is_set", cancel)
        self.found = 0
        self.state: Callable[[], tuple[float, int]] = lambda: (0.0, 0)
        self._due = math.inf if options.progress is None else self.start + INTERVAL
        self._told = 0.0, 0  # the fraction done and the nodes visited, as they were last
        self._is_asking = False

    def check(self) -> None:
        """Raise `OutOfTime` if the time is out or the run cancelled; report progress if it is due."""
        now = monotonic()
        if now >= self.deadline:
            raise OutOfTime
        if self._is_cancelled is not None and self._is_cancelled():
            raise Cancelled
        if now >= self._due and self.progress is not None:
            self._report(self.progress)

    def stopped(self, why: OutOfTime, found: int = 0, solutions: tuple[Solution, ...] = ()) -> SearchStopped:
        """The error that tells the caller so."""
        if isinstance(why, Cancelled):
            return SearchCancelled(f"cancelled with {found} solutions found so far", found, solutions)
        return SearchTimeout.after(self.timeout, found, solutions)

    def _report(self, progress: ProgressCallback) -> None:
        """Tell how far it is; if it takes looks of its own to know that, what was known last is told meanwhile."""
        self._due = monotonic() + INTERVAL / 4
        if not self._is_asking:
            self._ask()
        (fraction, nodes), seconds = self._told, monotonic() - self.start
        left = seconds * (1 - fraction) / fraction if fraction > 0 else None
        progress(Progress(fraction, self.found, nodes, seconds, left))
        self._due = monotonic() + INTERVAL

    def _ask(self) -> None:
        self._is_asking = True
        try:
            with looking(self.check):
                fraction, nodes = self.state()
        finally:
            self._is_asking = False
        self._told = max(self._told[0], min(fraction, 1.0)), nodes


class Run:
    """One call of a verb: of which plan, with which options; its clock, statistics and journal."""

    def __init__(
        self, plan: Plan, options: Options, statistics: Statistics | None = None, clock: Clock | None = None
    ) -> None:
        self.plan = plan
        self.options = options
        self.statistics = Statistics() if statistics is None else statistics.cleared()
        self.clock = clock or Clock(options)
        self.journal: Journal | None = None
        self.held = 0  # the bytes of the tables of the search

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Have all that is done meanwhile keep the limits of time and memory."""
        with looking(self.clock.check), allowing(self.options.memory_limit, self.held):
            yield

    def hold(self, held: int) -> None:
        """Note that the tables of the search have so many bytes."""
        self.held = held
        self.statistics.memory = max(self.statistics.memory, held)

    def by(self, plan: Plan) -> Run:
        """The same call, by another plan of its puzzle."""
        run = object.__new__(Run)
        vars(run).update(vars(self), plan=plan)
        return run


def free_memory() -> int:
    """The bytes of memory that the machine has free, or two gibibytes if it does not tell."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            return next(1024 * int(line.split()[1]) for line in lines if line.startswith("MemAvailable"))
    except (OSError, StopIteration):
        try:
            return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        except (AttributeError, OSError, ValueError):
            return 2 << 30
