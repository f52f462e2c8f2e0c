"""How likely pieces are on the cells of a board: tables in text, heat maps, boards in the colours of pieces."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ..lattices.lattice import Cell
from .colours import ink
from .heatmap import heatmap
from .svg import INK, escaped, opening, text_at

__all__ = ["heat", "likely", "table"]

CELL = 44
"""The side of a cell, in pixels."""

FAINTEST = 0.15
"""How strong the colour of a piece is that is hardly ever there."""

Likely = tuple[str, str, str, Fraction]
"""The name, the letter and the colour of a piece, and how often it is there."""


Frame = tuple[int, int, int, int]
"""The bounding box of a board: least row, least column, rows, columns."""


def table(frame: Frame, texts: Mapping[Cell, str]) -> str:
    """The texts of cells, in rows and columns."""
    top, left, rows, columns = frame
    wide = max(map(len, texts.values()), default=0)
    lines = [
        " ".join(f"{texts.get((top + row, left + column), ''):{wide}}" for column in range(columns))
        for row in range(rows)
    ]
    return "\n".join(map(str.rstrip, lines))


def heat(title: str, frame: Frame, percentages: Mapping[Cell, int]) -> str:
    """A heat map of percentages, by the rows and columns of cells."""
    top, left, rows, columns = frame
    return heatmap(
        title,
        [str(top + row) for row in range(rows)],
        [str(left + column) for column in range(columns)],
        {(row - top, column - left): number for (row, column), number in percentages.items()},
        "%",
    )


def likely(title: str, frame: Frame, cells: Mapping[Cell, Likely]) -> str:
    """A picture in SVG of a board, each cell in the colour of a piece, the stronger the more often that is there."""
    top, left, rows, columns = frame
    lines = opening(
        title, -1, -1, columns * CELL + 2, rows * CELL + 2, ' font-family="sans-serif" text-anchor="middle"'
    )
    most = max([part for *_, part in cells.values()], default=Fraction(1))
    for (row, column), piece in sorted(cells.items()):
        lines += _cell((column - left) * CELL, (row - top) * CELL, *piece, most)
    return "\n".join([*lines, "</svg>"])


def _cell(x: int, y: int, name: str, letter: str, colour: str, part: Fraction, most: Fraction) -> list[str]:
    """A cell, on white, so that its figures can be read on any page."""
    square = f'x="{x}" y="{y}" width="{CELL}" height="{CELL}" stroke="{INK}" stroke-width="1"'
    percent = f"{round(100 * part)} %"
    strength = FAINTEST + (1 - FAINTEST) * float(part / most)
    figures = ink(colour) if strength > 0.5 else "#000000"
    return [
        f'<g fill="{figures}"><title>{escaped(f"{name}: {percent}")}</title>',
        f'<rect {square} fill="#ffffff"/><rect {square} fill="{colour}" fill-opacity="{strength:.3f}"/>',
        text_at(x + CELL / 2, y + CELL * 0.38, letter, ' font-size="18"'),
        text_at(x + CELL / 2, y + CELL * 0.77, percent, ' font-size="11"'),
        "</g>",
    ]
