"""Why there is no solution: each kind of reason, and that a puzzle that has one is never given a reason."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

import oracle
from effort import examples
from oracle import Statement as Question
from pentomino import Placement, Puzzle
from pentomino.search.obstacle import obstacle
from puzzles import made
from strategies import statements

LEVEL = next(
    i for i, shape in enumerate(Placement("I3", [(0, 0), (0, 1), (0, 2)]).piece.orientations()) if shape.rows == 1
)

REASONS: dict[str, tuple[Puzzle, str]] = {
    "areas": (
        Puzzle("1x6", "I2* + I3*0-2")
        .place(Placement("I3", [(0, 0), (0, 1), (0, 2)]))
        .place(Placement("I2", [(0, 3), (0, 4)])),
        "the board has 1 free cell, and no choice of copies covers just that many: the nearest are 0 and 2; "
        "change the board or the copies to meet one of them",
    ),
    "a piece without a place": (Puzzle("2x5", "V*2"), "V has no place on the free cells"),
    "a piece that is kept from its places": (
        Puzzle("3x5", "PUV", restrict={"U": lambda placement: False}),
        "U has no place where the restrictions allow it",
    ),
    "a region of another size": (
        Puzzle("...#...", "I2*3"),
        "no choice of the pieces with a place there, of 2 cells, covers the region of 3 at (0, 0)",
    ),
    "a region of another size, by pieces without a place": (
        Puzzle("1x6", "I4? + I3? + V3*"),
        "no choice of the pieces with a place there, of 3 or 4 cells, covers the region of 6 at (0, 0)",
    ),
    "a region that is too small": (Puzzle("..#.", "I2* + V3?"), "no piece has a place in the region of 1 at (0, 3)"),
    "regions that need the same copy": (
        Puzzle("..#..", "I2? + O4?"),
        "no choice of the pieces with a place there, of 2 cells, covers the 4 free cells",
    ),
    "a cell": (
        Puzzle("...\n...\n.##", "I3? + O4?", restrict={"I3": [LEVEL]}),
        "no piece can cover the cell (2, 0)",
    ),
}


@pytest.mark.parametrize("kind", REASONS)
def test_kinds(kind: str) -> None:
    puzzle, reason = REASONS[kind]
    assert obstacle(puzzle) == reason
    assert puzzle.count() == 0


def test_a_colouring_is_not_seen() -> None:
    puzzle = Puzzle("#...\n....\n....\n...#", "I2*")
    assert puzzle.count() == 0
    assert obstacle(puzzle) is None


@pytest.mark.parametrize(
    "board", ["6x10", "kanoodle", "8x8-hole", "FF........\n.FF.......\n.F" + "........\n" + "..........\n" * 3]
)
def test_puzzles_with_solutions(board: Any) -> None:
    assert obstacle(Puzzle(board)) is None


@examples(200)
@given(question=statements())
def test_a_puzzle_with_a_reason_has_no_solution(question: Question) -> None:
    puzzle = made(question)
    reason = obstacle(puzzle)
    assert reason is None or not any(oracle.solutions(question)), reason
