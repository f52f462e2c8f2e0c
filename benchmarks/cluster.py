"""How well a search is shared out to 64 workers by dask itself: `python -m benchmarks.cluster`, with `distributed`.

As in `benchmarks.replay`, each node is said to take longer than it does; here, workers sleep for that time. So the 64
threads of eight processes need one core, and what is lost is lost by dask's scheduler, which has a process of its own
as in any cluster, and by the policy of `pentomino.search.shards`. If the machine is not idle, these have to wait, too.
"""

from __future__ import annotations

import sys
from importlib import import_module
from time import monotonic, sleep
from typing import Any

from pentomino import Puzzle
from pentomino.search import worker
from pentomino.search.options import Options
from pentomino.search.plan import Plan
from pentomino.search.run import Run
from pentomino.search.shards import Shards
from pentomino.search.units import Searcher, Tick, cut, shares, whole

from .replay import WORKS, alone

__all__ = ["efficiency", "main"]

PROCESSES, THREADS = 8, 8

NAP = 0.1
"""Seconds that a worker sleeps at a time."""


def make_ready(sent: bytes, seconds: float) -> None:
    """Have workers of this process know a plan, and take so many seconds for each node."""
    worker.unpickled(sent)

    class Sleeper(Searcher):
        due = 0.0

        def count(self, tick: Tick) -> None:
            self.due = self.due or monotonic()
            while self.is_paused:
                before = self.nodes
                self.until = before + max(1, int(NAP / seconds))
                super().count(tick)
                self.due += (self.nodes - before) * seconds
                sleep(max(0.0, self.due - monotonic()))
                tick()

    worker.Searcher = Sleeper  # type: ignore[attr-defined]


def efficiency(puzzle: Puzzle, client: Any, longer: float) -> tuple[float, int]:
    """The time of one worker alone, divided by that of all for all of a client, and the solutions that cases meet."""
    plan = Plan(puzzle)
    plan.compile()
    seconds, nodes = alone(plan)
    client.run(make_ready, worker.pickled(plan), seconds / nodes * longer)  # to compile is not longer if a work is
    run, begin = Run(plan, Options(executor=client.get_executor(pure=False))), monotonic()
    units = cut(plan, run.statistics, whole(plan))
    found = sum(number for _, number in Shards(run, units, shares(plan, units), lists=False).results())
    return seconds * longer / (sum(client.nthreads().values()) * (monotonic() - begin)), found


def main(arguments: list[str]) -> None:
    """Print the efficiency for each work, taken to be longer by the factors that are given."""
    dask, start = import_module("distributed"), import_module("distributed.deploy.subprocess").SubprocessCluster
    with start(n_workers=PROCESSES, threads_per_worker=THREADS) as cluster, dask.Client(cluster) as client:
        for name, puzzle in WORKS.items():
            for longer in map(float, arguments or ["100"]):
                part, _ = efficiency(puzzle, client, longer)
                print(f"{name}, {longer:g} times as long, {PROCESSES * THREADS} workers: {part:.0%}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
