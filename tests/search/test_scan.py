"""`Scan`, the search of some units in one thread: pauses, units and exceptions change no result."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from executors import Here, share_out_at_once
from pentomino import Puzzle
from pentomino.search import workers
from pentomino.search.clock import Statistics
from pentomino.search.plan import NEVER, Partition, Plan, Unit, partition, plan_of
from pentomino.search.scan import Scan
from pentomino.search.workers import do_task

PLANS = [
    plan_of(Puzzle(*words))
    for words in (("4x6", "tetrominoes? + I3*"), ("torus 3x4", "tetrominoes* + I3*"), ("2x5x6",))
]


def whole(plan: Plan) -> list[Unit]:
    return [(case, ()) for case in range(len(plan.cases))]


def found_by(scan: Scan) -> list[Any]:
    """The results of the cases, as the sums of all parts."""
    found: list[Any] = [scan.none for _ in scan.plan.cases]
    while not scan.is_done:
        case, part = scan.advance(lambda: None)
        found[case] += part
    return found


@pytest.mark.parametrize("plan", PLANS[:2], ids=["window", "item"])
@pytest.mark.parametrize("lists", [False, True])
@pytest.mark.parametrize("step", [1, 17, NEVER])
def test_parts_of_results_add_up(plan: Plan, lists: bool, step: int) -> None:
    expected = found_by(Scan(plan, whole(plan), lists))
    units = partition(plan, Partition(0, 1, 40, lists), Statistics())[0]
    assert len(units) >= 40
    for some in (whole(plan), units):
        scan = Scan(plan, some, lists, step)
        assert found_by(scan) == expected
        assert scan.nodes == scan.done.nodes > 0
    begin, found = 0, [Scan(plan, (), lists).none for _ in plan.cases]
    while begin < len(units):  # with pauses, in this thread, or without, as workers do it
        result = do_task(
            Scan(plan, units[begin : begin + 7], lists, step), begin, 1 << 20 if lists else None, lambda: None
        )
        begin = result.end
        for case, part in result.found:
            found[case] += part
    assert found == expected


def test_an_exception_loses_no_solution() -> None:
    plan, calls = plan_of(Puzzle("8x8", "pentominoes + O4")), 0
    expected = sum(plan.unordered(case).count() for case in plan.cases)

    def tick() -> None:
        nonlocal calls
        calls += 1
        if calls % 3 == 2:
            raise TimeoutError

    scan, total, left = Scan(plan, whole(plan), lists=False, step=1 << 18), 0, 0
    while not scan.is_done:
        try:
            total, left = total + scan.advance(tick)[1], 0
        except TimeoutError:
            ((_, left),) = scan.left()
        assert total + left <= expected
    assert total == expected
    assert calls > 9


@pytest.mark.parametrize("plan", PLANS, ids=["window", "in order", "item"])
def test_a_scan_begins_as_a_search_does_when_it_is_first_continued(plan: Plan) -> None:
    """So the memory limit of its thread applies, and the first solution comes as soon."""
    scan, search = Scan(plan, whole(plan), lists=True), plan.ordered(plan.cases[0])
    assert (scan.nodes, scan.grown) == (0, 0)
    assert scan.advance(lambda: None)[1] == [tuple(sorted(one)) for one in search.take_some(1, tick=lambda: None)]
    assert scan.nodes == search.nodes
    for grown in (5, 3):  # report the largest search, not the last one
        scan._search = SimpleNamespace(grown=grown, nodes=0, counts=Statistics().counts)
        scan.close()
    assert scan.grown == 5


@pytest.mark.parametrize("plan", PLANS, ids=["window", "in order", "item"])
def test_a_walk_tells_the_nodes_up_to_a_solution(plan: Plan) -> None:
    walk, search, before = Puzzle.steps(plan.puzzle, symmetry="all"), plan.ordered(plan.cases[0]), 0  # type: ignore[arg-type]
    images = len(plan.cases[0].movers)
    for _ in islice(walk.solutions(), 0, 20 * images, images):
        assert search.take_some(1, tick=lambda: None)
        assert walk.nodes == search.nodes >= before
        before = walk.nodes


@pytest.mark.parametrize("number", [1, pytest.param(2, marks=pytest.mark.needs_threads)])
def test_a_result_is_in_the_journal_before_it_is_used(
    tmp_path: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = pytest.importorskip("pentomino.search.journal")
    stored, add = 0, journal.Journal.add

    def counting(self: Any, place: Any, result: Any) -> None:
        nonlocal stored
        add(self, place, result)
        stored += sum(len(found) for _, found in result.found)

    monkeypatch.setattr(journal.Journal, "add", counting)
    solutions = Puzzle("4x6", "tetrominoes? + I3*").solve_all(workers=number, journal=tmp_path / "journal")
    used = 0
    for _ in solutions:
        used += 1
        assert used <= stored
    assert used > 20


def test_what_no_worker_can_do_is_in_the_journal_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sqlite3")
    share_out_at_once(monkeypatch)
    monkeypatch.setattr(workers, "LIMIT", -1.0)  # each task takes too long for a worker
    puzzle, journal = Puzzle("4x6", "tetrominoes? + I3*"), tmp_path / "journal"
    first = list(puzzle.solve_all(executor=Here(), journal=journal))
    monkeypatch.setattr(Scan, "advance", None)  # nothing is searched again
    assert list(puzzle.solve_all(executor=Here(), journal=journal)) == first
    assert len(first) > 20
