"""`pentomino unique`: tell whether a puzzle has just one solution, and draw two if it has several."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

from ..base.words import counted
from ..puzzle import Puzzle
from ..render import Drawing, letters, outline
from ..render.pair import pair, pair_svg, pair_text
from ..render.svg import svg
from ..solutions.solution import Solution
from .console import PUZZLE_HELP
from .executors import executor_options, opened
from .inputs import read_puzzle
from .media import add_output, check_picture, write_picture
from .named import named_board
from .options import FOUND, NONE, SEVERAL, Command, add_memory_limit, puzzle_options
from .screen import best, folded
from .summary import asked, tell, tell_none

__all__ = ["add"]

ONE = "one solution"
SEVERAL_SOLUTIONS = "several solutions"
SEVERAL_FOUND = f"{SEVERAL_SOLUTIONS}, of which these are two"
MARKED = "letters are on the pieces that differ"


def add(command: Command) -> None:
    """Add the command."""
    parser = command(
        parents=[puzzle_options(), executor_options()],
        description="Tell whether a puzzle has just one solution. The search stops at the second; both are drawn then, "
        "with letters on the pieces that lie otherwise. The exit status is 0 for one solution, 1 for none, 4 for "
        "several.",
        examples=(
            "pentomino unique 3x5 -p PUV",
            "pentomino unique 3x5 -p PUV --json",
        ),
    )
    parser.add_argument("board", nargs="?", metavar="BOARD", help=PUZZLE_HELP)
    add_memory_limit(parser)
    form = add_output(parser, "the solutions, of two with the pieces that lie otherwise coloured,", "", solids=False)
    form.add_argument(
        "--style",
        choices=("outline", "letters", "svg", "none"),
        help="how to draw (default outline, or letters if that is too wide for the terminal); none: words only",
    )
    amount = parser.add_mutually_exclusive_group()
    amount.add_argument("-q", "--quiet", action="store_true", help="print nothing: the exit status tells it")
    amount.add_argument("-v", "--verbose", action="store_true", help="tell on standard error how the result came about")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print what the options ask for."""
    check_picture(options.output, options.force)
    name, puzzle = read_puzzle(options)
    solutions = _first_two(puzzle, options)
    if options.json:
        found = ", ".join(solution.to_json() for solution in solutions)
        said = json.dumps({"board": name, "symmetry": options.symmetry, "unique": len(solutions) == 1})
        print(f'{said[:-1]}, "solutions": [{found}]}}')
    elif not solutions and not options.quiet:
        tell_none([(name, puzzle)])
    elif solutions and not (options.quiet and options.output is None):
        _show(name, solutions, options)
    return (NONE, FOUND, SEVERAL)[len(solutions)]


def _first_two(puzzle: Puzzle, options: argparse.Namespace) -> list[Solution]:
    """The first two solutions, or as many as there are; the second is turned to be as like the first as can be."""
    with opened(options, [puzzle]) as more:
        found, statistics, seconds = asked(_listed, options, puzzle=puzzle, limit=2, **more)
    if options.verbose:
        result = "two solutions or more" if len(found) == 2 else counted(len(found), "solution")
        tell(puzzle, statistics, result, seconds, verbose=True)
    if len(found) == 2 and options.symmetry == "distinct":
        found[1] = _likest(found[1], found[0])
    return found


def _listed(puzzle: Puzzle, **arguments: Any) -> list[Solution]:
    return list(puzzle.solve_all(**arguments))


def _likest(solution: Solution, model: Solution) -> Solution:
    """The image of a solution that has most placements of another one, the first of several."""
    placed = set(model.placements)
    images = map(solution.transformed, solution.puzzle.symmetries())
    return max(images, key=lambda image: len(placed.intersection(image.placements)))


def _drawn(name: str, solution: Solution) -> Drawing:
    """The drawing of a solution, with the labels of a board that was called by its name."""
    board = named_board(name)
    return solution.drawing if board is None else solution.drawing.labelled(board.named.labels)


def _show(name: str, solutions: Sequence[Solution], options: argparse.Namespace) -> None:
    """Print the one solution, or two with what differs marked, or write their picture."""
    is_one = len(solutions) == 1
    drawings = [_drawn(name, solution) for solution in solutions]
    shown, narrow = (drawings[0], drawings[0]) if is_one else (pair(*drawings), pair(*drawings, is_narrow=True))
    text, picture = (outline, svg) if is_one else (pair_text, pair_svg)
    if options.output is not None:
        write_picture(options.output, options.force, lambda: text(shown), lambda: picture(shown))
    elif options.style == "none":
        print(ONE if is_one else SEVERAL_SOLUTIONS)
    elif options.style == "svg":
        print(f"<!-- {ONE if is_one else SEVERAL_FOUND} -->\n{picture(shown)}")
    else:
        styles = {"outline": [text(shown)], "letters": [letters(shown)]}
        drawn = best(styles.get(options.style, [text(shown), text(narrow), letters(narrow)]), sys.stdout)
        heading = folded(f"{ONE if is_one else f'{SEVERAL_FOUND}; {MARKED}'}:", sys.stdout)
        print(f"{heading}\n\n{drawn}")
