"""Text pictures and labelled cells: reading the one into the other, with the place of anything that is wrong.

A picture is lines of characters, one a cell. Blank lines before and after, blanks at line ends and the indentation
that all lines share do not count, so that a picture may stand indented in a program text.
"""

from __future__ import annotations

from collections.abc import Callable

from .errors import PictureError
from .lattice import Cell
from .look import looked

__all__ = ["MAY_BE_EMPTY", "is_letter", "read_picture", "show"]

MAY_BE_EMPTY = "+"
"""The mark of a cell that nothing covers and that may stay so."""


def is_letter(mark: str) -> bool:
    """Whether *mark* is one of the letters A-Z, a-z that may label a piece in a picture."""
    return mark.isascii() and mark.isalpha()


def show(mark: str) -> str:
    """A character as an error message shows it: quoted if it can be seen, by its code if it cannot."""
    return repr(mark) if mark.isprintable() and mark != " " else f"U+{ord(mark):04X}"


def read_picture(text: str, accepts: Callable[[str], bool], wanted: str) -> dict[Cell, str]:
    """The characters of a picture, blanks left out, by cell, in reading order.

    The first line of the picture is row 0, and its leftmost mark column 0. Raises `PictureError` at the first
    character that *accepts* refuses (saying that *wanted* is expected), and for a picture without a mark.
    """
    if not isinstance(text, str):
        raise PictureError(f"a picture is a text, not {text!r}")
    lines = [line.rstrip("\r\x1a \t") for line in text.split("\n")]
    indent = _shared_indent([line for line in lines if line])
    marks = {}
    for row, line in enumerate(looked(lines)):
        for column, mark in enumerate(looked(line)):
            if mark == " " or column < indent:
                continue
            if not accepts(mark):
                raise PictureError(f"unexpected character {show(mark)}; {wanted}", row + 1, column + 1)
            marks[row, column] = mark
    if not marks:
        raise PictureError(f"the picture is empty; {wanted}")
    top = min(row for row, _ in marks)
    left = min(column for _, column in marks)
    return {(row - top, column - left): mark for (row, column), mark in marks.items()}


def _shared_indent(lines: list[str]) -> int:
    """How many blanks or tabs, the same ones, all *lines* begin with."""
    indent = 0
    for marks in zip(*lines, strict=False):
        if marks[0] not in " \t" or len(set(marks)) > 1:
            break
        indent += 1
    return indent
