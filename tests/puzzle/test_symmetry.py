"""The symmetries of a puzzle, orbits of placements, and counting with Burnside's lemma against listing."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from effort import examples, share, thorough
from pentomino import D4, HEXAGONAL, SQUARE, TRIANGULAR, Board, PentominoError, Polyform, Puzzle, PuzzleError
from pentomino.search.quotient import conjugacy_classes, symmetric_search
from pentomino.symmetry import breakers, breaking_orbits, cell_orbits, kept_cells, orbits, piece_images
from puzzles import not_none

ALL = set(D4)
RECTANGLE = {D4.IDENTITY, D4.ROTATE_180, D4.FLIP_COLUMNS, D4.FLIP_ROWS}
ROTATIONS = {D4.IDENTITY, D4.ROTATE_90, D4.ROTATE_180, D4.ROTATE_270}
HALF_TURN = {D4.IDENTITY, D4.ROTATE_180}
NONE = {D4.IDENTITY}
DIAGONAL = {D4.IDENTITY, D4.TRANSPOSE}


def test_orbits_of_cells() -> None:
    """Under some elements, which need not be a group."""
    board = Board.rectangle(3, 3)
    corners, edges = {(0, 0), (0, 2), (2, 0), (2, 2)}, {(0, 1), (1, 0), (1, 2), (2, 1)}
    found = cell_orbits(board, board.cells, [D4.ROTATE_90])
    assert set(found) == board.cells
    assert set(found.values()) == {frozenset(corners), frozenset(edges), frozenset([(1, 1)])}
    assert all(cell in orbit for cell, orbit in found.items())
    assert cell_orbits(board, corners, [D4.TRANSPOSE])[0, 2] == {(0, 2), (2, 0)}
    assert cell_orbits(board, corners, []) == {cell: {cell} for cell in corners}


def group(board: Any, pieces: Any, **options: Any) -> set[D4]:
    found = Puzzle(board, pieces, **options).symmetries()
    assert found[0] == D4.IDENTITY
    assert list(found) == sorted(set(found))
    return set(found)


@pytest.mark.parametrize(
    ("board", "pieces", "expected"),
    [
        ("8x8", "pentominoes + O4", ALL),
        ("10x6", "pentominoes", RECTANGLE),
        ("1x1", "O1", ALL),
        ("#..#\n....\n....\n#..#", "I2*6", ALL),
        (".##.\n....\n....\n.##.", "I2*6", RECTANGLE),
        ("#..\n...\n...", "I2*4", DIAGONAL),
        ("..#\n...\n...", "I2*4", {D4.IDENTITY, D4.ANTITRANSPOSE}),
        ("..#\n...\n#..", "I2* + O1", {D4.IDENTITY, D4.ROTATE_180, D4.TRANSPOSE, D4.ANTITRANSPOSE}),
        ("...\n...\n.#.", "I2*4", {D4.IDENTITY, D4.FLIP_COLUMNS}),
        ("...\n..#\n...", "I2*4", {D4.IDENTITY, D4.FLIP_ROWS}),
        ("#...\n....\n...#", "I2*5", HALF_TURN),
        (".###\n..##\n...#", "O1*", {D4.IDENTITY, D4.ANTITRANSPOSE}),
        (".###\n..##\n....", "O1*", NONE),
        ("#.##\n#...\n...#\n##.#", "I2*4", ROTATIONS),
        ("..##..\n..##..", "O4*2", RECTANGLE),
        ("..###\n..#..\n###..", "O4*2", HALF_TURN),
        ("..#\n..#\n###", "O4", ALL),
    ],
)
def test_boards(board: str, pieces: str, expected: set[D4]) -> None:
    assert group(board, pieces) == expected


def test_a_board_may_lie_anywhere() -> None:
    for row, column in product((-7, 0, 100), repeat=2):
        cells = [(row + r, column + c) for r in range(3) for c in range(3) if (r, c) != (0, 0)]
        assert group(cells, {"I2": 4}) == DIAGONAL
        assert Puzzle(cells, {"I2": 4}).count() == 2
        assert Puzzle(cells, {"I2": 4}).count(symmetry="all") == 4


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ("XX..\nXX..\n....", NONE),
        ("....\n.XX.\n.XX.\n....", ALL),
        ("XX..\nXX..\n..YY\n..YY", {D4.IDENTITY, D4.ROTATE_180, D4.TRANSPOSE, D4.ANTITRANSPOSE}),
        ("XX..\nXX..\n....\n....", DIAGONAL),
        ("XX..YY\nXX..YY", RECTANGLE),
        ("....\n.XX.\n.XX.", {D4.IDENTITY, D4.FLIP_COLUMNS}),
    ],
)
def test_given_pieces(picture: str, expected: set[D4]) -> None:
    assert group(picture, "O4* + I2* + O1*") == expected


def test_given_pieces_and_orientations_must_be_turned_into_one_another() -> None:
    """Two bars and a square make the same picture, but not the same pieces."""
    assert group("AABB\nAABB", {"O4": 2}) == RECTANGLE
    assert group("AABC\nAABC", {"O4": 1, "I2": 2}) == {D4.IDENTITY, D4.FLIP_ROWS}
    assert group("AAAA\nBBBB", {"I4": 2}) == RECTANGLE
    assert group("AAA\nB.C\nB.C", {"I3": 1, "I2": 3}) == {D4.IDENTITY, D4.FLIP_COLUMNS}
    lying = [i for i, shape in enumerate(Polyform.named("I2").orientations()) if shape.rows == 1]
    assert group("4x4", {"I2": 8}, restrict={"I2": lying}) == RECTANGLE
    assert group("4x4", {"I2": 8}, restrict={"I2": [0, 1]}) == ALL
    assert group("3x5", "PUV", restrict={"V": [0]}) == NONE
    assert group("3x5", "PUV", restrict={"V": [0, 2]}) == HALF_TURN
    assert group("3x5", "PUV", restrict={"V": [0, 1, 2, 3]}) == RECTANGLE


@pytest.mark.parametrize(
    ("banned", "expected"),
    [
        (set(), ALL),
        ({(0, 0)}, DIAGONAL),
        ({(0, 0), (3, 3)}, {D4.IDENTITY, D4.ROTATE_180, D4.TRANSPOSE, D4.ANTITRANSPOSE}),
        ({(0, 1)}, NONE),
        ({(0, 1), (1, 3), (3, 2), (2, 0)}, ROTATIONS),
        ({(1, 1), (1, 2), (2, 1), (2, 2)}, ALL),
    ],
)
def test_restrictions_by_predicate(banned: set[tuple[int, int]], expected: set[D4]) -> None:
    restrict = {"L4": lambda placement: banned.isdisjoint(placement.cells)}
    assert group("4x4", {"L4": (0, None), "O1": (0, None)}, restrict=restrict) == expected


ONE_SIDED = "one-sided pentominoes"


@pytest.mark.parametrize(
    ("board", "pieces", "expected"),
    [
        ("3x30", ONE_SIDED, RECTANGLE),
        ("6x10", "pentominoes", HALF_TURN),
        ("2x4", {"L4": 2}, HALF_TURN),
        ("2x4", {"L4": (0, 2), "L4'": (0, 2)}, RECTANGLE),
        ("2x4", {"L4": 1, "L4'": 1}, RECTANGLE),
        ("2x4", {"L4": (0, 1), "L4'": (0, 2)}, HALF_TURN),
        ("2x4", {"L4": (0, 2), "L4'": (1, 2)}, HALF_TURN),
        ("4x4", {"L4": (0, 4)}, ROTATIONS),
        ("4x4", {"O4": 4}, ALL),
        ("4x4", {"O4": (0, 4), "S4": (0, 1)}, ROTATIONS),
        ("4x4", {"O4": (0, 4), "S4": (0, 1), "S4'": (0, 1)}, ALL),
        ("4x4", {"O4": (0, 4), "S4": 0}, ALL),
        # Pieces that fit nowhere on the board do not count.
        ("2x2", {"O4": 1, "S4": (0, 1)}, ALL),
        ("1x4", {"I4": 1, "L4": (0, 1), "S4": (0, None)}, RECTANGLE),
    ],
)
def test_pieces_that_are_not_turned_over(board: str, pieces: Any, expected: set[D4]) -> None:
    assert group(board, pieces, reflections=False) == expected


def test_twins_with_restrictions() -> None:
    """The same orientations of both twins must be allowed, as mirror images."""
    pieces = {"L4": (0, 2), "L4'": (0, 2)}
    plain, twin = Polyform.named("L4"), Polyform.named("L4'")
    mirrored = [i for i, shape in enumerate(twin.orientations(False)) if shape.mirrored().cells == plain.cells]
    assert group("2x4", pieces, reflections=False, restrict={"L4": [1]}) == NONE
    both = {"L4": [0], "L4'": mirrored}
    assert group("3x4", pieces | {"O1": (0, None)}, reflections=False, restrict=both) == {D4.IDENTITY, D4.FLIP_COLUMNS}


def test_images_of_pieces() -> None:
    puzzle = Puzzle("3x5", {"F": (0, 1), "F'": (0, 1), "L": (0, 1), "X": (0, 3), "I": (0, 3)}, reflections=False)
    assert piece_images(puzzle, D4.ROTATE_90) == (0, 1, 2, 3, 4)
    assert piece_images(puzzle, D4.FLIP_ROWS) == (1, 0, None, 3, 4)
    assert piece_images(puzzle, D4.TRANSPOSE) == (1, 0, None, 3, 4)
    assert piece_images(Puzzle("3x5", "PUV"), D4.TRANSPOSE) == (0, 1, 2)


def test_the_symmetry_breaker() -> None:
    def breaker(board: str, pieces: Any, **options: Any) -> str | None:
        puzzle = Puzzle(board, pieces, **options)
        found = breaking_orbits(puzzle, puzzle.symmetries())
        return None if found is None else found[0].first.piece.name

    assert breaker("6x10", "pentominoes") == "X"
    assert breaker("9x10", ONE_SIDED, reflections=False) == "X"
    assert breaker("4x4", {"I2": 8}) is None
    assert breaker("2x4", {"L4": 1, "L4'": 1}, reflections=False) is None
    assert breaker("4x4", {"O4": (0, 4)}) is None
    assert breaker("2x4", {"L4": (0, 1), "O4": (0, None), "I4": (1, 1)}) == "I4"


def test_a_piece_that_most_symmetries_keep_breaks_few_of_them() -> None:
    """P of the Soma cube has the fewest places, and each of them is kept by three or more of the 48 symmetries."""
    puzzle = Puzzle("3x3x3", "soma")
    first, *_ = breakers(puzzle, puzzle.symmetries())
    assert puzzle.pieces[first].piece.name == "P"
    assert min(len(orbit.stabiliser) for orbit in orbits(puzzle, first, puzzle.symmetries())) > 1
    found = not_none(breaking_orbits(puzzle, puzzle.symmetries()))
    assert found[0].first.piece.name == "Z"


@pytest.mark.parametrize(
    ("board", "pieces", "cells"),
    [
        ("5x5x5", "Y*25", 1),
        ("3x5", {"I3": (0, 5), "L4": (1, 4), "O4": (0, 1)}, 1),
        ("4x5", "I2*10", 0),
        (Board([(0, 0), (0, 1), (1, 0)]), "V3", 1),
        ("torus 3x3", "I3*3", 0),
    ],
)
def test_orbits_of_placements_that_cover_a_cell(board: Any, pieces: Any, cells: int) -> None:
    """They are disjoint, and together all placements that cover it."""
    puzzle = Puzzle(board, pieces)
    group = puzzle.symmetries()
    kept = kept_cells(puzzle, group)
    assert len(kept) == cells
    for cell in kept:
        found = orbits(puzzle, cell, group)
        moves = [(orbit.first.cells, element) for orbit in found for element in orbit.movers]
        images = [frozenset(puzzle.board.transform_cells(*move)) for move in moves]
        assert Counter(images) == Counter(frozenset(p.cells) for p in puzzle.placements() if cell in p.cells)
        assert all(len(orbit.movers) * len(orbit.stabiliser) == len(group) for orbit in found)


def test_groups_of_several_lattices_are_told_apart() -> None:
    """Motions are numbers: those of two groups may be equal, and what is kept of one group is not that of another."""
    lattices = [SQUARE, HEXAGONAL, TRIANGULAR]
    for motions in [tuple(lattice.motions)[:7:6] for lattice in (*lattices, *reversed(lattices))]:
        assert {type(element) for members in conjugacy_classes(motions) for element in members} == {type(motions[0])}


@pytest.mark.parametrize(
    ("elements", "sizes"),
    [(ALL, [1, 2, 1, 2, 2]), (ROTATIONS, [1, 2, 1]), (RECTANGLE, [1, 1, 1, 1]), (DIAGONAL, [1, 1]), (NONE, [1])],
)
def test_conjugacy_classes(elements: set[D4], sizes: list[int]) -> None:
    """The quarter turns are inverses; the mirrors fall into those along the sides and those along the diagonals."""
    classes = conjugacy_classes(tuple(sorted(elements)))
    assert classes[0] == (D4.IDENTITY,)
    assert sorted(map(len, classes)) == sorted(sizes)
    assert sorted(element for members in classes for element in members) == sorted(elements)
    if elements == ALL:
        assert (D4.FLIP_COLUMNS, D4.FLIP_ROWS) in classes
        assert (D4.ANTITRANSPOSE, D4.TRANSPOSE) in classes
        assert (D4.ROTATE_90, D4.ROTATE_270) in classes


PUZZLES: list[Any] = [
    *[(f"{n}x{n}", "I2* + O1", True) for n in (1, 3)],
    *[(f"{n}x{m}", "I2*", True) for n, m in [(2, 2), (2, 3), (4, 4), (5, 4), (1, 8), (8, 1)]],
    *[pytest.param(board, "I2*", True, marks=thorough) for board in ("4x5", "6x4", "6x6")],
    ("3x3", "I3* + V3*", True),
    pytest.param("6x6", "I3* + V3*", True, marks=thorough),
    *[(board, "tetrominoes*", True) for board in ("4x4", "3x4", "2x8", "#..#\n....\n....\n#..#")],
    *[(board, "one-sided tetrominoes*", False) for board in ("4x4", "3x4", "2x8", "#...#\n.....\n.....\n#...#")],
    pytest.param("4x5", "tetrominoes*", True, marks=thorough),
    pytest.param("4x5", "one-sided tetrominoes*", False, marks=thorough),
    *[(board, "L4*", reflections) for board in ("4x4", "2x8", "4x6") for reflections in (True, False)],
    ("4x4", {"L4": (0, None), "L4'": (0, None)}, False),
    ("4x4", {"L4": 2, "L4'": 2}, False),
    ("4x4", {"L4": (1, 2), "L4'": (1, 3)}, False),
    ("4x4", {"S4": (0, 1), "S4'": (0, 1), "O4": (0, None), "O1": (0, 4)}, False),
    ("4x4", {"S4": (0, 1), "O4": (0, None), "O1": (0, 4)}, False),
    pytest.param("5x5", "pentominoes?", True, marks=thorough),
    pytest.param("5x5", "one-sided pentominoes?", False, marks=thorough),
    ("5x5", "tetrominoes + F", True),
    pytest.param("5x5", "X + O1*4 + I2*8", True, marks=thorough),
    ("5x5", "O1 + I2*12", True),
    ("3x5", "PUV", True),
    pytest.param("4x5", "pentominoes?", True, marks=thorough),
    pytest.param("8x8", "T4*16", True, marks=thorough),
    pytest.param("4x8", "L4*8", True, marks=thorough),
    pytest.param("5x10", "P*10", True, marks=thorough),
    pytest.param("5x10", "Y*10", True, marks=thorough),
    ("#..#\n....\n....\n#..#", "I2*", True),
    ("#.##\n#...\n...#\n##.#", "I2*", True),
    ("#.##\n#...\n...#\n##.#", "I2*", False),
    ("#.##\n#...\n...#\n##.#", "L4* + L4'* + I2*", False),
    (".#.\n###\n.#.", "O1*", True),
    ("..#..\n..#..\n#####\n..#..\n..#..", "O1* + I2*", True),
]


@pytest.mark.parametrize(("board", "pieces", "reflections"), PUZZLES)
def test_counts_agree_with_lists(board: str, pieces: Any, reflections: bool) -> None:
    puzzle = Puzzle(board, pieces, reflections=reflections)
    everything = list(puzzle.solve_all(symmetry="all"))
    distinct = list(puzzle.solve_all())
    assert everything
    assert puzzle.count(symmetry="all") == len(everything) == len(set(everything))
    assert puzzle.count() == len(distinct) == len(set(distinct))
    if len(everything) <= 2000:
        assert len({solution.canonical() for solution in distinct}) == len(distinct)
        assert sum(solution.orbit_size for solution in distinct) == len(everything)
    # Solutions that a symmetry fixes: their count in the quotient equals that in the list.
    for element in puzzle.symmetries()[1:] if len(everything) <= 1000 else ():
        search = symmetric_search(puzzle, (), element)
        counted = 0 if search is None else search.count()
        assert counted == sum(solution.transformed(element) == solution for solution in everything)


@examples(60, few=3)
@given(
    st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=8),
    st.sampled_from(["I2* + O1*2", "I2* + V3* + O1", "tetrominoes* + O1 + I2?", "V3* + O1*1-2", "X? + O1* + I3*1-"]),
)
def test_the_group_acts_on_the_solutions(holes: set[tuple[int, int]], pieces: str) -> None:
    """On boards with some symmetry: orbits of the lists, Burnside and the one of each orbit agree."""
    whole = Board.rectangle(5, 5)
    try:
        puzzle = Puzzle(whole - {(r, c) for r, c in holes if (4 - r, 4 - c) in holes}, pieces)
    except PentominoError:
        return
    if puzzle.count(symmetry="all", limit=200) == 200:
        return
    everything = set(puzzle.solve_all(symmetry="all"))
    for element in puzzle.symmetries():
        assert {solution.transformed(element) for solution in everything} == everything
    distinct = list(puzzle.solve_all())
    assert {solution.canonical() for solution in distinct} == {solution.canonical() for solution in everything}
    assert len(distinct) == puzzle.count()


@pytest.mark.parametrize("seed", range(share(60)))
def test_the_group_of_a_coloured_puzzle_maps_its_placements(seed: int) -> None:
    chance = random.Random(seed)
    height, width = chance.choice([(2, 3), (3, 3), (2, 4), (4, 4), (3, 4)])
    kind = chance.choice([lambda row, column: chance.choice("ab"), lambda row, column: "ab"[(row + column) % 2]])
    cells = [(row, column) for row in range(height) for column in range(width)]
    board = Board(cells).coloured({cell: kind(*cell) for cell in cells if chance.random() < 0.95})
    pieces = {}
    for name, shape in (("I2", ((0, 0), (0, 1))), ("V3", ((0, 0), (0, 1), (1, 0))), ("I3", ((0, 0), (0, 1), (0, 2)))):
        colours = {cell: chance.choice("ab") for cell in (shape[0], shape[-1]) if chance.random() < 0.7}
        pieces[Polyform(shape, name).coloured(colours)] = (0, 2)
    try:
        puzzle = Puzzle(board, pieces)
        placements = {(placement.piece.name, frozenset(placement.cells)) for placement in puzzle.placements()}
    except PuzzleError:  # the colours can be assigned in two ways
        return
    for element in board._motions():
        images = {(name, frozenset(board._images(covered, element))) for name, covered in placements}
        assert (images == placements) == (element in puzzle._group)
