"""Pictures in text: letters, or walls in ASCII or box-drawing characters, with or without colours.

In a wall picture a cell is four characters wide and two lines high. A lattice point is one character. A wall between
two points is three characters wide or one line high. A `Stencil` computes the walls of each area once, as an integer,
and combines these integers into pictures. A segment is a part of a line that belongs to one area. The number of the
area determines the colour of the segment.
"""

from __future__ import annotations

from codecs import charmap_decode
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import chain, groupby, product
from operator import add, or_
from typing import TYPE_CHECKING, Literal, get_args

from ..errors import expect_one_of
from ..lattices.lattice import Cell, Lattice, Outline, TextSpot, shift
from ..lattices.lattice import box as box_of
from .drawing import BLOCKED, EMPTY, BaseDrawing, shelves

if TYPE_CHECKING:
    from .colours import Colour

FREE = "."
WALLED_OFF = "#"

# Some characters of one line and the number of the area that contains them, or `BLOCKED` on a wall.
Segment = tuple[str, int]

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
"""The directions of walls at a lattice point, as bits. A wall mask combines several of them."""

EDGE = 16
"""A wall at the edge of the board has two bits in a mask: its direction, and `EDGE` times its direction."""

LINE_END, DOT = EDGE * UP, EDGE * RIGHT
"""The bytes that mean the end of a line and the middle of an empty cell. No wall mask has these values."""

# A key is a mask of those walls at a point that are edges of the board. A value has a character for each mask of all
# walls at the point, blank if the mask does not contain the edges. Edges are heavy, so that a hole in the board does
# not look like a piece. A walk around a point enters and leaves the board at most twice, so 0, 2 or 4 of its walls are
# edges. At the seam of a wrapped board, where the walk passes the other end of the board, 1 wall may be an edge.
_BOX = {
    0: " ╵╶└╷│┌├╴┘─┴┐┤┬┼",
    UP | RIGHT: "   ┗   ┡   ┺   ╄",
    UP | DOWN: "     ┃ ┠     ┨ ╂",
    RIGHT | DOWN: "      ┏┢      ┲╆",
    UP | LEFT: "         ┛ ┹ ┩ ╃",
    RIGHT | LEFT: "          ━┷  ┯┿",
    DOWN | LEFT: "            ┓┪┱╅",
    UP | RIGHT | DOWN | LEFT: "               ╋",
    UP: " ╹ ┖ ╿ ┞ ┚ ┸ ┦ ╀",
    RIGHT: "  ╺┕  ┍┝  ╼┶  ┮┾",
    DOWN: "    ╻╽┎┟    ┒┧┰╁",
    LEFT: "        ╸┙╾┵┑┥┭┽",
}


def _alphabet(rows: Mapping[int, str], dot: str) -> str:
    """Return the character for each byte of a picture, from a table like `_BOX` and the character *dot*."""
    characters = [" "] * 256
    for edges, row in rows.items():
        characters[edges * EDGE : (edges + 1) * EDGE] = row
    characters[LINE_END], characters[DOT] = "\n", dot
    return "".join(characters)


ASCII = _alphabet(dict.fromkeys(_BOX, " ++++|++++-+++++"), ".")
BOX = _alphabet(_BOX, "·")


def lettered(drawing: BaseDrawing, marks: Sequence[str]) -> str:
    """Return a picture with one character for each cell. Labels in `_letter_labels` replace characters.

    *marks* holds a character for each area and, at its end, the characters for `BLOCKED` and for `EMPTY` cells.
    """
    lattice = drawing.lattice
    if not lattice._is_slanted:
        return "\n".join(_layers(drawing, marks) if lattice.dimension > 2 else map("".join, _table(drawing, marks)))
    shown = _shown(drawing, marks)
    if lattice.look.is_filled and shown:
        around = product(*map(range, lattice.corner(shown), map(add, *lattice.bounds(shown))))
        shown = dict.fromkeys(around, marks[BLOCKED]) | shown
    return "\n".join(_lines({lattice.look.spot(cell): mark for cell, mark in shown.items()}))


