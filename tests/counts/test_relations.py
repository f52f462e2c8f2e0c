"""What must hold between the counts of two puzzles: on boards too large for the oracle, which needs no answer here.

A puzzle is a question as the oracle takes them, and is counted by all engines.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
from effort import examples, thorough
from oracle import Cells, Piece, Statement
from pentomino import Puzzle
from puzzles import ENGINES, puzzle_of, solved, with_engine

TILED = [
    ("6x10", "pentominoes", True),
    ("3x30", "one-sided pentominoes", False),
    ("8x8", "pentominoes + O4", True),
    ("4x10", "tetrominoes*2", True),
]
SYMMETRIES = ("all", "distinct")


@cache
def tiling(board: str, pieces: str, reflections: bool, seed: int) -> list[Cells]:
    """The parts of some solution, from the left on."""
    solution = solved(board, pieces, reflections=reflections, shuffle=True, seed=seed)
    parts = [frozenset(placement.cells) for placement in solution.placements]
    return sorted(parts, key=lambda part: min((column, row) for row, column in part))


@st.composite
def questions(
    draw: st.DrawFn, boards: list[tuple[str, str, bool]] = TILED, loose: tuple[int, ...] = (0, 0, 1)
) -> Statement:
    """What eight or nine parts of a solution cover, by the pieces that they are: as many, or some more or fewer."""
    board, pieces, reflections = draw(st.sampled_from(boards))
    parts = tiling(board, pieces, reflections, draw(st.integers(0, 9)))
    number = draw(st.integers(8, 9))
    start = draw(st.integers(0, len(parts) - number))
    return asked(parts[start : start + number], reflections, draw(st.sampled_from(loose)), draw(st.booleans()))


def asked(parts: list[Cells], reflections: bool, loose: int = 0, with_given: bool = False) -> Statement:
    """What parts cover, by the pieces that they are, up to so many copies more or fewer; perhaps the first is given."""
    copies = Counter(oracle.key_of(part, reflections) for part in parts)
    pieces = tuple(Piece(frozenset(key), number - loose, number + loose) for key, number in copies.items())
    given = ((0, parts[0]),) if with_given else ()  # the first piece, because a Counter keeps the order
    return Statement(frozenset().union(*parts), pieces, reflections, given)


REGULAR = {
    "3x20": Puzzle("3x20"),
    "4x15": Puzzle("4x15"),
    "8x8 less centre": Puzzle("\n".join(["........"] * 3 + ["...##..."] * 2 + ["........"] * 3)),
    "6x6": Puzzle("6x6", "V3*"),
    "4x10": Puzzle("4x10", "tetrominoes*2"),
    "3x10": Puzzle("3x10", "one-sided pentominoes?", reflections=False),
}


def regular(name: str) -> Statement:
    """A puzzle with a symmetric board as a question; of 6x6, some solutions are symmetric as well."""
    puzzle = REGULAR[name]
    pieces = tuple(Piece(frozenset(piece.cells), least, most) for piece, least, most in puzzle.pieces)
    return Statement(frozenset(puzzle.board.cells), pieces, puzzle.reflections)


def number(question: Statement, symmetry: Any = "all") -> int:
    """How many solutions there are: all engines say the same."""
    puzzle = puzzle_of(question)
    found = {engine: with_engine(puzzle, engine).count(symmetry=symmetry, method="search") for engine in ENGINES}
    found["frontier"] = puzzle.count(symmetry=symmetry, method="frontier")
    assert len(set(found.values())) == 1, found
    return found["frontier"]


elements = st.sampled_from(oracle.D4[1:])


def turned(question: Statement, element: oracle.Symmetry) -> Statement:
    """All that a question speaks of, turned and perhaps turned over."""
    pieces = tuple(piece._replace(shape=element.moved(piece.shape)) for piece in question.pieces)
    given = tuple((index, element.on(question.cells, cells)) for index, cells in question.given)
    return Statement(element.on(question.cells, question.cells), pieces, question.reflections, given)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@examples(5)
@given(question=questions(), element=elements)
def test_a_turned_board_has_as_many(question: Statement, element: oracle.Symmetry, symmetry: str) -> None:
    assert number(turned(question, element), symmetry) == number(question, symmetry)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=thorough if name == "8x8 less centre" else ()) for name in REGULAR]
)
def test_a_turned_board_with_symmetries_has_as_many(name: str, symmetry: str) -> None:
    transposed = turned(regular(name), oracle.Symmetry(mirror=True, turns=1))
    assert number(transposed, symmetry) == number(regular(name), symmetry)


SIDES = st.sampled_from(["above", "below", "left", "right"])


def beside(one: Statement, side: str, other: Statement) -> Statement:
    """Two boards with a blocked line between them, and the pieces of both."""
    top, left, bottom, right = frame(one.cells)
    cells = oracle.shape_of(other.cells)
    _, _, down, across = frame(cells)
    corners = {
        "above": (top - 2 - down, left),
        "below": (bottom + 2, left),
        "left": (top, left - 2 - across),
        "right": (top, right + 2),
    }
    moved = oracle.translated(cells, *corners[side])
    return Statement(one.cells | moved, one.pieces + other.pieces, one.reflections, one.given)


def frame(cells: Cells) -> tuple[int, int, int, int]:
    """The first row and column, and the last ones."""
    rows, columns = {row for row, _ in cells}, {column for _, column in cells}
    return min(rows), min(columns), max(rows), max(columns)


CRANK = oracle.read_picture(["##...", ".####", ".#..."])
"""Seven cells: as much as no tetrominoes and pentominoes cover, and no symmetry keeps it."""


@examples(5)
@given(question=questions(), side=SIDES, turn=st.sampled_from(oracle.D4))
def test_a_forced_piece_changes_nothing(question: Statement, side: str, turn: oracle.Symmetry) -> None:
    """But that no symmetry is left, so that each solution is distinct."""
    crank = turn.moved(CRANK)
    forced = beside(question, side, Statement(crank, (Piece(crank),), question.reflections))
    assert number(forced) == number(forced, "distinct") == number(question)


@examples(5)
@given(question=questions(TILED[:2], loose=(0,)), side=SIDES, seed=st.integers(0, 9), parts=st.integers(2, 4))
def test_two_areas_have_the_product(question: Statement, side: str, seed: int, parts: int) -> None:
    """Up to four tetrominoes cannot stand in for pentominoes, nor these for them."""
    other = asked(tiling("4x10", "tetrominoes*2", True, seed)[:parts], question.reflections)
    assert number(beside(question, side, other)) == number(question) * number(other)


@pytest.mark.parametrize("method", ["search", "frontier"])
@examples(3)
@given(question=questions(), data=st.data())
def test_the_placements_on_a_cell_share_the_solutions(method: Any, question: Statement, data: st.DataObject) -> None:
    puzzle = puzzle_of(question)
    cell = data.draw(st.sampled_from(sorted(question.cells.difference(*(cells for _, cells in question.given)))))
    placed = [puzzle.place(placement) for placement in puzzle.placements() if cell in placement.cells]
    counts = [smaller.count(symmetry="all", method=method) for smaller in placed]
    assert sum(counts) == puzzle.count(symmetry="all", method=method)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@examples(5)
@given(question=questions(TILED[2:], loose=(1,)), data=st.data())
def test_copies_may_be_two_entries(question: Statement, symmetry: str, data: st.DataObject) -> None:
    *others, (shape, least, most) = question.pieces
    low = data.draw(st.integers(0, least))
    high = data.draw(st.integers(low, most - least + low))
    turned = data.draw(st.sampled_from(sorted(map(sorted, oracle.orientations(shape, question.reflections)))))
    entries = Piece(shape, low, high), Piece(frozenset(turned), least - low, most - high)
    assert number(replace(question, pieces=(*others, *entries)), symmetry) == number(question, symmetry)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("name", ["3x20", "6x6"])
def test_a_limit_on_a_board_with_symmetries(name: str, symmetry: str) -> None:
    puzzle = puzzle_of(regular(name))
    total = puzzle.count(symmetry=symmetry, method="frontier")
    for engine in ENGINES:
        searched = with_engine(puzzle, engine)
        found = list(searched.solve_all(symmetry=symmetry))
        for limit in {0, 1, total // 2, max(total - 1, 0), total, total + 1}:
            assert searched.count(symmetry=symmetry, limit=limit) == min(limit, total)
            assert list(searched.solve_all(symmetry=symmetry, limit=limit)) == found[:limit]
