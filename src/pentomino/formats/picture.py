"""Pictures in text: boards with their given pieces, and solutions in letters or outlines.

A `.txt` file has one board, or solutions with blank lines between them, as the command line prints them. A `.try` file
of ahuggel/pentomino is a half-filled board: `.` or 0 is a free cell, a letter a piece already placed, `#`, which the
original does not have, a blocked cell. Neither says what the pieces are. A letter need not be the name of its piece.

The picture of a board on another lattice than squares has the name of the lattice as its first line.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from ..board import MAX_CELLS, Board
from ..errors import PictureError
from ..lattices.lattice import SQUARE, Cell, Cells, Lattice, shift
from ..picture import MAY_BE_EMPTY, read_picture, show
from ..pieces.polyform import Polyform
from ..pieces.sets import PiecesLike, as_pieces, fault_of_size, may_turn_over
from ..placement import Placement
from ..puzzle import Puzzle
from ..solutions.register import symbols_for
from ..solutions.solution import Solution
from .common import (
    Decoder,
    File,
    Format,
    FormatError,
    Source,
    check_box,
    check_squares,
    marked,
    naming,
    numbered,
    plain,
    reading,
    text_of,
)

__all__ = [
    "FORMAT",
    "HALF_FILLED",
    "Attempt",
    "check_covered",
    "check_length",
    "from_corner",
    "lettered",
    "read_attempt",
]

_MOST = 1 << 20  # characters of one picture: an outline has about nine for a cell
_WANTED = "a solution is drawn with a letter or a digit for each cell, '#' for a blocked one, '+' for an empty one"
_WALL = "-"  # in the first line of an outline, and in no picture in letters

# --------------------------------------------------------------------------------------------------------- boards


def read_puzzle(source: Source, pieces: PiecesLike = "pentominoes") -> Puzzle:
    """Read the puzzle to tile the board of a picture with `pieces`; its letters are given pieces."""
    with reading(source) as file:
        return Puzzle(read_board(file.text), pieces)


def read_board(text: str) -> Board:
    """Return the board in a picture; its `given` are the areas of the letters."""
    check_length(text)
    check_covered(len(text) - sum(map(text.count, "# \t\r\n")))
    board = Board.parse(text)
    check_box(*board.sides)
    return board


def check_length(text: str) -> None:
    """Raise `FormatError` if a text is too long to be one picture."""
    if len(text) > _MOST:
        raise FormatError(f"this picture has {len(text)} characters; at most {_MOST} are possible")


def check_covered(cells: int) -> None:
    """Raise `FormatError` if there are more cells than a board can have. Call this before making them."""
    if cells > MAX_CELLS:
        raise FormatError(f"the picture shows {cells} cells; at most {MAX_CELLS} are possible")


def write_puzzle(puzzle: Puzzle) -> bytes:
    """Draw the board with the given pieces as letters; the picture says nothing else of the puzzle.

    Raises `FormatError` for a wrapped board, and for a board without free cells, whose picture would be read as a
    solution.
    """
    check_box(*puzzle.board.sides)
    if not puzzle.free:
        raise FormatError("the puzzle has no free cell: its picture would be that of a solution")
    return text_of([drawn(puzzle)])


def drawn(puzzle: Puzzle) -> str:
    """Draw the board with the given pieces as letters; pieces that touch have different ones.

    The name of the lattice comes first, unless that is squares. Raises `FormatError` for a wrapped board.
    """
    lattice = puzzle.board.lattice
    if lattice.periods:
        raise FormatError("a picture does not say how a board comes round; a .json file does")
    if puzzle.board.colours:
        raise FormatError("a picture cannot state the colours of a board; .json can")
    symbols = symbols_for(puzzle, puzzle.placed)
    if any(not symbol.isalpha() for symbol in symbols):
        raise FormatError(f"the puzzle has {len(symbols)} given pieces, more than there are letters")
    areas = tuple((symbol, frozenset(p.cells)) for symbol, p in zip(symbols, puzzle.placed, strict=True))
    board = Board._make(cells=puzzle.board.cells, given=areas, lattice=lattice, optional=puzzle.board.optional)
    return str(board) if lattice == SQUARE else f"{lattice.name}\n{board}"


# ----------------------------------------------------------------------------------------------- half-filled boards


class Attempt(NamedTuple):
    """A half-filled board: all its cells, and the pieces on it, in the order of their first cells.

    >>> read_attempt("II..\\n....", "I2*4").board.area
    8
    """

    board: Board
    placed: tuple[Placement, ...]


def read_attempt(source: Source, pieces: PiecesLike = "pentominoes", *, reflections: bool | None = None) -> Attempt:
    """Read a half-filled board, and find each of its areas among `pieces`.

    Pieces may be turned over if `reflections` is true; by default unless the set has mirror twins. Raises
    `FormatError`, with line and column on squares, for an area that is no piece of the set, such as a piece half drawn,
    and for a piece that lies there more often than the set has it; `PuzzleError` for pieces that make no sense.

    >>> attempt = read_attempt("VV...\\nV....\\n.....", "V3*5")
    >>> attempt.placed
    (Placement('V3', [(0, 0), (0, 1), (1, 0)]),)
    """
    with reading(source) as file:
        board = read_board(file.text.replace("0", "."))
        top, left = _corner(file.text)
    stock = _Stock(pieces, reflections, board.lattice)  # an error in the pieces must not name the file
    with naming(file.name):
        placed = []
        for letter, area in sorted(board.given, key=lambda given: min(given[1])):
            try:
                placed.append(stock.placed(letter, area))
            except FormatError as error:
                if board.lattice != SQUARE:  # rows of other lattices are not lines of the file
                    raise
                row, column = min(area)
                raise FormatError(error.message, top + row, left + column) from None
        return Attempt(Board(board.cells, board.lattice, optional=board.optional), tuple(placed))


def _corner(text: str) -> Cell:
    """Return the line and the column at which the picture of a board begins, counted from 1."""
    lines = [line.rstrip("\r\x1a \t") for line in text.split("\n")]
    top = next(number for number, line in enumerate(lines, 1) if line)
    return top, 1 + min(len(line) - len(line.lstrip(" \t")) for line in lines if line)


class _Stock:
    """The pieces of a set by shape, and the copies left of each."""

    def __init__(self, pieces: PiecesLike, reflections: bool | None, lattice: Lattice) -> None:
        self.lattice = lattice
        self.counts = as_pieces(pieces, lattice)
        self.pieces: dict[tuple[Cell, ...], Polyform] = {}
        self.left: dict[Polyform, float] = {}
        turn_over = may_turn_over(self.counts, reflections)
        for piece, _, most in self.counts:
            # Entries of one shape are one piece; their copies add up.
            first = self.pieces.setdefault(piece.cells, piece)
            for turned in piece.orientations(turn_over):
                self.pieces[turned.cells] = first
            self.left[first] = self.left.get(first, 0) + (math.inf if most is None else most)

    def placed(self, letter: str, area: Cells) -> Placement:
        """Take a copy of the piece with the shape of `area`, and return its placement."""
        cells = tuple(sorted(area))
        piece = self.pieces.get(self.lattice.normalise(cells))
        if piece is None:
            raise FormatError(self._unknown(letter, len(cells)))
        if not self.left[piece]:
            raise FormatError(f"{letter!r} is piece {piece.name or 'without a name'}, of which no copy is left")
        self.left[piece] -= 1
        return Placement._make(piece=piece, cells=cells, lattice=self.lattice)

    def _unknown(self, letter: str, size: int) -> str:
        """Describe what may be wrong with `size` cells that are no piece of the set."""
        what = f"the {size} cells of {letter!r}"
        if fault := fault_of_size(size, self.counts):
            return f"{what} are {fault}"
        names = " ".join(count.piece.name or "(without a name)" for count in self.counts[:20])
        return f"{what} are a shape that is not in the set; the set is {names}"


def read_half_filled(source: Source, pieces: PiecesLike) -> Puzzle:
    with reading(source) as file:
        attempt = read_attempt(file, pieces)
        return Puzzle(attempt.board, pieces, placed=attempt.placed)


def write_half_filled(puzzle: Puzzle) -> bytes:
    check_box(*puzzle.board.sides)
    return text_of([drawn(puzzle)])


# ------------------------------------------------------------------------------------------------------ solutions


def write_solutions(solutions: Iterable[Solution], puzzle: Puzzle) -> bytes:
    """Draw solutions in letters, with a blank line between them."""
    check_squares(puzzle.board.lattice, "a picture has")
    check_box(puzzle.board.rows, puzzle.board.columns)
    return text_of(["\n\n".join(solution.to_text("letters") for solution in solutions)])


def holds_solutions(file: File) -> bool:
    """Return whether a text is an outline, a filled picture or several pictures; broken text counts as a board.

    What begins with the name of a lattice is a board: its layers may stand apart like several pictures.
    """
    from ..lattices.known import LATTICES

    text = file.data.decode("utf-8-sig", "replace")
    if _WALL in text:
        return True
    if text.lstrip().partition("\n")[0].strip() in LATTICES:
        return False
    blocks = list(islice(_blocks(text), 2))
    return len(blocks) > 1 or (bool(blocks) and "." not in text)


def read_solutions(source: Source, puzzle: Puzzle | None = None) -> Iterator[Solution]:
    """Read solutions from pictures in letters or outlines.

    An outline shows a hole like a piece of its shape: a board with holes needs its puzzle.
    """
    with reading(source) as file:
        decoder = Decoder(puzzle)
        for line, block in _blocks(file.text, 2 * puzzle.board.rows + 1 if puzzle else 0):
            check_length("\n".join(block))
            with naming("", line):
                if _WALL in block[0]:
                    yield decoder.solution(_but_holes(outlined(block, line), puzzle))
                else:
                    yield decoder.solution(lettered("\n".join(block), line))


def _blocks(text: str, height: int = 0) -> Iterator[tuple[int, list[str]]]:
    """Yield each picture after the number of its first line; blank lines separate pictures.

    An outline may have blank lines of its own, and ends after `height` lines if that is not 0.
    """
    block: list[str] = []
    number = 0
    for number, line in numbered(text):
        line = line.rstrip("\r\x1a \t")
        if line or (block and _WALL in block[0] and len(block) < height):
            block.append(line)
        elif block:
            yield number - len(block), block
            block = []
    if block:
        yield number - len(block) + 1, block


def lettered(text: str, line: int = 1) -> list[Cells]:
    """Return the connected areas of equal letters in a picture that begins at `line` of a file.

    Their cells count from the corner of the covered cells. Raises `FormatError` for other characters, such as `.`.
    """
    try:
        marks = read_picture(text, lambda mark: mark in "#+" or (mark.isascii() and mark.isalnum()), _WANTED)
    except PictureError as error:
        raise FormatError(plain(error), max(error.line, 1) + line - 1, error.column) from None
    cells: dict[str, list[Cell]] = {}
    check_covered(sum(mark != "#" for mark in marks.values()))
    for cell, mark in marks.items():
        if mark != "#":
            cells.setdefault(mark, []).append(cell)
    empty = cells.pop(MAY_BE_EMPTY, [])
    return from_corner((area for of_mark in cells.values() for area in SQUARE.regions(of_mark)), empty)


def from_corner(areas: Iterable[Cells], empty: Iterable[Cell] = ()) -> list[Cells]:
    """Return the areas in the order of their first cells, counted from the corner of them and of `empty` cells."""
    areas = sorted(areas, key=min)
    seen = [*empty, *(cell for area in areas for cell in area)]
    corner = [-min(along) for along in zip(*seen, strict=True)]
    return [frozenset(shift(area, *corner)) for area in areas]


def outlined(block: list[str], line: int = 1) -> list[Cells]:
    """Return the areas that walls separate from the outside, in an outline that begins at `line` of a file.

    Their cells count from the corner of the picture. Raises `FormatError` for a character in the wrong place.
    """
    indent = min(len(row) - len(row.lstrip(" ")) for row in block if row)
    walls = [row[indent:] for row in block]
    for down, row in enumerate(walls):
        for right, mark in enumerate(row):
            if mark not in _places(down, right):
                raise FormatError(
                    f"unexpected character {show(mark)} in an outline; here it has {_places(down, right)!r}",
                    line + down,
                    indent + right + 1,
                )
    rows, columns = len(walls) // 2, max(map(len, walls)) // 4
    check_box(rows, columns)
    # Every other character of a line is enough. The ring of blanks around the picture makes the outside one region.
    lines = [f"  {row:{4 * columns + 3}}"[::2] for row in ["", *walls, "", ""]]
    blank = [(down, right) for down, right in marked(lines, " ") if not down % 2 == right % 2 == 1]
    _, *areas = SQUARE.regions(blank)
    cells = [[(down // 2 - 1, right // 2 - 1) for down, right in area if down % 2 == right % 2 == 0] for area in areas]
    return list(map(frozenset, filter(None, cells)))


def _places(down: int, right: int) -> str:
    """Return the characters that an outline may have at a place. `+` in the middle of a cell: it stays empty."""
    if down % 2:
        return " |" if right % 4 == 0 else " +" if right % 4 == 2 else " "
    return " +-|" if right % 4 == 0 else " -"


def _but_holes(areas: list[Cells], puzzle: Puzzle | None) -> list[Cells]:
    """Return the areas that are not holes in the board of `puzzle`."""
    if puzzle is None:
        return areas
    top, left, _, _ = puzzle.board.frame
    return [area for area in areas if not puzzle.board.cells.isdisjoint(shift(area, top, left))]


FORMAT = Format(
    ".txt",
    "pictures in text",
    read_puzzle,
    write_puzzle,
    read_solutions,
    write_solutions,
    holds_solutions,
    needs="pieces",
)
HALF_FILLED = Format(
    ".try", "half-filled board of ahuggel/pentomino", read_half_filled, write_half_filled, needs="pieces"
)
