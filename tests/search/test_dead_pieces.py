"""Placements that close off a region no pieces fill, and pieces that have no other placement: no search is needed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import oracle
from compare import compare
from effort import examples
from grids import HEXAGONS, TRIANGLES
from oracle import SQUARES, Cells, Grid, Piece
from oracle import Statement as Question
from pentomino import Puzzle, Statistics
from pentomino.lattices.numbering import bits
from pentomino.reason.position import plain_fault
from pentomino.search.plan import MIN_RING, dead_region, plan_of
from puzzles import ENGINES, made
from strategies import QUESTIONS, cuts, pieces_cut
from wraps import Wrapped, rolled, wrapped_statements

RINGS: dict[str, tuple[Grid, Cells]] = {
    "7.43": (SQUARES, frozenset({(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)})),
    "6.71": (HEXAGONS, frozenset({(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)})),
}
"""The smallest pieces with a hole, and where it is: at (1, 1)."""
AROUND = frozenset(product(range(3), repeat=2)) - {(1, 1)}
HOLED = Question(AROUND | {(1, 1), (0, 3)}, (Piece(AROUND, 1, 1), Piece(frozenset({(0, 0), (0, 1)}), 1, 1)))
"""A piece around one cell, and another of two: random questions rarely have such pieces."""


@pytest.mark.parametrize(
    ("board", "pieces", "ring"), [("27x28", "heptominoes", "7.43"), ("hexagonal 12x41", "hexahexes", "6.71")]
)
def test_a_set_with_a_hole_fills_no_board(board: str, pieces: str, ring: str) -> None:
    """One heptomino and one hexahex have a hole (S. W. Golomb, Polyominoes, 1965). A search would take hours."""
    puzzle, statistics = Puzzle(board, pieces), Statistics()
    options: dict[str, Any] = {"timeout": 20, "statistics": statistics}
    for method in ("auto", "search", "frontier"):
        assert puzzle.count(method=method, **options) == 0
        assert statistics.reason == f"no placement of {ring} leaves regions that pieces can fill"
        assert statistics.nodes == 0
    for found in (puzzle.solve(**options), [*puzzle.solve_all(**options)], puzzle.count(limit=1, **options)):
        assert not found
        assert "compile" not in statistics.seconds
    explanation = puzzle.explain(timeout=20)
    first, *others = puzzle.placements_of(ring)
    (hole,) = explanation.to_dict()["cells"]
    assert set(puzzle.board.lattice.neighbours(hole)) <= set(first.cells)
    which = f"Each of the {1 + len(others)} places of {ring} leaves cells that cannot be filled"
    assert explanation.text == f"{which}, such as {puzzle.board.in_words(hole)}."


@pytest.mark.parametrize(
    ("board", "pieces", "number", "marked"),
    [
        ("3x3", {"7.43": 1, "O1": 2}, 4, None),
        ("3x3", {"7.43": 1, "I2": 1}, 0, (1, 1)),
        ("...\n.+.\n...", {"7.43": 1, "O1": 1}, 4, None),
        ("3x4", {"7.43": 1, "I4": 1, "O1": (0, 1)}, 0, None),
        ("3x3", {"7.43": (0, 1), "V3": 3}, 0, None),
        ("...\n.#.\n...", {"7.43": 1, "O1": 1}, 4, None),
        ("4x4", {"7.43": 1, "V3": 3}, 0, (1, 1)),
    ],
)
def test_what_fills_the_hole(board: str, pieces: Any, number: int, marked: Any) -> None:
    puzzle = Puzzle(board, pieces)
    assert puzzle.count(symmetry="all") == number
    assert (plan_of(puzzle).dead_piece is not None) == (marked is not None)
    explanation = puzzle.explain()
    assert explanation.is_checked() == (explanation.kind != "search")
    if marked:
        assert (explanation.kind, explanation.to_dict()["cells"]) == ("piece", (marked,))
        drawn = explanation.to_text("letters")
        assert drawn.splitlines()[marked[0]][marked[1]] == "!"
        assert drawn.count("7") == 7


@st.composite
def with_a_ring(draw: st.DrawFn) -> Question:
    """Draw a board that a ring and other pieces fill, or nearly, because the piece in its hole is another one."""
    grid, ring = draw(st.sampled_from(list(RINGS.values())))
    more: set[oracle.Cell] = draw(st.sets(st.sampled_from(sorted(product(range(4), range(5)))), max_size=4))
    rest = (more | {(1, 1)}) - ring
    reflections = draw(st.booleans())
    parts = draw(cuts(frozenset(rest), grid))
    others = draw(pieces_cut(parts, reflections, grid))
    if draw(st.booleans()):
        others = [replace_small(draw, piece) for piece in others]
    copies = draw(st.sampled_from([(1, 1), (1, 1), (0, 1), (1, 2), (1, None)]))
    optional = draw(st.sets(st.sampled_from(sorted(rest)), max_size=2))
    spare = draw(st.sampled_from([None, None, 0, 1]))
    question = Question(ring | rest, (Piece(ring, *copies), *others), reflections, grid=grid)
    return replace(question, optional=frozenset(optional), spare=spare if optional else None)


def replace_small(draw: st.DrawFn, piece: Piece) -> Piece:
    """Return a piece of one cell as one without copies, or in any number."""
    if len(piece.shape) > 1:
        return piece
    return Piece(piece.shape, 0, draw(st.sampled_from([0, None])))


@pytest.mark.parametrize("engine", ENGINES)
def test_no_count_of_a_ring_is_wrong(engine: str) -> None:
    dead: list[bool] = []

    @examples(120)
    @given(question=with_a_ring(), limit=st.integers(0, 3))
    @example(question=HOLED, limit=1)
    @example(question=replace(HOLED, pieces=(HOLED.pieces[0], Piece(frozenset({(0, 0)}), 2, 2))), limit=1)
    def check(question: Question, limit: int) -> None:
        puzzle = made(question)
        dead.append(plan_of(puzzle).dead_piece is not None)
        compare(question, engine, limit)

    check()
    assert any(dead)
    assert not all(dead)


def has_hole(shape: Cells, grid: Grid) -> bool:
    ranges = [range(min(numbers) - 2, max(numbers) + 3) for numbers in zip(*shape, strict=True)]
    return not oracle.is_connected(frozenset(product(*ranges)) - shape, grid)


def test_smaller_pieces_have_no_hole() -> None:
    assert min(len(ring) for _, ring in RINGS.values()) == MIN_RING
    assert all(has_hole(ring, grid) for grid, ring in RINGS.values())
    for grid in (SQUARES, HEXAGONS, TRIANGLES):
        assert not any(has_hole(shape, grid) for shape in oracle.enumerate_fixed(MIN_RING - 1, grid))


def dead_regions(question: Question, cells: Cells) -> list[Cells]:
    """Return the regions beside a placement that no pieces fill, and that are at most as large as the largest piece."""
    grid, given = question.grid, oracle.given_placements(question)
    wrap = grid.wrap if isinstance(grid, Wrapped) else (None, None)
    used = Counter(key for key, _ in given)
    left = question.cells.difference(cells, *(part for _, part in given))
    copies = oracle.copies_of(question)
    sums = {0}
    for key, (_, most) in copies.items():
        room = len(left) // len(key) if most is None else most - used[key]
        sums = {total + number * len(key) for total in sums for number in range(room + 1)}
    optional = question.maybe_empty if question.spare else question.optional
    regions = []
    while left:
        region, edge = frozenset[oracle.Cell](), frozenset({min(left)})
        while edge:
            region |= edge
            near = frozenset(other for cell in edge for other in grid.neighbours(cell))
            edge = (rolled(near, wrap) if isinstance(grid, Wrapped) else near) & left - region
        left -= region
        near = frozenset(other for cell in region for other in grid.neighbours(cell))
        beside = (rolled(near, wrap) if isinstance(grid, Wrapped) else near) & cells
        is_small = len(region) <= max(map(len, copies))
        if beside and is_small and len(region) not in sums and region.isdisjoint(optional):
            regions.append(region)
    return regions


@pytest.mark.parametrize("questions", [QUESTIONS, wrapped_statements()], ids=["plain", "wrapped"])
def test_dead_regions_are_those_of_a_slow_search(questions: Any) -> None:
    seen = Counter[bool]()

    @examples(300)
    @given(question=questions)
    @example(question=HOLED)
    def check(question: Question) -> None:
        puzzle = made(question)
        # The slow search does not know that a piece of several parts connects cells.
        assume(all(piece.is_connected for piece, _, _ in puzzle.pieces))
        region_beside, numbering = dead_region(puzzle), puzzle._numbering
        for placement in puzzle.placements():
            region = frozenset(map(numbering.cell, bits(region_beside(numbering.mask(placement.cells)))))
            expected = dead_regions(question, frozenset(placement.cells))
            assert region in expected if expected else not region
            seen[bool(expected)] += 1

    check()
    assert min(seen[True], seen[False]) > 0


@pytest.mark.parametrize("questions", [QUESTIONS, wrapped_statements()], ids=["plain", "wrapped"])
def test_dead_pieces_of_any_size(questions: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pentomino.search.plan.MIN_RING", 1)
    dead: list[int] = []

    @examples(400)
    @given(question=questions)
    @example(question=HOLED)
    def check(question: Question) -> None:
        puzzle = made(question)
        if (number := plan_of(puzzle).dead_piece) is not None:
            dead.append(number)
            assert not oracle.solutions(question)
            assert plain_fault(puzzle) is not None
            assert puzzle.explain().is_checked()

    check()
    assert dead
