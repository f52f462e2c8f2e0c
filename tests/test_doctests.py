"""The examples in the docstrings of the package. (Those of README and docs are collected by pytest itself.)"""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import pentomino

MODULES = ["pentomino", *(module.name for module in pkgutil.walk_packages(pentomino.__path__, "pentomino."))]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_examples(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0
