"""What stands between the command line and the world: reading boards, printing, saying what went wrong."""

from __future__ import annotations

import io
import os
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext, redirect_stdout, suppress

from .._interrupt import INTERRUPTED
from ..base.hints import did_you_mean, files_beside, not_yet
from ..board import Board, as_board
from ..errors import PentominoError, PictureError, SearchTimeout
from ..lattices.forms import are_words, first_words, nearest_word

__all__ = [
    "BOARD_HELP",
    "PUZZLE_HELP",
    "MisuseError",
    "check_inputs",
    "guarded",
    "names_like_boards",
    "print_pictures",
    "read_board",
    "read_bytes",
    "say",
]

MISUSE, TIMED_OUT = 2, 3

_MOST_BYTES = 1 << 26  # of one file: a device may have no end

BOARD_HELP = (
    "a size such as 6x10 (rows x columns) or 3x4x5, a form such as 'triangular hexagon 3', a file with a picture, "
    "a name such as kanoodle (see pentomino boards), or - for standard input"
)

PUZZLE_HELP = f"{BOARD_HELP} (default 6x10); a .json, .dlx, .cnf or .xmpuzzle file says the whole puzzle"


class MisuseError(Exception):
    """Something that the user typed cannot be done; the text is the one line to say."""


def guarded(run: Callable[[], int]) -> int:
    """The exit status of *run*; whatever goes wrong that is not a bug is said in one line on standard error."""
    try:
        with nullcontext() if sys.stdout is not None else redirect_stdout(_Closed()):
            status = run()
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
        return _complain(f"{error.filename or 'standard output'}: {error.strerror or error}", MISUSE)


class _Closed(io.TextIOBase):
    """What stands for a standard output that was closed before the start: what is printed would be lost unnoticed."""

    def write(self, text: str) -> int:
        raise MisuseError("standard output: it is closed")


def say(text: str) -> None:
    """Say something besides the result, on one line of standard error, or to nobody if that takes nothing."""
    # The name of a file may hold line ends, or marks that a terminal obeys.
    line = "".join(mark if mark.isprintable() else repr(mark)[1:-1] for mark in text)
    if sys.stderr is not None:
        with suppress(OSError):
            print(f"pentomino: {line}", file=sys.stderr)


def _complain(message: str, status: int) -> int:
    say(message)
    return status


def _abandon_output() -> None:
    """Let standard output go: its reader has gone, or its disc is full, and Python would complain again at the end."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def check_inputs(names: Sequence[str]) -> None:
    """Raise `MisuseError` if standard input is named more than once."""
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
        with nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb") as stream:
            data = stream.read(_MOST_BYTES + 1)
    except OSError as error:
        error.filename = _shown(name)
        raise
    except ValueError as error:  # a null character in the name
        raise MisuseError(f"{name!r}: {error}") from None
    if len(data) > _MOST_BYTES:
        raise MisuseError(f"{_shown(name)}: this is larger than {_MOST_BYTES} bytes")
    return data


def _shown(name: str) -> str:
    return "standard input" if name == "-" else name


def read_board(name: str) -> Board:
    """The board of that size, or in the file of that name; errors name the file."""
    if name != "-" and not _is_file(name):
        if are_words(name):
            _check_quotes(name)
            return as_board(name)
        if not name.strip():
            raise MisuseError(f"{name!r} is no board; BOARD is {BOARD_HELP}")
        if os.path.isdir(name):
            raise MisuseError(f"{name}: this is a directory; BOARD is {BOARD_HELP}")
        if not os.path.exists(name):
            if hint := not_yet(name):
                raise MisuseError(hint)
            if hint := _meant(name):
                raise MisuseError(f"{name}: there is no such board or file; {hint}")
            if name[:1].isdigit():
                return as_board(name)
            raise MisuseError(f"{name}: there is no such file; BOARD is {BOARD_HELP}")
    text = read_text(name)
    try:
        return Board.parse(text)
    except PictureError as error:
        raise MisuseError(f"{_shown(name)}: {error}") from None


def _check_quotes(name: str) -> None:
    """Raise `MisuseError` if *name* is the first word only of a board, as it is without quotes in a shell."""
    word = name.strip().casefold()
    if word.isalpha() and word in first_words():
        said = f"{word} {first_words()[word].forms[''].example}"
        raise MisuseError(f"{name!r} begins a board of several words: put them in quotes, such as '{said}'")


def _meant(name: str) -> str:
    """A question for what *name* may have been meant for: a named board, a file, or the first word of a board."""
    return did_you_mean(name, names_like_boards(name)) or nearest_word(name)


def _is_file(name: str) -> bool:
    """Whether there is a file, or a pipe, of that name."""
    try:
        mode = os.stat(name).st_mode
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return False
    return stat.S_ISREG(mode) or stat.S_ISFIFO(mode)


def names_like_boards(name: str) -> list[str]:
    """What *name* may have been meant for: a named board, or a file in the folder that it names."""
    from ..catalogue.boards import names

    return [*names(), *files_beside(name)]


def print_pictures(pictures: Iterator[str], apart: bool, before: int = 0) -> int:
    """Print pictures, with a blank line between them if *apart*, and return how many there were.

    There may have been some *before*.
    """
    written = 0
    for written, picture in enumerate(pictures, 1):
        print("\n" * (apart and before + written > 1) + picture, flush=True)
    return written
