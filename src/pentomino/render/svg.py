"""Pictures in SVG: one path for each area, lines to cut along, solids, and the steps to build or take apart.

The background is transparent around the board and in its holes. Fills are light, and strokes and letters are dark, so
that pictures are readable on light and dark pages. There are no ids or style sheets, so that pictures on one page
cannot interfere. The paths of areas are cached, because many pictures have the same areas.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from math import dist
from operator import add, mul
from typing import Literal, NamedTuple, TypeAlias, get_args

from ..errors import PentominoError, expect_one_of
from ..lattices.lattice import SQUARE, Cell, Grid, Lattice, Point, Spot, frame, middle, spot
from ..wording import counted, joined
from .colours import PaletteLike, checked_palette, fills, ink
from .cut import LABEL, LAYERS, LETTER, Corner, Mark, Stroke, cut_lines
from .drawing import EMPTY, BaseDrawing, Edge, between, central, outlines, strokes, walls_of
from .solids import PAPER, balls, corner, ground, in_view, scene

LengthUnit = Literal["px", "mm"]
SvgStyle = Literal["filled", "cut", "isometric"]

INK = "#222222"
FAINT = "#888888"

HINTED, HINTED_IN_PRINT = "#000000", "#dddddd"
"""The fill of empty cells that a hint marks: in pictures with colours, and in the palette "print"."""

SHADED_IN_PRINT = "#cccccc"
"""The fill of pieces that the puzzle has already placed, in the palette "print"."""

HAIRLINE = 0.1
"""The width of cut lines in millimetres: thin enough for a cutter to follow, and still visible."""

SHADES = (0.15, 0.3)
"""The opacity of the shades on the front and the right side of a cube."""

LIGHT, GLOSS = "#ffffff", ((0.08, 0.32), (0.15, 0.15))
"""The colour of the highlights on a ball. For each highlight, its offset (both to the left and up) and its radius, as
fractions of a cell."""

_SHEEN = ' fill-opacity="0.3" stroke="none"'

NUMBERED = 0.75
"""The width of the strip for row and column numbers, as a fraction of a cell."""

ON_WHITE = ' style="background:#fff"'
"""The attribute that makes browsers show a document on white, even on dark pages. Other programs ignore it."""

CUT = f'{ON_WHITE} xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
_NOT_XML = "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})


Ruler: TypeAlias = tuple[Point, Grid]
"""The upper left point of a picture, and the grid of its cells."""


class SvgOptions(NamedTuple):
    """The options of a picture, as returned by `svg_options`. Lengths are in `unit`.

    `stroke` is the width of normal lines. `thin` is the width of thin lines, such as those between cells.
    """

    cell: float
    unit: LengthUnit
    stroke: float
    thin: float
    margin: float
    letters: bool
    coordinates: bool
    palette: PaletteLike
    style: SvgStyle
    kerf: float | None
    rim: float | None
    radius: float
    shaded: bool = False  # whether the palette for print fills pieces with grey


def svg_options(
    *,
    cell: float | None = None,
    unit: LengthUnit | None = None,
    margin: float | None = None,
    letters: bool | None = None,
    coordinates: bool = False,
    palette: PaletteLike = "colour",
    style: SvgStyle = "filled",
    kerf: float | None = None,
    rim: float | None = None,
    radius: float | None = None,
) -> SvgOptions:
    """Return the options of `Drawable.to_svg`. Raise `PentominoError` if one of them is not valid."""
    expect_one_of("style", style, get_args(SvgStyle))
    unit = unit or ("mm" if style == "cut" else "px")
    expect_one_of("unit", unit, get_args(LengthUnit))
    side = (32 if unit == "px" else 10) if cell is None else cell
    if unit == "px" and not side >= 1:
        raise PentominoError(f"cell must be at least 1 pixel, got {cell}")
    if not 0.1 <= side <= 10000:
        raise PentominoError(f"cell must be from 0.1 to 10000 {unit}, got {cell}")
    size = _exact(side)
    if margin is not None and not 0 <= margin <= 10000:
        raise PentominoError(f"margin must be from 0 to 10000 {unit}, got {margin}")
    palette = checked_palette(palette)
    _check_cutting(style, size, kerf, rim, radius)
    stroke = max(1, round(size / 12)) if unit == "px" else round(size / 12, 3)
    if style == "cut":
        stroke = 1 if unit == "px" else HAIRLINE
    thin, around = 1 if unit == "px" else size / 32, _exact(stroke if margin is None else margin)
    shown = style != "cut" if letters is None else letters
    return SvgOptions(size, unit, stroke, thin, around, shown, coordinates, palette, style, kerf, rim, radius or 0)


def _check_cutting(style: SvgStyle, cell: float, kerf: float | None, rim: float | None, radius: float | None) -> None:
    lengths = {"kerf": kerf, "rim": rim, "radius": radius}
    if style != "cut" and (given := [name for name, length in lengths.items() if length is not None]):
        raise PentominoError(f"{given[0]} requires style='cut'")
    # With this limit, the narrowest notch or hole of a piece on any lattice is wider than the beam.
    if kerf is not None and not 0 <= kerf <= cell / 4:
        raise PentominoError(f"kerf must be from 0 to {cell / 4:g} if the side of a cell is {cell:g}, got {kerf}")
    if rim is not None and not 0.1 <= rim <= 10000:
        raise PentominoError(f"rim must be from 0.1 to 10000, got {rim}")
    if not 0 <= (radius or 0) <= (rim or 0):
        if rim is None:
            raise PentominoError("radius requires rim=, whose outer corners it rounds")
        raise PentominoError(f"radius must be from 0 to {rim:g}, the width of the rim, got {radius}")


def svg(drawing: BaseDrawing, options: SvgOptions | None = None) -> str:
    """Return the picture of a drawing as one self-contained SVG document.

    Each area has its name as a tool tip. With the option `letters`, its symbol is in the cell nearest to its centre.
    Empty cells are drawn as a faint grid.
    """
    options = options or svg_options()
    if options.style == "isometric":
        return _solid(drawing, options)
    if options.style == "cut":
        return _cut(drawing, options)
    title, area_fills, cell = _title(drawing), fills(drawing, options.palette), options.cell
    lattice, drawing = drawing.lattice, drawing.plane
    if options.shaded and options.palette == "print":
        area_fills = [SHADED_IN_PRINT] * len(area_fills)
    if options.coordinates and drawing.lattice._is_slanted:
        raise PentominoError("coordinates require squares, as rows and columns of other lattices have no numbers")
    if beside := [cell for cell in drawing.labels if cell not in drawing.cells]:  # such as a date
        drawing = drawing.labelled(drawing.labels)
    near = _exact(options.margin + (cell * NUMBERED if options.coordinates else 0))
    width, height = (_exact(side * cell + near + options.margin) for side in drawing.extent)
    lines = opening(title, -near, -near, width, height, unit=options.unit)
    lines += _empty(drawing, options, lattice) if drawing.empty else []
    marked, hinted = (INK, HINTED_IN_PRINT) if options.palette == "print" else (FAINT, HINTED)
    lines += _marked(drawing, beside, marked, options) if beside else []
    lines += _marked(drawing, drawing.hinted, hinted, options) if drawing.hinted else []
    lines += _labels(drawing, options, beside) if drawing.labels else []
    areas = [area for area in zip(drawing.parts, area_fills, drawing.names, drawing.symbols, strict=True) if area[0]]
    lines.append(f'<g stroke="{INK}" stroke-width="{options.stroke}" stroke-linejoin="round" fill-rule="evenodd">')
    lines += [_area(part, drawing.place, cell, colour, name, lattice) for part, colour, name, _ in areas]
    lines.append("</g>")
    if options.letters:
        # No line separates balls of one colour. So if two pieces have the same colour, all their balls have letters.
        used = Counter([colour for _, colour, _, _ in areas] * lattice.has_balls)
        letters = [
            _letter(part, drawing.place, cell, symbol, colour, used[colour] > 1) for part, colour, _, symbol in areas
        ]
        lines += [_font("#000000", cell, LETTER), *letters, "</g>"]
    return "\n".join([*lines, *(_coordinates(drawing, options) if options.coordinates else ()), "</svg>"])


@lru_cache(maxsize=8192)
def _area(part: tuple[Cell, ...], place: Ruler, cell: float, colour: str, name: str, lattice: Lattice = SQUARE) -> str:
    # at the seam of a wrapped board, the outline is open
    title, surface = f"<title>{escaped(name)}</title>", _surface(part, place, cell, lattice)
    walls = walls_of(part, lattice) if lattice.periods else None
    if walls is None:
        return f'<path fill="{colour}" d="{surface}">{title}</path>'
    lines = "".join([_stroke(stroke, place, cell) for stroke in strokes(walls)])
    around = f'<path fill="none" stroke-linecap="round" d="{lines}"/>'
    return f'<g><path fill="{colour}" stroke="none" d="{surface}">{title}</path>{around}</g>'


def _surface(part: Iterable[Cell], place: Ruler, cell: float, lattice: Lattice) -> str:
    if not lattice.has_balls:
        return path_of(part, place, cell)
    r, spots = _exact(cell / 2), [_on_paper(middle(at, *place), cell) for at in part]
    return "".join([f"M{_exact(x - r)} {y}a{r} {r} 0 0 1 {2 * r} 0a{r} {r} 0 0 1 {-2 * r} 0Z" for x, y in spots])


@lru_cache(maxsize=8192)
def _letter(part: tuple[Cell, ...], place: Ruler, cell: float, symbol: str, colour: str, is_in_all: bool) -> str:
    # a letter in all cells, or in each connected region (and so in each layer of a solid piece)
    one_each: Iterable[Iterable[Cell]] = SQUARE.regions(part) if place[1] == SQUARE.look.grid else [part]
    if is_in_all:
        one_each = [(at,) for at in part]
    spots = [_on_paper(central(sorted(cells), place), cell) for cells in one_each]
    return "\n".join([_text_on(colour, *spot, symbol) for spot in spots])


def _text_on(colour: str, x: float, y: float, text: str) -> str:
    # the group of all texts is black, so only other inks are written
    return text_at(x, y, text, "" if ink(colour) == "#000000" else f' fill="{ink(colour)}"')


def _solid(drawing: BaseDrawing, options: SvgOptions) -> str:
    if not drawing.lattice._has_square_layers:
        name = drawing.lattice.name
        raise PentominoError(f"an isometric picture must show cubes or balls, got the {name} lattice")
    if options.coordinates:
        raise PentominoError("coordinates cannot be combined with isometric pictures")
    if drawing.lattice.has_balls:
        return _balls(drawing, options)
    seen, near = scene(drawing), options.margin
    place = seen.frame[0], PAPER
    width, height = (_exact(side * options.cell + 2 * near) for side in seen.extent)
    area_fills = fills(drawing, options.palette) or ["#ffffff"]
    names, symbols = drawing.names or ("",), drawing.symbols or ("",)
    lines = [*opening(_title(drawing), -near, -near, width, height, unit=options.unit), '<g fill-rule="evenodd">']
    areas = zip(seen.seen, area_fills, names, strict=True)
    lines += [_area(tuple(part), place, options.cell, colour, name) for part, colour, name in areas if part]
    lines += ["</g>", '<g fill="#000000" fill-rule="evenodd" pointer-events="none">']
    shades = zip(seen.shades, SHADES, strict=True)
    lines += [f'<path fill-opacity="{dark}" d="{path_of(part, place, options.cell)}"/>' for part, dark in shades]
    lines += ["</g>", f'<g stroke="{INK}" stroke-linejoin="round" stroke-linecap="round" fill="none">']
    kinds = (seen.inner, options.thin, 0.25), (seen.creases, options.thin, 1), (seen.outer, options.stroke, 1)
    for edges, wide, dark in kinds:
        if edges:
            ways = "".join([_stroke(stroke, place, options.cell) for stroke in strokes(edges)])
            lines.append(f'<path stroke-width="{_exact(wide)}" stroke-opacity="{dark}" d="{ways}"/>')
    lines.append("</g>")
    if options.letters:
        lines.append(_font("#000000", options.cell, 0.45))
        for at, symbol, colour in zip(seen.letters, symbols, area_fills, strict=True):
            if at is not None:
                lines.append(_text_on(colour, *_on_paper(spot(at, *place), options.cell), symbol))
        lines.append("</g>")
    return "\n".join([*lines, "</svg>"])


def _balls(drawing: BaseDrawing, options: SvgOptions) -> str:
    cell, near, area_fills = options.cell, options.margin, fills(drawing, options.palette) or ["#ffffff"]
    names, symbols = drawing.names or ("",), drawing.symbols or ("",)
    used = Counter([fill for fill, part in zip(area_fills, drawing.parts, strict=False) if part])
    alike = {number for number, fill in enumerate(area_fills) if used[fill] > 1 and symbols[number] != " "}
    drawn, (left, top), (right, bottom) = balls(drawing, alike)
    width, height = (_exact((side + 1) * cell + 2 * near) for side in (right - left, bottom - top))
    lines = opening(_title(drawing), -near, -near, width, height, unit=options.unit)
    font = f'font-family="sans-serif" font-size="{cell * 0.45:g}" text-anchor="middle"'
    lines.append(f'<g stroke="{INK}" stroke-width="{options.thin}" {font}>')
    for area, (right, down), has_letter in drawn:
        x, y = _on_paper((right - left + 0.5, down - top + 0.5), cell)
        lines.append(f"<g><title>{escaped(names[area])}</title>{_circle(x, y, 0.5 * cell, area_fills[area])}")
        # Light is drawn as two spots, because not all programs can draw gradients.
        lines += [_circle(x - far * cell, y - far * cell, size * cell, LIGHT, _SHEEN) for far, size in GLOSS]
        if options.letters and has_letter:
            lines.append(text_at(x, y, symbols[area], f' stroke="none" fill="{ink(area_fills[area])}"'))
        lines.append("</g>")
    return "\n".join([*lines, "</g>", "</svg>"])


def _circle(x: float, y: float, radius: float, fill: str, more: str = "") -> str:
    return f'<circle cx="{_exact(x)}" cy="{_exact(y)}" r="{_exact(radius)}" fill="{fill}"{more}/>'


def _cut(drawing: BaseDrawing, options: SvgOptions) -> str:
    if options.coordinates:
        raise PentominoError("coordinates cannot be combined with cut lines")
    cut, near = cut_lines(drawing, options.cell, options.kerf, options.rim, options.radius), options.margin
    width, height = _exact(cut.width + 2 * near), _exact(cut.height + 2 * near)
    lines = opening(_title(drawing), -near, -near, width, height, CUT, options.unit)
    for layer, (colour, _) in LAYERS.items():
        if layer == "engrave":
            texts = [_engraved(mark, options.cell) for mark in cut.engrave if options.letters]
            lines += [_font(colour, options.cell, LETTER, f" {_layer(layer)}"), *texts, "</g>"] if texts else []
        elif paths := [f'<path d="{_cut_path(line)}"/>' for line in (cut.inner if layer == "inner" else cut.outline)]:
            lines += [
                f'<g {_layer(layer)} fill="none" stroke="{colour}" stroke-width="{options.stroke}">',
                *paths,
                "</g>",
            ]
    return "\n".join([*lines, "</svg>"])


def _engraved(mark: Mark, cell: float) -> str:
    # the SVG group of the texts defines the font size of letters
    size = "" if mark.size == LETTER * cell else f' font-size="{mark.size:g}"'
    return text_at(_exact(mark.x), _exact(mark.y), mark.text, size)


def _cut_path(line: Stroke) -> str:
    corners = [Corner(_exact(x), _exact(y), _exact(radius)) for x, y, radius in line.corners]
    steps = [f"M{corners[0].x} {corners[0].y}"]
    for (x, y, radius), there in pairwise([*corners, corners[0]] if line.is_closed else corners):
        arc = f"A{radius} {radius} 0 0 1 {there.x} {there.y}" if radius else ""
        if arc or there is not corners[0]:
            steps.append(arc or _step((x, y), there[:2]))
    return "".join([*steps, "Z" * line.is_closed])


def _layer(name: str) -> str:
    return f'inkscape:groupmode="layer" inkscape:label="{name}"'


def path_of(cells: Iterable[Cell], place: Ruler, cell: float) -> str:
    """Return the outline of *cells* as SVG path data. *cell* is the side of a cell."""
    return "".join([f"{_line(loop, place, cell)}Z" for loop in outlines(cells, place[1])])


def _stroke(points: list[Point], place: Ruler, cell: float) -> str:
    # a stroke that ends where it begins is closed, to join its ends
    if points[0] != points[-1]:
        return _line(points, place, cell)
    return f"{_line(points[:-1], place, cell)}Z"


def _line(points: list[Point], place: Ruler, cell: float) -> str:
    (x, y), *others = [_on_paper(spot(point, *place), cell) for point in points]
    steps = [f"M{x} {y}"]
    for there in others:
        steps.append(_step((x, y), there))
        x, y = there
    return "".join(steps)


def _step(here: Spot, there: Spot) -> str:
    if here[0] == there[0]:
        return f"V{there[1]}"
    return f"H{there[0]}" if here[1] == there[1] else f"L{there[0]} {there[1]}"


def _edge(edge: Edge, place: Ruler, cell: float) -> str:
    # the end is written relative to the start, so that the data are shorter
    (x, y), (x1, y1) = (_on_paper(spot(point, *place), cell) for point in edge)
    right, down = _exact(x1 - x), _exact(y1 - y)
    return f"M{x} {y}{f'v{down}' if not right else f'h{right}' if not down else f'l{right} {down}'}"


def _on_paper(place: Spot, cell: float) -> Spot:
    return _exact(place[0] * cell), _exact(place[1] * cell)


def _exact(number: float) -> float:
    number = round(number, 4)
    return int(number) if number == int(number) else number


def _empty(drawing: BaseDrawing, options: SvgOptions, lattice: Lattice) -> list[str]:
    # `lattice`, unlike `drawing`, may have more than two dimensions
    cell, place = options.cell, drawing.place
    cells = dict.fromkeys(sorted(at for at, area in drawing.areas.items() if area == EMPTY))
    thin = [_edge(edge, place, cell) for edge in between({} if lattice.has_balls else cells, drawing.grid)]
    around = _surface(cells, place, cell, lattice)
    # A copier turns a light surface into specks, and loses half of a light line.
    surface, line, dark = (f'fill="{FAINT}" fill-opacity="0.15"', FAINT, 0.5)
    if options.palette == "print":
        surface, line, dark = 'fill="#ffffff"', INK, 0.6
    lines = [
        f'<g stroke="{line}" stroke-linejoin="round" fill="none">',
        f'<path {surface} fill-rule="evenodd" stroke-width="{options.stroke}" d="{around}"/>',
    ]
    if thin:
        lines.append(f'<path stroke-width="{_exact(options.thin)}" stroke-opacity="{dark}" d="{"".join(thin)}"/>')
    return [*lines, "</g>"]


def _marked(drawing: BaseDrawing, cells: Sequence[Cell], fill: str, options: SvgOptions) -> list[str]:
    cell, place = options.cell, drawing.place
    thin = "".join([_edge(edge, place, cell) for edge in between(dict.fromkeys(cells), drawing.grid)])
    lines = [f'<g stroke="{FAINT if fill == HINTED else INK}" stroke-linejoin="round" fill="none">']
    lines += [f'<path fill="{fill}" stroke-width="{options.stroke}" d="{path_of(cells, place, cell)}"/>']
    lines += [f'<path stroke-width="{_exact(options.thin)}" stroke-opacity="0.5" d="{thin}"/>'] * bool(thin)
    return [*lines, "</g>"]


def _labels(drawing: BaseDrawing, options: SvgOptions, beside: Sequence[Cell]) -> list[str]:
    # white beside the board, black for print, white in hints, otherwise grey
    marks = sorted(drawing._seen_labels.items())
    own = dict.fromkeys(drawing.hinted, f' fill="{INK if options.palette == "print" else "#ffffff"}"')
    own |= dict.fromkeys(beside, ' fill="#ffffff"')
    texts = [text_at(*_on_paper(middle(at, *drawing.place), options.cell), mark, own.get(at, "")) for at, mark in marks]
    fill = INK if options.palette == "print" else FAINT
    return [_font(fill, options.cell, LABEL, ' font-weight="bold"'), *texts, "</g>"] if marks else []


def _coordinates(drawing: BaseDrawing, options: SvgOptions) -> list[str]:
    (top, left), cell = drawing.origin, options.cell
    at = -cell * NUMBERED / 2 - options.stroke / 2
    columns = [text_at((x + 0.5) * cell, at, str(left + x)) for x in range(drawing.columns)]
    rows = [text_at(at, (y + 0.5) * cell, str(top + y)) for y in range(drawing.rows)]
    return [_font(FAINT, cell, 0.35), *columns, *rows, "</g>"]


def _font(fill: str, cell: float, size: float, more: str = "") -> str:
    font = f'font-family="sans-serif" font-size="{cell * size:g}" text-anchor="middle"'
    return f'<g fill="{fill}" {font}{more} pointer-events="none">'


def _title(drawing: BaseDrawing) -> str:
    title, free = f"{drawing.size} board with {counted(len(drawing.names), 'piece')}", drawing.empty
    return f"{title}, {counted(free, 'cell')} empty" if free else title


def opening(
    title: str, left: float, top: float, width: float, height: float, more: str = "", unit: str = "px"
) -> list[str]:
    """Return the first lines of an SVG document.

    (*left*, *top*) is its upper left corner. *width* and *height* are in *unit*, "px" or "mm". *more* holds further
    attributes.
    """
    unit = "" if unit == "px" else unit
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}{unit}" height="{height}{unit}" '
        f'viewBox="{left} {top} {width} {height}" role="img"{more}>',
        f"<title>{escaped(title)}</title>",
    ]


def inside(document: str) -> str:
    """Return the contents of a document made by `svg`, without its title."""
    return document.removesuffix("</svg>").partition("</title>\n")[2].strip()


def text_at(x: float, y: float, text: str, more: str = "") -> str:
    """Return an SVG text with its middle at (x, y). *more* holds attributes, each after a space."""
    # The shift down by a third of an em centres capitals. Not all SVG viewers know dominant-baseline.
    # Without serifs, the letter l would look like I.
    font = ' font-family="serif" font-style="italic"' if len(text) == 1 and text.islower() else ""
    return f'<text x="{x:g}" y="{y:g}" dy="0.35em"{font}{more}>{escaped(text)}</text>'


def escaped(text: str) -> str:
    """Return the text escaped for XML. Characters that XML does not allow are replaced."""
    if text.isascii() and text.isprintable():  # the usual case, in which the pattern need not be compiled
        return text.translate(_ESCAPES)
    return re.sub(_NOT_XML, "\ufffd", text).translate(_ESCAPES)


# ------------------------------------------------------------------------------------- the steps to build or take apart


Insertion: TypeAlias = tuple[int, Cell]
"""A step of building a solid: the number (from 0) of the inserted piece, and the unit vector of its movement."""


class Shift(NamedTuple):
    """A step of taking a solution apart: the pieces `moved` move `steps` times by the vector `direction`.

    `parts` holds the cells of each piece after the step. They are empty for a piece that is not shown.
    """

    parts: Sequence[tuple[Cell, ...]]
    moved: Sequence[int]
    direction: Cell
    steps: int


THERE, ARROW, FLOOR = "#b9bcc2", "#c4001a", "#999999"
"""The colours of pieces that a step does not move, of arrows, and of the ground."""

LONG, HEAD, BROAD, THIN = 1.3, 0.45, 0.24, 0.07
"""The size of an arrow, in sides of cells: its length, the length of its head, half the widths of head and shaft. The
arrow of a shift has the length of the shift."""

APART, ALONE = 0.3, 0.5
"""The gap between an arrow and an inserted piece, in sides of cells. The scale of the small picture of this piece."""

_STAYS = ", there"
"""The suffix of the names of pieces that a step does not move."""


def building(drawing: BaseDrawing, steps: Sequence[Insertion], options: SvgOptions) -> Iterator[str]:
    """Yield an SVG document for each of *steps*. The document shows the solid after the step.

    *drawing* shows the finished solid. A document also contains a small picture of the inserted piece. For cubes, it
    also contains the ground, and an arrow to the piece. All documents have the same size.
    """
    if drawing.lattice.has_balls:
        yield from _building_balls(drawing, steps, options)
        return
    alone = [_made(drawing, [step], is_alone=True) for step in steps]
    floor = ground([cell for part in drawing.parts for cell in part])
    least, sides = frame(chain(*scene(_made(drawing, steps)).seen, *floor), PAPER)
    arrows = [_arrow(drawing.parts[number], way, (least, PAPER), 0.5 + APART, LONG) for number, way in steps]
    xs, ys = zip((0.0, 0.0), spot(sides, (0, 0), PAPER), *chain(*arrows), strict=True)
    left, top = min(xs) - ALONE * max([scene(picture).extent[0] for picture in alone], default=0), min(ys)
    rim = BROAD + options.margin / options.cell
    box = left - rim, top - rim, max(xs) - left + 2 * rim, max(ys) - top + 2 * rim
    x, y, width, height = (round(options.cell * along, 3) for along in box)
    squares = "".join([path_of(square, (least, PAPER), options.cell) for square in floor])
    ground_lines = f'<path fill="none" stroke="{FLOOR}" stroke-width="{options.thin}" d="{squares}"/>'
    for number, ((new, _), (tail, tip), picture) in enumerate(zip(steps, arrows, alone, strict=True), 1):
        solid = _made(drawing, steps[:number])
        lines = opening(f"step {number} of {len(steps)}: {drawing.names[new]}", x, y, width, height, unit=options.unit)
        lines += [ground_lines, *_solid_group(solid, options, spot(scene(solid).frame[0], least, PAPER))]
        lines.append(_pointed(tail, tip, options))
        lines += _solid_group(picture, options._replace(letters=False), (left, top), ALONE)
        yield "\n".join([*lines, "</svg>"])


def _building_balls(drawing: BaseDrawing, steps: Sequence[Insertion], options: SvgOptions) -> Iterator[str]:
    alone = [_made(drawing, [step], is_alone=True) for step in steps]
    (_, (left, top), (right, bottom)), near = balls(drawing), options.margin
    wide = options.cell * ALONE * max([x1 - x + 1 for _, (x, _), (x1, _) in map(balls, alone)], default=0)
    width, height = (round(options.cell * (along + 1) + 2 * near, 3) for along in (right - left, bottom - top))
    for number, ((new, _), picture) in enumerate(zip(steps, alone, strict=True), 1):
        title = f"step {number} of {len(steps)}: {drawing.names[new]}"
        lines = opening(title, round(-near - wide, 3), -near, round(width + wide, 3), height, unit=options.unit)
        lines += _solid_group(picture, options._replace(letters=False), (-wide / options.cell, 0), ALONE)
        yield "\n".join([*lines, *_solid_group(_made(drawing, steps[:number]), options, (0, 0)), "</svg>"])


def moving(drawing: BaseDrawing, shifts: Sequence[Shift], options: SvgOptions) -> Iterator[str]:
    """Yield an SVG document for each of *shifts*. The document shows the pieces after the step.

    *drawing* shows the solution, of squares or cubes. The arrow behind a moved piece, or behind its visible cubes, is
    as long as the move. All documents have the same size.
    """
    views, wide, high = [], 0.0, 0.0
    for parts, moved, way, steps in shifts:
        picture = _greyed(drawing, parts, moved, chain(*parts))
        if drawing.lattice.has_cubes:
            (least, sides), paper, seen = scene(picture).frame, PAPER, in_view(picture)
        else:
            (least, sides), paper, seen = picture._paper, picture.grid, picture.cells
        behind = [[cell for cell in parts[number] if cell in seen] or parts[number] for number in moved]
        arrows = [_arrow(part, way, (least, paper), 0.5, steps) for part in behind]
        xs, ys = zip((0.0, 0.0), spot(sides, (0, 0), paper), *chain(*arrows), strict=True)
        wide, high = max(wide, max(xs) - min(xs)), max(high, max(ys) - min(ys))
        views.append((picture, arrows, (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2))
    rim = BROAD + options.margin / options.cell
    for number, ((_, moved, _, _), (picture, arrows, x, y)) in enumerate(zip(shifts, views, strict=True), 1):
        box = x - wide / 2 - rim, y - high / 2 - rim, wide + 2 * rim, high + 2 * rim
        left, top, width, height = (round(options.cell * along, 3) for along in box)
        title = f"step {number} of {len(views)}: {joined([drawing.names[piece] for piece in moved])}"
        lines = opening(title, left, top, width, height, unit=options.unit)
        lines += [*_solid_group(picture, options, (0, 0)), *[_pointed(*arrow, options) for arrow in arrows]]
        yield "\n".join([*lines, "</svg>"])


def _made(drawing: BaseDrawing, steps: Sequence[Insertion], is_alone: bool = False) -> BaseDrawing:
    """Return the drawing of the pieces that *steps* insert, all grey except the last.

    If *is_alone* is true, leave out all cells that the last piece does not cover.
    """
    numbers = [number for number, _ in steps]
    parts = [part if number in numbers else () for number, part in enumerate(drawing.parts)]
    return _greyed(drawing, parts, numbers[-1:], drawing.parts[numbers[-1]] if is_alone else drawing.cells)


def _greyed(
    drawing: BaseDrawing, parts: Sequence[tuple[Cell, ...]], moved: Sequence[int], cells: Iterable[Cell]
) -> BaseDrawing:
    """Return a drawing of *parts* in which only the pieces *moved* have a letter and a colour."""
    names = [name + _STAYS * (number not in moved) for number, name in enumerate(drawing.names)]
    symbols = [symbol if number in moved else " " for number, symbol in enumerate(drawing.symbols)]
    board = [*cells]
    if drawing.lattice.has_cubes:  # add an empty cell below: without it, separate cubes would look like a chart
        layer, row, column = max(board)
        board.append((layer + 1, row, column))
    lattice, owners = drawing.lattice, drawing.owners
    return drawing._of_parts(frozenset(board), parts, tuple(symbols), tuple(names), lattice=lattice, owners=owners)


def _solid_group(drawing: BaseDrawing, options: SvgOptions, at: Spot, scale: float = 1) -> list[str]:
    """Return a scaled SVG group of a drawing, in which pieces that stay are grey. *at* is its upper left corner."""
    palette = options.palette
    if isinstance(palette, str):
        palette = {} if palette == "colour" else dict(zip(drawing.names, fills(drawing, palette), strict=True))
    palette = {**palette, **{name: THERE for name in drawing.names if name.endswith(_STAYS)}}
    inner = inside(svg(drawing, options._replace(palette=palette)))
    x, y = (round(options.cell * along, 3) for along in at)
    return [f'<g transform="translate({x} {y}) scale({scale})">', inner, "</g>"]


def _arrow(part: Sequence[Cell], way: Cell, place: Ruler, gap: float, length: float) -> tuple[Spot, Spot]:
    """Return the tail and the tip of an arrow behind *part*, in its direction *way*.

    *gap* is the distance of the tip from the middle of the last cell.
    """
    centre = [sum(along) / len(part) for along in zip(*part, strict=True)]
    cell = min(part, key=lambda cell: (sum(map(mul, cell, way)), dist(cell, centre), cell))
    cells = cell, tuple(map(add, cell, way))
    tops = map(corner, cells) if len(way) == 3 else ()
    (x, y), (x1, y1) = [spot((x, y + 2), *place) for x, y in tops] or [middle(at, *place) for at in cells]
    right, down, tail = x1 - x, y1 - y, gap + length
    return (x - tail * right, y - tail * down), (x - gap * right, y - gap * down)


def _pointed(tail: Spot, tip: Spot, options: SvgOptions) -> str:
    (x, y), (x1, y1), length = tail, tip, dist(tail, tip)
    right, down, neck = (x1 - x) / length, (y1 - y) / length, length - HEAD
    shape = (0, THIN), (neck, THIN), (neck, BROAD), (length, 0), (neck, -BROAD), (neck, -THIN), (0, -THIN)
    spots = [(x + far * right - out * down, y + far * down + out * right) for far, out in shape]
    corners = [f"{options.cell * x:.2f} {options.cell * y:.2f}" for x, y in spots]
    fill = INK if options.palette == "print" else ARROW
    return f'<path fill="{fill}" stroke="#ffffff" stroke-width="{options.thin}" d="M{"L".join(corners)}Z"/>'
