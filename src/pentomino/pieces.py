"""Piece sets: the named sets and the grammar in which a user says which pieces, and how many of each."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from operator import index
from typing import NamedTuple, TypeAlias

from .catalogue.pieces import BOXED_SETS, SET_SIZES
from .errors import PuzzleError
from .hints import did_you_mean, not_yet
from .lattice import Cell
from .look import looked
from .polyomino import Polyomino, free_polyominoes, one_sided_polyominoes

__all__ = [
    "Copies",
    "PieceCount",
    "PiecesLike",
    "as_pieces",
    "fault_of_size",
    "may_turn_over",
    "mirror_twins",
    "named_pieces",
]

Copies: TypeAlias = int | tuple[int, int | None]
# A mapping is invariant in its keys: without the second and third of these, a plain dict[str, int] would be refused.
PiecesLike: TypeAlias = (
    str
    | Mapping[Polyomino | str, Copies]
    | Mapping[Polyomino, Copies]
    | Mapping[str, Copies]
    | Iterable[Polyomino | str]
)

_LETTERS = re.compile(r"(?:[FILNPTUVWXYZ]'?){2,}")
_SUFFIX = re.compile(
    r"(?P<name>[^*?]+)(?:(?P<optional>\?)|(?P<star>\*)(?:(?P<least>\d{1,9})(?P<dash>-(?P<most>\d{1,9})?)?)?)?",
    re.ASCII,
)


class PieceCount(NamedTuple):
    """A piece, and the least and the most number of copies of it in a solution; `most` is None for no bound."""

    piece: Polyomino
    least: int
    most: int | None


def named_pieces(name: str) -> tuple[Polyomino, ...]:
    """The pieces that one word means: a set, a run of pentomino letters, or a single piece.

    A set is `monominoes`, `dominoes`, `trominoes`, `tetrominoes`, `pentominoes`, `hexominoes`, `heptominoes`,
    `octominoes`, `nonominoes` or `decominoes`, with or without `one-sided` before it, or the pieces of a boxed puzzle:
    `a-puzzle-a-day`, `daily-calendar`, `genius-square`, `kanoodle`. Raises `PuzzleError` for an unknown name.
    """
    plain = name.replace("’", "'").replace("′", "'")
    # Upper case would take some letters of other alphabets for those that they look like.
    known = plain if plain.isascii() else ""
    if known.casefold() in BOXED_SETS:
        return tuple(Polyomino.named(piece) for piece in BOXED_SETS[known.casefold()].split())
    words = known.casefold().replace("-", " ").split()
    if words and words[-1] in SET_SIZES:
        if len(words) == 1:
            return free_polyominoes(SET_SIZES[words[-1]])
        if words[:-1] in (["one", "sided"], ["onesided"]):
            return one_sided_polyominoes(SET_SIZES[words[-1]])
    upper = known.upper()
    if _LETTERS.fullmatch(upper):
        return tuple(Polyomino.named(letter) for letter in re.findall(r"[A-Z]'?", upper))
    try:
        return (Polyomino.named(upper or name),)
    except PuzzleError as error:
        if re.search(r"[*?]", name):
            raise PuzzleError(f"{name!r}: a suffix for copies is understood only in a string of pieces") from None
        if said := not_yet(name):
            raise PuzzleError(said) from None
        sets = [*SET_SIZES, *BOXED_SETS]
        if hint := did_you_mean(name, [*sets, *(f"one-sided {size}" for size in SET_SIZES)]):
            raise PuzzleError(f"unknown piece or set {name!r}: {hint}") from None
        if name.isalpha() and len(name) > 2:
            raise PuzzleError(
                f"unknown piece or set {name!r}: sets are {', '.join(sets)}; pentominoes are F I L N P T U V W X Y Z"
            ) from None
        raise PuzzleError(str(error).replace(repr(upper or name), repr(name), 1)) from None


def as_pieces(pieces: PiecesLike) -> tuple[PieceCount, ...]:
    """The pieces and copies that a string, a mapping or an iterable means, in the order given.

    A string is items joined by `+`, commas or blanks; an item is a word of `named_pieces` and perhaps a suffix
    that goes to each of its pieces: `*4` four copies, `*1-4` one to four, `*2-` two or more, `*` any number,
    `?` at most one. A mapping gives copies, or (least, most) with None for no upper bound, by `Polyomino` or
    word; an iterable gives one copy of each. Shapes may repeat: their copies are added up later.
    Raises `PuzzleError` for anything else.
    """
    if isinstance(pieces, str):
        counts = [count for item in looked(_items(pieces)) for count in _item_counts(item)]
    elif isinstance(pieces, Polyomino):
        counts = [PieceCount(pieces, 1, 1)]
    elif isinstance(pieces, Mapping):
        counts = [
            PieceCount(piece, *_copies(copies, key))
            for key, copies in looked(pieces.items())
            for piece in _pieces_of(key)
        ]
    elif isinstance(pieces, Iterable):
        counts = [PieceCount(piece, 1, 1) for key in looked(pieces) for piece in _pieces_of(key)]
    else:
        raise PuzzleError(f"pieces are a string, a mapping or an iterable of polyominoes, not {pieces!r}")
    if not counts:
        raise PuzzleError("no pieces are given; say for example 'pentominoes + O4'")
    return tuple(counts)


def mirror_twins(counts: Iterable[PieceCount]) -> tuple[Polyomino, Polyomino] | None:
    """The first two pieces that are each other's mirror image and no rotation, as one-sided sets have; None without."""
    known: dict[Polyomino, Polyomino] = {}
    for piece, _, _ in looked(counts):
        first = known.setdefault(piece.canonical(), piece)
        if first is not piece and first.canonical(False) != piece.canonical(False):
            return first, piece
    return None


