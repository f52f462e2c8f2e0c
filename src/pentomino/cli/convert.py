"""`pentomino convert`: read a puzzle or solutions in one format and write them in another."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .. import formats
from ..drawable import Drawing
from ..files import check_target, part_of
from ..formats.common import opened
from ..puzzle import Puzzle
from ..solutions.solution import Solution
from ..wording import counted, joined
from .console import check_inputs
from .inputs import calendar_in, means_board, need_board, read_board, read_pieces, read_puzzles
from .options import BOARD_HELP, FOUND, Command, Once, add_piece_set, add_spare, add_turns
from .output import CUT_LINES, PICTURES, SOLIDS, Target, add_picture, chosen, draw, listed

FILES = Target("a puzzle or solutions", tuple(formats.FORMATS))
PAGE = Target("a page", (".html",))
TARGETS = FILES, PICTURES, CUT_LINES, SOLIDS, PAGE


def add_convert(command: Command) -> None:
    parser = command(
        description="Read a puzzle or solutions, and write them in another format. The extension of OUT selects the "
        f"format: {listed(TARGETS)}. Files with a whole puzzle end "
        f"in {joined([form.suffix for form in formats.FORMATS.values() if form.is_whole], 'or')}.",
        examples=(
            "pentomino convert kanoodle kanoodle.svg --cell 8 --unit mm",
            "pentomino convert 5x12 puzzle.json --pieces pentominoes",
            "pentomino convert puzzle.json puzzle.cnf",
        ),
    )
    add_picture(parser)
    parser.add_argument("source", type=Path, metavar="IN", help="the file to read, or a board such as kanoodle or 6x10")
    parser.add_argument("output", type=Path, metavar="OUT", help="the file to write")
    parser.add_argument("--puzzle", action=Once, type=Path, metavar="FILE", help="the puzzle of the solutions in IN")
    parser.add_argument(
        "--board", action=Once, metavar="BOARD", help=f"{BOARD_HELP}; used if no file has a board (default 6x10)"
    )
    add_piece_set(parser)
    add_turns(parser)
    add_spare(parser)
    parser.add_argument("--force", action="store_true", help="replace OUT if it exists")
    parser.set_defaults(run=_run_convert, calendar=None, given=[], quiet=False)


def _run_convert(options: argparse.Namespace) -> int:
    check_inputs([options.board, *options.pieces_file])
    output, target = options.output, chosen(options, TARGETS, replace=True)
    named = _named(options)
    form = formats.format_read(options.source) if named is None else None
    if form and (form.is_whole or not form.has_solutions(opened(options.source))):
        names = formats.parts_of(options.source)
        for number, name in enumerate(names if names[1:] else (), 1):
            part = output.with_stem(f"{output.stem}-{number}")
            _run_convert(argparse.Namespace(**{**vars(options), "source": Path(name), "output": part}))
        if names[1:]:
            return FOUND
    check_target(output, options.force)
    if target == PAGE:
        written = _write_page(*_contents(named, options), options)
    elif target != FILES:
        is_solid = target == SOLIDS or getattr(options.look, "style", None) == "isometric"
        has_rim, has_kerf = (getattr(options.look, name, None) is not None for name in ("rim", "kerf"))
        drawings, drawn = _drawings(*_contents(named, options), is_solid or has_rim, has_kerf)
        draw(drawings, options)
        written = counted(len(drawings), drawn)
    elif named is not None:
        formats.write_puzzle(named, output, force=options.force)
        written = "1 puzzle"
    else:
        written = formats.convert(options.source, output, **_said(options), force=options.force)
    print(f"{output}: {written}")
    return FOUND


def _contents(named: Puzzle | None, options: argparse.Namespace) -> tuple[Iterator[Solution] | None, Puzzle | None]:
    # `named` is the puzzle of a board that IN names
    return (None, named) if named else formats.held(options.source, **_said(options))


def _write_page(solutions: Iterator[Solution] | None, puzzle: Puzzle | None, options: argparse.Namespace) -> str:
    if solutions is not None:
        from ..pages.gallery import gallery

        page = gallery(solutions)
        page.write(options.output, force=options.force)
        return counted(len(page), "solution")
    from ..pages.sheet import sheet

    assert puzzle is not None
    sheet([puzzle], columns=1, rows=1, key=False).write(options.output, force=options.force)
    return "1 puzzle"


def _said(options: argparse.Namespace) -> dict[str, Any]:
    board, _, entry, _ = (None,) * 4 if options.board is None else read_board(options.board)
    pieces = read_pieces(options, entry.pieces if entry else None)
    puzzle = None if options.puzzle is None else formats.read_puzzle(options.puzzle, board=board, pieces=pieces)
    return {"puzzle": puzzle, "board": board, "pieces": pieces}


def _named(options: argparse.Namespace) -> Puzzle | None:
    """Return the puzzle on the board that IN names, such as kanoodle or 6x10, or None if IN is a file."""
    name = str(options.source)
    if calendar_in(part_of(name)[0]) is None and (options.source.exists() or not means_board(name)):
        need_board(name, options)
        return None
    return read_puzzles(options, [name])[0].puzzle


def _drawings(
    solutions: Iterator[Solution] | None, puzzle: Puzzle | None, is_alone: bool, has_kerf: bool
) -> tuple[list[Drawing], str]:
    """Return the drawings to write, of all solutions or of the puzzle, and the noun "solution" or "puzzle".

    A puzzle is drawn above the pieces to place. These are left out if `is_alone` is true (as for solids and rims), and
    for cubes if `has_kerf` is true. Then the kerf is refused: it would cut the layers like pieces.
    """
    if solutions is not None:
        return [solution.drawing for solution in solutions], "solution"
    assert puzzle is not None
    is_alone = is_alone or (has_kerf and puzzle.board.lattice.dimension > 2)
    return [puzzle.drawing if is_alone else puzzle.drawing.above(puzzle.tray)], "puzzle"
