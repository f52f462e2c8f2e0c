"""Pictures in SVG: one path an area, for web pages, notebooks and files; or the lines along which to cut.

The page shows through around the board and in its holes. Fills are light, strokes and letters dark, so a
picture is readable on a light page and on a dark one. Nothing has an id or a style sheet, so pictures in one
page cannot interfere. What is drawn of an area is kept, as the same ones come back in picture after picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from ..errors import PentominoError
from ..lattice import Cell
from .colours import PaletteLike, fills, ink
from .drawing import EMPTY, Drawing
from .strokes import Point, cuts, strokes

__all__ = ["SvgStyle", "Unit", "escaped", "opening", "svg", "text_at"]

Unit = Literal["px", "mm"]
SvgStyle = Literal["filled", "cut"]

INK = "#222222"
FAINT = "#888888"

HAIRLINE = 0.1
"""Of cut lines, in millimetres: what programs for cutters take for a line, and what can still be seen."""

CUTS = (("inner cuts", "#0000ff"), ("outline", "#ff0000"))
"""The layers of cut lines, in the order in which to cut: what is inside holds still as long as its frame does."""

NUMBERED = 0.75
"""Of a cell: the room for the numbers of rows and columns."""

INKSCAPE = ' xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
_NOT_XML = "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})


class Scale(NamedTuple):
    """How large a picture is: the side of a cell, the width of strokes and of thin lines, the margin, in *unit*."""

    cell: float
    unit: Unit
    stroke: float
    thin: float
    margin: float


def svg(
    drawing: Drawing,
    *,
    cell: float | None = None,
    unit: Unit | None = None,
    margin: float | None = None,
    letters: bool | None = None,
    coordinates: bool = False,
    palette: PaletteLike = "colour",
    style: SvgStyle = "filled",
) -> str:
    """The picture as one self-contained SVG document; the options are those of `Drawable.to_svg`.

    Each area carries its name as a tool tip and, with *letters*, its symbol in the cell nearest to its
    centre. Empty cells are a faint grid. Raises `PentominoError` for options that cannot be.
    """
    if style not in ("filled", "cut"):
        raise PentominoError(f"unknown style {style!r} of SVG; there are filled and cut")
    scale = _scale(cell, unit, margin, style)
    if style == "filled":
        return _document(drawing, scale, _filled(drawing, scale, palette, letters is not False), coordinates)
    return _document(drawing, scale, _cut(drawing, scale, bool(letters)), coordinates, INKSCAPE)


def _scale(cell: float | None, unit: Unit | None, margin: float | None, style: SvgStyle) -> Scale:
    unit = unit or ("mm" if style == "cut" else "px")
    if unit not in ("px", "mm"):
        raise PentominoError(f"unknown unit {unit!r}; there are px and mm")
    side = (32 if unit == "px" else 10) if cell is None else cell
    if unit == "px" and not side >= 1:
        raise PentominoError(f"a cell must be at least 1 pixel, not {cell}")
    if not 0.1 <= side <= 10000:
        raise PentominoError(f"a cell has a side of 0.1 to 10000 {unit}, not {cell}")
    size = _exact(side)
    if margin is not None and not 0 <= margin <= 10000:
        raise PentominoError(f"a margin is 0 to 10000 {unit}, not {margin}")
    stroke = max(1, round(size / 12)) if unit == "px" else round(size / 12, 3)
    if style == "cut":
        stroke = 1 if unit == "px" else HAIRLINE
    return Scale(size, unit, stroke, 1 if unit == "px" else size / 32, _exact(stroke if margin is None else margin))


def _document(drawing: Drawing, scale: Scale, inside: list[str], coordinates: bool, more: str = "") -> str:
    room = scale.cell * NUMBERED if coordinates else 0
    near = _exact(scale.margin + room)
    width, height = (_exact(side * scale.cell + near + scale.margin) for side in (drawing.columns, drawing.rows))
    lines = opening(_title(drawing), -near, -near, width, height, more, scale.unit)
    return "\n".join([*lines, *inside, *(_coordinates(drawing, scale) if coordinates else ()), "</svg>"])


def _filled(drawing: Drawing, scale: Scale, palette: PaletteLike, letters: bool) -> list[str]:
    lines: list[str] = []
    if drawing.empty:
        lines += _empty(drawing, scale)
    if drawing.labels:
        lines += _labels(drawing, scale.cell)
    lines.append(f'<g stroke="{INK}" stroke-width="{scale.stroke}" stroke-linejoin="round" fill-rule="evenodd">')
    corner, colours = drawing.origin, fills(drawing, palette)
    areas = [
        (part, colour, name, symbol)
        for part, colour, name, symbol in zip(drawing.parts, colours, drawing.names, drawing.symbols, strict=True)
        if part
    ]
    lines += [_area(part, corner, scale.cell, colour, name) for part, colour, name, _ in areas]
    lines.append("</g>")
    if letters:
        lines.append(_font("#000000", scale.cell, 0.55))
        lines += [_letter(part, corner, scale.cell, symbol, ink(colour)) for part, colour, _, symbol in areas]
        lines.append("</g>")
    return lines


@lru_cache(maxsize=8192)
def _area(part: tuple[Cell, ...], corner: Cell, cell: float, colour: str, name: str) -> str:
    return f'<path fill="{colour}" d="{_path(outlines(part, corner), cell)}"><title>{escaped(name)}</title></path>'


@lru_cache(maxsize=8192)
def _letter(part: tuple[Cell, ...], corner: Cell, cell: float, symbol: str, fill: str) -> str:
    row, column = _middle(part)
    at = (column - corner[1] + 0.5) * cell, (row - corner[0] + 0.5) * cell
    return text_at(*at, symbol, "" if fill == "#000000" else f' fill="{fill}"')


def _cut(drawing: Drawing, scale: Scale, letters: bool) -> list[str]:
    """The layers of cut lines, and perhaps one of letters, to be engraved."""
    lines: list[str] = []
    for (name, colour), edges in zip(CUTS, cuts(drawing), strict=True):
        if edges:
            lines.append(f'<g {_layer(name)} fill="none" stroke="{colour}" stroke-width="{scale.stroke}">')
            lines += [f'<path d="{_stroke(stroke, scale.cell)}"/>' for stroke in strokes(edges)]
            lines.append("</g>")
    if letters:
        marks = zip(drawing.parts, drawing.symbols, strict=True)
        texts = [_letter(part, drawing.origin, scale.cell, mark, "#000000") for part, mark in marks if part]
        lines += [_font("#000000", scale.cell, 0.55, f" {_layer('letters')}"), *texts, "</g>"]
    return lines


def _layer(name: str) -> str:
    return f'inkscape:groupmode="layer" inkscape:label="{name}"'


def outlines(cells: Iterable[Cell], corner: Cell) -> list[list[Point]]:
    """The corners of the outline of an area: one closed loop a piece or hole.

    Loops run clockwise around the area and counter-clockwise around its holes. Linear in the number of cells.
    """
    area = dict.fromkeys(cells)
    ends: dict[Point, list[Point]] = {}
    for row, column in area:
        y, x = row - corner[0], column - corner[1]
        for other, start, end in (
            ((row - 1, column), (x, y), (x + 1, y)),
            ((row, column + 1), (x + 1, y), (x + 1, y + 1)),
            ((row + 1, column), (x + 1, y + 1), (x, y + 1)),
            ((row, column - 1), (x, y + 1), (x, y)),
        ):
            if other not in area:
                ends.setdefault(start, []).append(end)
    return _loops(ends)


def _loops(ends: dict[Point, list[Point]]) -> list[list[Point]]:
    """The corners of the loops that directed edges of length one form; takes the edges apart."""
    loops = []
    for start in list(ends):
        while ends[start]:
            loop, there = [start], ends[start].pop(0)
            while there != start:
                loop.append(there)
                there = _turn(loop[-2], there, ends[there])
            loops.append(_corners(loop))
    return loops


def _turn(before: Point, here: Point, ends: list[Point]) -> Point:
    """Take the next edge from *ends*: of two the one that turns right, so as to stay with the same cell."""
    (x, y), (x0, y0) = here, before
    right = (x - (y - y0), y + (x - x0))
    ends.sort(key=lambda end: end != right)
    return ends.pop(0)


def _corners(loop: list[Point]) -> list[Point]:
    """The points of a closed loop where its direction changes."""
    around = zip([loop[-1], *loop], loop, [*loop[1:], loop[0]], strict=False)
    return [b for a, b, c in around if (a[0] == b[0]) != (b[0] == c[0])]


def _path(loops: Iterable[list[Point]], cell: float) -> str:
    """Closed loops as path data."""
    return "".join([f"{_line(loop, cell)}Z" for loop in loops])


def _stroke(points: list[Point], cell: float) -> str:
    """A stroke as path data, closed if it ends where it begins, so that its ends are joined."""
    if points[0] != points[-1]:
        return _line(points, cell)
    return f"{_line(points[:-1], cell)}Z"


def _line(points: list[Point], cell: float) -> str:
    """A line from corner to corner as path data."""
    x, y = points[0]
    steps = [f"V{_exact(b[1] * cell)}" if a[0] == b[0] else f"H{_exact(b[0] * cell)}" for a, b in pairwise(points)]
    return "".join([f"M{_exact(x * cell)} {_exact(y * cell)}", *steps])


def _exact(number: float) -> float:
    """A number without what floats add to it, whole if it is."""
    return int(number) if number == int(number) else round(number, 4)


def _empty(drawing: Drawing, scale: Scale) -> list[str]:
    """The empty cells: a faint surface, thin lines between its cells, its edge as thick as any other."""
    cell, (top, left) = scale.cell, drawing.origin
    cells = dict.fromkeys(sorted(at for at, area in drawing.areas.items() if area == EMPTY))
    thin = [
        f"M{_exact((column - left) * cell)} {_exact((row - top) * cell)}{step}{cell}"
        for row, column in cells
        for step, other in (("v", (row, column - 1)), ("h", (row - 1, column)))
        if other in cells
    ]
    lines = [
        f'<g stroke="{FAINT}" stroke-linejoin="round" fill="none">',
        f'<path fill="{FAINT}" fill-opacity="0.15" fill-rule="evenodd" stroke-width="{scale.stroke}" '
        f'd="{_path(outlines(cells, drawing.origin), cell)}"/>',
    ]
    if thin:
        lines.append(f'<path stroke-width="{_exact(scale.thin)}" stroke-opacity="0.5" d="{"".join(thin)}"/>')
    return [*lines, "</g>"]


def _labels(drawing: Drawing, cell: float) -> list[str]:
    """The labels, in the grey of the edge of empty cells, which shows on light and dark pages."""
    top, left = drawing.origin
    marks = sorted(drawing.seen_labels.items())
    texts = [text_at((column - left + 0.5) * cell, (row - top + 0.5) * cell, mark) for (row, column), mark in marks]
    return [_font(FAINT, cell, 0.4, ' font-weight="bold"'), *texts, "</g>"] if marks else []


def _coordinates(drawing: Drawing, scale: Scale) -> list[str]:
    """The numbers of rows and columns, as the cells of the board have them, beside it."""
    (top, left), cell = drawing.origin, scale.cell
    at = -cell * NUMBERED / 2 - scale.stroke / 2
    columns = [text_at((x + 0.5) * cell, at, str(left + x)) for x in range(drawing.columns)]
    rows = [text_at(at, (y + 0.5) * cell, str(top + y)) for y in range(drawing.rows)]
    return [_font(FAINT, cell, 0.35), *columns, *rows, "</g>"]


def _font(fill: str, cell: float, size: float, more: str = "") -> str:
    """The start of texts in the middle of cells, *size* of which is the height of the font."""
    font = f'font-family="sans-serif" font-size="{cell * size:g}" text-anchor="middle"'
    return f'<g fill="{fill}" {font}{more} pointer-events="none">'


def _middle(cells: Iterable[Cell]) -> Cell:
    """The cell nearest to the centre of mass, the first of several."""
    cells = list(cells)
    count, rows, columns = len(cells), sum(row for row, _ in cells), sum(column for _, column in cells)
    return min(cells, key=lambda cell: (count * cell[0] - rows) ** 2 + (count * cell[1] - columns) ** 2)


def _title(drawing: Drawing) -> str:
    count, free = len(drawing.names), drawing.empty
    title = f"{drawing.rows}x{drawing.columns} board with {count} piece{'' if count == 1 else 's'}"
    return f"{title}, {free} cell{'' if free == 1 else 's'} empty" if free else title


def opening(
    title: str, left: float, top: float, width: float, height: float, more: str = "", unit: str = "px"
) -> list[str]:
    """The first lines of a document that shows so much of the plane, one pixel or millimetre to the unit."""
    unit = "" if unit == "px" else unit
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}{unit}" height="{height}{unit}" '
        f'viewBox="{left} {top} {width} {height}" role="img"{more}>',
        f"<title>{escaped(title)}</title>",
    ]


def text_at(x: float, y: float, text: str, more: str = "") -> str:
    """A text with its middle at a point."""
    # The shift down by a third of an em centres capitals; not every program that shows SVG knows
    # dominant-baseline.
    return f'<text x="{x:g}" y="{y:g}" dy="0.35em"{more}>{escaped(text)}</text>'


def escaped(text: str) -> str:
    """The text as XML can hold it: escaped, characters that XML has no way to write replaced."""
    if text.isascii() and text.isprintable():  # as nearly all are; the pattern takes long to be compiled
        return text.translate(_ESCAPES)
    return re.sub(_NOT_XML, "\ufffd", text).translate(_ESCAPES)
