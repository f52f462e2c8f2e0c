"""`pentomino tally`: how often pieces lie where, in all solutions."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from ..base.words import counted
from .console import PUZZLE_HELP, MisuseError
from .executors import executor_options, opened
from .inputs import read_puzzle
from .media import add_output, check_picture, write_picture
from .options import FOUND, NONE, Command, puzzle_options, work_options
from .screen import best
from .summary import asked, tell, tell_none

if TYPE_CHECKING:
    from ..puzzle import Puzzle
    from ..solutions.tallies import Tally

__all__ = ["add"]


def add(command: Command) -> None:
    """Add the command."""
    parser = command(
        parents=[puzzle_options(symmetry="all"), work_options(), executor_options(journal=False)],
        description="Print of each cell which piece most solutions have there, and in what percentage of them, or of "
        "one piece how often it is on each cell.",
        examples=(
            "pentomino tally 6x10 --piece X",
            "pentomino tally 5x12 --output likely.svg",
        ),
    )
    parser.add_argument("board", nargs="?", metavar="BOARD", help=PUZZLE_HELP)
    parser.add_argument("--piece", metavar="NAME", help="of that piece only: how often it is on each cell")
    drawn = "the board in the colours of the likeliest pieces, or the heat map of one,"
    add_output(parser, drawn, ": each placement that solutions have, and how many have it", solids=False)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print what the options ask for."""
    check_picture(options.output, options.force)
    if options.symmetry == "distinct" and not options.json:
        raise MisuseError("tables and pictures are of all solutions: --symmetry distinct goes with --json")
    name, puzzle = read_puzzle(options)
    if options.piece is not None:
        puzzle.numbers_of(options.piece)  # what is no piece is told at once
    tally = _tallied(puzzle, options)
    if not tally.total and not options.json:
        tell_none([(name, puzzle)])
    elif options.json:
        print(_as_json(name, tally, options.piece))
    elif options.output is not None:
        write_picture(
            options.output, options.force, lambda: tally.to_text(options.piece), lambda: tally.to_svg(options.piece)
        )
    else:
        text = best([tally.to_text(options.piece), tally.to_text(options.piece, narrow=True)], sys.stdout)
        print(text if options.quiet else f"per cent of {counted(tally.total, 'solution')}:\n\n{text}")
    return FOUND if tally.total else NONE


def _tallied(puzzle: Puzzle, options: argparse.Namespace) -> Tally:
    with opened(options, [puzzle]) as more:
        tally, statistics, seconds = asked(puzzle.tally, options, method=options.method, **more)
    if options.verbose:
        tell(puzzle, statistics, counted(tally.total, "solution"), seconds, verbose=True)
    return tally


def _as_json(name: str, tally: Tally, piece: str | None) -> str:
    """The tally, or that of a piece, as one line; placements that no solution has are left out."""
    meant = {tally.puzzle.pieces[number].piece for number in ([] if piece is None else tally.puzzle.numbers_of(piece))}
    placements = [
        {"piece": one.piece.name, "cells": one.cells, "count": number}
        for one, number in tally.items()
        if number and (piece is None or one.piece in meant)
    ]
    said = {"board": name, "symmetry": tally.symmetry, "count": tally.total, "placements": placements}
    return json.dumps(said)
