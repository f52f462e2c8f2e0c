"""What the commands of the workbench share: one puzzle, an answer in words, its picture."""

from __future__ import annotations

import argparse
import json
from typing import Any

from ..drawable import Drawable
from ..puzzle import Puzzle
from .console import PUZZLE_HELP
from .inputs import read_puzzles
from .named import chosen
from .options import FOUND, Parser
from .pictures import Brush, add_colour

__all__ = ["add_board", "only_puzzle", "show", "work"]

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
    parser.add_argument("-q", "--quiet", action="store_true", help="show no progress")


def only_puzzle(options: argparse.Namespace) -> Puzzle:
    """The puzzle that the options say; its labels, if it has some, are kept for the picture."""
    ((name, puzzle),) = read_puzzles(options, [] if options.board is None else [options.board])
    options.named = chosen(name)
    return puzzle


def work(options: argparse.Namespace) -> dict[str, Any]:
    """How hard to try, as keyword arguments of a verb."""
    return {"timeout": options.timeout, "workers": options.workers}


def show(answer: Any, options: argparse.Namespace) -> int:
    """Print an answer in words and its picture, or as JSON."""
    if options.json:
        print(json.dumps(answer.to_dict()))
        return FOUND
    print(f"<!-- {answer} -->" if options.style == "svg" else answer)
    if options.style != "none" and isinstance(answer, Drawable):
        drawing = answer.drawing
        if options.named is not None:
            drawing = drawing.labelled({**options.named.named.labels, **drawing.labels})
        print(Brush(options, None).draw(drawing)[0])
    return FOUND
