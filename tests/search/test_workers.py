"""Searches shared out to threads and executors: the solutions, order and statistics of one thread, whatever happens."""

from __future__ import annotations

import itertools
import os
import pickle
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given

from effort import examples, thorough
from executors import Failing, Here, Returning, Waiting, no_threads_left, share_out_at_once
from oracle import Piece
from pentomino import PentominoError, Progress, SearchCancelled, SearchTimeout, Solution, Statistics, __version__
from pentomino.search import by_search, plan, workers
from pentomino.search.clock import OutOfTime
from pentomino.search.estimate import guess_nodes
from pentomino.search.options import MethodName, Symmetry
from pentomino.search.plan import Partition, Plan, Tick, Unit, at_most, batch_size, choose_partition, partition, plan_of
from pentomino.search.scan import Scan
from pentomino.search.workers import OUT, Abandoned, Job, Result, do_task, do_task_elsewhere, pickled
from predicates import PARENT, only_in_the_parent, raising, raising_oddly, to_the_left
from puzzles import made
from recorded import Recorded as Puzzle
from strategies import Restriction, Statement, statements

pytestmark = pytest.mark.needs_threads

DOMINOES = Puzzle("10x10", "I2*")
SLOW = Puzzle("9x10", "one-sided pentominoes", reflections=False)
SINGLE = frozenset({(0, 0)})
SQUARE = Puzzle("8x8", "pentominoes + O4")
WORTH = by_search.WORTH


@pytest.fixture(autouse=True)
def _shared_out_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    share_out_at_once(monkeypatch)


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


