"""Boards cut for pieces, within the cells of another board: grown piece by piece, or cell by cell if symmetric."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

from ..base.look import look
from ..board import Board
from ..errors import PuzzleError
from ..lattices.lattice import Cell, Cells, Motion
from ..pieces.areas import can_cover
from ..pieces.sets import PieceCount, PieceSet, may_turn_over
from ..puzzle import Puzzle
from ..workbench.situation import Ground
from .pools import area_of, choice_of_copies, pool, used_by
from .workshop import Workshop

__all__ = ["Cut", "Cutting", "cut_board"]

Cut: TypeAlias = Callable[[Workshop], Puzzle | None]
"""Makes a puzzle with at least one solution, or None if a try fails."""


DENSE = 6
"""A piece is laid at the best of 1, 2, 4 ... places, so many choices: the more places, the denser the board."""


class Cutting(NamedTuple):
    """What a shape is to be like: how many `cells`, None for as many as the pieces have; whether it may have `holes`,
    and must be `symmetric`."""

    cells: int | None = None
    holes: bool = True
    symmetric: bool = False


def cut_board(room: Board, counts: Sequence[PieceCount], reflections: bool | None, cutting: Cutting) -> Cut:
    """What cuts boards out of a room; raises `PuzzleError` if that is too small, or no pieces have the area."""
    turn_over = may_turn_over(counts, reflections)
    merged = PieceSet(counts, turn_over).counts
    area = area_of(merged, cutting.cells)
    if area > len(room.cells):
        raise PuzzleError(f"a shape of {area} cells does not fit into the board, which has {len(room.cells)}")
    if not can_cover(merged, area):
        raise PuzzleError(f"no choice of the pieces has {area} cells")
    cut = (_symmetric if cutting.symmetric else _grown)(room, merged, turn_over, area)

    def checked(shop: Workshop) -> Puzzle | None:
        look()
        puzzle = cut(shop)
        return puzzle if puzzle and (cutting.holes or not has_holes(puzzle.board)) else None

    return checked


def _grown(room: Board, counts: tuple[PieceCount, ...], reflections: bool, area: int) -> Cut:
    """Pieces laid side by side by chance; where they lay is forgotten."""
    empty = Board(room.cells, room.lattice, optional=room.cells)
    ground = Ground(Puzzle(empty, {piece: (0, None) for piece, _, _ in counts}, reflections=reflections))

    def cut(shop: Workshop) -> Puzzle | None:
        filled, tries = 0, 1 << shop.shuffled.below(DENSE)
        numbers = choice_of_copies(shop, counts, area)
        for number in numbers:
            fitting = ground.of_piece[number] & ~ground.covering_any(filled)
            if filled:
                fitting &= ground.covering_any(ground.around(filled))
            if not fitting:
                return None
            places = [filled | ground.masks[shop.chosen_bit(fitting)] for _ in range(tries)]
            filled = min(places, key=lambda mask: ground.around(mask).bit_count())
        copies = {count.piece: numbers.count(n) for n, count in enumerate(counts) if n in numbers}
        return Puzzle(_board(room, ground.cells_of(filled)), copies, reflections=reflections)

    return cut


def _board(room: Board, cells: Sequence[Cell]) -> Board:
    return Board(room.lattice.normalise(cells), room.lattice)


def _symmetric(room: Board, counts: tuple[PieceCount, ...], reflections: bool, area: int) -> Cut:
    """Cells that a motion of the room turns into one another, and pieces that cover them in some way."""
    motions = [element for element in room.motions() if isinstance(element, Motion) and element]
    if not motions:
        raise PuzzleError("a symmetric shape is cut out of a board with a symmetry")

    def cut(shop: Workshop) -> Puzzle | None:
        cells = _orbits_grown(shop, room, shop.chosen(motions), area)
        if len(cells) != area or len(room.lattice.regions(cells)) > 1:
            return None
        solution = next(shop.samples(pool(_board(room, sorted(cells)), counts, reflections)), None)
        return None if solution is None else _if_enough(used_by(solution), counts)

    return cut


def _if_enough(puzzle: Puzzle, counts: Sequence[PieceCount]) -> Puzzle | None:
    """A puzzle, if it has the least copies of each piece."""
    used = {piece: least for piece, least, _ in puzzle.pieces}
    return puzzle if all(used.get(piece, 0) >= least for piece, least, _ in counts) else None


def _orbits_grown(shop: Workshop, room: Board, element: Motion, area: int) -> Cells:
    """Cells of a room, each with its images under a motion, that grow by one such orbit after the other."""
    orbit_of = _orbits(room, element)
    cells = orbit_of[shop.chosen(sorted(room.cells))]
    while len(cells) < area:
        near = {other for cell in sorted(cells) for other in room.lattice.neighbours(cell)} & room.cells - cells
        fitting = [cell for cell in sorted(near) if len(orbit_of[cell]) <= area - len(cells)]
        if not fitting:
            break
        cells |= orbit_of[shop.chosen(fitting)]
    return cells


def _orbits(room: Board, element: Motion) -> dict[Cell, Cells]:
    """For each cell all into which a motion turns it, again and again."""
    every = sorted(room.cells)
    image = dict(zip(every, room.images(every, element), strict=True))
    found: dict[Cell, Cells] = {}
    for cell in every:
        orbit, there = [cell], image[cell]
        while there != cell:
            orbit.append(there)
            there = image[there]
        found[cell] = frozenset(orbit)
    return found


def has_holes(board: Board) -> bool:
    """Whether cells that are none of the board are shut off from the outside.

    >>> has_holes(Board.parse("...\\n.#.\\n...")), has_holes(Board.parse("...\\n.#."))
    (True, False)
    """
    low, sides = board.bounds
    around = product(*[range(first - 2, first + side + 2) for first, side in zip(low, sides, strict=True)])
    return len(board.lattice.regions(set(around) - board.cells)) > 1
