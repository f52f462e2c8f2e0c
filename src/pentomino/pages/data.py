"""The data of a puzzle for the scripts of pages, as plain values. Cells and placements are numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from math import cos, sin, sqrt, tau
from operator import sub
from typing import Any

from ..board import Board
from ..lattices.lattice import SQUARE, Cell, Lattice, Motion, middle, shift
from ..limits import looked
from ..pieces.polyform import Polyform
from ..puzzle import Puzzle
from ..render.colours import PALETTE, SAFE, assign_kit
from ..render.drawing import BaseDrawing, laid_out
from ..render.solids import viewed
from ..render.text import letters
from ..solutions.solution import kit_of, own_letters

FIRST_MARK = 0xF0000
"""In the text picture of a board, the code of the character for the first cell. The next cells have the next codes.

The codes are in a private use area of Unicode, so that labels do not contain them.
"""


def board_data(board: Board) -> dict[str, Any]:
    """Return the data of a board for a script that can draw polygons.

    Cells are numbered in ascending order. These are the main data:

    - `corners`: for each cell, the coordinates of its corners as [x, y, x, y, ...], in whole steps.
    - `step`, `extent`: the length of a step on paper, and the width and the height of the board on paper.
    - `near`: for each cell, the numbers of its neighbours.
    - `seams`: the edges where the sides of a wrapped board are joined, each as (cell, index of the edge, other cell).
    - `labels`: the labels of the board, each as [x, y, text]. `dates`: the corners of labelled cells outside the board.
    """
    cells, labels, lattice = [*board], dict(board.labels), board.lattice
    number = {cell: i for i, cell in enumerate(cells)}
    near = [[number[other] for other in lattice.neighbours(cell) if other in number] for cell in cells]
    marks = tuple([chr(FIRST_MARK + i) for i in range(len(cells))])
    shown = frozenset([*cells, *labels])
    drawing = BaseDrawing._of_parts(shown, [(cell,) for cell in cells], marks, marks, lattice=lattice)
    (x, y), paper = drawing.plane.place
    laid = laid_out(lattice, shown)
    outlines = [[point for _, point, _ in paper.sides(laid(cell))] for cell in cells]
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
        "sides": {name: [number[cell] for cell in side] for name, side in _sides(cells, lattice).items()},
        "labels": [[*middle(laid(cell), (x, y), paper), label] for cell, label in labels.items()],
        "dates": [
            [n for _, (u, v), _ in paper.sides(laid(cell)) for n in (u - x, v - y)]
            for cell in labels
            if cell not in number
        ],
        "text": letters(drawing),
        "firstMark": FIRST_MARK,
    }


def _sides(cells: Collection[Cell], lattice: Lattice) -> dict[str, list[Cell]]:
    # the seam of a wrapped board is not a side
    sides = {}
    for name, side in lattice.look.sides.items():
        most = max(map(side.height, cells))
        sides[name] = [cell for cell in cells if side.height(cell) == most and lattice.kind(cell) in side.kinds]
    for axis, names in enumerate((("top", "bottom"), ("left", "right")) if lattice.periods else ()):
        if lattice.periods[axis] is not None:
            sides |= {name: [] for name in names}
    return {name: side_cells for name, side_cells in sides.items() if side_cells}


def solid_data(board: Board) -> dict[str, Any]:
    """Return the data that a script needs to draw a solid board. The lists are empty for a flat board.

    - `layers`: for each layer, the top first, its `name`, its `cells`, and its `box` as [x, y, width, height].
    - `corners`: the corners of cells, which replace those of `board_data`. All layers use the same coordinates.
    - `spots`: for each cell, its middle in the picture of the solid: [x, y, nearness to the viewer].
    - `faces`: the visible faces of a cell, from far to near, each with a `shade` and `corners` around the middle.
    """
    lattice, cells = board.lattice, [*board]
    if lattice.dimension == 2:
        return {"layers": [], "faces": [], "spots": []}
    layers = []
    for layer, name in reversed([*board._layers.items()]):
        of_layer = [cell for cell in cells if cell[0] == layer]
        if of_layer:
            (_, top, left), (_, rows, columns) = lattice.bounds(cells if lattice.has_cubes else of_layer)
            numbers = [number for number, cell in enumerate(cells) if cell[0] == layer]
            layers.append({"name": name, "cells": numbers, "box": [left, top, columns, rows]})
    outline = _SQUARE if lattice.has_cubes else _disc(0.5, 0.5)
    corners = [[n + (cell[1] if i % 2 else cell[2]) for i, n in enumerate(outline)] for cell in cells]
    faces = _CUBE if lattice.has_cubes else _BALL
    return {
        "layers": layers,
        "faces": [{"shade": shade, "corners": face} for shade, face in faces],
        "spots": _spots(cells, lattice),
        "corners": corners,
    }


def _spots(cells: Iterable[Cell], lattice: Lattice) -> list[list[float]]:
    return [[round(n, 3) for n in (x, y, near)] for (x, y), near in (viewed(cell, lattice) for cell in cells)]


def _disc(middle: float, radius: float) -> list[float]:
    angles = [tau * n / 24 for n in range(24)]
    return [round(middle + radius * along, 3) for angle in angles for along in (cos(angle), sin(angle))]


_SQUARE = [0, 0, 1, 0, 1, 1, 0, 1]

_WIDE = round(sqrt(0.75), 3)

_CUBE = [
    ("lit", [-_WIDE, -0.5, 0, -1, _WIDE, -0.5, 0, 0]),
    ("side", [-_WIDE, -0.5, 0, 0, 0, 1, -_WIDE, 0.5]),
    ("dark", [0, 0, _WIDE, -0.5, _WIDE, 0.5, 0, 1]),
]

_BALL = [("side", _disc(0, 0.5)), ("glow", _disc(-0.06, 0.37)), ("shine", _disc(-0.16, 0.12))]


def pieces_data(puzzle: Puzzle) -> dict[str, Any]:
    """Return the names, letters and colours of `pieces`, and a `pool` of letters for copies of pieces.

    The colour `safe` comes from the palette `"safe"`.
    """
    letter_of, pool = own_letters(puzzle)
    hues = [PALETTE[colour].hex for colour in assign_kit(kit_of(puzzle))]
    return {
        "pieces": [
            {
                "name": count.piece.name,
                "letter": letter_of.get(number, ""),
                "colour": hue,
                "safe": SAFE[number % len(SAFE)],
            }
            for number, (count, hue) in enumerate(zip(puzzle.pieces, hues, strict=True))
        ],
        "pool": "".join(pool),
    }


def places_data(puzzle: Puzzle) -> list[dict[str, Any]]:
    """Return a dict for each piece: `least` and `most` copies, and its orientations as `ways`.

    An orientation has these data:

    - `corners`: the corners of its cells, as in `board_data`, to draw it outside the board.
    - `spots`: for a solid, the middle of each cell in the picture: [x, y, nearness to the viewer].
    - `at`: a list of its places. A place lists the numbers of its cells, in the same order as `corners`.
    - `turn`, `flip`, `tip`: the index of the orientation after a motion. `turn` rotates clockwise, `flip` reflects, and
      `tip` rolls a solid piece over its side. Motions that the puzzle does not allow are missing.

    The places are all placements that the puzzle allows on an empty board. Each placement is listed once.
    """
    bare, board = puzzle._bare, puzzle.board
    number = {cell: i for i, cell in enumerate(board)}
    moves = dict(_moves(board.lattice.flat, *puzzle._turns))
    pieces = []
    for i, (piece, least, most) in enumerate(puzzle.pieces):
        # On a wrapped board, several orientations may cover the same cells, and then count as one orientation.
        ways: dict[tuple[Cell, ...], Polyform] = {}
        for turned in piece.orientations(*puzzle._turns):
            ways.setdefault(board.lattice.normalise(turned.cells), turned)
        at: dict[tuple[Cell, ...], list[list[int]]] = {form: [] for form in ways}
        for turned, places in bare._places_of(i):
            form = board.lattice.normalise(turned.cells)
            for position in looked(bare._numbering.by_cells(places)):
                cells = _in_order(ways[form].cells, bare._numbering.cells_at(position, turned.cells), board.lattice)
                at[form].append([number[cell] for cell in cells])
        order = {form: n for n, form in enumerate(ways)}
        described: list[dict[str, Any]] = []
        for form, turned in ways.items():
            lattice, laid = turned.lattice, laid_out(turned.lattice, turned.cells)
            sides = [lattice.look.grid.sides(laid(cell)) for cell in turned.cells]
            corners = [[n for _, point, _ in around for n in point] for around in sides]
            described.append({"corners": corners, "at": at[form]})
            if lattice.dimension == 3:
                described[-1]["spots"] = _spots(turned.cells, lattice)
            for name, motion in moves.items():
                if (image := board.lattice.normalise(motion.images(turned.cells))) in order:
                    described[-1][name] = order[image]
        pieces.append({"least": least, "most": most, "ways": described})
    return pieces


def _in_order(shape: Collection[Cell], cells: Collection[Cell], lattice: Lattice) -> Collection[Cell]:
    # list the cells in the order of the shape, even across the seam of a board
    if not lattice.periods:
        return cells
    first, *_ = shape
    moved = (lattice.home(shift(shape, *map(sub, cell, first))) for cell in cells)
    return next(ordered for ordered in moved if set(ordered) == set(cells))


def _moves(lattice: Lattice, reflections: bool, rotations: bool) -> Iterator[tuple[str, Motion]]:
    if rotations and lattice.dimension == 2:
        # The motions of a flat lattice begin with the powers of its smallest clockwise rotation.
        yield "turn", list(lattice.motions)[1]
    elif rotations:
        quarters = [motion for motion in lattice.motions if motion.is_proper and motion.after(motion) != 0]
        for name, axis in (("turn", 0), ("tip", -1)):
            yield name, next(motion for motion in quarters if motion.matrix[axis] == lattice.units[axis])
    # For balls, no other motion reaches some orientations of a flat piece.
    if reflections or (rotations and lattice.dimension == 3 and not lattice.has_cubes):
        yield "flip", lattice.mirror
