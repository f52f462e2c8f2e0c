"""Charts: pieces side by side, in rows that are no wider than they need be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import isqrt
from typing import TypeAlias, TypeVar

from ..drawable import own_symbols, symbol_of
from ..errors import PentominoError
from ..lattices.lattice import SQUARE, Cell, Lattice
from ..pieces.polyform import Polyform
from . import Drawing
from .drawing import SLANTED

__all__ = ["chart", "charted", "in_rows"]

T = TypeVar("T")

PaperCell: TypeAlias = tuple[int, int, int]
"""The layer, the line and the column in which a cell stands."""


def chart(pieces: Iterable[Polyform], columns: int | None = None, *, least: int = 1) -> Drawing:
    """The drawing of some pieces, in the order given, a row or a column free between them.

    It is *columns* cells wide at most, unless the widest piece is wider; if nothing is said, about twice as wide as it
    is high, *least* columns at least; columns are those of the picture in letters. Pieces of several names have letters
    of their own, those that they have in solutions of a puzzle with each of them once.

    Raises `PentominoError` for pieces of several lattices, and for what are no pieces.

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
    pieces = list(pieces) if isinstance(pieces, Iterable) else [pieces]
    if not all(isinstance(piece, Polyform) for piece in pieces):
        raise PentominoError("a chart is of pieces, such as free(5) or [Polyomino.named('F')]")
    lattice = pieces[0].lattice if pieces else SQUARE
    for piece in pieces:
        lattice.check_same(piece.lattice, f"piece {piece.name or repr(piece)}")
    if columns is not None and columns < 1:
        raise PentominoError(f"a chart has at least 1 column, not {columns}")
    return charted(pieces, _letters(pieces), columns, least)


def charted(pieces: Sequence[Polyform], letters: Mapping[str, str], columns: int | None, least: int) -> Drawing:
    """The chart of pieces with these letters by their names; other names have their first."""
    lattice = pieces[0].lattice if pieces else SQUARE
    shapes = _shapes(pieces)
    parts = list(_laid(shapes, columns or _width(shapes, least), lattice))
    names = tuple([piece.name or "piece" for piece in pieces])
    symbols = tuple([letters.get(name) or symbol_of(name) for name in names])
    cells = [cell for part in parts for cell in part]
    return Drawing.of_parts(frozenset(cells), parts, symbols, names, lattice=lattice)


def _letters(pieces: Iterable[Polyform]) -> dict[str, str]:
    """The letters of pieces by their names."""
    names = dict(enumerate(dict.fromkeys([piece.name for piece in pieces if piece.name])))
    return {names[number]: letter for number, letter in own_symbols(names)[0].items()}


def _shapes(pieces: Sequence[Polyform]) -> list[list[PaperCell]]:
    """The cells of pieces as they stand in lines and columns, the least of each 0."""
    return [_corner(piece.lattice, [_on_paper(piece.lattice, cell) for cell in piece.cells]) for piece in pieces]


def _on_paper(lattice: Lattice, cell: Cell) -> PaperCell:
    """The layer, the line and the column of a cell; a row of hexagons is shifted by one against the row above."""
    layer, row, column = (0, *cell)[-3:]
    return layer, row, 2 * column + row if lattice.name == "hexagonal" else column


def _corner(lattice: Lattice, spots: list[PaperCell]) -> list[PaperCell]:
    """The spots moved up and to the left, so that triangles point as they did, and hexagons stay in their rows."""
    top, left = min(row for _, row, _ in spots), min(column for _, _, column in spots)
    if lattice.name in SLANTED:
        left -= (top + left) % 2
    return [(layer, row - top, column - left) for layer, row, column in spots]


def _size(shape: list[PaperCell]) -> tuple[int, int]:
    return 1 + max(row for _, row, _ in shape), 1 + max(column for _, _, column in shape)


def _wide(shape: list[PaperCell]) -> int:
    return _size(shape)[1]


def _width(shapes: Sequence[list[PaperCell]], least: int) -> int:
    """The columns for which a chart is least wide and, counted twice, least high."""
    sizes = [_size(shape) for shape in shapes]
    side = isqrt(sum((rows + 1) * (columns + 1) for rows, columns in sizes))
    first = max([least, *(columns for _, columns in sizes)])

    def size(columns: int) -> int:
        return columns + 2 * sum(1 + max(_size(shape)[0] for shape in row) for row in in_rows(shapes, _wide, columns))

    return min(range(first, max(first, 2 * side) + 1), key=size)


def in_rows(items: Iterable[T], width_of: Callable[[T], float], room: float) -> list[list[T]]:
    """The items in rows, as many in each as there is room for, at least one, with 1 free between two."""
    rows: list[list[T]] = []
    left = 0.0
    for item in items:
        width = width_of(item)
        if not rows or width > left:
            rows.append([])
            left = room
        rows[-1].append(item)
        left -= width + 1
    return rows


def _laid(shapes: Sequence[list[PaperCell]], columns: int, lattice: Lattice) -> Iterator[tuple[Cell, ...]]:
    """The cells of pieces, laid in rows."""
    step = 2 if lattice.name in SLANTED else 1  # so that shifts are by whole cells, and triangles point as they did
    top = 0
    for row in in_rows(shapes, _wide, columns):
        left = 0
        for shape in row:
            yield tuple(sorted(_cell(lattice, layer, top + down, left + right) for layer, down, right in shape))
            left += _up(_wide(shape) + 2 * step - 1, step)
        top += _up(1 + max(_size(shape)[0] for shape in row), step)


def _up(number: int, step: int) -> int:
    """The next multiple of a step."""
    return -(-number // step) * step


def _cell(lattice: Lattice, layer: int, row: int, column: int) -> Cell:
    along = (column - row) // 2 if lattice.name == "hexagonal" else column
    return (layer, row, along)[3 - lattice.dimension :]
