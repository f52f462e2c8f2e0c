"""Sheets: puzzles on paper."""

from __future__ import annotations

import html
import itertools
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import pentomino
from commandline import Run, complaint, write
from pentomino import PentominoError, Polyform, Puzzle, calendar, sheet
from pentomino.lattices.known import CUBIC
from pentomino.pages.sheet import Item, Rectangle, items_of, tray_in

DATA = Path(__file__).parents[1] / "data"
SMALL = Puzzle("3x5", "PUV")
SVG = "{http://www.w3.org/2000/svg}"


def texts(page: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(page).iter(f"{SVG}text")]


def titles(page: str) -> list[str]:
    """The names of the areas that are drawn on a page."""
    return [found.text or "" for path in ET.fromstring(page).iter(f"{SVG}path") for found in path.iter(f"{SVG}title")]


def corners(page: str) -> list[tuple[float, float]]:
    """Where the pictures on a page begin, in millimetres."""
    return [(float(x), float(y)) for x, y in re.findall(r'transform="translate\((\S+) (\S+)\)', page)]


def test_puzzles_are_numbered_and_have_their_pieces_and_a_key() -> None:
    pages = sheet([("first", SMALL), Puzzle("5x12")], title="Two").pages
    assert len(pages) == 2
    assert texts(pages[0]) == ["Two", "1. first", "2"]
    assert titles(pages[0]) == [*"PUV", *"FILNPTUVWXYZ"]
    assert texts(pages[1])[:2] == ["Two: key", "1. first"]
    assert titles(pages[1]) == [*"PUV", *"FILNPTUVWXYZ"]


def test_given_pieces_are_drawn_on_the_board_and_not_beside_it() -> None:
    puzzle = Puzzle("VVV..\nV....\nV....", "PUV")
    (page,) = sheet([puzzle], key=False).pages
    assert titles(page) == ["V", "P", "U"]


def test_cells_that_stay_uncovered_are_holes_with_labels() -> None:
    puzzle = calendar.puzzle("2026-11-20")
    cells = re.findall(r' d="(.*?)"', puzzle.to_svg())[0]
    assert cells.count("M") == 3  # the edge of the board and of two holes
    page = sheet([puzzle], key=False).pages[0]
    assert cells in page
    assert {"Nov", "20"} <= set(texts(page))


def test_pieces_that_all_puzzles_share_are_drawn_once() -> None:
    pages = sheet([Puzzle("3x20"), Puzzle("5x12"), Puzzle("6x10")], columns=1, rows=2, key=False).pages
    assert [titles(page) for page in pages] == [[*"FILNPTUVWXYZ"]] * 2
    assert len(corners(pages[0])) == 12 + 2
    assert len(corners(pages[1])) == 12 + 1


@pytest.mark.parametrize(
    ("pieces", "copies"),
    [
        ("I2*6", ["×6"]),
        ("I2*", ["any number"]),
        ({"I2": (2, None)}, ["2 or more"]),
        ({"I2": (3, 5), "O4": (0, 1)}, ["×3 to 5", "×0 to 1"]),
        ("I3*3 I2 O1", ["×3", "", ""]),
    ],
)
def test_copies_are_told(pieces: Any, copies: list[str]) -> None:
    puzzle = Puzzle("3x4", pieces)
    assert [item.copies for item in items_of(puzzle)] == copies
    (page,) = sheet([puzzle], key=False).pages
    assert texts(page)[1:] == [text for text in copies if text]


def test_pieces_lie_flat() -> None:
    assert [item.piece.rows for item in items_of(Puzzle("5x12"))] == [3, 1, 2, 2, 2, 3, 2, 3, 3, 3, 2, 3]


@pytest.mark.parametrize(("columns", "rows", "pages"), [(2, 3, 2), (1, 1, 7), (4, 2, 1), (3, 2, 2)])
def test_as_many_go_on_a_page_as_are_wanted(columns: int, rows: int, pages: int) -> None:
    made = sheet([SMALL] * 7, columns=columns, rows=rows, key=False)
    assert len(made.pages) == pages
    assert repr(made) == f"<Sheet: 7 puzzles on {pages} page{'s' * (pages > 1)}>"
    numbers = [text for page in made.pages for text in texts(page)]
    assert numbers == [str(number) for number in range(1, 8)]


