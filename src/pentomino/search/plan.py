"""Plans: how a puzzle is searched, decided once: its symmetry group, the piece to place first, the compiled table."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from ..base.limits import claim
from ..base.value import Record
from ..base_puzzle import BasePuzzle
from ..lattices.lattice import Cell
from ..pieces.sets import can_cover, fewest_pieces
from ..placement import Placement
from ..solutions.register import Register
from ..symmetry import (
    Orbit,
    better_breaker,
    left_over,
    orbits,
    symmetry_breaker,
    turned_placements,
)
from .compiled.choice import compile_table, itemized
from .compiled.table import Numbers, Table
from .options import Symmetry
from .order import as_seed, shuffler

if TYPE_CHECKING:
    from .._frontier import FrontierTable
    from ..lattices.wrapping import Element
    from ..workbench.difficulty import Difficulty
    from .compiled.items import ItemizedPuzzle
    from .compiled.quotient import Classes

__all__ = ["Case", "Numbers", "Plan", "is_fair", "plan_of"]


ITEM_NODE = 6
"""A node of the item engine takes as long as 5 to 7 of the other engines."""

MUCH = 2
"""Images of a solution that are met, from which on it pays to look for another piece to place first."""


class Case(Record):
    """A part of the search: the solutions that contain the placements *made*.

    Turned by each element of *movers* they are all the solutions of the orbit of such parts, each once;
    *stabiliser* are the elements that turn the part into itself.
    """

    made: tuple[Placement, ...]
    movers: tuple[Element, ...]
    stabiliser: tuple[Element, ...]


class Plan:
    """What the verbs need to know of a puzzle, computed when first asked for.

    With a *seed*, the cases, and in each of them the pieces and their orientations, are tried in an order that follows
    from it: the solutions are the same but for their order, and for which of an orbit is met first. The *breaker* is
    the number of the piece to place first, if it is not the one that lists go by.
    """

    def __init__(self, puzzle: BasePuzzle, seed: int | None = None, breaker: int | None = None) -> None:
        self.puzzle = puzzle
        self.seed = seed
        self.breaker = breaker
        self._classes: dict[tuple[Element, ...], Classes] = {}
        # What the frontier engine has compiled: whether it breaks the symmetry, and folds.
        self.covers: dict[tuple[bool, bool], FrontierTable] = {}
        # What the workbench has measured, which is None for a puzzle without a solution; empty before.
        self.difficulty: list[Difficulty | None] = []

    @cached_property
    def group(self) -> tuple[Element, ...]:
        """The symmetries of the puzzle, the identity first."""
        return self.puzzle.group

    def classes(self, group: tuple[Element, ...]) -> Classes:
        """The conjugacy classes of a group of symmetries of the puzzle, the identity's first."""
        from .compiled.quotient import conjugacy_classes  # most cases have no symmetry

        if group not in self._classes:
            self._classes[group] = conjugacy_classes(group)
        return self._classes[group]

    @cached_property
    def table(self) -> Table:
        """The compiled table."""
        return compile_table(self.puzzle, self.seed)

    @cached_property
    def items(self) -> ItemizedPuzzle | None:
        """What searches in place of the table, if that is likely to be faster."""
        return itemized(self.table)

    @property
    def compiled(self) -> ItemizedPuzzle | Table:
        """What searches."""
        return self.items or self.table

    @property
    def node_cost(self) -> int:
        """The time that a node takes in the engine that searches, with that of the quickest one as 1."""
        return 1 if self.items is None else ITEM_NODE

    @cached_property
    def register(self) -> Register:
        """What all solutions have in common."""
        return Register(self.puzzle, self.table.lying, self.table.gaps)

    @cached_property
    def is_feasible(self) -> bool:
        """Whether some choice of copies covers the area of the board."""
        return can_cover(self.puzzle.demand, len(self.puzzle.free), len(self.puzzle.optional))

    @cached_property
    def fewest_pieces(self) -> int:
        """How few pieces a solution has, at a guess: after the least copies of each, large ones first."""
        return fewest_pieces(self.puzzle.demand, len(self.puzzle.free - self.puzzle.optional))

    @cached_property
    def is_fair(self) -> bool:
        """Whether the pieces can cover as many black cells as a chessboard has there."""
        return is_fair(self.puzzle)

    @cached_property
    def _orbits(self) -> list[Orbit] | None:
        number = symmetry_breaker(self.puzzle, self.group) if self.breaker is None else self.breaker
        return None if number is None else orbits(self.puzzle, number, self.group)

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """The cases that find one solution at least of every orbit.

        One for each orbit of placements of the symmetry-breaking piece; a single one if there is no such piece.
        """
        if not self.is_feasible:
            return ()
        if self._orbits is None:
            return (Case((), self.group[:1], self.group),)
        shuffled = shuffler(self.seed)(self._orbits)
        return tuple(Case((orbit.first,), orbit.movers, orbit.stabiliser) for orbit in shuffled)

    @property
    def counting(self) -> Plan:
        """The plan to count by: by items, another piece is placed first if the first one breaks too little symmetry."""
        return self._better or self

    @cached_property
    def _better(self) -> Plan | None:
        if self.items is None or self._orbits is None or left_over(self._orbits, self.group) < MUCH:
            return None
        plan = Plan(self.puzzle, self.seed, better_breaker(self.puzzle, self.group))
        plan.__dict__.update(group=self.group, table=self.table, items=self.items)
        return plan

    def compile(self, counts: bool = False, searches: int = 1) -> int:
        """Compute all that so many searches at once need, or such that *count*: how many bytes these take.

        Raises `NoRoom` if that is too much.
        """
        _ = self.cases
        if not counts or self.items is None:
            self.table.compile()
        if not counts and self.items is not None:
            self.items.compile()
        needed = self.memory(counts, searches)
        claim(needed)
        return needed

    def memory(self, counts: bool, searches: int) -> int:
        """The bytes of the tables for searches, or for such that *count*, with those of so many at once."""
        cut_by = self.table.memory(searches) if self.items and not counts else 0
        return self.compiled.memory(searches) + cut_by

    def answers(
        self, case: Case, numbers: Numbers, symmetry: Symmetry
    ) -> Iterator[tuple[tuple[Placement, ...], Numbers]]:
        """The solutions to give for one that a case meets: itself, or none if another stands for it, or all its images.

        Each as the placements made beforehand and the numbers of the others.
        """
        if symmetry == "all":
            for made, element in zip(self._images_of(case), case.movers, strict=True):
                yield made, self.image(numbers, element)
        elif len(case.stabiliser) == 1 or self.is_least(numbers, case.stabiliser):
            yield case.made, numbers

    def _images_of(self, case: Case) -> list[tuple[Placement, ...]]:
        """What is made beforehand in a case, turned by each of its movers."""
        if case not in self._images:
            movers = case.movers
            self._images[case] = [tuple(turned_placements(self.puzzle, case.made, element)) for element in movers]
        return self._images[case]

    @cached_property
    def _images(self) -> dict[Case, list[tuple[Placement, ...]]]:
        return {}

    def is_least(self, numbers: Numbers, stabiliser: tuple[Element, ...]) -> bool:
        """Whether no image of a solution under *stabiliser* comes before it in the order of the search."""
        return all(numbers <= self.image(numbers, element) for element in stabiliser[1:])

    def image(self, numbers: Numbers, element: Element) -> Numbers:
        """The placement numbers, ascending, of a set of placements turned by *element*."""
        if element == self.group[0]:
            return numbers
        images = self._image_numbers[element]
        return tuple(sorted([images[number] for number in numbers]))

    def images_of(self, number: int) -> list[int]:
        """The numbers into which each element of the group turns that of a placement, its own first."""
        return [images[number] for images in self._image_numbers.values()]

    def placement_numbers(self) -> Iterator[int]:
        """The numbers of the puzzle's `placements()`, in their order."""
        number_of, puzzle = self.table.number_of, self.puzzle
        for piece in range(len(puzzle.pieces)):
            for shape, places in puzzle.places_of(piece):
                for position in puzzle.numbering.by_cells(places):
                    yield number_of((position, shape.cells))

    @cached_property
    def _image_numbers(self) -> dict[Element, Mapping[int, int]]:
        return {element: self.table.images(element) for element in self.group}


