"""What breaks the symmetry in a count: any piece or cell counts the same, and the choice follows from the puzzle."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
from effort import examples
from executors import share_out_at_once
from oracle import Statement
from pentomino import Puzzle
from pentomino.search import estimate
from pentomino.search.estimate import counting_plan
from pentomino.search.options import Symmetry
from pentomino.search.plan import Breaker, Plan, plan_of
from pentomino.symmetry import breakers, kept_cells
from puzzles import ENGINES, made, with_engine
from strategies import QUESTIONS

SYMMETRIES: tuple[Symmetry, ...] = ("all", "distinct", "rotations")


def counted(puzzle: Puzzle, engine: str, symmetry: Symmetry, breaker: Breaker) -> int:
    """Return the count by search if the symmetry is broken by a certain piece or cell."""
    fresh = with_engine(puzzle, engine)
    plan = plan_of(fresh).up_to(symmetry)
    plan.better = plan.with_breaker(breaker)
    return fresh.count(symmetry=symmetry, method="search")


@pytest.mark.parametrize("engine", ENGINES)
@examples(60)
@given(question=QUESTIONS)
def test_all_pieces_and_cells_count_as_the_oracle(engine: str, question: Statement) -> None:
    compare(engine, question)


@pytest.mark.parametrize("engine", ENGINES)
@examples(60)
@given(question=QUESTIONS, data=st.data())
def test_cells_that_are_kept_count_as_the_oracle(engine: str, question: Statement, data: st.DataObject) -> None:
    """Copies are free, so that no piece but a cell breaks the symmetry."""
    pieces = [piece._replace(least=0, most=data.draw(st.sampled_from([1, 2, 3]))) for piece in question.pieces]
    compare(engine, replace(question, pieces=tuple(pieces), given=()))


def compare(engine: str, question: Statement) -> None:
    puzzle = made(question)
    if len(puzzle.symmetries()) == 1 or not plan_of(puzzle).is_feasible:
        return
    expected = {"all": oracle.total(question), "distinct": oracle.distinct(oracle.bounded(question))}
    expected["rotations"] = len(oracle.orbits(oracle.bounded(question), rotations=True))
    for symmetry in SYMMETRIES:
        group = plan_of(puzzle).up_to(symmetry).group
        for breaker in (*breakers(puzzle, group)[:3], *kept_cells(puzzle, group)[:3]):
            assert counted(puzzle, engine, symmetry, breaker) == expected[symmetry], breaker


@pytest.mark.parametrize("board", ["ring 3x5", "torus 4x5", "ring 4x5"])
def test_wrapped_boards_count_the_same_by_any_piece(board: str) -> None:
    pieces = {"torus 4x5": "L4 T4 I4 S4 O4", "ring 3x5": "P U L", "ring 4x5": "L4 T4 I4 S4 O4"}[board]
    puzzle = Puzzle(board, pieces)
    for symmetry in SYMMETRIES:
        expected = puzzle.count(symmetry=symmetry, method="frontier")
        for breaker in breakers(puzzle, puzzle.symmetries()):
            assert counted(puzzle, "item", symmetry, breaker) == expected


@pytest.mark.needs_processes
def test_other_threads_and_processes_cover_the_cell_first(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, expected = Puzzle("3x3x3", "V3*9"), Puzzle("3x3x3", "V3*9").count(method="frontier")
    share_out_at_once(monkeypatch)
    plan_of(puzzle).better = plan_of(puzzle).with_breaker((1, 1, 1))
    assert puzzle.count(method="search", workers=2) == expected
    with ProcessPoolExecutor(1) as executor:
        assert puzzle.count(method="search", executor=executor) == expected


def nodes(plan: Plan) -> int:
    searches = [plan.unordered(case) for case in plan.cases]
    for search in searches:
        search.count(tick=lambda: None, nodes=1 << 62)
    return sum(search.nodes for search in searches)


def test_a_long_count_gains() -> None:
    """I of 3x4x5 has the fewest places, most of which several symmetries keep or swap."""
    plan = plan_of(Puzzle("3x4x5", "pentominoes"))
    (made,) = plan.cases[0].made
    assert made.piece.name == "I"
    better = counting_plan(plan)
    assert better.breaker is not None
    assert better is counting_plan(plan)
    assert nodes(better) < 0.75 * nodes(plan)
    assert counting_plan(Plan(Puzzle("3x4x5", "pentominoes"))).breaker == better.breaker


def test_short_counts_and_listings_go_by_the_plan() -> None:
    for words in ("6x10", "3x20", "2x5x6", "ring 3x20"):
        plan = Plan(Puzzle(words, "pentominoes"))
        assert counting_plan(plan) is plan
    plan = Plan(Puzzle("3x4x5", "pentominoes"))
    assert plan.cases[0].made[0].piece.name == "I"


def test_without_a_piece_that_is_used_once_a_cell_breaks_the_symmetry() -> None:
    plan = Plan(Puzzle("5x5x5", "Y*25"))
    assert counting_plan(plan).breaker == (2, 2, 2)
    assert plan.cover.is_itemized
    assert [len(case.movers) for case in counting_plan(plan).cases] == [24, 24, 24]


def test_the_first_probes_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """What they see bounds the time that a short count loses by them."""
    efforts: list[int] = []
    monkeypatch.setattr(estimate.Probes, "go_on", lambda probes, effort: efforts.append(effort))
    counting_plan(Plan(Puzzle("6x10")))
    assert efforts == [estimate.MIN_EFFORT]


@pytest.mark.parametrize(
    ("board", "pieces", "best"),
    [
        ("6x10", "pentominoes", "X"),
        ("8x8", "pentominoes + O4", "X"),
        ("2x3x10", "pentominoes", "W"),
        ("3x4x5", "pentominoes", "W"),
        ("tetris-cube", None, "A"),
        ("bedlam", None, "X"),
    ],
)
def test_the_piece_with_the_fewest_nodes_near_the_root(board: str, pieces: str | None, best: str) -> None:
    """Each was the best of its set, or within a tenth of it, when all nodes were counted."""
    plan = estimate._best(Plan(Puzzle(board, pieces)))
    assert {made.piece.name for case in plan.cases for made in case.made} == {best}
