"""All that stands for a board does so everywhere, and boards are combined as sets of cells."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commandline import exactly
from pentomino import (
    CUBIC,
    HEXAGONAL,
    SQUARE,
    Board,
    Lattice,
    PictureError,
    Placement,
    Polyomino,
    Puzzle,
    PuzzleError,
    boards,
    count,
    generate,
    solve,
    solve_all,
)

ROWS = ["..+", "A#+"]
DRAWN = Board.parse("..+\nA#+")
L = frozenset({(0, 0), (1, 0), (1, 1)})


def mask(cells: Iterable[tuple[int, ...]]) -> Any:
    import numpy

    where = tuple(zip(*cells, strict=True))
    made = numpy.zeros([max(axis) + 1 for axis in where], bool)
    made[where] = True
    return made


def file_of(text: str, folder: Path) -> Path:
    path = folder / "board.txt"
    path.write_text(text, encoding="utf-8")
    return path


FORMS: list[tuple[str, Board, Callable[[Path], Any]]] = [
    ("a size", Board.rectangle(2, 3), lambda _: "2x3"),
    ("two numbers", Board.rectangle(2, 3), lambda _: (2, 3)),
    ("a list of two numbers", Board.rectangle(2, 3), lambda _: [2, 3]),
    ("three numbers", Board.box(2, 1, 3), lambda _: (2, 1, 3)),
    ("words", Board.box(2, 1, 3), lambda _: "cubic 2x1x3"),
    ("words for a ring", Board([(0, n) for n in range(9)], SQUARE.wrapped(None, 9)), lambda _: "ring 1x9"),
    ("a name", Board.rectangle(5, 3), lambda _: " Katamino-3 "),
    ("a name in a list", Board.rectangle(5, 3), lambda _: ["katamino-3"]),
    ("a name and labels", boards.named("a-puzzle-a-day").without(["Nov", "20"]), lambda _: "a-puzzle-a-day:Nov,20"),
    ("a picture", DRAWN, lambda _: "\n".join(ROWS)),
    ("rows", DRAWN, lambda _: ROWS),
    ("a path", DRAWN, lambda folder: file_of("\n".join(ROWS), folder)),
    ("a path to cubes", Board.box(2, 1, 3), lambda folder: file_of("cubic\n...\n\n...\n", folder)),
    ("cells", Board([(0, 0), (2, 5)]), lambda _: [(0, 0), (2, 5)]),
    ("a set of cells", Board([(0, 0), (2, 5)]), lambda _: {(0, 0), (2, 5)}),
    ("an iterator of cells", Board([(0, 0), (2, 5)]), lambda _: iter([(0, 0), (2, 5)])),
    ("a mask", Board(L), lambda _: mask(L)),
    ("a mask of cubes", Board([(0, 1, 2), (1, 0, 0)], CUBIC), lambda _: mask([(0, 1, 2), (1, 0, 0)])),
    ("a board", DRAWN, lambda _: DRAWN),
]
DOORS: dict[str, Callable[[Any], Board]] = {
    "Board": Board,
    "Puzzle": lambda form: Puzzle(form, "O1*").board,
    "solve": lambda form: solve(form, "O1*").puzzle.board,  # type: ignore[union-attr]
    "solve_all": lambda form: next(solve_all(form, "O1*")).puzzle.board,
}


@pytest.mark.needs_numpy
@pytest.mark.parametrize(("board", "form"), [case[1:] for case in FORMS], ids=[case[0] for case in FORMS])
def test_each_form_is_the_same_board_everywhere(board: Board, form: Callable[[Path], Any], tmp_path: Path) -> None:
    for door, read in DOORS.items():
        found = read(form(tmp_path))
        assert found == (board if door == "Board" else board._bare())
        assert found.labels == board.labels
    assert count(form(tmp_path), "O1*", symmetry="all") == count(board, "O1*", symmetry="all") > 0


def test_a_board_of_a_board() -> None:
    board = DRAWN.labelled({(0, 0): "a", (9, 9): "b"}).coloured({(0, 1): "W"})
    same = Board(board)
    assert (same, same.labels, str(same)) == (board, board.labels, str(board))
    more = Board(board, optional=[(0, 1), (5, 5)])
    assert (more.cells, more.optional) == (board.cells | {(5, 5)}, board.optional | {(0, 1), (5, 5)})
    assert (more.given, more.colours, more.frame) == (board.given, board.colours, (0, 0, 6, 6))
    assert Board(Board("hexagonal 2x2")).lattice == Board(Board("hexagonal 2x2"), "hexagonal").lattice == HEXAGONAL


@pytest.mark.parametrize(
    ("form", "lattice", "message"),
    [
        ("kanoodle", HEXAGONAL, "'kanoodle' must be on the hexagonal lattice, got the square one"),
        (Board("2x2"), CUBIC, "Board.rectangle(2, 2) must be on the cubic lattice, got the square one"),
        ("2x2", SQUARE.wrapped(None, 2), "'2x2' must be on the wrapped square lattice, got the square one"),
    ],
)
def test_a_board_on_another_lattice(form: Any, lattice: Lattice, message: str) -> None:
    with pytest.raises(PuzzleError, match=exactly(message)):
        Board(form, lattice)


FILES = r"pz.json svc.py b.txt drawn/board.new two.txt:2 ../heart.b C:\heart.txt /etc/heart.txt heart.txt".split()


@pytest.mark.parametrize("name", FILES)
def test_a_string_that_looks_like_a_file(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not read as its name, even if there is one."""
    monkeypatch.chdir(tmp_path)
    Path("heart.txt").write_text("..")
    how = f"formats.read_puzzle({name!r}) reads a puzzle"
    if ".txt" in name:
        how += f", and pathlib.Path({name!r}) the picture of a board"
    for door in (
        *(*DOORS.values(), Board.parse, count),
        lambda name: Board([name]),
        lambda name: Puzzle("3x5", "PUV", placed=name),
        lambda name: solve("3x5", "PUV", placed=[name]),
        lambda name: next(generate(board=name)),
    ):
        for spaced in (name, f" {name} "):
            with pytest.raises(PuzzleError, match=exactly(f"{name!r} looks like the name of a file; {how}")):
                door(spaced)
    if "/" not in name:
        told = f"{name!r} looks like the name of a file; formats.read_pieces(pathlib"
        with pytest.raises(PuzzleError, match=re.escape(told)):
            Puzzle("3x5", name)
    for row in ("AA.BB", "II.III", "A.#", "VVV.."):
        assert len(Board.parse(row).cells) == len(row.replace("#", ""))


