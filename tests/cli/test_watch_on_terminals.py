"""`watch` and `solve --animate` on a terminal: what it shows, however it is resized and the program interrupted."""

from __future__ import annotations

import io
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import pentomino
from pentomino import Puzzle
from pentomino.cli import main
from pentomino.cli.screen import COLOUR_CODE, can_show, fitting, live
from terminals import TERMINALS, Grid, Terminal, start, wait


@pytest.fixture(params=TERMINALS, ids=lambda kind: kind.__name__)
def terminal(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """A function that opens a terminal in which a script of bash runs."""

    @contextmanager
    def opened(script: str, columns: int = 80, lines: int = 24) -> Iterator[Terminal]:
        shown = start(request.param, tmp_path, script, columns, lines)
        try:
            yield shown
        finally:
            shown.close()

    return opened


@pytest.fixture(autouse=True)
def _no_wish_for_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)


def picture(solution: pentomino.Solution | None, style: str = "outline") -> list[str]:
    assert solution is not None
    return solution.to_text(style).split("\n")


def spaced(solution: pentomino.Solution | None) -> list[str]:
    """The picture in letters, two columns a cell, as it is where there is colour."""
    return [" ".join(row) for row in picture(solution, "letters")]


def is_over(lines: list[str]) -> bool:
    """Whether the script has told the exit status."""
    return bool(lines) and lines[-1].startswith("status ")


@pytest.mark.needs_processes
def test_a_solution_stays_through_every_change_of_size(terminal: Any) -> None:
    first = pentomino.solve("5x12")
    with terminal("pentomino watch 5x12 --delay 1000; echo status $?", 60, 15) as shown:
        lines = wait(shown, lambda lines: bool(lines) and lines[-1].startswith("solution 1,"))
        assert lines[:-1] == picture(first)
        assert re.fullmatch(r"solution 1, [\d.]+( [kM])? nodes a second", lines[-1])
        assert shown.modes() == (False, True)
        # The outline takes 49 columns and 11 lines, letters 24 columns and 5, and 12 columns without blanks.
        for columns, height in [(49, 12), (60, 20), (49, 40)]:
            shown.resize(columns, height)
            assert wait(shown, lambda lines: lines[:-1] == picture(first))[-1].startswith("solution 1,")
        for columns, height in [(48, 40), (60, 11), (24, 6)]:
            shown.resize(columns, height)
            assert wait(shown, lambda lines: lines[:-1] == spaced(first))[-1].startswith("solution 1,")
        shown.resize(23, 6)
        assert wait(shown, lambda lines: lines[:-1] == picture(first, "letters"))[-1].startswith("solution 1,")
        for columns, height in [(60, 5), (11, 40), (10, 3), (3, 1)]:
            shown.resize(columns, height)
            words = "the board needs 12 columns and 6 lines", "needs 12 x 6", "12x6", "12x"
            message = next(text for text in words if len(text) <= columns)
            assert wait(shown, lambda lines, message=message: lines == [message])
        shown.resize(60, 15)
        assert wait(shown, lambda lines: lines[:-1] == picture(first))[-1].startswith("solution 1,")
        shown.type("\x03")
        lines = wait(shown, is_over)
        assert lines[:-3] == picture(first)
        assert lines[-3].startswith("1 solution, ")
        assert lines[-2:] == ["pentomino: interrupted", "status 130"]
        assert shown.modes() == (True, False)


@pytest.mark.needs_processes
def test_each_solution_is_drawn_over_the_last_one(terminal: Any) -> None:
    puzzle = Puzzle("5x6", "pentominoes?")
    solutions = list(puzzle.solve_all(limit=10))
    shown_so_far: list[list[str]] = []

    def is_over_now(lines: list[str]) -> bool:
        if lines and lines[-1].startswith("solution ") and lines[:-1] not in shown_so_far:
            shown_so_far.append(lines[:-1])
        return is_over(lines)

    with terminal("pentomino watch 5x6 -p 'pentominoes?' -n 10 --delay 0.05; echo status $?") as shown:
        lines = wait(shown, is_over_now)
        assert re.fullmatch(r"10 solutions, [\d.]+( [kM])? nodes a second", lines[-2])
        assert lines[:-2] == picture(solutions[-1])
        assert lines[-1] == "status 0"
        assert shown.modes() == (True, False)
    # Whichever were seen in time, each of them was whole, and they came in order.
    pictures = [picture(solution) for solution in solutions]
    numbers = [pictures.index(lines) for lines in shown_so_far]
    assert numbers == sorted(numbers)
    with terminal("pentomino watch 5x6 -p 'pentominoes?' -n 10 --delay 1000; echo status $?") as shown:
        lines = wait(shown, lambda lines: bool(lines) and lines[-1].startswith("solution "))
        assert lines[:-1] == pictures[0]
        shown.type("\x03")
        assert wait(shown, is_over)[-1] == "status 130"


