"""The piece grammar: every way to say which pieces, and how many of each."""

from __future__ import annotations

from collections import OrderedDict
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commandline import exactly
from pentomino import CUBIC, PictureError, Polyform, Polyomino, PuzzleError, polyforms
from pentomino.known_pieces import BOXED_SETS, SETS
from pentomino.pieces.sets import PieceCount, as_pieces, named_pieces
from strategies import texts

LETTERS = "FILNPTUVWXYZ"
SIZES = {name: size for name, (lattice, size) in SETS.items() if lattice == "square"}
UNKNOWN = f"sets are {', '.join([*SIZES, *BOXED_SETS])}; pentominoes are F I L N P T U V W X Y Z"
KNOWN = "known pieces are F I L N P T U V W X Y Z, O1 I2 I3 V3 I4 L4 O4 S4 T4, 6.1 to 6.35, and so on"
AS_SAID = "is not understood; write copies as I3*4, I3*1-4, I3* or I3?"

Short = tuple[str, int, int | None]


def short(pieces: Any) -> list[Short]:
    """Names and copies; the pieces must be those of the names."""
    counts = as_pieces(pieces)
    assert all(piece == Polyform.named(piece.name) for piece, _, _ in counts)
    assert all(isinstance(count, PieceCount) for count in counts)
    return [(piece.name, least, most) for piece, least, most in counts]


def once(*names: str) -> list[Short]:
    return [(name, 1, 1) for name in names]


@pytest.mark.parametrize(("name", "size"), list(SIZES.items())[:8])
def test_sets(name: str, size: int) -> None:
    assert named_pieces(name) == named_pieces(name.upper()) == polyforms(size)
    assert named_pieces(f"free {name}") == named_pieces(f"{size}-ominoes") == polyforms(size)
    for one_sided in ("one-sided ", "one sided ", "One-Sided  ", "onesided ", "one-sided-"):
        assert named_pieces(one_sided + name) == polyforms(size, "one-sided")


def test_chiral_sets() -> None:
    assert [piece.name for piece in named_pieces("chiral tetrominoes")] == ["L4", "L4'", "S4", "S4'"]


@pytest.mark.parametrize("name", ["F", "f", "F'", "f'", "F’", "f′", "o4", "L4'", "6.1", "7.3'"])
def test_single_pieces(name: str) -> None:
    plain = name.upper().replace("’", "'").replace("′", "'")
    assert named_pieces(name) == (Polyform.named(plain),)


def test_runs_of_letters() -> None:
    assert [piece.name for piece in named_pieces("xyz")] == ["X", "Y", "Z"]
    assert [piece.name for piece in named_pieces("FF'f’L")] == ["F", "F'", "F'", "L"]
    assert named_pieces(LETTERS) == named_pieces("pentominoes")


@given(st.text(st.sampled_from(LETTERS), min_size=1, max_size=20))
def test_any_run_of_letters(run: str) -> None:
    assert short(run) == short(run.lower()) == short(list(run)) == short("+".join(run)) == once(*run)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("pentomino", "unknown piece or set 'pentomino': did you mean pentominoes?"),
        ("Foo", f"unknown piece or set 'Foo': {UNKNOWN}"),
        ("ab", f"unknown piece 'ab': {KNOWN}"),
        ("q", f"unknown piece 'q': {KNOWN}"),
        ("", f"unknown piece '': {KNOWN}"),
        ("i5", "unknown piece 'i5': did you mean I2 or I3 or I4 or I or hexagonal:i5 or triangular:i5? hexagonal:i5 "
        "needs a hexagonal board"),
        ("x'", "unknown piece \"x'\": X is its own mirror image"),
        ("o4’", "unknown piece 'o4’': O4 is its own mirror image"),
        ("6.36", "unknown piece '6.36': the 6-ominoes are 6.1 to 6.35"),
        ("any-sided pentominoes", "unknown piece or set 'any-sided pentominoes': did you mean one-sided pentominoes?"),
        ("hexiamond", "unknown piece or set 'hexiamond': did you mean hexiamonds?"),
        ("bar", "'bar' is a piece on several lattices: write hexagonal:bar or triangular:bar"),
        ("sfinx", "unknown piece or set 'sfinx': did you mean sphinx?"),
        ("cubic:A", "unknown piece 'cubic:A': did you mean A5 or A4 or soma:A or tetris-cube:A?"),
        ("soma:Q", "unknown piece 'soma:Q': the pieces of soma are V L T Z A B P"),
        ("hexagonal:sistol", "unknown piece 'hexagonal:sistol': did you mean pistol or pistol'?"),
        ("6.1'", "unknown piece \"6.1'\": 6.1 is its own mirror image"),
    ],
)  # fmt: skip
def test_unknown_words(name: str, message: str) -> None:
    for pieces in ({name: 1}, [name]):
        with pytest.raises(PuzzleError, match=exactly(message)) as caught:
            as_pieces(pieces)
        assert caught.value.__context__ is None
    if name and " " not in name:
        with pytest.raises(PuzzleError, match=exactly(message)):
            as_pieces(f"O4, {name}*3")


