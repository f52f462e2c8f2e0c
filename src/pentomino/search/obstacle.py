"""Why a puzzle has no solution, as far as that is seen without a search.

Each kind of reason is a proof. If none is found there may still be no solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ..areas import Counted, can_cover, check_areas
from ..errors import PuzzleError
from ..lattice import Cells
from ..puzzle import Puzzle

__all__ = ["obstacle"]


def obstacle(puzzle: Puzzle) -> str | None:
    """A reason why there is no solution, as a clause with its numbers; None if none is seen.

    The areas cannot meet, a piece has no place, the size of a region cannot be made, or no piece can cover a cell: the
    first that holds. Takes no longer than to list the placements, and mostly much less.
    """
    return next((reason for find in _KINDS for reason in find(puzzle)), None)


def _areas(puzzle: Puzzle) -> Iterator[str]:
    try:
        check_areas(len(puzzle.free), puzzle.copies_left, len(puzzle.optional))
    except PuzzleError as error:
        yield str(error)


def _pieces(puzzle: Puzzle) -> Iterator[str]:
    for number, (piece, least, _) in enumerate(puzzle.demand):
        if least and next(iter(puzzle.placements_of(number)), None) is None:
            restricted = any(owner == number for owner, _ in puzzle.restrict)
            where = "where the restrictions allow it" if restricted else "on the free cells"
            yield f"{piece.name or repr(piece)} has no place {where}"


def _regions(puzzle: Puzzle) -> Iterator[str]:
    """The regions that cannot be covered by pieces with a place in them; and all together, by pieces with any place."""
    parts = puzzle.board.lattice.regions(puzzle.free)
    regions_of = [_regions_of(puzzle, number, parts) for number in range(len(puzzle.pieces))]
    for i, part in enumerate(parts):
        own = [(piece, 0, most) for (piece, _, most), some in zip(puzzle.demand, regions_of, strict=True) if i in some]
        if reason := _unmade(f"the region of {len(part)} at {min(part)}", part, own, puzzle.optional):
            yield reason
    used = [counted for counted, some in zip(puzzle.demand, regions_of, strict=True) if some]
    if reason := _unmade(f"the {len(puzzle.free)} free cells", puzzle.free, used, puzzle.optional):
        yield reason


def _regions_of(puzzle: Puzzle, number: int, parts: list[Cells]) -> set[int]:
    """The numbers of the regions in which a piece has a place."""
    part_of = {cell: i for i, part in enumerate(parts) for cell in part}
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
    empty = f", of which {spare} may stay empty" if spare else ""
    return f"no choice of the pieces with a place there, of {_listed(sizes)} cells, covers {what}{empty}"


def _listed(sizes: list[int]) -> str:
    return " or ".join(filter(None, [", ".join(map(str, sizes[:-1])), str(sizes[-1])]))


def _cells(puzzle: Puzzle) -> Iterator[str]:
    left = set(puzzle.free - puzzle.optional)
    if not left:
        return
    for number in range(len(puzzle.pieces)):
        for placement in puzzle.placements_of(number):
            left.difference_update(placement.cells)
            if not left:
                return
    if left:
        yield f"no piece can cover the cell {min(left)}"


_KINDS: tuple[Callable[[Puzzle], Iterator[str]], ...] = (_areas, _pieces, _regions, _cells)
