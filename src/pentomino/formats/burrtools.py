"""The shapes of BurrTools: boxes of voxels, and the cells that they represent.

A voxel is `(x, y, z)`. BurrTools has grids of bricks, of prisms and of spheres.

- If each shape of bricks is flat, in any plane, bricks become squares: `(row, column)` is `(y, x)` if z is constant.
- Otherwise bricks become cubes: `(layer, row, column)` is `(z, y, x)`.
- Prisms of one layer become triangles: `(row, column)` is `(-y, x)`, since y goes up in BurrTools. A triangle points up
  if x + y is even.
- Spheres become balls. There is a sphere where x + y + z is even. A sphere touches the spheres one step away along
  each of two axes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import NamedTuple

from ..board import MAX_CELLS
from ..errors import FormatError
from ..lattices.balls import BALLS
from ..lattices.cubic import CUBIC
from ..lattices.lattice import SQUARE, Cell, Lattice
from ..lattices.triangular import TRIANGULAR
from ..picture import show
from .common import MAX_BOX, MAX_COLOUR, check_name, naming
from .xmltree import Element

Voxel = tuple[int, int, int]

# The rotations of BurrTools' cubic grid by number. Each lists the old coordinates that become the new x, y and z; X
# means minus x.
ROTATIONS = ("xyz xZy xYZ xzY Zyx YZx zYx yzx XyZ XZY XYz Xzy zyX yZX ZYX YzX Yxz zxy yxZ ZxY yXz ZXy YXZ zXY").split()

_PASSED_OVER = str.maketrans("", "", "0123456789 \t\r\n")
_GRIDS = {3: "rhombic tetrahedra", 4: "tetrahedra and octahedra"}


def turned_brick(voxel: Voxel, rotation: int) -> Voxel:
    """Return the image of a brick under a rotation about the origin, given by its index in `ROTATIONS`."""
    by_axis = dict(zip("xyzXYZ", (*voxel, *(-part for part in voxel)), strict=True))
    x, y, z = (by_axis[axis] for axis in ROTATIONS[rotation])
    return x, y, z


def turned_prism(voxel: Voxel, rotation: int) -> Voxel:
    """Return the image of a prism. Rotations 0 to 5 are by multiples of 60 degrees; 6 to 11 reflect the prism first."""
    x, y, z = voxel
    # The middle of the triangle, in half edges to the right and thirds of a row up: both stay whole numbers.
    right, up = x + 1, 3 * y + 1 + (x + y) % 2
    is_over, turns = divmod(rotation, 6)
    if is_over:
        right, z = -right, -z
    for _ in range(turns):
        right, up = (right - up) // 2, (3 * right + up) // 2
    return right - 1, up // 3, z


class VoxelShape(NamedTuple):
    """A box of voxels: the filled voxels, the voxels that may stay empty, the colours of voxels, the sizes of the box.

    `hotspot` is the point about which the shape rotates. `line` is the number of the line of the shape in the file.
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
        """The axis along which the shape is one voxel thick: 0, 1 or 2 (preferred), or None if it is not flat."""
        voxels = self.filled | self.optional
        return next((axis for axis in (2, 1, 0) if len({voxel[axis] for voxel in voxels}) == 1), None)


