"""The page to play on in windows of many sizes: all of it is in view, and cells are large enough for a finger."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pytest

from chromium import needs_chromium
from pentomino import Puzzle
from pentomino.play.answers import Opened
from pentomino.play.game import game
from visits import DOOMED, FIRST, PIECES, Visit, packed, place, places_of

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
pytestmark = needs_chromium

# Phones with and without the bars of a browser, tablets, desks, and a desk at 200 % zoom (720x450).
BOARDS = "6x10 20x3 8x8-square tetrahexes-4x7 kanoodle-pyramid a-puzzle-a-day:Nov,23 kanoodle soma 3x4x5".split()
LEAST_SIDES = """
320x568 30 17 24 31 20
360x740 39 25 40 35 29
375x553 33 16 28 37 19
390x664 41 22 41 38 31
390x844 49 30 44 38 33
412x839 50 30 46 41 31
568x320 32 10 24 41 18
667x375 41 12 31 50 23
720x450 52 16 40 59 34
720x600 50 20 49 73 33
768x1024 76 40 80 78 53
844x390 43 13 33 52 30
1024x768 71 28 66 105 47
1440x900 108 34 85 137 63
2560x1440 198 61 150 250 113
"""
"""The side in pixels that a cell has at least, as a square of its size, on the first boards in each window."""

SIDES = {window: [*map(int, sides)] for window, *sides in map(str.split, LEAST_SIDES.strip().splitlines())}
SIZES = " ".join(SIDES)
LEAST = 20
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
        side: 40 * play.querySelector(".board").getScreenCTM().a,
        slots: Math.min(...[...play.querySelectorAll(".slot")].map((slot) => slot.getBoundingClientRect().height)),
        overflow: [...document.querySelectorAll("html, body, main, .tray")].map(
            (one) => one.scrollHeight - one.clientHeight + one.scrollWidth - one.clientWidth),
    };
}"""


def in_windows(sizes: str) -> pytest.MarkDecorator:
    """Run a test in windows of these sizes."""
    sides = [dict(zip(("width", "height"), map(int, size.split("x")), strict=True)) for size in sizes.split()]
    options = [{"viewport": size, "has_touch": size["width"] < 1000} for size in sides]
    return pytest.mark.parametrize("fresh", options, ids=sizes.split(), indirect=True)


def is_within(inner: Sequence[float], outer: Sequence[float]) -> bool:
    return (
        inner[0] >= outer[0] - 1 and inner[1] >= outer[1] - 1 and inner[2] <= outer[2] + 1 and inner[3] <= outer[3] + 1
    )


@in_windows(SIZES)
def test_all_is_in_view(fresh: Visit) -> None:
    width, height = fresh.page.viewport_size.values()
    for n, board in enumerate(BOARDS):
        fresh.open(board=board)
        found = fresh.page.evaluate(BOXES)
        window = [0, 0, width, height]
        assert found["side"] >= [*SIDES[f"{width}x{height}"], 0, 0, 0, 0][n], board
        assert is_within(found["board"], found["play"]), board
        assert is_within(found["tray"], found["play"]), board
        assert is_within(found["play"], window), board
        assert all(is_within(box, window) for box in found["buttons"]), board
        assert found["tray"][0] >= found["board"][2] or found["tray"][1] >= found["board"][3], board
        assert found["overflow"] == [0, 0, 0, 0], board
        columns, rows = found["grid"]
        if min(width / columns, (height - 130) / rows) >= 26:
            assert found["cell"] >= LEAST, board
        assert found["slots"] >= 32, board


@in_windows("320x568 667x375 390x844 1280x800")
def test_the_board_stays_where_it_is(fresh: Visit) -> None:
    """Whatever is told below it, whichever buttons are offered, and whether a piece is chosen."""
    board = fresh.page.locator("svg.board")
    before = None
    for link, text in (({}, "solutions left"), ({"at": "1.0.1-3.0.5"}, "left"), ({"at": "1.0.3"}, "left")):
        fresh.open(**link)
        before = before or board.bounding_box()
        fresh.wait_for_text("#left", text)
        assert board.bounding_box() == before
    fresh.click(f"[data-piece='{PIECES.index('P')}']")
    fresh.page.wait_for_selector("#moves >> text=Rotate")
    assert board.bounding_box() == before
    fresh.click("#hint:enabled", told="Look at")
    assert fresh.page.is_visible("#told")
    assert board.bounding_box() == before


