"""The command line: parse the arguments, call the package, print what it gives. No other logic lives here.

Each command is a file: `add` adds its parser, whose default for `run` is what to call with the parsed arguments.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from .._version import __version__
from ..hints import did_you_mean, not_yet
from . import boards, calendar, convert, count, pieces, sheet, solve, watch
from .console import MisuseError, guarded, names_like_boards
from .named import chosen
from .options import Parser

__all__ = ["main", "whole_parser"]

COMMANDS = (solve, count, watch, pieces, boards, calendar, convert, sheet)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status: 0 found, 1 none, 2 misuse, 3 out of time, 130 interrupted."""
    return guarded(lambda: _run(sys.argv[1:] if arguments is None else arguments))


def _run(arguments: Sequence[str]) -> int:
    options, unknown = whole_parser().parse_known_args(_with_command(arguments))
    if unknown:
        if hint := next(filter(None, map(not_yet, arguments)), ""):
            raise MisuseError(hint)
        # argparse would name the help of all commands, not that of the one.
        raise MisuseError(f"unrecognized arguments: {' '.join(unknown)} (see pentomino {options.command} --help)")
    return options.run(options)  # type: ignore[no-any-return]


def _with_command(arguments: Sequence[str]) -> Sequence[str]:
    """The arguments, with the command `solve` if they begin with a board or say nothing; not so for another word."""
    if not arguments:
        return ["solve"]
    first = arguments[0]
    commands = [command.__name__.rpartition(".")[2] for command in COMMANDS]
    if first in commands or (first.startswith("-") and first != "-"):
        return arguments
    if first[:1].isdigit() or first == "-" or not_yet(first) or Path(first).exists() or chosen(first):
        return ["solve", *arguments]
    hint = did_you_mean(first, [*commands, *names_like_boards(first)]) or f"commands are {' '.join(commands)}"
    raise MisuseError(f"{first}: this is neither a command nor a board; {hint}")


def whole_parser() -> Parser:
    """The parser of the command line, with those of all commands below it."""
    parser = Parser(
        prog="pentomino",
        description="Tile boards with pentominoes and other polyominoes. Without COMMAND: solve, without BOARD: 6x10.",
        epilog="exit status: 0 found, 1 no solution, 2 misuse, 3 out of time, 130 interrupted",
    )
    parser.add_argument("--version", action="version", version=f"pentomino {__version__}")
    commands = parser.add_subparsers(required=True, dest="command", metavar="COMMAND")
    for command in COMMANDS:
        command.add(commands)
    parser.commands = commands.choices
    return parser
