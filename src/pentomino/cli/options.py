"""The parser of commands, options that several commands share, and functions that convert arguments."""

from __future__ import annotations

import argparse
import math
import os
import re
import sys
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias, get_args

from ..search.options import SEEDS, MethodName, Symmetry, all_cores
from .console import MisuseError, say

if TYPE_CHECKING:
    from pathlib import Path

FOUND, NONE, SEVERAL = 0, 1, 4  # exit statuses of results; `console.py` defines those of errors

BOARD_HELP = (
    "a size such as 6x10 (rows x columns) or 3x4x5, a name such as kanoodle (see pentomino boards), a form such as "
    "'triangular hexagon 3' or 'pyramid 5', a file with a picture, or - for standard input"
)

PUZZLE_HELP = (
    f"{BOARD_HELP} (default 6x10); a file such as puzzle.json may also give the pieces (see pentomino convert)"
)


class Layout(argparse.HelpFormatter):
    """A help formatter of argparse that keeps the line breaks of texts with several lines."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if "\n" in text else super()._fill_text(text, width, indent)


@cache
def _columns() -> int:
    # cached, as argparse needs the width for each option
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return 80


class Parser(argparse.ArgumentParser):
    """A parser that raises `MisuseError`, with methods to add the options that several commands share.

    The help ends with `examples`: commands to type, each with a description. `commands` maps names to parsers.
    """

    commands: Mapping[str, Parser]

    def __init__(self, *arguments: Any, examples: Mapping[str, str] = {}, **options: Any) -> None:
        if examples:
            options["epilog"] = "\n".join(
                ["examples:", *(f"  {line}\n      {what}" for line, what in examples.items())]
            )
        super().__init__(*arguments, **{"formatter_class": Layout, **options})
        self.examples = examples
        self.commands = {}

    def error(self, message: str) -> NoReturn:
        """Raise `MisuseError` with this message and a reference to the help."""
        raise MisuseError(f"{message} (see {self.prog} --help)")

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        # refuse the value "--" of `--pieces=--`, which argparse would delete
        if action.option_strings and action.nargs is None and arg_strings == ["--"]:
            self.error(f"argument {'/'.join(action.option_strings)}: '--' is not a value")
        return super()._get_values(action, arg_strings)

    def _print_message(self, message: str, file: Any = None) -> None:
        # argparse would hide a write error, such as a full disk
        print(message, end="", file=file or sys.stdout, flush=True)

    def add_puzzle(
        self, several: bool = False, symmetry: Symmetry | None = "distinct", workers: bool = True, spare: bool = True
    ) -> None:
        """Add the argument BOARD, and the options for a puzzle and its search.

        If `several` is true, the command accepts several boards. `symmetry` is the default of `--symmetry`. If it is
        None, the option is not added. `workers` and `spare` specify whether `--workers` and `--spare` are added.
        """
        name, number = ("boards", "*") if several else ("board", "?")
        self.add_argument(name, nargs=number, metavar="BOARD", help=PUZZLE_HELP)
        self.add_piece_set()
        text = "on a calendar puzzle, leave the cells of DATE uncovered: 2026-11-20, 11-20, 20.11., 11/20 "
        text += "(month/day), 'Nov 20', today or tomorrow"
        self.add_argument("--calendar", action=Once, metavar="DATE", help=text)
        self.add_turns()
        self.add_restrict()
        if spare:
            self.add_spare()
        text = "begin with the pieces placed in FILE, a picture or a .try file: a letter on each covered cell, . on "
        text += "the others (balls need a first line 'balls'); without BOARD, FILE also gives the board; may be "
        text += "repeated"
        self.add_argument("--placed", action="append", default=[], metavar="FILE", help=text)
        if symmetry is not None:
            self.add_symmetry(symmetry)
        if workers:
            self.add_workers()
        self.add_timeout()

    def add_piece_set(self, usual: str = "those of a named board, or else the pentominoes") -> None:
        """Add the options `--pieces` and `--pieces-file`. In the help, `usual` describes the default pieces."""
        text = "the pieces, such as 'pentominoes + O4', 'pentominoes - X', FLX, 'I3*4 V3*' (four I3, any number of "
        text += f"V3) or 'one-sided pentominoes' (default: {usual})"
        self.add_argument("-p", "--pieces", action=Once, help=text)
        text = "use the pieces that FILE draws with # and ., with blank lines between them; a line 'PIECE NAME' "
        text += "before a piece names it; may be repeated and combined with --pieces"
        self.add_argument("--pieces-file", action="append", default=[], metavar="FILE", help=text)

    def add_turns(self) -> None:
        """Add `--no-rotations`, `--reflections` and `--no-reflections`. The default for reflections is None."""
        text = "allow pieces to be reflected (default: yes, except for solids, for sets that have both mirror images "
        text += "of a piece, and with --no-rotations)"
        self.add_argument("--reflections", action=argparse.BooleanOptionalAction, help=text)
        text = "place pieces as they are drawn, without rotating them; with --reflections, also as their mirror images"
        self.add_argument("--no-rotations", dest="rotations", action="store_false", help=text)

    def add_restrict(self) -> None:
        """Add the option `--restrict PIECE=N,...`. The default is an empty list."""
        text = "allow only some orientations of PIECE, such as F=0,1; for their numbers, see pentomino pieces PIECE "
        text += "--orientations; may be repeated"
        self.add_argument("--restrict", action="append", default=[], type=_rule, metavar="PIECE=N,...", help=text)

    def add_spare(self) -> None:
        """Add the option `--spare N`. Without a number, `--spare` means infinity. The default is None."""
        text = "let at most N cells of BOARD stay empty; without N, any number"
        self.add_argument("--spare", nargs="?", const=math.inf, type=_spare, metavar="N", help=text)

    def add_rectangles(self) -> None:
        """Add the option `--rectangles`."""
        text = "instead of BOARD, fill all rectangles with the area of the pieces; with --spare, the smallest "
        text += "rectangles in which the pieces fit"
        self.add_argument("--rectangles", action="store_true", default=None, help=text)

    def add_symmetry(self, symmetry: Symmetry = "distinct") -> None:
        """Add the option `--symmetry` with this default."""
        text = "distinct: rotated and reflected solutions count as one; rotations: mirror images count as different "
        text += f"solutions; all: every solution counts (default {symmetry})"
        self.add_argument("--symmetry", choices=get_args(Symmetry), default=symmetry, help=text)

    def add_limits(self, usual: str = "none") -> None:
        """Add the options for threads, time and memory. In the help, `usual` is the default of `--memory-limit`."""
        self.add_workers()
        self.add_timeout()
        self.add_memory_limit(usual)

    def add_workers(self) -> None:
        """Add the option `--workers`."""
        text = "search with N threads (default: one for each core)"
        self.add_argument("--workers", type=natural, metavar="N", help=text)

    def add_timeout(self) -> None:
        """Add the option `--timeout`."""
        text = "stop after SECONDS, including the time to read the puzzle"
        self.add_argument("--timeout", type=seconds, metavar="SECONDS", help=text)

    def add_memory_limit(self, usual: str = "none") -> None:
        """Add the option `--memory-limit`. In the help, `usual` describes the default."""
        text = f"use at most BYTES of memory for tables, such as 500M or 2G (default: {usual})"
        self.add_argument("--memory-limit", type=memory, metavar="BYTES", help=text)

    def add_method(self) -> None:
        """Add the options `--method`, `--memory-limit`, `--quiet` and `--verbose`."""
        text = "search: find solutions one by one; frontier: count all at once, which needs more memory (not with "
        text += "solve); auto (default): alternate between both if both can answer"
        self.add_argument("--method", choices=get_args(MethodName), default="auto", help=text)
        self.add_memory_limit("half of the free memory, for the frontier engine")
        self.add_amount()

    def add_amount(self, quiet: str = "print only the result") -> None:
        """Add the options `--quiet` and `--verbose`. The argument `quiet` is the help of `--quiet`."""
        amount = self.add_mutually_exclusive_group()
        amount.add_argument("-q", "--quiet", action="store_true", help=quiet)
        how = "print on standard error how the result was found"
        amount.add_argument("-v", "--verbose", action="store_true", help=how)

    def add_shuffle(self) -> None:
        """Add the options `--shuffle` and `--seed`, for a random order of the search."""
        text = "try pieces in a random order, to find other solutions first"
        self.add_argument("--shuffle", action="store_true", help=text)
        text = "with --shuffle: set the seed; the same seed gives the same order (default: random, and printed)"
        self.add_argument("--seed", type=seed, metavar="N", help=text)


class Once(argparse.Action):
    """An action for options that can be given only once, except `--pieces`, whose values are combined."""

    def __call__(
        self, parser: Any, namespace: argparse.Namespace, values: Any, option_string: str | None = None
    ) -> None:
        """Store the value. Raise `MisuseError` if the option is given twice, unless it is `--pieces`."""
        before = getattr(namespace, self.dest)
        if before is not None and self.dest != "pieces":
            parser.error(f"{option_string} is given twice")
        setattr(namespace, self.dest, values if before is None else f"{before} + {values}")


Command: TypeAlias = Callable[..., Parser]
"""A function that returns the parser of a command. It accepts the arguments of `Parser`, except the name."""


def threads(options: argparse.Namespace) -> int:
    """Return the value of `--workers`. The default is the number of cores.

    With an executor, the default is the number of its processes, or 1 if this number is unknown.
    """
    if options.workers:
        return int(options.workers)
    if (executor := getattr(options, "executor", None)) is None:
        return all_cores()
    _, _, number = executor.partition("processes:")
    return max(1, int(number)) if number.isdecimal() else 1


def chosen_seed(options: argparse.Namespace) -> int:
    """Return the value of `--seed` or, without it, a random seed that is easy to type (see `tell_seed`)."""
    number: int | None = options.seed
    if number is None:
        import secrets

        number = secrets.randbelow(10**6)
    return number


def tell_seed(options: argparse.Namespace, number: int) -> None:
    """Print the seed if it is random and `--quiet` is not set, or if `--verbose` is set."""
    if getattr(options, "verbose", False) or not (options.seed is not None or options.quiet):
        say(f"seed {number}")


def order_seed(options: argparse.Namespace) -> int | None:
    """Return the seed of `--shuffle`, or None without this option."""
    if options.shuffle:
        if options.seed is None and getattr(options, "journal", None) is not None:
            raise MisuseError("--shuffle with --journal requires --seed N, so that the same command can resume")
        tell_seed(options, number := chosen_seed(options))
        return number
    if options.seed is not None:
        raise MisuseError("--seed requires --shuffle")
    return None


def _whole(least: int, most: int, text: str) -> int:
    if not re.fullmatch("-?[0-9]+", text):
        wanted = "a whole number"
    elif len(text) > 100:  # Python refuses to convert thousands of digits
        wanted = "a number of at most 100 digits"
    elif least <= (value := int(text)) <= most:
        return value
    else:
        wanted = f"at least {least}" if value < least else f"at most {most}"
    raise argparse.ArgumentTypeError(f"must be {wanted}, got {text!r}")


natural = partial(_whole, 1, 10**18 - 1)
number = partial(_whole, 0, 10**100)
seed = partial(_whole, 0, SEEDS - 1)
port = partial(_whole, 1, 65535)


def _spare(text: str) -> int:
    try:
        return number(text)
    except argparse.ArgumentTypeError as error:
        raise argparse.ArgumentTypeError(f"{error}; to set --spare without a number, write it after BOARD") from None


def _rule(text: str) -> tuple[str, list[int]]:
    piece, _, orientations = text.rpartition("=")
    if not piece or not re.fullmatch(r"\d+(,\d+)*", orientations, re.ASCII):
        raise argparse.ArgumentTypeError(f"must be a piece with orientations, such as F=0,1, got {text!r}")
    return piece, [number(one) for one in orientations.split(",")]


def memory(text: str) -> int:
    """Return the number of bytes that a string such as 500M specifies. K, M, G and T are powers of 1024."""
    match = re.fullmatch(r"(\d{1,18})([KMGT]?)(I?B)?", text.strip().upper(), re.ASCII)
    if match is None or not int(match[1]):
        raise argparse.ArgumentTypeError(f"must be a number of bytes, such as 2000000, 500M or 2G, got {text!r}")
    return int(match[1]) << 10 * " KMGT".index(match[2] or " ")


def path(text: str) -> Path:
    """Return `text` as a `Path`, which is imported only here, because the import is slow."""
    from pathlib import Path  # takes some milliseconds to import

    return Path(text)


def decimal(text: str, what: str = "a number") -> float:
    """Return `text` as a number. In the error, `what` describes the expected number."""
    try:
        return float(text)
    except ValueError:
        point = text.replace(",", ".", 1)
        hint = f"; write {point}" if point != text and re.fullmatch(r"\d+\.\d+", point, re.ASCII) else ""
        raise argparse.ArgumentTypeError(f"must be {what}, got {text!r}{hint}") from None


def seconds(text: str) -> float:
    """Return `text` as a number of seconds, which must be at least 0."""
    number = decimal(text, wanted := "at least 0 seconds")
    if number >= 0:
        return number
    raise argparse.ArgumentTypeError(f"must be {wanted}, got {text!r}")
