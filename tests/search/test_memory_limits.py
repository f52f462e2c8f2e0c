"""A limit of memory holds for the tables of all engines: they ask before they are made, and are given back."""

from __future__ import annotations

import gc
import re
import subprocess
import sys
import weakref
from collections.abc import Callable
from contextlib import suppress
from itertools import count as numbers
from pathlib import Path
from typing import Any, get_args

import pytest

import pentomino
from executors import share_out_at_once
from pentomino import PentominoError, Puzzle, SearchCancelled, SearchTimeout, Statistics
from pentomino._core import ItemTable, Search, WindowTable
from pentomino._frontier import FrontierJob
from pentomino.lattices.lattice import D4
from pentomino.limits import MemoryLimit, allowing, claim
from pentomino.search import auto, estimate
from pentomino.search.by_search import counting
from pentomino.search.clock import drain
from pentomino.search.estimate import counting_plan
from pentomino.search.options import Options, Symmetry
from pentomino.search.plan import Plan, plan_of
from pentomino.search.quotient import symmetric_search
from pentomino.search.run import Run
from pentomino.solutions.listing import Solutions
from puzzles import asks

needs_proc = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is told by Linux alone")

STATED: dict[str, dict[str, Any]] = {
    "window": {"board": "3x20"},
    "window, restricted": {"board": "3x20", "restrict": {"I": lambda placement: placement.cells[0][1] > 3}},
    "list, item": {"board": "torus 3x5", "pieces": "XPL"},
}

FUNCTIONS: dict[str, Callable[..., object]] = {
    "count": pentomino.count,
    "solve_all": lambda **stated: len(list(pentomino.solve_all(**stated))),
    "solve_all, shuffled": lambda **stated: len(list(pentomino.solve_all(**stated, shuffle=True, seed=1))),
}

METHODS = {"tally": asks("tally")}
"""A puzzle keeps its plan, and with that its tables."""

REASON: dict[str, Callable[..., object]] = {
    "solve": pentomino.solve,
    **{verb: asks(verb) for verb in ("is_unique", "explain", "difficulty", "subsets", "pack")},
    "sequence": lambda board, pieces, **limits: pentomino.sequence("4xN", pieces, terms=16, **limits),
    "generate": lambda **stated: list(pentomino.generate(1, seed=1, **stated)),
    "divide": lambda board, pieces, **limits: list(pentomino.divide("4x4", 4, **limits)),
}


def stopped(after: int) -> Callable[[], bool]:
    """What cancels a search at the look of that number."""
    looks: list[None] = []
    return lambda: looks.append(None) or len(looks) >= after  # type: ignore[func-returns-value]


def test_a_claim_is_for_all_that_is_held() -> None:
    """And nothing is limited unless it is asked for."""
    with allowing(None):
        claim(1 << 60)
    with allowing(1000, held=300):
        claim(700)
        with allowing(100), pytest.raises(MemoryLimit, match=r"^the tables need 101 bytes, but the limit is 100: "):
            claim(101)
        with pytest.raises(
            MemoryLimit,
            match=r"^the tables need 1001 bytes, but the limit is 1000: raise or remove memory_limit=",
        ):
            claim(701)
    claim(1001)


def needed(error: PentominoError) -> int:
    """The bytes that a message asks for."""
    found = re.match(
        r"^the tables need (\d+) bytes, but the limit is \d+: raise or remove memory_limit=$",
        str(error),
    )
    assert found is not None, error
    return int(found[1])