def _layers(drawing: BaseDrawing, marks: Sequence[str]) -> Iterator[str]:
    # blanks separate layers in a row, blank lines separate rows of layers
    (_, top, left), (_, rows, _) = drawing.lattice.bounds(drawing.cells)
    shown = _shown(drawing, marks)
    for number, shelf in enumerate(shelves(drawing.lattice, drawing.cells)):
        if number:
            yield ""
        for row in range(top, top + rows):
            layers = [[(layer, row, left + at) for at in range(len(columns))] for layer, columns in shelf.items()]
            yield " ".join(["".join([shown.get(cell, marks[BLOCKED]) for cell in layer]) for layer in layers])


def _table(drawing: BaseDrawing, marks: Sequence[str]) -> list[list[str]]:
    rows = [[marks[area] for area in row] for row in drawing.table()]
    top, left = drawing.origin
    for (row, column), text in drawing._letter_labels.items() if drawing.labels else ():
        rows[row - top][column - left] = text
    return rows


def _shown(drawing: BaseDrawing, marks: Sequence[str]) -> dict[Cell, str]:
    return {**{cell: marks[area] for cell, area in drawing.areas.items()}, **drawing._letter_labels}


def letters(drawing: BaseDrawing) -> str:
    """Return the picture in letters: the symbol of each area, `.` for empty cells, `#` for blocked cells.

    An empty cell that may stay empty is shown as `+`. A cell that a hint marks shows the first character of the mark.
    """
    return lettered(drawing, (*drawing.symbols, WALLED_OFF, FREE))


def outline(drawing: BaseDrawing, marks: Mapping[Cell, str] | None = None, alphabet: str = ASCII) -> str:
    """Return the picture with walls around areas, in the characters of *alphabet*.

    *marks* maps some cells to texts of up to three characters. In ASCII, `+` joins walls that do not form a straight
    line. Blocked cells are blank. Empty cells have a dot, so that they do not look like a piece. The layers of a box
    are side by side. No line ends in blanks. Pictures with slanted walls are the same in each *alphabet*.
    """
    if look := drawing.lattice.look.outline:
        return "\n".join(_lines({**_walls(drawing, look), **_labels(drawing, look, marks or {})}))
    # Letters are needed for a piece of balls, too, as it may not be connected within a layer.
    is_lettered, drawing = drawing.lattice.has_balls or drawing._falls_apart, drawing.plane
    if is_lettered:
        lettering = {cell: mark for part, mark in zip(drawing.parts, drawing.symbols, strict=True) for cell in part}
        marks = {**lettering, **(marks or {})}
    # `segments` splits this picture again, into four characters for each cell.
    walls = stencil(frozenset(drawing.cells), alphabet, drawing.lattice)
    empty = [cell for cell, area in drawing.areas.items() if area == EMPTY] if drawing.empty else []
    labels = drawing._seen_labels if drawing.labels else {}
    return walls.text(walls.picture(drawing.parts, empty), {**labels, **marks} if marks else labels)


def box(drawing: BaseDrawing) -> str:
    """Return the picture with walls in box-drawing characters. The edges of the board are heavy."""
    return outline(drawing, alphabet=BOX)


STYLES: Mapping[str, Callable[[BaseDrawing], str]] = {"outline": outline, "letters": letters, "box": box}
"""The functions that return text pictures without colours, by name of the style."""


MAX_KEPT = 400
"""The maximum number of cells of a board for which `Stencil` caches walls. Each cached area is a whole picture."""


