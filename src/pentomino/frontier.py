"""Counting without listing: a puzzle made an exact cover for the counting engine, and its numbers made counts.

See `docs/frontier.md` for the method. Everything here raises `FrontierUnfit` where a puzzle is beyond the engine,
`MemoryError` where the memory allowed is not enough, and `TimeoutError` after the deadline.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from ._frontier import FrontierRun, FrontierTable, FrontierUnfit
from .areas import coverable
from .geometry import D4, Cell, normalise, scan_order, turn_in_box
from .plan import Plan
from .quotient import conjugacy_classes, symmetric_cover
from .shuffle import as_chance
from .statement import Demand, Statement
from .symmetry import piece_images
from .table import WindowedPuzzle

__all__ = ["FrontierUnfit", "Means", "count_all", "count_distinct", "count_fixed", "sample"]

Option = tuple[int, int, int, int, int]
"""First cell, mask from there on, piece, copies used, weight."""

WORD = (1 << 64) - 1

MOST_RUNS = 62
"""Runs that the lists of a walk can tell apart: a bit for each."""


class Means(NamedTuple):
    """What a count may use: bytes (None: half of what is free), threads, time; and who looks on.

    *tick* is called without arguments every few milliseconds, and *watch* once with each `FrontierRun` that is made:
    it has the progress and the statistics.
    """

    memory_limit: int | None = None
    workers: int = 1
    deadline: float = math.inf
    tick: Callable[[], object] | None = None
    watch: Callable[[FrontierRun], object] | None = None

    def run(self, table: FrontierTable) -> FrontierRun:
        """A run over *table*."""
        limit = free_memory() // 2 if self.memory_limit is None else self.memory_limit
        limit = min(limit, sys.maxsize)  # no block is larger, which counts where addresses have 32 bits
        run = FrontierRun(table, limit, self.workers, self.deadline, self.tick)
        if self.watch:
            self.watch(run)
        return run


PLAIN = Means()
"""One thread, half of the free memory, any time."""


def free_memory() -> int:
    """The bytes of memory that the machine has free, or two gibibytes where it does not tell."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            return next(1024 * int(line.split()[1]) for line in lines if line.startswith("MemAvailable"))
    except (OSError, StopIteration):
        try:
            return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        except (AttributeError, OSError, ValueError):
            return 2 << 30


def count_all(plan: Plan, means: Means = PLAIN) -> int:
    """The number of all solutions of a plan."""
    return means.run(compile_puzzle(plan, breaks=True)).count() if plan.is_feasible else 0


def count_distinct(plan: Plan, means: Means = PLAIN) -> int:
    """The number of orbits of solutions under the symmetries of the puzzle.

    By Burnside's lemma: the mean, over the group, of the number of solutions that an element keeps as they are.
    """
    total = count_all(plan, means)
    for members in conjugacy_classes(plan.group)[1:] if total else ():
        total += len(members) * count_fixed(plan, members[0], means)
    distinct, rest = divmod(total, len(plan.group))
    if rest:
        raise AssertionError(f"{total} is not a multiple of the order {len(plan.group)} of the group")
    return distinct


def count_fixed(plan: Plan, element: D4, means: Means = PLAIN) -> int:
    """The number of solutions that *element*, of the puzzle's group, keeps as they are."""
    table = compile_quotient(plan.statement, element)
    return 0 if table is None else means.run(table).count()


def sample(plan: Plan, k: int, seed: object = None, means: Means = PLAIN) -> Iterator[tuple[int, ...]]:
    """Solutions drawn from all of them, each as likely as any other, as ascending placement numbers of `plan.table`.

    Drawn independently, so that one may come twice; none where there is no solution. The same *seed* gives the same.
    """
    import random  # some milliseconds, which only those who draw should spend

    chance = random.Random(as_chance(seed))
    run = means.run(compile_puzzle(plan, breaks=False))
    total = run.prepare() if plan.is_feasible else 0
    cell_at = _cells_by_number(plan)
    for _ in range(k if total else 0):
        options = run.cover(chance.randrange(total))
        placed = ([cell_at[first + i] for i in range(64) if mask >> i & 1] for first, mask in options)
        yield tuple(sorted(plan.table.code(sorted(cells)) for cells in placed))


# ------------------------------------------------------------------------------------------------ compiling


