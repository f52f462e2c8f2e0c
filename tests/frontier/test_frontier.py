"""The counting engine: against the slow oracle, the search, known counts and a recurrence; its limits; its samples."""

from __future__ import annotations

import contextlib
import gc
import math
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count as count_up
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
from effort import examples, thorough
from oracle import RECORDS
from oracle import Statement as Question
from pentomino import D4, PentominoError, Placement
from pentomino._core import WINDOW
from pentomino._frontier import FrontierCount, FrontierJob, FrontierTable, FrontierUnfit
from pentomino.limits import MemoryLimit
from pentomino.search import by_frontier
from pentomino.search.by_frontier import Begin, Option, compile_puzzle, compile_quotient, count, pockets, sample
from pentomino.search.cover import Numbers
from pentomino.search.options import Options
from pentomino.search.plan import Plan
from pentomino.search.run import Run
from puzzles import known, placement_at, plan_for
from recorded import Recorded as Puzzle
from strategies import statements

LONG = {"pz-OneSidedPentominoes6x15", "pz-Polyominoes45AztecDiamond", "pz-PentominoesPlusSquareTetromino8x8"}

TOO_LONG = {"pz-OneSidedPentominoes9x10"}
"""A quarter of a minute and 2.4 GB: the benchmark counts it."""


def plan_of(board: str, pieces: str, *, reflections: bool = True) -> Plan:
    return Plan(Puzzle(board, pieces, reflections=reflections))


ONE_SIDED = plan_of("5x18", "one-sided pentominoes", reflections=False)


def late() -> None:
    """A tick of which the time is out."""
    raise TimeoutError


def noted(runs: list[FrontierJob], **options: Any) -> Begin:
    """Begins counts with these options, and notes them."""

    def begin(table: FrontierTable, *more: Any, **others: Any) -> FrontierJob:
        runs.append(FrontierJob(table, *more, **{**options, **others}))
        return runs[-1]

    return begin


def count_all(plan: Plan, begin: Begin = FrontierJob) -> int:
    return FrontierCount(begin(compile_puzzle(plan, breaks=True, folds=True))).count()


def count_distinct(plan: Plan) -> int:
    return count(Run(plan, Options()))


def count_fixed(plan: Plan, element: D4) -> int:
    table = compile_quotient(plan.puzzle, element)
    return 0 if table is None else FrontierCount(FrontierJob(table)).count()


def samples(plan: Plan, number: int, seed: object = None) -> list[Numbers]:
    return sample(Run(plan, Options()), number, seed)


# ------------------------------------------------------------------------------------------------ counts


@examples(250)
@given(statements(), st.booleans(), st.integers(1, 2), st.booleans(), st.booleans())
def test_totals_agree_with_the_oracle(
    question: Question, hashed: bool, workers: int, breaks: bool, folds: bool
) -> None:
    expected = len(oracle.solutions(question))
    plan = plan_for(question)
    if plan is None:
        assert expected == 0
        return
    table = compile_puzzle(plan, breaks, folds)
    run = FrontierJob(table, workers=workers, hashed=hashed)
    run.checks = True
    assert FrontierCount(run).count() == expected
    run = FrontierJob(table)
    run.checks = True
    assert FrontierCount(run).count_in_one_pass() == expected


def test_sums_are_as_wide_as_the_numbers_that_are_added() -> None:
    """The numbers of a level may be smaller than those before it may have been, though not than these were."""
    board = "\n".join(["." * 7, "..###..", *["." * 7] * 6])
    plan = Plan(Puzzle(board, {"O1": (0, None), "I3": (0, None), "T4": (0, 1), "V3": (0, None)}))
    table = compile_puzzle(plan, breaks=True)
    for way in (FrontierCount.count, FrontierCount.count_in_one_pass):
        assert way(FrontierCount(FrontierJob(table))) == 249_528_651_304_332  # also by a plain program


@examples(250)
@given(statements())
def test_distinct_counts_agree_with_the_oracle(question: Question) -> None:
    plan = plan_for(question)
    if plan is not None:
        assert count_distinct(plan) == len(oracle.orbits(oracle.bounded(question)))


