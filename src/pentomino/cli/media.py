"""Pictures that the commands write to files: the options for how they look, what endings mean, and the writing."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable

from ..base.typing import TYPE_CHECKING, Any
from ..base.writing import check_target
from .console import MisuseError, write_all, write_bound, write_each
from .options import Options, Parent, Parser, path

if TYPE_CHECKING:
    from pathlib import Path

    from ..render import Drawing
    from ..render.media import Medium

__all__ = [
    "add_look",
    "add_output",
    "check_picture",
    "draw",
    "look_chosen",
    "medium_of",
    "picture_options",
    "write_drawings",
    "write_picture",
]

_NAMES = ("cell", "unit", "margin", "letters", "coordinates", "palette", "cut", "isometric", "gap")
"""The options of a picture, as the parsed arguments have them; None is what was not said."""

_SOLID = {"cell", "gap"}
"""Those of a solid."""

_ANIMATED = {"cell", "letters", "palette"}
"""Those of an animation."""

_PICTURES = "SVG, PNG or PDF, such as -o FILE.svg"


def picture_options() -> Parent:
    """The options for how pictures in SVG look, and what is made of it, as a parent of the commands' parsers."""
    options = Options()
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


def add_output(parser: Parser, drawn: str, printed: str) -> argparse._MutuallyExclusiveGroup:
    """Add the options for what is *printed* as JSON, or *drawn* in a file, in place of text; returns their group."""
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=f"print one JSON object{printed}")
    form.add_argument(
        "-o",
        "--output",
        type=path,
        metavar="FILE",
        help=f"draw {drawn} there: .svg, .png, .pdf or .txt; .obj or .stl is a solid",
    )
    parser.add_argument("--force", action="store_true", help="let -o replace files that exist")
    return form


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


def medium_of(target: Path, others: Iterable[str] = (), solids: bool = True) -> Medium:
    """The medium that the name of a file says; raises `MisuseError` for another ending, and tells of *others*, too."""
    from ..render.media import MEDIA, SOLIDS

    ending = target.suffix.lower()
    media = {**MEDIA, **(SOLIDS if solids else {})}
    if ending not in media:
        known = " ".join(dict.fromkeys([*others, *media]))
        raise MisuseError(f"{target}: the ending of the name is none of {known}")
    media[ending].check()
    return media[ending]


def check_picture(target: Path | None, replace: bool) -> None:
    """Raise what `write_picture` would, for a look ahead of work that takes long."""
    if target is not None:
        medium_of(target, solids=False)
        check_target(target, replace)


def write_picture(target: Path, replace: bool, text: Callable[[], str], picture: Callable[[], str]) -> None:
    """Write a picture that is made as text, or in SVG, from which the other media are made."""
    from ..render.media import pdf, png

    makers: dict[str, Callable[[], str | bytes]] = {
        ".txt": text,
        ".svg": picture,
        ".png": lambda: png(picture()),
        ".pdf": lambda: pdf([picture()]),
    }
    write_all(iter([makers[target.suffix.lower()]()]), target, replace, apart=False)


def draw(drawings: Iterable[Drawing], options: argparse.Namespace) -> bool:
    """Draw to the file that the options name, each to one of its own if need be; False if they name none."""
    if options.output is None:
        look_chosen(options, "text")
        return False
    medium = medium_of(options.output)
    look = look_chosen(options, medium.kind)
    write_drawings(drawings, medium, options.output, options.force, look)
    return True


def write_drawings(drawings: Iterable[Drawing], medium: Medium, target: Path, replace: bool, look: Any) -> int:
    """Write pictures to a file, or to one each if that medium has one in a file; return how many there were."""
    drawings = list(drawings)
    pictures = (medium.draw(drawing, look) for drawing in drawings)
    if medium.bind is not None:
        return write_bound(pictures, target, replace, medium.bind)
    if len(drawings) > 1:
        return write_each(pictures, target, replace)
    return write_all(pictures, target, replace, apart=False)
