"""Counting without listing: a puzzle made an exact cover for the frontier engine, and its numbers made counts.

See `docs/frontier.md` for the method. Everything here raises `FrontierUnfit` where a puzzle is beyond the engine,
`MemoryError` where the memory allowed is not enough, and `TimeoutError` after the deadline.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from .._frontier import FrontierCount, FrontierRun, FrontierTable, FrontierUnfit
from ..areas import coverable
from ..clock import looked
from ..lattice import Motion
from ..numbering import Place, bits
from ..puzzle import Demand, Puzzle
from ..symmetry import Turn, piece_images
from .order import as_chance
from .plan import Plan
from .quotient import conjugacy_classes, symmetric_cover
from .table import WindowedPuzzle, columns

__all__ = ["FrontierUnfit", "Means", "count_all", "count_distinct", "count_fixed", "sample"]

Option = tuple[int, int, int, int, int]
"""First cell, mask from there on, piece, copies used, weight."""

MOST_CASES = 62
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
    return FrontierCount(means.run(compile_puzzle(plan, breaks=True))).count() if plan.is_feasible else 0


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


def count_fixed(plan: Plan, element: Motion, means: Means = PLAIN) -> int:
    """The number of solutions that *element*, of the puzzle's group, keeps as they are."""
    table = compile_quotient(plan.puzzle, element)
    return 0 if table is None else FrontierCount(means.run(table)).count()


def sample(plan: Plan, k: int, seed: object = None, means: Means = PLAIN) -> Iterator[tuple[int, ...]]:
    """Solutions drawn from all of them, each as likely as any other, as ascending placement numbers of `plan.table`.

    Drawn independently, so that one may come twice; none where there is no solution. The same *seed* gives the same.
    """
    import random  # some milliseconds, which only those who draw should spend

    chance = random.Random(as_chance(seed))
    counted = FrontierCount(means.run(compile_puzzle(plan, breaks=False)))
    total = counted.prepare() if plan.is_feasible else 0
    numbering, number_of = plan.puzzle.numbering, _numbers(plan)
    cell_at = {number_of[position]: numbering.cell(position) for position in bits(numbering.cells)}
    for _ in range(k if total else 0):
        options = counted.cover(chance.randrange(total))
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
        breaker = symmetry_breaker(plan.puzzle, plan.group) if breaks and len(plan.group) > 1 else None
        places = [] if breaker is None else _last_of_orbits(plan, breaker)
        known = plan.covers[breaks] = _compile(plan, breaker, places)
    return known


def compile_listing(plan: Plan) -> FrontierTable:
    """The exact cover of a puzzle for walks: the piece that the search places first has the places of the runs only.

    Raises `FrontierUnfit` where there are more runs than a list can tell apart.
    """
    number_of = _numbers(plan)
    positions = plan.puzzle.numbering.positions
    if len(plan.cases) > MOST_CASES:
        raise FrontierUnfit(f"there are {len(plan.cases)} places of the first piece, more than {MOST_CASES}")
    first = None
    options = []
    for case in plan.cases:
        for placement in case.made:
            first = plan.puzzle.piece_set.number(placement.cells)
            options.append(_option(sorted([number_of[n] for n in positions(placement.cells)]), first, 1, 1))
    return _compile(plan, first, [], options)


def codes(plan: Plan) -> Callable[[int, int], int]:
    """The number of a placement of `plan.table`, by the number of its first cell and its mask from there on."""
    table = plan.table
    if isinstance(table, WindowedPuzzle) and len(plan.puzzle.board.lattice.vectors) == 1:
        slots = len(table.slots)
        ranks = {mask: slots - 1 - slot for slot, mask in enumerate(table.masks) if mask}
        return lambda first, mask: first * slots + ranks[mask]
    listed = {}
    for number in range(len(plan.puzzle.pieces)):
        for place, numbers in _places(plan, number):
            first, mask, *_ = _option(numbers, number, 1, 1)
            listed[first, mask] = table.number_of(place)
    return lambda first, mask: listed[first, mask]


