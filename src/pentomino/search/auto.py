"""The method "auto": let the search and the frontier engine take turns, and return the answer that comes first.

The search visits the solutions one by one. The frontier engine counts the solutions without visiting them; see
`docs/explanation/counting.md`. First, the search runs alone for up to 20 ms. Then the frontier starts. Every few
milliseconds, the frontier calls a function, which can run the search for a while. The method that finds the answer
first ends the other method.

Each method gets at least an eighth of the processor time, unless it has failed. The search gets longer turns if random
probes predict a short search. The threads of a search stop between its turns. Workers in other processes continue,
because the frontier cannot use them. Use this module only for counts and tallies, not for listings and samples, because
the order of their solutions depends on the method.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from time import monotonic, process_time
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias

from ..limits import MemoryLimit
from . import by_search
from .by_search import NotApplicable, Pausing, Tallied
from .clock import Answer, Statistics, thread_time
from .run import Run

if TYPE_CHECKING:
    from .estimate import Probes

BeginSearch: TypeAlias = Callable[[Run], Pausing[Answer]]
"""A function that begins the search of a run, which pauses after every `run.step` nodes."""

# All numbers of nodes below are for the window engine, which takes about 20 ns for a node.

STEP = 1 << 14
"""The number of nodes between two pauses of the search, about 0.4 ms. The first step measures the search's speed."""

SHORT = 1 << 19
"""A search that is expected to visit at most this number of nodes, about 12 ms, continues without the frontier."""

GLANCE_NODES = 1 << 22
"""In a count with a limit, the search gets most of the time until it has visited this number of nodes. The search may
reach the limit at any time."""

FIRST_SECONDS = 0.02
"""The maximum processor time in seconds that the search uses before the frontier starts."""

MIN_RATIO = 1 / 7
"""Each method gets at least this multiple of the other method's processor time. A failed method gets no time."""

EFFORT = 1 << 13
"""The number of nodes that random probes visit in one call of `_Search.probe`."""

PROBED = 1 / 32
"""Random probes use about this fraction of the time. For a node, a probe needs about the same time as a search."""

EARLY, LATE = 0.2, 1.25
"""The search gets a turn when the frontier has run for this multiple of the search's expected time. EARLY applies while
the frontier handles the first half of the cells, LATE during the second half. A fast frontier reaches the second half
before the first turn is due. A hopeless frontier never reaches the second half."""

UNIMPROVED = 0.5
"""The frontier runs for at most this number of seconds before a count looks for a better plan. In a better plan,
another piece or cell breaks the symmetry. Looking takes some tens of milliseconds. The best plan may be 1000 times
faster, for example for 25 Y in 5x5x5."""

SHARED_SECONDS = 0.1
"""The minimum expected time, in seconds, of a search that workers share. Starting workers takes some tens of ms."""

PATIENCE_RATIO = 1.5
"""A turn ends when the search has used this multiple of its expected time, in all turns together. Each turn assumes
twice the expected time of the turn before."""

MIN_SECONDS = 0.002
"""The minimum expected time of a search in seconds. Clocks are too coarse to measure less."""


class _Decided(Exception):  # noqa: N818 - not an error, but ends the frontier
    """Raised by `_TurnTaker` to end the frontier, because the search has the answer. `_answer` catches it."""


