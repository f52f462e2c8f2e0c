"""Reasons why a placement is forced, the forced placements of a puzzle, and hints at the next step for a person.

`direct` finds reasons that are visible at once: only one piece fits in a pocket, or a cell or a piece has only one
placement left. `looking_ahead` also excludes placements that leave cells which obviously cannot be filled. `deduce_all`
finds the forced placements that a person can deduce in this way. `forced` searches for all forced placements.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from itertools import filterfalse, islice
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from ..drawable import Drawable, Drawing
from ..errors import PentominoError, is_whole
from ..lattices.lattice import Cell
from ..lattices.numbering import bits
from ..limits import look
from ..pieces.polyform import Polyform
from ..placement import Placement
from ..search.plan import plan_of
from ..solutions.solution import drawing_of, kit_of, number_in, own_letters
from ..value import Described, Value
from ..wording import counted
from .position import Fault, Position, called, lost, lying
from .searches import Searches

if TYPE_CHECKING:
    from ..puzzle import Puzzle


# -------------------------------------------------------------------------------------------------------------- reasons


MAX_LOOKED_AT = 24
"""The maximum number of placements of a cell or a piece that a person tries one by one."""

MAX_LAID = 100
"""The maximum number of placements that are tried to fill a region."""


class Reason(NamedTuple):
    """Why a placement is forced.

    `kind` is one of these:

    - "pocket": only this placement can fill a region;
    - "cell": only this placement can cover a cell;
    - "piece": every place that is left for the piece must be used;
    - "region": all ways to fill a region have the placement;
    - "search": a search has shown that every completion has the placement;
    - "often": the placement is not forced, but no other placement occurs in more completions.

    `cells` is the region or the cell, and `piece` the placed piece. `excluded` holds placements that fit but leave
    cells that cannot be filled. `cost` says how many placements a person must look at or, for "search" and "often", how
    many nodes the search visited. `left` says how many places are left for the piece if `kind` is "piece", otherwise 1.
    `where` is the place of the first of `cells` in words.

    >>> from pentomino import Puzzle
    >>> first = Puzzle("3x5", "PUV", placed="VVV..\\nV....\\nV....").forced()[0]
    >>> first.reason.kind, first.reason.cells, len(first.reason.excluded), first.reason.cost
    ('cell', ((0, 4),), 5, 15)
    """

    kind: str
    cells: tuple[Cell, ...]
    piece: Polyform | None
    excluded: tuple[Placement, ...]
    cost: int
    left: int = 1
    where: str = ""

    @property
    def text(self) -> str:
        """The reason in words."""
        if self.kind == "search":
            return f"a search of {counted(self.cost, 'node')} has found nothing else"
        if self.kind == "often":
            return "many completions have it"
        name = called(self.piece) if self.piece else ""
        at, size = self.where, counted(len(self.cells), "cell")
        text = {
            "pocket": f"only {name} fits the pocket of {size} at {at}",
            "cell": f"only one placement covers the cell at {at}",
            "piece": self.places_for(name),
            "region": f"all ways to fill the region of {size} at {at} include it",
        }[self.kind]
        if not self.excluded:
            return text
        return f"{text}, as {counted(len(self.excluded), 'other')} would leave cells that cannot be filled"

    def to_dict(self) -> dict[str, Any]:
        """Return the reason as plain values, for example to write it as JSON."""
        return {
            "kind": self.kind,
            "text": self.text,
            "cells": self.cells,
            "piece": self.piece.name if self.piece else None,
            "excluded": [placement.to_dict() for placement in self.excluded],
            "cost": self.cost,
            "left": self.left,
        }

    def places_for(self, name: str) -> str:
        """Return a clause such as "only one place is left for X", where X is `name`."""
        if self.left == 1:
            return f"only one place is left for {name}"
        return f"only {self.left} places are left for the {self.left} copies of {name}"


class ForcedStep(NamedTuple):
    """A forced placement and its `reason`. `number` is the index of the placement in `Ground.placements`."""

    number: int
    reason: Reason


def direct(position: Position) -> Iterator[ForcedStep]:
    """Yield the placements that are forced because a pocket, a cell or a piece has only one placement left."""
    yield from _by_pockets(position)
    yield from _by_choices(position, 0)


def looking_ahead(position: Position) -> Iterator[ForcedStep]:
    """Yield the forced placements that a person finds by imagining placements.

    A placement is forced if all ways to fill a region contain it. It is also forced if all other placements of the same
    piece, or all others that cover one of its cells, leave cells that cannot be filled.
    """
    yield from _by_regions(position)
    yield from _by_choices(position, MAX_LOOKED_AT)


def simplest(position: Position) -> ForcedStep | None:
    """Return the forced placement whose reason has the least cost, or None. Prefer placements that `direct` finds."""
    for find in (direct, looking_ahead):
        steps = list(find(position))
        if steps:
            return min(steps, key=attrgetter("reason.cost"))
    return None


def _by_pockets(position: Position) -> Iterator[ForcedStep]:
    # a pocket is a region too small for two pieces
    ground = position.ground
    copies = zip(ground.puzzle.pieces, position.copies, strict=True)
    sizes = [count.piece.size for count, (_, most) in copies if most != 0]
    for region in ground.regions(position.empty):
        size = region.bit_count()
        if size not in sizes or size >= 2 * min(sizes) or region & ground.optional:
            continue
        whole = [number for number in _covering_first(position, region) if ground.masks[number] == region]
        if len(whole) == 1:
            piece, cells = ground.placements[whole[0]].piece, ground.cells_of(region)
            where = ground.puzzle.board.in_words(cells[0])
            yield ForcedStep(whole[0], Reason("pocket", cells, piece, (), sizes.count(size), 1, where))


def _covering_first(position: Position, region: int) -> list[int]:
    return bits(position.fitting & position.ground.covering[(region & -region).bit_length() - 1])


def _by_choices(position: Position, most: int) -> Iterator[ForcedStep]:
    """Yield a forced placement for each cell or piece that leaves no choice.

    If at most `most` placements fit, placements that leave cells which cannot be filled are excluded first.
    """
    ground = position.ground
    is_lost = cache(partial(is_lost_after, position))  # cached, as a placement is checked for each cell that it covers
    pairs = zip(ground.of_piece, position.copies, strict=True)
    present = sum([mask for mask, (_, copies) in pairs if copies != 0])  # the placements of pieces with copies left
    for kind, cells, _, least, every, fitting, number in position.choices:
        look()
        if not least <= number <= max(least, most):
            continue
        left = [*islice(filterfalse(is_lost, bits(fitting)), least + 1)] if number > least else bits(fitting)
        if 0 < len(left) <= least:
            excluded = tuple([ground.placements[n] for n in bits(fitting) if n not in left])
            cost = (present & every).bit_count() + len(excluded)
            piece, where = ground.placements[left[0]].piece, ground.puzzle.board.in_words(*cells[:1])
            yield ForcedStep(left[0], Reason(kind, cells, piece, excluded, cost, len(left), where))


def _by_regions(position: Position) -> Iterator[ForcedStep]:
    regions = position.ground.regions(position.empty)
    for region in regions if len(regions) > 1 else ():
        if region & position.ground.optional:
            continue
        common, tried = -1, 0
        for way in _ways(position, region):
            if way is None:
                tried += 1
            else:
                common &= way
            if tried > MAX_LAID or not common:
                break
        if common > 0 and tried <= MAX_LAID:
            cells = position.ground.cells_of(region)
            where = position.ground.puzzle.board.in_words(cells[0])
            for number in bits(common):
                piece = position.ground.placements[number].piece
                yield ForcedStep(number, Reason("region", cells, piece, (), tried, 1, where))


def _ways(position: Position, region: int, chosen: int = 0) -> Iterator[int | None]:
    """Yield each set of placements that contains `chosen` and fills `region`. Yield None after each attempt."""
    if not region:
        yield chosen
        return
    for number in _covering_first(position, region):
        yield None
        yield from _ways(position.after(number), region & ~position.ground.masks[number], chosen | 1 << number)


def is_lost_after(position: Position, number: int) -> bool:
    """Return whether the placement with this `number` leaves adjacent cells that obviously cannot be filled."""
    ground, after = position.ground, position.after(number)
    edge = ground.around(ground.masks[number]) & after.empty
    if any(not after.fitting & ground.covering[cell] for cell in bits(edge & after.required)):
        return True
    while edge:
        region = ground.region(after.empty, edge & -edge)
        if not ground.can_fill(after.copies, region):
            return True
        edge &= ~region
    return False


def hopeless(position: Position) -> Fault | None:
    """Return a fault if each placement of a required cell or piece leaves unfillable cells. Otherwise return None."""
    for _, cells, piece, _, _, fitting, number in position.choices:
        if number <= MAX_LOOKED_AT and all(is_lost_after(position, n) for n in bits(fitting)):
            some = [position.ground.placements[n] for n in bits(fitting)]
            return lost(position.puzzle, cells, piece, some)
    return None


# ---------------------------------------------------------------------------------------------------- forced placements


MAX_LISTED = 500
"""The maximum number of completions to list. If there are more, the frontier engine counts all if it is fast enough."""


class _Forced(NamedTuple):
    placement: Placement
    reason: Reason
    puzzle: Puzzle


class Forced(Described, _Forced, Drawable):
    """A placement that every completion of a puzzle has, with the reason.

    `puzzle` is the puzzle before this placement. Its given pieces include the earlier forced placements.

    >>> from pentomino import Puzzle
    >>> for forced in Puzzle("3x5", "PUV", placed="VVV..\\nV....\\nV....").forced():
    ...     print(forced)
    U on row 1, columns 4 and 5; row 2, column 5; row 3, columns 4 and 5: only one placement covers the \
