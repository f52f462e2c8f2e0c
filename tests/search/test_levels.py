"""Counts whose levels are files: equal to those in memory, after kills, with damage, by executors."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from commandline import exactly
from effort import examples, share, thorough
from oracle import Statement
from pentomino import PentominoError, Puzzle, SearchCancelled, SearchTimeout, Statistics, count
from pentomino.search.methods import levels
from puzzles import puzzle_of
from strategies import statements

SMALL = 100_000
"""Bytes with which even small boards have many parts."""

PUZZLE = Puzzle("5x10", "pentominoes*")
TILINGS = 101698212
"""A174249(10)."""


@pytest.fixture(autouse=True)
def _many_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "SHARE", 64)


def names(directory: Path) -> list[str]:
    return sorted(os.listdir(directory))


def stopped(directory: Path, after: float = 0.5, **options: Any) -> None:
    """Count until this share is done."""
    done: list[float] = []
    with pytest.raises(SearchCancelled):
        PUZZLE.count(
            symmetry="all",
            scratch=directory,
            progress=lambda progress: done.append(progress.fraction),
            cancel=lambda: bool(done) and done[-1] >= after,
            **options,
        )


@examples(60)
@given(statements(), st.sampled_from(["all", "distinct"]), st.integers(0, 12), st.sampled_from([1, 3]))
def test_counts_equal_those_in_memory(statement: Statement, symmetry: Any, doublings: int, workers: int) -> None:
    puzzle = puzzle_of(statement)
    try:
        expected = puzzle.count(symmetry=symmetry, method="frontier")
    except PentominoError:
        assume(False)
    with TemporaryDirectory() as directory:
        try:
            number = puzzle.count(
                symmetry=symmetry, scratch=directory, memory_limit=SMALL << doublings, workers=workers
            )
        except PentominoError as error:
            assert "any number" in str(error) or "tables need" in str(error) or "needs" in str(error)  # noqa: PT017
            return
        assert number == expected
        assert os.listdir(directory) == []
