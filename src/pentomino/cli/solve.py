"""Commands that draw solutions: `solve` and `divide` print or write them, `watch` draws the search while it runs."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain, islice
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any

from ..errors import PentominoError, SearchTimeout
from ..files import check_target
from ..puzzle import Puzzle
from ..render.drawing import EMPTY, BaseDrawing
from ..search.clock import Statistics
from ..solutions.solution import Solution
from ..wording import counted, rounded
from . import output
from .console import MisuseError, best, can_show, check_inputs, live, print_pictures, say
from .inputs import Stated, file_format, in_time, read_board, read_puzzle, read_puzzles
from .options import BOARD_HELP, FOUND, NONE, Command, Parser, natural, number, order_seed, seconds
from .work import add_executor, add_where, bar, limits, matching_solutions, opened, report, report_none

if TYPE_CHECKING:
    from ..reason.solids import BuildOrder
    from ..solutions.steps import Step, Steps

STYLES = ("outline", "letters", "box", "blocks", "svg", "json", "html")

OF_STYLE = {"svg": ".svg", "json": ".jsonl", "html": ".html"}
"""The suffix of files for each value of `--style` that is a file format."""

TRIES = 20
"""`--build-order` tries at most this number of solutions, to find one that can be built without holding a piece."""

PIECE_SECONDS = 0.3
"""The default number of seconds between two pieces of an animation."""

DIVISIONS = *output.DRAWINGS, output.LINES
"""The targets of `divide`. The other files hold solutions of one puzzle, and each shape of the parts has its own."""

Solved = Iterator[tuple[Stated, Solution]]
"""An iterator over pairs of a puzzle and one of its solutions."""


def add_solve(command: Command) -> None:
    parser = command(
        description="Print solutions.",
        examples={
            'pentomino solve 8x8 -p "pentominoes + O4" --style box': "fill a chessboard, drawn with box characters",
            "pentomino solve 3x20 --all -o solutions.csv --features all": "write a table of all solutions",
            "pentomino solve soma --build-order -o soma.pdf": "draw how to build a cube, piece by piece",
            "pentomino solve 8x8-hole -o cuts.svg --cut --cell 20": "draw cutting lines, with cells of 20 mm",
        },
    )
    parser.add_puzzle()
    parser.add_shuffle()
    parser.add_method()
    add_executor(parser)
    output.add_picture(parser)
    parser.add_rectangles()
    add_where(parser)
    parser.add_argument("--skip", type=number, default=0, metavar="K", help="skip the first K solutions of each board")
    _add_drawing(parser, output.SOLUTIONS)
    text = "add properties of each solution to .json, .jsonl, .csv and .parquet files and to --json output; NAMES are "
    text += "properties that CONDITION accepts, separated by commas (crossings,edge), or all"
    parser.add_argument("--features", metavar="NAMES", help=text)
    text = "draw the pieces one by one, in the order of the search, and print how many nodes the search visited; if "
    text += "the output is not a terminal, print one picture per piece; with -o, write an animation (.svg, .gif)"
    parser.add_argument("--animate", action="store_true", help=text)
    text = "print an order in which to build a solid, with a picture for each piece; with -o, write pages (.html, "
    text += ".pdf, .svg, .png), text (.txt) or an animation (.gif, with --animate also .svg); without -n, --all and "
    text += f"--skip, search up to {TRIES} solutions for one that can be built without holding a piece"
    parser.add_argument("--build-order", action="store_true", help=text)
    text = f"wait SECONDS between two pieces (default {PIECE_SECONDS}, or 2 in an animation of --build-order)"
    parser.add_argument("--delay", type=seconds, metavar="SECONDS", help=text)
    parser.set_defaults(run=_run_solve)


def add_divide(command: Command) -> None:
    parser = command(
        description="Print the ways to cut BOARD into N connected parts of the same shape. Rotated parts and mirror "
        "images count as the same shape, unless you set --no-rotations or --no-reflections.",
        examples={
            "pentomino divide 4x4 2 --all": "draw all ways to halve a square",
            "pentomino divide 6x6 4 --all --no-reflections": "draw all ways to quarter a square, without reflections",
            'pentomino divide "triangular hexagon 2" 6 --all -o parts.pdf': "draw a hexagon cut into six, in all ways",
        },
    )
    parser.add_argument("board", metavar="BOARD", help=BOARD_HELP)
    parser.add_argument("n", type=natural, metavar="N", help="how many parts to cut, such as 2 for halves")
    parser.add_turns()
    parser.add_symmetry()
    parser.add_limits()
    parser.add_argument("-q", "--quiet", action="store_true", help="print only the result")
    output.add_picture(parser)
    add_where(parser)
    _add_drawing(parser, DIVISIONS)
    no = dict.fromkeys(("animate", "build_order", "features", "rectangles"))
    parser.set_defaults(run=_run_solve, skip=0, **no)


def _add_drawing(parser: Parser, targets: Sequence[output.Target]) -> None:
    """Add the options that select how many solutions to draw, in what form, and where."""
    amount = parser.add_mutually_exclusive_group()
    most = "print at most N solutions of each board (default 1)"
    amount.add_argument("-n", "--limit", type=natural, metavar="N", help=most)
    amount.add_argument("--all", action="store_true", default=None, help="print all solutions")
    has_pages = output.GALLERY in targets
    text = "how to draw (default: what the extension of FILE says, else outline, or letters if that is too wide for "
    text += (
        "the terminal); letters: on a terminal, with a key to unclear letters below; blocks: cells of plain colour, or "
    )
    text += "letters if there is no colour" + "; html: a page with all solutions" * has_pages
    parser.add_argument("--style", choices=STYLES if has_pages else STYLES[:-1], help=text)
    more = "; several pictures or solids go to FILE-1, FILE-2 ...; - is standard output"
    output.add_target(parser, targets, more=more)
    parser.add_argument("--json", action="store_const", const="json", dest="style", help="the same as --style json")
    output.add_colour(parser)
    text = "number the pictures in text output; pentomino convert can also read files with numbers"
    parser.add_argument("--numbered", action="store_true", help=text)
    parser.set_defaults(targets=targets)


def _run_solve(options: argparse.Namespace) -> int:
    options.limit = None if options.limit == 1 else options.limit
    target = _chosen(options)
    several = options.all or options.limit or options.rectangles
    options.may_choose = options.build_order and not (several or options.skip)
    is_drawn = target in (output.PICTURES, output.CUT_LINES, output.SOLIDS)
    kind = options.medium = output.medium(options.suffix) if is_drawn else None
    options.many = kind is not None and kind.bind is None and several
    if kind and options.many and (options.output is None or (options.output.exists() and not options.output.is_file())):
        raise MisuseError(f"several {kind.name} pictures need several files: -o FILE writes them to FILE-1, FILE-2 ...")
    is_list = target in (output.PRINTED, output.TEXT) and not (options.build_order or options.animate)
    if options.numbered and not is_list:
        raise MisuseError("--numbered requires solutions drawn as text")
    if options.where and options.skip:
        raise MisuseError("--skip cannot be used with --where, because it skips solutions before they are checked")
    if options.output is not None:
        check_target(options.output, options.force or options.many)  # before the search, which may take long
    divides, boards = options.command == "divide", [] if options.board is None else [options.board]
    puzzles = [] if divides else read_puzzles(options, boards, options.rectangles)
    for _, puzzle, _ in puzzles:
        if target == output.TEXT:
            from ..formats.common import part_note  # needs modules that few runs need

            if note := part_note(puzzle):
                say(note)
        if kind is not None:
            kind.draw(puzzle.drawing, options.look)  # raises errors about the look before the search
        _check_data(puzzle, options, target)
        if options.build_order and not puzzle.board.lattice._has_square_layers:
            raise MisuseError("--build-order requires a solid of cubes or balls, such as soma or 'pyramid 5'")
    solved = _divisions(options) if divides else _solutions(puzzles, options, order_seed(options))
    if target in (output.ANIMATIONS, output.SHEETS):
        shown = _write_pages(_orders(solved, options) if options.build_order else solved, options, target)
    elif options.build_order:
        texts = (order.to_text() for _, order in _orders(solved, options))
        shown = _put(texts, options, apart=True)
    elif options.animate:
        shown = print_pictures(_animated(solved, options), apart=True)
    elif target in (output.GALLERY, output.DATA, output.SOLVER_FILES):
        shown = _write_whole(solved, options)
    else:
        pictures, is_text = _pictures(solved, options), target in (output.PRINTED, output.TEXT)
        if options.numbered:
            pictures = (f"{n}:\n{picture}" for n, picture in enumerate(pictures, options.skip + 1))
        shown = _put(pictures, options, apart=is_text)
    if shown == 0 and not options.quiet and puzzles:
        if options.skip:
            say(f"there are at most {options.skip} solutions, and --skip skips them all")
        else:
            report_none(puzzles, options.where)
    return FOUND if shown else NONE


def _chosen(options: argparse.Namespace) -> output.Target:
    if options.build_order:
        pages = () if options.animate else (output.BUILD_TEXT, output.SHEETS)
        options.animate = False
        return output.chosen(options, [*pages, output.ANIMATIONS], replace=True)
    if options.animate:
        if options.style in OF_STYLE:
            what = f"--animate, which draws text or writes {output.ANIMATIONS}"
            raise MisuseError(f"--style {options.style} cannot be used with {what}")
        return output.chosen(options, output.WATCHED, replace=True)
    suffix = None if options.style is None else OF_STYLE.get(options.style, ".txt")
    if suffix == ".jsonl" and options.output and options.output.suffix.lower() == ".json":
        suffix = options.style = None  # write one JSON object, though --json alone prints lines
    return output.chosen(options, options.targets, suffix, replace=True)


def _check_data(puzzle: Puzzle, options: argparse.Namespace, target: output.Target) -> None:
    """Raise an error if the output needs a missing package, or if its format cannot represent the puzzle."""
    if options.features is not None:
        from ..solutions.features import chosen

        chosen(options.features, puzzle.board.lattice)
    if target in (output.DATA, output.SOLVER_FILES):
        from ..formats import FORMATS
        from ..formats.common import naming

        with naming(str(options.output)):
            FORMATS[options.suffix].write_solutions([], puzzle)  # type: ignore[misc]


def _solutions(puzzles: Sequence[Stated], options: argparse.Namespace, seed: int | None) -> Solved:
    how = {"symmetry": options.symmetry, "method": options.method, **limits(options)}
    how |= {"shuffle": options.shuffle, "seed": seed}
    if options.animate:  # more workers would search ahead, and count placements that the animation does not show
        how["workers"] = 1
    with opened(options, puzzles) as more:
        for stated in puzzles:
            statistics = Statistics()
            may_choose = options.may_choose
            most = None if options.all else options.skip + (options.limit or (TRIES if may_choose else 1))
            with bar(options, hidden=options.animate) as progress:
                solve_all = partial(stated.puzzle.solve_all, **how, progress=progress, statistics=statistics, **more)
                solutions = matching_solutions(solve_all, options.where, most)
                shown, spent, start = 0, 0.0, perf_counter()
                for solution in islice(solutions, min(options.skip, sys.maxsize), None):
                    shown, spent = shown + 1, spent + perf_counter() - start
                    yield stated, solution
                    if may_choose and not options.may_choose:
                        solutions.close()
                    start = perf_counter()
                spent += perf_counter() - start
            if options.verbose or (options.animate and not options.quiet):
                result = counted(shown, "solution")
                line = f"{stated.name}: {result}" if len(puzzles) > 1 else result
                report(stated.puzzle, statistics, line, spent, options.verbose)


def _divisions(options: argparse.Namespace) -> Solved:
    from ..make.divide import divide

    check_inputs([options.board])
    with in_time(options):
        board = read_board(options.board).board
    how = {"reflections": options.reflections, "rotations": options.rotations, "symmetry": options.symmetry}
    most, shown = None if options.all else options.limit or 1, 0
    with bar(options, "divisions") as progress:
        ways = partial(divide, board, options.n, **how, **limits(options), progress=progress)
        for division in matching_solutions(ways, options.where, most):
            shown += 1
            yield Stated(options.board, division.puzzle), division
    if not options.quiet and shown != most:
        such = f" with {options.where}" * (options.where is not None)
        say(f"{counted(shown, 'division')} into {counted(options.n, 'congruent part')}{such}")


def _put(pictures: Iterator[Any], options: argparse.Namespace, apart: bool) -> int:
    if options.output is None:
        return print_pictures(pictures, apart)
    if options.many:
        most = None if options.all or options.rectangles else options.limit
        page = f", -o {options.output.with_suffix('.html')} writes one page"
        return output.write_each(pictures, options.output, options.force, most, page)
    return output.write_all(pictures, options.output, options.force, apart, options.medium and options.medium.bind)


def _write_whole(solved: Solved, options: argparse.Namespace) -> int:
    solutions = (solution for _, solution in solved)
    with output.UpToStop(solutions, options.output, options.force) as kept:
        if (first := next(kept, None)) is None:
            pass
        elif options.suffix != ".html":
            from ..formats import read_together, write_solutions

            more = {"features": options.features or "", "overwrite": options.force}
            if options.board and file_format(options.board):
                more |= {"together": read_together(options.board), "like": options.board}
            write_solutions(chain([first], kept), options.output, **more)
        else:
            from ..pages.gallery import gallery

            page = gallery(chain([first], kept))
            if options.output is None:
                print(page)
            else:
                page.write(options.output, overwrite=options.force)
    return kept.number


def _pictures(solved: Solved, options: argparse.Namespace) -> Iterator[Any]:
    drawn = None
    if options.features is not None:
        from ..formats.json import line  # imports all formats, which few runs need
    for stated, solution in solved:
        if options.suffix == ".jsonl":
            yield solution.to_json() if options.features is None else line(solution, options.features)
        elif options.medium is not None:
            yield options.medium.draw(solution.drawing, options.look)
        else:
            if stated is not drawn:
                brush, drawn = output.Brush(options, stated.puzzle.board), stated
            yield brush.solution(solution)


def _write_pages(sources: Iterator[tuple[Stated, Any]], options: argparse.Namespace, target: output.Target) -> int:
    from ..pages.animation import animation
    from ..pages.sheet import sheet

    found, look = list(sources), options.look or {}
    for stated, source in found:
        if target == output.ANIMATIONS:
            animation(source, delay=options.delay or None, **look).write(options.output, overwrite=options.force)
        else:
            sheet(source, title=stated.name, **look).write(options.output, overwrite=options.force)
    return len(found)


def _orders(solved: Solved, options: argparse.Namespace) -> Iterator[tuple[Stated, BuildOrder]]:
    """Yield a build order for each solution. If `options.may_choose` is true, yield only the best build order."""
    start, n, last = monotonic(), options.skip, options.skip
    kept: tuple[Stated, BuildOrder | None] | None = None
    try:
        for n, (stated, solution) in enumerate(solved, options.skip + 1):
            left = None if options.timeout is None else max(0.0, start + options.timeout - monotonic())
            order, last = solution.build_order(timeout=left), n
            if not options.may_choose:
                yield stated, _order(f"solution {n}: its", n, stated, order, options.quiet)
            elif order is not None and order.rests:
                if n > 1 and not options.quiet:
                    say(f"solution {n} is the first that can be built without holding a piece")
                options.may_choose = False  # ends the search
                yield stated, order
            elif kept is None or kept[1] is None:
                kept = stated, order
    except SearchTimeout:
        if kept is None or kept[1] is None:
            if last == n:
                raise  # the search for solutions timed out, not the search for an order
            what = f"{counted(last - options.skip, 'solution')} examined for build orders"
            raise SearchTimeout(f"stopped after {options.timeout:g} s: {what}") from None
    if options.may_choose and kept is not None:
        which = "solution 1: its" if last == 1 else f"solutions 1 to {last}: their"
        yield kept[0], _order(which, last, *kept, options.quiet)


def _order(which: str, last: int, stated: Stated, order: BuildOrder | None, is_quiet: bool) -> BuildOrder:
    further, lattice = f"; --skip {last} starts with the next solution", stated.puzzle.board.lattice
    if order is None:
        further += "; pentomino disassemble --moves shows whether groups of pieces can" * lattice.has_cubes
        raise PentominoError(f"{which} pieces cannot be put in one at a time{further}")
    if not order.rests and not is_quiet:
        begun = " that begins with the given pieces" * bool(stated.puzzle.placed)
        say(f"{which.rpartition(':')[0]}: in every order{begun} some piece must be held{further}")
    return order


def _animated(solved: Solved, options: argparse.Namespace) -> Iterator[str]:
    """Draw each solution piece by piece, and yield the pictures. On a terminal, show them, and yield only the last."""
    on_screen = can_show(sys.stdout)
    delay = PIECE_SECONDS if options.delay is None else options.delay
    for stated, solution in solved:
        brush = output.Brush(options, stated.puzzle.board)
        if not on_screen:
            pictures = [brush.draw(drawing)[0] for drawing in _piece_by_piece(solution)]
            yield from pictures or [brush.shown(solution.drawing)]
            continue
        with live(sys.stdout) as screen:
            drawings = zip(solution.search_order, _piece_by_piece(solution), strict=True)
            for number, (placement, drawing) in enumerate(drawings, 1):
                caption = f"{number} of {len(solution.search_order)}: {placement.piece.name}"
                screen.show(brush.draw(drawing), caption, delay)
        yield brush.shown(solution.drawing)


def _piece_by_piece(solution: Solution) -> Iterator[BaseDrawing]:
    whole = solution.drawing
    areas = dict.fromkeys(whole.areas, EMPTY)
    for placement in solution.search_order:
        areas |= {cell: whole.areas[cell] for cell in placement.cells}
        yield whole._with(areas=dict(areas), labels={})


# ---------------------------------------------------------------------------------------------------------------- watch

STEP_SECONDS = 0.05
"""The default number of seconds between two steps of the search."""

MAX_FRAMES = 200
"""The maximum number of steps in an animated file."""

LINGER = 10
"""With `--steps`, solutions are shown longer than other steps, by this factor."""


def add_watch(command: Command) -> None:
    parser = command(
        description="Draw the search on the terminal while it runs. Each solution replaces the one before, and a line "
        "below says how many were found and how many nodes the search visits per second. Unless you set --delay, the "
        "search does not wait, and the picture is updated 25 times a second. The last solution and the "
        "counts stay on the screen at the end or after Ctrl-C. If the output is not a terminal, print each picture as "
        "soon as it is found.",
        examples={
            "pentomino watch 5x12": "draw the solutions as they are found",
            "pentomino watch 3x20 --steps --limit 1": "draw every step of the search up to the first solution",
        },
    )
    parser.add_puzzle(workers=False)
    parser.add_shuffle()
    parser.add_argument("-n", "--limit", type=natural, metavar="N", help="stop after N solutions")
    what = f"show each solution, or step, for SECONDS (default: do not wait; {STEP_SECONDS} with --steps)"
    parser.add_argument("--delay", type=seconds, metavar="SECONDS", help=what)
    what = "also show every placement and removal, and show each solution ten times as long as a step"
    parser.add_argument("--steps", action="store_true", help=what)
    what = "with --steps: instead of drawing on the terminal, write the steps up to the first solution, at most "
    what += f"{MAX_FRAMES}, to FILE: "
    output.add_target(parser, output.WATCHED, what)
    text = "how to draw (default outline, or letters if that is too large for the terminal)"
    parser.add_argument("--style", choices=("outline", "letters", "box", "blocks"), help=text)
    output.add_colour(parser)
    output.add_look(parser)
    parser.set_defaults(run=_run_watch, quiet=False, verbose=False)


def _run_watch(options: argparse.Namespace) -> int:
    output.chosen(options, output.WATCHED)
    if options.output is not None and not options.steps:
        raise MisuseError("-o requires --steps")
    stated = read_puzzle(options)
    puzzle = stated.puzzle
    walk = puzzle.steps(symmetry=options.symmetry, shuffle=options.shuffle, seed=order_seed(options))
    if options.output is not None:
        from ..pages.animation import animation

        seen = animation(walk, delay=options.delay or STEP_SECONDS, steps=MAX_FRAMES, **(options.look or {}))
        seen.write(options.output, overwrite=options.force)
        return FOUND
    draw = output.Brush(options, puzzle.board).draw
    end = monotonic() + (math.inf if options.timeout is None else options.timeout)
    if can_show(sys.stdout):
        _watch(walk, draw, options, end)
    else:
        print_pictures((draw(seen.drawing)[0] for seen in _each(walk, options, end)), apart=True)
    if not walk.found:
        report_none([stated])
    return FOUND if walk.found else NONE


def _watch(walk: Steps, draw: Callable[[BaseDrawing], list[str]], options: argparse.Namespace, end: float) -> None:
    delay = STEP_SECONDS if options.delay is None and options.steps else options.delay
    seen: Puzzle | Solution | Step = walk.puzzle
    drawn = lru_cache(1)(lambda seen: draw(seen.drawing))  # drawing a large board takes long: keep the last picture

    def caption() -> str:
        speed = rounded(walk.nodes / (walk.seconds or 1))
        work = f"{counted(walk.tried, 'placement')} made" if options.steps else f"{speed} nodes a second"
        return f"{counted(walk.found, 'solution')}, {work}"

    def tick() -> None:
        if screen.is_due:
            screen.show(drawn(seen), caption())

    try:
        with live(sys.stdout) as screen:
            for seen in _each(walk, options, end, tick):
                if delay is not None:
                    longer = 1 if getattr(seen, "solution", None) is None else LINGER
                    screen.show(drawn(seen), caption(), min(delay * longer, end - monotonic()))
    finally:
        print(*filter(None, [best([*drawn(seen), ""]), caption()]), sep="\n", flush=True)


def _each(
    walk: Steps, options: argparse.Namespace, end: float, tick: Callable[[], object] = lambda: None
) -> Iterator[Solution | Step]:
    """Yield each solution or, with `--steps`, each step. Call `tick` meanwhile, every few milliseconds."""

    def check() -> None:
        if monotonic() > end:
            raise SearchTimeout(f"stopped after {options.timeout:g} s: {counted(walk.found, 'solution')} found")
        tick()

    check()
    for seen in walk if options.steps else walk.solutions(check):
        yield seen
        if walk.found == options.limit:
            return
        check()
