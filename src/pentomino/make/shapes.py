"""Random boards and pieces for `generate`, and the state of one call of `generate`.

`pool` makes a puzzle in which pieces may be left out. `used_by` keeps only the pieces that a solution uses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple, TypeAlias, TypedDict, TypeVar

from ..board import Board
from ..errors import PuzzleError
from ..lattices.lattice import Cell, Cells, Motion
from ..lattices.numbering import bits
from ..limits import look
from ..pieces.piece_set import PieceSet
from ..pieces.sets import PieceCount, can_cover, may_turn_over
from ..puzzle import Puzzle
from ..reason.position import Ground
from ..reason.searches import Searches
from ..search.clock import Clock
from ..search.options import SEEDS, Options, Progress, Shuffler
from ..solutions.solution import Solution
from ..symmetry import cell_orbits
from ..wording import remedy

# --------------------------------------------------------------------------- choices, searches and progress of one call


T = TypeVar("T")

BATCH = 16
"""The number of solutions drawn at once. They share one count of all solutions, which takes most of the time."""


class Workshop(Searches):
    """The searches and random choices of one call of `generate`. The choices depend only on `seed`.

    `wanted` puzzles are to be made, and `made` are finished. Both are reported as progress.
    """

    def __init__(self, options: Options, seed: int, wanted: int) -> None:
        self._callback = options.progress
        self.wanted = wanted
        self.made = 0
        self.shuffled = Shuffler(seed)
        clock = Clock(options._with(progress=self._report) if options.progress else options)
        super().__init__(options._with(progress=None), clock)

    def _report(self, progress: Progress) -> None:
        assert self._callback is not None
        left = progress.seconds * (self.wanted - self.made) / self.made if self.made else None
        self._callback(Progress(self.made / self.wanted, self.made, self.nodes, progress.seconds, left))

    def chosen(self, items: list[T]) -> T:
        """Return a random item of `items`."""
        return items[self.shuffled.below(len(items))]

    def samples(self, puzzle: Puzzle) -> Iterator[Solution]:
        """Yield random solutions of `puzzle` without end. Yield nothing if the puzzle has no solution."""
        size = 1
        while some := self.sample(puzzle, size, self.shuffled.below(SEEDS)):
            yield from some
            size = BATCH

    def thinned(self, puzzle: Puzzle, solution: Solution) -> Iterator[Puzzle]:
        """Yield `puzzle` with fewer and fewer pieces of `solution` given, as long as they allow no other solution.

        The first puzzle lacks one piece of the solution. The given pieces of `puzzle` itself are kept.
        """
        given = list(solution.placements)
        fixed = set(puzzle.placed)
        for placement in self.shuffled([other for other in given if other not in fixed]):
            fewer = [other for other in given if other != placement]
            thinner = puzzle.replace(placed=fewer)
            if self.is_unique(thinner, symmetry="all"):
                given = fewer
                yield thinner


# ---------------------------------------------------------------------------------------------------- boards and pieces


Cut: TypeAlias = Callable[[Workshop], Puzzle | None]
"""A function that makes a random puzzle with at least one solution. It returns None if a try fails."""

DENSE = 6
"""A piece is placed at the best of 2^n random places. The number n is drawn from 0 to `DENSE` - 1. It is the same for
all pieces of a shape. A larger n makes a denser shape."""


class Cutting(NamedTuple):
    """The requirements for a random shape of `cells` cells. If `cells` is None, it is the area of all pieces.

    `holes` allows holes. `symmetric` requires a symmetry.
    """

    cells: int | None = None
    holes: bool = True
    symmetric: bool = False


class Turning(TypedDict):
    """The arguments of `Puzzle` that specify whether pieces may be reflected and rotated."""

    reflections: bool | None
    rotations: bool


def pool(
    board: Board,
    counts: Sequence[PieceCount],
    reflections: bool | None,
    rotations: bool = True,
    spare: int | None = None,
) -> Puzzle:
    """Return a puzzle on `board` with at most the pieces `counts`. Each piece may be left out.

    `reflections`, `rotations` and `spare` are the same as for `Puzzle`.
    """
    turn_over = may_turn_over(counts, reflections, rotations)
    pieces = PieceSet(counts, turn_over, board.lattice, rotations=rotations).merged()[0].counts
    copies = {piece: (0, most) for piece, _, most in pieces}
    return Puzzle(board, copies, reflections=turn_over, rotations=rotations, spare=spare)


def used_by(solution: Solution) -> Puzzle:
    """Return the puzzle on the board of `solution` with only the pieces that `solution` uses."""
    puzzle = solution.puzzle
    used = Counter(map(puzzle._owner, solution.placements))
    copies = {puzzle.pieces[number].piece: used[number] for number in sorted(used)}
    return Puzzle(puzzle.board, copies, reflections=puzzle.reflections, rotations=puzzle.rotations)


def cut_board(room: Board, counts: Sequence[PieceCount], turns: Turning, cutting: Cutting, advice: str = "") -> Cut:
    """Return a function that cuts a random board out of `room` and returns a puzzle on this board.

    `counts` are the pieces. `turns` specifies whether they may be reflected and rotated. `cutting` describes the board.
    Raises `PuzzleError` if `room` is too small, or if no choice of the pieces has the area of the board. Also raises it
    if `cutting.cells` is None and the numbers of copies are ranges. `advice` ends the error about the area.
    """
    turns = Turning(reflections=may_turn_over(counts, **turns), rotations=turns["rotations"])
    merged = PieceSet(counts, bool(turns["reflections"]), room.lattice, (), turns["rotations"]).merged()[0].counts
    area = cutting.cells
    if area is None:
        if any(least != most for _, least, most in merged):
            raise PuzzleError(f"the copies of the pieces do not fix the size of the shape{remedy('does', cells=30)}")
        area = sum(piece.size * least for piece, least, _ in merged)
    if area > len(room.cells):
        raise PuzzleError(f"a shape of {area} cells does not fit into the board, which has {len(room.cells)}")
    if not can_cover(merged, area):
        raise PuzzleError(f"no choice of the pieces has {area} cells{advice and f'; {advice}'}")
    cut = (_symmetric if cutting.symmetric else _grown)(room, merged, turns, area)

    def checked(shop: Workshop) -> Puzzle | None:
        look()
        puzzle = cut(shop)
        return puzzle if puzzle and (cutting.holes or not has_holes(puzzle.board)) else None

    return checked


def _grown(room: Board, counts: tuple[PieceCount, ...], turns: Turning, area: int) -> Cut:
    """Return a function that places random pieces side by side, and returns a puzzle on their cells.

    The pieces are chosen from `counts`. Together they cover `area` cells of `room`.
    """
    empty = Board(room.cells, room.lattice, optional=room.cells)
    ground = Ground.of(Puzzle(empty, {piece: (0, None) for piece, _, _ in counts}, **turns))

    def cut(shop: Workshop) -> Puzzle | None:
        filled, tries = 0, 1 << shop.shuffled.below(DENSE)
        numbers = _choice_of_copies(shop, counts, area)
        for number in numbers:
            fitting = ground.of_piece[number] & ~ground.covering_any(filled)
            if filled:
                fitting &= ground.covering_any(ground.around(filled))
            if not fitting:
                return None
            places = [filled | ground.masks[shop.chosen(bits(fitting))] for _ in range(tries)]
            filled = min(places, key=lambda mask: ground.around(mask).bit_count())
        if len(room.lattice.regions(ground.cells_of(filled))) > 1:
            return None  # not connected: a piece of several parts also reaches cells that are not adjacent
        copies = {count.piece: numbers.count(n) for n, count in enumerate(counts) if n in numbers}
        return Puzzle(_board(room, ground.cells_of(filled)), copies, **turns)

    return cut


def _board(room: Board, cells: Sequence[Cell]) -> Board:
    return Board(room.lattice.normalise(cells), room.lattice)


def _choice_of_copies(shop: Workshop, counts: Sequence[PieceCount], area: int) -> list[int]:
    """Return a random choice of pieces with `area` cells in total, in random order.

    Pieces are indices into `counts`, repeated for each copy. The list is empty if the choice cannot be completed.
    """
    left = area - sum(piece.size * least for piece, least, _ in counts)
    chosen = [number for number, (_, least, _) in enumerate(counts) for _ in range(least)]
    spare_copies = [left // piece.size if most is None else most - least for piece, least, most in counts]
    while left > 0:
        fitting = [n for n, copies in enumerate(spare_copies) if copies and _may_take(counts, spare_copies, left, n)]
        if not fitting:
            break
        number = shop.chosen(fitting)
        spare_copies[number] -= 1
        left -= counts[number].piece.size
        chosen.append(number)
    return shop.shuffled(chosen) if left == 0 else []


def _may_take(counts: Sequence[PieceCount], spare_copies: Sequence[int], cells_left: int, number: int) -> bool:
    # whether a copy of piece `number` and some of the copies that then remain can fill the cells
    rest = cells_left - counts[number].piece.size
    others = [(piece, 0, spare_copies[n] - (n == number)) for n, (piece, _, _) in enumerate(counts)]
    return rest >= 0 and can_cover(others, rest)


def _symmetric(room: Board, counts: tuple[PieceCount, ...], turns: Turning, area: int) -> Cut:
    """Return a function that makes a puzzle on a random symmetric board of `area` cells.

    The board consists of orbits of cells under a symmetry of `room`. The pieces are chosen from `counts`.
    """
    motions = [element for element in room._motions() if isinstance(element, Motion) and element]
    if not motions:
        raise PuzzleError("symmetric=True requires a symmetric board")

    def cut(shop: Workshop) -> Puzzle | None:
        cells = _orbits_grown(shop, room, shop.chosen(motions), area)
        if len(cells) != area or len(room.lattice.regions(cells)) > 1:
            return None
        solution = next(shop.samples(pool(_board(room, sorted(cells)), counts, **turns)), None)
        if solution is None:
            return None
        puzzle = used_by(solution)
        used = {piece: least for piece, least, _ in puzzle.pieces}
        return puzzle if all(used.get(piece, 0) >= least for piece, least, _ in counts) else None

    return cut


def _orbits_grown(shop: Workshop, room: Board, element: Motion, area: int) -> Cells:
    # orbits are joined while they have at most `area` cells together
    orbit_of = cell_orbits(room, room.cells, [element])
    cells = orbit_of[shop.chosen(sorted(room.cells))]
    while len(cells) < area:
        near = {other for cell in sorted(cells) for other in room.lattice.neighbours(cell)} & room.cells - cells
        fitting = [cell for cell in sorted(near) if len(orbit_of[cell]) <= area - len(cells)]
        if not fitting:
            break
        cells |= orbit_of[shop.chosen(fitting)]
    return cells


def has_holes(board: Board) -> bool:
    """Return whether `board` has a hole: a cell that does not belong to it but is enclosed by it.

    >>> has_holes(Board.parse("...\\n.#.\\n...")), has_holes(Board.parse("...\\n.#."))
    (True, False)
    """
    low, sides = board.bounds
    around = product(*[range(first - 2, first + side + 2) for first, side in zip(low, sides, strict=True)])
    return len(board.lattice.regions(set(around) - board.cells)) > 1
