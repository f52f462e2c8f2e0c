"""The command line: parse the arguments, call the package, print what it gives. No other logic lives here.

Each command is a file: `add` adds its parser, whose default for `run` is what to call with the parsed arguments. It is
imported when it is called.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from .._version import __version__
from ..base.hints import did_you_mean, not_yet
from ..lattices.forms import are_words
from .console import MisuseError, guarded, names_like_boards
from .named import chosen
from .options import Parser

__all__ = ["main", "whole_parser"]

COMMANDS = (
    "solve",
    "count",
    "unique",
    "hint",
    "forced",
    "doomed",
    "explain",
    "difficulty",
    "tally",
    "watch",
    "pieces",
    "boards",
    "calendar",
    "convert",
    "sheet",
    "generate",
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    0 found, 1 none, 2 misuse, 3 out of time, 4 several where one is asked for, 130 interrupted.
    """
    if not gc.isenabled():  # as while a command is imported
        gc.freeze()
        gc.enable()
    return guarded(lambda: _run(sys.argv[1:] if arguments is None else arguments))


def _run(arguments: Sequence[str]) -> int:
    whole = _with_command(arguments)
    options, unknown = _parser([name for name in COMMANDS if name == whole[0]] or COMMANDS).parse_known_args(whole)
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
    if first in COMMANDS or (first.startswith("-") and first != "-"):
        return arguments
    if first[:1].isdigit() or first == "-" or are_words(first) or not_yet(first):
        return ["solve", *arguments]
    if os.path.exists(first) or chosen(first):
        return ["solve", *arguments]
    hint = did_you_mean(first, [*COMMANDS, *names_like_boards(first)]) or f"commands are {' '.join(COMMANDS)}"
    raise MisuseError(f"{first}: this is neither a command nor a board; {hint}")


def whole_parser() -> Parser:
    """The parser of the command line, with those of all commands below it."""
    return _parser(COMMANDS)


def _parser(names: Sequence[str]) -> Parser:
    """The parser of the command line, with those of some commands below it."""
    parser = Parser(
        prog="pentomino",
        description="Tile boards with pentominoes and other polyominoes. Without COMMAND: solve, without BOARD: 6x10.",
        epilog="exit status: 0 found, 1 no solution, 2 misuse, 3 out of time, 4 not unique, 130 interrupted",
    )
    parser.add_argument("--version", action="version", version=f"pentomino {__version__}")
    commands = parser.add_subparsers(prog="pentomino", required=True, dest="command", metavar="COMMAND")
    for name in names:
        import_module(f".{name}", __name__).add(commands)
    parser.commands = commands.choices
    return parser
