"""Known facts about each lattice. To test a new lattice, add an entry."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

import pytest

from pentomino import BALLS, CUBIC, HEXAGONAL, SQUARE, TETRAKIS, TRIANGULAR, Lattice
from pentomino.lattices.board_words import lattices

__all__ = ["EVERY", "FACTS", "FLAT", "OFF_SQUARES", "SOLVED", "Facts", "each"]


@dataclass(frozen=True)
class Facts:
    """The order of a lattice's point group, how many neighbours a cell has, and the area of a cell of width 1.

    `fixed`, `free` and `one_sided` are the numbers of pieces of 1, 2 ... cells. `piece` is the name of a piece.
    `solved` is a board and pieces with several solutions. These use every piece, and the last line of their pictures in
    letters is not only `#`. `ways` are translations that keep the kinds of cells.
    """

    lattice: Lattice
    motions: int
    neighbours: int
    fixed: list[int]
    free: list[int]
    one_sided: list[int]
    piece: str
    solved: tuple[str, str]
    ways: list[tuple[int, ...]]
    area: float = 1


FACTS = {
    facts.lattice.name: facts
    for facts in (
        Facts(
            SQUARE,
            8,
            4,
            [1, 2, 6, 19, 63, 216],  # OEIS A001168
            [1, 1, 2, 5, 12, 35, 108, 369],  # A000105
            [1, 1, 2, 7, 18, 60],  # A000988
            "I3",
            ("6x10", "pentominoes"),
            [(2, 4), (-3, 5), (3, -2), (-1, 4)],
        ),
        Facts(
            CUBIC,
            48,
            6,
            [1, 3, 15, 86, 534, 3481],  # A001931
            [1, 1, 2, 7, 23, 112],  # A038119
            [1, 1, 2, 8, 29, 166],  # A000162
            "I3",
            ("3x3x3", "soma"),
            [(2, 4, 6), (-3, 5, 0)],
        ),
        Facts(
            HEXAGONAL,
            12,
            6,
            [1, 3, 11, 44, 186, 814],  # A001207
            [1, 1, 3, 7, 22, 82],  # A000228
            [1, 1, 3, 10, 33, 147],  # A006535
            "I3",
            ("hexagonal 4x7", "tetrahexes"),
            [(2, 4), (-3, 5), (3, -2), (-1, 4)],
            sqrt(3) / 2,
        ),
        Facts(
            TRIANGULAR,
            12,
            3,
            [2, 3, 6, 14, 36, 94, 250],  # A001420
            [1, 1, 1, 3, 4, 12, 24, 66],  # A000577
            [1, 1, 1, 4, 6, 19, 43],  # A006534
            "I3",
            ("triangular rhombus 6", "hexiamonds"),
            [(2, 4), (-3, 5), (3, -1), (-2, 4)],
            sqrt(3) / 4,
        ),
        Facts(
            TETRAKIS,
            8,
            3,
            [4, 6, 12, 25, 56, 132, 320],
            [1, 2, 2, 6, 8, 22, 42, 112, 252],  # A197465
            [1, 2, 3, 8, 14, 36, 80],
            "3.1",
            ("tetrakis 3x3", "3.1*2 3.2*2 4.1 4.2 4.3 4.4 4.5 4.6"),
            [(2, 4), (-3, 8), (3, -4), (-1, 0)],
            1 / 4,
        ),
        Facts(
            BALLS,
            48,
            12,
            [1, 6, 50, 475, 4881],  # A007198
            [1, 1, 4, 20, 131],  # by distances: `test_free_pieces_of_balls_by_distances`
            [1, 1, 4, 25, 210],
            "I3",
            ("pyramid 5", "kanoodle"),
            [(2, 4, 6), (-3, 5, 0)],
        ),
    )
}

assert list(FACTS) == list(lattices()), "each lattice has an entry, and no other"


def each(lattices: Iterable[Lattice]) -> pytest.MarkDecorator:
    """Run a test for each of the lattices, which is its argument *lattice*."""
    return pytest.mark.parametrize("lattice", list(lattices), ids=lambda lattice: lattice.name)


EVERY = each(lattices().values())
OFF_SQUARES = each(lattice for lattice in lattices().values() if lattice != SQUARE)
FLAT = each(lattice for lattice in lattices().values() if lattice.dimension == 2)
SOLVED = pytest.mark.parametrize(
    ("lattice", "board", "pieces"),
    [pytest.param(facts.lattice, *facts.solved, id=name) for name, facts in FACTS.items() if name != "square"],
)
"""A board with pieces of each lattice but the squares."""
