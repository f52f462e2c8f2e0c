"""Standard streams and the terminal: input, messages, errors, exit statuses, pictures, and a progress bar."""

from __future__ import annotations

import io
import os
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, redirect_stdout, suppress
from functools import cache
from time import monotonic, sleep
from typing import Any, Self, TextIO

from ..errors import PentominoError, SearchTimeout
from ..files import readable
from ..search.options import Progress
from ..wording import duration, in_options

MISUSE, TIMED_OUT, INTERRUPTED = 2, 3, 130

_held: list[str] = []  # lines to print once the input is known to be valid; if it is not, only the error is printed

_MAX_BYTES = 1 << 26  # the maximum size of a file, as a device may never end


class MisuseError(Exception):
    """Raised for invalid arguments of the command line. The message is printed as one line."""


class Stops:
    """Raises an error for Ctrl-C and SIGTERM. While `is_delaying`, the first signal is kept until `let` is called."""

    is_delaying = False
    signal = 0

    def __call__(self, number: int, frame: object) -> None:
        """Handle a signal."""
        is_second, self.signal = self.signal > 0, number
        if is_second or not self.is_delaying:
            self.let()

    def let(self) -> None:
        """Raise the error of a delayed signal, if there is one. Later signals are not delayed."""
        self.is_delaying = False
        if self.signal:
            raise KeyboardInterrupt("interrupted" if self.signal == INTERRUPTED - 128 else "terminated")


stops = Stops()


def guarded(run: Callable[[], int]) -> int:
    """Call `run` and return its exit status.

    If `run` raises an expected error, print its message on one line, and return the exit status of the error. Ctrl-C
    and SIGTERM raise an error in `run`, so that the terminal is restored and unfinished files are removed.
    """
    vars(stops).clear()
    _held.clear()
    hold.cache_clear()
    try:
        with (
            _handled("SIGINT", stops),
            _handled("SIGTERM", stops),
            nullcontext() if sys.stdout is not None else redirect_stdout(_Closed()),
            warnings.catch_warnings(),
        ):
            warnings.simplefilter("always", UserWarning)
            warnings.showwarning = lambda message, *_: hold(str(message))
            status = run()
            say_held()
            sys.stdout.flush()
        return status
    except SearchTimeout as error:
        status, message = TIMED_OUT, str(error)
    except (MisuseError, PentominoError) as error:
        status, message = MISUSE, str(error)
    except KeyboardInterrupt as error:
        status, message = 128 + stops.signal if stops.signal else INTERRUPTED, str(error) or "interrupted"
    except BrokenPipeError:
        _abandon(sys.stdout)
        return 0
    except UnicodeEncodeError as error:
        # On Windows, the error gives the name charmap for every encoding.
        name = sys.stdout.encoding if error.encoding == "charmap" else error.encoding
        status, message = MISUSE, f"the output's encoding, {name}, cannot show this style; outline needs only ASCII"
    except OSError as error:
        if error.filename is None:
            _abandon(sys.stdout)
        reason = in_options(error.strerror or str(error), ["--force"])
        status, message = MISUSE, f"{error.filename or 'standard output'}: {reason}"
    say(message)
    return status


class _Closed(io.TextIOBase):
    """A replacement for a closed standard output. Writing raises an error, so that no output is lost silently."""

    def write(self, text: str) -> int:
        raise MisuseError("standard output is closed")


def say(text: str) -> None:
    """Print one line on standard error, unless standard error is closed or full."""
    # A file name in the text may contain line ends and characters that control a terminal, so escape them.
    line = "".join(mark if mark.isprintable() else repr(mark)[1:-1] for mark in text)
    if sys.stderr is not None:
        try:
            print(f"pentomino: {line}", file=sys.stderr)
        except OSError:
            _abandon(sys.stderr)


@cache  # warn once, even if a file is read twice, for its puzzle and for its groups of pieces
def hold(text: str) -> None:
    """Keep a line until `say_held` prints it. Equal lines are printed only once."""
    _held.append(text)


def say_held() -> None:
    """Print the lines that `hold` has kept, and forget them."""
    while _held:
        say(_held.pop(0))


def _abandon(stream: TextIO) -> None:
    # otherwise Python would write the rest of the output at exit, and fail again
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def check_inputs(names: Sequence[str]) -> None:
    """Raise `MisuseError` if `-`, which means standard input, is more than once in `names`."""
    if names.count("-") > 1:
        raise MisuseError("standard input (-) can be read only once")


