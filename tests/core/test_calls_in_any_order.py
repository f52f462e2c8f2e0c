"""Searches driven in any order of calls, against a plain list of all solutions: what `Search` promises its callers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from covers import Cover, Numbers, Option, barren, covers
from effort import examples
from pentomino._core import Search

Engine = Callable[[Cover], tuple[Search, dict[int, Option]]]
engines = st.sampled_from([Cover.by_window, Cover.by_items])
SHORT = 1 << 19
"""Nodes between two looks at the clock, at most: some milliseconds."""


@examples(200)
@given(cover=covers(), engine=engines)
def test_solutions_are_those_of_brute_force(cover: Cover, engine: Engine) -> None:
    search, meaning = engine(cover)
    assert list(search) == cover.solutions(meaning)


class EnoughError(Exception):
    """What a tick raises."""


def raises() -> None:
    raise EnoughError


PATIENT: dict[str, Any] = {"tick": lambda: None}
means = st.sampled_from([{"tick": raises}, PATIENT])
limits = st.sampled_from([-1, 0, 1, 7, 2**40, 2**63 - 1])


def figures(search: Search) -> Counter[object]:
    """All figures of a search by their names; those by depth by their kind and depth."""
    dead_ends, by_depth = search.counts()
    found = Counter[object]({"nodes": search.nodes, "dead ends": dead_ends})
    for kind, numbers in enumerate(by_depth):
        found.update({(kind, depth): number for depth, number in enumerate(numbers)})
    return found


class Driver(RuleBasedStateMachine):
    """A search, and which solutions it still has to meet."""

    @initialize(cover=covers(), engine=engines)
    def begin(self, cover: Cover, engine: Engine) -> None:
        self.cover = cover
        self.search, self.meaning = engine(cover)
        self.fresh = lambda: engine(cover)[0]
        self.solutions = cover.solutions(self.meaning)
        self.nodes = sorted({found[:depth] for found in self.solutions for depth in range(len(found) + 1)} | {()})
        self.found = 0
        self.seen = figures(self.search)
        self.start_over(())

    def start_over(self, node: Numbers) -> None:
        """The search stands at *node*."""
        self.node = node
        self.awaited = self.below(node)
        self.started = figures(self.search)
        self.done = 0.0

    def below(self, node: Numbers) -> list[Numbers]:
        return [found for found in self.solutions if found[: len(node)] == node]

    def meet(self, number: int) -> list[Numbers]:
        """The next solutions, as many as that: they are awaited no longer."""
        met, self.awaited = self.awaited[:number], self.awaited[number:]
        self.found += len(met)
        return met

    def end(self) -> None:
        """Nothing is left, and all the work is done, just as by one count in one go."""
        assert self.awaited == []
        assert self.work_since(self.started) == self.work_below(self.node)

    def work_since(self, started: Counter[object]) -> Counter[object]:
        now = figures(self.search)
        now.subtract(started)
        return now

    def work_below(self, node: Numbers) -> Counter[object]:
        search = self.fresh()
        search.seek(node)
        assert search.count() == search.found == len(self.below(node))
        return figures(search)

    def stop(self, search: Callable[..., object], how: dict[str, Any]) -> bool:
        """Whether the tick ends this call. If it could, the call was short, and yet made some way."""
        before = self.search.nodes
        try:
            self.result: Any = search(**how)
        except EnoughError:
            assert before < self.search.nodes < before + SHORT
            return True
        assert self.search.nodes < before + SHORT or how == PATIENT
        return False

    @rule(how=means)
    def next(self, how: dict[str, Any]) -> None:
        if self.stop(self.search.next, how):
            return
        assert [self.result] == (self.meet(1) or [None])
        if self.result is None:
            self.end()

    @rule()
    def iterate(self) -> None:
        assert list(islice(self.search, 2)) == self.meet(2)

    @rule(most=st.sampled_from([-1, 0, 1, 2, 1000]), how=means)
    def take_some(self, most: int, how: dict[str, Any]) -> None:
        if self.stop(partial(self.search.take_some, most), how):
            return
        assert len(self.result) <= max(most, 0)
        assert self.result == self.meet(len(self.result))
        if most > 0 and not self.result:
            self.end()

    @rule(limit=limits, how=means)
    def count(self, limit: int, how: dict[str, Any]) -> None:
        most = max(0, min(limit, len(self.awaited)))
        if self.stop(partial(self.search.count, limit), how):
            number = self.search.found - self.found
            assert 0 <= number <= most
            self.meet(number)
            return
        assert self.result == len(self.meet(most)) == most
        if most < limit:
            self.end()

    @rule(data=st.data())
    def seek(self, data: st.DataObject) -> None:
        node = data.draw(st.sampled_from(self.nodes))
        self.search.seek(node)
        self.start_over(node)

    @rule(data=st.data(), wrong=st.sampled_from([-1, 10**6, None]))
    def seek_what_is_no_node(self, data: st.DataObject, wrong: int | None) -> None:
        """None stands for the last placement once more. After the error the search is to start over."""
        node = data.draw(st.sampled_from(self.nodes))
        if wrong is None and not node:
            return
        with pytest.raises(ValueError, match=r"^these placements do not follow one another$"):
            self.search.seek((*node, node[-1] if wrong is None else wrong))
        self.search.seek(node)
        self.start_over(node)

    @rule(seed=st.integers(0, 2**64 - 1), most=st.integers(1, 3))
    def probe(self, seed: int, most: int) -> None:
        before = self.search.nodes
        probes, seen = self.search.probe(seed, most)
        assert (probes, seen) == self.fresh().probe(seed, most)
        assert len(probes) == most
        assert seen >= self.search.nodes - before
        for nodes, solutions, met in probes:
            assert nodes >= 0
            assert solutions >= 1 if met in self.solutions else (solutions, met) == (0, None)
        self.start_over(())

    @rule(depth=st.integers(-1, 4), data=st.data())
    def prefixes(self, depth: int, data: st.DataObject) -> None:
        node = data.draw(st.sampled_from(self.nodes))
        found = self.search.prefixes(depth, node)
        self.check(found, depth, node)
        self.nodes += [prefix for prefix in found[:5] if prefix not in self.nodes]
        self.start_over(())

    def check(self, prefixes: list[Numbers], depth: int, node: Numbers) -> None:
        length = len(node) + max(depth, 0)
        assert prefixes == sorted(set(prefixes))
        assert {found[:length] for found in self.below(node)} <= set(prefixes)
        for prefix in prefixes:
            assert prefix[: len(node)] == node
            assert len(prefix) == length or (len(prefix) < length and prefix in self.solutions)
            assert self.cover.is_node(prefix, self.meaning)

    @rule(depth=st.integers(0, 3), data=st.data())
    def split(self, depth: int, data: st.DataObject) -> None:
        """Prefixes, each searched in turn, are the whole: the same solutions in the same order, and the same work."""
        node = data.draw(st.sampled_from(self.nodes))
        started = figures(self.search)
        met = []
        for prefix in self.search.prefixes(depth, node):
            self.search.seek(prefix)
            met += list(self.search)
        assert met == self.below(node)
        assert self.work_since(started) == self.work_below(node)
        self.found += len(met)
        self.search.seek(())
        self.start_over(())

    @rule()
    def look(self) -> None:
        done = self.search.fraction()
        assert 0 <= done <= 1
        if len(self.cover.slots) <= 64:  # of several groups, each is looked at apart
            assert done >= self.done
        self.done = done

    @invariant()
    def figures_add_up(self) -> None:
        assert self.search.found == self.found
        assert sum(self.search.counts()[1][0]) == self.search.nodes
        seen, self.seen = self.seen, figures(self.search)
        assert self.seen >= seen

    def teardown(self) -> None:
        if hasattr(self, "awaited"):
            self.count(2**40, PATIENT)


class LongDriver(Driver):
    """A search that looks at the clock and calls the tick before it has met its solutions, and after."""

    @initialize(cover=st.builds(barren, st.booleans(), st.booleans()), engine=engines)
    def begin(self, cover: Cover, engine: Engine) -> None:
        super().begin(cover, engine)
        self.nodes = [node for node in self.nodes if len(node) < 2]  # below the others little is left to do


TestDriver = Driver.TestCase
TestDriver.settings = settings(examples(100), stateful_step_count=15)
TestLongDriver = LongDriver.TestCase
TestLongDriver.settings = settings(examples(12), stateful_step_count=7)


@pytest.mark.parametrize(("engine", "large_first"), [(Cover.by_window, False), (Cover.by_items, True)])
def test_what_was_found_is_handed_over_before_the_tick_counts(engine: Engine, large_first: bool) -> None:
    """All solutions come at once, and then a long search for more."""
    cover = barren(above=False, large_first=large_first)
    search, meaning = engine(cover)
    assert search.take_some(1000, raises) == list(cover.tilings(meaning))
    with pytest.raises(EnoughError):
        search.take_some(1000, raises)
    assert search.take_some(1000) == []
    assert search.found == 3
