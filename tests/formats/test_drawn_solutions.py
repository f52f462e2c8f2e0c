"""Solutions as programs and people draw them: each is read as it is meant, or refused with its line."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

from commandline import Run, complaint, full_match, write
from pentomino import Board, Polyform, Puzzle, formats
from pentomino.formats import FormatError, csv, picture
from puzzles import solved

SMALL = Puzzle("3x5", "PUV")
GRID = "VVVUU\nVPPPU\nVPPUU\n"
TURNED = "UUPPV\nUPPPV\nUUVVV\n"
NUMBERS = " 9  9  9 10 10\n 9 11 11 11 10\n 9 11 11 10 10\n"
APRIL_8 = "000X11X\n220041X\n2233411\nX234455\n7633559\n7666689\n7778889\nXXXXX89\n"
"""A published solution of the daily calendar: Thursday, April 8. X fills the cells without a piece."""


def areas_in(text: str, puzzle: Puzzle | None = None) -> list[list[int]]:
    """Return how many cells each piece has, in each solution."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [[len(one.cells) for one in solution.placements] for solution in picture.read_solutions(text, puzzle)]


READ = {
    "letters": (GRID, 1),
    "two pictures": (f"{GRID}\n{TURNED}", 2),
    "numbers, aligned on the right": (NUMBERS, 1),
    "numbers, a column more": (NUMBERS.replace(" 9", "  9").replace(" 1", "  1"), 1),
    "numbers, aligned on the left": ("9  9  9  10 10\n9  11 11 11 10\n9  11 11 10 10\n", 1),
    "numbers between single blanks": ("9 9 9 10 10\n9 11 11 11 10\n9 11 11 10 10\n", 1),
    "numbers between commas": ("9,9,9,10,10\n9,11,11,11,10\n9,11,11,10,10\n", 1),
    "numbers between tabs": ("9\t9\t9\t10\t10\n9\t11\t11\t11\t10\n9\t11\t11\t10\t10\n", 1),
    "a list of numbered pictures": (f"1\n{GRID}2\n{TURNED}3\n{GRID}", 3),
    "a list with words": (f"Solution 1:\n\n{NUMBERS}\nSOLUTION 2:\n{NUMBERS}", 2),
    "a list with marks": (f"#1\n{GRID}\n#2\n{TURNED}", 2),
    "a list with parentheses": (f"1)\n{GRID}2)\n{TURNED}", 2),
    "a list of pictures in digits": ("1:\n11122\n13332\n13322\n2:\n22331\n23331\n22111\n", 2),
    "a list of outlines": (f"1:\n{SMALL.solve()}\n2:\n{SMALL.solve()}\n", 2),
}


@pytest.mark.parametrize(("text", "number"), READ.values(), ids=READ)
def test_solutions_are_read_as_they_are_meant(text: str, number: int) -> None:
    assert areas_in(text) == [[5, 5, 5]] * number
    assert areas_in(text, SMALL) == [[5, 5, 5]] * number
    assert picture.holds_solutions(formats.common.opened(text))


SHAPES = {
    "a hole": ("AAA\nA#B\nBBB\n", [4, 4]),
    "a cross": ("#A##\nAABB\n#A##\n", [4, 2]),
    "a triangle": ("A####\nAB###\nABB##\nCCCC#\n", [3, 3, 4]),
    "a column of holes": ("#AAB\n#ABB\n", [3, 3]),
    "pieces of one cell": ("ABBC\nDEEF\n", [1, 2, 1, 1, 2, 1]),
    "all pieces of one cell": ("ABC\nDEF\nGHI\n", [1] * 9),
    "an empty cell": ("AAA\nA+B\nBBB\n", [4, 4]),
    "one row": ("ABBCD\n", [1, 2, 1, 1]),
    "one column": ("A\nB\nB\nC\nD\n", [1, 2, 1, 1]),
}


@pytest.mark.parametrize(("text", "sizes"), SHAPES.values(), ids=SHAPES)
def test_boards_of_any_shape_are_drawn_in_a_rectangle(text: str, sizes: list[int]) -> None:
    assert [sorted(one) for one in areas_in(text)] == [sorted(sizes)]


