"""Names: which pieces one word means, on which lattice."""

from __future__ import annotations

import re
from itertools import product

from ..base.hints import did_you_mean, not_yet
from ..errors import PuzzleError
from ..lattices.lattice import SQUARE, Lattice
from .catalogue import BOXED_SETS, SET_SIZES
from .polyform import Polyform, drawn_pieces, free, known_piece, one_sided

__all__ = ["named_pieces"]

# These are compiled when they are first needed, as that takes long.
_LETTERS = r"(?:[FILNPTUVWXYZ]'?){2,}"
_BRICK = r"([1-9]\d?)x([1-9]\d?)(?:x([1-9]\d?))?"


def named_pieces(name: str, lattice: Lattice = SQUARE) -> tuple[Polyform, ...]:
    """The pieces that one word means for a board of that lattice: a set, a run of pentomino letters, or a single piece.

    A set is `monominoes`, `dominoes`, `trominoes`, `tetrominoes`, `pentominoes`, `hexominoes`, `heptominoes`,
    `octominoes`, `nonominoes` or `decominoes`, with or without `one-sided` before it, one of other lattices, as
    `shapes` has them, or the pieces of a boxed puzzle: `kanoodle`, `soma` and others. A size such as `2x4` or
    `1x2x4` is a brick. Pieces of squares become solid on a board of cubes. Raises `PuzzleError` for an unknown name.
    """
    plain = name.replace("’", "'").replace("′", "'")
    # Upper case would take some letters of other alphabets for those that they look like.
    known = plain if plain.isascii() else ""
    try:
        found = _set(known.casefold()) or _boxed(known.casefold()) or _pieces(known, lattice)
    except PuzzleError as error:
        said = str(error).replace(repr(known.upper()), repr(name), 1)
        raise PuzzleError(_why_unknown(name, lattice, said)) from None
    if lattice.dimension == 3:
        return tuple([piece.solid() if piece.lattice == SQUARE else piece for piece in found])
    return found


def _boxed(name: str) -> tuple[Polyform, ...]:
    """The pieces of a puzzle that is sold in a box."""
    if name in BOXED_SETS:
        return tuple(Polyform.named(piece) for piece in BOXED_SETS[name].split())
    if name.isalpha() or "-" in name:
        from .shapes import SOLID_SETS

        if name in SOLID_SETS:
            from ..lattices.known import CUBIC

            said = [item.partition("=") for item in SOLID_SETS[name].split()]
            return tuple([_solid(piece or own, CUBIC).renamed(own) for own, _, piece in said])
    return ()


def _solid(piece: str, cubic: Lattice) -> Polyform:
    """The piece that a name or its cells say."""
    if "," not in piece:
        return Polyform.named(piece, cubic)
    return Polyform([tuple(map(int, cell)) for cell in piece.split(",")], lattice=cubic)


def _set(name: str) -> tuple[Polyform, ...]:
    """All pieces of a size, or those of one kind."""
    *kind, word = name.replace("-", " ").split() or [""]
    if word in SET_SIZES:
        families = {"": free, "onesided": one_sided}
        family = families.get("".join(kind))
        return family(SET_SIZES[word]) if family else ()
    if not word.endswith(("s", "es")):
        return ()
    from ..lattices.known import LATTICES
    from .shapes import SETS

    if word not in SETS:
        return ()
    return _kind("".join(kind), SETS[word][1], LATTICES[SETS[word][0]])


def _kind(kind: str, size: int, lattice: Lattice) -> tuple[Polyform, ...]:
    """The pieces of a size of one kind; of cubes the usual one has mirror twins apart."""
    if kind in ("", "onesided", "free"):
        is_apart = kind == "onesided" or (not kind and lattice.dimension == 3)
        return one_sided(size, lattice) if is_apart else free(size, lattice)
    every = one_sided(size, lattice)
    if kind == "chiral":
        return tuple(piece for piece in every if piece.is_chiral)
    if kind in ("planar", "nonplanar") and lattice.dimension == 3:
        return tuple(piece for piece in every if (1 in piece.sides) == (kind == "planar"))
    return ()


