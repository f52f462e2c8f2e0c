"""Plans: all data that a search of a puzzle needs, such as the symmetries, the piece to place first and the tables.

A plan has cases (subproblems). A case is divided into units: a unit consists of the solutions of the case that begin
with given placements. The units are distributed among tasks for workers. The plan and a `Partition` determine the units
of each task. So workers and journals need only the number of a task.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from .._core import Search
from ..base_puzzle import BasePuzzle
from ..lattices.lattice import Cell, Element
from ..lattices.numbering import bits
from ..limits import claim, look, looked
from ..pieces.sets import can_cover, coverable
from ..placement import Placement
from ..symmetry import breaking_orbits, orbits, rotations_of, turned_placements
from ..value import Memo
from .clock import Statistics
from .cover import Cover, Numbers, mask_of
from .options import Symmetry, shuffler

if TYPE_CHECKING:
    from .._frontier import FrontierTable

ITEM_NODE = 6
"""The item engine takes about this multiple of the other engines' time for a node. Measurements gave 5 to 7."""

MIN_RING = 6
"""The minimum number of cells of a piece with a hole: six hexagons around another. Other lattices need more."""

Made: TypeAlias = tuple[Placement, ...]
"""The placements of a case that break the symmetry."""

Breaker: TypeAlias = int | Cell
"""The number of the piece to place first, or the cell to cover first, to break the symmetry."""


class Case(NamedTuple):
    """A subproblem of a search: the solutions with the placements `made`.

    In most plans, `made` is one placement that breaks the symmetry, or empty. Symmetries map this case to equivalent
    cases, which are not searched. `movers` holds the identity and, for each equivalent case, one symmetry that maps
    this case to it. The images of the solutions under the movers are the solutions of all these cases, without
    repetition. `stabiliser` holds the symmetries that map this case to itself.
    """

    made: Made
    movers: tuple[Element, ...]
    stabiliser: tuple[Element, ...]


