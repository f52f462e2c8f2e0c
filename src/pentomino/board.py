"""Boards: the cells to be covered, with the pieces that a picture shows as already placed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from operator import index
from typing import SupportsIndex, TypeAlias

from .errors import PictureError, PuzzleError
from .geometry import D4, Cell, Cells, as_cells, box, regions, turn_in_box
from .picture import is_letter, read_picture
from .value import Value

__all__ = ["MAX_CELLS", "Board", "BoardLike", "as_board", "is_size"]

MAX_CELLS = 1 << 16

MAX_FRAME = 1 << 20
"""Cells of the bounding box of a board: however few are free, pictures show all."""
"""The largest number of cells of a board. (What can be searched is less: see `Puzzle`.)"""

_WANTED = "a board is drawn with '.' for a free cell, '#' for a blocked one, a letter for a placed piece"


class Board(Value):
    """A set of cells to be covered: any, with holes or in separate areas.

    `given` holds the areas that a picture shows as already covered, each as (letter, cells); those cells
    are among `cells`. Coordinates stay as they were given. Equal boards have equal cells and equal given areas.

    >>> print(Board.rectangle(3, 4).minus([(0, 0), (1, 1)]))
    #...
    .#..
    ....
    """

    _fields = ("cells", "given")
    cells: Cells
    given: tuple[tuple[str, Cells], ...]

    def __init__(self, cells: Iterable[Cell]) -> None:
        self._set(cells=_checked_size(as_cells(cells, "board")), given=())

    @classmethod
    def rectangle(cls, rows: int, columns: int) -> Board:
        """The full rectangle of that height and width; raises `PuzzleError` unless both are at least 1."""
        try:
            rows, columns = index(rows), index(columns)
        except TypeError:
            raise PuzzleError(f"rows and columns are whole numbers, not {rows!r} and {columns!r}") from None
        if rows < 1 or columns < 1:
            raise PuzzleError(f"a board of {rows}x{columns} has no cells; rows and columns must be at least 1")
        if rows * columns > MAX_CELLS:
            raise PuzzleError(
                f"a board of {rows}x{columns} has {rows * columns} cells; at most {MAX_CELLS} are possible"
            )
        return cls._make(cells=frozenset((row, column) for row in range(rows) for column in range(columns)), given=())

    @classmethod
    def parse(cls, picture: str) -> Board:
        """The board drawn in *picture*: `.` a free cell, `#` or a blank a blocked one, a letter a placed piece.

        Cells of one letter that hang together are one placed piece (see `given`). The leftmost mark is column 0,
        the first line row 0. Raises `PictureError`, with line and column, for any other character.
        """
        marks = read_picture(picture, lambda mark: mark in ".#" or is_letter(mark), _WANTED)
        cells = frozenset(cell for cell, mark in marks.items() if mark != "#")
        if not cells:
            raise PictureError(f"the picture shows no free cell; {_WANTED}")
        given = []
        for letter in sorted(set(marks.values()) - {".", "#"}):
            for area in regions(cell for cell, mark in marks.items() if mark == letter):
                given.append((letter, area))
        return cls._make(cells=_checked_size(cells), given=tuple(given))

    def minus(self, cells: Iterable[Cell]) -> Board:
        """The board without *cells*; raises `PuzzleError` if one of them is not on the board."""
        gone = as_cells(cells, "minus")
        if not gone <= self.cells:
            raise PuzzleError(f"cell {min(gone - self.cells)} is not on the board")
        given = tuple((letter, area) for letter, area in self.given if not area & gone)
        return Board._make(cells=self.cells - gone, given=given)

    @property
    def area(self) -> int:
        """The number of cells."""
        return len(self.cells)

    @cached_property
    def frame(self) -> tuple[int, int, int, int]:
        """The bounding box: least row, least column, rows, columns."""
        return box(self.cells)

    @property
    def rows(self) -> int:
        """The height of the bounding box."""
        return self.frame[2]

    @property
    def columns(self) -> int:
        """The width of the bounding box."""
        return self.frame[3]

    def regions(self) -> list[Cells]:
        """The connected areas of the board, in the order of their first cells."""
        return regions(self.cells)

    def symmetries(self) -> tuple[D4, ...]:
        """The elements of D4 that turn the board, about its bounding box, onto itself; `given` does not count."""
        return tuple(element for element in D4 if self._is_kept_by(element))

    def _is_kept_by(self, element: D4) -> bool:
        if element.swaps_axes and self.rows != self.columns:
            return False
        if self.area == self.rows * self.columns:
            return True
        return all(cell in self.cells for cell in turn_in_box(self.cells, element, self.frame))

    def __str__(self) -> str:
        top, left, rows, columns = self.frame
        lines = [["#"] * columns for _ in range(rows)]
        for row, column in self.cells:
            lines[row - top][column - left] = "."
        for letter, area in self.given:
            for row, column in area:
                lines[row - top][column - left] = letter
        return "\n".join("".join(line) for line in lines)

    def __repr__(self) -> str:
        if self.area == self.rows * self.columns and self.frame[:2] == (0, 0) and not self.given and self.area:
            return f"Board.rectangle({self.rows}, {self.columns})"
        is_dense = self.rows * self.columns <= 8 * self.area + 64
        if is_dense and self.area and self.frame[:2] == (0, 0):
            return f"Board.parse({str(self)!r})"
        return f"Board({sorted(self.cells)})"


def _checked_size(cells: Cells) -> Cells:
    if len(cells) > MAX_CELLS:
        raise PuzzleError(f"the board has {len(cells)} cells; at most {MAX_CELLS} are possible")
    _, _, rows, columns = box(cells)
    if rows * columns > MAX_FRAME:
        raise PuzzleError(f"the board's cells are spread over {rows}x{columns}; at most {MAX_FRAME} cells are possible")
    return cells


BoardLike: TypeAlias = Board | str | tuple[int, int] | Iterable[Cell]


def is_size(text: str) -> bool:
    """Whether a text is the size of a rectangle, such as 6x10."""
    return re.fullmatch(r"\s*\d{1,9}\s*[xX×]\s*\d{1,9}\s*", text, re.ASCII) is not None


def as_board(board: BoardLike) -> Board:
    """The board that is meant by a size ("6x10", rows x columns, or (6, 10)), a picture, a `Board` or cells.

    Raises `PictureError` or `PuzzleError` as `Board.parse` and `Board.rectangle` do.
    """
    if isinstance(board, Board):
        return board
    if isinstance(board, str):
        if is_size(board):
            rows, columns = re.findall(r"\d+", board)
            return Board.rectangle(int(rows), int(columns))
        try:
            return Board.parse(board)
        except PictureError as error:
            if "\n" in board.strip():
                raise
            raise PictureError(f"{board!r} is neither a size such as 6x10 nor a picture of a board: {error}") from None
    if isinstance(board, tuple) and len(board) == 2 and all(isinstance(side, SupportsIndex) for side in board):
        rows, columns = map(index, board)  # type: ignore[arg-type]
        return Board.rectangle(rows, columns)
    if not isinstance(board, Iterable):
        raise PuzzleError(f"a board is a size such as '6x10' or (6, 10), a picture, a Board or cells, not {board!r}")
    return Board(board)  # type: ignore[arg-type]
