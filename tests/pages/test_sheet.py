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
from pentomino import PentominoError, Puzzle, SearchStopped, calendar, sheet
from pentomino.pages.sheet import paper_size, poster, tray_pieces
from puzzles import solved

DATA = Path(__file__).parents[1] / "data"
SMALL = Puzzle("3x5", "PUV")
NO_PAPER = "paper must be A3, A4, A5, Letter, Legal or a size in millimetres such as 100x150, got 'A0'"
SVG = "{http://www.w3.org/2000/svg}"


def texts(page: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(page).iter(f"{SVG}text")]


def titles(page: str) -> list[str]:
    """The names of the areas that are drawn on a page."""
    return [found.text or "" for path in ET.fromstring(page).iter(f"{SVG}path") for found in path.iter(f"{SVG}title")]


def drawn(page: str) -> list[Picture]:
    """The pictures of boards and pieces on a page."""
    root = ET.fromstring(page)
    return [Picture(group) for group in root.iter(f"{SVG}g") if "scale" in group.get("transform", "")]


class Picture:
    """A picture on a page: the millimetres of a cell, its bounds with its lines, the names of its areas, its letters.

    The paths are read from the document, and not taken from the code that placed them.
    """

    def __init__(self, group: ET.Element) -> None:
        found = re.fullmatch(r"translate\((\S+) (\S+)\) scale\((\S+)\)", group.get("transform", ""))
        x, y, scale = map(float, found.groups())
        self.cell = 32 * scale
        points = [point for path in group.iter(f"{SVG}path") for point in ends(path.get("d", ""))]
        line = 1.5 * scale  # half of the thickest line
        across, down = zip(*points, strict=True)
        self.left, self.right = x + scale * min(across) - line, x + scale * max(across) + line
        self.top, self.bottom = y + scale * min(down) - line, y + scale * max(down) + line
        self.names = [found.text for path in group.iter(f"{SVG}path") for found in path.iter(f"{SVG}title")]
        self.letters = [text.text for text in group.iter(f"{SVG}text")]

    @property
    def area(self) -> float:
        return (self.right - self.left) * (self.bottom - self.top)


def ends(data: str) -> list[tuple[float, float]]:
    """The points of a path of straight lines."""
    x = y = 0.0
    points = []
    for step, said in re.findall(r"([MLHVhvlZ])([^MLHVhvlZ]*)", data):
        numbers = [float(number) for number in said.split()]
        if step in "ML":
            x, y = numbers
        elif step == "l":
            x, y = x + numbers[0], y + numbers[1]
        elif step in "Hh":
            x = numbers[0] + x * (step == "h")
        elif step in "Vv":
            y = numbers[0] + y * (step == "v")
        points.append((x, y))
    return points


def corners(page: str) -> list[tuple[float, float]]:
    """Where the pictures on a page begin, in millimetres."""
    return [(float(x), float(y)) for x, y in re.findall(r'transform="translate\((\S+) (\S+)\)', page)]


def test_puzzles_are_numbered_and_have_their_pieces_and_a_key() -> None:
    pages = sheet([("first", SMALL), Puzzle("5x12")], title="Two").pages
    assert len(pages) == 2
    assert texts(pages[0]) == ["Two", "1. first", *"PUV", "2", *"FILNPTUVWXYZ"]
    assert titles(pages[0]) == [*"PUV", *"FILNPTUVWXYZ"]
    assert texts(pages[1])[:2] == ["Two: key", "1. first"]
    assert titles(pages[1]) == [*"PUV", *"FILNPTUVWXYZ"]


def test_given_pieces_are_drawn_on_the_board_and_not_beside_it() -> None:
    puzzle = Puzzle("VVV..\nV....\nV....", "PUV")
    (page,) = sheet([puzzle], key=False).pages
    assert titles(page) == ["V", "P", "U"]


