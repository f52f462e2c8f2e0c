"""The method "frontier": count solutions and tally placements without visiting solutions, and draw random solutions.

A puzzle is compiled into an exact cover for the frontier engine. See `docs/explanation/counting.md` for the method. The
module is imported only when the engine is needed.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from operator import itemgetter
from typing import Literal, TypeAlias

from .._core import WINDOW
from .._frontier import FrontierCount, FrontierJob, FrontierTable, FrontierTally, FrontierUnfit
from ..base_puzzle import BasePuzzle, Demand
from ..lattices.lattice import Element, Motion
from ..lattices.numbering import bits
from ..limits import MemoryLimit, allowing, claim, look, looked, looking
from ..pieces.sets import coverable
from ..symmetry import breakers, piece_images
from .by_search import NotApplicable, Tallied, spread
from .clock import free_memory
from .cover import Numbers, columns
from .plan import Plan
from .quotient import number_of_orbits, symmetric_cover
from .run import Run

# -------------------------------------------------------------------------------------------------------------- answers


Begin: TypeAlias = Callable[[FrontierTable], FrontierJob]
"""A function that begins a job (one count by the engine) for a compiled puzzle, within the limits of a run."""

TakeTurn: TypeAlias = Callable[[bool], None]
"""A function that the engine calls every few milliseconds. Its argument is True once the engine has reached the second
half of the cells. It may raise an exception to end the work."""


def count(run: Run, turn: TakeTurn | None = None) -> int:
    """Return the number of solutions. `run.options.symmetry` decides which solutions are equivalent.

    The engine calls `turn`, if given, every few milliseconds. `turn` may raise an exception to end the count.
    """
    plan = run.plan
    with _at_work(run, "count", turn) as begin:
        total = FrontierCount(begin(compile_puzzle(plan, breaks=True, folds=True))).count()
        if run.options.symmetry == "all":
            return total

        def count_kept(element: Element) -> int:
            table = compile_quotient(plan.puzzle, element)
            return 0 if table is None else FrontierCount(begin(table)).count()

        return number_of_orbits(total, plan.group, count_kept)


def tally(run: Run, turn: TakeTurn | None = None) -> Tallied:
    """Count the solutions with each placement. `turn` is the same as for `count`.

    Raise `NotApplicable` if the options require a count up to symmetry, unless the puzzle has no symmetry.
    """
    plan = run.plan
    if run.options.symmetry != "all" and len(plan.group) > 1:
        raise NotApplicable("the frontier engine cannot tally solutions of a symmetric puzzle up to symmetry")
    with _at_work(run, "tally", turn) as begin:
        counted = FrontierTally(begin(compile_puzzle(plan, breaks=True)))
        sums, number_of = Counter[int](), plan.cover.numbers_by_mask()
        for *option, number in counted.count():
            sums[number_of(*option)] += number
        return Tallied(counted.total, spread(plan, sums))


def sample(run: Run, k: int, seed: int) -> list[Numbers]:
    """Return `k` random solutions as ascending placement numbers, or [] if no solution exists.

    All solutions are equally likely, and a solution may occur several times. The same `seed` gives the same list.
    """
    import random  # takes some milliseconds, and few programs draw

    plan = run.plan
    if not plan.is_feasible:
        return []
    with _at_work(run, "draw from") as begin:
        # Progress treats counting all solutions as half of the work, and drawing as the other half.
        state = run.clock.state
        run.clock.state = lambda: ((state()[0] + run.clock.found / max(1, k)) / 2, state()[1])
        counted = FrontierCount(begin(compile_puzzle(plan, breaks=False)))
        total = counted.prepare()
        number_of, chance = plan.cover.numbers_by_mask(), random.Random(seed)
        solutions: list[Numbers] = []
        for _ in range(k if total else 0):
            look()
            solutions.append(tuple(sorted([number_of(*option) for option in counted.cover(chance.randrange(total))])))
            run.clock.found = len(solutions)
        return solutions


def prefixes(run: Run, last: int) -> list[int]:
    """Return a list whose item f is the number of ways to cover exactly the first f cells.

    The list ends at f = `last`. Return [1] if no piece fits. The copies of all pieces must be unlimited. The number for
    f may be too small if only a few cells follow the first f cells.
    """
    with _at_work(run, "count") as begin:
        return FrontierCount(begin(compile_puzzle(run.plan, breaks=False, folds=True))).prefixes(last)


# ----------------------------------------------------------------------------------------------------------------- jobs


@contextmanager
def _at_work(run: Run, verb: Literal["count", "tally", "draw from"], turn: TakeTurn | None = None) -> Iterator[Begin]:
    """Yield a function that begins a job (one count by the engine). Apply the limits of `run` in the body.

    Update the statistics of `run`. Raise `NotApplicable` if the engine cannot do the work. For `turn`, see `count`.
    """
    options, statistics = run.options, run.statistics
    limit = options.memory_limit or free_memory() // 2
    limit = min(limit, sys.maxsize)  # if addresses have 32 bits, a block of memory cannot be larger
    jobs, cells = _Jobs(), len(run.plan.puzzle.uncovered_cells)

    def tick() -> None:
        (run.clock.check if jobs.last is None else run.look)()  # no proof is tried while tables are made
        if turn is not None:
            turn(jobs.number > 1 or (jobs.last is not None and 2 * jobs.last.reached >= cells))

    def begin(table: FrontierTable) -> FrontierJob:
        held = run.held + sum(other.held for other in run.plan.frontier_tables.values() if other is not table)
        return jobs.add(FrontierJob(table, max(0, limit - held), options.workers, tick, full=MemoryLimit))

    run.clock.state = lambda: (jobs.last.progress if jobs.last else 0.0, jobs.nodes)
    try:
        with statistics.phase("count"), allowing(limit, run.held), looking(tick):
            yield begin
        statistics.engine = "frontier"
    except (FrontierUnfit, MemoryLimit) as error:
        raise NotApplicable(f"the frontier engine cannot {verb} this: {error}") from None
    finally:
        jobs.close()  # the traceback of an error refers to this frame, and would keep the memory of the job
        statistics._note_missing(options.workers, jobs.missing)
        statistics.workers = jobs.workers
        statistics.nodes = jobs.nodes
        statistics.levels = jobs.levels
        statistics.memory = max(statistics.memory, jobs.peak + run.held)


class _Jobs:
    """Totals of the jobs (counts by the engine) of a run. To save memory, only the `last` job is kept."""

    def __init__(self) -> None:
        self.last: FrontierJob | None = None
        self._nodes = self.number = self.missing = self.peak = 0
        self.workers = 1
        self.levels: list[tuple[int, int, int]] = []  # of the first job; the others count symmetric solutions

    def add(self, job: FrontierJob) -> FrontierJob:
        # only the counts of the old job are kept
        self.close()
        self.number += 1
        self.last = job
        return job

    @property
    def nodes(self) -> int:
        return self._nodes + (self.last.nodes if self.last else 0)

    def close(self) -> None:
        if (job := self.last) is not None:
            self._nodes += job.nodes
            self.missing, self.workers = max(self.missing, job.missing), max(self.workers, job.workers)
            self.peak = max(self.peak, job.peak)
            self.levels = self.levels or job.states
            self.last = None


# --------------------------------------------------------------------------------------------------------- exact covers


Option = tuple[int, int, int, int, int]
"""An option of an exact cover: (first cell, mask from this cell on, piece number, copies used, weight)."""

Columns = tuple[list[int], list[int], list[int]]
"""Three lists with an entry for each piece: the size in cells, the minimum and the maximum copies."""


def compile_puzzle(plan: Plan, breaks: bool, folds: bool = False) -> FrontierTable:
    """Return the exact cover of the puzzle for the frontier engine. The plan keeps it for later calls.

    - `breaks`: one piece breaks the symmetry. It gets only one placement of each orbit, and the weight of this
      placement is the length of the orbit. The count is the same, but takes a fraction of the work.
    - `folds`: if a symmetry reverses the lines of cells, the engine treats a node and its mirror image as one node. It
      visits half the nodes. The piece that breaks the symmetry gets two placements of each orbit, which are mirror
      images of each other.
    """
    if (breaks, folds) in plan.frontier_tables:
        return plan.frontier_tables[breaks, folds]
    puzzle, (numbers, cells, shifts) = plan.puzzle, plan.cover.lines
    breaker = longest_used_once(puzzle, plan.group) if breaks and len(plan.group) > 1 else None
    flip = _flip(plan) if folds else None
    slots = [(mask, number) for mask, number in plan.cover.movable if number != breaker]
    # The order of the options determines which solution a random number draws. Counts do not depend on it.
    options = [] if breaker is None else [*chain(*_last_of_orbits(plan, breaker, flip))]
    for number in set(range(len(puzzle._demand_with_gaps))) - {breaker, *(number for _, number in slots)}:
        options += [_option(covered, number, 1, 1) for _, covered in plan.cover.places(number, numbers)]
    area = cells.bit_count()
    table = plan.frontier_tables[breaks, folds] = FrontierTable(
        cells,
        [(mask, number) for mask, number in slots if puzzle._demand_with_gaps[number].most],
        [option for option in options if puzzle._demand_with_gaps[option[2]].most],
        *_uncounted(puzzle, columns(puzzle._demand_with_gaps)),
        area,
        shifts,
        pockets(puzzle._demand_with_gaps, area) if shifts else None,
        look,
        claim,
        # The length of a line. The smallest step leads to the next cell, the second smallest to the next line.
        0 if flip is None else sorted(puzzle._numbering.steps)[1],
    )
    return table


def _flip(plan: Plan) -> Motion | None:
    """Return the symmetry that reverses each line of cells, or None if the engine cannot use it.

    The symmetry must not exchange pieces. Then a state with only full lines and its mirror image have the same number
    of completions, so that the engine can treat the two states as one node.
    """
    numbering = plan.puzzle._numbering
    if plan.cover.is_wrapped or plan.cover.is_renumbered or len(numbering.lattice.vectors) > 1:
        return None
    line, axes = numbering.steps.index(1), range(numbering.lattice.dimension)
    if numbering.lattice.reach[line] > 1:
        return None  # the engine expects one skipped number at the end of a line
    flip = tuple([tuple([(axis == other) * (-1 if axis == line else 1) for other in axes]) for axis in axes])
    for element in plan.group:
        if isinstance(element, Motion) and element.matrix == flip:
            images = piece_images(plan.puzzle, element)
            return element if images == tuple(range(len(images))) else None
    return None


def _last_of_orbits(plan: Plan, piece: int, flip: Motion | None) -> Iterator[list[Option]]:
    """Yield a list of options for each orbit of placements of `piece`.

    An option is a placement and its weight. The options of an orbit are its last placement and the image of this
    placement under `flip`, or one option if they are equal or `flip` is None. Their weights sum to the orbit's length.
    """
    over = plan.cover.images(plan.group[0] if flip is None else flip)
    left = dict(plan.cover.places(piece, plan.cover.lines[0]))
    # Keep the last placement: with the first placement of each orbit, a count reads 10 to 60 % more entries.
    for number, covered in looked(sorted(left.items(), key=itemgetter(1), reverse=True)):
        if number in left:
            images = set(plan.images_of(number))
            # A count that folds treats a node and its image as one, so each option needs its image.
            both = {number: covered, over[number]: left[over[number]]}
            for image in images:
                del left[image]
            yield [_option(each, piece, 1, len(images) // len(both)) for each in both.values()]


def _option(numbers: Sequence[int], piece: int, copies: int, weight: int) -> Option:
    first = numbers[0]
    if numbers[-1] - first >= WINDOW:
        raise FrontierUnfit(f"a placement spans more than {WINDOW} cells")
    return first, sum([1 << (number - first) for number in numbers]), piece, copies, weight


def longest_used_once(puzzle: BasePuzzle, group: Sequence[Element]) -> int | None:
    """Return the number of the longest piece that can break the symmetry, or None if no piece can."""
    # A long piece at the end of the scan leaves the fewest states. With X instead of I, 8x8 + O4 takes 1.7 times as
    # long, although 6x10 takes 0.9 times as long. If several are equally long, the thinnest is used.
    sides = {number: puzzle._demand[number].piece.sides for number in sorted(breakers(puzzle, group))}
    return min(sides, key=lambda number: (-max(sides[number]), sorted(sides[number])), default=None)


def compile_quotient(puzzle: BasePuzzle, element: Element) -> FrontierTable | None:
    """Return the exact cover of the solutions that `element` maps to themselves, or None if obviously none exist."""
    cover = symmetric_cover(puzzle, (), element)
    if cover is None:
        return None
    # Several orbits of placements may have the same option. Then its weight is the number of orbits.
    options = [_option(cells, number, copies, weight) for (cells, number, copies), weight in cover.options.items()]
    by_piece = _uncounted(puzzle, (cover.sizes, cover.least, cover.most))
    area = len(puzzle.uncovered_cells)
    return FrontierTable((1 << cover.cells) - 1, [], options, *by_piece, area, tick=look, claim=claim)


def _uncounted(puzzle: BasePuzzle, by_piece: Columns) -> Columns:
    # The last piece of a puzzle with optional cells is the gap. If its copies have no limit, they are not counted.
    if not puzzle.optional_cells or puzzle._most_empty < len(puzzle.optional_cells):
        return by_piece
    sizes, least, most = by_piece
    return sizes, [*least[:-1], 0], [*most[:-1], len(puzzle.uncovered_cells)]


def pockets(demand: Sequence[Demand], area: int) -> list[int]:
    """Return a list whose item f describes which empty regions can be filled when f cells are covered.

    The item is a 64-bit word. Bit n is set if the remaining pieces may fill an enclosed region of n empty cells. The
    word is 0 if the pieces cannot be divided between the f cells and the other cells. `demand` holds the pieces with
    their numbers of copies. `area` is the number of all cells.
    """
    sizes = {piece.size for piece, _, most in demand if most}
    if len(sizes) == 1 or area > 100:  # the memory of the other method grows with the third power of the area
        sums = coverable([(piece, 0, most) for piece, _, most in demand], area)
        reached = set(bits(sums))
        region = [sums & (2 << min(n, 63)) - 1 for n in range(area + 1)]  # the areas up to n that pieces can fill
        return [region[area - f] if f in reached and area - f in reached else 0 for f in range(area + 1)]
    # Be exact: each copy of a piece may belong to the covered cells, to one enclosed region, or to the other empty
    # cells. Find the areas of these three parts for all such choices.
    copies: dict[int, list[int]] = {}
    for piece, least, most in demand:
        bounds = copies.setdefault(piece.size, [0, 0])
        bounds[0] += least
        bounds[1] += most
    # The number of a bit has three digits in base `area + 1`, from the lowest: the number of cells covered, of cells in
    # the pocket, and of cells in all three parts. One shift adds a piece to the rest, to the covered cells or to the
    # pocket.
    base = area + 1
    whole = (1 << base**3) - 1
    sums = 1
    for size, (least, most) in copies.items():
        for n in range(min(most, area // size)):
            more = sums << size * base**2
            more = (more | more << size | more << size * base) & whole
            sums = more if n < least else sums | more  # every sum includes the minimum number of copies
    ends = sums >> area * base**2  # the sums whose three parts have the whole area
    return [sum((ends >> (n * base + f) & 1) << n for n in range(min(area - f, 63) + 1)) for f in range(area + 1)]
