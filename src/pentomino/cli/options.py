"""What the commands share: their parser, the options that state a puzzle, the progress bar."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn, TextIO, TypeAlias, TypeVar

from ..search.order import SEEDS
from .console import MisuseError, say

if TYPE_CHECKING:
    from pathlib import Path

    from ..search.options import Symmetry
    from .bar import Bar

__all__ = [
    "FOUND",
    "NONE",
    "SEVERAL",
    "Command",
    "CommonOptions",
    "Parent",
    "Parser",
    "add_memory_limit",
    "add_pieces",
    "add_rectangles",
    "add_reflections",
    "add_target",
    "add_workers",
    "ask",
    "bar",
    "chosen_seed",
    "is_standard_output",
    "is_terminal",
    "natural",
    "number",
    "path",
    "puzzle_options",
    "seconds",
    "shuffle_options",
    "threads",
    "work_options",
]

T = TypeVar("T")

FOUND, NONE, SEVERAL = 0, 1, 4


class Layout(argparse.HelpFormatter):
    """The layout of help: a text of several lines keeps them."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if "\n" in text else super()._fill_text(text, width, indent)


@cache
def _columns() -> int:
    """The columns of the terminal, as `shutil` finds them: argparse asks for each option, and would load all of it."""
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and int(said):
        return int(said)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return 80


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are those of the package, and whose help ends with *examples*, commands to type.

    `commands` are the parsers of the commands below it, by their names.
    """

    commands: Mapping[str, Parser]

    def __init__(
        self, *arguments: Any, examples: Sequence[str] = (), parents: Sequence[Parent] = (), **options: Any
    ) -> None:
        if examples:
            options["epilog"] = "\n".join(["examples:", *(f"  {example}" for example in examples)])
        super().__init__(*arguments, **{"formatter_class": Layout, **options})
        for parent in parents:  # argparse itself takes only whole parsers, from Python 3.13 on
            self._add_container_actions(parent)
            self._defaults.update(parent._defaults)
        self.examples = examples
        self.commands = {}

    def error(self, message: str) -> NoReturn:
        """Raise `MisuseError`."""
        raise MisuseError(f"{message} (see {self.prog} --help)")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help or version at once; argparse would not tell of a full disc."""
        print(message, end="", file=file or sys.stdout, flush=True)


Command: TypeAlias = Callable[..., Parser]
"""Makes the parser of a command, of what `Parser` takes besides its name and its line in the help of all."""


class CommonOptions(argparse._ActionsContainer):
    """Options that commands have in common, as a parent of their parsers: less than a parser, and made much faster."""

    def __init__(self) -> None:
        super().__init__("", "-", None, "error")
        self.register("type", None, str)  # as a parser does


Parent: TypeAlias = Any
"""Options to a reader; anything to the types of `argparse`, which take parsers only."""


def puzzle_options(workers: bool = True, symmetry: Symmetry = "distinct") -> Parent:
    """The options that say what is to be tiled and how hard to try, as a parent of the commands' parsers.

    *symmetry* is what is meant if nothing is said.
    """
    options = CommonOptions()
    add_pieces(options)
    options.add_argument(
        "--calendar", metavar="DATE", help="2026-11-20, 11-20 or today: leave its cells of a calendar puzzle uncovered"
    )
    add_reflections(options)
    options.add_argument(
        "--given",
        action="append",
        default=[],
        metavar="FILE",
        help="a picture or .try file whose lettered cells are pieces already placed, of whatever letters (may be "
        "repeated); without BOARD, its board is the one to tile",
    )
    options.add_argument(
        "--symmetry",
        choices=("distinct", "all"),
        default=symmetry,
        help=f"distinct: solutions that are turned into each other count once; all: each (default {symmetry})",
    )
    if workers:
        add_workers(options)
    options.add_argument("--timeout", type=seconds, metavar="SECONDS", help="give up after that time")
    return options


def add_workers(parser: argparse._ActionsContainer) -> None:
    """Add the option for threads."""
    parser.add_argument(
        "--workers",
        type=natural,
        metavar="N",
        help="threads to search with (default: one for each core)",
    )


def threads(options: argparse.Namespace) -> int:
    """How many threads are to search; one if an executor is asked for, and they are not: it tells its own workers."""
    few = getattr(options, "executor", None) is not None
    return options.workers or (1 if few else os.cpu_count() or 1)


def add_pieces(parser: argparse._ActionsContainer) -> None:
    """Add the options that say the pieces, which exclude each other."""
    either = parser.add_mutually_exclusive_group()
    either.add_argument(
        "-p",
        "--pieces",
        help="such as 'pentominoes + O4', 'FLX', 'I3*4 V3*', 'one-sided pentominoes' (default: those of a named board, "
        "else pentominoes)",
    )
    either.add_argument(
        "--pieces-file", metavar="FILE", help="a file with the pieces: PIECE and a name, then rows of 0 and 1"
    )


