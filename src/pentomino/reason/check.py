"""Check proofs by plain counting, for `Explanation.is_checked`. The code is short but slow.

This module shares no code with the search for proofs. Sets of cells are frozensets. Sums and regions are computed
again from the placements of the puzzle.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from ..lattices.lattice import Cell, Cells
from ..pieces.polyform import Polyform
from ..placement import Placement
from .position import Fault
from .proofs import CasesProof, FaultProof, Proof, WeightProof

if TYPE_CHECKING:
    from ..puzzle import Puzzle


def is_proof(puzzle: Puzzle, proof: Proof) -> bool:
    """Return whether `proof` shows that `puzzle` has no solution. Return False for a `SearchProof`."""
    match proof:
        case FaultProof():
            return _ends_in_fault(puzzle, proof)
        case CasesProof():
            return _has_all_cases(puzzle, proof)
        case WeightProof():
            return _is_weight_unreachable(puzzle, proof)
    return False


def _ends_in_fault(puzzle: Puzzle, proof: FaultProof) -> bool:
    for step in proof.steps:
        if not _is_forced(puzzle, step.placement):
            return False
        puzzle = puzzle.place(step.placement)
    return _is_fault(puzzle, proof.fault)


def _has_all_cases(puzzle: Puzzle, proof: CasesProof) -> bool:
    needed = proof.cell in _required(puzzle) or (proof.piece is not None and _needed(puzzle, proof.piece) > 0)
    must = {case for case in puzzle.placements() if proof.cell in case.cells or case.piece == proof.piece}
    cases = dict(proof.cases)
    return needed and must <= set(cases) and all(_ends_in_fault(puzzle.place(case), cases[case]) for case in must)


def _is_forced(puzzle: Puzzle, placement: Placement) -> bool:
    places = puzzle.placements()
    groups = [
        ([place for place in places if cell in place.cells], 1) for cell in _required(puzzle) & {*placement.cells}
    ]
    if needed := _needed(puzzle, placement.piece):
        groups.append(([place for place in places if place.piece == placement.piece], needed))
    groups.sort(key=lambda group: len(group[0]))  # pieces with a single placement come first: they need no lookahead
    for some, number in groups:
        if placement in some and sum(place == placement or not _fails(puzzle.place(place)) for place in some) <= number:
            return True
    region = next(region for region in _regions(puzzle) if region.issuperset(placement.cells))
    return region.isdisjoint(puzzle.optional_cells) and all(placement in way for way in _fillings(puzzle, region))


def _fillings(puzzle: Puzzle, region: Cells) -> Iterator[list[Placement]]:
    """Yield the ways to fill `region`, which must consist of whole regions of empty cells, none of them optional."""
    if not region:
        yield []
        return
    for placement in puzzle.placements():
        if min(region) in placement.cells:
            for rest in _fillings(puzzle.place(placement), region.difference(placement.cells)):
                yield [placement, *rest]


def _fails(puzzle: Puzzle) -> bool:
    covered = {cell for placement in puzzle.placements() for cell in placement.cells}
    pieces = [piece for piece, _, _ in puzzle.pieces]
    return not _required(puzzle) <= covered or any(not _can_fill(puzzle, region, pieces) for region in _regions(puzzle))


def _is_fault(puzzle: Puzzle, fault: Fault) -> bool:
    places = puzzle.placements()
    if fault.kind in ("cell", "piece"):
        if fault.kind == "cell":
            is_needed = _required(puzzle).issuperset(fault.cells)
            some = [placement for placement in places if fault.cells[0] in placement.cells]
        else:
            is_needed = fault.piece is not None and _needed(puzzle, fault.piece) > 0
            some = [placement for placement in places if placement.piece == fault.piece]
        return is_needed and {*fault.excluded} == {*some} and all(_fails(puzzle.place(placement)) for placement in some)
    if fault.kind == "areas":
        return not _can_fill(puzzle, puzzle.uncovered_cells, [piece for piece, _, _ in puzzle.pieces])
    region = frozenset(fault.cells)
    present = {placement.piece for placement in places if region.issuperset(placement.cells)}
    is_region = region == puzzle.uncovered_cells or region in _regions(puzzle)
    return is_region and not _can_fill(puzzle, region, present)


def _required(puzzle: Puzzle) -> Cells:
    return puzzle.uncovered_cells - puzzle.optional_cells


def _needed(puzzle: Puzzle, piece: Polyform) -> int:
    return next((least for other, least, _ in puzzle.copies_left if other == piece), 0)


def _can_fill(puzzle: Puzzle, region: Cells, pieces: Collection[Polyform]) -> bool:
    """Return whether sizes of `pieces` can add up to the size of `region`. Optional cells may stay empty."""
    sums = {0}
    for piece, least, most in puzzle.copies_left:
        room = len(region) // piece.size if piece in pieces else 0
        low = least if region == puzzle.uncovered_cells else 0
        high = max(low, room if most is None else min(most, room))
        sums = {total + piece.size * copies for total in sums for copies in range(low, high + 1)}
    empty = min(len(region & puzzle.optional_cells), puzzle._most_empty)
    return any(len(region) - empty <= total <= len(region) for total in sums)


def _regions(puzzle: Puzzle) -> list[Cells]:
    left, regions = set(puzzle.uncovered_cells), []
    while left:
        region, edge = set[Cell](), {left.pop()}
        while edge:
            region |= edge
            edge = {near for cell in edge for near in puzzle._net.neighbours(cell)} & left
            left -= edge
        regions.append(frozenset(region))
    return regions


def _is_weight_unreachable(puzzle: Puzzle, proof: WeightProof) -> bool:
    """Return whether no choice of placements and empty cells weighs as much as the board, by the weights of `proof`."""
    weight = dict(proof.weights)
    weights: dict[Polyform, set[int]] = {}
    for placement in puzzle.placements():
        weights.setdefault(placement.piece, set()).add(sum(weight.get(cell, 0) for cell in placement.cells))
    area = len(puzzle.uncovered_cells)
    sums = {(0, 0)}  # pairs (number of cells covered or left empty, their weight)
    for cell in puzzle.optional_cells:
        sums |= {(cells + 1, total + weight.get(cell, 0)) for cells, total in sums if cells < puzzle._most_empty}
    for piece, least, most in puzzle.copies_left:
        layers, room = [sums], area // piece.size
        for _ in range(room if most is None else min(most, room)):
            layers.append(
                {
                    (cells + piece.size, total + added)
                    for cells, total in layers[-1]
                    for added in weights.get(piece, ())
                    if cells + piece.size <= area
                }
            )
        sums = set().union(*layers[least:])
    return (area, sum(weight.get(cell, 0) for cell in puzzle.uncovered_cells)) not in sums
