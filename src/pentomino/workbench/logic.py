"""Proofs step by step, as a person finds them: placements that are forced, until something is plainly wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from ..base_puzzle import BasePuzzle
from ..lattices.lattice import Cell
from ..lattices.numbering import bits
from ..placement import Placement
from .faults import plain_fault
from .proofs import CasesProof, FaultProof
from .reasons import hopeless
from .situation import Situation
from .stepping import Forced, reasoned, with_laid

__all__ = ["by_cases", "by_steps"]

ProvedCase: TypeAlias = tuple[Placement, FaultProof]

MOST_CASES = 24
"""Placements that are followed one after the other."""

MOST_TRIED = 3
"""Cells, and pieces, whose placements are."""


def by_steps(puzzle: BasePuzzle, situation: Situation, most: int | None = None) -> FaultProof | None:
    """A fault that shows after placements that are forced, at most so many, or by a look ahead from there."""
    found: list[Forced] = []
    after, situation_after = reasoned(puzzle, situation, found, most)
    fault = plain_fault(after) or (situation_after and hopeless(situation_after))
    return FaultProof(tuple(found), fault) if fault else None


def by_cases(puzzle: BasePuzzle, situation: Situation) -> CasesProof | None:
    """A cell or a piece with few placements, from each of which steps lead to a fault."""
    ground = situation.ground
    for cell, number, numbers in _choices(situation):
        cases: list[ProvedCase] = []
        for one in bits(numbers):
            placement = ground.placements[one]
            proof = by_steps(with_laid(puzzle, placement), situation.after(one))
            if proof is None:
                break
            cases.append((placement, proof))
        else:
            where = None if cell is None else ground.cells[cell]
            piece = None if number is None else ground.puzzle.pieces[number].piece
            return CasesProof(where, piece, tuple(cases), tuple(_apart(puzzle, where, cases)))
    return None


def _apart(puzzle: BasePuzzle, cell: Cell | None, cases: Sequence[ProvedCase]) -> Iterator[ProvedCase]:
    """Those cases that no symmetry which keeps the cell, if there is one, turns into one before."""
    turned = puzzle.board.turned
    elements = [one for one in puzzle.symmetries() if cell is None or tuple(turned((cell,), one)) == (cell,)]
    met: set[tuple[Cell, ...]] = set()
    for placement, proof in cases:
        if placement.cells not in met:
            yield placement, proof
            met.update(tuple(sorted(turned(placement.cells, element))) for element in elements)


def _choices(situation: Situation) -> Iterator[tuple[int | None, int | None, int]]:
    """The cells, and the pieces, with fewest placements, and these."""
    ground, fitting = situation.ground, situation.fitting
    cells = sorted(bits(situation.required), key=lambda n: (fitting & ground.covering[n]).bit_count())
    pieces = sorted((n for n, _ in situation.needed()), key=lambda n: (fitting & ground.of_piece[n]).bit_count())
    for n in pieces[:MOST_TRIED]:
        if (numbers := fitting & ground.of_piece[n]).bit_count() <= MOST_CASES:
            yield None, n, numbers
    for n in cells[:MOST_TRIED]:
        if (numbers := fitting & ground.covering[n]).bit_count() <= MOST_CASES:
            yield n, None, numbers
