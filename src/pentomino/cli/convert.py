"""`pentomino convert`: read a puzzle or solutions in one format and write them in another."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..base.words import counted
from ..base.writing import check_target
from ..lattices.forms import are_words
from ..puzzle import Puzzle
from ..solutions.solution import Solution
from .console import BOARD_HELP, check_inputs
from .inputs import read_pieces, read_surface, says_pieces
from .look import look_chosen, picture_options
from .media import medium_of, write_drawings
from .named import named_board
from .options import FOUND, Command, add_pieces

if TYPE_CHECKING:
    from ..render import Drawing

__all__ = ["add"]

PAGE = ".html"


def add(command: Command) -> None:
    """Add the command."""
    parser = command(
        parents=[picture_options()],
        description="Read a puzzle, or solutions, and write them in another format. The endings of the names say the "
        "formats: .json .txt .ini .try .dlx .cnf .xmpuzzle .csv .npy, for pictures .svg .png .pdf, for a page .html",
        examples=(
            "pentomino convert kanoodle kanoodle.svg --cell 8 --unit mm",
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
    ending = options.target.suffix.lower()
    others = [*formats.FORMATS, PAGE]
    medium = None if ending in others else medium_of(options.target, others)
    look = look_chosen(options, "text" if medium is None else medium.kind)
    named = _named(options)
    if named is None:
        formats.format_of(options.source)
    check_target(options.target, options.force)
    if ending == PAGE:
        written = _write_page(*_held(named, options), options)
    elif medium is not None:
        held = _held(named, options)
        is_solid = medium.kind == "solid" or getattr(look, "style", None) == "isometric"
        drawings, drawn = _drawings(*held, is_solid)
        write_drawings(drawings, medium, options.target, options.force, look)
        written = counted(len(drawings), drawn)
    elif named is not None:
        formats.write_puzzle(named, options.target, force=options.force)
        written = "1 puzzle"
    else:
        written = formats.convert(options.source, options.target, **_said(options), force=options.force)
    print(f"{options.target}: {written}")
    return FOUND


def _held(named: Puzzle | None, options: argparse.Namespace) -> tuple[Iterator[Solution] | None, Puzzle | None]:
    """The solutions that IN holds, or else a puzzle."""
    from .. import formats

    return (None, named) if named else formats.held(options.source, **_said(options))


def _write_page(solutions: Iterator[Solution] | None, puzzle: Puzzle | None, options: argparse.Namespace) -> str:
    """Write solutions to a page to look through, a puzzle to one to print; return what was written."""
    if solutions is not None:
        from ..render.gallery import gallery

        page = gallery(solutions)
        page.write(options.target, force=options.force)
        return counted(len(page), "solution")
    from ..render.sheet import sheet

    assert puzzle is not None
    sheet([puzzle], columns=1, rows=1, key=False).write(options.target, force=options.force)
    return "1 puzzle"


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
    if options.source.exists() or not (are_words(name) or named_board(name)):
        return None
    board, own = read_surface(name)
    return Puzzle(board, read_pieces(options) if says_pieces(options) or own is None else own)


def _drawings(solutions: Iterator[Solution] | None, puzzle: Puzzle | None, is_solid: bool) -> tuple[list[Drawing], str]:
    """The drawings of solutions, or else of a puzzle with the pieces to be placed below it; and what is drawn.

    A solid has no layers that could stand beside others, and stands for itself.
    """
    if solutions is not None:
        return [solution.drawing for solution in solutions], "solution"
    assert puzzle is not None
    return [puzzle.drawing if is_solid else puzzle.drawing.above(puzzle.tray)], "puzzle"
