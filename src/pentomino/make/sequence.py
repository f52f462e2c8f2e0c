"""`sequence`: count the tilings of growing boards, and find a linear recurrence of the numbers."""

from __future__ import annotations

import json
import math
import os
import re
from collections import abc
from collections.abc import Callable
from decimal import MAX_EMAX, Decimal, localcontext
from functools import cached_property
from itertools import accumulate
from operator import index, mul, sub
from pathlib import Path
from typing import NamedTuple, overload

from ..board import Board
from ..board_input import resolve
from ..errors import PentominoError, PuzzleError, SearchStopped, expect_whole
from ..files import written
from ..lattices.board_words import are_words
from ..lattices.lattice import shift
from ..lattices.numbering import bits
from ..limits import look
from ..pieces.piece_set import PieceSet
from ..pieces.polyform import name_of
from ..pieces.sets import PieceCount, PiecesLike, as_pieces, can_cover, may_turn_over
from ..puzzle import Puzzle
from ..reason.searches import Searches
from ..search.by_frontier import prefixes
from ..search.options import Cancel, ProgressCallback, Symmetry
from ..search.plan import Plan
from ..search.run import Run
from ..value import Value
from ..wording import counted

# ---------------------------------------------------------------------------------------------------------- recurrences


SPARE = 10
"""A recurrence of order k is accepted only if at least 2k + `SPARE` terms are known."""

MERSENNE = 61, 127, 521, 1279, 2203, 4423, 9689, 21701, 44497, 110503
"""Exponents n of prime numbers 2^n - 1. The small primes are tried first, because they are faster."""


class Recurrence(NamedTuple):
    """A linear recurrence: a(n) = coefficients[0] a(n - 1) + coefficients[1] a(n - 2) + ...

    It is the shortest recurrence that all known terms of a sequence satisfy, for n from `start` on. For other terms it
    is not proven. `numerator` and `denominator` are the coefficients of the generating function, the coefficient of x^0
    first.

    >>> import pentomino
    >>> found = pentomino.sequence("2xN", "I2*").recurrence
    >>> found.order, found.coefficients, found.start
    (2, (1, 1), 2)
    >>> print(found)
    a(n) = a(n-1) + a(n-2) for n >= 2
    >>> found.generating_function, found.growth
    ('1/(1 - x - x^2)', 1.618033988749895)
    """

    coefficients: tuple[int, ...]
    start: int
    numerator: tuple[int, ...]

    @property
    def order(self) -> int:
        """How many previous terms determine a term."""
        return len(self.coefficients)

    @property
    def denominator(self) -> tuple[int, ...]:
        """The coefficients of the denominator of the generating function, the coefficient of x^0 first."""
        return 1, *(-coefficient for coefficient in self.coefficients)

    @property
    def generating_function(self) -> str:
        """The generating function as a quotient of polynomials. It is the sum of a(n) x^n over all n."""
        above, below = (_sum(numbers, _power) for numbers in (self.numerator, self.denominator))
        return f"({above})/({below})" if " " in above else f"{above}/({below})"

    @property
    def growth(self) -> float:
        """The limit of a(n + 1) / a(n), exact to 15 digits: the largest root of the characteristic polynomial.

        If only every m-th term is nonzero, it is the m-th root of the limit of a(n + m) / a(n). A number above the
        largest float, about 1.8e308, is returned as infinity.
        """
        return float(self.exact_growth)

    @property
    def exact_growth(self) -> Decimal:
        """The growth to 25 significant digits. The value may be larger than any float."""
        # The terms are not negative, so the root of largest modulus is positive (Pringsheim). Above this root the
        # polynomial and its derivatives are positive (Gauss and Lucas), so Newton's method descends to it from a bound.
        start = max(math.log(abs(number)) / n for n, number in enumerate(self.coefficients, 1) if number)
        precision, last, root = 50 + max(len(digits(number)) for number in self.coefficients), Decimal(-1), Decimal(0)
        while root != last:  # a multiple root needs more precision: double it until nothing changes
            last, root = root, self._root(2 * Decimal(start).exp() + 1, precision)
            precision *= 2
        return root

    def _root(self, bound: Decimal, precision: int) -> Decimal:
        """Return the largest root of the characteristic polynomial. `bound` must be above the root."""
        with localcontext() as context:
            context.prec, context.Emax = precision, MAX_EMAX
            polynomial = [*map(Decimal, self.denominator)]
            root, following = Decimal(math.inf), bound
            while following < root:  # rounding ends the descent
                look()
                root, value, slope = following, Decimal(0), Decimal(0)
                for coefficient in polynomial:
                    slope = slope * root + value
                    value = value * root + coefficient
                following = root - value / slope if slope > 0 else root
            context.prec = 25
            return +root

    def __str__(self) -> str:
        terms = _sum(self.coefficients, lambda n: f"a(n-{n + 1})")
        return f"a(n) = {terms} for n >= {self.start}"


