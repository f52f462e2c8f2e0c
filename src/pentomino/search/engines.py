"""Which engine suits a puzzle, by sizes and copies only; it may still be beyond the engine, or beyond the memory."""

from __future__ import annotations

from collections.abc import Sequence

from ..puzzle import Demand
from .plan import Plan

__all__ = ["head_of_listing", "suits"]

MANY_PIECES = 15
"""From so many pieces on, the frontier wins by ten times and more; see `docs/frontier.md` for what was measured."""

FEW_PIECES, NARROW, FEW_CELLS = 12, 5, 24

LISTED = 6
"""The short side of boards up to which listing was measured; the memory it takes grows fast with it."""

HEAD = 1 << 21
"""Nodes that the search visits before it leaves the rest to the frontier, on narrow boards: some 20 ms."""


def suits(plan: Plan) -> tuple[bool, str]:
    """Whether the frontier is likely to count faster than the search, and why; looks at sizes and copies only.

    The puzzle may still be beyond the engine (`FrontierUnfit`), or beyond the memory.
    """
    puzzle = plan.puzzle
    area = len(puzzle.free)
    used = [count for count in puzzle.demand if count.most]
    pieces, short = _sizes(plan)
    if area >= FEW_CELLS and all(least == 0 and (most + 1) * piece.size > area for piece, least, most in used):
        return True, "copies need no counting"
    if pieces >= MANY_PIECES:
        return True, f"{pieces} pieces or more are to be placed"
    if pieces >= FEW_PIECES and short <= NARROW:
        return True, f"the board is only {short} cells wide"
    return False, f"only about {pieces} pieces are to be placed, on a board {short} cells wide"


def head_of_listing(plan: Plan) -> tuple[int | None, str]:
    """How many nodes the search is to visit before the frontier lists the rest, None for all of them; and why.

    To prepare a walk takes the longer the wider the board is, and so more of the search has to be left to do.
    """
    pieces, short = _sizes(plan)
    if short > LISTED or pieces < (FEW_PIECES if short <= NARROW else MANY_PIECES):
        return None, f"only about {pieces} pieces are to be placed, on a board {short} cells wide"
    reason = f"{pieces} pieces or more are to be placed, on a board {short} cells wide"
    return HEAD << 2 * max(0, short - NARROW), reason


def _sizes(plan: Plan) -> tuple[int, int]:
    """The fewest pieces of a solution, and the short side of the board."""
    puzzle = plan.puzzle
    fewest = _fewest_pieces([count for count in puzzle.demand if count.most], len(puzzle.free))
    return fewest, puzzle.numbering.across


def _fewest_pieces(demand: Sequence[Demand], area: int) -> int:
    """The number of pieces that cover the area if large ones come first, after the least copies of each."""
    number = sum(least for _, least, _ in demand)
    rest = area - sum(least * piece.size for piece, least, _ in demand)
    for size, spare in sorted(((piece.size, most - least) for piece, least, most in demand), reverse=True):
        more = max(0, min(spare, rest // size))
        number += more
        rest -= more * size
    return number
