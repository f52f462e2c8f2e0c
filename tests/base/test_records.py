"""Records: what named tuples do, they do as well."""

from __future__ import annotations

import copy
import pickle
from typing import Any, NamedTuple

import pytest

from pentomino import Puzzle
from pentomino.base.value import Record


class Ours(Record):
    """A point."""

    x: int
    y: int = 2

    @property
    def total(self) -> int:
        return self.x + self.y


class Theirs(NamedTuple):
    """A point."""

    x: int
    y: int = 2

    @property
    def total(self) -> int:
        return self.x + self.y


@pytest.mark.parametrize("kind", [Ours, Theirs])
def test_what_named_tuples_do(kind: Any) -> None:
    made = kind(1)
    assert made == (1, 2) == kind(y=2, x=1) == kind(1, y=2)
    assert (made.x, made.y, made.total, made[1], len(made)) == (1, 2, 3, 2, 2)
    assert kind._fields == ("x", "y") == kind.__match_args__
    assert kind._field_defaults == {"y": 2}
    assert made._replace(x=5) == (5, 2)
    assert made._asdict() == {"x": 1, "y": 2}
    assert repr(made) == f"{kind.__name__}(x=1, y=2)"
    assert hash(made) == hash((1, 2))
    assert type(pickle.loads(pickle.dumps(made))) is kind is type(copy.copy(made))
    assert pickle.loads(pickle.dumps(made)) == made
    assert kind.x.__doc__ == "Alias for field number 0"
    with pytest.raises(AttributeError):
        made.x = 3
    with pytest.raises(AttributeError):
        made.z = 3


@pytest.mark.parametrize("kind", [Ours, Theirs])
@pytest.mark.parametrize(("values", "named"), [((), {}), ((1, 2, 3), {}), ((1,), {"x": 1}), ((1,), {"z": 1})])
def test_what_does_not_fit_is_refused(kind: Any, values: tuple[int, ...], named: dict[str, int]) -> None:
    with pytest.raises(TypeError):
        kind(*values, **named)


class Named(Puzzle):
    """A puzzle of a program that gives it a name."""

    note: str = ""


def test_what_is_derived_has_the_same_fields() -> None:
    assert Named("6x10") == Named("6x10") != Named("5x12")
    assert pickle.loads(pickle.dumps(Named("3x20"))).count() == 2
