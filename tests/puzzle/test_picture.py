"""Text pictures, and the errors that tell where one goes wrong."""

from __future__ import annotations

import pickle
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commandline import exactly
from pentomino import FormatError, PentominoError, PictureError, PuzzleError, SearchTimeout
from pentomino.lattices.lattice import Cell
from pentomino.notation import is_label, read_cells, show

marks = st.dictionaries(st.tuples(st.integers(0, 6), st.integers(0, 6)), st.sampled_from(".#ABz"), min_size=1)


few = st.integers(0, 3)


def read(text: str) -> dict[Cell, str]:
    return read_cells(text, lambda mark: mark in ".#" or is_label(mark), "draw with . and #").marks


def test_errors_are_below_one_class_and_a_timeout_carries_what_was_found() -> None:
    for kind in (FormatError, PictureError, PuzzleError, SearchTimeout):
        assert issubclass(kind, PentominoError)
    assert issubclass(PentominoError, ValueError)
    assert issubclass(SearchTimeout, TimeoutError)
    assert (SearchTimeout("late").found, SearchTimeout("late").solutions) == (0, ())
    error = SearchTimeout("late", 2, ("a", "b"))
    assert (str(error), error.found, error.solutions) == ("late", 2, ("a", "b"))


def test_a_picture_error_says_where() -> None:
    for place, where in (((), ""), ((3,), "line 3: "), ((3, 4), "line 3, column 4: "), ((0, 4), "")):
        error = PictureError("no", *place)
        assert (str(error), error.line, error.column) == (f"{where}no", *(*place, 0, 0)[:2])


@pytest.mark.parametrize(
    "error",
    [PictureError("no", 3, 4), FormatError("no", 3, 4, "a.ini"), PuzzleError("no"), SearchTimeout("late", 1, ("a",))],
)
def test_errors_go_through_pickle(error: PentominoError) -> None:
    """As they must to come back from another process."""
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


def test_letters() -> None:
    letters = string.digits + string.ascii_uppercase + string.ascii_lowercase
    assert "".join(filter(is_label, map(chr, range(0x3000)))) == letters


@pytest.mark.parametrize(
    ("mark", "shown"),
    [("a", "'a'"), ("'", '"\'"'), (" ", "U+0020"), ("\t", "U+0009"), ("\ufeff", "U+FEFF"), ("𝔸", "'𝔸'")],
)
def test_a_character_is_shown_so_that_it_can_be_seen(mark: str, shown: str) -> None:
    assert show(mark) == shown


@given(marks, few, few, few, st.integers(0, 2), st.sampled_from(["\n", "\r\n"]))
def test_reading_back(drawn: dict[Cell, str], above: int, indent: int, below: int, behind: int, end: str) -> None:
    height = 1 + max(row for row, _ in drawn)
    drawn = {**dict.fromkeys([(row, column) for row in range(height) for column in (2, 3)], "."), **drawn}
    width = 1 + max(column for _, column in drawn)
    rows = ["".join(drawn.get((row, column), " ") for column in range(width)) for row in range(height)]
    lines = ["" for _ in range(above)] + [" " * indent + row + " " * behind for row in rows] + [" "] * below
    top, left = min(row for row, _ in drawn), min(column for _, column in drawn)
    found = read(end.join(lines))
    assert found == {(row - top, column - left): mark for (row, column), mark in drawn.items()}
    assert list(found) == sorted(found)


def test_blanks_leave_cells_out_and_ends_of_lines_and_files_do_not_count() -> None:
    assert read("\n\n   A.\n  .\n\n") == {(0, 1): "A", (0, 2): ".", (1, 0): "."}
    assert read("..\t \r\n.\r\n\x1a") == {(0, 0): ".", (0, 1): ".", (1, 0): "."}


@pytest.mark.parametrize(
    ("text", "line", "column", "shown"),
    [
        ("?", 1, 1, "'?'"),
        ("\n\n  ..\n  .*", 4, 4, "'*'"),
        (".\r.*", 2, 2, "'*'"),
        (".\ufeff.", 1, 2, "U+FEFF"),
        ("..é", 1, 3, "'é'"),
        ("..\ud800", 1, 3, "U+D800"),
    ],
)
def test_the_first_stray_character_is_named_with_its_place(text: str, line: int, column: int, shown: str) -> None:
    message = f"line {line}, column {column}: unexpected character {shown}; draw with . and #"
    with pytest.raises(PictureError, match=exactly(message)) as caught:
        read(text)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize("text", ["", " ", "\n", " \r\n\t\n", "\x1a"])
def test_a_picture_without_a_mark(text: str) -> None:
    with pytest.raises(PictureError, match=exactly("the picture is empty; draw with . and #")) as caught:
        read(text)
    assert (caught.value.line, caught.value.column) == (0, 0)
