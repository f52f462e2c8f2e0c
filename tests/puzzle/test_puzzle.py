"""Puzzles: areas, merged pieces, given pieces, restrictions, placements and the closure law."""

from __future__ import annotations

import copy
import pickle
import re
from collections import Counter
from dataclasses import FrozenInstanceError
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
import pentomino
import strategies
from commandline import exactly
from pentomino import Board, PictureError, Placement, Polyform, Polyomino, Puzzle, PuzzleError, formats, polyforms
from pentomino.pieces.sets import PieceCount, as_pieces, check_areas, coverable
from puzzles import made

DOMINO = Polyomino([(0, 0), (0, 1)])
PUBLIC = {name: getattr(pentomino, name) for name in sorted({*pentomino.__all__, *pentomino._LATER})}
PENTOMINOES = "F I L N P T U V W X Y Z"


def refuses(message: str, *statement: Any, **options: Any) -> None:
    with pytest.raises(PuzzleError, match=exactly(message)):
        Puzzle(*statement, **options)


def on(name: str, *cells: tuple[int, int]) -> Placement:
    return Placement(name, cells)


some_copies = st.tuples(st.integers(1, 5), st.integers(0, 3), st.none() | st.integers(0, 4))
some_counts = st.lists(some_copies, min_size=1, max_size=4)


def counts_of(sizes: list[tuple[int, int, int | None]]) -> list[PieceCount]:
    bounds = [(size, least, None if more is None else least + more) for size, least, more in sizes]
    return [PieceCount(polyforms(size, "fixed")[0], *copies) for size, *copies in bounds]


@given(some_counts, st.integers(0, 40))
def test_coverable_against_every_choice_of_copies(sizes: list[tuple[int, int, int | None]], limit: int) -> None:
    counts = counts_of(sizes)
    choices = product(*(range(low, (limit if high is None else high) + 1) for _, low, high in counts))
    sums = {sum(n * count.piece.size for n, count in zip(choice, counts, strict=True)) for choice in choices}
    found = coverable(counts, limit)
    assert {n for n in range(limit + 1) if found >> n & 1} == {n for n in sums if n <= limit}
    assert found >> (limit + 1) == 0


@given(some_counts, st.integers(0, 30))
def test_areas_pass_or_the_message_names_areas_that_do(sizes: list[tuple[int, int, int | None]], area: int) -> None:
    counts = counts_of(sizes)
    try:
        check_areas(area, counts)
    except PuzzleError as error:
        numbers = [int(number) for number in re.findall(r"\d+", str(error))]
        assert numbers[0] == area
        covered = numbers[1:] if "nearest" in str(error) else numbers[1:2]
        assert all(coverable(counts, other) >> other & 1 for other in covered)
        assert not coverable(counts, area) >> area & 1
    else:
        assert coverable(counts, area) >> area & 1


EMPTY = "to leave cells empty, mark them + or add O1*; spare={} lets that many cells stay empty"


def cells(number: int) -> str:
    return "1 cell" if number == 1 else f"{number} cells"


def too_much(kind: str, area: int, more: int) -> str:
    return f"but the pieces {kind} {area}: add {cells(more)} to the board or remove pieces that cover {more}"


def too_little(kind: str, area: int, more: int) -> str:
    advice = f"block {cells(more)} or add pieces that cover {more}; {EMPTY.format(more)}"
    return f"but the pieces {kind} {area}: {advice}"


def between(below: int, above: int, wanted: str = "exactly that many") -> str:
    nearest = f"the nearest are {below} and {above}; change the board or the copies to match one of them"
    return f"and no choice of copies covers {wanted}: {nearest}"


ANY, MANY = "; write '{}?' to use only some of them", "; write '{}*' to use as many as needed"
OTHER = "; for this board with other pieces, write 8x8-square"


