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
from ..search import frontier
from ..search.method import Unfit
from ..search.options import MethodName, Options, Symmetry
from ..search.order import SEEDS, Shuffler
from ..search.plan import Plan
from ..search.progress import ProgressCallback
from ..search.run import Clock, Run
from ..search.verbs import Solutions
from ..solutions.solution import Solution

__all__ = ["Workshop"]

Item = TypeVar("Item")

BATCH = 16
"""Solutions that are drawn at once, as long as there is a use for them: most of the time goes into counting them."""

MEMORY = 1 << 29
"""Bytes that drawing may take: the same on every machine, so that the same solutions are drawn."""


class Workshop(Clock):
    """What is needed to make puzzles: a clock, options of searches, and choices that follow from a seed alone.

    Progress is that of all *wanted* puzzles, of which some are `made`, whatever is searched meanwhile.
    """

    def __init__(self, options: Options, seed: int, wanted: int) -> None:
        super().__init__(options)
        self._options = options
        self._wanted = wanted
        self._nodes = 0
        self.made = 0
        self.shuffled = Shuffler(seed)

    def _report(self, progress: ProgressCallback) -> None:
        self.found = self.made
        self.state = lambda: (self.made / self._wanted, self._nodes)
        super()._report(progress)

    def _run(self, plan: Plan, symmetry: Symmetry, method: MethodName, memory: int | None) -> Run:
        options = Options(symmetry, workers=self._options.workers, method=method, memory_limit=memory)
        return Run(plan, options, clock=self)

    def chosen(self, items: list[Item]) -> Item:
        """One of some items."""
        return items[self.shuffled.below(len(items))]

    def chosen_bit(self, numbers: int) -> int:
        """One number of a set."""
        return self.chosen(list(bits(numbers)))

    def sampled(self, puzzle: Puzzle) -> Iterator[Solution]:
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
        memory = min(MEMORY, self._options.memory_limit or MEMORY)
        run = self._run(puzzle._plan_for(None), "all", "frontier", memory)
        try:
            return [Solution.found(run.plan.register, (), numbers) for numbers in frontier.sample(run, size, seed)]
        except Unfit:
            return list(islice(self._solutions(puzzle, "all", seed), 1))
        finally:
            self._nodes += run.statistics.nodes

    def _solutions(self, puzzle: Puzzle, symmetry: Symmetry, seed: int | None = None) -> Iterator[Solution]:
        run = self._run(puzzle._plan_for(seed), symmetry, "auto", self._options.memory_limit)
        try:
            with closing(Solutions(run)) as found:
                yield from found
        finally:
            self._nodes += run.statistics.nodes

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
