"""`python -m benchmarks`: its arguments."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from pentomino.cli.console import guarded

from .session import bench

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark and return its exit status: 0, or 1 if a result is wrong, 2 for misuse."""
    options = _parser().parse_args(arguments)
    return guarded(lambda: bench(options))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description="Time pentomino on works with known answers."
    )
    parser.add_argument("--rounds", type=_count, default=5, metavar="N", help="how often to go round (default 5)")
    parser.add_argument(
        "--only",
        metavar="TEXT",
        default="",
        help='only the works whose names contain TEXT; choice: what "auto" takes, on hundreds of puzzles',
    )
    parser.add_argument("--long", action="store_true", help="the works that take many seconds, too")
    parser.add_argument(
        "--against",
        nargs="*",
        metavar="PEER",
        help="instead, a table of other packages and programs: all packages that can be imported, or those named, and"
        " burrTxt=PATH and dlx1=PATH",
    )
    parser.add_argument(
        "--burrs", type=Path, metavar="FOLDER", help="with --against: puzzles of BurrTools, such as ankes.xmpuzzle"
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
    parser.add_argument(
        "--figures",
        type=Path,
        nargs="+",
        metavar="FILE",
        default=[],
        help="write a page such as docs/figures.md there, or with --against put the table into the pages",
    )
    parser.add_argument("--force", action="store_true", help="replace files that exist")
    return parser


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


if __name__ == "__main__":
    sys.exit(main())
