"""The methods, and which of them serves a call: the one that is asked for, or the first that suits the puzzle."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from ..errors import PentominoError
from . import backtracking, frontier
from .method import Batches, Handover, Method, Start, Unfit
from .plan import Numbers
from .run import Run

__all__ = ["METHODS", "Lasting", "by_method", "left_if_lasting", "listed", "start_of"]

Result = TypeVar("Result")

METHODS: tuple[Method, ...] = (frontier.METHOD, backtracking.METHOD)
"""In the order in which they are tried. The last suits every puzzle."""

FAR = 1 << 16
"""Answers that are passed over one by one sooner than a method would have found out where the next one is."""

LASTING = 1 << 22
"""Nodes, a tenth or two of a second, after which a search for a few solutions is left to what counts all at once."""

ENOUGH = 16
"""So many times the solutions that the search has found must be wanted for another method to list the others."""


def by_method(run: Run, work_of: Callable[[Method], Callable[[Run], Result] | None]) -> Result:
    """What the method answers that is asked for or, with "auto", the first that suits the puzzle and can do it."""
    statistics, name = run.statistics, run.options.method
    for method in METHODS:
        work = work_of(method)
        if work is None or name not in ("auto", method.name):
            continue
        suits, reason = method.suits(run.plan) if name == "auto" else (True, "asked for")
        statistics.reason = reason or statistics.reason
        if suits:
            try:
                return work(run)
            except Unfit as error:
                statistics.reason = str(error)
    raise PentominoError(statistics.reason)


def start_of(run: Run) -> Start:
    """Where the listing of a run begins that is to pass over some answers.

    Few of them are passed over one by one, and so are those of a listing with a journal, which is to know them.
    """
    over, name = run.options.start, run.options.method
    if over >= FAR and run.journal is None:
        for method in METHODS:
            if name == method.name or (name == "auto" and method.suits(run.plan)[0]):
                with suppress(Unfit):
                    return method.ranked(run, over)
    return Start(0, (), over)


def listed(run: Run, start: Start) -> Batches:
    """The solutions from the start on, in the order of the search.

    With "auto" the search begins, as its first solution costs nothing. Once it has visited some nodes, a method whose
    `rest` pays goes on behind the last solution met. The order is the same, so nobody can tell from the solutions where
    the one left off.
    """
    if run.options.method == "auto":
        yield from backtracking.listed(run, start, None if run.journal else _handover(run))
        return
    if run.journal and run.options.method != backtracking.METHOD.name:
        raise PentominoError(f"a listing with a journal is done by the search, not by the {run.options.method}")
    run.statistics.reason = "asked for"
    try:
        yield from next(method.listed(run, start) for method in METHODS if method.name == run.options.method)
    except Unfit as error:
        run.statistics.reason = str(error)
        raise PentominoError(run.statistics.reason) from None


def _handover(run: Run) -> Handover | None:
    """When the search is to hand over, and to what; None if it is to list all."""
    for method in METHODS:
        if method.head is None or method.rest is None:
            continue
        nodes, run.statistics.reason = method.head(run.plan)
        if nodes is not None:
            run.statistics.reason = "the search was done first"
            wanted = run.options.start + run.options.most
            return Handover(nodes, _if_it_pays(run, method.rest)) if wanted > ENOUGH else None
    return None


class Lasting(Exception):  # noqa: N818 - not an error, but the way out of a search
    """A search for a few solutions lasts, and its *method* may count all of them sooner."""

    def __init__(self, method: Method) -> None:
        super().__init__()
        self.method = method


def left_if_lasting(run: Run) -> Handover | None:
    """What raises `Lasting` once a search lasts; None if no method suits that would not meet the solutions."""
    for method in METHODS[:-1]:
        suits, reason = method.suits(run.plan)
        if run.options.method == "auto" and not run.journal and suits:

            def leave(*_: object) -> None:
                run.statistics.reason = f"the search lasted, and {reason}"  # noqa: B023
                raise Lasting(method)  # noqa: B023

            return Handover(LASTING, leave)
    return None


def _if_it_pays(
    run: Run, rest: Callable[[Run, int, Numbers | None], Batches]
) -> Callable[[int, Numbers | None], Batches | None]:
    """The rest, or None if hardly more solutions are wanted than were found until then."""
    return lambda case, last: rest(run, case, last) if ENOUGH * max(1, run.clock.found) < run.options.most else None
