"""Input and output of the command line: files to read, lines to print, exit statuses and errors."""

from __future__ import annotations

import io
import os
import re
import sys
import warnings
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import nullcontext, redirect_stdout, suppress
from functools import cache

from ..errors import PentominoError, SearchTimeout
from ..files import readable

MISUSE, TIMED_OUT, INTERRUPTED = 2, 3, 130

_held: list[str] = []  # lines to print when the input is known to be valid; otherwise only the error is printed

_MAX_BYTES = 1 << 26  # the maximum size of a file, as a device may be endless


class MisuseError(Exception):
    """Raised for invalid arguments of the command line. The text of the error is printed as one line."""


def guarded(run: Callable[[], int]) -> int:
    """Call `run` and return its exit status.

    After an expected error, print the error in one line and return its status.
    """
    _held.clear()
    try:
        with nullcontext() if sys.stdout is not None else redirect_stdout(_Closed()), warnings.catch_warnings():
            warnings.simplefilter("always", UserWarning)
            once = cache(hold)  # a file may be read twice, for its puzzle and its groups of pieces, and warn twice
            warnings.showwarning = lambda message, *_: once(str(message))
            status = run()
            say_held()
            sys.stdout.flush()
        return status
    except SearchTimeout as error:
        return _complain(str(error), TIMED_OUT)
    except (MisuseError, PentominoError) as error:
        return _complain(str(error), MISUSE)
    except KeyboardInterrupt as error:
        return _complain(str(error) or "interrupted", INTERRUPTED)
    except BrokenPipeError:
        _abandon_output()
        return 0
    except UnicodeEncodeError as error:
        # On Windows, the error gives the name charmap to all encodings.
        name = sys.stdout.encoding if error.encoding == "charmap" else error.encoding
        return _complain(f"the output's encoding, {name}, cannot show this style; outline needs only ASCII", MISUSE)
    except OSError as error:
        if error.filename is None:
            _abandon_output()
        what = in_options(error.strerror or str(error), ["--force"])
        return _complain(f"{error.filename or 'standard output'}: {what}", MISUSE)


class _Closed(io.TextIOBase):
    """Replaces a closed standard output, so that printing raises an error. Python would lose the output silently."""

    def write(self, text: str) -> int:
        raise MisuseError("standard output: it is closed")


def in_options(text: str, known: Collection[str]) -> str:
    """Return an error message with Python arguments, such as method='auto', replaced by options in `known`."""
    if "--spare" in known:
        text = text.replace("mark them + or", "use --spare, mark them + or")
    text = text.replace("pieces are given; write for example ", "pieces are given; write for example -p ")

    def option(found: re.Match[str]) -> str:
        name, value = found[1].replace("_", "-"), found[2] or found[3]
        if name == "style" and f"--{value}" in known:
            return f"--{value}"
        said = f"--no-{name}" if value == "False" else f"--{name}"
        return found[0] if said not in known else said if value in (None, "True", "False") else f"{said} {value}"

    return re.sub(r"(?<![\w'\"])([a-z_]+)=(?:'(\w+)'|(\w+))?(?=[\s,.:;)]|$)", option, text)


def say(text: str) -> None:
    """Print one line on standard error, unless standard error is closed."""
    # A file name may contain line ends and characters that control a terminal.
    line = "".join(mark if mark.isprintable() else repr(mark)[1:-1] for mark in text)
    if sys.stderr is not None:
        with suppress(OSError):
            print(f"pentomino: {line}", file=sys.stderr)


def hold(text: str) -> None:
    """Keep a line until `say_held` prints it. If the same line is kept already, do nothing."""
    if text not in _held:
        _held.append(text)


def say_held() -> None:
    """Print the lines that `hold` has kept, and forget them."""
    while _held:
        say(_held.pop(0))


def _complain(message: str, status: int) -> int:
    say(message)
    return status


def _abandon_output() -> None:
    # Python would try to write the output again at exit, and fail
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def check_inputs(names: Sequence[str]) -> None:
    """Raise `MisuseError` if `names` contains `-`, which means standard input, more than once."""
    if names.count("-") > 1:
        raise MisuseError("standard input (-) can be read only once")


def read_bytes(name: str) -> bytes:
    """Return the contents of a file, or of standard input for `-`. Raise `MisuseError` for more than 64 MiB."""
    if name == "-" and sys.stdin is None:
        raise MisuseError("standard input: it is closed")
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else readable(name) as stream:
            data = stream.read(_MAX_BYTES + 1)
    except OSError as error:
        error.filename = shown_name(name)
        raise
    except ValueError as error:  # a null character in the name
        raise MisuseError(f"{name!r}: {error}") from None
    if len(data) > _MAX_BYTES:
        raise MisuseError(f"{shown_name(name)}: this is larger than {_MAX_BYTES} bytes")
    return data


def shown_name(name: str) -> str:
    """Return the name of an input for error messages: `name` itself, or "standard input" for `-`."""
    return "standard input" if name == "-" else name


def print_pictures(pictures: Iterator[str], apart: bool, before: int = 0) -> int:
    """Print pictures and return their number.

    If `apart` is true, print a blank line between two pictures, and also before the first if `before`, the number of
    pictures printed earlier, is not 0.
    """
    written = 0
    for written, picture in enumerate(pictures, 1):
        print("\n" * (apart and before + written > 1) + picture, flush=True)
    return written