@pytest.mark.parametrize("date", ["2026-11-20", "2026-02-28"], ids=["inside", "at the edge"])
def test_cells_that_stay_uncovered_are_marked_in_the_board(date: str) -> None:
    puzzle = calendar.puzzle(date)
    cells = re.findall(r' d="(.*?)"', puzzle.to_svg())
    whole = re.findall(r' d="(.*?)"', calendar.as_calendar("a-puzzle-a-day").to_svg())
    assert cells[0] == whole[0]
    assert cells[0].count("M") == 1  # the edge of the whole board, without holes
    assert cells[2].count("M") == 2  # the month and the day
    page = sheet([puzzle], key=False).pages[0]
    assert cells[0] in page
    assert cells[2] in page
    assert set(calendar.as_calendar("a-puzzle-a-day").labels.values()) <= set(texts(page))
    found = re.findall(r'fill="#ffffff">(\w+)</text>', page)
    assert found == list(puzzle.board.uncovered_labels)


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
    assert [item.copies for item in tray_pieces(puzzle)] == copies
    (page,) = sheet([puzzle], key=False).pages
    assert [text for text in texts(page)[1:] if len(text) > 1] == [text for text in copies if text]


def test_pieces_lie_flat() -> None:
    assert [item.piece.rows for item in tray_pieces(Puzzle("5x12"))] == [3, 1, 2, 2, 2, 3, 2, 3, 3, 3, 2, 3]


@pytest.mark.parametrize(
    ("columns", "rows", "pages"),
    [(2, 3, 2), (1, 1, 7), (4, 2, 1), (3, 2, 2), (None, None, 2), (4, None, 1), (None, 1, 4)],
)
def test_as_many_go_on_a_page_as_are_wanted(columns: int | None, rows: int | None, pages: int) -> None:
    made = sheet([SMALL] * 7, columns=columns, rows=rows, key=False)
    assert len(made.pages) == pages
    assert repr(made) == f"<Sheet: 7 puzzles on {pages} page{'s' * (pages > 1)}>"
    numbers = [text for page in made.pages for text in texts(page) if text.isdigit()]
    assert numbers == [str(number) for number in range(1, 8)]


def test_a_page_has_as_many_as_are_said() -> None:
    for per_page, pages in ((1, 7), (3, 3), (7, 1), (10**15, 1)):
        assert len(sheet([SMALL] * 7, per_page=per_page, key=False).pages) == pages
    made = sheet([SMALL] * 7, per_page=4, columns=1, key=False).pages
    lefts = {round(board.left, 1) for board in drawn(made[0]) if not board.names}
    assert (len(made), len(lefts)) == (2, 1)


PAPERS = [("A4", 210, 297), ("a5", 148, 210), ("Letter", 215.9, 279.4), ("100x150", 100, 150), ("297x210.0", 297, 210)]
MIXED = [
    Puzzle("3x20"),
    Puzzle("I\nI\nI\nI\nI\n.\n.\n.\n.\n.", "I L"),
    Puzzle("6x6", "I2*"),
    SMALL,
    Puzzle("hexagonal 4x7", "tetrahexes"),
    Puzzle("3x3x3", "soma"),
]


@pytest.mark.parametrize(("paper", "width", "height"), PAPERS)
def test_all_lies_within_the_margins(paper: str, width: float, height: float) -> None:
    margin = min(12, 0.06 * min(width, height)) - 0.01
    pages = sheet(MIXED * 3, paper=paper, title="All").pages
    pieces = [poster(pentomino.polyforms(size), paper=paper, title="All") for size in (5, 6)]
    for page in [*pages, *pieces]:
        root = ET.fromstring(page)
        assert (root.get("width"), root.get("height")) == (f"{width:g}mm", f"{height:g}mm")
        found = drawn(page)
        assert found
        for one in found:
            assert margin <= one.left < one.right <= width - margin
            assert margin <= one.top < one.bottom <= height - margin
        for one, other in itertools.combinations(found, 2):
            apart = one.right < other.left or other.right < one.left or one.bottom < other.top or other.bottom < one.top
            assert apart, (one.names, other.names)


