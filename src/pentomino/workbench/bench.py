"""`Bench`: one call of a verb of the workbench, which may search many puzzles, under one clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Self

from ..base.look import looking
from ..base.room import allowing
from ..puzzle import Puzzle
from ..search import frontier
from ..search.method import Unfit
from ..search.options import Cancel, Options
from ..search.progress import ProgressCallback, Statistics
from ..search.run import Clock, OutOfTime, Run
from ..search.verbs import Solutions
from ..solutions.solution import Solution
from ..solutions.tallies import Tally

__all__ = ["Bench"]

AT_ONCE = 1 << 24
"""Bytes in which the frontier engine counts what is counted for an answer: it takes some hundredths of a second."""


class Bench:
    """Searches for one answer: they share options and clock, and `nodes` adds up what they visited."""

    def __init__(self, options: Options, clock: Clock | None = None) -> None:
        self.options = options
        self.clock = clock or Clock(options)
        self.nodes = 0

    @classmethod
    def within(
        cls,
        timeout: float | None,
        workers: int,
        progress: ProgressCallback | None,
        memory_limit: int | None,
        cancel: Cancel | None,
    ) -> Self:
        """One whose searches keep the limits of a verb."""
        return cls(Options("all", None, timeout, workers, progress, memory_limit=memory_limit, cancel=cancel))

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Have all that is done meanwhile keep the limits of time and memory."""
        try:
            with looking(self.clock.check), allowing(self.options.memory_limit):
                yield
        except OutOfTime as why:
            raise self.clock.stopped(why) from None

    def puzzle(self, stated: Callable[[], Puzzle]) -> Puzzle:
        """A puzzle that is built now."""
        with self.at_work():
            return stated()

    def solutions(self, puzzle: Puzzle) -> Iterator[Solution]:
        """All solutions, each as often as symmetries turn it into others; close it to have its nodes added."""
        statistics = Statistics()
        try:
            with closing(Solutions(Run(puzzle._plan_for(None), self.options, statistics, self.clock))) as found:
                yield from found
        finally:
            self.nodes += statistics.nodes

    def solution(self, puzzle: Puzzle) -> Solution | None:
        """Some solution, or None if there is none."""
        with closing(self.solutions(puzzle)) as found:  # type: ignore[type-var]
            return next(found, None)

    def tally(self, puzzle: Puzzle) -> Tally | None:
        """How many solutions have each placement; None if the frontier engine cannot tell at once."""
        most = min(self.options.memory_limit or AT_ONCE, AT_ONCE)
        options = Options("all", workers=self.options.workers, memory_limit=most)
        run = Run(puzzle._plan_for(None), options, clock=self.clock)
        try:
            total, numbers = frontier.tally(run)
        except Unfit:
            return None
        finally:
            self.nodes += run.statistics.nodes
        return Tally(puzzle, "all", total, [numbers.get(number, 0) for number in run.plan.placement_numbers()])

    def glance(self, puzzle: Puzzle, nodes: int) -> tuple[bool | None, int]:
        """Whether there is a solution, None if so many nodes do not tell; and the nodes visited."""
        plan, visited = puzzle._plan_for(None), 0
        for case in plan.cases:
            search = plan.table.search(case.made)
            found = search.take_some(1, self.clock.check, max(1, nodes - visited))
            visited += search.nodes
            if found:
                return True, visited
            if not search.exhausted:
                return None, visited
        return False, visited
