"""`divide`: cut a board into congruent parts.

The part at the first cell of the board grows cell by cell, as long as its images can cover the cells next to it. For
each shape that this part can have, a search fills the board with copies of the shape.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from functools import reduce
from itertools import islice
from math import isqrt
from operator import or_, sub

from ..board import Board, BoardLike
from ..board_input import resolve
from ..errors import PuzzleError, SearchStopped, is_whole
from ..lattices.lattice import Cell, Motion, shift
from ..lattices.numbering import Numbering, bits
from ..limits import look, looked, looking_each
from ..pieces.polyform import Polyform, drawn_pieces
from ..pieces.sets import PieceCount, may_turn_over
from ..puzzle import Puzzle
from ..reason.searches import Searches
from ..search.clock import OutOfTime
from ..search.options import Cancel, Options, ProgressCallback, Symmetry
from ..solutions.solution import Solution
from ..wording import counted, joined

MAX_IMAGES = 1 << 22
"""The maximum number of images of cells, which are made in advance. They take some seconds and 0.3 GB."""


def divide(
    board: BoardLike,
    n: int,
    *,
    reflections: bool | None = None,
    rotations: bool = True,
    symmetry: Symmetry = "distinct",
    limit: int | None = None,
    timeout: float | None = None,
    workers: int | None = 1,
    progress: ProgressCallback | None = None,
    memory_limit: int | None = None,
    cancel: Cancel | None = None,
) -> Generator[Solution, None, None]:
    """Return an iterator over the ways to cut `board` into `n` connected parts of the same shape.

    Each way is a `Solution` of the puzzle whose pieces are `n` copies of that shape. `reflections` and `rotations`
    specify whether a part may be a mirror image or a rotated image of another. As for `Puzzle`, the default is that it
    may, except for mirror images of solids. `symmetry="distinct"` yields only one of the ways that are equivalent under
    the symmetries of the board. The other arguments are the same as for `solve_all`, but the `fraction` of `progress`
    stays 0, because it is not known in advance how many shapes there are.

    The time grows with the size of the parts: the halves of 5x6 take less than a second, and those of 6x7 several
    seconds. Raises `PuzzleError` if `n` does not divide the area, and for a board that is wrapped, has optional cells
    or given pieces, or has more than 724 squares. Also raises the errors of `solve_all`.

    >>> [division.placements[0].piece.name for division in divide("4x4", 4)]
    ['I4', 'L4', 'L4', 'L4', 'T4', 'O4']
    """
    options = Options(timeout, workers, progress, memory_limit, cancel, symmetry=symmetry, limit=limit)
    number = 0
    told = progress and (lambda now: progress(now._replace(found=number)))
    searches = Searches(options.replace(progress=told, limit=None))
    searches.clock.part = 0.0, 0.0
    with searches.at_work():
        surface = resolve(board).board
    area = surface.area
    if surface.lattice.periods or surface.optional or surface.given:
        raise PuzzleError("a board to divide must be flat, without optional cells (+) or given pieces (letters)")
    if not is_whole(n, 1) or area % n:
        divisors = [str(d) for d in looked(range(1, area + 1)) if area % d == 0]
        raise PuzzleError(f"n must be {joined(divisors, 'or')} to divide {counted(area, 'cell')}, got {n!r}")
    cell = Polyform([min(surface.cells)], lattice=surface.lattice)
    turns = may_turn_over([PieceCount(cell, n, n)], reflections, rotations), rotations

    def found() -> Generator[Solution, None, None]:
        nonlocal number
        kept = []
        try:
            divisions = _divisions(searches, surface, n, turns)
            for solution in looking_each(islice(divisions, limit), searches.clock.check):
                number += 1
                if searches.clock.may_stop:
                    kept.append(solution)
                yield solution
        except (OutOfTime, SearchStopped) as why:
            error = searches.clock.stopped(why) if isinstance(why, OutOfTime) else why
            raise error.recounted(number, f"{counted(number, 'division')} found", tuple(kept)) from None

    return found()


def _divisions(searches: Searches, board: Board, n: int, turns: tuple[bool, bool]) -> Iterator[Solution]:
    symmetry, lattice = searches.options.symmetry, board.lattice
    motions = [motion for motion in board._motions() if isinstance(motion, Motion)]  # all, as the board is flat
    if symmetry != "distinct":
        motions = motions[:1] if symmetry == "all" else [motion for motion in motions if motion.is_proper]
    # If pieces may be reflected but not rotated, a symmetry of the board may map equal shapes to different shapes. So
    # compare divisions, not shapes.
    by_shape = turns != (True, False)
    named = {piece.canonical(*turns): piece for piece in reversed(drawn_pieces(lattice).values())}
    seen = set()
    for cells in _first_parts(board, n, turns):
        # A symmetry of the board may map one shape to another, such as its mirror twin. Then try only one of them.
        of_shape = motions if by_shape else motions[:1]
        images = [Polyform._make(cells=lattice.turned(cells, motion), name="", lattice=lattice) for motion in of_shape]
        least = min([image.canonical(*turns).cells for image in images])
        if least not in seen:
            seen.add(least)
            shape = named.get(images[0].canonical(*turns), images[0])
            puzzle = Puzzle(board, {shape: n}, reflections=turns[0], rotations=turns[1])
            bare = puzzle._with()  # without the tables of the search, which take 0.3 MB
            for solution in searches.solutions(puzzle, symmetry if by_shape else "all"):
                if by_shape or _is_least(solution, motions, turns):
                    yield Solution(bare, solution.placements)


def _is_least(solution: Solution, motions: Sequence[Motion], turns: tuple[bool, bool]) -> bool:
    """Return whether `solution` is the least of its images that are divisions, compared as sorted lists."""
    board, lattice = solution.board, solution.board.lattice
    own = sorted([sorted(placement.cells) for placement in solution.placements])
    for motion in motions:
        parts = sorted([sorted(board._images(part, motion)) for part in own])
        shapes = (Polyform._make(cells=lattice.normalise(part), name="", lattice=lattice) for part in parts)
        if parts < own and len({shape.canonical(*turns) for shape in shapes}) == 1:
            return False
    return True


Way = tuple[dict[int, int], int, int]
"""An image of the part under a motion, as (images of all cells, image of the part, images of possible cells).

