"""The command line with piece files, half-filled boards, and all rectangles instead of a board."""

from __future__ import annotations

import json
import os
from contextlib import nullcontext
from pathlib import Path

import pytest

import pentomino
from commandline import ENDLESS, Run, complaint, full_match, write
from pentomino import Board, Puzzle, formats
from pentomino.pieces.sets import as_pieces

DATA = Path(__file__).parents[1] / "data"
PIECES, GIVEN = str(DATA / "pentomino.ini"), str(DATA / "1st.try")
FILES = ["--placed", GIVEN, "--pieces-file", PIECES]


def test_a_file_of_the_twelve_pentominoes(run: Run) -> None:
    pieces = formats.read_pieces(Path(PIECES))
    expected = str(pentomino.solve("6x10", pieces)) + "\n"
    assert run("solve", "--pieces-file", PIECES, "6x10") == (0, expected, "")
    assert run("solve", "--pieces-file", PIECES) == (0, expected, "")
    assert run("count", "--pieces-file", PIECES, "6x10") == (0, "2339\n", "")
    assert run("count", "--pieces-file", PIECES, "3x20", "4x15") == (0, "3x20  2\n4x15  368\n", "")


def test_pieces_of_a_file_are_drawn(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert run("pieces", "--pieces-file", PIECES).out.split("\n")[0].split() == (
        "Arrow Bench Crane Dumpling Ell Goose Hammer Junction Key Ladder Mirror Needle".split()
    )
    bar = write("bar.ini", "PIECE bar\n11\n")
    assert run("pieces", "X", "--pieces-file", bar) == (0, "X     bar\n #    ##\n###\n #\n", "")
    assert run("pieces", "--json", "--pieces-file", bar) == (0, '{"name": "bar", "cells": [[0, 0], [0, 1]]}\n', "")
    assert run("pieces", "--json", "--pieces-file", "-", stdin="PIECE bar\n1\n").out.count("\n") == 1


def test_pieces_on_standard_input_serve_all_boards_of_a_sheet(run: Run) -> None:
    write("x.try", "11100\n")
    boards = "1x5", "5x1", "x.try"
    done = run("sheet", *boards, "--pieces-file", "-", "-o", "-", stdin="PIECE a\n111\nPIECE b\n11\n")
    assert (done.status, done.err) == (0, "")
    assert "2. 5x1<" in done.out
    assert "3. x<" in done.out


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "x.ini: there is no piece; a piece begins with a line such as 'PIECE Cross'"),
        (b"PIECE a\nPIECE b\n1\n", "x.ini: line 1: piece 'a' must have rows, such as 010 or .#."),
        (b"PIECE \xff\n1\n", "x.ini: line 1: invalid UTF-8: save the text as UTF-8"),
    ],
)
def test_what_is_wrong_with_a_piece_file(run: Run, content: bytes, message: str) -> None:
    write("x.ini", content)
    assert run("solve", "--pieces-file", "x.ini") == complaint(message)
    there = complaint(message.replace("x.ini", "standard input"))
    assert run("count", "--pieces-file", "-", stdin=content) == there


def test_drawings_in_the_notations_of_others(run: Run) -> None:
    """Every notation of the same pieces gives the same count."""
    letters = "PP\nPPP\nU.U\nUUU\nVVV\nV\nV\n"
    marks = "**\n***\n\n*.*\n***\n\n***\n*\n*\n"
    lower = "piece P\nxx\nxxx\nwhich covers five cells\n\nPiece U\nx x\nxxx\npiece V\nx\nx\nxxx\n"
    document = '{"P": ["##.", "###"], "U": ["#.#", "###"], "V": "#..\\n#..\\n###"}'
    frame = "+-------+-------+-------+\n|  P P  | U   U |     V |\n|  P P  | U U U |     V |\n|  P    |       | V V V |"
    frame += "\n+-------+-------+-------+\n"
    run("pieces", "PUV", "-o", "outlines.txt")
    for text in (letters, marks, lower, document, frame, run("pieces", "PUV").out, Path("outlines.txt").read_text()):
        for encoding in ("utf-8", "utf-16"):
            done = run("count", "3x5", "--pieces-file", "-", stdin=text.encode(encoding))
            assert done == (0, "1\n", ""), text
    assert run("pieces", write("l.txt", letters)) == run("pieces", "--pieces-file", "l.txt")
    for names in ("", "hexominoes", "kanoodle F'", "I"):
        chart = run("pieces", *names.split()).out
        assert run("pieces", write("chart.txt", chart)).out == chart
    assert run("pieces", "heptominoes", "-o", "outlines.txt", "--force").status == 0
    assert run("pieces", "outlines.txt").err.startswith("pentomino: outlines.txt: line 1: a piece within another looks")


