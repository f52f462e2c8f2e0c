"""`python -m benchmarks.in_files BOARD [MEGABYTES]`: what a count with its levels in files takes, by any pentominoes.

Prints the time in memory, the time in files with the most memory of the process and the most bytes on the disc, and how
long so many workers would take: the times of the tasks of an executor, measured one by one, are dealt out to them, each
level when the one before is done.
"""

from __future__ import annotations

import heapq
import subprocess
import sys
import threading
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from pentomino import Puzzle
from pentomino.cli.console import guarded

WORKERS = (1, 2, 4, 8, 16, 32, 64)


class Timed(Executor):
    """An executor that does each task at once, and notes the level and the seconds of each."""

    def __init__(self) -> None:
        self.seconds: defaultdict[int, list[float]] = defaultdict(list)

    def submit(self, work: Callable[..., Any], /, *arguments: Any) -> Future[Any]:  # type: ignore[override]
        """Return a future that is done."""
        future: Future[Any] = Future()
        begun = perf_counter()
        future.set_result(work(*arguments))
        self.seconds[arguments[1].level].append(perf_counter() - begun)
        return future

    def dealt_to(self, workers: int) -> float:
        """Return the seconds that so many workers take: each takes the next task when it has done its last."""
        whole = 0.0
        for tasks in self.seconds.values():
            free = [0.0] * workers
            for seconds in tasks:
                heapq.heappush(free, heapq.heappop(free) + seconds)
            whole += max(free)
        return whole


class Watch:
    """Looks at the bytes in a directory, twenty times a second."""

    def __init__(self, directory: str) -> None:
        self.directory, self.most = Path(directory), 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look)
        self._thread.start()

    def end(self) -> int:
        """Return the most bytes that there were."""
        self._over.set()
        self._thread.join()
        return self.most

    def _look(self) -> None:
        while not self._over.wait(0.05):
            with suppress(FileNotFoundError):
                self.most = max(self.most, sum(path.stat().st_size for path in self.directory.iterdir()))


def main(board: str, megabytes: int = 60, *, only: str = "") -> int:
    """Print the figures for a board. `only` is for the processes that this starts, one for each way."""
    if not only:
        for way in ("memory", "files", "processes", "dealt"):
            subprocess.run([sys.executable, "-m", "benchmarks.in_files", board, str(megabytes), way], check=True)
        return 0
    puzzle, limit = Puzzle(board, "pentominoes*"), 1_000_000 * megabytes
    begun, ran = perf_counter(), process_time()
    if only == "memory":
        number = puzzle.count(symmetry="all", method="frontier")
        print(f"{board} in memory: {number}, {process_time() - ran:.1f} s, process {_most_memory()} MB", flush=True)
        return 0
    with TemporaryDirectory(dir=".") as directory:
        watch = Watch(directory)
        options: dict[str, Any] = {"symmetry": "all", "scratch": directory, "memory_limit": limit}
        if only == "files":
            number = puzzle.count(**options)
            said = f"{process_time() - ran:.1f} s of processor time, process {_most_memory()} MB"
        elif only == "processes":
            with ProcessPoolExecutor(2) as pool:
                number = puzzle.count(executor=pool, **options)
            said = f"two processes {perf_counter() - begun:.1f} s"
        else:
            timed = Timed()
            number = puzzle.count(executor=timed, **options)
            said = "dealt to " + ", ".join(f"{count}: {timed.dealt_to(count):.2f} s" for count in WORKERS)
        most = watch.end()
    print(f"{board} in files, limit {megabytes} MB: {number}, {said}, disc {most // 10**6} MB", flush=True)
    return 0


def _most_memory() -> int:
    """Return the most megabytes that this process had."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1000


if __name__ == "__main__":
    board, *rest = sys.argv[1:] or ["10x10"]
    megabytes = int(rest[0]) if rest else 60
    sys.exit(guarded(lambda: main(board, megabytes, only="".join(rest[1:]))))
