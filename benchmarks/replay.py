"""How well a search would be shared out to many workers: `python -m benchmarks.replay`.

All shards are searched here, one after the other, by the policy of `pentomino.search.shards`; each is then said to have
come back when a worker would have been done with it. The efficiency is the time of one worker alone, divided by that of
all: what is searched in vain, sent, cut or waited for is lost. To stand for a longer work of the same kind, each node
may be said to take longer than it does; what else takes time takes as long as it does.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager
from heapq import heappop, heappush, heapreplace
from time import thread_time
from typing import Any
from unittest.mock import patch

from pentomino import Puzzle
from pentomino.search import worker
from pentomino.search.options import Options
from pentomino.search.plan import Plan
from pentomino.search.run import Run
from pentomino.search.shards import Shards
from pentomino.search.units import Searcher, Tick, Unit, cut, shares, whole
from pentomino.search.worker import Shard, answer

__all__ = ["efficiency", "main"]

DELAY = 0.005
"""Seconds from when a shard is sent to when a worker that is free has it."""

WORKS = {
    "one-sided 5x18": Puzzle("5x18", "one-sided pentominoes", reflections=False),
    "8x8 + O4": Puzzle("8x8", "pentominoes + O4"),
}


class Clock:
    """The time of a thread, by a clock by which each node takes longer, by so many seconds."""

    def __init__(self, longer: float) -> None:
        self.longer = longer
        self.nodes = 0

    def __call__(self) -> float:
        return thread_time() + self.nodes * self.longer


class Cluster:
    """Workers in a time of their own: `now` is when the last shard came back."""

    def __init__(self, workers: int, clock: Callable[[], float]) -> None:
        self.num_workers = workers
        self.now = 0.0
        self._clock = clock
        self._free = [0.0] * workers
        self._back: list[tuple[float, int, Future[Any], Any]] = []
        self._sent = 0

    def submit(self, work: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Do the work here and now; it comes back later."""
        future: Future[Any] = Future()
        start = self._clock()
        result = work(*arguments)
        end = max(self._free[0], self.now + DELAY) + self._clock() - start
        heapreplace(self._free, end)
        self._sent += 1
        heappush(self._back, (end, self._sent, future, result))
        return future

    def next(self) -> Future[Any]:
        """What comes back next."""
        self.now, _, future, result = heappop(self._back)
        future.set_result(result)
        return future


class Replay(Shards):
    """Shards that are sent to a `Cluster`."""

    def __init__(self, cluster: Cluster, run: Run, units: list[Unit], weights: list[float]) -> None:
        self._cluster = cluster
        super().__init__(run, units, weights, lists=False)

    def _now(self) -> float:
        return self._cluster.now

    def _come_back(self) -> Iterator[Future[Any]]:
        yield self._cluster.next()


def by_clock(clock: Clock, step: int) -> AbstractContextManager[object]:
    """Meanwhile, workers live by that clock, and look at it after so many nodes."""

    class Slowed(Searcher):
        def count(self, tick: Tick) -> None:
            while self.is_paused:
                before = self.nodes
                self.until = before + step
                super().count(tick)
                clock.nodes += self.nodes - before
                tick()

    return patch.multiple(worker, Searcher=Slowed, monotonic=clock)


def alone(plan: Plan) -> tuple[float, int]:
    """The seconds that one worker takes for all, and the nodes that it visits."""
    searcher, start = Searcher(plan), thread_time()
    for unit in whole(plan):
        searcher.start(unit)
        searcher.count(lambda: None)
        searcher.finish()
    return thread_time() - start, searcher.nodes


def efficiency(puzzle: Puzzle, workers: int, longer: float) -> tuple[float, int]:
    """The time of one worker alone, divided by that of all for so many, and the solutions that cases meet."""
    plan = Plan(puzzle)
    plan.compile()
    answer(Shard(worker.pickled(plan), False, [(0, ())], 0.0))  # to compile is not longer if a work is
    seconds, nodes = alone(plan)
    clock = Clock(seconds / nodes * (longer - 1))
    cluster = Cluster(workers, clock)
    run = Run(plan, Options(executor=cluster))
    with by_clock(clock, max(1, int((1 << 18) / longer))):
        units = cut(plan, run.statistics, whole(plan))
        found = sum(number for _, number in Replay(cluster, run, units, shares(plan, units)).results())
    return seconds * longer / (workers * cluster.now), found


def main(arguments: list[str]) -> None:
    """Print the efficiency for some numbers of workers, the works taken to be longer by the factors that are given."""
    for name, puzzle in WORKS.items():
        for longer in map(float, arguments or ["10", "100"]):
            for workers in (2, 16, 64):
                part, _ = efficiency(puzzle, workers, longer)
                print(f"{name}, {longer:g} times as long, {workers} workers: {part:.0%}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
