"""What a worker of an executor does with a shard, wherever it is: some units of a plan, for some time."""

from __future__ import annotations

import pickle
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from time import monotonic
from typing import NamedTuple

from .._version import __version__
from ..base.look import looked, looking
from ..errors import PentominoError
from .journal import digest
from .plan import Case, Numbers, Plan
from .progress import Statistics
from .units import Done, Left, Rest, Searcher, Tick, Unit, UnitKey, at_most, levels_behind

__all__ = ["Answer", "Shard", "answer", "cut_finer", "pickled", "sendable", "units_of", "unpickled"]

SENT, SENT_CELLS = 1 << 14, 1 << 20
"""Solutions with which a shard is sent back, and the cells that they cover, as they are sent in one piece."""


class Shard(NamedTuple):
    """What a worker is given: the plan, or for other processes what it is made of; whether to list or to count."""

    plan: Plan | bytes
    lists: bool
    units: Sequence[UnitKey]
    seconds: float


class Answer(NamedTuple):
    """What a worker gives back: the first units `done`, the last one perhaps in part, and those `left` after them.

    Each of these comes with its share of the unit that it is of. `cutting` is what it took to tell. The `error` that
    ended it is one of the search, such as of a predicate: it would come anywhere.
    """

    done: list[Done]
    left: list[tuple[Left, float]]
    cutting: Statistics
    error: Exception | None = None


class _Late(Exception):  # noqa: N818 - not an error, but the way out of a search
    """Raised within a search if the time of a shard is out."""


def unpickled(sent: bytes) -> Plan:
    """The plan that was sent, compiled once for all threads."""
    with _unpickling:
        return _unpickled(sent)


@lru_cache(maxsize=4)
def _unpickled(sent: bytes) -> Plan:
    version, told, inner = pickle.loads(sent)
    if version != __version__:
        raise PentominoError(f"a worker has pentomino {__version__}, and not {version}")
    plan = _read(inner)
    plan.compile()
    if digest(plan) != told:
        raise PentominoError("a predicate answers otherwise in a worker; it is to depend on the placement alone")
    return plan


def _read(inner: bytes) -> Plan:
    try:
        return Plan(*pickle.loads(inner))
    except Exception as error:
        raise PentominoError(
            f"a worker cannot read the puzzle: {error}; predicates are to be functions of a module that workers have"
        ) from None


def pickled(plan: Plan) -> bytes:
    """A plan as it is sent: with what tells whether a worker makes the same of it."""
    told = digest(plan)  # looks at the clock
    try:
        return pickle.dumps((__version__, told, pickle.dumps((plan.puzzle, plan.seed, plan.breaker))))
    except Exception as error:
        raise PentominoError(
            f"the puzzle cannot be sent to other processes: {error}; predicates are to be functions of a module"
        ) from None


_unpickling = threading.Lock()


def answer(shard: Shard, look: Callable[[], object] = lambda: None) -> Answer:
    """Do what can be done of a shard in its time: this is what is submitted. Calls *look* now and then."""
    if not isinstance(shard.plan, bytes):
        with looking(look):
            return _answer(shard.plan, shard, look)
    try:
        plan = unpickled(shard.plan)
    except Exception as error:
        return Answer([], [], Statistics(), sendable(error))
    made = _answer(plan, shard, look)
    return made._replace(error=made.error and sendable(made.error))