def _compile(
    plan: Plan, breaker: int | None, of_breaker: Iterable[Option], of_runs: Sequence[Option] = ()
) -> FrontierTable:
    """The exact cover of a puzzle, whose piece *breaker* has the options *of_breaker* only, or one for each run."""
    puzzle, table = plan.puzzle, plan.table
    options = list(of_breaker)
    if isinstance(table, WindowedPuzzle):
        listed = [number for number in range(len(puzzle.pieces)) if not puzzle.may_lie_anywhere(number)]
        slots = [
            (mask, number)
            for mask, (number, _) in zip(table.masks, table.slots, strict=True)
            if number != breaker and number not in listed
        ]
    else:
        listed, slots = list(range(len(puzzle.pieces))), []
    for number in listed:
        if number == breaker:
            continue
        options += [_option(numbers, number, 1, 1) for _, numbers in _places(plan, number)]
    area, shifts = len(puzzle.free), puzzle.numbering.shifts
    return FrontierTable(
        puzzle.numbering.cells if isinstance(table, WindowedPuzzle) else (1 << area) - 1,
        slots,
        options,
        *columns(puzzle.demand),
        area,
        shifts[1] if isinstance(table, WindowedPuzzle) and len(shifts) == 2 else 0,
        pockets(puzzle.demand, area) if isinstance(table, WindowedPuzzle) else None,
        of_runs,
    )


def _last_of_orbits(plan: Plan, piece: int) -> Iterator[Option]:
    """The place of each orbit of a piece's places that comes last in the scan, weighted by the length of the orbit."""
    turns = [Turn(plan.puzzle, element) for element in plan.group]
    left = dict(_places(plan, piece))
    for place, numbers in looked(sorted(left.items(), key=itemgetter(1), reverse=True)):
        if place in left:
            images = {turn.image(place) for turn in turns}
            for image in images:
                del left[image]
            yield _option(numbers, piece, 1, len(images))


def _places(plan: Plan, piece: int) -> Iterator[tuple[Place, tuple[int, ...]]]:
    """The places of a piece, each with the numbers of its cells, ascending."""
    number_of = _numbers(plan)
    for shape, places in plan.puzzle.places_of(piece):
        distances = plan.puzzle.numbering.shape(shape.cells)
        for position in looked(bits(places)):
            yield (position, shape.cells), tuple([number_of[position + distance] for distance in distances])


def _numbers(plan: Plan) -> Sequence[int] | dict[int, int]:
    """The numbers of cells, by their positions: those of the window engine, or else without gaps."""
    numbering = plan.puzzle.numbering
    if isinstance(plan.table, WindowedPuzzle):
        return range(numbering.size)
    return {position: number for number, position in enumerate(bits(numbering.cells))}


def _option(numbers: Sequence[int], piece: int, copies: int, weight: int) -> Option:
    first = numbers[0]
    if numbers[-1] - first >= 64:
        raise FrontierUnfit("an option reaches beyond 64 cells")
    return first, sum([1 << (number - first) for number in numbers]), piece, copies, weight


def symmetry_breaker(puzzle: Puzzle, group: Sequence[Motion]) -> int | None:
    """The piece that breaks the symmetry: the longest of those that every solution uses just once; or None.

    It must not be turned into its mirror twin. A straight piece placed at the end of the scan leaves fewest states.
    """
    moved = {n for element in group for n, image in enumerate(piece_images(puzzle, element)) if n != image}
    once = [
        (-max(piece.sides), sorted(piece.sides), number)
        for number, (piece, least, most) in enumerate(puzzle.demand)
        if least == most == 1 and number not in moved
    ]
    return min(once)[2] if once else None


def compile_quotient(puzzle: Puzzle, element: Motion) -> FrontierTable | None:
    """The exact cover that stands for the solutions that *element* keeps; None where there is clearly none."""
    cover = symmetric_cover(puzzle, puzzle, element)
    if cover is None:
        return None
    # Orbits on the same cells count as often as there are.
    options = [_option(cells, number, copies, weight) for (cells, number, copies), weight in cover.options.items()]
    area = len(puzzle.free)
    return FrontierTable((1 << cover.cells) - 1, [], options, cover.sizes, cover.least, cover.most, area)


def pockets(demand: Sequence[Demand], area: int) -> list[int]:
    """For each number f of covered cells: bit n is set where some of the pieces left may cover n cells, n below 64.

    0 where no choice of pieces covers f cells and leaves the others coverable.
    """
    sizes = {piece.size for piece, _, most in demand if most}
    if len(sizes) == 1:
        (size,) = sizes
        every = sum(1 << n for n in range(0, min(area, 63) + 1, size))
        return [every & _up_to(area - f) if f % size == 0 else 0 for f in range(area + 1)]
    if area > 100:
        sums = coverable([(piece, 0, most) for piece, _, most in demand], area)
        reached = set(bits(sums))
        return [sums & _up_to(area - f) if f in reached and area - f in reached else 0 for f in range(area + 1)]
    return _pockets_by_size(demand, area)


def _up_to(n: int) -> int:
    """The bits of a word up to bit n."""
    return (2 << min(n, 63)) - 1


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