@in_windows("390x844 320x568")
def test_text_of_twice_its_size_fits(fresh: Visit) -> None:
    """As phones and readers set it. Nothing lies over anything else, and no word is cut."""
    for link in ({}, {"at": packed(*DOOMED)}):
        fresh.open(**link)
        fresh.wait_for_text("#left", "left")
        fresh.page.evaluate("document.documentElement.style.fontSize = '200%'; dispatchEvent(new Event('resize'))")
        width, height = fresh.page.viewport_size.values()
        shown = "#choose, #more, #title, #left, #told, #offers button, nav button:not([hidden])"
        boxes = [one.bounding_box() for one in fresh.page.locator(shown).all()]
        sides = [[box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]] for box in boxes]
        assert all(is_within(box, [0, 0, width, height]) for box in sides)
        for one, other in combinations(sides, 2):
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        cut = "(one) => ['Width', 'Height'].map((side) => one[`scroll${side}`] - one[`client${side}`])"
        for one in fresh.page.locator("body > header button, nav button:not([hidden]), #message").all():
            assert max(one.evaluate(cut)) <= 4  # pixels of a line below a letter
        assert fresh.page.evaluate("document.documentElement.scrollWidth") == width


@in_windows("568x320 320x568 390x844 844x390")
def test_the_moves_of_a_piece_are_whole(fresh: Visit) -> None:
    """A pyramid of balls has four of them."""
    fresh.open(board="kanoodle-pyramid")
    fresh.click("[data-piece='3']")
    fresh.page.wait_for_selector("[data-move=remove]")
    left, right = fresh.page.evaluate(
        "(({ left, right }) => [left, right])(document.querySelector('#moves').getBoundingClientRect())"
    )
    boxes = [one.bounding_box() for one in fresh.page.locator("#moves .bar > *").all()]
    assert len(boxes) == 5
    assert all(left <= box["x"] and box["x"] + box["width"] <= right for box in boxes)


@in_windows("320x568 390x844")
def test_a_large_number_fits_between_the_buttons(fresh: Visit) -> None:
    fresh.open(board="pentominoes-torus-6x10")
    fresh.wait_for_text("#left", "at least")
    choose, left, more = (fresh.page.locator(one).bounding_box() for one in ("#choose", "#left", "#more"))
    assert choose["x"] + choose["width"] <= left["x"]
    assert left["x"] + left["width"] <= more["x"]


@in_windows("568x320")
def test_what_is_told_is_whole_in_a_low_window(fresh: Visit) -> None:
    fresh.open(at=packed(*DOOMED))
    for text in ("This position", "Remove"):
        fresh.wait_for_text("#told", text)
        assert (
            fresh.page.evaluate(
                "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('#message'))"
            )
            <= 0
        )
        fresh.click("#hint")


@in_windows("1280x800 390x844")
def test_the_header_of_a_file_is_that_of_the_page(fresh: Visit, tmp_path: Path) -> None:
    """The title is in the middle and More at the right, although there are no other puzzles."""
    (tmp_path / "game.html").write_text(game("3x20"), "utf-8")
    fresh.url = (tmp_path / "game.html").as_uri()
    fresh.open_link("")
    width = fresh.page.viewport_size["width"]
    more, head = (fresh.page.locator(one).bounding_box() for one in ("#more", "#head"))
    assert more["width"] < 90
    assert more["x"] + more["width"] > width - 20
    assert head["x"] + head["width"] <= more["x"]
    assert head["width"] > width / 2


