"""A next step for a person: a forced placement with the simplest reason, else the placement in most completions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..base.value import Described, Value
from ..base.words import counted
from ..base_puzzle import BasePuzzle
from ..drawable import Drawable, Drawing
from ..errors import PentominoError
from ..lattices.lattice import Cell
from ..pieces.polyform import Polyform
from ..placement import Placement
from ..search.options import is_whole
from ..solutions.register import number_in, own_letters
from ..solutions.solution import drawing_of
from .faults import called
from .forced import Completions, Forced, proven, reasoned
from .reasons import Reason
from .searches import Searches
from .situation import Situation

if TYPE_CHECKING:
    from ..puzzle import Puzzle

LEVELS = (1, 2, 3)
"""The levels of a hint: a cell; also the piece that covers it; also the placement."""


class Hint(Described, Value, Drawable):
    """A next step: a `cell`; from level 2 on the `piece` that covers it; at level 3 the `placement`.

    Fields above the level are None. `is_forced` is true if every completion has the placement, and `reason` is why. If
    not, it is the placement in most completions: `having` of `completions`. These are all, or the first 500 if not
    `is_exact`, as counting all takes long. `text` and the picture show what the level allows.

    >>> from pentomino import Puzzle
    >>> for level in (1, 2, 3):
    ...     print(Puzzle("3x5", "PUV", placed="VVV..\\nV....\\nV....").hint(level=level))
    look at the cell (0, 4): one piece covers it, in only one way
    look at the cell (0, 4): U covers it, in only one way
    U goes on (0, 3), (0, 4), (1, 4), (2, 3), (2, 4): only one placement covers the cell (0, 4), as 5 others would \
leave cells that cannot be filled
    """

    puzzle: Puzzle
    level: int
    cell: Cell
    piece: Polyform | None
    placement: Placement | None
    reason: Reason
    having: int | None
    completions: int | None
    is_exact: bool

    def at(self, level: int) -> Hint:
        """Return the hint at a lower level."""
        piece, placement = self.piece if level > 1 else None, self.placement if level > 2 else None
        return self._with(level=level, piece=piece, placement=placement)

    @property
    def is_forced(self) -> bool:
        """Whether every completion contains the placement."""
        return self.reason.kind != "often"

    @property
    def text(self) -> str:
        """The hint in one line."""
        if self.placement is not None:
            cells = ", ".join(map(str, self.placement.cells))
            if self.is_forced:
                return f"{called(self.placement.piece)} goes on {cells}: {self.reason.text}"
            return f"{called(self.placement.piece)} can go on {cells}: {self._often} have it, no other is in more"
        name = called(self.piece) if self.piece else "one piece"
        if self.reason.kind == "cell" and not self.reason.excluded:
            said = f"only {name} covers it" if self.piece else "only one placement covers it"
        elif self.reason.kind == "pocket":
            said = f"the pocket of {len(self.reason.cells)} cells there is for {name} alone"
        elif self.reason.kind == "piece":
            said = self.reason.places_for(name if self.piece else "a piece that covers it")
        elif self.reason.kind == "search":
            said = f"{name} covers it in the same way in all completions, as a search has shown"
        elif self.is_forced:
            said = f"{name} covers it, in only one way"
        else:
            what = f"{name} covers it, in the same way" if self.piece else "the same placement covers it"
            said = f"nothing is forced; in {self._often} {what}"
        return f"look at the cell {self.cell}: {said}"

    @property
    def _often(self) -> str:
        """The number of completions with the placement, in words."""
        return f"{self.having} of {'' if self.is_exact else 'the first '}{counted(self.completions or 0, 'completion')}"

    @property
    def drawing(self) -> Drawing:
        """The board, with a question mark or the letter of the piece in empty cells.

        At level 2 the piece is beside the board, as not everybody knows its name.
        """
        drawing = drawing_of(self.puzzle, self.puzzle.placed).pointing(self._marks())
        return drawing.beside(self.piece.drawing) if self.piece and self.placement is None else drawing

    def _marks(self) -> dict[Cell, str]:
        if self.placement is None:
            return {self.cell: "?"}
        number = number_in(self.puzzle, self.placement)
        letter = own_letters(self.puzzle)[0].get(number) or called(self.placement.piece)[0]
        return dict.fromkeys(self.placement.cells, letter)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the hint as plain values, to be written as JSON.

        Below level 3 the reason contains only its kind and cells.
        """
        reason = self.reason.to_dict()
        told: dict[str, Any] = {"level": self.level, "text": self.text, "forced": self.is_forced, "cell": self.cell}
        told["reason"] = reason if self.placement else {"kind": reason["kind"], "cells": reason["cells"]}
        if self.piece is not None:
            told["piece"] = self.piece.name
        if self.placement is not None:
            told["cells"] = self.placement.cells
        if not self.is_forced:
            told |= {"having": self.having, "completions": self.completions, "exact": self.is_exact}
        return told


def check_level(level: object) -> int:
    """Return the level. Raise `PentominoError` unless it is 1, 2 or 3."""
    if not is_whole(level, 1) or level not in LEVELS:
        raise PentominoError(f"level= is 1, 2 or 3, not {level!r}")
    return int(level)


def hint(searches: Searches, puzzle: BasePuzzle, level: int) -> Hint | None:
    """Return the next step from the given pieces; None if there is no completion or no empty cell."""
    with searches.at_work():
        if not puzzle.free or searches.solution(puzzle) is None:
            return None
        found: list[Forced] = []
        reasoned(puzzle, Situation.of(puzzle), found, most=1)
        if found:
            return _hint(puzzle, found[0].placement, found[0].reason).at(level)
        seen = Completions(searches, puzzle)
        for placement, nodes in proven(searches, puzzle, seen):
            return _hint(puzzle, placement, Reason("search", (), placement.piece, (), nodes)).at(level)
        if not seen.having:
            return None
        placement = min(seen.having, key=lambda one: (-seen.having[one], one))
        return _hint(puzzle, placement, Reason("often", (), placement.piece, (), seen.nodes), seen).at(level)


def _hint(puzzle: BasePuzzle, placement: Placement, reason: Reason, seen: Completions | None = None) -> Hint:
    """Return the hint at the highest level."""
    return Hint._make(
        puzzle=puzzle,
        level=LEVELS[-1],
        cell=min(set(reason.cells).intersection(placement.cells) or placement.cells),
        piece=placement.piece,
        placement=placement,
        reason=reason,
        having=seen and seen.having[placement],
        completions=seen and seen.number,
        is_exact=seen is None or seen.is_all,
    )
