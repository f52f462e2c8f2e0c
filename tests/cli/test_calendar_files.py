"""Calendars in files: labels, months, days, weekdays and pieces, wherever a calendar is accepted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from commandline import Run, complaint
from pentomino import FormatError, PuzzleError, boards, calendar, formats, generate, sheet

DAILY = boards.named("daily-calendar")
ROWS = [
    "Jan Feb Mar Apr May Jun #",
    "Jul Aug Sep Oct Nov Dec #",
    *(" ".join(map(str, range(day, day + 7))) for day in (1, 8, 15, 22)),
    "29 30 31 Sun Mon Tue Wed",
    "# # # # Thu Fri Sat",
]
YEAR = [*ROWS[:-2], "29 30 31"]
"""A calendar without weekdays."""
GERMAN = {"Mar": "Mrz", "May": "Mai", "Oct": "Okt", "Dec": "Dez"}
IN_GERMAN = {
    "board": [" ".join(GERMAN.get(label, label) for label in row.split()) for row in YEAR],
    "months": [GERMAN.get(month, month) for month in boards.MONTHS],
}


def written(name: str = "mine.json", **members: Any) -> Path:
    document = {"format": "pentomino-calendar", "version": 1, "board": ROWS, "pieces": "daily-calendar", **members}
    Path(name).write_text(json.dumps(document), encoding="utf-8")
    return Path(name)


@pytest.fixture
def mine(run: Run) -> Path:
    """A copy of a known calendar in a file of the folder in which commands run."""
    return written(title="Mine: at home")


def test_a_calendar_in_a_file_is_that_of_its_name(mine: Path) -> None:
    found = formats.read_calendar(mine)
    assert (found.board, found.labels, found.groups) == (DAILY.board, DAILY.labels, DAILY.groups)
    assert (found.name, found.title) == ("mine.json", "Mine: at home")
    date = "2021-04-08"
    assert calendar.puzzle(date, found) == calendar.puzzle(date, "daily-calendar")
    assert calendar.puzzle(date, found).count() == 1228
    plain = formats.read_calendar(written("plain.json", board=YEAR, pieces="a-puzzle-a-day"))
    assert calendar.count_year(plain) == calendar.count_year()
    assert formats.read_calendar(mine.read_bytes()).name == "text"


def test_labels_may_be_of_another_language_and_pieces_drawn(run: Run) -> None:
    pieces = json.loads(formats.json.write_puzzle(calendar.puzzle("11-20")))["pieces"]
    path = written(**IN_GERMAN, days=list(range(1, 32)), pieces=pieces)
    puzzle = calendar.puzzle("10-06", formats.read_calendar(path))
    assert puzzle.board.uncovered_labels == ("Okt", "6")
    assert puzzle.count() == 7
    assert run("count", "mine.json:okt,6").out == "7\n"


def test_a_cell_may_have_no_label(run: Run) -> None:
    path = written(board=[*ROWS[:-2], "29 30 31 ."], pieces="a-puzzle-a-day + O1")
    board = formats.read_calendar(path)
    assert len(board.board) == len(board.labels) + 1
    assert run("count", "mine.json", "--calendar", "11-20", "--limit", "1").out == "1\n"


def test_commands_accept_a_file(run: Run, mine: Path) -> None:
    date = "2027-02-28"
    named = run("solve", "daily-calendar", "--calendar", date)
    assert named.out.startswith("Feb 28 Sun\n")
    assert run("solve", "mine.json", "--calendar", date) == named
    assert run("count", "mine.json:Feb,28,Sun").out == run("count", "daily-calendar:Feb,28,Sun").out
    hint = run("hint", "mine.json", "--calendar", date)
    assert hint == run("hint", "daily-calendar", "--calendar", date)
    days = [day for day in calendar.days(2027) if day.month == 2]
    month = [(f"{day.day} February", calendar.puzzle(day, DAILY)) for day in days]
    assert run("sheet", "mine.json", "--calendar", "2027-02", "--no-key", "-o", "-").out == str(
        sheet(month, title="February 2027", per_page=28, numbered=False, key=False)
    )


def test_a_year_of_a_file_is_counted(run: Run) -> None:
    written(board=YEAR, pieces="a-puzzle-a-day", title="Mine: at home")
    told = json.loads(run("calendar", "mine.json", "--json").out)
    assert told == {**json.loads(run("calendar", "--json").out), "board": "mine.json"}
    assert "Mine, any year: solutions for each date" in run("calendar", "mine.json", "-o", "-").out


def test_puzzles_of_a_file_are_generated(run: Run) -> None:
    written(**IN_GERMAN, pieces="a-puzzle-a-day")
    made = run("generate", "3", "--kind", "calendar", "--board", "mine.json", "--seed", "1")
    assert made == run("generate", "3", "--kind", "calendar", "--seed", "1")
    (date,) = generate(1, kind="calendar", seed=1, board=formats.read_calendar(Path("mine.json")))
    assert date == next(iter(generate(1, kind="calendar", seed=1)))
    with pytest.raises(
        PuzzleError, match="^kind='calendar' requires a calendar: a name such as a-puzzle-a-day, or a file"
    ):
        generate(kind="calendar", board=(6, 11))
    for command in ("generate --kind calendar --board", "calendar", "boards", "sheet -o - --calendar 12"):
        assert run(*command.split(), "mine.json:Dez,31") == complaint(
            "mine.json:Dez,31: a calendar must be a name such as a-puzzle-a-day or a .json file, without labels"
        )


def test_pieces_of_a_file_may_not_be_reflected(run: Run) -> None:
    written(board=YEAR, pieces="a-puzzle-a-day", reflections=False)
    expected = run("count", "a-puzzle-a-day:Nov,20", "--no-reflections")
    assert expected == (0, "5\n", "")
    assert calendar.puzzle("11-20", formats.read_calendar(Path("mine.json"))).count() == 5
    for arguments in ("mine.json --calendar 11-20", "mine.json:Nov,20", "mine.json:Nov,20 --no-reflections"):
        assert run("count", *arguments.split()) == expected
    assert run("count", "mine.json:Nov,20", "--reflections").out == "164\n"
    assert run("convert", "mine.json:Nov,20", "date.json").status == 0
    assert run("count", "date.json") == expected
    assert run("subsets", "mine.json:Nov,20", "-q").out.endswith(" 5\n")
    year = run("calendar", "--no-reflections", "--csv")
    assert "\n11,20,5\n" in year.out
    assert run("calendar", "mine.json", "--csv") == year
    assert run("calendar", "mine.json", "--csv", "--reflections") == run("calendar", "--csv")
    (date,) = generate(1, kind="calendar", seed=1, board=formats.read_calendar(Path("mine.json")))
    assert not date.reflections


def test_a_calendar_in_a_file_is_described(run: Run, mine: Path) -> None:
    named, own = (
        run("boards", name).out.partition("\n")[2].partition("sources:") for name in ("daily-calendar", "mine.json")
    )
    assert own == (named[0], "", "")
    drawn = json.loads(formats.json.write_puzzle(calendar.puzzle("2026-11-20", "daily-calendar")))["pieces"]
    written("drawn.json", pieces=drawn)
    told, known = (json.loads(run("boards", name, "--json").out) for name in ("drawn.json", "daily-calendar"))
    assert {**told, "pieces": known["pieces"], "name": known["name"]} == {**known, "title": "drawn.json", "sources": []}
    assert run("boards", "none.json").status == 2


def test_a_game_shows_all_labels_of_a_file(run: Run) -> None:
    written(board=YEAR, pieces="a-puzzle-a-day")
    games = []
    for board in ("mine.json", "a-puzzle-a-day"):
        assert run("play", board, "--calendar", "10-06", "-o", "game.html", "--force").status == 0
        page = Path("game.html").read_text(encoding="utf-8")
        games.append(json.loads(page.partition('type="application/json">')[2].partition("</script>")[0]))
    assert games[0]["opened"] == games[1]["opened"]
    assert len(games[0]["opened"]["labels"]) == 12 + 31


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({"lattice": "hexagonal"}, "a calendar can have squares only, got the hexagonal lattice"),
        ({"months": ["Jan"]}, "'months' must have 12 labels, got 1"),
        ({"board": ROWS[1:]}, "no cell of 'board' has the label 'Jan' of 'months'"),
        ({"board": [*ROWS, "may . ."]}, "cells of 'board' share the label 'may'; '.' means no label"),
        ({"board": "Jan"}, "'board' of the document must be a list, got a string"),
        ({"board": [["Jan", "Feb"]]}, "board[0] must be a string such as 'Jan' or 'Jan Feb # .', got a list"),
        ({"month": []}, "unknown member 'month' of the document: did you mean months?"),
        ({"version": 9}, "'version' must be 1 or 2, got 9"),
        ({"months": ["Jan"] * 12}, "the label 'Jan' is used for two of the months, days and weekdays"),
        ({"days": [*range(1, 31), "Jan"]}, "the label 'Jan' is used for two of the months, days and weekdays"),
        ({"pieces": "tetrahexes"}, "calendar pieces must be polyominoes, got hexagonal 'arch'"),
    ],
)
def test_what_is_wrong_in_a_file_is_named(run: Run, members: dict[str, Any], message: str) -> None:
    path = written(**members)
    with pytest.raises(FormatError) as caught:
        formats.read_calendar(path)
    assert str(caught.value) == f"mine.json: {message}"
    assert run("calendar", "mine.json") == complaint(f"mine.json: {message}")
    assert run("count", "mine.json", "--calendar", "11-20") == complaint(f"mine.json: {message}")


def test_dates_that_a_file_does_not_have_are_refused(run: Run, mine: Path) -> None:
    assert run("count", "mine.json") == complaint(
        "mine.json: 3 uncovered cells must be named, got 0; write for example mine.json:Dec,31,Sat; "
        "or on the command line --calendar today"
    )
    said = "mine.json shows the weekday, so its dates need a year, as in 2026-11-20"
    assert run("count", "mine.json", "--calendar", "11-20") == complaint(said)
    Path("puzzle.json").write_text("{}")
    Path("broken.json").write_text('{"format":\n "pentomino-calendar" "version": 1}')
    Path("short.json").write_text('{"version": 1')
    for name, message in {
        "none.json": "No such file or directory; did you mean mine.json?",
        "puzzle.json": "'format' must be 'pentomino-calendar', got None",
        "broken.json": "line 2, column 23: invalid JSON: Expecting ',' delimiter",
        "short.json": "line 1, column 14: invalid JSON: Expecting ',' delimiter",
    }.items():
        said = complaint(f"{name}: {message}")
        assert run("calendar", name) == run("count", name, "--calendar", "11-20") == said
    assert run("calendar", "").err.startswith("pentomino: unknown calendar '': write ")
    with pytest.raises(PuzzleError, match="kanoodle is not a calendar"):
        calendar.puzzle("11-20", boards.named("kanoodle"))
