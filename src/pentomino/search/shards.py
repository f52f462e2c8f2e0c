"""Units of a plan searched by the workers of an executor, wherever they are; the results put back in order.

An executor is anything with the `submit` of `concurrent.futures`. What it is given is a `Shard`: the plan, some units,
a time. What comes back are the results of what was done within that time, and the units that are left, the last one
cut where the search stood. So nobody needs to know beforehand how long units last, and a worker that dies takes no
more along than that time. It is short at first and towards the end, when others would have to wait.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from heapq import heappop, heappush
from itertools import accumulate, islice
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any

from ..base.look import looked
from .blocks import LARGEST, Block
from .options import Executor
from .plan import Plan
from .progress import Statistics
from .run import OutOfTime, Run
from .threads import PATIENCE, check_process
from .units import Unit, UnitKey, at_most
from .worker import Answer, Shard, answer, cut_finer, pickled, rest_of, units_of

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

__all__ = ["Shards"]

SLICE = 0.5
"""Seconds that a worker has for a shard, at most; longer if a *toll* is taken."""

SHORT = 0.05
"""The same at least: shorter ones would not be worth sending."""

TOLL = 0.01
"""Seconds that dask's scheduler takes for a shard, of whatever worker: it is to manage those that are out in time."""

PART = 4
"""In between it is one in so many of the seconds gone and of those left, as all others may have to wait for it."""

EACH = 8
"""Shards for each worker that what is left is taken to make, at least."""

OUT = 8
"""Shards that are out at a time for each worker, so that none has to wait for one."""

NEAR = 2
"""The same for threads of this process: these are near, and work that nobody wants any more is to end soon."""

WAITING = 64
"""Shards for each worker that are done and not fetched: with so many, no more are sent."""

MOST_HELD, HELD_CELLS = 1 << 18, 1 << 24
"""Solutions that are done and not fetched, and cells that they cover: with so many, only what comes next is sought."""

TRIES = 3
"""How often a shard is sent before this process does it: the worker may have died of it."""

ANEW = 1.0
"""Seconds after which an executor is asked again how many workers it has: those of a cluster come and go."""


