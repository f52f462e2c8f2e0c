"""`Workshop`: the random choices, the searches and the progress of one call of `generate`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from ..lattices.numbering import bits
from ..puzzle import Puzzle
from ..search.options import Options
from ..search.order import SEEDS, Shuffler
from ..search.progress import Progress
from ..search.run import Clock
from ..solutions.solution import Solution
from ..workbench.searches import Searches

Item = TypeVar("Item")

BATCH = 16
"""The number of solutions drawn at once: most of the time of a draw is spent counting all solutions."""


class Workshop(Searches):
    """Searches, and random choices that follow from `seed` alone.

    Progress is the number `made` of the `wanted` puzzles, not that of a search.
    """

    def __init__(self, options: Options, seed: int, wanted: int) -> None:
        self._callback = options.progress
        self._wanted = wanted
        self.made = 0
        self.shuffled = Shuffler(seed)
        clock = Clock(options._with(progress=self._report) if options.progress else options)
        super().__init__(options._with(progress=None), clock)

    def _report(self, progress: Progress) -> None:
        assert self._callback is not None
        left = progress.seconds * (self._wanted - self.made) / self.made if self.made else None
        self._callback(Progress(self.made / self._wanted, self.made, self.nodes, progress.seconds, left))

    def chosen(self, items: list[Item]) -> Item:
        """Return a random one of `items`."""
        return items[self.shuffled.below(len(items))]

    def chosen_bit(self, numbers: int) -> int:
        """Return the number of a random bit of those that are set."""
        return self.chosen(list(bits(numbers)))

    def samples(self, puzzle: Puzzle) -> Iterator[Solution]:
        """Yield random solutions of `puzzle` without end; none if the puzzle has none."""
        size = 1
        while some := self.sample(puzzle, size, self.shuffled.below(SEEDS)):
            yield from some
            size = BATCH

    def thinned(self, puzzle: Puzzle, solution: Solution) -> Iterator[Puzzle]:
        """Yield `puzzle` with ever fewer pieces of `solution` given, as long as it is the only solution."""
        given = list(solution.placements)
        fixed = set(puzzle.placed)
        for placement in self.shuffled([one for one in given if one not in fixed]):
            fewer = [one for one in given if one != placement]
            thinner = puzzle.with_placed(fewer)
            if self.is_unique(thinner, "all"):
                given = fewer
                yield thinner
