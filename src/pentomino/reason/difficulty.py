"""The difficulty of a puzzle for a person: the number of placements that the person must look at to solve it.

The person makes forced placements, for the same reasons as `Puzzle.forced`, from simple to hard. If no placement is
forced, the person tries all placements of the cell or piece that has the fewest placements. After each try, the person
continues in the same way until the try fails or solves the puzzle.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal, NamedTuple, TypeAlias

from ..base_puzzle import BasePuzzle
from ..lattices.numbering import bits
from ..search.plan import plan_of
from ..value import Described, Value
from ..wording import counted
from .hint import Reason, is_lost_after, simplest
from .position import Situation
from .searches import Searches

Level: TypeAlias = Literal["easy", "medium", "hard"]

LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")

EASY, MEDIUM = 100, 1000
"""The maximum work of an easy and of a medium puzzle. `docs/explanation/difficulty.md` explains these numbers."""

AHEAD = 3
"""The work of imagining a placement and looking at the remaining cells. The work of looking at a placement is 1."""

MAX_SITUATIONS = 200
"""The number of situations (positions of the pieces) after which the solver gives up."""


class Difficulty(Described, Value):
    """The difficulty of a puzzle for a person.

    `work` is the number of placements to look at. An imagined placement counts three times. `steps` counts the steps to
    the solution, as pairs (kind, number of steps). The kinds are those of `Reason`, "ahead" if some placements of a
    cell or piece had to be excluded first, and "guess". `depth` is the maximum number of nested guesses. If `is_whole`
    is False, the solver gave up after 200 positions, and `work` is the work until then.

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


class Enough(Exception):  # noqa: N818 - not an error, but the way out
    """Raised when the solver has seen `MAX_SITUATIONS` situations and gives up."""


class Tried(NamedTuple):
    """The result of solving a situation (position): the `work`, and in `steps` the number of steps of each kind.

    `steps` is None if the situation has no solution.
    """

    work: int
    steps: Counter[str] | None


class Solver:
    """Solves a puzzle like a person. `work` is the work of all tries, `depth` the maximum number of nested guesses."""

    def __init__(self) -> None:
        self.work = self.depth = 0
        self._left = MAX_SITUATIONS

    def solve(self, situation: Situation, depth: int = 0) -> Tried:
        """Solve `situation`, which follows `depth` guesses. Return the result; raise `Enough` after too many steps."""
        work, steps = 0, Counter[str]()
        while not is_done(situation):
            self._look(depth)
            if is_lost(situation):
                return Tried(work + self._counted(1), None)
            step = simplest(situation)
            if step is None:
                return self._guess(situation, depth, work, steps)
            work += self._counted(work_of(step.reason))
            steps["ahead" if step.reason.excluded else step.reason.kind] += 1
            situation = situation.after(step.number)
        return Tried(work, steps)

    def _look(self, depth: int) -> None:
        self.depth = max(self.depth, depth)
        self._left -= 1
        if not self._left:
            raise Enough

    def _counted(self, work: int) -> int:
        self.work += work
        return work

    def _guess(self, situation: Situation, depth: int, work: int, steps: Counter[str]) -> Tried:
        """Return the result of trying all placements of the cell or piece that has the fewest placements.

        `depth`, `work` and `steps` are the numbers before this guess. Before the first of r right placements come, in a
        random order, w / (r + 1) of the w wrong placements on average.
        """
        fitting = list(bits(fewest(situation)))
        tries = [number for number in fitting if not is_lost_after(situation, number)]
        work += self._counted(len(fitting) + AHEAD * len(fitting))
        found = [self.solve(situation.after(number), depth + 1) for number in tries]
        right = [one for one in found if one.steps is not None]
        wrong = 2 * sum(one.work for one in found if one.steps is None) // (len(right) + 1)
        if not right:
            return Tried(work + wrong, None)
        way = min(right, key=lambda one: one.work)
        return Tried(work + wrong + way.work, steps + Counter(guess=1) + (way.steps or Counter()))


def is_done(situation: Situation) -> bool:
    """Return whether no cell and no piece of the situation (position) is still required."""
    return not situation.required and not any(situation.needed())


def is_lost(situation: Situation) -> bool:
    """Return whether it is obvious that the situation (position) has no solution.

    This is so if a required cell has no placement, if a required piece has too few placements, or if the pieces cannot
    fill a region.
    """
    ground = situation.ground
    if any(not situation.fitting & ground.covering[cell] for cell in bits(situation.required)):
        return True
    if any((situation.fitting & ground.of_piece[n]).bit_count() < least for n, least in situation.needed()):
        return True
    return any(not situation.can_fill(region) for region in ground.regions(situation.empty))


def fewest(situation: Situation) -> int:
    """Return the placements, as a bit set of numbers, of the cell or required piece that has the fewest placements."""
    ground, fitting = situation.ground, situation.fitting
    choices = [fitting & ground.covering[cell] for cell in bits(situation.required)]
    choices += [fitting & ground.of_piece[number] for number, _ in situation.needed()]
    return min(choices, key=int.bit_count)


def work_of(reason: Reason) -> int:
    """Return the work of finding a reason. Excluded placements, and placements that fill a region, must be imagined."""
    return AHEAD * reason.cost if reason.kind == "region" else reason.cost + (AHEAD - 1) * len(reason.excluded)


def measured(puzzle: BasePuzzle) -> Difficulty | None:
    """Return the difficulty of `puzzle`, or None if the solver finds that it has no solution.

    The result is computed once and stored with the puzzle.
    """
    return puzzle._once(_measured)


def _measured(puzzle: BasePuzzle) -> Difficulty | None:
    if not plan_of(puzzle).is_feasible:
        return None
    # A `Situation` cannot have a limit on the number of empty cells.
    situation = Situation.of(puzzle) if puzzle._most_empty == len(puzzle.optional) else None
    if situation is None:  # nothing can be deduced, so the puzzle counts as hard
        return Difficulty._make(work=MEDIUM + 1, steps=(), depth=0, is_whole=False)
    solver = Solver()
    try:
        tried = solver.solve(situation)
    except Enough:
        return Difficulty._make(work=solver.work, steps=(), depth=solver.depth, is_whole=False)
    if tried.steps is None:
        return None
    steps = tuple(sorted(tried.steps.items()))
    return Difficulty._make(work=tried.work, steps=steps, depth=solver.depth, is_whole=True)


def difficulty(searches: Searches, puzzle: BasePuzzle) -> Difficulty | None:
    """Return the difficulty of `puzzle`, or None if it has no solution.

    If the solver gave up, a search finds out whether there is a solution.
    """
    with searches.at_work():
        found = measured(puzzle)
        if found is None or found.is_whole or searches.solution(puzzle) is not None:
            return found
        return None
