"""The command line: every option, every complaint in full, exit statuses, pipes, terminals and encodings."""

from __future__ import annotations

import importlib.metadata
import json
import platform
import re
import shlex
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import pentomino
from commandline import BOARD, ENDLESS, Run, complaint, full_match, process, start, write
from pentomino import Polyform, Puzzle, formats
from pentomino.cli import COMMANDS, main, whole_parser
from pentomino.cli.output import SOLUTIONS, listed
from pentomino.limits import look

WANTED = (
    "a board is drawn with '.' for a free cell, '+' for one that may stay empty, '#' for a blocked one, "
    "a letter or digit for a placed piece"
)
LETTERS = "F I L N P T U V W X Y Z"
pytestmark = pytest.mark.usefixtures("plain_place")


# --------------------------------------------------------------------------------------------------- solve


ONE_SIDED = ("count", "3x8", "-p", "one-sided tetrominoes?")


def test_twins_that_are_one_piece_are_noticed(run: Run) -> None:
    note = "pentomino: L4 and L4' are one piece, as pieces may be reflected; --no-reflections makes them two\n"
    assert run(*ONE_SIDED, "--reflections").err == note
    assert run(*ONE_SIDED, "--reflections", "--quiet").err == run(*ONE_SIDED).err == ""


def test_a_one_sided_set_is_turned_over_only_if_the_options_say_so(run: Run) -> None:
    apart, together = (pentomino.count("3x8", ONE_SIDED[3], reflections=wish) for wish in (False, True))
    assert apart != together
    assert run(*ONE_SIDED).out == run(*ONE_SIDED, "--no-reflections").out == f"{apart}\n"
    assert run(*ONE_SIDED, "--reflections").out == f"{together}\n"


def test_verbose_says_whether_pieces_are_turned_over(run: Run) -> None:
    said = "pentomino: pieces are not reflected"
    assert f"{said}: L4 and L4' are two (--reflections makes them one)\n" in run(*ONE_SIDED, "-v").err
    assert f"{said}\n" in run("count", "3x5", "-p", "PUV", "-v", "--no-reflections").err
    assert said not in run("count", "3x5", "-p", "PUV", "-v").err + run(*ONE_SIDED, "-v", "--reflections").err


def test_given_pieces_of_a_one_sided_set(run: Run) -> None:
    """Their shape says which of two twins they are, unless pieces may be turned over."""
    twins = write("twins.ini", "PIECE S\n011\n110\nPIECE Z\n110\n011\nPIECE I\n1111\n")
    two = write("two.txt", "zz##\n#zz#\nyy##\n#yy#\n....\n")
    assert run("count", two, "--pieces-file", twins).err == (
        "pentomino: two.txt: line 3, column 1: piece 'Z' is given 2 times; at most 1 may be used\n"
    )
    assert run("count", two, "--pieces-file", twins, "--reflections", "-q") == (0, "1\n", "")


@pytest.mark.needs_processes
def test_without_arguments_a_solved_board_is_shown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    first = str(pentomino.solve()) + "\n"
    assert run() == run("solve") == run("solve", "6x10") == (0, first, "")
    monkeypatch.setattr(sys, "argv", ["pentomino", "solve", "6x10"])
    assert main() == 0
    assert process() == (0, first, "")


def test_pictures_are_apart(run: Run) -> None:
    solutions = list(pentomino.solve_all("3x20", symmetry="all"))
    expected = "\n\n".join(map(str, solutions)) + "\n"
    assert run("solve", "3x20", "--all", "--symmetry", "all") == (0, expected, "")
    two = "\n\n".join(map(str, pentomino.solve_all("3x20"))) + "\n"
    assert run("solve", "3x20", "--all") == run("solve", "3x20", "-n", "2") == (0, two, "")
    assert run("solve", "3x20", "--number", "7", "--symmetry", "distinct") == (0, two, "")


@pytest.mark.parametrize("style", ["outline", "letters", "box"])
def test_text_styles(run: Run, style: str) -> None:
    expected = pentomino.solve("3x20").to_text(style) + "\n"
    assert run("solve", "3x20", "--style", style) == (0, expected, "")


def test_svg(run: Run) -> None:
    status, out, err = run("solve", "3x20", "--style", "svg")
    assert (status, err) == (0, "")
    assert out.startswith("<svg ")
    assert out.endswith("</svg>\n")


def test_json_is_one_object_a_line(run: Run) -> None:
    for options in (["--json"], ["--style", "json"]):
        status, out, _ = run("solve", "3x20", "--all", *options)
        assert status == 0
        lines = out.splitlines()
        assert lines == [solution.to_json() for solution in pentomino.solve_all("3x20")]
        assert [len(json.loads(line)["placements"]) for line in lines] == [12, 12]


def test_pieces_and_reflections(run: Run) -> None:
    expected = str(pentomino.solve("2x4", "L4*2", reflections=False)) + "\n"
    assert run("solve", "2x4", "-p", "L4*2", "--no-reflections") == (0, expected, "")
    assert run("count", "2x4", "--pieces", "L4*2", "--symmetry", "all").out == "2\n"
    assert run("count", "2x4", "-p", "L4*2", "--symmetry", "all", "--no-reflections").out == "1\n"


def test_no_solution(run: Run) -> None:
    none = "pentomino: there is no solution\n"
    reason = "pentomino: V has no place on the free cells\n"
    assert run("solve", "2x5", "-p", "V*2") == (1, "", none + reason)
    assert run("solve", "2x5", "-p", "V*2", "--json", "--all") == (1, "", none + reason)
    assert run("solve", "2x5", "-p", "V*2", "--quiet") == (1, "", "")
    picture = "#...\n....\n....\n...#\n"
    colour = (
        "pentomino: colour the cells whose row + column is even black: each piece covers as many black as white cells, "
        "but 6 of the free cells are black and 8 are white\n"
    )
    assert run("solve", "-", "-p", "I2*", stdin=picture) == (1, "", none + colour)
    assert run("solve", "5x5", "-p", "FILNP") == (1, "", none)
    assert run("count", "2x5", "-p", "V*2") == (1, "0\n", "")


@pytest.mark.needs_processes
def test_a_board_may_be_a_file_or_standard_input(run: Run) -> None:
    picture = "........\n" * 3 + "...##...\n" * 2 + "........\n" * 3
    name = write("board.txt", picture)
    assert run("count", name) == (0, "65\n", "")
    assert run("count", "-", stdin=picture) == (0, "65\n", "")
    assert process("count", "-", stdin=picture.encode()) == (0, "65\n", "")
    solved = str(pentomino.solve(picture)) + "\n"
    assert run("solve", "-", stdin=picture) == run("solve", name) == (0, solved, "")
    Path("3x20").mkdir()
    assert run("count", "3x20") == (0, "2\n", "")


def test_given_pieces(run: Run) -> None:
    top, bottom = write("top.txt", "AA..\n....\n"), write("bottom.txt", "....\n..AA\n")
    assert run("count", "2x4", "-p", "I2*4", "--given", top, "--symmetry", "all").out == "2\n"
    assert run("count", "2x4", "-p", "I2*4", "--given", top, "--given", bottom, "--symmetry", "all").out == "1\n"
    assert run("count", "2x4", "-p", "I2*4", "--given", "-", "--symmetry", "all", stdin="AA..\n....").out == "2\n"
    assert run("count", top, "-p", "I2*4", "--symmetry", "all").out == "2\n"


