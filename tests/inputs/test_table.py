"""A table of inputs as people bring them: each with what is meant, or with the error that says what to do."""

from __future__ import annotations

import gzip
import itertools
import json
import time
import warnings
from pathlib import Path
from typing import Any

import pytest

import pentomino
from commandline import Run, complaint, write
from pentomino import CUBIC, Board, PictureError, Polyform, Polyomino, Puzzle, PuzzleError, count, formats
from pentomino.formats import FormatError

SEPARATED = "between the cells of a picture are read as separators"
TWO_WAYS = r"there are blanks between all cells: this could be"

# ------------------------------------------------------------------------------------------------------------ boards

BOARDS = {
    "blanks": (". . .\n. # .", "...\n.#.", "blanks"),
    "blanks, a blocked cell left out": (". . .\n.   .", "...\n.#.", "blanks"),
    "tabs": (".\t.\n.\t#", "..\n.#", "tabs"),
    "tabs, an empty field": (".\t\t.\n.\t.\t.", ".#.\n...", "tabs"),
    "commas": (".,.\n#,A", "..\n#A", "commas"),
    "commas and blanks": (".,  .\n+, A", "..\n+A", "commas"),
    "commas, an empty field": (",.\n.,", "#.\n.#", "commas"),
    "indented separators": ("\n    . . .\n    . . .\n", "...\n...", "blanks"),
    "no separators": ("A.A\nA..", "A.A\nA..", ""),
    "a blank is a blocked cell": (". ..\n....", ".#..\n....", ""),
    "digits are labels": ("1..\n1..", "1..\n1..", ""),
    "a digit beside letters": ("0A.\n0A.", "0A.\n0A.", ""),
    "a byte order mark, line ends of Windows": ("\ufeff..\r\n..\r\n\x1a", "..\n..", ""),
    "indentation by tabs": ("\t..\n\t.#\n", "..\n.#", ""),
    "an outline": ("+---+---+\n|   |   |\n|   +---+\n|   |\n+---+", "AB\nA#", ""),
    "an outline with free cells": ("+-------+\n| .   + |\n+---+---+\n    |   |\n    +---+", ".+\n#A", ""),
    "a narrow outline": ("+-+-+\n| |.|\n+ +-+\n| |\n+-+", "A.\nA#", ""),
    "an outline in box-drawing characters": ("┌───┬───┐\n│   │ · │\n└───┴───┘", "A.", ""),
    "an indented outline": ("\n    +---+\n    |   |\n    +---+\n", "A", ""),
    "an outline indented by a tab and blanks": ("\t  +-+\n\t  | |\n\t  +-+\n", "A", ""),
    "line ends of old Macs": ("..\r..\r", "..\n..", ""),
    "holes between all cells of a row": (".....\n. . .\n.....", ".....\n.#.#.\n.....", ""),
    "a blocked cell, a blank and pieces": ("# AA\n.BB.", "##AA\n.BB.", ""),
    "the name of a lattice": ("square\n..\n..", "..\n..", ""),
}


def board_read(text: Any, separator: str = "") -> Board:
    if not separator:
        return Board.parse(text)
    with pytest.warns(UserWarning, match=f"{separator} {SEPARATED}"):
        return Board.parse(text)


@pytest.mark.parametrize(("text", "meant", "separator"), BOARDS.values(), ids=BOARDS)
def test_boards_are_read_as_they_are_meant(text: str, meant: str, separator: str) -> None:
    assert board_read(text, separator) == Board.parse(meant)


