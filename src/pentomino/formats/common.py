"""What the formats share: sources, bounds, errors that name the file and the place, and areas made into solutions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from io import StringIO
from math import prod
from pathlib import Path
from typing import NamedTuple, TypeAlias

from ..base.hints import did_you_mean, files_beside
from ..board import MAX_CELLS, Board
from ..errors import PentominoError, PictureError
from ..lattices.lattice import SQUARE, Cell, Cells, Lattice, shift
from ..picture import show
from ..pieces.polyform import Polyform, free, one_sided
from ..placement import Placement
from ..puzzle import Puzzle
from ..solutions.solution import Solution

__all__ = [
    "MAX_BOX",
    "MAX_BYTES",
    "MAX_DRAWN",
    "MAX_PIECES",
    "MAX_PLACEMENTS",
    "Decoder",
    "File",
    "FormatError",
    "Source",
    "added",
    "check_box",
    "check_name",
    "check_pieces",
    "check_squares",
    "check_told",
    "checked",
    "marked",
    "naming",
    "numbered",
    "opened",
    "piece_on",
    "placements",
    "plain",
    "puzzle_of",
    "quoted",
    "reading",
    "text_of",
    "within",
]

MAX_BYTES = 1 << 26
"""The largest file that is read, in bytes, also when it is unpacked."""

MAX_BOX = 1 << 18
"""The largest bounding box of a board in a file, in cells."""

MAX_PIECES = 1 << 14
"""The largest number of entries in a file's list of pieces."""

MAX_DRAWN = 1 << 18
"""The largest number of cells with which all pieces of a file may be drawn."""

MAX_PLACEMENTS = 1 << 20
"""The largest number of placements for which a file has a line, or a variable, each."""

MAX_NAME = 100
_LONGEST = 1000  # characters of a message


class FormatError(PictureError):
    """A file or text is not in its format, or a format cannot hold what is to be written.

    `name` is that of the file, or "text"; `message` is the error without name and place; `line` and `column` count
    from 1, and are 0 if no place is to blame.

    >>> from pentomino import formats
    >>> formats.read_pieces("PIECE big\\n101\\n")
    Traceback (most recent call last):
        ...
    pentomino.formats.common.FormatError: text: line 1: polyomino big: its 2 cells fall into 2 separate parts; all \
must share edges
    """

    def __init__(self, message: str, line: int = 0, column: int = 0, name: str = "") -> None:
        # The package's messages may show a piece without a name as all its cells.
        self.message = message if len(message) <= _LONGEST else message[:_LONGEST] + " ..."
        super().__init__(self.message, line, column)
        self.name = name

    def __str__(self) -> str:
        name = f"{self.name}: " if self.name else ""
        column = f", column {self.column}" if self.column else ""
        return name + (f"line {self.line}{column}: " if self.line else "") + self.message


class File(NamedTuple):
    """What a source holds, under the name by which errors call it."""

    name: str
    data: bytes

    @property
    def text(self) -> str:
        """The data as text, without a byte order mark; raises `FormatError` if they are not UTF-8."""
        try:
            return self.data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = self.data.count(b"\n", 0, error.start) + 1
            raise FormatError("this is not text in UTF-8", line, name=self.name) from None


Source: TypeAlias = Path | str | bytes | File


def opened(source: Source) -> File:
    """The contents of a source: of a file for a `Path`, else of the text, the bytes or the `File` that it is.

    Raises `FormatError` for a file that cannot be read or has more than `MAX_BYTES`.
    """
    if isinstance(source, str):
        # A lone surrogate comes from a program, not from a file.
        source = source.encode("utf-8", "replace")
    if isinstance(source, bytes):
        source = File("text", source)
    file = source if isinstance(source, File) else _read(source)
    if len(file.data) > MAX_BYTES:
        raise FormatError(f"this is larger than {MAX_BYTES} bytes", name=file.name)
    return file


def _read(path: Path) -> File:
    name = str(path) if str(path).isprintable() else repr(str(path))
    try:
        with path.open("rb") as stream:
            return File(name, stream.read(MAX_BYTES + 1))
    except (OSError, ValueError) as error:  # a ValueError for a null character in the name
        hint = did_you_mean(str(path), files_beside(path)) if isinstance(error, FileNotFoundError) else ""
        said = getattr(error, "strerror", None) or str(error)
        raise FormatError(f"{said}; {hint}" if hint else said, name=name) from None


@contextmanager
def naming(name: str, line: int = 0) -> Iterator[None]:
    """Let every error of the package that leaves the block be a `FormatError` with a *name* and, if any, a line."""
    try:
        yield
    except FormatError as error:
        error.name = error.name or name
        error.line = error.line or line
        raise
    except PictureError as error:
        raise FormatError(plain(error), error.line, error.column, name) from None
    except PentominoError as error:
        raise FormatError(str(error), line, name=name) from None