@pytest.mark.parametrize("name", ["ﬁ", "ı3", "ſ4", "ŉ", "pentominoeſ"])
def test_look_alikes_are_unknown(name: str) -> None:
    """Letters that only upper case makes letters of ours."""
    with pytest.raises(PuzzleError, match="unknown piece"):
        as_pieces(name)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("F", once("F")),
        ("XYZ", once("X", "Y", "Z")),
        ("I3*4", [("I3", 4, 4)]),
        ("I3*0", [("I3", 0, 0)]),
        ("I3*007", [("I3", 7, 7)]),
        ("I3*1-4", [("I3", 1, 4)]),
        ("I3*2-", [("I3", 2, None)]),
        ("I3*", [("I3", 0, None)]),
        ("I3?", [("I3", 0, 1)]),
        ("FI?", [("F", 0, 1), ("I", 0, 1)]),
        ("l4'*2", [("L4'", 2, 2)]),
        ("trominoes*1-2", [("I3", 1, 2), ("V3", 1, 2)]),
        ("I3*999999999", [("I3", 999999999, 999999999)]),
        ("F I", once("F", "I")),
        (" +F ,\n\t+ I+, ", once("F", "I")),
        ("F+F", once("F", "F")),
        ("O4 one-sided trominoes? F", [("O4", 1, 1), ("I3", 0, 1), ("V3", 0, 1), ("F", 1, 1)]),
        ("One  Sided\nTROMINOES*2", [("I3", 2, 2), ("V3", 2, 2)]),
        ("onesided trominoes", once("I3", "V3")),
        ("one-sided-trominoes", once("I3", "V3")),
    ],
)  # fmt: skip
def test_strings(text: str, expected: list[Short]) -> None:
    assert short(text) == expected


def test_sets_in_strings() -> None:
    assert short("pentominoes + O4") == once(*LETTERS, "O4")
    assert short("pentominoes?") == [(letter, 0, 1) for letter in LETTERS]
    assert len(short("hexominoes*")) == 35
    assert short("one-sided tetrominoes*2") == [(name, 2, 2) for name in "I4 L4 L4' O4 S4 S4' T4".split()]


words = st.sampled_from([*LETTERS, "O1", "I2", "V3", "S4'", "F'", "6.7", "XYZ", "trominoes", "one-sided tetrominoes"])
suffixes = st.sampled_from([("", 1, 1), ("?", 0, 1), ("*", 0, None), ("*3", 3, 3), ("*0-2", 0, 2), ("*2-", 2, None)])
joiners = st.sampled_from(["+", ",", " ", " + ", ",\n"])


