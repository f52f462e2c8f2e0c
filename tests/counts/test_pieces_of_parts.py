"""Pieces of several parts: against the slow oracle, by hand, and in files. Tests of QUESTIONS have them as well."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compare import compare
from effort import examples
from grids import GRIDS
from oracle import Grid
from pentomino import Board, FormatError, Polyform, Polyomino, Puzzle, PuzzleError, formats, properties
from puzzles import ENGINES, solved, tiled
from strategies import statements, statements_with_room

GAP = Polyomino([(0, 0), (0, 2)], "gap", connected=False)
FACE = Polyform([(0, 0, 0), (0, 1, 1)], "face", "cubic", connected=False)
"""Two cubes that share an edge only."""

SPLIT = Puzzle("3x4", {GAP: 6})


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("grid", GRIDS.values(), ids=lambda grid: grid.name)
@examples(12)
@given(data=st.data(), limit=st.integers(0, 6))
def test_engines_agree_with_the_oracle(grid: Grid, engine: str, data: st.DataObject, limit: int) -> None:
    compare(data.draw(statements(grid=grid, apart=True) | statements_with_room(grid=grid, apart=True)), engine, limit)


@pytest.mark.parametrize("method", ["search", "frontier", "auto"])
def test_values_found_by_hand(method: str) -> None:
    """Of the 12 diagonals of the faces of a cube, 42 pairs are disjoint; four single cubes fill the rest."""
    cubes = Puzzle("2x2x2", {FACE: 2, Polyform("O1", lattice="cubic"): 4})
    assert [cubes.count(symmetry=symmetry, method=method) for symmetry in ("all", "rotations", "distinct")] == [
        42,
        5,
        4,
    ]
    assert Puzzle("2x2x1", {FACE: 2}).count(symmetry="all", method=method) == 1
    # Pieces in the middle row are horizontal. The other cells of columns 1 and 3 are joined by rows or by columns, and
    # so are those of columns 2 and 4.
    assert SPLIT.count(symmetry="all", method=method) == 4


def test_no_placement_jumps_from_the_end_of_a_line_to_the_next() -> None:
    far = Polyomino([(0, 0), (0, 9)], "far", connected=False)
    assert {placement.cells for placement in Puzzle("3x12", {far: 18}).placements()} == {
        ((row, column), (row, column + 9)) for row in range(3) for column in range(3)
    }


def test_only_a_request_makes_pieces_of_several_parts() -> None:
    assert not GAP.is_connected
    assert Polyomino([(0, 0), (0, 1)], connected=False).is_connected
    assert eval(repr(GAP)) == GAP
    assert eval(repr(FACE), {"Polyform": Polyform, "CUBIC": "cubic"}) == FACE
    with pytest.raises(PuzzleError, match="2 separate parts"):
        Polyomino(GAP.cells)
    with pytest.raises(PuzzleError, match="2 separate parts"):
        Polyomino(["#.#"], connected=False)
    with pytest.raises(PuzzleError, match="so write others as cells"):
        SPLIT.replace(placed="A.A.\n....\n....")
    assert SPLIT.replace(placed=[GAP.cells]).count(symmetry="all") == 2


def test_letters_tell_which_parts_belong_together() -> None:
    assert str(solved("1x4", {GAP: 2})) == "+---+---+---+---+\n| A | B | A | B |\n+---+---+---+---+"


def test_a_line_between_two_parts_is_no_fault_line() -> None:
    assert properties(solved("1x4", {GAP: 2})).fault_lines == 0


def test_parts_far_apart_take_little_memory_and_time() -> None:
    far = Polyomino([(0, 0), (0, 10**5)], "far", connected=False)
    assert Puzzle(Board([(0, 0), (0, 10**5)]), {far: 1}).count() == 1
    many = Polyomino([(2 * n, 2 * m) for n in range(10) for m in range(20)], "many", connected=False)
    assert Puzzle("19x39", {many: 1, "O1": 19 * 39 - 200}).count(symmetry="all") == 1


@pytest.mark.parametrize("suffix", [".json", ".xmpuzzle", ".dlx", ".cnf"])
def test_files_hold_them(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"puzzle{suffix}"
    formats.write_puzzle(SPLIT, path)
    assert formats.read_puzzle(path) == SPLIT


@pytest.mark.parametrize("suffix", [".json", ".csv", ".xmpuzzle"])
def test_files_hold_their_solutions(suffix: str, tmp_path: Path) -> None:
    path, expected = tmp_path / f"solutions{suffix}", set(map(tiled, SPLIT.solve_all()))
    formats.write_solutions(SPLIT.solve_all(), path, puzzle=SPLIT)
    assert set(map(tiled, formats.read_solutions(path))) == expected
    assert set(map(tiled, formats.read_solutions(path, puzzle=SPLIT))) == expected


def test_files_that_draw_pieces_refuse_them(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"cannot store pieces of several parts; a \.json file can"):
        formats.write_puzzle(SPLIT, tmp_path / "pieces.ini")
    with pytest.warns(UserWarning, match="cannot be read from pictures"):
        formats.write_solutions(SPLIT.solve_all(), path := tmp_path / "solutions.txt", puzzle=SPLIT)
    with pytest.warns(UserWarning, match=r"^a \.txt file does not store the pieces, some of several parts$"):
        formats.write_puzzle(SPLIT, tmp_path / "board.txt")
    with pytest.raises(FormatError, match="no piece fits on"):
        list(formats.read_solutions(path, puzzle=SPLIT))
