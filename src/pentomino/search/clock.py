"""The clock and the statistics of a call, and the gate that stops its threads."""

from __future__ import annotations

import math
import os
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic, process_time
from typing import Any, TypeAlias, TypeVar

from ..errors import SearchCancelled, SearchStopped, SearchTimeout, expect
from ..limits import looking
from ..wording import counted, done_after
from .options import Options, Progress, ProgressCallback

Answer = TypeVar("Answer")

FOREVER = 1e9  # in seconds; a longer timeout may be an integer that is too large for a float

thread_time: Callable[[], float] = getattr(time, "thread_time", process_time)
"""Returns the processor time of this thread. WebAssembly lacks `time.thread_time`, but has a single thread."""

INTERVAL = 0.1
"""The minimum number of seconds between reports of progress."""

PATIENCE_SECONDS = 0.02
"""The maximum number of seconds that the caller waits for a result before it checks the clock again."""

Counts: TypeAlias = tuple[int, list[list[int]]]
"""Counts of a search, as a pair: `dead_ends`, and a list. The list has `histogram` and the lists in `cuts`. All these
are fields of `Statistics`."""


class Statistics:
    """Statistics of a call of `count` or another function that searches.

    They are complete when the call returns, or when the iterator that it returns is exhausted or closed.

    - `engine`: the engine that did the work: `window` or `item` for a search, or `frontier`.
    - `reason`: the reason for using this engine, and for using fewer workers than requested.
    - `unfit`: with "auto", why the frontier engine cannot do the work; "" if it can, or was not needed.
    - `workers`: how many threads searched. With an executor, the maximum number of submitted tasks that were unfinished
      at a time.
    - `units`: into how many units (parts of the search tree) the work was divided.
    - `nodes`: how many nodes were visited.
    - `dead_ends`: how many of them have no child.
    - `found`: how many solutions were found.
    - `histogram`: how many nodes were visited at each depth. In the window engine, the depth counts the pieces placed
      after the piece that breaks the symmetry. In the item engine, it is this number minus 1.
    - `cuts`: for each check, how many subtrees it cut off at each depth. `regions`: the sizes of the remaining pieces
      cannot add up to the size of an empty region. `areas`: the empty cells are too few for the pieces still required.
      `items`: no placement covers a cell, or uses a required piece (item engine).
    - `pockets`: how many orientations were left out of the lookup tables of the window engine, summed over all entries.
      Each of them would close off a pocket of up to four cells that no piece fills.
    - `levels`: the levels of the frontier engine, each as (cells covered, nodes, states).
    - `memory`: the most bytes that the engine held at a time, to which `memory_limit` applies. It does not include
      memory that searches in other threads allocate after their start.
    - `seconds`: the time by phase: `compile`, `probe` (estimating the search), `search`, `symmetry` (counting symmetric
      solutions), `count` (by the frontier). With "auto" it includes the time of both engines.

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
        self.unfit = ""
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

    @classmethod
    def _cleared(cls, given: Statistics | None) -> Statistics:
        # clear the statistics that the caller has given, or make new ones
        given = cls() if given is None else given
        expect("statistics", given, cls)
        vars(given).update(vars(cls()))
        return given

    def _restart(self) -> None:
        # The search visits its nodes again but keeps its tables, so only the fields of the nodes are cleared.
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
        """Return the sums of all counts that have been added. `add` and `_restart` change the returned lists."""
        return self.dead_ends, [self.histogram, *self.cuts.values()]

    def _take(self, winner: Statistics, both: Sequence[Statistics]) -> None:
        # `winner` is one of `both`, the statistics of the two methods of a call
        seconds = Counter[str]()
        for one in both:
            seconds.update(one.seconds)
        reason = "; ".join(filter(None, [self.reason, winner.reason]))
        vars(self).update(vars(winner), reason=reason, seconds=dict(seconds), memory=max(one.memory for one in both))

    def _note_missing(self, wanted: int, missing: int) -> None:
        # the system could not start `missing` threads
        if missing:
            self.note(f"the system let only {max(1, wanted - missing)} of {wanted} workers start")

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


class OutOfTime(TimeoutError):  # noqa: N818 - not an error, but ends a search
    """Raised when the time of a run is up. A plain `TimeoutError` may come from a callback of the user."""


class Cancelled(OutOfTime):
    """Raised when a run is cancelled. The run ends as if its time were up."""


class Proven(OutOfTime):
    """Raised when a quick proof shows that a run has no solution. The message is the kind of the proof."""


class Clock:
    """The deadline, the cancellation and the progress of one run.

    - `state`: a function that returns the fraction done and the number of nodes visited. It is called for each report
      of progress, and once when a run is stopped.
    - `part`: a pair, for a run with several searches: the fraction done before the current search, and the fraction
      that the current search adds. `is_measured` is False if the second fraction is unknown.
    - `is_unlisted`: True if the fraction belongs to a count that lists no solutions.
    """

    def __init__(self, options: Options) -> None:
        self.start = monotonic()
        self.timeout = math.inf if options.timeout is None else options.timeout
        self.deadline = self.start + min(self.timeout, FOREVER)
        self._progress: ProgressCallback = options.progress or (lambda progress: None)
        self.may_stop = options.timeout is not None or options.cancel is not None
        self.is_watched = self.may_stop or options.progress is not None
        cancel: Any = options.cancel
        self._is_cancelled: Callable[[], object] | None = getattr(cancel, "is_set", cancel)
        self.found = 0
        self.state: Callable[[], tuple[float, int]] = lambda: (0.0, 0)
        self.part = 0.0, 1.0
        self.is_measured, self.is_unlisted = True, False
        self._due = math.inf if options.progress is None else self.start + INTERVAL
        self._last = 0.0, 0  # the fraction done and the nodes visited, as last reported
        self._is_asking = False

    def check(self) -> None:
        """Raise `OutOfTime` if time is up or the run is cancelled. Report progress if it is due."""
        now = monotonic()
        if now >= self.deadline:
            raise self._over(OutOfTime())
        if self._is_cancelled is not None and self._is_cancelled():
            raise self._over(Cancelled())
        if now >= self._due:
            self._report()

    def stopped(self, why: OutOfTime, found: int = 0, solutions: tuple[Any, ...] = ()) -> SearchStopped:
        """Return the error for the user: `SearchCancelled` if `why` is `Cancelled`, otherwise `SearchTimeout`.

        `found` says how many solutions were found. `solutions` holds the solutions themselves, if they are known.
        """
        done = done_after(self._last[0] * self.is_measured, monotonic() - self.start)
        if self.is_unlisted:
            done = done.replace(",", "; counting without listing:", 1)
        outcome = f"{counted(found, 'solution')} found{done}"
        if isinstance(why, Cancelled):
            return SearchCancelled(f"cancelled: {outcome}", found, solutions)
        return SearchTimeout(f"stopped after {self.timeout:g} s: {outcome}", found, solutions)

    def _over(self, why: OutOfTime) -> OutOfTime:
        # updating the fraction done may take at most `INTERVAL` seconds
        end = monotonic() + INTERVAL

        def check() -> None:
            if monotonic() >= end:
                raise OutOfTime

        if not self._is_asking:
            with suppress(OutOfTime):
                self._ask(check)
            self._is_asking = True  # so that `_report` does not ask again
        return why

    def _report(self) -> None:
        # `state` may take long, for example to probe the cases. Then it checks the clock, which may call this function
        # again. The nested call reports the last known state.
        self._due = monotonic() + INTERVAL / 4
        if not self._is_asking:
            self._ask(self.check)
        (fraction, nodes), seconds = self._last, monotonic() - self.start
        left = seconds * (1 - fraction) / fraction if fraction > 0 else None
        self._progress(Progress(fraction, self.found, nodes, seconds, left, self.is_unlisted))
        self._due = monotonic() + INTERVAL

    def _ask(self, check: Callable[[], object]) -> None:
        self._is_asking = True
        try:
            with looking(check):
                fraction, nodes = self.state()
        finally:
            self._is_asking = False
        before, share = self.part
        self._last = max(self._last[0], before + share * min(fraction, 1.0)), nodes


class Gate:
    """Stops the threads of a search while another method runs, and adds up their processor time.

    Workers in other processes (`is_far`) do not stop. `patience` is the maximum number of seconds that the caller
    should wait for a result.
    """

    def __init__(self, is_far: bool) -> None:
        import threading  # programs with one thread do not need it

        self.is_far = is_far
        self._is_open, self._this_thread = threading.Event(), threading.get_ident
        self._times: dict[int, tuple[float, float]] = {}  # for each thread, its times at its first and last `wait`
        self.open(is_alone=True)

    @property
    def seconds(self) -> float:
        """The sum of the processor times of all threads, each measured at its last call of `wait`."""
        return sum(last - first for first, last in [*self._times.values()])

    def open(self, is_alone: bool) -> None:
        """Start the threads. `is_alone` is true if the other engine does not run at the same time."""
        self.patience = PATIENCE_SECONDS if is_alone else 0 if self.is_far else PATIENCE_SECONDS / 10
        self._is_open.set()

    def close(self) -> None:
        """Stop each thread at its next call of `wait`."""
        self._is_open.clear()

    def wait(self) -> None:
        """Wait until the gate is open. Each thread calls this every few milliseconds."""
        thread, now = self._this_thread(), thread_time()
        self._times[thread] = self._times.get(thread, (now, now))[0], now
        self._is_open.wait()


def drain(steps: Generator[Any, None, Answer]) -> Answer:
    """Run a generator to its end, and return its return value."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            answer: Answer = end.value
            return answer


def free_memory() -> int:
    """Return the size in bytes of the free memory of the machine, or 2 GiB if the system does not report it."""
    with suppress(OSError, StopIteration), open("/proc/meminfo", encoding="utf-8") as lines:
        return next(1024 * int(line.split()[1]) for line in lines if line.startswith("MemAvailable"))
    with suppress(AttributeError, OSError, ValueError):
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return 2 << 30