def test_another_solution_by_a_seed(run: Run) -> None:
    one = str(pentomino.solve("5x12", shuffle=5)) + "\n"
    assert run("solve", "5x12", "--seed", "5") == run("solve", "5x12", "--shuffle", "--seed", "5") == (0, one, "")
    assert run("solve", "5x12", "--seed", "5", "--workers", "1").out == one
    assert run("solve", "5x12", "--seed", str(2**64 - 1)).out != one


def test_a_seed_that_is_made_up_is_told(run: Run) -> None:
    status, out, err = run("solve", "5x12", "--shuffle")
    told = re.fullmatch(r"pentomino: seed (\d+)\n", err)
    assert status == 0
    assert told is not None
    assert run("solve", "5x12", "--seed", told[1]) == (0, out, "")
    assert run("solve", "5x12", "--shuffle", "--quiet").err == ""


# --------------------------------------------------------------------------------------------------- count


def test_one_count_and_several(run: Run) -> None:
    assert run("count", "3x20") == (0, "2\n", "")
    expected = "3x20  2\n4x15  368\n5x12  1010\n6x10  2339\n"
    assert run("count", "3x20", "4x15", "5x12", "6x10") == (0, expected, "")
    assert run("count", "3x20", "1x60") == (0, "3x20  2\n1x60  0\n", "")
    assert run("count", "1x60", "60x1") == (1, "1x60  0\n60x1  0\n", "")


def test_a_bad_board_does_not_hide_the_others(run: Run) -> None:
    too_small = "2x2: the board has 4 free cells, but the pieces cover 12: add 8 to the board or take 8 from the pieces"
    wrong = Path("wrong.txt")
    wrong.write_text("..\n.?\n")
    status, out, err = run("count", "3x4", "2x2", "wrong.txt", "2x6", "-p", "L4*3")
    assert (status, out) == (2, "3x4        0\n2x6        0\n")
    lines = err.splitlines()
    assert lines[0] == f"pentomino: {too_small}"
    assert lines[1].startswith("pentomino: wrong.txt: line 2, column 2: unexpected character '?'")
    assert len(lines) == 2
    status, out, err = run("count", "2x2", "3x4", "-p", "L4*3", "--json")
    first, second = map(json.loads, out.splitlines())
    assert (status, err, first) == (2, "", {"board": "2x2", "error": too_small.partition(": ")[2]})
    assert second["count"] == 0
    assert run("count", "2x2", "1x1", "-p", "I3").status == 2
    where = run("count", "3x4", "hexagonal 2x2", "-p", "I2*", "--where", "crossings == 0")
    assert where[:2] == (2, "3x4            2\n")
    assert where.err.startswith("pentomino: hexagonal 2x2: crossings ")
    assert run("count", "-", "3x4", "-p", "L4*3", stdin=b"?")[:2] == (2, "3x4  0\n")
    assert run("count", "9x10", "9x10", "-p", "one-sided pentominoes", "--no-reflections", "--timeout", "0").status == 3


def test_an_honest_zero(run: Run) -> None:
    assert run("count", "3x3", "4x4", "6x6", "-p", "I3*") == (0, "3x3  1\n4x4  0\n6x6  11\n", "")
    assert run("count", "4x4", "-p", "I3*") == (1, "0\n", "")
    assert run("explain", "2x2", "-p", "I3*").out.startswith("The board has 4 free cells, and no choice of copies")


def test_messages_count_what_passed_where(run: Run) -> None:
    """Four tilings of 5x12 by dominoes have no crossing; a search looks at thousands before it finds one."""
    tatami = "--where", "crossings == 0", "--symmetry", "all"
    status, out, err = run("count", "5x12", "-p", "I2*", *tatami, "--timeout", "0.3")
    assert (status, out) == (3, "")
    assert int(full_match(r"pentomino: stopped after 0\.3 s: (\d+) solutions? found\n", err)[1]) <= 4
    err = run("solve", "5x12", "-p", "I2*", "--all", *tatami, "--timeout", "0.3").err
    assert int(full_match(r"pentomino: stopped after 0\.3 s: (\d+) solutions? found\n", err)[1]) <= 4


def test_counts_as_json(run: Run) -> None:
    status, out, err = run("count", "3x20", "4x15", "--json", "--symmetry", "all")
    assert (status, err) == (0, "")
    lines = [json.loads(line) for line in out.splitlines()]
    assert all(line.pop("seconds") >= 0 for line in lines)
    assert lines == [
        {"board": "3x20", "symmetry": "all", "count": 8},
        {"board": "4x15", "symmetry": "all", "count": 1472},
    ]


def test_counts_up_to_a_limit(run: Run) -> None:
    assert run("count", "3x20", "6x10", "--limit", "3") == (0, "3x20  2\n6x10  3\n", "")
    assert json.loads(run("count", "6x10", "--limit", "2", "--json").out).items() >= {"count": 2, "limit": 2}.items()
    assert run("count", "6x10", "--limit", "0").err.startswith("pentomino: argument --limit: '0' is not a whole number")


def test_boards_are_checked_before_any_is_counted(run: Run) -> None:
    assert run("count", "3x20", "nowhere") == complaint(f"nowhere: there is no such file; {BOARD}")
    assert run("count", "-", "-") == complaint("standard input (-) can be read only once")


# ---------------------------------------------------------------------------------------- quiet and verbose


def test_quiet(run: Run) -> None:
    assert run("solve", "2x5", "-p", "V*2", "--quiet") == (1, "", "")
    assert run("count", "2x5", "-p", "V*2", "-q") == (1, "0\n", "")
    # What is wrong is said all the same.
    assert run("solve", "6x11", "-q").err.startswith("pentomino: the board has 66 free cells")


CUT = "pentomino: {} cut off, as not plausible: no pieces add up to the size of an empty region: {} at depth 0"
POCKETS = "pentomino: dead pockets: N orientations left out of the entries of the lookup tables"
SYMMETRIES = "pentomino: symmetries of the puzzle: 4 (identity, rotate 180, flip columns, flip rows)"


def without_figures(err: str) -> list[str]:
    """Return the lines of a report, with N for times and for numbers that depend on the engine."""
    return re.sub(r"\d[\d.e+]*( m?s\b| placements| orientations| nodes)", r"N\1", err).splitlines()


def test_verbose(run: Run) -> None:
    status, out, err = run("solve", "3x20", "--all", "-v", "--seed", "7", "--workers", "1")
    puzzle = pentomino.Puzzle("3x20")
    found = puzzle.solve_all(shuffle=7)
    solutions = list(found)
    assert (status, out) == (0, "\n\n".join(map(str, solutions)) + "\n")
    assert f" {found.statistics.nodes} nodes, " in err
    assert without_figures(err) == [
        "pentomino: seed 7",
        "pentomino: 2 solutions, N nodes, N s",
        "pentomino: window engine, 1 worker",
        "pentomino: compile N ms, search N ms",
        CUT.format("7 subtrees", 7),
        POCKETS,
        SYMMETRIES,
    ]
    assert "item engine, 1 worker\n" in run("solve", "2x5", "-p", "V*2", "-v", "--workers", "2").err
    assert "window engine (requested), 1 worker\n" in run("count", "6x10", "--method", "search", "-v").err


