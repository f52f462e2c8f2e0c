"""Solids for 3D programs and printers: Wavefront OBJ and STL, both as text.

Each piece is a closed surface with faces on its outside only. It is made smaller all around by half of a gap, so that
pieces do not touch. Along each axis it is cut into slabs: the inside of a cell, and the joint to the next cell, which
is part of the piece if all adjoining cells are. So each edge has two faces, whatever the piece. Squares are one cell
thick.

Solids begin at height 0. Pieces that do not touch, as in a chart, are for printing: each begins there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from ..errors import PentominoError
from ..lattices.lattice import SQUARE, Cell
from .drawing import EMPTY, BaseDrawing

Vertex = tuple[float, float, float]

_AXES = {0: ((1, 2), (2, 1)), 1: ((2, 0), (0, 2)), 2: ((0, 1), (1, 0))}
"""By axis, the order of the two others around a face that looks down the axis, and around one that looks up."""

_ROUND = ((0, 0), (1, 0), (1, 1), (0, 1))


class MeshOptions(NamedTuple):
    """The side of a cell, and the gap between two pieces. The program that reads the file chooses the unit."""

    cell: float
    gap: float


def mesh_options(*, cell: float | None = None, gap: float | None = None) -> MeshOptions:
    """Return the options of `Drawable.to_obj` and `to_stl`. Raise `PentominoError` if one is out of range."""
    side = 10.0 if cell is None else cell
    if not 0.1 <= side <= 10000:
        raise PentominoError(f"a cell has a side of 0.1 to 10000, not {cell}")
    between = side / 25 if gap is None else gap
    if not side / 1000 <= between <= side / 2:
        least, most = side / 1000, side / 2
        raise PentominoError(f"the gap between pieces is {least:g} to {most:g} if a cell has {side:g}, not {gap}")
    return MeshOptions(side, between)


def obj(drawing: BaseDrawing, options: MeshOptions | None = None) -> str:
    """Return the areas as objects of a Wavefront OBJ file, with faces of four corners; y is up, z to the front."""
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
    """Return the areas as solids of an STL file, in text; z is up, and each face is two triangles."""
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
    return " ".join([f"{round(along, 6) + 0.0:g}" for along in place])  # + 0.0 makes 0 of -0


def _surfaces(
    drawing: BaseDrawing, options: MeshOptions, turned: Callable[[float, float, float], Vertex]
) -> Iterator[tuple[str, list[list[Vertex]]]]:
    """Yield the name of each area, and its faces, whose corners run counter-clockwise as seen from outside."""
    if not (drawing.lattice.has_cubes or drawing.lattice == SQUARE):
        raise PentominoError(f"solids are made of cubes or squares, and this is on the {drawing.lattice.name} lattice")
    side, half = options.cell, options.gap / options.cell / 2
    is_apart = drawing.is_apart

    def surface(part: Collection[Cell]) -> list[list[Vertex]]:
        below = _bottom(part if is_apart else drawing.cells) - half  # the lowest face, half a gap above the cells' own

        def at(corner: Cell) -> Vertex:
            layer, row, column = (along // 2 + (1 - half if along % 2 else half) for along in corner)
            return turned((below - layer) * side, row * side, column * side)

        return [[at(corner) for corner in face] for face in _faces(_solid(part))]

    names = dict.fromkeys(drawing.names, 0)
    for name, part in zip(drawing.names, drawing.parts, strict=True):
        names[name] += 1
        label = name if drawing.names.count(name) == 1 else f"{name}-{names[name]}"
        if part:
            yield "_".join(label.split()), surface(part)
    if not drawing.names:
        empty = tuple(cell for cell, area in drawing.areas.items() if area == EMPTY)
        yield "board", surface(empty)


def _bottom(cells: Iterable[Cell]) -> int:
    """Return the layer below all cells. Squares are in layer 0."""
    return 1 + max([cell[0] for cell in cells if len(cell) == 3], default=0)


def _solid(cells: Collection[Cell]) -> set[Cell]:
    """Return the slabs of *cells* by their numbers along each axis: 2c is the inside of cell c, 2c + 1 the joint."""
    area = {(0, *cell)[-3:] for cell in cells}
    found = set()
    for cell in area:
        for slab in product(*[(2 * along, 2 * along + 1) for along in cell]):
            if all(joined in area for joined in product(*[(at // 2, (at + 1) // 2) for at in slab])):
                found.add(slab)
    return found


def _faces(slabs: set[Cell]) -> Iterator[list[Cell]]:
    """Yield the faces between slabs and the outside, each as its corners, in order."""
    for slab in sorted(slabs):
        for axis, up in product(range(3), (0, 1)):
            beside = tuple([along + (2 * up - 1) * (axis == at) for at, along in enumerate(slab)])
            if beside not in slabs:
                first, second = _AXES[axis][up]
                corner = [along + up * (axis == at) for at, along in enumerate(slab)]
                yield [_moved(corner, {first: one, second: other}) for one, other in _ROUND]


def _moved(corner: Sequence[int], steps: Mapping[int, int]) -> Cell:
    return tuple([along + steps.get(axis, 0) for axis, along in enumerate(corner)])
