"""Puzzles of BurrTools (`.xmpuzzle`) on all of its grids, but prisms in one layer only.

A file is XML, compressed with gzip. It contains shapes and problems. A shape is a box of `x` by `y` by `z` voxels,
listed with x running fastest. `#` is a filled voxel, `_` an empty voxel, and `+` a voxel that may stay empty. A number
after the character is the voxel's colour. A problem contains the result (the shape to build), and the shapes of the
pieces with their numbers of copies. It also lists pairs of colours: a colour of pieces, and a colour of the result that
the former may cover.

A solution is called an assembly. For each copy of each piece, it contains `x y z` and the number of a rotation R. If
the copy is not used, it contains only the letter `x`. A voxel v of the piece moves to R(v) - R(hotspot) + (x, y, z).

BurrTools rotates pieces in space, so flat pieces may always be reflected. It has different rotations for spheres, and
solutions on spheres are neither read nor written. `xmpuzzle_parts.py` holds the XML reader, the voxels and
disassemblies.
"""

from __future__ import annotations

import gzip
import re
import warnings
from bisect import bisect
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial
from html import escape
from itertools import accumulate, chain, islice
from operator import sub
from string import ascii_lowercase, ascii_uppercase, digits
from typing import NamedTuple

from ..base_puzzle import Demand
from ..board import Board
from ..errors import FormatError
from ..lattices.balls import BALLS
from ..lattices.cubic import CUBIC
from ..lattices.lattice import SQUARE, Cell, Cells, Lattice, shift
from ..lattices.triangular import TRIANGULAR
from ..pieces.polyform import Polyform, coloured_key, colourings
from ..pieces.sets import without
from ..placement import Rule
from ..puzzle import Puzzle
from ..reason.solids import Disassembly
from ..solutions.solution import Solution
from ..wording import did_you_mean, joined
from .common import (
    HARMLESS,
    MAX_BOX,
    MAX_COLOUR,
    MOVES,
    Decoder,
    File,
    Format,
    Source,
    Together,
    added,
    check_box,
    check_name,
    check_pieces,
    chosen_part,
    naming,
    quoted,
    reading,
)
from .xmpuzzle_parts import (
    GRIDS,
    OnGrid,
    Voxel,
    VoxelShape,
    XmlElement,
    box_of,
    cells_of,
    corner_of,
    lattice_of,
    left_together,
    parsed,
    read_disassembly,
    rotations_of,
    shape_of,
    unpacked,
    voxels_of,
    written_disassembly,
)

_MAX_COPIES = (1 << 16) - 1
_NO_RESULT = str((1 << 32) - 1)
"""The number of the result if the designer has not chosen a result yet."""
_NAMES = frozenset(
    "asmNum assembler assemblies assembly bitmap blue color colors comment count dx dy dz green gridType "
    "group hx hy hz id max maxHoles min name pair piece pieces popup problem problems puzzle red removed "
    "result separation separationInfo separations shape shapes solNum solution solutions state time type "
    "version voxel weight x y z".split()
)
"""The names of elements and attributes in files of BurrTools."""
_GRIDS = {SQUARE: 0, CUBIC: 0, TRIANGULAR: 1, BALLS: 2}
"""The number of the grid of BurrTools for each lattice."""
_LETTERS = "." + ascii_uppercase + ascii_lowercase + digits + "!"  # a letter for each colour of a board, from 1
_NOWHERE = "-"  # the colour of a piece that may cover no colour of the board


# ------------------------------------------------------------------------------------------------------ reading


class _ProblemPiece(NamedTuple):
    """A piece of a problem: its shape, its minimum and maximum number of copies, and its group.

    Pieces of a group may stay together when a solution is taken apart. Groups are numbered from 1. The number 0 means
    that the piece has no group. The number -1 means several groups, or a group for only some of the copies.
    """

    shape: VoxelShape
    least: int
    most: int
    group: int = 0


