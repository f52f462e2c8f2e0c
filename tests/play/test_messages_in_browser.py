"""What the page tells below the board, in Chromium: the rules of a board, and errors that stay until they are read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from chromium import needs_chromium
from pentomino import Board, Puzzle, generate
from pentomino.play.answers import Opened
from pentomino.play.server import Server
from servers import serving
from visits import DESK, DOOMED, FIRST, PIECES, Visit, packed, places_of

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
pytestmark = needs_chromium


JOINED = "Opposite edges are joined."


@pytest.mark.parametrize(
    ("puzzle", "goal"),
    [
        (Puzzle("6x10"), "Cover the whole board with the 12 pieces."),
        (Puzzle("5x5", "pentominoes?"), "Cover the whole board with 5 of the 12 pieces."),
        (Puzzle("4x10", "tetrominoes*"), "Cover the whole board with the pieces, any number of each."),
        (Puzzle("torus 6x10", "pentominoes"), f"Cover the whole board with the 12 pieces. {JOINED}"),
        (Puzzle("a-puzzle-a-day:Nov,20"), "Cover everything except the date with the 8 pieces."),
        (Puzzle("soma"), "Fill the solid with the 7 pieces. Dots show the layer below."),
        (Puzzle("2x4", "I2*4"), "Cover the whole board with the 4 pieces."),
        (Puzzle("3x3", "X? + I2*"), "Cover the whole board with the pieces, as many of each as its slot shows."),
        (Puzzle("2x5", "P? + I3? + L4? + I2?"), "Cover the whole board with some of the 4 pieces."),
        (
            Puzzle(Board.rectangle(3, 3).with_optional_cells(), "X*", spare=4),
            "Cover the whole board with the pieces, any number of each. At most 4 cells may stay empty.",
        ),
        (
            next(generate(n=1, seed=20261120, difficulty="medium")),
            "Cover the whole board with the 12 pieces. The faded pieces are fixed.",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_rules_of_a_board_are_told_in_a_line(visitor: Visit, puzzle: Puzzle, goal: str) -> None:
    if not visitor.page.url.startswith("http"):
        visitor.open()
    rules = "(opened) => import('./words.js').then(({ goalInWords }) => goalInWords(opened))"
    assert visitor.page.evaluate(rules, Opened(puzzle).told()) == goal


@pytest.mark.parametrize(
    "link", ["&board=nonsense", "&board=40x40", "&day=yesterday", "&board=4x15&pieces=IV"], ids=str
)
@pytest.mark.parametrize("kept", [DOOMED, None], ids=["lost", "solved"])
def test_an_error_stays_although_a_kept_game_has_more_to_tell(fresh: Visit, kept: Any, link: str) -> None:
    """Until somebody plays on, or asks for help."""
    fresh.open(at=packed(*(kept or places_of(FIRST, FIRST.puzzle.solve()))))
    fresh.wait_for_text("#left", "no solution left" if kept else "Solved")
    fresh.open_link(link)
    error = fresh.told
    assert error
    assert not error.startswith(("This position", "Solved"))
    fresh.wait_for_text("#left", "no solution left" if kept else "solutions left")
    fresh.page.wait_for_timeout(100)
    assert fresh.told == error
    if kept:
        fresh.click("#hint")
        fresh.wait_for_text("#told", "Remove I")
    else:
        fresh.lay("P", 22)
        fresh.wait_until(f"document.querySelector('#told').textContent !== {json.dumps(error)}")


def test_a_wrong_board_in_the_dialog_leaves_what_is_told_of_the_game(fresh: Visit) -> None:
    fresh.open(at=packed(*DOOMED))
    fresh.wait_for_text("#told", "This position has no solution.")
    fresh.choose(board="6x11")
    fresh.wait_for_text("#wrong", "The board has 66 free cells")
    fresh.click("#puzzles [data-close]")
    assert fresh.told == "This position has no solution."


def test_a_lesson_is_back_after_a_reason(fresh: Visit) -> None:
    fresh.open()
    lesson = fresh.told
    fresh.drag(PIECES.index("X"), 0)
    fresh.wait_for_text("#told", "X does not fit there.")
    fresh.wait_for_answer()
    fresh.lay("P", 22)
    fresh.wait_for_text("#told", "Tap a piece to choose it")
    assert fresh.told != lesson


def test_a_new_address_in_an_open_tab_is_taken(browser: Any) -> None:
    """The program was started again, and its token is another one."""
    with browser.new_context(**DESK) as context:
        with Server() as first, serving(first):
            visit = Visit(context, first.url)
            visit.open()
            visit.wait_for_text("#left", "9,356 solutions left")
            port = first.server_port
        with Server(port=port) as second, serving(second):
            visit.page.reload()
            visit.wait_for_text("#told", "For hints, open the complete address")
            with visit.page.expect_event("load"):
                visit.page.evaluate("(url) => { location.href = url; }", second.url)
            visit.wait_for_text("#left", "9,356 solutions left")
            assert "address" not in visit.told
