"""The command line with file names, signals, pipes, shells and terminals as POSIX systems have them."""

from __future__ import annotations

import os
import pty
import re
import shlex
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import pentomino
from commandline import BOARD, ENDLESS, Run, complaint, full_match, process, shell, start, write
from effort import thorough

pytestmark = [pytest.mark.needs_processes, pytest.mark.usefixtures("plain_place")]


def test_names_of_many_kinds_and_inputs_without_end(run: Run) -> None:
    status, _, err = process("count", b"\xff\xfe")
    assert status == 2
    assert err.endswith(f": there is no such file; {BOARD}\n")
    assert run("solve", "x" * 5000) == complaint(f"{'x' * 5000}: File name too long")
    Path("circle").symlink_to("circle")
    assert run("count", "circle") == complaint("circle: Too many levels of symbolic links")
    for option in ([], ["--placed"], ["--pieces-file"]):
        assert run("count", *option, "/dev/zero") == complaint("/dev/zero: a file must have at most 67108864 bytes")


def test_a_piece_file_may_come_from_a_pipe() -> None:
    assert shell("count=$(printf 'PIECE a\\n111\\n' | pentomino count 1x3 --pieces-file -); echo $count").out == "1\n"
    assert shell("pentomino count 1x3 --pieces-file <(printf 'PIECE a\\n111\\n')").out == "1\n"


def test_control_c() -> None:
    with start("solve", *ENDLESS, "--all") as running:
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


POOL = """
import os, signal, sys
from multiprocessing.process import BaseProcess
from pentomino.cli import main

start, started = BaseProcess.start, []

def interrupted(self):
    start(self)
    started.append(self)
    if len(started) == 1:
        os.kill(os.getpid(), signal.SIGINT)

BaseProcess.start = interrupted
sys.exit(main(["count", "8x8", "-p", "pentominoes + O4", "--executor", "processes:2"]))
"""


