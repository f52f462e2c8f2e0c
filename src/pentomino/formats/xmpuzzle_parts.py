"""The parts of a file of BurrTools: XML elements, shapes of voxels, and disassemblies.

The XML reader is safe for files that are not trusted. It limits depth and size, and rejects document types, which could
define entities. An element stores the number of the line where it starts, for error messages.

A voxel is `(x, y, z)`. In BurrTools, voxels are bricks, prisms or spheres. This module converts them to cells:

- If each shape of bricks is flat, in any plane, bricks become squares. If z is constant, `(row, column)` is `(y, x)`.
- Otherwise bricks become cubes. In a shape of X by Y by Z voxels, `(layer, row, column)` is `(Z-1-z, Y-1-y, x)`: z
  increases upwards in BurrTools, while layer 0 is on top here. If only z were reversed, mirror images would be
  exchanged.
- Prisms of one layer become triangles. `(row, column)` is `(-y, x)`, because y increases upwards in BurrTools. A
  triangle points up if x + y is even.
- Spheres become balls. There is a sphere where x + y + z is even. A sphere touches the spheres one step away along each
  of two axes.
- Rhombic tetrahedra, and tetrahedra with octahedra, become cubes, and places without a cell are left out. Such pieces
  usually have several parts, and `OnGrid` lets them move only by whole periods of the grid.

A separation divides a group of pieces into two parts. Its element contains the numbers that the pieces have in the
assembly (the solution), and states. The first state contains the position of each piece, in voxels, before the first
move. Each further state contains the positions after one more move. In the last state, the pieces of one part are far
away. If a part is divided further, the element contains another separation, which starts before the last move.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from io import BytesIO
from itertools import count, pairwise
from operator import add, mul, sub
from typing import NamedTuple, cast
from xml.parsers import expat

from ..board import MAX_CELLS
from ..errors import FormatError
from ..lattices.balls import BALLS
from ..lattices.cubic import CUBIC
from ..lattices.lattice import SQUARE, Cell, Lattice
from ..lattices.triangular import TRIANGULAR
from ..notation import show
from ..placement import Placement
from ..reason.solids import Disassembly, Move, Separation
from ..solutions.solution import Solution
from ..value import Value
from .common import MAX_BOX, MAX_BYTES, MAX_COLOUR, check_name, naming, quoted

# --------------------------------------------------------------------------------------------------------- XML elements

_INTEGER = re.compile(r"-?\d{1,9}", re.ASCII)
_MAX_DEPTH = 128  # nested elements, enough for 63 nested separations
_MAX_ELEMENTS = 1 << 20  # large BurrTools files with disassemblies have fewer


class XmlElement:
    """An XML element: its tag, attributes, children, line, and the parts of its text."""

    def __init__(self, tag: str, attributes: dict[str, str], line: int) -> None:
        self.tag = tag
        self.attributes = attributes
        self.line = line
        self.parts: list[str] = []
        self.children: list[XmlElement] = []

    @property
    def text(self) -> str:
        """The text directly in the element, without the text in its children."""
        return "".join(self.parts)

    @property
    def name(self) -> str:
        """The attribute `name`, or "" if it is missing."""
        return self.attributes.get("name", "").strip()

    def all(self, tag: str) -> Iterator[XmlElement]:
        """Yield the child elements with this tag."""
        return (child for child in self.children if child.tag == tag)

    def first(self, tag: str) -> XmlElement:
        """Return the first child element with this tag. Raises `FormatError` if there is no such child."""
        for child in self.all(tag):
            return child
        raise FormatError(f"<{self.tag}> has no <{tag}>", self.line)

    def number(self, key: str, least: int, most: int, default: int | None = None) -> int:
        """Return the attribute `key` as a number, or `default` if the attribute is missing.

        Raises `FormatError` if the number is not from `least` to `most`, and for a missing attribute without a default.
        """
        text = self.attributes.get(key)
        if text is None and default is not None:
            return default
        if text is not None and _INTEGER.fullmatch(text) and least <= int(text) <= most:
            return int(text)
        fault = "but is missing" if text is None else f"got {quoted(text)}"
        raise FormatError(f"{key!r} of <{self.tag}> must be from {least} to {most}, {fault}", self.line)


def unpacked(data: bytes) -> bytes:
    """Decompress data if they are a gzip file. Raises `FormatError` for data that are broken or too large."""
    if not data.startswith(b"\x1f\x8b"):
        return data
    try:
        with gzip.open(BytesIO(data)) as stream:
            plain = stream.read(MAX_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise FormatError(f"invalid gzip file: {error}") from None
    if len(plain) > MAX_BYTES:
        raise FormatError(f"a file must have at most {MAX_BYTES} bytes when unpacked")
    return plain


def parsed(data: bytes) -> XmlElement:
    """Return the root of an XML document. Raises `FormatError`, with line and column, if it is not XML."""
    stack, numbers = [XmlElement("", {}, 0)], count(1)  # the elements that are open, and the number of the next element

    def start(tag: str, attributes: dict[str, str]) -> None:
        element = XmlElement(tag, attributes, parser.CurrentLineNumber)
        if len(stack) > _MAX_DEPTH or next(numbers) > _MAX_ELEMENTS:
            message = f"a file must have at most {_MAX_ELEMENTS} elements, nested at most {_MAX_DEPTH} deep"
            raise FormatError(message, element.line)
        stack[-1].children.append(element)
        stack.append(element)

    def refuse(*_: object) -> None:
        raise FormatError("a document type is not allowed; remove it", parser.CurrentLineNumber)

    encoding = None  # the parser chooses
    if b"encoding" not in data[:200] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            data.decode()
        except UnicodeDecodeError:
            encoding = "iso-8859-1"  # BurrTools on Windows wrote names in this encoding
    parser = expat.ParserCreate(encoding)
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: stack.pop()
    parser.CharacterDataHandler = lambda text: stack[-1].parts.append(text)
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        text = expat.ErrorString(error.code)
        raise FormatError(f"invalid XML: {text}", error.lineno, error.offset + 1) from None
    except FormatError:
        raise
    except (ValueError, LookupError) as error:  # Python or expat does not know the encoding
        raise FormatError(f"invalid XML: {error}") from None
    return stack[0].children[0]


# ----------------------------------------------------------------------------------------------------- shapes of voxels

Voxel = tuple[int, int, int]

# The rotations of BurrTools' cubic grid, by number. Each lists the old coordinates that become the new x, y and z. X
# means minus x.
ROTATIONS = ("xyz xZy xYZ xzY Zyx YZx zYx yzx XyZ XZY XYz Xzy zyX yZX ZYX YzX Yxz zxy yxZ ZxY yXz ZXy YXZ zXY").split()

_PASSED_OVER = str.maketrans("", "", "0123456789 \t\r\n")
GRIDS = {2: "spheres", 3: "rhombic tetrahedra", 4: "tetrahedra and octahedra"}
"""The grids of BurrTools whose solutions are not read."""


class OnGrid(Value):
    """A rule for `restrict` that allows only placements that are possible on grid 3 or 4 of BurrTools (`kind`).

    `allowed` has, for each orientation, its voxels relative to their corner, and the `_residue` of the corner. `sizes`
    holds the sides of the board, in voxels.
    """

    kind: int
    allowed: frozenset[tuple[frozenset[Voxel], Voxel]]
    sizes: Voxel

    @classmethod
    def of(cls, kind: int, shape: VoxelShape, board: VoxelShape) -> OnGrid:
        """Return the rule for a piece. The rotations are about the middle of a cube with sides of 5 or 6 voxels."""
        middle = 4 if kind == 3 else 5  # doubled, as it may be between two voxels
        doubled = [tuple([2 * n - middle for n in voxel]) for voxel in shape.filled]
        turned = [[turned_brick(cast(Voxel, voxel), number) for voxel in doubled] for number in range(len(ROTATIONS))]
        images = ([tuple([(n + middle) // 2 for n in voxel]) for voxel in voxels] for voxels in turned)
        allowed = frozenset([_cornered(kind, image) for image in images])
        return cls._make(kind=kind, allowed=allowed, sizes=board.sizes)

    def __call__(self, placement: Placement) -> bool:
        """Return whether a rotation, and a shift by periods of the grid, map the shape in the file to the placement."""
        _, front, top = (side - 1 for side in self.sizes)
        return _cornered(self.kind, [(x, front - y, top - z) for z, y, x in placement.cells]) in self.allowed


def _cornered(kind: int, voxels: Collection[tuple[int, ...]]) -> tuple[frozenset[Voxel], Voxel]:
    x, y, z = map(min, zip(*voxels, strict=True))
    return frozenset([(i - x, j - y, k - z) for i, j, k in voxels]), _residue(kind, (x, y, z))


def _residue(kind: int, voxel: Voxel) -> Voxel:
    """Return a number for each axis. The numbers stay the same if `voxel` is moved by a period of the grid."""
    if kind == 3:
        return voxel[0] % 5, voxel[1] % 5, voxel[2] % 5
    odd = sum([n // 3 for n in voxel]) % 2  # cubes with sides of three voxels alternate like chessboard squares
    return voxel[0] % 3 + 3 * odd, voxel[1] % 3, voxel[2] % 3


def _is_cell(kind: int, voxel: Voxel) -> bool:
    if kind == 2:
        return sum(voxel) % 2 == 0
    x, y, z = _residue(kind, voxel)
    if kind == 3:
        return sorted([min(n, 4 - n) for n in (x, y, z)]) == [0, 1, 2]
    is_corner = {x % 3, y, z} <= {0, 2} and (x % 3 // 2 + y // 2 + z // 2) % 2 != x // 3
    return (x % 3, y, z) == (1, 1, 1) or is_corner


def turned_brick(voxel: Voxel, rotation: int) -> Voxel:
    """Rotate a brick about the origin. `rotation` is an index into `ROTATIONS`."""
    by_axis = dict(zip("xyzXYZ", (*voxel, *(-part for part in voxel)), strict=True))
    x, y, z = (by_axis[axis] for axis in ROTATIONS[rotation])
    return x, y, z


def turned_prism(voxel: Voxel, rotation: int) -> Voxel:
    """Rotate a prism by `rotation` times 60 degrees. Rotations 6 to 11 reflect the prism first."""
    x, y, z = voxel
    # The middle of the triangle, in half edges to the right and thirds of a row up, so that both are whole numbers.
    right, up = x + 1, 3 * y + 1 + (x + y) % 2
    is_over, turns = divmod(rotation, 6)
    if is_over:
        right, z = -right, -z
    for _ in range(turns):
        right, up = (right - up) // 2, (3 * right + up) // 2
    return right - 1, up // 3, z


class VoxelShape(NamedTuple):
    """A shape in a box of voxels: `filled` voxels, and `optional` voxels, which may stay empty.

    `colours` maps voxels to colours. The shape rotates about the point `hotspot`. `line` is its line in the file.
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
        """The axis along which the shape is one voxel thick (2 if possible, else 1, else 0), or None."""
        voxels = self.filled | self.optional
        return next((axis for axis in (2, 1, 0) if len({voxel[axis] for voxel in voxels}) == 1), None)


