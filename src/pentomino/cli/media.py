"""Pictures that the commands write to files: the option that asks for one, what endings mean, and the writing."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from ..base.writing import check_target
from .console import MisuseError
from .files import write_all, write_bound, write_each
from .look import look_chosen
from .options import Parser, add_target, path

if TYPE_CHECKING:
    from pathlib import Path

    from ..render.drawing import BaseDrawing
    from ..render.media import Medium

__all__ = ["add_output", "check_picture", "draw", "medium_of", "write_drawings", "write_picture"]


def add_output(parser: Parser, drawn: str, printed: str, solids: bool = True) -> argparse._MutuallyExclusiveGroup:
    """Add the options for what is *printed* as JSON, or *drawn* in a file, in place of text; returns their group."""
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=f"print one JSON object{printed}")
    add_target(
        form,
        f"draw {drawn} there: .svg, .png, .pdf or .txt;{' .obj or .stl is a solid;' * solids} - prints text",
        type=lambda text: None if text == "-" else path(text),
    )
    parser.add_argument("--force", action="store_true", help="let -o replace files that exist")
    return form


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


def draw(drawings: Iterable[BaseDrawing], options: argparse.Namespace) -> bool:
    """Draw to the file that the options name, each to one of its own if need be; False if they name none."""
    if options.output is None:
        look_chosen(options, "text")
        return False
    medium = medium_of(options.output)
    look = look_chosen(options, medium.kind)
    write_drawings(drawings, medium, options.output, options.force, look)
    return True


def write_drawings(drawings: Iterable[BaseDrawing], medium: Medium, target: Path, replace: bool, look: Any) -> int:
    """Write pictures to a file, or to one each if that medium has one in a file; return how many there were."""
    drawings = list(drawings)
    pictures = (medium.draw(drawing, look) for drawing in drawings)
    if medium.bind is not None:
        return write_bound(pictures, target, replace, medium.bind)
    if len(drawings) > 1:
        return write_each(pictures, target, replace)
    return write_all(pictures, target, replace, apart=False)
