"""`Method`: a way to the number of solutions of a plan; and the exceptions of a method that gives no answer."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import NamedTuple, TypeAlias

from ..compiled.table import Numbers
from ..plan import Case
from ..run import Answer, Run

Batches: TypeAlias = Generator[tuple[Case, list[Numbers]], None, None]
"""Yields solutions in the order of the search, as pairs of a case and a batch of its solutions."""


Steps: TypeAlias = Generator[int, None, Answer]
"""Work that can pause: yields the nodes visited so far now and then, and returns the answer."""


class Tallied(NamedTuple):
    """The `total` number of solutions, or of their orbits, and how many contain each placement.

    `numbers` are by placement number. A placement that is missing is in no solution.
    """

    total: int
    numbers: Mapping[int, int]


class NotApplicable(Exception):  # noqa: N818 - no error if another method can do it
    """A puzzle is beyond the frontier, or beyond the memory that it may take. The message says why.

    Raised by the verbs of `frontier` and caught by those of `auto`, where the search answers then, and of
    `search/verbs.py`.
    """


class NodeLimit(Exception):  # noqa: N818 - not an error, but the way out of a search
    """A search is not done after the nodes that it may visit.

    Raised by `listed` of the method "search" and caught by those that gave the nodes.
    """


class Method(NamedTuple):
    """A way to the number of solutions of a plan.

    - `name`: the value of the option `method` that means it.
    - `count`: returns the number of solutions, or of their orbits, as the options have it.
    - `tally`: returns how many solutions, or orbits of them, contain each placement.
    """

    name: str
    count: Callable[[Run], int]
    tally: Callable[[Run], Tallied]
