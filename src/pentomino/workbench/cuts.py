"""Proofs by a cut: whatever lies across it, on one of its sides a region is left whose size cannot be made."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from operator import attrgetter
from typing import NamedTuple

from ..base.look import look
from ..lattices.lattice import Cell
from ..lattices.numbering import bits
from ..placement import Placement
from .proofs import CutProof
from .situation import Situation

__all__ = ["by_cut"]

WIDTH = 4
"""Cells on one side of a cut at most."""

MOST_CHOICES = 2000
"""Sets of placements across a cut that are tried."""

PLAIN_CHOICES = 12
"""The same, of which a person likes to go through each."""


def by_cut(situation: Situation) -> CutProof | None:
    """The cut with fewest choices that proves that there is no solution; those with few cells along them are tried."""
    found = [proof for side in sides(situation) if (proof := Crossing(situation, side).proof())]
    return min(found, key=attrgetter("choices"), default=None)


def sides(situation: Situation) -> Iterator[int]:
    """The parts of regions that are cut off by short cuts: what comes first along an axis, or on a walk from a cell."""
    ground, seen = situation.ground, set[int]()
    for region in ground.regions(situation.empty):
        for order in _orders(situation, region):
            for side in accumulate(order, lambda a, b: a | b):
                look()
                if side != region and side not in seen and _border(situation, region, side).bit_count() <= WIDTH:
                    seen.add(side)
                    yield side


def _orders(situation: Situation, region: int) -> Iterator[list[int]]:
    """The cells of a region, one part after the other: along each axis, and by their distance from each end of it."""
    ground = situation.ground
    cells = list(bits(region))
    for axis in range(ground.puzzle.board.lattice.dimension):
        lines = sorted({ground.cells[n][axis] for n in cells})
        yield [sum([1 << n for n in cells if ground.cells[n][axis] == line]) for line in lines]
    for start in (cells[0], cells[-1]):
        order = [1 << start]
        reached = order[0]
        while edge := ground.around(reached) & region:
            order.append(edge)
            reached |= edge
        yield order


def _border(situation: Situation, region: int, side: int) -> int:
    """The cells of a side that have neighbours beyond it."""
    return side & situation.ground.around(region & ~side)


class _Choice(NamedTuple):
    """Placements chosen so far across a cut: their numbers, the cells that they cover, and the situation after them."""

    made: tuple[int, ...]
    covered: int
    situation: Situation


class Crossing:
    """The choices of placements across the border of a side: at each of its cells one that crosses there, or none."""

    def __init__(self, situation: Situation, side: int) -> None:
        self._situation = situation
        self._side = side
        ground = situation.ground
        self._border = _border(situation, situation.empty, side)
        near = situation.fitting & ground.covering_any(self._border)
        self._crossing = sum([1 << n for n in bits(near) if ground.masks[n] & ~side])
        self._choices = 0
        self._lost: list[tuple[tuple[Placement, ...], tuple[Cell, ...]]] = []

    def proof(self) -> CutProof | None:
        """The proof, if no choice leaves regions whose sizes the other pieces can make."""
        ground = self._situation.ground
        if self._crossing.bit_count() > MOST_CHOICES or not self._is_never(
            _Choice((), 0, self._situation), self._border
        ):
            return None
        smaller = min(self._side, self._situation.empty & ~self._side, key=int.bit_count)
        lost = tuple(self._lost) if self._choices <= PLAIN_CHOICES else ()
        return CutProof(ground.cells_of(smaller), self._crossing.bit_count(), self._choices, lost)

    def _is_never(self, choice: _Choice, border: int) -> bool:
        """Whether no choice on from here leaves sizes that can be made."""
        look()
        if not border:
            self._choices += 1
            return self._choices <= MOST_CHOICES and self._is_lost(choice)
        cell = border & -border
        rest = border ^ cell
        if cell & choice.covered:
            return self._is_never(choice, rest)
        if not self._is_never(choice, rest):
            return False
        ground = self._situation.ground
        here = self._crossing & choice.situation.fitting & ground.covering[cell.bit_length() - 1]
        # Those that cover an earlier cell of the border were tried there; this one leaves that cell to others.
        here &= ~ground.covering_any(self._border & (cell - 1) & ~choice.covered)
        for number in bits(here):
            covered = choice.covered | ground.masks[number]
            more = _Choice((*choice.made, number), covered, choice.situation.after(number))
            if not self._is_never(more, rest):
                return False
        return True

    def _is_lost(self, choice: _Choice) -> bool:
        """Whether the pieces that have a placement in a region that is left, on either side, cannot make its size."""
        ground = self._situation.ground
        left = self._situation.empty & ~choice.covered
        for region in [*ground.regions(left & self._side), *ground.regions(left & ~self._side)]:
            if not choice.situation.can_fill(region):
                if self._choices <= PLAIN_CHOICES:
                    made = tuple([ground.placements[number] for number in choice.made])
                    self._lost.append((made, ground.cells_of(region)))
                return True
        return False
