"""The enumeration of all connected shapes of a size on a lattice, as normalised cells.

Each size is computed once, from the next smaller one, and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import TypeAlias

from ..base.limits import looked
from ..errors import PuzzleError
from .lattice import SQUARE, Cell, Lattice

Shape: TypeAlias = tuple[Cell, ...]


def check_cells(n: int, lattice: Lattice) -> None:
    """Raise `PuzzleError` if shapes of *n* cells are not enumerated."""
    if not isinstance(n, int) or not 1 <= n <= lattice.most:
        what = "polyominoes" if lattice == SQUARE else f"shapes on the {lattice.name} lattice"
        raise PuzzleError(f"{what} of {n!r} cells are not enumerated; 1 to {lattice.most} cells are")


@cache
def fixed_shapes(n: int, lattice: Lattice) -> tuple[Shape, ...]:
    """Return all connected shapes of *n* cells, rotations as different shapes, in the order of their cells."""
    if n == 1:
        first = (0,) * (lattice.dimension - 1)
        return tuple([((*first, kind),) for kind in range(len(lattice.vectors))])
    grown = set()
    for smaller in looked(fixed_shapes(n - 1, lattice)):
        taken = set(smaller)
        for new in {near for cell in smaller for near in lattice.neighbours(cell)} - taken:
            grown.add(lattice.normalise((*smaller, new)))
    return tuple(_in_order(grown))


def _in_order(shapes: Iterable[Shape]) -> Iterator[Shape]:
    # Sorting half a million at once would delay timeouts and Ctrl-C.
    alike: dict[Shape, list[Shape]] = {}
    for cells in shapes:
        alike.setdefault(cells[: len(cells) // 2], []).append(cells)
    for start in sorted(alike):
        yield from sorted(alike[start])


@cache
def free_shapes(n: int, lattice: Lattice) -> tuple[Shape, ...]:
    """Return all connected shapes of *n* cells up to symmetry, each as the least of its images, in order."""
    return tuple(
        shape
        for shape in looked(fixed_shapes(n, lattice))
        if all(shape <= lattice.turned(shape, motion) for motion in lattice.motions)
    )
