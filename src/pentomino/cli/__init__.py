"""The command line: parse the arguments, call a function of the package, print its result.

`COMMANDS` lists the module of each command. For a command NAME, the module has a function `add_NAME`, which makes the
parser of the command. The parser sets `run`, the function that runs the command with the parsed options. A module is
imported only when one of its commands is run.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import sys
from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module

from .._version import __version__
from ..errors import PentominoError, SearchStopped
from ..lattices.lattice import SQUARE, Lattice
from ..wording import did_you_mean, in_options, not_yet
from .console import MisuseError, guarded, is_terminal, say
from .inputs import board_meant, means_board, option_meant, read_board, reads_board, reads_pieces
from .options import FOUND, Parser

COMMANDS = {
    "solve": ("solve", "print solutions"),
    "count": ("count", "count solutions"),
    "estimate": ("estimate", "estimate how many solutions there are, and how long a count takes"),
    "unique": ("unique", "print whether a puzzle has exactly one solution"),
    "play": ("play", "play in the browser"),
    "hint": ("reason", "print the next step for a half-filled board"),
    "forced": ("reason", "print all forced placements, and why"),
    "mistakes": ("reason", "print which pieces of a half-filled board to take back"),
    "explain": ("reason", "print why a board cannot be filled"),
    "pack": ("reason", "cover as many cells of a board as possible"),
    "difficulty": ("reason", "print how hard puzzles are for a person"),
    "disassemble": ("reason", "print which solutions can be taken apart, and how"),
    "tally": ("tally", "print which piece covers each cell most often"),
    "subsets": ("subsets", "print which subsets of the pieces fill a board"),
    "divide": ("solve", "cut a board into congruent parts"),
    "sequence": ("sequence", "count the tilings of longer and longer boards"),
    "watch": ("solve", "draw the search while it runs"),
    "pieces": ("catalogue", "draw the named pieces"),
    "boards": ("catalogue", "list the named boards"),
    "calendar": ("calendar", "count the solutions of a calendar puzzle for all dates"),
    "convert": ("convert", "write a puzzle or solutions in another format"),
    "sheet": ("sheet", "write puzzles to print, with a key"),
    "generate": ("sheet", "make new puzzles with exactly one solution"),
    "completion": ("about", "print a completion script for a shell"),
}
"""For each command, the name of its module in this folder, and its description in `pentomino --help`."""

_HELP, _VERSION, _VERBOSE = {"-h", "--help"}, {"-V", "--version"}, {"-v", "--verbose"}

_OTHER_WORDS = {"gui": "play", "game": "play", "print": "sheet", "random": "generate", "why": "explain"}
"""Words that people may type by mistake, each with the command that they probably mean."""

_OTHER_OPTIONS = {"--random": "--shuffle", "--limit": "-n", "--format": "--style"} | dict.fromkeys(
    ["--threads", "--jobs", "-j"], "--workers"
)

_NEXT = (
    "to play: pentomino play; to print puzzles: pentomino generate --difficulty easy-hard -o sheet.html; "
    "help: pentomino --help"
)

_EPILOG = """\
to get started:
  pentomino play                          play in the browser, with hints
  pentomino generate --difficulty easy-hard -o sheet.html
                                          make new puzzles to print, with a key
  pentomino hint --calendar today         show the next step of today's puzzle
  pentomino explain 4x5 -p tetrominoes    show why a board cannot be filled
  pentomino solve 6x10 --all -o all.html  write a page with all solutions
  pentomino solve soma                    fill a cube with the seven Soma pieces
  pentomino solve tetrahexes-4x7          fill a board of hexagons

exit status: 0 solution found, 1 no solution, 2 invalid input, 3 timeout,
4 not unique, 130 interrupted, 143 terminated

