"""Wrapped boards (rings and tori): their symmetries, equal placements, and the numbers of their cells.

A piece may close on itself, such as a straight piece in a ring of the same length. It covers the same cells from each
starting cell, and perhaps in several orientations. All these ways count as one placement, represented by the first of
these orientations, placed as far up and to the left as possible.

A board of at most `WORD` cells is numbered in order. On a larger board, the lines across a wrapped axis are numbered
from both ends alternately: 0, 9, 1, 8, 2 ... As a result, cells that are close on the board have close numbers, even
across the seam between the last line and the first. No piece covers both the least and the greatest numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import product
from math import prod
from operator import add, sub
from typing import NamedTuple

from ..errors import PuzzleError
from ..limits import looked
from ..value import Value
from .lattice import Cell, Lattice, Motion, shift, tuples
from .numbering import WORD, Numbering, Place, bit_set, bits


class Isometry(Value):
    """A symmetry of a wrapped board: a `motion` about the cell (0, 0), then a translation by `shift`.

    Raise `PuzzleError` if *motion* is on another lattice, or if *shift* is not a tuple of whole numbers.

    >>> from pentomino import SQUARE
    >>> half = Isometry(SQUARE.motions.ROTATE_180, (0, 5), SQUARE.wrapped(6, 10))
    >>> half.name, half.apply((1, 2)), half.after(half).is_identity
    ('ROTATE_180 + (0, 5)', (5, 3), True)
    """

    __slots__ = _field_names = ("motion", "shift", "lattice")
    motion: Motion
    shift: Cell
    lattice: Lattice

    def __init__(self, motion: Motion, shift: Cell, lattice: Lattice) -> None:
        if not (isinstance(lattice, Lattice) and lattice.periods and isinstance(motion, lattice.motions)):
            raise PuzzleError(f"an isometry must have a motion of its wrapped lattice, got {motion!r} on {lattice!r}")
        (by,) = lattice.home([*tuples((shift,), "shift", lattice.dimension)])
        self._set(motion=motion, shift=by, lattice=lattice)

    def __hash__(self) -> int:
        return hash((int(self.motion), self.shift))  # the same in all processes, unlike the hash of a motion

    @property
    def name(self) -> str:
        """The name of the motion, followed by the shift if it is not 0."""
        return f"{self.motion.name} + {self.shift}" if any(self.shift) else self.motion.name

    @property
    def is_reflection(self) -> bool:
        """Whether the element reflects cells."""
        return self.motion.is_reflection

    @property
    def is_identity(self) -> bool:
        """Whether the element maps every cell to itself."""
        return self.motion.is_identity and not any(self.shift)

    @property
    def inverse(self) -> Isometry:
        """The element that undoes this element."""
        back = self.motion.inverse
        (by,) = back.images((self.shift,))
        return Isometry(back, tuple([-n for n in by]), self.lattice)

    def after(self, first: Isometry) -> Isometry:
        """Return *first* followed by this element. Raise `PuzzleError` if *first* is of another lattice."""
        if not isinstance(first, Isometry) or first.lattice != self.lattice:
            raise PuzzleError(f"{self!r} must follow an isometry of the same lattice, got {first!r}")
        (by,) = shift(self.motion.images((first.shift,)), *self.shift)
        return Isometry(self.motion.after(first.motion), by, self.lattice)

    def apply(self, cell: Cell) -> Cell:
        """Return the image of *cell*. Raise `PuzzleError` if *cell* is not a cell."""
        return self.apply_all((cell,))[0]

    def apply_all(self, cells: Iterable[Cell]) -> list[Cell]:
        """Return the images of *cells*, in the order given. Raise `PuzzleError` if one of them is not a cell."""
        return self.images([*tuples(cells, repr(self), self.lattice.dimension)])

    def images(self, cells: Collection[Cell]) -> list[Cell]:
        """Return the same as `apply_all`, without checking the cells."""
        return list(self.lattice.home(shift(self.motion.images(cells), *self.shift)))

    def __repr__(self) -> str:
        return f"<Isometry {self.name}>"


def isometries(lattice: Lattice, cells: Collection[Cell]) -> tuple[Isometry, ...]:
    """Return the symmetries of a set of cells on a wrapped lattice, sorted by motion and shift."""
    board = frozenset(cells)
    holes = frozenset(looked(product(*_ranges(lattice, board)))) - board
    # Each element maps the whole box to itself. So it maps the board to itself if and only if it maps the holes to
    # themselves: check the smaller of these two sets.
    few = min(holes, board, key=len) if holes else frozenset()
    return tuple(
        element
        for motion in lattice.motions
        if tuple([lattice.periods[axis] for axis in motion.order]) == lattice.periods
        for by in looked(_possible_shifts(lattice, motion, board))
        if (element := Isometry(motion, by, lattice)) and few.issuperset(element.images(few))
    )


def _ranges(lattice: Lattice, cells: Collection[Cell]) -> list[range]:
    # for each axis, the coordinates of the smallest box around the cells, or a whole period if the axis is wrapped
    bounds = zip(lattice.periods, *lattice.bounds(cells), strict=True)
    return [range(low, low + side) if p is None else range(p) for p, low, side in bounds]


def _possible_shifts(lattice: Lattice, motion: Motion, cells: Collection[Cell]) -> Iterable[Cell]:
    # After the motion, a wrapped axis allows every shift, and any other axis only one.
    low, _ = lattice.bounds(cells)
    back = map(sub, low, lattice.bounds(motion.images(cells))[0])
    return product(*[[n] if p is None else range(p) for p, n in zip(lattice.periods, back, strict=True)])


class Standard:
    """The orientations that represent the placements of a piece on a wrapped board.

    If several orientations can cover the same cells, the first one represents the others. *shapes* holds the normalised
    cells of all orientations, in order.
    """

    def __init__(self, lattice: Lattice, shapes: Sequence[tuple[Cell, ...]]) -> None:
        self._lattice = lattice
        self._first: dict[tuple[Cell, ...], tuple[int, tuple[Cell, ...], Cell]] = {}
        for i, shape in enumerate(shapes):
            if len(set(lattice.home(shape))) == len(shape):  # otherwise it overlaps itself
                form, starts = lattice._rolled(shape)
                self._first.setdefault(form, (i, shape, starts[0]))
        self._turned: dict[tuple[tuple[Cell, ...], Motion], tuple[tuple[Cell, ...], Cell, list[Cell]]] = {}

    @property
    def orientations(self) -> dict[tuple[Cell, ...], int]:
        """The index, from 0, of each orientation that is kept, by its normalised cells."""
        return {form: i for form, (i, _, _) in self._first.items()}

    def of(self, cells: Collection[Cell]) -> tuple[tuple[Cell, ...], Cell, list[Cell]]:
        """Return (shape, shift, shifts) for *cells*.

        The shape represents *cells*. The shift moves the shape to *cells*. The shifts map *cells* to themselves.
        """
        form, starts = self._lattice._rolled(cells)
        _, shape, start = self._first[form]
        first, *_ = starts
        return shape, tuple(map(sub, first, start)), [tuple(map(sub, other, first)) for other in starts]

    def turned(self, shape: tuple[Cell, ...], motion: Motion) -> tuple[tuple[Cell, ...], Cell, list[Cell]]:
        """Move *shape* to (0, 0), and apply *motion*. Return the result of `of` for the image."""
        # The isometries of a board consist of few motions and many shifts, and a shift only moves the image.
        if (shape, motion) not in self._turned:
            self._turned[shape, motion] = self.of(motion.images(shift(shape, *[-n for n in shape[0]])))
        return self._turned[shape, motion]


class Imprint(NamedTuple):
    """The numbers that a placement covers, relative to the least of these numbers.

    The same shape has different imprints at different distances from the seam. `cells` are the normalised cells.
    `distances` are the numbers minus the least number, ascending. `lead` is the position in the `Place` of the
    placement, minus the least number.
    """

    cells: tuple[Cell, ...]
    lead: int
    distances: tuple[int, ...]


class WrappedNumbering(Numbering):
    """The numbering of the cells of a wrapped board. It differs from `Numbering` in three respects.

    - The last axis along which numbers increase is the one with the smallest cross-section of the board. `across` is
      the number of cells in this cross-section. If the axis is wrapped, the cells are counted twice.
    - Neighbours have numbers that differ by one of the `shifts`, but cells with such numbers need not be neighbours.
    - The position in a `Place` is the number of the first cell in row-major order. It need not be the least number.
    """

    def __init__(self, lattice: Lattice, cells: Collection[Cell]) -> None:
        self.lattice = lattice
        self._is_in_order = False  # `by_cells` has to sort
        ranges = _ranges(lattice, cells)
        self.sides = tuple(map(len, ranges))
        area = prod(self.sides)
        # For each axis, the number of cells in a cut across it. A wrapped axis needs two cuts.
        turns = [1 + (period is not None) for period in lattice.periods]
        cuts = [area // max(1, side) * turn for side, turn in zip(self.sides, turns, strict=True)]
        self.across = min(cuts)
        along = cuts.index(self.across)
        axes = sorted(range(lattice.dimension), key=lambda axis: (axis == along, self.sides[axis]))
        is_pressed = area > WORD and lattice.periods[along] is not None
        ranks = [_ranks(numbers, is_pressed and axis == along) for axis, numbers in enumerate(ranges)]
        steps, self.size = [0] * len(axes), 1
        for axis in axes:
            steps[axis] = self.size
            # A line that is not wrapped ends with a skipped number, as on other boards. A board of at most `WORD` cells
            # has no skipped numbers, so that it fits into a word.
            self.size *= self.sides[axis] + (is_pressed and lattice.periods[axis] is None)
        places = [{n: step * rank for n, rank in of.items()} for step, of in zip(steps, ranks, strict=True)]
        self._at = {cell: sum([of[n] for of, n in zip(places, cell, strict=True)]) for cell in looked(product(*ranges))}
        self._cell = {position: cell for cell, position in looked(self._at.items())}
        self.cells = self.mask(cells)
        near = {
            abs(position - self._at[other])
            for cell, position in looked(self._at.items())
            for other in lattice.neighbours(cell)
            if other in self._at
        }
        self.shifts = tuple(sorted(near - {0})) or (1,)
        self._free = frozenset(bits(self.cells))
        self._moved: dict[Cell, list[int]] = {}
        self._moves_of: dict[tuple[Cell, ...], list[list[int]]] = {}
        self._reaching: dict[Cell, int] = {}

    def positions(self, cells: Iterable[Cell]) -> list[int]:
        """Return the numbers of *cells*, in the order given."""
        given = [*cells]
        try:
            return [self._at[cell] for cell in given]
        except KeyError:  # some cells are across the seam
            return [self._at[cell] for cell in self.lattice.home(given)]

    def around(self, numbers: int) -> int:
        """Return, as bits, the numbers of the neighbours of the cells *numbers*."""
        near, at = self.lattice.neighbours, self._at
        return self.mask([cell for n in bits(numbers) for cell in near(self._cell[n]) if cell in at])

    def shape(self, cells: tuple[Cell, ...]) -> tuple[int, ...]:
        """Return a sort key for shapes at the same position: the coordinates of all cells."""
        return tuple([n for cell in cells for n in cell])

    def place(self, cells: Collection[Cell], standard: Standard | None = None) -> Place:
        """Return the `Place` of a piece on *cells*. Among equal shapes, *standard* chooses one."""
        assert standard is not None, "a wrapped board needs it"
        shape, by, further = standard.of(cells)
        start = tuple(map(add, shape[0], by))
        return min(self.positions([tuple(map(add, start, more)) for more in further])), shape

    def covering(self, shape: tuple[Cell, ...]) -> Callable[[int], list[int]]:
        """Return a function that computes the numbers of a placed *shape* from the number of its first cell."""
        if shape not in self._moves_of:
            self._moves_of[shape] = [self._moved_by(tuple(map(sub, cell, shape[0]))) for cell in shape]
        moves = self._moves_of[shape]
        return lambda position: sorted([move[position] for move in moves])

    def _moved_by(self, by: Cell) -> list[int]:
        """Return, for each position, the position to which the vector *by* leads. This is -1 outside the board."""
        # Cached by vector: all shapes together have few such vectors, but thousands of placements.
        if by not in self._moved:
            moved = self._moved[by] = [-1] * self.size
            cells = list(self._at)
            for cell, image in looked(zip(cells, self.lattice.home(shift(cells, *by)), strict=True)):
                moved[self._at[cell]] = self._at.get(image, -1)
        return self._moved[by]

    def cells_at(self, position: int, shape: tuple[Cell, ...]) -> tuple[Cell, ...]:
        """Return the sorted cells of *shape*, moved so that its first cell has the number *position*."""
        by = map(sub, self._cell[position], shape[0])
        return tuple(sorted(self.lattice.home(shift(shape, *by))))

    def fitting(self, shape: tuple[Cell, ...]) -> int:
        """Return, as bits, the numbers of all cells on which the first cell of *shape* can be placed.

        If the shape covers the same cells with several of these numbers, return only the least of them.
        """
        positions = self.cells
        for cell in shape:
            positions &= self._free_beyond(tuple(map(sub, cell, shape[0])))
        _, (first, *further) = self.lattice._rolled(shape)
        if not further:
            return positions
        rounds = [self._moved_by(tuple(map(sub, start, first))) for start in further]
        return bit_set((at for at in bits(positions) if all(at < moved[at] for moved in rounds)), self.size)

    def _free_beyond(self, by: Cell) -> int:
        """Return, as bits, the positions that the vector *by* moves to a cell of the board."""
        if by not in self._reaching:
            starts = [at for at, to in enumerate(self._moved_by(by)) if to in self._free]
            self._reaching[by] = bit_set(starts, self.size)
        return self._reaching[by]

    def imprint(self, place: Place) -> tuple[int, Imprint]:
        """Return the least number that a placement covers, and the `Imprint` of the placement."""
        position, shape = place
        numbers = self.covering(shape)(position)
        first = numbers[0]
        return first, Imprint(shape, position - first, tuple([number - first for number in numbers]))


def _ranks(numbers: range, is_pressed: bool) -> dict[int, int]:
    # ranks from 0, in order or alternately from both ends
    if not is_pressed:
        return {number: rank for rank, number in enumerate(numbers)}
    return {number: min(2 * number, 2 * (len(numbers) - number) - 1) for number in numbers}