def compile_puzzle(plan: Plan, breaks: bool) -> FrontierTable:
    """The exact cover of a puzzle.

    With *breaks*, the symmetry-breaking piece has one place of each orbit only, whose weight is the number of places in
    it: the count remains that of all solutions, at a fraction of the work.
    """
    known = plan.covers.get(breaks)
    if known is None:
        number_of = {cell: number for number, cell in _cells_by_number(plan).items()}
        breaker = symmetry_breaker(plan.statement, plan.group) if breaks and len(plan.group) > 1 else None
        places = [] if breaker is None else _last_of_orbits(plan, breaker, number_of)
        known = plan.covers[breaks] = _compile(plan, number_of, breaker, places)
    return known


def compile_listing(plan: Plan) -> FrontierTable:
    """The exact cover of a puzzle for walks: the piece that the search places first has the places of the runs only.

    Raises `FrontierUnfit` where there are more runs than a list can tell apart.
    """
    number_of = {cell: number for number, cell in _cells_by_number(plan).items()}
    if len(plan.runs) > MOST_RUNS:
        raise FrontierUnfit(f"there are {len(plan.runs)} places of the first piece, more than {MOST_RUNS}")
    first = None
    options = []
    for i, run in enumerate(plan.runs):
        for placement in run.made:
            first = plan.statement.shapes[normalise(placement.cells)][0]
            options.append(_option(sorted([number_of[cell] for cell in placement.cells]), first, 1, 2 + i))
    return _compile(plan, number_of, first, options)


def codes(plan: Plan) -> Callable[[int, int], int]:
    """The number of a placement of `plan.table`, by the number of its first cell and its mask from there on."""
    table = plan.table
    if isinstance(table, WindowedPuzzle):
        slots = len(table.slots)
        ranks = {mask: slots - 1 - slot for slot, mask in enumerate(table.masks) if mask}
        return lambda first, mask: first * slots + ranks[mask]
    number_of = {cell: number for number, cell in _cells_by_number(plan).items()}
    listed = {}
    for number in range(len(plan.statement.pieces)):
        for placement in plan.statement.placements_of(number):
            first, mask, *_ = _option(sorted([number_of[cell] for cell in placement.cells]), number, 1, 1)
            listed[first, mask] = table.code(placement.cells)
    return lambda first, mask: listed[first, mask]


def _compile(
    plan: Plan, number_of: dict[Cell, int], breaker: int | None, of_breaker: Iterable[Option]
) -> FrontierTable:
    """The exact cover of a puzzle, whose piece *breaker* has the options *of_breaker* only."""
    statement, table = plan.statement, plan.table
    options = list(of_breaker)
    if isinstance(table, WindowedPuzzle):
        # Where a predicate does not restrict a piece, each of its orientations may lie wherever it fits.
        listed = [number for number in range(len(statement.pieces)) if statement.predicates(number)]
        slots = [
            (mask, number)
            for mask, (number, _) in zip(table.masks, table.slots, strict=True)
            if number != breaker and number not in listed
        ]
    else:
        listed, slots = list(range(len(statement.pieces))), []
    for number in listed:
        if number == breaker:
            continue
        for placement in statement.placements_of(number):
            options.append(_option(sorted(number_of[cell] for cell in placement.cells), number, 1, 1))
    area = len(statement.free)
    return FrontierTable(
        sum(1 << number for number in number_of.values()),
        slots,
        options,
        *_columns(statement.demand),
        area,
        table.stride if isinstance(table, WindowedPuzzle) else 0,
        pockets(statement.demand, area) if isinstance(table, WindowedPuzzle) else None,
    )


def _last_of_orbits(plan: Plan, piece: int, number_of: dict[Cell, int]) -> Iterator[Option]:
    """The place of each orbit of a piece's places that comes last in the scan, weighted by the length of the orbit."""
    cells, frame = list(number_of), plan.statement.board.frame
    turns = [
        {
            number_of[cell]: number_of[image]
            for cell, image in zip(cells, turn_in_box(cells, element, frame), strict=True)
        }
        for element in plan.group
    ]
    left = set(_places(plan, piece, number_of))
    for numbers in sorted(left, reverse=True):
        if numbers in left:
            images = {tuple(sorted([turn[number] for number in numbers])) for turn in turns}
            left -= images
            yield _option(numbers, piece, 1, len(images))


