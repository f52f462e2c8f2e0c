"""The lattices beside the squares: cubes, hexagons and triangles, with their motions.

Their groups are made when this file is imported, which only programs do that leave the squares.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import permutations, product
from typing import Any

from .lattice import SQUARE, Cell, Lattice, Motion

__all__ = ["CUBIC", "HEXAGONAL", "LATTICES", "TRIANGULAR", "CubicMotion", "HexagonalMotion", "TriangularMotion"]

_Matrix = tuple[Cell, ...]
_Members = list[tuple[str, tuple[int | Cell, ...]]]


def _members(turns: dict[str, _Matrix], mirrors: dict[str, _Matrix]) -> _Members:
    """The members of a group, those that only turn first: their names, numbers and matrices."""
    named = {**turns, **mirrors}
    return [(name, (number, *matrix)) for number, (name, matrix) in enumerate(named.items())]


def _of_cubes() -> _Members:
    """The 48 ways to put three axes in another order and to turn round any of them.

    A name tells where the layer, the row and the column of the image come from: `RCl` is (row, column, -layer).
    """
    kinds: tuple[dict[str, _Matrix], dict[str, _Matrix]] = ({}, {})
    for axes in permutations(range(3)):
        for signs in product((1, -1), repeat=3):
            swaps = sum(axes[i] > axes[j] for i in range(3) for j in range(i + 1, 3)) + signs.count(-1)
            name = "".join("LRC"[axis] if sign > 0 else "lrc"[axis] for axis, sign in zip(axes, signs, strict=True))
            rows = [tuple([sign * (i == axis) for i in range(3)]) for axis, sign in zip(axes, signs, strict=True)]
            kinds[swaps % 2]["IDENTITY" if name == "LRC" else name] = tuple(rows)
    return _members(*kinds)


def _of_sixths(turns: list[_Matrix], mirrors: list[_Matrix]) -> _Members:
    """The members of a group of turns by sixths, of which the mirrors are the same after one reflection."""
    names = ["IDENTITY", *(f"ROTATE_{angle}" for angle in range(60, 360, 60))]
    flips = [f"FLIP_{angle}" for angle in range(0, 360, 60)]
    return _members(dict(zip(names, turns, strict=True)), dict(zip(flips, mirrors, strict=True)))


def _of_hexagons() -> _Members:
    """The turns by sixths, clockwise, (0, 1) to (1, 0) and (1, 0) to (1, -1); and after row and q are swapped."""
    turns: list[_Matrix] = [((1, 0), (0, 1))]
    while len(turns) < 6:
        (a, b), (c, d) = turns[-1]
        turns.append(((a + c, b + d), (-a, -b)))
    return _of_sixths(turns, [((b, a), (d, c)) for (a, b), (c, d) in turns])


class _PointMotion(Motion):
    """A motion of triangles: its matrix is that of their middles (y, (x - y) / 2), y in thirds of a row."""

    def images(self, cells: Collection[Cell]) -> list[Cell]:
        """The images of cells about the top of the triangle (0, 0), in the order given."""
        thirds = [3 * row + 2 - (row + column) % 2 for row, column in cells]
        points = [(y, (column - y) // 2) for y, (_, column) in zip(thirds, cells, strict=True)]
        return [(y // 3, y + 2 * rest) for y, rest in super().images(points)]


def _of_triangles() -> _Members:
    """The turns by sixths about the top of the triangle (0, 0), (y, x) to (y + 3x, x - y) / 2; and left for right."""
    turns: list[_Matrix] = [((1, 0), (0, 1))]
    while len(turns) < 6:
        (a, b), (c, d) = turns[-1]
        turns.append(((2 * a + 3 * c, 2 * b + 3 * d), (-a - c, -b - d)))
    return _of_sixths(turns, [((a, b), (-a - c, -b - d)) for (a, b), (c, d) in turns])


def _group(base: type[Motion], name: str, members: _Members) -> type[Motion]:
    made: Any = base  # checkers of types do not see the way in which `Enum` makes classes
    return made(name, members, module=__name__)  # type: ignore[no-any-return]


CubicMotion = _group(Motion, "CubicMotion", _of_cubes())
"""The 48 symmetries of the cube; 24 of them only turn."""
HexagonalMotion = _group(Motion, "HexagonalMotion", _of_hexagons())
"""The 12 symmetries of the hexagon; 6 of them only turn."""
TriangularMotion = _group(_PointMotion, "TriangularMotion", _of_triangles())
"""The 12 symmetries of the six triangles about a point; 6 of them only turn."""

_SIDES = tuple([tuple([sign * (i == axis) for i in range(3)]) for axis in range(3) for sign in (-1, 1)])

CUBIC = Lattice("cubic", ("layer", "row", "column"), (_SIDES,), CubicMotion)
"""Cubes, (layer, row, column)."""
HEXAGONAL = Lattice("hexagonal", ("row", "q"), (((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)),), HexagonalMotion)
"""Hexagons in axial coordinates: a row is shifted by half a hexagon to the right against the one above."""
TRIANGULAR = Lattice(
    "triangular", ("row", "column"), (((0, -1), (0, 1), (1, 0)), ((-1, 0), (0, -1), (0, 1))), TriangularMotion
)
"""Triangles: (row, column) points up if the sum is even, and down if it is odd."""

LATTICES = {lattice.name: lattice for lattice in (SQUARE, CUBIC, HEXAGONAL, TRIANGULAR)}
"""All lattices by name."""