@examples(150)
@given(statements(most_cells=10))
def test_ranks_are_the_solutions(question: Question) -> None:
    plan = plan_for(question)
    if plan is None:
        return
    given_cells = {cells for _, cells in question.given}
    expected = {oracle.parts_of(tiling) - given_cells for tiling in oracle.solutions(question)}
    run = FrontierJob(compile_puzzle(plan, breaks=False))
    run.checks = True
    counted = FrontierCount(run)
    total = counted.prepare()
    assert total == len(expected)
    assert len({tuple(counted.cover(rank)) for rank in range(total)}) == total
    if total:
        with pytest.raises(ValueError, match="rank must be less than"):
            counted.cover(total)
    found = set()
    for seed in range(3 * total if total < 10 else 0):
        (numbers,) = samples(plan, 1, seed)
        found.add(frozenset(frozenset(placement_at(plan.cover, number).cells) for number in numbers))
    assert found <= expected


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=thorough) if name in LONG else name for name in RECORDS if name not in TOO_LONG]
)
def test_known_counts(name: str) -> None:
    record = RECORDS[name]
    plan = Plan(known(name))
    assert count_distinct(plan) == record["distinct"]
    if record["total"] is not None:
        assert count_all(plan) == record["total"]


@pytest.mark.parametrize("element", [D4.TRANSPOSE, *(pytest.param(other, marks=thorough) for other in list(D4)[1:])])
def test_solutions_that_a_symmetry_keeps(element: D4) -> None:
    puzzle = Puzzle("4x4", "I2* V3* O1?")
    kept = [solution for solution in puzzle.solve_all(symmetry="all") if solution.transformed(element) == solution]
    assert count_fixed(Plan(puzzle), element) == len(kept)


def test_orbits_on_the_same_cells_count_each() -> None:
    # A quarter turn takes the upright dominoes of the inner square to the lying ones.
    plan = plan_of("2x2", "I2*")
    assert [count_fixed(plan, element) for element in D4] == [2, 0, 2, 0, 2, 0, 2, 0]
    assert compile_quotient(plan.puzzle, D4.ROTATE_180) is not None


# ------------------------------------------------------------------------------------------------ large numbers


def dominoes_on_four_rows(columns: int) -> int:
    """By the recurrence of OEIS A005178."""
    ways = [1, 1, 5, 11]
    while len(ways) <= columns:
        ways.append(ways[-1] + 5 * ways[-2] + ways[-3] - ways[-4])
    return ways[columns]


@pytest.mark.parametrize(
    ("board", "pieces", "expected"),
    [
        ("8x8", "I2*", 12988816),
        ("16x16", "I2*", 2444888770250892795802079170816),
        ("4x7", "I2*", dominoes_on_four_rows(7)),
        ("4x1000", "I2*", dominoes_on_four_rows(1000)),
        ("4x200", "I2* + O1?", dominoes_on_four_rows(200)),  # an even area has no room for just one single cell
    ],
)
def test_numbers_of_dominoes_up_to_many_words(board: str, pieces: str, expected: int) -> None:
    assert count_all(plan_of(board, pieces)) == expected


def test_sets_of_more_than_32_bits() -> None:
    plan = plan_of("4x6", "hexominoes?")
    table = compile_puzzle(plan, breaks=False)
    assert table.set_bits == 35
    expected = Puzzle("4x6", "hexominoes?").count(symmetry="all")
    assert FrontierCount(FrontierJob(table)).count() == expected
    assert FrontierCount(FrontierJob(table)).count_in_one_pass() == expected


def test_a_board_that_no_rectangle_of_numbers_holds() -> None:
    # A stair of 260 cells: 129 dominoes and two single cells in any order, or 130 dominoes.
    stair = {(i, i + step) for i in range(130) for step in (0, 1)}
    plan = Plan(Puzzle(stair, "I2* + O1*0-2"))
    assert not plan.cover.slides
    assert count_all(plan) == math.comb(131, 2) + 1


def test_an_empty_board_has_one_cover() -> None:
    puzzle = Puzzle("2x2", "I2*2")
    for placement in (Placement("I2", [(0, 0), (0, 1)]), Placement("I2", [(1, 0), (1, 1)])):
        puzzle = puzzle.place(placement)
    assert count_all(Plan(puzzle)) == count_distinct(Plan(puzzle)) == 1
    assert list(samples(Plan(puzzle), 2)) == [(), ()]


# ------------------------------------------------------------------------------------------------ limits


def test_an_option_that_reaches_too_far_is_refused() -> None:
    with pytest.raises(FrontierUnfit, match=f"{WINDOW} cells"):
        count_all(plan_of("40x40", "pentominoes*"))
    with pytest.raises(FrontierUnfit, match=f"{WINDOW} cells"):
        FrontierTable((1 << 130) - 1, [], [(0, 1 | 1 << WINDOW, 0, 1, 1)], [2], [0], [65], 130)


