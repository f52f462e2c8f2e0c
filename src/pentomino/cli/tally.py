"""The command `tally` prints, for each cell, the piece that covers it in the most solutions."""

from __future__ import annotations

import argparse
import json

from ..wording import counted
from . import inputs
from .console import MisuseError, best
from .options import FOUND, NONE, Command
from .output import FIGURES, add_output, chosen, write_figure
from .work import add_executor, ask_timed, opened, report, report_none


def add_tally(command: Command) -> None:
    parser = command(
        description="For each cell, print the piece that covers it most often, with its percentage of the "
        "solutions; with --piece, print the percentages of this piece.",
        examples={
            "pentomino tally 6x10 --piece X": "print how often X covers each cell",
            "pentomino tally 5x12 -o likely.svg": "draw the most frequent piece of each cell",
        },
    )
    parser.add_puzzle(symmetry="all")
    parser.add_method()
    add_executor(parser, journal=False)
    parser.add_argument("--piece", metavar="NAME", help="print how often this piece covers each cell")
    drawn = "the most frequent piece of each cell, or with --piece a heat map,"
    add_output(parser, FIGURES, drawn, "one JSON object that says for each placement how many solutions have it")
    parser.set_defaults(run=_run_tally)


def _run_tally(options: argparse.Namespace) -> int:
    chosen(options, FIGURES)
    if options.symmetry != "all" and not options.json:
        raise MisuseError(f"--symmetry {options.symmetry} requires --json, as tables and pictures show all solutions")
    stated = inputs.read_puzzle(options)
    name, puzzle, _ = stated
    meant = {one.piece for one in puzzle.pieces}
    if options.piece is not None:  # raise an error for an unknown piece before the search
        meant = {puzzle.pieces[number].piece for number in puzzle._numbers_of(options.piece)}
    with opened(options, [puzzle]) as more:
        tally, statistics, seconds = ask_timed(puzzle.tally, options, method=options.method, **more)
    if options.verbose:
        report(puzzle, statistics, counted(tally.total, "solution"), seconds)
    if not tally.total and not options.json:
        report_none([stated])
    elif options.json:
        placements = [
            {**one.to_dict(), "count": number} for one, number in tally.items() if number and one.piece in meant
        ]
        line = {"board": name, "symmetry": tally.symmetry, "count": tally.total, "placements": placements}
        print(json.dumps(line))
    elif options.output is not None:
        write_figure(options, lambda: tally.to_text(options.piece), lambda: tally.to_svg(options.piece))
    else:
        text = best([tally.to_text(options.piece), tally.to_text(options.piece, narrow=True)])
        if not options.quiet:
            print(f"per cent of {counted(tally.total, 'solution')}, rotated and reflected ones separately:\n")
        print(text)
    return FOUND if tally.total else NONE
