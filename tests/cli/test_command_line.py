"""The command line: options, exit statuses, output files and encodings. Complaints are in `test_slips.py`."""

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
from commandline import ENDLESS, Run, complaint, full_match, process, write
from pentomino import Polyform, Puzzle, formats
from pentomino.cli import main, whole_parser
from pentomino.cli.output import SOLUTIONS, listed
from pentomino.limits import look

pytestmark = pytest.mark.usefixtures("plain_place")


# --------------------------------------------------------------------------------------------------- solve


ONE_SIDED = ("count", "3x8", "-p", "one-sided tetrominoes?")


def test_a_one_sided_set_is_turned_over_only_if_the_options_say_so(run: Run) -> None:
    apart, together = (pentomino.count("3x8", ONE_SIDED[3], reflections=wish) for wish in (False, True))
    assert apart != together
    assert run(*ONE_SIDED).out == run(*ONE_SIDED, "--no-reflections").out == f"{apart}\n"
    assert run(*ONE_SIDED, "--reflections").out == f"{together}\n"
    said = "pentomino: pieces are not reflected"
    assert f"{said}: L4 and L4' differ (--reflections makes them equal)\n" in run(*ONE_SIDED, "-v").err
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


def test_pictures_are_apart_in_all_styles(run: Run) -> None:
    solutions = list(pentomino.solve_all("3x20", symmetry="all"))
    expected = "\n\n".join(map(str, solutions)) + "\n"
    assert run("solve", "3x20", "--all", "--symmetry", "all") == (0, expected, "")
    two = "\n\n".join(map(str, pentomino.solve_all("3x20"))) + "\n"
    assert run("solve", "3x20", "--all") == run("solve", "3x20", "-n", "2") == (0, two, "")
    assert run("solve", "3x20", "--limit", "7", "--symmetry", "distinct") == (0, two, "")
    solution = pentomino.solve("3x20")
    pictures = {style: solution.to_text(style) for style in ("outline", "letters", "box")}
    for style, picture in {**pictures, "svg": solution.to_svg()}.items():
        assert run("solve", "3x20", "--style", style) == (0, f"{picture}\n", "")


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


def test_another_solution_by_a_seed(run: Run) -> None:
    one = str(pentomino.solve("5x12", shuffle=True, seed=5)) + "\n"
    assert run("solve", "5x12", "--shuffle", "--seed", "5") == (0, one, "")
    assert run("solve", "5x12", "--shuffle", "--seed", "5", "--workers", "1").out == one
    assert run("solve", "5x12", "--shuffle", "--seed", str(2**64 - 1)).out != one
    assert run("solve", "5x12", "--seed", "5") == complaint("--seed requires --shuffle")


def test_a_seed_that_is_made_up_is_told(run: Run) -> None:
    status, out, err = run("solve", "5x12", "--shuffle")
    told = re.fullmatch(r"pentomino: seed (\d+)\n", err)
    assert status == 0
    assert told is not None
    assert run("solve", "5x12", "--shuffle", "--seed", told[1]) == (0, out, "")
    assert run("solve", "5x12", "--shuffle", "--quiet").err == ""


# --------------------------------------------------------------------------------------------------- count


def test_one_count_and_several(run: Run) -> None:
    assert run("count", "3x20") == (0, "2\n", "")
    expected = "3x20  2\n4x15  368\n5x12  1010\n6x10  2339\n"
    assert run("count", "3x20", "4x15", "5x12", "6x10") == (0, expected, "")
    assert run("count", "3x20", "1x60") == (0, "3x20  2\n1x60  0\n", "")
    assert run("count", "1x60", "60x1") == (1, "1x60  0\n60x1  0\n", "")


def test_a_bad_board_does_not_hide_the_others(run: Run) -> None:
    too_small = "2x2: the board has 4 free cells, but the pieces cover 12: add 8 cells to the board or remove pieces "
    too_small += "that cover 8"
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