class _Problem(NamedTuple):
    """A problem of a file: the shape to build, its pieces, and its solutions.

    `pairs` holds pairs (colour of pieces, colour of the board). A voxel of the first colour may cover a voxel of the
    second colour. `pairs` is None if colours do not matter. `spare` is the maximum number of voxels that stay empty, or
    None for no limit. `found` holds the XML elements of the solutions.
    """

    grid: int
    lattice: Lattice
    board: VoxelShape
    parts: list[_ProblemPiece]
    pairs: frozenset[tuple[int, int]] | None
    spare: int | None
    found: list[XmlElement]
    element: XmlElement
    root: XmlElement

    def puzzle(self) -> Puzzle:
        copies: dict[Polyform, tuple[int, int]] = {}
        uncovered = len(self.board.filled | self.board.optional)
        for part, piece in zip(self.parts, self.pieces(), strict=True):
            least, most = copies.get(piece, (0, 0))
            copies[piece] = (least + part.least, most + part.most)
            uncovered -= part.most * piece.size
        spare = self.spare
        if spare is not None and spare < uncovered and all(part.least == part.most for part in self.parts):
            reason = "is ignored: as in BurrTools, it matters only for pieces with a range of copies"
            warnings.warn(f'maxHoles="{spare}" {reason}', stacklevel=4)  # names the line of the caller
            spare = None
        cell_of = cells_of(self.lattice, self.board.filled | self.board.optional, self.board)
        optional = map(cell_of.__getitem__, self.board.optional)
        spare = spare if self.board.optional else None  # holes are allowed only where voxels may stay empty
        board = Board(cell_of.values(), self.lattice, optional=optional)
        if self.pairs is not None:
            on = self.colours(self.board, sorted(board.cells))
            board = board.coloured({cell: _LETTERS[number] for cell, number in on.items()})
        restrict: dict[Polyform | str, Rule] = {}
        if self.grid in (3, 4):
            what = f"the grid of {GRIDS[self.grid]} is read as cubes"
            warnings.warn(f"{what}: counts are right, but pictures and disassemblies show cubes", stacklevel=4)
            for part, piece in zip(self.parts, self.pieces(), strict=True):
                rule: Rule = OnGrid.of(self.grid, part.shape, self.board)
                if restrict.setdefault(piece, rule) != rule:
                    raise FormatError(f"different pieces are called {piece.name}: rename one", part.shape.line)
        return Puzzle(board, copies, reflections=self.lattice.dimension == 2, spare=spare, restrict=restrict)

    def pieces(self) -> list[Polyform]:
        converted: dict[int, Polyform] = {}  # a file may use one large shape thousands of times: convert it once
        for shape in (part.shape for part in self.parts):
            if id(shape) not in converted:
                with naming("", shape.line):
                    cells = cells_of(self.lattice, shape.filled, shape).values()
                    piece = Polyform(cells, shape.name, self.lattice, connected=False)
                    on = self.colours(shape, piece.cells)
                    converted[id(shape)] = self._coloured(piece, on) if on else piece
        return [converted[id(part.shape)] for part in self.parts]

    def colours(self, shape: VoxelShape, cells: Iterable[Cell]) -> dict[Cell, int]:
        """Return the number of the colour of each coloured cell. `cells` holds the cells of the shape in order."""
        cell_of = cells_of(self.lattice, shape.filled | shape.optional, shape)
        voxels = zip(sorted(cell_of, key=cell_of.__getitem__), cells, strict=True)
        return {cell: shape.colours[voxel] for voxel, cell in voxels if voxel in shape.colours}

    def palette(self) -> list[list[object]]:
        """Return the red, green and blue of each colour of the file."""
        colours = [colour for some in self.root.all("colors") for colour in some.all("color")][:MAX_COLOUR]
        return [[escape(colour.attributes.get(key, "")) for key in ("red", "green", "blue")] for colour in colours]

    def _coloured(self, piece: Polyform, on: dict[Cell, int]) -> Polyform:
        """Return `piece` in new colours: for each cell, the colours of the board that the cell may cover.

        `on` maps cells of the piece to their own colours. Warn if this makes two different orientations equal.
        """
        texts = {p: "".join([_LETTERS[c] for own, c in self.pairs or () if own == p]) or _NOWHERE for p in on.values()}
        drawn = piece.coloured({cell: _LETTERS[own] for cell, own in on.items()})
        read = piece if self.pairs is None else piece.coloured({cell: texts[own] for cell, own in on.items()})
        ways, own = (colourings(one, self.lattice.dimension == 2) for one in (read, drawn))
        if any(len(ways[cells]) < len(some) for cells, some in own.items()):
            reason = "fit on the same cells in two ways, which BurrTools counts as two and pentomino as one"
            warnings.warn(f"the colours of {piece.name} {reason}", stacklevel=6)
        return read

    def together(self) -> list[list[str]]:
        """Return groups of pieces that may stay together when a solution is taken apart, as lists of names."""
        groups: dict[object, set[int]] = {}
        keys = {}
        for part, piece in zip(self.parts, self.pieces(), strict=True):
            keys[piece.name, part.group] = piece.name, coloured_key(piece, self.lattice.dimension == 2)
            for key in keys[piece.name, part.group]:  # copies may have several names
                groups.setdefault(key, set()).add(part.group)
        kept = {pair for pair, some in keys.items() if pair[1] >= 0 and all(groups[key] == {pair[1]} for key in some)}
        if lost := sorted({name for name, group in keys.keys() - kept if group}):
            reason = "copies of one piece, or pieces with the same name, are not all in one group"
            warnings.warn(f"the groups of {joined(lost)} are ignored: {reason}", stacklevel=4)
        every = sorted({group for _, group in kept if group > 0})
        return [sorted(name for name, group in kept if group == number) for number in every]


