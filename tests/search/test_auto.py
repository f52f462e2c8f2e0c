"""The method "auto": whichever of the search and the frontier answers, and whenever they take turns, it is true."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
from effort import examples, thorough
from executors import Here, Waiting, no_threads_left, share_out_at_once
from oracle import Statement as Question
from pentomino import PentominoError, Progress, Puzzle, SearchCancelled, SearchTimeout, Statistics
from pentomino._frontier import FrontierCount, FrontierJob
from pentomino.limits import MemoryLimit
from pentomino.search import auto, by_frontier, by_search
from pentomino.search.by_frontier import TakeTurn, compile_puzzle
from pentomino.search.by_search import NotApplicable
from pentomino.search.clock import OutOfTime
from pentomino.search.journal import Journal
from pentomino.search.options import Options
from pentomino.search.plan import Plan
from pentomino.search.run import Run
from puzzles import made
from strategies import QUESTIONS

NEVER = 1e9

SQUARE = Puzzle("8x8", "pentominoes + O4")

TURNS: dict[str, dict[str, float]] = {
    "turn by turn": {"EARLY": 0, "LATE": 0, "PATIENCE_RATIO": 1e-9},
    "the search first": {"EARLY": 0, "LATE": 0, "PATIENCE_RATIO": NEVER},
    "the search late": {"EARLY": NEVER, "LATE": 0, "PATIENCE_RATIO": NEVER},
    "the frontier": {"EARLY": NEVER, "LATE": NEVER},
    "equal shares": {"EARLY": NEVER, "LATE": NEVER, "MIN_RATIO": 1.0},
    "probes all the time": {"EARLY": NEVER, "LATE": NEVER, "PROBED": 1 / 2, "EFFORT": 1},
}


def force(patch: pytest.MonkeyPatch, turns: str) -> None:
    """Have no search be short, and let the search take turns node by node, as they are named."""
    usual = {"STEP": 1, "SHORT": -1, "GLANCE_NODES": 0, "MIN_SECONDS": 0.0, "SHARED_SECONDS": -1, "MIN_RATIO": 1e-9}
    for name, value in (usual | TURNS[turns]).items():
        patch.setattr(auto, name, value)


# ------------------------------------------------------------------------------------------------ the answer is right


@pytest.mark.parametrize("turns", TURNS)
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(("board", "pieces"), [("6x10", "pentominoes"), ("torus 4x6", "L4* I4*")])
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
        raise NotApplicable("it is a test")

    force(monkeypatch, "turn by turn")
    monkeypatch.setattr(auto, "STEP", 256)
    monkeypatch.setattr(by_frontier, "count", unfit)
    for options in ({}, {"workers": 2}, {"limit": 5000}):
        statistics = Statistics()
        assert Puzzle("4x15").count(statistics=statistics, **options) == 368  # type: ignore[arg-type]
        assert (statistics.engine, statistics.reason) == ("window", "it is a test")


@pytest.mark.needs_threads
@examples(60)
@given(
    question=QUESTIONS,
    turns=st.sampled_from(list(TURNS)),
    step=st.sampled_from([1, 16, 256]),
    workers=st.integers(1, 3),
)
def test_whoever_shares_the_work_the_number_is_that_of_the_oracle(
    question: Question, turns: str, step: int, workers: int
) -> None:
    expected, puzzle = len(oracle.solutions(question)), made(question)
    orbits = len(oracle.orbits(oracle.bounded(question)))
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder, ThreadPoolExecutor(2) as threads:
        share_out_at_once(patch)
        force(patch, turns)
        patch.setattr(auto, "STEP", step)
        for who in ({}, {"executor": threads}, {"executor": Here()}, {"journal": f"{folder}/journal"}):
            options: dict[str, Any] = {**who, "workers": workers}
            try:
                assert puzzle.count(**options) == orbits
                if "journal" not in who:
                    assert puzzle.count(**options, symmetry="all") == expected
                    assert puzzle.count(**options, symmetry="all", limit=3) == min(3, expected)
                    assert puzzle.tally(**options, symmetry="all").total == expected
            except PentominoError as error:
                assert "cannot be sent to other processes" in str(error)


# ------------------------------------------------------------------------------------------------- what is chosen, why


def test_a_short_search_goes_first_and_visits_the_same_nodes_each_time() -> None:
    for board, said in (("3x20", "a short search"), ("6x10", "a search of about ")):
        seen = [Statistics(), Statistics()]
        for statistics in seen:
            Puzzle(board).count(statistics=statistics)
        assert (seen[0].engine, seen[0].nodes) == ("window", seen[1].nodes)
        assert seen[0].reason == seen[1].reason
        assert seen[0].reason.startswith(said)
        reference = Statistics()
        Puzzle(board).count(method="search", statistics=reference)
        assert (seen[0].nodes, seen[0].histogram) == (reference.nodes, reference.histogram)


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
    assert time.process_time() - start < 10  # the frontier takes a minute


def test_what_was_asked_for_is_done() -> None:
    for method, engine in (("search", "window"), ("frontier", "frontier")):
        statistics = Statistics()
        Puzzle("5x12").tally(method=method, statistics=statistics)  # type: ignore[arg-type]
        assert (statistics.engine, statistics.reason) == (engine, "requested")


# --------------------------------------------------------------------------------------------------- limits and reports


@pytest.mark.parametrize("turns", TURNS)
@pytest.mark.parametrize("workers", [1, 2])
def test_time_ends_both(workers: int, turns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    force(monkeypatch, turns)
    monkeypatch.setattr(auto, "STEP", 1 << 14)
    start = time.monotonic()
    with pytest.raises(SearchTimeout) as caught:
        Puzzle("3x4x5").count(timeout=0.05, workers=workers)
    assert time.monotonic() - start < 5
    assert 0 <= caught.value.found <= 3940


def test_a_stop_has_what_the_search_has_found(monkeypatch: pytest.MonkeyPatch) -> None:
    force(monkeypatch, "the frontier")
    monkeypatch.setattr(auto, "STEP", 1 << 18)
    monkeypatch.setattr(by_frontier, "count", stop)
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
        patch.setattr(auto, "STEP", 256)
        assert Puzzle("5x12").count(memory_limit=alone + tables // 2, statistics=statistics) == 1010
        assert statistics.reason.startswith("the frontier engine cannot count this: ")
        assert Puzzle("5x12").count(memory_limit=alone + tables, statistics=statistics) == 1010
        assert (statistics.engine, statistics.memory) == ("frontier", alone + tables)


def test_without_memory_for_a_search_the_frontier_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise MemoryLimit("it is a test")

    statistics = Statistics()
    monkeypatch.setattr("pentomino.search.plan.Plan.compile", refuse)
    assert Puzzle("5x12").count(statistics=statistics) == 1010
    assert (statistics.engine, statistics.reason) == ("frontier", "the search needs too much memory: it is a test")
    with pytest.raises(PentominoError, match="^it is a test$"):
        Puzzle("5x12").count(memory_limit=100_000)


def test_errors_of_a_callback_come_out_of_both(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pentomino.search.clock.INTERVAL", 0.0)

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
    monkeypatch.setattr(by_search, "WORTH", 0)
    statistics = Statistics()
    with Waiting(2) as executor:
        assert Puzzle("4x15").count(executor=executor, workers=2, statistics=statistics) == 368
    assert executor.most >= 2
    assert (statistics.engine, statistics.reason[:18]) == ("window", "a search of about ")


def test_a_journal_has_the_units_of_the_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    share_out_at_once(monkeypatch)
    force(monkeypatch, "the search first")
    for _ in range(2):
        assert Puzzle("4x15").count(journal=tmp_path / "journal") == 368
    with closing(sqlite3.connect(tmp_path / "journal")) as journal:
        assert journal.execute("SELECT count(*) FROM results").fetchone()[0] > 2


SHARED: dict[str, Callable[[Path], dict[str, Any]]] = {
    "threads": lambda folder: {"workers": 2},
    "a journal": lambda folder: {"journal": folder / "journal"},
    "threads and a journal": lambda folder: {"journal": folder / "journal", "workers": 2},
    "an executor": lambda folder: {"executor": Here()},
    "an executor and a journal": lambda folder: {"executor": Here(), "journal": folder / "journal"},
}


def begun_to_share(patch: pytest.MonkeyPatch, end: Callable[[], int]) -> list[Run]:
    """Let the frontier call `end` once others have found solutions. Return the runs of searches."""
    share_out_at_once(patch)
    force(patch, "the search late")
    patch.setattr(auto, "EARLY", 0)
    patch.setattr(auto, "PATIENCE_RATIO", 1.5)
    patch.setattr(auto, "MIN_RATIO", 1.0)
    patch.setattr(auto, "STEP", 256)
    runs: list[Run] = []
    searching = by_search.counting

    def counting(run: Run) -> Any:
        runs.append(run)
        return searching(run)

    def counted(run: Run, turn: TakeTurn) -> int:
        ends = time.monotonic() + 60
        while (run.clock.found < 50 or runs[-1].gate is None) and time.monotonic() < ends:
            turn(False)
            start = time.process_time()  # the turns depend on the time of the frontier
            while time.process_time() < start + 0.001:
                pass
        assert runs[-1].gate is not None
        return end()

    patch.setattr(by_search, "counting", counting)
    patch.setattr(by_frontier, "count", counted)
    return runs


def stop(*_: object) -> int:
    raise OutOfTime


@pytest.mark.needs_threads
@pytest.mark.parametrize("shared", SHARED.values(), ids=SHARED)
def test_a_frontier_that_has_the_answer_ends_those_that_search(
    tmp_path: Path, shared: Callable[[Path], dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    statistics = Statistics()
    with monkeypatch.context() as patch:
        runs = begun_to_share(patch, lambda: 16146)
        assert SQUARE.count(**shared(tmp_path), statistics=statistics) == 16146
    assert statistics.reason.startswith("done before a search of about ")
    assert 0 < runs[-1].statistics.nodes < 7_000_000
    assert no_threads_left()


@pytest.mark.needs_threads
@pytest.mark.parametrize("shared", SHARED.values(), ids=SHARED)
def test_a_stop_in_the_frontier_has_what_workers_have_found(
    tmp_path: Path, shared: Callable[[Path], dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The call goes on from a journal, and visits the nodes of a search that was not stopped."""
    with monkeypatch.context() as patch:
        begun_to_share(patch, stop)
        with pytest.raises(SearchTimeout) as caught:
            SQUARE.count(**shared(tmp_path), timeout=600)
    assert 50 <= caught.value.found < 16146
    assert no_threads_left()
    statistics = Statistics()
    assert SQUARE.count(**shared(tmp_path), method="search", statistics=statistics) == 16146
    assert sum(statistics.histogram) == statistics.nodes == 7_733_205


