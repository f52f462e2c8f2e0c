"""Media: the kinds of files with pictures and solids, by the endings of their names, and how a drawing becomes one.

PNG and PDF are made from SVG by optional packages, which need no library of the system: `pip install pentomino[png]`
and `pentomino[pdf]`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from html import escape
from importlib import import_module
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from ..errors import PentominoError
from .drawing import BaseDrawing
from .mesh import obj, stl
from .svg import svg
from .text import outline

__all__ = ["MEDIA", "SOLIDS", "Medium", "in_frame", "pdf", "png"]

_RESVG, _FPDF = "resvg_py", "fpdf"

DPI = 96
"""Pixels to an inch, as in CSS, so that lengths in pixels stay as they are."""

HEIGHT = 640
"""The height of a page in a notebook, in pixels."""


class Medium(NamedTuple):
    """A kind of file with pictures, or with solids.

    `draw` makes a picture, with the options of its `kind`: those of SVG, of solids, or none. `bind` makes one file of
    several pictures; it is None if each has a file of its own. `package` is the optional package that it needs, or "".
    """

    name: str
    draw: Callable[[BaseDrawing, Any], str | bytes]
    bind: Callable[[Iterable[Any]], str | bytes] | None = None
    package: str = ""
    kind: Literal["text", "svg", "solid"] = "svg"

    def check(self) -> None:
        """Raise `PentominoError` if the package that it needs is not installed."""
        if self.package:
            _package(self.package, self.name)


def png(picture: str, scale: float = 2) -> bytes:
    """Return the PNG of an SVG document, *scale* pixels to each of its own, transparent where nothing is drawn.

    Raise `PentominoError` if the package for it is missing.
    """
    return bytes(_package(_RESVG, "PNG").svg_to_bytes(svg_string=picture, dpi=DPI, zoom=scale))


def pdf(pictures: Iterable[str]) -> bytes:
    """Return the PDF of SVG documents, a page each.

    Raise `PentominoError` if the package for it is missing, or if its fonts lack a letter.
    """
    fpdf = _package(_FPDF, "PDF")
    document = fpdf.FPDF(unit="pt")
    document.set_margin(0)
    document.set_auto_page_break(False)
    for picture in pictures:
        width, height = _size(picture)
        document.add_page("portrait", format=(width, height))  # as it is: "landscape" would swap its sides
        document.image(_printable(picture), x=0, y=0, w=width, h=height)
    return bytes(document.output())


def _printable(picture: str) -> bytes:
    """Return an SVG document without tool tips. Raise `PentominoError` if the fonts of PDF lack a letter of it."""
    bare = re.sub("<title>[^<]*</title>", "", picture)
    if strange := [mark for mark in bare if mark > "\xff"]:
        raise PentominoError(f"PDF shows the letters of Western Europe only, not {strange[0]!r}")
    return bare.encode()


def _size(picture: str) -> tuple[float, float]:
    """Return the width and the height of an SVG document, in points."""
    found = re.search(r'width="([\d.]+)(mm)?" height="([\d.]+)', picture)
    if found is None:
        raise PentominoError("the SVG document says no size in pixels or millimetres")
    point = 72 / 25.4 if found[2] else 72 / DPI
    return float(found[1]) * point, float(found[3]) * point


def in_frame(title: str, page: str) -> str:
    """Return an HTML page in a frame, for a notebook: its style and that of the notebook stay apart."""
    return (
        f'<iframe title="{escape(title)}" style="width:100%;height:{HEIGHT}px;border:0" '
        f'srcdoc="{escape(page)}"></iframe>'
    )


def _package(name: str, medium: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise PentominoError(f"{medium} needs {name}: pip install pentomino[{medium.lower()}]") from None


MEDIA: Mapping[str, Medium] = MappingProxyType(
    {
        ".txt": Medium("text", lambda drawing, _: outline(drawing), "\n\n".join, kind="text"),
        ".svg": Medium("SVG", svg),
        ".png": Medium("PNG", lambda drawing, options: png(svg(drawing, options)), package=_RESVG),
        ".pdf": Medium("PDF", svg, pdf, package=_FPDF),
    }
)
"""The media of pictures by the endings of file names, in lower case."""

SOLIDS: Mapping[str, Medium] = MappingProxyType(
    {".obj": Medium("OBJ", obj, kind="solid"), ".stl": Medium("STL", stl, kind="solid")}
)
"""The media of solids by the endings of file names, in lower case."""
