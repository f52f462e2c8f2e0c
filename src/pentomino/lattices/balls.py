"""The lattice of balls. A cell is (layer, row, column), with layer 0 at the bottom.

The balls of a layer are in rows and columns, like squares. The lattice is face-centred cubic: a ball touches 12 others,
four of them in its layer. The ball (layer, row, column) rests in the hollow between four balls of layer - 1: those in
row or row + 1, and in column or column + 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from .cubic import CUBIC, CubicMotion
from .lattice import Cell, Form, Lattice, Matrices, Matrix, Motion, Side, group

_UNITS: Matrix = ((1, 0, 1), (0, 1, 1), (0, -1, 1))
"""The steps to the next layer, row and column as vectors (up, x, y). The axes x and y are diagonals of a layer."""


def middle(cell: Cell) -> Cell:
    """Return the centre of the ball at `cell` as (up, front, right), relative to the ball at (0, 0, 0).

    A ball has a diameter of 2. The height `up` is divided by the square root of 2, so that all numbers are whole.
    """
    layer, row, column = cell
    return layer, 2 * row + layer, 2 * column + layer


def _matrices() -> Matrices:
    # the names are the same as for cubes; the first reflection swaps left and right
    matrices = {}
    for motion in sorted(CubicMotion, key=lambda motion: motion.name != "LCR"):
        ends = [(up, (x + y - up) // 2, (y - x - up) // 2) for up, x, y in motion.images(_UNITS)]
        matrices[motion.name] = tuple(zip(*ends, strict=True))
    return matrices


BallMotion = group(Motion, "BallMotion", __name__, _matrices())
"""The 48 symmetries of the cube, about the middle of the ball (0, 0, 0); 24 of them are rotations."""


def _is_near(way: Cell) -> bool:
    """Return whether two balls touch. *way* is the vector from one cell to the other."""
    up, front, right = middle(way)
    return 2 * up * up + front * front + right * right == 4


def _pyramid(side: int) -> Iterator[Cell]:
    for layer in range(side):
        for row, column in product(range(side - layer), repeat=2):
            yield layer, row, column


def _tetrahedron(side: int) -> Iterator[Cell]:
    # the tetrahedron stands on one of its edges, so that each layer is a rectangle
    for layer in range(side):
        for row, column in product(range(side - 1 - layer, side), range(side - layer)):
            yield layer, row, column


BALLS = Lattice(
    "balls",
    CUBIC.axes,
    (tuple(filter(_is_near, product((-1, 0, 1), repeat=3))),),
    BallMotion,
    weights=(1, 1, 1),
    look=CUBIC.look._replace(
        sides={
            "top": Side((1, 0, 0)),
            "bottom": Side((-1, 0, 0)),
            "back": Side((0, -1, 0)),
            "front": Side((1, 1, 0)),
            "left": Side((0, 0, -1)),
            "right": Side((1, 0, 1)),
        },
        coloured=4,
    ),
    forms={"": Form("5", _pyramid), "tetrahedron": Form("4", _tetrahedron)},
    most=6,
    example="kanoodle",
    module=__name__,
)
"""The lattice of balls. A cell is (layer, row, column), with layer 0 at the bottom."""
