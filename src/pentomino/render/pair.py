"""Two drawings of the same board side by side, for comparison. Only areas that differ have letters."""

from __future__ import annotations

from .drawing import BaseDrawing
from .svg import svg, svg_options
from .text import has_room, letters, marked

SAME = "."
"""The symbol of an area that is the same in both drawings."""

_NOTE = ", the same in both"


def pair(one: BaseDrawing, other: BaseDrawing, *, is_narrow: bool = False) -> BaseDrawing:
    """Return the two drawings side by side. Areas that both contain get the symbol `SAME`, and a note in their names.

    If the first drawing is more than twice as wide as high, or *is_narrow* is true, the second drawing is below it.
    """
    both = set(one.parts) & set(other.parts)
    first, second = _noted(one, both).plane, _noted(other, both).plane
    wide, high = first.extent
    return first.above(second) if is_narrow or wide > 2 * high else first.beside(second)


def pair_text(drawing: BaseDrawing) -> str:
    """Return the outline picture of a result of `pair`.

    Each cell of an area that differs contains the letter of the area. If cells have no space for letters within their
    walls, such as triangles, return the picture in letters.
    """
    symbols = drawing.symbols
    if not has_room(drawing.lattice):
        return letters(drawing)
    return marked(drawing, {cell: symbols[area] for cell, area in drawing.areas.items() if _differs(drawing, area)})


def pair_svg(drawing: BaseDrawing) -> str:
    """Return the picture of a result of `pair` in SVG: areas that differ are coloured, all others are white."""
    white = {name: "#ffffff" for name in drawing.names if name.endswith(_NOTE)}
    bare = tuple([" " if symbol == SAME else symbol for symbol in drawing.symbols])
    return svg(
        BaseDrawing(drawing.areas, bare, drawing.names, drawing.labels, drawing.lattice), svg_options(palette=white)
    )


def _noted(drawing: BaseDrawing, both: set[tuple[tuple[int, ...], ...]]) -> BaseDrawing:
    symbols = [SAME if part in both else symbol for part, symbol in zip(drawing.parts, drawing.symbols, strict=True)]
    names = [name + _NOTE * (part in both) for part, name in zip(drawing.parts, drawing.names, strict=True)]
    return BaseDrawing(drawing.areas, tuple(symbols), tuple(names), drawing.labels, drawing.lattice)


def _differs(drawing: BaseDrawing, area: int) -> bool:
    return area >= 0 and drawing.symbols[area] != SAME
