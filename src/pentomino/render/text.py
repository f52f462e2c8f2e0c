"""Pictures in plain text: letters, and walls drawn with ASCII or with box-drawing characters.

In a wall picture a cell is four characters wide and two lines high. A lattice point is one character. A wall between
two points is three characters wide or one line high. A `Stencil` computes the walls of each area once, as an integer,
and combines these integers into pictures. A segment is a part of a line with the number of its area, so that `ansi` can
colour it.
"""

from __future__ import annotations

from codecs import charmap_decode
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import chain, product
from operator import add, or_
from typing import NamedTuple

from ..lattices.lattice import Cell, Lattice, Outline, TextSpot, shift
from ..lattices.lattice import box as box_of
from .drawing import BLOCKED, DOWN, EDGE, EMPTY, LEFT, RIGHT, UP, BaseDrawing, framed, shelves

FREE = "."
WALLED_OFF = "#"

# Some characters of one line and the number of the area that contains them, `BLOCKED` on a wall.
Segment = tuple[str, int]

VERTICAL, HORIZONTAL = UP | DOWN, LEFT | RIGHT


class Alphabet(NamedTuple):
    """The characters of a wall picture.

    A wall mask contains the walls at a lattice point as bits, such as `UP`. `tiles` contains three texts for each mask:
    at the point, along the wall to its right, and in the line below. `free` is the text inside an empty cell.
    """

    tiles: Mapping[int, tuple[str, str, str]]
    free: str