WRONG_BOARDS = {
    "one blank a row": (". .\n. .", rf"{TWO_WAYS} 2x2 cells with separators, or 2x3 cells with blanks"),
    "two blanks between": (".  .  .", rf"{TWO_WAYS} a picture on another lattice"),
    "hexagons": (" . .\n. . .", rf"{TWO_WAYS} a picture on another lattice, whose name goes on the line before"),
    "zeros and ones": ("11\n01", r"0 and 1 are ambiguous: draw '.' for cells"),
    "ones and blocked cells": ("1#\n11", r"0 and 1 are ambiguous"),
    "two pictures": ("..\n..\n\n...\n", r"line(s)? .*2 pictures, which begin in lines 1 and 4"),
    "two cells between commas": (
        "..,..",
        r"line 1, column 1: commas separate other cells, but '\.\.' is more than one cell",
    ),
    "a tab in one row": ("...\n.\t.", r"line 1, column 1: tabs separate other cells"),
    "a dash": ("A A -\nA A A", r"line 1, column 5: unexpected character '-'"),
    "an open outline": ("+---+\n|   |\n+- -+", r"line 3, column 3: unexpected character U\+0020"),
    "an outline with a tail": ("+---+-\n|   |\n+---+", r"line 1, column 7: unexpected character U\+0020"),
    "an outline without a side": ("+---+\n|    \n+---+", r"line 1, column 3: this side must separate two areas"),
    "an outline half marked": ("+-------+\n| .     |\n+-------+", r"line 2, column 7: all cells of an area must have"),
    "texts in an outline": ("+---+\n|A1 |\n+---+", r"line 2, column 2: unexpected character 'A' in an outline"),
    "double line spacing": (
        "....\n\n....\n\n....",
        "this could be one picture of 3 rows, or 3 pictures of one row; remove them",
    ),
    "double line spacing with blanks": (
        ".\n \t\n#.\n",
        "this could be one picture of 2 rows, or 2 pictures of one row",
    ),
    "double line spacing, old Macs": ("..\r\r..\r", "this could be one picture of 2 rows, or 2 pictures of one row"),
    "blanks in one row only": (
        "# . . .\n....",
        "there are blanks between all cells of row 1: this could be 1x4 cells with separators, or 1x7 cells",
    ),
    "coordinates": ("4,4\n4,5", "rows of two numbers could be coordinates, or a picture with commas"),
    "tabs and blanks before rows": (
        " \t..\n  \t..",
        "all rows must be indented by the same characters, got tabs and blanks",
    ),
    "a comment": (
        "# my board\n...\n...",
        "line 1: this could be a comment or a row of cells: remove the comment",
    ),
    "a comment behind a row": ("...\n...  # a comment", "line 2: this could be a comment or a row of cells"),
    "a comment above a layer": ("cubic\n# layer 0\n..\n..", "line 2: this could be a comment or a row of cells"),
    "a blank line between triangles": (
        "triangular\n....\n....\n\n....\n....",
        "blank lines separate 2 pictures, which begin in lines 2 and 5",
    ),
    "a mark in the wrong line": ("cubic\n..\n.?", r"line 3, column 2: unexpected character '\?'"),
}


@pytest.mark.parametrize(("text", "message"), WRONG_BOARDS.values(), ids=WRONG_BOARDS)
def test_boards_that_are_refused(text: str, message: str) -> None:
    with pytest.raises(PictureError, match=message) as caught:
        Board.parse(text)
    assert "\n" not in str(caught.value)


def test_zeros_and_ones_with_separators_are_refused() -> None:
    with (
        pytest.warns(UserWarning, match=f"commas {SEPARATED}"),
        pytest.raises(PictureError, match="0 and 1 are ambiguous"),
    ):
        Board.parse("1,1,1\n0,1,1")


@pytest.mark.parametrize("make", [Board, Board.parse, Polyform, Polyform.parse])
def test_rows_of_two_numbers_are_refused(make: Any) -> None:
    with pytest.raises(PictureError, match="rows of two numbers could be coordinates"):
        make(["0,0", "0,1"])


def test_all_line_ends_mean_the_same(run: Run) -> None:
    for end in ("\n", "\r\n", "\r"):
        assert Board.parse(f"cubic{end}..{end}{end}..") == Board.box(2, 1, 2)
        assert Board.parse(f"hexagonal{end}. .{end} . .") == Board("hexagonal 2x2")
        assert formats.read_pieces(f"PIECE a{end}11{end}{end}PIECE b{end}1{end}")
        for gap in ("", " ", "\t"):
            Path("two.txt").write_bytes(f"..{end}..{end}{gap}{end}...{end}...{end}".encode())
            assert run("count", "two.txt", "-p", "I2*").out == "two.txt:1  1\ntwo.txt:2  2\n"
            converted = run("convert", "two.txt", "out.json", "-p", "I2*", "--force")
            assert converted.out == "out-1.json: 1 puzzle\nout-2.json: 1 puzzle\n"


def test_a_list_of_rows_is_a_picture() -> None:
    for rows in (["..#", "..."], ("..#", "...")):
        assert Board(rows) == Board.parse(rows) == Board.parse("..#\n...")
        assert count(rows, "I2* O1*", symmetry="all") == count("..#\n...", "I2* O1*", symmetry="all")
    assert Board(["  .", "..."]) == Board.parse("##.\n...")
    assert Board([".."], CUBIC) == Board.box(1, 1, 2)
    assert Board(["6x10"]) == Board("6x10")
    with pytest.raises(PuzzleError, match="unknown board 'lonpsos': did you mean lonpos"):
        Board(["lonpsos"])
    with pytest.raises(PictureError, match="row 2 of the picture must have 3 marks, like row 1, got 2"):
        Board(["...", ".."])
    with pytest.raises(PictureError, match=r"line 2, column 3: unexpected character '\?'"):
        Board(["...", "..?"])
    with pytest.raises(PictureError, match="row 2 of the picture must be a string of one line, got 5"):
        Board.parse(["..", 5])  # type: ignore[list-item]