@pytest.mark.parametrize(
    ("board", "pieces", "message"),
    [
        ("1x1", "I2", "1 free cell, " + too_much("cover", 2, 1)),
        ("1x3", {"I2": 10**40}, "3 free cells, " + too_much("cover", 2 * 10**40, 2 * 10**40 - 3)),
        ([], "O1", "0 free cells, " + too_much("cover", 1, 1)),
        ("8x8", "pentominoes", "64 free cells, " + too_little("cover", 60, 4) + OTHER),
        ("20x20", "dominoes", "400 free cells, " + too_little("cover", 2, 398) + MANY.format("dominoes")),
        ("20x20", {"I2": 1}, "400 free cells, " + too_little("cover", 2, 398)),
        ("5x5", None, "25 free cells, " + too_much("cover", 60, 35) + ANY.format("pentominoes")),
        ("4x4", "pentominoes + O4", "16 free cells, " + too_much("cover", 64, 48)),
        ("2x2", "I3*0", "4 free cells, " + too_little("cover", 0, 4)),
        ("AA..", "I2", "2 free cells, " + too_little("cover", 0, 2) + MANY.format("I2")),
    ],
)
def test_areas_that_cannot_meet(board: Any, pieces: Any, message: str) -> None:
    refuses(f"the board has {message}", board, pieces)


@pytest.mark.parametrize(
    ("board", "pieces", "message"),
    [
        ("2x2", "I3*2-3", "4 free cells, " + too_much("cover at least", 6, 2)),
        ("3x4", "I3? V3?", "12 free cells, " + too_little("cover at most", 6, 6).partition("; spare")[0]),
        ("1x7", "I2* O4*", "7 free cells, " + between(6, 8)),
        ("1x7", "I3*1-9 I2?", "7 free cells, " + between(6, 8)),
        ("1x1", "I2*", "1 free cell, " + between(0, 2)),
        ("+........", "V? I4? 6.1", "9 free cells, 1 of which may stay empty, " + between(6, 10, "8 to 9 cells")),
    ],
)
def test_areas_are_an_answer_if_copies_leave_a_choice(board: str, pieces: str, message: str) -> None:
    puzzle = Puzzle(board, pieces)
    assert (puzzle.count(), puzzle.solve()) == (0, None)
    assert puzzle.explain().proof.text == f"the board has {message}"


def test_areas_that_meet_in_odd_ways() -> None:
    assert Puzzle([], "I2?").count() == 1
    assert Puzzle(Board.parse("AA"), "I2").count() == 1
    assert Puzzle("1x4", {"I2": (0, 10**40)}).count() == 1
    assert Puzzle("1x4", "I2* O1*0").count() == 1


@pytest.mark.parametrize(
    ("text", "reflections", "expected"),
    [
        ("F+F", True, [("F", 2, 2)]),
        ("F F'", True, [("F", 2, 2)]),
        ("F' F", True, [("F'", 2, 2)]),
        ("F F'", False, [("F", 1, 1), ("F'", 1, 1)]),
        ("F X F*2-3 X* I", True, [("F", 3, 4), ("X", 1, None), ("I", 1, 1)]),
        ("F*1-4 F?", True, [("F", 1, 5)]),
        ("F* F*", True, [("F", 0, None)]),
        ("one-sided tetrominoes", True, [("I4", 1, 1), ("L4", 2, 2), ("O4", 1, 1), ("S4", 2, 2), ("T4", 1, 1)]),
        ("FF'*0", True, [("F", 0, 0)]),
    ],
)  # fmt: skip
def test_entries_of_one_shape_are_one_piece(text: str, reflections: bool, expected: list[Any]) -> None:
    counts = Puzzle("8x8", text + " O1*", reflections=reflections).pieces[:-1]
    assert [(piece.name, least, most) for piece, least, most in counts] == expected
    assert all(piece == Polyform.named(piece.name) for piece, _, _ in counts)


L_LEFT, L_RIGHT = Polyomino([(0, 0), (1, 0), (1, 1), (1, 2)]), Polyomino([(0, 2), (1, 0), (1, 1), (1, 2)])


@pytest.mark.parametrize(
    ("pieces", "is_one_sided"),
    [
        ("one-sided tetrominoes? O1*", True),
        ("pentominoes? + F' + O1*", True),
        ([*polyforms(4, "one-sided"), Polyomino([(0, 0)])], True),
        ({"F": 4, "F'": 0, "O1": (0, None)}, True),
        ([L_LEFT, L_RIGHT, *["O1"] * 21], True),
        ([L_LEFT, L_LEFT, "O1"], False),
        ([Polyform.named("F"), Polyform.named("F").orientations()[1], "O1"], False),
        ("one-sided trominoes? + F' + O1*", False),
        ("pentominoes? O1*", False),
    ],
    ids=str,
)
def test_mirror_twins_are_two_pieces_unless_it_is_said_otherwise(pieces: Any, is_one_sided: bool) -> None:
    area = sum(count.piece.size * count.least for count in as_pieces(pieces)) or 1
    plain, apart, together = (Puzzle((1, area), pieces, reflections=wish) for wish in (None, False, True))
    assert plain.reflections is not is_one_sided
    assert plain == (apart if is_one_sided else together) != (together if is_one_sided else apart)
    assert (len(plain.pieces) > len(together.pieces)) == is_one_sided


