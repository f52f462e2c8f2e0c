"""Search the units (parts) of a task, in a thread or in another process."""

from __future__ import annotations

import hashlib
import pickle
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, suppress
from functools import lru_cache
from time import monotonic
from typing import Any, NamedTuple, TypeAlias

from .._version import __version__
from ..errors import PentominoError
from .plan import NEVER, Partition, Plan, Tick, Unit, batch_size, partition
from .progress import Counts, Statistics, WorkerProgress
from .run import OutOfTime, drain
from .tables import AnySearch, Numbers

SECONDS = 1.0
"""After this number of seconds a task ends with its current unit (part) and returns its results."""

LIMIT = 20.0
"""After this number of seconds a worker in another process abandons its current unit (part of a task), as it cannot
know whether the caller still wants the result."""


class Abandoned(Exception):  # noqa: N818 - not an error, but the way out of a search
    """Raised when a worker abandons a unit (part): its time is up, its caller is gone, or there are too many solutions.

    `task_steps` and the `tick` of a worker raise this exception. `task_steps` catches it.
    """


Found: TypeAlias = tuple[int, int | list[Numbers]]
"""The index of a case (subproblem), and a list of some of its solutions or, for a count, their number."""


class Result(NamedTuple):
    """The results of the finished units (parts) of a task: one result in `found` for each unit.

    `end` is the number of the first unit that is not finished. If `found` is empty, no unit was finished: the first
    unit takes too long, or has too many solutions to send.
    """

    end: int
    found: list[Found]
    counts: Counts


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
    """Search the units of a task from number `begin` on, until `SECONDS` are over or enough solutions are found.

    If `most` is None, count the solutions. Otherwise list them. Then `most` is the maximum number of solutions of a
    unit, and more than a quarter of this number is enough for the task. `at` records the progress of a count. Pause
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
    """Yield pairs (index of a case, search) for the units, in order. The search begins at the unit.

    If `lists`, the searches list solutions, otherwise they count. Consecutive units of one case (subproblem) share a
    search. The counts of a search are added to `done` when it ends, even if its last unit was abandoned.
    """
    number, search = -1, None
    begin = plan.ordered if lists else plan.unordered
    try:
        for case, prefix in units:
            if search is None or case != number:
                if search is not None:
                    done.add(search.counts())
                number, search = case, begin(plan.cases[case])
            search.seek(prefix)
            yield case, search
    finally:
        if search is not None:
            done.add(search.counts())


def _batches(plan: Plan, search: AnySearch, tick: Tick, step: int) -> Iterator[list[Numbers]]:
    size = batch_size(plan)
    while not search.exhausted:
        yield search.take_some(size, tick=tick, nodes=search.nodes + step)
        tick()  # `take_some` calls `tick` only if it finds nothing for some milliseconds


# ------------------------------------------------------------------------------------------------- in other processes


class Job(NamedTuple):
    """The data that all tasks of a call share, for other processes. `plan` is pickled; `most` is as in `task_steps`."""

    plan: bytes
    partition: Partition
    most: int | None


def digest(plan: Plan) -> str:
    """Return the SHA-256, in hexadecimal, of all data that determine the units (parts) and placement numbers of a plan.

    The data include the results of predicates on placements.
    """
    puzzle = plan.puzzle
    lattice = puzzle.board.lattice
    exactly = (
        plan.seed,
        lattice.name,
        sorted(puzzle.board.cells),
        [(piece.cells, least, most) for piece, least, most in puzzle.pieces],
        puzzle.reflections,
        [(placement.piece.name, placement.cells) for placement in puzzle.placed],
        *([sorted(puzzle.optional)] if puzzle.optional else ()),
        *([lattice.periods, [*map(puzzle.owner, puzzle.placed)]] if not puzzle.piece_set.is_told_by_cells else ()),
        *([puzzle.spare] if puzzle.spare is not None else ()),
        *(() if puzzle.rotations else ["as drawn"]),
        [
            (number, shape.cells, f"{places:x}")  # hexadecimal, as Python writes at most 4300 decimal digits
            for number in sorted(puzzle._restricted_pieces)
            for shape, places in puzzle.places_of(number)
        ],
    )
    return hashlib.sha256(repr(exactly).encode()).hexdigest()


def pickled(plan: Plan) -> bytes:
    """Return a plan as bytes for other processes, with its `digest`, which they compare.

    Raises `PentominoError` if the puzzle cannot be pickled.
    """
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

    An executor calls this function. Return an error, instead of a result, if this process cannot do any task of the
    job.
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
    plan = plan_elsewhere(job.plan, lambda plan: plan.compile(counts=job.most is None))
    return plan, partition(plan, job.partition, Statistics())


def plan_elsewhere(sent: bytes, compiled: Callable[[Plan], object]) -> Plan:
    """Return the plan in `sent`, the bytes that `pickled` has made in another process.

    Before the digest of the plan is checked, call `compiled` with the plan. Raises `PentominoError` if this process has
    another version of the package, or a different digest of the plan.
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
        compiled(plan)
        found = digest(plan)
    except OutOfTime:  # the executor works in the thread of the caller, whose time is up
        raise
    except Exception as error:  # from a predicate; the caller may not know its class
        raise PentominoError(f"{type(error).__name__} in a worker: {error}") from None
    if found != expected:
        raise PentominoError("a predicate returns other results in a worker; it must depend on the placement alone")
    return plan
