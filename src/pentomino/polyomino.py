"""Polyominoes: their orientations, mirror twins and names, and the enumeration of all of a size.

Orientations and enumerations are computed once for each shape or size and kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from .errors import PictureError, PuzzleError
from .geometry import Cell, as_cells, neighbours, normalise, regions
from .names import DRAWINGS
from .picture import is_letter, read_picture
from .value import Value

__all__ = ["MAX_ENUMERATED", "Polyomino", "fixed_polyominoes", "free_polyominoes", "one_sided_polyominoes"]

MAX_ENUMERATED = 12
"""The largest number of cells that the enumerations accept: 505 861 fixed polyominoes, about a minute."""

_WANTED = "a piece is drawn with '#' or one letter, and '.' or blanks around it"


class Polyomino(Value):
    """A shape of edge-connected cells, as drawn, with a name: moved shapes are equal, turned ones are not.

    `cells` is normalised: the bounding box starts at (0, 0), cells in row-major order. The `name` is a label for
    people; to ask whether two are the same piece under any names, compare their `canonical()`.
    Raises `PuzzleError` for no cells or cells that do not hang together.

    >>> Polyomino([(4, 4), (4, 5)]).canonical() == Polyomino.named("I2").canonical()
    True
    """

    __slots__ = _fields = ("cells", "name")
    cells: tuple[Cell, ...]
    name: str

    def __init__(self, cells: Iterable[Cell], name: str = "") -> None:
        if not isinstance(name, str):
            raise PuzzleError(f"the name of a polyomino is a text, not {name!r}")
        label = f"polyomino {name}" if name else "polyomino"
        given = as_cells(cells, label)
        if not given:
            raise PuzzleError(f"{label}: it has no cells; at least one is needed")
        parts = regions(given)
        if len(parts) > 1:
            raise PuzzleError(
                f"{label}: its {len(given)} cells fall into {len(parts)} separate parts; all must share edges"
            )
        self._set(cells=normalise(given), name=name)

    @classmethod
    def parse(cls, picture: str, name: str = "") -> Polyomino:
        """The polyomino drawn in *picture*: `#` or one letter for its cells, `.` or blanks around them.

        Raises `PictureError` for any other character or a second letter, `PuzzleError` for cells that do not
        hang together.
        """
        if not isinstance(picture, str):
            raise PictureError(f"a picture is a text, not {picture!r}")
        first = next((mark for mark in picture if not mark.isspace() and mark != "."), "#")
        wanted = _WANTED if first == "#" or is_letter(first) else _WANTED.replace("one letter", "a letter")

        def accepts(mark: str) -> bool:
            return mark == "." or (mark == first and (mark == "#" or is_letter(mark)))

        marks = read_picture(picture, accepts, wanted)
        cells = [cell for cell, mark in marks.items() if mark != "."]
        if not cells:
            raise PictureError(f"the picture shows no cell; {_WANTED}")
        return cls(cells, name)

    @classmethod
    def named(cls, name: str) -> Polyomino:
        """The piece of that name, as the package draws it.

        Pentominoes have their letters, `F I L N P T U V W X Y Z`; smaller pieces carry their size,
        `O1 I2 I3 V3 I4 L4 O4 S4 T4`; a larger one is its size and its rank among the free polyominoes of that
        size (see `free_polyominoes`), `6.1` to `6.35`, `7.1` to `7.108`. A prime, as in `F'`, is the mirror twin
        of a piece that differs from it. Raises `PuzzleError` for an unknown name.
        """
        if not isinstance(name, str):
            raise PuzzleError(f"the name of a piece is a text such as 'F', not {name!r}")
        drawn = _drawn_pieces()
        if name in drawn:
            return drawn[name]
        ranked = re.fullmatch(r"([1-9]\d?)\.(0|[1-9]\d{0,8})('?)", name, re.ASCII)
        if ranked and 6 <= int(ranked[1]) <= MAX_ENUMERATED:
            family = free_polyominoes(int(ranked[1]))
            if 1 <= int(ranked[2]) <= len(family):
                piece = family[int(ranked[2]) - 1]
                if not ranked[3]:
                    return piece
                if piece.is_chiral:
                    return piece.mirrored()
                raise PuzzleError(f"unknown piece {name!r}: {piece.name} is its own mirror image")
            raise PuzzleError(
                f"unknown piece {name!r}: the {ranked[1]}-ominoes are {ranked[1]}.1 to {ranked[1]}.{len(family)}"
            )
        if name.endswith("'") and name[:-1] in drawn:
            raise PuzzleError(f"unknown piece {name!r}: {name[:-1]} is its own mirror image")
        raise PuzzleError(f"unknown piece {name!r}: {_hint(name)}")

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.cells)

    @property
    def rows(self) -> int:
        """The height of the bounding box."""
        return self.cells[-1][0] + 1

    @property
    def columns(self) -> int:
        """The width of the bounding box."""
        return max(column for _, column in self.cells) + 1

    def orientations(self, reflections: bool = True) -> tuple[Polyomino, ...]:
        """The different shapes that turning gives, and turning over unless *reflections* is off.

        The order is that of `D4`: as drawn, turned clockwise once, twice, three times, then the piece with left
        and right swapped, turned likewise; a shape met before is left out. So the orientations without
        reflections come first in the list with them, under the same indices.
        """
        return tuple(Polyomino._make(cells=cells, name=self.name) for cells in _orientations(self.cells, reflections))

    def canonical(self, reflections: bool = True) -> Polyomino:
        """The least of the orientations, by `cells`, without a name: equal for two pieces of the same free shape.

        With *reflections* off, equal for two of the same one-sided shape.
        """
        return Polyomino._make(cells=min(_orientations(self.cells, reflections)), name="")

    @property
    def is_chiral(self) -> bool:
        """Whether the mirror image is another one-sided piece, as for F but not for X."""
        return len(_orientations(self.cells, True)) > len(_orientations(self.cells, False))

    def mirrored(self) -> Polyomino:
        """The piece with left and right swapped; its name gains or loses a prime where that is another piece."""
        name = self.name
        if name and self.is_chiral:
            name = name.removesuffix("'") if name.endswith("'") else name + "'"
        return Polyomino._make(cells=_flipped(self.cells), name=name)

    def renamed(self, name: str) -> Polyomino:
        """The same shape under another name."""
        return Polyomino._make(cells=self.cells, name=name)

    def __str__(self) -> str:
        columns = self.columns
        rows = [["."] * columns for _ in range(self.rows)]
        for row, column in self.cells:
            rows[row][column] = "#"
        return "\n".join("".join(row) for row in rows)

    def __repr__(self) -> str:
        return f"Polyomino({list(self.cells)}, name={self.name!r})"


def _quarter_turn(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Normalised cells turned clockwise, normalised again."""
    last = cells[-1][0]
    return tuple(sorted([(column, last - row) for row, column in cells]))


