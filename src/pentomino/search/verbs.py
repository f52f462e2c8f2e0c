"""The functions `solve_all`, `count`, `tally` and `sample`. Each chooses a method and applies the limits of the run."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Literal, TypeVar

from ..errors import expect_whole
from ..limits import MemoryLimit, looked
from . import auto, by_search
from .by_search import NotApplicable, Tallied
from .clock import Answer, OutOfTime, Proven, drain
from .cover import Numbers
from .plan import Made, Plan
from .run import Run

if TYPE_CHECKING:
    from .journal import Journal

T = TypeVar("T")


def listed(
    run: Run, maker: Callable[[Plan], Callable[[Made, Numbers], T]], nodes: int | None = None
) -> Generator[T, None, None]:
    """Yield the solutions, each made by the function that `maker` returns. Raise `NodeLimit` after `nodes` nodes.

    The arguments of that function are the placements that break the symmetry, and the numbers of all others.
    """
    met: list[T] = []
    clock, most, found = run.clock, run.options.most, 0
    try:
        if most == 0:
            return
        with _journal(run, "list"):
            with run.at_work():
                make = maker(run.plan)
            run.statistics.reason = "requested" if run.options.method == "search" else ""
            for made, numbers in _answers(run, nodes):
                solution = make(made, numbers)
                found += 1
                run.statistics.found = clock.found = found
                if clock.may_stop:
                    met.append(solution)
                yield solution
                if found == most:
                    return
    except Proven as proof:
        _note_proof(run, proof)
    except OutOfTime as why:
        raise run.clock.stopped(why, len(met), tuple(met)) from None


def _answers(run: Run, nodes: int | None, given: int = 0) -> Iterator[tuple[Made, Numbers]]:
    # yield the solutions from index `given` on
    with run.at_work():
        if not _may_be_filled(run):
            return
    number = 0
    try:
        # Close the parts: the traceback of an error refers to this frame, and would keep the threads alive.
        with closing(by_search.parts(run, True, nodes)) as batches:
            for index, batch in batches:
                for numbers in batch:
                    if run.clock.is_watched:
                        run.clock.check()
                    for answer in run.plan.answers(run.plan.cases[index], numbers, run.options.symmetry):
                        number += 1
                        if number > given:
                            yield answer
        return
    except MemoryLimit:
        if run.options.workers == 1:
            raise
    run.limit_workers(1)
    yield from _answers(run, nodes, max(given, number))


def _asked(run: Run, none: Answer, ask: Callable[[Run], Answer]) -> Answer:
    """Return `ask(run)`, or `none` if there is surely no solution. If memory is too small, retry with one worker."""
    if not _may_be_filled(run):
        return none
    try:
        return ask(run)
    except (MemoryLimit, NotApplicable):
        if run.options.workers == 1 or run.options.memory_limit is None:
            raise
    run.limit_workers(1)
    return ask(run)


def count(run: Run) -> int:
    """Return the number of solutions or the limit, whichever is less."""
    run.clock.found = 0  # forget what an earlier run with this clock has found
    try:
        if run.options.limit is None:
            with run.at_work(), _journal(run, "count") as journal:
                if journal is not None and (total := journal.total) is not None:
                    run.statistics.reason = "the journal contains the result"
                    run.clock.found = total
                else:
                    run.clock.found = _count(run)
                    if journal is not None:
                        journal.end(run.clock.found)
        elif run.options.limit:
            with _journal(run, "list"):
                run.clock.found = _up_to(run, run.options.limit)
    except Proven as proof:
        run.clock.found = _note_proof(run, proof)
    except OutOfTime as why:
        raise run.clock.stopped(why, run.clock.found) from None
    finally:
        run.statistics.found = run.clock.found
    return run.clock.found


def _count(run: Run) -> int:
    if run.options.scratch is not None:
        from . import levels  # few programs need it

        return _asked(run, 0, levels.count)
    return _asked(run, 0, _method(run).count)


def _method(run: Run) -> ModuleType:
    """Return the module of the method in the options. It has the functions `count` and `tally`."""
    if run.options.method == "auto":
        return auto
    run.statistics.reason = "requested"
    if run.options.method == "search":
        return by_search
    from . import by_frontier  # it loads the engine, which most calls do not need

    return by_frontier


def _note_proof(run: Run, proof: Proven) -> Literal[0]:
    run.statistics.reason = f"a proof by {proof} shows that there is no solution"
    return 0


def _up_to(run: Run, limit: int) -> int:
    if run.options.method != "auto" or run.journal:
        return count_by_search(run, limit)
    with run.at_work():
        return _asked(run, 0, lambda run: auto.up_to(run, limit))


def count_by_search(run: Run, limit: int, nodes: int | None = None) -> int:
    """Return the number of solutions or `limit`, whichever is less. Raise `NodeLimit` after `nodes` nodes."""
    with run.at_work():
        return _asked(run, 0, lambda run: drain(by_search.meeting(run, limit, nodes)))


def _may_be_filled(run: Run) -> bool:
    """Return False, and note the reason in the statistics, if a quick proof shows that there is no solution."""
    if not run.plan.is_feasible:
        run.statistics.reason = "no choice of copies covers the area of the board"
    elif not run.plan.is_fair:
        run.statistics.reason = "the pieces cannot have as many black cells as the board, coloured like a chessboard"
    elif (number := run.plan.dead_piece) is not None:
        piece = run.plan.puzzle._demand[number].piece
        run.statistics.reason = f"no placement of {piece.name or repr(piece)} leaves regions that pieces can fill"
    else:
        return True
    return False


@contextmanager
def _journal(run: Run, task: Literal["count", "list"]) -> Iterator[Journal | None]:
    options = run.options
    if options.journal is None:
        yield None
        return
    from .journal import Journal  # few programs need it

    with run.at_work():
        journal = Journal(options.journal, run.plan, task, options.symmetry)
    with journal:
        run.journal = journal
        yield journal


def tally(run: Run) -> tuple[int, list[int]]:
    """Return how many solutions there are, and a list of how many have each placement.

    `run.options.symmetry` decides which solutions are equivalent.
    """
    try:
        with run.at_work():
            total, numbers = _asked(run, Tallied(0, {}), _method(run).tally)
            counts = [numbers.get(number, 0) for number in looked(run.plan.placement_numbers())]
    except OutOfTime as why:
        raise run.clock.stopped(why, run.clock.found) from None
    run.statistics.found = run.clock.found = total
    return total, counts


def sample(run: Run, k: int, seed: int) -> list[Numbers]:
    """Return `k` random solutions, or [] if no solution exists. All are equally likely, and may occur several times."""
    expect_whole("k", k, 0)
    from .by_frontier import sample as draw  # it loads the engine, which most calls do not need

    try:
        with run.at_work():
            return _asked(run, list[Numbers](), lambda run: draw(run, k, seed))
    except OutOfTime as why:
        raise run.clock.stopped(why) from None
