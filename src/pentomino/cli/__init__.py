"""The command line: parse the arguments, call the package, print what it gives. No other logic lives here.

Each command is a file: `add` makes its parser, whose default for `run` is what to call with the parsed arguments. It is
imported when it is called.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Collection, Sequence
from functools import partial

from .._version import __version__
from ..base.hints import did_you_mean, not_yet
from ..lattices.forms import are_words
from .console import MisuseError, guarded, names_like_boards
from .named import named_board
from .options import Parser

__all__ = ["main", "whole_parser"]

COMMANDS = {
    "solve": "print solutions",
    "count": "print numbers of solutions",
    "unique": "tell whether a puzzle has just one solution",
    "hint": "tell a next step for a half-filled board",
    "forced": "tell all pieces that are forced, and why",
    "doomed": "tell which pieces of a half-filled board to take back",
    "explain": "tell why a board cannot be filled",
    "difficulty": "tell how hard puzzles are for a person",
    "tally": "tell how often pieces lie where",
    "watch": "draw the search while it runs",
    "pieces": "draw the named pieces",
    "boards": "list the named boards",
    "calendar": "count the solutions of a calendar puzzle for all dates",
    "convert": "write a file in another format",
    "sheet": "write puzzles to be printed, with a key",
    "generate": "make new puzzles with one solution",
}
"""The commands, and what each is for: its line in the help of all."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    0 found, 1 none, 2 misuse, 3 out of time, 4 several where one is asked for, 130 interrupted.
    """
    is_process = not gc.isenabled()  # as while a command is imported
    status = guarded(lambda: _run(sys.argv[1:] if arguments is None else arguments))
    if is_process:
        gc.freeze()  # all of it ends with the process, so nobody needs to look for garbage
    return status


def _run(arguments: Sequence[str]) -> int:
    whole = _with_command(arguments)
    listed = [name for name in COMMANDS if name == whole[0]] or COMMANDS
    options, unknown = _parser(listed, whole).parse_known_args(whole)
    if unknown:
        if hint := next(filter(None, map(not_yet, arguments)), ""):
            raise MisuseError(hint)
        # argparse would name the help of all commands, not that of the one.
        raise MisuseError(f"unrecognized arguments: {' '.join(unknown)} (see pentomino {options.command} --help)")
    if not gc.isenabled():
        gc.freeze()  # what was imported stays
        gc.enable()
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
    if os.path.exists(first) or named_board(first):
        return ["solve", *arguments]
    hint = did_you_mean(first, [*COMMANDS, *names_like_boards(first)]) or f"commands are {' '.join(COMMANDS)}"
    raise MisuseError(f"{first}: this is neither a command nor a board; {hint}")


def whole_parser() -> Parser:
    """The parser of the command line, with those of all commands below it."""
    return _parser(COMMANDS, COMMANDS)


def _parser(listed: Collection[str], wanted: Collection[str]) -> Parser:
    """The parser of the command line, with the *listed* commands; those not *wanted* are just lines of help."""
    parser = Parser(
        prog="pentomino",
        description="Tile boards with pentominoes and other polyominoes. Without COMMAND: solve, without BOARD: 6x10.",
        epilog="exit status: 0 found, 1 no solution, 2 misuse, 3 out of time, 4 not unique, 130 interrupted",
    )
    parser.add_argument("--version", action="version", version=f"pentomino {__version__}")
    commands = parser.add_subparsers(prog="pentomino", required=True, dest="command", metavar="COMMAND")
    for name in listed:
        command = partial(commands.add_parser, name, help=COMMANDS[name])
        if name in wanted:
            __import__(f"{__name__}.{name}", fromlist=["add"]).add(command)  # importlib is a module more
        else:
            command(add_help=False)
    parser.commands = commands.choices
    return parser