@pytest.mark.parametrize("reflections", ["no", 2, [], "True"])
def test_reflections_are_true_false_or_none(reflections: Any) -> None:
    with pytest.raises(PuzzleError, match=exactly(f"reflections must be True, False or None, got {reflections!r}")):
        Puzzle(reflections=reflections)


def test_a_one_sided_puzzle_stays_one_when_a_twin_is_gone() -> None:
    puzzle = Puzzle("2x4", "L4 L4'? L4 O1*")
    for placement in puzzle.placements():
        smaller = puzzle.place(placement)
        assert not smaller.reflections
        assert pickle.loads(pickle.dumps(smaller)) == smaller
    assert eval(repr(puzzle), {"Puzzle": Puzzle, "Board": Board}) == puzzle


def test_names_and_orientations_of_the_pieces() -> None:
    assert str(Puzzle()._piece_set) == PENTOMINOES
    assert str(Puzzle("6x10", "hexominoes?")._piece_set).endswith(" 6.19 6.20 and 15 more")
    assert str(Puzzle("1x3", [DOMINO, Polyform.named("O1")])._piece_set) == "(without a name) O1"
    statement = Puzzle("1x11", "I2 F? O4")
    numbers = [number for number, _ in statement._orientations]
    assert Counter(numbers) == {0: 2, 1: 8, 2: 1}
    assert numbers == sorted(numbers)
    for i, turned in enumerate(Polyform.named("F").orientations()):
        assert statement._piece_set.shapes[turned.cells] == (1, i)
        assert statement._orientations[2 + i] == (1, turned)
    assert len(Puzzle("1x11", "I2 F? O4", reflections=False)._piece_set.shapes) == 2 + 4 + 1


@pytest.mark.parametrize("name", ["F", "F'", "S4", "X", "6.2"])
def test_the_orientation_of_a_placement(name: str) -> None:
    piece = Polyform.named(name)
    for i, turned in enumerate(piece.orientations()):
        cells = oracle.translated(frozenset(turned.cells), -7, 10**20)
        forms: list[Any] = [cells, sorted(cells, reverse=True), iter(cells)]
        for form in forms:
            placement = Placement(name, form)
            assert placement.piece == piece
            assert placement.orientation == i
            assert list(placement.cells) == sorted(placement.cells)
            assert {type(number) for cell in placement.cells for number in cell} == {int}
        assert Placement(piece, cells) == Placement(name, cells)


@pytest.mark.needs_numpy
def test_placements_and_restrictions_from_numpy() -> None:
    import numpy

    turned = Polyform.named("F").orientations()[3]
    placement = Placement("F", numpy.array(turned.cells, numpy.int16))
    assert placement.orientation == 3
    assert {type(number) for cell in placement.cells for number in cell} == {int}
    test_restricted_orientations({"L4": iter([numpy.int64(2), True])}, {"L4": {1, 2}})


def test_placements_are_values() -> None:
    one, other = on("I2", (0, 1), (0, 0)), on("I2", (1, 0), (1, 1))
    assert one == on("I2", (0, 0), (0, 1)) != Placement(DOMINO, [(0, 0), (0, 1)])
    assert one < other
    assert {one, other, on("I2", (0, 0), (0, 1))} == {one, other}
    assert pickle.loads(pickle.dumps(one)) == copy.copy(one) == eval(repr(one)) == one
    assert repr(one) == "Placement('I2', [(0, 0), (0, 1)])"
    nameless = Placement(DOMINO, one.cells)
    assert repr(nameless) == "Placement(Polyomino([(0, 0), (0, 1)], name=''), [(0, 0), (0, 1)])"
    assert eval(repr(nameless)) == nameless
    with pytest.raises(FrozenInstanceError):
        one.piece = DOMINO  # type: ignore[misc]


