"""Cells that may stay empty: counted, listed, drawn, shown and checked, by every engine and on every lattice."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import chain, combinations, product
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from effort import examples
from facts import EVERY
from oracle import Statement as Question
from pentomino import Board, PictureError, Placement, Polyform, Puzzle, PuzzleError, Solution, count
from pentomino.formats import json
from pentomino.lattices.lattice import Lattice
from pentomino.reason.position import plain_fault
from puzzles import ENGINES, made, with_engine
from strategies import statements_with_room


def test_a_board_knows_its_optional_cells() -> None:
    board = Board.parse("..+\n.#+")
    assert board == Board([(0, 0), (0, 1), (0, 2), (1, 0), (1, 2)], optional=[(0, 2), (1, 2)])
    assert board == Board([(0, 0), (0, 1), (1, 0)], optional=[(0, 2), (1, 2)])
    assert board != Board(board.cells)
    assert (board.area, board.optional) == (5, {(0, 2), (1, 2)})
    assert str(board) == "..+\n.#+"
    assert repr(board) == "Board.parse('..+\\n.#+')"
    assert pickle.loads(pickle.dumps(board)) == board
    assert board - [(1, 2)] == Board.parse("..+\n.##")
    far = Board([(0, 0)], optional=[(90, 90)])
    assert repr(far) == "Board([(0, 0), (90, 90)], optional=[(90, 90)])"
    assert eval(repr(far)) == far
    assert [element.name for element in Board.parse("+..\n...").symmetries()] == ["IDENTITY"]
    assert len(Board.parse("+.+\n...").symmetries()) == 2
    assert len(Board.parse("+.+\n...\n+.+").symmetries()) == 8
    with pytest.raises(PuzzleError, match="optional: a cell must be a pair"):
        Board([(0, 0)], optional=[(1,)])  # type: ignore[list-item]
    with pytest.raises(PictureError, match=r"'\+' for one that may stay empty"):
        Board.parse("..-")


def test_optional_cells_replace_the_optional_cells_of_a_board() -> None:
    board = Board.parse("..+\nA#+").labelled({(0, 0): "a"})
    assert str(board.with_optional_cells(iter([(0, 1), (0, 2)]))) == ".++\nA#."
    assert board.with_optional_cells([]) == Board.parse("...\nA#.")
    assert board.with_optional_cells().optional == board.cells
    assert board.with_optional_cells([(0, 0)]).labels == board.labels
    with pytest.raises(PuzzleError, match=r"with_optional_cells: cell \(1, 1\) is not on the board"):
        board.with_optional_cells([(1, 1)])


def test_spare_lets_any_cell_stay_empty_if_none_is_marked_and_ends_with_the_last() -> None:
    assert count("2x3", "I2", spare=4, symmetry="all") == 7
    for board, pieces in (("4x4", "LUX"), ("2x2x2", "I2 V3"), ("AA.\n...", "I2*"), ("ring 2x4", "I3")):
        every = Puzzle(board, pieces, spare=6)
        assert every == Puzzle(Board(board).with_optional_cells(), pieces, spare=6) == pickle.loads(pickle.dumps(every))
        assert every != Puzzle(every.board, pieces, spare=5)
    assert count("+..", "I2", spare=1) == 1  # not the last cell
    assert Puzzle("2x3", "I2*", spare=0).board.optional == frozenset()
    puzzle = Puzzle("..+\n...", "I2* O1*0-1", spare=1)
    rest = puzzle.place(Placement("I2", [(0, 1), (0, 2)]))
    assert eval(repr(rest)) == rest == json.read_puzzle(json.write_puzzle(rest))
    assert rest.count(symmetry="all") == 1


@pytest.mark.parametrize(
    ("picture", "pieces", "reason"),
    [
        (".#+..", "I3 + I2?", "no piece has a place in the region of 1 cell at row 1, column 1"),
        (
            "....+#.....",
            "I3*3",
            "the pieces that fit there have 3 cells, and no choice of them "
            "covers the region of 5 cells at row 1, column 1, of which 1 may stay empty",
        ),
        ("....#+", "I3*0-1 + V3*0-1 + O1", None),
        ("+.#...", "I3 + O1*0-1", None),
        ("+#...", "I3", None),
    ],
)
def test_faults_know_of_optional_cells(picture: str, pieces: str, reason: str | None) -> None:
    puzzle = Puzzle(picture, pieces)
    found = plain_fault(puzzle)
    assert (found is None) == (puzzle.count() > 0) == (reason is None)
    assert (found.text if found else "").startswith(reason or "")


@pytest.mark.parametrize("engine", ENGINES)
@examples(40)
@given(question=statements_with_room(), seed=st.integers(0, 9))
def test_the_frontier_agrees_with_the_search(engine: str, question: Question, seed: int) -> None:
    puzzle = with_engine(made(question), engine)
    every = list(puzzle.solve_all(symmetry="all", method="search"))
    assert puzzle.count(symmetry="all", method="frontier") == len(every)
    assert puzzle.count(method="frontier") == puzzle.count(method="search")
    drawn = puzzle.sample(5, seed)
    assert set(drawn) <= set(every)
    assert len(drawn) == 5 * bool(every)


@examples(30)
@given(question=statements_with_room(9))
def test_other_ways_to_the_same_solutions(question: Question) -> None:
    puzzle = made(question)
    found = list(puzzle.solve_all())
    if question.allowed is None:
        assert list(pickle.loads(pickle.dumps(puzzle)).solve_all()) == found
    for solution in found:
        left = puzzle
        for placement in solution.placements:
            if placement not in puzzle.placed:
                left = left.place(placement)
                assert left.count(symmetry="all", limit=1)


@examples(30)
@given(question=statements_with_room(9))
def test_steps_show_pieces_only(question: Question) -> None:
    walk = made(question).steps()
    laid, met = walk.puzzle.placed, []
    for step in walk:
        if step.solution:
            met.append(step.solution)
            assert step.placements == step.solution.search_order
        else:
            assert abs(len(step.placements) - len(laid)) == 1
        laid = step.placements
    assert met == list(walk.puzzle.solve_all())


@pytest.mark.needs_threads
def test_work_that_is_shared_out(tmp_path: Path) -> None:
    puzzle = Puzzle("+....+\n......\n......\n+....+", "pentominoes?")
    found = list(puzzle.solve_all())
    assert puzzle.count() == len(found) == Puzzle("#....#\n......\n......\n#....#", "pentominoes?").count() == 6
    assert list(puzzle.solve_all(workers=2)) == found
    with ThreadPoolExecutor(2) as executor:
        assert list(puzzle.solve_all(executor=executor, journal=tmp_path / "journal")) == found
    assert list(puzzle.solve_all(journal=tmp_path / "journal")) == found


def test_given_pieces_and_pieces_of_one_cell_may_cover_optional_cells() -> None:
    board = Board.parse("++..\n....")
    placed = Placement("I2", [(0, 0), (0, 1)])
    puzzle = Puzzle(board, "I2*3-4", placed=[placed])
    assert puzzle.optional_cells == frozenset()
    assert puzzle.count(symmetry="all") == 2
    assert len(puzzle.symmetries()) == 1
    assert Puzzle(Board.parse("+..+\n...."), "I2*3-4", placed="AA..\n....").symmetries()[1:] == ()
    puzzle = Puzzle("..+\n.+.", "V3*0-1 + O1*1-3 + I2*")
    assert puzzle.count(symmetry="all") == len(set(puzzle.solve_all(symmetry="all"))) == 57
    assert puzzle.count(symmetry="all", method="frontier") == 57
    assert set(puzzle.sample(1000, 1)) == set(puzzle.solve_all(symmetry="all"))


@EVERY
@pytest.mark.parametrize("reflections", [False, True])
def test_the_sum_over_all_ways_to_leave_cells_empty(lattice: Lattice, reflections: bool) -> None:
    cells = list(product(range(2), repeat=lattice.dimension - 2))
    cells = [(*start, row, column) for start in cells for row in range(2) for column in range(2 if start else 4)]
    triple = [cells[0], *[cell for cell in cells if cell in lattice.neighbours(cells[0])]][:3]
    pieces = {Polyform(triple[:2], lattice=lattice): (0, None), Polyform(triple, lattice=lattice): (1, 2)}
    optional = cells[1:5] + cells[-1:]
    puzzle = Puzzle(Board(cells, lattice, optional=optional), pieces, reflections=reflections)
    total = 0
    for empty in chain.from_iterable(combinations(optional, n) for n in range(len(optional) + 1)):
        with suppress(PuzzleError):
            board = Board(set(cells) - set(empty), lattice)
            total += Puzzle(board, pieces, reflections=reflections).count(symmetry="all")
    assert total > 10, f"make `cells` larger: only {total} solutions"
    for engine in ENGINES:
        engaged = with_engine(puzzle, engine)
        assert engaged.count(symmetry="all") == len(list(engaged.solve_all(symmetry="all"))) == total
        assert engaged.count() == len(list(engaged.solve_all())) == len({s.canonical() for s in engaged.solve_all()})
        assert engaged.count(symmetry="all", method="frontier") == total
        assert engaged.count(method="frontier") == engaged.count()


@pytest.mark.needs_numpy
def test_pictures_show_what_stays_empty() -> None:
    puzzle = Puzzle("+..\n..#", "I2*2")
    solution = next(solution for solution in puzzle.solve_all() if solution.grid[0][0] == "+")
    assert solution.grid == ("+AA", "BB#")
    assert solution.to_text("letters") == "+AA\nBB#"
    assert str(solution) == "\n".join(["+---+-------+", "| + |       |", "+---+---+---+", "|       |", "+-------+"])
    assert ">+</text>" in solution.to_svg()
    assert puzzle.drawing.to_text("letters") == str(puzzle.board) == "+..\n..#"
    assert "+ " in solution.to_text("blocks")
    assert solution.to_numpy().tolist()[0][0] == 0
    assert not Solution(puzzle, solution.placements[:1]).is_valid()
    assert Puzzle("\n".join(solution.grid), "I2*2").count() == 1


def test_the_twelve_pentominoes_leave_five_of_seven_cells_of_the_middle_row_empty() -> None:
    row = [(2, column) for column in range(3, 10)]
    board = Board([(r, c) for r in range(5) for c in range(13)], optional=row)
    total = sum(Puzzle(board.cells - set(empty)).count(symmetry="all") for empty in combinations(row, 5))
    methods: list[Literal["search", "frontier"]] = ["search", "frontier"]
    for method in methods:
        assert Puzzle(board).count(symmetry="all", method=method) == total == 96
        assert Puzzle(board).count(method=method) == 24
