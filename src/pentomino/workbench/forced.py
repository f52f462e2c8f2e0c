"""What all completions of a puzzle share, each placement with the simplest reason that can be given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from operator import attrgetter

from ..base.look import looked
from ..base_puzzle import BasePuzzle
from ..placement import Placement
from .reasons import Reason
from .searches import Searches
from .situation import Situation
from .stepping import Forced, reasoned, with_laid

__all__ = ["Completions", "forced", "proven"]

MOST_LISTED = 500
"""Completions that are listed; if there are more, they are counted, if the frontier can do that at once."""


class Completions:
    """How many completions of a puzzle have each placement: of all, or, if not `is_all`, of the first 500.

    `number` is how many completions these are, `nodes` what it took.
    """

    def __init__(self, searches: Searches, puzzle: BasePuzzle) -> None:
        before, self.number = searches.nodes, 0
        self.having: Counter[Placement] = Counter()
        with closing(searches.solutions(puzzle)) as found:  # type: ignore[type-var]
            for solution in islice(found, MOST_LISTED):
                self.number += 1
                self.having.update(looked(solution.placements))
        self.is_all = self.number < MOST_LISTED
        if not self.is_all and (tally := searches.tally(puzzle)) is not None:
            self.number, self.having, self.is_all = tally.total, Counter(tally), True
        for given in puzzle.placed:
            del self.having[given]
        self.nodes = searches.nodes - before

    @property
    def shared(self) -> list[Placement]:
        """The placements that all of them have, in order."""
        shared = (placement for placement, number in looked(self.having.items()) if number == self.number)
        return sorted(shared, key=attrgetter("cells"))  # of one solution, so that the cells tell them apart


def forced(searches: Searches, puzzle: BasePuzzle) -> tuple[Forced, ...] | None:
    """The placements that every completion has, in the order in which they can be reasoned out; None without any."""
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
    """The placements that no completion is without, with the nodes that it took to see it."""
    in_order = seen.shared
    shared = set(looked(in_order))
    for placement in in_order:
        if seen.is_all:
            yield placement, seen.nodes
        elif placement in shared:
            before = searches.nodes
            other = searches.solution(_without(puzzle, placement))
            if other is None:
                yield placement, searches.nodes - before
            else:
                shared.intersection_update(looked(other.placements))


def _without(puzzle: BasePuzzle, placement: Placement) -> BasePuzzle:
    """The puzzle in which a placement is not allowed."""
    number = puzzle.owner(placement)
    return puzzle.restricted([(number, lambda other: other.cells != placement.cells)])