class _Search(Generic[Answer]):
    """A search that pauses after each step. It has a copy of the run, and estimates the time that it needs.

    The function `begin` starts the search. If `counts` is True, the search only counts solutions, and may restart with
    a better plan. `seconds` is the processor time of the steps with the current plan. `own` is the processor time that
    the caller's thread has used for steps, probes and plans. `error` is the exception that ended the search, or None.
    """

    def __init__(self, run: Run, begin: BeginSearch[Answer], counts: bool) -> None:
        self.run = run.replace(statistics=Statistics(), may_share=False, step=STEP)
        self.is_done = False
        self.error: BaseException | None = None
        self.nodes, self.seconds, self.own, self._passed = 0, 0.0, 0.0, 0.0
        self.answer: Any = None  # set when the search is done
        self._counts = counts
        self._may_improve = counts and not (run.journal is not None and run.journal.ends)
        self._begin, self._steps = begin, begin(self.run)
        self._probes: Probes | None = None
        self._states: list[Callable[[], tuple[float, int]]] = [lambda: (0.0, 0)] * 2  # for the search, for the frontier
        self.run.clock.state = self._state

    @property
    def probes(self) -> Probes:
        if self._probes is None:
            from .estimate import Probes  # listings and the shortest counts never probe

            self._probes = Probes(self.run.plan)
        return self._probes

    @property
    def had(self) -> float:
        # includes the time of the threads that share the search
        return self.own + (self.run.gate.seconds if self.run.gate else 0.0)

    def compile(self) -> None:
        with self._timed(), self.run.statistics.phase("compile"):
            self.run.compile(self._counts)

    def improve(self) -> None:
        # share a long search among workers; on the first call, restart a count if there is a better plan
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
        self._steps = self._begin(run)
        self.go_on(1)
        self.probe_first()

    def go_on(self, nodes: float = math.inf, until: float = math.inf) -> None:
        """Continue the search until it has visited `nodes` nodes or used `until` seconds of processor time in total."""
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
                break  # workers in other processes continue
        if self.run.gate is not None and not self.is_done:  # threads of an executor may still reach the gate
            self.run.gate.close()

    def probe(self) -> None:
        with self._timed(), self.run.statistics.phase("probe"):
            self.probes.go_on(EFFORT // self.run.plan.node_cost)

    def probe_first(self) -> None:
        self.probe()
        while self.probes.seen < PROBED * min(self.probes.nodes, SHORT):
            self.probe()

    @property
    def expected(self) -> float:
        # processor time of the whole search, in seconds
        return max(MIN_SECONDS, self.probes.nodes * self.seconds / max(1, self.nodes), self.seconds / PATIENCE_RATIO)

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
        """Set `clock.state` to the nodes of both methods, and to the larger of the fractions that they have done.

        Call this after the search (`method` 0) or the frontier (`method` 1) has run and has set `clock.state`.
        """
        clock = self.run.clock
        if clock.state != self._state:
            self._states[method], clock.state = clock.state, self._state

    def _state(self) -> tuple[float, int]:
        (done, nodes), (other_done, other_nodes) = (state() for state in self._states)
        self.run.clock.is_unlisted = other_done > done
        return max(done, other_done), nodes + other_nodes

    def close(self) -> None:
        self._steps.close()
        self.error, nodes = None, self.run.statistics.nodes  # the traceback of an error would keep this object alive
        self.run.clock.state = lambda: (0.0, nodes)
        seconds = self.run.statistics.seconds
        if "search" in seconds:  # this phase includes the pauses
            seconds["search"] = max(0.0, self._passed - seconds.get("symmetry", 0.0))


class _TurnTaker:
    """A function that the frontier engine calls every few milliseconds. It may give the search a turn.

    The search gets most of the time until it has visited `glance` nodes.
    """

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
        """Run the search for its share of the time. Raise `_Decided` if the search has the answer.

        `is_late` is True once the frontier is in the second half of the cells. Then the search waits longer for a turn.
        """
        searched, passed = self._searched, monotonic()
        if self._is_on or searched.error is not None:  # during a turn, a check of the clock calls this again
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
        """Run the search for its minimum time, or for a longer turn if a turn is due.

        The frontier has run for `spent` seconds. A turn is due at `share` times the expected time of the search.
        """
        searched = self._searched
        least, most = MIN_RATIO * (spent - FIRST_SECONDS / 2), spent / MIN_RATIO  # the search may lag a little behind
        if searched.nodes < self._glance:
            searched.go_on(self._glance, most)
            return
        if searched.run.statistics.seconds.get("probe", 0.0) < PROBED * (spent + searched.seconds):
            searched.probe()
        # Look for a better plan halfway to the next turn, because a shorter expected time would make the turn earlier.
        if spent >= min(share * searched.expected / 2, UNIMPROVED):
            searched.improve()
        expected = searched.expected * self._factor
        if spent >= share * expected and searched.had >= self._until:
            self._until = searched.had + max(PATIENCE_RATIO * expected - searched.seconds, spent / 4)
            self._factor *= 2
        searched.go_on(until=max(least, min(self._until, most)))


def _answer(run: Run, searched: _Search[Answer], verb: Literal["count", "tally"], glance: int = STEP) -> Answer:
    """Return the answer of the search or of the frontier (its function `verb`), whichever is ready first.

    The search has priority until it has visited `glance` nodes. If the search needs too much memory, only the frontier
    runs. If the frontier cannot handle the puzzle either, raise the error of the search.
    """
    counted = run.replace(statistics=Statistics())
    done = searched.run.statistics  # the statistics of the method that answers
    try:
        _go_first(searched, glance)
        if searched.is_done:
            done.note(str(searched))
            return searched.answer  # type: ignore[no-any-return]
        counted.held = done.memory  # the memory limit applies to both methods together
        turn_taker = _TurnTaker(searched, glance)
        try:
            from . import by_frontier  # it loads the engine, which a short search does not need

            answer: Answer = getattr(by_frontier, verb)(counted, turn_taker)
            done = counted.statistics
            done.note(str(searched) if searched.error else f"done before {searched}")
            return answer
        except (_Decided, NotApplicable) as why:
            unfit = str(why)
            reason = unfit or f"{searched}, before the frontier was done"
        finally:
            if "count" in counted.statistics.seconds:
                counted.statistics.seconds["count"] -= turn_taker.passed
        if not searched.is_done and searched.error is None:
            searched.improve()  # the frontier may have ended before it called `turn_taker`
            searched.run.may_share = True
        searched.go_on()
        done.unfit = unfit
        done.note(reason)
        return searched.answer  # type: ignore[no-any-return]
    finally:
        searched.close()
        run.statistics._take(done, [searched.run.statistics, counted.statistics])


def _go_first(searched: _Search[Answer], glance: int) -> None:
    """Run only the search, for at most 20 ms: `glance` nodes, or more if probes predict a short search."""
    try:
        searched.compile()
        searched.go_on(glance, FIRST_SECONDS)
        if not searched.is_done:
            searched.probe_first()
            if searched.probes.nodes <= SHORT:
                searched.go_on(PATIENCE_RATIO * searched.probes.nodes, FIRST_SECONDS)
    except MemoryLimit as error:
        searched.error = error


def count(run: Run) -> int:
    """Return the number of solutions. `run.options.symmetry` decides which solutions are equivalent."""
    is_begun = run.journal is not None and run.journal.ends  # then continue with the plan of the journal
    begun = run.replace(plan=by_search.plan_to_count(run)) if is_begun else run
    return _answer(run, _Search(begun, by_search.counting, counts=True), "count")


def tally(run: Run) -> Tallied:
    """Return, for each placement, how many solutions have it (see `run.options.symmetry`)."""
    return _answer(run, _Search(run, by_search.tallying, counts=False), "tally")


def up_to(run: Run, limit: int) -> int:
    """Return the number of solutions or `limit`, whichever is less."""
    searched = _Search(run, partial(by_search.meeting, limit=limit), counts=False)
    return min(limit, _answer(run, searched, "count", GLANCE_NODES))
