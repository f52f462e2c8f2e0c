"""Make boards from sizes, words such as "ring 3x20", names, pictures, files or cells."""

from __future__ import annotations

from operator import index
from os import PathLike, fspath
from os.path import splitext
from typing import NamedTuple

from .board import WANTED, Board, BoardLike, at_origin, checked_size
from .catalogue import Entry, entry, names
from .errors import PictureError, PuzzleError
from .files import part_of, parts_chosen, readable
from .lattices.board_words import are_words, as_lattice, in_words, nearest_word
from .lattices.lattice import SQUARE, Lattice, as_cells
from .notation import decoded, pictures, separate_pictures
from .pieces.sets import PiecesLike
from .wording import did_you_mean, not_yet


class Resolved(NamedTuple):
    """A board and its default pieces. A named board also has an `entry` in the catalogue.

    `name` is the name of the board's file, or "". If several of its boards are selected, a number follows: `two.txt:2`.
    """

    board: Board
    pieces: PiecesLike
    entry: Entry | None = None
    name: str = ""


def resolve(board: BoardLike, lattice: Lattice = SQUARE) -> Resolved:
    """Return a board from a size, words such as "ring 3x20", a name, a picture, a path, an array, cells or a `Board`.

    A size is "6x10" or (6, 10), on `lattice`. A string is never treated as the name of a file. Raise `PictureError` or
    `PuzzleError` for an invalid board, and `OSError` for a file that cannot be read.

    >>> resolve("kanoodle").pieces
    'kanoodle'
    """
    found = _resolved(board, lattice)
    if lattice not in (SQUARE, found.board.lattice):
        on = found.board.lattice.name
        raise PuzzleError(f"{board!r} must be on the {lattice.name} lattice, got the {on} one")
    return found


# Set here, as `board` cannot import this module: it imports the catalogue, and the catalogue imports `board`.
Board._interpret = lambda board, lattice: resolve(board, lattice).board


def _resolved(board: BoardLike, lattice: Lattice) -> Resolved:
    if isinstance(board, str):
        return _in_text(board, lattice)
    if isinstance(board, Board):
        return _plain(board)
    if isinstance(board, PathLike):
        name = fspath(board)
        file, _ = part_of(name)
        if splitext(file)[1].lower() not in ("", ".txt", ".try"):
            message = "the picture of a board must be a .txt file; formats.read_puzzle reads puzzles from other files"
            raise PuzzleError(f"{name}: {message}")
        with readable(file) as stream:
            return drawn_in(stream.read(), name)[0]
    if isinstance(board, tuple) and (known := getattr(board, "name", None)):
        raise PuzzleError(f"a NamedBoard cannot be used as a board: write its name, {known!r}, or call its puzzle()")
    if not hasattr(board, "__iter__"):
        what = "a size such as '6x10' or (6, 10), a name, a picture, the path of one, a Board or cells"
        raise PuzzleError(f"a board must be {what}, got {board!r}")
    if isinstance(board, (list, tuple)) and board:
        if all(isinstance(row, str) for row in board):
            return _plain(Board.parse(board, lattice)) if board[1:] else _in_text(board[0], lattice)
        if len(board) in (2, 3) and all(hasattr(n, "__index__") and not isinstance(n, bool) for n in board):
            if lattice == SQUARE:
                return _plain(Board.box(*board))
            return _in_text("x".join([str(index(n)) for n in board]), lattice)
    if lattice == SQUARE and getattr(board, "ndim", 2) == 3:
        lattice = as_lattice("cubic")
    return _plain(Board._make(cells=checked_size(as_cells(board, "board", lattice), lattice), lattice=lattice))


def drawn_in(data: bytes, name: str, several: bool = False) -> list[Resolved]:
    """Return the boards in a file. `data` holds the contents of the file, and `name` is its name.

    The name `two.txt:2` selects the second picture. In a `.try` file, `0` is a free cell. Raise `PictureError`, with
    the name of the file, for data that cannot be read, and for several pictures unless `several` is true.
    """
    file, part = part_of(name)
    text = ""
    try:
        text = decoded(data)
        if file.lower().endswith(".try"):
            text = text.replace("0", ".")
        drawn = ([*pictures(text)] or [(1, [""])]) if part else separate_pictures(text, several)
        chosen = parts_chosen(name, [""] * len(drawn), "picture", several)
        boards = [Board.parse("\n".join([""] * (line - 1) + rows)) for line, rows in (drawn[n] for n in chosen)]
        names = [f"{file}:{n + 1}" if boards[1:] else name for n in chosen]
        return list(map(_plain, boards, names))
    except PictureError as error:
        hint = f"; for the second, write {file}:2" if "blank lines separate" in str(error) and name != "-" else ""
        if {":", "="}.intersection(text):  # a list of pieces, in one of many formats
            hint = "; pieces are drawn in a piece file (.ini), each after a line such as 'PIECE Cross'"
        error.args = (f"{'standard input' if name == '-' else name}: {error}{hint}",)
        raise


def _plain(board: Board, name: str = "") -> Resolved:
    return Resolved(board, "pentominoes" if board.lattice.flat.name in ("square", "cubic") else "", None, name)


def _unknown(name: str) -> str:
    """Return the error message for an unknown name of a board, with similar names as suggestions."""
    message = "write a size such as 6x10 or 3x4x5, a name such as kanoodle, or a picture of '.' and '#'"
    return f"unknown board {name!r}: {nearest_word(name) or did_you_mean(name, names(), 3, 0.6) or message}"


def _in_text(text: str, lattice: Lattice) -> Resolved:
    name = text.strip()
    if are_words(text):
        on, cells = in_words(f"{lattice.name} {text}" if lattice.flat != SQUARE and name[:1].isdigit() else text)
        return _plain(at_origin(cells, on, name))
    if "\n" in name:
        return _plain(Board.parse(text, lattice))
    word, _, labels = name.partition(":")
    # A picture is not a mistyped name, so do not compare it with all names.
    if name and not set(".#").intersection(name) and did_you_mean(word, names()):
        named = entry(word)
        return Resolved(named.without(filter(None, labels.split(","))), named.pieces, named)
    if advice := not_yet(text):
        raise PuzzleError(advice)
    try:
        row = name.replace(" ", "")
        if row.isascii() and row.isalnum():
            raise PictureError(f"the picture has no free cell; {WANTED}")  # rather a mistyped name than a row of pieces
        return _plain(Board.parse(text, lattice))
    except PictureError as error:
        if row.isalpha() or (word[:1].isalpha() and word.replace("-", "").isalnum()):
            raise PuzzleError(_unknown(word)) from None
        kinds = "a size such as 6x10 or 3x4x5, a name such as kanoodle, nor a picture of a board"
        hint = nearest_word(text)
        fault = f"is not a board; {hint}" if hint else f"is neither {kinds}: {error}"
        raise PictureError(f"{text!r} {fault}") from None
