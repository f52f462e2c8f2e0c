"""Estimates by random probes: unbiased, and the same for the same seed."""

from __future__ import annotations

import pytest

from pentomino import PentominoError
from recorded import Recorded as Puzzle


@pytest.mark.parametrize(
    ("board", "pieces", "solutions", "distinct"),
    [
        ("5x4", "pentominoes?", 200, 50),
        ("4x4", "I2*", 36, 9),
        ("4x15", "pentominoes", 1472, 368),
        ("5x10", "Y*", 10, 4),
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
    guess = Puzzle("3x3", "I3*2 + V3").place(Puzzle("3x3", "I3*2 + V3").placements()[0]).estimate(samples=20)
    assert guess.nodes >= 0
    corner = Puzzle("2x10", "X*4").estimate(samples=20)
    assert (corner.solutions, corner.distinct) == (0, 0)


def test_an_estimate_says_whether_a_probe_met_a_solution() -> None:
    none = Puzzle("6x10").estimate(samples=20)
    assert none.solutions == none.solutions_error == 0
    assert (
        repr(none)
        == str(none)
        == (
            f"<Estimate from 20 probes: {none.nodes:.3g} +- {none.nodes_error:.3g} nodes; "
            "no probe met a solution, so there may be none or many>"
        )
    )
    some = Puzzle("4x4", "I2*").estimate(samples=20)
    assert repr(some) == (
        f"<Estimate from 20 probes: {some.nodes:.3g} +- {some.nodes_error:.3g} nodes, "
        f"{some.solutions:.3g} +- {some.solutions_error:.3g} solutions, "
        f"{some.distinct:.3g} +- {some.distinct_error:.3g} of them distinct>"
    )


@pytest.mark.parametrize("samples", [1, 0, -5, 2.5, "9", None])
def test_samples_are_checked(samples: object) -> None:
    with pytest.raises(PentominoError, match=r"^samples is a whole number from 2, not "):
        Puzzle("3x20").estimate(samples=samples)  # type: ignore[arg-type]