@pytest.mark.parametrize(
    ("piece", "cells", "message"),
    [
        *(
            (piece, cells, f"the cells {sorted(set(cells))} do not have the shape of {piece!r}")
            for piece in ("I2", DOMINO)
            for cells in ([(0, 0)], [(0, 0), (1, 1)], [(0, 1), (0, 0), (0, 2)], [])
        ),
        ("f5", [], "unknown piece 'f5': did you mean F or F'?"),
        ("I2", [(0, 0), (0,)], "placement: a cell must be a pair (row, column) of whole numbers, got (0,)"),
        (5, [(0, 0)], "a piece must be a Polyform or a name such as 'F' or 'O4', got 5"),
    ],
    ids=str,
)
def test_placements_that_cannot_be_made(piece: Any, cells: Any, message: str) -> None:
    with pytest.raises(PuzzleError, match=exactly(message)):
        Placement(piece, cells)


TWO = (on("I2", (0, 0), (0, 1)), on("V3", (1, 0), (1, 1), (2, 0)))


@pytest.mark.parametrize(
    ("board", "placed"),
    [
        ("3x3", TWO),
        ("3x3", iter(TWO[::-1])),
        ("3x3", {*TWO}),
        ("3x3", "AA.\nBB.\nB.."),
        ("3x3", ["AA", "...\nBB.\nB.."]),
        ("3x3", [TWO[1], "zz"]),
        ("AA.\nBB.\nB..", ()),
        ("AA.\nBB.\nB..", []),
        ("AA.\n...\n...", TWO[1]),
        ("...\nxx.\nx..", "II"),
    ],
)
def test_given_pieces_in_every_form(board: Any, placed: Any) -> None:
    puzzle = Puzzle(board, "I2*2 V3 O1*", placed=placed)
    assert puzzle.placed == TWO
    assert puzzle.uncovered_cells == puzzle.board.cells - {cell for placement in TWO for cell in placement.cells}
    demand = [(piece.name, least, most) for piece, least, most in puzzle._demand]
    assert demand == [("I2", 1, 1), ("V3", 0, 0), ("O1", 0, 4)]
    assert puzzle.count(symmetry="all") == 4 - 1
    assert all({*TWO} <= {*solution.placements} for solution in puzzle.solve_all(symmetry="all"))
    assert {placement.piece.name for placement in puzzle.placements()} == {"I2", "O1"}


ONE, NEXT = on("I2", (0, 0), (0, 1)), on("I2", (0, 1), (0, 2))
I2, AREA_A, AT_1, AT_2 = "the given piece I2", "the area lettered A", "at row 1, column 1", "at row 1, column 2"
OFF, SET = "which is not a cell of the board", "the set is I2"
HALF = "is only part of a piece: the pieces of the set have 2 cells; draw free cells as '.'"


@pytest.mark.parametrize(
    ("board", "placed", "message"),
    [
        ("1x4", on("I2", (1, 3), (0, 3)), f"{I2} at row 1, column 4 covers row 2, column 4, {OFF}"),
        (
            "1x4",
            Placement(DOMINO, [(9, 9), (9, 8)]),
            f"the given piece without a name at row 10, column 9 covers row 10, column 9, {OFF}",
        ),
        ("1x4", "....\nAA..", f"the given area lettered A at row 2, column 1 covers row 2, column 1, {OFF}"),
        ("1x4", [ONE, NEXT], f"{I2} {AT_2} and {I2} {AT_1} overlap {AT_2}"),
        ("AA..", ".bb.", f"the given area lettered b {AT_2} and {AREA_A} {AT_1} overlap {AT_2}"),
        ("AA..", ONE, f"{I2} {AT_1} and {AREA_A} {AT_1} overlap {AT_1}"),
        (
            "AAA.",
            (),
            f"{AREA_A} {AT_1} has 3 cells, but the pieces have 2: "
            f"draw free cells as '.', and touching pieces with different letters; {SET}",
        ),
        ("1x4", ".A..", f"the given area lettered A {AT_2} {HALF}; {SET}"),
        ("1x4", on("O1", (0, 2)), f"the given piece O1 at row 1, column 3 is not a piece of the set; {SET}"),
        ("1x4", [5], "placed must be placements, lettered pictures or lists of cells, got 5"),
        (
            "1x4",
            [[ONE]],
            f"placed, a list of pieces, each a list of cells: a cell must be a pair (row, column) of whole numbers, "
            f"got {ONE!r}",
        ),
        ("1x4", {(0, 0): "I2"}, "placed must be placements, pictures or lists of cells, got a mapping"),
        ("2x2", ["aa", ".."], r"placed has several strings of one row each: join the rows of a picture with '\n'"),
    ],
)
def test_given_pieces_that_cannot_be(board: Any, placed: Any, message: str) -> None:
    refuses(message, board, "I2*2", placed=placed)


