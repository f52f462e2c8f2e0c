"""The commands `pieces`, which draws named pieces, and `boards`, which lists named boards."""

from __future__ import annotations

import argparse
import json
import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, zip_longest
from operator import itemgetter
from shutil import get_terminal_size

from .. import boards
from ..boards import NamedBoard
from ..known_pieces import SETS
from ..lattices.lattice import SQUARE
from ..limits import any_area
from ..pieces.polyform import Polyform
from ..pieces.sets import PiecesLike, as_pieces
from ..wording import counted
from .console import best
from .inputs import file_format, read_calendar, read_pieces
from .options import FOUND, Command, Once, natural, path
from .output import DRAWINGS, POSTERS, add_output, add_picture, chosen, draw, write_figure

SHARES = itemgetter(slice(6)), itemgetter(slice(5)), itemgetter(0, 4)
"""Sets of columns for the list of boards. The list shows the first set that fits the terminal."""

_SIDES = {2: ("rows", "columns"), 3: ("layers", "rows", "columns")}
"""The names of the sides of a board in JSON. The key is the number of dimensions."""


# --------------------------------------------------------------------------------------------------------------- pieces


def add_pieces(command: Command) -> None:
    parser = command(
        description="Draw pieces with their names.",
        examples={
            "pentomino pieces hexominoes": "draw the 35 hexominoes",
            'pentomino pieces kanoodle "F\'" 6.1': "draw a set and two more pieces",
            "pentomino pieces pentominoes -o pieces.svg --cut --cell 20": "draw cutting lines for the pentominoes",
            "pentomino pieces pentominoes -o poster.pdf --paper A4": "draw a poster",
            "pentomino pieces soma -o soma.stl --each --cell 20": "write a file for a 3D printer for each piece",
        },
    )
    add_picture(parser)
    text = "sets such as hexominoes or 7-hexes, pieces such as W or burr:52, or files (default: pieces of up to five "
    text += "cells)"
    parser.add_argument("names", nargs="*", metavar="NAME", help=text)
    parser.add_argument("-p", "--pieces", action=Once, help="the same as NAME")
    what = "also draw the pieces in FILE"
    parser.add_argument("--pieces-file", action="append", default=[], metavar="FILE", help=what)
    what = "draw all orientations of each piece, with the numbers that other commands accept after --restrict"
    parser.add_argument("--orientations", action="store_true", help=what)
    what = "write each piece to its own file, such as soma-V.stl"
    parser.add_argument("--each", action="store_true", default=None, help=what)
    add_output(parser, DRAWINGS, "the pieces side by side", "JSON, one object per line")
    group = parser.add_argument_group("posters in SVG, PNG and PDF")
    text = "draw a poster for this paper: A3, A4, A5, Letter, Legal, or width x height in mm, such as 594x841"
    group.add_argument("--paper", metavar="SIZE", help=text)
    group.add_argument("--columns", type=natural, metavar="N", help="draw N pieces side by side")
    group.add_argument("--title", help="write TITLE at the top (default: the names of the pieces or boards)")
    parser.set_defaults(run=_run_pieces)


def _run_pieces(options: argparse.Namespace) -> int:
    # With --each, existing files are not checked here, as their names are not known yet.
    targets = (*DRAWINGS, POSTERS) if options.paper is None else (POSTERS, *DRAWINGS)
    chosen(options, targets, replace=bool(options.each))
    sets: list[PiecesLike] = list(map(_named_or_in_file, options.names))
    if (others := read_pieces(options, None)) is not None:
        sets.append(others)
    pieces = [count.piece for wanted in sets or list(SETS)[:5] for count in as_pieces(wanted)]
    if options.orientations:
        pieces = [one.renamed(f"{piece.name} {n}") for piece in pieces for n, one in enumerate(piece.orientations())]
    if options.paper is not None:
        from ..pages.sheet import poster

        title = ", ".join(name for name in sets if isinstance(name, str))
        figure = poster(pieces, **{"title": title[:1].upper() + title[1:], **options.look})
        write_figure(options, str, lambda: figure)
    elif options.output is not None:
        from ..charts import chart

        charts = map(chart, [[piece] for piece in pieces] if options.each else [pieces])
        draw(charts, options, _file_names(pieces) if options.each else None)
    elif options.json:
        for piece in pieces:
            print(json.dumps({"name": piece.name, "cells": [list(cell) for cell in piece.cells]}))
    else:
        blocks = [[piece.name, *_picture(piece).split("\n")] for piece in pieces]
        print("\n\n".join(_side_by_side(blocks, get_terminal_size().columns)))
    return FOUND


def _named_or_in_file(name: str) -> PiecesLike:
    form, is_file = file_format(name), os.path.splitext(name)[1] and os.path.isfile(name)
    if not is_file and not form:
        return name
    from .. import formats

    with any_area():
        whole = form and form.is_whole and formats.read_puzzle(name)
    return [entry.piece for entry in whole._entries] if whole else formats.read_pieces(path(name))


def _picture(piece: Polyform) -> str:
    # keep the dots in the picture of a solid, as blanks separate its layers
    return str(piece) if " " in str(piece) and piece.lattice.dimension > 2 else str(piece).replace(".", " ")


