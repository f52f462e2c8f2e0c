"""The difficulty of a puzzle for a person: how many placements the person must look at to solve it.

The person makes forced placements, the simplest first. The reasons are those of `Puzzle.forced`. If no placement is
forced, the person tries all placements of the cell or piece that has the fewest placements. After each try, the person
continues in the same way until the try fails or solves the puzzle.
"""

from __future__ import annotations

from collections import Counter
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from ..lattices.numbering import bits
from ..search.plan import plan_of
from ..value import Described, Value
from ..wording import counted
from .hint import is_lost_after, simplest
from .position import Position
from .searches import Searches

if TYPE_CHECKING:
    from ..puzzle import Puzzle

Level: TypeAlias = Literal["easy", "medium", "hard"]

LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")

EASY, MEDIUM = 100, 1000
"""The maximum work of an easy and of a medium puzzle. `docs/explanation/difficulty.md` explains these numbers."""

AHEAD = 3
"""The work for each placement that the person imagines. The work for a placement that is only looked at is 1."""

MAX_POSITIONS = 200
"""The number of positions after which the solver gives up."""


class Difficulty(Described, Value):
    """The difficulty of a puzzle for a person.

    `work` says how many placements must be looked at. An imagined placement counts three times. `depth` says how deep
    guesses are nested. If `is_whole` is False, the solver gave up after 200 positions, and `work` is the work for these
    positions.

    `steps` has pairs (kind, how many steps of this kind). A kind is "guess", "ahead" or a `kind` of `Reason`. In a step
    of the kind "ahead", some placements of a cell or piece are excluded first.

    >>> from pentomino import Puzzle
    >>> found = Puzzle("3x5", "PUV", placed="VVV..\\nV....\\nV....").difficulty()
    >>> print(found)
    easy: 26 placements to look at; 1 ahead, 1 pocket
    >>> found.work, found.level, found.depth
    (26, 'easy', 0)
    """

    work: int
    steps: tuple[tuple[str, int], ...]
    depth: int
    is_whole: bool

    @property
    def level(self) -> Level:
        """The level: "easy" up to a work of 100, "medium" up to 1000, otherwise "hard"."""
        return LEVELS[(self.work > EASY) + (self.work > MEDIUM)]

    @property
    def text(self) -> str:
        """The difficulty as one line of text."""
        least = "" if self.is_whole else "at least "
        steps = ", ".join(f"{number} {kind}" for kind, number in self.steps)
        return f"{self.level}: {least}{counted(self.work, 'placement')} to look at{f'; {steps}' if steps else ''}"

    def to_dict(self) -> dict[str, Any]:
        """Return the difficulty as plain values, to be written as JSON."""
        steps = dict(self.steps)
        return {"work": self.work, "level": self.level, "steps": steps, "depth": self.depth, "whole": self.is_whole}


class Enough(Exception):  # noqa: N818 - not an error, but ends the measurement
    """Raised when the solver has seen `MAX_POSITIONS` positions and gives up."""


class Tried(NamedTuple):
    """The `work` to solve a position, and how many `steps` of each kind. If there is no solution, `steps` is None."""

    work: int
    steps: Counter[str] | None


class Solver:
    """Solves a puzzle like a person. `work` includes failed tries. `depth` says how deep guesses are nested."""

    def __init__(self) -> None:
        self.work = self.depth = 0
        self._left = MAX_POSITIONS

    def solve(self, position: Position, depth: int = 0) -> Tried:
        """Solve `position`. `depth` counts the guesses before it. Raise `Enough` after too many positions."""
        work, steps = 0, Counter[str]()
        while position.choices:
            self.depth = max(self.depth, depth)
            self._left -= 1
            if not self._left:
                raise Enough
            if is_lost(position):
                return Tried(work + self._counted(1), None)
            step = simplest(position)
            if step is None:
                return self._guess(position, depth, work, steps)
            reason = step.reason
            imagined = reason.cost if reason.kind == "region" else len(reason.excluded)
            work += self._counted(reason.cost + (AHEAD - 1) * imagined)
            steps["ahead" if reason.excluded else reason.kind] += 1
            position = position.after(step.number)
        return Tried(work, steps)

    def _counted(self, work: int) -> int:
        self.work += work
        return work

    def _guess(self, position: Position, depth: int, work: int, steps: Counter[str]) -> Tried:
        """Try all placements of the cell or piece that has the fewest placements. Return the result.

        `depth`, `work` and `steps` are the values before this guess. The work of a failed try counts twice. If w
        placements are wrong and r are right, w / (r + 1) tries in random order fail on average.
        """
        fitting = bits(min(position.choices, key=attrgetter("number")).fitting)
        tries = [number for number in fitting if not is_lost_after(position, number)]
        work += self._counted(len(fitting) + AHEAD * len(fitting))
        results = [self.solve(position.after(number), depth + 1) for number in tries]
        right = [result for result in results if result.steps is not None]
        wrong = 2 * sum(result.work for result in results if result.steps is None) // (len(right) + 1)
        if not right:
            return Tried(work + wrong, None)
        way = min(right, key=lambda result: result.work)
        return Tried(work + wrong + way.work, steps + Counter(guess=1) + (way.steps or Counter()))


def is_lost(position: Position) -> bool:
    """Return whether it is obvious that `position` has no solution.

    This is obvious if a required cell has no placement, a required piece has too few placements, or the pieces cannot
    fill a region.
    """
    if any(choice.number < choice.least for choice in position.choices):
        return True
    return not all(map(position.can_fill, position.ground.regions(position.empty)))


def measured(puzzle: Puzzle) -> Difficulty | None:
    """Return the difficulty of `puzzle`, or None if the solver finds that it has no solution.

    The result is computed once and stored with the puzzle.
    """
    return puzzle._once(_measured)


def _measured(puzzle: Puzzle) -> Difficulty | None:
    if not plan_of(puzzle).is_feasible:
        return None
    position = Position.of(puzzle)
    # Large puzzles, and puzzles with a limit on empty cells, count as hard, without any deduction.
    if not position.ground.is_small or puzzle._most_empty < len(puzzle.optional_cells):
        return Difficulty._make(work=MEDIUM + 1, steps=(), depth=0, is_whole=False)
    solver = Solver()
    try:
        tried = solver.solve(position)
    except Enough:
        return Difficulty._make(work=solver.work, steps=(), depth=solver.depth, is_whole=False)
    if tried.steps is None:
        return None
    steps = tuple(sorted(tried.steps.items()))
    return Difficulty._make(work=tried.work, steps=steps, depth=solver.depth, is_whole=True)


def difficulty(searches: Searches, puzzle: Puzzle) -> Difficulty | None:
    """Return the difficulty of `puzzle`, or None if it has no solution.

    If the solver gave up, a search finds out whether there is a solution.
    """
    with searches.at_work():
        result = measured(puzzle)
        if result is None or result.is_whole or searches.solution(plan_of(puzzle)) is not None:
            return result
        return None