def digits(number: int) -> str:
    """Return the decimal digits of a number. Unlike `str`, this has no limit of 4300 digits."""
    return f"{Decimal(number):f}"


def find_recurrence(terms: abc.Sequence[int]) -> Recurrence | None:
    """Return the shortest linear recurrence of a sequence, or None if no recurrence is found.

    At least `SPARE` terms more than twice the order are needed. If only every m-th term is nonzero, the other terms are
    ignored. A sequence whose last terms are all 0 has no recurrence here, because later terms may be nonzero.
    """
    step = math.gcd(*[n for n, term in enumerate(terms) if term])
    some = terms[:: step or 1]
    if (connection := _connection(some)) is None:
        return None
    length = len(connection) - 1
    while connection[-1] == 0:
        connection.pop()
    if len(connection) == 1:  # the last known terms are 0, but later ones may not be
        return None
    order = step * (len(connection) - 1)
    spread = [0] * (order + 1)
    spread[::step] = connection
    start = max(order, step * (length - 1) + 1)
    numerator = [sum(map(mul, spread, terms[n::-1])) for n in range(start)]
    while numerator[-1] == 0:
        numerator.pop()
    return Recurrence(tuple([-number for number in spread[1:]]), start, tuple(numerator))


def _connection(terms: abc.Sequence[int]) -> list[int] | None:
    """Return the coefficients C of the shortest recurrence, its connection polynomial.

    The result is None if there are too few terms, or if the coefficients are too large for the primes of `MERSENNE`.

    C[0] is 1, and C[0] a(n) + C[1] a(n-1) + ... is 0 for all n >= len(C) - 1. All coefficients are whole numbers if the
    terms are whole numbers (P. Fatou, 1906). They are computed modulo a prime that is more than twice as large.
    """
    for exponent in MERSENNE:
        prime = (1 << exponent) - 1
        connection = _shortest([term % prime for term in terms], prime)
        if 2 * (len(connection) - 1) + SPARE > len(terms):
            return None
        signed = [number - prime if 2 * number > prime else number for number in connection]
        if _holds(signed, terms):
            return signed
    return None


def _holds(connection: abc.Sequence[int], terms: abc.Sequence[int]) -> bool:
    backwards = connection[::-1]
    for n in range(len(connection), len(terms) + 1):
        look()
        if sum(map(mul, backwards, terms[n - len(connection) : n])):
            return False
    return True


def _shortest(terms: abc.Sequence[int], prime: int) -> list[int]:
    """Return the coefficients of the shortest recurrence modulo `prime`, by the Berlekamp-Massey algorithm."""
    connection, before, length, since, divisor = [1], [1], 0, 1, 1
    for n in range(len(terms)):
        look()
        backwards = connection[length::-1]
        if rest := sum(map(mul, backwards, terms[n + 1 - len(backwards) : n + 1])) % prime:
            factor = rest * pow(divisor, -1, prime) % prime
            longer = connection + [0] * (len(before) + since - len(connection))
            for i, number in enumerate(before, since):
                longer[i] = (longer[i] - factor * number) % prime
            if 2 * length <= n:
                before, divisor, length, since = connection, rest, n + 1 - length, 0
            connection = longer
        since += 1
    return (connection + [0] * length)[: length + 1]


def _sum(numbers: abc.Sequence[int], of: Callable[[int], str]) -> str:
    # a string such as "1 - 2*x"
    text = ""
    for n, number in enumerate(numbers):
        if number:
            size = digits(abs(number))
            factors = [size, of(n)] if size != "1" else [of(n) or size]
            text += f" {'-' if number < 0 else '+'} {'*'.join(filter(None, factors))}"
    return text[3:] if text.startswith(" + ") else text.replace(" - ", "-", 1)


def _power(n: int) -> str:
    return ["", "x"][n] if n < 2 else f"x^{n}"


# --------------------------------------------------------------------------------------------------- the class Sequence


WIDE, LONG = 260, 20
"""Limits of `str()`. `WIDE`: the maximum number of characters of the printed terms, as in the OEIS. `LONG`: the maximum
order of a recurrence that is printed in full."""


