"""Set how many examples the tests try: all with `--thorough`, otherwise a part that finds nearly as much."""

from __future__ import annotations

import sys
from random import Random

import pytest
from hypothesis import settings

SHARE = 10
"""Without `--thorough`, try one random example in this number."""

_thorough = False
_seed: str | None = None


def begin(thorough: bool, seed: str | None) -> None:
    """Set how many examples the tests try, and the seed of random examples. Call this before importing tests."""
    global _thorough, _seed
    _thorough, _seed = thorough, seed
    # Without a seed, every run has the same examples, however slow the machine is.
    settings.register_profile("steady", derandomize=seed is None, deadline=None, max_examples=share(100))
    settings.load_profile("steady")


def own_random(key: int | str) -> Random:
    """Return a generator for a test that makes its own examples. It depends on `key` and on `--hypothesis-seed`."""
    return Random(key if _seed is None else f"{key} {_seed}")


def share(number: int) -> int:
    """Return how many of `number` examples to try."""
    return number if _thorough else max(3, number // SHARE)


def examples(number: int, few: int = 0) -> settings:
    """Return a decorator that gives a test `number` random examples with `--thorough`, otherwise `few` or a share."""
    return settings(max_examples=few if few and not _thorough else share(number))


FIRST_READ = {"README.md", "tutorial.md"}
"""The pages whose examples always run."""

deep = pytest.mark.skipif(sys.platform == "emscripten", reason="the stack ends before Python sees how deep it is")
"""Mark a test whose input is nested without end: that ends WebAssembly as a whole."""

thorough = pytest.mark.thorough
"""Mark a test to run with `--thorough` only: it takes long, and others find nearly as much."""