def test_messages_count_what_passed_where(run: Run) -> None:
    """Four tilings of 5x12 by dominoes have no crossing; a search looks at thousands before it finds one."""
    tatami = "--where", "crossings == 0", "--symmetry", "all"
    status, out, err = run("count", "5x12", "-p", "I2*", *tatami, "--timeout", "0.3")
    assert (status, out) == (3, "")
    assert int(full_match(r"pentomino: stopped after 0\.3 s: (\d+) solutions? found\n", err)[1]) <= 4


def test_counts_as_json_and_up_to_a_limit(run: Run) -> None:
    status, out, err = run("count", "3x20", "4x15", "--json", "--symmetry", "all")
    assert (status, err) == (0, "")
    lines = [json.loads(line) for line in out.splitlines()]
    assert all(line.pop("seconds") >= 0 for line in lines)
    boards = {"3x20": 8, "4x15": 1472}.items()
    assert lines == [{"board": board, "symmetry": "all", "count": number} for board, number in boards]
    assert run("count", "3x20", "6x10", "--limit", "3") == (0, "3x20  2\n6x10  3\n", "")
    assert json.loads(run("count", "6x10", "--limit", "2", "--json").out).items() >= {"count": 2, "limit": 2}.items()


# ---------------------------------------------------------------------------------------- quiet and verbose


REPORT = [
    "pentomino: 7 subtrees cut off, as no pieces add up to the size of an empty region: 7 at depth 0",
    "pentomino: dead pockets: N orientations left out of the entries of the lookup tables",
    "pentomino: symmetries of the puzzle: 4 (identity, rotate 180, flip columns, flip rows)",
]
"""What the search of 3x20 did."""


def without_figures(err: str) -> list[str]:
    """Return the lines of a report, with N for times and for numbers that depend on the engine."""
    return re.sub(r"\d[\d.e+]*( m?s\b| placements| orientations| nodes)", r"N\1", err).splitlines()


def test_verbose(run: Run) -> None:
    status, out, err = run("solve", "3x20", "--all", "-v", "--shuffle", "--seed", "7", "--workers", "1")
    found = Puzzle("3x20").solve_all(shuffle=True, seed=7)
    assert (status, out) == (0, "\n\n".join(map(str, found)) + "\n")
    assert f" {found.statistics.nodes} nodes, " in err
    assert without_figures(err) == [
        "pentomino: seed 7",
        "pentomino: 2 solutions, N nodes, N s",
        "pentomino: window engine, 1 worker",
        "pentomino: compile N ms, search N ms",
        *REPORT,
    ]
    assert "item engine, 1 worker\n" in run("solve", "2x5", "-p", "V*2", "-v", "--workers", "2").err
    status, out, err = run("count", "3x20", "6x10", "--verbose", "--method", "search")
    assert (status, out) == (0, "3x20  2\n6x10  2339\n")
    first, engine, times, *more = without_figures(err)
    assert first == "pentomino: 3x20: 2 solutions, N nodes, N s"
    assert engine == "pentomino: window engine (requested), 1 worker"
    assert times.endswith(", symmetry N ms")
    assert more[:4] == [*REPORT, "pentomino: 6x10: 2339 solutions, N nodes, N s"]


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


def test_a_file_under_another_name_is_replaced_only_by_force(run: Run) -> None:
    write("out", "precious")
    with suppress(OSError):  # Windows allows links only to some users, and wine fails
        Path("link.txt").symlink_to("out")
    if Path("link.txt").is_symlink():
        assert run("solve", "3x20", "-o", "link.txt") == complaint("link.txt: this file exists; --force replaces it")
        assert Path("out").read_text(encoding="utf-8") == "precious"


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
    hint = "; did you mean .png?" if ending in (".bmp", ".jpg") else ""
    message = f"{name}: use an extension for {listed(SOLUTIONS)}, not {ending}{hint}"
    assert run("solve", "3x20", "-o", name) == complaint(message)
    known = "text (.txt) or pictures (.svg, .png, .pdf)"
    assert run("calendar", "-o", name) == complaint(f"{name}: use an extension for {known}, not {ending}{hint}")
    assert list(Path().iterdir()) == []
    # An option overrides the extension.
    assert run("solve", "3x20", "-o", name, "--style", "box") == (0, "", "")


