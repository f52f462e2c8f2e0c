"""The item engine: what it meets, in its own order and in that of lists, and the searches that are left to it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import oracle
from effort import examples, thorough
from executors import share_out_at_once
from facts import OFF_SQUARES
from oracle import Statement
from pentomino import (
    CUBIC,
    SQUARE,
    Board,
    Placement,
    Polyomino,
    Puzzle,
    PuzzleError,
    SearchTimeout,
    Statistics,
    free_polyominoes,
)
from pentomino._core import ItemSearch, ItemTable, Search
from pentomino.lattices.lattice import Cell, Lattice
from pentomino.search.compiled import items
from pentomino.search.compiled.items import ItemizedSearch
from pentomino.search.compiled.window import WindowedPuzzle
from pentomino.search.plan import Plan, plan_of
from pentomino.search.steps import Walk
from puzzles import puzzle_of, with_engine
from strategies import statements

Parts = frozenset[frozenset[Cell]]
MANY = 1 << 20


def by_items(puzzle: Puzzle, made: Iterable[Placement] = ()) -> ItemSearch:
    """A search of the engine in an order of its own, whether it is the one to take or not."""
    table = plan_of(puzzle).table
    return table.by_items(table.counted, made)


def tilings(puzzle: Puzzle, search: Search) -> list[Parts]:
    """The solutions of a search, in its order, without the gaps."""
    table = plan_of(puzzle).table
    return [frozenset(frozenset(table.lying(number)[1]) for number in {*found} - table.gaps) for found in search]


def solid(*sides: int, **options: Any) -> Puzzle:
    """Solid tetrominoes, turned over as well, in a box."""
    pieces = dict.fromkeys(free_polyominoes(4, CUBIC), (0, 2))
    return Puzzle(Board(product(*map(range, sides)), CUBIC), pieces, **options)


@examples(40)
@given(statements())
def test_every_solution_is_met_once(question: Statement) -> None:
    try:
        puzzle = puzzle_of(question)
    except PuzzleError:  # the areas cannot meet
        return
    expected = {oracle.parts_of(tiling) for tiling in oracle.solutions(question)}
    given_parts = frozenset(frozenset(placement.cells) for placement in puzzle.placed)
    found = tilings(puzzle, by_items(puzzle))
    assert len(found) == len(set(found))
    assert {tiling | given_parts for tiling in found} == expected


@OFF_SQUARES
@examples(15)
@given(data=st.data())
def test_the_engines_agree_on_random_puzzles_of_every_lattice(lattice: Lattice, data: st.DataObject) -> None:
    sides = (2, 3, 3) if lattice is CUBIC else (4, 4)
    cells = set(product(*map(range, sides)))
    cells -= data.draw(st.sets(st.sampled_from(sorted(cells)), max_size=3))
    shapes = [piece for n in (2, 3, 4) for piece in free_polyominoes(n, lattice)]
    copies = st.tuples(st.integers(0, 1), st.integers(1, 4)).filter(lambda pair: pair[0] <= pair[1])
    chosen = data.draw(st.dictionaries(st.sampled_from(shapes), copies, min_size=2, max_size=8))
    reflections = data.draw(st.booleans())
    try:
        puzzle = Puzzle(Board(cells, lattice), chosen, reflections=reflections)
    except PuzzleError:
        return
    found = tilings(puzzle, by_items(puzzle))
    other = [
        frozenset(frozenset(placement.cells) for placement in solution.placements)
        for solution in with_engine(puzzle, "window").solve_all(symmetry="all")
    ]
    assert len(found) == len(other)
    assert set(found) == set(other)
    assert with_engine(puzzle, "item").count() == with_engine(puzzle, "list").count()


def test_sets_of_two_words_become_sets_of_one() -> None:
    """There are 72 cells and pieces at first; what is left after some placements is at most 64."""
    puzzle = Puzzle("3x20")
    found = tilings(puzzle, by_items(puzzle))
    assert len(found) == len(set(found)) == 8
    assert {frozenset(map(frozenset, tiling)) for tiling in found} == {
        frozenset(frozenset(placement.cells) for placement in solution.placements)
        for solution in puzzle.solve_all(symmetry="all")
    }


def test_a_node_is_sought_by_its_options() -> None:
    puzzle = solid(2, 3, 4)
    search = by_items(puzzle)
    every = list(search)
    prefixes = search.prefixes(2)
    assert len(prefixes) > 10
    found = []
    for prefix in prefixes:
        search.seek(prefix)
        found += list(search)
    assert found == every
    search.seek(every[7])
    assert list(search) == [every[7]]
    for wrong in [(every[0][0], every[0][0]), (-1,), (1 << 60,)]:
        with pytest.raises(ValueError, match="do not follow one another"):
            search.seek(wrong)
        assert list(search) == every
        search.seek(())


def test_what_is_sought_is_part_of_the_depth() -> None:
    puzzle = solid(2, 3, 4)
    first = puzzle.placements()[0]
    plain, deep = by_items(puzzle, (first,)), ItemizedSearch(plan_of(puzzle).table, ())
    deep.seek((plan_of(puzzle).table.number_of(puzzle.place_of(first.cells, 0)),))
    found = deep.take_some(MANY, lambda: None)
    assert plain.count() == len(found) > 0
    assert deep.take_some(MANY, lambda: None) == []
    histogram = deep.counts()[1][0]
    assert plain.counts()[1][0][:5] == histogram[1:6]
    assert histogram[0] == 0
    assert deep.exhausted


def test_an_empty_board_has_one_solution() -> None:
    assert list(ItemSearch(ItemTable(0, [], [1], [0], [1]))) == [()]
    assert list(ItemSearch(ItemTable(0, [], [1], [1], [1]))) == []
    assert list(ItemSearch(ItemTable(2, [([0], 0, 1), ([1], 0, 1)], [1], [0], [2]), 3)) == [()]


def test_more_options_than_a_counter_holds() -> None:
    """Each cell is covered by more options than the digits hold, so that they are counted one by one."""
    puzzle = Puzzle("4x4", "tetrominoes? + pentominoes? + trominoes? + hexominoes?")
    assert by_items(puzzle).count() == WindowedPuzzle(puzzle).search(()).count()


# -------------------------------------------------------------------------------------------- in the order of lists


@pytest.fixture(params=[2, items.LEAST], ids="{} nodes".format)
def tries(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts are cut after that many nodes."""
    monkeypatch.setattr(items, "LEAST", request.param)
    monkeypatch.setattr(items, "GROWTH", 1 << 30)


