"""The board of the page to play on, in a real browser: headless Chromium, driven by playwright. Skipped without."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from importlib.resources import files
from itertools import product
from typing import Any

import pytest

from chromium import contrast, needs_chromium
from pentomino import Polyform, Puzzle
from pentomino.play.answers import Opened
from pentomino.play.server import HEADERS, KINDS
from visits import Visit

FOLDER = files("pentomino.play").joinpath("page")
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>A board</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="board.css">
<script type="module" src="trial.js"></script>
<main><h1>A board</h1><div id="board"></div></main>
"""
SCRIPT = """
import { Board } from "./board.js";
window.told = [];
window.opened = OPENED;
const onchange = (places) => told.push(places);
window.board = new Board(document.getElementById("board"), opened, { ...OPTIONS, onchange });
"""

SAID = {
    "6x10": ("6x10", "pentominoes"),
    "calendar": ("a-puzzle-a-day:Nov,20", None),
    "hexagons": ("hexagonal 4x7", "tetrahexes"),
    "triangles": ("triangular rhombus 6", "hexiamonds"),
    "holes": ("....\n.#..\n..#.\n....", "I2*7"),
    "kanoodle": ("kanoodle", None),
    "tetrakis": ("tetrakis 3x3", "3.1*2 3.2*2 4.1 4.2 4.3 4.4 4.5 4.6"),
    "box": ("3x3x3", "soma"),
    "pyramid": ("kanoodle-pyramid", None),
    "torus": ("torus 4x5", "I2*"),
    "3x5": ("3x5", "PUV"),
    "dominoes": ("2x4", "I2*4"),
}
ALL = [name for name in SAID if name not in ("3x5", "dominoes", "holes", "kanoodle")]


pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
pytestmark = needs_chromium


class Trial(Visit):
    """A page with a board; whatever goes wrong in it, or is asked of another host, is noted."""

    def __init__(self, context: Any) -> None:
        super().__init__(context, "http://board.test/")
        self.cdp = context.new_cdp_session(self.page)
        self.files: dict[str, tuple[str, str]] = {}
        context.route("**/*", self.serve)

    def serve(self, route: Any) -> None:
        """Serve the page under the policy that the server sends."""
        name = route.request.url.removeprefix(self.url)
        if name not in self.files:
            return route.abort()
        kind, text = self.files[name]
        return route.fulfill(body=text, headers={"content-type": kind, **HEADERS})

    def open(self, name: str, puzzle: Puzzle | None = None, **options: Any) -> Opened:
        puzzle = puzzle or Puzzle(*[said for said in SAID[name] if said])
        opened = Opened(puzzle)
        script = SCRIPT.replace("OPENED", json.dumps(opened.told())).replace("OPTIONS", json.dumps(options))
        self.files = {"": ("text/html", PAGE), "trial.js": ("text/javascript", script)}
        self.files |= {
            file.name: (KINDS[file.name.split(".")[-1]], file.read_text(encoding="utf-8"))
            for file in FOLDER.iterdir()
            if file.name.endswith((".js", ".css"))
        }
        self.page.goto(self.url)
        self.page.wait_for_selector(".slot svg")
        self.opened = opened
        self.data = opened.told()
        self.pieces = {piece["name"]: number for number, piece in enumerate(self.data["pieces"])}
        return opened

    def run(self, script: str, value: Any = None) -> Any:
        """Return what a script gives, after the redraw that it asks for."""
        found = self.page.evaluate(script, value)
        self.settle()
        return found

    def settle(self) -> None:
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    @property
    def position(self) -> list[list[int]]:
        self.settle()
        return self.page.evaluate("board.position")

    def cells(self, place: list[int]) -> list[int]:
        piece, way, at = place
        return self.data["pieces"][piece]["ways"][way]["at"][at]

    def on(self, name: str) -> set[int]:
        """Return the cells on which a piece lies."""
        return {cell for place in self.position if place[0] == self.pieces[name] for cell in self.cells(place)}

    def point(self, selector: str) -> tuple[float, float]:
        box = self.page.locator(selector).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def cell(self, number: int) -> tuple[float, float]:
        return self.point(f"[data-cell='{number}']")

    def slot(self, name: str) -> tuple[float, float]:
        return self.point(f"[data-piece='{self.pieces[name]}']")

    def click(self, at: tuple[float, float]) -> None:
        self.page.wait_for_timeout(400)  # so that two taps are not a double tap
        self.page.mouse.click(*at)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.page.mouse.move(*start)
        self.page.evaluate("board.longPress = 1e6")  # on a slow machine, a drag would become a long press
        self.page.mouse.down()
        self.page.mouse.move(*end, steps=6)
        self.settle()
        self.page.mouse.up()
        self.page.evaluate("board.longPress = 500")

    def touch(self, *points: tuple[float, float]) -> None:
        """Put a finger down at the first point, move it along, lift it at the last."""
        at = [{"x": x, "y": y} for x, y in points]
        self.cdp.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at[:1]})
        for point in at[1:]:
            self.cdp.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        self.settle()
        self.cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        self.settle()

    def label(self, cell: int) -> str:
        self.settle()
        return self.page.get_attribute(f"[data-cell='{cell}']", "aria-label")

    @property
    def said(self) -> str:
        return self.page.inner_text("[role=status]")


@pytest.fixture(scope="module")
def visitor(browser: Any) -> Iterator[Trial]:
    """One for all, as a new one takes as long as opening a page."""
    with browser.new_context(viewport={"width": 1000, "height": 700}, has_touch=True) as context:
        yield Trial(context)


@pytest.fixture
def visit(visitor: Trial) -> Iterator[Trial]:
    visitor.faults.clear()
    yield visitor
    assert visitor.faults == []


def solution(opened: Opened) -> list[list[int]]:
    solved = opened.puzzle.solve()
    return [list(opened.place(placement)) for placement in solved.placements]


