"""What can be seen of a search: progress while it runs, statistics afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import zip_longest
from time import monotonic
from typing import Protocol, TypeAlias

from ..base.value import Record

__all__ = ["Progress", "ProgressCallback", "Statistics"]


class Progress(Record):
    """How far a search is.

    `fraction` of the search space, from 0 to 1, never falls: the share of its parts that are done and the place
    within those at work. `found` solutions and `nodes` so far; `seconds` elapsed, and `seconds_left`
    at the mean pace until now (None as long as nothing is done).

    >>> from pentomino import count
    >>> seen = []
    >>> count("5x12", workers=2, method="search", progress=seen.append)
    1010
    >>> all(0 <= progress.fraction <= 1 for progress in seen)
    True
    """

    fraction: float
    found: int
    nodes: int
    seconds: float
    seconds_left: float | None


ProgressCallback: TypeAlias = Callable[[Progress], object]


class Work(Protocol):
    """What a part of a run tells of itself."""

    @property
    def nodes(self) -> int: ...
    @property
    def dead_ends(self) -> int: ...
    @property
    def histogram(self) -> list[int]: ...


class Searched(Protocol):
    """What a search tells of itself."""

    @property
    def nodes(self) -> int: ...
    @property
    def dead_ends(self) -> int: ...
    def histogram(self) -> list[int]: ...


class Statistics:
    """What one call of a verb did; complete when it has returned, or its iterator is exhausted or closed.

    `nodes` are those that the search visited, `dead_ends` those of them without a child, `histogram` the nodes by
    the number of pieces placed; `units` the sub-puzzles searched one by one, `found` the solutions met, `seconds`
    the time by phase: `compile`, `search`, `symmetry` (solutions that a symmetry keeps), `count`. `engine` is the
    one that did the work, `window`, `list` or `item` of a search, or `frontier`, and `reason` why it was taken. The
    frontier engine has `levels`, each as (cells covered, nodes, states). `memory` is the most that an engine held with
    its tables, in bytes: what `memory_limit` limits. `workers` are those that there were to share the work, which
    `reason` explains if the system let fewer threads start than were asked for.

    >>> from pentomino import count
    >>> statistics = Statistics()
    >>> count("3x20", method="search", statistics=statistics)
    2
    >>> statistics.found, statistics.nodes, sum(statistics.histogram)
    (2, 1587, 1587)
    """

    def __init__(self) -> None:
        self.engine = ""
        self.reason = ""
        self.workers = 1
        self.units = 0
        self.nodes = 0
        self.dead_ends = 0
        self.found = 0
        self.histogram: list[int] = []
        self.levels: list[tuple[int, int, int]] = []
        self.memory = 0
        self.seconds: dict[str, float] = {}

    def __repr__(self) -> str:
        return f"Statistics({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"

    def cleared(self) -> Statistics:
        """The record itself, as it was when new."""
        vars(self).update(vars(Statistics()))
        return self

    def add(self, search: Searched) -> None:
        """Add what a search has done."""
        self._gather(search.nodes, search.dead_ends, search.histogram())

    def take_off(self, before: Work) -> None:
        """Leave what was done since an earlier record of the same search."""
        self._gather(-before.nodes, -before.dead_ends, [-nodes for nodes in before.histogram])

    def merge(self, other: Work) -> None:
        """Add the numbers of another record, of a part of the same run."""
        self._gather(other.nodes, other.dead_ends, other.histogram)

    def _gather(self, nodes: int, dead_ends: int, histogram: list[int]) -> None:
        self.nodes += nodes
        self.dead_ends += dead_ends
        self.histogram = [a + b for a, b in zip_longest(self.histogram, histogram, fillvalue=0)]
        while self.histogram and self.histogram[-1] == 0:
            self.histogram.pop()

    def note_workers(self, wanted: int, missing: int) -> None:
        """Note how many workers there were, and that the system let some have no thread."""
        self.workers = had = max(1, wanted - missing)
        if missing:
            self.note(f"the system let only {had} of {wanted} workers start")

    def note(self, what: str) -> None:
        """Add to the `reason`."""
        self.reason += f"{self.reason and '; '}{what}"

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Add the time that the body takes to a phase."""
        start = monotonic()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + monotonic() - start
