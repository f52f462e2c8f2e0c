"""What the commands share: their parser, the options that state a puzzle, the progress bar."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import AbstractContextManager, nullcontext
from typing import NoReturn, TextIO

from ..bar import Bar
from ..console import MisuseError, read_board, read_picture_text
from ..puzzle import Puzzle

__all__ = ["FOUND", "NONE", "Parser", "bar", "is_terminal", "natural", "puzzle_options", "read_puzzle", "seconds"]

FOUND, NONE = 0, 1


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are those of the package."""

    def error(self, message: str) -> NoReturn:
        """Raise `MisuseError`."""
        raise MisuseError(f"{message} (see {self.prog} --help)")


def puzzle_options() -> Parser:
    """The options that say what is to be tiled and how hard to try, as a parent of the commands' parsers."""
    options = Parser(add_help=False)
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
        type=natural,
        default=os.cpu_count() or 1,
        metavar="N",
        help="threads to search with (default: one for each core)",
    )
    options.add_argument("--timeout", type=seconds, metavar="SECONDS", help="give up after that time")
    return options


def natural(text: str) -> int:
    """A whole number from 1, as the type of an argument."""
    if text.isascii() and text.isdigit() and len(text) <= 18 and int(text) > 0:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")


def seconds(text: str) -> float:
    """A number of seconds from 0, as the type of an argument."""
    try:
        number = float(text)
    except ValueError:
        number = -1
    if number >= 0:
        return number
    raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")


def read_puzzle(options: argparse.Namespace, name: str) -> Puzzle:
    """The puzzle on the board of that name with the pieces that the options say."""
    given = [read_picture_text(file) for file in options.given]
    return Puzzle(read_board(name), options.pieces, reflections=not options.no_reflections, placed=given)


def bar() -> AbstractContextManager[Bar | None]:
    """A bar for whoever sits at the terminal."""
    return Bar(sys.stderr) if is_terminal(sys.stderr) else nullcontext()


def is_terminal(stream: TextIO | None) -> bool:
    """Whether somebody looks at that stream."""
    return stream is not None and stream.isatty()
