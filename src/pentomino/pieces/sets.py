"""Piece sets: the named sets and the grammar in which a user says which pieces, and how many of each."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, TypeAlias

from ..base.look import looked
from ..base.value import Record
from ..errors import PuzzleError
from ..lattices.lattice import SQUARE, Cell, Lattice
from .names import named_pieces
from .polyform import Polyform

if TYPE_CHECKING:
    from ..lattices.wrapping import Standard

__all__ = [
    "Copies",
    "PieceCount",
    "PiecesLike",
    "as_pieces",
    "fault_of_size",
    "may_turn_over",
    "mirror_twins",
]

Copies: TypeAlias = int | tuple[int, int | None]
# A mapping is invariant in its keys: without the second and third of these, a plain dict[str, int] would be refused.
PiecesLike: TypeAlias = (
    str | Mapping[Polyform | str, Copies] | Mapping[Polyform, Copies] | Mapping[str, Copies] | Iterable[Polyform | str]
)

# These are compiled when they are first needed, as that takes long.
_KINDS = r"\b(one[\s-]*sided|free|(?:non[\s-]*)?planar|chiral)\s+(?=\w)"
_SUFFIX = r"(?P<optional>\?)|\*(?:(?P<least>\d{1,9})(?P<dash>-(?P<most>\d{1,9})?)?)?"


class PieceCount(Record):
    """A piece, and the least and the most number of copies of it in a solution; `most` is None for no bound."""

    piece: Polyform
    least: int
    most: int | None


def as_pieces(pieces: PiecesLike, lattice: Lattice = SQUARE) -> tuple[PieceCount, ...]:
    """The pieces and copies that a string, a mapping or an iterable means, in the order given.

    A string is items joined by `+`, commas or blanks; an item is a word of `named_pieces` and perhaps a suffix
    that goes to each of its pieces: `*4` four copies, `*1-4` one to four, `*2-` two or more, `*` any number,
    `?` at most one. A mapping gives copies, or (least, most) with None for no upper bound, by `Polyform` or
    word; an iterable gives one copy of each. Shapes may repeat: their copies are added up later. Words mean pieces for
    a board of that *lattice*.
    Raises `PuzzleError` for anything else.
    """
    if isinstance(pieces, str):
        counts = [count for item in looked(_items(pieces)) for count in _item_counts(item, lattice)]
    elif isinstance(pieces, Polyform):
        counts = [PieceCount(pieces, 1, 1)]
    elif isinstance(pieces, Mapping):
        counts = [
            PieceCount(piece, *_copies(copies, key))
            for key, copies in looked(pieces.items())
            for piece in _pieces_of(key, lattice)
        ]
    elif isinstance(pieces, Iterable):
        counts = [PieceCount(piece, 1, 1) for key in looked(pieces) for piece in _pieces_of(key, lattice)]
    else:
        raise PuzzleError(f"pieces are a string, a mapping or an iterable of polyominoes, not {pieces!r}")
    if not counts:
        raise PuzzleError(f"no pieces are given; say for example {lattice.example!r}")
    return tuple(counts)


def mirror_twins(counts: Iterable[PieceCount]) -> tuple[Polyform, Polyform] | None:
    """The first two pieces that are each other's mirror image and no rotation, as one-sided sets have; None without."""
    known: dict[Polyform, Polyform] = {}
    for piece, _, _ in looked(counts):
        first = known.setdefault(piece.canonical(), piece)
        if first is not piece and first.canonical(False) != piece.canonical(False):
            return first, piece
    return None


def may_turn_over(counts: Collection[PieceCount], reflections: bool | None) -> bool:
    """Whether pieces may be turned over, as *reflections* says.

    For None, they may in the plane unless the set has mirror twins apart, and not in space: no real piece can be.
    """
    if reflections is not None:
        return bool(reflections)
    return all(count.piece.lattice.dimension < 3 for count in counts) and mirror_twins(counts) is None


def fault_of_size(size: int, counts: Iterable[PieceCount]) -> str:
    """What so many cells, drawn as a piece that no set has, are as to their number; nothing if some pieces have it."""
    sizes = sorted({count.piece.size for count in counts})
    have = " or ".join(map(str, sizes))
    if size > sizes[-1]:
        return f"too many for a piece, as these have {have}; two that touch need different letters"
    return "" if size in sizes else f"a piece half drawn: the pieces of the set have {have} cells"


