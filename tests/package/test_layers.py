"""Imports run downwards: a room uses only those before it in the list, wherever the import stands."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path

import pytest

import pentomino

SOURCE = Path(pentomino.__file__).parent
ROOMS = """
    _core _frontier _version errors limits value wording files known_pieces lattices notation pictured pieces
    board placement symmetry catalogue board_input base_puzzle search render drawable charts solutions reason puzzle
    boards calendar make pages formats play __init__ cli __main__
""".split()
"""The folders and files of the package, from the lowest to the top."""
SEARCH = """
    options clock cover quotient plan journal run estimate scan workers by_search
    by_frontier levels auto verbs
""".split()
"""The rooms of `search`."""
MODULES = sorted(path.relative_to(SOURCE) for path in chain(SOURCE.rglob("*.py"), SOURCE.rglob("*.pyi")))


def run(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes below `node` that a program may run: not those for type checkers."""
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"):
            yield child
            yield from run(child)


def imported(path: Path, nodes: Callable[[ast.AST], Iterable[ast.AST]] = run) -> Iterator[tuple[str, ...]]:
    """Yield the modules of the package that a module imports, at its head or within functions, as parts of names."""
    package = path.parent.parts
    for node in nodes(ast.parse((SOURCE / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert not any(alias.name.startswith("pentomino") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) + 1 - node.level]
            module = tuple(node.module.split(".")) if node.module else ()
            for alias in node.names:
                yield (*base, *module, alias.name)


def room(name: tuple[str, ...]) -> str:
    return name[0] if name[0] in ROOMS else "__init__"


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_imports_run_downwards(path: Path) -> None:
    own = path.with_suffix("").parts
    below = ROOMS[: ROOMS.index(own[0]) + (len(own) > 1)]
    assert {room(name) for name in imported(path)} <= set(below)


HEART = ROOMS[: ROOMS.index("render")]
"""The values and the search."""


@pytest.mark.parametrize("path", [path for path in MODULES if path.with_suffix("").parts[0] in HEART], ids=str)
def test_values_and_search_know_nothing_above_them_even_for_types(path: Path) -> None:
    above = {room(name) for name in imported(path, ast.walk)} - set(HEART)
    assert above == ({"drawable"} if path.stem == "pictured" else set())


@pytest.mark.parametrize("path", [path for path in MODULES if path.parts[0] == "search"], ids=str)
def test_imports_run_downwards_in_search(path: Path) -> None:
    own = path.with_suffix("").parts[1:]
    below = [] if own == ("__init__",) else SEARCH[: SEARCH.index(own[0]) + (len(own) > 1)]
    assert {name[1] for name in imported(path) if name[0] == "search"} <= set(below)


@pytest.mark.parametrize("folder", sorted({path.parent for path in MODULES}), ids=str)
def test_no_circle_within_a_folder(folder: Path) -> None:
    """Modules can be taken away one after the other, each when no other imports it."""
    here, files = folder.parts, [path for path in MODULES if path.parent == folder]
    left = {path.stem: {name[len(here)] for name in imported(path) if name[: len(here)] == here} for path in files}
    while top := [name for name in left if not any(name in used for one, used in left.items() if one != name)]:
        for name in top:
            del left[name]
    assert not left


def test_the_core_imports_nothing_of_the_package() -> None:
    for path in [*SOURCE.glob("*.pyx"), *SOURCE.rglob("*.pxi")]:
        lines = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
        imports = [words for words in lines if words[:1] in (["from"], ["import"], ["cimport"])]
        assert not [words for words in imports if words[1].startswith((".", "pentomino"))]
