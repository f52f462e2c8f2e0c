"""`pentomino play`: a board to play on in the browser."""

from __future__ import annotations

import argparse
import json
import webbrowser
from contextlib import suppress
from urllib.parse import quote

from ..errors import PentominoError
from ..formats.json import document
from ..play.answers import Opened
from ..play.server import Server
from ..puzzle import Puzzle
from .inputs import PUZZLE_HELP, read_puzzle
from .options import FOUND, Command, puzzle_options

__all__ = ["add_play"]


def add_play(command: Command) -> None:
    """Add the command."""
    parser = command(
        parents=[puzzle_options(workers=False)],
        description="Play in the browser: lay pieces by mouse, finger or keys, see how many solutions are left, ask "
        "for hints and reasons. The page is served on this machine alone, to whoever has the address that is printed, "
        "until Ctrl-C.",
        examples=("pentomino play", "pentomino play --calendar today", "pentomino play kanoodle --no-open"),
    )
    parser.add_argument("board", nargs="?", metavar="BOARD", help=PUZZLE_HELP)
    parser.add_argument("--no-open", dest="open", action="store_false", help="print the address, open no browser")
    parser.set_defaults(run=run_play, quiet=False)


def run_play(options: argparse.Namespace) -> int:
    """Serve the page until an interrupt."""
    puzzle = read_puzzle(options).puzzle
    Opened(puzzle)  # what is too large for a page is said here
    with Server() as server:
        address = f"{server.url}&board={quote(_said(puzzle, options.board))}"
        print(address, flush=True)
        if options.open:
            webbrowser.open(address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
    return FOUND


def _said(puzzle: Puzzle, words: str | None) -> str:
    """Return what states `puzzle` in a link: the words, if they do, else a document."""
    with suppress(PentominoError):
        if words and Puzzle(words) == puzzle:
            return words
    return json.dumps(document(puzzle), separators=(",", ":"))
