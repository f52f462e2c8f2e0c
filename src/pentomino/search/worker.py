"""What a worker of an executor does with a shard, wherever it is: some units of a plan, for some time."""

from __future__ import annotations

import pickle
import threading
from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Sequence
from functools import lru_cache
from time import monotonic
from typing import NamedTuple

from .._version import __version__
from ..errors import PentominoError
from .journal import digest
from .plan import Case, Numbers, Plan
from .progress import Statistics
from .units import Done, Key, Searcher, Tick, Unit

__all__ = ["Answer", "Shard", "answer", "cut_finer", "pickled", "sendable", "unpickled"]

MANY = 1 << 14
"""Solutions with which a shard is sent back, as they are sent in one piece; fewer if they are long."""

LEVELS = 64
"""Placements after its prefix by which a unit is divided into what is done and what is left."""


class Shard(NamedTuple):
    """What a worker is given: the plan, or for other processes what it is made of; whether to list or to count."""

    plan: Plan | bytes
    lists: bool
    units: Sequence[Key]
    seconds: float


class Answer(NamedTuple):
    """What a worker gives back: the first units `done`, those `left` after them, what cutting took.

    The `error` that ended it is one of the search, such as of a predicate: it would come anywhere.
    """

    done: list[Done]
    left: list[Key]
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
    try:
        return pickle.dumps((__version__, digest(plan), pickle.dumps((plan.puzzle, plan.seed, plan.breaker))))
    except Exception as error:
        raise PentominoError(
            f"the puzzle cannot be sent to other processes: {error}; predicates are to be functions of a module"
        ) from None


_unpickling = threading.Lock()


def answer(shard: Shard, look: Callable[[], object] = lambda: None) -> Answer:
    """Do what can be done of a shard in its time: this is what is submitted. Calls *look* now and then."""
    if not isinstance(shard.plan, bytes):
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
    left, done, cutting = deque(shard.units), list[Done](), Statistics()

    def tick() -> None:
        look()
        if monotonic() >= end:
            raise _Late

    try:
        while left and found <= MANY:
            made, rest = _made(plan, left[0], shard, tick, cutting)
            left.popleft()
            left.extendleft(reversed(rest))
            done += made
            found += sum(len(one.found) for one in made if isinstance(one.found, list))
            if rest:
                break
            tick()
    except _Late:
        if not done and (unit := left[0]) in shard.units:  # it had all the time for itself
            left.popleft()
            finer = cut_finer(plan, unit, cutting)
            if finer == [unit]:  # a solution, which is done at once
                done += _made(plan, unit, shard, lambda: None, cutting)[0]
            else:
                left.extendleft(reversed(finer))
    except Exception as error:
        return Answer(done, [*left], cutting, error)
    return Answer(done, [*left], cutting)


def _made(plan: Plan, key: Key, shard: Shard, tick: Tick, cutting: Statistics) -> tuple[list[Done], list[Key]]:
    """What a shard wants of a unit, and the parts that are left of it."""
    return _listed(plan, key, tick, cutting) if shard.lists else (_counted(plan, key, tick), [])


def _counted(plan: Plan, key: Key, tick: Tick) -> list[Done]:
    """The number of solutions of a unit."""
    searcher, case = _begun(plan, key)
    searcher.count(tick)
    number = searcher.found_in(case)
    searcher.close()
    return [_with_work(Done(key, number, 0, 0, []), searcher)]


def _listed(plan: Plan, key: Key, tick: Tick, statistics: Statistics) -> tuple[list[Done], list[Key]]:
    """The solutions of a unit; if there are very many, of its first parts, and the parts that are left."""
    searcher, _ = _begun(plan, key)
    most = min(MANY, 64 * searcher.batch)
    found: list[Numbers] = []
    while len(found) <= most and (batch := searcher.take_some(16 * searcher.batch, tick)):
        found += batch
    searcher.close()
    if len(found) <= most:
        return [_with_work(Done(key, found, 0, 0, []), searcher)], []
    before, behind = _divided(plan, key, found[-1], statistics)
    places = [bisect_left(found, prefix) for _, prefix in (*before, *behind[:1])]
    done = [
        Done(unit, found[begin:end], 0, 0, [])
        for unit, begin, end in zip(before, places, [*places[1:], len(found)], strict=False)
    ]
    return [*done[:-1], _with_work(done[-1], searcher)] if done else [], behind


def _begun(plan: Plan, key: Key) -> tuple[Searcher, Case]:
    case = plan.cases[key[0]]
    searcher = Searcher(plan)
    searcher.start(Unit(case, key[1]))
    return searcher, case


def _with_work(done: Done, searcher: Searcher) -> Done:
    work = searcher.statistics
    return done._replace(nodes=work.nodes, dead_ends=work.dead_ends, histogram=work.histogram)


def _divided(plan: Plan, key: Key, last: Numbers, statistics: Statistics) -> tuple[list[Key], list[Key]]:
    """The units, in order, that a unit consists of: those up to a solution of it, and those behind."""
    number, prefix = key
    search = plan.table.search(plan.cases[number].made)
    before: list[Key] = []
    behind: list[Key] = []
    end = min(len(last), len(prefix) + LEVELS)
    for depth in range(len(prefix), end):
        units = [(number, child) for child in search.prefixes(1, last[:depth])]
        at = (number, last[: depth + 1])
        before += [unit for unit in units if unit < at]
        behind = [unit for unit in units if unit > at] + behind
    statistics.add(search)
    if end == len(last):
        return [*before, (number, last)], behind
    return before, [(number, last[:end]), *behind]


def cut_finer(plan: Plan, key: Key, statistics: Statistics) -> list[Key]:
    """The units, in order, that a unit consists of."""
    number, prefix = key
    search = plan.table.search(plan.cases[number].made)
    children = search.prefixes(1, prefix)
    statistics.add(search)
    return [(number, child) for child in children]