def _problem(file: File, puzzle: Puzzle | None = None) -> _Problem:
    """Return the problem that the name of `file` selects. If given, `puzzle` determines the lattice."""
    root = parsed(unpacked(file.data))
    if root.tag != "puzzle":
        raise FormatError(f"the root must be <puzzle>, got {quoted(root.tag)}", root.line)
    _check_names(root)
    voxels = list(root.first("shapes").all("voxel"))
    root.first("problems").first("problem")
    problems = list(root.first("problems").all("problem"))
    kind = root.first("gridType").number("type", 0, 4, 0)
    problem = problems[chosen_part(file, [element.name for element in problems], "problem")]
    entries = list(problem.first("shapes").all("shape"))
    drawn = 0
    # Read only the shapes that the problem uses, and each shape only once.
    shapes: dict[int, VoxelShape] = {}
    used = []
    taken = {voxel.name for voxel in voxels}
    if (result := problem.first("result")).attributes.get("id") == _NO_RESULT:
        raise FormatError("the problem has no result: in BurrTools, choose the shape to build", result.line)
    if not voxels:
        raise FormatError("a file must have at least one shape", root.first("shapes").line)
    for user in [result, *entries]:
        number = user.number("id", 0, len(voxels) - 1)
        if number not in shapes:
            shape, name = shape_of(voxels[number]), f"S{number + 1}"  # BurrTools calls unnamed shapes S1, S2 ...
            while name in taken:
                name += "'"
            shapes[number] = shape._replace(name=shape.name or name)
            drawn += len(shapes[number].filled)
            check_pieces(len(entries), drawn, problem.line)
        used.append(shapes[number])
    board = used.pop(0)
    parts = [_part(entry, shape) for entry, shape in zip(entries, used, strict=True)]
    lattice = lattice_of(kind, shapes.values())
    if puzzle and puzzle.board.lattice == CUBIC and lattice == SQUARE:
        lattice = CUBIC  # each shape is one layer of cubes
    elif puzzle:
        puzzle.board.lattice._check_same(lattice, "the problem")
    most = problem.number("maxHoles", 0, (1 << 32) - 1, MAX_BOX + 1)
    elements = [solution for solutions in problem.all("solutions") for solution in solutions.all("solution")]
    pairs = None
    if board.colours and any(part.shape.colours for part in parts):
        last = MAX_COLOUR - 1  # files number colours from 0
        bitmap = problem.first("bitmap").all("pair")
        pairs = frozenset((1 + pair.number("piece", 0, last), 1 + pair.number("result", 0, last)) for pair in bitmap)
    return _Problem(kind, lattice, board, parts, pairs, None if most > MAX_BOX else most, elements, problem, root)


def _check_names(root: XmlElement) -> None:
    elements = [root]
    for element in elements:
        for name in {element.tag, *element.attributes} - _NAMES:
            if hint := did_you_mean(name, _NAMES, near=0.8):
                raise FormatError(f"unknown name {quoted(name)}: {hint}", element.line)
        elements += element.children


