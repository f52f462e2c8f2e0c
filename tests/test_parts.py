"""Counts and samples by the frontier engine in parts: the same numbers and solutions as by one worker."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from effort import examples, thorough
from executors import Failing, Here, Lost
from pentomino import Puzzle, PuzzleError, SearchCancelled, SearchTimeout, Statistics
from pentomino.search import frontier, parts
from pentomino.search.parts import Made, Part, do_part
from pentomino.search.plan import plan_of
from pentomino.search.run import OutOfTime
from puzzles import puzzle_of
from strategies import Statement, statements

WIDE = Puzzle("9x10", "one-sided pentominoes")
FOUND = {"distinct": 1010, "all": 4040}


@pytest.fixture(autouse=True)
def _in_parts_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontier, "ALONE", -1.0)
    monkeypatch.setattr(parts, "FEW_RANKS", 1)


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPoolExecutor]:
    """Two processes that share nothing with this one."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield pool


def count(puzzle: Puzzle, executor: Any, **options: Any) -> int:
    return puzzle.count(method="frontier", executor=executor, **options)


@pytest.mark.parametrize("workers", [2, 3, 5, 100])
@pytest.mark.parametrize("symmetry", ["distinct", "all"])
def test_parts_add_up(workers: int, symmetry: Any) -> None:
    here, statistics = Here(), Statistics()
    assert count(Puzzle("5x12"), here, symmetry=symmetry, workers=workers, statistics=statistics) == FOUND[symmetry]
    assert here.sent == {2: 2, 3: 2, 5: 4, 100: 8}[workers] + 3 * (symmetry == "distinct")
    assert (statistics.engine, statistics.workers) == ("frontier", min(workers, 64))
    assert statistics.reason == f"asked for; in {here.sent} parts, by an executor"
    assert min(statistics.nodes, statistics.memory) > 0


@examples(30)
@given(statements())
def test_random_puzzles(question: Statement) -> None:
    try:
        puzzle = puzzle_of(question)
    except PuzzleError:
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(frontier, "ALONE", -1.0)
        for symmetry in ("distinct", "all"):
            assert puzzle.count(symmetry=symmetry, executor=Here(), workers=8) == puzzle.count(symmetry=symmetry)


def test_processes(pool: ProcessPoolExecutor) -> None:
    assert count(Puzzle("5x12"), pool) == 1010
    assert Puzzle("5x18", "one-sided pentominoes").count(executor=pool) == 686628


TALLIED = {
    "each orbit has its share": Puzzle("5x12"),
    "twins": Puzzle("3x9", "one-sided tetrominoes? + I3"),
    "symmetric solutions": Puzzle("3x7", "I3 + I2*3-5 + O4*"),
    "none": Puzzle("4x5", "tetrominoes"),
}


@pytest.mark.parametrize("puzzle", TALLIED.values(), ids=TALLIED)
def test_tallies_add_up(puzzle: Puzzle) -> None:
    for symmetry in ("distinct", "all"):
        here, statistics = Here(), Statistics()
        tally = puzzle.tally(symmetry=symmetry, method="frontier", executor=here, workers=4, statistics=statistics)
        assert here.sent >= 4
        assert tally == puzzle.tally(symmetry=symmetry, method="search")
        assert (statistics.engine, statistics.found) == ("frontier", tally.total)


