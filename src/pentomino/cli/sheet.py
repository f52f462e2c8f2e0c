"""Commands for puzzles to print: `sheet` draws given puzzles, `generate` makes new puzzles."""

from __future__ import annotations

import argparse
import json
import re
import shlex
from calendar import month_name
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..board import BoardLike
from ..catalogue import names
from ..errors import PuzzleError
from ..files import check_target, numbered_paths, part_of
from ..puzzle import Puzzle
from . import inputs
from .console import Bar, MisuseError, folded, print_pictures
from .options import BOARD_HELP, FOUND, Command, Once, Parser, chosen_seed, natural, path, seed, tell_seed
from .output import LEVELS, PRINTED, PUZZLES, SHEETS, STDOUT, Target, add_palette, add_target, chosen
from .work import bar, limits

if TYPE_CHECKING:
    from ..boards import NamedBoard
    from ..calendar import Day
    from ..pages.sheet import Sheet

TARGETS = PRINTED, SHEETS, LEVELS, PUZZLES
"""The kinds of output that `generate` can write."""

ONE_FILE = (".html", ".pdf", ".json")
"""The extensions of files that hold all puzzles."""


# ---------------------------------------------------------------------------------------------------------------- pages


def add_page_look(parser: Parser) -> None:
    """Add the options for the look of pages. All defaults are None."""
    group = parser.add_argument_group(f"pages ({', '.join(SHEETS.suffixes)})")
    group.add_argument("--columns", type=natural, metavar="N", help="print N columns of puzzles on each page")
    group.add_argument("--rows", type=natural, metavar="N", help="print N rows of puzzles on each page")
    text = "print N puzzles on a page, as large as possible (default: 6 on A4, fewer on smaller paper; with sheet "
    text += "--calendar, a whole month)"
    group.add_argument("--per-page", type=natural, metavar="N", help=text)
    group.add_argument(
        "--title", help="print TITLE on top of each page (default: none; the month for sheet --calendar)"
    )
    text = "A4 (default), A3, A5, Letter, Legal, or width x height in mm, such as 100x150"
    group.add_argument("--paper", metavar="SIZE", help=text)
    add_palette(group)
    group.add_argument(
        "--key", action=argparse.BooleanOptionalAction, help="print the solutions at the end (default: yes)"
    )
    group.add_argument("--key-file", type=path, metavar="FILE", help="write the solutions to FILE instead")
    text = "add a page of pieces to cut out for each puzzle"
    group.add_argument("--cut-out", action="store_true", default=None, help=text)
    group.add_argument("--upside-down", action="store_true", default=None, help="print the solutions upside down")


# ---------------------------------------------------------------------------------------------------------------- sheet


def add_sheet(command: Command) -> None:
    parser = command(
        description="Write numbered puzzles to print, several on a page, with the pieces to place, and a key with the "
        "solutions.",
        examples={
            "pentomino sheet 5x12 8x8-hole kanoodle -o sheet.html": "write three puzzles, with their solutions",
            "pentomino sheet --calendar 2026-12 -o december.pdf": "write a page with a puzzle for each day of December",
        },
    )
    text = f"{BOARD_HELP}; a file may also contain a whole puzzle (.json) or pieces (.ini, .try)"
    parser.add_argument("boards", nargs="*", metavar="PUZZLE", help=text)
    parser.add_piece_set()
    parser.add_turns()
    parser.add_restrict()
    parser.add_spare()
    text = "print a calendar puzzle for each day of a month (2026-12, 12 or 'Dec 2026') or for a date; PUZZLE then "
    parser.add_argument("--calendar", action=Once, metavar="MONTH", help=text + "names the calendar")
    parser.add_limits()
    add_target(
        parser, [SHEETS], more="; several SVG or PNG pages go to FILE-1, FILE-2 ...; - prints HTML", required=True
    )
    add_page_look(parser)
    parser.set_defaults(run=_run_sheet, placed=[], quiet=False, any_file=True)


def _run_sheet(options: argparse.Namespace) -> int:
    from ..pages.sheet import sheet

    _chosen_page(options, [SHEETS], several=True)  # raises errors before puzzles are solved for the key
    look = options.look or {}
    if options.calendar is None:
        named = list(_named_puzzles(options))
    else:
        dates = _dates(options.calendar)
        with inputs.in_time(options):
            named = _days(options, dates)
        per_page = None if options.cut_out else len(named)
        title = month_name[dates[0].month] + f" {dates[0].year}" * (dates[0].year is not None)
        look = {"title": title, "per_page": per_page, "numbered": False, **look}
    put_pages(sheet(named, **look, **limits(options)), options)
    return FOUND


