"""Puzzles of BurrTools (`.xmpuzzle`), as far as they are flat: board and pieces of one layer, no optional cells.

A file is XML, packed with gzip. It has a list of shapes, each a box of `x` by `y` by `z` voxels, x running fastest, `#`
a filled one, `_` an empty one, `+` one that may stay empty. A problem names the shape to be built, and the shapes to
build it from with their counts. A solution is an assembly: for each copy of each piece `x y z` and the number
of a rotation, or `x` if the copy is not used; a voxel v goes to R(v - hotspot) + (x, y, z). Here x is the column
and y the row. BurrTools turns pieces in space, so that a flat one may always be turned over.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

from ..board import MAX_CELLS, Board
from ..lattice import SQUARE, Cell, Cells, box, shift
from ..picture import show
from ..polyform import Polyform
from ..puzzle import Puzzle
from ..solution import Solution
from .common import (
    MAX_BOX,
    Decoder,
    File,
    FormatError,
    Source,
    added,
    check_box,
    check_name,
    check_pieces,
    naming,
    quoted,
    reading,
)
from .xmltree import Element, parsed, unpacked

__all__ = ["holds_solutions", "read_puzzle", "read_solutions", "write_puzzle", "write_solutions"]

Voxel = tuple[int, int, int]

_MOST_COPIES = (1 << 16) - 1

# The rotations of BurrTools' cubic grid by their numbers: where each new coordinate comes from, X for minus x.
_ROTATIONS = ("xyz xZy xYZ xzY Zyx YZx zYx yzx XyZ XZY XYz Xzy zyX yZX ZYX YzX Yxz zxy yxZ ZxY yXz ZXy YXZ zXY").split()
_PASSED_OVER = str.maketrans("", "", "0123456789 \t\r\n")
_FLAT = (0, 2, 8, 10, 16, 18, 20, 22)  # those that leave a flat piece in its layer


def _turned(voxel: Voxel, rotation: int) -> Voxel:
    by_axis = dict(zip("xyzXYZ", (*voxel, *(-part for part in voxel)), strict=True))
    x, y, z = (by_axis[axis] for axis in _ROTATIONS[rotation])
    return x, y, z


# ------------------------------------------------------------------------------------------------------ reading


class _Shape(NamedTuple):
    """A box of voxels: the filled ones, the sizes of the box, the point about which it turns, name and colours."""

    filled: frozenset[Voxel]
    sizes: Voxel
    hotspot: Voxel
    name: str
    is_coloured: bool
    line: int

    @property
    def axis(self) -> int:
        """The axis across which the shape is flat, z (2) if there is a choice."""
        for axis in (2, 1, 0):
            if len({voxel[axis] for voxel in self.filled}) == 1:
                return axis
        raise FormatError("this shape is not flat: it has several layers", self.line)

    def turned(self, rotation: int) -> list[Voxel]:
        """The filled voxels, turned about the hotspot and counted from there."""
        x, y, z = self.hotspot
        return [_turned((voxel[0] - x, voxel[1] - y, voxel[2] - z), rotation) for voxel in self.filled]


def _flattened(voxels: Iterable[Voxel], axis: int) -> Cells:
    """The cells of voxels, without the coordinate across which they are flat."""
    across, down = [other for other in (0, 1, 2) if other != axis]
    return frozenset((voxel[down], voxel[across]) for voxel in voxels)


class _Part(NamedTuple):
    """A piece of a problem: its shape, and the least and the most number of copies."""

    shape: _Shape
    least: int
    most: int


class _Problem(NamedTuple):
    """The first problem of a file: what is to be built, from what, and the assemblies known, with their lines."""

    board: _Shape
    parts: list[_Part]
    assemblies: list[tuple[int, str]]

    def puzzle(self) -> Puzzle:
        """The puzzle that the problem says."""
        cells = _flattened(self.board.filled, self.board.axis)
        # Thousands of parts may be one large shape, which is looked at once.
        parts: dict[int, _Part] = {}
        for shape, least, most in self.parts:
            known = parts.get(id(shape), _Part(shape, 0, 0))
            parts[id(shape)] = _Part(shape, known.least + least, known.most + most)
        pieces: dict[Polyform, tuple[int, int]] = {}
        for shape, least, most in parts.values():
            with naming("", shape.line):
                piece = Polyform(_flattened(shape.filled, shape.axis), shape.name)
            known_least, known_most = pieces.get(piece, (0, 0))
            pieces[piece] = known_least + least, known_most + most
        return Puzzle(Board(cells), pieces, reflections=True)


def _problem(data: bytes) -> _Problem:
    root = parsed(unpacked(data))
    if root.tag != "puzzle":
        raise FormatError(f"the root is not <puzzle> but {quoted(root.tag)}", root.line)
    for grid in root.all("gridType"):
        if grid.number("type", 0, 99) != 0:
            raise FormatError("the grid is not that of cubes", grid.line)
    voxels = list(root.first("shapes").all("voxel"))
    problem = root.first("problems").first("problem")
    entries = list(problem.first("shapes").all("shape"))
    drawn = 0
    # A shape is read once, however often it is used, and not at all if it is not used.
    shapes: dict[int, _Shape] = {}
    used = []
    for user in [problem.first("result"), *entries]:
        number = user.number("id", 0, len(voxels) - 1)
        if number not in shapes:
            shapes[number] = _shape(voxels[number])
            drawn += len(shapes[number].filled)
            check_pieces(len(entries), drawn, problem.line)
        used.append(shapes[number])
    board = used.pop(0)
    parts = [_part(entry, shape) for entry, shape in zip(entries, used, strict=True)]
    if board.is_coloured and any(part.shape.is_coloured for part in parts):
        raise FormatError("colours that say which piece may go where are not understood", problem.line)
    assemblies = [
        (solution.line, solution.first("assembly").text)
        for solutions in problem.all("solutions")
        for solution in solutions.all("solution")
    ]
    return _Problem(board, parts, assemblies)


def _part(entry: Element, shape: _Shape) -> _Part:
    if "min" in entry.attributes and "count" not in entry.attributes:
        least = entry.number("min", 0, _MOST_COPIES)
        return _Part(shape, least, entry.number("max", least, _MOST_COPIES))
    count = entry.number("count", 0, _MOST_COPIES, 1)
    return _Part(shape, count, count)


def _shape(voxel: Element) -> _Shape:
    x, y, z = (voxel.number(axis, 1, MAX_BOX) for axis in "xyz")
    states = voxel.text.translate(_PASSED_OVER)
    if strange := set(states) - set("#+_"):
        raise FormatError(
            f"unexpected character {show(min(strange))} among voxels; they are '#', '+' and '_'", voxel.line
        )
    if "+" in states:
        raise FormatError("'+', a cell that may stay empty, is not understood: a solution covers all", voxel.line)
    if len(states) != x * y * z:
        raise FormatError(f"there are {len(states)} voxels, but {x} by {y} by {z} are {x * y * z}", voxel.line)
    filled = [number for number, state in enumerate(states) if state == "#"]
    if not 0 < len(filled) <= MAX_CELLS:
        raise FormatError(f"the shape has {len(filled)} filled voxels; 1 to {MAX_CELLS} are possible", voxel.line)
    hotspot = [voxel.number(key, -MAX_BOX, MAX_BOX, 0) for key in ("hx", "hy", "hz")]
    with naming("", voxel.line):
        name = check_name(voxel.attributes.get("name", "").strip())
    return _Shape(
        frozenset((number % x, number // x % y, number // (x * y)) for number in filled),
        (x, y, z),
        (hotspot[0], hotspot[1], hotspot[2]),
        name,
        re.search(r"#0*[1-9]", voxel.text) is not None,
        voxel.line,
    )


def holds_solutions(file: File) -> bool:
    """Whether the file holds assemblies, not just problems; a broken one counts as a problem."""
    try:
        return b"<assembly" in unpacked(file.data)
    except FormatError:
        return False


def read_puzzle(source: Source) -> Puzzle:
    """The first problem of a file as a puzzle.

    Raises `FormatError` for what is not flat, for cells that may stay empty, and for colours that rule places out.
    """
    with reading(source) as file:
        return _problem(file.data).puzzle()


def read_solutions(source: Source, puzzle: Puzzle | None = None) -> Iterator[Solution]:
    """The assemblies of the first problem of a file; the problem is the puzzle if none is given."""
    with reading(source) as file:
        problem = _problem(file.data)
        decoder = Decoder(puzzle or problem.puzzle())
        for line, text in problem.assemblies:
            with naming("", line):
                yield decoder.solution(_areas(problem, text, decoder))


def _areas(problem: _Problem, text: str, decoder: Decoder) -> Iterator[Cells]:
    """The areas of the pieces in an assembly, counted from the corner of the board."""
    words = iter(text.split())
    top, left = _corner(problem.board, decoder)
    axis = problem.board.axis
    layer = next(iter(problem.board.filled))[axis]
    left_over = len(problem.board.filled)
    for part in problem.parts:
        for _ in range(part.most):
            first = next(words, "")
            if first == "x":
                continue
            x, y, z, rotation = _place([first, *islice(words, 3)])
            left_over -= len(part.shape.filled)
            if left_over < 0:
                raise FormatError("the assembly covers more cells than the board has")
            voxels = {(right + x, down + y, up + z) for right, down, up in part.shape.turned(rotation)}
            if any(voxel[axis] != layer for voxel in voxels):
                raise FormatError("a piece of the assembly leaves the layer of the board")
            yield frozenset(shift(_flattened(voxels, axis), -top, -left))
    if next(words, None) is not None:
        raise FormatError("the assembly has more places than there are copies of pieces")


def _place(words: list[str]) -> tuple[int, int, int, int]:
    """Position and rotation of a copy."""
    numbers = [int(word) for word in words if re.fullmatch(r"-?[0-9]{1,7}", word)]
    if len(numbers) < 4 or not 0 <= numbers[3] < len(_ROTATIONS):
        said = quoted(" ".join(words))
        raise FormatError(f"a place in an assembly is x y z and a rotation from 0 to 23, not {said}")
    return numbers[0], numbers[1], numbers[2], numbers[3]


def _corner(board: _Shape, decoder: Decoder) -> Cell:
    """The cell of a file's board that is the upper left corner of the decoder's puzzle."""
    assert decoder.puzzle is not None
    across, down = [board.sizes[axis] for axis in (0, 1, 2) if axis != board.axis]
    if decoder.puzzle.placed and (down, across) == decoder.puzzle.board.frame[2:]:
        return 0, 0  # a board as `write_puzzle` writes it, from which given pieces are cut out
    top, left, _, _ = box(_flattened(board.filled, board.axis))
    return top, left


# ------------------------------------------------------------------------------------------------------ writing


def write_puzzle(puzzle: Puzzle) -> bytes:
    """The puzzle as a file of BurrTools, packed with gzip like its own; given pieces are cut out of the board.

    Raises `FormatError` for what such a file cannot say: restrictions, and a piece that must not be turned over but
    would look different then.
    """
    return _file(puzzle, "0", "")


def write_solutions(solutions: Iterable[Solution], puzzle: Puzzle) -> bytes:
    """The puzzle and its solutions as a file of BurrTools; errors as for `write_puzzle`."""
    places = [_places(piece) for piece, _, _ in puzzle.demand]
    top, left, _, _ = puzzle.board.frame
    lines = []
    for number, solution in enumerate(solutions):
        copies: list[list[str]] = [[] for _ in puzzle.pieces]
        for owner, placement in added(puzzle, solution):
            rotation, down, right = places[owner][SQUARE.normalise(placement.cells)]
            row, column, _, _ = box(placement.cells)
            copies[owner].append(f"{column - left + right} {row - top + down} 0 {rotation}")
        for made, (_, _, most) in zip(copies, puzzle.demand, strict=True):
            made += ["x"] * (most - len(made))
        text = " ".join(place for made in copies for place in made)
        lines.append(f'    <solution asmNum="{number}"><assembly>{text}</assembly></solution>')
    if not lines:
        return write_puzzle(puzzle)
    state = f'2" assemblies="{len(lines)}" solutions="{len(lines)}" time="0'
    return _file(puzzle, state, "\n   <solutions>\n" + "\n".join(lines) + "\n   </solutions>")


def _places(piece: Polyform) -> dict[tuple[Cell, ...], tuple[int, int, int]]:
    """For each orientation: the first rotation to it, and the way from its corner to the hotspot, down and right."""
    places: dict[tuple[Cell, ...], tuple[int, int, int]] = {}
    for rotation in _FLAT:
        voxels = [_turned((column, row, 0), rotation) for row, column in piece.cells]
        cells = _flattened(voxels, 2)
        top, left, _, _ = box(cells)
        places.setdefault(SQUARE.normalise(cells), (rotation, -top, -left))
    return places


def _file(puzzle: Puzzle, state: str, solutions: str) -> bytes:
    _check(puzzle)
    top, left, rows, columns = puzzle.board.frame
    shapes = parts = ""
    for number, (piece, least, most) in enumerate(puzzle.demand):
        shapes += _voxel(piece.rows, piece.columns, piece.cells, piece.name)
        copies = f'count="{least}"' if least == most else f'min="{least}" max="{most}"'
        parts += f'    <shape id="{number}" {copies}/>\n'
    shapes += _voxel(rows, columns, shift(puzzle.free, -top, -left), "board")
    document = f"""<?xml version="1.0"?>
