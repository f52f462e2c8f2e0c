"""Number cells, so that the bits of an integer represent a set of cells; enumerate shapes.

Cells are numbered line by line across the short sides of their bounding box. After each line, one number is skipped, or
several if the coordinates of neighbours differ by more than 1. A skipped number is treated as a blocked cell. At every
position, the numbers of a connected shape have the same distances from its first number. The shape fits if all these
distances lead to numbers of cells.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import accumulate
from math import prod
from operator import mul
from typing import TYPE_CHECKING, Any

from .._core import shapes
from ..limits import look, looked
from .lattice import Cell, Lattice, Motion, dots, shift

if TYPE_CHECKING:
    from .wrapping import Standard


WORD = 64
"""The number of bits of a machine word. A set of cells of a board of at most this number of cells fits into a word."""

Place = tuple[int, tuple[Cell, ...]]
"""A placement as a pair: the position (the number) of its first cell, and its shape as normalised cells."""


def bit_set(numbers: Iterable[int], size: int) -> int:
    """Return the integer of *size* bits whose bit n is set for each n of *numbers*, in linear time."""
    # Set bits in an array of bytes, as each change of a large integer copies it.
    found = bytearray(size // 8 + 1)
    for number in numbers:
        found[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(found, "little")


def bits(numbers: int) -> Iterator[int]:
    """Yield the indices of the bits that are set in an integer, ascending, in linear time."""
    # In a text, `find` is faster than any loop over an integer. Clearing bits one by one would copy the integer.
    digits = bin(numbers)[:1:-1]
    at = digits.find("1")
    while at >= 0:
        yield at
        at = digits.find("1", at + 1)


class Numbering:
    """The numbering of a set of cells of a lattice.

    Numbers increase along the shortest axis first, then along the next axis. `steps` contains, for each axis, the
    difference between the numbers of a cell and the next cell along the axis. After a line along an axis, except the
    longest axis, `lattice.reach[axis]` numbers are skipped. The numbers of neighbours differ by one of the `shifts`.
    All numbers are below `size`. `cells` is the set of the numbers of all cells, as bits of an integer. `across` is the
    number of cells in a cut through the bounding box across its longest axis.
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
        self._around: dict[tuple[Cell, ...], list[Cell]] = {}  # shapes, relative to their first cells

    def without_gaps(self) -> tuple[dict[int, int], tuple[int, ...]]:
        """Return a map from the numbers of cells to consecutive numbers, and the shifts of the latter.

        The consecutive numbers of two neighbours differ by a shift. The converse does not hold.
        """
        numbers = {position: n for n, position in enumerate(bits(self.cells))}
        near = [(n, numbers.get(position + by, n)) for position, n in numbers.items() for by in self.shifts]
        return numbers, tuple(sorted({other - n for n, other in near} - {0}))

    def positions(self, cells: Iterable[Cell]) -> list[int]:
        """Return the numbers of *cells*, in the order given. The cells need not be cells of the board."""
        start = self._start
        return [number - start for number in dots(cells, self.steps)]

    def cell(self, position: int) -> Cell:
        """Return the cell with a number; for 0, the corner of the bounding box, even if it is blocked."""
        return self._cell[position]

    def mask(self, cells: Iterable[Cell]) -> int:
        """Return the set of the numbers of *cells*, as bits of an integer."""
        return bit_set(self.positions(cells), self.size)

    def shape(self, cells: Iterable[Cell]) -> tuple[int, ...]:
        """Return the differences between the numbers of the cells of a shape and its least number, ascending."""
        numbers = sorted(dots(cells, self.steps))
        return tuple([number - numbers[0] for number in numbers])

    def imprint(self, place: Place) -> tuple[int, Any]:
        """Return the least position that a placement covers, and its shape: *place* itself.

        On a wrapped board, the method returns an `Imprint` as the shape.
        """
        return place

    def place(self, cells: Collection[Cell], standard: Standard | None = None) -> Place:
        """Return the `Place` of a piece on *cells*. On a wrapped board, *standard* chooses the shape."""
        return min(self.positions(cells)), self.lattice.normalise(cells)

    def covering(self, shape: tuple[Cell, ...]) -> Callable[[int], list[int]]:
        """Return a function from the number of the first cell of *shape* to the sorted numbers of all cells."""
        distances = self.shape(shape)
        return lambda position: [position + distance for distance in distances]

    def cells_at(self, position: int, shape: tuple[Cell, ...]) -> tuple[Cell, ...]:
        """Return the cells of *shape*, in its order, if its first cell has the number *position*."""
        if shape not in self._around:
            self._around[shape] = shift(shape, *[-n for n in self.first(shape)])
        return tuple(shift(self._around[shape], *self._cell[position]))

    def first(self, shape: Collection[Cell]) -> Cell:
        """Return the first cell of *shape*: the cell that has the least number."""
        return min(zip(dots(shape, self.steps), shape, strict=True))[1]

    def by_cells(self, positions: int) -> Iterable[int]:
        """Return the numbers whose bits are set in *positions*, sorted by their cells."""
        return bits(positions) if self._is_in_order else sorted(bits(positions), key=self._cell.__getitem__)

    def fitting(self, shape: tuple[Cell, ...]) -> int:
        """Return, as bits, the numbers of all cells at which *shape* can begin inside the board."""
        # Shifted back by a distance, the set of cells has a bit wherever the distance leads to a cell.
        found = self.cells if len(self._of_kind) == 1 else self._of_kind[self.lattice.kind(self.first(shape))]
        for distance in self.shape(shape):
            found &= self.cells >> distance
            if not found:
                break
        return found


def least_shapes(n: int, lattice: Lattice, motions: Iterable[Motion] = ()) -> Iterator[tuple[Cell, ...]]:
    """Yield the connected shapes of *n* cells up to *motions*, sorted; each is the least of its images.

    The results are all fixed shapes without motions, one-sided shapes with rotations, free shapes with all motions.
    """
    dimension, kinds = lattice.dimension, len(lattice.vectors)
    steps = [tuple([kinds * step for step in unit]) for unit in lattice.units]
    probes = [*steps, *[(0,) * (dimension - 1) + (kind,) for kind in range(kinds)]]
    images = [probes, *[motion.images(probes) for motion in motions if not motion.is_identity]]
    found = shapes(n, lattice.vectors, lattice.weights, images, look)
    cells: dict[Cell, Cell] = {}  # so that equal cells of different shapes are one tuple
    for shape in looked(sorted(found)):
        yield tuple([cells.setdefault(cell, cell) for cell in zip(*[iter(shape)] * dimension, strict=True)])
