"""The page of `pentomino play` in Firefox: one way through it, behind the program and as a static site."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from firefox import needs_firefox, run_firefox
from pentomino import Puzzle
from pentomino.play.server import Server
from servers import serving

pytestmark = needs_firefox

SITE = Path(__file__).parents[2] / "build/play/site/play"
JSPI = "javascript.options.wasm_js_promise_integration"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: Any) -> None:
        pass


@pytest.fixture(params=["server", "site"])
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    make: Any = Server
    if request.param == "site":
        if not (SITE / "pyodide").is_dir():
            pytest.skip("there is no site: ci/play build makes it")
        make = partial(ThreadingHTTPServer, ("127.0.0.1", 0), partial(Quiet, directory=str(SITE)))
    with make() as server, serving(server):
        yield getattr(server, "url", f"http://127.0.0.1:{server.server_port}/#")


@pytest.mark.parametrize("can_stop", [True, False], ids=["JSPI", "no JSPI"])
def test_the_page_is_played_on(url: str, can_stop: bool, tmp_path: Path) -> None:
    """Without JSPI a count in a worker is stopped by its end; another worker answers what is asked next."""
    if not can_stop and "token" in url:
        pytest.skip("there is no worker")
    with run_firefox(tmp_path, {JSPI: can_stop}) as page:
        page.open(url)
        assert page.evaluate("'Suspending' in WebAssembly") == can_stop
        page.wait_for_text("#left", "9,356 solutions left")
        page.drag("[data-piece='4']", "[data-cell='22']")
        page.wait_until("location.hash.includes('at=4.')")
        page.click("#hint")
        page.wait_for_text("#told", "Look at the marked cell")
        page.press("w")
        page.wait_until("document.querySelector('.slot[aria-pressed=true]')?.ariaLabel.startsWith('W')")

        page.open(f"{url}&board=5x12")
        page.click("#more")
        page.click("#count")
        page.wait_for_text("#counted", f"{Puzzle('5x12').count(symmetry='all'):,} solutions")

        page.open(f"{url}&board=10x10&pieces=pentominoes*")
        page.click("#more")
        page.click("#count")
        page.wait_for_text("#counted", "Counting")
        page.click("#stop")
        page.wait_for_text("#counted", "Stopped.")
        page.click("#count")
        page.wait_for_text("#counted", "Counting")
        page.click("#stop")
        page.wait_for_text("#counted", "Stopped.")
        page.click("#menu [data-close]")
        page.click("#hint")
        page.wait_for_text("#told", "Look at the marked cell")
        assert page.faults(url.partition("#")[0]) == []
