"""`pentomino explain`: why a board cannot be filled."""

from __future__ import annotations

import argparse

from .bench import add_question, check_file, only_puzzle, show
from .options import Command, ask

__all__ = ["add"]


def add(command: Command) -> None:
    """Add the command."""
    parser = add_question(
        command,
        description="Tell why there is no solution, by the shortest proof that is found, and draw it, with ! on cells "
        "that nothing can cover. If there is a solution, draw that. Cells are (row, column), counted from 0.",
        examples=(
            "pentomino explain 4x5 --pieces tetrominoes",
            "pentomino explain 6x6 --pieces 'L4*' --output why.svg",
        ),
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Tell the proof, or that there is a solution."""
    check_file(options)
    return show([ask(only_puzzle(options).explain, options)], options)
