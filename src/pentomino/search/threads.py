"""Several threads at work on the units of a plan, their results put back in order.

The searches hold no lock of the interpreter, so threads are enough. Units are given to the next free thread; the
consumer takes the results in the order of the units, so they come as from one thread. To spend little time on handing
out work, threads take blocks of consecutive units, large ones at first and single ones towards the end. They stay at
most `AHEAD` blocks before the consumer, and wait once a block has `MOST_WAITING` solutions that are not yet fetched, so
a slow consumer stops them and memory stays bounded.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic

from .progress import Statistics
from .run import Clock, OutOfTime
from .task import Result, Shares, Task, in_this_thread
from .units import Searcher, Unit

if TYPE_CHECKING:
    from threading import Thread

__all__ = ["Workers", "check_process"]

AHEAD = 64
"""Blocks that are taken and not yet fetched, at most."""

LARGEST = 32
"""Units in a block at most."""

MOST_WAITING = 1024
"""Solutions of a block that are not yet fetched, after which its thread waits; results of a count are one each."""

PATIENCE = 0.02
"""Seconds that the consumer waits at most before it looks at the clock and at signals again."""


def check_process(process: int) -> None:
    """Raise `RuntimeError` in another process: in a child, locks of threads may stay locked forever."""
    if os.getpid() != process:
        raise RuntimeError("this search was begun by several threads of another process: begin it anew in this one")


class _Block(Generic[Result]):
    """Consecutive units that one thread has taken; `done` of them are finished, and these results are `ready`."""

    def __init__(self, start: int, stop: int) -> None:
        self.start = start
        self.stop = stop
        self.done = 0
        self.is_done = False
        self.ready: deque[Result] = deque()
        self.held = 0  # the solutions of these


def _solutions_in(result: tuple[Unit, Any]) -> int:
    return len(result[1]) if isinstance(result[1], list) else 1


class _Stopped(OutOfTime):
    """Raised within a thread's search when the workers are stopped: as at a time-out, the task hands in what it has."""


class Workers(Generic[Result]):
    """Threads, one for each searcher, that do *task* for all *units* from number *begin* on."""

    def __init__(
        self, searchers: Sequence[Searcher], units: Sequence[Unit], task: Task[Result], shares: Shares, begin: int = 0
    ) -> None:
        from threading import Condition  # most searches are over before threads pay

        self._searchers = searchers
        self._units = units
        self._task = task
        self._shares = shares
        self._begin = begin
        self._process = 0
        self._changed = Condition()
        # All below is shared by the threads, and touched only while `_changed` is held.
        self._next = begin  # the first unit that nobody has taken
        self._blocks: deque[_Block[Result]] = deque()  # taken, and not yet fetched by the consumer
        self._at_work: dict[int, tuple[_Block[Result], float, int]] = {}  # of each thread: fraction of its unit, nodes
        self._stop = False
        self._error: BaseException | None = None

    def results(self, clock: Clock, statistics: Statistics) -> Iterator[Result]:
        """The results in the order of the units; ends all threads however it is left.

        At a time-out come those that nobody has fetched, in no order, before `OutOfTime` is raised. If the system lets
        fewer threads start, these do it, or else the consumer's; that is noted in the *statistics*.
        """
        late: OutOfTime | None = None
        threads: list[Thread] = []
        self._process = os.getpid()
        clock.state = self._state
        try:
            self._start(threads)
            statistics.note_workers(len(self._searchers), len(self._searchers) - len(threads))
            while threads and (result := self._fetch(clock)) is not None:
                yield result
        except OutOfTime as error:
            late = error
        finally:
            # When the interpreter ends, threads stand still for good: there is nothing to wait for.
            if self._is_own_process() and not sys.is_finalizing():
                self._stop_all(threads)
        if late is not None:
            yield from (result for block in self._blocks for result in block.ready)
            raise late
        if not threads:
            yield from in_this_thread(
                self._searchers[0], self._units, self._task, self._shares, clock, begin=self._begin
            )

    def _start(self, threads: list[Thread]) -> None:
        """Start a thread for each searcher, or as many as the system allows."""
        from threading import Thread

        for number, searcher in enumerate(self._searchers):
            threads.append(Thread(target=self._work, args=(number, searcher), name="pentomino", daemon=True))
            try:
                threads[-1].start()
            except RuntimeError:
                threads.pop()
                return

    def _stop_all(self, threads: list[Thread]) -> None:
        with self._changed:
            self._stop = True
            self._changed.notify_all()
        for thread in threads:
            if thread.ident is not None:  # not one that Ctrl-C kept from starting
                thread.join()

    def _is_own_process(self) -> bool:
        """Whether this is the process of the threads: in a child, their locks may stay locked forever."""
        return os.getpid() == self._process

    def _fetch(self, clock: Clock) -> Result | None:
        """The next result, None after the last."""
        while True:
            check_process(self._process)
            clock.check()
            with self._changed:
                if self._error is not None:
                    raise self._error
                if self._blocks and self._blocks[0].ready:
                    result = self._blocks[0].ready.popleft()
                    self._blocks[0].held -= _solutions_in(result)
                    self._changed.notify_all()
                    return result
                if self._blocks and self._blocks[0].is_done:
                    self._blocks.popleft()
                    self._changed.notify_all()
                    continue
                if not self._blocks and self._next == len(self._units):
                    return None
                self._changed.wait(PATIENCE)

    def _state(self) -> tuple[float, int]:
        """The fraction done and the nodes visited."""
        shares = self._shares()
        with self._changed:
            open_units = sum(shares[i] for block in self._blocks for i in range(block.start + block.done, block.stop))
            within = sum(
                shares[block.start + block.done] * part
                for block, part, _ in self._at_work.values()
                if block.start + block.done < block.stop
            )
            nodes = sum(nodes for _, _, nodes in self._at_work.values())
            return sum(shares[: self._next]) - open_units + within, nodes

    def _work(self, me: int, searcher: Searcher) -> None:
        try:
            while (block := self._take_block()) is not None:
                searcher.done = 0

                def tick(block: _Block[Result] = block) -> None:
                    with self._changed:
                        if self._stop:
                            raise _Stopped
                        block.done = searcher.done
                        self._at_work[me] = block, searcher.fraction, searcher.nodes

                for result in self._task(searcher, self._units[block.start : block.stop], tick):
                    self._deliver(block, result)
                with self._changed:
                    block.done = block.stop - block.start
                    block.is_done = True
                    self._at_work[me] = block, 0.0, searcher.nodes
                    self._changed.notify_all()
        except _Stopped:
            pass
        except BaseException as error:  # whatever it is, the consumer is to see it
            with self._changed:
                self._error = error
                self._changed.notify_all()

    def _take_block(self) -> _Block[Result] | None:
        with self._changed:
            while len(self._blocks) >= AHEAD and not self._stop:
                self._changed.wait()
            left = len(self._units) - self._next
            if self._stop or not left:
                return None
            size = max(1, min(LARGEST, left // (8 * len(self._searchers))))
            block = _Block[Result](self._next, self._next + size)
            self._next += size
            self._blocks.append(block)
            return block

    def _deliver(self, block: _Block[Result], result: Result) -> None:
        with self._changed:
            while block.held >= MOST_WAITING and not self._stop:
                self._changed.wait()
            block.ready.append(result)
            block.held += _solutions_in(result)
            self._changed.notify_all()
            if self._stop:
                raise _Stopped
