"""The puzzles that `generate` accepts: those of a wanted difficulty, each once."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

from ..errors import PentominoError
from ..lattices.lattice import Cell
from ..lattices.wrapping import Element
from ..pieces.polyform import Polyform
from ..puzzle import Puzzle
from ..search.options import is_whole
from ..workbench.difficulty import EASY, LEVELS, MEDIUM, measured

DifficultyLike: TypeAlias = str | tuple[int, int | None]


class Band(NamedTuple):
    """The minimum and maximum wanted work. `most` is None for no limit."""

    least: int
    most: int | None

    def __contains__(self, work: object) -> bool:
        return isinstance(work, int) and self.least <= work and not self.is_below(work)

    def is_below(self, work: int) -> bool:
        """Return whether the whole band is below `work`."""
        return self.most is not None and work > self.most


ANY = Band(0, None)

_BANDS = dict(zip(LEVELS, (Band(0, EASY), Band(EASY + 1, MEDIUM), Band(MEDIUM + 1, None)), strict=True))

_WANTED = "difficulty is 'easy', 'medium', 'hard', two of them such as 'easy-hard', or (least, most) work"


def bands(difficulty: DifficultyLike | None, n: int) -> list[tuple[Band, int]]:
    """Return the bands that `difficulty` means, each with its share of `n` puzzles. Levels get equal shares.

    Raises `PentominoError` for what is no difficulty.

    >>> bands("easy-hard", 12)
    [(Band(least=0, most=100), 4), (Band(least=101, most=1000), 4), (Band(least=1001, most=None), 4)]
    """
    if difficulty is None:
        return [(ANY, n)]
    if not isinstance(difficulty, str):
        return [(_band(difficulty), n)]
    first, _, last = difficulty.partition("-")
    if first not in _BANDS or (last or first) not in _BANDS:
        raise PentominoError(f"{_WANTED}, not {difficulty!r}")
    levels = LEVELS[LEVELS.index(first) : LEVELS.index(last or first) + 1]
    if not levels:
        raise PentominoError(f"difficulty goes from easy to hard: write {last}-{first}, not {difficulty}")
    shares = groupby(_BANDS[levels[i * len(levels) // n]] for i in range(n))
    return [(band, len(list(some))) for band, some in shares]


def _band(difficulty: object) -> Band:
    """Return the band between two numbers."""
    try:
        pair: Any = difficulty
        least, most = pair
    except (TypeError, ValueError):
        raise PentominoError(f"{_WANTED}, not {difficulty!r}") from None
    if not is_whole(least, 0) or not (most is None or is_whole(most, 0)):
        raise PentominoError(f"{_WANTED}, which are whole numbers from 0, not {difficulty!r}")
    if most is not None and most < least:
        raise PentominoError(f"difficulty goes from the least work to the most, not from {least} to {most}")
    return Band(least, most)


def last(line: Iterator[Puzzle], band: Band) -> Puzzle | None:
    """Return the last puzzle of a line in `band`, which has the fewest given pieces, or None if there is none."""
    if band.most is None:
        found = next(iter(deque(line, maxlen=1)), None)
        return found if found is None or band == ANY or work_of(found) in band else None
    found = None
    for puzzle in line:
        work = work_of(puzzle)
        if work in band:
            found = puzzle
        elif band.is_below(work):
            break
    return found


def work_of(puzzle: Puzzle) -> int:
    """Return the work of `puzzle`, which must have a solution."""
    found = measured(puzzle)
    assert found is not None, "a puzzle with one solution has one"
    return found.work


def identity_of(puzzle: Puzzle) -> Hashable:
    """Return a value that is equal for two puzzles if and only if a motion maps one to the other.

    The motions are those of the lattice; on a wrapped lattice those of the board.
    """
    lattice = puzzle.board.lattice
    return min(_turned(puzzle, element) for element in (puzzle.board.motions() if lattice.periods else lattice.motions))


def _turned(puzzle: Puzzle, element: Element) -> tuple[object, ...]:
    """Return the cells, optional cells, given pieces and pieces with copies of a puzzle after a motion."""
    board = puzzle.board
    corner = (0,) * board.lattice.dimension if board.lattice.periods else board.lattice.corner(board.cells)

    def there(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
        moved = board.images(cells, element)
        return tuple(sorted(tuple(n - first for n, first in zip(cell, corner, strict=True)) for cell in moved))

    given = tuple(sorted(there(placement.cells) for placement in puzzle.placed))
    pieces = sorted(
        (_shape(piece, puzzle.reflections, element.is_reflection), least, -1 if most is None else most)
        for piece, least, most in puzzle.pieces
        if most != 0
    )
    return there(tuple(board.cells)), there(tuple(board.optional)), given, tuple(pieces)


def _shape(piece: Polyform, reflections: bool, is_reflected: bool) -> tuple[Cell, ...]:
    """Return the cells that represent a piece after a motion, perhaps a reflection."""
    return (piece.mirrored() if is_reflected and not reflections else piece).canonical(reflections).cells
