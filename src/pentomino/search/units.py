"""Units of work: a plan's cases, cut into sub-puzzles small enough to be shared out and to show progress."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, TypeAlias

from ..base.look import look, looked
from ..base.value import Record
from .plan import Case, Numbers, Plan
from .progress import Statistics

if TYPE_CHECKING:
    from .items import AnySearch

__all__ = [
    "ITEM_NODE",
    "NEVER",
    "Done",
    "Left",
    "Rest",
    "Searcher",
    "Tick",
    "Unit",
    "UnitKey",
    "at_most",
    "batch_size",
    "cut",
    "levels_behind",
    "shares",
    "whole",
]

Tick = Callable[[], None]
"""Is called every few milliseconds, and may raise to stop what is at work."""

UNITS = 3000
"""Units to cut a long work into: if one-sided 5x18 had that many, the largest would be 3.7 % of it."""

MOST_UNITS = 1 << 16
"""Units after which no more are cut: on a large board, each placement leaves thousands for the next."""

FEW_UNITS = 32
"""Units of a short work: so many keep some threads busy alike."""

GRAIN = 1 << 20
"""Nodes of a unit at a guess, some 25 ms: to begin one takes up to 0.2 ms, if threads wait for each other."""

ITEM_NODE = 6
"""Nodes of other engines that take as long as one of the item engine: 5 to 7."""

SAMPLE = 8
"""Cases that are probed to tell how long the work is, that a few probes of each tell to within a few times."""

DEEPEST = 8
"""Placements in a prefix at most, if there never are that many units."""

NEVER = 1 << 62
"""More nodes than any search visits."""

PROBES = 50
"""Random probes of a case, to tell how large it is."""

EFFORT, EFFORT_BY_ITEMS = 1 << 17, 1 << 13
"""Nodes that these see in all cases, and placements that they replay, at most: that takes some 30 ms."""

FEW_CASES = 200
"""With more cases than these they are taken to be alike: to probe them all would take too long."""


BATCH = 256
"""Solutions that are handed on at once, at most."""

BATCH_CELLS = 1 << 18
"""The cells that they cover, at most: the longer one is, the fewer are handed on before the next look at the clock."""


class Unit(Record):
    """The solutions of a case that begin with certain placements, by their numbers."""

    case: Case
    prefix: tuple[int, ...]


UnitKey: TypeAlias = tuple[int, Numbers]
"""A unit as it is sent and noted: the number of its case, and its prefix."""


Rest: TypeAlias = tuple[int, Numbers, Numbers]
"""The units just below a node, from one on: on a large board, to name each would take long, and a lot of memory."""

Left: TypeAlias = UnitKey | Rest
"""What is left to do: a unit, or some."""


class Done(Record):
    """What there is in a unit, or before an *end* in it: its solutions, or their number; and what it took."""

    unit: UnitKey
    found: list[Numbers] | int
    nodes: int
    dead_ends: int
    histogram: list[int]
    end: Numbers = ()


def levels_behind(search: AnySearch, prefix: Numbers, end: Numbers) -> Iterator[tuple[list[Numbers], float]]:
    """The nodes below one that make up what comes from *end* on, by depth, each with its share of all below that one.

    In each node, those just below it are taken to be alike.
    """
    share = 1.0
    for depth in range(len(prefix), len(end)):
        look()
        children = search.prefixes(1, end[:depth])
        share /= max(1, len(children))
        yield [child for child in children if child >= end], share


def behind(search: AnySearch, prefix: Numbers, end: Numbers) -> list[Numbers]:
    """The nodes below one, in order, that make up what comes from *end* on."""
    return [child for nodes, _ in reversed([*levels_behind(search, prefix, end)]) for child in nodes]


def whole(plan: Plan) -> list[Unit]:
    """Return one unit for each case."""
    return [Unit(case, ()) for case in plan.cases]


def cut(plan: Plan, statistics: Statistics, units: Sequence[Unit], done: int = 0, in_order: bool = True) -> list[Unit]:
    """The units cut as finely as pays; costs some milliseconds.

    All are cut equally deep, unless these were more than `MOST_UNITS`, so that what becomes of units of one case is
    somewhat alike in size; but the first *done* are left as they are. They are *in order* if solutions of one come
    before those of the next; else they are nodes of the search that is at work, which then visits no more nodes for
    being cut.
    """
    cases = [(case, [unit.prefix for unit in some]) for case, some in groupby(units[done:], key=attrgetter("case"))]
    enough = min(UNITS, max(FEW_UNITS, nodes_at_a_guess(plan) / GRAIN))
    compiled = plan.table if in_order else plan.compiled
    for _ in range(DEEPEST):
        if done + sum(len(prefixes) for _, prefixes in cases) >= enough:
            break
        for case, prefixes in cases:
            look()
            # A search for each case and depth, as thousands of searches at once would take gigabytes.
            search = compiled.search(case.made)
            prefixes[:] = _finer(search, prefixes)
            statistics.add(search)
    return [*units[:done], *(Unit(case, prefix) for case, prefixes in cases for prefix in looked(prefixes))]


def _finer(search: AnySearch, prefixes: Sequence[Numbers]) -> list[Numbers]:
    """The prefixes in their order, one placement longer each, but for the last if they would be very many."""
    found: list[Numbers] = []
    for number, prefix in enumerate(looked(prefixes, 1)):
        if len(found) > MOST_UNITS:
            return [*found, *prefixes[number:]]
        found += search.prefixes(1, prefix)
    return found


def nodes_at_a_guess(plan: Plan) -> float:
    """How many nodes the cases have together, by a few probes; those of the item engine as nodes of others."""
    from .estimate import probe_nodes  # most searches are over before they are cut

    some = plan.cases[:: -(-len(plan.cases) // SAMPLE)]
    nodes = sum(probe_nodes(plan, case, SAMPLE, _effort(plan)) for case in some) * len(plan.cases) / len(some)
    return nodes * ITEM_NODE if plan.items else nodes


def _effort(plan: Plan) -> int:
    """How much the probes of a case may see and replay."""
    return (EFFORT_BY_ITEMS if plan.items else EFFORT) // max(1, len(plan.cases))


def shares(plan: Plan, units: Sequence[Unit]) -> list[float]:
    """How much of the whole work each unit is: by an estimate of the nodes of its case, equally within that.

    The cases differ much, as the first of them begins with the piece in a corner; some probes tell them apart well
    enough to show progress. Takes about a millisecond a case.
    """
    from .estimate import probe_nodes  # most searches are over before they are cut

    parts = [(case, sum(1 for _ in some)) for case, some in groupby(looked(units), key=attrgetter("case"))]
    few = len(plan.cases) <= FEW_CASES
    nodes = [probe_nodes(plan, case, PROBES, _effort(plan)) if few else 1.0 for case, _ in parts]
    total = sum(nodes) or 1.0
    return [one / number / total for one, (_, number) in zip(nodes, parts, strict=True) for _ in range(number)]


def batch_size(plan: Plan) -> int:
    """How many solutions are handed on at once."""
    return at_most(plan, BATCH, BATCH_CELLS)


def at_most(plan: Plan, solutions: int, cells: int) -> int:
    """So many solutions or, on large boards, as many as cover so many cells together; one at least."""
    return max(1, min(solutions, cells // max(1, len(plan.puzzle.free))))


class Searcher:
    """One thread's searches: one for each case, taken from unit to unit; of solutions, a *batch* at once at most.

    `done` units of a block are finished; of the present case, `last` is the last solution that was taken. After `until`
    nodes it pauses: then there is nothing to take, although the unit is not finished.
    """

    def __init__(self, plan: Plan) -> None:
        self.batch = batch_size(plan)
        self.size = 1
        self._compiled = plan.compiled
        self.engine = self._compiled.engine
        self._found = 0
        self._case: Case | None = None
        self._search: AnySearch | None = None
        self._is_within = False
        self.done = 0
        self.last: Numbers | None = None
        self.until = NEVER
        self.statistics = Statistics()

    def start(self, unit: Unit) -> None:
        """Stand where *unit* begins, or where it paused."""
        if self._is_within:
            return
        if unit.case is not self._case:
            self.close()
            self._case, self._found, self.last = unit.case, 0, None
        self._search = self._search or self._compiled.search(unit.case.made)
        if unit.prefix or self._search.nodes:
            self._search.seek(unit.prefix)
        self._is_within = True

    def take_some(self, most: int, tick: Tick) -> list[Numbers]:
        """The next solutions of the unit, at most so many; none at its end, or at a pause."""
        found = self._started.take_some(most, tick=tick, nodes=self._pause)
        if found:
            self.last = found[-1]
        return found

    def count(self, tick: Tick) -> None:
        """Go through the unit, to its end or to a pause."""
        self._started.count(tick=tick, nodes=self._pause)

    def finish(self) -> None:
        """Have one unit more done."""
        self.done += 1
        self._is_within = False

    @property
    def is_paused(self) -> bool:
        """Whether the unit is not at its end."""
        return not self._started.exhausted

    @property
    def nodes(self) -> int:
        """The nodes visited so far."""
        return self.statistics.nodes + (self._search.nodes if self._search else 0)

    @property
    def fraction(self) -> float:
        """How much of the present unit is done."""
        return self._search.fraction() if self._search else 0.0

    def work(self, before: Statistics | None = None) -> Statistics:
        """What the present search has done since it had done what was *before*."""
        work = Statistics()
        work.add(self._started)
        if before is not None:
            work.take_off(before)
        return work

    def reached(self) -> Numbers | None:
        """Where the search stands: of the present unit, all that comes before was met. None if nobody knows."""
        return self._started.reached()

    def found_in(self, case: Case) -> int:
        """The solutions of a case that were met since this searcher came to it."""
        return self._found + (self._search.found if self._search else 0) if case is self._case else 0

    def close(self) -> None:
        """Add up the statistics of the present search, and drop it."""
        if self._search is not None:
            self.statistics.add(self._search)
            self._found += self._search.found
            self._search = None

    def abandon(self) -> None:
        """Forget that the present unit was begun, if one was; it needs to be a whole case."""
        if self._is_within:
            self._search, self._is_within, self.last = None, False, None
        self.close()

    @property
    def _started(self) -> AnySearch:
        assert self._search is not None, "start comes first"
        return self._search

    @property
    def _pause(self) -> int:
        """The nodes of the present search after which to pause."""
        return self.until - self.statistics.nodes
