"""The verbs: laziness, limits, time-outs, bad arguments, Ctrl-C, threads, and predicates."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from itertools import count as numbers
from itertools import islice, product
from typing import Any

import pytest

import pentomino
from executors import Here
from pentomino import PentominoError, Placement, Puzzle, SearchCancelled, SearchTimeout, Solution, Statistics
from pentomino.search.options import Options
from pentomino.search.plan import Plan
from pentomino.search.run import Run
from pentomino.solutions.listing import Solutions
from puzzles import ENGINES, solved
from verbs import VERBS

LONG = Puzzle("9x10", "one-sided pentominoes", reflections=False)
"""A search of hours, with a solution every now and then."""


DOMINOES = Puzzle("8x8", "I2*32")


@pytest.mark.parametrize("symmetry", ["distinct", "all"])
def test_the_first_solution_comes_long_before_the_last(symmetry: Any) -> None:
    solutions, whole = Puzzle("6x10").solve_all(symmetry=symmetry), Statistics()
    assert not solutions.statistics.seconds, "nothing is compiled or searched before it is asked for"
    assert isinstance(next(solutions), Solution)
    assert next(solutions).is_valid()
    solutions.close()
    assert next(solutions, None) is None
    Puzzle("6x10").count(method="search", statistics=whole)
    assert 0 < solutions.statistics.nodes < whole.nodes / 100


def test_a_puzzle_without_end_is_begun_at_once() -> None:
    solutions = LONG.solve_all()
    some = list(islice(solutions, 3))
    assert len(set(some)) == 3
    del solutions
    assert LONG.solve() == some[0]
    assert LONG.count(limit=2) == 2


def test_iterators_are_independent() -> None:
    puzzle = Puzzle("5x12")
    one, two = puzzle.solve_all(), puzzle.solve_all(symmetry="all")
    pairs = list(zip(islice(one, 20), islice(two, 20), strict=True))
    again = list(islice(puzzle.solve_all(), 20))
    assert [first for first, _ in pairs] == again
    assert len(list(one)) == 1010 - 20
    assert len(list(two)) == 4040 - 20


def test_the_functions_are_the_methods() -> None:
    assert pentomino.count() == Puzzle().count() == 2339
    assert pentomino.count("3x20", symmetry="all") == 8
    assert pentomino.solve("3x20") == Puzzle("3x20").solve()
    assert list(pentomino.solve_all("3x20")) == list(Puzzle("3x20").solve_all())
    assert len(list(pentomino.solve_all("3x20", limit=1, symmetry="all", timeout=100))) == 1
    assert pentomino.count("2x4", {"L4": 2}, reflections=False, symmetry="all") == 1
    assert pentomino.count("2x3", "I2*3", placed="AA.\n...", symmetry="all") == 1
    assert pentomino.count("2x3", "I2*3", restrict={"I2": [1]}) == 1
    assert pentomino.solve("3x3", "V3*2 + I3", placed=".V.\nVV.\n...") is None
    assert pentomino.solve("2x3", "I2*3", restrict={"I2": []}) is None


def test_the_functions_take_a_puzzle() -> None:
    puzzle = Puzzle("VVV..\nV....\nV....", "PUV")
    assert pentomino.count(puzzle) == puzzle.count() == 1
    assert pentomino.solve(puzzle) == puzzle.solve() is not None
    assert list(pentomino.solve_all(puzzle, shuffle=True, seed=3)) == list(puzzle.solve_all(shuffle=True, seed=3))
    with pytest.raises(SearchTimeout):
        pentomino.count(LONG, method="search", timeout=0.01)
    for name, value in {"pieces": "PUV", "reflections": False, "placed": "VVV", "restrict": {}}.items():
        with pytest.raises(
            PentominoError, match=f"{name} cannot be combined with a Puzzle; remove it, or make another Puzzle"
        ):
            pentomino.count(puzzle, **{name: value})  # type: ignore[arg-type]


def test_a_puzzle_that_is_done() -> None:
    """Given pieces cover the board, or the last piece has been placed, or there was nothing to cover."""
    for puzzle in (Puzzle("AAB\nABB", "V3*2"), Puzzle("ABB\nAAB", {"V3": (0, None), "X": (0, 1)})):
        assert puzzle.count() == puzzle.count(symmetry="all") == 1
        assert [solution.is_valid() for solution in puzzle.solve_all()] == [True]
        assert str(puzzle.solve()).startswith("+-")
    corner = Placement("V3", [(0, 0), (0, 1), (1, 0)])
    rest = Placement("V3", [(0, 2), (1, 1), (1, 2)])
    done = Puzzle("2x3", "V3*2").place(corner).place(rest)
    assert done.count() == done.count(symmetry="all") == 1
    for empty in (done, Puzzle([], "O1*")):
        solution = solved(empty)
        assert solution.placements == ()
        assert solution.is_valid()
        assert str(solution) == ""
    short = Puzzle("3x3", "V3*2 + I3").place(Placement("I3", [(0, 0), (0, 1), (0, 2)]))
    assert short.count(symmetry="all") == 2
    assert Puzzle("1x4", "I2*1-2 + I4?").place(Placement("I4", [(0, 0), (0, 1), (0, 2), (0, 3)])).count() == 0


def test_a_limit_spares_the_search() -> None:
    puzzle, statistics = Puzzle("6x10"), Statistics()
    for limit, nodes in ((0, 0), (3, 40_000)):  # of 444 678
        assert puzzle.count(limit=limit, statistics=statistics) == limit
        assert statistics.nodes <= nodes
        assert len(list(puzzle.solve_all(limit=limit, statistics=statistics))) == limit
        assert statistics.nodes <= nodes


@pytest.mark.parametrize("symmetry", ["distinct", "all"])
def test_a_count_that_is_out_of_time(symmetry: Any) -> None:
    with pytest.raises(SearchTimeout) as caught:
        LONG.count(symmetry=symmetry, timeout=0)
    error = caught.value
    assert str(error) == f"stopped after 0 s: {error.found} solutions found"
    assert error.found >= 0
    assert error.solutions == ()
    assert isinstance(error, TimeoutError)
    assert isinstance(error, PentominoError)
    assert error.__cause__ is None


def test_what_was_found_is_a_lower_bound() -> None:
    DOMINOES.count(limit=1)  # compiled, so that it stops within the search

    def found(symmetry: Any) -> int:
        looks = numbers(1)
        with pytest.raises(SearchCancelled) as caught:
            DOMINOES.count(cancel=lambda: next(looks) >= 10, symmetry=symmetry, method="search")
        return caught.value.found

    assert 0 < found("distinct") <= 1629189
    assert found("distinct") <= found("all") <= 12988816


@pytest.mark.parametrize("symmetry", ["distinct", "all"])
@pytest.mark.parametrize("puzzle", [LONG, DOMINOES], ids=["few", "many"])
def test_a_list_that_is_out_of_time(puzzle: Puzzle, symmetry: Any) -> None:
    """However many solutions there are: the clock is looked at, too, where each is found at once."""
    met: list[Solution] = []
    with pytest.raises(SearchTimeout) as caught:
        met.extend(islice(puzzle.solve_all(symmetry=symmetry, timeout=0), 100_000))
    assert caught.value.found == len(met)
    assert list(caught.value.solutions) == met
    assert str(caught.value) == f"stopped after 0 s: {len(met)} solutions found"


def test_a_puzzle_can_be_used_after_a_time_out() -> None:
    puzzle = Puzzle("5x12")
    with pytest.raises(SearchTimeout):
        puzzle.count(timeout=0)
    assert puzzle.count() == 1010


BOTH: list[Callable[..., Any]] = [Puzzle("3x20").solve_all, Puzzle("3x20").count]


@pytest.mark.parametrize(
    ("name", "wrong", "wanted"),
    [
        ("symmetry", ["none", "", "ALL", None, 1, ["all"], b"all"], "'distinct', 'rotations' or 'all', got"),
        ("limit", [-1], "at least 0, got"),
        ("limit", [1.5, 2.0, "3", [], float("inf"), True], "a whole number, got"),
        ("timeout", [-1, -0.001, float("nan"), float("-inf"), "soon", [], 1j], "None or at least 0 seconds, got"),
        ("method", ["fast"], "'auto', 'search' or 'frontier', got"),
        ("memory_limit", [0], "at least 1, got"),
        ("memory_limit", [1.5], "a whole number, got"),
        ("workers", [0, -1], "at least 1, got"),
        ("workers", [1.5, "2"], "a whole number, got"),
        ("progress", [5], "a callable or None, got"),
        ("executor", [5], "None or an object with a submit method, got"),
    ],
)
def test_arguments_that_are_wrong(name: str, wrong: list[object], wanted: str) -> None:
    for verb, value in product(BOTH, wrong):
        with pytest.raises(PentominoError) as caught:
            verb(**{name: value})
        assert str(caught.value) == f"{name} must be {wanted} {value!r}"


@pytest.mark.parametrize("timeout", [1000, 1e300, float("inf"), 10**400])
def test_enough_time_changes_nothing(timeout: float) -> None:
    options: dict[str, Any] = {"timeout": timeout, "limit": 10**40}
    assert Puzzle("3x20").count(**options) == len(list(Puzzle("3x20").solve_all(**options))) == 2


def test_verbs_take_keywords_only() -> None:
    for verb in BOTH:
        with pytest.raises(TypeError):
            verb("all")
        with pytest.raises(TypeError):
            verb(symetry="all")


def test_a_predicate_may_change_its_mind() -> None:
    """Only its first word counts, so the searches stay consistent."""
    words = iter([True, False] * 1000)
    puzzle = Puzzle("3x3", "V3*2 + I3", restrict={"I3": lambda _: next(words)})
    assert len(list(puzzle.solve_all(symmetry="all"))) == puzzle.count(symmetry="all")
    assert len(list(puzzle.solve_all())) == puzzle.count()


INTERRUPTED = """
from pentomino.search.plan import plan_of
import pentomino, signal, sys, threading, _thread