def test_solid_pieces_in_files(run: Run) -> None:
    """Each chiral tetracube, in layers and in the notation of puzzlecad, fills its own shape and not its twin's."""
    left, right = ".#\n..\n\n##\n#.", "#.\n..\n\n##\n.#"
    for own, twin, bars in ((left, right, '["x.|xx", "..|.x"]'), (right, left, '[".x|xx", "..|x."]')):
        for piece in (f"cubic\nPIECE a\n{own}\n", bars, f"PIECE a\n{bars},\n", f"[{bars}]", f'{{"a": {bars}}}'):
            for shape, number in ((own, "1\n"), (twin, "0\n")):
                board = write("board.txt", "cubic\n" + shape.translate(str.maketrans(".#", "#.")))
                assert run("count", board, "--pieces-file", "-", stdin=piece).out == number
    flat = write("flat.ini", "PIECE V\n##\n#\nPIECE O\n#\n")
    assert run("count", "1x2x2", "--pieces-file", flat, "--symmetry", "all") == (0, "4\n", "")
    balls = write("balls.ini", "balls\nPIECE a\n##\n##\n\n#\n")
    assert run("count", "pyramid 2", "--pieces-file", balls) == (0, "1\n", "")


def test_a_puzzle_in_a_file_gives_pieces_and_subsets(run: Run) -> None:
    """The pieces need not have the area of the board."""
    rows = [{"name": name, "rows": row} for name, row in (("a", ["##"]), ("b", ["###"]), ("c", ["####"]), ("d", ["#"]))]
    puzzle = {"format": "pentomino-puzzle", "version": 1, "board": ["....."], "pieces": rows}
    name = write("many.json", json.dumps({**puzzle, "restrict": [{"piece": 2, "orientations": []}]}))
    assert run("count", name).status == 2
    assert run("subsets", name, "-q") == (0, "a b  1\n", "")
    assert run("subsets", write("all.json", json.dumps(puzzle)), "-q") == (0, "a b  1\nc d  1\n", "")
    assert run("subsets", name, "-p", "X").err.startswith(f"pentomino: {name} holds a whole puzzle, so pieces")
    assert run("pieces", name).out == "a    b     c      d\n##   ###   ####   #\n"


def test_a_half_filled_board(run: Run) -> None:
    pieces = formats.read_pieces(Path(PIECES))
    first = formats.read_puzzle(Path(GIVEN), pieces=pieces).solve()
    assert first is not None
    solved = (0, f"{first}\n", "")
    assert run("solve", *FILES) == run("solve", "6x10", *FILES) == solved
    assert run("solve", GIVEN, "--pieces-file", PIECES) == solved
    assert run("count", *FILES) == run("count", "6x10", *FILES) == (0, "34\n", "")
    assert run("count", "--placed", GIVEN) == (0, "34\n", "")
    told = run("count", *FILES, "--symmetry", "all", "--json").out
    assert told.startswith(f'{{"board": {json.dumps(GIVEN)}, "symmetry": "all"')


def test_without_a_board_it_is_that_of_the_given_pieces(run: Run) -> None:
    name = write("small.try", "xx..\n....\n")
    assert run("count", "--placed", name, "-p", "I2*4", "--symmetry", "all") == (0, "2\n", "")
    other = write("other.try", "....\n..yy\n")
    assert run("count", "--placed", name, "--placed", other, "-p", "I2*4", "--symmetry", "all") == (0, "1\n", "")
    assert run("count", "--placed", "-", "-p", "I2*4", "--symmetry", "all", stdin="xx..\n....\n") == (0, "2\n", "")
    both = run("count", "2x4", "4x2", "--placed", "-", "-p", "I2*4", "--symmetry", "all", stdin="xx")
    assert both == (0, "2x4  2\n4x2  3\n", "")
    assert run("solve", "--placed", name, "-p", "I2*4", "--style", "letters").status == 0


