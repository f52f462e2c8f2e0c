"""A count by the frontier engine in parts, or ranks to be named, shared out to the workers of an executor.

Parts of a count are counts of their own: one for each run of the places of one piece, and one for each class of
symmetries. Near the start and the end they visit the same nodes, so eight of them take about half the time of one
count, and half as much memory each. With ranks, each worker prepares all lists and then names its share.
"""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import mkstemp
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from .._frontier import FrontierJob, FrontierTable, FrontierUnfit
from ..base.room import NoRoom, allowing
from .adding import spread
from .counting import (
    Begin,
    by_orbits,
    count_distinct,
    count_fixed,
    count_run,
    is_worth_listing,
    named,
    over_orbits,
    tally_run,
    without_orbit,
)
from .exact_cover import longest_used_once
from .method import Tallied, Unfit
from .options import Executor
from .plan import Numbers, Plan
from .quotient import number_of_orbits
from .run import OutOfTime, Run, free_memory
from .shards import TRIES, is_lost, workers_of
from .threads import PATIENCE
from .worker import pickled, sendable, unpickled

if TYPE_CHECKING:
    from concurrent.futures import Future

__all__ = ["Asked", "count_in_parts", "has_workers", "name_in_parts", "number_of_parts", "tally_in_parts"]

MOST_RUNS = 8
"""Runs that a count is divided into at most: more of them are more work, and not less time."""

FEW_RANKS = 2000
"""Ranks that a worker names in less time than it takes to prepare that."""

SECONDS = 0.25
"""Seconds from one look of a worker, whether the caller still waits, to the next."""

Asked = tuple[str, tuple[int, ...]]
"""What to do: "run" or "tally", with the number of a run of places and of how many; "kept", with that of a symmetry;
"without", with a placement of which no image is to be there; "ranks"."""


class Part(NamedTuple):
    """What a worker is given: the plan, or what it is made of; what to do; within what limits.

    As long as there is a file of the name `lease`, the caller waits; workers that never see it do not know.
    """

    plan: Plan | bytes
    asked: Asked
    limit: int | None
    seconds: float
    lease: str


class Made(NamedTuple):
    """What came of a part: a number, or solutions; what it took; or the error that anybody would meet."""

    result: Any
    nodes: int
    memory: int
    error: Exception | None = None


class _Left(Exception):  # noqa: N818 - not an error, but the way out of a count
    """Raised within the count of a worker if nobody waits for it any more."""


def has_workers(run: Run) -> bool:
    """Whether the run has an executor that the frontier engine gains by: threads of this process are not."""
    executor = run.options.executor
    return executor is not None and not executor.__class__.__name__.startswith("ThreadPool")


def number_of_parts(run: Run) -> int:
    """How many runs a count is best divided into: 1 if that gains nothing."""
    if not has_workers(run) or longest_used_once(run.plan.puzzle, run.plan.group) is None:
        return 1
    return max(number for number in (1, 2, 4, MOST_RUNS) if number <= max(1, _workers(run)))


def count_in_parts(run: Run, number: int) -> int:
    """The number of solutions that the options ask for; the journal notes each part, and is asked for it first."""
    asked = _runs_and_kept(run, "run", number)
    made = _made(run, asked)
    total = sum(made[one] for one in asked[:number])
    return total if run.options.symmetry == "all" else _orbits(run, total, made)


def tally_in_parts(run: Run, number: int, seconds: float) -> Tallied | None:
    """The tally that the options ask for; None if to list is less work than counts that take so many seconds each."""
    plan, sums = run.plan, Counter[int]()
    asked = _runs_and_kept(run, "tally", number)
    made = _made(run, asked)
    for part in asked[:number]:
        sums.update(made[part][1])
    every = Tallied(sum(made[part][0] for part in asked[:number]), spread(plan, sums))
    if run.options.symmetry == "all":
        return every
    total = _orbits(run, every.total, made)
    found, hard = by_orbits(plan, every, total)
    if is_worth_listing(plan, every.total, len(hard) * seconds * 1e9 / _workers(run)):
        return None
    rest = _made(run, [("without", (least,)) for least in hard])
    return Tallied(total, over_orbits(plan, found | {least: total - rest["without", (least,)] for least in hard}))