def test_sizes_are_boards() -> None:
    assert Board("8x8") == Board((8, 8)) == Board([8, 8]) == Board.rectangle(8, 8)
    assert Board((3, 4, 5), "cubic") == Board("3x4x5", "cubic") == Board("3x4x5") == Board((3, 4, 5))
    assert Board("4x7", "hexagonal") == Board((4, 7), "hexagonal") == Board("hexagonal 4x7")
    assert Board("ring 3x20").lattice.periods == (None, 20)
    assert Board("8x8", optional=[(8, 8)]).optional == {(8, 8)}
    with pytest.raises(PuzzleError, match="must be on the triangular lattice, got the hexagonal one"):
        Board("hexagonal 4x7", "triangular")
    with pytest.raises(PuzzleError, match="rows and columns must be at least 1, got 0x5"):
        Board((0, 5))
    with pytest.raises(PuzzleError, match="board: a cell must be a pair"):
        Board((True, True))
    # Layers of cubes keep their blanks.
    assert Board.parse(". . .", CUBIC) == Board.box(3, 1, 1)
    assert Board.parse("cubic\n..\n\n..") == Board.box(2, 1, 2)


# ------------------------------------------------------------------------------------------------------------ pieces

PIECES = {
    "letters": ("FF.\nF..", "##\n#.", ""),
    "zeros and ones": ("111\n010", "###\n.#.", ""),
    "ones and dots": (".1.\n111", ".#.\n###", ""),
    "ones and blanks": ("111\n 1", "###\n.#.", ""),
    "hashes and zeros": ("##\n#0", "##\n#.", ""),
    "separators": ("1 1 1\n0 1 0", "###\n.#.", "blanks"),
    "commas": ("1,1,1\n1,0,0", "###\n#..", "commas"),
    "an outline": ("+-------+\n|       |\n|   +---+\n|   |\n+---+", "##\n#.", ""),
    "a list of rows": (["11", "10"], "##\n#.", ""),
    "digits": ("2.\n22", "#.\n##", ""),
}


@pytest.mark.parametrize(("text", "meant", "separator"), PIECES.values(), ids=PIECES)
def test_pieces_are_read_as_they_are_meant(text: Any, meant: str, separator: str) -> None:
    if separator:
        with pytest.warns(UserWarning, match=f"{separator} {SEPARATED}"):
            assert Polyform.parse(text) == Polyform.parse(meant)
    else:
        assert Polyform.parse(text) == Polyform.parse(meant)
    if isinstance(text, list):
        assert Polyform(text) == Polyform.parse(meant)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1#\n#.", "line 1, column 2: '#' conflicts with '1'"),
        ("1.\n10", "line 2, column 2: '0' conflicts with '.'"),
        ("00\n0", "the picture has no cell"),
        ("1 1\n1 0", TWO_WAYS),
        ("##\n##\n\n##", "blank lines separate 2 pictures"),
        ("##\n\n##", "this could be one picture of 2 rows, or 2 pictures of one row"),
        (
            "# # #\n##.",
            "there are blanks between all cells of row 1: this could be 1x3 cells with separators, or 1x5 cells",
        ),
        ("#+", r"unexpected character '\+'"),
        (["##", "#"], "row 2 of the picture must have 2 marks, like row 1, got 1"),
    ],
)
def test_pieces_that_are_refused(text: Any, message: str) -> None:
    with pytest.raises(PictureError, match=message):
        Polyform.parse(text)


