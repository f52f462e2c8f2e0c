"""`--spare`: cells of BOARD that may stay empty; what could mean two things is refused."""

from __future__ import annotations

import json

import pytest

import pentomino
from commandline import Run, complaint, write
from pentomino import Board, Puzzle

pytestmark = pytest.mark.usefixtures("plain_place")


def test_each_command_lets_the_cells_stay_empty(run: Run) -> None:
    tray = write("tray.txt", "++++\n" * 4)
    own = ["-p", "LUX", "--spare"]
    for command in ("solve", "unique", "tally", "hint", "forced", "explain", "difficulty", "subsets", "watch"):
        drawn = ["-p", "LUX?"] if command == "subsets" else ["-p", "LUX"]
        assert run(command, tray, *drawn) == run(command, "4x4", *drawn, "--spare"), command
        assert run(command, "4x4", *drawn, "--spare").status == 0
    assert run("count", "4x4", "4x5", *own) == (0, "4x4  1\n4x5  15\n", "")
    assert run("solve", "5x5", "-p", "X*", "--spare", "14").status == 1
    assert run("sheet", "4x4", *own, "-o", "one.svg") == (0, "one-1.svg\none-2.svg\n", "")
    assert run("convert", "4x4", "tray.json", *own[:2], "--spare", "3") == (0, "tray.json: 1 puzzle\n", "")
    puzzle = pentomino.formats.read_puzzle("tray.json")
    assert puzzle == Puzzle(Board.rectangle(4, 4).with_optional_cells(), "LUX", spare=3)
    assert run("count", "kanoodle", "--spare", "0") == run("count", "kanoodle")


def test_given_pieces_stay(run: Run) -> None:
    count = Puzzle(Board.rectangle(4, 4).with_optional_cells(), "VP", placed="VVV.\nV...\nV...\n....").count()
    assert count > 0
    assert run("count", write("v.txt", "VVV.\nV...\nV...\n....\n"), "-p", "VP", "--spare").out == f"{count}\n"
    assert run("count", "4x4", "--placed", "v.txt", "-p", "VP", "--spare").out == f"{count}\n"


def test_what_could_mean_two_things_is_refused(run: Run) -> None:
    some, whole = write("some.txt", "++.\n+++\n"), "whole.json"
    pentomino.formats.write_puzzle(Puzzle("4x4", "I4*4"), whole)
    board = "some cells of the board are marked +, but --spare lets all cells stay empty: remove the marks or --spare"
    assert run("solve", some, "-p", "I2", "--spare") == complaint(board)
    said = "whole.json holds a whole puzzle, so --spare cannot be used with it"
    assert run("solve", whole, "--spare") == complaint(said)
    said = "--spare cannot be used with --calendar"
    assert run("sheet", "--calendar", "12", "--spare", "-o", "x.html") == complaint(said)
    assert run("convert", some, "x.json", "--spare") == complaint(board)
    assert run("convert", whole, "x.json", "--spare") == complaint(
        "--spare, --[no-]reflections, --no-rotations and --restrict require a board such as 6x10, got the file "
        "whole.json"
    )


def test_an_area_that_is_no_piece_is_placed_in_its_file(run: Run) -> None:
    name = write("half.txt", ".....\n.AA..\n")
    said = run("count", name, "-p", "X")
    assert said.err.startswith("pentomino: half.txt: line 2, column 2: the area lettered A")
    assert run("count", name, "-p", "X", "--spare") == said


def test_errors_name_the_option(run: Run) -> None:
    assert "cover 15: add 5 cells to the board or remove" in run("count", "2x5", "-p", "LUX", "--spare", "0").err
    assert json.loads(run("count", "4x4", "-p", "LUX", "--spare", "--json").out)["count"] == 1
    several = run("count", "4x4", "5x5", "-p", "X", "--spare", "11")
    assert (several.status, several.out) == (2, "4x4  1\n")
    said = "pentomino: 5x5: the board has 25 free cells, and the pieces leave 20 empty: write --spare 20,"
    assert several.err.startswith(said)
