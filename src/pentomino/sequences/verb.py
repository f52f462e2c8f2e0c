"""`sequence`: count the tilings of growing boards, all at once if the frontier engine can."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import partial
from operator import index, sub
from typing import NamedTuple

from ..base.limits import look
from ..base.words import counted
from ..board import Board
from ..catalogue.resolver import resolve
from ..errors import PentominoError, PuzzleError, SearchStopped
from ..lattices.forms import are_words
from ..lattices.lattice import shift
from ..lattices.numbering import bits
from ..pieces.polyform import name_of
from ..pieces.sets import PieceCount, PieceSet, PiecesLike, as_pieces, can_cover, may_turn_over
from ..puzzle import Puzzle
from ..search.methods.frontier import prefixes
from ..search.methods.method import NotApplicable
from ..search.options import Cancel, Symmetry, is_whole
from ..search.plan import Plan
from ..search.progress import ProgressCallback
from ..search.run import Run
from ..workbench.searches import Searches
from .sequence import Sequence

PIECES = "pentominoes*"
"""The default pieces."""

FEW = 3
"""The number of terms compared before a repetition is assumed for the others."""

_N = re.compile(r"(?<=[x×\s])N(?=\s*(?:[x×]|$))|^N(?=\s*[x×])", re.IGNORECASE)
_COPIES = re.compile(r"(.+)\s[x×]\s*N\s*", re.IGNORECASE | re.DOTALL)


def sequence(
    board: str | Board,
    pieces: PiecesLike = PIECES,
    *,
    terms: int = 20,
    reflections: bool | None = None,
    symmetry: Symmetry = "all",
    timeout: float | None = None,
    workers: int = 1,
    progress: ProgressCallback | None = None,
    memory_limit: int | None = None,
    cancel: Cancel | None = None,
) -> Sequence:
    """Return the numbers of tilings of a board with a length N, for N = 0, 1, 2 ..., `terms` of them.

    - `board`: a board in words with N for a size: `"5xN"`, `"2x3xN"`, `"ring Nx6"`, `"hexagonal 4xN"`, `"NxN"`. A
      `Board`, or its name or picture before xN, as in `"kanoodle xN"`, stands N times side by side.
    - `pieces`, `reflections`: as in `Puzzle`, but any number of each pentomino by default.
    - `symmetry`: "all" counts all tilings, unlike the default of `count`; "distinct" counts those that are equivalent
      under symmetries of the board for N once.
    - `timeout`, `workers`, `progress`, `memory_limit`, `cancel`: as in `count`, for all terms together.

    If every piece is unlimited, all tilings are counted, and each board extends the previous one by the same cells,
    moved, then one pass of the frontier engine gives all terms, if there are more than the board is wide. This applies
    to rectangles, boxes, tubes (`"ring Nx6"`), parallelograms of hexagons, and copies side by side. Otherwise each term
    is a separate count. The term for N = 0 is 1, as there is nothing to cover, or 0 if pieces are required.

    Raises `PictureError` or `PuzzleError` for a board or pieces that make no sense, `PentominoError` for an argument
    out of range or if the terms are too large for the frontier engine; `SearchTimeout` and `SearchCancelled`, whose
    `found` is the number of terms counted.

    >>> import pentomino
    >>> twix = pentomino.sequence("5xN", "TWIX*", terms=14)
    >>> list(twix)
    [1, 1, 1, 1, 1, 2, 3, 6, 9, 12, 16, 21, 41, 66]
    >>> twix[5] == pentomino.count("5x5", "TWIX*", symmetry="all")
    True
    """
    if not is_whole(terms, 1):
        raise PentominoError(f"terms is a whole number from 1, not {terms!r}")
    terms = index(terms)
    searches = Searches.within(timeout, cancel, workers, progress, memory_limit, symmetry)
    searches.clock.is_measured = True
    found: list[int] = []
    try:
        with searches.at_work():
            family = _family(board)
            lattice = family(1).lattice
            counts = as_pieces(pieces, lattice.flat)
            for piece, _, _ in counts:
                lattice.check_same(piece.lattice, f"piece {piece.name or repr(piece)}")
            turns_over = may_turn_over(counts, reflections)
            stated = _Stated(family, PieceSet(counts, turns_over, lattice).merged()[0].counts, turns_over)
            if symmetry == "distinct" or not _sweep(stated, terms, searches, found):
                _count(stated, terms, searches, found)
    except SearchStopped as error:
        raise error.recounted(len(found), f"{counted(len(found), 'term')} found") from None
    return Sequence._make(
        board=board.strip() if isinstance(board, str) else "board xN",
        pieces=pieces.strip() if isinstance(pieces, str) else " ".join(map(_said, counts)),
        reflections=turns_over,
        symmetry=symmetry,
        terms=tuple(found),
    )


def _said(count: PieceCount) -> str:
    """Return a piece and its copies as an item of a piece string."""
    piece, least, most = count
    copies = f"{least}" if least == most else f"{least}-" + ("" if most is None else str(most))
    return name_of(piece) + {"0-": "*", "1": "", "0-1": "?"}.get(copies, f"*{copies}")


# -------------------------------------------------------------------------------------------------------- the boards


def repeated_board(text: str) -> str | None:
    """Return the text before xN if that is a board to be repeated, not a size; else None."""
    copies = None if are_words(_N.sub("1", text)) else _COPIES.fullmatch(text)
    return copies and copies[1].strip()


def _family(board: object) -> Callable[[int], Board]:
    """Return the function that makes the board for N. Raise `PuzzleError` if a board has no N."""
    if isinstance(board, Board):
        return _copies_of(board)
    if not isinstance(board, str):
        raise PuzzleError(f"the board of a sequence is a text such as '5xN', or a Board, not {board!r}")
    if repeated := repeated_board(board):
        return _copies_of(resolve(repeated).board)
    if _N.search(board):
        return lambda n: resolve(_N.sub(str(n), board)).board
    raise PuzzleError(
        f"{board!r} has no length N; write for example 5xN for the rectangles 5x1, 5x2 and so on, "
        "or kanoodle xN for boards side by side"
    )


def _copies_of(board: Board) -> Callable[[int], Board]:
    if board.given:
        raise PuzzleError("a board with given pieces is not repeated: leave the letters out")
    if board.lattice.periods or len(board.lattice.vectors) > 1:
        raise PuzzleError("boards of squares, cubes and hexagons are repeated, if they do not come round; not this one")
    return partial(_repeated, board)


def _repeated(board: Board, n: int) -> Board:
    """Return n copies of a board side by side, along the last axis."""
    *others, width = board.sides
    moves = [(*[0] * len(others), width * i) for i in range(n)]
    cells, optional = ([cell for by in moves for cell in shift(some, *by)] for some in (board.cells, board.optional))
    return Board(cells, board.lattice, optional=optional)


# --------------------------------------------------------------------------------------------------------- the terms


class _Stated(NamedTuple):
    """The puzzles for all N: the board for each, and the pieces."""

    board: Callable[[int], Board]
    pieces: tuple[PieceCount, ...]
    reflections: bool

    def puzzle(self, n: int) -> Puzzle | None:
        """Return the puzzle for N; None if no choice of copies covers the area of its board, as that is no mistake."""
        board = self.board(n)
        if not can_cover(self.pieces, len(board), len(board.optional)):
            return None
        return Puzzle(board, {piece: (least, most) for piece, least, most in self.pieces}, reflections=self.reflections)


def _count(stated: _Stated, terms: int, searches: Searches, found: list[int]) -> None:
    """Add the terms to `found`, counting each separately."""
    found.append(int(not any(least for _, least, _ in stated.pieces)))
    for n in range(1, terms):
        look()  # small counts end before they look at the clock
        searches.clock.part = n / terms, 1 / terms
        puzzle = stated.puzzle(n)
        found.append(0 if puzzle is None else searches.count(puzzle))


def _sweep(stated: _Stated, terms: int, searches: Searches, found: list[int]) -> bool:
    """Add the terms to `found`, all by one pass over a longer board. Return False if that is not possible."""
    first = stated.board(1)
    # Boards that are shorter than wide are counted across their length, which is faster than one pass at their width.
    if terms <= max(FEW, *first.sides) or any(least or most is not None for _, least, most in stated.pieces):
        return False
    if any(len(stated.board(n)) != n * len(first) for n in range(2, FEW + 1)):
        return False
    # After the last term the board needs room for pieces, and an area that they can cover after any beginning: any
    # multiple of the greatest common divisor of the sizes, from the square of the largest on, is a sum of them. The
    # engine checks pockets of up to 63 cells.
    sizes = [piece.size for piece, _, _ in stated.pieces]
    beyond = 2 * max(sizes) + -(-(max(sizes) ** 2 + 64) // len(first))
    length = terms + beyond
    length += -length % math.gcd(*sizes)
    puzzle = stated.puzzle(length)
    if puzzle is None or not _is_repetition(puzzle, stated.board, length, terms):
        return False
    run = Run(Plan(puzzle), searches.options, clock=searches.clock)
    try:
        ways = prefixes(run, len(first) * (terms - 1))[:: len(first)]
    except NotApplicable as error:
        raise PentominoError(str(error)) from None
    found += [*ways, *[0] * (terms - len(ways))]  # the engine stops at once if no piece fits
    return True


def _is_repetition(puzzle: Puzzle, family: Callable[[int], Board], length: int, terms: int) -> bool:
    """Return whether a long board, in the order of its numbers, extends the shorter ones of its family.

    Its first cells must be the shorter board. The rest must be the same as if the board began there, so that any
    beginning of the shorter board can be continued.
    """
    board, numbering = puzzle.board, puzzle.numbering
    cells = [numbering.cell(position) for position in bits(numbering.cells)]
    area = len(cells) // length
    by = tuple(map(sub, cells[area], cells[0]))
    if board.lattice.kind(by) or cells[area:] != shift(cells[:-area], *by):
        return False
    for n in {*range(1, FEW + 1), terms - 1}:
        shorter, start = family(n), frozenset(cells[: n * area])
        if shorter != Board(start, board.lattice, optional=board.optional & start):
            return False
    return True
