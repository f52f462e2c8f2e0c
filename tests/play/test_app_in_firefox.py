"""The page of `pentomino play` in Firefox: one way through it, behind the program and as a static site.

Firefox is found under its usual names, or by the variable FIREFOX, and driven by Marionette, the protocol that stock
Firefox speaks without another program: lists as JSON, each after its length. Playwright drives builds of its own, and
stock ones of some versions alone.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from pentomino import Puzzle
from pentomino.play.server import Server
from servers import serving
from visits import Quiet

NAMES = ("firefox-esr", "firefox")
FIREFOX = os.environ.get("FIREFOX") or next(filter(None, map(shutil.which, NAMES)), None)
PREFERENCES = {
    "marionette.port": 0,  # any free port; Firefox writes its number into the profile
    "devtools.console.stdout.content": True,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "browser.startup.page": 0,
}

pytestmark = pytest.mark.skipif(FIREFOX is None, reason=f"there is no Firefox, under any name of {', '.join(NAMES)}")

SITE = Path(__file__).parents[2] / "build/play/site/play"
JSPI = "javascript.options.wasm_js_promise_integration"


class Firefox:
    """A running Firefox with one page."""

    def __init__(self, stream: BinaryIO, output: Path) -> None:
        self._stream = stream
        self._output = output
        self._numbers = count(1)
        self._read()  # the greeting of Marionette
        self._do("WebDriver:NewSession")

    def _read(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._stream.read(1) or pytest.fail("Firefox has hung up")
        return json.loads(self._stream.read(int(length[:-1])))

    def _do(self, name: str, **parameters: Any) -> Any:
        message = json.dumps([0, next(self._numbers), name, parameters]).encode()
        self._stream.write(b"%d:%b" % (len(message), message))
        self._stream.flush()
        _, _, error, result = self._read()
        if error:
            pytest.fail(f"{name}: {error['error']}: {error['message']}")
        return result.get("value", result) if isinstance(result, dict) else result

    def open(self, url: str) -> None:
        self._do("WebDriver:Navigate", url="about:blank")
        self._do("WebDriver:Navigate", url=url)
        self.wait_until("document.documentElement.dataset.ready === ''")

    def evaluate(self, expression: str) -> Any:
        return self._do("WebDriver:ExecuteScript", script=f"return {expression}", args=[], sandbox=None)

    def wait_until(self, condition: str, seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while not self.evaluate(condition):
            if time.monotonic() > end:
                pytest.fail(f"never so: {condition}")
            time.sleep(0.02)

    def wait_for_text(self, selector: str, text: str) -> None:
        """Wait until an element has a text in it."""
        self.wait_until(f"document.querySelector({json.dumps(selector)}).textContent.includes({json.dumps(text)})")

    def click(self, selector: str) -> None:
        """Click on an element by the mouse, once it is enabled."""
        self.wait_until(f"document.querySelector({json.dumps(selector)})?.disabled === false")
        self._move([(selector, ["pointerDown", "pointerUp"])])

    def drag(self, source: str, target: str) -> None:
        """Drag from the middle of an element to that of another one by the mouse."""
        self._move([(source, ["pointerDown"]), (target, []), (target, ["pointerUp"])])

    def _move(self, steps: list[tuple[str, list[str]]]) -> None:
        actions: list[dict[str, Any]] = []
        for selector, kinds in steps:
            middle = (
                f"(({{ x, y, width, height }}) => [x + width / 2, y + height / 2])"
                f"(document.querySelector({json.dumps(selector)}).getBoundingClientRect())"
            )
            x, y = self.evaluate(middle)
            actions.append({"type": "pointerMove", "x": int(x), "y": int(y), "duration": 50})
            actions += [{"type": kind, "button": 0} for kind in kinds]
        self._do("WebDriver:PerformActions", actions=[{"type": "pointer", "id": "mouse", "actions": actions}])

    def press(self, key: str) -> None:
        actions = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        self._do("WebDriver:PerformActions", actions=[{"type": "key", "id": "keys", "actions": actions}])

    def faults(self, url: str) -> list[str]:
        """Return the errors of pages so far: those that scripts print, and all messages about what is at `url`."""
        lines = self._output.read_text("utf-8", "replace").splitlines()
        # Messages below errors come from Firefox itself, and so do errors of RSLoader about its experiments.
        said = [line for line in lines if line.startswith("console.error") and "RSLoader" not in line]
        self._do("Marionette:SetContext", value="chrome")
        script = "Services.console.getMessageArray().filter((one) => one instanceof Ci.nsIScriptError).map(String)"
        found = self.evaluate(script)
        self._do("Marionette:SetContext", value="content")
        return said + [message for message in found if url in message]


@contextmanager
def run_firefox(folder: Path, preferences: Mapping[str, Any] | None = None) -> Iterator[Firefox]:
    """Yield a Firefox that keeps its profile in `folder`."""
    profile, output = folder / "profile", folder / "output"
    profile.mkdir()
    lines = [
        f"user_pref({json.dumps(name)}, {json.dumps(value)});"
        for name, value in {**PREFERENCES, **(preferences or {})}.items()
    ]
    (profile / "user.js").write_text("\n".join(lines), "utf-8")
    command = [
        str(FIREFOX),
        "--marionette",
        "--remote-allow-system-access",
        "--headless",
        "--no-remote",
        "--profile",
        str(profile),
    ]
    environment = {**os.environ, "HOME": str(folder)}
    with output.open("wb") as file, subprocess.Popen(command, stdout=file, stderr=file, env=environment) as process:
        try:
            port = profile / "MarionetteActivePort"
            end = time.monotonic() + 60
            while not (port.is_file() and port.read_text()):
                if process.poll() is not None or time.monotonic() > end:
                    pytest.fail(f"Firefox does not start: {output.read_text('utf-8', 'replace')[-500:]}")
                time.sleep(0.05)
            with socket.create_connection(("127.0.0.1", int(port.read_text())), timeout=120) as connection:
                yield Firefox(connection.makefile("rwb"), output)
        finally:
            process.terminate()


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
