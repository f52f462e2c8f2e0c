"""Commands that count solutions: `count`, `estimate`, `unique`, `tally`, `subsets`, `calendar`, `sequence`."""

from __future__ import annotations

import argparse
import json
import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from ..catalogue import MONTHS
from ..errors import PentominoError, SearchStopped, SearchTimeout
from ..files import part_of
from ..limits import any_area
from ..pieces.sets import PieceCount, as_pieces
from ..puzzle import Puzzle
from ..render.drawing import BaseDrawing
from ..render.text import has_room, letters, outline
from ..search.clock import Statistics
from ..search.options import MethodName, Progress
from ..solutions.solution import Solution
from ..symmetry import rotations_of
from ..wording import counted, duration, in_options
from . import inputs
from .console import MISUSE, MisuseError, best, check_inputs, folded, say
from .options import BOARD_HELP, FOUND, NONE, SEVERAL, Command, natural, seed, threads
from .output import FIGURES, NUMBERS, STDOUT, add_output, add_target, chosen, write_figure
from .work import add_executor, add_where, ask, ask_timed, matching_solutions, opened, report, report_none

if TYPE_CHECKING:
    from ..calendar import Day


# ---------------------------------------------------------------------------------------------------------------- count


def add_count(command: Command) -> None:
    parser = command(
        description="Print the number of solutions of each board.",
        examples=(
            "pentomino count 3x20 4x15 5x12 6x10",
            "pentomino count 6x10 --limit 2",
            "pentomino count 8x20 --pieces 'I2*' --symmetry all",
        ),
    )
    parser.add_puzzle(several=True)
    parser.add_method()
    add_executor(parser)
    parser.add_rectangles()
    add_where(parser)
    parser.add_argument("--limit", type=natural, metavar="N", help="stop each count at N, to save time")
    parser.add_argument(
        "--scratch",
        metavar="DIR",
        help="count on disk in DIR when memory is too small; needs unlimited pieces; rerun to continue after a kill",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
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
                line |= {"where": options.where} if options.where else {}
                line |= {"limit": options.limit} if options.limit else {}
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
        if options.boards in ([], [name]) or isinstance(error, SearchStopped) or not is_board:
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
        raise MisuseError("--scratch cannot be used with --where: it counts without visiting the solutions")
    return sum(1 for _ in matching_solutions(puzzle.solve_all, options.where, options.limit, **arguments))


# ------------------------------------------------------------------------------------------------------------- estimate

TRIAL_SECONDS = 1.0
"""`estimate` runs each method for at most this number of seconds, then extrapolates."""

ROUGH = 0.15
"""Estimates with a larger relative error are printed with the words "very roughly"."""

USELESS, SAFETY = 0.5, 10
"""If the relative error is above `USELESS`, a lower bound is printed instead of the estimate. The bound is the estimate
divided by `SAFETY`. By Markov's inequality, it is wrong in at most one of `SAFETY` cases."""

MIN_FRACTION: dict[MethodName, float] = {"search": 0.001, "frontier": 0.5}
"""A trial of a method is extrapolated if it has completed at least this fraction of the count."""


def add_estimate(command: Command) -> None:
    parser = command(
        description="Print about how many nodes a search visits and how many solutions there are, from random probes, "
        "and the time of a count, from two short trials.",
        examples=("pentomino estimate 6x15 -p 'one-sided pentominoes'", "pentomino estimate 5x5x5 -p 'Y*' --workers 8"),
    )
    parser.add_puzzle()
    parser.add_argument("--samples", type=natural, default=10_000, metavar="N", help="make N probes (default 10000)")
    parser.add_argument(
        "--seed", type=seed, default=0, metavar="N", help="the same seed gives the same probes (default 0)"
    )
    parser.add_memory_limit()
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=_run_estimate, quiet=False)