class Plan:
    """A puzzle with all data that a search of it needs. Each property is computed when it is first used.

    - `seed`: determines the order in which cases, pieces and orientations are tried. It changes only the order of the
      solutions, and which member of an orbit comes first.
    - `breaker`: the piece or cell that breaks the symmetry. If it is None, the plan chooses a piece.
    - `is_proper`: if True, reflections are not used as symmetries; see `up_to`.
    - `cover`: the placements as numbers, with the tables of the engines. Plans of the same puzzle and seed share it.
    - `cases`: if given, only these cases are searched, and symmetry is not used.
    """

    better: Plan | None  # the plan to count with, if `counting_plan` has found one

    def __init__(
        self,
        puzzle: BasePuzzle,
        seed: int | None = None,
        breaker: Breaker | None = None,
        is_proper: bool = False,
        cover: Cover | None = None,
        cases: tuple[Case, ...] | None = None,
    ) -> None:
        self.puzzle = puzzle
        self.seed = seed
        self.cover = cover or Cover(puzzle, seed)
        self.breaker = breaker
        self.is_proper = is_proper
        # The tables of the frontier engine, by the arguments (breaks, folds) of `compile_puzzle`.
        self.frontier_tables: dict[tuple[bool, bool], FrontierTable] = {}
        if cases is not None:
            self.group, self.cases, self.is_fair = puzzle._group[:1], cases, True

    @cached_property
    def group(self) -> tuple[Element, ...]:
        """The symmetries of the puzzle. The identity is the first. If `is_proper`, only rotations are left."""
        return rotations_of(self.puzzle) if self.is_proper else self.puzzle._group

    def unordered(self, case: Case) -> Search:
        """Return the fastest search to count the solutions of a case (subproblem), in any order.

        Solutions that the item engine finds may lack the placement numbers of gaps (empty cells).
        """
        cover = self.cover
        return cover.by_items(cover.counted_items, case.made) if cover.is_itemized else cover.search(case.made)

    def ordered(self, case: Case) -> Search:
        """Return a search that lists the solutions of a case (subproblem). Their order never changes."""
        cover = self.cover
        if not cover.is_itemized:
            return cover.search(case.made)
        return cover.by_items(cover.items, case.made, in_order=cover.is_listed_in_order)

    @property
    def node_cost(self) -> int:
        """The time that the engine takes for a node, relative to the window engine."""
        return ITEM_NODE * self.cover.counted_items.words // 2 if self.cover.is_itemized else 1

    @cached_property
    def is_feasible(self) -> bool:
        """Whether the pieces, each in a permitted number of copies, can have the right total area."""
        return can_cover(self.puzzle._demand, len(self.puzzle.uncovered_cells), self.puzzle._most_empty)

    @cached_property
    def is_fair(self) -> bool:
        """Whether a chessboard colouring of the board allows a solution. See the function `is_fair`."""
        return is_fair(self.puzzle)

    @cached_property
    def dead_piece(self) -> int | None:
        """The result of the function `dead_piece` if some piece may have a hole, otherwise None."""
        # Smaller pieces have no holes. They may be dead on a narrow board, too, but then a search is short.
        is_large = max([piece.size for piece, _, _ in self.puzzle._demand], default=0) >= MIN_RING
        return dead_piece(self.puzzle) if is_large else None

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """The cases (subproblems) to search. They contain at least one solution of every orbit.

        If a piece breaks the symmetry, there is a case for each orbit of its placements. If a cell breaks the symmetry,
        there is a case for each orbit of the placements that cover it. Otherwise there is a single case.
        """
        if not self.is_feasible:
            return ()
        if self.breaker is None:
            case_orbits = breaking_orbits(self.puzzle, self.group)
        else:
            case_orbits = orbits(self.puzzle, self.breaker, self.group)
        if case_orbits is None:
            # The only case of its orbit: the identity is its only mover, and the whole group is its stabiliser.
            return (Case((), self.group[:1], self.group),)
        return tuple(Case((orbit.first,), orbit.movers, orbit.stabiliser) for orbit in shuffler(self.seed)(case_orbits))

    def with_breaker(self, breaker: Breaker) -> Plan:
        """Return a plan with the same tables, in which the piece or cell `breaker` breaks the symmetry."""
        return Plan(self.puzzle, self.seed, breaker, self.is_proper, self.cover)

    def up_to(self, symmetry: Symmetry) -> Plan:
        """Return the plan for the value `symmetry` of the option.

        For "rotations", the group of the plan has no reflections. For all other values, it is this plan.
        """
        return self._proper if symmetry == "rotations" and not self.is_proper else self

    @cached_property
    def _proper(self) -> Plan:
        return Plan(self.puzzle, self.seed, self.breaker, is_proper=True, cover=self.cover)

    def with_given(self, given: Made) -> Plan:
        """Return a plan for the solutions with the placements `given`, without using symmetry.

        The new plan shares the tables of this plan, because compiling a small puzzle takes longer than searching it.
        """
        stated = Plan(self.puzzle.replace(placed=given))
        identity = self.group[:1]
        cases = (Case(given, identity, identity),) if stated.is_feasible and stated.is_fair else ()
        return Plan(self.puzzle, self.seed, is_proper=True, cover=self.cover, cases=cases)

    def compile(self, counts: bool = False, searches: int = 1) -> int:
        """Make the tables, and return the result of `memory`. Raises `MemoryLimit` if the memory limit is too low."""
        _ = self.cases  # computed here, so that the time counts as "compile"
        needed = self.memory(counts, searches)
        claim(needed)
        return needed

    def memory(self, counts: bool, searches: int) -> int:
        """Return the size in bytes of the tables and of `searches` concurrent searches.

        `counts` is True if the searches only count solutions.
        """
        if not self.cover.is_itemized:
            return self.cover.memory(searches)
        table = self.cover.counted_items if counts else self.cover.items
        return table.held + searches * table.search_bytes

    def answers(self, case: Case, numbers: Numbers, symmetry: Symmetry) -> Iterator[tuple[Made, Numbers]]:
        """Yield the solutions that a call returns when a search of `case` has found the solution `numbers`.

        If `symmetry` is "all", yield the images in all equivalent cases. Otherwise yield the solution itself if it
        represents its orbit. Each solution is a pair: the placements `made` of its case, and the numbers of all others.
        """
        if symmetry == "all":
            # The images under the movers are solutions of the other cases of the orbit, which are not searched.
            for made, element in zip(self._made_images[case], case.movers, strict=True):
                yield made, self.image(numbers, element)
        elif self.is_least(numbers, case):
            # The search finds all images under the stabiliser. The least of them represents the orbit.
            yield case.made, numbers

    @cached_property
    def _made_images(self) -> Memo[Case, list[Made]]:
        # by case: the images of the placements `made` under each of the `movers`, computed on demand
        puzzle = self.puzzle
        return Memo(lambda case: [tuple(turned_placements(puzzle, case.made, element)) for element in case.movers])

    def is_least(self, numbers: Numbers, case: Case) -> bool:
        """Return whether `numbers` is the least of its images under the symmetries that map `case` to itself."""
        return len(case.stabiliser) == 1 or all(
            numbers <= self.image(numbers, element) for element in case.stabiliser[1:]
        )

    def image(self, numbers: Numbers, element: Element) -> Numbers:
        """Return the ascending placement numbers of the image of `numbers` under the symmetry `element`."""
        if element == self.group[0]:
            return numbers
        images = self._image_numbers[element]
        return tuple(sorted([images[number] for number in numbers]))

    def images_of(self, number: int) -> list[int]:
        """Return the numbers of the images of a placement under all symmetries. The first is its own number."""
        return [images[number] for images in self._image_numbers.values()]

    def placement_numbers(self) -> Iterator[int]:
        """Yield the numbers of all placements of the puzzle, in the order of `Puzzle.placements()`."""
        number_of, puzzle = self.cover.number_of, self.puzzle
        for piece in range(len(puzzle.pieces)):
            for shape, places in puzzle._places_of(piece):
                for position in puzzle._numbering.by_cells(places):
                    yield number_of((position, shape.cells))

    @cached_property
    def _image_numbers(self) -> dict[Element, Mapping[int, int]]:
        return {element: self.cover.images(element) for element in self.group}


