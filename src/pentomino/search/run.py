"""`Run`: one call of a function such as `count`. `ProofAttempt`: an attempt to prove that a puzzle has no solution."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from copy import copy
from time import monotonic
from typing import TYPE_CHECKING, Any

from ..limits import MemoryLimit, allowing, looking
from .clock import Clock, Gate, Proven, Statistics
from .options import Options
from .plan import NEVER, Plan

if TYPE_CHECKING:
    from .journal import Journal

PROOF_AFTER_SECONDS, PROOF_SHARE = 0.1, 0.05
"""A run that takes longer than PROOF_AFTER_SECONDS also looks for a quick proof that there is no solution. This takes
at most the fraction PROOF_SHARE of the time of the run."""


class ProofAttempt:
    """An attempt to prove that there is no solution, which uses a limited part of the time since `start`.

    `steps` yields the microseconds that its next step may take. It returns the kind of the proof, or "" if it fails.
    """

    def __init__(self, steps: Generator[int, None, str], start: float) -> None:
        self._steps, self._start = steps, start
        self._due, self._seconds = start + PROOF_AFTER_SECONDS, 0.0

    def advance(self, check: Callable[[], None]) -> None:
        """Do the steps that are due, and call `check` to check the clock. Raise `Proven` if they find a proof."""
        microseconds = 0
        if monotonic() < self._due:
            return
        try:
            with looking(check):
                while self._seconds + microseconds / 1e6 <= PROOF_SHARE * (monotonic() - self._start):
                    start = monotonic()
                    microseconds = next(self._steps)
                    self._seconds += monotonic() - start
            self._due = self._start + (self._seconds + microseconds / 1e6) / PROOF_SHARE
        except StopIteration as end:
            self._due = math.inf
            if end.value:
                raise Proven(end.value) from None


class Run:
    """One call of a function such as `count`: its plan and options, its clock, statistics and journal."""

    def __init__(
        self, plan: Plan, options: Options, statistics: Statistics | None = None, clock: Clock | None = None
    ) -> None:
        self.plan = plan.up_to(options.symmetry)
        self.options = options
        self.statistics = Statistics._cleared(statistics)
        self.clock = clock or Clock(options)
        self.journal: Journal | None = None
        self.held = 0  # the bytes of the tables of the search
        self.nodes = 0  # the number of nodes that a search has visited
        self.step = NEVER  # the number of nodes between two pauses of a search
        self.left: list[tuple[int, int]] = []  # parts of a count that were found when it was stopped
        self.may_share = True  # whether workers may join in the search
        self.gate: Gate | None = None  # stops the threads of the workers
        self.proof: ProofAttempt | None = None

    def proving(self, steps: Generator[int, None, str]) -> Run:
        """Let a long run also look for a proof that there is no solution (see `ProofAttempt`). Return this run."""
        self.proof = ProofAttempt(steps, self.clock.start)
        return self

    def look(self) -> None:
        """Check the clock, and continue the proof until a solution is found. Engines call this while they search."""
        self.clock.check()
        if self.proof is not None and not self.clock.found:
            self.proof.advance(self.clock.check)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Apply the limits of time and memory to the body of a `with` statement."""
        with looking(self.clock.check), allowing(self.options.memory_limit, self.held):
            yield

    def compile(self, counts: bool) -> None:
        """Make the tables of a search. If the memory limit is too low for all workers, search with fewer."""
        self.held, workers = self.plan.compile(counts), self.options.workers
        while workers > 1:
            with suppress(MemoryLimit):
                self.held = self.plan.compile(counts, workers)
                break
            workers -= 1
        if workers < self.options.workers:
            self.limit_workers(workers)

    def limit_workers(self, number: int) -> None:
        """Restart with `number` workers, because the memory limit is too low for more."""
        self.statistics._restart()
        self.statistics.note(f"memory_limit= has room for {number} of {self.options.workers} workers")
        self.options = self.options.replace(workers=number)

    def note_memory(self, grown: int = 0) -> None:
        """Record the memory of the tables, plus `grown` bytes that a search of this thread has allocated."""
        self.statistics.memory = max(self.statistics.memory, self.held + grown)

    def replace(self, **changed: Any) -> Run:
        """Return a copy of this run with the new attributes in `changed`. Both runs share all other objects."""
        run = copy(self)
        vars(run).update(changed)
        return run