class Stencil:
    """Draws text pictures of one board. A picture is an integer with a byte per character.

    Most bytes are wall masks. A mask describes the walls at a lattice point, or a straight wall between two points. The
    operator `|` combines the walls of several areas. The other bytes are `LINE_END` and `DOT`.
    """

    def __init__(self, cells: Collection[Cell], alphabet: str, lattice: Lattice) -> None:
        self._lattice = lattice
        self.top, self.left, self.rows, self.columns = box_of(cells)
        self._width = 4 * self.columns + 2
        self._is_full = len(cells) == self.rows * self.columns and not lattice.periods  # then no line ends in blanks
        self._characters = alphabet
        self._walls: dict[tuple[Cell, ...], int] = {}
        self._size = self._width * (2 * self.rows + 1) - 1 if self.rows else 0
        base = bytearray(self._size)
        base[self._width - 1 :: self._width] = bytes([LINE_END]) * (2 * self.rows)
        self.base = self._number(base, [cells], 1 + EDGE)

    def picture(self, parts: Iterable[tuple[Cell, ...]], empty: Iterable[Cell]) -> int:
        """Return the picture of the board with the areas *parts* on it and a dot in each of the *empty* cells."""
        dots = bytearray(self._size)
        for cell in empty:
            dots[self._at(*cell) + self._width + 2] = DOT
        if self.rows * self.columns > MAX_KEPT:
            return self.base | self._number(dots, parts)
        # A piece that is not placed yet has no cells.
        return reduce(or_, map(self.walls, filter(None, parts)), self.base | self._number(dots))

    def walls(self, part: tuple[Cell, ...]) -> int:
        """Return a picture of the walls around an area. *part* holds the cells of the area."""
        # The walls are the same at every position, shifted by bytes, unless the area may cross a seam.
        if self._lattice.periods or not part:
            return self._number(bytearray(self._size), [part])
        corner = part[0][0], min([column for _, column in part])
        shape = tuple(shift(part, self.top - corner[0], self.left - corner[1]))
        if shape not in self._walls:
            self._walls[shape] = self._number(bytearray(self._size), [shape])
        return self._walls[shape] << 8 * self._at(*corner)

    def text(self, picture: int, labels: Mapping[Cell, str]) -> str:
        """Return *picture* as text, with *labels* in some cells. No line ends in blanks."""
        text, _ = charmap_decode(picture.to_bytes(self._size, "little"), "strict", self._characters)
        if not labels and self._is_full:
            return text
        for cell, label in labels.items():
            at = self._at(*cell) + self._width + 1
            text = f"{text[:at]}{label:^3.3}{text[at + 3 :]}"
        return "\n".join([line.rstrip() for line in text.split("\n")])

    def _at(self, row: int, column: int) -> int:
        return self._width * 2 * (row - self.top) + 4 * (column - self.left)

    def _number(self, codes: bytearray, areas: Iterable[Collection[Cell]] = (), weight: int = 1) -> int:
        """Draw the walls around *areas* into the bytes *codes*, and return the picture.

        *weight* is 1 for walls around areas. For the edge of the board it is 1 + `EDGE`.
        """
        wide, wraps = self._width, self._lattice.periods
        level = [(0, RIGHT * weight), *[(at, (LEFT | RIGHT) * weight) for at in (1, 2, 3)], (4, LEFT * weight)]
        upright = [(0, DOWN * weight), (wide, (UP | DOWN) * weight), (2 * wide, UP * weight)]
        for area in map(frozenset, areas):
            for row, column in area:
                at = self._at(row, column)
                for other, start, line in (
                    ((row - 1, column), at, level),
                    ((row + 1, column), at + 2 * wide, level),
                    ((row, column - 1), at, upright),
                    ((row, column + 1), at + 4, upright),
                ):
                    if other not in area and not (wraps and area.issuperset(self._lattice.home([other]))):
                        for step, mask in line:
                            codes[start + step] |= mask
        return int.from_bytes(codes, "little")


stencil = lru_cache(maxsize=4)(Stencil)
"""Return the `Stencil` for cells, an alphabet (`ASCII` or `BOX`) and a lattice. The last four results are cached."""


