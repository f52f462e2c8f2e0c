"""Functions that search the units (parts) of a task, and the class `Workers`, which does all tasks of a run.

An executor is any object with a method `submit` like that of `concurrent.futures`. It gets at most `OUT` tasks for each
worker at a time. If it accepts no more tasks, threads of this process do the rest.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
from collections import Counter, deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, suppress
from functools import cached_property, lru_cache
from itertools import groupby
from operator import itemgetter
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

from .._version import __version__
from ..errors import PentominoError
from ..limits import allowing
from .clock import Counts, Gate, OutOfTime, Statistics, drain
from .cover import AnySearch, Numbers
from .estimate import guess_nodes, shares
from .options import MAX_THREADS, Executor
from .plan import NEVER, Partition, Plan, Tick, Unit, at_most, batch_size, choose_partition, digest, partition
from .run import Run

if TYPE_CHECKING:
    from concurrent.futures import Future

# ---------------------------------------------------------------------------------------------------------------- tasks


SECONDS = 1.0
"""After this number of seconds, a task stops at the end of its current unit (part), and returns its results."""

LIMIT = 20.0
"""After this number of seconds a worker in another process abandons its current unit (part of a task). It cannot know
whether the caller still wants the result."""


class Abandoned(Exception):  # noqa: N818 - not an error, but the way out of a search
    """Raised by `task_steps` and by the `tick` of a worker to abandon a unit (part of a task).

    The time is up, the caller has ended, or the unit has too many solutions. `task_steps` catches this exception.
    """


Found: TypeAlias = tuple[int, int | list[Numbers]]
"""A partial result: the index of a case (subproblem), and a list of solutions. A count has their number instead."""


class Result(NamedTuple):
    """The results of a task: `found` contains one result for each finished unit (part of the task).

    `end` is the number of the first unit that is not finished. If `found` is empty, no unit was finished: the first
    unit takes too long, or has too many solutions to send.
    """

    end: int
    found: list[Found]
    counts: Counts


class WorkerProgress:
    """The progress of a worker thread that counts the solutions of a task, one unit (part) after another."""

    def __init__(self) -> None:
        self.found: list[tuple[int, Any]] = []  # results of the finished units
        self.case = 0
        self.search: Any = None  # the search of the current unit
        self.before = 0  # the number of solutions that it had found before the current unit

    @property
    def nodes(self) -> int:
        """The number of nodes of the current search."""
        return 0 if self.search is None else self.search.nodes

    def so_far(self) -> list[tuple[int, int]]:
        """Return pairs (case index, number of solutions) for all finished units (parts) and the current unit."""
        return [*self.found, *([(self.case, self.search.found - self.before)] if self.search is not None else ())]


def do_task(
    plan: Plan, units: Sequence[Unit], begin: int, most: int | None, tick: Tick, at: WorkerProgress | None = None
) -> Result:
    """Search the units (parts) of a task without pauses. The arguments and the result are as in `task_steps`."""
    return drain(task_steps(plan, units, begin, most, tick, at))


def task_steps(
    plan: Plan,
    units: Sequence[Unit],
    begin: int,
    most: int | None,
    tick: Tick,
    at: WorkerProgress | None = None,
    step: int = NEVER,
) -> Generator[None, None, Result]:
    """Search the units (parts) of a task, beginning with number `begin`. Stop after about `SECONDS`.

    If `most` is None, count the solutions, and record the progress in `at`. Otherwise list them. A listing abandons a
    unit that has more than `most` solutions, and stops when the task has more than a quarter of this number. Pause
    after each `step` nodes without a solution.
    """
    due, done, at = monotonic() + SECONDS, Statistics(), at or WorkerProgress()
    end, met, found = begin, 0, list[Found]()
    with suppress(Abandoned), closing(searches(plan, units[begin:], done, most is not None)) as at_units:
        for case, search in at_units:
            tick()  # a short search may end before it calls `tick`
            if most is None:
                at.found, at.case, at.search, at.before = found, case, search, search.found
                search.count(tick=tick, nodes=search.nodes + step)
                while not search.exhausted:
                    yield
                    search.count(tick=tick, nodes=search.nodes + step)
                at.search = None
                found.append((case, search.found - at.before))
            else:
                solutions = list[Numbers]()
                for batch in _batches(plan, search, tick, step):
                    solutions += batch
                    if len(solutions) > most:
                        raise Abandoned
                    if not batch:
                        yield
                found.append((case, solutions))
                met += len(solutions)
            end += 1
            if monotonic() >= due or (most is not None and met > most // 4):
                break
    if end == begin:
        return Result(begin, [], Statistics().counts())
    return Result(end, found, done.counts())


def solutions(plan: Plan, unit: Unit, tick: Tick, done: Statistics, step: int = NEVER) -> Iterator[list[Numbers]]:
    """Yield the solutions of a unit (part of a task) in lists. After `step` nodes without a solution, yield [].

    At the end, add the counts of the search to the statistics `done`.
    """
    with closing(searches(plan, [unit], done, lists=True)) as at_unit:
        for _, search in at_unit:
            yield from _batches(plan, search, tick, step)


def searches(
    plan: Plan, units: Sequence[Unit], done: Statistics, lists: bool
) -> Generator[tuple[int, Any], None, None]:
    """Yield a pair (index of its case, search) for each unit, in order. The search begins at the unit.

    If `lists`, the searches list solutions, otherwise they count. Consecutive units of one case (subproblem) share a
    search. When a search ends, its counts are added to `done`, even if its last unit was abandoned.
    """
    begin = plan.ordered if lists else plan.unordered
    for case, of_case in groupby(units, itemgetter(0)):
        search = begin(plan.cases[case])
        try:
            for _, prefix in of_case:
                search.seek(prefix)
                yield case, search
        finally:
            done.add(search.counts())


def _batches(plan: Plan, search: AnySearch, tick: Tick, step: int) -> Iterator[list[Numbers]]:
    size = batch_size(plan)
    while not search.exhausted:
        yield search.take_some(size, tick=tick, nodes=search.nodes + step)
        tick()  # `take_some` calls `tick` only if it finds nothing for some milliseconds


# ------------------------------------------------------------------------------------------------- in other processes


class Job(NamedTuple):
    """The data that other processes need for all tasks. `plan` is pickled. `most` is as in `task_steps`."""

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
        raise PentominoError(
            f"the puzzle cannot be sent to other processes: {error}; predicates must be functions of a module"
        ) from None


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
    return do_task(plan, tasks[task], begin, job.most, tick)


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
        raise PentominoError(f"a worker has pentomino {__version__}, not {version}")
    try:
        plan = Plan(*pickle.loads(inner))
    except Exception as error:
        raise PentominoError(
            f"a worker cannot read the puzzle: {error}; predicates must be functions of a module that workers have"
        ) from None
    try:
        found = digest(plan)
    except OutOfTime:  # the executor works in the thread of the caller, whose time is up
        raise
    except Exception as error:  # from a predicate; the caller may not know its class
        raise PentominoError(f"{type(error).__name__} in a worker: {error}") from None
    if found != expected:
        raise PentominoError("a predicate returns other results in a worker; it must depend on the placement alone")
    return plan


# ---------------------------------------------------------------------------------------------------------- the workers


NEAR_NODES, FAR_NODES = 1 << 22, 1 << 24
"""The number of nodes of a task. NEAR_NODES is for threads (100 ms), FAR_NODES for other processes (400 ms). A
scheduler may take 10 ms to handle a task."""

UNKNOWN = 16
"""The assumed number of workers of an executor if the option `workers` is 1."""

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

Task = TypeVar("Task", bound=tuple[Any, ...])

Place = tuple[int, int]
"""A pair of numbers: a task, and the first unit (part of the task) that is not done yet."""


class Client(Generic[Task]):
    """Submits tasks from a queue to an executor. A result that is not of type `kind` is a failure.

    A task that fails is submitted once more. If it fails again, `_submit` returns False, and the caller must do the
    task. The executor is abandoned if it accepts no more tasks, or if too many tasks in a row fail.
    """

    def __init__(self, run: Run, kind: type) -> None:
        self._run = run
        self._executor: Executor | None = run.options.executor
        self._kind = kind
        self._todo: deque[Task] = deque()
        self._out: dict[Future[Any], Task] = {}
        self._back: SimpleQueue[Any] = SimpleQueue()  # futures that are done
        self._tries: Counter[Task] = Counter()  # the number of failures by task
        self._failures = 0  # the number of failures since the last result

    def _call(self, task: Task) -> tuple[Any, ...]:
        """Return the function that the executor calls for a task, and its arguments."""
        raise NotImplementedError

    def _submit(self, task: Task) -> bool:
        # False: the caller must do it
        if self._executor is None or self._tries[task] == TRIES:
            return False
        call = self._call(task)
        try:
            future = self._executor.submit(*call)
        except Exception as error:  # it was shut down, or broke with one of its workers
            self._todo.appendleft(task)
            self._leave(error)
        else:
            self._out[future] = task
            future.add_done_callback(self._back.put)
        return True

    def _received(self, future: Future[Any]) -> tuple[Task, Any] | None:
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
        # who replaces the abandoned executor, for the statistics
        return "this thread"

    def _cancel(self) -> None:
        for future in self._out:
            future.cancel()


class Workers(Client[Place]):
    """Workers for the cases (subproblems) from index `first` on. If `lists`, list solutions, else count.

    The method `results` can be called once. Results in the journal of the run are used again, and new results are
    stored in it. Work in the thread of the caller pauses after each `step` nodes.
    """

    def __init__(self, run: Run, first: int, lists: bool, step: int = NEVER) -> None:
        super().__init__(run, Result)
        options, plan = run.options, run.plan
        self._step_nodes = step
        self._threads: list[threading.Thread] = []
        self._wanted = options.workers if options.executor is None else 0
        self._out_at_once = OUT * (options.workers if options.workers > 1 or not options.executor else UNKNOWN)
        is_far = _is_far(self._executor)
        run.gate = self._gate = Gate(is_far)  # it must not refer to this object: that would be a cycle
        task_nodes = FAR_NODES if is_far else NEAR_NODES
        self._partition = choose_partition(first, guess_nodes(plan), task_nodes, self._out_at_once // OUT, lists)
        if run.journal is not None:
            self._partition = Partition(*run.journal.agreed("deal", self._partition))
        self._tasks = partition(plan, self._partition, run.statistics)
        self._most = at_most(plan, SENT, SENT_CELLS) if lists else None
        self._job = Job(pickled(plan), self._partition, self._most) if is_far else None
        self._to_threads: SimpleQueue[Place | None] = SimpleQueue()
        self._at_threads = 0
        self._at_work: list[WorkerProgress] = []  # one for each thread
        self._ready: dict[Place, Result] = {}
        self._waiting = 0  # the number of solutions in `_ready`
        self._is_over = False
        self._process = os.getpid()
        self._fraction = 0.0
        run.statistics.units = sum(map(len, self._tasks))
        run.statistics.workers = options.workers

    # ----------------------------------------------------------------------------------------------------- results

    def results(self) -> Iterator[Found | None]:
        """Yield pairs (index of a case, solutions or their number). Yield None for each pause.

        A listing yields the pairs in the order of the search. A count yields them in any order. At the end, or after an
        error, the threads are stopped, and the tasks that the executor has not begun are cancelled.
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
            self._run.clock.state = lambda: state  # `_state` would be part of a cycle with the run

    @property
    def nodes(self) -> int:
        """The number of nodes visited by this process, plus the nodes in results from other processes."""
        return self._run.statistics.nodes + sum(at.nodes for at in self._at_work)

    def _state(self) -> tuple[float, int]:
        return self._fraction, self.nodes

    def _listed(self) -> Iterator[Found | None]:
        known = self._known()
        for task, units in enumerate(self._tasks):
            begin = 0
            while begin < len(units):
                place = task, begin
                while place not in self._ready and place not in known:
                    yield from self._step(place)
                if place in self._ready:
                    result = self._ready.pop(place)
                    self._waiting -= _number(result)
                else:
                    result = self._result_known(place)
                if result.end > begin:
                    yield from self._take(place, result)
                    begin = result.end
                else:
                    yield from self._done_here(place)
                    begin += 1

    def _done_here(self, place: Place) -> Iterator[Found | None]:
        """Search the unit (part) at `place` in this thread, because workers cannot do it.

        The unit has too many solutions to send, or takes too long for a worker. Yield pairs (index of the case,
        solutions), and None for a pause.
        """
        task, begin = place
        case, _ = unit = self._tasks[task][begin]
        done, most = Statistics(), self._most or 0
        few: list[Numbers] = []  # stored in the journal only if a worker could send them
        for batch in solutions(self._run.plan, unit, self._run.look, done, self._step_nodes):
            self._check_process()
            if len(few) <= most:
                few += batch
            yield (case, batch) if batch else None
        result = Result(begin + 1, [(case, few)], done.counts())
        if len(few) <= most:
            self._note(place, result)
        self._take(place, result)

    def _counted(self) -> Iterator[Found | None]:
        for place in self._known():
            yield from self._take(place, self._result_known(place))
        while self._todo or self._out or self._at_threads or self._ready:
            while not self._ready:
                yield from self._step()
            place, result = self._ready.popitem()
            if result.end == place[1]:
                unit = self._tasks[place[0]][place[1] : place[1] + 1]
                result = (yield from self._steps_of(unit, 0))._replace(end=place[1] + 1)
                self._note(place, result)
            yield from self._take(place, result)

    def left(self) -> list[Found]:
        """Stop a count. Return the results that have been found but not yielded."""
        self._stop()
        found: list[Found] = [one for at in self._at_work for one in at.so_far()]
        for result in self._ready.values():
            found += result.found
        self._ready.clear()
        while not self._back.empty():
            back = self._back.get()
            if isinstance(back, tuple) and isinstance(back[1], Result):
                found += back[1].found
        return found

    def _known(self) -> set[Place]:
        # the places with a result in the journal; the rest of each task is put in the queue
        known: set[Place] = set()
        for task, units in enumerate(self._tasks):
            begin = 0
            while self._run.journal is not None and (end := self._run.journal.ends.get((task, begin))):
                known.add((task, begin))
                begin = end
            if begin < len(units):
                self._todo.append((task, begin))
        return known

    def _result_known(self, place: Place) -> Result:
        assert self._run.journal is not None
        result = Result(*self._run.journal[place])
        if not self._partition.in_order:
            return result
        result.found[:] = [(case, [*map(tuple, these)]) for case, these in result.found if isinstance(these, list)]
        return result

    def _take(self, place: Place, result: Result) -> list[Found]:
        # pairs of the index of a case and its solutions, or their number
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

    # ------------------------------------------------------------------------------------------------- out and back

    def _step(self, awaited: Place | None = None) -> Iterator[None]:
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
                self._receive(place, (yield from self._steps_of(self._tasks[place[0]], place[1])))
                return
        with suppress(Empty):
            back = self._back.get(timeout=self._gate.patience)
            if not isinstance(back, tuple):  # it is a future of the executor
                back = self._received(back)
            elif isinstance(back[1], BaseException):
                raise back[1]
            else:
                self._at_threads -= 1
            if back is not None:
                self._receive(*back)
        yield

    def _call(self, place: Place) -> tuple[Any, ...]:
        task, begin = place
        if self._job is None:
            return do_task, self._run.plan, self._tasks[task], begin, self._most, self._stop_if_over
        return do_task_elsewhere, self._job, task, begin, self._run.clock.deadline - monotonic()

    def _steps_of(self, units: Sequence[Unit], begin: int) -> Generator[None, None, Result]:
        return task_steps(self._run.plan, units, begin, self._most, self._run.look, step=self._step_nodes)

    def _receive(self, place: Place, result: Result) -> None:
        # the rest of the task comes first in the queue
        task, begin = place
        self._ready[place] = result
        self._waiting += _number(result)
        if result.end > begin:
            self._note(place, result)
        if (rest := max(result.end, begin + 1)) < len(self._tasks[task]):
            self._todo.appendleft((task, rest))

    def _note(self, place: Place, result: Result) -> None:
        if self._run.journal is not None:
            self._run.journal.add(place, result)

    def _others(self) -> str:
        self._gate.is_far = False
        workers = self._run.options.workers
        self._wanted = min(workers if workers > 1 else os.cpu_count() or 1, MAX_THREADS)
        self._out_at_once = OUT * self._wanted
        return "threads" if self._start_threads() else super()._others()

    # ----------------------------------------------------------------------------------------------------- threads

    def _start_threads(self) -> int:
        if self._wanted <= 1:  # a single thread would gain nothing, as the thread of the caller can do its work
            return 0
        for _ in range(self._wanted):
            # A `ThreadPoolExecutor` is not used, as the interpreter would wait for its threads before it exits.
            self._at_work.append(WorkerProgress())
            thread = threading.Thread(target=self._serve, args=self._at_work[-1:], name="pentomino", daemon=True)
            try:
                thread.start()
            except RuntimeError:
                break
            self._threads.append(thread)
        self._run.statistics._note_workers(self._wanted, self._wanted - len(self._threads))
        return len(self._threads)

    def _serve(self, at: WorkerProgress) -> None:
        # None ends the thread
        limit, held, threads = self._run.options.memory_limit, self._run.held, self._wanted
        while (place := self._to_threads.get()) is not None:
            task, begin = place
            try:
                with allowing(limit, held, threads):
                    result: Any = do_task(self._run.plan, self._tasks[task], begin, self._most, self._stop_if_over, at)
            except BaseException as error:  # `_step` raises it in the thread of the caller
                result = error
            if self._is_over:
                return
            at.found = []
            self._back.put((place, result))

    def _stop_if_over(self) -> None:
        self._gate.wait()
        if self._is_over:
            raise Abandoned

    def _stop(self) -> None:
        self._is_over = True
        # In a forked child, and while the interpreter exits, threads do not run. Waiting for them would never end.
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


def _number(result: Result) -> int:
    return sum(len(found) for _, found in result.found if isinstance(found, list))


def _is_far(executor: Executor | None) -> bool:
    if executor is None:
        return False
    from concurrent.futures import ThreadPoolExecutor

    return not isinstance(executor, ThreadPoolExecutor)
