"""Six-piece burrs: pieces by their numbers, and published burrs: how many assemblies they have, and how they part."""

from __future__ import annotations

from itertools import product

import pytest

from commandline import Run, complaint
from pentomino import Polyform, Puzzle, PuzzleError, boards, solve_all
from pentomino.pieces.sets import named_pieces
from puzzles import not_none

BOOKLET = """
1 52 256 928 1024 1024        1  1/1
1 256 824 928 975 1024        1  2/2
1 188 824 975 1024 1024       1  2/2
52 792 824 911 975 1024       1  6/8
52 615 792 960 975 992        1  1/1
1 52 256 960 992 1024         1  3/3
1 103 256 960 992 1024        1  3/3
52 103 824 928 975 1024       1  2/2
52 615 792 928 975 1024       1  1/1
615 792 824 911 992 1024      2  2/2
103 188 615 824 1024 1024     2  1/6
103 256 911 928 975 1024      2  1/9
103 188 256 911 992 1024      3  1/7
103 188 911 960 992 1024      3  1/18
103 188 256 928 975 1024      5  1/7
188 256 615 928 975 1024      5  2/16
103 188 615 960 992 1024      2  8/9
52 615 871 960 975 992        1  1/1
256 824 911 928 943 1024      4  1/3
256 792 911 943 960 1024      4  1/4
871 911 943 960 1007 1024     4  1/8
359 871 928 943 1007 1024     3  1/37
103 760 960 992 996 1024      5  1/24
359 615 943 960 992 1024      2  4/156
369 871 956 960 992 1000      6  1/5
824 928 992 996 1000 1024     6  1/20
369 871 928 956 1000 1024     8  1/5
103 615 928 956 1024 1024     4  1/51
359 615 928 956 992 1024      4  1/80
1 188 871 960 992 1024        1  3/3
52 103 871 928 960 992        1  1/3
188 824 960 992 996 1007      5  1/5
369 824 956 960 975 992       5  1/8
"""
"""Pieces, level, solutions and assemblies of burrs in A. N. Siegel's booklet Starter Burr Set, version 1, 2020. Mirror
images are counted separately. Solutions are the assemblies that come apart; the level is that of the easiest."""

ROWS = [line.split() for line in BOOKLET.strip().splitlines()]


@pytest.mark.parametrize(("pieces", "level", "numbers"), [(row[:6], row[6], row[7]) for row in ROWS])
def test_published_burrs(pieces: list[str], level: str, numbers: str) -> None:
    assemblies = list(solve_all("burr", [f"burr:{number}" for number in pieces], symmetry="rotations"))
    found = [moves for assembly in assemblies if (moves := assembly.disassemble())]
    assert f"{len(found)}/{len(assemblies)}" == numbers
    assert min(int(moves.level.split(".")[0]) for moves in found) == int(level)


def stick(number: int) -> Polyform:
    (piece,) = named_pieces(f"burr:{number}")
    return piece


def test_numbers_and_pieces() -> None:
    """Of 4096 numbers, 2225 mean connected pieces, 837 of them different (B. Cutler, A Computer Analysis of All
    6-Piece Burrs, 1994)."""
    pieces = []
    for number in range(1, 4097):
        try:
            pieces.append(stick(number))
        except PuzzleError as error:
            assert str(error).endswith("separate parts")
    assert len(pieces) == 2225
    assert len({piece.canonical(False) for piece in pieces}) == 837


def test_each_bit_is_a_cube() -> None:
    whole = frozenset(product(range(2), range(2), range(6)))
    assert frozenset(stick(1).cells) == whole
    rows = {(0, 1): (1, 2, 4, 8), (0, 0): (16, 32, 64, 128), (1, 1): (0, 256, 512), (1, 0): (0, 1024, 2048)}
    for (layer, row), values in rows.items():
        for column, value in enumerate(values, 1):
            if value:
                assert whole - frozenset(stick(1 + value).cells) == {(layer, row, column)}
    assert stick(824).mirrored().canonical(False) == stick(975).canonical(False)  # as the booklet says
    assert (stick(52).name, stick(52).size) == ("52", 20)


def test_the_board_is_three_pairs_of_sticks() -> None:
    board = boards.named("burr").board
    covered = [
        frozenset(product(*(range(3 - half, 3 + half) for half in halves)))
        for halves in ((1, 3, 2), (2, 1, 3), (3, 2, 1))
    ]
    several = frozenset(cell for cell in board.cells if sum(cell in pair for pair in covered) > 1)
    assert board.cells == frozenset().union(*covered)
    assert (board.optional, len(board.cells), len(several)) == (several, 104, 32)


def test_burrs_are_values() -> None:
    puzzle = Puzzle("burr", "burr:1 burr:52 burr:256 burr:928 burr:1024*2")
    assert puzzle == Puzzle("burr")
    assert [count.piece.name for count in puzzle.pieces] == ["1", "52", "256", "928", "1024"]
    assert not_none(puzzle.solve()).is_valid()
    assert puzzle.count(method="search") == puzzle.count(symmetry="rotations") == 1


@pytest.mark.parametrize("name", ["burr", "burr:", "burr:0", "burr:4097", "burr:052", "burr:-1", "burr:X", "burr:1.5"])
def test_unknown_numbers(name: str) -> None:
    with pytest.raises(PuzzleError) as error:
        named_pieces(name)
    assert str(error.value) == f"unknown piece {name!r}: the pieces of six-piece burrs are burr:1 to burr:4096"


def test_the_command(run: Run) -> None:
    assert run("count", "burr", "--pieces", "burr:1,burr:52,burr:256,burr:928,burr:1024,burr:1024").out == "1\n"
    assert run("pieces", "Burr:52").out.splitlines()[1:] == ["#..### ######", "#..### ######"]
    message = "unknown piece 'burr:5000': the pieces of six-piece burrs are burr:1 to burr:4096"
    assert run("count", "burr", "-p", "burr:5000") == complaint(message)
