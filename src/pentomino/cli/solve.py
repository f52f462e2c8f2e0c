"""`pentomino solve`: print solutions."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from ..console import BOARD_HELP, print_pictures, write_all, write_each
from ..render import STYLES, Depth, colour_depth, coloured
from ..solution import Solution
from .inputs import read_puzzles
from .named import Chosen, chosen
from .options import FOUND, NONE, Parser, add_rectangles, bar, is_terminal, natural, puzzle_options

__all__ = ["add"]


def add(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "solve", parents=[puzzle_options()], help="print solutions", description="Print solutions."
    )
    parser.add_argument("board", nargs="?", metavar="BOARD", help=BOARD_HELP + " (default 6x10)")
    add_rectangles(parser)
    amount = parser.add_mutually_exclusive_group()
    amount.add_argument(
        "-n", "--number", type=natural, default=1, metavar="N", help="how many at most, of each board (default 1)"
    )
    amount.add_argument("--all", action="store_true", help="every solution")
    parser.add_argument("--style", choices=(*STYLES, "json"), default="outline", help="how to draw (default outline)")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="write there, not to standard output; several SVG pictures go to FILE-1, FILE-2 ...",
    )
    parser.add_argument("--force", action="store_true", help="let -o replace files that exist")
    parser.add_argument("--json", action="store_const", const="json", dest="style", help="the same as --style json")
    parser.add_argument(
        "--colour",
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colour the picture (default auto: where the terminal has it)",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the solutions that the options ask for."""
    puzzles = read_puzzles(options, [] if options.board is None else [options.board], options.rectangles)
    with bar() as shown_bar:
        pictures = (
            _drawn(solution, board, options)
            for board, puzzle in ((chosen(name), puzzle) for name, puzzle in puzzles)
            for solution in puzzle.solve_all(
                symmetry=options.symmetry,
                limit=None if options.all else options.number,
                timeout=options.timeout,
                workers=options.workers,
                progress=shown_bar,
            )
        )
        if options.output is None:
            shown = print_pictures(pictures, apart=options.style not in ("json", "svg"))
        elif options.style == "svg" and (options.all or options.number > 1 or options.rectangles):
            shown = write_each(pictures, options.output, options.force)
        else:
            shown = write_all(pictures, options.output, options.force, apart=options.style not in ("json", "svg"))
    if shown == 0:
        print("pentomino: there is no solution", file=sys.stderr)
    return FOUND if shown else NONE


def _drawn(solution: Solution, board: Chosen | None, options: argparse.Namespace) -> str:
    """One solution in the style that is asked for, coloured where that is wanted, with the labels of a named board."""
    style = options.style
    if style == "json":
        return solution.to_json()
    drawing = solution.drawing if board is None else board.labelled(solution.drawing)
    if style == "svg":
        return STYLES[style](drawing).rstrip("\n")
    depth = None if options.output else _depth(options.colour)
    heading = f"{board.heading}\n" if board and board.heading else ""
    return heading + (coloured(drawing, style, depth) if depth else STYLES[style](drawing))


def _depth(wish: str) -> Depth | None:
    if wish == "never":
        return None
    return colour_depth(os.environ, is_terminal(sys.stdout)) or ("256" if wish == "always" else None)
