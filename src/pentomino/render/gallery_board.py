"""What the page of a gallery is told of a board: where its cells lie on paper and in text, its sides, its symmetries.

Cells are numbered in their order. The page draws polygons and knows no lattice.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ..lattices.lattice import D4, SQUARE, Cell, Lattice, Motion
from ..lattices.looks import middle
from ..lattices.wrapping import Element, Isometry
from .drawing import BaseDrawing, laid_out
from .text import grid

__all__ = ["described", "in_words"]

FIRST_MARK = 0xF0000
"""The character that stands for the first cell in the picture as text; the others follow."""

_TURNS = {2: "a half turn", 3: "a third of a turn", 4: "a quarter turn", 6: "a sixth of a turn"}

_SQUARES: Mapping[Motion, str] = {
    D4.IDENTITY: "nothing",
    D4.ROTATE_90: "a quarter turn",
    D4.ROTATE_180: "a half turn",
    D4.ROTATE_270: "a quarter turn back",
    D4.FLIP_COLUMNS: "left and right swapped",
    D4.ANTITRANSPOSE: "the rising diagonal",
    D4.FLIP_ROWS: "top and bottom swapped",
    D4.TRANSPOSE: "the falling diagonal",
}


def described(cells: Sequence[Cell], labels: Mapping[Cell, str], lattice: Lattice) -> dict[str, Any]:
    """What the script has to know of a board; points are whole numbers, `step` is how far they lie apart on paper.

    `seams` are the edges at which a wrapped board comes round: a cell, the number of its edge, the cell beyond it.
    """
    number = {cell: i for i, cell in enumerate(cells)}
    near = [[number[other] for other in lattice.neighbours(cell) if other in number] for cell in cells]
    marks = tuple([chr(FIRST_MARK + i) for i in range(len(cells))])
    shown = frozenset([*cells, *labels])
    drawing = BaseDrawing.of_parts(shown, [(cell,) for cell in cells], marks, marks, lattice=lattice)
    (x, y), paper = drawing.plane.place
    laid = laid_out(lattice, shown)
    outlines = [[point for _, point, _ in paper.sides(laid(cell))] for cell in cells]
    around = lattice.neighbours
    return {
        "isSquare": lattice == SQUARE,
        "axes": lattice.axes,
        "corners": [[n for u, v in points for n in (u - x, v - y)] for points in outlines],
        "seams": [
            (i, side, number[there])
            for i, cell in enumerate(cells)
            for side, (other, _, _) in enumerate(paper.sides(cell) if lattice.periods else ())
            for there in lattice.home([other])
            if other not in number and there in number
        ],
        "step": paper.step,
        "extent": drawing.plane.extent,
        "near": near,
        "edge": [number[cell] for cell in cells if not all(other in number for other in around(cell))],
        "sides": {name: [number[cell] for cell in side] for name, side in _sides(cells, lattice).items()},
        "labels": [[*middle(laid(cell), (x, y), paper), label] for cell, label in labels.items()],
        "text": "\n".join(grid(drawing)),
        "firstMark": FIRST_MARK,
    }


def _sides(cells: Collection[Cell], lattice: Lattice) -> dict[str, list[Cell]]:
    """Return the cells at each side of a board; a wrapped one has none where it comes round."""
    found = {}
    for name, (height, kinds) in lattice.look.sides.items():
        most = max(map(height, cells))
        found[name] = [cell for cell in cells if height(cell) == most and lattice.kind(cell) in kinds]
    for axis, names in enumerate((("top", "bottom"), ("left", "right")) if lattice.periods else ()):
        if lattice.periods[axis] is not None:
            found |= {name: [] for name in names}
    return {name: side for name, side in found.items() if side}


def in_words(element: Element) -> str:
    """What a symmetry of a board does, in words that several may share."""
    motion = element.motion if isinstance(element, Isometry) else element
    if isinstance(element, Isometry) and motion.is_identity and not element.is_identity:
        return "a shift"
    if isinstance(motion, D4):
        return _SQUARES[motion]
    if motion.is_identity:
        return "nothing"
    if motion.is_proper:
        return _TURNS[_order(motion)]
    return "a mirror" if _order(motion) == 2 and _trace(motion) != -3 else "a turn and a mirror"


def _order(motion: Motion) -> int:
    """How often the motion is done until everything is as it was."""
    power, times = motion, 1
    while not power.is_identity:
        power, times = power.after(motion), times + 1
    return times


def _trace(motion: Motion) -> int:
    return sum(row[i] for i, row in enumerate(motion.matrix))
