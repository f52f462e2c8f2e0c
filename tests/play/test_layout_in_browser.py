"""The page to play on in windows of many sizes: all of it is in view, and cells are large enough for a finger."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import pytest

from chromium import launched, needs_chromium
from pentomino.play.server import Server
from servers import serving
from visits import DESK, FIRST, PHONE, PIECES, Visit, packed, places_of

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
pytestmark = needs_chromium

# Phones with and without the bars of a browser, tablets, desks, and a desk at 200 % zoom (720x450).
SIZES = [
    (320, 568),
    (375, 553),
    (390, 664),
    (412, 839),
    (768, 1024),
    (568, 320),
    (667, 375),
    (720, 450),
    (844, 390),
    (1024, 768),
    (1440, 900),
    (2560, 1300),
]
BOARDS = [
    "6x10",
    "a-puzzle-a-day:Nov,23",
    "8x8-square",
    "kanoodle",
    "soma",
    "20x3",
    "tetrahexes-4x7",
    "3x4x5",
    "kanoodle-pyramid",
]
MIN_CELL_PX = 20
"""The least width of a cell in pixels, where the window could show the board alone with cells of 26 pixels."""

BOXES = """() => {
    const box = (one) => ["left", "top", "right", "bottom"].map((side) => one.getBoundingClientRect()[side]);
    const play = document.querySelector("#play");
    const { width, height } = play.querySelector(".board").viewBox.baseVal;
    return {
        board: box(play.querySelector(".board")),
        tray: box(play.querySelector(".tray")),
        play: box(play),
        buttons: [...document.querySelectorAll("body > header button, nav button:not([hidden])")].map(box),
        cell: document.querySelector("[data-cell]").getBoundingClientRect().width,
        grid: [width / 40, height / 40],
        slots: Math.min(...[...play.querySelectorAll(".slot")].map((slot) => slot.getBoundingClientRect().height)),
        overflow: [...document.querySelectorAll("html, body, main, .tray")].map(
            (one) => one.scrollHeight - one.clientHeight + one.scrollWidth - one.clientWidth),
    };
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with launched() as found:
        yield found


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as server, serving(server):
        yield server


def is_within(inner: Sequence[float], outer: Sequence[float]) -> bool:
    return (
        inner[0] >= outer[0] - 1 and inner[1] >= outer[1] - 1 and inner[2] <= outer[2] + 1 and inner[3] <= outer[3] + 1
    )


@pytest.mark.parametrize(("width", "height"), SIZES, ids=lambda n: n)
def test_all_is_in_view(browser: Any, server: Server, width: int, height: int) -> None:
    with browser.new_context(viewport={"width": width, "height": height}, has_touch=width < 1000) as context:
        visit = Visit(context, server.url)
        for board in BOARDS:
            visit.open(board=board)
            found = visit.page.evaluate(BOXES)
            window = [0, 0, width, height]
            assert is_within(found["board"], found["play"]), board
            assert is_within(found["tray"], found["play"]), board
            assert is_within(found["play"], window), board
            assert all(is_within(box, window) for box in found["buttons"]), board
            assert found["tray"][0] >= found["board"][2] or found["tray"][1] >= found["board"][3], board
            assert found["overflow"] == [0, 0, 0, 0], board
            columns, rows = found["grid"]
            if min(width / columns, (height - 130) / rows) >= 26:
                assert found["cell"] >= MIN_CELL_PX, board
            assert found["slots"] >= 32, board
        assert visit.faults == []


@pytest.mark.parametrize("size", [(320, 568), (667, 375), (390, 844), (1280, 800)], ids=str)
def test_the_board_stays_where_it_is(browser: Any, server: Server, size: tuple[int, int]) -> None:
    """Whatever is told below it, whichever buttons are offered, and whether a piece is chosen."""
    with browser.new_context(viewport=dict(zip(("width", "height"), size, strict=True)), has_touch=True) as context:
        visit = Visit(context, server.url)
        board = visit.page.locator("svg.board")
        before = None
        for link, text in (
            ({}, "solutions left"),
            ({"at": "1.0.1-3.0.5"}, "left"),
            ({"at": "1.0.3"}, "left"),
        ):
            visit.open(**link)
            before = before or board.bounding_box()
            visit.wait_for_text("#left", text)
            assert board.bounding_box() == before
        visit.click(f"[data-piece='{PIECES.index('P')}']")
        visit.page.wait_for_selector("#moves >> text=Turn")
        assert board.bounding_box() == before
        visit.click("#hint:enabled")
        visit.wait_for_text("#told", "Look at")
        assert visit.page.is_visible("#told")
        assert board.bounding_box() == before
        assert visit.faults == []


@pytest.mark.parametrize(("width", "height"), SIZES, ids=lambda n: n)
def test_a_finish_is_in_view(browser: Any, server: Server, width: int, height: int) -> None:
    """What is told, and all that is offered."""
    solved = packed(*places_of(FIRST, FIRST.puzzle.solve()))
    with browser.new_context(viewport={"width": width, "height": height}, has_touch=width < 1000) as context:
        visit = Visit(context, server.url)
        for _ in range(2):  # the second text is longer
            visit.open(at=solved)
            visit.wait_for_text("#told", "Solution")
            visit.page.evaluate("import('./memory.js').then(({ remember }) => remember({ games: [] }))")
        assert visit.told.endswith("which you found before.")
        board = visit.page.locator("main").bounding_box()
        boxes = [one.bounding_box() for one in visit.page.locator("#told, #undo, #offers button").all()]
        assert len(boxes) == 5
        edges = [0, board["y"] + board["height"], width, height]
        sides = [[box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]] for box in boxes]
        assert all(is_within(box, edges) for box in sides)
        for one, other in combinations(sides, 2):
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert all(box["height"] >= 44 for box in boxes[1:])
        assert visit.page.locator("#offers .main").all_inner_texts() == ["Next"]
        assert visit.page.locator("#hint:visible, #redo:visible, #heat:visible, #check:visible").count() == 0
        assert visit.faults == []


