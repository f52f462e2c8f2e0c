"""The options for how pictures look: those of SVG, and of what is made of it."""

from __future__ import annotations

import argparse
from typing import Any

from .console import MisuseError
from .options import CommonOptions, Parent

__all__ = ["add_look", "look_chosen", "picture_options"]

_NAMES = ("cell", "unit", "margin", "letters", "coordinates", "palette", "cut", "isometric", "gap")
"""The options of a picture, as the parsed arguments have them; None is what was not said."""

_SOLID = {"cell", "gap"}
"""Those of a solid."""

_ANIMATED = {"cell", "letters", "palette"}
"""Those of an animation."""

_PICTURES = "SVG, PNG or PDF, such as -o FILE.svg"


def picture_options() -> Parent:
    """The options for how pictures in SVG look, and what is made of it, as a parent of the commands' parsers."""
    options = CommonOptions()
    group = options.add_argument_group("pictures in SVG, PNG and PDF")
    add_look(group)
    group.add_argument("--unit", choices=("px", "mm"), help="of SIDE and WIDTH (default px; with --cut mm)")
    group.add_argument(
        "--margin", type=length, metavar="WIDTH", help="the room around the board (default: that of its edge)"
    )
    group.add_argument("--coordinates", action="store_true", default=None, help="number rows and columns")
    styles = group.add_mutually_exclusive_group()
    styles.add_argument(
        "--cut", action="store_true", default=None, help="only the lines along which a laser or a plotter cuts"
    )
    styles.add_argument("--isometric", action="store_true", default=None, help="boxes as solids, not layer by layer")
    group.add_argument(
        "--gap", type=length, metavar="WIDTH", help="between the pieces of .obj and .stl files (default SIDE / 25)"
    )
    return options


def add_look(parser: argparse._ActionsContainer) -> None:
    """Add the options for what animations have, too."""
    parser.add_argument("--cell", type=length, metavar="SIDE", help="the side of a cell (default 32 pixels, or 10 mm)")
    parser.add_argument(
        "--letters",
        action=argparse.BooleanOptionalAction,
        help="whether pieces have their letters (default: yes, but for cut lines)",
    )
    parser.add_argument(
        "--palette",
        type=palette,
        metavar="COLOURS",
        help="colour (default), print for black ink, or those of some pieces, such as F=#e3c08f,I=teal",
    )


def length(text: str) -> float:
    """A length, as the type of an argument."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None


def palette(text: str) -> str | dict[str, str]:
    """A palette by its name, or the colours of pieces by theirs, as the type of an argument."""
    if "=" not in text:
        return text
    pairs = [item.partition("=") for item in text.split(",")]
    if wrong := [name for name, _, colour in pairs if not name.strip() or not colour]:
        raise argparse.ArgumentTypeError(f"{wrong[0]!r} has no colour; say them as F=#e3c08f,I=teal")
    return {name.strip(): colour.strip() for name, _, colour in pairs}


def look_chosen(options: argparse.Namespace, kind: str) -> Any:
    """How the options say that a picture or a solid of that *kind* looks; None for the usual look, and for others.

    Of an animation, the arguments of `animation`.

    Raises `MisuseError` if they say anything that does not go with it.
    """
    said = {name: value for name in _NAMES if (value := getattr(options, name, None)) is not None}
    if not said:
        return None
    strange = set(said) - {"solid": _SOLID, "svg": set(_NAMES) - {"gap"}, "animation": _ANIMATED}.get(kind, set())
    if strange:
        names = ", ".join(f"--{'no-' * (said[name] is False)}{name}" for name in said if name in strange)
        right = "solids, such as -o FILE.obj" if strange == {"gap"} else f"pictures in {_PICTURES}"
        but = ", not animations" if kind == "animation" else ""
        raise MisuseError(f"{names}: this goes with {right}{but}")
    if kind == "solid":
        from ..render.mesh import mesh_options

        return mesh_options(**said)
    from ..render.svg import svg_options

    for style in ("cut", "isometric"):
        if said.pop(style, False):
            said["style"] = style
    look = svg_options(**said)
    return said if kind == "animation" else look