def test_a_given_piece_is_one_of_the_set() -> None:
    left = Placement("S4'", Polyform.named("S4'").cells)
    assert Puzzle("2x3", "S4 O1*2", placed=left).placed[0].piece.name == "S4"
    message = "the given piece S4' at row 1, column 1 is not a piece of the set; the set is S4 O1"
    refuses(message, "2x3", "S4 O1*2", placed=left, reflections=False)
    refuses(f"piece {DOMINO!r} is given 1 times; at most 0 may be used", "AA..", {DOMINO: 0, "O1": 4})
    mine = Polyomino([(5, 5), (6, 5)], "mine")
    puzzle = Puzzle("1x4", {mine: 2}, placed=Placement("I2", [(0, 2), (0, 3)]))
    assert puzzle.placed == (Placement(mine, [(0, 2), (0, 3)]),)


def test_a_picture_of_given_pieces_that_cannot_be_read() -> None:
    with pytest.raises(PictureError, match=r"\Aline 1, column 2: unexpected character '\?'; draw '.' for a free"):
        Puzzle("1x4", "I2*2", placed="A?")


def is_high(placement: Placement) -> bool:
    return placement.cells[0][0] == 0


def is_odd(placement: Placement) -> bool:
    return placement.cells[0][1] % 2 == 1


L_TURNED = Polyform.named("L4").orientations()[1].renamed("turned")


@pytest.mark.parametrize(
    ("restrict", "expected"),
    [
        ({}, {}),
        (None, {}),
        ({"L4": [0, 3]}, {"L4": {0, 3}}),
        ({"l4": {3}}, {"L4": {3}}),
        ({"L4": iter([2, True])}, {"L4": {1, 2}}),
        ({"L4": []}, {"L4": set()}),
        ({Polyform.named("L4"): range(5)}, {"L4": {0, 1, 2, 3, 4}}),
        ({L_TURNED: [0, 1]}, {"L4": {1, 2}}),
        ({"L4'": [0]}, {"L4": {4}}),
        ({"I4": (1,), "T4": [2]}, {"I4": {1}, "T4": {2}}),
        ({"tetrominoes": [0]}, {name: {0} for name in ["I4", "L4", "O4", "S4", "T4"]}),
        ({"tetrominoes": iter([0])}, {name: {0} for name in ["I4", "L4", "O4", "S4", "T4"]}),
        ({"L4": [0, 1, 2], L_TURNED: [0]}, {"L4": {1}}),
    ],
)
def test_restricted_orientations(restrict: Any, expected: dict[str, set[int]]) -> None:
    puzzle = Puzzle("5x4", "tetrominoes", restrict=restrict)
    for number, (piece, _, _) in enumerate(puzzle.pieces):
        turned = piece.orientations()
        kept = expected.get(piece.name, set(range(len(turned))))
        assert [shape for owner, shape in puzzle._orientations if owner == number] == [turned[i] for i in sorted(kept)]
        assert {placement.orientation for placement in puzzle.placements_of(number)} <= kept


def test_predicates() -> None:
    puzzle = Puzzle("2x4", "I2*4", restrict={"I2": is_high})
    lying = [((0, column), (0, column + 1)) for column in range(3)]
    standing = [((0, column), (1, column)) for column in range(4)]
    assert {placement.cells for placement in puzzle.placements()} == {*lying, *standing}
    assert puzzle._predicates(0) == [is_high]
    assert puzzle.count(symmetry="all") == 1
    restrict: Any = {"I2": is_high, DOMINO: is_odd, Polyform.named("I2"): [0]}
    puzzle = Puzzle("2x4", "I2*4", restrict=restrict)
    assert [placement.cells for placement in puzzle.placements()] == [((0, 1), (0, 2))]


def test_a_predicate_is_asked_once_for_each_placement() -> None:
    asked: list[Placement] = []

    def allows(placement: Placement) -> bool:
        asked.append(placement)
        return True

    puzzle = Puzzle("2x4", "I2*4", restrict={"I2": allows})
    puzzle.symmetries()
    assert (puzzle.count(), puzzle.count(symmetry="all")) == (4, 5)
    assert len(list(puzzle.solve_all())) == 4
    assert Counter(asked) == Counter(Puzzle("2x4", "I2*4").placements())


