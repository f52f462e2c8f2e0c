"""The server of `pentomino play`: it answers its page, and nobody else."""

from __future__ import annotations

import gzip
import json
import re
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from typing import Any

import pytest

from pentomino.play.answers import answer
from pentomino.play.server import FIRST, MAX_BYTES, PAGE, Server
from servers import serving

pytestmark = pytest.mark.needs_threads


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as server, serving(server):
        yield server


def request(server: Server, method: str, path: str, body: bytes = b"", **headers: str) -> HTTPResponse:
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=30)
    named = {"Host": server.host, **{name.replace("_", "-"): value for name, value in headers.items()}}
    connection.request(method, path, body or None, named)
    return connection.getresponse()


def ask(server: Server, **question: Any) -> list[Any]:
    response = request(server, "POST", "/ask", json.dumps(question).encode(), x_token=server.token)
    assert response.status == 200
    return [json.loads(line) for line in response.read().splitlines()]


def test_it_serves_the_page_and_its_files_and_nothing_else(server: Server) -> None:
    for path in ("/", *PAGE, "/?x=1"):
        response = request(server, "GET", path)
        assert response.status == 200, path
        assert "default-src 'none'" in str(response.getheader("content-security-policy"))
        assert response.read()
    assert request(server, "GET", "/").getheader("content-type") == "text/html; charset=utf-8"
    for path in ("/answers.py", "/../server.py", "/%2e%2e/server.py", "/page/index.html", "/ask"):
        assert request(server, "GET", path).status == 404, path
    response = request(server, "GET", FIRST)
    assert response.status == 200
    assert json.loads(response.read()) == json.loads(answer('{"ask": "open", "board": "6x10"}'))
    assert request(server, "GET", FIRST, Host="localhost").status == 404


def test_it_answers(server: Server) -> None:
    assert ask(server, ask="left", board="6x10") == [{"left": "9356", "exact": True}]
    assert ask(server, ask="left", board="6x11")[-1]["error"].startswith("the board has 66")


def test_whoever_has_no_token_is_told_nothing(server: Server) -> None:
    question = b'{"ask": "left", "board": "6x10"}'
    for headers in ({}, {"x_token": "x"}, {"x_token": "ä"}, {"x_token": server.token, "Host": "example.org"}):
        response = request(server, "POST", "/ask", question, **headers)
        assert (response.status, response.read()) == (403, b"")
    assert request(server, "POST", "/", question, x_token=server.token).status == 403
    assert request(server, "GET", "/", Host="localhost").status == 404


@pytest.mark.parametrize("length", ["", "x", "-1", str(MAX_BYTES + 1), "9" * 30, "9" * 5000])
def test_questions_are_bounded(server: Server, length: str) -> None:
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=30)
    connection.putrequest("POST", "/ask", skip_host=True)
    for name, value in {"Host": server.host, "x-token": server.token, "content-length": length}.items():
        connection.putheader(name, value)
    connection.endheaders()
    assert connection.getresponse().status == 413


def test_a_count_tells_its_progress_and_stops_when_the_page_hangs_up(server: Server) -> None:
    question = json.dumps({"ask": "count", "board": "9x20", "pieces": "pentominoes*3", "symmetry": "all"}).encode()
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=30)
    connection.request("POST", "/ask", question, {"Host": server.host, "x-token": server.token})
    response = connection.getresponse()
    assert "progress" in json.loads(response.readline())
    connection.sock and connection.sock.close()
    response.close()
    connection.close()
    time.sleep(0.1)
    assert ask(server, ask="left", board="3x20") == [{"left": "8", "exact": True}]


PARTS = {
    "board": (r"/(board|drawing|game|geometry|keys|pointer)\.(js|css)", 22 * 1024),
    "first": (r"/(first|listed|loading)\.js", 4 * 1024),  # answers on a site before Python is loaded
    "rest": ("", 36 * 1024),
}


@pytest.mark.parametrize("part", PARTS)
def test_the_page_is_small(part: str) -> None:
    """A phone loads it at once."""
    scripts = {path: file for path, file in PAGE.items() if path.endswith((".js", ".css", ".html"))}
    sent = {path: len(gzip.compress(file.read_bytes(), 9, mtime=0)) for path, file in scripts.items()}
    part_of = {path: next(name for name, (files, _) in PARTS.items() if re.match(files, path)) for path in sent}
    assert sum(size for path, size in sent.items() if part_of[path] == part) <= PARTS[part][1], sent


def test_the_page_consists_of_its_own_files() -> None:
    for path, file in PAGE.items():
        addresses = re.findall(r"https?://[^\s\"')]+", file.read_text("utf-8"))
        assert set(addresses) <= {"http://www.w3.org/2000/svg"}, path
    # The content security policy of the page requires this.
    page = PAGE["/index.html"].read_text("utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:|<script(?![^>]* src=)", page)
    assert {*re.findall(r'(?:src|href)="([\w.]+)"', page)} <= {path[1:] for path in [*PAGE, FIRST]}


@pytest.mark.parametrize(("host", "name", "address"), [("0.0.0.0", "example.test", "127.0.0.1"), ("::1", "", "::1")])
def test_it_serves_its_address_and_its_name(host: str, name: str, address: str) -> None:
    try:
        server = Server(host=host, name=name)
    except OSError:
        pytest.skip("this machine has no IPv6")
    with server, serving(server):
        number = f"[{address}]" if ":" in address else address
        names = {server.host: 200, f"{number}:{server.server_port}": 200, "example.org": 404, "localhost": 404}
        for named, status in names.items():
            connection = HTTPConnection(address, server.server_port, timeout=30)
            connection.request("GET", "/", headers={"Host": named})
            assert connection.getresponse().status == status, named
        assert server.host in {f"example.test:{server.server_port}", f"[::1]:{server.server_port}"}