@pytest.mark.needs_processes
def test_a_long_search_can_be_seen_and_interrupted(terminal: Any, tmp_path: Path) -> None:
    """Dominoes do not cover a board without two opposite corners, but no search knows."""
    board = "#" + "." * 11 + "\n" + ("." * 12 + "\n") * 10 + "." * 11 + "#\n"
    tmp_path.joinpath("board.txt").write_text(board)
    with terminal("pentomino watch board.txt -p 'I2*'; echo status $?") as shown:
        lines = wait(
            shown, lambda lines: bool(lines) and re.search(r", [1-9]\S* [kM] nodes a second", lines[-1]) is not None
        )
        assert lines[-1].startswith("no solution yet, ")
        assert len(lines) == 13  # letters, as the outline is too high
        shown.resize(60, 30)
        wait(shown, lambda lines: len(lines) == 26)
        shown.type("\x03")
        lines = wait(shown, is_over)
        assert lines[-3].startswith("0 solutions, ")
        assert lines[-2:] == ["pentomino: interrupted", "status 130"]
        assert shown.modes() == (True, False)


@pytest.mark.needs_processes
def test_steps(terminal: Any) -> None:
    walk = Puzzle("3x5", "pentominoes?").walk()
    *_, last = walk.steps()
    command = "pentomino watch 3x5 -p 'pentominoes?' --steps --delay {}; echo status $?"
    with terminal(command.format(1000)) as shown:
        lines = wait(shown, lambda lines: bool(lines) and lines[-1] == "no solution yet, 1 placement tried")
        assert len(lines) == 8
        assert sum(line.count("+") for line in lines) > 4  # more than the corners of the board
        shown.type("\x03")
        assert wait(shown, is_over)[-3:] == [
            "0 solutions, 1 placement tried", "pentomino: interrupted", "status 130"
        ]  # fmt: skip
    with terminal(command.format(0)) as shown:
        lines = wait(shown, is_over)
        assert lines[-2] == f"{walk.found} solutions, {last.tried} placements tried"


@pytest.mark.needs_processes
def test_out_of_time_the_last_picture_stays(terminal: Any) -> None:
    script = "pentomino watch 5x12 --delay 1000 --timeout 0; pentomino watch 3x5 -p XIF; echo status $?"
    with terminal(script) as shown:
        lines = wait(shown, is_over)
        assert "pentomino: stopped after 0 s: 0 solutions found" in lines
        assert sum(line.startswith("0 solutions, ") for line in lines) == 2
        assert lines[-1] == "status 1"


@pytest.mark.needs_processes
def test_stopped_and_continued(terminal: Any) -> None:
    """Ctrl-Z gives the terminal back; in the foreground again, the picture is there again."""
    first = picture(pentomino.solve("5x12"))
    script = "set -m; pentomino watch 5x12 --delay 1000; echo waiting; read; fg; echo status $?"
    with terminal(script) as shown:
        wait(shown, lambda lines: lines[:-1] == first)
        shown.type("\x1a")
        lines = wait(shown, lambda lines: "waiting" in lines)
        assert not set(first) & set(lines)
        assert shown.modes() == (True, False)
        shown.type("\n")
        wait(shown, lambda lines: lines[:-1] == first)
        assert shown.modes() == (False, True)
        shown.type("\x03")
        assert wait(shown, is_over)[-2:] == ["pentomino: interrupted", "status 130"]
        assert shown.modes() == (True, False)


@pytest.mark.needs_processes
def test_ended_from_outside(terminal: Any) -> None:
    """`kill` and `timeout` do not leave a terminal without a cursor."""
    script = "pentomino watch 5x12 --delay 1000 & read; kill $!; wait $!; echo status $?"
    with terminal(script) as shown:
        wait(shown, lambda lines: bool(lines) and lines[-1].startswith("solution 1,"))
        shown.type("\n")
        lines = wait(shown, lambda lines: lines[-1:] == ["status 143"])
        assert not "".join(lines[:-1])
        assert shown.modes() == (True, False)


