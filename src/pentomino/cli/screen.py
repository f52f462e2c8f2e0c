"""The terminal: pictures that fit its width, a screen to draw pictures in place, and a progress bar.

The size of the terminal is polled. This takes a microsecond and, unlike a handler of SIGWINCH, works on Windows too.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from time import monotonic, sleep
from types import FrameType
from typing import Any, Self, TextIO

from ..search.options import Progress
from ..wording import duration

FRAME = 1 / 25
"""The minimum number of seconds between two pictures, if some pictures may be left out."""

NAP = 1 / 50
"""The number of seconds between two checks of the size of the terminal while waiting."""

QUIET = 1.0
"""A progress bar appears after this number of seconds. Most searches take less."""

# Control sequences of xterm, which all current terminals support. The alternate screen preserves the normal one.
ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J"
LEAVE = "\x1b[?7h\x1b[?25h\x1b[?1049l"

COLOUR_CODE = re.compile("\x1b\\[[0-9;]*m")


class Screen:
    """Draws pictures on the alternate screen of a terminal. Made by `live`."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._shown: tuple[Sequence[str], str] | None = None
        self._size = (0, 0)
        self._next = 0.0
        self._is_to_pause = False

    @property
    def is_due(self) -> bool:
        """Whether it is time for the next picture."""
        return monotonic() >= self._next

    def show(self, pictures: Sequence[str], caption: str) -> None:
        """Show the first of `pictures` that fits the terminal, with the line `caption` below it.

        If no picture fits, show a line with the size that the terminal needs. If the size of the terminal changes,
        `refresh` and `wait` draw the picture again.
        """
        self._shown, self._size, self._next = (pictures, caption), _size(self._stream), monotonic() + FRAME
        lines = _lines(pictures, caption, self._size)
        rows = "".join([f"\x1b[{row};1H\x1b[K{line}" for row, line in enumerate(lines, 1)])
        self.write(f"\x1b[{len(lines)};1H\x1b[J{rows}")

    def refresh(self) -> None:
        """Draw the picture again if the size of the terminal has changed. After Ctrl-Z, pause the process first."""
        if self._is_to_pause:
            self._is_to_pause = False
            self.write(LEAVE)
            with _handled("SIGTSTP", signal.SIG_DFL):
                os.kill(os.getpid(), signal.SIGTSTP)
            self.write(ENTER)
            self._size = (0, 0)
        if self._shown is not None and _size(self._stream) != self._size:
            self.show(*self._shown)

    def wait(self, seconds: float) -> None:
        """Wait for this number of seconds, and call `refresh` at intervals."""
        end = monotonic() + seconds
        while (left := end - monotonic()) > 0:
            sleep(min(left, NAP))
            self.refresh()

    def ask_to_pause(self, number: int, frame: FrameType | None) -> None:
        """Handle Ctrl-Z: pause at the next `refresh`, as the signal may have interrupted a write to the screen."""
        self._is_to_pause = True

    def write(self, text: str) -> None:
        """Write a text to the terminal, and flush it."""
        self._stream.write(text)
        self._stream.flush()


def _size(stream: TextIO) -> tuple[int, int]:
    try:
        columns, lines = os.get_terminal_size(stream.fileno())
    except OSError:
        columns = lines = 0
    return columns or 80, lines or 24


def _lines(pictures: Sequence[str], caption: str, size: tuple[int, int]) -> list[str]:
    """Return the lines of the first picture that fits `size` with its caption, or a line with the size needed."""
    columns, height = size
    width = lines = 0
    for picture in pictures:
        drawn = picture.split("\n")
        width, lines = _width(picture), len(drawn) + 1
        if width <= columns and lines <= height:
            return [*drawn, caption[:columns]]
    words = f"the board needs {width} columns and {lines} lines", f"needs {width} x {lines}", f"{width}x{lines}"
    return [next((text for text in words if len(text) <= columns), words[-1][:columns])]


def fitting(pictures: Iterable[str], stream: TextIO) -> list[str]:
    """Return a list of the first picture that fits the width of the terminal, or an empty list if no picture fits."""
    columns, _ = _size(stream)
    return list(islice((picture for picture in pictures if _width(picture) <= columns), 1))


def best(pictures: Iterable[str], stream: TextIO) -> str:
    """Return the first picture that fits the width of the terminal, otherwise the last. In a pipe, return the first."""
    picture = ""
    for picture in pictures:
        if not stream.isatty() or _width(picture) <= _size(stream)[0]:
            break
    return picture


