"""Areas that cannot fit are an answer of every verb: there is no solution."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import pentomino
from effort import examples
from pentomino import Board, Puzzle, PuzzleError, Statistics
from pentomino.search.plan import plan_of
from strategies import boards

PIECES = "O1 I2 I3 V3 I4 L4 O4 T4 F P X 6.3".split()

Copies = Mapping[str, tuple[int, int | None]]

COPIES = st.tuples(st.integers(0, 3), st.sampled_from([0, 1, 2, None])).map(
    lambda pair: (pair[0], None if pair[1] is None else pair[0] + pair[1])
)

ANSWERS: dict[str, tuple[Callable[[Puzzle], Any], Any]] = {
    "count": (Puzzle.count, 0),
    "count all": (lambda puzzle: puzzle.count(symmetry="all"), 0),
    "count by the search": (lambda puzzle: puzzle.count(method="search"), 0),
    "count by the frontier": (lambda puzzle: puzzle.count(method="frontier"), 0),
    "count with a limit": (lambda puzzle: puzzle.count(limit=2), 0),
    "solve": (Puzzle.solve, None),
    "solve_all": (lambda puzzle: list(puzzle.solve_all(symmetry="all", workers=2)), []),
    "is_unique": (Puzzle.is_unique, False),
    "tally": (lambda puzzle: puzzle.tally().total, 0),
    "tally distinct": (lambda puzzle: set(puzzle.tally(symmetry="distinct").values()) - {0}, set()),
    "sample": (lambda puzzle: puzzle.sample(3, seed=1), []),
    "estimate": (lambda puzzle: puzzle.estimate(10).solutions, 0.0),
    "walk": (lambda puzzle: [*puzzle.walk().solutions(), *puzzle.walk().steps()], []),
    "hint": (lambda puzzle: puzzle.hint(level=3), None),
    "forced": (Puzzle.forced, None),
    "doomed": (lambda puzzle: puzzle.doomed().take_back, ()),  # type: ignore[union-attr]
    "explain": (lambda puzzle: (puzzle.explain().kind, puzzle.explain().is_checked()), ("areas", True)),
    "subsets": (Puzzle.subsets, {}),
    "difficulty": (Puzzle.difficulty, None),
}


@st.composite
def unfit(draw: st.DrawFn) -> Puzzle:
    """Draw a puzzle with ranges of copies of which no choice covers the board."""
    cells = draw(boards())
    optional = draw(st.sets(st.sampled_from(sorted(cells)), max_size=2))
    pieces: Copies = draw(st.dictionaries(st.sampled_from(PIECES), COPIES, min_size=1, max_size=3))
    assume(any(least != most for least, most in pieces.values()))
    puzzle = Puzzle(Board(cells, optional=optional), pieces)
    assume(not plan_of(puzzle).is_feasible)
    return puzzle


@pytest.mark.parametrize("verb", ANSWERS)
@examples(20)
@given(puzzle=unfit())
def test_every_verb_has_an_answer(verb: str, puzzle: Puzzle) -> None:
    ask, expected = ANSWERS[verb]
    assert ask(puzzle) == expected


@pytest.mark.parametrize(
    ("board", "pieces"),
    [("61x61", "I4* O4* P*2"), ("hexagonal 31x31", "tetrahexes*"), ("13x13x13", "pentacubes*")],
)
def test_no_search_begins(board: str, pieces: str) -> None:
    """A search of these boards would take hours."""
    puzzle = Puzzle(board, pieces)
    for verb, (ask, expected) in ANSWERS.items():
        if verb not in ("tally", "tally distinct", "explain"):  # these list placements
            assert ask(puzzle) == expected


def test_the_reason_is_told() -> None:
    statistics = Statistics()
    puzzle = Puzzle("4x4", "I3*")
    for ask in (puzzle.count, puzzle.solve, puzzle.tally, puzzle.sample, puzzle.is_unique):
        ask(statistics=statistics)  # type: ignore[operator]
        assert statistics.reason == "no choice of copies covers the area of the board"


def test_fixed_copies_are_refused_as_before() -> None:
    with pytest.raises(PuzzleError, match=r"to leave cells empty, mark them \+ or add O1\*"):
        Puzzle("4x4", "I3*5")
    with pytest.raises(PuzzleError, match=r"mark them \+ or add H1\*"):
        Puzzle("hexagonal 3x3", {"I2": 4})
    assert pentomino.count("4x4", "I3*5 O1*") > 0
    assert pentomino.count("+...\n....\n....\n....", "I3*5") > 0


@pytest.mark.parametrize(("board", "least"), [("3x3", 1), ("4x4", 0), ("6x6", 11)])
def test_squares_by_i3(board: str, least: int) -> None:
    assert pentomino.count(board, "I3*") == least
