"""Find the pieces that a name means on a lattice."""

from __future__ import annotations

import re
from itertools import product

from ..errors import PuzzleError
from ..known_pieces import BOXED_SETS, SET_SIZES, SETS, SOLID_SETS
from ..lattices.lattice import SQUARE, Lattice
from ..wording import did_you_mean, not_yet
from .polyform import Polyform, drawn_pieces, free, known_piece, one_sided, ranked_piece, why_unknown

# These patterns are compiled when they are first needed, as compiling them takes long.
_LETTERS = r"(?:[FILNPTUVWXYZ]'?){2,}"
_FAMILIES = {"ominoes": "square", "cubes": "cubic", "hexes": "hexagonal", "iamonds": "triangular"}
_BRICK = r"([1-9]\d?)x([1-9]\d?)(?:x([1-9]\d?))?"


def named_pieces(name: str, lattice: Lattice = SQUARE) -> tuple[Polyform, ...]:
    """Return the pieces that `name` means on `lattice`: a set, pentomino letters such as `FIL`, or a single piece.

    A set is `monominoes`, `dominoes`, `trominoes`, `tetrominoes`, `pentominoes`, `hexominoes`, `heptominoes`,
    `octominoes`, `nonominoes`, `decominoes` or `11-ominoes` (any number), with or without `one-sided` before it; a set
    of another lattice (see `SETS`, or with a number: `7-hexes`); or the pieces of a boxed puzzle, such as `kanoodle`
    and `soma`. `soma:V` is the piece V of the puzzle `soma`. A size such as `2x4` or `1x2x4` is a brick. On cubes and
    balls, pieces of squares become solid pieces. Raises `PuzzleError` for an unknown name.
    """
    plain = name.replace("’", "'").replace("′", "'")
    # In upper case, some letters of other alphabets become the Latin letters that they look like.
    known = plain if plain.isascii() else ""
    found = _set(known.casefold()) or _boxed(known.casefold()) or _pieces(known, lattice)
    if not found:
        raise PuzzleError(_unknown(name, plain, lattice))
    if lattice._has_square_layers:
        return tuple([piece.solid(lattice) if piece.lattice == SQUARE else piece for piece in found])
    return found


def _set(name: str) -> tuple[Polyform, ...]:
    *kind, word = name.replace("-", " ").split() or [""]
    if word in SET_SIZES:
        families = {"": free, "onesided": one_sided}
        family = families.get("".join(kind))
        return family(SET_SIZES[word]) if family else ()
    numbered = _FAMILIES.get(word) if kind and kind[-1].isdecimal() else None
    if word not in SETS and not numbered:
        return ()
    from ..lattices.known import LATTICES

    if numbered:
        return _kind("".join(kind[:-1]), int(kind[-1]), LATTICES[numbered])
    return _kind("".join(kind), SETS[word][1], LATTICES[SETS[word][0]])


def _kind(kind: str, size: int, lattice: Lattice) -> tuple[Polyform, ...]:
    # "" is "free" in the plane; in space, mirror twins are different pieces
    if kind in ("", "onesided", "free"):
        is_apart = kind == "onesided" or (not kind and lattice.dimension == 3)
        return one_sided(size, lattice) if is_apart else free(size, lattice)
    every = one_sided(size, lattice)
    if kind == "chiral":
        return tuple(piece for piece in every if piece.is_chiral)
    if kind in ("planar", "nonplanar") and lattice.has_cubes:
        return tuple(piece for piece in every if (1 in piece.sides) == (kind == "planar"))
    return ()


def _boxed(name: str) -> tuple[Polyform, ...]:
    if name in BOXED_SETS:
        return tuple(Polyform.named(piece) for piece in BOXED_SETS[name].split())
    if name not in SOLID_SETS:
        return ()
    from ..lattices.cubic import CUBIC

    items = [item.partition("=") for item in SOLID_SETS[name].split()]
    return tuple([_solid(piece or own, CUBIC).renamed(own) for own, _, piece in items])


def _solid(piece: str, cubic: Lattice) -> Polyform:
    if "," not in piece:
        return Polyform.named(piece, cubic)
    return Polyform([tuple(map(int, cell)) for cell in piece.split(",")], lattice=cubic)