def folded(text: str, stream: TextIO) -> str:
    """Return the text. If `stream` is a terminal that is too narrow for it, break its lines between words."""
    if not stream.isatty() or _width(text) <= (columns := _size(stream)[0]):
        return text
    from textwrap import fill

    return "\n".join([fill(line, columns) for line in text.split("\n")])


def _width(text: str) -> int:
    return max(map(len, COLOUR_CODE.sub("", text).split("\n")))


def can_show(stream: TextIO | None) -> bool:
    """Return whether `stream` is a terminal that supports control sequences."""
    return stream is not None and stream.isatty() and _obeys(stream)


if sys.platform == "win32":

    def _obeys(stream: TextIO) -> bool:
        import ctypes
        import msvcrt
        from ctypes import wintypes

        mode = wintypes.DWORD()
        handle = msvcrt.get_osfhandle(stream.fileno())
        kernel = ctypes.windll.kernel32
        # mode 4 enables control sequences
        return bool(kernel.GetConsoleMode(handle, ctypes.byref(mode)) and kernel.SetConsoleMode(handle, mode.value | 4))

else:

    def _obeys(stream: TextIO) -> bool:
        return os.environ.get("TERM", "") not in ("", "dumb")


@contextmanager
def live(stream: TextIO) -> Iterator[Screen]:
    """Yield a screen on a terminal, and restore the terminal at the end, even after Ctrl-C or SIGTERM."""
    screen = Screen(stream)
    with _handled("SIGTERM", _end), _handled("SIGTSTP", screen.ask_to_pause):
        try:
            screen.write(ENTER)
            yield screen
        finally:
            with suppress(OSError):  # the terminal may be gone
                screen.write(LEAVE)


def _end(number: int, frame: FrameType | None) -> None:
    # raise an exception, so that `live` restores the terminal
    raise SystemExit(128 + number)


@contextmanager
def _handled(name: str, handler: Callable[[int, FrameType | None], object] | signal.Handlers) -> Iterator[None]:
    number = getattr(signal, name, None)
    # a system may lack the signal, and only the main thread can handle it
    if number is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)


class Bar:
    """A progress callback and context manager. After a second, it shows a bar (if tqdm is installed) or a line."""

    def __init__(self, stream: TextIO, things: str = "solutions") -> None:
        self._stream = stream
        self._things = things
        self._bar: Any = None
        self._last = ""
        self._width = 0

    def __call__(self, progress: Progress) -> None:
        """Draw the progress of the search."""
        if progress.seconds < QUIET:
            return
        self._last = describe(progress, self._things).strip()
        if self._bar is None and not self._width:
            self._bar = _tqdm_bar(self._stream)
        if self._bar is not None:
            self._bar.n = round(progress.fraction, 4)
            self._bar.set_description_str(_figures(progress, self._things))
        else:
            self._write(describe(progress, self._things))

    def _write(self, text: str) -> None:
        self._stream.write("\r" + text.ljust(self._width))
        self._stream.flush()
        self._width = len(text)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, *_: object) -> None:
        if isinstance(error, KeyboardInterrupt) and self._last:
            error.args = (f"interrupted: {self._last}",)
        if self._bar is not None:
            self._bar.close()
        elif self._width:
            self._stream.write("\r" + " " * self._width + "\r")
            self._stream.flush()


def _tqdm_bar(stream: TextIO) -> Any:
    try:
        from tqdm import tqdm  # type: ignore[import-untyped,unused-ignore]
    except ImportError:
        return None
    # The clock of tqdm would start only now, so `desc` contains our own times. The delay prevents a bar without `desc`.
    return tqdm(total=1.0, file=stream, leave=False, delay=1e-9, bar_format="{percentage:3.0f} %|{bar}| {desc}")


def describe(progress: Progress, things: str = "solutions") -> str:
    """Return the progress of a search in a line, such as "12.5%, 3 solutions, 4 s, about 28 s left".

    `things` is the noun for the results.
    """
    return f"{progress.fraction:6.1%}, {_figures(progress, things)}"


def _figures(progress: Progress, things: str) -> str:
    found = "counting without listing" if progress.is_unlisted else f"{progress.found} {things}"
    parts = [found, f"{progress.seconds:.0f} s"]
    if progress.seconds_left is not None:
        parts.append(f"about {duration(progress.seconds_left)} left")
    return ", ".join(parts)
