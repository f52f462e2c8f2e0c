"""Solutions: values that can be turned, checked, drawn and written out."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import oracle
import strategies
from commandline import exactly
from effort import examples
from pentomino import (
    D4,
    Board,
    PentominoError,
    Placement,
    Polyform,
    Polyomino,
    Puzzle,
    PuzzleError,
    Solution,
    polyforms,
)
from pentomino.lattices import lattice
from pentomino.render.svg import svg, svg_options
from pentomino.solutions.solution import symbols_for
from puzzles import made, solved

Tiling = frozenset[frozenset[tuple[int, int]]]
ACROSS = [Placement("I2", [(row, 0), (row, 1)]) for row in range(2)]
DOWN = [Placement("I2", [(0, column), (1, column)]) for column in range(2)]
ONES = [Placement("O1", [(row, column)]) for row in range(2) for column in range(2)]
SQUARE = Puzzle("2x2", "I2*2")
PUZZLES = strategies.statements(most_cells=12).map(made)


def tiling(solution: Solution) -> Tiling:
    return frozenset(frozenset(placement.cells) for placement in solution.placements)


def every(puzzle: Puzzle) -> list[Solution]:
    return list(puzzle.solve_all(symmetry="all"))


def row_of(sizes: Iterable[int], pieces: Any) -> Solution:
    """A board of one row, cut into straight pieces of those sizes."""
    start, placements = 0, []
    for size in sizes:
        cells = [(0, start + i) for i in range(size)]
        placements.append(Placement(Polyomino(cells, f"I{size}"), cells))
        start += size
    return Solution(Puzzle((1, start), pieces), placements)


def side_by_side(pieces: Iterable[Polyform]) -> Solution:
    """A board of separate areas, each the place of one piece."""
    left, placements = 0, []
    for piece in pieces:
        placements.append(Placement(piece, oracle.translated(frozenset(piece.cells), 0, left)))
        left += piece.columns + 1
    cells = [cell for placement in placements for cell in placement.cells]
    return Solution(Puzzle(cells, [placement.piece for placement in placements], reflections=False), placements)


def test_placements_come_in_the_order_of_the_set() -> None:
    puzzle = Puzzle("2x4", "O4 I2*2")
    square = Placement("O4", [(0, 2), (0, 3), (1, 2), (1, 3)])
    for given_placements in ([*DOWN, square], iter([DOWN[1], square, DOWN[0]]), {square, *DOWN}):
        assert Solution(puzzle, given_placements).placements == (square, *DOWN)


def test_equal_solutions() -> None:
    found = solved("2x2", "I2*2")
    same = Solution(Puzzle("2x2", {"I2": (0, None), "O1": (0, 4)}), found.placements)
    other = Solution(SQUARE, ACROSS if {*found.placements} == {*DOWN} else DOWN)
    assert same == found
    assert hash(same) == hash(found)
    assert other != found
    assert {found, same, other, Solution(SQUARE, iter(DOWN))} == {found, other}
    assert found != found.placements
    assert found != Solution(Puzzle("AA\n..\n..", "I2*3"), found.placements)
    assert (found == 5) is False


def test_names_do_not_tell_solutions_apart() -> None:
    mine = Polyomino([(0, 0), (0, 1)], "mine")
    assert Solution(SQUARE, DOWN) == Solution(Puzzle("2x2", {mine: 2}), [Placement(mine, p.cells) for p in DOWN])


def test_solutions_go_through_pickle() -> None:
    for solution in Puzzle("3x20").solve_all():
        again = pickle.loads(pickle.dumps(solution))
        assert again == copy.copy(solution) == copy.deepcopy(solution) == solution
        assert hash(again) == hash(solution)
        assert (again.puzzle, again.placements, str(again)) == (solution.puzzle, solution.placements, str(solution))


def test_repr_and_str() -> None:
    pair = [Placement("V3", [(0, 0), (0, 1), (1, 0)]), Placement("V3", [(0, 2), (1, 1), (1, 2)])]
    solution = Solution(Puzzle("2x3", "V3*2"), pair)
    assert repr(solution) == "<Solution AAB/ABB>"
    assert str(solution) == solution.to_text() == solution.to_text("outline") == "\n".join([
        "+-------+---+",
        "|       |   |",
        "|   +---+   |",
        "|   |       |",
        "+---+-------+",
    ])  # fmt: skip


@examples(60)
@given(PUZZLES)
def test_every_symmetry_turns_solutions_into_solutions(puzzle: Puzzle) -> None:
    solutions = every(puzzle)
    tilings = {tiling(solution) for solution in solutions}
    group = puzzle.symmetries()
    assert {second.after(first) for first in group for second in group} == {*group}
    for solution in solutions[:10]:
        again = Solution(puzzle, reversed(solution.placements))
        assert (again, hash(again), again.placements) == (solution, hash(solution), solution.placements)
        for element in group:
            image = solution.transformed(element)
            symmetry = oracle.Symmetry(mirror=element.is_reflection, turns=element % 4)
            frame = puzzle.board.cells
            assert tiling(image) == {symmetry.on(frame, cells) for cells in tiling(solution)}
            assert tiling(image) in tilings
            assert image.is_valid()
            assert image.transformed(element.inverse) == solution
            assert all(placement == Placement(placement.piece, placement.cells) for placement in image.placements)
        assert solution.transformed(D4.IDENTITY) == solution
        assert solution.canonical() in {solution.transformed(element) for element in group}


def test_a_reflection_swaps_twins() -> None:
    """On two areas, mirror images of each other, a reflection puts each twin in the place of the other."""
    left = Polyform.named("L4'")
    cells = [*left.cells, *oracle.translated(frozenset(Polyform.named("L4").cells), 0, 3)]
    puzzle = Puzzle(cells, "one-sided tetrominoes?", reflections=False)
    solution = solved(puzzle)
    assert puzzle.symmetries() == (D4.IDENTITY, D4.FLIP_COLUMNS)
    assert solution.transformed(D4.FLIP_COLUMNS) == solution
    assert [placement.piece.name for placement in solution.placements] == ["L4", "L4'"]
    assert (solution.orbit_size, solution.canonical()) == (1, solution)


def test_without_the_twin_there_is_no_reflection() -> None:
    puzzle = Puzzle("2x4", "L4*2 S4'*0", reflections=False)
    assert puzzle.symmetries() == (D4.IDENTITY, D4.ROTATE_180)
    assert [solution.orbit_size for solution in every(puzzle)] == [1]
    unequal = Puzzle("3x4", "L4*2 L4'*0-1 O4?", reflections=False)
    assert unequal.symmetries() == (D4.IDENTITY, D4.ROTATE_180)


def test_a_piece_without_a_place_does_not_count() -> None:
    assert Puzzle("1x4", "I2*2 L4?", reflections=False).symmetries() == Board.rectangle(1, 4).symmetries()


def test_what_does_not_keep_the_puzzle() -> None:
    solution = solved("3x20")
    group = "IDENTITY, ROTATE_180, FLIP_COLUMNS, FLIP_ROWS"
    message = f"ROTATE_90 is not a symmetry of the puzzle; its symmetries are {group}"
    with pytest.raises(PentominoError, match=exactly(message)):
        solution.transformed(D4.ROTATE_90)
    for placement in (None, DOWN[0]):
        restricted = Puzzle("2x2", "I2*2", restrict={"I2": [1]}, placed=[placement] if placement else [])
        kept = ["IDENTITY", "ROTATE_180", "FLIP_COLUMNS", "FLIP_ROWS"] if not placement else ["IDENTITY", "FLIP_ROWS"]
        message = f"TRANSPOSE is not a symmetry of the puzzle; its symmetries are {', '.join(kept)}"
        with pytest.raises(PentominoError, match=exactly(message)):
            Solution(restricted, DOWN).transformed(D4.TRANSPOSE)


@pytest.mark.parametrize("element", [99, -1, "FLIP_ROWS", None, 1.5])
def test_what_is_no_symmetry_at_all(element: Any) -> None:
    with pytest.raises(PentominoError, match=r"its symmetries are IDENTITY, ROTATE_90, "):
        Solution(SQUARE, DOWN).transformed(element)


@settings(deadline=None)
@given(PUZZLES, st.data())
def test_found_solutions_are_valid_and_damaged_ones_are_not(puzzle: Puzzle, data: st.DataObject) -> None:
    for solution in every(puzzle)[:20]:
        assert solution.is_valid()
    placements = solution.placements if every(puzzle) else ()
    if placements:
        gone = data.draw(st.sampled_from(placements))
        rest = [placement for placement in placements if placement is not gone]
        steps = data.draw(st.sampled_from([(0, 1), (1, 0), (0, -9), (99, 0)]))
        moved = Placement(gone.piece, oracle.translated(frozenset(gone.cells), *steps))
        assert not Solution(puzzle, rest).is_valid()
        assert not Solution(puzzle, [*placements, gone]).is_valid()
        assert not Solution(puzzle, [*rest, moved]).is_valid()
        assert not Solution(puzzle, [*placements, moved]).is_valid()


@pytest.mark.parametrize(
    ("puzzle", "placements", "is_valid"),
    [
        (SQUARE, DOWN, True),
        (SQUARE, [], False),
        (SQUARE, DOWN[:1], False),
        (SQUARE, [*DOWN, DOWN[0]], False),
        (SQUARE, [DOWN[0], ACROSS[0]], False),
        (SQUARE, [*DOWN, ACROSS[0]], False),
        (SQUARE, [*DOWN, Placement("I2", [(2, 0), (2, 1)])], False),
        (SQUARE, [DOWN[0], Placement("I2", [(0, 2), (1, 2)])], False),
        (Puzzle("2x2", "I2 O1*2"), DOWN, False),
        (Puzzle("2x2", "I2 O1*2"), [DOWN[0], *ONES[1::2]], True),
        (Puzzle("2x2", "I2* O1*2-4"), DOWN, False),
        (Puzzle("2x2", "I2* O1*2-"), ONES, True),
        (Puzzle("2x2", "I2*1-2 O1*0-4"), ONES, False),
        (Puzzle("2x2", "I2*2", restrict={"I2": [0]}), DOWN, False),
        (Puzzle("2x2", "I2*2", restrict={"I2": [0]}), ACROSS, True),
        (Puzzle("2x2", "I2*2", restrict={"I2": lambda placement: placement.cells[0] == (0, 0)}), DOWN, False),
        (Puzzle("2x2", "I2*2", restrict={"I2": lambda placement: placement.cells[1][0] == 1}), DOWN, True),
        (Puzzle("2x2", "I2*2 O1*", restrict={"O1": [], "I2": [1]}), DOWN, True),
        (Puzzle("2x2", "I2*2", placed=ACROSS[0]), DOWN, False),
        (Puzzle("2x2", "I2*2", placed=ACROSS[0]), ACROSS, True),
        (Puzzle("2x2", "I2*2", placed=ACROSS[0], restrict={"I2": lambda p: p.cells[0] == (1, 0)}), ACROSS, True),
        (Puzzle("2x2", "I2*2", placed=ACROSS[0], restrict={"I2": [1]}), ACROSS, False),
        (Puzzle([], "O1*"), [], True),
    ],
)  # fmt: skip
def test_is_valid(puzzle: Puzzle, placements: list[Placement], is_valid: bool) -> None:
    assert Solution(puzzle, placements).is_valid() is is_valid


def test_a_primed_piece_has_the_small_letter() -> None:
    solution = side_by_side(polyforms(5, "one-sided"))
    assert set(symbols_for(solution.puzzle, solution.placements)) == {*"FfILlNnPpTUVWXYyZz"}


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (["F", "F1", "F2"], "FfA"),
        (["F1", "F"], "fF"),
        (["", "A", ""], "BAC"),
        (["a", "Ab", "aa"], "aAB"),
        (["Ω", "#", ".", " "], "ABCD"),
        (["6.1", "6.2", "7.1"], "6A7"),
        (["x'", "X'"], "Xx"),
        (["'", "''"], "AB"),
        (["A'", "a"], "Aa"),
    ],
)
def test_names_that_ask_for_one_letter(names: list[str], letters: str) -> None:
    shapes = [piece.renamed(name) for piece, name in zip(polyforms(6), names, strict=False)]
    solution = side_by_side(shapes)
    assert "".join(symbols_for(solution.puzzle, solution.placements)) == letters


def test_copies_have_letters_of_their_own() -> None:
    solution = row_of([2, 2, 3], "I3 I2*")
    assert solution.grid == ("AABBIII",)
    many = row_of([2] * 50, "I2*")
    assert len({*many.grid[0]}) == 50


@pytest.mark.parametrize("side", [1, 2, 12])
def test_touching_copies_never_share_a_letter(side: int) -> None:
    puzzle = Puzzle((side, 150 // side), {"O1": (0, None)})
    cells = sorted(puzzle.board.cells)
    solution = Solution(puzzle, [Placement("O1", [cell]) for cell in cells])
    letter = dict(zip(cells, "".join(solution.grid), strict=True))
    assert len(set(letter.values())) == 62
    assert not [cell for cell in cells for near in lattice.SQUARE.neighbours(cell) if letter.get(near) == letter[cell]]


def test_copies_keep_off_the_letters_of_single_pieces() -> None:
    letters = row_of([1] * 70 + [2, 3], "O1* I2 I3").grid[0]
    assert letters.endswith("IIiii")
    assert not {*letters[:70]} & {*"Ii"}


def test_more_single_pieces_than_letters() -> None:
    solution = side_by_side(polyforms(7))
    symbols = symbols_for(solution.puzzle, solution.placements)
    assert len(symbols) == 108
    assert len(set(symbols)) == 62
    assert {*"".join(solution.grid)} == {*symbols, "#"}


def test_copies_beside_more_single_pieces_than_letters() -> None:
    """The letters are all taken, so copies take them a second time, each its own while that is possible."""
    singles = [*polyforms(7)[:62]]
    left = sum(piece.columns + 1 for piece in singles)
    copies = [Placement("I2", [(0, left + 2 * i), (0, left + 2 * i + 1)]) for i in range(20)]
    placements = [*side_by_side(singles).placements, *copies]
    counts = {**dict.fromkeys(singles, 1), Polyform.named("I2"): 20}
    puzzle = Puzzle([cell for placement in placements for cell in placement.cells], counts, reflections=False)
    solution = Solution(puzzle, placements)
    assert solution.is_valid()
    symbols = symbols_for(puzzle, solution.placements)
    assert len({*symbols[:62]}) == 62
    assert len({*symbols[62:]}) == 20


def test_the_grid_is_the_bounding_box() -> None:
    board = Board([(-2, 5), (-2, 6), (-1, 6), (-1, 7)])
    solution = solved(board, "S4?  I2? O1*0-2")
    assert [len(row) for row in solution.grid] == [3, 3]
    assert [[mark == "#" for mark in row] for row in solution.grid] == [[False, False, True], [True, False, False]]


def test_cells_not_covered_are_shown_as_such() -> None:
    """A solution that lacks a placement is not valid, but it can be looked at."""
    solution = Solution(Puzzle("2x3", "I2*3"), [Placement("I2", [(0, 1), (0, 2)])])
    assert solution.grid == (".AA", "...")


def test_json() -> None:
    mine = Polyomino([(0, 0), (0, 1)], 'Ω"')
    solution = Solution(Puzzle([(-1, 0), (-1, 1)], [mine]), [Placement(mine, [(-1, 0), (-1, 1)])])
    placements = '[{"piece": "\\u03a9\\"", "cells": [[-1, 0], [-1, 1]]}]'
    assert solution.to_json() == f'{{"grid": ["AA"], "placements": {placements}}}'


@pytest.mark.needs_numpy
@settings(deadline=None)
@given(PUZZLES)
def test_numpy(puzzle: Puzzle) -> None:
    import numpy

    top, left, rows, columns = puzzle.board.frame
    for solution in every(puzzle)[:5]:
        array = solution.to_numpy()
        assert array.shape == (rows, columns)
        assert array.dtype == numpy.uint8
        assert {(top + r, left + c) for r, c in numpy.argwhere(array).tolist()} == puzzle.board.cells
        for number, placement in enumerate(solution.placements, 1):
            where = numpy.argwhere(array == number).tolist()
            assert [(top + r, left + c) for r, c in where] == list(placement.cells)


@pytest.mark.needs_numpy
@pytest.mark.parametrize(("copies", "kind"), [(1, "uint8"), (255, "uint8"), (256, "uint16"), (300, "uint16")])
def test_numpy_of_many_placements(copies: int, kind: str) -> None:
    array = row_of([1] * copies, {Polyomino([(0, 0)], "I1"): copies}).to_numpy()
    assert array.dtype == kind
    assert array.tolist() == [list(range(1, copies + 1))]


def test_numpy_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(PentominoError, match=exactly("to_numpy() needs numpy: pip install numpy")):
        Solution(SQUARE, DOWN).to_numpy()


@pytest.mark.parametrize("style", ["svg", "Box", None, ("box",)])
def test_unknown_styles(style: Any) -> None:
    message = f"style must be 'outline', 'letters', 'box' or 'blocks', got {style!r}"
    with pytest.raises(PentominoError, match=exactly(message)):
        Solution(SQUARE, DOWN).to_text(style)


def test_the_drawing() -> None:
    placements = [Placement("O1", [(0, 4)]), Placement("I2", [(0, 2), (0, 3)]), Placement("I2", [(0, 0), (0, 1)])]
    drawing = Solution(Puzzle("1x5", "I2*2 O1"), placements).drawing
    assert dict(drawing.areas) == {(0, 0): 0, (0, 1): 0, (0, 2): 1, (0, 3): 1, (0, 4): 2}
    assert (drawing.symbols, drawing.names) == (("A", "B", "O"), ("I2", "I2", "O1"))


@pytest.mark.parametrize("board", ["3x20", "8x8-hole", "torus 5x12", "ring 3x20", "a-puzzle-a-day:Nov,20"])
def test_pictures_by_placements_are_those_of_the_drawing(board: str) -> None:
    looks: list[dict[str, Any]] = [{}, {"cell": 12, "letters": False}, {"palette": "print", "unit": "mm"}]
    puzzle = Puzzle(board)
    for solution in puzzle.solve_all(limit=3):
        for look in looks:
            assert solution.to_svg(**look) == svg(solution.drawing, svg_options(**look))
        for style in ("outline", "box"):
            assert solution.to_text(style) == solution.drawing.to_text(style)


NEVER_USED = {
    Polyomino([(0, 0), (0, 1)], "never"): 0,
    Polyomino([(0, 0), (0, 1)], "once"): 1,
    Polyomino([(0, 0), (0, 1), (0, 2)], "long"): 1,
}
MAY_BE_USED = {Polyomino([(0, 0), (0, 1)], "perhaps"): (0, 1), Polyomino([(0, 0), (0, 1)], "once"): 1}


@given(PUZZLES)
@example(Puzzle("#..\n...", NEVER_USED))
@example(Puzzle("1x2", MAY_BE_USED))
@examples(30)
def test_a_solution_holds_its_placements(puzzle: Puzzle) -> None:
    for solution in puzzle.solve_all(limit=3):
        assert solution
        assert [*solution] == [*solution.placements]
        assert len(solution) == len(solution.placements)
        assert solution.board == puzzle.board
        on = {cell: placement for placement in solution.placements for cell in placement.cells}
        assert {cell: solution.at(cell) for cell in puzzle.board} == {cell: on.get(cell) for cell in puzzle.board}
        for piece, _, _ in puzzle._entries:
            used = [one for one in solution.placements if one.piece.name == piece.name]
            assert (piece in solution) == (piece.name in solution) == bool(used)
            if len(used) == 1:
                assert solution[piece] == solution[piece.name] == used[0]


def test_a_piece_that_is_never_used_names_no_placement() -> None:
    puzzle = Puzzle("#..\n...", NEVER_USED)
    assert {one.piece.name for one in puzzle.placements()} == {"once", "long"}
    assert [count.piece.name for count in puzzle.pieces] == ["once", "long"]


def test_a_piece_of_a_solution_by_its_name() -> None:
    solution = solved("6x10")
    assert solution["F"] == solution["f"] == solution[Polyform("F").mirrored()]
    assert solution["F"].piece == Polyomino("F")
    assert solution["F"] in solution
    assert Placement("O1", [(0, 0)]) not in solution
    assert 5 not in solution
    assert "F" in solution
    assert "Q" not in solution
    assert "O1" not in solution
    with pytest.raises(PuzzleError, match="'O1' is not a piece of the set"):
        solution["O1"]
    with pytest.raises(
        PentominoError, match="requires a Polyform or the name of a piece, such as 'F', got 0; for a cell, use `at`"
    ):
        solution[0]  # type: ignore[index]


def test_a_piece_that_is_not_there_once() -> None:
    solution = solved("2x2", "I2*2 + V3?")
    with pytest.raises(PentominoError, match=exactly("I2 is used 2 times in this solution: see `placements`")):
        solution["I2"]
    with pytest.raises(PentominoError, match=exactly("V3 is not used in this solution")):
        solution["V3"]


def test_cells_of_a_solution() -> None:
    ring = solved("ring 3x20")
    assert ring.at((0, 20)) == ring.at((0, 0)) is not None
    with pytest.raises(PentominoError, match=exactly("(3, 0) is not a cell of the board")):
        ring.at((3, 0))
    with pytest.raises(PuzzleError, match="a cell must be a pair"):
        ring.at(3)  # type: ignore[arg-type]


def test_a_solution_without_pieces_is_true() -> None:
    solution = solved("++", "I2? + O1?")
    bare = Solution(solution.puzzle, ())
    assert bare.is_valid()
    assert len(bare) == 0
    assert bare
    assert bare.at((0, 0)) is None


def test_placements_on_other_lattices_are_made_of_names() -> None:
    for word in ("3x4x5", "hexagonal 4x4"):
        for placement in Puzzle(word, "I2*").placements():
            board = placement.lattice
            assert Placement("i2", placement.cells, board) == Placement("I2", placement.cells, board.name) == placement
            assert isinstance(placement.piece, Polyform)
