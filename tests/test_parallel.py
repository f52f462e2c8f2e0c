"""Searching in threads: the same solutions, in the same order, with the same statistics, and an end to all threads."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import given

from effort import examples, thorough
from pentomino import Progress, PuzzleError, SearchCancelled, SearchTimeout, Solution, Statistics
from pentomino.search import backtracking, threads, units
from pentomino.search.options import Options
from pentomino.search.plan import plan_of
from pentomino.search.run import Clock
from pentomino.search.threads import Workers
from pentomino.search.units import Searcher, Unit, cut, whole
from puzzles import puzzle_of
from recorded import Recorded as Puzzle
from strategies import Statement, statements

DOMINOES = Puzzle("10x10", "I2*")
SLOW = Puzzle("9x10", "one-sided pentominoes", reflections=False)


WORTH = backtracking.WORTH


@pytest.fixture(autouse=True, scope="module")
def _threads_join_at_once() -> Iterator[None]:
    """However small the work."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(backtracking, "WORTH", 0)
        yield


def statistics(puzzle: Puzzle) -> Statistics:
    return puzzle.statistics


def no_threads_left() -> bool:
    return not any(thread.name == "pentomino" for thread in threading.enumerate())


@pytest.mark.parametrize("workers", [2, 3, 7])
@pytest.mark.parametrize("symmetry", ["distinct", "all"])
@pytest.mark.parametrize("board", ["3x20", "4x15"])
def test_the_order_is_that_of_one_thread(board: str, symmetry: str, workers: int) -> None:
    puzzle = Puzzle(board)
    alone = list(puzzle.solve_all(symmetry=symmetry))  # type: ignore[arg-type]
    nodes, histogram = statistics(puzzle).nodes, statistics(puzzle).histogram
    assert list(puzzle.solve_all(symmetry=symmetry, workers=workers)) == alone  # type: ignore[arg-type]
    assert (statistics(puzzle).nodes, statistics(puzzle).histogram) == (nodes, histogram)
    assert statistics(puzzle).workers == workers
    assert no_threads_left()


@examples(60)
@given(statements())
def test_random_puzzles(question: Statement) -> None:
    try:
        puzzle = puzzle_of(question)
    except PuzzleError:
        return
    for symmetry in ("distinct", "all"):
        found = [puzzle.solve_all(symmetry=symmetry, workers=workers) for workers in (1, 2)]  # type: ignore[arg-type]
        alone, shared = map(list, found)
        assert shared == alone
        one, two = (solutions.statistics for solutions in found)
        assert (one.nodes, one.dead_ends, one.histogram) == (two.nodes, two.dead_ends, two.histogram)
        assert puzzle.count(symmetry=symmetry, workers=3, method="search") == len(alone)  # type: ignore[arg-type]


def test_a_limit_is_kept_to_the_unit() -> None:
    first = list(Puzzle("6x10").solve_all(limit=300))
    assert list(Puzzle("6x10").solve_all(limit=300, workers=3)) == first
    assert Puzzle("6x10").count(limit=301, workers=2) == 301
    assert no_threads_left()


def test_an_iterator_may_be_closed_at_any_moment() -> None:
    for number in (0, 1, 50):
        solutions = DOMINOES.solve_all(workers=2)
        assert len(list(itertools.islice(solutions, number))) == number
        solutions.close()  # type: ignore[attr-defined]
        assert no_threads_left()


def test_an_iterator_may_be_dropped() -> None:
    solutions = DOMINOES.solve_all(workers=2)
    next(solutions)
    del solutions
    assert no_threads_left()


class Sleepers(threading.Condition):
    """A condition that counts who waits for it without an end, as workers do, and has not been woken since."""

    asleep = 0

    def wait(self, timeout: float | None = None) -> bool:
        self.asleep += timeout is None
        return super().wait(timeout)

    def notify_all(self) -> None:
        self.asleep = 0
        super().notify_all()


