"""One next step for a person: what is forced, with the simplest reason; else what most completions have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..base.value import Value
from ..drawable import Drawable
from ..errors import PentominoError
from ..lattices.lattice import Cell
from ..pieces.polyform import Polyform
from ..placement import Placement
from ..puzzle import Puzzle
from ..search.options import is_whole
from ..solutions.lettering import number_in, own_letters
from ..solutions.solution import drawing_of
from .bench import Bench
from .faults import called
from .forced import Completions, proven
from .reasons import Reason
from .situation import Situation
from .stepping import Forced, reasoned

if TYPE_CHECKING:
    from ..render import Drawing

__all__ = ["LEVELS", "Hint", "hint"]

LEVELS = (1, 2, 3)
"""What a hint tells: a cell; also the piece that covers it; also how it lies there."""


class Hint(Value, Drawable):
    """A next step: a `cell`; from level 2 on the `piece` that covers it; at level 3 the `placement`; else None.

    `is_forced` tells whether every completion has the placement, and `reason` why; if not, it is one that most
    completions have: `having` of the `completions` that were looked at, which are 500 at most. `text` says what the
    level tells, and the picture shows it, in the cells that are empty.

    >>> from pentomino import Puzzle
    >>> for level in (1, 2, 3):
    ...     print(Puzzle("3x5", "PUV", placed="VVV..\\nV....\\nV....").hint(level=level))
    look at the cell (0, 4): one piece covers it, in only one way
    look at the cell (0, 4): U covers it, in only one way
    U goes on (0, 3), (0, 4), (1, 4), (2, 3), (2, 4): only one placement covers the cell (0, 4), as 5 others would \
leave cells that cannot be filled
    """

    _fields = ("puzzle", "level", "cell", "piece", "placement", "reason", "having", "completions")
    puzzle: Puzzle
    level: int
    cell: Cell
    piece: Polyform | None
    placement: Placement | None
    reason: Reason
    having: int | None
    completions: int | None

    @property
    def is_forced(self) -> bool:
        """Whether every completion has the placement."""
        return self.reason.kind != "often"

    @property
    def text(self) -> str:
        """What there is to say, in one line."""
        if self.placement is not None:
            cells = ", ".join(map(str, self.placement.cells))
            return f"{called(self.placement.piece)} goes on {cells}: {self._why(self.reason.text)}"
        name = called(self.piece) if self.piece else "one piece"
        if self.reason.kind == "cell" and not self.reason.excluded:
            said = f"only {name} covers it" if self.piece else "only one placement covers it"
        elif self.reason.kind == "pocket":
            said = f"the pocket of {len(self.reason.cells)} cells there is for {name} alone"
        elif self.reason.kind == "piece":
            said = f"{name} has only one place left" if self.piece else "a piece with only one place left covers it"
        elif self.is_forced:
            said = f"{name} covers it, in only one way"
        else:
            said = self._why(f"{name} covers it, in one way")
        return f"look at the cell {self.cell}: {said}"

    def _why(self, reason: str) -> str:
        if self.is_forced:
            return reason
        of = f"{self.having} of {self.completions} completions"
        return f"{of} have it" if self.placement is not None else f"in {of} {reason}"

    @property
    def drawing(self) -> Drawing:
        """What the pictures are drawn from: the board, and in its empty cells a question mark or the piece's letter."""
        drawing = drawing_of(self.puzzle, self.puzzle.placed)
        return drawing.labelled({**drawing.labels, **self._marks()})

    def _marks(self) -> dict[Cell, str]:
        if self.placement is None:
            return {self.cell: "?"}
        number = number_in(self.puzzle, self.placement)
        letter = own_letters(self.puzzle)[0].get(number) or called(self.placement.piece)[0]
        return dict.fromkeys(self.placement.cells, letter)

    def to_dict(self) -> dict[str, Any]:
        """What the hint tells as plain values, to be written as JSON."""
        told: dict[str, Any] = {"level": self.level, "text": self.text, "forced": self.is_forced, "cell": self.cell}
        if self.piece is not None:
            told["piece"] = self.piece.name
        if self.placement is not None:
            told["cells"] = self.placement.cells
            told["reason"] = self.reason.kind
        if not self.is_forced:
            told |= {"having": self.having, "completions": self.completions}
        return told

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Hint {self.text}>"


def check_level(level: object) -> int:
    """The level; raises `PentominoError` for what is none."""
    if not is_whole(level, 1) or level not in LEVELS:
        raise PentominoError(f"level is 1, 2 or 3, not {level!r}")
    return int(level)


def hint(bench: Bench, puzzle: Puzzle, level: int) -> Hint | None:
    """A next step from the given pieces; None if there is none, as no completion is left, or nothing is empty."""
    with bench.at_work():
        if not puzzle.free or bench.solution(puzzle) is None:
            return None
        found: list[Forced] = []
        reasoned(puzzle, Situation.of(puzzle), found, most=1)
        if found:
            return _hint(puzzle, level, found[0].placement, found[0].reason)
        seen = Completions(bench, puzzle)
        shared = [(p, seen.nodes) for p in seen.shared] if seen.is_all else proven(bench, puzzle, seen)
        for placement, nodes in shared:
            return _hint(puzzle, level, placement, Reason("search", (), placement.piece, (), nodes))
        if not seen.having:
            return None
        most = max(seen.having.values())
        placement = min(placement for placement, number in seen.having.items() if number == most)
        reason = Reason("often", (), placement.piece, (), seen.nodes)
        return _hint(puzzle, level, placement, reason, most, seen.number)


def _hint(
    puzzle: Puzzle,
    level: int,
    placement: Placement,
    reason: Reason,
    having: int | None = None,
    completions: int | None = None,
) -> Hint:
    """The hint that tells as much as the level allows."""
    at = set(reason.cells).intersection(placement.cells) or placement.cells
    return Hint._make(
        puzzle=puzzle,
        level=level,
        cell=min(at),
        piece=placement.piece if level > 1 else None,
        placement=placement if level > 2 else None,
        reason=reason,
        having=having,
        completions=completions,
    )
