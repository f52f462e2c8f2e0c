"""Charts: pieces side by side, in rows that are no wider than they need be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import isqrt

from .drawable import check_squares, symbol_of
from .errors import PentominoError
from .lattice import Cell, shift
from .polyform import Polyform
from .render import Drawing

__all__ = ["chart"]


def chart(pieces: Iterable[Polyform], columns: int | None = None, *, least: int = 1) -> Drawing:
    """The drawing of some pieces, in the order given, a row or a column free between them.

    It is *columns* cells wide at most, unless the widest piece is wider; if nothing is said, about twice as wide as it
    is high, *least* columns at least. Raises `PentominoError` for pieces that are not of squares.

    >>> from pentomino import free
    >>> print(chart(free(4), columns=9).to_text("letters"))
    I#L##OO
    I#L##OO
    I#LL###
    I######
    #######
    #SS#TTT
    SS###T#
    """
    pieces = list(pieces)
    for piece in pieces:
        check_squares(piece.lattice)
    if columns is not None and columns < 1:
        raise PentominoError(f"a chart has at least 1 column, not {columns}")
    parts = _laid(pieces, columns or _width(pieces, least))
    names = tuple([piece.name or "piece" for piece in pieces])
    cells = [cell for part in parts for cell in part]
    return Drawing.of_parts(frozenset(cells), parts, tuple(map(symbol_of, names)), names)


def _width(pieces: Sequence[Polyform], least: int) -> int:
    """The columns for which a chart is least wide and, counted twice, least high."""
    side = isqrt(sum((piece.rows + 1) * (piece.columns + 1) for piece in pieces))
    first = max([least, *(piece.columns for piece in pieces)])

    def size(columns: int) -> int:
        return columns + 2 * sum(1 + max(piece.rows for piece in row) for row in _rows(pieces, columns))

    return min(range(first, max(first, 2 * side) + 1), key=size)


def _rows(pieces: Sequence[Polyform], columns: int) -> list[list[Polyform]]:
    rows: list[list[Polyform]] = []
    used = 0
    for piece in pieces:
        if not rows or used + piece.columns > columns:
            rows.append([])
            used = 0
        rows[-1].append(piece)
        used += piece.columns + 1
    return rows


def _laid(pieces: Sequence[Polyform], columns: int) -> list[tuple[Cell, ...]]:
    """The cells of pieces, laid in rows."""
    rows = _rows(pieces, columns)
    tops = accumulate((1 + max(piece.rows for piece in row) for row in rows), initial=0)
    return [part for row, top in zip(rows, tops, strict=False) for part in _row(row, top)]


def _row(row: Sequence[Polyform], top: int) -> list[tuple[Cell, ...]]:
    lefts = accumulate((piece.columns + 1 for piece in row), initial=0)
    return [tuple(shift(piece.cells, top, left)) for piece, left in zip(row, lefts, strict=False)]
