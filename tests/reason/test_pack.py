"""The most cells that pieces cover: by the oracle, by a count along the rows that shares no code; bounds of a stop."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from unittest.mock import Mock

import pytest
from hypothesis import assume, given

import oracle
from commandline import Run, complaint, write
from effort import examples, thorough
from oracle import Statement as Question
from pentomino import Board, Packing, Placement, Puzzle, PuzzleError, SearchTimeout, Solution
from pentomino.reason import pack
from puzzles import made, tiled
from strategies import QUESTIONS

MAX_CELLS = 9  # of a board with any pieces, which has many packings


@examples(200)
@given(question=QUESTIONS)
def test_no_packing_of_the_oracle_covers_more(question: Question) -> None:
    assume(len(question.cells) <= MAX_CELLS)
    puzzle = made(question)
    assume(puzzle.optional_cells in (frozenset(), puzzle.uncovered_cells))
    pieces = tuple(piece._replace(least=0) for piece in question.pieces)
    loose = replace(question, pieces=pieces, optional=question.cells, spare=None)
    assume(all(placement in oracle.all_placements(loose) for placement in oracle.given_placements(loose)))
    tilings = oracle.solutions(loose)
    most = max(sum(len(cells) for _, cells in tiling) for tiling in tilings)
    packing = puzzle.pack()
    assert (packing.covered, packing.is_proven) == (most, True)
    assert packing.solution.is_valid()
    assert set(puzzle.placed) <= set(packing.solution.placements)
    assert tiled(packing.solution) in {frozenset(cells for _, cells in tiling) for tiling in tilings}


@pytest.mark.parametrize("frontier", [False, True])
def test_both_ways_to_a_solution_that_is_known_to_exist(frontier: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """With few nodes, the lower bound is bad and the solution is drawn by the frontier."""
    expected = Puzzle("7x7", "W* T*").pack().covered
    for name in ("MAX_GREEDY_NODES", "MAX_LISTED_NODES")[: 1 + frontier]:
        monkeypatch.setattr(pack, name, 1)
    drawn: list[object] = []
    sample = pack.sample
    monkeypatch.setattr(pack, "sample", lambda *arguments: drawn.append(1) or sample(*arguments))  # type: ignore[func-returns-value]
    packing = Puzzle("7x7", "W* T*").pack()
    assert packing.covered == expected
    assert packing.solution.is_valid()
    assert bool(drawn) == frontier
    assert packing == Puzzle("7x7", "W* T*").pack(workers=2)


def fitting(rows: int, columns: int, shapes: set[oracle.Cells]) -> int:
    """Return how many of the shapes fit, row by row: the cells ahead that are covered, with the best number."""
    states = {0: 0}
    for place in range(rows * columns):
        row, column = divmod(place, columns)
        masks = []
        for shape in shapes:
            first = min(shape)
            steps = [(r - first[0], c - first[1]) for r, c in shape]
            if all(row + r < rows and 0 <= column + c < columns for r, c in steps):
                masks.append(sum(1 << r * columns + c for r, c in steps))
        after: dict[int, int] = {}
        for covered, number in states.items():
            more = [covered | mask for mask in masks if not covered & mask]
            for state, total in [(covered, number), *((state, number + 1) for state in more)]:
                after[state >> 1] = max(after.get(state >> 1, 0), total)
        states = after
    return max(states.values())


@pytest.mark.parametrize(
    ("rows", "columns", "name"), [(5, 5, "X"), (8, 8, "X"), (9, 11, "X"), (12, 12, "X"), (8, 9, "W"), (5, 7, "U")]
)
def test_copies_of_one_piece(rows: int, columns: int, name: str) -> None:
    puzzle = Puzzle((rows, columns), f"{name}*")
    shapes = {frozenset(turned.cells) for turned in puzzle.pieces[0].piece.orientations()}
    assert puzzle.pack().covered == 5 * fitting(rows, columns, shapes)


@thorough
def test_f_on_a_square_of_twelve() -> None:
    """An integer program (HiGHS) proves that 26 pieces are the most. It takes 12 s of processor time here."""
    assert Puzzle("12x12", "F*").pack().covered == 130


def test_given_pieces_and_restrictions_stay() -> None:
    puzzle = Puzzle("II...\n.....\n.....", "I2*", restrict={"I2": [0]})
    packing = puzzle.pack()
    assert (packing.covered, puzzle.placed[0] in packing.solution.placements) == (14 - 2, True)
    assert {turned.rows for turned in (one.piece for one in packing.solution.placements)} == {1}
    assert Puzzle("3x3", "L4*0-1").pack().covered == 4
    assert Puzzle("2x3", "I2*3").pack().covered == 6
    assert Puzzle("++\n++\n++", "I2*1", spare=None).pack().covered == 2
    placed = Placement("I2", [(0, 0), (0, 1)])
    assert Puzzle("1x4", "I2*2", placed=placed).pack().solution.placements[0] == placed


def test_a_puzzle_whose_cells_may_only_in_part_stay_empty_is_refused(run: Run) -> None:
    message = "pack lets all cells stay empty, but only some are optional (+): mark all of them, or none"
    with pytest.raises(PuzzleError, match=re.escape(message)):
        Puzzle("+..\n...", "I2*").pack()
    assert run("pack", write("some.txt", "+..\n...\n"), "-p", "I2*") == complaint(message)
    assert run("pack", "5x5", "--spare") == complaint("unrecognized arguments: --spare (see pentomino pack --help)")


def test_a_stop_states_the_bounds_and_carries_the_best(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    puzzle = Puzzle("12x12", "F*")
    with pytest.raises(SearchTimeout, match=r"s: the best solution covers 0 to 140 of 144 cells\Z"):
        puzzle.pack(timeout=0)
    monkeypatch.setattr(pack, "count", Mock(side_effect=SearchTimeout("stopped after 9 s: 0 solutions found")))
    with pytest.raises(SearchTimeout) as stopped:
        puzzle.pack()
    (best,) = stopped.value.solutions
    assert isinstance(best, Solution)
    assert best.is_valid()
    least = sum(placement.piece.size for placement in best.placements)
    assert 100 < least <= 130
    bounds = f"stopped after 9 s: the best solution covers {least} to 140 of 144 cells"
    assert (str(stopped.value), stopped.value.found) == (bounds, 1)
    status, out, err = run("pack", "12x12", "-p", "F*")
    assert (status, err) == (3, f"pentomino: {bounds}\n")
    assert out == f"{least // 5} pieces cover {least} of 144 cells, perhaps not the most\n{best}\n"
    assert json.loads(run("pack", "12x12", "-p", "F*", "--json").out)["is_proven"] is False


def test_the_value() -> None:
    packing = Puzzle("5x5", "X*").pack()
    assert str(packing) == packing.text == "2 pieces cover 10 of 25 cells"
    assert repr(packing) == "<Packing 2 pieces cover 10 of 25 cells>"
    assert packing.to_text() == packing.solution.to_text()
    assert packing.solution.puzzle == Puzzle(Board.rectangle(5, 5).with_optional_cells(), "X*")
    loose = Packing._make(solution=packing.solution, is_proven=False)
    assert str(loose) == "2 pieces cover 10 of 25 cells, perhaps not the most"
    assert str(Puzzle("2x2", "X*").pack()) == "0 pieces cover 0 of 4 cells"
    assert str(Puzzle("2x3", "P?").pack()) == "1 piece covers 5 of 6 cells"


@pytest.mark.parametrize("command", ["pack", "hint", "forced", "mistakes", "explain", "difficulty", "play"])
def test_symmetry_is_an_option_only_where_solutions_are_counted_or_listed(run: Run, command: str) -> None:
    assert run(command, "5x5", "--symmetry", "all") == complaint(
        f"unrecognized arguments: --symmetry all (see pentomino {command} --help)"
    )


def test_the_command(run: Run) -> None:
    status, out, err = run("pack", "5x5", "-p", "X*")
    assert (status, out.splitlines()[0], err) == (0, "2 pieces cover 10 of 25 cells", "")
    assert "\n".join(out.splitlines()[1:]) == Puzzle("5x5", "X*").pack().to_text()
    told = json.loads(run("pack", "5x5", "-p", "X*", "--json").out)
    assert (told["covered"], told["cells"], told["is_proven"], len(told["placements"])) == (10, 25, True, 2)
    assert run("pack", "5x5").out.startswith("5 pieces cover 25 of 25 cells\n")
    assert run("pack", "3x3", "-p", "L4 L4").out.startswith("2 pieces cover 8 of 9 cells\n")
    assert run("pack", "2x2", "-p", "X").status == 1
