"""Puzzles of BurrTools (`.xmpuzzle`) on its grids of bricks and, in one layer, of triangular prisms.

A file is XML, packed with gzip. It lists shapes: boxes of `x` by `y` by `z` voxels, x running fastest, `#` a filled
one, `_` an empty one, `+` one that may stay empty, each followed by the number of its colour, if any. A problem names
the shape to build, and the shapes to build it from, with their counts; it pairs each colour of pieces with the colours
of the result on which it may lie. A solution is an assembly: for each copy of each piece `x y z` and the number of a
rotation, or `x` if the copy is not used. A voxel v goes to R(v) - R(hotspot) + (x, y, z). `voxels.py` has the cells.

BurrTools turns pieces in space: a flat one may always be turned over. `separations.py` has how an assembly is taken
apart.
"""

from __future__ import annotations

import gzip
import re
import warnings
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from html import escape
from itertools import accumulate, combinations, islice
from operator import mul, sub
from types import MappingProxyType
from typing import NamedTuple

from ..base.words import counted
from ..board import Board
from ..lattices.known import CUBIC
from ..lattices.lattice import Cell, Cells, Lattice, shift
from ..lattices.numbering import bit_set, bits
from ..pieces.polyform import Polyform
from ..puzzle import Puzzle
from ..solutions.solution import Solution
from ..workbench.disassembly import Disassembly
from .common import (
    Decoder,
    File,
    Format,
    FormatError,
    Source,
    added,
    check_box,
    check_name,
    check_pieces,
    naming,
    part_of,
    quoted,
    reading,
)
from .json import Only
from .separations import left_together, read_disassembly, written_disassembly
from .voxels import CUBES, PRISMS, SQUARES, GridType, Voxel, VoxelShape, grid_for, grid_of, shape_of, voxels_of
from .xmltree import Element, parsed, unpacked

__all__ = [
    "FORMAT",
    "read_disassemblies",
    "read_puzzle",
    "read_solutions",
    "read_together",
    "write_puzzle",
    "write_solutions",
]

_MOST_COPIES = (1 << 16) - 1
_MOST_PLACES = 1 << 22  # that are tried for coloured pieces, in all rotations
_MOST_TRIES = 1 << 10  # to place pieces of one shape without overlap


# ------------------------------------------------------------------------------------------------------ reading


class _ProblemPiece(NamedTuple):
    """A piece of a problem: its shape, least and most copies, and its group, 0 if none, of what may stay together."""

    shape: VoxelShape
    least: int
    most: int
    group: int = 0


