"""`pentomino convert`: read a puzzle or solutions in one format and write them in another."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..writing import check_target
from .console import BOARD_HELP, check_inputs
from .inputs import read_pieces, read_surface, says_pieces
from .options import FOUND, Parser, add_pieces

__all__ = ["add"]


def add(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "convert",
        help="write a file in another format",
        description="Read a puzzle, or solutions, and write them in another format. The endings of the names say the "
        "formats: .json .txt .ini .try .dlx .cnf .xmpuzzle .csv .npy",
        examples=(
            "pentomino convert pentomino.ini puzzle.json --board 5x12",
            "pentomino convert puzzle.json puzzle.cnf",
        ),
    )
    parser.add_argument("source", type=Path, metavar="IN", help="the file to read")
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
    formats.format_of(options.source)
    formats.format_of(options.target)
    check_target(options.target, options.force)
    board, own = (None, None) if options.board is None else read_surface(options.board)
    pieces = read_pieces(options) if says_pieces(options) else own
    puzzle = None if options.puzzle is None else formats.read_puzzle(options.puzzle, board=board, pieces=pieces)
    written = formats.convert(
        options.source, options.target, puzzle=puzzle, board=board, pieces=pieces, force=options.force
    )
    print(f"{options.target}: {written}")
    return FOUND
