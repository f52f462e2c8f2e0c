"""Proofs by colour: known colourings of a lattice, of which the pieces cannot cover all black cells.

The chessboard without two corners is M. Black's ("Critical Thinking", 1946); for other pieces and colours see
S. W. Golomb, "Polyominoes" (1965).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

from ..lattices.lattice import Cell, Lattice, dots
from .proofs import WeightProof
from .weighing import Weighed, as_weights, proof_of

__all__ = ["by_colour"]

STRIPES = range(2, 7)
"""Widths of stripes: of so many lines one is black."""

DOTS = range(2, 4)
"""Distances of dots along each axis."""


class Pattern(NamedTuple):
    """A colouring: what it is called, and whether a cell is black."""

    name: str
    is_black: Callable[[Cell], bool]


def by_colour(weighed: Weighed) -> WeightProof | None:
    """The first colouring that proves that there is no solution; some hundred are tried."""
    for pattern in patterns(weighed.puzzle.board.lattice):
        black = weighed.black(pattern.is_black)
        sums = weighed.counts(black)
        proof = None
        if weighed.may_differ(sums, black.bit_count()):
            proof = proof_of(weighed, as_weights(weighed, black), sums, pattern=pattern.name)
        if proof is not None:
            return proof
    return None


def patterns(lattice: Lattice) -> Iterator[Pattern]:
    """The colourings that are tried, the simplest first: a chessboard, stripes along all ways, dots."""
    along = [way for way in product((1, 0, -1), repeat=lattice.dimension) if any(way) and _is_first(way)]
    along.sort(key=lambda way: (min(way) < 0, -sum(way)))
    ways = [(period, way) for period in STRIPES for way in along if period > 2 or min(way) >= 0]
    for period, way in ways:
        for rest in range(period):
            yield Pattern(_stripes(lattice, way, period, rest), _striped(way, period, rest))
    for period in DOTS:
        for at in product(range(period), repeat=lattice.dimension):
            yield Pattern(_dots(lattice, period, at), _dotted(period, at))


def _is_first(way: Cell) -> bool:
    """Whether a way is the one of two opposite ones that is taken."""
    return next(step for step in way if step) > 0


def _striped(way: Cell, period: int, rest: int) -> Callable[[Cell], bool]:
    return lambda cell: dots((cell,), way)[0] % period == rest


def _dotted(period: int, at: Cell) -> Callable[[Cell], bool]:
    return lambda cell: all(number % period == rest for number, rest in zip(cell, at, strict=True))


def _stripes(lattice: Lattice, way: Cell, period: int, rest: int) -> str:
    signs = {1: " + ", -1: " - "}
    said = "".join([signs[step] + axis for step, axis in zip(way, lattice.axes, strict=True) if step])[3:]
    if period == 2:
        return f"the cells whose {said} is {('even', 'odd')[rest]}"
    return f"the cells whose {said} leaves {rest} when divided by {period}"


def _dots(lattice: Lattice, period: int, at: Cell) -> str:
    if period == 2:
        parts = [f"{axis} is {('even', 'odd')[rest]}" for axis, rest in zip(lattice.axes, at, strict=True)]
        return f"the cells whose {' and whose '.join(parts)}"
    parts = [f"{axis} leaves {rest}" for axis, rest in zip(lattice.axes, at, strict=True)]
    return f"the cells whose {' and whose '.join(parts)} when divided by {period}"