@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        ("3x4", "I2* I3*"),
        ("hexagonal hexagon 2", "dihexes*0-9 trihexes?"),  # its first line does not begin in column 0
        ("triangular 2x2", "diamonds* moniamonds*"),  # nor does the first line of the others
        ("triangular triangle 3", "diamonds* moniamonds*"),
        ("tetrakis diamond 1", "2.1* 2.2*"),
    ],
)
def test_a_picture_of_the_upper_lines_of_a_board_on_any_lattice(run: Run, board: str, pieces: str) -> None:
    puzzle = pentomino.Puzzle(board, pieces)
    name = puzzle.board.lattice.name
    for placement in puzzle.placements():
        begun = pentomino.Puzzle(board, pieces, placed=[placement])
        lines = begun.to_text("letters").split("\n")
        last = max(number for number, line in enumerate(lines, 1) if any(map(str.isalnum, line)))
        number = begun.count(symmetry="all")
        for picture in (lines, lines[:last]):
            given = write("given.txt", "\n".join([name, *picture] if name != "square" else picture))
            arguments = ("count", board, "-p", pieces, "--placed", given, "--symmetry", "all")
            assert run(*arguments).out == f"{number}\n"


def test_layers_without_the_name_of_their_lattice(run: Run) -> None:
    layers = "... .. .\n... ..\n...\n"
    for picture in (layers, "... .. .\n... .. #\n... ## #\n"):
        given = write("layers.txt", picture)
        said = run("count", given, "-p", "I3*4 I2*")
        assert said == run("count", "--placed", given, "-p", "I3*4 I2*")
        assert said == complaint(
            "layers.txt: blank columns split the picture: draw '#' in between; for 3 layers of a pyramid, draw letters "
            "after a line 'balls'"
        )
        named = write("named.txt", "balls\n" + picture)
        assert run("count", named, "-p", "I3*4 I2*") == run("count", "pyramid 3", "-p", "I3*4 I2*")
    assert run("count", write("flat.txt", layers.replace(" ", "#")), "-p", "I3*4 I2*").err == ""


def test_given_pieces_on_another_lattice(run: Run) -> None:
    flat, thick = write("flat.txt", "VVV\nV..\nV..\n"), write("thick.txt", "cubic\nVVV\nV..\nV..\n")
    names = "begin it with a line"
    assert run("solve", "2x2x3", "--placed", flat) == complaint(
        f"flat.txt: the picture must be on the cubic lattice, like the board, got the square one; {names} 'cubic'"
    )
    assert run("solve", "torus 6x10", "--placed", thick) == complaint(
        f"thick.txt: the picture must be on the square lattice, like the board, got the cubic one; {names} 'square'"
    )
    assert run("count", "torus 4x5", "--placed", flat, "-p", "V*").status == 1


def test_given_pieces_whose_names_are_those_of_their_lattice(run: Run) -> None:
    board = write("board.txt", "tetrakis\n a  .\na .. .\n .  .\n")
    assert run("count", board, "-p", "2.1* 2.2*", "--symmetry", "all") == (0, "2\n", "")
    for arguments in ([board], ["--placed", board], ["tetrakis 1x2", "--placed", board]):
        assert run("count", *arguments, "-p", "2.9*").err.startswith("pentomino: unknown piece '2.9'")


def test_a_half_filled_copy_of_a_board_that_begins_with_blocked_rows(run: Run) -> None:
    board, given = write("board.txt", "####\n#...\n#...\n"), write("given.txt", "####\n#aa.\n#...\n")
    options = ["--symmetry", "all", "-p", "I2*3"]
    assert run("count", board, "--placed", given, *options) == (0, "1\n", "")
    assert run("count", "--placed", given, *options) == (0, "1\n", "")
    assert run("count", board, "--placed", write("aa.try", "aa."), *options) == (0, "1\n", "")