class Sequence(Value, abc.Sequence[int]):
    """A sequence of `int`: how many tilings a board of length N has, for N = 0, 1, 2 ...

    `sequence` returns it. `terms` is a tuple of the numbers. `board`, `pieces`, `reflections`, `rotations` and
    `symmetry` are the arguments of `sequence`.

    >>> import pentomino
    >>> found = pentomino.sequence("2xN", "I2*", terms=14)
    >>> found[5], found[-1], found[:4]
    (8, 377, (1, 1, 2, 3))
    >>> print(found)
    Number of tilings of 2xN by I2*.
    1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377
    a(n) = a(n-1) + a(n-2) for n >= 2.
    G.f.: 1/(1 - x - x^2).
    Linear recurrence of order 2 from n = 2 on, found in 14 terms.
    Growth: 1.61803398874989.
    """

    board: str
    pieces: str
    reflections: bool
    rotations: bool
    symmetry: Symmetry
    terms: tuple[int, ...]

    @cached_property
    def recurrence(self) -> Recurrence | None:
        """The shortest linear recurrence that all terms satisfy, or None if there are too few terms.

        At least ten more terms than twice the order are needed.
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

    def __repr__(self) -> str:
        return f"<Sequence: {self.board} by {self.pieces}, {len(self.terms)} terms, symmetry={self.symmetry!r}>"

    def __str__(self) -> str:
        """Return the sequence in the style of the OEIS: a description, the first terms, and known formulas."""
        alike = {"all": "", "distinct": ", up to symmetry", "rotations": ", up to rotations"}[self.symmetry]
        alike = ", not rotated" * (not self.rotations) + alike
        lines = [
            f"Number of tilings of {self.board} by {self.pieces}{alike}.",
            _first_words(list(map(digits, self.terms))),
        ]
        if (recurrence := self.recurrence) is not None:
            if recurrence.order <= LONG:
                lines += [f"{recurrence}.", f"G.f.: {recurrence.generating_function}."]
            found_on = f"found in {len(self.terms)} terms"
            lines += [f"Linear recurrence of order {recurrence.order} from n = {recurrence.start} on, {found_on}."]
            lines += [f"Growth: {recurrence.exact_growth.normalize():.15g}."]
        return "\n".join(lines)

    def to_bfile(self) -> str:
        """Return the terms as a b-file of the OEIS. Each line has n and a(n)."""
        return "\n".join([f"{n} {digits(term)}" for n, term in enumerate(self.terms)])

    def to_csv(self) -> str:
        """Return the terms as a table in CSV, with the columns n and count."""
        return "\n".join(["n,count", *(f"{n},{digits(term)}" for n, term in enumerate(self.terms))])

    def to_json(self) -> str:
        """Return a JSON object with the arguments, the terms and the recurrence, which may be null."""
        fields = {name: getattr(self, name) for name in self._field_names[:-1]}
        recurrence = None
        if self.recurrence is not None:
            recurrence = f'{{"order": {self.recurrence.order}, "start": {self.recurrence.start}, '
            for name in ("coefficients", "numerator", "denominator"):
                recurrence += f'"{name}": {_array(getattr(self.recurrence, name))}, '
            recurrence += f'"growth": {self.recurrence.exact_growth}}}'
        # `json` refuses numbers of more than 4300 digits, so `_array` writes the terms.
        return f'{json.dumps(fields)[:-1]}, "terms": {_array(self.terms)}, "recurrence": {recurrence or "null"}}}'

    def write(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Write the terms to a file. A .txt file is a b-file of the OEIS, .csv is a table, .json is an object.

        Raise `FileExistsError` if the file exists and `overwrite` is false, and `PentominoError` for another extension.
        """
        path = Path(path)
        writer = _WRITERS.get(path.suffix.lower())
        if writer is None:
            raise PentominoError(f"{path}: the extension must be .txt (a b-file of the OEIS), .csv or .json")
        text = writer(self)
        with written(path, overwrite) as file:
            file.write(f"{text}\n".encode())


_WRITERS = {".txt": Sequence.to_bfile, ".csv": Sequence.to_csv, ".json": Sequence.to_json}


def _array(numbers: abc.Sequence[int]) -> str:
    return f"[{', '.join(map(digits, numbers))}]"


def _first_words(words: list[str]) -> str:
    # As many words as fit in `WIDE` characters (three lines), but at least one. Each end includes the ", " before it.
    ends = accumulate([len(", ") + len(word) for word in words])
    number = max(1, sum(end <= len(", ") + WIDE for end in ends))
    return ", ".join(words[:number] + ["..."] * (number < len(words)))


# ------------------------------------------------------------------------------------------------ the function sequence


PIECES = "pentominoes*"
"""The default pieces: any number of copies of each pentomino."""

