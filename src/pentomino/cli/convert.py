"""`pentomino convert`: read a puzzle or solutions in one format and write them in another."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..board import is_size
from ..puzzle import Puzzle
from ..render.media import MEDIA, Medium
from ..solution import Solution
from ..writing import check_target
from .console import BOARD_HELP, MisuseError, check_inputs, write_all, write_bound, write_each
from .inputs import read_pieces, read_surface, says_pieces
from .named import chosen
from .options import FOUND, Parser, add_pieces
from .summary import counted

__all__ = ["add"]


def add(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "convert",
        help="write a file in another format",
        description="Read a puzzle, or solutions, and write them in another format. The endings of the names say the "
        "formats: .json .txt .ini .try .dlx .cnf .xmpuzzle .csv .npy, and for pictures .svg .png .pdf",
        examples=(
            "pentomino convert kanoodle kanoodle.svg",
            "pentomino convert pentomino.ini puzzle.json --board 5x12",
            "pentomino convert puzzle.json puzzle.cnf",
        ),
    )
    parser.add_argument("source", type=Path, metavar="IN", help="the file to read, or a board such as kanoodle or 6x10")
    parser.add_argument("target", type=Path, metavar="OUT", help="the file to write")
    parser.add_argument("--puzzle", type=Path, metavar="FILE", help="the puzzle whose solutions IN holds")
    parser.add_argument("--board", metavar="BOARD", help=f"{BOARD_HELP}, where no file says it (default 6x10)")
    add_pieces(parser)
    parser.add_argument("--force", action="store_true", help="replace OUT if it exists")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the file, and say what is in it."""
    from .. import formats

    check_inputs([name for name in (options.board, options.pieces_file) if name])
    medium = _medium(options.target)
    named = _named(options)
    if named is None:
        formats.format_of(options.source)
    check_target(options.target, options.force)
    if medium is not None:
        medium.check()
        written = _draw(options, medium, (None, named) if named else formats.held(options.source, **_said(options)))
    elif named is not None:
        formats.write_puzzle(named, options.target, force=options.force)
        written = "1 puzzle"
    else:
        written = formats.convert(options.source, options.target, **_said(options), force=options.force)
    print(f"{options.target}: {written}")
    return FOUND


def _medium(target: Path) -> Medium | None:
    """The medium that a name says, None for a format; raises `MisuseError` if it says neither."""
    from .. import formats

    ending = target.suffix.lower()
    if ending in formats.FORMATS:
        return None
    if ending not in MEDIA:
        raise MisuseError(f"{target}: the ending of the name is none of {' '.join({**formats.FORMATS, **MEDIA})}")
    return MEDIA[ending]


def _said(options: argparse.Namespace) -> dict[str, Any]:
    """What the options say of what a file does not."""
    from .. import formats

    board, own = (None, None) if options.board is None else read_surface(options.board)
    pieces = read_pieces(options) if says_pieces(options) else own
    puzzle = None if options.puzzle is None else formats.read_puzzle(options.puzzle, board=board, pieces=pieces)
    return {"puzzle": puzzle, "board": board, "pieces": pieces}


def _named(options: argparse.Namespace) -> Puzzle | None:
    """The puzzle that IN names, a board such as kanoodle or 6x10; None if it is a file."""
    name = str(options.source)
    if options.source.exists() or not (is_size(name) or chosen(name)):
        return None
    board, own = read_surface(name)
    return Puzzle(board, read_pieces(options) if says_pieces(options) or own is None else own)


def _draw(options: argparse.Namespace, medium: Medium, held: tuple[Iterator[Solution] | None, Puzzle | None]) -> str:
    """Draw solutions, or else a puzzle with the pieces to be placed below it; return what was drawn."""
    solutions, puzzle = held
    if solutions is None:
        assert puzzle is not None
        drawings = [puzzle.drawing.above(puzzle.tray)]
    else:
        drawings = [solution.drawing for solution in solutions]
    pictures = map(medium.draw, drawings)
    if medium.bind is None and len(drawings) > 1:
        number = write_each(pictures, options.target, options.force)
    elif medium.bind is None:
        number = write_all(pictures, options.target, options.force, apart=False)
    else:
        number = write_bound(pictures, options.target, options.force, medium.bind)
    return "1 puzzle" if solutions is None else counted(number, "solution")
