"""Random puzzles: the package against the slow oracle on small boards, one engine against the other on larger ones."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import oracle
from compare import compare
from effort import examples
from grids import CUBES, HEXAGONS, TRIANGLES
from oracle import Grid, Piece
from oracle import Statement as Question
from pentomino import Polyomino, Puzzle, formats
from pentomino.search.options import Symmetry
from pentomino.search.plan import plan_of
from puzzles import ENGINES, made, puzzle_of, tiled, with_engine
from strategies import box, cuts, statements, statements_with_room


@pytest.mark.parametrize("engine", ENGINES)
@examples(190)
@given(question=statements() | statements_with_room(), limit=st.integers(0, 6))
def test_engines_agree_with_the_oracle(engine: str, question: Question, limit: int) -> None:
    compare(question, engine, limit)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("grid", [CUBES, HEXAGONS, TRIANGLES], ids=lambda grid: grid.name)
@examples(60)
@given(data=st.data(), limit=st.integers(0, 6))
def test_engines_agree_with_the_oracle_elsewhere(grid: Grid, engine: str, data: st.DataObject, limit: int) -> None:
    compare(data.draw(statements(grid=grid) | statements_with_room(grid=grid)), engine, limit)


# Each with pieces of four to six cells has more than 64 orientations: the window engine looks at them in groups.
SMALL = [(2, 6), (3, 4), (3, 5), (4, 4), (2, 8)]


@st.composite
def many_orientations(draw: st.DrawFn) -> Question:
    """A small board and many pieces, each perhaps several times."""
    rows, columns = draw(st.sampled_from(SMALL))
    blocked = draw(st.sets(st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1)), max_size=2))
    shapes = [key for size in (3, 4, 5, 6) for key in sorted(oracle.enumerate_free(size))]
    chosen = draw(st.lists(st.sampled_from(shapes), unique=True, min_size=18, max_size=30))
    copies = [(0, draw(st.integers(1, 3))) for _ in chosen]
    pieces = tuple(Piece(frozenset(key), *number) for key, number in zip(chosen, copies, strict=True))
    return Question(box(rows, columns) - blocked, pieces)


@examples(40)
@given(many_orientations())
def test_many_orientations_with_copies(question: Question) -> None:
    """Several pieces to a cell, in several groups of orientations, each to be tried with the copies that are left."""
    expected = {oracle.parts_of(tiling) for tiling in oracle.solutions(question)}
    puzzle = puzzle_of(question)
    for engine in ENGINES:
        assert {tiled(solution) for solution in with_engine(puzzle, engine).solve_all(symmetry="all")} == expected
        assert with_engine(puzzle, engine).count(symmetry="all", method="search") == len(expected)
    assert puzzle.count(symmetry="all", workers=2, method="search") == len(expected)


@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        ("4x5", "tetrominoes*0-2 + pentominoes*0-2"),
        ("3x4", "trominoes*0-2 + tetrominoes*0-2 + pentominoes*0-2"),
        ("5x4", "pentominoes*0-2 + I2*0-2 + I3*0-2 + O4?"),
    ],
)
def test_copies_in_several_groups_of_orientations(board: str, pieces: str) -> None:
    puzzle = Puzzle(board, pieces)
    symmetries: tuple[Symmetry, ...] = ("all", "distinct")
    for symmetry in symmetries:
        number = puzzle.count(symmetry=symmetry, method="frontier")
        assert puzzle.count(symmetry=symmetry, method="search") == number
        assert len(list(puzzle.solve_all(symmetry=symmetry, method="search"))) == number


@pytest.mark.parametrize("engine", ENGINES)
def test_how_much_of_a_search_is_done(engine: str) -> None:
    search = plan_of(with_engine(Puzzle("5x6", "pentominoes?"), engine)).cover.search(())
    fractions = [search.fraction()]
    while search.take_some(50):
        fractions.append(search.fraction())
    assert fractions == sorted(fractions)
    assert len([fraction for fraction in fractions if 0.1 < fraction < 0.9]) > 2


@examples(150)
@given(statements())
def test_symmetries_agree_with_the_oracle(question: Question) -> None:
    puzzle = made(question)
    expected = {symmetry.turns + 4 * symmetry.mirror for symmetry in oracle.symmetries(oracle.bounded(question))}
    assert set(map(int, puzzle.symmetries())) == expected, oracle.describe(question)


@examples(150)
@given(statements() | statements_with_room(), st.data())
def test_placing_a_piece_leaves_the_solutions_that_hold_it(question: Question, data: st.DataObject) -> None:
    puzzle = made(question)
    placements = puzzle.placements()
    if not placements:
        return
    placement = data.draw(st.sampled_from(placements))
    cells = frozenset(placement.cells)
    holding = [solution for solution in puzzle.solve_all(symmetry="all") if cells in tiled(solution)]
    smaller = puzzle.place(placement)
    assert {tiled(rest) | {cells} for rest in smaller.solve_all(symmetry="all")} == {tiled(s) for s in holding}
    assert smaller.count(symmetry="all") == len(holding)
    orbits = {rest.canonical() for rest in smaller.solve_all(symmetry="all")}
    assert smaller.count() == len(orbits) == len(list(smaller.solve_all()))
    if holding:  # else its areas may not meet, and the file is refused
        assert formats.from_json(formats.to_json(smaller)).count(symmetry="all") == len(holding)


@examples(100)
@given(statements())
def test_placements_agree_with_the_oracle(question: Question) -> None:
    puzzle = made(question)
    found = [frozenset(placement.cells) for placement in puzzle.placements()]
    assert len(found) == len(set(found))
    assert set(found) == {cells for _, cells in oracle.open_placements(question)}


# Some too long for the window of 64 cells, but not for a window that slides; some with lines of 8 cells and more.
LARGE = [(5, 8), (8, 5), (4, 11), (6, 7), (2, 33), (3, 23), (1, 70), (8, 8), (7, 10), (9, 11)]


@st.composite
def large_puzzles(draw: st.DrawFn) -> Puzzle:
    """A large board cut into pieces of mostly five cells: it has a solution, and seldom many."""
    rows, columns = draw(st.sampled_from(LARGE))
    blocked = draw(st.sets(st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1)), max_size=3))
    board = box(rows, columns) - blocked
    reflections = draw(st.booleans())
    parts = [part for part in draw(cuts(board)) if len(part) > 2]
    counts = Counter(oracle.key_of(part, reflections) for part in parts)
    pieces = {Polyomino(key, f"piece {index}"): number for index, (key, number) in enumerate(counts.items())}
    covered = frozenset(cell for part in parts for cell in part)
    return Puzzle(covered or {(0, 0)}, pieces or "O1", reflections=reflections)


MANY = 100


def is_short(puzzle: Puzzle) -> bool:
    """Whether few nodes lead to many solutions or to the end: some boards take minutes."""
    search = plan_of(puzzle).cover.search(())
    return len(search.take_some(8 * MANY, nodes=10**5)) == 8 * MANY or search.exhausted


@examples(40)
@given(large_puzzles(), st.booleans())
def test_engines_agree_on_large_boards(puzzle: Puzzle, all_of_them: bool) -> None:
    assume(all(is_short(with_engine(puzzle, engine)) for engine in ENGINES))
    symmetry = "all" if all_of_them else "distinct"
    options: dict[str, Any] = {"symmetry": symmetry, "limit": MANY, "method": "search"}
    counts = {engine: with_engine(puzzle, engine).count(**options) for engine in ENGINES}
    assert len(set(counts.values())) == 1 <= counts["list"]
    listed = {engine: list(with_engine(puzzle, engine).solve_all(symmetry=symmetry, limit=MANY)) for engine in ENGINES}
    for engine, found in listed.items():
        assert len(found) == len(set(found)) == counts[engine]
        assert all(solution.is_valid() for solution in found)
    if counts["list"] < MANY:
        everything = {engine: {solution.canonical() for solution in found} for engine, found in listed.items()}
        assert everything["list"] == everything["window"]
