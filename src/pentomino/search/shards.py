"""Units of a plan searched by the workers of an executor, wherever they are; the results put back in order.

An executor is anything with the `submit` of `concurrent.futures`. What it is given is a `Shard`: the plan, some units,
a time. What comes back are the results of the units that were done within that time, and those that are left; a unit
that takes longer even if alone comes back cut into finer ones. So nobody needs to know beforehand how long units last,
and a worker that dies takes no more along than that time.
"""

from __future__ import annotations

import os
import pickle
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import PentominoError
from .options import Executor
from .plan import Case, Numbers, Plan
from .progress import Statistics
from .run import OutOfTime, Run
from .units import Done, Key, Searcher, Tick, Unit

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

__all__ = ["Shards"]

SLICE = 0.5
"""Seconds that a worker has for a shard."""

MANY = 1 << 16
"""Solutions of a unit beyond which it is cut, as they are sent in one piece."""

BATCH = 1 << 12

LARGEST = 64
"""Units of a shard at most."""

OUT = 8
"""Shards that are out at a time for each worker, so that none has to wait for one."""

WAITING = 64
"""Shards for each worker that are done and not fetched: with so many, no more are sent."""

TRIES = 3
"""How often a shard is sent before this process does it: the worker may have died of it."""

PATIENCE = 0.02
"""Seconds to wait for workers at most before the next look at the clock and at signals."""


class Shard(NamedTuple):
    """What a worker is given: the plan, or for other processes what it is made of; whether to list or to count."""

    plan: Plan | bytes
    lists: bool
    units: Sequence[Key]
    seconds: float


class Answer(NamedTuple):
    """What a worker gives back: the first units `done`, those `left` after them, what cutting took.

    The `error` is one of the search, such as of a predicate: it would come anywhere.
    """

    done: list[Done]
    left: list[Key]
    cutting: Statistics
    error: Exception | None = None


# ------------------------------------------------------------------------------------------------- what a worker does


class _Late(Exception):  # noqa: N818 - not an error, but the way out of a search
    """Raised within a search if the time of a shard is out."""


@lru_cache(maxsize=4)
def _unpickled(plan: bytes) -> Plan:
    made = Plan(*pickle.loads(plan))
    made.compile()
    return made


_unpickling = threading.Lock()


def answer(shard: Shard, look: Callable[[], object] = lambda: None) -> Answer:
    """Do what can be done of a shard in its time: this is what is submitted. Calls *look* now and then."""
    try:
        with _unpickling:
            plan = _unpickled(shard.plan) if isinstance(shard.plan, bytes) else shard.plan
        return _answer(plan, shard, look)
    except Exception as error:
        return Answer([], [], Statistics(), error)


def _answer(plan: Plan, shard: Shard, look: Callable[[], object]) -> Answer:
    end = monotonic() + shard.seconds
    left, done, cutting = deque(shard.units), list[Done](), Statistics()

    def tick() -> None:
        look()
        if monotonic() >= end:
            raise _Late

    try:
        while left:
            if (one := _done(plan, left[0], shard.lists, tick)) is None:
                left.extendleft(reversed(cut_finer(plan, left.popleft(), cutting)))
            else:
                left.popleft()
                done.append(one)
            tick()
    except _Late:
        if not done and left[0] in shard.units:  # it had all the time for itself
            left.extendleft(reversed(cut_finer(plan, left.popleft(), cutting)))
    return Answer(done, [*left], cutting)


def _done(plan: Plan, key: Key, lists: bool, tick: Tick) -> Done | None:
    """What there is in a unit; None if those are too many to list."""
    searcher = Searcher(plan)
    case = plan.cases[key[0]]
    searcher.start(Unit(case, key[1]))
    found: list[Numbers] = []
    if lists:
        while batch := searcher.take_some(BATCH, tick):
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


# ------------------------------------------------------------------------------------------------ what the caller does


