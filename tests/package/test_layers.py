"""Imports run downwards: a room uses only those before it in the list, wherever the import stands.

The design page lists the rooms in this order, and names the functions to read first.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

import pentomino

SOURCE = Path(pentomino.__file__).parent
ROOMS = """
    _core _frontier _version errors limits value wording files known_pieces lattices notation pictured pieces
    board placement symmetry catalogue board_input base_puzzle search render drawable charts solutions reason puzzle
    boards calendar make pages formats play typing __init__ cli __main__
""".split()
"""The folders and files of the package, from the lowest to the top."""
SEARCH = """
    options clock cover quotient plan journal run estimate scan workers by_search
    by_frontier levels auto verbs
""".split()
"""The rooms of `search`."""
MODULES = sorted(path.relative_to(SOURCE) for path in chain(SOURCE.rglob("*.py"), SOURCE.rglob("*.pyi")))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse((SOURCE / path).read_text(encoding="utf-8"))


def run(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes below `node` that a program may run: not those for type checkers."""
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"):
            yield child
            yield from run(child)


def imported(path: Path, nodes: Callable[[ast.AST], Iterable[ast.AST]] = run) -> Iterator[tuple[str, ...]]:
    """Yield the modules of the package that a module imports, at its head or within functions, as parts of names."""
    package = path.parent.parts
    for node in nodes(tree(path)):
        if isinstance(node, ast.Import):
            assert not any(alias.name.startswith("pentomino") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) + 1 - node.level]
            module = tuple(node.module.split(".")) if node.module else ()
            for alias in node.names:
                yield (*base, *module, alias.name)


def room(name: tuple[str, ...]) -> str:
    return name[0] if name[0] in ROOMS else "__init__"


HEART = ROOMS[: ROOMS.index("render")]
"""The values and the search, which know nothing above them even for types."""
FOR_TYPES = {"pictured": {"drawable"}, "errors": {"solutions"}}
"""What some of them know all the same."""


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_imports_run_downwards(path: Path) -> None:
    own, *inner = path.with_suffix("").parts
    below = ROOMS[: ROOMS.index(own) + bool(inner)]
    assert {room(name) for name in imported(path)} <= set(below)
    if own in HEART:
        assert {room(name) for name in imported(path, ast.walk)} - set(HEART) == FOR_TYPES.get(path.stem, set())
    if own == "search":
        below = [] if inner == ["__init__"] else SEARCH[: SEARCH.index(inner[0]) + (len(inner) > 1)]
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


ROOT = Path(__file__).parents[2]
DESIGN = ROOT / "docs/development/design.md"


def test_each_file_begins_with_what_it_is_for() -> None:
    for path in MODULES:
        assert path.suffix == ".pyi" or ast.get_docstring(tree(path)), path


def test_the_page_has_the_rooms_from_top_to_bottom() -> None:
    (block,) = re.findall(r"^```text\n(__main__ .*?)```$", section("The rooms"), re.M | re.S)
    named = block.replace("search: ", " ").split()
    assert named == [name for room in ROOMS[:1:-1] for name in (SEARCH[::-1] if room == "search" else [room])]


def section(title: str) -> str:
    return DESIGN.read_text(encoding="utf-8").partition(f"## {title}\n")[2].partition("\n## ")[0]


CALLS = ('count("6x10")', 'next(solve_all("8x8", "pentominoes + O4"))')
PROFILE = """
import json, sys
from pathlib import Path
import pentomino
from pentomino import count, solve_all
from pentomino.search import auto

auto.FIRST_SECONDS = 1e9  # a profile is slow, and the search would lose its turn
home, seen = Path(pentomino.__file__).parent, {}

def note(frame, event, _):
    code = frame.f_code
    if event == "call" and Path(code.co_filename).is_relative_to(home):
        seen[Path(code.co_filename).relative_to(home).as_posix() + " " + code.co_qualname] = None

sys.setprofile(note)
CALL
sys.setprofile(None)
print(json.dumps(list(seen)))
"""


def ran(call: str) -> list[str]:
    """Return the functions of the package that a call runs in a new process, by their first run."""
    command = [sys.executable, "-c", PROFILE.replace("CALL", call)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    return list(json.loads(done.stdout))


@pytest.mark.needs_processes
@pytest.mark.skipif(not (ROOT / "src").is_dir(), reason="the sources are not there")
def test_the_listed_functions_run_in_this_order() -> None:
    """Those of the core have names in its source; Python cannot see them run."""
    steps = re.findall(r"^(\d+)\. `([\w/.]+)`, `([\w.]+)`:", section("Two calls"), re.M)
    assert [int(number) for number, _, _ in steps] == list(range(1, 45))
    for path, name in {step[1:] for step in steps if step[1].endswith(".pxi")}:
        source = (ROOT / "src/pentomino" / path).read_text(encoding="utf-8")
        assert re.search(rf"^ *c?p?def [^=(]*\b{name}\(", source, re.M), (path, name)
    own = [f"{path} {name}" for _, path, name in steps if path.endswith(".py")]
    first = own.index("puzzle.py solve_all")
    for call, listed in zip(CALLS, (own[:first], own[first:]), strict=True):
        assert call in section("Two calls")
        assert [name for name in ran(call) if name in listed] == listed


def test_the_border_has_all_files_of_the_search() -> None:
    """Each file is on one side, and the numbers of lines are right to a tenth."""
    text = section("What a plain call needs")
    sides = re.findall(r"^(.+?)  +([\d ]+) lines  (.*)$", text, re.M)
    assert len(sides) == 3
    assert sorted(name for *_, names in sides for name in names.split()) == sorted(SEARCH)
    for side, said, names in sides:
        lines = sum(len((SOURCE / f"search/{name}.py").read_text("utf-8").splitlines()) for name in names.split())
        assert abs(lines - int(said.replace(" ", ""))) <= lines / 10, (side, lines)
