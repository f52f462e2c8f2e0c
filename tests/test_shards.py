"""Searching by executors: the solutions, order and statistics of one thread, whatever becomes of the workers."""

from __future__ import annotations

import itertools
import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from heapq import heappop
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from effort import examples, thorough
from executors import Failing, Here, Lost, share_out_at_once
from pentomino import (
    PentominoError,
    Progress,
    Puzzle,
    PuzzleError,
    SearchCancelled,
    SearchTimeout,
    Solution,
    Statistics,
)
from pentomino.search import blocks, shards, worker
from pentomino.search.options import Options, Symmetry
from pentomino.search.plan import Numbers, Plan, plan_of
from pentomino.search.run import OutOfTime, Run
from pentomino.search.shards import workers_of
from pentomino.search.units import Left, Searcher, Tick, at_most, batch_size, cut, whole
from pentomino.search.worker import Answer, Shard, answer
from predicates import PARENT, only_in_the_parent, raising, raising_oddly, to_the_left
from puzzles import puzzle_of
from strategies import Statement, statements

SQUARE = Puzzle("8x8", "pentominoes + O4")
SLOW = Puzzle("9x10", "one-sided pentominoes", reflections=False)


@pytest.fixture(autouse=True)
def _shared_out_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    share_out_at_once(monkeypatch)
    monkeypatch.setattr(shards, "SLICE", 0.02)


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPoolExecutor]:
    """Two processes that share nothing with this one."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield pool


@pytest.fixture(scope="module", params=["processes", "threads", "here"])
def executor(request: pytest.FixtureRequest, pool: ProcessPoolExecutor) -> Iterator[Executor]:
    if request.param == "threads":
        with ThreadPoolExecutor(2) as threads:
            yield threads
    else:
        yield pool if request.param == "processes" else Here()


def no_threads_left() -> bool:
    return not any(thread.name.startswith("pentomino") for thread in threading.enumerate())


def work(statistics: Statistics) -> tuple[int, int, list[int]]:
    return statistics.nodes, statistics.dead_ends, statistics.histogram


def by_one_thread(puzzle: Puzzle, symmetry: Symmetry = "distinct", **options: Any) -> tuple[list[Solution], Statistics]:
    statistics = Statistics()
    return list(puzzle.solve_all(symmetry=symmetry, method="search", statistics=statistics, **options)), statistics


@pytest.mark.parametrize("symmetry", ["distinct", pytest.param("all", marks=thorough)])
def test_the_order_and_the_statistics_are_those_of_one_thread(executor: Executor, symmetry: Symmetry) -> None:
    for puzzle in (Puzzle("5x12"), Puzzle("4x10", "tetrominoes*2")):
        alone, expected = by_one_thread(puzzle, symmetry)
        seen = Statistics()
        assert list(puzzle.solve_all(symmetry=symmetry, executor=executor, method="search", statistics=seen)) == alone
        assert work(seen) == work(expected)
        assert seen.workers == 2
        assert puzzle.count(symmetry=symmetry, executor=executor, method="search", statistics=seen) == len(alone)
        assert work(seen) == work(expected)


class Stepwise(Searcher):
    """Looks at the clock after some nodes."""

    step = 1

    def count(self, tick: Tick) -> None:
        while self.is_paused:
            self.until = self.nodes + self.step
            super().count(tick)
            tick()

    def take_some(self, most: int, tick: Tick) -> list[Numbers]:
        while self.is_paused:
            self.until = self.nodes + self.step
            if found := super().take_some(most, tick):
                return found
            tick()
        return []


@contextmanager
def smallest_shards(step: int) -> Iterator[pytest.MonkeyPatch]:
    """Each shard ends after so many nodes, wherever the search is then."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shards, "SLICE", 0)
        patch.setattr(worker, "Searcher", Stepwise)
        patch.setattr(Stepwise, "step", step)
        share_out_at_once(patch)
        yield patch