def _alphabet(points: Mapping[int, str], free: str) -> Alphabet:
    """Return the alphabet with the characters *points* for lattice points, and the text *free* inside an empty cell.

    *points* maps a mask of the walls at the edge of the board to a string of 16 characters. The index of a character is
    the mask of all walls at the point.
    """
    walls = {0: " "}
    for edge, marks in points.items():
        walls |= {edge * EDGE + mask: marks[mask] for mask in range(16) if mask & edge == edge}

    def tile(mask: int) -> tuple[str, str, str]:
        # A wall to the right looks like the right arm of a point with a straight wall. The same applies downwards.
        right, down = mask & RIGHT * (1 + EDGE), mask & DOWN * (1 + EDGE)
        return walls[mask], 3 * walls[right // RIGHT * HORIZONTAL], walls[down // DOWN * VERTICAL]

    return Alphabet({mask: tile(mask) for mask in walls}, free)


# A walk around a point enters and leaves the board at most twice, so 0, 2 or 4 arms of the point are edges. At the seam
# of a wrapped board, where the walk passes the other end of the board, 1 arm may be an edge.
_EDGES = (
    0,
    UP | RIGHT,
    VERTICAL,
    DOWN | RIGHT,
    UP | LEFT,
    HORIZONTAL,
    DOWN | LEFT,
    VERTICAL | HORIZONTAL,
    UP,
    RIGHT,
    DOWN,
    LEFT,
)

ASCII = _alphabet(dict.fromkeys(_EDGES, " ++++|++++-+++++"), " . ")

# One row for each set of edges, one character for each mask, blank if the mask does not contain the edges. Edges are
# heavy, so that a hole in the board does not look like a piece.
_BOX = (
    " ╵╶└╷│┌├╴┘─┴┐┤┬┼",
    "   ┗   ┡   ┺   ╄",
    "     ┃ ┠     ┨ ╂",
    "      ┏┢      ┲╆",
    "         ┛ ┹ ┩ ╃",
    "          ━┷  ┯┿",
    "            ┓┪┱╅",
    "               ╋",
    " ╹ ┖ ╿ ┞ ┚ ┸ ┦ ╀",
    "  ╺┕  ┍┝  ╼┶  ┮┾",
    "    ╻╽┎┟    ┒┧┰╁",
    "        ╸┙╾┵┑┥┭┽",
)
BOX = _alphabet(dict(zip(_EDGES, _BOX, strict=True)), " · ")


def grid(drawing: BaseDrawing) -> tuple[str, ...]:
    """Return the rows of the picture in letters: the symbol of each cell's area, `.` if empty, `#` if blocked.

    An empty cell that may stay empty is `+`. A cell that a hint marks shows the mark.
    """
    return lettered(drawing, (*drawing.symbols, WALLED_OFF, FREE))


def lettered(drawing: BaseDrawing, marks: Sequence[str]) -> tuple[str, ...]:
    """Return the rows of a picture in letters.

    *marks* contains a character for each area and, at its end, the characters for `BLOCKED` and for `EMPTY` cells.
    """
    if drawing.lattice._is_slanted:
        return tuple(_slanted_letters(drawing, marks))
    if drawing.lattice.dimension > 2:
        return tuple(_layers(drawing, marks))
    return tuple(map("".join, marks_of(drawing, marks)))


def _layers(drawing: BaseDrawing, marks: Sequence[str]) -> Iterator[str]:
    # blanks separate layers in a row, blank lines separate rows of layers
    (_, top, left), (_, rows, _) = drawing.lattice.bounds(drawing.cells)
    shown = {cell: marks[area] for cell, area in drawing.areas.items()}
    shown |= drawing._letter_labels
    for number, shelf in enumerate(shelves(drawing.lattice, drawing.cells)):
        if number:
            yield ""
        for row in range(top, top + rows):
            yield " ".join(
                [
                    "".join([shown.get((layer, row, left + at), marks[BLOCKED]) for at in range(len(columns))])
                    for layer, columns in shelf.items()
                ]
            )


def marks_of(drawing: BaseDrawing, marks: Sequence[str]) -> list[list[str]]:
    """Return the character of each cell, row by row: its label in `_letter_labels`, or else the mark of its area.

    *marks* is the same as for `lettered`.
    """
    rows = [[marks[area] for area in row] for row in drawing.table()]
    top, left = drawing.origin
    for (row, column), text in drawing._letter_labels.items() if drawing.labels else ():
        rows[row - top][column - left] = text
    return rows


def letters(drawing: BaseDrawing) -> str:
    """Return the picture in letters, with one character for each cell and one line for each row."""
    return "\n".join(grid(drawing))


def outline(drawing: BaseDrawing) -> str:
    """Return the outline picture in ASCII. The layers of a box are side by side.

    Walls are joined by `+`, unless they form a straight line. Blocked cells are blank, like everything outside the
    board. Empty cells contain a dot, so that they do not look like a piece. No line ends in blanks.
    """
    return _picture(drawing, ASCII)


def box(drawing: BaseDrawing) -> str:
    """Return the outline picture in box-drawing characters, with heavy edges of the board, and dots in empty cells."""
    return _picture(drawing, BOX)


def marked(drawing: BaseDrawing, marks: Mapping[Cell, str]) -> str:
    """Return the outline picture in ASCII, with the texts *marks*, of up to three characters, in some cells."""
    return _picture(drawing, ASCII, marks)


STYLES: Mapping[str, Callable[[BaseDrawing], str]] = {"outline": outline, "letters": letters, "box": box}
"""The functions that return text pictures without colours, by the name of the style."""


def _picture(drawing: BaseDrawing, alphabet: Alphabet, marks: Mapping[Cell, str] | None = None) -> str:
    if outline := drawing.lattice.look.outline:
        return "\n".join(_lines({**_walls(drawing, outline), **_labels(drawing, outline, marks or {})}))
    is_lettered, drawing = drawing.lattice.has_balls, drawing.plane
    if is_lettered:  # a piece of balls need not be connected within a layer
        own = {cell: mark for part, mark in zip(drawing.parts, drawing.symbols, strict=True) for cell in part}
        marks = {**own, **(marks or {})}
    walls = stencil(frozenset(drawing.cells), alphabet is BOX, drawing.lattice)
    empty = [cell for cell, area in drawing.areas.items() if area == EMPTY] if drawing.empty else []
    labels = drawing._seen_labels if drawing.labels else {}
    return walls.text(walls.picture(drawing.parts, empty), {**labels, **marks} if marks else labels)


MAX_KEPT = 400
"""The maximum number of cells of a board whose walls are cached by area. Each area needs the memory of a picture."""


class Stencil:
    """A maker of wall pictures of one board. A picture is an integer whose bytes are characters in reading order.

    A byte is a wall mask: of a lattice point or, between two points, of a straight wall. So the operator `|` combines
    the walls of areas. Two other bytes stand for the end of a line and for the middle of an empty cell.
    """

    LINE_END, DOT = EDGE * UP, EDGE * RIGHT  # not masks: the mask of an edge also has the bit of its wall

    def __init__(self, cells: Collection[Cell], alphabet: Alphabet, lattice: Lattice) -> None:
        self._lattice = lattice
        self.top, self.left, self.rows, self.columns = box_of(cells)
        self._width = 4 * self.columns + 2
        self._is_full = len(cells) == self.rows * self.columns and not lattice.periods  # then no line ends in blanks
        marks = {mask: point for mask, (point, _, _) in alphabet.tiles.items()}
        marks |= {self.LINE_END: "\n", self.DOT: alphabet.free[1]}
        self._characters = "".join([marks.get(code, "?") for code in range(256)])
        self._walls: dict[tuple[Cell, ...], int] = {}
        self._size = self._width * (2 * self.rows + 1) - 1 if self.rows else 0
        base = bytearray(self._size)
        base[self._width - 1 :: self._width] = bytes([self.LINE_END]) * (2 * self.rows)
        self.base = self._number(base, [cells], 1 + EDGE)

    def picture(self, parts: Iterable[tuple[Cell, ...]], empty: Iterable[Cell]) -> int:
        """Return the picture of the board with the areas *parts* on it and a dot in each of the *empty* cells."""
        dots = bytearray(self._size)
        for cell in empty:
            dots[self._at(*cell) + self._width + 2] = self.DOT
        if self.rows * self.columns > MAX_KEPT:
            return self.base | self._number(dots, parts)
        # A piece that is not placed yet has no cells.
        return reduce(or_, map(self.walls, filter(None, parts)), self.base | self._number(dots))

    def walls(self, part: tuple[Cell, ...]) -> int:
        """Return the walls around the cells of an area, as a picture."""
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
        for cells in areas:
            self._enclose(codes, cells, weight)
        return int.from_bytes(codes, "little")

    def _enclose(self, codes: bytearray, cells: Collection[Cell], weight: int) -> None:
        """Draw the walls around *cells* into *codes*, the bytes of a picture.

        *weight* is the factor of wall masks: 1 around areas, and 1 + `EDGE` at the edge of the board.
        """
        wide, area, wraps = self._width, frozenset(cells), self._lattice.periods
        level = [(0, RIGHT * weight), *[(at, HORIZONTAL * weight) for at in (1, 2, 3)], (4, LEFT * weight)]
        upright = [(0, DOWN * weight), (wide, VERTICAL * weight), (2 * wide, UP * weight)]
        for row, column in cells:
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


@lru_cache(maxsize=4)
def stencil(cells: frozenset[Cell], is_box: bool, lattice: Lattice) -> Stencil:
    """Return the `Stencil` of a board: with box-drawing characters if *is_box* is true, else with ASCII.

    The last four results are cached.
    """
    return Stencil(cells, BOX if is_box else ASCII, lattice)


def segments(drawing: BaseDrawing, alphabet: Alphabet) -> Iterator[list[Segment]]:
    """Yield the lines of a wall picture in *alphabet* as lists of segments: (text, number of the area in which it is).

    Lines may end in blanks.
    """
    if outline := drawing.lattice.look.outline:
        yield from _slanted_segments(drawing, outline)
        return
    lines, drawing = _picture(drawing, alphabet).split("\n"), drawing.plane
    table = framed(drawing.table())  # with a ring of blocked cells around it
    for number, line in enumerate(lines):
        row, is_of_cells = divmod(number, 2)
        above, below = table[row + is_of_cells], table[row + 1]
        found = []
        for at, near in enumerate(zip(above, above[1:], below, below[1:], strict=False)):
            left, inside = line[4 * at : 4 * at + 1] or " ", line[4 * at + 1 : 4 * at + 4].ljust(3)
            found.append((left, BLOCKED if left != " " else _inner(near)))
            is_wall = not is_of_cells and inside != "   "
            found.append((inside, BLOCKED if is_wall else near[3] if is_of_cells else _inner(near[1::2])))
        yield found[:-1]


def _inner(near: Iterable[int]) -> int:
    # the number of the area at a place without walls
    # At a seam, some of the cells are outside the board. `BLOCKED` is the least number.
    return max(near)


def _slanted_letters(drawing: BaseDrawing, marks: Sequence[str]) -> list[str]:
    lattice = drawing.lattice
    shown = {cell: marks[area] for cell, area in drawing.areas.items()}
    shown |= drawing._letter_labels
    if lattice.look.is_filled and shown:
        _, sides = lattice.bounds(shown)
        ends = map(add, lattice.bounds(shown)[0], sides)
        around = product(*map(range, lattice.corner(shown), ends))
        shown = dict.fromkeys(around, marks[BLOCKED]) | shown
    return _lines({lattice.look.spot(cell): mark for cell, mark in shown.items()})


def pairs(drawing: BaseDrawing, marks: Sequence[str]) -> Iterator[list[Segment]]:
    """Yield the lines, as lists of segments, of a picture in letters with two characters for each cell.

    *marks* is the same as for `lettered`.
    """
    look = drawing.lattice.look
    wide = 2 // look.apart
    shown = {cell: marks[area] for cell, area in drawing.areas.items()}
    shown |= drawing._letter_labels
    spots: dict[TextSpot, Segment] = {}
    for cell, mark in shown.items():
        line, column = look.spot(cell)
        area = drawing.areas.get(cell, EMPTY)
        spots |= {(line, wide * column): (mark, area), (line, wide * column + 1): (" ", area)}
    return _segments(spots)


def has_room(lattice: Lattice) -> bool:
    """Return whether each cell has space for a letter within its walls, with a blank on either side."""
    outline = lattice.look.outline
    cells = [(*(0,) * (lattice.dimension - 1), kind) for kind in range(len(lattice.vectors))]
    return outline is None or all(len(_label_room(outline, cell)) > 2 for cell in cells)


def _slanted_segments(drawing: BaseDrawing, outline: Outline) -> Iterator[list[Segment]]:
    inside: dict[TextSpot, int] = {}
    for cell, area in drawing.areas.items():
        inside |= dict.fromkeys(chain.from_iterable(outline.room(cell)), area)
        for spots, _, other in outline.walls(cell):
            if _is_joined(drawing, cell, other):
                inside |= dict.fromkeys(spots, area)
    shown = {**_walls(drawing, outline), **_labels(drawing, outline, {})}
    found = {spot: (" ", area) for spot, area in inside.items()}
    # A base (`_`) is in a line of the cell above, and so belongs to that cell.
    found |= {spot: (mark, inside.get(spot, BLOCKED) if mark == "_" else BLOCKED) for spot, mark in shown.items()}
    return _segments(found)


def _is_joined(drawing: BaseDrawing, cell: Cell, other: Cell) -> bool:
    area = drawing.areas[cell]
    return area != EMPTY and drawing.areas.get(other, BLOCKED) == area


def _walls(drawing: BaseDrawing, outline: Outline) -> dict[TextSpot, str]:
    found: dict[bool, dict[TextSpot, str]] = {True: {}, False: {}}
    for cell in drawing.areas:
        for spots, mark, other in outline.walls(cell):
            if not _is_joined(drawing, cell, other):
                found[mark == "_"] |= dict.fromkeys(spots, mark)
    return found[True] | found[False]  # a slash hides the end of a base


def _labels(drawing: BaseDrawing, outline: Outline, marks: Mapping[Cell, str]) -> dict[TextSpot, str]:
    # as many characters as fit, in the middle of the cell
    found: dict[TextSpot, str] = {}
    for cell, label in {**drawing._seen_labels, **marks}.items():
        room = _label_room(outline, cell)
        found |= dict(zip(room[max(0, len(room) - len(label)) // 2 :], label, strict=False))
    return found


def _label_room(outline: Outline, cell: Cell) -> Sequence[TextSpot]:
    return max(outline.room(cell), key=len)


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