class _Part:
    """Consecutive units with the share of the whole that each is; `done` once that is known."""

    def __init__(self, units: list[Key], weights: list[float]) -> None:
        self.units = units
        self.weights = weights
        self.tries = 0
        self.done: Sequence[Done] | None = None


class Shards:
    """The units of a run, shared out; what a *journal* knows of them is not searched anew.

    Without an *executor*, threads do it, or the caller's thread if there is to be one worker.
    """

    def __init__(self, run: Run, units: Sequence[Unit], weights: Sequence[float], lists: bool) -> None:
        options, number_of = run.options, {case: number for number, case in enumerate(run.plan.cases)}
        keys = [(number_of[unit.case], unit.prefix) for unit in units]
        self._run = run
        self._lists = lists
        self._done = run.journal.done if run.journal else {}
        self._cut = {(case, prefix[:length]) for case, prefix in self._done for length in range(len(prefix))}
        self._units = deque(self._expanded(zip(keys, weights, strict=True)))
        self._executor: Executor | None = options.executor
        self._threads: ThreadPoolExecutor | None = None
        self._workers = options.workers if self._executor is None else workers_of(self._executor, options.workers)
        self._order: deque[_Part] = deque()  # made, and not yet given to the consumer
        self._todo: deque[_Part] = deque()  # of these, to be sent before new ones are made
        self._out: dict[Future[Answer], _Part] = {}
        self._fraction = 0.0
        self._plan: Plan | bytes = run.plan

    def results(self) -> Iterator[tuple[Case, Any]]:
        """The results in the order of the units; nothing is left with the executor however it ends."""
        self._run.clock.state = lambda: (self._fraction, self._run.statistics.nodes)
        self._run.statistics.workers = self._workers
        try:
            self._set_up()
            while self._units or self._order:
                self._send()
                if self._order and self._order[0].done is not None:
                    yield from self._found(self._order.popleft())
                else:
                    self._wait()
        except OutOfTime:
            for part in self._order:
                yield from self._found(part)
            raise
        finally:
            for future in self._out:
                future.cancel()
            if self._threads is not None:
                self._threads.shutdown(cancel_futures=True)

    def _set_up(self) -> None:
        if self._executor is None and self._workers > 1:
            self._use_threads()
        elif self._executor is not None and not self._executor.__class__.__name__.startswith("ThreadPool"):
            self._plan = _pickled(self._run.plan)

    def _use_threads(self) -> None:
        """Have threads of this process do what is left."""
        from concurrent.futures import ThreadPoolExecutor

        self._executor = self._threads = ThreadPoolExecutor(self._workers)
        self._plan = self._run.plan

    def _found(self, part: _Part) -> Iterator[tuple[Case, Any]]:
        for one in part.done or ():
            yield self._run.plan.cases[one.unit[0]], one.found

    # ------------------------------------------------------------------------------------------------------- out

    def _send(self) -> None:
        """Send shards until enough are out; without an executor do one here."""
        if self._executor is None:
            if part := self._next():
                self._take(part, answer(self._shard(part), self._run.clock.check))
            return
        while len(self._out) < OUT * self._workers and (part := self._next()):
            if part.tries == TRIES:
                self._take(part, answer(self._shard(part), self._run.clock.check))
                continue
            try:
                self._out[self._executor.submit(answer, self._shard(part))] = part
            except RuntimeError as error:  # it was shut down, or broke with one of its workers
                self._run.statistics.reason += f"; the executor takes no more work ({error}): threads did the rest"
                self._todo.appendleft(part)
                self._use_threads()

    def _shard(self, part: _Part) -> Shard:
        plan = self._run.plan if self._executor is None or part.tries == TRIES else self._plan
        return Shard(plan, self._lists, part.units, SLICE)

    def _next(self) -> _Part | None:
        """What is to be sent next: what came back unfinished, or new units in their order."""
        left = len(self._units) + sum(len(part.units) for part in self._todo)
        size = max(1, min(LARGEST, left // (OUT * self._workers)))
        if self._todo:
            part = self._todo.popleft()
            if len(part.units) > size and not part.tries:
                rest = _Part(part.units[size:], part.weights[size:])
                part.units, part.weights = part.units[:size], part.weights[:size]
                self._put_behind(part, rest)
            return part
        while self._units and len(self._order) < WAITING * self._workers:
            is_known = self._units[0][0] in self._done
            part = _Part([], [])
            while self._units and len(part.units) < size and (self._units[0][0] in self._done) == is_known:
                unit, weight = self._units.popleft()
                part.units.append(unit)
                part.weights.append(weight)
            self._order.append(part)
            if not is_known:
                return part
            self._note(part, Answer([self._done[unit] for unit in part.units], [], Statistics()))
        return None

    def _put_behind(self, part: _Part, rest: _Part) -> None:
        """Have *rest* follow a part: it is the next to be sent."""
        self._order.insert(self._order.index(part) + 1, rest)
        self._todo.appendleft(rest)

    # ------------------------------------------------------------------------------------------------------- back

    def _wait(self) -> None:
        """Take what has come back, after a moment at most."""
        from concurrent.futures import FIRST_COMPLETED, wait

        self._run.clock.check()
        for future in wait(self._out, PATIENCE, FIRST_COMPLETED).done if self._out else ():
            part = self._out.pop(future)
            if future.cancelled() or future.exception() is not None:  # it is the worker's: a search would tell its own
                part.tries += 1
                self._todo.appendleft(part)
            else:
                self._take(part, future.result())

    def _take(self, part: _Part, answer: Answer) -> None:
        """Take in what was done of a part; what is left of it comes next."""
        if answer.error is not None:
            raise answer.error
        if self._run.journal:
            self._run.journal.add(answer.done)
        self._note(part, answer)

    def _note(self, part: _Part, answer: Answer) -> None:
        part.done = answer.done
        weights = _shared(part, answer)
        self._fraction += sum(weights[one.unit] for one in answer.done)
        self._run.statistics.merge(answer.cutting)
        for one in answer.done:
            self._run.statistics.merge(one)
        if answer.left:
            self._put_behind(part, _Part(answer.left, [weights[unit] for unit in answer.left]))

    def _expanded(self, units: Iterable[tuple[Key, float]]) -> Iterator[tuple[Key, float]]:
        """The units with their weights, those cut of which the journal knows parts."""
        for unit, weight in units:
            if unit in self._done or unit not in self._cut:
                yield unit, weight
            else:
                finer = cut_finer(self._run.plan, unit, self._run.statistics)
                yield from self._expanded((one, weight / len(finer)) for one in finer)


def _shared(part: _Part, answer: Answer) -> dict[Key, float]:
    """The weights of units that are done or left; those that were cut leave theirs to what they were cut into."""
    known = dict(zip(part.units, part.weights, strict=True))
    units = [*(one.unit for one in answer.done), *answer.left]
    new = [unit for unit in units if unit not in known]
    cut = sum(known.values()) - sum(known[unit] for unit in units if unit in known)
    return {**known, **dict.fromkeys(new, cut / len(new) if new else 0.0)}


def _pickled(plan: Plan) -> bytes:
    try:
        return pickle.dumps((plan.puzzle, plan.seed))
    except Exception as error:
        raise PentominoError(
            f"the puzzle cannot be sent to other processes: {error}; predicates are to be functions of a module"
        ) from None


def workers_of(executor: Executor, wanted: int) -> int:
    """The number of workers that an executor has, as far as it tells; *wanted* if that is more than one."""
    if wanted > 1:
        return wanted
    told = getattr(executor, "_max_workers", None) or getattr(executor, "num_workers", None)
    return told if isinstance(told, int) else os.cpu_count() or 1