@pytest.mark.parametrize(("paper", "width", "height"), [("A4", 210, 297), ("Letter", 215.9, 279.4)])
def test_all_lies_on_the_paper(paper: Any, width: float, height: float) -> None:
    puzzles = [Puzzle("3x20"), Puzzle("I\nI\nI\nI\nI\n.\n.\n.\n.\n.", "I L"), Puzzle("6x6", "I2*"), SMALL] * 3
    made = sheet(puzzles, paper=paper)
    for page in made.pages:
        root = ET.fromstring(page)
        assert (root.get("width"), root.get("height")) == (f"{width:g}mm", f"{height:g}mm")
        assert corners(page)
        for x, y in corners(page):
            assert 12 <= x < width - 12
            assert 12 <= y < height - 12


def test_a_key_may_be_upside_down_and_says_if_there_is_no_solution() -> None:
    pages = sheet([SMALL, Puzzle("1x5", "X")], upside_down=True).pages
    assert "rotate" not in pages[0]
    assert '<g transform="rotate(180 105 148.5)">' in pages[1]
    assert "no solution" in texts(pages[1])


def test_a_long_key_goes_over_several_pages() -> None:
    assert len(sheet([SMALL] * 80, columns=8, rows=10).pages) == 1 + 2


def test_many_pieces_become_smaller_until_they_fit() -> None:
    items = [Item(piece, "×2") for piece in pentomino.free_polyominoes(6)]
    place = Rectangle(10, 20, 60, 15)
    found = corners("".join(tray_in(items, place)))
    assert len(found) == 35
    assert all(10 <= x <= 70 and 20 <= y <= 35 for x, y in found)


@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        ("3x3x3", "soma"),
        ("hexagonal 4x7", "tetrahexes"),
        ("triangular rhombus 6", "hexiamonds"),
        ("torus 5x12", "pentominoes"),
    ],
)
def test_all_lattices_have_sheets(board: str, pieces: str) -> None:
    puzzle = Puzzle(board, pieces)
    first, key = sheet([puzzle], columns=1, rows=1).pages
    names = [count.piece.name for count in puzzle.pieces]
    assert [first.count(f"<title>{name}</title>") for name in names] == [1] * len(names)
    solution = puzzle.solve()
    assert solution is not None
    assert all(f"<title>{name}</title>" in key for name in solution.drawing.names)


def test_pieces_of_a_box_do_not_overlap_in_the_tray() -> None:
    items = [Item(Polyform.named(name, CUBIC), "") for name in ("A4", "B4", "P4")]
    tray = "".join(tray_in(items, Rectangle(0, 0, 90, 15)))
    places = re.findall(r"translate\(([-\d.]+) ([-\d.]+)\) scale\(([\d.]+)\)", tray)
    assert len(places) == 3
    lefts = [float(x) for x, _, _ in places]
    assert lefts == sorted(lefts)
    assert min(b - a for a, b in itertools.pairwise(lefts)) > 2 * 32 * float(places[0][2]) * 0.8


def test_what_no_sheet_can_show_is_refused() -> None:
    for puzzles, options, message in [
        ([], {}, "at least one puzzle"),
        ([SMALL], {"paper": "A0"}, "unknown paper 'A0'; there are A4, Letter"),
        ([SMALL], {"columns": 0}, "at least one column and one row"),
    ]:
        with pytest.raises(PentominoError, match=message):
            sheet(puzzles, **options)


def test_names_and_titles_are_text(tmp_path: Path) -> None:
    made = sheet([("<b>&", SMALL)], title="</title><b>")
    assert texts(made.pages[0])[:2] == ["</title><b>", "1. <b>&"]
    assert "<b>" not in str(made)
    assert html.unescape(re.search(r'srcdoc="([^"]*)"', made._repr_html_())[1]) == str(made)  # type: ignore[index]


def test_files(tmp_path: Path) -> None:
    made = sheet([SMALL])
    assert made.write(tmp_path / "a.html") == [tmp_path / "a.html"]
    assert (tmp_path / "a.html").read_text(encoding="utf-8") == str(made)
    written = made.write(tmp_path / "a.svg")
    assert [path.name for path in written] == ["a-1.svg", "a-2.svg"]
    assert [path.read_text(encoding="utf-8") for path in written] == [f"{page}\n" for page in made.pages]
    assert [path.name for path in sheet([SMALL], key=False).write(tmp_path / "a.svg")] == ["a.svg"]
    written[0].unlink()
    with pytest.raises(FileExistsError):
        made.write(tmp_path / "a.svg")
    assert not written[0].exists()
    with pytest.raises(PentominoError, match=r"as \.html, \.svg or \.pdf"):
        made.write(tmp_path / "a.png")