def may_turn_over(counts: Iterable[PieceCount], reflections: bool | None) -> bool:
    """Whether pieces may be turned over: as *reflections* says or, for None, unless the set has mirror twins apart."""
    return mirror_twins(counts) is None if reflections is None else bool(reflections)


def fault_of_size(size: int, counts: Iterable[PieceCount]) -> str:
    """What so many cells, drawn as a piece that no set has, are as to their number; nothing if some pieces have it."""
    sizes = sorted({count.piece.size for count in counts})
    have = " or ".join(map(str, sizes))
    if size > sizes[-1]:
        return f"too many for a piece, as these have {have}; two that touch need different letters"
    return "" if size in sizes else f"a piece half drawn: the pieces of the set have {have} cells"


def _items(text: str) -> list[str]:
    """The items of a piece string; the two words of a one-sided set stay together."""
    joined = re.sub(r"\bone[\s-]*sided\s+(?=\w)", "one-sided\0", text, flags=re.IGNORECASE)
    return [item.replace("\0", " ") for item in re.split(r"[+,\s]+", joined) if item]


def _item_counts(item: str) -> list[PieceCount]:
    match = _SUFFIX.fullmatch(item)
    if not match:
        raise PuzzleError(f"{item!r} is not understood; copies are said as I3*4, I3*1-4, I3* or I3?")
    least, most = _suffix_copies(match, item)
    return [PieceCount(piece, least, most) for piece in named_pieces(match["name"])]


def _suffix_copies(match: re.Match[str], item: str) -> tuple[int, int | None]:
    if match["optional"]:
        return 0, 1
    if not match["star"]:
        return 1, 1
    if match["least"] is None:
        return 0, None
    least = int(match["least"])
    if not match["dash"]:
        return least, least
    return _copies((least, int(match["most"]) if match["most"] else None), item)


def _pieces_of(key: object) -> tuple[Polyomino, ...]:
    if isinstance(key, Polyomino):
        return (key,)
    if isinstance(key, str):
        return named_pieces(key)
    raise PuzzleError(f"a piece is a Polyomino or a name such as 'F' or 'O4', not {key!r}")


def _copies(copies: object, key: object) -> tuple[int, int | None]:
    name = key.name or "a piece" if isinstance(key, Polyomino) else key
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
    piece, by its normalised cells, the numbers of piece and orientation.
    """

    def __init__(self, counts: Iterable[PieceCount], reflections: bool) -> None:
        self.counts = _merged(counts, reflections)
        self._lattice = self.counts[0].piece.lattice
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

    def of_cells(self, cells: Collection[Cell]) -> int | None:
        """The number of the piece whose shape the cells have, wherever they lie; None if it is not in the set."""
        return self.shape_of(cells)[0]

    def shape_of(self, cells: Collection[Cell]) -> tuple[int, int] | tuple[None, int]:
        """The numbers of the piece whose shape the cells have, and of its orientation; None and 0 if there is none."""
        return self.shapes.get(self._lattice.normalise(cells), (None, 0))

    def number(self, cells: Collection[Cell]) -> int:
        """The number of the piece of the set whose shape the cells have."""
        return self.shapes[self._lattice.normalise(cells)][0]

    def meant_by(self, key: object, where: str = "") -> list[tuple[int, Polyomino]]:
        """The numbers of the pieces that *key* means, with the shapes whose orientations its indices count."""
        named = [(number, count.piece) for number, count in enumerate(self.counts) if count.piece.name == key]
        if named:
            return named
        if not isinstance(key, (str, Polyomino)):
            raise PuzzleError(f"{where}a piece is a Polyomino or a name such as 'F' or 'O4', not {key!r}")
        shapes = named_pieces(key) if isinstance(key, str) else (key,)
        for shape in shapes:
            self._lattice.check_same(shape.lattice, f"{where}{shape.name or shape!r}")
            if shape.cells not in self.shapes:
                raise PuzzleError(f"{where}{shape.name or shape!r} is not a piece of the set; the set is {self}")
        return [(self.shapes[shape.cells][0], shape) for shape in shapes]

    def orientation(self, number: int, piece: Polyomino, i: int) -> int:
        """The number that the orientation *i* of *piece*, drawn its own way, has in the set."""
        # If pieces may not be turned over, the later half of a chiral piece's orientations are its twin's.
        owned = [self.shapes.get(turned.cells, (None, 0)) for turned in piece.orientations()]
        possible = [orientation for owner, orientation in owned if owner == number]
        if not 0 <= i < len(possible):
            raise PuzzleError(
                f"restrict: orientation {i} of {piece.name or piece!r} does not exist; "
                f"its orientations are 0 to {len(possible) - 1}"
            )
        return possible[i]


def _merged(counts: Iterable[PieceCount], reflections: bool) -> tuple[PieceCount, ...]:
    """The pieces with entries of the same shape made one: the first one's picture and name, copies added up."""
    merged: dict[Polyomino, PieceCount] = {}
    for piece, least, most in looked(counts):
        key = piece.canonical(reflections)
        if key in merged:
            first, low, high = merged[key]
            merged[key] = PieceCount(first, low + least, None if high is None or most is None else high + most)
        else:
            merged[key] = PieceCount(piece, least, most)
    return tuple(merged.values())
