"""Listing by walks that never turn back: the same solutions in the same order as the search, wherever it takes over."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from effort import examples
from oracle import Statement as Question
from pentomino import PentominoError, Placement, Progress, SearchTimeout, Statistics
from pentomino._frontier import FrontierJob, FrontierListing, FrontierUnfit, FrontierWalk
from pentomino.search import frontier
from pentomino.search.exact_cover import MOST_CASES, compile_listing
from pentomino.search.frontier import head_of_listing
from pentomino.search.listed import ListedPuzzle
from pentomino.search.plan import Case, Plan
from pentomino.search.windowed import WindowedPuzzle
from puzzles import plan_for
from recorded import Recorded as Puzzle
from strategies import statements

Numbers = tuple[int, ...]


def searched(plan: Plan, run: Case) -> list[Numbers]:
    return list(plan.table.search(run.made))


def prepared(plan: Plan, **options: Any) -> FrontierListing:
    listing = FrontierListing(FrontierJob(compile_listing(plan), **options), plan.table.numbers_by_mask())
    listing.prepare()
    return listing


def walked(listing: FrontierListing, number: int, after: Numbers | None = None, most: int = 3) -> list[Numbers]:
    walk = FrontierWalk(listing, number, after)
    found = []
    while some := walk.take_some(most):
        assert len(some) <= most
        found += some
    return found


def statistics_of(puzzle: Puzzle) -> Statistics:
    return puzzle.statistics


# ------------------------------------------------------------------------------------------------ walks


@examples(200)
@given(
    question=statements(),
    hashed=st.booleans(),
    workers=st.integers(1, 2),
    listed=st.booleans(),
    seed=st.none() | st.integers(0, 9),
    data=st.data(),
)
def test_walks_go_the_way_of_the_search(
    question: Question,
    hashed: bool,
    workers: int,
    listed: bool,
    seed: int | None,
    data: st.DataObject,
) -> None:
    known = plan_for(question)
    if known is None:
        return
    plan = Plan(known.puzzle, seed)
    if listed:
        plan.__dict__["table"] = ListedPuzzle(plan.puzzle, seed)
    run = FrontierJob(compile_listing(plan), workers=workers, hashed=hashed)
    expected = [searched(plan, part) for part in plan.cases]
    run.checks = True
    listing = FrontierListing(run, plan.table.numbers_by_mask())
    assert listing.prepare() is any(expected)
    for number, solutions in enumerate(expected):
        assert walked(listing, number) == solutions
        if solutions:
            i = data.draw(st.integers(0, len(solutions) - 1))
            assert walked(listing, number, solutions[i]) == solutions[i + 1 :]
    run._check()


@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        ("6x10", "pentominoes"),  # eight runs
        ("5x10", "pentominoes?"),  # no piece comes first
        ("4x6", "hexominoes?"),  # sets of 35 bits, hashed; so many at the end that lists go forward only
        ("4x6", "hexominoes* + I3*0-2"),  # nodes with more edges than a mark has bits
        ("4x10", "tetrominoes*2"),
        ("4x4", "I2* + O1*2-6 + I3*1-5"),  # counts that stop at the least copies
    ],
)
def test_walks_of_all_kinds(board: str, pieces: str) -> None:
    plan = Plan(Puzzle(board, pieces))
    listing = prepared(plan)
    for number, part in enumerate(plan.cases):
        assert walked(listing, number, most=100) == searched(plan, part)


def test_walks_on_a_board_that_no_rectangle_of_numbers_holds() -> None:
    stair = {(i, i + step) for i in range(130) for step in (0, 1)}
    plan = Plan(Puzzle(stair, "I2* + O1*0-2"))
    assert not isinstance(plan.table, WindowedPuzzle)
    assert walked(prepared(plan), 0, most=1000) == searched(plan, plan.cases[0])


def test_a_walk_needs_a_run_that_is_prepared() -> None:
    plan = Plan(Puzzle("4x5", "tetrominoes*"))
    with pytest.raises(ValueError, match="prepared"):
        FrontierWalk(FrontierListing(FrontierJob(compile_listing(plan)), plan.table.numbers_by_mask()))
    listing = prepared(plan)
    with pytest.raises(ValueError, match="prepared"):
        FrontierWalk(listing, 64)
    first = searched(plan, plan.cases[0])[0]
    for wrong in ((), first[:-1], (*first, 0), (-1,)):
        with pytest.raises(ValueError, match="no solution of this job"):
            FrontierWalk(listing, 0, wrong)


def test_more_runs_than_marks_are_refused() -> None:
    plan = Plan(Puzzle("8x12", "O1 + I*19", placed=[Placement("I", [(0, c) for c in range(5)])]))
    assert len(plan.cases) > MOST_CASES
    with pytest.raises(FrontierUnfit, match="places of the first piece"):
        compile_listing(plan)


# ------------------------------------------------------------------------------------------------ the verb


def handed_over(monkeypatch: pytest.MonkeyPatch, head: int) -> None:
    """Have the frontier take over after so many nodes, whatever the puzzle."""
    for name, value in {"HEAD": head, "FEW_PIECES": 0, "NARROW": 100, "LISTED_WIDTH": 100}.items():
        monkeypatch.setattr(frontier, name, value)


PUZZLES = [
    Puzzle("5x12"),
    Puzzle("4x10", "tetrominoes*2"),
    Puzzle("3x8", "I3? + tetrominoes*0-2 + V3?", restrict={"T4": lambda placement: placement.cells[0][0] == 0}),
]


@pytest.mark.parametrize("symmetry", ["distinct", "all"])
@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: f"{puzzle.board.rows}x{puzzle.board.columns}")
def test_the_handover_cannot_be_seen(monkeypatch: pytest.MonkeyPatch, puzzle: Puzzle, symmetry: Any) -> None:
    expected = list(puzzle.solve_all(symmetry=symmetry, method="search"))
    assert (statistics_of(puzzle).engine, statistics_of(puzzle).reason) == ("window", "asked for")
    assert list(puzzle.solve_all(symmetry=symmetry, method="frontier")) == expected
    assert (statistics_of(puzzle).engine, statistics_of(puzzle).reason) == ("frontier", "asked for")
    for head, workers, progress in ((0, 2, None), (100, 1, print), (10_000, 1, None), (10_000, 2, print)):
        handed_over(monkeypatch, head)
        assert list(puzzle.solve_all(symmetry=symmetry, workers=workers, progress=progress)) == expected
        if head <= 100:
            assert statistics_of(puzzle).engine == "frontier"
            assert statistics_of(puzzle).memory > 0
            assert statistics_of(puzzle).levels


def test_a_shuffled_listing_keeps_its_order() -> None:
    expected = list(PUZZLES[0].solve_all(shuffle=3, method="search"))
    assert list(PUZZLES[0].solve_all(shuffle=3, method="frontier")) == expected
    assert expected != list(PUZZLES[0].solve_all(method="frontier"))


def test_small_boards() -> None:
    puzzle = Puzzle("2x2", "I2*2")
    assert len(list(puzzle.solve_all(method="frontier"))) == 1
    for placement in (Placement("I2", [(0, 0), (0, 1)]), Placement("I2", [(1, 0), (1, 1)])):
        puzzle = puzzle.place(placement)
    assert len(list(puzzle.solve_all(method="frontier"))) == 1
    assert list(Puzzle("4x5", "tetrominoes").solve_all(method="frontier")) == []


def test_auto_says_what_it_did_and_why() -> None:
    puzzle = Puzzle("6x10")
    list(puzzle.solve_all())
    assert statistics_of(puzzle).engine == "window"
    assert statistics_of(puzzle).reason == "only about 12 pieces are to be placed, on a board 6 cells wide"
    assert head_of_listing(Plan(puzzle))[0] is None
    for board, pieces in (("5x12", "pentominoes"), ("5x13", "pentominoes + X")):
        head, reason = head_of_listing(Plan(Puzzle(board, pieces)))
        assert head == frontier.HEAD
        assert "pieces or more" in reason


@pytest.mark.parametrize("workers", [1, 2])
def test_too_little_memory_leaves_the_rest_to_the_search(monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    puzzle = Puzzle("5x12")
    expected = list(puzzle.solve_all(method="search"))
    handed_over(monkeypatch, 5000)
    assert list(puzzle.solve_all(workers=workers, memory_limit=150_000)) == expected
    assert statistics_of(puzzle).engine == "window"
    assert statistics_of(puzzle).reason.startswith("the frontier engine cannot list this: ")


def test_the_frontier_asked_for_says_what_it_lacks() -> None:
    with pytest.raises(PentominoError, match=r"^the frontier engine cannot list this: .*"):
        list(Puzzle("5x12").solve_all(method="frontier", memory_limit=10_000))
    with pytest.raises(PentominoError, match=r"^method is "):
        Puzzle("5x12").solve_all(method="walk")  # type: ignore[arg-type]


def test_a_small_limit_is_left_to_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle("5x12")
    expected = list(puzzle.solve_all(method="search"))
    handed_over(monkeypatch, 0)
    for limit, engine in ((10, "window"), (len(expected), "frontier")):
        assert list(puzzle.solve_all(limit=limit)) == expected[:limit]
        assert statistics_of(puzzle).engine == engine
        assert list(puzzle.solve_all(limit=limit, method="frontier")) == expected[:limit]


def test_progress_never_falls_and_reaches_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pentomino.search.run.INTERVAL", 0)
    reports: list[Progress] = []
    found = list(Puzzle("5x12").solve_all(method="frontier", progress=reports.append))
    fractions = [report.fraction for report in reports]
    assert fractions == sorted(fractions)
    assert fractions[-1] > 0.9
    assert reports[-1].found <= len(found)


def test_a_time_out_carries_what_was_found() -> None:
    puzzle = Puzzle("5x18", "one-sided pentominoes", reflections=False)
    solutions = puzzle.solve_all(method="frontier", timeout=1e-3)
    with pytest.raises(SearchTimeout) as caught:
        list(solutions)
    assert len(caught.value.solutions) == caught.value.found


def test_an_iterator_may_be_closed() -> None:
    solutions = PUZZLES[0].solve_all(method="frontier", workers=2)
    for _ in range(300):
        next(solutions)
    solutions.close()  # type: ignore[attr-defined]
    assert statistics_of(PUZZLES[0]).engine == "frontier"


def test_workers_search_if_a_handover_would_not_pay(monkeypatch: pytest.MonkeyPatch) -> None:
    class SeenError(Exception):
        pass

    def watch(progress: Progress) -> None:
        if "pentomino" in {thread.name for thread in threading.enumerate()}:
            raise SeenError

    monkeypatch.setattr("pentomino.search.run.INTERVAL", 0)
    puzzle = Puzzle("10x10", "L4*")  # without a solution, after many million nodes
    with pytest.raises(SeenError):
        list(puzzle.solve_all(limit=1, workers=2, progress=watch))