FILES = {
    "zeros and ones": ("PIECE T\n111\n010\n", {"T": "###\n.#."}),
    "hashes": ("PIECE T\n###\n.#.\n", {"T": "###\n.#."}),
    "a dot first": ("PIECE S\n.11\n11.\n", {"S": ".##\n##."}),
    "a blank first": ("PIECE T\n111\n 1\n", {"T": "###\n.#."}),
    "tabs for indentation": ("PIECE T\n\t111\n\t010\n", {"T": "###\n.#."}),
    "a blank more than the others": ("PIECE T\n  111\n   1\n", {"T": "###\n.#."}),
    "comments": ("my pieces\nPIECE a\n1\n\na comment\n\nPIECE b\n11\n", {"a": "#", "b": "##"}),
    "no blank lines": ("PIECE a\n1\nPIECE b\n11", {"a": "#", "b": "##"}),
    "a blank line before the rows": ("PIECE a\n\n11\n", {"a": "##"}),
    "line ends of Windows": ("\ufeffPIECE a\r\n11\r\n", {"a": "##"}),
    "a tab before the name": ("Piece\tT\n111\n010\n", {"T": "###\n.#."}),
    "comments between rows": ("PIECE T\nthe first\n111\nthe second\n010\n", {"T": "###\n.#."}),
    "a letter for each piece": ("AA\nA\nAA\nBB\nB\n\nC\n", {"A": "##\n#.\n##", "B": "##\n#.", "C": "#"}),
    "one letter": ("XXX\nXX\n\nX X\nXXX\n\n X\nXX\n", {"A": "###\n##.", "B": "#.#\n###", "C": ".#\n##"}),
    "blocks": ("██\n█\n\n🟦\n", {"A": "##\n#.", "B": "#"}),
    "names above": ("[red]\n##\n#\n\nII:\n#\n", {"red": "##\n#.", "II": "#"}),
    "names in a chart": ("my I   F\n#       #\n#      ##\n", {"my I": "#\n#", "F": ".#\n##"}),
    "a comment and drawings": ("my pieces\n\n##\n#\n\n##\n", {"A": "##\n#.", "B": "##"}),
}


@pytest.mark.parametrize(("text", "meant"), FILES.values(), ids=FILES)
def test_piece_files_are_read_as_they_are_meant(text: str, meant: dict[str, str]) -> None:
    assert formats.read_pieces(text) == {Polyform.parse(rows, name): 1 for name, rows in meant.items()}


