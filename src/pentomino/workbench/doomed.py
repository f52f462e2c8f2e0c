"""Which given pieces leave a puzzle without a completion, and which to take back so that there are some."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import suppress
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from ..base.limits import look
from ..base.value import Described, Value
from ..base.words import counted, joined
from ..base_puzzle import BasePuzzle
from ..drawable import Drawable, Drawing
from ..errors import SearchTimeout
from ..placement import Placement
from ..search.methods.method import NodeLimit
from ..search.plan import plan_of
from ..solutions.solution import drawing_of
from .faults import called
from .searches import Searches

if TYPE_CHECKING:
    from ..puzzle import Puzzle

MOST_TRIES = 64
"""Searches for a smaller set, when no piece of the set found can be left out; and sets that exclude, to find what to
take back."""

MOST_SETS = 1 << 14
"""Sets of pieces that are looked at to choose those to try."""

MOST_SEARCHED = 1 << 22
"""Nodes to find what to take back, some tenths of a second: boxes as they are sold took at most a quarter of that."""

MOST_ANSWERS = 64
"""Sets of pieces to take back."""

MOST_TOLD = 5
"""Sets of pieces to take back that the text names."""

MOST_COMPLETIONS, MOST_NODES = 10_000, 1 << 20
"""Completions that are counted for each of these sets, and nodes to find them: some hundredths of a second."""

Given = tuple[Placement, ...]


class TakeBack(NamedTuple):
    """Given pieces without which there are completions.

    `completions` is their number; symmetric ones count apart. If not `is_exact`, there are at least that many.

    >>> from pentomino import Puzzle
    >>> doom = Puzzle("3x5", "PUV", placed=".PP..\\n.PP..\\n.P...").doomed()
    >>> [(one.placements[0].piece.name, one.completions) for one in doom.take_back]
    [('P', 4)]
    """

    placements: tuple[Placement, ...]
    completions: int
    is_exact: bool

    def to_dict(self) -> dict[str, Any]:
        """Return pieces and number as plain values, to be written as JSON."""
        placements = [one.to_dict() for one in self.placements]
        return {"placements": placements, "completions": self.completions, "exact": self.is_exact}


class Doom(Described, Value, Drawable):
    """Given pieces that exclude all completions, and what to take back.

    `placements` are pieces that cannot stay together: even alone they exclude all completions, and without any one of
    them they do not. They are none if the board cannot be filled even without given pieces. If `is_smallest`, no fewer
    given pieces exclude all completions; else it is only known that each of these is needed.

    `take_back` are the sets of the fewest given pieces without which there are completions, most completions first. If
    not `is_all`, there may be other such sets, or smaller ones: the search for them would have taken too long. `puzzle`
    is what has no completion. The picture shows all given pieces, with the letters of the first set to take back in its
    cells.

    >>> from pentomino import Puzzle
    >>> print(Puzzle("UU...\\nUPP..\\nUUPPP".replace("P", "."), "PUV").doomed())
    None
    >>> print(Puzzle("3x5", "PUV", placed=".PP..\\n.PP..\\n.P...").doomed())
    take back P (4 ways left): P cannot stay
    """

    puzzle: Puzzle
    placements: tuple[Placement, ...]
    is_smallest: bool
    take_back: tuple[TakeBack, ...]
    is_all: bool

    @property
    def text(self) -> str:
        """What to take back, and what cannot stay, in one line."""
        if not self.placements:
            return "there is no solution, even without the given pieces"
        both = ("", "both ", "all ")[min(len(self.placements), 3) - 1]
        return f"take back {joined([*self._choices()], 'or')}: {self._named(self.placements)} cannot {both}stay"

    def _choices(self) -> Iterator[str]:
        """Yield the sets to take back in words, as many as are read in one go."""
        more = len(self.take_back) - MOST_TOLD
        for number, one in enumerate(self.take_back[: MOST_TOLD if more > 1 else None]):
            least, what = "" if one.is_exact else "at least ", str(one.completions)
            if number == 0:
                what = f"{counted(one.completions, 'way')} left"
            yield f"{self._named(one.placements)} ({least}{what})"
        if more > 1:
            yield f"one of {more} other sets"
        if not self.is_all:
            yield "perhaps other or fewer pieces"

    def _named(self, placements: Given) -> str:
        """Return what pieces are called in a sentence: by their names or, of several with one name, by place."""
        number = Counter(called(one.piece) for one in self.puzzle.placed)
        return joined(
            [called(one.piece) + f" at {one.cells[0]}" * (number[called(one.piece)] > 1) for one in placements]
        )

    @property
    def drawing(self) -> Drawing:
        """The board with the given pieces, those to take back as letters in cells that are hinted."""
        taken = self.take_back[0].placements if self.take_back else ()
        whole = drawing_of(self.puzzle, self.puzzle.placed)  # which gives copies their letters
        pairs = list(zip(self.puzzle.placed, whole.symbols, strict=True))
        staying = [(one, symbol) for one, symbol in pairs if one not in taken]
        board = Drawing.of_parts(
            whole.cells,
            [one.cells for one, _ in staying],
            tuple([symbol for _, symbol in staying]),
            tuple([one.piece.name for one, _ in staying]),
            whole.labels,
            whole.lattice,
        )
        return board.pointing({cell: symbol for one, symbol in pairs if one in taken for cell in one.cells})

    def to_dict(self) -> dict[str, Any]:
        """Return text and pieces as plain values, to be written as JSON."""
        return {
            "text": self.text,
            "placements": [one.to_dict() for one in self.placements],
            "smallest": self.is_smallest,
            "take_back": [one.to_dict() for one in self.take_back],
            "all": self.is_all,
        }


def doomed(searches: Searches, puzzle: BasePuzzle) -> Doom | None:
    """Return what excludes all completions and what to take back, or None if there is a completion.

    If the time is out when it is known what excludes them, return what to take back as far as that is known.
    """
    with searches.at_work():
        if searches.solution(puzzle) is not None:
            return None
        trials = Trials(searches, puzzle)
        found, is_smallest = trials.smallest()
    taken, is_all = trials.taken_back(found)
    return Doom._make(puzzle=puzzle, placements=found, is_smallest=is_smallest, take_back=taken, is_all=is_all)


class Trials:
    """Searches for completions with some of the given pieces, and what follows from those found.

    A set of given pieces that excludes all completions has a piece that a completion lacks, for each one found: sets
    without such a piece need no search.
    """

    def __init__(self, searches: Searches, puzzle: BasePuzzle) -> None:
        self._searches = searches
        self._placed = puzzle.placed
        self._plan = plan_of(puzzle.bare)
        self._missing: list[frozenset[Placement]] = []
        self._end: int | None = None  # the number of nodes after which a search gives up

    def smallest(self) -> tuple[Given, bool]:
        """Return pieces that exclude, but not without any one of them, and whether no fewer pieces exclude."""
        found = self._shrunk(self._placed)
        tries = sets = 0
        for fewer in range(len(found)):
            for given in combinations(self._placed, fewer):
                sets += 1
                if sets > MOST_SETS or tries > MOST_TRIES:
                    return found, False
                if self._may_exclude(given):
                    tries += 1
                    if self._is_excluding(given):
                        return self._shrunk(given), True
        return found, True

    def taken_back(self, excluding: Given) -> tuple[tuple[TakeBack, ...], bool]:
        """Return the fewest pieces to take back, most completions first, and whether these are all such sets.

        `excluding` are pieces that exclude. If the time is out, return what is known then.
        """
        if not excluding:
            return (), True
        found: list[Given] = []
        is_all = False
        with suppress(SearchTimeout, NodeLimit), self._searches.at_work():
            is_all = self._correct(excluding, found)
        if not found:
            missing = min(self._missing, key=len)
            found = [tuple([one for one in self._placed if one in missing])]
        taken = [TakeBack(one, *self._completions_without(one)) for one in found]
        return tuple(sorted(taken, key=lambda one: (-one.completions, one.placements))), is_all

    def _correct(self, excluding: Given, found: list[Given]) -> bool:
        """Add to `found` the sets of the fewest pieces to take back. Return whether these are all.

        A set to take back has a piece of each set that excludes. So those of one piece more follow from any set that
        excludes and that loses no piece so far (R. Reiter, "A theory of diagnosis from first principles", 1987).
        """
        known = [excluding]
        self._end = self._searches.nodes + MOST_SEARCHED
        level = [frozenset[Placement]()]
        while not found:
            longer: dict[frozenset[Placement], None] = {}  # a set, in order
            for taken in level:
                look()
                reason = next(filter(taken.isdisjoint, known), None)
                if reason is None:
                    staying = self._without(taken)
                    if not self._excludes(staying):
                        if len(found) == MOST_ANSWERS:
                            return False
                        found.append(tuple([one for one in self._placed if one in taken]))
                        continue
                    if len(known) > MOST_TRIES:
                        return False
                    reason = self._shrunk(staying)
                    known.append(reason)
                longer.update(dict.fromkeys([taken | {one} for one in reason]))
                if len(longer) > MOST_SETS:
                    return False
            level = [*longer]
        return True

    def _completions_without(self, taken: Given) -> tuple[int, bool]:
        """Return how many completions are left without some pieces, at least 1, and whether these are all."""
        plan = self._plan.with_given(self._without(taken))
        with suppress(SearchTimeout), self._searches.at_work():
            number, is_all = self._searches.count_by(plan, MOST_COMPLETIONS, MOST_NODES)
            return max(1, number), is_all
        return 1, False

    def _without(self, taken: Collection[Placement]) -> Given:
        return tuple([one for one in self._placed if one not in taken])

    def _shrunk(self, given: Given) -> Given:
        """Return pieces of an excluding set that exclude, but not without any one of them."""
        for placement in given:
            fewer = tuple([other for other in given if other != placement])
            if self._excludes(fewer):
                given = fewer
        return given

    def _excludes(self, given: Given) -> bool:
        """Return whether there is no completion with these."""
        return self._may_exclude(given) and self._is_excluding(given)

    def _may_exclude(self, given: Given) -> bool:
        return all(not missing.isdisjoint(given) for missing in self._missing)

    def _is_excluding(self, given: Given) -> bool:
        nodes = None if self._end is None else max(0, self._end - self._searches.nodes)
        solution = self._searches.solution_by(self._plan.with_given(given), nodes)
        if solution is not None:
            self._missing.append(frozenset(self._placed).difference(given, solution.laid))
        return solution is None
