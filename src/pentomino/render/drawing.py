"""The value `BaseDrawing`, from which every picture is drawn, and the lines around its areas.

A drawing consists of areas (pieces) on a board. A line leads from point to point. A point is a pair of whole numbers
(x, y). The `Grid` of a lattice defines which points are the corners of a cell, and distances on paper.

Pictures show the bounding box of the board. A cell of the box belongs to an area (0, 1, 2 ...), or is `EMPTY` (on the
board, but not covered), or `BLOCKED` (not on the board). All cells outside the bounding box are `BLOCKED`, too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import groupby
from math import atan2
from operator import contains
from typing import Self, TypeAlias

from ..errors import PentominoError
from ..lattices.lattice import SQUARE, Cell, Grid, Lattice, Point, Spot, box, frame, is_connected, middle, shift, spot
from ..notation import MAY_BE_EMPTY
from ..value import Value
from ..wording import counted

# --------------------------------------------------------------------------------------------------- lines around cells


Edge = tuple[Point, Point]

_HUB = (1 << 60, 1 << 60)  # a point outside all pictures


def between(cells: Collection[Cell], grid: Grid) -> Iterator[Edge]:
    """Yield the edges between neighbouring cells. Each edge starts at its upper or left end."""
    for cell in cells:
        for other, start, end in reversed(grid.sides(cell)):
            if other < cell and other in cells:  # of two neighbours, the greater cell yields the edge
                yield downwards(start, end)


def downwards(start: Point, end: Point) -> Edge:
    """Return the edge between two points. It starts at the upper point or, at equal heights, the left one."""
    return (start, end) if start[::-1] < end[::-1] else (end, start)


def outlines(cells: Iterable[Cell], grid: Grid, is_joined: bool = False) -> list[list[Point]]:
    """Return the outline of an area as closed loops of corners, one for each region and each hole.

    Loops run clockwise around the area and counter-clockwise around its holes. If two cells share only a corner, their
    loops are separate unless *is_joined* is true. The time is linear in the number of cells.
    """
    # Sides run clockwise around a cell. Sides with no cell of the area on the other side form the outline.
    area = dict.fromkeys(cells)
    ends: dict[Point, list[Point]] = {}
    for cell in area:
        for other, start, end in grid.sides(cell):
            if other not in area:
                ends.setdefault(start, []).append(end)
    loops = []
    for start in list(ends):
        while ends[start]:
            loop, there = [start], ends[start].pop(0)
            while there != start:
                before, here, others = loop[-1], there, ends[there]
                loop.append(here)
                there = others[0]
                if len(others) > 1:  # the rightmost turn stays with the same cell, the leftmost with the same gap
                    there = (min if is_joined else max)(others, key=lambda end: _angle(before, here, end, grid))
                others.remove(there)
            loops.append(loop)
    return [turns([loop[-1], *loop, loop[0]])[1:-1] for loop in loops]


def _angle(before: Point, here: Point, there: Point, grid: Grid) -> float:
    # the turn in radians, positive to the right
    (x0, y0), (x1, y1), (x2, y2) = (spot(point, (0, 0), grid) for point in (before, here, there))
    # The cross product and the scalar product of both steps are the sine and the cosine, up to a factor.
    ahead, aside = x1 - x0, y1 - y0
    return atan2(ahead * (y2 - y1) - aside * (x2 - x1), ahead * (x2 - x1) + aside * (y2 - y1))


def turns(line: Sequence[Point]) -> list[Point]:
    """Return the corners of a line: its ends, and the points at which it changes its direction."""
    triples = zip(line, line[1:], line[2:], strict=False)
    return [line[0], *(b for a, b, c in triples if b[0] - a[0] != c[0] - b[0] or b[1] - a[1] != c[1] - b[1]), line[-1]]


def cuts(drawing: BaseDrawing) -> list[Edge]:
    """Return the edges between two areas, and between areas and empty cells, sorted row by row."""
    edges: set[Edge] = set()
    for cell, area in drawing.areas.items():
        for across, start, end in drawing.grid.sides(cell):
            if drawing.areas.get(across, area) != area:
                edges.add(downwards(start, end))
    return sorted(edges, key=_reading)


def central(cells: Collection[Cell], place: tuple[Point, Grid]) -> Spot:
    """Return the middle of the cell that is nearest to the centre of mass of *cells*.

    *place* holds the upper left point of the picture and its grid, as in `BaseDrawing.place`. The result is relative to
    this point, in widths of cells. If several cells are equally near, the first one is used.
    """
    spots = [middle(cell, *place) for cell in cells]
    count, x, y = len(spots), sum(across for across, _ in spots), sum(down for _, down in spots)
    return min(spots, key=lambda spot: (count * spot[0] - x) ** 2 + (count * spot[1] - y) ** 2)


def walls_of(area: Iterable[Cell], lattice: Lattice) -> list[Edge] | None:
    """Return the edges around an area that crosses a seam of a wrapped board. Return None for other areas.

    At a seam, two ends of the board are joined. For areas that do not cross a seam, use `outlines`.
    """
    cells, walls, is_open = frozenset(area), set[Edge](), False
    for cell in sorted(cells):
        for across, start, end in lattice.look.grid.sides(cell):
            if across not in cells:
                if cells.issuperset(lattice.home([across])):  # the area continues at the other end of the board
                    is_open = True
                else:
                    walls.add(downwards(start, end))
    return sorted(walls, key=_reading) if is_open else None


def _reading(edge: Edge) -> tuple[Point, Point]:
    (x, y), (x1, y1) = edge
    return (y, x), (x1, y1)


def strokes(edges: Iterable[Edge]) -> list[list[Point]]:
    """Return the fewest strokes (lists of corners) that together draw each edge once, in linear time."""
    # Join each point where an odd number of edges ends to a hub: then all points are even, and each connected part has
    # one closed walk (Euler). Splitting the walks at the hub gives strokes from odd point to odd point.
    ends: dict[Point, dict[Point, None]] = defaultdict(dict)  # for each point, the other ends of its edges
    for a, b in edges:
        ends[a][b] = ends[b][a] = None
    for point in [point for point, others in ends.items() if len(others) % 2]:
        ends[point][_HUB] = ends[_HUB][point] = None
    lines = []
    for start in [_HUB, *ends]:
        if ends[start]:
            walk = groupby(_closed_walk(start, ends), _HUB.__eq__)
            lines += [turns(list(stroke)) for is_hub, stroke in walk if not is_hub]
    return lines


def _closed_walk(start: Point, ends: Mapping[Point, dict[Point, None]]) -> list[Point]:
    """Return a closed walk through all edges that are connected to *start*, and remove them from *ends*."""
    # Walk until no edge is left, then go back to the last point that has an edge (Hierholzer, 1873).
    path, done = [start], []
    while path:
        here = path[-1]
        if not ends[here]:
            done.append(path.pop())
            continue
        (x0, y0), (x, y) = path[-2:] if len(path) > 1 else (here, here)
        straight = 2 * x - x0, 2 * y - y0
        there = straight if straight in ends[here] else next((reversed if here == _HUB else iter)(ends[here]))
        del ends[here][there], ends[there][here]
        path.append(there)
    return done


# ------------------------------------------------------------------------------------------------ the class BaseDrawing


EMPTY = -1
BLOCKED = -2

Kit: TypeAlias = tuple[Lattice, tuple[tuple[Cell, ...], ...]]
"""The pieces of a puzzle: their lattice, and the cells of each. Colours are assigned within a kit."""
Owner: TypeAlias = tuple[int, Kit]
"""The piece of an area: its index in a kit. For a piece that is not in the kit, the index is that of no piece."""

NOBODY: Owner = 0, (SQUARE, ())
"""The owner of an area that belongs to no puzzle."""


class BaseDrawing(Value):
    """A board and the areas (pieces) on it. The subclass `Drawing` adds methods that draw.

    - `areas`: a mapping from each cell to the number of its area, or to `EMPTY`.
    - `symbols`, `names`: a character and a name for each area.
    - `labels`: a mapping from cells to texts. Pictures show the texts of uncovered cells.
    - `hinted`: the empty cells that a hint marks.
    - `owners`: the piece of each area, which decides its colour.

    `areas` can be computed from `cells` and `parts`, and conversely: `__init__` sets `areas`, and `_of_parts` sets the
    other two.
    """

    _field_names = ("areas", "symbols", "names", "labels", "lattice", "hinted", "owners")
    lattice: Lattice
    symbols: tuple[str, ...]
    names: tuple[str, ...]
    labels: Mapping[Cell, str]
    hinted: tuple[Cell, ...]
    owners: tuple[Owner, ...]

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
            raise ValueError(f"symbols must have one character for each of {len(names)} names, got {len(symbols)}")
        if strange := [symbol for symbol in symbols if len(symbol) != 1 or not symbol.isprintable()]:
            raise ValueError(f"a symbol must be one printable character, got {strange[0]!r}")
        numbers = set(areas.values())
        if numbers and not EMPTY <= min(numbers) <= max(numbers) < len(names):
            raise ValueError(f"areas must have the numbers 0 to {len(names) - 1}, got {min(numbers)} to {max(numbers)}")
        shown = {"labels": labels or {}, "hinted": tuple(hinted), "owners": (NOBODY,) * len(names)}
        self._set(areas=areas, symbols=symbols, names=names, lattice=lattice, **shown)

    @classmethod
    def _of_parts(
        cls,
        cells: Collection[Cell],
        parts: Sequence[tuple[Cell, ...]],
        symbols: tuple[str, ...],
        names: tuple[str, ...],
        labels: Mapping[Cell, str] | None = None,
        lattice: Lattice = SQUARE,
        hinted: Iterable[Cell] = (),
        owners: Sequence[Owner] = (),
    ) -> Self:
        """Return the drawing of a board of *cells*, without checks. *parts* holds the sorted cells of each area."""
        owners = tuple(owners) or (NOBODY,) * len(names)
        shown = {"labels": labels or {}, "hinted": tuple(hinted), "owners": owners}
        return cls._make(cells=cells, parts=parts, symbols=symbols, names=names, lattice=lattice, **shown)

    @cached_property
    def areas(self) -> Mapping[Cell, int]:
        """A mapping from each cell of the board to the number of its area (from 0), or to `EMPTY`."""
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
    def _falls_apart(self) -> bool:
        # whether the cells of some area are not connected, as in a piece of several parts
        return not all(is_connected(self.lattice, part) for part in self.parts)

    @cached_property
    def plane(self) -> Self:
        """This drawing, if it is in the plane. For a solid, a drawing of its layers side by side."""
        if self.lattice.dimension == 2:
            return self
        laid = laid_out(self.lattice, self.cells)
        cells, hinted = frozenset(map(laid, self.cells)), map(laid, self.hinted)
        parts = [tuple(sorted(map(laid, part))) for part in self.parts]
        labels = {laid(cell): text for cell, text in self.labels.items()}
        return self._of_parts(cells, parts, self.symbols, self.names, labels, hinted=hinted, owners=self.owners)

    @property
    def grid(self) -> Grid:
        """The grid on which the cells are drawn."""
        return self.lattice.look.grid

    @cached_property
    def _paper(self) -> tuple[Point, tuple[int, int]]:
        if self.grid == SQUARE.look.grid:  # the bounding box is known
            top, left, rows, columns = self.frame
            return (left, top), (columns, rows)
        return frame(self.cells, self.grid)

    @property
    def place(self) -> tuple[Point, Grid]:
        """The upper left point of the picture, and the grid of its cells."""
        return self._paper[0], self.grid

    @property
    def extent(self) -> Spot:
        """The width and the height of the drawing, in widths of cells."""
        return spot(self._paper[1], (0, 0), self.grid)

    @property
    def size(self) -> str:
        """The size as text: `6x10` on squares and cubes, or `hexagonal 28-cell` on other lattices."""
        if not (self.lattice.has_cubes or self.lattice.flat == SQUARE):
            return f"{self.lattice.name} {len(self.cells)}-cell"
        return "x".join(map(str, self.lattice.bounds(self.cells)[1]))

    @cached_property
    def frame(self) -> tuple[int, int, int, int]:
        """The bounding box of a board of squares: least row, least column, number of rows, number of columns."""
        return _box(self.cells) if isinstance(self.cells, frozenset) else box(self.cells)

    @property
    def origin(self) -> Cell:
        """The least row and the least column of the cells."""
        return self.frame[:2]

    @property
    def rows(self) -> int:
        """How many rows the bounding box has."""
        return self.frame[2]

    @property
    def columns(self) -> int:
        """How many columns the bounding box has."""
        return self.frame[3]

    @property
    def empty(self) -> int:
        """How many cells no area covers."""
        return len(self.cells) - sum(map(len, self.parts))

    def at(self, row: int, column: int) -> int:
        """Return the number of the area on a cell, `EMPTY`, or `BLOCKED` if the cell is not on the board."""
        return self.areas.get((row, column), BLOCKED)

    def table(self) -> list[list[int]]:
        """Return the results of `at` for the cells of the bounding box, row by row."""
        top, left, rows, columns = self.frame
        table = [[BLOCKED] * columns for _ in range(rows)]
        for (row, column), area in self.areas.items():
            table[row - top][column - left] = area
        return table

    @cached_property
    def _seen_labels(self) -> Mapping[Cell, str]:
        # the labels of the uncovered cells in the bounding box
        top, left, rows, columns = self.frame
        box = range(top, top + rows), range(left, left + columns)
        seen = {cell: text for cell, text in self.labels.items() if all(map(contains, box, cell))}
        return {cell: text for cell, text in seen.items() if self.areas.get(cell, EMPTY) == EMPTY}

    @cached_property
    def _letter_labels(self) -> Mapping[Cell, str]:
        # `+` in a cell that may stay empty, and the first character of the label in a cell that a hint marks
        shown = {cell: text for cell, text in self.labels.items() if self.areas.get(cell) == EMPTY}
        plain = {cell: MAY_BE_EMPTY for cell, text in shown.items() if text[-1:] == MAY_BE_EMPTY}
        return plain | {cell: text[:1] for cell, text in shown.items() if cell in self.hinted}

    def labelled(self, labels: Mapping[Cell, str]) -> Self:
        """Return the drawing with *labels*. A labelled cell outside the board is added as an empty cell."""
        return self._with(areas={**dict.fromkeys(labels, EMPTY), **self.areas}, labels=labels)

    def pointing(self, marks: Mapping[Cell, str]) -> Self:
        """Return the drawing with *marks* added to its labels. The marked cells become `hinted`."""
        return self._with(labels={**self.labels, **marks}, hinted=tuple(marks))

    def above(self, other: Self) -> Self:
        """Return this drawing above *other*, with an empty row between them, and aligned at the left.

        Layers of solids are placed side by side. On hexagons and triangles, the gap may be half a cell larger, because
        drawings are moved by whole cells. Raise `PentominoError` if the drawings are on different lattices.
        """
        return self.plane._next_to(other.plane, below=True)

    def beside(self, other: Self) -> Self:
        """Return a drawing with this drawing on the left and *other* on the right, aligned at the top.

        An empty column separates them. Layers, hexagons, triangles and errors are treated as by `above`.
        """
        return self.plane._next_to(other.plane, below=False)

    def _next_to(self, other: Self, below: bool) -> Self:
        if self.lattice.flat != other.lattice.flat:
            what = f"a drawing on the {other.lattice.name} lattice cannot be combined with a {self.lattice.name} one"
            raise PentominoError(what)
        ((left, _), (wide, _)), ((its_left, _), _) = self._paper, other._paper
        (top, _), (rows, _) = self.lattice.bounds(self.cells)
        down = top - other.lattice.bounds(other.cells)[0][0] + (rows + 1) * below
        right = left - its_left + (wide + self.grid.points) * (not below)
        cells = [*other.areas, *other.labels]
        moved = dict(zip(cells, shift(cells, *self.lattice.look.shift(down, right)), strict=True))
        number = len(self.names)
        areas = {**self.areas, **{moved[cell]: area + number * (area >= 0) for cell, area in other.areas.items()}}
        labels = {**self.labels, **{moved[cell]: label for cell, label in other.labels.items()}}
        hinted = (*self.hinted, *map(moved.__getitem__, other.hinted))
        both = {name: getattr(self, name) + getattr(other, name) for name in ("symbols", "names", "owners")}
        return self._with(areas=areas, labels=labels, lattice=self.lattice.flat, hinted=hinted, **both)

    @property
    def _unclear(self) -> dict[str, str]:
        """The names of pieces with unclear symbols, each with its symbols, such as "S", or "A B" for two copies.

        S is unclear for S1 if there is an S2, and O for O4 if another name begins with O. A digit is clear only if it
        is the whole name, because 2 could be 256. If all pieces have the same name, all symbols are clear.
        """
        symbols: dict[str, str] = {}
        for symbol, name in zip(self.symbols, self.names, strict=True):
            if name and symbol.isalnum():  # a mark is for a piece that stays, or that both drawings of a pair have
                symbols[name] = f"{symbols.get(name, '')} {symbol}".lstrip()
        initials = Counter([name[:1].casefold() for name in symbols])
        is_clear = {name: name[:1].isalpha() and initials[name[:1].casefold()] == 1 for name in symbols}
        clear = {name: name[:1] if is_clear[name] else name for name in symbols}
        return {name: marks for name, marks in symbols.items() if len(symbols) > 1 and marks != clear[name]}

    @property
    def _called(self) -> list[str]:
        # the letter of each area, followed by the name of its piece if the letter is unclear
        unclear = self._unclear
        pairs = zip(self.symbols, self.names, strict=True)
        return [f"{letter} ({name})" if name in unclear else letter for letter, name in pairs]

    @property
    def legend(self) -> str:
        """The names of pieces with unclear letters, such as `S = S1; s = S2`. It is empty if all letters are clear.

        A letter is clear if it is the name, or if only this name begins with it.
        """
        return "; ".join([f"{marks} = {name}" for name, marks in self._unclear.items()])

    @property
    def _is_apart(self) -> bool:
        # whether no two areas touch and no cell is empty, as in a chart
        return not self.empty and not any(self.neighbours())

    def neighbours(self) -> list[set[int]]:
        """Return, for each area, the numbers of the areas that share an edge with it."""
        touching: list[set[int]] = [set() for _ in self.names]
        for cell, area in self.areas.items():
            for other in (self.areas.get(near, BLOCKED) for near in self.lattice.neighbours(cell) if near > cell):
                if area != other and area >= 0 and other >= 0:
                    touching[area].add(other)
                    touching[other].add(area)
        return touching

    def __repr__(self) -> str:
        return f"<Drawing {self.size}, {counted(len(self.names), 'piece')}>"


_box = lru_cache(maxsize=64)(box)  # many drawings have the same board, and a frozenset computes its hash only once

MAX_BESIDE = 24
"""The maximum width of a row of layers, in columns. The free columns between layers are included."""


def shelves(lattice: Lattice, cells: Collection[Cell]) -> list[dict[int, range]]:
    """Arrange the layers of a solid side by side in rows.

    For each row, return a mapping from its layers to their columns. Layers of cubes are equally wide. Layers of balls
    may have different widths.
    """
    (first, _, left), (layers, _, columns) = lattice.bounds(cells)
    wide = dict.fromkeys(range(first, first + layers), columns if lattice.has_cubes else 1)
    for layer, _, column in cells:
        wide[layer] = max(wide[layer], column - left + 1)
    rows, begin = [dict[int, range]()], 0
    for layer, width in wide.items():
        if begin and begin + width > MAX_BESIDE:
            rows.append({})
            begin = 0
        rows[-1][layer] = range(begin, begin + width)
        begin += width + 1
    return rows


def laid_out(lattice: Lattice, cells: Collection[Cell]) -> Callable[[Cell], Cell]:
    """Return a function that maps each of *cells* to its position on paper.

    Cells of a plane board stay in place. The layers of a solid are placed side by side. Raise `PentominoError` if the
    layers are not made of squares.
    """
    if lattice.dimension == 2:
        return lambda cell: cell
    if not lattice._has_square_layers:
        raise PentominoError(
            f"only the style 'letters' draws layers of the {lattice.name} lattice, which are not made of squares"
        )
    (_, top, left), (_, rows, _) = lattice.bounds(cells)
    corners = {
        layer: (number * (rows + 1) - top, columns.start - left)
        for number, shelf in enumerate(shelves(lattice, cells))
        for layer, columns in shelf.items()
    }

    def laid(cell: Cell) -> Cell:
        down, right = corners[cell[0]]
        return cell[1] + down, cell[2] + right

    return laid
