"""Galleries as files: what is in them, who makes them. (`test_gallery_in_browser.py` has what the page does.)"""

from __future__ import annotations

import base64
import html
import json
import re
import zlib
from pathlib import Path

import pytest

import pentomino
from commandline import Run
from pentomino import Board, PentominoError, Polyform, Puzzle, Solution, gallery, properties
from pentomino.board import BoardLike
from pentomino.lattices.lattice import Cell

EMPTY = "no piece"
LATTICES = {
    "box": ("2x3x5", "pentominoes?"),
    "hexagons": ("hexagonal 3x4", "trihexes*"),
    "triangles": ("triangular rhombus 6", "hexiamonds"),
    "quarters": ("tetrakis 2x3", "4.1* 4.2* 4.3* 4.4* 4.5* 4.6*"),
    "ring": ("ring 3x20", "pentominoes"),
    "torus": ("torus 4x5", "pentominoes?"),
}


def described(page: str) -> dict:
    """What a page says of its puzzle."""
    return json.loads(re.search(r'<script id="puzzle" type="application/json">(.*?)</script>', page)[1])  # type: ignore[index]


def numbers(page: str) -> list[int]:
    """The values of all features, then the shapes of all solutions."""
    data = re.search(r'<script id="solutions" type="text/plain">(.*?)</script>', page)[1]  # type: ignore[index]
    raw = zlib.decompress(base64.b64decode(data))
    return [low + 256 * high for low, high in zip(raw[: len(raw) // 2], raw[len(raw) // 2 :], strict=True)]


def held(page: str) -> list[set[tuple[str, frozenset[int]]]]:
    """The solutions that a page holds, as pieces with the numbers of their cells, read by what the format promises."""
    puzzle = described(page)
    codes = iter(numbers(page)[len(puzzle["features"]) * puzzle["number"] :])
    found = []
    for _ in range(puzzle["number"]):
        free, placed = set(puzzle["cells"]), set()
        for cell in puzzle["cells"]:
            if cell in free:
                piece, *others = puzzle["shapes"][next(codes)]
                cells = frozenset([cell, *(cell + other for other in others)])
                assert cells <= free
                free -= cells
                placed.add((EMPTY if piece < 0 else puzzle["pieces"][piece]["name"], cells))
        found.append(placed)
    assert next(codes, None) is None
    return found


def expected(solutions: list[Solution]) -> list[set[tuple[str, frozenset[int]]]]:
    """The same of solutions: cells are numbered line by line in the bounding box."""
    board = solutions[0].puzzle.board
    low, sizes = board.bounds

    def number(cell: Cell) -> int:
        found = 0
        for n, least, size in zip(cell, low, sizes, strict=True):
            found = found * size + n - least
        return found

    return [
        {(placed.piece.name, frozenset(map(number, placed.cells))) for placed in solution.placements}
        for solution in solutions
    ]


OFF_THE_ORIGIN = Board([(y, x) for y in (7, 8, 9) for x in range(-9, 11)])
BOARDS = [(board, None) for board in ("6x10", "8x8-hole", "kanoodle", OFF_THE_ORIGIN)]


@pytest.mark.parametrize(("board", "pieces"), [*BOARDS, *LATTICES.values()])
def test_a_page_holds_the_solutions_in_their_order(board: BoardLike, pieces: str | None) -> None:
    solutions = list(Puzzle(board, pieces).solve_all(limit=20))
    assert held(str(gallery(solutions))) == expected(solutions)


@pytest.mark.parametrize(
    ("board", "pieces", "sides"),
    [
        ("2x3", "I3*", {"top": 3, "right": 2, "bottom": 3, "left": 2}),
        ("ring 2x3", "I3*", {"top": 3, "bottom": 3}),
        ("torus 2x3", "I3*", {}),
        ("2x3x4", "I3*", {"top": 12, "bottom": 12, "back": 8, "front": 8, "left": 6, "right": 6}),
        (
            "hexagonal hexagon 2",
            "H1*",
            dict.fromkeys(["top", "upper right", "lower right", "bottom", "lower left", "upper left"], 2),
        ),
        ("tetrakis 2x3", "1.1*", {"top": 3, "right": 2, "bottom": 3, "left": 2}),
        ("tetrakis triangle 2", "1.1*", {"bottom": 2, "left": 2}),
        ("triangular triangle 3", "T1*", {"upper right": 3, "bottom": 3, "upper left": 3}),
        (
            "triangular hexagon 2",
            "T1*",
            dict.fromkeys(["top", "upper right", "lower right", "bottom", "lower left", "upper left"], 2),
        ),
    ],
)
def test_a_board_has_the_sides_that_it_shows(board: str, pieces: str, sides: dict[str, int]) -> None:
    page = described(str(gallery(Puzzle(board, pieces).solve_all(limit=1))))
    assert {name: len(cells) for name, cells in page["sides"].items()} == sides


@pytest.mark.parametrize("name", [*LATTICES, "squares"])
def test_a_page_holds_the_features_of_the_solutions(name: str) -> None:
    board, pieces = LATTICES.get(name, ("4x5", "I2*"))
    solutions = list(Puzzle(board, pieces).solve_all(limit=30))
    page = str(gallery(solutions))
    features, kinds = described(page)["features"], described(page)["kinds"]
    squares, edge = ["crossings", "fault_lines"] * (name == "squares"), ["edge"] * (name != "torus")
    assert features == [*squares, *edge, "symmetry"]
    values = iter(numbers(page))
    for feature in features[:-1]:
        assert [next(values) for _ in solutions] == [getattr(properties(one), feature) for one in solutions]
    for solution in solutions:
        kept, swapped = (bits := next(values)) & (1 << len(kinds)) - 1, bits >> len(kinds)
        assert bool(kept) == properties(solution).symmetric
        assert bool(swapped) <= bool(properties(solution).halves)


def test_halves_of_many_copies_are_not_looked_for() -> None:
    (solution,) = Puzzle("6x6", "O1*").solve_all()
    page = str(gallery([solution]))
    assert properties(solution).halves
    assert numbers(page)[3] >> len(described(page)["kinds"]) == 0


def test_cells_that_stay_empty_are_of_no_piece() -> None:
    solutions = list(Puzzle("+.+\n...", "I2* + O1?").solve_all(symmetry="all"))
    found = held(str(gallery(solutions)))
    assert [{one for one in each if one[0] != EMPTY} for each in found] == expected(solutions)
    assert [sum(name == EMPTY for name, _ in each) for each in found] == [
        text.count("+") for text in (solution.to_text("letters") for solution in solutions)
    ]


def test_a_page_of_many_shapes_holds_them_all() -> None:
    puzzle = Puzzle("7x7", dict.fromkeys(pentomino.polyforms(7), (0, 1)))
    solutions = [solution for seed in range(12) for solution in puzzle.solve_all(limit=20, shuffle=True, seed=seed)]
    page = str(gallery(solutions))
    assert len(described(page)["shapes"]) > 256
    assert held(page) == expected(solutions)


def test_a_page_is_small_and_says_that_nothing_may_be_loaded() -> None:
    page = str(gallery(pentomino.solve_all()))
    assert len(page) < 77_000
    assert "default-src 'none'" in page
    assert not re.search(r"(?:src|href)\s*=\s*[\"']?(?!data:)\w+:|url\(|@import", page)


def test_names_and_titles_are_text() -> None:
    nasty = "</script><b>&\"'"
    page = str(gallery(Puzzle("1x2", [Polyform([(0, 0), (0, 1)], nasty)]).solve_all(), title=nasty))
    assert described(page)["pieces"][0]["name"] == nasty
    assert "<b>" not in page
    assert f"<title>{html.escape(nasty)}</title>" in page


def test_a_notebook_shows_the_page_in_a_frame() -> None:
    found = gallery(Puzzle("3x20").solve_all())
    frame = re.fullmatch(r'<iframe title="(.*?)" style=".*?" srcdoc="([^"]*)"></iframe>', found._repr_html_())
    assert frame[1] == found.title == "2 solutions of 3x20"
    assert html.unescape(frame[2]) == str(found)
    assert len(found) == 2


@pytest.mark.parametrize(("symmetry", "turns"), [("distinct", True), ("all", False)])
def test_solutions_are_turned_to_fit_unless_all_are_there(symmetry: str, turns: bool) -> None:
    assert described(str(gallery(pentomino.solve_all("3x20", symmetry=symmetry))))["turn"] is turns


def test_what_no_gallery_can_show_is_refused() -> None:
    with pytest.raises(PentominoError, match="at least one solution"):
        gallery([])
    one, other = Puzzle("3x20").solve(), Puzzle("4x15").solve()
    with pytest.raises(PentominoError, match="must solve the same puzzle"):
        gallery([one, other])
    with pytest.raises(PentominoError, match=r"a gallery needs solutions, such as \[solution\], got Placement\('F'"):
        gallery(one)


def test_the_command_line_writes_a_page(run: Run) -> None:
    assert run("solve", "3x20", "--all", "-o", "a.html") == (0, "", "")
    assert Path("a.html").read_text(encoding="utf-8") == str(gallery(pentomino.solve_all("3x20")))
    assert run("solve", "3x20", "--style", "html").out == str(gallery(pentomino.solve_all("3x20", limit=1))) + "\n"
