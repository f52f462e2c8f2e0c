"""What a worker of an executor does with a shard, wherever it is: some units of a plan, for some time."""

from __future__ import annotations

import pickle
import threading
from collections import deque
from collections.abc import Callable, Sequence
from functools import lru_cache
from time import monotonic
from typing import NamedTuple

from .._version import __version__
from ..errors import PentominoError
from .journal import digest
from .plan import Numbers, Plan
from .progress import Statistics
from .units import Done, Key, Searcher, Tick, Unit

__all__ = ["Answer", "Shard", "answer", "cut_finer", "pickled", "sendable", "unpickled"]

MANY = 1 << 14
"""Solutions beyond which a unit is cut and a shard is sent back, as they are sent in one piece."""

TAKEN = 1 << 12
"""Solutions that are taken from a search at once."""


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
        return pickle.dumps((__version__, digest(plan), pickle.dumps((plan.puzzle, plan.seed))))
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
            if (one := _done(plan, left[0], shard.lists, tick)) is None:
                left.extendleft(reversed(cut_finer(plan, left.popleft(), cutting)))
            else:
                left.popleft()
                done.append(one)
                found += len(one.found) if isinstance(one.found, list) else 0
            tick()
    except _Late:
        if not done and left[0] in shard.units:  # it had all the time for itself
            left.extendleft(reversed(cut_finer(plan, left.popleft(), cutting)))
    except Exception as error:
        return Answer(done, [*left], cutting, error)
    return Answer(done, [*left], cutting)


def _done(plan: Plan, key: Key, lists: bool, tick: Tick) -> Done | None:
    """What there is in a unit; None if those are too many to list."""
    searcher = Searcher(plan, counts=not lists)
    case = plan.cases[key[0]]
    searcher.start(Unit(case, key[1]))
    found: list[Numbers] = []
    if lists:
        while batch := searcher.take_some(TAKEN, tick):
            found += batch
            if len(found) > MANY:
                return None
    else:
        searcher.count(tick)
    number = searcher.found_in(case)
    searcher.close()
    work = searcher.statistics
    return Done(key, found if lists else number, work.nodes, work.dead_ends, work.histogram)


def cut_finer(plan: Plan, key: Key, statistics: Statistics) -> list[Key]:
    """The units, in order, that a unit consists of."""
    number, prefix = key
    search = plan.table.search(plan.cases[number].made)
    children = search.prefixes(1, prefix)
    statistics.add(search)
    return [(number, child) for child in children]
