"""`pentomino solve`: print solutions, or write them to files."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, islice
from time import monotonic
from typing import TYPE_CHECKING, Any

from ..errors import PentominoError, SearchTimeout
from ..files import check_target
from ..puzzle import Puzzle
from ..search.run import Statistics
from ..solutions.solution import Solution
from ..wording import counted
from . import targets
from .console import MisuseError, print_pictures, say
from .inputs import PUZZLE_HELP, Stated, file_format, read_puzzles
from .options import (
    FOUND,
    NONE,
    Command,
    add_rectangles,
    chosen_seed,
    is_terminal,
    natural,
    number,
    puzzle_options,
    seconds,
    shuffle_options,
    threads,
    work_options,
)
from .output import Brush, UpToStop, add_colour, laid_one_by_one, picture_options, write_all, write_each
from .work import Timed, add_where, bar, executor_options, opened, tell, tell_none, those

if TYPE_CHECKING:
    from ..pages.animation import Animation
    from ..pages.sheet import Sheet
    from ..reason.solids import BuildOrder

STYLES = ("outline", "letters", "box", "blocks", "svg", "json", "html")

OF_STYLE = {"svg": ".svg", "json": ".jsonl", "html": ".html"}
"""For the values of `--style` that are kinds of files, the suffixes of these files."""

TRIES = 20
"""The maximum number of solutions that `--build` tries until all pieces of one can rest, unless the options choose."""

STEP = 0.3
"""The default number of seconds between two pieces of an animation."""

Found = Iterator[tuple[Stated, Solution]]
"""An iterator over pairs: a puzzle with its name, and a solution of the puzzle."""


def add_solve(command: Command) -> None:
    parser = command(
        parents=[puzzle_options(), shuffle_options(), work_options(), executor_options(), picture_options()],
        description="Print solutions.",
        examples=(
            "pentomino solve 8x8 --pieces 'pentominoes + O4' --style box",
            "pentomino solve 3x20 --all --output solutions.csv --features all",
            "pentomino solve soma --build --output soma.pdf",
            "pentomino solve 8x8-hole --output cuts.svg --cut --cell 20",
        ),
    )
    parser.add_argument("board", nargs="?", metavar="BOARD", help=PUZZLE_HELP)
    add_rectangles(parser)
    add_where(parser)
    parser.add_argument("--skip", type=number, default=0, metavar="K", help="skip the first K solutions of each board")
    amount = parser.add_mutually_exclusive_group()
    amount.add_argument(
        "-n",
        "--number",
        type=natural,
        metavar="N",
        help="print at most N solutions of each board (default 1)",
    )
    amount.add_argument("--all", action="store_true", default=None, help="print every solution")
    parser.add_argument(
        "--style",
        choices=STYLES,
        help="how to draw (default outline, or letters if that is too wide for the terminal; svg, json or html if FILE "
        "has that extension); html: a page for browsing all solutions; blocks: cells of plain colour, or letters if "
        "there is no colour",
    )
    more = " (see pentomino convert); several pictures or solids go to FILE-1, FILE-2 ...; - is standard output"
    targets.add_target(parser, targets.SOLUTIONS, more=more)
    parser.add_argument(
        "--features",
        metavar="NAMES",
        help="add properties of each solution to .json, .jsonl, .csv and .parquet files and to --json: words of "
        "CONDITION, separated by commas, or all",
    )
    parser.add_argument("--json", action="store_const", const="json", dest="style", help="the same as --style json")
    add_colour(parser)
    parser.add_argument(
        "--animate",
        action="store_true",
        help="draw the pieces one by one, in the order of the search, and print the number of placements tried; if the "
        "output is not a terminal, print a picture for each piece; with -o, write an animation, .svg or .gif",
    )
    parser.add_argument(
        "--build",
        action="store_true",
        help="print an order in which to build a solid, with a picture for each piece; with -o, write pages (.html, "
        ".pdf, .svg, .png), text (.txt) or an animation (.gif, with --animate also .svg); without -n, --all "
        f"and --skip, try up to {TRIES} solutions to find one in which no piece must be held",
    )
    parser.add_argument(
        "--delay",
        type=seconds,
        metavar="SECONDS",
        help=f"wait between two pieces (default {STEP}; 2 in an animation of --build)",
    )
    parser.set_defaults(run=_run_solve)


def _run_solve(options: argparse.Namespace) -> int:
    options.number = None if options.number == 1 else options.number
    target = _chosen(options)
    several = options.all or options.number or options.rectangles
    options.may_choose = options.build and not (several or options.skip)
    is_drawn = target in (targets.PICTURES, targets.CUT_LINES, targets.SOLIDS)
    kind = options.medium = targets.medium(options.suffix) if is_drawn else None
    options.many = kind is not None and kind.bind is None and several
    if kind and options.many and (options.output is None or (options.output.exists() and not options.output.is_file())):
        raise MisuseError(f"several {kind.name} pictures need several files: -o FILE writes them to FILE-1, FILE-2 ...")
    if options.where and options.skip:
        raise MisuseError("--skip cannot be used with --where: it skips solutions before they are checked")
    if options.output is not None:
        check_target(options.output, options.force or options.many)  # before the search, which may take long
    puzzles = read_puzzles(options, [] if options.board is None else [options.board], options.rectangles)
    for _, puzzle, _ in puzzles:
        if kind is not None:
            kind.draw(puzzle.drawing, options.look)  # raises errors about the look before the search
        _check_data(puzzle, options, target)
        if options.build and not puzzle.board.lattice._has_square_layers:
            raise MisuseError("--build needs a solid of cubes or balls, such as soma or 'pyramid 5'")
    found = _solutions(puzzles, options, chosen_seed(options))
    if target in (targets.ANIMATIONS, targets.SHEETS):
        shown = _write_pages(_orders(found, options) if options.build else found, options, target)
    elif options.build:
        texts = (order.to_text() for _, order in _orders(found, options))
        shown = _put(texts, options, apart=True)
    elif options.animate:
        shown = _animate(found, options)
    elif target in (targets.GALLERY, targets.DATA, targets.SOLVER_FILES):
        shown = _write_whole(found, options)
    else:
        shown = _put(_pictures(found, options), options, apart=target in (targets.PRINTED, targets.TEXT))
    if shown == 0 and not options.quiet:
        if options.skip:
            say(f"there are no more than {options.skip} solutions")
        else:
            tell_none(puzzles, options.where)
    return FOUND if shown else NONE


def _chosen(options: argparse.Namespace) -> targets.Target:
    if options.build:
        pages = () if options.animate else (targets.BUILD_TEXT, targets.SHEETS)
        options.animate = False
        return targets.chosen(options, [*pages, targets.ANIMATIONS], replace=True)
    if options.animate:
        if options.style in OF_STYLE:
            raise MisuseError(f"--style {options.style}: --animate draws text or writes {targets.ANIMATIONS}")
        return targets.chosen(options, [targets.PRINTED, targets.ANIMATIONS], replace=True)
    suffix = None if options.style is None else OF_STYLE.get(options.style, ".txt")
    if suffix == ".jsonl" and options.output and options.output.suffix.lower() == ".json":
        suffix = options.style = None  # write one JSON object, though --json alone prints lines
    return targets.chosen(options, targets.SOLUTIONS, suffix, replace=True)


def _check_data(puzzle: Puzzle, options: argparse.Namespace, target: targets.Target) -> None:
    """Before the search, raise errors about the output: a missing package, or a puzzle that the format cannot hold."""
    if options.features is not None:
        from ..solutions.features import chosen

        chosen(options.features, puzzle.board.lattice)
    if target in (targets.DATA, targets.SOLVER_FILES):
        from ..formats import FORMATS
        from ..formats.common import naming

        with naming(str(options.output)):
            FORMATS[options.suffix].write_solutions([], puzzle)  # type: ignore[misc]


def _solutions(puzzles: Sequence[Stated], options: argparse.Namespace, seed: int | None) -> Found:
    limits: dict[str, Any] = {"symmetry": options.symmetry, "method": options.method, "shuffle": seed}
    limits |= {"timeout": options.timeout, "memory_limit": options.memory_limit}
    # More workers would search ahead, and count placements that the animation does not show.
    limits["workers"] = 1 if options.animate else threads(options)
    with opened(options, puzzles) as more:
        for stated in puzzles:
            statistics = Statistics()
            may_choose = options.may_choose
            most = None if options.all else options.skip + (options.number or (TRIES if may_choose else 1))
            with bar(options.quiet or options.animate, where=options.where) as progress:
                solve_all = partial(stated.puzzle.solve_all, **limits, progress=progress, statistics=statistics, **more)
                solutions = those(solve_all, options.where, most)
                timed = Timed(islice(solutions, min(options.skip, sys.maxsize), None))
                for solution in timed:
                    yield stated, solution
                    if may_choose and not options.may_choose:
                        solutions.close()
            if options.verbose or (options.animate and not options.quiet):
                result = counted(timed.number, "solution")
                line = f"{stated.name}: {result}" if len(puzzles) > 1 else result
                tell(stated.puzzle, statistics, line, timed.seconds, options.verbose)


def _put(pictures: Iterator[Any], options: argparse.Namespace, apart: bool) -> int:
    if options.output is None:
        return print_pictures(pictures, apart)
    if options.many:
        most = None if options.all or options.rectangles else options.number
        page = f", -o {options.output.with_suffix('.html')} writes one page"
        return write_each(pictures, options.output, options.force, most, page)
    return write_all(pictures, options.output, options.force, apart, options.medium and options.medium.bind)


def _write_whole(found: Found, options: argparse.Namespace) -> int:
    """Print or write a page with all solutions, or write a file with data. Return the number of solutions."""
    solutions = UpToStop((solution for _, solution in found), options.force)
    every = iter(solutions)
    if (first := next(every, None)) is None:
        return solutions.number()
    every = chain([first], every)
    if options.suffix != ".html":
        from ..formats import read_together, write_solutions

        together = read_together(options.board) if options.board and file_format(options.board) else ()
        more = {"features": options.features or "", "together": together, "force": options.force}
        write_solutions(every, options.output, **more)
        return solutions.number()
    from ..pages.gallery import gallery

    page = gallery(every)
    if options.output is None:
        print(page)
    else:
        page.write(options.output, force=options.force)
    return solutions.number()


def _pictures(found: Found, options: argparse.Namespace) -> Iterator[Any]:
    to_file = options.output is not None
    on_screen = not to_file and is_terminal(sys.stdout)
    brush, drawn = Brush(options, None, to_file, on_screen), None
    if options.features is not None:
        from ..formats.json import line  # imports all formats, which few runs need
    for stated, solution in found:
        if options.suffix == ".jsonl":
            yield solution.to_json() if options.features is None else line(solution, options.features)
        elif options.medium is not None:
            yield options.medium.draw(solution.drawing, options.look)
        else:
            if stated is not drawn:
                brush, drawn = Brush(options, stated, to_file, on_screen), stated
            yield brush.solution(solution)


def _write_pages(sources: Iterator[tuple[Stated, Any]], options: argparse.Namespace, target: targets.Target) -> int:
    from ..pages.animation import animation
    from ..pages.sheet import sheet

    found, look = list(sources), options.look or {}
    for stated, source in found:
        made: Animation | Sheet
        if target == targets.ANIMATIONS:
            made = animation(source, delay=options.delay or None, **look)
        else:
            made = sheet(source, title=stated.name, **look)
        made.write(options.output, force=options.force)
    return len(found)


def _orders(found: Found, options: argparse.Namespace) -> Iterator[tuple[Stated, BuildOrder]]:
    start, n, last = monotonic(), options.skip, options.skip
    best: list[tuple[Stated, BuildOrder | None]] = []
    try:
        for n, (stated, solution) in enumerate(found, options.skip + 1):
            left = None if options.timeout is None else max(0.0, start + options.timeout - monotonic())
            order, last = solution.build_order(timeout=left), n
            if not options.may_choose:
                yield stated, _order(f"solution {n}: its", n, stated, order, options.quiet)
            elif order is not None and order.rests:
                if n > 1 and not options.quiet:
                    say(f"solution {n} is the first that can be built without holding a piece")
                options.may_choose = False  # ends the search
                yield stated, order
            elif not best or best[0][1] is None:
                best = [(stated, order)]
    except SearchTimeout:
        if not best or best[0][1] is None:
            if last == n:
                raise  # from the search for solutions, not for an order
            what = f"{counted(last - options.skip, 'solution')} examined for build orders"
            raise SearchTimeout(f"stopped after {options.timeout:g} s: {what}") from None
    if options.may_choose:
        which = "solution 1: its" if last == 1 else f"solutions 1 to {last}: their"
        yield from ((stated, _order(which, last, stated, order, options.quiet)) for stated, order in best)


def _order(which: str, last: int, stated: Stated, order: BuildOrder | None, is_quiet: bool) -> BuildOrder:
    further, lattice = f"; --skip {last} starts with the next solution", stated.puzzle.board.lattice
    if order is None:
        further += "; pentomino apart --moves shows whether groups of them can" * lattice.has_cubes
        raise PentominoError(f"{which} pieces cannot be put in one at a time{further}")
    if not order.rests and not is_quiet:
        begun = " that begins with the given pieces" * bool(stated.puzzle.placed)
        say(f"{which.rpartition(':')[0]}: in every order{begun} some piece must be held{further}")
    return order


def _animate(found: Found, options: argparse.Namespace) -> int:
    """Draw each solution piece by piece. The whole picture remains on the terminal. Return the number of solutions."""
    from .screen import can_show, live

    shown = 0
    on_screen = can_show(sys.stdout)
    delay = STEP if options.delay is None else options.delay
    for shown, (stated, solution) in enumerate(found, 1):
        brush = Brush(options, stated, on_screen=on_screen)
        laid = laid_one_by_one(solution, brush)
        if on_screen:
            with live(sys.stdout) as screen:
                for number, (placement, pictures) in enumerate(zip(solution.laid, laid, strict=True), 1):
                    screen.show(pictures, f"{number} of {len(solution.laid)}: {placement.piece.name}")
                    screen.wait(delay)
            laid = iter([[brush.shown(solution.drawing)]])
        print_pictures((pictures[0] for pictures in laid), apart=True, before=shown - 1)
    return shown
