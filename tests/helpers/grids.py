"""The grids other than squares, for the oracle. Each is defined by a few steps that are easy to check.

Nothing is imported from the package. Each symmetry group consists of all products of a few steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from math import isqrt

from oracle import SQUARES, Cell, Cells, Grid, corner, translated

__all__ = ["BALLS", "CUBES", "GRIDS", "HEXAGONS", "QUARTERS", "TRIANGLES", "Steps", "ball_orientations"]

Step = Callable[[Cell], Cell]
Kind = Callable[[Cell], int]


def one_kind(cell: Cell) -> int:
    return 0


@dataclass(frozen=True)
class Steps:
    """A motion: a reflection, if any, followed by rotations. `kind` returns the kind of a cell."""

    mirror: bool
    steps: tuple[Step, ...]
    kind: Kind = one_kind

    def moved(self, cells: Iterable[Cell]) -> Cells:
        result = frozenset(cells)
        for step in self.steps:
            result = frozenset(map(step, result))
        return result

    def on(self, frame: Cells, cells: Iterable[Cell]) -> Cells:
        """Return the cells after the motion and the translation that together keep the corner of `frame` in place."""
        there, here = corner(frame, self.kind), corner(self.moved(frame), self.kind)
        return translated(self.moved(cells), *(a - b for a, b in zip(there, here, strict=True)))


def group(mirror: Step, turns: tuple[Step, ...], probe: Cells, kind: Kind = one_kind) -> tuple[Steps, ...]:
    """Return all products of the rotations, and then those that begin with the reflection.

    Two products are different if they map `probe` to different cells.
    """
    found: list[Steps] = []
    for first in ((), (mirror,)):
        fresh = [Steps(bool(first), first, kind)]
        known = {fresh[0].moved(probe)}
        for element in fresh:  # it grows during the loop
            for turn in turns:
                further = Steps(element.mirror, (*element.steps, turn), kind)
                if further.moved(probe) not in known:
                    known.add(further.moved(probe))
                    fresh.append(further)
        found += fresh
    return tuple(found)


def cube_neighbours(cell: Cell) -> set[Cell]:
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


def hexagon_neighbours(cell: Cell) -> set[Cell]:
    row, q = cell
    return {(row, q - 1), (row, q + 1), (row - 1, q), (row + 1, q), (row + 1, q - 1), (row - 1, q + 1)}


def sixth_of_hexagons(cell: Cell) -> Cell:
    """Rotate a cell by 60 degrees, in three coordinates whose sum is 0: q, the row, and a third one."""
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


def corners(cell: Cell) -> set[Cell]:
    """Return the corners of a triangle as (line, half edges to the right). Both numbers are odd, or both are even."""
    row, column = cell
    if (row + column) % 2 == 0:
        return {(row, column), (row + 1, column - 1), (row + 1, column + 1)}
    return {(row, column - 1), (row, column + 1), (row + 1, column)}


def triangle(points: set[Cell]) -> Cell:
    top = min(line for line, _ in points)
    alone = [[across for line, across in points if line == which] for which in (top, top + 1)]
    return top, next(across[0] for across in alone if len(across) == 1)


def triangle_neighbours(cell: Cell) -> set[Cell]:
    """Return the three triangles that share two corners with this triangle."""
    row, column = cell
    near = {(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)}
    return {other for other in near if len(corners(other) & corners(cell)) == 2}


def sixth_of_points(point: Cell) -> Cell:
    """Rotate a point by 60 degrees about the origin: x becomes half of x - 3y, and y half of x + y."""
    line, across = point
    return (across + line) // 2, (across - 3 * line) // 2


def of_points(step: Step) -> Step:
    """Return the motion of triangles that applies `step` to their corners."""
    return lambda cell: triangle({step(point) for point in corners(cell)})


def points_down(cell: Cell) -> int:
    """Return 1 for a triangle that points down, and 0 for one that points up."""
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


def square_corners(cell: Cell) -> set[Cell]:
    """Return the corners of a quarter as (line, half sides to the right). Both are odd in the middle of its square."""
    row, (column, quarter) = 2 * cell[0], divmod(cell[1], 4)
    upper_left, upper_right = (row, 2 * column), (row, 2 * column + 2)
    lower_left, lower_right = (row + 2, 2 * column), (row + 2, 2 * column + 2)
    side = [(upper_left, lower_left), (upper_left, upper_right), (lower_left, lower_right), (upper_right, lower_right)]
    return {(row + 1, 2 * column + 1), *side[quarter]}


def quarter_with(points: set[Cell]) -> Cell:
    line, across = next(point for point in points if point[0] % 2)
    square = [(line // 2, 4 * (across // 2) + quarter) for quarter in range(4)]
    return next(cell for cell in square if square_corners(cell) == points)


def quarter_neighbours(cell: Cell) -> set[Cell]:
    """Return the three quarters that share two corners with this quarter."""
    row, column = cell
    near = {(row + down, column + right) for down in (-1, 0, 1) for right in range(-4, 5)}
    return {other for other in near if len(square_corners(other) & square_corners(cell)) == 2}


def quarter_of(cell: Cell) -> int:
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


def place_of_ball(cell: Cell) -> Cell:
    """Return the middle of a ball in coordinates along the axes of a cube. Their sum is even.

    The first ball of the next layer up is half a ball further to the front and to the right. Rows and columns run at 45
    degrees to the axes.
    """
    layer, row, column = cell
    front, right = 2 * row + layer, 2 * column + layer
    return layer, (front + right) // 2, (right - front) // 2


def ball_at(place: Cell) -> Cell:
    layer, a, b = place
    return layer, (a - b - layer) // 2, (a + b - layer) // 2


def square_of_distance(one: Cell, other: Cell) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def ball_neighbours(cell: Cell) -> set[Cell]:
    """Return the balls whose middles have the minimum distance from this ball."""
    here = place_of_ball(cell)
    return {ball_at(tuple(a + b for a, b in zip(here, by, strict=True))) for by in balls_at(2)}


@lru_cache
def balls_at(square: int) -> tuple[Cell, ...]:
    """Return the middles of the balls whose squared distance from the first ball is `square`."""
    far = range(-isqrt(square), isqrt(square) + 1)
    places = product(far, repeat=3)
    return tuple(place for place in places if sum(place) % 2 == 0 and square_of_distance(place, (0, 0, 0)) == square)


def handedness(places: list[Cell]) -> int:
    """Return the orientation, 1 or -1, of the first four places that are not in a plane. Otherwise return 0."""
    for first, *others in combinations(places, 4):
        (a, b, c), (d, e, f), (g, h, i) = ([n - m for n, m in zip(other, first, strict=True)] for other in others)
        if volume := a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g):
            return 1 if volume > 0 else -1
    return 0


@lru_cache(maxsize=1 << 12)
def ball_orientations(cells: Cells, reflections: bool) -> frozenset[Cells]:
    """Return all shapes whose balls have the same distances from each other as those of `cells`.

    They are found from the distances alone. A shape that is not flat keeps its handedness, unless it may be reflected.
    """
    places = [place_of_ball(cell) for cell in sorted(cells)]
    found = set()

    def extend(chosen: list[Cell]) -> None:
        if len(chosen) == len(places):
            if reflections or handedness(chosen) == handedness(places):
                shape = frozenset(map(ball_at, chosen))
                found.add(translated(shape, *(-n for n in corner(shape))))
            return
        wanted = [square_of_distance(place, places[len(chosen)]) for place in places]
        for place in balls_at(wanted[0]):
            if all(square_of_distance(one, place) == square for one, square in zip(chosen, wanted, strict=False)):
                extend([*chosen, place])

    extend([(0, 0, 0)])
    return frozenset(found)


def of_places(step: Step) -> Step:
    """Return the motion of balls that applies `step` to their middles."""
    return lambda cell: ball_at(step(place_of_ball(cell)))


BALLS = Grid(
    "balls",
    group(
        of_places(lambda place: (place[0], -place[2], -place[1])),  # left and right
        (
            of_places(lambda place: (place[0], place[2], -place[1])),
            of_places(lambda place: (place[1], -place[0], place[2])),
        ),
        frozenset({(0, 0, 0), (1, 0, 0), (0, 2, 0), (0, 0, 3)}),
    ),
    ball_neighbours,
    ((0, 0, 0),),
    figures=(
        frozenset((layer, r, c) for layer in range(3) for r in range(3 - layer) for c in range(3 - layer)),
        frozenset((layer, r - layer, c) for layer in range(3) for r in range(layer + 1) for c in range(3 - layer)),
        frozenset(product((0,), range(3), range(4))),
        frozenset((layer, r, c) for layer in range(2) for r in range(3 - layer) for c in range(3 - layer)),
    ),
    rigid=ball_orientations,
)


GRIDS = {grid.name: grid for grid in (SQUARES, CUBES, HEXAGONS, TRIANGLES, QUARTERS, BALLS)}
"""All grids by name."""
