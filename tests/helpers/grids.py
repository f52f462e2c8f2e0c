"""The grids beside the squares, for the oracle: each by steps that are easy to check.

Nothing of the package is used, and each group is found by doing its few steps again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import product

from oracle import SQUARES, Cell, Cells, Grid, corner, translated

__all__ = ["CUBES", "GRIDS", "HEXAGONS", "QUARTERS", "TRIANGLES", "Steps"]

Step = Callable[[Cell], Cell]
Kind = Callable[[Cell], int]


def one_kind(cell: Cell) -> int:
    return 0


@dataclass(frozen=True)
class Steps:
    """A motion: the mirror if any, then the turns, one after the other; `kind` is that of a cell."""

    mirror: bool
    steps: tuple[Step, ...]
    kind: Kind = one_kind

    def moved(self, cells: Iterable[Cell]) -> Cells:
        """Return the cells after all steps."""
        result = frozenset(cells)
        for step in self.steps:
            result = frozenset(map(step, result))
        return result

    def on(self, frame: Cells, cells: Iterable[Cell]) -> Cells:
        """Return the cells after the motion that leaves the frame's corner where it was."""
        there, here = corner(frame, self.kind), corner(self.moved(frame), self.kind)
        return translated(self.moved(cells), *(a - b for a, b in zip(there, here, strict=True)))


def group(mirror: Step, turns: tuple[Step, ...], probe: Cells, kind: Kind = one_kind) -> tuple[Steps, ...]:
    """Return all products of the turns, then those with the mirror. Two differ if they move the probe elsewhere."""
    found: list[Steps] = []
    for first in ((), (mirror,)):
        fresh = [Steps(bool(first), first, kind)]
        known = {fresh[0].moved(probe)}
        for element in fresh:  # which grows meanwhile
            for turn in turns:
                further = Steps(element.mirror, (*element.steps, turn), kind)
                if further.moved(probe) not in known:
                    known.add(further.moved(probe))
                    fresh.append(further)
        found += fresh
    return tuple(found)


# ---------------------------------------------------------------------------------------------------- cubes


def cube_neighbours(cell: Cell) -> set[Cell]:
    """Return the six cubes that share a face with this one."""
    layer, row, column = cell
    across = {(layer - 1, row, column), (layer + 1, row, column), (layer, row - 1, column), (layer, row + 1, column)}
    return across | {(layer, row, column - 1), (layer, row, column + 1)}


CUBES = Grid(
    "cubic",
    group(
        lambda cell: (cell[0], cell[1], -cell[2]),
        (lambda cell: (cell[0], cell[2], -cell[1]), lambda cell: (cell[1], -cell[0], cell[2])),
        frozenset({(0, 0, 0), (1, 0, 0), (0, 2, 0), (0, 0, 3)}),
    ),
    cube_neighbours,
    ((0, 0, 0),),
    figures=tuple(
        frozenset(product(*map(range, sides))) for sides in ((2, 2, 2), (1, 3, 3), (2, 2, 3), (3, 2, 2), (1, 2, 5))
    ),
)
"""Quarter turns about an axis of layers and about one of columns make all 24."""


# ------------------------------------------------------------------------------------------------- hexagons


def hexagon_neighbours(cell: Cell) -> set[Cell]:
    """Return the six hexagons that share an edge with this one."""
    row, q = cell
    return {(row, q - 1), (row, q + 1), (row - 1, q), (row + 1, q), (row + 1, q - 1), (row - 1, q + 1)}


def sixth_of_hexagons(cell: Cell) -> Cell:
    """Turn a cell by a sixth, in three coordinates whose sum is 0: q, row and a third one."""
    row, q = cell
    third = -q - row
    return -third, -row  # (q, row, third) becomes (-row, -third, -q)


