"""Wrapped boards: their symmetries, including translations along the wrap, and equal placements.

A piece that closes on itself, as a straight one in a ring of its length, covers the same cells wherever it begins, and
perhaps in several orientations. All these are one placement. It is represented by the first orientation, as far up and
to the left as possible.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import product
from operator import sub
from typing import TypeAlias

from ..base.limits import looked
from ..base.value import Value
from ..errors import PuzzleError
from .lattice import Cell, Lattice, Motion, shift, tuples


class Isometry(Value):
    """A symmetry of a wrapped board: a `motion` about the cell (0, 0), then a `shift`, modulo the periods.

    Raise `PuzzleError` if *motion* is of another lattice, or if *shift* is not a tuple of whole numbers.

    >>> from pentomino import SQUARE
    >>> half = Isometry(SQUARE.motions.ROTATE_180, (0, 5), SQUARE.wrapped(6, 10))
    >>> half.name, half.apply((1, 2)), half.after(half).is_identity
    ('ROTATE_180 + (0, 5)', (5, 3), True)
    """

    __slots__ = ("_hash", "lattice", "motion", "shift")
    motion: Motion
    shift: Cell
    lattice: Lattice
    _hash: int

    def __init__(self, motion: Motion, shift: Cell, lattice: Lattice) -> None:
        if not (isinstance(lattice, Lattice) and lattice.periods and isinstance(motion, lattice.motions)):
            what = "an isometry is a motion of a wrapped lattice and a shift"
            raise PuzzleError(f"{what}, not {motion!r} on {lattice!r}")
        (by,) = tuples((shift,), "shift", lattice.dimension)
        self._set(**self._parts(motion, by, lattice))

    @staticmethod
    def _parts(motion: Motion, by: Cell, lattice: Lattice) -> dict[str, object]:
        (moved,) = lattice.home([by])
        return {"motion": motion, "shift": moved, "lattice": lattice, "_hash": hash((int(motion), moved))}

    def __hash__(self) -> int:
        return self._hash

    @property
    def name(self) -> str:
        """The name of the motion, with the shift unless that is 0."""
        return f"{self.motion.name} + {self.shift}" if any(self.shift) else self.motion.name

    @property
    def is_reflection(self) -> bool:
        """Whether the element reflects cells."""
        return self.motion.is_reflection

    @property
    def is_identity(self) -> bool:
        """Whether the element leaves everything as it is."""
        return self.motion.is_identity and not any(self.shift)

    @property
    def inverse(self) -> Isometry:
        """The element that undoes this one."""
        back = self.motion.inverse
        (by,) = back.images((self.shift,))
        return Isometry._make(**self._parts(back, tuple([-n for n in by]), self.lattice))

    def after(self, first: Isometry) -> Isometry:
        """Return the composition: *first*, then this element. Raise `PuzzleError` if *first* is of another lattice."""
        if not isinstance(first, Isometry) or first.lattice != self.lattice:
            raise PuzzleError(f"{self!r} follows an isometry of its lattice, not {first!r}")
        (by,) = shift(self.motion.images((first.shift,)), *self.shift)
        return Isometry._make(**self._parts(self.motion.after(first.motion), by, self.lattice))

    def apply(self, cell: Cell) -> Cell:
        """Return the image of *cell*. Raise `PuzzleError` if it is not a cell."""
        return self.apply_all((cell,))[0]

    def apply_all(self, cells: Iterable[Cell]) -> list[Cell]:
        """Return the images of cells, in the order given; errors as for `apply`."""
        return self.images([*tuples(cells, repr(self), self.lattice.dimension)])

    def images(self, cells: Collection[Cell]) -> list[Cell]:
        """Return the images of cells like `apply_all`, without checks."""
        return list(self.lattice.home(shift(self.motion.images(cells), *self.shift)))

    def __repr__(self) -> str:
        return f"<Isometry {self.name}>"

    def __reduce__(self) -> tuple[type[Isometry], tuple[Motion, Cell, Lattice]]:
        return Isometry, (self.motion, self.shift, self.lattice)


Element: TypeAlias = Motion | Isometry
"""A symmetry of a board: a motion and, on a wrapped board, a shift."""


def isometries(lattice: Lattice, cells: Collection[Cell]) -> tuple[Isometry, ...]:
    """Return the symmetries of a set of cells of a wrapped lattice: the identity first, by motion, then by shift."""
    board = frozenset(cells)
    holes = frozenset(looked(_frame(lattice, board))) - board
    # Each element keeps the frame, so it keeps the board if it keeps the holes: check the smaller set.
    few = min(holes, board, key=len) if holes else frozenset()
    return tuple(
        element
        for motion in lattice.motions
        if _keeps_periods(lattice, motion)
        for by in looked(_shifts(lattice, motion, board))
        if (element := Isometry(motion, by, lattice)) and few.issuperset(element.images(few))
    )


def _keeps_periods(lattice: Lattice, motion: Motion) -> bool:
    return all(lattice.periods[axis] == period for axis, period in zip(motion.order, lattice.periods, strict=True))


def _frame(lattice: Lattice, cells: Collection[Cell]) -> Iterator[Cell]:
    """Return all cells of the bounding box of *cells*, which is as long as the period along a wrapped axis."""
    bounds = zip(lattice.periods, *lattice.bounds(cells), strict=True)
    return product(*[range(low, low + side) if p is None else range(p) for p, low, side in bounds])


def _shifts(lattice: Lattice, motion: Motion, cells: Collection[Cell]) -> Iterable[Cell]:
    """Return the shifts that may bring turned cells back: all along a wrapped axis, only one along another."""
    low, _ = lattice.bounds(cells)
    back = map(sub, low, lattice.bounds(motion.images(cells))[0])
    return product(*[[n] if p is None else range(p) for p, n in zip(lattice.periods, back, strict=True)])


class Standard:
    """The orientations of a piece that represent all placements on the same cells of a wrapped board.

    *shapes* are the normalised cells of the orientations, in order.
    """

    def __init__(self, lattice: Lattice, shapes: Sequence[tuple[Cell, ...]]) -> None:
        self._lattice = lattice
        self._first: dict[tuple[Cell, ...], tuple[int, tuple[Cell, ...], Cell]] = {}
        for i, shape in enumerate(shapes):
            if len(set(lattice.home(shape))) == len(shape):  # else it overlaps itself
                form, starts = lattice.rolled(shape)
                self._first.setdefault(form, (i, shape, starts[0]))
        self._turned: dict[tuple[tuple[Cell, ...], Motion], tuple[tuple[Cell, ...], Cell, list[Cell]]] = {}

    @property
    def orientations(self) -> dict[tuple[Cell, ...], int]:
        """The numbers of the representing orientations, by their normalised cells on the wrapped board."""
        return {form: i for form, (i, _, _) in self._first.items()}

    def of(self, cells: Collection[Cell]) -> tuple[tuple[Cell, ...], Cell, list[Cell]]:
        """Return the shape that represents *cells*, its offset, and the shifts that keep the cells."""
        form, starts = self._lattice.rolled(cells)
        _, shape, start = self._first[form]
        first, *_ = starts
        return shape, tuple(map(sub, first, start)), [tuple(map(sub, other, first)) for other in starts]

    def turned(self, shape: tuple[Cell, ...], motion: Motion) -> tuple[tuple[Cell, ...], Cell, list[Cell]]:
        """Return `of` the image of *shape*, with its first cell on (0, 0), under *motion*."""
        # The isometries of a board are few motions and many shifts, and a shift only moves the image.
        if (shape, motion) not in self._turned:
            self._turned[shape, motion] = self.of(motion.images(shift(shape, *[-n for n in shape[0]])))
        return self._turned[shape, motion]
