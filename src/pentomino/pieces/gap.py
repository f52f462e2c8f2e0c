"""Gaps: cells that may stay empty, as engines see them: a piece of one cell that may lie on such cells only.

No piece has the shape of a gap, not even one of a single cell: pieces begin at the origin, and a gap lies before it.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..lattices.lattice import Cell, Lattice
from .polyform import Polyform

__all__ = ["gap", "gaps", "is_gap"]


def gap(lattice: Lattice, cell: Cell) -> tuple[Cell, ...]:
    """The shape of a gap at a cell."""
    ((*head, last),) = lattice.normalise([cell])
    return ((*head, last - len(lattice.vectors)),)  # as many steps lead to a cell of the same kind


def gaps(lattice: Lattice) -> list[Polyform]:
    """The gaps, one for each kind of cells."""
    cells = [(0,) * (lattice.dimension - 1) + (kind,) for kind in range(len(lattice.vectors))]
    return [Polyform._make(cells=gap(lattice, cell), name="", lattice=lattice) for cell in cells]


def is_gap(shape: Sequence[Cell]) -> bool:
    """Whether normalised cells, or those of a gap, are of a gap."""
    return shape[0][-1] < 0
