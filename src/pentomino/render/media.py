"""The file formats of pictures and solids, and functions that write such files.

Two optional packages without system libraries convert SVG to PNG and PDF: `pip install resvg-py` and `fpdf2`. DXF, a
format for cut lines, needs the package `ezdxf`.
"""

from __future__ import annotations

import re
import warnings
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from html import escape
from io import StringIO
from math import asin, dist, sqrt, tan
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import PentominoError, imported
from ..files import PathLike, check_target, encoded, written
from .cut import LAYERS, Corner, cut_lines
from .drawing import BaseDrawing
from .solids import obj, stl
from .svg import SvgOptions, svg, svg_options
from .text import outline

_RESVG, _FPDF, _EZDXF = "resvg_py", "fpdf", "ezdxf"

DPI = 96
"""The number of pixels per inch. CSS uses the same number, so that lengths in pixels do not change."""

MAX_PIXELS = 1 << 25
"""The maximum number of pixels of a PNG. A poster of 2 m by 2 m would have 229 million pixels (0.9 GB)."""

FONTS = "Arial,DejaVu Sans,Liberation Sans,Noto Sans,Helvetica,Open Sans,Roboto,Ubuntu,Cantarell".split(",")
"""Fonts to try for the text of a PNG, best first. If none of them is installed, resvg omits the text."""

PIXELS = (".jpg", ".jpeg", ".webp", ".bmp", ".tif", ".tiff")
"""Extensions of bitmap formats other than PNG. They are not supported."""

CAPITALS = 8 / 11
"""The height of capital letters as a fraction of the font size. DXF measures text by this height."""

HEIGHT = 640
"""The height of a page in a notebook, in pixels."""


class Medium(NamedTuple):
    """A file format for pictures, cut lines or solids.

    - `draw`: a function that makes a picture from a drawing and options, such as `SvgOptions` or `MeshOptions`.
    - `bind`: a function that makes one file from several pictures, or None if each picture needs a file of its own.
    - `package`: the optional package that the format needs, or "".
    """

    name: str
    draw: Callable[[BaseDrawing, Any], str | bytes]
    bind: Callable[[Iterable[Any]], str | bytes] | None = None
    package: str = ""

    def check(self) -> None:
        """Raise `PentominoError` if the package that the format needs is not installed."""
        if self.package:
            _package(self.package, self.name)


@cache
def _font(names: tuple[str, ...]) -> str | None:
    # The first installed font. resvg replaces sans-serif by Arial, and omits the text if Arial is not installed. Test
    # the font with a family, because without a family, resvg uses its own default font, Liberation Serif on Linux.
    draw = _package(_RESVG, "PNG").svg_to_bytes
    letter = '<svg xmlns="http://www.w3.org/2000/svg"><text y="9" font-family="serif">{}</text></svg>'
    blank = draw(letter.format(""))
    return next((name for name in names if draw(letter.format("H"), serif_family=name) != blank), None)


def png(picture: str, scale: float = 2) -> bytes:
    """Return the PNG of an SVG document, enlarged by *scale*, with a transparent background.

    Use a smaller scale if the PNG would have more than `MAX_PIXELS` pixels. Warn if the document has text and no font
    is found. Raise `PentominoError` if resvg-py is missing.
    """
    width, height = (length * DPI / 72 for length in _size(picture))
    scale = min(scale, sqrt(MAX_PIXELS / max(1, width * height)))
    draw = _package(_RESVG, "PNG").svg_to_bytes
    family = _font(tuple(FONTS)) if "<text" in picture else ""
    if family is None:
        warnings.warn("no font is found, so the PNG has no text: install the font DejaVu Sans", stacklevel=2)
    return bytes(draw(picture, dpi=DPI, zoom=scale, sans_serif_family=family or None, serif_family=family or None))


def pdf(pictures: Iterable[str]) -> bytes:
    """Return a PDF with one SVG document on each page.

    Raise `PentominoError` if fpdf2 is missing, or if a text has a letter that the standard fonts of PDF lack.
    """
    fpdf = _package(_FPDF, "PDF")
    document = fpdf.FPDF(unit="pt")
    document.set_margin(0)
    document.set_auto_page_break(False)
    for picture in pictures:
        width, height = _size(picture)
        document.add_page("portrait", format=(width, height))  # never "landscape", which would swap the sides
        bare = re.sub("<title>[^<]*</title>", "", picture)  # PDF has no tool tips
        if strange := [mark for mark in bare if mark > "\xff"]:
            raise PentominoError(f"PDF can show only Latin-1 characters, got {strange[0]!r}")
        document.image(bare.encode(), x=0, y=0, w=width, h=height)
    return bytes(document.output())


