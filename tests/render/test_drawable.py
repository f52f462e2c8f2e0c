"""All that can be seen has pictures, made from one drawing."""

from __future__ import annotations

import pickle
import xml.etree.ElementTree as ET
from base64 import b64decode
from html.parser import HTMLParser
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pentomino import (
    Board,
    Drawing,
    PentominoError,
    Placement,
    Polyform,
    Polyomino,
    Puzzle,
    SearchTimeout,
    Solutions,
    boards,
    calendar,
    chart,
    polyforms,
)
from pentomino.drawable import Drawable
from pentomino.pieces.letters import symbol_of
from pentomino.render.drawing import EMPTY
from pentomino.solutions import listing
from puzzles import not_none, solved

SVG = "{http://www.w3.org/2000/svg}"
GIVEN = Puzzle("VVV..\nV....\nV....", "PUV")
STEP = next(Puzzle("3x5", "PUV").steps())

SEEN = {
    "a board": (Board.parse("..A\n#.A"), "..A\n#.A"),
    "a piece": (Polyform.named("F'"), "ff#\n#ff\n#f#"),
    "a piece without a name": (Polyomino([(0, 0), (0, 1)]), "pp"),
    "some pieces": (chart(polyforms(3)), "I#V#\nI#VV\nI###"),
    "a placement": (Placement("I2", [(4, 7), (5, 7)]), "I\nI"),
    "a puzzle": (GIVEN, "VVV..\nV....\nV...."),
    "its tray": (GIVEN.tray, "PP#U#U\nPP#UUU\nP#####"),
    "both": (GIVEN.drawing.above(GIVEN.tray), "VVV..#\nV....#\nV....#\n######\nPP#U#U\nPP#UUU\nP#####"),
    "a solution": (GIVEN.solve(), "VVVUU\nVPPPU\nVPPUU"),
    "a step": (STEP, "VVV..\nV....\nV...."),
    "a drawing": (Drawing({(0, 0): 0, (0, 1): EMPTY}, ("x",), ("any",)), "x."),
}


@pytest.mark.parametrize(("seen", "letters"), SEEN.values(), ids=SEEN)
def test_all_that_is_seen_is_drawn_and_written(seen: Any, letters: str, tmp_path: Path) -> None:
    assert isinstance(seen, Drawable)
    assert seen.to_text("letters") == letters
    assert seen.to_text() == seen.to_text("outline") == seen.drawing.to_text("outline")
    assert seen._repr_svg_() == seen.to_svg() == seen.drawing.to_svg()
    title = ET.fromstring(seen.to_svg()).findtext(f"{SVG}title")
    shown = Seen(seen._repr_html_())
    assert (shown.images[0], shown.words) == ((title, seen.to_svg()), "")
    assert title
    seen.write(tmp_path / "x.svg")
    seen.write(str(tmp_path / "x.TXT"))
    assert (tmp_path / "x.svg").read_text() == f"{seen.to_svg()}\n"
    assert (tmp_path / "x.TXT").read_text() == f"{seen.to_text()}\n"
    seen.write(tmp_path / "x.stl")
    assert (tmp_path / "x.stl").read_text().startswith("solid")


@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("pdf", b"%PDF"), ("obj", b"o ")])
def test_a_picture_is_written_by_other_means(ending: str, start: bytes, tmp_path: Path) -> None:
    if ending in ("png", "pdf"):
        pytest.importorskip({"png": "resvg_py", "pdf": "fpdf"}[ending])
    GIVEN.write(tmp_path / f"x.{ending}")
    assert start in (tmp_path / f"x.{ending}").read_bytes()[:200]


def test_what_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "x.svg"
    path.write_text("mine")
    with pytest.raises(FileExistsError, match="this file exists; overwrite=True replaces it"):
        GIVEN.write(path)
    assert path.read_text() == "mine"
    GIVEN.write(path, overwrite=True)
    assert path.read_text() == f"{GIVEN.to_svg()}\n"
    with pytest.raises(PentominoError, match=r"x\.jpg: the extension must be one of \.txt \.svg \.png \.pdf"):
        GIVEN.write(tmp_path / "x.jpg")
    with pytest.raises(PentominoError, match="hexagonal"):
        Polyform("bee", lattice="hexagonal").write(tmp_path / "x.stl")
    assert list(tmp_path.iterdir()) == [path]


