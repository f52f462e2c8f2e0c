"""Methods that draw a value (`Drawable`), and the object from which pictures are made (`Drawing`).

The package `render` draws any `BaseDrawing` and does not import this module. The methods import most of `render` when
they draw, so that a program that draws nothing starts 5 ms sooner.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Self

from . import pictured
from .errors import expect_one_of
from .pictured import Parts
from .render.drawing import BaseDrawing

if TYPE_CHECKING:
    from .render.colours import PaletteLike
    from .render.svg import LengthUnit, SvgStyle


class Drawable:
    """A value that can be drawn. A subclass defines `_picture`, or the property `drawing`."""

    __slots__: tuple[str, ...] = ()

    @property
    def _picture(self) -> Parts:
        raise NotImplementedError

    @property
    def drawing(self) -> Drawing:
        """The drawing from which the pictures are made."""
        return Drawing._of_parts(*self._picture)

    def to_text(self, style: str = "outline") -> str:
        """Return the picture as text, without a newline at its end.

        - `outline`: the borders of pieces in ASCII, and labels.
        - `box`: the same with Unicode box-drawing characters.
        - `letters`: the letter of the piece for each cell, `.` for an empty cell, `#` for a blocked cell.
        - `blocks`: coloured cells, with escape codes for terminals with 256 colours.

        Raise `PentominoError` for any other *style*.
        """
        from .render.text import STYLES, coloured

        if style == "blocks":
            return coloured(self.drawing, "blocks")
        expect_one_of("style", style, [*STYLES, "blocks"])
        return STYLES[style](self.drawing)

    def to_svg(
        self,
        *,
        cell: float | None = None,
        unit: LengthUnit | None = None,
        margin: float | None = None,
        letters: bool | None = None,
        coordinates: bool = False,
        palette: PaletteLike = "colour",
        style: SvgStyle = "filled",
        kerf: float | None = None,
        rim: float | None = None,
        radius: float | None = None,
    ) -> str:
        """Return the picture as a self-contained SVG document, readable on light and dark pages.

        - *cell*: the side of a cell in the *unit*. The default is 32 for `"px"` (pixels), 10 for `"mm"` (millimetres).
        - *margin*: the space around the board, in the same unit. The default leaves just enough for the strokes.
        - *letters*: whether to show the letters of pieces. By default they are shown, except in the style `"cut"`.
        - *coordinates*: whether to number rows and columns. The numbers are the coordinates of the cells.
        - *palette*: `"colour"`, where up to 13 pieces of a puzzle have different colours, the same in all its pictures;
          `"safe"`, eight colours based on those of Okabe and Ito; `"print"`, white areas for black ink; or a mapping
          from names of pieces to CSS colours. Pieces not in the mapping keep the colours of `"colour"`.
        - *style*: `"filled"`, areas in colour; `"cut"`, lines for a laser or a plotter, by default in millimetres; or
          `"isometric"`, cubes or balls as a solid.
        - *kerf*, *rim*, *radius*: lengths for the style `"cut"`, see below. *kerf* must be at most a quarter of *cell*,
          *rim* at most 10000, and *radius* at most *rim*.

        The style `"cut"` has up to three layers in the order of cutting: letters to engrave, inner lines, outlines.
        Holes are among the inner lines. Each edge is drawn once, in strokes as long as possible.

        - The *kerf* is the width that the beam or the tool removes. With a kerf, pieces are separated. Outlines are
          moved outwards by half the kerf and holes inwards, so that pieces have their true size.
        - A *rim* adds a tray: a floor, and a frame whose opening is the board. Both have the same outline, the convex
          hull of the board, moved outwards by *rim*. Its corners are rounded by *radius*. Without a kerf, pieces are
          cut out of the frame.
        - If there are no pieces, the board itself is cut out.
        - With *letters*, labels are engraved too: on the floor if there is a rim, otherwise on cells that stay empty.

        An isometric picture shows cubes from above, with the first layer on top. The nearest corner is at the end of
        the last row and the last column. Balls are shown from the front, the right and above. Uncovered cells are left
        out, unless there are no pieces at all. If no two pieces touch, as in a chart, cubes are drawn side by side.

        Raise `PentominoError` if a size is out of range, if *unit*, *palette* or *style* is unknown, or if the lattice
        does not support the style or coordinates. Also raise it for a kerf or a rim on a solid, and for a kerf on a
        wrapped board.
        """
        from .render.svg import svg, svg_options

        lengths: dict[str, Any] = {"cell": cell, "margin": margin, "kerf": kerf, "rim": rim, "radius": radius}
        look: dict[str, Any] = {"letters": letters, "coordinates": coordinates, "palette": palette, "style": style}
        return svg(self.drawing, svg_options(unit=unit, **lengths, **look))

    def to_dxf(
        self,
        *,
        cell: float | None = None,
        letters: bool = False,
        kerf: float | None = None,
        rim: float | None = None,
        radius: float | None = None,
    ) -> str:
        """Return the lines to cut as a DXF document, in millimetres.

        The lines and options are the same as for `to_svg` in the style `"cut"`. By default, letters are left out. The
        layers are `engrave`, `inner` and `outline`. DXF needs the package ezdxf: `pip install ezdxf`.

        Raise `PentominoError` if ezdxf is missing, or if a length is out of range.
        """
        from .render.media import dxf
        from .render.svg import svg_options

        options = svg_options(cell=cell, letters=letters, style="cut", kerf=kerf, rim=rim, radius=radius)
        return dxf(self.drawing, options)

    def to_obj(self, *, cell: float | None = None, gap: float | None = None) -> str:
        """Return a Wavefront OBJ document. Each piece is a closed solid, with faces on its outside only.

        - *cell*: the side of a cell, by default 10.
        - *gap*: the space between two pieces, by default a 25th of *cell*. Each piece is made smaller by half the gap
          on all sides.

        Columns go to the right (x) and rows to the front (z). Layers go from top to bottom, and y points up. Squares
        are one cell thick. Uncovered cells are left out, but a board without pieces is one object.

        The lowest faces are at height 0. If no two pieces touch, as in a chart, the lowest face of every piece is at
        height 0, ready for 3D printing.

        Raise `PentominoError` if cells are not cubes or squares, or if a size is out of range.

        >>> from pentomino import Polyform
        >>> Polyform.named("X").to_obj().splitlines()[1:3]
        ['o X', 'v 10.2 9.6 0.2']
        """
        from .render.solids import mesh_options, obj

        return obj(self.drawing, mesh_options(cell=cell, gap=gap))

    def to_stl(self, *, cell: float | None = None, gap: float | None = None) -> str:
        """Return an STL document for 3D printers. It has the solids of `to_obj`, but z points up."""
        from .render.solids import mesh_options, stl

        return stl(self.drawing, mesh_options(cell=cell, gap=gap))

    def write(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Write the picture, its cut lines or its solids to a file. The extension selects the format.

        The extension is .svg, .png, .pdf or .txt for a picture, .dxf for cut lines, and .obj or .stl for solids. The
        file has the default output of `to_svg`, `to_text`, `to_dxf`, `to_obj` or `to_stl`. PNG needs the package
        resvg-py, PDF needs fpdf2, and DXF needs ezdxf.

        Raise `FileExistsError` if the file exists, unless *overwrite* is true. Raise `PentominoError` for any other
        extension, for a missing package, and for solids on lattices other than cubes and squares.

        >>> from pentomino import solve
        >>> solve("3x5", "PUV").write("solution.svg")
        """
        from .render.media import write_drawing

        write_drawing(path, overwrite, self.drawing)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def _repr_html_(self) -> str:
        from .render.media import shown

        return shown([self._repr_svg_()], getattr(self, "text", ""))


