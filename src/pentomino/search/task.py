"""`Task`: what a thread does with units of work; and the results if it is this thread that does it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from .run import Clock
from .units import Searcher, Tick, Unit

__all__ = ["Result", "Shares", "Task", "in_this_thread"]

Result = TypeVar("Result", bound=tuple[Unit, Any])
Shares = Callable[[], Sequence[float]]
"""Gives the share that each unit has of the whole; it is asked only if progress is to be shown."""

Task = Callable[[Searcher, Sequence[Unit], Tick], Iterator[Result]]
"""Yields the results of a block of units in order, and has its searcher `finish` each."""


def in_this_thread(
    searcher: Searcher,
    units: Sequence[Unit],
    task: Task[Result],
    shares: Shares,
    clock: Clock,
    begin: int = 0,
) -> Iterator[Result]:
    """The results of *task* for all *units* from number *begin* on."""

    def state() -> tuple[float, int]:
        parts = shares()
        at = begin + searcher.done
        return sum(parts[:at]) + sum(parts[at : at + 1]) * searcher.fraction, searcher.nodes

    clock.state = state
    searcher.done = 0
    return task(searcher, units[begin:], clock.check)