def _pieces(name: str, lattice: Lattice) -> tuple[Polyform, ...]:
    """A single piece, or those of a run of letters of pentominoes; of another lattice only what is a word there."""
    upper = name.upper()
    if not lattice.is_slanted and re.fullmatch(_LETTERS, upper):
        return tuple(Polyform.named(letter, lattice) for letter in re.findall(r"[A-Z]'?", upper))
    if piece := _known(name, lattice):
        return (piece,)
    if brick := re.fullmatch(_BRICK, name.casefold(), re.ASCII):
        return (_brick([int(side) for side in brick.groups() if side], name.casefold()),)
    if found := _elsewhere(name.casefold()):
        return (found,)
    return (Polyform.named(upper, lattice),)


def _known(name: str, lattice: Lattice) -> Polyform | None:
    """The piece of that name, in whatever case: letters are large ones, and words small ones."""
    return known_piece(name.upper(), lattice) or known_piece(name.casefold(), lattice)


def _brick(sides: list[int], name: str) -> Polyform:
    from ..lattices.known import CUBIC

    return Polyform(product(*map(range, sides)), name, SQUARE if len(sides) == 2 else CUBIC)


def _elsewhere(name: str) -> Polyform | None:
    """The piece that has this word for its name on some lattice; `triangular:bar` says which, if there are several."""
    on, _, word = name.rpartition(":")
    if not on and (len(word) < 3 or not word.isalpha()):
        return None
    from ..lattices.known import LATTICES

    if on in LATTICES:
        return _known(word, LATTICES[on]) or Polyform.named(word.upper(), LATTICES[on])
    found = [piece for lattice in LATTICES.values() if (piece := _known(word, lattice))]
    if len(found) > 1:
        ways = " or ".join(f"{piece.lattice.name}:{word}" for piece in found)
        raise PuzzleError(f"{name!r} is a piece of more than one lattice: say {ways}")
    return found[0] if found else None


def _of_other_lattices(name: str) -> list[str]:
    """The names, each with its lattice, of the pieces that a name means on some lattice."""
    from ..lattices.known import LATTICES

    return [f"{lattice.name}:{name}" for lattice in LATTICES.values() if name.isascii() and _known(name, lattice)]


def _words() -> list[str]:
    """The names of pieces that are words."""
    from ..lattices.known import LATTICES

    names = (name for lattice in LATTICES.values() for name in drawn_pieces(lattice))
    return [name for name in names if len(name) > 2 and name.isalpha()]


def _why_unknown(name: str, lattice: Lattice, error: str) -> str:
    """What is said of a word that means no pieces: what it may stand for, or what there is."""
    if re.search(r"[*?]", name):
        return f"{name!r}: a suffix for copies is understood only in a string of pieces"
    if said := not_yet(name):
        return said
    if not error.startswith("unknown"):
        return error
    from .shapes import SETS, SOLID_SETS

    squares = [*SET_SIZES, *BOXED_SETS]
    sized = [*SET_SIZES, *SETS]
    sets = [*sized, *BOXED_SETS, *SOLID_SETS, *(f"one-sided {size}" for size in sized)]
    if hint := did_you_mean(name, [*sets, *_words()]):
        return f"unknown piece or set {name!r}: {hint}"
    if name.isalpha() and len(name) > 2 and lattice == SQUARE:
        return f"unknown piece or set {name!r}: sets are {', '.join(squares)}; pentominoes are F I L N P T U V W X Y Z"
    if there := _of_other_lattices(name):
        asked = error.removesuffix("?") + " or " if error.endswith("?") else f"unknown piece {name!r}: do you mean "
        return f"{asked}{' or '.join(there)}?"
    return error
