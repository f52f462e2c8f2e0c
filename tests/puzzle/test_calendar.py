"""Calendars: dates, the puzzles they set, and whole years."""

from __future__ import annotations

import datetime
import pickle
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commandline import exactly
from effort import thorough
from pentomino import Puzzle, PuzzleError, boards, calendar
from pentomino.calendar import Day, as_day, as_month
from puzzles import solved


def test_a_solution_drawn_may_be_given() -> None:
    """Piece 6.12 goes by a digit, as do pieces beyond 52 letters."""
    puzzle = calendar.puzzle("11-20")
    pieces = [count.piece for count in puzzle.pieces]
    picture = solved(puzzle).to_text("letters")
    assert "66" in picture
    assert Puzzle(puzzle.board, pieces, placed=picture).solve() is not None
    part = "".join(mark if mark in "6#\n" else "." for mark in picture)
    assert Puzzle(puzzle.board, pieces, placed=part).placed[0].piece.name == "6.12"


@pytest.mark.parametrize("date", [5, None, (11, 20), ["11-20"]])
def test_objects_that_are_no_date(date: Any) -> None:
    with pytest.raises(
        PuzzleError, match=exactly(f"a date must be a string such as 2026-11-20 or a datetime.date, got {date!r}")
    ):
        calendar.puzzle(date)


def test_every_date_has_a_solution() -> None:
    year = calendar.count_year()
    assert len(year) == 366
    assert list(year) == sorted(year)
    assert sum(year.values()) == 24405  # github.com/mrbjarksen/a-puzzle-a-day: over 24 thousand, 67 a day
    assert round(sum(year.values()) / 366) == 67
    assert [day for day, number in year.items() if number == min(year.values())] == [Day(10, 6)]
    assert [day for day, number in year.items() if number == max(year.values())] == [Day(1, 25)]
    assert (year[Day(10, 6)], year[Day(1, 25)]) == (7, 216)
    assert year[Day(5, 1)] == 57  # github.com/andrewmk/PuzzleADaySolver
    assert year == calendar.count_year(workers=2)


@thorough
def test_all_ways_to_leave_two_cells() -> None:
    """About 60 thousand (github.com/mrbjarksen/a-puzzle-a-day); those that leave a month and a day show a date."""
    board = boards.named("a-puzzle-a-day")
    assert Puzzle(board.board, f"{board.pieces} + O1*2").count() == 59787
    choices = [(month, day) for month in boards.MONTHS for day in boards.DAYS]
    assert sum(board.counts(choices)) == 25061


@pytest.mark.parametrize("name", ["a-puzzle-a-day", "daily-calendar"])
def test_no_date_leaves_a_symmetry(name: str) -> None:
    board = calendar.as_calendar(name)
    for weekday in boards.WEEKDAYS if len(board.groups) == 3 else [None]:
        for day in calendar.days():
            labels = (boards.MONTHS[day.month - 1], str(day.day), *([weekday] if weekday else []))
            assert len((board.board - board.cells_of(labels)).symmetries()) == 1


def test_a_month_of_the_calendar_with_weekdays() -> None:
    board = boards.named("daily-calendar")
    days = [day for day in calendar.days(2024) if day.month == 2]
    assert len(days) == 29
    assert min(board.counts([day.labels(board) for day in days], limit=1)) == 1
    assert calendar.puzzle("2021-04-08", "daily-calendar").count() == 1228
    assert days[0].labels(board) == ("Feb", "1", "Thu")


def test_a_year_of_a_certain_number_of_days() -> None:
    counts = calendar.count_year(year=2026)
    assert repr(counts) == "<Year: 24341 solutions for 365 dates>"
    assert pickle.loads(pickle.dumps(counts)).to_svg() == counts.to_svg() == counts._repr_svg_()
    assert "A-Puzzle-A-Day (DragonFjord), 2026" in counts.to_svg()
    assert calendar.count_year(year=2024)[Day(2, 29, 2024)] == 64
    for year in (0, 10000):
        with pytest.raises(PuzzleError, match=f"year must be from 1 to 9999, got {year}"):
            calendar.days(year)


@given(st.dates())
def test_dates_are_read_as_they_are_written(date: datetime.date) -> None:
    day = as_day(date.isoformat())
    assert day == Day(date.month, date.day, date.year)
    assert str(day) == date.isoformat()
    assert as_day(str(Day(date.month, date.day))) == Day(date.month, date.day)
    assert day.labels(boards.named("daily-calendar"))[2] == date.strftime("%a")
    assert day in calendar.days(date.year)
    assert as_day(date) == as_day(day) == day


