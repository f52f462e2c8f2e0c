"""`Kept`: what a function gives for each key, asked once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from .look import MANY, look

__all__ = ["Kept"]

Key = TypeVar("Key")
Known = TypeVar("Known")


class Kept(dict[Key, Known], Generic[Key, Known]):
    """What a function gives for each key, asked when the key is first looked up. Looks at the clock now and then."""

    def __init__(self, function: Callable[[Key], Known]) -> None:
        self._function = function

    def __missing__(self, key: Key) -> Known:
        found = self[key] = self._function(key)
        if len(self) % MANY == 0:
            look()
        return found
