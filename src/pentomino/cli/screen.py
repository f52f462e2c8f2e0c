"""A terminal as a screen: pictures drawn in place, one over the other, until the screen is given back as it was.

The size is asked for again and again instead of waiting for SIGWINCH: that takes a microsecond, and serves Windows too.
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
from typing import TextIO

__all__ = ["Screen", "best", "can_show", "fitting", "folded", "live"]

FRAME = 1 / 25
"""Seconds between two pictures, if nobody wants to see every one."""

NAP = 1 / 50
"""Seconds between two looks at the size while nothing happens."""

# xterm's control sequences, which all of today's terminals know. The other screen keeps what was there before.
ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J"
LEAVE = "\x1b[?7h\x1b[?25h\x1b[?1049l"

COLOUR_CODE = re.compile("\x1b\\[[0-9;]*m")


class Screen:
    """Draws on a terminal; made by `live`."""

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
        """Draw the first of *pictures* that fits, over what was there, and a line below it.

        If not even the last fits, the line tells how large the terminal has to be. What is shown is drawn anew
        when the size changes, in `refresh` and `wait`.
        """
        self._shown = pictures, caption
        self._next = monotonic() + FRAME
        size = _size(self._stream)
        clear = "\x1b[2J" if size != self._size else ""
        self._size = size
        self._write(clear + _in_place(_lines(pictures, caption, size), size))

    def refresh(self) -> None:
        """Draw again what is shown if the size has changed; stop if that is what the user wants."""
        if self._is_to_pause:
            self._pause()
        if self._shown is not None and _size(self._stream) != self._size:
            self.show(*self._shown)

    def wait(self, seconds: float) -> None:
        """Let that time pass."""
        end = monotonic() + seconds
        while (left := end - monotonic()) > 0:
            sleep(min(left, NAP))
            self.refresh()

    def enter(self) -> None:
        """Take the screen."""
        self._write(ENTER)
        self._size = (0, 0)

    def leave(self) -> None:
        """Give the screen back as it was."""
        self._write(LEAVE)

    def ask_to_pause(self, number: int, frame: FrameType | None) -> None:
        """Stop soon: a handler of signals, which may come during a `write` that takes no other within it."""
        self._is_to_pause = True

    def _pause(self) -> None:
        """Give the screen back, stop the process, and take the screen once it is told to go on."""
        self._is_to_pause = False
        self.leave()
        with _handled("SIGTSTP", signal.SIG_DFL):
            os.kill(os.getpid(), signal.SIGTSTP)
        self.enter()

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


def _size(stream: TextIO) -> tuple[int, int]:
    """Columns and lines; 80 and 24 if the terminal does not know, as on a serial line."""
    try:
        columns, lines = os.get_terminal_size(stream.fileno())
    except OSError:
        columns = lines = 0
    return columns or 80, lines or 24


def _lines(pictures: Sequence[str], caption: str, size: tuple[int, int]) -> list[str]:
    """What to show on a screen of that size."""
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
    """The first of *pictures* that is not too wide for a terminal, as a list of one; of none if all are."""
    columns, _ = _size(stream)
    return list(islice((picture for picture in pictures if _width(picture) <= columns), 1))


def best(pictures: Iterable[str], stream: TextIO) -> str:
    """The first of *pictures* that fits, if *stream* is a terminal, else the last; the first elsewhere."""
    picture = ""
    for picture in pictures:
        if not stream.isatty() or _width(picture) <= _size(stream)[0]:
            break
    return picture


def folded(text: str, stream: TextIO) -> str:
    """A text of words, with its lines broken between words if *stream* is a terminal too narrow for them."""
    if not stream.isatty() or _width(text) <= (columns := _size(stream)[0]):
        return text
    from textwrap import fill

    return "\n".join([fill(line, columns) for line in text.split("\n")])


def _width(text: str) -> int:
    """The columns of the widest line, without codes for colours."""
    return max(map(len, COLOUR_CODE.sub("", text).split("\n")))


def _in_place(lines: Sequence[str], size: tuple[int, int]) -> str:
    """The text that puts each line into its place, and clears the rest of the screen, without ever scrolling it."""
    columns, height = size
    # In the last column a terminal's cursor stays on the character that was written, so there is nothing to clear.
    ends = ["" if _width(line) >= columns else "\x1b[K" for line in lines]
    text = "".join(f"\x1b[{i};1H{line}{end}" for i, (line, end) in enumerate(zip(lines, ends, strict=True), 1))
    return text + (f"\x1b[{len(lines) + 1};1H\x1b[J" if len(lines) < height else "")


def can_show(stream: TextIO | None) -> bool:
    """Whether pictures can be drawn in place there: on a terminal that knows control sequences."""
    return stream is not None and stream.isatty() and _obeys(stream)


if sys.platform == "win32":

    def _obeys(stream: TextIO) -> bool:
        """Have a console obey control sequences; False if it cannot."""
        import ctypes
        import msvcrt
        from ctypes import wintypes

        mode = wintypes.DWORD()
        handle = msvcrt.get_osfhandle(stream.fileno())
        kernel = ctypes.windll.kernel32
        return bool(kernel.GetConsoleMode(handle, ctypes.byref(mode)) and kernel.SetConsoleMode(handle, mode.value | 4))

else:

    def _obeys(stream: TextIO) -> bool:
        """Whether the terminal says that it obeys control sequences."""
        return os.environ.get("TERM", "") not in ("", "dumb")


@contextmanager
def live(stream: TextIO) -> Iterator[Screen]:
    """A screen on *stream*, which `can_show`.

    However it is left, by Ctrl-C or by SIGTERM as well, the terminal is as it was before; also while the process is
    stopped by Ctrl-Z.
    """
    screen = Screen(stream)
    with _handled("SIGTERM", _end), _handled("SIGTSTP", screen.ask_to_pause):
        try:
            screen.enter()
            yield screen
        finally:
            with suppress(OSError):  # it may have gone for good
                screen.leave()


def _end(number: int, frame: FrameType | None) -> None:
    """End by an exception; the signal alone would end the process on the spot."""
    raise SystemExit(128 + number)


@contextmanager
def _handled(name: str, handler: Callable[[int, FrameType | None], object] | signal.Handlers) -> Iterator[None]:
    """Have a signal handled, if the system has it and this is the main thread."""
    number = getattr(signal, name, None)
    if number is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)
