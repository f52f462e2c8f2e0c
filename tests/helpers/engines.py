"""Which engine searches a puzzle, and in which of its ways: for tests to choose."""

from __future__ import annotations

from pentomino import Puzzle
from pentomino.search.compiled.choice import compile_table
from pentomino.search.compiled.items import ItemizedPuzzle
from pentomino.search.compiled.lists import ListedPuzzle
from pentomino.search.compiled.window import WindowedPuzzle
from pentomino.search.plan import Plan

ENGINES = {"window": WindowedPuzzle, "list": ListedPuzzle, "item": compile_table}


def with_engine(puzzle: Puzzle, engine: str) -> Puzzle:
    """The same puzzle, searched by the engine of that name, if that takes it."""
    copy = Puzzle.__new__(Puzzle)
    copy.__dict__.update(puzzle.__getstate__())
    copy.__dict__["plan"] = plan = Plan(copy)  # that of the puzzle knows placements by other numbers
    table = ENGINES[engine](copy)
    # Without any orientation that fits the board there is nothing to look up in a window.
    plan.__dict__["table"] = table if getattr(table, "fits", True) else ListedPuzzle(copy)
    plan.__dict__["items"] = ItemizedPuzzle(plan.table) if engine == "item" and ItemizedPuzzle.takes(table) else None
    return copy