@in_windows(SIZES)
def test_a_finish_is_in_view(fresh: Visit) -> None:
    """The board, the card with all that is offered, and what is told."""
    solved = packed(*places_of(FIRST, FIRST.puzzle.solve()))
    for _ in range(2):
        fresh.open(at=solved)
        fresh.wait_for_text(".card", "2,339")
        fresh.page.evaluate("import('./memory.js').then(({ remember }) => remember({ games: [] }))")
    assert fresh.told.endswith("You found this solution before.")
    soma = Opened(Puzzle("soma"))
    for link in ({"at": solved}, {"board": "soma", "at": packed(*places_of(soma, soma.puzzle.solve()))}):
        fresh.open(**link)
        fresh.wait_for_text(".card", "No. 1")
        width, height = fresh.page.viewport_size.values()
        boxes = [one.bounding_box() for one in fresh.page.locator("svg.board, .card, #told").all()]
        sides = [[box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]] for box in boxes]
        assert all(is_within(box, [0, 0, width, height]) for box in sides)
        for one, other in combinations(sides, 2):
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        buttons = fresh.page.locator(".card button")
        assert re.fullmatch("Next: (5x12|Box 3x4x5), Share", ", ".join(buttons.all_inner_texts()))
        for button in buttons.all():
            box = button.bounding_box()
            assert round(box["height"]) >= 44
            assert is_within([box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]], sides[1])
        assert fresh.page.locator(".card .main").count() == 1
        assert fresh.page.locator("nav button, .tray, #offers button").filter(visible=True).count() == 0


@in_windows("1280x800")
def test_a_window_that_changes_its_size_is_used(fresh: Visit) -> None:
    fresh.open()
    large = fresh.page.evaluate(BOXES)["cell"]
    fresh.page.set_viewport_size({"width": 568, "height": 320})
    fresh.wait_until("document.querySelector('.board').getBoundingClientRect().width < 568")
    assert LEAST < fresh.page.evaluate(BOXES)["cell"] < large


@in_windows("390x844 844x390")
def test_long_boards_stand_upright_on_a_phone(fresh: Visit) -> None:
    """Their numbers stay, and so do links; words and the order in which a screen is read follow."""
    is_high = fresh.page.viewport_size["width"] == 390
    for board, least in (("6x10", 45), ("3x20", 28), ("kanoodle", 45), ("pentominoes-torus-6x10", 45)):
        fresh.open(board=board)
        found = fresh.page.evaluate(BOXES)
        assert (found["grid"][0] < found["grid"][1]) == is_high, board
        if is_high:
            assert found["cell"] >= least, board
    for board in ("a-puzzle-a-day:Nov,23", "tetrahexes-4x7", "10x6", "soma"):
        fresh.open(board=board)
        first, second = (fresh.page.locator(f"[data-cell='{cell}']").bounding_box() for cell in (0, 1))
        assert first["x"] < second["x"], board
    fresh.open(at=packed(place("X", (0, 1), (1, 0), (2, 1))))
    corner = fresh.page.locator("[data-cell='0']")
    assert corner.get_attribute("aria-label") == f"row 1, column {6 if is_high else 1}, empty"
    rows = fresh.page.locator("[role=row]")
    assert rows.count() == (10 if is_high else 6)
    for n in range(rows.count()):
        sides = [cell.bounding_box()["x"] for cell in rows.nth(n).locator("[role=gridcell]").all()]
        assert sides == sorted(sides)
    assert fresh.lay("I", 25) == [place("X", (0, 1), (1, 0), (2, 1)), *fresh.position[1:]]
    cells = FIRST.numbers(FIRST._placement(fresh.position[1]).cells)
    assert 25 in cells
    assert (max(cells) - min(cells) == 40) == (not is_high), "I stands in the tray, and on the board"


@in_windows("390x844")
def test_a_phone_that_is_turned_keeps_the_game(fresh: Visit) -> None:
    fresh.open()
    places = [fresh.lay("I", 25), fresh.lay("X", 41)]
    fresh.page.set_viewport_size({"width": 844, "height": 390})
    fresh.wait_until("document.querySelectorAll('[role=row]').length === 6")
    assert fresh.position == places[1]
    assert fresh.page.locator(".laid .piece").count() == 2
    fresh.click("#undo")
    assert fresh.position == places[0]
    fresh.page.set_viewport_size({"width": 390, "height": 844})
    fresh.wait_until("document.querySelectorAll('[role=row]').length === 10")
    fresh.click("#redo:enabled")
    assert fresh.position == places[1]
    fresh.wait_for_answer()


