"""Which given pieces leave a puzzle without a completion: the fewest of them that cannot stay together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

from ..base.value import Value
from ..base.words import joined
from ..base_puzzle import BasePuzzle
from ..drawable import Drawable, Drawing
from ..placement import Placement
from ..solutions.solution import drawing_of
from .faults import lying
from .searches import Searches

if TYPE_CHECKING:
    from ..puzzle import Puzzle

__all__ = ["Doom", "doomed"]

MOST_TRIES = 64
"""Searches for a smaller set, when no piece of the set found can be left out."""

MOST_SETS = 1 << 14
"""Sets of pieces that are looked at to choose those to try."""


class Doom(Value, Drawable):
    """Given pieces that cannot stay together: with them there is no completion, without any one of them there is.

    `placements` are these pieces, none if the board cannot be filled even without given ones. If `is_smallest`, no
    fewer given pieces exclude all completions; else it is only known that each of these is needed. `puzzle` is what has
    no completion. The picture shows these pieces alone.

    >>> from pentomino import Puzzle
    >>> print(Puzzle("UU...\\nUPP..\\nUUPPP".replace("P", "."), "PUV").doomed())
    None
    >>> print(Puzzle("3x5", "PUV", placed=".PP..\\n.PP..\\n.P...").doomed())
    P on (0, 1), (0, 2), (1, 1), (1, 2), (2, 1) cannot stay
    """

    puzzle: Puzzle
    placements: tuple[Placement, ...]
    is_smallest: bool

    @property
    def text(self) -> str:
        """What cannot stay, in one line."""
        if not self.placements:
            return "there is no solution, even without the given pieces"
        both = ("", "both ", "all ")[min(len(self.placements), 3) - 1]
        return f"{joined([*map(lying, self.placements)])} cannot {both}stay"

    @property
    def drawing(self) -> Drawing:
        """The board with these pieces only."""
        return drawing_of(self.puzzle, self.placements)

    def to_dict(self) -> dict[str, Any]:
        """Return text and pieces as plain values, to be written as JSON."""
        pieces = [{"piece": one.piece.name, "cells": one.cells} for one in self.placements]
        return {"text": self.text, "placements": pieces, "smallest": self.is_smallest}

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Doom {self.text}>"


def doomed(searches: Searches, puzzle: BasePuzzle) -> Doom | None:
    """Return given pieces that exclude all completions, or None if there is a completion."""
    with searches.at_work():
        tests = Tests(searches, puzzle)
        if not tests.is_excluding(puzzle.placed):
            return None
        found = tests.shrunk(puzzle.placed)
        for fewer in tests.candidates(len(found)):
            if tests.is_excluding(fewer):
                return Doom._make(puzzle=puzzle, placements=tests.shrunk(fewer), is_smallest=True)
        return Doom._make(puzzle=puzzle, placements=found, is_smallest=tests.is_complete)


Given = tuple[Placement, ...]


class Tests:
    """Searches for completions with some of the given pieces, and what follows from those found.

    A set of given pieces that excludes all completions has a piece that a completion lacks, for each one found: sets
    without such a piece need no search.
    """

    def __init__(self, searches: Searches, puzzle: BasePuzzle) -> None:
        self._searches = searches
        self._puzzle = puzzle
        self._missing: list[frozenset[Placement]] = []
        self.is_complete = True

    def is_excluding(self, given: Given) -> bool:
        """Return whether there is no completion with these."""
        solution = self._searches.solution(self._puzzle.with_placed(given))
        if solution is not None:
            self._missing.append(frozenset(self._puzzle.placed).difference(solution.laid))
        return solution is None

    def shrunk(self, given: Given) -> Given:
        """Return pieces of an excluding set that exclude, but not without any one of them."""
        for placement in given:
            fewer = tuple([other for other in given if other != placement])
            if self._may_exclude(fewer) and self.is_excluding(fewer):
                given = fewer
        return given

    def _may_exclude(self, given: Given) -> bool:
        return all(not missing.isdisjoint(given) for missing in self._missing)

    def candidates(self, size: int) -> Iterator[Given]:
        """Yield sets of fewer pieces that may exclude, the smallest first. Clear `is_complete` if some are left out."""
        tries = sets = 0
        for fewer in range(size):
            for given in combinations(self._puzzle.placed, fewer):
                sets += 1
                if sets > MOST_SETS or tries > MOST_TRIES:
                    self.is_complete = False
                    return
                if self._may_exclude(given):
                    tries += 1
                    yield given