def _items(text: str) -> list[str]:
    """The items of a piece string; the two words of a one-sided set, or of one of another kind, stay together."""
    if len(text.split()) > 1:
        text = re.sub(_KINDS, lambda kind: "-".join(kind[1].split()) + "\0", text, flags=re.IGNORECASE)
    return [item.replace("\0", " ") for item in text.replace("+", " ").replace(",", " ").split()]


def _item_counts(item: str, lattice: Lattice) -> list[PieceCount]:
    name = item.partition("*")[0].partition("?")[0]
    least, most = _suffix_copies(name, item)
    return [PieceCount(piece, least, most) for piece in named_pieces(name, lattice)]


def _suffix_copies(name: str, item: str) -> tuple[int, int | None]:
    """The copies that an item says behind its name."""
    if name == item:
        return 1, 1
    match = re.fullmatch(_SUFFIX, item.removeprefix(name), re.ASCII)
    if not name or not match:
        raise PuzzleError(f"{item!r} is not understood; copies are said as I3*4, I3*1-4, I3* or I3?")
    if match["optional"]:
        return 0, 1
    if match["least"] is None:
        return 0, None
    least = int(match["least"])
    if not match["dash"]:
        return least, least
    return _copies((least, int(match["most"]) if match["most"] else None), item)


def _pieces_of(key: object, lattice: Lattice) -> tuple[Polyform, ...]:
    if isinstance(key, Polyform):
        return (key,)
    if isinstance(key, str):
        return named_pieces(key, lattice)
    raise PuzzleError(f"a piece is a Polyomino or a name such as 'F' or 'O4', not {key!r}")


def _copies(copies: object, key: object) -> tuple[int, int | None]:
    name = key.name or "a piece" if isinstance(key, Polyform) else key
    try:
        if isinstance(copies, (tuple, list)):
            low, high = copies
            least, most = index(low), None if high is None else index(high)
        else:
            least = most = index(copies)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise PuzzleError(
            f"copies of {name} are a number or (least, most), most None for no bound, not {copies!r}"
        ) from None
    if least < 0 or (most is not None and most < least):
        raise PuzzleError(f"copies of {name} must be at least 0 and not run downwards, not {copies!r}")
    return least, most


