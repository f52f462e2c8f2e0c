"""How well a search would be shared out to many workers: `python -m benchmarks.replay`.

All shards are searched here, one after the other, by the policy of `pentomino.search.shards`; each is then said to have
come back when a worker would have been done with it. The efficiency is the share of the time for which workers search.
To stand for a longer work of the same kind, shards may be shorter in the same measure: with 100 for *longer*, a second
of work stands for 100 seconds, and a shard for half a second lasts 5 ms.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from heapq import heappop, heappush, heapreplace
from time import thread_time
from typing import Any

from pentomino import Puzzle
from pentomino.search import shards, worker
from pentomino.search.options import Options
from pentomino.search.plan import Plan
from pentomino.search.run import Run
from pentomino.search.shards import Shards
from pentomino.search.units import Unit, cut, shares, whole
from pentomino.search.worker import Shard, answer

__all__ = ["efficiency", "main"]

DELAY = 0.005
"""Seconds from when a shard is sent to when a worker that is free has it."""

WORKS = {
    "one-sided 5x18": Puzzle("5x18", "one-sided pentominoes", reflections=False),
    "8x8 + O4": Puzzle("8x8", "pentominoes + O4"),
}


class Cluster:
    """Workers in a time of their own: `now` is when the last shard came back, `busy` for how long they searched."""

    def __init__(self, workers: int, delay: float) -> None:
        self.num_workers = workers
        self.now = self.busy = 0.0
        self._delay = delay
        self._free = [0.0] * workers
        self._back: list[tuple[float, int, Future[Any], Any]] = []
        self._sent = 0

    def submit(self, work: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Do the work here and now; it comes back later."""
        future: Future[Any] = Future()
        start = thread_time()
        result = work(*arguments)
        seconds = thread_time() - start
        end = max(self._free[0], self.now + self._delay) + seconds
        heapreplace(self._free, end)
        self._sent += 1
        self.busy += seconds
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
        super().__init__(run, units, weights, lists=False)
        self._cluster = cluster

    def _come_back(self) -> Iterator[Future[Any]]:
        yield self._cluster.next()


def efficiency(puzzle: Puzzle, workers: int, longer: float) -> tuple[float, int]:
    """The share of the time for which so many workers would search, and the solutions that cases meet."""
    plan, cluster = Plan(puzzle), Cluster(workers, DELAY / longer)
    plan.compile()
    answer(Shard(worker.pickled(plan), False, [(0, ())], 0.0))  # to compile is not longer if a work is
    run = Run(plan, Options(executor=cluster))
    usual, shards.SLICE = shards.SLICE, shards.SLICE / longer
    try:
        units = cut(plan, run.statistics, whole(plan))
        found = sum(number for _, number in Replay(cluster, run, units, shares(plan, units)).results())
    finally:
        shards.SLICE = usual
    return cluster.busy / (workers * cluster.now), found


def main(arguments: list[str]) -> None:
    """Print the efficiency for some numbers of workers, the works taken to be longer by the factors that are given."""
    for name, puzzle in WORKS.items():
        for longer in map(float, arguments or ["10", "100"]):
            for workers in (2, 16, 64):
                part, _ = efficiency(puzzle, workers, longer)
                print(f"{name}, {longer:g} times as long, {workers} workers: {part:.0%}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
