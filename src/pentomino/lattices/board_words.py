"""The lattices by name, and boards in words, such as `6x10` or `triangular hexagon 3`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from ..errors import PuzzleError
from ..wording import did_you_mean, joined
from .lattice import MAX_CELLS, SQUARE, Cell, Form, Lattice, full

TOO_LARGE = f"a board must have at most {MAX_CELLS} cells, got {{}}"


class Words(NamedTuple):
    """The meaning of a word, such as `triangular`, with which a board in words can begin.

    `forms` maps the names that may follow the word to shapes of boards. The shape without a name has the key "".
    `lattice` is a function that returns the lattice for given sizes.
    """

    forms: Mapping[str, Form]
    lattice: Callable[..., Lattice]


_SQUARES = Words(SQUARE.forms, lambda *_: SQUARE)


@cache
def lattices() -> Mapping[str, Lattice]:
    """Return all lattices by name, squares first. To add a lattice, add a file for it and a name here."""
    # imported here, as most programs use only squares
    from .balls import BALLS
    from .cubic import CUBIC
    from .hexagonal import HEXAGONAL
    from .tetrakis import TETRAKIS
    from .triangular import TRIANGULAR

    every = SQUARE, CUBIC, HEXAGONAL, TRIANGULAR, TETRAKIS, BALLS
    return MappingProxyType({lattice.name: lattice for lattice in every})


@cache
def first_words() -> dict[str, Words]:
    """Return the words with which a board in words can begin, and their meanings."""
    words = {name: Words(lattice.forms, lambda *_, lattice=lattice: lattice) for name, lattice in lattices().items()}
    ring = Words({"": Form("3x20", full)}, lambda _, columns: SQUARE.wrapped(None, columns))
    torus = Words(SQUARE.forms, SQUARE.wrapped)
    return {"square": _SQUARES, "ring": ring, "torus": torus, **words, "pyramid": words["balls"]}


def as_lattice(lattice: Lattice | str) -> Lattice:
    """Return the lattice for a name or a `Lattice`. Raise `PuzzleError` for anything else.

    >>> as_lattice("triangular")
    TRIANGULAR
    """
    if isinstance(lattice, Lattice):
        return lattice
    by_name = lattices()
    name = lattice.strip().casefold() if isinstance(lattice, str) else ""
    if name not in by_name:
        hint = did_you_mean(name, by_name) or f"write {joined([*by_name], 'or')}"
        raise PuzzleError(f"{lattice!r} is not a lattice; {hint}")
    return by_name[name]


def are_words(text: str) -> bool:
    """Return whether *text* consists of sizes, or begins with the name of a lattice or of a board shape.

    >>> [are_words(text) for text in ("6x10", "3x4x5", "hexagonal 4x7", "kanoodle", "..")]
    [True, True, True, False, False]
    """
    if sizes := _only_sizes(text):
        return len(sizes) in (2, 3)
    if "\n" in text.strip():  # a picture, which may begin with the name of its lattice
        return False
    first = text.split(maxsplit=1)[0].casefold() if text.strip() else ""
    return first in first_words() or any(first and first in words.forms for words in first_words().values())


def in_words(text: str) -> tuple[Lattice, Iterable[Cell]]:
    """Return the lattice and the cells of a board in words, such as `hexagonal 4x7`.

    Raise `PuzzleError` if *text* is not such a board. The message has valid examples.
    """
    plain = text.strip().casefold()
    digit = next((at for at, mark in enumerate(plain) if mark.isdigit()), len(plain))
    sizes = _only_sizes(plain[digit:])
    first, *rest = plain[:digit].split() or ["square" if len(sizes) == 2 else "cubic"]
    words = _SQUARES if first == "square" else first_words().get(first)
    if words is None:
        ways = [f"{word} {text.strip()}" for word, candidate in first_words().items() if first in candidate.forms]
        raise PuzzleError(f"{text!r} must begin with a lattice: write {' or '.join(ways)}")
    form = words.forms.get(" ".join(rest))
    if form is None or len(sizes) != len(_only_sizes(form.example)):
        raise PuzzleError(_what_is_right(text, first, "".join(rest[:1])))
    if 0 in sizes:
        noun = "rows and columns" if len(sizes) == 2 else "sizes"
        raise PuzzleError(f"{noun} must be at least 1, got {text.strip()}")
    if max(sizes) > MAX_CELLS:
        raise PuzzleError(TOO_LARGE.format(text.strip()))
    return words.lattice(*sizes), form.cells(*sizes)


def _only_sizes(text: str) -> tuple[int, ...]:
    # Do not use a regular expression, as compiling it takes long.
    sizes = [size.strip() for size in text.replace("X", "x").replace("×", "x").split("x")]
    are_sizes = all(size.isascii() and size.isdigit() and len(size) < 10 for size in sizes)
    return tuple(map(int, sizes)) if are_sizes else ()


def nearest_word(text: str) -> str:
    """Return a question such as `did you mean hexagonal?` if the first word may be mistyped, otherwise "".

    Also return "" if no digit follows the first word, because *text* is then unlikely to be a board in words.

    >>> nearest_word("hexagonl 4x7"), nearest_word("cube 3x3x3"), nearest_word("pyramid5"), nearest_word("..")
    ('did you mean hexagonal?', 'did you mean cubic?', 'did you mean pyramid 5?', '')
    """
    plain = text.strip().casefold()
    if (match := re.fullmatch(r"([a-z]+)(\d[\dx]*)", plain)) and are_words(apart := " ".join(match.groups())):
        return f"did you mean {apart}?"
    first, *rest = plain.split() or [""]
    if not (first.isalpha() and any(map(str.isdigit, "".join(rest)))):
        return ""
    begun = next((word for word in first_words() if word[:3] == first[:3]), "")
    return did_you_mean(first, first_words()) or (f"did you mean {begun}?" if begun else "")


def _what_is_right(text: str, first: str, name: str) -> str:
    """Return an error message with valid examples. *text* begins with the known word *first*."""
    forms = first_words()[first].forms
    if name not in forms and (hint := did_you_mean(name, filter(None, forms))):
        return f"{text!r}: {hint}"
    names = [name] if name and name in forms else list(forms)
    ways = [" ".join(filter(None, (first, way, forms[way].example))) for way in names]
    return f"{text!r} is not a board; write for example {', '.join(ways)}"
