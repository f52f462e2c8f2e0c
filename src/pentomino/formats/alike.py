"""Coloured pieces of one shape: where they may lie, and whether their places tell them apart.

To a puzzle such pieces are one piece, which may lie where any of them may. That says the same as the file if no place
is one of two of them and none of them has room more often than it is there: then each lies just that often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from itertools import combinations
from typing import NamedTuple

from ..lattices.lattice import Cells
from ..pieces.polyform import Polyform
from .common import FormatError
from .json import Only

__all__ = ["AlikePieces", "places_of"]

MOST_TRIES = 1 << 10
"""Placements that are tried to see whether pieces have room."""


class AlikePieces(NamedTuple):
    """Pieces of one shape and one colouring: the least and the most number, and where they may lie, if colours tell."""

    piece: Polyform
    least: int
    most: int
    only: Only | None


def places_of(alike: Collection[AlikePieces], others: Iterable[AlikePieces], line: int) -> Only | None:
    """Where pieces of one shape may lie, if colours tell; raises `FormatError` if these do not tell them apart."""
    copies: Counter[Only | None] = Counter()
    for kind in alike:
        copies[kind.only] += kind.least
    if len(copies) == 1:
        return next(iter(copies))
    used = [kind.only.places for kind in others if kind.only for _ in range(kind.least)]
    counts = [(only.places, number) for only, number in copies.items() if only]
    is_exact = len(counts) == len(copies) and all(kind.least == kind.most for kind in alike)
    are_apart = all(set(some).isdisjoint(more) for (some, _), (more, _) in combinations(counts, 2))
    if not (is_exact and are_apart) or any(_have_room([*[p] * (n + 1), *used], [MOST_TRIES]) for p, n in counts):
        what = "pieces of one shape in several colours are understood only if"
        raise FormatError(f"{what} it is clear from their places how many of each lie there", line)
    return Only(place for places, _ in counts for place in places)


def _have_room(places: list[Collection[Cells]], left: list[int]) -> bool:
    """Whether pieces may lie at one place of each without overlap; also if there are no tries *left* to tell."""
    if not places or not left[0]:
        return True
    left[0] -= 1
    first, *rest = sorted(places, key=len)
    return any(_have_room([[cells for cells in some if not cells & made] for some in rest], left) for made in first)