def test_a_board_in_one_letter(run: Run) -> None:
    """A whole board in one letter is no placed piece, unless a piece has its shape."""
    for rows in ("XXX\nX X\nXXX\n", "X\nXX\nXXX\nXXXX\n"):
        err = run("count", write("x.txt", rows), "-p", "I2*").err
        how = "but the pieces have 2: draw free cells as '.', and touching pieces with different letters; "
        assert err.startswith("pentomino: x.txt: line 1, column 1: the area lettered X at row 1, column 1 has ")
        assert how in err
    assert "most rows" not in err
    assert run("count", write("x.txt", "XXX\n"), "-p", "I3") == (0, "1\n", "")


def test_a_shape_that_is_not_in_the_set_is_said(run: Run) -> None:
    drawn, pieces = "aa..\na.a.\n", ["--pieces-file", write("two.ini", "PIECE bar\n111\nPIECE stub\n1\n")]
    write("x.try", drawn)
    said = "line 1, column 1: the area lettered a at row 1, column 1 is not a piece of the set; the set is bar stub"
    for arguments in (["x.try"], ["--placed", "x.try"]):
        assert run("count", *arguments, *pieces) == complaint(f"x.try: {said}")
    assert run("count", "-", *pieces, stdin=drawn) == complaint(f"standard input: {said}")
    assert run("count", "--placed", "x.try", "-p", "Q").err.startswith("pentomino: unknown piece 'Q'")


def test_names_that_would_break_the_line(run: Run) -> None:
    name = "a\nb\x1b[31m"
    said = "" if os.name == "nt" else "there is no such file; "  # Windows gives its own error for such a name
    assert run("count", name).err.startswith(f"pentomino: a\\nb\\x1b[31m: {said}")
    for arguments in (["count", "--placed", name], ["convert", name, "b.json"], ["solve", "-o", f"{name}/x"]):
        full_match(r"pentomino: [ -~]+\n", run(*arguments).err)


def test_all_rectangles_are_counted(run: Run) -> None:
    four = "3x20  2\n4x15  368\n5x12  1010\n6x10  2339\n"
    assert run("count", "--rectangles") == (0, four, "")
    assert run("count", "--rectangles", "-p", "PUV") == (0, "3x5   1\n", "")
    assert run("count", "--rectangles", "-p", "I3*4", "--symmetry", "all").out == "1x12  1\n2x6   1\n3x4   3\n"
    boards = [json.loads(line)["board"] for line in run("count", "--rectangles", "--json").out.splitlines()]
    assert boards == ["3x20", "4x15", "5x12", "6x10"]
    assert run("count", "--rectangles", "-p", "V*2") == complaint("no rectangle can be filled", 1)


