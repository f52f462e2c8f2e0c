"""What the commands of the workbench share: one puzzle, an answer in words, its picture."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import Any, TypeVar

from ..drawable import Drawable
from ..puzzle import Puzzle
from .console import PUZZLE_HELP
from .inputs import read_puzzles
from .named import chosen
from .options import FOUND, Parser, bar
from .pictures import Brush, add_colour

__all__ = ["add_board", "ask", "only_puzzle", "show"]

T = TypeVar("T")

STYLES = ("outline", "box", "svg", "none")


def add_board(parser: Parser) -> None:
    """Add the board, and how the answer is to look."""
    parser.add_argument("board", nargs="?", metavar="BOARD", help=PUZZLE_HELP)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object")
    form.add_argument(
        "--style", choices=STYLES, default="outline", help="how to draw (default outline); none: words only"
    )
    add_colour(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="nothing but the result")


def only_puzzle(options: argparse.Namespace) -> Puzzle:
    """The puzzle that the options say; its labels, if it has some, are kept for the picture."""
    ((name, puzzle),) = read_puzzles(options, [] if options.board is None else [options.board])
    options.named = chosen(name)
    return puzzle


def ask(verb: Callable[..., T], options: argparse.Namespace, **more: Any) -> T:
    """What a verb answers, for which the options say how hard to try; meanwhile there is a bar."""
    with bar(options.quiet) as shown:
        return verb(timeout=options.timeout, workers=options.workers, progress=shown, **more)


def show(answer: Any, options: argparse.Namespace) -> int:
    """Print an answer in words and its picture, or as JSON."""
    if options.json:
        print(json.dumps(answer.to_dict()))
        return FOUND
    print(f"<!-- {answer} -->" if options.style == "svg" else answer)
    if options.style != "none":
        _draw(answer, options)
    return FOUND


def _draw(answer: Drawable, options: argparse.Namespace) -> None:
    drawing = answer.drawing
    if options.named is not None:
        drawing = drawing.labelled({**options.named.named.labels, **drawing.labels})
    print(Brush(options, None).draw(drawing)[0])