def test_a_short_count_is_not_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor one that cannot be divided, or whose workers are threads, or one alone."""
    monkeypatch.setattr(frontier, "ALONE", 1000.0)
    here = Here()
    assert count(Puzzle("5x12"), here) == 1010
    monkeypatch.setattr(frontier, "ALONE", -1.0)
    assert count(Puzzle("4x6", "I2*"), here, symmetry="all") == 281
    with ThreadPoolExecutor(2) as threads:
        assert count(Puzzle("5x12"), threads) == 1010
    with ProcessPoolExecutor(1) as alone:
        assert count(Puzzle("5x12"), alone) == 1010
    assert here.sent == 0


@pytest.mark.parametrize("fails", [lambda number: number % 2, lambda number: True, lambda number: number > 3])
def test_workers_that_fail(fails: Any) -> None:
    assert count(Puzzle("5x12"), Failing(fails, OSError("lost")), workers=4) == 1010


def test_an_executor_that_is_shut_down() -> None:
    statistics, gone = Statistics(), ProcessPoolExecutor(2)
    gone.shutdown()
    assert count(Puzzle("5x12"), gone, statistics=statistics) == 1010
    assert "the executor takes no more work (cannot schedule new futures after shutdown)" in statistics.reason


def test_what_does_not_fit_is_searched_for(pool: ProcessPoolExecutor) -> None:
    """By the workers as well, which find it out."""
    statistics = Statistics()
    puzzle = Puzzle("5x12")
    assert puzzle.count(executor=pool, memory_limit=100_000, statistics=statistics) == 1010
    assert statistics.engine == "window"
    assert statistics.reason.startswith("the frontier engine cannot do this: the count holds ")


def test_a_journal_notes_each_part(tmp_path: Path) -> None:
    """A count that is cancelled goes on with what is left of it."""
    path, here = tmp_path / "run.pentomino", Here()
    with pytest.raises(SearchCancelled):
        count(Puzzle("5x12"), here, workers=4, journal=path, cancel=lambda: path.read_bytes().count(b"\n") >= 4)
    known = path.read_bytes().count(b"\n") - 1
    assert 3 <= known < 7
    again = Here()
    assert count(Puzzle("5x12"), again, workers=4, journal=path) == 1010
    assert again.sent == 7 - known
    assert count(Puzzle("5x12"), again, workers=4, journal=path) == 1010
    assert again.sent == 7 - known


def test_no_worker_goes_on_if_nobody_waits(pool: ProcessPoolExecutor) -> None:
    """It takes one as long as its count lasts to take the next part; 9x10 takes half a minute."""
    assert pool.submit(abs, -1).result() == 1
    event = threading.Event()
    timer = threading.Timer(0.2, event.set)
    timer.start()
    with pytest.raises(SearchCancelled):
        count(WIDE, pool, cancel=event, memory_limit=200 << 20)
    timer.join()
    with pytest.raises(SearchTimeout):
        count(WIDE, pool, timeout=0.2, memory_limit=200 << 20)
    assert [pool.submit(abs, -number).result() for number in range(4)] == [0, 1, 2, 3]


def test_a_worker_looks_whether_somebody_waits(tmp_path: Path) -> None:
    lease = tmp_path / "lease"
    part = Part(plan_of(Puzzle("5x12")), ("run", (0, 1)), None, 1e9, str(lease))
    assert do_part(part).result == 4040  # which sees no lease
    assert isinstance(do_part(part._replace(seconds=-1.0)).error, parts._Left)
    lease.touch()
    look = parts._watch(part)
    look()
    lease.unlink()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parts, "monotonic", lambda: 1e12)
        with pytest.raises(parts._Left):
            look()

    def stop() -> None:
        raise OutOfTime

    with pytest.raises(OutOfTime):
        do_part(part, stop)


KILLED = """
import os, signal, sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from pentomino import Puzzle
from pentomino.cli.executors import _begin_worker
from pentomino.search.plan import plan_of
from pentomino.search import frontier
frontier.ALONE = -1.0
path, known = Path(sys.argv[1]), []

def lines():
    return path.read_bytes().count(b"\\n")

for most in range(1, 8):
    if not (child := os.fork()):
        def look():
            if lines() >= most:
                os.kill(os.getpid(), signal.SIGKILL)
        with ProcessPoolExecutor(2, initializer=_begin_worker) as pool:
            Puzzle("5x12").count(method="frontier", executor=pool, workers=4, journal=path, cancel=look)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == signal.SIGKILL
    known.append(lines())
    os.truncate(path, path.stat().st_size - most % 2)
print(*known)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_caller_that_is_killed_goes_on(tmp_path: Path) -> None:
    """Whenever one more part is noted; each other time, the last line of the journal does not reach the disc whole."""
    path = tmp_path / "run.pentomino"
    done = subprocess.run([sys.executable, "-c", KILLED, path], capture_output=True, text=True, timeout=100)
    known = [int(number) for number in done.stdout.split()]
    assert done.stderr == ""
    assert [number >= most for most, number in enumerate(known, 1)] == [True] * 7
    here = Here()
    assert count(Puzzle("5x12"), here, workers=4, journal=path) == 1010
    assert here.sent <= 7 - (known[-1] - 1) + 1


@pytest.mark.parametrize("after", [0, 1, 3])
def test_a_scheduler_that_is_gone(after: int) -> None:
    statistics = Statistics()
    assert count(Puzzle("5x12"), Lost(after), workers=4, statistics=statistics) == 1010
    assert "its scheduler is gone" in statistics.reason


def test_a_lease_that_is_cleared_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As what clears old files away may do: a worker then takes its caller to be gone."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    class Cleared(Here):
        def do(self, work: Any, *arguments: Any) -> Any:
            [lease] = tmp_path.iterdir()
            if self.sent > 1:
                return super().do(work, *arguments)
            lease.unlink()
            return Made(None, 0, 0, 0, parts._Left())

    assert count(Puzzle("5x12"), Cleared(), workers=4) == 1010
    assert list(tmp_path.iterdir()) == []


@thorough
def test_samples_are_the_same_whoever_draws_them(pool: ProcessPoolExecutor) -> None:
    puzzle = Puzzle("4x15")
    alone = puzzle.sample(50, seed=7)
    assert len(set(alone)) > 10
    for workers in (1, 7):
        assert puzzle.sample(50, seed=7, executor=Here(), workers=workers) == alone
    assert puzzle.sample(50, seed=7, executor=pool) == alone
    with ThreadPoolExecutor(2) as threads:
        assert puzzle.sample(50, seed=7, executor=threads) == alone
    assert puzzle.sample(0, executor=Here()) == []
    assert Puzzle("3x5", "X + V + T").sample(3, executor=Here()) == []
