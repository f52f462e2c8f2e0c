"""Proofs by bounds: weights of the cells of which all pieces together have less than the board, however they lie.

Such weights exist if and only if the equations of the exact cover have no solution in rational numbers from 0 on (J.
Farkas, 1902). They are found by the perceptron of F. Rosenblatt (1958), in whole numbers: as long as some choice of
placements has as much as the board, the weight of each cell falls by how often they cover it beyond once. Cells that
symmetries turn into each other have one weight, as the mean of such weights is as good.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from ..base.look import look, looked
from ..lattices.numbering import bits
from .proofs import WeightProof
from .weighing import Weighed, proof_of

__all__ = ["by_bounds"]

MOST_SUMS = 1 << 15
"""Sums of weights that are added up: some hundredths of a second. What was found took less than a fifth of that."""

Vector = tuple[int, ...]


def by_bounds(weighed: Weighed) -> WeightProof | None:
    """The first proof that is found, with numbers as small as rounding makes them; None if none is."""
    bounds = Bounds(weighed)
    weights = bounds.apart()
    return None if weights is None else bounds.proof(weights)


class Bounds:
    """The placements of each piece as the orbits of cells that they cover, each once that cover the same."""

    def __init__(self, weighed: Weighed) -> None:
        self._weighed = weighed
        self._orbit = _orbits(weighed)
        self._sizes = [self._orbit.count(number) for number in range(max(self._orbit, default=-1) + 1)]
        self._rows = [
            sorted({tuple(sorted([self._orbit[n] for n in bits(mask)])) for mask in looked(masks)})
            for masks in weighed.masks
        ]

    def apart(self) -> list[int] | None:
        """Weights of the orbits of which the pieces never have as much as the board."""
        weights, left = [0] * len(self._sizes), MOST_SUMS
        while left > 0 and weights:
            look()
            left -= sum(map(len, self._rows)) + len(self._sizes)
            chosen = self._heaviest(weights)
            if chosen is None:
                return None
            if self._excess(weights, chosen) < 0:
                return weights
            for row, copies in chosen:
                for orbit in row:
                    weights[orbit] -= copies
            weights = [weight + size for weight, size in zip(weights, self._sizes, strict=True)]
        return None

    def _excess(self, weights: Sequence[int], chosen: Sequence[tuple[Vector, int]]) -> int:
        """By how much placements, with their copies, have more than the board."""
        have = sum([copies * sum([weights[orbit] for orbit in row]) for row, copies in chosen])
        return have - sum([weight * size for weight, size in zip(weights, self._sizes, strict=True)])

    def _heaviest(self, weights: Sequence[int]) -> list[tuple[Vector, int]] | None:
        """The placements, each with its copies, that have most together; None if no copies cover the area."""
        best = [max(rows, key=lambda row: sum([weights[n] for n in row]), default=()) for rows in self._rows]
        worth = [sum([weights[n] for n in row]) for row in best]
        copies = self._copies(worth)
        return None if copies is None else [(row, n) for row, n in zip(best, copies, strict=True) if n]

    def _copies(self, worth: Sequence[int]) -> list[int] | None:
        """The copies of each piece that cover the area and are worth most."""
        demand = self._weighed.demand
        area = len(self._orbit) - sum(piece.size * least for piece, least, _ in demand)
        found: dict[int, tuple[int, list[int]]] = {0: (0, [])}  # by the cells covered so far: worth and copies
        for (piece, least, most), one in zip(demand, worth, strict=True):
            more: dict[int, tuple[int, list[int]]] = {}
            for cells, (total, copies) in found.items():
                for extra in range(min(most - least, (area - cells) // piece.size) + 1):
                    there, then = cells + extra * piece.size, total + extra * one
                    if there not in more or more[there][0] < then:
                        more[there] = then, [*copies, least + extra]
            found = more
        return found[area][1] if area in found else None

    def proof(self, weights: Sequence[int]) -> WeightProof | None:
        """The proof by these weights, or by smaller ones in about the same proportions, none below 0."""
        largest = max(map(abs, weights))
        for scale in range(1, largest):
            rounded = [(2 * weight * scale + largest) // (2 * largest) for weight in weights]
            chosen = self._heaviest(rounded)
            if chosen and self._excess(rounded, chosen) < 0:
                weights = rounded
                break
        least = min(weights)
        raised = [weight - least for weight in weights]  # of all pieces and of the board, as they have as many cells
        common = gcd(*raised)
        own = [raised[orbit] // common for orbit in self._orbit]
        sums = [{sum([own[n] for n in bits(mask)]) for mask in masks} for masks in self._weighed.masks]
        return proof_of(self._weighed, own, sums)


def _orbits(weighed: Weighed) -> list[int]:
    """For each cell the number of its orbit under the symmetries of the puzzle."""
    puzzle = weighed.puzzle
    images = [puzzle.board.turned(weighed.cells, element) for element in puzzle.symmetries()]
    numbers: dict[object, int] = {}
    for n, cell in enumerate(weighed.cells):
        if cell not in numbers:
            numbers |= dict.fromkeys([image[n] for image in images], len(set(numbers.values())))
    return [numbers[cell] for cell in weighed.cells]