def plain(error: PictureError) -> str:
    """The text of an error without the place, which it begins with if there is one."""
    return str(error).partition(": ")[2] if error.line else str(error)


@contextmanager
def reading(source: Source) -> Iterator[File]:
    """What a source holds, as `opened` gives it; every error of the block names it."""
    file = opened(source)
    with naming(file.name):
        yield file


@contextmanager
def within(part: str) -> Iterator[None]:
    """Let every `FormatError` that leaves the block say, in place of a line, which part of a file it is about."""
    try:
        yield
    except FormatError as error:
        raise FormatError(f"{part}: {error.message}") from None


def quoted(text: str) -> str:
    """A piece of a file as an error message shows it: quoted, short, on one line."""
    return repr(text) if len(text) <= 40 else repr(text[:37]) + "..."


def check_name(name: str) -> str:
    """The name of a piece, known to be fit for one line; raises `FormatError` for another."""
    if len(name) > MAX_NAME:
        raise FormatError(f"the name {quoted(name)} has {len(name)} characters; at most {MAX_NAME} are possible")
    strange = next((mark for mark in name if not mark.isprintable()), None)
    if strange is not None or name != name.strip():
        what = f"holds {show(strange)}" if strange else "begins or ends with a blank"
        raise FormatError(f"the name {quoted(name)} {what}; a name is one line of printable characters")
    return name


def check_box(*sides: int) -> None:
    """Raise `FormatError` for a bounding box of a board that is larger than `MAX_BOX`."""
    if prod(sides) > MAX_BOX:
        box_of = "x".join(map(str, sides))
        raise FormatError(f"the board reaches over {box_of} cells; at most {MAX_BOX} can be written or read")