@examples(40)
@given(statements(), st.sampled_from([0, 1, 5]), st.sampled_from([1, 2, 7, 100]))
def test_random_puzzles_in_the_smallest_shards(question: Statement, many: int, step: int) -> None:
    try:
        puzzle = puzzle_of(question)
    except PuzzleError:
        return
    with smallest_shards(step) as patch, ThreadPoolExecutor(1) as one:
        patch.setattr(worker, "SENT", many)
        for symmetry in ("distinct", "all"):
            alone, expected = by_one_thread(puzzle, symmetry, workers=2)
            seen = Statistics()
            found = puzzle.solve_all(symmetry=symmetry, executor=one, method="search", statistics=seen)
            assert list(found) == alone
            assert (seen.nodes, seen.dead_ends) >= (expected.nodes, expected.dead_ends)
            assert puzzle.count(symmetry=symmetry, executor=one, method="search") == len(alone)


@examples(20)
@given(statements(), st.lists(st.tuples(st.sampled_from([1, 2, 7, 100]), st.integers(1, 20)), max_size=4))
def test_random_puzzles_by_a_journal(question: Statement, stops: list[tuple[int, int]]) -> None:
    """Each time it is stopped after some more lines, wherever the search is then, and goes on with other shards."""
    try:
        puzzle = puzzle_of(question)
    except PuzzleError:
        return
    alone = list(puzzle.solve_all(symmetry="all", method="search"))
    with TemporaryDirectory() as folder:
        counted, listed = Path(folder, "count"), Path(folder, "list")

        def lines() -> int:
            return sum(path.read_bytes().count(b"\n") for path in (counted, listed) if path.exists())

        for step, more in [*stops, (1000, 1 << 30)]:
            end = lines() + more
            with smallest_shards(step), suppress(SearchCancelled):
                options: Any = {"symmetry": "all", "method": "search", "cancel": lambda end=end: lines() >= end}
                number = puzzle.count(journal=counted, **options)
                found = list(puzzle.solve_all(journal=listed, **options))
        assert (number, found) == (len(alone), alone)


@pytest.mark.parametrize("limit", [0, 100, *(pytest.param(limit, marks=thorough) for limit in (1, 3000))])
def test_limits_and_shuffled_orders(executor: Executor, limit: int) -> None:
    alone, _ = by_one_thread(Puzzle("6x10"), limit=limit, shuffle=7)
    assert list(Puzzle("6x10").solve_all(limit=limit, shuffle=7, method="search", executor=executor)) == alone
    assert Puzzle("6x10").count(limit=limit, executor=executor) == len(alone)


class Counting(Here):
    """Counts the solutions that come back."""

    found = 0

    def do(self, work: Callable[..., Any], *arguments: Any) -> Any:
        told: Answer = super().do(work, *arguments)
        self.found += sum(len(one.found) for one in told.done if isinstance(one.found, list))
        return told


def test_a_slow_consumer_holds_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that are fetched, those that may wait, and those that 16 shards bring: not all of 16146."""
    monkeypatch.setattr(worker, "SENT", 100)
    monkeypatch.setattr(shards, "MOST_HELD", 1000)
    counting = Counting()
    solutions = SQUARE.solve_all(executor=counting, method="search")
    first = list(itertools.islice(solutions, 1000))
    assert 1000 < counting.found < 1000 + 1000 + 16 * 3 * 100
    solutions.close()
    assert first == list(SQUARE.solve_all(limit=1000, method="search"))


@pytest.mark.parametrize("many", [0, 100])
def test_solutions_that_are_sent_back_are_not_searched_for_again(many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the way to the last of them is gone once more."""
    monkeypatch.setattr(worker, "SENT", many)
    monkeypatch.setattr(shards, "SLICE", 1000.0)
    alone, expected = by_one_thread(Puzzle("6x10"), workers=2)
    seen, here = Statistics(), Here()
    assert list(Puzzle("6x10").solve_all(executor=here, method="search", statistics=seen)) == alone
    assert here.sent > 20
    assert expected.nodes <= seen.nodes < 1.5 * expected.nodes


@given(st.lists(st.floats(0.0, 1.0), max_size=60), st.floats(0.0, 2.0))
def test_what_is_left_of_a_shard_is_for_several_workers(weights: list[float], done: float) -> None:
    """In as many parts as it was much more than what was done, and in eight at most; a little one may come last."""
    units: list[Left] = [(0, (number,)) for number in range(len(weights))]
    known = dict(zip(units, weights, strict=True))
    parts = list(blocks.parted(units, known, done))
    assert [unit for part in parts for unit in part] == units
    assert len(parts) <= blocks.SPLIT + 1
    most = max(done, sum(weights) / blocks.SPLIT)
    assert all(sum(known[unit] for unit in part[:-1]) < most or len(part) == 1 for part in parts)


