"""Solutions made of arbitrary areas, for tests that build solids or take solutions apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, product
from random import Random

from hypothesis import strategies as st

from pentomino import CUBIC, SQUARE, Board, Lattice, Placement, Polyform, Puzzle, Solution

Cell = tuple[int, ...]


def assembled(areas: Sequence[Iterable[Cell]], lattice: Lattice) -> Solution:
    """Return a solution in which each area is a piece of its own."""
    pieces = [Polyform(area, str(number), lattice) for number, area in enumerate(areas)]
    board = Board([cell for area in areas for cell in area], lattice)
    placements = [Placement(piece, tuple(sorted(area))) for piece, area in zip(pieces, areas, strict=True)]
    return Solution(Puzzle(board, pieces, reflections=False), placements)


@st.composite
def cut(draw: st.DrawFn, boxes: Sequence[Cell], most: int) -> Solution:
    """Draw a box that is cut into up to `most` connected pieces. Some cells stay empty, so that pieces can move."""
    sides = draw(st.sampled_from(boxes))
    chance = Random(draw(st.integers(0, 1 << 32)))
    box = list(product(*map(range, sides)))
    areas: list[set[Cell]] = [{cell} for cell in chance.sample(box, draw(st.integers(2, most)))]
    free = set(box).difference(*areas)
    lattice = SQUARE if len(sides) == 2 else CUBIC
    for _ in range(draw(st.integers(len(box) // 2, 3 * len(box)))):
        area = chance.choice(areas)
        if choice := sorted(free.intersection(chain.from_iterable(map(lattice.neighbours, area)))):
            area.add(picked := chance.choice(choice))
            free.remove(picked)
    return assembled([sorted(area) for area in areas], lattice)