def enough(ask: Callable[[int], Any], limit: int = 1) -> tuple[Any, int, int]:
    """Raise the limit to what each message asks for. Return the answer, the limit, and how often it was refused."""
    for refused in numbers():
        try:
            return ask(limit), limit, refused
        except PentominoError as error:
            assert needed(error) > limit
            limit = needed(error)
    raise AssertionError


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("function", (FUNCTIONS | METHODS).values(), ids=FUNCTIONS | METHODS)
@pytest.mark.parametrize("stated", STATED.values(), ids=STATED)
def test_the_message_says_how_much_will_do(
    stated: dict[str, Any], function: Callable[..., object], workers: int
) -> None:
    """And one byte less will not."""
    stated = {**stated, "workers": workers, "method": "search"}
    found, limit, refused = enough(lambda limit: function(**stated, memory_limit=limit))
    assert found == function(**stated)
    assert 1 <= refused <= 3
    with pytest.raises(PentominoError) as caught:
        function(**stated, memory_limit=limit - 1)
    assert needed(caught.value) == limit


def alone(puzzle: Puzzle, function: Callable[..., object], method: str, **options: Any) -> tuple[int, object]:
    """The least limit of memory with which a method answers by itself, and its answer."""
    statistics = Statistics()
    answer = function(puzzle, method=method, statistics=statistics, **options)
    return statistics.memory, answer


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("turns", ["in turns", "as it is"])
@pytest.mark.parametrize("function", [Puzzle.count, Puzzle.tally], ids=["count", "tally"])
@pytest.mark.parametrize(("board", "pieces"), [("3x20", "pentominoes"), ("6x6", "I2*18"), ("ring 4x5", "L4* I4*")])
def test_both_methods_together_do_what_one_can(
    board: str, pieces: str, function: Callable[..., object], turns: str, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With limits around what each needs, and what both need. An error of one is none of the other's, and no answer."""
    if turns == "in turns":  # take turns from the first node on, and start again with the best plan
        for name, value in {"STEP": 64, "SHORT": -1, "EARLY": 0, "LATE": 0, "UNIMPROVED": 0}.items():
            monkeypatch.setattr(auto, name, value)
        monkeypatch.setattr(estimate, "LASTING", 0)
    puzzle, one = Puzzle(board, pieces), {"symmetry": "all", "workers": 1}
    least, answer = alone(puzzle, function, "search", **one)
    needs = [least]
    with suppress(SearchTimeout):
        needs.append(alone(puzzle, function, "frontier", timeout=0.5, **one)[0])
    for need in {*needs, sum(needs)}:
        for limit in (need - 1, need, need + 1, need + 1000, 2 * need):
            asked = {"symmetry": "all", "workers": workers, "memory_limit": limit}
            if limit >= least:
                assert function(puzzle, **asked) == answer
                continue
            with suppress(PentominoError):
                assert function(puzzle, **asked) == answer


@pytest.mark.parametrize("more", [0, 1 << 20])
def test_a_search_that_is_begun_anew_needs_no_more_memory(more: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its tables stay, and count once. Why it answers is not forgotten."""
    monkeypatch.setattr(auto, "UNIMPROVED", 0)
    statistics, puzzle = Statistics(), Puzzle("3x4x5")
    puzzle.count(limit=1, method="search", statistics=statistics)
    limit = statistics.memory + more
    assert puzzle.count(memory_limit=limit, statistics=statistics) == 3940
    assert (statistics.engine, statistics.workers) == ("item", 1)
    assert statistics.reason


@pytest.mark.parametrize("method", ["search", "frontier"])
def test_what_is_limited_is_told(method: Any) -> None:
    """The bytes that a call has held will do for the same call, and fewer will not."""
    statistics = Statistics()
    assert Puzzle("3x20").count(method=method, statistics=statistics) == 2
    assert Puzzle("3x20").count(method=method, memory_limit=statistics.memory) == 2
    with pytest.raises(PentominoError, match=r"but the limit is"):
        Puzzle("3x20").count(method=method, memory_limit=statistics.memory - 1)


def test_tables_of_counts_that_are_done_are_not_kept() -> None:
    """A count of orbits counts once for each class of symmetries."""
    puzzle = Puzzle("4x6", "I2*2-8 + I3*")
    least = Statistics()
    puzzle.count(method="frontier", statistics=least)
    seen: list[int] = []
    gc.freeze()  # what there was before is not looked at

    def look() -> bool:
        seen.append(sum(isinstance(one, FrontierJob) for one in gc.get_objects()))
        return False

    puzzle.count(method="frontier", cancel=look)
    assert max(seen) <= 2


def test_tables_are_not_made_if_they_would_be_too_large() -> None:
    """What they would take is more than any machine has."""

    def refuse(number: int) -> None:
        raise MemoryLimit(str(number))

    one, cells = [1], 1 << 16
    with pytest.raises(MemoryLimit, match=r"\d{7,}"):
        ItemTable(cells, [([0], 0, 1)] * 999, one, [0], one, claim=refuse)
    with pytest.raises(MemoryLimit, match=r"\d{5,}"):
        WindowTable([1, 9], (1 << 80) - 1, [3, 513], [0, 0], [2], [0], [40], claim=refuse)


def test_what_tables_hold_is_told() -> None:
    asked: list[int] = []
    tables = [
        ItemTable(9, [([0, 1], 0, 1)], [2], [0], [4], claim=asked.append),
        WindowTable([1, 4], 0b1110111, [3, 17], [0, 0], [2], [3], [3], claim=asked.append),
    ]
    assert asked == [table.held + table.search_bytes for table in tables]
    assert min(min(table.held, table.search_bytes) for table in tables) > 0


@pytest.mark.parametrize("limit", [1000, 20_000])
def test_a_count_takes_the_table_of_the_frontier_into_account(limit: int) -> None:
    with pytest.raises(
        PentominoError, match=f"^the frontier engine cannot count this: the .* but the limit is {limit}"
    ):
        Puzzle("5x12").count(method="frontier", memory_limit=limit)


def test_tables_for_solutions_that_a_symmetry_keeps_come_on_top() -> None:
    plan = Plan(Puzzle("6x6", "I2*18"))
    plan.compile()
    held = plan.memory(counts=True, searches=0)
    with allowing(held + 1000, held), pytest.raises(MemoryLimit):
        symmetric_search(plan.puzzle, (), D4.ROTATE_180)


def searches() -> list[object]:
    """What is there of searches and tables, but for those that are frozen."""
    return [one for one in gc.get_objects() if isinstance(one, (Search, ItemTable, WindowTable))]


@pytest.mark.parametrize("options", [{}, {"cancel": 3}, {"memory_limit": 1000}], ids=str)
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
@pytest.mark.parametrize("stated", STATED.values(), ids=STATED)
def test_a_search_gives_its_memory_back_when_it_ends(
    stated: dict[str, Any], function: Callable[..., object], workers: int, options: dict[str, Any]
) -> None:
    """No cycle keeps a search or a table alive until a collector comes."""
    gc.freeze()  # what there was before is not looked at
    gc.disable()
    try:
        for _ in range(2):
            cancel = stopped(options["cancel"]) if "cancel" in options else None
            with suppress(SearchCancelled, MemoryLimit):
                function(**stated, method="search", workers=workers, **{**options, "cancel": cancel})
            assert searches() == []
    finally:
        gc.enable()


@pytest.mark.parametrize("words", [("3x20",), ("torus 3x5", "XPL"), ("2x5x6",)], ids=str)
def test_plans_that_share_a_cover_keep_it_no_longer_than_they_live(words: tuple[str, ...]) -> None:
    """Neither the plans that a plan makes, nor the solutions, which outlive the tables."""
    gc.disable()
    try:
        plan = Plan(Puzzle(*words), 5)  # not the puzzle's own plan, to which the puzzle refers
        plans = [plan, plan.up_to("rotations"), plan.with_given(()), counting_plan(plan)]
        runs = [Run(one, Options(symmetry=symmetry)) for one in plans for symmetry in get_args(Symmetry)]
        solutions = [next(Solutions(run)) for run in runs]
        assert all(one.cover is plan.cover and drain(counting(Run(one, Options()))) for one in plans)
        covers = weakref.ref(plan.cover)
        del plan, plans, runs
        assert covers() is None
        assert all(solution.is_valid() for solution in solutions)
    finally:
        gc.enable()


@needs_proc
def test_memory_returns_to_the_system() -> None:
    """After six counts it is about that after two, though the tables of each take 12 MB."""
    code = """if 1:
        import gc
        from pathlib import Path
        import pentomino.reason.proofs  # or a count that a busy machine makes slow would load it, and it stays
        from pentomino import Statistics, count
        taken, statistics = [], Statistics()
        for _ in range(6):
            count("35x35", "pentominoes*", limit=1, method="search", statistics=statistics)
            gc.collect()  # so that the interpreter gives back the tuples that it keeps for later
            taken.append(int(Path("/proc/self/statm").read_text().split()[1]) * 4)
        print(statistics.engine, taken[-1] - taken[1])
    """
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    engine, more = answer.stdout.split()
    assert engine == "item"
    assert int(more) < 4096


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.needs_threads)])
@pytest.mark.parametrize("verb", ["count", "solve_all"])
def test_memory_that_a_search_takes_later_is_limited(verb: str, workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists of the item engine grow: each refusal names more, until it is enough."""
    share_out_at_once(monkeypatch)
    puzzle = Puzzle("2x5x6", "pentominoes")

    def ask(limit: int) -> int:
        if verb == "count":
            return puzzle.count(method="search", workers=workers, memory_limit=limit)
        return len(list(puzzle.solve_all(workers=workers, memory_limit=limit)))

    found, limit, refused = enough(ask, 1000)
    assert (found, refused > 1) == (264, True)
    assert limit > plan_of(puzzle).memory(verb == "count", 1)


@pytest.mark.needs_threads
@pytest.mark.parametrize("function", (FUNCTIONS | METHODS | REASON).values(), ids=FUNCTIONS | METHODS | REASON)
def test_several_workers_need_no_more_than_one(function: Callable[..., object]) -> None:
    stated = {"board": "4x15", "pieces": "pentominoes"}
    found, limit, _ = enough(lambda limit: function(**stated, memory_limit=limit))
    assert function(**stated, memory_limit=limit, workers=3) == found
    assert function(**stated, memory_limit=1 << 29) == function(**stated)
    with pytest.raises(PentominoError) as caught:
        function(**stated, memory_limit=limit - 1, workers=3)
    assert needed(caught.value) == limit


@pytest.mark.needs_threads
def test_a_search_begins_anew_with_fewer_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also after tables have grown; then a list goes on where it was."""
    share_out_at_once(monkeypatch)
    puzzle, one, seen = Puzzle("2x5x6", "pentominoes"), Statistics(), set()
    assert puzzle.count(method="search", statistics=one) == 264
    listed = list(puzzle.solve_all())
    for limit in (one.memory, one.memory + 20_000, one.memory + 50_000, 1 << 20):
        statistics = Statistics()
        assert puzzle.count(method="search", workers=3, memory_limit=limit, statistics=statistics) == 264
        assert statistics.nodes == one.nodes
        assert list(puzzle.solve_all(workers=3, memory_limit=one.memory + limit)) == listed
        assert (f"memory_limit= has room for {statistics.workers} of 3 workers" in statistics.reason) == (
            statistics.workers < 3
        )
        seen.add(statistics.workers)
    assert {1, 3} <= seen


@pytest.mark.needs_threads
def test_both_methods_need_no_more_for_several_workers() -> None:
    statistics = Statistics()
    assert Puzzle("6x10").count(method="frontier", statistics=statistics) == 2339
    assert Puzzle("6x10").count(method="frontier", workers=3, memory_limit=statistics.memory) == 2339
    assert pentomino.count("kanoodle-pyramid", memory_limit=141785, workers=3) == 306
