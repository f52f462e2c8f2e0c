"""`pentomino play`: it prints an address, serves until Ctrl-C, and opens a browser unless it is told not to."""

from __future__ import annotations

import json
import signal
import webbrowser
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from urllib.request import Request, urlopen

import pytest

from commandline import Run, complaint, start
from pentomino.play.server import Server


@pytest.mark.needs_processes
@pytest.mark.parametrize(("arguments", "board"), [((), "6x10"), (("kanoodle",), "kanoodle")])
def test_it_serves_until_an_interrupt(arguments: tuple[str, ...], board: str) -> None:
    process = start("play", "--no-open", *arguments)
    assert process.stdout is not None
    address = urlsplit(process.stdout.readline().strip())
    said = parse_qs(address.fragment)
    question = {"ask": "left", "board": said["board"][0], "pieces": None}
    request = Request(f"http://{address.netloc}/ask", json.dumps(question).encode(), {"x-token": said["token"][0]})
    with urlopen(request, timeout=30) as answer:
        assert set(json.loads(answer.read().splitlines()[-1])) == {"left", "exact"}
    with urlopen(f"http://{address.netloc}/", timeout=30) as page:
        assert page.read().lower().startswith(b"<!doctype html>")
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=10)
    assert process.returncode == 0
    assert board == "6x10" or said["board"] == [board]


def test_it_opens_a_browser(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setattr(Server, "serve_forever", lambda server: None)
    assert run("play", "3x4x5").out.strip() == opened[0]


def test_what_is_too_large(run: Run) -> None:
    message = "a page opens boards of at most 1000 cells, and at most 200 pieces"
    assert run("play", "40x30", "--pieces", "pentominoes*20") == complaint(message)


def test_it_writes_one_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    assert run("play", "3x20", "-o", str(file)).out == ""
    page = file.read_text("utf-8")
    assert page.lower().startswith("<!doctype html>")
    assert "this file exists; --force replaces it" in run("play", "3x20", "-o", str(file)).err
    assert file.read_text("utf-8") == page
    run("play", "4x15", "-o", str(file), "--force")
    assert file.read_text("utf-8") != page


def test_it_writes_pages_alone(run: Run, tmp_path: Path) -> None:
    assert (
        "use the extension of a page to play on (.html), not .json"
        in run("play", "3x20", "-o", str(tmp_path / "game.json")).err
    )
    assert "more than 20000 solutions" in run("play", "kanoodle", "-o", str(tmp_path / "game.html")).err
    assert not [*tmp_path.iterdir()]


def test_a_calendar_is_said_in_words(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the page shows its months and days."""
    monkeypatch.setattr(Server, "serve_forever", lambda server: None)
    address = urlsplit(run("play", "--calendar", "2026-11-20", "--no-open").out.strip())
    assert parse_qs(address.fragment)["board"] == ["a-puzzle-a-day:Nov,20"]
