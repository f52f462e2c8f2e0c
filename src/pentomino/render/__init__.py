"""Pictures of boards and what covers them: pure functions from a `Drawing` to text and other media.

`STYLES` names the pictures in plain text; `coloured` is for terminals with colour. What few programs need is loaded
when it is first asked for; SVG and colours have modules of their own, `svg` and `colours`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .drawing import EMPTY, Drawing
from .text import STYLES, box, grid, letters, outline

if TYPE_CHECKING:
    from .ansi import Style, coloured
    from .depth import Depth, colour_depth

__all__ = [
    "EMPTY",
    "STYLES",
    "Depth",
    "Drawing",
    "Style",
    "box",
    "colour_depth",
    "coloured",
    "grid",
    "letters",
    "outline",
]

_LATER = {"ansi": ("Style", "coloured"), "depth": ("Depth", "colour_depth")}
"""The modules that are loaded when one of their names is first asked for."""


def __getattr__(name: str) -> Any:
    for module, names in _LATER.items():
        if name in names:
            from importlib import import_module

            return getattr(import_module(f".{module}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
