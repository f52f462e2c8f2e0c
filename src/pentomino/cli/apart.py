"""`pentomino apart`: print which solutions can be taken apart, and how."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import islice
from time import monotonic

from ..base.words import counted
from ..errors import SearchTimeout
from ..solutions.solution import Solution
from .console import say
from .inputs import PUZZLE_HELP, Stated, file_format, read_puzzle, says_pieces
from .options import FOUND, NONE, Command, add_memory_limit, natural, path, puzzle_options, threads
from .targets import MOVES, add_target, chosen
from .work import bar, tell_none


def add_apart(command: Command) -> None:
    """Add the command."""
    parser = command(
        parents=[puzzle_options()],
        description="Print which solutions can be taken apart: the number of each, and its level, the numbers of moves "
        "from one separation to the next. Pieces move along the axes, squares within their plane; they are not turned. "
        "The exit status is 0 if a solution comes apart, 1 if none does.",
        examples=(
            "pentomino apart soma",
            "pentomino apart soma --limit 1 --moves",
            "pentomino apart 3x4x5 --limit 100 --json",
        ),
    )
    parser.add_argument("board", nargs="?", metavar="BOARD", help=PUZZLE_HELP)
    parser.add_argument(
        "--solutions", type=path, metavar="FILE", help="look at the solutions in FILE, instead of searching for them"
    )
    parser.add_argument("--limit", type=natural, metavar="N", help="look at the first N solutions only")
    parser.add_argument(
        "--together",
        action="append",
        default=[],
        metavar="NAMES",
        help="leave pieces with these names, separated by commas, together; may be repeated (default: the groups "
        "in the file)",
    )
    add_target(parser, [MOVES], "write those that come apart to FILE: ")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--moves", action="store_true", help="draw each solution that comes apart, and print its moves")
    form.add_argument("--json", action="store_true", help="print one JSON object a line, for each that comes apart")
    add_memory_limit(parser, "for taking apart, half of the free memory")
    parser.add_argument("-q", "--quiet", action="store_true", help="print the result only")
    parser.set_defaults(run=run_apart)


def run_apart(options: argparse.Namespace) -> int:
    """Print which solutions come apart."""
    start = monotonic()
    stated = None
    if options.output is not None:  # before the search, which may take long
        chosen(options, [MOVES])
    if options.solutions is None or options.board is not None or says_pieces(options):
        stated = read_puzzle(options)
    number = apart = 0
    timeout = options.timeout
    together = _together(options)
    disassemblies = []
    try:
        for number, solution in enumerate(_solutions(stated, options), 1):
            left = None if timeout is None else max(0.0, start + timeout - monotonic())
            found = solution.disassembly(together=together, timeout=left, memory_limit=options.memory_limit)
            if found is None:
                continue
            apart += 1
            if options.output is not None:
                disassemblies.append(found)
            if options.json:
                moves = {"moves": len(found.moves), **found.to_dict()}
                print(f'{{"number": {number}, {json.dumps(moves)[1:-1]}, {solution.to_json()[1:]}', flush=True)
            elif options.moves:
                print("\n" * (apart > 1) + f"solution {number}, {found}\n\n{solution}", flush=True)
            else:
                print(f"{number}  {found.level}", flush=True)
    except SearchTimeout:
        raise SearchTimeout(f"stopped after {timeout:g} s: {counted(number, 'solution')} found", number) from None
    if disassemblies:
        from ..formats import write_disassemblies

        write_disassemblies(disassemblies, options.output, force=options.force)
    if not options.quiet:
        if not number and stated is not None:
            tell_none([stated])
        else:
            say(f"{counted(number, 'solution')}, {apart} of which come{'s' * (apart == 1)} apart")
    return FOUND if apart else NONE


def _together(options: argparse.Namespace) -> list[list[str]]:
    """Return the names of pieces that are not to be taken apart: those said, or those that the file says."""
    if options.together:
        return [[name.strip() for name in names.split(",")] for names in options.together]
    name = options.board or options.solutions
    if name is None or file_format(str(name)) is None:
        return []
    from .. import formats

    return formats.read_together(name)


def _solutions(stated: Stated | None, options: argparse.Namespace) -> Iterator[Solution]:
    """Yield the solutions to look at: those in a file, or those of the puzzle."""
    if options.solutions is not None:
        from .. import formats

        found = formats.read_solutions(options.solutions, None if stated is None else stated.puzzle)
        yield from islice(found, options.limit)
    elif stated is not None:
        with bar(options.quiet) as shown:
            yield from stated.puzzle.solve_all(
                symmetry=options.symmetry,
                limit=options.limit,
                timeout=options.timeout,
                workers=threads(options),
                progress=shown,
                memory_limit=options.memory_limit,
            )