def segments(drawing: BaseDrawing, alphabet: str) -> Iterator[list[Segment]]:
    """Yield the lines of a wall picture as lists of segments. A segment is (text, number of its area).

    *alphabet* is `ASCII` or `BOX`. Lines may end in blanks.
    """
    if look := drawing.lattice.look.outline:
        yield from _slanted_segments(drawing, look)
        return
    lines, drawing = outline(drawing, alphabet=alphabet).split("\n"), drawing.plane
    edge = [BLOCKED] * (drawing.columns + 2)
    table = [edge, *([BLOCKED, *row, BLOCKED] for row in drawing.table()), edge]
    for number, line in enumerate(lines):
        row, is_of_cells = divmod(number, 2)
        above, below = table[row + is_of_cells], table[row + 1]
        line_segments = []
        for at, near in enumerate(zip(above, above[1:], below, below[1:], strict=False)):
            point, inside = line[4 * at : 4 * at + 1] or " ", line[4 * at + 1 : 4 * at + 4].ljust(3)
            # Cells without a wall between them have one area. At a seam, some are `BLOCKED`, which `max` ignores.
            line_segments.append((point, BLOCKED if point != " " else max(near)))
            is_wall = not is_of_cells and inside != "   "
            line_segments.append((inside, BLOCKED if is_wall else max(near[1], near[3])))
        yield line_segments[:-1]


def has_room(lattice: Lattice) -> bool:
    """Return whether each cell has room for a letter and a blank on either side of the letter."""
    outline = lattice.look.outline
    cells = [(*(0,) * (lattice.dimension - 1), kind) for kind in range(len(lattice.vectors))]
    return outline is None or all(max(map(len, outline.room(cell))) > 2 for cell in cells)


def _slanted_segments(drawing: BaseDrawing, outline: Outline) -> Iterator[list[Segment]]:
    inside: dict[TextSpot, int] = {}
    for cell, area in drawing.areas.items():
        inside |= dict.fromkeys(chain.from_iterable(outline.room(cell)), area)
        for spots, _, other in outline.walls(cell):
            if _is_joined(drawing, cell, other):
                inside |= dict.fromkeys(spots, area)
    shown = {**_walls(drawing, outline), **_labels(drawing, outline, {})}
    segments_at = {spot: (" ", area) for spot, area in inside.items()}
    # A base (`_`) is in a line of the cell above, and therefore belongs to that cell.
    segments_at |= {spot: (mark, inside.get(spot, BLOCKED) if mark == "_" else BLOCKED) for spot, mark in shown.items()}
    return _segments(segments_at)


def _is_joined(drawing: BaseDrawing, cell: Cell, other: Cell) -> bool:
    area = drawing.areas[cell]
    return area != EMPTY and drawing.areas.get(other, BLOCKED) == area


def _walls(drawing: BaseDrawing, outline: Outline) -> dict[TextSpot, str]:
    walls: dict[bool, dict[TextSpot, str]] = {True: {}, False: {}}
    for cell in drawing.areas:
        for spots, mark, other in outline.walls(cell):
            if not _is_joined(drawing, cell, other):
                walls[mark == "_"] |= dict.fromkeys(spots, mark)
    return walls[True] | walls[False]  # a slash hides the end of a base