@pytest.fixture
def searching(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """The threads that have done a task."""
    threads = set[int]()

    def note(*arguments: Any) -> Result:
        threads.add(threading.get_ident())
        return do_task(*arguments)

    monkeypatch.setattr(workers, "do_task", note)
    return threads


def by_one_thread(puzzle: Puzzle, symmetry: Symmetry = "distinct", **options: Any) -> tuple[list[Solution], Statistics]:
    statistics = Statistics()
    return list(puzzle.solve_all(symmetry=symmetry, statistics=statistics, **options)), statistics


# ------------------------------------------------------------------------------------------------------ units, tasks


def nodes_of(plan: Plan, unit: Unit) -> int:
    case, prefix = unit
    search = plan.cover.search(plan.cases[case].made)
    search.seek(prefix)
    search.count()
    return search.nodes


@pytest.mark.parametrize("in_order", [True, False])
@pytest.mark.parametrize("first", [0, 2])
def test_each_solution_is_in_one_unit(in_order: bool, first: int) -> None:
    plan = plan_of(Puzzle("6x10"))
    dealt = partition(plan, Partition(first, 7, 50, in_order), Statistics())
    assert len(dealt) == 7
    every = sorted(unit for task in dealt for unit in task)
    assert len(set(every)) == len(every) >= 50
    assert {case for case, _ in every} <= set(range(first, len(plan.cases)))
    found = Counter(case for case, prefix in every for _ in solutions_of(plan, (case, prefix)))
    assert sum(found.values()) == sum(plan.cover.search(case.made).count() for case in plan.cases[first:])
    assert not in_order or [unit for task in dealt for unit in task] == every


def solutions_of(plan: Plan, unit: Unit) -> Iterator[tuple[int, ...]]:
    scan = Scan(plan, [unit], lists=True)
    while not scan.is_done:
        yield from scan.advance(lambda: None)[1]


def result_of(plan: Plan, task: list[Unit], begin: int, most: int | None, tick: Tick = lambda: None) -> Result:
    return do_task(Scan(plan, task[begin:], most is not None), begin, most, tick)


def test_tasks_of_a_count_are_alike() -> None:
    """Dealt out like cards, the largest of 20 tasks is less than twice the mean."""
    for board, pieces in (("6x10", "pentominoes"), ("8x8", "pentominoes + O4")):
        plan = plan_of(Puzzle(board, pieces))
        nodes = [
            sum(nodes_of(plan, unit) for unit in task)
            for task in partition(plan, Partition(0, 20, 2000, False), Statistics())
        ]
        assert max(nodes) < 2 * sum(nodes) / len(nodes)


def test_a_short_work_is_cut_into_few_units(monkeypatch: pytest.MonkeyPatch) -> None:
    """To begin a unit takes as long as hundreds of nodes."""
    monkeypatch.undo()
    for board, nodes in (("6x10", 444_671), ("2x5x6", 525_602), ("8x8-hole", 63_857)):
        plan = plan_of(Puzzle(board, "pentominoes"))
        assert nodes / 10 < guess_nodes(plan) / plan.node_cost < 10 * nodes
        dealt = choose_partition(0, guess_nodes(plan), workers.NEAR_NODES, 2, in_order=False)
        assert 32 <= sum(map(len, partition(plan, dealt, Statistics()))) < 320


def test_a_long_work_is_cut_into_units_of_some_milliseconds() -> None:
    dealt = choose_partition(3, 1e12, workers.NEAR_NODES, 2, in_order=True)
    assert dealt == Partition(3, plan.MAX_TASKS, plan.MAX_UNITS, True)
    dealt = choose_partition(0, 1e9, workers.FAR_NODES, 64, in_order=False)
    assert (dealt.tasks, dealt.units) == (plan.MIN_TASKS * 64, plan.UNITS_OF_TASK * dealt.tasks)


def test_solutions_of_large_boards_are_sent_a_few_at_a_time() -> None:
    small, large = plan_of(Puzzle("6x10")), plan_of(Puzzle("60x60", "pentominoes*"))
    assert at_most(small, workers.SENT, workers.SENT_CELLS) == workers.SENT
    assert at_most(large, workers.SENT, workers.SENT_CELLS) == workers.SENT_CELLS // 3600
    assert at_most(large, 5, 1) == batch_size(large) // batch_size(large) == 1


def test_a_task_returns_what_it_has_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_of(Puzzle("6x10"))
    (task,) = partition(plan, Partition(0, 1, 40, True), Statistics())
    monkeypatch.setattr(workers, "SECONDS", 0.0)
    begin, found = 0, 0
    while begin < len(task):
        made = result_of(plan, task, begin, None)
        assert made.end == begin + 1
        begin, found = made.end, found + sum(number for _, number in made.found if isinstance(number, int))
    assert found == sum(plan.cover.search(case.made).count() for case in plan.cases)


def test_a_unit_that_takes_too_long_is_given_up() -> None:
    def give_up() -> None:
        raise Abandoned

    plan = plan_of(DOMINOES)
    (task,) = partition(plan, Partition(0, 1, 40, True), Statistics())
    for most in (None, 1 << 30):
        assert result_of(plan, task, 5, most, give_up) == Result(5, [], Statistics().counts())


@pytest.mark.parametrize("seconds", [0.0, -1.0])
def test_another_process_gives_up_a_unit_when_the_time_of_the_call_is_over(seconds: float) -> None:
    plan = plan_of(DOMINOES)
    made = do_task_elsewhere(Job(pickled(plan), Partition(0, 1, 1, False), None), 0, 0, seconds)
    assert made == Result(0, [], Statistics().counts())


def test_more_solutions_than_are_sent_are_given_up() -> None:
    plan = plan_of(Puzzle("6x10"))
    (task,) = partition(plan, Partition(0, 1, 40, True), Statistics())
    most = max(len(list(solutions_of(plan, unit))) for unit in task)
    ends = {result_of(plan, task, begin, most - 1).end > begin for begin in range(len(task))}
    assert ends == {True, False}
    assert all(result_of(plan, task, begin, most).end > begin for begin in range(len(task)))


# ------------------------------------------------------------------------------------------------------------ threads


@pytest.mark.parametrize("number", [2, 7])
@pytest.mark.parametrize("symmetry", ["distinct", "all"])
@pytest.mark.parametrize("board", ["3x20", "4x15"])
def test_the_order_is_that_of_one_thread(board: str, symmetry: Symmetry, number: int, searching: set[int]) -> None:
    puzzle = Puzzle(board)
    alone = list(puzzle.solve_all(symmetry=symmetry))
    expected = puzzle.statistics.counts()
    assert list(puzzle.solve_all(symmetry=symmetry, workers=number)) == alone
    assert puzzle.statistics.counts() == expected
    assert 1 <= puzzle.statistics.workers == len(searching) <= number
    assert puzzle.count(symmetry=symmetry, workers=number, method="search") == len(alone)
    assert puzzle.statistics.counts() == expected
    assert no_threads_left()


@examples(40)
@given(statements())
@example(Statement(SINGLE, (Piece(SINGLE),), allowed=Restriction(0)))
def test_random_puzzles_in_the_smallest_pieces(question: Statement) -> None:
    """Each result is that of one unit, and units with more than one solution are done by the caller."""
    puzzle = made(question)
    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(1) as one:
        patch.setattr(workers, "SECONDS", 0.0)
        patch.setattr(workers, "SENT", 1)
        patch.setattr(workers, "WAITING", 0)
        for symmetry in ("distinct", "all"):
            alone = list(puzzle.solve_all(symmetry=symmetry))  # type: ignore[arg-type]
            # The function by which a question restricts a piece cannot be pickled.
            executors = [{"executor": one}, {"executor": Here()}] if question.allowed is None else []
            for who in (*executors, {"workers": 2}):
                options: Any = {"symmetry": symmetry, **who}
                assert list(puzzle.solve_all(**options)) == alone
                assert puzzle.count(method="search", **options) == len(alone)


@pytest.mark.parametrize("puzzle", [SQUARE, DOMINOES], ids=["square", "dominoes"])
def test_an_iterator_may_be_closed_or_dropped_at_any_moment(puzzle: Puzzle) -> None:
    for number in (0, 1, 50, 1000):
        solutions = puzzle.solve_all(workers=2)
        assert len(list(itertools.islice(solutions, number))) == number
        solutions.close()  # type: ignore[attr-defined]
        assert no_threads_left()
    solutions = puzzle.solve_all(workers=2)
    next(solutions)
    del solutions
    assert no_threads_left()


class Counting(Here):
    """Counts the solutions that come back."""

    found = 0

    def do(self, work: Callable[..., Any], *arguments: Any) -> Any:
        made: Result = super().do(work, *arguments)
        self.found += sum(len(found) for _, found in made.found if isinstance(found, list))
        return made


def test_a_slow_consumer_holds_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solutions wait up to a number, and tasks that are out bring some more: not all of 16146."""
    monkeypatch.setattr(workers, "SENT", 2000)
    monkeypatch.setattr(workers, "WAITING", 1000)
    counting = Counting()
    solutions = SQUARE.solve_all(executor=counting)
    first = list(itertools.islice(solutions, 1000))
    assert 1000 <= counting.found < 12000
    solutions.close()  # type: ignore[attr-defined]
    assert first == list(SQUARE.solve_all(limit=1000))


def test_an_error_that_is_kept_keeps_no_threads() -> None:
    met: list[Solution] = []
    with pytest.raises(SearchCancelled, match="cancelled: 300 solutions found") as caught:
        for solution in DOMINOES.solve_all(workers=2, cancel=lambda: len(met) == 300):
            met.append(solution)
    assert caught.value.solutions == tuple(met)
    assert no_threads_left()


def test_a_time_out_ends_all_threads() -> None:
    with pytest.raises(SearchTimeout, match=r"stopped after 0\.3 s: \d+ solutions found"):
        SLOW.count(timeout=0.3, workers=2)
    assert no_threads_left()
    with pytest.raises(SearchTimeout) as caught:
        list(SLOW.solve_all(timeout=0.3, workers=2))
    assert len(caught.value.solutions) == caught.value.found
    assert all(solution.is_valid() for solution in caught.value.solutions[:5])
    assert no_threads_left()


@pytest.mark.usefixtures("eager_progress")
def test_a_time_out_says_how_many_there_are_at_least(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that passes the deadline once enough was done."""
    now = 0.0

    def watch(progress: Progress) -> None:
        nonlocal now
        if progress.nodes > 1 << 20:
            now = 1.0

    monkeypatch.setattr("pentomino.search.clock.monotonic", lambda: now)
    puzzle = Puzzle("7x9", "tetrominoes* O1*")
    with pytest.raises(SearchTimeout) as caught:
        puzzle.count(method="search", symmetry="all", timeout=0.5, workers=2, progress=watch)
    assert caught.value.found == puzzle.statistics.found > 1000


def let_start(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """Have the system let no more than so many threads live at a time."""
    start, others = threading.Thread.start, threading.active_count()

    def refuse(self: threading.Thread) -> None:
        if threading.active_count() >= others + most:
            raise RuntimeError("can't start new thread")
        start(self)

    monkeypatch.setattr(threading.Thread, "start", refuse)


def wait_for_all(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Hold the first task of each thread until so many threads have one, so that none finds no task left."""
    barrier, seen = threading.Barrier(number), set[threading.Thread]()

    def hold(*arguments: Any) -> Result:
        if (thread := threading.current_thread()) not in seen:
            seen.add(thread)
            barrier.wait(60)
        return do_task(*arguments)

    monkeypatch.setattr(workers, "do_task", hold)


@pytest.mark.parametrize("most", [0, 1, 2, 3])
def test_threads_that_cannot_start(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """The others do it all, or this one; the statistics say so."""
    puzzle, alone = Puzzle("4x15"), list(Puzzle("4x15").solve_all())
    let_start(monkeypatch, most)
    wait_for_all(monkeypatch, max(1, most))
    assert list(puzzle.solve_all(workers=4, method="search")) == alone
    assert puzzle.statistics.workers == max(1, most)
    assert puzzle.statistics.reason == f"requested; the system let only {max(1, most)} of 4 workers start"
    assert puzzle.count(workers=4, method="search") == len(alone)
    assert puzzle.statistics.workers == max(1, most)
    assert no_threads_left()


@pytest.mark.parametrize("most", [0, 1, pytest.param(2, marks=thorough)])
def test_threads_of_the_frontier_that_cannot_start(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    puzzle = Puzzle("5x18", "one-sided pentominoes", reflections=False)
    let_start(monkeypatch, most)
    assert puzzle.count(workers=4, method="frontier") == 686628
    assert puzzle.statistics.workers == 1 + most
    assert puzzle.statistics.reason == f"requested; the system let only {1 + most} of 4 workers start"


def test_a_count_that_starts_over_lacks_no_thread() -> None:
    puzzle = Puzzle("8x100", "I2* + O1?")  # numbers beyond 128 bits
    assert puzzle.count(symmetry="all", workers=2, method="frontier") > 1 << 128
    assert (puzzle.statistics.workers, puzzle.statistics.reason) == (1, "requested")  # small levels


@pytest.mark.parametrize("number", [1, 2])
def test_threads_join_in_the_midst_of_a_run(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """What the search had visited of the case at work is searched anew, and neither given nor counted twice."""
    puzzle, expected = Puzzle("6x10"), list(Puzzle("6x10").solve_all())
    for worth in (1000, 1 << 18):
        monkeypatch.setattr(by_search, "WORTH", worth)
        assert list(puzzle.solve_all(workers=number)) == expected
        assert sum(puzzle.statistics.histogram) == puzzle.statistics.nodes == 444678
        assert puzzle.count(workers=number, method="search") == 2339
        assert sum(puzzle.statistics.histogram) == puzzle.statistics.nodes == 444678
        assert (puzzle.statistics.units > 100) == (number > 1)


def test_no_thread_joins_a_small_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_search, "WORTH", WORTH)
    let_start(monkeypatch, 0)
    puzzle = Puzzle("6x10")
    assert puzzle.count(workers=4) == len(list(puzzle.solve_all(workers=4))) == 2339
    assert (puzzle.statistics.units, puzzle.statistics.workers) == (8, 1)
    assert "workers start" not in puzzle.statistics.reason
    assert Puzzle("5x12").count(method="frontier", workers=4) == 1010
    assert puzzle.count(workers=2, limit=1000) == 1000


def test_more_workers_than_work(searching: set[int]) -> None:
    puzzle = Puzzle("3x20")
    assert puzzle.count(workers=100_000, method="search") == 2
    assert 1 <= puzzle.statistics.workers == len(searching) <= 64


@pytest.mark.parametrize("method", ["search", "frontier"])
def test_workers_are_the_threads_that_work(method: MethodName, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are so many as are started, for work that is enough for all."""
    started, start = set[threading.Thread](), threading.Thread.start

    def note(self: threading.Thread) -> None:
        started.add(self)
        start(self)

    monkeypatch.setattr(threading.Thread, "start", note)
    puzzle = SQUARE if method == "search" else Puzzle("5x18", "one-sided pentominoes", reflections=False)
    for number in (1, 3):
        started.clear()
        assert puzzle.count(workers=number, method=method) in (16146, 686628)
        assert puzzle.statistics.workers == len(started) + (number == 1 or method == "frontier") == number


def test_workers_of_an_executor_are_the_tasks_in_flight(tmp_path: Path) -> None:
    puzzle = Puzzle("4x15")
    with Waiting(2 * OUT) as executor:
        assert puzzle.count(workers=2, executor=executor, method="search") == 368
        assert puzzle.statistics.workers == executor.most == 2 * OUT
    assert puzzle.count(workers=2, executor=Here(), method="search") == 368
    assert puzzle.statistics.workers == 1
    dominoes = Puzzle("4x6", "I2*")
    assert dominoes.count(workers=2, executor=Here(), scratch=tmp_path, symmetry="all") == 281
    assert dominoes.statistics.workers == 1


def test_an_error_in_a_thread_reaches_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("in a thread")

    monkeypatch.setattr(workers, "do_task", broken)
    with pytest.raises(ZeroDivisionError, match="in a thread"):
        Puzzle("3x20").count(workers=2, method="search")
    assert no_threads_left()


@pytest.mark.usefixtures("eager_progress")
@pytest.mark.parametrize("number", [1, 2])
def test_progress(number: int) -> None:
    seen: list[Progress] = []
    puzzle = Puzzle("6x10")
    assert puzzle.count(progress=seen.append, workers=number, method="search") == 2339
    assert seen
    fractions = [record.fraction for record in seen]
    assert fractions == sorted(fractions)
    assert 0 <= fractions[0] <= fractions[-1] <= 1
    assert all(record.seconds_left is None or record.seconds_left >= 0 for record in seen)
    assert seen[-1].nodes <= puzzle.statistics.nodes == 444678


@pytest.mark.usefixtures("eager_progress")
@pytest.mark.parametrize("number", [1, 2])
def test_progress_where_solutions_are_plentiful(number: int) -> None:
    seen: list[int] = []
    solutions = DOMINOES.solve_all(workers=number, progress=lambda report: seen.append(report.found))
    assert len(list(itertools.islice(solutions, 200))) == 200
    assert set(seen) >= set(range(200))
    solutions.close()  # type: ignore[attr-defined]


def test_a_count_by_items_visits_no_more_nodes_for_being_shared() -> None:
    puzzle, nodes = Puzzle("2x5x6"), set[int]()
    for number in (1, 2):
        assert puzzle.count(workers=number) == 264
        assert puzzle.statistics.engine == "item"
        assert sum(puzzle.statistics.histogram) == puzzle.statistics.nodes
        nodes.add(puzzle.statistics.nodes)
    assert puzzle.statistics.units >= 32
    assert len(nodes) == 1


def test_statistics() -> None:
    puzzle = Puzzle("6x10")
    assert puzzle.count(method="search") == 2339
    seen = puzzle.statistics
    assert (seen.engine, seen.workers, seen.units, seen.found) == ("window", 1, 8, 2339)
    assert seen.dead_ends < seen.nodes
    assert set(seen.seconds) == {"compile", "search", "symmetry"}
    assert repr(seen).startswith("Statistics(engine='window'")


@pytest.mark.usefixtures("eager_progress")
@pytest.mark.parametrize(
    ("board", "pieces", "number"), [("4x10", "tetrominoes*2", 449), ("6x6", "pentominoes? + O1", 13358)]
)
def test_no_more_is_reported_than_there_is(board: str, pieces: str, number: int) -> None:
    seen: list[int] = []
    progress = lambda report: seen.append(report.found)  # noqa: E731
    assert Puzzle(board, pieces).count(method="search", workers=2, progress=progress) == number
    assert max(seen) <= number


# ---------------------------------------------------------------------------------------------------------- executors


@pytest.mark.parametrize("symmetry", ["distinct", pytest.param("all", marks=thorough)])
def test_an_executor_finds_what_one_thread_finds(executor: Executor, symmetry: Symmetry) -> None:
    for puzzle in (Puzzle("5x12"), Puzzle("4x10", "tetrominoes*2")):
        alone, expected = by_one_thread(puzzle, symmetry)
        seen = Statistics()
        assert list(puzzle.solve_all(symmetry=symmetry, executor=executor, statistics=seen)) == alone
        assert seen.counts() == expected.counts()
        assert puzzle.count(symmetry=symmetry, executor=executor, method="search", statistics=seen) == len(alone)
        assert seen.counts() == expected.counts()


@pytest.mark.parametrize("limit", [0, 100, *(pytest.param(limit, marks=thorough) for limit in (1, 3000))])
def test_limits_and_shuffled_orders(executor: Executor, limit: int) -> None:
    alone, _ = by_one_thread(Puzzle("6x10"), limit=limit, shuffle=True, seed=7)
    assert list(Puzzle("6x10").solve_all(limit=limit, shuffle=True, seed=7, executor=executor)) == alone
    assert Puzzle("6x10").count(limit=limit, executor=executor) == len(alone)


@pytest.mark.parametrize("value", [None, "junk", 7])
def test_what_is_no_result_is_a_task_that_failed(value: object) -> None:
    for executor in (Returning(value), Failing(lambda number: True, OSError("no worker"))):
        assert Puzzle("5x12").count(executor=executor, method="search") == 1010
        assert len(list(Puzzle("3x20").solve_all(executor=executor))) == 2


def test_an_iterator_over_an_executor_may_be_closed(executor: Executor) -> None:
    for number in (0, 1, 50):
        solutions = SQUARE.solve_all(executor=executor)
        assert len(list(itertools.islice(solutions, number))) == number
        solutions.close()  # type: ignore[attr-defined]
    assert Puzzle("5x12").count(executor=executor, method="search") == 1010


@pytest.mark.parametrize("executor", ["processes", "threads"], indirect=True)
@pytest.mark.parametrize("listing", [True, False])
def test_it_is_cancelled_from_another_thread(executor: Executor, listing: bool) -> None:
    event = threading.Event()
    timer = threading.Timer(0.1, event.set)
    timer.start()
    with pytest.raises(SearchCancelled, match=r"^cancelled: \d+ solutions found$"):
        if listing:
            list(SLOW.solve_all(executor=executor, cancel=event))
        else:
            SLOW.count(method="search", executor=executor, cancel=event)
    timer.join()
    with pytest.raises(SearchTimeout, match=r"^stopped after 0\.1 s: \d+ solutions found$"):
        SLOW.count(method="search", executor=executor, timeout=0.1)


def test_it_is_cancelled_while_an_executor_of_the_same_thread_makes_the_tables() -> None:
    here = Here()
    with pytest.raises(SearchCancelled, match=r"^cancelled: \d+ solutions found$"):
        SLOW.count(method="search", executor=here, cancel=lambda: here.sent > 0)


@pytest.mark.usefixtures("eager_progress")
def test_progress_never_falls_and_comes_from_this_thread(executor: Executor) -> None:
    seen: list[tuple[Progress, int]] = []
    Puzzle("6x10").count(
        method="search", executor=executor, progress=lambda report: seen.append((report, threading.get_ident()))
    )
    assert {thread for _, thread in seen} == {threading.get_ident()}
    for values in zip(*((report.fraction, report.found) for report, _ in seen), strict=True):
        assert [*values] == sorted(values)
    assert 0.5 < seen[-1][0].fraction <= 1


@pytest.mark.parametrize("error", [OSError("lost"), KeyboardInterrupt("in a worker"), MemoryError()], ids=repr)
def test_workers_that_fail_now_and_then(error: BaseException) -> None:
    """Their tasks are sent again: none is lost or counted twice."""
    flaky = Failing(lambda number: number % 3 == 0, RuntimeError(error))
    alone, expected = by_one_thread(Puzzle("6x10"))
    statistics = Statistics()
    assert list(Puzzle("6x10").solve_all(executor=flaky, statistics=statistics)) == alone
    assert statistics.counts() == expected.counts()


def test_workers_that_always_fail() -> None:
    """As when they lack the package: the statistics say so, and threads of this process do it."""
    statistics = Statistics()
    failing = Failing(lambda number: True, ModuleNotFoundError("No module named 'pentomino'"))
    assert Puzzle("6x10").count(method="search", executor=failing, workers=2, statistics=statistics) == 2339
    told = "requested; the executor takes no more work (No module named 'pentomino'): threads did the rest"
    assert statistics.reason == told
    assert failing.sent < 100
    assert no_threads_left()


def test_a_task_that_is_the_death_of_each_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """This process does it, and the workers the others."""

    class Poisoned(Here):
        refused = 0

        def do(self, work: Callable[..., Any], *arguments: Any) -> Any:
            if arguments[1] == 5:
                self.refused += 1
                raise OSError("lost")
            return super().do(work, *arguments)

    poison, statistics = Poisoned(), Statistics()
    assert Puzzle("6x10").count(method="search", executor=poison, statistics=statistics) == 2339
    assert (poison.refused, statistics.reason) == (workers.TRIES, "requested")


@pytest.mark.usefixtures("eager_progress")
def test_a_process_that_is_killed() -> None:
    """The pool breaks with it, and threads do the rest."""
    with ProcessPoolExecutor(2) as broken:
        seen: list[Progress] = []

        def kill(progress: Progress) -> None:
            if broken._processes and not seen:
                with suppress(ProcessLookupError):  # some systems raise it if the process dies at once
                    os.kill(next(iter(broken._processes)), getattr(signal, "SIGKILL", signal.SIGTERM))
                seen.append(progress)

        statistics = Statistics()
        assert SQUARE.count(method="search", executor=broken, workers=2, progress=kill, statistics=statistics) == 16146
    assert "threads did the rest" in statistics.reason
    assert no_threads_left()


@pytest.mark.usefixtures("eager_progress")
@pytest.mark.parametrize("cancel_futures", [True, False])
def test_an_executor_that_is_shut_down(cancel_futures: bool) -> None:
    threads, statistics = ThreadPoolExecutor(1), Statistics()

    def end(progress: Progress) -> None:
        threads.shutdown(wait=False, cancel_futures=cancel_futures)

    assert SQUARE.count(method="search", executor=threads, workers=2, progress=end, statistics=statistics) == 16146
    assert statistics.reason.endswith("threads did the rest")
    assert no_threads_left()


@pytest.mark.parametrize("most", [0, 1])
def test_an_executor_that_is_left_where_threads_cannot_start(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    let_start(monkeypatch, most)
    failing, statistics = Failing(lambda number: True, OSError("lost")), Statistics()
    assert Puzzle("6x10").count(method="search", executor=failing, workers=3, statistics=statistics) == 2339
    who = "threads" if most else "this thread"
    assert f"the executor takes no more work (lost): {who} did the rest" in statistics.reason


# --------------------------------------------------------------------------------------------------------- predicates


def test_predicates_that_can_be_sent(pool: ProcessPoolExecutor) -> None:
    puzzle = Puzzle("6x10", restrict={"X": to_the_left})
    assert list(puzzle.solve_all(executor=pool)) == by_one_thread(puzzle)[0]


def test_predicates_that_cannot_be_sent(pool: ProcessPoolExecutor) -> None:
    puzzle = Puzzle("6x10", restrict={"X": lambda placement: True})
    with pytest.raises(
        PentominoError,
        match="^the puzzle cannot be sent to other processes: .*; define predicates at the top level of a module$",
    ):
        puzzle.count(method="search", executor=pool)
    with ThreadPoolExecutor(2) as threads:
        assert puzzle.count(method="search", executor=threads) == 2339


def test_predicates_that_answer_otherwise_in_a_worker(
    pool: ProcessPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PENTOMINO_PARENT", PARENT)
    with pytest.raises(PentominoError, match="^a predicate returned another result in a worker; "):
        Puzzle("6x10", restrict={"X": only_in_the_parent}).count(method="search", executor=pool)


def test_predicates_that_raise_in_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line says so; the pool lives on."""
    monkeypatch.setenv("PENTOMINO_PARENT", PARENT)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        with pytest.raises(PentominoError, match="^KeyError in a worker: 'in a worker'$"):
            Puzzle("6x10", restrict={"X": raising}).count(method="search", executor=pool)
        with pytest.raises(PentominoError, match="^OddError in a worker: this and that$"):
            Puzzle("6x10", restrict={"X": raising_oddly}).count(method="search", executor=pool)
        assert Puzzle("5x12").count(method="search", executor=pool) == 1010


def test_a_worker_of_another_version() -> None:
    sent = pickle.dumps(("0.0", *pickle.loads(pickled(plan_of(SQUARE)))[1:]))
    made = do_task_elsewhere(Job(sent, Partition(0, 1, 1, False), None), 0, 0, 1.0)
    assert isinstance(made, PentominoError)
    assert str(made) == f"all workers must have pentomino 0.0, got {__version__}"


def test_a_worker_that_cannot_read_the_puzzle() -> None:
    version, told, _ = pickle.loads(pickled(plan_of(SQUARE)))
    sent = pickle.dumps((version, told, b"cnowhere\nnothing\n."))
    made = do_task_elsewhere(Job(sent, Partition(0, 1, 1, False), None), 0, 0, 1.0)
    assert str(made).startswith(
        "a worker cannot read the puzzle: No module named 'nowhere'; define predicates in a module "
    )


def test_a_stop_while_a_plan_is_made_ready_to_be_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    def look(*_: object) -> None:
        raise OutOfTime

    monkeypatch.setattr(workers, "digest", look)
    with pytest.raises(SearchTimeout):
        SQUARE.count(method="search", executor=Here(), timeout=60)