def shape_of(voxel: XmlElement) -> VoxelShape:
    """Return the shape that an element `<voxel>` describes."""
    x, y, z = (voxel.number(axis, 1, MAX_BOX) for axis in "xyz")
    states = voxel.text.translate(_PASSED_OVER)
    if strange := set(states) - set("#+_"):
        raise FormatError(f"voxels must be '#', '+' or '_', got {show(min(strange))}", voxel.line)
    if len(states) != x * y * z:
        raise FormatError(f"a grid of {x} by {y} by {z} must have {x * y * z} voxels, got {len(states)}", voxel.line)
    if not 0 < (number := states.count("#") + states.count("+")) <= MAX_CELLS:
        raise FormatError(f"a shape must have 1 to {MAX_CELLS} filled voxels, got {number}", voxel.line)
    colours = [digits.lstrip("0") for digits in re.findall(r"[#+_]\s*(\d*)", voxel.text)]
    if wrong := [digits for digits in colours if len(digits) > 9 or int(digits or 0) > MAX_COLOUR]:
        raise FormatError(f"the colour of a voxel must be from 1 to {MAX_COLOUR}, got {wrong[0][:9]}", voxel.line)
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
    """Return the rotations of a lattice, in the order in which BurrTools numbers them."""
    if lattice == TRIANGULAR:
        return [partial(turned_prism, rotation=number) for number in range(12)]
    return [partial(turned_brick, rotation=number) for number in range(len(ROTATIONS))]


