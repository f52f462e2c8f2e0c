"""The commands of the workbench: `hint`, `forced`, `doomed`, `explain` and `difficulty`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from ..drawable import Drawable
from ..puzzle import Puzzle
from ..render.drawing import BaseDrawing
from ..workbench.forced import with_laid
from ..workbench.hint import LEVELS, Hint, check_level
from .inputs import PUZZLE_HELP, read_puzzle, read_puzzles
from .options import FOUND, NONE, Command, Parser, add_memory_limit, add_workers, is_terminal, natural, puzzle_options
from .output import Brush, add_colour, add_output, draw, picture_options
from .screen import folded
from .targets import DRAWINGS, chosen
from .work import ask, tell_none

STYLES = ("outline", "letters", "box", "svg", "none")

STAYS = ":"
"""The mark of a given piece that stays, in a picture in letters, where those to take back have their letters."""


def add_hint(command: Command) -> None:
    """Add the command."""
    parser = _add(
        command,
        _hint,
        "Print where to go on: a piece that is forced, with the reason, or else one that most completions have. Pieces "
        "already placed are drawn in a file for --given: a letter for each cell that a piece covers, . for each other. "
        "If there is no completion, print which pieces to take back. Cells are (row, column), counted from 0.",
        ("pentomino hint --calendar today", "pentomino hint --calendar today --level 3 -n 3"),
    )
    parser.add_argument(
        "--level",
        type=natural,
        default=1,
        metavar="N",
        help="how much to say: 1 a cell (default), 2 also the piece that covers it, 3 also its placement",
    )
    parser.add_argument(
        "-n",
        type=natural,
        default=1,
        metavar="N",
        help="print N steps, each as if those before it were laid (default 1)",
    )


def add_forced(command: Command) -> None:
    """Add the command."""
    _add(
        command,
        _forced,
        "Print all placements that every completion has, each with the simplest reason that is found, in an order in "
        "which they can be reasoned out. If there is no completion, print which pieces to take back.",
        ("pentomino forced kanoodle", "pentomino forced --calendar today --style none"),
    )


def add_doomed(command: Command) -> None:
    """Add the command."""
    _add(
        command,
        _doomed,
        "Print whether a half-filled board can still be filled; if not, the fewest of its pieces to take back, in how "
        "many ways it can be filled then, and which pieces cannot stay together. Draw the first choice: the pieces to "
        "take back are letters in their cells; with --style letters, : is a piece that stays. The exit status is 0 "
        "if it can be filled, 1 if not.",
        ("pentomino doomed kanoodle", "pentomino doomed a-puzzle-a-day --calendar today"),
    )


def add_explain(command: Command) -> None:
    """Add the command."""
    parser = _add(
        command,
        _explain,
        "Print why there is no solution, by the shortest proof that is found. Draw it, with ! on cells that nothing "
        "can cover. If there is a solution, draw that. Cells are (row, column), counted from 0.",
        ("pentomino explain 4x5 --pieces tetrominoes", "pentomino explain 6x6 --pieces 'L4*' --output why.svg"),
    )
    add_workers(parser)
    add_memory_limit(parser)


def add_difficulty(command: Command) -> None:
    """Add the command."""
    parser = command(
        parents=[puzzle_options()],
        description="Print how hard puzzles are, by the placements that a person has to look at.",
        examples=("pentomino difficulty 3x5 --pieces PUV", "pentomino difficulty katamino-3 katamino-4 --json"),
    )
    parser.add_argument("boards", nargs="*", metavar="BOARD", help=PUZZLE_HELP)
    add_memory_limit(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object for each board")
    parser.add_argument("-q", "--quiet", action="store_true", help="print the result only")
    parser.set_defaults(run=_run_difficulty)


def _add(
    command: Command,
    answer: Callable[[Puzzle, argparse.Namespace], int],
    description: str,
    examples: Sequence[str],
) -> Parser:
    """Add a command that asks one puzzle, with the options for its board and for the look of the answer."""
    parser = command(
        parents=[puzzle_options(workers=False), picture_options()], description=description, examples=examples
    )
    parser.add_argument("board", nargs="?", metavar="BOARD", help=PUZZLE_HELP)
    form = add_output(parser, DRAWINGS, "the answer", " for each answer")
    form.add_argument(
        "--style",
        choices=STYLES,
        help="how to draw (default outline, or letters if that is too wide for the terminal); none: print words, and "
        "the numbers that they speak of",
    )
    add_colour(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="print the result only")
    parser.set_defaults(run=partial(_run, answer))
    return parser


def _run(answer: Callable[[Puzzle, argparse.Namespace], int], options: argparse.Namespace) -> int:
    """Read the puzzle, and print the answer; `options.entry` keeps its known board for the pictures."""
    chosen(options, DRAWINGS)  # before the answer, which may take long
    _, puzzle, options.entry = read_puzzle(options)
    return answer(puzzle, options)


# -------------------------------------------------------------------------------------------------------- answers


def _hint(puzzle: Puzzle, options: argparse.Namespace) -> int:
    hints = list(_hints(puzzle, options))
    if hints:
        return _show(hints, options)
    return _doomed(puzzle, options) if puzzle.free else _say("the board is full", options)


def _hints(puzzle: Puzzle, options: argparse.Namespace) -> Iterator[Hint]:
    """Yield `-n` hints, or fewer if there are no more."""
    level = check_level(options.level)
    for _ in range(options.n):
        hint = puzzle.hint(level=LEVELS[-1], timeout=options.timeout)
        if hint is None:
            return
        yield hint.at(level)
        assert hint.placement is not None, "the last level has it"
        puzzle = with_laid(puzzle, hint.placement)


def _forced(puzzle: Puzzle, options: argparse.Namespace) -> int:
    forced = puzzle.forced(timeout=options.timeout)
    if forced is None:
        return _doomed(puzzle, options)
    if forced:
        return _show(forced, options)
    return _say("nothing is forced" if puzzle.free else "the board is full", options)


def _doomed(puzzle: Puzzle, options: argparse.Namespace) -> int:
    doom = puzzle.doomed(timeout=options.timeout)
    if doom is None:
        return _say("there is a completion", options)
    _show([doom], options)
    return NONE


def _explain(puzzle: Puzzle, options: argparse.Namespace) -> int:
    return _show([ask(puzzle.explain, options)], options)


def _run_difficulty(options: argparse.Namespace) -> int:
    status, puzzles = FOUND, read_puzzles(options, options.boards)
    for stated in puzzles:
        found = ask(stated.puzzle.difficulty, options)
        if found is None:
            status = NONE
            tell_none([stated])
        elif options.json:
            print(json.dumps({"board": stated.name, **found.to_dict()}), flush=True)
        else:
            print(f"{stated.name}: {found}" if len(puzzles) > 1 else str(found), flush=True)
    return status


# -------------------------------------------------------------------------------------------------------- printing


def _say(text: str, options: argparse.Namespace) -> int:
    """Print an answer that has no picture."""
    print(json.dumps({"text": text}) if options.json else folded(text, sys.stdout))
    return FOUND


def _show(answers: Sequence[Any], options: argparse.Namespace) -> int:
    """Print answers as JSON, or in words and pictures; the pictures may go to a file."""
    for number, answer in enumerate(answers):
        if options.json:
            print(json.dumps(answer.to_dict()))
            continue
        heading = f"<!-- {answer} -->" if options.style == "svg" else _in_words(answer, options)
        print("\n" * (number > 0) + heading)
        if options.style == "none":
            print(_weights(answer), end="")
        elif options.output is None:
            print(_picture(answer, options))
    if options.output is not None:
        draw([_drawn(answer, options) for answer in answers], options)
    return FOUND


def _picture(answer: Drawable, options: argparse.Namespace) -> str:
    drawing = _drawn(answer, options)
    if options.style == "svg":
        from ..render.svg import svg

        return svg(drawing)
    is_taking_back = bool(getattr(answer, "take_back", ()))
    if is_taking_back:  # without walls or colours, only a mark of its own tells a piece that stays
        drawing = drawing._with(symbols=(STAYS,) * len(drawing.symbols))
    picture = Brush(options, None, on_screen=is_terminal(sys.stdout)).shown(drawing)
    if is_taking_back and STAYS in picture:
        return f"{folded(f'letters are to be taken back, {STAYS} stays', sys.stdout)}\n{picture}"
    return picture


def _in_words(answer: object, options: argparse.Namespace) -> str:
    """Return an answer in words; on a known board, each cell after its label."""
    text = str(answer)
    for cell, label in options.entry.labels.items() if options.entry else ():
        text = text.replace(str(cell), f"{label} {cell}")
    return folded(text, sys.stdout)


def _weights(answer: Any) -> str:
    """Return a table of the weights of a proof by weights; nothing for other answers."""
    if getattr(answer, "kind", "") != "weights":
        return ""
    from ..render.heatmap import table

    board, weights = answer.puzzle.board, dict(answer.proof.weights)
    size = max(len(str(weight)) for weight in weights.values())
    texts = {cell: f"{weights.get(cell, 0):{size}}" for cell in answer.puzzle.free}
    return table(board.cells, board.lattice, texts) + "\n"


def _drawn(answer: Drawable, options: argparse.Namespace) -> BaseDrawing:
    """Return the drawing of an answer; on a known board, with its labels on cells that no piece covers."""
    drawing = answer.drawing
    if options.entry is None:
        return drawing
    labels = {**options.entry.labels, **drawing.labels}
    return BaseDrawing(drawing.areas, drawing.symbols, drawing.names, labels, drawing.lattice, drawing.hinted)
