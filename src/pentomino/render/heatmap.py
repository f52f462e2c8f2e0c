"""Heat maps in SVG, of a table of numbers or of a board. The colour of a cell shows its number.

There are no ids or style sheets, and the background is transparent. Cells are light, and the figures in them are dark.
Texts outside cells are in a grey that is readable on light and dark pages. The colours range from light to dark, so
that they keep their order for the colour-blind and in print.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil
from textwrap import wrap
from typing import NamedTuple

from ..lattices.lattice import Cell, Cells, Lattice, box, middle
from .colours import ink
from .drawing import BaseDrawing, laid_out
from .svg import INK, escaped, opening, path_of, text_at

GREY = "#808080"
WIDTH, HEIGHT = 38, 20
"""The size of a cell, in pixels."""

LEFT, TOP, FOOT = 34, 50, 54
"""In pixels: the space for row names (left), for a title line and column names (top), and for the scale (foot)."""

LINE, GLYPH, SHORT = 20, 9, 24
"""The height of a title line and the width of its characters, in pixels. The minimum length of the line, in
characters."""

STEPS = 36
"""The number of coloured fields in the scale."""

_STOPS = ((0xFF, 0xF9, 0xDE), (0xF7, 0xC9, 0x6B), (0xE0, 0x6C, 0x3E))
"""The colours of the minimum, the middle and the maximum. Black on the darkest colour has a contrast of 6.4 to 1."""


def heatmap(
    title: str, rows: Sequence[str], columns: Sequence[str], values: Mapping[tuple[int, int], int], unit: str = ""
) -> str:
    """Return a heat map of a table as a self-contained SVG document.

    *rows* and *columns* are the names of the rows and columns. *values* maps (row index, column index), counted from 0,
    to a number. Cells without a number stay empty. The minimum and the maximum are framed. The tool tip of a cell
    contains the names of its column and its row, its number, and *unit*.

    Raise `ValueError` if there are no values.
    """
    if not values:
        raise ValueError("a heat map needs values")
    ends = min(values.values()), max(values.values())
    lines, foot = _around(title, len(columns) * WIDTH, len(rows) * HEIGHT, ends)
    lines.append(f'<g fill="{GREY}" font-size="12">')
    lines += [text_at(LEFT + (i + 0.5) * WIDTH, TOP - 11, column) for i, column in enumerate(columns)]
    lines += [text_at(LEFT / 2 + 2, TOP + (i + 0.5) * HEIGHT, row) for i, row in enumerate(rows)]
    lines += ["</g>", '<g fill="#000000">']
    frames = ""
    for (row, column), value in sorted(values.items()):
        x, y = LEFT + column * WIDTH, TOP + row * HEIGHT
        tip = escaped(f"{columns[column]} {rows[row]}: {value}{f' {unit}' if unit else ''}")
        lines.append(
            f'<g><title>{tip}</title><rect x="{x + 0.5}" y="{y + 0.5}" width="{WIDTH - 1}" height="{HEIGHT - 1}" '
            f'fill="{colour(value, *ends)}"/>{text_at(x + WIDTH / 2, y + HEIGHT / 2, str(value))}</g>'
        )
        if value in ends:
            frames += f"M{x + 0.5} {y + 0.5}h{WIDTH - 1}v{HEIGHT - 1}h{1 - WIDTH}z"
    lines.append("</g>")
    for stroke, width in (("#ffffff", 4), (INK, 2)):  # a dark frame with a light border is visible on any page
        lines.append(f'<path fill="none" stroke="{stroke}" stroke-width="{width}" d="{frames}"/>')
    return "\n".join([*lines, *foot])


def _around(title: str, width: int, height: int, ends: tuple[int, int]) -> tuple[list[str], list[str]]:
    """Return the SVG lines before the cells (the title), and those after the cells (the scale for *ends*)."""
    lines = wrap(title, max(SHORT, width // GLYPH)) or [""]
    wide = LEFT + max(width, *(len(line) * GLYPH for line in lines)) + 10
    above = (len(lines) - 1) * LINE  # the last line of the title is where a single line would be
    style = ' font-family="sans-serif" font-size="11" text-anchor="middle"'
    head = [
        *opening(title, 0, -above, wide, above + TOP + height + FOOT, style),
        f'<g fill="{GREY}" text-anchor="start">',
        *(
            f'<text x="{LEFT}" y="{20 + LINE * i}" font-size="15">{escaped(line)}</text>'
            for i, line in enumerate(lines, 1 - len(lines))
        ),
        "</g>",
    ]
    return head, [*_scale(*ends, TOP + height, width), "</svg>"]


def _scale(least: int, most: int, top: int, width: int) -> list[str]:
    steps = STEPS if most > least else 1
    bounds = [round(LEFT + width * i / steps) for i in range(steps + 1)]
    lines = [
        f'<rect x="{left}" y="{top + 18}" width="{right - left}" height="12" '
        f'fill="{colour(least + (most - least) * (i + 0.5) / steps, least, most)}"/>'
        for i, (left, right) in enumerate(pairwise(bounds))
    ]
    # Several quarters may round to the same number. The ends come last, so that they keep their numbers.
    marks = {round(least + (most - least) * quarter / 4): quarter for quarter in (3, 2, 1, 0, 4)}
    lines.append(f'<g fill="{GREY}">')
    for value, quarter in sorted(marks.items()):
        anchor = {0: ' text-anchor="start"', 4: ' text-anchor="end"'}.get(quarter, "")
        lines.append(f'<text x="{LEFT + width * quarter / 4:g}" y="{top + 44}"{anchor}>{value}</text>')
    return [*lines, "</g>"]


def colour(value: float, least: int, most: int) -> str:
    """Return the colour of *value* on a scale from *least* to *most*."""
    place = (value - least) / (most - least) * (len(_STOPS) - 1) if most > least else 0
    i = min(int(place), len(_STOPS) - 2)
    mixed = (round(low + (high - low) * (place - i)) for low, high in zip(_STOPS[i], _STOPS[i + 1], strict=True))
    return "#{:02x}{:02x}{:02x}".format(*mixed)


FAINTEST = 0.15
"""The minimum opacity of a cell."""

Likely = tuple[str, str, str, Fraction]
"""A piece on a cell: its name, letter and colour, and the share of solutions in which it covers the cell."""


class Tile(NamedTuple):
    """The appearance of a cell. `strength` is the opacity of its fill, from 0 to 1."""

    tip: str
    fill: str
    strength: float
    letter: str
    figures: str


def table(cells: Cells, lattice: Lattice, texts: Mapping[Cell, str]) -> str:
    """Return a text picture of a board with the cells *cells*. *texts* are shown in some of them.

    Rows of hexagons are shifted. Layers are side by side. If a text has two lines, blank lines separate all rows.
    """
    laid = laid_out(lattice, cells)
    places = {cell: lattice.look.spot(laid(cell)) for cell in sorted(cells)}
    step = max((len(line) for text in texts.values() for line in text.split("\n")), default=0) + 1
    high = 3 if any("\n" in text for text in texts.values()) else 1
    step = -(-step // lattice.look.apart)
    top, left, rows, _ = box(places.values())
    lines = [""] * (rows * high - high // 2)
    for cell, (row, column) in places.items():
        for at, text in enumerate(texts[cell].split("\n") if cell in texts else (), high * (row - top)):
            lines[at] = f"{lines[at]:{step * (column - left)}}{text}"
    return "\n".join(map(str.rstrip, lines))


def heat(title: str, lattice: Lattice, percentages: Mapping[Cell, int]) -> str:
    """Return an SVG heat map of a board. *percentages* maps cells to whole percentages."""
    ends = min(percentages.values()), max(percentages.values())
    tiles = {
        cell: Tile(f"{cell}: {number} %", colour(number, *ends), 1, "", str(number))
        for cell, number in percentages.items()
    }
    lines, width, height = _tiles(lattice, tiles)
    head, foot = _around(title, width, height, ends)
    return "\n".join([*head, f'<g transform="translate({LEFT} {TOP})">', *lines, "</g>", *foot])


def likely(title: str, lattice: Lattice, pieces: Mapping[Cell, Likely]) -> str:
    """Return an SVG picture of a board that shows a piece and its percentage in each cell."""
    most = max([part for *_, part in pieces.values()], default=Fraction(1))
    tiles = {}
    for cell, (name, letter, fill, part) in pieces.items():
        percent, strength = f"{round(100 * part)} %", FAINTEST + (1 - FAINTEST) * float(part / most)
        tiles[cell] = Tile(f"{name}: {percent}", fill, strength, letter, percent)
    lines, width, height = _tiles(lattice, tiles)
    head = opening(title, -1, -1, width + 2, height + 2, ' font-family="sans-serif" text-anchor="middle"')
    return "\n".join([*head, *lines, "</svg>"])


def _tiles(lattice: Lattice, tiles: Mapping[Cell, Tile]) -> tuple[list[str], int, int]:
    """Return the lines of SVG that show *tiles*, and the width and the height of the picture."""
    laid, side = laid_out(lattice, tiles), lattice.look.side
    plane = BaseDrawing._of_parts(frozenset(tiles), (), (), (), lattice=lattice).plane
    lines = []
    for cell, (tip, fill, strength, letter, figures) in sorted(tiles.items()):
        x, y = (at * side for at in middle(laid(cell), *plane.place))
        y -= lattice.look.lift(laid(cell), bool(letter))
        path = path_of([laid(cell)], plane.place, side)
        lines += [
            f'<g fill="{ink(fill) if strength > 0.5 else "#000000"}"><title>{escaped(tip)}</title>',
            f'<path d="{path}" fill="#ffffff" stroke="{INK}"/>',  # so that the text is readable on any page
            f'<path d="{path}" fill="{fill}" fill-opacity="{strength:.3f}" stroke="{INK}"/>',
        ]
        if letter:
            lines.append(text_at(x, y - 5, letter, ' font-size="18"'))
        lines += [text_at(x, y + 12 * bool(letter), figures, ' font-size="11"'), "</g>"]
    width, height = (ceil(long * side) for long in plane.extent)
    return lines, width, height