def test_control_c_while_a_pool_is_started() -> None:
    """The pool would wait for ever for a process that nobody tells to end."""
    done = subprocess.run([sys.executable, "-c", POOL], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (130, "pentomino: interrupted\n")


@pytest.mark.parametrize("unbuffered", ["", pytest.param("1", marks=thorough)])
def test_what_cannot_be_said_changes_nothing(unbuffered: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    assert shell("pentomino watch 2x5 -p 'V*2' 2> /dev/full") == (1, "", "")
    assert shell("pentomino count 3x20 --verbose 2> /dev/full") == (0, "2\n", "")
    assert shell("pentomino count nothing 2> /dev/full") == (2, "", "")
    assert shell("pentomino count 3x20 > /dev/full 2>&1") == (2, "", "")
    assert shell(f"pentomino solve {shlex.join(ENDLESS)} --where level==9 --timeout 0.1 2> /dev/full") == (3, "", "")


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", *ENDLESS, "--all"],
        ["solve", *ENDLESS, "--all", "--json"],
        ["watch", *ENDLESS],
        pytest.param(["pieces", "decominoes"], marks=thorough),
    ],
    ids=["solve", "json", "watch", "pieces"],
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


@pytest.mark.parametrize(
    "arguments",
    ["--help", "solve 3x20", *(pytest.param(one, marks=thorough) for one in ("--version", "pieces", "count 3x20"))],
)
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


OTHERS = "solve 3x20 --json, solve 3x20 --animate, count 3x20, watch 3x20 -n 1, pieces X, solve --help, --version"
PRINTING = ["solve 3x20", "boards", "--help", *(pytest.param(one, marks=thorough) for one in OTHERS.split(", "))]


@pytest.mark.parametrize("arguments", PRINTING)
@pytest.mark.parametrize("unbuffered", ["", pytest.param("1", marks=thorough)])
def test_a_full_disc_and_no_standard_output(arguments: str, unbuffered: str) -> None:
    command = f"PYTHONUNBUFFERED={unbuffered} pentomino {arguments}"
    assert shell(f"{command} > /dev/full") == complaint("standard output: No space left on device")
    assert shell(f"{command} >&-") == complaint("standard output is closed")


def test_no_standard_output_is_needed_for_a_file() -> None:
    assert shell("pentomino solve 3x20 -o out.txt >&-") == (0, "", "")
    assert Path("out.txt").is_file()


@pytest.mark.parametrize("stdin", ["0> write-only", "<&-"])
def test_a_standard_input_that_cannot_be_read(stdin: str) -> None:
    status, out, err = shell(f"pentomino count - {stdin}")
    assert (status, out) == (2, "")
    full_match(r"pentomino: standard input[: ][^\n]+\n", err)


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
        except OSError:  # Linux raises it when the other end is closed
            pass
    return shown.decode().replace("\r\n", "\n")


def bare(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_on_a_terminal_the_first_command_says_what_next() -> None:
    picture = str(pentomino.solve())
    said = (
        "pentomino: to play: pentomino play; to print puzzles: pentomino generate --difficulty easy-hard "
        "-o sheet.html; help: pentomino --help"
    )
    assert on_a_terminal(TERM="dumb") == f"{picture}\n{said}\n"
    assert on_a_terminal("solve", TERM="dumb") == f"{picture}\n"


def test_a_terminal_shows_the_names_of_unclear_letters() -> None:
    """Elsewhere the picture can be read back, so it has no such line."""
    command = ["solve", "2x6", "-p", "I4 L4 L4'", "--style", "letters"]
    picture = subprocess.run([sys.executable, "-m", "pentomino", *command], capture_output=True, text=True, check=True)
    assert on_a_terminal(*command, TERM="dumb") == f"{picture.stdout}L = L4; l = L4'\n"
    assert bare(on_a_terminal(*command)).split("\n")[-2] == "L = L4; l = L4'"
    assert "=" not in on_a_terminal("solve", "6x10", "--style", "letters", TERM="dumb")
    assert "=" not in on_a_terminal(*command[:-1], "outline", TERM="dumb")


def test_colour_on_a_terminal() -> None:
    plain = str(pentomino.solve("5x12")) + "\n"
    coloured = on_a_terminal("solve", "5x12")
    assert "\x1b[38;5;16;48;5;" in coloured
    assert [line.rstrip() for line in bare(coloured).split("\n")] == [line.rstrip() for line in plain.split("\n")]
    assert "48;2;" in on_a_terminal("solve", "5x12", COLORTERM="truecolor")


def test_no_colour(run: Run, resize_terminal: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    resize_terminal(80)
    plain = f"{pentomino.solve('5x12')}\n"
    assert run("solve", "5x12").out != plain
    for option in ("--colour=never", "--color=never"):
        assert run("solve", "5x12", option).out == plain
    for name, value in {"TERM": "dumb", "NO_COLOR": "1"}.items():
        with monkeypatch.context() as patch:
            patch.setenv(name, value)
            assert run("solve", "5x12").out == plain
    assert bare(run("solve", "3x20", "--colour=blocks").out) == 3 * (40 * " " + "\n")
    for option in ("--style=svg", "--json"):
        assert "\x1b" not in run("solve", "3x20", option).out


def test_a_device_is_written_to(run: Run) -> None:
    assert run("solve", "3x20", "-o", "/dev/null") == (0, "", "")


def test_a_file_keeps_its_mode_and_a_link_its_target(run: Run) -> None:
    write("real", "old")
    Path("real").chmod(0o640)
    Path("link.txt").symlink_to("real")
    Path("loose.txt").symlink_to("made")
    assert run("solve", "3x20", "-o", "link.txt", "--force") == (0, "", "")
    assert run("solve", "3x20", "-o", "loose.txt") == (0, "", "")
    assert shell("umask 027; pentomino solve 3x20 -o new.txt").status == 0
    assert Path("link.txt").is_symlink()
    assert Path("loose.txt").is_symlink()
    assert Path("link.txt").read_bytes() == Path("loose.txt").read_bytes() == Path("new.txt").read_bytes() != b"old"
    assert [stat.S_IMODE(Path(name).stat().st_mode) for name in ("real", "new.txt")] == [0o640, 0o640]
    assert sorted(path.name for path in Path().iterdir()) == ["link.txt", "loose.txt", "made", "new.txt", "real"]


@pytest.mark.parametrize("options", ["-o /dev/stdout", "-o /dev/fd/1", "-o /dev/stderr 2>&1"])
def test_standard_output_by_another_name(options: str) -> None:
    picture = pentomino.solve("3x20").to_text("letters")
    command = f"pentomino solve 3x20 --style letters {options}"
    assert shell(command) == (0, f"{picture}\n", "")
    both = f"{{ echo before; {command}; pentomino solve 3x20 {options}; echo after; }} > out; cat out"
    assert shell(both).out == f"before\n{picture}\n{pentomino.solve('3x20')}\nafter\n"


def test_a_pipe_by_name() -> None:
    picture = pentomino.solve("3x20").to_text("letters")
    command = "pentomino solve 3x20 --style letters -o"
    os.mkfifo("pipe")
    assert shell(f"{command} pipe & cat pipe").out == f"{picture}\n"
    assert shell(f"{command} >(cat); wait $!").out == f"{picture}\n"
    assert Path("pipe").is_fifo()


@pytest.mark.parametrize(
    "options",
    [
        "-o out.txt",
        "-o out.svg",
        *(pytest.param(f"{style} -o out", marks=thorough) for style in ("--json", "--style svg")),
    ],
)
def test_a_disc_that_is_full_while_a_file_is_written(options: str) -> None:
    """A file may have 1024 bytes: too few for one picture in SVG, and for what Python would compile for next time."""
    number = 1 if "svg" in options else 20
    command = f"export PYTHONDONTWRITEBYTECODE=1; ulimit -f 1; pentomino solve 5x12 {options} -n {number}"
    assert shell(command) == complaint(f"{options.split()[-1]}: File too large")
    assert list(Path().iterdir()) == []


def test_a_command_that_is_killed_leaves_the_old_file() -> None:
    write("out.txt", "old")
    with start("solve", *ENDLESS, "--all", "-o", "out.txt", "--force") as running:
        try:
            while not any(path.stat().st_size > 3 for path in Path().iterdir()):
                assert running.poll() is None
        finally:
            running.kill()
    assert Path("out.txt").read_text() == "old"


def test_a_file_that_may_not_be_written(run: Run) -> None:
    write("out.txt", "old")
    Path("out.txt").chmod(0o444)
    if not os.access("out.txt", os.W_OK):  # root may write to any file
        assert run("solve", "3x20", "-o", "out.txt", "--force") == complaint("out.txt: Permission denied")
        assert Path("out.txt").read_text() == "old"
