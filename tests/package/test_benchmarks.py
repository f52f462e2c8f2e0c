"""The commands of the benchmark run and print right results, and the pages have their figures. No time decides."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from shutil import which

import pytest

from benchmarks import choice, plausibility, report, works
from benchmarks.__main__ import main
from effort import thorough
from pentomino import Puzzle, Statistics, boards, formats
from puzzles import with_engine

TOP = Path(__file__).parents[2]
FAST = (TOP / "docs" / "explanation" / "fast.md").read_text(encoding="utf-8")
FIGURES = TOP / "docs" / "figures.md"


def rows_of(page: str) -> dict[str, list[str]]:
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line[:1] == "|"]
    return {row[0]: row for row in rows}


@pytest.mark.needs_processes
def test_works_come_out_right_in_table_json_and_page(tmp_path: Path) -> None:
    file, page = tmp_path / "all.json", tmp_path / "page.md"
    command = ["-m", "benchmarks", "--rounds", "1", "--only", "3x20", "--json", str(file), "--figures", str(page)]
    done = subprocess.run([sys.executable, *command], cwd=TOP, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    names = ["3x20, count", "3x20, frontier"]
    assert [rows_of(done.stdout)[name][3] for name in names] == ["2", "2"]
    data = json.loads(file.read_text(encoding="utf-8"))
    found = [(one["name"], one["result"], one["is_right"]) for one in data["works"]]
    assert found == [(name, 2, True) for name in names]
    assert [rows_of(page.read_text(encoding="utf-8"))[name][3] for name in names] == ["2", "2"]
    assert [report.digits(number) for number in (None, 12345, 2444888770250)] == ["", "12 345", "2.4e12"]


def test_a_wrong_result_ends_with_status_1(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (work,) = [work for work in works.WORKS if work.name == "3x20, frontier"]
    monkeypatch.setattr(works, "WORKS", (replace(work, expected=7),))
    assert main(["--rounds", "1"]) == 1
    assert rows_of(capsys.readouterr().out)["3x20, frontier"][3] == "WRONG: 2"


@pytest.mark.needs_processes
@pytest.mark.skipif(os.name != "posix", reason="only POSIX tells the time of a program")
def test_a_program_is_compared_on_a_page(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    given, program, page = tmp_path / "given", tmp_path / "burrTxt", tmp_path / "page.md"
    lines = [f"#!{sys.executable}", "import shutil, sys", f"shutil.copy(sys.argv[2], {str(given)!r})"]
    lines.append("print('240 assemblies and 0 solutions found with 1 iterations')")
    program.write_text("\n".join(lines), encoding="utf-8")
    program.chmod(0o755)
    page.write_text(f"Before.\n\n{report.PEERS_BEGIN}old{report.PEERS_END}\n\nAfter.\n", encoding="utf-8")
    (soma,) = [work for work in works.RIVALRY if work.name == "Soma cube, count"]
    monkeypatch.setattr(works, "RIVALRY", (soma,))
    command = ["--rounds", "1", "--against", f"burrTxt={program}", "--figures", str(page), "--force"]
    assert main(command) == 0
    table = capsys.readouterr().out.strip()
    assert rows_of(table)["Soma cube"][1] == "240"
    assert "WRONG" not in table
    section = f"{report.PEERS_BEGIN}\n\n{table}\n\n{report.PEERS_END}"
    assert page.read_text(encoding="utf-8") == f"Before.\n\n{section}\n\nAfter.\n"
    assert formats.read_puzzle(given.rename(tmp_path / "given.xmpuzzle")) == soma.puzzle()
    program.write_text("\n".join([*lines[:3], "print('239 assemblies')"]), encoding="utf-8")
    assert main(command) == 1
    assert rows_of(capsys.readouterr().out)["Soma cube"][3] == "WRONG"


def test_the_choice_of_method_is_compared_with_both(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(choice, "_fixed", lambda: [("small", Puzzle("3x20"))])
    monkeypatch.setattr(choice, "RANDOM_PUZZLES", 0)
    monkeypatch.setattr(choice, "MIN_SECONDS", 0.0)
    assert choice.main(1) == 0
    text = capsys.readouterr().out
    assert "small" in rows_of(text)
    assert "\n1 puzzles, workers=1: " in text


def test_the_page_of_the_docs_has_all_works_as_they_are() -> None:
    """If it has not: write the figures again, by the command in `benchmarks/README.md`."""
    rows = rows_of(FIGURES.read_text(encoding="utf-8").partition(report.PEERS_BEGIN)[0])
    known = {work.name: report.digits(work.expected) for work in works.WORKS}
    assert {name: row[3] for name, row in rows.items() if name in known} == known


def test_the_times_of_other_programs_are_the_same_on_both_pages() -> None:
    """If not: write the figures again, by the command in `benchmarks/README.md`."""
    short, whole = section_of(TOP / "README.md"), section_of(FIGURES)
    assert short == report.shortened(whole)
    assert list(rows_of(short))[2:] == list(report.SHORT)
    assert min(map(float, re.findall(r"(\d+) times", short))) > 100, "docs/index.md says more"


def test_readme_has_a_sentence_about_6x10() -> None:
    rows = [
        "| puzzle | solutions | pentomino | burrTxt | other 0.2 | dlx1 |",
        "| --- | ---: |",
        "| 6x10 | 2339 | 10.0 ms | 2.17 s | > 30 s | 984 ms |",
    ]
    short = report.shortened("\n\n".join(["## Other programs", "raw facts", "\n".join(rows), "Solutions are counted."]))
    said = "On 6x10, pentomino is 220 times as fast as BurrTools and 98 times as fast as DLX1."
    assert short.split("\n\n") == ["## Other programs", said, "\n".join(rows)]


def section_of(page: Path) -> str:
    text = page.read_text(encoding="utf-8").partition(report.PEERS_BEGIN)[2]
    return text.partition(report.PEERS_END)[0].strip()


def test_what_a_plausibility_check_at_every_node_would_save() -> None:
    """The largest share on a rectangle and on a holed chessboard are in the pages on the search: 1.4 and 12 %."""
    statistics = Statistics()
    Puzzle("4x15").count(method="search", statistics=statistics)
    nodes, below = plausibility.saved(Puzzle("4x15"))
    assert nodes == statistics.nodes + sum(statistics.cuts["regions"])
    assert 0 < below < 0.014 * nodes
    assert not plausibility.is_plausible({(0, 0), (0, 1), (1, 0), (2, 2), (3, 2)})


def ladder() -> dict[str, int]:
    """Return the positions in the bars of the page on the search."""
    (bars,) = re.findall(r"```{ladder} .*\n((?:.* \| [\d ]+\n)+)```", FAST)
    return {name: int(number.replace(" ", "")) for name, number in re.findall(r"(.*) \| (.*)", bars)}


def test_the_text_on_the_search_has_the_numbers_of_its_bars() -> None:
    numbers = [int(number.replace(" ", "")) for number in re.findall(r"\*\*([\d ]+) positions\*\*", FAST)]
    assert set(numbers) - {79_824_158} == set(ladder().values())
    statistics = Statistics()
    Puzzle("4x15").count(method="search", statistics=statistics)
    assert statistics.nodes == ladder()["only where a piece fits"]


@thorough
@pytest.mark.needs_processes
@pytest.mark.skipif(which("gcc") is None and which("clang") is None, reason="there is no compiler with 64-bit builtins")
def test_a_small_program_visits_as_many_positions_as_the_page_says(tmp_path: Path) -> None:
    """All but the first line, which takes a minute."""
    program, source = tmp_path / "ladder.exe", TOP / "benchmarks" / "ladder.c"
    subprocess.run([which("gcc") or "clang", "-O3", "-Wall", "-Werror", "-o", program, source], check=True)
    printed = subprocess.run([program, "quick"], capture_output=True, text=True, check=True).stdout
    found = {name: (int(n), int(m)) for name, n, m in re.findall(r"(.*): (\d+) positions, (\d+) solutions\n", printed)}
    expected = {**ladder(), "row by row, X first": 79_824_158}
    del expected["row by row"]
    assert {name: positions for name, (positions, _) in found.items()} == expected
    assert {name: number for name, (_, number) in found.items() if number != 402} == {"column by column": 4 * 368}


@thorough
@pytest.mark.parametrize(
    ("name", "puzzle"),
    [
        ("6x10", Puzzle("6x10")),
        ("Soma cube", boards.named("soma").puzzle()),
        ("2x5x6", Puzzle("2x5x6", "pentominoes")),
        ("3x4x5", Puzzle("3x4x5", "pentominoes")),
    ],
)
def test_the_nodes_of_both_engines_are_those_of_the_page(name: str, puzzle: Puzzle) -> None:
    """Without the window engine on 3x4x5, which takes half a minute."""
    numbers = [int(text.replace(" ", "")) for text in rows_of(FAST)[name][1:3]]
    for engine, expected in zip(["window", "item"], numbers, strict=True):
        if (name, engine) != ("3x4x5", "window"):
            statistics = Statistics()
            with_engine(puzzle, engine).count(method="search", statistics=statistics)
            assert statistics.nodes == expected
