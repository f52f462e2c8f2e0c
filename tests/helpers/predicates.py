"""Predicates to send to other processes, which import only this module. It imports nothing slow."""

from __future__ import annotations

import os

from pentomino import Placement

PARENT = str(os.getpid())
"""The value of PENTOMINO_PARENT in the process of the test and in those that it starts."""


def to_the_left(placement: Placement) -> bool:
    """Return whether a placement is in the left half of a board."""
    return placement.cells[0][1] < 5


def only_in_the_parent(placement: Placement) -> bool:
    return os.environ.get("PENTOMINO_PARENT") == str(os.getpid())


class OddError(Exception):
    """An error that can be pickled but not unpickled."""

    def __init__(self, one: object, other: object) -> None:
        super().__init__(f"{one} and {other}")


def raising(placement: Placement) -> bool:
    if not only_in_the_parent(placement):
        raise KeyError("in a worker")
    return True


def raising_oddly(placement: Placement) -> bool:
    if not only_in_the_parent(placement):
        raise OddError("this", "that")
    return True
