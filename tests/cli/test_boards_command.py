"""Named boards and calendars on the command line."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import pentomino
from commandline import Run, write
from pentomino import Puzzle, boards, calendar


def test_a_date_is_solved_and_counted(run: Run) -> None:
    solved = (0, f"Nov 20\n{calendar.puzzle('11-20').solve()}\n", "")
    assert run("solve", "--calendar", "2026-11-20") == solved
    for options in (["--calendar", "11-20"], ["a-puzzle-a-day:Nov,20"], ["A-Puzzle-A-Day", "--calendar", "11-20"]):
        assert run("solve", *options) == solved
        assert run("count", *options) == run("count", *options, "--symmetry", "all") == (0, "164\n", "")
    assert run("count", "--calendar", "02-29") == (0, "64\n", "")
    assert run("count", "daily-calendar", "--calendar", "2021-04-08") == (0, "1228\n", "")
    assert run("solve", "--calendar", "10-06", "--all").out.split("\n").count("Oct 6") == 7
    today = run("count", "--calendar", "today")
    assert int(today.out) in calendar.count_year().values()


def test_labels_are_seen_in_every_style(run: Run) -> None:
    letters = run("solve", "--calendar", "11-20", "--style", "letters").out.split("\n")
    assert [line.count(".") for line in letters] == [0, 1, 0, 0, 1, 0, 0, 0]
    assert "│Nov│" in run("solve", "--calendar", "11-20", "--style", "box").out
    assert "\x1b" in run("solve", "--calendar", "11-20", "--colour", "always").out
    picture = run("solve", "--calendar", "11-20", "--style", "svg").out
    texts = {element.text for element in ElementTree.fromstring(picture).iter() if element.tag.endswith("}text")}
    assert {"Nov", "20"} < texts
    grid = json.loads(run("solve", "--calendar", "11-20", "--json").out)["grid"]
    assert [row.count("#") for row in grid] == [1, 2, 0, 0, 1, 0, 4]


def test_a_picture_in_letters_is_given_again(run: Run) -> None:
    write("half.txt", run("solve", "--calendar", "11-20", "--style", "letters").out.replace("V", "."))
    rest = run("count", "--calendar", "11-20", "--placed", "half.txt", "--symmetry", "all")
    puzzle = calendar.puzzle("11-20")
    solution = puzzle.solve()
    assert solution is not None
    placed = [placement for placement in solution.placements if placement.piece.name != "V"]
    expected = Puzzle(puzzle.board, "a-puzzle-a-day", placed=placed).count(symmetry="all")
    assert rest == (0, f"{expected}\n", "")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--calendar", "02-30"], "'02-30' is not a date: Feb has the days 1 to 29\n"),
        (["kanoodle", "--calendar", "11-20"], "kanoodle is not a calendar: its cells are not labelled with months and"),
        (["6x11", "--calendar", "11-20"], "unknown calendar '6x11': write a-puzzle-a-day or daily-calendar"),
        (
            ["a-puzzle-a-day"],
            "a-puzzle-a-day: 2 uncovered cells must be named, got 0; write for example a-puzzle-a-day:Dec,31",
        ),
        (["kanoodle", "-p", "XYZ"], "the board has 55 free cells, but the pieces cover 15: "),
    ],
)
@pytest.mark.parametrize("command", ["solve", "count"])
def test_complaints(run: Run, command: str, options: list[str], message: str) -> None:
    status, out, err = run(command, *options)
    assert (status, out) == (2, "")
    assert err.startswith(f"pentomino: {message}")
    assert err.count("\n") == 1


def test_named_boards_bring_their_pieces(run: Run) -> None:
    expected = "kanoodle                            92755\nkatamino-5                          107\n"
    expected += "genius-square:A6,D3,D1,B1,E4,B5,A5  1878\n3x20                                2\n"
    assert run("count", "kanoodle", "katamino-5", "genius-square:A6,D3,D1,B1,E4,B5,A5", "3x20").out == expected
    assert run("count", "5x11", "-p", "kanoodle").out == "92755\n"
    assert run("count", "katamino-3", "-p", "PUV").out == "1\n"
    assert run("solve", "8x8-hole", "--style", "letters").out.count("\n") == 8
    write("kanoodle", "....\n....\n")  # a file takes precedence over a board of this name
    assert run("count", "kanoodle", "-p", "I2*").out == "4\n"


def test_the_list(run: Run) -> None:
    status, out, err = run("boards")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(boards.names())
    assert re.search(r"^kanoodle +5x11 +55 +12 +92755  Kanoodle \(Educational Insights\)", out, re.MULTILINE)
    assert re.search(r"^conway +5x5x5 +125 +18 +572  J. H. Conway's box", out, re.MULTILINE)
    assert re.search(r"^soma-pyramid +3x5x5 +27 +7 +7  Soma figure", out, re.MULTILINE)
    assert re.search(r"^katamino-7 .* 7 of 12 +1396 ", out, re.MULTILINE)


def test_boards_are_described(run: Run) -> None:
    status, out, err = run("boards", "a-puzzle-a-day", "8X8-Hole")
    assert (status, err) == (0, "")
    assert "|Jan Feb Mar Apr May Jun|" in out
    assert "7x7, 43 cells, 8 pieces: L N P U V Y Z 6.12" in out
    assert "one cell of each line stays uncovered:\n  Jan Feb" in out
    assert "65 solutions\nsources:\n  D. S. Scott" in out
    assert run("boards", "nowhere").status == 2
    described = run("boards", "soma-pyramid").out
    assert described.startswith("soma-pyramid: Soma figure: pyramid\n##### ##### #...#\n##### ##.## .....\n")
    assert json.loads(run("boards", "--json", "soma").out)["layers"] == 3


def test_boards_as_json(run: Run) -> None:
    lines = [json.loads(line) for line in run("boards", "--json").out.splitlines()]
    assert [line["name"] for line in lines] == list(boards.names())
    day = next(line for line in lines if line["name"] == "a-puzzle-a-day")
    assert day["labels"]["Nov"] == [1, 4]
    assert day["board"][0] == "......#"
    assert day["uncovered"][1] == list(boards.DAYS)
    assert day["solutions"] is None
    (one,) = [json.loads(line) for line in run("boards", "kanoodle", "--json").out.splitlines()]
    assert one["names"] == "L N P U V W X Y I4 L4 O4 V3".split()


def test_the_table_of_all_dates(run: Run) -> None:
    status, out, err = run("calendar")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split() == list(boards.MONTHS)
    assert [line.split()[0] for line in lines[1:33]] == [*boards.DAYS, "sum"]
    assert lines[31] == " 31  170       107        87        82  151       106        77"
    assert lines[-3:] == ["24405 solutions for 366 dates", "fewest 7: Oct 6", "most 216: Jan 25"]


def test_all_dates_as_data(run: Run) -> None:
    year = calendar.count_year()
    result = json.loads(run("calendar", "--json").out)
    assert result["days"] == {str(day): number for day, number in year.items()}
    assert (result["board"], result["year"], result["sum"]) == ("a-puzzle-a-day", None, 24405)
    assert result["fewest"] == {"count": 7, "days": ["10-06"]}
    assert result["most"] == {"count": 216, "days": ["01-25"]}
    rows = list(csv.reader(run("calendar", "--csv").out.splitlines()))
    assert rows[0] == ["month", "day", "solutions"]
    assert {(int(month), int(day)): int(n) for month, day, n in rows[1:]} == {d[:2]: n for d, n in year.items()}
    assert json.loads(run("calendar", "--json", "--year", "2026", "--workers", "2").out)["sum"] == 24405 - 64


def test_the_heat_map(run: Run) -> None:
    assert run("calendar", "-o", "year.svg") == (0, "", "")
    root = ElementTree.parse("year.svg").getroot()
    tips = {text for text in root.itertext() if text.startswith("Oct 6:")}
    assert tips == {"Oct 6: 7 solutions"}
    assert "A-Puzzle-A-Day (DragonFjord), any year: solutions for each date" in set(root.itertext())
    assert run("calendar", "-o", "-") == (0, Path("year.svg").read_text(), "")
    assert run("calendar", "-o", "year.txt") == (0, "", "")
    assert run("calendar").out == Path("year.txt").read_text()
    assert run("calendar", "-o", "year.svg", "--year", "2026", "--force").status == 0
    assert "2026" in Path("year.svg").read_text(encoding="utf-8")


def test_a_calendar_has_other_pieces(run: Run) -> None:
    pieces = "F F P*6 O1"
    told = json.loads(run("calendar", "-p", pieces, "--json").out)
    assert told["days"]["05-31"] == pentomino.count("a-puzzle-a-day:May,31", pieces, symmetry="all")
