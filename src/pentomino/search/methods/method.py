"""`Method`: a way to the number of solutions of a plan; and the two ways out of a method that does not answer."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import TypeAlias

from ...base.value import Record
from ..plan import Case, Numbers, Plan
from ..run import Run

__all__ = ["Batches", "Lasting", "Method", "Tallied", "Unfit"]

Batches: TypeAlias = Generator[tuple[Case, list[Numbers]], None, None]
"""Solutions in the order of the search, some of one case at a time."""


class Tallied(Record):
    """The `total` of solutions, or of their orbits, and the `numbers` that contain each placement, by its number.

    A placement that is not there is in none.
    """

    total: int
    numbers: Mapping[int, int]


class Unfit(Exception):  # noqa: N818 - no error if another method can do it
    """A puzzle is beyond the frontier, or beyond the memory it may take; the message says why.

    Raised by what `frontier` answers, before there is an answer. The verbs catch it: with "auto" the search answers.
    """


class Lasting(Exception):  # noqa: N818 - not an error, but the way out of a search
    """A search has visited the nodes it was given, and is not done.

    Raised by `backtracking.listed`, caught by the `count` of the verbs, which then counts another way.
    """


class Method(Record):
    """A way to the number of solutions of a plan.

    - `name`: the `method` that asks for it.
    - `suits`: whether it is likely to be faster than the methods after it in `verbs.METHODS`, and why or why not.
    - `count`: the number of solutions that the options ask for.
    - `tally`: how many solutions, or orbits of them, contain each placement.
    """

    name: str
    suits: Callable[[Plan], tuple[bool, str]]
    count: Callable[[Run], int]
    tally: Callable[[Run], Tallied]
