"""The value from which every picture is drawn: the area that covers each cell of a board.

Pictures show the bounding box of the board. A cell in it belongs to an area (0, 1, 2 ...), is `EMPTY` (on the board,
but not covered) or `BLOCKED` (not on the board). All cells outside the bounding box are `BLOCKED`, too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from operator import contains
from typing import Self

from ..base.value import Value
from ..base.words import counted
from ..errors import PentominoError
from ..lattices.lattice import SQUARE, Cell, Lattice, box, shift
from ..lattices.looks import Grid, Point, Spot, frame, spot
from ..picture import MAY_BE_EMPTY

EMPTY = -1
BLOCKED = -2

# The four directions of walls at a lattice point, as bits of a wall mask; times `EDGE`, those of walls at the edge of
# the board.
UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
EDGE = 16

AreaTable = list[list[int]]


class BaseDrawing(Value):
    """The cells of a board and the areas on them, without pictures; see `Drawing`."""

    _fields = ("areas", "symbols", "names", "labels", "lattice", "hinted")
    lattice: Lattice
    symbols: tuple[str, ...]
    names: tuple[str, ...]
    labels: Mapping[Cell, str]
    hinted: tuple[Cell, ...]

    def __init__(
        self,
        areas: Mapping[Cell, int],
        symbols: tuple[str, ...],
        names: tuple[str, ...],
        labels: Mapping[Cell, str] | None = None,
        lattice: Lattice = SQUARE,
        hinted: Iterable[Cell] = (),
    ) -> None:
        if len(symbols) != len(names):
            raise ValueError(f"{len(symbols)} symbols for {len(names)} names")
        if strange := [symbol for symbol in symbols if len(symbol) != 1 or not symbol.isprintable()]:
            raise ValueError(f"a symbol is one printable character, not {strange[0]!r}")
        numbers = set(areas.values())
        if numbers and not EMPTY <= min(numbers) <= max(numbers) < len(names):
            raise ValueError(f"no area {min(numbers)} or {max(numbers)}: there are {len(names)} names")
        self._set(areas=areas, symbols=symbols, names=names, labels={} if labels is None else labels, lattice=lattice)
        self._set(hinted=tuple(hinted))

    @classmethod
    def of_parts(
        cls,
        cells: Collection[Cell],
        parts: Sequence[tuple[Cell, ...]],
        symbols: tuple[str, ...],
        names: tuple[str, ...],
        labels: Mapping[Cell, str] | None = None,
        lattice: Lattice = SQUARE,
        hinted: Iterable[Cell] = (),
    ) -> Self:
        """Return the drawing of a board of *cells* with an area on each of *parts*, unchecked."""
        return cls._make(
            cells=cells,
            parts=parts,
            symbols=symbols,
            names=names,
            labels={} if labels is None else labels,
            lattice=lattice,
            hinted=tuple(hinted),
        )

    @cached_property
    def areas(self) -> Mapping[Cell, int]:
        """The number of the area on each cell of the board, or `EMPTY`."""
        areas = dict.fromkeys(self.cells, EMPTY)
        areas.update((cell, number) for number, part in enumerate(self.parts) for cell in part)
        return areas

    @cached_property
    def cells(self) -> Collection[Cell]:
        """The cells of the board."""
        return frozenset(self.areas)

    @cached_property
    def parts(self) -> Sequence[tuple[Cell, ...]]:
        """The cells of each area, in row-major order."""
        parts: list[list[Cell]] = [[] for _ in self.names]
        for cell, area in sorted(self.areas.items()):
            if area >= 0:
                parts[area].append(cell)
        return [tuple(part) for part in parts]

    @cached_property
    def plane(self) -> Self:
        """The drawing on paper: the layers of a box of cubes side by side; any other drawing itself."""
        if self.lattice.dimension == 2:
            return self
        laid = laid_out(self.lattice, self.cells)
        return self.of_parts(
            frozenset(map(laid, self.cells)),
            [tuple(sorted(map(laid, part))) for part in self.parts],
            self.symbols,
            self.names,
            {laid(cell): text for cell, text in self.labels.items()},
            hinted=map(laid, self.hinted),
        )

    @property
    def grid(self) -> Grid:
        """The positions of the cells on paper, if they are of the plane."""
        return self.lattice.look.grid

    @cached_property
    def _paper(self) -> tuple[Point, tuple[int, int]]:
        if self.grid == SQUARE.look.grid:  # whose bounding box is known
            top, left, rows, columns = self.frame
            return (left, top), (columns, rows)
        return frame(self.cells, self.grid)

    @property
    def place(self) -> tuple[Point, Grid]:
        """The least point of the picture, and the grid."""
        return self._paper[0], self.grid

    @property
    def extent(self) -> Spot:
        """The width and the height of the drawing, in widths of cells."""
        return spot(self._paper[1], (0, 0), self.grid)

    @property
    def size(self) -> str:
        """The sides of the bounding box, or the lattice and the number of cells."""
        if not (self.lattice.has_cubes or self.lattice.flat == SQUARE):
            return f"{self.lattice.name} {len(self.cells)}-cell"
        return "x".join(map(str, self.lattice.bounds(self.cells)[1]))

    @cached_property
    def frame(self) -> tuple[int, int, int, int]:
        """The bounding box of squares: least row, least column, rows, columns."""
        return _frame(self.cells) if isinstance(self.cells, frozenset) else box(self.cells)

    @property
    def origin(self) -> Cell:
        """The least row and the least column."""
        return self.frame[:2]

    @property
    def rows(self) -> int:
        """The height of the bounding box."""
        return self.frame[2]

    @property
    def columns(self) -> int:
        """The width of the bounding box."""
        return self.frame[3]

    @property
    def empty(self) -> int:
        """The number of cells that nothing covers."""
        return len(self.cells) - sum(map(len, self.parts))

    def at(self, row: int, column: int) -> int:
        """Return the number of the area at a cell, in the board's own coordinates, or `EMPTY` or `BLOCKED`."""
        return self.areas.get((row, column), BLOCKED)

    def table(self) -> AreaTable:
        """Return the area numbers of the bounding box, row by row."""
        top, left, rows, columns = self.frame
        table = [[BLOCKED] * columns for _ in range(rows)]
        for (row, column), area in self.areas.items():
            table[row - top][column - left] = area
        return table

    @cached_property
    def seen_labels(self) -> Mapping[Cell, str]:
        """The labels of uncovered cells of the bounding box."""
        top, left, rows, columns = self.frame
        box = range(top, top + rows), range(left, left + columns)
        seen = {cell: text for cell, text in self.labels.items() if all(map(contains, box, cell))}
        return {cell: text for cell, text in seen.items() if self.areas.get(cell, EMPTY) == EMPTY}

    @cached_property
    def letter_labels(self) -> Mapping[Cell, str]:
        """The characters of empty cells in letters: `+` if they may stay empty, a mark if they are hinted."""
        shown = {cell: text for cell, text in self.labels.items() if self.areas.get(cell) == EMPTY}
        plain = {cell: MAY_BE_EMPTY for cell, text in shown.items() if text[-1:] == MAY_BE_EMPTY}
        return plain | {cell: text[:1] for cell, text in shown.items() if cell in self.hinted}

    def labelled(self, labels: Mapping[Cell, str]) -> Self:
        """Return the drawing with *labels*. A labelled cell outside the board is added as an empty one."""
        areas = {**dict.fromkeys(labels, EMPTY), **self.areas}
        return type(self)(areas, self.symbols, self.names, labels, self.lattice, self.hinted)

    def pointing(self, marks: Mapping[Cell, str]) -> Self:
        """Return the drawing with *marks* in empty cells, which become hinted."""
        return type(self)(self.areas, self.symbols, self.names, {**self.labels, **marks}, self.lattice, marks)

    def above(self, other: Self) -> Self:
        """Return this drawing with *other* below it, one row between them, their left edges in line.

        Boxes are drawn as their layers. Hexagons and triangles are moved by whole cells, so perhaps half a cell more.
        Raise `PentominoError` if the drawings are on different lattices.
        """
        return self.plane._next_to(other.plane, below=True)

    def beside(self, other: Self) -> Self:
        """Return this drawing with *other* to its right, one column between them, their upper edges in line.

        Everything else is as for `above`.
        """
        return self.plane._next_to(other.plane, below=False)

    def _next_to(self, other: Self, below: bool) -> Self:
        if self.lattice.flat != other.lattice.flat:
            raise PentominoError(
                f"a drawing on the {other.lattice.name} lattice cannot be combined with a {self.lattice.name} one"
            )
        by = self._way_to(other, below)
        own, more = len(self.names), other.areas
        places = dict(zip([*more, *other.labels], shift([*more, *other.labels], *by), strict=True))
        areas, labels = dict(self.areas), dict(self.labels)
        areas |= {places[cell]: area + own * (area >= 0) for cell, area in more.items()}
        labels |= {places[cell]: label for cell, label in other.labels.items()}
        both = self.symbols + other.symbols, self.names + other.names
        hinted = [*self.hinted, *(places[cell] for cell in other.hinted)]
        return type(self)(areas, *both, labels, self.lattice.flat, hinted)

    def _way_to(self, other: Self, below: bool) -> Cell:
        """Return the vector that moves *other* below or beside this drawing."""
        ((left, _), (wide, _)), ((its_left, _), _) = self._paper, other._paper
        (top, _), (rows, _) = self.lattice.bounds(self.cells)
        down = top - other.lattice.bounds(other.cells)[0][0] + (rows + 1) * below
        right = left - its_left + (wide + self.lattice.look.grid.points) * (not below)
        return self.lattice.look.shift(down, right)

    @property
    def is_apart(self) -> bool:
        """Whether no area touches another and no cell is empty, as in a chart."""
        return not self.empty and not any(self.neighbours())

    def neighbours(self) -> list[set[int]]:
        """Return for each area the areas that share an edge with it."""
        touching: list[set[int]] = [set() for _ in self.names]
        for cell, area in self.areas.items():
            for other in (self.areas.get(near, BLOCKED) for near in self.lattice.neighbours(cell) if near > cell):
                if area != other and area >= 0 and other >= 0:
                    touching[area].add(other)
                    touching[other].add(area)
        return touching

    def __repr__(self) -> str:
        return f"<Drawing {self.size}, {counted(len(self.names), 'piece')}>"


