"""What every picture is drawn from: which area covers each cell of a board, and where walls run.

Pictures show the bounding box of the board. A cell in it belongs to an area (0, 1, 2 ...), is `EMPTY` (on the
board, covered by nothing) or `BLOCKED` (no cell of the board). All that lies outside the bounding box is
`BLOCKED` too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from ..lattice import Cell, box

__all__ = ["BLOCKED", "EMPTY", "Drawing", "Table", "framed", "wall_masks"]

EMPTY = -1
BLOCKED = -2

# The four ways a wall can leave a lattice point, as the bits of a wall mask, and the factor that says so
# again for an edge of the board.
UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
EDGE = 16

Table = list[list[int]]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board and the areas that cover it.

    `areas` gives for every cell of the board the number of the area that covers it, or `EMPTY`. `symbols` has
    one printable character, `names` one text for each area. `labels` are printed in empty cells, in text pictures
    with walls up to three characters of them. Cells may start anywhere; `origin` is the least
    row and the least column, `rows` and `columns` the size of the bounding box. Raises `ValueError` if the
    first three do not agree.
    """

    areas: Mapping[Cell, int]
    symbols: tuple[str, ...]
    names: tuple[str, ...]
    labels: Mapping[Cell, str] = field(default_factory=dict)
    origin: Cell = field(init=False, repr=False, compare=False)
    rows: int = field(init=False, repr=False, compare=False)
    columns: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Find the bounding box, and see that areas, symbols and names agree."""
        if len(self.symbols) != len(self.names):
            raise ValueError(f"{len(self.symbols)} symbols for {len(self.names)} names")
        if strange := [symbol for symbol in self.symbols if len(symbol) != 1 or not symbol.isprintable()]:
            raise ValueError(f"a symbol is one printable character, not {strange[0]!r}")
        numbers = set(self.areas.values())
        if numbers and not EMPTY <= min(numbers) <= max(numbers) < len(self.names):
            raise ValueError(f"no area {min(numbers)} or {max(numbers)}: there are {len(self.names)} names")
        top, left, rows, columns = box(self.areas)
        # object.__setattr__ is how a frozen dataclass fills in what follows from its other fields.
        object.__setattr__(self, "origin", (top, left))
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "columns", columns)

    def at(self, row: int, column: int) -> int:
        """The number of the area at a cell, in the board's own coordinates, or `EMPTY` or `BLOCKED`."""
        return self.areas.get((row, column), BLOCKED)

    def table(self) -> Table:
        """The area numbers of the bounding box, row by row."""
        top, left = self.origin
        table = [[BLOCKED] * self.columns for _ in range(self.rows)]
        for (row, column), area in self.areas.items():
            table[row - top][column - left] = area
        return table

    def label(self, row: int, column: int) -> str | None:
        """The label of an empty cell, counted from the upper left corner of the bounding box."""
        cell = (row + self.origin[0], column + self.origin[1])
        return self.labels.get(cell) if self.areas.get(cell) == EMPTY else None

    def labelled(self, labels: Mapping[Cell, str]) -> Drawing:
        """The drawing with these labels; their cells are empty if it has none."""
        return replace(self, areas={**dict.fromkeys(labels, EMPTY), **self.areas}, labels=labels)

    def neighbours(self) -> list[set[int]]:
        """For each area, the areas that share an edge with it."""
        touching: list[set[int]] = [set() for _ in self.names]
        for (row, column), area in self.areas.items():
            for other in (self.at(row + 1, column), self.at(row, column + 1)):
                if area != other and area >= 0 and other >= 0:
                    touching[area].add(other)
                    touching[other].add(area)
        return touching


def framed(table: Table) -> Table:
    """The table with a ring of `BLOCKED` cells around it, so that every lattice point has four cells."""
    width = len(table[0]) if table else 0
    edge = [BLOCKED] * (width + 2)
    return [edge, *([BLOCKED, *row, BLOCKED] for row in table), edge]


def wall_masks(table: Table) -> Table:
    """The wall mask of each lattice point: the sum of `UP`, `RIGHT`, `DOWN`, `LEFT` for the walls that leave it.

    A wall runs between two cells of different areas. If it is an edge of the board, the mask holds that
    arm a second time, multiplied by `EDGE`. Point (i, j) is the upper left corner of the cell in row i and
    column j, so there is one more row and one more column of points than of cells. Linear in the number of
    points.
    """
    frame = framed(table)
    upright = [[_wall(left, right) for left, right in pairwise(row)] for row in frame]
    level = [[_wall(*pair) for pair in zip(upper, lower, strict=True)] for upper, lower in pairwise(frame)]
    return [
        [
            UP * up + RIGHT * right + DOWN * down + LEFT * left
            for up, down, (left, right) in zip(above, below, pairwise(beside), strict=True)
        ]
        for (above, below), beside in zip(pairwise(upright), level, strict=True)
    ]


def _wall(area: int, other: int) -> int:
    if area == other:
        return 0
    return 1 + EDGE if BLOCKED in (area, other) else 1
