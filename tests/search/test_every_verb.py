"""Every verb with random limits: it returns what it declares, or raises an error that it declares."""

from __future__ import annotations

import inspect
import math
import pickle
import random
from collections.abc import Callable
from typing import Any, get_args

import pytest

import pentomino
from effort import own_random, share
from pentomino import PentominoError, Puzzle, SearchCancelled, SearchStopped, SearchTimeout
from pentomino.search.options import Symmetry
from puzzles import solved
from verbs import VERBS, has_type

PUZZLES = {
    "pieces": Puzzle("5x6", "FILPUV"),
    "none": Puzzle("4x5", "tetrominoes"),
    "copies": Puzzle("6x6", "I2*18"),
    "any number": Puzzle("4x5", "pentominoes*"),
    "twins": Puzzle("4x7", "one-sided tetrominoes", reflections=False),
    "given": Puzzle("3x20").replace(placed=pentomino.solve("3x20").placements[:3]),  # type: ignore[union-attr]
    "cubes": Puzzle("2x3x4", "L4*6"),
    "torus": Puzzle("torus 4x5", "PLNY"),
    "hexagons": Puzzle("hexagonal 4x7", "tetrahexes"),
    "room": Puzzle("..+..\n.....\n..+..", "PUV O1?"),
}


def test_no_verb_is_left_out() -> None:
    limited = {
        name
        for name, verb in inspect.getmembers(Puzzle, inspect.isfunction)
        if not name.startswith("_") and "timeout" in inspect.signature(verb).parameters
    }
    assert limited == VERBS.keys()


def limits(chance: random.Random, verb: Callable[..., object]) -> dict[str, Any]:
    """Draw limits."""
    drawn: dict[str, Any] = {
        "timeout": chance.choice([None, None, 0, 0.0005, 0.005]),
        "workers": chance.choice([1, 1, 2, 5]),
        "limit": chance.choice([None, None, 0, 1, 7]),
        "symmetry": chance.choice(["distinct", "rotations", "all"]),
        "memory_limit": chance.choice([None, int(10 ** chance.uniform(0, 7))]),
        "method": chance.choice(["search", "frontier", "auto", "auto"]),
    }
    known = inspect.signature(verb).parameters
    return {name: value for name, value in drawn.items() if name in known}


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("name", PUZZLES)
def test_an_answer_or_an_error(name: str, verb: str) -> None:
    chance, expected = own_random(f"{name} {verb}"), None
    for _ in range(share(40)):
        # A copy, because a puzzle keeps its tables.
        puzzle = pickle.loads(pickle.dumps(PUZZLES[name]))
        drawn = limits(chance, getattr(Puzzle, verb))
        try:
            found = VERBS[verb].ask(puzzle, **drawn)
            assert VERBS[verb].is_answer(found), (drawn, found)
        except SearchStopped as stopped:
            assert type(stopped.found) is int
            assert drawn["timeout"] is not None
            continue
        except PentominoError as error:
            assert "\n" not in str(error)
            continue
        if verb == "count":
            expected = expected or {symmetry: puzzle.count(symmetry=symmetry) for symmetry in get_args(Symmetry)}
            most = math.inf if drawn["limit"] is None else drawn["limit"]
            assert found == min(expected[drawn["symmetry"]], most), drawn


@pytest.mark.parametrize("verb", VERBS)
def test_it_stops_when_it_is_told(verb: str) -> None:
    for options, error in (({"timeout": 0}, SearchTimeout), ({"cancel": lambda: True}, SearchCancelled)):
        with pytest.raises(error):
            VERBS[verb].ask(Puzzle("6x10"), **options)


@pytest.mark.parametrize("verb", ["hint", "forced", "mistakes", "explain", "subsets", "pack"])
def test_workers_only_help_where_they_may(verb: str) -> None:
    puzzle, ask = PUZZLES["given"], VERBS[verb].ask
    if verb in ("explain", "subsets", "pack"):
        assert repr(ask(puzzle, workers=2)) == repr(ask(puzzle))
        return
    for gone in ("workers", "progress", "memory_limit"):
        with pytest.raises(TypeError, match=f"unexpected keyword argument '{gone}'"):
            ask(puzzle, **{gone: None})


SOMA = solved("soma")
OTHERS: dict[str, tuple[Callable[..., Any], tuple[Any, ...], Callable[[Any], bool]]] = {
    "sequence": (pentomino.sequence, ("3xN", "I2* O1*"), lambda found: isinstance(found, pentomino.Sequence)),
    "generate": (pentomino.generate, (1,), lambda found: all(type(one) is Puzzle for one in found)),
    "divide": (pentomino.divide, ("4x4", 4), lambda found: all(type(one) is pentomino.Solution for one in found)),
    "disassemble": (SOMA.disassemble, (), has_type(pentomino.Disassembly)),
    "build_order": (SOMA.build_order, (), has_type(pentomino.BuildOrder)),
}
"""Functions and methods of other values, their arguments, and what tells whether an answer has the declared type."""


@pytest.mark.parametrize("name", OTHERS)
def test_other_verbs(name: str) -> None:
    function, arguments, is_right = OTHERS[name]
    chance = own_random(name)
    for _ in range(share(80)):
        drawn = limits(chance, function)
        try:
            assert is_right(function(*arguments, **drawn)), drawn
        except PentominoError as error:
            assert "\n" not in str(error)
