"""The reference says which call has which limit."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

import pentomino
from pentomino import calendar

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
