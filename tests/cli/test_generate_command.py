"""The command `generate`: puzzles as text, as JSON, as a page, as files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commandline import Run
from pentomino import generate
from pentomino.formats import read_puzzle

SMALL = ("generate", "-n", "2", "--board", "4x5", "-p", "LPWY")


def test_puzzles_are_printed_with_what_is_to_be_placed(run: Run) -> None:
    result = run(*SMALL, "--seed", "1")
    assert (result.status, result.err) == (0, "")
    wanted = list(generate(n=2, seed=1, board="4x5", pieces="LPWY"))
    for number, (text, puzzle) in enumerate(zip(result.out.split("\n\n"), wanted, strict=True), 1):
        head, pieces, *rows = text.strip("\n").split("\n")
        assert head == f"{number}. {puzzle.difficulty()}"
        assert pieces == f"to place: {' '.join(piece.name for piece, _, most in puzzle.demand if most)}"
        assert "\n".join(rows) == puzzle.drawing.to_text("letters")


def test_a_seed_that_is_made_up_is_told(run: Run) -> None:
    first = run(*SMALL)
    assert first.err.startswith("pentomino: seed ")
    assert run(*SMALL, "--seed", first.err.split()[-1]) == (0, first.out, "")
    assert run(*SMALL, "--quiet").err == ""


def test_json_has_the_whole_puzzle(run: Run, tmp_path: Path) -> None:
    lines = run(*SMALL, "--seed", "1", "--json").out.splitlines()
    for line, puzzle in zip(lines, generate(n=2, seed=1, board="4x5", pieces="LPWY"), strict=True):
        told = json.loads(line)
        found = puzzle.difficulty()
        assert found is not None
        assert (told["seed"], told["difficulty"]) == (1, found.to_dict())
        path = tmp_path / "puzzle.json"
        path.write_text(json.dumps(told["puzzle"]))
        assert read_puzzle(path) == puzzle


def test_a_page_has_the_levels_and_a_key(run: Run) -> None:
    result = run(
        "generate",
        "-n",
        "3",
        "--seed",
        "1",
        "--board",
        "5x6",
        "-p",
        "pentominoes?",
        "--difficulty",
        "easy-medium",
        "-o",
        "page.html",
        "--title",
        "For Sunday",
    )
    assert result == (0, "page.html\n", "")
    text = Path("page.html").read_text()
    assert [text.count(f"{number}. {level}") for number, level in ((1, "easy"), (2, "easy"), (3, "medium"))] == [2] * 3
    assert "For Sunday: key" in text
    assert run(*SMALL, "-o", "page.html").status == 2
    assert run(*SMALL, "-o", "-", "--quiet").out.startswith("<!doctype html>")


def test_each_puzzle_is_a_file_of_its_own(run: Run) -> None:
    wanted = list(generate(n=2, seed=1, board="4x5", pieces="LPWY"))
    assert run(*SMALL, "--seed", "1", "-o", "some.json").out.split() == ["some-1.json", "some-2.json"]
    assert [read_puzzle(f"some-{n}.json") for n in (1, 2)] == wanted
    assert run(*SMALL[:2], "1", *SMALL[3:], "--seed", "1", "-o", "one.txt").out == "one.txt\n"
    assert Path("one.txt").read_text().split() == wanted[0].drawing.to_text("letters").split()


def test_kinds_take_what_goes_with_them(run: Run) -> None:
    out = run("generate", "--kind", "calendar", "-n", "1", "--seed", "1", "--board", "Daily-Calendar").out
    assert out.startswith("1. ")
    shape = json.loads(
        run("generate", "--kind", "shape", "-n", "1", "--seed", "1", "--cells", "20", "--no-holes", "--json").out
    )
    assert "".join(shape["puzzle"]["board"]).count(".") == 20
    (work,) = [
        json.loads(run("generate", "-n", "1", "--difficulty", "20-50", "--seed", "1", "--json").out)["difficulty"][
            "work"
        ]
    ]
    assert 20 <= work <= 50


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (["--kind", "shapes"], "unknown kind of puzzle 'shapes': do you mean shape?"),
        (
            ["-o", "page.jpg"],
            "page.jpg: use the extension of pages (.html, .pdf, .svg, .png) or puzzles (.json, .txt), not "
            ".jpg; do you mean .png?",
        ),
        (["--cells", "20"], "--cells 20 requires --kind shape, not 'given'"),
        (["--difficulty", "50-20"], "difficulty goes from the least work to the most, not from 50 to 20"),
    ],
)
def test_what_makes_no_sense_is_one_line(run: Run, said: list[str], message: str) -> None:
    assert run("generate", *said) == (2, "", f"pentomino: {message}\n")