class _Problem(NamedTuple):
    """A problem of a file: what to build, its pieces, and its solutions.

    `pairs` are the colours of pieces and of the board that go together; None if colours do not matter. `found` are the
    elements of the solutions.
    """

    grid: GridType
    board: VoxelShape
    parts: list[_ProblemPiece]
    pairs: frozenset[tuple[int, int]] | None
    found: list[Element]

    def puzzle(self) -> Puzzle:
        """Return the problem as a puzzle."""
        # A file may use one large shape thousands of times: look at it once.
        parts: dict[int, _ProblemPiece] = {}
        for shape, least, most, _ in self.parts:
            known = parts.get(id(shape), _ProblemPiece(shape, 0, 0))
            parts[id(shape)] = _ProblemPiece(shape, known.least + least, known.most + most)
        kinds: dict[Polyform, list[_Alike]] = {}  # by their shapes
        tried = 0
        for shape, least, most, _ in parts.values():
            with naming("", shape.line):
                piece = Polyform(self.grid.cells(shape.filled, shape), shape.name, self.grid.lattice)
            is_coloured = self.pairs is not None and bool(shape.colours)
            tried += is_coloured * self.grid.rotations * len(self.board.filled | self.board.optional)
            if tried > _MOST_PLACES:
                raise FormatError(f"coloured pieces have more than {_MOST_PLACES} places to be tried", shape.line)
            only = self._places(shape) if is_coloured else None
            kinds.setdefault(piece.canonical(self.grid.reflections), []).append(_Alike(piece, least, most, only))
        pieces = {alike[0].piece: (sum(k.least for k in alike), sum(k.most for k in alike)) for alike in kinds.values()}
        allowed: dict[Polyform, Only] = {}
        for alike in kinds.values():
            others = [kind for other in kinds.values() if other is not alike for kind in other]
            if only := _places_of(alike, others, self.board.line):
                allowed[alike[0].piece] = only
        cells, optional = (self.grid.cells(voxels, self.board) for voxels in (self.board.filled, self.board.optional))
        board = Board(cells, self.grid.lattice, optional=optional)
        return Puzzle(board, pieces, reflections=self.grid.reflections, restrict=allowed)

    def together(self) -> list[list[str]]:
        """Return the names of pieces that may stay together, group by group."""
        names: dict[Polyform, str] = {}  # as `puzzle` has them
        groups: dict[str, set[int]] = {}
        for part in self.parts:
            piece = Polyform(self.grid.cells(part.shape.filled, part.shape), part.shape.name, self.grid.lattice)
            name = names.setdefault(piece.canonical(self.grid.reflections), piece.name)
            groups.setdefault(name, set()).add(part.group)
        every = sorted(set().union(*groups.values()) - {0})
        if any(len(some) > 1 for some in groups.values()) or ("" in groups and groups[""] != {0}):
            what = "groups of pieces are understood only if these have names, and all with one name are in one group"
            raise FormatError(what, self.board.line)
        return [sorted(name for name, some in groups.items() if some == {group}) for group in every]

    def _places(self, shape: VoxelShape) -> Only:
        """Return the places of a coloured piece: each of its voxels lies on a colour that goes with its own."""
        board = {voxel: self.board.colours.get(voxel, 0) for voxel in self.board.filled | self.board.optional}
        colours = [shape.colours.get(voxel, 0) for voxel in shape.filled]
        # Voxels of the board are bits of integers. Lines are twice as long as the board: what begins on it, and is not
        # longer, does not reach the next line.
        x, y, z = self.board.sizes
        steps = (1, 2 * x, 4 * x * y)
        fits = {
            colour: bit_set(
                [sum(map(mul, voxel, steps)) for voxel in board if self._may_lie(colour, board[voxel])], 4 * x * y * z
            )
            for colour in set(colours)
        }
        found: dict[Cells, frozenset[tuple[Voxel, int]]] = {}
        for rotation in range(self.grid.rotations):
            turned = self.grid.turned(shape.filled, rotation)
            low = [min(along) for along in zip(*turned, strict=True)]
            voxels = [(right - low[0], down - low[1], up - low[2]) for right, down, up in turned]
            if any(max(along) >= side for along, side in zip(zip(*voxels, strict=True), (x, y, z), strict=True)):
                continue
            starts = -1
            for voxel, colour in zip(voxels, colours, strict=True):
                starts &= fits[colour] >> sum(map(mul, voxel, steps))
            for start in bits(starts):
                above, first = divmod(start, steps[2])
                below, right = divmod(first, steps[1])
                placed = [(i + right, j + below, k + above) for i, j, k in voxels]
                coloured = frozenset(zip(placed, colours, strict=True))
                if found.setdefault(self.grid.cells(placed, shape), coloured) != coloured:
                    what = "a piece may lie on the same cells with its colours in two ways"
                    raise FormatError(f"{what}, which is not understood", shape.line)
        return Only(found)

    def _may_lie(self, colour: int, below: int) -> bool:
        assert self.pairs is not None
        return not colour or not below or (colour, below) in self.pairs


