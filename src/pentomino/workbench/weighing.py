"""Weights of cells: what sums the placements of each piece have, and which sums all pieces together can have."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import gcd

from ..base.look import look, looked
from ..base_puzzle import BasePuzzle, Demand
from ..lattices.numbering import bit_set, bits
from .faults import called
from .proofs import WeightProof, WeightSums

__all__ = ["Weighed", "proof_of", "reachable"]

MOST_COPIES = 4000
"""Copies of pieces, times the sums that each can have, that are added up."""


class Weighed:
    """The placements on the free cells of a puzzle, and cells that may stay empty, as sets of cells."""

    def __init__(self, puzzle: BasePuzzle) -> None:
        self.puzzle = puzzle
        self.cells = sorted(puzzle.free)
        number = {cell: n for n, cell in enumerate(self.cells)}
        numbers = range(len(puzzle.pieces))
        self.masks = [
            [sum([1 << number[cell] for cell in one.cells]) for one in looked(puzzle.placements_of(n))] for n in numbers
        ]
        if puzzle.optional:
            self.masks.append([1 << number[cell] for cell in puzzle.optional])
        self.demand = [
            Demand(piece, least, most if masks else 0)
            for (piece, least, most), masks in zip(puzzle.cover, self.masks, strict=True)
        ]

    @property
    def pieces(self) -> int | None:
        """How many pieces are to be laid; None if that is not known."""
        demand = [count for count in self.puzzle.demand if count.most]
        sizes = {piece.size for piece, _, _ in demand}
        if all(least == most for _, least, most in demand):
            return sum(least for _, least, _ in demand)
        return None if self.puzzle.optional or len(sizes) > 1 else len(self.cells) // sizes.pop()

    def black(self, chosen: Callable[[tuple[int, ...]], bool]) -> int:
        """The cells that are chosen to be black, as a set."""
        return bit_set((n for n, cell in enumerate(looked(self.cells)) if chosen(cell)), len(self.cells))

    def counts(self, black: int) -> list[set[int]]:
        """For each piece how many black cells its placements cover."""
        return [{(mask & black).bit_count() for mask in looked(masks)} for masks in self.masks]

    def may_differ(self, sums: Sequence[set[int]], board: int) -> bool:
        """Whether it pays to add up all sums; false if they plainly can have that of the board."""
        present = [(count, some) for count, some in zip(self.demand, sums, strict=True) if some]
        parts = [(least, some) for (_, least, _), some in present if least]
        if any(least < most for (_, least, most), _ in present):
            sizes = {piece.size for (piece, _, _), _ in present}
            if len(sizes) > 1:
                return sum(count.most * len(some) for count, some in present) <= MOST_COPIES
            # So many copies more, each of some of the pieces.
            left = len(self.cells) // sizes.pop() - sum(least for least, _ in parts)
            parts.append((left, set().union(*[some for (_, least, most), some in present if least < most])))
        low, high = (sum(copies * end(some) for copies, some in parts) for end in (min, max))
        step = gcd(*(number - min(some) for copies, some in parts if copies for number in some))
        return not low <= board <= high or (board - low) % (step or 1) != 0


def reachable(demand: Sequence[Demand], sums: Sequence[set[int]], area: int) -> set[int]:
    """The sums that a choice of copies which covers so many cells can have."""
    totals = {0: 1}  # for each sum the numbers of cells, as a set
    for (piece, least, most), some in zip(demand, sums, strict=True):
        for copy in range(most):
            look()
            more = _one_more(totals, piece.size, some, (2 << area) - 1)
            if copy >= least:
                _join(more, totals)
                if more == totals:
                    break
            totals = more
    return {total for total, areas in totals.items() if areas >> area & 1}


def _one_more(totals: Mapping[int, int], size: int, sums: set[int], within: int) -> dict[int, int]:
    more: dict[int, int] = {}
    for total, areas in totals.items():
        if moved := areas << size & within:
            _join(more, {total + number: moved for number in sums})
    return more


def _join(more: dict[int, int], other: Mapping[int, int]) -> None:
    for total, areas in other.items():
        more[total] = more.get(total, 0) | areas


def proof_of(
    weighed: Weighed, weights: Sequence[int], sums: Sequence[set[int]], pattern: str = ""
) -> WeightProof | None:
    """The proof by weights of the cells, if it is one."""
    board = sum(weights)
    found = reachable(weighed.demand, sums, len(weighed.cells))
    if board in found or not found:
        return None
    own = tuple([(cell, weight) for cell, weight in zip(weighed.cells, weights, strict=True) if weight])
    told = [tuple(sorted(some)) for some in sums]
    gaps = told.pop() if weighed.puzzle.optional else ()
    groups: dict[tuple[int, ...], list[str]] = {}
    for (piece, _, most), some in zip(weighed.puzzle.demand, told, strict=True):
        if most and some:
            groups.setdefault(some, []).append(called(piece))
    covers = tuple([WeightSums(tuple(names), some) for some, names in groups.items()])
    together = tuple(sorted(found))
    return WeightProof(pattern, own, covers, gaps, together, board, len(weighed.cells), weighed.pieces)


def as_weights(weighed: Weighed, black: int) -> list[int]:
    """The weights of black cells: 1 of each, 0 of the others."""
    weights = [0] * len(weighed.cells)
    for n in bits(black):
        weights[n] = 1
    return weights
