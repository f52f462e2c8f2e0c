"""The program, one for the tests of a file, and its page in a browser that nobody has used yet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pentomino.play.server import Server
from servers import serving
from visits import DESK, PHONE, Visit, site


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as server, serving(server):
        yield server


@pytest.fixture(scope="module")
def visitor(browser: Any, server: Server) -> Iterator[Visit]:
    """One for the tests of a file, as a new one takes as long as opening a page."""
    with browser.new_context(**DESK) as context:
        yield Visit(context, server.url)


@pytest.fixture
def fresh(browser: Any, server: Server, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """The page of the program on a phone, or in a window with the options of the parameter."""
    with browser.new_context(**getattr(request, "param", PHONE)) as context:
        yield from without_faults(Visit(context, server.url))


@pytest.fixture
def on_site(browser: Any, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """The page of a static site on a phone; the parameter is a script in place of Python."""
    with browser.new_context(**PHONE) as context, site(tmp_path, getattr(request, "param", "")) as url:
        yield from without_faults(Visit(context, url))


def without_faults(visit: Visit) -> Iterator[Visit]:
    yield visit
    assert visit.faults == []
