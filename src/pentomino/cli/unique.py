"""The command `unique` prints whether a puzzle has exactly one solution, and draws two if it has more."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from ..puzzle import Puzzle
from ..render.text import letters, outline
from ..solutions.solution import Solution
from ..symmetry import rotations_of
from ..wording import counted
from . import inputs
from .console import best, folded
from .options import FOUND, NONE, SEVERAL, Command
from .output import FIGURES, add_output, chosen, write_figure
from .work import add_executor, ask_timed, opened, report, report_none


def add_unique(command: Command) -> None:
    parser = command(
        description="Print whether a puzzle has exactly one solution. If it has more, draw two of them, with letters "
        "on the pieces that differ. The exit status is 0 for one solution, 1 for none, 4 for more.",
        examples={
            "pentomino unique 3x5 -p PUV": "print whether three pieces fill a board in only one way",
            "pentomino unique 3x5 -p PUV --json": "print the answer and the solution as JSON",
        },
    )
    parser.add_puzzle()
    add_executor(parser)
    parser.add_memory_limit()
    form = add_output(
        parser, FIGURES, "the solution, or two with colour where they differ,", "the answer as one JSON object"
    )
    text = "how to draw (default outline, or letters if that is too wide for the terminal); none: print words only"
    form.add_argument("--style", choices=("outline", "letters", "svg", "none"), help=text)
    parser.add_amount("print nothing; only set the exit status")
    parser.set_defaults(run=_run_unique)


def _run_unique(options: argparse.Namespace) -> int:
    chosen(options, FIGURES)
    stated = inputs.read_puzzle(options)
    solutions = _first_two(stated.puzzle, options)
    if options.json:
        listed = ", ".join(solution.to_json() for solution in solutions)
        line = json.dumps({"board": stated.name, "symmetry": options.symmetry, "unique": len(solutions) == 1})
        print(f'{line[:-1]}, "solutions": [{listed}]}}')
    elif not solutions and not options.quiet:
        report_none([stated])
    elif solutions and not (options.quiet and options.output is None):
        _show(solutions, options)
    return (NONE, FOUND, SEVERAL)[len(solutions)]


def _first_two(puzzle: Puzzle, options: argparse.Namespace) -> list[Solution]:
    with opened(options, [puzzle]) as more:
        first, statistics, seconds = ask_timed(lambda **how: list(puzzle.solve_all(**how)), options, limit=2, **more)
    if options.verbose:
        result = "two solutions or more" if len(first) == 2 else counted(len(first), "solution")
        report(puzzle, statistics, result, seconds)
    if len(first) == 2 and options.symmetry != "all":
        # replace the second solution by its symmetric image that shares the most placements with the first
        elements = rotations_of(puzzle) if options.symmetry == "rotations" else puzzle.symmetries()
        placed = set(first[0].placements)
        images = map(first[1].transformed, elements)
        first[1] = max(images, key=lambda image: len(placed.intersection(image.placements)))
    return first


def _show(solutions: Sequence[Solution], options: argparse.Namespace) -> None:
    from ..render.pair import pair, pair_svg, pair_text
    from ..render.svg import svg

    is_one = len(solutions) == 1
    drawings = [solution.drawing for solution in solutions]
    shown, narrow = (drawings[0], drawings[0]) if is_one else (pair(*drawings), pair(*drawings, is_narrow=True))
    text, picture = (outline, svg) if is_one else (pair_text, pair_svg)
    result = "one solution" if is_one else "several solutions"
    heading = result if is_one else f"{result}, such as these two"
    if options.output is not None:
        write_figure(options, lambda: text(shown), lambda: picture(shown))
    elif options.style == "none":
        print(result)
    elif options.style == "svg":
        print(f"<!-- {heading} -->\n{picture(shown)}")
    else:
        styles = {"outline": [text(shown)], "letters": [letters(shown)]}
        drawn = best(styles.get(options.style, [text(shown), text(narrow), letters(narrow)]))
        print(folded(heading + ("" if is_one else "; letters mark the pieces that differ") + ":") + f"\n\n{drawn}")
