"""The command line: parse the arguments, call the package, print what it gives. No other logic lives here.

Each command is a file: `add` adds its parser, whose default for `run` is what to call with the parsed arguments.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from .. import bench
from .._version import __version__
from ..console import MisuseError, guarded
from . import boards, calendar, convert, count, pieces, solve, watch
from .options import Parser

__all__ = ["main"]

COMMANDS = (solve, count, watch, pieces, boards, calendar, convert)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status: 0 found, 1 none, 2 misuse, 3 out of time, 130 interrupted."""
    return guarded(lambda: _run(sys.argv[1:] if arguments is None else arguments))


def _run(arguments: Sequence[str]) -> int:
    if not arguments:
        arguments = ["solve", "6x10"]
    options, unknown = _parser().parse_known_args(arguments)
    if unknown:
        # argparse would name the help of all commands, not that of the one.
        raise MisuseError(f"unrecognized arguments: {' '.join(unknown)} (see pentomino {options.command} --help)")
    return options.run(options)  # type: ignore[no-any-return]


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="pentomino",
        description="Tile boards with pentominoes and other polyominoes. Without arguments: solve 6x10.",
        epilog="exit status: 0 found, 1 no solution, 2 misuse, 3 out of time, 130 interrupted",
    )
    parser.add_argument("--version", action="version", version=f"pentomino {__version__}")
    commands = parser.add_subparsers(required=True, dest="command", metavar="COMMAND")
    for command in COMMANDS:
        command.add(commands)
    timing = commands.add_parser(
        "bench", help="time the package", description="Time the package on works with known answers."
    )
    bench.add_arguments(timing)
    timing.set_defaults(run=bench.run)
    return parser
