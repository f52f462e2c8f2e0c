"""Piece files of ahuggel/pentomino (C, 1995).

A piece is a line `PIECE name`, then rows of 1 and 0, or of `#` and `.`. `PIECE` starts the line, and a blank follows.
Rows may be indented. `PIECE name*3` means three copies. A piece may also be repeated. Other text is a comment if it is
before the first piece, or after the blank line that ends a piece. A line `COLOURS BW` before the first piece declares
letters as colours. In rows, such a letter is a cell with this colour.
"""

from __future__ import annotations

import re
from collections import Counter

from ..board import BoardLike
from ..errors import FormatError, PictureError
from ..notation import numbered, read_cells
from ..pieces.polyform import Polyform
from ..puzzle import Puzzle
from .common import STATEMENTS, Format, Source, check_name, check_pieces, check_squares, naming, quoted, reading

_START, _COLOURS = "PIECE ", "COLOURS "
_DECLARE = f"a line such as {_COLOURS}BW before the first piece declares letters as colours"
_TIMES = r"(.*\S)(?:\s+[xX×]\s*([0-9]+)|\?)"
"""Matches names that end like a number of copies, such as `a x3`. They need explicit copies: `PIECE a x3*1`."""


def read_pieces(source: Source) -> dict[Polyform, int]:
    """Return the pieces in a piece file, each with its number of copies.

    Raises `FormatError` for a file without pieces, a piece without rows, text between the rows of a piece, and a
    drawing that is not a polyomino.

    >>> [(piece.name, copies) for piece, copies in read_pieces("PIECE corner\\n10\\n11\\n").items()]
    [('corner', 1)]
    """
    with reading(source) as file:
        pieces = Counter[Polyform]()
        drawings, colours = _drawings(file.text)
        for line, name, rows in drawings:
            with naming("", line):
                piece, copies = _piece(name, rows, colours)
            pieces[piece] += copies
            check_pieces(pieces.total(), 0, line)
        if not pieces:
            raise FormatError("there is no piece; a piece begins with a line such as 'PIECE Cross'")
        return dict(pieces)


def _is_colour(letter: str) -> bool:
    return len(letter) == 1 and letter.isascii() and letter.isalpha()


def _drawings(text: str) -> tuple[list[tuple[int, str, list[tuple[int, str]]]], str]:
    """Return (line, name, rows) for each piece, and the letters that are colours. A row is (line, text)."""
    drawings: list[tuple[int, str, list[tuple[int, str]]]] = []
    drawn = comment = 0  # characters of all rows, and the line of the first text since the piece ended
    is_open, colours = False, ""
    for number, line in numbered(text):
        plain = line.strip()
        if line.startswith(_START):
            drawings.append((number, line.removeprefix(_START).strip(), []))
            is_open, comment = True, 0
        elif line.startswith(_COLOURS) and not drawings:
            colours = line.removeprefix(_COLOURS).strip()
            if not all(map(_is_colour, colours)):
                raise FormatError(f"colours are letters without blanks, as in {_COLOURS}BW", number)
        elif re.match(r"[\s,]*[01.#]", line) or (plain and colours and not set(plain) - set(f"01.#{colours}, \t")):
            if not drawings:
                raise FormatError("a line such as 'PIECE Cross', which starts a piece, must precede this row", number)
            if not is_open:
                what = "text" if comment else "a blank line before this row"
                raise FormatError(f"{what} between rows of piece {quoted(drawings[-1][1])}", comment or number)
            drawings[-1][2].append((number, line))
            drawn += len(plain)
        elif plain and is_open:
            what = f"this is not a row of piece {quoted(drawings[-1][1])}: rows have 1 and 0, or # and ."
            raise FormatError(f"{what}; a blank line ends a piece; {_DECLARE}", number)
        elif plain:
            comment = comment or number
        elif drawings and drawings[-1][2]:
            is_open = False
        check_pieces(len(drawings), drawn, number)
    return drawings, colours


def _piece(said: str, rows: list[tuple[int, str]], colours: str) -> tuple[Polyform, int]:
    """Return a piece and its number of copies. `said` is the text after `PIECE`. Each row is (line, text)."""
    name, _, copies = said.rpartition("*") if "*" in said else (said, "", "1")
    if "*" not in said and (found := re.fullmatch(_TIMES, said)):
        raise FormatError(f"piece {quoted(said)} may be copies of a piece: write {_START}{found[1]}*{found[2] or 1}")
    if not re.fullmatch(r"\s*[1-9][0-9]{0,3}\s*", copies):
        raise FormatError(f"the copies of a piece are a number, as in {_START}Cross*3, not {quoted(copies)}")
    if not rows:
        raise FormatError(f"piece {quoted(said)} has no rows, such as 010 or .#.")
    name = check_name(name.strip())
    drawn = "\n".join([row for _, row in rows])
    wanted = f"a row has 0 and 1, or . and #, to its end; {_DECLARE}"
    try:
        marks = read_cells(drawn, f"01.#{colours}".__contains__, wanted).marks
        filled = "1" if {"0", "1"}.intersection(drawn) else "#"
        piece = Polyform.parse(drawn.translate(dict.fromkeys(map(ord, colours), filled)), name)
    except PictureError as error:
        raise FormatError(error.message, rows[0][0] + max(error.line, 1) - 1, error.column) from None
    drawn_cells = zip(sorted(cell for cell, mark in marks.items() if mark not in "0."), piece.cells, strict=True)
    return piece.coloured({to: marks[cell] for cell, to in drawn_cells if marks[cell] in colours}), int(copies)


def read_puzzle(source: Source, board: BoardLike = "6x10") -> Puzzle:
    """Return the puzzle of `board` and the pieces in a piece file."""
    with reading(source) as file:
        return Puzzle(board, read_pieces(file))


def write_puzzle(puzzle: Puzzle) -> bytes:
    """Return the pieces of a puzzle as a piece file. The board and the given pieces are omitted."""
    check_squares(puzzle.board.lattice, "a piece file has")
    FORMAT.lost(puzzle)
    colours = "".join(sorted({text for piece, _, _ in puzzle.pieces for text in piece.colours}))
    if any(text and not _is_colour(text) for piece, _, _ in puzzle.pieces for text in piece.colours):
        raise FormatError("a colour in a piece file is one letter; .json can hold others, and several for a cell")
    blocks = [f"{_COLOURS}{colours}\n"] if colours else []
    for piece, least, _ in puzzle.entries:
        rows = str(piece).replace(".", "0").replace("#", "1")
        check_pieces(len(blocks) + least, 0)
        name = check_name(piece.name) + "*1" * ("*" in piece.name or bool(re.fullmatch(_TIMES, piece.name)))
        blocks += [f"{_START}{name}\n{rows}\n"] * least
    return "\n".join(blocks).encode()


FORMAT = Format(
    ".ini",
    "piece file of ahuggel/pentomino",
    read_puzzle,
    write_puzzle,
    needs="board",
    drops=tuple(what for what in STATEMENTS if what not in ("the pieces", "colours of pieces")),
)
