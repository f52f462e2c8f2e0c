"""The method "auto": whichever of the search and the frontier answers, and whenever they take turns, it is true."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
from effort import examples, thorough
from oracle import Statement as Question
from pentomino import PentominoError, Progress, Puzzle, SearchCancelled, SearchTimeout, Statistics
from pentomino.base.limits import NoRoom
from pentomino.search.methods import auto, frontier
from pentomino.search.methods.method import Unfit
from pentomino.search.run import OutOfTime
from pentomino.search.work.journal import Journal
from puzzles import made
from strategies import QUESTIONS

NEVER = 1e9

TURNS: dict[str, dict[str, float]] = {
    "turn by turn": {"EARLY": 0, "LATE": 0, "PATIENCE": 1e-9},
    "the search first": {"EARLY": 0, "LATE": 0, "PATIENCE": NEVER},
    "the search late": {"EARLY": NEVER, "LATE": 0, "PATIENCE": NEVER},
    "the frontier": {"EARLY": NEVER, "LATE": NEVER},
    "equal shares": {"EARLY": NEVER, "LATE": NEVER, "MIN_RATIO": 1.0},
    "probes all the time": {"EARLY": NEVER, "LATE": NEVER, "PROBED": 1 / 2, "EFFORT": 1},
}


def force(patch: pytest.MonkeyPatch, turns: str) -> None:
    """Have no search be short, and let the search take turns node by node, as they are named."""
    usual = {"STEP": 1, "SHORT": -1, "GLANCE": 0, "LEAST": 0.0, "MIN_RATIO": 1e-9}
    for name, value in (usual | TURNS[turns]).items():
        patch.setattr(auto, name, value)


# ------------------------------------------------------------------------------------------------ the answer is right


@examples(60)
@given(question=QUESTIONS, turns=st.sampled_from(list(TURNS)), limit=st.integers(1, 5), workers=st.integers(1, 2))
def test_whoever_counts_the_number_is_that_of_the_oracle(
    question: Question, turns: str, limit: int, workers: int
) -> None:
    expected = len(oracle.solutions(question))
    orbits = len(oracle.orbits(oracle.bounded(question)))
    with pytest.MonkeyPatch.context() as patch:
        force(patch, turns)
        for number, options in ((expected, {"symmetry": "all"}), (orbits, {"symmetry": "distinct"})):
            asked: dict[str, Any] = {**options, "workers": workers}
            assert made(question).count(**asked) == number
            assert made(question).count(**asked, limit=limit) == min(limit, number)
            assert made(question).tally(**asked).total == number


@pytest.mark.parametrize("turns", TURNS)
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("board", "pieces"), [("6x10", "pentominoes"), ("2x3x4", "tetrominoes*"), ("torus 4x6", "L4* I4*"), ("6x6", "I2*")]
)
def test_both_engines_find_what_they_find_in_turns(
    board: str, pieces: str, workers: int, turns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = Puzzle(board, pieces)
    expected = puzzle.count(method="search"), puzzle.tally(method="search")
    force(monkeypatch, turns)
    monkeypatch.setattr(auto, "STEP", 256)
    statistics = Statistics()
    assert puzzle.count(workers=workers, statistics=statistics) == expected[0]
    assert puzzle.tally(workers=workers) == expected[1]
    assert puzzle.is_unique(workers=workers) == (expected[0] == 1)
    if turns == "the frontier":
        assert statistics.engine == "frontier"
    elif turns == "the search first":
        assert statistics.engine != "frontier"


def test_the_search_goes_on_where_the_frontier_is_unfit(monkeypatch: pytest.MonkeyPatch) -> None:
    def unfit(*_: object) -> int:
        raise Unfit("it is a test")

    force(monkeypatch, "turn by turn")
    monkeypatch.setattr(frontier, "count", unfit)
    for options in ({}, {"workers": 2}, {"limit": 5000}):
        statistics = Statistics()
        assert Puzzle("5x12").count(statistics=statistics, **options) == 1010  # type: ignore[arg-type]
        assert (statistics.engine, statistics.reason) == ("window", "it is a test")


# ------------------------------------------------------------------------------------------------- what is chosen, why


def test_a_short_search_goes_first_and_visits_the_same_nodes_each_time() -> None:
    for board, said in (("3x20", "a short search"), ("6x10", "a search of about ")):
        seen = [Statistics(), Statistics()]
        for statistics in seen:
            Puzzle(board).count(statistics=statistics)
        assert (seen[0].engine, seen[0].nodes) == ("window", seen[1].nodes)
        assert seen[0].reason == seen[1].reason
        assert seen[0].reason.startswith(said)
        by_search = Statistics()
        Puzzle(board).count(method="search", statistics=by_search)
        assert (seen[0].nodes, seen[0].histogram) == (by_search.nodes, by_search.histogram)


def test_a_long_search_is_left_for_the_frontier() -> None:
    for options in ({}, {"limit": 10**9}, {"workers": 2}):
        statistics = Statistics()
        assert Puzzle("8x8", "I2*").count(statistics=statistics, **options) == 1629189  # type: ignore[arg-type]
        assert statistics.engine == "frontier"
        assert statistics.reason.startswith("done before a search of about ")
        assert {"compile", "probe", "search", "count"} <= set(statistics.seconds)
        assert min(statistics.seconds.values()) >= 0


@pytest.mark.parametrize("options", [{}, {"workers": 2}, {"limit": 1000}])
def test_a_hopeless_frontier_is_left_for_the_search(options: dict[str, Any]) -> None:
    """By the frontier, it takes a hundred times as long as by the search."""
    statistics = Statistics()
    assert Puzzle("2x5x6").count(statistics=statistics, **options) == 264
    assert statistics.engine == "item"
    assert statistics.reason.startswith("a search of about ")


@thorough
def test_a_count_with_a_limit_does_not_wait_for_the_frontier() -> None:
    start = time.process_time()
    assert not Puzzle("conway").is_unique()
    assert time.process_time() - start < 10  # by the frontier, it is a minute


def test_what_was_asked_for_is_done() -> None:
    for method, engine in (("search", "window"), ("frontier", "frontier")):
        statistics = Statistics()
        Puzzle("5x12").tally(method=method, statistics=statistics)  # type: ignore[arg-type]
        assert (statistics.engine, statistics.reason) == (engine, "asked for")


# --------------------------------------------------------------------------------------------------- limits and reports


@pytest.mark.parametrize("turns", TURNS)
@pytest.mark.parametrize("workers", [1, 2])
def test_time_ends_both(workers: int, turns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    force(monkeypatch, turns)
    monkeypatch.setattr(auto, "STEP", 1 << 14)
    start = time.monotonic()
    with pytest.raises(SearchTimeout) as caught:
        Puzzle("3x4x5").count(timeout=0.2, workers=workers)
    assert time.monotonic() - start < 5
    assert 0 <= caught.value.found <= 3940


def test_a_stop_has_what_the_search_has_found(monkeypatch: pytest.MonkeyPatch) -> None:
    force(monkeypatch, "the frontier")
    monkeypatch.setattr(auto, "STEP", 1 << 18)

    def stop(*_: object) -> int:
        raise OutOfTime

    monkeypatch.setattr(frontier, "count", stop)
    with pytest.raises(SearchTimeout) as caught:
        Puzzle("6x10").count(timeout=60)
    assert 0 < caught.value.found < 2339


def test_memory_is_limited_for_both_together() -> None:
    statistics = Statistics()
    Puzzle("5x12").count(method="frontier", statistics=statistics)
    alone = statistics.memory
    Puzzle("5x12").count(method="search", statistics=statistics)
    tables = statistics.memory
    assert tables < alone
    with pytest.MonkeyPatch.context() as patch:
        force(patch, "the frontier")
        assert Puzzle("5x12").count(memory_limit=alone + tables // 2, statistics=statistics) == 1010
        assert statistics.reason.startswith("the frontier engine cannot count this: ")
        assert Puzzle("5x12").count(memory_limit=alone + tables, statistics=statistics) == 1010
        assert (statistics.engine, statistics.memory) == ("frontier", alone + tables)


def test_without_memory_for_a_search_the_frontier_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise NoRoom("it is a test")

    statistics = Statistics()
    monkeypatch.setattr("pentomino.search.plan.Plan.compile", refuse)
    assert Puzzle("5x12").count(statistics=statistics) == 1010
    assert (statistics.engine, statistics.reason) == ("frontier", "the search needs too much memory: it is a test")
    with pytest.raises(PentominoError, match="^it is a test$"):
        Puzzle("5x12").count(memory_limit=100_000)


def test_progress_never_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Progress] = []
    monkeypatch.setattr("pentomino.search.run.INTERVAL", 0.0)
    Puzzle("8x8", "pentominoes + O4").count(progress=seen.append)
    assert len(seen) > 3
    assert all(0 <= one.fraction <= other.fraction <= 1 for one, other in pairwise(seen))


def test_errors_of_a_callback_come_out_of_both(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pentomino.search.run.INTERVAL", 0.0)

    def fail(_: Progress) -> None:
        raise ZeroDivisionError

    for turns in TURNS:
        with pytest.MonkeyPatch.context() as patch, pytest.raises(ZeroDivisionError):
            force(patch, turns)
            Puzzle("8x8", "pentominoes + O4").count(progress=fail)


# --------------------------------------------------------------------------------------------- executors and journals


@pytest.mark.needs_threads
def test_an_executor_has_the_search_if_the_frontier_lasts(monkeypatch: pytest.MonkeyPatch) -> None:
    force(monkeypatch, "the search first")
    statistics = Statistics()
    with ThreadPoolExecutor(2) as executor:
        assert Puzzle("6x10").count(executor=executor, workers=2, statistics=statistics) == 2339
    assert (statistics.engine, statistics.workers) == ("window", 2)


def test_a_journal_has_the_units_of_the_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    force(monkeypatch, "the search first")
    for _ in range(2):
        assert Puzzle("6x10").count(journal=tmp_path / "journal") == 2339


@pytest.mark.parametrize(("turns", "engine"), [("the search first", "window"), ("the frontier", "frontier")])
def test_a_count_with_results_in_a_journal_goes_on_in_turns(
    tmp_path: Path, turns: str, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, has_some, add = tmp_path / "journal", threading.Event(), Journal.add

    def add_one(*arguments: Any) -> None:
        add(*arguments)
        has_some.set()

    monkeypatch.setattr(Journal, "add", add_one)
    with pytest.raises(SearchCancelled):
        Puzzle("8x8", "pentominoes + O4").count(method="search", journal=file, cancel=has_some)
    statistics = Statistics()
    force(monkeypatch, turns)
    assert Puzzle("8x8", "pentominoes + O4").count(journal=file, statistics=statistics) == 16146
    assert statistics.engine == engine
    assert Puzzle("8x8", "pentominoes + O4").count(journal=file, statistics=statistics) == 16146
    assert statistics.reason == "the journal has it"