def add_reflections(parser: argparse._ActionsContainer) -> None:
    """Add the option for mirror images."""
    parser.add_argument(
        "--reflections",
        action=argparse.BooleanOptionalAction,
        help="whether pieces may be turned over (default: unless the set has mirror twins, as one-sided sets have)",
    )


def add_rectangles(parser: argparse.ArgumentParser) -> None:
    """Add the option that stands for boards."""
    parser.add_argument(
        "--rectangles", action="store_true", help="instead of BOARD: all rectangles that the pieces can fill"
    )


def shuffle_options() -> Parent:
    """The options for another order of trial."""
    options = CommonOptions()
    options.add_argument("--shuffle", action="store_true", help="try pieces in another order: other solutions first")
    options.add_argument(
        "--seed",
        type=seed,
        metavar="N",
        help="shuffle by this number: the same gives the same (default: any; it is told)",
    )
    return options


def work_options() -> Parent:
    """The options for how solutions are found, how much memory that may take, and how much is said besides them."""
    options = CommonOptions()
    options.add_argument(
        "--method",
        choices=("auto", "search", "frontier"),
        default="auto",
        help="search: meet one solution after the other; frontier: count them all at once, in memory, which is not for "
        "solve (default auto: whatever suits the puzzle)",
    )
    add_memory_limit(options, "for the frontier, half of what is free")
    amount = options.add_mutually_exclusive_group()
    amount.add_argument("-q", "--quiet", action="store_true", help="nothing but the result")
    amount.add_argument("-v", "--verbose", action="store_true", help="tell on standard error how the result came about")
    return options


def add_memory_limit(parser: argparse._ActionsContainer, usual: str = "none") -> None:
    """Add the option that limits memory, which by default has the *usual* limit."""
    parser.add_argument(
        "--memory-limit",
        type=memory,
        metavar="BYTES",
        help=f"the most memory that tables may take, such as 500M or 2G (default: {usual})",
    )


def add_target(parser: argparse._ActionsContainer, text: str, **more: Any) -> None:
    """Add the option for the file to write, with the *text* as its help."""
    parser.add_argument("-o", "--output", **{"type": path, "metavar": "FILE", "help": text, **more})


def chosen_seed(options: argparse.Namespace) -> int | None:
    """The seed to shuffle by, made up and told if none is given; None if nothing is to be shuffled."""
    if options.seed is None and options.shuffle:
        import secrets

        if getattr(options, "journal", None) is not None:
            raise MisuseError("--shuffle with --journal takes --seed N, or the same command could not go on")
        number = secrets.randbelow(10**6)
        if not options.quiet:
            say(f"seed {number}")
        return number
    if options.seed is not None and options.verbose:
        say(f"seed {options.seed}")
    return options.seed  # type: ignore[no-any-return]


def natural(text: str) -> int:
    """A whole number from 1, as the type of an argument."""
    if text.isascii() and text.isdigit() and len(text) <= 18 and int(text) > 0:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")


def number(text: str) -> int:
    """A whole number from 0, as the type of an argument."""
    if text.isascii() and text.isdigit() and len(text) <= 100:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0")


def seed(text: str) -> int:
    """A seed, as the type of an argument."""
    if text.isascii() and text.isdigit() and len(text) <= 20 and int(text) < SEEDS:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 to {SEEDS - 1}")


def memory(text: str) -> int:
    """A number of bytes from 1, which may end in K, M, G or T, of 1024 each more."""
    found = re.fullmatch(r"(\d{1,18})([KMGT]?)(I?B)?", text.strip().upper(), re.ASCII)
    if found is None or not int(found[1]):
        raise argparse.ArgumentTypeError(f"a number of bytes such as 2000000, 500M or 2G is wanted, not {text!r}")
    return int(found[1]) << 10 * " KMGT".index(found[2] or " ")


def path(text: str) -> Path:
    """A path, as the type of an argument."""
    from pathlib import Path  # it takes as long to import as half of the package

    return Path(text)


def is_standard_output(output: Path | None) -> bool:
    """Whether an argument names standard output."""
    return str(output) == "-"


def seconds(text: str) -> float:
    """A number of seconds from 0, as the type of an argument."""
    try:
        number = float(text)
    except ValueError:
        number = -1
    if number >= 0:
        return number
    raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")


def bar(hidden: bool, things: str = "solutions") -> AbstractContextManager[Bar | None]:
    """A bar for whoever sits at the terminal, unless it is to be *hidden*; *things* are what is found."""
    if hidden or not is_terminal(sys.stderr):
        return nullcontext()
    from .bar import Bar

    return Bar(sys.stderr, things)


def ask(verb: Callable[..., T], options: argparse.Namespace, **more: Any) -> T:
    """What a verb answers, for which the options say how hard to try; meanwhile there is a bar."""
    with bar(options.quiet) as shown:
        return verb(
            timeout=options.timeout,
            workers=threads(options),
            progress=shown,
            memory_limit=options.memory_limit,
            **more,
        )


def is_terminal(stream: TextIO | None) -> bool:
    """Whether somebody looks at that stream."""
    return stream is not None and stream.isatty()