@pytest.mark.needs_threads
@pytest.mark.parametrize("options", [{"workers": 2}, {"journal": "journal"}], ids=str)
def test_what_is_found_before_others_join_is_not_forgotten(
    options: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The case at work is begun anew, and with a journal all cases are."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(by_search, "WORTH", 1 << 20)
    run = Run(Plan(SQUARE), Options(**options)).replace(step=1 << 18)
    with Journal("journal", run.plan, "count", "distinct") as journal:
        run.journal = journal if options.get("journal") else None
        steps = by_search.counting(run)
        while run.gate is None:
            next(steps)
        steps.close()
    assert run.clock.found > 500


@pytest.mark.needs_threads
@pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError])
def test_an_error_in_the_frontier_leaves_no_thread(error: type[BaseException], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> int:
        raise error

    begun_to_share(monkeypatch, fail)
    with pytest.raises(error):
        SQUARE.count(workers=3)
    assert no_threads_left()


@pytest.mark.needs_threads
def test_an_executor_begins_none_of_the_tasks_that_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    out: list[Future[Any]] = []

    class Waiting(Here):
        def submit(self, work: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
            out.append(super().submit(work, *arguments) if len(out) < 2 else Future())
            return out[-1]

    begun_to_share(monkeypatch, lambda: 16146)
    assert SQUARE.count(executor=Waiting()) == 16146
    assert len(out) > 2
    assert all(future.done() for future in out)


@pytest.mark.needs_threads
def test_the_threads_of_a_search_stand_still_between_its_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    share_out_at_once(monkeypatch)
    run = Run(Plan(SQUARE), Options(workers=2))
    searched = auto._Search(run, by_search.counting, counts=True)
    searched.compile()
    searched.run.may_share = True
    try:
        seen = []
        for _ in range(3):
            searched.go_on(until=searched.had + 0.01)
            time.sleep(0.1)  # so that each thread comes to the gate
            seen.append((run.clock.state()[1], searched.had))
            time.sleep(0.05)
            assert seen[-1] == (run.clock.state()[1], searched.had)
        assert seen[0][1] < seen[1][1] < seen[2][1]
    finally:
        searched.close()
    assert no_threads_left()


@pytest.mark.needs_threads
def test_threads_of_an_executor_are_free_when_the_search_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    share_out_at_once(monkeypatch)
    with ThreadPoolExecutor(1) as threads:
        run = Run(Plan(SQUARE), Options(executor=threads))
        searched = auto._Search(run, lambda run: by_search.meeting(run, 60), counts=False)
        searched.run.may_share = True
        searched.go_on(until=600)
        assert searched.is_done
        try:
            assert threads.submit(int).result(timeout=30) == 0
        finally:
            assert searched.run.gate is not None
            searched.run.gate.open(is_alone=True)
            searched.close()


@pytest.mark.needs_threads
def test_the_helpers_of_a_frontier_stand_still_while_the_search_has_its_turn() -> None:
    table = compile_puzzle(Plan(Puzzle("5x18", "one-sided pentominoes", reflections=False)), breaks=True)
    steps: list[int] = []

    def tick() -> None:
        if len(steps) < 8:
            start = time.process_time()
            time.sleep(0.05)
            steps.append(time.process_time() - start < 0.04)
        elif job.reached > 20:
            raise OutOfTime

    job = FrontierJob(table, workers=3, tick=tick)
    with pytest.raises(OutOfTime):
        FrontierCount(job).count()


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
    monkeypatch.setattr(auto, "STEP", 1 << 14)
    assert Puzzle("8x8", "pentominoes + O4").count(journal=file, statistics=statistics) == 16146
    assert statistics.engine == engine
    assert Puzzle("8x8", "pentominoes + O4").count(journal=file, statistics=statistics) == 16146
    assert statistics.reason == "the journal contains the result"


def test_a_journal_says_what_breaks_the_symmetry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The units of a journal are those of one plan, even where probes would choose another when it goes on."""
    for chosen in (0, 1 << 22):
        monkeypatch.setattr("pentomino.search.estimate.LASTING", chosen)
        plan = Plan(Puzzle("3x4x5"))
        run = Run(plan, Options())
        with Journal(tmp_path / "journal", plan, "count", "distinct") as run.journal:
            found = by_search.plan_to_count(run)
            assert (found.breaker is None) == (found is plan)
            if not chosen:
                expected = found.breaker
            assert found.breaker == expected
    assert expected is not None
