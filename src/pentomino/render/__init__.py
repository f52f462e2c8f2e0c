"""Pictures of boards and what covers them: pure functions from a drawing to text and other media.

`Drawing` is the drawing that users get, with the methods that make its pictures. Modules of this folder draw any
`BaseDrawing`, and do not know `Drawing`, but for those that make some: `charts`.
"""

from __future__ import annotations

from typing import Self

from ..drawable import Drawable
from .drawing import EMPTY, BaseDrawing
from .text import STYLES, box, grid, letters, outline

__all__ = ["EMPTY", "STYLES", "Drawing", "box", "grid", "letters", "outline"]


class Drawing(BaseDrawing, Drawable):
    """A board and the areas that cover it: what every picture is made from.

    - *areas*: for each cell of the board the number of the area that covers it (0, 1, 2 ...), or `EMPTY`. Cells may
      begin anywhere.
    - *symbols*: one printable character for each area; *names*: a text for each area.
    - *labels*: texts of cells that nothing covers. Text pictures with walls show up to three characters of each.
    - *hinted*: empty cells that stand out in SVG.

    `origin` is the least row and the least column, `rows` and `columns` are the size of the bounding box. Raises
    `ValueError` if *areas*, *symbols* and *names* do not agree.

    >>> from pentomino import Drawing
    >>> print(Drawing({(0, 0): 0, (0, 1): 0, (1, 0): 1, (1, 1): EMPTY}, ("a", "b"), ("I2", "O1")).to_text("letters"))
    aa
    b.
    """

    @property
    def drawing(self) -> Self:
        """The drawing itself."""
        return self
