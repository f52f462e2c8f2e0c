"""`pentomino solve`: print solutions."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from ..puzzle import Puzzle
from ..search.progress import Statistics
from ..solutions.solution import Solution
from .console import PUZZLE_HELP, MisuseError, print_pictures, say
from .executors import executor_options, opened
from .inputs import read_puzzles
from .look import look_chosen, picture_options
from .named import Chosen, named_board
from .options import (
    FOUND,
    NONE,
    Command,
    add_rectangles,
    add_target,
    bar,
    chosen_seed,
    is_standard_output,
    is_terminal,
    natural,
    number,
    puzzle_options,
    seconds,
    shuffle_options,
    threads,
    work_options,
)
from .pictures import FROM_SVG, SOLID, Brush, add_colour, laid_one_by_one
from .summary import Timed, tell, tell_none
from .where import add_where, those

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["add"]

STYLES = ("outline", "letters", "box", "blocks", "svg", "json", "html")

STYLE_OF = {
    ".txt": None,
    **{f".{style}": style for style in (*FROM_SVG, *SOLID, "json", "html")},
    "": None,
}
"""The styles that the endings of files mean; None is the usual one."""

KNOWN = ".txt, .svg, .png, .pdf, .obj, .stl, .json and .html"

ANIMATIONS = (".svg", ".gif")
"""The endings of animations."""

STEP = 0.3
"""Seconds between two pieces that are laid, unless the options say otherwise."""

Found = Iterator[tuple[Chosen | None, Solution]]
"""Solutions, each with the board that it was called by name, if it was."""


def add(command: Command) -> None:
    """Add the command."""
    parser = command(
        parents=[puzzle_options(), shuffle_options(), work_options(), executor_options(), picture_options()],
        description="Print solutions.",
        examples=(
            "pentomino solve 8x8 --pieces 'pentominoes + O4' --style box",
            "pentomino solve 3x20 --all --output solutions.json",
            "pentomino solve 8x8-hole --output cuts.svg --cut --cell 20",
        ),
    )
    parser.add_argument("board", nargs="?", metavar="BOARD", help=PUZZLE_HELP)
    add_rectangles(parser)
    add_where(parser)
    parser.add_argument(
        "--skip", type=number, default=0, metavar="K", help="leave out the first K solutions of each board"
    )
    amount = parser.add_mutually_exclusive_group()
    amount.add_argument(
        "-n", "--number", type=natural, default=1, metavar="N", help="how many at most, of each board (default 1)"
    )
    amount.add_argument("--all", action="store_true", help="every solution")
    parser.add_argument(
        "--style",
        choices=STYLES,
        help="how to draw (default outline, or letters if that is too wide for the terminal; svg, json or html where "
        "FILE ends so); html is a page to look through all solutions; blocks are cells of plain colour, or letters "
        "where there is no colour",
    )
    add_target(
        parser,
        "write there, not to standard output, which is -: text, SVG, PNG, PDF, solids, JSON, or a page with all "
        "solutions, if FILE ends in .txt, .svg, .png, .pdf, .obj, .stl, .json or .html; several pictures in SVG or "
        "PNG, or solids, go to FILE-1, FILE-2 ...",
    )
    parser.add_argument(
        "--force", action="store_true", help="let -o replace files that exist, and write more than 100 SVG or PNG files"
    )
    parser.add_argument("--json", action="store_const", const="json", dest="style", help="the same as --style json")
    add_colour(parser)
    parser.add_argument(
        "--animate",
        action="store_true",
        help="lay the pieces one by one, in the order in which the search placed them, and tell how many it tried; "
        "where the output is not a terminal, print a picture for each piece; with -o, write an animation, .svg or .gif",
    )
    parser.add_argument(
        "--delay", type=seconds, default=STEP, metavar="SECONDS", help=f"between two pieces (default {STEP})"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the solutions that the options ask for."""
    if is_standard_output(options.output):
        options.output = None
    if options.animate:
        _check_animation(options)
    elif options.style is None and options.output is not None:
        options.style = _style_of(options.output)
    is_animation = options.animate and options.output is not None
    options.look = look_chosen(options, "animation" if is_animation else _kind(options.style))
    many, kind = _is_many(options), str(options.style).upper()
    if many and (options.output is None or (options.output.exists() and not options.output.is_file())):
        raise MisuseError(f"several {kind} pictures are several files: -o FILE writes them to FILE-1, FILE-2 ...")
    if options.style == "html" and options.rectangles:
        raise MisuseError("a page has the solutions of one board: --rectangles goes with other styles")
    if options.where and options.skip:
        raise MisuseError("--skip leaves out solutions before --where looks at any: one of them only")
    if options.output is not None:
        from ..base.writing import check_target

        check_target(options.output, options.force or many)  # before the search, which may take long
    puzzles = read_puzzles(options, [] if options.board is None else [options.board], options.rectangles)
    if options.style in (*FROM_SVG, *SOLID):  # what cannot be drawn so is told before the search
        for _, puzzle in puzzles:
            Brush(options, None, to_file=True, look=options.look).draw(puzzle.drawing)
    found = _solutions(puzzles, options, chosen_seed(options))
    shown = _animate(found, options) if options.animate else _print(found, options)
    if shown == 0 and not options.quiet:
        if options.skip:
            say(f"there are no more than {options.skip} solutions")
        else:
            tell_none(puzzles, options.where)
    return FOUND if shown else NONE


