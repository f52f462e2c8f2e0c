"""Sets of pieces: read names and numbers of copies, and find the areas that pieces can cover."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import product
from operator import index
from typing import Any, NamedTuple, TypeAlias, TypeGuard

from ..errors import PuzzleError
from ..files import file_meant
from ..known_pieces import BOXED_SETS, SETS, SOLID_SETS
from ..lattices.board_words import lattices
from ..lattices.lattice import SQUARE, Lattice, full
from ..wording import counted, did_you_mean, joined, not_yet, remedy
from .polyform import Polyform, drawn_pieces, known_piece, polyforms, ranked_piece, why_unknown

Copies: TypeAlias = int | tuple[int, int | None]
Counted: TypeAlias = tuple[Polyform, int, int | None]
"""A piece, and the minimum and maximum number of its copies. The maximum is None if there is no limit."""
PictureLike: TypeAlias = str | Sequence[str]
# `Mapping` is invariant in its keys: without the second and third mapping, a plain dict[str, int] would be rejected.
PiecesLike: TypeAlias = (
    str
    | Mapping[Polyform | str, Copies | PictureLike]
    | Mapping[Polyform, Copies]
    | Mapping[str, Copies | PictureLike]
    | Iterable[Polyform | str]
)

# These patterns are compiled when they are first needed, as compiling them takes long.
_KINDS = r"\b(one[\s-]*sided|free|(?:non[\s-]*)?planar|chiral)\s+(?=\w)"
_COPIES = r"\*(\d{1,9})(?:(-)(\d{1,9})?)?"
_LETTERS = r"(?:[FILNPTUVWXYZ]'?){2,}"
_BRICK = r"([1-9]\d?)x([1-9]\d?)(?:x([1-9]\d?))?"

_SUFFIXES: dict[str, Copies] = {"": 1, "?": (0, 1), "*": (0, None)}
_FAMILIES = {"ominoes": "square", "cubes": "cubic", "hexes": "hexagonal", "iamonds": "triangular"}


class PieceCount(NamedTuple):
    """A piece, and the minimum and maximum number of its copies. `most` is None if there is no limit."""

    piece: Polyform
    least: int
    most: int | None


Names: TypeAlias = tuple[PieceCount, ...]
"""The entries of a set that have one shape but different names. Empty if the shape has a single name."""


def as_pieces(pieces: PiecesLike, lattice: Lattice = SQUARE) -> tuple[PieceCount, ...]:
    """Read pieces and their numbers of copies from a string, a mapping or an iterable.

    - A string contains items, separated by `+`, commas or blanks. An item is a name that `named_pieces` accepts on
      `lattice`. If `-` precedes an item, its pieces are removed from the pieces before it.
    - A suffix gives the number of copies of each piece of an item: `*4` means four, `*1-4` one to four, `*2-` two or
      more, `*` any number, `?` at most one.
    - A mapping has names or `Polyform` objects as keys. Its values are numbers of copies, or pairs (least, most). If
      `most` is None, there is no limit. A value may also be a picture, a string or a list of rows; its key is the name
      of the piece.
    - An iterable of names or `Polyform` objects means one copy of each.

    Raises `PuzzleError` for anything else.
    """
    if isinstance(pieces, str):
        counts: list[PieceCount] = []
        for item in _items(pieces):
            if item.startswith("-") and item != "-":
                for gone in _item_counts(item[1:], lattice):
                    counts = _without(counts, gone)
            else:
                counts += _item_counts(item, lattice)
    elif isinstance(pieces, Mapping):
        counts = []
        for key, copies in pieces.items():
            if isinstance(key, str) and _is_picture(copies):
                counts.append(PieceCount(Polyform.parse(copies, key, lattice), 1, 1))
            else:
                counts += [PieceCount(piece, *_copy_bounds(copies, key)) for piece in pieces_of(key, lattice)]
    elif isinstance(pieces, (Polyform, Iterable)):
        keys = [pieces] if isinstance(pieces, Polyform) else pieces
        counts = [PieceCount(piece, 1, 1) for key in keys for piece in pieces_of(key, lattice)]
    else:
        raise PuzzleError(f"pieces must be a string, a mapping or an iterable of polyominoes, got {pieces!r}")
    if not counts:
        raise PuzzleError(f"no pieces are given{remedy('is an example', pieces=lattice.example)}")
    return tuple(counts)


def mirror_twins(counts: Iterable[PieceCount]) -> tuple[Polyform, Polyform] | None:
    """Return the first two pieces that are mirror twins, or None if there are no mirror twins."""
    firsts: dict[Polyform, Polyform] = {}
    for piece, _, _ in counts:
        first = firsts.setdefault(piece.canonical(), piece)
        if first is not piece and first.canonical(False) != piece.canonical(False):
            return first, piece
    return None


def may_turn_over(counts: Collection[PieceCount], reflections: bool | None, rotations: bool = True) -> bool:
    """Return whether pieces may be reflected. If `reflections` is not None, it is the result.

    If it is None, pieces may be reflected if they are in the plane, may be rotated, and contain no mirror twins. Raises
    `PuzzleError` if `reflections` is not True, False or None, or if `rotations` is not True or False.
    """
    if reflections not in (True, False, None):
        raise PuzzleError(f"reflections must be True, False or None, got {reflections!r}")
    if rotations not in (True, False):
        raise PuzzleError(f"rotations must be True or False, got {rotations!r}")
    if reflections is not None:
        return bool(reflections)
    return rotations and all(count.piece.lattice.dimension < 3 for count in counts) and mirror_twins(counts) is None


def fault_of_size(what: str, size: int, counts: Iterable[PieceCount]) -> str:
    """Return an error message about `what` if the set has no piece of `size` cells, otherwise ""."""
    sizes = sorted({count.piece.size for count in counts})
    have = " or ".join(map(str, sizes))
    if size in sizes:
        return ""
    if size < sizes[-1]:
        return f"{what} is only part of a piece: the pieces of the set have {have} cells; draw free cells as '.'"
    how = "draw free cells as '.', and touching pieces with different letters"
    return f"{what} has {size} cells, but the pieces have {have}: {how}"


def coverable(counts: Sequence[Counted], limit: int) -> int:
    """Return all numbers of cells, up to `limit`, that the pieces can cover, as bits of an integer."""
    sums, within = 1, (1 << (limit + 1)) - 1
    for piece, least, most in counts:
        sums = sums << (least * piece.size) & within if least * piece.size <= limit else 0
        spare = limit // piece.size if most is None else min(most - least, limit // piece.size)
        step = 1  # steps of 1, 2, 4 ... copies reach any number up to their sum, with few shifts
        while spare:
            take = min(step, spare)
            sums |= sums << (take * piece.size) & within
            spare -= take
            step *= 2
    return sums


def can_cover(counts: Sequence[Counted], area: int, spare: int = 0) -> bool:
    """Return whether the pieces can cover `area` cells, or up to `spare` fewer cells."""
    return bool(coverable(counts, area) >> max(0, area - spare))


def check_areas(area: int, counts: Sequence[Counted], spare: int = 0) -> None:
    """Raise `PuzzleError`, with advice, if the pieces cannot cover `area` cells or up to `spare` fewer."""
    if can_cover(counts, area, spare):
        return
    largest = max(piece.size for piece, _, _ in counts)
    least = sum(piece.size * low for piece, low, _ in counts)
    sums = coverable(counts, area + largest)
    board = f"the board has {counted(area, 'free cell')}{f', {spare} of which may stay empty' if spare else ''}"
    if least > area:
        more = least - area
        kind = "the pieces cover" if all(low == high for _, low, high in counts) else "the pieces cover at least"
        wider = f"add {counted(more, 'cell')} to the board"
        raise PuzzleError(f"{board}, but {kind} {least}: {wider} or remove pieces that cover {more}")
    needed = area - spare
    below = (sums & ((1 << needed) - 1)).bit_length() - 1
    above = next((n for n in range(area + 1, area + largest + 1) if sums >> n & 1), None)
    if above is None:
        more = needed - below
        kind = "the pieces cover" if below == least else "the pieces cover at most"
        single = polyforms(1, lattice=counts[0][0].lattice)[0].name or "1.1"
        raise PuzzleError(
            f"{board}, but {kind} {below}: block {counted(more, 'cell')} or add pieces that cover {more}; "
            f"to leave cells empty, mark them + or add {single}*"
        )
    that = f"{needed} to {area} cells" if spare else "exactly that many"
    raise PuzzleError(
        f"{board}, and no choice of copies covers {that}: the nearest are {below} and {above}; "
        "change the board or the copies to match one of them"
    )


def copies_that_cover(text: str, lattice: Lattice, area: int, spare: int) -> str:
    """Return advice to add `?` or `*` to the pieces `text`, if this lets them cover the board.

    The board has `area` cells. Up to `spare` of them may stay empty. Return "" if there is no advice.
    """
    counts = as_pieces(text, lattice)
    if not area or len(_items(text)) > 1 or any((least, most) != (1, 1) for _, least, most in counts):
        return ""
    for suffix, meaning in {"?": "only some of them", "*": "as many as needed"}.items():
        written = text.strip(" +,") + suffix
        if (suffix == "*" or len(counts) > 1) and can_cover(as_pieces(written, lattice), area, spare):
            return f"write {written!r} to use {meaning}"
    return ""


def _items(text: str) -> list[str]:
    # a set with its kind, such as "one-sided pentominoes", is one item
    if len(text.split()) > 1:
        text = re.sub(_KINDS, lambda kind: "-".join(kind[1].split()) + "\0", text, flags=re.IGNORECASE)
    text = re.sub(r"(?<!\S)[-−–]\s*(?=\S)", "-", text.replace("+", " ").replace(",", " "))
    return [item.replace("\0", " ") for item in text.split()]


def _without(counts: Sequence[PieceCount], gone: PieceCount) -> list[PieceCount]:
    """Remove the piece of `gone` from `counts`. Raise `PuzzleError` if some of its copies may remain."""
    shape, name = gone.piece.canonical(False), gone.piece.name
    same = [count for count in counts if count.piece.canonical(False) == shape]
    if not same:
        raise PuzzleError(f"{'- ' + name!r}: {name} is not among the pieces before it")
    least, bounds = sum(count.least for count in same), [count.most for count in same if count.most is not None]
    most = sum(bounds) if len(bounds) == len(same) else None
    if gone[1:] != (least, most) and (gone[1:] != (1, 1) or (most is not None and most > 1)):
        copies = f"*{least}" if least == most else f"*{least}-{most or ''}"
        what = f"'- {name}' could mean no {name} or fewer copies of it: write '- {name}{copies}' for no {name}"
        raise PuzzleError(what)
    return [count for count in counts if count not in same]


def _item_counts(item: str, lattice: Lattice) -> list[PieceCount]:
    name = item.partition("*")[0].partition("?")[0]
    suffix = item.removeprefix(name)
    copies = _SUFFIXES.get(suffix)
    if copies is None and (match := re.fullmatch(_COPIES, suffix, re.ASCII)):
        least, dash, most = match.groups()
        copies = (int(least), int(most) if most else None) if dash else int(least)
    if not name or copies is None or "=" in name:
        raise PuzzleError(f"{item!r} is not understood; write copies as I3*4, I3*1-4, I3* or I3?")
    return [PieceCount(piece, *_copy_bounds(copies, item)) for piece in named_pieces(name, lattice)]


def _is_picture(value: Any) -> TypeGuard[PictureLike]:
    if isinstance(value, str):
        return "\n" in value or "#" in value
    is_list = isinstance(value, (list, tuple)) and all(isinstance(row, str) for row in value)
    return is_list and not {*"#*.01|"}.isdisjoint("".join(value))


def pieces_of(key: object, lattice: Lattice, where: str = "") -> tuple[Polyform, ...]:
    """Return the pieces that `key` names, or `key` itself if it is a polyform. `where` begins an error message."""
    if isinstance(key, Polyform):  # a flat piece on a board of cubes or balls is one layer high
        return (key.solid(lattice) if lattice._has_square_layers and key.lattice == SQUARE else key,)
    if _is_picture(key):
        raise PuzzleError(f"{where}a picture of a piece must have a name, as in {{'P': ['##.', '###']}}, got {key!r}")
    if isinstance(key, str):
        return named_pieces(key, lattice)
    raise PuzzleError(f"{where}a piece must be a Polyform or a name such as 'F' or 'O4', got {key!r}")


def _copy_bounds(copies: object, key: object) -> tuple[int, int | None]:
    """Return a number of copies, or a pair, as (least, most). Raise `PuzzleError` with the name of the piece `key`."""
    name = key.name or "a piece" if isinstance(key, Polyform) else key
    try:
        if isinstance(copies, (tuple, list)):
            low, high = copies
            least, most = index(low), None if high is None else index(high)
        else:
            least = most = index(copies)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        what = f"copies of {name} must be a number or (least, most), with None for no maximum, got {copies!r}"
        raise PuzzleError(what) from None
    if least < 0 or (most is not None and most < least):
        raise PuzzleError(f"copies of {name} must be at least 0, with least <= most, got {copies!r}")
    return least, most


def without(names: Names, name: str) -> Names:
    """Remove one copy of the entry `name` from `names`. If this entry has no copies, remove a copy of another entry."""
    if not names:
        return ()
    some = [n for n, count in enumerate(names) if count.most != 0]
    at = next((n for n in some if names[n].piece.name == name), some[0])
    # The sum of the minima must decrease by 1, too. Another minimum decreases if the minimum of this entry is 0.
    owed = at if names[at].least else next((n for n, count in enumerate(names) if count.least), None)
    return tuple(
        [
            PieceCount(piece, least - (n == owed), None if most is None else most - (n == at))
            for n, (piece, least, most) in enumerate(names)
        ]
    )


# ---------------------------------------------------------------------------------------------- the names of pieces


def named_pieces(name: str, lattice: Lattice = SQUARE) -> tuple[Polyform, ...]:
    """Return the pieces that `name` means on `lattice`.

    - `pentominoes`, or another name in `SETS`, means all pieces of a size. A name such as `7-hexes` works for any size.
      The word `free`, `one-sided` or `chiral` may precede the name. For cubes, `planar` and `non-planar` may, too.
    - `soma`, or another boxed puzzle, means the pieces of the puzzle. `soma:V` is its piece V.
    - `burr:52` is a piece of a six-piece burr, by J. von Känel's number.
    - `FIL` means the pentominoes F, I and L.
    - `2x4` or `1x2x4` is a brick of this size.
    - Any name that `Polyform.named` accepts means one piece.

    On cubes and balls, pieces of squares become solid pieces. Raises `PuzzleError` for an unknown name.
    """
    plain = name.replace("’", "'").replace("′", "'")
    # In upper case, some letters of other alphabets become the Latin letters that they look like.
    ascii_name = plain if plain.isascii() else ""
    pieces = _set(ascii_name.casefold()) or _boxed(ascii_name.casefold()) or _pieces(ascii_name, lattice)
    if not pieces:
        raise PuzzleError(_unknown(name, plain, lattice))
    if lattice._has_square_layers:
        return tuple([piece.solid(lattice) if piece.lattice == SQUARE else piece for piece in pieces])
    return pieces


def _set(name: str) -> tuple[Polyform, ...]:
    # a set such as `pentominoes`, `one-sided 7-hexes` or `planar pentacubes`
    *kinds, word = name.replace("-", " ").split() or [""]
    if word in SETS:
        on, size = SETS[word]
    elif word in _FAMILIES and kinds and kinds[-1].isdecimal():
        on, size = _FAMILIES[word], int(kinds.pop())
    else:
        return ()
    lattice = SQUARE if on == "square" else lattices()[on]
    kind = "".join(kinds)
    if kind == "free" or (not kind and lattice.dimension == 2):
        return polyforms(size, lattice=lattice)
    if kind in ("", "onesided"):  # in space, mirror twins are different pieces
        return polyforms(size, "one-sided", lattice)
    if kind == "chiral":
        return tuple(piece for piece in polyforms(size, "one-sided", lattice) if piece.is_chiral)
    if kind in ("planar", "nonplanar") and lattice.has_cubes:
        every = polyforms(size, "one-sided", lattice)
        return tuple(piece for piece in every if (1 in piece.sides) == (kind == "planar"))
    return ()


def _boxed(name: str) -> tuple[Polyform, ...]:
    if name in BOXED_SETS:
        return tuple(Polyform.named(piece) for piece in BOXED_SETS[name].split())
    items = [item.partition("=") for item in SOLID_SETS.get(name, "").split()]
    return tuple([_solid(piece or called).renamed(called) for called, _, piece in items])


def _solid(piece: str) -> Polyform:
    # a name, or cells such as `001,010`
    if "," not in piece:
        return Polyform.named(piece, "cubic")
    return Polyform([tuple(map(int, cell)) for cell in piece.split(",")], lattice="cubic")


_BURR_CUBES = (*product((0,), (1, 0), range(1, 5)), *product((1,), (1, 0), (2, 3)))
"""The cubes that a piece of a six-piece burr may lack: top and front, top and back, bottom and front, bottom and back.
Layer 0 is on top, and row 1 in front."""


def _burr(number: str) -> Polyform | None:
    """Return the piece of a six-piece burr that has this number: 1 + the sum of 2**n over all missing cubes n."""
    if not re.fullmatch(r"[1-9]\d{0,3}", number, re.ASCII) or int(number) > 1 << len(_BURR_CUBES):
        return None
    missing = {cube for n, cube in enumerate(_BURR_CUBES) if int(number) - 1 >> n & 1}
    return Polyform([cube for cube in full(2, 2, 6) if cube not in missing], number, "cubic")


def _pieces(name: str, lattice: Lattice) -> tuple[Polyform, ...]:
    # a single piece, or pentomino letters such as `FIL`
    if not lattice._is_slanted and re.fullmatch(_LETTERS, name.upper()):
        return tuple([Polyform.named(letter, lattice) for letter in re.findall(r"[A-Z]'?", name.upper())])
    if piece := known_piece(name, lattice):
        return (piece,)
    if brick := re.fullmatch(_BRICK, name.casefold(), re.ASCII):
        sides = [range(int(side)) for side in brick.groups() if side]
        return (Polyform(product(*sides), name.casefold(), SQUARE if len(sides) == 2 else lattices()["cubic"]),)
    piece_elsewhere = _elsewhere(name.casefold()) or ranked_piece(name, lattice)
    return (piece_elsewhere,) if piece_elsewhere else ()


def _elsewhere(name: str) -> Polyform | None:
    # `triangular:bar` is a piece of a lattice, `soma:v` a piece of a boxed puzzle, `burr:52` a piece of a burr
    on, _, word = name.rpartition(":")
    if on == "burr":
        return _burr(word)
    if boxed := _boxed(on):
        return next((piece for piece in boxed if piece.name.casefold() == word), None)
    if not on and (len(word) < 3 or not word.isalpha()):
        return None
    if on in lattices():
        return known_piece(word, lattices()[on]) or ranked_piece(word, lattices()[on])
    pieces = [piece for lattice in lattices().values() if (piece := known_piece(word, lattice))]
    if len(pieces) > 1:
        ways = " or ".join(f"{piece.lattice.name}:{word}" for piece in pieces)
        raise PuzzleError(f"{name!r} is a piece on several lattices: write {ways}")
    return pieces[0] if pieces else None


def _unknown(name: str, plain: str, lattice: Lattice) -> str:
    """Return the error message for an unknown name. `plain` is the name with straight apostrophes."""
    if re.search(r"[*?]", name):
        return f"{name!r}: a suffix for copies is understood only in a string of pieces"
    if meant := not_yet(name) or file_meant(name, "formats.read_pieces(pathlib.Path({!r})) reads pieces"):
        return meant
    on, _, word = plain.casefold().rpartition(":")
    if on in lattices():
        others = _in_boxes(word) if lattices()[on].has_cubes else []
        return f"unknown piece {name!r}: {_or(why_unknown(word, lattices()[on]), others)}"
    if "burr" in (on, word):
        return f"unknown piece {name!r}: the pieces of six-piece burrs are burr:1 to burr:{1 << len(_BURR_CUBES)}"
    if boxed := _boxed(on):
        return f"unknown piece {name!r}: the pieces of {on} are {' '.join(piece.name for piece in boxed)}"
    sets = [*SETS, *BOXED_SETS, *SOLID_SETS, *(f"one-sided {known}" for known in SETS)]
    sizes = {"hept": 7, "oct": 8, "non": 9, "dec": 10, "undec": 11, "dodec": 12, "poly": 7}
    if many := re.fullmatch(rf"({'|'.join(sizes)})a?(hexes|iamonds|ominoes)", plain.casefold()):
        return f"unknown piece or set {name!r}: did you mean {sizes[many[1]]}-{many[2]}?"
    drawn = (known for one in lattices().values() for known in drawn_pieces(one))
    if hint := did_you_mean(name, [*sets, *(known for known in drawn if len(known) > 2 and known.isalpha())]):
        return f"unknown piece or set {name!r}: {hint}"
    wrong = sorted({*name}.difference(letters := "FILNPTUVWXYZ"))
    if lattice == SQUARE and wrong and name.isupper() and name.isalpha() and 2 * len(wrong) < len(name):
        return f"each letter of {name!r} must be one of {' '.join(letters)}, got {joined(wrong)}"
    if name.isalpha() and len(name) > 2 and lattice == SQUARE:
        squares = ", ".join([*(known for known, (on, _) in SETS.items() if on == "square"), *BOXED_SETS])
        return f"unknown piece or set {name!r}: sets are {squares}; pentominoes are F I L N P T U V W X Y Z"
    find = ranked_piece if re.match(r"[1-5]\.", name) else known_piece  # small pieces of squares have names, not ranks
    # propose another lattice only if no board has determined this lattice
    others = [f"{one.name}:{name}" for one in lattices().values() if lattice == SQUARE and find(name, one)]
    needs = f" {others[0]} needs a {others[0].partition(':')[0]} board" if others else ""
    if lattice.has_cubes:
        others += _in_boxes(plain)
    return f"unknown piece {name!r}: {_or(why_unknown(plain, lattice), others)}{needs}"


def _in_boxes(name: str) -> list[str]:
    # full names such as `soma:A`
    pairs = ((box, piece.name) for box in SOLID_SETS for piece in _boxed(box))
    return [f"{box}:{called}" for box, called in pairs if called.casefold() == name.casefold()]


def _or(why: str, others: list[str]) -> str:
    if not others:
        return why
    asked = f"{why.removesuffix('?')} or " if why.endswith("?") else "did you mean "
    return f"{asked}{' or '.join(others)}?"
