"""The method "auto": the search or the frontier, by evidence.

Random probes tell how many nodes a search will visit. A search that they say is short goes first. Else the frontier
begins: it seldom takes much longer, and often far less. Once it has taken a share of the time that the search is
expected to take, the search has turns, within the tick of the frontier: it can pause, and the frontier cannot. The one
that answers first ends the other.

Which of the two answers may depend on the time that they take, the answer never. So nothing that has an order, a
listing or a sample, is decided here.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from time import monotonic, process_time
from typing import TYPE_CHECKING, Generic, TypeAlias

from ...base.limits import NoRoom
from ..progress import Statistics
from ..run import Run
from . import frontier, search
from .frontier import Turn
from .method import Answer, Method, Steps, Tallied, Unfit, finished

if TYPE_CHECKING:
    from ..estimate import Probes

Begin: TypeAlias = Callable[[Run, int], Steps[Answer]]
"""Begins a search that pauses after each so many nodes."""

# Nodes are counted as those of the window engine, which takes some 20 ns for one.

STEP = 1 << 14
"""The nodes from one pause of the search to the next, some 0.4 ms. The first step tells how long a node takes."""

SHORT = 1 << 19
"""A search that is expected to visit at most so many nodes, in some 12 ms, goes on without the frontier."""

GLANCE = 1 << 22
"""The nodes of a count with a limit before the frontier begins, as it may meet that many solutions at any time."""

MOMENT = 0.2
"""The most seconds that the search goes first, as to list many solutions takes longer than the nodes tell."""

EFFORT = 1 << 13
"""The nodes that probes see at a time."""

PROBED = 1 / 32
"""The share of all time that goes to probes. What they see takes about as long as nodes of the search do."""

EARLY, LATE = 0.2, 1.25
"""The shares of the time of the search that the frontier has before a turn of the search: in the first half of the
cells, and beyond. A frontier that is faster is beyond by then, one that is hopeless never is."""

UNIMPROVED = 0.5
"""The most seconds of the frontier before a better plan is looked for, which takes some tens of milliseconds. Where a
cell breaks the symmetry, as of 25 Y in 5x5x5, the first plan may be expected to take hours for seconds."""

PATIENCE = 1.5
"""The share of the time expected of it that the search has in its first turn. Each turn doubles what is expected."""

LEAST = 0.002
"""The least seconds that are expected of a search, as clocks are coarse."""


class _Decided(Exception):  # noqa: N818 - not an error, but the way out of the frontier
    """The search has the answer, or is to find it. Raised by `_Turns` and caught by `_answer`."""


class _Search(Generic[Answer]):
    """A search that goes on in steps, by this thread and with a run of its own, and what it is expected to take."""

    def __init__(self, run: Run, begin: Begin[Answer], counts: bool) -> None:
        self.run = run.apart(workers=1, executor=None, journal=None)
        self.is_done = False
        self.nodes, self.seconds, self._passed = 0, 0.0, 0.0
        self._answer: Answer | None = None
        self._counts = counts
        self._may_improve = counts
        self._begin, self._steps = begin, begin(self.run, STEP)
        self._probes: Probes | None = None

    @property
    def probes(self) -> Probes:
        """Probes of the plan that is searched."""
        if self._probes is None:
            from ..estimate import Probes  # listings and the shortest counts never probe

            self._probes = Probes(self.run.plan)
        return self._probes

    def compile(self) -> None:
        """Make the tables, so that the first step takes no more time than others."""
        with self.run.statistics.phase("compile"):
            self.run.plan.compile(self._counts)

    def improve(self) -> None:
        """Begin a count anew by the plan that visits the fewest nodes. Do nothing when called again.

        To find that plan takes tens of milliseconds, in which many frontiers are done.
        """
        if not self._may_improve:
            return
        from ..breaking import counting_plan  # most counts end before

        self._may_improve = False
        with self.run.statistics.phase("compile"):
            plan = counting_plan(self.run.plan, self.probes)
        if plan is self.run.plan:
            return
        self._steps.close()
        seconds = self.run.statistics.seconds
        self.run.statistics.cleared().seconds = seconds  # its nodes are visited again
        self.run.plan, self._probes, self.nodes, self.seconds = plan, None, 0, 0.0
        self._steps = self._begin(self.run, STEP)
        self.go_on(STEP)
        self.probe_first()

    def go_on(self, nodes: float = math.inf, seconds: float = math.inf) -> bool:
        """Search until so many nodes are visited or so much time is taken in all. Return whether it is done."""
        while not self.is_done and self.nodes < nodes and self.seconds < seconds:
            start, passed = process_time(), monotonic()
            try:
                self.nodes = next(self._steps) * self.run.plan.node_cost
            except StopIteration as end:
                self._answer, self.is_done = end.value, True
            finally:
                self.seconds += process_time() - start
                self._passed += monotonic() - passed
        return self.is_done

    def whole(self) -> Answer:
        """Search to the end, and return the answer."""
        self.go_on()
        return self._answer  # type: ignore[return-value]

    def probe(self) -> None:
        """Probe for some nodes more."""
        with self.run.statistics.phase("probe"):
            self.probes.go_on(EFFORT // self.run.plan.node_cost)

    def probe_first(self) -> None:
        """Probe until what the probes have seen is a share of the search, or of one that is short."""
        self.probe()
        while self.probes.seen < PROBED * min(self.probes.nodes, SHORT):
            self.probe()

    @property
    def probed(self) -> float:
        """The seconds that probes have taken."""
        return self.run.statistics.seconds.get("probe", 0.0)

    @property
    def expected(self) -> float:
        """The seconds of processor time that it will take, from its beginning to its end."""
        return max(LEAST, self.probes.nodes * self.seconds / max(1, self.nodes), self.seconds / PATIENCE)

    def __str__(self) -> str:
        return f"a search of about {self.probes.nodes / self.run.plan.node_cost:.2g} nodes"

    def close(self) -> None:
        """End the search."""
        self._steps.close()
        seconds = self.run.statistics.seconds
        if "search" in seconds:  # this phase has passed while it was paused, too
            seconds["search"] = max(0.0, self._passed - seconds.get("symmetry", 0.0))


class _Turns:
    """The turns of a search within the tick of the frontier. If they are not `shared`, the first turn ends both."""

    def __init__(self, searched: _Search[Answer], is_shared: bool) -> None:
        self._searched = searched
        self._is_shared = is_shared
        self._state = searched.run.clock.state
        self._start = process_time()
        self._taken = 0.0  # by turns
        self._factor = 1.0
        self._is_on = self._is_told = False
        self.passed = 0.0

    def __call__(self, is_late: bool) -> None:
        """Let the search have its turn if it is due. Raise `_Decided` if it has the answer."""
        if self._is_on:  # the search looks at the clock as well
            return
        if not self._is_told:
            self._tell_both()
        searched, start, passed = self._searched, process_time(), monotonic()
        spent = start - self._start - self._taken
        share = LATE if is_late else EARLY
        self._is_on = True
        try:
            if searched.probed < PROBED * (spent + searched.seconds):
                searched.probe()
            # Half of the time is left, as a better plan may be expected to take less.
            if spent >= min(share * searched.expected / 2, UNIMPROVED):
                self._improve()
            if spent >= share * searched.expected * self._factor:
                if self._is_shared:
                    raise _Decided
                if searched.go_on(
                    seconds=max(PATIENCE * searched.expected * self._factor, searched.seconds + spent / 4)
                ):
                    raise _Decided
                self._factor *= 2
        finally:
            self._is_on = False
            self._taken += process_time() - start
            self.passed += monotonic() - passed

    def _improve(self) -> None:
        """Let the search go by a better plan, and the clock report its progress."""
        clock = self._searched.run.clock
        both = clock.state
        self._searched.improve()
        if clock.state is not both:  # the search has begun anew
            self._state, clock.state = clock.state, both

    def _tell_both(self) -> None:
        """Let the clock report the progress of the one that is ahead, and the nodes of both."""
        clock, other = self._searched.run.clock, self._searched.run.clock.state

        def both() -> tuple[float, int]:
            (done, nodes), (other_done, other_nodes) = self._state(), other()
            return max(done, other_done), nodes + other_nodes

        clock.state, self._is_told = both, True


def _answer(
    run: Run,
    searched: _Search[Answer],
    by_frontier: Callable[[Run, Turn | None], Answer],
    by_search: Callable[[Run], Answer],
    glance: int = STEP,
) -> Answer:
    """Return the answer of `searched` or of the frontier, of the one that has it first.

    The search goes first for `glance` nodes. If workers are to share it, it is begun anew after that, `by_search`.
    """
    counted, done = run.apart(), searched.run.statistics  # of the one that answers
    is_shared = run.options.workers > 1 or run.options.executor is not None or run.journal is not None
    try:
        try:
            if _goes_first(searched, glance):
                return searched.whole()
        except NoRoom as error:
            done = counted.statistics
            return _by_frontier_alone(counted, by_frontier, error)
        turns = _Turns(searched, is_shared)
        counted.held = searched.run.statistics.memory  # the limit is for both
        done = counted.statistics
        try:
            answer = by_frontier(counted, turns)
            done.reason = f"done before {searched}"
            return answer
        except (_Decided, Unfit) as why:
            done = Statistics() if is_shared else searched.run.statistics
            done.reason = str(why) or f"{searched}, before the frontier was done"
        finally:
            if "count" in counted.statistics.seconds:
                counted.statistics.seconds["count"] -= turns.passed
        if not is_shared:
            searched.improve()  # the frontier may have ended before it was due
            return searched.whole()
    finally:
        searched.close()
        run.statistics.take(done, [searched.run.statistics, counted.statistics])
    return by_search(run)


def _goes_first(searched: _Search[Answer], glance: int) -> bool:
    """Search for some nodes, and on if probes say that the search is short. Return whether it is done."""
    statistics = searched.run.statistics
    searched.compile()
    if searched.go_on(glance, MOMENT):
        statistics.reason = "a short search"
        return True
    searched.probe_first()
    statistics.reason = str(searched)
    return searched.probes.nodes <= SHORT and searched.go_on(PATIENCE * searched.probes.nodes, MOMENT)


def _by_frontier_alone(run: Run, by_frontier: Callable[[Run, Turn | None], Answer], why: NoRoom) -> Answer:
    """Return the answer of the frontier. If it is unfit, raise `why` the search could not begin."""
    try:
        return by_frontier(run, None)
    except Unfit:
        raise why from None
    finally:
        run.statistics.reason = f"the search needs too much memory: {why}"


def count(run: Run) -> int:
    """Return the number of solutions, or of their orbits, as the options have it."""
    if run.journal is not None and run.journal.ends:  # units of the search are done
        return search.count(run)
    return _answer(run, _Search(run, search.counting, counts=True), frontier.count, search.count)


def tally(run: Run) -> Tallied:
    """Return how many solutions, or orbits of them, contain each placement."""
    return _answer(run, _Search(run, search.tallying, counts=False), frontier.tally, search.tally)


def up_to(run: Run, limit: int) -> int:
    """Return the number of solutions, or `limit` if that is less."""

    def meeting(run: Run, step: int) -> Steps[int]:
        return search.meeting(run, limit, step)

    def by_frontier(run: Run, turn: Turn | None) -> int:
        return min(limit, frontier.count(run, turn))

    def by_search(run: Run) -> int:
        return finished(search.meeting(run, limit))

    return _answer(run, _Search(run, meeting, counts=False), by_frontier, by_search, GLANCE)


METHOD = Method("auto", count, tally)
