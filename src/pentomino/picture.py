"""Reading text pictures into labelled cells. An error names the line and the column.

A picture is lines of characters, one a cell. Blank lines before and after, blanks at line ends and the indentation
that all lines share do not count, so that a picture may stand indented in a program text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .errors import PictureError, PuzzleError
from .lattices.lattice import SQUARE, Cell, Cells, Lattice, as_cells

__all__ = ["MAY_BE_EMPTY", "is_label", "picture_start", "read_cells", "read_colours", "read_picture", "show"]

MAY_BE_EMPTY = "+"
"""The mark of a cell that nothing covers and that may stay so."""


def is_label(mark: str) -> bool:
    """Return whether *mark* is one of the letters A-Z, a-z and digits that may label a piece in a picture."""
    return mark.isascii() and mark.isalnum()


def show(mark: str) -> str:
    """Return a character for an error message: quoted if it is visible, else its code."""
    return repr(mark) if mark.isprintable() and mark != " " else f"U+{ord(mark):04X}"


def read_picture(text: str, accepts: Callable[[str], bool], wanted: str) -> dict[Cell, str]:
    """Return the characters of a picture, blanks left out, by cell, in reading order.

    The first line of the picture is row 0, and its leftmost mark column 0. Raise `PictureError` at the first character
    that *accepts* refuses, or if there is no mark. *wanted* ends the message: what is expected.
    """
    if not isinstance(text, str):
        raise PictureError(f"a picture is a text, not {text!r}")
    lines = [line.rstrip("\r\x1a \t") for line in text.split("\n")]
    indent = _shared_indent([line for line in lines if line])
    marks = {}
    for row, line in enumerate(lines):
        for column, mark in enumerate(line):
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


def read_cells(text: str, accepts: Callable[[str], bool], wanted: str, lattice: Lattice) -> dict[Cell, str]:
    """Return the characters of a picture by cell, on any lattice. Errors are those of `read_picture`.

    - Squares: as in `read_picture`.
    - Cubes: the layers stand one below the other with a blank line between, or side by side with blanks between.
    - Elsewhere: each cell stands where the look of the lattice has it. If blocked cells are drawn there, the picture
      begins with the cell (0, 0), or with the line below it; else the first mark in its first line is (0, 0).
    """
    if lattice.dimension > 2:
        return _read_layers(text, accepts, wanted)
    marks = read_picture(text, accepts, wanted)
    if lattice == SQUARE:
        return marks
    cell_at, left = lattice.look.cell, 0 if lattice.look.is_filled else min(marks)[1]
    # A blank first line, as above a left quarter of a square without the upper one, is gone from the picture.
    down = next((blank for blank in (0, 1) if all(cell_at(row + blank, column - left) for row, column in marks)), 0)
    found = {}
    for (row, column), mark in marks.items():
        cell = cell_at(row + down, column - left)
        if cell is None:
            raise PictureError(lattice.look.astray, row + 1)
        found[cell] = mark
    return found


def read_colours(colours: object, lattice: Lattice) -> dict[Cell, str]:
    """Return the colours of cells that a picture or a mapping of cells to texts states; `.`, `#` and `+` are none."""
    if isinstance(colours, str):
        marks = read_cells(colours, str.isprintable, "a colour is one character", lattice.flat)
        return {cell: mark for cell, mark in marks.items() if mark not in ".#+"}
    if not isinstance(colours, Mapping) or not all(isinstance(text, str) for text in colours.values()):
        raise PuzzleError(f"colours must be a picture or a mapping of cells to texts, not {colours!r}")
    as_cells(colours, "colours", lattice)
    return {tuple(cell): text for cell, text in colours.items() if text}


def picture_start(cells: Cells, lattice: Lattice) -> Cell:
    """Return the cell of a board that is (0, 0) when `read_cells` reads a picture of the board."""
    return lattice.corner(cells) if lattice.look.is_filled or not cells else min(cells)


def _read_layers(text: str, accepts: Callable[[str], bool], wanted: str) -> dict[Cell, str]:
    if not isinstance(text, str):
        raise PictureError(f"a picture is a text, not {text!r}")
    marks: dict[Cell, str] = {}
    layers, above, row = 0, 0, -1  # those begun, those above these lines, and the row within them
    for number, line in enumerate([*text.split("\n"), ""], 1):
        parts = line.split()
        if not parts:
            above, row = layers, -1
            continue
        row += 1
        layers = max(layers, above + len(parts))
        if row and above + len(parts) < layers:
            raise PictureError(f"{len(parts)} layers in this line, {layers - above} in the first of them", number)
        for layer, part in enumerate(parts, above):
            for column, mark in enumerate(part):
                if not accepts(mark):
                    raise PictureError(f"unexpected character {show(mark)}; {wanted}", number, line.index(mark) + 1)
                marks[layer, row, column] = mark
    if not marks:
        raise PictureError(f"the picture is empty; {wanted}")
    return marks


def _shared_indent(lines: list[str]) -> int:
    """Return how many blanks or tabs, the same ones, all *lines* begin with."""
    indent = 0
    for marks in zip(*lines, strict=False):
        if marks[0] not in " \t" or len(set(marks)) > 1:
            break
        indent += 1
    return indent