MOST_BESIDE = 24
"""The maximum number of columns of layers side by side, including those between. Then a new row of layers begins."""


def abreast(layers: int, columns: int) -> int:
    """Return the number of layers side by side."""
    return max(1, min(layers, (MOST_BESIDE + 1) // (columns + 1)))


def laid_out(lattice: Lattice, cells: Collection[Cell]) -> Callable[[Cell], Cell]:
    """Return the function that moves each of *cells* to its place on paper: cubes by layers, others not at all.

    Raise `PentominoError` for other cells of three dimensions, whose layers are not of squares.
    """
    if lattice.dimension == 2:
        return lambda cell: cell
    if not lattice.has_cubes:
        raise PentominoError(f"only the style letters draws the {lattice.name} lattice: its layers are not of squares")
    (first, top, left), (layers, rows, columns) = lattice.bounds(cells)
    beside = abreast(layers, columns)

    def laid(cell: Cell) -> Cell:
        down, right = divmod(cell[0] - first, beside)
        return cell[1] - top + down * (rows + 1), cell[2] - left + right * (columns + 1)

    return laid


@lru_cache(maxsize=64)
def _frame(cells: frozenset[Cell]) -> tuple[int, int, int, int]:
    # Cached, as many drawings have the same board, and a frozenset computes its hash only once.
    return box(cells)


def framed(table: AreaTable) -> AreaTable:
    """Return the table with a ring of `BLOCKED` cells around it, so that every lattice point has four cells."""
    width = len(table[0]) if table else 0
    edge = [BLOCKED] * (width + 2)
    return [edge, *([BLOCKED, *row, BLOCKED] for row in table), edge]