def _run_estimate(options: argparse.Namespace) -> int:
    name, puzzle, _ = inputs.read_puzzle(options)
    with inputs.in_time(options, long=0):
        found = puzzle.estimate(options.samples, options.seed)
    number, times = _trials(puzzle, found.nodes, options)
    method = min(times, key=times.__getitem__, default=None)
    seconds = times[method] if method else math.inf
    is_open = times.get("frontier") == math.inf
    is_all = options.symmetry == "all"
    if options.json:
        known, each = ({k: v if math.isfinite(v) else None for k, v in d.items()} for d in (found._asdict(), times))
        print(json.dumps({"board": name, **known, "symmetry": options.symmetry, "count": number, "seconds": each}))
        return FOUND
    solutions = _guess(*(found[3:5] if is_all else found[5:7])) if number is None else f"{number}, as a count found"
    is_rough = method == "search" and number is None and found.nodes_error > USELESS * found.nodes
    about = "very roughly" if is_rough else "at most " * is_open + "about"
    time = "less than a second" if seconds < 1 else f"{about} {duration(seconds)}"
    by = "" if number is not None else f" by the {method} with {counted(threads(options), 'worker')}"
    print(f"nodes of a search: {_guess(found.nodes, found.nodes_error)}")
    print(f"solutions{' up to symmetry' * (not is_all)}: {solutions}")
    print(f"time of a count: {time + by if seconds < math.inf else 'not known'}")
    if is_open:
        print("the frontier, which visits no solutions, may be many times faster: a short trial does not show its time")
    return FOUND


def _trials(puzzle: Puzzle, nodes: float, options: argparse.Namespace) -> tuple[int | None, dict[MethodName, float]]:
    """Count with each method for a short time. Return the number of solutions and the seconds for each method.

    If no trial finishes, the number is None, and the times are estimates for a complete count. An unknown time is
    infinite. `nodes` is the estimated number of nodes of the search. The trial of the search uses one worker, because
    several workers do not report their nodes after a timeout.
    """
    times: dict[MethodName, float] = {}
    limit = TRIAL_SECONDS if options.timeout is None else min(TRIAL_SECONDS, options.timeout / 2)
    limits = {"symmetry": options.symmetry, "timeout": limit, "memory_limit": options.memory_limit}
    for method, least in MIN_FRACTION.items():
        statistics, seen, start = Statistics(), [Progress(0.0, 0, 0, 0.0, None)], perf_counter()
        try:
            number = puzzle.count(**limits, method=method, progress=seen.append, statistics=statistics)
            return number, {method: perf_counter() - start}
        except SearchTimeout:
            last, times[method] = seen[-1], math.inf
            if last.fraction >= least:
                times[method] = last.seconds / last.fraction
            elif method == "search" and statistics.nodes:
                times[method] = limit * nodes / statistics.nodes
            if method == "search":
                times[method] /= threads(options)
        except PentominoError:  # this method cannot count the puzzle
            continue
    return None, times


def _guess(value: float, error: float) -> str:
    if not (math.isfinite(value) and math.isfinite(error)):
        return "too many to state"
    if not value:
        return f"at most about {_rounded(error)}, no probe found one" if error else "0"
    if error > USELESS * value:
        return f"probably more than {_rounded(value / SAFETY)}, perhaps orders of magnitude more"
    if error > ROUGH * value:
        return f"very roughly {_rounded(value)}, perhaps several times as many"
    return f"about {_rounded(value)}, give or take {math.ceil(100 * error / value)} %"


def _rounded(number: float) -> str:
    digits = float(f"{number:.2g}")
    for size, unit in ((1e9, "billion"), (1e6, "million"), (1e3, "thousand")):
        if max(1e4, size) <= digits < 1e12:
            return f"{digits / size:g} {unit}"
    return f"{digits:.0f}" if digits < 1e12 else f"{digits:.1e}"


# --------------------------------------------------------------------------------------------------------------- unique

SAME, SAME_NOTE = ".", ", the same in both"
"""The symbol of pieces that two solutions have in the same place, and the text after their names."""