def test_separators_copies_and_names_in_piece_files() -> None:
    with pytest.warns(UserWarning, match=f"blanks {SEPARATED}"):
        assert formats.read_pieces("PIECE T\n1 1 1\n0 1 0\n") == {Polyform.parse("###\n.#.", "T"): 1}
    hook = Polyform.parse("##\n#.", "Hook")
    assert formats.read_pieces("PIECE Hook*3\n11\n1\n\nPIECE Hook\n11\n10\n") == {hook: 4}
    named = formats.read_pieces("PIECE red\n11\nPIECE blue\n11\n")
    assert [(piece.name, number) for piece, number in named.items()] == [("red", 1), ("blue", 1)]
    for name in ("a*2", "a x3", "box 2x3", "X 3"):
        puzzle = pentomino.Puzzle("1x2", [Polyform.parse("##", name)])
        assert [*formats.read_pieces(formats.ini.write_puzzle(puzzle))] == [Polyform.parse("##", name)]
        assert [piece.name for piece in formats.read_pieces(formats.ini.write_puzzle(puzzle))] == [name]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "PIECE T\n1110\n2 of 3\n010\n",
            "line 3: a row of piece 'T' must be drawn with 1 and 0, or one mark and '.'; a blank line ends a piece",
        ),
        ("PIECE T\nXXX\nXOX\n", "line 3: a row of piece 'T' must be drawn"),
        (
            "PIECE T\n111\n\n010\n",
            "line 4: the rows of piece 'T' must be consecutive, got a blank line before this one",
        ),
        ("PIECE T\n111\n\nnote\n\n010\n", "line 4: the rows of piece 'T' must be consecutive, got text"),
        (
            "PIECE T\n#,#\n\n ,#\n",
            "line 4: the rows of piece 'T' must be consecutive, got a blank line before this one",
        ),
        ("PIECE T\n111 tail\n010\n", "line 2, column 5: unexpected character 't'; draw each row with only"),
        ("PIECE T\n.1a\n111\n", "line 2, column 3: unexpected character 'a'; draw each row with only"),
        ("PIECE T\n111\n.#.\n", "line 3, column 2: '#' conflicts with '1'"),
        ("PIECE T\n1.\n10\n", "line 3, column 2: '0' conflicts with '.'"),
        (
            "# my pieces\nPIECE T\n111\n",
            "line 1: a line such as 'PIECE Cross', which starts a piece, must precede this row",
        ),
        ("0:\n###\n##.\n", "line 1, column 2: unexpected character ':'"),
        ("B,_\nW,B\n====\n", "line 1: a row of a piece must be drawn"),
        ("AAA\nABC\nCCC\n", "line 2: a row of piece"),
        ("F\n.xx\nxx.\n.x.\n", "line 1: this could be a cell or the name of the next piece"),
        ("red\nxx\nx\n\nxxx\n", "either all drawings or none must have names, letters or the mark 1"),
        ("10\n\n11\n\n111\n\n" + "1\n\n" * 8, "line 1: this could be a piece or the number of pieces"),
        ("----\nHook\nXXX\n", "line 2, column 1: unexpected character 'H' in an outline"),
        ("##  ##\n#   ##\n", "polyomino A must be connected, got 2 separate parts"),
        ("cubic\n##\n\n##\n", "line 2: a line such as 'PIECE Cross', which starts a piece, must precede this row"),
        ("PIECE a\nx.|xx\n", "line 2: a row of piece 'a' must be drawn"),
        ('["xX|x.", ".x|.."]', "puzzlecad layers must have equal sizes and only x or"),
        ('{"P": ["##"], "P": ["#"]}', "an object has the member 'P' twice"),
        *[
            (f"[{one}]", "a list must hold a list of rows for each piece")
            for one in ('"##.", "###"', "[0, 0], [0, 1]", '"P"')
        ],
        ('{"format": "pentomino-puzzle"}', "this must be a list of pieces, got a whole puzzle: give it as BOARD"),
        ("PIECE a*\n11\n", r"line 1: the copies of a piece must be a number, as in PIECE Cross\*3, got ''"),
        ("PIECE a x3\n11\n", r"line 1: piece 'a x3': for copies, write PIECE a\*3"),
        ("PIECE a*0\n11\n", "line 1: the copies of a piece must be a number"),
    ],
)
def test_piece_files_that_are_refused(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        formats.read_pieces(text)


def test_pieces_of_a_file_and_of_words_are_used_together(run: Run) -> None:
    name = write("mine.ini", "PIECE a\n###\n#.#\nPIECE V\n1\n1\n111\n")
    assert run("count", "3x5", "-p", "P", "--pieces-file", name) == (0, "1\n", "")
    assert run("pieces", "--json", "-p", "O1", "--pieces-file", name).out.count("\n") == 3
    two = write("two.ini", "PIECE I2*2\n11\n")
    assert run("count", "1x6", "-p", "I2", "--pieces-file", two) == (0, "1\n", "")


# ------------------------------------------------------------------------------------------------------------- files


def test_a_solution_is_a_board_covered_by_given_pieces(run: Run) -> None:
    for style in ("outline", "box", "letters"):
        write("out.txt", run("solve", "3x5", "-p", "PUV", "--style", style).out)
        assert run("count", "out.txt", "-p", "PUV") == (0, "1\n", "")
        assert run("convert", "out.txt", "out.json", "--force").out == "out.json: 1 solution of 15 cells: P U V\n"


def test_zeros_in_half_filled_boards_are_free_cells(run: Run) -> None:
    name = write("z.try", "00xx\n0...\n")
    assert run("count", name, "-p", "I2*4", "--symmetry", "all") == (0, "2\n", "")
    assert run("count", "--placed", name, "-p", "I2*4", "--symmetry", "all") == (0, "2\n", "")
    for text in ("11\n01\n", "111\n"):
        matrix = write("m.txt", text)
        for arguments in ([matrix], ["--placed", matrix]):
            assert "m.txt: 0 and 1 are ambiguous" in run("count", *arguments, "-p", "I2*").err
    labels = write("labels.txt", "00.\n11.\n")
    assert run("count", "--placed", labels, "-p", "I2*3") == run("count", labels, "-p", "I2*3") == (0, "1\n", "")


TWO = "..\n..\n\n...\n...\n"


def test_two_pictures_are_two_boards(run: Run) -> None:
    name = write("two.txt", TWO)
    assert run("count", name, "-p", "I2*") == (0, "two.txt:1  1\ntwo.txt:2  2\n", "")
    assert run("count", "two.txt:2", "-p", "I2*") == (0, "2\n", "")
    assert run("count", "-", "-p", "I2*", stdin=TWO) == (0, "-:1  1\n-:2  2\n", "")
    assert run("convert", "two.txt:2", "one.json", "-p", "I2*") == (0, "one.json: 1 puzzle\n", "")
    assert run("sheet", name, "-p", "I2*", "-o", "s.html").status == 0
    assert "two:1" in Path("s.html").read_text()
    assert "two:2" in Path("s.html").read_text()
    several = "blank lines separate 2 pictures, which begin in lines 1 and 4: keep only one"
    for arguments in (["solve", name], ["count", "--placed", name], ["tally", name]):
        assert run(*arguments, "-p", "I2*").err.startswith(f"pentomino: two.txt: {several}")
    assert "for the second, write two.txt:2" in run("solve", name, "-p", "I2*").err
    with pytest.raises(PictureError, match=several):
        count(Path(name), "I2*")
    assert count(Path("two.txt:2"), "I2*") == 2


def test_rows_that_differ_are_named(run: Run) -> None:
    board = write("rows.txt", "..........\n" * 5 + "........\n")
    assert run("count", board).err.endswith("; row 6 has 8 marks, but the others have 10\n")
    half = write("half.txt", "FFFF......\n" + "..........\n" * 4 + "........\n")
    assert "is only part of a piece: " in run("hint", "--placed", half).err
    assert run("hint", "--placed", half).err.endswith("; row 6 has 8 marks, but the others have 10\n")
    more = write("more.txt", "..........\n" * 7)
    assert run("count", more).err.endswith("; the picture is 7x10\n")
    assert "; the picture" not in run("count", write("less.txt", "..........\n" * 5)).err
    with pytest.raises(PuzzleError, match=r"; row 2 has 4 marks, but the others have 5$"):
        count(".....\n....\n.....", "PUV")


def test_lists_of_pieces_are_no_boards(run: Run) -> None:
    presents, stones = write("presents.txt", "0:\n###\n##.\n\n1:\n##\n"), write("stones.txt", "B,_\nW,B\n====\n")
    for name in (presents, stones):
        for command in ("count", "solve"):
            error = run(command, name).err
            assert error.count("\n") == 1
            said = "; pieces are drawn in a piece file (.ini), each after a line such as 'PIECE Cross'\n"
            assert error.endswith(said)


def test_a_hole_in_an_outline_looks_like_a_piece(run: Run) -> None:
    assert run("boards", "8x8-hole", "-o", "x.txt").status == 0
    said = "; in an outline, a hole looks like a piece: draw it with '#' in a picture of letters\n"
    assert run("count", "x.txt").err.endswith(said)


# ----------------------------------------------------------------------------------------------------- cells as data

READ_TWICE = "lists of 0 and 1 could be cells or the rows of a matrix"


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([[1, 1], [1, 1], [1, 0]], READ_TWICE),
        ([[0, 0], [0, 1]], READ_TWICE),
        ([(0, 0), (0, 1), (0, 0)], r"has the cell \(0, 0\) twice"),
        ([(0, True), (0, 0)], r"a cell must be a pair \(row, column\) of whole numbers, got \(0, True\)"),
        ([[True, False], [True, True]], "got .True, False.; write an array of booleans, .*strings"),
        ([[1, 1, 1], [0, 1, 0]], "got .1, 1, 1.; write an array of booleans, .*strings"),
        (
            {(0, 0): 1, (0, 1): 0},
            r"cells must be a list of tuples, got a mapping; write \[\*mapping\] for all its keys",
        ),
        ({(0, 0): True, (0, 1): True}, "cells must be a list of tuples, got a mapping"),
        ({(0, 0): "#", (0, 1): "."}, "cells must be a list of tuples, got a mapping"),
    ],
)
def test_cells_that_may_be_a_matrix(cells: Any, message: str) -> None:
    for make in (Board, Polyform, lambda given: count(given, "I2* O1*")):
        with pytest.raises(PuzzleError, match=message):
            make(cells)


