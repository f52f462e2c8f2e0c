"""Forced placements, one after the other, as far as a person can reason them out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ..base_puzzle import BasePuzzle
from ..drawable import Drawable
from ..placement import Placement
from ..solutions.solution import drawing_of
from .faults import lying
from .reasons import Reason, simplest
from .situation import Situation

if TYPE_CHECKING:
    from ..render import Drawing

__all__ = ["Forced", "Reasoned", "reasoned", "with_laid"]

AnyPuzzle = TypeVar("AnyPuzzle", bound=BasePuzzle)


class _Forced(NamedTuple):
    placement: Placement
    reason: Reason
    puzzle: BasePuzzle


class Forced(_Forced, Drawable):
    """A placement that every completion of a puzzle has, with the reason.

    `puzzle` is the one in which the reason holds: with the given pieces, and those that were found to be forced before.

    >>> from pentomino import Puzzle
    >>> for forced in Puzzle("3x5", "PUV", placed="VVV..\\nV....\\nV....").forced():
    ...     print(forced)
    U on (0, 3), (0, 4), (1, 4), (2, 3), (2, 4): only one placement covers the cell (0, 4), as 5 others would leave \
cells that cannot be filled
    P on (1, 1), (1, 2), (1, 3), (2, 1), (2, 2): only P fits the pocket of 5 cells at (1, 1)
    """

    __slots__ = ()

    @property
    def drawing(self) -> Drawing:
        """What the pictures are drawn from: the pieces that lay there before, and the forced one."""
        return drawing_of(self.puzzle, (*self.puzzle.placed, self.placement))

    def to_dict(self) -> dict[str, Any]:
        """The placement and the reason as plain values, to be written as JSON."""
        return {"piece": self.placement.piece.name, "cells": self.placement.cells, "reason": self.reason.text}

    def __repr__(self) -> str:
        return f"<Forced {self}>"

    def __str__(self) -> str:
        return f"{lying(self.placement)}: {self.reason.text}"


class Reasoned(NamedTuple):
    """A puzzle with what can be reasoned out laid, and its situation, if there is room for all that this takes."""

    puzzle: BasePuzzle
    situation: Situation | None


def reasoned(puzzle: BasePuzzle, situation: Situation | None, found: list[Forced], most: int | None = None) -> Reasoned:
    """The puzzle with what can be reasoned out laid, at most so many placements, which are added to *found*."""
    while situation is not None and len(found) != most and (step := simplest(situation)) is not None:
        placement = situation.ground.placements[step.number]
        found.append(Forced(placement, step.reason, puzzle))
        puzzle, situation = with_laid(puzzle, placement), situation.after(step.number)
    return Reasoned(puzzle, situation)


def with_laid(puzzle: AnyPuzzle, placement: Placement) -> AnyPuzzle:
    """The puzzle with one given piece more, one that is allowed."""
    return puzzle.with_placed(tuple(sorted((*puzzle.placed, placement))))