class Seen(HTMLParser):
    """The images of some HTML, as (alternative text, SVG), and its words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.images: list[tuple[str, str]] = []
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "img":
            given = dict(attrs)
            data = (given["src"] or "").removeprefix("data:image/svg+xml;base64,")
            self.images.append((given["alt"] or "", b64decode(data, validate=True).decode()))

    def handle_data(self, data: str) -> None:
        self.words += data


def test_a_notebook_shows_words_under_pictures_and_escapes_them() -> None:
    forced, mistakes = not_none(GIVEN.forced())[0], Puzzle(".PP..\n.PP..\n.P...", "PUV").mistakes()
    for told in map(not_none, (GIVEN.hint(level=2), mistakes, forced, Puzzle("...#...", "I2*3").explain())):
        seen = Seen(told._repr_html_())
        assert [picture for _, picture in seen.images] == [told.to_svg()]
        assert seen.words == str(told) == told.text
    strange = Polyomino([(0, 0), (0, 1)], "<b>&\"'")
    hint = not_none(Puzzle("2x2", [strange, strange], placed=[Placement(strange, [(0, 0), (0, 1)])]).hint(level=2))
    assert "<b>" in hint.text
    assert "<b>" not in hint._repr_html_()
    assert Seen(hint._repr_html_()).words == hint.text
    year = calendar.Year({calendar.Day(1, 1): 1}, "<i>\"'")
    assert Seen(year._repr_html_()).images == [("<i>\"': solutions for each date", year.to_svg())]


def test_a_puzzle_shows_its_pieces() -> None:
    for puzzle in (GIVEN, Puzzle("hexagonal 4x4", "I2*"), Puzzle("3x3x3", "soma")):
        assert str(puzzle) == f"{puzzle.to_text()}\n\n{puzzle.tray.to_text()}"
        assert [svg for _, svg in Seen(puzzle._repr_html_()).images] == [puzzle.to_svg(), puzzle.tray.to_svg()]


@pytest.mark.parametrize("puzzle", [Puzzle(Board.parse("AA"), "I2"), Puzzle("20x21", "I2*201 O1*18")])
def test_a_puzzle_without_pieces_or_with_very_many_shows_the_board(puzzle: Puzzle) -> None:
    assert str(puzzle) == puzzle.to_text()
    assert len(Seen(puzzle._repr_html_()).images) == 1


def test_a_notebook_shows_the_first_solutions() -> None:
    puzzle = Puzzle("5x12")
    every = list(puzzle.solve_all())
    solutions = puzzle.solve_all()
    fetched = [next(solutions) for _ in range(3)]
    seen = Seen(solutions._repr_html_() or "")
    assert [svg for _, svg in seen.images] == [solution.to_svg(cell=16) for solution in every[:12]]
    assert seen.words == f"the first 12 solutions of {len(every)}"
    assert repr(solutions) == "<Solutions: 3 found so far, symmetry='distinct'>"
    assert [*fetched, *solutions] == every


@pytest.mark.parametrize(
    ("solutions", "words"),
    [
        (Puzzle("3x20").solve_all(), "2 solutions"),
        (Puzzle("3x20").solve_all(symmetry="all", limit=1), "1 solution"),
        (Puzzle("3x3", "V3*3").solve_all(), "no solutions"),
        (Puzzle("5x12").solve_all(limit=12), "the first 12 solutions of 12"),
        (Puzzle("5x12").solve_all(shuffle=True, seed=7, limit=20), "the first 12 solutions of 20"),
    ],
)
def test_a_notebook_says_how_many_solutions_there_are(solutions: Solutions, words: str) -> None:
    assert Seen(solutions._repr_html_() or "").words == words
    pictures = [svg for _, svg in Seen(solutions._repr_html_() or "").images]
    assert pictures == [solution.to_svg(cell=16) for solution in islice(solutions, 12)]


def test_a_notebook_does_not_wait_for_long_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "SECONDS", 0)
    assert Seen(Puzzle("3x20").solve_all()._repr_html_() or "").words == "no solution found within 0 s"
    monkeypatch.setattr(listing, "SECONDS", 0.5)
    monkeypatch.setattr(listing, "count", refusing)
    assert Seen(Puzzle("5x12").solve_all()._repr_html_() or "").words == "the first 12 solutions"
    assert Puzzle("6x10").solve_all(memory_limit=1)._repr_html_() is None


def refusing(run: object) -> int:
    raise SearchTimeout("stopped", 5)


def test_a_step_tells_what_it_shows() -> None:
    assert repr(STEP) == "<Step 1 piece laid, 1 tried>"
    assert STEP.puzzle == Puzzle("3x5", "PUV")
    walk = Puzzle("3x5", "PUV").steps()
    assert [repr(step) for step in walk if step.solution] == ["<Step 3 pieces laid, 3 tried, a solution>"]
    assert repr(walk).startswith("<Steps 1 found, ")


def test_labels_are_shown_where_no_piece_covers_them() -> None:
    board = boards.named("a-puzzle-a-day")
    assert "|Jan Feb Mar Apr May Jun|" in board.to_text()
    texts = [text.text for text in ET.fromstring(board.to_svg()).iter(f"{SVG}text")]
    assert sorted(map(str, texts)) == sorted(board.labels.values())
    puzzle = calendar.puzzle("2026-11-20")
    assert puzzle.board.to_svg() == puzzle.to_svg()
    solution = solved(puzzle)
    for seen in (puzzle, solution):
        assert "|Nov|" in seen.to_text()
        assert "|20 |" in seen.to_text()
        texts = [text.text for text in ET.fromstring(seen.to_svg(letters=False)).iter(f"{SVG}text")]
        assert [text for text in texts if text in ("Nov", "20")] == ["Nov", "20"]
        assert ("Jan" in texts) == (seen is puzzle)  # a label that a piece covers
    assert puzzle.drawing.empty == 41  # the cells of the date are none of those to be covered


def test_a_drawing_is_a_value() -> None:
    made = GIVEN.drawing
    assert made == GIVEN.drawing != GIVEN.tray
    copy = pickle.loads(pickle.dumps(made))
    assert (copy, copy.rows, copy.to_svg()) == (made, 3, made.to_svg())
    assert repr(made) == "<Drawing 3x5, 1 piece>"
    with pytest.raises(AttributeError, match="cannot be changed"):
        made.symbols = ()  # type: ignore[misc]


def test_drawings_side_by_side() -> None:
    one, two = Polyform.named("I3").drawing, Placement("O1", [(5, 5)]).drawing.labelled({(5, 6): "x"})
    assert one.beside(two).to_text("letters") == "I#O.\nI###\nI###"
    assert one.beside(two).labels == {(0, 3): "x"}
    assert two.above(one).to_text("letters") == "O.\n##\nI#\nI#\nI#"


@given(st.lists(st.sampled_from([*polyforms(4), *polyforms(5)]), max_size=9), st.integers(1, 12))
def test_pieces_of_a_chart_are_apart_and_in_order(pieces: list[Polyform], columns: int) -> None:
    made = chart(pieces, columns)
    assert [Polyform(part) for part in made.parts] == [piece.renamed("") for piece in pieces]
    assert made.neighbours() == [set() for _ in pieces]
    assert made.columns <= max([columns, *(piece.columns for piece in pieces)])


@pytest.mark.parametrize(
    ("pieces", "names"),
    [("I2*3", "I2 I2 I2"), ("I2* O1*2-", "I2 O1 O1"), ("I2*0-3 O1*4-6", "I2 O1 O1 O1 O1"), ("I2 O1*", "I2 O1")],
)
def test_a_tray_has_the_copies_that_are_needed_and_one_of_what_may_be_used(pieces: str, names: str) -> None:
    assert list(Puzzle("2x3", pieces).tray.names) == names.split()


@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        ("triangular rhombus 6", "hexiamonds"),
        ("5x18", "one-sided pentominoes"),
        ("bedlam", None),
        ("6x6", "6.2? 6.3? 6.4? 6.5? 6.6? 6.7? 6.8? 6.9? 6.10? 6.12?"),
    ],
)
def test_pieces_side_by_side_have_the_letters_of_solutions(board: str, pieces: str | None) -> None:
    puzzle = Puzzle(board, pieces)
    solution = solved(puzzle)
    letters = dict(zip(solution.drawing.names, solution.drawing.symbols, strict=True))
    for made in (puzzle.tray, chart([count.piece for count in puzzle.pieces])):
        found = dict(zip(made.names, made.symbols, strict=True))
        assert len(set(found.values())) == len(found) == len(puzzle.pieces)
        assert letters.items() <= found.items()


def test_copies_in_a_chart_have_one_letter() -> None:
    pieces = [Polyform.named(name) for name in ("L", "L4", "L", "6.2", "6.2")]
    assert chart(pieces).symbols == ("L", "l", "L", "6", "6")


def test_the_symbol_of_a_name() -> None:
    assert [*map(symbol_of, ["F", "F'", "I2", "6.1", "", "\a"])] == [*"FfI6??"]