def test_a_name_without_ending_is_refused_unless_a_style_is_said(run: Run) -> None:
    missing = complaint(f"sol: use an extension for {listed(SOLUTIONS)}")
    assert run("solve", "3x20", "-o", "sol") == missing
    assert list(Path().iterdir()) == []
    assert run("solve", "3x20", "-o", "sol", "--style", "outline") == (0, "", "")
    assert run("solve", "3x20", "-o", "sol", "--force") == missing
    Path("folder").mkdir()
    assert run("solve", "3x20", "-o", "folder") == complaint("folder: this is a directory")


def test_more_than_a_hundred_files_need_force(run: Run) -> None:
    message = "s.svg: this would write more than 100 files; --force allows it, -o s.html writes one page"
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


@pytest.mark.parametrize("options", [[], ["--style", "svg"], ["--style", "svg", "--all"], ["--force"]])
@pytest.mark.parametrize("name", [".", "/", "folder/missing/out", "missing/out"])
def test_files_that_cannot_be_written(run: Run, name: str, options: list[str]) -> None:
    Path("folder").mkdir()
    status, out, err = run("solve", "3x20", "-o", name, *options)
    assert (status, out) == (2, "")
    full_match(r"pentomino: [^\n]+\n", err)


# ----------------------------------------------------------------------------------------------- complaints


def test_files_mistyped(run: Run) -> None:
    board, pieces = write("Board.txt", "..\n"), write("pieces.ini", "PIECE bar\n11\n")
    Path("boards").mkdir()
    write("boards/one.txt", "..\n")
    near = "there is no such board or file; did you mean"
    assert run("count", "bord.txt") == complaint(f"bord.txt: {near} {board}?")
    assert run("count", "boards/on.txt") == complaint(f"boards/on.txt: {near} {Path('boards', 'one.txt')}?")
    assert run("bord.txt") == complaint(f"bord.txt is neither a command nor a board; did you mean {board}?")
    missing = "No such file or directory; did you mean"
    assert run("count", "--pieces-file", "pieces") == complaint(f"pieces: {missing} {pieces}?")
    assert run("count", "--placed", "boad.txt") == complaint(f"boad.txt: {missing} {board}?")
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


def test_unknown_choices(run: Run) -> None:
    """The words are argparse's, which differ a little from one Python to the next."""
    status, out, err = run("solve", "--style", "other")
    assert (status, out) == (2, "")
    assert err.startswith("pentomino: argument --style: invalid choice: 'other' (choose from")
    choices = re.findall(r"\w+", err.split("choose from")[1].split(")")[0])
    assert choices == "outline letters box blocks svg json html".split()
    assert err.endswith("(see pentomino solve --help)\n")


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
def test_files_of_many_kinds(run: Run, content: bytes) -> None:
    write("board.txt", content)
    assert run("count", "board.txt", "-p", "I2*4") == (0, "4\n", "")
    assert run("count", "-", "-p", "I2*4", stdin=content) == (0, "4\n", "")


@pytest.mark.needs_processes
@pytest.mark.parametrize(
    ("content", "utf8", "said"),
    [
        (b"....\n..\xe9.\n", "1", "line 2: invalid UTF-8: save the text as UTF-8"),
        (b"\xff\xfe.\0.", "0", "line 1: invalid UTF-16: save the text as UTF-8"),
    ],
    ids=["latin-1", "utf-16"],
)
def test_files_that_are_no_text(run: Run, content: bytes, utf8: str, said: str) -> None:
    write("board.txt", content)
    assert run("count", "board.txt", "-p", "I2*4") == complaint(f"board.txt: {said}")
    message = complaint(f"standard input: {said}")
    assert process("count", "-", "-p", "I2*4", stdin=content, PYTHONUTF8=utf8) == message