def _check_animation(options: argparse.Namespace) -> None:
    """Raise `MisuseError` for what `--animate` cannot do."""
    if options.style in ("svg", "json", "html"):
        raise MisuseError("--animate draws on the terminal; with -o FILE it writes .svg or .gif")
    if options.output is None:
        return
    if options.output.suffix.lower() not in ANIMATIONS or options.style is not None:
        raise MisuseError(f"{options.output}: --animate writes .svg or .gif, without --style")
    if options.all or options.number > 1 or options.rectangles:
        raise MisuseError("a file has one animation: --all, --number and --rectangles go with the terminal")


def _style_of(output: Path) -> str | None:
    """The style that the name of a file asks for; raises `MisuseError` for an ending that solve does not write."""
    ending = output.suffix.lower()
    if ending in STYLE_OF:
        if ending in (".png", ".pdf"):
            from ..render.media import MEDIA

            MEDIA[ending].check()  # before the search, which may take long
        return STYLE_OF[ending]
    from ..formats import FORMATS

    if ending in FORMATS:
        raise MisuseError(f"{output}: solve writes {KNOWN}; convert a .json file of solutions to {ending}")
    raise MisuseError(f"{output}: the ending {ending} is not known; solve writes {KNOWN}")


def _kind(style: str | None) -> str:
    """The kind of medium that a style is."""
    return "svg" if style in FROM_SVG else "solid" if style in SOLID else "text"


def _is_many(options: argparse.Namespace) -> bool:
    """Whether each picture goes to a file of its own."""
    return options.style in ("svg", "png", *SOLID) and bool(options.all or options.number > 1 or options.rectangles)


def _solutions(puzzles: Sequence[tuple[str, Puzzle]], options: argparse.Namespace, seed: int | None) -> Found:
    """The solutions of all puzzles; what there is to tell of each is told when it is done."""
    with opened(options, puzzles) as more:
        yield from _solutions_by(more, puzzles, options, seed)


