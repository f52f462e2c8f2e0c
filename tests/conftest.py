"""Settings and fixtures that all tests share."""

from __future__ import annotations

import importlib.util
import io
import os
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import settings

import pentomino
from commandline import Result, Run

# Only POSIX systems have pseudo-terminals, and the signals and files that these tests need.
collect_ignore = (
    []
    if importlib.util.find_spec("termios")
    else ["test_cli_posix.py", "test_console_examples.py", "test_fork.py", "test_live.py"]
)

# What a shell starts in the background ignores Ctrl-C, and so would all that the tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples in every run, however slow the machine; HYPOTHESIS_PROFILE=explore looks for new ones.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


@pytest.fixture
def plain_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty directory, and an environment without a wish for colour."""
    source = Path(pentomino.__file__).parent.parent
    monkeypatch.setenv("PYTHONPATH", str(source))
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "COLORTERM", "PYTHONIOENCODING", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run(plain_place: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command line, called in this process."""
    from pentomino.cli import main

    def call(*arguments: str, stdin: str | bytes = "") -> Result:
        given = stdin if isinstance(stdin, bytes) else stdin.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
        status = main(arguments)
        out, err = capsys.readouterr()
        return Result(status, out, err)

    return call