TETROMINOES = "I4 L4 O4 S4 T4"
NAMELESS = Polyform.named("T4").renamed("")


@pytest.mark.parametrize(
    ("restrict", "message"),
    [
        ({"L4": [0, 8]}, "restrict: orientations of 'L4' must be from 0 to 7, got 8"),
        ({"L4": [-1]}, "restrict: orientations of 'L4' must be from 0 to 7, got -1"),
        ({"I4": [10**30]}, f"restrict: orientations of 'I4' must be from 0 to 1, got {10**30}"),
        ({NAMELESS: [4]}, f"restrict: orientations of {NAMELESS!r} must be from 0 to 3, got 4"),
        ({"F": [0]}, f"restrict: 'F' is not a piece of the set; the set is {TETROMINOES}"),
        ({"xyz": [0]}, f"restrict: 'X' is not a piece of the set; the set is {TETROMINOES}"),
        ({DOMINO: is_high}, f"restrict: {DOMINO!r} is not a piece of the set; the set is {TETROMINOES}"),
        ({"L5": [0]}, "unknown piece 'L5': did you mean L4 or L4' or L or L' or hexagonal:L5 or triangular:L5? "
        "hexagonal:L5 needs a hexagonal board"),
    ],
)  # fmt: skip
def test_restrictions_that_cannot_be(restrict: Any, message: str) -> None:
    refuses(message, "5x4", "tetrominoes", restrict=restrict)


@pytest.mark.parametrize("pieces", ["L4*5", "L4*3 L4'*2"])
def test_orientations_of_the_twin_are_not_those_of_the_piece(pieces: str) -> None:
    message = "restrict: orientations of 'L4' must be from 0 to 3, got 4"
    refuses(message, "5x4", pieces, reflections=False, restrict={"L4": [4]})


@pytest.mark.parametrize(
    "restrict", [{5: [0]}, {None: is_high}, {"L4": 0}, {"L4": None}, {"L4": "ab"}, {"L4": [0.5]}, ["L4"]]
)
def test_restrictions_of_wrong_types(restrict: Any) -> None:
    with pytest.raises(PuzzleError, match=r"restrict|a piece is a Polyform"):
        Puzzle("5x4", "tetrominoes", restrict=restrict)


def test_placements_come_by_piece_orientation_row_and_column() -> None:
    assert [placement.cells for placement in Puzzle("2x2", "I2 O1*2").placements()] == [
        ((0, 0), (0, 1)), ((1, 0), (1, 1)), ((0, 0), (1, 0)), ((0, 1), (1, 1)),
        ((0, 0),), ((0, 1),), ((1, 0),), ((1, 1),),
    ]  # fmt: skip


@given(strategies.statements())
def test_placements_against_the_oracle(question: oracle.Statement) -> None:
    puzzle = made(question)
    found = [placement.cells for placement in puzzle.placements()]
    assert sorted(found) == sorted(tuple(sorted(cells)) for _, cells in oracle.open_placements(question))
    for placement in puzzle.placements():
        assert Placement(placement.piece, placement.cells) == placement


@given(strategies.statements_with_room())
def test_replaced_arguments_are_those_of_a_new_puzzle(question: oracle.Statement) -> None:
    puzzle = made(question)
    if puzzle.restrict:
        assert puzzle.replace(placed=puzzle.placed) == puzzle
        with pytest.raises(PuzzleError, match="replace requires restrict="):
            puzzle.replace(spare=puzzle.spare)
        puzzle = puzzle.replace(restrict=None)
    assert puzzle.replace(spare=puzzle.spare) == puzzle
    assert puzzle.replace(board=puzzle.board, reflections=puzzle.reflections) == puzzle
    assert formats.from_json(formats.to_json(puzzle)) == puzzle