def read_bytes(name: str) -> bytes:
    """Return the contents of a file, or of standard input for `-`. Raise `MisuseError` for more than 64 MiB."""
    if name == "-" and sys.stdin is None:
        raise MisuseError("standard input is closed")
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else readable(name) as stream:
            data = stream.read(_MAX_BYTES + 1)
    except OSError as error:
        error.filename = shown_name(name)
        raise
    except ValueError as error:  # a null character in the name
        raise MisuseError(f"{name!r}: {error}") from None
    if len(data) > _MAX_BYTES:
        raise MisuseError(f"{shown_name(name)}: a file must have at most {_MAX_BYTES} bytes")
    return data


def shown_name(name: str) -> str:
    """Return the name of an input for messages. For `-`, return "standard input"."""
    return "standard input" if name == "-" else name


def print_pictures(pictures: Iterable[str], apart: bool) -> int:
    """Print pictures, separated by blank lines if `apart` is true. Return how many there are."""
    number = 0
    for number, picture in enumerate(pictures, 1):
        print("\n" * (apart and number > 1) + picture, flush=True)
    return number


# ------------------------------------------------------------------------------------------------ the terminal

FRAME_SECONDS = 1 / 25
"""While a search runs without delay, its picture is drawn again after this number of seconds.

While a picture stays, the size of the terminal is checked equally often.
"""

BAR_SECONDS = 1.0
"""A progress bar appears after this number of seconds. Most searches take less."""

# Control sequences of xterm, which all current terminals support. The alternate screen preserves the normal one.
ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J"
LEAVE = "\x1b[?7h\x1b[?25h\x1b[?1049l"

COLOUR_CODE = re.compile("\x1b\\[[0-9;]*m")


def is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def can_show(stream: TextIO | None) -> bool:
    """Return whether a stream is a terminal that supports control sequences. On Windows, enable the sequences."""
    if stream is None or not stream.isatty():
        return False
    if sys.platform == "win32":
        import ctypes
        import msvcrt
        from ctypes import wintypes

        mode = wintypes.DWORD()
        handle = msvcrt.get_osfhandle(stream.fileno())
        kernel = ctypes.windll.kernel32
        # mode 4 enables control sequences
        return bool(kernel.GetConsoleMode(handle, ctypes.byref(mode)) and kernel.SetConsoleMode(handle, mode.value | 4))
    return os.environ.get("TERM", "") not in ("", "dumb")


def best(pictures: Iterable[str]) -> str:
    """Return the first picture that is not too wide for the terminal. If all are too wide, return the last one."""
    picture = ""
    for picture in pictures:
        if not sys.stdout.isatty() or _width(picture) <= _size(sys.stdout)[0]:
            break
    return picture


def folded(text: str) -> str:
    """Wrap the lines of `text` that are too long for the terminal."""
    if not sys.stdout.isatty() or _width(text) <= (columns := _size(sys.stdout)[0]):
        return text
    from textwrap import fill

    return "\n".join([fill(line, columns) for line in text.split("\n")])


def _width(text: str) -> int:
    return max(map(len, COLOUR_CODE.sub("", text).split("\n")))


def _size(stream: TextIO) -> tuple[int, int]:
    try:
        columns, lines = os.get_terminal_size(stream.fileno())
    except OSError:
        columns = lines = 0
    return columns or 80, lines or 24


