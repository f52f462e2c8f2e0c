"""`pentomino hint`: one next step for a half-filled board."""

from __future__ import annotations

import argparse
import json

from ..puzzle import Puzzle
from .bench import add_board, ask, only_puzzle, show
from .options import FOUND, NONE, Parser, natural, puzzle_options

__all__ = ["add"]


def add(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "hint",
        parents=[puzzle_options()],
        help="tell a next step for a half-filled board",
        description="Tell where to go on: a piece that is forced, with the reason, or else one that most completions "
        "have. If there is no completion, tell which pieces cannot stay.",
        examples=(
            "pentomino hint a-puzzle-a-day --calendar 11-23",
            "pentomino hint kanoodle --level 3",
        ),
    )
    add_board(parser)
    parser.add_argument(
        "--level",
        type=natural,
        default=1,
        metavar="N",
        help="how much to tell: 1 a cell (default), 2 also the piece that covers it, 3 also how that lies",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Tell the hint, or what to take back."""
    puzzle = only_puzzle(options)
    hint = ask(puzzle.hint, options, level=options.level)
    if hint is not None:
        return show(hint, options)
    if puzzle.free:
        return _tell_doom(puzzle, options)
    told = "the board is full"
    print(json.dumps({"text": told}) if options.json else told)
    return FOUND


def _tell_doom(puzzle: Puzzle, options: argparse.Namespace) -> int:
    doom = ask(puzzle.doomed, options)
    assert doom is not None, "a board that is not full has a hint, or no completion"
    show(doom, options)
    return NONE
