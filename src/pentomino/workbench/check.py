"""Checks of proofs, by plain counting: nothing here shares code with what finds them.

Sets of cells are frozensets, and each proof is gone through again from the placements of the puzzle. Slow and short.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..base_puzzle import BasePuzzle
from ..lattices.lattice import Cell, Cells
from ..placement import Placement
from .faults import Fault
from .proofs import CasesProof, FaultProof, Proof, WeightProof

__all__ = ["is_proof"]

Choice = tuple[tuple[int, int, int], ...]
"""For each piece its size, and the least and the most copies that may be laid."""


def is_proof(puzzle: BasePuzzle, proof: Proof) -> bool:
    """Whether *proof* shows that *puzzle* has no solution; a proof by search is never taken on trust."""
    return any(isinstance(proof, kind) and check(puzzle, proof) for kind, check in _CHECKS.items())


def _faulty(puzzle: BasePuzzle, proof: FaultProof) -> bool:
    for step in proof.steps:
        if not _is_forced(puzzle, step.placement):
            return False
        puzzle = puzzle.place(step.placement)
    return _is_fault(puzzle, proof.fault)


def _hopeless_cases(puzzle: BasePuzzle, proof: CasesProof) -> bool:
    needed = proof.cell in _required(puzzle) or any(
        one == proof.piece and least for one, least, _ in puzzle.copies_left
    )
    must = {one for one in puzzle.placements() if proof.cell in one.cells or one.piece == proof.piece}
    cases = dict(proof.cases)
    return needed and must <= set(cases) and all(_faulty(puzzle.place(one), cases[one]) for one in must)


def _is_forced(puzzle: BasePuzzle, placement: Placement) -> bool:
    """Whether some cell, piece or region leaves no other choice: all other placements there fail at once."""
    places = puzzle.placements()
    cells = [[one for one in places if cell in one.cells] for cell in _required(puzzle).intersection(placement.cells)]
    own = [one for one in places if one.piece == placement.piece]
    needed = next(least for piece, least, _ in puzzle.copies_left if piece == placement.piece)
    if any(len(some) == 1 for some in cells) or (needed and len(own) <= needed):
        return placement in places
    if any(all(one == placement or _fails(puzzle.place(one)) for one in some) for some in cells):
        return True
    if needed and sum(one == placement or not _fails(puzzle.place(one)) for one in own) <= needed:
        return placement in own
    return _fills_alike(puzzle, placement)


def _fills_alike(puzzle: BasePuzzle, placement: Placement) -> bool:
    """Whether every way to fill the region of a placement has it."""
    region = next(part for part in _parts(puzzle, puzzle.free) if set(placement.cells) <= part)
    return region.isdisjoint(puzzle.optional) and all(placement in way for way in _ways(puzzle, region))


def _ways(puzzle: BasePuzzle, region: Cells) -> Iterator[list[Placement]]:
    if not region:
        yield []
    for one in puzzle.placements() if region else ():
        if min(region) in one.cells:
            for rest in _ways(puzzle.place(one), region.difference(one.cells)):
                yield [one, *rest]


def _fails(puzzle: BasePuzzle) -> bool:
    """Whether a cell is covered by nothing, or a region has a size that cannot be made."""
    covered = {cell for one in puzzle.placements() for cell in one.cells}
    choice = tuple((piece.size, 0, _most(puzzle, piece.size, most)) for piece, _, most in puzzle.copies_left)
    if not _required(puzzle) <= covered:
        return True
    return any(not _can_fill(puzzle, part, choice) for part in _parts(puzzle, puzzle.free))


def _is_fault(puzzle: BasePuzzle, fault: Fault) -> bool:
    places = puzzle.placements()
    if fault.excluded:
        if fault.kind == "cell":
            if fault.cells[0] not in _required(puzzle):
                return False
            some = [one for one in places if fault.cells[0] in one.cells]
        else:
            some = [one for one in places if one.piece == fault.piece]
        return bool(some) and all(_fails(puzzle.place(one)) for one in some)
    if fault.kind == "piece":
        needed = any(piece == fault.piece and least for piece, least, _ in puzzle.copies_left)
        return needed and not any(one.piece == fault.piece for one in places)
    if fault.kind == "cell":
        return fault.cells[0] in _required(puzzle) and not any(fault.cells[0] in one.cells for one in places)
    region = puzzle.free if fault.kind == "areas" else frozenset(fault.cells)
    is_whole = region == puzzle.free
    if not is_whole and region not in _parts(puzzle, puzzle.free):
        return False
    present = {one.piece for one in places if region.issuperset(one.cells)}
    if fault.kind == "areas":
        present |= {piece for piece, _, _ in puzzle.copies_left}
    choice = tuple(
        (piece.size, least if is_whole else 0, _most(puzzle, piece.size, most))
        for piece, least, most in puzzle.copies_left
        if piece in present or (is_whole and least)
    )
    return not _can_fill(puzzle, region, choice)


def _required(puzzle: BasePuzzle) -> Cells:
    """The free cells that must be covered."""
    return puzzle.free - puzzle.optional


def _can_fill(puzzle: BasePuzzle, cells: Cells, choice: Choice) -> bool:
    """Whether copies of the pieces can cover all but some of the cells that may stay empty."""
    return any(len(cells - puzzle.optional) <= size <= len(cells) for size in _sizes(choice))


def _most(puzzle: BasePuzzle, size: int, most: int | None) -> int:
    room = len(puzzle.free) // size
    return room if most is None else min(most, room)


def _sizes(choice: Choice) -> set[int]:
    """The numbers of cells that copies of the pieces can cover together."""
    sums = {0}
    for size, least, most in choice:
        sums = {total + size * copies for total in sums for copies in range(least, max(least, most) + 1)}
    return sums


def _parts(puzzle: BasePuzzle, cells: Iterable[Cell]) -> list[Cells]:
    """The connected parts of some cells."""
    left, found = set(cells), []
    while left:
        part, edge = set[Cell](), {left.pop()}
        while edge:
            part |= edge
            edge = {near for cell in edge for near in puzzle.board.lattice.neighbours(cell)} & left
            left -= edge
        found.append(frozenset(part))
    return found


def _weighty(puzzle: BasePuzzle, proof: WeightProof) -> bool:
    """Whether no choice of copies has the sum of the board, each with one of the sums that placements have."""
    weight = dict(proof.weights)
    sums: dict[Any, set[int]] = {}
    for one in puzzle.placements():
        sums.setdefault(one.piece, set()).add(sum(weight.get(cell, 0) for cell in one.cells))
    area = len(puzzle.free)
    found = {(0, 0)}
    for cell in puzzle.optional:  # each may stay empty by itself
        found |= {(cells + 1, total + weight.get(cell, 0)) for cells, total in found}
    for piece, least, most in puzzle.copies_left:
        layers, layer = [found], found
        for _ in range(_most(puzzle, piece.size, most)):
            layer = {
                (cells + piece.size, total + own)
                for cells, total in layer
                for own in sums.get(piece, ())
                if cells + piece.size <= area
            }
            layers.append(layer)
        found = set().union(*layers[least:])
    board = sum(weight.get(cell, 0) for cell in puzzle.free)
    return (area, board) not in found


_CHECKS: dict[type, Callable[[BasePuzzle, Any], bool]] = {
    FaultProof: _faulty,
    CasesProof: _hopeless_cases,
    WeightProof: _weighty,
}
