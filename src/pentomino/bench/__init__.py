"""The benchmark: fixed works with known answers, timed beside a fixed yardstick and, if wanted, beside other packages.

`add_arguments` and `run` make it a subcommand; what it needs besides is imported only when it runs.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

__all__ = ["add_arguments", "main", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the benchmark's arguments to *parser*."""
    parser.add_argument("--rounds", type=_count, default=5, metavar="N", help="how often to go round (default 5)")
    parser.add_argument("--only", metavar="TEXT", default="", help="only the works whose names contain TEXT")
    parser.add_argument("--long", action="store_true", help="the works that take many seconds, too")
    parser.add_argument(
        "--against",
        nargs="*",
        metavar="PEER",
        help="also time other packages on the same puzzles (default: all that can be imported)",
    )
    parser.add_argument(
        "--limit", type=_seconds, default=60.0, metavar="SECONDS", help="time for one work of a peer (default 60)"
    )
    parser.add_argument(
        "--json",
        nargs="?",
        const="-",
        metavar="FILE",
        help="print JSON and no table, or with FILE write JSON there beside the table",
    )
    parser.add_argument("--yardstick", type=Path, metavar="FILE", help="the C source of the yardstick")


def _count(text: str) -> int:
    if text.isascii() and text.isdigit() and 0 < int(text) < 10**6:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a number of rounds from 1")


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if 0 < seconds < 10**6:
        return seconds
    raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")


def run(options: argparse.Namespace) -> int:
    """Run the benchmark and print what it found; 0, or 1 where a result is wrong.

    Raises `PentominoError` for a name that means nothing.
    """
    from .session import bench

    return bench(options)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark as a command of its own: `run` with the arguments parsed."""
    parser = argparse.ArgumentParser(
        prog="pentomino bench", description="Time the package on works with known answers."
    )
    add_arguments(parser)
    return run(parser.parse_args(arguments))
