"""The method "auto" by a clock that counts work: no method falls below its share, whatever the estimates are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from effort import examples
from pentomino import Puzzle, Statistics
from pentomino.limits import MemoryLimit
from pentomino.search import auto, by_frontier, by_search, estimate
from pentomino.search.by_frontier import TakeTurn
from pentomino.search.by_search import NotApplicable
from pentomino.search.options import Options
from pentomino.search.plan import plan_of
from pentomino.search.run import Run

NODE = 20e-9
"""The seconds of a node."""

FREE, SHARE = 0.02, 1 / 8
"""After how many seconds each method has had which share of the processor time."""


class Threads:
    """What the search has for a gate if workers share it. They work on for a moment when the gate closes."""

    is_far = False

    def __init__(self, machine: Machine) -> None:
        self.machine, self.seconds, self.is_open = machine, 0.0, True

    def open(self, is_alone: bool) -> None:
        self.is_open = True

    def close(self) -> None:
        if self.is_open:
            self.work(auto.STEP * NODE)
        self.is_open = False

    def work(self, seconds: float) -> None:
        self.seconds += self.machine.workers * seconds
        self.machine.searches(self.machine.workers * seconds)


class Machine:
    """Both methods, which take known times on as many processors, and do nothing. It checks what each has had.

    Each method has its answer after so many seconds, or raises its error then.
    """

    def __init__(
        self, by_search: float, by_frontier: float, error: float = 1.0, workers: int = 1, tick: float = 0.001
    ) -> None:
        self.of_search, self.of_frontier, self.error = by_search, by_frontier, error
        self.workers, self.tick = workers, tick
        self.caller = 0.0  # the processor time of its thread
        self.searched = self.counted = 0.0  # the processor time of each method
        self.raises: dict[str, Exception] = {}
        self.ended: set[str] = set()
        self.moments = 0

    def searches(self, seconds: float, by_caller: float = 0.0) -> None:
        self.searched += seconds
        self.caller += by_caller
        self.check(max(seconds, by_caller))

    def check(self, step: float) -> None:
        """No living method is behind its share by more than what was done just now, if both have begun."""
        late = self.searched + self.counted - FREE - step
        if not self.ended:
            self.moments += 1
            assert min(self.searched, self.counted) >= SHARE * late - 1e-9, (self.searched, self.counted)

    def end(self, method: str) -> int:
        self.ended.add(method)
        if method in self.raises:
            raise self.raises[method]
        return 7

    def steps(self, run: Run) -> Iterator[int]:
        nodes, step = 0, run.step
        while self.searched < self.of_search:
            nodes += step
            if run.may_share and self.workers > 1 and nodes * NODE > 0.02:
                run.gate = run.gate or Threads(self)  # type: ignore[assignment]
                run.gate.work(step * NODE)  # type: ignore[union-attr]
                nodes = int(self.searched / NODE)
            else:
                self.searches(step * NODE, step * NODE)
            yield nodes
        return self.end("search")  # type: ignore[return-value]

    def count(self, run: Run, turn: TakeTurn | None = None) -> int:
        assert turn is not None
        start = self.counted
        while self.counted - start < self.of_frontier:
            self.counted += self.workers * self.tick
            self.caller += self.tick
            self.check(self.workers * self.tick)
            turn(2 * self.counted > self.of_frontier)
        return self.end("frontier")

    def answer(self, patch: pytest.MonkeyPatch, glance: int = auto.STEP) -> tuple[int, Statistics]:
        machine = self

        class Probes:
            seen = 1 << 30

            def __init__(self, _: object) -> None:
                self.nodes = machine.of_search / NODE * machine.error

            def go_on(self, effort: int) -> None:
                pass

        patch.setattr(estimate, "Probes", Probes)
        patch.setattr(estimate, "counting_plan", lambda plan, probes=None: plan)
        patch.setattr(by_search, "counting", self.steps)
        patch.setattr(by_frontier, "count", self.count)
        patch.setattr(auto, "thread_time", lambda: self.caller)
        patch.setattr(auto, "process_time", lambda: self.searched + self.counted)
        run = Run(plan_of(Puzzle("3x20")), Options(workers=self.workers))
        searched = auto._Search(run, by_search.counting, counts=True)
        return auto._answer(run, searched, "count", glance), run.statistics


SECONDS = st.floats(-3, 0.5).map(lambda power: 10**power)
ERRORS = st.floats(-3, 3).map(lambda power: 10**power)


@examples(150)
@given(
    by_search=SECONDS,
    by_frontier=SECONDS,
    error=ERRORS,
    workers=st.integers(1, 4),
    tick=st.sampled_from([0.0002, 0.001, 0.002]),
    glance=st.sampled_from([auto.STEP, auto.GLANCE_NODES]),
)
def test_the_share_of_a_method_never_falls_below_the_floor(
    by_search: float, by_frontier: float, error: float, workers: int, tick: float, glance: int
) -> None:
    machine = Machine(by_search, by_frontier, error, workers, tick)
    with pytest.MonkeyPatch.context() as patch:
        answer, statistics = machine.answer(patch, glance)
    assert answer == 7
    step = workers * max(tick, auto.STEP * NODE)
    assert machine.searched + machine.counted <= 8 * min(by_search, by_frontier) + FREE + 8 * step
    assert (statistics.reason.startswith("done before")) == ("frontier" in machine.ended)


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize(("by_search", "by_frontier"), [(3.0, 0.1), (0.2, 3.0)])
def test_right_estimates_cost_little(
    by_search: float, by_frontier: float, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine(by_search, by_frontier, workers=workers)
    assert machine.answer(monkeypatch)[0] == 7
    assert machine.moments > 10
    assert machine.searched + machine.counted < 1.3 * min(by_search, by_frontier)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("error", [1e-3, 1, 1e3])
def test_a_method_that_ends_by_itself_leaves_all_to_the_other(
    error: float, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error of the search within a turn is no result, and none of the frontier's."""
    for first, reason in (("frontier", "no memory"), ("search", "the search needs too much memory: no room")):
        times = {"frontier": (1.0, 0.1), "search": (0.1, 1.0)}[first]
        machine = Machine(*times, error, workers)
        machine.raises = {"frontier": NotApplicable("no memory"), "search": MemoryLimit("no room")}
        del machine.raises["search" if first == "frontier" else "frontier"]
        answer, statistics = machine.answer(monkeypatch)
        assert (answer, statistics.reason) == (7, reason)
        monkeypatch.undo()


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("times", [(1.0, 0.1), (0.1, 1.0), (1e-4, 1.0)])
def test_if_both_end_by_themselves_the_error_of_the_search_is_raised(
    times: tuple[float, float], workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine(*times, workers=workers)
    machine.raises = {"frontier": NotApplicable("no memory"), "search": MemoryLimit("no room")}
    with pytest.raises(MemoryLimit, match="^no room$"):
        machine.answer(monkeypatch)


@pytest.mark.parametrize("error", [ZeroDivisionError(), MemoryError(), KeyError("frontier"), KeyboardInterrupt()])
def test_any_other_error_of_the_search_is_raised_at_once(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(0.1, 1.0)
    machine.raises = {"search": error}
    with pytest.raises(type(error)):
        machine.answer(monkeypatch)
    assert machine.counted < 1
