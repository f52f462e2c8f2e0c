"""A bar that shows the progress of a search on a terminal: tqdm's if it is installed, else a line of text."""

from __future__ import annotations

from typing import Any, Self, TextIO

from ..search.progress import Progress

__all__ = ["Bar"]

QUIET = 1.0
"""Seconds before a bar appears: most searches are over by then."""


class Bar:
    """A progress callback and context manager that draws on *stream* once a search takes longer than a second.

    *things* are what is found.
    """

    def __init__(self, stream: TextIO, things: str = "solutions") -> None:
        self._stream = stream
        self._things = things
        self._bar: Any = None
        self._width = 0

    def __call__(self, progress: Progress) -> None:
        """Show how far the search is."""
        if progress.seconds < QUIET:
            return
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

    def __exit__(self, *_: object) -> None:
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
    # Its clock would begin only now, so the times are ours; with a delay it waits for them before it draws.
    return tqdm(total=1.0, file=stream, leave=False, delay=1e-9, bar_format="{percentage:3.0f} %|{bar}| {desc}")


def describe(progress: Progress, things: str = "solutions") -> str:
    """One line on how far a search is."""
    return f"{progress.fraction:6.1%}, {_figures(progress, things)}"


def _figures(progress: Progress, things: str) -> str:
    parts = [f"{progress.found} {things}", f"{progress.seconds:.0f} s"]
    if progress.seconds_left is not None:
        parts.append(f"about {_duration(progress.seconds_left)} left")
    return ", ".join(parts)


def _duration(seconds: float) -> str:
    for unit, size in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"
