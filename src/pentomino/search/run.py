"""Runs: a `Run` is one call of a function such as `count`, with its plan, options, statistics and clock."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from copy import copy
from typing import TYPE_CHECKING, Any

from ..limits import allowing, looking
from .clock import Clock, Gate, Statistics
from .options import Options
from .plan import Plan

if TYPE_CHECKING:
    from .journal import Journal


class Run:
    """One call of a function such as `count`: its plan and options, its clock, statistics and journal."""

    def __init__(
        self, plan: Plan, options: Options, statistics: Statistics | None = None, clock: Clock | None = None
    ) -> None:
        self.plan = plan.up_to(options.symmetry)
        self.options = options
        self.statistics = Statistics() if statistics is None else statistics._cleared()
        self.clock = clock or Clock(options)
        self.journal: Journal | None = None
        self.held = 0  # the bytes of the tables of the search
        self.nodes = 0  # the number of nodes visited, for a listing
        self.may_share = True  # whether workers may join in the search
        self.gate: Gate | None = None  # stops the threads of the workers
        self.proof: Generator[int, None, str] | None = None  # passed to the clock once the tables are made

    def proving(self, proof: Generator[int, None, str]) -> Run:
        """Let a long run also look for a proof that there is no solution (see `Clock`). Return this run."""
        self.proof = proof
        return self

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Apply the limits of time and memory to the body of a `with` statement."""
        with looking(self.clock.check), allowing(self.options.memory_limit, self.held):
            yield

    def note_memory(self, grown: int = 0) -> None:
        """Record the memory of the tables, plus `grown` bytes that a search of this thread has allocated."""
        self.statistics.memory = max(self.statistics.memory, self.held + grown)

    def replace(self, **changed: Any) -> Run:
        """Return a copy of this run with the new attributes in `changed`. Both runs share all other objects."""
        run = copy(self)
        vars(run).update(changed)
        return run