cell at row 1, column 5, as 5 others would leave cells that cannot be filled
    P on row 2, columns 2, 3 and 4; row 3, columns 2 and 3: only P fits the pocket of 5 cells at row 2, column 2
    """

    __slots__ = ()

    @property
    def text(self) -> str:
        """The placement and the reason, in one line."""
        return f"{lying(self.placement, self.puzzle.board)}: {self.reason.text}"

    @property
    def drawing(self) -> Drawing:
        """The board with the given pieces, the earlier forced placements and this placement."""
        return drawing_of(self.puzzle, (*self.puzzle.placed, self.placement))

    def to_dict(self) -> dict[str, Any]:
        """Return the placement and the reason as plain values, to be written as JSON."""
        return {**self.placement.to_dict(), "reason": self.reason.to_dict()}


def deduce_all(position: Position) -> tuple[list[Forced], Position]:
    """Make all placements that can be deduced. Return them and the position after them."""
    deduced: list[Forced] = []
    while (step := simplest(position)) is not None:
        deduced.append(Forced(position.ground.placements[step.number], step.reason, position.puzzle))
        position = position.after(step.number)
    return deduced, position


class Completions:
    """The completions of a puzzle.

    `having` maps each placement to how many completions have it. `number` completions were counted, and `nodes` nodes
    were visited. If `is_all` is False, only the first 500 completions were counted.
    """

    def __init__(self, searches: Searches, puzzle: Puzzle) -> None:
        before = searches.nodes
        solutions = searches.first(MAX_LISTED, puzzle)
        self.number = len(solutions)
        self.having: Counter[Placement] = Counter()
        for solution in solutions:
            self.having.update(solution.search_order)
        self.is_all = self.number < MAX_LISTED
        if not self.is_all and (tally := searches.tally(puzzle)) is not None:
            self.number, self.having, self.is_all = tally.total, Counter(tally), True
        for given in puzzle.placed:
            del self.having[given]
        self.nodes = searches.nodes - before


def forced(searches: Searches, puzzle: Puzzle) -> tuple[Forced, ...] | None:
    """Return the forced placements in the order in which they were deduced, or None if there is no completion."""
    with searches.at_work():
        if searches.solution(plan_of(puzzle)) is None:
            return None
        deduced, position = deduce_all(Position.of(puzzle))
        puzzle = position.puzzle
        for placement, nodes in proven(searches, puzzle, Completions(searches, puzzle)):
            searches.clock.check()  # each step sorts the given pieces, which takes time
            if placement not in position.placed:  # a deduction may have placed it already
                deduced.append(Forced(placement, Reason("search", (), placement.piece, (), nodes), position.puzzle))
                given = (*position.placed, placement)
                more, position = deduce_all(Position.of(position.puzzle.replace(placed=given)))
                deduced += more
        return tuple(deduced)


def proven(searches: Searches, puzzle: Puzzle, seen: Completions) -> Iterator[tuple[Placement, int]]:
    """Yield each placement that every completion has, with the number of nodes visited to prove it.

    `seen` describes completions that have been found. A placement is tried only if all these completions have it.
    """
    shared = {placement for placement, number in seen.having.items() if number == seen.number}
    for placement in sorted(shared, key=attrgetter("cells")):  # placements of one solution differ in their cells
        if seen.is_all:
            yield placement, seen.nodes
        elif placement in shared:
            before = searches.nodes
            other = searches.solution(plan_of(_without(puzzle, placement)))
            if other is None:
                yield placement, searches.nodes - before
            else:  # placements that `other` does not contain are not forced either
                shared.intersection_update(other.search_order)


def _without(puzzle: Puzzle, placement: Placement) -> Puzzle:
    number = puzzle._owner(placement)
    return puzzle._restricted([(number, lambda other: other.cells != placement.cells)])


# -------------------------------------------------------------------------------------------------------- the next step


LEVELS = (1, 2, 3)
"""The levels of a hint: 1 shows a cell, 2 also the piece that covers it, 3 also the placement of the piece."""


class Hint(Described, Value, Drawable):
    """A hint at the next step for a person.

    At level 1 the hint is a `cell`. At level 2 it also has the `piece` that covers the cell, and at level 3 the
    `placement` of the piece. At lower levels they are None, and neither `text` nor the picture shows them.

    If `is_forced`, every completion has the placement, and `reason` explains why. Otherwise, `having` of the
    `completions` completions have it, and no other placement occurs in more. If `is_exact` is False, `completions`
    counts only the first 500.

    >>> from pentomino import Puzzle
    >>> for level in (1, 2, 3):
    ...     print(Puzzle("3x5", "PUV", placed="VVV..\\nV....\\nV....").hint(level=level))
    look at the cell at row 1, column 5: one piece covers it, in only one way
    look at the cell at row 1, column 5: U covers it, in only one way
    U goes on row 1, columns 4 and 5; row 2, column 5; row 3, columns 4 and 5: only one placement covers \
