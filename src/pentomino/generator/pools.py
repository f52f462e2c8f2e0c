"""Pools: pieces of which some are used, and which ones a solution used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..board import Board
from ..errors import PuzzleError
from ..pieces.sets import PieceCount, PieceSet, may_turn_over
from ..puzzle import Puzzle
from ..solutions.solution import Solution
from .workshop import Workshop

__all__ = ["choice_of_copies", "pool", "used_by"]


def pool(board: Board, counts: Sequence[PieceCount], reflections: bool | None) -> Puzzle:
    """The puzzle in which pieces need not be used."""
    turn_over = may_turn_over(counts, reflections)
    merged = PieceSet(counts, turn_over).counts
    return Puzzle(board, {piece: (0, most) for piece, _, most in merged}, reflections=turn_over)


def used_by(solution: Solution) -> Puzzle:
    """The puzzle with just the pieces of a solution."""
    puzzle = solution.puzzle
    used = Counter(map(puzzle.owner, solution.placements))
    copies = {puzzle.pieces[number].piece: used[number] for number in sorted(used)}
    return Puzzle(puzzle.board, copies, reflections=puzzle.reflections)


def choice_of_copies(shop: Workshop, counts: Sequence[PieceCount], area: int) -> list[int]:
    """Copies of pieces that have an area together, as numbers of the pieces in an order of chance; none if none has."""
    left = area - sum(piece.size * least for piece, least, _ in counts)
    chosen = [number for number, (_, least, _) in enumerate(counts) for _ in range(least)]
    spare = {
        number: (left if most is None else (most - least) * piece.size) // piece.size
        for number, (piece, least, most) in enumerate(counts)
    }
    while left > 0:
        fitting = [
            n for n, (piece, _, _) in enumerate(counts) if spare[n] and _may_end(counts, spare, left - piece.size, n)
        ]
        if not fitting:
            break
        number = shop.chosen(fitting)
        spare[number] -= 1
        left -= counts[number].piece.size
        chosen.append(number)
    return shop.shuffled(chosen) if left == 0 else []


def _may_end(counts: Sequence[PieceCount], spare: dict[int, int], left: int, taken: int) -> bool:
    """Whether the copies that are spare when one more is taken can cover what is left."""
    sums = 1
    for number, (piece, _, _) in enumerate(counts):
        for _ in range(min(spare[number] - (number == taken), max(left, 0) // piece.size)):
            sums |= sums << piece.size
    return left >= 0 and bool(sums >> left & 1)


def area_of(counts: Sequence[PieceCount], cells: int | None) -> int:
    """The area that is wanted; raises `PuzzleError` if it is not said, and none follows from the copies."""
    if cells is not None:
        return cells
    if any(least != most for _, least, most in counts):
        raise PuzzleError("say the number of cells of the shape, as the copies of the pieces do not")
    return sum(piece.size * least for piece, least, _ in counts)
