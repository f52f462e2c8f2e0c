"""The engines, and which of them serves a call: the one that is asked for, or the first that suits the puzzle."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from ..errors import PentominoError
from . import backtracking, frontier
from .engine import Batches, Engine, Handover, Start, Unfit
from .plan import Numbers
from .run import Run

__all__ = ["ENGINES", "by_engine", "listed", "start_of"]

Result = TypeVar("Result")

ENGINES: tuple[Engine, ...] = (frontier.ENGINE, backtracking.ENGINE)
"""In the order in which they are tried. The last suits every puzzle."""

FAR = 1 << 16
"""Answers that are passed over one by one sooner than an engine would have found out where the next one is."""

ENOUGH = 16
"""So many times the solutions that the search has found must be wanted for another engine to list the others."""


def by_engine(run: Run, work_of: Callable[[Engine], Callable[[Run], Result] | None]) -> Result:
    """What the engine answers that is asked for or, with "auto", the first that suits the puzzle and can do it."""
    statistics, method = run.statistics, run.options.method
    for engine in ENGINES:
        work = work_of(engine)
        if work is None or method not in ("auto", engine.name):
            continue
        suits, reason = engine.suits(run.plan) if method == "auto" else (True, "asked for")
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
    over, method = run.options.start, run.options.method
    if over >= FAR and run.journal is None:
        for engine in ENGINES:
            if method == engine.name or (method == "auto" and engine.suits(run.plan)[0]):
                with suppress(Unfit):
                    return engine.ranked(run, over)
    return Start(0, (), over)


def listed(run: Run, start: Start) -> Batches:
    """The solutions from the start on, in the order of the search.

    With "auto" the search begins, as its first solution costs nothing. Once it has visited some nodes, an engine whose
    `rest` pays goes on behind the last solution met. The order is the same, so nobody can tell from the solutions where
    the one left off.
    """
    if run.options.method == "auto":
        yield from backtracking.listed(run, start, None if run.journal else _handover(run))
        return
    if run.journal and run.options.method != backtracking.ENGINE.name:
        raise PentominoError(f"a listing with a journal is done by the search, not by the {run.options.method}")
    run.statistics.reason = "asked for"
    try:
        yield from next(engine.listed(run, start) for engine in ENGINES if engine.name == run.options.method)
    except Unfit as error:
        run.statistics.reason = str(error)
        raise PentominoError(run.statistics.reason) from None


def _handover(run: Run) -> Handover | None:
    """When the search is to hand over, and to what; None if it is to list all."""
    for engine in ENGINES:
        if engine.head is None or engine.rest is None:
            continue
        nodes, run.statistics.reason = engine.head(run.plan)
        if nodes is not None:
            run.statistics.reason = "the search was done first"
            wanted = run.options.start + run.options.most
            return Handover(nodes, _if_it_pays(run, engine.rest)) if wanted > ENOUGH else None
    return None


def _if_it_pays(
    run: Run, rest: Callable[[Run, int, Numbers | None], Batches]
) -> Callable[[int, Numbers | None], Batches | None]:
    """The rest, or None if hardly more solutions are wanted than were found until then."""
    return lambda case, last: rest(run, case, last) if ENOUGH * max(1, run.clock.found) < run.options.most else None
