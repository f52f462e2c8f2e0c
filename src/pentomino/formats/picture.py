"""Pictures in text: a board with its given pieces, and solutions as letters or as outlines.

A picture of a board says nothing of the pieces: what they are comes from elsewhere. Pictures of solutions are
separated by blank lines, as the command line prints them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from ..board import MAX_CELLS, Board
from ..errors import PictureError
from ..lattices.lattice import SQUARE, Cell, Cells, shift
from ..picture import MAY_BE_EMPTY, read_picture, show
from ..pieces.sets import PiecesLike
from ..puzzle import Puzzle
from ..solutions.register import symbols_for
from ..solutions.solution import Solution
from .common import (
    Decoder,
    File,
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

__all__ = ["holds_solutions", "read_puzzle", "read_solutions", "write_puzzle", "write_solutions"]

_MOST = 1 << 20  # characters of one picture: an outline has about nine for a cell
_WANTED = "a solution is drawn with a letter or a digit for each cell, '#' for a blocked one, '+' for an empty one"
_WALL = "-"
"""What the first line of an outline has, and no picture in letters."""


def read_puzzle(source: Source, pieces: PiecesLike = "pentominoes") -> Puzzle:
    """The puzzle to tile the board of a picture, its letters being given pieces, with *pieces*."""
    with reading(source) as file:
        return Puzzle(read_board(file.text), pieces)


def read_board(text: str) -> Board:
    """The board that a text draws, of bounded size; `given` are the areas of its letters."""
    check_length(text)
    check_covered(len(text) - sum(map(text.count, "# \t\r\n")))
    board = Board.parse(text)
    check_box(board.rows, board.columns)
    return board


def check_length(text: str) -> None:
    """Raise `FormatError` for a text too long to be one picture."""
    if len(text) > _MOST:
        raise FormatError(f"this picture has {len(text)} characters; at most {_MOST} are possible")


def check_covered(cells: int) -> None:
    """Raise `FormatError` for more cells than a board can have, before anything is made of them."""
    if cells > MAX_CELLS:
        raise FormatError(f"the picture shows {cells} cells; at most {MAX_CELLS} are possible")


def write_puzzle(puzzle: Puzzle) -> bytes:
    """The board, with the given pieces as letters; the picture holds nothing else of the puzzle.

    Raises `FormatError` for a board whose picture would be read as a solution, as it has no free cell.
    """
    check_squares(puzzle.board.lattice, "a picture has")
    check_box(puzzle.board.rows, puzzle.board.columns)
    if not puzzle.free:
        raise FormatError("the puzzle has no free cell: its picture would be that of a solution")
    return text_of([drawn(puzzle)])


def drawn(puzzle: Puzzle) -> str:
    """The board of a puzzle as a picture, the given pieces as letters such that touching ones differ."""
    check_squares(puzzle.board.lattice, "a picture has")
    symbols = symbols_for(puzzle, puzzle.placed)
    if any(not symbol.isalpha() for symbol in symbols):
        raise FormatError(f"the puzzle has {len(symbols)} given pieces, more than there are letters")
    areas = tuple((symbol, frozenset(p.cells)) for symbol, p in zip(symbols, puzzle.placed, strict=True))
    return str(Board._make(cells=puzzle.board.cells, given=areas, optional=puzzle.board.optional))


def write_solutions(solutions: Iterable[Solution], puzzle: Puzzle) -> bytes:
    """The solutions as pictures in letters, a blank line after each but the last."""
    check_squares(puzzle.board.lattice, "a picture has")
    check_box(puzzle.board.rows, puzzle.board.columns)
    return text_of(["\n\n".join(solution.to_text("letters") for solution in solutions)])


def holds_solutions(file: File) -> bool:
    """Whether a text has pictures that are filled, or outlines, or several; broken text counts as a board."""
    text = file.data.decode("utf-8", "replace")
    if _WALL in text:
        return True
    blocks = list(islice(_blocks(text), 2))
    return len(blocks) > 1 or (bool(blocks) and "." not in text)


def read_solutions(source: Source, puzzle: Puzzle | None = None) -> Iterator[Solution]:
    """The solutions of pictures in letters or outlines.

    An outline shows a hole like a piece of its shape, so that boards with holes need the puzzle.
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
    """The pictures, which blank lines separate, each with the number of its first line.

    An outline may have blank lines of its own; it ends where its height, if known, says so.
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
    """The areas of equal letters that hang together, in a picture that begins in that line of a file.

    They count from the corner of what is covered. Raises `FormatError` for other characters, a free cell among them.
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
    """The areas, counted from the corner of all of them and of *empty* cells, in the order of their first cells."""
    areas = sorted(areas, key=min)
    seen = [*empty, *(cell for area in areas for cell in area)]
    corner = [-min(along) for along in zip(*seen, strict=True)]
    return [frozenset(shift(area, *corner)) for area in areas]


def outlined(block: list[str], line: int = 1) -> list[Cells]:
    """The areas that the walls of an outline picture, which begins in that line of a file, shut off from the outside.

    They count from the corner of the picture. Raises `FormatError` for a character that does not belong there.
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
    # Every other character of a line tells all. A ring of cells around the picture is outside for certain.
    lines = [f"  {row:{4 * columns + 3}}"[::2] for row in ["", *walls, "", ""]]
    blank = [(down, right) for down, right in marked(lines, " ") if not down % 2 == right % 2 == 1]
    _, *areas = SQUARE.regions(blank)
    cells = [[(down // 2 - 1, right // 2 - 1) for down, right in area if down % 2 == right % 2 == 0] for area in areas]
    return list(map(frozenset, filter(None, cells)))


def _places(down: int, right: int) -> str:
    """The characters that an outline can have at a place; `+` in the middle of an empty cell."""
    if down % 2:
        return " |" if right % 4 == 0 else " +" if right % 4 == 2 else " "
    return " +-|" if right % 4 == 0 else " -"


def _but_holes(areas: list[Cells], puzzle: Puzzle | None) -> list[Cells]:
    """The areas that are not holes in the board of the puzzle."""
    if puzzle is None:
        return areas
    top, left, _, _ = puzzle.board.frame
    return [area for area in areas if not puzzle.board.cells.isdisjoint(shift(area, top, left))]