def _solutions_by(
    more: dict[str, Any], puzzles: Sequence[tuple[str, Puzzle]], options: argparse.Namespace, seed: int | None
) -> Found:
    for name, puzzle in puzzles:
        board = named_board(name)
        with bar(options.quiet or options.animate) as progress:
            statistics = Statistics()
            most = None if options.all else options.skip + options.number
            solutions = those(
                puzzle.solve_all,
                options.where,
                most,
                symmetry=options.symmetry,
                timeout=options.timeout,
                # To count the placements that were tried, nothing may be searched ahead.
                workers=1 if options.animate else threads(options),
                progress=progress,
                shuffle=seed,
                method=options.method,
                memory_limit=options.memory_limit,
                statistics=statistics,
                **more,
            )
            timed = Timed(islice(solutions, min(options.skip, sys.maxsize), None))
            for solution in timed:
                yield board, solution
        if options.verbose or (options.animate and not options.quiet):
            from ..base.words import counted

            result = counted(timed.number, "solution")
            told = f"{name}: {result}" if len(puzzles) > 1 else result
            tell(puzzle, statistics, told, timed.seconds, options.verbose)


def _print(found: Found, options: argparse.Namespace) -> int:
    """Print the solutions, or write them to files; return how many there were."""
    if options.style == "html":
        return _print_gallery(found, options)
    pictures: Iterator[Any] = _pictures(found, options)
    apart = options.style not in ("json", "svg", *SOLID)
    if options.output is None:
        return print_pictures(pictures, apart)
    from .files import write_all, write_bound, write_each

    if _is_many(options):
        most = None if options.all or options.rectangles else options.number
        page = f", -o {options.output.with_suffix('.html')} has all on a page"
        return write_each(pictures, options.output, options.force, most, page)
    if options.style == "pdf":
        from ..render.media import pdf

        return write_bound(pictures, options.output, options.force, pdf)
    return write_all(pictures, options.output, options.force, apart)


def _print_gallery(found: Found, options: argparse.Namespace) -> int:
    """Print a page with all solutions, or write it to a file; return how many there were."""
    from ..render.gallery import gallery
    from .files import UpToStop

    solutions = UpToStop((solution for _, solution in found), options.force)
    every = iter(solutions)
    first = next(every, None)
    if first is not None:
        page = gallery(chain([first], every))
        if options.output is None:
            print(page)
        else:
            page.write(options.output, force=options.force)
    return solutions.number()


def _pictures(found: Found, options: argparse.Namespace) -> Iterator[str | bytes]:
    """The solutions in the style that is asked for."""
    to_file, look = options.output is not None, options.look
    on_screen = not to_file and is_terminal(sys.stdout)
    brush, drawn = Brush(options, None, to_file, on_screen, look), None
    for board, solution in found:
        if options.style == "json":
            yield solution.to_json()
            continue
        if board is not drawn:
            brush, drawn = Brush(options, board, to_file, on_screen, look), board
        yield _finished(brush.solution(solution), options.style)


def _finished(picture: str, style: str | None) -> str | bytes:
    """What goes into the file: SVG may be made something else."""
    if style != "png":
        return picture
    from ..render.media import png

    return png(picture)


def _animate(found: Found, options: argparse.Namespace) -> int:
    """Lay the pieces of each solution one by one, and leave it on the terminal; return how many there were."""
    if options.output is not None:
        return _write_animation(found, options)
    from .screen import can_show, live

    shown = 0
    on_screen = can_show(sys.stdout)
    for shown, (board, solution) in enumerate(found, 1):
        brush = Brush(options, board, on_screen=on_screen)
        laid = laid_one_by_one(solution, brush)
        if on_screen:
            with live(sys.stdout) as screen:
                for number, (placement, pictures) in enumerate(zip(solution.laid, laid, strict=True), 1):
                    screen.show(pictures, f"{number} of {len(solution.laid)}: {placement.piece.name}")
                    screen.wait(options.delay)
            print_pictures(iter([brush.shown(solution.drawing)]), apart=True, before=shown - 1)
        else:
            print_pictures((pictures[0] for pictures in laid), apart=True, before=shown - 1)
    return shown


def _write_animation(found: Found, options: argparse.Namespace) -> int:
    """Write how the pieces of the first solution are laid; return how many there were."""
    from ..render.animation import animation

    solutions = [solution for _, solution in found]
    for solution in solutions:
        laid = animation(solution, delay=options.delay or STEP, **(options.look or {}))
        laid.write(options.output, force=options.force)
    return len(solutions)
