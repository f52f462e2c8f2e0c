"""Find placements that cover the most cells of a board (`pack`), and choices of pieces that fill it (`subsets`).

`pack` improves a lower and an upper bound of the number of covered cells. First, short searches raise the lower bound.
Each of them looks for a solution with fewer empty cells than the previous one. Then complete searches lower the upper
bound. Each of them allows the next larger number of empty cells, until there is a solution. The frontier engine takes
about the same time for any number of empty cells. So if it was faster, the next number is chosen by bisection.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from ..drawable import Drawable, Drawing
from ..errors import PuzzleError, SearchStopped
from ..limits import looked
from ..pieces.sets import PieceCount, coverable
from ..search.by_frontier import sample
from ..search.by_search import NodeLimit, NotApplicable
from ..search.plan import Plan, plan_of
from ..search.verbs import count
from ..solutions.solution import Solution, maker
from ..value import Described, Value
from ..wording import counted
from .searches import Searches

if TYPE_CHECKING:
    from ..puzzle import Puzzle

# ------------------------------------------------------------------------------------------------------- the most cells


MAX_GREEDY_NODES = 1 << 18
"""The maximum number of nodes of a search for a better lower bound. These nodes take some 5 ms."""

MAX_LISTED_NODES = 1 << 22
"""The maximum number of nodes of a search for a solution that is known to exist. These nodes take some 0.1 s. If
the search finds no solution, the frontier engine draws one at random."""


class Packing(Described, Value, Drawable):
    """Placements of pieces that cover the most cells of a board.

    `solution` is a solution of the puzzle in which every cell may stay empty and every piece may be left out. `covered`
    says how many cells its pieces cover, including given pieces. `is_proven` is False if the search stopped before it
    proved that no larger number is possible.

    >>> from pentomino import Puzzle
    >>> print(Puzzle("5x5", "X*").pack())
    2 pieces cover 10 of 25 cells
    """

    solution: Solution
    is_proven: bool

    @property
    def covered(self) -> int:
        """How many cells are covered."""
        return sum(placement.piece.size for placement in self.solution.placements)

    @property
    def text(self) -> str:
        """How many pieces cover how many cells, in words."""
        pieces, cells = len(self.solution.placements), len(self.solution.puzzle.board.cells)
        text = f"{counted(pieces, 'piece')} cover{'s' * (pieces == 1)} {self.covered} of {counted(cells, 'cell')}"
        return text if self.is_proven else f"{text}, perhaps not the most"

    @property
    def drawing(self) -> Drawing:
        """The drawing of the solution."""
        return self.solution.drawing

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers and the placements as plain values, to be written as JSON."""
        cells = len(self.solution.puzzle.board.cells)
        placements = [placement.to_dict() for placement in self.solution.placements]
        return {"covered": self.covered, "cells": cells, "is_proven": self.is_proven, "placements": placements}


def pack(searches: Searches, puzzle: Puzzle) -> Packing:
    """Return placements that cover the most cells of the board. For details see `Puzzle.pack`."""
    if puzzle.optional_cells not in (frozenset(), puzzle.uncovered_cells):
        raise PuzzleError("pack lets all cells stay empty, but only some are optional (+): mark all of them, or none")
    pieces = tuple([PieceCount(piece, 0, most) for piece, _, most in puzzle.pieces])
    packer = _Packer(searches, puzzle._with(board=puzzle.board.with_optional_cells(), pieces=pieces, spare=None))
    try:
        with searches.at_work():
            packer.improve()
            return Packing._make(solution=packer.best(), is_proven=True)
    except SearchStopped as why:
        raise packer.stopped(why) from None


