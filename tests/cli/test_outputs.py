"""Which files each command writes: all suffixes, with the options that change what is accepted."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import pentomino.calendar
from commandline import Run, write
from effort import thorough
from pentomino import Puzzle
from pentomino.cli import main, output, whole_parser
from pentomino.formats import FORMATS, write_puzzle
from pentomino.solutions.features import APART_FLAGS, APART_NUMBERS, FLAGS, NUMBERS

pytestmark = pytest.mark.usefixtures("plain_place")

ALL = ".csv .dlx .cnf .dxf .gif .html .ini .jpg .json .jsonl .lp .obj .parquet .pdf .png .stl .svg .try .txt .xmpuzzle"
SOLUTIONS = ".csv .dlx .cnf .dxf .html .json .jsonl .obj .parquet .pdf .png .stl .svg .txt .xmpuzzle"
DRAWINGS = ".dxf .obj .pdf .png .stl .svg .txt"
PICTURES, PAGES, ANIMATIONS = ".pdf .png .svg", ".html .pdf .png .svg", ".gif .svg"

LOOKS = {
    "--cell 8": f"{PICTURES} .dxf .obj .stl",
    "--no-letters": f"{PICTURES} .dxf",
    "--palette print": PICTURES,
    "--margin 1": PICTURES,
    "--unit mm": PICTURES,
    "--coordinates": PICTURES,
    "--isometric": "",  # for cubes only
    "--cut": f"{PICTURES} .dxf",
    "--kerf .1": ".dxf",
    "--cut --kerf .1": f"{PICTURES} .dxf",
    "--rim 5": ".dxf",
    "--cut --rim 5 --radius 1": f"{PICTURES} .dxf",
    "--gap 1": ".obj .stl",
}

SOLVE, ANIMATE, BUILD = "solve 3x5 -p PUV -q", "solve 3x5 -p PUV -q --animate", "solve 2x2x3 -p 'I2*' -q --build-order"
WATCH, SEQUENCE, GENERATE = "watch 3x5 -p PUV", "sequence 2xN -p 'I2*' -n 5", "generate --board 3x5 -p PUV --seed 1"

ACCEPTED = {
    SOLVE: f"{SOLUTIONS} -",
    **{f"{SOLVE} {more}": f"{SOLUTIONS} -" for more in ("--all", "-n 2", "--where crossings==0")},
    **{
        f"{SOLVE} --style {style}": f"{ALL} none -" for style in ("outline", "letters", "blocks", "svg", "json", "html")
    },
    f"{SOLVE} --features all": ".csv .json .jsonl .parquet",
    f"{SOLVE} --json --features all": f"{ALL} none -",
    **{f"{SOLVE} {look}": accepted for look, accepted in LOOKS.items()},
    ANIMATE: f"{ANIMATIONS} -",
    **{f"{ANIMATE} {more}": "-" for more in ("--all", "-n 2", "--style box")},
    **{
        f"{ANIMATE} {more}": ""
        for more in ("--json", "--style svg", "--features all", "--margin 1", "--cut", "--gap 1")
    },
    **{f"{ANIMATE} {more}": ANIMATIONS for more in ("--cell 8", "--no-letters", "--palette print")},
    f"{ANIMATE} -n 1 --delay 1": f"{ANIMATIONS} -",
    BUILD: f"{PAGES} .gif .txt none -",
    **{f"{BUILD} {more}": ".txt none -" for more in ("--all", "-n 2")},
    **{f"{BUILD} {more}": "" for more in ("--style box", "--json", "--features all", "--isometric", "--unit mm")},
    **{f"{BUILD} {more}": ".gif" for more in ("--cell 8", "--no-letters")},
    f"{BUILD} --palette print": f"{PAGES} .gif",
    f"{BUILD} --animate": ANIMATIONS,
    f"{BUILD} --animate --cell 8": ANIMATIONS,
    "solve --rectangles -p PUV -q": f"{DRAWINGS} .jsonl -",
    "solve --rectangles -p PUV -q --json": f"{ALL.replace(' .json ', ' ')} none -",
    "solve --rectangles -p PUV -q --style svg": f"{ALL} none",
    "solve --rectangles -p PUV -q --style html": "",
    "solve --rectangles -p PUV -q --animate": "-",
    "convert 3x5 -p PUV": ".cnf .dlx .dxf .html .ini .json .lp .obj .pdf .png .stl .svg .try .txt .xmpuzzle",
    "convert puzzle.dlx": ".cnf .dlx .dxf .html .ini .json .lp .obj .pdf .png .stl .svg .try .txt .xmpuzzle",
    "convert solutions.csv": SOLUTIONS,
    **{f"convert solutions.csv {look}": accepted for look, accepted in LOOKS.items()},
    "pieces X": f"{DRAWINGS} -",
    **{f"pieces X {look}": accepted for look, accepted in LOOKS.items()},
    "pieces X --each": DRAWINGS,
    "pieces X --columns 3": "",
    "pieces X --paper A4 --columns 3 --title t --palette print --no-letters": PICTURES,
    **{f"pieces X --paper A4 {more}": "" for more in ("--each", "--cell 8", "--cut", "--gap 1")},
    "boards kanoodle": f"{DRAWINGS} -",
    "boards kanoodle --unit mm": PICTURES,
    "hint 3x5 -p PUV": f"{DRAWINGS} -",
    "hint 3x5 -p PUV --gap 1": ".obj .stl",
    "explain 4x5 -p tetrominoes": f"{DRAWINGS} -",
    "unique 3x5 -p PUV": f"{PICTURES} .txt -",
    "tally 3x5 -p PUV": f"{PICTURES} .txt -",
    "tally 3x5 -p PUV --piece U": f"{PICTURES} .txt -",
    "calendar": f"{PICTURES} .txt -",
    "sheet 3x5 -p PUV": f"{PAGES} -",
    "sheet 3x5 -p PUV --palette print --key --columns 2": f"{PAGES} -",
    f"{GENERATE} -n 1": f"{PAGES} .json .txt -",
    f"{GENERATE} -n 2 --title t": f"{PAGES} -",
    "disassemble 2x2x3 -p 'I2*' -q": f"{PAGES} .xmpuzzle -",
    "disassemble 2x2x3 -p 'I2*' -q --limit 1": f"{PAGES} .xmpuzzle -",
    "disassemble 2x2x3 -p 'I2*' -q --palette print": PAGES,
    "play 3x5 -p PUV": ".html",
    f"{WATCH} --steps": f"{ANIMATIONS} -",
    f"{WATCH} --steps --no-letters --palette print": ANIMATIONS,
    **{f"{WATCH} {more}": "-" for more in ("", "--steps -n 1", "--steps --style box")},
    SEQUENCE: ".csv .json .txt",
}
"""The suffixes that each command accepts; "none" is a name without one, and "-" is standard output."""


# One table for all commands says which suffixes these options allow, so most cases are left to the thorough run.
OTHERS = LOOKS.keys() - {"--cut", "--gap 1"}
AGAIN = {f"{command} {look}" for command in ("convert solutions.csv", "pieces X") for look in OTHERS}


@pytest.mark.parametrize("command", [pytest.param(one, marks=thorough if one in AGAIN else ()) for one in ACCEPTED])
def test_what_each_command_writes(run: Run, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = pentomino.calendar.count_year("a-puzzle-a-day", 2026) if command == "calendar" else None
    monkeypatch.setattr(pentomino.calendar, "count_year", lambda *_, **__: counts)
    monkeypatch.setattr("pentomino.cli._unquoted", lambda *_: "")  # the check for missing quotes takes most of the time
    write_puzzle(Puzzle("3x5", "PUV"), "puzzle.dlx")
    write("solutions.csv", "number,grid\n1,VVVUU/VPPPU/VPPUU\n")
    option = [] if command.startswith("convert") else ["-o"]
    accepted = []
    for suffix in f"{ALL} none -".split():
        before = {*Path().iterdir()}
        name = "-" if suffix == "-" else "out" if suffix == "none" else f"out{suffix}"
        done = run(*shlex.split(command), *option, name)
        is_missing = "pip install" in done.err  # of an optional package
        if done.status in (0, 1, 4) or is_missing:
            accepted.append(suffix)
        made = {*Path().iterdir()} - before
        assert bool(made) == (suffix in accepted and suffix != "-" and not is_missing), (suffix, done)
        for path in made:
            path.unlink()
    assert sorted(accepted) == sorted(ACCEPTED[command].split())


def test_the_table_has_all_formats() -> None:
    """They are not imported by commands that write none."""
    kinds = output.LINES, output.DATA, output.SOLVER_FILES
    solutions = {suffix for suffix, form in FORMATS.items() if form.write_solutions} - {".txt"}
    assert {suffix for kind in kinds for suffix in kind.suffixes} == solutions
    assert {".jsonl", *output.DATA.suffixes} == {suffix for suffix, form in FORMATS.items() if form.has_features}


def test_help_lists_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["unique", "--help"])
    text = " ".join(capsys.readouterr().out.split())
    assert "to FILE: text (.txt) or pictures (.svg, .png, .pdf); - prints text" in text


def test_help_has_the_names_of_all_properties() -> None:
    """Their module takes some milliseconds to import, so that the help of `--where` states them again."""
    (where,) = [one for one in whole_parser().commands["solve"]._actions if one.dest == "where"]
    assert {*NUMBERS, *FLAGS, *APART_NUMBERS, *APART_FLAGS} <= {*re.findall(r"\w+", str(where.help))}


def test_a_file_for_each_piece_may_lie_beside_one_of_all(run: Run) -> None:
    assert run("pieces", "soma", "-o", "soma.stl").status == 0
    assert run("pieces", "soma", "-o", "soma.stl", "--each").status == 0
    assert "soma-V.stl: this file exists" in run("pieces", "soma", "-o", "soma.stl", "--each").err