def dxf(drawing: BaseDrawing, options: SvgOptions | None = None) -> str:
    """Return the cut lines of a drawing as a DXF document in millimetres.

    The document has three layers: letters, inner lines, and outlines. *options* are options of the style "cut". Raise
    `PentominoError` if ezdxf is missing.
    """
    ezdxf = _package(_EZDXF, "DXF")
    options = options or svg_options(style="cut")
    cut = cut_lines(drawing, options.cell, options.kerf, options.rim, options.radius)
    document = ezdxf.new(units=ezdxf.units.MM)
    space = document.modelspace()
    extents = (0, 0, 0), (cut.width, cut.height, 0)
    space.reset_extents(*extents)
    # Inkscape uses the minimum of the extents as the origin, but ezdxf does not copy it to the header if it is 0.
    document.header["$EXTMIN"], document.header["$EXTMAX"] = extents
    for layer, (_, colour) in LAYERS.items():
        document.layers.add(layer, color=colour)
    for x, y, text, size in cut.engrave if options.letters else ():
        letter = space.add_text(text, height=size * CAPITALS, dxfattribs={"layer": "engrave"})
        letter.set_placement((x, cut.height - y), align=ezdxf.enums.TextEntityAlignment.MIDDLE_CENTER)
    for layer, lines in (("inner", cut.inner), ("outline", cut.outline)):
        for corners, is_closed in lines:
            ends = [*corners[1:], corners[0]]
            # y is up in DXF, so arcs that are clockwise on paper have negative bulges
            points = [
                (here.x, cut.height - here.y, -_bulge(here, there)) for here, there in zip(corners, ends, strict=True)
            ]
            space.add_lwpolyline(points, format="xyb", close=is_closed, dxfattribs={"layer": layer})
    file = StringIO()
    document.write(file)
    return file.getvalue()


def _bulge(here: Corner, there: Corner) -> float:
    # in DXF, the bulge of an arc is the tangent of a quarter of its angle
    if not here.radius:
        return 0
    return tan(asin(min(1, dist(here[:2], there[:2]) / 2 / here.radius)) / 2)


def _size(picture: str) -> tuple[float, float]:
    match = re.search(r'width="([\d.]+)(mm)?" height="([\d.]+)', picture)
    if match is None:
        raise PentominoError("the SVG document has no size in pixels or millimetres")
    point = 72 / 25.4 if match[2] else 72 / DPI
    return float(match[1]) * point, float(match[3]) * point


def in_frame(title: str, page: str) -> str:
    """Return HTML that shows a page in a frame. The frame separates its styles from those of a notebook."""
    return (
        f'<iframe title="{escape(title)}" style="width:100%;height:{HEIGHT}px;border:0" '
        f'srcdoc="{escape(page)}"></iframe>'
    )


def shown(pictures: Iterable[str], words: str = "") -> str:
    """Return HTML that shows SVG documents side by side in a notebook, with *words* below.

    Each document becomes an image, with its title as the alternative text. Untrusted notebooks remove SVG within HTML,
    but show images.
    """
    images = "".join(map(_image, pictures))
    return f"{images}<p>{escape(words)}</p>" if words else images


def _image(picture: str) -> str:
    title = re.search("<title>([^<]*)</title>", picture)
    data = b64encode(picture.encode()).decode()
    return (
        f'<img alt="{title[1] if title else ""}" style="display:inline-block;vertical-align:top;margin:4px" '
        f'src="data:image/svg+xml;base64,{data}">'
    )


def ending_meant(suffix: str) -> str:
    """Return "; did you mean .png?" if *suffix* is in `PIXELS`, otherwise ""."""
    return "; did you mean .png?" if suffix.lower() in PIXELS else ""


def write_drawing(path: PathLike, overwrite: bool, drawing: BaseDrawing) -> None:
    """Write *drawing* to a file in the format for the extension of *path*, with default options.

    The format can be a picture, cut lines or solids. If *overwrite* is true, replace an existing file. Raise
    `PentominoError` for an unknown extension or a missing package, and the errors of `written`.
    """

    def made(medium: Medium) -> str | bytes:
        picture = medium.draw(drawing, None)
        return picture if medium.bind is None else medium.bind([picture])

    _write(Path(path), overwrite, {suffix: partial(made, medium) for suffix, medium in {**MEDIA, **MODELS}.items()})


def write_picture(
    path: PathLike, overwrite: bool, text: Callable[[], str], picture: Callable[[], str], suffix: str = ""
) -> None:
    """Write a picture to a file as text, SVG, PNG or PDF.

    *text* and *picture* are functions that return the text and the SVG document. *suffix* is the extension of the
    format. If it is "", use the extension of *path*. Raise the errors of `write_drawing`.
    """
    makers: dict[str, Callable[[], str | bytes]] = {
        ".txt": text,
        ".svg": picture,
        ".png": lambda: png(picture()),
        ".pdf": lambda: pdf([picture()]),
    }
    _write(Path(path), overwrite, makers, suffix)


def _write(path: Path, overwrite: bool, makers: Mapping[str, Callable[[], str | bytes]], suffix: str = "") -> None:
    suffix = suffix or path.suffix.lower()
    if suffix not in makers:
        raise PentominoError(f"{path}: the extension must be one of {' '.join(makers)}{ending_meant(suffix)}")
    {**MEDIA, **MODELS}[suffix].check()
    check_target(path, overwrite)
    data = encoded(makers[suffix]())
    with written(path, overwrite) as file:
        file.write(data)


def _package(name: str, medium: str) -> Any:
    return imported(name, f"{medium} needs", {_RESVG: "resvg-py", _FPDF: "fpdf2"}.get(name, name))


MEDIA: Mapping[str, Medium] = {
    ".txt": Medium("text", lambda drawing, _: outline(drawing), "\n\n".join),
    ".svg": Medium("SVG", svg),
    ".png": Medium("PNG", lambda drawing, options: png(svg(drawing, options)), package=_RESVG),
    ".pdf": Medium("PDF", svg, pdf, package=_FPDF),
}
"""The file formats of pictures, by extension in lower case."""

MODELS: Mapping[str, Medium] = {
    ".dxf": Medium("DXF", dxf, package=_EZDXF),
    ".obj": Medium("OBJ", obj),
    ".stl": Medium("STL", stl),
}
"""The file formats of cut lines and solids, by extension."""