def sendable(error: Exception) -> Exception:
    """An error, or what tells of it if it cannot be sent: one that cannot be read breaks a pool of processes."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__} in a worker: {error}")
    return error


def _answer(plan: Plan, shard: Shard, look: Callable[[], object]) -> Answer:
    end, found = monotonic() + shard.seconds, 0
    left, rest, done = deque((unit, 1.0) for unit in shard.units), list[tuple[Rest, float]](), list[Done]()

    def tick() -> None:
        look()
        if monotonic() >= end:
            raise _Late

    work = _ShardWork(plan, shard.lists, tick)
    try:
        while left and found <= work.most:
            made, rest = work.on(left[0][0])
            left.popleft()
            done.append(made)
            found += len(made.found) if isinstance(made.found, list) else 0
            if rest:
                break
            tick()
    except _Late:
        if not done:  # all the time was for the first unit, and nobody knows how far that came
            unit, _ = left.popleft()
            finer = cut_finer(plan, unit, work.cutting)
            if finer == [unit]:  # a solution, which is done at once
                done.append(_ShardWork(plan, shard.lists, lambda: None).on(unit)[0])
            else:
                left.extendleft((part, 1 / len(finer)) for part in reversed(finer))
    except Exception as error:
        return Answer(done, [*rest, *left], work.cutting, error)
    return Answer(done, [*rest, *left], work.cutting)


class _ShardWork:
    """The work on one unit after the other, until the *tick* raises `_Late`; `cutting` is what it took to cut them."""

    def __init__(self, plan: Plan, lists: bool, tick: Tick) -> None:
        self.cutting = Statistics()
        self._plan = plan
        self._lists = lists
        self._tick = tick
        self._searcher = Searcher(plan)
        self.most = at_most(plan, SENT, SENT_CELLS)

    def on(self, key: UnitKey) -> tuple[Done, list[tuple[Rest, float]]]:
        """What there is in a unit or, if that takes too long, in the first part of it; and what is left, with shares.

        Raises `_Late` if it takes too long and nobody knows how far it came.
        """
        number, prefix = key
        searcher, case = self._searcher, self._plan.cases[number]
        searcher.start(Unit(case, prefix))
        before = searcher.work()
        found = self._listed() if self._lists else self._counted(case)
        work = searcher.work(before)
        done = Done(key, found, work.nodes, work.dead_ends, work.histogram)
        if not searcher.is_paused:
            searcher.finish()
            return done, []
        end = searcher.reached()
        if end is None or len(end) <= len(prefix):
            raise _Late
        rest = rest_of(self._plan, key, end, self.cutting)
        return done._replace(end=end if rest else ()), rest

    def _listed(self) -> list[Numbers]:
        found, size = list[Numbers](), self._searcher.batch
        with suppress(_Late):
            while len(found) <= self.most and (batch := self._searcher.take_some(size, self._tick)):
                found += batch
                self._tick()  # a search that finds does not look
        return found

    def _counted(self, case: Case) -> int:
        before = self._searcher.found_in(case)
        with suppress(_Late):
            self._searcher.count(self._tick)
        return self._searcher.found_in(case) - before


def rest_of(plan: Plan, key: UnitKey, end: Numbers, statistics: Statistics) -> list[tuple[Rest, float]]:
    """What of a unit comes from *end* on, in order, each with its share of that unit."""
    number, prefix = key
    search = plan.table.search(plan.cases[number].made)
    levels = [(nodes[0], len(nodes) * share) for nodes, share in levels_behind(search, prefix, end) if nodes]
    statistics.add(search)
    return [((number, first[:-1], first), share) for first, share in reversed(levels)]


def units_of(plan: Plan, rests: Iterable[Rest], statistics: Statistics) -> Iterator[list[UnitKey]]:
    """For each of *rests*, the units for which it stands, in order."""
    for number, some in groupby(rests, key=itemgetter(0)):
        search = plan.table.search(plan.cases[number].made)
        try:
            for _, node, first in looked(some):
                yield [(number, child) for child in search.prefixes(1, node) if child >= first]
        finally:
            statistics.add(search)


def cut_finer(plan: Plan, key: UnitKey, statistics: Statistics) -> list[UnitKey]:
    """The units, in order, that a unit consists of."""
    number, prefix = key
    search = plan.table.search(plan.cases[number].made)
    children = search.prefixes(1, prefix)
    statistics.add(search)
    return [(number, child) for child in children]
