"""Lattices beyond the squares, written out for tests: cubes, hexagons and triangles."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import permutations, product

from pentomino.lattice import Cell, Lattice, Motion

Matrix = tuple[Cell, ...]
Named = list[tuple[str, tuple[int | Cell, ...]]]


def named(turns: Sequence[Matrix], mirrors: Sequence[Matrix]) -> Named:
    """The members of a group: their names, numbers and matrices."""
    names = [f"TURN_{i}" for i in range(len(turns))] + [f"MIRROR_{i}" for i in range(len(mirrors))]
    return [(name, (i, *matrix)) for i, (name, matrix) in enumerate(zip(names, [*turns, *mirrors], strict=True))]


def of_cubes() -> Named:
    """The 48 ways to permute three axes and to turn round any of them; odd if they change left and right."""
    kinds: tuple[list[Matrix], list[Matrix]] = ([], [])
    for axes in permutations(range(3)):
        for signs in product((1, -1), repeat=3):
            swaps = sum(axes[i] > axes[j] for i in range(3) for j in range(i + 1, 3)) + signs.count(-1)
            rows = [[0] * 3 for _ in range(3)]
            for row, axis, sign in zip(rows, axes, signs, strict=True):
                row[axis] = sign
            kinds[swaps % 2].append(tuple(map(tuple, rows)))
    return named(*kinds)


def of_hexagons() -> Named:
    """The turns by sixths in axial coordinates, (0, 1) to (1, 0) and (1, 0) to (1, -1); and mirrored."""
    turns: list[Matrix] = [((1, 0), (0, 1))]
    while len(turns) < 6:
        (a, b), (c, d) = turns[-1]
        turns.append(((a + c, b + d), (-a, -b)))
    return named(turns, [((b, a), (d, c)) for (a, b), (c, d) in turns])


class PointMotion(Motion):
    """A motion of triangles: its matrix is that of their middles (y, (x - y) / 2), y in thirds of a row."""

    def apply_all(self, cells: Collection[Cell]) -> list[Cell]:
        thirds = [3 * row + 2 - (row + column) % 2 for row, column in cells]
        points = [(y, (column - y) // 2) for y, (_, column) in zip(thirds, cells, strict=True)]
        return [(y // 3, y + 2 * rest) for y, rest in super().apply_all(points)]


def of_triangles() -> Named:
    """The turns by sixths about the top of the triangle (0, 0), (y, x) to (y + 3x, x - y) / 2; and mirrored."""
    turns: list[Matrix] = [((1, 0), (0, 1))]
    while len(turns) < 6:
        (a, b), (c, d) = turns[-1]
        turns.append(((2 * a + 3 * c, 2 * b + 3 * d), (-a - c, -b - d)))
    return named(turns, [((a, b), (-a - c, -b - d)) for (a, b), (c, d) in turns])


CubicMotion = Motion("CubicMotion", of_cubes(), module=__name__)
HexagonalMotion = Motion("HexagonalMotion", of_hexagons(), module=__name__)

TriangularMotion = PointMotion("TriangularMotion", of_triangles(), module=__name__)

SIDES = tuple(tuple(sign * (i == axis) for i in range(3)) for axis in range(3) for sign in (1, -1))
CUBIC = Lattice("cubic", ("layer", "row", "column"), (SIDES,), CubicMotion)
HEXAGONAL = Lattice("hexagonal", ("row", "q"), (((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)),), HexagonalMotion)
TRIANGULAR = Lattice(
    "triangular", ("row", "column"), (((0, -1), (0, 1), (1, 0)), ((0, -1), (0, 1), (-1, 0))), TriangularMotion
)
LATTICES = {"cubic": CUBIC, "hexagonal": HEXAGONAL, "triangular": TRIANGULAR}
