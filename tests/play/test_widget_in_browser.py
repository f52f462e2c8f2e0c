"""The board in JupyterLab, in headless Chromium driven by playwright. Skipped where one of them is missing."""

from __future__ import annotations

import json
import os
import re
import secrets
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chromium import needs_chromium
from effort import thorough

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
pytest.importorskip("anywidget", reason="anywidget is not installed: pip install anywidget")
pytest.importorskip("jupyterlab", reason="JupyterLab is not installed: pip install jupyterlab")
pytestmark = [thorough, needs_chromium]

CELLS = [
    "import pentomino\nboard = pentomino.widget(pentomino.Puzzle('3x5', 'PUV'))\nboard",
    "print('laid', [one.piece.name for one in board.puzzle.placed], board.puzzle.count(symmetry='all'))",
    "board.puzzle = board.puzzle.replace(placed=board.puzzle.solve().placements)",
]


def notebook(cells: list[str]) -> str:
    parts = [
        {"cell_type": "code", "id": f"c{i}", "metadata": {}, "execution_count": None, "outputs": [], "source": cell}
        for i, cell in enumerate(cells)
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return json.dumps({"cells": parts, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5})


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the notebook in a JupyterLab of its own."""
    folder = tmp_path_factory.mktemp("lab")
    (folder / "play.ipynb").write_text(notebook(CELLS))
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    token = secrets.token_hex()
    own = {name: str(folder / name) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")}
    options = [f"--port={port}", "--no-browser", "--allow-root", f"--ServerApp.root_dir={folder}"]
    command = [sys.executable, "-m", "jupyterlab", *options, f"--IdentityProvider.token={token}"]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            command, env={**os.environ, **own, "IPYTHONDIR": str(folder / "ipython")}, stdout=log, stderr=log
        )
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for(f"{address}/api/status?token={token}", server, folder / "log")
        yield f"{address}/lab/tree/play.ipynb?token={token}"
    finally:
        server.terminate()
        server.wait(60)


def wait_for(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(600):
        assert server.poll() is None, log.read_text()
        try:
            with urllib.request.urlopen(address, timeout=10):
                return
        except OSError:
            time.sleep(0.1)
    pytest.fail(f"JupyterLab does not answer: {log.read_text()}")


@pytest.fixture
def page(browser: Any, lab: str) -> Iterator[Any]:
    page = browser.new_page(viewport={"width": 1200, "height": 1000})
    page.set_default_timeout(90_000)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(error.message))
    page.goto(lab)
    yield page
    assert faults == []


def run_cell(page: Any, number: int) -> None:
    """Run a cell until it has another number: what JupyterLab runs before its kernel is ready is lost."""
    prompt = page.locator(".jp-CodeCell .jp-InputPrompt").nth(number)
    before = prompt.inner_text().strip()
    for _ in range(20):
        page.locator(".jp-CodeCell .cm-content").nth(number).click()
        page.keyboard.press("Control+Enter")
        for _ in range(50):
            if re.fullmatch(r"\[\d+\]:", now := prompt.inner_text().strip()) and now != before:
                return
            page.wait_for_timeout(100)
    pytest.fail(f"the cell does not run: {page.inner_text('.jp-Notebook')}")


def wait_until(page: Any, selector: str, text: str) -> None:
    page.locator(selector).filter(has_text=text).first.wait_for()


def test_a_board_is_played_on_in_jupyterlab(page: Any) -> None:
    page.wait_for_selector(".jp-CodeCell .cm-content")
    run_cell(page, 0)
    wait_until(page, ".pentomino-widget [name=left]", "4 solutions left")
    # Choose a piece by its letter and place it by keys: the notebook must not act on any of them.
    page.focus(".pentomino-widget [data-cell='0']")
    for key in ("v", "b", "a", "x", "d", "d", "v", "Enter"):
        page.keyboard.press(key)
    wait_until(page, ".pentomino-widget [name=left]", "1 solution left")
    assert page.locator(".jp-CodeCell").count() == len(CELLS)
    run_cell(page, 1)
    wait_until(page, ".jp-OutputArea-output pre", "laid ['V'] 1")
    # The three levels of a hint, and then its placement.
    seen = []
    for after in ("Which piece?", "Show me", "Place it", "Hint"):
        page.click(".pentomino-widget [name=hint]")
        wait_until(page, ".pentomino-widget [name=hint]", after)
        seen.append(page.inner_text(".pentomino-widget .told"))
    assert len(set(seen)) == 4
    assert seen[3] == ""
    page.click(".pentomino-widget [name=undo]")
    run_cell(page, 1)
    wait_until(page, ".jp-OutputArea-output pre", "laid ['V'] 1")
    # The page shows pieces that the kernel places.
    run_cell(page, 2)
    wait_until(page, ".pentomino-widget [name=left]", "Solved")
    assert page.locator(".pentomino-widget .laid > g").count() == 3
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/lab.png")