def test_texts_lie_on_the_paper_and_above_their_pictures() -> None:
    (page,) = sheet([("name", SMALL)] * 30, per_page=30, paper="A5", key=False).pages
    captions = [text for text in ET.fromstring(page).iter(f"{SVG}text") if (text.text or "").endswith("name")]
    boards = [one for one in drawn(page) if not one.names]
    assert len(captions) == len(boards) == 30
    for text, board in zip(captions, boards, strict=True):
        assert board.left < float(text.get("x", "")) < board.right
        assert board.top - 6 < float(text.get("y", "")) < board.top


def test_trays_have_one_scale_and_letters() -> None:
    puzzles = list(pentomino.generate(n=7, seed=1, board="5x8", pieces="FLNPUVYZ", difficulty="easy-hard"))
    found = [one for page in sheet(puzzles, key=False).pages for one in drawn(page)]
    trays = [one for one in found if len(one.names) == 1 and len(one.letters) == 1 and one.cell < 7]
    boards = [one for one in found if one not in trays]
    assert len(boards) == 7
    assert len(trays) == sum(most > 0 for puzzle in puzzles for _, _, most in puzzle._demand)
    assert len({round(one.cell, 2) for one in trays}) == len({round(one.cell, 2) for one in boards}) == 1
    assert all(one.letters == one.names for one in trays)
    assert 4.5 < trays[0].cell <= boards[0].cell


def test_letters_of_a_tray_are_those_of_the_key() -> None:
    puzzle = Puzzle("5x11", "kanoodle")
    first, key = sheet([puzzle]).pages
    tray = {one.names[0]: one.letters[0] for one in drawn(first) if one.names}
    solution = puzzle.solve()
    assert tray == dict(zip(solution.drawing.names, solution.drawing.symbols, strict=True))
    assert set(tray.values()) <= set(texts(key))


@pytest.mark.parametrize("number", [1, 2, 6, 9])
@pytest.mark.parametrize("paper", ["A4", "100x150", "297x210"])
def test_a_key_fills_its_page(number: int, paper: str) -> None:
    key = drawn(sheet([Puzzle("5x6", "FLPUVY")] * number, paper=paper).pages[-1])
    assert len(key) == number
    width, height = paper_size(paper)
    # Cells of more than 20 mm would be of no use.
    assert sum(one.area for one in key) > 0.25 * width * height or key[0].cell == pytest.approx(20)


def test_a_month_fills_its_page() -> None:
    days = [(f"{day} November", calendar.puzzle(f"2026-11-{day}")) for day in range(1, 31)]
    page, key = sheet(days, per_page=30, numbered=False, title="November 2026").pages
    boards = [one for one in drawn(page) if not one.names]
    assert len(boards) == 30
    # 30 squares cannot have more than 186 * 273 / 30 square millimetres each: 41 mm a side without any text.
    assert all(one.right - one.left > 29 for one in boards)
    assert max(one.bottom for one in boards) > 297 - 15
    assert all(one.right - one.left > 31 for one in drawn(key))
    assert [text for text in texts(page) if text.endswith("November")] == [f"{day} November" for day in range(1, 31)]


COLOURS = r"#[0-9a-fA-F]{3,6}\b"


def is_grey(colour: str) -> bool:
    return len(colour) == 7 and colour[1:3] == colour[3:5] == colour[5:]


def test_the_palette_for_print_has_no_colours() -> None:
    puzzles = [*MIXED, calendar.puzzle("2026-11-20"), Puzzle("VVV..\nV....\nV....", "PUV")]
    made = sheet(puzzles, palette="print", title="For a copier", paper="A5")
    for page in [*made.pages, poster(pentomino.polyforms(5), palette="print")]:
        found = set(re.findall(COLOURS, page))
        assert {"#ffffff", "#222222"} <= found
        assert all(map(is_grey, found)), found
    assert not all(map(is_grey, re.findall(COLOURS, sheet(puzzles).pages[0])))