def test_verbose_counts(run: Run) -> None:
    status, out, err = run("count", "3x20", "6x10", "--verbose", "--workers", "1")
    assert (status, out) == (0, "3x20  2\n6x10  2339\n")
    assert without_figures(err) == [
        "pentomino: 3x20: 2 solutions, N nodes, N s",
        "pentomino: window engine (a short search), 1 worker",
        "pentomino: compile N ms, search N ms, symmetry N ms",
        CUT.format("7 subtrees", 7),
        POCKETS,
        SYMMETRIES,
        "pentomino: 6x10: 2339 solutions, N nodes, N s",
        "pentomino: window engine (a search of about N nodes), 1 worker",
        "pentomino: compile N ms, probe N ms, search N ms, symmetry N ms",
        CUT.format("1 subtree", 1),
        POCKETS,
        SYMMETRIES,
    ]


# -------------------------------------------------------------------------------------------------- pieces


def test_pieces_are_drawn(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run("pieces", "X", "I2") == (0, "X     I2\n #    ##\n###\n #\n", "")
    assert run("pieces", "X", "-p", "I2") == run("pieces", "--pieces", "X I2") == run("pieces", "X", "I2")
    monkeypatch.setenv("COLUMNS", "5")
    assert run("pieces", "X", "I2") == (0, "X\n #\n###\n #\n\nI2\n##\n", "")
    monkeypatch.setenv("COLUMNS", "80")
    status, out, err = run("pieces")
    assert (status, err) == (0, "")
    names = re.findall(r"\b[A-Z]\d?\b", out)
    assert names == [piece.name for n in range(1, 6) for piece in pentomino.polyforms(n)]
    assert max(map(len, out.splitlines())) <= 80
    assert run("pieces", "one-sided tetrominoes").out.split("\n")[0].split() == "I4 L4 L4' O4 S4 S4' T4".split()


def test_pieces_as_json(run: Run) -> None:
    status, out, err = run("pieces", "--json", "dominoes", "6.35")
    assert (status, err) == (0, "")
    lines = [json.loads(line) for line in out.splitlines()]
    assert lines[0] == {"name": "I2", "cells": [[0, 0], [0, 1]]}
    assert [line["name"] for line in lines] == ["I2", "6.35"]
    assert run("pieces", "Q1").status == 2


# ------------------------------------------------------------------------------------------------- output


def test_output_goes_to_a_file(run: Run) -> None:
    assert run("solve", "3x20", "-o", "out.txt", "--all") == (0, "", "")
    expected = "\n\n".join(map(str, pentomino.solve_all("3x20"))) + "\n"
    assert Path("out.txt").read_text(encoding="utf-8") == expected
    assert run("solve", "3x20", "--output", "box.txt", "--style", "box", "--colour", "always") == (0, "", "")
    assert Path("box.txt").read_text(encoding="utf-8") == pentomino.solve("3x20").to_text("box") + "\n"


@pytest.mark.parametrize("style", ["outline", "json", "svg"])
def test_a_file_is_replaced_only_by_force(run: Run, style: str) -> None:
    write("out", "precious")
    assert run("solve", "3x20", "-o", "out", "--style", style) == complaint(
        "out: this file exists; --force replaces it"
    )
    assert Path("out").read_text(encoding="utf-8") == "precious"
    assert run("solve", "3x20", "-o", "out", "--style", style, "--force") == (0, "", "")
    assert "precious" not in Path("out").read_text(encoding="utf-8")
    with suppress(OSError):  # Windows lets only some users make links, and wine makes none without an error
        Path("link.txt").symlink_to("out")
    if Path("link.txt").is_symlink():
        assert run("solve", "3x20", "-o", "link.txt") == complaint("link.txt: this file exists; --force replaces it")


def test_several_svg_pictures_are_several_files(run: Run) -> None:
    assert run("solve", "3x20", "--all", "--style", "svg", "-o", "out.svg") == (0, "", "")
    assert sorted(path.name for path in Path().iterdir()) == ["out-1.svg", "out-2.svg"]
    again = run("solve", "3x20", "-n", "2", "-o", "out.svg")
    assert again == complaint("out-1.svg: this file exists; --force replaces it")
    assert run("solve", "3x20", "--style", "svg", "-o", "out.svg") == (0, "", "")
    assert Path("out.svg").read_text(encoding="utf-8") == Path("out-1.svg").read_text(encoding="utf-8")


def test_the_ending_of_a_file_says_the_style(run: Run) -> None:
    for name, style in [("a.svg", "svg"), ("b.SVG", "svg"), ("c.jsonl", "json"), ("d.txt", "outline")]:
        assert run("solve", "3x20", "-o", name) == (0, "", "")
        assert Path(name).read_text() == run("solve", "3x20", "--style", style).out
    assert run("solve", "3x20", "-o", "-") == run("solve", "3x20")
    assert run("solve", "3x20", "-o", "f.svg", "--style", "letters") == (0, "", "")
    assert Path("f.svg").read_text() == run("solve", "3x20", "--style", "letters").out


@pytest.mark.parametrize("name", ["x.bmp", "x.JPG", "x.HTM", "x.txt.gz"])
def test_an_ending_that_is_not_known_is_refused(run: Run, name: str) -> None:
    ending = Path(name).suffix.lower()
    hint = "; do you mean .png?" if ending in (".bmp", ".jpg") else ""
    assert run("solve", "3x20", "-o", name) == complaint(
        f"{name}: use the extension of {listed(SOLUTIONS)}, not {ending}{hint}"
    )
    known = "text (.txt) or pictures (.svg, .png, .pdf)"
    assert run("calendar", "-o", name) == complaint(f"{name}: use the extension of {known}, not {ending}{hint}")
    assert list(Path().iterdir()) == []
    # What is said in so many words on the command line wins.
    assert run("solve", "3x20", "-o", name, "--style", "box") == (0, "", "")


def test_a_name_without_ending_is_refused_unless_a_style_is_said(run: Run) -> None:
    missing = complaint(f"sol: use the extension of {listed(SOLUTIONS)}")
    assert run("solve", "3x20", "-o", "sol") == missing
    assert list(Path().iterdir()) == []
    assert run("solve", "3x20", "-o", "sol", "--style", "outline") == (0, "", "")
    assert run("solve", "3x20", "-o", "sol", "--force") == missing
    Path("folder").mkdir()
    assert run("solve", "3x20", "-o", "folder") == complaint("folder: this is a directory")


@pytest.mark.parametrize("options", [["--all"], ["-n", "2"], ["--rectangles"], ["--all", "-o", "-"]])
def test_several_svg_pictures_are_not_one_stream(run: Run, options: list[str]) -> None:
    message = "several SVG pictures need several files: -o FILE writes them to FILE-1, FILE-2 ..."
    assert run("solve", *options, "--style", "svg") == complaint(message)
    assert run("solve", "--all", "-o", ".", "--style", "svg") == complaint(".: this is a directory")


def test_numbers_of_files_have_leading_zeros(run: Run) -> None:
    assert run("solve", "3x20", "--all", "--symmetry", "all", "-o", "eight.svg") == (0, "", "")
    assert run("solve", "4x15", "-n", "10", "-o", "ten.svg") == (0, "", "")
    assert run("solve", "4x15", "-n", "100", "-o", "hundred.svg") == (0, "", "")
    names = sorted(path.name for path in Path().iterdir())
    assert names == [
        *(f"eight-{number}.svg" for number in range(1, 9)),
        *(f"hundred-{number:03}.svg" for number in range(1, 101)),
        *(f"ten-{number:02}.svg" for number in range(1, 11)),
    ]
    second = list(pentomino.solve_all("4x15", limit=2))[1]
    assert Path("hundred-002.svg").read_text() == Path("ten-02.svg").read_text() == second.to_svg() + "\n"


def test_more_than_a_hundred_files_need_force(run: Run) -> None:
    message = "s.svg: there are more than 100 pictures, one file each; --force writes them, -o s.html writes one page"
    for amount in (["--all"], ["-n", "101"]):
        assert run("solve", "4x15", *amount, "-o", "s.svg") == complaint(message)
    assert list(Path().iterdir()) == []
    assert run("solve", "4x15", "-n", "101", "-o", "s.svg", "--force") == (0, "", "")
    assert sorted(path.name for path in Path().iterdir()) == [f"s-{number:03}.svg" for number in range(1, 102)]
    assert run("solve", "4x15", "--all", "-o", "all.svg", "--force") == (0, "", "")
    assert len(list(Path().glob("all-??????.svg"))) == pentomino.count("4x15")


def test_files_made_before_a_failed_write_are_taken_back(run: Run) -> None:
    write("s-2.svg", "precious")
    assert run("solve", "3x20", "--all", "-o", "s.svg") == complaint("s-2.svg: this file exists; --force replaces it")
    assert [(path.name, path.read_text()) for path in Path().iterdir()] == [("s-2.svg", "precious")]


@pytest.mark.parametrize("style", ["outline", "json", "svg"])
def test_without_a_solution_there_is_no_file(run: Run, style: str) -> None:
    assert run("solve", "2x5", "-p", "V*2", "-o", "out", "--style", style).status == 1
    assert not Path("out").exists()


@pytest.mark.parametrize("options", [[], ["--style", "svg"], ["--style", "svg", "--all"], ["--force"]])
@pytest.mark.parametrize("name", [".", "/", "..", "folder", "missing/out"])
def test_files_that_cannot_be_written(run: Run, name: str, options: list[str]) -> None:
    Path("folder").mkdir()
    if name == "folder" and "--all" in options:
        name = "folder/missing/out"
    if name == ".." and "--all" in options:
        return
    status, out, err = run("solve", "3x20", "-o", name, *options)
    assert (status, out) == (2, "")
    full_match(r"pentomino: [^\n]+\n", err)


# ----------------------------------------------------------------------------------------------- complaints

COMPLAINTS = {
    "unknown command": (
        ["frob"],
        f"frob: this is neither a command nor a board; commands are {' '.join(COMMANDS)}",
    ),
    "a command mistyped": (["slove", "6x10"], "slove: this is neither a command nor a board; do you mean solve?"),
    "a command and a board mistyped": (
        ["kanodle"],
        "kanodle: this is neither a command nor a board; do you mean kanoodle?",
    ),
    "a board mistyped": (["solve", "Kanodle"], "Kanodle: there is no such board or file; do you mean kanoodle?"),
    "a board mistyped that begins with a digit": (
        ["count", "8x8hole"],
        "8x8hole: there is no such board or file; do you mean 8x8-hole?",
    ),
    "a set mistyped": (["solve", "-p", "pentominos"], "unknown piece or set 'pentominos': do you mean pentominoes?"),
    "a one-sided set mistyped": (
        ["pieces", "one-sided hexomino"],
        "unknown piece or set 'one-sided hexomino': do you mean one-sided hexominoes?",
    ),
    "a box of pieces mistyped": (["solve", "-p", "kanodle"], "unknown piece or set 'kanodle': do you mean kanoodle?"),
    "a board too many": (["solve", "3x20", "4x15"], "unrecognized arguments: 4x15 (see pentomino solve --help)"),
    "pieces without their option": (
        ["count", "6x10", "pentominoes"],
        "pentominoes: there is no such board or file; do you mean --pieces pentominoes?",
    ),
    "pieces without their option, and a board": (
        ["solve", "6x10", "one-sided pentominoes"],
        "unrecognized arguments: one-sided pentominoes: do you mean --pieces 'one-sided pentominoes'? "
        "(see pentomino solve --help)",
    ),
    "pieces alone": (["FLX"], "FLX: this is neither a command nor a board; do you mean --pieces FLX?"),
    "a date without its option": (
        ["solve", "today"],
        "today: there is no such board or file; do you mean --calendar today?",
    ),
    "a date alone": (["Nov 22"], "Nov 22: this is neither a command nor a board; do you mean --calendar 'Nov 22'?"),
    "a date of digits alone": (
        ["11/22"],
        "11/22: there is no such board or file; do you mean --calendar 11/22?",
    ),
    "the maker of a puzzle": (
        ["dragonfjord"],
        "dragonfjord: this is neither a command nor a board; do you mean a-puzzle-a-day?",
    ),
    "a word of two titles": (
        ["count", "Chessboard"],
        "Chessboard: there is no such board or file; do you mean 8x8-hole or 8x8-square?",
    ),
    "another word for a command": (["gui"], "gui: this is neither a command nor a board; do you mean play?"),
    "help for what is no command": (
        ["help", "slove"],
        "slove: this is neither a command nor a board; do you mean solve?",
    ),
    "an option before the command": (
        ["-v", "count", "6x10"],
        "-v: options come after the command: pentomino count -v",
    ),
    "an option mistyped": (
        ["count", "3x20", "--piecs", "FLX"],
        "unrecognized arguments: --piecs FLX: do you mean --pieces? (see pentomino count --help)",
    ),
    "an option mistyped, with its value": (
        ["solve", "--shuffel=7"],
        "unrecognized arguments: --shuffel=7: do you mean --shuffle? (see pentomino solve --help)",
    ),
    "another word for an option": (
        ["solve", "--random"],
        "unrecognized arguments: --random: do you mean --shuffle? (see pentomino solve --help)",
    ),
    "another word for an option that the command lacks": (
        ["count", "--random"],
        "unrecognized arguments: --random (see pentomino count --help)",
    ),
    "unknown option": (["count", "3x20", "--fast"], "unrecognized arguments: --fast (see pentomino count --help)"),
    "number 0": (
        ["solve", "-n", "0"],
        "argument -n/--number: '0' is not a whole number from 1 (see pentomino solve --help)",
    ),
    "number -1": (
        ["solve", "-n", "-1"],
        "argument -n/--number: '-1' is not a whole number from 1 (see pentomino solve --help)",
    ),
    "number x": (
        ["solve", "-n", "x"],
        "argument -n/--number: 'x' is not a whole number from 1 (see pentomino solve --help)",
    ),
    "number ²": (
        ["solve", "-n", "²"],
        "argument -n/--number: '²' is not a whole number from 1 (see pentomino solve --help)",
    ),
    "a number of 5000 digits": (
        ["solve", "-n", "1" * 5000],
        f"argument -n/--number: {'1' * 5000!r} is not a whole number from 1 (see pentomino solve --help)",
    ),
    "number and all": (
        ["solve", "-n", "2", "--all"],
        "argument --all: not allowed with argument -n/--number (see pentomino solve --help)",
    ),
    "timeout -1": (
        ["solve", "--timeout", "-1"],
        "argument --timeout: '-1' is not a number of seconds (see pentomino solve --help)",
    ),
    "timeout nan": (
        ["count", "3x20", "--timeout", "nan"],
        "argument --timeout: 'nan' is not a number of seconds (see pentomino count --help)",
    ),
    "timeout soon": (
        ["count", "3x20", "--timeout", "soon"],
        "argument --timeout: 'soon' is not a number of seconds (see pentomino count --help)",
    ),
    "a timeout with a comma": (
        ["solve", "--timeout", "0,5"],
        "argument --timeout: '0,5' is not a number of seconds; write 0.5 (see pentomino solve --help)",
    ),
    "a length with a comma": (
        ["solve", "-o", "a.dxf", "--kerf", "0,2"],
        "argument --kerf: '0,2' is not a number; write 0.2 (see pentomino solve --help)",
    ),
    "threads": (
        ["solve", "--threads", "2"],
        "unrecognized arguments: --threads: do you mean --workers? (see pentomino solve --help)",
    ),
    "jobs": (
        ["count", "--jobs=2"],
        "unrecognized arguments: --jobs=2: do you mean --workers? (see pentomino count --help)",
    ),
    "-j": (
        ["solve", "3x20", "-j4"],
        "unrecognized arguments: -j4: do you mean --workers? (see pentomino solve --help)",
    ),
    "words of a title": (
        ["solve", "iq puzzler pro"],
        "iq puzzler pro: there is no such board or file; do you mean kanoodle?",
    ),
    "a seed below 0": (
        ["solve", "--seed", "-1"],
        "argument --seed: '-1' is not a whole number from 0 to 18446744073709551615 (see pentomino solve --help)",
    ),
    "a seed too large": (
        ["watch", "--seed", "18446744073709551616"],
        "argument --seed: '18446744073709551616' is not a whole number from 0 to 18446744073709551615 "
        "(see pentomino watch --help)",
    ),
    "quiet and verbose": (
        ["count", "3x20", "-q", "-v"],
        "argument -v/--verbose: not allowed with argument -q/--quiet (see pentomino count --help)",
    ),
    "no such file": (["solve", "nowhere"], f"nowhere: there is no such file; {BOARD}"),
    "no name": (["solve", ""], None),
    "nothing": (["count", ""], f"'' is not a board; {BOARD}"),
    "a directory": (["count", "."], f".: this is a directory; {BOARD}"),
    "an empty board": (["solve", "0x5"], "a board of 0x5 has no cells; rows and columns must be at least 1"),
    "a huge board": (["solve", "300x300"], "a board of 300x300 has more than 65536 cells, which are the most possible"),
    "half a size": (
        ["solve", "6x"],
        "6x: there is no such board or file; a size is rows x columns, such as 6x10",
    ),
    "too large a board": (
        ["solve", "6x11"],
        "the board has 66 free cells, but the pieces cover 60: block 6 of the board or add 6 to the pieces; "
        "to leave cells empty, mark them + or add O1*; --spare 6 lets that many cells stay empty",
    ),
    "too small a board": (
        ["count", "6x9"],
        "the board has 54 free cells, but the pieces cover 60: add 6 to the board or take 6 from the pieces",
    ),
    "as many dominoes as it takes": (
        ["count", "20x20", "-p", "dominoes"],
        "the board has 400 free cells, but the pieces cover 2: block 398 of the board or add 398 to the pieces; "
        "to leave cells empty, mark them + or add O1*; --spare 398 lets that many cells stay empty; "
        "write 'dominoes*' for as many as it takes",
    ),
    "some of the pieces": (
        ["solve", "5x5"],
        "the board has 25 free cells, but the pieces cover 60: add 35 to the board or take 35 from the pieces; "
        "write 'pentominoes?' for any of them",
    ),
    "the pieces of a named board": (
        ["solve", "8x8"],
        "the board has 64 free cells, but the pieces cover 60: block 4 of the board or add 4 to the pieces; "
        "to leave cells empty, mark them + or add O1*; --spare 4 lets that many cells stay empty; "
        "with other pieces this is 8x8-square",
    ),
    "no pieces": (["solve", "-p", ""], "no pieces are given; --pieces 'pentominoes + O4' is an example"),
    "unknown piece": (
        ["solve", "-p", "Q"],
        f"unknown piece 'Q': known are {LETTERS}, O1 I2 I3 V3 I4 L4 O4 S4 T4, and 6.1 to 6.35 and so on",
    ),
    "unknown set": (
        ["solve", "-p", "chessmen"],
        "unknown piece or set 'chessmen': sets are monominoes, dominoes, trominoes, tetrominoes, pentominoes, "
        "hexominoes, heptominoes, octominoes, nonominoes, decominoes, a-puzzle-a-day, daily-calendar, genius-square, "
        f"kanoodle, lonpos; pentominoes are {LETTERS}",
    ),
    "bad copies": (["solve", "-p", "I3*x"], "'I3*x' is not understood; copies are written as I3*4, I3*1-4, I3* or I3?"),
    "copies downwards": (
        ["solve", "-p", "P*2-1"],
        "copies of P*2-1 must be at least 0 and not run downwards, not (2, 1)",
    ),
    "no given file": (["solve", "--given", "nowhere"], "nowhere: No such file or directory"),
    "a given directory": (["solve", "--given", "."], ".: this is a directory"),
    "unknown piece to draw": (
        ["pieces", "Q"],
        f"unknown piece 'Q': known are {LETTERS}, O1 I2 I3 V3 I4 L4 O4 S4 T4, and 6.1 to 6.35 and so on",
    ),
    "no piece to draw": (["pieces", ""], "no pieces are given; --pieces 'pentominoes + O4' is an example"),
}


@pytest.mark.parametrize("command", [["solve"], ["count"], ["watch"], []])
@pytest.mark.parametrize(
    ("board", "what"),
    [
        (["klein"], "'klein': only rings and tori have joined edges"),
        (["klein", "6x10"], "'klein': only rings and tori have joined edges"),
        (["tube 3x20"], "'tube 3x20': a board that comes round along its rows is a ring, such as ring 3x20"),
    ],
    ids=str,
)
def test_boards_that_are_not_there_yet(run: Run, command: list[str], board: list[str], what: str) -> None:
    assert run(*command, *board) == complaint(what)


def test_files_mistyped(run: Run) -> None:
    board, pieces = write("Board.txt", "..\n"), write("pieces.ini", "PIECE bar\n11\n")
    Path("boards").mkdir()
    write("boards/one.txt", "..\n")
    near = "there is no such board or file; do you mean"
    assert run("count", "bord.txt") == complaint(f"bord.txt: {near} {board}?")
    assert run("count", "boards/on.txt") == complaint(f"boards/on.txt: {near} {Path('boards', 'one.txt')}?")
    assert run("bord.txt") == complaint(f"bord.txt: this is neither a command nor a board; do you mean {board}?")
    missing = "No such file or directory; do you mean"
    assert run("count", "--pieces-file", "pieces") == complaint(f"pieces: {missing} {pieces}?")
    assert run("count", "--given", "boad.txt") == complaint(f"boad.txt: {missing} {board}?")
    assert run("convert", "bord.txt", "b.json") == complaint(f"bord.txt: {missing} {board}?")


def test_a_board_alone_is_solved(run: Run) -> None:
    name = write("board.txt", "......\n" * 10)
    for board in ("3x20", "kanoodle", name, "a-puzzle-a-day:Nov,20"):
        assert run(board, "--style", "letters") == run("solve", board, "--style", "letters")
        assert run(board).status == 0
    assert run("-", "-p", "I2*", stdin="..\n") == run("solve", "1x2", "-p", "I2")
    assert run("6x11") == run("solve", "6x11")
    write("count", "......\n" * 10)
    assert run("count") == (0, "2339\n", "")


@pytest.mark.parametrize(("arguments", "message"), COMPLAINTS.values(), ids=COMPLAINTS)
def test_complaints(run: Run, arguments: list[str], message: str | None) -> None:
    result = run(*arguments)
    if message is not None:
        assert result == complaint(message)
    assert (result.status, result.out) == (2, "")
    full_match(r"pentomino: [^\n]+\n", result.err)


@pytest.mark.parametrize(
    ("options", "choices"),
    [
        (["solve", "--style"], "outline letters box blocks svg json html"),
        (["solve", "--symmetry"], "distinct rotations all"),
        (["solve", "--colour"], "auto always never blocks"),
        (["count", "3x20", "--symmetry"], "distinct rotations all"),
        (["watch", "--style"], "outline letters box blocks"),
    ],
)
def test_unknown_choices(run: Run, options: list[str], choices: str) -> None:
    """The words are argparse's, which differ a little from one Python to the next."""
    status, out, err = run(*options, "other")
    assert (status, out) == (2, "")
    assert err.startswith(f"pentomino: argument {options[-1]}")
    assert "invalid choice: 'other' (choose from" in err
    assert re.findall(r"\w+", err.split("choose from")[1].split(")")[0]) == choices.split()
    assert err.endswith(f"(see pentomino {options[0]} --help)\n")


PICTURES = {
    "stray character": ("....\n..?.\n", f"line 2, column 3: unexpected character '?'; {WANTED}"),
    "tab": ("....\n.\t..\n", "line 1, column 1: tabs separate other cells, and '....' is not a cell"),
    "null": (".\0.\n", f"line 1, column 2: unexpected character U+0000; {WANTED}"),
    "empty": ("", f"the picture is empty; {WANTED}"),
    "blank": ("  \n \r\n", f"the picture is empty; {WANTED}"),
    "blocked": ("##\n", f"the picture shows no free cell; {WANTED}"),
    "letters beyond a to z": ("..é\n", f"line 1, column 3: unexpected character 'é'; {WANTED}"),
}


@pytest.mark.parametrize(("picture", "message"), PICTURES.values(), ids=PICTURES)
def test_pictures_that_cannot_be_read(run: Run, picture: str, message: str) -> None:
    """The complaint names the file, also where it is the one with given pieces."""
    name = write("board.txt", picture)
    assert run("count", name) == complaint(f"board.txt: {message}")
    assert run("solve", "-", stdin=picture) == complaint(f"standard input: {message}")
    assert run("count", "2x4", "-p", "I2*4", "--given", name) == complaint(f"board.txt: {message}")


def test_a_picture_of_another_lattice_needs_its_name(run: Run) -> None:
    name = write("ring.txt", ". . .\n . .\n. . .\n")
    assert run("solve", name, "-p", "trihexes*") == complaint(
        "ring.txt: blanks stand between all cells: this can be a picture on another lattice, whose name goes on the "
        "line before, or 3x5 cells with blanks for those left out; leave out the separators, or draw all cells; "
        f"{WANTED}"
    )
    assert run("count", write("named.txt", "hexagonal\n" + Path(name).read_text()), "-p", "monohexes*").status == 0


def test_a_piece_half_drawn_is_said_to_be_one(run: Run) -> None:
    said = (
        "the area lettered X at (0, 0): its cells are a piece half drawn: the pieces of the set have 5 cells"
        ", and free cells are '.'"
    )
    assert run("solve", "-", stdin="X" + 59 * ".") == complaint(
        f"standard input: line 1, column 1: {said}; the set is {LETTERS}"
    )
    either = "a piece half drawn: the pieces of the set have 3 or 5 cells, and free cells are '.'; the set is X I3"
    assert either in run("count", "-", "-p", "X I3", stdin="XXXX....").err
    # Of the same size as a piece it is another shape.
    assert " is not a piece of the set; the set is X I3" in run("count", "-", "-p", "X I3", stdin="XXXXX...").err


def test_given_pieces_that_overlap_or_are_none(run: Run) -> None:
    one, two, odd = write("1.txt", "AA..\n....\n"), write("2.txt", "B...\nB...\n"), write("3.txt", "AAA.\n....\n")
    assert run("count", "2x4", "-p", "I2*4", "--given", one, "--given", two) == complaint(
        "the given piece I2 at (0, 0) and the given piece I2 at (0, 0) overlap in cell (0, 0); "
        "given pieces must be apart"
    )
    assert run("count", "2x4", "-p", "I2*4", "--given", odd) == complaint(
        "3.txt: line 1, column 1: draw cells as '.', and pieces that touch with different letters: "
        "the area lettered A at (0, 0) has 3 cells, and the pieces have 2; the set is I2"
    )


def test_standard_input_can_be_read_once(run: Run) -> None:
    once = complaint("standard input (-) can be read only once")
    assert run("count", "-", "--given", "-", "-p", "I2*4", stdin="....\n....") == once
    assert run("solve", "-", "--given", "-", "-p", "I2*4", stdin="....\n....") == once
    assert run("solve", "2x4", "--given", "-", "--given", "-", "-p", "I2*4", stdin="....\n....") == once


@pytest.mark.parametrize("size", ["2X2", "2×2", "2 x 2"])
def test_other_ways_to_write_a_size(run: Run, size: str) -> None:
    assert run("count", size, "-p", "I2*2") == (0, "1\n", "")


@pytest.mark.needs_processes
@pytest.mark.parametrize(
    "content",
    [
        b"....\r\n....\r\n",
        b"....\n....",
        b"\xef\xbb\xbf....\n....\n",
        "\ufeff....\r\n....".encode("utf-16-be"),
        b"....\n....\n\x1a",
        b"\n\n  ....\n  .... \n",
        b"\xc2\xa0....\n\xc2\xa0....",
    ],
    ids=["CRLF", "no end of line", "byte order mark", "UTF-16", "Ctrl-Z", "blanks", "no-break spaces"],
)
def test_files_of_many_kinds(content: bytes) -> None:
    write("board.txt", content)
    assert process("count", "board.txt", "-p", "I2*4") == (0, "4\n", "")
    assert process("count", "-", "-p", "I2*4", stdin=content) == (0, "4\n", "")


@pytest.mark.needs_processes
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"....\n..\xe9.\n", "line 2: this is not text in UTF-8"),
        (b"\xff\xfe.\0.", "line 1: this is not text in UTF-16"),
    ],
    ids=["latin-1", "utf-16"],
)
def test_files_that_are_no_text(content: bytes, said: str) -> None:
    write("board.txt", content)
    assert process("count", "board.txt", "-p", "I2*4") == complaint(f"board.txt: {said}")
    for utf8 in ("0", "1"):
        message = complaint(f"standard input: {said}")
        assert process("count", "-", "-p", "I2*4", stdin=content, PYTHONUTF8=utf8) == message


