"""`pentomino play`: play a puzzle in the browser."""

from __future__ import annotations

import argparse
import json
import socket
import webbrowser
from contextlib import suppress
from ipaddress import ip_address
from string import ascii_lowercase, digits
from urllib.parse import quote

from ..errors import PentominoError, imported
from ..files import written
from ..formats.json import document
from ..play.answers import opened_of
from ..play.game import SECONDS, game
from ..play.server import Server
from ..puzzle import Puzzle
from .console import MisuseError, say
from .inputs import Stated, read_puzzle
from .options import FOUND, Command, port
from .output import GAMES, add_target, chosen

PORT = 2339
"""The port that is tried first. It is always the same, because browsers store a game with the address of its page."""


def add_play(command: Command) -> None:
    parser = command(
        description="Play in the browser: place pieces with the mouse, a finger or the keyboard, see how many "
        "solutions are left, and ask for hints and reasons. Until you press Ctrl-C, anyone with the printed address "
        "can open the page, by default only on this machine. You can remove the pieces of --placed, unless you set -o.",
        examples={
            "pentomino play": "play on 6x10, or continue your last game",
            "pentomino play --calendar today": "play today's puzzle",
            "pentomino play kanoodle --no-open": "print the address of a game of Kanoodle",
            "pentomino play --host 0.0.0.0 --port 8000": "let phones in your network open the page",
            "pentomino play 5x12 -o game.html": "write a page that anyone can play without pentomino",
        },
    )
    parser.add_puzzle(symmetry=None, workers=False)
    add_target(parser, [GAMES], "write FILE instead of starting a server: ", ", with all solutions")
    parser.add_argument(
        "--no-open", dest="open", action="store_false", help="print the address without opening a browser"
    )
    host = "listen on this address; with 0.0.0.0, other devices in your network can open the page (default 127.0.0.1)"
    parser.add_argument("--host", default="127.0.0.1", help=host)
    stated = f"listen on this port (default: {PORT}, or any free one if another program uses it)"
    parser.add_argument("--port", type=port, metavar="N", help=stated)
    parser.set_defaults(run=_run_play, quiet=False)


def _run_play(options: argparse.Namespace) -> int:
    if options.output is not None:
        chosen(options, [GAMES])
    stated = read_puzzle(options)
    if options.output is not None:
        with written(options.output, options.force) as file:
            file.write(game(_said(stated), SECONDS if options.timeout is None else options.timeout).encode())
        return FOUND
    given = [one for one in stated.puzzle.placed if one not in stated.laid]  # the pieces in `laid` are the player's own
    board = _said(stated._replace(puzzle=stated.puzzle.replace(placed=given)))
    opened = opened_of(board)  # raises an error if the puzzle is too large for a page
    places = "-".join(".".join(map(_base_36, opened.place(one))) for one in stated.laid)
    with _server(options.host, options.port) as server:
        # If no board is given, the page continues the last game.
        is_bare = options.board is None and board == "6x10" and not places
        address = server.url if is_bare else f"{server.url}&board={quote(board)}{places and '&at='}{places}"
        print(address, flush=True)
        if not ip_address(str(server.server_address[0])).is_loopback:
            say("until Ctrl-C, everyone in the network who has this address can open the page")
            with suppress(ValueError):  # no segno, or the address is too long for a QR code
                imported("segno", "a QR code needs", "segno").make(address).terminal(compact=True)
        if options.open:
            webbrowser.open(address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
            say("stopped serving the page")
    return FOUND


def _server(host: str, port: int | None) -> Server:
    """Return a server at `port`. If `port` is None, use the constant PORT or, if PORT is in use, any free port.

    Raise `MisuseError` if `port` cannot be used, or if `host` is not an address of this machine.
    """
    public_address = ""
    try:
        if host in ("0.0.0.0", "::", ""):
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
                probe.connect(("192.0.2.1", 9))  # sends nothing, but selects the address by which others connect
                public_address = probe.getsockname()[0]
        if port is None:
            with suppress(OSError):
                return Server(PORT, host, public_address)
        return Server(port or 0, host, public_address)
    except (OSError, ValueError) as error:
        where = f"--host {host}" + f" --port {port}" * bool(port)
        raise MisuseError(f"{where}: {getattr(error, 'strerror', error)}") from None


def _base_36(number: int) -> str:
    # `address.js` reads placements in base 36
    return (_base_36(number // 36) if number > 35 else "") + f"{digits}{ascii_lowercase}"[number % 36]


def _said(stated: Stated) -> str:
    for board in (stated.name, "6x10"):
        with suppress(PentominoError):
            if Puzzle(board) == stated.puzzle:
                return board
    return json.dumps(document(stated.puzzle), separators=(",", ":"))
