"""The package as it is installed: what it brings along when it is imported, and in which ways it is started."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

import pentomino

LATER = ["argparse", "asyncio", "concurrent.futures", "dataclasses", "json", "multiprocessing", "subprocess"]
"""Modules that take long to import, and are needed by few programs that use the package."""


def brought_along(statement: str) -> set[str]:
    """The modules that a fresh process has loaded after a statement, and had not before."""
    code = f"import sys; before = set(sys.modules); {statement}; print(*set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    return set(done.stdout.split())


def strangers(modules: set[str]) -> set[str]:
    """Those packages that are neither this one nor part of Python, nor made up by Cython as it is loaded."""
    packages = {name.partition(".")[0] for name in modules if "cython_" not in name}
    return packages - {"pentomino"} - sys.stdlib_module_names


def test_importing_needs_nothing_else() -> None:
    modules = brought_along("import pentomino")
    assert "pentomino._core" in modules
    assert strangers(modules) == set()


@pytest.mark.parametrize(
    "use",
    ["count()", "solve().to_text()", "solve().to_svg()", "Puzzle().count(workers=2)"],
)
def test_solving_needs_nothing_else(use: str) -> None:
    assert strangers(brought_along(f"import pentomino; pentomino.{use}")) == set()


def test_importing_is_light() -> None:
    assert brought_along("import pentomino").intersection(LATER) == set()


def test_numpy_comes_with_its_use() -> None:
    assert "numpy" in brought_along("import pentomino; pentomino.solve().to_numpy()")


def test_all_names_are_there() -> None:
    assert [name for name in pentomino.__all__ if not hasattr(pentomino, name)] == []
    assert len(pentomino.__all__) == len(set(pentomino.__all__))


def test_the_version_is_one() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+([abc]|rc)?\d*(\.dev\d+)?", pentomino.__version__)


def test_it_starts_as_a_module() -> None:
    command = [sys.executable, "-m", "pentomino", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert pentomino.__version__ in done.stdout
