"""The counts of `docs/ancestors.md`, found another way: by listing. (The page itself is run as a doctest.)"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pentomino
from pentomino import Board
from pentomino.lattices.lattice import D4

PAGE = (Path(__file__).parents[2] / "docs" / "ancestors.md").read_text(encoding="utf-8")


def test_the_square_at_each_of_its_ten_places() -> None:
    """Each solution of the chessboard, moved so that its square lies in the eighth of the board."""
    (shown,) = re.findall(r"^\[(\d.*)\]$", PAGE, re.M)
    places = [(row, column) for row in range(4) for column in range(row, 4)]
    expected = dict(zip(places, map(int, shown.split(", ")), strict=True))
    squares = Counter(
        next(placement.cells for placement in solution.placements if placement.piece.name == "O4")
        for solution in pentomino.solve_all("8x8", "pentominoes + O4")
    )
    found: Counter[tuple[int, int]] = Counter()
    for square, number in squares.items():
        found[min(min(Board.rectangle(8, 8).transform_cells(square, element)) for element in D4)] += number
    assert found == expected
    assert (len(found), sum(found.values()), found[3, 3]) == (10, 16146, 65)


def test_there_is_a_section_for_each_ancestor() -> None:
    titles = "simple.rb, Pentominoes in C#, ahuggel/pentomino, Lepage's chessboard, pent-py"
    assert re.findall(r"^## (.*)$", PAGE, re.M) == titles.split(", ")
