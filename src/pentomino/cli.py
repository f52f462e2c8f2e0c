"""The command line: parse the arguments, call the package, print what it gives. No other logic lives here."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import zip_longest
from pathlib import Path
from shutil import get_terminal_size
from time import perf_counter
from typing import NoReturn, TextIO

from ._version import __version__
from .bar import Bar
from .bench import add_arguments as add_bench_arguments
from .bench import run as run_bench
from .console import (
    BOARD_HELP,
    MisuseError,
    check_inputs,
    guarded,
    print_pictures,
    read_board,
    read_picture_text,
    write_all,
    write_each,
)
from .names import SET_SIZES
from .pieces import as_pieces
from .puzzle import Puzzle
from .render import Depth, colour_depth, coloured
from .solution import Solution

__all__ = ["main"]

FOUND, NONE = 0, 1
STYLES = ("outline", "letters", "box", "svg", "json")


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise MisuseError(f"{message} (see {self.prog} --help)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status: 0 found, 1 none, 2 misuse, 3 out of time, 130 interrupted."""
    return guarded(lambda: _run(sys.argv[1:] if arguments is None else arguments))


def _run(arguments: Sequence[str]) -> int:
    if not arguments:
        arguments = ["solve", "6x10"]
    options = _parser().parse_args(arguments)
    return options.run(options)  # type: ignore[no-any-return]


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="pentomino",
        description="Tile boards with pentominoes and other polyominoes. Without arguments: solve 6x10.",
        epilog="exit status: 0 found, 1 no solution, 2 misuse, 3 out of time, 130 interrupted",
    )
    parser.add_argument("--version", action="version", version=f"pentomino {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    puzzle = _puzzle_options()

    solve = commands.add_parser("solve", parents=[puzzle], help="print solutions", description="Print solutions.")
    solve.add_argument("board", nargs="?", default="6x10", metavar="BOARD", help=BOARD_HELP + " (default 6x10)")
    amount = solve.add_mutually_exclusive_group()
    amount.add_argument("-n", "--number", type=_natural, default=1, metavar="N", help="how many at most (default 1)")
    amount.add_argument("--all", action="store_true", help="every solution")
    solve.add_argument("--style", choices=STYLES, default="outline", help="how to draw (default outline)")
    solve.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="write there, not to standard output; several SVG pictures go to FILE-1, FILE-2 ...",
    )
    solve.add_argument("--force", action="store_true", help="let -o replace files that exist")
    solve.add_argument("--json", action="store_const", const="json", dest="style", help="the same as --style json")
    solve.add_argument(
        "--colour",
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colour the picture (default auto: where the terminal has it)",
    )
    solve.set_defaults(run=_solve)

    count = commands.add_parser(
        "count",
        parents=[puzzle],
        help="print numbers of solutions",
        description="Print how many solutions each board has.",
    )
    count.add_argument("boards", nargs="+", metavar="BOARD", help=BOARD_HELP)
    count.add_argument(
        "--method",
        choices=("auto", "search", "frontier"),
        default="auto",
        help="visit every solution, or count without meeting one (default auto: whatever suits the puzzle)",
    )
    count.add_argument("--json", action="store_true", help="print one JSON object a line")
    count.set_defaults(run=_count)

    pieces = commands.add_parser("pieces", help="draw the named pieces", description="Draw pieces with their names.")
    pieces.add_argument("names", nargs="*", metavar="NAME", help="sets or pieces (default: all of one to five cells)")
    pieces.add_argument("--json", action="store_true", help="print one JSON object a line")
    pieces.set_defaults(run=_pieces)

    bench = commands.add_parser(
        "bench", help="time the package", description="Time the package on works with known answers."
    )
    add_bench_arguments(bench)
    bench.set_defaults(run=run_bench)
    return parser


def _puzzle_options() -> _Parser:
    options = _Parser(add_help=False)
    options.add_argument(
        "-p",
        "--pieces",
        default="pentominoes",
        help="such as 'pentominoes + O4', 'FLX', 'I3*4 V3*', 'one-sided pentominoes' (default pentominoes)",
    )
    options.add_argument("--no-reflections", action="store_true", help="pieces may not be turned over")
    options.add_argument(
        "--given",
        action="append",
        default=[],
        metavar="FILE",
        help="a picture whose lettered cells are pieces already placed (may be repeated)",
    )
    options.add_argument(
        "--symmetry",
        choices=("distinct", "all"),
        default="distinct",
        help="distinct: solutions that are turned into each other count once (default); all: each",
    )
    options.add_argument(
        "--workers",
        type=_natural,
        default=os.cpu_count() or 1,
        metavar="N",
        help="threads to search with (default: one for each core)",
    )
    options.add_argument("--timeout", type=_seconds, metavar="SECONDS", help="give up after that time")
    return options