@pytest.mark.needs_processes
def test_help_and_version(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    for command in (
        ["--version"],
        ["--help"],
        ["solve", "--help"],
        ["count", "-h"],
        ["watch", "-h"],
        ["pieces", "--help"],
    ):
        with pytest.raises(SystemExit) as caught:
            main(command)
        assert caught.value.code == 0
        out = capsys.readouterr().out
        assert out.isascii()
        assert out == f"pentomino {pentomino.__version__}\n" or out.startswith("usage: pentomino")
    assert process("--version") == (0, f"pentomino {pentomino.__version__}\n", "")


def test_help_and_version_by_other_words(capsys: pytest.CaptureFixture[str]) -> None:
    def printed(*command: str) -> str:
        with pytest.raises(SystemExit) as caught:
            main(command)
        assert caught.value.code == 0
        return capsys.readouterr().out

    assert printed("help") == printed("help", "help") == printed("--help")
    assert printed("help", "count") == printed("count", "--help")
    assert printed("-V") == printed("--version")
    assert "pentomino --version -v" in printed("--help")


def test_help_begins_with_commands_that_work(run: Run) -> None:
    commands = re.findall("^  (pentomino .*?)(?:  .*)?$", whole_parser().format_help(), re.M)
    begun = [shlex.split(command)[1:] for command in commands]
    assert {"play", "generate", "hint", "explain", "solve"} == {words[0] for words in begun}
    for words in begun:
        assert words == ["play"] or run(*words).status == 0
    assert {path.name for path in Path().iterdir()} == {"sheet.html", "all.html"}


def test_what_a_report_says_of_the_installation(run: Run) -> None:
    status, out, err = run("--version", "-v")
    assert (status, err) == (0, "")
    first, *lines = out.splitlines()
    assert first == f"pentomino {pentomino.__version__}"
    said = dict(line.split(": ", 1) for line in lines)
    assert list(said) == ["commit", "Python", "platform", "engines", "extras"]
    assert said["Python"].startswith(platform.python_version())
    full_match(r"windows of (64|128) bits, items (with AVX-512|with AVX2|one at a time)", said["engines"])
    assert run("-v", "-V") == run("--verbose", "--version") == (0, out, "")


@pytest.mark.parametrize(
    ("origin", "commit"),
    [
        ({"url": "https://host/p.git", "vcs_info": {"vcs": "git", "commit_id": "c0ffee"}}, "c0ffee"),
        ({"url": "file:///nowhere", "dir_info": {"editable": True}}, "unknown"),
        ({"url": "file:///nowhere", "dir_info": {}}, "unknown; in a clone, git rev-parse HEAD prints it"),
        (None, "unknown; in a clone, git rev-parse HEAD prints it"),
    ],
)
def test_the_commit_is_that_which_pip_noted(
    run: Run, monkeypatch: pytest.MonkeyPatch, origin: object, commit: str
) -> None:
    class Installed(importlib.metadata.Distribution):
        def read_text(self, filename: str) -> str | None:
            files = {
                "direct_url.json": origin and json.dumps(origin),
                "METADATA": 'Requires-Dist: pytest; extra == "numpy"\nRequires-Dist: no-such>=4; extra == "mpi"\n',
            }
            return files.get(filename) or None

        def locate_file(self, path: object) -> Path:
            raise NotImplementedError

    real = importlib.metadata.distribution
    found = {"pentomino": Installed()}
    monkeypatch.setattr("pentomino.cli.about.distribution", lambda name: found.get(name) or real(name))
    lines = run("--version", "-v").out.splitlines()
    assert f"commit: {commit}" in lines
    assert f"extras: numpy (pytest) {real('pytest').version}, mpi (no-such) missing" in lines


def test_an_option_alone_is_of_solve(run: Run) -> None:
    assert run("--style", "letters") == run("solve", "--style", "letters")
    status, out, err = run("-v")
    assert (status, out) == run("solve")[:2]
    assert "window engine" in err


def test_what_the_search_had_to_do_is_said(run: Run) -> None:
    limit = ("8x8", "-p", "pentominoes + O4", "--memory-limit", "200000", "--workers", "1")
    err = run("count", *limit).err
    said = err.splitlines(keepends=True)[0]
    assert said.startswith("pentomino: the frontier engine cannot count this: ")
    assert said.endswith("; the search takes its place\n")
    assert run("count", *limit, "-v").err.startswith(said)
    quiet = run("count", *limit, "--quiet")
    assert (quiet.out, quiet.err) == ("16146\n", err.removeprefix(said))
    assert "takes its place" not in run("count", *limit, "--method", "frontier").err
    assert "takes its place" not in run("count", "3x20").err


# ------------------------------------------------------------------------------------- out of time, signals


def test_the_time_includes_reading_the_puzzle(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    def slow(*stated: Any, **options: Any) -> pentomino.Puzzle:
        nonlocal now
        now += 40
        look()
        return pentomino.Puzzle(*stated, **options)

    def count(_: object, timeout: float, **options: object) -> int:
        return int(timeout)

    for module in ("search.clock", "cli.inputs"):
        monkeypatch.setattr(f"pentomino.{module}.monotonic", lambda: now)
    monkeypatch.setattr("pentomino.cli.inputs.Puzzle", slow)
    monkeypatch.setattr(pentomino.Puzzle, "count", count)
    late = "pentomino: stopped after 30 s: 0 solutions found\n"
    assert run("count", "3x5", "-p", "PUV", "--timeout", "30") == (3, "", late)
    assert run("count", "3x5", "-p", "PUV", "--timeout", "60") == (0, "20\n", "")
    monkeypatch.setattr("pentomino.make.shapes.Puzzle", slow)
    assert run("subsets", "3x5", "--timeout", "30") == (3, "", late)


def test_out_of_time(run: Run) -> None:
    status, out, err = run("count", *ENDLESS, "--timeout", "0")
    assert (status, out) == (3, "")
    full_match(r"pentomino: stopped after 0 s: \d+ solutions found\n", err)
    status, out, err = run("solve", "8x8", "-p", "I2*32", "-n", "20000", "--timeout", "0", "--style", "json")
    assert status == 3
    number = len(out.splitlines())
    assert err == f"pentomino: stopped after 0 s: {number} solutions found\n"
    assert run("count", "3x20", "--timeout", "1e9") == run("count", "3x20", "--timeout", "inf") == (0, "2\n", "")


# --------------------------------------------------------------------------------- colour and encodings


def test_colour_in_a_pipe(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = str(pentomino.solve("3x20")) + "\n"
    assert run("solve", "3x20").out == plain
    for style in ("outline", "letters", "box"):
        assert "\x1b[" in run("solve", "3x20", "--colour", "always", "--style", style).out
    assert "\x1b[" in run("solve", "3x20", "--color", "always").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in run("solve", "3x20").out
    assert run("solve", "3x20", "--colour", "never").out == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert run("solve", "3x20").out == plain
    # What is said in so many words on the command line wins.
    assert "\x1b[" in run("solve", "3x20", "--colour", "always").out


def test_blocks_are_letters_where_there_is_no_colour(run: Run) -> None:
    letters = pentomino.solve("3x20").to_text("letters") + "\n"
    for options in (["--style", "blocks"], ["--colour", "blocks"], ["--style", "blocks", "--colour", "never"]):
        assert run("solve", "3x20", *options) == (0, letters, "")
    assert run("solve", "3x20", "--style", "blocks", "-o", "out.txt") == (0, "", "")
    assert Path("out.txt").read_text() == letters
    assert json.loads(run("solve", "3x20", "--json", "--colour", "blocks").out)
    shown = run("solve", "3x20", "--style", "blocks", "--colour", "always").out
    assert re.sub(r"\x1b\[[0-9;]+m", "", shown) == 3 * (40 * " " + "\n")


@pytest.mark.needs_processes
def test_an_output_of_ascii_only() -> None:
    plain = str(pentomino.solve("3x20")) + "\n"
    for arguments in ([], ["--style", "letters"], ["--json"], ["--style", "svg"]):
        result = process("solve", "3x20", *arguments, PYTHONIOENCODING="ascii")
        assert (result.status, result.err) == (0, "")
        assert result.out.isascii()
    assert process("solve", "3x20", PYTHONIOENCODING="ascii").out == plain
    for encoding in ("ascii", "cp1252", "cp437"):  # Windows' own, for pipes and files
        assert process("solve", "3x20", "--style", "box", PYTHONIOENCODING=encoding) == complaint(
            f"the output's encoding, {encoding}, cannot show this style; outline needs only ASCII"
        )
    assert process("solve", "3x20", "--style", "box", "-o", "box.txt", PYTHONIOENCODING="ascii") == (0, "", "")
    assert process("pieces", PYTHONIOENCODING="ascii").status == 0


@pytest.mark.needs_processes
def test_names_of_files_may_have_blanks_and_letters_that_the_output_lacks(run: Run) -> None:
    folder = Path("zwei W\xf6rter \u2603")
    folder.mkdir()
    (folder / "ein Brett.txt").write_bytes(b"....\r\n....\r\n")
    for encoding in ("utf-8", "cp1252", "cp437"):
        counted = process("count", f"{folder}/ein Brett.txt", "-p", "L4 L4", PYTHONIOENCODING=encoding)
        assert counted == (0, "1\n", "")
        assert process("solve", "3x20", "-o", f"{folder}/{encoding}.svg", PYTHONIOENCODING=encoding) == (0, "", "")
        missing = process("count", f"{folder}/kein Brett.txt", PYTHONIOENCODING=encoding)
        assert (missing.status, missing.out, missing.err.count("\n")) == (2, "", 1)
    assert sorted(path.name for path in folder.iterdir()) == ["cp1252.svg", "cp437.svg", "ein Brett.txt", "utf-8.svg"]
    journal = f"{folder}/stand \u2603.journal"
    assert run("count", "5x12", "--journal", journal) == run("count", "5x12")


@pytest.mark.needs_processes
def test_solutions_are_shown_as_they_are_found() -> None:
    """The first picture is there although the search would take hours."""
    with start("solve", *ENDLESS, "--all", "--style", "letters") as running:
        assert running.stdout is not None
        try:
            assert len(running.stdout.readline()) == 11
        finally:
            running.kill()


def test_the_engine_and_its_memory_are_said_as_in_python(run: Run) -> None:
    for method, engine in (("search", "window"), ("frontier", "frontier")):
        status, out, err = run("count", "3x20", "-v", "--method", method)
        assert status == 0
        assert out == run("count", "3x20", "-q").out
        assert f"{engine} engine" in err
    status, out, err = run("solve", "3x20", "--all", "-v", "--method", "search")
    assert (status, out) == (0, run("solve", "3x20", "--all", "-q").out)
    assert "window engine" in err
    refused = "pentomino: the frontier counts, tallies and samples solutions, it does not list them;"
    assert run("solve", "3x20", "--method", "frontier").err.startswith(refused)
    assert "with a limit of 1024" in run("count", "3x20", "--method", "frontier", "--memory-limit", "1K").err
    assert run("count", "3x20", "--method", "frontier", "--memory-limit", "1G").out == "2\n"


@pytest.mark.parametrize("limit", ["0", "-1", "2X", "much", ""])
def test_a_limit_of_memory_is_a_number_of_bytes(run: Run, limit: str) -> None:
    message = f"argument --memory-limit: {limit!r} is not a number of bytes such as 2000000, 500M or 2G"
    assert message in run("count", "3x20", f"--memory-limit={limit}").err


@pytest.mark.parametrize("rules", [{"F": [0, 1]}, {"L": [7], "N": [0, 2, 5]}])
def test_orientations_can_be_restricted(run: Run, rules: dict[str, list[int]]) -> None:
    options = [f"--restrict={piece}={','.join(map(str, numbers))}" for piece, numbers in rules.items()]
    number = Puzzle("5x12", restrict=rules).count()
    assert run("count", "5x12", *options) == (0, f"{number}\n", "")
    assert run("convert", "5x12", "rules.json", *options).status == 0
    assert run("count", "rules.json") == (0, f"{number}\n", "")
    assert run("count", "rules.json", *options).status == 2


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["F"], "argument --restrict: a restriction must be such as F=0,1, got 'F' (see pentomino count --help)"),
        (["F=0,"], "argument --restrict: a restriction must be such as F=0,1, got 'F=0,' (see pentomino count --help)"),
        (["F=0", "F=1"], "--restrict must state each piece once: write all its orientations, as in F=0,1"),
        (["X=1"], "restrict: orientation 1 of 'X' does not exist; its orientations are 0 to 0"),
    ],
)
def test_restrictions_that_mean_nothing(run: Run, given: list[str], said: str) -> None:
    assert run("count", *[f"--restrict={rule}" for rule in given]) == complaint(said)


