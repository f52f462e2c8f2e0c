"""Forced placements, contained in every completion of a puzzle, each with the simplest reason found.

`reasoned` finds those that a person can deduce; `forced` finds the others by searching.
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
"""The maximum number of completions listed. If there are more, they are counted, if the frontier can do so quickly."""

AnyPuzzle = TypeVar("AnyPuzzle", bound=BasePuzzle)


class _Forced(NamedTuple):
    placement: Placement
    reason: Reason
    puzzle: BasePuzzle


class Forced(Described, _Forced, Drawable):
    """A placement that every completion of a puzzle has, with the reason.

    `puzzle` is the one in which the reason holds: its given pieces are those of the original puzzle and the earlier
    forced placements.

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
        """The board with the earlier pieces and the forced one."""
        return drawing_of(self.puzzle, (*self.puzzle.placed, self.placement))

    def to_dict(self) -> dict[str, Any]:
        """Return the placement and the reason as plain values, to be written as JSON."""
        return {**self.placement.to_dict(), "reason": self.reason.to_dict()}


class Reasoned(NamedTuple):
    """A puzzle with all deduced placements, and its situation, None if the puzzle is too large for one."""

    puzzle: BasePuzzle
    situation: Situation | None


def reasoned(puzzle: BasePuzzle, situation: Situation | None, found: list[Forced], most: int | None = None) -> Reasoned:
    """Make all placements that can be deduced, and add them to `found`, until that has `most`."""
    while situation is not None and len(found) != most and (step := simplest(situation)) is not None:
        placement = situation.ground.placements[step.number]
        found.append(Forced(placement, step.reason, puzzle))
        puzzle, situation = with_laid(puzzle, placement), situation.after(step.number)
    return Reasoned(puzzle, situation)


def with_laid(puzzle: AnyPuzzle, placement: Placement) -> AnyPuzzle:
    """Return `puzzle` with one more given piece."""
    return puzzle.with_placed((*puzzle.placed, placement))


class Completions:
    """The number of completions of a puzzle with each placement: of all or, if not `is_all`, of the first 500.

    `number` is the number of these completions, `nodes` the number of nodes visited to find them.
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
        """The placements in all of them, in order."""
        shared = (placement for placement, number in self.having.items() if number == self.number)
        return sorted(shared, key=attrgetter("cells"))  # all in one solution, so that the cells distinguish them


def forced(searches: Searches, puzzle: BasePuzzle) -> tuple[Forced, ...] | None:
    """Return the forced placements in an order of deduction, or None without a completion."""
    with searches.at_work():
        if searches.solution(puzzle) is None:
            return None
        found: list[Forced] = []
        puzzle, situation = reasoned(puzzle, Situation.of(puzzle), found)
        for placement, nodes in proven(searches, puzzle, Completions(searches, puzzle)):
            searches.clock.check()  # sort the given pieces for each of them
            if placement not in puzzle.placed:  # others may be deduced from those that a search has shown
                found.append(Forced(placement, Reason("search", (), placement.piece, (), nodes), puzzle))
                after = situation and situation.after(situation.ground.placements.index(placement))
                puzzle, situation = reasoned(with_laid(puzzle, placement), after, found)
        return tuple(found)


def proven(searches: Searches, puzzle: BasePuzzle, seen: Completions) -> Iterator[tuple[Placement, int]]:
    """Yield the placements in every completion, each with the number of nodes visited to prove it."""
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
            else:  # this also shows that others are not forced
                shared.intersection_update(other.laid)


def _without(puzzle: BasePuzzle, placement: Placement) -> BasePuzzle:
    """Return the puzzle in which `placement` is not allowed."""
    number = puzzle.owner(placement)
    return puzzle.restricted([(number, lambda other: other.cells != placement.cells)])
