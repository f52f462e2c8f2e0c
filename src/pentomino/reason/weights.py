"""Proofs by weights of cells: all pieces together cannot have the weight of the board, wherever they are placed.

`by_colour` tries known colourings, in which black cells weigh 1. The chessboard without two corners is M. Black's
("Critical Thinking", 1946); for other pieces and colours see S. W. Golomb, "Polyominoes" (1965).

`by_bounds` looks for weights with which the pieces always weigh less than the board. Such weights exist if and only if
the equations of the exact cover have no solution in nonnegative rational numbers (J. Farkas, 1902).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from math import gcd
from typing import TYPE_CHECKING, NamedTuple

from ..base_puzzle import BasePuzzle, Demand
from ..lattices.lattice import Cell, Lattice, dots
from ..lattices.numbering import bits
from ..limits import look, looked
from ..search.by_search import Steps
from ..search.run import drain
from ..symmetry import cell_orbits
from .position import called, plain_fault

if TYPE_CHECKING:
    from .proofs import WeightProof

MAX_COPIES = 4000
"""Weights are not checked if the sum, over all pieces, of copies times weights exceeds this number, as the check would
take too long. Here copies is the maximum number of copies of a piece, and weights the number of different weights that
its placements can have."""

STRIPES = range(2, 7)
"""The periods of striped colourings that are tried: one line in 2, ... or 6 is black."""

DOTS = range(2, 4)
"""The periods of dotted colourings that are tried: along each axis, one coordinate in 2 or 3 is black."""

MAX_BITS = 1 << 27
"""The maximum number of placements times cells for a quick proof during a search, which needs about 50 MB."""

MAX_SUMS = 1 << 15
"""The maximum number of additions in `by_bounds`, some hundredths of a second. Known proofs needed a fifth at most."""

Row = tuple[int, ...]
"""A placement: for each cell that it covers, the number of the orbit of this cell under the symmetries of the
puzzle."""


class Weighed:
    """The free `cells` of a puzzle, and in `covers` the placements of each piece, each as the list of its positions.

    A position is the number of a cell in `puzzle.numbering`; `positions` are the positions of `cells`. If cells may
    stay empty, the last piece is a gap, which has a placement on each of these cells.
    """

    def __init__(self, puzzle: BasePuzzle) -> None:
        self.puzzle = puzzle
        self.cells = sorted(puzzle.free)
        self.positions = puzzle.numbering.positions(self.cells)
        self.covers = [list(_covers(puzzle, number)) for number in range(len(puzzle.cover))]
        self.demand = [
            Demand(piece, least, most if covers else 0)
            for (piece, least, most), covers in zip(puzzle.cover, self.covers, strict=True)
        ]

    @cached_property
    def masks(self) -> list[list[int]]:
        """The placements of each piece as bit sets of cell positions."""
        return [[sum([1 << at for at in cover]) for cover in covers] for covers in self.covers]

    @property
    def pieces(self) -> int | None:
        """The number of pieces to be placed, or None if it is not known."""
        demand = [count for count in self.puzzle.demand if count.most]
        sizes = {piece.size for piece, _, _ in demand}
        if all(least == most for _, least, most in demand):
            return sum(least for _, least, _ in demand)
        return None if self.puzzle.optional or len(sizes) > 1 else len(self.cells) // sizes.pop()

    def may_differ(self, sums: Sequence[set[int]], board: int) -> bool:
        """Return whether it is worth checking that the pieces cannot have the total weight `board`.

        `sums` contains for each piece the possible weights of a placement. Even if the result is True, the pieces may
        have this total weight.
        """
        present = [(count, some) for count, some in zip(self.demand, sums, strict=True) if some]
        fixed = [(least, some) for (_, least, _), some in present if least]
        if any(least < most for (_, least, most), _ in present):
            sizes = {piece.size for (piece, _, _), _ in present}
            if len(sizes) > 1:
                return sum(count.most * len(some) for count, some in present) <= MAX_COPIES
            # All pieces have one size, so the number of further copies is known, but not to which pieces they belong.
            left = len(self.cells) // sizes.pop() - sum(least for least, _ in fixed)
            fixed.append((left, set().union(*[some for (_, least, most), some in present if least < most])))
        low, high = (sum(copies * end(some) for copies, some in fixed) for end in (min, max))
        step = gcd(*(number - min(some) for copies, some in fixed if copies for number in some))
        return not low <= board <= high or (board - low) % (step or 1) != 0

    def proof(self, weights: Sequence[int], sums: Sequence[set[int]], pattern: str = "") -> WeightProof | None:
        """Return the proof by `weights` of `cells`, or None if they are not a proof.

        `sums` contains for each piece the possible weights of a placement. `pattern` is the name of the colouring, if
        any.
        """
        from .proofs import WeightProof, WeightSums  # not needed for a quick proof

        board = sum(weights)
        found = reachable(self.demand, sums, len(self.cells))
        if board in found or not found:
            return None
        own = tuple([(cell, weight) for cell, weight in zip(self.cells, weights, strict=True) if weight])
        of_pieces = [tuple(sorted(some)) for some in sums]
        gaps = of_pieces.pop() if self.puzzle.optional else ()
        groups: dict[tuple[int, ...], list[str]] = {}
        for (piece, _, most), some in zip(self.puzzle.demand, of_pieces, strict=True):
            if most and some:
                groups.setdefault(some, []).append(called(piece))
        covers = tuple([WeightSums(tuple(names), some) for some, names in groups.items()])
        return WeightProof(pattern, own, covers, gaps, tuple(sorted(found)), board, len(self.cells), self.pieces)


def _covers(puzzle: BasePuzzle, number: int) -> Iterator[list[int]]:
    for shape, places in puzzle.places_of(number):
        yield from map(puzzle.numbering.covering(shape.cells), looked(bits(places)))


def reachable(demand: Sequence[Demand], sums: Sequence[set[int]], area: int) -> set[int]:
    """Return the possible total weights of pieces that cover `area` cells.

    `demand` contains the pieces with their numbers of copies, and `sums` the possible weights of one copy of each
    piece.
    """
    totals = {0: 1}  # for each total weight, the possible numbers of cells covered, as a bit set
    for (piece, least, most), some in zip(demand, sums, strict=True):
        for copy in range(most):
            look()
            more: dict[int, int] = {}
            for total, areas in totals.items():
                if moved := areas << piece.size & (2 << area) - 1:
                    _join(more, {total + number: moved for number in some})
            if copy >= least:
                _join(more, totals)
                if more == totals:  # more copies add nothing new
                    break
            totals = more
    return {total for total, areas in totals.items() if areas >> area & 1}


def _join(more: dict[int, int], other: Mapping[int, int]) -> None:
    for total, areas in other.items():
        more[total] = more.get(total, 0) | areas


class Pattern(NamedTuple):
    """A colouring of cells in black and white: a `name`, and a function that returns whether a cell is black."""

    name: str
    is_black: Callable[[Cell], bool]


def by_colour(weighed: Weighed) -> Steps[WeightProof | None]:
    """Return a proof by a colouring, or None. Some hundred colourings are tried, the simplest first.

    The generator pauses before each colouring, and yields the maximum number of microseconds that this step takes.
    """
    for pattern in patterns(weighed.puzzle.board.lattice):
        yield sum(map(len, weighed.masks)) // 6
        weights = [int(pattern.is_black(cell)) for cell in weighed.cells]
        black = sum([1 << at for at, weight in zip(weighed.positions, weights, strict=True) if weight])
        sums = [{(mask & black).bit_count() for mask in masks} for masks in weighed.masks]
        if weighed.may_differ(sums, sum(weights)) and (proof := weighed.proof(weights, sums, pattern.name)):
            return proof
    return None


def patterns(lattice: Lattice) -> Iterator[Pattern]:
    """Yield the colourings of `lattice` to try, the simplest first: chessboard, stripes in all directions, dots."""
    ways = filter(any, product((1, 0, -1), repeat=lattice.dimension))
    along = [way for way in ways if next(filter(None, way)) > 0]  # one of two opposite directions
    along.sort(key=lambda way: (min(way) < 0, -sum(way)))
    for period, way in ((period, way) for period in STRIPES for way in along if period > 2 or min(way) >= 0):
        signs = {1: " + ", -1: " - "}
        what = "".join([signs[step] + axis for step, axis in zip(way, lattice.axes, strict=True) if step])[3:]
        for rest in range(period):
            yield Pattern(_cells_whose([what], period, [rest]), _striped(way, period, rest))
    for period in DOTS:
        for at in product(range(period), repeat=lattice.dimension):
            yield Pattern(_cells_whose(lattice.axes, period, at), _dotted(period, at))


def _striped(way: Cell, period: int, rest: int) -> Callable[[Cell], bool]:
    return lambda cell: dots((cell,), way)[0] % period == rest


def _dotted(period: int, at: Cell) -> Callable[[Cell], bool]:
    return lambda cell: all(number % period == rest for number, rest in zip(cell, at, strict=True))


def _cells_whose(what: Sequence[str], period: int, rests: Sequence[int]) -> str:
    verbs = [f"is {('even', 'odd')[rest]}" if period == 2 else f"leaves {rest}" for rest in rests]
    clauses = [f"whose {number} {verb}" for number, verb in zip(what, verbs, strict=True)]
    return f"the cells {' and '.join(clauses)}{'' if period == 2 else f' when divided by {period}'}"


def by_bounds(weighed: Weighed) -> WeightProof | None:
    """Return a proof by weights with which the pieces always weigh less than the board, or None."""
    bounds = Bounds(weighed)
    weights = drain(bounds.weights())
    return None if weights is None else bounds.proof(weights)


def quick_proof(puzzle: BasePuzzle) -> Steps[str]:
    """Return the kind of a proof that `puzzle` has no solution, or "" if no proof is found. Fast kinds are tried first.

    The generator pauses before each step, and yields the maximum number of microseconds that the step takes.
    """
    yield len(puzzle.orientations) * (6 + puzzle.numbering.size // 500)
    places = sum([places.bit_count() for n in range(len(puzzle.cover)) for _, places in puzzle.places_of(n)])
    if places * puzzle.numbering.size > MAX_BITS:
        return ""
    yield places
    weighed = Weighed(puzzle)
    yield places
    if (yield from Bounds(weighed).weights()) is not None:
        return "weights"
    yield places
    if fault := plain_fault(puzzle):
        return fault.kind
    proof = yield from by_colour(weighed)
    return proof.kind if proof else ""


class Bounds:
    """A search for weights of cells such that the pieces together always weigh less than the board.

    All cells of an orbit under symmetry get the same weight, so placements are stored as orbits. This loses no proof:
    if some weights are a proof, the mean of their images under all symmetries is a proof as well.
    """

    def __init__(self, weighed: Weighed) -> None:
        self._weighed = weighed
        puzzle = weighed.puzzle
        orbit_of = cell_orbits(puzzle.board, weighed.cells, puzzle.symmetries())
        number = {orbit: n for n, orbit in enumerate(dict.fromkeys(orbit_of[cell] for cell in weighed.cells))}
        self._orbit = [number[orbit_of[cell]] for cell in weighed.cells]
        self._sizes = list(map(len, number))
        at = dict(zip(weighed.positions, self._orbit, strict=True))
        self._rows = [sorted({tuple(sorted([at[n] for n in cover])) for cover in covers}) for covers in weighed.covers]

    def weights(self) -> Steps[list[int] | None]:
        """Return a weight for each orbit with which every choice of placements weighs less than the board, or None.

        This is the perceptron of F. Rosenblatt (1958), in whole numbers. While some choice of placements weighs at
        least as much as the board, the weight of each orbit grows by the number of its cells, and falls by the number
        of its cells that these placements cover. A cell that is covered twice counts twice.
        """
        weights, left = [0] * len(self._sizes), MAX_SUMS
        while left > 0 and weights:
            yield 0
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

    def _excess(self, weights: Sequence[int], chosen: Sequence[tuple[Row, int]]) -> int:
        # `weights` has the weight of each orbit of cells, `chosen` pairs of a placement and its copies
        have = sum([copies * sum([weights[orbit] for orbit in row]) for row, copies in chosen])
        return have - sum([weight * size for weight, size in zip(weights, self._sizes, strict=True)])

    def _heaviest(self, weights: Sequence[int]) -> list[tuple[Row, int]] | None:
        """Return pairs (placement, copies) that have the area of the board and the largest total weight, or None."""
        best = [max(rows, key=lambda row: sum([weights[n] for n in row]), default=()) for rows in self._rows]
        copies = self._copies([sum([weights[n] for n in row]) for row in best])
        return None if copies is None else [(row, n) for row, n in zip(best, copies, strict=True) if n]

    def _copies(self, worth: Sequence[int]) -> list[int] | None:
        """Return the copies of each piece that have the area of the board and the largest total worth, or None."""
        demand = self._weighed.demand
        area = len(self._orbit) - sum(piece.size * least for piece, least, _ in demand)
        found: dict[int, tuple[int, list[int]]] = {0: (0, [])}  # number of cells covered: (worth, copies)
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
        """Return the proof by `weights`, the weights of orbits.

        They are rounded to smaller numbers if these are a proof as well, and shifted so that the smallest weight is 0.
        """
        largest = max(map(abs, weights))
        for scale in range(1, largest):
            rounded = [(2 * weight * scale + largest) // (2 * largest) for weight in weights]
            chosen = self._heaviest(rounded)
            if chosen and self._excess(rounded, chosen) < 0:
                weights = rounded
                break
        least = min(weights)
        raised = [weight - least for weight in weights]  # for pieces and board alike, as both have the same area
        common = gcd(*raised)
        own = [raised[orbit] // common for orbit in self._orbit]
        at = dict(zip(self._weighed.positions, own, strict=True))
        sums = [{sum([at[n] for n in cover]) for cover in covers} for covers in self._weighed.covers]
        return self._weighed.proof(own, sums)
