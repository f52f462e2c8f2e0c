"""`solve -o` to files of data: each format from the table, `--features`, and what is refused before the search."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import pytest

from commandline import ENDLESS, Run, complaint
from pentomino import Puzzle, formats, properties
from pentomino.cli.output import DATA, DRAWINGS, LINES, listed
from pentomino.formats import FORMATS
from pentomino.solutions.features import APART_FLAGS, APART_NUMBERS, FLAGS, NUMBERS
from pentomino.wording import joined

pytestmark = pytest.mark.usefixtures("plain_place")

BOTH_WAYS = [suffix for suffix, form in FORMATS.items() if form.write_solutions and form.read_solutions]
SMALL = Puzzle("3x20")
SOLUTIONS = list(SMALL.solve_all())


@pytest.mark.parametrize("suffix", BOTH_WAYS)
def test_solutions_are_written_in_one_step(run: Run, suffix: str) -> None:
    assert run("solve", "3x20", "--all", "-o", f"a{suffix}") == (0, "", "")
    assert list(formats.read_solutions(f"a{suffix}", SMALL)) == SOLUTIONS
    if suffix != ".txt":  # `solve` writes pictures as outlines
        formats.write_solutions(SOLUTIONS, f"b{suffix}")
        assert Path(f"a{suffix}").read_bytes() == Path(f"b{suffix}").read_bytes()


SEVERAL = f"standard output, {listed([*DRAWINGS, LINES])}"


def test_the_columns_of_a_table(run: Run) -> None:
    assert run("solve", "3x20", "--all", "-o", "a.csv", "--features", "all") == (0, "", "")
    rows = list(csv.DictReader(Path("a.csv").read_text().splitlines()))
    assert list(rows[0]) == ["number", "grid", *NUMBERS, *FLAGS]
    for number, (row, solution) in enumerate(zip(rows, SOLUTIONS, strict=True), 1):
        told = {"number": number, "grid": "/".join(solution.grid), **properties(solution).to_dict()}
        assert row == {name: str(value) for name, value in told.items()}
    assert list(formats.read_solutions("a.csv", SMALL)) == SOLUTIONS
    assert run("solve", "3x20", "-o", "b.csv", "--features", "edge, halves") == (0, "", "")
    assert Path("b.csv").read_text().splitlines()[0] == "number,grid,edge,halves"


def test_the_members_of_a_line(run: Run) -> None:
    assert run("solve", "3x20", "--all", "-o", "a.jsonl", "--features", "all") == (0, "", "")
    text = Path("a.jsonl").read_text()
    for line, solution in zip(text.splitlines(), SOLUTIONS, strict=True):
        assert json.loads(line) == {**json.loads(solution.to_json()), **properties(solution).to_dict()}
    assert list(formats.read_solutions("a.jsonl")) == SOLUTIONS
    assert run("solve", "3x20", "--all", "--json", "--features", "all").out == text
    cubes = json.loads(run("solve", "2x2x2", "-p", "I2*4", "--json", "--features", "all").out)
    assert cubes["strong_colours"] == 4
    assert "crossings" not in cubes


def test_a_json_file_is_one_document(run: Run) -> None:
    assert run("solve", "3x20", "--all", "-o", "a.json", "--features", "all", "--where", "edge > 0") == (0, "", "")
    document = json.loads(Path("a.json").read_text())
    told = [{**json.loads(solution.to_json()), **properties(solution).to_dict()} for solution in SOLUTIONS]
    assert document["solutions"] == told
    assert formats.read_puzzle("a.json") == SMALL
    assert run("solve", "3x20", "--json", "-o", "b.json") == (0, "", "")  # the extension chooses the format of --json
    assert len(json.loads(Path("b.json").read_text())["solutions"]) == 1
    message = f"--rectangles cannot be used with {DATA}; use {SEVERAL}"
    assert run("solve", "--rectangles", "-o", "c.json") == complaint(message)


@pytest.mark.parametrize("name", ["a.csv", "a.txt", "a.jsonl", "a.svg", "a.html"])
def test_no_solutions_are_no_file(run: Run, name: str) -> None:
    assert run("solve", "3x20", "-o", name, "--where", "edge > 99").status == 1
    assert not Path(name).exists()


def test_what_was_found_in_time_is_written(run: Run) -> None:
    result = run("solve", *ENDLESS, "--all", "--timeout", "0.3", "-o", "a.csv", "--features", "edge")
    assert result.status == 3
    written = len(Path("a.csv").read_text().splitlines()) - 1
    assert result.err == f"pentomino: stopped after 0.3 s: {written} solutions found\n"


TABLES = f"use JSON lines (.jsonl) or {DATA}"
REFUSED = {
    "-o a.svg --features all": f"--features cannot be used with pictures (.svg, .png, .pdf); {TABLES}",
    "--features all": f"--features cannot be used with standard output; {TABLES}",
    "--rectangles -o a.csv": f"--rectangles cannot be used with {DATA}; use {SEVERAL}",
    "2x2x2 -p I2*4 -o a.csv --features crossings": "crossings is defined on squares only, got the cubic lattice",
    "--json --features hole": "'hole' is not a property of solutions; write "
    f"{joined([*NUMBERS, *FLAGS, *APART_NUMBERS, *APART_FLAGS, 'all'], 'or')}",
}


@pytest.mark.parametrize(("line", "message"), REFUSED.items())
def test_what_is_refused(run: Run, line: str, message: str) -> None:
    assert run("solve", *line.split()) == complaint(message)


def test_a_missing_package_is_told_before_the_search(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    message = "a.parquet: .parquet files need pyarrow: pip install pyarrow"
    assert run("solve", *ENDLESS, "--all", "-o", "a.parquet") == complaint(message)
