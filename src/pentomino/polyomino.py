"""Polyominoes: their orientations, mirror twins and names, and the enumeration of all of a size.

Orientations and enumerations are computed once for each shape or size and kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from .catalogue.pieces import DRAWINGS
from .drawable import Drawable, check_squares, symbol_of
from .errors import PictureError, PuzzleError
from .lattice import SQUARE, Cell, Lattice, as_cells
from .look import looked
from .picture import is_letter, read_picture
from .value import Value

if TYPE_CHECKING:
    from .render import Drawing

__all__ = ["MAX_ENUMERATED", "Polyomino", "fixed_polyominoes", "free_polyominoes", "one_sided_polyominoes"]

MAX_ENUMERATED = 12
"""The largest number of cells that the enumerations accept: 505 861 fixed polyominoes, about a minute."""

_WANTED = "a piece is drawn with '#' or one letter, and '.' or blanks around it"


class Polyomino(Value, Drawable):
    """A shape of edge-connected cells, as drawn, with a name: moved shapes are equal, turned ones are not.

    `cells` is normalised: the bounding box starts at (0, 0), cells in row-major order. The `name` is a label for
    people; to ask whether two are the same piece under any names, compare their `canonical()`. `lattice` is what
    the cells belong to, squares if nothing else is said.
    Raises `PuzzleError` for no cells or cells that do not hang together.

    >>> Polyomino([(4, 4), (4, 5)]).canonical() == Polyomino.named("I2").canonical()
    True
    """

    __slots__ = _fields = ("cells", "name", "lattice")
    cells: tuple[Cell, ...]
    name: str
    lattice: Lattice

    def __init__(self, cells: Iterable[Cell], name: str = "", lattice: Lattice = SQUARE) -> None:
        if not isinstance(name, str):
            raise PuzzleError(f"the name of a polyomino is a text, not {name!r}")
        label = f"polyomino {name}" if name else "polyomino"
        given = as_cells(cells, label, lattice)
        if not given:
            raise PuzzleError(f"{label}: it has no cells; at least one is needed")
        parts = lattice.regions(given)
        if len(parts) > 1:
            raise PuzzleError(
                f"{label}: its {len(given)} cells fall into {len(parts)} separate parts; all must share edges"
            )
        self._set(cells=lattice.normalise(given), name=name, lattice=lattice)

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
    def sides(self) -> tuple[int, ...]:
        """The size of the bounding box along each axis."""
        return _sides(self.lattice, self.cells)

    @property
    def rows(self) -> int:
        """The height of the bounding box."""
        return self.sides[0]

    @property
    def columns(self) -> int:
        """The width of the bounding box."""
        return self.sides[1]

    def orientations(self, reflections: bool = True) -> tuple[Polyomino, ...]:
        """The different shapes that turning gives, and turning over unless *reflections* is off.

        The order is that of the motions of the lattice. That of `D4` is: as drawn, turned clockwise once, twice, three
        times, then the piece with left and right swapped, turned likewise. A shape met before is left out. So the
        orientations without reflections come first in the list with them, under the same indices.
        """
        return _orientations(self, bool(reflections))

    def canonical(self, reflections: bool = True) -> Polyomino:
        """The least of the orientations, by `cells`, without a name: equal for two pieces of the same free shape.

        With *reflections* off, equal for two of the same one-sided shape.
        """
        return self._like(min(_turned(self.lattice, self.cells, reflections)), "")

    @property
    def is_chiral(self) -> bool:
        """Whether the mirror image is another one-sided piece, as for F but not for X."""
        return len(self.orientations()) > len(self.orientations(False))

    def mirrored(self) -> Polyomino:
        """The piece with left and right swapped; its name gains or loses a prime where that is another piece."""
        name = self.name
        if name and self.is_chiral:
            name = name.removesuffix("'") if name.endswith("'") else name + "'"
        return self._like(self.lattice.turned(self.cells, self.lattice.mirror), name)

    def renamed(self, name: str) -> Polyomino:
        """The same shape under another name."""
        return self._like(self.cells, name)

    @property
    def drawing(self) -> Drawing:
        """What the pictures are drawn from; see `chart` for several pieces. Raises `PentominoError` but for squares."""
        from .render import Drawing

        check_squares(self.lattice)
        name = self.name or "piece"
        return Drawing.of_parts(frozenset(self.cells), (self.cells,), (symbol_of(name),), (name,))

    def _like(self, cells: tuple[Cell, ...], name: str) -> Polyomino:
        return Polyomino._make(cells=cells, name=name, lattice=self.lattice)

    def __str__(self) -> str:
        if self.lattice != SQUARE:
            return repr(self)
        columns = self.columns
        rows = [["."] * columns for _ in range(self.rows)]
        for row, column in self.cells:
            rows[row][column] = "#"
        return "\n".join("".join(row) for row in rows)

    def __repr__(self) -> str:
        lattice = "" if self.lattice == SQUARE else f", lattice={self.lattice}"
        return f"Polyomino({list(self.cells)}, name={self.name!r}{lattice})"


@lru_cache(maxsize=4096)
def _sides(lattice: Lattice, cells: tuple[Cell, ...]) -> tuple[int, ...]:
    return lattice.bounds(cells)[1]


@lru_cache(maxsize=4096)
def _orientations(piece: Polyomino, reflections: bool) -> tuple[Polyomino, ...]:
    return tuple([piece._like(cells, piece.name) for cells in _turned(piece.lattice, piece.cells, reflections)])


@lru_cache(maxsize=4096)
def _turned(lattice: Lattice, cells: tuple[Cell, ...], reflections: bool) -> tuple[tuple[Cell, ...], ...]:
    motions = [motion for motion in lattice.motions if reflections or motion.is_proper]
    return tuple(dict.fromkeys([lattice.turned(cells, motion) for motion in motions]))


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


def fixed_polyominoes(n: int, lattice: Lattice = SQUARE) -> tuple[Polyomino, ...]:
    """All polyominoes of *n* cells, every orientation apart, in the order of their `cells`.

    On squares 1, 2, 6, 19, 63, 216, 760, ... (OEIS A001168). Each is grown from those of one cell less, so the cost is
    some microseconds a piece. Raises `PuzzleError` for *n* below 1 or above `MAX_ENUMERATED`.

    >>> [len(fixed_polyominoes(n)) for n in range(1, 7)]
    [1, 2, 6, 19, 63, 216]
    """
    return _fixed(n, lattice)


@cache
def _fixed(n: int, lattice: Lattice) -> tuple[Polyomino, ...]:
    if not isinstance(n, int) or not 1 <= n <= MAX_ENUMERATED:
        raise PuzzleError(f"polyominoes of {n!r} cells are not enumerated; 1 to {MAX_ENUMERATED} cells are")
    if n == 1:
        first = (0,) * (lattice.dimension - 1)
        return tuple(Polyomino([(*first, kind)], lattice=lattice) for kind in range(len(lattice.vectors)))
    grown = set()
    for smaller in looked(_fixed(n - 1, lattice)):
        taken = set(smaller.cells)
        for new in {near for cell in smaller.cells for near in lattice.neighbours(cell)} - taken:
            grown.add(lattice.normalise((*smaller.cells, new)))
    return tuple(Polyomino._make(cells=cells, name="", lattice=lattice) for cells in looked(_in_order(grown)))


def _in_order(shapes: Iterable[tuple[Cell, ...]]) -> Iterator[tuple[Cell, ...]]:
    """Shapes in the order of their cells; to sort half a million at once would keep clock and Ctrl-C waiting."""
    alike: dict[tuple[Cell, ...], list[tuple[Cell, ...]]] = {}
    for cells in looked(shapes):
        alike.setdefault(cells[: len(cells) // 2], []).append(cells)
    for start in sorted(alike):
        yield from sorted(alike[start])


def free_polyominoes(n: int, lattice: Lattice = SQUARE) -> tuple[Polyomino, ...]:
    """All polyominoes of *n* cells, turned and turned-over ones not told apart, named.

    On squares 1, 1, 2, 5, 12, 35, 108, 369, ... (OEIS A000105). Up to five squares they are drawn as `Polyomino.named`
    draws them, in alphabetical order; beyond, each is its canonical form, in the order of its `cells`, and named by its
    size and rank: `6.1`. Cost and errors as for `fixed_polyominoes`.

    >>> " ".join(piece.name for piece in free_polyominoes(5))
    'F I L N P T U V W X Y Z'
    """
    return _free(n, lattice)


@cache
def _free(n: int, lattice: Lattice) -> tuple[Polyomino, ...]:
    if n in DRAWINGS and lattice == SQUARE:
        drawn = [piece for name, piece in _drawn_pieces().items() if piece.size == n and not name.endswith("'")]
        return tuple(sorted(drawn, key=lambda piece: piece.name))
    shapes = [
        piece
        for piece in looked(_fixed(n, lattice))
        if all(piece.cells <= lattice.turned(piece.cells, motion) for motion in lattice.motions)
    ]
    return tuple(shape.renamed(f"{n}.{rank}") for rank, shape in enumerate(looked(shapes), 1))


def one_sided_polyominoes(n: int, lattice: Lattice = SQUARE) -> tuple[Polyomino, ...]:
    """All polyominoes of *n* cells, mirror twins apart but turned ones not: each free piece, then its twin if any.

    On squares 1, 1, 2, 7, 18, 60, 196, ... (OEIS A000988). Cost and errors as for `fixed_polyominoes`.

    >>> " ".join(piece.name for piece in one_sided_polyominoes(4))
    "I4 L4 L4' O4 S4 S4' T4"
    """
    return _one_sided(n, lattice)


@cache
def _one_sided(n: int, lattice: Lattice) -> tuple[Polyomino, ...]:
    return tuple(
        twin
        for piece in looked(_free(n, lattice))
        for twin in ((piece, piece.mirrored()) if piece.is_chiral else (piece,))
    )
