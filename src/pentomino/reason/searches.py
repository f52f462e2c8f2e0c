"""`Searches`: one or more searches that share limits and a clock, for example all searches for one hint."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Self

from ..limits import allowing, look, looking
from ..search.by_search import NotApplicable
from ..search.clock import Clock, OutOfTime
from ..search.options import Cancel, Options, ProgressCallback, Symmetry
from ..search.plan import Plan, plan_of
from ..search.run import Run
from ..search.verbs import count
from ..solutions.listing import Solutions
from ..solutions.solution import Solution, maker
from ..solutions.tallies import Tally

if TYPE_CHECKING:
    from ..puzzle import Puzzle

TALLY_MEMORY = 1 << 24
"""The memory limit of the frontier engine for a tally, in bytes. It also limits the time to some 0.01 s."""

SAMPLE_MEMORY = 1 << 29
"""The memory limit for random samples, in bytes. All machines use the same limit, so they draw the same solutions."""


class Searches:
    """Searches that share `options` and a `clock`. `nodes` counts the nodes that all of them visited."""

    def __init__(self, options: Options, clock: Clock | None = None) -> None:
        self.options = options
        self.clock = clock or Clock(options)
        self.clock.is_measured = False
        self.nodes = 0

    @classmethod
    def within(
        cls,
        timeout: float | None,
        cancel: Cancel | None,
        workers: int | None = 1,
        progress: ProgressCallback | None = None,
        memory_limit: int | None = None,
        symmetry: Symmetry = "all",
    ) -> Self:
        """Return searches with these limits. The arguments have the same meaning as for `Puzzle.count`."""
        return cls(Options(timeout, workers, progress, memory_limit, cancel, symmetry=symmetry))

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Apply the limits of time and memory to the `with` body. Raise `SearchStopped` if the time is up."""
        try:
            with looking(self.clock.check), allowing(self.options.memory_limit):
                yield
        except OutOfTime as why:
            raise self.clock.stopped(why) from None

    @contextmanager
    def run(self, plan: Plan, **options: Any) -> Iterator[Run]:
        """Yield a run of `plan`. `options` override the shared options. Afterwards, add its nodes to `nodes`."""
        run = Run(plan, self.options.replace(**options), clock=self.clock)
        try:
            yield run
        finally:
            self.nodes += run.statistics.nodes

    def solutions(
        self, puzzle: Puzzle, symmetry: Symmetry = "all", seed: int | None = None
    ) -> Generator[Solution, None, None]:
        """Yield the solutions of `puzzle`. `seed` shuffles their order.

        When the iterator ends or is closed, add the visited nodes to `nodes`.
        """
        with self.run(plan_of(puzzle, seed), symmetry=symmetry) as run, closing(Solutions(run)) as solutions:
            yield from solutions

    def first(self, number: int, puzzle: Puzzle, symmetry: Symmetry = "all", seed: int | None = None) -> list[Solution]:
        """Return the first `number` solutions of `puzzle`, or all if there are fewer, in the order of `solutions`."""
        with closing(self.solutions(puzzle, symmetry, seed)) as solutions:
            return list(islice(solutions, number))

    def solution(self, plan: Plan, nodes: int | None = None) -> Solution | None:
        """Return the first solution of `plan`, or None. Raise `NodeLimit` if that takes more than `nodes` nodes."""
        with self.run(plan) as run, closing(Solutions(run, nodes)) as solutions:
            return next(solutions, None)

    def is_unique(self, puzzle: Puzzle, symmetry: Symmetry) -> bool:
        """Return whether `puzzle` has exactly one solution, or one orbit of solutions if `symmetry` is "distinct"."""
        look()  # a small search may end before it checks the clock
        return len(self.first(2, puzzle, symmetry)) == 1

    def count(self, puzzle: Puzzle) -> int:
        """Count the solutions of `puzzle`, up to symmetry if the shared options specify "distinct"."""
        with self.run(plan_of(puzzle)) as run:
            return count(run)

    def tally(self, puzzle: Puzzle) -> Tally | None:
        """Count the solutions with each placement. Return None if the frontier engine is too slow or not usable."""
        from ..search.by_frontier import tally  # it loads the engine, which most questions do not need

        most = min(self.options.memory_limit or TALLY_MEMORY, TALLY_MEMORY)
        try:
            with self.run(plan_of(puzzle), memory_limit=most) as run:
                total, numbers = tally(run)
        except NotApplicable:
            return None
        counts = [numbers.get(number, 0) for number in run.plan.placement_numbers()]
        return Tally(puzzle, "all", total, counts)

    def sample(self, puzzle: Puzzle, number: int, seed: int) -> list[Solution]:
        """Return `number` random solutions, or an empty list if there is no solution.

        If the frontier engine cannot be used for `puzzle`, return the first solution of a search shuffled by `seed`.
        """
        from ..search.by_frontier import sample  # it loads the engine, which most questions do not need

        most = min(self.options.memory_limit or SAMPLE_MEMORY, SAMPLE_MEMORY)
        try:
            with self.run(plan_of(puzzle), method="frontier", memory_limit=most) as run:
                return [*map(partial(maker(run.plan), ()), sample(run, number, seed))]
        except NotApplicable:
            return self.first(1, puzzle, seed=seed)
