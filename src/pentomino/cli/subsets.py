"""The command `subsets` prints which subsets of the pieces fill a board."""

from __future__ import annotations

import argparse
import json

from ..limits import any_area
from ..pieces.sets import PieceCount, as_pieces
from ..wording import counted
from . import inputs
from .console import check_inputs, say
from .options import BOARD_HELP, FOUND, NONE, Command
from .work import ask


def add_subsets(command: Command) -> None:
    parser = command(
        description="Print each subset of the pieces that fills the board, and how many solutions it has. If a piece "
        "has several copies, a subset may have any number of them.",
        examples={
            "pentomino subsets 5x5": "list the sets of pentominoes that fill a square",
            "pentomino subsets 5x5 --unique": "list the sets that fill it in only one way",
            'pentomino subsets 4x5 -p "tetrominoes*2"': "list the sets with up to two of each tetromino",
        },
    )
    what = f"{BOARD_HELP}; a file such as puzzle.json may also give the pieces"
    parser.add_argument("board", metavar="BOARD", help=what)
    parser.add_piece_set()
    parser.add_turns()
    parser.add_spare()
    parser.add_argument("--unique", action="store_true", help="print only the subsets with exactly one solution")
    parser.add_symmetry()
    parser.add_limits()
    parser.add_argument("--json", action="store_true", help="print JSON, one object per line")
    parser.add_argument("-q", "--quiet", action="store_true", help="print only the result")
    parser.set_defaults(placed=[], restrict=[], run=_run_subsets)


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
    listed = {one: number for one, number in found.items() if number == 1 or not options.unique}
    names = [" ".join(piece.name + f"*{copies}" * (copies > 1) for piece, copies, _ in one.pieces) for one in listed]
    width = max(map(len, names), default=0)
    for name, (one, number) in zip(names, listed.items(), strict=True):
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
    return FOUND if listed else NONE
