"""Looks at the clock from within long work, however deep it lies.

A verb says for how long, by `looking`; what it calls looks now and then, and need not be handed anything for that. What
is said holds for one thread, as `Ctrl-C` does: that interrupts Python's own loops without being asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

__all__ = ["MANY", "look", "looked", "looking", "looking_each"]

Item = TypeVar("Item")

MANY = 64
"""Items of a loop, of some microseconds each, or a tenth of a millisecond, from one look to the next."""

_look: ContextVar[Callable[[], object]] = ContextVar("look", default=lambda: None)


def look() -> None:
    """Look at the clock: raises what the verb at work wants raised, if its time is out."""
    _look.get()()


@contextmanager
def looking(look: Callable[[], object]) -> Iterator[None]:
    """Have all that is called meanwhile look by *look*."""
    token = _look.set(look)
    try:
        yield
    finally:
        _look.reset(token)


def looking_each(items: Iterator[Item], look: Callable[[], object]) -> Iterator[Item]:
    """The items; while each is made, and not while it is used, they look by *look*."""
    while True:
        token = _look.set(look)
        try:
            item = next(items)
        except StopIteration:
            return
        finally:
            _look.reset(token)
        yield item


def looked(items: Iterable[Item], many: int = MANY) -> Iterator[Item]:
    """The items, with a look after each *many* of them."""
    for number, item in enumerate(items, 1):
        yield item
        if number % many == 0:
            look()
