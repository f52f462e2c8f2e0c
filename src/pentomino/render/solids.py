"""Solids: pictures of cubes and of balls, and models of cubes for 3D programs and printers.

In pictures of cubes, the first layer is on top. Rows go to the lower left, and columns to the lower right. On paper, a
face consists of two triangles. Each triangle shows the nearest cube, so hidden faces are found exactly by sorting the
cells. Faces have the colour of their piece, and faces at the sides are shaded.

In models, each piece is a closed surface with faces on its outside only. The piece is made smaller by half of a gap on
all sides, so that pieces do not touch. Along each axis, a piece is cut into slabs: the inside of a cell, and the joint
between two cells. A joint is part of the piece if all cells next to the joint are. Therefore every edge belongs to
exactly two faces, whatever the shape of the piece. Squares are one cell thick.

The lowest faces of a model are at height 0. If no two pieces touch, as in a chart, the lowest faces of every piece are
at height 0, ready for printing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from itertools import product
from math import cos, dist, radians, sin, sqrt
from typing import NamedTuple

from ..errors import PentominoError
from ..lattices.balls import middle
from ..lattices.lattice import SQUARE, Cell, Grid, Lattice, Point, Sides, Spot, frame, spot
from .drawing import EMPTY, BaseDrawing, Edge, downwards

# ------------------------------------------------------------------------------------------------------------- pictures


_TOP, _FRONT, _RIGHT = range(3)


def _sides(triangle: Cell) -> Sides:
    # The corners have the x coordinates x and x + 1. The triangle points right if x + y is even, otherwise left.
    x, y = triangle
    above, below = (x, y - 1), (x, y + 1)
    if (x + y) % 2:
        point, top, bottom = (x, y + 1), (x + 1, y), (x + 1, y + 2)
        return (above, point, top), ((x + 1, y), top, bottom), (below, bottom, point)
    top, point, bottom = (x, y), (x + 1, y + 1), (x, y + 2)
    return (above, top, point), (below, point, bottom), ((x - 1, y), bottom, top)


PAPER = Grid(_sides, lambda triangle: (triangle[0] + (1 + sum(triangle) % 2) / 3, triangle[1] + 1), (sqrt(0.75), 0.5))
"""The grid of triangles on paper. Two triangles make a face of a cube."""


class Face(NamedTuple):
    """A face of a cube that may be visible: the number of its area, its side, and the cell of the cube."""

    area: int
    side: int
    cell: Cell

    @property
    def plane(self) -> tuple[int, int]:
        """The plane that contains the face: its side, and its position along the axis of the side."""
        return self.side, self.cell[self.side]


def _nearness(cell: Cell) -> int:
    # how near a cube is to the viewer
    layer, row, column = cell
    return row + column - layer


class Scene(NamedTuple):
    """The parts of a solid to draw: the visible triangles of each area, and letters, shades and lines."""

    seen: Sequence[Sequence[Point]]
    letters: Sequence[Spot | None]
    shades: Sequence[Sequence[Point]]
    """The triangles of the front sides, and the triangles of the right sides."""
    outer: Sequence[Edge]
    """The edges between two areas, or where one cube is in front of another."""
    creases: Sequence[Edge]
    """The edges between two sides of an area, such as its top and its front."""
    inner: Sequence[Edge]
    """The edges between two cubes of an area."""

    @property
    def frame(self) -> tuple[Point, Point]:
        """The upper left point of the picture, and its (width, height), in the units of `PAPER`."""
        return frame([triangle for part in self.seen for triangle in part], PAPER)

    @property
    def extent(self) -> Spot:
        """The width and the height of the picture, in sides of cells."""
        return spot(self.frame[1], (0, 0), PAPER)


def scene(drawing: BaseDrawing) -> Scene:
    """Return the scene of a drawing of cubes.

    Empty cells are transparent. A board without pieces is drawn as one area. The areas of a chart do not touch, and are
    drawn side by side.
    """
    areas = {cell: area for cell, area in drawing.areas.items() if area != EMPTY}
    if not areas:
        return _drawn(_seen(dict.fromkeys(drawing.areas, 0)), 1)
    if len(drawing.parts) > 1 and drawing._is_apart:
        return _drawn(_side_by_side(drawing.parts), len(drawing.parts))
    return _drawn(_seen(areas), len(drawing.parts))


def in_view(drawing: BaseDrawing) -> Collection[Cell]:
    """Return the covered cubes of which at least one face is fully visible."""
    triangles = Counter(_seen({cell: area for cell, area in drawing.areas.items() if area != EMPTY}).values())
    return {face.cell for face, number in triangles.items() if number == 2}


def corner(cell: Cell) -> Point:
    """Return the top point of the hexagon that a cube covers on paper."""
    layer, row, column = cell
    return column - row, column + row + 2 * layer


def ground(cells: Collection[Cell]) -> list[tuple[Point, Point]]:
    """Return the ground squares below *cells*. A square is a pair of triangles."""
    floor = 1 + max([layer for layer, _, _ in cells], default=0)
    squares = sorted({(floor, row, column) for _, row, column in cells})
    return [((x, y), (x - 1, y)) for x, y in map(corner, squares)]


def _seen(areas: Mapping[Cell, int]) -> dict[Point, Face]:
    # for each triangle of the paper, the face of the nearest cube
    seen: dict[Point, Face] = {}
    # Nearest cubes come first, so that they keep their triangles.
    for cell in sorted(areas, key=lambda cell: (_nearness(cell), cell), reverse=True):
        x, y = corner(cell)
        triangles = ((x, y), (x - 1, y)), ((x - 1, y + 1), (x - 1, y + 2)), ((x, y + 1), (x, y + 2))
        for side, pair in enumerate(triangles):
            for triangle in pair:
                seen.setdefault(triangle, Face(areas[cell], side, cell))
    return seen


def _side_by_side(parts: Sequence[Sequence[Cell]]) -> dict[Point, Face]:
    """Arrange areas side by side in a picture that is about as wide as high. Return its visible faces."""
    pictures = [_seen(dict.fromkeys(part, number)) for number, part in enumerate(parts) if part]
    sizes = [frame(picture, PAPER) for picture in pictures]
    # A square has sqrt(3) times as many points down as across; 1.2 allows for rows that are not full.
    wide = max(max(width for _, (width, _) in sizes), sqrt(sum((w + 1) * (h + 2) / 1.2 for _, (w, h) in sizes)))
    seen: dict[Point, Face] = {}
    left = top = high = 0
    for picture, ((x, y), (width, height)) in zip(pictures, sizes, strict=True):
        if left and left + width > wide:
            left, top, high = 0, top + high + 1, 0
        right, down = left - x, top - y
        down += (right + down) % 2  # triangles keep their direction if they are moved by an even sum
        seen |= {(at + right, line + down): face for (at, line), face in picture.items()}
        left, high = left + width + 1, max(high, height + 1)
    return seen


def _drawn(seen: Mapping[Point, Face], number: int) -> Scene:
    parts: list[list[Point]] = [[] for _ in range(number)]
    shades: tuple[list[Point], list[Point]] = ([], [])
    outer, creases, inner = set[Edge](), set[Edge](), set[Edge]()
    for triangle, face in sorted(seen.items()):
        parts[face.area].append(triangle)
        if face.side != _TOP:
            shades[face.side - _FRONT].append(triangle)
        for across, start, end in _sides(triangle):
            other = seen.get((across[0], across[1]))
            edge = downwards(start, end)
            # Two sides of one area form a crease if their cubes are equally near. Otherwise one cube is in front.
            if other is None or other.area != face.area:
                outer.add(edge)
            elif other.plane != face.plane:
                (creases if _nearness(other.cell) == _nearness(face.cell) else outer).add(edge)
            elif other.cell != face.cell:
                inner.add(edge)
    return Scene(parts, [_letter(part, seen) for part in parts], shades, *map(sorted, (outer, creases, inner)))


def _letter(part: Sequence[Point], seen: Mapping[Point, Face]) -> Spot | None:
    # the middle of the fully visible face that is nearest to the middle of the area; tops are preferred
    triangles_of: dict[Face, list[Point]] = {}
    for triangle in part:
        triangles_of.setdefault(seen[triangle], []).append(triangle)
    whole = [(face.side, _middle(triangles)) for face, triangles in triangles_of.items() if len(triangles) == 2]
    if not whole:
        return None
    x, y = _middle(part)
    return min(whole, key=lambda one: (one[0] > _TOP, (one[1][0] - x) ** 2 + (one[1][1] - y) ** 2, one[1]))[1]


TURNED, RAISED = radians(30), radians(30)
"""The angles of view for balls: from the front towards the right, and up from the horizon."""


CLEAR = 0.6
"""A ball may show a letter if the middles of all nearer balls are at least as far on paper, in diameters."""


def balls(drawing: BaseDrawing, alike: Container[int] = ()) -> tuple[list[tuple[int, Spot, bool]], Spot, Spot]:
    """Return the balls, from the farthest to the nearest, and the bounds of all cells on paper.

    A ball is a triple: the number of its area, its middle on paper in diameters, and whether it shows the letter of the
    area. The best visible ball of an area shows the letter; if the area is in *alike*, all balls that are `CLEAR` show
    it. Empty cells are transparent, but a board without pieces is one area. The bounds are two pairs: the least x and
    y, and the greatest x and y, of the middles of all cells.
    """
    seen = {cell: viewed(cell, drawing.lattice) for cell in drawing.cells}
    areas = {cell: area for cell, area in drawing.areas.items() if area != EMPTY} or dict.fromkeys(drawing.areas, 0)
    # If two balls of equal size overlap on paper, the ball whose middle is nearer hides the other.
    cells = sorted(areas, key=lambda cell: (seen[cell][1], cell))
    best: dict[int, tuple[float, Cell]] = {}
    lettered = set()
    for at, cell in enumerate(cells):
        gap = min([dist(seen[cell][0], seen[other][0]) for other in cells[at + 1 :]], default=2.0)
        best[areas[cell]] = max(best.get(areas[cell], (0.5, ())), (min(round(gap, 6), 1.0), cell))
        if areas[cell] in alike and gap > CLEAR:
            lettered.add(cell)
    lettered.update([cell for _, cell in best.values()])
    xs, ys = zip(*[spot for spot, _ in seen.values()], strict=True) if seen else ((0,), (0,))
    drawn = [(areas[cell], seen[cell][0], cell in lettered) for cell in cells]
    return drawn, (min(xs), min(ys)), (max(xs), max(ys))


def viewed(cell: Cell, lattice: Lattice) -> tuple[Spot, float]:
    """Return the middle of a cell on paper, and a number that is greater for cells nearer to the viewer."""
    if lattice.has_cubes:
        x, y = corner(cell)
        return spot((x, y + 2), (0, 0), PAPER), _nearness(cell)
    up, front, right = middle(cell)
    near = (front * cos(TURNED) + right * sin(TURNED)) / 2
    across, down = (right * cos(TURNED) - front * sin(TURNED)) / 2, near * sin(RAISED) - up * sqrt(0.5) * cos(RAISED)
    return (across, down), near * cos(RAISED) + up * sqrt(0.5) * sin(RAISED)


def _middle(triangles: Sequence[Point]) -> Spot:
    spots = [PAPER.middle(triangle) for triangle in triangles]
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


# ---------------------------------------------------------------------------------- models for 3D programs and printers


Vertex = tuple[float, float, float]


class MeshOptions(NamedTuple):
    """The side of a cell and the gap between two pieces, in any unit of length."""

    cell: float
    gap: float


def mesh_options(*, cell: float | None = None, gap: float | None = None) -> MeshOptions:
    """Return the options of `Drawable.to_obj`. Raise `PentominoError` if a number is out of range."""
    side = 10.0 if cell is None else cell
    if not 0.1 <= side <= 10000:
        raise PentominoError(f"cell must be from 0.1 to 10000, got {cell}")
    between = side / 25 if gap is None else gap
    if not side / 1000 <= between <= side / 2:
        least, most = side / 1000, side / 2
        raise PentominoError(f"gap must be from {least:g} to {most:g} if the side of a cell is {side:g}, got {gap}")
    return MeshOptions(side, between)


def obj(drawing: BaseDrawing, options: MeshOptions | None = None) -> str:
    """Return a Wavefront OBJ document with one object for each area. Here y points up, and z to the front."""
    lines = ["# pentomino"]
    count = 0
    for name, faces in _surfaces(drawing, options or mesh_options(), lambda up, front, right: (right, up, front)):
        numbers: dict[Vertex, int] = {}
        for place in (place for face in faces for place in face):
            numbers.setdefault(place, count + len(numbers) + 1)
        count += len(numbers)
        lines += [f"o {name}", *(f"v {_written(place)}" for place in numbers)]
        lines += [f"f {' '.join([str(numbers[place]) for place in face])}" for face in faces]
    return "\n".join(lines)


def stl(drawing: BaseDrawing, options: MeshOptions | None = None) -> str:
    """Return an STL text document with one solid for each area. Here z points up."""
    lines = []
    for name, faces in _surfaces(drawing, options or mesh_options(), lambda up, front, right: (right, -front, up)):
        lines.append(f"solid {name}")
        for a, b, c, d in faces:
            lines += [*_facet(a, b, c), *_facet(a, c, d)]
        lines.append(f"endsolid {name}")
    return "\n".join(lines)


def _facet(a: Vertex, b: Vertex, c: Vertex) -> list[str]:
    (x, y, z), (u, v, w) = (tuple(there - here for here, there in zip(a, end, strict=True)) for end in (b, c))
    normal = (y * w - z * v, z * u - x * w, x * v - y * u)
    size = max(map(abs, normal))  # the length, as each face is perpendicular to an axis
    corners = [f"vertex {_written(corner)}" for corner in (a, b, c)]
    unit = _written((normal[0] / size, normal[1] / size, normal[2] / size))
    return [f"facet normal {unit}", "outer loop", *corners, "endloop", "endfacet"]


def _written(place: Vertex) -> str:
    return " ".join([f"{round(along, 6) + 0.0:g}" for along in place])  # + 0.0 turns -0 into 0


def _surfaces(
    drawing: BaseDrawing, options: MeshOptions, turned: Callable[[float, float, float], Vertex]
) -> Iterator[tuple[str, list[list[Vertex]]]]:
    """Yield the name and the faces of each area. *turned* converts (up, front, right) to (x, y, z)."""
    if not (drawing.lattice.has_cubes or drawing.lattice == SQUARE):
        raise PentominoError(f"solids must be made of cubes or squares, got the {drawing.lattice.name} lattice")
    side, half = options.cell, options.gap / options.cell / 2
    is_apart = drawing._is_apart

    def surface(part: Collection[Cell]) -> list[list[Vertex]]:
        layers = [cell[0] for cell in (part if is_apart else drawing.cells) if len(cell) == 3]
        below = 1 + max(layers, default=0) - half  # the lowest face is half a gap above the bottom of the cells

        def at(corner: Cell) -> Vertex:
            layer, row, column = (along // 2 + (1 - half if along % 2 else half) for along in corner)
            return turned((below - layer) * side, row * side, column * side)

        return [[at(corner) for corner in face] for face in _mesh_faces(_solid(part))]

    names = dict.fromkeys(drawing.names, 0)
    for name, part in zip(drawing.names, drawing.parts, strict=True):
        names[name] += 1
        label = name if drawing.names.count(name) == 1 else f"{name}-{names[name]}"
        if part:
            yield "_".join(label.split()), surface(part)
    if not drawing.names:
        empty = tuple(cell for cell, area in drawing.areas.items() if area == EMPTY)
        yield "board", surface(empty)


def _solid(cells: Collection[Cell]) -> set[Cell]:
    """Return the slabs of a piece: the insides of its cells, and the joints between them.

    Along each axis, slab 2c is the inside of cell c, and slab 2c + 1 is its joint to cell c + 1.
    """
    area = {(0, *cell)[-3:] for cell in cells}
    slabs = set()
    for cell in area:
        for slab in product(*[(2 * along, 2 * along + 1) for along in cell]):
            if all(joined in area for joined in product(*[(at // 2, (at + 1) // 2) for at in slab])):
                slabs.add(slab)
    return slabs


def _mesh_faces(slabs: set[Cell]) -> Iterator[list[Cell]]:
    """Yield the corners of each outer face of *slabs*. Coordinate i is the lower end of slab i."""
    for slab in sorted(slabs):
        for axis, up in product(range(3), (0, 1)):
            if tuple([along + (2 * up - 1) * (axis == at) for at, along in enumerate(slab)]) not in slabs:
                # In this order of the other axes, the corners run counter-clockwise as seen from outside.
                first, second = (axis + 1 + up) % 3, (axis + 2 - up) % 3
                around = (0, 0), (1, 0), (1, 1), (0, 1)
                steps = [{axis: up, first: one, second: other} for one, other in around]
                yield [tuple([along + step[at] for at, along in enumerate(slab)]) for step in steps]
