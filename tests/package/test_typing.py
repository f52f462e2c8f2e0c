"""What type checkers are shown. (`ci/lint` and `ci/wheel` have mypy and pyright check the files in `typing`.)"""

from __future__ import annotations

import inspect
import runpy
import typing
from pathlib import Path

import pytest

import pentomino

PACKAGE = Path(pentomino.__file__).parent
VERBS = ["solve_all", "solve", "count"]


def test_user_code_runs() -> None:
    runpy.run_path(str(Path(__file__).parent / "typing" / "user_code.py"), run_name="__main__")


def test_the_package_says_that_it_is_typed() -> None:
    assert (PACKAGE / "py.typed").is_file()


def test_every_compiled_module_has_a_stub() -> None:
    compiled = [path.name.partition(".")[0] for path in PACKAGE.rglob("*") if path.suffix in (".so", ".pyd")]
    assert "_core" in compiled
    assert [name for name in compiled if not (PACKAGE / f"{name}.pyi").is_file()] == []


@pytest.mark.parametrize("name", sorted(set(pentomino.__all__) - {"__version__"}))
def test_every_public_argument_and_result_has_a_type(name: str) -> None:
    thing = getattr(pentomino, name)
    verbs = [one for key, one in vars(thing).items() if not key.startswith("_")] if inspect.isclass(thing) else [thing]
    for verb in filter(callable, verbs):
        signature = inspect.signature(verb)
        assert signature.return_annotation is not signature.empty, verb
        assert [p.name for p in signature.parameters.values() if p.name != "self" and p.annotation is p.empty] == []


@pytest.mark.parametrize("verb", VERBS)
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