def plan_of(puzzle: BasePuzzle, seed: int | None = None) -> Plan:
    """Return the plan of `puzzle` or, with a `seed`, a new plan in an order that depends on the seed.

    The plan without a seed is made only once.
    """
    return puzzle._once(Plan) if seed is None else Plan(puzzle, seed)


def digest(plan: Plan) -> str:
    """Return a SHA-256 hash of a plan. Plans with the same hash have the same placement numbers and units."""
    import hashlib  # takes milliseconds, and few programs need it

    puzzle = plan.puzzle
    lattice = puzzle.board.lattice
    exactly = (
        plan.seed,
        lattice.name,
        lattice.periods,
        sorted(puzzle.board.cells),
        [(piece.cells, least, most) for piece, least, most in puzzle.pieces],
        (puzzle.reflections, puzzle.rotations),
        [(placement.piece.name, placement.cells, puzzle._owner(placement)) for placement in puzzle.placed],
        (sorted(puzzle.optional_cells), puzzle.spare),
        [
            (number, shape.cells, f"{places:x}")  # hexadecimal, as Python writes at most 4300 decimal digits
            for number in sorted(puzzle._restricted_pieces())
            for shape, places in puzzle._places_of(number)
        ],
    )
    return hashlib.sha256(repr(exactly).encode()).hexdigest()


