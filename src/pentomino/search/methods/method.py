"""`Method`: a way to count and tally solutions; and the exceptions of a method that has no answer."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import NamedTuple, TypeAlias

from ..compiled.table import Numbers
from ..plan import Case
from ..run import Answer, Run

Batches: TypeAlias = Generator[tuple[Case, list[Numbers]], None, None]
"""Yields solutions in the order of the search, as pairs of a case and a batch of its solutions."""


Steps: TypeAlias = Generator[int, None, Answer]
"""Work that can pause: yields the number of nodes visited now and then, and returns the answer."""


class Tallied(NamedTuple):
    """The `total` number of solutions, or of their orbits, and how many contain each placement.

    `numbers` are by placement number. A placement that is missing is in no solution.
    """

    total: int
    numbers: Mapping[int, int]


class NotApplicable(Exception):  # noqa: N818 - no error if another method can do it
    """The frontier cannot handle a puzzle, or needs more memory than allowed. The message gives the reason.

    Raised by the verbs of `frontier` and caught by those of `auto`, which then uses the search, and of
    `search/verbs.py`.
    """


class NodeLimit(Exception):  # noqa: N818 - not an error, but the way out of a search
    """A search is not done after the maximum number of nodes.

    Raised by `listed` of the method "search" and caught by the callers that set the maximum.
    """


class Method(NamedTuple):
    """A way to count and tally the solutions of a plan.

    - `name`: the value of the option `method` that selects it.
    - `count`: returns the number of solutions, or of their orbits, as the options specify.
    - `tally`: returns how many solutions, or orbits of them, contain each placement.
    """

    name: str
    count: Callable[[Run], int]
    tally: Callable[[Run], Tallied]
