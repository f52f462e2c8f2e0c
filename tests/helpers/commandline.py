"""Run commands, and build the results and messages that tests expect. `conftest.py` has the fixtures for it."""

from __future__ import annotations

import locale
import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pentomino.cli import whole_parser

BOARD = (
    "BOARD must be a size such as 6x10 (rows x columns) or 3x4x5, a name such as kanoodle (see pentomino boards), "
    "a form such as 'triangular hexagon 3' or 'pyramid 5', a file with a picture, or - for standard input"
)
ENDLESS = ["9x10", "-p", "one-sided pentominoes", "--no-reflections"]


class Result(NamedTuple):
    """The exit status of a command and its output."""

    status: int
    out: str
    err: str


Run = Callable[..., Result]


def process(*arguments: str | bytes, stdin: bytes = b"", **environ: str) -> Result:
    done = subprocess.run(
        [sys.executable, "-m", "pentomino", *arguments],
        input=stdin,
        capture_output=True,
        env={**os.environ, **environ},
        timeout=120,
    )
    encoding = environ.get("PYTHONIOENCODING") or locale.getpreferredencoding(False)
    out, err = (text.decode(encoding).replace(os.linesep, "\n") for text in (done.stdout, done.stderr))
    return Result(done.returncode, out, err)


def start(*arguments: str) -> subprocess.Popen[str]:
    """Start a command in its own process, without waiting for it."""
    command = [sys.executable, "-m", "pentomino", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def shell(command: str) -> Result:
    """Run a command in bash, where `python` is this Python and `pentomino` the package under test."""
    script = f'python() {{ "{sys.executable}" "$@"; }}\npentomino() {{ python -m pentomino "$@"; }}\n{command}'
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)
    return Result(done.returncode, done.stdout, done.stderr)


@cache
def _options() -> dict[str, set[str]]:
    return {name: {*parser._option_string_actions, "--version"} for name, parser in whole_parser().commands.items()}


def options_of(arguments: Sequence[str]) -> set[str]:
    """Return the options of the command that `arguments` begin with, or of the command `solve`."""
    return _options().get(arguments[0] if arguments else "", _options()["solve"])


def complaint(message: str, status: int = 2) -> Result:
    """Return the result of a command that fails with a message."""
    return Result(status, "", f"pentomino: {message}\n")


def exactly(message: str) -> str:
    return rf"\A{re.escape(message)}\Z"


def full_match(pattern: str, text: str) -> re.Match[str]:
    """Return the match of a pattern with the whole text. If there is no match, fail and show both."""
    found = re.fullmatch(pattern, text)
    assert found, f"{text!r} does not match {pattern!r}"
    return found


def write(name: str, content: str | bytes) -> str:
    Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return name
