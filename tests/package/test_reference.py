"""The reference says which call has which limit, and which names differ on the command line."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

import pentomino
from pentomino import calendar
from pentomino.cli import whole_parser

PAGE = Path(__file__).parents[2] / "docs/reference/api/progress.md"
OWNERS = pentomino, pentomino.Puzzle, pentomino.Solution, calendar, pentomino.boards.NamedBoard


def rows() -> list[list[str]]:
    lines = re.findall(r"^[|] (.*) [|]$", PAGE.read_text(encoding="utf-8").partition("| call |")[2], re.M)
    return [line.split(" | ") for line in lines]


def calls() -> list[tuple[str, list[str]]]:
    return [(name, cells) for first, *cells in rows() for name in re.findall(r"`(?:\w+[.])?(\w+)`", first)]


@pytest.mark.parametrize(("name", "cells"), calls())
def test_the_table_of_limits_is_that_of_the_signatures(name: str, cells: list[str]) -> None:
    limits = "timeout workers progress memory_limit cancel executor".split()
    functions = [function for owner in OWNERS if inspect.isfunction(function := getattr(owner, name, None))]
    assert functions
    for function in functions:
        has = inspect.signature(function).parameters
        assert [cell == "yes" for cell in cells] == [limit in has for limit in limits]


def test_the_table_of_limits_has_all_calls_that_take_long() -> None:
    listed = {name for name, _ in calls()}
    for owner in OWNERS:
        for name, function in inspect.getmembers(owner, inspect.isfunction):
            if name[0] != "_" and {"timeout", "workers"}.intersection(inspect.signature(function).parameters):
                assert name in listed, name


COMMANDS = whole_parser().commands


def test_options_have_the_names_of_arguments() -> None:
    page = (PAGE.parents[1] / "command-line.md").read_text(encoding="utf-8").partition("## Names in Python")[2]
    other = dict(re.findall(r"^[|] `(\w+)(?:=.*?|\(\))?` [|] (.*) [|]$", page.partition("\n## ")[0], re.M))
    options = {option for command in ("solve", "count") for option in COMMANDS[command]._option_string_actions}
    for function in (pentomino.count, pentomino.solve_all, pentomino.Puzzle):
        for name in inspect.signature(function).parameters:
            assert name == "board" or f"--{name.replace('_', '-')}" in options or name in other, name
    for name, text in other.items():
        for word in re.findall(r"`(--?[\w-]+)`", text):
            assert word in options, (name, word)


def test_commands_have_the_names_of_methods() -> None:
    files = {"play", "pieces", "boards", "calendar", "convert", "completion", "watch", "unique"}
    for command in COMMANDS.keys() - files:
        assert any(hasattr(owner, command) for owner in OWNERS), command


def test_one_page_has_what_programs_call_or_make() -> None:
    page = (PAGE.parent / "index.md").read_text(encoding="utf-8").partition("## On one page")[2].partition("\n## ")[0]
    named = set(re.findall(r"\b[A-Za-z_]\w+", " ".join(re.findall(r"`([^`]*)`", page))))
    others = {"Lattice", "Motion", "D4", "Statistics", "Progress", "Drawing", "Placement", "Solutions"}  # of more pages
    callables = {name for name in pentomino.__all__ if callable(getattr(pentomino, name))}
    errors = {name for name in callables if name.endswith("Error") or name.startswith("Search")}
    lattices = {name for name in pentomino.__all__ if name.isupper()}
    assert callables - errors - others - lattices <= named
    methods = {name for name in dir(pentomino.Puzzle) if name[0] != "_" and callable(getattr(pentomino.Puzzle, name))}
    assert methods - named <= {"solve", "symmetries", "placements", "placements_of", "to_dxf", "to_obj", "to_stl"}
    for call in re.findall(r"(?:puzzle|solution)\.(\w+)", page):
        assert hasattr(pentomino.Puzzle, call) or hasattr(pentomino.Solution, call), call