@given(strategies.statements(), st.data())
def test_the_closure_law(question: oracle.Statement, data: st.DataObject) -> None:
    """The solutions that contain a placement are those of the smaller puzzle, with that placement added."""
    puzzle = made(question)
    placements = puzzle.placements()
    if not placements:
        return
    laid = data.draw(st.sampled_from(placements))
    solutions = [{p.cells for p in solution.placements} for solution in puzzle.solve_all(symmetry="all")]
    smaller = puzzle.place(laid)
    assert smaller.count(symmetry="all") == sum(laid.cells in tiling for tiling in solutions)
    found = {frozenset(p.cells for p in solution.placements) for solution in smaller.solve_all(symmetry="all")}
    assert found == {frozenset(tiling - {laid.cells}) for tiling in solutions if laid.cells in tiling}
    if smaller.placements():
        then = data.draw(st.sampled_from(smaller.placements()))
        both = {laid.cells, then.cells}
        assert smaller.place(then).count(symmetry="all") == sum(both <= tiling for tiling in solutions)


def test_placing_counts_copies_beside_given_pieces() -> None:
    puzzle = Puzzle("AA....", "I2*1-2 O1*0-9")
    smaller = puzzle.place(on("I2", (0, 4), (0, 5)))
    assert smaller.placed == puzzle.placed
    assert [(count.least, count.most) for count in smaller._demand] == [(0, 0), (0, 2)]
    assert smaller.count(symmetry="all") == 1
    assert pickle.loads(pickle.dumps(smaller)) == smaller
    smaller = Puzzle("1x4", "I2*2").place(Placement(DOMINO, [(0, 0), (0, 1)]))
    assert [tuple(count) for count in smaller.pieces] == [(Polyform.named("I2"), 1, 1)]


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (on("I3", (0, 0), (0, 1), (0, 2)), "does not fit: its piece is not in the set; the set is I2 O1 O4"),
        (on("I2", (0, 3), (0, 4)), "does not fit: cell (0, 4) is not free"),
        (on("I2", (0, 0), (1, 0)), "does not fit: cell (0, 0) is not free"),
        (on("O1", (1, 2)), "does not fit: no copy of the piece is left"),
        (on("O4", (0, 2), (0, 3), (1, 2), (1, 3)), "does not fit: no copy of the piece is left"),
    ],
)
def test_placing_what_does_not_fit(made: Placement, why: str) -> None:
    puzzle = Puzzle("AB..\n....", "I2* O1*2 O4*0").place(on("I2", (1, 0), (1, 1)))
    with pytest.raises(PuzzleError, match=exactly(f"{made!r} {why}")):
        puzzle.place(made)


def test_equal_and_different_puzzles() -> None:
    puzzle = Puzzle("3x20")
    others = [
        Puzzle((3, 20), "FILNPTUVWXYZ", restrict={}),
        Puzzle(Board.rectangle(3, 20), dict.fromkeys(PENTOMINOES.split(), 1), placed=[]),
        Puzzle((cell for cell in Board.rectangle(3, 20).cells), map(Polyform.named, PENTOMINOES.split())),
        Puzzle("3x20", "pentominoes", reflections=1),  # type: ignore[arg-type]
    ]  # fmt: skip
    assert all(other == puzzle and hash(other) == hash(puzzle) for other in others)
    assert len({puzzle, *others}) == 1
    assert hash(Puzzle("1x2", {"I2": True})) == hash(Puzzle("1x2", "I2"))
    base: Any = {"board": "1x4", "pieces": "I2*2"}
    different = [
        Puzzle(**base), Puzzle("2x2", "I2*2"), Puzzle("1x4", "I2*1-2"), Puzzle(**base, reflections=False),
        Puzzle(**base, placed=on("I2", (0, 0), (0, 1))), Puzzle(**base, restrict={"I2": [0]}),
        Puzzle(**base, restrict={"I2": is_high}),
    ]  # fmt: skip
    assert len({*different}) == len(different)
    assert (Puzzle(**base) == base) is False
    assert Puzzle(**base, restrict={"I2": [0, 0]}) == Puzzle(**base, restrict={DOMINO: (0,)})
    assert Puzzle(**base, restrict={"I2": is_high}) == Puzzle(**base, restrict={DOMINO: is_high})


def test_puzzles_go_through_pickle_and_are_immutable() -> None:
    puzzle = Puzzle("AA..\n....", "I2*2-4 V3?", reflections=False, placed="..BB", restrict={"I2": is_odd, "V3": [1]})
    assert puzzle.placements()
    number = puzzle.count()
    again = pickle.loads(pickle.dumps(puzzle))
    assert again == copy.copy(puzzle) == copy.deepcopy(puzzle) == puzzle
    assert (type(again), hash(again)) == (Puzzle, hash(puzzle))
    assert (again.placements(), again.count()) == (puzzle.placements(), number)
    puzzle = Puzzle("1x2", "I2")
    for field in ("board", "pieces", "reflections", "placed", "restrict"):
        with pytest.raises(FrozenInstanceError):
            setattr(puzzle, field, None)
        with pytest.raises(FrozenInstanceError):
            delattr(puzzle, field)