def numbered(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text with their numbers, one after the other, without a list of millions."""
    for number, line in enumerate(StringIO(text, newline="\n"), 1):
        yield number, line.removesuffix("\n")


def text_of(lines: Iterable[str]) -> bytes:
    """A file of these lines, all in ASCII."""
    return "".join([f"{line}\n" for line in lines]).encode("ascii")


def marked(rows: Iterable[str], mark: str) -> list[Cell]:
    """The cells that have that mark in the rows of a drawing."""
    return [(i, j) for i, row in enumerate(rows) for j, other in enumerate(row) if other == mark]


def check_squares(lattice: Lattice, what: str) -> None:
    """Raise `FormatError` if *what* is written says squares only, and these cells are on another lattice."""
    if lattice != SQUARE:
        raise FormatError(f"{what} squares only, not the {lattice.name} lattice")


def check_pieces(number: int, drawn: int, line: int = 0) -> None:
    """Raise `FormatError` for too many pieces, or too many cells with which they are drawn."""
    if number > MAX_PIECES:
        raise FormatError(f"there are {number} pieces; at most {MAX_PIECES} are possible", line)
    if drawn > MAX_DRAWN:
        raise FormatError(f"the pieces are drawn with more than {MAX_DRAWN} cells", line)


def placements(puzzle: Puzzle) -> Iterator[tuple[int, Placement]]:
    """The placements of a puzzle in its order, each with the number of its piece; not more than `MAX_PLACEMENTS`."""
    made = 0
    for number in range(len(puzzle.pieces)):
        for placement in puzzle.placements_of(number):
            made += 1
            if made > MAX_PLACEMENTS:
                raise FormatError(f"the puzzle has more than {MAX_PLACEMENTS} placements")
            yield number, placement


def added(puzzle: Puzzle, solution: Solution) -> list[tuple[int, Placement]]:
    """The placements that a solution adds to the given ones of a puzzle, each with the number of its piece."""
    given = {placement.cells for placement in puzzle.placed}
    free = [placement for placement in solution.placements if placement.cells not in given]
    return [(puzzle.owner(placement), placement) for placement in free]


def piece_on(puzzle: Puzzle, cells: tuple[Cell, ...], said: str | int = "") -> int | None:
    """The number of the piece that lies on these cells; None if no piece has their shape.

    The name or the number that is *said* counts if several may lie there, as on wrapped boards.
    """
    named = (piece for n, (piece, _, _) in enumerate(puzzle.pieces) if said in (n, piece.name))
    return puzzle.piece_set.of_cells(cells, next(named, None))


def check_told(solution: Solution, named: bool) -> None:
    """Raise `FormatError` if it is not clear from cells, or from these and names if *named*, which piece lies there."""
    puzzle = solution.puzzle
    for cells, piece in ((placement.cells, placement.piece) for placement in solution.placements):
        if piece_on(puzzle, cells, piece.name if named else "") != puzzle.piece_set.number(cells, piece):
            told = "have the same name" if named else "are told by their cells only"
            raise FormatError(f"several pieces may lie on the {len(cells)} cells at {cells[0]}, and {told} here")


class Decoder:
    """Makes solutions of areas, with cells counted from the least coordinates of the board.

    Without a puzzle, it is the one that the first solution says: its cells, of that *lattice*, and its pieces, used as
    often as there.
    """

    def __init__(self, puzzle: Puzzle | None = None, lattice: Lattice = SQUARE) -> None:
        self.puzzle = puzzle
        self.lattice = lattice

    def solution(self, areas: Iterable[Cells], said: Iterable[str | int] = ()) -> Solution:
        """The solution in which the pieces lie on *areas*; given pieces may be missing among these.

        The names, or numbers, that are *said* tell pieces that may lie on the same cells, and are the names of the
        pieces of a puzzle that is not known yet. Raises `FormatError` for areas that are not pieces of the set, and for
        what is no solution.
        """
        areas = list(areas)
        called = list(said) or [""] * len(areas)
        if self.puzzle is None:
            self.puzzle = puzzle_of(areas, list(map(str, called)), self.lattice)
        return checked(self.puzzle, list(map(self.placement, areas, called)))

    def placement(self, area: Cells, said: str | int = "") -> Placement:
        """The placement of the puzzle's piece on that area, see `piece_on`; raises `FormatError` if there is none."""
        assert self.puzzle is not None
        low, _ = self.puzzle.board.bounds
        cells = tuple(sorted(self.puzzle.board.lattice.home(shift(area, *low))))
        known = piece_on(self.puzzle, cells, said)
        if known is None:
            which = f"the {len(cells)} cells at {cells[0]} are"
            raise FormatError(f"{which} not a piece of the set; the set is {self.puzzle.piece_set}")
        return self.puzzle.placement(self.puzzle.pieces[known].piece, cells)


def checked(puzzle: Puzzle, placements: list[Placement]) -> Solution:
    """The solution of these placements, and of the given ones that are not among them, known to be one."""
    covered = {cell for placement in placements for cell in placement.cells}
    missing = [given for given in puzzle.placed if covered.isdisjoint(given.cells)]
    solution = Solution(puzzle, [*placements, *missing])
    if not solution.is_valid():
        raise FormatError("this is no solution of the puzzle: " + _why(solution))
    return solution


def _why(solution: Solution) -> str:
    """What is wrong with a tiling, as far as its cells tell."""
    covered = Counter(cell for placement in solution.placements for cell in placement.cells)
    board = solution.puzzle.board
    if outside := covered.keys() - board.cells:
        return f"cell {min(outside)} is not on the board"
    if missing := board.cells - board.optional - covered.keys():
        return f"cell {min(missing)} is not covered"
    if twice := [cell for cell, times in covered.items() if times > 1]:
        return f"cell {min(twice)} is covered twice"
    return "copies, given pieces or restrictions are not kept"


@naming("")
def puzzle_of(areas: Collection[Cells], names: list[str], lattice: Lattice) -> Puzzle:
    """The puzzle that the tiling solves: the covered cells, and the pieces as often as they are used."""
    cells = [cell for area in areas for cell in area]
    if not cells:
        raise FormatError("there are no pieces")
    if len(cells) > MAX_CELLS:
        raise FormatError(f"{len(cells)} cells are covered; at most {MAX_CELLS} are possible")
    check_box(*lattice.bounds(cells)[1])
    turn_over = lattice.dimension < 3
    pieces: dict[Polyform, Polyform] = {}
    copies = Counter[Polyform]()
    for area, name in zip(areas, names, strict=True):
        shape = Polyform(area, name, lattice)
        key = shape.canonical(turn_over)
        if key not in pieces:
            pieces[key] = shape if shape.name else _named(shape, turn_over)
        copies[pieces[key]] += 1
    if len(set(cells)) < len(cells):
        raise FormatError("pieces overlap")
    board = Board(shift(cells, *[-n for n in lattice.corner(cells)]), lattice)
    return Puzzle(board, copies, reflections=turn_over)


def _named(shape: Polyform, turn_over: bool) -> Polyform:
    """The named piece of that shape, or the shape itself if it is too large to look up."""
    if shape.size > shape.lattice.most * 2 // 3:  # larger ones take seconds to look up
        return shape
    key = shape.canonical(turn_over)
    every = (free if turn_over else one_sided)(shape.size, shape.lattice)
    return next(piece for piece in every if piece.canonical(turn_over) == key)
