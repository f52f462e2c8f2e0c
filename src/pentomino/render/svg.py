"""Pictures in SVG: one path an area, for web pages, notebooks and files.

The page shows through around the board and in its holes. Fills are light, strokes and letters dark, so a
picture is readable on a light page and on a dark one. Nothing has an id or a style sheet, so pictures in one
page cannot interfere.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from html import escape

from .colours import PALETTE, assign
from .drawing import BLOCKED, EMPTY, Drawing, Table, framed

__all__ = ["escaped", "opening", "svg", "text_at"]

# A lattice point as (x, y), in cells from the upper left corner of the picture.
Point = tuple[int, int]

INK = "#222222"
FAINT = "#888888"

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def svg(drawing: Drawing, *, cell: int = 32, letters: bool = True) -> str:
    """The picture as one self-contained SVG document, with *cell* pixels to the side of a cell.

    Each area carries its name as a tool tip and, with *letters*, its symbol in the cell nearest to its
    centre. Empty cells are a faint grid. Raises `ValueError` for a cell of less than one pixel.
    """
    if cell < 1:
        raise ValueError(f"a cell must be at least 1 pixel, not {cell}")
    table = drawing.table()
    loops = boundaries(table)
    stroke = max(1, round(cell / 12))
    width, height = drawing.columns * cell + 2 * stroke, drawing.rows * cell + 2 * stroke
    lines = opening(_title(drawing), -stroke, -stroke, width, height)
    if EMPTY in loops:
        lines += _empty(table, loops[EMPTY], cell, stroke)
        lines += _labels(drawing, cell)
    lines.append(f'<g stroke="{INK}" stroke-width="{stroke}" stroke-linejoin="round" fill-rule="evenodd">')
    for area, colour in enumerate(assign(drawing)):
        if area in loops:
            fill, name = PALETTE[colour].hex, escaped(drawing.names[area])
            lines.append(f'<path fill="{fill}" d="{_path(loops[area], cell)}"><title>{name}</title></path>')
    lines.append("</g>")
    if letters:
        lines += _letters(drawing, table, cell)
    lines.append("</svg>")
    return "\n".join(lines)


def boundaries(table: Table) -> dict[int, list[list[Point]]]:
    """For each area, and for `EMPTY`, the corners of its outline: one closed loop a piece or hole.

    Loops run clockwise around the area and counter-clockwise around its holes. Linear in the number of cells.
    """
    edges: dict[int, dict[Point, list[Point]]] = defaultdict(dict)
    frame = framed(table)
    for y, row in enumerate(frame[1:-1]):
        for x, area in enumerate(row[1:-1]):
            if area == BLOCKED:
                continue
            for other, start, end in (
                (frame[y][x + 1], (x, y), (x + 1, y)),
                (row[x + 2], (x + 1, y), (x + 1, y + 1)),
                (frame[y + 2][x + 1], (x + 1, y + 1), (x, y + 1)),
                (row[x], (x, y + 1), (x, y)),
            ):
                if other != area:
                    edges[area].setdefault(start, []).append(end)
    return {area: _loops(ends) for area, ends in edges.items()}


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


def _path(loops: list[list[Point]], cell: int) -> str:
    """The loops as path data; at each corner a loop turns, so H and V alternate."""
    parts = []
    for loop in loops:
        (x, y), (x1, _) = loop[0], loop[1]
        parts.append(f"M{x * cell} {y * cell}")
        is_level = x1 != x
        for x, y in loop[1:]:
            parts.append(f"H{x * cell}" if is_level else f"V{y * cell}")
            is_level = not is_level
        parts.append("Z")
    return "".join(parts)


def _empty(table: Table, loops: list[list[Point]], cell: int, stroke: int) -> list[str]:
    """The empty cells: a faint surface, thin lines between its cells, its edge as thick as any other."""
    thin = [
        f"M{x * cell} {y * cell}{step}{cell}"
        for y, row in enumerate(table)
        for x, area in enumerate(row)
        if area == EMPTY
        for step, other in (("v", row[x - 1] if x else BLOCKED), ("h", table[y - 1][x] if y else BLOCKED))
        if other == EMPTY
    ]
    lines = [
        f'<g stroke="{FAINT}" stroke-linejoin="round" fill="none">',
        f'<path fill="{FAINT}" fill-opacity="0.15" fill-rule="evenodd" stroke-width="{stroke}" '
        f'd="{_path(loops, cell)}"/>',
    ]
    if thin:
        lines.append(f'<path stroke-width="1" stroke-opacity="0.5" d="{"".join(thin)}"/>')
    return [*lines, "</g>"]


def _labels(drawing: Drawing, cell: int) -> list[str]:
    """The labels of the empty cells, in the grey of their edge, which shows on light and dark pages."""
    cells = [(x, y) for y in range(drawing.rows) for x in range(drawing.columns)]
    marks = [((x, y), label) for x, y in cells if (label := drawing.label(y, x)) is not None]
    return _texts(marks, cell, FAINT, 0.4, ' font-weight="bold"') if marks else []


def _letters(drawing: Drawing, table: Table, cell: int) -> list[str]:
    cells: dict[int, list[Point]] = defaultdict(list)
    for y, row in enumerate(table):
        for x, area in enumerate(row):
            cells[area].append((x, y))
    marks = [(_middle(cells[area]), symbol) for area, symbol in enumerate(drawing.symbols) if area in cells]
    return _texts(marks, cell, "#000000", 0.55)


def _texts(marks: Iterable[tuple[Point, str]], cell: int, fill: str, size: float, weight: str = "") -> list[str]:
    """Texts in the middle of cells, *size* of which is the height of the font."""
    font = f'font-family="sans-serif" font-size="{cell * size:g}" text-anchor="middle"{weight}'
    texts = [text_at((x + 0.5) * cell, (y + 0.5) * cell, text) for (x, y), text in marks]
    return [f'<g fill="{fill}" {font} pointer-events="none">', *texts, "</g>"]


def _middle(cells: list[Point]) -> Point:
    """The cell nearest to the centre of mass, the first of several."""
    count, sum_x, sum_y = len(cells), sum(x for x, _ in cells), sum(y for _, y in cells)
    return min(cells, key=lambda cell: (count * cell[0] - sum_x) ** 2 + (count * cell[1] - sum_y) ** 2)


def _title(drawing: Drawing) -> str:
    count, free = len(drawing.names), sum(area == EMPTY for area in drawing.areas.values())
    title = f"{drawing.rows}x{drawing.columns} board with {count} piece{'' if count == 1 else 's'}"
    return f"{title}, {free} cell{'' if free == 1 else 's'} empty" if free else title


def opening(title: str, left: int, top: int, width: int, height: int, style: str = "") -> list[str]:
    """The first lines of a document that shows so much of the plane, one pixel to the unit."""
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="{left} {top} {width} {height}" role="img"{style}>',
        f"<title>{escaped(title)}</title>",
    ]


def text_at(x: float, y: float, text: str) -> str:
    """A text with its middle at a point."""
    # The shift down by a third of an em centres capitals; not every program that shows SVG knows
    # dominant-baseline.
    return f'<text x="{x:g}" y="{y:g}" dy="0.35em">{escaped(text)}</text>'


def escaped(text: str) -> str:
    """The text as XML can hold it: escaped, characters that XML has no way to write replaced."""
    return escape(_NOT_XML.sub("\ufffd", text))