the cell at row 1, column 5, as 5 others would leave cells that cannot be filled
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
        """Return this hint at `level`, which must not be higher than the level of this hint."""
        piece, placement = self.piece if level > 1 else None, self.placement if level > 2 else None
        return self._with(level=level, piece=piece, placement=placement)

    @property
    def is_forced(self) -> bool:
        """Whether every completion has the placement."""
        return self.reason.kind != "often"

    @property
    def text(self) -> str:
        """The hint in one line."""
        if self.placement is not None:
            cells = self.puzzle.board.in_words(*self.placement.cells)
            if self.is_forced:
                return f"{called(self.placement.piece)} goes on {cells}: {self.reason.text}"
            return f"{called(self.placement.piece)} can go on {cells}: {self._often} have it, and no other is in more"
        name = called(self.piece) if self.piece else "one piece"
        if self.reason.kind == "cell" and not self.reason.excluded:
            clue = f"only {name} covers it" if self.piece else "only one placement covers it"
        elif self.reason.kind == "pocket":
            clue = f"the pocket of {len(self.reason.cells)} cells there is for {name} alone"
        elif self.reason.kind == "piece":
            clue = self.reason.places_for(name if self.piece else "a piece that covers it")
        elif self.reason.kind == "search":
            clue = f"{name} covers it in the same way in all completions, as a search has shown"
        elif self.is_forced:
            clue = f"{name} covers it, in only one way"
        else:
            how = f"{name} covers it, in the same way" if self.piece else "the same placement covers it"
            clue = f"nothing is forced; in {self._often} {how}"
        return f"look at the cell at {self.puzzle.board.in_words(self.cell)}: {clue}"

    @property
    def _often(self) -> str:
        return f"{self.having} of {'' if self.is_exact else 'the first '}{counted(self.completions or 0, 'completion')}"

    @property
    def drawing(self) -> Drawing:
        """The board with a question mark in the cell. At level 2, a picture of the piece is beside the board.

        At level 3, the cells of the placement show the letter of the piece instead.
        """
        drawing = drawing_of(self.puzzle, self.puzzle.placed).pointing(self._marks())
        if self.piece is None or self.placement is not None:
            return drawing
        owner = self.puzzle._numbers_of(self.piece)[0], kit_of(self.puzzle)
        return drawing.beside(self.piece._with(colours=()).drawing._with(owners=(owner,)))

    def _marks(self) -> dict[Cell, str]:
        if self.placement is None:
            return {self.cell: "?"}
        number = number_in(self.puzzle, self.placement)
        letter = own_letters(self.puzzle)[0].get(number) or called(self.placement.piece)[0]
        return dict.fromkeys(self.placement.cells, letter)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the hint as plain values, to be written as JSON.

        Below level 3 the reason has only its kind and cells.
        """
        reason = self.reason.to_dict()
        fields: dict[str, Any] = {"level": self.level, "text": self.text, "forced": self.is_forced, "cell": self.cell}
        fields["reason"] = reason if self.placement else {"kind": reason["kind"], "cells": reason["cells"]}
        if self.piece is not None:
            fields["piece"] = self.piece.name
        if self.placement is not None:
            fields["cells"] = self.placement.cells
        if not self.is_forced:
            fields |= {"having": self.having, "completions": self.completions, "exact": self.is_exact}
        return fields


def check_level(level: object) -> int:
    """Return `level` as an integer. Raise `PentominoError` unless it is 1, 2 or 3."""
    if not is_whole(level, 1) or level not in LEVELS:
        raise PentominoError(f"level must be 1, 2 or 3, got {level!r}")
    return int(level)


def hint(searches: Searches, puzzle: Puzzle, level: int) -> Hint | None:
    """Return a hint of this level at the next step after the given pieces.

    Return None if there is no completion, or no empty cell.
    """
    with searches.at_work():
        if not puzzle.uncovered_cells or searches.solution(plan_of(puzzle)) is None:
            return None
        position = Position.of(puzzle)
        if (step := simplest(position)) is not None:
            return _hint(puzzle, level, position.ground.placements[step.number], step.reason)
        seen = Completions(searches, puzzle)
        for placement, nodes in proven(searches, puzzle, seen):
            return _hint(puzzle, level, placement, Reason("search", (), placement.piece, (), nodes))
        if not seen.having:
            return None
        placement = min(seen.having, key=lambda candidate: (-seen.having[candidate], candidate))
        return _hint(puzzle, level, placement, Reason("often", (), placement.piece, (), seen.nodes), seen)


def hints(puzzle: Puzzle, timeout: float | None = None) -> Iterator[Hint]:
    """Yield a hint for each placement until `puzzle` is complete. `timeout` limits the seconds for each hint."""
    while (next_hint := puzzle.hint(level=LEVELS[-1], timeout=timeout)) is not None:
        yield next_hint
        assert next_hint.placement is not None, "hints of the last level have a placement"
        puzzle = puzzle.replace(placed=(*puzzle.placed, next_hint.placement))


def _hint(puzzle: Puzzle, level: int, placement: Placement, reason: Reason, seen: Completions | None = None) -> Hint:
    cell = min(set(reason.cells).intersection(placement.cells) or placement.cells)
    having, number, is_exact = (seen.having[placement], seen.number, seen.is_all) if seen else (None, None, True)
    counts = {"having": having, "completions": number, "is_exact": is_exact}
    shown = {"cell": cell, "piece": placement.piece, "placement": placement, "reason": reason}
    return Hint._make(puzzle=puzzle, level=LEVELS[-1], **shown, **counts).at(level)
