"""Which engine searches a puzzle, and in which of its ways: for tests to choose."""

from __future__ import annotations

from pentomino import Puzzle
from pentomino.search.items import ItemizedPuzzle
from pentomino.search.listed import ListedPuzzle
from pentomino.search.plan import Plan
from pentomino.search.tables import compile_table
from pentomino.search.windowed import WindowedPuzzle

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