@pytest.mark.parametrize("endless", [itertools.count(), iter([itertools.repeat(0)]), [itertools.count(2)]])
def test_what_has_no_end_is_no_cells(endless: Any) -> None:
    with pytest.raises(PuzzleError, match="board: a cell must be a pair"):
        Board(endless)


def test_cells_that_are_cells() -> None:
    assert Polyomino([(0, 0), (0, 1)]).size == 2
    with pytest.raises(PuzzleError, match="placement: cells must be a list of tuples, got a mapping"):
        pentomino.Placement(Polyform.named("I2"), {(0, 0): 1, (0, 1): 1})  # type: ignore[arg-type]
    assert len(Board([[0, 0], [0, 2]])) == 2
    assert count(["Z.", ".."][1:], {"I2": 1}) == 1


@pytest.mark.needs_numpy
def test_matrices_of_numpy() -> None:
    import numpy

    for matrix in (numpy.ones((3, 2), int), numpy.ones((4, 2), numpy.uint8)):
        with pytest.raises(PuzzleError, match=READ_TWICE):
            count(matrix, "I2* O1*")
    for matrix in (numpy.ones((3, 4), int), numpy.ones((3, 4)), [[True, False], [True, True]]):
        with pytest.raises(PuzzleError, match=r"write an array of booleans, .*cells as tuples, or strings"):
            Board(matrix)
    for mask in (numpy.ones(3, bool), numpy.True_, numpy.ones((2, 2, 2, 2), bool)):
        with pytest.raises(PuzzleError, match="a cell must be a pair|cells are pairs|a board must be a size"):
            Board(mask)
    with pytest.raises(PuzzleError, match=READ_TWICE):
        Board(numpy.ones((3, 3), int), "cubic")
    assert count(zip(*numpy.nonzero(numpy.ones((3, 2))), strict=True), "I2* O1*", symmetry="all") == 22


# ------------------------------------------------------------------------------------------------------------- JSON

