"""Estimates by random probes: unbiased, and the same for the same seed."""

from __future__ import annotations

from math import inf, isinf, isnan, sqrt
from statistics import fmean, stdev

import pytest

from pentomino import PentominoError
from pentomino._core import Search
from pentomino.search.cover import Cover
from pentomino.search.estimate import Probes, _mean
from pentomino.search.plan import Plan
from puzzles import Listed
from recorded import Recorded as Puzzle


@pytest.mark.parametrize(
    ("board", "pieces", "solutions", "distinct"),
    [
        ("5x4", "pentominoes?", 200, 50),
        ("4x4", "I2*", 36, 9),
        ("4x15", "pentominoes", 1472, 368),
        ("5x10", "Y*", 10, 4),
        ("torus 4x5", "I2*", 722, 30),  # by items
    ],
)
def test_near_the_truth(board: str, pieces: str, solutions: int, distinct: int) -> None:
    puzzle = Puzzle(board, pieces)
    assert puzzle.count(method="search") == distinct
    nodes = puzzle.statistics.nodes
    guess = puzzle.estimate(samples=4000, seed=1)
    for value, error, truth in (
        (guess.nodes, guess.nodes_error, nodes),
        (guess.solutions, guess.solutions_error, solutions),
        (guess.distinct, guess.distinct_error, distinct),
    ):
        assert abs(value - truth) <= 4 * error + 1e-9 * truth


def test_the_seed_decides() -> None:
    puzzle = Puzzle("6x10")
    assert puzzle.estimate(samples=50, seed=3) == puzzle.estimate(samples=50, seed=3)
    assert puzzle.estimate(samples=50, seed=3) != puzzle.estimate(samples=50, seed=4)


def test_a_puzzle_without_solutions() -> None:
    corner = Puzzle("2x10", "X*4").estimate(samples=20)
    assert corner[1:] == (0,) * 6
    assert str(corner) == "<Estimate from 20 probes: 0 +- 0 nodes, no solution>"


@pytest.mark.parametrize("board", ["3x20", "2x5x6"])
def test_without_a_solution_among_the_probes_there_is_a_bound(board: str) -> None:
    puzzle = Puzzle(board)
    none = puzzle.estimate(samples=20)
    assert none.solutions == none.distinct == 0
    assert none.solutions_error > puzzle.count(symmetry="all")
    assert none.distinct_error > puzzle.count()
    assert repr(none) == str(none)
    assert str(none) == (
        f"<Estimate from 20 probes: {none.nodes:.3g} +- {none.nodes_error:.3g} nodes; "
        f"no solution among them, at most about {none.distinct_error:.3g} distinct ones>"
    )


def test_an_estimate_says_what_its_probes_met() -> None:
    some = Puzzle("4x4", "I2*").estimate(samples=20)
    assert repr(some) == (
        f"<Estimate from 20 probes: {some.nodes:.3g} +- {some.nodes_error:.3g} nodes, "
        f"{some.solutions:.3g} +- {some.solutions_error:.3g} solutions, "
        f"{some.distinct:.3g} +- {some.distinct_error:.3g} of them distinct>"
    )


FLAT = [("5x4", "pentominoes?"), ("4x4", "I2*"), ("3x10", "pentominoes?"), ("5x6", "hexominoes?"), ("4x5", "I2* I4*")]
WRAPPED = [("torus 4x5", "I2*"), ("torus 4x5", "I2* + I3*"), ("ring 3x8", "tetrominoes*")]
SOLID = [("3x3x3", "soma"), ("2x3x4", "tetrominoes*"), ("2x2x3", "I2* + L4*")]
ENGINES = [
    *[(*puzzle, "window") for puzzle in FLAT],
    *[(*puzzle, "list") for puzzle in FLAT + WRAPPED],
    *[(*puzzle, "item") for puzzle in FLAT + SOLID],
]


