"""The command `count` prints how many solutions boards have."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from ..errors import PentominoError, SearchStopped
from ..files import part_of
from ..puzzle import Puzzle
from ..search.clock import OutOfTime
from ..wording import counted, in_options
from . import inputs
from .console import MISUSE, MisuseError, say
from .options import FOUND, NONE, Command, natural
from .work import add_executor, add_where, ask_timed, matching_solutions, opened, report


def add_count(command: Command) -> None:
    parser = command(
        description="Count the solutions of each board.",
        examples={
            "pentomino count 3x20 4x15 5x12 6x10": "count the solutions of each rectangle of 60 cells",
            "pentomino count 6x10 --limit 2": "find out whether there are at least two solutions",
            'pentomino count 8x20 -p "I2*" --symmetry all': "count all ways to fill a board with dominoes",
        },
    )
    parser.add_puzzle(several=True)
    parser.add_method()
    add_executor(parser)
    parser.add_rectangles()
    add_where(parser)
    parser.add_argument("--limit", type=natural, metavar="N", help="stop each count at N solutions")
    what = "keep tables in DIR if memory is too small (only for unlimited pieces); after a crash, repeat the command"
    parser.add_argument("--scratch", metavar="DIR", help=what)
    parser.add_argument("--json", action="store_true", help="print JSON, one object per line")
    parser.set_defaults(run=_run_count)


def _run_count(options: argparse.Namespace) -> int:
    wrong: list[str] = []
    each = partial(_reported, options=options, wrong=wrong)
    puzzles = inputs.read_puzzles(options, options.boards, options.rectangles, several=True, each=each)
    width = max(map(len, [*options.boards, *(name for name, *_ in puzzles)]))
    is_alone = max(len(puzzles) + len(wrong), len(options.boards)) < 2 and not options.rectangles
    total = 0
    with opened(options, puzzles) as more:
        for name, puzzle, _ in puzzles:
            with each(name):
                verb = partial(_number, puzzle, options)
                number, statistics, spent = ask_timed(verb, options, method=options.method, **more)
            if name in wrong:
                continue
            total += number
            if options.rectangles and not number:
                continue
            if options.json:
                line = {"board": name, "symmetry": options.symmetry, "count": number, "seconds": round(spent, 6)}
                line |= {word: given for word in ("where", "limit") if (given := getattr(options, word))}
                print(json.dumps(line), flush=True)
            else:
                print(number if is_alone else f"{name:<{width}}  {number}", flush=True)
            if options.verbose:
                report(puzzle, statistics, f"{name}: {counted(number, 'solution')}", spent)
    if options.rectangles and not total and not options.quiet:
        say("no rectangle can be filled")
    return MISUSE if wrong else FOUND if total else NONE


@contextmanager
def _reported(name: str, options: argparse.Namespace, wrong: list[str]) -> Iterator[None]:
    """Print an error that the `with` block raises for the board `name`, and append `name` to `wrong`.

    Raise the error again if there is only one board. Raise it also if `name` is not a board: the user may have
    forgotten the quotes around a board of several words.
    """
    try:
        yield
    except (PentominoError, MisuseError, OSError) as error:
        file, _ = part_of(name)
        is_board = name[:1] == "-" or inputs.reads_board(name) or os.path.exists(file) or os.path.splitext(file)[1]
        if options.boards in ([], [name]) or isinstance(error, (SearchStopped, OutOfTime)) or not is_board:
            raise
        text = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else str(error)
        text = in_options(text, options.known)
        wrong.append(name)
        if options.json:
            print(json.dumps({"board": name, "error": text}), flush=True)
        else:
            say(text if text.startswith(f"{name}:") else f"{name}: {text}")


def _number(puzzle: Puzzle, options: argparse.Namespace, **arguments: Any) -> int:
    if options.where is None:
        return puzzle.count(limit=options.limit, **arguments)
    if "scratch" in arguments:
        raise MisuseError("--scratch cannot be used with --where, which must visit each solution")
    return sum(1 for _ in matching_solutions(puzzle.solve_all, options.where, options.limit, **arguments))
