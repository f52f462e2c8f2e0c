"""How much the tests do: with `--thorough` all there is; else what finds nearly as much."""

from __future__ import annotations

import pytest
from hypothesis import settings

SHARE = 10
"""One of so many random examples is tried without `--thorough`."""

_thorough = False


def begin(thorough: bool) -> None:
    """Say, before the tests are read, how much they are to do."""
    global _thorough
    _thorough = thorough
    # The same examples in every run, however slow the machine; `--hypothesis-profile=explore` looks for new ones.
    settings.register_profile("steady", derandomize=True, deadline=None, max_examples=share(100))
    settings.register_profile("explore", deadline=None)
    settings.load_profile("steady")


def share(number: int) -> int:
    """The part of a number of examples that is tried."""
    return number if _thorough else max(3, number // SHARE)


def examples(number: int) -> settings:
    """The decorator of a test of random examples."""
    return settings(max_examples=share(number))


FIRST_READ = {"README.md", "tutorial.md"}
"""Pages whose examples are always run."""

thorough = pytest.mark.thorough
"""Marks a test that is left out without `--thorough`, as it takes long and others find nearly as much."""
