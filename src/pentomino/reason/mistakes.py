"""Find the given pieces with which a puzzle cannot be completed, and the pieces to remove."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import suppress
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from ..drawable import Drawable, Drawing
from ..errors import SearchTimeout
from ..limits import look
from ..placement import Placement
from ..search.by_search import NodeLimit
from ..search.plan import plan_of
from ..search.verbs import count_by_search
from ..solutions.solution import drawing_of, symbols_for
from ..value import Described, Value
from ..wording import counted, joined
from .position import called
from .searches import Searches

if TYPE_CHECKING:
    from ..puzzle import Puzzle

MAX_TRIES = 64
"""How many searches for a smaller excluding set to make, and how many excluding sets to compute, at most. An excluding
set is a set of given pieces with which the puzzle cannot be completed."""

MAX_SETS = 1 << 14
"""The maximum number of sets of given pieces that are considered."""

MAX_SEARCHED = 1 << 22
"""The maximum number of nodes of all searches for the pieces to remove. The searches take some tenths of a second.
Known puzzles needed a quarter of these nodes."""

MAX_ANSWERS = 64
"""The maximum number of sets in `Mistakes.take_back`."""

MAX_TOLD = 5
"""The maximum number of sets of pieces that `Mistakes.text` lists."""

MAX_COMPLETIONS, MAX_NODES = 10_000, 1 << 20
"""How many completions to count after a removal, and how many nodes to visit, at most. These nodes take some 0.01 s."""

Given = tuple[Placement, ...]


class TakeBack(NamedTuple):
    """Given pieces to remove so that the puzzle can be completed.

    `completions` says how many completions there are then. Symmetric completions count separately. If `is_exact` is
    False, there may be more completions.

    >>> from pentomino import Puzzle
    >>> mistakes = Puzzle("3x5", "PUV", placed=".PP..\\n.PP..\\n.P...").mistakes()
    >>> [(one.placements[0].piece.name, one.completions) for one in mistakes.take_back]
    [('P', 4)]
    """

    placements: tuple[Placement, ...]
    completions: int
    is_exact: bool

    def to_dict(self) -> dict[str, Any]:
        """Return the pieces and the completions as plain values, to be written as JSON."""
        placements = [placement.to_dict() for placement in self.placements]
        return {"placements": placements, "completions": self.completions, "exact": self.is_exact}


class Mistakes(Described, Value, Drawable):
    """Given pieces with which a puzzle cannot be completed, and the pieces to remove.

    `placements` are given pieces that cannot stay together. No completion has all of them, but after the removal of any
    one of them, a completion has the others. The tuple is empty if the puzzle has no solution even without given
    pieces. If `is_smallest` is False, fewer given pieces may also exclude all completions.

    `take_back` lists the smallest sets of given pieces to remove so that the puzzle can be completed. The set that
    leaves the most completions comes first. If `is_all` is False, a full search would have taken too long, and other or
    smaller sets may exist. `puzzle` is the puzzle that cannot be completed. The picture shows all given pieces. The
    cells of the first set to remove show the letters of their pieces.

    >>> from pentomino import Puzzle
    >>> print(Puzzle("UU...\\nUPP..\\nUUPPP".replace("P", "."), "PUV").mistakes())
    None
    >>> print(Puzzle("3x5", "PUV", placed=".PP..\\n.PP..\\n.P...").mistakes())
    take back P (4 ways left): P cannot stay
    """

    puzzle: Puzzle
    placements: tuple[Placement, ...]
    is_smallest: bool
    take_back: tuple[TakeBack, ...]
    is_all: bool

    @property
    def text(self) -> str:
        """The pieces to remove, and the pieces that cannot stay together, in one line."""
        if not self.placements:
            return "there is no solution, even without the given pieces"
        both = ("", "both ", "all ")[min(len(self.placements), 3) - 1]
        return f"take back {joined([*self._choices()], 'or')}: {self._named(self.placements)} cannot {both}stay"

    def _choices(self) -> Iterator[str]:
        more = len(self.take_back) - MAX_TOLD
        for number, option in enumerate(self.take_back[: MAX_TOLD if more > 1 else None]):
            least, left = "" if option.is_exact else "at least ", str(option.completions)
            if number == 0:
                left = f"{counted(option.completions, 'way')} left"
            yield f"{self._named(option.placements)} ({least}{left})"
        if more > 1:
            yield f"one of {more} other sets"
        if not self.is_all:
            yield "perhaps other or fewer pieces"

    def _named(self, placements: Given) -> str:
        # the first cell distinguishes given pieces with the same name
        number, words = Counter(called(one.piece) for one in self.puzzle.placed), self.puzzle.board.in_words
        named = [(one, called(one.piece)) for one in placements]
        return joined([name + f" at {words(one.cells[0])}" * (number[name] > 1) for one, name in named])

    @property
    def drawing(self) -> Drawing:
        """The board with the given pieces. The cells of the pieces to remove show their letters."""
        placed, taken = self.puzzle.placed, self.take_back[0].placements if self.take_back else ()
        letters = dict(zip(placed, symbols_for(self.puzzle, placed), strict=True))
        staying = [placement for placement in placed if placement not in taken]
        board = drawing_of(self.puzzle, staying)._with(symbols=tuple(map(letters.__getitem__, staying)))
        return board.pointing({cell: letters[placement] for placement in taken for cell in placement.cells})

    def to_dict(self) -> dict[str, Any]:
        """Return the text and the pieces as plain values, to be written as JSON."""
        return {
            "text": self.text,
            "placements": [one.to_dict() for one in self.placements],
            "smallest": self.is_smallest,
            "take_back": [one.to_dict() for one in self.take_back],
            "all": self.is_all,
        }


def mistakes(searches: Searches, puzzle: Puzzle) -> Mistakes | None:
    """Return the given pieces with which `puzzle` cannot be completed, and the pieces to remove.

    Return None if there is a completion. If the time runs out, some sets of pieces to remove may be missing.
    """
    with searches.at_work():
        if searches.solution(plan_of(puzzle)) is not None:
            return None
        trials = Trials(searches, puzzle)
        excluding, is_smallest = trials.smallest()
    taken, is_all = trials.taken_back(excluding)
    return Mistakes._make(puzzle=puzzle, placements=excluding, is_smallest=is_smallest, take_back=taken, is_all=is_all)


class Trials:
    """Searches for completions that contain some of the given pieces.

    Each completion that is found may save later searches. If a set of given pieces is part of a known completion, no
    search is needed for this set.
    """

    def __init__(self, searches: Searches, puzzle: Puzzle) -> None:
        self._searches = searches
        self._placed = puzzle.placed
        self._plan = plan_of(puzzle._bare)
        self._missing: list[frozenset[Placement]] = []
        self._end: int | None = None  # searches give up at this total number of nodes

    def smallest(self) -> tuple[Given, bool]:
        """Return some given pieces that exclude all completions, and whether no smaller set does so.

        If any one of these pieces is removed, there is a completion. The second value is also False if this is unknown.
        """
        excluding = self._shrunk(self._placed)
        tries = sets = 0
        for fewer in range(len(excluding)):
            for given in combinations(self._placed, fewer):
                sets += 1
                if sets > MAX_SETS or tries > MAX_TRIES:
                    return excluding, False
                if self._may_exclude(given):
                    tries += 1
                    if self._is_excluding(given):
                        return self._shrunk(given), True
        return excluding, True

    def taken_back(self, excluding: Given) -> tuple[tuple[TakeBack, ...], bool]:
        """Return the smallest sets of pieces to remove, and whether these are all the smallest sets.

        The set that leaves the most completions comes first. `excluding` holds given pieces that exclude all
        completions. If the time runs out, return the sets that have been found.
        """
        if not excluding:
            return (), True
        smallest: list[Given] = []
        is_all = False
        with suppress(SearchTimeout, NodeLimit), self._searches.at_work():
            is_all = self._find_smallest(excluding, smallest)
        if not smallest:
            missing = min(self._missing, key=len)
            smallest = [tuple([placement for placement in self._placed if placement in missing])]
        taken = [TakeBack(given, *self._completions_without(given)) for given in smallest]
        return tuple(sorted(taken, key=lambda removal: (-removal.completions, removal.placements))), is_all

    def _find_smallest(self, excluding: Given, smallest: list[Given]) -> bool:
        """Add to `smallest` the smallest sets of pieces to remove. Return whether these are all the smallest sets.

        A set to remove must contain a piece of each excluding set (see `MAX_TRIES`). If a candidate has no piece of an
        excluding set, it is replaced by larger candidates: one for each piece of the excluding set (R. Reiter, "A
        theory of diagnosis from first principles", 1987).
        """
        conflicts = [excluding]
        self._end = self._searches.nodes + MAX_SEARCHED
        level = [frozenset[Placement]()]
        while not smallest:
            longer: dict[frozenset[Placement], None] = {}  # used as an ordered set
            for taken in level:
                look()
                conflict = next(filter(taken.isdisjoint, conflicts), None)
                if conflict is None:
                    staying = self._without(taken)
                    if not self._excludes(staying):
                        if len(smallest) == MAX_ANSWERS:
                            return False
                        smallest.append(tuple([placement for placement in self._placed if placement in taken]))
                        continue
                    if len(conflicts) > MAX_TRIES:
                        return False
                    conflict = self._shrunk(staying)
                    conflicts.append(conflict)
                longer.update(dict.fromkeys([taken | {placement} for placement in conflict]))
                if len(longer) > MAX_SETS:
                    return False
            level = [*longer]
        return True

    def _completions_without(self, taken: Given) -> tuple[int, bool]:
        # return how many completions were found, but at least 1, and whether these are all
        plan = self._plan.with_given(self._without(taken))
        with suppress(SearchTimeout), self._searches.at_work(), self._searches.run(plan) as run:
            try:
                number = count_by_search(run, MAX_COMPLETIONS, MAX_NODES)
            except NodeLimit:
                return max(1, run.clock.found), False
            return max(1, number), number < MAX_COMPLETIONS
        return 1, False

    def _without(self, taken: Collection[Placement]) -> Given:
        return tuple([placement for placement in self._placed if placement not in taken])

    def _shrunk(self, given: Given) -> Given:
        for placement in given:
            fewer = tuple([other for other in given if other != placement])
            if self._excludes(fewer):
                given = fewer
        return given

    def _excludes(self, given: Given) -> bool:
        return self._may_exclude(given) and self._is_excluding(given)

    def _may_exclude(self, given: Given) -> bool:
        return all(not missing.isdisjoint(given) for missing in self._missing)

    def _is_excluding(self, given: Given) -> bool:
        nodes = None if self._end is None else max(0, self._end - self._searches.nodes)
        solution = self._searches.solution(self._plan.with_given(given), nodes)
        if solution is not None:
            self._missing.append(frozenset(self._placed).difference(given, solution.search_order))
        return solution is None
