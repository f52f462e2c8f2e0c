"""The package in a program that uses threads, processes, coroutines and interpreters: `concurrent_program/`.

Each way runs in a fresh process. `ci/wheel` also installs that program as a user would, with the wheel as its
dependency, and runs it.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import pentomino
from effort import thorough

TOOL = Path(__file__).parent / "concurrent_program"


@thorough  # `ci/wheel` runs them all
@pytest.mark.parametrize("way", ["threads", "pool", "asyncio", "interpreter", "interrupt"])
def test_way(way: str) -> None:
    path = os.pathsep.join([str(TOOL), str(Path(pentomino.__file__).parents[1])])
    command = [sys.executable, "-m", "tiler", way]
    done = subprocess.run(
        command, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.stderr == ""
    assert done.stdout.startswith(f"{way}: ")
    assert done.returncode == 0


def test_the_tool_depends_on_the_package_alone() -> None:
    project = tomllib.loads((TOOL / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dependencies"] == ["pentomino"]
    tree = ast.parse((TOOL / "tiler.py").read_text(encoding="utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert imported - sys.stdlib_module_names == {"pentomino"}
