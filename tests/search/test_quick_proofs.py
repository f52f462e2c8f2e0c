"""Proofs that a search looks for when it lasts: right, within their share of the time, and named."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given

import oracle
import pentomino
from effort import examples
from oracle import Statement as Question
from pentomino import Board, Placement, Progress, Puzzle, SearchTimeout, Statistics
from pentomino.reason.proofs import quick_proof
from pentomino.search.clock import Clock, OutOfTime, Proven, drain
from pentomino.search.options import Options
from pentomino.search.plan import plan_of
from pentomino.search.run import Run
from puzzles import made
from strategies import QUESTIONS
from wraps import wrapped, wrapped_statements

PLANES = Puzzle(
    Board([c for c in product(range(-4, 5), repeat=3) if 0 in c and sum(map(abs, c)) <= 5], "cubic"), "pentacubes"
)
"""The 29 pentacubes on the cells of three planes of an octahedron. A search would take years."""

RIGHT = "a proof by weights shows that there is no solution"


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let proofs take all of the time, from the beginning."""
    monkeypatch.setattr("pentomino.search.run.PROOF_AFTER_SECONDS", 0.0)
    monkeypatch.setattr("pentomino.search.run.PROOF_SHARE", 1e9)


ROW = Question(frozenset({(0, 0), (0, 1), (0, 2)}), (oracle.Piece(frozenset({(0, 0), (0, 1)}), 0, None),))


@pytest.mark.parametrize(
    ("questions", "unsolvable"),
    [(QUESTIONS, ROW), (wrapped_statements(), replace(ROW, grid=wrapped((None, 3))))],
    ids=["plain", "wrapped"],
)
def test_no_proof_contradicts_the_oracle(questions: Any, unsolvable: Question) -> None:
    proven: list[str] = []

    @examples(100)
    @example(question=unsolvable)
    @given(question=questions)
    def check(question: Question) -> None:
        kind = drain(quick_proof(made(question)))
        assert not kind or not oracle.solutions(question)
        proven.append(kind)

    check()
    assert any(proven)
    assert not all(proven)


def each(puzzle: Puzzle, **options: Any) -> dict[str, Any]:
    """Return the answers of the verbs that look for proofs."""
    return {
        "count": puzzle.count(**options),
        "search": puzzle.count(method="search", **options),
        "limit": puzzle.count(limit=2, **options),
        "solve": puzzle.solve(**options),
        "solve_all": list(puzzle.solve_all(**options)),
        "is_unique": puzzle.is_unique(**options),
    }


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("workers", [1, 2])
def test_octahedral_planes(workers: int) -> None:
    assert len(PLANES.board.cells) == 145
    statistics = Statistics()
    answers = each(PLANES, workers=workers, timeout=60, statistics=statistics)
    assert list(answers.values()) == [0, 0, 0, None, [], False]
    assert (statistics.reason, statistics.found) == (RIGHT, 0)


@pytest.mark.usefixtures("at_once")
def test_a_journal_and_files_survive_a_proof(tmp_path: Path) -> None:
    journal, statistics = tmp_path / "journal", Statistics()
    for _ in range(2):
        assert PLANES.count(journal=journal, timeout=60, statistics=statistics) == 0
    puzzle = Puzzle("10x10", "T4*")
    assert puzzle.count(timeout=60, scratch=tmp_path / "levels", statistics=statistics) == 0
    assert {path.name for path in (tmp_path / "levels").iterdir()} == {"pentomino.journal"}


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("method", ["search", "frontier", "auto"])
def test_predicates_are_asked_once(method: Any) -> None:
    asked: list[Placement] = []

    def is_allowed(placement: Placement) -> bool:
        asked.append(placement)
        return True

    puzzle = Puzzle("10x10", "T4*", restrict={"T4": is_allowed})
    assert puzzle.count(method=method, timeout=60) == 0
    assert len(asked) == len(set(asked)) == 4 * 9 * 8


@pytest.mark.usefixtures("at_once")
def test_after_a_solution_no_proof_is_looked_for() -> None:
    run = Run(plan_of(Puzzle("3x20")), Options()).proving(steps([], 0.0, "weights"))
    run.clock.found = 1
    run.look()
    run.clock.found = 0
    with pytest.raises(Proven):
        run.look()


def steps(taken: list[float], seconds: float, kind: str, wait: Callable[[float], object] = print) -> Any:
    """Return a proof of 20 steps, each of which takes some seconds."""

    def proof() -> Generator[int, None, str]:
        for _ in range(20):
            yield round(seconds * 1e6)
            wait(seconds)
            taken.append(seconds)
        return kind

    return proof()


@pytest.mark.parametrize("seconds", [0.0001, 0.002, 0.03])
def test_the_share_of_the_time(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    now, taken = 0.0, list[float]()

    def wait(seconds: float) -> None:
        nonlocal now
        now += seconds

    for module in ("clock", "run"):
        monkeypatch.setattr(f"pentomino.search.{module}.monotonic", lambda: now)
    run = Run(plan_of(Puzzle("3x20")), Options()).proving(steps(taken, seconds, "weights", wait))
    with pytest.raises(Proven, match="weights"):
        while now < 100:
            run.look()
            assert not taken or now >= 0.1
            assert sum(taken) <= 0.05 * now + 1e-9
            wait(0.001)
    assert len(taken) == 20
    assert now < max(0.11, 20 * seconds / 0.05 + 0.1)


def test_a_proof_is_cut_off_by_the_time_limit() -> None:
    run = Run(plan_of(Puzzle("3x20")), Options(timeout=0.15))
    run.proving(steps([], 0.0, "", lambda _: pentomino.limits.look()))
    with pytest.raises(OutOfTime):
        while True:
            run.look()


def test_how_far_a_search_was(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    def is_over() -> bool:
        return now > 0

    monkeypatch.setattr("pentomino.search.clock.monotonic", lambda: now)
    for options, how in ((Options(timeout=2), "stopped after 2 s"), (Options(cancel=is_over), "cancelled")):
        now = 0.0
        clock = Clock(options)
        clock.state = lambda: (0.12, 5)
        clock.check()
        now = 2.0
        with pytest.raises(OutOfTime) as why:
            clock.check()
        stopped = clock.stopped(why.value, 33160)
        assert str(stopped) == f"{how}: 33160 solutions found, 12.0 % done, about 15 s left"
        again = stopped.recounted(4, "4 solutions found", ("a",))
        assert (type(again), again.found, again.solutions) == (type(stopped), 4, ("a",))
        assert str(again) == f"{how}: 4 solutions found, 12.0 % done, about 15 s left"
        clock._last = 0.0004, 5
        assert str(clock.stopped(why.value, 1)) == f"{how}: 1 solution found, less than 0.1 % done, about 83 min left"
        clock.is_measured = False  # one of several searches
        assert str(clock.stopped(why.value, 1)) == f"{how}: 1 solution found"


def test_the_part_done_by_the_frontier_is_not_of_the_solutions_found() -> None:
    told: list[Progress] = []
    found = r"\d+ solutions found; counting without listing: (less than )?\d+\.\d % done, about .* left"
    with pytest.raises(SearchTimeout, match=f"^stopped after 0.5 s: {found}$"):
        # The frontier counts all solutions in seconds, the search would need years.
        pentomino.count("10x12", "pentominoes*", symmetry="all", timeout=0.5, progress=told.append)
    assert told[-1].is_unlisted
