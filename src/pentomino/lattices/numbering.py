"""Number cells, so that the bits of an integer represent a set of cells. Enumerate shapes.

Cells are numbered line by line. Lines are parallel to the short sides of the bounding box. After each line, one number
is skipped, or several if the coordinates of neighbours differ by more than 1. A skipped number is treated as a blocked
cell. For a connected shape, the list of distances from its first number to its other numbers is the same at every
position. The shape fits at a position if all distances lead to numbers of cells.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import accumulate
from math import prod
from operator import mul
from typing import TYPE_CHECKING, Any

from .._core import bits as bits
from .._core import shapes
from ..limits import look, looked
from .lattice import Cell, Lattice, Motion, dots, shift

if TYPE_CHECKING:
    from .wrapping import Standard


WORD = 64
"""The number of bits of a machine word. A word can store any set of cells of a board with at most 64 cells."""

Place = tuple[int, tuple[Cell, ...]]
"""A placement as a pair: its position, which is the number of its first cell, and its shape as normalised cells."""


def bit_set(numbers: Iterable[int], size: int) -> int:
    """Return the integer of *size* bits in which exactly the bits *numbers* are set. The time is linear."""
    # Set bits in an array of bytes, as each change of a large integer copies it.
    array = bytearray(size // 8 + 1)
    for number in numbers:
        array[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(array, "little")


class Numbering:
    """The numbering of the cells of a board.

    Numbers increase along the shortest axis first, then along the next axis. At the end of a line along an axis,
    `lattice.reach[axis]` numbers are skipped, except on the longest axis.

    - `steps`: for each axis, the difference between the numbers of a cell and of the next cell along the axis.
    - `shifts`: the differences between the numbers of neighbours.
    - `size`: a number that is greater than all numbers of cells.
    - `cells`: the numbers of all cells, as bits of an integer.
    - `across`: the number of cells in a cross-section of the bounding box, perpendicular to its longest axis.
    """

    def __init__(self, lattice: Lattice, cells: Collection[Cell]) -> None:
        self.lattice = lattice
        corner, self.sides = lattice.bounds(cells)
        axes = sorted(range(lattice.dimension), key=self.sides.__getitem__)
        lengths = [self.sides[axis] + lattice.reach[axis] for axis in axes]
        lengths[-1] = self.sides[axes[-1]]
        at = dict(zip(axes, accumulate([1, *lengths], mul), strict=False))
        self.steps = tuple([at[axis] for axis in range(lattice.dimension)])
        self.size = prod(lengths)
        self.across = prod(sorted(self.sides)[:-1])
        self.shifts = tuple(sorted({abs(n) for vectors in lattice.vectors for n in dots(vectors, self.steps)}))
        self._start = sum(map(mul, corner, self.steps))
        self._is_in_order = axes == sorted(axes, reverse=True)
        positions = self.positions(cells)
        self.cells = bit_set(positions, self.size)
        self._cell = {0: corner, **dict(zip(positions, cells, strict=True))}
        self._of_kind = [self.cells]
        if len(lattice.vectors) > 1:
            kinds = range(len(lattice.vectors))
            self._of_kind = [self.mask(cell for cell in cells if lattice.kind(cell) == kind) for kind in kinds]
        self._ways = [(own, dots(near, self.steps)) for own, near in zip(self._of_kind, lattice.vectors, strict=True)]
        self._around: dict[tuple[Cell, ...], list[Cell]] = {}  # shapes, moved so that their first cell is at the origin
        self._distances: dict[tuple[Cell, ...], tuple[int, ...]] = {}  # the results of `shape`

    def without_gaps(self) -> tuple[dict[int, int], tuple[int, ...]]:
        """Renumber the cells without skipping numbers. Return a map from old to new numbers, and new shifts.

        The new numbers of two neighbours differ by a shift. Cells with such numbers need not be neighbours.
        """
        numbers = {position: n for n, position in enumerate(bits(self.cells))}
        near = [(n, numbers.get(position + by, n)) for position, n in numbers.items() for by in self.shifts]
        return numbers, tuple(sorted({other - n for n, other in near} - {0}))

    def positions(self, cells: Iterable[Cell]) -> list[int]:
        """Return the numbers of *cells*, in the order given. The cells may be outside the board."""
        start = self._start
        return [number - start for number in dots(cells, self.steps)]

    def cell(self, position: int) -> Cell:
        """Return the cell with a number. The number 0 is the corner of the bounding box, even if it is blocked."""
        return self._cell[position]

    def mask(self, cells: Iterable[Cell]) -> int:
        """Return the numbers of *cells*, as bits of an integer."""
        return bit_set(self.positions(cells), self.size)

    def around(self, numbers: int) -> int:
        """Return, as bits, the numbers of the neighbours of the cells *numbers*. Some may be numbers without a cell."""
        near = 0
        for own, ways in self._ways:
            some = numbers & own
            for by in ways:
                near |= some << by if by > 0 else some >> -by
        return near

    def shape(self, cells: tuple[Cell, ...]) -> tuple[int, ...]:
        """Return the numbers of the cells of a shape, minus the least of these numbers, ascending."""
        if (distances := self._distances.get(cells)) is None:
            numbers = sorted(dots(cells, self.steps))
            distances = self._distances[cells] = tuple([number - numbers[0] for number in numbers])
        return distances

    def imprint(self, place: Place) -> tuple[int, Any]:
        """Return the least number that a placement covers, and its shape, which is an `Imprint` on a wrapped board."""
        return place

    def place(self, cells: Collection[Cell], standard: Standard | None = None) -> Place:
        """Return the `Place` of a piece on *cells*. On a wrapped board, *standard* chooses the shape."""
        return min(self.positions(cells)), self.lattice.normalise(cells)

    def covering(self, shape: tuple[Cell, ...]) -> Callable[[int], list[int]]:
        """Return a function that computes the numbers of a placed *shape* from the number of its first cell."""
        distances = self.shape(shape)
        return lambda position: [position + distance for distance in distances]

    def cells_at(self, position: int, shape: tuple[Cell, ...]) -> tuple[Cell, ...]:
        """Return the cells of *shape*, moved so that its first cell has the number *position*."""
        if shape not in self._around:
            self._around[shape] = shift(shape, *[-n for n in self.first(shape)])
        return tuple(shift(self._around[shape], *self._cell[position]))

    def first(self, shape: Collection[Cell]) -> Cell:
        """Return the cell of *shape* that has the least number."""
        return min(zip(dots(shape, self.steps), shape, strict=True))[1]

    def by_cells(self, positions: int) -> Iterable[int]:
        """Return the numbers in the set *positions*, sorted by the cells with these numbers."""
        return bits(positions) if self._is_in_order else sorted(bits(positions), key=self._cell.__getitem__)

    def fitting(self, shape: tuple[Cell, ...]) -> int:
        """Return, as bits, the numbers of all cells on which the first cell of *shape* can be placed."""
        # Shifted back by a distance, the set of cells has a bit wherever the distance leads to a cell.
        positions = self.cells if len(self._of_kind) == 1 else self._of_kind[self.lattice.kind(self.first(shape))]
        for distance in self.shape(shape):
            positions &= self.cells >> distance
            if not positions:
                break
        return positions


def least_shapes(n: int, lattice: Lattice, motions: Iterable[Motion] = ()) -> Iterator[tuple[Cell, ...]]:
    """Yield the connected shapes of *n* cells up to *motions*, sorted. Each is the least of its images.

    Without motions, these are the fixed shapes. With rotations they are one-sided, and with all motions they are free.
    """
    dimension, kinds = lattice.dimension, len(lattice.vectors)
    steps = [tuple([kinds * step for step in unit]) for unit in lattice.units]
    probes = [*steps, *[(0,) * (dimension - 1) + (kind,) for kind in range(kinds)]]
    images = [probes, *[motion.images(probes) for motion in motions if not motion.is_identity]]
    flat_shapes = shapes(n, lattice.vectors, lattice.weights, images, look)
    cells: dict[Cell, Cell] = {}  # equal cells of different shapes share one tuple
    for shape in looked(sorted(flat_shapes)):
        yield tuple([cells.setdefault(cell, cell) for cell in zip(*[iter(shape)] * dimension, strict=True)])
