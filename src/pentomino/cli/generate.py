"""`pentomino generate`: make new puzzles with one solution, to be printed or written as files."""

from __future__ import annotations

import argparse
import json
import re
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..base.writing import check_target
from .console import BOARD_HELP, MisuseError, print_pictures, say
from .inputs import read_pieces, read_surface, says_pieces
from .options import (
    FOUND,
    Command,
    add_memory_limit,
    add_pieces,
    add_reflections,
    add_target,
    add_workers,
    bar,
    is_standard_output,
    natural,
    seconds,
    seed,
    threads,
)
from .screen import folded

if TYPE_CHECKING:
    from ..board import BoardLike
    from ..puzzle import Puzzle
    from .bar import Bar

__all__ = ["add"]

SHEETS = (".html", ".pdf", ".svg")
"""The endings of pages; .json and .txt have one puzzle a file."""

SEEDS = 10**6
"""Seeds that are made up are below this, so that they are short to type."""


def add(command: Command) -> None:
    """Add the command."""
    parser = command(
        description="Make new puzzles, each with exactly one solution, no two the same. Print them, or write a page "
        "with a key.",
        examples=(
            "pentomino generate -n 12 --difficulty easy-hard --output sheet.html",
            "pentomino generate -n 1 --kind calendar --seed 1",
        ),
    )
    parser.add_argument("-n", type=natural, default=12, metavar="N", help="how many (default 12)")
    parser.add_argument(
        "--kind",
        default="given",
        help="given: given pieces, so few that none can go (default); subset: some of the pieces; shape: a board cut "
        "for the pieces; calendar: a date; blocked: blocked cells, as dice show them",
    )
    parser.add_argument(
        "--difficulty",
        type=difficulty,
        metavar="LEVEL",
        help="easy, medium, hard, from one to another, as easy-hard, or the least and the most work, as 50-200",
    )
    parser.add_argument(
        "--board", metavar="BOARD", help=f"{BOARD_HELP} (default: one that goes with the kind, for given pieces 6x10)"
    )
    add_pieces(parser)
    add_reflections(parser)
    parser.add_argument("--cells", type=natural, metavar="N", help="the cells of a shape (default: of all pieces)")
    parser.add_argument("--symmetric", action="store_true", help="make shapes symmetric")
    parser.add_argument("--no-holes", action="store_true", help="make shapes without holes")
    parser.add_argument(
        "--seed", type=seed, metavar="N", help="the same number gives the same puzzles (default: any; it is told)"
    )
    add_workers(parser)
    parser.add_argument("--timeout", type=seconds, metavar="SECONDS", help="give up after that time")
    add_memory_limit(parser, "512M for samples of solutions")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object a line: the puzzle and its difficulty")
    add_target(
        form, "write there: .html, .pdf or .svg a page with a key, - prints HTML; .json or .txt a file for each puzzle"
    )
    parser.add_argument("--title", default="", help="printed on top of a page")
    parser.add_argument("--force", action="store_true", help="replace files that exist")
    parser.add_argument("-q", "--quiet", action="store_true", help="nothing but the result")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Make the puzzles that the options ask for."""
    _check_output(options)
    number = _seed(options)
    with bar(options.quiet, "puzzles") as shown, closing(_puzzles(options, number, shown)) as puzzles:
        if not options.quiet and options.seed is None:
            say(f"seed {number}")
        if options.output is not None:
            return _write(list(puzzles), options)
        if options.json:
            for puzzle in puzzles:
                print(json.dumps(_as_object(puzzle, number)), flush=True)
        else:
            print_pictures((_picture(n, puzzle) for n, puzzle in enumerate(puzzles, 1)), apart=True)
    return FOUND


def _seed(options: argparse.Namespace) -> int:
    if options.seed is not None:
        return int(options.seed)
    import secrets

    return secrets.randbelow(SEEDS)


def _puzzles(options: argparse.Namespace, number: int, shown: Bar | None) -> Any:
    from ..generator.verb import generate

    return generate(
        options.kind,
        options.n,
        seed=number,
        difficulty=options.difficulty,
        board=_board(options),
        pieces=read_pieces(options) if says_pieces(options) else None,
        reflections=options.reflections,
        cells=options.cells,
        holes=not options.no_holes,
        symmetric=options.symmetric,
        timeout=options.timeout,
        workers=threads(options),
        progress=shown,
        memory_limit=options.memory_limit,
    )


def _board(options: argparse.Namespace) -> BoardLike | None:
    """The board that is said: a name as it is, as dates and dice are asked of it by that; else what it means."""
    if options.board is None:
        return None
    from ..catalogue.boards import names

    name = options.board.strip().casefold()
    return name if name in names() else read_surface(options.board)[0]


def difficulty(text: str) -> str | tuple[int, int]:
    """A level, levels, or two numbers, as the type of an argument."""
    found = re.fullmatch(r"(\d{1,9})-(\d{1,9})", text, re.ASCII)
    return (int(found[1]), int(found[2])) if found else text


def _check_output(options: argparse.Namespace) -> None:
    """Find out what is wrong with the output before anything is made."""
    if options.output is None or is_standard_output(options.output):
        return
    ending = options.output.suffix.lower()
    if ending not in (*SHEETS, ".json", ".txt"):
        raise MisuseError(f"{options.output}: puzzles are written as {' '.join(SHEETS)} .json .txt")
    if ending == ".pdf":
        from ..render.media import MEDIA

        MEDIA[ending].check()
    for path in [options.output] if ending in SHEETS[:2] else _paths(options.output, options.n):
        check_target(path, options.force)


def _paths(path: Path, n: int) -> list[Path]:
    """A file for each puzzle."""
    if n == 1:
        return [path]
    return [path.with_name(f"{path.stem}-{number:0{len(str(n))}}{path.suffix}") for number in range(1, n + 1)]


def _write(puzzles: list[Puzzle], options: argparse.Namespace) -> int:
    """Write a page, or a file for each puzzle, and print the paths."""
    if not is_standard_output(options.output) and options.output.suffix.lower() not in SHEETS:
        from ..formats import write_puzzle

        for path, puzzle in zip(_paths(options.output, options.n), puzzles, strict=True):
            write_puzzle(puzzle, path, force=options.force)
            print(path)
        return FOUND
    from ..render.sheet import sheet
    from .sheet import put_pages

    put_pages(sheet([(_name(puzzle), puzzle) for puzzle in puzzles], title=options.title), options)
    return FOUND


def _name(puzzle: Puzzle) -> str:
    """What is printed beside the number of a puzzle: its level."""
    return str(_difficulty(puzzle).level)


def _difficulty(puzzle: Puzzle) -> Any:
    return puzzle.difficulty()


def _picture(number: int, puzzle: Puzzle) -> str:
    """A puzzle with its number, how hard it is, and the pieces to place."""
    left = " ".join(
        (piece.name or repr(piece)) + f"*{least}" * (least > 1) for piece, least, most in puzzle.demand if most
    )
    told = folded(f"{number}. {_difficulty(puzzle)}\nto place: {left}", sys.stdout)
    return f"{told}\n{puzzle.drawing.to_text('letters')}"


def _as_object(puzzle: Puzzle, number: int) -> dict[str, Any]:
    from ..formats.json import document

    return {"seed": number, "difficulty": _difficulty(puzzle).to_dict(), "puzzle": document(puzzle)}