def test_given_pieces_are_grey_in_print() -> None:
    page, key = sheet([Puzzle("VVV..\nV....\nV....", "PUV")], palette="print").pages
    fills = re.findall(r'fill="(#\w+)" d="[^"]*"><title>(\w)', page)
    assert fills == [("#cccccc", "V"), ("#ffffff", "P"), ("#ffffff", "U")]
    assert set(re.findall(r'fill="(#\w+)" d="[^"]*"><title>', key)) == {"#ffffff"}


def test_numbered_puzzles_in_print_have_a_line_for_a_name_on_each_page() -> None:
    line = f"Name {'_' * 40} Date {'_' * 16}"
    for puzzles in ([SMALL] * 3, [SMALL, Puzzle("6x10"), SMALL]):  # with the same pieces and with others
        *pages, key = sheet(puzzles, per_page=2, palette="print", title="Class").pages
        assert [texts(page)[:2] for page in (*pages, key)] == [["Class", line], ["Class", line], ["Class: key", "1"]]
        for page in pages:
            name = next(text for text in ET.fromstring(page).iter(f"{SVG}text") if text.text == line)
            assert min(picture.top for picture in drawn(page)) > float(name.get("y", "")) + 3
    for look in ({}, {"palette": "print", "numbered": False}):  # such as the days of a month
        assert line not in texts(sheet([SMALL], **look).pages[0])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle("6x10"),
        Puzzle("VVV..\nV....\nV....", "PUV"),
        Puzzle("20x2", "I2*"),
        Puzzle("hexagonal 4x7", "tetrahexes"),
        calendar.puzzle("11-20"),
    ],
    ids=repr,
)
def test_pieces_to_cut_out_have_the_scale_of_the_board(puzzle: Puzzle) -> None:
    board_page, pieces_page = sheet([puzzle], key=False, cut_out=True).pages
    (board,), pieces = drawn(board_page), drawn(pieces_page)
    assert {picture.cell for picture in pieces} == {board.cell}
    copies = [piece.name for piece, _, most in puzzle._demand for _ in range(most or 0)]
    assert [name for picture in pieces for name in picture.names] == copies
    for picture in (board, *pieces):
        assert 12 <= picture.left < picture.right <= 198
        assert 24 <= picture.top < picture.bottom <= 285
    assert board.cell >= 8


def test_a_page_to_cut_out_has_a_line_for_a_name_and_the_task() -> None:
    pages = sheet([("first", SMALL), SMALL, calendar.puzzle("11-20")], title="Class", cut_out=True).pages
    assert [texts(page)[:3] for page in pages] == [
        ["Class", f"Name {'_' * 40} Date {'_' * 16}", "1. first"],
        ["Class", "Pieces to cut out for 1. first", "P"],
        ["Class", f"Name {'_' * 40} Date {'_' * 16}", "2"],
        ["Class", f"Name {'_' * 40} Date {'_' * 16}", "3"],
        ["Class", "Pieces to cut out for 3", "L"],
        ["Class: key", "1. first", "P"],
    ]
    assert [texts(page)[3] for page in pages if "Name" in texts(page)[1]] == [
        "Cover the board with all the pieces.",
        "Cover the board with all the pieces.",
        "Cover the board, except Nov and 20, with all the pieces.",
    ]
    days = sheet([calendar.puzzle("11-20"), calendar.puzzle("11-20")], cut_out=True, key=False).pages
    assert [texts(page)[0] for page in days][1:] == ["Pieces to cut out", f"Name {'_' * 40} Date {'_' * 16}"]


@pytest.mark.parametrize(
    ("puzzle", "task"),
    [
        (Puzzle("VVV..\nV....\nV....", "PUV"), "Cover the rest of the board with all the pieces."),
        (Puzzle("5x6", "pentominoes?"), "Cover the board with some of the pieces."),
        (Puzzle("++++\n....", "I4"), "Place all the pieces on the board."),
    ],
)
def test_the_task_is_true(puzzle: Puzzle, task: str) -> None:
    assert texts(sheet([puzzle], cut_out=True, key=False).pages[0])[2] == task


