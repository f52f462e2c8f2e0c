"""Plain text of cells of any lattice, a character a cell: what `str()` of pieces and boards is.

Layers of cubes stand below each other, a blank line between them. Hexagons have a blank between them, and each row is
half a hexagon further to the right than the one above. Triangles stand side by side, pointing up and down in turns.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from .lattice import Cell, Lattice

__all__ = ["plain"]


def plain(lattice: Lattice, marks: Mapping[Cell, str], beside: str) -> str:
    """The marks of cells; other cells of their bounding box are marked as *beside* says."""
    low, sides = lattice.bounds(marks)
    *layers, rows, columns = [range(first, first + side) for first, side in zip(low, sides, strict=True)]
    blocks = []
    for above in product(*layers):
        lines = [[marks.get((*above, row, column), beside) for column in columns] for row in rows]
        blocks.append("\n".join(_line(lattice, number, line) for number, line in enumerate(lines)))
    return "\n\n".join(blocks)


def _line(lattice: Lattice, number: int, marks: list[str]) -> str:
    return " " * number + " ".join(marks) if lattice.name == "hexagonal" else "".join(marks)
