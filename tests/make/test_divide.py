"""Cut boards into congruent parts: against all partitions, against published numbers, and the command."""

from __future__ import annotations

import json
from itertools import combinations, product
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest

from commandline import Run
from effort import own_random, share, thorough
from grids import GRIDS
from oracle import Cells, Grid, Parts, is_connected, key_of, orientations
from pentomino import (
    HEXAGONAL,
    Board,
    PentominoError,
    Progress,
    PuzzleError,
    SearchCancelled,
    SearchTimeout,
    divide,
    polyforms,
    properties,
)
from pentomino.lattices.board_words import lattices
from puzzles import tiled

MAX_PARTS = 3000
"""The maximum number of sets of cells that may be the first part of a board to try."""


def partitions(cells: Cells, n: int, grid: Grid, turns: tuple[bool, bool]) -> set[Parts]:
    """Return the partitions of a board into `n` connected parts of one shape: try all sets with the first cell."""
    size, found = len(cells) // n, set[Parts]()

    def extend(left: Cells, parts: tuple[Cells, ...], key: object) -> None:
        if not left:
            found.add(frozenset(parts))
            return
        first, *others = sorted(left)
        for some in combinations(others, size - 1):
            part = frozenset({first, *some})
            own = is_connected(part, grid) and key_of(part, turns[0], grid, turns[1])
            if own and key in (None, own):
                extend(left - part, (*parts, part), own)

    extend(cells, (), None)
    return found


def orbits(found: set[Parts], cells: Cells, grid: Grid, is_proper: bool) -> set[frozenset[Parts]]:
    """Return the sets of partitions that motions of the board map to each other."""
    moves = [move for move in grid.symmetries if not (is_proper and move.mirror) and move.on(cells, cells) == cells]
    return {frozenset(frozenset(move.on(cells, part) for part in parts) for move in moves) for parts in found}


BOXES = tuple(frozenset((row, column) for row in range(3) for column in range(sides)) for sides in (3, 4))


def figure(chance: Random, grid: Grid) -> Cells:
    """Return a board: copies of one shape side by side, or a figure of the grid without a cell or two."""
    if chance.random() < 0.3:
        cells = sorted(chance.choice(grid.figures or BOXES))
        return frozenset(chance.sample(cells, len(cells) - chance.randrange(3)))
    shape = frozenset({grid.firsts[0]})
    for _ in range(chance.randrange(1, 5)):
        shape |= {chance.choice(sorted({near for cell in shape for near in grid.neighbours(cell)} - shape))}
    board = grid.shape_of(shape)
    turned = sorted(map(sorted, orientations(shape, chance.random() < 0.5, grid)))
    while len(board) + len(shape) <= 14 and (len(board) == len(shape) or chance.random() < 0.7):
        beside = sorted({near for cell in board for near in grid.neighbours(cell)} - board)
        for _ in range(200):
            placed = grid.placed(frozenset(chance.choice(turned)), chance.choice(beside))
            if placed is not None and not placed & board:
                board |= placed
                break
    return board