def add_unique(command: Command) -> None:
    parser = command(
        description="Print whether a puzzle has exactly one solution. The search stops at the second; then both are "
        "drawn, with letters on the pieces that differ. The exit status is 0 for one solution, 1 for none, 4 for more.",
        examples=("pentomino unique 3x5 -p PUV", "pentomino unique 3x5 -p PUV --json"),
    )
    parser.add_puzzle()
    add_executor(parser)
    parser.add_memory_limit()
    form = add_output(parser, FIGURES, "the solution, or two with their differences coloured,", "")
    form.add_argument(
        "--style",
        choices=("outline", "letters", "svg", "none"),
        help="how to draw (default outline, or letters if that is too wide for the terminal); none: print words only",
    )
    parser.add_amount("print nothing, only set the exit status")
    parser.set_defaults(run=_run_unique)


def _run_unique(options: argparse.Namespace) -> int:
    chosen(options, FIGURES)
    stated = inputs.read_puzzle(options)
    solutions = _first_two(stated.puzzle, options)
    if options.json:
        found = ", ".join(solution.to_json() for solution in solutions)
        line = json.dumps({"board": stated.name, "symmetry": options.symmetry, "unique": len(solutions) == 1})
        print(f'{line[:-1]}, "solutions": [{found}]}}')
    elif not solutions and not options.quiet:
        report_none([stated])
    elif solutions and not (options.quiet and options.output is None):
        _show(solutions, options)
    return (NONE, FOUND, SEVERAL)[len(solutions)]


def _first_two(puzzle: Puzzle, options: argparse.Namespace) -> list[Solution]:
    with opened(options, [puzzle]) as more:
        found, statistics, seconds = ask_timed(lambda **how: list(puzzle.solve_all(**how)), options, limit=2, **more)
    if options.verbose:
        result = "two solutions or more" if len(found) == 2 else counted(len(found), "solution")
        report(puzzle, statistics, result, seconds)
    if len(found) == 2 and options.symmetry != "all":
        # the symmetric image of the second solution that shares most placements with the first
        elements = rotations_of(puzzle) if options.symmetry == "rotations" else puzzle.symmetries()
        placed = set(found[0].placements)
        images = map(found[1].transformed, elements)
        found[1] = max(images, key=lambda image: len(placed.intersection(image.placements)))
    return found


def _show(solutions: Sequence[Solution], options: argparse.Namespace) -> None:
    """Draw the solution if there is only one. Draw two solutions with their differences marked."""
    from ..render.svg import svg  # takes 10 ms to import

    is_one = len(solutions) == 1
    drawings = [solution.drawing for solution in solutions]
    shown, narrow = (drawings[0], drawings[0]) if is_one else (pair(*drawings), pair(*drawings, is_narrow=True))
    text, picture = (outline, svg) if is_one else (pair_text, pair_svg)
    result = "one solution" if is_one else "several solutions"
    heading = result if is_one else f"{result}, such as these two"
    if options.output is not None:
        write_figure(options, lambda: text(shown), lambda: picture(shown))
    elif options.style == "none":
        print(result)
    elif options.style == "svg":
        print(f"<!-- {heading} -->\n{picture(shown)}")
    else:
        styles = {"outline": [text(shown)], "letters": [letters(shown)]}
        drawn = best(styles.get(options.style, [text(shown), text(narrow), letters(narrow)]))
        print(folded(heading + ("" if is_one else "; letters mark the pieces that differ") + ":") + f"\n\n{drawn}")


def pair(one: BaseDrawing, other: BaseDrawing, *, is_narrow: bool = False) -> BaseDrawing:
    """Return two drawings side by side, and mark pieces that have the same place in both.

    If `is_narrow` is true, or if the first drawing is very wide, the second drawing is below the first one.
    """
    both = set(one.parts) & set(other.parts)

    def noted(drawing: BaseDrawing) -> BaseDrawing:
        areas = zip(drawing.parts, drawing.symbols, drawing.names, strict=True)
        marks = [(SAME, name + SAME_NOTE) if part in both else (symbol, name) for part, symbol, name in areas]
        return drawing._with(symbols=tuple([mark for mark, _ in marks]), names=tuple([name for _, name in marks]))

    wide, high = one.plane.extent
    return noted(one).above(noted(other)) if is_narrow or wide > 2 * high else noted(one).beside(noted(other))


