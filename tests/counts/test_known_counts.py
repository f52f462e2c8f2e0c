"""Known numbers of solutions: every case of data/known_counts.json but a few that the search is too slow for."""

from __future__ import annotations

import pytest

from effort import thorough
from oracle import RECORDS
from pentomino.search.cover import Cover
from puzzles import known

LEFT_OUT = {
    "pz-OneSidedPentominoes5x18": "half a minute",
    "pz-OneSidedPentominoes6x15": "some minutes",
    "pz-OneSidedPentominoes9x10": "hours",
    "pz-Polyominoes45AztecDiamond": "hours",
}
"""Cases that wait for an engine that counts without visiting each solution, with the time that the search takes."""

ONE_SEARCH = {"u4-6x8", "dom-8x8"}
"""Slow cases without a piece that breaks the symmetry: the search for `distinct` contains that for `total`."""

LISTED = [name for name, record in RECORDS.items() if name not in LEFT_OUT and record["distinct"] <= 2500]


def test_what_is_left_out_exists() -> None:
    assert set(LEFT_OUT) < set(RECORDS)
    assert set(RECORDS) > ONE_SEARCH
    assert len(RECORDS) == 168


@pytest.mark.parametrize("name", [name for name in RECORDS if name not in LEFT_OUT])
def test_counts(name: str) -> None:
    puzzle = known(name)
    assert puzzle.count() == RECORDS[name]["distinct"]
    if name not in ONE_SEARCH:
        assert puzzle.count(symmetry="all") == RECORDS[name]["total"]


@thorough
@pytest.mark.parametrize("name", LISTED)
def test_lists_are_as_long_as_the_counts(name: str) -> None:
    puzzle = known(name)
    found = list(puzzle.solve_all())
    assert len(found) == len(set(found)) == RECORDS[name]["distinct"]
    assert all(solution.is_valid() for solution in found[::50])
    assert len({solution.canonical() for solution in found[:20]}) == len(found[:20])
    first = puzzle.solve()
    assert first == (found[0] if found else None)


@pytest.mark.parametrize("name", ["pz-OneSidedPentominoes3x30", "P-2x65", "pz-PentominoesTriangle2", "5x13-5holes"])
def test_boards_over_64_cells_of_bounding_box_fit_the_window(name: str) -> None:
    puzzle = known(name)
    assert puzzle.board.rows * puzzle.board.columns > 64
    assert Cover(puzzle).slides