class _Packer:
    """A search for the best packing. `_empty` lists the possible numbers of empty cells, in ascending order.

    The best packing has at least `_empty[_low]` and at most `_empty[_high]` empty cells.
    """

    def __init__(self, searches: Searches, puzzle: Puzzle) -> None:
        self._searches, self._puzzle = searches, puzzle
        area = len(puzzle.uncovered_cells)
        sums = coverable(puzzle.copies_left, area)  # bit n is set if the pieces can cover n cells
        self._empty = [empty for empty in range(area + 1) if sums >> (area - empty) & 1]
        self._low, self._high = 0, len(self._empty) - 1
        self._solution, self._own = Solution(puzzle, puzzle.placed), len(self._empty) - 1

    def improve(self) -> None:
        with suppress(NodeLimit):
            while self._low < self._high:
                if solution := self._searches.solution(self._leaving(self._high - 1), MAX_GREEDY_NODES):
                    self._note(solution)
                else:
                    self._low = self._high

    def best(self) -> Solution:
        by_frontier = False
        while self._low < self._high:
            middle = (self._low + self._high) // 2 if by_frontier else self._low
            with self._searches.run(self._leaving(middle), limit=1) as run:
                if count(run):
                    self._high = middle
                else:
                    self._low = middle + 1
                by_frontier = run.statistics.engine == "frontier"
        if self._own > self._high:
            self._note(self._drawn(self._leaving(self._high)))
        return self._solution

    def stopped(self, why: SearchStopped) -> SearchStopped:
        area = len(self._puzzle.board.cells)
        least, most = area - self._empty[self._high], area - self._empty[self._low]
        bounds = f"the best solution covers {least} to {most} of {counted(area, 'cell')}"
        return why.recounted(1, bounds, (self._solution,))

    def _leaving(self, index: int) -> Plan:
        return plan_of(self._puzzle._with(spare=self._empty[index]))

    def _note(self, solution: Solution) -> None:
        self._solution = Solution(self._puzzle, solution.placements)
        covered = sum(placement.piece.size for placement in solution.placements)
        self._high = self._own = self._empty.index(len(self._puzzle.board.cells) - covered)

    def _drawn(self, plan: Plan) -> Solution:
        # search again, so that the result does not depend on earlier searches
        try:
            solution = self._searches.solution(plan, MAX_LISTED_NODES)
        except NodeLimit:
            try:
                with self._searches.run(plan, method="frontier") as run:
                    return maker(run.plan)((), sample(run, 1, 0)[0])
            except NotApplicable:
                solution = self._searches.solution(plan)
        assert solution is not None
        return solution


# ---------------------------------------------------------------------------------------------------- subsets of pieces


AnyPuzzle = TypeVar("AnyPuzzle", bound="Puzzle")

LISTED = 100_000
"""The maximum number of solutions to list. If there are more, `subsets` tries all choices of pieces."""


def subsets(searches: Searches, puzzle: AnyPuzzle) -> dict[AnyPuzzle, int]:
    """Return a puzzle for each choice of pieces that fills the board, with the count of its solutions.

    For details see `Puzzle.subsets`.
    """
    counts = {}
    with searches.at_work():
        for copies in looked(_choices_of_copies(searches, puzzle)):
            smaller = puzzle._with_copies(copies)
            if number := searches.count(smaller):
                counts[smaller] = number
    return counts


def _choices_of_copies(searches: Searches, puzzle: Puzzle) -> Iterable[Sequence[int]]:
    """Return tuples with the copies of each piece that a solution may use, in descending order."""
    used = set()
    with closing(searches.solutions(puzzle)) as solutions:
        for solution in islice(solutions, LISTED):
            copies = Counter(map(puzzle._owner, solution.placements))
            used.add(tuple([copies[number] for number in range(len(puzzle.pieces))]))
        if next(solutions, None) is None:
            return sorted(used, reverse=True)
    given = Counter(map(puzzle._owner, puzzle.placed))
    # The maximum numbers are finite, as the area limits unlimited copies.
    bounds = [(piece.size, given[n] + least, given[n] + most) for n, (piece, least, most) in enumerate(puzzle._demand)]
    area = len(puzzle.board.cells)
    return _of_area(bounds, area - puzzle._most_empty, area)


def _of_area(bounds: Sequence[tuple[int, int, int]], least: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield tuples with the copies of each piece. Together the copies cover `least` to `most` cells."""
    if sum(size * high for size, _, high in bounds) < least:
        return
    if not bounds:
        yield ()
        return
    (size, low, high), *others = bounds
    for copies in range(min(high, most // size), low - 1, -1):
        for more in _of_area(others, least - copies * size, most - copies * size):
            yield copies, *more
