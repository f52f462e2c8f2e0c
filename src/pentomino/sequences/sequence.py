"""`Sequence`: the numbers of solutions on growing boards, as a value; its text and its files."""

from __future__ import annotations

import json
import os
from collections import abc
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import overload

from ..base.value import Value
from ..base.writing import written
from ..errors import PentominoError
from ..search.options import Symmetry
from .recurrence import Recurrence, digits, find_recurrence

WIDE, LONG = 260, 20
"""The characters of terms that are printed, as the OEIS has them, and the order up to which a recurrence is."""


class Sequence(Value, abc.Sequence[int]):
    """The numbers of tilings of a board for N = 0, 1, 2 ..., as `sequence` returns them: a sequence of `int`.

    `terms` are the numbers. `board`, `pieces`, `reflections` and `symmetry` are the arguments of `sequence`.

    >>> import pentomino
    >>> found = pentomino.sequence("2xN", "I2*", terms=14)
    >>> found[5], found[-1], found[:4]
    (8, 377, (1, 1, 2, 3))
    >>> print(found)
    Number of tilings of 2xN by I2*.
    1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377
    a(n) = a(n-1) + a(n-2) for n >= 2.
    G.f.: 1/(1 - x - x^2).
    Linear recurrence of order 2 from n = 2 on, found on 14 terms.
    Growth: 1.61803398874989.
    """

    board: str
    pieces: str
    reflections: bool
    symmetry: Symmetry
    terms: tuple[int, ...]

    @cached_property
    def recurrence(self) -> Recurrence | None:
        """The shortest linear recurrence that all terms satisfy, or None if there are too few terms.

        It needs ten terms more than twice its order.
        """
        return find_recurrence(self.terms)

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[int, ...]: ...
    def __getitem__(self, place: int | slice) -> int | tuple[int, ...]:
        return self.terms[place]

    def __len__(self) -> int:
        return len(self.terms)

    def __iter__(self) -> Iterator[int]:
        return iter(self.terms)

    def __repr__(self) -> str:
        return f"<Sequence: {self.board} by {self.pieces}, {len(self.terms)} terms>"

    def __str__(self) -> str:
        """Return the sequence in the style of the OEIS: a description, the first terms, and known formulas."""
        alike = {"all": "", "distinct": ", up to symmetry"}[self.symmetry]
        lines = [f"Number of tilings of {self.board} by {self.pieces}{alike}.", _within(list(map(digits, self.terms)))]
        if (found := self.recurrence) is not None:
            if found.order <= LONG:
                lines += [f"{found}.", f"G.f.: {found.generating_function}."]
            found_on = f"found on {len(self.terms)} terms"
            lines += [f"Linear recurrence of order {found.order} from n = {found.start} on, {found_on}."]
            lines += [f"Growth: {found.exact_growth.normalize():.15g}."]
        return "\n".join(lines)

    def to_bfile(self) -> str:
        """Return the terms as a b-file of the OEIS: a line with n and a(n) for each."""
        return "\n".join([f"{n} {digits(term)}" for n, term in enumerate(self.terms)])

    def to_csv(self) -> str:
        """Return the terms as a table with the columns n and count."""
        return "\n".join(["n,count", *(f"{n},{digits(term)}" for n, term in enumerate(self.terms))])

    def to_json(self) -> str:
        """Return one JSON object: the arguments, the terms, and the recurrence or null."""
        said = {name: getattr(self, name) for name in self._fields[:-1]}
        found = None
        if self.recurrence is not None:
            found = f'{{"order": {self.recurrence.order}, "start": {self.recurrence.start}, '
            for name in ("coefficients", "numerator", "denominator"):
                found += f'"{name}": {_array(getattr(self.recurrence, name))}, '
            found += f'"growth": {self.recurrence.exact_growth}}}'
        # The terms are written here, as `json` refuses numbers of more than 4300 digits.
        return f'{json.dumps(said)[:-1]}, "terms": {_array(self.terms)}, "recurrence": {found or "null"}}}'

    def write(self, path: str | os.PathLike[str], *, force: bool = False) -> None:
        """Write the terms to a file: .txt is a b-file of the OEIS, .csv a table, .json an object.

        Raise `FileExistsError` if the file exists, unless `force` replaces it; `PentominoError` for another extension.
        """
        path = Path(path)
        text = writer_of(path)(self)
        with written(path, force) as file:
            file.write(f"{text}\n".encode())


_WRITERS = {".txt": Sequence.to_bfile, ".csv": Sequence.to_csv, ".json": Sequence.to_json}


def writer_of(path: Path) -> abc.Callable[[Sequence], str]:
    """Return the function that makes the text for the extension of `path`. Raise `PentominoError` if it is unknown."""
    if path.suffix.lower() not in _WRITERS:
        raise PentominoError(f"{path}: a sequence is written to .txt, a b-file of the OEIS, or to .csv or .json")
    return _WRITERS[path.suffix.lower()]


def _array(numbers: abc.Sequence[int]) -> str:
    return f"[{', '.join(map(digits, numbers))}]"


def _within(words: list[str]) -> str:
    """Return as many of the words as fit on three lines, at least one."""
    length, number = 0, 0
    while number < len(words) and (not number or length + len(words[number]) <= WIDE):
        length += len(words[number]) + 2
        number += 1
    return ", ".join([*words[:number], *["..."][number == len(words) :]])
