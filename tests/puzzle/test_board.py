"""Boards: from everything that may stand for one, and what is asked of them."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterable
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
import strategies
from commandline import exactly
from oracle import Cells
from pentomino import D4, Board, PictureError, Puzzle, PuzzleError, count
from pentomino.board import MAX_CELLS
from pentomino.board_input import resolve
from pentomino.lattices.lattice import SQUARE

NEITHER = "is neither a size such as 6x10 or 3x4x5, a name such as kanoodle, nor a picture of a board"
DRAWN_WITH = (
    "draw '.' for a free cell, '+' for one that may stay empty, '#' for a blocked one, "
    "a letter or digit for a placed piece"
)
SIZE_OR = "a board must be a size such as '6x10' or (6, 10), a name, a picture, the path of one, a Board or cells, got"


def board_of(form: Any) -> Board:
    return resolve(form).board


coordinates = st.integers(-20, 20)
some_cells = st.frozensets(st.tuples(st.integers(-4, 4), st.integers(-4, 4)))


TWO_BY_THREE = frozenset((row, column) for row in range(2) for column in range(3))


@pytest.mark.parametrize(
    "form",
    [
        *("2x3", " 2 X 3\n", "2×3", "002x03", "...\n...", "\n    ...\n    ...\n  ", ("...", "...")),
        *(Board.rectangle(2, 3), list(TWO_BY_THREE), TWO_BY_THREE, map(tuple, TWO_BY_THREE)),
    ],
)
def test_every_form_of_a_board(form: Any) -> None:
    board = board_of(form)
    assert board == Board.rectangle(2, 3)
    assert board.cells == TWO_BY_THREE
    assert {type(number) for cell in board.cells for number in cell} == {int}
    assert hash(board) == hash(Board(TWO_BY_THREE))


@pytest.mark.needs_numpy
def test_boards_from_numpy() -> None:
    import numpy

    for form in (numpy.int64(2), numpy.uint8(3)), numpy.argwhere(numpy.ones((2, 3))):
        test_every_form_of_a_board(form)


def test_a_board_is_a_set_of_its_cells() -> None:
    board = Board([(1, 0), (0, 0), (0, 1)])
    assert [cell in board for cell in [(0, 1), (1, 1)]] == [True, False]
    assert (list(board), len(board)) == ([(0, 0), (0, 1), (1, 0)], 3)
    assert board_of(board) is board
    assert board_of(((0, 0), (5, 5))).cells == {(0, 0), (5, 5)}  # two cells, not a size


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 63), (7, 9), (1, 64), (8, 8), (64, 1), (1, 65), (5, 13)])
def test_rectangles(rows: int, columns: int) -> None:
    board = board_of(f"{rows}x{columns}")
    assert board == board_of((rows, columns)) == Board.parse("\n".join(["." * columns] * rows))
    assert (board.rows, board.columns, board.area) == (rows, columns, rows * columns)
    assert board.frame == (0, 0, rows, columns)
    assert board.regions() == [board.cells]
    assert str(board) == "\n".join(["." * columns] * rows)
    assert repr(board) == f"Board.rectangle({rows}, {columns})"
    assert len(board.symmetries()) == (8 if rows == columns else 4)


@pytest.mark.parametrize("form", [(0, 5), (5, 0), (-6, -10), "0x5"])
@pytest.mark.parametrize("read", [board_of, lambda form: board_of(form) if form == "0x5" else Board.rectangle(*form)])
def test_sizes_without_cells(form: Any, read: Callable[[Any], Board]) -> None:
    size = form if form == "0x5" else "{}x{}".format(*form)
    told = f"rows and columns must be at least 1, got {size}"
    with pytest.raises(PuzzleError, match=exactly(told)):
        read(form)


def test_the_largest_board() -> None:
    assert Board.rectangle(1, MAX_CELLS).area == 65536
    with pytest.raises(PuzzleError, match=exactly("a board must have at most 65536 cells, got 65537")):
        Board((0, column) for column in range(MAX_CELLS + 1))
    wide = [(0, 0), (1024, 1023)], SQUARE
    for size, stated in (("1025x1024", wide), ("2x600000", ([(0, 0), (1, 0)], SQUARE.wrapped(None, 600_000)))):
        message = f"a board must fit into a box of at most 1048576 cells, got {size}"
        with pytest.raises(PuzzleError, match=exactly(message)):
            Board(*stated)


def test_arguments_of_another_type() -> None:
    with pytest.raises(PuzzleError, match=exactly("rows and columns must be whole numbers, got '3' and 3")):
        Board.rectangle("3", 3)  # type: ignore[arg-type]
    with pytest.raises(PictureError, match=exactly("a picture must be a string, got None")):
        Board.parse(None)  # type: ignore[arg-type]
    for name in ("6x10", "hexagonal 4x7", "ring 3x20"):
        with pytest.raises(PictureError, match="is not a picture: write Board"):
            Board.parse(name)


@pytest.mark.parametrize(
    ("form", "message"),
    [
        ("6y1000", f"'6y1000' {NEITHER}: the picture has no free cell; {DRAWN_WITH}"),
        ("", f"'' {NEITHER}: the picture is empty; {DRAWN_WITH}"),
        ("\n##\n", f"'\\n##\\n' {NEITHER}: the picture has no free cell; {DRAWN_WITH}"),
        ("６x１０", f"'６x１０' {NEITHER}: line 1, column 1: unexpected character '６'; {DRAWN_WITH}"),
        ("...\n.*.", f"line 2, column 2: unexpected character '*'; {DRAWN_WITH}"),
        ("###\n###", f"the picture has no free cell; {DRAWN_WITH}"),
    ],
)
def test_text_that_is_no_board(form: str, message: str) -> None:
    with pytest.raises(PictureError, match=exactly(message)):
        board_of(form)


def test_a_path_is_a_picture_in_a_file(tmp_path: Path) -> None:
    picture = "VVV..\nV....\nV...."
    (tmp_path / "board.txt").write_bytes(f"\ufeff{picture}\r\n".encode())
    assert board_of(tmp_path / "board.txt") == Board.parse(picture)
    assert Puzzle(tmp_path / "board.txt", "PUV").count() == count(tmp_path / "board.txt", "PUV") == 1
    (tmp_path / "wrong").write_text("..\n.?")
    with pytest.raises(PictureError, match=r"wrong: line 2, column 2: unexpected character '\?'") as caught:
        board_of(tmp_path / "wrong")
    assert (caught.value.line, caught.value.column) == (2, 2)
    (tmp_path / "noise.txt").write_bytes(b"\xff\xfe.")
    with pytest.raises(PictureError, match=r"noise\.txt: line 1: invalid UTF-16: save the text as UTF-8"):
        board_of(tmp_path / "noise.txt")
    told = r"puzzle\.json: the picture of a board must be a \.txt file; formats\.read_puzzle reads"
    with pytest.raises(PuzzleError, match=told):
        board_of(tmp_path / "puzzle.json")
    with pytest.raises(FileNotFoundError):
        board_of(tmp_path / "missing.txt")


@pytest.mark.parametrize("size", ["3x3", "2x3x3", "hexagonal 3x3", "triangular rhombus 3", "tetrakis 2x2"])
def test_repr_with_given_pieces(size: str) -> None:
    plain = board_of(size)
    board = Board.parse(str(plain).replace(".", "A", 2).replace(".", "+", 1), plain.lattice)
    assert board.given
    assert board.optional
    assert eval(repr(board), {"Board": Board, repr(plain.lattice): plain.lattice}) == board


@pytest.mark.parametrize("form", [None, 6, 6.5, print, ...])
def test_objects_that_are_no_board(form: Any) -> None:
    with pytest.raises(PuzzleError, match=exactly(f"{SIZE_OR} {form!r}")):
        board_of(form)


@pytest.mark.parametrize(
    ("form", "cell"),
    [
        ((6.0, 10), "6.0"),
        ([6, 10, 2, 1], "6"),
        ((6, 10, 2, 1), "6"),
        (b"6x10", "54"),
        ([(0, 0), (0, 0.5)], "(0, 0.5)"),
        ([["6", "10"]], "['6', '10']"),
    ],
)
def test_iterables_of_no_cells(form: Any, cell: str) -> None:
    message = f"board: a cell must be a pair (row, column) of whole numbers, got {cell}"
    with pytest.raises(PuzzleError, match=exactly(message)):
        board_of(form)


@pytest.mark.parametrize("nothing", [5, None])
def test_what_holds_no_cells(nothing: Any) -> None:
    with pytest.raises(PuzzleError, match=exactly(f"{SIZE_OR} {nothing}")):
        Board(nothing)
    with pytest.raises(PuzzleError, match=r"\A-: "):
        Board.rectangle(1, 2) - nothing


def test_minus_and_no_cells() -> None:
    board = Board([])
    assert (board.area, board.frame, board.regions()) == (0, (0, 0, 0, 0), [])
    assert (str(board), repr(board)) == ("", "Board([])")
    assert board.symmetries() == tuple(D4)
    assert board == Board.rectangle(1, 1) - [(0, 0)]
    board = Board.parse("AA.\n.BB") - iter([(0, 2), (1, 1)])
    assert str(board) == "AA#\n.#."
    assert board.given == (("A", frozenset({(0, 0), (0, 1)})),)
    assert board - [] == board
    assert (board - {(0, 0)}).given == ()


def test_parsing_pictures() -> None:
    board = Board.parse("""
        A.#
        AA b
        ...b
    """)
    assert board.cells == frozenset({(0, 0), (0, 1), (1, 0), (1, 1), (1, 3), (2, 0), (2, 1), (2, 2), (2, 3)})
    assert board.given == (("A", frozenset({(0, 0), (1, 0), (1, 1)})), ("b", frozenset({(1, 3), (2, 3)})))
    assert str(board) == "A.##\nAA#b\n...b"
    areas = [("A", {(0, 0), (1, 0)}), ("A", {(0, 2)}), ("A", {(2, 1), (2, 2)}), ("B", {(1, 1)})]
    assert [*Board.parse("A.A\nAB.\n.AA").given] == areas
    board = Board.parse("###\n##.\n#..")
    assert board.cells == {(1, 2), (2, 1), (2, 2)}
    assert board.frame == (1, 1, 2, 2)
    assert str(board) == "#.\n.."


@given(strategies.boards(), st.data())
def test_str_and_parse_are_a_pair_with_given_pieces(cells: Cells, data: st.DataObject) -> None:
    parts = data.draw(strategies.cuts(oracle.shape_of(cells)))
    letters = {cell: mark for part, mark in zip(parts, "ABCDEFGHIJKLMNO", strict=False) for cell in part}
    rows = str(Board(oracle.shape_of(cells))).split("\n")
    text = "\n".join("".join(letters.get((r, c), mark) for c, mark in enumerate(row)) for r, row in enumerate(rows))
    board = Board.parse(text)
    assert board.given == tuple(zip("ABCDEFGHIJKLMNO", parts, strict=False))
    assert str(board) == text
    assert eval(repr(board)) == board


@given(some_cells, coordinates, coordinates)
def test_coordinates_stay_as_they_are(cells: Cells, rows: int, columns: int) -> None:
    moved = Board(oracle.translated(cells, rows, columns))
    assert moved.cells == oracle.translated(cells, rows, columns)
    assert (moved.rows, moved.columns, moved.area) == (Board(cells).rows, Board(cells).columns, len(cells))
    assert str(moved) == str(Board(cells))
    assert moved.symmetries() == Board(cells).symmetries()
    assert (moved == Board(cells)) == (not cells or (rows, columns) == (0, 0))
    assert SQUARE.normalise(moved.cells) == SQUARE.normalise(cells)


@given(some_cells)
def test_pickle_copy_and_repr_give_the_same(cells: Cells) -> None:
    board = Board(cells)
    assert pickle.loads(pickle.dumps(board)) == copy.copy(board) == eval(repr(board)) == board
    assert hash(pickle.loads(pickle.dumps(board))) == hash(board)


def test_given_pieces_are_part_of_the_value_but_not_of_its_symmetries() -> None:
    assert Board.parse("A.") != Board.parse("B.") != Board.parse("..")
    assert pickle.loads(pickle.dumps(Board.parse("A."))) == Board.parse("A.")
    assert Board.parse("A..\n...").symmetries() == Board.rectangle(2, 3).symmetries()
    assert len(Board.parse("..#\n...\n...").symmetries()) == 2


def test_repr_and_a_board_is_immutable() -> None:
    assert repr(Board([(0, 0), (2, 0)])) == "Board.parse('.\\n#\\n.')"
    assert repr(Board([(1, 0), (-1, 2)])) == "Board([(-1, 2), (1, 0)])"
    assert repr(Board([(0, 0), (1000, 1000)])) == "Board([(0, 0), (1000, 1000)])"  # no picture of a million characters
    board = Board.rectangle(2, 3)
    with pytest.raises(FrozenInstanceError):
        board.cells = frozenset()  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del board.given


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([(0, 0), (2, 2), (2, 1)], "-: cell (2, 1) is not on the board"),
        ([(-1, 0)], "-: cell (-1, 0) is not on the board"),
        (["ab"], "-: a cell must be a pair (row, column) of whole numbers, got 'ab'"),
    ],
)
def test_minus_what_is_not_there(cells: Iterable[Any], message: str) -> None:
    with pytest.raises(PuzzleError, match=exactly(message)):
        Board.rectangle(2, 2) - cells


@given(strategies.boards())
def test_symmetries_against_the_oracle(cells: Cells) -> None:
    expected = [element for element, own in zip(D4, oracle.D4, strict=True) if own.on(cells, cells) == cells]
    assert list(Board(cells).symmetries()) == expected