def test_what_is_left_is_sent_in_the_order_of_the_search() -> None:
    """What comes first is deepest, and begins with what stands above it; if that went first, all would wait."""
    plan = Plan(SQUARE)
    firsts = [plan.table.search(case.made).next() for case in plan.cases]
    number, end = next((number, first) for number, first in enumerate(firsts) if first is not None)
    rest = [one for one, _ in worker.rest_of(plan, (number, ()), end, Statistics())]
    assert len(rest) > 3
    sent = shards.Shards(Run(plan, Options(executor=Here())), [], [], lists=True)
    for one in reversed(rest):
        sent._put_back(blocks.Block([one], [1.0]))
    assert [heappop(sent._todo)[1].units[0] for _ in rest] == rest


def test_a_process_that_is_killed() -> None:
    """The pool breaks with it, and threads do the rest."""
    with ProcessPoolExecutor(2) as broken:
        seen: list[Progress] = []

        def kill(progress: Progress) -> None:
            if broken._processes and not seen:
                os.kill(next(iter(broken._processes)), getattr(signal, "SIGKILL", signal.SIGTERM))
                seen.append(progress)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("pentomino.search.run.INTERVAL", 0.0)
            patch.setattr(shards, "SLICE", 0.001)
            statistics = Statistics()
            assert SQUARE.count(method="search", executor=broken, progress=kill, statistics=statistics) == 16146
    assert "threads did the rest" in statistics.reason
    assert no_threads_left()


@pytest.mark.parametrize("error", [OSError("lost"), KeyboardInterrupt("in a worker"), MemoryError()], ids=repr)
def test_workers_that_fail_now_and_then(error: BaseException) -> None:
    """Their units are sent again: none is lost or counted twice."""
    flaky = Failing(lambda number: number % 3 == 0, RuntimeError(error))
    alone, expected = by_one_thread(Puzzle("6x10"), workers=2)
    statistics = Statistics()
    assert list(Puzzle("6x10").solve_all(method="search", executor=flaky, statistics=statistics)) == alone
    assert work(statistics) == work(expected)


def test_workers_that_always_fail() -> None:
    """As when they lack the package: the statistics tell so, and threads of this process do it."""
    statistics = Statistics()
    failing = Failing(lambda number: True, ModuleNotFoundError("No module named 'pentomino'"))
    assert Puzzle("6x10").count(method="search", executor=failing, statistics=statistics) == 2339
    told = "asked for; the executor takes no more work (No module named 'pentomino'): threads did the rest"
    assert statistics.reason == told
    assert failing.sent < 100


def test_a_shard_that_is_the_death_of_each_worker() -> None:
    """This process does it, and the workers the others."""
    poison = Failing(lambda number: number in (5, 6, 7), OSError("lost"))
    assert Puzzle("6x10").count(method="search", executor=poison) == 2339