def part_names(file: File) -> list[str]:
    """Return the names of the problems in a file. A name may be empty."""
    return [problem.name for problem in parsed(unpacked(file.data)).first("problems").all("problem")]


def _part(entry: XmlElement, shape: VoxelShape) -> _ProblemPiece:
    if shape.optional:
        raise FormatError("a piece cannot have cells that may stay empty ('+'); only the result can", shape.line)
    if "min" in entry.attributes and "count" not in entry.attributes:
        least = entry.number("min", 0, _MAX_COPIES)
        most = entry.number("max", least, _MAX_COPIES)
    else:
        least = most = entry.number("count", 0, _MAX_COPIES, 1)
    numbered = [(element.number("group", 0, _MAX_COPIES, 0), element) for element in (entry, *entry.all("group"))]
    groups = {group: element.number("count", 0, _MAX_COPIES, most) for group, element in numbered if group}
    is_whole = len(groups) == 1 and min(groups.values()) >= most
    return _ProblemPiece(shape, least, most, next(iter(groups)) if is_whole else -bool(groups and most))


def holds_solutions(file: File) -> bool:
    """Return whether a file has solutions that can be read. Return False for a broken file."""
    try:
        text = unpacked(file.data)
        grid = GRIDS.get(parsed(text).first("gridType").number("type", 0, 4, 0)) if b"<assembly" in text else None
        if grid is None:
            return b"<assembly" in text
    except FormatError:
        return False
    warnings.warn(f"{file.name}: solutions on the grid of {grid} cannot be read, and are left out", stacklevel=3)
    return False


def read_puzzle(source: Source) -> Puzzle:
    """Return the puzzle of a problem. Warns if pictures of the puzzle show cubes instead of cells of its grid."""
    with reading(source) as file:
        return _problem(file).puzzle()


def read_together(source: Source) -> list[list[str]]:
    """Return the groups of pieces in a problem. Warns about groups that contain only some copies of a piece."""
    with reading(source) as file:
        return _problem(file).together()


def read_notes(source: Source) -> tuple[_Problem, list[str]]:
    """Return a problem, and a list of other contents of its file that no format keeps, such as comments."""
    with reading(source) as file:
        problem = _problem(file)
        within = [problem.root.first("problems")]
        for element in within:
            within += element.children
        used = {element.attributes.get("id") for element in within}
        voxels = list(problem.root.first("shapes").all("voxel"))
        each = zip(problem.pieces(), problem.parts, strict=True)
        drawn = {(piece, *problem.colours(part.shape, piece.cells).items()) for piece, part in each}
        lost = {
            "the comment": any(element.text.strip() for element in problem.root.all("comment")),
            "weights": any(element.attributes.get("weight", "1") != "1" for element in voxels),
            "shapes that no problem uses": any(str(number) not in used for number in range(len(voxels))),
            "different colours of copies of a piece": len(drawn) > len({piece for piece, *_ in drawn}),
            MOVES: any(any(element.all("separation")) for element in problem.found),
        }
        return problem, [note for note in lost if lost[note]]


def read_solutions(source: Source, puzzle: Puzzle | None = None) -> Iterator[Solution]:
    """Yield the solutions of a problem."""
    with reading(source) as file:
        problem = _problem(file, puzzle)
        if problem.grid in GRIDS and problem.found:
            raise FormatError(f"solutions on the grid of {GRIDS[problem.grid]} cannot be read", problem.found[0].line)
        for solution, _ in _assemblies(problem, puzzle or problem.puzzle(), problem.found):
            yield solution


def read_disassemblies(source: Source, puzzle: Puzzle | None = None) -> Iterator[Disassembly]:
    """Yield the disassemblies of the solutions of a problem. The problem must be of cubes."""
    with reading(source) as file:
        problem = _problem(file, puzzle)
        if problem.lattice != CUBIC or problem.grid in GRIDS:
            raise FormatError("only disassemblies of solids can be read")
        elements = [element for element in problem.found if any(element.all("separation"))]
        for element, assembly in zip(elements, _assemblies(problem, puzzle or problem.puzzle(), elements), strict=True):
            with naming("", element.line):
                yield read_disassembly(element.first("separation"), *assembly)