FEW = 3
"""The number of short boards that `sequence` checks. If these boards repeat the same cells, all longer boards are
assumed to repeat them, too."""

_N = re.compile(r"(?<=[x×\s])N(?=\s*(?:[x×]|$))|^N(?=\s*[x×])", re.IGNORECASE)
_COPIES = re.compile(r"(.+)\s[x×]\s*N\s*", re.IGNORECASE | re.DOTALL)


def sequence(
    board: str | Board,
    pieces: PiecesLike = PIECES,
    *,
    terms: int = 20,
    reflections: bool | None = None,
    rotations: bool = True,
    symmetry: Symmetry = "all",
    timeout: float | None = None,
    workers: int | None = 1,
    progress: ProgressCallback | None = None,
    memory_limit: int | None = None,
    cancel: Cancel | None = None,
) -> Sequence:
    """Count the tilings of a board of length N, for N = 0, 1, 2 ... `terms` - 1.

    - `board`: a board in words with N for a size: `"5xN"`, `"2x3xN"`, `"ring Nx6"`, `"hexagonal 4xN"`, `"NxN"`. A name
      or a picture may precede xN: `"kanoodle xN"` means N copies of this board side by side. A `Board` is repeated in
      the same way.
    - `pieces`, `reflections`, `rotations` are the same as for `Puzzle`. The default is any copies of each pentomino.
    - `symmetry`: "all" (the default) counts all tilings. "distinct" counts tilings up to symmetries of the board for N.
      "rotations" counts tilings up to rotations of this board.
    - `timeout`, `workers`, `progress`, `memory_limit`, `cancel` are the same as for `count`, for all terms together.

    If every piece is unlimited and `symmetry` is "all", one pass of the frontier engine can compute all terms. Each
    board must extend the previous board by the same cells, translated, and there must be more terms than the board is
    wide. This applies to rectangles, boxes, tubes (`"ring Nx6"`), parallelograms of hexagons, and copies side by side.
    Otherwise each term is counted separately. The term for N = 0 is 1, or 0 if pieces are required.

    Raises `PictureError` or `PuzzleError` for an invalid board or invalid pieces. Raises `PentominoError` for an
    argument out of range, or if the frontier engine cannot count the terms. Raises `SearchTimeout` and
    `SearchCancelled`. Their attribute `found` says how many terms were counted.

    >>> import pentomino
    >>> twix = pentomino.sequence("5xN", "TWIX*", terms=14)
    >>> list(twix)
    [1, 1, 1, 1, 1, 2, 3, 6, 9, 12, 16, 21, 41, 66]
    >>> twix[5] == pentomino.count("5x5", "TWIX*", symmetry="all")
    True
    """
    expect_whole("terms", terms, 1)
    terms = index(terms)
    searches = Searches.within(timeout, cancel, workers, progress, memory_limit, symmetry)
    searches.clock.is_measured = True
    numbers: list[int] = []
    try:
        with searches.at_work():
            family = _family(board)
            lattice = family(1).lattice
            counts = as_pieces(pieces, lattice.flat)
            for piece, _, _ in counts:
                lattice._check_same(piece.lattice, f"piece {piece.name or repr(piece)}")
            turns_over = may_turn_over(counts, reflections, rotations)
            merged = PieceSet(counts, turns_over, lattice, rotations=rotations).merged()[0].counts
            series = _Series(family, merged, turns_over, rotations)
            if symmetry != "all" or not _sweep(series, terms, searches, numbers):
                _count(series, terms, searches, numbers)
    except SearchStopped as error:
        raise error.recounted(len(numbers), f"{counted(len(numbers), 'term')} found") from None
    return Sequence._make(
        board=board.strip() if isinstance(board, str) else "board xN",
        pieces=pieces.strip() if isinstance(pieces, str) else " ".join(map(_said, counts)),
        reflections=turns_over,
        rotations=rotations,
        symmetry=symmetry,
        terms=tuple(numbers),
    )


def _said(count: PieceCount) -> str:
    piece, least, most = count
    copies = f"{least}" if least == most else f"{least}-" + ("" if most is None else str(most))
    return name_of(piece) + {"0-": "*", "1": "", "0-1": "?"}.get(copies, f"*{copies}")


# -------------------------------------------------------------------------------------------------------- the boards


def repeated_board(text: str) -> str | None:
    """Return the part of `text` before xN, the board to repeat. Return None if N is a size, as in 5xN."""
    copies = None if are_words(_N.sub("1", text)) else _COPIES.fullmatch(text)
    return copies and copies[1].strip()


