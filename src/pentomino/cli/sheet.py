"""`pentomino sheet`: write puzzles to be printed, with their pieces and a key."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from ..base.writing import check_target
from .console import BOARD_HELP, MisuseError, check_inputs
from .inputs import read_pieces, read_puzzles, says_pieces
from .options import FOUND, Command, add_pieces, add_target, is_standard_output, natural

if TYPE_CHECKING:
    from ..puzzle import Puzzle
    from ..render.sheet import Sheet

__all__ = ["add", "put_pages"]

Named = list[tuple[str, "Puzzle"]]

MONTH = (5, 7)
"""Columns and rows of a page for the days of a month; other puzzles have (2, 3)."""

PARTS = (".ini", ".try")
"""The endings of files that say a part of a puzzle, and are read in ways of their own."""


def add(command: Command) -> None:
    """Add the command."""
    parser = command(
        description="Write puzzles to be printed, several on a page, numbered, with the pieces to place; and a key.",
        examples=(
            "pentomino sheet 5x12 8x8-hole kanoodle --output sheet.html",
            "pentomino sheet --calendar 2026-12 --upside-down --output december.svg",
        ),
    )
    parser.add_argument(
        "boards",
        nargs="*",
        metavar="PUZZLE",
        help=f"{BOARD_HELP}; a .json, .dlx, .cnf or .xmpuzzle file says the whole puzzle, an .ini file the pieces, a "
        ".try file given pieces",
    )
    add_pieces(parser)
    parser.add_argument(
        "--calendar",
        metavar="MONTH",
        help="2026-12 or 12: all days of that month on a calendar puzzle, whose name may be PUZZLE",
    )
    add_target(
        parser,
        "write there: .html, .pdf or .svg; several pages in SVG go to FILE-1, FILE-2 ...; - prints HTML",
        required=True,
    )
    parser.add_argument("--columns", type=natural, metavar="N", help="puzzles side by side (default 2, for a month 5)")
    parser.add_argument("--rows", type=natural, metavar="N", help="puzzles one below the other (default 3, or 7)")
    parser.add_argument("--title", help="printed on top of each page (default: none, for a month its name)")
    parser.add_argument("--paper", choices=("A4", "Letter"), default="A4", help="the size of the paper (default A4)")
    parser.add_argument(
        "--key", action=argparse.BooleanOptionalAction, default=True, help="whether a key comes last (default: yes)"
    )
    parser.add_argument("--upside-down", action="store_true", help="print the key upside down")
    parser.add_argument("--force", action="store_true", help="replace files that exist")
    parser.set_defaults(run=run, given=[], reflections=None, quiet=False)


def run(options: argparse.Namespace) -> int:
    """Write the sheet that the options ask for."""
    from ..render.sheet import sheet

    _check_output(options)
    is_month = options.calendar is not None
    columns, rows = MONTH if is_month else (2, 3)
    named = _days(options) if is_month else list(_puzzles(options))
    made = sheet(
        named,
        columns=options.columns or columns,
        rows=options.rows or rows,
        key=options.key,
        upside_down=options.upside_down,
        title=_month_name(options.calendar) if is_month and options.title is None else options.title or "",
        paper=options.paper,
    )
    put_pages(made, options)
    return FOUND


def put_pages(made: Sheet, options: argparse.Namespace) -> None:
    """Print the pages, or write them and print the names of the files, as `--output` and `--force` say."""
    if is_standard_output(options.output):
        print(made, end="")
    else:
        for path in made.write(options.output, force=options.force):
            print(path)


def _check_output(options: argparse.Namespace) -> None:
    """Find out what is wrong with the output before anything is solved for the key."""
    if is_standard_output(options.output):
        return
    ending = options.output.suffix.lower()
    if ending not in (".html", ".pdf", ".svg"):
        raise MisuseError(f"{options.output}: a sheet is written as .html, .svg or .pdf")
    if ending != ".svg":
        check_target(options.output, options.force)


def _puzzles(options: argparse.Namespace) -> Iterable[tuple[str, Puzzle]]:
    """The puzzles that are named, in that order; files go by their names without folder and ending."""
    if not options.boards:
        raise MisuseError("PUZZLE is missing: name boards or files, or a month with --calendar")
    check_inputs([*options.boards, *([options.pieces_file] if options.pieces_file else [])])
    for name in options.boards:
        path = Path(name)
        yield path.stem if path.is_file() else name if name != "-" else "", _read(name, options)


def _read(name: str, options: argparse.Namespace) -> Puzzle:
    path = Path(name)
    if path.suffix.lower() in PARTS and path.is_file():
        from .. import formats

        return formats.read_puzzle(path, pieces=read_pieces(options) if says_pieces(options) else None)
    ((_, puzzle),) = read_puzzles(argparse.Namespace(**{**vars(options), "calendar": None}), [name])
    return puzzle


def _month(text: str) -> tuple[int | None, int]:
    """The year, if there is one, and the month that a text says."""
    found = re.fullmatch(r"(?:(\d{4})-)?(\d{1,2})", text, re.ASCII)
    if found is None or not 1 <= int(found[2]) <= 12:
        raise MisuseError(f"{text!r} is not a month; it is said as 2026-12 or 12")
    return (int(found[1]) if found[1] else None), int(found[2])


def _month_name(text: str) -> str:
    from ..catalogue.boards import MONTHS

    year, month = _month(text)
    return MONTHS[month - 1] if year is None else f"{MONTHS[month - 1]} {year}"


def _days(options: argparse.Namespace) -> Named:
    """The puzzles of the days of a month, with their dates."""
    from ..catalogue.boards import MONTHS
    from ..catalogue.calendar import CALENDAR, days, puzzle

    if len(options.boards) > 1 or says_pieces(options):
        raise MisuseError("--calendar goes with one PUZZLE at most, the name of a calendar, and with its pieces")
    year, month = _month(options.calendar)
    name = options.boards[0] if options.boards else CALENDAR
    return [(f"{MONTHS[month - 1]} {day.day}", puzzle(day, name)) for day in days(year) if day.month == month]
