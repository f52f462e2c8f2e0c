"""`pentomino play`: play a puzzle in the browser."""

from __future__ import annotations

import argparse
import json
import webbrowser
from contextlib import suppress
from urllib.parse import quote

from ..errors import PentominoError
from ..files import written
from ..formats.json import document
from ..play.answers import opened_of
from ..play.game import SECONDS, game
from ..play.server import Server
from ..puzzle import Puzzle
from .inputs import PUZZLE_HELP, Stated, read_puzzle
from .options import FOUND, Command, puzzle_options
from .targets import GAMES, add_target, chosen


def add_play(command: Command) -> None:
    """Add the command `play`, with a parser made by `command`."""
    parser = command(
        parents=[puzzle_options(workers=False, symmetry=None)],
        description="Play in the browser: place pieces by mouse, finger or keys, see the number of solutions left, get "
        "hints and reasons. Until Ctrl-C, the page is served on this machine only, to anyone with the printed address.",
        examples=(
            "pentomino play",
            "pentomino play --calendar today",
            "pentomino play kanoodle --no-open",
            "pentomino play 5x12 -o game.html",
        ),
    )
    parser.add_argument("board", nargs="?", metavar="BOARD", help=PUZZLE_HELP)
    add_target(parser, [GAMES], "write a file with all solutions instead of serving a page: ")
    parser.add_argument("--no-open", dest="open", action="store_false", help="print the address, but open no browser")
    parser.set_defaults(run=run_play, quiet=False)


def run_play(options: argparse.Namespace) -> int:
    """Serve the page until Ctrl-C, or write it to a file. Return the exit status."""
    if options.output is not None:
        chosen(options, [GAMES])
    stated = read_puzzle(options)
    board = _said(stated)
    if options.output is not None:
        with written(options.output, options.force) as file:
            file.write(game(board, SECONDS if options.timeout is None else options.timeout).encode())
        return FOUND
    opened_of(board)  # raises an error if the puzzle is too large for a page
    with Server() as server:
        address = f"{server.url}&board={quote(board)}"
        print(address, flush=True)
        if options.open:
            webbrowser.open(address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
    return FOUND


def _said(stated: Stated) -> str:
    for said in (stated.name, "6x10"):
        with suppress(PentominoError):
            if Puzzle(said) == stated.puzzle:
                return said
    return json.dumps(document(stated.puzzle), separators=(",", ":"))
