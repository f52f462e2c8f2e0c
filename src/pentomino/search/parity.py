"""The parity of a chessboard: whether the pieces can cover as many black cells as the board has.

On a lattice where every neighbour is of the other colour, a piece covers so many more cells of one colour than of the
other, wherever it lies and however it is turned: S. W. Golomb, "Polyominoes" (1965).
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from ..base.look import looked
from ..base_puzzle import BasePuzzle
from ..lattices.lattice import Cell

__all__ = ["is_fair"]


def is_fair(puzzle: BasePuzzle) -> bool:
    """False if no choice of colours for each copy gives the board's difference of black and white cells.

    Takes some microseconds for each piece. Only copies whose number is fixed are looked at: with others it is True,
    unless these cover as many black as white cells. So it is if cells may stay empty.
    """
    if puzzle.optional:
        return True
    wanted = _surplus(puzzle.free)
    sums, middle = 1, 0  # bit n is set if n - middle can be made
    for piece, least, most in puzzle.demand:
        if extra := _surplus_of_shape(piece.cells):
            if least != most:
                return True
            for _ in range(least):
                sums |= sums << 2 * extra
            middle += least * extra
    return bool(sums >> (middle + wanted) & 1) or not _is_chessboard(puzzle)


def _surplus(cells: Collection[Cell]) -> int:
    """By how many cells more are of one colour, those whose coordinates have an odd sum, or else of the other."""
    return abs(len(cells) - 2 * sum([sum(cell) & 1 for cell in looked(cells)]))


@lru_cache(maxsize=4096)
def _surplus_of_shape(cells: tuple[Cell, ...]) -> int:
    return _surplus(cells)


def _is_chessboard(puzzle: BasePuzzle) -> bool:
    """Whether all neighbours are of the other colour, on the lattice and on the board; asked last, as it takes longest.

    On hexagons the difference of a piece depends on how it is turned, whatever the board.
    """
    cells, lattice = puzzle.board.cells, puzzle.board.lattice
    if any(sum(vector) % 2 == 0 for vectors in lattice.vectors for vector in vectors):
        return False
    neighbours = lattice.neighbours
    near = ((cell, other) for cell in looked(cells) for other in cells.intersection(neighbours(cell)))
    return all((sum(cell) + sum(other)) % 2 for cell, other in near)
