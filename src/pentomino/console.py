"""What stands between the command line and the world: reading boards, writing pictures, saying what went wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TextIO

from .board import Board, as_board, is_size
from .errors import PentominoError, PictureError, SearchTimeout

__all__ = [
    "BOARD_HELP",
    "PUZZLE_HELP",
    "MisuseError",
    "check_inputs",
    "check_target",
    "guarded",
    "print_pictures",
    "read_board",
    "read_bytes",
    "read_picture_text",
    "say",
    "write_all",
    "write_each",
]

MISUSE, TIMED_OUT, INTERRUPTED = 2, 3, 130

_MOST_BYTES = 1 << 26  # of one file: a device may have no end

BOARD_HELP = (
    "a size such as 6x10 (rows x columns), a file with a picture, a name such as kanoodle (see pentomino boards), "
    "or - for standard input"
)

PUZZLE_HELP = f"{BOARD_HELP} (default 6x10); a .json, .dlx, .cnf or .xmpuzzle file says the whole puzzle"


class MisuseError(Exception):
    """Something that the user typed cannot be done; the text is the one line to say."""


def guarded(run: Callable[[], int]) -> int:
    """The exit status of *run*; whatever goes wrong that is not a bug is said in one line on standard error."""
    try:
        status = run()
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except SearchTimeout as error:
        return _complain(str(error), TIMED_OUT)
    except (MisuseError, PentominoError) as error:
        return _complain(str(error), MISUSE)
    except KeyboardInterrupt:
        return _complain("interrupted", INTERRUPTED)
    except BrokenPipeError:
        _abandon_output()
        return 0
    except UnicodeEncodeError as error:
        return _complain(
            f"the output's encoding, {error.encoding}, cannot show this style; outline needs only ASCII", MISUSE
        )
    except OSError as error:
        _abandon_output()
        where = f"{error.filename}: " if error.filename else ""
        return _complain(f"{where}{error.strerror or error}", MISUSE)


def say(text: str) -> None:
    """Say something besides the result, on one line of standard error."""
    # The name of a file may hold line ends, or marks that a terminal obeys.
    line = "".join(mark if mark.isprintable() else repr(mark)[1:-1] for mark in text)
    if sys.stderr is not None:
        print(f"pentomino: {line}", file=sys.stderr)


def _complain(message: str, status: int) -> int:
    with suppress(OSError):
        say(message)
    return status


def _abandon_output() -> None:
    """Let standard output go: its reader has gone, or its disc is full, and Python would complain again at the end."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def check_inputs(names: Sequence[str]) -> None:
    """Raise `MisuseError` where standard input is named more than once."""
    if names.count("-") > 1:
        raise MisuseError("standard input (-) can be read only once")


def read_text(name: str) -> str:
    """The text of a file, or of standard input for `-`, without a byte order mark."""
    try:
        return read_bytes(name).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise MisuseError(f"{_shown(name)}: this is not a text file") from None


def read_bytes(name: str) -> bytes:
    """The contents of a file, or of standard input for `-`."""
    if name == "-" and sys.stdin is None:
        raise MisuseError("standard input: it is closed")
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as stream:
            data = stream.read(_MOST_BYTES + 1)
    except ValueError as error:  # a null character in the name
        raise MisuseError(f"{name!r}: {error}") from None
    if len(data) > _MOST_BYTES:
        raise MisuseError(f"{_shown(name)}: this is larger than {_MOST_BYTES} bytes")
    return data


def _shown(name: str) -> str:
    return "standard input" if name == "-" else name


def read_board(name: str) -> Board:
    """The board of that size, or in the file of that name; errors name the file."""
    path = Path(name)
    if name != "-" and not path.is_file() and not path.is_fifo():
        if is_size(name) or (name[:1].isdigit() and not path.exists()):
            return as_board(name)
        if path.is_dir():
            raise MisuseError(f"{name}: this is a directory; BOARD is {BOARD_HELP}")
        if not path.exists():
            raise MisuseError(f"{name}: there is no such file; BOARD is {BOARD_HELP}")
    return Board.parse(read_picture_text(name))


def read_picture_text(name: str) -> str:
    """The text of a picture of a board, once it is known that it can be read as one; errors name the file."""
    text = read_text(name)
    try:
        Board.parse(text)
    except PictureError as error:
        raise MisuseError(f"{_shown(name)}: {error}") from None
    return text


def print_pictures(pictures: Iterator[str], apart: bool, before: int = 0) -> int:
    """Print pictures, with a blank line between them if *apart*, and return how many there were.

    There may have been some *before*.
    """
    written = 0
    for picture in pictures:
        print("\n" * (apart and before + written > 0) + picture, flush=True)
        written += 1
    return written


def write_all(pictures: Iterator[str], target: Path, replace: bool, apart: bool) -> int:
    """Write all pictures to one file, made with the first of them; return how many there were."""
    first = next(pictures, None)
    if first is None:
        return 0
    written = 1
    with _create(target, replace) as file:
        file.write(first + "\n")
        for picture in pictures:
            file.write("\n" * apart + picture + "\n")
            written += 1
    return written


def write_each(pictures: Iterator[str], target: Path, replace: bool) -> int:
    """Write each picture to a file of its own, numbered from 1; return how many there were."""
    if not target.name or target.is_dir():
        raise MisuseError(f"{target}: this is a directory")
    written = 0
    for written, picture in enumerate(pictures, 1):
        with _create(target.parent / f"{target.stem}-{written}{target.suffix}", replace) as file:
            file.write(picture + "\n")
    return written


def check_target(name: Path, replace: bool) -> None:
    """Raise `MisuseError` where a file of that name cannot be made, or holds something and is not to be replaced."""
    if name.is_dir():
        raise MisuseError(f"{name}: this is a directory")
    if name.is_file() and not replace:
        raise MisuseError(f"{name}: this file exists; --force replaces it")


def _create(name: Path, replace: bool) -> TextIO:
    check_target(name, replace)
    # A device or a pipe exists, and is written to all the same.
    replace = replace or (name.exists() and not name.is_file())
    try:
        return name.open("w" if replace else "x", encoding="utf-8")
    except FileExistsError:
        raise MisuseError(f"{name}: this file exists; --force replaces it") from None