class Shards:
    """The units of a run, shared out; what a *journal* knows of them is not searched anew.

    Without an *executor*, threads do it, or the caller's thread if there is to be one worker.
    """

    def __init__(self, run: Run, units: Sequence[Unit], weights: Sequence[float], lists: bool) -> None:
        options, number_of = run.options, {case: number for number, case in enumerate(run.plan.cases)}
        keys = [(number_of[unit.case], unit.prefix) for unit in looked(units)]
        self._run = run
        self._lists = lists
        self._done = run.journal.done if run.journal else {}
        self._ends = run.journal.done.ends if run.journal else {}
        self._cut = {(case, prefix[:length]) for case, prefix in looked(self._done) for length in range(len(prefix))}
        self._units = deque(self._expanded(zip(keys, weights, strict=True)))
        self._executor: Executor | None = options.executor
        self._threads: ThreadPoolExecutor | None = None
        self._toll = TOLL if _nthreads_of(self._executor) else 0.0
        self._workers = options.workers if self._executor is None else workers_of(self._executor, options.workers)
        self._order: deque[Block] = deque()  # made, and not yet given to the consumer
        self._todo: list[tuple[UnitKey, Block]] = []  # of these, a heap of what is sent before new ones are made
        self._out: dict[Future[Answer], Block] = {}
        self._back: SimpleQueue[Future[Answer]] = SimpleQueue()  # of these, those that are done or cancelled
        self._has_answered = False
        self._held = 0  # solutions that are done and not fetched
        self._most_held = at_most(run.plan, MOST_HELD, HELD_CELLS)
        self._asked = monotonic()
        self._is_over = False
        self._process = os.getpid()
        self._fraction = 0.0
        self._begun = self._now()
        self._plan: Plan | bytes = run.plan

    def results(self) -> Iterator[tuple[Unit, Any]]:
        """The results in the order of the units; nothing is left with the executor however it ends."""
        self._run.clock.state = lambda: (self._fraction, self._run.statistics.nodes)
        self._run.statistics.workers = self._workers
        try:
            self._set_up()
            while self._units or self._order:
                check_process(self._process)
                self._send()
                if self._order and self._order[0].done is not None:
                    yield from self._found(self._order.popleft())
                else:
                    self._wait()
        except OutOfTime:
            for block in self._order:
                yield from self._found(block)
            raise
        finally:
            self._is_over = True
            # A child has no part in the work of its parent; at the end of the interpreter there is nothing to wait for.
            if os.getpid() == self._process and not sys.is_finalizing():
                self._stop()

    def _set_up(self) -> None:
        if self._executor is None and self._workers > 1:
            self._use_threads(self._workers)
        elif self._executor is not None and not self._executor.__class__.__name__.startswith("ThreadPool"):
            self._plan = pickled(self._run.plan)

    def _use_threads(self, number: int) -> None:
        """Have threads of this process do what is left."""
        from concurrent.futures import ThreadPoolExecutor

        self._executor = self._threads = ThreadPoolExecutor(number, thread_name_prefix="pentomino")
        self._plan = self._run.plan

    def _stop(self) -> None:
        """Call back what is out, and end the threads."""
        for future in self._out:
            future.cancel()
        if self._threads is not None:
            self._threads.shutdown(cancel_futures=True)

    def _found(self, block: Block) -> Iterator[tuple[Unit, Any]]:
        self._held -= block.held
        for one in block.done or ():
            case, prefix = one.unit
            yield Unit(self._run.plan.cases[case], prefix), one.found

    # ------------------------------------------------------------------------------------------------------- out

    def _send(self) -> None:
        """Send shards until enough are out; without an executor do one here."""
        if self._executor is None:
            if block := self._next():
                self._do_here(block)
            return
        self._ask_anew()
        while self._executor is not None and len(self._out) < self._most_out and (block := self._next()):
            if block.tries == TRIES:
                self._do_here(block)
            else:
                self._submit(self._executor, block)

    @property
    def _seconds(self) -> float:
        """The time for a shard that is sent now."""
        gone = self._now() - self._begun
        left = gone / self._fraction - gone if self._fraction else 0.0
        toll = self._toll * min(self._workers, len(self._out) + 1)
        return min(max(SLICE, PART * toll), max(SHORT, toll, min(gone, left) / PART))

    def _now(self) -> float:
        """The time; a replay has another."""
        return monotonic()

    @property
    def _most_out(self) -> int:
        return (OUT if isinstance(self._plan, bytes) else NEAR) * self._workers

    def _ask_anew(self) -> None:
        """Learn how many workers there are by now, and whether nobody will answer any more."""
        executor = self._run.options.executor
        if executor is None or executor is not self._executor or monotonic() - self._asked <= ANEW:
            return
        if is_lost(executor):
            for block in self._out.values():
                self._put_back(block)
            self._out.clear()
            self._leave("its scheduler is gone")
        elif is_at_hand(executor):
            self._workers = workers_of(executor, self._run.options.workers)
            self._run.statistics.workers = max(self._workers, self._run.statistics.workers)
            self._asked = monotonic()

    def _do_here(self, block: Block) -> None:
        self._take(block, answer(Shard(self._run.plan, self._lists, block.named, self._seconds), self._run.clock.check))

    def _submit(self, executor: Executor, block: Block) -> None:
        shard = Shard(self._plan, self._lists, block.named, self._seconds)
        try:
            # Other processes learn only from the time of a shard that it is over.
            future = executor.submit(answer, *((shard,) if isinstance(self._plan, bytes) else (shard, self._look)))
        except Exception as error:  # it was shut down, or broke with one of its workers, or no thread can be started
            self._put_back(block)
            self._leave(error)
        else:
            self._out[future] = block
            future.add_done_callback(self._back.put)

    def _look(self) -> None:
        """Raise `OutOfTime` if nobody wants more."""
        if self._is_over:
            raise OutOfTime

    def _leave(self, why: object) -> None:
        """Do without the executor from now on: by threads or, if these are what cannot be had, by this one."""
        others = "threads" if self._threads is None else "this thread"
        self._run.statistics.note(f"the executor takes no more work ({why}): {others} did the rest")
        if self._threads is None:
            self._use_threads(min(self._workers, os.cpu_count() or 1))
        else:
            self._executor = None

    def _next(self) -> Block | None:
        """What is to be sent next: what came back unfinished, or new units in their order."""
        if self._held > self._most_held:
            is_next = bool(self._todo) and self._todo[0][1] is self._order[0]
            return self._again() if is_next else None
        return self._again() if self._todo else self._new()

    def _enough(self, weights: Iterable[float]) -> int:
        """How many of these units make a shard: their share of what is left, as far as it is known beforehand."""
        share = (1 - self._fraction) / (EACH * self._workers)
        return 1 + sum(1 for total in islice(accumulate(weights), LARGEST - 1) if total < share)

    def _again(self) -> Block:
        """The block to be sent that comes first, or the first units of it if they are many."""
        _, block = heappop(self._todo)
        self._shorten(block)
        if any(len(unit) > 2 for unit in block.units):
            block.name_units(self._run.plan, self._run.statistics)
            self._shorten(block)
        return block

    def _shorten(self, block: Block) -> None:
        """Leave as many units in a block as make a shard; the others follow it."""
        size = self._enough(block.weights)
        if len(block.units) > size and not block.tries:
            self._put_behind(block, block.keep(size))

    def _new(self) -> Block | None:
        """The next units of which the journal knows nothing."""
        while self._units and len(self._order) < WAITING * self._workers and self._held <= self._most_held:
            is_known = self._units[0][0] in self._done
            block = Block([], [])
            most = 1 if is_known and self._lists else self._enough(weight for _, weight in self._units)
            while self._units and len(block.units) < most and (self._units[0][0] in self._done) == is_known:
                unit, weight = self._units.popleft()
                block.units.append(unit)
                block.weights.append(weight)
            self._order.append(block)
            if not is_known:
                return block
            self._note(block, Answer([self._done[unit] for unit in block.named], [], Statistics()))
        return None

    def _put_behind(self, block: Block, rest: Block) -> None:
        """Have *rest* follow a block, and be sent."""
        self._order.insert(self._order.index(block) + 1, rest)
        self._put_back(rest)

    def _put_back(self, block: Block) -> None:
        """Have a block be sent before all that come behind it, as the consumer waits for what comes first."""
        first = block.units[0]
        heappush(self._todo, ((first[0], first[-1]), block))

    # ------------------------------------------------------------------------------------------------------- back

    def _wait(self) -> None:
        """Take what has come back, after a moment at most."""
        self._run.clock.check()
        for future in self._come_back() if self._out else ():
            block = self._out.pop(future, None)
            if block is None:  # it has come back from an executor that was left
                continue
            if future.cancelled():
                self._retry(block, "it was shut down")
            elif error := future.exception():  # it is the worker's: a search would tell its own
                self._retry(block, error)
            else:
                self._has_answered = True
                self._take(block, future.result())

    def _come_back(self) -> Iterator[Future[Answer]]:
        with suppress(Empty):
            yield self._back.get(timeout=PATIENCE)
            while True:
                yield self._back.get_nowait()

    def _retry(self, block: Block, why: object) -> None:
        """Have a block done by another worker; if there seems to be none that can, do without them."""
        block.tries += 1
        self._put_back(block)
        if block.tries == TRIES and not self._has_answered and self._threads is None:
            self._leave(why)

    def _take(self, block: Block, answer: Answer) -> None:
        """Take in what was done of a block; what is left of it comes next."""
        if self._run.journal:
            self._run.journal.add(answer.done)
        self._note(block, answer)
        if answer.error is not None:
            raise answer.error

    def _note(self, block: Block, answer: Answer) -> None:
        done, rest = block.take(answer)
        self._held += block.held
        self._fraction += done
        self._run.statistics.merge(answer.cutting)
        for one in answer.done:
            self._run.statistics.merge(one)
        for part in reversed(rest):
            self._put_behind(block, part)

    def _expanded(self, units: Iterable[tuple[UnitKey, float]]) -> Iterator[tuple[UnitKey, float]]:
        """The units with their weights, those cut of which the journal knows parts."""
        for one in looked(units):
            left = [one]
            while left:
                unit, weight = left.pop()
                if end := self._ends.get(unit):
                    rest = rest_of(self._run.plan, unit, end, self._run.statistics)
                    yield unit, weight * (1 - sum(share for _, share in rest))
                    of_rests = units_of(self._run.plan, [some for some, _ in reversed(rest)], self._run.statistics)
                    for named, (_, share) in zip(of_rests, reversed(rest), strict=True):
                        left += [(finer, weight * share / len(named)) for finer in reversed(named)]
                elif unit in self._done or unit not in self._cut:
                    yield unit, weight
                else:
                    children = cut_finer(self._run.plan, unit, self._run.statistics)
                    left += [(finer, weight / len(children)) for finer in reversed(children)]


def workers_of(executor: Executor, wanted: int) -> int:
    """The number of workers that an executor has, as far as it tells; *wanted* if that is more than one."""
    if wanted > 1:
        return wanted
    told = getattr(executor, "_max_workers", None) or getattr(executor, "num_workers", None)
    if (threads := _nthreads_of(executor)) and is_at_hand(executor):
        told = sum(threads().values())
    return told if isinstance(told, int) and told > 0 else os.cpu_count() or 1


def is_at_hand(executor: Executor) -> bool:
    """Whether an executor can be asked: not if it is dask's, and out of touch with its scheduler."""
    return _status_of(executor) == "running"


def is_lost(executor: Executor) -> bool:
    """Whether an executor is dask's, and gives up its scheduler; what was sent does not come back then."""
    return _status_of(executor) in ("closing", "closed")


def _status_of(executor: Executor) -> object:
    return getattr(getattr(executor, "_client", None), "status", "running")


def _nthreads_of(executor: object) -> Callable[[], dict[str, int]] | None:
    """What tells the threads of each worker, if the executor is dask's."""
    told = getattr(getattr(executor, "_client", executor), "nthreads", None)
    return told if callable(told) else None
