"""The examples in the docstrings of the package. (Those of README and docs are collected by pytest itself.)"""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import pentomino

PUBLIC = (pentomino, pentomino.boards, pentomino.calendar, pentomino.formats)
MODULES = ["pentomino", *(module.name for module in pkgutil.walk_packages(pentomino.__path__, "pentomino."))]

OPTIONAL = {"pentomino.play.widget": "anywidget"}
"""Modules that are imported only with an optional package, by its name."""


@pytest.mark.usefixtures("plain_place")
@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith(("__main__", "tallies"))])
def test_examples(name: str) -> None:
    if name in OPTIONAL:
        pytest.importorskip(OPTIONAL[name])
    # Examples of the verbs need names that are defined in a higher module.
    seen = {"Puzzle": pentomino.Puzzle, "Placement": pentomino.Placement}
    result = doctest.testmod(importlib.import_module(name), extraglobs=seen, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0


@pytest.mark.needs_numpy
@pytest.mark.usefixtures("plain_place")
def test_examples_of_tallies() -> None:
    test_examples("pentomino.solutions.tallies")


@pytest.mark.parametrize(
    "value",
    [
        value
        for module in PUBLIC
        for name in sorted({*module.__all__, *getattr(module, "_LATER", ())})
        if callable(value := getattr(module, name))
    ],
    ids=lambda value: f"{value.__module__}.{value.__qualname__}",
)
def test_all_that_is_public_has_an_example(value: object) -> None:
    assert ">>> " in (value.__doc__ or "")
