"""How hard generated puzzles are to be: the argument `difficulty`, checked."""

from __future__ import annotations

from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

from ..errors import PentominoError
from ..search.options import is_whole
from ..workbench.difficulty import EASY, LEVELS, MEDIUM

__all__ = ["ANY", "Band", "DifficultyLike", "bands"]

DifficultyLike: TypeAlias = str | tuple[int, int | None]


class Band(NamedTuple):
    """The least and the most work that is wanted, None for no bound."""

    least: int
    most: int | None

    def __contains__(self, work: object) -> bool:
        return isinstance(work, int) and self.least <= work and not self.is_below(work)

    def is_below(self, work: int) -> bool:
        """Whether all of the band is below that work."""
        return self.most is not None and work > self.most


ANY = Band(0, None)

_BANDS = dict(zip(LEVELS, (Band(0, EASY), Band(EASY + 1, MEDIUM), Band(MEDIUM + 1, None)), strict=True))

_WANTED = "difficulty is 'easy', 'medium', 'hard', two of them such as 'easy-hard', or (least, most) work"


def bands(difficulty: DifficultyLike | None, n: int) -> list[tuple[Band, int]]:
    """How many of *n* puzzles are to be in which band, in this order; levels from one to another get equal shares.

    Raises `PentominoError` for what is no difficulty.

    >>> bands("easy-hard", 12)
    [(Band(least=0, most=100), 4), (Band(least=101, most=1000), 4), (Band(least=1001, most=None), 4)]
    """
    if difficulty is None:
        return [(ANY, n)]
    if not isinstance(difficulty, str):
        return [(_band(difficulty), n)]
    first, _, last = difficulty.partition("-")
    if first not in _BANDS or (last or first) not in _BANDS:
        raise PentominoError(f"{_WANTED}, not {difficulty!r}")
    levels = LEVELS[LEVELS.index(first) : LEVELS.index(last or first) + 1]
    if not levels:
        raise PentominoError(f"difficulty goes from easy to hard: say {last}-{first}, not {difficulty}")
    shares = groupby(_BANDS[levels[i * len(levels) // n]] for i in range(n))
    return [(band, len(list(some))) for band, some in shares]


def _band(difficulty: object) -> Band:
    """The band of two numbers."""
    try:
        pair: Any = difficulty
        least, most = pair
    except (TypeError, ValueError):
        raise PentominoError(f"{_WANTED}, not {difficulty!r}") from None
    if not is_whole(least, 0) or not (most is None or is_whole(most, 0)):
        raise PentominoError(f"{_WANTED}, which are whole numbers from 0, not {difficulty!r}")
    if most is not None and most < least:
        raise PentominoError(f"difficulty goes from the least work to the most, not from {least} to {most}")
    return Band(least, most)
