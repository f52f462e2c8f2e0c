"""Piece files of ahuggel/pentomino (C, 1995): a line `PIECE name`, then rows of 1 and 0, or of `#` and `.`.

The word, with a blank after it, begins its line. Rows may be indented. `PIECE name*3` are three copies; a piece may
also be in the file several times. Other text is comment before the first piece, and after the blank line that ends a
piece.
"""

from __future__ import annotations

import re
from collections import Counter

from ..board import BoardLike
from ..errors import PictureError
from ..picture import show
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
    naming,
    numbered,
    quoted,
    reading,
)

__all__ = ["FORMAT", "read_pieces", "read_puzzle", "write_puzzle"]

_START = "PIECE "
_TIMES = r"(.*\S)\s+[xX×]\s*([0-9]+)"
"""The end of a name that can mean copies. A name is meant if copies follow, too: `PIECE a x3*1`."""


def read_pieces(source: Source) -> dict[Polyform, int]:
    """Read a piece file. Return its pieces, each with the number of times that it is there.

    Raises `FormatError` for a file without pieces, a piece without rows, text between its rows, and a drawing that is
    no polyomino.

    >>> [(piece.name, copies) for piece, copies in read_pieces("PIECE corner\\n10\\n11\\n").items()]
    [('corner', 1)]
    """
    with reading(source) as file:
        pieces = Counter[Polyform]()
        for line, name, rows in _drawings(file.text):
            with naming("", line):
                piece, copies = _piece(name, rows)
            pieces[piece] += copies
            check_pieces(pieces.total(), 0, line)
        if not pieces:
            raise FormatError("there is no piece; a piece begins with a line such as 'PIECE Cross'")
        return dict(pieces)


def _drawings(text: str) -> list[tuple[int, str, list[tuple[int, str]]]]:
    """Return the line, the name and the rows of each piece, each row after its line."""
    drawings: list[tuple[int, str, list[tuple[int, str]]]] = []
    drawn = comment = 0  # characters of all rows, and the line of the first text since the piece ended
    is_open = False
    for number, line in numbered(text):
        plain = line.strip()
        if line.startswith(_START):
            drawings.append((number, line.removeprefix(_START).strip(), []))
            is_open, comment = True, 0
        elif re.match(r"[\s,]*[01.#]", line):
            if not drawings:
                raise FormatError("this row has no line such as 'PIECE Cross' before it, which begins a piece", number)
            if not is_open:
                what = "text" if comment else "a blank line before this row"
                raise FormatError(f"{what} between rows of piece {quoted(drawings[-1][1])}", comment or number)
            drawings[-1][2].append((number, line))
            drawn += len(plain)
        elif plain and is_open:
            raise FormatError(f"this is no row of piece {quoted(drawings[-1][1])}; a blank line ends a piece", number)
        elif plain:
            comment = comment or number
        elif drawings and drawings[-1][2]:
            is_open = False
        check_pieces(len(drawings), drawn, number)
    return drawings


def _piece(said: str, rows: list[tuple[int, str]]) -> tuple[Polyform, int]:
    """Return the piece with its copies."""
    name, _, copies = said.rpartition("*") if "*" in said else (said, "", "1")
    if "*" not in said and (found := re.fullmatch(_TIMES, said)):
        raise FormatError(f"piece {quoted(said)} may be copies of a piece: say {_START}{found[1]}*{found[2]}")
    if not re.fullmatch(r"\s*[1-9][0-9]{0,3}\s*", copies):
        raise FormatError(f"the copies of a piece are a number, as in {_START}Cross*3, not {quoted(copies)}")
    if not rows:
        raise FormatError(f"piece {quoted(said)} has no rows, such as 010 or .#.")
    for number, row in rows:
        if strange := re.search(r"[^01.#, \t\r\x1a]", row):
            what = f"unexpected character {show(strange[0])} in a row, which has 0 and 1, or . and #, to its end"
            raise FormatError(what, number, strange.start() + 1)
    name = check_name(name.strip())
    try:
        return Polyform.parse("\n".join([row for _, row in rows]), name), int(copies)
    except PictureError as error:
        raise FormatError(error.message, rows[0][0] + max(error.line, 1) - 1, error.column) from None


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
        name = check_name(piece.name) + "*1" * ("*" in piece.name or bool(re.fullmatch(_TIMES, piece.name)))
        blocks += [f"{_START}{name}\n{rows}\n"] * least
    return "\n".join(blocks).encode()


FORMAT = Format(".ini", "piece file of ahuggel/pentomino", read_puzzle, write_puzzle, needs="board")