HEXAGONS = Grid(
    "hexagonal",
    group(lambda cell: (cell[1], cell[0]), (sixth_of_hexagons,), frozenset({(0, 0), (0, 1), (2, 0)})),
    hexagon_neighbours,
    figures=(
        frozenset(product(range(3), range(3))),
        frozenset(product(range(3), range(4))),
        frozenset((row, q) for row in range(4) for q in range(4 - row)),
        frozenset((row, q) for row in range(3) for q in range(3) if 1 <= row + q <= 3),
        frozenset((row, q - row // 2) for row in range(4) for q in range(3)),
    ),
)


# ------------------------------------------------------------------------------------------------ triangles


def corners(cell: Cell) -> set[Cell]:
    """Return the corners of a triangle, as (line, half edges to the right), both odd or both even."""
    row, column = cell
    if (row + column) % 2 == 0:
        return {(row, column), (row + 1, column - 1), (row + 1, column + 1)}
    return {(row, column - 1), (row, column + 1), (row + 1, column)}


def triangle(points: set[Cell]) -> Cell:
    """Return the triangle with these corners."""
    top = min(line for line, _ in points)
    alone = [[across for line, across in points if line == which] for which in (top, top + 1)]
    return top, next(across[0] for across in alone if len(across) == 1)


def triangle_neighbours(cell: Cell) -> set[Cell]:
    """Return the three triangles nearby that share two corners with this one."""
    row, column = cell
    near = {(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)}
    return {other for other in near if len(corners(other) & corners(cell)) == 2}


def sixth_of_points(point: Cell) -> Cell:
    """Turn a point by a sixth about the origin: x to half of x - 3y, y to half of x + y."""
    line, across = point
    return (across + line) // 2, (across - 3 * line) // 2


def of_points(step: Step) -> Step:
    """Return the motion of triangles that moves their corners by `step`."""
    return lambda cell: triangle({step(point) for point in corners(cell)})


def points_down(cell: Cell) -> int:
    """Return 1 for a triangle that points down, 0 for one that points up."""
    return sum(cell) % 2


TRIANGLES = Grid(
    "triangular",
    group(
        of_points(lambda point: (point[0], -point[1])),
        (of_points(sixth_of_points),),
        frozenset({(0, 0), (0, 1), (0, 2), (0, 3), (1, 3)}),
        kind=points_down,
    ),
    triangle_neighbours,
    ((0, 0), (0, 1)),
    points_down,
    figures=(
        frozenset((row, column) for row in range(2) for column in range(3)),
        frozenset((row, column) for row in range(3) for column in range(-row, row + 1)),
        frozenset((row, column) for row in range(2) for column in range(row + 1, row + 7)),
        frozenset((row, column) for row in range(2) for column in range(-row, 2 * 3 + row - 1)),
        frozenset((row, column) for row in range(3) for column in range(4)),
    ),
)


# ------------------------------------------------------------------------------------ quarters of squares


def square_corners(cell: Cell) -> set[Cell]:
    """Return the corners of a quarter, as (line, half sides to the right); both are odd in the middle of its square."""
    row, (column, quarter) = 2 * cell[0], divmod(cell[1], 4)
    upper_left, upper_right = (row, 2 * column), (row, 2 * column + 2)
    lower_left, lower_right = (row + 2, 2 * column), (row + 2, 2 * column + 2)
    side = [(upper_left, lower_left), (upper_left, upper_right), (lower_left, lower_right), (upper_right, lower_right)]
    return {(row + 1, 2 * column + 1), *side[quarter]}


def quarter_with(points: set[Cell]) -> Cell:
    """Return the quarter with these corners."""
    line, across = next(point for point in points if point[0] % 2)
    square = [(line // 2, 4 * (across // 2) + quarter) for quarter in range(4)]
    return next(cell for cell in square if square_corners(cell) == points)


def quarter_neighbours(cell: Cell) -> set[Cell]:
    """Return the three quarters nearby that share two corners with this one."""
    row, column = cell
    near = {(row + down, column + right) for down in (-1, 0, 1) for right in range(-4, 5)}
    return {other for other in near if len(square_corners(other) & square_corners(cell)) == 2}


def quarter_of(cell: Cell) -> int:
    """Return which quarter of its square a cell is."""
    return cell[1] % 4


QUARTERS = Grid(
    "tetrakis",
    group(
        lambda cell: quarter_with({(line, -across) for line, across in square_corners(cell)}),
        (lambda cell: quarter_with({(across, -line) for line, across in square_corners(cell)}),),
        frozenset({(0, 0), (0, 1), (0, 5), (2, 4)}),
        quarter_of,
    ),
    quarter_neighbours,
    ((0, 0), (0, 1), (0, 2), (0, 3)),
    quarter_of,
    figures=(
        frozenset(product(range(1), range(8))),
        frozenset(product(range(1), range(12))),
        frozenset(product(range(3), range(4))),
        frozenset({(0, 2), (0, 3), (0, 4), (0, 6), (1, 1), (1, 3), (1, 4), (1, 5)}),
        frozenset(cell for cell in product(range(2), range(8)) if all(x <= y for y, x in square_corners(cell))),
    ),
)


GRIDS = {grid.name: grid for grid in (SQUARES, CUBES, HEXAGONS, TRIANGLES, QUARTERS)}
"""All grids by name."""
