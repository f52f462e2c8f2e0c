"""`pentomino calendar`: the numbers of solutions for all dates, as a table, as data, or as a heat map."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from .media import check_picture, write_picture
from .options import FOUND, NONE, Command, add_target, is_standard_output, natural, threads
from .screen import best

if TYPE_CHECKING:
    from ..catalogue.calendar import Day

__all__ = ["add"]


def add(command: Command) -> None:
    """Add the command."""
    parser = command(
        description="Print the number of solutions of a calendar puzzle for each date.",
        examples=(
            "pentomino calendar",
            "pentomino calendar --output year.svg",
        ),
    )
    parser.add_argument(
        "board", nargs="?", metavar="NAME", help="a named board that is a calendar (default a-puzzle-a-day)"
    )
    parser.add_argument(
        "--year", type=natural, metavar="YEAR", help="the dates of that year (default: the 366 that there are)"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object")
    form.add_argument("--csv", action="store_true", help="print lines of month, day and number")
    add_target(form, "draw a heat map there, no table: .svg, .png, .pdf or, as a table, .txt; - prints SVG")
    parser.add_argument("--force", action="store_true", help="let -o replace a file that exists")
    parser.add_argument("--workers", type=natural, default=1, metavar="N", help="threads to count with (default 1)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print or draw the numbers of all dates."""
    from ..catalogue.calendar import CALENDAR, as_calendar, count_year

    board = as_calendar(options.board or CALENDAR)
    is_file = options.output is not None and not is_standard_output(options.output)
    if is_file:
        check_picture(options.output, options.force)  # before the year is counted
    counts = count_year(board.name, options.year, workers=threads(options))
    if options.json:
        print(json.dumps(_as_object(board.name, options.year, counts)))
    elif options.csv:
        print("month,day,solutions", *(f"{d.month},{d.day},{n}" for d, n in counts.items()), sep="\n")
    elif is_file:
        write_picture(options.output, options.force, lambda: "\n".join(_table(counts, 12)), counts.to_svg)
    elif options.output:
        print(counts.to_svg())
    else:
        print(best(("\n".join(_table(counts, abreast)) for abreast in (12, 6, 4, 3)), sys.stdout))
    return FOUND if min(counts.values()) else NONE


def _extremes(counts: Mapping[Day, int]) -> dict[str, tuple[int, list[Day]]]:
    """The fewest and the most solutions, each with the dates that have so many."""
    ends = {"fewest": min(counts.values()), "most": max(counts.values())}
    return {name: (end, [day for day, number in counts.items() if number == end]) for name, end in ends.items()}


def _table(counts: Mapping[Day, int], abreast: int) -> Iterator[str]:
    """Months as columns, so many side by side, with their sums; then the sum of all, and the extremes."""
    from ..catalogue.boards import MONTHS

    number_of = {(day.month, day.day): number for day, number in counts.items()}
    sums = [sum(number for day, number in counts.items() if day.month == month) for month in range(1, 13)]
    width = max(3, len(str(max(sums))))
    for first in range(0, 12, abreast):
        months = range(first + 1, first + abreast + 1)
        yield _line("", [MONTHS[month - 1] for month in months], width)
        for day in range(1, 32):
            yield _line(str(day), [number_of.get((month, day), "") for month in months], width)
        yield _line("sum", [sums[month - 1] for month in months], width)
        yield ""
    yield f"{sum(sums)} solutions for {len(counts)} dates"
    for name, (end, days) in _extremes(counts).items():
        yield f"{name} {end}: {', '.join(f'{MONTHS[day.month - 1]} {day.day}' for day in days)}"


def _line(head: str, cells: Iterable[object], width: int) -> str:
    return "".join([head.rjust(3), *(f" {cell!s:>{width}}" for cell in cells)]).rstrip()


def _as_object(name: str, year: int | None, counts: Mapping[Day, int]) -> dict[str, object]:
    return {
        "board": name,
        "year": year,
        "days": {f"{day.month:02}-{day.day:02}": number for day, number in counts.items()},
        "sum": sum(counts.values()),
        **{
            end: {"count": number, "days": [f"{day.month:02}-{day.day:02}" for day in days]}
            for end, (number, days) in _extremes(counts).items()
        },
    }
