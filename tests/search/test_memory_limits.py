"""A limit of memory holds for the tables of all engines: they ask before they are made, and are given back."""

from __future__ import annotations

import gc
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import pentomino
from pentomino import PentominoError, Puzzle, SearchCancelled, Statistics
from pentomino._core import ItemTable, ListTable, Search, WindowTable
from pentomino._frontier import FrontierJob
from pentomino.base.limits import NoRoom, allowing, claim
from pentomino.lattices.lattice import D4
from pentomino.search.compiled.quotient import symmetric_search
from pentomino.search.plan import Plan
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
    "solve_all, shuffled": lambda **stated: len(list(pentomino.solve_all(**stated, shuffle=1))),
}

METHODS = {"tally": asks("tally")}
"""A puzzle keeps its plan, and with that its tables."""

WORKBENCH: dict[str, Callable[..., object]] = {
    "solve": pentomino.solve,
    "is_unique": asks("is_unique"),
    "explain": asks("explain"),
    "difficulty": asks("difficulty"),
    "subsets": asks("subsets"),
    "sequence": lambda board, pieces, **limits: pentomino.sequence("4xN", pieces, terms=16, **limits),
    "generate": lambda **stated: list(pentomino.generate("given", 1, seed=1, **stated)),
}


def stopped(after: int) -> Callable[[], bool]:
    """What cancels a search at the look of that number."""
    looks: list[None] = []
    return lambda: looks.append(None) or len(looks) >= after  # type: ignore[func-returns-value]


# ------------------------------------------------------------------------------------------------ what is allowed


def test_nothing_is_limited_unless_asked_for() -> None:
    claim(1 << 60)
    with allowing(None):
        claim(1 << 60)


def test_a_claim_is_for_all_that_is_held() -> None:
    with allowing(1000, held=300):
        claim(700)
        with allowing(100), pytest.raises(NoRoom, match=r"^the tables need 101 bytes, with a limit of 100: "):
            claim(101)
        with pytest.raises(
            NoRoom, match=r"^the tables need 1001 bytes, with a limit of 1000: raise memory_limit= to at least that"
        ):
            claim(701)
    claim(1001)


# -------------------------------------------------------------------------------------------------- what is needed


def needed(error: PentominoError) -> int:
    """The bytes that a message asks for."""
    found = re.match(
        r"^the tables need (\d+) bytes, with a limit of \d+: raise memory_limit= to at least that, or remove it$",
        str(error),
    )
    assert found is not None, error
    return int(found[1])


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("function", (FUNCTIONS | METHODS).values(), ids=FUNCTIONS | METHODS)
@pytest.mark.parametrize("stated", STATED.values(), ids=STATED)
def test_the_message_says_how_much_will_do(
    stated: dict[str, Any], function: Callable[..., object], workers: int
) -> None:
    """And one byte less will not."""
    stated = {**stated, "workers": workers, "method": "search"}
    limit, refused = 1, 0
    while True:
        try:
            found = function(**stated, memory_limit=limit)
            break
        except PentominoError as error:
            assert needed(error) > limit
            limit, refused = needed(error), refused + 1
    assert found == function(**stated)
    assert 1 <= refused <= 3
    with pytest.raises(PentominoError) as caught:
        function(**stated, memory_limit=limit - 1)
    assert needed(caught.value) == limit


@pytest.mark.parametrize("function", WORKBENCH.values(), ids=WORKBENCH)
def test_verbs_that_search_more_than_once_have_a_limit_for_each(function: Callable[..., object]) -> None:
    stated = {"board": "4x15", "pieces": "pentominoes"}
    with pytest.raises(PentominoError) as caught:
        function(**stated, memory_limit=100)
    assert needed(caught.value) > 100
    assert function(**stated, memory_limit=1 << 29) == function(**stated)


