"""What the commands of the workbench share: one puzzle, answers in words, their pictures."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

from ..base.writing import check_target
from ..drawable import Drawable
from ..puzzle import Puzzle
from ..render.drawing import BaseDrawing
from .console import PUZZLE_HELP
from .inputs import read_puzzle
from .look import look_chosen, picture_options
from .media import add_output, draw, medium_of
from .named import named_board
from .options import FOUND, Command, Parser, add_memory_limit, is_terminal, puzzle_options
from .pictures import Brush, add_colour
from .screen import folded

__all__ = ["add_question", "check_file", "only_puzzle", "say_only", "show"]

STYLES = ("outline", "letters", "box", "svg", "none")


def add_question(command: Command, **said: Any) -> Parser:
    """Add a command that asks a verb of one puzzle, with the board, and how the answer is to look."""
    parser = command(parents=[puzzle_options(), picture_options()], **said)
    parser.add_argument("board", nargs="?", metavar="BOARD", help=PUZZLE_HELP)
    add_memory_limit(parser)
    form = add_output(parser, "the answer", " for each answer")
    form.add_argument(
        "--style",
        choices=STYLES,
        help="how to draw (default outline, or letters if that is too wide for the terminal); none: words, and the "
        "numbers that they speak of",
    )
    add_colour(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="nothing but the result")
    return parser


def only_puzzle(options: argparse.Namespace) -> Puzzle:
    """The puzzle that the options say; its labels, if it has some, are kept for the picture."""
    name, puzzle = read_puzzle(options)
    options.named = named_board(name)
    return puzzle


def check_file(options: argparse.Namespace) -> None:
    """Raise `MisuseError` for a file that `show` could not write, before there is an answer."""
    if options.output is None:
        look_chosen(options, "text")
        return
    look_chosen(options, medium_of(options.output).kind)
    check_target(options.output, options.force)


def say_only(text: str, options: argparse.Namespace) -> None:
    """Print an answer that has no picture."""
    print(json.dumps({"text": text}) if options.json else folded(text, sys.stdout))


def show(answers: Sequence[Any], options: argparse.Namespace) -> int:
    """Print answers in words and their pictures, which may go to a file, or as JSON, one a line."""
    for number, answer in enumerate(answers):
        if options.json:
            print(json.dumps(answer.to_dict()))
            continue
        print("\n" * (number > 0) + (f"<!-- {answer} -->" if options.style == "svg" else _told(answer, options)))
        if options.style == "none":
            print(_weights(answer), end="")
        elif options.output is None:
            print(Brush(options, None, on_screen=is_terminal(sys.stdout)).shown(_drawn(answer, options)))
    draw([_drawn(answer, options) for answer in answers], options)
    return FOUND


def _told(answer: object, options: argparse.Namespace) -> str:
    """An answer in words, on a named board with the label of each cell that is named."""
    text = str(answer)
    for cell, label in options.named.named.labels.items() if options.named else ():
        text = text.replace(str(cell), f"{label} {cell}")
    return folded(text, sys.stdout)


def _weights(answer: Any) -> str:
    """A table of the numbers in the cells that the words of a proof speak of; nothing for other answers."""
    if getattr(answer, "kind", "") != "weights":
        return ""
    from ..render.heatmap import table

    board, weights = answer.puzzle.board, dict(answer.proof.weights)
    size = max(len(str(weight)) for weight in weights.values())
    texts = {cell: f"{weights.get(cell, 0):{size}}" for cell in answer.puzzle.free}
    return table(board.cells, board.lattice, texts) + "\n"


def _drawn(answer: Drawable, options: argparse.Namespace) -> BaseDrawing:
    """The drawing of an answer; on a named board empty cells have its labels, and so have those that stay uncovered."""
    drawing = answer.drawing
    if options.named is None:
        return drawing
    labels = {**options.named.named.labels, **drawing.labels}
    return BaseDrawing(drawing.areas, drawing.symbols, drawing.names, labels, drawing.lattice, drawing.hinted)
