"""The progress of a search, which users see while it runs, and its statistics, which they see at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Any, NamedTuple, TypeAlias


class Progress(NamedTuple):
    """The progress of a search.

    `fraction` is the part of the work that is done, from 0 to 1; it never decreases. `found` is the number of solutions
    found, `nodes` the number of nodes visited and `seconds` the time since the start. `seconds_left` is an estimate of
    the time left from the mean pace until now, or None while `fraction` is 0. If `is_unlisted` is true, `fraction` is
    that of a count that lists no solutions, and `found` that of a search beside it.

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
    is_unlisted: bool = False


ProgressCallback: TypeAlias = Callable[[Progress], object]


Counts: TypeAlias = tuple[int, list[list[int]]]
"""Two kinds of counts of a search: the number `dead_ends` of `Statistics`, and a list of lists, which are the list
`histogram` and the lists in `cuts`."""


class Statistics:
    """Statistics of a call of `count` or another function that searches.

    They are complete when the call has returned or, if it has returned an iterator, when this is exhausted or closed.

    - `engine`: the engine that did the work: `window` or `item` for a search, or `frontier`.
    - `reason`: why this engine did the work and, if fewer workers than requested shared it, why.
    - `workers`: the number of workers that shared the work.
    - `units`: the number of units (parts of the search tree) into which the work was divided.
    - `nodes`: the number of nodes visited.
    - `dead_ends`: the number of nodes visited that have no child.
    - `found`: the number of solutions.
    - `histogram`: the number of nodes by depth. The depth is the number of pieces that the search has placed (window
      engine), or one less (item engine), not counting the piece that breaks the symmetry, which is placed before.
    - `cuts`: for each check, the number of subtrees that it cut off, by depth as in `histogram`. `regions`: the sizes
      of the remaining pieces cannot add up to the size of an empty region. `areas`: the empty cells are too few for the
      pieces still required. `items`: no placement covers a cell, or uses a required piece (item engine).
    - `pockets`: the number of orientations left out of the lookup tables of the window engine, summed over all entries,
      because they would close off a pocket of up to four cells that no piece fills.
    - `levels`: the levels of the frontier engine, each as (cells covered, nodes, states).
    - `memory`: the maximum number of bytes that the engine held at a time, to which `memory_limit` applies. It does not
      include memory that searches in other threads allocate after their start.
    - `seconds`: the time by phase: `compile`, `probe` (estimating the search), `search`, `symmetry` (counting symmetric
      solutions), `count` (by the frontier). With "auto" it includes the time of the engine that lost.

    >>> from pentomino import count
    >>> statistics = Statistics()
    >>> count("3x20", method="search", statistics=statistics)
    2
    >>> statistics.found, statistics.nodes, sum(statistics.histogram)
    (2, 1587, 1587)
    >>> statistics.cuts
    {'regions': [7], 'areas': [], 'items': []}
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
        self.cuts: dict[str, list[int]] = {"regions": [], "areas": [], "items": []}
        self.pockets = 0
        self.levels: list[tuple[int, int, int]] = []
        self.memory = 0
        self.seconds: dict[str, float] = {}

    def __repr__(self) -> str:
        return f"Statistics({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"

    def _cleared(self) -> Statistics:
        vars(self).update(vars(Statistics()))
        return self

    def _restart(self) -> None:
        # the search will visit the nodes again
        self.nodes = self.dead_ends = 0
        for by_depth in self.counts()[1]:
            by_depth.clear()

    def add(self, counts: Counts) -> None:
        """Add the counts of a search. `counts` is the result of the method `counts` of the search."""
        dead_ends, by_depth = counts
        self.dead_ends += dead_ends
        self.nodes += sum(by_depth[0])
        for sums, more in zip(self.counts()[1], by_depth, strict=True):
            sums += [0] * (len(more) - len(sums))
            for depth, number in enumerate(more):
                sums[depth] += number

    def counts(self) -> Counts:
        """Return the sums of all counts added."""
        return self.dead_ends, [self.histogram, *self.cuts.values()]

    def _take(self, winner: Statistics, both: Sequence[Statistics]) -> None:
        # `winner` is one of `both`, the statistics of the two methods of a call
        seconds = Counter[str]()
        for one in both:
            seconds.update(one.seconds)
        vars(self).update(vars(winner), seconds=dict(seconds), memory=max(one.memory for one in both))

    def _note_workers(self, wanted: int, missing: int) -> None:
        # the system did not start `missing` threads
        self.workers = had = max(1, wanted - missing)
        if missing:
            self.note(f"the system let only {had} of {wanted} workers start")

    def note(self, what: str) -> None:
        """Append the clause `what` to the field `reason`, after a semicolon if necessary."""
        self.reason += f"{self.reason and '; '}{what}"

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Add the time of the `with` body to the phase `name`."""
        start = monotonic()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + monotonic() - start


class WorkerProgress:
    """The progress of a worker thread that counts the solutions of a task, one unit (part) after another."""

    def __init__(self) -> None:
        self.found: list[tuple[int, Any]] = []  # results of the finished units
        self.case = 0
        self.search: Any = None  # the search of the current unit
        self.before = 0  # the number of solutions that it had found before the current unit

    @property
    def nodes(self) -> int:
        """The number of nodes of the current search."""
        return 0 if self.search is None else self.search.nodes

    def so_far(self) -> list[tuple[int, int]]:
        """Return pairs (index of a case, number of solutions), for the finished units (parts) and the current unit."""
        return [*self.found, *([(self.case, self.search.found - self.before)] if self.search is not None else ())]