def test_threads_wait_for_a_slow_consumer() -> None:
    """At most a few results of a few blocks wait, out of 258 584 046 368."""
    plan = plan_of(DOMINOES)
    record = Statistics()
    searchers = [Searcher(plan), Searcher(plan)]
    made = 0

    def job(searcher: Searcher, units: Sequence[Unit], tick: Callable[[], None]) -> Iterator[tuple[Unit, list[int]]]:
        nonlocal made
        for _ in range(100):
            made += 1
            yield units[0], [0] * (threads.MOST_WAITING // 4)

    workers = Workers(searchers, cut(plan, record, whole(plan)), job, lambda: [])
    workers._changed = sleepers = Sleepers()
    results = workers.results(Clock(Options(timeout=600)), record)
    for _ in range(10):
        next(results)
    while sleepers.asleep < 2 and not no_threads_left():
        time.sleep(0.001)
    assert made < 10 + 2 * (4 + 2) + 1
    results.close()  # type: ignore[attr-defined]
    assert no_threads_left()


def test_an_error_that_is_kept_keeps_no_threads() -> None:
    """The search is stopped where a solution is handed on, by a thread that then waits for nothing."""
    met: list[Solution] = []
    with pytest.raises(SearchCancelled, match="cancelled with 300 solutions found so far") as caught:
        for solution in DOMINOES.solve_all(workers=2, cancel=lambda: len(met) == 300):
            met.append(solution)
    assert caught.value.solutions == tuple(met)
    assert no_threads_left()


def test_a_time_out_ends_all_threads() -> None:
    with pytest.raises(SearchTimeout, match=r"stopped after 0\.3 s with \d+ solutions found so far"):
        SLOW.count(timeout=0.3, workers=2)
    assert no_threads_left()
    with pytest.raises(SearchTimeout) as caught:
        list(SLOW.solve_all(timeout=0.3, workers=2))
    assert len(caught.value.solutions) == caught.value.found
    assert all(solution.is_valid() for solution in caught.value.solutions[:5])
    assert no_threads_left()


def test_a_time_out_hands_in_what_all_threads_have_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that passes the deadline once enough was done."""
    now = 0.0

    def watch(progress: Progress) -> None:
        nonlocal now
        if progress.nodes > 1 << 20:
            now = 1.0

    monkeypatch.setattr("pentomino.search.run.INTERVAL", 0.0)
    monkeypatch.setattr("pentomino.search.run.monotonic", lambda: now)
    puzzle = Puzzle("7x9", "tetrominoes* O1*")
    with pytest.raises(SearchTimeout) as caught:
        puzzle.count(method="search", symmetry="all", timeout=0.5, workers=2, progress=watch)
    assert caught.value.found == statistics(puzzle).found > 1000


@pytest.mark.parametrize("most", [0, 1, 2])
def test_threads_that_cannot_start(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """The others do it all, or this one; the statistics say so."""
    puzzle, alone = Puzzle("4x15"), list(Puzzle("4x15").solve_all())
    let_start(monkeypatch, most)
    assert list(puzzle.solve_all(workers=4, method="search")) == alone
    assert statistics(puzzle).workers == max(1, most)
    assert statistics(puzzle).reason == f"asked for; the system let only {max(1, most)} of 4 workers start"
    assert puzzle.count(workers=4, method="search") == len(alone)
    assert statistics(puzzle).workers == max(1, most)
    assert no_threads_left()


@pytest.mark.parametrize("most", [0, 1, pytest.param(2, marks=thorough)])
def test_threads_of_the_frontier_that_cannot_start(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    puzzle = Puzzle("5x18", "one-sided pentominoes", reflections=False)
    let_start(monkeypatch, most)
    assert puzzle.count(workers=4, method="frontier") == 686628
    assert statistics(puzzle).workers == 1 + most
    assert statistics(puzzle).reason == f"asked for; the system let only {1 + most} of 4 workers start"


def test_a_count_that_starts_over_lacks_no_thread() -> None:
    puzzle = Puzzle("8x100", "I2* + O1?")  # numbers beyond 128 bits
    assert puzzle.count(symmetry="all", workers=2, method="frontier") > 1 << 128
    assert (statistics(puzzle).workers, statistics(puzzle).reason) == (2, "asked for")


def let_start(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """Have the system let no more than so many threads live at a time."""
    start, others = threading.Thread.start, threading.active_count()

    def refuse(self: threading.Thread) -> None:
        if threading.active_count() >= others + most:
            raise RuntimeError("can't start new thread")
        start(self)

    monkeypatch.setattr(threading.Thread, "start", refuse)


@pytest.mark.parametrize("workers", [1, 2])
def test_threads_join_in_the_midst_of_a_run(monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    """What the search had visited there is searched anew, and neither told nor counted twice."""
    puzzle, expected = Puzzle("6x10"), list(Puzzle("6x10").solve_all())
    monkeypatch.setattr(units, "GRAIN", 1)
    for method in ("list", "count"):
        for worth in (1000, 1 << 18):
            monkeypatch.setattr(backtracking, "WORTH", worth)
            if method == "list":
                assert list(puzzle.solve_all(workers=workers, progress=lambda _: None)) == expected
            else:
                assert puzzle.count(workers=workers, progress=lambda _: None) == 2339
            assert statistics(puzzle).units > 1000
            assert sum(statistics(puzzle).histogram) == statistics(puzzle).nodes == 444678


def test_no_thread_joins_a_small_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backtracking, "WORTH", WORTH)
    let_start(monkeypatch, 0)
    puzzle = Puzzle("6x10")
    assert puzzle.count(workers=4) == len(list(puzzle.solve_all(workers=4))) == 2339
    assert (statistics(puzzle).units, statistics(puzzle).workers) == (8, 4)
    assert "workers start" not in statistics(puzzle).reason
    assert Puzzle("5x12").count(method="frontier", workers=4) == 1010
    assert puzzle.count(workers=2, limit=1000) == 1000


def test_more_workers_than_work() -> None:
    puzzle = Puzzle("3x20")
    assert puzzle.count(workers=100_000, method="search") == 2
    assert statistics(puzzle).workers == 64


def test_an_error_in_a_thread_reaches_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Searcher, unit: object) -> None:
        raise ZeroDivisionError("in a thread")

    monkeypatch.setattr(Searcher, "start", broken)
    with pytest.raises(ZeroDivisionError, match="in a thread"):
        Puzzle("3x20").count(workers=2, method="search")
    assert no_threads_left()


@pytest.mark.parametrize("workers", [1, 2])
def test_progress(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pentomino.search.run.INTERVAL", 0.0)
    seen: list[Progress] = []
    puzzle = Puzzle("6x10")
    assert puzzle.count(progress=seen.append, workers=workers) == 2339
    assert seen
    fractions = [record.fraction for record in seen]
    assert fractions == sorted(fractions)
    assert 0 <= fractions[0] <= fractions[-1] <= 1
    assert all(record.seconds_left is None or record.seconds_left >= 0 for record in seen)
    assert seen[-1].nodes <= statistics(puzzle).nodes == 444678


@pytest.mark.parametrize("workers", [1, 2])
def test_progress_where_solutions_are_plentiful(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pentomino.search.run.INTERVAL", 0.0)
    seen: list[int] = []
    solutions = DOMINOES.solve_all(workers=workers, progress=lambda report: seen.append(report.found))
    assert len(list(itertools.islice(solutions, 200))) == 200
    assert set(seen) >= set(range(200))
    solutions.close()  # type: ignore[attr-defined]


def test_progress_of_one_thread_comes_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pentomino.search.run.INTERVAL", 0.0)
    seen: list[Progress] = []
    found = sum(1 for _ in Puzzle("5x12").solve_all(progress=seen.append))
    assert found == 1010
    assert seen[-1].fraction > 0.5


def test_an_error_in_the_progress_callback_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pentomino.search.run.INTERVAL", 0.0)

    def stop(progress: Progress) -> None:
        raise ZeroDivisionError("enough")

    for workers in (1, 2):
        with pytest.raises(ZeroDivisionError, match="enough"):
            SLOW.count(progress=stop, workers=workers)
        assert no_threads_left()


def test_no_unit_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """The largest is under 2 % of a work cut as a long one is."""
    monkeypatch.setattr(units, "GRAIN", 1)
    for board, pieces in (("6x10", "pentominoes"), ("8x8", "pentominoes + O4")):
        plan = plan_of(Puzzle(board, pieces))
        nodes = []
        for unit in cut(plan, Statistics(), whole(plan)):
            search = plan.table.search(unit.case.made)
            search.seek(unit.prefix)
            search.count()
            nodes.append(search.nodes)
        assert max(nodes) < 0.02 * sum(nodes)


def test_a_short_work_is_cut_into_few_units() -> None:
    """To begin a unit takes as long as hundreds of nodes."""
    for board, nodes in (("6x10", 444_671), ("2x5x6", 525_602), ("8x8-hole", 63_857)):
        puzzle = Puzzle(board, "pentominoes")
        plan = plan_of(puzzle).counting
        assert nodes / 10 < units.nodes_at_a_guess(plan) / (units.ITEM_NODE if plan.items else 1) < 10 * nodes
        assert units.FEW_UNITS <= len(cut(plan, Statistics(), whole(plan))) < 10 * units.FEW_UNITS


def test_a_count_by_items_visits_no_more_nodes_for_being_shared() -> None:
    puzzle, nodes = Puzzle("2x5x6"), set[int]()
    for workers in (1, 2):
        assert puzzle.count(workers=workers) == 264
        assert statistics(puzzle).engine == "item"
        nodes.add(statistics(puzzle).nodes)
    assert statistics(puzzle).units >= units.FEW_UNITS
    assert len(nodes) == 1


def test_statistics() -> None:
    puzzle = Puzzle("6x10")
    assert puzzle.count() == 2339
    seen = statistics(puzzle)
    assert (seen.engine, seen.workers, seen.units, seen.found) == ("window", 1, 8, 2339)
    assert sum(seen.histogram) == seen.nodes == 444678
    assert seen.dead_ends < seen.nodes
    assert set(seen.seconds) == {"compile", "search", "symmetry"}
    assert repr(seen).startswith("Statistics(engine='window'")
    assert len(list(puzzle.solve_all(limit=5))) == 5
    assert statistics(puzzle).found == 5


def test_workers_and_progress_are_checked() -> None:
    for workers in (0, -1, 1.5, "2", None):
        with pytest.raises(ValueError, match=r"^workers is a whole number from 1, not "):
            Puzzle("3x20").count(workers=workers)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^progress is a callable or None, not 5$"):
        Puzzle("3x20").count(progress=5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("board", "pieces", "number"), [("4x10", "tetrominoes*2", 449), ("6x6", "pentominoes? + O1", 13358)]
)
def test_no_more_is_reported_than_there_is(
    board: str, pieces: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pentomino.search.run.INTERVAL", 0.0)
    seen: list[int] = []
    progress = lambda report: seen.append(report.found)  # noqa: E731
    assert Puzzle(board, pieces).count(method="search", workers=2, progress=progress) == number
    assert max(seen) <= number