@pytest.mark.parametrize("method", ["search", "frontier"])
def test_what_is_limited_is_told(method: Any) -> None:
    """The bytes that a call has held will do for the same call, and fewer will not."""
    statistics = Statistics()
    assert Puzzle("3x20").count(method=method, statistics=statistics) == 2
    assert Puzzle("3x20").count(method=method, memory_limit=statistics.memory) == 2
    with pytest.raises(PentominoError, match=r"with a limit of"):
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


def test_tables_that_are_there_count_as_well() -> None:
    puzzle = Puzzle("3x20")
    assert puzzle.count(method="search") == 2
    with pytest.raises(PentominoError) as caught:
        puzzle.count(method="search", memory_limit=10_000)
    assert puzzle.count(method="search", memory_limit=needed(caught.value)) == 2


@pytest.mark.needs_128_bits
def test_tables_are_not_made_if_they_would_be_too_large() -> None:
    """What they would take is more than any machine has."""

    def refuse(number: int) -> None:
        raise NoRoom(str(number))

    one, cells = [1], 1 << 16
    for seed, lists in ((None, 1), (1, 4)):
        with pytest.raises(NoRoom) as caught:
            ListTable(cells, [([0], 0, 1)] * 99, one, [0], one, [(1 << cells) - 1] * 99, seed, claim=refuse)
        assert int(str(caught.value)) > 4 * lists * 99 * cells
    with pytest.raises(NoRoom, match=r"\d{5,}"):
        ItemTable(100, [([0], 0)] * 99, one, [0], one, claim=refuse)
    with pytest.raises(NoRoom, match=r"\d{5,}"):
        WindowTable([1, 9], (1 << 80) - 1, [3, 513], [0, 0], [2], [0], [40], claim=refuse)


def test_what_tables_hold_is_told() -> None:
    asked: list[int] = []
    tables = [
        ListTable(9, [([0, 1], 0, 1)], [2], [0], [4], [0b11111111], claim=asked.append),
        ItemTable(9, [([0, 1], 0)], [2], [0], [4], claim=asked.append),
        WindowTable([1, 4], 0b1110111, [3, 17], [0, 0], [2], [3], [3], claim=asked.append),
    ]
    assert asked == [table.held + table.search_bytes for table in tables]
    assert min(min(table.held, table.search_bytes) for table in tables) > 0


@pytest.mark.parametrize("limit", [1000, 20_000])
def test_a_count_takes_the_table_of_the_frontier_into_account(limit: int) -> None:
    with pytest.raises(PentominoError, match=f"^the frontier engine cannot count this: the .* with a limit of {limit}"):
        Puzzle("5x12").count(method="frontier", memory_limit=limit)


def test_tables_for_solutions_that_a_symmetry_keeps_come_on_top() -> None:
    plan = Plan(Puzzle("6x6", "I2*18"))
    plan.compile()
    held = plan.memory(counts=True, searches=0)
    with allowing(held + 1000, held), pytest.raises(NoRoom):
        symmetric_search(plan.puzzle, plan.puzzle, D4.ROTATE_180)


# ------------------------------------------------------------------------------------------------ what is given back


def searches() -> list[object]:
    """What is there of searches and tables, but for those that are frozen."""
    return [one for one in gc.get_objects() if isinstance(one, (Search, ItemTable, ListTable, WindowTable))]


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
            with suppress(SearchCancelled, NoRoom):
                function(**stated, method="search", workers=workers, **{**options, "cancel": cancel})
            assert searches() == []
    finally:
        gc.enable()


@needs_proc
def test_memory_returns_to_the_system() -> None:
    """After 20 counts it is about that after two, though the tables of each take 2 MB."""
    code = """if 1:
        from pathlib import Path
        from pentomino import Statistics, count
        taken, statistics = [], Statistics()
        for _ in range(20):
            count("48x48", "hexominoes*", limit=1, method="search", statistics=statistics)
            taken.append(int(Path("/proc/self/statm").read_text().split()[1]) * 4)
        print(statistics.engine, taken[-1] - taken[1])
    """
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    engine, more = answer.stdout.split()
    assert engine == "list"
    assert int(more) < 4096
