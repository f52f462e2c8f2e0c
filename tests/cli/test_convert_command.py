"""The command line: `convert`."""

from __future__ import annotations

from pathlib import Path

import pytest

import pentomino
from commandline import Run, complaint, full_match, write
from pentomino import Puzzle, boards, formats, gallery, sheet

DATA = Path(__file__).parents[1] / "data"
PIECES, GIVEN = str(DATA / "pentomino.ini"), str(DATA / "1st.try")
SMALL = pentomino.Puzzle("3x5", "PUV")


def test_both_formats_of_the_piece_file_program_are_written(run: Run) -> None:
    assert run("convert", GIVEN, "a.json", "--pieces-file", PIECES) == (0, "a.json: 1 puzzle\n", "")
    assert formats.read_puzzle(Path("a.json")).count() == 34
    for ending, what in {"try": "the pieces", "ini": "the board and given pieces"}.items():
        lost = f"pentomino: a .{ending} file does not store {what}\n"
        assert run("convert", "a.json", f"b.{ending}") == (0, f"b.{ending}: 1 puzzle\n", lost)
    assert run("count", "--placed", "b.try", "--pieces-file", "b.ini") == (0, "34\n", "")
    assert run("convert", "b.try", "c.ini", "-p", "pentominoes + O4", "--force").status == 2
    assert run("convert", "b.ini", "d.json", "--board", "5x12").status == 0
    assert run("count", "5x12", "--pieces-file", "b.ini") == (0, "1010\n", "")
    assert formats.read_puzzle(Path("d.json")).count() == 1010


def test_the_puzzle_of_solutions_may_be_said(run: Run) -> None:
    write("a.csv", "grid\nVVVUU/VPPPU/VPPUU\n")
    assert run("convert", "a.csv", "a.json", "-p", "P*0-2 + UV", "--board", "3x5").status == 0
    puzzle = formats.read_puzzle(Path("a.json"))
    assert [(piece.name, most) for piece, _, most in puzzle.pieces] == [("P", 2), ("U", 1), ("V", 1)]
    wrong = run("convert", "a.csv", "b.json", "-p", "PUW", "--board", "3x5")
    assert (wrong.status, wrong.out) == (2, "")
    said = r"line 2: no piece fits on the 5 cells at row 1, column 1; the set"
    full_match(rf"pentomino: a\.csv: {said}[^\n]*\n", wrong.err)
    assert not Path("b.json").exists()
    board = write("board.txt", ".....\n" * 3)
    assert run("convert", "a.csv", "b.json", "-p", "PUV", "--board", board).status == 0
    twice = run("convert", "a.csv", "c.json", "--pieces-file", "-", "--board", "-")
    assert twice == complaint("standard input (-) can be read only once")
    ini = "PIECE P\n11\n11\n1\nPIECE U\n111\n101\nPIECE V\n111\n1\n1\n"
    assert run("convert", "a.csv", "c.json", "--pieces-file", "-", "--board", "3x5", stdin=ini).status == 0
    assert str(formats.read_puzzle(Path("c.json"))._piece_set) == "P U V"


def test_a_file_may_replace_itself(run: Run) -> None:
    formats.write_puzzle(SMALL, Path("a.json"))
    assert run("convert", "a.json", "a.json", "--force") == (0, "a.json: 1 puzzle\n", "")
    assert formats.read_puzzle(Path("a.json")) == SMALL


