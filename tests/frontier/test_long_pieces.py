"""The frontier engine where pieces reach over more than 64 positions: numbered without gaps, or by two words."""

from __future__ import annotations

import random
from collections import Counter
from itertools import chain, product
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from effort import examples
from pentomino import CUBIC, HEXAGONAL, SQUARE, TRIANGULAR, Board, Lattice, Polyform, Puzzle, PuzzleError, polyforms
from pentomino._frontier import FrontierCount, FrontierJob
from pentomino.search.by_frontier import compile_puzzle
from pentomino.search.plan import plan_of
from puzzles import with_engine

pytestmark = pytest.mark.needs_128_bits

COLUMN = [(0, 0, n) for n in range(5)]
BOX = sorted(product(range(3), range(3), range(5)))
SHAPES = [piece for n in (1, 2, 3, 4) for piece in polyforms(n, lattice=CUBIC)]
BAR = Polyform(COLUMN, "bar", lattice=CUBIC)


def reaches_far(puzzle: Puzzle) -> bool:
    """Whether an orientation has a mask of more than a word."""
    cover = plan_of(puzzle).cover
    return cover.slides and cover._reach > 64


@examples(40)
@given(data=st.data())
def test_it_counts_and_lists_what_a_search_by_items_does(data: st.DataObject) -> None:
    left_out = data.draw(st.sets(st.sampled_from(sorted(set(BOX) - set(COLUMN))), min_size=15, max_size=35))
    optional = data.draw(st.sets(st.sampled_from(COLUMN), max_size=3))
    copies = st.tuples(st.integers(0, 1), st.sampled_from([1, 2, None]))
    chosen: dict[Any, Any] = data.draw(st.dictionaries(st.sampled_from(SHAPES), copies, min_size=1, max_size=5))
    chosen[BAR] = (0, data.draw(st.sampled_from([1, 2])))
    try:
        puzzle = Puzzle(
            Board(set(BOX) - left_out, CUBIC, optional=optional), chosen, reflections=data.draw(st.booleans())
        )
    except PuzzleError:  # the areas of board and pieces differ
        return
    assume(reaches_far(puzzle))  # not if all cells are numbered within one word
    listed = with_engine(puzzle, "list")
    total = listed.count(symmetry="all", method="search")
    assert puzzle.count(symmetry="all", method="frontier") == total
    assert puzzle.count(method="frontier") == listed.count(method="search")
    if 0 < total < 200 and len(plan_of(puzzle).cases) < 60:
        assert puzzle.tally(symmetry="all", method="frontier") == puzzle.tally(symmetry="all", method="search")
        assert all(solution.is_valid() for solution in puzzle.sample(3, seed=1))


@pytest.mark.parametrize(("lattice", "expected"), [(SQUARE, 3359), (HEXAGONAL, 11278)], ids=["squares", "hexagons"])
def test_a_long_bar_on_flat_boards(lattice: Lattice, expected: int) -> None:
    cells = [(row, column) for row, column in product(range(7), range(9)) if row < 3 or column < 3]
    bar = Polyform([(0, n) for n in range(9)], "bar", lattice=lattice)
    few = {bar: (1, 2), **dict.fromkeys(polyforms(3, lattice=lattice), (0, None))}
    puzzle = Puzzle(Board(cells, lattice), few)
    assert reaches_far(puzzle)
    assert puzzle.count(method="frontier") == expected == puzzle.count(method="search")


WIDE = {
    "torus": (SQUARE.wrapped(9, 9), (9, 9)),
    "torus 8x12": (SQUARE.wrapped(8, 12), (8, 12)),
    "ring": (SQUARE.wrapped(None, 16), (10, 16)),
    "tube": (SQUARE.wrapped(18, None), (18, 9)),
    "squares": (SQUARE, (18, 18)),
    "hexagons": (HEXAGONAL, (18, 18)),
    "triangles": (TRIANGULAR, (20, 22)),
}


def covered(lattice: Lattice, sides: tuple[int, int], seed: int) -> Puzzle:
    """A puzzle on the cells that some pieces of four and five cells cover, with some other numbers of copies."""
    chance = random.Random(seed)
    small, large = (polyforms(n, lattice=lattice.flat) for n in (4, 5))
    longest = max(large, key=lambda piece: max(piece.sides))
    pieces = [longest, chance.choice(small), chance.choice(large)]
    cells: set[Any] = set()
    used: Counter[Polyform] = Counter()
    for _ in range(300):
        piece = chance.choice(pieces)
        lying = chance.choice(piece.orientations(True)).cells
        by = [2 * chance.randrange(side // 2) for side in sides]
        moved = set(lattice.home([(row + by[0], column + by[1]) for row, column in lying]))
        near = {other for cell in moved for other in lattice.neighbours(cell)}
        is_inside = all(0 <= n < side for cell in moved for n, side in zip(cell, sides, strict=True))
        if len(moved) == piece.size and is_inside and not moved & cells and (near & cells or chance.random() < 0.1):
            cells |= moved
            used[piece] += 1
        if len(cells) > (64 if not lattice.periods else 40):  # up to 64 flat ones are numbered without gaps
            break
    copies = {piece: chance.choice([(n, n), (0, n + 1), (max(0, n - 1), None)]) for piece, n in used.items()}
    return Puzzle(Board(cells, lattice), copies)


@pytest.mark.parametrize("name", WIDE)
def test_windows_of_two_words(name: str) -> None:
    reached = 0
    for seed in range(6):
        puzzle = covered(*WIDE[name], seed)
        total = puzzle.count(symmetry="all", method="search")
        assert total > 0
        table = compile_puzzle(plan_of(puzzle), breaks=True)
        for counted in (FrontierCount.count, FrontierCount.count_in_one_pass):
            job = FrontierJob(table)
            job.checks = True
            assert counted(FrontierCount(job)) == total
        cover, pieces = plan_of(puzzle).cover, range(len(puzzle._demand_with_gaps))
        places = chain.from_iterable(cover.places(piece, cover.lines[0]) for piece in pieces)
        reached += any(max(cells) - min(cells) >= 64 for _, cells in places)
        assert puzzle.count(method="frontier") == puzzle.count(method="search")
        if total < 300:
            assert puzzle.tally(method="frontier") == puzzle.tally(method="search")
            assert all(solution.is_valid() for solution in puzzle.sample(3, seed=1))
    assert reached


@pytest.mark.parametrize(
    ("board", "pieces", "expected"),
    [("torus 8x10", "I*", 404_145), ("ring 11x12", "I4*", 18_070_456), ("16x20", "I*", 225_337_417)],
)
def test_counts_by_two_words(board: str, pieces: str, expected: int) -> None:
    assert Puzzle(board, pieces).count(symmetry="all", method="frontier") == expected
