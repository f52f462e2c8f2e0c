"""The frontier engine on boards of at most 64 cells on which pieces reach over more positions than that."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from effort import examples
from engines import with_engine
from pentomino import CUBIC, HEXAGONAL, SQUARE, Board, Lattice, Polyform, Puzzle, PuzzleError, free_polyominoes
from pentomino.search.windowed import WindowedPuzzle

COLUMN = [(0, 0, n) for n in range(5)]
BOX = sorted(product(range(3), range(3), range(5)))
SHAPES = [piece for n in (1, 2, 3, 4) for piece in free_polyominoes(n, CUBIC)]
BAR = Polyform(COLUMN, "bar", lattice=CUBIC)


def reaches_far(puzzle: Puzzle) -> bool:
    """Whether an orientation has a mask of more than a word."""
    table = puzzle._plan.table
    return isinstance(table, WindowedPuzzle) and max(table.masks).bit_length() > 64


@examples(40)
@given(data=st.data())
def test_it_counts_and_lists_what_the_list_engine_does(data: st.DataObject) -> None:
    left_out = data.draw(st.sets(st.sampled_from(sorted(set(BOX) - set(COLUMN))), min_size=15, max_size=35))
    optional = data.draw(st.sets(st.sampled_from(COLUMN), max_size=3))
    copies = st.tuples(st.integers(0, 1), st.sampled_from([1, 2, None]))
    chosen: dict[Any, Any] = data.draw(st.dictionaries(st.sampled_from(SHAPES), copies, min_size=1, max_size=5))
    chosen[BAR] = (0, data.draw(st.sampled_from([1, 2])))
    try:
        puzzle = Puzzle(
            Board(set(BOX) - left_out, CUBIC, optional=optional), chosen, reflections=data.draw(st.booleans())
        )
    except PuzzleError:  # the areas cannot meet
        return
    assert reaches_far(puzzle)
    listed = with_engine(puzzle, "list")
    total = listed.count(symmetry="all", method="search")
    assert puzzle.count(symmetry="all", method="frontier") == total
    assert puzzle.count(method="frontier") == listed.count(method="search")
    if 0 < total < 200 and len(puzzle._plan.cases) < 60:
        found = [solution.placements for solution in puzzle.solve_all(symmetry="all", method="frontier")]
        assert found == [solution.placements for solution in puzzle.solve_all(symmetry="all", method="search")]
        assert puzzle.tally(symmetry="all", method="frontier") == puzzle.tally(symmetry="all", method="search")
        assert all(solution.is_valid() for solution in puzzle.sample(3, seed=1))


@pytest.mark.parametrize(("lattice", "expected"), [(SQUARE, 3359), (HEXAGONAL, 11278)], ids=["squares", "hexagons"])
def test_a_long_bar_on_flat_boards(lattice: Lattice, expected: int) -> None:
    cells = [(row, column) for row, column in product(range(7), range(9)) if row < 3 or column < 3]
    bar = Polyform([(0, n) for n in range(9)], "bar", lattice=lattice)
    few = {bar: (1, 2), **dict.fromkeys(free_polyominoes(3, lattice), (0, None))}
    puzzle = Puzzle(Board(cells, lattice), few)
    assert reaches_far(puzzle)
    assert puzzle.count(method="frontier") == expected == puzzle.count(method="search")
