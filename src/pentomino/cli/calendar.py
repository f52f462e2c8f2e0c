"""The command `calendar` prints how many solutions a calendar has on each date."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..catalogue import MONTHS
from . import inputs
from .console import MisuseError, best
from .options import FOUND, NONE, Command, natural, threads
from .output import FIGURES, STDOUT, add_target, chosen, write_figure

if TYPE_CHECKING:
    from ..calendar import Year


def add_calendar(command: Command) -> None:
    parser = command(
        description="Count the solutions of a calendar puzzle for each date.",
        examples={
            "pentomino calendar": "count the solutions for each date",
            "pentomino calendar -o year.svg": "draw a heat map of the counts",
        },
    )
    what = "the name of a calendar, or a file such as calendar.json (default a-puzzle-a-day)"
    parser.add_argument("board", nargs="?", metavar="NAME", help=what)
    what = "count only the dates of YEAR (default: all 366 dates)"
    parser.add_argument("--year", type=natural, metavar="YEAR", help=what)
    parser.add_piece_set("those of the calendar")
    what = "allow pieces to be reflected (default: as in the calendar)"
    parser.add_argument("--reflections", action=argparse.BooleanOptionalAction, help=what)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the answer as one JSON object")
    form.add_argument("--csv", action="store_true", help="print CSV: month, day and solutions")
    add_target(form, FIGURES, "draw a heat map to FILE: ", "; - prints SVG")
    parser.add_workers()
    parser.set_defaults(run=_run_calendar)


def _run_calendar(options: argparse.Namespace) -> int:
    from ..calendar import count_year

    if options.board and inputs.option_meant(options.board, ["--calendar"]):
        raise MisuseError(f"this counts all dates; for one date, write pentomino solve --calendar {options.board!r}")
    board = inputs.read_calendar(options.board)
    prints_svg = str(options.output) == STDOUT
    chosen(options, FIGURES)  # raises errors before the year is counted
    pieces = inputs.read_pieces(options, None)
    counts = count_year(board, options.year, pieces=pieces, reflections=options.reflections, workers=threads(options))
    if options.json:
        line = {
            "board": board.name,
            "year": options.year,
            "days": {f"{day.month:02}-{day.day:02}": number for day, number in counts.items()},
            "sum": sum(counts.values()),
        }
        for end, (number, days) in counts._extremes.items():
            line[end] = {"count": number, "days": [f"{day.month:02}-{day.day:02}" for day in days]}
        print(json.dumps(line))
    elif options.csv:
        print("month,day,solutions", *(f"{d.month},{d.day},{n}" for d, n in counts.items()), sep="\n")
    elif options.output is not None:
        write_figure(options, lambda: "\n".join(_table(counts, 12)), counts.to_svg)
    elif prints_svg:
        print(counts.to_svg())
    else:
        print(best("\n".join(_table(counts, abreast)) for abreast in (12, 6, 4, 3)))
    return FOUND if min(counts.values()) else NONE


def _table(counts: Year, abreast: int) -> Iterator[str]:
    # print `abreast` months side by side
    number_of = {(day.month, day.day): number for day, number in counts.items()}
    sums = [sum(number for day, number in counts.items() if day.month == month) for month in range(1, 13)]
    width = max(3, len(str(max(sums))))
    for first in range(0, 12, abreast):
        months = range(first + 1, first + abreast + 1)
        rows = [("", [MONTHS[month - 1] for month in months])]
        rows += [(str(day), [str(number_of.get((month, day), "")) for month in months]) for day in range(1, 32)]
        for head, cells in [*rows, ("sum", [str(sums[month - 1]) for month in months])]:
            yield "".join([f"{head:>3}", *(f" {cell:>{width}}" for cell in cells)]).rstrip()
        yield ""
    yield f"{sum(sums)} solutions for {len(counts)} dates"
    for name, (end, days) in counts._extremes.items():
        yield f"{name} {end}: {', '.join(f'{MONTHS[day.month - 1]} {day.day}' for day in days)}"
