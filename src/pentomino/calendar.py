"""Calendar puzzles: the puzzle of a date, and how many solutions each date of a year has.

A calendar is a named board whose groups of labels are the months, the days and perhaps the weekdays. A calendar with an
uncovered date has no symmetry, so `symmetry="distinct"` and `"all"` give the same numbers.

>>> from pentomino import calendar
>>> calendar.puzzle("2026-11-20").count()
164
>>> year = calendar.count_year()
>>> len(year), sum(year.values())
(366, 24405)
"""

from __future__ import annotations

import datetime
import re
from calendar import monthrange
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .boards import DAYS, MONTHS, NamedBoard, named, names
from .catalogue import entry
from .errors import PuzzleError
from .pieces.sets import PiecesLike
from .puzzle import Puzzle
from .wording import did_you_mean, joined, remedy

__all__ = ["CALENDAR", "Day", "Year", "as_calendar", "as_day", "as_month", "count_year", "days", "puzzle"]

CALENDAR = "a-puzzle-a-day"
"""The name of the default calendar."""

_WANTED = "write for example 2026-11-20, 11-20, 20.11.2026, 11/20, Nov 20, today or tomorrow"

_MONTHS = "january february march april may june july august september october november december".split()

_FORMS = (
    r"(?:(?P<year>\d{4})-)?(?P<month>\d{1,2})-(?P<day>\d{1,2})",
    r"(?P<day>\d{1,2})\.\s*(?P<month>\d{1,2})(?:\.\s*(?P<year>\d{4})?)?",
    r"(?P<month>\d{1,2})/(?P<day>\d{1,2})(?:/(?P<year>\d{4}))?",
    r"(?P<name>[a-z]{3,9})\.?\s*(?P<day>\d{1,2})(?:,?\s+(?P<year>\d{4}))?",
    r"(?P<day>\d{1,2})\.?\s*(?P<name>[a-z]{3,9})\.?(?:,?\s+(?P<year>\d{4}))?",
)
"""Regular expressions for dates. The month comes before the day with hyphens or slashes, after the day with dots."""

_MONTH_FORMS = (
    r"(?:(?P<year>\d{4})[-/])?(?P<month>\d{1,2})",
    r"(?P<month>\d{1,2})[./](?P<year>\d{4})",
    r"(?P<name>[a-z]{3,9})\.?(?:,?\s+(?P<year>\d{4}))?",
)
"""Regular expressions for months."""


class Day(NamedTuple):
    """A date. `year` is None for a date without a year.

    >>> print(Day(2, 29), Day(11, 20, 2026))
    02-29 2026-11-20
    """

    month: int
    day: int
    year: int | None = None

    def labels(self, board: NamedBoard) -> tuple[str, ...]:
        """Return the labels of the cells that the date leaves uncovered on a calendar.

        Raises `PuzzleError` if the board shows weekdays and the date has no year.
        """
        months, days, *weekdays = board.as_calendar().groups
        labels = (months[self.month - 1], days[self.day - 1])
        if not weekdays:
            return labels
        if self.year is None:
            raise PuzzleError(f"{board.name} shows the weekday, so its dates need a year, as in 2026-11-20")
        return (*labels, weekdays[0][datetime.date(self.year, self.month, self.day).isoweekday() % 7])

    def __str__(self) -> str:
        year = "" if self.year is None else f"{self.year:04}-"
        return f"{year}{self.month:02}-{self.day:02}"


def as_day(date: Day | datetime.date | str) -> Day:
    """Return the date that a string or a `datetime.date` specifies. Raises `PuzzleError` for anything else.

    Accepted strings are 2026-11-20 and 11-20; 20.11.2026 and 20.11. (the day first); 11/20/2026 and 11/20 (the month
    first); Nov 20 and 20 November 2026, with the month as an English word; and the words today and tomorrow.

    >>> as_day("11-20") == as_day("20.11.") == as_day("11/20") == as_day("Nov 20") == Day(11, 20)
    True
    """
    if not isinstance(date, str):
        try:
            return _checked(date.month, date.day, date.year, str(date))
        except (AttributeError, TypeError):
            raise PuzzleError(f"a date must be a string such as 2026-11-20 or a datetime.date, got {date!r}") from None
    plain = date.strip().casefold()
    if plain in ("today", "tomorrow"):
        now = datetime.date.today() + datetime.timedelta(plain == "tomorrow")
        return Day(now.month, now.day, now.year)
    if day := _parsed(plain, _FORMS):
        return _checked(*day, date)
    raise PuzzleError(f"{date!r} is not a date: {_WANTED}")


def as_month(text: str) -> tuple[int, int | None]:
    """Return the month and the year in a string. The year is None if it is missing.

    Accepted strings are 2026-11, 11, 2026/11, 11/2026 and 11.2026. The month may be an English word: Nov 2026.
    Raises `PuzzleError` for other strings.

    >>> as_month("2026-11") == as_month("Nov 2026") == (11, 2026)
    True
    """
    month = _parsed(text.strip().casefold(), _MONTH_FORMS)
    if month is None or not 1 <= month[0] <= 12:
        raise PuzzleError(f"a month must be written as 2026-12, 12, Dec or Dec 2026, got {text!r}")
    return month[0], month[2]