def test_a_key_may_be_upside_down_and_says_if_there_is_no_solution() -> None:
    pages = sheet([SMALL, Puzzle("1x5", "X")], upside_down=True).pages
    assert "rotate" not in pages[0]
    (turned,) = [group for group in ET.fromstring(pages[1]) if group.get("transform") == "rotate(180 105 148.5)"]
    assert len(list(turned.iter(f"{SVG}text"))) == len(texts(pages[1]))
    assert "no solution" in texts(pages[1])


def test_many_pieces_become_smaller_until_they_fit() -> None:
    puzzle = Puzzle("15x14", {piece.name: 1 for piece in pentomino.polyforms(6)})
    (page,) = sheet([puzzle] * 6, columns=2, rows=3, paper="A5", key=False).pages
    assert len(drawn(page)) == 35 + 6
    (page,) = sheet([puzzle, SMALL], columns=2, rows=3, paper="A5", key=False).pages
    assert len(drawn(page)) == 35 + 3 + 2


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
    assert all(f"<title>{name}</title>" in key for name in solution.drawing.names)


def test_what_no_sheet_can_show_is_refused() -> None:
    for puzzles, options, message in [
        ([], {}, "a sheet needs at least one puzzle"),
        ([SMALL], {"paper": "A0"}, f"{NO_PAPER}$"),
        (
            [SMALL],
            {"paper": 4},
            "paper must be A3, A4, A5, Letter, Legal or a size in millimetres such as 100x150, got 4",
        ),
        ([SMALL], {"paper": "20x300"}, "the sides of paper must be from 50 to 2000 mm, got 20x300"),
        ([SMALL], {"palette": "grey"}, "palette must be 'colour', 'safe', 'print' or"),
        ([SMALL], {"columns": 0}, "columns must be at least 1, got 0"),
        ([SMALL], {"rows": -1}, "rows must be at least 1, got -1"),
        ([SMALL], {"per_page": 0}, "per_page must be at least 1, got 0"),
        (
            [SMALL],
            {"cut_out": True, "rows": 2},
            "cut_out=True puts each puzzle on a separate page: omit columns=, rows= and per_page=",
        ),
        (
            [SMALL, Puzzle("3x4x5")],
            {"cut_out": True},
            "cut_out=True requires flat boards: pieces of a box cannot be cut out of paper",
        ),
        ([Puzzle("1x1000", "I2*")], {"cut_out": True, "paper": "50x50"}, "too many pieces for a page of 50x50"),
        ([SMALL], {"columns": 300}, "too many puzzles for a page of A4; print fewer per page"),
    ]:
        with pytest.raises(PentominoError, match=f"^{message}"):
            assert sheet(puzzles, **options).pages
    for pieces, columns, message in [
        ([], None, "a poster needs at least one piece"),
        ("F", 500, "too many pieces for a page of A4"),
    ]:
        with pytest.raises(PentominoError, match=message):
            poster([pentomino.Polyform.named(name) for name in pieces], columns=columns)


def test_a_page_fits_a_phone_and_has_a_heading() -> None:
    made = str(sheet([("a", SMALL)], title="Rain & sun"))
    assert '<meta name="viewport" content="width=device-width, initial-scale=1">' in made
    assert re.search(r"<main>\s*<h1>Rain &amp; sun</h1>\s*<svg", made)


def test_names_and_titles_are_text() -> None:
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
    with pytest.raises(PentominoError, match=r"must be \.html, \.pdf, \.svg or \.png"):
        made.write(tmp_path / "a.jpg")


