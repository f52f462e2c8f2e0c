"""Listing from a later solution on: what is passed over is what comes before, however it is known how much that is."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from effort import examples, thorough
from executors import share_out_at_once
from pentomino import PentominoError, Puzzle, PuzzleError, SearchTimeout, Solution, solve_all
from pentomino.search import methods, shards
from pentomino.search.method import START, Start
from pentomino.search.methods import start_of
from pentomino.search.options import MethodName, Options, Symmetry
from pentomino.search.run import Run
from puzzles import puzzle_of
from strategies import Statement, statements

SYMMETRIES: tuple[Symmetry, ...] = ("distinct", "all")
METHODS: tuple[MethodName, ...] = ("auto", "search")


@pytest.fixture
def _by_ranks(monkeypatch: pytest.MonkeyPatch) -> None:
    """However few are passed over, and however short the search."""
    monkeypatch.setattr(methods, "FAR", 0)
    share_out_at_once(monkeypatch)


def listed(puzzle: Puzzle, **options: Any) -> list[Solution]:
    return list(puzzle.solve_all(**options))


def start(puzzle: Puzzle, **options: Any) -> Start:
    """Where a listing begins."""
    return start_of(Run(puzzle._plan_for(None), Options(**options)))


@examples(40)
@given(statements(), st.integers(0, 200), st.sampled_from(["workers", "executor", "progress", "alone"]))
def test_random_puzzles_from_anywhere_on(question: Statement, number: int, how: str) -> None:
    try:
        puzzle = puzzle_of(question)
    except PuzzleError:
        return
    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(1) as threads:
        patch.setattr(methods, "FAR", 0)
        share_out_at_once(patch)
        more: dict[str, dict[str, Any]] = {
            "workers": {"workers": 2},
            "executor": {"executor": threads},
            "progress": {"progress": print},
            "alone": {},
        }
        for symmetry in SYMMETRIES:
            alone = listed(puzzle, symmetry=symmetry, method="search")
            for method in METHODS:
                assert listed(puzzle, symmetry=symmetry, method=method, start=number, **more[how]) == alone[number:]
            found = listed(puzzle, symmetry=symmetry, method="search", start=number % (len(alone) + 1), limit=2)
            assert found == alone[number % (len(alone) + 1) :][:2]


WORKS = {
    "5x12": Puzzle("5x12"),
    "any number of copies": Puzzle("4x7", "tetrominoes*"),
    "a restriction": Puzzle("4x15", restrict={"F": lambda placement: placement.cells[0][1] > 3}),
    "dominoes": Puzzle("4x6", "I2*"),
}


@pytest.mark.parametrize(("symmetry", "shuffle"), [("distinct", None), pytest.param("all", 5, marks=thorough)])
@pytest.mark.parametrize("name", WORKS)
@pytest.mark.usefixtures("_by_ranks")
def test_starts_all_over_a_puzzle(name: str, symmetry: Symmetry, shuffle: int | None) -> None:
    alone = listed(WORKS[name], symmetry=symmetry, method="search", shuffle=shuffle)
    for number in {1, len(alone) // 2, len(alone) - 1, len(alone), 10**30}:
        for method in METHODS:
            found = WORKS[name].solve_all(symmetry=symmetry, method=method, shuffle=shuffle, start=number)
            assert list(islice(found, 30)) == alone[number : number + 30]


@pytest.mark.parametrize("method", ["search", "frontier"])
@pytest.mark.usefixtures("_by_ranks")
def test_what_lies_before_is_not_listed(method: MethodName) -> None:
    """The search passes over what is left of one unit; a rank tells the solution itself."""
    for symmetry, each in (("all", 4), ("distinct", 1)):
        found = start(WORKS["5x12"], symmetry=symmetry, method=method, start=900 * each + each - 1)
        assert found.prefix
        assert found.over == each - 1 if method == "frontier" else found.over < 50 * each


@pytest.mark.usefixtures("_by_ranks")
def test_solutions_that_stand_for_each_other_are_passed_over_one_by_one() -> None:
    """Where a case has symmetries of its own, as that of X in the middle: it is counted if all of it lies before."""
    puzzle = Puzzle("5x5", "X + V3*4 + I2*4")
    assert [len(case.stabiliser) for case in puzzle._plan.cases] == [2, 2, 8]
    alone = listed(puzzle)
    for method in ("search", "frontier"):
        starts = [start(puzzle, method=method, start=number) for number in range(len(alone) + 1)]
        assert {(found.case, found.prefix) for found in starts} == {(1, ()), (2, ()), (3, ())}
        for number in (0, 30, 60, 100, len(alone)):
            assert listed(puzzle, start=number) == alone[number:]


def test_few_are_passed_over_one_by_one() -> None:
    assert start(WORKS["5x12"]) == START
    assert start(WORKS["5x12"], start=900) == Start(0, (), 900)


def test_a_number_of_more_digits_than_can_be_met() -> None:
    puzzle = Puzzle("2x150", "I2*")
    total = puzzle.count(symmetry="all")
    assert total > 10**30
    last = listed(puzzle, symmetry="all", start=total - 2)
    assert len(last) == 2
    assert all(solution.is_valid() for solution in last)
    assert listed(puzzle, symmetry="all", start=total) == []
    assert listed(puzzle, symmetry="all", start=total - 2, limit=1) == last[:1]


def test_what_passes_128_bits_is_counted_by_the_search() -> None:
    """No time is enough for that, and it stops like any search."""
    with pytest.raises(SearchTimeout):
        next(Puzzle("8x100", "I2*").solve_all(symmetry="all", start=10**50, timeout=0.2))


@thorough
def test_a_journal_knows_what_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(methods, "FAR", 0)
    monkeypatch.setattr(shards, "SLICE", 0.001)
    path, alone = tmp_path / "run.pentomino", listed(WORKS["5x12"])
    assert listed(WORKS["5x12"], journal=path, start=700, limit=100) == alone[700:800]
    assert listed(WORKS["5x12"], journal=path, start=650, limit=10) == alone[650:660]
    assert listed(WORKS["5x12"], journal=path) == alone


def test_the_function_and_its_errors() -> None:
    assert list(solve_all("5x12", start=1005)) == listed(WORKS["5x12"])[1005:]
    limits: tuple[Literal[-1], float, None] = (-1, 1.5, None)
    for number in limits:
        with pytest.raises(PentominoError, match=r"^start is a whole number from 0, not "):
            solve_all("5x12", start=number)  # type: ignore[arg-type]