@in_windows("390x844")
def test_boards_may_stay_as_they_are(fresh: Visit) -> None:
    fresh.open()
    fresh.click("#more")
    fresh.page.select_option("#upright", "never")
    fresh.click("#menu [data-close]")
    for _ in range(2):
        assert fresh.page.locator("[role=row]").count() == 6
        fresh.open()
    fresh.open(at=packed(*places_of(FIRST, FIRST.puzzle.solve())[2:]))
    for upright, rows in (("auto", 10), ("never", 6)):
        fresh.click("#more")
        fresh.page.select_option("#upright", upright)
        fresh.click("#menu [data-close]")
        assert fresh.page.locator("[role=row]").count() == rows


@in_windows("390x844")
def test_a_hint_names_the_cells_as_they_are_seen(fresh: Visit) -> None:
    """In ascending order."""
    solved = places_of(FIRST, FIRST.puzzle.solve())
    fresh.open(at=packed(*[one for one in solved if one[0] != PIECES.index("U")]))
    for label in ("Which piece?", "Show me", "Place it"):
        fresh.click("#hint:enabled")
        fresh.wait_for_text("#hint", label)
    cells = next(FIRST._placement(one).cells for one in solved if one[0] == PIECES.index("U"))
    seen = sorted((column + 1, 6 - row) for row, column in cells)
    said = fresh.page.inner_text(".said")
    rows = {row: [column for other, column in seen if other == row] for row, _ in seen}
    for row, columns in rows.items():
        first = f"row {row}, column{'s' * (len(columns) > 1)} {columns[0]}"
        assert first in said
    assert said.index(f"row {min(rows)},") < said.index(f"row {max(rows)},")


@in_windows("390x664 667x375")
def test_layers_are_stacked_where_that_makes_cells_larger(fresh: Visit) -> None:
    fresh.open(board="soma")
    tops = "[0, 9, 18].map((cell) => document.querySelector(`[data-cell='${cell}']`).getBoundingClientRect().top)"
    assert len({*fresh.page.evaluate(tops)}) == (2 if fresh.page.viewport_size["width"] == 390 else 1)
    assert fresh.page.evaluate(BOXES)["cell"] >= 30


@in_windows("390x844 844x390")
def test_a_picture_without_room_takes_turns_with_the_layers(fresh: Visit) -> None:
    """Whoever chooses a piece, or asks for a hint, sees the layers."""
    fresh.open(board="soma")
    picture, top = fresh.page.locator(".solid"), fresh.page.locator("[data-cell='0']")
    assert picture.is_visible()
    assert fresh.page.locator(".view").is_hidden()
    fresh.open(board="kanoodle-pyramid")
    assert fresh.page.evaluate(BOXES)["cell"] >= 32
    if fresh.page.viewport_size["width"] > 390:
        assert picture.is_visible()
        return
    assert picture.is_hidden()
    for act in (
        lambda: fresh.click(".view"),
        lambda: fresh.click(".slot >> nth=1"),
        lambda: fresh.click("#hint:enabled"),
    ):
        fresh.click(".view")
        assert (fresh.page.inner_text(".view"), picture.is_visible()) == ("Layers", True)
        assert top.evaluate("(one) => getComputedStyle(one.closest('g')).opacity") == "0"
        box, board = picture.bounding_box(), fresh.page.locator("#play").bounding_box()
        assert box["width"] > 0.6 * board["width"]
        act()
        fresh.wait_for_text(".view", "Picture")
        assert picture.is_hidden()
        assert top.evaluate("(one) => getComputedStyle(one.closest('g')).opacity") == "1"


