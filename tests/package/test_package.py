"""The package as it is installed: what it brings along when it is imported, and in which ways it is started."""

from __future__ import annotations

import os
import pydoc
import re
import subprocess
import sys
from pathlib import Path

import pytest

import pentomino

ROOT = Path(__file__).parents[2]

LATER = "argparse asyncio concurrent.futures dataclasses dis inspect json multiprocessing subprocess".split()
"""Modules that take long to import, and are needed by few programs that use the package."""


UNUSED = """
    decimal difflib fractions logging lzma pathlib shutil string tempfile textwrap threading
    pentomino.boards pentomino.formats pentomino.render.colours pentomino.render.svg pentomino.search.estimate
    pentomino.search.by_frontier pentomino.search.quotient pentomino.lattices.hexagonal
""".split()
"""What a command that prints a solution has no use for."""


def brought_along(statement: str) -> set[str]:
    """The modules that a fresh process has loaded after a statement, and had not before."""
    code = f"import sys; before = set(sys.modules); {statement}; print(*set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    return set(done.stdout.split())


def strangers(modules: set[str]) -> set[str]:
    """Those packages that are neither this one nor part of Python, nor made up by Cython as it is loaded."""
    packages = {name.partition(".")[0] for name in modules if "cython_" not in name}
    return packages - {"pentomino"} - sys.stdlib_module_names


@pytest.mark.needs_processes
def test_importing_is_light_and_needs_nothing_else() -> None:
    modules = brought_along("import pentomino, pentomino._frontier")
    assert "pentomino._core" in modules
    assert strangers(modules) | modules.intersection([*LATER, *MODULES.values()]) == set()


@pytest.mark.needs_processes
def test_solving_needs_nothing_else() -> None:
    uses = "count()", "solve().to_text()", "solve().to_svg()", "Puzzle().count(workers=2)", "formats.FORMATS"
    assert strangers(brought_along("; ".join(["import pentomino", *(f"pentomino.{use}" for use in uses)]))) == set()


@pytest.mark.needs_processes
def test_a_command_loads_what_it_uses() -> None:
    quiet = "out, sys.stdout = sys.stdout, open(os.devnull, 'w')"
    solve = f"import os; {quiet}; from pentomino.cli import main; main(['solve', '6x10']); sys.stdout = out"
    modules = brought_along(solve)
    assert "pentomino.cli.solve" in modules
    assert modules.intersection(set(LATER) - {"argparse"} | set(UNUSED)) == set()


def test_compiled_functions_say_that_their_variables_are_their_own() -> None:
    from pentomino import _core, _frontier

    optimized, newlocals = 0x1, 0x2  # as `inspect` has them; functions of Python's own hold more
    for function in (_core.Search.count, _frontier.FrontierCount.count):
        assert function.__code__.co_flags & (optimized | newlocals | 0x4 | 0x8) == optimized | newlocals


INTERRUPTING = """
import sys
class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name in {}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Finder)
"""
"""A site's own start-up file, by which the import of some modules is interrupted."""


def interrupted(tmp_path: Path, modules: set[str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """A fresh process, with Ctrl-C pressed when it comes to one of the modules."""
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTING.format(modules))
    path = os.pathsep.join([str(tmp_path), *sys.path])
    command = [sys.executable, *arguments]
    return subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, timeout=60)


@pytest.mark.needs_processes
@pytest.mark.parametrize("module", ["_core", "_frontier"])
def test_compiled_modules_do_not_need_what_may_fail(tmp_path: Path, module: str) -> None:
    done = interrupted(tmp_path, {"inspect", "dis"}, "-c", f"import pentomino.{module}; print('done')")
    assert (done.stdout, done.returncode) == ("done\n", 0)


@pytest.mark.needs_processes
def test_a_command_interrupted_while_its_module_is_imported_says_so(tmp_path: Path) -> None:
    done = interrupted(tmp_path, {"pentomino.cli.solve"}, "-m", "pentomino")
    assert (done.stdout, done.stderr, done.returncode) == ("", "pentomino: interrupted\n", 130)


@pytest.mark.needs_processes
def test_importing_the_library_leaves_the_hook_for_errors_alone(tmp_path: Path) -> None:
    (tmp_path / "pentomino").write_text("import sys, pentomino.cli\nprint(sys.excepthook is sys.__excepthook__)\n")
    done = interrupted(tmp_path, set(), str(tmp_path / "pentomino"))
    assert (done.stdout, done.returncode) == ("True\n", 0)


@pytest.mark.needs_numpy
@pytest.mark.needs_processes
def test_numpy_comes_with_its_use() -> None:
    assert "numpy" in brought_along("import pentomino; pentomino.solve().to_numpy()")


def test_all_names_are_there() -> None:
    assert [name for name in pentomino.__all__ if not hasattr(pentomino, name)] == []
    assert len(pentomino.__all__) == len(set(pentomino.__all__))
    with pytest.raises(AttributeError, match="module 'pentomino' has no attribute 'nonsense'"):
        _ = pentomino.nonsense


MODULES = {name: f"pentomino.{name}" for name in ("boards", "calendar", "formats", "typing")}


def test_checkers_of_types_read_the_same_names() -> None:
    """What is imported for them stands in the source as `from .home import name as name`."""
    block = Path(pentomino.__file__).read_text(encoding="utf-8").partition("if TYPE_CHECKING:")[2].partition("\n\n")[0]
    names = {name: home for home, name in re.findall(r"from (\S+) import (\w+) as \2$", block, re.MULTILINE)}
    assert [names.pop(name) for name in pentomino._MODULES] == ["."] * len(pentomino._MODULES)
    assert names == pentomino._LATER


@pytest.mark.needs_processes
@pytest.mark.parametrize("name", MODULES)
def test_a_module_is_loaded_when_it_is_asked_for(name: str) -> None:
    assert MODULES[name] in brought_along(f"import pentomino; pentomino.{name}.__doc__")


def test_only_what_is_meant_for_users_is_listed() -> None:
    pages = "\n".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs/reference/api").glob("*.md"))
    for name in dir(pentomino):
        described = re.search(rf"(autoclass|autofunction|autoexception|py:\w+):: (pentomino\.)?{name}\b", pages)
        assert described or name in MODULES or name.startswith("__"), name
    assert {*pentomino.__all__} < {*dir(pentomino)}


def test_help_shows_what_programs_call_or_make() -> None:
    shown = pydoc.plain(pydoc.render_doc(pentomino)).splitlines()
    assert len(shown) <= 4600
    private = {match[1] for line in shown if (match := re.match(r"     [|]  (_[a-z]\w*)\(", line))}
    assert private <= {"_asdict", "_make", "_replace"}  # of named tuples


@pytest.mark.parametrize("name", MODULES)
def test_only_what_is_meant_for_users_is_listed_of_a_module(name: str) -> None:
    module = getattr(pentomino, name)
    assert {known for known in dir(module) if not known.startswith("__")} == set(module.__all__)