def _parsed(text: str, forms: Sequence[str]) -> tuple[int, int, int | None] | None:
    """Return the month, the day (0 if missing) and the year in a string, or None if it matches none of `forms`."""
    for form in forms:
        if match := re.fullmatch(form, text, re.ASCII):
            groups = {"day": "0", **match.groupdict()}
            if "name" in groups:
                months = [number for number, month in enumerate(_MONTHS, 1) if month.startswith(groups["name"])]
            else:
                months = [int(groups["month"])]
            if months:
                return months[0], int(groups["day"]), int(groups["year"]) if groups["year"] else None
    return None


def _checked(month: int, day: int, year: int | None, text: str) -> Day:
    if year is not None and not 1 <= year <= 9999:
        raise PuzzleError(f"{text!r} is not a date: the year must be from 0001 to 9999")
    if not 1 <= month <= 12:
        raise PuzzleError(f"{text!r} is not a date: there is no month {month}; {_WANTED}")
    length = monthrange(year or 2000, month)[1]  # without a year, allow 29 February: 2000 is a leap year
    if not 1 <= day <= length:
        name = f"{MONTHS[month - 1]}{'' if year is None else f' {year}'}"
        raise PuzzleError(f"{text!r} is not a date: {name} has the days 1 to {length}")
    return Day(month, day, year)


def days(year: int | None = None) -> list[Day]:
    """Return the dates of `year`; without a year, all 366. Raises `PuzzleError` unless 1 <= `year` <= 9999.

    >>> len(days(2027))
    365
    """
    if year is not None and not 1 <= year <= 9999:
        raise PuzzleError(f"year must be from 1 to 9999, got {year}")
    lengths = [(month, monthrange(year or 2000, month)[1]) for month in range(1, 13)]
    return [Day(month, day, year) for month, length in lengths for day in range(1, length + 1)]


def as_calendar(name: str | NamedBoard) -> NamedBoard:
    """Return the calendar with this name, or the given board itself.

    Raises `PuzzleError` for a board that is not a calendar. `formats.read_calendar` reads your own calendar.

    >>> as_calendar("daily-calendar").groups[2]
    ('Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat')
    """
    if isinstance(name, str) and name.strip().casefold() not in names():
        known = [one for one in names() if [len(group) for group in entry(one).groups[:2]] == [12, 31]]
        raise PuzzleError(f"unknown calendar {name!r}: {did_you_mean(name, known) or 'write ' + joined(known, 'or')}")
    return (name if isinstance(name, NamedBoard) else named(name)).as_calendar()


def puzzle(
    day: Day | datetime.date | str, calendar: str | NamedBoard = CALENDAR, *, pieces: PiecesLike | None = None
) -> Puzzle:
    """Return the puzzle of a date on a calendar.

    `pieces` defaults to the pieces of the calendar. Raises the errors of `as_calendar`, `as_day`, `Day.labels`
    and `Puzzle`.

    >>> puzzle("2026-11-20").count()
    164
    """
    board = as_calendar(calendar)
    return board.puzzle(*as_day(day).labels(board), pieces=pieces)


class Year(dict[Day, int]):
    """The result of `count_year`: a dict from each date to how many solutions it has. Notebooks show a heat map.

    >>> count_year()
    <Year: 24405 solutions for 366 dates>
    """

    def __init__(self, counts: Mapping[Day, int], title: str) -> None:
        super().__init__(counts)
        self.title = title

    @property
    def _extremes(self) -> dict[str, tuple[int, list[Day]]]:
        ends = {"fewest": min(self.values()), "most": max(self.values())}
        return {name: (end, [day for day, number in self.items() if number == end]) for name, end in ends.items()}

    def to_svg(self) -> str:
        """Return an SVG heat map with months as columns and days as rows. The minimum and the maximum are framed."""
        from .render.heatmap import heatmap

        values = {(day.day - 1, day.month - 1): number for day, number in self.items()}
        return heatmap(f"{self.title}: solutions for each date", DAYS, MONTHS, values, "solutions")

    _repr_svg_ = to_svg

    def _repr_html_(self) -> str:
        from .render.media import shown

        return shown([self.to_svg()])

    def __repr__(self) -> str:
        return f"<Year: {sum(self.values())} solutions for {len(self)} dates>"


def count_year(
    calendar: str | NamedBoard = CALENDAR,
    year: int | None = None,
    *,
    pieces: PiecesLike | None = None,
    reflections: bool | None = None,
    workers: int | None = 1,
) -> Year:
    """Count the solutions for each date of a year, by default for all 366 dates.

    The default `pieces` and `reflections` (see `Puzzle`) are those of the calendar. `workers` says how many threads
    search. Raises `PuzzleError` for pieces that do not fit, and if the calendar shows weekdays and `year` is None.

    >>> min(count_year().items(), key=lambda item: item[1])
    (Day(month=10, day=6, year=None), 7)
    """
    board = as_calendar(calendar)
    if year is None and len(board.groups) > 2:
        raise PuzzleError(f"{board.name} shows weekdays, so it needs a year{remedy('selects one', year=2026)}")
    if reflections is not None:
        board = board._replace(reflections=reflections)
    every = days(year)
    counts = board.counts([day.labels(board) for day in every], pieces=pieces, workers=workers)
    return Year(dict(zip(every, counts, strict=True)), f"{board.title.partition(':')[0]}, {year or 'any year'}")


def __dir__() -> list[str]:  # the names that a shell completes, without imported names
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
