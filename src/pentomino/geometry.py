"""Cells of the square lattice, the eight symmetries of the square, and connected regions.

Everything here is a pure function of plain tuples and frozensets. A cell is `(row, column)`, row 0 on top.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from enum import IntEnum
from operator import index
from typing import SupportsIndex, cast

from .errors import PuzzleError

__all__ = [
    "D4",
    "Cell",
    "Cells",
    "as_cells",
    "box",
    "neighbours",
    "normalise",
    "regions",
    "shift",
    "turn_in_box",
]

Cell = tuple[int, int]
Cells = frozenset[Cell]


class D4(IntEnum):
    """The symmetries of the square, as a group of order eight.

    The number of an element is `quarter turns clockwise + 4 * reflected`, where a reflected element first swaps
    left and right and then turns. Elements act on cells about the cell (0, 0).
    """

    IDENTITY = 0
    ROTATE_90 = 1
    ROTATE_180 = 2
    ROTATE_270 = 3
    FLIP_COLUMNS = 4
    ANTITRANSPOSE = 5
    FLIP_ROWS = 6
    TRANSPOSE = 7

    @property
    def is_reflection(self) -> bool:
        """Whether the element turns the plane over."""
        return self >= 4

    @property
    def swaps_axes(self) -> bool:
        """Whether the element turns rows into columns."""
        return self % 2 == 1

    @property
    def inverse(self) -> D4:
        """The element that undoes this one."""
        return self if self.is_reflection else D4(-self % 4)

    def after(self, first: D4) -> D4:
        """The element that does *first*, then this one."""
        turns = self - first if self.is_reflection else self + first
        return D4(turns % 4 + 4 * (self.is_reflection != first.is_reflection))

    def apply(self, cell: Cell) -> Cell:
        """The image of *cell* about the cell (0, 0)."""
        row, column = cell
        if self.is_reflection:
            column = -column
        for _ in range(self % 4):
            row, column = column, -row
        return row, column


def as_cells(cells: Iterable[object], what: str) -> Cells:
    """The cells as a frozenset of pairs of `int`; raises `PuzzleError` naming *what* for anything else."""
    if not isinstance(cells, Iterable):
        raise PuzzleError(f"{what}: cells are pairs (row, column), not {cells!r}")
    found: set[Cell] = set()
    for cell in cells:
        try:
            row, column = cast(tuple[SupportsIndex, SupportsIndex], cell)
            found.add((index(row), index(column)))
        except (TypeError, ValueError):
            raise PuzzleError(f"{what}: a cell is a pair (row, column) of whole numbers, not {cell!r}") from None
    return frozenset(found)


def box(cells: Collection[Cell]) -> tuple[int, int, int, int]:
    """The bounding box of *cells* as (least row, least column, rows, columns); all 0 for no cells."""
    if not cells:
        return 0, 0, 0, 0
    rows, columns = zip(*cells, strict=True)
    top, left = min(rows), min(columns)
    return top, left, max(rows) - top + 1, max(columns) - left + 1


def shift(cells: Iterable[Cell], rows: int, columns: int) -> Iterator[Cell]:
    """The cells moved down by *rows* and right by *columns*, in the order given."""
    return ((row + rows, column + columns) for row, column in cells)


def normalise(cells: Collection[Cell]) -> tuple[Cell, ...]:
    """The cells moved so that the bounding box starts at (0, 0), in row-major order."""
    top, left, _, _ = box(cells)
    return tuple(sorted(shift(cells, -top, -left)))


def turn_in_box(cells: Iterable[Cell], element: D4, frame: tuple[int, int, int, int]) -> Iterator[Cell]:
    """The images of *cells*, in the order given, when *frame* (see `box`) is turned by *element* about itself.

    The turned frame keeps its least row and column, so an element maps a board onto itself
    exactly when it maps the set of its cells onto itself in this sense.
    """
    top, left, rows, columns = frame
    corners = [element.apply((down, right)) for down in (0, rows - 1) for right in (0, columns - 1)]
    down = top - min(corner[0] for corner in corners)
    right = left - min(corner[1] for corner in corners)
    for row, column in cells:
        image = element.apply((row - top, column - left))
        yield image[0] + down, image[1] + right


def neighbours(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The four cells that share an edge with *cell*: above, left, right, below."""
    row, column = cell
    return (row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)


def regions(cells: Iterable[Cell]) -> list[Cells]:
    """The connected regions of *cells*, in the order of their first cells; linear in the number of cells."""
    left = set(cells)
    found = []
    for start in sorted(left):
        if start not in left:
            continue
        left.discard(start)
        region, edge = {start}, [start]
        while edge:
            for near in neighbours(edge.pop()):
                if near in left:
                    left.discard(near)
                    region.add(near)
                    edge.append(near)
        found.append(frozenset(region))
    return found


def scans_rows(cells: Collection[Cell]) -> bool:
    """Whether a search should cover *cells* row by row, and not column by column: always across the short side.

    The long way costs 4x15 forty times the nodes.
    """
    _, _, rows, columns = box(cells)
    return columns < rows


def scan_order(cells: Collection[Cell]) -> list[Cell]:
    """The cells in the order in which a search should cover them."""
    return sorted(cells) if scans_rows(cells) else sorted(cells, key=lambda cell: cell[::-1])