@given(st.lists(st.tuples(words, suffixes), min_size=1, max_size=6), joiners, st.booleans())
def test_strings_are_items_with_suffixes(items: list[tuple[str, Short]], joiner: str, lower: bool) -> None:
    text = joiner.join(word + suffix for word, (suffix, _, _) in items)
    expected = [PieceCount(piece, low, high) for word, (_, low, high) in items for piece in named_pieces(word)]
    assert list(as_pieces(text.lower() if lower else text)) == expected


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("pentominoes - X", "FILNPTUVWYZ"),
        ("pentominoes -X", "FILNPTUVWYZ"),
        ("pentominoes −X", "FILNPTUVWYZ"),
        ("pentominoes - FLX + I4 - I", "NPTUVWYZ I4"),
        ("pentominoes - X + X", "FILNPTUVWYZ X"),
        ("pentominoes*2- - X", "FILNPTUVWYZ*2-"),
        ("pentominoes*2 - X*2", "FILNPTUVWYZ*2"),
        ("pentominoes*1-3 - X*1-3", "FILNPTUVWYZ*1-3"),
        ("X + X? - X*1-2 + I", "I"),
        ("one-sided tetrominoes - S4' - one-sided trominoes + I3", None),
        ("one-sided tetrominoes - S4'", "I4 L4 L4' O4 S4 T4"),
        ("kanoodle - W", "L N P U V X Y I4 L4 O4 V3"),
        ("I3*2- X", "I3*2- X"),
    ],
)
def test_all_but(text: str, same: str | None) -> None:
    """A minus leaves out the pieces of the next item. After a suffix it is part of that."""
    if same is None:
        with pytest.raises(PuzzleError):
            as_pieces(text)
    else:
        assert as_pieces(text) == as_pieces(same)


def test_all_but_on_cubes() -> None:
    assert as_pieces("pentominoes - X", CUBIC) == as_pieces("FILNPTUVWYZ", CUBIC)
    assert as_pieces("soma - soma:V", CUBIC) == as_pieces("soma", CUBIC)[1:]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("- X", "'- X': X is not among the pieces before it"),
        ("tetrominoes - S4'", "\"- S4'\": S4' is not among the pieces before it"),
        ("-X pentominoes", "'- X': X is not among the pieces before it"),
        ("pentominoes*2 - X", "'- X' could mean no X or fewer copies of it: write '- X*2' for no X"),
        ("pentominoes*1-3 - X", "'- X' could mean no X or fewer copies of it: write '- X*1-3' for no X"),
        ("pentominoes - X*0", "'- X' could mean no X or fewer copies of it: write '- X*1' for no X"),
        ("X + pentominoes - X", "'- X' could mean no X or fewer copies of it: write '- X*2' for no X"),
        ("pentominoes - pentominoes", "no pieces are given; pieces='pentominoes + O4' is an example"),
        ("I3 * 4", f"'*' {AS_SAID}"),
        ("I3*4-1", "copies of I3*4-1 must be at least 0, with least <= most, got (4, 1)"),
        ("pentominoes -- X", None),
        ("pentominoes -", None),
        ("pentominoes-X", None),
    ],
)
def test_items_that_are_refused(text: str, error: str | None) -> None:
    with pytest.raises(PuzzleError, match=error and exactly(error)):
        as_pieces(text)


NOT_UNDERSTOOD = """
    *4 ? I3** I3?? I3*-4 I3*- I3*4? I3?*4 I3*a I3*1-4-5 I3*1--4 I3*1.5 I3*1–4 I3*٤ I3*1-1234567890 I3*1234567890
""".split()


@pytest.mark.parametrize("item", NOT_UNDERSTOOD)
def test_suffixes_that_are_not_understood(item: str) -> None:
    with pytest.raises(PuzzleError, match=exactly(f"{item!r} {AS_SAID}")):
        as_pieces(f"F + {item}")


@pytest.mark.parametrize("nothing", ["", " + ,\n", {}, [], (), set()], ids=repr)
def test_no_pieces(nothing: Any) -> None:
    message = "no pieces are given; pieces='pentominoes + O4' is an example"
    with pytest.raises(PuzzleError, match=exactly(message)):
        as_pieces(nothing)


@pytest.mark.needs_numpy
def test_numpy() -> None:
    import numpy

    test_no_pieces(numpy.array([]))
    ((_, *copies),) = as_pieces({"I4": (numpy.int8(1), numpy.uint64(2))})
    assert copies == [1, 2]
    assert {type(number) for number in copies} == {int}


@given(texts(12) | st.text(st.sampled_from("FILXO4'6.1*?-+, "), max_size=12))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        counts = as_pieces(text)
    except PuzzleError as error:
        lines = str(error).splitlines()
        assert len(lines) == 1
    else:
        assert all(least >= 0 and (most is None or least <= most) for _, least, most in counts)