WISHES = [
    # width, height, columns, rows, slots: least cell, least slot, whether the tray is beside the board, slots in a row
    ((366, 630, 6.3, 10.3, 12), 49, 44, False, 6),  # 6x10 on a phone
    ((820, 270, 10.3, 6.3, 12), 38, 50, True, None),
    ((366, 630, 20.3, 20.3, 12), 18, 44, False, None),
    ((2530, 1150, 14.6, 5.7, 7), 150, 120, False, 7),  # a tray below is a row, not a column
    ((2530, 1150, 20.3, 3.3, 12), 110, 120, False, 12),
    ((740, 830, 8.8, 4.1, 7), 80, 88, False, None),
    ((1416, 700, 8.3, 8.3, 5), 80, 100, True, 1),  # and one beside it a column
    ((700, 450, 20.3, 20.3, 12), 20, 44, True, None),
    ((300, 400, 3, 3, 12), 44, 44, False, None),
]


def test_cells_come_first_then_slots(fresh: Visit) -> None:
    """On a table of sizes: cells until they suit a finger, slots that do, then both larger."""
    fresh.open()
    best = "(sizes) => import('./layout.js').then(({ best }) => best(...sizes))"
    for sizes, cell, slot, is_beside, across in WISHES:
        found = fresh.page.evaluate(best, [*sizes])
        assert found["cell"] >= cell, (sizes, found)
        assert found["slot"] >= slot, (sizes, found)
        assert found["isBeside"] == is_beside, (sizes, found)
        assert found["across"] == (across or found["across"]), (sizes, found)


@in_windows("1440x900")
def test_dialogs_are_whole_on_a_desk(fresh: Visit) -> None:
    """Nothing of them is cut, and a choice is beside its label."""
    fresh.open()
    for dialog, button in (("#puzzles", "#choose"), ("#menu", "#more")):
        fresh.click(button)
        hidden = "(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => [scrollHeight - clientHeight,"
        hidden += f" scrollWidth - clientWidth])(document.querySelector('{dialog}'))"
        assert fresh.page.evaluate(hidden) == [0, 0]
        box = fresh.page.locator(dialog).bounding_box()
        assert box["y"] >= 8
        assert box["y"] + box["height"] <= 892
        fresh.click(f"{dialog} [data-close]")
    fresh.click("#more")
    for name in ("palette", "counter"):
        choice = fresh.page.locator(f"#{name}").bounding_box()
        label = fresh.page.locator(f"label:has(#{name})").bounding_box()
        assert choice["height"] == label["height"]


@in_windows("2560x1440 768x1024")
def test_a_large_window_is_used(fresh: Visit) -> None:
    """The board takes a good part of it, and a tray below the board is wider than high."""
    for board in ("6x10", "soma", "tetrahexes-4x7", "3x20"):
        fresh.open(board=board)
        found = fresh.page.evaluate(BOXES)
        (left, top, right, bottom), tray = found["board"], found["tray"]
        if tray[1] >= bottom:
            assert tray[2] - tray[0] > tray[3] - tray[1], board
        if fresh.page.viewport_size["width"] == 2560:
            assert (right - left) * (bottom - top) > 0.25 * 2560 * 1440, board


@in_windows("720x600")
def test_small_cells_are_worth_more_than_large_slots(fresh: Visit) -> None:
    fresh.open(board="20x20", pieces="pentominoes*")
    assert fresh.page.evaluate(BOXES)["cell"] >= 20


def test_many_pieces_scroll_in_their_tray(fresh: Visit) -> None:
    """The 108 heptominoes need more room than a phone has; the board stays in view."""
    fresh.open(board="20x20", pieces="heptominoes?")
    found = fresh.page.evaluate(BOXES)
    assert is_within(found["board"], found["play"])
    assert is_within(found["tray"], found["play"])


def test_two_fingers_enlarge_the_board(fresh: Visit) -> None:
    fresh.open(board="20x20", pieces="pentominoes*")
    box = fresh.page.locator("svg.board").bounding_box()
    pinch = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "scaleFactor": 2}
    fresh.page.context.new_cdp_session(fresh.page).send("Input.synthesizePinchGesture", pinch)
    fresh.wait_until("visualViewport.scale > 1.5")