def _runs_and_kept(run: Run, work: str, number: int) -> list[Asked]:
    """The runs of all solutions, so many, and for orbits the solutions that symmetries keep."""
    group = run.plan.group
    classes = run.plan.classes(group)
    kept = [members[0] for members in classes[1:]] if run.options.symmetry == "distinct" else []
    return [*((work, (part, number)) for part in range(number)), *(("kept", (group.index(one),)) for one in kept)]


def _orbits(run: Run, total: int, made: Mapping[Asked, int]) -> int:
    group = run.plan.group
    return number_of_orbits(total, run.plan.classes(group), lambda one: made["kept", (group.index(one),)])


def _made(run: Run, asked: Sequence[Asked]) -> dict[Asked, Any]:
    """What comes of each part."""
    known = {} if run.journal is None else run.journal.parts
    made: dict[Asked, Any] = {one: known[one] for one in asked if one in known}
    run.clock.state = lambda: (len(made) / len(asked), run.statistics.nodes)
    todo = [one for one in asked if one not in made]
    for part, result in _PartsOut(run, todo).results():
        made[todo[part]] = result
        if run.journal is not None:
            run.journal.note_part(todo[part], result)
    if asked:
        run.statistics.note(f"in {len(asked)} parts, by an executor")
    run.statistics.engine = "frontier"
    return made


