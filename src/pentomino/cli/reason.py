"""Commands that reason about a puzzle or its solutions, such as `hint`, `explain`, `difficulty` and `disassemble`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from time import monotonic
from typing import Any

from ..drawable import Drawable
from ..errors import PentominoError, SearchTimeout
from ..puzzle import Puzzle
from ..reason.hint import check_level, hints
from ..reason.pack import Packing
from ..reason.solids import Disassembly
from ..search.options import Progress
from ..solutions.solution import Solution
from ..wording import counted, done_after
from . import output
from .console import folded, say
from .inputs import Stated, file_format, has_pieces, read_puzzle, read_puzzles
from .options import FOUND, NONE, Command, Parser, natural, path
from .output import DRAWINGS, Brush, add_colour, add_output, add_picture, add_target, chosen, draw
from .work import ask, bar, limits, report_none

STYLES = ("outline", "letters", "box", "svg", "none")

TAKEN_APART = output.PRINTED, output.MOVES, output.MOVE_PAGES

STAYS = ":"
"""In pictures that consist of letters, this symbol marks the pieces that are not to be taken back."""


def add_hint(command: Command) -> None:
    parser = _add(
        command,
        _hint,
        "Print the next step for a half-filled board: a forced placement with the reason or, if nothing is forced, "
        "the placement that most completions share. Draw the board in a file for --placed, with a letter on each "
        "covered cell and . on the others. If there is no completion, print which pieces to take back.",
        {
            "pentomino hint --calendar today": "show where to look in today's puzzle",
            "pentomino hint --calendar today --level 3 -n 3": "show where the next three pieces go",
        },
    )
    text = "1: print which cell to fill (default); 2: also the piece that covers it; 3: also how this piece is placed"
    parser.add_argument("--level", type=natural, default=1, metavar="N", help=text)
    text = "print the next N steps (default 1)"
    parser.add_argument("-n", type=natural, default=1, metavar="N", help=text)


def add_forced(command: Command) -> None:
    _add(
        command,
        _forced,
        "Print the placements that all completions share, in an order in which you could deduce them, each with the "
        "simplest reason found. If there is no completion, print which pieces to take back.",
        {
            "pentomino forced slothouber-graatsma": "show what every solution has at the centre",
            "pentomino forced soma-cornerstone --style none": "print where a piece must be, without a picture",
        },
    )


def add_mistakes(command: Command) -> None:
    _add(
        command,
        _mistakes,
        "Print whether a half-filled board can still be filled. If not, print the smallest sets of pieces to take "
        "back, how many completions each set leaves, and the pieces that cannot stay together. The picture shows the "
        "first set: the pieces to take back have letters; with --style letters, : marks the other pieces. The exit "
        "status is 0 if the board can be filled, 1 if not.",
        {
            r"printf 'LLLL.\nPP.L.\nPPP..\n.....\n' | pentomino mistakes - -p 'pentominoes?'": (
                "show which piece to take back from a half-filled board"
            )
        },
    )


def add_explain(command: Command) -> None:
    parser = _add(
        command,
        lambda puzzle, options: _show([ask(puzzle.explain, options)], options),
        "Print and draw the shortest proof found that there is no solution; ! marks cells that no piece can cover. If "
        "there is a solution, draw it instead.",
        {
            "pentomino explain 4x5 -p tetrominoes": "show why the five tetrominoes cannot fill a board",
            'pentomino explain 6x6 -p "L4*" -o why.svg': "draw why copies of one piece cannot fill a board",
        },
    )
    parser.add_workers()
    parser.add_memory_limit()


def add_pack(command: Command) -> None:
    parser = _add(
        command,
        _pack,
        "Cover as many cells as possible, and print how many. Every cell may stay empty, and each piece is used at "
        "most as often as stated. If --timeout stops the search before the answer is proven, print the "
        "best covering found and, on standard error, an upper bound.",
        {
            'pentomino pack 12x12 -p "X*"': "find how many X fit on a board",
            "pentomino pack 7x7 -p pentominoes -o packed.svg": "draw as many pentominoes as fit on a board",
        },
        spare=False,
    )
    parser.add_workers()
    parser.add_memory_limit()
    parser.set_defaults(are_optional=True, spare=None)  # for `read_puzzle`, which then makes every piece optional


def add_difficulty(command: Command) -> None:
    parser = command(
        description="Print how hard puzzles are for a person, measured by how many placements a solver must look at.",
        examples={
            "pentomino difficulty 3x5 -p PUV": "print how hard a puzzle of three pieces is",
            "pentomino difficulty katamino-3 katamino-4 --json": "print how hard two puzzles are, as JSON",
        },
    )
    parser.add_puzzle(several=True, symmetry=None)
    parser.add_memory_limit()
    parser.add_argument("--json", action="store_true", help="print JSON, one object per board")
    parser.add_argument("-q", "--quiet", action="store_true", help="print only the result")
    parser.set_defaults(run=_run_difficulty)


def _add(
    command: Command,
    answer: Callable[[Puzzle, argparse.Namespace], int],
    description: str,
    examples: Mapping[str, str],
    spare: bool = True,
) -> Parser:
    parser = command(description=description, examples=examples)
    parser.add_puzzle(symmetry=None, workers=False, spare=spare)
    add_picture(parser)
    form = add_output(parser, DRAWINGS, "the answer", "JSON, one object per answer")
    text = "how to draw (default outline, or letters if that is too wide for the terminal); none: print only words, "
    text += "and the weights of a proof by weights"
    form.add_argument("--style", choices=STYLES, help=text)
    add_colour(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="print only the result")
    parser.set_defaults(run=partial(_run, answer))
    return parser


def _run(answer: Callable[[Puzzle, argparse.Namespace], int], options: argparse.Namespace) -> int:
    chosen(options, DRAWINGS)  # raises errors before the answer, which may take long
    puzzle = read_puzzle(options).puzzle
    return answer(puzzle, options)


# -------------------------------------------------------------------------------------------------------- answers


def _hint(puzzle: Puzzle, options: argparse.Namespace) -> int:
    level = check_level(options.level)
    if steps := [one.at(level) for one in islice(hints(puzzle, options.timeout), options.n)]:
        return _show(steps, options)
    return _mistakes(puzzle, options) if puzzle.uncovered_cells else _print_text("the board is full", options)


def _forced(puzzle: Puzzle, options: argparse.Namespace) -> int:
    forced = puzzle.forced(timeout=options.timeout)
    if forced is None:
        return _mistakes(puzzle, options)
    if forced:
        return _show(forced, options)
    return _print_text("nothing is forced" if puzzle.uncovered_cells else "the board is full", options)


def _mistakes(puzzle: Puzzle, options: argparse.Namespace) -> int:
    mistakes = puzzle.mistakes(timeout=options.timeout)
    if mistakes is None:
        return _print_text("there is a completion", options)
    _show([mistakes], options)
    return NONE


def _pack(puzzle: Puzzle, options: argparse.Namespace) -> int:
    try:
        packing = ask(puzzle.pack, options)
    except SearchTimeout as error:
        _show([Packing._make(solution=solution, is_proven=False) for solution in error.solutions], options)
        raise
    _show([packing], options)
    return FOUND if packing.covered else NONE


def _run_difficulty(options: argparse.Namespace) -> int:
    status, puzzles = FOUND, read_puzzles(options, options.boards, several=True)
    for stated in puzzles:
        difficulty = ask(stated.puzzle.difficulty, options)
        if difficulty is None:
            status = NONE
            report_none([stated])
        elif options.json:
            print(json.dumps({"board": stated.name, **difficulty.to_dict()}), flush=True)
        else:
            print(f"{stated.name}: {difficulty}" if len(puzzles) > 1 else str(difficulty), flush=True)
    return status


# -------------------------------------------------------------------------------------------------------- printing


def _print_text(text: str, options: argparse.Namespace) -> int:
    print(json.dumps({"text": text}) if options.json else folded(text))
    return FOUND


def _show(answers: Sequence[Any], options: argparse.Namespace) -> int:
    for number, answer in enumerate(answers):
        if options.json:
            print(json.dumps(answer.to_dict()))
            continue
        heading = f"<!-- {answer} -->" if options.style == "svg" else folded(str(answer))
        print("\n" * (number > 0) + heading)
        if options.style == "none":
            print(_weights(answer), end="")
        elif options.output is None:
            print(_picture(answer, options))
    if options.output is not None:
        draw([answer.drawing for answer in answers], options)
    return FOUND


def _picture(answer: Drawable, options: argparse.Namespace) -> str:
    drawing = answer.drawing
    if options.style == "svg":
        from ..render.svg import svg

        return svg(drawing)
    is_taking_back = bool(getattr(answer, "take_back", ()))
    if is_taking_back:  # in a picture without walls and colours, a mark distinguishes the pieces that stay
        drawing = drawing._with(symbols=(STAYS,) * len(drawing.symbols))
    picture = Brush(options, None).shown(drawing)
    if is_taking_back and STAYS in picture:
        return f"{folded(f'take back the pieces with letters; {STAYS} marks the others')}\n{picture}"
    return picture


def _weights(answer: Any) -> str:
    if getattr(answer, "kind", "") != "weights":
        return ""
    from ..render.heatmap import table

    board, weights = answer.puzzle.board, dict(answer.proof.weights)
    size = max(len(str(weight)) for weight in weights.values())
    texts = {cell: f"{weights.get(cell, 0):{size}}" for cell in answer.puzzle.uncovered_cells}
    return table(board.cells, board.lattice, texts) + "\n"


# --------------------------------------------------------------------------------------------------------- taking apart


def add_disassemble(command: Command) -> None:
    parser = command(
        description="Print the number and the level of each solution that can be taken apart. The level says how many "
        "moves each separation takes. Pieces move along the axes, flat ones within their plane, and do not rotate. "
        "The exit status is 0 if a solution comes apart, 1 if none does.",
        examples={
            "pentomino disassemble soma": "list the solutions that come apart, with their levels",
            "pentomino disassemble soma --limit 1 --moves": "print the moves that take one solution apart",
            "pentomino disassemble burr -o moves.html": "draw the moves that take a burr apart",
            'pentomino disassemble burr -p "burr:52 burr:188 burr:256 burr:928 burr:975 burr:1024" --moves': (
                "take apart a burr of pieces that you choose"
            ),
            "pentomino disassemble 3x4x5 --limit 100 --json": "examine 100 solutions, and print their moves as JSON",
        },
    )
    parser.add_puzzle()
    what = "examine the solutions in FILE instead of searching for them"
    parser.add_argument("--solutions", type=path, metavar="FILE", help=what)
    parser.add_argument("--limit", type=natural, metavar="N", help="examine only the first N solutions")
    text = "do not separate the pieces NAMES (as in V,T,L); may be repeated (default: the groups in the file)"
    parser.add_argument("--together", action="append", default=[], metavar="NAMES", help=text)
    more = " for the first solution that comes apart; several .svg or .png pages go to FILE-1, FILE-2 ..."
    add_target(parser, TAKEN_APART, "write to FILE: ", more)
    output.add_palette(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--moves", action="store_true", help="draw each solution that comes apart, and print its moves")
    form.add_argument("--json", action="store_true", help="print JSON, one object per solution that comes apart")
    parser.add_memory_limit("half of the free memory when taking solutions apart")
    parser.add_argument("-q", "--quiet", action="store_true", help="print only the result")
    parser.set_defaults(run=_run_disassemble)


def _run_disassemble(options: argparse.Namespace) -> int:
    start = monotonic()
    stated, seen = None, [0.0]
    target = chosen(options, TAKEN_APART)  # raises errors before the search, which may take long
    if options.solutions is None or options.board is not None or has_pieces(options):
        stated = read_puzzle(options)
    number = apart = drawn = 0
    timeout = options.timeout
    together = _together(options)
    disassemblies = []
    try:
        for number, solution in enumerate(_solutions(stated, options, seen), 1):
            left = None if timeout is None else max(0.0, start + timeout - monotonic())
            disassembly = solution.disassemble(together=together, timeout=left, memory_limit=options.memory_limit)
            if disassembly is None:
                continue
            apart += 1
            if options.json:
                moves = {"moves": len(disassembly.moves), **disassembly.to_dict()}
                print(f'{{"number": {number}, {json.dumps(moves)[1:-1]}, {solution.to_json()[1:]}', flush=True)
            elif options.moves:
                print("\n" * (apart > 1) + f"solution {number}, {disassembly}\n\n{solution}", flush=True)
            else:
                print(f"{number}  {disassembly.level}", flush=True)
            if target == output.MOVES:
                disassemblies.append(disassembly)
            elif target == output.MOVE_PAGES and not drawn and disassembly.moves:
                drawn = number
                _draw_moves(disassembly, stated.name if stated else str(options.solutions), options)
    except SearchTimeout:
        fraction = max(seen[-1], number / options.limit if options.limit else 0.0)
        done = f"{counted(number, 'solution')} found{done_after(fraction, monotonic() - start)}"
        raise SearchTimeout(f"stopped after {timeout:g} s: {done}", number) from None
    if target == output.MOVE_PAGES and apart and not drawn:
        raise PentominoError(f"{options.output}: there is no move to draw, because all pieces stay together")
    if disassemblies:
        from ..formats import write_disassemblies

        write_disassemblies(disassemblies, options.output, like=_puzzle_file(options), overwrite=options.force)
    if not options.quiet:
        if not number and stated is not None:
            report_none([stated])
        else:
            file = f"; {options.output} shows the moves of solution {drawn}" if drawn and apart > 1 else ""
            say(f"{counted(number, 'solution')}, {apart} of which come{'s' * (apart == 1)} apart{file}")
    return FOUND if apart else NONE


def _draw_moves(disassembly: Disassembly, name: str, options: argparse.Namespace) -> None:
    from ..pages.sheet import sheet

    pages = sheet(disassembly, title=f"{name}, level {disassembly.level}", **(options.look or {}))
    pages.write(options.output, overwrite=options.force)


def _together(options: argparse.Namespace) -> list[list[str]]:
    # groups of names of pieces that are not separated from each other
    if options.together:
        return [[name.strip() for name in names.split(",")] for names in options.together]
    if (name := _puzzle_file(options)) is None:
        return []
    from .. import formats

    return formats.read_together(name)


def _puzzle_file(options: argparse.Namespace) -> str | None:
    """Return the name of the file with the puzzle or else with the solutions. Return None for a picture or a name."""
    name = options.board or options.solutions
    return None if name is None or file_format(str(name)) is None else str(name)


def _solutions(stated: Stated | None, options: argparse.Namespace, seen: list[float]) -> Iterator[Solution]:
    """Yield solutions from a file or from a search. Append the progress of the search, from 0 to 1, to `seen`."""
    if options.solutions is not None:
        from .. import formats

        solutions = formats.read_solutions(options.solutions, None if stated is None else stated.puzzle)
        yield from islice(solutions, options.limit)
    elif stated is not None:
        with bar(options) as shown:

            def note(progress: Progress) -> None:
                seen.append(progress.fraction)
                if shown is not None:
                    shown(progress)

            how = {"symmetry": options.symmetry, "limit": options.limit, **limits(options)}
            yield from stated.puzzle.solve_all(progress=note, **how)
