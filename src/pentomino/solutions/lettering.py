"""Letters: which one stands for which piece in a picture of a puzzle."""

from __future__ import annotations

from collections.abc import Iterable

from ..base_puzzle import BasePuzzle
from ..drawable import own_symbols
from ..lattices.lattice import Cell
from ..placement import Placement

__all__ = ["number_in", "own_letters", "symbols_for"]


def symbols_for(puzzle: BasePuzzle, placements: Iterable[Placement]) -> tuple[str, ...]:
    """A letter for each placement: see `Solution.grid` for the rule."""
    placements = list(placements)
    own, pool = own_letters(puzzle)
    letter_at: dict[Cell, str] = {}
    symbols = []
    for placement in placements:
        symbol = own.get(number_in(puzzle, placement))
        if symbol is None:
            symbol = _next_letter(placement, pool, letter_at)
        for cell in placement.cells:
            letter_at[cell] = symbol
        symbols.append(symbol)
    return tuple(symbols)


def own_letters(puzzle: BasePuzzle) -> tuple[dict[int, str], list[str]]:
    """The letters of the pieces used at most once, by number, and those that are left for copies."""
    return own_symbols({number: piece.name for number, (piece, _, most) in enumerate(puzzle.pieces) if most == 1})


def _next_letter(placement: Placement, pool: list[str], letter_at: dict[Cell, str]) -> str:
    """The letter of the pool that was used longest ago and that no touching placement has."""
    lattice = placement.lattice
    touching = {letter_at.get(near) for cell in placement.cells for near in lattice.neighbours(cell)}
    letter = next((letter for letter in pool if letter not in touching), pool[0])
    pool.remove(letter)
    pool.append(letter)
    return letter


def number_in(puzzle: BasePuzzle, placement: Placement) -> int:
    """The number of a placement's piece in the puzzle; that of no piece for one that does not belong to it."""
    number = puzzle.piece_set.of_cells(placement.cells, placement.piece)
    return len(puzzle.pieces) if number is None else number
