"""The subsets of pieces that fill a board, with the number of solutions for each choice of copies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from typing import TypeVar

from ..base.limits import looked
from ..base_puzzle import BasePuzzle
from .searches import Searches

AnyPuzzle = TypeVar("AnyPuzzle", bound=BasePuzzle)

LISTED = 100_000
"""The maximum number of solutions listed to find the copies used; above it, all choices of the right area are tried."""


def subsets(searches: Searches, puzzle: AnyPuzzle) -> dict[AnyPuzzle, int]:
    """Return the result of `Puzzle.subsets`."""
    found = {}
    with searches.at_work():
        for copies in looked(_choices(searches, puzzle)):
            smaller = puzzle.with_copies(copies)
            if number := searches.count(smaller):
                found[smaller] = number
    return found


def _choices(searches: Searches, puzzle: BasePuzzle) -> Iterable[Sequence[int]]:
    """Return the copies of each piece that a solution may use, first those with more of the first piece."""
    used = set()
    with closing(searches.solutions(puzzle)) as solutions:  # type: ignore[type-var]
        for solution in islice(solutions, LISTED):
            copies = Counter(map(puzzle.owner, solution.placements))
            used.add(tuple([copies[number] for number in range(len(puzzle.pieces))]))
        if next(solutions, None) is None:
            return sorted(used, reverse=True)
    given = Counter(map(puzzle.owner, puzzle.placed))
    # The area limits unlimited copies.
    bounds = [(piece.size, given[n] + least, given[n] + most) for n, (piece, least, most) in enumerate(puzzle.demand)]
    area = len(puzzle.board.cells)
    return _of_area(bounds, area - puzzle.most_empty, area)


def _of_area(bounds: Sequence[tuple[int, int, int]], least: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of copies that cover `least` to `most` cells. `bounds` are size, minimum and maximum copies."""
    if sum(size * high for size, _, high in bounds) < least:
        return
    if not bounds:
        yield ()
        return
    (size, low, high), *others = bounds
    for copies in range(min(high, most // size), low - 1, -1):
        for more in _of_area(others, least - copies * size, most - copies * size):
            yield copies, *more
