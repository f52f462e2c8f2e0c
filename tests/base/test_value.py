"""Values: classes that programs derive from them."""

from __future__ import annotations

import pickle

from pentomino import Puzzle


class Named(Puzzle):
    """A puzzle of a program that gives it a name."""

    note: str = ""


def test_what_is_derived_has_the_same_fields() -> None:
    assert Named("6x10") == Named("6x10") != Named("5x12")
    assert pickle.loads(pickle.dumps(Named("3x20"))).count() == 2
