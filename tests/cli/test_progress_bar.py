"""The progress bar of the command line."""

from __future__ import annotations

import io
import sys

import pytest

from pentomino.cli.console import Bar, describe, guarded
from pentomino.search.progress import Progress


def test_what_is_said() -> None:
    assert describe(Progress(0.0, 0, 10, 2.0, None), "solutions") == "  0.0%, 0 solutions, 2 s"
    assert describe(Progress(0.25, 3, 10, 10.0, 30.0), "solutions") == " 25.0%, 3 solutions, 10 s, about 30 s left"
    counted = Progress(0.25, 3, 10, 10.0, 30.0, is_unlisted=True)  # the solutions are those of a search beside it
    assert describe(counted, "solutions") == " 25.0%, counting without listing, 10 s, about 30 s left"
    assert describe(Progress(0.5, 3, 10, 10.0, 7200.0), "solutions").endswith("about 2 h left")
    assert describe(Progress(0.5, 3, 10, 10.0, 400.0), "solutions").endswith("about 7 min left")
    assert describe(Progress(0.5, 3, 10, 10.0, 1e6), "solutions").endswith("about 12 d left")


def test_short_searches_show_nothing() -> None:
    stream = io.StringIO()
    with Bar(stream) as bar:
        bar(Progress(0.5, 1, 1, 0.9, 1.0))
    assert stream.getvalue() == ""


def test_plain_text_without_tqdm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm", None)  # an import then fails
    stream = io.StringIO()
    with Bar(stream) as bar:
        bar(Progress(0.5, 10, 1, 2.0, 100.0))
        bar(Progress(0.6, 9, 1, 2.0, 1.0))
    shown = stream.getvalue().split("\r")
    assert shown[1:3] == [" 50.0%, 10 solutions, 2 s, about 100 s left", " 60.0%, 9 solutions, 2 s, about 1 s left   "]
    assert shown[3].strip() == shown[4] == ""


def test_tqdm_where_it_is_installed() -> None:
    pytest.importorskip("tqdm")
    stream = io.StringIO()
    with Bar(stream) as bar:
        bar(Progress(0.5, 10, 2_000_000, 2.0, 2.0))
        bar(Progress(0.75, 11, 3_000_000, 3.0, 1.0))
    first, second = stream.getvalue().split("\r")[1:3]
    assert first.startswith(" 50 %|")
    assert first.endswith("| 10 solutions, 2 s, about 2 s left")
    assert second.startswith(" 75 %|")
    assert second.endswith("| 11 solutions, 3 s, about 1 s left")


def test_an_interrupt_keeps_what_the_bar_showed(capsys: pytest.CaptureFixture[str]) -> None:
    def search(seconds: float) -> int:
        with Bar(io.StringIO(), "solutions checked") as bar:
            bar(Progress(0.12, 4, 10, seconds, 15.0))
            raise KeyboardInterrupt

    assert guarded(lambda: search(2.0)) == guarded(lambda: search(0.1)) == 130
    first = "pentomino: interrupted: 12.0%, 4 solutions checked, 2 s, about 15 s left\n"
    assert capsys.readouterr().err == first + "pentomino: interrupted\n"
