"""Faults: obvious errors of a puzzle, visible without placing a piece. Each proves that there is no solution."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ..base.words import counted, joined
from ..base_puzzle import BasePuzzle
from ..errors import PuzzleError
from ..lattices.lattice import Cell, Cells
from ..pieces.polyform import Polyform
from ..pieces.sets import Counted, can_cover, check_areas
from ..placement import Placement


class Fault(NamedTuple):
    """An obvious reason why a puzzle has no solution.

    `kind` is "areas" (no choice of copies covers just the free cells), "piece" (a required piece has no place),
    "region" (the pieces with a place there cannot have its size) or "cell" (nothing covers it). `cells` and `piece` are
    the subject; `excluded` are placements that fit but leave cells that cannot be filled; `text` is a clause.
    """

    kind: str
    text: str
    cells: tuple[Cell, ...] = ()
    piece: Polyform | None = None
    excluded: tuple[Placement, ...] = ()


def plain_fault(puzzle: BasePuzzle) -> Fault | None:
    """Return the first fault, or None. Takes as long as listing the placements, usually much less."""
    return next((fault for find in _KINDS for fault in find(puzzle)), None)


def called(piece: Polyform) -> str:
    """Return the name of `piece` for a sentence."""
    return piece.name or repr(piece)


def lying(placement: Placement) -> str:
    """Return a description of `placement` for a sentence."""
    return f"{called(placement.piece)} on {', '.join(map(str, placement.cells))}"


def _areas(puzzle: BasePuzzle) -> Iterator[Fault]:
    try:
        check_areas(len(puzzle.free), puzzle.copies_left, puzzle.most_empty)
    except PuzzleError as error:
        yield Fault("areas", str(error))


def _pieces(puzzle: BasePuzzle) -> Iterator[Fault]:
    for number, (piece, least, _) in enumerate(puzzle.demand):
        if least and next(iter(puzzle.placements_of(number)), None) is None:
            where = (
                "where its restrictions and colours allow it"
                if number in puzzle.restricted_pieces
                else "on the free cells"
            )
            yield Fault("piece", f"{called(piece)} has no place {where}{_blocked(puzzle, number)}", piece=piece)


def _blocked(puzzle: BasePuzzle, number: int) -> str:
    """Return a clause with the given pieces in the way of a piece without a place, if there are any."""
    places = list(puzzle.bare.placements_of(number)) if puzzle.placed else []
    if not places:
        return ""
    within = [{one for one in puzzle.placed if not set(one.cells).isdisjoint(place.cells)} for place in places]
    names = [called(one.piece) for one in puzzle.placed if any(one in some for some in within)]
    return f": each of its {counted(len(places), 'place')} on the bare board overlaps {joined(names, 'or')}"


def _regions(puzzle: BasePuzzle) -> Iterator[Fault]:
    """Yield a fault for each region that pieces with a place there cannot cover, or for all free cells together."""
    regions = puzzle.board.lattice.regions(puzzle.free)
    regions_of = [_regions_of(puzzle, number, regions) for number in range(len(puzzle.pieces))]
    for i, region in enumerate(regions):
        own = [(piece, 0, most) for (piece, _, most), some in zip(puzzle.demand, regions_of, strict=True) if i in some]
        what = f"the region of {counted(len(region), 'cell')} at {min(region)}"
        if reason := _unfilled(what, region, own, puzzle.optional):
            yield Fault("region", reason, tuple(sorted(region)))
    used = [count for count, some in zip(puzzle.demand, regions_of, strict=True) if some]
    if reason := _unfilled(f"the {len(puzzle.free)} free cells", puzzle.free, used, puzzle.optional):
        yield Fault("region", reason, tuple(sorted(puzzle.free)))


def _regions_of(puzzle: BasePuzzle, number: int, regions: list[Cells]) -> set[int]:
    """Return the indices of the regions in which piece `number` has a place."""
    region_of = {cell: i for i, region in enumerate(regions) for cell in region}
    found: set[int] = set()
    for placement in puzzle.placements_of(number):
        found.add(region_of[placement.cells[0]])
        if len(found) == len(regions):
            break
    return found


def _unfilled(what: str, cells: Cells, counts: Sequence[Counted], optional: Cells) -> str | None:
    """Return why no choice of the pieces has the size of `cells`, called `what`; None if some choice has it."""
    spare = len(cells & optional)
    if can_cover(counts, len(cells), spare):
        return None
    sizes = sorted({piece.size for piece, _, _ in counts})
    if not sizes:
        return f"no piece has a place in {what}"
    if len(sizes) == 1 and not spare and len(cells) % sizes[0]:
        return f"pieces of {counted(sizes[0], 'cell')} cannot cover {what}"
    listed = joined(list(map(str, sizes)), "or")
    empty = f", of which {spare} may stay empty" if spare else ""
    return f"no choice of the pieces with a place there, of {listed} cells, covers {what}{empty}"


def _cells(puzzle: BasePuzzle) -> Iterator[Fault]:
    left = set(puzzle.free - puzzle.optional)
    if not left:
        return
    for number in range(len(puzzle.pieces)):
        for placement in puzzle.placements_of(number):
            left.difference_update(placement.cells)
            if not left:
                return
    if left:
        yield Fault("cell", f"no piece can cover the cell {min(left)}", (min(left),))


_KINDS: tuple[Callable[[BasePuzzle], Iterator[Fault]], ...] = (_areas, _pieces, _regions, _cells)
