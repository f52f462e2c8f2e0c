"""Forced placements, which every completion of a puzzle has, each with the simplest reason that is found.

`reasoned` goes as far as a person can reason. What is left, `forced` finds by searching.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from ..base.value import Described
from ..base_puzzle import BasePuzzle
from ..drawable import Drawable, Drawing
from ..placement import Placement
from ..solutions.solution import drawing_of
from .faults import lying
from .reasons import Reason, simplest
from .searches import Searches
from .situation import Situation

MOST_LISTED = 500
"""Completions that are listed. If there are more, they are counted, if the frontier can do that at once."""

AnyPuzzle = TypeVar("AnyPuzzle", bound=BasePuzzle)


class _Forced(NamedTuple):
    placement: Placement
    reason: Reason
    puzzle: BasePuzzle


class Forced(Described, _Forced, Drawable):
    """A placement that every completion of a puzzle has, with the reason.

    `puzzle` is the one in which the reason holds: its given pieces are those of the original puzzle, and those that
    were found to be forced before.

    >>> from pentomino import Puzzle
    >>> for forced in Puzzle("3x5", "PUV", placed="VVV..\\nV....\\nV....").forced():
    ...     print(forced)
    U on (0, 3), (0, 4), (1, 4), (2, 3), (2, 4): only one placement covers the cell (0, 4), as 5 others would leave \
cells that cannot be filled
    P on (1, 1), (1, 2), (1, 3), (2, 1), (2, 2): only P fits the pocket of 5 cells at (1, 1)
    """

    __slots__ = ()

    @property
    def text(self) -> str:
        """The placement and the reason, in one line."""
        return f"{lying(self.placement)}: {self.reason.text}"

    @property
    def drawing(self) -> Drawing:
        """The board with the pieces that lay there before, and the forced one."""
        return drawing_of(self.puzzle, (*self.puzzle.placed, self.placement))

    def to_dict(self) -> dict[str, Any]:
        """Return the placement and the reason as plain values, to be written as JSON."""
        return {**self.placement.to_dict(), "reason": self.reason.to_dict()}


class Reasoned(NamedTuple):
    """A puzzle with what can be reasoned out laid, and its situation, None if the puzzle is too large for one."""

    puzzle: BasePuzzle
    situation: Situation | None


def reasoned(puzzle: BasePuzzle, situation: Situation | None, found: list[Forced], most: int | None = None) -> Reasoned:
    """Lay what can be reasoned out, and add it to `found`, until that has `most` placements."""
    while situation is not None and len(found) != most and (step := simplest(situation)) is not None:
        placement = situation.ground.placements[step.number]
        found.append(Forced(placement, step.reason, puzzle))
        puzzle, situation = with_laid(puzzle, placement), situation.after(step.number)
    return Reasoned(puzzle, situation)


def with_laid(puzzle: AnyPuzzle, placement: Placement) -> AnyPuzzle:
    """Return `puzzle` with one more given piece."""
    return puzzle.with_placed((*puzzle.placed, placement))


class Completions:
    """How many completions of a puzzle have each placement: of all or, if not `is_all`, of the first 500.

    `number` is how many completions these are, `nodes` those visited to find them.
    """

    def __init__(self, searches: Searches, puzzle: BasePuzzle) -> None:
        before = searches.nodes
        found = searches.first(MOST_LISTED, puzzle)
        self.number = len(found)
        self.having: Counter[Placement] = Counter()
        for solution in found:
            self.having.update(solution.laid)
        self.is_all = self.number < MOST_LISTED
        if not self.is_all and (tally := searches.tally(puzzle)) is not None:
            self.number, self.having, self.is_all = tally.total, Counter(tally), True
        for given in puzzle.placed:
            del self.having[given]
        self.nodes = searches.nodes - before

    @property
    def shared(self) -> list[Placement]:
        """The placements that all of them have, in order."""
        shared = (placement for placement, number in self.having.items() if number == self.number)
        return sorted(shared, key=attrgetter("cells"))  # of one solution, so that the cells tell them apart


def forced(searches: Searches, puzzle: BasePuzzle) -> tuple[Forced, ...] | None:
    """Return the forced placements in the order in which they can be reasoned out, or None without a completion."""
    with searches.at_work():
        if searches.solution(puzzle) is None:
            return None
        found: list[Forced] = []
        puzzle, situation = reasoned(puzzle, Situation.of(puzzle), found)
        for placement, nodes in proven(searches, puzzle, Completions(searches, puzzle)):
            searches.clock.check()  # what is laid is put in order for each of them
            if placement not in puzzle.placed:  # others may follow from those that a search has shown
                found.append(Forced(placement, Reason("search", (), placement.piece, (), nodes), puzzle))
                after = situation and situation.after(situation.ground.placements.index(placement))
                puzzle, situation = reasoned(with_laid(puzzle, placement), after, found)
        return tuple(found)


def proven(searches: Searches, puzzle: BasePuzzle, seen: Completions) -> Iterator[tuple[Placement, int]]:
    """Yield the placements that every completion has, each with the nodes visited to prove it."""
    in_order = seen.shared
    shared = set(in_order)
    for placement in in_order:
        if seen.is_all:
            yield placement, seen.nodes
        elif placement in shared:
            before = searches.nodes
            other = searches.solution(_without(puzzle, placement))
            if other is None:
                yield placement, searches.nodes - before
            else:  # which also shows that others are not forced
                shared.intersection_update(other.laid)


def _without(puzzle: BasePuzzle, placement: Placement) -> BasePuzzle:
    """Return the puzzle in which `placement` is not allowed."""
    number = puzzle.owner(placement)
    return puzzle.restricted([(number, lambda other: other.cells != placement.cells)])
