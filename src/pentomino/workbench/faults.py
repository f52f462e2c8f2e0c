"""Faults: what is plainly wrong with a puzzle, seen without laying a piece. Each proves that there is no solution."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ..base.look import looked
from ..base.words import counted, joined
from ..base_puzzle import BasePuzzle
from ..errors import PuzzleError
from ..lattices.lattice import Cell, Cells
from ..pieces.areas import Counted, can_cover, check_areas
from ..pieces.polyform import Polyform
from ..placement import Placement

__all__ = ["Fault", "called", "lying", "plain_fault"]


class Fault(NamedTuple):
    """What is wrong with a puzzle.

    The *kind* is "areas" (no choice of copies covers just the free cells), "piece" (it must be laid, and has no
    place), "region" (the pieces with a place there cannot make its size) or "cell" (nothing covers it). `cells` and
    `piece` are what it is about, `excluded` placements that fit but leave cells that cannot be filled; `text` says
    it as a clause.
    """

    kind: str
    text: str
    cells: tuple[Cell, ...] = ()
    piece: Polyform | None = None
    excluded: tuple[Placement, ...] = ()


def plain_fault(puzzle: BasePuzzle) -> Fault | None:
    """The first fault that is seen, or None; takes no longer than to list the placements, and mostly much less."""
    return next((fault for find in _KINDS for fault in find(puzzle)), None)


def called(piece: Polyform) -> str:
    """What a piece is called in a sentence."""
    return piece.name or repr(piece)


def lying(placement: Placement) -> str:
    """What a placement is called in a sentence."""
    return f"{called(placement.piece)} on {', '.join(map(str, placement.cells))}"


def _areas(puzzle: BasePuzzle) -> Iterator[Fault]:
    try:
        check_areas(len(puzzle.free), puzzle.copies_left, len(puzzle.optional))
    except PuzzleError as error:
        yield Fault("areas", str(error))


def _pieces(puzzle: BasePuzzle) -> Iterator[Fault]:
    for number, (piece, least, _) in enumerate(puzzle.demand):
        if least and next(iter(puzzle.placements_of(number)), None) is None:
            restricted = any(owner == number for owner, _ in puzzle.restrict)
            where = "where the restrictions allow it" if restricted else "on the free cells"
            yield Fault("piece", f"{called(piece)} has no place {where}{_blocked(puzzle, number)}", piece=piece)


def _blocked(puzzle: BasePuzzle, number: int) -> str:
    """Which given pieces are in the way of a piece that has no place."""
    places = list(puzzle.with_placed(()).placements_of(number)) if puzzle.placed else []
    if not places:
        return ""
    within = [{one for one in puzzle.placed if not set(one.cells).isdisjoint(place.cells)} for place in places]
    names = [called(one.piece) for one in puzzle.placed if any(one in some for some in within)]
    return f": each of its {counted(len(places), 'place')} on the bare board meets {joined(names, 'or')}"


def _regions(puzzle: BasePuzzle) -> Iterator[Fault]:
    """The regions that cannot be covered by pieces with a place in them; and all together, by pieces with any place."""
    parts = puzzle.board.lattice.regions(puzzle.free)
    regions_of = [_regions_of(puzzle, number, parts) for number in range(len(puzzle.pieces))]
    for i, part in enumerate(parts):
        own = [(piece, 0, most) for (piece, _, most), some in zip(puzzle.demand, regions_of, strict=True) if i in some]
        if reason := _unmade(f"the region of {counted(len(part), 'cell')} at {min(part)}", part, own, puzzle.optional):
            yield Fault("region", reason, tuple(sorted(part)))
    used = [count for count, some in zip(puzzle.demand, regions_of, strict=True) if some]
    if reason := _unmade(f"the {len(puzzle.free)} free cells", puzzle.free, used, puzzle.optional):
        yield Fault("region", reason, tuple(sorted(puzzle.free)))


def _regions_of(puzzle: BasePuzzle, number: int, parts: list[Cells]) -> set[int]:
    """The numbers of the regions in which a piece has a place."""
    part_of = {cell: i for i, part in enumerate(parts) for cell in looked(part)}
    found: set[int] = set()
    for placement in puzzle.placements_of(number):
        found.add(part_of[placement.cells[0]])
        if len(found) == len(parts):
            break
    return found


def _unmade(what: str, cells: Cells, counts: Sequence[Counted], optional: Cells) -> str | None:
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
