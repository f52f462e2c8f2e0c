"""Polyforms, the pieces of puzzles: orientations, mirror twins, names, and all polyforms of a size.

Polyforms of squares are called polyominoes. Polyforms of cubes are called polycubes, those of hexagons polyhexes, and
those of triangles polyiamonds. Orientations and enumerations are cached.

In a search, a gap covers each cell that stays empty. A gap is like a piece of one cell, but no piece has its shape:
the first cell of a piece is at the origin, and the cell of a gap is before the origin.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Literal

from ..errors import PictureError, PuzzleError, expect, expect_one_of
from ..known_pieces import OTHER_NAMES, SHAPES, TWINS, shapes_of
from ..lattices.board_words import as_lattice
from ..lattices.lattice import SQUARE, Cell, Lattice, Motion, as_cells, is_connected
from ..lattices.numbering import least_shapes
from ..limits import look
from ..notation import is_label, read_cells, read_colours, show
from ..pictured import Drawable, Parts
from ..value import Value
from ..wording import did_you_mean
from .letters import symbol_of

_WANTED = "draw a piece with '#', '1' or one letter, and '.', '0' or blanks around it"


class Polyform(Value, Drawable):
    """A named shape of cells. Translated shapes are equal; rotated shapes are not.

    - `cells`: the cells in row-major order, with a bounding box that starts at (0, 0). A box of triangles may start
      just right of (0, 0), so that triangles keep pointing up. The argument may also be the name of a piece (see
      `named`) or a list of rows of text (see `parse`).
    - `name`: a label for people. Shapes with different names are different; the results of `canonical` have no name.
    - `lattice`: a `Lattice` or its name, by default squares.
    - `connected`: with False, the cells may form several parts, which move and rotate together. A picture cannot show
      such a piece.
    - `colours`: a string for each cell, or an empty tuple; see `coloured`.

    Raises `PuzzleError` for an unknown name, for no cells, or if cells are not connected and `connected` is True.

    >>> Polyform([(4, 4), (4, 5)]).canonical() == Polyform("I2").canonical()
    True
    """

    __slots__ = _field_names = ("cells", "name", "lattice", "colours")
    cells: tuple[Cell, ...]
    name: str
    lattice: Lattice
    colours: tuple[str, ...]

    def __init__(
        self,
        cells: Iterable[Cell] | Sequence[str],
        name: str = "",
        lattice: Lattice | str = SQUARE,
        *,
        connected: bool = True,
    ) -> None:
        expect("the name of a polyomino", name, str, PuzzleError)
        lattice = as_lattice(lattice)
        if isinstance(cells, str):
            named = self.named(cells, lattice)
            self._set(cells=named.cells, name=name or named.name, lattice=lattice, colours=())
            return
        if isinstance(cells, (list, tuple)) and cells and all(isinstance(row, str) for row in cells):
            cells = self.parse(cells, name, lattice).cells
        kind = "polyomino" if lattice == SQUARE else "polyform"
        label = f"{kind} {name if name.isprintable() else repr(name)}".rstrip()
        if lattice.periods:
            raise PuzzleError(f"{label} must be on the {lattice.flat.name} lattice; only a board can be wrapped")
        given = as_cells(cells, label, lattice)
        if not given:
            raise PuzzleError(f"{label} must have at least one cell")
        regions = len(lattice.regions(given)) if connected else 1
        if regions > 1:
            raise PuzzleError(f"{label} must be connected, got {regions} separate parts")
        self._set(cells=lattice.normalise(given), name=name, lattice=lattice, colours=())

    @classmethod
    def _make(cls, **values: Any) -> Polyform:
        return super()._make(**{"colours": (), **values})

    @classmethod
    def parse(cls, picture: str | Sequence[str], name: str = "", lattice: Lattice | str = SQUARE) -> Polyform:
        """Return the piece that `picture` shows. The picture is a string or a list of rows.

        All cells of the piece have the same mark: `#`, `1`, a letter or another character. Other cells are `.`, `0` or
        blank. Blanks or commas may separate cells. The picture may also be the outline of the piece, or a list in the
        notation of puzzlecad, such as `["xx|x.", ".x|.."]`. For pictures on other lattices, see `Board.parse`. Raises
        `PictureError` for invalid characters and for different marks, and `PuzzleError` if the cells are not connected.
        """
        lattice = as_lattice(lattice)
        if isinstance(picture, (list, tuple)) and "|" in "".join(map(str, picture)):
            # puzzlecad lists layers upwards and rows backwards; here layers begin at the top and rows at the back
            layers, lattice = [row.split("|")[::-1] for row in reversed(picture)], as_lattice("cubic")
            sizes = {(len(layer), len(row)) for layer in layers for row in layer}
            if len(sizes) > 1 or not {*"x|."}.issuperset("".join(picture)):
                raise PictureError('puzzlecad layers must have equal sizes and only x or ., such as ["xx|x.", ".x|.."]')
            picture = "\n\n".join(map("\n".join, layers))
        drawn = read_cells(picture, lambda mark: mark == "." or is_label(mark) or is_mark(mark), _WANTED, lattice)
        marks, places = drawn.marks, drawn.places
        mark_of = {mark in ".0": mark for mark in reversed(marks.values())}
        if False not in mark_of:
            raise PictureError(f"the picture has no cell; {_WANTED}")
        for cell, mark in marks.items():
            if mark not in mark_of.values():
                raise PictureError(f"{show(mark)} conflicts with {mark_of[mark in '.0']!r}; {_WANTED}", *places[cell])
        return cls([cell for cell, mark in marks.items() if mark == mark_of[False]], name, lattice)

    @classmethod
    def named(cls, name: str, lattice: Lattice | str = SQUARE) -> Polyform:
        """Return the piece called `name` on a lattice, in its standard orientation.

        - The name of a pentomino is its letter: `F I L N P T U V W X Y Z`.
        - The name of a smaller piece is its letter and its size: `O1 I2 I3 V3 I4 L4 O4 S4 T4`.
        - The name of a larger piece is its size and its rank in `polyforms`: `6.1` to `6.35`, `7.1` to `7.108`, ...
        - A prime, as in `F'`, means the mirror twin of a chiral piece.

        Planar polycubes have the same names. For the names of other pieces, see the page on lattices. Case does not
        matter. Raises `PuzzleError` for an unknown name.

        >>> from pentomino import HEXAGONAL
        >>> Polyform.named("bee", HEXAGONAL).cells
        ((0, 0), (0, 1), (1, 0), (1, 1))
        """
        expect("the name of a piece", name, str, PuzzleError)
        lattice = as_lattice(lattice)
        if piece := known_piece(name, lattice) or ranked_piece(name, lattice):
            return piece
        raise PuzzleError(f"unknown piece {name!r}: {why_unknown(name, lattice)}")

    @property
    def size(self) -> int:
        """How many cells the piece has."""
        return len(self.cells)

    @property
    def sides(self) -> tuple[int, ...]:
        """The size of the bounding box along each axis."""
        return _sides(self.lattice, self.cells)

    @property
    def rows(self) -> int:
        """The height of the bounding box of a piece in the plane."""
        return self.sides[0]

    @property
    def columns(self) -> int:
        """The width of the bounding box of a piece in the plane."""
        return self.sides[1]

    def orientations(self, reflections: bool = True, rotations: bool = True) -> tuple[Polyform, ...]:
        """Return the different orientations of the shape: its rotations and, by default, its reflections.

        They are in the order of the motions of the lattice, rotations first. For squares, this is the piece as drawn,
        rotated clockwise by 0, 90, 180 and 270 degrees. They are followed by the same four rotations of the piece with
        left and right swapped. With `reflections=False`, leave out reflections. With `rotations=False`, return only the
        shape as drawn and, unless `reflections` is False, its mirror image.
        """
        return _orientations(self, bool(reflections), bool(rotations))

    def canonical(self, reflections: bool = True, rotations: bool = True) -> Polyform:
        """Return the least of the `orientations`, without a name. It is the same for all orientations."""
        return _canonical(self.lattice, self.cells, reflections, rotations)

    @property
    def is_connected(self) -> bool:
        """Whether the piece has a single part: its cells are connected by shared edges or faces, or touch as balls."""
        return is_connected(self.lattice, self.cells)

    @property
    def is_chiral(self) -> bool:
        """Whether no rotation of the piece is equal to its mirror image. F is chiral, X is not."""
        mirrored = self.lattice.turned(self.cells, self.lattice.mirror)
        return mirrored not in _turned(self.lattice, self.cells, False, True)

    def mirrored(self) -> Polyform:
        """Return the piece with left and right swapped.

        The name of a chiral piece gets or loses a prime. Some polycubes have mirror twins with names of their own.
        """
        name = _twin_name(self.name, self.lattice) if self.name and self.is_chiral else self.name
        cells, colours = _turned_with(self, self.lattice.mirror)
        return self._with(cells=cells, name=name, colours=colours)

    def renamed(self, name: str) -> Polyform:
        """Return the same shape, with the same colours, under another name."""
        return self._with(name=name)

    def coloured(self, colours: str | Mapping[Cell, str] | Mapping[tuple[int, int], str]) -> Polyform:
        """Return the piece with `colours`. They restrict where it may be placed on a board with colours.

        `colours` is a picture of the piece with a character for each cell, or a mapping of cells to strings. Each
        character is a colour of `Board.coloured` that the cell may cover. A cell without colours (`.` or `#` in a
        picture) may cover all colours. `orientations` and `canonical` return shapes without colours. Raises
        `PictureError` for a picture that cannot be read, and `PuzzleError` for a cell that the piece does not have.

        >>> print(Polyform("V3").coloured("B.\\nWB"))
        B.
        WB
        """
        of = read_colours(colours, self.lattice)
        if unknown := of.keys() - set(self.cells):
            raise PuzzleError(f"cell {min(unknown)} cannot be coloured: {self.name or repr(self)} has no such cell")
        texts = tuple(["".join(sorted(set(of.get(cell, "")))) for cell in self.cells])
        return self._with(colours=texts if any(texts) else ())

    def solid(self, lattice: Lattice | str = "cubic") -> Polyform:
        """Return the same piece made of cubes or, with `"balls"`, of balls. It is one layer high.

        Raises `PuzzleError` for any other lattice, and if the piece is not made of squares.

        >>> Polyform.named("V3").solid().cells
        ((0, 0, 0), (0, 1, 0), (0, 1, 1))
        """
        lattice = as_lattice(lattice)
        if not lattice._has_square_layers:
            raise PuzzleError(f"a solid must be made of cubes or balls, got the {lattice.name} lattice")
        if self.lattice != SQUARE:
            what = f"{self.name or repr(self)} must be on the square lattice to become a solid"
            raise PuzzleError(f"{what}, got the {self.lattice.name} one")
        return self._with(cells=tuple([(0, *cell) for cell in self.cells]), lattice=lattice)

    @property
    def _picture(self) -> Parts:
        if self.colours:
            texts = {cell: text for cell, text in zip(self.cells, self.colours, strict=True) if text}
            return frozenset(self.cells), (), (), (), texts, self.lattice
        name = self.name or "piece"
        return frozenset(self.cells), (self.cells,), (symbol_of(name),), (name,), {}, self.lattice

    def __hash__(self) -> int:
        return hash((self.cells, *map(ord, self.name)))  # the same in all processes, unlike the hash of a string

    def __str__(self) -> str:
        if self.colours:
            marks = {cell: text if len(text) == 1 else "*" for cell, text in self.drawing.labels.items()}
            return self.drawing.pointing(marks)._lettered((".", "#"))
        return self.drawing._lettered(("#", ".", "."))

    def __repr__(self) -> str:
        colours = f".coloured({dict(zip(self.cells, self.colours, strict=True))})" if self.colours else ""
        end = f"{'' if self.is_connected else ', connected=False'}){colours}"
        if self.lattice == SQUARE:
            return f"Polyomino({list(self.cells)}, name={self.name!r}{end}"
        return f"Polyform({list(self.cells)}, name={self.name!r}, lattice={self.lattice}{end}"


def Polyomino(cells: Iterable[Cell] | Sequence[str], name: str = "", *, connected: bool = True) -> Polyform:  # noqa: N802
    """Return the polyform of squares with these cells. The arguments are those of `Polyform`.

    >>> Polyomino([(0, 0), (0, 1)]) == Polyform([(4, 4), (4, 5)])
    True
    """
    return Polyform(cells, name, connected=connected)


def is_mark(mark: str) -> bool:
    """Return whether a character may be the mark of all cells in a drawing of a piece, such as `#`, `x` or a block."""
    return mark.isalpha() or mark in "#1*@" or mark > "\u257f"


@lru_cache(maxsize=4096)
def _sides(lattice: Lattice, cells: tuple[Cell, ...]) -> tuple[int, ...]:
    return lattice.bounds(cells)[1]


def _turned_with(piece: Polyform, motion: Any) -> tuple[tuple[Cell, ...], tuple[str, ...]]:
    images = motion.images(piece.cells)  # `turned` only translates the images, which keeps their order
    colours = [text for _, text in sorted(zip(images, piece.colours, strict=True))] if piece.colours else ()
    return piece.lattice.turned(piece.cells, motion), tuple(colours)


@lru_cache(maxsize=4096)
def colourings(
    piece: Polyform, reflections: bool, rotations: bool = True, motion: Motion | None = None
) -> dict[tuple[Cell, ...], tuple[tuple[str, ...], ...]]:
    """Map each orientation of `piece`, as cells, to the tuples of colours that these cells can have.

    A symmetric shape can have several tuples. `reflections` and `rotations` are the same as for
    `Polyform.orientations`. If `motion` is given, it is applied to all orientations.
    """
    ways_of: dict[tuple[Cell, ...], dict[tuple[str, ...], None]] = {}
    for turn in piece.lattice._motions_of(piece.cells, reflections, rotations):
        cells, colours = _turned_with(piece, turn if motion is None else motion.after(turn))
        ways_of.setdefault(cells, {})[colours] = None
    return {cells: tuple(ways) for cells, ways in ways_of.items()}


def coloured_key(
    piece: Polyform, reflections: bool, rotations: bool = True
) -> tuple[tuple[Cell, ...], tuple[str, ...]]:
    """Return a key for the shape and the colours of a piece. It is the same in any orientation."""
    cells = piece.canonical(reflections, rotations).cells
    return cells, min(colourings(piece, reflections, rotations)[cells]) if piece.colours else ()


@lru_cache(maxsize=4096)
def _orientations(piece: Polyform, reflections: bool, rotations: bool) -> tuple[Polyform, ...]:
    shapes = _turned(piece.lattice, piece.cells, reflections, rotations)
    return tuple([Polyform._make(cells=cells, name=piece.name, lattice=piece.lattice) for cells in shapes])


@lru_cache(maxsize=4096)
def _canonical(lattice: Lattice, cells: tuple[Cell, ...], reflections: bool, rotations: bool) -> Polyform:
    return Polyform._make(cells=min(_turned(lattice, cells, reflections, rotations)), name="", lattice=lattice)


@lru_cache(maxsize=4096)
def _turned(
    lattice: Lattice, cells: tuple[Cell, ...], reflections: bool, rotations: bool
) -> tuple[tuple[Cell, ...], ...]:
    look()
    motions = lattice._motions_of(cells, reflections, rotations)
    return tuple(dict.fromkeys([lattice.turned(cells, motion) for motion in motions]))


@cache
def drawn_pieces(lattice: Lattice) -> dict[str, Polyform]:
    """Return the pieces in `known_pieces` by name. The mirror twin of a chiral piece follows the piece."""
    pieces = {}
    for piece in listed_pieces(lattice):
        pieces[piece.name] = piece
        # Mirror twins of solids are listed themselves. Check for solids first, as reflecting them all takes 15 ms.
        if lattice.dimension == 2 and piece.is_chiral:
            pieces[piece.name + "'"] = piece.mirrored()
    return pieces


@cache
def listed_pieces(lattice: Lattice) -> tuple[Polyform, ...]:
    """Return the pieces in `known_pieces` without the mirror twins that are not listed."""
    solids = [piece.solid(lattice) for piece in listed_pieces(SQUARE)] if lattice._has_square_layers else []
    shapes = shapes_of(lattice.name)
    return *solids, *[Polyform._make(cells=cells, name=name, lattice=lattice) for name, cells in shapes]


def _twin_name(name: str, lattice: Lattice) -> str:
    if lattice.has_cubes and name in TWINS:
        return TWINS[name]
    return name.removesuffix("'") if name.endswith("'") else name + "'"


def known_piece(name: str, lattice: Lattice) -> Polyform | None:
    """Find a piece in `known_pieces` by name, ignoring case. Return None if there is no such piece."""
    if not name.isascii():  # upper() maps some letters of other alphabets to Latin ones
        return None
    drawn, others = drawn_pieces(lattice), OTHER_NAMES.get(lattice.name, {})
    for cased in (name.upper(), name.casefold()):  # no listed name mixes capital and small letters
        plain = cased.removesuffix("'")
        if piece := drawn.get(cased) or drawn.get(others.get(plain, "") + cased[len(plain) :]):
            return piece
    return None


def _rank(name: str, lattice: Lattice) -> tuple[int, int, str] | None:
    # size, rank and prime of a name such as `6.12'`
    parts = re.fullmatch(r"([1-9]\d?)\.(0|[1-9]\d{0,8})('?)", name, re.ASCII)
    if not parts or int(parts[1]) > lattice.most:
        return None
    is_ranked = polyforms(int(parts[1]), lattice=lattice)[0].name == f"{parts[1]}.1"  # small pieces have other names
    return (int(parts[1]), int(parts[2]), parts[3]) if is_ranked else None


def ranked_piece(name: str, lattice: Lattice) -> Polyform | None:
    """Find a piece by its size and rank, such as `6.12`. Return None if there is no such piece."""
    if (numbers := _rank(name, lattice)) is None:
        return None
    size, rank, prime = numbers
    family = polyforms(size, lattice=lattice)
    if not 1 <= rank <= len(family) or (prime and not family[rank - 1].is_chiral):
        return None
    return family[rank - 1].mirrored() if prime else family[rank - 1]


def name_of(piece: Polyform) -> str:
    """Return the name of a piece if `Polyform.named` returns the same piece for this name, otherwise ""."""
    namesake = known_piece(piece.name, piece.lattice)
    # With more than six cells, this would take longer than a few milliseconds.
    if namesake is None and piece.size <= 6 and piece.name.startswith(f"{piece.size}."):
        namesake = ranked_piece(piece.name, piece.lattice)
    return piece.name if namesake == piece else ""


_TETRIS = {"J4": "L4'", "Z4": "S4'"}
"""The names of two pieces in the game Tetris, with the names of the same pieces in this package."""


def why_unknown(name: str, lattice: Lattice) -> str:
    """Return the reason why `name` is unknown, or a suggestion, or a list of known names."""
    if name.endswith("'") and (twin := known_piece(name[:-1], lattice) or ranked_piece(name[:-1], lattice)):
        return f"{twin.name} is its own mirror image"
    if numbers := _rank(name, lattice):
        noun = f"the {numbers[0]}-ominoes" if lattice == SQUARE else f"those of {numbers[0]} cells"
        return f"{noun} are {numbers[0]}.1 to {numbers[0]}.{len(polyforms(numbers[0], lattice=lattice))}"
    if lattice == SQUARE and name.upper() in _TETRIS:
        return f"did you mean {_TETRIS[name.upper()]}?"
    drawn = list(drawn_pieces(lattice))
    near = [known for known in drawn if known[0] == name[:1].upper()]
    if near and lattice == SQUARE and len(name) < 4:
        return f"did you mean {' or '.join(near)}?"
    if hint := did_you_mean(name, drawn, 4, 0.5):
        return hint
    if lattice == SQUARE:
        return "known pieces are F I L N P T U V W X Y Z, O1 I2 I3 V3 I4 L4 O4 S4 T4, 6.1 to 6.35, and so on"
    known = f"known pieces are {' '.join(drawn)}, and" if drawn else "pieces of this lattice are"
    size = next(n for n in range(4, lattice.most + 1) if ranked_piece(f"{n}.1", lattice))
    return f"{known} {size}.1 to {size}.{len(polyforms(size, lattice=lattice))} (size and number), and so on"


def gap(lattice: Lattice, cell: Cell) -> tuple[Cell, ...]:
    """Return the shape of the gap that marks `cell`, and other cells of its kind, as empty."""
    ((*head, last),) = lattice.normalise([cell])
    return ((*head, last - len(lattice.vectors)),)  # this number of steps leads to a cell of the same kind


def gaps(lattice: Lattice) -> list[Polyform]:
    """Return the gaps of a lattice, one for each kind of cell."""
    cells = [(0,) * (lattice.dimension - 1) + (kind,) for kind in range(len(lattice.vectors))]
    return [Polyform._make(cells=gap(lattice, cell), name="", lattice=lattice) for cell in cells]


def is_gap(shape: Sequence[Cell]) -> bool:
    """Return whether `shape` is the shape of a gap, not of a piece."""
    return shape[0][-1] < 0


def polyforms(
    n: int, kind: Literal["free", "one-sided", "fixed"] = "free", lattice: Lattice | str = SQUARE
) -> tuple[Polyform, ...]:
    """Return all polyforms of `n` cells on a lattice.

    - `kind="free"`: up to rotation and reflection, with names. Small polyforms have the orientation of
      `Polyform.named`, and are sorted by name. Larger polyforms are canonical forms, sorted by `cells`. Their names are
      size and rank, such as `6.1`.
    - `kind="one-sided"`: up to rotation. Mirror twins are different polyforms, one after the other.
    - `kind="fixed"`: each orientation is a polyform of its own. They are sorted by `cells`, and have no names.

    For `n` = 1, 2, ... there are, with their entries in the OEIS:

    - on squares 1, 1, 2, 5, 12, 35 free (A000105), 1, 1, 2, 7, 18, 60 one-sided (A000988) and 1, 2, 6, 19, 63, 216
      fixed (A001168);
    - on cubes 1, 1, 2, 7, 23 (A038119), 1, 1, 2, 8, 29 (A000162) and 1, 3, 15, 86 (A001931);
    - on hexagons 1, 1, 3, 7, 22 (A000228), 1, 1, 3, 10 (A006535) and 1, 3, 11 (A001207);
    - on triangles 1, 1, 1, 3, 4, 12 (A000577), 1, 1, 1, 4, 6 (A006534) and 2, 3, 6 (A001420);
    - on balls 1, 6, 50 fixed (A007198).

    The maximum of `n` is 12 for squares, 8 for cubes, 10 for hexagons, 14 for triangles and quarters of squares, 6 for
    balls. Fixed polyforms take a few microseconds each. The 63 600 free polyominoes of 12 squares take half a second,
    the one-sided ones some seconds. Raises `PuzzleError` if `n` is not from 1 to the maximum, or for an unknown kind.

    >>> " ".join(piece.name for piece in polyforms(5))
    'F I L N P T U V W X Y Z'
    >>> " ".join(piece.name for piece in polyforms(4, "one-sided"))
    "I4 L4 L4' O4 S4 S4' T4"
    >>> len(polyforms(3, "fixed", "hexagonal"))
    11
    """
    flat = as_lattice(lattice).flat
    if not isinstance(n, int) or not 1 <= n <= flat.most:
        noun = "polyominoes" if flat == SQUARE else f"shapes on the {flat.name} lattice"
        raise PuzzleError(f"{noun} must have 1 to {flat.most} cells to be listed, got {n!r}")
    expect_one_of("kind", kind, [*_KINDS], PuzzleError)
    return _KINDS[kind](n, flat)


@cache
def _fixed(n: int, lattice: Lattice) -> tuple[Polyform, ...]:
    return tuple(Polyform._make(cells=cells, name="", lattice=lattice) for cells in least_shapes(n, lattice))


@cache
def _free(n: int, lattice: Lattice) -> tuple[Polyform, ...]:
    drawn = [piece for piece in listed_pieces(lattice) if piece.size == n]
    if drawn and lattice == SQUARE:  # all pieces of squares of this size are listed, each once
        return tuple(drawn)
    if drawn and lattice.name in SHAPES:  # otherwise only some pieces of this size are listed
        firsts = {piece.canonical(): piece for piece in sorted(drawn, key=lambda piece: piece.name, reverse=True)}
        return tuple(sorted(firsts.values(), key=lambda piece: piece.name))
    ranked = enumerate(least_shapes(n, lattice, lattice.motions), 1)
    return tuple(Polyform._make(cells=cells, name=f"{n}.{rank}", lattice=lattice) for rank, cells in ranked)


@cache
def _one_sided(n: int, lattice: Lattice) -> tuple[Polyform, ...]:
    pieces = []
    for piece in _free(n, lattice):
        pieces.append(piece)
        if piece.is_chiral:
            pieces.append(drawn_pieces(lattice).get(_twin_name(piece.name, lattice)) or piece.mirrored())
    return tuple(pieces)


_KINDS = {"free": _free, "one-sided": _one_sided, "fixed": _fixed}
