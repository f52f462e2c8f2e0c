"""The shapes of BurrTools: boxes of voxels, and which cells of which lattice they are.

A voxel is `(x, y, z)`. Bricks that all lie in a layer each, in any of the three planes, are squares: `(row, column)` is
`(y, x)` if that plane is the first. Other bricks are cubes, `(layer, row, column)` being `(z, y, x)`. Prisms of a layer
are triangles: `(-y, x)`, as BurrTools has y go up, and a triangle point up if x + y is even.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from ..board import MAX_CELLS
from ..lattices.known import CUBIC, TRIANGULAR
from ..lattices.lattice import SQUARE, Cell, Cells, Lattice
from ..picture import show
from .common import MAX_BOX, FormatError, check_name, naming
from .xmltree import Element

__all__ = [
    "CUBES",
    "PRISMS",
    "ROTATIONS",
    "SQUARES",
    "GridType",
    "Voxel",
    "VoxelShape",
    "grid_for",
    "grid_of",
    "shape_of",
    "voxels_of",
]

Voxel = tuple[int, int, int]

# The rotations of BurrTools' cubic grid by their numbers: where each new coordinate comes from, X for minus x.
ROTATIONS = ("xyz xZy xYZ xzY Zyx YZx zYx yzx XyZ XZY XYz Xzy zyX yZX ZYX YzX Yxz zxy yxZ ZxY yXz ZXy YXZ zXY").split()

_PASSED_OVER = str.maketrans("", "", "0123456789 \t\r\n")
_GRIDS = {2: "spheres", 3: "rhombic tetrahedra", 4: "tetrahedra and octahedra"}


def turned_brick(voxel: Voxel, rotation: int) -> Voxel:
    """The image of a brick about the origin."""
    by_axis = dict(zip("xyzXYZ", (*voxel, *(-part for part in voxel)), strict=True))
    x, y, z = (by_axis[axis] for axis in ROTATIONS[rotation])
    return x, y, z


def turned_prism(voxel: Voxel, rotation: int) -> Voxel:
    """The image of a prism: turned over from 6 on, then turned by so many sixths, about the left end of a base.

    Its middle is so many half edges to the right, and so many thirds of a row up.
    """
    x, y, z = voxel
    right, up = x + 1, 3 * y + 1 + (x + y) % 2
    is_over, turns = divmod(rotation, 6)
    if is_over:
        right, z = -right, -z
    for _ in range(turns):
        right, up = (right - up) // 2, (3 * right + up) // 2
    return right - 1, up // 3, z


class VoxelShape(NamedTuple):
    """A box of voxels: those filled and those that may be, the colours of some, the sizes of the box, and the rest.

    `hotspot` is the point about which it turns.
    """

    filled: frozenset[Voxel]
    optional: frozenset[Voxel]
    colours: Mapping[Voxel, int]
    sizes: Voxel
    hotspot: Voxel
    name: str
    line: int

    @property
    def axis(self) -> int | None:
        """The axis across which the shape is flat, z (2) if there is a choice; None if it is not."""
        voxels = self.filled | self.optional
        return next((axis for axis in (2, 1, 0) if len({voxel[axis] for voxel in voxels}) == 1), None)


def shape_of(voxel: Element) -> VoxelShape:
    """The shape that an element of a file says; raises `FormatError` if it does not."""
    x, y, z = (voxel.number(axis, 1, MAX_BOX) for axis in "xyz")
    states = voxel.text.translate(_PASSED_OVER)
    if strange := set(states) - set("#+_"):
        raise FormatError(
            f"unexpected character {show(min(strange))} among voxels; they are '#', '+' and '_'", voxel.line
        )
    if len(states) != x * y * z:
        raise FormatError(f"there are {len(states)} voxels, but {x} by {y} by {z} are {x * y * z}", voxel.line)
    filled, optional = ({number for number, state in enumerate(states) if state == mark} for mark in "#+")
    if not 0 < len(filled) + len(optional) <= MAX_CELLS:
        number = len(filled) + len(optional)
        raise FormatError(f"the shape has {number} filled voxels; 1 to {MAX_CELLS} are possible", voxel.line)
    colours = enumerate(int(said or 0) for said in re.findall(r"[#+_]\s*(\d{0,2})", voxel.text))
    hotspot = [voxel.number(key, -MAX_BOX, MAX_BOX, 0) for key in ("hx", "hy", "hz")]
    with naming("", voxel.line):
        name = check_name(voxel.attributes.get("name", "").strip())

    def at(number: int) -> Voxel:
        return number % x, number // x % y, number // (x * y)

    return VoxelShape(
        frozenset(map(at, filled)),
        frozenset(map(at, optional)),
        {at(number): colour for number, colour in colours if colour},
        (x, y, z),
        (hotspot[0], hotspot[1], hotspot[2]),
        name,
        voxel.line,
    )


class GridType(NamedTuple):
    """What the voxels of a problem are: cells of a lattice, of pieces that may be turned over or not."""

    lattice: Lattice
    reflections: bool
    is_flat: bool
    rotations: int = len(ROTATIONS)

    def turned(self, voxels: Iterable[Voxel], rotation: int) -> list[Voxel]:
        """The images of voxels, in the order given."""
        turned = turned_prism if self.rotations < len(ROTATIONS) else turned_brick
        return [turned(voxel, rotation) for voxel in voxels]

    def cells(self, voxels: Iterable[Voxel], shape: VoxelShape) -> Cells:
        """The cells of voxels of a shape, or of the plane in which it lies."""
        if not self.is_flat:
            return frozenset((z, y, x) for x, y, z in voxels)
        if self.lattice != SQUARE:
            return frozenset((-y, x) for x, y, _ in voxels)
        across, down = [axis for axis in (0, 1, 2) if axis != shape.axis]
        return frozenset((voxel[down], voxel[across]) for voxel in voxels)


SQUARES = GridType(SQUARE, True, True)
CUBES = GridType(CUBIC, False, False)
PRISMS = GridType(TRIANGULAR, True, True, 12)


def grid_of(kind: int, shapes: Collection[VoxelShape], is_coloured: bool, line: int) -> GridType:
    """The grid of a problem by the number of its kind and its shapes; raises `FormatError` for one that is missing."""
    if kind in _GRIDS:
        raise FormatError(f"the grid is that of {_GRIDS[kind]}, which is missing here", line)
    if kind == 0:
        return SQUARES if not is_coloured and all(shape.axis is not None for shape in shapes) else CUBES
    thick = next((shape for shape in shapes if len({z for _, _, z in shape.filled | shape.optional}) > 1), None)
    if thick is not None:
        raise FormatError("the grid is that of triangular prisms in several layers, which is missing here", thick.line)
    return PRISMS


def grid_for(lattice: Lattice) -> GridType:
    """The grid on which a lattice is written; raises `FormatError` for a lattice that BurrTools does not have."""
    for grid in (SQUARES, CUBES, PRISMS):
        if grid.lattice == lattice:
            return grid
    raise FormatError(f"BurrTools has squares, cubes and triangles, but not the {lattice.name} lattice")


def voxels_of(lattice: Lattice, cells: Iterable[Cell], low: Cell, sides: tuple[int, ...]) -> tuple[list[Voxel], Voxel]:
    """The voxels, in the order given, of cells in a box with that corner and these sides; and the box of voxels."""
    if lattice == SQUARE:
        return [(column - low[1], row - low[0], 0) for row, column in cells], (sides[1], sides[0], 1)
    if lattice == CUBIC:
        found = [(column - low[2], row - low[1], layer - low[0]) for layer, row, column in cells]
        return found, (sides[2], sides[1], sides[0])
    rows, columns = sides
    odd = (sum(low) + rows - 1) % 2
    return [(column - low[1] + odd, rows - 1 - row + low[0], 0) for row, column in cells], (columns + odd, rows, 1)