def plan_of(puzzle: BasePuzzle, shuffle: int | None = None) -> Plan:
    """Return the plan of `puzzle`, or with a seed `shuffle` a new plan that tries pieces in another order.

    The plan without a seed is made once. It lies where the puzzle's cached properties lie, which pickles, copies and
    comparisons leave out. Raises `PentominoError` for a seed that is out of range.
    """
    if shuffle is not None:
        return Plan(puzzle, as_seed(shuffle))
    kept: Plan = vars(puzzle).get("plan") or vars(puzzle).setdefault("plan", Plan(puzzle))
    return kept


def is_fair(puzzle: BasePuzzle) -> bool:
    """Tell whether the pieces can cover as many black cells as the board has, coloured like a chessboard.

    If every neighbour of a cell has the other colour, a piece covers the same difference of black and white cells
    wherever it lies and however it is turned (S. W. Golomb, "Polyominoes", 1965). Only pieces with a fixed number of
    copies say anything: if another one has a difference, or if cells may stay empty, the answer is True.
    """
    if puzzle.optional:
        return True
    wanted = _surplus(puzzle.free)
    sums, middle = 1, 0  # bit n is set if n - middle can be made
    for piece, least, most in puzzle.demand:
        if extra := _surplus_of_shape(piece.cells):
            if least != most:
                return True
            for _ in range(least):
                sums |= sums << 2 * extra
            middle += least * extra
    # The board is looked at last, as that takes longest.
    return bool(sums >> (middle + wanted) & 1) or not _is_chessboard(puzzle)


def _surplus(cells: Collection[Cell]) -> int:
    """Return the difference between the numbers of cells with an odd and with an even sum of coordinates."""
    return abs(len(cells) - 2 * sum([sum(cell) & 1 for cell in cells]))


@lru_cache(maxsize=4096)
def _surplus_of_shape(cells: tuple[Cell, ...]) -> int:
    return _surplus(cells)


def _is_chessboard(puzzle: BasePuzzle) -> bool:
    """Tell whether all neighbours have the other colour, on the lattice and on the board."""
    cells, lattice = puzzle.board.cells, puzzle.board.lattice
    if any(sum(vector) % 2 == 0 for vectors in lattice.vectors for vector in vectors):
        return False
    neighbours = lattice.neighbours
    near = ((cell, other) for cell in cells for other in cells.intersection(neighbours(cell)))
    return all((sum(cell) + sum(other)) % 2 for cell, other in near)