def _file_names(pieces: Sequence[Polyform]) -> list[str]:
    plain = [re.sub(r"[^\w.'-]", "_", piece.name) or "piece" for piece in pieces]
    number = Counter(map(str.casefold, plain))  # on some systems, "a" and "A" are the same file
    taken = {name for name in number if number[name] == 1}
    names = []
    for name in plain:
        if number[name.casefold()] > 1:
            name = next(numbered for n in count(1) if (numbered := f"{name}-{n}").casefold() not in taken)
            taken.add(name.casefold())
        names.append(name)
    return names


def _side_by_side(blocks: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Arrange blocks of lines side by side. Yield each row of blocks as a string of at most `width` columns."""
    widths = [max(map(len, block)) for block in blocks]
    start = 0
    for end in range(1, len(blocks) + 1):
        if end == len(blocks) or sum(widths[start : end + 1]) + 3 * (end - start) > width:
            lines = zip_longest(*blocks[start:end], fillvalue="")
            yield "\n".join("   ".join(map(str.ljust, line, widths[start:end])).rstrip() for line in lines)
            start = end


# --------------------------------------------------------------------------------------------------------------- boards


def add_boards(command: Command) -> None:
    parser = command(
        description="List the named boards, or show the picture, the pieces and the source of some. Other commands "
        "accept NAME as BOARD; NAME:LABEL,LABEL leaves the cells with these labels uncovered.",
        examples={
            "pentomino boards": "list the named boards",
            "pentomino boards a-puzzle-a-day": "show a board, its pieces and its source",
            "pentomino boards a-puzzle-a-day -o board.svg": "draw a board with its labels",
        },
    )
    add_picture(parser)
    what = "the name of a board, or a file such as calendar.json (default: list all)"
    parser.add_argument("names", nargs="*", metavar="NAME", help=what)
    add_output(parser, DRAWINGS, "the boards with their labels", "JSON, one object per line")
    parser.set_defaults(run=_run_boards)


def _run_boards(options: argparse.Namespace) -> int:
    chosen(options, DRAWINGS)
    names = options.names or boards.names()
    listed = [read_calendar(name) if os.path.splitext(name)[1] else boards.named(name) for name in names]
    if options.output is not None:
        draw((board.drawing for board in listed), options)
    elif options.json:
        for board in listed:
            print(json.dumps(_as_object(board), ensure_ascii=False))
    elif options.names:
        print("\n\n".join(_described(board) for board in listed))
    else:
        _list(listed)
    return FOUND


def _piece_names(board: NamedBoard) -> list[str]:
    return [count.piece.name for count in as_pieces(board.pieces, board.board.lattice)]


def _size(board: NamedBoard) -> str:
    return "x".join(map(str, board.board.sides))


def _number(board: NamedBoard) -> str:
    # a string such as "12", or "8 of 12" if some pieces are left over
    counts = as_pieces(board.pieces, board.board.lattice)
    if all(least == most for _, least, most in counts):
        return str(sum(least for _, least, _ in counts))
    return f"{board.board.area // counts[0].piece.size} of {len(counts)}"


def _list(named: list[NamedBoard]) -> None:
    rows = [("name", "size", "cells", "pieces", "solutions", "")]
    for board in named:
        solutions = "" if board.solutions is None else str(board.solutions)
        rows.append((board.name, _size(board), str(board.board.area), _number(board), solutions, board.title))
    first, *widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    full = [[name.ljust(first), *map(str.rjust, cells, widths), title] for name, *cells, title in rows]
    print(best("\n".join(["  ".join(take(line)).rstrip() for line in full]) for take in SHARES))


def _described(board: NamedBoard) -> str:
    lines = [
        f"{board.name}: {board.title}",
        best([board.to_text(), str(board.board)]) if board.board.lattice == SQUARE else str(board.board),
        f"{_size(board)}, {board.board.area} cells, {_number(board)} pieces: {' '.join(_piece_names(board))}",
    ]
    if board.groups:
        lines += ["one cell of each line stays uncovered:", *(f"  {' '.join(group)}" for group in board.groups)]
    if board.solutions is not None:
        up_to = f"; {board.rotations} up to rotations, as the source counts" if board.rotations else ""
        lines.append(counted(board.solutions, "solution") + up_to)
    return "\n".join([*lines, *["sources:"] * bool(board.sources), *(f"  {source}" for source in board.sources)])


def _as_object(board: NamedBoard) -> dict[str, object]:
    return {
        "name": board.name,
        "title": board.title,
        "lattice": board.board.lattice.name,
        **dict(zip(_SIDES[board.board.lattice.dimension], board.board.sides, strict=True)),
        "board": str(board.board).split("\n"),
        "pieces": board.pieces if isinstance(board.pieces, str) else None,
        "names": _piece_names(board),
        "labels": {label: list(cell) for cell, label in board.labels.items()},
        "uncovered": [list(group) for group in board.groups],
        "solutions": board.solutions,
        "rotations": board.rotations,
        "sources": list(board.sources),
    }
