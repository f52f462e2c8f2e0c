"""Piece files of ahuggel/pentomino (C, 1995): a line `PIECE name`, then rows of 0 and 1; the rest is comment.

The word, with a blank after it, and the rows begin their lines. A row ends at the first other character. A piece that
is used twice is in the file twice.
"""

from __future__ import annotations

from collections import Counter
from itertools import takewhile

from ..board import BoardLike
from ..pieces.polyform import Polyform
from ..pieces.sets import may_turn_over
from ..puzzle import Puzzle
from .common import (
    Format,
    FormatError,
    Source,
    check_name,
    check_pieces,
    check_squares,
    marked,
    naming,
    numbered,
    quoted,
    reading,
)

__all__ = ["FORMAT", "read_pieces", "read_puzzle", "write_puzzle"]

_START = "PIECE "


def read_pieces(source: Source) -> dict[Polyform, int]:
    """Read a piece file. Return its pieces, each with the number of times that it is there.

    Raises `FormatError` for a file without pieces, a piece without rows, and a drawing that is no polyomino.

    >>> [(piece.name, copies) for piece, copies in read_pieces("PIECE corner\\n10\\n11\\n").items()]
    [('corner', 1)]
    """
    with reading(source) as file:
        pieces = Counter([_piece(*drawing) for drawing in _drawings(file.text)])
        if not pieces:
            raise FormatError("there is no piece; a piece begins with a line such as 'PIECE Cross'")
        return dict(pieces)


def _drawings(text: str) -> list[tuple[int, str, list[str]]]:
    """Return the line, the name and the rows of each piece."""
    drawings: list[tuple[int, str, list[str]]] = []
    drawn = 0
    for number, line in numbered(text):
        if line.startswith(_START):
            drawings.append((number, line.removeprefix(_START).strip(), []))
        elif drawings and line[:1] in ("0", "1"):
            row = "".join(takewhile("01".__contains__, line))
            drawings[-1][2].append(row)
            drawn += len(row)
        check_pieces(len(drawings), drawn, number)
    return drawings


def _piece(line: int, name: str, rows: list[str]) -> Polyform:
    if not rows:
        raise FormatError(f"piece {quoted(name)} has no rows; they are of 0 and 1, such as 010", line)
    with naming("", line):
        return Polyform(marked(rows, "1"), check_name(name))


def read_puzzle(source: Source, board: BoardLike = "6x10") -> Puzzle:
    """Read the puzzle to tile `board` with the pieces of a piece file."""
    with reading(source) as file:
        return Puzzle(board, read_pieces(file))


def write_puzzle(puzzle: Puzzle) -> bytes:
    """Return the pieces of a puzzle as a piece file, which says neither its board nor its given pieces.

    Raises `FormatError` for what such a file cannot say: another lattice, a range of copies, restrictions, and that
    pieces may not be turned over if no two are mirror twins.
    """
    check_squares(puzzle.board.lattice, "a piece file has")
    written = [count for count in puzzle.pieces if count.least]
    if not puzzle.reflections and may_turn_over(written, None):
        raise FormatError("a piece file cannot say that pieces may not be turned over")
    if puzzle.restrict or any(piece.colours for piece, _, _ in puzzle.pieces):
        raise FormatError("a piece file cannot hold restrictions or colours")
    if puzzle.piece_set.alike:
        raise FormatError("a piece file cannot state that pieces of one shape are different")
    blocks: list[str] = []
    for piece, least, most in puzzle.entries:
        if least != most:
            bound = "any number" if most is None else most
            raise FormatError(
                f"a piece file cannot say that {piece.name or 'a piece'} is used {least} to {bound} times"
            )
        rows = str(piece).replace(".", "0").replace("#", "1")
        check_pieces(len(blocks) + least, 0)
        blocks += [f"{_START}{check_name(piece.name)}\n{rows}\n"] * least
    return "\n".join(blocks).encode()


FORMAT = Format(".ini", "piece file of ahuggel/pentomino", read_puzzle, write_puzzle, needs="board")
