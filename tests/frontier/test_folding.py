"""Counts that take a node and its mirror image as one: as many solutions, of about half the nodes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from effort import examples
from pentomino._frontier import FrontierCount, FrontierJob, FrontierTable
from pentomino.search.by_frontier import compile_puzzle
from pentomino.search.plan import Plan
from recorded import Recorded as Puzzle

HOLES = "\n".join(["." * 7] * 3 + [".#.#.#."] + ["." * 7] * 3)
FAR = "\n".join(["." * 16, *["." + "#" * 14 + "."] * 3, "." * 16, *["." + "#" * 14 + "."] * 13, "." * 16])
"""Four copies of I in a row reach from a line to the line behind the next but two: windows of two words."""


def counted(table: FrontierTable, in_one_pass: bool = False) -> tuple[int, int]:
    """The covers of a table, and the nodes that it took."""
    job = FrontierJob(table)
    job.checks = True
    count = FrontierCount(job)
    return count.count_in_one_pass() if in_one_pass else count.count(), job.nodes


@pytest.mark.parametrize("in_one_pass", [False, True])
@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        ("5x12", "pentominoes"),
        ("12x5", "pentominoes"),
        ("8x8", "I2*"),
        ("5x8", "tetrominoes*2"),
        (HOLES, "trominoes* tetrominoes*"),
        pytest.param(FAR, "I4* L4* I3*", marks=pytest.mark.needs_128_bits),
    ],
)
def test_folded_counts(board: str, pieces: str, in_one_pass: bool) -> None:
    plan = Plan(Puzzle(board, pieces))
    plain, nodes = counted(compile_puzzle(plan, breaks=True), in_one_pass)
    folded, fewer = counted(compile_puzzle(plan, breaks=True, folds=True), in_one_pass)
    assert folded == plain > 0
    assert fewer < 0.75 * nodes


@pytest.mark.parametrize(
    ("board", "options"),
    [
        ("4x5", {"pieces": "I4 L4*", "reflections": False}),  # pieces become their twins
        ("3x6", {"pieces": "I3* V3*", "restrict": {"V3": lambda placement: (0, 0) in placement.cells}}),
        ("#....\n.....\n.....\n.....", {"pieces": "I3* L4*"}),
        ("#.....\n......\n.....#", {"pieces": "I2*"}),  # half a turn is no reflection
        ("hexagonal 4x7", {"pieces": "tetrahexes"}),
        ("torus 4x6", {"pieces": "I3*"}),
    ],
)
def test_puzzles_that_do_not_fold(board: str, options: dict[str, Any]) -> None:
    plan = Plan(Puzzle(board, **options))
    plain = counted(compile_puzzle(plan, breaks=True))
    assert counted(compile_puzzle(plan, breaks=True, folds=True)) == plain


def test_lines_that_are_longer_than_windows() -> None:
    """Pieces lie along the lines only, so that none reaches as far as the next one."""
    board = "\n".join([".." + "#" * 96 + "..", *["#" * 48 + "...." + "#" * 48] * 100])
    lies_along = {"I2": lambda placement: placement.cells[0][0] == placement.cells[1][0]}
    assert Puzzle(board, "I2*", restrict=lies_along).count(symmetry="all", method="frontier") == 1


@examples(40)
@given(
    st.integers(3, 6),
    st.lists(st.integers(0, 7), max_size=4),
    st.dictionaries(st.sampled_from("I3 V3 I4 L4 T4 S4 X U".split()), st.sampled_from([(0, None), (0, 1), (1, 2)])),
)
def test_boards_that_are_their_own_images(width: int, rows: list[int], pieces: dict[str, Any]) -> None:
    lefts = [format(row, "03b").replace("1", "#").replace("0", ".")[: (width + 1) // 2] for row in rows]
    lines = [left + left[: width // 2][::-1] for left in lefts]
    plan = Plan(Puzzle("\n".join(["." * width, *lines, *["." * width] * (5 - len(rows))]), {"O1": (0, None), **pieces}))
    tables = [compile_puzzle(plan, breaks=True, folds=folds) for folds in (False, True)]
    expected = FrontierCount(FrontierJob(tables[0])).count_in_one_pass()
    assert [FrontierCount(FrontierJob(table)).count() for table in tables] == [expected, expected]