def _problem(file: File) -> _Problem:
    root = parsed(unpacked(file.data))
    if root.tag != "puzzle":
        raise FormatError(f"the root is not <puzzle> but {quoted(root.tag)}", root.line)
    kind, at = next(((grid.number("type", 0, 4, 0), grid.line) for grid in root.all("gridType")), (0, root.line))
    voxels = list(root.first("shapes").all("voxel"))
    root.first("problems").first("problem")
    problems = list(root.first("problems").all("problem"))
    _, part = part_of(file.name)
    number = int(part or 1)
    if number > len(problems):
        raise FormatError(f"there {'are' if problems[1:] else 'is'} {counted(len(problems), 'problem')}, not {number}")
    if problems[1:] and not part:
        hint = f"; {file.name}:2 is the second" * file.name.endswith(FORMAT.suffix)
        warnings.warn(f"{file.name}: the first of {len(problems)} problems is read{hint}", stacklevel=3)
    problem = problems[number - 1]
    entries = list(problem.first("shapes").all("shape"))
    drawn = 0
    # Read each shape that is used once, and no others.
    shapes: dict[int, VoxelShape] = {}
    used = []
    for user in [problem.first("result"), *entries]:
        number = user.number("id", 0, len(voxels) - 1)
        if number not in shapes:
            shapes[number] = shape_of(voxels[number])
            drawn += len(shapes[number].filled)
            check_pieces(len(entries), drawn, problem.line)
        used.append(shapes[number])
    board = used.pop(0)
    parts = [_part(entry, shape) for entry, shape in zip(entries, used, strict=True)]
    is_coloured = bool(board.colours) and any(part.shape.colours for part in parts)
    grid = grid_of(kind, shapes.values(), is_coloured, at)
    if is_coloured and grid.is_flat:
        raise FormatError("colours that say which prism may go where are not understood", problem.line)
    _check_holes(problem, board, parts)
    found = [solution for solutions in problem.all("solutions") for solution in solutions.all("solution")]
    return _Problem(grid, board, parts, _pairs(problem) if is_coloured else None, found)


def _pairs(problem: Element) -> frozenset[tuple[int, int]]:
    """Return the colours of pieces and of the result that go together, from 1; in a file they count from 0."""
    pairs = [pair for bitmap in problem.all("bitmap") for pair in bitmap.all("pair")]
    return frozenset((1 + pair.number("piece", 0, 63), 1 + pair.number("result", 0, 63)) for pair in pairs)


def _check_holes(problem: Element, board: VoxelShape, parts: Iterable[_ProblemPiece]) -> None:
    """Raise `FormatError` for a bound on the voxels that stay empty, unless the pieces imply it."""
    if "maxHoles" not in problem.attributes:
        return
    most = problem.number("maxHoles", 0, 1 << 32)
    empty = len(board.filled | board.optional) - sum(part.least * len(part.shape.filled) for part in parts)
    if most < min(empty, len(board.optional)):
        raise FormatError(f"that at most {most} cells may stay empty is not understood", problem.line)


def _part(entry: Element, shape: VoxelShape) -> _ProblemPiece:
    if shape.optional:
        raise FormatError("a piece has cells that may stay empty, '+'; only the result may", shape.line)
    if "min" in entry.attributes and "count" not in entry.attributes:
        least = entry.number("min", 0, _MOST_COPIES)
        most = entry.number("max", least, _MOST_COPIES)
    else:
        least = most = entry.number("count", 0, _MOST_COPIES, 1)
    # A group that has not all copies is passed over, as if these had to come apart.
    whole = [one for one in (entry, *entry.all("group")) if one.number("count", 0, _MOST_COPIES, most) >= most]
    return _ProblemPiece(
        shape, least, most, next((n for one in whole if (n := one.number("group", 0, _MOST_COPIES, 0))), 0)
    )


def holds_solutions(file: File) -> bool:
    """Return whether a file has assemblies; a broken file has none."""
    try:
        return b"<assembly" in unpacked(file.data)
    except FormatError:
        return False


def read_puzzle(source: Source) -> Puzzle:
    """Read a problem of a file as a puzzle: that of its `part_of`, or the first, with a warning if there are others.

    Raises `FormatError` for another grid, and for anything else that a puzzle cannot say.
    """
    with reading(source) as file:
        return _problem(file).puzzle()


def read_together(source: Source) -> list[list[str]]:
    """Return the names of the pieces of a problem that may stay together when it is taken apart, group by group.

    Raises `FormatError` if there are groups that names do not tell.
    """
    with reading(source) as file:
        return _problem(file).together()


def read_solutions(source: Source, puzzle: Puzzle | None = None) -> Iterator[Solution]:
    """Read the assemblies of a problem of a file. They solve `puzzle`, by default the problem."""
    with reading(source) as file:
        problem = _problem(file)
        if puzzle:
            problem = _told_by(problem, puzzle.board.lattice)
        decoder = Decoder(puzzle or problem.puzzle())
        for found in problem.found:
            with naming("", found.line):
                yield decoder.solution(_areas(problem, found, decoder).values())