@pytest.mark.needs_processes
def test_help_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    def printed(*command: str) -> str:
        with pytest.raises(SystemExit) as caught:
            main(command)
        assert caught.value.code == 0
        return capsys.readouterr().out

    for command in ("solve", "watch", "pieces"):
        assert printed(command, "-h").isascii()
        assert printed(command, "--help").startswith(f"usage: pentomino {command}")
    assert printed("help") == printed("help", "help") == printed("--help")
    assert printed("help", "count") == printed("count", "--help")
    version = f"pentomino {pentomino.__version__}\n"
    assert process("--version") == (0, version, "")
    assert printed("-V") == printed("--version") == version
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
    assert said.endswith("; the search is used instead\n")
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


def test_colour_in_a_pipe_and_none_in_a_file(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
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
    # An option overrides the environment.
    assert "\x1b[" in run("solve", "3x20", "--colour", "always").out
    assert run("solve", "3x20", "--output", "box.txt", "--style", "box", "--colour", "always") == (0, "", "")
    assert Path("box.txt").read_text(encoding="utf-8") == pentomino.solve("3x20").to_text("box") + "\n"


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
def test_an_output_of_ascii_only(run: Run) -> None:
    plain = str(pentomino.solve("3x20")) + "\n"
    assert process("solve", "3x20", PYTHONIOENCODING="ascii") == (0, plain, "")
    for arguments in (["--json"], ["--style", "svg"]):
        assert run("solve", "3x20", *arguments).out.isascii()
    assert run("pieces").out.isascii()
    for encoding in ("ascii", "cp437"):  # cp437 is an encoding of Windows for pipes and files
        assert process("solve", "3x20", "--style", "box", PYTHONIOENCODING=encoding) == complaint(
            f"the output's encoding, {encoding}, cannot show this style; outline needs only ASCII"
        )


@pytest.mark.needs_processes
def test_names_of_files_may_have_blanks_and_letters_that_the_output_lacks(run: Run) -> None:
    folder = Path("zwei W\xf6rter \u2603")
    folder.mkdir()
    (folder / "ein Brett.txt").write_bytes(b"....\r\n....\r\n")
    assert process("count", f"{folder}/ein Brett.txt", "-p", "L4 L4", PYTHONIOENCODING="cp437") == (0, "1\n", "")
    missing = process("count", f"{folder}/kein Brett.txt", PYTHONIOENCODING="cp437")
    assert (missing.status, missing.out, missing.err.count("\n")) == (2, "", 1)
    assert run("solve", "3x20", "-o", f"{folder}/a.svg") == (0, "", "")
    assert sorted(path.name for path in folder.iterdir()) == ["a.svg", "ein Brett.txt"]
    journal = f"{folder}/stand \u2603.journal"
    assert run("count", "5x12", "--journal", journal) == run("count", "5x12")


def test_the_memory_of_the_frontier_is_limited(run: Run) -> None:
    assert "frontier engine" in run("count", "3x20", "-v", "--method", "frontier").err
    assert "but the limit is 1024" in run("count", "3x20", "--method", "frontier", "--memory-limit", "1K").err
    assert run("count", "3x20", "--method", "frontier", "--memory-limit", "1G").out == "2\n"


@pytest.mark.parametrize("limit", ["0", "-1", "2X", "much", ""])
def test_a_limit_of_memory_is_a_number_of_bytes(run: Run, limit: str) -> None:
    message = f"argument --memory-limit: must be a number of bytes, such as 2000000, 500M or 2G, got {limit!r}"
    assert message in run("count", "3x20", f"--memory-limit={limit}").err


@pytest.mark.parametrize("rules", [{"F": [0, 1]}, {"L": [7], "N": [0, 2, 5]}])
def test_orientations_can_be_restricted(run: Run, rules: dict[str, list[int]]) -> None:
    options = [f"--restrict={piece}={','.join(map(str, numbers))}" for piece, numbers in rules.items()]
    number = Puzzle("5x12", restrict=rules).count()
    assert run("count", "5x12", *options) == (0, f"{number}\n", "")
    assert run("convert", "5x12", "rules.json", *options).status == 0
    assert run("count", "rules.json") == (0, f"{number}\n", "")
    assert run("count", "rules.json", *options).status == 2


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