def pair_text(drawing: BaseDrawing) -> str:
    """Return the outlines of a `pair`, with letters on the pieces that differ.

    In some cells, such as triangles, letters have no room. For these, return a picture without outlines.
    """
    if not has_room(drawing.lattice):
        return letters(drawing)
    symbols = {cell: drawing.symbols[area] for cell, area in drawing.areas.items() if area >= 0}
    return outline(drawing, {cell: symbol for cell, symbol in symbols.items() if symbol != SAME})


def pair_svg(drawing: BaseDrawing) -> str:
    """Return a `pair` as SVG. Pieces that differ are coloured, and all other pieces are white."""
    from ..render.svg import svg, svg_options

    white = {name: "#ffffff" for name in drawing.names if name.endswith(SAME_NOTE)}
    bare = tuple([" " if symbol == SAME else symbol for symbol in drawing.symbols])
    return svg(drawing._with(symbols=bare), svg_options(palette=white))


# ---------------------------------------------------------------------------------------------------------------- tally


def add_tally(command: Command) -> None:
    parser = command(
        description="Print for each cell the piece that covers it in most solutions, with the percentage of these; or "
        "for one piece the percentage for each cell.",
        examples=("pentomino tally 6x10 --piece X", "pentomino tally 5x12 --output likely.svg"),
    )
    parser.add_puzzle(symmetry="all")
    parser.add_method()
    add_executor(parser, journal=False)
    parser.add_argument("--piece", metavar="NAME", help="print the percentage of this piece for each cell")
    drawn = "the board in the colours of the likeliest pieces, or the heat map of one,"
    add_output(parser, FIGURES, drawn, ": the placements in solutions, each with the number of these solutions")
    parser.set_defaults(run=_run_tally)


def _run_tally(options: argparse.Namespace) -> int:
    chosen(options, FIGURES)
    if options.symmetry != "all" and not options.json:
        raise MisuseError(f"--symmetry {options.symmetry} needs --json: tables and pictures are of all solutions")
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
        print(text if options.quiet else f"per cent of {counted(tally.total, 'solution')}:\n\n{text}")
    return FOUND if tally.total else NONE


# -------------------------------------------------------------------------------------------------------------- subsets


def add_subsets(command: Command) -> None:
    parser = command(
        description="Print the subsets of the pieces that fill the board, each with its number of solutions. Every "
        "copy of a piece may be left out.",
        examples=(
            "pentomino subsets 5x5",
            "pentomino subsets 5x5 --unique",
            "pentomino subsets 4x5 -p 'tetrominoes*2'",
        ),
    )
    parser.add_argument(
        "board", metavar="BOARD", help=f"{BOARD_HELP}; or a file such as puzzle.json with a whole puzzle"
    )
    parser.add_piece_set()
    parser.add_turns()
    parser.add_spare()
    parser.add_argument("--unique", action="store_true", help="print only the subsets with exactly one solution")
    parser.add_symmetry()
    parser.add_limits()
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.add_argument("-q", "--quiet", action="store_true", help="print only the result")
    parser.set_defaults(given=[], restrict=[], run=_run_subsets)