if not TYPE_CHECKING:  # give the methods to the class from which values inherit
    for _name, _method in vars(Drawable).items():
        setattr(pictured.Drawable, _name, _method)
    Drawable = pictured.Drawable


class Drawing(BaseDrawing, Drawable):
    """A board and the areas that cover it, from which every picture is made.

    - *areas*: a mapping from each cell of the board to the number of its area (0, 1, 2 ...), or to `EMPTY`. Coordinates
      may start at any numbers.
    - *symbols*, *names*: a printable character and a string for each area.
    - *labels*: strings for uncovered cells. Text pictures with outlines show up to three characters of each.
    - *hinted*: empty cells that are highlighted in SVG.

    `origin` is the least row and the least column. `rows` and `columns` are the size of the bounding box.

    Raise `ValueError` if *areas*, *symbols* and *names* do not agree.

    >>> from pentomino.drawable import Drawing
    >>> from pentomino.render.drawing import EMPTY
    >>> print(Drawing({(0, 0): 0, (0, 1): 0, (1, 0): 1, (1, 1): EMPTY}, ("a", "b"), ("I2", "O1")).to_text("letters"))
    aa
    b.
    """

    @property
    def drawing(self) -> Self:
        """The drawing itself."""
        return self

    def _lettered(self, marks: tuple[str, ...]) -> str:
        from .render.text import lettered

        return lettered(self, marks)