DOCUMENT = {
    "format": "pentomino-puzzle",
    "version": 1,
    "board": [".##", "...", "##."],
    "pieces": [{"name": "Z", "rows": ["..#", "###", "#.."]}],
    "reflections": False,
}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"reflections"', '"reflection"', "unknown member 'reflection' of the document: did you mean reflections?"),
        ('"reflections"', '"Reflections"', "unknown member 'Reflections' of the document: did you mean reflections?"),
        ('"name"', '"nane"', r"unknown member 'nane' of pieces\[0\]: did you mean name?"),
        ('"reflections"', '"mirror"', "unknown member 'mirror' of the document: did you mean reflections?"),
        ('"name"', '"Count"', r"unknown member 'Count' of pieces\[0\]: did you mean copies?"),
        ('"rows"', '"row"', r"unknown member 'row' of pieces\[0\]: did you mean rows?"),
    ],
)
def test_members_that_are_misspelt(old: str, new: str, message: str) -> None:
    assert formats.json.read_puzzle(json.dumps(DOCUMENT)).count() == 0
    with pytest.raises(FormatError, match=message.replace("?", r"\?")):
        formats.json.read_puzzle(json.dumps(DOCUMENT).replace(old, new))


def test_the_first_misspelt_member_is_reported() -> None:
    wrong = dict.fromkeys(("xreflectionsx", "boardx", "piecesx", "placedx", "restrictx"), 0)
    with pytest.raises(FormatError, match="unknown member 'xreflectionsx' of the document"):
        formats.json.read_puzzle(json.dumps({**DOCUMENT, **wrong}))


def test_members_that_are_unknown_are_reported_once(run: Run) -> None:
    pieces = [{"name": name, "rows": ["##"], "weight": 1} for name in "ab"]
    with pytest.warns(UserWarning, match="the member 'weight' is unknown and ignored"):
        assert formats.json.read_puzzle(json.dumps({**DOCUMENT, "board": [".."], "pieces": pieces[:1]})).count() == 1
    two = [pieces[0], {**pieces[1], "rows": ["###"]}]
    name = write("p.json", json.dumps({**DOCUMENT, "board": ["....."], "pieces": two}))
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        assert run("count", name) == (0, "1\n", "pentomino: the member 'weight' is unknown and ignored\n")


def test_a_refusal_is_one_line(run: Run) -> None:
    """Warnings are printed once the input is accepted, and none twice."""
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        document = write("p.json", json.dumps({**DOCUMENT, "weight": 1, "board": []}))
        assert run("count", document) == complaint(
            "p.json: board: the picture is empty; draw rows with '.', '+' and '#'"
        )
        two = write("two.txt", ". . .\n\n. .\n. .\n")
        for arguments in (
            ["count", two],
            ["count", "--placed", two],
            ["convert", two, "o.json"],
            ["sheet", two, "-o", "-"],
        ):
            assert run(*arguments, "-p", "I3* I2*").err.count("\n") == 1
        assert run("sheet", write("good.txt", ". . .\n"), write("bad.txt", "?"), "-o", "-").err.count("\n") == 1
        said = f"pentomino: commas {SEPARATED}\n"
        assert run("count", write("a.txt", "A,A,.,.\n"), "-p", "I2*") == (0, "1\n", said)
        assert run("count", "a.txt", "a.txt", "-p", "I2*") == (0, "a.txt  1\na.txt  1\n", said)
        assert run("count", "3x4", "2x3", "-p", "L4*3 L4'*", "--reflections").err.count("are one piece") == 1


def test_options_that_are_given_twice(run: Run) -> None:
    v3, i2 = write("v.ini", "PIECE V3\n11\n1\n"), write("i.ini", "PIECE I2\n11\n")
    assert run("count", "1x4", "-p", "I2", "-p", "I2") == (0, "1\n", "")
    assert run("count", "1x9", "-p", "pentominoes", "-p", "- pentominoes", "-p", "I3*3") == (0, "1\n", "")
    both = run("count", "1x4", "--pieces-file", i2, "--pieces-file", i2)
    assert both == run("count", "1x4", "-p", "I2*2") == (0, "1\n", "")
    assert run("pieces", "--json", "--pieces-file", v3, "--pieces-file", i2, "-p", "I", "-p", "X").out.count("\n") == 4
    assert run("count", "1x4", "-p", "I2*2", "--limit", "1", "--limit", "2").out == "1\n"


def test_several_boards_read_standard_input_once(run: Run) -> None:
    given = run("count", "1x4", "1x6", "-p", "I2*", "--placed", "-", stdin="aa..\n")
    assert given == (0, "1x4  1\n1x6  1\n", "")
    assert run("count", "-", "nothing.txt", "1x4", "-p", "I2*", stdin="?").status == 2


