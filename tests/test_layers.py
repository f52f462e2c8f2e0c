"""Imports run downwards: a module uses only those before it in the list, whatever the place of the import."""

from __future__ import annotations

import ast
from itertools import chain
from pathlib import Path

import pytest

import pentomino

SOURCE = Path(pentomino.__file__).parent
LAYERS = """
    _version errors value geometry picture names polyomino board pieces areas template statement symmetry shuffle
    _core _frontier table quotient plan choice frontier render solution observe estimate units parallel listing
    solve walk puzzle formats boards calendar bar live bench console cli __init__ __main__
""".split()
MODULES = sorted(path.relative_to(SOURCE) for path in chain(SOURCE.rglob("*.py"), SOURCE.rglob("*.pyi")))


def layer(dotted: str) -> str:
    """The layer of a dotted name; what is no module of its own comes from `pentomino/__init__.py`."""
    below = dotted.split(".")[1:2]
    return below[0] if below and below[0] in LAYERS else "__init__"


def imported(path: Path) -> set[str]:
    """The layers that a module imports, within functions and for type checkers too."""
    package = ["pentomino", *path.parent.parts]
    found: set[str] = set()
    for node in ast.walk(ast.parse((SOURCE / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else []
            start = ".".join([*base, *([node.module] if node.module else [])])
            found.update([f"{start}.{alias.name}" for alias in node.names] if start == "pentomino" else [start])
    return {layer(name) for name in found if name.split(".")[0] == "pentomino"}


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_imports_run_downwards(path: Path) -> None:
    own = path.parts[0] if len(path.parts) > 1 else path.stem
    assert own in LAYERS, f"{path} has no place in the list of layers"
    below = set(LAYERS[: LAYERS.index(own)]) | ({own} if len(path.parts) > 1 else set())
    assert imported(path) <= below


def test_the_core_imports_nothing_of_the_package() -> None:
    for path in [*SOURCE.glob("*.pyx"), *SOURCE.rglob("*.pxi")]:
        lines = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
        imports = [words for words in lines if words[:1] in (["from"], ["import"], ["cimport"])]
        assert not [words for words in imports if words[1].startswith((".", "pentomino"))]
