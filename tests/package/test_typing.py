"""What type checkers are shown. (`ci/lint` has mypy and pyright check the files in `typing` and the pages' samples.)"""

from __future__ import annotations

import ast
import inspect
import re
import runpy
import sys
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_pages import INTERNAL

import pentomino
from scripts import script

PACKAGE = Path(pentomino.__file__).parent


def test_user_code_runs() -> None:
    runpy.run_path(str(Path(__file__).parent / "typing" / "user_code.py"), run_name="__main__")


def test_every_compiled_module_has_a_stub_in_a_typed_package() -> None:
    assert (PACKAGE / "py.typed").is_file()
    compiled = [path.name.partition(".")[0] for path in PACKAGE.rglob("*") if path.suffix in (".so", ".pyd")]
    assert "_core" in compiled
    assert [name for name in compiled if not (PACKAGE / f"{name}.pyi").is_file()] == []


@pytest.mark.parametrize("name", sorted({*pentomino.__all__, *pentomino._LATER} - {"__version__"}))
def test_every_public_argument_and_result_has_a_type(name: str) -> None:
    thing = getattr(pentomino, name)
    verbs = [one for key, one in vars(thing).items() if not key.startswith("_")] if inspect.isclass(thing) else [thing]
    for verb in filter(callable, verbs):
        signature = inspect.signature(verb)
        assert signature.return_annotation is not signature.empty, verb
        assert [p.name for p in signature.parameters.values() if p.name != "self" and p.annotation is p.empty] == []


def aliases() -> set[str]:
    """The types that the package defines for annotations: aliases, literals and protocols."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
                found.add(ast.unparse(node.target))
            elif isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("Literal["):
                found.add(ast.unparse(node.targets[0]))
            elif isinstance(node, ast.ClassDef) and ast.unparse(node).startswith(f"class {node.name}(Protocol"):
                found.add(node.name)
    return found | {"Cell", "Cells"}


def annotated(value: Any) -> Iterator[str]:
    """Yield the names in the annotations of a function, or of the public methods of a class."""
    if inspect.isclass(value):
        owners = [owner for owner in value.__mro__ if owner.__module__.startswith("pentomino")]
        internal = " ".join(INTERNAL.get(owner.__name__, "") for owner in owners).split()
        for name in [name for name in dir(value) if name[0] != "_" and name not in internal]:
            member = inspect.getattr_static(value, name)
            yield from annotated(getattr(member, "fget", None) or getattr(member, "__func__", member))
        value = value.__init__ if value.__name__ not in MADE else None
    yield from re.findall(r"\w+", " ".join(map(str, getattr(value, "__annotations__", {}).values())))


MADE = ("Lattice", "Puzzles", "Solutions", "Drawing")
"""Classes that a program gets from a function, and does not call itself."""


def test_every_alias_in_a_public_signature_can_be_imported() -> None:
    modules = (pentomino, pentomino.boards, pentomino.calendar, pentomino.formats)
    listed = [(module, key) for module in modules for key in {*module.__all__, *getattr(module, "_LATER", ())}]
    names = {name for module, key in listed for name in annotated(getattr(module, key))}
    parts = {"Copies", "Rule"}  # of PiecesLike and Restrict
    assert set(pentomino.typing.__all__) == (names & aliases()) | parts


def test_the_module_typing_does_not_hide_the_standard_one() -> None:
    assert pentomino.typing is not typing
    modules = [module for name, module in sys.modules.items() if name.startswith("pentomino.")]
    assert {module.TypeAlias for module in modules if hasattr(module, "TypeAlias")} == {typing.TypeAlias}


@pytest.mark.parametrize("name", pentomino.typing.__all__)
def test_every_alias_is_there(name: str) -> None:
    assert getattr(pentomino.typing, name) is not None
    with pytest.raises(AttributeError, match=f"module 'pentomino.typing' has no attribute '{name}s_'"):
        getattr(pentomino.typing, f"{name}s_")


@pytest.mark.parametrize("verb", ["solve_all", "solve", "count"])
def test_a_verb_takes_the_same_as_function_and_as_method(verb: str) -> None:
    method = inspect.signature(getattr(pentomino.Puzzle, verb)).parameters
    function = inspect.signature(getattr(pentomino, verb)).parameters
    statement = dict(inspect.signature(pentomino.Puzzle).parameters)
    statement["board"] = statement["board"].replace(annotation="BoardLike | Puzzle")
    assert dict(function) == {**statement, **{name: p for name, p in method.items() if name != "self"}}


def test_types_can_be_read_at_run_time() -> None:
    hints = typing.get_type_hints(pentomino.count)
    assert hints["return"] is int
    assert hints["symmetry"] == typing.Literal["distinct", "rotations", "all"]


SAMPLES = """# A page

```pycon
>>> import pentomino
>>> if solution := pentomino.solve("3x5", "PUV"):
...     print(solution.grid[0])
VVVUU
>>> pentomino.count(6)
Traceback (most recent call last):
    ...
pentomino.errors.PuzzleError: no board

```

    >>> pentomino.count("3x20")
    2
"""


def test_samples_become_a_module_with_the_same_lines() -> None:
    lines = script("ci/lint.d/samples.py").module_of(SAMPLES).splitlines()
    assert {number: line for number, line in enumerate(lines, 1) if line} == {
        4: "import pentomino",
        5: 'if solution := pentomino.solve("3x5", "PUV"):',
        6: "    print(solution.grid[0])",
        15: 'pentomino.count("3x20")',
    }
    assert script("ci/lint.d/samples.py").module_of("# A page\n\nWithout samples.\n") == ""


def test_every_page_with_samples_has_a_module(tmp_path: Path) -> None:
    samples = script("ci/lint.d/samples.py")
    samples.write(tmp_path / "new" / "samples")
    found = sorted((tmp_path / "new" / "samples").glob("*.py"))
    assert len(found) == len([page for page in samples.PAGES if re.search("^ *>>> ", page.read_text("utf-8"), re.M)])
    for path in found:
        compile(path.read_text(encoding="utf-8"), path.name, "exec")
