"""The functions `solve_all`, `count`, `tally` and `sample`. Each chooses a method and applies the limits of its run."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Literal

from ..errors import PentominoError, SearchStopped
from ..limits import MemoryLimit, looked
from ..placement import Placement
from ..solutions.solution import Solution
from ..wording import counted
from . import auto, by_search
from .by_search import NotApplicable, Tallied
from .options import as_chance, is_whole
from .plan import Plan
from .run import Answer, OutOfTime, Proven, Run, drain
from .tables import Numbers

if TYPE_CHECKING:
    from ..solutions.tallies import Tally
    from .journal import Journal

FEW, GLANCE, SMALL = 12, 0.5, 16
"""Limits for notebooks: FEW solutions are shown, GLANCE seconds are spent. SMALL: the pixels per cell."""


class Solutions(Iterator[Solution]):
    """An iterator over the solutions of one call. It searches only when the next solution is requested.

    - `statistics` is updated during the search.
    - `close` ends the search at any time.
    - A notebook shows the first twelve solutions, and their total number if counting takes at most half a second. This
      does not advance the iterator.

    Raises `PentominoError` for the method "frontier", which cannot list solutions.

    >>> from pentomino import solve_all
    >>> solutions = solve_all("3x20")
    >>> len(list(solutions)), solutions.statistics.found
    (2, 2)
    """

    def __init__(self, run: Run, nodes: int | None = None) -> None:
        if run.options.method == "frontier":
            raise PentominoError(
                "the frontier counts, tallies and samples solutions, it does not list them; "
                "use method='auto' or method='search'"
            )
        self.statistics = run.statistics
        self._stated = run.plan.puzzle, run.plan.seed, run.options  # not the run, which would keep the tables in memory
        self._found = _solutions(run, nodes)

    def __iter__(self) -> Generator[Solution, None, None]:
        return self._found  # quicker than `__next__`

    def __next__(self) -> Solution:
        return next(self._found)

    def close(self) -> None:
        """End the search and its threads."""
        self._found.close()

    def __repr__(self) -> str:
        return f"<Solutions: {self.statistics.found} found so far>"

    def _repr_html_(self) -> str | None:
        # a new search and a new count, of at most `GLANCE` seconds each; the iterator does not advance
        from ..render.media import shown

        puzzle, seed, options = self._stated
        plan = Plan(puzzle, seed)
        quick = options.replace(timeout=GLANCE, workers=1, progress=None, executor=None, journal=None, method="auto")
        found: Sequence[Solution] = ()
        words = f"no solution found within {GLANCE} s"
        try:
            found = list(Solutions(Run(plan, quick.replace(limit=min(FEW, options.most)))))
            words = f"{len(found) or 'no'} solution{'s' * (len(found) != 1)}"
            if len(found) == FEW:
                words = f"the first {FEW} solutions"
                words = f"{words} of {count(Run(plan, quick))}"
        except SearchStopped as stopped:
            if not found and stopped.solutions:
                found = stopped.solutions
                words = f"the first {counted(len(found), 'solution')}"
        except PentominoError:
            return None
        return shown([solution.to_svg(cell=SMALL) for solution in found], words)


def _solutions(run: Run, nodes: int | None) -> Generator[Solution, None, None]:
    met: list[Solution] = []
    clock, most, found = run.clock, run.options.most, 0
    try:
        if most == 0:
            return
        with _journal(run, "list"):
            with run.at_work():
                register = run.plan.register
            run.statistics.reason = "requested" if run.options.method == "search" else ""
            for made, numbers in _answers(run, nodes):
                solution = Solution.found(register, made, numbers)
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


def _answers(run: Run, nodes: int | None, given: int = 0) -> Iterator[tuple[tuple[Placement, ...], Numbers]]:
    # pairs, from the one with the index `given` on: the placements that break symmetry, and the numbers of all others
    if not _may_be_filled(run):
        return
    number = 0
    try:
        # an error refers to this frame by its traceback, and would keep the threads alive
        with closing(by_search.listed(run, nodes)) as batches:
            for case, batch in batches:
                for numbers in batch:
                    if run.clock.is_watched:
                        run.clock.check()
                    for answer in run.plan.answers(case, numbers, run.options.symmetry):
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
    """Return `ask(run)`, or `none` without a solution. If several workers need too much memory, ask again with one."""
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
        return met(run, limit)
    with run.at_work():
        return _asked(run, 0, lambda run: auto.up_to(run, limit))


def met(run: Run, limit: int, nodes: int | None = None) -> int:
    """Return the number of solutions or `limit`, whichever is less. Raise `NodeLimit` after `nodes` nodes."""
    return _asked(run, 0, lambda run: drain(by_search.meeting(run, limit, nodes=nodes)))


def _may_be_filled(run: Run) -> bool:
    if not run.plan.is_feasible:
        run.statistics.reason = "no choice of copies covers the area of the board"
    elif not run.plan.is_fair:
        run.statistics.reason = "the pieces cannot have as many black cells as the board, coloured like a chessboard"
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


def tally(run: Run) -> Tally:
    """Return, for each placement, the number of solutions that contain it (see `run.options.symmetry`)."""
    from ..solutions.tallies import Tally  # few programs need it

    try:
        with run.at_work():
            total, numbers = _asked(run, Tallied(0, {}), _method(run).tally)
            counts = [numbers.get(number, 0) for number in looked(run.plan.placement_numbers())]
    except OutOfTime as why:
        raise run.clock.stopped(why, run.clock.found) from None
    run.statistics.found = run.clock.found = total
    return Tally(run.plan.puzzle, run.options.symmetry, total, counts)  # type: ignore[arg-type]


def sample(run: Run, k: int, seed: object) -> list[Solution]:
    """Return `k` random solutions, or [] if no solution exists. All are equally likely, and may repeat."""
    if not is_whole(k, 0):
        raise PentominoError(f"the number of solutions to draw must be a whole number of at least 0, got {k!r}")
    as_chance(seed)
    from .by_frontier import sample as draw  # it loads the engine, which most calls do not need

    try:
        with run.at_work():
            drawn = _asked(run, list[Numbers](), lambda run: draw(run, k, seed))
            return [Solution.found(run.plan.register, (), numbers) for numbers in drawn]
    except OutOfTime as why:
        raise run.clock.stopped(why) from None
