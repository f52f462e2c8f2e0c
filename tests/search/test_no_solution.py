"""Areas that cannot fit are an answer of every verb: there is no solution."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import pentomino
from effort import examples
from pentomino import Board, Puzzle, PuzzleError, Statistics
from pentomino.search.plan import plan_of
from strategies import boards
from verbs import VERBS

PIECES = "O1 I2 I3 V3 I4 L4 O4 T4 F P X 6.3".split()

Copies = Mapping[str, tuple[int, int | None]]

COPIES = st.tuples(st.integers(0, 3), st.sampled_from([0, 1, 2, None])).map(
    lambda pair: (pair[0], None if pair[1] is None else pair[0] + pair[1])
)

ASKED: list[tuple[str, dict[str, Any]]] = [
    *((verb, {}) for verb in VERBS if verb != "pack"),  # which packs what it can
    ("count", {"symmetry": "all"}),
    ("count", {"method": "search"}),
    ("count", {"method": "frontier"}),
    ("count", {"limit": 2}),
    ("solve_all", {"symmetry": "all", "workers": 2}),
    ("tally", {"symmetry": "distinct"}),
    ("hint", {"level": 3}),
]


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


@pytest.mark.parametrize(("verb", "options"), ASKED, ids=str)
@examples(20)
@given(puzzle=unfit())
def test_every_verb_has_an_answer(verb: str, options: dict[str, Any], puzzle: Puzzle) -> None:
    assert VERBS[verb].is_nothing(VERBS[verb].ask(puzzle, **options))


@examples(20)
@given(puzzle=unfit())
def test_there_is_nothing_to_walk_to_and_to_estimate(puzzle: Puzzle) -> None:
    assert [*puzzle.steps().solutions(), *puzzle.steps()] == []
    assert puzzle.estimate(10).solutions == 0


@pytest.mark.parametrize(
    ("board", "pieces"), [("61x61", "I4* O4* P*2"), ("hexagonal 31x31", "tetrahexes*"), ("13x13x13", "pentacubes*")]
)
def test_no_search_begins(board: str, pieces: str) -> None:
    """A search of these boards would take hours."""
    puzzle = Puzzle(board, pieces)
    for verb, options in ASKED:
        if verb not in ("tally", "explain"):  # these list placements
            assert VERBS[verb].is_nothing(VERBS[verb].ask(puzzle, **options))


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
