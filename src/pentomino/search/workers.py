"""`task_steps`, which searches the units (parts) of a task, and `Workers`, which does all tasks of a run.

An executor is any object with a method `submit` like that of `concurrent.futures`. It gets at most `OUT` tasks for each
worker at a time. If it accepts no more tasks, threads of this process do the rest.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
from collections import Counter, deque
from collections.abc import Generator, Iterator
from contextlib import suppress
from functools import cached_property, lru_cache
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from .._version import __version__
from ..errors import PentominoError
from ..limits import allowing
from .clock import Counts, Gate, OutOfTime, Statistics, drain
from .estimate import guess_nodes, shares
from .options import MAX_THREADS, Executor, all_cores
from .plan import NEVER, Partition, Plan, Tick, Unit, at_most, choose_partition, digest, partition
from .run import Run
from .scan import PartialResult, Scan

if TYPE_CHECKING:
    from concurrent.futures import Future

# ---------------------------------------------------------------------------------------------------------------- tasks


SECONDS = 1.0
"""After this number of seconds, a task stops at the end of its current unit (part), and returns its results."""

LIMIT = 20.0
"""After this number of seconds a worker in another process abandons its current unit (part of a task). It cannot know
whether the caller still wants the result."""


class Abandoned(Exception):  # noqa: N818 - not an error, but ends a search
    """Raised by `task_steps` and by the `tick` of a worker to abandon a unit (part of a task).

    The time is up, the caller has ended, or the unit has too many solutions. `task_steps` catches this exception.
    """


class Result(NamedTuple):
    """The results of a task: `found` holds one result for each finished unit (part of the task).

    `end` is the number of the first unit that is not finished. If `found` is empty, no unit was finished: the first
    unit takes too long, or has too many solutions to send.
    """

    end: int
    found: list[PartialResult]
    counts: Counts


def do_task(scan: Scan, begin: int, most: int | None, tick: Tick) -> Result:
    """Search the units (parts) of a task without pauses. The arguments and the result are those of `task_steps`."""
    return drain(task_steps(scan, begin, most, tick))


def task_steps(scan: Scan, begin: int, most: int | None, tick: Tick) -> Generator[None, None, Result]:
    """Search the units (parts) of `scan`, which are those of a task from number `begin` on. Stop after about `SECONDS`.

    A listing abandons a unit that has more than `most` solutions, and stops when the task has more than a quarter of
    `most`. Pause whenever the scan does.
    """
    due, met = monotonic() + SECONDS, 0
    unit: Any = scan.none  # the result of the current unit
    with suppress(Abandoned):
        while not scan.is_done:
            tick()  # a short search may end before it calls `tick`
            at, (case, batch) = scan.at, scan.advance(tick)
            unit += batch
            if most is not None and len(unit) > most:
                raise Abandoned
            if scan.at == at:
                yield
                continue
            scan.results.append((case, unit))
            met += 0 if most is None else len(unit)
            if monotonic() >= due or (most is not None and met > most // 4):
                break
            unit = scan.none
    scan.close()
    if not scan.results:
        return Result(begin, [], Statistics().counts())
    return Result(begin + len(scan.results), scan.results, scan.done.counts())


# ------------------------------------------------------------------------------------------- tasks in other processes


class Job(NamedTuple):
    """The data that other processes need for all tasks. `plan` is pickled. `most` is the same as for `task_steps`."""

    plan: bytes
    partition: Partition
    most: int | None


def pickled(plan: Plan) -> bytes:
    """Return a plan and its `digest` as bytes. Raises `PentominoError` if they cannot be pickled."""
    expected = digest(plan)
    try:
        return pickle.dumps(
            (__version__, expected, pickle.dumps((plan.puzzle, plan.seed, plan.breaker, plan.is_proper)))
        )
    except Exception as error:
        what = f"the puzzle cannot be sent to other processes: {error}; define predicates at the top level of a module"
        raise PentominoError(what) from None


def do_task_elsewhere(job: Job, task: int, begin: int, seconds: float) -> Result | PentominoError:
    """Do task number `task`, from unit number `begin` on, in another process and in at most `seconds` seconds.

    An executor calls this function. Return an error, instead of a result, if this process cannot do any task.
    """
    end = monotonic() + min(seconds, LIMIT)

    def tick() -> None:
        if monotonic() >= end:
            raise Abandoned

    try:
        with _unpickling:  # so that only one thread of a worker compiles the plan
            plan, tasks = _unpickled(job)
    except PentominoError as error:
        return error
    return do_task(Scan(plan, tasks[task][begin:], job.most is not None), begin, job.most, tick)


_unpickling = threading.Lock()


@lru_cache(maxsize=2)
def _unpickled(job: Job) -> tuple[Plan, list[list[Unit]]]:
    plan = plan_elsewhere(job.plan)
    plan.compile(counts=job.most is None)
    return plan, partition(plan, job.partition, Statistics())


def plan_elsewhere(sent: bytes) -> Plan:
    """Return the plan in `sent`, the bytes that `pickled` has made in another process.

    Raises `PentominoError` if the version of the package or the digest of the plan is different here.
    """
    version, expected, inner = pickle.loads(sent)
    if version != __version__:
        raise PentominoError(f"all workers must have pentomino {version}, got {__version__}")
    try:
        plan = Plan(*pickle.loads(inner))
    except Exception as error:
        what = f"a worker cannot read the puzzle: {error}; define predicates in a module that workers can import"
        raise PentominoError(what) from None
    try:
        actual = digest(plan)
    except OutOfTime:  # the executor works in the thread of the caller, whose time is up
        raise
    except Exception as error:  # an error of a predicate; the caller may not have its class
        raise PentominoError(f"{type(error).__name__} in a worker: {error}") from None
    if actual != expected:
        raise PentominoError("a predicate returned another result in a worker; it must depend only on the placement")
    return plan


# ---------------------------------------------------------------------------------------------------------- the workers


NEAR_NODES, FAR_NODES = 1 << 22, 1 << 24
"""The number of nodes of a task. NEAR_NODES is for threads (100 ms), FAR_NODES for other processes (400 ms). A
scheduler may take 10 ms to handle a task."""

UNKNOWN = 16
"""How many workers an executor is assumed to have if the option `workers` is 1."""

OUT = 4
"""The maximum number of submitted tasks for each worker."""

SENT, SENT_CELLS = 1 << 14, 1 << 20
"""SENT: the maximum number of solutions that a worker sends for a unit (part of a task). SENT_CELLS: the maximum number
of cells that they cover together."""

WAITING = 1 << 18
"""The maximum number of solutions that wait until earlier solutions of a listing are found. If more solutions wait,
only the task that comes next in the order is submitted."""

TRIES, FAILURES = 2, 8
"""TRIES: a task that has failed this number of times is done in this process, because it may crash its workers.
FAILURES: after this number of failures in a row, the executor is abandoned."""

T = TypeVar("T", bound=tuple[Any, ...])

Stretch = tuple[int, int]
"""A pair of numbers: a task, and the first unit (part of the task) that is not done yet."""


class Client(Generic[T]):
    """Submits tasks from a queue to an executor. A result that is not of type `kind` is a failure.

    A task that fails is submitted once more. If it fails again, `_submit` returns False, and the caller must do the
    task. The executor is abandoned if it accepts no more tasks, or if too many tasks in a row fail.
    """

    def __init__(self, run: Run, kind: type) -> None:
        self._run = run
        self._executor: Executor | None = run.options.executor
        self._kind = kind
        self._todo: deque[T] = deque()
        self._out: dict[Future[Any], T] = {}
        self._back: SimpleQueue[Any] = SimpleQueue()  # futures that are done
        self._tries: Counter[T] = Counter()  # the number of failures by task
        self._failures = 0  # the number of failures since the last result

    def _call(self, task: T) -> tuple[Any, ...]:
        """Return the function that the executor calls for a task, and its arguments."""
        raise NotImplementedError

    def _submit(self, task: T) -> bool:
        # False means that the caller must do the task
        if self._executor is None or self._tries[task] == TRIES:
            return False
        call = self._call(task)
        try:
            future = self._executor.submit(*call)
        except Exception as error:  # the executor was shut down, or broke with a worker
            self._todo.appendleft(task)
            self._leave(error)
        else:
            self._out[future] = task
            in_flight = len(self._out) - self._back.qsize()  # futures that are done wait in `_back`
            self._run.statistics.workers = max(self._run.statistics.workers, in_flight)
            future.add_done_callback(self._back.put)
        return True

    def _received(self, future: Future[Any]) -> tuple[T, Any] | None:
        """Return the pair (task, result) of a future. If the task failed, queue it again and return None."""
        if future not in self._out:  # from an abandoned executor
            return None
        task = self._out.pop(future)
        why = "it was shut down" if future.cancelled() else future.exception()
        result = future.result() if why is None else None
        if isinstance(result, PentominoError):
            raise result
        if isinstance(result, self._kind):
            self._failures = 0
            return task, result
        self._tries[task] += 1
        self._todo.appendleft(task)
        self._failures += 1
        if self._failures == FAILURES:
            self._leave(why or "it returns objects that are not results")
        return None

    def _leave(self, why: object) -> None:
        self._executor = None
        self._cancel()
        self._todo.extendleft(sorted(self._out.values(), reverse=True))
        self._out.clear()
        self._run.statistics.note(f"the executor takes no more work ({why}): {self._others()} did the rest")

    def _others(self) -> str:
        # what replaces the abandoned executor, for the statistics
        return "this thread"

    def _cancel(self) -> None:
        for future in self._out:
            future.cancel()


class Workers(Client[Stretch]):
    """Workers for the cases (subproblems) from index `first` on. If `lists`, list solutions; otherwise count them.

    The method `results` can be called once. Results in the journal of the run are used again, and new results are
    stored in it. Work in the thread of the caller pauses after each `run.step` nodes.
    """

    def __init__(self, run: Run, first: int, lists: bool) -> None:
        super().__init__(run, Result)
        options, plan = run.options, run.plan
        self._lists = lists
        self._threads: list[threading.Thread] = []
        self._wanted = options.workers if options.executor is None else 0
        self._out_at_once = OUT * (options.workers if options.workers > 1 or not options.executor else UNKNOWN)
        is_far = _is_far(self._executor)
        run.gate = self._gate = Gate(is_far)  # has no reference to this object, to avoid a cycle
        task_nodes = FAR_NODES if is_far else NEAR_NODES
        self._partition = choose_partition(first, guess_nodes(plan), task_nodes, self._out_at_once // OUT, lists)
        if run.journal is not None:
            self._partition = Partition(*run.journal.agreed("deal", self._partition))
        self._tasks = partition(plan, self._partition, run.statistics)
        self._most = at_most(plan, SENT, SENT_CELLS) if lists else None
        self._job = Job(pickled(plan), self._partition, self._most) if is_far else None
        self._to_threads: SimpleQueue[Stretch | None] = SimpleQueue()
        self._at_threads = 0
        self._scans: dict[int, Scan] = {}  # by thread; 0 is the thread of the caller
        self._begun: set[int] = set()  # the threads that have begun a task
        self._ready: dict[Stretch, Result] = {}
        self._waiting = 0  # the number of solutions in `_ready`
        self._is_over = False
        self._process = os.getpid()
        self._fraction = 0.0
        run.statistics.units = sum(map(len, self._tasks))

    # ----------------------------------------------------------------------------------------------------- results

    def results(self) -> Iterator[PartialResult | None]:
        """Yield the parts of the result, and None for each pause.

        A listing yields them in the order of the search, and a count in any order. At the end, or after an error, the
        threads are stopped, and the tasks that the executor has not begun are cancelled.
        """
        self._run.clock.state = self._state
        if self._run.clock.is_watched:
            self._fraction = sum(self._shares[: self._partition.first])
        try:
            self._start_threads()
            yield from self._listed() if self._partition.in_order else self._counted()
        finally:
            self._stop()
            state = self._fraction, self._run.statistics.nodes
            self._run.clock.state = lambda: state  # the method `_state` would be part of a cycle with the run

    @property
    def nodes(self) -> int:
        """The number of nodes visited by this process, plus the nodes in results from other processes."""
        return self._run.statistics.nodes + sum(scan.nodes for scan in [*self._scans.values()])

    def _state(self) -> tuple[float, int]:
        return self._fraction, self.nodes

    def _listed(self) -> Iterator[PartialResult | None]:
        stored = self._known()
        for task, units in enumerate(self._tasks):
            begin = 0
            while begin < len(units):
                place = task, begin
                if place in stored:
                    self._ready[place] = self._result_known(place)
                    self._waiting += _number(self._ready[place])
                while place not in self._ready:
                    yield from self._step(place)
                begin = max(begin + 1, self._ready[place].end)
                yield from self._used(place)

    def _counted(self) -> Iterator[PartialResult | None]:
        for place in self._known():
            yield from self._take(place, self._result_known(place))
        while self._todo or self._out or self._at_threads or self._ready:
            while not self._ready:
                yield from self._step()
            yield from self._used(next(iter(self._ready)))

    def _used(self, place: Stretch) -> Iterator[PartialResult]:
        """Yield the parts of the result at `place`. If workers could not search its unit, search it in this thread.

        Such a unit has too many solutions to send, or takes too long for a worker.
        """
        begin, result = place[1], self._ready.pop(place)
        self._waiting -= _number(result)
        if result.end > begin:
            yield from self._take(place, result)
            return
        self._scans[0] = scan = self._scan(place, begin + 1, self._run.step)
        unit: Any = scan.none  # the journal stores no more solutions than a worker could send
        while not scan.is_done:
            self._check_process()
            case, batch = scan.advance(self._run.look)
            self._run.look()  # the search may find solutions without a call of `look`
            if self._most is None or len(unit) <= self._most:
                unit += batch
            yield case, batch
        del self._scans[0]
        result = Result(begin + 1, [(case, unit)], scan.done.counts())
        if self._most is None or len(unit) <= self._most:
            self._note(place, result)
        self._take(place, result)

    def left(self) -> list[PartialResult]:
        """Stop a count. Return the parts that were found but not yielded."""
        self._stop()
        results = [part for scan in self._scans.values() for part in scan.left()]
        for result in self._ready.values():
            results += result.found
        self._ready.clear()
        while not self._back.empty():
            back = self._back.get()
            if isinstance(back, tuple) and isinstance(back[1], Result):
                results += back[1].found
        return results

    def _known(self) -> set[Stretch]:
        # return the places with a result in the journal, and queue the rest of each task
        stored: set[Stretch] = set()
        for task, units in enumerate(self._tasks):
            begin = 0
            while self._run.journal is not None and (end := self._run.journal.ends.get((task, begin))):
                stored.add((task, begin))
                begin = end
            if begin < len(units):
                self._todo.append((task, begin))
        return stored

    def _result_known(self, place: Stretch) -> Result:
        assert self._run.journal is not None
        result = Result(*self._run.journal[place])
        if not self._partition.in_order:
            return result
        result.found[:] = [(case, [*map(tuple, these)]) for case, these in result.found if isinstance(these, list)]
        return result

    def _take(self, place: Stretch, result: Result) -> list[PartialResult]:
        # pairs (index of a case, its solutions or how many it has)
        self._run.statistics.add(result.counts)
        if self._run.clock.is_watched:
            task, begin = place
            units = self._tasks[task][begin : result.end]
            self._fraction += sum(self._shares[case] / self._units_of_case[case] for case, _ in units)
        return result.found

    @cached_property
    def _shares(self) -> list[float]:
        return shares(self._run.plan)

    @cached_property
    def _units_of_case(self) -> Counter[int]:
        return Counter(case for task in self._tasks for case, _ in task)

    def _check_process(self) -> None:
        if os.getpid() != self._process:
            raise RuntimeError("this search was started by another process: start it again in this one")

    # -------------------------------------------------------------------------------- submit tasks, collect results

    def _step(self, awaited: Stretch | None = None) -> Iterator[None]:
        """Submit tasks, and wait briefly for a result. If there are no workers, do a task in this thread.

        `awaited` is the place (task and first unit) that the caller needs next. Its task is submitted even if many
        solutions wait. Yield None for each pause.
        """
        self._check_process()
        self._run.look()
        while self._todo and len(self._out) + self._at_threads < self._out_at_once:
            place = self._todo[0]
            if self._waiting > WAITING and place != awaited and (self._out or self._at_threads):
                break
            self._todo.popleft()
            if self._threads:
                self._to_threads.put(place)
                self._at_threads += 1
            elif not self._submit(place):
                steps = task_steps(self._scan(place, step=self._run.step), place[1], self._most, self._run.look)
                self._receive(place, (yield from steps))
                return
        with suppress(Empty):
            back = self._back.get(timeout=self._gate.patience)
            if not isinstance(back, tuple):  # a future of the executor
                back = self._received(back)
            elif isinstance(back[1], BaseException):
                raise back[1]
            else:
                self._at_threads -= 1
            if back is not None:
                self._receive(*back)
        yield

    def _call(self, place: Stretch) -> tuple[Any, ...]:
        task, begin = place
        if self._job is None:
            return do_task, self._scan(place), begin, self._most, self._stop_if_over
        return do_task_elsewhere, self._job, task, begin, self._run.clock.deadline - monotonic()

    def _scan(self, place: Stretch, end: int | None = None, step: int = NEVER) -> Scan:
        task, begin = place
        return Scan(self._run.plan, self._tasks[task][begin:end], self._lists, step)

    def _receive(self, place: Stretch, result: Result) -> None:
        # put the rest of the task at the front of the queue
        task, begin = place
        self._ready[place] = result
        self._waiting += _number(result)
        if result.end > begin:
            self._note(place, result)
        if (rest := max(result.end, begin + 1)) < len(self._tasks[task]):
            self._todo.appendleft((task, rest))

    def _note(self, place: Stretch, result: Result) -> None:
        if self._run.journal is not None:
            self._run.journal.add(place, result)

    def _others(self) -> str:
        self._gate.is_far = False
        workers = self._run.options.workers
        self._wanted = min(workers if workers > 1 else all_cores(), MAX_THREADS)
        self._out_at_once = OUT * self._wanted
        return "threads" if self._start_threads() else super()._others()

    # ----------------------------------------------------------------------------------------------------- threads

    def _start_threads(self) -> int:
        wanted = min(self._wanted, len(self._tasks))
        if wanted <= 1:  # a single thread would gain nothing, as the thread of the caller can do its work
            return 0
        for number in range(wanted):
            # A `ThreadPoolExecutor` is not used, as the interpreter would wait for its threads before it exits.
            thread = threading.Thread(target=self._serve, args=(1 + number,), name="pentomino", daemon=True)
            try:
                thread.start()
            except RuntimeError:
                break
            self._threads.append(thread)
        self._run.statistics._note_missing(wanted, wanted - len(self._threads))
        return len(self._threads)

    def _serve(self, number: int) -> None:
        # None ends the thread
        limit, held, threads = self._run.options.memory_limit, self._run.held, self._wanted
        while (place := self._to_threads.get()) is not None:
            self._begun.add(number)
            self._scans[number] = scan = self._scan(place)  # without a step, as a thread needs no pauses
            try:
                with allowing(limit, held, threads):
                    result: Any = do_task(scan, place[1], self._most, self._stop_if_over)
            except BaseException as error:  # `_step` raises it in the thread of the caller
                result = error
            if self._is_over:
                return
            del self._scans[number]
            self._back.put((place, result))

    def _stop_if_over(self) -> None:
        self._gate.wait()
        if self._is_over:
            raise Abandoned

    def _stop(self) -> None:
        self._is_over = True
        # In a forked child, and while the interpreter exits, threads do not run, so waiting for them would never end.
        if os.getpid() != self._process or sys.is_finalizing():
            return
        self._gate.open(is_alone=True)
        self._cancel()
        with suppress(Empty):
            while True:
                self._to_threads.get_nowait()
        for _ in self._threads:
            self._to_threads.put(None)
        for thread in self._threads:
            thread.join()
        statistics = self._run.statistics
        statistics.workers = max(statistics.workers, len(self._begun))


def _number(result: Result) -> int:
    return sum(len(solutions) for _, solutions in result.found if isinstance(solutions, list))


def _is_far(executor: Executor | None) -> bool:
    if executor is None:
        return False
    from concurrent.futures import ThreadPoolExecutor

    return not isinstance(executor, ThreadPoolExecutor)
