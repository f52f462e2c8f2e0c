"""An argument of a wrong type gets an error of the package, which names it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

import pentomino
from pentomino import PentominoError, Puzzle, Solution

pytestmark = pytest.mark.usefixtures("plain_place")

PUZZLE = Puzzle("3x5", "PUV")
VERBS: dict[str, Callable[..., Any]] = {
    **{name: getattr(pentomino, name) for name in ("count", "solve", "solve_all", "generate")},
    "divide": lambda **given: pentomino.divide(**{"board": "2x4", "n": 4, **given}),
    "sequence": lambda **given: pentomino.sequence(**{"board": "2xN", "pieces": "I2*", "terms": 2, **given}),
    **{
        f"Puzzle.{name}": getattr(PUZZLE, name)
        for name in dir(PUZZLE)
        if not name.startswith("_")
        and {"timeout", "samples"} & {*getattr(getattr(PUZZLE, name), "__annotations__", ())}
    },
}
LIMITS = "limit timeout workers memory_limit terms n k level samples spare seed".split()


@pytest.mark.parametrize("verb", VERBS)
def test_no_other_error_comes_out(verb: str) -> None:
    assert len(VERBS) > 15
    asked = getattr(pentomino, verb, VERBS[verb])
    own = {"board": PUZZLE} if verb in ("count", "solve", "solve_all") else {"k": 1} if verb == "Puzzle.sample" else {}
    for name in inspect.signature(asked).parameters:
        for value in (True, -1, 1.5, "x", b"x", ["V"], {"V": "x"}, object()):
            try:
                answer = VERBS[verb](**{**own, name: value})
                if hasattr(answer, "__next__"):
                    next(answer, None)
            except PentominoError:
                continue
            assert value is not True or name not in LIMITS, (name, answer)
            assert name != "statistics", value


def test_what_programs_make_and_do_not_make() -> None:
    for arguments, error in {
        (PUZZLE, ("V",)): "each of placements must be a Placement, got 'V'",
        ("3x5", ()): "puzzle must be a Puzzle, got '3x5'",
    }.items():
        with pytest.raises(PentominoError) as caught:
            Solution(*arguments)  # type: ignore[arg-type]
        assert str(caught.value) == error
    with pytest.raises(PentominoError, match="^solution must be a Solution, got 5$"):
        pentomino.properties(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^Puzzle\.__init__\(\) got an unexpected keyword argument 'limit'$"):
        Puzzle("6x10", limit=3)  # type: ignore[call-arg]
    for kind in (pentomino.Hint, pentomino.BuildOrder, pentomino.Explanation, pentomino.Sequence):
        with pytest.raises(
            PentominoError, match=f"a {kind.__name__} cannot be made directly; functions and methods return it$"
        ):
            kind()