@pytest.mark.parametrize("cancel_futures", [True, False])
def test_an_executor_that_is_shut_down(cancel_futures: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pentomino.search.run.INTERVAL", 0.0)
    monkeypatch.setattr(shards, "SLICE", 0.001)
    threads, statistics = ThreadPoolExecutor(1), Statistics()

    def end(progress: Progress) -> None:
        threads.shutdown(wait=False, cancel_futures=cancel_futures)

    assert SQUARE.count(method="search", executor=threads, progress=end, statistics=statistics) == 16146
    assert statistics.reason.endswith("threads did the rest")
    assert no_threads_left()


@pytest.mark.parametrize("let", [0, 1])
def test_threads_that_cannot_start(let: int, monkeypatch: pytest.MonkeyPatch) -> None:
    start, others = threading.Thread.start, threading.active_count()

    def refuse(self: threading.Thread) -> None:
        if threading.active_count() >= others + let:
            raise RuntimeError("can't start new thread")
        start(self)

    monkeypatch.setattr(threading.Thread, "start", refuse)
    failing, statistics = Failing(lambda number: True, OSError("lost")), Statistics()
    assert Puzzle("6x10").count(method="search", executor=failing, workers=3, statistics=statistics) == 2339
    assert statistics.reason.endswith("this thread did the rest")


def test_an_iterator_may_be_closed_or_dropped_at_any_moment(executor: Executor) -> None:
    for number in (0, 1, 50):
        solutions = SQUARE.solve_all(executor=executor, method="search")
        assert len(list(itertools.islice(solutions, number))) == number
        solutions.close()
    assert Puzzle("5x12").count(executor=executor, method="search") == 1010


@pytest.mark.parametrize("executor", ["processes", "threads"], indirect=True)
@pytest.mark.parametrize("listing", [True, False])
def test_it_is_cancelled_from_another_thread(executor: Executor, listing: bool) -> None:
    event = threading.Event()
    timer = threading.Timer(0.1, event.set)
    timer.start()
    with pytest.raises(SearchCancelled, match=r"^cancelled with \d+ solutions found so far$"):
        if listing:
            list(SLOW.solve_all(method="search", executor=executor, cancel=event))
        else:
            SLOW.count(method="search", executor=executor, cancel=event)
    timer.join()
    with pytest.raises(SearchTimeout, match=r"^stopped after 0\.1 s with \d+ solutions found so far$"):
        SLOW.count(method="search", executor=executor, timeout=0.1)


def test_what_was_found_is_told_at_a_time_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "SLICE", 0.001)
    here = Here()
    with pytest.raises(SearchCancelled) as caught:
        SQUARE.count(symmetry="all", method="search", executor=here, cancel=lambda: here.sent > 100)
    assert 1000 < caught.value.found < 129168


