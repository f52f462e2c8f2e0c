"""Which pieces fill a board: against all solutions, sorted by their pieces; the command."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from hypothesis import given

import oracle
from commandline import ENDLESS, Run, complaint
from effort import examples
from oracle import Statement as Question
from pentomino import Puzzle
from pentomino.reason import pack
from puzzles import made
from strategies import QUESTIONS


@pytest.mark.parametrize("listed", [0, pack.LISTED])
@examples(60)
@given(QUESTIONS)
def test_each_choice_has_its_solutions(listed: int, question: Question) -> None:
    """Both ways to the choices agree with the solutions of the oracle."""
    puzzle = made(question)
    usual, pack.LISTED = pack.LISTED, listed
    try:
        found, distinct = puzzle.subsets(symmetry="all"), puzzle.subsets()
    finally:
        pack.LISTED = usual
    assert sum(found.values()) == len(oracle.solutions(question))
    expected = Counter(
        frozenset(Counter(puzzle._owner(one) for one in solution.placements).items())
        for solution in puzzle.solve_all(symmetry="all")
    )
    told = {
        frozenset((puzzle._numbers_of(piece)[0], copies) for piece, copies, _ in one.pieces): number
        for one, number in found.items()
    }
    assert told == expected
    assert list(found) == list(distinct)
    for one, number in distinct.items():
        assert number == len({solution.canonical() for solution in one.solve_all(symmetry="all")})


def test_pentominoes_in_a_square() -> None:
    """45 of the 792 choices fill 5x5, 19 in one way: each as a puzzle of its own has as many solutions."""
    found = Puzzle("5x5", "pentominoes?").subsets()
    assert (len(found), sum(found.values()), list(found.values()).count(1)) == (45, 107, 19)
    for one, number in found.items():
        assert Puzzle("5x5", "".join(piece.name for piece, _, _ in one.pieces)).count() == number == one.count()


def test_given_pieces_and_restrictions_stay() -> None:
    rules = {"P": lambda placement: (0, 0) not in placement.cells, "V": [0, 1]}
    puzzle = Puzzle("3x5", "pentominoes?", placed="UU...\nU....\nUU...", restrict=rules)
    found = puzzle.subsets(symmetry="all")
    assert sum(found.values()) == puzzle.count(symmetry="all") > 0
    for one in found:
        assert one.placed == puzzle.placed
        assert {one.pieces[number].piece.name for number, _ in one.restrict} <= {"P", "V"}


@pytest.mark.parametrize(("more", "number"), [("", 9), (" 2x3", 10)])
def test_the_area_limits_copies_without_a_bound(run: Run, more: str, number: int) -> None:
    pieces = "O1* I2* I3* O4*" + more
    found = Puzzle("3x2", pieces.replace("2x3", "2x3*")).subsets()
    assert len(found) == number
    assert all(least == most for puzzle in found for _, least, most in puzzle.pieces)
    assert len(run("subsets", "3x2", "-p", pieces, "-q").out.splitlines()) == number
    assert Puzzle("3x5", "I3*", placed="AAA..\n.....\n.....").subsets() == {
        Puzzle("3x5", "I3*5", placed="AAA..\n.....\n....."): 1
    }


@pytest.mark.usefixtures("plain_place")
def test_the_command(run: Run) -> None:
    status, out, err = run("subsets", "5x5")
    assert (status, err) == (0, "pentomino: 45 subsets, 19 with one solution; 107 solutions\n")
    assert out.splitlines()[0] == "F I L P U  2"
    unique = [line for line in out.splitlines() if line.endswith("  1")]
    assert run("subsets", "5x5", "--unique", "-q") == (0, "".join(f"{line}\n" for line in unique), "")
    lines = [json.loads(line) for line in run("subsets", "5x5", "--json", "--symmetry", "all").out.splitlines()]
    assert sum(line["count"] for line in lines) == 856
    assert lines[0]["pieces"] == dict.fromkeys("FILPU", 1)
    assert run("subsets", "4x5", "-p", "I4*2 L4 L4 O4", "-q") == (0, "I4*2 L4*2 O4  14\n", "")
    assert run("subsets", "4x4", "-p", "tetrominoes") == complaint("no subset of these pieces fills the board", 1)
    assert run("subsets", "4x5", "-p", "Y*") == complaint("no subset of these pieces fills the board", 1)
    assert run("subsets", *ENDLESS, "--timeout", "0").status == 3
