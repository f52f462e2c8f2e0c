"""Boards: the cells to be covered, and the pieces that a picture shows as already placed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from math import prod
from operator import index, sub
from os import PathLike
from typing import Any, ClassVar, TypeAlias

from .errors import PictureError, PuzzleError
from .files import file_meant
from .lattices.board_words import TOO_LARGE, are_words, as_lattice
from .lattices.lattice import MAX_CELLS as MAX_CELLS
from .lattices.lattice import SQUARE, Cell, Cells, Element, Lattice, Motion, as_cells, full, shift, tuples
from .notation import (
    COLOURS,
    MAY_BE_EMPTY,
    check_texts,
    is_label,
    is_piece,
    named_lattice,
    numbered,
    read_cells,
    read_colours,
)
from .pictured import Drawable, Parts
from .pieces.letters import POOL
from .value import Value
from .wording import joined

MAX_FRAME = 1 << 20
"""The maximum number of cells of the bounding box of a board. Pictures show every cell of the box, free or not."""

WANTED = (
    "draw '.' for a free cell, '+' for one that may stay empty, '#' for a blocked one, "
    "a letter or digit for a placed piece"
)


class Board(Value, Drawable):
    """A set of cells to be covered, which may have holes and need not be connected.

    - `cells`: an iterable of cells, which keep their coordinates; an array of booleans in two or three dimensions, such
      as numpy makes, in which True is a cell; a size such as `"8x8"` or `(8, 8)`; words such as `"hexagonal 4x7"`; a
      name such as `"kanoodle"` (see `pentomino.boards`); a picture, as a string or a list of rows, or its
      `pathlib.Path`; or a `Board`.
    - `lattice`: a `Lattice` or its name, by default squares. A size such as `"8x8"` refers to this lattice.
    - `optional`: cells that may stay empty. They are added to `cells`.

    Further attributes:

    - `given`: the areas that a picture shows as covered, as pairs (letter, cells). These cells are also in `cells`.
    - `labels`: pairs (cell, text). Pictures show the text if no piece covers the cell.
    - `colours`: pairs (cell, colour); see `coloured`.

    A board behaves like a set of cells: `cell in board` and `len(board)` work, and iteration is in row-major order. Two
    boards are equal if all their attributes except `labels` are equal.

    `board - other`, `board & other` and `board | other` are boards with the labels, colours and optional cells of
    `board`, and with those of its given areas that keep all their cells. `other` is a board on the same lattice, or an
    iterable of cells: write `board - [(3, 4)]` for one cell, as `(3, 4)` could also be a size. Unlike a set, `-` raises
    `PuzzleError` for a cell that is not on the board.

    Raise `PuzzleError` if the board has more than 65 536 cells, or if its bounding box has more than 1 048 576 cells.
    Along a wrapped axis, the length of the bounding box is the period.

    >>> print(Board("3x4") - [(0, 0), (1, 1)])
    #...
    .#..
    ....
    >>> print(Board([(0, 0), (0, 1)], optional=[(0, 2)]))
    ..+
    >>> Board("kanoodle") == Board((5, 11))
    True
    """

    cells: Cells
    given: tuple[tuple[str, Cells], ...] = ()
    labels: tuple[tuple[Cell, str], ...] = ()
    lattice: Lattice = SQUARE
    optional: Cells = frozenset()
    colours: tuple[tuple[Cell, str], ...] = ()

    _note = ""  # a possible mistake in the picture of the board, added to the error if pieces do not fit
    _starts: ClassVar[Mapping[Cell, tuple[int, int]]] = {}  # the line and column of each given area in the picture
    _interpret: ClassVar[Callable[[BoardLike, Lattice], Board]]  # set by `board_input`, which knows the names of boards

    def __init__(
        self,
        cells: BoardLike,
        lattice: Lattice | str = SQUARE,
        *,
        optional: Iterable[Cell] = (),
    ) -> None:
        meant = Board._interpret(cells, as_lattice(lattice))
        self._set(**{name: getattr(meant, name) for name in (*self._field_names, "_note", "_starts")})
        if added := as_cells(optional, "optional", self.lattice):
            every = checked_size(self.cells | added, self.lattice)
            self._set(cells=every, optional=self.optional | added)

    def _values(self) -> tuple[Any, ...]:
        return self.cells, self.given, self.lattice, self.optional, self.colours

    @classmethod
    def rectangle(cls, rows: int, columns: int) -> Board:
        """Return a rectangle of squares with `rows` rows and `columns` columns. Raise the errors of `box`."""
        return cls.box(rows, columns)

    @classmethod
    def box(cls, *sides: int) -> Board:
        """Return a box of cubes. `sides` says how many layers, rows and columns it has.

        For two sides, return a rectangle. Raise `PuzzleError` unless `sides` are 2 or 3 whole numbers of at least 1.

        >>> len(Board.box(3, 4, 5))
        60
        """
        if len(sides) not in (2, 3):
            raise PuzzleError(f"a box must have 2 or 3 dimensions, got {len(sides)}")
        noun = joined(("layers", "rows", "columns")[-len(sides) :])
        try:
            size = "x".join([str(index(side)) for side in sides])
        except TypeError:
            raise PuzzleError(f"{noun} must be whole numbers, got {joined([*map(repr, sides)])}") from None
        if min(sides) < 1:
            raise PuzzleError(f"{noun} must be at least 1, got {size}")
        return at_origin(full(*sides), SQUARE if len(sides) == 2 else as_lattice("cubic"), size)

    @classmethod
    def parse(cls, picture: str | Sequence[str], lattice: Lattice | str = SQUARE) -> Board:
        r"""Return the board drawn in `picture`, a string or a list of rows.

        `.` is a free cell, `+` is a free cell that may stay empty, and `#` or a blank is a blocked cell. Connected
        cells with the same letter or digit are one given piece (see `given`). The first line is row 0, and the leftmost
        character that is not a blank is in column 0. A line before the picture may name the lattice. After the picture,
        a line `COLOURS` and a second picture may show the colours of the cells. Raise `PictureError`, with line and
        column, for an invalid character.

        - Cubes: layers are side by side and separated by blanks, or one below the other and separated by a blank line.
        - Hexagons: each row is shifted by one character relative to the row above.
        - Triangles: each triangle is one character. The upper left triangle points up.
        - Quarters of squares: a square is three lines of three characters. The corners and the middle are blanks.

        >>> from pentomino import CUBIC, HEXAGONAL
        >>> Board.parse('''
        ...     .. ..
        ...     .. .#
        ... ''', CUBIC).cells == Board.box(2, 2, 2).cells - {(1, 1, 1)}
        True
        >>> print(Board.parse(" . .\n. . .\n . .", HEXAGONAL))
         . .
        . . .
         . .
        """
        lattice = as_lattice(lattice)
        shown = ""
        if isinstance(picture, str):
            if meant := file_meant(picture):
                raise PuzzleError(meant)
            lines = [line for _, line in numbered(picture)]
            first = next((n for n, line in enumerate(lines) if line.strip()), len(lines))
            if are_words(picture) and not any(lines[first + 1 :]):
                raise PictureError(f"{picture!r} is not a picture: write Board({picture!r})")
            if lattice == SQUARE and any(lines[first + 1 :]) and (named := named_lattice(lines[first])):
                lattice, lines[first] = named, ""  # blank, so that errors give the right line numbers
            end = next((n for n, line in enumerate(lines) if n and line.strip() == COLOURS), len(lines))
            picture = "\n".join(lines[:end])
            shown = "\n".join([*[""] * (end + 1), *lines[end + 1 :]]) if lines[end:] else ""
        drawn = read_cells(picture, lambda mark: mark in ".+#" or is_piece(mark), WANTED, lattice)
        by_mark = drawn.by_mark()
        unused = iter([*(letter for letter in POOL if letter not in by_mark), *"?" * len(by_mark)])
        letters = {mark: mark if len(mark) == 1 else next(unused) for mark in by_mark}
        cells = frozenset(drawn.marks).difference(by_mark.pop("#", ()))
        if not cells:
            raise PictureError(f"the picture has no free cell; {WANTED}")
        if by_mark.keys() <= {"0", "1"}:
            raise PictureError("0 and 1 are ambiguous: draw '.' for cells and '#' for the rest, or letters for pieces")
        optional = frozenset(by_mark.get(MAY_BE_EMPTY, ()))
        drawn_on = [mark for mark in by_mark if mark not in ".+"]
        given = tuple([(letters[mark], area) for mark in drawn_on for area in lattice.regions(by_mark[mark])])
        board = cls._make(cells=checked_size(cells, lattice), given=given, optional=optional, lattice=lattice)
        if shown:
            colours = read_cells(
                shown, lambda mark: mark in ".+#" or is_label(mark), "draw colours as letters", lattice
            )
            if lattice.bounds(colours.marks) != lattice.bounds(drawn.marks):
                sizes = ["x".join(map(str, lattice.bounds(picture_read.marks)[1])) for picture_read in (colours, drawn)]
                raise PictureError(f"the picture of the colours must be {sizes[1]}, like the board, got {sizes[0]}")
            board = board.coloured({cell: mark for cell, mark in colours.marks.items() if mark not in ".+#"})
        return board._set(_note=drawn.note, _starts={min(area): drawn.places[min(area)] for _, area in given})

    def __sub__(self, other: Iterable[Cell]) -> Board:
        gone = self._own(other, "-")
        given = tuple((letter, area) for letter, area in self.given if not area & gone)
        colours, labels = (tuple([one for one in pairs if one[0] not in gone]) for pairs in (self.colours, self.labels))
        left = {"cells": self.cells - gone, "given": given, "optional": self.optional - gone}
        return self._with(**left, colours=colours, labels=labels)

    def __and__(self, other: Iterable[Cell]) -> Board:
        return self - (self.cells - self._operand(other, "&"))

    def __or__(self, other: Iterable[Cell]) -> Board:
        if isinstance(other, Board) and (other.given or other.labels or other.optional or other.colours):
            what = "given areas, labels, colours or optional cells"
            raise PuzzleError(f"|: the board on the right must have no {what}; use its `cells` instead")
        return self._with(cells=checked_size(self.cells | self._operand(other, "|"), self.lattice))

    def _operand(self, other: Iterable[Cell], what: str) -> Cells:
        if isinstance(other, tuple) and other and all(isinstance(n, int) for n in other):
            raise PuzzleError(f"{what}: cells must be a list of tuples, got {other}; for one cell, write [{other}]")
        if not isinstance(other, Board):
            return as_cells(other, what, self.lattice)
        if other.lattice != self.lattice:
            raise PuzzleError(f"{what}: the boards must be on the same lattice, got {self.lattice} and {other.lattice}")
        return other.cells

    def with_optional_cells(self, cells: Iterable[Cell] | None = None) -> Board:
        """Return the board in which only `cells`, by default all, are optional. Optional cells may stay empty.

        Raise `PuzzleError` for a cell that is not on the board.

        >>> print(Board.rectangle(2, 3).with_optional_cells([(0, 2)]))
        ..+
        ...
        """
        optional = self.cells if cells is None else self._own(cells, "with_optional_cells")
        return self._with(optional=optional)._set(_note=self._note, _starts=self._starts)

    def _own(self, cells: Iterable[Cell], what: str) -> Cells:
        some = self._operand(cells, what)
        if not some <= self.cells:
            raise PuzzleError(f"{what}: cell {min(some - self.cells)} is not on the board")
        return some

    def coloured(self, colours: str | Mapping[Cell, str] | Mapping[tuple[int, int], str]) -> Board:
        """Return the board with coloured cells. They restrict where coloured pieces may be placed.

        `colours` is a mapping of cells to colours, or a picture of the board with `.` for a cell without a colour. A
        colour is one character. If a cell of a piece has colours, it may cover only a cell of the board with one of
        these colours or without a colour. Raise `PictureError` for a picture that cannot be read. Raise `PuzzleError`
        for a cell that is not on the board, and for a colour that is not one character.

        >>> print(Board.rectangle(2, 2).coloured("BW\\nWB"))
        BW
        WB
        """
        of = read_colours(colours, self.lattice)
        if isinstance(colours, str):
            of = dict(zip(shift(of, *self.bounds[0]), of.values(), strict=True))
        if unknown := of.keys() - self.cells:
            raise PuzzleError(f"cell {min(unknown)} cannot be coloured: it is not on the board")
        if wrong := next((text for text in of.values() if len(text) != 1), ""):
            raise PuzzleError(f"a colour of a board must be one character, got {wrong!r}")
        return self._with(colours=tuple(sorted(of.items())))

    def labelled(self, labels: Mapping[Cell, str] | Mapping[tuple[int, int], str]) -> Board:
        """Return the board with `labels`, a mapping of cells to strings. The cells need not be on the board.

        Raise `PuzzleError` for a label that is not one line of printable characters.
        """
        if not isinstance(labels, Mapping) or not all(isinstance(text, str) for text in labels.values()):
            raise PuzzleError(f"labels must be a mapping of cells to strings, got {labels!r}")
        as_cells([*labels], "labels", self.lattice)  # raises an error if the keys are not cells
        check_texts(labels.values(), "a label")
        return self._with(labels=tuple(sorted(labels.items())))

    def _bare(self) -> Board:
        """Return the board without its `given` areas, so that their cells are free."""
        return self._with(given=())._set(_note=self._note, _starts=self._starts)

    @property
    def uncovered_labels(self) -> tuple[str, ...]:
        """The labels of cells that are not on the board, such as the date that a calendar puzzle shows."""
        return tuple([text for cell, text in self.labels if cell not in self.cells])

    @property
    def area(self) -> int:
        """How many cells the board has."""
        return len(self.cells)

    @cached_property
    def bounds(self) -> tuple[Cell, Cell]:
        """The bounding box as a pair: its least coordinates, and its length along each axis."""
        return self.lattice.bounds(self.cells)

    @property
    def sides(self) -> tuple[int, ...]:
        """The length of the bounding box along each axis."""
        return self.bounds[1]

    @property
    def frame(self) -> tuple[int, int, int, int]:
        """The bounding box of a board in the plane: (first row, first column, height, width)."""
        (top, left), (rows, columns) = self.bounds
        return top, left, rows, columns

    @property
    def rows(self) -> int:
        """How many rows the bounding box of a board in the plane has."""
        return self.sides[0]

    @property
    def columns(self) -> int:
        """How many columns the bounding box of a board in the plane has."""
        return self.sides[1]

    def in_words(self, *cells: Cell) -> str:
        """Describe in words where cells are: their labels, if any, and their rows and columns, counted from 1.

        The cells of a row are described together. The layers of a solid are counted from the bottom.

        >>> Board.rectangle(6, 10).in_words((3, 0))
        'row 4, column 1'
        >>> Board.rectangle(6, 10).in_words((3, 0), (3, 1), (4, 1))
        'row 4, columns 1 and 2; row 5, column 2'
        >>> Board.box(3, 3, 3).in_words((2, 0, 0))
        'bottom layer, row 1, column 1'
        """
        labels, axes, lines = dict(self.labels), self.lattice.axes, dict[str, list[str]]()
        for cell in cells:
            words = [f"{axis} {n - first + 1}" for axis, n, first in zip(axes, cell, self.bounds[0], strict=True)]
            if self._layers:
                words[0] = self._layers.get(cell[0], words[0])
            *line, last = filter(None, [labels.get(cell), *words])
            lines.setdefault(", ".join(line), []).append(last.removeprefix(f"{axes[-1]} "))
        few, many = axes[-1], axes[-1] + "s" * (len(axes[-1]) > 1)
        return "; ".join([f"{line}, {many if at[1:] else few} {joined(at)}" for line, at in lines.items()])

    @cached_property
    def _layers(self) -> Mapping[int, str]:
        # the names of the layers of a solid by their coordinates
        if self.lattice.dimension == 2:
            return {}
        layers = range(self.bounds[0][0], self.bounds[0][0] + self.bounds[1][0])
        upwards = layers[:: -self.lattice.look.sides["bottom"].vector[0]]
        between = ["middle layer"] if len(layers) == 3 else [f"layer {n}" for n in range(2, len(layers))]
        names = ["bottom layer", *between, "top layer"]
        return dict(zip(upwards, names, strict=False))

    def regions(self) -> list[Cells]:
        """Return the connected regions of the board, in the order of their first cells."""
        return self.lattice.regions(self.cells)

    def _read(self, shown: str | PathLike[str] | Board) -> list[tuple[str, Cells]]:
        """Return the lettered areas of a picture or of another `Board`, as pairs (letter, connected cells).

        A picture is placed at the corner of this board. The areas of a `Board` keep their coordinates.
        """
        corner = self.bounds[0]
        board = Board.parse(shown) if isinstance(shown, str) else Board(shown)
        if isinstance(shown, Board):
            corner = (0,) * len(corner)
            self._operand(shown, "placed")
        else:
            for lattice in (SQUARE, board.lattice):
                self.lattice._check_same(lattice, "a picture")
        cells: dict[str, list[Cell]] = {}
        for letter, area in board.given:
            cells.setdefault(letter, []).extend(shift(area, *corner))
        return [(letter, area) for letter, some in cells.items() for area in self.lattice.regions(some)]

    def symmetries(self) -> tuple[Element, ...]:
        """Return the motions that map the board, its optional cells and its colours to themselves.

        On squares, they are elements of `D4`. On a wrapped board, they are `Isometry` objects, with translations.
        """
        marked = [self.optional]
        for colour in {colour for _, colour in self.colours}:
            marked.append(frozenset([cell for cell, other in self.colours if other == colour]))
        return tuple(element for element in self._motions() if all(self._keeps(element, cells) for cells in marked))

    def _motions(self) -> Sequence[Element]:
        """Return the motions that map the set of all cells to itself, ignoring colours and which cells are optional."""
        if self.lattice.periods:
            from .lattices.wrapping import isometries

            return isometries(self.lattice, self.cells)
        return [element for element in self.lattice.motions if self._is_kept_by(element)]

    def _keeps(self, element: Element, cells: Cells) -> bool:
        return cells.issuperset(self._images(cells, element))

    def _is_kept_by(self, element: Motion) -> bool:
        # A motion that keeps the sides of a full box keeps the box, so its cells need not be mapped.
        if order := self.lattice.order(element):
            sides = self.sides
            if tuple([sides[axis] for axis in order]) != sides:
                return False
            if self.area == prod(sides):
                return True
        return self._keeps(element, self.cells)

    def transform_cells(self, cells: Collection[Cell], element: Element) -> list[Cell]:
        """Return the images of `cells` under `element`, in the order of `cells`.

        For a `Motion`, the images are shifted so that the image of the board starts at the corner of the board. Raise
        `PuzzleError` if `element` is not a motion of the board's lattice, or if one of `cells` is not a cell.
        """
        is_isometry = hasattr(element, "motion") and self.lattice == getattr(element, "lattice", None)
        if not (is_isometry or isinstance(element, self.lattice.motions)):
            raise PuzzleError(f"element must be a motion of the {self.lattice.name} lattice, got {element!r}")
        return self._images([*tuples(cells, "transform_cells", self.lattice.dimension)], element)

    def _images(self, cells: Collection[Cell], element: Element) -> list[Cell]:
        """Return the images of `cells` under `element`, like `transform_cells`, but without checks."""
        if not isinstance(element, Motion):
            return element.images(cells)
        moves: dict[Motion, Cell] = vars(self).setdefault("_ways_back", {})
        if element not in moves:
            corners: Collection[Cell] = self.cells
            if self.lattice.order(element):  # if axes are mapped to axes, two opposite corners are enough
                low, sides = self.bounds
                corners = [low, tuple([first + side - 1 for first, side in zip(low, sides, strict=True)])]
            moves[element] = tuple(map(sub, self.lattice.corner(corners), self.lattice.corner(element.images(corners))))
        return shift(element.images(cells), *moves[element])

    @property
    def _texts(self) -> dict[Cell, str]:
        # the texts that pictures show in uncovered cells
        texts = {**dict.fromkeys(self.optional, ""), **dict(self.colours), **dict(self.labels)}
        return {cell: text + MAY_BE_EMPTY * (cell in self.optional) for cell, text in texts.items()}

    @property
    def _picture(self) -> Parts:
        letters = tuple([letter for letter, _ in self.given])
        parts = [tuple(sorted(area)) for _, area in self.given]
        return self.cells, parts, letters, letters, self._texts, self.lattice

    def __contains__(self, cell: object) -> bool:
        return cell in self.cells

    def __len__(self) -> int:
        return len(self.cells)

    def __iter__(self) -> Iterator[Cell]:
        return iter(sorted(self.cells))

    def __str__(self) -> str:
        drawing = self.drawing.pointing(dict(self.colours)) if self.colours else self.drawing
        return drawing.to_text("letters") if self.cells else ""

    def __repr__(self) -> str:
        if self.colours:
            return f"{self._with(colours=())!r}.coloured({dict(self.colours)})"
        if self.given:  # given areas can only be written as a picture
            lattice = f", {self.lattice}" if self.lattice != SQUARE else ""
            is_whole = not self.lattice.periods and Board.parse(str(self), self.lattice) == self
            return f"Board.parse({str(self)!r}{lattice})" if is_whole else f"<Board {str(self)!r} at {self.bounds[0]}>"
        optional = f", optional={sorted(self.optional)}" if self.optional else ""
        lattice = f", lattice={self.lattice}" if self.lattice != SQUARE else ""
        is_moved = any(self.bounds[0]) or not self.area
        if self.area == prod(self.sides) and not (is_moved or optional or self.lattice.periods):
            if self.lattice == SQUARE:
                return f"Board.rectangle({self.rows}, {self.columns})"
            if self.lattice.has_cubes:
                return f"Board.box({', '.join(map(str, self.sides))})"
        if not (lattice or is_moved) and self.rows * self.columns <= 8 * self.area + 64:
            return f"Board.parse({str(self)!r})"
        return f"Board({sorted(self.cells)}{lattice}{optional})"


def checked_size(cells: Cells, lattice: Lattice) -> Cells:
    """Return `cells`. Raise `PuzzleError` if there are too many of them, or if they are too far apart."""
    if len(cells) > MAX_CELLS:
        raise PuzzleError(f"a board must have at most {MAX_CELLS} cells, got {len(cells)}")
    _, sides = lattice.bounds(cells)
    # Numberings and symmetries of a wrapped board visit all cells within its periods, free or not.
    around = lattice.periods or (None,) * len(sides)
    spread = [period or side for period, side in zip(around, sides, strict=True)]
    if prod(spread) > MAX_FRAME:
        size = "x".join(map(str, spread))
        raise PuzzleError(f"a board must fit into a box of at most {MAX_FRAME} cells, got {size}")
    return cells


BoardLike: TypeAlias = (
    Board | str | PathLike[str] | tuple[int, int] | tuple[int, int, int] | Sequence[str] | Iterable[Cell]
)


def at_origin(cells: Iterable[Cell], lattice: Lattice, said: str) -> Board:
    """Return the board of `cells`, moved so that its corner is the origin. Errors quote `said`, the input."""
    found = frozenset(islice(cells, MAX_CELLS + 1))
    if len(found) > MAX_CELLS:
        raise PuzzleError(TOO_LARGE.format(said))
    low = lattice.corner(found)
    moved = frozenset(shift(found, *[-n for n in low])) if any(low) else found
    return Board._make(cells=checked_size(moved, lattice), lattice=lattice)
