"""The checks of the search: what they cut off, against slow searches, and that they cut off no solution."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given

from checks import CHECKS, without_pockets, work
from commandline import Run
from effort import examples
from oracle import Statement
from pentomino import Board, Puzzle, Statistics
from pentomino._core import WINDOW
from pentomino.search.cover import Cover
from pentomino.search.plan import Plan
from puzzles import ENGINES, made
from strategies import statements, statements_with_room

RANGES = Puzzle("4x4", "I3*2-5 + I2*1-3 + O1*0-8")
LOOSE = Puzzle("...+...+\n........\n........\n....+...\n........", "F L N P T U V W?")
CUBES = Puzzle("2x3x4", "O4 L4 T4 S4 I3 V3 I2", reflections=False)


def trimmed(by_depth: Counter[int]) -> list[int]:
    return [by_depth[depth] for depth in range(max(+by_depth, default=-1) + 1)]


def by_first_cell(puzzle: Puzzle, check_areas: bool) -> tuple[list[int], list[int]]:
    """Place all that fits at the first empty cell. Return the nodes, and those that the check of areas cuts, by depth.

    A node has a placement that fits, or is full.
    """
    rank = puzzle._numbering.positions
    demand = {piece.name: (piece.size, least, most) for piece, least, most in puzzle._demand}
    places = [(frozenset(rank(made.cells)), made.piece.name) for made in puzzle.placements()]
    nodes, cut = Counter[int](), Counter[int]()

    def extend(free: frozenset[int], used: Counter[str], depth: int) -> None:
        children = [
            (cells, name)
            for cells, name in places
            if free and min(cells) == min(free) and cells <= free and used[name] < demand[name][2]
        ]
        nodes[depth] += not free or bool(children)
        owed = sum(size * max(0, least - used[name]) for name, (size, least, _) in demand.items())
        if owed > len(free) and (check_areas or not free):
            cut[depth] += not free or bool(children)
            return
        for cells, name in children:
            extend(free - cells, used + Counter([name]), depth + 1)

    extend(frozenset(rank(puzzle.uncovered_cells)), Counter(), 0)
    return trimmed(nodes), trimmed(cut)


def by_fewest(puzzle: Puzzle) -> tuple[list[int], list[int]]:
    """Cover the first item with the fewest options. Return the nodes, and those where an item has none, by depth."""
    first_piece = max(puzzle._numbering.positions(puzzle.uncovered_cells)) + 1
    names = [count.piece.name for count in puzzle._demand]
    options = [
        frozenset([*puzzle._numbering.positions(made.cells), first_piece + names.index(made.piece.name)])
        for made in puzzle.placements()
    ]
    nodes, cut = Counter[int](), Counter[int]()

    def extend(rest: frozenset[int], fitting: list[frozenset[int]], depth: int) -> None:
        number = Counter(item for option in fitting for item in option)
        item = min(sorted(rest), key=number.__getitem__)
        if not number[item]:
            cut[depth - 1] += 1
            return
        for option in fitting:
            if item in option:
                nodes[depth] += 1
                if rest - option:
                    extend(rest - option, [other for other in fitting if not other & option], depth + 1)

    extend(frozenset().union(*options), options, 0)
    return trimmed(nodes), trimmed(cut)


@pytest.mark.parametrize(
    ("board", "pieces", "expected"),
    [("6x10", "pentominoes", 1), ("3x20", "pentominoes", 7), ("4x7", "X P L4 T4 S4 I3 V3", 1), ("4x6", "L4*6", 0)],
)
def test_regions(board: str, pieces: str, expected: int) -> None:
    """Cases that are not plausible, as no pieces add up to the size of some region, are not searched."""
    statistics = Statistics()
    Puzzle(board, pieces).count(method="search", statistics=statistics)
    assert statistics.cuts["regions"] == [expected] * (expected > 0)


@pytest.mark.parametrize("check_areas", [True, False])
def test_areas(check_areas: bool) -> None:
    plan = Plan(RANGES)
    vars(plan)["table"] = without_pockets(RANGES)
    case = plan.cases[0]
    assert case.made == ()
    search = plan.unordered(case)
    search.check_areas = check_areas
    search.seek(())
    assert search.count() == 9872
    nodes, cut = by_first_cell(RANGES, check_areas)
    statistics = Statistics()
    statistics.add(search.counts())
    assert (statistics.histogram, statistics.cuts["areas"]) == (nodes, cut)
    assert sum(cut) > 0


def test_items() -> None:
    table = Cover(CUBES)
    search = table.by_items(table.counted_items, ())
    assert search.count() > 0
    statistics = Statistics()
    statistics.add(search.counts())
    assert (statistics.histogram, statistics.cuts["items"]) == by_fewest(CUBES)


def test_pockets() -> None:
    puzzle, statistics = Puzzle("6x10"), Statistics()
    puzzle.count(method="search", statistics=statistics)
    assert statistics.pockets == Cover(puzzle).pockets > 0
    assert without_pockets(puzzle).pockets == 0
    assert Cover(RANGES).pockets == 0  # a single cell fills any pocket
    Puzzle("2x5x6", reflections=False).count(method="search", statistics=statistics)
    assert (statistics.engine, statistics.pockets) == ("item", 0)


@pytest.mark.parametrize("engine", ENGINES)
def test_nodes_that_are_cut_are_nodes(engine: str) -> None:
    statistics = work(RANGES, engine).statistics
    cuts = [statistics.cuts["areas"], statistics.cuts["items"]]
    assert 0 < sum(map(sum, cuts)) < statistics.nodes
    for by_depth in cuts:
        assert all(cut <= nodes for cut, nodes in zip(by_depth, statistics.histogram, strict=False))
    if engine == "item":  # it counts a node without a child only where a check has cut
        assert statistics.dead_ends == sum(map(sum, cuts))


def test_the_command_reports_it(run: Run) -> None:
    said = run("count", "6x10", "--method", "search", "-v").err
    why = "no pieces add up to the size of an empty region"
    assert f"pentomino: 1 subtree cut off, as {why}: 1 at depth 0\n" in said
    said = run("count", "4x4", "-p", "I3*2-5 + I2*1-3 + O1*0-8", "--method", "search", "-v").err
    assert "subtrees cut off, as the pieces still required need more cells than are empty: " in said
    assert "lookup" not in said


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("without", CHECKS)
@examples(150)
@given(question=statements() | statements_with_room())
def test_no_check_cuts_off_a_solution(without: str, engine: str, question: Statement) -> None:
    puzzle = made(question)
    every, fewer = work(puzzle, engine), work(puzzle, engine, without)
    assert fewer.number == every.number == puzzle.count(symmetry="all")
    assert fewer.statistics.nodes >= every.statistics.nodes


@pytest.mark.parametrize(
    ("puzzle", "without"),
    [(Puzzle("3x20"), "pockets"), (Puzzle("3x20"), "regions"), (RANGES, "areas"), (LOOSE, "areas")],
)
def test_each_check_saves_nodes(puzzle: Puzzle, without: str) -> None:
    every, fewer = work(puzzle, "window"), work(puzzle, "window", without)
    assert fewer.number == every.number
    assert fewer.statistics.nodes > every.statistics.nodes


@pytest.mark.skipif(WINDOW < 128, reason="the compiler has no integers of 128 bits")
def test_gaps_in_a_wide_window() -> None:
    """Two strips that meet in a corner; pieces down the column reach beyond 64 cells. The frontier has no check."""
    cells = {(row, column) for row, column in product(range(30), repeat=2) if 0 in (row, column)}
    optional = {(0, 8), (0, 24), (0, 26), (12, 0), (17, 0), (20, 0)}
    puzzle = Puzzle(Board(cells, optional=optional), {"I4": (6, 8), "L4": (0, 1), "I3": (3, 5), "I2": (0, 2)})
    assert puzzle.count(symmetry="all", method="frontier") == 710
    every, fewer = work(puzzle, "window"), work(puzzle, "window", "areas")
    assert every.number == fewer.number == 710
    assert 2 * every.statistics.nodes < fewer.statistics.nodes
