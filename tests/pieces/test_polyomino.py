"""Polyominoes: values, orientations, twins, names and enumerations, against the oracle's own."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
from commandline import exactly
from pentomino import D4, Lattice, PictureError, Polyform, Polyomino, Puzzle, PuzzleError, polyforms
from pentomino.known_pieces import SETS, SHAPES
from pentomino.lattices.board_words import as_lattice, lattices
from pentomino.lattices.lattice import SQUARE, Cell, shift
from pentomino.pieces.polyform import drawn_pieces, listed_pieces

PLAIN = "O1 I2 I3 V3 I4 L4 O4 S4 T4 F I L N P T U V W X Y Z".split()
PRIMED = "L4' S4' F' L' N' P' Y' Z'".split()
F = ((0, 1), (0, 2), (1, 0), (1, 1), (2, 1))
APART = "separate parts"
DRAWN_WITH = "draw a piece with '#', '1' or one letter, and '.', '0' or blanks around it"

shapes = st.integers(1, 7).flatmap(lambda n: st.sampled_from(polyforms(n, "fixed")))


def test_cells_are_normalised() -> None:
    assert Polyomino([(-3, 5), (-3, 6), (-4, 6)]).cells == ((0, 1), (1, 0), (1, 1))
    assert Polyomino(iter([(10**20, 1)])).cells == ((0, 0),)


@pytest.mark.needs_numpy
def test_cells_may_be_numbers_of_numpy() -> None:
    import numpy

    assert Polyomino(numpy.array([[1, 1], [1, 2]])).cells == ((0, 0), (0, 1))
    odd: Any = [(1, numpy.int8(4))]
    assert {type(number) for cell in Polyomino(odd).cells for number in cell} == {int}


@given(shapes, st.integers(), st.integers(), st.randoms())
def test_moved_shapes_are_equal_and_turned_ones_are_not(piece: Polyform, rows: int, columns: int, chance: Any) -> None:
    cells = list(shift(piece.cells, rows, columns))
    chance.shuffle(cells)
    assert Polyomino(cells) == piece
    assert hash(Polyomino(cells)) == hash(piece)
    assert len(set(piece.orientations())) == len({turned.cells for turned in piece.orientations()})


def test_the_name_is_part_of_the_value() -> None:
    assert Polyomino(F, "F") == Polyform.named("F") != Polyomino(F)
    assert Polyomino(F) == Polyform.named("F").renamed("") == Polyform.named("F").renamed("G").renamed("")
    assert Polyomino(F, "é ∎").name == "é ∎"


def test_order_is_by_cells() -> None:
    assert sorted([Polyform(F, "b"), Polyomino(F, "a"), Polyomino([(0, 0)])]) == [
        Polyomino([(0, 0)]), Polyomino(F, "a"), Polyomino(F, "b"),
    ]  # fmt: skip
    assert list(polyforms(5, "fixed")) == sorted(polyforms(5, "fixed"))


def test_a_polyomino_is_immutable() -> None:
    piece = Polyomino(F)
    with pytest.raises(FrozenInstanceError):
        piece.name = "F"  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        piece.colour = "red"  # type: ignore[attr-defined]


@given(shapes)
def test_pickle_copy_and_repr_give_the_same(piece: Polyform) -> None:
    named = piece.renamed("it's")
    assert pickle.loads(pickle.dumps(named)) == copy.copy(named) == copy.deepcopy(named) == named
    assert eval(repr(named)) == named


@pytest.mark.parametrize("nothing", [[], (), range(0)], ids=repr)
def test_no_cells(nothing: Any) -> None:
    with pytest.raises(PuzzleError, match=exactly("polyomino must have at least one cell")):
        Polyomino(nothing)
    with pytest.raises(PuzzleError, match=exactly("polyomino Q must have at least one cell")):
        Polyomino([], "Q")


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (lambda: Polyomino([(0, 0), (1, 1)]), f"polyomino must be connected, got 2 {APART}"),
        (lambda: Polyform.parse("#.#", "Q"), f"polyomino Q must be connected, got 2 {APART}"),
        (
            lambda: Polyomino([(0, 0), (0, 1), (3, 3), (10**50, 0)], "Q"),
            f"polyomino Q must be connected, got 3 {APART}",
        ),
        (lambda: Polyomino((3,), "Q"), "polyomino Q: a cell must be a pair (row, column) of whole numbers, got 3"),
    ],
)
def test_cells_that_are_no_polyomino(made: Callable[[], Polyform], message: str) -> None:
    with pytest.raises(PuzzleError, match=exactly(message)):
        made()


@given(shapes, st.sampled_from("#Az"), st.sampled_from(". "))
def test_str_and_parse_are_a_pair(piece: Polyform, mark: str, blank: str) -> None:
    assert Polyform.parse(str(piece), piece.name) == piece
    lines = str(piece).split("\n")
    assert (piece.rows, piece.columns) == (len(lines), len(lines[0]))
    drawn = str(piece).replace("#", mark).replace(".", blank)
    assert Polyform.parse(f"\n\n   {drawn.replace(chr(10), chr(10) + '   ')}  \n\n").cells == piece.cells


def test_a_picture() -> None:
    assert str(Polyomino(F)) == ".##\n##.\n.#."
    assert Polyform.parse("...\n.q.\n...", "q") == Polyomino([(0, 0)], "q")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", f"the picture is empty; {DRAWN_WITH}"),
        (" \n ", f"the picture is empty; {DRAWN_WITH}"),
        ("...\n.", f"the picture has no cell; {DRAWN_WITH}"),
        ("FF\nFG", f"line 2, column 2: 'G' conflicts with 'F'; {DRAWN_WITH}"),
        ("#F", f"line 1, column 2: 'F' conflicts with '#'; {DRAWN_WITH}"),
        ("Ff", f"line 1, column 2: 'f' conflicts with 'F'; {DRAWN_WITH}"),
        (".~\n.~", f"line 1, column 2: unexpected character '~'; {DRAWN_WITH}"),
        ("5?", f"line 1, column 2: unexpected character '?'; {DRAWN_WITH}"),
    ],
)
def test_pictures_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(PictureError, match=exactly(message)):
        Polyform.parse(text)


@given(shapes)
def test_orientations_come_in_the_documented_order(piece: Polyform) -> None:
    found: list[tuple[Cell, ...]] = []
    for element in D4:
        shape = SQUARE.normalise([element.apply(cell) for cell in piece.cells])
        if shape not in found:
            found.append(shape)
    assert [turned.cells for turned in piece.orientations()] == found
    assert found[0] == piece.cells


@given(shapes)
def test_orientations_without_reflections_come_first(piece: Polyform) -> None:
    both, turned = piece.orientations(), piece.orientations(reflections=False)
    assert both[: len(turned)] == turned
    assert len(both) in (1, 2, 4, 8)
    assert len(both) == len(turned) * (1 + piece.is_chiral)


@given(shapes, st.booleans())
def test_orientations_against_the_oracle(piece: Polyform, reflections: bool) -> None:
    expected = oracle.orientations(frozenset(piece.cells), reflections)
    assert {frozenset(turned.cells) for turned in piece.orientations(reflections)} == expected
    assert piece.canonical(reflections).cells == oracle.key_of(frozenset(piece.cells), reflections)


@given(shapes)
def test_canonical_forms_tell_pieces_apart(piece: Polyform) -> None:
    for reflections in (True, False):
        forms = {turned.canonical(reflections) for turned in piece.orientations(reflections)}
        assert forms == {piece.canonical(reflections)}
    assert (piece.canonical(False) != piece.mirrored().canonical(False)) == piece.is_chiral
    named = piece.renamed("named")
    assert ({turned.name for turned in named.orientations()}, named.canonical().name) == ({"named"}, "")


@given(shapes)
def test_mirrored(piece: Polyform) -> None:
    twin = piece.mirrored()
    assert str(twin) == "\n".join(line[::-1] for line in str(piece).split("\n"))
    assert twin.mirrored() == piece
    assert twin.name == ""


def test_the_name_of_a_mirrored_piece() -> None:
    assert Polyform.named("F").mirrored().name == "F'"
    assert Polyform.named("F'").mirrored() == Polyform.named("F")
    assert Polyform.named("X").mirrored() == Polyform.named("X")
    assert Polyform.named("T").mirrored().name == "T"


@pytest.mark.parametrize(("n", "count"), list(enumerate([1, 1, 2, 7, 18, 60, 196], 1)))
def test_one_sided(n: int, count: int) -> None:
    """OEIS A000988."""
    pieces = polyforms(n, "one-sided")
    assert len(pieces) == len({piece.canonical(reflections=False) for piece in pieces}) == count
    assert [piece for piece in pieces if not piece.name.endswith("'")] == list(polyforms(n))
    for piece, after in pairwise(pieces):
        assert (after == piece.mirrored()) == (piece.is_chiral and not piece.name.endswith("'"))


@pytest.mark.parametrize("kind", ["fixed", "free", "one-sided"])
@pytest.mark.parametrize("n", [0, -1, SQUARE.most + 1, 10**30, 2.5])
def test_sizes_that_are_not_enumerated(kind: Any, n: Any) -> None:
    with pytest.raises(PuzzleError, match=exactly(f"polyominoes must have 1 to 12 cells to be listed, got {n}")):
        polyforms(n, kind)


@pytest.mark.parametrize("kind", ["one_sided", "Free", "", None, 1, ["free"]])
def test_unknown_kinds(kind: Any) -> None:
    with pytest.raises(PuzzleError, match=exactly(f"kind must be 'free', 'one-sided' or 'fixed', got {kind!r}")):
        polyforms(5, kind)


def test_polyomino_makes_polyforms_of_squares() -> None:
    cells = [(0, 0), (0, 1), (1, 1)]
    assert Polyomino(cells, "bend") == Polyform(cells, "bend", SQUARE)
    assert (Polyomino("F"), Polyomino(["##", "#."])) == (Polyform("F"), Polyform(["##", "#."]))


def test_the_known_pieces_are_all_free_polyominoes_of_their_sizes() -> None:
    names = [piece.name for n in range(1, 6) for piece in polyforms(n)]
    assert names == PLAIN
    assert [size for lattice, size in SETS.values() if lattice == "square"] == list(range(1, 11))


def test_the_cells_of_known_pieces_are_as_pieces_have_them() -> None:
    for lattice in map(as_lattice, SHAPES):
        assert all(Polyform(piece.cells, piece.name, lattice).cells == piece.cells for piece in listed_pieces(lattice))


@pytest.mark.parametrize("n", range(1, 8))
def test_named_gives_back_every_piece_under_its_name(n: int) -> None:
    pieces = polyforms(n, "one-sided")
    assert [Polyform.named(piece.name) for piece in pieces] == list(pieces)
    assert len({piece.name for piece in pieces}) == len(pieces)


@pytest.mark.parametrize("name", PLAIN + PRIMED)
def test_names_of_small_pieces(name: str) -> None:
    piece = Polyform.named(name)
    assert piece.name == name
    assert piece.size == (int(name[1]) if name[1:2].isdigit() else 5)
    assert piece.is_chiral == (name.removesuffix("'") + "'" in PRIMED)


def test_some_larger_pieces_by_hand() -> None:
    assert str(Polyform.named("6.1")) == "######"
    assert str(Polyform.named("6.2")) == "#####\n#...." != str(Polyform.named("6.2'"))
    assert Polyform.named("7.1").cells == tuple((0, column) for column in range(7))
    assert Polyform.named("8.369").name == "8.369"


KNOWN = "known pieces are F I L N P T U V W X Y Z, O1 I2 I3 V3 I4 L4 O4 S4 T4, 6.1 to 6.35, and so on"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("6.0", "the 6-ominoes are 6.1 to 6.35"),
        ("f5", "did you mean F or F'?"),
        ("O", "did you mean O1 or O4?"),
        ("I5", "did you mean I2 or I3 or I4 or I?"),
        ("J4", "did you mean L4'?"),
        ("5.1", KNOWN),
        ("13.1", KNOWN),
        ("6.1''", KNOWN),
        ("٦.١", KNOWN),
        ("6.9999999999", KNOWN),
        ("é\n", KNOWN),
        ("5F'", "did you mean F' or F?"),
    ],
)
def test_unknown_names(name: str, hint: str) -> None:
    with pytest.raises(PuzzleError, match=exactly(f"unknown piece {name!r}: {hint}")):
        Polyform.named(name)


@pytest.mark.parametrize("lattice", [SQUARE, *lattices().values()], ids=str)
def test_a_name_in_any_case_is_a_piece(lattice: Lattice) -> None:
    for piece in drawn_pieces(lattice).values():
        for name in (piece.name, piece.name.upper(), piece.name.lower()):
            assert Polyform(name, lattice=lattice) == Polyform.named(name, lattice) == piece
        assert Polyform(piece.name, "mine", lattice) == piece.renamed("mine")


def test_no_other_alphabet_is_taken_for_the_names() -> None:
    with pytest.raises(PuzzleError, match="unknown piece 'ſ4'"):  # a long s, whose capital is S
        Polyomino("ſ4")


def test_arguments_of_another_type() -> None:
    with pytest.raises(PuzzleError, match=r"^the name of a polyomino must be a string, got 3$"):
        Polyomino([(0, 0)], 3)  # type: ignore[arg-type]
    with pytest.raises(PuzzleError, match=r"^the name of a piece must be a string, got None$"):
        Polyform.named(None)  # type: ignore[arg-type]
    with pytest.raises(PictureError, match=r"^a picture must be a string, got 1$"):
        Polyform.parse(1)  # type: ignore[arg-type]
    with pytest.raises(PuzzleError, match=r"^placement must be a Placement, got None$"):
        Puzzle().place(None)  # type: ignore[arg-type]


@pytest.mark.needs_processes
def test_solids_of_the_catalogue_are_not_turned_over() -> None:
    """None of them has a primed twin. To ask each for its orientations took half of the first puzzle of cubes."""
    code = (
        "from pentomino import Polyform; from pentomino.pieces import polyform;"
        "turned = polyform._turned.cache_info; Polyform('V'); before = turned().currsize;"
        "Polyform('V', lattice='cubic'); print(turned().currsize - before)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert int(done.stdout) == 0
