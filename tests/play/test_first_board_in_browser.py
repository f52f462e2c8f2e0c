"""The first board of a site: the list of its solutions answers, and Python is loaded on demand."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chromium import needs_chromium
from pentomino import Puzzle, Solution
from pentomino.play.answers import Opened, answer
from scripts import script
from visits import FIRST, PIECES, Visit, left, packed, site

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
pytestmark = needs_chromium

OTHER = {**Opened(Puzzle("5x12")).told()}
# Stands in for Pyodide: it waits for a file, and then answers each question by the board 5x12.
PYTHON = f"""
const response = await fetch(new URL("pyodide.asm.wasm", import.meta.url));
await response.arrayBuffer();
const ask = async () => {json.dumps(json.dumps({**OTHER, "left": "4040", "exact": True}))};
ask.callPromising = ask;
return {{ runPython: (text) => (text.includes("def ask") ? ask : ""), unpackArchive: () => {{}} }};
"""
FILE = "pyodide/pyodide.asm.wasm"
with_python = pytest.mark.parametrize("on_site", [PYTHON], ids=["python"], indirect=True)


def kernel(**question: Any) -> Any:
    return json.loads(answer(json.dumps({"board": "6x10", **question})))


def positions() -> Iterator[list[list[int]]]:
    """Yield some pieces of random solutions, and often one more piece where it fits."""
    dice = random.Random(43)
    solutions = list(FIRST.puzzle.solve_all(symmetry="all"))
    for number in range(36):
        places = [[*FIRST.place(one)] for one in dice.choice(solutions).placements]
        dice.shuffle(places)
        position = places[: number % 12]
        if number % 3:
            placed = FIRST.position(position) if position else FIRST.puzzle
            free = [place for n, _ in enumerate(placed.pieces) for place in placed.placements_of(n)]
            position += [[*FIRST.place(one)] for one in free and [dice.choice(free)]]
        yield position


ANSWERS = """async (asked) => {
  const [{ unpacked }, { listed }] = await Promise.all([import("./first.js"), import("./listed.js")]);
  const opened = await (await fetch("6x10.json")).json();
  const answer = listed(opened, ...unpacked(await (await fetch("6x10.txt")).text(), opened));
  return asked.map((question) => answer(question) ?? null);
}"""


@pytest.fixture(scope="module")
def answers(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """What the list answers: a function from questions to answers."""
    with browser.new_context() as context, site(tmp_path_factory.mktemp("site")) as url:
        visit = Visit(context, url)
        visit.open()
        yield lambda questions: visit.page.evaluate(ANSWERS, questions)


def test_the_list_answers_as_python_does(answers: Any) -> None:
    every = list(positions())
    piece = 5
    asked = [("left", {}), ("heat", {"piece": piece}), ("back", {}), ("hint", {})]
    found = answers([{"ask": what, "position": one, **more} for one in every for what, more in asked])
    doomed = 0
    for n, position in enumerate(every):
        number, heat, back, hint = found[4 * n : 4 * n + 4]
        assert number == kernel(ask="left", position=position)
        assert heat["share"] == pytest.approx(kernel(ask="heat", position=position, piece=piece)["share"], abs=1e-4)
        wanted = kernel(ask="back", position=position)["choices"]
        least = [min((len(one["places"]) for one in some), default=0) for some in (back["choices"], wanted)]
        assert least[0] == least[1]
        known = {str(sorted(one["places"])): one["left"] for one in back["choices"]}
        assert all(known[str(sorted(one["places"]))] == one["left"] for one in wanted if one["exact"])
        doomed += bool(wanted)
        check_hint(hint["hint"], kernel(ask="hint", position=position)["hint"], position, int(number["left"]))
    assert 5 < doomed < len(every) - 5


def check_hint(hint: Any, of_python: Any, position: list[list[int]], number: int) -> None:
    """A hint has the members that one of Python has, and what it states is true."""
    assert (hint is None) == (of_python is None)
    if hint is None:
        return
    assert {*hint} == {*of_python}
    having = [int(left(*position, place).replace("no", "0").replace(",", "").split()[0]) for place in hint["ways"]]
    for piece, way, at in hint["ways"]:
        assert hint["cell"] in FIRST.pieces[piece]["ways"][way]["at"][at]
    assert hint["forced"] == (having[0] == number)
    assert hint["forced"] >= of_python["forced"]
    if hint["kind"] == "often":
        assert having == sorted(having, reverse=True)
        assert having[-1] > 0
        if not of_python["forced"]:
            assert [hint["cell"], hint["fits"]] == [of_python["cell"], of_python["fits"]]
            assert sorted(hint["ways"]) == sorted(of_python["ways"])


def test_why_a_cell_cannot_be_covered(answers: Any) -> None:
    corner = next(
        [PIECES.index("X"), 0, i]
        for i, cells in enumerate(FIRST.pieces[PIECES.index("X")]["ways"][0]["at"])
        if {1, 10, 11} <= {*cells}
    )
    doomed, open_ = answers([{"ask": "why", "position": one} for one in ([corner], [])])
    assert doomed == {"kind": "cell", "cells": [0], "text": "no piece can cover row 1, column 1"}
    assert open_ is None


def text_of(solution: Solution) -> str:
    """Return the text of a solution in the list, if it is there."""
    ways = [(piece, way) for piece, told in enumerate(FIRST.pieces) for way in range(len(told["ways"]))]
    in_order = sorted(solution.placements, key=lambda one: min(FIRST.numbers(one.cells)))
    return "".join(chr(48 + ways.index(FIRST.place(one)[:2])) for one in in_order)


def test_solutions_have_numbers(answers: Any) -> None:
    """In the order of the list. A solution and its images have one number."""
    listed = script("ci/play.d/first.py").packed_solutions()
    number = {listed[at : at + 12]: at // 12 + 1 for at in range(0, len(listed), 12)}
    for solution in random.Random(6).sample(list(FIRST.puzzle.solve_all()), 20):
        images = [solution.transformed(element) for element in FIRST.puzzle.symmetries()]
        places = [[[*FIRST.place(one)] for one in image.placements] for image in images]
        (known,) = [number[text] for text in map(text_of, images) if text in number]
        assert answers([{"ask": "number", "position": one} for one in places]) == [{"number": known, "of": 2339}] * 4


def test_the_first_board_answers_without_python(on_site: Visit) -> None:
    on_site.open().wait_for_text("#left", left())
    for _ in range(4):
        on_site.click("#hint")
    on_site.wait_until("location.hash.includes('at=')")
    on_site.wait_for_text("#left", left(*on_site.position))
    assert not on_site.page.locator(".loading:visible").count()


@with_python
def test_another_board_loads_python_with_a_bar(on_site: Visit, tmp_path: Path) -> None:
    (tmp_path / "files.json").write_text('{"build": "1", "python": 4000, "files": {}}')
    (tmp_path / FILE).write_bytes(bytes(1000))
    on_site.open()
    shown = """new MutationObserver(() => document.querySelectorAll('.loading:not([hidden])').forEach(
      (bar) => { window.most = Math.max(window.most ?? 0, bar.position); })).observe(
        document, { subtree: true, childList: true, attributes: true }), 0"""
    on_site.page.evaluate(shown)
    on_site.click("#choose", "#boards >> text='5x12'", title="5x12")
    on_site.wait_for_text("#left", "4,040 solutions left")
    assert 0.2 < on_site.page.evaluate("most") < 0.3
    on_site.page.go_back()
    on_site.wait_for_text("#title", "6x10")
    assert not on_site.page.locator(".loading:visible").count()


@with_python
def test_python_is_loaded_again_on_request(on_site: Visit, tmp_path: Path) -> None:
    on_site.open().click("#choose", "#boards >> text='5x12'", wrong="Python could not be loaded.")
    assert on_site.page.locator(".loading:visible").count() == 0
    (tmp_path / FILE).touch()
    on_site.click("#wrong >> text='Try again'", title="5x12")
    on_site.faults.clear()  # the missing file


@with_python
def test_a_link_is_tried_again(on_site: Visit, tmp_path: Path) -> None:
    on_site.open(board="5x12").wait_for_text("#told", "Python could not be loaded.")
    on_site.wait_for_text("#left", left())
    (tmp_path / FILE).touch()
    on_site.click("#offers >> text='Try again'", title="5x12")
    on_site.faults.clear()  # the missing file


@with_python
def test_what_the_list_cannot_answer_loads_python(on_site: Visit, tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    on_site.open()
    with on_site.page.expect_request("**/pyodide.asm.wasm"):
        on_site.click("#more", "#gallery")


@pytest.mark.parametrize("saves", [True, False])
@with_python
def test_who_saves_data_is_sent_python_only_on_request(on_site: Visit, tmp_path: Path, saves: bool) -> None:
    (tmp_path / FILE).touch()
    on_site.page.context.add_init_script("Object.defineProperty(navigator, 'webdriver', { get: () => false })")
    on_site.page.context.add_init_script(
        f"Object.defineProperty(navigator, 'connection', {{ get: () => ({{ saveData: {json.dumps(saves)} }}) }})"
    )
    on_site.open(at=packed([0, 0, 0])).wait_for_text("#left", left([0, 0, 0]))
    kept = "navigator.serviceWorker.getRegistrations().then((all) => all.length)"
    if saves:
        assert on_site.page.evaluate(kept) == 0
        on_site.click("#choose", "#boards >> text='5x12'")
    on_site.wait_until(f"{kept}.then((number) => number === 1)")
