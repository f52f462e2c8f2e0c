"""The command line with file names, signals, pipes, shells and terminals as POSIX systems have them."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys

import pytest

import pentomino
from commandline import BOARD, ENDLESS, process, shell, start

pytestmark = pytest.mark.usefixtures("plain_place")


def test_names_of_many_kinds() -> None:
    status, _, err = process("count", b"\xff\xfe")
    assert status == 2
    assert err.endswith(f": there is no such file; {BOARD}\n")
    status, _, err = process("solve", "x" * 5000)
    assert (status, err) == (2, f"pentomino: {'x' * 5000}: File name too long\n")


@pytest.mark.parametrize(
    "arguments",
    [["solve", *ENDLESS, "--all"], ["count", "1x5", "9x10", "-p", "pentominoes*"]],
    ids=["solve", "count"],
)
def test_control_c(arguments: list[str]) -> None:
    with start(*arguments) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        try:
            assert running.stdout.readline()
            running.send_signal(signal.SIGINT)
            running.stdout.read()
            assert running.stderr.read() == "pentomino: interrupted\n"
            assert running.wait(60) == 130
        finally:
            running.kill()


@pytest.mark.parametrize(
    "arguments",
    [["solve", *ENDLESS, "--all"], ["solve", *ENDLESS, "--all", "--json"], ["pieces", "decominoes"]],
    ids=["solve", "json", "pieces"],
)
def test_a_pipe_that_is_closed_early(arguments: list[str]) -> None:
    with start(*arguments) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        try:
            assert running.stdout.readline()
            running.stdout.close()
            assert running.stderr.read() == ""
            assert running.wait(60) == 0
        finally:
            running.kill()


@pytest.mark.parametrize("arguments", ["--help", "--version", "pieces", "count 3x20", "solve 3x20"])
def test_a_pipe_that_nobody_reads(arguments: str) -> None:
    """The reader has gone before the first word."""
    ours, theirs = os.pipe()
    os.close(ours)
    command = [sys.executable, "-m", "pentomino", *arguments.split()]
    try:
        done = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, text=True, timeout=120)
    finally:
        os.close(theirs)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("arguments", ["solve 3x20", "count 3x20", "pieces X"])
def test_a_full_disc(arguments: str) -> None:
    status, _, err = shell(f"pentomino {arguments} > /dev/full")
    assert status == 2
    assert re.fullmatch(r"pentomino: (\w[^:\n]*: )?No space left on device\n", err)


@pytest.mark.parametrize("arguments", ["solve 3x20", "count 3x20", "pieces X"])
def test_no_standard_output(arguments: str) -> None:
    assert "Traceback" not in shell(f"pentomino {arguments} >&-").err


def test_no_standard_input() -> None:
    status, out, err = shell("pentomino count - <&-")
    assert (status, out) == (2, "")
    assert re.fullmatch(r"pentomino: standard input: [^\n]+\n", err)


def on_a_terminal(*arguments: str, **environ: str) -> str:
    """What a pseudo-terminal shows."""
    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color", **environ}
    try:
        subprocess.run(
            [sys.executable, "-m", "pentomino", *arguments], stdout=theirs, stderr=theirs, env=env, check=True
        )
    finally:
        os.close(theirs)
    shown = b""
    with os.fdopen(ours, "rb", buffering=0) as terminal:
        try:
            while part := terminal.read(65536):
                shown += part
        except OSError:  # Linux says so when the other end has been closed
            pass
    return shown.decode().replace("\r\n", "\n")


def bare(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_colour_on_a_terminal() -> None:
    plain = str(pentomino.solve("3x20")) + "\n"
    coloured = on_a_terminal("solve", "3x20")
    assert "\x1b[" in coloured
    assert "\x1b[38;5;16;48;5;" in coloured
    assert [line.rstrip() for line in bare(coloured).split("\n")] == [line.rstrip() for line in plain.split("\n")]
    assert "48;2;" in on_a_terminal("solve", "3x20", COLORTERM="truecolor")
    for without in (
        on_a_terminal("solve", "3x20", NO_COLOR="1"),
        on_a_terminal("solve", "3x20", TERM="dumb"),
        on_a_terminal("solve", "3x20", "--colour", "never"),
        on_a_terminal("solve", "3x20", "--color=never"),
    ):
        assert without == plain
    assert bare(on_a_terminal("solve", "3x20", "--colour=blocks")) == 3 * (40 * " " + "\n")
    assert "\x1b" not in on_a_terminal("solve", "3x20", "--style", "svg")
    assert "\x1b" not in on_a_terminal("solve", "3x20", "--json")


def test_a_device_is_written_to() -> None:
    assert process("solve", "3x20", "-o", "/dev/null") == (0, "", "")
