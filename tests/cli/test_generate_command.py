"""The command `generate`: puzzles as text, as JSON, as a page, as files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from commandline import Run, complaint
from pentomino import generate
from pentomino.cli import whole_parser
from pentomino.formats import FormatError, read_puzzle, write_levels

SMALL = ("generate", "-n", "2", "--board", "4x5", "-p", "LPWY")


def test_puzzles_are_printed_with_what_is_to_be_placed(run: Run) -> None:
    result = run(*SMALL, "--seed", "1")
    assert (result.status, result.err) == (0, "")
    wanted = list(generate(n=2, seed=1, board="4x5", pieces="LPWY"))
    for number, (text, puzzle) in enumerate(zip(result.out.split("\n\n"), wanted, strict=True), 1):
        head, pieces, *rows = text.strip("\n").split("\n")
        assert head == f"{number}. {puzzle.difficulty()}"
        assert pieces == f"to place: {' '.join(piece.name for piece, _, most in puzzle._demand if most)}"
        assert "\n".join(rows) == puzzle.drawing.to_text("letters")


def test_a_seed_that_is_made_up_is_told(run: Run) -> None:
    first = run(*SMALL)
    assert first.err.startswith("pentomino: seed ")
    assert run(*SMALL, "--seed", first.err.split()[-1]) == (0, first.out, "")
    assert run(*SMALL, "--quiet").err == ""


def test_json_has_the_whole_puzzle_its_solution_and_hints(run: Run, tmp_path: Path) -> None:
    lines = run(*SMALL, "--seed", "1", "--json").out.splitlines()
    for line, puzzle in zip(lines, generate(n=2, seed=1, board="4x5", pieces="LPWY"), strict=True):
        told = json.loads(line)
        found, solution = puzzle.difficulty(), puzzle.solve()
        assert found is not None
        assert solution is not None
        assert (told["seed"], told["difficulty"]) == (1, found.to_dict())
        assert told["solution"] == json.loads(solution.to_json())
        path = tmp_path / "puzzle.json"
        path.write_text(json.dumps(told["puzzle"]))
        assert read_puzzle(path) == puzzle
        laid = [*told["puzzle"]["placed"], *(step["cells"] for step in told["hints"])]
        assert sorted(laid) == sorted(one["cells"] for one in told["solution"]["placements"])
        hints = told["hints"]
        assert all(step["forced"] and step["cell"] in step["cells"] and step["reason"]["text"] for step in hints)


def test_hints_lead_to_the_solution_where_images_count_once(run: Run) -> None:
    for line in run("generate", "2", "--kind", "subset", "--seed", "1", "--json").out.splitlines():
        told = json.loads(line)
        assert [step["forced"] for step in told["hints"]][:1] == [False]
        hints = sorted(step["cells"] for step in told["hints"])
        assert sorted(one["cells"] for one in told["solution"]["placements"]) == hints


def test_a_page_has_the_levels_and_a_key(run: Run) -> None:
    command = "generate -n 3 --seed 1 --board 5x6 -p pentominoes? --difficulty easy-medium -o page.html --title"
    result = run(*command.split(), "For Sunday")
    assert result == (0, "page.html\n", "")
    text = Path("page.html").read_text()
    assert [text.count(f"{number}. {level}") for number, level in ((1, "easy"), (2, "easy"), (3, "medium"))] == [2] * 3
    assert "For Sunday: key" in text
    assert run(*SMALL, "-o", "page.html").status == 2
    assert run(*SMALL, "-o", "-", "--quiet").out.startswith("<!doctype html>")


def test_levels_are_one_file(run: Run) -> None:
    """It has the lines of `--json`, the same for the same seed, and is read as puzzles."""
    wanted = list(generate(n=2, seed=1, board="4x5", pieces="LPWY"))
    assert run("generate", "2", *SMALL[3:], "--seed", "1", "-o", "levels.json") == (0, "levels.json\n", "")
    written = Path("levels.json").read_text()
    document = json.loads(written)
    assert (document["format"], document["version"]) == ("pentomino-levels", 1)
    lines = run(*SMALL, "--seed", "1", "--json").out.splitlines()
    assert document["levels"] == [json.loads(line) for line in lines]
    assert [read_puzzle(f"levels.json:{n}") for n in (1, 2)] == wanted
    assert run("count", "levels.json:all").out == "levels.json:1    1\nlevels.json:2    1\n"
    assert run("solve", "levels.json:2", "--json").out == json.dumps(document["levels"][1]["solution"]) + "\n"
    assert run(*SMALL, "-q", "-o", "levels.json") == complaint("levels.json: this file exists; --force replaces it")
    write_levels(wanted, "levels.json", seed=1, overwrite=True)
    assert Path("levels.json").read_text() == written
    with pytest.raises(FormatError, match=r"^levels.txt: levels must be written to a \.json file$"):
        write_levels(wanted, "levels.txt")


def test_of_levels_without_a_number_the_first_is_read(run: Run) -> None:
    run(*SMALL, "--seed", "1", "-o", "levels.json")
    with pytest.warns(
        UserWarning, match="levels.json has 2 puzzles, and only the first is read; for the second, write levels.json:2"
    ):
        assert read_puzzle("levels.json") == read_puzzle("levels.json:1")
    for name, message in (
        ("levels.json:3", "levels.json:3: no puzzle is named '3': write levels.json:1 or levels.json:2"),
        ("many.json:31", "many.json:31: no puzzle is named '31': write many.json:1 to many.json:30"),
        ("none.json", "none.json: the file has no puzzle"),
        ("wrong.json", "wrong.json: 'puzzle' of levels[0] is missing"),
    ):
        document = json.loads(Path("levels.json").read_text())
        Path("many.json").write_text(json.dumps({**document, "levels": document["levels"] * 15}))
        Path("none.json").write_text('{"format": "pentomino-levels", "version": 1, "levels": []}')
        Path("wrong.json").write_text('{"format": "pentomino-levels", "version": 1, "levels": [{}]}')
        assert run("count", name) == (2, "", f"pentomino: {message}\n")


def test_the_number_of_puzzles_is_given_once(run: Run) -> None:
    result = run("generate", "3", "-n", "2")
    assert (result.status, result.out) == (2, "")
    assert "argument -n: not allowed with argument N" in result.err


def test_each_picture_is_a_file_of_its_own(run: Run) -> None:
    wanted = list(generate(n=2, seed=1, board="4x5", pieces="LPWY"))
    assert run(*SMALL, "--seed", "1", "-o", "some.txt").out.split() == ["some-1.txt", "some-2.txt"]
    assert run(*SMALL[:2], "1", *SMALL[3:], "--seed", "1", "-o", "one.txt").out == "one.txt\n"
    assert Path("one.txt").read_text().split() == wanted[0].drawing.to_text("letters").split()


def test_kinds_take_what_goes_with_them(run: Run) -> None:
    out = run("generate", "--kind", "calendar", "-n", "1", "--seed", "1", "--board", "Daily-Calendar").out
    assert out.startswith("1. ")

    def made(options: str) -> Any:
        return json.loads(run("generate", "1", "--seed", "1", "--json", *options.split()).out)

    shape = made("--kind shape --cells 20 --no-holes")
    assert "".join(shape["puzzle"]["board"]).count(".") == 20
    assert 20 <= made("--difficulty 20-50")["difficulty"]["work"] <= 50
    assert made("--difficulty 20-")["difficulty"]["work"] >= 20
    text = whole_parser().commands["generate"].format_help()
    assert "a level also has the solution, the difficulty, the seed and the hints" in " ".join(text.split())