ROWS, WORDS, ONE = (
    "rows must have equally many marks, got {} here and {}",
    "{} 1 may be words",
    "'{}' must mark one area",
)
REFUSED = {
    "a filler": ("XVVVUU#\nXVPPPUX\nXVPPUUX\n", "line 2, column 7: 'X' must mark one area, got 2"),
    "two shapes of one size": ("ABBB\nABAA\nCCCA\n", "line 2, column 3: 'A' must mark one area, got 2"),
    "copies of one letter": ("BBBBB\nBAACC\nBACCC\nDDCAA\nEEEEA\n", ONE.format("A")),
    "a border": ("xxxxxxx\nxVVVUUx\nxVPPPUx\nxVPPUUx\nxxxxxxx\n", "line 1, column 1: 'x' may be a border, not"),
    "a border of empty cells": ("++++++\n+AABB+\n+CCDD+\n++++++\n", "line 1, column 1: '\\+' may be a border"),
    "a number below": (f"{GRID}1\n", "line 4, column 1: " + ROWS.format(1, 5)),
    "a title apart": (f"Found\n\n{GRID}", "line 3: each picture must have 1 rows, like the first, got 3"),
    "a border on both sides": ("xVVVUUx\nxVPPPUx\nxVPPUUx\n", ONE.format("x")),
    "a title": (f"Solution\n{GRID}", "line 1, column 1: " + ROWS.format(8, 5)),
    "a title as long as a row": (f"Found\n{GRID}", f"line 1, column 1: {WORDS.format('row')}"),
    "a title of two letters": (f"LaBBB\n{GRID}", f"line 1, column 1: {WORDS.format('row')}"),
    "a footer": (f"{GRID}3 pieces\n", "line 4, column 1: " + ROWS.format(7, 5)),
    "a footer as long as a row": (f"{GRID}12pcs\n", "line 4, column 1: row 4 may be words"),
    "a number of its own": ("7\n" + GRID, "line 1, column 1: " + ROWS.format(1, 5)),
    "a number above its digit": ("1\n1112\n1002\n0022\n", "line 1, column 1: " + ROWS.format(1, 4)),
    "numbers of rows": ("1VVVUU\n2VPPPU\n3VPPUU\n", f"line 1, column 1: {WORDS.format('column')}"),
    "numbers of columns": (f"01234\n{GRID}", f"line 1, column 1: {WORDS.format('row')}"),
    "numbers of both": (f"0123456\n{GRID.translate(str.maketrans({'V': 'VV'}))}", "rows must|may be words"),
    "numbers beside the rows": (
        "1 VVVUU\n2 VPPPU\n3 VPPUU\n",
        "line 1, column 1: each cell must have a mark, got blanks",
    ),
    "a row cut off": ("VVVUU\nVPPPU\nVPP\n", "line 3, column 1: " + ROWS.format(3, 5)),
    "a stray line": (f"  xxx\n{GRID}", "line 1, column 3: " + ROWS.format(3, 5)),
    "a line between solutions": (f"{GRID}xxxxx\n{TURNED}", ONE.format("V")),
    "a blank as a hole": ("AAA\nA B\nBBB\n", "line 2, column 1: " + ROWS.format(2, 3)),
    "blanks as corners": ("AAAB \n BBBB\n", "line 1, column 1: each cell must have a mark"),
    "cells of two letters": ("Vv Vv Uu\nVv Uu Uu\nVv Vv Vv\n", "layers|a mark"),
    "a number too many": (" 9  9  9 10 10\n 9 11 11 11\n 9 11 11 10 10\n", "."),
    "a list that is not counted": (f"1\n{GRID}3\n{TURNED}", "line 1, column 1: "),
    "a list with a footer": (f"1\n{GRID}2\n{TURNED}xxxxx\n", "."),
    "a list in digits": ("1\n11122\n13332\n13322\n2\n22331\n23331\n22111\n", "line 1, column 1: "),
}


@pytest.mark.parametrize(("text", "message"), REFUSED.values(), ids=REFUSED)
def test_what_may_not_be_pieces_is_refused(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=f"^text: .*{message}") as caught:
        areas_in(text)
    assert "\n" not in str(caught.value)


def test_our_own_pictures_are_read_in_every_style() -> None:
    """Also those of so many pieces that letters repeat, and of solutions whose board has holes."""
    stated = [("10x20", "I2*100"), ("10x10", "O1*100"), ("3x5", "PUV"), ("6x10", None), ("....\n.##.\n....", "I2*5")]
    for puzzle in (Puzzle(*statement) for statement in stated):
        (solution,) = puzzle.solve_all(limit=1)
        cells = {one.cells for one in solution.placements}
        for style in ("letters", "outline", "box"):
            text = "\n\n".join([solution.to_text(style)] * 2)
            for known in [puzzle, None][: 2 - (style != "letters" and len(puzzle.board) < 12)]:
                found = [{one.cells for one in again.placements} for again in picture.read_solutions(text, known)]
                assert found == [cells, cells]
        (again,) = csv.read_solutions(csv.write_solutions([solution], puzzle))
        assert {one.cells for one in again.placements} == cells


RING = Puzzle("...\n.#.\n...", "L4*2")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("AAACCCC\nA#BDDDD\nBBBEEEE\n", "line 1, column 4: 'C' is not on the board"),
        ("AAA\nA#B\nBBB\nCCC\n", "line 4, column 1: 'C' is not on the board"),
        ("AAA\nAXB\nBBB\n", "line 2, column 2: 'X' is not on the board; draw '#' where the board has no cell"),
        ("CAAA\nCA#B\nCBBB\n", "is not on the board|no piece fits on"),
        ("AAA\nA#B\nBBA\n", "no piece fits on"),
    ],
)
def test_every_piece_must_be_on_the_board(text: str, what: str) -> None:
    assert areas_in("AAA\nA#B\nBBB\n", RING) == [[4, 4]]
    with pytest.raises(FormatError, match=what):
        areas_in(text, RING)
    with pytest.raises(FormatError, match="not on the board|no piece fits on"):
        list(csv.read_solutions(f"grid\n{text.strip().replace(chr(10), '/')}\n", RING))


