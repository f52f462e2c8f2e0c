"""`pentomino boards`: list the named boards, or tell all about some of them."""

from __future__ import annotations

import argparse
import json
import sys
from operator import itemgetter
from typing import TYPE_CHECKING

from ..base.words import counted
from ..lattices.lattice import SQUARE
from ..pieces.sets import as_pieces
from .look import picture_options
from .media import add_output, draw
from .options import FOUND, Command
from .screen import best

if TYPE_CHECKING:
    from ..catalogue.boards import NamedBoard

__all__ = ["add"]

SHARES = itemgetter(slice(6)), itemgetter(slice(5)), itemgetter(0, 4)
"""What is listed of boards: the first of these columns that fit on the terminal."""

_SIDES = {2: ("rows", "columns"), 3: ("layers", "rows", "columns")}
"""What the sides of a board are called in JSON."""


def add(command: Command) -> None:
    """Add the command."""
    parser = command(
        parents=[picture_options()],
        description="List the boards that have names, or tell all about some: how they look, pieces, sources. "
        "Their names are understood where a BOARD is; where cells stay uncovered, as NAME:LABEL,LABEL.",
        examples=(
            "pentomino boards",
            "pentomino boards a-puzzle-a-day",
            "pentomino boards a-puzzle-a-day --output board.svg",
        ),
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="a board to draw (default: list all)")
    add_output(parser, "the boards with their labels", " a line")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """List or draw the boards that the options name."""
    from ..catalogue import boards

    found = [boards.named(name) for name in options.names or boards.names()]
    if draw((board.drawing for board in found), options):
        return FOUND
    if options.json:
        for board in found:
            print(json.dumps(_as_object(board), ensure_ascii=False))
    elif options.names:
        print("\n\n".join(_described(board) for board in found))
    else:
        _list(found)
    return FOUND


def _pieces(board: NamedBoard) -> list[str]:
    return [count.piece.name for count in as_pieces(board.pieces, board.board.lattice)]


def _size(board: NamedBoard) -> str:
    return "x".join(map(str, board.board.sides))


def _number(board: NamedBoard) -> str:
    """The number of pieces; of those to choose from, if not all are used."""
    counts = as_pieces(board.pieces, board.board.lattice)
    if all(least == most for _, least, most in counts):
        return str(sum(least for _, least, _ in counts))
    return f"{board.board.area // counts[0].piece.size} of {len(counts)}"


def _list(found: list[NamedBoard]) -> None:
    rows = [("name", "size", "cells", "pieces", "solutions")]
    for board in found:
        solutions = "" if board.solutions is None else str(board.solutions)
        rows.append((board.name, _size(board), str(board.board.area), _number(board), solutions))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    titles = ["", *(board.title for board in found)]
    full = [
        [name.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)), title]
        for (name, *cells), title in zip(rows, titles, strict=True)
    ]
    print(best(("\n".join(["  ".join(take(line)).rstrip() for line in full]) for take in SHARES), sys.stdout))


def _described(board: NamedBoard) -> str:
    """All that is known of a board, with a picture."""
    lines = [
        f"{board.name}: {board.title}",
        best([board.to_text(), str(board.board)], sys.stdout) if board.board.lattice == SQUARE else str(board.board),
        f"{_size(board)}, {board.board.area} cells, {_number(board)} pieces: {' '.join(_pieces(board))}",
    ]
    if board.groups:
        lines += ["one cell of each line stays uncovered:", *(f"  {' '.join(group)}" for group in board.groups)]
    if board.solutions is not None:
        lines.append(counted(board.solutions, "solution"))
    return "\n".join([*lines, "sources:", *(f"  {source}" for source in board.sources)])


def _as_object(board: NamedBoard) -> dict[str, object]:
    return {
        "name": board.name,
        "title": board.title,
        "lattice": board.board.lattice.name,
        **dict(zip(_SIDES[board.board.lattice.dimension], board.board.sides, strict=True)),
        "board": str(board.board).split("\n"),
        "pieces": board.pieces,
        "names": _pieces(board),
        "labels": {label: list(cell) for cell, label in board.labels.items()},
        "uncovered": [list(group) for group in board.groups],
        "solutions": board.solutions,
        "sources": list(board.sources),
    }