def rectangles(area: int, pieces: str) -> dict[str, Puzzle]:
    sides = [(rows, area // rows) for rows in range(1, area) if rows * rows <= area and area % rows == 0]
    return {
        f"{rows}x{columns}": Puzzle(Board.rectangle(rows, columns).with_optional_cells(), pieces)
        for rows, columns in sides
    }


@pytest.mark.parametrize(
    ("pieces", "area"), [("W X", 15), ("X*2", 18), ("tetrominoes", 21), ("PUV", 15), ("W*4 X*5", 56), ("blokus", 90)]
)
def test_the_least_rectangles_with_empty_cells(run: Run, pieces: str, area: int) -> None:
    covered = sum(count.piece.size * count.least for count in as_pieces(pieces))
    found = {size: puzzle.solve() for size, puzzle in rectangles(area, pieces).items()}
    pictures = [str(solution) for solution in found.values() if solution]
    options = "--rectangles", "-p", pieces, "--spare"
    solved = (0, "\n\n".join(pictures) + "\n", "")
    assert run("solve", *options) == run("solve", *options, str(area - covered)) == solved
    if area < 60:
        counts = {size: puzzle.count() for size, puzzle in rectangles(area, pieces).items() if found[size]}
        numbers = {size: str(number) for size, number in counts.items()}
        assert dict(map(str.split, run("count", *options).out.splitlines())) == numbers
    if area > covered:
        assert run("count", *options, str(area - covered - 1)) == complaint("no rectangle can be filled", 1)


def test_rectangles_that_take_too_long_or_are_too_large(run: Run) -> None:
    assert run("count", "--rectangles", "--spare", "-p", "X*9 F*19", "--timeout", "0.3").status == 3
    err = run("count", "--rectangles", "-p", "X*999999999").err
    full_match(r"pentomino: a board must have at most [^\n]+, got 1x4999999995\n", err)


@pytest.mark.parametrize("suffix", [suffix for suffix, form in formats.FORMATS.items() if form.is_whole])
def test_a_file_may_say_the_whole_puzzle(run: Run, suffix: str) -> None:
    puzzle = pentomino.Puzzle("4x4", "L4*2 + O4 + I4", placed="aaaa\n....\n....\n....")
    name = f"whole{suffix}"
    cut = pytest.warns(UserWarning, match="a .xmpuzzle file does not store given pieces")
    with cut if suffix == ".xmpuzzle" else nullcontext():
        formats.write_puzzle(puzzle, name)
    number = formats.read_puzzle(name).count()
    assert number > 0
    assert run("count", name) == (0, f"{number}\n", "")
    table = f"{'3x20':{len(name)}}  2\n{name}  {number}\n{'4x15':{len(name)}}  368\n"
    assert run("count", "3x20", name, "4x15") == (0, table, "")
    assert run("solve", name) == (0, f"{formats.read_puzzle(name).solve()}\n", "")
    assert run("watch", name, "-n", "1") == run("solve", name)
    stating = ["-p", "PUV"], ["--placed", name], ["--no-reflections"], ["--reflections"], ["--pieces-file", name]
    for options in stating:
        assert run("count", name, *options).status == 2
    what = "pieces, --[no-]reflections, --placed, --restrict and --no-rotations"
    assert run("count", name, "-p", "PUV") == complaint(
        f"{name} holds a whole puzzle, so {what} cannot be used with it"
    )


def test_all_rectangles_are_solved(run: Run) -> None:
    pictures = [str(pentomino.solve(size)) for size in ("3x20", "4x15", "5x12", "6x10")]
    assert run("solve", "--rectangles") == (0, "\n\n".join(pictures) + "\n", "")
    status, out, err = run("solve", "--rectangles", "-n", "2", "--style", "letters")
    assert (status, len(out.split("\n\n")), err) == (0, 8, "")
    assert run("solve", "--rectangles", "--style", "svg", "-o", "all.svg") == (0, "", "")
    assert sorted(path.name for path in Path().iterdir()) == [f"all-{number}.svg" for number in (1, 2, 3, 4)]
    reasons = [f"{size}: V has no place on the free cells" for size in ("1x10", "2x5")]
    lines = ["there is no solution", *reasons]
    assert run("solve", "--rectangles", "-p", "V*2") == (1, "", "".join(f"pentomino: {line}\n" for line in lines))


@pytest.mark.parametrize(
    ("name", "fault"),
    [("a.csv", "holds solutions, not a puzzle; a picture needs the extension .txt"), ("a.lp", "can only be written")],
)
def test_a_file_that_says_no_puzzle_is_no_board(run: Run, name: str, fault: str) -> None:
    write(name, "number,grid\n1,AAB/ABB\n")
    assert run("count", name) == complaint(f"{name}: a {name[1:]} file {fault}")


def test_what_cannot_be_written_is_noticed_before_the_search(run: Run) -> None:
    write("there.txt", "mine")
    message = "there.txt: this file exists; --force replaces it"
    assert run("solve", *ENDLESS, "--all", "-o", "there.txt") == complaint(message)
    assert Path("there.txt").read_text() == "mine"
    message = "an isometric picture must show cubes or balls, got the square lattice"
    assert run("solve", *ENDLESS, "--all", "-o", "a.svg", "--isometric", "--force") == complaint(message)


def test_more_solutions_are_passed_over_than_there_are(run: Run) -> None:
    assert run("solve", "3x20", "--skip", "2", "--all") == (
        1,
        "",
        "pentomino: there are at most 2 solutions, and --skip skips them all\n",
    )
    assert run("solve", "3x20", "--skip", "9" * 30)[0] == 1


@pytest.mark.parametrize("more", [["--all"], ["-n", "2"], ["--all", "--workers", "2"]])
def test_what_is_passed_over_is_what_comes_first(run: Run, more: list[str]) -> None:
    every = run("solve", "4x15", "--all", "--style", "json").out.splitlines()
    expected = every[300 : 302 if "-n" in more else None]
    assert run("solve", "4x15", "--skip", "300", *more, "--style", "json").out.splitlines() == expected