def cells_of(lattice: Lattice, voxels: Iterable[Voxel], shape: VoxelShape) -> dict[Voxel, Cell]:
    """Return the cell of each voxel. `shape` determines the plane of squares, and the top layer of cubes."""
    if lattice == BALLS:
        return {(x, y, z): (z, (x + y - z) // 2, (y - x - z) // 2) for x, y, z in voxels}
    if lattice == CUBIC:
        _, front, top = (side - 1 for side in shape.sizes)
        return {(x, y, z): (top - z, front - y, x) for x, y, z in voxels}
    if lattice == TRIANGULAR:
        return {(x, y, z): (-y, x) for x, y, z in voxels}
    across, down = [axis for axis in (0, 1, 2) if axis != shape.axis]
    return {voxel: (voxel[down], voxel[across]) for voxel in voxels}


def lattice_of(kind: int, shapes: Collection[VoxelShape]) -> Lattice:
    """Return the lattice for a grid of BurrTools. `kind` is the number of the grid.

    `shapes` are the shapes of the problem. Raises `FormatError` for a cell that the grid does not have.
    """
    for shape in shapes if kind in GRIDS else ():
        if strange := [voxel for voxel in shape.filled | shape.optional if not _is_cell(kind, voxel)]:
            why = ": x + y + z must be even" if kind == 2 else ""
            raise FormatError(f"the grid of {GRIDS[kind]} has no cell at {min(strange)}{why}", shape.line)
    if kind in (3, 4):
        return CUBIC
    if kind == 2:
        return BALLS
    if kind == 0:
        return SQUARE if all(shape.axis is not None for shape in shapes) else CUBIC
    thick = next((shape for shape in shapes if len({z for _, _, z in shape.filled | shape.optional}) > 1), None)
    if thick is not None:
        raise FormatError("triangular prisms in several layers are not supported", thick.line)
    return TRIANGULAR


def voxels_of(lattice: Lattice, cells: Iterable[Cell], start: Voxel = (0, 0, 0)) -> list[Voxel]:
    """Return the voxels of `cells`, in the same order, relative to the voxel `start`."""
    if lattice == SQUARE:
        voxels = [(column, row, 0) for row, column in cells]
    elif lattice == CUBIC:
        voxels = [(column, -row, -layer) for layer, row, column in cells]
    elif lattice == TRIANGULAR:
        voxels = [(column, -row, 0) for row, column in cells]
    else:
        voxels = [(row - column, layer + row + column, layer) for layer, row, column in cells]
    left, front, bottom = start
    return [(x - left, y - front, z - bottom) for x, y, z in voxels]


def corner_of(lattice: Lattice, voxels: Iterable[Voxel]) -> Voxel:
    """Return the origin of the coordinates of `voxels` in the file, chosen so that none is negative."""
    x, y, z = map(min, zip(*voxels, strict=True))
    if lattice in (TRIANGULAR, BALLS):  # whose voxels depend on whether x + y + z is even
        x -= (x + y + z) % 2
    return x, y, z


def box_of(lattice: Lattice, cells: Iterable[Cell]) -> tuple[Voxel, Voxel]:
    """Return the corner of the box of voxels around `cells`, and its sizes."""
    voxels = voxels_of(lattice, cells)
    corner = corner_of(lattice, voxels)
    x, y, z = map(max, zip(*voxels_of(lattice, cells, corner), strict=True))
    return corner, (x + 1, y + 1, z + 1)


# -------------------------------------------------------------------------------------------------------- disassemblies

_FAR = 10000
"""A piece that moves by more than this number of voxels is treated as removed."""

_State = dict[int, Cell]
"""Maps the index of a placement in the solution to the displacement (layers, rows, columns) of its piece."""


def read_disassembly(element: XmlElement, solution: Solution, numbers: Mapping[int, int]) -> Disassembly:
    """Return the disassembly that an XML element describes. `solution` must be on cubes.

    `numbers` maps the number of a piece in the assembly to the index of its placement in `solution`. Raises
    `FormatError` if a move is not along one axis, if the last move does not remove pieces, or if pieces would overlap.
    """
    separations = []
    begin: _State = dict.fromkeys(numbers.values(), (0, 0, 0))
    left = [(element, begin)]
    while left:
        element, start = left.pop()
        states = list(_states(element, start, numbers))
        moves = [_move(before, after, element.line) for before, after in pairwise(states)]
        *_, last, _ = states
        removed, direction, steps = moves.pop()
        if steps <= _FAR:
            raise FormatError("in the last state of a separation, a piece must be far from the others", element.line)
        rest = tuple(sorted(last.keys() - removed))
        if len(removed) > len(rest):
            removed, rest, direction = rest, removed, _times(-1, direction)
        cells = _cells(solution, last, removed)
        moving, still = ([_dot(direction, cell) for cell in some] for some in cells)
        moves.append(Move(removed, direction, max(1, max(still) - min(moving) + 1)))  # until the parts are apart
        for state, move in zip(states, moves, strict=False):
            _check(solution, state, move, element.line)
        separations.append(Separation(tuple(moves), removed, rest))
        parts = {frozenset(_pieces(part, numbers)): part for part in element.all("separation")}
        for group in (removed, rest):
            if part := parts.pop(frozenset(group), None):
                left.append((part, {number: last[number] for number in group}))
        if parts:
            raise FormatError("a nested separation must have all pieces of one part of the outer one", element.line)
    return Disassembly._make(solution=solution, separations=tuple(separations))


def _states(element: XmlElement, start: _State, numbers: Mapping[int, int]) -> Iterator[_State]:
    pieces = _pieces(element, numbers)
    if sorted(pieces) != sorted(start):
        raise FormatError("a separation must have the pieces of the part that it separates", element.line)
    states = list(element.all("state"))
    if len(states) < 2:
        raise FormatError("a separation must have at least two states", element.line)
    origin: list[Cell] | None = None
    for state in states:
        along = [_integers(state.first(axis)) for axis in ("dz", "dy", "dx")]
        if any(len(numbers_of_axis) != len(pieces) for numbers_of_axis in along):
            raise FormatError(f"a state must have a position for each of the {len(pieces)} pieces", state.line)
        places = [(-z, -y, x) for z, y, x in zip(*along, strict=True)]
        origin = origin or [_minus(place, start[number]) for number, place in zip(pieces, places, strict=True)]
        yield {number: _minus(*place) for number, place in zip(pieces, zip(places, origin, strict=True), strict=True)}


def _pieces(element: XmlElement, numbers: Mapping[int, int]) -> list[int]:
    # indices into the placements of the solution
    pieces = element.first("pieces")
    copies = _integers(pieces)
    if strange := set(copies) - numbers.keys():
        raise FormatError(f"a separation may have only pieces of the assembly, got piece {min(strange)}", pieces.line)
    return [numbers[number] for number in copies]


def _integers(element: XmlElement) -> list[int]:
    words = element.text.split()
    if strange := next((word for word in words if not re.fullmatch(r"-?[0-9]{1,6}", word)), None):
        raise FormatError(f"a separation must have numbers of at most 6 digits, got {quoted(strange)}", element.line)
    return list(map(int, words))


def _move(before: _State, after: _State, line: int) -> Move:
    ways = {number: _minus(after[number], before[number]) for number in before}
    moved = tuple(sorted(number for number, way in ways.items() if any(way)))
    ahead = {tuple([(n > 0) - (n < 0) for n in ways[number]]) for number in moved}
    steps = {sum(map(abs, ways[number])) for number in moved}
    if len(ahead) != 1 or sum(map(abs, direction := next(iter(ahead)))) != 1 or len(moved) == len(ways):
        raise FormatError("a move must shift some pieces, but not all, along one axis", line)
    if len(steps) > 1 and min(steps) <= _FAR:
        raise FormatError("all pieces of a move must go the same distance", line)
    return Move(moved, direction, min(steps))


def _cells(solution: Solution, state: _State, moved: Sequence[int]) -> tuple[set[Cell], set[Cell]]:
    moving, still = set[Cell](), set[Cell]()
    for number, way in state.items():
        cells = {tuple(map(add, cell, way)) for cell in solution.placements[number].cells}
        (moving if number in moved else still).update(cells)
    return moving, still


def _check(solution: Solution, state: _State, move: Move, line: int) -> None:
    """Raise `FormatError` if pieces would overlap during `move`. `state` is the state before the move."""
    moving, still = _cells(solution, state, move.pieces)
    ahead = [_dot(move.direction, cell) for cell in still]
    for steps in range(1, min(move.steps, max(ahead) - min(ahead) + 1 + len(moving) + len(still)) + 1):
        if not still.isdisjoint({tuple(map(add, cell, _times(steps, move.direction))) for cell in moving}):
            raise FormatError("pieces must not overlap during a move", line)


def _dot(one: Cell, other: Cell) -> int:
    return sum(map(mul, one, other))


def _minus(one: Cell, other: Cell) -> Cell:
    return tuple(map(sub, one, other))


def _times(number: int, way: Cell) -> Cell:
    return tuple([number * part for part in way])


def left_together(disassembly: Disassembly) -> list[frozenset[int]]:
    """Return each group of pieces that is never taken apart, as a set of indices of placements."""
    parts = [frozenset(range(len(disassembly.solution.placements)))]
    parts += [frozenset(group) for _, *groups in disassembly.separations for group in groups]
    apart = {frozenset(removed + rest) for _, removed, rest in disassembly.separations}
    return [part for part in parts if len(part) > 1 and part not in apart]


def written_disassembly(disassembly: Disassembly, starts: Mapping[int, tuple[int, Voxel]]) -> str:
    """Return the XML element of a disassembly.

    `starts` maps the index of each placement to the number of its piece in the assembly and the position of the piece.
    """
    separations = list(reversed(disassembly.separations))

    def element(part: frozenset[int], places: Mapping[int, Voxel], kind: str) -> str:
        if not separations or part != {*separations[-1].removed, *separations[-1].rest}:
            return ""  # one piece, or pieces that stay together
        moves, removed, rest = separations.pop()
        order = sorted(part, key=starts.__getitem__)
        states = [{n: places[n] for n in order}]
        for move in moves:
            steps = 2 * _FAR if move is moves[-1] else move.steps
            ((x, y, z),) = voxels_of(disassembly.solution.puzzle.board.lattice, [_times(steps, move.direction)])
            moved = {n: (i + x, j + y, k + z) for n, (i, j, k) in states[-1].items() if n in move.pieces}
            states.append({**states[-1], **moved})
        lines = ""
        for state in states:
            dx, dy, dz = (" ".join(map(str, along)) for along in zip(*state.values(), strict=True))
            lines += f"<state><dx>{dx}</dx><dy>{dy}</dy><dz>{dz}</dz></state>"
        pieces = f'<pieces count="{len(order)}">{" ".join(str(starts[n][0]) for n in order)}</pieces>'
        stays = element(frozenset(rest), states[-2], ' type="left"')  # comes first, as its separations do in the list
        leaves = element(frozenset(removed), states[-2], ' type="removed"')
        return f"<separation{kind}>{pieces}{lines}{leaves}{stays}</separation>"

    return element(frozenset(starts), {n: place for n, (_, place) in starts.items()}, "")
