"""All shapes of a size, from the core: the same as those of the slow oracle, in order, and their known numbers."""

from __future__ import annotations

import signal
import sys
from typing import Any

import pytest

import oracle
from effort import thorough
from facts import EVERY, FACTS
from grids import GRIDS
from pentomino import SQUARE, polyforms
from pentomino._core import shapes
from pentomino.lattices.board_words import lattices
from pentomino.lattices.lattice import Lattice, Motion
from pentomino.lattices.numbering import least_shapes

LARGEST = {
    "square": [63_600, 126_759, 505_861],  # OEIS A000105, A000988, A001168
    "cubic": [3_811, 6_922, 162_913],  # A038119, A000162, A001931
    "hexagonal": [30_490, 60_639, 362_671],  # A000228, A006535, A001207
    "triangular": [26_166, 52_119, 311_751],  # A000577, A006534, A001420
    "tetrakis": [26_938, 53_635, 214_044],  # A197465; the others by an enumeration in Python, which this one replaced
}
"""The numbers of free, one-sided and fixed shapes of the largest size of a lattice."""


def rotations(lattice: Lattice) -> list[Motion]:
    return [motion for motion in lattice.motions if motion.is_proper]


def one_sided_shapes(n: int, lattice: Lattice) -> list[tuple[Any, ...]]:
    """The least shapes under rotations; among balls without flat ones that are reflections of other ones."""
    found = least_shapes(n, lattice, rotations(lattice))
    grid = GRIDS[lattice.name]
    return [shape for shape in found if not lattice.has_balls or shape == oracle.key_of(frozenset(shape), False, grid)]


def sizes(lattice: Lattice) -> range:
    """The sizes that the oracle lists within a second or two."""
    return range(1, len(FACTS[lattice.name].fixed) + (lattice.dimension == 2))


@EVERY
def test_shapes_and_their_order_against_the_oracle(lattice: Lattice) -> None:
    grid = GRIDS[lattice.name]
    for n in sizes(lattice):
        every = sorted(tuple(sorted(shape)) for shape in oracle.enumerate_fixed(n, grid))
        assert list(least_shapes(n, lattice)) == every
        assert one_sided_shapes(n, lattice) == sorted(oracle.enumerate_one_sided(n, grid))
        assert list(least_shapes(n, lattice, lattice.motions)) == sorted(oracle.enumerate_free(n, grid))


@EVERY
def test_pieces_are_the_shapes_in_order(lattice: Lattice) -> None:
    for n in sizes(lattice):
        assert [piece.cells for piece in polyforms(n, "fixed", lattice)] == list(least_shapes(n, lattice))
        ranked = list(least_shapes(n, lattice, lattice.motions))
        pieces = polyforms(n, lattice=lattice)
        if pieces[0].name == f"{n}.1":
            assert [piece.name for piece in pieces] == [f"{n}.{rank}" for rank in range(1, len(ranked) + 1)]
            assert [piece.cells for piece in pieces] == ranked
        assert sorted(piece.canonical().cells for piece in pieces) == ranked
        one_way = sorted(piece.canonical(reflections=False).cells for piece in polyforms(n, "one-sided", lattice))
        assert one_way == one_sided_shapes(n, lattice)


@pytest.mark.parametrize("name", [pytest.param(name, marks=[thorough] * (name != "cubic")) for name in LARGEST])
def test_the_numbers_of_the_largest_shapes(name: str) -> None:
    lattice = lattices()[name]
    found = [least_shapes(lattice.most, lattice, motions) for motions in (lattice.motions, rotations(lattice), ())]
    assert [sum(1 for _ in every) for every in found] == LARGEST[name]


def test_equal_cells_of_shapes_are_one_tuple() -> None:
    """Half a million shapes have few different cells."""
    every = list(least_shapes(6, SQUARE))
    cells = [cell for shape in every for cell in shape]
    assert len({id(cell) for cell in cells}) == len(set(cells)) < 36


HAS_TIMER = hasattr(signal, "setitimer") and sys.platform != "emscripten"


@pytest.mark.skipif(not HAS_TIMER, reason="no timer sends a signal")
def test_a_signal_stops_a_long_enumeration() -> None:
    probes = [(1, 0), (0, 1), (0, 0)]
    images = [probes, *[motion.images(probes) for motion in SQUARE.motions]]
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(KeyboardInterrupt):
            shapes(16, SQUARE.vectors, SQUARE.weights, images)  # many seconds
    finally:
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(
    ("size", "vectors", "motions"),
    [
        (0, [[(0, 1)]], 1),
        (17, [[(0, 1)]], 1),
        (3, [[(0, 1)] * 17], 1),
        (3, [[(0, 1)]], 49),
        (3, [[(0, 1)]], 0),
        (3, [[]] * 2, 1),
    ],
)
def test_the_core_refuses_what_it_has_no_room_for(size: int, vectors: Any, motions: int) -> None:
    with pytest.raises(ValueError, match=r"too large, or the motions are of another lattice$"):
        shapes(size, vectors, (1, 1), [[(1, 0), (0, 1), (0, 0)]] * motions)