def read_disassemblies(source: Source, puzzle: Puzzle | None = None) -> Iterator[Disassembly]:
    """Read how solutions of a problem of a file are taken apart, where the file says it.

    Raises `FormatError` for a problem that is not one of cubes, and for moves that take nothing apart.
    """
    with reading(source) as file:
        problem = _problem(file)
        if puzzle:
            problem = _told_by(problem, puzzle.board.lattice)
        if problem.grid != CUBES:
            raise FormatError("only of solids it is read how they are taken apart")
        decoder = Decoder(puzzle or problem.puzzle())
        for found in problem.found:
            for element in islice(found.all("separation"), 1):
                with naming("", found.line):
                    areas = _areas(problem, found, decoder)
                    solution = decoder.solution(areas.values())
                    placed = {frozenset(placement.cells): n for n, placement in enumerate(solution.placements)}
                    numbers = {n: placed[frozenset(decoder.placement(area).cells)] for n, area in areas.items()}
                    yield read_disassembly(element, solution, numbers)


def _told_by(problem: _Problem, lattice: Lattice) -> _Problem:
    """Return the problem on the lattice of a puzzle: bricks of one layer may be cubes too."""
    if lattice == CUBIC and problem.grid == SQUARES:
        return problem._replace(grid=CUBES)
    lattice.check_same(problem.grid.lattice, "the problem")
    return problem


def _areas(problem: _Problem, found: Element, decoder: Decoder) -> dict[int, Cells]:
    """Return the areas of an assembly by the numbers of the pieces, counted from the corner of the board."""
    words = iter(found.first("assembly").text.split())
    board, grid = problem.board, problem.grid
    back = [-n for n in _corner(problem, decoder)]
    layer = next(iter(board.filled | board.optional))[board.axis or 0]
    left_over = len(board.filled | board.optional)
    areas: dict[int, Cells] = {}
    number = -1
    for part in problem.parts:
        for _ in range(part.most):
            first = next(words, "")
            number += 1
            if first == "x":
                continue
            x, y, z, rotation = _place([first, *islice(words, 3)], grid.rotations)
            left_over -= len(part.shape.filled)
            if left_over < 0:
                raise FormatError("the assembly covers more cells than the board has")
            hotspot, *turned = grid.turned([part.shape.hotspot, *part.shape.filled], rotation)
            x, y, z = map(sub, (x, y, z), hotspot)
            voxels = {(right + x, down + y, up + z) for right, down, up in turned}
            if grid.is_flat and any(voxel[board.axis or 0] != layer for voxel in voxels):
                raise FormatError("a piece of the assembly leaves the layer of the board")
            areas[number] = frozenset(shift(grid.cells(voxels, board), *back))
    if next(words, None) is not None:
        raise FormatError("the assembly has more places than there are copies of pieces")
    return areas


def _place(words: list[str], rotations: int) -> tuple[int, int, int, int]:
    numbers = [int(word) for word in words if re.fullmatch(r"-?[0-9]{1,7}", word)]
    if len(numbers) < 4 or not 0 <= numbers[3] < rotations:
        said = quoted(" ".join(words))
        raise FormatError(f"a place in an assembly is x y z and a rotation from 0 to {rotations - 1}, not {said}")
    return numbers[0], numbers[1], numbers[2], numbers[3]


def _corner(problem: _Problem, decoder: Decoder) -> Cell:
    """Return the cell of the file's board where the decoder's puzzle begins."""
    assert decoder.puzzle is not None
    grid, board = problem.grid, problem.board
    low, sides = decoder.puzzle.board.bounds
    (first,), sizes = voxels_of(grid.lattice, [low], low, sides)
    if decoder.puzzle.placed and sizes == board.sizes:
        return next(iter(grid.cells([first], board)))  # `write_puzzle` cuts given pieces out of the board
    return grid.lattice.bounds(grid.cells(board.filled | board.optional, board))[0]


class _Alike(NamedTuple):
    """Pieces of one shape and colouring: least and most copies, and their places if colours matter."""

    piece: Polyform
    least: int
    most: int
    only: Only | None


