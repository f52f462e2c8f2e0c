"""Room for tables, however deep they are made: the bytes that a verb may take.

A verb says how many, by `allowing`; what it calls asks for what it needs before it takes it. What is said holds for one
thread, as with looks at the clock.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from ..errors import PentominoError

__all__ = ["NoRoom", "allowing", "claim"]

_room: ContextVar[tuple[int | None, int]] = ContextVar("room", default=(None, 0))


class NoRoom(PentominoError):  # noqa: N818 - told from other errors, as another engine may need less
    """Tables need more memory than is allowed."""


@contextmanager
def allowing(limit: int | None, held: int = 0) -> Iterator[None]:
    """Have all that is called meanwhile take at most *limit* bytes, if that is not None; *held* of them are taken."""
    token = _room.set((limit, held))
    try:
        yield
    finally:
        _room.reset(token)


def claim(needed: int) -> None:
    """Ask for so many bytes in place of those that were asked for before; raises `NoRoom` if they are too many."""
    limit, held = _room.get()
    if limit is not None and held + needed > limit:
        raise NoRoom(
            f"the tables need {held + needed} bytes, with a limit of {limit}: allow so many at least, or set no limit"
        )
