"""Pictures for terminals: the text pictures on coloured backgrounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Literal

from .colours import PALETTE, Colour, assign
from .drawing import BaseDrawing
from .text import ASCII, BOX, FREE, Segment, marks_of, pairs, segments

Depth = Literal["16", "256", "truecolour"]
Style = Literal["letters", "narrow", "outline", "box", "blocks"]

RESET = "\x1b[0m"


def coloured(drawing: BaseDrawing, style: Style = "letters", depth: Depth = "256") -> str:
    """Return a text picture for a terminal, with black characters on the colours of the pieces.

    - `letters`: the letter of the piece in each cell. A cell is two characters wide, and so about square.
    - `narrow`: like `letters`, but squares and cubes are one character wide.
    - `blocks`: like `letters`, but without the letters of pieces whose colour no other piece has.
    - `outline`, `box`: walls around pieces, in ASCII or in box-drawing characters.

    The layers of a box are side by side. Each line resets the colours at its end. *depth* is the number of colours of
    the terminal. Raise `ValueError` if *style* or *depth* is unknown.
    """
    if style not in _LINES:
        raise ValueError(f"unknown style {style!r}; there are {', '.join(_LINES)}")
    if depth not in _CODES:
        raise ValueError(f"unknown depth {depth!r}; there are {', '.join(_CODES)}")
    codes = [_CODES[depth](PALETTE[index]) for index in assign(drawing)]
    return "\n".join(_paint(line, codes) for line in _LINES[style](drawing))


def _cells(drawing: BaseDrawing, symbols: tuple[str, ...], gap: str = " ") -> Iterator[list[Segment]]:
    marks = (*symbols, " ", FREE)
    if drawing.lattice._is_slanted:
        yield from pairs(drawing, marks)
        return
    drawing = drawing.plane
    for row, areas in zip(marks_of(drawing, marks), drawing.table(), strict=True):
        yield [(mark + gap, area) for mark, area in zip(row, areas, strict=True)]


_LINES: Mapping[str, Callable[[BaseDrawing], Iterator[list[Segment]]]] = {
    "letters": lambda drawing: _cells(drawing, drawing.symbols),
    "narrow": lambda drawing: _cells(drawing, drawing.symbols, ""),
    "outline": lambda drawing: segments(drawing, ASCII),
    "box": lambda drawing: segments(drawing, BOX),
    "blocks": lambda drawing: _cells(drawing, _needed(drawing)),
}


def _needed(drawing: BaseDrawing) -> tuple[str, ...]:
    colours = assign(drawing)
    used = Counter(colours)
    return tuple([mark if used[colour] > 1 else " " for mark, colour in zip(drawing.symbols, colours, strict=True)])


_CODES: Mapping[str, Callable[[Colour], str]] = {
    "16": lambda colour: f"30;{colour.basic}",
    "256": lambda colour: f"38;5;16;48;5;{colour.indexed}",
    "truecolour": lambda colour: "38;2;0;0;0;48;2;{};{};{}".format(*colour.rgb),
}


def _paint(line: Iterable[Segment], codes: list[str]) -> str:
    runs = [
        (code, "".join([text for text, _ in run]))
        for code, run in groupby(line, lambda segment: codes[segment[1]] if segment[1] >= 0 else "")
    ]
    if runs and not runs[-1][0]:
        runs[-1] = ("", runs[-1][1].rstrip())
    return "".join([f"\x1b[{code}m{text}{RESET}" if code else text for code, text in runs])
