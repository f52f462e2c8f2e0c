"""Searches to look at: the solutions of the search, and steps that visit its very nodes."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import example, given

from effort import examples
from oracle import Piece
from pentomino import Puzzle, PuzzleError
from pentomino.search.options import Symmetry
from pentomino.search.plan import plan_of
from pentomino.solutions.steps import Step
from puzzles import ENGINES, puzzle_of, solved, with_engine
from strategies import Statement as Question
from strategies import statements

SYMMETRIES: list[Symmetry] = ["distinct", "all"]
DOMINO = frozenset({(0, 0), (0, 1)})


def check_order(puzzle: Puzzle, steps: list[Step]) -> None:
    """From each step to the next one piece comes or goes, always the one laid last, and no two overlap."""
    laid = puzzle.placed
    tried = 0
    for step in steps:
        if step.is_back:
            assert step.placements == laid[:-1]
            assert step.solution is None
        elif step.placements != laid or step.solution is None:  # given pieces alone may be a solution
            assert step.placements[:-1] == laid
            tried += 1
        assert step.tried == tried
        laid = step.placements
        if step.solution is not None:
            assert step.solution.search_order == laid
            # If a piece has several names, a solution uses them in order.
            assert {one.cells for one in step.solution} == {one.cells for one in laid}
        covered = [cell for placement in laid for cell in placement.cells]
        assert len(covered) == len(set(covered))


@pytest.mark.parametrize("engine", ENGINES)
@examples(15)
@given(question=statements(most_cells=20))
@example(question=Question(DOMINO, (Piece(DOMINO, 0, 0), Piece(DOMINO, 1, 1))))
@example(question=Question(DOMINO, (Piece(DOMINO, 0, 1), Piece(DOMINO, 1, 1))))
def test_solutions_and_steps_are_those_of_the_search(engine: str, question: Question) -> None:
    try:
        puzzle = with_engine(puzzle_of(question), engine)
    except PuzzleError:  # the areas of board and pieces differ
        return
    for symmetry in SYMMETRIES:
        solutions = puzzle.solve_all(symmetry=symmetry)
        expected, statistics = list(solutions), solutions.statistics
        walk = puzzle.steps(symmetry=symmetry)
        assert list(walk.solutions()) == expected
        assert (walk.nodes, walk.found) == (statistics.nodes, len(expected))
        walk = puzzle.steps(symmetry=symmetry)
        steps = list(walk)
        shown = [step.solution for step in steps if step.solution]
        # The item engine may have its own order, but steps always cover the first empty cell.
        is_in_order = engine != "item" or plan_of(puzzle).cover.is_listed_in_order
        assert shown == expected if is_in_order else Counter(shown) == Counter(expected)
        assert walk.found == len(expected)
        assert walk.tried == (steps[-1].tried if steps else 0)
        if symmetry == "distinct":
            check_order(puzzle, steps)


@pytest.mark.parametrize(
    ("board", "pieces"),
    [("5x8", "FLIPNVYZ"), ("3x20", "pentominoes"), ("4x6", "I4*2 L4*2 O4*2"), ("5x6", "pentominoes?")],
)
def test_steps_visit_the_nodes_of_the_search(board: str, pieces: str) -> None:
    """Every placement is a node where at most 64 orientations are in play.

    Beside these a node is where a run begins. Where the number of pieces is fixed, the search knows that the last one
    fits, and has no node for it.
    """
    puzzle = Puzzle(board, pieces)
    runs = [plan_of(puzzle).cover.search(run.made) for run in plan_of(puzzle).cases]
    boards = sum(search.count() for search in runs)
    begun = sum(search.nodes > 0 for search in runs)
    walk = puzzle.steps()
    for _ in walk:
        pass
    placed_first = sum(len(run.made) for run in plan_of(puzzle).cases)
    last = boards if "?" not in pieces else 0
    assert walk.tried - placed_first - last + begun == sum(search.nodes for search in runs)


def test_a_tick_is_called_while_the_search_runs() -> None:
    ticks = []
    walk = Puzzle("5x12").steps()
    assert len(list(walk.solutions(lambda: ticks.append(walk.nodes)))) == 1010
    assert ticks == sorted(ticks)
    assert len(ticks) > 1010
    assert walk.seconds > 0


def test_the_order_in_which_pieces_are_laid() -> None:
    puzzle = Puzzle("""
        FF........
        .FF.......
        .F........
        ..........
        ..........
        ..........
    """)
    solution = solved(puzzle)
    assert solution.search_order[0] == puzzle.placed[0]
    assert sorted(solution.search_order, key=str) == sorted(solution.placements, key=str)
    assert solution.search_order != solution.placements
    turned = solution.transformed(puzzle.symmetries()[0])
    assert turned.search_order == turned.placements == solution.placements