def is_fair(puzzle: BasePuzzle) -> bool:
    """Return whether, on a chessboard colouring, the pieces can cover as many black cells as the board has.

    For a given piece, the difference between the numbers of black and white cells is the same at all placements, except
    for the sign (S. W. Golomb, "Polyominoes", 1965). Return True as well if this fact does not help: neighbours may
    have the same colour, cells may stay empty, or a piece with a nonzero difference has no fixed number of copies.
    """
    if puzzle.optional_cells:
        return True
    wanted = _surplus(puzzle.uncovered_cells)
    sums, middle = 1, 0  # bit n is set if the pieces can have the surplus n - middle
    for piece, least, most in puzzle._demand:
        if extra := _surplus(piece.cells):
            if least != most:
                return True
            for _ in range(least):
                sums |= sums << 2 * extra  # a copy adds or subtracts `extra`, which moves the middle by `extra`
            middle += least * extra
    # The check of the board comes last, as it takes longest.
    return bool(sums >> (middle + wanted) & 1) or not _is_chessboard(puzzle)


def dead_piece(puzzle: BasePuzzle) -> int | None:
    """Return the number of a required piece whose placements all leave cells that no pieces can fill, or None.

    Usually the first placement of a piece leaves no such cells, so that few placements are checked.
    """
    gap, covering = dead_region(puzzle), puzzle._numbering.covering
    for number in [number for number, (_, least, _) in enumerate(puzzle._demand) if least]:
        places = ((covering(shape.cells), places) for shape, places in puzzle._places_of(number))
        if all(gap(mask_of(cells(position))) for cells, places in places for position in looked(bits(places))):
            return number
    return None


def dead_region(puzzle: BasePuzzle) -> Callable[[int], int]:
    """Return a function that maps a placement to a region that it closes off and that no pieces can fill, or to 0.

    The placement and the region are positions as bits. No cell of the region may stay empty, and no sizes of pieces add
    up to its size. It has at most as many cells as the largest piece, so a call takes some microseconds.
    """
    numbering, largest = puzzle._numbering, max([piece.size for piece, _, _ in puzzle._demand], default=0)
    free, around, optional = numbering.cells, numbering.around, numbering.mask(puzzle.optional_cells)
    sums = coverable([(piece, 0, most) for piece, _, most in puzzle._demand], largest)

    def region_beside(placed: int) -> int:
        empty = free & ~placed
        beside = around(placed) & empty
        while beside:
            first = beside & -(placed & -placed) or beside  # begin after the piece's first cell: find holes first
            region = edge = first & -first
            while edge and (size := region.bit_count()) <= largest:
                edge = around(edge) & empty & ~region
                region |= edge
            if not edge and not sums >> size & 1 and not region & optional:
                return region
            beside &= ~region
        return 0

    return region_beside


def _surplus(cells: Collection[Cell]) -> int:
    # the difference between the numbers of cells with an odd and with an even sum of coordinates
    return abs(len(cells) - 2 * sum([sum(cell) & 1 for cell in cells]))


def _is_chessboard(puzzle: BasePuzzle) -> bool:
    # The coordinate sums of neighbours differ in parity. On a flat board, this does not depend on the pieces. Across a
    # seam, a piece of several parts may join cells that are not neighbours.
    cells, lattice = puzzle.board.cells, puzzle._net if puzzle.board.lattice.periods else puzzle.board.lattice
    if any(sum(vector) % 2 == 0 for vectors in lattice.vectors for vector in vectors):
        return False
    neighbours = lattice.neighbours
    near = ((cell, other) for cell in cells for other in cells.intersection(neighbours(cell)))
    return all((sum(cell) + sum(other)) % 2 for cell, other in near)


# ------------------------------------------------------------------------------------------------------- units of work


Tick = Callable[[], None]
"""A function that is called every few milliseconds. It may raise an exception to stop the work."""

Unit: TypeAlias = tuple[int, Numbers]
"""The index of a case (subproblem), and placement numbers. The solutions of the unit begin with these placements."""

NEVER = 1 << 62
"""A number of nodes that no search reaches."""

