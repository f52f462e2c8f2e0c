"""The method "auto": the search and the frontier, alternately.

The search runs first, for up to 20 ms. Then the frontier starts. It calls a function every few milliseconds, in which
the search can take a turn and then pause again. The method that finds the answer first ends the other method. At any
time each method has used at least an eighth of the processor time, unless it failed. Within these bounds, the length of
a turn depends on the size of the search, which random probes estimate. The threads of a search stop between its turns.
Workers in other processes do not stop, as the frontier cannot use them.

Which method answers may depend on timing, but the answer does not. Listings and samples have an order that depends on
the method, so this module does not handle them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, process_time
from typing import TYPE_CHECKING, Any, Generic, TypeAlias

from ..limits import MemoryLimit
from . import by_frontier, by_search
from .by_frontier import Turn
from .by_search import Method, NotApplicable, Steps, Tallied
from .run import Answer, Run, thread_time

if TYPE_CHECKING:
    from .estimate import Probes

Begin: TypeAlias = Callable[[Run, int], Steps[Answer]]
"""A function that begins a search, which pauses each time it has visited the given number of nodes."""

# All numbers of nodes below are in nodes of the window engine, which take about 20 ns each.

STEP = 1 << 14
"""The number of nodes between two pauses of the search, about 0.4 ms. The first step shows how fast the search is."""

SHORT = 1 << 19
"""A search expected to visit at most this number of nodes, about 12 ms, continues without the frontier."""

GLANCE = 1 << 22
"""A count with a limit may reach the limit at any time. So for this number of nodes its search has most of the time,
and the frontier only the minimum."""

FIRST_SECONDS = 0.02
"""The maximum processor time of the search before the frontier begins."""

MIN_RATIO = 1 / 7
"""The minimum processor time of each method, relative to the time of the other method. A failed method gets none."""

EFFORT = 1 << 13
"""The number of nodes that one call of the probes sees."""

PROBED = 1 / 32
"""The share of all time for probes. Probing a node takes about as long as visiting it in a search."""

EARLY, LATE = 0.2, 1.25
"""The time that the frontier runs before a turn of the search, as a fraction of the expected time of the search: while
the frontier is in the first half of the cells, and later. A frontier that is faster than the search reaches the second
half within the time EARLY. A hopeless frontier never reaches it."""

UNIMPROVED = 0.5
"""After the frontier has run for this number of seconds, a count looks for a better plan. This takes some tens of
milliseconds. If a cell can break the symmetry, as for 25 Y in 5x5x5, the best plan may be 1000 times faster."""

SHARED_SECONDS = 0.1
"""Workers share a search that is expected to take longer than this. Sharing takes some tens of milliseconds."""

PATIENCE = 1.5
"""The time that the search may have used by the end of its first turn, relative to the time expected for the whole
search. Each turn doubles the expected time."""

MIN_SECONDS = 0.002
"""The minimum expected time of a search, as clocks are coarse."""


class _Decided(Exception):  # noqa: N818 - not an error, but the way out of the frontier
    """The search has the answer. Raised by `_Turns` and caught by `_answer`."""


class _Search(Generic[Answer]):
    """A search in steps, with a run of its own and an estimate of its time.

    `seconds` is the processor time of the steps with the current plan. `own` is the processor time of the caller's
    thread for all steps, probes and plans. `error` is the exception that ended the search, or None.
    """

    def __init__(self, run: Run, begin: Begin[Answer], counts: bool) -> None:
        self.run = run.forked()
        self.run.may_share = False
        self.is_done = False
        self.error: BaseException | None = None
        self.nodes, self.seconds, self.own, self._passed = 0, 0.0, 0.0, 0.0
        self.answer: Any = None  # once the search is done
        self._counts = counts
        self._may_improve = counts and not (run.journal is not None and run.journal.ends)
        self._begin, self._steps = begin, begin(self.run, STEP)
        self._probes: Probes | None = None
        self._states: list[Callable[[], tuple[float, int]]] = [lambda: (0.0, 0)] * 2  # of the search, of the frontier
        self.run.clock.state = self._state

    @property
    def probes(self) -> Probes:
        """The probes of the current plan."""
        if self._probes is None:
            from .estimate import Probes  # listings and the shortest counts never probe

            self._probes = Probes(self.run.plan)
        return self._probes

    @property
    def had(self) -> float:
        """The processor time of the search, including that of the threads that share it."""
        return self.own + (self.run.gate.seconds if self.run.gate else 0.0)

    def compile(self) -> None:
        """Make the tables, so that the first step takes no longer than others."""
        run = self.run
        with self._timed(), run.statistics.phase("compile"):
            try:
                run.plan.compile(self._counts, run.options.workers)
            except MemoryLimit:
                if run.options.workers == 1:
                    raise
                run.options = run.options.replace(workers=1)
                run.plan.compile(self._counts)

    def improve(self) -> None:
        """Let workers share a long search. The first call restarts a count if another plan should visit fewer nodes."""
        run = self.run
        run.may_share = self.expected > SHARED_SECONDS
        if not self._may_improve:
            return
        self._may_improve = False
        with self._timed(), run.statistics.phase("compile"):
            plan = by_search.plan_to_count(run, self.probes)
        if plan is run.plan:
            return
        self._steps.close()
        run.statistics._restart()
        run.plan, self._probes, self.nodes, self.seconds = plan, None, 0, 0.0
        self._steps = self._begin(run, STEP)
        self.go_on(1)
        self.probe_first()

    def go_on(self, nodes: float = math.inf, until: float = math.inf) -> None:
        """Search until `nodes` nodes are visited or `until` seconds are used. Keep an exception in `error`."""
        if self.error is not None:
            raise self.error
        while not self.is_done and self.nodes < nodes and (before := self.had) < until:
            passed, gate = monotonic(), self.run.gate
            if gate is not None:
                gate.open(is_alone=until == math.inf)
            try:
                with self._timed():
                    # The nodes of a finished task are missing until this thread receives its result.
                    self.nodes = max(self.nodes, next(self._steps) * self.run.plan.node_cost)
            except StopIteration as end:
                self.answer, self.is_done = end.value, True
            except BaseException as error:
                self.error = error
                raise
            finally:
                self._passed += monotonic() - passed
                self.seconds += self.had - before
                self.watch(0)
            if gate is not None and gate.is_far and until < math.inf:
                break  # the other processes continue
        if self.run.gate is not None and not self.is_done:  # threads of an executor may still reach the gate
            self.run.gate.close()

    def probe(self) -> None:
        with self._timed(), self.run.statistics.phase("probe"):
            self.probes.go_on(EFFORT // self.run.plan.node_cost)

    def probe_first(self) -> None:
        """Probe until the probes have seen a fraction `PROBED` of the expected nodes, or of `SHORT` if that is less."""
        self.probe()
        while self.probes.seen < PROBED * min(self.probes.nodes, SHORT):
            self.probe()

    @property
    def expected(self) -> float:
        """The expected processor time of the whole search in seconds."""
        return max(MIN_SECONDS, self.probes.nodes * self.seconds / max(1, self.nodes), self.seconds / PATIENCE)

    def __str__(self) -> str:
        if isinstance(self.error, MemoryLimit):
            return f"the search needs too much memory: {self.error}"
        if self._probes is None:
            return "a short search"
        return f"a search of about {self.probes.nodes / self.run.plan.node_cost:.2g} nodes"

    @contextmanager
    def _timed(self) -> Iterator[None]:
        start = thread_time()
        try:
            yield
        finally:
            self.own += thread_time() - start

    def watch(self, method: int) -> None:
        """Let the clock report the progress of both methods, even if `method` (0 or 1) has just replaced its state."""
        clock = self.run.clock
        if clock.state != self._state:
            self._states[method], clock.state = clock.state, self._state

    def _state(self) -> tuple[float, int]:
        (done, nodes), (other_done, other_nodes) = (state() for state in self._states)
        return max(done, other_done), nodes + other_nodes

    def close(self) -> None:
        """End the search and its threads."""
        self._steps.close()
        self.error, nodes = None, self.run.statistics.nodes  # an error would keep this object alive
        self.run.clock.state = lambda: (0.0, nodes)
        seconds = self.run.statistics.seconds
        if "search" in seconds:  # this phase includes the pauses
            seconds["search"] = max(0.0, self._passed - seconds.get("symmetry", 0.0))


class _Turns:
    """A function for the frontier to call every few milliseconds, in which a search takes its turns."""

    def __init__(self, searched: _Search[Answer], glance: int) -> None:
        self._searched, self._glance = searched, glance
        # A frontier without threads uses only this thread, so other threads of the program must not be measured.
        self._is_alone = searched.run.options.workers == 1
        self._start = self._time()
        self._until = 0.0  # the current turn ends when the search has used this time in total
        self._factor = 1.0
        self._is_on = False
        self.passed = 0.0

    def _time(self) -> float:
        if self._is_alone:
            return thread_time() - self._searched.own
        return process_time() - self._searched.had

    def __call__(self, is_late: bool) -> None:
        """Run the search if its turn is due. Raise `_Decided` if the search has the answer."""
        searched, passed = self._searched, monotonic()
        if self._is_on or searched.error is not None:  # the search checks the clock as well
            return
        self._is_on = True
        try:
            searched.watch(1)
            self._take(self._time() - self._start, LATE if is_late else EARLY)
        except MemoryLimit as error:  # of the search, not of the frontier
            searched.error = error
        finally:
            self._is_on = False
            self.passed += monotonic() - passed
        if searched.is_done:
            raise _Decided

    def _take(self, spent: float, share: float) -> None:
        """Run the search for the time that it is due after the frontier has used `spent` seconds."""
        searched = self._searched
        least, most = MIN_RATIO * (spent - FIRST_SECONDS / 2), spent / MIN_RATIO  # the other half is for ticks
        if searched.nodes < self._glance:
            searched.go_on(self._glance, most)
            return
        if searched.run.statistics.seconds.get("probe", 0.0) < PROBED * (spent + searched.seconds):
            searched.probe()
        # Halfway to the next turn, as a better plan may have a shorter expected time, and an earlier turn.
        if spent >= min(share * searched.expected / 2, UNIMPROVED):
            searched.improve()
        expected = searched.expected * self._factor
        if spent >= share * expected and searched.had >= self._until:
            self._until = searched.had + max(PATIENCE * expected - searched.seconds, spent / 4)
            self._factor *= 2
        searched.go_on(until=max(least, min(self._until, most)))


def _answer(
    run: Run, searched: _Search[Answer], by_frontier: Callable[[Run, Turn | None], Answer], glance: int = STEP
) -> Answer:
    """Return the answer of `searched` or of the frontier, whichever has it first.

    If the tables of the search need too much memory, only the frontier runs. If the frontier is not applicable either,
    raise the error of the search.
    """
    counted, done = run.forked(), searched.run.statistics  # `done` are the statistics of the method that answers
    try:
        _go_first(searched, glance)
        if searched.is_done:
            done.reason = str(searched)
            return searched.answer  # type: ignore[no-any-return]
        counted.held = done.memory  # the memory limit applies to both methods together
        turns = _Turns(searched, glance)
        try:
            answer = by_frontier(counted, turns)
            done = counted.statistics
            done.reason = str(searched) if searched.error else f"done before {searched}"
            return answer
        except (_Decided, NotApplicable) as why:
            reason = str(why) or f"{searched}, before the frontier was done"
        finally:
            if "count" in counted.statistics.seconds:
                counted.statistics.seconds["count"] -= turns.passed
        if not searched.is_done and searched.error is None:
            searched.improve()  # not done yet if the frontier ended early
            searched.run.may_share = True
        searched.go_on()
        done.reason = reason
        return searched.answer  # type: ignore[no-any-return]
    finally:
        searched.close()
        run.statistics._take(done, [searched.run.statistics, counted.statistics])


def _go_first(searched: _Search[Answer], glance: int) -> None:
    """Search up to `glance` nodes. Continue without the frontier if probes predict a short search."""
    try:
        searched.compile()
        searched.go_on(glance, FIRST_SECONDS)
        if not searched.is_done:
            searched.probe_first()
            if searched.probes.nodes <= SHORT:
                searched.go_on(PATIENCE * searched.probes.nodes, FIRST_SECONDS)
    except MemoryLimit as error:
        searched.error = error


def count(run: Run) -> int:
    """Return the number of solutions, or of their orbits, as the options specify."""
    is_begun = run.journal is not None and run.journal.ends  # then the count continues with the plan of the journal
    searched = _Search(
        run.with_plan(by_search.plan_to_count(run)) if is_begun else run, by_search.counting, counts=True
    )
    return _answer(run, searched, by_frontier.count)


def tally(run: Run) -> Tallied:
    """Return the number of solutions, or of their orbits, that contain each placement."""
    return _answer(run, _Search(run, by_search.tallying, counts=False), by_frontier.tally)


def up_to(run: Run, limit: int) -> int:
    """Return the number of solutions, or `limit` if that is less."""

    searched = _Search(run, lambda run, step: by_search.meeting(run, limit, step), counts=False)
    return _answer(run, searched, lambda run, turn: min(limit, by_frontier.count(run, turn)), GLANCE)


METHOD = Method("auto", count, tally)