@pytest.mark.parametrize("name", GRIDS)
def test_all_partitions_are_found(name: str) -> None:
    grid, chance, met = GRIDS[name], own_random(f"divide {name}"), 0
    for _ in range(share(400)):
        cells = figure(chance, grid)
        sizes = [n for n in range(1, len(cells) + 1) if len(cells) % n == 0]
        n = chance.choice(sizes)
        if comb(len(cells) - 1, len(cells) // n - 1) > MAX_PARTS:
            continue
        turns = chance.random() < 0.6, chance.random() < 0.6
        board, how = Board(cells, lattices()[name]), dict(zip(("reflections", "rotations"), turns, strict=True))
        expected = partitions(cells, n, grid, turns)
        found = list(divide(board, n, symmetry="all", **how))
        assert all(one.is_valid() for one in found)
        assert len(found) == len(expected)
        assert set(map(tiled, found)) == expected, (cells, n, turns)
        for symmetry in ("distinct", "rotations"):
            classes = orbits(expected, cells, grid, symmetry == "rotations")
            some = set(map(tiled, divide(board, n, symmetry=symmetry, **how)))  # type: ignore[arg-type]
            assert len(some) == len(classes), (cells, n, turns, symmetry)
            assert all(len(some & one) == 1 for one in classes)
        met += len(expected) > 0
    assert met > 5


def test_a_symmetry_of_the_board_may_map_equal_shapes_to_different_ones() -> None:
    """With reflections only from left to right, the image of a division may have parts that are not equal."""
    grid, met = GRIDS[HEXAGONAL.name], 0
    for piece, motion in product(polyforms(6, lattice=HEXAGONAL), HEXAGONAL.motions):
        cells = grid.shape_of(frozenset(HEXAGONAL.turned(piece.cells, motion)))
        expected = partitions(cells, 3, grid, (True, False))
        classes = orbits(expected, cells, grid, is_proper=False)
        found = set(map(tiled, divide(Board(cells, HEXAGONAL), 3, rotations=False, reflections=True)))
        assert len(found) == len(classes)
        assert all(len(found & one) == 1 for one in classes)
        met += bool(expected)
    assert met > 100


HALVES = {2: 1, 3: 1, 4: 6, 5: 15, 6: 255}
"""OEIS A003155, ways to halve an n x n board up to rotation and reflection. If n is odd, it has no central square."""
QUARTERS = {2: 1, 3: 1, 4: 5, 5: 7, 6: 37, 7: 104}
"""OEIS A006067, the same for quarters. Two rectangles cut in halves count once, whichever of them is reflected."""


def square(n: int) -> Board:
    return Board.rectangle(n, n) - [(n // 2, n // 2)] * (n % 2)


@pytest.mark.parametrize("n", [*range(2, 6), pytest.param(6, marks=thorough)])
def test_published_halves(n: int) -> None:
    assert len(list(divide(square(n), 2))) == HALVES[n]


@pytest.mark.parametrize("n", QUARTERS)
def test_published_quarters(n: int) -> None:
    assert len(list(divide(square(n), 4, reflections=False if n % 2 == 0 else None))) == QUARTERS[n]


TWELVE = "#....\n#....\n....#"
"""A figure of twelve cells, which can be halved in three ways."""


def test_one_part_and_single_cells() -> None:
    assert [len(list(divide("3x4", n))) for n in (1, 12)] == [1, 1]
    assert not list(divide(Board([(0, 0), (0, 2)]), 1))  # it is not connected
    (only,) = divide(Board([(0, 0), (0, 2)]), 2)
    assert len(only) == 2
    # without rotations, a triangle that points up is not a triangle that points down
    assert [len(list(divide("triangular 1x2", 4, rotations=turn))) for turn in (True, False)] == [1, 0]


def test_pieces_have_their_names() -> None:
    assert {one.puzzle.pieces[0].piece.name for one in divide("4x4", 4)} == {"I4", "L4", "O4", "T4"}
    assert len(list(divide("2x2x2", 2))) == 3


def test_limits() -> None:
    every = list(divide("4x4", 2))
    assert list(divide("4x4", 2, limit=4, workers=2)) == every[:4]
    assert not list(divide("4x4", 2, limit=0))
    for options, error in (({"timeout": 0}, SearchTimeout), ({"cancel": lambda: True}, SearchCancelled)):
        with pytest.raises(error, match="0 divisions found"):
            next(divide("4x4", 2, **options))  # type: ignore[arg-type]
    met = []
    with pytest.raises(SearchCancelled, match="^cancelled: 3 divisions found$") as stopped:
        for one in divide("4x4", 2, cancel=lambda: len(met) == 3):
            met.append(one)
    assert (stopped.value.found, stopped.value.solutions) == (3, tuple(met))
    seen: list[Progress] = []
    list(divide(square(5), 4, timeout=60, progress=seen.append))
    assert all(progress.fraction == 0 and progress.seconds_left is None for progress in seen)


@pytest.mark.parametrize(
    ("board", "n", "fault"),
    [
        ("5x5", 4, "n must be 1, 5 or 25 to divide 25 cells, got 4"),
        ("5x5", 0, "n must be 1, 5 or 25 to divide 25 cells, got 0"),
        ("5x5", True, "n must be 1, 5 or 25 to divide 25 cells, got True"),
        ("1x2", "2", "n must be 1 or 2 to divide 2 cells, got '2'"),
        ("ring 3x4", 2, "a board to divide must be flat, "),
        ("+..", 1, "a board to divide must be flat, "),
        ("AA.", 1, "a board to divide must be flat, "),
    ],
)
def test_errors(board: str, n: Any, fault: str) -> None:
    with pytest.raises(PuzzleError) as error:
        divide(board, n)
    assert str(error.value).startswith(fault)


def test_a_board_may_be_too_large() -> None:
    with pytest.raises(PuzzleError, match="^a square board to divide must have at most 724 cells, got 725$"):
        next(divide("1x725", 5))
    with pytest.raises(PentominoError, match="^limit must be"):
        divide("1x2", 2, limit=-1)


def test_the_command(run: Run) -> None:
    Path("twelve.txt").write_text(TWELVE, encoding="utf-8")
    every = "".join([f"{one.to_text('letters')}\n\n" for one in divide(TWELVE, 2)])[:-1]
    said = "pentomino: 3 divisions into 2 congruent parts\n"
    assert run("divide", "twelve.txt", "2", "--all", "--style", "letters") == (0, every, said)
    assert run("divide", "twelve.txt", "2", "-n", "2", "-q").out.count("\n\n") == 1
    (line,) = run("divide", "twelve.txt", "2", "--json").out.splitlines()
    assert json.loads(line)["grid"] == list(next(divide(TWELVE, 2)).grid)
    assert run("divide", "twelve.txt", "2", "--all", "-o", "parts.svg").status == 0
    assert sorted(path.name for path in Path().glob("*.svg")) == ["parts-1.svg", "parts-2.svg", "parts-3.svg"]
    faultless = run("divide", "5x6", "6", "--all", "--where", "fault_free", "-q", "--style", "letters").out
    assert faultless.count("\n\n") + 1 == sum(properties(one).fault_free for one in divide("5x6", 6)) > 0


def test_no_division_is_an_answer(run: Run) -> None:
    none = "pentomino: 0 divisions into 4 congruent parts\n"
    assert run("divide", "triangular hexagon 2", "4", "--no-reflections") == (1, "", none)


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("5x6 4", "n must be 1, 2, 3, 5, 6, 10, 15 or 30 to divide 30 cells, got 4"),
        ("5x6 0", "argument N: must be at least 1, got '0' (see pentomino divide --help)"),
        ("5x6", "the following arguments are required: N (see pentomino divide --help)"),
        ("5x6 2 -o parts.html", "parts.html: use an extension for text (.txt), pictures (.svg, .png, .pdf), "),
    ],
)
def test_complaints(run: Run, words: str, fault: str) -> None:
    status, out, err = run("divide", *words.split())
    assert (status, out) == (2, "")
    assert err.startswith(f"pentomino: {fault}")
