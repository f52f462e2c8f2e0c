"""Several threads that use the same puzzle at the same time, switched as often as the interpreter can; a fork."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

import pentomino
from effort import share
from pentomino import Placement, Puzzle
from pentomino.search.plan import plan_of

pytestmark = pytest.mark.needs_threads

THREADS = 4
SMALL = ("4x5", "pentominoes?")


@pytest.fixture(autouse=True)
def _restless() -> Iterator[None]:
    """Threads take turns after microseconds; without a global lock they run side by side anyway."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def together(work: Callable[[int], object]) -> list[object]:
    """What *work* gives for the numbers of the threads, all of which start at the same moment."""
    start = threading.Barrier(THREADS)

    def one(number: int) -> object:
        start.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as threads:
        return [*threads.map(one, range(THREADS))]


WAYS: dict[str, Callable[[Puzzle], object]] = {
    "solutions": lambda puzzle: [str(solution) for solution in puzzle.solve_all()],
    "all solutions": lambda puzzle: [solution.placements for solution in puzzle.solve_all(symmetry="all")],
    "by two workers": lambda puzzle: [str(solution) for solution in puzzle.solve_all(workers=2)],
    "number": lambda puzzle: puzzle.count(method="search"),
    "number without listing": lambda puzzle: puzzle.count(method="frontier", workers=2),
    "placements": lambda puzzle: (puzzle.placements(), puzzle.symmetries(), hash(puzzle)),
    "smaller puzzles": lambda puzzle: [puzzle.place(one).count() for one in puzzle.placements()[:5]],
}


@pytest.mark.parametrize("way", WAYS)
def test_one_puzzle_for_all(way: str) -> None:
    expected = WAYS[way](Puzzle(*SMALL))
    for _ in range(3):
        fresh = Puzzle(*SMALL)  # nothing of it has been computed yet
        assert together(lambda number, puzzle=fresh: WAYS[way](puzzle)) == [expected] * THREADS


def test_all_ways_at_once() -> None:
    some = list(WAYS.values())[:THREADS]
    expected = [way(Puzzle(*SMALL)) for way in some]
    fresh = Puzzle(*SMALL)
    assert together(lambda number: some[number](fresh)) == expected


def test_threads_agree_on_what_a_predicate_allows() -> None:
    """Even if it changes its mind: all see the answers that came first."""
    asked: list[Placement] = []

    def is_fancied(placement: Placement) -> bool:
        asked.append(placement)
        return len(asked) % 3 != 0

    for _ in range(share(30)):
        fresh = Puzzle("5x6", "pentominoes?", restrict={"P": is_fancied})
        seen = together(lambda number, puzzle=fresh: puzzle.placements())
        assert seen == [fresh.placements()] * THREADS


def test_a_search_is_for_one_thread() -> None:
    """Others are told so; whoever gets in goes on where the last one stopped."""
    search = plan_of(Puzzle("5x12")).cover.search([])
    total = pentomino.count("5x12", symmetry="all")

    def work(number: int) -> int:
        found = 0
        while True:
            try:
                some = search.take_some(30)
            except RuntimeError:
                continue
            if not some:
                return found
            found += len(some)

    assert sum(int(str(found)) for found in together(work)) == total == search.found
