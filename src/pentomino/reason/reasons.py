"""Reasons why a placement is forced or a situation has no solution, which a person can follow without a search.

`direct` finds reasons that are visible at once: a pocket that only one piece fits, or a cell or a piece with only one
placement left. `looking_ahead` also excludes placements that leave cells which obviously cannot be filled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sized
from functools import cache, partial
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

from ..lattices.lattice import Cell
from ..lattices.numbering import bits
from ..limits import look
from ..pieces.polyform import Polyform
from ..placement import Placement
from ..wording import counted
from .position import Fault, Situation, called

MAX_LOOKED_AT = 24
"""The maximum number of placements of a cell or a piece that a person tries, to see whether they leave a fault."""

MAX_LAID = 100
"""The maximum number of placements tried to fill a region."""


IsLost: TypeAlias = Callable[[int], bool]
"""A function that returns whether a placement, given by its number, leaves cells that obviously cannot be filled."""


class Reason(NamedTuple):
    """Why a placement is forced.

    `kind` is one of these:

    - "pocket": only this placement can fill a region;
    - "cell": only this placement can cover a cell;
    - "piece": a piece has only as many places left as copies to be placed;
    - "region": all ways to fill a region contain the placement;
    - "search": a search has shown that every completion contains the placement;
    - "often": the placement is not forced, but most completions contain it.

    `cells` are the region or cell concerned, and `piece` is the piece placed. `excluded` are placements that fit but
    leave cells that cannot be filled. `cost` is the number of placements that a person must look at or, for a search,
    the number of nodes. `left` is the number of places left for the kind "piece".

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

    @property
    def text(self) -> str:
        """The reason in words."""
        if self.kind == "search":
            return f"a search of {counted(self.cost, 'node')} has found nothing else"
        if self.kind == "often":
            return "many completions have it"
        name = called(self.piece) if self.piece else ""
        at, size = next(iter(self.cells), None), counted(len(self.cells), "cell")
        text = {
            "pocket": f"only {name} fits the pocket of {size} at {at}",
            "cell": f"only one placement covers the cell {at}",
            "piece": self.places_for(name),
            "region": f"all ways to fill the region of {size} at {at} have it",
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
    """A forced placement, as its `number` in `Ground.placements`, and the `reason` why it is forced."""

    number: int
    reason: Reason


def hopeless(situation: Situation) -> Fault | None:
    """Return a fault if each placement of a required cell or piece leaves cells that cannot be filled, else None."""
    ground = situation.ground
    for cell in bits(situation.required):
        here = situation.fitting & ground.covering[cell]
        if _is_hopeless(situation, here):
            where, excluded = ground.cells[cell], _placements(situation, here)
            said = f"{_each(excluded, 'placement')} that cover{'s' * (not excluded[1:])} the cell {where} {_LOST}"
            return Fault("cell", said, (where,), None, excluded)
    for number, _ in situation.needed():
        own = situation.fitting & ground.of_piece[number]
        if _is_hopeless(situation, own):
            piece, excluded = ground.puzzle.pieces[number].piece, _placements(situation, own)
            said = f"{_each(excluded, 'place')} of {called(piece)} {_LOST}"
            return Fault("piece", said, (), piece, excluded)
    return None


_LOST = "leaves cells that cannot be filled"


def _each(some: Sized, noun: str) -> str:
    return f"the only {noun}" if len(some) == 1 else f"each of the {counted(len(some), noun)}"


def _is_hopeless(situation: Situation, numbers: int) -> bool:
    few = numbers.bit_count() <= MAX_LOOKED_AT
    return few and all(is_lost_after(situation, number) for number in bits(numbers))


def _placements(situation: Situation, numbers: int) -> tuple[Placement, ...]:
    return tuple([situation.ground.placements[number] for number in bits(numbers)])


def is_lost_after(situation: Situation, number: int) -> bool:
    """Return whether placement `number` leaves cells beside it that obviously cannot be filled."""
    ground, after = situation.ground, situation.after(number)
    edge = ground.around(ground.masks[number]) & after.empty
    if any(not after.fitting & ground.covering[cell] for cell in bits(edge & after.required)):
        return True
    while edge:
        region = ground.region(after.empty, edge & -edge)
        if not ground.can_fill(after.copies, region):
            return True
        edge &= ~region
    return False


def never(number: int) -> bool:
    """Return False. This is an `IsLost` that excludes no placement."""
    return False


def direct(situation: Situation) -> Iterator[ForcedStep]:
    """Yield the placements that are forced because a pocket, a cell or a piece has only one placement left."""
    yield from _by_pockets(situation)
    yield from _by_cells(situation, 1, never)
    yield from _by_pieces(situation, 0, never)


def looking_ahead(situation: Situation) -> Iterator[ForcedStep]:
    """Yield the forced placements that a person finds by imagining placements.

    Either all ways to fill a region contain the placement, or all other placements of its cell or piece leave cells
    that cannot be filled.
    """
    yield from _by_regions(situation)
    is_lost = cache(partial(is_lost_after, situation))  # a placement is checked for each cell that it covers
    yield from _by_cells(situation, MAX_LOOKED_AT, is_lost)
    yield from _by_pieces(situation, MAX_LOOKED_AT, is_lost)


def simplest(situation: Situation) -> ForcedStep | None:
    """Return the forced placement whose reason has the least cost, or None. Reasons found by `direct` come first."""
    for find in (direct, looking_ahead):
        found = list(find(situation))
        if found:
            return min(found, key=attrgetter("reason.cost"))
    return None


def _by_pockets(situation: Situation) -> Iterator[ForcedStep]:
    # a pocket is a region too small for two pieces
    ground = situation.ground
    copies = zip(ground.puzzle.pieces, situation.copies, strict=True)
    sizes = sorted(count.piece.size for count, (_, most) in copies if most != 0)
    largest = sizes[-1] if sizes else 0
    for region in ground.regions(situation.empty):
        size = region.bit_count()
        if size > largest or size >= 2 * sizes[0] or region & ground.optional:
            continue
        whole = [n for n in bits(situation.fitting & _covering_first(situation, region)) if ground.masks[n] == region]
        if len(whole) == 1:
            piece, cost = ground.placements[whole[0]].piece, sizes.count(size)
            yield ForcedStep(whole[0], Reason("pocket", ground.cells_of(region), piece, (), cost))


def _covering_first(situation: Situation, region: int) -> int:
    return situation.ground.covering[(region & -region).bit_length() - 1]


def _by_cells(situation: Situation, most: int, is_lost: IsLost) -> Iterator[ForcedStep]:
    """Yield the only placement that `is_lost` leaves for each cell. Skip cells with more than `most` placements."""
    ground, owned = situation.ground, situation.owned_by_left()
    for cell in bits(situation.required):
        look()
        here = situation.fitting & ground.covering[cell]
        if not 0 < here.bit_count() <= most:
            continue
        left = _those_left(here, 1, is_lost)
        if left is not None:
            looks = (owned & ground.covering[cell]).bit_count()
            yield _step(situation, "cell", left, here, looks, ground.cells[cell])


def _by_pieces(situation: Situation, most: int, is_lost: IsLost) -> Iterator[ForcedStep]:
    """Yield a placement of each piece for which `is_lost` leaves only as many places as there are required copies."""
    ground = situation.ground
    for number, least in situation.needed():
        own = situation.fitting & ground.of_piece[number]
        if not least <= own.bit_count() <= max(most, least):
            continue
        left = _those_left(own, least, is_lost)
        if left is not None:
            yield _step(situation, "piece", left, own, ground.of_piece[number].bit_count())


def _step(situation: Situation, kind: str, left: int, fitting: int, looks: int, *cells: Cell) -> ForcedStep:
    """Return the step that makes the first placement of the set `left`.

    `fitting` is the set of all fitting placements of the cell or piece; those not in `left` are excluded. `looks` is
    the number of placements that a person looks at, without the imagined ones.
    """
    ground = situation.ground
    number = (left & -left).bit_length() - 1
    excluded = _placements(situation, fitting & ~left)
    piece = ground.placements[number].piece
    return ForcedStep(number, Reason(kind, cells, piece, excluded, looks + len(excluded), left.bit_count()))


def _those_left(numbers: int, most: int, is_lost: IsLost) -> int | None:
    """Return the placements of the set `numbers` that `is_lost` does not exclude, or None if more than `most` are left.

    If `numbers` has at most `most` placements, it is returned as it is. If `is_lost` excludes all, return None.
    """
    if numbers.bit_count() <= most:
        return numbers
    left = 0
    for number in bits(numbers):
        if not is_lost(number):
            left |= 1 << number
            if left.bit_count() > most:
                return None
    return left or None


def _by_regions(situation: Situation) -> Iterator[ForcedStep]:
    regions = situation.ground.regions(situation.empty)
    for region in regions if len(regions) > 1 else ():
        if region & situation.ground.optional:
            continue
        ways = Ways(situation, region)
        for number in bits(ways.common):
            cells, piece = situation.ground.cells_of(region), situation.ground.placements[number].piece
            yield ForcedStep(number, Reason("region", cells, piece, (), ways.tried))


class Ways:
    """All ways to fill a region. `common` is the set of placements that all ways contain.

    `tried` is the number of placements tried. If it exceeds `MAX_LAID`, `common` is empty.
    """

    def __init__(self, situation: Situation, region: int) -> None:
        self.tried = 0
        self.common = -1
        self._fill(situation, region, 0)
        if self.tried > MAX_LAID or self.common < 0:
            self.common = 0

    def _fill(self, situation: Situation, region: int, made: int) -> None:
        if not region:
            self.common &= made
            return
        for number in bits(situation.fitting & _covering_first(situation, region)):
            self.tried += 1
            if self.tried > MAX_LAID or not self.common:
                return
            self._fill(situation.after(number), region & ~situation.ground.masks[number], made | 1 << number)
