"""`pentomino pieces`: draw pieces with their names."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from ..pieces.catalogue import SET_SIZES
from ..pieces.sets import PiecesLike, as_pieces
from .inputs import read_pieces
from .look import picture_options
from .media import add_output, draw
from .options import FOUND, Command

if TYPE_CHECKING:
    from ..pieces.polyform import Polyform
    from ..render import Drawing

__all__ = ["add"]


def add(command: Command) -> None:
    """Add the command."""
    parser = command(
        parents=[picture_options()],
        description="Draw pieces with their names.",
        examples=(
            "pentomino pieces hexominoes",
            'pentomino pieces kanoodle "F\'" 6.1',
            "pentomino pieces pentominoes --output cuts.svg --cut --cell 20",
        ),
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="sets or pieces (default: all of one to five cells)")
    parser.add_argument("-p", "--pieces", help="the same as NAME: other commands are told pieces so")
    parser.add_argument("--pieces-file", metavar="FILE", help="the pieces of such a file, too")
    add_output(parser, "the pieces side by side", " a line")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Draw the pieces that the options name."""
    sets: list[PiecesLike] = [*options.names, *([] if options.pieces is None else [options.pieces])]
    if options.pieces_file is not None:
        sets.append(read_pieces(options))
    pieces = [count.piece for wanted in sets or list(SET_SIZES)[:5] for count in as_pieces(wanted)]
    if draw(_charts(pieces), options):
        return FOUND
    if options.json:
        for piece in pieces:
            print(json.dumps({"name": piece.name, "cells": [list(cell) for cell in piece.cells]}))
        return FOUND
    blocks = [[piece.name, *_picture(piece).split("\n")] for piece in pieces]
    print("\n\n".join(_side_by_side(blocks, get_terminal_size().columns)))
    return FOUND


def _picture(piece: Polyform) -> str:
    """The picture in text, with blanks beside the piece; but dots where there are layers, so that they are seen."""
    return str(piece) if " " in str(piece) and piece.lattice.dimension > 2 else str(piece).replace(".", " ")


def _charts(pieces: Sequence[Polyform]) -> Iterator[Drawing]:
    """The one drawing of all pieces."""
    from ..render.charts import chart

    yield chart(pieces)


def _side_by_side(blocks: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """The blocks of lines in rows, as many to a row as *width* columns hold."""
    widths = [max(map(len, block)) for block in blocks]
    start = 0
    for end in range(1, len(blocks) + 1):
        if end == len(blocks) or sum(widths[start : end + 1]) + 3 * (end - start) > width:
            lines = zip_longest(*blocks[start:end], fillvalue="")
            yield "\n".join("   ".join(map(str.ljust, line, widths[start:end])).rstrip() for line in lines)
            start = end