def shape_of(voxel: Element) -> VoxelShape:
    """Return the shape that an element `<voxel>` describes."""
    x, y, z = (voxel.number(axis, 1, MAX_BOX) for axis in "xyz")
    states = voxel.text.translate(_PASSED_OVER)
    if strange := set(states) - set("#+_"):
        raise FormatError(
            f"unexpected character {show(min(strange))} among voxels; they are '#', '+' and '_'", voxel.line
        )
    if len(states) != x * y * z:
        raise FormatError(f"there are {len(states)} voxels, but {x} by {y} by {z} are {x * y * z}", voxel.line)
    if not 0 < (number := states.count("#") + states.count("+")) <= MAX_CELLS:
        raise FormatError(f"the shape has {number} filled voxels; 1 to {MAX_CELLS} are possible", voxel.line)
    colours = [digits.lstrip("0") for digits in re.findall(r"[#+_]\s*(\d*)", voxel.text)]
    if wrong := [digits for digits in colours if len(digits) > 9 or int(digits or 0) > MAX_COLOUR]:
        raise FormatError(f"voxels have the colour {wrong[0][:9]}; colours are 1 to {MAX_COLOUR}", voxel.line)
    hotspot = [voxel.number(key, -MAX_BOX, MAX_BOX, 0) for key in ("hx", "hy", "hz")]
    with naming("", voxel.line):
        name = check_name(voxel.name)
    places = [(i, j, k) for k in range(z) for j in range(y) for i in range(x)]
    return VoxelShape(
        frozenset(place for place, state in zip(places, states, strict=True) if state == "#"),
        frozenset(place for place, state in zip(places, states, strict=True) if state == "+"),
        {place: int(digits) for place, digits in zip(places, colours, strict=True) if digits},
        (x, y, z),
        (hotspot[0], hotspot[1], hotspot[2]),
        name,
        voxel.line,
    )


def rotations_of(lattice: Lattice) -> list[Callable[[Voxel], Voxel]]:
    """Return the rotations of BurrTools on a lattice, by number."""
    if lattice == TRIANGULAR:
        return [partial(turned_prism, rotation=number) for number in range(12)]
    return [partial(turned_brick, rotation=number) for number in range(len(ROTATIONS))]


def cells_of(lattice: Lattice, voxels: Iterable[Voxel], shape: VoxelShape) -> dict[Voxel, Cell]:
    """Return the cell of each voxel. For squares, `shape` determines the plane of the voxels."""
    if lattice == BALLS:
        return {(x, y, z): (z, (x + y - z) // 2, (y - x - z) // 2) for x, y, z in voxels}
    if lattice == CUBIC:
        return {(x, y, z): (z, y, x) for x, y, z in voxels}
    if lattice == TRIANGULAR:
        return {(x, y, z): (-y, x) for x, y, z in voxels}
    across, down = [axis for axis in (0, 1, 2) if axis != shape.axis]
    return {voxel: (voxel[down], voxel[across]) for voxel in voxels}


def lattice_of(kind: int, shapes: Collection[VoxelShape], line: int) -> Lattice:
    """Return the lattice for the grid with the number `kind`, which a file states in `line`.

    `shapes` are the shapes of the problem. Raises `FormatError` if the grid is not supported.
    """
    if kind in _GRIDS:
        raise FormatError(f"the grid of {_GRIDS[kind]} is not supported", line)
    if kind == 2:
        for shape in shapes:
            if strange := [voxel for voxel in shape.filled | shape.optional if sum(voxel) % 2]:
                raise FormatError(f"no sphere is at {min(strange)}: x + y + z must be even", shape.line)
        return BALLS
    if kind == 0:
        return SQUARE if all(shape.axis is not None for shape in shapes) else CUBIC
    thick = next((shape for shape in shapes if len({z for _, _, z in shape.filled | shape.optional}) > 1), None)
    if thick is not None:
        raise FormatError("the grid of triangular prisms in several layers is not supported", thick.line)
    return TRIANGULAR


def voxels_of(lattice: Lattice, cells: Iterable[Cell], low: Cell, sides: tuple[int, ...]) -> tuple[list[Voxel], Voxel]:
    """Return the voxels of cells, in the order given, and the sizes of their box.

    `low` and `sides` are the least coordinates and the sides of the bounding box of the cells.
    """
    if lattice == SQUARE:
        return [(column - low[1], row - low[0], 0) for row, column in cells], (sides[1], sides[0], 1)
    if lattice == CUBIC:
        found = [(column - low[2], row - low[1], layer - low[0]) for layer, row, column in cells]
        return found, (sides[2], sides[1], sides[0])
    rows, columns = sides
    odd = (sum(low) + rows - 1) % 2
    return [(column - low[1] + odd, rows - 1 - row + low[0], 0) for row, column in cells], (columns + odd, rows, 1)