def _assemblies(
    problem: _Problem, puzzle: Puzzle, elements: list[XmlElement]
) -> Iterator[tuple[Solution, dict[int, int]]]:
    """Yield the solution in each element of `elements`, and a mapping from copies of pieces to placements.

    The keys are the numbers, from 0, of the copies that are used. The values are indices of placements in the solution.
    """
    if not elements:
        return  # without solutions, `pieces` would warn needlessly about colours
    entries = map(puzzle._piece_set.entries, range(len(puzzle.pieces)))
    number_of = {piece: number for number, some in enumerate(entries) for piece in some}
    pieces = problem.pieces()  # the puzzle that was written may have pieces without names
    named = [number_of.get(piece, number_of.get(piece.renamed(""), piece.name)) for piece in pieces]
    ends = list(accumulate(part.most for part in problem.parts))  # a list of all copies could take gigabytes
    decoder, corner = Decoder(puzzle), _corner(problem, puzzle)
    for element in elements:
        with naming("", element.line):
            areas = _areas(problem, element, corner)
            solution = decoder.solution(areas.values(), [named[bisect(ends, number)] for number in areas])
            indices = {placement.cells: index for index, placement in enumerate(solution.placements)}
            yield solution, {number: indices[decoder.placement(area).cells] for number, area in areas.items()}


def _areas(problem: _Problem, element: XmlElement, corner: Cell) -> dict[int, Cells]:
    """Return the cells of each copy of a piece in an assembly. Keys are the numbers of copies, from 0.

    The coordinates of cells are relative to `corner`, a cell of the board in the file.
    """
    words = iter(element.first("assembly").text.split())
    board, lattice, rotations = problem.board, problem.lattice, rotations_of(problem.lattice)
    axis, left_over = board.axis or 0, len(board.filled | board.optional)
    layer = next(iter(board.filled | board.optional))[axis]
    areas: dict[int, Cells] = {}
    number = -1
    for part in problem.parts:
        for _ in range(part.most):
            first = next(words, "")
            number += 1
            if first == "x":
                continue
            x, y, z, rotation = _place([first, *islice(words, 3)], len(rotations))
            left_over -= len(part.shape.filled)
            if left_over < 0:
                raise FormatError("the assembly covers more cells than the board has")
            hotspot, *turned = map(rotations[rotation], [part.shape.hotspot, *part.shape.filled])
            x, y, z = map(sub, (x, y, z), hotspot)
            voxels = {(right + x, down + y, up + z) for right, down, up in turned}
            if lattice.dimension == 2 and any(voxel[axis] != layer for voxel in voxels):
                raise FormatError("a piece of the assembly leaves the layer of the board")
            areas[number] = frozenset(shift(cells_of(lattice, voxels, board).values(), *(-n for n in corner)))
    if next(words, None) is not None:
        raise FormatError("the assembly has more placements than there are copies of pieces")
    return areas


def _place(words: list[str], rotations: int) -> tuple[int, int, int, int]:
    numbers = [int(word) for word in words if re.fullmatch(r"-?[0-9]{1,7}", word)]
    if len(numbers) < 4 or not 0 <= numbers[3] < rotations:
        text = quoted(" ".join(words))
        raise FormatError(f"a placement must be x y z and a rotation from 0 to {rotations - 1}, got {text}")
    return numbers[0], numbers[1], numbers[2], numbers[3]


def _corner(problem: _Problem, puzzle: Puzzle) -> Cell:
    """Return the cell of the file that corresponds to the corner of the board of `puzzle`."""
    lattice, board = problem.lattice, problem.board
    start, sizes = box_of(lattice, puzzle.board.cells)
    if puzzle.placed and sizes == board.sizes:
        (first,) = voxels_of(lattice, puzzle.board.bounds[:1], start)
        return cells_of(lattice, [first], board)[first]  # `write_puzzle` cuts given pieces out of the board
    return lattice.bounds(cells_of(lattice, board.filled | board.optional, board).values())[0]


# ------------------------------------------------------------------------------------------------------ writing