def _pieces(name: str, lattice: Lattice) -> tuple[Polyform, ...]:
    # a single piece, or pentomino letters such as `FIL`
    if not lattice._is_slanted and re.fullmatch(_LETTERS, name.upper()):
        return tuple([Polyform.named(letter, lattice) for letter in re.findall(r"[A-Z]'?", name.upper())])
    if piece := known_piece(name, lattice):
        return (piece,)
    if brick := re.fullmatch(_BRICK, name.casefold(), re.ASCII):
        return (_brick([int(side) for side in brick.groups() if side], name.casefold()),)
    found = _elsewhere(name.casefold()) or ranked_piece(name, lattice)
    return (found,) if found else ()


def _brick(sides: list[int], name: str) -> Polyform:
    from ..lattices.cubic import CUBIC

    return Polyform(product(*map(range, sides)), name, SQUARE if len(sides) == 2 else CUBIC)


def _elsewhere(name: str) -> Polyform | None:
    # `triangular:bar` is a piece of a lattice, `soma:v` a piece of a boxed puzzle
    on, _, word = name.rpartition(":")
    if boxed := _boxed(on):
        return next((piece for piece in boxed if piece.name.casefold() == word), None)
    if not on and (len(word) < 3 or not word.isalpha()):
        return None
    from ..lattices.known import LATTICES

    if on in LATTICES:
        return known_piece(word, LATTICES[on]) or ranked_piece(word, LATTICES[on])
    found = [piece for lattice in LATTICES.values() if (piece := known_piece(word, lattice))]
    if len(found) > 1:
        ways = " or ".join(f"{piece.lattice.name}:{word}" for piece in found)
        raise PuzzleError(f"{name!r} is a piece of more than one lattice: write {ways}")
    return found[0] if found else None


def _unknown(name: str, plain: str, lattice: Lattice) -> str:
    """Return the error message for an unknown name. `plain` is the name with straight apostrophes."""
    if re.search(r"[*?]", name):
        return f"{name!r}: a suffix for copies is understood only in a string of pieces"
    if later := not_yet(name):
        return later
    from ..lattices.known import LATTICES

    on, _, word = plain.casefold().rpartition(":")
    if on in LATTICES:
        others = _in_boxes(word) if LATTICES[on].has_cubes else []
        return f"unknown piece {name!r}: {_or(why_unknown(word, LATTICES[on]), others)}"
    if boxed := _boxed(on):
        return f"unknown piece {name!r}: the pieces of {on} are {' '.join(piece.name for piece in boxed)}"
    sized = [*SET_SIZES, *SETS]
    sets = [*sized, *BOXED_SETS, *SOLID_SETS, *(f"one-sided {size}" for size in sized)]
    sizes = {"hept": 7, "oct": 8, "non": 9, "dec": 10, "undec": 11, "dodec": 12, "poly": 7}
    if many := re.fullmatch(rf"({'|'.join(sizes)})a?(hexes|iamonds|ominoes)", plain.casefold()):
        return f"unknown piece or set {name!r}: do you mean {sizes[many[1]]}-{many[2]}?"
    drawn = (known for one in LATTICES.values() for known in drawn_pieces(one))
    if hint := did_you_mean(name, [*sets, *(known for known in drawn if len(known) > 2 and known.isalpha())]):
        return f"unknown piece or set {name!r}: {hint}"
    if name.isalpha() and len(name) > 2 and lattice == SQUARE:
        squares = ", ".join([*SET_SIZES, *BOXED_SETS])
        return f"unknown piece or set {name!r}: sets are {squares}; pentominoes are F I L N P T U V W X Y Z"
    others = [f"{one.name}:{name}" for one in LATTICES.values() if known_piece(name, one)]
    if lattice.has_cubes:
        others += _in_boxes(plain)
    return f"unknown piece {name!r}: {_or(why_unknown(plain, lattice), others)}"


def _in_boxes(name: str) -> list[str]:
    # full names such as `soma:A`
    found = ((box, piece.name) for box in SOLID_SETS for piece in _boxed(box))
    return [f"{box}:{own}" for box, own in found if own.casefold() == name.casefold()]


def _or(why: str, others: list[str]) -> str:
    if not others:
        return why
    asked = f"{why.removesuffix('?')} or " if why.endswith("?") else "do you mean "
    return f"{asked}{' or '.join(others)}?"