puzzle = pentomino.Puzzle("9x10", "one-sided pentominoes", reflections=False)

def count():
    print("begun", flush=True)
    puzzle.count(symmetry="all")

def list_them():
    print("begun", flush=True)
    for _ in puzzle.solve_all():
        pass

def find_none():
    print("begun", flush=True)
    hard = pentomino.Puzzle("10x12", {{"I": (0, 3), "F": (1, 24), "X": (4, 4), "W": (0, 24)}})
    hard.solve()

for _ in range(2):
    try:
        {verb}()
    except KeyboardInterrupt:
        print("interrupted", puzzle.solve().is_valid(), puzzle.count(limit=2), flush=True)
"""


@pytest.mark.needs_processes
@pytest.mark.parametrize("verb", ["count", "list_them", "find_none"])
def test_control_c(verb: str) -> None:
    """Twice in one process; the puzzle serves on."""
    script = INTERRUPTED.format(verb=verb)
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            for _ in range(2):
                assert process.stdout.readline() == "begun\n"
                process.send_signal(2)
                assert process.stdout.readline() == "interrupted True 2\n"
            assert process.wait(60) == 0
        finally:
            process.kill()


@pytest.mark.parametrize(("engine", "board"), [("window", "5x12"), ("list", "5x12"), ("item", "3x4x5")])
def test_a_plan_searches_its_tables_for_solutions_with_given_pieces(engine: str, board: str) -> None:
    bare = Puzzle(board)
    plan = Plan(bare)
    vars(plan)["cover"] = ENGINES[engine](bare)
    vars(plan.cover)["is_itemized"] = engine != "window"
    for solution in islice(bare.solve_all(), 0, 60, 20):
        for given in (solution.placements[:2], solution.placements[3:4], solution.placements):
            found = list(Solutions(Run(plan.with_given(given), Options(symmetry="all"))))
            assert set(found) == set(bare.replace(placed=tuple(sorted(given))).solve_all(symmetry="all"))
            assert len(set(found)) == len(found)
            assert all(one.is_valid() for one in found)


@pytest.mark.usefixtures("eager_progress")
@pytest.mark.parametrize("error", [TimeoutError, MemoryError])
def test_errors_of_callbacks_and_predicates_keep_their_names(error: type[Exception]) -> None:
    """Though a time-out and a limit of memory raise errors of the same kinds."""

    def fail(_: object) -> bool:
        raise error("not ours")

    broken, running = Puzzle("5x12", restrict={"I": fail}), threading.active_count()
    asked: list[tuple[str, Puzzle, dict[str, Any]]] = [
        *((verb, broken, {}) for verb in VERBS),
        ("count", broken, {"method": "frontier"}),
        ("count", Puzzle("6x10"), {"progress": fail, "method": "search", "executor": Here()}),
        *(
            (verb, Puzzle(board), {"progress": fail, "workers": workers, **method})
            for workers in (1, 2)
            for verb, board, method in (
                *((verb, "6x10", {}) for verb in ("count", "solve_all", "tally", "is_unique")),
                *((verb, "5x12", {"method": "frontier"}) for verb in ("count", "tally")),
            )
        ),
    ]
    for verb, puzzle, options in asked:
        with pytest.raises(error, match=r"^not ours$") as caught:
            VERBS[verb].ask(puzzle, timeout=100, **options)
        assert caught.type is error
        assert threading.active_count() == running


def test_a_seed_may_be_any_text() -> None:
    assert Puzzle("5x12").sample(2, seed="\ud800") != Puzzle("5x12").sample(2, seed="\ud801")
    assert Puzzle("5x12").sample(1, seed="tea") == Puzzle("5x12").sample(1, seed="tea")


def test_statistics_are_those_of_one_call() -> None:
    """They are given to be filled, begun anew by each verb, and those of an iterator of its own."""
    puzzle, statistics = Puzzle("3x20"), Statistics()
    assert puzzle.count(statistics=statistics, method="search") == statistics.found == 2
    nodes = statistics.nodes
    assert puzzle.count(statistics=statistics, method="search") == statistics.found == 2
    assert statistics.nodes == nodes > 0
    one, other = puzzle.solve_all(), puzzle.solve_all()
    assert next(one).is_valid()
    assert (one.statistics.found, other.statistics.found) == (1, 0)
    assert len(list(other)) == other.statistics.found == 2
    one.close()
    assert next(one, None) is None
    puzzle.solve(statistics=statistics)
    assert (statistics.found, statistics.engine) == (1, "window")
    assert len(puzzle.sample(3, statistics=statistics)) == 3
    assert (statistics.engine, statistics.memory > 0) == ("frontier", True)
    assert not hasattr(puzzle, "statistics")


def test_the_frontier_lists_nothing() -> None:
    message = r"but cannot list them; use method='auto' or method='search'$"
    with pytest.raises(PentominoError, match=message):
        Puzzle("5x12").solve_all(method="frontier")
