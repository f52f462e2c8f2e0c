"""`pentomino count`: print numbers of solutions."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from ..base.words import counted
from ..base.writing import part_of
from ..errors import PentominoError, SearchStopped
from ..puzzle import Puzzle
from .console import MISUSE, MisuseError, say
from .inputs import PUZZLE_HELP, Stated, read_puzzles, reads_board
from .options import FOUND, NONE, Command, add_rectangles, natural, puzzle_options, work_options
from .work import add_where, ask_timed, executor_options, opened, tell, those


def add_count(command: Command) -> None:
    """Add the command."""
    parser = command(
        parents=[puzzle_options(), work_options(), executor_options()],
        description="Print the number of solutions of each board.",
        examples=(
            "pentomino count 3x20 4x15 5x12 6x10",
            "pentomino count 6x10 --limit 2",
            "pentomino count 8x20 --pieces 'I2*' --symmetry all",
        ),
    )
    parser.add_argument("boards", nargs="*", metavar="BOARD", help=PUZZLE_HELP)
    add_rectangles(parser)
    add_where(parser)
    parser.add_argument("--limit", type=natural, metavar="N", help="stop each count at N, to save time")
    parser.add_argument(
        "--scratch",
        metavar="DIR",
        help="count on disk in DIR when memory is too small; needs unlimited pieces; rerun to continue after a kill",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.set_defaults(run=run_count)


def run_count(options: argparse.Namespace) -> int:
    """Print the number of solutions of each puzzle."""
    wrong: list[str] = []
    each = partial(_reported, options=options, wrong=wrong)
    puzzles = read_puzzles(options, options.boards, options.rectangles, several=True, each=each)
    with opened(options, puzzles) as more:
        status = _count(puzzles, options, more, wrong)
    return MISUSE if wrong else status


@contextmanager
def _reported(name: str, options: argparse.Namespace, wrong: list[str]) -> Iterator[None]:
    """Print an error about one of several boards, and add the name of the board to `wrong`.

    Raise the error for a word that is not a board, as it may be part of a board of several words.
    """
    try:
        yield
    except (PentominoError, MisuseError, OSError) as error:
        file, _ = part_of(name)
        is_board = name[:1] == "-" or reads_board(name) or os.path.exists(file) or os.path.splitext(file)[1]
        if options.boards in ([], [name]) or isinstance(error, SearchStopped) or not is_board:
            raise
        text = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else str(error)
        wrong.append(name)
        if options.json:
            print(json.dumps({"board": name, "error": text}), flush=True)
        else:
            say(text if text.startswith(f"{name}:") else f"{name}: {text}")


def _number(puzzle: Puzzle, options: argparse.Namespace, **arguments: Any) -> int:
    """Return the number of solutions; with `--where`, by checking each."""
    if options.where is None:
        return puzzle.count(limit=options.limit, **arguments)
    if "scratch" in arguments:
        raise MisuseError("--scratch cannot be used with --where: it counts without visiting the solutions")
    return sum(1 for _ in those(puzzle.solve_all, options.where, options.limit, **arguments))


def _count(puzzles: Sequence[Stated], options: argparse.Namespace, more: dict[str, Any], wrong: list[str]) -> int:
    width = max(map(len, [*options.boards, *(name for name, _, _ in puzzles)]))
    is_alone = max(len(puzzles) + len(wrong), len(options.boards)) < 2 and not options.rectangles
    total = 0
    for name, puzzle, _ in puzzles:
        verb = partial(_number, puzzle, options)
        with _reported(name, options, wrong):
            number, statistics, seconds = ask_timed(verb, options, method=options.method, **more)
        if name in wrong:
            continue
        total += number
        if options.rectangles and not number:
            continue
        if options.json:
            print(_as_json(name, number, seconds, options), flush=True)
        else:
            print(number if is_alone else f"{name:<{width}}  {number}", flush=True)
        if options.verbose:
            tell(puzzle, statistics, f"{name}: {counted(number, 'solution')}", seconds, verbose=True)
    if options.rectangles and not total and not options.quiet:
        say("no rectangle can be filled")
    return FOUND if total else NONE


def _as_json(name: str, number: int, seconds: float, options: argparse.Namespace) -> str:
    result = {"board": name, "symmetry": options.symmetry, "count": number, "seconds": round(seconds, 6)}
    if options.where is not None:
        result["where"] = options.where.text
    if options.limit is not None:
        result["limit"] = options.limit
    return json.dumps(result)