def _natural(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 18 and int(text) > 0:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if seconds >= 0:
        return seconds
    raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")


def _puzzle(options: argparse.Namespace, name: str) -> Puzzle:
    given = [read_picture_text(file) for file in options.given]
    return Puzzle(read_board(name), options.pieces, reflections=not options.no_reflections, placed=given)


def _solve(options: argparse.Namespace) -> int:
    check_inputs([options.board, *options.given])
    puzzle = _puzzle(options, options.board)
    limit = None if options.all else options.number
    with _bar() as bar:
        solutions = puzzle.solve_all(
            symmetry=options.symmetry, limit=limit, timeout=options.timeout, workers=options.workers, progress=bar
        )
        pictures = (_drawn(solution, options) for solution in solutions)
        if options.output is None:
            shown = print_pictures(pictures, apart=options.style not in ("json", "svg"))
        elif options.style == "svg" and (options.all or options.number > 1):
            shown = write_each(pictures, options.output, options.force)
        else:
            shown = write_all(pictures, options.output, options.force, apart=options.style not in ("json", "svg"))
    if shown == 0:
        print("pentomino: there is no solution", file=sys.stderr)
    return FOUND if shown else NONE


def _bar() -> AbstractContextManager[Bar | None]:
    """A bar for whoever sits at the terminal."""
    return Bar(sys.stderr) if _is_terminal(sys.stderr) else nullcontext()


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _drawn(solution: Solution, options: argparse.Namespace) -> str:
    """One solution in the style that is asked for, coloured where that is wanted."""
    style = options.style
    if style == "json":
        return solution.to_json()
    if style == "svg":
        return solution.to_svg().rstrip("\n")
    depth = None if options.output else _depth(options.colour)
    return coloured(solution.drawing, style, depth) if depth else solution.to_text(style)


def _depth(wish: str) -> Depth | None:
    if wish == "never":
        return None
    return colour_depth(os.environ, _is_terminal(sys.stdout)) or ("256" if wish == "always" else None)


def _count(options: argparse.Namespace) -> int:
    check_inputs([*options.boards, *options.given])
    puzzles = [(name, _puzzle(options, name)) for name in options.boards]
    width = max(len(name) for name in options.boards)
    total = 0
    for name, puzzle in puzzles:
        start = perf_counter()
        with _bar() as bar:
            number = puzzle.count(
                symmetry=options.symmetry,
                timeout=options.timeout,
                workers=options.workers,
                progress=bar,
                method=options.method,
            )
        seconds = perf_counter() - start
        total += number
        if options.json:
            result = {
                "board": name,
                "symmetry": options.symmetry,
                "count": number,
                "seconds": round(seconds, 6),
            }
            print(json.dumps(result), flush=True)
        elif len(puzzles) == 1:
            print(number)
        else:
            print(f"{name:<{width}}  {number}", flush=True)
    return FOUND if total else NONE


def _pieces(options: argparse.Namespace) -> int:
    words = options.names or list(SET_SIZES)[:5]
    pieces = [count.piece for word in words for count in as_pieces(word)]
    if options.json:
        for piece in pieces:
            print(json.dumps({"name": piece.name, "cells": [list(cell) for cell in piece.cells]}))
        return FOUND
    blocks = [[piece.name, *str(piece).replace(".", " ").split("\n")] for piece in pieces]
    print("\n\n".join(_side_by_side(blocks, get_terminal_size().columns)))
    return FOUND


def _side_by_side(blocks: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """The blocks of lines in rows, as many to a row as *width* columns hold."""
    row: list[Sequence[str]] = []
    for block in [*blocks, None]:
        size = sum(max(map(len, one)) + 3 for one in [*row, *([block] if block else [])]) - 3
        if row and (block is None or size > width):
            widths = [max(map(len, one)) for one in row]
            lines = zip_longest(*row, fillvalue="")
            yield "\n".join("   ".join(map(str.ljust, line, widths)).rstrip() for line in lines)
            row = []
        if block is not None:
            row.append(block)
