"""All that can be seen has pictures, made from one drawing."""

from __future__ import annotations

import pickle
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pentomino import (
    Board,
    Drawing,
    PentominoError,
    Placement,
    Polyomino,
    Puzzle,
    boards,
    calendar,
    chart,
    free_polyominoes,
    solve,
)
from pentomino.drawable import Drawable, symbol_of
from pentomino.render.drawing import EMPTY

SVG = "{http://www.w3.org/2000/svg}"
GIVEN = Puzzle("VVV..\nV....\nV....", "PUV")
STEP = next(Puzzle("3x5", "PUV").walk().steps())

SEEN = {
    "a board": (Board.parse("..A\n#.A"), "..A\n#.A"),
    "a piece": (Polyomino.named("F'"), "ff#\n#ff\n#f#"),
    "a piece without a name": (Polyomino([(0, 0), (0, 1)]), "pp"),
    "some pieces": (chart(free_polyominoes(3)), "I#V#\nI#VV\nI###"),
    "a placement": (Placement("I2", [(4, 7), (5, 7)]), "I\nI"),
    "a puzzle": (GIVEN, "VVV..\nV....\nV...."),
    "its tray": (GIVEN.tray, "PP#U#U\nPP#UUU\nP#####"),
    "both": (GIVEN.drawing.above(GIVEN.tray), "VVV..#\nV....#\nV....#\n######\nPP#U#U\nPP#UUU\nP#####"),
    "a solution": (GIVEN.solve(), "VVVUU\nVPPPU\nVPPUU"),
    "a step": (STEP, "VVV..\nV....\nV...."),
    "a drawing": (Drawing({(0, 0): 0, (0, 1): EMPTY}, ("x",), ("any",)), "x."),
}


@pytest.mark.parametrize("name", SEEN)
def test_all_that_is_seen_is_drawn(name: str) -> None:
    seen, letters = SEEN[name]
    assert isinstance(seen, Drawable)
    assert seen.to_text("letters") == letters
    assert seen.to_text() == seen.to_text("outline") == seen.drawing.to_text("outline")
    assert seen._repr_svg_() == seen.to_svg() == seen.drawing.to_svg()
    assert ET.fromstring(seen.to_svg()).tag == f"{SVG}svg"


def test_a_step_tells_what_it_shows() -> None:
    assert repr(STEP) == "<Step 1 piece laid, 1 tried>"
    assert STEP.puzzle == Puzzle("3x5", "PUV")
    walk = Puzzle("3x5", "PUV").walk()
    found = [repr(step) for step in walk.steps() if step.solution is not None]
    assert found == ["<Step 3 pieces laid, 3 tried, a solution>"]
    assert repr(walk).startswith("<Walk 1 found, ")


def test_a_named_board_shows_its_labels() -> None:
    board = boards.named("a-puzzle-a-day")
    assert "|Jan Feb Mar Apr May Jun|" in board.to_text()
    texts = [text.text for text in ET.fromstring(board.to_svg()).iter(f"{SVG}text")]
    assert sorted(map(str, texts)) == sorted(board.labels.values())


def test_a_calendar_shows_the_date_with_and_without_its_pieces() -> None:
    puzzle = calendar.puzzle("2026-11-20")
    assert puzzle.board.to_svg() == puzzle.to_svg()
    solution = puzzle.solve()
    assert solution is not None
    for seen in (puzzle, solution):
        assert "|Nov|" in seen.to_text()
        assert "|20 |" in seen.to_text()
        texts = [text.text for text in ET.fromstring(seen.to_svg(letters=False)).iter(f"{SVG}text")]
        assert texts == ["Nov", "20"]
    assert puzzle.drawing.empty == 41  # the cells of the date are none of those to be covered


def test_a_drawing_is_a_value() -> None:
    made = GIVEN.drawing
    assert made == GIVEN.drawing != GIVEN.tray
    copy = pickle.loads(pickle.dumps(made))
    assert (copy, copy.rows, copy.to_svg()) == (made, 3, made.to_svg())
    assert repr(made) == "<Drawing 3x5, 1 piece>"
    with pytest.raises(AttributeError, match="cannot be changed"):
        made.symbols = ()  # type: ignore[misc]


def test_a_drawing_of_parts_is_one_of_areas() -> None:
    parts = [((0, 0), (0, 1)), ((1, 1),)]
    cells = {(0, 0), (0, 1), (1, 0), (1, 1)}
    made = Drawing.of_parts(cells, parts, ("a", "b"), ("x", "y"))
    same = Drawing({(0, 0): 0, (0, 1): 0, (1, 0): EMPTY, (1, 1): 1}, ("a", "b"), ("x", "y"))
    assert made == same
    assert (list(same.parts), same.empty, set(same.cells)) == (parts, 1, cells)


def test_drawings_side_by_side() -> None:
    one, two = Polyomino.named("I3").drawing, Placement("O1", [(5, 5)]).drawing.labelled({(5, 6): "x"})
    assert one.beside(two).to_text("letters") == "I#O.\nI###\nI###"
    assert one.beside(two).labels == {(0, 3): "x"}
    assert two.above(one).to_text("letters") == "O.\n##\nI#\nI#\nI#"


@given(st.lists(st.sampled_from([*free_polyominoes(4), *free_polyominoes(5)]), max_size=9), st.integers(1, 12))
def test_pieces_of_a_chart_are_apart_and_in_order(pieces: list[Polyomino], columns: int) -> None:
    made = chart(pieces, columns)
    assert [Polyomino(part) for part in made.parts] == [piece.renamed("") for piece in pieces]
    assert made.neighbours() == [set() for _ in pieces]
    assert made.columns <= max([columns, *(piece.columns for piece in pieces)])


@pytest.mark.parametrize(
    ("pieces", "names"),
    [
        ("I2*3", "I2 I2 I2"),
        ("I2* O1*2-", "I2 O1 O1"),
        ("I2*0-3 O1*4-6", "I2 O1 O1 O1 O1"),
        ("I2 O1*", "I2 O1"),
    ],
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
    solution = puzzle.solve()
    assert solution is not None
    letters = dict(zip(solution.drawing.names, solution.drawing.symbols, strict=True))
    for made in (puzzle.tray, chart([count.piece for count in puzzle.pieces])):
        found = dict(zip(made.names, made.symbols, strict=True))
        assert len(set(found.values())) == len(found) == len(puzzle.pieces)
        assert letters.items() <= found.items()


def test_copies_in_a_chart_have_one_letter() -> None:
    pieces = [Polyomino.named(name) for name in ("L", "L4", "L", "6.2", "6.2")]
    assert chart(pieces).symbols == ("L", "l", "L", "6", "6")


@pytest.mark.parametrize(
    ("name", "symbol"), [("F", "F"), ("F'", "f"), ("I2", "I"), ("6.1", "6"), ("", "?"), ("\a", "?")]
)
def test_the_symbol_of_a_name(name: str, symbol: str) -> None:
    assert symbol_of(name) == symbol


def test_a_chart_has_columns() -> None:
    with pytest.raises(PentominoError, match=r"^a chart has at least 1 column, not 0$"):
        chart(free_polyominoes(3), columns=0)


def test_without_labels_letters_show_what_is_covered() -> None:
    solution = solve("a-puzzle-a-day:Nov,20")
    assert solution is not None
    assert solution.to_text("letters") == "\n".join(solution.grid)
