"""`Method`: what counts, lists or draws the solutions of a plan, and when it is the one to take."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import TypeAlias

from ..base.value import Record
from .plan import Case, Numbers, Plan
from .run import Run

__all__ = ["Batches", "Lasting", "Method", "Tallied", "Unfit"]

Batches: TypeAlias = Generator[tuple[Case, list[Numbers]], None, None]
"""Solutions in the order of the search, some of one case at a time."""


class Tallied(Record):
    """The `total` of solutions, or of their orbits, and the `numbers` that contain each placement, by its number.

    A placement that is not there is in none.
    """

    total: int
    numbers: Mapping[int, int]


class Unfit(Exception):  # noqa: N818 - no error if another engine can do it
    """An engine finds out that a puzzle is beyond it, before it has answered anything; the message says why."""


class Lasting(Exception):  # noqa: N818 - not an error, but the way out of a search
    """Raised by a search that has visited the nodes it was given: what asked for it may count another way."""


class Method(Record):
    """A way to the solutions of a plan. What it cannot do is None; what a plan is too much for raises `Unfit`.

    - `name`: the `method` that asks for it.
    - `suits`: whether it is likely to count a plan faster than those after it in `methods.METHODS`, and why or why not.
    - `count`: the number of solutions that the options ask for.
    - `listed`: the solutions, those of each case in ascending order of their placement numbers.
    - `tallied`: how many solutions, or orbits of them, contain each placement.
    - `sampled`: for a run, *k* solutions drawn from all, with a *seed*.
    """

    name: str
    suits: Callable[[Plan], tuple[bool, str]]
    count: Callable[[Run], int]
    listed: Callable[[Run], Batches] | None
    tallied: Callable[[Run], Tallied]
    sampled: Callable[..., list[Numbers]] | None = None