def _run_subsets(options: argparse.Namespace) -> int:
    from ..make.shapes import pool

    check_inputs([options.board, *options.pieces_file])
    with inputs.in_time(options):
        with any_area():
            whole = inputs.read_whole(options.board, options)
        if whole:
            (puzzle,) = whole.values()
            some = tuple([PieceCount(piece, 0, most) for piece, _, most in puzzle.pieces])
            puzzle = puzzle._with(pieces=some, names=((),) * len(some))
        else:
            board, _, entry, _ = inputs.read_board(options.board)
            pieces = inputs.read_pieces(options, entry.pieces if entry else inputs.PIECES)
            board, spare = inputs.with_spare(board, options)
            counts = as_pieces(pieces, board.lattice.flat)
            puzzle = pool(board, counts, inputs.may_reflect(entry, options), options.rotations, spare)
    found = ask(puzzle.subsets, options, symmetry=options.symmetry)
    told = {one: number for one, number in found.items() if number == 1 or not options.unique}
    names = [" ".join(piece.name + f"*{copies}" * (copies > 1) for piece, copies, _ in one.pieces) for one in told]
    width = max(map(len, names), default=0)
    for name, (one, number) in zip(names, told.items(), strict=True):
        if options.json:
            used = {piece.name: copies for piece, copies, _ in one.pieces}
            print(json.dumps({"board": options.board, "pieces": used, "symmetry": options.symmetry, "count": number}))
        else:
            print(f"{name:<{width}}  {number}")
    if not found and not options.quiet:
        say("no subset of these pieces fills the board")
    elif not options.quiet:
        ones = sum(number == 1 for number in found.values())
        say(f"{counted(len(found), 'subset')}, {ones} with one solution; {counted(sum(found.values()), 'solution')}")
    return FOUND if told else NONE


# ------------------------------------------------------------------------------------------------------------- calendar