def _groups(puzzle: Puzzle, together: Together) -> dict[int, int]:
    """Return the number of the group, from 1, for each piece that is in a group of `together`.

    The keys are indices of pieces in `_parts(puzzle)`.
    """
    sets = list(map(set, together))
    groups = {}
    for part, (_, (piece, _, _)) in enumerate(_parts(puzzle)):
        having = [number for number, some in enumerate(sets, 1) if piece.name in some]
        if having[1:]:
            warnings.warn(
                f"{piece.name} is in several groups, but BurrTools allows only one: all are left out", stacklevel=4
            )
            return {}
        if having:
            groups[part] = having[0]
    return groups


def write_solutions(
    solutions: Iterable[Solution | Disassembly], puzzle: Puzzle, together: Together = (), like: _Problem | None = None
) -> bytes:
    """Return a compressed file of BurrTools with a puzzle and its solutions or disassemblies.

    Given pieces are cut out of the board. If `like` is the problem of the puzzle, the file gets its colours and names.
    Raises `FormatError` for disassemblies with given pieces.
    """
    _check(puzzle)
    parts, below = _parts(puzzle), dict(puzzle.board.colours)
    places = [_places(piece) for _, (piece, _, _) in parts]
    part_of = {(owner, piece.name): part for part, (owner, (piece, _, _)) in enumerate(parts)}
    lattice, lines = puzzle.board.lattice, []
    corner_of_board, _ = box_of(lattice, puzzle.board.cells)
    groups = _groups(puzzle, together)
    first = list(accumulate([0, *[most for _, (_, _, most) in parts]]))
    for number, item in enumerate(solutions):
        if lattice == BALLS:
            raise FormatError("a .xmpuzzle file cannot hold solutions on the balls lattice; a .json file can")
        solution = item.solution if isinstance(item, Disassembly) else item
        indices = {placement: n for n, placement in enumerate(solution.placements)}
        copies: list[list[str]] = [[] for _ in parts]
        starts: dict[int, tuple[int, Voxel]] = {}
        owners: dict[int, int] = {}
        for piece, placement in added(puzzle, solution):
            name = (placement if puzzle.names[piece] else puzzle.pieces[piece]).piece.name
            owner = part_of[piece, name]
            voxels = voxels_of(lattice, placement.cells, corner_of_board)
            key, corner = _normal(lattice, voxels)
            colours = [below.get(cell, "") for _, cell in sorted(zip(voxels, placement.cells, strict=True))]
            rotation, start = next(
                (rotation, start)
                for texts, rotation, start in places[owner][key]
                if all(not text or on in text for text, on in zip(texts, colours, strict=True))
            )
            x, y, z = map(sub, corner, start)
            owners[indices[placement]] = owner
            starts[indices[placement]] = first[owner] + len(copies[owner]), (x, y, z)
            copies[owner].append(f"{x} {y} {z} {rotation}")
        for places_of_part, (_, (_, _, most)) in zip(copies, parts, strict=True):
            places_of_part += ["x"] * (most - len(places_of_part))
        text = f"<assembly>{' '.join(place for places_of_part in copies for place in places_of_part)}</assembly>"
        if isinstance(item, Disassembly):
            if len(starts) < len(indices):
                raise FormatError("given pieces are cut out of the board, so they cannot be taken apart")
            text += written_disassembly(item, starts)
            for kept in left_together(item):
                owners_kept, new = {owners[number] for number in kept}, max(groups.values(), default=0) + 1
                groups.update(dict.fromkeys(owners_kept, next((groups[n] for n in owners_kept if n in groups), new)))
        lines.append(f' <solution asmNum="{number}">{text}</solution>')
    return _file(puzzle, lines, groups, like if like and like.puzzle() == puzzle else None)


write_puzzle = partial(write_solutions, ())


def _places(piece: Polyform) -> dict[tuple[Voxel, ...], list[tuple[list[str], int, Voxel]]]:
    """Return all ways to place a piece. The keys are the voxels of its orientations, moved to the origin.

    A way is a triple: the colours of the voxels, the number of a rotation, and the position of the corner of the voxels
    relative to the hotspot.
    """
    voxels = voxels_of(piece.lattice, piece.cells, box_of(piece.lattice, piece.cells)[0])
    places: dict[tuple[Voxel, ...], list[tuple[list[str], int, Voxel]]] = {}
    for number, rotation in enumerate(rotations_of(piece.lattice)):
        hotspot, *turned = map(rotation, [(0, 0, 0), *voxels])
        key, (x, y, z) = _normal(piece.lattice, turned)
        colours = [text for _, text in sorted(zip(turned, piece.colours or [""] * piece.size, strict=True))]
        start = x - hotspot[0], y - hotspot[1], z - hotspot[2]
        places.setdefault(key, []).append((colours, number, start))
    return places