@pytest.mark.parametrize(
    ("slots", "options"),
    [
        ([(2, 0)], []),
        ([(1, 1)], []),
        ([(1, -1)], []),
        ([], [(3, 3, 0, 1, 1)]),
        ([], [(-1, 1, 0, 1, 1)]),
        ([], [(4, 1, 0, 1, 1)]),
        ([], [(0, 3, 0, 0, 1)]),
        ([], [(0, 3, 0, 1, 0)]),
    ],
)
def test_options_that_make_no_sense_are_refused(slots: list[tuple[int, int]], options: list[Option]) -> None:
    with pytest.raises(ValueError, match="an option"):
        FrontierTable(0b1111, slots, options, [2], [0], [2], 4)


def test_a_run_counts_once() -> None:
    table = FrontierTable(0b1111, [(0b11, 0)], [(0, 0b11, 0, 1, 6)], [2], [0], [2], 4)
    counted = FrontierCount(FrontierJob(table))
    assert counted.count() == 7
    with pytest.raises(RuntimeError, match="once"):
        counted.count()
    with pytest.raises(ValueError, match="rank must be less than 0, got 0"):
        counted.cover(0)


def test_weights_have_ranks() -> None:
    table = FrontierTable(0b1111, [(0b11, 0)], [(0, 0b101, 0, 1, 6), (1, 0b101, 0, 1, 2)], [2], [0], [2], 4)
    counted = FrontierCount(FrontierJob(table))
    assert counted.prepare() == 13
    covers = Counter(tuple(counted.cover(rank)) for rank in range(13))
    assert covers == {((0, 0b11, 0), (2, 0b11, 0)): 1, ((0, 0b101, 0), (1, 0b101, 0)): 12}


def test_sets_that_are_too_long_are_refused() -> None:
    with pytest.raises(FrontierUnfit, match="63 bits"):
        count_all(plan_of("7x10", "heptominoes?"))


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("limit", [0, 1000, 100_000, 3_000_000])
def test_too_little_memory_is_an_error(limit: int, workers: int) -> None:
    runs: list[FrontierJob] = []
    with pytest.raises(MemoryError, match=f"the limit is {limit}"):
        count_all(ONE_SIDED, noted(runs, memory_limit=limit, workers=workers))
    assert runs[0].held <= limit


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("error", [ZeroDivisionError, MemoryError, TimeoutError])
def test_an_error_of_the_tick_ends_a_count(error: type[Exception], workers: int) -> None:
    """As it is, though limits of a run raise errors of the same kinds."""
    calls = count_up(1)

    def tick() -> None:
        if next(calls) > 3:
            raise error

    with pytest.raises(error) as caught:
        count_all(ONE_SIDED, partial(FrontierJob, workers=workers, tick=tick))
    assert type(caught.value) is error
    with pytest.raises(MemoryLimit):
        count_all(ONE_SIDED, partial(FrontierJob, memory_limit=1000, full=MemoryLimit))