ENDINGS = ", ".join(formats.FORMATS)
REFUSED = {
    "nowhere.json b.csv": "nowhere.json: No such file or directory",
    "folder.json b.csv": "folder.json: this is a directory",
    "a.json folder.json": "folder.json: this is a directory",
    "a.json b.doc": f"b.doc: use an extension for a puzzle or solutions ({ENDINGS}), pictures (.svg, .png, .pdf), "
    "cut lines (.dxf), solids (.obj, .stl) or a page (.html), not .doc",
    "a b.json": f"a: the extension must be one of {' '.join(formats.FORMATS)}",
    "a.json b.csv": "b.csv: a .csv file holds solutions, not a puzzle: solve the puzzle first",
    "a.csv b.ini": "b.ini: a .ini file cannot hold solutions",
    "empty.json b.dlx": "empty.json: line 1, column 1: invalid JSON: Expecting value",
    "empty.ini b.json": "empty.ini: there is no piece; a piece begins with a line such as 'PIECE Cross'",
    "a.json b.dlx --puzzle a.csv": "a.csv: a .csv file holds solutions, not a puzzle; "
    "a picture needs the extension .txt",
    "a.json b.dlx --board 0x3": "rows and columns must be at least 1, got 0x3",
}
UNSAID = ["a.json missing/b.dlx", "a.json b.dlx -p X --pieces-file x"]
UNSAID += [f"empty.{ending} b.json" for ending in ("csv", "txt", "xmpuzzle", "dlx", "cnf")]
"""What the line says of these is left open here; the first differs from system to system."""


@pytest.mark.parametrize("line", [*REFUSED, *UNSAID])
def test_what_cannot_be_converted(run: Run, line: str) -> None:
    formats.write_puzzle(SMALL, Path("a.json"))
    formats.write_solutions(SMALL.solve_all(), Path("a.csv"))
    for ending in formats.FORMATS:
        write(f"empty{ending}", "")
    Path("folder.json").mkdir()
    result = run("convert", *line.split())
    if line in REFUSED:
        assert result == complaint(REFUSED[line])
    assert (result.status, result.out) == (2, "")
    full_match(r"pentomino: [^\n]+\n", result.err)
    assert not list(Path().glob("b.*"))


def test_a_board_on_another_lattice_becomes_a_picture_to_edit(run: Run) -> None:
    said = "pentomino: a .txt file does not store the pieces\n"
    assert run("convert", "tetrahexes-4x7", "hexagons.txt") == (0, "hexagons.txt: 1 puzzle\n", said)
    assert run("count", "hexagons.txt", "-p", "tetrahexes") == run("count", "tetrahexes-4x7") == (0, "9\n", "")


def test_a_solid_is_not_cut_with_a_kerf(run: Run) -> None:
    assert run("convert", "soma", "layers.svg", "--cut").status == 0
    for more in (["--kerf", "0.2"], ["--rim", "5"], ["--kerf", "0.2", "--rim", "5"]):
        result = run("convert", "soma", "soma.svg", "--cut", *more)
        assert result == complaint("kerf and rim require flat boards and pieces; for a solid of cubes use .stl or .obj")
    assert not Path("soma.svg").exists()


def test_a_page_of_solutions_is_a_gallery_and_one_of_a_puzzle_is_to_be_printed(run: Run) -> None:
    formats.write_solutions(SMALL.solve_all(), Path("a.json"))
    assert run("convert", "a.json", "a.html").out == "a.html: 1 solution\n"
    assert f"<title>{gallery(SMALL.solve_all()).title}</title>" in Path("a.html").read_text(encoding="utf-8")
    assert run("convert", "kanoodle", "b.html").out == "b.html: 1 puzzle\n"
    page = sheet([boards.named("kanoodle").puzzle()], columns=1, rows=1, key=False)
    assert Path("b.html").read_text(encoding="utf-8") == str(page)


def test_pieces_of_a_board_may_be_fixed(run: Run) -> None:
    for option, puzzle in {
        "--no-rotations": Puzzle("3x4", "I3*4", rotations=False),
        "--no-reflections": Puzzle("3x4", "I3*4", reflections=False),
    }.items():
        assert run("convert", "3x4", "a.json", "-p", "I3*4", option, "--force").status == 0
        assert formats.read_puzzle("a.json") == puzzle
        options = "--spare, --[no-]reflections, --no-rotations and --restrict"
        message = f"{options} require a board such as 6x10, got the file a.json"
        assert run("convert", "a.json", "b.json", option) == complaint(message)
