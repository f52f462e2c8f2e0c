"""`pentomino solve`: print solutions, or write them to files."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from time import monotonic
from typing import TYPE_CHECKING, Any

from ..base.words import counted, joined
from ..base.writing import check_target
from ..errors import PentominoError
from ..puzzle import Puzzle
from ..search.progress import Statistics
from ..solutions.solution import Solution
from .console import MisuseError, print_pictures, say
from .executors import executor_options, opened
from .inputs import PUZZLE_HELP, Stated, file_format, read_puzzles
from .options import (
    FOUND,
    NONE,
    Command,
    add_rectangles,
    add_target,
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
from .output import (
    PAGES,
    Brush,
    UpToStop,
    add_colour,
    labelled,
    laid_one_by_one,
    look_chosen,
    medium_of,
    picture_options,
    write_all,
    write_each,
)
from .work import Timed, add_where, bar, tell, tell_none, those

if TYPE_CHECKING:
    from pathlib import Path

    from ..formats import Format
    from ..pages.animation import Animation
    from ..pages.sheet import Sheet
    from ..render.media import Medium
    from ..workbench.building import BuildOrder

STYLES = ("outline", "letters", "box", "blocks", "svg", "json", "html")

STYLES_BY_SUFFIX = {".jsonl": "json", ".html": "html"}

ANIMATIONS = (".svg", ".gif")
"""The suffixes of animations."""

STEP = 0.3
"""Seconds between two pieces of an animation, unless the options say otherwise."""

Found = Iterator[tuple[Stated, Solution]]
"""Solutions, each after its puzzle."""


def add_solve(command: Command) -> None:
    """Add the command."""
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
    parser.add_argument(
        "--skip", type=number, default=0, metavar="K", help="leave out the first K solutions of each board"
    )
    amount = parser.add_mutually_exclusive_group()
    amount.add_argument(
        "-n",
        "--number",
        type=natural,
        default=1,
        metavar="N",
        help="print at most N solutions of each board (default 1)",
    )
    amount.add_argument("--all", action="store_true", help="print every solution")
    parser.add_argument(
        "--style",
        choices=STYLES,
        help="how to draw (default outline, or letters if that is too wide for the terminal; svg, json or html if FILE "
        "ends so); html is a page to look through all solutions; blocks are cells of plain colour, or letters without "
        "colour",
    )
    add_target(
        parser,
        "write to FILE; - is standard output. FILE ends in .txt, .svg, .png or .pdf for pictures, .dxf for cut lines, "
        ".obj or .stl for solids, .json, .jsonl, .csv or .parquet for data (see pentomino convert), or .html for "
        "a page with all solutions; several pictures in SVG, PNG or DXF, or solids, go to FILE-1, FILE-2 ...",
    )
    parser.add_argument(
        "--features",
        metavar="NAMES",
        help="say more of each solution in .json, .jsonl, .csv and .parquet files, and by --json: the words of "
        "CONDITION, separated by commas, or all",
    )
    parser.add_argument(
        "--force", action="store_true", help="let -o replace files that exist, and write more than 100 files"
    )
    parser.add_argument("--json", action="store_const", const="json", dest="style", help="the same as --style json")
    add_colour(parser)
    parser.add_argument(
        "--animate",
        action="store_true",
        help="lay the pieces one by one, in the order of the search, and print how many it tried; if the output is not "
        "a terminal, print a picture for each piece; with -o, write an animation, .svg or .gif",
    )
    parser.add_argument(
        "--build",
        action="store_true",
        help="print in which order the pieces of a solid go in, a picture for each; with -o, write them: .html, .pdf, "
        ".svg or .png pages, .gif an animation, with --animate .svg too, .txt text",
    )
    parser.add_argument(
        "--delay",
        type=seconds,
        metavar="SECONDS",
        help=f"wait between two pieces (default {STEP}, in an animation of --build 2)",
    )
    parser.set_defaults(run=run_solve)


def run_solve(options: argparse.Namespace) -> int:
    """Print the solutions that the options ask for."""
    if is_standard_output(options.output):
        options.output = None
    options.medium = options.form = None
    kind = "text"
    if options.build:
        kind = _kind_of_build(options)
    elif options.animate:
        _check_animation(options)
        kind = "text" if options.output is None else "animation"
    else:
        _choose_medium(options)
    medium: Medium | None = options.medium
    options.look = look_chosen(options, medium.kind if medium else kind)
    many = medium is not None and medium.bind is None and (options.all or options.number > 1 or options.rectangles)
    if medium and many and (options.output is None or (options.output.exists() and not options.output.is_file())):
        raise MisuseError(
            f"several {medium.name} pictures are several files: -o FILE writes them to FILE-1, FILE-2 ..."
        )
    if (options.style == "html" or options.form) and options.rectangles:
        what = "a page" if options.style == "html" else f"a {options.form.suffix} file"
        raise MisuseError(f"{what} has the solutions of one board: --rectangles goes with other styles")
    if options.features is not None and options.style != "json" and not (options.form and options.form.has_features):
        raise MisuseError("--features goes with tables and JSON, such as -o FILE.csv or --json")
    if options.where and options.skip:
        raise MisuseError("--skip leaves out solutions before --where looks at any: one of them only")
    if options.output is not None:
        check_target(options.output, options.force or many)  # before the search, which may take long
    puzzles = read_puzzles(options, [] if options.board is None else [options.board], options.rectangles)
    if medium is not None:
        for _, puzzle, _ in puzzles:
            medium.draw(puzzle.drawing, options.look)  # raises an error of the look before the search
    for _, puzzle, _ in puzzles:
        _check_data(puzzle, options)
        if options.build and not puzzle.board.lattice.has_cubes:
            raise MisuseError("--build puts solids of cubes together, such as 3x4x5 or soma")
    found = _solutions(puzzles, options, chosen_seed(options))
    if options.build:
        shown = _build(found, options, kind)
    elif options.animate:
        shown = _animate(found, options)
    elif options.style == "html":
        shown = _write_gallery(found, options)
    elif options.form is not None:
        shown = _write_data(found, options)
    else:
        shown = _write(found, options, many)
    if shown == 0 and not options.quiet:
        if options.skip:
            say(f"there are no more than {options.skip} solutions")
        else:
            tell_none(puzzles, options.where)
    return FOUND if shown else NONE


def _kind_of_build(options: argparse.Namespace) -> str:
    """Return what `--build` makes: a text, an animation or a sheet. Raise `MisuseError` for options of other pictures.

    `animate` is turned off: it says more of the search.
    """
    if options.style is not None:
        raise MisuseError("--build has pictures of its own: it goes without --style and --json")
    suffix = "" if options.output is None else options.output.suffix.lower()
    if options.animate and suffix not in ANIMATIONS:
        raise MisuseError("--build --animate writes an animation: -o FILE.svg or -o FILE.gif")
    if suffix in ("", ".txt"):
        return "text"
    if suffix not in (*PAGES, ".gif"):
        raise MisuseError(f"{options.output}: --build writes {joined([*PAGES, '.gif', '.txt'])}")
    if options.all or options.number > 1 or options.rectangles:
        raise MisuseError("a file has one build order: --all, --number and --rectangles go with text")
    is_animation, options.animate = options.animate or suffix == ".gif", False
    return "animation" if is_animation else "sheet"


def _check_animation(options: argparse.Namespace) -> None:
    """Raise `MisuseError` for options that do not go with `--animate`."""
    if options.style in ("svg", "json", "html"):
        raise MisuseError("--animate draws on the terminal; with -o FILE it writes .svg or .gif")
    if options.output is None:
        return
    if options.output.suffix.lower() not in ANIMATIONS or options.style is not None:
        raise MisuseError(f"{options.output}: --animate writes .svg or .gif, without --style")
    if options.all or options.number > 1 or options.rectangles:
        raise MisuseError("a file has one animation: --all, --number and --rectangles go with the terminal")


def _choose_medium(options: argparse.Namespace) -> None:
    """Set the style, the medium or the format of data from `--style`, or else from the suffix of the file.

    Text has neither a medium nor a format.
    """
    if options.style == "svg":
        from ..render.media import MEDIA

        options.medium = MEDIA[".svg"]
    suffix = "" if options.output is None else options.output.suffix.lower()
    if options.style == "json" and suffix == ".json":  # which is one object; --json alone prints lines
        options.style = None
    if options.style is not None or options.output is None:
        return
    if suffix in STYLES_BY_SUFFIX:
        options.style = STYLES_BY_SUFFIX[suffix]
    elif suffix not in ("", ".txt") or (not suffix and _is_plain(options.output)):
        options.form = _form_of(options.output, suffix)
        options.medium = None if options.form else medium_of(options.output)


def _form_of(output: Path, suffix: str) -> Format | None:
    """Return the format of a file with data, None for a medium. Raises `MisuseError` for a file that is neither."""
    from ..render.media import MEDIA, MODELS, ending_meant

    if suffix in (*MEDIA, *MODELS):
        return None
    from ..formats import FORMATS

    written = {name: form for name, form in FORMATS.items() if form.write_solutions}
    if suffix not in written:
        known = joined(list(dict.fromkeys([*MEDIA, *MODELS, ".html", *written])))
        what = f"the ending {suffix} is not known" if suffix else "the name has no ending, which says the format"
        raise MisuseError(f"{output}: {what}; solve writes {known}{ending_meant(suffix)}")
    return written[suffix]


def _is_plain(output: Path) -> bool:
    """Return whether a path is that of a file, old or new: directories, devices and pipes have no ending."""
    is_device = any(str(folder) == "/dev" for folder in output.parents)  # /dev/stdout may be a file, too
    return not is_device and (output.is_file() or not output.exists())


def _check_data(puzzle: Puzzle, options: argparse.Namespace) -> None:
    """Raise the errors of data before the search: a missing package, a puzzle that the format cannot hold."""
    if options.features is not None:
        from ..solutions.features import chosen

        chosen(options.features, puzzle.board.lattice)
    if options.form is not None:
        from ..formats.common import naming

        with naming(str(options.output)):
            options.form.write_solutions([], puzzle)


def _solutions(puzzles: Sequence[Stated], options: argparse.Namespace, seed: int | None) -> Found:
    """Yield the solutions of all puzzles. After each puzzle, print what the options ask for besides."""
    with opened(options, puzzles) as more:
        yield from _solutions_by(more, puzzles, options, seed)


def _solutions_by(
    more: dict[str, Any], puzzles: Sequence[Stated], options: argparse.Namespace, seed: int | None
) -> Found:
    for stated in puzzles:
        with bar(options.quiet or options.animate, where=options.where) as progress:
            statistics = Statistics()
            most = None if options.all else options.skip + options.number
            solutions = those(
                stated.puzzle.solve_all,
                options.where,
                most,
                symmetry=options.symmetry,
                timeout=options.timeout,
                # More workers would search ahead, and count placements that were not needed.
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
                yield stated, solution
        if options.verbose or (options.animate and not options.quiet):
            result = counted(timed.number, "solution")
            line = f"{stated.name}: {result}" if len(puzzles) > 1 else result
            tell(stated.puzzle, statistics, line, timed.seconds, options.verbose)


def _write(found: Found, options: argparse.Namespace, many: bool) -> int:
    """Print solutions, or write them to one file or to many. Return their number."""
    pictures = _pictures(found, options)
    apart = options.style != "json" and options.medium is None
    if options.output is None:
        return print_pictures(pictures, apart)
    if many:
        most = None if options.all or options.rectangles else options.number
        page = f", -o {options.output.with_suffix('.html')} has all on a page"
        return write_each(pictures, options.output, options.force, most, page)
    bind = options.medium.bind if options.medium else None
    return write_all(pictures, options.output, options.force, apart, bind)


def _write_gallery(found: Found, options: argparse.Namespace) -> int:
    """Print or write a page with all solutions. Return their number."""
    from ..pages.gallery import gallery

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


def _write_data(found: Found, options: argparse.Namespace) -> int:
    """Write the solutions in the format of the options. Return their number."""
    from ..formats import read_together, write_solutions

    together = read_together(options.board) if options.board and file_format(options.board) else ()
    solutions = UpToStop((solution for _, solution in found), options.force)
    every = iter(solutions)
    first = next(every, None)
    if first is not None:
        features = options.features or ""
        more = {"features": features, "together": together, "force": options.force}
        write_solutions(chain([first], every), options.output, **more)
    return solutions.number()


def _pictures(found: Found, options: argparse.Namespace) -> Iterator[Any]:
    """Yield the solutions in the style or the medium of the options."""
    to_file = options.output is not None
    on_screen = not to_file and is_terminal(sys.stdout)
    brush, drawn = Brush(options, None, to_file, on_screen), None
    for stated, solution in found:
        if options.style == "json":
            yield solution.to_json() if options.features is None else _line_with_features(solution, options.features)
        elif options.medium is not None:
            yield options.medium.draw(labelled(solution.drawing, stated), options.look)
        else:
            if stated is not drawn:
                brush, drawn = Brush(options, stated, to_file, on_screen), stated
            yield brush.solution(solution)


def _line_with_features(solution: Solution, features: str) -> str:
    from ..formats.json import line  # an import of all formats, of which few programs need one

    return line(solution, features)


def _build(found: Found, options: argparse.Namespace, kind: str) -> int:
    """Print or write in which order the pieces go in. Return the number of solutions.

    Raise `PentominoError` for a solution without an order.
    """
    orders = _orders(found, options)
    if kind == "text":
        texts = (order.to_text() for _, order in orders)
        if options.output is None:
            return print_pictures(texts, apart=True)
        return write_all((f"{text}\n" for text in texts), options.output, options.force, apart=True)
    look = options.look or {}
    made = [_pages(stated, order, options, look, kind) for stated, order in orders]
    for pages in made:
        pages.write(options.output, force=options.force)
    return len(made)


def _pages(
    stated: Stated, order: BuildOrder, options: argparse.Namespace, look: dict[str, Any], kind: str
) -> Animation | Sheet:
    if kind == "animation":
        from ..pages.animation import animation

        return animation(order, delay=options.delay or None, **look)
    from ..pages.sheet import sheet

    return sheet(order, title=stated.name, **look)


def _orders(found: Found, options: argparse.Namespace) -> Iterator[tuple[Stated, BuildOrder]]:
    """Yield the build order of each solution, after its puzzle."""
    start = monotonic()
    for n, (stated, solution) in enumerate(found, 1):
        left = None if options.timeout is None else max(0.0, start + options.timeout - monotonic())
        order = solution.build_order(timeout=left)
        if order is None:
            raise PentominoError(
                f"solution {options.skip + n}: its pieces do not go in one at a time; pentomino apart --moves says "
                "whether they come apart together"
            )
        if not order.rests and not options.quiet:
            at = options.skip + n
            say(
                f"solution {at}: in no order do all pieces rest, so some are to be held; --skip {at} takes the next one"
            )
        yield stated, order


def _animate(found: Found, options: argparse.Namespace) -> int:
    """Lay the pieces of each solution one by one, and leave it on the terminal. Return the number of solutions."""
    if options.output is not None:
        return _write_animation(found, options)
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


def _write_animation(found: Found, options: argparse.Namespace) -> int:
    """Write an animation of the first solution. Return the number of solutions."""
    from ..pages.animation import animation

    solutions = [solution for _, solution in found]
    for solution in solutions:
        laid = animation(solution, delay=options.delay or STEP, **(options.look or {}))
        laid.write(options.output, force=options.force)
    return len(solutions)