@pytest.mark.parametrize("limit", [None, 100_000])
def test_a_count_gives_its_memory_back_when_it_ends(limit: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """No cycle keeps a run alive until a collector comes, and nobody who does keep one keeps its lists."""
    made: list[FrontierJob] = []
    monkeypatch.setattr(by_frontier, "FrontierJob", noted(made))
    puzzle = Puzzle("5x12")
    gc.collect()
    gc.disable()
    try:
        for number in range(20):
            with contextlib.suppress(PentominoError):
                puzzle.count(method="frontier", memory_limit=limit, symmetry="all")
            assert [run.held for run in made] == [0]
            assert made.pop().nodes > 0
            runs = [one for one in gc.get_objects() if isinstance(one, FrontierJob)]
            assert not runs, f"{len(runs)} after {number + 1} counts"
    finally:
        gc.enable()


@pytest.mark.parametrize("workers", [1, 2])
def test_preparations_that_fail_hold_nothing(workers: int) -> None:
    for memory_limit, tick in ((3_000_000, None), (-1, late)):
        run = FrontierJob(compile_puzzle(ONE_SIDED, breaks=False), memory_limit, workers, tick)
        with pytest.raises((MemoryError, TimeoutError)):
            FrontierCount(run).prepare()
        assert run.held == 0


def test_work_that_began_though_no_thread_could_start_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    class Late(ThreadPoolExecutor):
        """Tells that it has no thread once the work has begun: what it cannot submit is queued all the same."""

        def submit(self, work: Any, /, *arguments: Any, **options: Any) -> Any:
            super().submit(work, *arguments, **options).exception()
            raise RuntimeError("can't start new thread")

    monkeypatch.setattr("concurrent.futures.ThreadPoolExecutor", Late)
    run = FrontierJob(compile_puzzle(ONE_SIDED, False), workers=4)
    assert FrontierCount(run).count() == 2746512
    assert run.held == 0


def test_workers_make_no_difference() -> None:
    runs: list[FrontierJob] = []
    for workers in (1, 3):
        assert count_all(ONE_SIDED, noted(runs, workers=workers)) == 2746512
    alone, shared = ((run.states, run.nodes, run.edges, run.steps) for run in runs)
    assert alone == shared


@pytest.mark.needs_threads
def test_a_table_may_be_shared_by_threads() -> None:
    table = compile_puzzle(plan_of("5x12", "pentominoes"), breaks=True)
    with ThreadPoolExecutor(4) as threads:
        assert [*threads.map(lambda _: FrontierCount(FrontierJob(table)).count(), range(4))] == [4040] * 4


def test_progress_and_states() -> None:
    runs: list[FrontierJob] = []
    seen: list[float] = []
    plan = plan_of("6x10", "pentominoes")
    count_all(plan, noted(runs, tick=lambda: seen.append(runs[0].progress)))
    assert seen == sorted(seen)
    assert seen[0] == 0
    assert len(set(seen)) > 5
    assert max(seen) > 0.5
    assert runs[0].progress == 1
    levels = [level for level, _, _ in runs[0].states]
    assert sorted(levels) == list(range(0, 61, 5))
    assert {level: nodes for level, nodes, _ in runs[0].states}[0] == 1


# ------------------------------------------------------------------------------------------------ samples


def test_samples_are_uniform() -> None:
    plan = plan_of("4x4", "I2*")
    drawn = Counter(samples(plan, 7200, seed=1))
    assert len(drawn) == 36
    # Chi-squared with 35 degrees of freedom is above 66.6 once in a thousand times.
    assert sum((n - 200) ** 2 / 200 for n in drawn.values()) < 66.6


# ------------------------------------------------------------------------------------------------ parts


@examples(60)
@given(st.lists(st.tuples(st.integers(1, 6), st.integers(0, 3), st.integers(0, 4)), min_size=1, max_size=4))
def test_pockets_by_size(kinds: list[tuple[int, int, int]]) -> None:
    demand = [(SimpleNamespace(size=size), least, least + more) for size, least, more in kinds]
    area = sum(size * least for size, least, _ in kinds) + kinds[0][0] * min(1, kinds[0][2])
    splits = {(0, 0, 0)}
    for size, least, more in kinds:
        options = [
            (f, n, r)
            for f in range(least + more + 1)
            for n in range(least + more + 1 - f)
            for r in range(least + more + 1 - f - n)
            if f + n + r >= least
        ]
        splits = {
            (a + f * size, b + n * size, c + r * size)
            for a, b, c in splits
            for f, n, r in options
            if a + b + c + (f + n + r) * size <= area
        }
    exact = {(f, n) for f, n, r in splits if f + n + r == area and n < 64}
    told = pockets(demand, area)  # type: ignore[arg-type]
    assert exact <= {(f, n) for f in range(area + 1) for n in range(64) if told[f] >> n & 1}
    if len({size for size, _, more in kinds}) > 1 and area <= 100 and all(least + more for _, least, more in kinds):
        assert exact == {(f, n) for f in range(area + 1) for n in range(64) if told[f] >> n & 1}


def test_samples_are_solutions_of_the_puzzle() -> None:
    puzzle = Puzzle("5x10", "pentominoes?")
    drawn = puzzle.sample(20, seed=7)
    assert len(drawn) == 20
    assert all(solution.is_valid() for solution in drawn)
    assert puzzle.sample(20, seed=7) == drawn
    assert puzzle.sample(0) == []
    with pytest.raises(PentominoError, match=r"k must be at least 0, got -1$"):
        puzzle.sample(-1)
    assert puzzle.sample(5, seed=7, workers=2) == drawn[:5]


def test_cells_far_apart() -> None:
    """Nothing slides over the hundred thousand blocked lines between them."""
    puzzle = Puzzle([(0, 0), (0, 1), (100_000, 0), (100_000, 1)], "I2*")
    assert puzzle.count(method="frontier") == puzzle.count(method="search") == len(puzzle.sample(1)) == 1
