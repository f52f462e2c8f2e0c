"""How likely pieces are on the cells of a board: tables in text, heat maps, boards in the colours of pieces.

On all lattices: cells are polygons, the layers of a box lie side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from ..lattices.lattice import Cell, Cells, Lattice, box
from ..lattices.looks import middle
from .colours import ink
from .drawing import BaseDrawing
from .heatmap import LEFT, TOP, around, colour
from .svg import INK, escaped, opening, path_of, text_at

__all__ = ["heat", "likely", "table"]

FAINTEST = 0.15
"""How strong the colour of a piece is that is hardly ever there."""

Likely = tuple[str, str, str, Fraction]
"""The name, the letter and the colour of a piece, and how often it is there."""


class Look(NamedTuple):
    """How a cell looks: its tool tip, its fill and how strong that is, a letter, and figures."""

    tip: str
    fill: str
    strength: float
    letter: str
    figures: str

    @property
    def ink(self) -> str:
        """The colour of what is written there, on white under the fill."""
        return ink(self.fill) if self.strength > 0.5 else "#000000"


def table(cells: Cells, lattice: Lattice, texts: Mapping[Cell, str]) -> str:
    """The texts of cells, in lines as the cells lie: those of hexagons are shifted, layers stand side by side.

    If there are texts of two lines, a blank line is below each row.
    """
    places = dict(
        zip(sorted(cells), (lattice.look.spot(part[0]) for part in _plane(cells, lattice).parts), strict=True)
    )
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
    """A heat map of percentages."""
    ends = min(percentages.values()), max(percentages.values())
    looks = {
        cell: Look(f"{cell}: {number} %", colour(number, *ends), 1, "", str(number))
        for cell, number in percentages.items()
    }
    lines, width, height = _cells(lattice, looks)
    head, foot = around(title, width, height, ends)
    return "\n".join([*head, f'<g transform="translate({LEFT} {TOP})">', *lines, "</g>", *foot])


def likely(title: str, lattice: Lattice, pieces: Mapping[Cell, Likely]) -> str:
    """A picture of a board, each cell in the colour of a piece, the stronger the more often that is there."""
    most = max([part for *_, part in pieces.values()], default=Fraction(1))
    looks = {}
    for cell, (name, letter, fill, part) in pieces.items():
        percent, strength = f"{round(100 * part)} %", FAINTEST + (1 - FAINTEST) * float(part / most)
        looks[cell] = Look(f"{name}: {percent}", fill, strength, letter, percent)
    lines, width, height = _cells(lattice, looks)
    head = opening(title, -1, -1, width + 2, height + 2, ' font-family="sans-serif" text-anchor="middle"')
    return "\n".join([*head, *lines, "</svg>"])


def _plane(cells: Iterable[Cell], lattice: Lattice) -> BaseDrawing:
    """The drawing of cells, in their order, each an area of its own, as they lie on paper."""
    cells = sorted(cells)
    blank = ("",) * len(cells)
    return BaseDrawing.of_parts(frozenset(cells), [(cell,) for cell in cells], blank, blank, lattice=lattice).plane


def _cells(lattice: Lattice, looks: Mapping[Cell, Look]) -> tuple[list[str], int, int]:
    """The lines that draw cells, and how much room they take."""
    plane, side = _plane(looks, lattice), lattice.look.side
    lines = []
    for part, (_, look) in zip(plane.parts, sorted(looks.items()), strict=True):
        x, y = (at * side for at in middle(part[0], *plane.place))
        y -= lattice.look.lift(part[0], bool(look.letter))
        lines += _cell(path_of(part, plane.place, side), x, y, look)
    width, height = (ceil(long * side) for long in plane.extent)
    return lines, width, height


def _cell(path: str, x: float, y: float, look: Look) -> list[str]:
    """A cell, on white, so that its figures can be read on any page."""
    lines = [
        f'<g fill="{look.ink}"><title>{escaped(look.tip)}</title>',
        f'<path d="{path}" fill="#ffffff" stroke="{INK}"/>',
        f'<path d="{path}" fill="{look.fill}" fill-opacity="{look.strength:.3f}" stroke="{INK}"/>',
    ]
    if look.letter:
        lines += [text_at(x, y - 5, look.letter, ' font-size="18"')]
    return [*lines, text_at(x, y + 12 * bool(look.letter), look.figures, ' font-size="11"'), "</g>"]
