"""`Workshop`: chance and searches for the puzzles of one call, under one clock."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from typing import TypeVar

from ..base.look import look
from ..lattices.numbering import bits
from ..placement import Placement
from ..puzzle import Puzzle
from ..search.engine import Unfit
from ..search.frontier import drawn
from ..search.options import Options, Symmetry
from ..search.order import SEEDS, Shuffler
from ..search.progress import Statistics
from ..search.run import Clock, Run
from ..search.verbs import Solutions
from ..solutions.solution import Solution

__all__ = ["Workshop"]

Item = TypeVar("Item")

BATCH = 16
"""Solutions that are drawn at once, as long as there is a use for them: most of the time goes into counting them."""

MEMORY = 1 << 29
"""Bytes that drawing may take: the same on every machine, so that the same solutions are drawn."""


class Workshop:
    """What is needed to make puzzles: a clock, bytes for tables, and choices that follow from a seed alone."""

    def __init__(self, clock: Clock, seed: int, memory_limit: int | None) -> None:
        self._clock = clock
        self._memory_limit = memory_limit
        self.shuffled = Shuffler(seed)

    def chosen(self, items: list[Item]) -> Item:
        """One of some items."""
        return items[self.shuffled.below(len(items))]

    def chosen_bit(self, numbers: int) -> int:
        """One number of a set."""
        return self.chosen(list(bits(numbers)))

    def drawn(self, puzzle: Puzzle) -> Iterator[Solution]:
        """Solutions of a puzzle without end, drawn at random; none if there is none.

        Each is as likely as any other, unless the frontier engine cannot draw from the puzzle: then each is the first
        of a search in an order of chance.
        """
        size = 1
        while some := self._draw(puzzle, size):
            yield from some
            size = BATCH

    def _draw(self, puzzle: Puzzle, size: int) -> list[Solution]:
        seed = self.shuffled.below(SEEDS)
        options = Options("all", method="frontier", memory_limit=min(MEMORY, self._memory_limit or MEMORY))
        run = Run(puzzle._plan_for(None), options, Statistics(), self._clock)
        try:
            return [Solution.found(run.plan.register, (), numbers) for numbers in drawn(run, size, seed)]
        except Unfit:
            return list(islice(self._solutions(puzzle, "all", seed), 1))

    def _solutions(self, puzzle: Puzzle, symmetry: Symmetry, seed: int | None = None) -> Iterator[Solution]:
        run = Run(puzzle._plan_for(seed), Options(symmetry, memory_limit=self._memory_limit), Statistics(), self._clock)
        with closing(Solutions(run)) as found:
            yield from found

    def is_unique(self, puzzle: Puzzle, symmetry: Symmetry) -> bool:
        """Whether there is just one solution, or one orbit of them."""
        look()
        with closing(self._solutions(puzzle, symmetry)) as found:  # type: ignore[type-var]
            return len(list(islice(found, 2))) == 1

    def thinned(self, puzzle: Puzzle, solution: Solution) -> Iterator[Puzzle]:
        """The puzzle with ever fewer pieces of a solution given, as long as it is the only one; at last none can go."""
        kept = list(solution.placements)
        fixed = set(puzzle.placed)
        for placement in self.shuffled([one for one in kept if one not in fixed]):
            fewer = [one for one in kept if one != placement]
            thinner = _with_given(puzzle, fewer)
            if self.is_unique(thinner, "all"):
                kept = fewer
                yield thinner


def _with_given(puzzle: Puzzle, placements: list[Placement]) -> Puzzle:
    return puzzle.with_placed(tuple(sorted(placements)))
