"""Write the pictures of the page to play on and of a sheet, for README and the site, to docs/_static.

Run `python ci/screenshots.py` after a change to the page. It needs the package, playwright and Chromium.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from shutil import which

from playwright.sync_api import Page, sync_playwright

import pentomino

STATIC = Path(__file__).parents[1] / "docs/_static"
WIDTH, HEIGHT = 880, 560
PLACED = "UXVPF"
"""The pieces of the first solution of 6x10 that are already placed."""


def draw_page() -> None:
    """Write play.png: a half-filled board with the first step of a hint."""
    solution = pentomino.solve("6x10")
    assert solution
    begun = "".join(letter if letter in f"{PLACED}\n" else "." for letter in solution.to_text("letters"))
    command = [sys.executable, "-m", "pentomino", "play", "--placed", "-", "--no-open"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, text=True) as server:
        assert server.stdin
        server.stdin.write(begun)
        server.stdin.close()
        assert server.stdout
        address = next(filter(None, (re.search(r"http\S+", line) for line in server.stdout)))[0]
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=which("chromium"))
            _shoot(browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}), address)
            browser.close()
        server.terminate()


def _shoot(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("#left", has_text="left").wait_for()
    page.locator("#hint").click()
    page.wait_for_timeout(1000)
    page.screenshot(path=STATIC / "play.png")


def draw_sheet() -> None:
    """Write sheet.svg: the first page of six puzzles."""
    sheet = pentomino.sheet(pentomino.generate(n=6, difficulty="easy-hard", seed=1), title="Pentominoes")
    (STATIC / "sheet.svg").write_text(sheet.pages[0] + "\n", encoding="utf-8")


if __name__ == "__main__":
    draw_page()
    draw_sheet()