def searches(board: str, pieces: str, engine: str) -> list[Search]:
    """A search of each case, by the engine."""
    plan = Plan(Puzzle(board, pieces))
    table = Listed(plan.puzzle) if engine == "list" else Cover(plan.puzzle)
    if engine == "item":
        return [table.by_items(table.counted_items, case.made) for case in plan.cases]
    return [table.search(case.made) for case in plan.cases]


@pytest.mark.parametrize(("board", "pieces", "engine"), ENGINES)
def test_probes_are_unbiased(board: str, pieces: str, engine: str) -> None:
    """Their mean is near the numbers of nodes and solutions that the engine visits."""
    for search in searches(board, pieces, engine):
        probes, _ = search.probe(1, 3000)
        before = search.nodes
        solutions = search.count()
        for value, truth in ((0, search.nodes - before), (1, solutions)):
            values = [probe[value] for probe in probes]
            assert abs(fmean(values) - truth) <= 4.5 * stdev(values) / sqrt(len(values)) + 1e-9 * truth


@pytest.mark.parametrize(("board", "pieces", "engine"), ENGINES[::3])
def test_probes_leave_nothing_behind(board: str, pieces: str, engine: str) -> None:
    for probed, other in zip(searches(board, pieces, engine), searches(board, pieces, engine), strict=True):
        first = probed.probe(5, 20)
        assert first == probed.probe(5, 20) == other.probe(5, 20)
        assert first != probed.probe(6, 20)
    for probed, fresh in zip(searches(board, pieces, engine), searches(board, pieces, engine), strict=True):
        probed.probe(5, 20)
        before = probed.nodes
        solutions = list(probed)
        assert solutions == list(fresh)
        assert (probed.nodes - before, probed.found) == (fresh.nodes, len(solutions))


def test_probes_end_by_their_number_or_by_what_they_see() -> None:
    (*_, search) = searches("6x10", "pentominoes", "window")
    assert len(search.probe(0, 7)[0]) == 7
    assert len(search.probe(0, 7, 0)[0]) == 1
    probes, seen = search.probe(0, 10**6, 1000)
    assert 1000 <= seen < 1100
    assert 10 < len(probes) < 1000


def test_a_tick_ends_probes() -> None:
    def tick() -> None:
        raise TimeoutError

    (*_, search) = searches("6x10", "pentominoes", "window")
    with pytest.raises(TimeoutError):
        search.probe(0, 10**9, tick=tick)
    assert search.count() > 0


def test_what_probes_of_a_plan_find_follows_from_their_effort() -> None:
    plan = Plan(Puzzle("8x8", "pentominoes + O4"))
    one, other = Probes(plan), Probes(plan)
    one.go_on(1 << 17)
    other.go_on(1 << 17)
    assert one.number == other.number > 100
    assert one.nodes == other.nodes
    assert 0.5 < one.nodes / 7_733_205 < 2


@pytest.mark.parametrize("samples", [1, 0, -5, 2.5, "9", None])
def test_samples_are_checked(samples: object) -> None:
    with pytest.raises(PentominoError, match=r"^samples must be (at least 2|a whole number), got "):
        Puzzle("3x20").estimate(samples=samples)  # type: ignore[arg-type]


@pytest.mark.parametrize("board", ["20x28", "30x30", "60x60"])
def test_estimates_near_and_above_the_largest_float(board: str) -> None:
    """Squares of the weights overflow on the first, sums on the second, the weights themselves on the last."""
    found = Puzzle(board, "I2* O1*").estimate(20)
    assert not any(map(isnan, found))
    assert (isinf(found.nodes), isinf(found.nodes_error)) == ((True, True) if board == "60x60" else (False, False))
    assert "nan" not in repr(found)


def test_errors_are_those_of_the_definition() -> None:
    for scale in (1.0, 1e300):
        mean, error = _mean((1 * scale, 2 * scale, 6 * scale))
        assert (mean / scale, error / scale) == pytest.approx((3, stdev([1, 2, 6]) / sqrt(3)))
    assert _mean((0.0, 0.0)) == (0, 0)
    assert _mean((1.0, inf)) == (inf, inf)
