"""The oracle, checked by tiny cases solved by hand, by a slower search and by known counts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given

import oracle
from effort import examples, thorough
from oracle import Cell, Cells, Piece, Placement, Statement, Symmetry, Tiling
from strategies import statements

I1 = oracle.read_picture(["#"])
I2 = oracle.read_picture(["##"])
I3 = oracle.read_picture(["###"])
V3 = oracle.read_picture(["##", "#."])
L4 = oracle.read_picture(["#..", "###"])
L4_TWIN = oracle.read_picture(["..#", "###"])
O4 = oracle.read_picture(["##", "##"])
S4 = oracle.read_picture([".##", "##."])
S4_TWIN = oracle.read_picture(["##.", ".##"])

HALF_TURN = Symmetry(mirror=False, turns=2)
MIRROR = Symmetry(mirror=True, turns=0)
FLIP = Symmetry(mirror=True, turns=2)


def ask(board: str | list[str], *pieces: Piece, **options: Any) -> Statement:
    """A statement with the board written as text."""
    return Statement(oracle.read_board(board), pieces, **options)


def case(name: str, expected: tuple[int, int, int], board: str | list[str], *pieces: Piece, **options: Any) -> Any:
    """A statement and its counts, as a case of a parametrised test."""
    return pytest.param(ask(board, *pieces, **options), expected, id=name)


def counts(statement: Statement) -> tuple[int, int, int]:
    """Number of solutions, of orbits, and of symmetries."""
    return oracle.total(statement), oracle.distinct(statement), len(oracle.symmetries(statement))


@pytest.mark.parametrize(
    ("size", "fixed", "one_sided", "free"),
    [(1, 1, 1, 1), (2, 2, 1, 1), (3, 6, 2, 2), (4, 19, 7, 5), (5, 63, 18, 12), (6, 216, 60, 35)],
)
def test_numbers_of_polyominoes(size: int, fixed: int, one_sided: int, free: int) -> None:
    """OEIS A001168, A000988 and A000105."""
    assert len(oracle.enumerate_fixed(size)) == fixed
    assert len(oracle.enumerate_one_sided(size)) == one_sided
    assert len(oracle.enumerate_free(size)) == free


def test_fixed_polyominoes_are_the_connected_sets_in_a_box() -> None:
    """The second way to the same shapes: all sets of four cells in a 4x4 box that are connected."""
    box = sorted(oracle.read_board("4x4"))
    connected = filter(oracle.is_connected, map(frozenset, combinations(box, 4)))
    assert set(map(oracle.shape_of, connected)) == oracle.enumerate_fixed(4)


def test_orientations_of_the_pentominoes() -> None:
    """F L N P Y have 8, T U V W Z 4, I 2, X 1."""
    pieces = map(frozenset, oracle.enumerate_free(5))
    sizes = Counter(len(oracle.orientations(piece, reflections=True)) for piece in pieces)
    assert sizes == {8: 5, 4: 5, 2: 1, 1: 1}


def test_symmetries_move_a_cell_of_a_frame_where_they_should() -> None:
    """The frame is 2x3 and does not start at (0, 0)."""
    frame = frozenset((row, column) for row in (5, 6) for column in (1, 2, 3))
    upper_left: Cells = frozenset({(5, 1)})
    assert oracle.IDENTITY.on(frame, upper_left) == {(5, 1)}
    assert MIRROR.on(frame, upper_left) == {(5, 3)}
    assert HALF_TURN.on(frame, upper_left) == {(6, 3)}
    assert FLIP.on(frame, upper_left) == {(6, 1)}
    assert len({symmetry.moved(L4 | {(7, 9)}) for symmetry in oracle.D4}) == 8


def cells(*members: Cell) -> Cells:
    """Shorter to write in a table."""
    return frozenset(members)


LEFT_STANDING = cells((0, 0), (1, 0))
RIGHT = cells((0, 2), (1, 2))
TOP_LEFT = cells((0, 0), (0, 1))
MIDDLE_STANDING = cells((0, 1), (1, 1))


def standing(_: int, cells: Cells) -> bool:
    """A restriction: one column only."""
    return len({column for _, column in cells}) == 1


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        case("one cell", (1, 1, 8), "1x1", Piece(I1)),
        case("two dominoes: both lying or both standing", (2, 1, 8), "2x2", Piece(I2, 2, 2)),
        case("three dominoes: one solution is its own image", (3, 2, 4), "2x3", Piece(I2, 3, 3)),
        case("copies are not told apart", (1, 1, 8), "2x2", Piece(I1, 4, 4)),
        case("no upper bound wins", (1, 1, 4), "1x2", Piece(I1, 1, 1), Piece(I1, 0, None)),
        case("the right area, but no room", (0, 0, 8), "2x2", Piece(L4)),
        case("too large an area", (0, 0, 8), "2x2", Piece(I2, 3, None)),
        case("no pieces", (0, 0, 8), "1x1"),
        case("optional pieces", (2, 2, 4), "1x2", Piece(I2, 0, 1), Piece(I1, 0, 2)),
        case("any number", (3, 2, 4), "1x3", Piece(I2, 0, None), Piece(I1, 0, None)),
        case("exactly one of any", (3, 2, 4), "1x4", Piece(I2, 1, 1), Piece(I1, 0, None)),
        case("two areas that touch at a corner", (1, 1, 4), ["#.", ".#"], Piece(I1, 2, 2)),
        case("a piece does not reach across", (0, 0, 4), ["#.", ".#"], Piece(I2)),
        case("two areas of the same size", (1, 1, 4), [".#.", ".#."], Piece(I2, 2, 2)),
        case("a hole", (2, 1, 8), ["...", ".#.", "..."], Piece(I2, 4, 4)),
        case("no symmetry", (2, 2, 1), ["...", "..#"], Piece(V3), Piece(I2)),
        case("trominoes on 3x3", (10, 2, 8), "3x3", Piece(I3, 0, None), Piece(V3, 0, None)),
        # Two equal L tetrominoes fill a 2x4 rectangle, and so do their mirror images.
        case("may be turned over", (2, 1, 4), "2x4", Piece(L4, 2, 2), reflections=True),
        case("no twin, half the group", (1, 1, 2), "2x4", Piece(L4, 2, 2), reflections=False),
        case("twins", (2, 1, 4), "2x4", Piece(L4, 0, 2), Piece(L4_TWIN, 0, 2), reflections=False),
        case("not equal", (2, 2, 2), "2x4", Piece(L4, 0, 2), Piece(L4_TWIN, 0, 3), reflections=False),
        case("not mixed", (0, 0, 4), "2x4", Piece(L4, 1, 1), Piece(L4_TWIN, 1, 1), reflections=False),
        case("twins are one piece", (2, 1, 4), "2x4", Piece(L4), Piece(L4_TWIN), reflections=True),
        case("an idle one counts", (1, 1, 2), "2x4", Piece(O4, 2, 2), Piece(S4, 0, 1), reflections=False),
        case("but not with 0 copies", (1, 1, 4), "2x4", Piece(O4, 2, 2), Piece(S4, 0, 0), reflections=False),
        case("wrong twin", (0, 0, 2), [".##", "..#", "#.#"], Piece(S4_TWIN), reflections=False),
        case("right twin", (1, 1, 2), [".##", "..#", "#.#"], Piece(S4), reflections=False),
        case("in the middle", (1, 1, 4), "2x3", Piece(I2, 3, 3), given=((0, MIDDLE_STANDING),)),
        case("in a corner", (1, 1, 1), "2x3", Piece(I2, 3, 3), given=((0, TOP_LEFT),)),
        case("two images of each other", (1, 1, 4), "2x3", Piece(I2, 3, 3), given=((0, LEFT_STANDING), (0, RIGHT))),
        case("counts as a copy", (0, 0, 2), "2x3", Piece(I2, 2, 2), given=((0, LEFT_STANDING),)),
        case("the last copy", (1, 1, 2), "1x4", Piece(I2, 0, 1), Piece(I1, 0, None), given=((0, TOP_LEFT),)),
        case(
            "more than there are", (0, 0, 4), "1x4", Piece(I2, 0, 1), given=((0, TOP_LEFT), (0, cells((0, 2), (0, 3))))
        ),
        case("overlapping", (0, 0, 1), "2x3", Piece(I2, 3, 3), given=((0, LEFT_STANDING), (0, TOP_LEFT))),
        case(
            "one of two twins",
            (1, 1, 1),
            "2x4",
            Piece(L4, 0, 2),
            Piece(L4_TWIN, 0, 2),
            reflections=False,
            given=((0, L4),),
        ),
        case("other half is not given", (1, 1, 2), "2x2", Piece(I2, 2, 2), given=((0, TOP_LEFT),)),
        case("symmetric", (1, 1, 4), "2x3", Piece(I2, 3, 3), allowed=standing),
        case("half of the square's group", (1, 1, 4), "2x2", Piece(I2, 2, 2), allowed=standing),
        case("not at the left", (1, 1, 2), "2x3", Piece(I2, 3, 3), allowed=lambda _, c: c != LEFT_STANDING),
        case("one piece only", (1, 1, 2), "1x3", Piece(I2), Piece(I1), allowed=lambda i, c: i == 0 or (0, 0) in c),
        case("given against it", (0, 0, 2), "2x2", Piece(I2, 2, 2), allowed=standing, given=((0, TOP_LEFT),)),
        case("asked once for two entries", (1, 1, 4), "1x2", Piece(I1), Piece(I1), allowed=lambda i, _: i == 0),
        # The forbidden placements overlap the given piece, so they are impossible anyway.
        case(
            "an idle restriction",
            (1, 1, 4),
            "2x3",
            Piece(I2, 3, 3),
            given=((0, MIDDLE_STANDING),),
            allowed=lambda _, c: c != TOP_LEFT,
        ),
    ],
)
def test_tiny_cases(statement: Statement, expected: tuple[int, int, int]) -> None:
    assert counts(statement) == expected


def test_symmetries_are_named() -> None:
    assert oracle.symmetries(ask("1x1", Piece(I1))) == list(oracle.D4)
    assert oracle.symmetries(ask("2x3", Piece(I2, 3, 3))) == [oracle.IDENTITY, HALF_TURN, MIRROR, FLIP]
    assert oracle.symmetries(ask("2x4", Piece(L4, 2, 2), reflections=False)) == [oracle.IDENTITY, HALF_TURN]


def partitions(members: list[Cell]) -> Iterator[list[Cells]]:
    """All ways to divide the cells into sets, connected or not."""
    if not members:
        yield []
        return
    first, rest = members[0], members[1:]
    for partition in partitions(rest):
        yield [frozenset({first}), *partition]
        for index, block in enumerate(partition):
            yield [*partition[:index], block | {first}, *partition[index + 1 :]]


def keeps_the_rules(statement: Statement, tiling: list[Placement]) -> bool:
    """Are the parts of the board pieces of the statement, where they may lie, in numbers it allows?"""
    keys = [oracle.key_of(piece.shape, statement.reflections) for piece in statement.pieces]
    used = [key for key, _ in tiling]
    if not set(used) <= set(keys):
        return False
    for key in keys:
        entries = [piece for piece, its_key in zip(statement.pieces, keys, strict=True) if its_key == key]
        least = sum(piece.least for piece in entries)
        most = sum(math.inf if piece.most is None else piece.most for piece in entries)
        if not least <= used.count(key) <= most:
            return False
    may_lie = statement.allowed or (lambda index, block: True)
    return all((keys[index], block) in tiling for index, block in statement.given) and all(
        may_lie(keys.index(key), block) for key, block in tiling
    )


def solutions_by_partition(statement: Statement) -> set[Tiling]:
    """The solutions by definition: of all ways to divide the board, those that keep the rules."""
    divided = (
        [(oracle.key_of(block, statement.reflections), block) for block in partition]
        for partition in partitions(sorted(statement.cells))
    )
    return {frozenset(tiling) for tiling in divided if keeps_the_rules(statement, tiling)}


@examples(100)
@given(statements(most_cells=7))
def test_search_agrees_with_all_partitions(statement: Statement) -> None:
    assert oracle.solutions(statement) == solutions_by_partition(statement), oracle.describe(statement)


@examples(50)
@given(statements())
def test_symmetries_are_a_group_and_agree_with_burnside(statement: Statement) -> None:
    group = oracle.symmetries(statement)
    solutions = oracle.solutions(statement)
    mark = frozenset({(0, 0), (0, 1), (0, 2), (1, 2)})  # has no symmetry
    images = {symmetry.moved(mark) for symmetry in group}
    assert {a.moved(b.moved(mark)) for a in group for b in group} == images
    fixed = sum(oracle.image(statement, element, tiling) == tiling for element in group for tiling in solutions)
    assert fixed == len(group) * oracle.distinct(statement)


# Puzzles that the oracle counts in about half a second or less. The package is tested with all puzzles.
COMPUTED = """
    pz-Polyominoes1234Cross_x pz-Polyominoes1234_7x5CrossHole sub-5x4 sub-2x5 apad-05-01
    s-2x2-dom s-2x2-mono s-2x2-named s-2x3-dom s-2x3-V3 s-3x3-I3 s-3x3-hole-dom s-4x4-I s-4x4-dom s-plus-sub
    s-two-cells s-diag-cells s-S-board s-S-chiral s-S-wrong s-S-flip s-area-long-sub
    x-2x14-tet7 x-6x6-mut x-isolated x-W-5x10 x-X-rect tet5+F-5x5
    Y-5x10 P-5x10 T4-8x8 L4-4x8 V3-4x4-corner aztec-2 aztec-3 ring-sq-36
    u4-2x2 u4-2x6 u4-2x8 u4-3x4 u4-3x8 u4-4x4 u4-4x5 u3-4x6 u3-5x3 u3-7x3
    u5-5x1 u5-5x2 u5-5x5-IUX u5-5x10-IUX u5-5x5-YUX u5-5x8-YUX u5-5x10-YUX u5-5x10-FUN u5-5x5-XYZ
    u5-5x5-TWIX u5-5x8-TWIX u5-5x10-TWIX u5-5x5-LUI u5-5x10-NY u5-2x10 u5-5x5-L4
    u51-2x4 u51-4x3 sq-2x2 sq-4x4 oblong-3x3 oblong-4x4 oblong-5x5 bars-2x2
"""


def test_known_counts_are_well_formed() -> None:
    """Each record has a name of its own, connected pieces, and counts that its group allows."""
    assert len(oracle.RECORDS) == len(oracle.known_counts()) == 168
    for record in oracle.RECORDS.values():
        statement = oracle.statement_from_record(record)
        assert all(oracle.is_connected(piece.shape) for piece in statement.pieces)
        assert record["verified"] in {"total and distinct", "total only", "neither"}
        if record["total"] is None:
            assert record["verified"] == "neither"
        else:
            assert record["distinct"] <= record["total"] <= 8 * record["distinct"]


@thorough
@pytest.mark.parametrize("name", COMPUTED.split())
def test_known_counts(name: str) -> None:
    record = oracle.RECORDS[name]
    statement = oracle.statement_from_record(record)
    orbits = oracle.orbits(statement)
    assert (sum(map(len, orbits)), len(orbits)) == (record["total"], record["distinct"])
