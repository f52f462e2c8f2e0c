"""What an error proposes is accepted: each cause is provoked, and each proposed command or call is then run."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

import pentomino
from commandline import Run, write
from pentomino import PentominoError, Puzzle, calendar, count, formats, generate
from pentomino.play.answers import answer

FILES = {
    "a.txt": "II.\n...\n",
    "b.txt": "....\n....\n",
    "less.txt": "#...\n...#\n",
    "marked.txt": "++..\n....\n",
    "found.txt": "VVVUU\nVPPPU\nVPPUU\n",
    "1st.try": "VVV..\nV....\nV....\n",
    "mine.ini": "PIECE P\n11\n11\n10\nPIECE U\n101\n111\nPIECE V\n100\n100\n111\n",
    "all.txt": "++++\n++++\n",
}

WASTE = {  # where the pieces leave two of eight cells empty
    "block 2 cells": "{} less.txt {} {}",
    "add pieces that cover 2": "{} b.txt {} {} -p O1*2",
    "mark them +": "{} marked.txt {} {}",
    "add O1*": "{} b.txt {} {} -p O1*",
    "--spare 2": "{} b.txt {} {} --spare 2",
}
WASTING = [
    *(
        ("count", "", "I2*3"),
        ("solve", "", "I2*3"),
        ("explain", "", "I2*3"),
        ("hint", "", "I2*3"),
        ("tally", "", "I2*3"),
    ),
    *(("unique", "", "I2*3"), ("estimate", "", "V3*2"), ("sheet", "-o s.html --force", "I2 O4")),
    *(("convert", "o.json --force", "I2*3"), ("convert", "o.svg --force", "V3*2")),
]

CAUSES: dict[str, dict[str, str]] = {
    **{
        f"{command} b.txt {more} -p '{pieces}'": {
            what: line.format(command, more, f"-p '{pieces}'") for what, line in WASTE.items()
        }
        for command, more, pieces in WASTING
    },
    "count 2x4 -p I2": {
        "block 6 cells": "count 1x2 -p I2",
        "add pieces that cover 6": "count 2x4 -p I2 -p O1*6",
        "mark them +": "count all.txt -p I2",
        "add O1*": "count 2x4 -p I2 -p O1*",
        "--spare 6": "count 2x4 -p I2 --spare 6",
        "write 'I2*'": "count 2x4 -p I2*",
    },
    "count 4x4 -p LUX --spare 0": {
        "write --spare 1": "count 4x4 -p LUX --spare 1",
        "not --spare 0": "count 4x4 -p LUX --spare 1",
        "add pieces that cover 1": "count 4x4 -p LUX -p O1 --spare 0",
        "write 'LUX?'": "count 4x4 -p LUX? --spare 0",
    },
    "count 5x5": {
        "add 35 cells to the board": "count 6x10",
        "remove pieces that cover 35": "count 5x5 -p PUVXY",
        "write 'pentominoes?'": "count 5x5 -p pentominoes?",
    },
    # options that the command lacks are not proposed
    "convert 2026-11-20 o.json --board 2026-11-20": {},
    "sequence 'daily-calendar xN'": {"write for example daily-calendar:Dec,31,Sat": "count daily-calendar:Dec,31,Sat"},
    # words in the wrong place
    "calendar daily-calendar": {"--year 2026": "calendar daily-calendar --year 2026 -p O1*"},
    "calendar daily-calendar 2027-11-20": {"did you mean --year 2027": "calendar --year 2027 -p O1*"},
    "calendar daily-calendar --calendar 2026-11-20": {"did you mean --year 2026": "calendar --year 2026 -p O1*"},
    "solve 2026-11-20": {"did you mean --calendar 2026-11-20": "solve --calendar 2026-11-20"},
    "count daily-calendar": {
        "write for example daily-calendar:Dec,31,Sat": "count daily-calendar:Dec,31,Sat",
        "on the command line --calendar today": "count daily-calendar --calendar today",
    },
    "solve 'tetrakis 1x2' '2.1* 2.2*'": {
        "did you mean --pieces '2.1* 2.2*'": "solve 'tetrakis 1x2' --pieces '2.1* 2.2*'"
    },
    "count 2x4 --set 'I2*'": {"did you mean --pieces 'I2*'": "count 2x4 --pieces 'I2*'"},
    "solve 2x4 'I2*'": {"did you mean --pieces 'I2*'": "solve 2x4 --pieces 'I2*'"},
    "convert 2x4 -o o.json -p I2*": {"write pentomino convert 2x4 o.json -p 'I2*'": "convert 2x4 o.json -p 'I2*'"},
    "generate 3x5 -p PUV": {"did you mean --board 3x5": "generate 2 --board 3x5 -p PUV"},
    # files
    "convert found.txt o.json --puzzle 3x5 -p PUV": {
        "--puzzle must be a file": "convert found.txt o.json --puzzle whole.json",
        "write --board 3x5": "convert found.txt o.json --board 3x5 -p PUV --force",
    },
    "solve 3x5 -p mine.ini": {"did you mean --pieces-file mine.ini": "solve 3x5 --pieces-file mine.ini"},
    "solve mine.ini": {"did you mean --pieces-file mine.ini": "solve 3x5 --pieces-file mine.ini"},
    **{
        f"{old} mine.ini": {
            "requires --pieces-file": f"solve --pieces-file mine.ini {new}",
            "write pentomino solve --all --pieces-file mine.ini": f"solve --all --pieces-file mine.ini {new}",
        }
        for old, new in (("-cv", "3x5 -v"), ("-s 1st.try", "--placed 1st.try"), ("-p7 -q -n", "3x5 -q --workers 7"))
    },
    "solve mine": {},
    # pieces
    "count 'pyramid 5' -p ''": {"--pieces kanoodle": "count 'pyramid 5' --pieces kanoodle --limit 1"},
    "pieces ''": {"--pieces 'pentominoes + O4'": "pieces --pieces 'pentominoes + O4'"},
    "pieces 4.1": {"did you mean tetrakis:4.1 or balls:4.1": "pieces tetrakis:4.1", "or balls:4.1": "pieces balls:4.1"},
    **{
        f"count 3x5 -p {lattice}:{piece}*": {
            f"write for example '{board}'": f"count '{board}' -p {lattice}:{piece}*",
            f"draw it after a line '{lattice}'": f"count '{board}' -p {lattice}:{piece}*",
        }
        for lattice, piece, board in (
            *(("hexagonal", "bee", "hexagonal 4x7"), ("cubic", "I2", "cubic 3x4x5"), ("balls", "O1", "balls 5")),
            *(("triangular", "bar", "triangular 4x9"), ("tetrakis", "2.1", "tetrakis 2x3")),
        )
    },
    **{f"count '{board}' -p PUV": {} for board in ("hexagonal 4x7", "triangular 4x9", "tetrakis 2x3")},
    "count 'tetrakis 2x3' -p I": {},
    "generate 1 --kind shape --cells 20 -p pentominoes": {
        "write 'pentominoes?'": "generate 1 --kind shape --cells 20 -p pentominoes?"
    },
    "generate 1 --kind shape -p pentominoes?": {"--cells 30": "generate 1 --kind shape -p pentominoes? --cells 30"},
    "solve kanodle": {"did you mean kanoodle": "solve kanoodle"},
    "solve nosuch": {},
}
"""Commands that are refused. For each: what the error proposes, and the command that follows this proposal."""

PROPOSALS = r"did you mean|\bwrite\b|\badd\b|\bblock\b|\bmark\b|\bremove\b|for example|(?<![\w-])--[a-z]"


@pytest.mark.parametrize("line", CAUSES)
def test_each_command_that_is_proposed_is_accepted(run: Run, line: str) -> None:
    for name, text in FILES.items():
        write(name, text)
    formats.write_puzzle(Puzzle("3x5", "PUV"), "whole.json")
    refused = run(*shlex.split(line))
    assert refused.status == 2
    rest = re.sub(r"unrecognized arguments: [^;]*|\(see .*\)", "", refused.err)
    for what, command in CAUSES[line].items():
        assert what in refused.err
        rest = rest.replace(what, "")
        result = run(*shlex.split(command))
        assert result.status in (0, 1, 4), (what, result.err)
    assert not re.search(PROPOSALS, rest), refused.err


def test_options_that_the_input_excludes_are_not_proposed(run: Run) -> None:
    formats.write_puzzle(Puzzle("3x5", "PUV"), "whole.json")
    write("less.json", Path("whole.json").read_text().replace('".....",', "", 1))
    write("mine.ini", FILES["mine.ini"])
    for line in ("count less.json", "convert less.json o.cnf", "convert mine.ini o.json --board 4x4"):
        refused = run(*line.split())
        assert refused.status == 2
        assert "--" not in refused.err


CALLS: dict[str, tuple[Callable[..., object], str]] = {
    "spare": (lambda **more: count("2x3", "I2", **more), "; spare=4 lets that many cells stay empty"),
    "pieces": (lambda **more: count("hexagonal 4x7", **more), "; pieces='tetrahexes' is an example"),
    "cells": (lambda **more: list(generate(1, kind="shape", pieces="pentominoes?", seed=1, **more)), "; cells=30 does"),
    "year": (lambda **more: calendar.count_year("daily-calendar", pieces="O1*", **more), "; year=2026 selects one"),
}
"""For each argument that errors propose: a call that lacks it, and the proposal."""


@pytest.mark.parametrize("name", CALLS)
def test_each_argument_that_is_proposed_is_accepted(name: str) -> None:
    call, proposal = CALLS[name]
    with pytest.raises(PentominoError, match=re.escape(proposal)):
        call()
    value = proposal.partition("=")[2].split()[0].strip("'")
    call(**{name: int(value) if value.isdigit() else value})


def test_all_proposals_of_arguments_are_tested() -> None:
    sources = "".join(file.read_text(encoding="utf-8") for file in Path(pentomino.__file__).parent.rglob("*.py"))
    assert {*re.findall(r"\bremedy\([^()]*?, (\w+)=", sources)} == CALLS.keys()


def test_files_are_read_by_the_calls_that_are_proposed(plain_place: None) -> None:
    puzzle = Puzzle("3x5", "PUV")
    write("a.txt", ".....\n.....\n.....\n")
    for name in ("a.json", "a.dlx", "a.xmpuzzle"):
        formats.write_puzzle(puzzle, name)
        with pytest.raises(PentominoError, match=re.escape(f"formats.read_puzzle({name!r}) reads a puzzle")):
            count(name, "PUV")
        assert formats.read_puzzle(name).count() == 1
    with pytest.raises(PentominoError, match=re.escape("pathlib.Path('a.txt') the picture of a board")):
        count("a.txt", "PUV")
    assert count(Path("a.txt"), "PUV") == 1


def test_a_page_is_told_no_arguments() -> None:
    question = {"ask": "hint", "board": "2x3", "pieces": "I2"}
    told = json.loads(answer(json.dumps(question)))["error"]
    assert told.startswith("the board has 6 free cells")
    assert "=" not in told