@pytest.mark.parametrize("word", ["nosuch", "AB", "F I", "kanodle", "abc9"])
def test_a_line_of_letters_is_a_misspelt_name(word: str) -> None:
    for door in DOORS.values():
        with pytest.raises(ValueError, match=f"unknown board '{word}|'{word}' is neither a size"):
            door(word)


@pytest.mark.needs_numpy
@pytest.mark.parametrize("wrap", [lambda one: one, lambda one: [one]], ids=["alone", "in a list"])
@pytest.mark.parametrize("shown", ["picture", "path", "board", "cells", "mask", "placement"])
def test_each_form_of_placed_pieces(shown: str, wrap: Callable[[Any], Any], tmp_path: Path) -> None:
    picture = "V..\nV..\nVVV"
    form: Any = {
        "picture": picture,
        "path": file_of(picture, tmp_path),
        "board": Board.parse(picture),
        "cells": sorted(Board.parse(picture).given[0][1]),
        "mask": mask(Board.parse(picture).given[0][1]),
        "placement": Placement("V", Board.parse(picture).given[0][1]),
    }[shown]
    if shown in ("cells", "mask") and wrap(0) == 0:
        with pytest.raises(PuzzleError, match="placed, a list of pieces, each a list of cells: a cell must be a pair"):
            Puzzle("3x5", "PUV", placed=form)
        return
    puzzle = Puzzle("3x5", "PUV", placed=wrap(form))
    assert [(one.piece.name, set(one.cells)) for one in puzzle.placed] == [("V", Board.parse(picture).given[0][1])]
    assert Puzzle("3x5", "PUV").replace(placed=wrap(form)) == puzzle


def test_a_picture_starts_at_the_corner_and_a_board_has_coordinates() -> None:
    moved = Board([(row + 4, column + 2) for row, column in Board("3x5")])
    area = {(4, 2), (5, 2), (6, 2), (6, 3), (6, 4)}
    for placed in ("V..\nV..\nVVV", Board.parse("####\n" * 4 + "##V..\n##V..\n##VVV")):
        assert set(Puzzle(moved, "PUV", placed=placed).placed[0].cells) == area
    with pytest.raises(PuzzleError, match="not a cell of the board"):
        Puzzle(moved, "PUV", placed=Board.parse("V..\nV..\nVVV"))


def test_placed_on_another_lattice(tmp_path: Path) -> None:
    told = "placed: the boards must be on the same lattice, got SQUARE and HEXAGONAL"
    with pytest.raises(PuzzleError, match=exactly(told)):
        Puzzle("3x5", "PUV", placed=Board.parse(" A A\nA A", HEXAGONAL))
    for form in ("hexagonal\n A A\nA A", file_of("hexagonal\n A A\nA A", tmp_path)):
        with pytest.raises(
            PuzzleError, match="a picture must be on the square lattice, like the board, got the hexagonal one"
        ):
            Puzzle("3x5", "PUV", placed=form)
    with pytest.raises(PictureError, match="is not a picture: write Board"):
        Puzzle("3x5", "PUV", placed="3x5")