def _normal(lattice: Lattice, voxels: Collection[Voxel]) -> tuple[tuple[Voxel, ...], Voxel]:
    x, y, z = corner_of(lattice, voxels)
    return tuple(sorted([(right - x, down - y, up - z) for right, down, up in voxels])), (x, y, z)


def _parts(puzzle: Puzzle) -> list[tuple[int, Demand]]:
    # pairs (index of a piece, entry), with an entry for each name that copies of the piece have
    entries = []
    for number, (demand, names) in enumerate(zip(puzzle._demand, puzzle.names, strict=True)):
        for given in puzzle.placed if names else ():
            names = without(names, given.piece.name) if puzzle._owner(given) == number else names
        by_name: dict[str, Demand] = {}
        for piece, least, most in names or (puzzle.copies_left[number],):
            first, low, high = by_name.get(piece.name, (piece, 0, 0))
            bound = demand.most if most is None or most > _MAX_COPIES else most
            by_name[piece.name] = Demand(first, low + least, high + bound)
        entries += [(number, entry) for entry in by_name.values()]
    return entries


def _colour_numbers(puzzle: Puzzle) -> dict[str, int]:
    """Assign a number, from 1, to each colour of the board and each set of colours that pieces may cover."""
    texts = {text for count in puzzle.pieces for text in count.piece.colours} - {""}
    texts.update([colour for _, colour in puzzle.board.colours], *texts)
    letters = {text: _LETTERS.index(text) for text in texts if len(text) == 1 and text in _LETTERS[1:]}
    free = [number for number in range(1, len(_LETTERS)) if number not in letters.values()]
    others = sorted(texts - letters.keys(), key=lambda text: (len(text), text))
    if len(others) > len(free):
        raise FormatError(f"BurrTools allows at most {len(_LETTERS) - 1} colours and sets of colours, got {len(texts)}")
    return letters | dict(zip(others, free, strict=False))


def _file(puzzle: Puzzle, solutions: list[str], groups: Mapping[int, int], like: _Problem | None) -> bytes:
    shapes = parts = ""
    entries = _parts(puzzle)
    if like:
        shapes_of = reversed([*zip(like.pieces(), like.parts, strict=True)])
        drawn = {piece: like.colours(part.shape, piece.cells) for piece, part in shapes_of}
        below = like.colours(like.board, sorted(puzzle.board.cells))
        pairs = set(like.pairs or ())
    else:
        number = _colour_numbers(puzzle)
        pieces = {piece: zip(piece.cells, piece.colours, strict=False) for _, (piece, _, _) in entries}
        drawn = {piece: {cell: number[text] for cell, text in on if text} for piece, on in pieces.items()}
        below = {cell: number[text] for cell, text in puzzle.board.colours}
        texts = {text for piece in pieces for text in piece.colours}
        pairs = {(number[text], number[on]) for text in texts for on in text if on != _NOWHERE}
    for part, (owner, (piece, least, most)) in enumerate(entries):
        if not (solutions or puzzle.names[owner]):
            most += least == most != puzzle.copies_left[owner].most  # keep a range, even if no more copies have room
        marks = {cell: f"#{drawn[piece].get(cell, '')}" for cell in piece.cells}
        shapes += _voxel(piece.lattice, piece.cells, marks, piece.name)
        copies = f'count="{least}"' if least == most else f'min="{least}" max="{most}"'
        group = f' group="{groups[part]}"' if part in groups else ""
        parts += f'    <shape id="{part}" {copies}{group}/>\n'
    optional = puzzle.optional_cells
    marks = {cell: f"{'+' if cell in optional else '#'}{below.get(cell, '')}" for cell in puzzle.uncovered_cells}
    shapes += _voxel(puzzle.board.lattice, puzzle.board.cells, marks, like.board.name if like else "board")
    holes = "" if puzzle.spare is None else f' maxHoles="{puzzle.spare}"'
    last = max(chain(*(on.values() for on in (below, *drawn.values())), *pairs), default=0)
    palette = like.palette() if like else []
    palette += [[4 * n, 128, 252 - 4 * n] for n in range(len(palette), last)]
    swatches = "".join([f'<color red="{red}" green="{green}" blue="{blue}"/>' for red, green, blue in palette])
    bitmap = "".join([f'<pair piece="{piece - 1}" result="{on - 1}"/>' for piece, on in sorted(pairs)])
    state, solutions_xml = 'state="0"', ""
    if solutions:
        state = f'state="2" assemblies="{len(solutions)}" solutions="{len(solutions)}" time="0"'
        solutions_xml = "\n   ".join(["", "<solutions>", *solutions, "</solutions>"])
    document = f"""<?xml version="1.0"?>
<puzzle version="2">
 <gridType type="{_GRIDS[puzzle.board.lattice]}"/>
 {_element("colors", swatches)}
 <shapes>
{shapes} </shapes>
 <problems>
  <problem{_label(like.element.name if like else "")} {state}{holes}>
   <shapes>
{parts}   </shapes>
   <result id="{len(entries)}"/>
   {_element("bitmap", bitmap)}{solutions_xml}
  </problem>
 </problems>
 <comment/>
</puzzle>
"""
    return gzip.compress(document.encode(), mtime=0)


