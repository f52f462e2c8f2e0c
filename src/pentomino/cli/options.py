"""The parser of the commands, the options that several commands share, and the types of their arguments."""

from __future__ import annotations

import argparse
import math
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn, TextIO, TypeAlias, get_args

from ..search.options import SEEDS, MethodName, Symmetry
from .console import MisuseError, say

if TYPE_CHECKING:
    from pathlib import Path

FOUND, NONE, SEVERAL = 0, 1, 4  # exit statuses of results; `console.py` defines those of errors


class Layout(argparse.HelpFormatter):
    """A formatter of help that keeps the line breaks of a text of several lines."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if "\n" in text else super()._fill_text(text, width, indent)


@cache
def _columns() -> int:
    """Return the width of the terminal in columns. It is determined once; argparse would do it for each option."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return 80


class Parser(argparse.ArgumentParser):
    """A parser that raises `MisuseError`, and whose help ends with `examples`, a list of commands to type.

    `commands` contains the parsers of its commands by name.
    """

    commands: Mapping[str, Parser]

    def __init__(
        self, *arguments: Any, examples: Sequence[str] = (), parents: Sequence[Parent] = (), **options: Any
    ) -> None:
        if examples:
            options["epilog"] = "\n".join(["examples:", *(f"  {example}" for example in examples)])
        super().__init__(*arguments, **{"formatter_class": Layout, **options})
        for parent in parents:  # since Python 3.13, argparse accepts only whole parsers as parents
            self._add_container_actions(parent)
            self._defaults.update(parent._defaults)
        self.examples = examples
        self.commands = {}

    def error(self, message: str) -> NoReturn:
        """Raise `MisuseError`."""
        raise MisuseError(f"{message} (see {self.prog} --help)")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help or version, and flush the output. argparse would hide the error of a full disk."""
        print(message, end="", file=file or sys.stdout, flush=True)


class Once(argparse.Action):
    """An action that stores an argument that may be given only once. But `--pieces` may be repeated, and adds up."""

    def __call__(
        self, parser: Any, namespace: argparse.Namespace, values: Any, option_string: str | None = None
    ) -> None:
        """Store the value."""
        before = getattr(namespace, self.dest)
        if before is not None and self.dest != "pieces":
            parser.error(f"{option_string} is given twice")
        setattr(namespace, self.dest, values if before is None else f"{before} + {values}")


Command: TypeAlias = Callable[..., Parser]
"""A function that makes the parser of a command from arguments of `Parser`. It sets the name and the help itself."""


class CommonOptions(argparse._ActionsContainer):
    """Options that several commands share. It is used as a parent of their parsers, and is faster than a parser."""

    def __init__(self) -> None:
        super().__init__("", "-", None, "error")
        self.register("type", None, str)  # as a parser does


Parent: TypeAlias = Any
"""A `CommonOptions`. `Any` is needed, as the types of `argparse` allow only parsers as parents."""


def add_symmetry(parser: argparse._ActionsContainer, symmetry: Symmetry = "distinct") -> None:
    """Add the option `--symmetry`."""
    parser.add_argument(
        "--symmetry",
        choices=get_args(Symmetry),
        default=symmetry,
        help="distinct: count solutions up to symmetry; rotations: up to rotations, mirror images separately; "
        f"all: count every solution (default {symmetry})",
    )


def puzzle_options(workers: bool = True, symmetry: Symmetry = "distinct", spare: bool = True) -> Parent:
    """Return the options for a puzzle and for the limits of its search, with the default of `--symmetry`."""
    options = CommonOptions()
    add_piece_set(options)
    options.add_argument(
        "--calendar",
        action=Once,
        metavar="DATE",
        help="leave the cells of a date uncovered on a calendar puzzle: 2026-11-20, 11-20, 20.11., 11/20 (month/day), "
        "'Nov 20', today or tomorrow",
    )
    add_reflections(options)
    add_rotations(options)
    if spare:
        add_spare(options)
    options.add_argument(
        "--given",
        action="append",
        default=[],
        metavar="FILE",
        help="read pieces already placed from a picture or .try file: its lettered cells, with any letters; may be "
        "repeated; without BOARD, use the board of FILE",
    )
    add_symmetry(options, symmetry)
    if workers:
        add_workers(options)
    options.add_argument(
        "--timeout", type=seconds, metavar="SECONDS", help="stop after this many seconds, including reading the puzzle"
    )
    return options


def add_workers(parser: argparse._ActionsContainer) -> None:
    """Add the option for the number of threads."""
    parser.add_argument(
        "--workers", type=natural, metavar="N", help="search with N threads (default: one for each core)"
    )


def threads(options: argparse.Namespace) -> int:
    """Return the number of workers, by default one for each core or, if known, for each process of an executor."""
    if options.workers:
        return int(options.workers)
    if (executor := getattr(options, "executor", None)) is None:
        return os.cpu_count() or 1
    _, _, number = executor.partition("processes:")
    return max(1, int(number)) if number.isdecimal() else 1


def add_piece_set(parser: argparse._ActionsContainer, usual: str = "those of a named board, else pentominoes") -> None:
    """Add the options for pieces. `usual` describes the default."""
    parser.add_argument(
        "-p",
        "--pieces",
        action=Once,
        help=f"such as 'pentominoes + O4', 'pentominoes - X', 'FLX', 'I3*4 V3*', 'one-sided pentominoes' "
        f"(default: {usual})",
    )
    parser.add_argument(
        "--pieces-file",
        action="append",
        default=[],
        metavar="FILE",
        help="read pieces from FILE: for each a line PIECE NAME, then rows of 1 and 0, or # and .; may be repeated "
        "and combined with --pieces",
    )


def add_reflections(parser: argparse._ActionsContainer) -> None:
    """Add the option for mirror images."""
    parser.add_argument(
        "--reflections",
        action=argparse.BooleanOptionalAction,
        help="allow pieces to be reflected (default: unless the set has mirror twins, as one-sided sets have)",
    )


def add_spare(parser: argparse._ActionsContainer) -> None:
    """Add the option for cells that may stay empty. Its value is a number, infinite for any number, or None."""
    parser.add_argument(
        "--spare",
        nargs="?",
        const=math.inf,
        type=_spare,
        metavar="N",
        help="let at most N cells of BOARD stay empty; without N, any number",
    )


def add_rotations(parser: argparse._ActionsContainer) -> None:
    """Add the option that pieces may not be rotated."""
    parser.add_argument(
        "--no-rotations",
        dest="rotations",
        action="store_false",
        help="place pieces as they are drawn, without rotating them; with --reflections also as their mirror images",
    )


def add_rectangles(parser: argparse.ArgumentParser) -> None:
    """Add the option for all rectangles of the right area."""
    what = "tile all rectangles with the area of the pieces, instead of BOARD"
    parser.add_argument("--rectangles", action="store_true", default=None, help=what)


def shuffle_options() -> Parent:
    """Return the options for a random order of the search."""
    options = CommonOptions()
    options.add_argument(
        "--shuffle", action="store_true", help="try pieces in a random order, to find other solutions first"
    )
    options.add_argument(
        "--seed",
        type=seed,
        metavar="N",
        help="shuffle with this seed; the same seed gives the same order (default: random, printed)",
    )
    return options


def work_options() -> Parent:
    """Return the options for the method of the search, for its memory, and for output besides the result."""
    options = CommonOptions()
    options.add_argument(
        "--method",
        choices=get_args(MethodName),
        default="auto",
        help="search: find solutions one by one; frontier: count all at once, in memory, not with solve; auto "
        "(default): choose by the puzzle",
    )
    add_memory_limit(options, "for the frontier, half of the free memory")
    amount = options.add_mutually_exclusive_group()
    amount.add_argument("-q", "--quiet", action="store_true", help="print only the result")
    amount.add_argument("-v", "--verbose", action="store_true", help="print on standard error how the result was found")
    return options


def add_memory_limit(parser: argparse._ActionsContainer, usual: str = "none") -> None:
    """Add the option that limits memory. `usual` describes the default."""
    parser.add_argument(
        "--memory-limit",
        type=memory,
        metavar="BYTES",
        help=f"limit the memory of tables, such as 500M or 2G (default: {usual})",
    )


def made_seed() -> int:
    """Return a random seed of few digits, which is easy to type."""
    import secrets

    return secrets.randbelow(10**6)


def chosen_seed(options: argparse.Namespace) -> int | None:
    """Return the seed of `--shuffle`, or None without this option. If it has no value, make a seed and print it."""
    if options.seed is None and options.shuffle:
        if getattr(options, "journal", None) is not None:
            raise MisuseError("--shuffle with --journal needs --seed N, so that the same command can continue")
        number = made_seed()
        if not options.quiet:
            say(f"seed {number}")
        return number
    if options.seed is not None and options.verbose:
        say(f"seed {options.seed}")
    return options.seed  # type: ignore[no-any-return]


def _whole(least: int, most: int, known: str) -> Callable[[str], int]:
    """Return a function that reads a whole number from `least` to `most`. `known` describes this range in errors."""

    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) <= 100 and least <= int(text) <= most:
            return int(text)
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {known}")

    return read


natural = _whole(1, 10**18 - 1, "1")
number = _whole(0, 10**100, "0")
seed = _whole(0, SEEDS - 1, f"0 to {SEEDS - 1}")
port = _whole(1, 65535, "1 to 65535")


def _spare(text: str) -> int:
    try:
        return number(text)
    except argparse.ArgumentTypeError as error:
        raise argparse.ArgumentTypeError(f"{error}; without a number, write --spare after BOARD") from None


def memory(text: str) -> int:
    """Return a number of bytes. The text may end with K, M, G or T, for powers of 1024."""
    found = re.fullmatch(r"(\d{1,18})([KMGT]?)(I?B)?", text.strip().upper(), re.ASCII)
    if found is None or not int(found[1]):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of bytes such as 2000000, 500M or 2G")
    return int(found[1]) << 10 * " KMGT".index(found[2] or " ")


def path(text: str) -> Path:
    """Return a path."""
    from pathlib import Path  # importing it takes half as long as importing the package

    return Path(text)


def decimal(text: str, what: str = "a number") -> float:
    """Return a number. `what` describes the number in the error."""
    try:
        return float(text)
    except ValueError:
        point = text.replace(",", ".", 1)
        hint = f"; write {point}" if point != text and re.fullmatch(r"\d+\.\d+", point, re.ASCII) else ""
        raise argparse.ArgumentTypeError(f"{text!r} is not {what}{hint}") from None


def seconds(text: str) -> float:
    """Return a number of seconds, which is at least 0."""
    number = decimal(text, wanted := "a number of seconds")
    if number >= 0:
        return number
    raise argparse.ArgumentTypeError(f"{text!r} is not {wanted}")


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether a stream is a terminal."""
    return stream is not None and stream.isatty()
