"""Limits of time and memory for a call such as `Puzzle.count`, and for all functions that it calls.

These functions check the clock repeatedly (`look`), and claim memory before they allocate it (`claim`). The engines
have checks of their own. Python code checks the clock in the few loops that can take long: over placements, shapes and
elements of groups. Limits hold for one thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from typing import TypeVar

from .errors import PentominoError

T = TypeVar("T")

MANY = 64
"""The number of items that a loop handles between two calls of `look`. An item takes some microseconds."""

_look: ContextVar[Callable[[], object]] = ContextVar("look", default=lambda: None)
ANY_AREA: ContextVar[bool] = ContextVar("any area", default=False)
_room: ContextVar[tuple[int | None, int, int]] = ContextVar("room", default=(None, 0, 1))


def look() -> None:
    """Check the clock: call the function that `looking` has set. It raises an exception if time is up."""
    _look.get()()


@contextmanager
def _setting(variable: ContextVar[T], value: T) -> Iterator[None]:
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)


def looking(check: Callable[[], object]) -> AbstractContextManager[None]:
    """Let `look` call `check` in the body of the `with` statement."""
    return _setting(_look, check)


def any_area() -> AbstractContextManager[None]:
    """Let the body of the `with` statement make puzzles whose pieces cannot cover the area of the board."""
    return _setting(ANY_AREA, True)


def looking_each(items: Iterator[T], check: Callable[[], object]) -> Iterator[T]:
    """Yield the items. `look` calls `check` while an item is computed, not while the caller uses it."""
    while True:
        with looking(check):
            try:
                item = next(items)
            except StopIteration:
                return
        yield item


def looked(items: Iterable[T]) -> Iterator[T]:
    """Yield the items. Call `look` after every `MANY` items."""
    for number, item in enumerate(items, 1):
        yield item
        if number % MANY == 0:
            look()


class MemoryLimit(PentominoError):  # noqa: N818 - not an error if another engine needs less
    """A search needs more memory than is allowed. The caller may use another engine."""


def allowing(limit: int | None, held: int = 0, threads: int = 1) -> AbstractContextManager[None]:
    """Limit the memory that the body of the `with` statement may `claim` to `limit` bytes. None means no limit.

    `held` bytes are already in use, and count towards the limit. Each claim is multiplied by `threads`.
    """
    return _setting(_room, (limit, held, threads))


def claim(needed: int) -> None:
    """Check that `needed` bytes, including earlier claims, are allowed. Raises `MemoryLimit` otherwise."""
    limit, held, threads = _room.get()
    if limit is not None and held + threads * needed > limit:
        raise MemoryLimit(
            f"the tables need {held + threads * needed} bytes, but the limit is {limit}: raise or remove memory_limit="
        )
