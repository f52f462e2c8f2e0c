"""`pentomino hint`: one next step for a half-filled board."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from ..puzzle import Puzzle
from ..workbench.forced import with_laid
from ..workbench.hint import LEVELS, Hint, check_level
from .bench import add_question, check_file, only_puzzle, say_only, show
from .doomed import tell_doom
from .options import FOUND, Command, ask, natural

__all__ = ["add"]


def add(command: Command) -> None:
    """Add the command."""
    parser = add_question(
        command,
        description="Tell where to go on: a piece that is forced, with the reason, or else one that most completions "
        "have. Pieces that lie already are drawn in a file for --given: a letter for each cell that a piece covers, . "
        "for each other. If there is no completion, tell which pieces cannot stay. Cells are (row, column), counted "
        "from 0.",
        examples=(
            "pentomino hint --calendar today",
            "pentomino hint --calendar today --level 3 -n 3",
        ),
    )
    parser.add_argument(
        "--level",
        type=natural,
        default=1,
        metavar="N",
        help="how much to tell: 1 a cell (default), 2 also the piece that covers it, 3 also how that lies",
    )
    parser.add_argument(
        "-n",
        type=natural,
        default=1,
        metavar="N",
        help="so many steps, each as if those before it were laid (default 1)",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Tell the hints, or what to take back."""
    check_file(options)
    puzzle = only_puzzle(options)
    hints = list(_hints(puzzle, options))
    if hints:
        return show(hints, options)
    if puzzle.free:
        return tell_doom(puzzle, options)
    say_only("the board is full", options)
    return FOUND


def _hints(puzzle: Puzzle, options: argparse.Namespace) -> Iterator[Hint]:
    """So many steps as are wanted, or as there are."""
    level = check_level(options.level)
    for _ in range(options.n):
        hint = ask(puzzle.hint, options, level=LEVELS[-1])
        if hint is None:
            return
        yield hint.at(level)
        assert hint.placement is not None, "the last level tells it"
        puzzle = with_laid(puzzle, hint.placement)
