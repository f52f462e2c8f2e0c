"""What all completions of a puzzle share, each placement with the simplest reason that can be given."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from itertools import islice

from ..placement import Placement
from ..puzzle import Puzzle
from .bench import Bench
from .reasons import Reason
from .situation import Situation
from .stepping import Forced, reasoned, with_laid

__all__ = ["Completions", "forced", "proven"]

MANY = 500
"""Completions that are looked at for what they share, before it is asked of each placement alone."""


class Completions:
    """The completions of a puzzle, as far as they were looked at: how many have each placement.

    `is_all` tells whether these are all; `nodes` are those of the search for them.
    """

    def __init__(self, bench: Bench, puzzle: Puzzle) -> None:
        before, self.number = bench.nodes, 0
        self.having: Counter[Placement] = Counter()
        given = set(puzzle.placed)
        with closing(bench.solutions(puzzle)) as found:  # type: ignore[type-var]
            for solution in islice(found, MANY):
                self.number += 1
                self.having.update(placement for placement in solution.placements if placement not in given)
        self.is_all = self.number < MANY
        self.nodes = bench.nodes - before

    @property
    def shared(self) -> list[Placement]:
        """The placements that all of them have, in order."""
        return sorted(placement for placement, number in self.having.items() if number == self.number)


def forced(bench: Bench, puzzle: Puzzle) -> tuple[Forced, ...] | None:
    """The placements that every completion has, in the order in which they can be reasoned out; None without any."""
    with bench.at_work():
        if bench.solution(puzzle) is None:
            return None
        found: list[Forced] = []
        puzzle, situation = reasoned(puzzle, Situation.of(puzzle), found)
        for placement, nodes in _searched(bench, puzzle):
            bench.clock.check()  # what is laid is put in order for each of them
            if placement not in puzzle.placed:  # others may follow from those that a search has shown
                found.append(Forced(placement, Reason("search", (), placement.piece, (), nodes), puzzle))
                after = situation and situation.after(situation.ground.placements.index(placement))
                puzzle, situation = reasoned(with_laid(puzzle, placement), after, found)
        return tuple(found)


def _searched(bench: Bench, puzzle: Puzzle) -> list[tuple[Placement, int]]:
    """The placements that every completion has, with the nodes of the search that shows it."""
    seen = Completions(bench, puzzle)
    return [(placement, seen.nodes) for placement in seen.shared] if seen.is_all else proven(bench, puzzle, seen)


def proven(bench: Bench, puzzle: Puzzle, seen: Completions) -> list[tuple[Placement, int]]:
    """Those of the placements shared so far that no completion is without, with the nodes that it took to see it."""
    shared, found = set(seen.shared), []
    for placement in seen.shared:
        if placement not in shared:
            continue
        before = bench.nodes
        other = bench.solution(_without(puzzle, placement))
        if other is None:
            found.append((placement, bench.nodes - before))
        else:
            shared &= set(other.placements)
    return found


def _without(puzzle: Puzzle, placement: Placement) -> Puzzle:
    """The puzzle in which a placement is not allowed."""
    number = puzzle.piece_set.number(placement.cells)
    return puzzle.restricted([(number, lambda other: other.cells != placement.cells)])