def test_the_key_may_have_its_own_file(tmp_path: Path) -> None:
    paper = sheet([SMALL] * 80, columns=8, rows=10)
    page, *key = paper.pages
    files = paper.write(tmp_path / "a.svg", key_file=tmp_path / "key.svg")
    assert [file.name for file in files] == ["a.svg", "key-1.svg", "key-2.svg"]
    assert [file.read_text(encoding="utf-8") for file in files] == [f"{text}\n" for text in (page, *key)]
    puzzles, solutions = paper.write(tmp_path / "a.html", key_file=str(tmp_path / "key.html"))
    assert puzzles.read_text(encoding="utf-8") == str(sheet([SMALL] * 80, columns=8, rows=10, key=False))
    assert [text in solutions.read_text(encoding="utf-8") for text in (page, *key)] == [False, True, True]
    assert sheet([SMALL]).write(tmp_path / "b.html", key_file=tmp_path / "c.svg")[1].name == "c.svg"


def test_a_key_without_a_place_is_refused(tmp_path: Path) -> None:
    order = solved(Puzzle("soma")).build_order()
    assert order is not None
    for pages in (sheet([SMALL], key=False), sheet(order)):
        with pytest.raises(PentominoError, match=r"^key_file requires a sheet with a key$"):
            pages.write(tmp_path / "a.html", key_file=tmp_path / "key.html")
    with pytest.raises(
        PentominoError, match=r"^key_file must be a different file from the puzzles, got .*a.html for both"
    ):
        sheet([SMALL]).write(tmp_path / "a.html", key_file=tmp_path / "a.html")
    (tmp_path / "key.html").touch()
    with pytest.raises(FileExistsError):
        sheet([SMALL]).write(tmp_path / "a.html", key_file=tmp_path / "key.html")
    assert [path.name for path in tmp_path.iterdir()] == ["key.html"]
    assert len(sheet([SMALL]).write(tmp_path / "a.html", key_file=tmp_path / "key.html", overwrite=True)) == 2


def test_pdf_has_all_pages(tmp_path: Path) -> None:
    pytest.importorskip("fpdf", reason="fpdf2 is not installed: pip install fpdf2")
    made = sheet([SMALL, Puzzle("5x12")], paper="Letter")
    made.write(tmp_path / "a.pdf")
    data = (tmp_path / "a.pdf").read_bytes()
    assert data.startswith(b"%PDF")
    assert len(re.findall(rb"/Type /Page\b", data)) == 2
    assert re.search(rb"/MediaBox \[0 0 612(\.0+)? 792(\.0+)?\]", data)
    with pytest.raises(PentominoError, match="only Latin-1 characters, got 'п'"):
        sheet([SMALL], title="пентамино").write(tmp_path / "b.pdf")


def test_pdf_without_its_package_is_refused_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fpdf", None)  # an import then fails
    with pytest.raises(PentominoError, match=r"^PDF needs fpdf2: pip install fpdf2$"):
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
    expected = sheet([("small", Puzzle("2x3", "I3*2"))], title="So")
    assert run("sheet", "small.txt", "-p", "I3*2", "-o", "-", "--title", "So").out == str(expected)


def test_a_month_goes_on_a_page(run: Run) -> None:
    assert run("sheet", "--calendar", "2026-02", "-o", "a.svg", "--upside-down") == (0, "a-1.svg\na-2.svg\n", "")
    page = Path("a-1.svg").read_text(encoding="utf-8")
    assert texts(page)[0] == "February 2026"
    assert [text for text in texts(page) if " F" in text] == [f"{day} February" for day in range(1, 29)]
    expected = sheet(
        [(f"{day} February", calendar.puzzle(f"2026-02-{day}", "daily-calendar")) for day in range(1, 29)],
        columns=4,
        rows=7,
        title="Mine",
        paper="Letter",
        key=False,
        numbered=False,
    )
    options = ["--calendar", "2026-2", "daily-calendar", "--columns", "4", "--title", "Mine", "--paper", "Letter"]
    assert run("sheet", *options, "--no-key", "-o", "-").out == str(expected)