def _flipped(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Normalised cells with left and right swapped, normalised again."""
    last = max([column for _, column in cells])
    return tuple(sorted([(row, last - column) for row, column in cells]))


@lru_cache(maxsize=4096)
def _orientations(cells: tuple[Cell, ...], reflections: bool) -> tuple[tuple[Cell, ...], ...]:
    turned = []
    for start in (cells, _flipped(cells)) if reflections else (cells,):
        for _ in range(4):
            turned.append(start)
            start = _quarter_turn(start)
    return tuple(dict.fromkeys(turned))


@lru_cache(maxsize=1)
def _drawn_pieces() -> dict[str, Polyomino]:
    """The pieces of `names.DRAWINGS` by name, each followed by its mirror twin where it has one."""
    pieces = {}
    for size, drawing in DRAWINGS.items():
        by_letter: dict[str, list[Cell]] = {}
        for cell, mark in read_picture(drawing, lambda mark: mark == "." or is_letter(mark), "a letter").items():
            if mark != ".":
                by_letter.setdefault(mark, []).append(cell)
        for letter in sorted(by_letter):
            piece = Polyomino(by_letter[letter], letter if size == 5 else f"{letter}{size}")
            pieces[piece.name] = piece
            if piece.is_chiral:
                pieces[piece.name + "'"] = piece.mirrored()
    return pieces


def _hint(name: str) -> str:
    import difflib

    drawn = list(_drawn_pieces())
    near = [known for known in drawn if known[0] == name[:1].upper()] or difflib.get_close_matches(name, drawn, 4, 0.5)
    if near:
        return f"do you mean {' or '.join(near)}?"
    return "known are F I L N P T U V W X Y Z, O1 I2 I3 V3 I4 L4 O4 S4 T4, and 6.1 to 6.35 and so on"


@lru_cache(maxsize=MAX_ENUMERATED)
def fixed_polyominoes(n: int) -> tuple[Polyomino, ...]:
    """All polyominoes of *n* cells, every orientation apart, in the order of their `cells`.

    1, 2, 6, 19, 63, 216, 760, ... (OEIS A001168). Each is grown from those of one cell less, so the cost is some
    microseconds a piece. Raises `PuzzleError` for *n* below 1 or above `MAX_ENUMERATED`.
    """
    if not isinstance(n, int) or not 1 <= n <= MAX_ENUMERATED:
        raise PuzzleError(f"polyominoes of {n!r} cells are not enumerated; 1 to {MAX_ENUMERATED} cells are")
    if n == 1:
        return (Polyomino([(0, 0)]),)
    grown = set()
    for smaller in fixed_polyominoes(n - 1):
        taken = set(smaller.cells)
        for new in {near for cell in smaller.cells for near in neighbours(cell)} - taken:
            grown.add(normalise((*smaller.cells, new)))
    return tuple(Polyomino._make(cells=cells, name="") for cells in sorted(grown))


@lru_cache(maxsize=MAX_ENUMERATED)
def free_polyominoes(n: int) -> tuple[Polyomino, ...]:
    """All polyominoes of *n* cells, turned and turned-over ones not told apart, named.

    1, 1, 2, 5, 12, 35, 108, 369, ... (OEIS A000105). Up to five cells they are drawn as `Polyomino.named` draws them,
    in alphabetical order; beyond, each is its canonical form, in the order of its `cells`, and named by its
    size and rank: `6.1`. Cost and errors as for `fixed_polyominoes`.
    """
    if n in DRAWINGS:
        drawn = [piece for name, piece in _drawn_pieces().items() if piece.size == n and not name.endswith("'")]
        return tuple(sorted(drawn, key=lambda piece: piece.name))
    shapes = [piece for piece in fixed_polyominoes(n) if piece.cells == min(_orientations(piece.cells, True))]
    return tuple(shape.renamed(f"{n}.{rank}") for rank, shape in enumerate(shapes, 1))


@lru_cache(maxsize=MAX_ENUMERATED)
def one_sided_polyominoes(n: int) -> tuple[Polyomino, ...]:
    """All polyominoes of *n* cells, mirror twins apart but turned ones not: each free piece, then its twin if any.

    1, 1, 2, 7, 18, 60, 196, ... (OEIS A000988). Cost and errors as for `fixed_polyominoes`.
    """
    return tuple(
        twin for piece in free_polyominoes(n) for twin in ((piece, piece.mirrored()) if piece.is_chiral else (piece,))
    )
