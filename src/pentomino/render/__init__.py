"""Pictures of boards and what covers them: pure functions from a `Drawing` to text and other media.

`STYLES` names the pictures in plain text; `coloured` is for terminals with colour. What few
programs need is loaded when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .colours import PALETTE, PALETTES, PaletteLike, assign
from .drawing import EMPTY, Drawing
from .svg import SvgOptions, SvgStyle, Unit, svg, svg_options
from .text import STYLES, box, grid, letters, outline

if TYPE_CHECKING:
    from .ansi import Depth, Style, colour_depth, coloured

__all__ = [
    "EMPTY",
    "PALETTE",
    "PALETTES",
    "STYLES",
    "Depth",
    "Drawing",
    "PaletteLike",
    "Style",
    "SvgOptions",
    "SvgStyle",
    "Unit",
    "assign",
    "box",
    "colour_depth",
    "coloured",
    "grid",
    "letters",
    "outline",
    "svg",
    "svg_options",
]

_LATER = {"ansi": ("Depth", "Style", "colour_depth", "coloured")}
"""The modules that are loaded when one of their names is first asked for."""


def __getattr__(name: str) -> Any:
    for module, names in _LATER.items():
        if name in names:
            from importlib import import_module

            return getattr(import_module(f".{module}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
