"""`Run`: one call of a verb, with its clock."""

from __future__ import annotations

import math
from collections.abc import Callable
from time import monotonic

from ..errors import SearchTimeout
from ..solution import Solution
from .options import Options
from .plan import Plan
from .progress import Progress, ProgressCallback, Statistics

__all__ = ["Clock", "OutOfTime", "Run"]

FOREVER = 1e9  # seconds

INTERVAL = 0.25
"""Seconds between two reports of progress."""


class OutOfTime(TimeoutError):  # noqa: N818 - not an error, but the way out of a search
    """The time of a run is out; a type of its own, as callbacks and predicates may raise `TimeoutError` too."""


class Clock:
    """Keeps the time of one run: the deadline, and when to report progress to whom.

    `state` gives the fraction done and the nodes visited; it is asked only if somebody wants to know.
    """

    def __init__(self, timeout: float, progress: ProgressCallback | None) -> None:
        self.start = monotonic()
        self.deadline = self.start + min(timeout, FOREVER)
        self.progress = progress
        self.found = 0
        self.state: Callable[[], tuple[float, int]] = lambda: (0.0, 0)
        self._due = self.start + INTERVAL
        self._fraction = 0.0

    def check(self) -> None:
        """Raise `OutOfTime` when the time is out; report progress if it is due."""
        now = monotonic()
        if now >= self.deadline:
            raise OutOfTime
        if self.progress is not None and now >= self._due:
            self._report(self.progress, now - self.start)

    def _report(self, progress: ProgressCallback, seconds: float) -> None:
        self._due = math.inf  # to tell how far it is may take looks of its own
        fraction, nodes = self.state()
        self._fraction = fraction = max(self._fraction, min(fraction, 1.0))
        left = seconds * (1 - fraction) / fraction if fraction > 0 else None
        progress(Progress(fraction, self.found, nodes, seconds, left))
        self._due = monotonic() + INTERVAL


class Run:
    """One call of a verb: of which plan, with which options; its clock, which starts now, and its statistics."""

    def __init__(self, plan: Plan, options: Options, statistics: Statistics | None = None) -> None:
        self.plan = plan
        self.options = options
        self.statistics = Statistics() if statistics is None else statistics.cleared()
        self.clock = Clock(math.inf if options.timeout is None else options.timeout, options.progress)

    def timed_out(self, found: int, solutions: tuple[Solution, ...] = ()) -> SearchTimeout:
        """The error that tells the caller so."""
        message = f"stopped after {self.options.timeout:g} s with {found} solutions found so far"
        return SearchTimeout(message, found, solutions)