Cells are bits. The image of a cell is 0 if it is not on the board."""


def _first_parts(board: Board, n: int, turns: tuple[bool, bool]) -> Iterator[list[Cell]]:
    """Yield the cells of each connected part that contains the first cell and may be one of `n` congruent parts.

    A state is (part, out, ways). Cells in `out` are next to the part but belong to other parts. Each other part is an
    image of this part under a motion in `ways`, so at least one of them must be able to cover each cell of `out`.
    """
    lattice, size, cells = board.lattice, board.area // n, sorted(board.cells)
    if len(cells) > (most := isqrt(MAX_IMAGES // len(lattice.motions))):
        raise PuzzleError(f"a {lattice.name} board to divide must have at most {most} cells, got {len(cells)}")
    numbering = Numbering(lattice, cells)
    bit = {cell: 1 << position for cell, position in zip(cells, numbering.positions(cells), strict=True)}
    moves = [
        dict(zip(bit.values(), [bit.get(cell, 0) for cell in shift(images, *by)], strict=True))
        for images in [motion.images(cells) for motion in lattice._motions_of((), *turns)]
        for by in [tuple(map(sub, target, images[0])) for target in looked(cells)]
        if not lattice.kind(by)
    ]
    stack: list[tuple[int, int, list[Way]]] = [(0, 0, [(move, 0, sum(move.values())) for move in moves])]
    while stack:
        look()
        part, out, ways = stack.pop()
        beside = numbering.around(part) & numbering.cells & ~part if part else bit[cells[0]]
        if is_whole_part := part.bit_count() == size:
            out, ways = beside, [(move, image, image) for move, image, _ in ways]
        if n == 2:  # a single image is the other part
            ways = [way for way in ways if not out & ~way[2]]
        reached = reduce(or_, [reach for _, _, reach in ways], 0)
        if out & ~reached or not _have_room(numbering, numbering.cells & ~part, out, size):
            continue
        if is_whole_part:
            yield [numbering.cell(position) for position in bits(part)]
        elif undecided := beside & ~out:
            new = undecided & -undecided
            stack.append((part, out | new, [(move, image, reach & ~move[new]) for move, image, reach in ways]))
            grown = [(move, image | move[new], reach) for move, image, reach in ways if move[new]]
            stack.append((part | new, out, [way for way in grown if not way[1] & (part | new)]))


def _have_room(numbering: Numbering, rest: int, out: int, size: int) -> bool:
    """Return whether each region of `rest` that contains a cell of `out` has at least `size` cells."""
    while out:
        region = out & -out
        while (wider := (region | numbering.around(region)) & rest) != region:
            region = wider
        if region.bit_count() < size:
            return False
        out &= ~region
    return True
