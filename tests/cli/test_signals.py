"""Ctrl-C and SIGTERM: the solutions found are kept, searches stop, and no other file is left."""

from __future__ import annotations

import re
import signal
import threading
from collections.abc import Callable
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from commandline import ENDLESS, Run, complaint, start, write
from pentomino.cli import output
from pentomino.cli.console import guarded, stops
from pentomino.solutions.solution import Solution

pytestmark = [pytest.mark.needs_processes, pytest.mark.usefixtures("plain_place")]

SIGNALS = [signal.SIGINT, signal.SIGTERM]
IN_VAIN = ["--shuffle", "--where", "crossings > 90"]
WORDS = {signal.SIGINT: "interrupted", signal.SIGTERM: "terminated"}

KEPT = 5
"""How many solutions are found before the signal."""

SUFFIXES = [suffix for one in output.SOLUTIONS for suffix in one.suffixes if suffix != output.STDOUT]


def files() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Path().iterdir()}


def pages_of(data: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", data))


CONTENTS: dict[str, Callable[[bytes], Any]] = {".dxf": bool, ".pdf": pages_of}
"""What is compared of files that also have times and ids; each solution is a file or a page of its own."""


def sent_in_writing(monkeypatch: pytest.MonkeyPatch, *numbers: signal.Signals) -> None:
    """Let signals come while the result number `KEPT` is being written."""
    after = output.UpToStop.__next__

    def found(self: output.UpToStop[Any]) -> Any:
        one = after(self)
        if self.number == KEPT:
            for number in numbers:
                signal.raise_signal(number)
        return one

    monkeypatch.setattr(output.UpToStop, "__next__", found)


def sent_in_search(monkeypatch: pytest.MonkeyPatch, number: signal.Signals) -> None:
    """Let a signal come while the search is at the solution after the first `KEPT`."""
    make, numbers = Solution._found, count()

    def found(*arguments: Any) -> Solution:
        if next(numbers) % (KEPT + 1) == KEPT:
            signal.raise_signal(number)
        return make(*arguments)

    monkeypatch.setattr(Solution, "_found", found)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_the_solutions_found_are_kept(suffix: str, run: Run) -> None:
    if package := {".png": "resvg_py", ".pdf": "fpdf", ".dxf": "ezdxf", ".parquet": "pyarrow"}.get(suffix):
        pytest.importorskip(package)
    puzzle = ("soma",) if suffix in (".obj", ".stl") else ("5x12",)
    assert run("solve", *puzzle, "-o", f"z{suffix}", "-n", str(KEPT)).status == 0
    right = files()
    for send, number in zip((sent_in_writing, sent_in_search), SIGNALS, strict=True):
        for name in files():
            Path(name).unlink()
        with pytest.MonkeyPatch.context() as patch:
            send(patch, number)
            done = run("solve", *puzzle, "-o", f"z{suffix}", "--all")
        assert done == (128 + number, "", f"pentomino: {WORDS[number]}\n")
        content = CONTENTS.get(suffix, bytes)
        kept, wanted = [{name: content(data) for name, data in some.items()} for some in (files(), right)]
        assert kept == wanted
        assert all(kept.values())
        assert suffix != ".dxf" or len(kept) == KEPT
        assert suffix != ".pdf" or kept["z.pdf"] == KEPT


def test_build_orders_found_are_kept(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    sent_in_writing(monkeypatch, signal.SIGTERM)
    assert run("solve", "soma", "--build-order", "--all", "-o", "z.txt").status == 143
    assert Path("z.txt").read_text().count("7. ") == KEPT
    assert [*files()] == ["z.txt"]


@pytest.mark.parametrize("name", ["z.json", "z.csv", "z.txt", "z.html", "z.svg"])
def test_a_second_signal_ends_the_process_and_leaves_no_file(
    name: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent_in_writing(monkeypatch, signal.SIGINT, signal.SIGTERM)
    assert run("solve", "5x12", "--all", "-o", name) == complaint("terminated", 143)
    assert not files()


@pytest.mark.parametrize("send", [sent_in_writing, sent_in_search])
def test_an_old_file_is_not_replaced_by_a_part(
    send: Callable[..., None], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(monkeypatch, signal.SIGTERM)
    for name in ("z.json", "z.txt"):
        write(name, "old")
        assert run("solve", "5x12", "--all", "--force", "-o", name).status == 143
    assert files() == {"z.json": b"old", "z.txt": b"old"}


@pytest.mark.parametrize(
    ("command", "number"),
    [
        (["count", "1x5", ENDLESS[0], "-p", "pentominoes*", "--method", "search"], signal.SIGINT),
        (["solve", *ENDLESS, "--all", *IN_VAIN, "-o", "z.json", "-v"], signal.SIGTERM),
        *((["solve", "8x30", "-p", "pentominoes*4", *IN_VAIN, "--executor", "processes:2"], one) for one in SIGNALS),
    ],
)
def test_a_search_stops_at_once(command: list[str], number: signal.Signals) -> None:
    with start(*command, "--timeout", "100") as running:
        said = running.stdout if command[0] == "count" else running.stderr  # a number, or the seed
        assert said is not None
        try:
            assert said.readline()
            sleep(0.3)
            asked = monotonic()
            running.send_signal(number)
            assert running.wait(60) == 128 + number, running.stderr and running.stderr.read()
            assert monotonic() - asked < 10  # half a second on an idle machine
        finally:
            running.kill()
    assert not files()


def test_only_the_command_line_handles_signals_and_only_in_the_main_thread() -> None:
    before = [*map(signal.getsignal, SIGNALS)]
    seen = []

    def look() -> int:
        seen.append([*map(signal.getsignal, SIGNALS)])
        return 0

    assert guarded(look) == 0
    thread = threading.Thread(target=guarded, args=[look])
    thread.start()
    thread.join()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # as nohup does
    try:
        assert guarded(look) == 0
    finally:
        signal.signal(signal.SIGINT, before[0])
    assert seen == [[stops, stops], before, [signal.SIG_IGN, stops]]
    assert before == [*map(signal.getsignal, SIGNALS)]
