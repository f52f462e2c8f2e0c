"""`pentomino doomed`: which pieces of a half-filled board to take back."""

from __future__ import annotations

import argparse

from ..puzzle import Puzzle
from .bench import add_question, check_file, only_puzzle, say_only, show
from .options import FOUND, NONE, Command, ask

__all__ = ["add", "tell_doom"]


def add(command: Command) -> None:
    """Add the command."""
    parser = add_question(
        command,
        description="Tell whether a half-filled board can still be filled; if not, the fewest of its pieces that "
        "cannot stay together. The exit status is 0 if it can, 1 if not.",
        examples=(
            "pentomino doomed kanoodle",
            "pentomino doomed a-puzzle-a-day --calendar today",
        ),
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Tell what to take back."""
    check_file(options)
    return tell_doom(only_puzzle(options), options)


def tell_doom(puzzle: Puzzle, options: argparse.Namespace) -> int:
    """Tell which pieces cannot stay, or that there is a completion."""
    doom = ask(puzzle.doomed, options)
    if doom is None:
        say_only("there is a completion", options)
        return FOUND
    show([doom], options)
    return NONE
