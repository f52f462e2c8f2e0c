"""Sums of areas: which numbers of cells a choice of copies can cover.

A set of sums is a Python integer: bit n is set when n cells can be covered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ..base.look import look
from ..errors import PuzzleError
from .polyform import Polyform

Counted: TypeAlias = tuple[Polyform, int, int | None]

__all__ = ["can_cover", "check_areas", "coverable", "fewest_pieces"]


def coverable(counts: Sequence[Counted], limit: int) -> int:
    """The areas up to *limit* cells that a choice of copies covers, as a bit set; `most` None means no bound."""
    sums, within = 1, (1 << (limit + 1)) - 1
    for piece, least, most in counts:
        look()
        sums = sums << (least * piece.size) & within if least * piece.size <= limit else 0
        spare = limit // piece.size if most is None else min(most - least, limit // piece.size)
        step = 1  # doubling: after steps 1, 2, 4 ... any number of copies up to their sum is there
        while spare:
            take = min(step, spare)
            sums |= sums << (take * piece.size) & within
            spare -= take
            step *= 2
    return sums


def can_cover(counts: Sequence[Counted], area: int, spare: int = 0) -> bool:
    """Whether some choice of copies covers *area* cells, of which *spare* may stay empty."""
    return bool(coverable(counts, area) >> max(0, area - spare))


def fewest_pieces(counts: Sequence[tuple[Polyform, int, int]], area: int) -> int:
    """The number of pieces that cover *area* cells if large ones come first, after the least copies of each."""
    number = sum(least for _, least, _ in counts)
    rest = area - sum(least * piece.size for piece, least, _ in counts)
    for size, spare in sorted(((piece.size, most - least) for piece, least, most in counts), reverse=True):
        more = max(0, min(spare, rest // size))
        number += more
        rest -= more * size
    return number


def check_areas(area: int, counts: Sequence[Counted], spare: int = 0) -> None:
    """Raise `PuzzleError` if no choice of copies covers *area* cells, with what would make them meet.

    *spare* of the cells may stay empty.
    """
    if can_cover(counts, area, spare):
        return
    largest = max(piece.size for piece, _, _ in counts)
    least = sum(piece.size * low for piece, low, _ in counts)
    sums = coverable(counts, area + largest)
    board = f"the board has {area} free cell{'s' * (area != 1)}{f', {spare} of which may stay empty' if spare else ''}"
    if least > area:
        more = least - area
        kind = "the pieces cover" if all(low == high for _, low, high in counts) else "the pieces cover at least"
        raise PuzzleError(f"{board}, but {kind} {least}: add {more} to the board or take {more} from the pieces")
    needed = area - spare
    below = (sums & ((1 << needed) - 1)).bit_length() - 1
    above = next((n for n in range(area + 1, area + largest + 1) if sums >> n & 1), None)
    if above is None:
        more = needed - below
        kind = "the pieces cover" if below == least else "the pieces cover at most"
        raise PuzzleError(f"{board}, but {kind} {below}: block {more} of the board or add {more} to the pieces")
    that = f"{needed} to {area}" if spare else "just that many"
    raise PuzzleError(
        f"{board}, and no choice of copies covers {that}: the nearest are {below} and {above}; "
        "change the board or the copies to meet one of them"
    )
