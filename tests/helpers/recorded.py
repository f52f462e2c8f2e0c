"""A puzzle that keeps the statistics of the last search."""

from __future__ import annotations

from typing import Any

from pentomino import Puzzle, Solution, Statistics
from pentomino.solutions.listing import Solutions

__all__ = ["Recorded"]


class Recorded(Puzzle):
    """A `Puzzle` whose `statistics` are those of the last `solve_all`, `solve`, `count` or `sample`."""

    @property
    def statistics(self) -> Statistics:
        found: Statistics = self.__dict__["_recorded"]
        return found

    def _recording(self) -> Statistics:
        self._set(_recorded=Statistics())
        return self.statistics

    def solve_all(self, **options: Any) -> Solutions:  # type: ignore[override]
        return super().solve_all(**{**options, "statistics": options.get("statistics") or self._recording()})

    def count(self, **options: Any) -> int:  # type: ignore[override]
        return super().count(**{**options, "statistics": options.get("statistics") or self._recording()})

    def sample(self, *arguments: Any, **options: Any) -> list[Solution]:  # type: ignore[override]
        return super().sample(*arguments, statistics=self._recording(), **options)