def test_today() -> None:
    before = datetime.date.today()
    day = as_day(" Today ")
    assert before <= datetime.date(day.year or 1, day.month, day.day) <= datetime.date.today()
    later = as_day("tomorrow")
    assert later.labels(boards.named("daily-calendar"))  # it has a year
    assert before < datetime.date(later.year or 1, later.month, later.day)


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the time zone cannot be set")
@pytest.mark.parametrize("hours", [14, -12])
def test_today_is_the_date_of_the_time_zone(hours: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """These two zones never have the same date."""
    zone = datetime.timezone(datetime.timedelta(hours=hours))
    with monkeypatch.context() as context:
        context.setenv("TZ", f"ABC{-hours:+}")
        time.tzset()
        before, day, after = datetime.datetime.now(zone), as_day("today"), datetime.datetime.now(zone)
    time.tzset()
    assert before.date() <= datetime.date(day.year or 1, day.month, day.day) <= after.date()


@given(st.dates(min_value=datetime.date(1000, 1, 1)))
def test_dates_are_read_as_people_write_them(date: datetime.date) -> None:
    month, day, year = date.month, date.day, date.year
    name = "January February March April May June July August September October November December".split()[month - 1]
    without = [f"{day}.{month}.", f"{day}.{month}", f"{month}/{day}", f"{name} {day}", f"{day} {name[:3]}"]
    for text in [*without, f"{name[:3].lower()}. {day}", f"{day}. {name}", f"{month:02}/{day:02}"]:
        assert as_day(text) == Day(month, day)
    with_year = [f"{day}.{month}.{year}", f"{month}/{day}/{year}", f"{name} {day}, {year}", f"{day} {name[:3]} {year}"]
    for text in with_year:
        assert as_day(text) == Day(month, day, year)


@given(st.dates(min_value=datetime.date(1000, 1, 1)))
def test_months_are_read_as_dates_are(date: datetime.date) -> None:
    month, year, name = date.month, date.year, date.strftime("%B")
    for text in (f"{year}-{month:02}", f"{year}/{month}", f"{month}/{year}", f"{month}.{year}", f" {name} {year}"):
        assert as_month(text) == (month, year)
    for text in (f"{month}", name, name[:3].lower(), f"{name[:3]}."):
        assert as_month(text) == (month, None)


@pytest.mark.parametrize("text", ["", "0", "13", "2026-13", "Mai", "Nov 20", "2026-11-20", "today"])
def test_what_is_not_a_month(text: str) -> None:
    with pytest.raises(
        PuzzleError, match=exactly(f"a month must be written as 2026-12, 12, Dec or Dec 2026, got {text!r}")
    ):
        as_month(text)


WANTED = "write for example 2026-11-20, 11-20, 20.11.2026, 11/20, Nov 20, today or tomorrow"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("yesterday", f"'yesterday' is not a date: {WANTED}"),
        ("22/11", f"'22/11' is not a date: there is no month 22; {WANTED}"),
        ("11.22.", f"'11.22.' is not a date: there is no month 22; {WANTED}"),
        ("No 20", f"'No 20' is not a date: {WANTED}"),
        ("Feb 30", "'Feb 30' is not a date: Feb has the days 1 to 29"),
        ("1.2.26", f"'1.2.26' is not a date: {WANTED}"),
        ("", f"'' is not a date: {WANTED}"),
        ("2026-11", f"'2026-11' is not a date: {WANTED}"),
        ("13-01", f"'13-01' is not a date: there is no month 13; {WANTED}"),
        ("0-1", f"'0-1' is not a date: there is no month 0; {WANTED}"),
        ("2026-02-29", "'2026-02-29' is not a date: Feb 2026 has the days 1 to 28"),
        ("1900-02-29", "'1900-02-29' is not a date: Feb 1900 has the days 1 to 28"),
        ("04-00", "'04-00' is not a date: Apr has the days 1 to 30"),
        ("0000-01-01", "'0000-01-01' is not a date: the year must be from 0001 to 9999"),
        ("١١-٢٠", f"'١١-٢٠' is not a date: {WANTED}"),
        (Day(13, 1), f"'13-01' is not a date: there is no month 13; {WANTED}"),
        (Day(2, 29, 2026), "'2026-02-29' is not a date: Feb 2026 has the days 1 to 28"),
        (Day(1, 1, -5), "'-005-01-01' is not a date: the year must be from 0001 to 9999"),
    ],
)
def test_what_is_not_a_date(text: str | Day, message: str) -> None:
    with pytest.raises(PuzzleError, match=exactly(message)):
        as_day(text)


@given(st.text(alphabet="0123456789-./novtdayNOVTDAY "))
def test_any_text_is_a_date_or_is_complained_of(text: str) -> None:
    try:
        day = as_day(text)
    except PuzzleError as error:
        assert "\n" not in str(error)
    else:
        assert day in calendar.days(day.year)


def test_calendars() -> None:
    assert calendar.puzzle("02-29").count() == 64
    assert calendar.puzzle(Day(2, 29)).count(symmetry="all") == 64
    assert calendar.puzzle(datetime.date(2024, 2, 29)) == calendar.puzzle("2024-02-29")
    assert calendar.as_calendar("Daily-Calendar").name == "daily-calendar"
    told = "kanoodle is not a calendar: its cells are not labelled with months and days"
    with pytest.raises(PuzzleError, match=told):
        calendar.as_calendar("kanoodle")
    told = "daily-calendar shows the weekday, so its dates need a year, as in 2026-11-20"
    with pytest.raises(PuzzleError, match=told):
        calendar.puzzle("11-20", "daily-calendar")