The documentation is in the repository that your copy comes from: begin with
docs/index.md, or see docs/explanation/fast.md for how the search works. Report
problems to its issue tracker, with the command, its output, and the output of
pentomino --version -v.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status. The default of `arguments` is `sys.argv[1:]`.

    The status is 0 if a solution is found, 1 if there is no solution, 2 for invalid input, 3 after a timeout, 4 if
    `unique` finds several solutions, 130 after Ctrl-C, and 143 after SIGTERM.
    """
    return guarded(lambda: _run(sys.argv[1:] if arguments is None else arguments))


def _run(arguments: Sequence[str]) -> int:
    if _VERSION & set(arguments) and _VERBOSE & set(arguments) and set(arguments) <= _VERSION | _VERBOSE:
        from .about import about  # imports modules that no other command needs

        print(about())
        return FOUND
    whole = _with_command(arguments)
    listed = [name for name in COMMANDS if name == whole[0]] or COMMANDS
    parser = _parser(listed, whole)
    options, unknown = parser.parse_known_args(whole)
    command = parser.commands[options.command]
    options.known = {*command._option_string_actions}  # the options that errors may propose
    try:
        if unknown:
            if hint := next(filter(None, map(not_yet, arguments)), ""):
                raise MisuseError(hint)
            proposed = [*command._option_string_actions, *parser._option_string_actions]
            board, lattice = next(iter(getattr(options, "boards", [getattr(options, "board", None)])), None), SQUARE
            with suppress(PentominoError):
                lattice = read_board(board).board.lattice.flat if board and means_board(board) else SQUARE
            hint = _unknown_meant(unknown, proposed, lattice)
            hint = "write pentomino --version" if hint == "did you mean --version?" else hint
            if options.command == "convert" and unknown[0] in ("-o", "--output"):
                hint = f"write {shlex.join(['pentomino', *(word for word in whole if word != unknown[0])])}"
            # The error of argparse would refer to the help of the program, not to the help of this command.
            see = f"(see pentomino {options.command} --help)"
            raise MisuseError(f"unrecognized arguments: {' '.join(unknown)}{hint and f'; {hint}'} {see}")
        status: int = options.run(options)
    except SearchStopped:
        raise
    except (MisuseError, PentominoError, argparse.ArgumentTypeError) as error:
        hint = _unquoted(whole[1:], command, unknown)
        raise MisuseError(hint or in_options(str(error), options.known)) from None
    if not arguments and is_terminal(sys.stdout) and is_terminal(sys.stderr):
        say(_NEXT)
    return status


def _unknown_meant(unknown: Sequence[str], known: Collection[str], lattice: Lattice) -> str:
    """Return "did you mean X?" for the `unknown` arguments, or "" if no option in `known` is similar."""
    argument, is_long = unknown[0], unknown[0].startswith("--")
    name, _, value = argument.partition("=") if is_long else (argument[:2], "", "")
    for other in (f"--{value or ''.join(unknown[1:2])}", _OTHER_OPTIONS.get(name)):
        if name in _OTHER_OPTIONS and other in known:
            return f"did you mean {other}?"
    hint = did_you_mean(name, known) if is_long else ""
    return hint or next(filter(None, [option_meant(word, known, lattice) for word in unknown if word[:1] != "-"]), "")


def _unquoted(words: Sequence[str], command: Parser, unknown: Sequence[str]) -> str:
    """Return advice to put words, such as the name of a board, in quotes, or "" if quotes would not help."""
    for begin in range(len(words)):
        option = command._option_string_actions.get(words[begin - 1]) if begin else None
        takes = option.dest if option is not None and option.nargs is None else ""
        two, is_split = " ".join(words[begin : begin + 2]), {*words[begin + 1 : begin + 2]} & {*unknown}
        if (takes == "title" and is_split) or (takes == "calendar" and " " in two and "--cal" in option_meant(two)):
            return f"--{takes}: several words must be in quotes, such as {two!r}"
        if takes not in ("", "pieces", "board"):
            continue
        reads = reads_pieces if takes == "pieces" or command.prog.endswith(" pieces") else reads_board
        for end in range(len(words), begin + 1, -1):
            some = words[begin:end]
            strays = {*some} & {*unknown} or {word for word in some if not reads(word)}
            if not strays or command._option_string_actions.keys() & {*some}:
                continue
            if all(map(str.isdigit, some)) and len(some) < 4 and reads_board("x".join(some)):
                return f"{' '.join(some)}: did you mean {'x'.join(some)}?"
            if reads(text := " ".join(some)):
                noun = "pieces" if reads is reads_pieces else "a board"
                return f"{noun} of several words must be in quotes: {text!r}"
            if not takes and reads_pieces(text) and "--pieces" in command._option_string_actions:
                return f"{text}: did you mean --pieces {shlex.quote(text)}?"
            if reads is reads_board and reads("-".join(some)):
                return f"{text}: did you mean {'-'.join(some)}?"
    return ""


def _with_command(arguments: Sequence[str]) -> Sequence[str]:
    """Return the arguments, with the command `solve` in front if they name no command."""
    if not arguments:
        return ["solve"]
    first, *others = arguments
    if first in COMMANDS or first in _HELP | _VERSION:
        return arguments
    if first == "help":
        return _with_command([*others[:1], "--help"])
    *before, last = ["", *arguments]
    if last.lower().endswith(".ini") and not re.match("--|-[op]$", before[-1]):  # as in calls of ahuggel/pentomino
        meant = f"pentomino solve --all --pieces-file {shlex.quote(last)}"
        raise MisuseError(
            f"a piece file requires --pieces-file: write {meant}; for other options, see docs/ancestors.md"
        )
    if first.startswith("-") and first != "-":
        if command := next(filter(COMMANDS.__contains__, others), ""):
            meant = shlex.join(["pentomino", command, *(word for word in arguments if word != command)])
            raise MisuseError(f"{first} must come after the command: write {meant}")
        return ["solve", *arguments]
    if first[:1].isdigit() or first == "-" or not_yet(first) or os.path.exists(first) or means_board(first):
        return ["solve", *arguments]
    if first in _OTHER_WORDS:
        hint = f"did you mean {_OTHER_WORDS[first]}?"
    else:
        hint = board_meant(first, COMMANDS) or f"commands are {' '.join(COMMANDS)}"
    raise MisuseError(f"{first} is neither a command nor a board; {hint}")


def whole_parser() -> Parser:
    """Return a parser for all commands, with all their options."""
    return _parser(COMMANDS, COMMANDS)


def _parser(listed: Collection[str], wanted: Collection[str]) -> Parser:
    """Return a parser for the commands in `listed`. To save imports, only those in `wanted` get their options."""
    parser = Parser(
        prog="pentomino",
        description="Fill boards of squares, cubes, hexagons, triangles, quarter squares or balls with pentominoes and "
        "other polyforms. The default command is solve, and the default board is 6x10.",
        epilog=_EPILOG,
    )
    text = "print the version; with -v, also details of the installation for a problem report"
    parser.add_argument("-V", "--version", action="version", version=f"pentomino {__version__}", help=text)
    commands = parser.add_subparsers(prog="pentomino", required=True, dest="command", metavar="COMMAND")
    for name in listed:
        module, line = COMMANDS[name]
        command = partial(commands.add_parser, name, help=line)
        if name in wanted:
            getattr(import_module(f".{module}", __name__), f"add_{name}")(command)
        else:
            command(add_help=False)
    parser.set_defaults(whole_parser=whole_parser)  # for `completion`, which cannot import this module
    parser.commands = commands.choices
    return parser