def same_lists(puzzle: Puzzle, engine: str, **options: Any) -> int:
    """The length of the listing, which is to be that of the table, solution by solution."""
    itemized, plain = with_engine(puzzle, engine), with_engine(puzzle, engine)
    vars(plan_of(itemized))["is_itemized"], vars(plan_of(plain))["is_itemized"] = True, False
    found, expected = itemized.solve_all(**options), plain.solve_all(**options)
    assert [solution.placements for solution in found] == [solution.placements for solution in expected]
    assert (found.statistics.engine, expected.statistics.engine) == ("item", plan_of(plain).table.engine)
    assert sum(found.statistics.histogram) == found.statistics.nodes
    return found.statistics.found


@pytest.mark.usefixtures("tries")
@pytest.mark.parametrize("engine", ["window", "list"])
@settings(examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(question=statements(), symmetry=st.sampled_from(["all", "distinct"]))
def test_lists_have_the_order_of_the_table(engine: str, question: Statement, symmetry: Any) -> None:
    try:
        puzzle = puzzle_of(question)
    except PuzzleError:
        return
    if not puzzle.placements() and engine == "window":
        return
    number = same_lists(puzzle, engine, symmetry=symmetry, method="search")
    expected = {oracle.parts_of(tiling) for tiling in oracle.solutions(question)}
    assert number == len(expected) if symmetry == "all" else number <= len(expected)


@pytest.mark.usefixtures("tries")
@pytest.mark.parametrize(
    "puzzle",
    [
        lambda: solid(2, 3, 4),
        lambda: Puzzle("hexagonal 4x5", "tetrahexes? + trihexes?"),
        lambda: Puzzle("triangular rhombus 4", "tetriamonds? + pentiamonds?"),
        lambda: Puzzle("torus 3x4", "tetrominoes* + I3*"),
    ],
    ids=["cubic", "hexagonal", "triangular", "torus"],
)
def test_lists_have_the_order_of_the_table_on_every_lattice(puzzle: Callable[[], Puzzle]) -> None:
    table = plan_of(puzzle()).table.engine
    assert same_lists(puzzle(), table, symmetry="all", limit=60, method="search") > 5
    assert same_lists(puzzle(), table, limit=60, method="search") > 5


def listing(**options: Any) -> list[Any]:
    solutions = with_engine(solid(2, 2, 4), "item").solve_all(method="search", **options)
    found = [solution.placements for solution in solutions]
    assert solutions.statistics.engine == "item"
    return found


@pytest.mark.needs_threads
def test_a_listing_is_the_same_however_it_is_shared_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(items, "LEAST", 20)
    every = listing()
    assert len(every) > 20
    assert listing(limit=7) == every[:7]
    share_out_at_once(monkeypatch)
    assert listing(workers=2) == listing(progress=lambda _: None) == every
    with ThreadPoolExecutor(2) as executor:
        assert listing(executor=executor) == every


@pytest.mark.needs_threads
def test_a_listing_with_a_journal_is_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("sqlite3")
    monkeypatch.setattr(items, "LEAST", 20)
    every = listing()
    share_out_at_once(monkeypatch)
    assert listing(journal=tmp_path / "journal") == listing(journal=tmp_path / "journal") == every


def test_a_shuffled_listing_has_the_order_of_the_table() -> None:
    puzzle = Puzzle("torus 3x4", "tetrominoes* + I3*")
    listed = [solution.placements for solution in puzzle.solve_all(shuffle=3, limit=50)]
    shuffled = Plan(puzzle, 3)
    vars(shuffled)["is_itemized"] = False
    in_order = [solution.placements for solution in islice(Walk(shuffled).solutions(), 50)]
    assert listed == in_order != [solution.placements for solution in puzzle.solve_all(limit=50)]


@thorough
def test_many_solutions_of_a_part_are_not_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(items, "MOST_SORTED", 5)
    assert same_lists(solid(2, 3, 4), "window", symmetry="all", method="search") > 100


def test_a_walk_is_a_listing() -> None:
    puzzle = with_engine(solid(2, 3, 4), "item")
    walk = puzzle.walk()
    solutions = puzzle.solve_all(method="search")
    assert list(walk.solutions()) == list(solutions)
    assert walk.nodes == solutions.statistics.nodes


def test_an_estimate_is_of_the_nodes_of_the_engine() -> None:
    puzzle = with_engine(solid(2, 3, 4), "item")
    statistics = Statistics()
    total = puzzle.count(symmetry="all", method="search", statistics=statistics)
    estimate = puzzle.estimate(500)
    assert abs(estimate.solutions - total) < 4 * estimate.solutions_error
    assert abs(estimate.nodes - statistics.nodes) < 4 * estimate.nodes_error + 1


def test_what_the_scan_does_not_reach_is_listed() -> None:
    """First cell first, a search would take hours."""
    records = json.loads((Path(__file__).parents[1] / "data" / "lattice_counts.json").read_text(encoding="utf-8"))
    crystal = next(record for record in records if record["id"] == "c-pent-6x6x6crystal3")
    pieces = [Polyomino(map(tuple, piece["cells"]), piece["name"], CUBIC) for piece in crystal["pieces"]]
    solutions = Puzzle(Board(map(tuple, crystal["board"]), CUBIC), pieces, reflections=True).solve_all()
    assert len(list(solutions)) == crystal["distinct"] == 9
    assert solutions.statistics.nodes < 1_000_000


# ---------------------------------------------------------------------------------------- which searches it does


def engine_of(puzzle: Puzzle) -> str:
    """The engine that searches."""
    return plan_of(puzzle).engine


def test_which_puzzles_it_counts() -> None:
    pentominoes = free_polyominoes(5, CUBIC)
    assert engine_of(Puzzle("6x10")) == engine_of(Puzzle("8x8", "pentominoes + O4")) == "window"
    assert engine_of(Puzzle(Board(product(range(3), range(4), range(5)), CUBIC), pentominoes[:12])) == "item"
    assert engine_of(Puzzle(Board(product(range(2), range(3), range(10)), CUBIC), pentominoes[:12])) == "window"
    assert engine_of(Puzzle(Board(product(range(3), repeat=3), CUBIC), {free_polyominoes(3, CUBIC)[1]: 9})) == "window"
    corner = {tuple(i * (axis == along) for along in range(3)) for axis in range(3) for i in range(8)}
    bars = {free_polyominoes(3, CUBIC)[0]: 2, free_polyominoes(4, CUBIC)[0]: 4}
    assert engine_of(Puzzle(Board(corner, CUBIC), bars)) == "item"  # it fits no window
    assert engine_of(Puzzle("31x35", "I*")) == "item"


@pytest.mark.needs_threads
@pytest.mark.parametrize(
    "options", [{}, {"workers": 2}, {"progress": lambda _: None}], ids=["one", "workers", "progress"]
)
def test_shared_out_it_counts_the_same(options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = with_engine(solid(2, 3, 4), "item")
    numbers = puzzle.count(symmetry="all", method="search"), puzzle.count(method="search")
    share_out_at_once(monkeypatch)
    statistics = Statistics()
    assert puzzle.count(symmetry="all", method="search", statistics=statistics, **options) == numbers[0]
    assert sum(statistics.histogram) == statistics.nodes
    assert statistics.engine == "item"
    assert puzzle.count(method="search", **options) == numbers[1] == with_engine(puzzle, "list").count()
    with ThreadPoolExecutor(2) as executor:
        assert puzzle.count(symmetry="all", method="search", executor=executor) == numbers[0]


@pytest.mark.needs_threads
def test_cells_that_stay_empty_are_shared_out(monkeypatch: pytest.MonkeyPatch) -> None:
    strip = Board.rectangle(1, 6)
    ring = Puzzle(Board(strip, SQUARE.wrapped(None, 6), optional=list(strip)[:3]), "I2* + O1*")
    box = Puzzle(Board(Board.box(2, 2, 3), CUBIC, optional=[(0, 0, 0), (1, 1, 2)]), "I2* + V3*")
    share_out_at_once(monkeypatch)
    for puzzle in ring, with_engine(box, "item"):
        expected = puzzle.count(symmetry="all", method="frontier")
        assert engine_of(puzzle) == "item"
        assert puzzle.count(symmetry="all", method="search", workers=2) == expected
        with ThreadPoolExecutor(2) as executor:
            assert puzzle.count(symmetry="all", method="search", executor=executor) == expected


def test_a_count_is_stopped_in_time() -> None:
    puzzle = with_engine(Puzzle("9x10", "one-sided pentominoes", reflections=False), "item")
    with pytest.raises(SearchTimeout):
        puzzle.count(timeout=0.05, method="search")


@pytest.mark.needs_threads
@pytest.mark.parametrize("symmetry", ["all", "distinct"])
@pytest.mark.parametrize("breaker", [2, 5])
def test_another_piece_first_counts_the_same(breaker: int, symmetry: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    share_out_at_once(monkeypatch)
    board = Board(product(range(2), range(3), range(4)), CUBIC)
    puzzle = with_engine(Puzzle(board, free_polyominoes(4, CUBIC)[1:]), "item")
    expected = with_engine(puzzle, "list").count(symmetry=symmetry, method="search")
    better = plan_of(puzzle).breaking(breaker)
    assert better.cases != plan_of(puzzle).cases
    plan_of(puzzle).counting.append(better)
    assert puzzle.count(symmetry=symmetry, method="search") == expected > 0
    assert puzzle.count(symmetry=symmetry, method="search", workers=2) == expected
    with ThreadPoolExecutor(2) as executor:
        assert puzzle.count(symmetry=symmetry, method="search", executor=executor) == expected