def test_rows_of_a_document_are_pictures() -> None:
    with pytest.warns(UserWarning, match=f"blanks {SEPARATED}"):
        puzzle = formats.json.read_puzzle(json.dumps({**DOCUMENT, "board": [". # #", ". . .", "# # ."]}))
    assert puzzle == formats.json.read_puzzle(json.dumps(DOCUMENT))
    with pytest.raises(FormatError, match=r"board: row 2 of the picture must have 3 marks, like row 1, got 2"):
        formats.json.read_puzzle(json.dumps({**DOCUMENT, "board": [".##", ".."]}))
    with pytest.raises(FormatError, match=r"board: row 1, column 1: unexpected character 'A'"):
        formats.json.read_puzzle(json.dumps({**DOCUMENT, "board": ["A##", "A.."]}))


@pytest.mark.parametrize("board", ["6x10", "kanoodle", "a-puzzle-a-day:Nov,20", "hexagonal 2x3", "...\n..."])
def test_all_ways_in_name_the_same_board(board: str, run: Run) -> None:
    """The command line, Python and the page to play on resolve a board by one function."""
    from pentomino.play.answers import opened_of

    pieces = "monohexes*" if "hex" in board else "O1* I2*" if "\n" in board else None
    puzzle = pentomino.Puzzle(board, pieces)
    assert opened_of(board, pieces).puzzle == puzzle
    if "\n" not in board:
        write("puzzle.json", "")
        arguments = ["convert", board, "puzzle.json", "--force", *(["-p", pieces] if pieces else [])]
        assert run(*arguments).status == 0
        assert formats.read_puzzle("puzzle.json").board.cells == puzzle.board.cells


def test_a_member_that_is_there_twice_is_refused() -> None:
    text = json.dumps(DOCUMENT)[:-1] + ', "reflections": true}'
    with pytest.raises(FormatError, match=r"an object has the member '\w+' twice"):
        formats.json.read_puzzle(text)


def test_a_part_of_a_file_has_given_pieces(run: Run) -> None:
    name = write("two.txt", "aa.\n...\n\nbb..\n....\n")
    assert run("count", name, "-p", "I2* O1*", "--symmetry", "all").out.count("\n") == 2
    assert run("count", "two.txt:2", "-p", "I2*4", "--symmetry", "all").out == "2\n"
    assert run("count", "--placed", "two.txt:2", "-p", "I2*4", "--symmetry", "all").out == "2\n"
    bad = run("count", write("bad.txt", "aa\n..\n\nbbb\n"), "-p", "I2*")
    assert bad.err.startswith("pentomino: bad.txt:2: line 4, column 1")


def test_layers_of_a_solid_are_no_board_of_squares(run: Run) -> None:
    solved = "solve", "2x2x2", "-p", "cubic:I2*4", "--style"
    outline, letters = (run(*solved, style).out for style in ("outline", "letters"))
    for solid in (outline, letters.removeprefix("cubic\n")):
        refused = run("convert", write("solid.txt", solid), "solid.json")
        assert refused.status == 2
        assert "for 2 layers of a solid, draw letters after a line 'cubic'" in refused.err
    assert run("count", write("parts.txt", "..#..\n..#.."), "-p", "I2*").out == "3\n"


def test_names_of_elements_that_are_nearly_known_are_refused() -> None:
    text = gzip.decompress(formats.xmpuzzle.write_puzzle(Puzzle("..\n++", "I2*", spare=1))).decode()
    text = text.replace("<bitmap/>", '<bitmap><pair piece="0" result="0"/></bitmap>')
    for known, other in (("maxHoles", "maxholes"), ("pair ", "pai "), ("min=", "mn="), ("result ", "reslt ")):
        assert known in text
        with pytest.raises(FormatError, match=f"unknown name '{other.strip(' =')}': did you mean {known.strip(' =')}"):
            formats.xmpuzzle.read_puzzle(text.replace(known, other))


def test_colours_are_announced_by_one_word(run: Run) -> None:
    refused = run("count", write("b.txt", "..\n..\n\nCOLORS\nBW\nWB\n"), "-p", "I2*")
    assert refused == complaint("b.txt: line 4: the line before a picture of colours must be COLOURS, got COLORS")


def test_a_predicate_that_is_slow_ends_with_the_time() -> None:
    asked = []

    def slow(placement: object) -> bool:
        asked.append(placement)
        time.sleep(0.02)
        return True

    with pytest.raises(pentomino.SearchTimeout):
        pentomino.count("6x10", "pentominoes", restrict={"F": slow}, timeout=0.1)
    assert len(asked) < 20
