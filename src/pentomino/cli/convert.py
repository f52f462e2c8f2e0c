"""`pentomino convert`: read a puzzle or solutions in one format and write them in another."""

from __future__ import annotations

import argparse
import os
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .. import formats
from ..files import check_target, part_of
from ..formats.common import opened
from ..puzzle import Puzzle
from ..solutions.solution import Solution
from ..wording import counted, joined
from .console import MisuseError, check_inputs
from .inputs import calendar_in, means_board, need_board, read_board, read_pieces, read_puzzles
from .options import BOARD_HELP, FOUND, Command, Once
from .output import CUT_LINES, PICTURES, SOLIDS, Target, add_picture, chosen, draw, listed

FILES = Target("a puzzle or solutions", tuple(formats.FORMATS))
PAGE = Target("a page", (".html",))
TARGETS = FILES, PICTURES, CUT_LINES, SOLIDS, PAGE


def add_convert(command: Command) -> None:
    parser = command(
        description="Read a puzzle or solutions, and write them in another format. The extension of OUT selects the "
        f"format: {listed(TARGETS)}. Files with a whole puzzle end "
        f"in {joined([form.suffix for form in formats.FORMATS.values() if form.is_whole], 'or')}.",
        examples={
            "pentomino convert kanoodle kanoodle.svg --cell 8 --unit mm": "draw a board with cells of 8 mm",
            "pentomino convert 5x12 puzzle.json -p pentominoes": "write a puzzle to a file",
            "pentomino convert puzzle.json puzzle.cnf": "write the puzzle for a SAT solver",
        },
    )
    add_picture(parser)
    parser.add_argument("source", type=Path, metavar="IN", help="the file to read, or a board such as kanoodle or 6x10")
    parser.add_argument("output", type=Path, metavar="OUT", help="the file to write")
    parser.add_argument("--puzzle", action=Once, type=Path, metavar="FILE", help="the puzzle whose solutions IN holds")
    what = f"{BOARD_HELP}; used only if no file has a board (default 6x10)"
    parser.add_argument("--board", action=Once, metavar="BOARD", help=what)
    parser.add_piece_set()
    parser.add_turns()
    parser.add_restrict()
    parser.add_spare()
    parser.add_argument("--force", action="store_true", help="replace OUT if it exists")
    parser.set_defaults(run=_run_convert, calendar=None, placed=[], quiet=False, timeout=None)


def _run_convert(options: argparse.Namespace) -> int:
    check_inputs([options.board, *options.pieces_file])
    output, target = options.output, chosen(options, TARGETS, replace=True)
    named = _named(options)
    form = formats.format_read(options.source) if named is None else None
    if form and (form.is_whole or not form.has_solutions(opened(options.source))):
        names = formats.parts_of(options.source)
        if len(names) > 1:
            for number, name in enumerate(names, 1):
                part = output.with_stem(f"{output.stem}-{number}")
                _run_convert(argparse.Namespace(**{**vars(options), "source": Path(name), "output": part}))
            return FOUND
    check_target(output, options.force)
    written = "1 puzzle"
    if target == FILES and named is not None:
        formats.write_puzzle(named, output, overwrite=options.force)
    elif target == FILES:
        written = formats.convert(options.source, output, **_context(options), overwrite=options.force)
    else:
        solutions, puzzle = (None, named) if named else formats.held(options.source, **_context(options))
        if solutions is not None:
            solutions, said = formats.defining(solutions, puzzle)
            written = counted(_draw_solutions(solutions, target, options), "solution") + said
        elif puzzle is not None:
            _draw_puzzle(puzzle, target, options)
    print(f"{output}: {written}")
    return FOUND


def _named(options: argparse.Namespace) -> Puzzle | None:
    """Return the puzzle if IN is a board such as kanoodle or 6x10, or a picture of one. Otherwise return None."""
    name, (file, _) = str(options.source), part_of(options.source)
    if calendar_in(file) is None and (os.path.exists(file) or not means_board(name)):
        is_board = formats.format_read(name).needs == "pieces" and options.board is options.puzzle is None
        if not is_board or formats.format_read(name).has_solutions(opened(options.source)):
            need_board(name, options)
            return None
        if (options.spare, options.reflections, options.rotations) == (None, None, True) or formats.parts_of(name)[1:]:
            return None
    return read_puzzles(options, [name])[0].puzzle


def _context(options: argparse.Namespace) -> dict[str, Any]:
    """Return the board, the pieces and the puzzle that the options specify for reading the file IN."""
    board, _, entry, _ = (None,) * 4 if options.board is None else read_board(options.board)
    pieces = read_pieces(options, entry.pieces if entry else None)
    if means_board(name := str(options.puzzle)) and not os.path.exists(name):
        raise MisuseError(f"--puzzle must be a file with a puzzle, got {name}; write --board {shlex.quote(name)}")
    puzzle = None if options.puzzle is None else formats.read_puzzle(options.puzzle, board=board, pieces=pieces)
    return {"puzzle": puzzle, "board": board, "pieces": pieces}


def _draw_solutions(solutions: Iterator[Solution], target: Target, options: argparse.Namespace) -> int:
    if target != PAGE:
        return draw((solution.drawing for solution in solutions), options)
    from ..pages.gallery import gallery

    page = gallery(solutions)
    page.write(options.output, overwrite=options.force)
    return len(page)


def _draw_puzzle(puzzle: Puzzle, target: Target, options: argparse.Namespace) -> None:
    if target == PAGE:
        from ..pages.sheet import sheet

        sheet([puzzle], columns=1, rows=1, key=False).write(options.output, overwrite=options.force)
        return
    rim, kerf, style = (getattr(options.look, name, None) for name in ("rim", "kerf", "style"))
    # With a kerf (the width of a cut), draw solids without the tray: this raises the error that solids cannot be cut.
    is_alone = target == SOLIDS or style == "isometric" or rim is not None
    if is_alone or (kerf is not None and puzzle.board.lattice.dimension > 2):
        draw([puzzle.drawing], options)
    else:
        draw([puzzle.drawing.above(puzzle.tray)], options)
