"""Positions: a puzzle with other given pieces, made by `replace`, which keeps what does not change."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

from facts import FACTS
from pentomino import Placement, Puzzle, PuzzleError
from pentomino.reason.position import Ground
from puzzles import solved

STATEMENTS = [
    *(facts.solved for facts in FACTS.values()),
    ("torus 4x5", "pentominoes?"),
    ("3x4\n++..\n....", "I2* L3*"),
]
PUZZLES = pytest.mark.parametrize("statement", STATEMENTS[:-1], ids=lambda statement: statement[0])


@PUZZLES
def test_a_position_is_the_puzzle_with_these_given_pieces(statement: tuple[str, str]) -> None:
    """Whichever position it comes from: with more, fewer, or other given pieces."""
    puzzle = Puzzle(*statement)
    solution = solved(puzzle, shuffle=True, seed=1)
    chooser, position = random.Random(statement[0]), puzzle
    most = len(solution.placements)
    for _ in range(3):
        laid = chooser.sample(solution.placements, chooser.randint(most // 2, most))
        position = position.replace(placed=laid)
        fresh = Puzzle(*statement, placed=laid)
        assert position == fresh
        assert hash(position) == hash(fresh)
        assert pickle.loads(pickle.dumps(position)) == fresh
        assert position.symmetries() == fresh.symmetries()
        assert list(position.solve_all(symmetry="all")) == list(fresh.solve_all(symmetry="all"))
        assert position.hint(level=3) == fresh.hint(level=3)
        assert position.explain().text == fresh.explain().text
        assert Ground.of(position) is Ground.of(puzzle)
    assert position.replace(placed=[]) == puzzle


def test_given_pieces_of_each_kind_beside_restrictions() -> None:
    cells = [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)]
    puzzle = Puzzle("3x5", "PUV", placed="...PP\n..PPP\n.....")
    for placed in ([Placement("V", cells)], "VVV..\nV....\nV....", [cells], [iter(cells)]):
        assert puzzle.replace(placed=placed) == Puzzle("3x5", "PUV", placed=[cells])
    puzzle = Puzzle("6x10", restrict={"X": lambda placement: placement.cells[0] == (0, 1)})
    placed = [next(puzzle.placements_of("X"))]
    assert puzzle.replace(placed=placed).replace(placed=[]).count(symmetry="all") == puzzle.count(symmetry="all")


@pytest.mark.parametrize(
    ("placed", "message"),
    [
        ([[(0, 0), (0, 1), (0, 3)]], "the given piece at row 1, column 1 is not a piece of the set; the set is P U V"),
        (["VVV..\nV....\nV....", "..V..\n..V..\n..VVV"], "overlap at row 1, column 3"),
        (["VVV..\nV....\nV....", "....V\n....V\n..VVV"], "piece 'V' is given 2 times"),
    ],
)
def test_given_pieces_that_cannot_be(placed: Any, message: str) -> None:
    with pytest.raises(PuzzleError) as error:
        Puzzle("3x5", "PUV").replace(placed=placed)
    assert message in str(error.value)


def test_a_position_may_be_lost() -> None:
    """That what is left cannot be covered is an answer, no error."""
    position = Puzzle("1x6", "I3* I4? I2?").replace(placed=[[(0, 0), (0, 1), (0, 2), (0, 3)]])
    assert position.count() == 1
    lost = Puzzle("1x7", "I3* I4*").replace(placed=[[(0, 1), (0, 2), (0, 3)]])
    assert (lost.count(), lost.hint(), lost.explain().solution) == (0, None, None)
