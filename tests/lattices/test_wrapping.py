"""Wrapped boards, rings and tori: counts, symmetries and placements against the oracle's own geometry, and pictures."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from itertools import chain, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
from effort import examples, thorough
from oracle import Statement as Question
from pentomino import (
    D4,
    SQUARE,
    Board,
    Isometry,
    PentominoError,
    Placement,
    Polyform,
    Polyomino,
    Puzzle,
    PuzzleError,
    Solution,
    chart,
    formats,
)
from pentomino.render.colours import fills
from pentomino.search.quotient import conjugacy_classes
from puzzles import made, puzzle_of
from wraps import wrapped_statements

RECORDS = json.loads((Path(__file__).parents[1] / "data" / "lattice_counts.json").read_text(encoding="utf-8"))
CASES = {record["id"]: record for record in RECORDS if record["wrap"]}
SLOW = {"q-pent-W-torus-5x10", "q-tro-I-torus-6x6", "q-pent-3x20-loop", "q-tet-any-torus-4x4"}
"""What the search counts in half a second, or some."""
SMALL = [
    pytest.param(name, marks=[thorough] if name in SLOW else [])
    for name, case in CASES.items()
    if case["total"] < 50_000
]

Lying = frozenset[tuple[tuple[tuple[int, ...], ...], frozenset[tuple[int, ...]]]]


def recorded(name: str) -> Puzzle:
    case: dict[str, Any] = CASES[name]
    board = Board(map(tuple, case["board"]), SQUARE.wrapped(*case["wrap"]))
    pieces = {Polyomino(map(tuple, p["cells"]), p["name"]): tuple(p["copies"]) for p in case["pieces"]}
    return Puzzle(board, pieces, reflections=case["reflections"])


def lying(solution: Solution) -> Lying:
    """The solution as pieces on cells: cells alone do not tell them apart."""
    turns_over = solution.puzzle.reflections
    return frozenset((p.piece.canonical(turns_over).cells, frozenset(p.cells)) for p in solution.placements)


@pytest.mark.parametrize("name", CASES)
def test_counts_without_listing(name: str) -> None:
    puzzle, case = recorded(name), CASES[name]
    assert puzzle.count(symmetry="all", method="frontier") == case["total"]
    if case["distinct"] is not None:
        assert puzzle.count(method="frontier") == case["distinct"]


@pytest.mark.parametrize("name", SMALL)
def test_counts_by_search(name: str) -> None:
    puzzle, case = recorded(name), CASES[name]
    assert puzzle.count(symmetry="all", method="search") == case["total"]
    assert puzzle.count(method="search") == case["distinct"]
    assert len({solution.canonical() for solution in puzzle.solve_all(limit=3)}) == min(3, case["distinct"])


@examples(30)
@given(wrapped_statements(), st.integers(0, 6))
def test_all_verbs_agree_with_the_oracle(question: Question, limit: int) -> None:
    expected = oracle.solutions(question)
    try:
        puzzle = puzzle_of(question)
    except PuzzleError:  # the areas of board and pieces differ
        assert not expected
        return
    every = {frozenset(tiling) for tiling in expected}
    found = list(puzzle.solve_all(symmetry="all", method="search"))
    assert len(found) == len(set(found)) == len(every)
    assert {lying(solution) for solution in found} == every
    assert all(solution.is_valid() for solution in found)
    for method in ("search", "frontier"):
        assert puzzle.count(symmetry="all", method=method) == len(every)
        assert puzzle.count(symmetry="all", method=method, limit=limit) == min(limit, len(every))
    check_orbits(puzzle, [{frozenset(tiling) for tiling in orbit} for orbit in oracle.orbits(oracle.bounded(question))])
    rotated = oracle.orbits(oracle.bounded(question), rotations=True)
    assert puzzle.count(symmetry="rotations", method="search") == len(rotated)
    assert puzzle.count(symmetry="rotations", method="frontier") == len(rotated)
    one_each = [lying(solution) for solution in puzzle.solve_all(symmetry="rotations")]
    assert sorted(i for one in one_each for i, orbit in enumerate(rotated) if one in orbit) == [*range(len(rotated))]
    drawn = puzzle.sample(3, seed=1)
    assert len(drawn) == 3 * bool(every)
    assert {lying(solution) for solution in drawn} <= every
    tally = puzzle.tally()
    met = Counter(chain.from_iterable(every))
    turns_over = puzzle.reflections
    assert {(p.piece.canonical(turns_over).cells, frozenset(p.cells)): n for p, n in tally.items() if n} == met


def check_orbits(puzzle: Puzzle, orbits: list[set[frozenset[Any]]]) -> None:
    """Distinct solutions are one of each orbit."""
    distinct = list(puzzle.solve_all())
    orbit_of = {tiling: number for number, orbit in enumerate(orbits) for tiling in orbit}
    assert sorted(orbit_of[lying(solution)] for solution in distinct) == list(range(len(orbits)))
    assert puzzle.count(method="search") == puzzle.count(method="frontier") == len(orbits)
    for solution in distinct[:3]:
        orbit = orbits[orbit_of[lying(solution)]]
        images = [solution.transformed(element) for element in puzzle.symmetries()]
        assert solution.orbit_size == len(orbit)
        assert {lying(image) for image in images} == orbit
        assert len({image.canonical() for image in images[:10]}) == 1


@examples(50)
@given(wrapped_statements())
def test_symmetries_agree_with_the_oracle(question: Question) -> None:
    puzzle = made(question)
    cells = sorted(question.cells)
    expected = {
        tuple(min(element.on(question.cells, frozenset({cell}))) for cell in cells)
        for element in oracle.symmetries(oracle.bounded(question))
    }
    group = puzzle.symmetries()
    assert {tuple(puzzle.board.transform_cells(cells, element)) for element in group} == expected
    assert len(set(group)) == len(group)
    assert {a.after(b) for a in group[:5] for b in group[-5:]} <= set(group)  # type: ignore[arg-type]
    assert all(element.inverse.after(element).is_identity for element in group)  # type: ignore[arg-type]


@examples(60)
@given(wrapped_statements())
def test_placements_agree_with_the_oracle(question: Question) -> None:
    puzzle = made(question)
    found = [(p.piece.canonical(puzzle.reflections).cells, frozenset(p.cells)) for p in puzzle.placements()]
    assert len(found) == len(set(found))
    assert set(found) == oracle.open_placements(question)


@examples(40)
@given(wrapped_statements(), st.data())
def test_placing_a_piece_leaves_the_solutions_that_hold_it(question: Question, data: st.DataObject) -> None:
    puzzle = made(question)
    if placements := puzzle.placements():
        check_placing(puzzle, data.draw(st.sampled_from(placements)))


@pytest.mark.parametrize("copies", [(0, 2), (1, 1), ((0, 1), 2), ((0, 1), (1, 2)), (1, (0, 2))])
def test_placing_one_of_two_pieces_of_a_shape(copies: tuple[Any, Any]) -> None:
    """The first was found at random."""
    domino = [(0, 0), (0, 1)]
    puzzle = Puzzle("torus 2x2", dict(zip([Polyform(domino, "a"), Polyomino(domino, "b")], copies, strict=True)))
    for placement in puzzle.placements():
        check_placing(puzzle, placement)


def check_placing(puzzle: Puzzle, placement: Placement) -> None:
    """Pieces of one shape are copies of one: a solution gives out their names in order."""
    number = puzzle._owner(placement)
    held = [
        solution
        for solution in puzzle.solve_all(symmetry="all")
        if any(one.cells == placement.cells and puzzle._owner(one) == number for one in solution)
    ]
    smaller = puzzle.place(placement)
    assert smaller.count(symmetry="all") == len(held)
    assert sum(one.least for one in smaller._entries) == sum(one.least for one in smaller.pieces)


# From 65 cells on, rings and tori are numbered as if they were pressed flat.
@thorough
@pytest.mark.parametrize(
    ("board", "pieces", "hole"),
    [
        ("ring 3x22", "I3*", None),
        ("ring 2x40", "I2*1-2 + L4* + I4*", None),
        ("torus 3x24", "I3* + V3*1-2", None),
        ("torus 3x24", "I3* + V3*1-2", (1, 3)),
        ("torus 4x17", "I4*", None),
        ("ring 13x5", "I* + L4*0-3", (2, 0)),
    ],
)
def test_long_boards(board: str, pieces: str, hole: tuple[int, int] | None) -> None:
    whole = Puzzle(board, "O1*").board
    puzzle = Puzzle(whole if hole is None else whole - [hole, (hole[0], hole[1] + 1), (0, 4)], pieces)
    number = puzzle.count(symmetry="all", method="frontier")
    assert puzzle.count(symmetry="all", method="search", limit=2000) == min(2000, number)
    distinct = puzzle.count(method="frontier")
    assert len(list(puzzle.solve_all(limit=50))) == min(50, distinct)
    assert all(solution.is_valid() for solution in puzzle.solve_all(symmetry="all", limit=5))


def test_two_pieces_on_the_same_cells() -> None:
    """Round a ring of three, N and P cover the same cells; they are two placements all the same."""
    board, pieces = "torus 3x5", "N*0-2 + P*0-2 + I*0-1"
    puzzle = Puzzle(board, pieces)
    every = list(puzzle.solve_all(symmetry="all"))
    assert len(every) == len(set(every)) == puzzle.count(symmetry="all", method="frontier")
    assert len({frozenset(p.cells for p in solution.placements) for solution in every}) < len(every)
    assert puzzle.count() == puzzle.count(method="frontier") == len(list(puzzle.solve_all()))
    assert all(pickle.loads(pickle.dumps(solution)) == solution for solution in every[:5])
    assert [Puzzle(board, pieces, placed=s.placements).solve() for s in every[:9]] == every[:9]


def test_a_piece_that_closes_is_one_placement() -> None:
    assert len(Puzzle("ring 1x5", "I").placements()) == 1
    assert len(Puzzle("torus 5x5", "I*").placements()) == 10
    assert Puzzle("ring 1x4", "I4").count() == Puzzle("ring 1x4", "I4").count(symmetry="all") == 1
    assert list(Puzzle("ring 5x4", "I + L*").placements_of("I"))
    assert all(len({row for row, _ in p.cells}) == 5 for p in Puzzle("ring 5x4", "I + L*").placements_of("I"))
    # On a torus of two rows, a T that points up covers the same cells as one that points down: either may be allowed.
    puzzles = [Puzzle("torus 2x4", "T4*", restrict={"T4": [i]}) for i in (0, 2)]
    assert [len(puzzle.placements()) for puzzle in puzzles] == [8, 8]
    assert puzzles[0].placements() == puzzles[1].placements()
    assert {p.orientation for p in puzzles[0].placements()} == {0}
    assert all(solution.is_valid() for puzzle in puzzles for solution in puzzle.solve_all(symmetry="all"))


def test_lattices_and_words() -> None:
    ring = SQUARE.wrapped(None, 20)
    assert (repr(ring), ring.flat, ring.periods) == ("SQUARE.wrapped(None, 20)", SQUARE, (None, 20))
    assert SQUARE.wrapped(None, None) is SQUARE
    assert ring == SQUARE.wrapped(None, 20) != SQUARE.wrapped(20, None)
    assert Board([(0, 25), (1, -1)], ring) == Board([(0, 5), (1, 19)], ring)
    assert ring.regions([(0, 0), (0, 19), (0, 2)]) == [frozenset({(0, 0), (0, 19)}), frozenset({(0, 2)})]
    assert pickle.loads(pickle.dumps(ring)) == ring
    (ring, other) = Puzzle("ring 3x20").solve_all()
    assert (ring.orbit_size, ring.is_valid(), ring != other) == (80, True, True)
    assert ring == pickle.loads(pickle.dumps(ring))
    with pytest.raises(PentominoError, match="ROTATE_90 is not a symmetry of the puzzle"):
        ring.transformed(D4.ROTATE_90)
    assert Puzzle("torus 4x6", "I2*").board == Board(product(range(4), range(6)), SQUARE.wrapped(4, 6))


@pytest.mark.needs_numpy
def test_periods_may_be_numbers_of_numpy() -> None:
    import numpy

    assert repr(SQUARE.wrapped(numpy.int64(5), None)) == "SQUARE.wrapped(5, None)"


TORUS = SQUARE.wrapped(2, 5)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: SQUARE.wrapped(5, True), "the period of the columns must be a whole number, got True"),
        (lambda: SQUARE.wrapped(0, 5), "the period of the rows must be at least 1, got 0"),
        (lambda: SQUARE.wrapped(None, 2.5), "the period of the columns must be a whole number, got 2.5"),  # type: ignore[arg-type]
        (lambda: TORUS.wrapped(2, 5), "only the square lattice can be wrapped, got the wrapped square lattice"),
        (
            lambda: Polyform([(0, 0)], "O1", TORUS),
            "polyform O1 must be on the square lattice; only a board can be wrapped",
        ),
        (lambda: Placement("I", [(0, n) for n in range(5)], SQUARE.wrapped(None, 4)), "do not have the shape of 'I'"),
    ],
)
def test_what_cannot_be(make: Any, message: str) -> None:
    with pytest.raises(PuzzleError) as raised:
        make()
    assert str(raised.value).endswith(message)


def test_placements_count_modulo_the_periods() -> None:
    ring = SQUARE.wrapped(None, 20)
    flat = Placement("I", [(0, n) for n in range(18, 23)])
    wrapped = Placement("I", [(0, n) for n in range(18, 23)], ring)
    assert wrapped.cells == ((0, 0), (0, 1), (0, 2), (0, 18), (0, 19))
    assert wrapped.orientation == flat.orientation == 1
    assert (wrapped.lattice, flat.lattice) == (ring, SQUARE)
    assert repr(wrapped) == "Placement('I', [(0, 0), (0, 1), (0, 2), (0, 18), (0, 19)], SQUARE.wrapped(None, 20))"
    assert Puzzle("ring 3x20", placed=[flat]) == Puzzle("ring 3x20", placed=[wrapped])
    assert Puzzle("ring 3x20").place(flat) == Puzzle("ring 3x20").place(wrapped)
    picture = "\n".join(["III...............II", *["." * 20] * 2])
    assert Puzzle("ring 3x20", placed=picture) == Puzzle("ring 3x20", placed=[wrapped])


@pytest.mark.parametrize(("board", "order"), [("torus 5x6", 120), ("torus 4x4", 128), ("ring 3x20", 80)])
def test_orders_of_groups(board: str, order: int) -> None:
    group = Puzzle(board, "I2*").symmetries()
    assert len(group) == len(set(group)) == order
    assert group[0].is_identity
    assert pickle.loads(pickle.dumps(group)) == group
    classes = conjugacy_classes(group)
    assert sorted(x.name for of in classes for x in of) == sorted(x.name for x in group)
    every = [{b.after(a).after(b.inverse) for b in group} for a in (of[0] for of in classes)]  # type: ignore[arg-type]
    assert all(images <= set(of) for images, of in zip(every, classes, strict=True))


def test_isometries() -> None:
    turn = Isometry(D4.ROTATE_90, (0, 3), SQUARE.wrapped(6, 6))
    assert (turn.name, repr(turn), turn.is_reflection) == ("ROTATE_90 + (0, 3)", "<Isometry ROTATE_90 + (0, 3)>", False)
    assert Isometry(D4.FLIP_ROWS, (6, 12), SQUARE.wrapped(6, 6)).name == "FLIP_ROWS"
    cells = [*product(range(6), repeat=2)]
    assert [turn.after(turn).apply(cell) for cell in cells] == turn.apply_all(turn.apply_all(cells))
    assert [turn.inverse.apply(cell) for cell in turn.apply_all(cells)] == cells


def test_files(tmp_path: Path) -> None:
    """JSON says the wrap, and which piece is meant if several lie on the same cells."""
    for board, pieces in [("ring 3x20", None), ("torus 3x5", "N*0-2 + P*0-2 + I*0-1 + L*0-2")]:
        first = Puzzle(board, pieces).solve()
        puzzle = Puzzle(board, pieces, placed=first.placements[:1])
        formats.write_puzzle(puzzle, tmp_path / "puzzle.json", overwrite=True)
        assert formats.read_puzzle(tmp_path / "puzzle.json") == puzzle
        found = list(puzzle.solve_all(symmetry="all", limit=30))
        formats.write_solutions(found, tmp_path / "solutions.json", overwrite=True)
        assert list(formats.read_solutions(tmp_path / "solutions.json")) == found
    for name, message in [("a.xmpuzzle", "but not the wrapped square"), ("a.txt", "cannot hold a wrapped board")]:
        with pytest.raises(PentominoError, match=message):
            formats.write_puzzle(puzzle, tmp_path / name)
    text = (tmp_path / "puzzle.json").read_text(encoding="utf-8")
    (tmp_path / "odd.json").write_text(text.replace('"wrap": [3, 5]', '"wrap": [3, 0]'), encoding="utf-8")
    with pytest.raises(
        PentominoError, match=r"'wrap' of board must be \[rows, columns\], each a period of at least 1 or null"
    ):
        formats.read_puzzle(tmp_path / "odd.json")


def test_outlines_are_open_at_the_seam() -> None:
    """A piece that goes on at the other end has no wall there; where two pieces meet, both ends have one."""
    ring = Puzzle("ring 2x4", "L4*2", placed="A.AA\n..A.").solve()
    assert str(ring).split("\n") == [
        "+---+---+-------+",
        "    |   |",
        "+---+   |   +---+",
        "        |   |",
        "+-------+---+---+",
    ]
    assert ring.to_text("box").startswith("╺━━━┯━━━┯━━━━━━━╸\n    │   │\n╶───┘   │   ┌───╴\n")


@pytest.mark.parametrize("board", ["torus 5x12", "ring 3x20"])
def test_pieces_across_a_seam_have_their_colours(board: str) -> None:
    for solution in Puzzle(board).solve_all(limit=20):
        pieces = chart([placement.piece for placement in solution.placements])
        assert list(fills(solution.drawing)) == list(fills(pieces))