def test_a_month_may_be_a_word_and_have_other_pieces(run: Run) -> None:
    page = run("sheet", "--calendar", "Nov 2026", "--no-key", "-o", "-").out
    assert page == run("sheet", "--calendar", "2026-11", "--no-key", "-o", "-").out
    page = run("sheet", "a-puzzle-a-day", "--calendar", "2026-11-20", "--no-key", "-o", "-").out
    named = [("20 November", calendar.puzzle("11-20"))]
    assert page == str(sheet(named, title="November 2026", per_page=1, numbered=False, key=False))
    options = ["--calendar", "11", "-p", "pentominoes? + 6.12", "--no-key", "-o", "-"]
    days = [(f"{day} November", calendar.puzzle(f"11-{day}", pieces="pentominoes? + 6.12")) for day in range(1, 31)]
    assert run("sheet", *options).out == str(sheet(days, title="November", per_page=30, key=False, numbered=False))


def test_pieces_beside_boards_of_other_kinds_can_be_read() -> None:
    mixed = [Puzzle("3x4x5"), Puzzle("soma"), Puzzle("tetrahexes-4x7"), Puzzle("8x8-hole")]
    page = sheet(mixed, paper="Letter", key=False).pages[0]
    assert min(picture.cell for picture in drawn(page)) > 4


def test_the_search_for_the_key_has_limits(run: Run) -> None:
    stopped = (3, "", "pentomino: stopped after 0 s: 0 solutions found\n")
    assert run("sheet", "6x10", "-o", "a.html", "--timeout", "0") == stopped
    assert not Path("a.html").exists()
    limits = "--timeout", "60", "--workers", "2", "--memory-limit", "1G"
    assert run("sheet", "6x10", "-o", "-", *limits).out == str(sheet([("6x10", Puzzle("6x10"))]))
    for limit in ({"timeout": 0.0}, {"cancel": lambda: True}):
        made = sheet([Puzzle("6x10")], **limit)
        with pytest.raises(SearchStopped):
            str(made)
    assert sheet([Puzzle("6x10")], key=False, timeout=0).pages
    with pytest.raises(PentominoError, match="timeout must be None or at least 0 seconds, got -1"):
        sheet([Puzzle("6x10")], timeout=-1)


def test_a_note_about_several_puzzles_is_printed_once(run: Run) -> None:
    write("stones.ini", "COLOURS BW\n\nPIECE stone\nBW\n.B\n\nPIECE other\nWBW\n")
    note = "pentomino: the board has no colours, so the colours of the pieces only make them different\n"
    assert run("sheet", "2x3", "1x6", "--pieces-file", "stones.ini", "-o", "a.svg").err == note


LOOK = "--columns 1 --rows 4 --per-page 3 --title T --paper A5 --palette print --no-key --upside-down".split()


def test_sheet_and_generate_have_the_same_look(run: Run) -> None:
    look: dict[str, Any] = {"columns": 1, "rows": 4, "per_page": 3, "title": "T", "paper": "A5", "palette": "print"}
    expected = sheet([("3x5", SMALL)], **look, key=False, upside_down=True)
    assert run("sheet", "3x5", "-p", "PUV", "-o", "-", *LOOK).out == str(expected)
    made = list(pentomino.generate(n=2, seed=1, board="4x5", pieces="LPWY"))
    told = [(str(found.level), puzzle) for puzzle in made if (found := puzzle.difficulty())]
    puzzles = "generate", "-n", "2", "--seed", "1", "--board", "4x5", "-p", "LPWY"
    assert run(*puzzles, "-o", "-", *LOOK).out == str(sheet(told, **look, key=False, upside_down=True))
    assert run(*puzzles, *LOOK) == complaint(
        "--columns, --no-key, --palette, --paper, --per-page, --rows, --title and --upside-down cannot be used with "
        "standard output; use pages (.html, .pdf, .svg, .png)"
    )
    fault = "--key cannot be used with levels (.json); use pages (.html, .pdf, .svg, .png)"
    assert run(*puzzles, "--key", "-o", "a.json") == complaint(fault)
    assert run(*puzzles, "--paper", "0x0", "-o", "a.html") == complaint(
        "the sides of paper must be from 50 to 2000 mm, got 0x0"
    )
    assert list(Path().iterdir()) == []


