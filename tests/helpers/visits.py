"""The page to play on, open in a browser that playwright drives."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest

from pentomino import Puzzle, Solution
from pentomino.play.answers import Opened
from pentomino.play.server import PAGE
from scripts import script
from servers import serving

FIRST = Opened(Puzzle("6x10"))
PIECES = "FILNPTUVWXYZ"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SMALL = {**PHONE, "viewport": {"width": 320, "height": 568}}
DESK = {"viewport": {"width": 1280, "height": 800}}


class Visit:
    """The open page. It records errors in the page, and requests to other hosts."""

    def __init__(self, context: Any, url: str) -> None:
        self.page = context.new_page()
        self.page.set_default_timeout(20_000)
        self.url = url
        self.faults: list[str] = []
        self.page.on("console", lambda message: self.faults.append(message.text))
        self.page.on("pageerror", lambda error: self.faults.append(error.stack or error.message))
        self.page.on("request", lambda request: self.requested(request.url))

    def requested(self, url: str) -> None:
        if not url.startswith((self.url.partition("#")[0], "data:", "blob:")):
            self.faults.append(url)

    def open(self, **link: str) -> Visit:
        self.open_link("".join(f"&{name}={quote(text)}" for name, text in link.items()))
        return self

    def open_link(self, link: str) -> None:
        self.page.goto("about:blank")
        self.page.goto(self.url + link)
        self.page.wait_for_selector("html[data-ready]")

    def click(self, *selectors: str, **texts: str) -> None:
        """Click each of `selectors`. Then wait until the element with each id in `texts` contains its text."""
        for selector in selectors:
            self.page.click(selector)
        for name, text in texts.items():
            self.wait_for_text(f"#{name}", text)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def wait_until(self, condition: str) -> None:
        # wait_for_function would evaluate a string in the page, which the page's policy forbids.
        for _ in range(1500):
            if self.page.evaluate(condition):
                return
            self.page.wait_for_timeout(10)
        pytest.fail(f"never so: {condition}; {self.page.inner_text('body')!r}")

    def wait_for_text(self, selector: str, text: str) -> None:
        self.wait_until(f"document.querySelector({selector!r}).textContent.includes({text!r})")

    def wait_for_answer(self) -> None:
        """Wait until the page shows how many solutions are left or, if the puzzle has one solution, hides it."""
        told = "/left$|^at least|^too many|^Solved/.test(document.querySelector('#left').textContent)"
        self.wait_until(f"{told} || !document.querySelector('#check').hidden")

    @property
    def told(self) -> str:
        return self.page.inner_text("#told")

    @property
    def link(self) -> dict[str, str]:
        fragment = urlsplit(self.page.url).fragment
        return {name: texts[0] for name, texts in parse_qs(fragment).items() if name != "token"}

    @property
    def position(self) -> list[list[int]]:
        """The places in the address of the page."""
        texts = self.link.get("at", "")
        return [[int(number, 36) for number in text.split(".")] for text in texts.split("-") if text]

    def saved(self, button: str) -> Path:
        with self.page.expect_download() as download:
            self.click(button)
        return Path(download.value.path())

    def drag(self, piece: int, cell: int) -> None:
        start = self.page.locator(f"[data-piece='{piece}']").bounding_box()
        end = self.page.locator(f"[data-cell='{cell}']").bounding_box()
        mouse = self.page.mouse
        mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        mouse.down()
        mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=5)
        mouse.up()

    def lay(self, name: str, cell: int) -> list[list[int]]:
        """Drag a piece to a cell. When the address has changed, return the position."""
        before = self.page.url
        self.drag(PIECES.index(name), cell)
        self.wait_until(f"location.href !== {json.dumps(before)}")
        return self.position

    def follow_hint(self) -> None:
        """Let a hint place its piece."""
        self.follow_hint_to("Hint")

    def follow_hint_to(self, last: str) -> None:
        """Press the button for hints until its label is `last`."""
        labels = ["Which piece?", "Show me", "Place it", "Hint"]
        for label in labels[: labels.index(last) + 1]:
            self.click("#hint:enabled")
            self.wait_for_text("#hint", label)

    def choose(self, **fields: str) -> None:
        """Open a board by its name, as a person does."""
        self.click("#choose")
        for name, text in fields.items():
            self.page.fill(f"#{name}", text)
        self.click("#begin")


def place(name: str, *cells: tuple[int, int]) -> list[int]:
    """Return the place of a piece on 6x10 that covers these cells, as three indices."""
    piece = PIECES.index(name)
    wanted = set(FIRST.numbers(cells))
    ways = FIRST.pieces[piece]["ways"]
    return next([piece, w, a] for w, way in enumerate(ways) for a, at in enumerate(way["at"]) if wanted <= set(at))


DOOMED = place("I", (0, 1), (4, 1)), place("N", (0, 6))
"""A position that has no solution: I leaves no room for a piece beside it."""


def packed(*places: list[int]) -> str:
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    return "-".join(".".join(digits[n] if n < 36 else digits[n // 36] + digits[n % 36] for n in one) for one in places)


def places_of(opened: Opened, solution: Solution | None) -> list[list[int]]:
    """Return the places of the pieces in a solution, without the given pieces."""
    return [[*opened.place(one)] for one in solution.placements if one not in opened.puzzle.placed]


def left(*places: list[int]) -> str:
    number = FIRST.position([*places]).count(symmetry="all")
    return f"{number:,} solution{'s' * (number != 1)} left" if number else "no solution left"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: Any) -> None:
        pass


@contextmanager
def site(folder: Path, python: str = "", handler: type[Quiet] = Quiet) -> Iterator[str]:
    """Serve the page as any static site does. `python` is a script that replaces Python in the browser."""
    if python:
        (folder / "pyodide").mkdir()
        (folder / "pyodide/pentomino.tar.zst").touch()
        (folder / "pyodide/pyodide.mjs").write_text(f"export async function loadPyodide() {{ {python} }}", "utf-8")
    for path, file in PAGE.items():
        (folder / path[1:]).write_bytes(file.read_bytes())
    script("ci/play.d/first.py").write_first(folder)
    names = [path.name for path in folder.iterdir() if path.is_file() and path.name != "sw.js"]
    (folder / "files.json").write_text(json.dumps({"build": "1", "files": dict.fromkeys(names, "")}), "utf-8")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder))) as server, serving(server):
        yield f"http://127.0.0.1:{server.server_port}/#"
