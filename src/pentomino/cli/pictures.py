"""How the commands draw: the options for style and colour, and pictures of boards that are not yet full."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..render import STYLES
from ..render.drawing import EMPTY, BaseDrawing
from ..solutions.solution import Solution
from .named import Chosen
from .options import Parser, is_terminal

if TYPE_CHECKING:
    from ..render.ansi import Depth

__all__ = ["FROM_SVG", "SOLID", "Brush", "add_colour", "colour_depth", "laid_one_by_one"]

FROM_SVG = ("svg", "png", "pdf")
"""Styles that are drawn as SVG, and perhaps made something else of that."""

SOLID = ("obj", "stl")
"""Styles that are solids, made by the medium of that ending."""

FITTING: dict[str | None, tuple[str, ...]] = {None: ("outline", "letters", "narrow"), "letters": ("letters", "narrow")}
"""Styles to draw in on a screen, by what is asked for: the first that fits."""


def add_colour(parser: Parser) -> None:
    """Add the option `--colour`."""
    parser.add_argument(
        "--colour",
        "--color",
        choices=("auto", "always", "never", "blocks"),
        default="auto",
        help="colour the picture (default auto: where the terminal has it); blocks: the same as --style blocks",
    )


class Brush:
    """Draws in the style and the colours that the options ask for; *board* adds its labels and its heading."""

    def __init__(
        self,
        options: argparse.Namespace,
        board: Chosen | None,
        to_file: bool = False,
        on_screen: bool = False,
        look: Any = None,
    ) -> None:
        wish = options.colour
        style = "blocks" if wish == "blocks" and options.style not in FROM_SVG else options.style
        self._board = board
        self._look = look
        self._depth: Depth | None = None if to_file or wish == "never" else _depth(wish)
        self._styles = (on_screen and FITTING.get(style)) or (style or "outline",)

    def draw(self, drawing: BaseDrawing) -> list[str]:
        """The picture, in each of the styles to try, the largest first."""
        return list(self._drawn(drawing))

    def _drawn(self, drawing: BaseDrawing) -> Iterator[str]:
        if self._board is not None:
            drawing = drawing.labelled(self._board.named.labels)
        return (self._draw(drawing, style) for style in self._styles)

    def solution(self, solution: Solution) -> str:
        """The picture of a solution, in the first of the styles that fits, else in the last."""
        style, *others = self._styles
        if style in STYLES and not others and self._depth is None and self._board is None:
            return solution.to_text(style)
        return self.shown(solution.drawing)

    def shown(self, drawing: BaseDrawing) -> str:
        """The picture in the first of the styles that fits, else in the last."""
        if len(self._styles) == 1:
            return self.draw(drawing)[0]
        from .screen import best

        return best(self._drawn(drawing), sys.stdout)

    def _draw(self, drawing: BaseDrawing, style: str) -> str:
        if style in FROM_SVG:
            from ..render.svg import svg

            return svg(drawing, self._look)
        if style in SOLID:
            from ..render.media import SOLIDS

            return str(SOLIDS[f".{style}"].draw(drawing, self._look))
        heading = f"{self._board.heading}\n" if self._board and self._board.heading else ""
        if self._depth is None:
            return heading + STYLES["letters" if style in ("blocks", "narrow") else style](drawing)
        from ..render.ansi import coloured

        return heading + coloured(drawing, style, self._depth)  # type: ignore[arg-type]


def _depth(wish: str) -> Depth | None:
    return colour_depth(os.environ, is_terminal(sys.stdout)) or ("256" if wish == "always" else None)


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


def laid_one_by_one(solution: Solution, brush: Brush) -> Iterator[list[str]]:
    """Pictures of a solution with more and more of its pieces, in the order in which the search laid them."""
    whole = solution.drawing
    areas = dict.fromkeys(whole.areas, EMPTY)
    for placement in solution.laid:
        areas |= {cell: whole.areas[cell] for cell in placement.cells}
        yield brush.draw(BaseDrawing(dict(areas), whole.symbols, whole.names, lattice=whole.lattice))
