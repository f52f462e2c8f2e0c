"""`pentomino sequence`: print the numbers of tilings of growing boards."""

from __future__ import annotations

import argparse

from ..make.sequence import PIECES, Sequence, digits, repeated_board, sequence
from .console import check_inputs, say
from .inputs import read_board, read_pieces, says_pieces
from .options import FOUND, NONE, Command, add_limits, add_piece_set, add_symmetry, add_turns, natural
from .targets import NUMBERS, add_target, chosen
from .work import ask

_COUNTING = {
    "all": "separately, unlike in pentomino count (see --symmetry)",
    "distinct": "once",
    "rotations": "up to rotations, mirror images separately",
}
"""For each value of `--symmetry`, words that describe the counting of rotated and reflected tilings."""


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
    add_piece_set(parser, f"'{PIECES}'")
    add_turns(parser)
    parser.add_argument("-n", "--terms", type=natural, default=20, metavar="N", help="print N numbers (default 20)")
    add_symmetry(parser, "all")
    add_limits(parser, "half of the free memory")
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--style",
        choices=("lines", "commas", "entry"),
        default="lines",
        help="lines: N and the number on each line; commas: one line; entry: as the OEIS shows it (default lines)",
    )
    form.add_argument("--json", action="store_true", help="print one JSON object")
    add_target(form, [NUMBERS], more="; .txt is a b-file of the OEIS")
    parser.add_argument("-q", "--quiet", action="store_true", help="print only the result")
    parser.set_defaults(run=_run_sequence)


def _run_sequence(options: argparse.Namespace) -> int:
    target, repeated = options.output, repeated_board(options.board)
    if target is not None:
        chosen(options, [NUMBERS])  # before the work, which may take long
    files = [repeated or options.board, *options.pieces_file]
    check_inputs(files)
    pieces = read_pieces(options) if says_pieces(options) else PIECES
    found = ask(
        sequence,
        options,
        board=options.board if repeated is None else read_board(repeated).board,
        pieces=pieces,
        terms=options.terms,
        reflections=options.reflections,
        rotations=options.rotations,
        symmetry=options.symmetry,
    )
    if repeated is not None:
        found = found._with(board=options.board)
    if target is not None:
        found.write(target, force=options.force)
    elif options.json:
        print(found.to_json())
    elif options.style == "entry":
        print(found)
    else:
        print(found.to_bfile() if options.style == "lines" else ", ".join(map(digits, found)))
    if not options.quiet:
        say(f"rotated and reflected tilings count {_COUNTING[options.symmetry]}")
    if not options.quiet and options.style != "entry":
        say(_told(found))
    return FOUND if any(found[1:]) else NONE


def _told(found: Sequence) -> str:
    if found.recurrence is None:
        return f"no linear recurrence found on {len(found)} terms"
    order, start = found.recurrence.order, found.recurrence.start
    return f"linear recurrence of order {order} from n = {start} on, found on {len(found)} terms"
