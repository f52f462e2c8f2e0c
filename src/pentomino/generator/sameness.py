"""When two puzzles are the same: if a motion of the lattice turns one into the other, on a wrapped one of the board."""

from __future__ import annotations

from collections.abc import Hashable

from ..lattices.lattice import Cell
from ..lattices.wrapping import Element
from ..pieces.polyform import Polyform
from ..puzzle import Puzzle

__all__ = ["identity_of"]


def identity_of(puzzle: Puzzle) -> Hashable:
    """What two puzzles have in common if just a motion of the lattice lies between them, and no other two have."""
    lattice = puzzle.board.lattice
    return min(_turned(puzzle, element) for element in (puzzle.board.motions() if lattice.periods else lattice.motions))


def _turned(puzzle: Puzzle, element: Element) -> tuple[object, ...]:
    """Free cells, those of them that may stay empty, given pieces, and pieces with copies, after a motion."""
    board = puzzle.board
    corner = (0,) * board.lattice.dimension if board.lattice.periods else board.lattice.corner(board.cells)

    def there(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
        moved = board.images(cells, element)
        return tuple(sorted(tuple(n - first for n, first in zip(cell, corner, strict=True)) for cell in moved))

    given = tuple(sorted(there(placement.cells) for placement in puzzle.placed))
    pieces = sorted(
        (_shape(piece, puzzle.reflections, element.is_reflection), least, -1 if most is None else most)
        for piece, least, most in puzzle.pieces
        if most != 0
    )
    return there(tuple(board.cells)), there(tuple(board.optional)), given, tuple(pieces)


def _shape(piece: Polyform, reflections: bool, is_reflected: bool) -> tuple[Cell, ...]:
    """The cells that stand for a piece, after a motion that turns it over or does not."""
    return (piece.mirrored() if is_reflected and not reflections else piece).canonical(reflections).cells
