"""The command line: parse the arguments, call the package, print the result. It has no other logic.

A command NAME is the function `add_NAME` of its module. It makes the parser of the command, whose default for `run` is
the function to call with the parsed arguments. A module is imported when one of its commands is called.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Sequence
from functools import partial
from importlib import import_module

from .._version import __version__
from ..base.words import did_you_mean, not_yet
from .console import MisuseError, guarded
from .inputs import means_board, names_like_boards
from .options import Parser

__all__ = ["main", "whole_parser"]

COMMANDS = {
    "solve": ("solve", "print solutions"),
    "count": ("count", "print numbers of solutions"),
    "unique": ("tally", "print whether a puzzle has just one solution"),
    "hint": ("bench", "print a next step for a half-filled board"),
    "forced": ("bench", "print all pieces that are forced, and why"),
    "doomed": ("bench", "print which pieces of a half-filled board to take back"),
    "explain": ("bench", "print why a board cannot be filled"),
    "difficulty": ("bench", "print how hard puzzles are for a person"),
    "tally": ("tally", "print how often pieces lie where"),
    "subsets": ("tally", "print which of the pieces fill a board"),
    "watch": ("watch", "draw the search while it runs"),
    "pieces": ("catalogue", "draw the named pieces"),
    "boards": ("catalogue", "list the named boards"),
    "calendar": ("tally", "count the solutions of a calendar puzzle for all dates"),
    "convert": ("convert", "write a file in another format"),
    "sheet": ("sheet", "write puzzles to be printed, with a key"),
    "generate": ("sheet", "make new puzzles with one solution"),
}
"""The module of each command, and its line in the help of all commands."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    0 found, 1 none, 2 misuse, 3 out of time, 4 several where one is wanted, 130 interrupted.
    """
    return guarded(lambda: _run(sys.argv[1:] if arguments is None else arguments))


def _run(arguments: Sequence[str]) -> int:
    whole = _with_command(arguments)
    listed = [name for name in COMMANDS if name == whole[0]] or COMMANDS
    options, unknown = _parser(listed, whole).parse_known_args(whole)
    if unknown:
        if hint := next(filter(None, map(not_yet, arguments)), ""):
            raise MisuseError(hint)
        # argparse would point to the help of all commands, not to that of this one.
        raise MisuseError(f"unrecognized arguments: {' '.join(unknown)} (see pentomino {options.command} --help)")
    return options.run(options)  # type: ignore[no-any-return]


def _with_command(arguments: Sequence[str]) -> Sequence[str]:
    """Return the arguments, with the command `solve` first if they begin with a board or are empty."""
    if not arguments:
        return ["solve"]
    first = arguments[0]
    if first in COMMANDS or (first.startswith("-") and first != "-"):
        return arguments
    if first[:1].isdigit() or first == "-" or not_yet(first) or os.path.exists(first) or means_board(first):
        return ["solve", *arguments]
    hint = did_you_mean(first, [*COMMANDS, *names_like_boards(first)]) or f"commands are {' '.join(COMMANDS)}"
    raise MisuseError(f"{first}: this is neither a command nor a board; {hint}")


def whole_parser() -> Parser:
    """Return the parser of the command line, with the parsers of all commands."""
    return _parser(COMMANDS, COMMANDS)


def _parser(listed: Collection[str], wanted: Collection[str]) -> Parser:
    """Return the parser of the command line with the `listed` commands; only those `wanted` have their options."""
    parser = Parser(
        prog="pentomino",
        description="Tile boards with pentominoes and other polyominoes. Without COMMAND: solve, without BOARD: 6x10.",
        epilog="exit status: 0 found, 1 no solution, 2 misuse, 3 out of time, 4 not unique, 130 interrupted",
    )
    parser.add_argument("--version", action="version", version=f"pentomino {__version__}")
    commands = parser.add_subparsers(prog="pentomino", required=True, dest="command", metavar="COMMAND")
    for name in listed:
        module, line = COMMANDS[name]
        command = partial(commands.add_parser, name, help=line)
        if name in wanted:
            getattr(import_module(f".{module}", __name__), f"add_{name}")(command)
        else:
            command(add_help=False)
    parser.commands = commands.choices
    return parser
