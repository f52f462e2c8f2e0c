"""`Method`: a way to the number of solutions of a plan; and the exceptions of a method that gives no answer."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import TypeAlias

from ...base.value import Record
from ..plan import Case, Numbers, Plan
from ..run import Run

__all__ = ["Batches", "Lasting", "Method", "Tallied", "Unfit"]

Batches: TypeAlias = Generator[tuple[Case, list[Numbers]], None, None]
"""Yields solutions in the order of the search, as pairs of a case and a batch of its solutions."""


class Tallied(Record):
    """The `total` number of solutions, or of their orbits, and how many contain each placement.

    `numbers` are by placement number. A placement that is missing is in no solution.
    """

    total: int
    numbers: Mapping[int, int]


class Unfit(Exception):  # noqa: N818 - no error if another method can do it
    """A puzzle is beyond the frontier, or beyond the memory that it may take. The message says why.

    Raised by the verbs of `frontier` and caught by those of `search/verbs.py`. With "auto" the search answers then.
    """


class Lasting(Exception):  # noqa: N818 - not an error, but the way out of a search
    """A search is not done after the nodes that it may visit.

    Raised by `listed` of the method "search" and caught by `count` of the verbs, which then counts by the frontier.
    """


class Method(Record):
    """A way to the number of solutions of a plan.

    - `name`: the value of the option `method` that means it.
    - `suits`: returns whether it is likely to be faster than the methods after it in `verbs.METHODS`, and why.
    - `count`: returns the number of solutions, or of their orbits, as the options have it.
    - `tally`: returns how many solutions, or orbits of them, contain each placement.
    """

    name: str
    suits: Callable[[Plan], tuple[bool, str]]
    count: Callable[[Run], int]
    tally: Callable[[Run], Tallied]
