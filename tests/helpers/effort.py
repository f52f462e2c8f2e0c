"""Choose how much the tests do: all with `--thorough`, otherwise the part that finds nearly as much."""

from __future__ import annotations

import sys

import pytest
from hypothesis import settings

SHARE = 10
"""Without `--thorough`, try one random example in this number."""

_thorough = False


def begin(thorough: bool) -> None:
    """Set how much the tests do. Call this before they are imported."""
    global _thorough
    _thorough = thorough
    # The same examples in every run, however slow the machine; `--hypothesis-profile=explore` looks for new ones.
    settings.register_profile("steady", derandomize=True, deadline=None, max_examples=share(100))
    settings.register_profile("explore", deadline=None)
    settings.load_profile("steady")


def share(number: int) -> int:
    """Return how many of `number` examples to try."""
    return number if _thorough else max(3, number // SHARE)


def examples(number: int) -> settings:
    """Return a decorator that gives a test its number of random examples."""
    return settings(max_examples=share(number))


FIRST_READ = {"README.md", "tutorial.md"}
"""The pages whose examples always run."""

deep = pytest.mark.skipif(sys.platform == "emscripten", reason="the stack ends before Python sees how deep it is")
"""Mark a test whose input is nested without end: that ends WebAssembly as a whole."""

thorough = pytest.mark.thorough
"""Mark a test to run with `--thorough` only: it takes long, and others find nearly as much."""
