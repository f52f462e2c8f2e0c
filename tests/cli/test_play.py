"""`pentomino play`: it prints an address, serves until Ctrl-C, and opens a browser unless it is told not to."""

from __future__ import annotations

import errno
import json
import os
import signal
import socket
import sys
import webbrowser
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import SplitResult, parse_qs, urlsplit
from urllib.request import Request, urlopen

import pytest

from commandline import Run, complaint, start
from pentomino import Puzzle
from pentomino.play.answers import answer, opened_of
from pentomino.play.server import Server


@pytest.mark.needs_processes
def test_it_serves_until_an_interrupt() -> None:
    process = start("play", "--no-open", "kanoodle")
    assert process.stdout is not None
    address = urlsplit(process.stdout.readline().strip())
    said = parse_qs(address.fragment)
    question = {"ask": "left", "board": "kanoodle", "pieces": None}
    request = Request(f"http://{address.netloc}/ask", json.dumps(question).encode(), {"x-token": said["token"][0]})
    with urlopen(request, timeout=30) as answer:
        assert set(json.loads(answer.read().splitlines()[-1])) == {"left", "exact"}
    with urlopen(f"http://{address.netloc}/", timeout=30) as page:
        assert page.read().lower().startswith(b"<!doctype html>")
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=10)[1].splitlines()[-1] == "pentomino: stopped serving the page"
    assert process.returncode == 0
    assert said["board"] == ["kanoodle"]


def test_it_opens_a_browser(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setattr(Server, "serve_forever", lambda server: None)
    assert run("play", "3x4x5").out.strip() == opened[0]


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
    err = run("play", "3x20", "-o", str(tmp_path / "game.json")).err
    assert "use an extension for a page to play on (.html), not .json" in err
    assert "at most 20000 solutions" in run("play", "kanoodle", "-o", str(tmp_path / "game.html")).err
    assert not [*tmp_path.iterdir()]


def served(run: Run, monkeypatch: pytest.MonkeyPatch, *words: str) -> tuple[SplitResult, dict[str, list[str]], str]:
    """Return the address that `pentomino play` prints, what its fragment has, and what it prints besides."""
    monkeypatch.setattr(Server, "serve_forever", lambda server: None)
    found = run("play", "--no-open", *words)
    first, _, more = found.out.partition("\n")
    address = urlsplit(first)
    return address, parse_qs(address.fragment), more + found.err


def test_a_calendar_is_said_in_words(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the page shows its months and days."""
    assert served(run, monkeypatch, "--calendar", "2026-11-20")[1]["board"] == ["a-puzzle-a-day:Nov,20"]


def test_the_port_stays_the_same(run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A browser keeps games by address. If another program uses the port, any free one serves."""
    with pytest.raises(SystemExit):
        run("play", "--help")
    assert "default: 2339, or any free one" in " ".join(capsys.readouterr().out.split())
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        monkeypatch.setattr("pentomino.cli.play.PORT", port)
        address, stated, _ = served(run, monkeypatch)
        assert address.port not in (port, None)
        assert "board" not in stated
    assert [served(run, monkeypatch)[0].port for _ in range(2)] == [port, port]


def test_it_serves_on_a_host_and_a_port(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        message = f"--host 127.0.0.1 --port {port}: {os.strerror(errno.EADDRINUSE)}"
        assert run("play", "--port", str(port)) == complaint(message)
    address, _, more = served(run, monkeypatch, "--host", "localhost", "--port", str(port))
    assert (address.hostname, address.port, more) == ("localhost", port, "")
    assert "--host 203.0.113.7: " in run("play", "--host", "203.0.113.7").err
    assert "must be at most 65535, got '65536'" in run("play", "--port", "65536").err


def test_others_can_open_the_page(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def make(address: str) -> SimpleNamespace:
        made.append(address)
        return SimpleNamespace(terminal=lambda compact: print("QR code"))

    monkeypatch.setitem(sys.modules, "segno", SimpleNamespace(make=make))
    address, stated, more = served(run, monkeypatch, "--host", "0.0.0.0")
    assert "everyone in the network who has this address can open the page" in more
    assert "QR code" in more
    assert made == [address.geturl()]
    assert address.hostname != "0.0.0.0"
    assert stated["token"]
    monkeypatch.setitem(sys.modules, "segno", None)
    assert "QR code" not in served(run, monkeypatch, "--host", "0.0.0.0")[2]
    assert served(run, monkeypatch)[2] == ""


def test_given_pieces_are_the_players_own(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """So that the page can say which of them to remove."""
    file = tmp_path / "mine.txt"
    file.write_text(".X........\nXXX.......\n.X........\n" + "..........\n" * 3)
    for words in (("6x10",), ()):
        _, stated, _ = served(run, monkeypatch, *words, "--placed", str(file))
        assert stated["board"] == ["6x10"]
        places = [[int(number, 36) for number in stated["at"][0].split(".")]]
        assert opened_of("6x10").position(places) == Puzzle("6x10", placed=[[(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)]])
        question = {"ask": "back", "board": "6x10", "position": places}
        assert json.loads(answer(json.dumps(question)))["choices"][0]["places"] == places
