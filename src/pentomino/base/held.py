"""`Held`: what context variables hold within a block."""

from __future__ import annotations

from contextvars import ContextVar

from .typing import Any

__all__ = ["Held"]


class Held:
    """Has context variables hold values until the block ends, in less than half the time of a `contextmanager`."""

    __slots__ = ("_said", "_tokens")

    def __init__(self, *said: tuple[ContextVar[Any], Any]) -> None:
        self._said = said

    def __add__(self, other: Held) -> Held:
        return Held(*self._said, *other._said)

    def __enter__(self) -> None:
        self._tokens = [variable.set(value) for variable, value in self._said]

    def __exit__(self, *_: object) -> None:
        for token in self._tokens:
            token.var.reset(token)