def test_progress_never_falls_and_comes_from_this_thread(executor: Executor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pentomino.search.run.INTERVAL", 0.0)
    monkeypatch.setattr(shards, "SLICE", 0.001)
    seen: list[tuple[Progress, int]] = []
    Puzzle("6x10").count(
        method="search", executor=executor, progress=lambda report: seen.append((report, threading.get_ident()))
    )
    assert {thread for _, thread in seen} == {threading.get_ident()}
    for values in zip(*((report.fraction, report.found) for report, _ in seen), strict=True):
        assert [*values] == sorted(values)
    assert 0.5 < seen[-1][0].fraction <= 1


def test_an_error_in_the_progress_callback_ends_the_search(executor: Executor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pentomino.search.run.INTERVAL", 0.0)

    def stop(progress: Progress) -> None:
        raise ZeroDivisionError("enough")

    with pytest.raises(ZeroDivisionError, match="^enough$"):
        SLOW.count(method="search", executor=executor, progress=stop)


# --------------------------------------------------------------------------------------------------------- predicates


def test_predicates_that_can_be_sent(pool: ProcessPoolExecutor) -> None:
    puzzle = Puzzle("6x10", restrict={"X": to_the_left})
    assert list(puzzle.solve_all(method="search", executor=pool)) == by_one_thread(puzzle)[0]


def test_predicates_that_cannot_be_sent(pool: ProcessPoolExecutor) -> None:
    puzzle = Puzzle("6x10", restrict={"X": lambda placement: True})
    with pytest.raises(PentominoError, match="^the puzzle cannot be sent to other processes: .*functions of a module$"):
        puzzle.count(method="search", executor=pool)
    with ThreadPoolExecutor(2) as threads:
        assert puzzle.count(method="search", executor=threads) == 2339


def test_predicates_that_answer_otherwise_in_a_worker(
    pool: ProcessPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PENTOMINO_PARENT", PARENT)
    with pytest.raises(PentominoError, match="^a predicate answers otherwise in a worker; "):
        Puzzle("6x10", restrict={"X": only_in_the_parent}).count(method="search", executor=pool)


def test_predicates_that_raise_in_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their errors come out; the pool lives on."""
    monkeypatch.setenv("PENTOMINO_PARENT", PARENT)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        with pytest.raises(KeyError, match="^'in a worker'$"):
            Puzzle("6x10", restrict={"X": raising}).count(method="search", executor=pool)
        with pytest.raises(RuntimeError, match="^OddError in a worker: this and that$"):
            Puzzle("6x10", restrict={"X": raising_oddly}).count(method="search", executor=pool)
        assert Puzzle("5x12").count(method="search", executor=pool) == 1010


def test_a_worker_of_another_version() -> None:
    sent = worker.pickled(plan_of(SQUARE))
    other = pickle.dumps(("0.0", *pickle.loads(sent)[1:]))
    told = answer(Shard(other, False, [(0, ())], 1.0)).error
    assert isinstance(told, PentominoError)
    assert str(told).endswith(", and not 0.0")


def test_a_worker_that_cannot_read_the_puzzle() -> None:
    version, told, _ = pickle.loads(worker.pickled(plan_of(SQUARE)))
    nowhere = b"cnowhere\nnothing\n."
    said = answer(Shard(pickle.dumps((version, told, nowhere)), False, [(0, ())], 1.0)).error
    assert str(said).startswith("a worker cannot read the puzzle: No module named 'nowhere'; predicates are to be ")


# ------------------------------------------------------------------------------------------------------------- others


def test_how_many_workers_an_executor_has() -> None:
    class Client:
        def nthreads(self) -> dict[str, int]:
            return {"tcp://one": 3, "tcp://other": 5}

    class OfClient(Here):
        _max_workers = 0
        _client = Client()

    assert workers_of(OfClient(), 1) == 8
    assert workers_of(OfClient(), 3) == 3
    assert workers_of(Here(), 1) == 2


def test_workers_that_come_later_are_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "ANEW", 0.0)

    class Growing(Here):
        @property
        def _max_workers(self) -> int:  # type: ignore[override]
            return 1 + self.sent

    statistics = Statistics()
    assert Puzzle("6x10").count(method="search", executor=Growing(), statistics=statistics) == 2339
    assert statistics.workers > 2


def test_the_time_of_a_shard_is_over_although_each_look_finds_solutions() -> None:
    plan = plan_of(Puzzle("8x8", "I2*"))
    plan.compile()
    made = answer(Shard(plan, True, [(0, ())], 0.0))
    assert isinstance(made.done[0].found, list)
    assert 0 < len(made.done[0].found) <= batch_size(plan)
    assert made.left


def test_solutions_of_large_boards_are_sent_a_few_at_a_time() -> None:
    small, large = plan_of(Puzzle("6x10")), plan_of(Puzzle("60x60", "pentominoes*"))
    assert at_most(small, worker.SENT, worker.SENT_CELLS) == worker.SENT
    assert at_most(large, worker.SENT, worker.SENT_CELLS) == worker.SENT_CELLS // 3600
    assert at_most(large, 5, 1) == 1


@pytest.mark.parametrize("after", [0, 1, 5])
def test_a_scheduler_that_is_gone(after: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "ANEW", 0.0)
    statistics = Statistics()
    assert SQUARE.count(method="search", executor=Lost(after), statistics=statistics) == 16146
    assert "the executor takes no more work (its scheduler is gone): threads did the rest" in statistics.reason


def test_a_stop_while_a_plan_is_made_ready_to_be_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    def look(*_: object) -> None:
        raise OutOfTime

    monkeypatch.setattr(worker, "digest", look)
    with pytest.raises(SearchTimeout):
        SQUARE.count(method="search", executor=Here(), timeout=60)


def test_what_is_no_executor() -> None:
    with pytest.raises(PentominoError, match="^executor is one of concurrent.futures, or the like, or None, not 5$"):
        SQUARE.count(executor=5)  # type: ignore[arg-type]


def test_an_answer_brings_what_was_done_before_an_error() -> None:
    calls = iter(range(100))

    def look() -> None:
        if next(calls) == 3:
            raise ZeroDivisionError

    plan = plan_of(Puzzle("6x10"))
    plan.compile()
    number_of = {case: number for number, case in enumerate(plan.cases)}
    units = [(number_of[unit.case], unit.prefix) for unit in cut(plan, Statistics(), whole(plan))]
    told: Answer = answer(Shard(plan, False, units, 60.0), look)
    assert isinstance(told.error, ZeroDivisionError)
    assert [one.unit for one in told.done] == units[: len(told.done)]
    assert 0 < len(told.done) < len(units)
    assert [*(one.unit for one in told.done), *(unit for unit, _ in told.left)] == units
