"""`pentomino difficulty`: how hard puzzles are for a person."""

from __future__ import annotations

import argparse
import json

from .console import PUZZLE_HELP
from .inputs import read_puzzles
from .options import FOUND, NONE, Command, add_memory_limit, ask, puzzle_options
from .summary import tell_none

__all__ = ["add"]


def add(command: Command) -> None:
    """Add the command."""
    parser = command(
        parents=[puzzle_options()],
        description="Tell how hard puzzles are, by the placements that a person has to look at.",
        examples=(
            "pentomino difficulty 3x5 --pieces PUV",
            "pentomino difficulty katamino-3 katamino-4 --json",
        ),
    )
    parser.add_argument("boards", nargs="*", metavar="BOARD", help=PUZZLE_HELP)
    add_memory_limit(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object for each board")
    parser.add_argument("-q", "--quiet", action="store_true", help="nothing but the result")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Tell how hard each is."""
    status, puzzles = FOUND, read_puzzles(options, options.boards)
    for name, puzzle in puzzles:
        found = ask(puzzle.difficulty, options)
        if found is None:
            status = NONE
            tell_none([(name, puzzle)])
        elif options.json:
            print(json.dumps({"board": name, **found.to_dict()}), flush=True)
        else:
            print(f"{name}: {found}" if len(puzzles) > 1 else str(found), flush=True)
    return status