def add_calendar(command: Command) -> None:
    parser = command(
        description="Print the number of solutions of a calendar puzzle for each date.",
        examples=("pentomino calendar", "pentomino calendar --output year.svg"),
    )
    parser.add_argument(
        "board", nargs="?", metavar="NAME", help="the name of a calendar (default a-puzzle-a-day), or a file with one"
    )
    parser.add_argument(
        "--year", type=natural, metavar="YEAR", help="count for the dates of this year (default: all 366)"
    )
    parser.add_piece_set("those of the calendar")
    parser.add_argument(
        "--reflections", action=argparse.BooleanOptionalAction, help="allow reflections (default: that of the calendar)"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object")
    form.add_argument("--csv", action="store_true", help="print lines of month, day and number")
    add_target(form, FIGURES, "draw a heat map to FILE: ", "; - prints SVG")
    parser.add_argument("--workers", type=natural, default=1, metavar="N", help="count with N threads (default 1)")
    parser.set_defaults(run=_run_calendar)


def _run_calendar(options: argparse.Namespace) -> int:
    from ..calendar import count_year

    board = inputs.read_calendar(options.board)
    prints_svg = str(options.output) == STDOUT
    chosen(options, FIGURES)  # raises errors before the year is counted
    pieces = inputs.read_pieces(options, None)
    counts = count_year(board, options.year, pieces=pieces, reflections=options.reflections, workers=threads(options))
    if options.json:
        line = {
            "board": board.name,
            "year": options.year,
            "days": {f"{day.month:02}-{day.day:02}": number for day, number in counts.items()},
            "sum": sum(counts.values()),
        }
        for end, (number, days) in _extremes(counts).items():
            line[end] = {"count": number, "days": [f"{day.month:02}-{day.day:02}" for day in days]}
        print(json.dumps(line))
    elif options.csv:
        print("month,day,solutions", *(f"{d.month},{d.day},{n}" for d, n in counts.items()), sep="\n")
    elif options.output is not None:
        write_figure(options, lambda: "\n".join(_table(counts, 12)), counts.to_svg)
    elif prints_svg:
        print(counts.to_svg())
    else:
        print(best("\n".join(_table(counts, abreast)) for abreast in (12, 6, 4, 3)))
    return FOUND if min(counts.values()) else NONE


def _extremes(counts: Mapping[Day, int]) -> dict[str, tuple[int, list[Day]]]:
    ends = {"fewest": min(counts.values()), "most": max(counts.values())}
    return {name: (end, [day for day, number in counts.items() if number == end]) for name, end in ends.items()}


def _table(counts: Mapping[Day, int], abreast: int) -> Iterator[str]:
    # `abreast` months are side by side
    number_of = {(day.month, day.day): number for day, number in counts.items()}
    sums = [sum(number for day, number in counts.items() if day.month == month) for month in range(1, 13)]
    width = max(3, len(str(max(sums))))
    for first in range(0, 12, abreast):
        months = range(first + 1, first + abreast + 1)
        yield _line("", [MONTHS[month - 1] for month in months], width)
        for day in range(1, 32):
            yield _line(str(day), [number_of.get((month, day), "") for month in months], width)
        yield _line("sum", [sums[month - 1] for month in months], width)
        yield ""
    yield f"{sum(sums)} solutions for {len(counts)} dates"
    for name, (end, days) in _extremes(counts).items():
        yield f"{name} {end}: {', '.join(f'{MONTHS[day.month - 1]} {day.day}' for day in days)}"


def _line(head: str, cells: Iterable[object], width: int) -> str:
    return "".join([head.rjust(3), *(f" {cell!s:>{width}}" for cell in cells)]).rstrip()


# ------------------------------------------------------------------------------------------------------------- sequence

_COUNTING = {
    "all": "separately, unlike in pentomino count (see --symmetry)",
    "distinct": "once",
    "rotations": "up to rotations, mirror images separately",
}
"""Words that describe the counting of rotated and reflected tilings. The key is the value of `--symmetry`."""


def add_sequence(command: Command) -> None:
    parser = command(
        description="Print the numbers of tilings of a board with a length N, for N = 0, 1, 2 and so on. Unlike in "
        "pentomino count, rotated and reflected tilings count separately by default. On standard error, print the "
        "order of the linear recurrence that the numbers satisfy.",
        examples=(
            "pentomino sequence 3xN -p 'I2* V3*'",
            "pentomino sequence 5xN -p 'TWIX*' -n 400 --style entry",
            "pentomino sequence 'ring Nx6' -p 'I2*' -n 40 -o b000000.txt",
        ),
    )
    parser.add_argument(
        "board",
        metavar="BOARD",
        help="a size or form with N for a size, such as 5xN, 2x3xN or 'hexagonal 4xN'; or 'NAME xN' or 'FILE xN', "
        "N copies of a board side by side",
    )
    parser.add_piece_set("'pentominoes*'")
    parser.add_turns()
    parser.add_argument("-n", "--terms", type=natural, default=20, metavar="N", help="print N numbers (default 20)")
    parser.add_symmetry("all")
    parser.add_limits("half of the free memory")
    form = parser.add_mutually_exclusive_group()
    what = "lines: N and the number on each line; commas: one line; entry: as the OEIS shows it (default lines)"
    form.add_argument("--style", choices=("lines", "commas", "entry"), default="lines", help=what)
    form.add_argument("--json", action="store_true", help="print one JSON object")
    add_target(form, [NUMBERS], more="; .txt is a b-file of the OEIS")
    parser.add_argument("-q", "--quiet", action="store_true", help="print only the result")
    parser.set_defaults(run=_run_sequence)


def _run_sequence(options: argparse.Namespace) -> int:
    from ..make.sequence import digits, repeated_board, sequence  # needs modules that other commands do not need

    if options.output is not None:
        chosen(options, [NUMBERS])  # raises errors before the work, which may take long
    repeated = repeated_board(options.board)
    check_inputs([repeated or options.board, *options.pieces_file])
    found = ask(
        sequence,
        options,
        board=options.board if repeated is None else inputs.read_board(repeated).board,
        pieces=inputs.read_pieces(options, "pentominoes*"),
        terms=options.terms,
        reflections=options.reflections,
        rotations=options.rotations,
        symmetry=options.symmetry,
    )
    if repeated is not None:
        found = found._with(board=options.board)
    if options.output is not None:
        found.write(options.output, force=options.force)
    elif options.json:
        print(found.to_json())
    elif options.style == "entry":
        print(found)
    else:
        print(found.to_bfile() if options.style == "lines" else ", ".join(map(digits, found)))
    if not options.quiet:
        say(f"rotated and reflected tilings count {_COUNTING[options.symmetry]}")
    if not options.quiet and options.style != "entry":
        what = "no linear recurrence"
        if (known := found.recurrence) is not None:
            what = f"linear recurrence of order {known.order} from n = {known.start} on,"
        say(f"{what} found on {len(found)} terms")
    return FOUND if any(found[1:]) else NONE