def test_holes_of_an_outline_are_left_out_and_of_letters_drawn(run: Run) -> None:
    write("april.txt", APRIL_8)
    date = "--board", "daily-calendar:Thu,8,Apr"
    told = "april.txt: line 1, column 4: 'X' is not on the board; draw '#' where the board has no cell"
    assert run("convert", "april.txt", "april.json", *date) == complaint(told)
    write("april.txt", APRIL_8.replace("X", "#"))
    assert run("convert", "april.txt", "april.json", *date) == (0, "april.json: 1 solution\n", "")
    assert run("count", "april.json").out == "1228\n"
    solution = solved(holes := Puzzle(".....\n.#.#.\n.....", "I2* O1*0-1"))
    letters = solution.to_text("letters")
    assert areas_in(str(solution), holes) == [[len(one.cells) for one in solution.placements]]
    assert areas_in(str(solution), holes) == areas_in(letters, holes) == areas_in(letters)


def test_the_command_says_what_it_read(run: Run) -> None:
    write("a.txt", f"1\n{GRID}2\n{TURNED}")
    assert run("convert", "a.txt", "a.json").out == "a.json: 2 solutions of 15 cells: P U V\n"
    assert run("convert", "a.txt", "a.svg").out.endswith(": 2 solutions of 15 cells: P U V\n")
    assert run("convert", "a.txt", "b.json", "--puzzle", "a.json").out == "b.json: 2 solutions\n"
    write("b.txt", "AABB\nCCDD\n")
    assert run("convert", "b.txt", "b.csv").out == "b.csv: 1 solution of 8 cells: I2*4\n"
    write("n.txt", NUMBERS)
    assert run("convert", "n.txt", "n.json", "--force").out == "n.json: 1 solution of 15 cells: P U V\n"
    assert run("count", "n.json").out == run("count", "n.txt", "-p", "PUV").out == "1\n"


@pytest.mark.parametrize("lattice", ["cubic", "hexagonal", "balls", "triangular"])
def test_a_solution_on_another_lattice_is_refused(lattice: str, run: Run) -> None:
    flat = Puzzle("2x2", "I2*2")
    for suffix in ("csv", "txt", "jsonl", "json"):
        formats.write_solutions(flat.solve_all(), f"a.{suffix}", puzzle=flat)
    cells = [(0, 0, n) for n in range(4)] if lattice in ("cubic", "balls") else [(0, n) for n in range(4)]
    pieces = {Polyform(cells[:2], "a", lattice): 2}
    formats.write_puzzle(Puzzle(Board(cells, lattice), pieces), "other.json")
    for suffix in ("csv", "txt", "jsonl", "json"):
        status, _, err = run("convert", f"a.{suffix}", "b.json", "--puzzle", "other.json")
        assert status == 2
        told = f".*must be on the {lattice} lattice of the puzzle, got the square one"
        full_match(rf"pentomino: a\.{suffix}: {told}\n", err)
    assert not Path("b.json").exists()


def test_numbers_name_pieces_on_half_filled_boards() -> None:
    board = " 9 10 10  .\n 9 11  .  .\n 9 11 11  +\n"
    with pytest.warns(UserWarning, match="read as separators"):
        read, meant = Board.parse(board), Board.parse("9AA.\n9B..\n9BB+\n")
    assert ({*read.given}, read._bare()) == ({*meant.given}, meant._bare())
    for text in ("11 1\n1 1\n", "11122\n1 332\n11332\n", "11\n1\n", "10 1\n1 100\n"):
        rows = text.split("\n")[:-1]
        assert picture.read_squares(rows, 1, picture.is_piece, "").marks.keys() >= {(0, 0), (0, 1)}
        assert {len(mark) for mark in picture.read_squares(rows, 1, str.isalnum, "").marks.values()} == {1}
    with pytest.raises(FormatError):
        formats.read_pieces("PIECE a\n10 1\n1 1\n")


def test_what_is_no_number_of_a_picture_stays() -> None:
    for text in ("1\n1222\n", "1\n2\n3\n", "2\nAB\n", "1\n1\n2\n2\n", "AB\n1\nCD\n", "", "1\n", "Solution 1:\n"):
        assert picture._unlisted(text) == text


def test_complaints_name_the_file(run: Run) -> None:
    write("a.txt", f"Found\n{GRID}")
    more = "use a different letter for each piece and '#' for cells left out, or specify the puzzle"
    what = f"a.txt: line 1, column 1: row 1 may be words, numbers or pieces of one cell; {more}"
    assert run("convert", "a.txt", "a.json") == complaint(what)
