"""Solutions up to rotations: every method and verb against the slow oracle on all lattices, and known numbers."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
import pentomino
from commandline import Run
from compare import compare
from effort import examples
from executors import Here, share_out_at_once
from grids import GRIDS
from oracle import Piece
from oracle import Statement as Question
from pentomino import Board, PentominoError, Puzzle, SearchCancelled, boards
from pentomino.search.journal import Journal
from pentomino.search.plan import plan_of
from pentomino.search.workers import pickled, plan_elsewhere
from puzzles import made
from strategies import QUESTIONS, unbounded

KNOWN = [
    ("soma-bathtub", None, 79, 158, 316),  # puzzler.sourceforge.net
    ("soma", None, 240, 480, 11520),
    ("2x4x4", "tetracubes", 695, 1390, 11120),
    ("4x4", "one-sided tetrominoes*", 22, 37, 117),
    ("3x3", "one-sided trominoes*", 2, 3, 10),
    ("6x10", "pentominoes", 2339, 4678, 9356),
    ("1x6", "O1* + I2*", 9, 9, 13),  # a half turn does what a reflection does
]


@pytest.mark.parametrize("wide", [2, 3])
def test_a_triangle_of_balls_is_turned_over(wide: int) -> None:
    """A ball lies in one of three corners or, on the larger board, in the middle of one of three sides."""
    board = Board([(i, 0, j) for i in range(wide) for j in range(wide - i)], "balls").with_optional_cells()
    for symmetry in ("distinct", "rotations"):
        assert Puzzle(board, "O1").count(symmetry=symmetry) == wide - 1


@pytest.mark.parametrize("method", ["auto", "search", "frontier"])
@pytest.mark.parametrize(("board", "pieces", "distinct", "rotations", "every"), KNOWN)
def test_known_numbers(board: str, pieces: str | None, distinct: int, rotations: int, every: int, method: Any) -> None:
    puzzle = Puzzle(board, pieces) if pieces else boards.named(board).puzzle()
    assert puzzle.count(method=method) == distinct
    assert puzzle.count(symmetry="rotations", method=method) == rotations
    assert puzzle.count(symmetry="all", method=method) == every
    assert pentomino.count(board, pieces, symmetry="rotations", method=method) == rotations


@st.composite
def flat_boards_of_balls(draw: st.DrawFn) -> Question:
    """Draw statements on boards in one plane of the lattice of balls, most of them slanted, with some bars."""
    ways = draw(st.sampled_from([((0, 0, 1), (0, 1, 0)), ((0, 0, 1), (1, 0, 0)), ((0, 1, 0), (1, 0, 0))]))
    field = [tuple(i * a + j * b for a, b in zip(*ways, strict=True)) for i in range(3) for j in range(4)]
    cells = frozenset(field[: draw(st.sampled_from([4, 8, 12]))])
    if draw(st.booleans()):
        cells -= draw(st.sets(st.sampled_from(sorted(cells)), max_size=3))
    bars = [Piece(frozenset((0, 0, i) for i in range(n)), *draw(st.sampled_from([(0, 3), (1, 1)]))) for n in (1, 2, 3)]
    return Question(cells, tuple(bars), draw(st.booleans()), grid=GRIDS["balls"])


@examples(100)
@given(question=flat_boards_of_balls())
def test_rotations_turn_over_flat_boards_of_balls(question: Question) -> None:
    puzzle, number = made(question), len(orbits_of(question))
    assert puzzle.count(symmetry="rotations", method="search") == puzzle.count() == number
    assert puzzle.count(symmetry="rotations", method="frontier") == number
    assert len(list(puzzle.solve_all(symmetry="rotations"))) == number


def orbits_of(question: Question) -> list[set[oracle.Parts]]:
    """Return the solutions, sorted into sets of those that rotations map to each other."""
    found = oracle.orbits(oracle.bounded(question), rotations=True)
    return [{oracle.parts_of(tiling) for tiling in orbit} for orbit in found]


@examples(300)
@given(question=QUESTIONS, limit=st.integers(0, 4), seed=st.integers(0, 9))
def test_all_verbs_agree_with_the_oracle(question: Question, limit: int, seed: int) -> None:
    compare(question, limit=limit, seed=seed)


@pytest.mark.needs_threads
@examples(60)
@given(question=QUESTIONS)
def test_shared_searches_agree_with_the_oracle(question: Question) -> None:
    puzzle, number = made(question), len(orbits_of(question))
    options: dict[str, Any] = {"symmetry": "rotations", "method": "search"}
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as directory:
        share_out_at_once(patch)
        alone = list(puzzle.solve_all(**options))
        assert puzzle.count(**options, workers=2) == number
        assert list(puzzle.solve_all(**options, workers=2)) == alone
        if question.allowed is None:  # else it cannot be pickled
            assert puzzle.count(**options, executor=Here()) == number
            assert list(puzzle.solve_all(**options, executor=Here())) == alone
        assert puzzle.count(**options, journal=f"{directory}/journal") == number
        assert puzzle.count(**options, journal=f"{directory}/journal") == number


@examples(60)
@given(question=QUESTIONS.map(unbounded))
def test_levels_in_files_agree_with_the_oracle(question: Question) -> None:
    puzzle, number = made(question), len(orbits_of(question))
    with TemporaryDirectory() as directory:
        assert puzzle.count(symmetry="rotations", scratch=directory) == number
        if question.allowed is None:  # else it cannot be pickled
            assert puzzle.count(symmetry="rotations", scratch=directory, executor=Here()) == number


def test_a_journal_is_of_one_symmetry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    share_out_at_once(monkeypatch)
    path, added, add = tmp_path / "journal", list[object](), Journal.add
    monkeypatch.setattr(Journal, "add", lambda self, *what: (added.append(what), add(self, *what)))
    puzzle = Puzzle("5x12")
    with pytest.raises(SearchCancelled):
        puzzle.count(symmetry="rotations", method="search", journal=path, cancel=lambda: len(added) >= 3)
    with pytest.raises(
        PentominoError, match='belongs to another search: its symmetry must be "distinct", got "rotations"'
    ):
        puzzle.count(method="search", journal=path)
    assert puzzle.count(symmetry="rotations", method="search", journal=path) == 2020


def test_plans_with_another_breaker_and_elsewhere_keep_to_rotations() -> None:
    plan = plan_of(Puzzle("6x10")).up_to("rotations")
    for other in (plan.with_breaker((0, 0)), plan_elsewhere(pickled(plan))):
        assert other.group == plan.group
        assert not any(one.is_reflection for one in other.group)


def test_subsets_and_sequences() -> None:
    puzzle = Puzzle("3x5", "pentominoes?")
    found = puzzle.subsets(symmetry="rotations")
    assert found == {one: one.count(symmetry="rotations") for one in puzzle.subsets()}
    assert sum(found.values()) == puzzle.count(symmetry="rotations") == 14
    sequence = pentomino.sequence("NxN", "one-sided trominoes*", terms=5, symmetry="rotations")
    assert list(sequence) == [1, 0, 0, 3, 0]
    assert str(sequence).startswith("Number of tilings of NxN by one-sided trominoes*, up to rotations.\n1, 0, 0, 3, 0")


def test_a_tally_tells_how_it_counts() -> None:
    tally = Puzzle("3x5", "PUV").tally(symmetry="rotations")
    assert repr(tally) == "<Tally: 72 placements in 2 solutions, symmetry='rotations'>"
    with pytest.raises(PentominoError, match="counts by cell require a tally with symmetry='all', got 'rotations'"):
        tally.on((0, 0))


def test_the_command_line(run: Run) -> None:
    assert run("count", "soma-bathtub", "--symmetry", "rotations") == (0, "158\n", "")
    told = run("count", "soma-bathtub", "--symmetry", "rotations", "--json").out
    assert '"symmetry": "rotations", "count": 158' in told
    assert run("sequence", "NxN", "-p", "one-sided trominoes*", "-n", "5", "--symmetry", "rotations") == (
        0,
        "0 1\n1 0\n2 0\n3 3\n4 0\n",
        "pentomino: rotated and reflected tilings count up to rotations, mirror images separately\n"
        "pentomino: no linear recurrence found in 5 terms\n",
    )
    status, _, err = run("tally", "3x5", "-p", "PUV", "--symmetry", "rotations")
    assert (status, "--symmetry rotations requires --json" in err) == (2, True)


def test_two_solutions_differ_up_to_rotations(run: Run) -> None:
    """The second one drawn is a rotation of the second one found; a reflection of it is the first."""
    shown = {}
    for symmetry in ("rotations", "all"):
        status, out, _ = run("unique", "3x5", "-p", "PUV", "--symmetry", symmetry, "--json")
        assert status == 4
        first, second = json.loads(out)["solutions"]
        shown[symmetry] = {json.dumps(first, sort_keys=True), json.dumps(second, sort_keys=True)}
    assert len(shown["rotations"]) == 2


@pytest.mark.parametrize("name", [name for name in boards.names() if boards.named(name).rotations])
def test_numbers_up_to_rotations_of_named_boards(name: str) -> None:
    board = boards.named(name)
    assert board.puzzle().count(symmetry="rotations") == board.rotations


def test_boards_names_the_convention_of_a_source(run: Run) -> None:
    assert "\n79 solutions; 158 up to rotations, as the source counts\n" in run("boards", "soma-bathtub").out
    assert "\n14 solutions\n" in run("boards", "soma-screw").out
    assert '"solutions": 79, "rotations": 158' in run("boards", "soma-bathtub", "--json").out
