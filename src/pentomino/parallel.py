"""Several threads at work on the units of a plan, their results put back in order.

The searches hold no lock of the interpreter, so threads are enough. A unit is given to the next free thread; the
consumer takes the results unit by unit, so their order is that of one thread. Threads stay at most `AHEAD` units
before the consumer, and hold at most `ROOM` results of a unit, so a slow consumer stops them and memory stays bounded.
"""

from __future__ import annotations

import threading
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from .observe import Watch
from .units import Lane, Unit

__all__ = ["Crew", "Job"]

AHEAD = 64
ROOM = 4
PATIENCE = 0.02
"""Seconds that the consumer waits at most before it looks at the clock and at signals again."""

Result = TypeVar("Result")
Job = Callable[[Lane, Unit, Callable[[], None]], Iterator[Result]]
"""Yields the results of one unit; calls its third argument every few milliseconds, which may raise to stop it."""


class _Stopped(Exception):  # noqa: N818 - not an error, but the way out of a search
    """Raised within a thread's search when the crew is sent home."""


class Crew(Generic[Result]):
    """Threads, one for each lane, that do *job* for all *units*."""

    def __init__(self, lanes: Sequence[Lane], units: Sequence[Unit], job: Job[Result]) -> None:
        self._lanes = lanes
        self._units = units
        self._job = job
        self._changed = threading.Condition()
        # All below is shared by the threads, and touched only while `_changed` is held.
        self._next = 0
        self._wanted = 0
        self._ready: dict[int, deque[Result]] = defaultdict(deque)
        self._done: set[int] = set()
        self._states: dict[int, tuple[float, int]] = {}
        self._stop = False
        self._error: BaseException | None = None

    def results(self, watch: Watch) -> Iterator[tuple[Unit, Result]]:
        """The results, each with its unit, in the order of the units; ends all threads however it is left."""
        threads = [
            threading.Thread(target=self._work, args=(number, lane), name="pentomino", daemon=True)
            for number, lane in enumerate(self._lanes)
        ]
        for thread in threads:
            thread.start()
        try:
            for number, unit in enumerate(self._units):
                while (result := self._await(number, watch)) is not None:
                    yield unit, result
        finally:
            with self._changed:
                self._stop = True
                self._changed.notify_all()
            for thread in threads:
                thread.join()

    def _await(self, number: int, watch: Watch) -> Result | None:
        """The next result of a unit, None after the last."""
        while True:
            with self._changed:
                self._wanted = number
                if self._ready[number]:
                    result = self._ready[number].popleft()
                    self._changed.notify_all()
                    return result
                if self._error is not None:
                    raise self._error
                if number in self._done:
                    del self._ready[number]
                    self._changed.notify_all()
                    return None
                self._changed.wait(PATIENCE)
            watch.check(self._state)

    def _state(self) -> tuple[float, int]:
        with self._changed:
            done = sum(self._units[number].share for number in self._done)
            return done + sum(part for part, _ in self._states.values()), sum(n for _, n in self._states.values())

    def _work(self, me: int, lane: Lane) -> None:
        try:
            while (number := self._take_unit(me, lane)) is not None:
                unit = self._units[number]

                def tick(share: float = unit.share) -> None:
                    with self._changed:
                        if self._stop:
                            raise _Stopped
                        self._states[me] = lane.fraction * share, lane.nodes

                for result in self._job(lane, unit, tick):
                    self._deliver(number, result)
                with self._changed:
                    self._done.add(number)
                    self._states[me] = 0.0, lane.nodes
                    self._changed.notify_all()
        except _Stopped:
            pass
        except BaseException as error:  # whatever it is, the consumer is to see it
            with self._changed:
                self._error = error
                self._changed.notify_all()

    def _take_unit(self, me: int, lane: Lane) -> int | None:
        with self._changed:
            while self._next >= self._wanted + AHEAD and self._next < len(self._units) and not self._stop:
                self._changed.wait()
            if self._stop or self._next == len(self._units):
                return None
            self._next += 1
            return self._next - 1

    def _deliver(self, number: int, result: Result) -> None:
        with self._changed:
            while len(self._ready[number]) >= ROOM and not self._stop:
                self._changed.wait()
            if self._stop:
                raise _Stopped
            self._ready[number].append(result)
            self._changed.notify_all()