def put_pages(pages: Sheet, options: argparse.Namespace) -> None:
    """Print the pages of a sheet, or write them to files and print the file names."""
    if options.output is None:
        print(pages, end="")
    else:
        for file in pages.write(options.output, key_file=options.key_file, overwrite=options.force):
            print(file)


def _chosen_page(options: argparse.Namespace, targets: Sequence[Target], several: bool) -> Target:
    # if several pages go to numbered files, FILE itself may already exist
    suffix = ".html" if str(options.output) == STDOUT else None
    target = chosen(options, targets, suffix, replace=several and options.output.suffix.lower() not in ONE_FILE)
    if options.key_file is not None:
        if options.key is False or options.output is None:
            raise MisuseError("--key-file requires a key and -o FILE")
        if options.key_file == options.output or options.key_file.suffix.lower() != options.suffix:
            raise MisuseError(f"--key-file must be a different file from -o FILE, with the extension {options.suffix}")
        check_target(options.key_file, options.force)
    return target


def _named_puzzles(options: argparse.Namespace) -> Iterator[tuple[str, Puzzle]]:
    if not options.boards:
        raise MisuseError("PUZZLE is missing: write a board, a file, or a month with --calendar")
    for name, puzzle, _ in inputs.read_puzzles(options, options.boards, several=True, each=_naming):
        file, _ = part_of(name)
        title = Path(file).stem + name.removeprefix(file) if Path(file).is_file() else name.removeprefix("-")
        yield title, puzzle


@contextmanager
def _naming(name: str) -> Iterator[None]:
    # put the name of the board in front of an error about it
    try:
        yield
    except PuzzleError as error:
        raise PuzzleError(f"{name}: {str(error).removeprefix(f'{name}: ')}") from None


def _dates(text: str) -> list[Day]:
    from ..calendar import as_day, as_month, days

    with suppress(PuzzleError):
        return [as_day(text)]
    month, year = as_month(text)
    return [day for day in days(year) if day.month == month]


def _days(options: argparse.Namespace, dates: list[Day]) -> list[tuple[str, Puzzle]]:
    if options.spare is not None:
        raise MisuseError("--spare cannot be used with --calendar")
    if len(options.boards) > 1:
        raise MisuseError("--calendar accepts at most one PUZZLE, the name of a calendar")
    board = inputs.read_calendar(options.boards[0] if options.boards else None)
    more = {"reflections": options.reflections, "rotations": options.rotations}
    puzzle_on = partial(board.puzzle, pieces=inputs.read_pieces(options, None), **more)
    return [(f"{day.day} {month_name[day.month]}", puzzle_on(*day.labels(board))) for day in dates]


# ------------------------------------------------------------------------------------------------------------- generate


def add_generate(command: Command) -> None:
    parser = command(
        description="Make new puzzles, all different, each with exactly one solution. Print them, or write pages with "
        "a key.",
        examples={
            "pentomino generate 12 --difficulty easy-hard -o puzzles.html": "write puzzles from easy to hard",
            "pentomino generate 6 --palette print --paper Letter -o class.pdf": "write puzzles for black ink",
            "pentomino generate 30 -o puzzles.pdf --key-file key.pdf": "write puzzles, and the key to another file",
            "pentomino generate 20 --difficulty easy -o levels.json": "write levels for a game",
            "pentomino generate 1 --kind calendar --seed 1": "print a calendar puzzle for some date",
        },
    )
    number = parser.add_mutually_exclusive_group()
    number.add_argument("puzzles", nargs="?", metavar="N", help="make N puzzles (default 12)")
    number.add_argument("-n", type=natural, default=12, metavar="N", help="the same as the argument N")
    text = "given (default): as few given pieces as possible; subset: some of the pieces; shape: a new board for all "
    text += "pieces; calendar: a calendar puzzle for some date; blocked: blocked cells, as if rolled with dice"
    parser.add_argument("--kind", default="given", help=text)
    text = "easy, medium, hard, a range such as easy-hard, or how many placements a solver must look at, such as "
    text += "50-200 or 50-"
    parser.add_argument("--difficulty", type=difficulty, metavar="LEVEL", help=text)
    text = f"{BOARD_HELP} (default: a board that suits the kind, 6x10 for given pieces)"
    parser.add_argument("--board", action=Once, metavar="BOARD", help=text)
    parser.add_piece_set()
    parser.add_turns()
    what = "with --kind shape: make boards of N cells (default: the area of all pieces)"
    parser.add_argument("--cells", type=natural, metavar="N", help=what)
    parser.add_argument("--symmetric", action="store_true", help="with --kind shape: make symmetric boards")
    parser.add_argument("--no-holes", action="store_true", help="with --kind shape: make boards without holes")
    what = "set the seed; the same seed gives the same puzzles (default: random, and printed)"
    parser.add_argument("--seed", type=seed, metavar="N", help=what)
    parser.add_limits("512M when drawing samples of solutions")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print JSON, one level per line")
    levels = "a level also has the solution, the difficulty, the seed and the hints of its puzzle"
    add_target(form, TARGETS, more=f", one file for each puzzle; {levels}; - prints HTML")
    add_page_look(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="print only the result")
    parser.set_defaults(run=_run_generate)