def test_the_numbers_of_orientations_are_drawn(run: Run) -> None:
    drawn = run("pieces", "L4", "--orientations", "--json").out.splitlines()
    turned = Polyform.named("L4").orientations()
    assert [json.loads(line)["cells"] for line in drawn] == [[list(cell) for cell in one.cells] for one in turned]
    assert [json.loads(line)["name"] for line in drawn] == [f"L4 {n}" for n in range(len(turned))]
    assert run("pieces", "L4", "--orientations").out.split()[:4] == ["L4", "0", "L4", "1"]


@pytest.mark.parametrize("style", ["letters", "outline", "box"])
def test_numbered_pictures_are_read_back(run: Run, style: str) -> None:
    assert run("solve", "4x15", "-n", "12", "--numbered", "--style", style, "-o", "some.txt").status == 0
    heads = [line for line in Path("some.txt").read_text(encoding="utf-8").splitlines() if line.endswith(":")]
    assert heads == [f"{n}:" for n in range(1, 13)]
    expected = [found.to_text("letters") for found in Puzzle("4x15").solve_all(limit=12)]
    assert [found.to_text("letters") for found in formats.read_solutions("some.txt", Puzzle("4x15"))] == expected
    assert run("solve", "3x5", "-p", "PUV", "--numbered", "--json").status == 2
