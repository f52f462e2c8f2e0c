"""`pentomino forced`: all pieces that every completion of a half-filled board has in one place."""

from __future__ import annotations

import argparse

from .bench import add_question, check_file, only_puzzle, say_only, show
from .doomed import tell_doom
from .options import FOUND, Command, ask

__all__ = ["add"]


def add(command: Command) -> None:
    """Add the command."""
    parser = add_question(
        command,
        description="Tell all placements that every completion has, each with the simplest reason that is found, in an "
        "order in which they can be reasoned out. If there is no completion, tell which pieces cannot stay.",
        examples=(
            "pentomino forced kanoodle",
            "pentomino forced --calendar today --style none",
        ),
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Tell what is forced, one after the other."""
    check_file(options)
    puzzle = only_puzzle(options)
    forced = ask(puzzle.forced, options)
    if forced is None:
        return tell_doom(puzzle, options)
    if forced:
        return show(forced, options)
    say_only("nothing is forced" if puzzle.free else "the board is full", options)
    return FOUND
