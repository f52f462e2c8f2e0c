"""Boards in words: a size, `6x10` or `3x4x5`, or a lattice with a form and its sizes, `triangular hexagon 3`.

`WORDS` is the one table of what a board may begin with.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from ..base.hints import did_you_mean
from ..base.value import Record
from ..errors import PuzzleError
from .lattice import SQUARE, Cell, Lattice

__all__ = ["WORDS", "Form", "Words", "are_words", "as_lattice", "in_words", "nearest_word"]

Row: TypeAlias = tuple[int, int]
"""The first column of a row, and how many cells it has."""

_SIZES = r"\d{1,9}(?:\s*[xX×]\s*\d{1,9})*"


class Form(Record):
    """What cells a form has: an example of its sizes, and what makes the cells of them."""

    example: str
    cells: Callable[..., Iterable[Cell]]


class Words(Record):
    """What may follow a first word: forms by name, that without a name first; and the lattice, if sizes are known."""

    forms: dict[str, Form]
    lattice: Callable[..., Lattice]


def box(*sides: int) -> Iterator[Cell]:
    """The cells of a full box of any dimension, one after the other, however large it is."""
    if not sides:
        yield ()
        return
    for first in range(sides[0]):
        for rest in box(*sides[1:]):
            yield (first, *rest)


def _of_rows(rows: Callable[..., Iterable[Row]]) -> Callable[..., Iterator[Cell]]:
    """The maker of cells from a maker of rows."""

    def cells(*sizes: int) -> Iterator[Cell]:
        for row, (first, length) in enumerate(rows(*sizes)):
            for column in range(first, first + length):
                yield row, column

    return cells


def _staggered(rows: int, columns: int) -> Iterator[Row]:
    for row in range(rows):
        yield -(row // 2), columns


def _hexagon_of_hexagons(side: int) -> Iterator[Row]:
    for row in range(2 * side - 1):
        first, last = max(0, side - 1 - row), min(2 * side - 2, 3 * side - 3 - row)
        yield first, last - first + 1


def _trapezoid_of_hexagons(rows: int, base: int) -> Iterator[Row]:
    _check_trapezoid(rows, base)
    for row in range(rows):
        yield 0, base - row


def _parallelogram_of_triangles(rows: int, columns: int) -> Iterator[Row]:
    for row in range(rows):
        yield row + 1, 2 * columns  # it begins with a triangle that points down


def _hexagon_of_triangles(side: int) -> Iterator[Row]:
    for row in (*range(side), *reversed(range(side))):
        yield -row, 2 * (side + row) + 1


def _trapezoid_of_triangles(rows: int, base: int) -> Iterator[Row]:
    _check_trapezoid(rows, base)
    for row in range(rows):
        yield -row, 2 * (base - rows + row) + 1


def _check_trapezoid(rows: int, base: int) -> None:
    if rows > base:
        raise PuzzleError(f"a trapezoid of {rows} rows has a base of at least {rows}, not {base}")


def _named(name: str) -> Callable[..., Lattice]:
    """The lattice of that name, whatever the sizes; it is made when it is used."""

    def lattice(*_: int) -> Lattice:
        from .known import LATTICES

        return LATTICES[name]

    return lattice


def as_lattice(lattice: Lattice | str) -> Lattice:
    """The lattice, also if it is said by its name; raises `PuzzleError` for anything else.

    >>> as_lattice("triangular")
    TRIANGULAR
    """
    if isinstance(lattice, Lattice):
        return lattice
    from .known import LATTICES

    plain = lattice.strip().casefold() if isinstance(lattice, str) else None
    if plain not in LATTICES:
        hint = (isinstance(lattice, str) and did_you_mean(lattice, LATTICES)) or f"it can be {', '.join(LATTICES)}"
        raise PuzzleError(f"{lattice!r} is no lattice; {hint}")
    return LATTICES[plain]


WORDS: dict[str, Words] = {
    "square": Words({"": Form("6x10", box)}, lambda *_: SQUARE),
    "ring": Words({"": Form("3x20", box)}, lambda _, columns: SQUARE.wrapped(None, columns)),
    "torus": Words({"": Form("6x10", box)}, lambda rows, columns: SQUARE.wrapped(rows, columns)),
    "cubic": Words({"": Form("3x4x5", box)}, _named("cubic")),
    "hexagonal": Words(
        {
            "": Form("4x7", box),
            "parallelogram": Form("4x7", box),
            "rhombus": Form("6", lambda side: box(side, side)),
            "rectangle": Form("4x7", _of_rows(_staggered)),
            "hexagon": Form("3", _of_rows(_hexagon_of_hexagons)),
            "triangle": Form("7", _of_rows(lambda side: _trapezoid_of_hexagons(side, side))),
            "trapezoid": Form("5x10", _of_rows(_trapezoid_of_hexagons)),
        },
        _named("hexagonal"),
    ),
    "triangular": Words(
        {
            "": Form("4x9", _of_rows(_parallelogram_of_triangles)),
            "parallelogram": Form("4x9", _of_rows(_parallelogram_of_triangles)),
            "rhombus": Form("6", _of_rows(lambda side: _parallelogram_of_triangles(side, side))),
            "hexagon": Form("3", _of_rows(_hexagon_of_triangles)),
            "triangle": Form("6", _of_rows(lambda side: _trapezoid_of_triangles(side, side))),
            "trapezoid": Form("4x11", _of_rows(_trapezoid_of_triangles)),
        },
        _named("triangular"),
    ),
}
"""What a board in words may begin with."""


def are_words(text: str) -> bool:
    """Whether a text says a board in words: it is a size, or its first word is one of `WORDS` or a form of them.

    >>> [are_words(text) for text in ("6x10", "3x4x5", "hexagonal 4x7", "kanoodle", "..")]
    [True, True, True, False, False]
    """
    if sizes := _only_sizes(text):
        return len(sizes) in (2, 3)
    if "\n" in text.strip():  # a picture, which may begin with the name of its lattice
        return False
    first = text.split(maxsplit=1)[0].casefold() if text.strip() else ""
    return first in WORDS or first in _forms()


def in_words(text: str) -> tuple[Lattice, Iterable[Cell], tuple[int, ...]]:
    """The lattice, the cells and the sizes that a text says; raises `PuzzleError` that says what would be right."""
    names, sizes = _parted(text.strip().casefold())
    if not names:
        names = ["square" if len(sizes) == 2 else "cubic"]
    first, *rest = names
    if first not in WORDS:
        ways = [f"{word} {text.strip()}" for word, words in WORDS.items() if first in words.forms]
        raise PuzzleError(f"{text!r}: a form is said with its lattice: {' or '.join(ways)}")
    lattice, forms = WORDS[first].lattice, WORDS[first].forms
    form = forms.get(" ".join(rest))
    if form is None or len(sizes) != len(_only_sizes(form.example)):
        raise PuzzleError(_what_is_right(text, first, "".join(rest[:1]) if "".join(rest[:1]).isalpha() else ""))
    if 0 in sizes:
        what = "rows and columns" if len(sizes) == 2 else "sizes"
        raise PuzzleError(f"a board of {text.strip()} has no cells; {what} must be at least 1")
    return lattice(*sizes), form.cells(*sizes), sizes


def _only_sizes(text: str) -> tuple[int, ...]:
    """The sizes that a text consists of; nothing for another text. Without patterns, which take long to be compiled."""
    sizes = [size.strip() for size in text.replace("X", "x").replace("×", "x").split("x")]
    are_sizes = all(size.isascii() and size.isdigit() and len(size) < 10 for size in sizes)
    return tuple(map(int, sizes)) if are_sizes else ()


def _parted(text: str) -> tuple[list[str], tuple[int, ...]]:
    """The names that a text begins with, and the sizes that it ends with."""
    if sizes := _only_sizes(text):
        return [], sizes
    found = re.fullmatch(rf"(.*?)\s*({_SIZES})", text, re.ASCII)
    return (found[1].split(), _only_sizes(found[2])) if found else (text.split(), ())


def nearest_word(text: str) -> str:
    """A question for the word that the first one of a text with a number may stand for, or nothing.

    >>> nearest_word("hexagonl 4x7"), nearest_word("cube 3x3x3"), nearest_word("..")
    ('do you mean hexagonal?', 'do you mean cubic?', '')
    """
    first, *rest = text.casefold().split() or [""]
    if not (first.isalpha() and any(map(str.isdigit, "".join(rest)))):
        return ""
    begun = next((word for word in WORDS if word[:3] == first[:3]), "")
    return did_you_mean(first, WORDS) or (f"do you mean {begun}?" if begun else "")


def _forms() -> set[str]:
    return {name for words in WORDS.values() for name in words.forms if name}


def _what_is_right(text: str, first: str, name: str) -> str:
    """What the first word goes with; only the one form, if its name is right."""
    forms = WORDS[first].forms
    hint = did_you_mean(name, filter(None, forms)) if name and name not in forms else ""
    if hint:
        return f"{text!r}: {hint}"
    known = [name] if name in forms and (name or len(forms) == 1) else list(forms)
    ways = [" ".join(filter(None, (first, way, forms[way].example))) for way in known]
    return f"{text!r} is no board; say for example {', '.join(ways)}"
