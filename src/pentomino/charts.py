"""Draw charts: pictures of pieces side by side, in rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import isqrt
from operator import attrgetter
from typing import NamedTuple, TypeVar

from .drawable import Drawing
from .errors import PentominoError
from .lattices.lattice import SQUARE, Cell, Lattice, frame, shift
from .pieces.letters import own_symbols, symbol_of
from .pieces.polyform import Polyform

T = TypeVar("T")


def chart(pieces: Iterable[Polyform], columns: int | None = None, *, least: int = 1) -> Drawing:
    """Return a drawing of *pieces* side by side, in the order given, with a free row or column between them.

    *columns* is the maximum width, in columns of letters. If the widest piece is wider, the drawing is as wide as the
    piece. By default, the drawing is about twice as wide as high, and at least *least* columns wide. Pieces with
    different names have different letters. Up to 13 different shapes have different colours.

    Raises `PentominoError` for pieces of several lattices, and for values that are not pieces.

    >>> from pentomino import polyforms
    >>> print(chart(polyforms(4), columns=9).to_text("letters"))
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
        raise PentominoError(f"pieces must be polyforms, such as polyforms(5) or [Polyform.named('F')], got {pieces!r}")
    lattice = pieces[0].lattice if pieces else SQUARE
    for piece in pieces:
        lattice._check_same(piece.lattice, f"piece {piece.name or repr(piece)}")
    if columns is not None and columns < 1:
        raise PentominoError(f"columns must be at least 1, got {columns}")
    names = dict(enumerate(dict.fromkeys([piece.name for piece in pieces if piece.name])))
    letters = {names[number]: letter for number, letter in own_symbols(names)[0].items()}
    shapes = [piece.canonical(lattice.dimension == 2) for piece in pieces]
    number = {shape: n for n, shape in enumerate(dict.fromkeys(shapes))}
    kit = lattice, tuple([shape.cells for shape in number])
    return charted(pieces, letters, columns, least)._with(owners=tuple([(number[shape], kit) for shape in shapes]))


def charted(pieces: Sequence[Polyform], letters: Mapping[str, str], columns: int | None, least: int) -> Drawing:
    """Return the chart of *pieces*, as `chart` does. *letters* maps names of pieces to letters."""
    lattice = pieces[0].lattice if pieces else SQUARE
    shapes = [_shape(piece) for piece in pieces]
    parts = list(_laid(shapes, columns or _width(shapes, least), lattice))
    names = tuple([piece.name or "piece" for piece in pieces])
    symbols = tuple([letters.get(name) or symbol_of(name) for name in names])
    cells = [cell for part in parts for cell in part]
    return Drawing._of_parts(frozenset(cells), parts, symbols, names, lattice=lattice)


class _Shape(NamedTuple):
    """The cells of a piece, placed at the upper left corner of a chart, and the size of the piece.

    `rows` and `columns` are its size in letters. `width` is the x coordinate of its right edge, as in a `Point`.
    """

    cells: Sequence[Cell]
    rows: int
    columns: int
    width: int


def _shape(piece: Polyform) -> _Shape:
    look, (*_, top, _) = piece.lattice.look, piece.lattice.bounds(piece.cells)[0]
    (left, _), _ = frame([cell[-2:] for cell in piece.cells], look.grid)
    cells = shift(piece.cells, *look.shift(-top, -left + left % look.grid.points))
    flat = [cell[-2:] for cell in cells]  # drop the layer of a cell in space
    (x, _), (width, _) = frame(flat, look.grid)
    rows, columns = 1 + max(row for row, _ in flat), 1 + max(look.spot(cell)[1] for cell in flat)
    return _Shape(cells, rows, columns, x + width)


def _width(shapes: Sequence[_Shape], least: int) -> int:
    side = isqrt(sum((shape.rows + 1) * (shape.columns + 1) for shape in shapes))
    first = max([least, *(shape.columns for shape in shapes)])

    def size(columns: int) -> int:
        rows = in_rows(shapes, attrgetter("columns"), columns)
        return columns + 2 * sum(1 + max(shape.rows for shape in row) for row in rows)

    return min(range(first, max(first, 2 * side) + 1), key=size)


def in_rows(items: Iterable[T], width_of: Callable[[T], float], room: float) -> list[list[T]]:
    """Distribute *items* over rows that are at most *room* wide, with gaps of 1 between items."""
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


def _laid(shapes: Sequence[_Shape], columns: int, lattice: Lattice) -> Iterator[tuple[Cell, ...]]:
    look = lattice.look
    step = look.grid.points  # move by whole widths, so that triangles keep pointing up or down
    # Cells move straight down by one row, or by two rows of hexagons, as each row is shifted by half a cell.
    below = look.shift(1, 0)[-2:]
    down = 1 if below[0] == 1 and look.spot(below)[1] == look.spot((0, 0))[1] else 2
    top = 0
    for row in in_rows(shapes, attrgetter("columns"), columns):
        left = 0
        for shape in row:
            yield tuple(sorted(shift(shape.cells, *look.shift(top, left))))
            left += _up(shape.width + step, step)
        top += _up(1 + max(shape.rows for shape in row), down)


def _up(number: int, step: int) -> int:
    return -(-number // step) * step
