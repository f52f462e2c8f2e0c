"""Pictures for terminals: the text pictures on coloured backgrounds, and whether colour is wanted at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Literal

from .colours import PALETTE, Colour, assign
from .drawing import BLOCKED, EMPTY, Drawing
from .text import ASCII, BOX, FREE, Segment, marks_of, segments

__all__ = ["Depth", "Style", "colour_depth", "coloured"]

Style = Literal["letters", "outline", "box", "blocks"]
Depth = Literal["16", "256", "truecolour"]

RESET = "\x1b[0m"


def coloured(drawing: Drawing, style: Style = "letters", depth: Depth = "256") -> str:
    """A text picture with each area on the background of its piece, black on colour.

    `outline` and `box` are the pictures of that name. In `letters` and `blocks` a cell is two characters
    wide, so that it comes out about square; `blocks` has letters only where areas share a colour. Each line ends
    with the colours reset. Raises `ValueError` for an unknown style or depth.
    """
    if style not in _LINES:
        raise ValueError(f"unknown style {style!r}; there are {', '.join(_LINES)}")
    if depth not in _CODES:
        raise ValueError(f"unknown depth {depth!r}; there are {', '.join(_CODES)}")
    codes = [_CODES[depth](PALETTE[index]) for index in assign(drawing)]
    return "\n".join(_paint(line, codes) for line in _LINES[style](drawing))


def colour_depth(environ: Mapping[str, str], is_terminal: bool) -> Depth | None:
    """How many colours the output should be written with, `None` for none, given the environment.

    A non-empty `NO_COLOR` wins over all else (no-color.org). `FORCE_COLOR` (force-color.org) and
    `CLICOLOR_FORCE` (bixense.com/clicolors), unless empty or 0, ask for colour even in a pipe or in a dumb
    terminal. `COLORTERM` and `TERM` then say how many there are; Windows Terminal sets neither, but
    `WT_SESSION`.
    """
    if environ.get("NO_COLOR"):
        return None
    is_forced = any(environ.get(name, "") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE"))
    term = environ.get("TERM", "").lower()
    is_modern_windows = not term and bool(environ.get("WT_SESSION"))
    is_able = is_terminal and (term not in ("", "dumb") or is_modern_windows)
    if not (is_able or is_forced):
        return None
    is_direct = environ.get("COLORTERM", "").lower() in ("truecolor", "24bit") or term.endswith("-direct")
    if is_direct or is_modern_windows:
        return "truecolour"
    return "256" if "256color" in term else "16"


def _cells(drawing: Drawing, symbols: tuple[str, ...]) -> Iterator[list[Segment]]:
    marks = {BLOCKED: " ", EMPTY: FREE, **dict(enumerate(symbols))}
    for row, areas in zip(marks_of(drawing, marks), drawing.table(), strict=True):
        yield [(f"{mark} ", area) for mark, area in zip(row, areas, strict=True)]


_LINES: Mapping[str, Callable[[Drawing], Iterator[list[Segment]]]] = {
    "letters": lambda drawing: _cells(drawing, drawing.symbols),
    "outline": lambda drawing: segments(drawing, ASCII),
    "box": lambda drawing: segments(drawing, BOX),
    "blocks": lambda drawing: _cells(drawing, _needed(drawing)),
}


def _needed(drawing: Drawing) -> tuple[str, ...]:
    """The symbols of areas that share their colour with others, and blanks for those that do not."""
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