def _labels(drawing: BaseDrawing, outline: Outline, marks: Mapping[Cell, str]) -> dict[TextSpot, str]:
    # show as many characters as fit, in the middle of the cell
    labels: dict[TextSpot, str] = {}
    for cell, label in {**drawing._seen_labels, **marks}.items():
        room = max(outline.room(cell), key=len)
        labels |= dict(zip(room[max(0, len(room) - len(label)) // 2 :], label, strict=False))
    return labels


def _lines(spots: Mapping[TextSpot, str]) -> list[str]:
    lines = _segments({spot: (mark, BLOCKED) for spot, mark in spots.items()})
    return ["".join([text for text, _ in line]) for line in lines]


def _segments(spots: Mapping[TextSpot, Segment]) -> Iterator[list[Segment]]:
    # the picture begins at the least line and the least column; blanks fill the gaps
    if not spots:
        return
    left = min(column for _, column in spots)
    lines: dict[int, list[Segment]] = {}
    for (line, column), segment in sorted(spots.items()):
        row = lines.setdefault(line, [])
        row += [(" ", BLOCKED)] * (column - left - len(row)) + [segment]
    for line in range(min(lines), max(lines) + 1):
        yield lines.get(line, [])


# ------------------------------------------------------------------------------------------------ colours for terminals


Depth = Literal["16", "256", "truecolour"]
Style = Literal["letters", "narrow", "outline", "box", "blocks"]

_CODES: Mapping[str, Callable[[Colour], str]] = {
    "16": lambda colour: f"30;{colour.basic}",
    "256": lambda colour: f"38;5;16;48;5;{colour.indexed}",
    "truecolour": lambda colour: "38;2;0;0;0;48;2;{};{};{}".format(*colour.rgb),
}


def coloured(drawing: BaseDrawing, style: Style = "letters", depth: Depth = "256") -> str:
    """Return a text picture for a terminal, with black characters on the colours of the pieces.

    - `letters`: the letter of the piece in each cell. A cell is two characters wide, which makes it about square.
    - `narrow`: like `letters`, but squares and cubes are one character wide.
    - `blocks`: like `letters`, but a piece has letters only if another piece has the same colour.
    - `outline`, `box`: walls around pieces, in ASCII or in box-drawing characters.

    The layers of a box are side by side. Each line resets the colours at its end. *depth* is the number of colours of
    the terminal. Raise `ValueError` if *style* or *depth* is unknown.
    """
    expect_one_of("style", style, get_args(Style))
    expect_one_of("depth", depth, [*_CODES])
    from .colours import PALETTE, assign  # text without colours does not need the module

    assigned = assign(drawing)
    codes = [_CODES[depth](PALETTE[colour]) for colour in assigned]
    if style in ("outline", "box"):
        lines = segments(drawing, BOX if style == "box" else ASCII)
    else:
        marks: Sequence[str] = drawing.symbols
        if style == "blocks":
            used = Counter(assigned)
            marks = [mark if used[colour] > 1 else " " for mark, colour in zip(marks, assigned, strict=True)]
        lines = _cells(drawing, [*marks, " ", FREE], "" if style == "narrow" else " ")
    return "\n".join([_paint(line, codes) for line in lines])


def _cells(drawing: BaseDrawing, marks: Sequence[str], gap: str) -> Iterator[list[Segment]]:
    """Yield the lines of a picture in letters as lists of segments. *marks* is the same as for `lettered`.

    On squares and cubes, *gap* follows each character. Cells of other lattices are two characters wide.
    """
    if not drawing.lattice._is_slanted:
        drawing = drawing.plane
        for row, areas in zip(_table(drawing, marks), drawing.table(), strict=True):
            yield [(mark + gap, area) for mark, area in zip(row, areas, strict=True)]
        return
    look = drawing.lattice.look
    wide = 2 // look.apart
    spots: dict[TextSpot, Segment] = {}
    for cell, mark in _shown(drawing, marks).items():
        line, column = look.spot(cell)
        area = drawing.areas.get(cell, EMPTY)
        spots |= {(line, wide * column): (mark, area), (line, wide * column + 1): (" ", area)}
    yield from _segments(spots)


def _paint(line: Iterable[Segment], codes: Sequence[str]) -> str:
    runs = [
        (code, "".join([text for text, _ in run]))
        for code, run in groupby(line, lambda segment: codes[segment[1]] if segment[1] >= 0 else "")
    ]
    if runs and not runs[-1][0]:
        runs[-1] = ("", runs[-1][1].rstrip())
    return "".join([f"\x1b[{code}m{text}\x1b[0m" if code else text for code, text in runs])
