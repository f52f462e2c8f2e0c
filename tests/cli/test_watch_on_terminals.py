"""`watch` and `solve --animate` on a terminal: what they write, however it is resized and the program interrupted."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import threading
from collections.abc import Callable
from contextlib import closing
from select import select
from time import monotonic

import pytest

import pentomino
from commandline import Result, full_match
from pentomino.cli import main
from pentomino.cli.console import COLOUR_CODE, ENTER, LEAVE, best, can_show, guarded, live

pytestmark = pytest.mark.usefixtures("plain_place")

PATIENCE = 60.0
"""Seconds after which a test gives up; no test passes or fails by being faster or slower than that."""


def picture(solution: pentomino.Solution | None, style: str = "outline") -> list[str]:
    assert solution is not None
    return solution.to_text(style).split("\n")


def lines_of(text: str) -> list[str]:
    """The lines in a text, without control sequences: they put each line in its place."""
    return re.split(r"(?:\x1b\[\??[0-9;]*[A-Za-z])+|\r?\n", text)


class Terminal:
    """A pseudo-terminal in which a command runs. `text` is what the command has written."""

    def __init__(self, *arguments: str) -> None:
        self.ours, theirs = pty.openpty()
        self.text = ""
        self.resize(60, 15)
        environ = {**os.environ, "TERM": "xterm", "NO_COLOR": "1"}
        command = [sys.executable, "-m", "pentomino", *arguments]
        self.process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environ)
        os.close(theirs)

    def resize(self, columns: int, lines: int) -> None:
        fcntl.ioctl(self.ours, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.text = ""

    def wait_for(self, *lines: str) -> None:
        """Read until these lines follow one another; of the last one, the beginning is enough."""
        end = monotonic() + PATIENCE
        while "\n".join(["", *lines]) not in "\n".join(lines_of(self.text)):
            assert monotonic() < end, self.text
            if select([self.ours], [], [], 0.1)[0]:
                self.text += os.read(self.ours, 65536).decode()

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.ours)


@pytest.mark.needs_processes
def test_a_solution_stays_through_every_change_of_size() -> None:
    first = pentomino.solve("5x12")
    with closing(Terminal("watch", "5x12", "--delay", "1000")) as shown:
        shown.wait_for(*picture(first), "1 solution, ")
        assert shown.text.startswith(ENTER)
        # The outline takes 49 columns and 11 lines, letters 12 columns and 5.
        shown.resize(48, 15)
        shown.wait_for(*picture(first, "letters"), "1 solution, ")
        shown.resize(60, 5)
        shown.wait_for("the board needs 12 columns and 6 lines")
        shown.resize(60, 15)
        shown.wait_for(*picture(first), "1 solution, ")
        shown.process.send_signal(signal.SIGINT)
        shown.wait_for("pentomino: interrupted")
        left = lines_of(shown.text.partition(LEAVE)[2])
        assert left[:11] == picture(first)
        assert left[11].startswith("1 solution, ")
        assert shown.process.wait(PATIENCE) == 130


@pytest.fixture
def shown(
    resize_terminal: Callable[..., None], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Result]:
    """Return a function that runs a command in this process, on a terminal of some width without colours."""
    monkeypatch.setenv("NO_COLOR", "1")

    def call(columns: int, arguments: str) -> Result:
        resize_terminal(columns)
        status = main(arguments.split())
        return Result(status, *capsys.readouterr())

    return call


def test_without_a_size_it_is_80_by_24() -> None:
    stream = io.StringIO()
    with live(stream) as screen:
        assert screen.is_due
        screen.show(["x" * 81, "\n".join(["y" * 80] * 23)], "c" * 100)
        assert not screen.is_due
    assert stream.getvalue().startswith(ENTER)
    assert stream.getvalue().endswith(LEAVE)
    assert lines_of(stream.getvalue())[1:-1] == ["y" * 80] * 23 + ["c" * 80]


def test_each_line_is_put_in_its_place_and_the_rest_is_cleared() -> None:
    stream = io.StringIO()
    with live(stream) as screen:
        screen.show(["x\ny"], "z")
    assert stream.getvalue() == f"{ENTER}\x1b[3;1H\x1b[J\x1b[1;1H\x1b[Kx\x1b[2;1H\x1b[Ky\x1b[3;1H\x1b[Kz{LEAVE}"


def test_signals_are_as_before() -> None:
    before = signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGTSTP)
    stream = io.StringIO()

    def wait() -> int:
        with live(stream):
            os.kill(os.getpid(), signal.SIGTERM)
        return 0

    assert guarded(wait) == 143
    assert stream.getvalue().endswith("\x1b[?1049l")
    assert (signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGTSTP)) == before


@pytest.mark.needs_threads
def test_a_thread_can_draw() -> None:
    """Signals belong to the main thread, so there they are left alone."""
    shown: list[str] = []

    def draw() -> None:
        stream = io.StringIO()
        with live(stream) as screen:
            screen.show(["x"], "", 0.001)
        shown.append(stream.getvalue())

    thread = threading.Thread(target=draw)
    thread.start()
    thread.join()
    assert "x" in shown[0]


def test_a_terminal_that_has_gone() -> None:
    class Gone(io.StringIO):
        def flush(self) -> None:
            raise OSError(5, "Input/output error")

    with pytest.raises(OSError, match="Input/output"), live(Gone()):
        pass


def test_a_change_of_size_is_seen(resize_terminal: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    resize_terminal(20, 5)
    stream = io.StringIO()
    monkeypatch.setattr(stream, "fileno", sys.stdout.fileno, raising=False)
    sizes = [((9, 2), ["yy", "caption"]), ((5, 5), ["yy", "capti"]), ((1, 1), ["2"])]
    sizes += [((10, 3), ["x" * 10, "x" * 10, "caption"])] * 2  # twice, because the same size must not draw again
    drawn: list[str] = []

    def sleep(seconds: float) -> None:
        drawn.append(stream.getvalue())
        if len(drawn) <= len(sizes):
            resize_terminal(*sizes[len(drawn) - 1][0])
        else:
            raise KeyboardInterrupt

    monkeypatch.setattr("pentomino.cli.console.sleep", sleep)
    with pytest.raises(KeyboardInterrupt), live(stream) as screen:
        screen.show(["x" * 10 + "\n" + "x" * 10, "yy"], "caption", 1000)
    for before, after, (_, expected) in zip(drawn, drawn[1:], sizes[:-1], strict=False):
        assert lines_of(after.removeprefix(before))[1:] == expected
    assert drawn[-1] == drawn[-2]


def test_what_fits_across(resize_terminal: Callable[..., None]) -> None:
    resize_terminal(80)
    coloured = "\x1b[30;104m" + "x" * 80 + "\x1b[0m"
    assert best(["x" * 81, coloured, "y"]) == coloured
    assert best(["x" * 82, "x" * 81]) == "x" * 81


def test_where_pictures_can_be_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for term, expected in [("xterm", True), ("dumb", False), ("", False)]:
        monkeypatch.setenv("TERM", term)
        assert can_show(Terminal()) is expected
        assert can_show(io.StringIO()) is False
        assert can_show(None) is False
    monkeypatch.delenv("TERM")
    assert can_show(Terminal()) is False


@pytest.mark.parametrize(("columns", "style"), [(40, "letters"), (80, "letters"), (81, "outline"), (10, "letters")])
def test_a_solution_is_drawn_in_a_style_that_fits(columns: int, style: str, shown: Callable[..., Result]) -> None:
    solution = next(pentomino.solve_all("3x20"))
    assert shown(columns, "solve 3x20 --quiet").out == f"{solution.to_text(style)}\n"
    assert shown(columns, "solve 3x20 --quiet --style outline").out == f"{solution.to_text('outline')}\n"


@pytest.mark.parametrize(
    ("arguments", "drawn"),
    [
        ("hint 2x20 -p I2* -q", "\n?" + "." * 19 + "\n" + "." * 20 + "\n"),
        ("boards kanoodle", "\n".join(["." * 11] * 5)),
        ("unique 3x11 -p I3*", "\n" + "#" * 11 + "\n"),
    ],
)
def test_other_pictures_fit_narrow_terminals(arguments: str, drawn: str, shown: Callable[..., Result]) -> None:
    assert drawn in shown(40, arguments).out
    assert "+---" in shown(100, arguments).out


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize(
    "arguments",
    "boards, calendar, explain 2x30, generate --seed 3 -n 2 -q, hint 6x10 -q, solve 2x3x10 -q, unique 3x20".split(", "),
)
def test_no_line_is_wider_than_the_terminal(
    arguments: str, columns: int, shown: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("COLORTERM", "truecolor")
    lines = COLOUR_CODE.sub("", shown(columns, arguments).out).split("\n")
    assert len(lines) > 2
    assert max(map(len, lines)) <= columns


def test_two_animations_one_after_the_other(shown: Callable[..., Result]) -> None:
    status, out, err = shown(100, "solve 3x20 --all --animate --delay 0")
    first, second = map(str, pentomino.solve_all("3x20"))
    assert [part.partition(ENTER)[0] for part in out.split(LEAVE)] == ["", f"{first}\n", f"\n{second}\n"]
    full_match(r"pentomino: 2 solutions, \d+ nodes, \d+\.\d\d s\n", err)
    assert status == 0


@pytest.mark.parametrize(
    ("options", "work"), [("", r"[\d.]+( [a-z]+)? nodes a second"), ("--steps", r"\d+ placements made")]
)
def test_watched_to_the_end(options: str, work: str, shown: Callable[..., Result]) -> None:
    solutions = list(pentomino.solve_all("3x5", "pentominoes?"))
    status, out, _ = shown(100, f"watch 3x5 -p pentominoes? --delay 0 {options}")
    before, _, left = out.partition(LEAVE)
    assert status == 0
    assert "\n".join(picture(solutions[0])) in "\n".join(lines_of(before))
    if not options:
        assert left.startswith(f"{solutions[-1]}\n")
    full_match(f"{len(solutions)} solutions, {work}", left.splitlines()[-1])


def test_out_of_time_the_last_picture_stays_and_in_vain_it_is_said_why(shown: Callable[..., Result]) -> None:
    status, out, err = shown(100, "watch 5x12 --delay 1000 --timeout 0")
    assert out.rpartition(LEAVE)[2].splitlines()[-1].startswith("0 solutions, ")
    assert (status, err) == (3, "pentomino: stopped after 0 s: 0 solutions found\n")
    said = "pentomino: there is no solution\npentomino: V has no place on the free cells\n"
    status, _, err = shown(100, "watch 2x5 -p V*2")
    assert (status, err) == (1, said)


@pytest.mark.needs_processes
def test_paused_and_continued() -> None:
    first = picture(pentomino.solve("5x12"))
    with closing(Terminal("watch", "5x12", "--delay", "1000")) as shown:
        shown.wait_for(*first, "1 solution, ")
        shown.text = ""
        shown.process.send_signal(signal.SIGTSTP)
        end = monotonic() + PATIENCE
        while ENTER not in shown.text:  # a system may not stop it at all, because no shell could continue it
            assert monotonic() < end, shown.text
            if select([shown.ours], [], [], 0.1)[0]:
                shown.text += os.read(shown.ours, 65536).decode()
            else:
                shown.process.send_signal(signal.SIGCONT)
        shown.wait_for(*first, "1 solution, ")
        assert shown.text.startswith(LEAVE + ENTER)
