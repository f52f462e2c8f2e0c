"""The engines' signature: nodes and states on fixed puzzles, so that no change alters the work unnoticed.

After a change that is meant to alter it, write the new numbers with

    PYTHONPATH=tests/helpers python tests/core/test_signature.py

and give the reason in the commit message.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from effort import thorough
from pentomino._core import WINDOW
from pentomino.search.estimate import counting_plan
from pentomino.search.plan import Plan
from recorded import Recorded as Puzzle

WIDE = "L N P Y on 20x21, two words"
"""A board for the window of 128 bits. Where the compiler has no such integers, the item engine takes it."""

FILE = Path(__file__).parents[1] / "data" / "signature.json"

PUZZLES: dict[str, dict[str, Any]] = {
    "6x10": {},
    "3x20": {"board": "3x20"},
    "5x12": {"board": "5x12"},
    "one-sided 3x30": {"board": "3x30", "pieces": "one-sided pentominoes", "reflections": False},
    "8x8 less centre": {"board": "\n".join(["." * 8] * 3 + ["...##..."] * 2 + ["." * 8] * 3)},
    "8x8 less corners": {"board": "\n".join(["#......#", *["." * 8] * 6, "#......#"])},
    "tetrominoes twice on 5x8": {"board": "5x8", "pieces": "tetrominoes*2"},
    "dominoes on 6x6": {"board": "6x6", "pieces": "I2*"},
    "hexominoes on 5x6": {"board": "5x6", "pieces": "hexominoes?"},
    "Y on 10x10": {"board": "10x10", "pieces": "Y*"},
    WIDE: {"board": "20x21", "pieces": "LNPY*"},
    "X restricted": {"restrict": {"X": lambda placement: placement.cells[0][0] == 1}},
    "a ring, listed": {"board": "\n".join(["." * 36, *["." + "#" * 34 + "."] * 32, "." * 36]), "pieces": "I* L4* I4*"},
}


def signature(name: str) -> dict[str, int]:
    """The nodes, dead ends and solutions of a puzzle's search; of a long one, up to its thousandth solution."""
    puzzle = Puzzle(**PUZZLES[name])
    solutions = puzzle.count(limit=1000, method="search")
    statistics = puzzle.statistics
    return {"solutions": solutions, "nodes": statistics.nodes, "dead_ends": statistics.dead_ends}


COUNTED = ("6x10", "one-sided 3x30", "8x8 less centre", "tetrominoes twice on 5x8", "dominoes on 6x6")


def counted(name: str) -> dict[str, Any]:
    """What the frontier engine counts, and the nodes and states of each level, by the number of cells covered."""
    puzzle = Puzzle(**PUZZLES[name])
    solutions = puzzle.count(method="frontier", symmetry="all")
    statistics = puzzle.statistics
    return {"solutions": solutions, "levels": sorted(map(list, statistics.levels))}


@pytest.mark.parametrize("name", [name for name in PUZZLES if name != WIDE or WINDOW == 128])
def test_signature(name: str) -> None:
    assert signature(name) == json.loads(FILE.read_text(encoding="utf-8"))[name]


@pytest.mark.parametrize("name", COUNTED)
def test_signature_of_the_frontier(name: str) -> None:
    assert counted(name) == json.loads(FILE.read_text(encoding="utf-8"))[f"{name}, counted"]


@pytest.mark.parametrize(
    ("board", "solutions", "nodes"), [("2x5x6", 305, 525_602), pytest.param("3x4x5", 4217, 6_525_818, marks=thorough)]
)
def test_signature_of_a_count_by_items(board: str, solutions: int, nodes: int) -> None:
    plan = counting_plan(Plan(Puzzle(board, "pentominoes")))
    searches = [plan.unordered(case) for case in plan.cases]
    assert sum(search.count() for search in searches) == solutions
    assert sum(search.nodes for search in searches) == nodes


def test_no_puzzle_is_left_over() -> None:
    assert len(json.loads(FILE.read_text(encoding="utf-8"))) == len(PUZZLES) + len(COUNTED)


if __name__ == "__main__":
    every = {name: signature(name) for name in PUZZLES} | {f"{name}, counted": counted(name) for name in COUNTED}
    lines = [f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in every.items()]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
