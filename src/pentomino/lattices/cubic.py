"""The lattice of cubes. A cell is (layer, row, column); layer 0 is on top."""

from __future__ import annotations

from itertools import permutations, product

from .lattice import SQUARE, Form, Lattice, Matrices, Motion, Side, full, group


def _matrices() -> Matrices:
    """Return the matrices of the 24 rotations and the 24 reflections of the cube, by name.

    A matrix permutes the three axes and reverses some of them. Its name lists the coordinates of the image; a small
    letter means a minus sign. For example, `RCl` maps (layer, row, column) to (row, column, -layer).
    """
    matrices = {}
    for axes in permutations(range(3)):
        for signs in product((1, -1), repeat=3):
            name = "".join("LRC"[axis] if sign > 0 else "lrc"[axis] for axis, sign in zip(axes, signs, strict=True))
            rows = [tuple([sign * (i == axis) for i in range(3)]) for axis, sign in zip(axes, signs, strict=True)]
            matrices["IDENTITY" if name == "LRC" else name] = tuple(rows)
    return matrices


CubicMotion = group(Motion, "CubicMotion", __name__, _matrices())
"""The 48 symmetries of the cube; 24 of them are rotations."""


CUBIC = Lattice(
    "cubic",
    ("layer", "row", "column"),
    (tuple([tuple([sign * (i == axis) for i in range(3)]) for axis in range(3) for sign in (-1, 1)]),),
    CubicMotion,
    weights=(1, 1, 1),
    look=SQUARE.look._replace(
        shift=lambda down, right: (0, down, right),
        sides={
            "top": Side((-1, 0, 0)),
            "bottom": Side((1, 0, 0)),
            "back": Side((0, -1, 0)),
            "front": Side((0, 1, 0)),
            "left": Side((0, 0, -1)),
            "right": Side((0, 0, 1)),
        },
        coloured=5,
    ),
    forms={"": Form("3x4x5", full)},
    most=8,
    example=SQUARE.example,
    module=__name__,
)
"""The lattice of cubes. A cell is (layer, row, column), with layer 0 on top."""
