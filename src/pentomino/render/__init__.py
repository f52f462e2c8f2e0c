"""Pictures of boards and what covers them: pure functions from a `Drawing` to text.

`STYLES` names the pictures that need nothing but the drawing; `coloured` is for terminals with colour.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from .ansi import Depth, Style, colour_depth, coloured
from .colours import assign
from .drawing import EMPTY, Drawing
from .svg import svg
from .text import box, grid, letters, outline

__all__ = [
    "EMPTY",
    "STYLES",
    "Depth",
    "Drawing",
    "Style",
    "assign",
    "box",
    "colour_depth",
    "coloured",
    "grid",
    "letters",
    "outline",
    "svg",
]

STYLES: Mapping[str, Callable[[Drawing], str]] = MappingProxyType(
    {"outline": outline, "letters": letters, "box": box, "svg": svg}
)