def _run_generate(options: argparse.Namespace) -> int:
    if options.puzzles and inputs.reads_board(options.puzzles):
        raise MisuseError(f"{options.puzzles}: did you mean --board {shlex.quote(options.puzzles)}?")
    options.n = natural(options.puzzles or str(options.n))  # argparse does not check N, as it may be a word of a board
    target = _chosen_page(options, TARGETS, several=options.n > 1 and options.output is not None)
    if options.output is not None and options.suffix not in ONE_FILE:
        for file in numbered_paths(options.output, options.n):
            check_target(file, options.force)
    number = chosen_seed(options)
    with bar(options, "puzzles") as shown, closing(_puzzles(options, number, shown)) as puzzles:
        tell_seed(options, number)
        if target == LEVELS:
            from ..formats import write_levels

            write_levels(list(puzzles), options.output, seed=number, overwrite=options.force)
            print(options.output)
        elif target == PUZZLES:
            from ..formats import write_puzzle

            for file, puzzle in zip(numbered_paths(options.output, options.n), list(puzzles), strict=True):
                write_puzzle(puzzle, file, overwrite=options.force)
                print(file)
        elif target == SHEETS:
            from ..pages.sheet import sheet

            named = [(rating.level, puzzle) for puzzle in puzzles if (rating := puzzle.difficulty())]
            put_pages(sheet(named, **(options.look or {})), options)
        elif options.json:
            from ..formats.json import level

            for puzzle in puzzles:
                print(json.dumps(level(puzzle, number)), flush=True)
        else:
            print_pictures((_picture(n, puzzle) for n, puzzle in enumerate(puzzles, 1)), apart=True)
    return FOUND


def _puzzles(options: argparse.Namespace, number: int, shown: Bar | None) -> Any:
    from ..make.generate import generate

    board: BoardLike | NamedBoard | None = options.board and options.board.strip().casefold()
    if board is not None and options.kind == "calendar":
        board = inputs.read_calendar(options.board)
    elif board is not None and board not in names():  # a name is passed on, as puzzles with dice need it
        board = inputs.read_board(options.board).board
    stated = {"board": board, "pieces": inputs.read_pieces(options, None), "difficulty": options.difficulty}
    turns = {"reflections": options.reflections, "rotations": options.rotations}
    shape = {"cells": options.cells, "holes": not options.no_holes, "symmetric": options.symmetric}
    how = {**turns, **shape, "progress": shown, **limits(options)}
    return generate(options.n, kind=options.kind, seed=number, **stated, **how)


def difficulty(text: str) -> str | tuple[int, int | None]:
    """Return the value of `--difficulty`. A range such as 50-200 or 50- becomes a pair of numbers."""
    if match := re.fullmatch(r"(\d{1,9})-(\d{0,9})", text, re.ASCII):
        return int(match[1]), int(match[2]) if match[2] else None
    if not {*text.split("-", 1)} <= {"easy", "medium", "hard"}:
        wanted = "easy, medium, hard, a range such as easy-hard, or how many placements to look at, as in 50-200 or 50-"
        raise argparse.ArgumentTypeError(f"must be {wanted}, got {text!r}")
    return text


def _picture(number: int, puzzle: Puzzle) -> str:
    left = [(piece.name or repr(piece)) + f"*{least}" * (least > 1) for piece, least, most in puzzle._demand if most]
    heading = folded(f"{number}. {puzzle.difficulty()}\nto place: {' '.join(left)}")
    return f"{heading}\n{puzzle.drawing.to_text('letters')}"
