"""The numbers of a placement in pent-py's template of the cells around its first one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pentomino import Placement, Polyomino, fixed_polyominoes
from pentomino.geometry import shift

# The template of the pentominoes as the docstring of `template.py` draws it, None for the first cell.
COLUMNS = [
    {0: None, 1: 1, 2: 5, 3: 11, 4: 10},
    {-3: 12, -2: 6, -1: 2, 0: 0, 1: 4, 2: 19, 3: 18},
    {-2: 13, -1: 7, 0: 3, 1: 9, 2: 17},
    {-1: 14, 0: 8, 1: 16},
    {0: 15},
]


def numbers(piece: Polyomino) -> tuple[int, ...]:
    return Placement(piece, piece.cells).template_numbers


def test_the_four_orientations_of_w_are_those_of_the_text() -> None:
    """README of wusui/pent-py, 2022."""
    text = [[1, 4, 19, 17], [0, 4, 9, 17], [0, 2, 7, 13], [0, 1, 2, 7]]
    found = [list(numbers(turned)) for turned in Polyomino.named("W").orientations()]
    assert sorted(found) == sorted(text)
    stairs = Placement("W", [(3, 7), (4, 7), (4, 8), (5, 8), (5, 9)])
    assert list(stairs.template_numbers) == text[0]


def test_all_pentominoes_are_in_the_template_and_differ() -> None:
    found = set()
    for piece in fixed_polyominoes(5):
        first = min((column, row) for row, column in piece.cells)
        cells = [COLUMNS[column - first[0]][row - first[1]] for row, column in piece.cells]
        assert set(cells) == {None, *numbers(piece)}
        found.add(sum(2**number for number in numbers(piece)))
    assert len(found) == 63
    used = {number for piece in fixed_polyominoes(5) for number in numbers(piece)}
    assert used == set(range(20))


def test_the_order_is_by_distance() -> None:
    bar = Polyomino.named("I")
    assert [numbers(turned) for turned in bar.orientations()] == [(1, 5, 11, 10), (0, 3, 8, 15)]
    assert numbers(Polyomino.named("X")) == (0, 2, 3, 4)


@pytest.mark.parametrize("size", range(1, 9))
def test_other_sizes_have_a_template_too(size: int) -> None:
    pieces = fixed_polyominoes(size)
    assert {len(numbers(piece)) for piece in pieces} == {size - 1}
    assert len({frozenset(numbers(piece)) for piece in pieces}) == len(pieces)
    used = {number for piece in pieces for number in numbers(piece)}
    assert used == (set(range(size * (size - 1))) if size > 4 else used)
    assert max(used, default=0) < 20 or size > 5


@given(st.sampled_from(fixed_polyominoes(6)), st.integers(-50, 50), st.integers(-50, 50))
def test_the_numbers_do_not_depend_on_the_place(piece: Polyomino, rows: int, columns: int) -> None:
    assert Placement(piece, shift(piece.cells, rows, columns)).template_numbers == numbers(piece)
