"""The three verbs: run a plan's searches and make solutions, or a number, of what they find."""

from __future__ import annotations

import math
from collections.abc import Iterator
from operator import index
from time import monotonic
from typing import Literal

from .errors import PentominoError, SearchTimeout
from .geometry import D4
from .plan import Plan, Run
from .quotient import conjugacy_classes, symmetric_search
from .solution import Solution
from .statement import Placement
from .symmetry import turned

__all__ = ["Symmetry", "count", "solve_all"]

Symmetry = Literal["distinct", "all"]


def solve_all(
    plan: Plan, *, symmetry: Symmetry = "distinct", limit: int | None = None, timeout: float | None = None
) -> Iterator[Solution]:
    """A lazy iterator of solutions; arguments are checked at once, the search begins with the first `next`."""
    _check_symmetry(symmetry)
    return _solutions(plan, symmetry, _checked_limit(limit), _checked_timeout(timeout))


def _solutions(plan: Plan, symmetry: Symmetry, limit: float, timeout: float) -> Iterator[Solution]:
    deadline = monotonic() + timeout
    met: list[Solution] = []
    found = 0
    try:
        if limit == 0:
            return
        for made, codes in _found(plan, symmetry, deadline):
            solution = Solution.found(plan.statement, plan.table, made, codes)
            found += 1
            if timeout != math.inf:
                met.append(solution)
            yield solution
            if found == limit:
                return
    except TimeoutError:
        raise _timed_out(timeout, found, tuple(met)) from None


def _found(plan: Plan, symmetry: Symmetry, deadline: float) -> Iterator[tuple[tuple[Placement, ...], tuple[int, ...]]]:
    """The solutions in their fixed order, each as the placements made beforehand and the numbers of the others."""
    for run in plan.runs:
        images = [_turned_all(plan, run.made, element) for element in run.movers]
        search = plan.table.search(run.made)
        while (codes := search.next(deadline)) is not None:
            if symmetry == "all":
                for made, element in zip(images, run.movers, strict=True):
                    yield made, plan.image(codes, element)
            elif len(run.stabiliser) == 1 or plan.is_least(codes, run.stabiliser):
                yield run.made, codes


def _turned_all(plan: Plan, made: tuple[Placement, ...], element: D4) -> tuple[Placement, ...]:
    table = plan.table
    return tuple(table.placement(table.code(turned(plan.statement, p.cells, element))) for p in made)


def count(
    plan: Plan, *, symmetry: Symmetry = "distinct", limit: int | None = None, timeout: float | None = None
) -> int:
    """The number of solutions, or *limit* if that is less, without making any of them."""
    _check_symmetry(symmetry)
    most, seconds = _checked_limit(limit), _checked_timeout(timeout)
    deadline = monotonic() + seconds
    found = 0
    try:
        if most != math.inf:
            for _ in _found(plan, symmetry, deadline) if most else ():
                found += 1
                if found == most:
                    break
            return found
        for run in plan.runs:
            found += _count_all(plan, run, deadline) if symmetry == "all" else _count_distinct(plan, run, deadline)
        return found
    except SearchTimeout as error:
        raise _timed_out(seconds, found + error.found) from None
    except TimeoutError:
        raise _timed_out(seconds, found) from None


def _count_all(plan: Plan, run: Run, deadline: float) -> int:
    """The number of solutions of a run and of those that it is turned into."""
    search = plan.table.search(run.made)
    try:
        return len(run.movers) * search.count(-1, deadline)
    except TimeoutError:
        raise SearchTimeout("", len(run.movers) * search.found) from None


def _count_distinct(plan: Plan, run: Run, deadline: float) -> int:
    """The number of orbits of a run's solutions under its stabiliser, by Burnside's lemma.

    It is the mean, over the stabiliser, of the number of solutions that an element keeps as they are.
    """
    order = len(run.stabiliser)
    search = plan.table.search(run.made)
    try:
        total = search.count(-1, deadline)
    except TimeoutError:
        raise SearchTimeout("", -(-search.found // order)) from None
    if total:
        part = plan.statement
        for placement in run.made:
            part = part.place(placement)
        for members in conjugacy_classes(run.stabiliser)[1:]:
            kept = symmetric_search(plan.statement, part, members[0])
            if kept is not None:
                total += len(members) * kept.count(-1, deadline)
    orbits, rest = divmod(total, order)
    if rest:
        raise AssertionError(f"{total} is not a multiple of the order {order} of the stabiliser")
    return orbits


def _timed_out(seconds: float, found: int, solutions: tuple[Solution, ...] = ()) -> SearchTimeout:
    return SearchTimeout(f"stopped after {seconds:g} s with {found} solutions found so far", found, solutions)


def _check_symmetry(symmetry: object) -> None:
    if symmetry not in ("distinct", "all"):
        raise PentominoError(f"symmetry is 'distinct' or 'all', not {symmetry!r}")


def _checked_limit(limit: int | None) -> float:
    try:
        most = math.inf if limit is None else index(limit)
    except TypeError:
        most = -1
    if most < 0:
        raise PentominoError(f"limit is a whole number from 0, or None, not {limit!r}")
    return most


def _checked_timeout(timeout: float | None) -> float:
    try:
        seconds = math.inf if timeout is None else float(timeout)
    except (TypeError, ValueError):
        seconds = -1.0
    if not seconds >= 0:
        raise PentominoError(f"timeout is a number of seconds from 0, or None, not {timeout!r}")
    return seconds