class Screen:
    """Draws pictures on the alternate screen of a terminal. Made by `live`."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._size = (0, 0)
        self._next = 0.0

    @property
    def is_due(self) -> bool:
        """Whether it is time for the next picture."""
        return monotonic() >= self._next

    def show(self, pictures: Sequence[str], caption: str, seconds: float = 0.0) -> None:
        """Show the first of `pictures` that fits the terminal, with the line `caption` below it, for `seconds`.

        If no picture fits, show the required size. If the terminal is resized meanwhile, draw the picture again.
        """
        end, self._size = monotonic() + seconds, (0, 0)
        while True:
            if self._size != (size := _size(self._stream)):  # takes a microsecond; Windows sends no signal
                self._size, lines = size, _lines(pictures, caption, size)
                rows = "".join([f"\x1b[{row};1H\x1b[K{line}" for row, line in enumerate(lines, 1)])
                self.write(f"\x1b[{len(lines)};1H\x1b[J{rows}")
            if (left := end - monotonic()) <= 0:
                break
            sleep(min(left, FRAME_SECONDS))
        self._next = monotonic() + FRAME_SECONDS

    def pause(self, *_: object) -> None:
        """Handle Ctrl-Z: leave the screen until the shell continues the program, then draw the picture again."""
        import signal

        # not by `write`: this signal may interrupt `write`, which must not be called within itself
        os.write(self._stream.fileno(), LEAVE.encode())
        with _handled("SIGTSTP", signal.SIG_DFL):
            os.kill(os.getpid(), signal.SIGTSTP)
        os.write(self._stream.fileno(), ENTER.encode())
        self._size = (0, 0)

    def write(self, text: str) -> None:
        """Write `text` to the terminal at once."""
        self._stream.write(text)
        self._stream.flush()


def _lines(pictures: Sequence[str], caption: str, size: tuple[int, int]) -> list[str]:
    """Return the lines of the first picture that fits, and its caption. If none fits, return the required size."""
    columns, height = size
    for picture in pictures:
        drawn, width = [*picture.split("\n"), caption[:columns]], _width(picture)
        if width <= columns and len(drawn) <= height:
            return drawn
    lines = len(drawn)
    words = f"the board needs {width} columns and {lines} lines", f"needs {width} x {lines}", f"{width}x{lines}"
    return [next((text for text in words if len(text) <= columns), words[-1][:columns])]


@contextmanager
def live(stream: TextIO) -> Iterator[Screen]:
    """Yield a screen on a terminal. Restore the terminal at the end."""
    screen = Screen(stream)
    with _handled("SIGTSTP", screen.pause):
        try:
            screen.write(ENTER)
            yield screen
        finally:
            with suppress(OSError):  # the terminal may be gone
                screen.write(LEAVE)


@contextmanager
def _handled(name: str, handler: Callable[[int, object], None] | int) -> Iterator[None]:
    import signal

    before = None
    number: Any = getattr(signal, name, None)  # a system may lack the signal
    if number is not None and signal.getsignal(number) is not signal.SIG_IGN:  # unless ignored, as under `nohup`
        with suppress(ValueError):  # only the main thread can handle it
            before = signal.signal(number, handler)
    try:
        yield
    finally:
        if before is not None:
            signal.signal(number, before)


class Bar:
    """A progress callback and context manager that draws a bar with tqdm, or a line of text if tqdm is missing."""

    def __init__(self, stream: TextIO, things: str = "solutions") -> None:
        self._stream = stream
        self._things = things
        self._bar: Any = None
        self._last = ""
        self._width = 0

    def __call__(self, progress: Progress) -> None:
        """Draw the progress of the search."""
        if progress.seconds < BAR_SECONDS:
            return
        line = describe(progress, self._things)
        self._last = line.strip()
        if self._bar is None and not self._width:
            with suppress(ImportError):
                from tqdm import tqdm  # type: ignore[import-untyped,unused-ignore]

                # tqdm's clock would start only now, so `desc` has our times. The delay prevents a bar without `desc`.
                bar_format = "{percentage:3.0f} %|{bar}| {desc}"
                self._bar = tqdm(total=1.0, file=self._stream, leave=False, delay=1e-9, bar_format=bar_format)
        if self._bar is not None:
            self._bar.n = round(progress.fraction, 4)
            self._bar.set_description_str(line.partition(", ")[2])
        else:
            self._write(line.ljust(self._width))
            self._width = len(line)

    def _write(self, text: str) -> None:
        self._stream.write(f"\r{text}")
        self._stream.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, *_: object) -> None:
        if isinstance(error, KeyboardInterrupt) and self._last:
            error.args = (f"{str(error) or 'interrupted'}: {self._last}",)
        if self._bar is not None:
            self._bar.close()
        elif self._width:
            self._write(" " * self._width + "\r")


def describe(progress: Progress, things: str) -> str:
    """Describe the progress of a search that finds `things`: "12.5%, 3 solutions, 4 s, about 28 s left"."""
    amount = "counting without listing" if progress.is_unlisted else f"{progress.found} {things}"
    left = "" if progress.seconds_left is None else f", about {duration(progress.seconds_left)} left"
    return f"{progress.fraction:6.1%}, {amount}, {progress.seconds:.0f} s{left}"
