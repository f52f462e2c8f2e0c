"""The server of `pentomino play`. It sends the page, and answers questions from the page.

By default it can be used only from this machine. It serves only the files of the page. It answers questions only from
clients that have its token. The page reads the token from the fragment of its address, which browsers do not send.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import select
import socket
from contextlib import suppress
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from typing import Any

from ..board import Board
from ..search.options import Progress
from .answers import answer

MAX_BYTES = 100_000
"""The maximum length of a question in bytes."""

KINDS = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}
"""The content types of the files that are served, by suffix."""

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; frame-src 'self' data: blob:; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-origin",
}

PAGE = {
    "/" + file.name: file for file in files(__package__).joinpath("page").iterdir() if file.name.split(".")[-1] in KINDS
}
"""The files of the page, by their path in the address."""

FIRST = "/6x10.json"
"""The path of the first puzzle. On a web site, this is a file, so that people need not wait until Python has loaded."""


BOARDS = (
    "6x10 5x12 4x15 3x20 8x8-hole 8x8-square katamino-5 kanoodle kanoodle-pyramid soma 3x4x5 tetrahexes-4x7 "
    "hexiamonds-rhombus pentominoes-torus-6x10 4x10"
).split()
"""The boards whose pictures the page shows, the same as `BOARDS` in `page/address.js`."""


def picture(path: str) -> bytes | None:
    """Return the picture of a board at a path such as `/boards/soma.svg`, or None for any other path."""
    name = path.removeprefix("/boards/").removesuffix(".svg")
    return Board(name).to_svg().encode() if name in BOARDS and path == f"/boards/{name}.svg" else None


class Server(ThreadingHTTPServer):
    """The server of the page. `url` is the address of the page, with the token. `shutdown` stops the server.

    `name` is the address by which others reach the server, if it is not `host`.
    """

    daemon_threads = True
    allow_reuse_address = os.name != "nt"  # Windows would allow two servers on one port

    def __init__(self, port: int = 0, host: str = "127.0.0.1", name: str = "") -> None:
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, port), Handler)
        self.host = self.named(name or host.lower())
        """The host and the port in the address of the page."""
        self.token = secrets.token_urlsafe(16)

    def named(self, host: str) -> str:
        """Append the port of the server to the name or address `host`. Omit the port 80."""
        return (f"[{host}]" if ":" in host else host) + f":{self.server_port}" * (self.server_port != 80)

    @property
    def url(self) -> str:
        """The address of the page. The fragment, which a browser does not send, contains the token."""
        return f"http://{self.host}/#token={self.token}"


class Handler(BaseHTTPRequestHandler):
    """Handles a request: sends a file of the page, or answers a question from the page."""

    server: Server
    timeout = 30

    def do_GET(self) -> None:
        """Send a file of the page, the data of the first puzzle, or the picture of a board."""
        path = self.path.partition("?")[0]
        if self._is_asked_by_name() and path == FIRST:
            return self._send(200, answer('{"ask": "open", "board": "6x10"}').encode(), "application/json")
        file = PAGE.get("/index.html" if path == "/" else path)
        content = file.read_bytes() if file else picture(path)
        if not self._is_asked_by_name() or content is None:
            return self._send(404)
        return self._send(200, content, KINDS[(file.name if file else path).split(".")[-1]])

    def do_POST(self) -> None:
        """Answer a question. While a count runs, send its progress as lines of JSON. The last line is the answer."""
        length = self.headers.get("content-length", "")
        has_token = secrets.compare_digest(self.headers.get("x-token", "").encode(), self.server.token.encode())
        if not self._is_asked_by_name() or self.path != "/ask" or not has_token:
            return self._send(403)
        if not re.fullmatch(r"[0-9]{1,9}", length) or not 0 < int(length) <= MAX_BYTES:
            return self._send(413)
        question = self.rfile.read(int(length)).decode("utf-8", "replace")
        self._begin(200, "application/x-ndjson")
        reply = answer(question, self._tell_progress, partial(_has_hung_up, self.connection))
        self.wfile.write(reply.encode() + b"\n")
        return None

    def _is_asked_by_name(self) -> bool:
        # against DNS rebinding: requests from a hostile site whose name resolves to this machine have that name here
        return self.headers.get("host") in (self.server.host, self.server.named(self.connection.getsockname()[0]))

    def _tell_progress(self, progress: Progress) -> None:
        reply = {"progress": progress.fraction, "found": str(progress.found)}
        self.wfile.write(json.dumps(reply).encode() + b"\n")

    def _begin(self, status: int, kind: str) -> None:
        self.send_response(status)
        for name, value in {"content-type": kind, **HEADERS}.items():
            self.send_header(name, value)
        self.end_headers()

    def _send(self, status: int, content: bytes = b"", kind: str = "text/plain") -> None:
        self._begin(status, kind)
        self.wfile.write(content)

    def handle(self) -> None:
        """Answer one request. It is not an error if the client disconnects early."""
        with suppress(ConnectionError):
            super().handle()

    def log_message(self, format: str, *args: Any) -> None:
        """Do not log requests, for privacy."""


def _has_hung_up(connection: socket.socket) -> bool:
    # a page stops a count by closing the connection
    if not select.select([connection], [], [], 0)[0]:
        return False
    try:
        return not connection.recv(1, socket.MSG_PEEK)
    except OSError:
        return True
