"""Random inputs in every style that people use: each is read as it is meant, or refused. See `helpers/inputs.py`."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import inputs
from effort import examples


@pytest.mark.needs_numpy
@pytest.mark.parametrize("kind", inputs.CASES)
def test_no_input_is_misread(kind: str) -> None:
    @given(st.integers(0, 1 << 32))
    @examples(20000 if kind == "decorated" else 3000)
    def check(seed: int) -> None:
        inputs.CASES[kind](Random(seed))

    check()


def test_a_misreading_is_found() -> None:
    with pytest.raises(inputs.MisreadError):
        inputs.check(lambda: 1, 2, "an input")
    assert inputs.check(lambda: 1, 1, "an input") == "read"