def _places(plan: Plan, piece: int, number_of: dict[Cell, int]) -> Iterator[tuple[int, ...]]:
    """The places of a piece, each as the numbers of its cells, ascending."""
    table = plan.table
    if not isinstance(table, WindowedPuzzle) or plan.statement.predicates(piece):
        for place in plan.statement.placements_of(piece):
            yield tuple(sorted([number_of[cell] for cell in place.cells]))
        return
    numbers = frozenset(number_of.values())
    for mask, (number, _) in zip(table.masks, table.slots, strict=True):
        if number == piece and mask:
            bits = [bit for bit in range(mask.bit_length()) if mask >> bit & 1]
            for first in numbers:
                cells = tuple([first + bit for bit in bits])
                if numbers.issuperset(cells):
                    yield cells


def _cells_by_number(plan: Plan) -> dict[int, Cell]:
    """The free cells by their numbers: those of the window engine, or else in scan order without gaps."""
    cells = scan_order(plan.statement.free)
    table = plan.table
    if not isinstance(table, WindowedPuzzle):
        return dict(enumerate(cells))
    return {table.position(row - table.top, column - table.left): (row, column) for row, column in cells}


def _option(numbers: Sequence[int], piece: int, copies: int, weight: int) -> Option:
    first = numbers[0]
    return first, sum(1 << (number - first) for number in numbers), piece, copies, weight


def _columns(demand: Sequence[Demand]) -> tuple[list[int], list[int], list[int]]:
    """Sizes, least and most copies of the pieces."""
    return (
        [count.piece.size for count in demand],
        [count.least for count in demand],
        [count.most for count in demand],
    )


def symmetry_breaker(statement: Statement, group: Sequence[D4]) -> int | None:
    """The piece that breaks the symmetry: the longest of those that every solution uses just once; or None.

    It must not be turned into its mirror twin. A straight piece placed at the end of the scan leaves fewest states.
    """
    moved = {n for element in group for n, image in enumerate(piece_images(statement, element)) if n != image}
    once = [
        (-max(piece.rows, piece.columns), min(piece.rows, piece.columns), number)
        for number, (piece, least, most) in enumerate(statement.demand)
        if least == most == 1 and number not in moved
    ]
    return min(once)[2] if once else None


def compile_quotient(statement: Statement, element: D4) -> FrontierTable | None:
    """The exact cover that stands for the solutions that *element* keeps; None where there is clearly none."""
    cover = symmetric_cover(statement, statement, element)
    if cover is None:
        return None
    # Orbits on the same cells count as often as there are.
    options = [_option(cells, number, copies, weight) for (cells, number, copies), weight in cover.options.items()]
    area = len(statement.free)
    return FrontierTable((1 << cover.cells) - 1, [], options, cover.sizes, cover.least, cover.most, area)


def pockets(demand: Sequence[Demand], area: int) -> list[int]:
    """For each number f of covered cells: bit n is set where some of the pieces left may cover n cells, n below 64.

    0 where no choice of pieces covers f cells and leaves the others coverable.
    """
    sizes = {piece.size for piece, _, most in demand if most}
    if len(sizes) == 1:
        (size,) = sizes
        every = sum(1 << n for n in range(0, min(area, 63) + 1, size))
        return [every & ((2 << (area - f)) - 1) if f % size == 0 else 0 for f in range(area + 1)]
    if area > 100:
        sums = coverable([(piece, 0, most) for piece, _, most in demand], area)
        return [
            sums & ((2 << (area - f)) - 1) & WORD if sums >> f & sums >> (area - f) & 1 else 0 for f in range(area + 1)
        ]
    return _pockets_by_size(demand, area)


def _pockets_by_size(demand: Sequence[Demand], area: int) -> list[int]:
    """The same, exactly as far as sizes tell: all ways to share out the pieces among covered cells, pocket and rest.

    Sums (f, n, total) are the digits of a bit's number, so that one more piece is three shifts.
    """
    copies: dict[int, list[int]] = {}
    for piece, least, most in demand:
        bounds = copies.setdefault(piece.size, [0, 0])
        bounds[0] += least
        bounds[1] += most
    digit = area + 1
    whole = (1 << digit**3) - 1
    sums = 1
    for size, (least, most) in copies.items():
        for n in range(min(most, area // size)):
            more = sums << size * digit**2
            more = (more | more << size | more << size * digit) & whole
            sums = more if n < least else sums | more
    ends = sums >> area * digit**2
    return [sum((ends >> (n * digit + f) & 1) << n for n in range(min(area - f, 63) + 1)) for f in range(area + 1)]
