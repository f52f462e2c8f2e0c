"""Settings and fixtures of all tests. Helpers to import are in `helpers`."""

from __future__ import annotations

import gc
import importlib.util
import io
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import effort
import pentomino
from chromium import launched
from commandline import Result, Run, options_of
from pentomino._core import WINDOW

# Only POSIX systems have pseudo-terminals, and the signals and files that these tests need.
collect_ignore = (
    []
    if importlib.util.find_spec("termios")
    else ["cli/test_posix.py", "cli/test_watch_on_terminals.py", "package/test_console_examples.py"]
)

# A process that a shell starts in the background ignores Ctrl-C, and so would all processes that the tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


# Whether something is missing here, by the marks of the tests that need it.
IN_WEBASSEMBLY = sys.platform == "emscripten"
MISSING = {
    "needs_processes": IN_WEBASSEMBLY,
    "needs_threads": IN_WEBASSEMBLY,
    "needs_numpy": not importlib.util.find_spec("numpy"),
    "needs_128_bits": WINDOW < 128,
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="run all tests, with all their random examples")


def pytest_configure(config: pytest.Config) -> None:
    effort.begin(config.getoption("thorough"), config.getoption("hypothesis_seed"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.suffix == ".md":
            item.add_marker("needs_128_bits")  # pages show the output of a usual machine
            if item.path.name not in effort.FIRST_READ:
                item.add_marker(effort.thorough)
        for mark, is_missing in MISSING.items():
            if is_missing and item.get_closest_marker(mark):
                item.add_marker(pytest.mark.skip(reason=f"it {mark.replace('_', ' ')}"))
    if config.getoption("thorough"):
        return
    left_out = [item for item in items if item.get_closest_marker("thorough")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if not item.get_closest_marker("thorough")]


def pytest_collection_finish() -> None:
    """Spare the collector of cycles the tests themselves, which stay to the end."""
    gc.freeze()


@pytest.fixture
def plain_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty directory, with no environment variable that asks for colour or against it."""
    source = Path(pentomino.__file__).parent.parent
    monkeypatch.setenv("PYTHONPATH", str(source))
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "COLORTERM", "PYTHONIOENCODING", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run(plain_place: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that calls the command line in this process."""
    from pentomino.cli import main

    def call(*arguments: str, stdin: str | bytes = "") -> Result:
        given = stdin if isinstance(stdin, bytes) else stdin.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
        status = main(arguments)
        out, err = capsys.readouterr()
        assert not re.search(r"\w\(", err), f"a message of the command line names a call of Python: {err}"
        other = re.sub(r"pentomino [a-z]+ -[^;]*", "", err)  # another command, with its own options
        strange = {*re.findall(r"(?<!\w)--[a-z-]+", other)}.difference(
            options_of(arguments), re.split("[= ]", " ".join(arguments))
        )
        assert status != 2 or not strange, f"a message names options that the command does not have: {err}"
        return Result(status, out, err)

    return call


@pytest.fixture
def resize_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that makes the captured standard output a terminal of some size, or gives it another size.

    Call it in the test: pytest captures the output of fixtures in another stream.
    """
    descriptor, measure = 1 << 30, os.get_terminal_size

    def resize(columns: int, lines: int = 30) -> None:
        size = os.terminal_size((columns, lines))
        # Any other terminal, such as that of pytest, keeps its size.
        monkeypatch.setattr(os, "get_terminal_size", lambda number=1: size if number == descriptor else measure(number))
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
        monkeypatch.setattr(sys.stdout, "fileno", lambda: descriptor, raising=False)
        monkeypatch.setenv("TERM", "xterm")

    return resize


@pytest.fixture
def eager_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """Report progress at each look at the clock, not ten times a second."""
    monkeypatch.setattr("pentomino.search.clock.INTERVAL", 0.0)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Start Chromium, once for the tests of a file."""
    with launched() as found:
        yield found