def test_repr() -> None:
    assert repr(Puzzle("1x4", "I2*1-2 O1*")) == "Puzzle(Board.rectangle(1, 4), {'I2': (1, 2), 'O1': (0, None)})"
    puzzle = Puzzle("1x4", [DOMINO, DOMINO], reflections=False, placed=on("I2", (0, 0), (0, 1)), restrict={DOMINO: [0]})
    assert repr(puzzle) == (
        "Puzzle(Board.rectangle(1, 4), {Polyomino([(0, 0), (0, 1)], name=''): (2, 2)}, reflections=False, "
        "placed=[Placement(Polyomino([(0, 0), (0, 1)], name=''), [(0, 0), (0, 1)])], restrict={...})"
    )


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(),
        Puzzle("1x5", "I2*1-2 O1*", reflections=False),
        Puzzle("2x2", "I2*2", placed=on("I2", (0, 0), (0, 1))),
        Puzzle("2x2", "I2*2").place(on("I2", (0, 0), (0, 1))),
        Puzzle("AA\n..", "I2*2"),
        Puzzle("2x3x5", "pentominoes?", reflections=True),
        Puzzle("3x3x3", "soma"),
        Puzzle("hexagonal 4x4", "tetrahexes?"),
        Puzzle("triangular rhombus 6", "hexiamonds"),
        Puzzle("tetrakis 2x2", "2.1*"),
        Puzzle("ring 3x20"),
        Puzzle("torus 4x5", "I2*"),
        Puzzle("2x6", "hexominoes?"),
        Puzzle("5x18", "one-sided pentominoes"),
        Puzzle("2x4", "2x3 + 1x2"),
        Puzzle("1x4", [Polyform([(0, 0), (0, 1)], "F")] * 2),
        Puzzle([(-1, 0), (-1, 1)], "i2"),
    ],
    ids=repr,
)
def test_repr_is_a_statement_of_the_same_puzzle(puzzle: Puzzle) -> None:
    laid = next(iter(puzzle.placements()))
    copies = {piece: (least, most) for piece, least, most in puzzle.pieces}
    given = Puzzle(puzzle.board, copies, reflections=puzzle.reflections, placed=[*puzzle.placed, laid])
    for value in (puzzle, puzzle.board, puzzle.place(laid), given, laid, laid.piece):
        assert eval(repr(value), PUBLIC) == value, value


def test_placements_of_a_piece_by_number_name_or_shape() -> None:
    puzzle = Puzzle("4x5", "tetrominoes")
    numbers = {piece.name: number for number, (piece, _, _) in enumerate(puzzle.pieces)}
    for name, number in numbers.items():
        expected = list(puzzle.placements_of(number))
        assert expected
        assert {placement.piece.name for placement in expected} == {name}
        assert list(puzzle.placements_of(name)) == list(puzzle.placements_of(Polyform.named(name))) == expected
    assert sorted(puzzle.placements_of("one-sided tetrominoes")) == sorted(puzzle.placements())


@pytest.mark.parametrize(
    ("piece", "message"),
    [
        (5, "a piece must be a Polyform, a name or a number from 0 to 4, got 5"),
        (-1, "a piece must be a Polyform, a name or a number from 0 to 4, got -1"),
        (None, "a piece must be a Polyform, a name or a number from 0 to 4, got None"),
        ("F", "'F' is not a piece of the set; the set is I4 L4 O4 S4 T4"),
    ],
)
def test_placements_of_what_is_no_piece_of_the_set(piece: Any, message: str) -> None:
    with pytest.raises(PuzzleError, match=exactly(message)):
        list(Puzzle("4x5", "tetrominoes").placements_of(piece))


def test_placements_of_a_piece_of_thousands_of_cells_are_few() -> None:
    """A piece as large as the board: that it is tried only where it may lie is the difference of many seconds."""
    puzzle = Puzzle("200x50", [Polyform(product(range(200), range(50)))])
    assert [len(placement.cells) for placement in puzzle.placements()] == [10000]