def test_a_window_that_changes_its_size_is_used(browser: Any, server: Server) -> None:
    with browser.new_context(**DESK) as context:
        visit = Visit(context, server.url)
        visit.open()
        large = visit.page.evaluate(BOXES)["cell"]
        visit.page.set_viewport_size({"width": 568, "height": 320})
        visit.wait_until("document.querySelector('.board').getBoundingClientRect().width < 568")
        assert MIN_CELL_PX < visit.page.evaluate(BOXES)["cell"] < large


@pytest.mark.parametrize(("size", "rows"), [((390, 664), 3), ((667, 375), 1)], ids=str)
def test_layers_are_stacked_where_that_makes_cells_larger(
    browser: Any, server: Server, size: tuple[int, int], rows: int
) -> None:
    with browser.new_context(viewport=dict(zip(("width", "height"), size, strict=True)), has_touch=True) as context:
        visit = Visit(context, server.url)
        visit.open(board="soma")
        tops = "[0, 9, 18].map((cell) => document.querySelector(`[data-cell='${cell}']`).getBoundingClientRect().top)"
        assert len({*visit.page.evaluate(tops)}) == rows
        assert visit.page.evaluate(BOXES)["cell"] >= 30


def test_dialogs_are_whole_on_a_desk(browser: Any, server: Server) -> None:
    """Nothing of them is cut, and a choice is beside its label."""
    with browser.new_context(viewport={"width": 1440, "height": 900}) as context:
        visit = Visit(context, server.url)
        visit.open()
        for dialog, button in (("#puzzles", "#choose"), ("#menu", "#more")):
            visit.click(button)
            hidden = "(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => [scrollHeight - clientHeight,"
            hidden += f" scrollWidth - clientWidth])(document.querySelector('{dialog}'))"
            assert visit.page.evaluate(hidden) == [0, 0]
            box = visit.page.locator(dialog).bounding_box()
            assert box["y"] >= 8
            assert box["y"] + box["height"] <= 892
            visit.click(f"{dialog} [data-close]")
        visit.click("#more")
        for name in ("palette", "counter"):
            choice = visit.page.locator(f"#{name}").bounding_box()
            label = visit.page.locator(f"label:has(#{name})").bounding_box()
            assert choice["height"] == label["height"]


def test_many_pieces_scroll_in_their_tray(browser: Any, server: Server) -> None:
    """The 108 heptominoes need more room than a phone has; the board stays in view."""
    with browser.new_context(**PHONE) as context:
        visit = Visit(context, server.url)
        visit.open(board="20x20", pieces="heptominoes?")
        found = visit.page.evaluate(BOXES)
        assert is_within(found["board"], found["play"])
        assert is_within(found["tray"], found["play"])


def test_two_fingers_enlarge_the_board(browser: Any, server: Server) -> None:
    with browser.new_context(**PHONE) as context:
        visit = Visit(context, server.url)
        visit.open(board="20x20", pieces="pentominoes*")
        box = visit.page.locator("svg.board").bounding_box()
        pinch = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "scaleFactor": 2}
        context.new_cdp_session(visit.page).send("Input.synthesizePinchGesture", pinch)
        visit.wait_until("visualViewport.scale > 1.5")
