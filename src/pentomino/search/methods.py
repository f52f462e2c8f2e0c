"""The methods, and which of them serves a call: the one that is asked for, or the first that suits the puzzle."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ..errors import PentominoError
from . import backtracking, frontier
from .method import Batches, Method, Unfit
from .run import Run

__all__ = ["LASTING", "METHODS", "by_method", "counting_if_lasting", "listed"]

Result = TypeVar("Result")

METHODS: tuple[Method, ...] = (frontier.METHOD, backtracking.METHOD)
"""In the order in which they are tried. The last suits every puzzle."""

LASTING = 1 << 22
"""Nodes, a tenth or two of a second, after which a search for a few solutions is left to what counts all at once."""


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


def listed(run: Run) -> Batches:
    """Yield the solutions, in the order of the search."""
    run.statistics.reason = "asked for" if run.options.method == "search" else ""
    return backtracking.listed(run)


def counting_if_lasting(run: Run) -> Method | None:
    """Return the method to count by if a search for a few solutions lasts, or None if the search is to go on."""
    if run.options.method == "auto" and not run.journal:
        for method in METHODS[:-1]:
            if method.suits(run.plan)[0]:
                return method
    return None