def _voxel(lattice: Lattice, cells: Collection[Cell], marks: Mapping[Cell, str], name: str) -> str:
    corner, (x, y, z) = box_of(lattice, cells)
    mark_at = dict(zip(voxels_of(lattice, marks, corner), marks.values(), strict=True))
    states = "".join([mark_at.get((i, j, k), "_") for k in range(z) for j in range(y) for i in range(x)])
    return f'  <voxel x="{x}" y="{y}" z="{z}"{_label(check_name(name))} type="0">{states}</voxel>\n'


def _label(name: str) -> str:
    text = escape(name, quote=False).replace('"', "&quot;")  # xml.sax.saxutils loads urllib, http and ssl
    return f' name="{text}"' if name else ""


def _element(tag: str, inner: str) -> str:
    return f"<{tag}>{inner}</{tag}>" if inner else f"<{tag}/>"


def _check(puzzle: Puzzle) -> None:
    FORMAT.lost(puzzle)
    if (lattice := puzzle.board.lattice) not in _GRIDS:
        raise FormatError(f"BurrTools has squares, cubes, triangles and balls, but not the {lattice.name} lattice")
    if any(piece.colours for piece, _, _ in puzzle.pieces) != bool(puzzle.board.colours):
        raise FormatError("a .xmpuzzle file must have colours on both the pieces and the board, or on neither")
    twins = [(piece, piece.mirrored()) for piece, _, _ in puzzle.pieces]
    chiral = next((one for one, other in twins if coloured_key(one, False) != coloured_key(other, False)), None)
    is_flat = lattice.dimension == 2
    if puzzle.reflections != is_flat and chiral is not None:
        name = chiral.name or "a piece"
        how = f"it cannot keep {name} from being reflected" if is_flat else f"it cannot reflect {name}"
        raise FormatError(f"BurrTools rotates pieces in space: {how}")
    if not puzzle.uncovered_cells:
        raise FormatError("the puzzle has no free cell: there is nothing to build")
    if sum(most for _, (_, _, most) in _parts(puzzle)) > _MAX_COPIES:
        raise FormatError(f"BurrTools accepts at most {_MAX_COPIES} copies of pieces")
    check_box(*box_of(lattice, puzzle.board.cells)[1])


FORMAT = Format(
    ".xmpuzzle",
    "BurrTools",
    read_puzzle,
    write_puzzle,
    read_solutions,
    write_solutions,
    holds_solutions,
    part_names=part_names,
    drops=(*HARMLESS, "different pieces of equal shape", "restrictions", "that pieces may not be rotated"),
    read_disassemblies=read_disassemblies,
    read_together=read_together,
    read_notes=read_notes,
)