class PieceSet:
    """The pieces of a puzzle: different shapes with their copies, and what each of their orientations is called.

    `counts` are in the order given, copies of equal shapes added up. `shapes` tells of every orientation of every
    piece, by its normalised cells, the numbers of piece and orientation. *lattice* is that of the board. If that is
    wrapped, several pieces may lie on the same cells, and what asks for the piece there says which one it takes it for.
    """

    def __init__(self, counts: Iterable[PieceCount], reflections: bool, lattice: Lattice | None = None) -> None:
        self.counts = _merged(counts, reflections)
        self._lattice = lattice or self.counts[0].piece.lattice
        self._reflections = reflections
        self.shapes = {
            turned.cells: (number, i)
            for number, (piece, _, _) in enumerate(looked(self.counts))
            for i, turned in enumerate(piece.orientations(reflections))
        }

    def __str__(self) -> str:
        return self.describe()

    def describe(self, most: int = 20) -> str:
        """The names of the pieces, at most *most* of them, for a message."""
        names = [piece.name or "(without a name)" for piece, _, _ in self.counts]
        return " ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")

    def of_cells(self, cells: Collection[Cell], piece: Polyform | None = None) -> int | None:
        """The number of the piece whose shape the cells have, wherever they lie; None if it is not in the set."""
        return self.shape_of(cells, piece)[0]

    def shape_of(self, cells: Collection[Cell], piece: Polyform | None = None) -> tuple[int, int] | tuple[None, int]:
        """The numbers of the piece whose shape the cells have, and of its orientation; None and 0 if there is none."""
        form = self._lattice.normalise(cells)
        return self._wrapped_shape(form, piece) if self._lattice.periods else self.shapes.get(form, (None, 0))

    def number(self, cells: Collection[Cell], piece: Polyform | None = None) -> int:
        """The number of the piece of the set whose shape the cells have; raises `KeyError` if there is none."""
        found = self.of_cells(cells, piece)
        if found is None:
            raise KeyError(cells)
        return found

    def _wrapped_shape(self, form: tuple[Cell, ...], piece: Polyform | None) -> tuple[int, int] | tuple[None, int]:
        known = self._by_form.get(form, [])
        if len(known) > 1 and piece is not None:
            own = piece.canonical(self._reflections)
            known = [pair for pair in known if self.counts[pair[0]].piece.canonical(self._reflections) == own] or known
        return known[0] if known else (None, 0)

    @cached_property
    def twins(self) -> tuple[int | None, ...]:
        """For each piece the number of its mirror image, which may be itself; None if that is not in the set."""
        found = (self.shapes.get(count.piece.mirrored().cells) for count in looked(self.counts))
        return tuple(known[0] if known else None for known in found)

    @cached_property
    def standards(self) -> list[Standard]:
        """For each piece, which of its orientations stand for others on a wrapped board."""
        from ..lattices.wrapping import Standard

        orientations = [piece.orientations(self._reflections) for piece, _, _ in self.counts]
        return [Standard(self._lattice, [turned.cells for turned in group]) for group in orientations]

    def stands(self, number: int, turned: Polyform) -> bool:
        """Whether an orientation stands for all that lie on the same cells of a wrapped board, and not over itself."""
        form = self._lattice.normalise(turned.cells)
        i = self.standards[number].orientations.get(form)
        return i is not None and self.shapes[turned.cells] == (number, i)

    @cached_property
    def _by_form(self) -> dict[tuple[Cell, ...], list[tuple[int, int]]]:
        """The pieces that may lie on the same cells of a wrapped board, with their orientations."""
        found: dict[tuple[Cell, ...], list[tuple[int, int]]] = {}
        for number, standard in enumerate(self.standards):
            for form, i in standard.orientations.items():
                found.setdefault(form, []).append((number, i))
        return found

    def meant_by(self, key: object, where: str = "") -> list[tuple[int, Polyform]]:
        """The numbers of the pieces that *key* means, with the shapes whose orientations its indices count."""
        named = [(number, count.piece) for number, count in enumerate(self.counts) if count.piece.name == key]
        if named:
            return named
        if not isinstance(key, (str, Polyform)):
            raise PuzzleError(f"{where}a piece is a Polyomino or a name such as 'F' or 'O4', not {key!r}")
        shapes = named_pieces(key, self._lattice.flat) if isinstance(key, str) else (key,)
        for shape in shapes:
            self._lattice.check_same(shape.lattice, f"{where}{shape.name or shape!r}")
            if shape.cells not in self.shapes:
                raise PuzzleError(f"{where}{shape.name or shape!r} is not a piece of the set; the set is {self}")
        return [(self.shapes[shape.cells][0], shape) for shape in shapes]

    def orientation(self, number: int, piece: Polyform, i: int) -> int:
        """The number that the orientation *i* of *piece*, drawn its own way, has in the set."""
        # If pieces may not be turned over, the later half of a chiral piece's orientations are its twin's.
        shapes = [turned.cells for turned in piece.orientations()]
        owned: list[tuple[tuple[Cell, ...], int | None, int]]
        owned = [(cells, *self.shapes.get(cells, (None, 0))) for cells in shapes]
        possible = [(cells, orientation) for cells, owner, orientation in owned if owner == number]
        if not 0 <= i < len(possible):
            raise PuzzleError(
                f"restrict: orientation {i} of {piece.name or piece!r} does not exist; "
                f"its orientations are 0 to {len(possible) - 1}"
            )
        cells, orientation = possible[i]
        if self._lattice.periods:
            return self.standards[number].orientations.get(self._lattice.normalise(cells), orientation)
        return orientation


def _merged(counts: Iterable[PieceCount], reflections: bool) -> tuple[PieceCount, ...]:
    """The pieces with entries of the same shape made one: the first one's picture and name, copies added up."""
    merged: dict[Polyform, PieceCount] = {}
    for piece, least, most in looked(counts):
        key = piece.canonical(reflections)
        if key in merged:
            first, low, high = merged[key]
            merged[key] = PieceCount(first, low + least, None if high is None or most is None else high + most)
        else:
            merged[key] = PieceCount(piece, least, most)
    return tuple(merged.values())
