"""The page of `pentomino play` in a real browser: Chromium, driven by playwright. Skipped where either is missing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from chromium import needs_chromium
from pentomino import Puzzle, calendar, generate
from pentomino.formats.json import document, read_puzzle
from pentomino.play.answers import MAX_TEXT, Opened
from pentomino.play.game import game
from pentomino.play.server import BOARDS, PAGE, Server
from servers import serving
from visits import DESK, DOOMED, FIRST, PHONE, PIECES, Quiet, Visit, left, packed, place, places_of, site

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
pytestmark = needs_chromium


@pytest.fixture
def visit(visitor: Visit) -> Iterator[Visit]:
    visitor.faults.clear()
    yield visitor
    assert visitor.faults == []
    visitor.page.evaluate("localStorage.clear()")


BEFORE_I = place("I", (0, 3), (4, 3))


def test_a_piece_is_laid_by_mouse_and_the_solutions_left_are_told(visit: Visit) -> None:
    visit.open().wait_for_text("#left", f"{9356:,} solutions left")
    (laid,) = visit.lay("P", 22)
    assert laid[0] == PIECES.index("P")
    visit.wait_for_text("#left", left(laid))
    visit.click("#undo", left=f"{9356:,} solutions left")
    assert visit.position == []
    visit.click("#redo", left=left(laid))
    assert visit.position == [laid]


def test_a_hint_has_three_steps_and_may_be_followed(visit: Visit) -> None:
    visit.open(at=packed(BEFORE_I))
    hint = FIRST.position([BEFORE_I]).hint(level=3)
    name = hint.placement.piece.name
    visit.click("#hint:enabled", told="Look at the marked cell")
    assert FIRST.puzzle.board.in_words(hint.cell) in visit.told
    assert f" {name}" not in visit.told
    assert "(" not in visit.told
    assert visit.page.locator(".here").count() == 1
    visit.click("#hint", told=f"The piece on {FIRST.puzzle.board.in_words(hint.cell)} is {name}.")
    assert visit.page.locator(".slot.asked").get_attribute("aria-label").startswith(name)
    visit.click("#hint", told=f"{name} goes there.")
    visit.wait_for_text(".said", "row ")  # the cells, for players who do not see them
    assert visit.page.locator(".hint").count() == 1
    visit.click("#hint")
    visit.wait_for_text(".said", f"{name} placed")
    expected = [BEFORE_I, [*FIRST.place(hint.placement)]]
    visit.wait_until(f"location.hash.includes({packed(*expected)!r})")
    visit.wait_for_text("#left", left(*expected))


def test_a_hint_states_only_what_is_forced(visit: Visit) -> None:
    """V covers the corner in 1,272 of 9,356 solutions, and I in more."""
    visit.open()
    visit.follow_hint_to("Which piece?")
    assert "it has the fewest placements" in visit.told
    visit.click("#hint")
    visit.wait_for_text("#hint", "Show me")
    assert FIRST.puzzle.hint(level=3).is_forced is False
    assert " is " not in visit.told
    assert " can cover row " in visit.told


def test_the_ways_of_a_hint_are_shown_in_turn(visit: Visit) -> None:
    """All that cover the cell and leave a solution; the one that is shown is placed."""
    begun = [place("I", (0, 0), (0, 4)), place("L", (1, 0), (4, 0))]
    position = FIRST.position(begun)
    visit.open(at=packed(*begun))
    visit.wait_for_answer()
    visit.click("#hint:enabled")
    visit.wait_for_text("#hint", "Which piece?")
    cell = visit.told.removeprefix("Look at the marked cell, ").partition(":")[0]
    on = {
        FIRST.puzzle.board.in_words(cell): [one for one in position.placements() if cell in one.cells]
        for cell in position.uncovered_cells
    }
    assert len(on[cell]) == min(map(len, on.values()))
    assert f"({len(on[cell])})" in visit.told
    ways = [one for one in on[cell] if position.place(one).solve()]
    assert 1 < len(ways) < len(on[cell])
    visit.click("#hint")
    visit.wait_for_text("#told", "can cover")
    names = {one.piece.name for one in ways}
    assert {*re.findall(r"\b[A-Z]\b", visit.told)} == names
    assert visit.page.locator(".slot.asked").count() == len(names)
    visit.click("#hint")
    seen = []
    for number in range(len(ways)):
        visit.wait_for_text("#told", f"Way {number + 1} of {len(ways)}.")
        seen.append(visit.told.partition(".")[0])
        if number < len(ways) - 1:
            visit.page.focus("#offers button")
            visit.press("Enter")
    assert len({*seen}) == len(ways)
    name = seen[-1].partition(" ")[0]
    visit.click("#hint")
    visit.wait_for_text(".said", f"{name} placed")
    assert len(visit.position) == 3
    assert FIRST.position(visit.position).solve()


def test_where_a_piece_can_go(visit: Visit) -> None:
    visit.open(at=packed(BEFORE_I)).click("#heat:enabled", told="Where F can go")
    visit.click(f"[data-piece='{PIECES.index('X')}']", told="Where X can go")
    tally = FIRST.position([BEFORE_I]).tally()
    likeliest = max(tally.of("X"), key=tally.of("X").__getitem__)
    cell = f"document.querySelector('[data-cell=\"{FIRST.number[likeliest]}\"]')"
    visit.wait_until(f"{cell}.style.getPropertyValue('--share') === '100%'")
    visit.click("#heat")
    assert visit.page.locator("svg.heat").count() == 0


def test_the_moves_of_a_chosen_piece_stay_where_no_solution_is_left(fresh: Visit) -> None:
    """Until it is released: somebody may press Rotate again."""
    fresh.open(at=packed(*DOOMED)).wait_for_text("#left", "no solution left")
    before = fresh.position
    fresh.page.tap(f"[data-cell='{FIRST.number[0, 6]}']")
    for _ in range(2):
        fresh.click("[data-move=turn]")
        fresh.page.wait_for_load_state("networkidle")
        fresh.wait_for_text("#left", "no solution left")
    assert fresh.position != before
    assert fresh.page.is_visible("[data-move=turn]")
    fresh.press("Escape")
    assert fresh.page.is_visible("#told")
    assert fresh.told == "This position has no solution."
    fresh.page.evaluate("document.querySelector('#offers').replaceChildren()")
    fresh.click("#heat:enabled")
    assert fresh.page.locator("#offers >> text=Why?").count() == 1
    assert fresh.page.get_attribute("#heat", "aria-pressed") == "false"


def test_why_there_is_no_solution_and_what_to_remove(visit: Visit) -> None:
    visit.open(at=packed(*DOOMED)).wait_for_text("#left", "no solution left")
    visit.click("#offers >> text=Why?", told="No piece can cover row 1, column ")
    assert visit.page.locator(".reason").count() == 1
    visit.click("#hint >> text=Find mistakes")
    visit.wait_for_text("#told", f"Remove I, and {left(DOOMED[1]).removesuffix(' left')} are left.")
    assert visit.page.locator(".back").count() == 1
    visit.click("#hint >> text=Remove I")
    visit.wait_for_text("#left", left(DOOMED[1]))
    assert visit.position == [DOOMED[1]]
    visit.click("#undo", left="no solution left")


@pytest.mark.parametrize("key", [False, True])
def test_a_hint_where_none_is_left_tells_what_to_remove(visit: Visit, key: bool) -> None:
    """The next one removes it."""
    visit.open(at=packed(*DOOMED))
    visit.wait_for_text("#told", "This position has no solution.")
    visit.click("#hint")
    visit.wait_for_text("#told", f"Remove I, and {left(DOOMED[1]).removesuffix(' left')} are left.")
    assert visit.page.inner_text("#hint") == "Remove I"
    visit.press("h") if key else visit.click("#hint")
    visit.wait_for_text("#left", left(DOOMED[1]))
    assert visit.position == [DOOMED[1]]
    assert visit.page.inner_text("#hint") == "Hint"


def test_a_solution_is_shown_and_another_one(visit: Visit) -> None:
    visit.open()
    found = []
    for _ in range(2):
        visit.click("#more", "#solve", left="Solved")
        found.append(sorted(visit.position))
        assert FIRST.position(found[-1]).count(symmetry="all") == 1
        visit.click("#undo", left=f"{9356:,} solutions left")
    assert found[0] != found[1]


LINKS = [
    {"board": "5x12", "at": "1.0.0"},
    {"board": "4x10", "pieces": "tetrominoes*", "at": "1.0.0-1.0.5"},
    {"board": "...\n...\n#..", "pieces": "P + I3"},
    {"board": json.dumps(document(Puzzle("3x5", "PUV", placed=[[(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)]])))},
    {"board": "tetrahexes-4x7", "at": "1.0.1"},
]


@pytest.mark.parametrize("link", LINKS, ids=str)
def test_a_link_holds_puzzle_and_position(visit: Visit, link: dict[str, str]) -> None:
    visit.open(**link).wait_for_answer()
    assert visit.link == link
    visit.page.reload()
    visit.page.wait_for_selector("html[data-ready]")
    visit.wait_for_answer()
    assert visit.link == link


def test_the_program_gives_no_link_to_share(visit: Visit) -> None:
    """It would open on this machine only, while the program runs, and have the token."""
    visit.open().click("#more")
    assert visit.page.is_visible("#document")
    assert not visit.page.is_visible("#link")


def test_a_link_may_say_the_calendar_of_today(visit: Visit) -> None:
    visit.page.clock.set_fixed_time("2026-11-20T12:00:00")
    visit.open(calendar="daily-calendar")
    assert visit.page.inner_text("#title") == "November 20"
    assert visit.link == {"calendar": "daily-calendar", "day": "2026-11-20"}
    number = calendar.puzzle("2026-11-20", "daily-calendar").count(symmetry="all")
    visit.wait_for_text("#left", f"{number:,} solutions left")


HOSTILE = {
    "too many places": "&at=" + "-".join(["1.0.0"] * 5000),
    "no place": "&at=1.0.zzzzz-zz.0.0-1.zz.0-1.0-1.0.0.0-..-NaN.0.0",
    "a property": "&at=constructor.0.0-__proto__.0.0-length.0.0",
    "overlaps": "&at=1.0.0-1.0.0-2.0.0",
    "markup": "&board=" + quote("<img src=x onerror=alert(1)>"),
    "markup in pieces": "&board=6x10&pieces=" + quote("<script>alert(1)</script>"),
    "too long": "&board=" + "x" * (MAX_TEXT + 1),
    "far too long": "&board=" + "x" * 200_000,
    "nested": "&board=" + quote('{"format":' * 2000),
    "too large": "&board=1000000x1000000&pieces=I2*",
    "broken": "&board=%E0%A4%A&at=%",
    "no calendar": "&calendar=" + quote("<img src=x onerror=alert(1)>"),
    "no date": "&calendar=kanoodle",
    "a file": "&board=" + quote("/etc/passwd"),
}


@pytest.mark.parametrize("link", HOSTILE.values(), ids=HOSTILE)
def test_hostile_links_open_the_first_board(visit: Visit, link: str) -> None:
    visit.open_link(link)
    visit.wait_for_text("#left", "left")
    assert visit.page.inner_text("#title") == "6x10"
    assert visit.page.locator("main img, main script, footer img, footer script").count() == 0
    assert len(visit.position) <= 1
    assert "board" not in visit.link


def test_a_board_is_drawn(visit: Visit) -> None:
    visit.open().click("#choose")
    visit.page.fill("#rows", "4")
    visit.page.fill("#columns", "4")
    visit.click("#blank")
    cells = [visit.page.locator("#draw i").nth(n).bounding_box() for n in (0, 3)]
    mouse = visit.page.mouse
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in cells]
    mouse.move(*middles[0])
    mouse.down()
    mouse.move(*middles[1], steps=8)
    mouse.up()
    assert visit.page.input_value("#board") == "####\n....\n....\n...."
    assert visit.page.inner_text("#area") == "12 cells"
    visit.page.fill("#pieces", "I3*")
    visit.click("#begin")
    number = Puzzle("3x4", "I3*").count(symmetry="all")
    visit.wait_for_text("#left", f"{number} solutions left")
    assert visit.page.locator("[data-cell]").count() == 12


def test_a_picture_is_pasted(visit: Visit) -> None:
    visit.open()
    visit.choose(board="..#\n...\n...", pieces="P + I3")
    number = Puzzle("..#\n...\n...", "P + I3").count(symmetry="all")
    visit.wait_for_text("#left", f"{number} solution")


@pytest.mark.parametrize("fresh", [DESK, PHONE], indirect=True)
def test_a_hint_is_seen_while_a_piece_is_chosen(fresh: Visit) -> None:
    fresh.open()
    fresh.click(f"[data-piece='{PIECES.index('P')}']")
    fresh.page.wait_for_selector("#moves >> text=Rotate")
    for text in ("Look at", "can cover", "there"):
        fresh.click("#hint:enabled")
        fresh.wait_for_text("#told", text)
        assert fresh.page.is_visible("#told")
    fresh.click(f"[data-piece='{PIECES.index('P')}']")
    assert fresh.page.is_visible("#moves >> text=Rotate"), "the piece is turned, and its moves are back"


WRONG_DATE = "Write a date such as 2026-11-25."


@pytest.mark.parametrize(
    ("link", "told"),
    [
        ({"board": "kanodle"}, "Unknown board 'kanodle': did you mean kanoodle or kanoodle-pyramid?"),
        ({"board": "nonsense"}, "Unknown board 'nonsense': write a size such as 6x10"),
        ({"day": "2026-02-30"}, WRONG_DATE),
        ({"day": "9" * 5000}, WRONG_DATE),
        ({"day": "<b>"}, WRONG_DATE),
        ({"calendar": "daily-calendar", "day": "tomorrow"}, WRONG_DATE),
    ],
    ids=["misspelt", "nonsense", "February", "digits", "markup", "calendar"],
)
def test_what_is_wrong_in_a_link_is_told(visit: Visit, link: dict[str, str], told: str) -> None:
    visit.open(**link)
    assert visit.told.startswith(told)
    assert visit.page.inner_text("#title") == "6x10"


def test_what_is_wrong_with_a_board_is_said(visit: Visit) -> None:
    visit.open()
    visit.choose(board="6x11")
    visit.wait_for_text("#wrong", "The board has 66 free cells")
    assert visit.page.locator("#puzzles[open]").count() == 1
    visit.click("#puzzles [data-close]")
    assert visit.page.inner_text("#title") == "6x10"


def test_each_board_of_the_list_opens(visit: Visit) -> None:
    visit.open().click("#choose")
    names = visit.page.locator("#boards span").all_inner_texts()
    assert len(names) > 10
    for name in names:
        if name != names[0]:
            visit.click("#choose")
        visit.click(f"#boards >> text='{name}'", title=name)
        assert visit.page.locator("dialog[open]").count() == 0
        visit.wait_for_answer()
    visit.page.go_back()
    visit.wait_until("location.hash.includes('torus')")


def test_new_puzzles(visit: Visit) -> None:
    visit.open()
    visit.page.clock.set_fixed_time("2026-11-20T12:00:00")
    visit.click("#choose", "#today", title="Puzzle of November 20")
    visit.wait_for_answer()
    assert visit.page.inner_text("#left") == ""
    board = visit.page.evaluate("JSON.parse(localStorage.pentomino).games[0].asks.board")
    assert read_puzzle(board.encode()) == next(generate(n=1, seed=20261120, difficulty="medium"))
    visit.click("#choose", "#calendar")
    number = calendar.puzzle("2026-11-20").count(symmetry="all")
    visit.wait_for_text("#left", f"{number} solutions left")
    assert visit.link == {"calendar": "a-puzzle-a-day", "day": "2026-11-20"}
    visit.click("#choose")
    visit.page.select_option("#difficulty", "easy")
    visit.click("#generate", title="New puzzle, easy")
    visit.wait_for_answer()
    assert visit.page.is_visible("#check")
    link = visit.link
    assert {**link, "seed": ""} == {"level": "easy", "seed": "", "v": "1"}
    made = next(generate(n=1, seed=int(link["seed"]), difficulty="easy"))
    for _ in range(2):
        board = visit.page.evaluate("JSON.parse(localStorage.pentomino).games[0].asks.board")
        assert read_puzzle(board.encode()) == made
        visit.page.evaluate("localStorage.clear(); history.replaceState(null, '')")
        visit.open(**link)
        assert visit.page.inner_text("#title") == "New puzzle, easy"
    for wrong in ({"v": "2"}, {"v": ""}, {"seed": "x"}, {"seed": ""}, {"seed": "1" * 11}):
        visit.open(**{**link, **wrong})
        visit.wait_for_text("#told", "another version")


def test_a_click_in_a_dialog_leaves_it_open(visit: Visit) -> None:
    """In its padding, too: one on the backdrop closes it."""
    visit.open().click("#more")
    box = visit.page.locator("#menu").bounding_box()
    middle = box["y"] + box["height"] / 2
    visit.page.mouse.click(box["x"] + 4, middle)
    visit.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] - 4)
    assert visit.page.is_visible("#menu")
    visit.page.mouse.click(box["x"] - 10, middle)
    assert not visit.page.is_visible("#menu")


def test_solutions_are_counted(visit: Visit) -> None:
    visit.open(board="5x12").click("#more", "#count")
    number = Puzzle("5x12").count(symmetry="all")
    visit.wait_for_text("#counted", f"{number:,} solutions")
    assert not visit.page.is_visible("#stop")


def test_a_count_is_stopped(visit: Visit) -> None:
    visit.open(board="10x10", pieces="pentominoes*").click("#more", "#count", counted="Counting")
    visit.click("#stop", counted="Stopped.")
    assert not visit.page.is_visible("#stop")
    visit.click("#count", counted="Counting")
    visit.click("#menu [data-close]")  # a count that goes on unseen would delay all other questions in a worker
    visit.wait_for_text("#counted", "Stopped")


def test_what_is_saved(visit: Visit) -> None:
    visit.open(at=packed(BEFORE_I)).click("#more")
    assert read_puzzle(visit.saved("#document").read_bytes()) == FIRST.position([BEFORE_I])
    assert visit.saved("#svg").read_text("utf-8") == FIRST.position([BEFORE_I]).drawing.to_svg()
    assert visit.saved("#png").read_bytes().startswith(b"\x89PNG")
    assert visit.saved("#gallery").read_text("utf-8").startswith("<!doctype html>")
    assert "<svg" in visit.saved("#sheet").read_text("utf-8")


def test_only_what_is_wrong_is_red(visit: Visit) -> None:
    visit.open(at=packed(*DOOMED))
    visit.click("#more", "#solve")
    visit.wait_for_text("#saved", "has no solution")
    assert visit.page.locator("#saved.wrong").count() == 1
    visit.saved("#document")
    visit.wait_for_text("#saved", "Saved as pentominoes.json.")
    assert visit.page.locator("#saved.wrong").count() == 0


def test_a_position_is_saved_although_the_program_has_ended(browser: Any) -> None:
    with browser.new_context(**DESK) as context:
        with Server() as server, serving(server):
            visit = Visit(context, server.url)
            visit.open(at=packed(BEFORE_I))
        visit.click("#more")
        assert read_puzzle(visit.saved("#document").read_bytes()) == FIRST.position([BEFORE_I])


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "game.html"
    path.write_text(game("6x10"), "utf-8")
    return path


@pytest.mark.parametrize("places", [(), (BEFORE_I,), DOOMED, DOOMED[1:]], ids=len)
def test_a_file_is_played_on_by_itself(browser: Any, file: Path, places: tuple[list[int], ...]) -> None:
    with browser.new_context(**PHONE) as context:
        visit = Visit(context, f"{file.as_uri()}#")
        visit.open_link(f"at={packed(*places)}" if places else "")
        visit.wait_for_text("#left", left(*places))
        visit.click("#hint:enabled")
        if left(*places) == "no solution left":
            visit.click("#hint >> text=Remove I")
            visit.wait_for_text("#left", left(DOOMED[1]))
        else:
            for _ in range(3):
                visit.click("#hint")
            visit.wait_until(f"(location.hash.match(/-/g) ?? []).length === {len(places)} && location.hash.length > 5")
            visit.wait_for_text("#left", left(*visit.position))
            assert left(*visit.position) != "no solution left"
        assert visit.faults == []


@pytest.mark.parametrize("fresh", [{**PHONE, "color_scheme": scheme} for scheme in ("light", "dark")], indirect=True)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(fresh: Visit, scheme: Any) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    fresh.page.emulate_media(color_scheme=scheme)

    def findings() -> list[str]:
        return [one["id"] for one in axe.Axe().run(fresh.page).response["violations"]]

    fresh.open(board="soma").click("#hint:enabled", hint="Which piece?")
    assert findings() == []
    fresh.open(at=packed(*DOOMED)).wait_for_text("#left", "no solution left")
    assert findings() == []
    fresh.choose(board="5x10")
    fresh.wait_for_text("#wrong", "Play with")
    assert findings() == []
    fresh.click("#puzzles [data-close]", "#more")
    assert findings() == []
    fresh.open(at=packed(*places_of(FIRST, FIRST.puzzle.solve())))
    fresh.wait_for_text("#told", "Solved!")
    assert findings() == []


def test_a_site_is_played_on_before_python_is_there_and_without_a_network(browser: Any, tmp_path: Path) -> None:
    with browser.new_context(**PHONE) as context:
        # An automated browser stores nothing, unless it hides that it is one.
        context.add_init_script("Object.defineProperty(navigator, 'webdriver', { get: () => false })")
        with site(tmp_path) as url:
            visit = Visit(context, url)
            visit.open().wait_for_text("#left", left())
            visit.lay("P", 22)
            visit.wait_until("navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated')")
        visit.open_link(f"at={packed(BEFORE_I)}")
        visit.lay("P", 26)
        assert visit.position[0] == BEFORE_I
        visit.wait_for_text("#left", left(*visit.position))  # the list of solutions is stored, too


FOR_EVER = "await new Promise(() => {});"


@pytest.mark.parametrize("on_site", [FOR_EVER], indirect=True)
def test_a_link_of_a_site_is_copied(on_site: Visit) -> None:
    on_site.open(at=packed(BEFORE_I))
    on_site.page.evaluate("navigator.clipboard.writeText = (text) => { window.copied = text; }")
    on_site.click("#more", "#link", saved="Copied")
    assert on_site.page.evaluate("copied") == f"{on_site.url}at={packed(BEFORE_I)}"


WAITS_FOR_A_FILE = f'await fetch(new URL("pyodide.asm.wasm", import.meta.url)); {FOR_EVER}'


@pytest.mark.parametrize("on_site", [WAITS_FOR_A_FILE], indirect=True)
def test_a_missing_file_of_python_is_told(on_site: Visit) -> None:
    """Python itself does not say so: it waits for ever."""
    on_site.open().click("#more", "#svg", saved="Python could not be loaded.")
    on_site.faults.clear()  # the missing file


def test_the_worker_of_a_site_keeps_to_the_policy_of_the_page(browser: Any, tmp_path: Path) -> None:
    asked = []

    class Other(Quiet):
        def do_GET(self) -> None:  # noqa: N802
            asked.append(self.path)
            self.send_error(404)

    with ThreadingHTTPServer(("127.0.0.1", 0), Other) as other, serving(other):
        elsewhere = f"http://127.0.0.1:{other.server_port}/"
        fetched = f'await fetch("{elsewhere}fetched", {{ mode: "no-cors" }}).catch(() => {{}})'
        evaluated = f"try {{ Function(\"fetch('{elsewhere}evaluated')\")() }} catch {{}}"
        with browser.new_context(**PHONE) as context, site(tmp_path, f"{fetched}; {evaluated}; throw 0;") as url:
            visit = Visit(context, url)
            visit.open(board="5x12").wait_for_text("#told", "Python could not be loaded")
    assert asked == []


@pytest.mark.parametrize("on_site", [FOR_EVER], indirect=True)
def test_nothing_goes_wrong_before_the_puzzle_of_a_link_is_there(on_site: Visit) -> None:
    on_site.page.goto(f"{on_site.url}board=5x12")
    on_site.wait_for_text("#told", "Loading")
    on_site.press("w", "h")
    on_site.page.evaluate("dispatchEvent(new Event('beforeprint')), dispatchEvent(new Event('afterprint'))")
    assert on_site.page.is_disabled("#more")
    on_site.click("#choose", "#boards >> text='6x10'")
    on_site.wait_until("document.querySelectorAll('[data-cell]').length === 60")


def test_a_board_that_is_wrong_is_told_where_the_eye_is(fresh: Visit) -> None:
    """Not at the end of a dialog that is longer than the window."""
    fresh.open()
    fresh.choose(board="6x11")
    fresh.wait_for_text("#wrong", "The board has 66 free cells")
    assert fresh.page.evaluate("document.querySelector('#puzzles').scrollTop") > 0
    fresh.click("#puzzles [data-close]", "#choose")
    assert fresh.page.evaluate("document.querySelector('#puzzles').scrollTop") == 0
    fresh.page.fill("#board", "6x11")
    fresh.click("#begin", wrong="The board has 66 free cells")
    fresh.page.evaluate("document.querySelector('#puzzles').scrollTo(0, 0)")
    box = fresh.page.locator("#wrong").bounding_box()
    assert 0 <= box["y"] <= box["y"] + box["height"] <= 844


@pytest.mark.parametrize("button", ["#undo", "#hint", "#title"])
def test_keys_work_after_any_button(visit: Visit, button: str) -> None:
    visit.open(at=packed(BEFORE_I)).wait_for_text("#left", "left")
    visit.lay("P", 26)
    visit.click(button)
    visit.press("Control+y" if button == "#undo" else "Control+z")
    visit.wait_until(f"(location.hash.split('at=')[1].match(/-/g) ?? []).length === {int(button == '#undo')}")
    visit.click(button)
    visit.press("w", "r")
    visit.wait_for_text("#moves", "W")
    visit.press("Escape")
    visit.wait_until("!document.body.classList.contains('chosen')")


@pytest.mark.parametrize("button", [f"[data-piece='{PIECES.index('X')}']", "[data-move=turn]", "#undo:enabled"])
def test_arrows_and_enter_lay_the_chosen_piece_after_any_button(visit: Visit, button: str) -> None:
    visit.open(at=packed(BEFORE_I))
    visit.lay("P", 26)
    visit.click(f"[data-piece='{PIECES.index('X')}']", button)
    if button == "#undo:enabled":
        visit.press("x")
        visit.page.focus("#redo")
    visit.press("ArrowRight", "Enter")
    visit.wait_until(f"location.hash.includes('{PIECES.index('X'):x}.0.')")


def test_enter_lays_a_piece_that_was_turned_by_a_tap(visit: Visit) -> None:
    visit.open()
    for _ in range(2):
        visit.click(f"[data-piece='{PIECES.index('P')}']")
    visit.press("Enter")
    visit.wait_until("location.hash.includes('at=')")


def test_a_move_that_a_key_presses_keeps_the_focus(visit: Visit) -> None:
    visit.open().click(f"[data-piece='{PIECES.index('P')}']")
    visit.page.focus("[data-move=turn]:enabled")  # it is enabled in the next frame
    visit.press("Enter", "Enter")
    assert visit.page.evaluate("document.activeElement.dataset.move") == "turn"
    assert visit.position == []


def test_keys_do_not_reach_a_board_behind_a_dialog(visit: Visit) -> None:
    visit.open().click("#choose", "#puzzles-title")
    visit.press("w")
    visit.page.fill("#pieces", "w")
    visit.page.press("#pieces", "Control+z")
    visit.click("#puzzles [data-close]")
    assert visit.page.locator(".slot[aria-pressed=true]").count() == 0


def test_a_key_is_handled_once(visit: Visit) -> None:
    """T tips the chosen piece of the soma cube, and does not choose the piece T as well."""
    visit.open(board="soma")
    visit.press("a")
    before = visit.page.inner_html("[data-piece='4'] svg")
    visit.press("t")
    visit.wait_until(f"document.querySelector('[data-piece=\"4\"] svg').innerHTML !== {json.dumps(before)}")
    assert visit.page.get_attribute(".slot[aria-pressed=true]", "aria-label").startswith("A")


def test_choices_to_remove_have_exact_words(visit: Visit) -> None:
    visit.open()
    choice = {"places": [place("X", (0, 1))], "left": "1927", "exact": False}
    said = visit.page.evaluate(
        """([choice, opened]) => import("./words.js").then(
            (words) => [words.choiceInWords(choice, opened), words.choiceLabel(choice, opened, false)])""",
        [choice, FIRST.told()],
    )
    assert said == ["Remove X, and at least 1,927 solutions are left.", "Remove X (at least 1,927)"]


def test_a_refused_piece_is_told(visit: Visit) -> None:
    visit.open()
    box = visit.page.locator("[data-cell='0']").bounding_box()
    start = visit.page.locator(f"[data-piece='{PIECES.index('X')}']").bounding_box()
    visit.page.mouse.move(start["x"] + 20, start["y"] + 20)
    visit.page.mouse.down()
    visit.page.mouse.move(box["x"] + 8, box["y"] + 8, steps=5)
    visit.page.mouse.up()
    visit.wait_for_text("#told", "X does not fit there")
    visit.click(f"[data-piece='{PIECES.index('X')}']", "[data-cell='0']")
    visit.wait_for_text("#moves", "X does not fit there")


def test_the_gauge_shows_how_much_is_covered(visit: Visit) -> None:
    level = "new DOMMatrix(document.querySelector('#level').style.transform).a"
    visit.open()
    assert visit.page.evaluate(level) == 0
    visit.open(at=packed(BEFORE_I))
    assert visit.page.evaluate(level) == pytest.approx(5 / 60)
    visit.click("#more", "#solve", left="Solved")
    assert visit.page.evaluate(level) == 1
    assert visit.page.is_disabled("#hint")
    assert visit.page.is_disabled("#heat")


def test_where_a_piece_can_go_may_be_too_many(visit: Visit) -> None:
    visit.open(board="pentominoes-torus-6x10")
    visit.click("#heat:enabled", told="There are too many solutions to show where F can go.")
    assert visit.page.get_attribute("#heat", "aria-pressed") == "false"


def test_where_is_over_when_the_piece_is_laid(visit: Visit) -> None:
    visit.open(at=packed(BEFORE_I)).click(f"[data-piece='{PIECES.index('P')}']", "#heat:enabled", told="Where P can go")
    visit.drag(PIECES.index("P"), 26)
    visit.wait_until("document.querySelector('#heat').getAttribute('aria-pressed') === 'false'")
    assert "Where P can go" not in visit.told


def test_where_replaces_a_hint(visit: Visit) -> None:
    """It begins with the piece of the hint, unless that is not told yet."""
    visit.open(at=packed(BEFORE_I))
    hint = FIRST.position([BEFORE_I]).hint(level=3)
    name = hint.placement.piece.name
    assert name != "F"
    for presses, piece in ((1, "F"), (3, name)):
        for label in ("Which piece?", "Show me", "Place it")[:presses]:
            visit.click("#hint:enabled", hint=label)
        visit.click("#heat", told=f"Where {piece} can go")
        assert visit.page.inner_text("#hint") == "Hint"
        assert visit.page.locator(".hint, .here, .slot.asked").count() == 0
        visit.click("#heat")
    visit.click("#hint", told="Look at the marked cell")
    assert visit.position == [BEFORE_I]


def test_a_slow_hint_shows_that_it_is_busy(visit: Visit) -> None:
    visit.open().wait_for_text("#left", "left")
    held: list[Any] = []
    visit.page.route("**/ask", lambda route: held.append(route))
    visit.click("#hint")
    visit.wait_until("document.querySelector('#hint').getAttribute('aria-busy') === 'true'")
    held[0].continue_()
    visit.page.unroute("**/ask")
    visit.wait_for_text("#told", "Look at the marked cell")
    assert visit.page.get_attribute("#hint", "aria-busy") == "false"


def test_a_puzzle_with_one_solution_is_not_spoilt(visit: Visit) -> None:
    """Nothing is told about the position unless one asks."""
    puzzle = next(generate(n=1, seed=20261120, difficulty="medium"))
    opened = Opened(puzzle)
    solution = puzzle.solve()
    right = [list(opened.place(one)) for one in solution.placements if one not in puzzle.placed]
    board = json.dumps(document(puzzle))
    visit.open(board=board, at=packed(right[0])).wait_for_answer()
    assert not visit.page.is_visible("#heat")
    visit.click("#check:enabled")
    visit.wait_for_text("#told", "Good so far")
    piece, way, at = right[1]
    wrong = next(
        [piece, way, other]
        for other, cells in enumerate(opened.pieces[piece]["ways"][way]["at"])
        if other != at and _fits(opened, right[0], cells)
    )
    visit.open(board=board, at=packed(right[0], wrong))
    visit.wait_for_answer()
    assert visit.told != "This position has no solution."
    assert visit.page.inner_text("#left") == ""
    visit.click("#check:enabled")
    visit.wait_for_text("#told", "This position has no solution.")


def _fits(opened: Opened, laid: list[int], cells: list[int]) -> bool:
    places = [laid, *map(list, opened.told()["given"])]
    covered = {cell for piece, way, at in places for cell in opened.pieces[piece]["ways"][way]["at"][at]}
    return not covered & {*cells}


def test_the_counter_is_a_choice_that_is_kept(fresh: Visit) -> None:
    fresh.open().wait_for_text("#left", "left")
    fresh.click("#more")
    fresh.page.select_option("#counter", "never")
    fresh.page.select_option("#palette", "safe")
    fresh.click("#menu [data-close]")
    fresh.page.wait_for_selector("#check:visible")
    assert fresh.page.inner_text("#left") == ""
    fresh.page.reload()
    fresh.page.wait_for_selector("#check:visible")
    assert fresh.page.locator("#play[data-palette=safe]").count() == 1
    fresh.click("#more", "#forget", saved="Deleted.")
    assert fresh.page.evaluate("localStorage.length") == 0
    assert fresh.page.evaluate("history.state") is None


def test_a_reload_and_a_step_back_keep_steps_and_title(fresh: Visit) -> None:
    fresh.open().click("#choose", "#generate", title="New puzzle, easy")
    fresh.wait_for_answer()
    fresh.follow_hint()
    fresh.wait_until("location.hash.includes('at=')")
    before = fresh.position
    fresh.page.reload()
    fresh.page.wait_for_selector("html[data-ready]")
    assert fresh.page.inner_text("#title") == "New puzzle, easy"
    assert fresh.position == before
    fresh.click("#undo:enabled")
    assert fresh.position == []
    fresh.click("#redo:enabled")
    assert fresh.position == before
    fresh.click("#choose", "#boards >> text=Kanoodle", title="Kanoodle")
    fresh.page.go_back()
    fresh.wait_for_text("#title", "New puzzle, easy")
    fresh.click("#undo:enabled")
    assert fresh.position == []


@pytest.mark.parametrize("on_site", [FOR_EVER], indirect=True)
def test_a_site_goes_on_with_the_last_game(on_site: Visit) -> None:
    """The installed app begins with the address of the site alone. A broken memory is no memory."""
    on_site.open()
    before = on_site.lay("P", 22)
    on_site.open()
    assert on_site.position == before
    for broken in (
        "{",
        "[]",
        "null",
        '{"games":7}',
        '{"games":[{}, null, {"asks":{"board":"6x10"},"steps":{"0":[]},"index":0}]}',
        '{"games":[{"asks":{"board":"6x10","pieces":null},"steps":[7,[[99,1,1]]],"index":1}]}',
    ):
        on_site.page.evaluate("(text) => localStorage.setItem('pentomino', text)", broken)
        on_site.open()
        assert on_site.page.locator("[data-cell]").count() == 60


@pytest.mark.parametrize("on_site", [FOR_EVER], indirect=True)
def test_a_site_says_that_the_last_game_is_loading(on_site: Visit) -> None:
    """Its board needs Python, although the address alone asks for the first one."""
    on_site.open()
    kept = {"games": [{"asks": {"board": "5x12", "pieces": None}, "steps": [[]], "index": 0}]}
    on_site.page.evaluate("(kept) => localStorage.setItem('pentomino', kept)", json.dumps(kept))
    on_site.page.goto("about:blank")
    on_site.page.goto(on_site.url)
    on_site.wait_for_text("#told", "Loading…")


def test_the_program_goes_on_with_the_last_game_if_its_address_is_opened_again(fresh: Visit) -> None:
    for board in ("6x10", "5x12"):
        fresh.open(board=board)
        before = fresh.lay("P", 22)
        fresh.open(board=board)
        assert fresh.position == before
    fresh.open()
    assert fresh.page.inner_text("#title") == "5x12"
    assert fresh.position == before
    fresh.open(board="4x15")
    assert fresh.position == []


@pytest.mark.parametrize("link", ["&board=nonsense", "&day=2026-02-30", "&board=4x15&pieces=IV", "old token"])
def test_a_board_in_place_of_another_is_not_kept(fresh: Visit, server: Server, link: str) -> None:
    """Until it is played on."""
    fresh.open(board="5x12")
    before = fresh.lay("P", 22)
    if link == "old token":
        fresh.url = f"http://{server.host}/#token=old"
        fresh.open().wait_for_text("#told", "For hints, open the complete address")
        fresh.url = server.url
    else:
        fresh.open_link(link)
    assert fresh.page.inner_text("#title") == "6x10"
    assert fresh.page.evaluate("history.state") is None
    fresh.open()
    assert fresh.page.inner_text("#title") == "5x12"
    assert fresh.position == before
    fresh.open(board="nonsense")
    fresh.lay("P", 22)
    fresh.open()
    assert fresh.page.inner_text("#title") == "6x10"
    assert len(fresh.position) == 1
    refused = "Failed to load resource: the server responded with a status of 403 (Forbidden)"
    assert {*fresh.faults} == ({refused} if link == "old token" else set())
    fresh.faults.clear()


def test_each_puzzle_goes_on_with_its_game(fresh: Visit) -> None:
    fresh.page.clock.set_fixed_time("2026-11-26T23:30:00")
    fresh.open(day="2026-11-24", at=packed(*SOLVED_DAY_BEFORE[1:]))
    fresh.follow_hint()
    fresh.wait_for_text("#told", "Solved!")
    fresh.open(day="2026-11-25")
    fresh.follow_hint()
    fresh.wait_until("location.hash.includes('at=')")
    placed = fresh.position
    fresh.click("#choose")
    assert fresh.page.locator("#days .begun").all_inner_texts() == ["25"]
    fresh.click("#days >> text='24'", told="Solved!")
    assert sorted(fresh.position) == sorted(SOLVED_DAY_BEFORE)
    fresh.click("#choose", "#boards >> text=5x12", title="5x12")
    fresh.click("#choose", "#days >> text='25'", title="November 25")
    assert fresh.position == placed
    fresh.click("#undo:enabled")
    assert fresh.position == []
    fresh.open(day="2026-11-24")
    fresh.wait_for_text("#told", "Solved!")
    fresh.click(".card >> text=Today's puzzle")
    fresh.wait_for_text("#title", "November 26")


def test_the_games_of_the_last_puzzles_are_kept(visit: Visit) -> None:
    visit.open()
    kept = visit.page.evaluate(
        """() => import("./memory.js").then(({ games, gameOf, rememberGame }) => {
            const asks = (n) => ({ board: `${n}x5`, pieces: null });
            const game = (n, laid = [[1, 0, 0]]) => ({ asks: asks(n), steps: [[], laid], index: 1 });
            for (let n = 1; n < 25; n++) rememberGame(game(n));
            rememberGame(game(10));
            rememberGame(game(30, []));
            rememberGame(game(31, []));
            return [games().map(({ asks }) => asks.board), Boolean(gameOf(asks(10))), Boolean(gameOf(asks(30)))];
        })"""
    )
    assert kept == [["31x5", "10x5", *(f"{n}x5" for n in range(24, 5, -1) if n != 10)], True, False]


def test_solved_puzzles_are_marked(visit: Visit) -> None:
    """A solution that is shown is not one that was found."""
    visit.open(board="5x12").wait_for_text("#left", "left")
    visit.click("#more", "#solve", told="This is a solution.")
    visit.page.reload()
    visit.wait_for_text("#told", "This is a solution.")
    visit.click("#choose")
    assert "5x12" in visit.page.locator("#boards span").all_inner_texts()
    assert "5x12" not in visit.page.locator("#boards .solved span").all_inner_texts()
    visit.open(board="5x12", at=packed(*visit.position[1:]))
    visit.follow_hint()
    visit.wait_for_text("#told", "Solved!")
    visit.click("#choose")
    assert "5x12" in visit.page.locator("#boards .solved span").all_inner_texts()
    assert "Kanoodle" not in visit.page.locator("#boards .solved span").all_inner_texts()


def figures(visit: Visit) -> list[str]:
    """Return what the card at the end tells in numbers."""
    return visit.page.locator(".card dl > div").evaluate_all(
        "(all) => all.map((one) => [...one.children].reverse().map((part) => part.textContent).join(' '))"
    )


def test_a_finish_tells_which_solution_it_is(fresh: Visit) -> None:
    """And whether it is new, also if it was reflected."""
    opened = Opened(Puzzle("5x12"))
    found = list(opened.puzzle.solve_all())
    text = "Solved! New to you: your first solution of this puzzle."
    fresh.open(board="5x12", at=packed(*places_of(opened, found[6])[1:]))
    fresh.follow_hint()
    fresh.wait_for_text("#told", text)
    assert figures(fresh)[1:] == ["1 hint", "No. 7 of 1,010 different"]
    assert fresh.page.locator(".card h2").inner_text() == "Solved"
    assert fresh.page.locator(".tray, #offers button, #hint").filter(visible=True).count() == 0
    fresh.click("#more")
    fresh.page.select_option("#counter", "always")
    fresh.wait_for_text("#told", text)
    fresh.page.reload()
    fresh.wait_for_text("#told", text)
    reflected = found[6].transformed(opened.puzzle.symmetries()[-1])
    fresh.open(board="5x12", at=packed(*places_of(opened, reflected)))
    fresh.wait_for_text("#told", "Solved! You found this solution before.")
    fresh.open(board="5x12", at=packed(*places_of(opened, found[7])))
    fresh.wait_for_text("#told", "Solved! New to you: your 2nd solution of this puzzle.")
    assert figures(fresh)[-1].startswith("No. 8 of")
    fresh.click("#more", "#reset")
    fresh.wait_for_answer()
    assert fresh.page.locator(".card").count() == 0
    assert fresh.page.is_visible(".tray")
    fresh.open(board="5x12", at=packed(*places_of(opened, found[7])))
    fresh.wait_for_text("#told", "Solved! You found this solution before.")


def test_a_solution_that_hints_placed_is_not_counted(fresh: Visit) -> None:
    opened = Opened(Puzzle("3x5", "pentominoes?"))
    for _ in range(2):
        fresh.open(board="3x5", pieces="pentominoes?")
        for _ in range(2):
            fresh.follow_hint()
        fresh.page.reload()
        fresh.page.wait_for_selector("html[data-ready]")
        fresh.follow_hint()
        fresh.wait_for_text("#told", "Solved with hints")
        assert figures(fresh)[1] == "3 hints"
        assert fresh.page.evaluate("Object.keys(JSON.parse(localStorage.pentomino).solved ?? {}).length") == 0
        fresh.page.reload()
        fresh.click(".card >> text=Play again")
        fresh.wait_for_answer()
    fresh.open(board="3x5", pieces="pentominoes?", at=packed(*places_of(opened, opened.puzzle.solve())[1:]))
    fresh.follow_hint()
    fresh.wait_for_text("#told", "New to you: your first solution")


def test_the_only_solution_has_no_number(visit: Visit) -> None:
    opened = Opened(next(generate(n=1, seed=20261120, difficulty="medium")))
    visit.open(board=json.dumps(document(opened.puzzle)), at=packed(*places_of(opened, opened.puzzle.solve())))
    visit.page.wait_for_load_state("networkidle")
    assert visit.told == "Solved!"


def test_time_and_hints_are_on_the_card(fresh: Visit) -> None:
    """A pause counts as a minute at most. A game that goes on keeps both."""
    opened = Opened(Puzzle("5x12"))
    fresh.page.clock.set_fixed_time("2026-11-20T12:00:00")
    fresh.open(board="5x12", at=packed(*places_of(opened, opened.puzzle.solve())[3:]))
    fresh.page.clock.set_fixed_time("2026-11-20T12:00:40")
    fresh.follow_hint()
    fresh.click("#hint:enabled", hint="Which piece?")
    fresh.page.reload()
    fresh.page.wait_for_selector("html[data-ready]")
    for time in ("2026-11-20T15:00:00", "2026-11-20T15:00:20"):
        fresh.page.clock.set_fixed_time(time)
        fresh.follow_hint()
    fresh.wait_for_text("#told", "New to you")
    assert figures(fresh)[:2] == ["2 minutes", "4 hints"]
    fresh.click("#more", "#reset")
    assert fresh.page.evaluate("history.state.hints + history.state.seconds") == 0


SHARING = """(() => {
    Object.defineProperty(navigator, "canShare", { value: (what) => what.files ? window.sharesFiles : true });
    Object.defineProperty(navigator, "share", { value: async (what) => { window.shared = what; } });
})()"""


@pytest.mark.parametrize("shares", [True, False])
def test_the_picture_of_a_solution_is_shared_or_saved(browser: Any, file: Path, shares: bool) -> None:
    """It has the colours of the page, upright as on the phone, and does not need Python."""
    solved = places_of(FIRST, FIRST.puzzle.solve())
    with browser.new_context(**PHONE) as context:
        context.add_init_script(f"window.sharesFiles = {json.dumps(shares)}; {SHARING}")
        visit = Visit(context, f"{file.as_uri()}#")
        visit.open_link(f"at={packed(*solved)}")
        visit.wait_for_text(".card", "of 2,339 different")
        assert figures(visit)[-1] == "No. 1 of 2,339 different"
        if not shares:
            assert visit.saved(".card >> text=Share").read_bytes().startswith(b"\x89PNG")
            visit.wait_for_text("#told", "Saved as pentominoes.png.")
            return
        visit.click(".card >> text=Share")
        visit.wait_until("Boolean(window.shared)")
        width, height, *colour = visit.page.evaluate("""async () => {
            const picture = await createImageBitmap(shared.files[0]);
            const paint = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
            paint.drawImage(picture, 0, 0);
            return [picture.width, picture.height, ...paint.getImageData(72, 72, 1, 1).data.slice(0, 3)];
        }""")
        (first,) = [piece for piece, way, at in solved if 50 in FIRST.pieces[piece]["ways"][way]["at"][at]]
        assert (width, height) == (3 * 252, 3 * 412)
        assert "#" + "".join(f"{part:02x}" for part in colour) == FIRST.told()["pieces"][first]["colour"]
        assert visit.faults == []


def test_the_next_board_is_one_that_is_not_solved(fresh: Visit) -> None:
    for board in ("4x15", "5x12"):
        opened = Opened(Puzzle(board))
        fresh.open(board=board, at=packed(*places_of(opened, opened.puzzle.solve())))
    fresh.click(".card >> text=Next: 3x20")
    fresh.wait_for_text("#title", "3x20")
    assert fresh.position == []


DAILY = Opened(next(generate(n=1, seed=20261125, difficulty="medium")))
SOLVED_DAILY = places_of(DAILY, DAILY.puzzle.solve())
DAY_BEFORE = Opened(next(generate(n=1, seed=20261124, difficulty="medium")))
SOLVED_DAY_BEFORE = places_of(DAY_BEFORE, DAY_BEFORE.puzzle.solve())


def test_a_link_may_say_a_day(fresh: Visit) -> None:
    fresh.page.clock.set_fixed_time("2027-01-02T12:00:00")
    fresh.open(day="2026-11-25")
    assert fresh.page.inner_text("#title") == "Puzzle of November 25, 2026"
    fresh.page.clock.set_fixed_time("2026-12-03T12:00:00")
    fresh.open(day="2026-11-25")
    assert fresh.page.inner_text("#title") == "Puzzle of November 25"
    assert fresh.link == {"day": "2026-11-25"}
    fresh.follow_hint()
    fresh.wait_until("location.hash.includes('at=')")
    (placed,) = fresh.position
    assert placed in SOLVED_DAILY
    assert fresh.link == {"day": "2026-11-25", "at": packed(placed)}
    fresh.open(day="2026-11-25")
    assert fresh.position == [placed]
    fresh.open(day="2026-11-24")
    assert fresh.position == []
    fresh.open(day="2026-11-25", at=packed(*SOLVED_DAILY)).wait_for_text("#told", "Solved!")
    days = [
        json.dumps({"day": f"2026-{day}"}, separators=(",", ":"))
        for day in ("11-27", "11-29", "11-30", "12-01", "12-02", "12-03")
    ]
    solved = '(solved) => import("./memory.js").then(({ remember }) => remember({ solved }))'
    fresh.page.evaluate(solved, dict.fromkeys(days, 60))
    fresh.open(day="2026-11-25", at=packed(*SOLVED_DAILY))
    fresh.click(".card >> text=November 28")
    fresh.wait_for_text("#title", "Puzzle of November 28")
    fresh.page.evaluate(solved, dict.fromkeys([*days, days[0].replace("27", "28")], 60))
    fresh.open(day="2026-11-25", at=packed(*SOLVED_DAILY))
    fresh.click(".card >> text=Next")
    fresh.wait_for_text("#title", "New puzzle, medium")


def button_names(visit: Visit) -> list[str]:
    """Return the names of buttons as screen readers have them."""
    tree = visit.page.context.new_cdp_session(visit.page).send("Accessibility.getFullAXTree")["nodes"]
    return [one["name"]["value"] for one in tree if one.get("role", {}).get("value") == "button"]


def test_solved_days_in_a_row_are_counted(fresh: Visit) -> None:
    """Up to today or yesterday, whatever else was solved."""
    fresh.page.clock.set_fixed_time("2026-11-26T12:00:00")
    fresh.open()
    remember = (
        "(days) => import('./memory.js').then(({ rememberSolved }) => days.forEach((day) => rememberSolved(day, 60)))"
    )
    days = [{"day": f"2026-11-{day}"} for day in (20, 22, 23, 24)]
    others = [{"board": f"{n}x5", "pieces": None} for n in range(400)]
    fresh.page.evaluate(remember, [*days, *others])
    fresh.click("#choose")
    assert fresh.page.inner_text("#streak") == ""
    assert fresh.page.locator("#days .solved").count() == 4  # however many other puzzles follow
    assert fresh.page.evaluate("Object.keys(JSON.parse(localStorage.pentomino).solved).length") == 304
    fresh.click("#puzzles [data-close]")
    fresh.open(day="2026-11-25", at=packed(*SOLVED_DAILY))
    fresh.wait_for_text("#told", "Solved!")
    assert "4 days in a row" in figures(fresh)
    fresh.click("#choose")
    assert fresh.page.inner_text("#streak") == "4 days in a row"


def test_boards_have_pictures(visit: Visit) -> None:
    visit.open().click("#choose")
    visit.wait_until(
        "[...document.querySelectorAll('#boards img')].every((one) => one.naturalWidth > 0 || !one.complete)"
    )
    names = visit.page.evaluate("import('./address.js').then(({ BOARDS }) => BOARDS.map(({ board }) => board))")
    assert names == BOARDS


def test_pieces_that_do_not_fill_a_board_may_be_other_ones(visit: Visit) -> None:
    visit.open()
    visit.choose(board="5x10")
    visit.click("#wrong >> text=Play with only some of the pieces", title="5x10")
    visit.wait_for_text("#told", "10 of the 12 pieces")


def test_solved_days_are_marked(fresh: Visit) -> None:
    """For the eye and for screen readers."""
    dated = Opened(calendar.puzzle("2026-11-20"))
    fresh.page.clock.set_fixed_time("2026-11-26T23:30:00")
    fresh.open(day="2026-11-25", at=packed(*SOLVED_DAILY))
    fresh.open(calendar="a-puzzle-a-day", day="2026-11-20", at=packed(*places_of(dated, dated.puzzle.solve())))
    assert fresh.page.inner_text("#title") == "November 20"
    fresh.click(".card >> text=Today's calendar")
    fresh.wait_for_text("#title", "November 26")
    assert fresh.link == {"calendar": "a-puzzle-a-day", "day": "2026-11-26"}
    fresh.click("#choose")
    assert fresh.page.inner_text("#month") == "November 2026"
    assert fresh.page.locator("#days span").all_inner_texts() == [str(day) for day in range(1, 31)]
    assert fresh.page.locator("#days button:enabled").count() == 26
    assert fresh.page.locator("#days .solved").all_inner_texts() == ["25\n✓ 1 s"]
    names = button_names(fresh)
    assert "November 25, solved in 1 second" in names
    assert "November 24" in names
    assert fresh.page.locator("#later:disabled").count() == 1
    fresh.click("#earlier")
    fresh.click("#earlier")
    assert fresh.page.inner_text("#month") == "September 2026"
    # 1 September 2026 is a Tuesday
    left = "(name) => document.querySelector(name).getBoundingClientRect().x"
    assert fresh.page.evaluate(left, "#days :first-child") == fresh.page.evaluate(left, ".week :nth-child(2)")
    fresh.click("#later")
    fresh.click("#days >> text='31'", title="Puzzle of October 31")
    fresh.click("#choose")
    assert fresh.page.input_value("#date") == "2026-11-26"
    assert fresh.page.locator("#calendar.solved").count() == 0
    fresh.page.fill("#date", "2026-11-20")
    assert fresh.page.locator("#calendar.solved").count() == 1
    fresh.page.fill("#date", "2026-11-19")
    assert fresh.page.locator("#calendar.solved").count() == 0
    fresh.click("#calendar", title="November 19")
    assert fresh.link == {"calendar": "a-puzzle-a-day", "day": "2026-11-19"}


@pytest.mark.parametrize("shares", [True, False])
def test_a_solved_day_is_shared_without_its_solution(browser: Any, tmp_path: Path, shares: bool) -> None:
    told = json.dumps(json.dumps({**DAILY.told(), "board": "{}", "number": 1, "of": 1, "left": "1", "exact": True}))
    python = f"const ask = async () => {told}; ask.callPromising = ask;"
    fake = f"{python} return {{ runPython: () => ask, unpackArchive() {{}} }};"
    with browser.new_context(**PHONE) as context, site(tmp_path, fake) as url:
        if shares:
            context.add_init_script(SHARING)
        visit = Visit(context, url)
        visit.page.clock.set_fixed_time("2026-11-26T12:00:00")
        visit.open(day="2026-11-25", at=packed(*SOLVED_DAILY))
        visit.page.evaluate("navigator.clipboard.writeText = (text) => { window.shared = { text }; }")
        visit.click(".card >> text=Share")
        visit.wait_until("Boolean(window.shared)")
        text = f"Pentomino puzzle of November 25: solved in 1 second with no hints. {url}day=2026-11-25"
        assert visit.page.evaluate("shared") == {"text": text}
        if not shares:
            visit.wait_for_text("#told", "Copied.")
        assert visit.faults == []


def test_the_page_has_the_words_of_its_documentation(visit: Visit) -> None:
    visit.open()
    keys = visit.page.locator("#keys").text_content()
    for text in ("R rotates", "Shift+R or M reflects", "Enter places", "Delete removes", "Esc deselects"):
        assert text in keys
    texts = " ".join(
        PAGE[f"/{name}"].read_text("utf-8") for name in ("index.html", "words.js", "board.js", "session.js")
    )
    assert not re.findall(r"(?i)[^.]*\b(?:mirror\w*|tak\w+ back|lays|laid on)\b", re.sub(r"//.*|/\*.*", "", texts))
    assert not re.findall(r">[^<]*\b(?:[Tt]urn|[Ff]lip)", PAGE["/index.html"].read_text("utf-8"))
    assert visit.page.locator("[data-move]").all_text_contents() == ["Rotate", "Reflect", "Remove"]


def test_letters_can_be_switched_off(fresh: Visit) -> None:
    """WCAG 2.1.4: whoever speaks to the computer may type letters without knowing. Other keys go on."""
    fresh.open()
    for value, presses in (("off", 0), ("on", 1)):
        fresh.click("#more")
        fresh.page.select_option("#letters", value)
        fresh.click("#menu [data-close]")
        fresh.page.reload()
        fresh.page.wait_for_selector("html[data-ready]")
        fresh.wait_for_answer()
        fresh.press("x", "h")
        fresh.page.wait_for_timeout(100)
        assert fresh.page.locator(".slot[aria-pressed=true]").count() == presses
    fresh.press("Escape")
    fresh.lay("P", 22)
    fresh.click("#more")
    fresh.page.select_option("#letters", "off")
    fresh.click("#menu [data-close]")
    fresh.press("Control+z")
    assert fresh.position == []


def test_a_newcomer_is_shown_how_to_play_once(fresh: Visit) -> None:
    fresh.open().wait_for_text("#told", "Drag a piece onto the board.")
    fresh.drag(PIECES.index("P"), 22)
    fresh.wait_for_text("#told", "Tap a piece to choose it")
    fresh.click("#offers >> text=Next", told="If you are stuck, Hint")
    fresh.click("#offers >> text=Next")
    fresh.wait_until("document.querySelector('#told').textContent === ''")
    fresh.open(board="5x12").wait_for_text("#told", "Cover the whole board")


@pytest.mark.parametrize(
    ("board", "goal", "move"),
    [("a-puzzle-a-day:Nov,20", "Cover everything except the date", "Reflect"), ("soma", "Fill the solid", "Tip")],
)
def test_the_introduction_fits_the_puzzle(fresh: Visit, board: str, goal: str, move: str) -> None:
    fresh.open(board=board)
    fresh.wait_for_text("#told", f"Drag a piece onto the board. {goal}")
    fresh.click("#offers >> text=Next")
    fresh.wait_for_text("#told", f" {move} ")
    assert move in fresh.page.locator("[data-move]").all_text_contents()


def test_a_program_that_has_ended_is_told_at_once(browser: Any) -> None:
    with browser.new_context(**DESK) as context:
        with Server() as server, serving(server):
            visit = Visit(context, server.url)
            visit.open(at=packed(BEFORE_I)).wait_for_text("#left", "left")
        visit.drag(PIECES.index("P"), 26)
        visit.wait_for_text("#told", "The program has ended: start pentomino play again.")
        assert visit.page.inner_text("#left") == "not counted"


@pytest.mark.parametrize("on_site", [FOR_EVER], indirect=True)
def test_a_first_board_that_is_missing_is_told(on_site: Visit) -> None:
    on_site.page.route("**/6x10.json", lambda route: route.fulfill(status=404, body="{}"))
    on_site.page.goto(on_site.url)
    on_site.wait_for_text("#told", "The page could not be loaded.")
    on_site.faults.clear()  # the missing file


def test_an_address_without_its_token_is_told(browser: Any, server: Server) -> None:
    with browser.new_context(**DESK) as context:
        visit = Visit(context, f"http://{server.host}/#")
        visit.open().wait_for_text("#told", "For hints, open the complete address")


def test_a_file_offers_its_puzzle_again(browser: Any, file: Path) -> None:
    with browser.new_context(**PHONE) as context:
        visit = Visit(context, f"{file.as_uri()}#")
        visit.open_link("")
        visit.click("#more", "#solve")
        visit.wait_for_text("#left", "Solved")
        visit.click(".card >> text=Play again")
        visit.wait_for_text("#left", "solutions left")
        assert visit.position == []
        assert visit.faults == []


class Cut(Quiet):
    """A server whose connection drops in the middle of a file, until `is_mended`."""

    is_mended = False

    def do_GET(self) -> None:  # noqa: N802
        if not self.path.endswith("/half.wasm"):
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("content-length", "1000")
        self.end_headers()
        self.wfile.write(b"0" * (1000 if type(self).is_mended else 10))


def test_a_connection_that_drops_is_told_and_tried_again(browser: Any, tmp_path: Path) -> None:
    Cut.is_mended = False
    python = 'await (await fetch(new URL("half.wasm", import.meta.url)).catch(() => new Promise(() => {}))).text();'
    answers = "const ask = async () => JSON.stringify({ left: '7', exact: true }); ask.callPromising = ask;"
    fake = f"{python} {answers} return {{ runPython: () => ask, unpackArchive() {{}} }};"
    with browser.new_context(**PHONE) as context, site(tmp_path, fake, Cut) as url:
        (tmp_path / "6x10.txt").unlink()  # without the list of solutions, Python answers for the first board, too
        visit = Visit(context, url)
        visit.open().wait_for_text("#told", "No hints here: Python could not be loaded.")
        Cut.is_mended = True
        visit.click("#offers >> text=Try again", left="7 solutions left")
        assert visit.page.is_enabled("#hint")
