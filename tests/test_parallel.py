"""Searching in threads: the same solutions, in the same order, with the same statistics, and an end to all threads."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings

from pentomino import Progress, Puzzle, PuzzleError, SearchTimeout, Statistics
from pentomino.observe import Watch
from pentomino.parallel import Crew
from pentomino.units import Lane, cut
from strategies import Statement, statements
from test_random import puzzle_of

DOMINOES = Puzzle("10x10", "I2*")
SLOW = Puzzle("9x10", "one-sided pentominoes", reflections=False)


def statistics(puzzle: Puzzle) -> Statistics:
    assert puzzle.statistics is not None
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


@settings(max_examples=60, deadline=None)
@given(statements())
def test_random_puzzles(question: Statement) -> None:
    try:
        puzzle = puzzle_of(question)
    except PuzzleError:
        return
    for symmetry in ("distinct", "all"):
        alone = list(puzzle.solve_all(symmetry=symmetry))  # type: ignore[arg-type]
        counts = [statistics(puzzle).nodes, statistics(puzzle).dead_ends, statistics(puzzle).histogram]
        assert list(puzzle.solve_all(symmetry=symmetry, workers=2)) == alone  # type: ignore[arg-type]
        assert [statistics(puzzle).nodes, statistics(puzzle).dead_ends, statistics(puzzle).histogram] == counts
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


def test_threads_wait_for_a_slow_consumer() -> None:
    """At most a few results of a few blocks wait, out of 258 584 046 368."""
    plan = DOMINOES._plan
    record = Statistics()
    lanes = [Lane(plan), Lane(plan)]
    made = 0

    def job(lane: Lane, units: object, tick: Callable[[], None]) -> Iterator[int]:
        nonlocal made
        for _ in range(1000):
            made += 1
            yield made

    crew = Crew(lanes, cut(plan, record), job, lambda: [])  # type: ignore[arg-type]
    results = crew.results(Watch(60, None))
    for _ in range(10):
        next(results)
    threading.Event().wait(0.2)
    assert made < 10 + 2 * (4 + 2) + 1
    results.close()  # type: ignore[attr-defined]
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


def test_a_time_out_hands_in_what_all_threads_have_found() -> None:
    puzzle = Puzzle("7x9", "tetrominoes* O1*")
    with pytest.raises(SearchTimeout) as caught:
        puzzle.count(method="search", symmetry="all", timeout=0.5, workers=2)
    assert caught.value.found == statistics(puzzle).found > 1000


def test_a_thread_that_cannot_start_leaves_no_other_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    start = threading.Thread.start

    def refuse(self: threading.Thread) -> None:
        if sum(thread.name == "pentomino" for thread in threading.enumerate()) == 2:
            raise RuntimeError("can't start new thread")
        start(self)

    monkeypatch.setattr(threading.Thread, "start", refuse)
    with pytest.raises(RuntimeError, match="can't start new thread"):
        SLOW.count(workers=4, method="search")
    assert no_threads_left()


def test_more_workers_than_work() -> None:
    puzzle = Puzzle("3x20")
    assert puzzle.count(workers=100_000, method="search") == 2
    assert statistics(puzzle).workers == 64


def test_an_error_in_a_thread_reaches_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Lane, unit: object) -> None:
        raise ZeroDivisionError("in a thread")

    monkeypatch.setattr(Lane, "start", broken)
    with pytest.raises(ZeroDivisionError, match="in a thread"):
        Puzzle("3x20").count(workers=2, method="search")
    assert no_threads_left()


@pytest.mark.parametrize("workers", [1, 2])
def test_progress(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pentomino.observe.INTERVAL", 0.0)
    seen: list[Progress] = []
    puzzle = Puzzle("6x10")
    assert puzzle.count(progress=seen.append, workers=workers) == 2339
    assert seen
    fractions = [record.fraction for record in seen]
    assert fractions == sorted(fractions)
    assert 0 <= fractions[0] <= fractions[-1] <= 1
    assert all(record.seconds_left is None or record.seconds_left >= 0 for record in seen)
    assert seen[-1].nodes <= statistics(puzzle).nodes == 444678


def test_progress_of_one_thread_comes_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pentomino.observe.INTERVAL", 0.0)
    seen: list[Progress] = []
    found = sum(1 for _ in Puzzle("5x12").solve_all(progress=seen.append))
    assert found == 1010
    assert seen[-1].fraction > 0.5


def test_an_error_in_the_progress_callback_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pentomino.observe.INTERVAL", 0.0)

    def stop(progress: Progress) -> None:
        raise ZeroDivisionError("enough")

    for workers in (1, 2):
        with pytest.raises(ZeroDivisionError, match="enough"):
            SLOW.count(progress=stop, workers=workers)
        assert no_threads_left()


def test_no_unit_is_large() -> None:
    """The largest is under 2 % of the work."""
    for board, pieces in (("6x10", "pentominoes"), ("8x8", "pentominoes + O4")):
        plan = Puzzle(board, pieces)._plan
        nodes = []
        for unit in cut(plan, Statistics()):
            search = plan.table.search(unit.run.made)
            search.seek(unit.prefix)
            search.count()
            nodes.append(search.nodes)
        assert max(nodes) < 0.02 * sum(nodes)


def test_statistics() -> None:
    puzzle = Puzzle("6x10")
    assert puzzle.statistics is None
    assert puzzle.count() == 2339
    seen = statistics(puzzle)
    assert (seen.method, seen.workers, seen.units, seen.found) == ("search", 1, 8, 2339)
    assert sum(seen.histogram) == seen.nodes == 444678
    assert seen.dead_ends < seen.nodes
    assert set(seen.seconds) == {"compile", "search", "symmetry"}
    assert repr(seen).startswith("Statistics(method='search'")
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
    monkeypatch.setattr("pentomino.observe.INTERVAL", 0.0)
    seen: list[int] = []
    progress = lambda report: seen.append(report.found)  # noqa: E731
    assert Puzzle(board, pieces).count(method="search", workers=2, progress=progress) == number
    assert max(seen) <= number
