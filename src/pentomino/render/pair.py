"""Draw two solutions side by side, and show which pieces differ."""

from __future__ import annotations

from .drawing import BaseDrawing
from .svg import svg, svg_options
from .text import has_room, letters, outline

SAME, SAME_NOTE = ".", ", the same in both"
"""The symbol of pieces that two solutions have in the same place, and the text after their names."""


def pair(one: BaseDrawing, other: BaseDrawing, *, is_narrow: bool = False) -> BaseDrawing:
    """Return two drawings side by side, in which a mark replaces the letters of pieces that they share.

    If `is_narrow` is true, or if the first drawing is very wide, the second drawing is below the first one.
    """
    both = set(one.parts) & set(other.parts)

    def noted(drawing: BaseDrawing) -> BaseDrawing:
        areas = zip(drawing.parts, drawing.symbols, drawing.names, strict=True)
        marks = [(SAME, name + SAME_NOTE) if part in both else (symbol, name) for part, symbol, name in areas]
        return drawing._with(symbols=tuple([mark for mark, _ in marks]), names=tuple([name for _, name in marks]))

    wide, high = one.plane.extent
    return noted(one).above(noted(other)) if is_narrow or wide > 2 * high else noted(one).beside(noted(other))


def pair_text(drawing: BaseDrawing) -> str:
    """Return the outlines of a `pair`, with letters on the pieces that differ.

    In some cells, such as triangles, letters have no room. For these, return a picture without outlines.
    """
    if not has_room(drawing.lattice):
        return letters(drawing)
    symbols = {cell: drawing.symbols[area] for cell, area in drawing.areas.items() if area >= 0}
    return outline(drawing, {cell: symbol for cell, symbol in symbols.items() if symbol != SAME})


def pair_svg(drawing: BaseDrawing) -> str:
    """Return a `pair` as SVG. Pieces that differ are coloured, and all other pieces are white."""
    white = {name: "#ffffff" for name in drawing.names if name.endswith(SAME_NOTE)}
    bare = tuple([" " if symbol == SAME else symbol for symbol in drawing.symbols])
    return svg(drawing._with(symbols=bare), svg_options(palette=white))