def test_both_commands_write_the_key_to_a_file(run: Run) -> None:
    made = [("easy", puzzle) for puzzle in pentomino.generate(n=1, seed=1, board="4x5", pieces="LPWY")]
    asked = "generate", "1", "--seed", "1", "--board", "4x5", "-p", "LPWY"
    for command, name, puzzles in ((("sheet", "3x5", "-p", "PUV"), "s", [("3x5", SMALL)]), (asked, "g", made)):
        files = [f"{name}.html", f"{name}-key.html"]
        paper = ["--key-file", files[1], "-o", files[0]]
        assert run(*command, *paper).out.split() == files
        page, key = (Path(file).read_text(encoding="utf-8") for file in files)
        assert page == str(sheet(puzzles, key=False))
        assert sheet(puzzles).pages[1] in key
        Path(files[0]).unlink()
        assert run(*command, *paper) == complaint(f"{files[1]}: this file exists; --force replaces it")
        for more in (["-o", "-"], ["-o", "a.html", "--no-key"]):
            assert run(*command, *more, "--key-file", "b.html") == complaint("--key-file requires a key and -o FILE")
        for key_file in ("a.html", "a.pdf", "a"):
            message = "--key-file must be a different file from -o FILE, with the extension .html"
            assert run(*command, "-o", "a.html", "--key-file", key_file) == complaint(message)
        assert not Path(files[0]).exists()
    fault = "--key-file cannot be used with levels (.json); use pages (.html, .pdf, .svg, .png)"
    assert run(*asked, "-o", "a.json", "--key-file", "b.html") == complaint(fault)


def test_both_commands_print_pieces_to_cut_out(run: Run) -> None:
    assert run("sheet", "3x5", "-p", "PUV", "--cut-out", "-o", "-").out == str(sheet([("3x5", SMALL)], cut_out=True))
    made = [("easy", puzzle) for puzzle in pentomino.generate(n=1, seed=1, board="4x5", pieces="LPWY")]
    said = "generate", "1", "--seed", "1", "--board", "4x5", "-p", "LPWY", "--cut-out"
    assert run(*said, "-o", "-").out == str(sheet(made, cut_out=True))
    month = run("sheet", "--calendar", "2027-02", "--cut-out", "--no-key", "-o", "-").out
    assert month.count("Pieces to cut out") == 1
    assert month.count("</svg>") == 28 + 1


def test_a_poster_of_pieces(run: Run) -> None:
    assert run("pieces", "pentominoes", "-o", "a.svg", "--paper", "A4") == (0, "", "")
    page = Path("a.svg").read_text(encoding="utf-8")
    assert page == poster(pentomino.polyforms(5), title="Pentominoes") + "\n"
    assert texts(page) == ["Pentominoes", *"FILNPTUVWXYZ"]
    found = drawn(page)
    assert [one.names for one in found] == [[name] for name in "FILNPTUVWXYZ"]
    assert len({round(one.cell, 2) for one in found}) == 1
    assert paper_size("a3") == (297, 420)
    assert found[0].cell > 12  # a chart without `paper` has cells of 10 mm, or is wider than A4
    look = "--columns 2 --title Six --palette print --no-letters --paper 594x841".split()
    assert run("pieces", "tetrominoes", "-o", "b.svg", *look) == (0, "", "")
    other: dict[str, Any] = {"palette": "print", "letters": False, "paper": "594x841"}
    poster_of_four = poster(pentomino.polyforms(4), columns=2, title="Six", **other)
    assert Path("b.svg").read_text(encoding="utf-8") == poster_of_four + "\n"


def test_pieces_with_long_names_have_them_on_a_poster() -> None:
    page = poster(pentomino.polyforms(6))
    assert texts(page) == [f"6.{number}" for number in range(1, 36)]