MIN_TASKS, MAX_TASKS = 4, 1 << 12
"""The minimum number of tasks for each worker, and the maximum number of all tasks."""

UNITS_OF_TASK = 4
"""The minimum number of units (parts) of a task, on average. Tasks of several units differ less in size."""

UNIT_NODES = 1 << 20
"""The number of nodes of a unit (part of a task) in a long search, 25 ms. Beginning a unit takes up to 0.2 ms."""

MAX_UNITS = 1 << 17
"""If there are more units (parts of tasks) than this, no unit is divided further. On a large board, dividing all units
once may multiply their number by thousands."""

MAX_DEPTH = 8
"""The maximum number of placements with which the solutions of a unit (part of a task) begin."""

BATCH, BATCH_CELLS = 1 << 8, 1 << 18
"""How many solutions a batch has at most, and how many cells they cover together at most."""


class Partition(NamedTuple):
    """How to divide a search into about `units` units (parts), and how to distribute them among `tasks` tasks.

    Cases before index `first` are left out. If `in_order`, a task has consecutive units, else every `tasks`-th unit.
    """

    first: int
    tasks: int
    units: int
    in_order: bool


def choose_partition(first: int, nodes: float, task_nodes: int, workers: int, in_order: bool) -> Partition:
    """Return how to divide a search of about `nodes` nodes among `workers` workers.

    A long search is divided into tasks of about `task_nodes` nodes. `first` and `in_order` are fields of the result.
    """
    tasks = int(min(MAX_TASKS, max(MIN_TASKS * workers, nodes / task_nodes)))
    units = int(min(MAX_UNITS, max(UNITS_OF_TASK * tasks, nodes / UNIT_NODES)))
    return Partition(first, tasks, units, in_order)


def partition(plan: Plan, how: Partition, statistics: Statistics) -> list[list[Unit]]:
    """Return the list of units (parts) of each task. Add the nodes visited meanwhile to `statistics`.

    All units are divided by their next placements until there are `how.units` units, if possible. If there are fewer
    units than `how.tasks`, there are fewer tasks as well.
    """
    # The units of a listing are in the order of its solutions. The engine that counts also makes the units of a count,
    # so that all units together visit exactly the nodes of the whole search.
    numbers = range(how.first, len(plan.cases))
    cases: list[list[Numbers]] = [[()] for _ in numbers]
    for _ in range(MAX_DEPTH):
        if sum(map(len, cases)) >= how.units:
            break
        for number, prefixes in zip(numbers, cases, strict=True):
            # Searches are not kept, as thousands of them would take gigabytes.
            case = plan.cases[number]
            search = plan.ordered(case) if how.in_order else plan.unordered(case)
            prefixes[:] = _deeper(search, prefixes, MAX_UNITS // len(cases))
            statistics.add(search.counts())
    units = [(number, prefix) for number, prefixes in zip(numbers, cases, strict=True) for prefix in prefixes]
    if not how.in_order:
        return [units[task :: how.tasks] for task in range(min(how.tasks, len(units)))]
    size = max(1, -(-len(units) // how.tasks))
    return [units[begin : begin + size] for begin in range(0, len(units), size)]


def _deeper(search: Search, prefixes: Sequence[Numbers], most: int) -> list[Numbers]:
    # once there are more than `most` results, the remaining prefixes are returned unchanged
    longer: list[Numbers] = []
    for number, prefix in enumerate(prefixes):
        if len(longer) > most:
            return [*longer, *prefixes[number:]]
        look()
        longer += search.prefixes(1, prefix, tick=look)
    return longer


def batch_size(plan: Plan) -> int:
    """Return the maximum number of solutions in a batch."""
    return at_most(plan, BATCH, BATCH_CELLS)


def at_most(plan: Plan, solutions: int, cells: int) -> int:
    """Return how many solutions to take: at most `solutions`, together at most `cells` cells, but at least 1."""
    return max(1, min(solutions, cells // max(1, len(plan.puzzle.uncovered_cells))))
