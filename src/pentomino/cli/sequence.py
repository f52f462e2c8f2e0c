"""The command `sequence` prints how many tilings boards of growing length have."""

from __future__ import annotations

import argparse

from . import inputs
from .console import check_inputs, say
from .options import FOUND, NONE, Command, natural
from .output import NUMBERS, add_target, chosen
from .work import ask

_COUNTING = {
    "all": "separately, unlike in pentomino count (see --symmetry)",
    "distinct": "once",
    "rotations": "up to rotations, mirror images separately",
}
"""Words that describe the counting of rotated and reflected tilings. The key is the value of `--symmetry`."""


def add_sequence(command: Command) -> None:
    parser = command(
        description="Count the tilings of a board of length N, for N = 0, 1, 2 and so on. Unlike in pentomino count, "
        "rotated and reflected tilings count separately by default. The order of the linear recurrence that the "
        "numbers satisfy, if one is found, is printed on standard error.",
        examples={
            'pentomino sequence 3xN -p "I2* V3*"': "count the tilings of 3xN by dominoes and V3",
            'pentomino sequence 5xN -p "TWIX*" -n 400 --style entry': "print 400 numbers as an entry of the OEIS",
            'pentomino sequence "ring Nx6" -p "I2*" -n 40 -o b000000.txt': "write a b-file of tilings of a ring",
        },
    )
    text = "a size or form in which one side is N, such as 5xN, 2x3xN or 'hexagonal 4xN'; or 'NAME xN' or 'FILE xN' "
    parser.add_argument("board", metavar="BOARD", help=text + "for N copies of a board side by side")
    parser.add_piece_set("'pentominoes*'")
    parser.add_turns()
    parser.add_argument("-n", "--terms", type=natural, default=20, metavar="N", help="print N numbers (default 20)")
    parser.add_symmetry("all")
    parser.add_limits("half of the free memory")
    form = parser.add_mutually_exclusive_group()
    text = "lines: N and the number on each line; commas: all numbers in one line; entry: as in the OEIS (default "
    text += "lines)"
    form.add_argument("--style", choices=("lines", "commas", "entry"), default="lines", help=text)
    form.add_argument("--json", action="store_true", help="print the answer as one JSON object")
    add_target(form, [NUMBERS], more="; .txt is a b-file of the OEIS")
    parser.add_argument("-q", "--quiet", action="store_true", help="print only the result")
    parser.set_defaults(run=_run_sequence)


def _run_sequence(options: argparse.Namespace) -> int:
    from ..make.sequence import digits, repeated_board, sequence  # needs modules that other commands do not need

    if options.output is not None:
        chosen(options, [NUMBERS])  # raises errors before the work, which may take long
    repeated = repeated_board(options.board)
    check_inputs([repeated or options.board, *options.pieces_file])
    board = options.board if repeated is None else inputs.read_board(repeated).board
    pieces = inputs.read_pieces(options, "pentominoes*")
    turns = {"reflections": options.reflections, "rotations": options.rotations, "symmetry": options.symmetry}
    numbers = ask(sequence, options, board=board, pieces=pieces, terms=options.terms, **turns)
    if repeated is not None:
        numbers = numbers._with(board=options.board)
    if options.output is not None:
        numbers.write(options.output, overwrite=options.force)
    elif options.json:
        print(numbers.to_json())
    elif options.style == "entry":
        print(numbers)
    else:
        print(numbers.to_bfile() if options.style == "lines" else ", ".join(map(digits, numbers)))
    if not options.quiet:
        say(f"rotated and reflected tilings count {_COUNTING[options.symmetry]}")
    if not options.quiet and options.style != "entry":
        noun = "no linear recurrence"
        if (recurrence := numbers.recurrence) is not None:
            noun = f"linear recurrence of order {recurrence.order} from n = {recurrence.start} on,"
        say(f"{noun} found in {len(numbers)} terms")
    return FOUND if any(numbers[1:]) else NONE