<puzzle version="2">
 <gridType type="0"/>
 <colors/>
 <shapes>
{shapes} </shapes>
 <problems>
  <problem state="{state}">
   <shapes>
{parts}   </shapes>
   <result id="{len(puzzle.pieces)}"/>
   <bitmap/>{solutions}
  </problem>
 </problems>
 <comment/>
</puzzle>
"""
    return gzip.compress(document.encode(), mtime=0)


def _voxel(rows: int, columns: int, cells: Iterable[Cell], name: str) -> str:
    filled = set(cells)
    states = "".join("#" if (row, column) in filled else "_" for row in range(rows) for column in range(columns))
    label = f" name={quoteattr(check_name(name))}" if name else ""
    return f'  <voxel x="{columns}" y="{rows}" z="1"{label} type="0">{states}</voxel>\n'


def _check(puzzle: Puzzle) -> None:
    """Raise `FormatError` for what a file of BurrTools cannot say."""
    if puzzle.restrict:
        raise FormatError("a file of BurrTools cannot hold restrictions")
    chiral = next((count.piece for count in puzzle.pieces if count.piece.is_chiral), None)
    if not puzzle.reflections and chiral is not None:
        what = chiral.name or "a piece"
        raise FormatError(f"BurrTools turns pieces in space: it cannot keep {what} from being turned over")
    if not puzzle.free:
        raise FormatError("the puzzle has no free cell: there is nothing to build")
    if sum(demand.most for demand in puzzle.demand) > _MOST_COPIES:
        raise FormatError(f"BurrTools takes at most {_MOST_COPIES} copies of pieces")
    check_box(puzzle.board.rows, puzzle.board.columns)