@pytest.mark.parametrize("name", ALL)
def test_a_solution_is_laid_by_mouse(visit: Trial, name: str) -> None:
    """Each piece in turn is dragged to where it lies in a solution, from where it first lies elsewhere on the board."""
    opened = visit.open(name)
    solved = solution(opened)
    for place in solved:
        piece, way, _ = place
        ways = visit.data["pieces"][piece]["ways"]
        covered = {cell for there in visit.position for cell in visit.cells(there)}
        others = [[piece, way, at] for at, cells in enumerate(ways[way]["at"]) if not covered & {*cells}]
        elsewhere = others[0] if others[0] != place else others[-1]
        visit.run("(place) => board.set([...board.position, place])", elsewhere)
        held = visit.cells(elsewhere)[-1]
        visit.drag(visit.cell(held), visit.cell(visit.cells(place)[-1]))
        assert place in visit.position
    assert visit.position == solved
    assert visit.page.locator(".done").count() == 1
    assert visit.label(0).startswith(f"{visit.data['words'][0]}, ")
    assert "empty" not in visit.label(0)


MOVED = """() => {
    window.moved = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
        moved.push([this.parentNode.getAttribute("class"), options.delay ?? null, options.duration]);
        return animate.call(this, frames, options);
    };
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_pieces_of_a_full_board_settle_in_a_ripple(browser: Any, motion: str) -> None:
    """From the last one outwards; not if the system asks for less motion, and not on a board that is opened full."""
    with browser.new_context(reduced_motion=motion) as context:
        visit = Trial(context)
        solved = solution(visit.open("6x10"))
        visit.run("(places) => board.set(places)", solved[:-1])
        visit.run(MOVED)
        visit.run("(places) => board.set(places)", solved)
        settled = [[delay, duration] for parent, delay, duration in visit.run("moved") if delay is not None]
        if motion == "reduce":
            assert visit.run("moved") == []
        else:
            assert len(settled) == len(solved)
            assert settled[-1][0] == 0
            assert len({delay for delay, _ in settled}) > 6
            assert 300 < max(sum(one) for one in settled) < 600
        solved = solution(visit.open("box"))
        visit.run("(places) => board.set(places)", solved[:-1])
        visit.run(MOVED)
        visit.run(
            "(places) => { board.set(places); board.drawing.place(); }", solved
        )  # the page places its layers anew
        assert len([delay for _, delay, _ in visit.run("moved") if delay is not None]) == (
            0 if motion == "reduce" else 7
        )
        visit.open("6x10", position=solved)
        visit.run(MOVED)
        visit.run("board.redraw ?? board.drawing.redraw()")
        assert visit.run("moved") == []
        assert visit.faults == []


def test_a_piece_comes_from_the_tray_and_goes_back(visit: Trial) -> None:
    visit.open("6x10")
    visit.drag(visit.slot("I"), visit.cell(22))
    assert visit.on("I") in ({20, 21, 22, 23, 24}, {2, 12, 22, 32, 42})
    assert visit.run("told.length") == 1
    assert "gone" in visit.page.get_attribute(f"[data-piece='{visit.pieces['I']}']", "class")
    visit.drag(visit.cell(22), (visit.cell(22)[0], 690))
    assert visit.position == []
    assert "gone" not in visit.page.get_attribute(f"[data-piece='{visit.pieces['I']}']", "class")


def test_a_piece_stays_where_another_is_in_the_way(visit: Trial) -> None:
    opened = visit.open("6x10")
    position = solution(opened)
    visit.run("(position) => board.set(position)", position)
    visit.drag(visit.cell(0), visit.cell(35))
    assert visit.position == position
    assert "does not fit" in visit.said


def test_the_cells_of_a_date_are_marked(visit: Trial) -> None:
    visit.open("calendar")
    assert visit.page.locator(".free").all_text_contents() == ["Nov", "20"]
    visit.open("6x10")
    assert visit.page.locator(".free").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_cell_of_a_hint_is_no_date(visit: Trial, scheme: str) -> None:
    """It has another colour, and one that is seen on the board."""
    visit.page.emulate_media(color_scheme=scheme)
    visit.open("calendar")
    visit.run("board.mark({ cell: 20 })")
    look = "([name, part]) => getComputedStyle(document.querySelector(name))[part]"
    ring, date, cell = (
        visit.run(look, [name, part]) for name, part in ((".here", "stroke"), (".date", "fill"), (".cell", "fill"))
    )
    visit.page.emulate_media(color_scheme="light")
    assert ring != date
    assert contrast(ring, cell) >= 3


@pytest.mark.parametrize("labels", ["Nov,20", "Jun,31"])
def test_a_date_is_a_cell_with_a_border(visit: Trial, labels: str) -> None:
    """Within the board and at its edge."""
    visit.open("calendar", Puzzle(f"a-puzzle-a-day:{labels}"))
    drawn = """[...document.querySelectorAll(".date")].map((date) => {
        const { x, y, width, height } = date.getBBox();
        const around = [[-2, 0.5], [0.5, -2], [width + 2, 0.5], [0.5, height + 2]];
        const frame = document.querySelector(".frame");
        return [width, height, around.every(([u, v]) => frame.isPointInFill(new DOMPoint(x + u, y + v)))];
    })"""
    assert visit.run(drawn) == [[pytest.approx(38.8)] * 2 + [True]] * 2


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_labels_can_be_read_on_any_colour(visit: Trial, scheme: str) -> None:
    """Where a piece can go is a strong colour; labels have a rim."""
    visit.page.emulate_media(color_scheme=scheme)
    visit.open("calendar")
    look = "({ fill, stroke, paintOrder }) => [fill, stroke, paintOrder]"
    *colours, order = visit.run(f"({look})(getComputedStyle(document.querySelector('.on')))")
    visit.page.emulate_media(color_scheme="light")
    assert order == "stroke"
    assert contrast(*colours) > 4.5


COLOURS = """(palette) => {
    const paint = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const rgb = (selector, property) => {
        paint.fillStyle = getComputedStyle(document.querySelector(selector))[property];
        paint.fillRect(0, 0, 1, 1);
        return `rgb(${paint.getImageData(0, 0, 1, 1).data.slice(0, 3)})`;
    };
    board.palette(palette);
    const pieces = opened.pieces.map(({ ways }, piece) => {
        board.drawing.drawPlace(board.drawing.ghost, [piece, ways.findIndex(({ at }) => at.length), 0]);
        return [rgb(".ghost .fill", "fill"), rgb(".ghost .walls", "stroke")];
    });
    const ground = [rgb(".frame", "fill"), rgb(".cell", "fill"), rgb(".slot", "backgroundColor")];
    return [pieces, rgb(".cell", "stroke"), ...ground];
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", [name for name in SAID if name not in ("3x5", "dominoes")])
def test_pieces_lines_and_holes_stand_out(visit: Trial, name: str, scheme: str) -> None:
    """WCAG 1.4.11. A piece has its fill or its walls for that, and its neighbours are apart by the walls."""
    visit.page.emulate_media(color_scheme=scheme)
    visit.open(name)
    for palette in ("colour", "safe", "print"):
        pieces, line, frame, cell, slot = visit.run(COLOURS, palette)
        assert contrast(line, cell) >= 3
        assert contrast(frame, cell) >= 3
        for fill, wall in pieces:
            assert contrast(fill, wall) >= 3
            for ground in (cell, slot):
                assert max(contrast(fill, ground), contrast(wall, ground)) >= 3
    visit.page.emulate_media(color_scheme="light")


def test_holes_are_filled_as_the_frame_is(visit: Trial) -> None:
    visit.open("holes")
    inside = "([x, y]) => document.querySelector('.frame').isPointInFill(new DOMPoint(40 * x + 20, 40 * y + 20))"
    assert all(visit.run(inside, hole) for hole in ((1, 1), (2, 2)))
    assert visit.page.get_attribute(".frame", "d").count("M") == 1


def test_a_piece_is_a_tile(visit: Trial) -> None:
    """It has round corners, and light above and on the left. Across a seam it is flat, as it continues there."""
    visit.open("6x10")
    visit.run("(place) => board.set([place])", [visit.pieces["X"], 0, 0])
    paths = visit.run("[...document.querySelectorAll('.laid path')].map((path) => path.getAttribute('d'))")
    fill, shade, light, walls = paths
    assert fill == walls
    assert fill.count("Q") == 12
    assert (light.count("M"), shade.count("M")) == (6, 6)
    box = "(({ x, y, width }) => [x, y, width])(document.querySelector('.laid .NAME').getBBox())"
    whole, lit, dark = [visit.run(box.replace("NAME", name)) for name in ("fill", "light", "shade")]
    assert whole[2] == pytest.approx(118.8)
    assert lit[0] < dark[0]
    assert lit[1] < dark[1]
    visit.open("torus")
    cells = visit.data["cells"]
    for at, (one, other) in enumerate(visit.data["pieces"][0]["ways"][0]["at"]):
        visit.run("(place) => board.set([place])", [0, 0, at])
        is_flat = visit.page.get_attribute(".laid .light", "d") == ""
        assert is_flat == (sum(abs(a - b) for a, b in zip(cells[one], cells[other], strict=True)) > 1)


def _from_zero(points: Iterable[tuple[float, float]]) -> set[tuple[float, ...]]:
    xs, ys = zip(*points, strict=True)
    return {(x - min(xs), y - min(ys)) for x, y in zip(xs, ys, strict=True)}


def test_labels_turn_with_a_board(visit: Trial) -> None:
    """They stay upright; a flip is as seen."""
    visit.open("6x10")
    turned = "turnedFor({ ...opened, labels: [[9.5, 0.5, 'a']] }, WINDOW)"
    turned = f"import('./geometry.js').then(({{ turnedFor }}) => {turned})"
    high = visit.run(turned.replace("WINDOW", "{ clientWidth: 300, clientHeight: 600 }"))
    assert high["labels"] == [[5.5, 9.5, "a"]]
    assert high["corners"][9] == [6, 9, 6, 10, 5, 10, 5, 9]
    assert (high["words"][9], high["extent"]) == ("row 10, column 6", [6, 10])
    for ways in (piece["ways"] for piece in high["pieces"]):
        for way in ways:
            one, other = ({(min(c[::2]), min(c[1::2])) for c in w["corners"]} for w in (way, ways[way["flip"]]))
            assert _from_zero((-x, y) for x, y in one) == _from_zero(other)
    told = turned.replace(
        "WINDOW)", "{ clientWidth: 300, clientHeight: 600 }).inWords('for row 1, column 10 of rows 1 to 6')"
    )
    assert visit.run(told) == "for row 10, column 6 of rows 1 to 6"
    wide = visit.run(turned.replace("WINDOW", "{ clientWidth: 300, clientHeight: 300 }"))
    assert wide["words"][9] == "row 1, column 10"


def test_layers_are_named_and_pieces_are_solids(visit: Trial) -> None:
    visit.open("box")
    assert visit.page.locator(".texts text").all_text_contents() == ["top", "middle", "bottom"]
    assert visit.label(0) == "top layer, row 1, column 1, empty"
    assert visit.page.locator(".slot polygon").count() == 3 * 27
    before = visit.page.locator(".slot svg").first.inner_html()
    visit.run("board.take(0); board.turn('tip')")
    assert visit.page.locator(".slot svg").first.inner_html() != before
    visit.open("pyramid")
    assert visit.page.locator(".texts text").all_text_contents()[::4] == ["top", "bottom"]
    visit.open("6x10")
    assert visit.page.locator(".texts text, .slot polygon").count() == 0


SEEN = """() => {
    const colour = (one) => (one.style.display === "none" ? null : one.style.getPropertyValue("--c"));
    const { spots, dots } = board.drawing;
    return [spots.map((one) => [colour(one), one.classList.contains("new")]), dots.map(colour)];
}"""


@pytest.mark.parametrize("name", ["box", "pyramid"])
def test_a_solid_is_seen_as_it_is_laid(visit: Trial, name: str) -> None:
    """With the piece in the hand or of a hint where it would lie, and a print of each layer on the layer above."""
    opened = visit.open(name)
    first, second, *_ = solution(opened)
    visit.run("(places) => board.set(places)", [first])
    spots, dots = visit.run(SEEN)
    laid = visit.cells(first)
    colours = [f"var(--c{first[0]})" if cell in laid else None for cell in range(len(visit.data["cells"]))]
    assert spots == [[colour, colour is None] for colour in colours]
    assert {cell for cell, colour in enumerate(dots) if colour} == {
        cell for cell in laid if cell not in visit.data["layers"][0]["cells"]
    }
    visit.run("(place) => board.mark({ place })", second)
    shown = visit.run(SEEN)[0]
    assert [shown[cell] for cell in visit.cells(second)] == [[f"var(--c{second[0]})", True]] * len(visit.cells(second))
    visit.run("board.mark(null)")
    held = """([piece, way, at]) => {
        board.ways[piece] = way;
        board.choose(piece);
        board.drag = { matrix: new DOMMatrix() };
        board.goal = [piece, way, at];
    }"""
    visit.run(held, second)
    assert visit.run(SEEN)[0] == shown
    order = "[...document.querySelectorAll('.solid g')].map((one) => board.drawing.spots.indexOf(one))"
    near = [visit.data["spots"][cell][2] for cell in visit.run(order)]
    assert near == sorted(near)
    assert visit.page.locator(".floor").count() == len(visit.data["layers"][-1]["cells"])


def test_a_print_is_where_the_cell_below_is(visit: Trial) -> None:
    """In the middle of the cube above, or in the hollow between the balls above."""
    spot = "(cell) => [...['cx', 'cy'].map((name) => Number(board.drawing.dots[cell].getAttribute(name)))]"
    for name, above, below, far in (("box", [4], 13, 0), ("pyramid", [25, 26, 29, 30], 6, 32.1)):
        visit.open(name)
        x, y = visit.run(spot, below)
        for u, v in visit.run("(cells) => cells.map((cell) => board.geometry.centres[cell])", above):
            assert ((u - x) ** 2 + (v - y) ** 2) ** 0.5 == pytest.approx(far, abs=0.1)


def test_layers_move_with_the_pieces_on_them(visit: Trial) -> None:
    opened = visit.open("box")
    whole = solution(opened)
    visit.run("(places) => { board.set(places); board.mark({ cell: 26 }); }", whole[:3])
    place = whole[0]
    inside = """([piece, cells]) => {
        const fill = document.querySelector(".laid .fill");
        const boxes = cells.map((c) => document.querySelector(`[data-cell="${c}"]`).getBBox());
        return boxes.every((box) => fill.isPointInFill(new DOMPoint(box.x + box.width / 2, box.y + box.height / 2)));
    }"""
    tops = "[0, 9, 18].map((c) => document.querySelector(`[data-cell='${c}']`).getBBox().y)"
    assert len({*visit.run(tops)}) == 2
    visit.run("board.geometry.placeLayers(1); board.drawing.place()")
    assert visit.run(tops) == sorted({*visit.run(tops)})
    assert visit.run(inside, [place[0], visit.cells(place)])
    here = "document.querySelector('.here').isPointInFill(new DOMPoint(...board.geometry.centres[26]))"
    assert visit.run(here)


def test_the_letters_of_a_piece_begin_its_name(visit: Trial) -> None:
    """So one finds the piece that a hint names; they are large enough to be read."""
    visit.open("triangles")
    names = [piece["name"] for piece in visit.data["pieces"]]
    letters = visit.page.locator(".slot i").all_text_contents()
    assert len({*letters}) == len(names)
    assert all(name.startswith(some) for name, some in zip(names, letters, strict=True))
    assert letters[2:5] == ["ch", "croo", "crow"]
    assert visit.run("parseFloat(getComputedStyle(document.querySelector('.slot i')).fontSize)") >= 13
    cells = [(0, 0), (0, 1), (0, 2), (1, 1)], [(0, 0), (0, 1), (1, 1), (1, 2)]
    visit.open("nameless", Puzzle("2x4", [Polyform(some) for some in cells]))
    assert visit.page.locator(".slot i").all_text_contents() == ["A", "B"]
    visit.page.focus("[data-cell='0']")
    visit.press("b")
    visit.settle()
    assert visit.page.get_attribute("[data-piece='1']", "aria-pressed") == "true"


def test_the_place_is_shown_while_a_piece_is_dragged(visit: Trial) -> None:
    visit.open("6x10")
    visit.page.mouse.move(*visit.slot("X"))
    visit.page.mouse.down()
    x, y = visit.cell(33)
    visit.page.mouse.move(x + 12, y - 9, steps=4)
    visit.settle()
    assert visit.page.locator(".ghost .fill").count() == 1
    assert visit.page.locator(".lifted").is_visible()
    visit.press("Escape")
    visit.page.mouse.up()
    assert visit.position == []
    assert not visit.page.locator(".lifted").is_visible()


def test_a_piece_turns_while_it_is_dragged(visit: Trial) -> None:
    """By R, and reflected by M or Shift+R."""
    visit.open("6x10")
    visit.page.focus("[data-cell]")
    visit.press("l", "m")
    reflected = visit.run(f"board.ways[{visit.pieces['L']}]")
    visit.press("m", "Shift+R")
    assert reflected == visit.run(f"board.ways[{visit.pieces['L']}]") != 0
    visit.open("6x10")
    visit.page.mouse.move(*visit.slot("L"))
    visit.page.mouse.down()
    visit.page.mouse.move(*visit.cell(33), steps=4)
    visit.press("r", "m")
    visit.settle()
    visit.page.mouse.up()
    ways = visit.data["pieces"][visit.pieces["L"]]["ways"]
    ((_, way, _),) = visit.position
    assert way == ways[ways[0]["turn"]]["flip"]


def test_a_finger_lays_a_piece_above_itself(visit: Trial) -> None:
    visit.open("6x10")
    x, y = visit.cell(42)
    visit.touch(visit.slot("X"), (x, y - 30), (x, y))
    (place,) = visit.position
    centre = max(visit.cells(place), key=lambda cell: len({*visit.data["near"][cell]} & {*visit.cells(place)}))
    assert centre < 30, "the piece lies above the finger"
    scrolled = visit.run("scrollY")
    assert scrolled == 0


def test_taps_turn(visit: Trial) -> None:
    """In the tray the first tap chooses. Two quick taps turn twice, in the tray as on the board."""
    visit.open("6x10")
    for _ in range(3):
        visit.touch(visit.slot("L"))
    visit.touch(visit.cell(33))
    ((_, way, _),) = visit.position
    ways = visit.data["pieces"][visit.pieces["L"]]["ways"]
    assert way == ways[ways[0]["turn"]]["turn"]
    (cell, *_) = visit.on("L")
    visit.touch(visit.cell(cell))
    assert visit.position[0][1] == way
    for _ in range(2):
        (cell, *_) = visit.on("L")
        visit.touch(visit.cell(cell))
    assert visit.position[0][1] == ways[ways[way]["turn"]]["turn"]


def test_a_long_press_takes_back(visit: Trial) -> None:
    visit.open("6x10", position=[[2, 0, 12]])
    x, y = visit.cell(visit.cells([2, 0, 12])[0])
    visit.cdp.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    visit.wait_until("board.isLifted")
    assert visit.position == [[2, 0, 12]], "until the finger goes"
    visit.cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert visit.position == []
    visit.run("board.undo()")
    assert visit.position == [[2, 0, 12]]


def test_a_piece_that_is_pressed_for_long_may_still_be_moved(visit: Trial) -> None:
    visit.open("6x10", position=[[2, 0, 12]])
    x, y = visit.cell(visit.cells([2, 0, 12])[0])
    at = [{"x": x, "y": y}]
    visit.cdp.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    visit.wait_until("board.isLifted")
    at = [{"x": x, "y": y + 40}]
    visit.cdp.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": at})
    visit.settle()
    visit.cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert len(visit.position) == 1


def test_a_mouse_may_hold_a_piece_before_it_drags(visit: Trial) -> None:
    """People think while they hold a piece."""
    visit.open("6x10", position=[[2, 0, 12]])
    visit.run("board.longPress = 20")
    start = visit.cell(visit.cells([2, 0, 12])[0])
    visit.page.mouse.move(*start)
    visit.page.mouse.down()
    visit.page.wait_for_timeout(100)
    assert visit.position == [[2, 0, 12]]
    visit.page.mouse.move(*visit.cell(0), steps=6)
    visit.settle()
    visit.page.mouse.up()
    assert len(visit.position) == 1
    assert visit.position != [[2, 0, 12]]


def test_a_piece_that_is_put_back_into_the_tray_is_not_refused(visit: Trial) -> None:
    visit.open("6x10")
    visit.drag(visit.slot("I"), visit.slot("X"))
    assert visit.position == []
    assert "fit" not in visit.said


def test_the_right_button_and_the_wheel_turn(visit: Trial) -> None:
    visit.open("6x10")
    ways = visit.data["pieces"][visit.pieces["L"]]["ways"]
    visit.page.mouse.click(*visit.slot("L"), button="right")
    visit.page.mouse.wheel(0, 120)
    visit.wait_until(f"board.ways[{visit.pieces['L']}] === {ways[ways[0]['turn']]['turn']}")
    visit.page.mouse.click(*visit.cell(33))
    ((_, way, _),) = visit.position
    assert way == ways[ways[0]["turn"]]["turn"]
    visit.page.mouse.click(*visit.cell(next(iter(visit.on("L")))), button="right")
    assert visit.position[0][1] == ways[way]["turn"]


def test_a_flick_on_a_trackpad_turns_once(visit: Trial) -> None:
    """However far it goes; the next one turns again."""
    visit.open("6x10")
    visit.click(visit.slot("L"))
    ways = visit.data["pieces"][visit.pieces["L"]]["ways"]
    flick = """() => { for (let n = 0; n < 18; n++)
        board.root.dispatchEvent(new WheelEvent("wheel", { deltaY: 30, cancelable: true })); }"""
    for way in (ways[0]["turn"], ways[ways[0]["turn"]]["turn"]):
        visit.run(flick)
        assert visit.run(f"board.ways[{visit.pieces['L']}]") == way
        visit.page.wait_for_timeout(150)


@pytest.mark.parametrize("where", ["tray", "margin"])
def test_a_finger_takes_back(visit: Trial, where: str) -> None:
    """Where the finger is decides: over the first row of the tray, or beside the board."""
    visit.page.set_viewport_size({"width": 390, "height": 760})
    visit.open("6x10", position=[[2, 0, 0]])
    start = visit.cell(visit.cells(visit.position[0])[0])
    end = visit.slot("L") if where == "tray" else (1, start[1])
    visit.touch(start, (start[0], start[1] + 30), end)
    visit.page.set_viewport_size({"width": 1000, "height": 700})
    assert visit.position == []


def test_a_finger_moves_a_piece_to_the_last_row(visit: Trial) -> None:
    visit.page.set_viewport_size({"width": 390, "height": 760})
    visit.open("6x10", position=[[1, 0, 0]])
    (place,) = visit.position
    cells = visit.cells(place)
    start, end = visit.cell(cells[-1]), visit.cell(59 if len({cell // 10 for cell in cells}) > 1 else 54)
    visit.touch(start, (start[0] + 20, start[1] + 20), end)
    visit.page.set_viewport_size({"width": 1000, "height": 700})
    assert max(visit.cells(visit.position[0])) >= 50


def test_clicks_without_a_pointer(visit: Trial) -> None:
    """As voice control and screen readers make them."""
    visit.open("6x10")
    click = "(selector) => document.querySelector(selector).dispatchEvent(new MouseEvent('click', { bubbles: true }))"
    slot = f"[data-piece='{visit.pieces['L']}']"
    ways = visit.data["pieces"][visit.pieces["L"]]["ways"]
    for _ in range(2):
        visit.run(click, slot)
    visit.run(click, "[data-cell='33']")
    ((_, way, _),) = visit.position
    assert way == ways[0]["turn"]
    assert 33 in visit.on("L")


def test_a_refused_piece_glides_back(visit: Trial) -> None:
    """From the edge of the board, where it does not fit, to its place in the tray."""
    visit.open("6x10")
    visit.page.emulate_media(reduced_motion="no-preference")
    visit.page.evaluate("Element.prototype.animate = function (frames) { told.push(frames); return {}; }")
    visit.drag(visit.slot("I"), (visit.cell(0)[0] - 20, visit.cell(0)[1]))
    assert visit.position == []
    (frames,) = [found for found in visit.run("told") if isinstance(found, dict)]
    x, y = map(float, frames["translate"][1].replace("px", "").split())
    box = visit.page.locator("[data-cell='0']").bounding_box()
    (u, v) = visit.slot("I")
    assert (x > 0) == (u > box["x"])
    assert (y > 0) == (v > box["y"])
    scale = float(frames["transform"][1].partition(" scale(")[2].rstrip(")"))
    flown, slot = (visit.page.locator(f"{of} .fill").bounding_box()["width"] for of in (".lifted", "[data-piece='1']"))
    assert scale == pytest.approx(slot / flown, rel=0.01)
    assert "does not fit" in visit.said


def test_keys_rotate_a_piece_that_the_mouse_holds(visit: Trial) -> None:
    visit.open("6x10")
    visit.page.mouse.move(*visit.slot("I"))
    visit.page.mouse.down()
    visit.page.mouse.move(*visit.cell(22), steps=4)
    visit.settle()
    before = visit.page.locator(".lifted .fill").bounding_box()
    visit.press("r")
    visit.settle()
    after = visit.page.locator(".lifted .fill").bounding_box()
    assert (after["width"] > after["height"]) == (before["width"] < before["height"])
    visit.page.mouse.up()
    (placed,) = visit.position
    rows = {cell // 10 for cell in visit.cells(placed)}
    assert (len(rows) == 1) == (after["width"] > after["height"])


def test_a_solid_goes_where_any_of_its_cells_is(visit: Trial) -> None:
    """A piece that stands is held by its middle, and would hang out of the layer at the bottom."""
    visit.open("box")
    visit.page.mouse.move(*visit.slot("L"))
    visit.page.mouse.down()
    visit.page.mouse.move(*visit.cell(22), steps=4)
    for _ in range(4):
        visit.press("t")
        visit.settle()
        assert visit.page.locator(".ghost").count() > 0
    visit.page.mouse.up()
    assert 22 in visit.cells(visit.position[0])


def test_a_solid_is_tipped_back(visit: Trial) -> None:
    visit.open("box")
    visit.click(visit.slot("L"))
    first = visit.run(f"board.ways[{visit.pieces['L']}]")
    visit.press("t", "t")
    assert visit.run(f"board.ways[{visit.pieces['L']}]") != first
    visit.press("Shift+T", "Shift+T")
    assert visit.run(f"board.ways[{visit.pieces['L']}]") == first


def test_the_wheel_rotates_both_ways(visit: Trial) -> None:
    visit.open("6x10")
    visit.click(visit.slot("F"))
    ways, first = visit.data["pieces"][0]["ways"], visit.run("board.ways[0]")
    held = [first]
    for pixels in (120, -120, -120):  # each notch counts, however fast
        visit.page.mouse.wheel(0, pixels)
        visit.settle()
        held.append(visit.run("board.ways[0]"))
    assert held == [first, ways[first]["turn"], first, next(n for n, way in enumerate(ways) if way["turn"] == first)]


@pytest.mark.parametrize(("motion", "felt"), [("no-preference", [20, 8]), ("reduce", [])])
def test_a_phone_vibrates_where_motion_is_wanted(visit: Trial, motion: Any, felt: list[int]) -> None:
    visit.page.emulate_media(reduced_motion=motion)
    visit.open("6x10")
    visit.page.evaluate("window.felt = []; navigator.vibrate = (time) => felt.push(time); 0")
    visit.drag(visit.slot("I"), (visit.cell(0)[0] - 20, visit.cell(0)[1]))
    visit.drag(visit.slot("X"), visit.cell(22))
    assert len(visit.position) == 1
    assert visit.page.evaluate("felt") == felt


def test_a_piece_settles_where_motion_is_wanted(visit: Trial) -> None:
    for motion, number in (("reduce", 0), ("no-preference", 1)):
        visit.page.emulate_media(reduced_motion=motion)
        visit.open("6x10")
        visit.page.evaluate("Element.prototype.animate = function (frames) { told.push(frames); return {}; }")
        visit.run("board.set([[2, 0, 12]])")
        assert sum("scale" in found for found in visit.run("told") if isinstance(found, dict)) == number


def test_a_lifted_piece_is_above_everything(visit: Trial) -> None:
    visit.open("6x10")
    visit.page.mouse.move(*visit.slot("X"))
    visit.page.mouse.down()
    visit.page.mouse.move(20, 20, steps=4)
    visit.settle()
    assert visit.run("document.querySelector('.lifted').matches(':popover-open')")
    box = visit.page.locator(".lifted .fill").bounding_box()
    assert abs(box["x"] + box["width"] / 2 - 20) < 2
    assert abs(box["y"] + box["height"] / 2 - 20) < 2
    visit.page.set_viewport_size({"width": 900, "height": 700})
    visit.wait_until("!document.querySelector('.lifted').matches(':popover-open')")
    visit.page.mouse.up()
    visit.page.set_viewport_size({"width": 1000, "height": 700})
    assert visit.position == []


def test_a_tap_shows_no_place_that_nobody_aims_at(visit: Trial) -> None:
    visit.open("6x10")
    visit.touch(visit.slot("I"))
    visit.settle()
    assert visit.page.locator(".ghost .fill").count() == 0
    visit.press("i")
    visit.settle()
    assert visit.page.locator(".ghost .fill").count() == 1


def test_a_letter_chooses_each_of_its_pieces(visit: Trial) -> None:
    """In the order of the tray, and round again."""
    visit.open("triangles")
    names = [piece["name"] for piece in visit.data["pieces"] if piece["name"][0] == "c"]
    assert names == ["chevron", "crook", "crown"]
    visit.page.focus("[data-cell='0']")
    for name in [*names, names[0]]:
        visit.press("c")
        visit.settle()
        assert visit.page.inner_text(".bar b") == name


def test_the_cursor_and_a_marked_cell_look_different(visit: Trial) -> None:
    visit.open("6x10")
    visit.page.focus("[data-cell='0']")
    visit.press("ArrowRight")
    visit.run("board.mark({ cell: 5 })")
    look = "(name) => ['fill', 'strokeDasharray'].map((one) => getComputedStyle(document.querySelector(name))[one])"
    ring, here = visit.run(look, ".ring"), visit.run(look, ".here")
    assert ring[0] == "none" != here[0]
    assert ring[1] != here[1]


def test_pieces_for_colour_blind_people_have_letters_in_the_tray(visit: Trial) -> None:
    visit.open("6x10", palette="safe")
    visit.run("board.set([[0, 0, 0]])")
    assert visit.page.locator(".laid text").first.is_visible()
    assert visit.page.locator(".slot i").first.is_visible()
    warm = visit.run("getComputedStyle(board.root).getPropertyValue('--warm')")
    assert warm == visit.run("getComputedStyle(board.root).getPropertyValue('--ink')")


def test_a_chosen_piece_is_told_in_words(visit: Trial) -> None:
    visit.open("6x10")
    visit.page.focus("[data-cell='33']")
    visit.press("w")
    assert visit.said == "W, 1 of 4, fits: row 3, column 3; row 4, columns 3 and 4; row 5, columns 4 and 5"
    visit.press("r")
    assert visit.said == "W, 2 of 4, fits: row 3, columns 4 and 5; row 4, columns 3 and 4; row 5, column 3"
    for key in ("ArrowUp", "ArrowUp", "ArrowUp", "Enter", "i", "ArrowLeft"):
        visit.press(key)
    assert visit.said.startswith("I, 1 of 2, ")
    for key, column in (("Home", 0), ("Home", 0), ("End", 9)):
        visit.press(key)
        cell = int(visit.page.evaluate("document.activeElement.dataset.cell"))
        assert cell % 10 == column
    assert visit.said == "I, 1 of 2, fits: " + "; ".join(f"row {n}, column 10" for n in range(1, 6))


def test_a_piece_is_chosen_and_laid_by_clicks(visit: Trial) -> None:
    """Without any drag; Rotate and Reflect are buttons."""
    visit.open("6x10")
    assert visit.page.is_disabled("[data-move=turn]")
    visit.click(visit.slot("P"))
    visit.page.click("[data-move=turn]")
    visit.page.click("[data-move=flip]")
    visit.page.mouse.move(*visit.cell(45))
    visit.settle()
    assert visit.page.locator(".ghost .fill").count() == 1
    visit.click(visit.cell(45))
    assert 45 in visit.on("P")
    ways = visit.data["pieces"][visit.pieces["P"]]["ways"]
    assert visit.position[0][1] == ways[ways[0]["turn"]]["flip"]
    visit.click(visit.cell(45))
    visit.click(visit.cell(0))
    assert 0 in visit.on("P"), "a piece on the board moves likewise"
    visit.click(visit.cell(0))
    visit.page.click("[data-move='remove']")
    assert visit.position == []


def test_each_place_of_a_piece_is_reached_by_keys(visit: Trial) -> None:
    """By a letter, R and M, arrows and Enter, on a board without other pieces."""
    visit.open("3x5")
    for name, moves in (("P", ""), ("U", "r"), ("V", "rr")):
        visit.run("board.reset()")
        visit.page.evaluate("document.querySelector('[data-cell]').focus()")
        ways = visit.data["pieces"][visit.pieces[name]]["ways"]
        places = {}
        for cell in range(15):
            visit.page.evaluate(f"document.querySelector('[data-cell=\"{cell}\"]').focus()")
            visit.press(name.lower())
            visit.page.keyboard.type(moves if not places else "")
            visit.press("Enter")
            for place in visit.position:
                places[place[2]] = place[1]
            visit.run("board.reset()")
        assert len({*places.values()}) == 1
        (way,) = {*places.values()}
        assert {*places} == {*range(len(ways[way]["at"]))}


def test_a_letter_takes_its_piece_before_it_moves_one(visit: Trial) -> None:
    """T is a piece of the soma cube, and tips one that is chosen."""
    visit.open("box")
    t = visit.pieces["T"]
    ways = visit.data["pieces"][t]["ways"]
    visit.page.evaluate("document.querySelector('[data-cell]').focus()")
    for key in "tt":
        visit.press(key)
    visit.page.evaluate("document.querySelector('[data-cell=\"13\"]').focus()")
    visit.press("ArrowDown", "ArrowUp", "Enter")
    ((piece, way, _),) = visit.position
    assert (piece, way) == (t, ways[0]["tip"])


def test_a_second_finger_turns_the_piece(visit: Trial) -> None:
    visit.open("6x10")
    (x, y), (u, v), (there, below) = visit.slot("L"), visit.cell(43), visit.cell(50)
    first, second = {"x": u, "y": v, "id": 1}, {"x": there, "y": below, "id": 2}
    steps = [
        ("touchStart", [{"x": x, "y": y, "id": 1}]),
        ("touchMove", [first]),
        ("touchStart", [first, second]),
        ("touchEnd", [first]),
        ("touchEnd", []),
    ]
    for kind, points in steps:
        visit.cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        visit.settle()
    ((_, way, _),) = visit.position
    assert way == visit.data["pieces"][visit.pieces["L"]]["ways"][0]["turn"]


def test_keys_alone_solve_a_puzzle(visit: Trial) -> None:
    opened = visit.open("3x5")
    for place in solution(opened):
        for move, cell in product(["", *"rrrmrrr"], range(15)):
            visit.page.focus(f"[data-cell='{cell}']")
            visit.press(opened.puzzle.pieces[place[0]].piece.name)
            if move and not cell:
                visit.press(move)
            before = visit.position
            visit.press("Enter")
            if place in visit.position:
                break
            visit.press("Escape" if visit.position == before else "Control+z")
        assert place in visit.position
    assert visit.said.endswith("The board is full.")
    assert visit.page.locator(".done").count() == 1


@pytest.mark.parametrize("name", [name for name in ALL if name != "dominoes"])
def test_arrows_reach_all_cells(visit: Trial, name: str) -> None:
    visit.open(name)
    near: dict[int, set[int]] = {}
    reached = {0}
    while new := reached - {*near}:
        for cell in new:
            near[cell] = set(
                visit.page.evaluate(
                    """(cell) => ["Left", "Right", "Up", "Down"].map((way) => {
                        document.querySelector(`[data-cell="${cell}"]`).focus();
                        document.activeElement.dispatchEvent(
                            new KeyboardEvent("keydown", { key: `Arrow${way}`, bubbles: true }));
                        return Number(document.activeElement.dataset.cell);
                    })""",
                    cell,
                )
            )
        reached = reached.union(*near.values())
    assert reached == {*range(len(visit.data["cells"]))}


def test_cells_are_spoken(visit: Trial) -> None:
    """As the cells of a grid, in its rows."""
    visit.open("3x5")
    assert visit.page.locator("[role=grid] > [role=row]").count() == 3
    assert visit.page.locator("[role=row]").first.locator("[role=gridcell]").count() == 5
    assert visit.label(6) == "row 2, column 2, empty"
    u = visit.pieces["U"]
    visit.run("(place) => board.set([place])", [u, 0, 0])
    assert visit.label(visit.data["pieces"][u]["ways"][0]["at"][0][0]).endswith(", U")


def test_undo_and_redo(visit: Trial) -> None:
    opened = visit.open("6x10")
    whole = solution(opened)
    visit.run("(places) => { board.set(places.slice(0, 2)); board.set(places); }", whole)
    visit.page.evaluate("document.querySelector('[data-cell]').focus()")
    assert visit.run("[board.canUndo, board.canRedo]") == [True, False]
    visit.press("Control+z")
    assert visit.position == whole[:2]
    visit.press("Control+z", "Control+z")
    assert visit.position == []
    assert visit.run("[board.canUndo, board.canRedo]") == [False, True]
    visit.press("Control+y", "Control+Shift+z")
    assert visit.position == whole
    visit.press("Delete")
    assert len(visit.position) == len(whole) - 1
    assert not visit.run("board.canRedo")
    visit.run("board.reset()")
    assert visit.position == []
    assert visit.run("told.at(-1)") == []


def test_given_pieces_stay(visit: Trial) -> None:
    puzzle = Puzzle("6x10")
    solved = puzzle.solve()
    opened = visit.open("6x10", puzzle.replace(placed=[placement.cells for placement in solved.placements[:2]]))
    given = visit.position
    assert given == [list(opened.place(placement)) for placement in opened.puzzle.placed]
    cell = visit.cells(given[0])[0]
    visit.drag(visit.cell(cell), (visit.cell(cell)[0], 690))
    visit.click(visit.cell(cell))
    visit.press("Delete")
    visit.run("board.reset()")
    visit.run("(place) => board.set([place])", given[0])
    assert visit.position == given
    assert visit.label(cell).endswith(", given")


def test_copies_are_counted(visit: Trial) -> None:
    opened = visit.open("dominoes")
    slot = visit.page.locator(".slot")
    for left in (4, 3, 2, 1):
        assert slot.locator("b").inner_text() == (f"×{left}" if left > 1 else "")
        whole = solution(opened)
        visit.run("(places) => board.set(places)", whole[: 5 - left])
    assert "gone" in slot.get_attribute("class")
    visit.open("torus")
    assert slot.locator("b").inner_text() == "∞"


@pytest.mark.parametrize(
    "position",
    [
        None,
        "x",
        [None],
        [[]],
        [[0]],
        [["pieces", 0, 0]],
        [[0, 0, 0, 0], [0, 0, 0]],
        [[99, 0, 0], [0, -1, 0], [0, 0.5, 0]],
    ],
    ids=str,
)
def test_what_is_no_position_is_left_out(visit: Trial, position: object) -> None:
    """A link may carry anything."""
    visit.open("6x10", position=position)
    assert len(visit.position) <= 1
    visit.run("(position) => board.set(position)", position)
    assert all(cells for cells in map(visit.cells, visit.position))


def test_a_position_to_begin_with(visit: Trial) -> None:
    whole = solution(Opened(Puzzle("6x10")))
    visit.open("6x10", position=[*whole[:5], whole[0]])
    assert visit.position == whole[:5]
    assert not visit.run("board.canUndo")
    visit.run("board.palette('print')")
    assert visit.run("getComputedStyle(document.querySelector('.piece .fill')).fill") == "rgb(255, 255, 255)"


def test_marks_and_heat(visit: Trial) -> None:
    opened = visit.open("6x10")
    whole = solution(opened)
    marks = {"cell": 3, "cells": [3, 4], "place": whole[0], "excluded": [whole[1]], "back": [whole[2]]}
    visit.run("(marks) => board.mark(marks)", marks)
    for name in ("here", "reason", "hint", "excluded", "back"):
        assert visit.page.locator(f".{name}").count() == 1, name
    visit.run("board.mark(null)")
    assert visit.page.locator(".hint, .here").count() == 0
    visit.run("(marks) => board.mark(marks)", marks)
    visit.run("(places) => board.set(places)", whole[:1])
    assert visit.page.locator(".hint, .here").count() == 0, "a mark is of one position"
    colour = "(n) => getComputedStyle(document.querySelectorAll('.cell')[n]).fill"
    plain = visit.run(colour, 5)
    visit.run("board.heat([...Array(60).keys()].map((n) => n / 60))")
    assert len({visit.run(colour, cell) for cell in (0, 20, 40, 59)}) == 4
    visit.run("board.heat(null)")
    assert visit.run(colour, 5) == plain


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["6x10", "box", "calendar"])
def test_nobody_is_shut_out(visit: Trial, name: str, scheme: str) -> None:
    """By the rules of axe."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    visit.page.emulate_media(color_scheme=scheme)
    opened = visit.open(name)
    visit.run("(places) => { board.set(places); board.take(0); }", solution(opened)[:3])
    visit.cdp.send("Page.setBypassCSP", {"enabled": True})
    found = axe.Axe().run(visit.page).response["violations"]
    visit.cdp.send("Page.setBypassCSP", {"enabled": False})
    assert [
        (fault["id"], fault["nodes"][0]["html"]) for fault in found if fault["impact"] in ("serious", "critical")
    ] == []


def test_nothing_is_left_of_a_board(visit: Trial) -> None:
    visit.open("3x5")
    visit.run("board.destroy()")
    assert visit.run("document.getElementById('board').outerHTML").startswith('<div id="board" class=""')
    assert visit.page.locator("#board *").count() == 0
