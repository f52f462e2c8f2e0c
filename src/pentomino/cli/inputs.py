"""The puzzles that the options of a command state: boards, pieces and given pieces, from files or in words."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence
from math import isqrt
from typing import TYPE_CHECKING

from ..board import Board
from ..lattices.lattice import shift
from ..pieces.sets import PiecesLike, as_pieces
from ..placement import Placement
from ..puzzle import Puzzle
from .console import MisuseError, check_inputs, read_board, read_bytes, say
from .named import dated, named_board
from .options import path
from .summary import named_twins

if TYPE_CHECKING:
    from ..formats import Attempt
    from ..formats.common import Source

__all__ = ["read_pieces", "read_puzzle", "read_puzzles", "read_surface", "says_pieces"]

_BOARD, _PIECES = "6x10", "pentominoes"

_WHOLE = (".json", ".dlx", ".cnf", ".xmpuzzle")
"""The endings of files that say all of a puzzle."""


def says_pieces(options: argparse.Namespace) -> bool:
    """Whether the options say pieces."""
    return options.pieces is not None or options.pieces_file is not None


def read_pieces(options: argparse.Namespace) -> PiecesLike:
    """The pieces that the options say, in words or by a file."""
    if options.pieces_file is None:
        return _PIECES if options.pieces is None else str(options.pieces)
    from .. import formats

    return formats.read_pieces(_source(options.pieces_file))


def read_puzzles(
    options: argparse.Namespace, boards: Sequence[str], rectangles: bool = False
) -> list[tuple[str, Puzzle]]:
    """The puzzles on these boards, each with its name, all read before the first is searched.

    Without a board it is that of the first file with given pieces, else 6x10. With *rectangles*, the
    boards are all those that have the area of the pieces.
    A board may also be a file that says the whole puzzle.
    """
    boards = dated(options.calendar, boards)
    check_inputs([*boards, *options.given, *([options.pieces_file] if options.pieces_file else [])])
    pieces = read_pieces(options)
    reflections = options.reflections
    said = says_pieces(options)
    wholes = {name: puzzle for name in boards if (puzzle := _read_whole(name, options)) is not None}
    surfaces = [(name, *read_surface(name)) for name in boards if name not in wholes]
    brought = {own for _, _, own in surfaces if own}
    # Given pieces are those that the named board brings, if there is no doubt which that is.
    given = _read_given(options.given, brought.pop() if len(brought) == 1 and not said else pieces, reflections)
    # A lettered board says what it has to say; it is read once more only to tell the place of what is wrong with it.
    _read_given([name for name, board, _ in surfaces if board.given and os.path.isfile(name)], pieces, reflections)
    if rectangles:
        if boards or given:
            raise MisuseError("--rectangles says the boards: neither BOARD, --given nor --calendar goes with it")
        surfaces = [(size, board, None) for size, board in _rectangles(pieces)]
    elif given and not boards:
        surfaces = [(options.given[0], given[0].board, None)]
    elif not boards:
        surfaces = [(_BOARD, read_board(_BOARD), None)]
    if reflections and not options.quiet:
        _tell_twins((board, pieces if said else own or pieces) for _, board, own in surfaces)
    puzzles = [
        (name, Puzzle(board, pieces if said else own, reflections=reflections, placed=_on(board, given)))
        for name, board, own in surfaces
    ]
    return [(name, (dict(puzzles) | wholes)[name]) for name in boards] if wholes else puzzles


def read_puzzle(options: argparse.Namespace) -> tuple[str, Puzzle]:
    """The one puzzle that the options say, with its name."""
    (found,) = read_puzzles(options, [] if options.board is None else [options.board])
    return found


def _tell_twins(puzzles: Iterable[tuple[Board, PiecesLike]]) -> None:
    """Tell which mirror twins are one piece, if pieces may be turned over, or mirrored in space."""
    told = [(named_twins(as_pieces(pieces, board.lattice)), board.lattice.dimension) for board, pieces in puzzles]
    for twins, dimension in dict.fromkeys(told):
        how = "turned over" if dimension == 2 else "mirrored"
        if twins:
            say(f"{twins} are one piece, as pieces may be {how}; --no-reflections keeps them apart")


def _read_whole(name: str, options: argparse.Namespace) -> Puzzle | None:
    """The puzzle in the file of that name; None if it is no file that says all of one."""
    if not name.lower().endswith(_WHOLE) or not os.path.isfile(name):
        return None
    if says_pieces(options) or options.given or options.reflections is not None:
        raise MisuseError(f"{name} says all of a puzzle: neither pieces, --given nor --[no-]reflections go with it")
    from .. import formats

    return formats.read_puzzle(path(name))


def read_surface(name: str) -> tuple[Board, str | None]:
    """The board that the user means by BOARD, and the pieces that it brings if it is a named one."""
    found = named_board(name)
    return (read_board(name), None) if found is None else (found.board, found.named.pieces)


def _read_given(names: Sequence[str], pieces: PiecesLike, reflections: bool | None) -> list[Attempt]:
    """The half-filled boards in these files."""
    if not names:
        return []
    from .. import formats

    as_pieces(pieces)  # What is wrong with the pieces is no fault of the files.
    return [formats.read_attempt(_source(name), pieces, reflections=reflections) for name in names]


def _on(board: Board, given: Sequence[Attempt]) -> list[Placement]:
    """The given pieces where they lie on *board*: a picture begins at its corner, or is of that very board."""
    placed = []
    for attempt in given:
        low, _ = board.lattice.bounds(() if attempt.board.cells == board.cells else board.cells)
        placed += [Placement(one.piece, shift(one.cells, *low)) for one in attempt.placed]
    return placed


def _rectangles(pieces: PiecesLike) -> list[tuple[str, Board]]:
    """All rectangles that have the area of the pieces, by size, the narrowest first."""
    counts = as_pieces(pieces)
    if any(least != most for _, least, most in counts):
        raise MisuseError("--rectangles needs pieces of one total area: copies are a number, not a range")
    area = sum(piece.size * least for piece, least, _ in counts)
    if not area:
        raise MisuseError("--rectangles needs pieces: there are no copies of any")
    sizes = [(rows, area // rows) for rows in range(1, isqrt(area) + 1) if area % rows == 0]
    return [(f"{rows}x{columns}", Board.rectangle(rows, columns)) for rows, columns in sizes]


def _source(name: str) -> Source:
    """Where to read what the user calls by that name."""
    if name != "-":
        return path(name)
    from ..formats.common import File

    return File("standard input", read_bytes(name))