@pytest.mark.needs_processes
def test_animated(terminal: Any) -> None:
    solution = pentomino.solve("5x12", shuffle=7)
    assert solution is not None
    command = "pentomino solve 5x12 --seed 7 --animate --delay {}; echo status $?"
    with terminal(command.format(1000)) as shown:
        lines = wait(shown, lambda lines: bool(lines) and lines[-1].startswith("1 of 12: "))
        assert lines[-1] == "1 of 12: " + solution.laid[0].piece.name
        assert len(lines) == 12
        shown.type("\x03")
        assert wait(shown, is_over) == ["pentomino: interrupted", "status 130"]
        assert shown.modes() == (True, False)
    with terminal(command.format(0)) as shown:
        lines = wait(shown, is_over)
        assert lines[:-2] == picture(solution)
        assert re.fullmatch(r"pentomino: 1 solution, \d+ placements tried, \d+\.\d\d s", lines[-2])
        assert lines[-1] == "status 0"
    with terminal(command.format(0), 48) as shown:
        lines = wait(shown, is_over)
        assert lines[:5] == spaced(solution)


# -------------------------------------------------------------------------------------------- the screen alone


def test_without_a_size_it_is_80_by_24() -> None:
    stream = io.StringIO()
    with live(stream) as screen:
        assert screen.is_due
        screen.show(["x" * 81, "\n".join(["y" * 80] * 23)], "c" * 100)
        assert not screen.is_due
    grid = Grid(80, 24)
    grid.write(stream.getvalue().split("\x1b[?7h")[0])
    assert grid.text() == ["y" * 80] * 23 + ["c" * 80]
    assert (grid.is_other, grid.has_cursor, grid.wraps) == (True, False, False)
    grid = Grid(80, 24)
    grid.write("before" + stream.getvalue())
    assert grid.text() == ["before"]
    assert (grid.is_other, grid.has_cursor, grid.wraps) == (False, True, True)


def test_signals_are_as_before() -> None:
    before = signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGTSTP)
    stream = io.StringIO()
    with pytest.raises(SystemExit) as caught, live(stream):
        os.kill(os.getpid(), signal.SIGTERM)
    assert caught.value.code == 143
    assert stream.getvalue().endswith("\x1b[?1049l")
    assert (signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGTSTP)) == before


@pytest.mark.needs_threads
def test_a_thread_can_draw(capsys: pytest.CaptureFixture[str]) -> None:
    """Signals belong to the main thread, so there they are left alone."""
    shown: list[str] = []

    def draw() -> None:
        stream = io.StringIO()
        with live(stream) as screen:
            screen.show(["x"], "")
            screen.refresh()
            screen.wait(0.001)
        shown.append(stream.getvalue())

    thread = threading.Thread(target=draw)
    thread.start()
    thread.join()
    assert "x" in shown[0]


def test_a_terminal_that_has_gone(capsys: pytest.CaptureFixture[str]) -> None:
    class Gone(io.StringIO):
        def flush(self) -> None:
            raise OSError(5, "Input/output error")

    with pytest.raises(OSError, match="Input/output"), live(Gone()):
        pass


