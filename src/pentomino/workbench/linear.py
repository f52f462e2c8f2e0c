"""Proofs by linear algebra: weights of the cells, modulo a prime, that are the same for all placements of a piece,
while the board has another sum.

Such weights exist if and only if the equations of the exact cover (each cell is covered once, each piece used as often
as it must be) have no solution in that field. They are found by Gaussian elimination among some of the placements;
those that have other weights join them. Without a modulus, what there is to prove is proven by `bounds`. Of 240 puzzles
without a solution 2 had such a proof only modulo 2, one modulo 3, and none modulo 5 or 7, so these are not tried.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.look import look, looked
from ..lattices.numbering import bits
from .proofs import WeightProof
from .weighing import Weighed, proof_of

__all__ = ["by_algebra"]

PRIMES = (2, 3)

MOST_COLUMNS = 320
"""Cells and pieces of a puzzle for which elimination is worth the wait."""

AT_ONCE = 16
"""Placements that join the equations in one round."""

Vector = list[int]


def by_algebra(weighed: Weighed) -> WeightProof | None:
    """The first proof that is found, with weights modulo the smallest prime."""
    if len(weighed.cells) + len(weighed.masks) > MOST_COLUMNS:
        return None
    for prime in PRIMES:
        weights = Equations(weighed, prime).weights()
        if weights is not None:
            sums = [{sum([weights[n] for n in bits(mask)]) % prime for mask in masks} for masks in weighed.masks]
            if proof := proof_of(weighed, weights, sums, prime):
                return proof
    return None


class Equations:
    """Equations of the exact cover modulo a prime: a column for each cell, and each piece whose copies are fixed."""

    def __init__(self, weighed: Weighed, prime: int) -> None:
        self._prime = prime
        self._weighed = weighed
        cells = len(weighed.cells)
        fixed = [number for number, (_, least, most) in enumerate(weighed.demand) if least == most]
        self._column = {number: cells + i for i, number in enumerate(fixed)}
        self._wide = cells + len(fixed)
        self._goal = [1] * cells + [weighed.demand[number].least % prime for number in fixed]
        self._rows: dict[int, Vector] = {}  # reduced, by the column of their first 1

    def weights(self) -> Vector | None:
        """Weights of the cells that prove that there is no solution; None if there are none."""
        while (found := self._apart()) is not None:
            wrong = self._wrong(found)
            if not wrong:
                return found[: len(self._weighed.cells)]
            for row in wrong:
                self._add(row)
        return None

    def _wrong(self, weights: Vector) -> list[Vector]:
        """The equations of some placements that these weights do not satisfy."""
        found: list[Vector] = []
        for number, mask in self._placements():
            total = sum([weights[n] for n in bits(mask)])
            if number in self._column:
                total += weights[self._column[number]]
            if total % self._prime:
                found.append(self._row(number, mask))
                if len(found) == AT_ONCE:
                    break
        return found

    def _placements(self) -> Iterator[tuple[int, int]]:
        return looked((number, mask) for number, masks in enumerate(self._weighed.masks) for mask in masks)

    def _row(self, number: int, mask: int) -> Vector:
        row = [mask >> n & 1 for n in range(self._wide)]
        if number in self._column:
            row[self._column[number]] = 1
        return row

    def _reduced(self, row: Vector) -> Vector:
        prime = self._prime
        for first, other in self._rows.items():
            if factor := row[first]:
                row = [(a - factor * b) % prime for a, b in zip(row, other, strict=True)]
        return row

    def _add(self, row: Vector) -> None:
        look()
        row = self._reduced(row)
        first = next((n for n, number in enumerate(row) if number), None)
        if first is None:
            return
        scale = pow(row[first], -1, self._prime)
        row = [number * scale % self._prime for number in row]
        for known, other in self._rows.items():
            if factor := other[first]:
                self._rows[known] = [(a - factor * b) % self._prime for a, b in zip(other, row, strict=True)]
        self._rows[first] = row

    def _apart(self) -> Vector | None:
        """Weights that all equations so far have as 0, and the goal has not; None if the goal follows from them."""
        rest = self._reduced(self._goal)
        column = next((n for n, number in enumerate(rest) if number), None)
        if column is None:
            return None
        weights = [0] * self._wide
        weights[column] = 1
        for first, row in self._rows.items():
            weights[first] = -row[column] % self._prime
        return weights
