"""`pentomino play`: a board to play on in the browser."""

from __future__ import annotations

import argparse
import json
import webbrowser
from contextlib import suppress
from urllib.parse import quote

from ..base.writing import written
from ..errors import PentominoError
from ..formats.json import document
from ..play.answers import opened_of
from ..play.game import SECONDS, game
from ..play.server import Server
from ..puzzle import Puzzle
from .console import MisuseError
from .inputs import PUZZLE_HELP, Stated, read_puzzle
from .options import FOUND, Command, add_target, puzzle_options


def add_play(command: Command) -> None:
    """Add the command."""
    parser = command(
        parents=[puzzle_options(workers=False)],
        description="Play in the browser: lay pieces by mouse, finger or keys, see how many solutions are left, ask "
        "for hints and reasons. The page is served on this machine alone, to whoever has the address that is printed, "
        "until Ctrl-C.",
        examples=(
            "pentomino play",
            "pentomino play --calendar today",
            "pentomino play kanoodle --no-open",
            "pentomino play 5x12 -o game.html",
        ),
    )
    parser.add_argument("board", nargs="?", metavar="BOARD", help=PUZZLE_HELP)
    add_target(parser, "write one file to play on, FILE.html, with all solutions in it, and serve nothing")
    parser.add_argument("--force", action="store_true", help="replace FILE if it exists")
    parser.add_argument("--no-open", dest="open", action="store_false", help="print the address, open no browser")
    parser.set_defaults(run=run_play, quiet=False)


def run_play(options: argparse.Namespace) -> int:
    """Write the file, or serve the page until an interrupt."""
    stated = read_puzzle(options)
    board = _said(stated, options.board)
    if options.output is not None:
        return _write_game(board, options)
    opened_of(board)  # what is too large for a page is said here
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


def _write_game(board: str, options: argparse.Namespace) -> int:
    """Write one file to play on."""
    if options.output.suffix.lower() != ".html":
        raise MisuseError(f"{options.output} is to be a page: name it {options.output.stem}.html")
    with written(options.output, options.force) as file:
        file.write(game(board, SECONDS if options.timeout is None else options.timeout).encode())
    return FOUND


def _said(stated: Stated, words: str | None) -> str:
    """Return what states a puzzle in a link: words that do, else a document."""
    labels = ",".join(text for _, text in stated.puzzle.board.labels)
    for said in (f"{stated.entry.name}:{labels}" if stated.entry and labels else None, words, "6x10"):
        with suppress(PentominoError):
            if said and Puzzle(said) == stated.puzzle:
                return said
    return json.dumps(document(stated.puzzle), separators=(",", ":"))
