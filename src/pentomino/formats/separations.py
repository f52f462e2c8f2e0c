"""Disassemblies in files of BurrTools: the element `<separation>`.

A separation takes a group of pieces apart into two parts. The element lists the pieces, by their numbers in the
assembly (the solution), and states. A state contains the position of each piece, in voxels, before the first move or
after a move. In the last state, the removed pieces are far away. If one of the two parts is taken apart further, the
element contains another separation, which begins with the positions before the last state.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from operator import add, mul, sub

from ..errors import FormatError
from ..lattices.lattice import Cell
from ..reason.solids import Disassembly, Move, Separation
from ..solutions.solution import Solution
from .burrtools import Voxel
from .common import quoted
from .xmltree import Element

_FAR = 10000
"""A piece that moves by more than this number of voxels is removed."""

_State = dict[int, Cell]
"""The displacement (layers, rows, columns) of each piece, by the index of its placement in the solution."""


# ------------------------------------------------------------------------------------------------------ reading


def read_disassembly(element: Element, solution: Solution, numbers: Mapping[int, int]) -> Disassembly:
    """Return the disassembly that an element describes, for a solution on cubes.

    `numbers` maps the number of a piece in the assembly to the index of its placement in the solution. Raises
    `FormatError` if the states are not moves of pieces along an axis that separate the parts, or if pieces would
    overlap.
    """
    separations = []
    begin: _State = dict.fromkeys(numbers.values(), (0, 0, 0))
    left = [(element, begin)]
    while left:
        element, start = left.pop()
        states = list(_states(element, start, numbers))
        moves = [_move(before, after, element.line) for before, after in pairwise(states)]
        *_, last, _ = states
        removed, direction, steps = moves.pop()
        if steps <= _FAR:
            raise FormatError("the last state of a separation has no piece far away", element.line)
        rest = tuple(sorted(last.keys() - removed))
        if len(removed) > len(rest):
            removed, rest, direction = rest, removed, _times(-1, direction)
        cells = _cells(solution, last, removed)
        moving, still = ([_dot(direction, cell) for cell in some] for some in cells)
        moves.append(Move(removed, direction, max(1, max(still) - min(moving) + 1)))  # until the parts are apart
        for state, move in zip(states, moves, strict=False):
            _check(solution, state, move, element.line)
        separations.append(Separation(tuple(moves), removed, rest))
        parts = {frozenset(_pieces(part, numbers)): part for part in element.all("separation")}
        for group in (removed, rest):
            if part := parts.pop(frozenset(group), None):
                left.append((part, {number: last[number] for number in group}))
        if parts:
            raise FormatError("the pieces of a separation are not a part of the separation around it", element.line)
    return Disassembly._make(solution=solution, separations=tuple(separations))


def _states(element: Element, start: _State, numbers: Mapping[int, int]) -> Iterator[_State]:
    pieces = _pieces(element, numbers)
    if sorted(pieces) != sorted(start):
        raise FormatError("a separation does not have the pieces of the part that it separates", element.line)
    states = list(element.all("state"))
    if len(states) < 2:
        raise FormatError("a separation must have at least two states", element.line)
    origin: list[Cell] | None = None
    for state in states:
        along = [_integers(state.first(axis)) for axis in ("dz", "dy", "dx")]
        if any(len(one) != len(pieces) for one in along):
            raise FormatError(f"a state must have a position for each of the {len(pieces)} pieces", state.line)
        places = list(zip(*along, strict=True))
        origin = origin or [_minus(place, start[number]) for number, place in zip(pieces, places, strict=True)]
        yield {number: _minus(*place) for number, place in zip(pieces, zip(places, origin, strict=True), strict=True)}


def _pieces(element: Element, numbers: Mapping[int, int]) -> list[int]:
    # indices into the placements of the solution
    pieces = element.first("pieces")
    found = _integers(pieces)
    if strange := set(found) - numbers.keys():
        raise FormatError(f"a separation has piece {min(strange)}, which the assembly does not have", pieces.line)
    return [numbers[number] for number in found]


def _integers(element: Element) -> list[int]:
    words = element.text.split()
    if strange := next((word for word in words if not re.fullmatch(r"-?[0-9]{1,6}", word)), None):
        raise FormatError(f"a separation has whole numbers, not {quoted(strange)}", element.line)
    return list(map(int, words))


def _move(before: _State, after: _State, line: int) -> Move:
    ways = {number: _minus(after[number], before[number]) for number in before}
    moved = tuple(sorted(number for number, way in ways.items() if any(way)))
    ahead = {tuple([(n > 0) - (n < 0) for n in ways[number]]) for number in moved}
    steps = {sum(map(abs, ways[number])) for number in moved}
    if len(ahead) != 1 or sum(map(abs, direction := next(iter(ahead)))) != 1 or len(moved) == len(ways):
        raise FormatError("a move must be of some pieces, but not all, along one axis", line)
    if len(steps) > 1 and min(steps) <= _FAR:
        raise FormatError("all pieces of a move must go the same number of steps", line)
    return Move(moved, direction, min(steps))


def _cells(solution: Solution, state: _State, moved: Sequence[int]) -> tuple[set[Cell], set[Cell]]:
    """Return the cells in a state that the pieces `moved` cover, and the cells that all other pieces cover."""
    moving, still = set[Cell](), set[Cell]()
    for number, way in state.items():
        cells = {tuple(map(add, cell, way)) for cell in solution.placements[number].cells}
        (moving if number in moved else still).update(cells)
    return moving, still


def _check(solution: Solution, state: _State, move: Move, line: int) -> None:
    """Raise `FormatError` if pieces would overlap during `move`. `state` is the state before the move."""
    moving, still = _cells(solution, state, move.pieces)
    ahead = [_dot(move.direction, cell) for cell in still]
    for steps in range(1, min(move.steps, max(ahead) - min(ahead) + 1 + len(moving) + len(still)) + 1):
        if not still.isdisjoint({tuple(map(add, cell, _times(steps, move.direction))) for cell in moving}):
            raise FormatError("pieces would overlap in a move", line)


def _dot(one: Cell, other: Cell) -> int:
    return sum(map(mul, one, other))


def _minus(one: Cell, other: Cell) -> Cell:
    return tuple(map(sub, one, other))


def _times(number: int, way: Cell) -> Cell:
    return tuple([number * part for part in way])


# ------------------------------------------------------------------------------------------------------ writing


def left_together(found: Disassembly) -> list[frozenset[int]]:
    """Return the groups of several pieces that are not taken apart, as sets of indices into the placements."""
    parts = [frozenset(range(len(found.solution.placements)))]
    parts += [frozenset(group) for _, *groups in found.separations for group in groups]
    apart = {frozenset(removed + rest) for _, removed, rest in found.separations}
    return [part for part in parts if len(part) > 1 and part not in apart]


def written_disassembly(found: Disassembly, starts: Mapping[int, tuple[int, Voxel]]) -> str:
    """Return the XML element of a disassembly.

    `starts` maps the index of each placement to the number and the position of its piece in the assembly.
    """
    separations = list(reversed(found.separations))

    def element(part: frozenset[int], places: Mapping[int, Voxel], kind: str) -> str:
        if not separations or part != {*separations[-1].removed, *separations[-1].rest}:
            return ""  # one piece, or pieces that stay together
        moves, removed, rest = separations.pop()
        order = sorted(part, key=starts.__getitem__)
        states = [{n: places[n] for n in order}]
        for move in moves:
            steps = 2 * _FAR if move is moves[-1] else move.steps
            x, y, z = [steps * part for part in (*reversed(move.direction), 0)][:3]
            moved = {n: (i + x, j + y, k + z) for n, (i, j, k) in states[-1].items() if n in move.pieces}
            states.append({**states[-1], **moved})
        lines = ""
        for state in states:
            dx, dy, dz = (" ".join(map(str, along)) for along in zip(*state.values(), strict=True))
            lines += f"<state><dx>{dx}</dx><dy>{dy}</dy><dz>{dz}</dz></state>"
        pieces = f'<pieces count="{len(order)}">{" ".join(str(starts[n][0]) for n in order)}</pieces>'
        stays = element(frozenset(rest), states[-2], ' type="left"')  # first, as its separations come first in the list
        leaves = element(frozenset(removed), states[-2], ' type="removed"')
        return f"<separation{kind}>{pieces}{lines}{leaves}{stays}</separation>"

    return element(frozenset(starts), {n: place for n, (_, place) in starts.items()}, "")