def name_in_parts(run: Run, ranks: Sequence[int]) -> list[Numbers]:
    """The solutions of these ranks among all, in that order."""
    number = max(1, min(_workers(run), len(ranks) // FEW_RANKS))
    found: list[Numbers] = [()] * len(ranks)
    asked: list[Asked] = [("ranks", tuple(ranks[part::number])) for part in range(number)]
    for part, result in _PartsOut(run, asked).results():
        found[part::number] = result
        run.clock.found += len(result)
    return found


def _workers(run: Run) -> int:
    return 1 if run.options.executor is None else workers_of(run.options.executor, run.options.workers)


class _PartsOut:
    """Parts with the workers of an executor; those of workers that die are done by others or, if that fails, here."""

    def __init__(self, run: Run, asked: Sequence[Asked]) -> None:
        self._run = run
        self._asked = asked
        self._executor: Executor | None = run.options.executor
        self._todo = deque(range(len(asked)))
        self._out: dict[Future[Made], int] = {}
        self._back: SimpleQueue[Future[Made]] = SimpleQueue()  # of these, those that are done or cancelled
        self._tries: Counter[int] = Counter()
        self._limit = run.options.memory_limit
        if self._limit is None and self._executor.__class__.__name__.startswith("ProcessPool"):  # on this machine
            self._limit = max(1, free_memory() // 2 // max(1, min(_workers(run), len(asked))))

    def results(self) -> Iterator[tuple[int, Any]]:
        """The number of each part with its result, as they come; nobody goes on for long however it ends."""
        self._run.statistics.workers = _workers(self._run)
        sent = pickled(self._run.plan)
        try:
            with _lease() as lease:
                while self._todo or self._out:
                    self._run.clock.check()
                    if self._executor is not None and is_lost(self._executor):
                        self._leave("its scheduler is gone")
                    self._send(sent, lease)
                    for part, made in self._come_back() if self._out else self._made_here():
                        yield part, self._result(made)
        finally:
            for future in self._out:
                future.cancel()

    def _send(self, sent: bytes, lease: str) -> None:
        while self._executor is not None and self._todo and self._tries[self._todo[0]] < TRIES:
            try:
                future = self._executor.submit(do_part, self._part(self._todo[0], sent, lease))
            except Exception as error:  # it was shut down, or broke with one of its workers
                self._leave(error)
            else:
                self._out[future] = self._todo.popleft()
                future.add_done_callback(self._back.put)

    def _leave(self, why: object) -> None:
        """Do without the executor from now on; what is out may come back all the same, unless its scheduler is gone."""
        self._run.statistics.note(f"the executor takes no more work ({why}): this thread did the rest")
        if self._executor is not None and is_lost(self._executor):
            self._todo.extend(self._out.values())
            self._out.clear()
        self._executor = None

    def _part(self, part: int, plan: Plan | bytes, lease: str = "") -> Part:
        seconds = self._run.clock.deadline - monotonic()
        if lease:
            Path(lease).touch()  # what clears away old files may have taken it
        return Part(plan, self._asked[part], self._limit, seconds, lease)

    def _come_back(self) -> Iterator[tuple[int, Made]]:
        """What has come back, after a moment at most."""
        with suppress(Empty):
            future = self._back.get(timeout=PATIENCE)
            part = self._out.pop(future, None)
            if part is None:  # it has come back from an executor that was left
                return
            if future.cancelled() or future.exception():  # which is the worker's: a count would tell its own
                self._tries[part] += 1
                self._todo.append(part)
            elif isinstance((made := future.result()).error, _Left) and monotonic() < self._run.clock.deadline:
                self._todo.append(part)
            else:
                yield part, made

    def _made_here(self) -> Iterator[tuple[int, Made]]:
        part = self._todo.popleft()
        yield part, do_part(self._part(part, self._run.plan), self._run.clock.check)

    def _result(self, made: Made) -> Any:
        """What came of a part, when it is noted what it took; raises what it would raise anywhere."""
        statistics = self._run.statistics
        statistics.nodes += made.nodes
        statistics.memory = max(statistics.memory, made.memory)
        if isinstance(made.error, _Left):  # its clock went ahead of this one
            raise OutOfTime
        if made.error is not None:
            raise made.error
        return made.result


@contextmanager
def _lease() -> Iterator[str]:
    """The name of a file that is there meanwhile."""
    handle, name = mkstemp(prefix="pentomino-")
    os.close(handle)
    try:
        yield name
    finally:
        Path(name).unlink(missing_ok=True)


# --------------------------------------------------------------------------------------------------- in the worker


def do_part(part: Part, look: Callable[[], object] | None = None) -> Made:
    """Do a part: this is what is submitted. Here, *look* is called now and then, and raises what it wants raised."""
    tick, jobs, limit = look or _watch(part), list[FrontierJob](), part.limit or free_memory() // 2

    def begin(table: FrontierTable) -> FrontierJob:
        jobs.append(FrontierJob(table, limit, tick=tick))
        return jobs[-1]

    result: Any = None
    error: Exception | None = None
    try:
        with allowing(limit):
            result = _result_of(part, begin)
    except (FrontierUnfit, NoRoom) as why:
        error = Unfit(f"the frontier engine cannot do this: {why}")
    except Exception as why:
        if look is not None:
            raise
        error = sendable(why)
    nodes, memory = sum(job.nodes for job in jobs), max([0, *(job.peak for job in jobs)])
    return Made(result, nodes, memory, error)


def _result_of(part: Part, begin: Begin) -> Any:
    plan = unpickled(part.plan) if isinstance(part.plan, bytes) else part.plan
    work, what = part.asked
    if work == "run":
        number, of = what
        return count_run(plan, number, of, begin)
    if work == "tally":
        number, of = what
        return tally_run(plan, number, of, begin)
    if work == "without":
        return count_distinct(without_orbit(plan, *what), begin)
    if work == "kept":
        return count_fixed(plan, plan.group[what[0]], begin)
    return list(named(plan, lambda total: what, begin))


def _watch(part: Part) -> Callable[[], None]:
    """What ends a part if its time is out, or its caller is gone."""
    end, lease, due = monotonic() + part.seconds, Path(part.lease), 0.0
    is_seen = lease.exists()

    def look() -> None:
        nonlocal due
        if (now := monotonic()) >= due:
            due = now + SECONDS
            if now >= end or (is_seen and not lease.exists()):
                raise _Left

    return look