@pytest.mark.parametrize("kind", [dict, OrderedDict, lambda items: MappingProxyType(dict(items))])
def test_mappings(kind: Any) -> None:
    own = Polyomino([(0, 0), (0, 1)], "domino")
    counts = as_pieces(kind([("F", 2), (own, (0, None)), ("trominoes", [1, 3]), ("I4", (True, 2))]))
    assert counts == (
        (Polyform.named("F"), 2, 2), (own, 0, None), (Polyform.named("I3"), 1, 3), (Polyform.named("V3"), 1, 3),
        (Polyform.named("I4"), 1, 2),
    )  # fmt: skip
    assert {type(number) for _, *copies in counts for number in copies} == {int, type(None)}


def test_copies_may_be_huge_or_truth_values() -> None:
    assert short({"F": 10**30, "I": True, "L": (False, True)}) == [("F", 10**30, 10**30), ("I", 1, 1), ("L", 0, 1)]


def test_iterables() -> None:
    pieces = [Polyform.named("F"), Polyform.named("O4")]
    for form in (pieces, tuple(pieces), iter(pieces), (piece for piece in pieces), dict.fromkeys(pieces, 1)):
        assert short(form) == once("F", "O4")
    assert short({"F"}) == short(Polyform.named("F")) == once("F")
    assert short(["F", "one-sided trominoes", Polyform.named("F")]) == once("F", "I3", "V3", "F")
    assert short(polyforms(5)) == short("pentominoes")


@pytest.mark.parametrize("pieces", [None, 5, 2.5, print, True])
def test_what_is_no_set_of_pieces(pieces: Any) -> None:
    message = f"pieces must be a string, a mapping or an iterable of polyominoes, got {pieces!r}"
    with pytest.raises(PuzzleError, match=exactly(message)):
        as_pieces(pieces)


@pytest.mark.parametrize("key", [5, None, b"F", ("F", 2), ((0, 0), (0, 1)), ["F"]], ids=repr)
def test_what_is_no_piece(key: Any) -> None:
    message = f"a piece must be a Polyform or a name such as 'F' or 'O4', got {key!r}"
    with pytest.raises(PuzzleError, match=exactly(message)):
        as_pieces(["X", key])
    if not isinstance(key, list):
        with pytest.raises(PuzzleError, match=exactly(message)):
            as_pieces({key: 2})


@pytest.mark.parametrize("copies", ["3", None, 1.0, (1,), (1, 2, 3), (None, 2), (1, "2"), [], range(2), {1, 2}, 1j])
def test_copies_that_are_no_numbers(copies: Any) -> None:
    message = f"copies of F must be a number or (least, most), with None for no maximum, got {copies!r}"
    with pytest.raises(PuzzleError, match=exactly(message)):
        as_pieces({"F": copies})
    with pytest.raises(PuzzleError, match=exactly(message)):
        as_pieces({Polyform.named("F"): copies})


@pytest.mark.parametrize("copies", [-1, (-1, 2), (-1, None), (3, 2), (0, -1)])
def test_copies_out_of_range(copies: Any) -> None:
    for pieces, name in ({"F": copies}, "F"), ({Polyomino([(0, 0)]): copies}, "a piece"):
        message = f"copies of {name} must be at least 0, with least <= most, got {copies!r}"
        with pytest.raises(PuzzleError, match=exactly(message)):
            as_pieces(pieces)


def test_pictures_of_pieces_have_names() -> None:
    rows = ["##.", "###"]
    counts = as_pieces({"a": rows, "b": "#\n"})
    assert [(count.piece.name, count.piece.size) for count in counts] == [("a", 5), ("b", 1)]
    for picture in (rows, "##.\n###"):
        with pytest.raises(PuzzleError, match="a picture of a piece must have a name, as in"):
            as_pieces([picture, "V"])  # type: ignore[list-item]
    assert Polyform.parse(["xx|x.", ".x|.."]).lattice == CUBIC
    for wrong in (["xx|x", ".x|.."], ["xx|x.", ".x"], ["xX|x."], ["x|x", "|"]):
        with pytest.raises(PictureError, match="puzzlecad layers must have equal sizes and only x or"):
            Polyform.parse(wrong)
