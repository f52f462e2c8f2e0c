"""The verbs `solve_all`, `count`, `tally` and `sample`: each chooses a method, and keeps the limits of its run."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Literal

from ..base.limits import looked
from ..base.words import counted
from ..errors import PentominoError, SearchStopped
from ..placement import Placement
from ..solutions.solution import Solution
from .compiled.table import Numbers
from .methods import auto, frontier, search
from .methods.method import Batches, Method, NotApplicable
from .options import is_whole
from .order import as_chance
from .plan import Plan
from .run import OutOfTime, Proven, Run, drain

if TYPE_CHECKING:
    from ..solutions.tallies import Tally
    from .work.journal import Journal

METHODS: dict[str, Method] = {method.name: method for method in (auto.METHOD, frontier.METHOD, search.METHOD)}
"""The methods by name. Only the search lists solutions, and only the frontier samples them."""

FEW, GLANCE, SMALL = 12, 0.5, 16
"""The solutions that a notebook shows of an iterator, the seconds that it may take, and the pixels to a cell."""


def _method(run: Run) -> Method:
    """Return the method of the options."""
    if run.options.method != "auto":
        run.statistics.reason = "asked for"
    return METHODS[run.options.method]


class Solutions(Iterator[Solution]):
    """An iterator of the solutions of a run. It searches while solutions are fetched, and may be closed at any time.

    Its `statistics` grow meanwhile. A notebook shows the first twelve of all solutions, and how many there are, if half
    a second is enough for that; what is fetched next stays the same. Raises `PentominoError` for the method "frontier",
    which does not list.

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
        self._stated = run.plan.puzzle, run.plan.seed, run.options  # not the run, which holds the tables
        self._found = _solutions(run, nodes)

    def __iter__(self) -> Iterator[Solution]:
        return self._found  # quicker than `__next__`

    def __next__(self) -> Solution:
        return next(self._found)

    def close(self) -> None:
        """End the search, and its threads."""
        self._found.close()

    def __repr__(self) -> str:
        return f"<Solutions: {self.statistics.found} found so far>"

    def _repr_html_(self) -> str | None:
        """Return the first solutions for a notebook, and how many there are; None if that takes too much memory.

        They are searched for and counted anew, for `GLANCE` seconds each at most: this iterator stays where it is.
        """
        from ..render.media import shown

        puzzle, seed, options = self._stated
        plan = Plan(puzzle, seed)
        quick = options.replace(timeout=GLANCE, workers=1, progress=None, executor=None, journal=None, method="auto")
        found: Sequence[Solution] = ()
        words = f"no solution so far, within {GLANCE} s"
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
            run.statistics.reason = "asked for" if run.options.method == "search" else ""
            for made, numbers in _answers(run, search.listed(run, nodes)):
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


def _answers(run: Run, batches: Batches) -> Iterator[tuple[tuple[Placement, ...], Numbers]]:
    """Yield the solutions to give, in order, as pairs of the placements made beforehand and the other numbers."""
    with closing(batches):  # the traceback of an error holds this frame, and with it the threads would stay at work
        if not _may_be_filled(run):
            return
        for case, batch in batches:
            for numbers in batch:
                if run.clock.is_watched:
                    run.clock.check()
                yield from run.plan.answers(case, numbers, run.options.symmetry)


def count(run: Run) -> int:
    """Return the number of solutions, or the limit if that is less."""
    try:
        if run.options.limit is None:
            with run.at_work(), _journal(run, "count") as journal:
                run.clock.found = _count(run) if journal is None else _count_by(journal, run)
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
    """Return the number of solutions."""
    if not _may_be_filled(run):
        return 0
    if run.options.scratch is not None:
        from .methods import levels  # few programs need it

        return levels.count(run)
    try:
        return _method(run).count(run)
    except NotApplicable as error:
        raise PentominoError(str(error)) from None


def _note_proof(run: Run, proof: Proven) -> Literal[0]:
    """Note why there is no solution, and return their number."""
    run.statistics.reason = f"a proof by {proof} shows that there is no solution"
    return 0


def _up_to(run: Run, limit: int) -> int:
    """Return the number of solutions, or `limit` if that is less."""
    if run.options.method != "auto" or run.journal:
        return met(run, limit)
    with run.at_work():
        return auto.up_to(run, limit) if _may_be_filled(run) else 0


def met(run: Run, limit: int, nodes: int | None = None) -> int:
    """Return the number of solutions, or `limit` if that is less. Raise `NodeLimit` after so many `nodes`."""
    return drain(search.meeting(run, limit, nodes=nodes)) if _may_be_filled(run) else 0


def _may_be_filled(run: Run) -> bool:
    """Return whether areas and the colours of a chessboard allow a solution. Note it if they do not."""
    if not run.plan.is_feasible:
        run.statistics.reason = "no choice of copies covers the area of the board"
    elif not run.plan.is_fair:
        run.statistics.reason = "the pieces cannot cover as many black cells as a chessboard has there"
    else:
        return True
    return False


def _count_by(journal: Journal, run: Run) -> int:
    """Return the number in the journal. If there is none, count, and note the number there."""
    if journal.total is None:
        journal.end(_count(run))
    else:
        run.statistics.reason = "the journal has it"
    assert journal.total is not None
    return journal.total


@contextmanager
def _journal(run: Run, task: Literal["count", "list"]) -> Iterator[Journal | None]:
    """Let the run have the journal of the options in the body. Yield None if there is none."""
    options = run.options
    if options.journal is None:
        yield None
        return
    from .work.journal import Journal  # few programs need it

    with run.at_work():
        journal = Journal(options.journal, run.plan, task, options.symmetry)
    with journal:
        run.journal = journal
        yield journal


def tally(run: Run) -> Tally:
    """Return how many solutions, or orbits of them, contain each placement."""
    from ..solutions.tallies import Tally  # few programs need it

    try:
        with run.at_work():
            total, numbers = _method(run).tally(run) if _may_be_filled(run) else (0, {})
            counts = [numbers.get(number, 0) for number in looked(run.plan.placement_numbers())]
    except NotApplicable as error:
        raise PentominoError(str(error)) from None
    except OutOfTime as why:
        raise run.clock.stopped(why, run.clock.found) from None
    run.statistics.found = run.clock.found = total
    return Tally(run.plan.puzzle, run.options.symmetry, total, counts)  # type: ignore[arg-type]


def sample(run: Run, k: int, seed: object) -> list[Solution]:
    """Return `k` random solutions, all solutions equally likely."""
    if not is_whole(k, 0):
        raise PentominoError(f"the number of solutions to draw is a whole number from 0, not {k!r}")
    as_chance(seed)
    try:
        with run.at_work():
            run.statistics.reason = "asked for"
            drawn = frontier.sample(run, k, seed) if _may_be_filled(run) else []
            return [Solution.found(run.plan.register, (), numbers) for numbers in drawn]
    except NotApplicable as error:
        raise PentominoError(str(error)) from None
    except OutOfTime as why:
        raise run.clock.stopped(why) from None
