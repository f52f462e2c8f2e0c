"""Numberings: positions and cells, shapes and where they fit, and how symmetries move them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pentomino import Puzzle, polyforms
from pentomino.lattices.lattice import SQUARE, Cell
from pentomino.lattices.numbering import Numbering, bit_set, bits
from pentomino.symmetry import Turn, turned

cells = st.tuples(st.integers(-3, 9), st.integers(20, 26))
boards = st.sets(cells, min_size=1, max_size=60)


@given(st.sets(st.integers(0, 300)))
def test_sets_of_numbers(numbers: set[int]) -> None:
    assert bit_set(numbers, 301) == sum(1 << n for n in numbers)
    assert list(bits(bit_set(numbers, 301))) == sorted(numbers)


@given(boards)
def test_positions_ascend_in_scan_order(board: set[Cell]) -> None:
    numbering = Numbering(SQUARE, board)
    rows, columns = numbering.sides
    across = sorted(board, key=lambda cell: cell if columns < rows else cell[::-1])  # always across the short side
    positions = numbering.positions(across)
    assert positions == sorted(positions) == list(bits(numbering.cells))
    assert list(map(numbering.cell, positions)) == across
    assert all(position < numbering.size for position in positions)
    assert list(map(numbering.cell, numbering.by_cells(numbering.cells))) == sorted(board)


@pytest.mark.parametrize("size", [1, 3, 4])
@given(board=boards)
def test_shapes_fit_where_their_cells_are(board: set[Cell], size: int) -> None:
    numbering = Numbering(SQUARE, board)
    for piece in polyforms(size, "fixed"):
        found = {numbering.cells_at(n, piece.cells) for n in bits(numbering.fitting(piece.cells))}
        moved = (
            tuple((r + down, c + right) for r, c in piece.cells) for down in range(-3, 10) for right in range(20, 27)
        )
        assert found == {place for place in moved if board.issuperset(place)}


@pytest.mark.parametrize("board", ["4x7", "7x4", "6x6"])
def test_symmetries_move_places_as_they_move_cells(board: str) -> None:
    puzzle = Puzzle(board, "tetrominoes* + P* + O1*")
    numbering = puzzle.numbering
    for element in puzzle.symmetries():
        turn = Turn(puzzle, element)
        for placement in random.Random(1).sample(puzzle.placements(), 50):
            image = turned(puzzle, placement.cells, element)
            place = numbering.place(placement.cells)
            assert place == (min(numbering.positions(placement.cells)), SQUARE.normalise(placement.cells))
            assert turn.image(place) == numbering.place(image)
            assert tuple(sorted(numbering.cells_at(*turn.image(place)))) == image