def test_pdf_has_all_pages(tmp_path: Path) -> None:
    pytest.importorskip("fpdf", reason="fpdf2 is not installed: pip install fpdf2")
    made = sheet([SMALL, Puzzle("5x12")], paper="Letter")
    made.write(tmp_path / "a.pdf")
    data = (tmp_path / "a.pdf").read_bytes()
    assert data.startswith(b"%PDF")
    assert len(re.findall(rb"/Type /Page\b", data)) == 2
    assert re.search(rb"/MediaBox \[0 0 612(\.0+)? 792(\.0+)?\]", data)
    with pytest.raises(PentominoError, match="Western Europe only, not 'п'"):
        sheet([SMALL], title="пентамино").write(tmp_path / "b.pdf")


def test_pdf_without_its_package_is_refused_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fpdf", None)  # an import then fails
    with pytest.raises(PentominoError, match=r"^PDF needs fpdf: pip install pentomino\[pdf\]$"):
        sheet([SMALL]).write(tmp_path / "a.pdf")
    assert list(tmp_path.iterdir()) == []


def test_the_command_line_reads_puzzles_of_all_kinds(run: Run) -> None:
    write("small.txt", "...\n...\n")
    pentomino.formats.write_puzzle(SMALL, "whole.json")
    pentomino.formats.write_puzzle(SMALL, "cover.dlx")
    sources = ["5x12", "whole.json", "cover.dlx", str(DATA / "1st.try"), str(DATA / "pentomino.ini")]
    assert run("sheet", *sources, "-o", "a.svg", "--no-key") == (0, "a.svg\n", "")
    names = [text for text in texts(Path("a.svg").read_text(encoding="utf-8")) if ". " in text]
    assert names == ["1. 5x12", "2. whole", "3. cover", "4. 1st", "5. pentomino"]
    assert run("sheet", "small.txt", "-p", "I3*2", "-o", "-", "--title", "So").out == str(
        sheet([("small", Puzzle("2x3", "I3*2"))], title="So")
    )


def test_a_board_by_name_has_its_labels(run: Run) -> None:
    assert run("sheet", "a-puzzle-a-day:Nov,20", "--no-key", "-o", "one.svg").status == 0
    assert {"Nov", "20"} <= set(texts(Path("one.svg").read_text(encoding="utf-8")))


def test_a_month_goes_on_a_page(run: Run) -> None:
    assert run("sheet", "--calendar", "2026-02", "-o", "a.svg", "--upside-down") == (0, "a-1.svg\na-2.svg\n", "")
    page = Path("a-1.svg").read_text(encoding="utf-8")
    assert texts(page)[0] == "Feb 2026"
    assert [text for text in texts(page) if ". " in text] == [f"{day}. Feb {day}" for day in range(1, 29)]
    expected = sheet(
        [(f"Feb {day}", calendar.puzzle(f"2026-02-{day}", "daily-calendar")) for day in range(1, 29)],
        columns=4,
        rows=7,
        title="Mine",
        paper="Letter",
        key=False,
    )
    options = ["--calendar", "2026-2", "daily-calendar", "--columns", "4", "--title", "Mine", "--paper", "Letter"]
    assert run("sheet", *options, "--no-key", "-o", "-").out == str(expected)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "a.html"], "PUZZLE is missing: name boards or files, or a month with --calendar"),
        (["3x20", "-o", "a.png"], "a.png: a sheet is written as .html, .svg or .pdf"),
        (["--calendar", "13", "-o", "a.html"], "'13' is not a month such as 2026-12 or 12"),
        (["--calendar", "May", "-o", "a.html"], "'May' is not a month such as 2026-12 or 12"),
        (
            ["--calendar", "5", "a", "b", "-o", "a.html"],
            "--calendar goes with one PUZZLE at most, the name of a calendar, and with its pieces",
        ),
        (["-", "-", "-o", "a.html"], "standard input (-) can be read only once"),
    ],
)
def test_misuse(run: Run, arguments: list[str], message: str) -> None:
    assert run("sheet", *arguments) == complaint(message)
    assert list(Path().iterdir()) == []


def test_files_are_replaced_only_if_it_is_said(run: Run) -> None:
    write("a.html", "old")
    assert run("sheet", "3x20", "-o", "a.html") == complaint("a.html: this file exists; --force replaces it")
    assert run("sheet", "3x20", "-o", "a.html", "--force") == (0, "a.html\n", "")
