"""Numbers and lists in sentences."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["counted", "joined"]


def counted(number: int, word: str) -> str:
    """Return a number and its noun, such as `1 solution` or `2 solutions`."""
    return f"{number} {word}{'s' * (number != 1)}"


def joined(words: Sequence[str], last: str = "and") -> str:
    """Return words as a list in a sentence: `a, b and c`."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