cells_of_6x6 = st.frozensets(st.tuples(st.integers(0, 5), st.integers(0, 5)))
marks = st.dictionaries(st.tuples(st.integers(0, 5), st.integers(0, 5)), st.sampled_from("AB.+"), min_size=1)
FORMS_OF_CELLS: list[Callable[[Any], Any]] = [Board, list, set, iter]


@given(marks, cells_of_6x6, st.sampled_from("-|&"), st.sampled_from(FORMS_OF_CELLS), st.randoms(use_true_random=False))
def test_boards_are_combined_as_sets_of_cells(
    drawn: dict[tuple[int, int], str], other: frozenset[tuple[int, int]], sign: str, form: Any, chance: Any
) -> None:
    left = Board.parse("\n".join("".join(drawn.get((i, j), "#") for j in range(6)) for i in range(6)))
    left = left.coloured({cell: "W" for cell in left if chance.random() < 0.3})
    left = left.labelled({(i, j): f"{i}{j}" for i in range(7) for j in range(7) if chance.random() < 0.3})
    if sign == "-":
        other &= left.cells
    found, expected = SIGNS[sign](left, form(other)), SIGNS[sign](set(left), set(other))
    assert isinstance(found, Board)
    assert found.cells == set(found) == expected
    assert len(found) == len(expected)
    assert all((cell in found) == (cell in expected) for cell in [*left, *other])
    assert found.optional == left.optional & expected
    assert set(found.given) == {(letter, area) for letter, area in left.given if area <= expected}
    assert found.colours == tuple([one for one in left.colours if one[0] in expected])
    gone = left.cells - expected
    assert found.labels == tuple([one for one in left.labels if one[0] not in gone])
    assert found.lattice == left.lattice


def test_operators_make_another_board_and_reduce_the_cells_of_a_ring() -> None:
    board = first = Board("2x2")
    board -= [(0, 0)]
    board |= [(5, 5)]
    board &= Board("2x2")
    assert (board, first) == (Board([(0, 1), (1, 0), (1, 1)]), Board.rectangle(2, 2))
    ring = Board("ring 2x5")
    assert (ring - [(0, 7)]).cells == ring.cells - {(0, 2)}
    assert (ring & [(0, 5), (9, 9)]).cells == {(0, 0)}


@pytest.mark.needs_numpy
def test_masks_as_cells() -> None:
    assert Board("3x3") - mask(L) == Board.parse("#..\n##.\n...")
    assert Board("3x3", optional=mask(L)).optional == Board("3x3").with_optional_cells(mask(L)).optional == L
    assert Polyomino(mask(L)) == Polyomino(L)
    assert set(Placement("V3", mask(L)).cells) == L


SIGNS: dict[str, Callable[[Any, Any], Any]] = {"-": operator.sub, "|": operator.or_, "&": operator.and_}


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize(
    ("other", "message"),
    [
        ((0, 1), ": cells must be a list of tuples, got (0, 1); for one cell, write [(0, 1)]"),
        ("2x2", ": a cell must be a pair (row, column) of whole numbers, got '2'"),
        (None, ": cells must be pairs (row, column), got None"),
        ([(0, 0), (0, 0)], " has the cell (0, 0) twice"),
        (Board("hexagonal 2x2"), ": the boards must be on the same lattice, got SQUARE and HEXAGONAL"),
        (Board("ring 2x2"), ": the boards must be on the same lattice, got SQUARE and SQUARE.wrapped(None, 2)"),
    ],
)
def test_operands_that_are_no_cells(sign: str, other: Any, message: str) -> None:
    with pytest.raises(PuzzleError, match=exactly(f"{sign}{message}")):
        SIGNS[sign](Board("2x2"), other)


def test_a_union_does_not_drop_what_the_other_board_says() -> None:
    nothing = "must have no given areas, labels, colours or optional cells; use its `cells` instead"
    for other in ("A.", ".+", Board("1x2").coloured({(0, 0): "W"}), Board("1x2").labelled({(0, 0): "a"})):
        with pytest.raises(PuzzleError, match=exactly(f"|: the board on the right {nothing}")):
            Board("2x2") | Board(other)
    with pytest.raises(PuzzleError, match="a board must have at most 65536 cells, got 65537"):
        Board("256x256") | [(256, 0)]
