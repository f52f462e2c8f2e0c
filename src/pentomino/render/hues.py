"""The colours of pieces in what has many pictures: each piece has one, the same in all of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from ..lattice import SQUARE, shift
from ..polyomino import Polyomino
from .colours import PALETTE, assign
from .drawing import Drawing

__all__ = ["apart", "hues"]


def apart(pieces: Sequence[Polyomino]) -> Drawing:
    """The drawing of pieces side by side, a column free between them."""
    lefts = accumulate((piece.columns + 1 for piece in pieces), initial=0)
    areas = {
        cell: number
        for number, (piece, left) in enumerate(zip(pieces, lefts, strict=False))
        for cell in shift(SQUARE.normalise(piece.cells), 0, left)
    }
    names = tuple([piece.name for piece in pieces])
    return Drawing(areas, tuple([name[:1] if name[:1].isprintable() and name else "?" for name in names]), names)


def hues(pieces: Sequence[Polyomino]) -> list[str]:
    """The colour of each piece, as CSS writes it, as a picture of the piece alone has it."""
    return [PALETTE[index].hex for index in assign(apart(pieces))]