def _places_of(alike: Collection[_Alike], others: Iterable[_Alike], line: int) -> Only | None:
    """Return the places of pieces of one shape; None if colours do not matter.

    To a puzzle such pieces are one piece, which may lie where any of them may. That says the same as the file if no
    place is one of two of them, and if none has room for more copies than it has: then each lies just that often.
    Raises `FormatError` otherwise.
    """
    copies: Counter[Only | None] = Counter()
    for kind in alike:
        copies[kind.only] += kind.least
    if len(copies) == 1:
        return next(iter(copies))
    used = [kind.only.places for kind in others if kind.only for _ in range(kind.least)]
    counts = [(only.places, number) for only, number in copies.items() if only]
    is_exact = len(counts) == len(copies) and all(kind.least == kind.most for kind in alike)
    are_apart = all(set(some).isdisjoint(more) for (some, _), (more, _) in combinations(counts, 2))
    if not (is_exact and are_apart) or any(_have_room([*[p] * (n + 1), *used], [_MOST_TRIES]) for p, n in counts):
        what = "pieces of one shape in several colours are understood only if"
        raise FormatError(f"{what} it is clear from their places how many of each lie there", line)
    return Only(place for places, _ in counts for place in places)


def _have_room(places: list[Collection[Cells]], left: list[int]) -> bool:
    """Return whether one place of each can be chosen without overlap; true if the tries `left` do not decide it."""
    if not places or not left[0]:
        return True
    left[0] -= 1
    first, *rest = sorted(places, key=len)
    return any(_have_room([[cells for cells in some if not cells & made] for some in rest], left) for made in first)


# ------------------------------------------------------------------------------------------------------ writing


def write_puzzle(puzzle: Puzzle) -> bytes:
    """Return a puzzle as a file of BurrTools, packed with gzip; given pieces are cut out of the board.

    Raises `FormatError` for what such a file cannot say: restrictions, other lattices, and a chiral piece that may not
    be turned over, or may be mirrored in space.
    """
    return _file(puzzle, "0", "")


def write_solutions(solutions: Iterable[Solution | Disassembly], puzzle: Puzzle) -> bytes:
    """Return a puzzle and its solutions as a file of BurrTools, or how they are taken apart.

    Raises the errors of `write_puzzle`, and `FormatError` for given pieces that are to be taken apart.
    """
    _check(puzzle)
    grid = grid_for(puzzle.board.lattice)
    places = [_places(grid, piece) for piece, _, _ in puzzle.demand]
    lines = []
    groups: dict[int, int] = {}
    first = list(accumulate([0, *[most for _, _, most in puzzle.demand]]))
    for number, found in enumerate(solutions):
        solution = found.solution if isinstance(found, Disassembly) else found
        indices = {placement: n for n, placement in enumerate(solution.placements)}
        copies: list[list[str]] = [[] for _ in puzzle.pieces]
        starts: dict[int, tuple[int, Voxel]] = {}
        owners: dict[int, int] = {}
        for owner, placement in added(puzzle, solution):
            key, corner = _normal(grid, voxels_of(grid.lattice, placement.cells, *puzzle.board.bounds)[0])
            rotation, start = places[owner][key]
            x, y, z = map(sub, corner, start)
            owners[indices[placement]] = owner
            starts[indices[placement]] = first[owner] + len(copies[owner]), (x, y, z)
            copies[owner].append(f"{x} {y} {z} {rotation}")
        for made, (_, _, most) in zip(copies, puzzle.demand, strict=True):
            made += ["x"] * (most - len(made))
        text = f"<assembly>{' '.join(place for made in copies for place in made)}</assembly>"
        if isinstance(found, Disassembly):
            if len(starts) < len(indices):
                raise FormatError("given pieces are cut out of the board, so that they cannot be taken apart")
            text += written_disassembly(found, starts)
            for kept in left_together(found):
                one = {owners[number] for number in kept}
                groups.update(dict.fromkeys(one, next((groups[n] for n in one if n in groups), len(groups) + 1)))
        lines.append(f'    <solution asmNum="{number}">{text}</solution>')
    if not lines:
        return write_puzzle(puzzle)
    state = f'2" assemblies="{len(lines)}" solutions="{len(lines)}" time="0'
    return _file(puzzle, state, "\n   <solutions>\n" + "\n".join(lines) + "\n   </solutions>", groups)


