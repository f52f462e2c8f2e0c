"""The eight symmetries of the square as a group, cells, boxes and regions."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
from commandline import exactly
from pentomino import D4, Board, PentominoError, PuzzleError
from pentomino.lattices.lattice import SQUARE, Cell, as_cells, box, shift

coordinates = st.integers(-9, 9) | st.integers()
cells = st.tuples(coordinates, coordinates)
small = st.tuples(st.integers(-4, 4), st.integers(-4, 4))
elements = st.sampled_from(D4)


@given(cells)
def test_elements_do_what_their_names_say(cell: Cell) -> None:
    row, column = cell
    assert {element.name: element.apply(cell) for element in D4} == {
        "IDENTITY": (row, column),
        "ROTATE_90": (column, -row),
        "ROTATE_180": (-row, -column),
        "ROTATE_270": (-column, row),
        "FLIP_COLUMNS": (row, -column),
        "FLIP_ROWS": (-row, column),
        "TRANSPOSE": (column, row),
        "ANTITRANSPOSE": (-column, -row),
    }


@given(cells)
def test_a_number_is_the_quarter_turns_and_four_if_reflected(cell: Cell) -> None:
    for element in D4:
        symmetry = oracle.Symmetry(mirror=element >= 4, turns=element % 4)
        assert {element.apply(cell)} == symmetry.moved([cell])


def test_questions_of_an_element() -> None:
    assert [element for element in D4 if element.is_reflection] == list(D4)[4:]
    swapping = [D4.ROTATE_90, D4.ROTATE_270, D4.ANTITRANSPOSE, D4.TRANSPOSE]
    assert [element for element in D4 if element.swaps_axes] == swapping
    for a, b in product(D4, repeat=2):
        assert a.after(b).is_reflection == (a.is_reflection != b.is_reflection)
        assert a.after(b).swaps_axes == (a.swaps_axes != b.swaps_axes)


@pytest.mark.parametrize(
    "given_cells",
    [[(0, 1), (2, 3)], ((0, 1), (2, 3)), iter([[0, 1], [2, 3]]), (pair for pair in [range(2), range(2, 4)])],
    ids=["list", "tuple", "iterator", "generator"],
)
def test_as_cells_takes_any_pairs_of_whole_numbers(given_cells: Any) -> None:
    found = as_cells(given_cells, "board")
    assert found == frozenset({(0, 1), (2, 3)})
    assert isinstance(found, frozenset)
    assert {type(number) for cell in found for number in cell} == {int}


@pytest.mark.needs_numpy
def test_as_cells_takes_numbers_of_numpy() -> None:
    import numpy

    mixed: Any = [(numpy.int64(0), 1), (2, numpy.int8(3))]
    for given_cells in numpy.array([[0, 1], [2, 3]], numpy.uint8), mixed:
        test_as_cells_takes_any_pairs_of_whole_numbers(given_cells)


def test_as_cells_takes_none_and_huge_ones() -> None:
    assert as_cells([], "board") == as_cells(iter(()), "board") == frozenset()
    assert as_cells([(10**40, -(10**40))], "board") == {(10**40, -(10**40))}


@pytest.mark.parametrize("wrong", [3, None, "a", "ab", "é", (1,), (1, 2, 3), (1.0, 2), (None, 1), ("1", "2"), ()])
def test_as_cells_names_what_is_no_cell(wrong: Any) -> None:
    message = f"board: a cell must be a pair (row, column) of whole numbers, got {wrong!r}"
    with pytest.raises(PuzzleError, match=exactly(message)) as caught:
        as_cells([(0, 0), wrong], "board")
    assert isinstance(caught.value, PentominoError)
    assert isinstance(caught.value, ValueError)
    assert caught.value.__suppress_context__


@pytest.mark.parametrize("wrong", [3, None, 1.5, len])
def test_as_cells_refuses_what_holds_no_cells(wrong: Any) -> None:
    with pytest.raises(PuzzleError, match=r"\Aboard: "):
        as_cells(wrong, "board")


@given(st.sets(cells))
def test_box(some: set[Cell]) -> None:
    top, left, rows, columns = box(some)
    if not some:
        assert (top, left, rows, columns) == (0, 0, 0, 0)
        return
    assert {row for row, _ in some} >= {top, top + rows - 1}
    assert {column for _, column in some} >= {left, left + columns - 1}
    assert all(top <= row < top + rows and left <= column < left + columns for row, column in some)


def test_the_order_of_cells() -> None:
    assert SQUARE.neighbours((3, -1)) == ((2, -1), (3, -2), (3, 0), (4, -1))
    assert Board.rectangle(2, 3).transform_cells([(1, 2), (0, 0)], D4.ROTATE_90) == [(2, 0), (0, 1)]
    assert shift(iter([(3, 1), (0, 0)]), -1, 2) == [(2, 3), (-1, 2)]
    assert shift([(3, 1, 4), (0, 0, 0)], -1, 2, 5) == [(2, 3, 9), (-1, 2, 5)]


@given(st.lists(cells, min_size=1), coordinates, coordinates)
def test_normalise_forgets_place_and_order(some: list[Cell], rows: int, columns: int) -> None:
    shape = SQUARE.normalise(some)
    assert shape == SQUARE.normalise(list(shift(reversed(some), rows, columns)))
    assert box(shape)[:2] == (0, 0)
    assert list(shape) == sorted(shape)
    assert len(shape) == len(some)


@given(st.frozensets(small, min_size=1), elements)
def test_turned_boards_against_the_oracle(some: frozenset[Cell], element: D4) -> None:
    symmetry = oracle.Symmetry(mirror=element.is_reflection, turns=element % 4)
    assert frozenset(Board(some).transform_cells(some, element)) == symmetry.on(some, some)


@given(st.frozensets(small))
def test_regions(some: frozenset[Cell]) -> None:
    found = SQUARE.regions(iter(some))
    assert frozenset().union(*found) == some
    assert sum(map(len, found)) == len(some)
    assert [min(region) for region in found] == sorted(min(region) for region in found)
    for region in found:
        assert oracle.is_connected(region)
        assert all(near not in some - region for cell in region for near in SQUARE.neighbours(cell))