def _family(board: object) -> Callable[[int], Board]:
    if isinstance(board, Board):
        return _copies_of(board)
    if not isinstance(board, str):
        raise PuzzleError(f"the board of a sequence must be a string such as '5xN', or a Board, got {board!r}")
    if repeated := repeated_board(board):
        return _copies_of(resolve(repeated).board)
    if _N.search(board):
        return lambda n: resolve(_N.sub(str(n), board)).board
    raise PuzzleError(
        f"{board!r} has no length N; write for example 5xN for the rectangles 5x1, 5x2 and so on, "
        "or kanoodle xN for boards side by side"
    )


def _copies_of(board: Board) -> Callable[[int], Board]:
    if board.given:
        raise PuzzleError("a board with given pieces cannot be repeated: remove the letters")
    if board.lattice.periods or len(board.lattice.vectors) > 1:
        raise PuzzleError("only boards of squares, cubes and hexagons that are not wrapped can be repeated")
    *others, width = board.sides

    def repeated(n: int) -> Board:
        moves = [(*[0] * len(others), width * i) for i in range(n)]
        both = board.cells, board.optional
        cells, optional = ([cell for by in moves for cell in shift(some, *by)] for some in both)
        return Board(cells, board.lattice, optional=optional)

    return repeated


# --------------------------------------------------------------------------------------------------------- the terms


class _Series(NamedTuple):
    """The puzzles for all N. `board` is a function that returns the board for N. All have the same pieces."""

    board: Callable[[int], Board]
    pieces: tuple[PieceCount, ...]
    reflections: bool
    rotations: bool

    def puzzle(self, n: int) -> Puzzle | None:
        board = self.board(n)
        if not can_cover(self.pieces, len(board), len(board.optional)):
            return None
        pieces = {piece: (least, most) for piece, least, most in self.pieces}
        return Puzzle(board, pieces, reflections=self.reflections, rotations=self.rotations)


def _count(series: _Series, terms: int, searches: Searches, numbers: list[int]) -> None:
    numbers.append(int(not any(least for _, least, _ in series.pieces)))
    for n in range(1, terms):
        look()  # small counts end before they check the clock
        searches.clock.part = n / terms, 1 / terms
        puzzle = series.puzzle(n)
        numbers.append(0 if puzzle is None else searches.count(puzzle))


def _sweep(series: _Series, terms: int, searches: Searches, numbers: list[int]) -> bool:
    """Compute all terms in one pass over a longer board. Add them to `numbers`. Return False if this is impossible."""
    first = series.board(1)
    # If no board is longer than wide, separate counts are faster, as they scan the shorter lines along the length.
    if terms <= max(FEW, *first.sides) or any(least or most is not None for _, least, most in series.pieces):
        return False
    if any(len(series.board(n)) != n * len(first) for n in range(2, FEW + 1)):
        return False
    # The long board must extend past the last term, so that every beginning can be continued. The remaining area must
    # be a sum of sizes of pieces: from the square of the largest size on, all multiples of the greatest common divisor
    # of the sizes are such sums. Another 64 cells are added, as the engine checks pockets of up to 63 cells.
    sizes = [piece.size for piece, _, _ in series.pieces]
    beyond = 2 * max(sizes) + -(-(max(sizes) ** 2 + 64) // len(first))
    length = terms + beyond
    length += -length % math.gcd(*sizes)
    puzzle = series.puzzle(length)
    if puzzle is None or not _is_repetition(puzzle, series.board, length, terms):
        return False
    run = Run(Plan(puzzle), searches.options, clock=searches.clock)
    ways = prefixes(run, len(first) * (terms - 1))[:: len(first)]
    numbers += [*ways, *[0] * (terms - len(ways))]  # the engine stops at once if no piece fits
    return True


def _is_repetition(puzzle: Puzzle, family: Callable[[int], Board], length: int, terms: int) -> bool:
    """Return whether the boards of `family` grow by repeating the same cells.

    `family` returns the board for N. The board of `puzzle` is the board for N = `length`. Its cells, sorted by number,
    must consist of `length` groups, and each group must be a translation of the first group. A few shorter boards,
    those for small N and for the last of `terms` terms, must consist of its first groups.
    """
    board, numbering = puzzle.board, puzzle._numbering
    cells = [numbering.cell(position) for position in bits(numbering.cells)]
    area = len(cells) // length
    by = tuple(map(sub, cells[area], cells[0]))
    if board.lattice.kind(by) or cells[area:] != shift(cells[:-area], *by):
        return False
    for n in {*range(1, FEW + 1), terms - 1}:
        shorter, start = family(n), frozenset(cells[: n * area])
        if shorter != Board(start, board.lattice, optional=board.optional & start):
            return False
    return True