def _places(grid: GridType, piece: Polyform) -> dict[tuple[Voxel, ...], tuple[int, Voxel]]:
    """Return for each orientation its first rotation, and its corner counted from the hotspot."""
    voxels = voxels_of(grid.lattice, piece.cells, *grid.lattice.bounds(piece.cells))[0]
    places: dict[tuple[Voxel, ...], tuple[int, Voxel]] = {}
    for rotation in range(grid.rotations):
        hotspot, *turned = grid.turned([(0, 0, 0), *voxels], rotation)
        key, (x, y, z) = _normal(grid, turned)
        places.setdefault(key, (rotation, (x - hotspot[0], y - hotspot[1], z - hotspot[2])))
    return places


def _normal(grid: GridType, voxels: Collection[Voxel]) -> tuple[tuple[Voxel, ...], Voxel]:
    """Return voxels in order, moved to the origin as far as the kinds of prisms permit, and their old corner."""
    x, y, z = (min(along) for along in zip(*voxels, strict=True))
    x -= (x + y) % len(grid.lattice.vectors)
    return tuple(sorted([(right - x, down - y, up - z) for right, down, up in voxels])), (x, y, z)


def _file(puzzle: Puzzle, state: str, solutions: str, groups: Mapping[int, int] = MappingProxyType({})) -> bytes:
    _check(puzzle)
    shapes = parts = ""
    for number, (piece, least, most) in enumerate(puzzle.demand):
        most += least == most != puzzle.copies_left[number].most and not solutions  # a choice stays one, without room
        shapes += _voxel(piece.lattice, piece.lattice.bounds(piece.cells), {"#": piece.cells}, piece.name)
        copies = f'count="{least}"' if least == most else f'min="{least}" max="{most}"'
        group = f' group="{groups[number]}"' if number in groups else ""
        parts += f'    <shape id="{number}" {copies}{group}/>\n'
    states = {"#": puzzle.free - puzzle.optional, "+": puzzle.optional}
    shapes += _voxel(puzzle.board.lattice, puzzle.board.bounds, states, "board")
    kind = 1 if grid_for(puzzle.board.lattice) == PRISMS else 0
    document = f"""<?xml version="1.0"?>
<puzzle version="2">
 <gridType type="{kind}"/>
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


def _voxel(
    lattice: Lattice, bounds: tuple[Cell, tuple[int, ...]], cells: Mapping[str, Collection[Cell]], name: str
) -> str:
    """Return the element of a shape, whose cells have these marks."""
    marks: dict[Voxel, str] = {}
    sizes = voxels_of(lattice, (), *bounds)[1]
    for mark, some in cells.items():
        marks |= dict.fromkeys(voxels_of(lattice, some, *bounds)[0], mark)
    x, y, z = sizes
    states = "".join([marks.get((i, j, k), "_") for k in range(z) for j in range(y) for i in range(x)])
    label = f" name={_attribute(check_name(name))}" if name else ""
    return f'  <voxel x="{x}" y="{y}" z="{z}"{label} type="0">{states}</voxel>\n'


def _attribute(text: str) -> str:
    escaped = escape(text, quote=False)  # xml.sax.saxutils does the same, but loads urllib, http and ssl
    if '"' in text and "'" not in text:
        return f"'{escaped}'"
    return '"' + escaped.replace('"', "&quot;") + '"'


def _check(puzzle: Puzzle) -> None:
    """Raise `FormatError` for what a file of BurrTools cannot say."""
    if puzzle.restrict:
        raise FormatError("a file of BurrTools cannot hold restrictions")
    chiral = next((count.piece for count in puzzle.pieces if count.piece.is_chiral), None)
    is_flat = puzzle.board.lattice.dimension == 2
    if puzzle.reflections != is_flat and chiral is not None:
        what = chiral.name or "a piece"
        how = f"it cannot keep {what} from being turned over" if is_flat else f"it cannot mirror {what}"
        raise FormatError(f"BurrTools turns pieces in space: {how}")
    if not puzzle.free:
        raise FormatError("the puzzle has no free cell: there is nothing to build")
    if sum(demand.most for demand in puzzle.demand) > _MOST_COPIES:
        raise FormatError(f"BurrTools takes at most {_MOST_COPIES} copies of pieces")
    check_box(*puzzle.board.sides)


FORMAT = Format(
    ".xmpuzzle",
    "BurrTools",
    read_puzzle,
    write_puzzle,
    read_solutions,
    write_solutions,
    holds_solutions,
    has_parts=True,
    read_disassemblies=read_disassemblies,
    read_together=read_together,
)
