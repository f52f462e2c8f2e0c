"""The script of the widget in Chromium, without a notebook: the test is the model, and the package answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from chromium import needs_chromium
from pentomino import Puzzle
from pentomino.pages.scripts import read, script_of
from pentomino.play.answers import Opened, answer

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
pytestmark = needs_chromium

SCRIPT = """
const values = { opened: OPENED, position: [], palette: "colour" };
let hear;
window.model = {
  get: (name) => values[name],
  set: (name, value) => { values[name] = value; },
  save_changes() {},
  on: (name, act) => { if (name === "msg:custom") hear = act; },
  off() {},
  async send({ number, question }) { hear({ number, answer: await window.answered(question) }); },
};
const { default: widget } = await import(URL.createObjectURL(new Blob([SOURCE], { type: "text/javascript" })));
window.leave = widget.render({ model, el: document.getElementById("widget") });
"""


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    opened = Opened(Puzzle("6x10"))
    page = browser.new_page(viewport={"width": 800, "height": 900})
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(error.message))
    page.expose_function("answered", lambda question: answer(question, opened=opened))
    script = SCRIPT.replace("OPENED", json.dumps(opened.told())).replace("SOURCE", json.dumps(script_of("widget.js")))
    style = read("board.css") + read("widget.css")
    page.set_content(f"<style>{style}</style><div id='widget'></div><script type='module'>{script}</script>")
    yield page
    assert faults == []


def test_the_widget_has_the_session_of_the_page(page: Any) -> None:
    page.locator("[name=left]", has_text="9,356 solutions left").wait_for()
    for label in ("Which piece?", "Show me", "Place it"):
        page.click("[name=hint]")
        page.locator("[name=hint]", has_text=label).wait_for()
    assert "can go there." in page.inner_text(".told")
    assert "row 1, column" in page.inner_text(".said")
    page.click("[name=hint]")
    page.wait_for_function("model.get('position').length === 1")
    page.click("[name=undo]")
    page.wait_for_function("model.get('position').length === 0")
    page.focus("[data-cell='0']")
    page.keyboard.press("x")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.locator("[name=left]", has_text="no solution left").wait_for()
    page.click("[name=hint] >> text=Find mistakes")
    page.click("[name=hint] >> text=Remove X")
    page.locator("[name=left]", has_text="9,356 solutions left").wait_for()
    page.evaluate("leave()")
    assert page.locator(".pentomino-board").count() == 0