def test_a_change_of_size_is_seen(resize_terminal: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    resize_terminal(20, 5)
    stream = io.StringIO()
    monkeypatch.setattr(stream, "fileno", sys.stdout.fileno, raising=False)
    with live(stream) as screen:
        screen.refresh()  # with nothing to draw yet
        screen.show(["x" * 10 + "\n" + "x" * 10, "yy"], "caption")
        grid = Grid(20, 5)
        grid.write(stream.getvalue())
        for size, expected in [
            ((9, 2), ["yy", "caption"]),
            ((5, 5), ["yy", "capti"]),
            ((1, 1), ["2"]),
            ((10, 3), ["x" * 10, "x" * 10, "caption"]),
        ]:
            before = len(stream.getvalue())
            resize_terminal(*size)
            screen.wait(0.001)
            grid.resize(*size)
            grid.write(stream.getvalue()[before:])
            assert grid.text() == expected
            before = len(stream.getvalue())
            screen.refresh()
            assert len(stream.getvalue()) == before  # nothing is drawn without a reason


def test_what_fits_across() -> None:
    coloured = "\x1b[30;104m" + "x" * 80 + "\x1b[0m"
    assert fitting(["x" * 81, coloured, "y"], io.StringIO()) == [coloured]
    assert fitting(["x" * 81], io.StringIO()) == []


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


@pytest.mark.needs_processes
def test_a_dumb_terminal_gets_plain_pictures(terminal: Any) -> None:
    solutions = list(pentomino.solve_all("3x20"))
    with terminal("TERM=dumb pentomino watch 3x20 --style letters --delay 1000; echo status $?") as shown:
        assert wait(shown, is_over) == [
            *picture(solutions[0], "letters"),
            "",
            *picture(solutions[1], "letters"),
            "status 0",
        ]
        assert shown.modes() == (True, False)


@pytest.mark.parametrize(("columns", "style"), [(40, "letters"), (80, "letters"), (81, "outline"), (10, "letters")])
def test_a_solution_is_drawn_in_a_style_that_fits(
    columns: int,
    style: str,
    resize_terminal: Callable[..., None],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    resize_terminal(columns)
    monkeypatch.setenv("NO_COLOR", "1")
    solution = next(pentomino.solve_all("3x20"))
    assert main(["solve", "3x20", "--quiet"]) == 0
    assert capsys.readouterr().out == f"{solution.to_text(style)}\n"
    assert main(["solve", "3x20", "--quiet", "--style", "outline"]) == 0
    assert capsys.readouterr().out == f"{solution.to_text('outline')}\n"


@pytest.mark.parametrize(
    ("arguments", "drawn"),
    [
        ("hint 2x20 -p I2* -q", "\n?" + "." * 19 + "\n" + "." * 20 + "\n"),
        ("boards kanoodle", "\n".join(["." * 11] * 5)),
        ("unique 3x11 -p I3*", "\n" + "#" * 11 + "\n"),
    ],
)
def test_other_pictures_fit_narrow_terminals(
    arguments: str,
    drawn: str,
    resize_terminal: Callable[..., None],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    resize_terminal(40)
    main(arguments.split())
    assert drawn in capsys.readouterr().out
    resize_terminal(100)
    main(arguments.split())
    assert "+---" in capsys.readouterr().out


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize(
    "arguments",
    ["boards", "calendar", "explain 2x30", "generate --seed 3 -q", "hint 6x10 -q", "solve 2x3x10 -q", "unique 3x20"],
)
def test_no_line_is_wider_than_the_terminal(
    arguments: str,
    columns: int,
    resize_terminal: Callable[..., None],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    resize_terminal(columns)
    main(arguments.split())
    lines = COLOUR_CODE.sub("", capsys.readouterr().out).split("\n")
    assert len(lines) > 2
    assert max(map(len, lines)) <= columns


def test_two_animations_one_after_the_other(
    resize_terminal: Callable[..., None], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    resize_terminal(100)
    assert main(["solve", "3x20", "--all", "--animate", "--delay", "0"]) == 0
    out, err = capsys.readouterr()
    grid = Grid(100, 30)
    grid.write(out.replace("\n", "\r\n"))
    first, second = (picture(solution) for solution in pentomino.solve_all("3x20"))
    assert grid.text() == [*first, "", *second]
    assert re.fullmatch(r"pentomino: 2 solutions, \d+ placements tried, \d+\.\d\d s\n", err)


def test_watched_to_the_end(
    resize_terminal: Callable[..., None], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    resize_terminal(100)
    assert main(["watch", "3x20"]) == 0
    grid = Grid(100, 30)
    grid.write(capsys.readouterr().out.replace("\n", "\r\n"))
    *shown, summary = grid.text()
    assert shown == picture(list(pentomino.solve_all("3x20"))[-1])
    assert summary.startswith("2 solutions, ")


def test_watched_in_vain(
    resize_terminal: Callable[..., None], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    resize_terminal(100)
    assert main(["watch", "2x5", "-p", "V*2"]) == 1
    assert capsys.readouterr().err == ("pentomino: there is no solution\npentomino: V has no place on the free cells\n")


def test_stopped_by_a_signal(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is done when Ctrl-Z comes; the stop itself is only noted here."""
    stream = io.StringIO()
    stops = []
    with live(stream) as screen:
        screen.show(["x"], "")
        monkeypatch.setattr(os, "kill", lambda process, number: stops.append((number, stream.getvalue()[-8:])))
        signal.raise_signal(signal.SIGTSTP)
        assert stops == []
        screen.refresh()
    assert stops == [(signal.SIGTSTP, "\x1b[?1049l")]
    grid = Grid(80, 24)
    grid.write(stream.getvalue()[: -len("\x1b[?7h\x1b[?25h\x1b[?1049l")])
    assert grid.text() == ["x"]
