"""`generate`: new puzzles from a seed, each with exactly one solution, no two the same."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Hashable, Iterator

from ..base.hints import did_you_mean
from ..base.look import looking_each
from ..board import Board, BoardLike
from ..errors import PentominoError, SearchStopped
from ..pieces.sets import PieceCount, PiecesLike
from ..puzzle import Puzzle
from ..search.options import Cancel, Options, is_whole
from ..search.order import SEEDS, as_seed
from ..search.progress import ProgressCallback
from ..search.run import OutOfTime
from ..workbench.difficulty import measured
from ..workbench.situation import Ground
from .kinds import KINDS, Line, PuzzleKind, Statement
from .sameness import identity_of
from .shapes import Cutting
from .wanted import ANY, Band, DifficultyLike, bands
from .workshop import Workshop

__all__ = ["generate"]

TRIES = 300
"""Tries in a row that may fail before there is thought to be no other puzzle."""


def generate(
    kind: str = "given",
    n: int = 12,
    *,
    seed: int | None = None,
    difficulty: DifficultyLike | None = None,
    board: BoardLike | None = None,
    pieces: PiecesLike | None = None,
    reflections: bool | None = None,
    cells: int | None = None,
    holes: bool = True,
    symmetric: bool = False,
    timeout: float | None = None,
    workers: int = 1,
    progress: ProgressCallback | None = None,
    memory_limit: int | None = None,
    cancel: Cancel | None = None,
) -> Iterator[Puzzle]:
    """New puzzles, *n* of them, one after the other, each proven to have exactly one solution, no two the same.

    The *kind* is one of these. With given pieces, no other solution has them, not even an image of the one
    (`symmetry="all"`); on an empty board, images count once ("distinct").

    - "given": the pieces of a random solution, drawn as by `Puzzle.sample`, on *board* (6x10), taken away one by one
      until no more can go.
    - "subset": pieces that fill *board* (5x6) in one way, chosen from *pieces*, as in Katamino.
    - "shape": a board of so many *cells*, cut for the pieces out of *board* (10x10), and connected; without *holes*, or
      *symmetric*, if that is asked for. Without *cells* it has as many as all *pieces* together, and if these are not
      said either, 30 for some of the pentominoes.
    - "calendar": a date on *board* (a-puzzle-a-day), and given pieces until there is one solution.
    - "blocked": *board* (genius-square) with cells blocked as its dice show them; on a board without dice any cells, as
      many as the pieces leave. Given pieces as on a calendar.

    *pieces* are by default those of a named board, else the pentominoes. *difficulty* is "easy", "medium" or "hard",
    two of these, as "easy-hard", for equal shares of the levels between, each sorted by its work, or two numbers, the
    least and the most work (see `difficulty`), None for no bound. Fewer pieces are taken away if it is to be easier.
    Two puzzles are the same if a motion of the lattice turns one into the other. The same *seed*, a whole number from 0
    to 2^64 - 1, gives the same puzzles on every machine; by default it is any. *workers* and *memory_limit* are those
    of `count`; if the limit is below 512 MiB, other puzzles may come. *progress* is told the puzzles made so far, as
    `found`.

    Raises `PentominoError`, `PuzzleError` or `PictureError` for what makes no sense, at once; while it runs, also if no
    further puzzle was found in 300 tries or tables are beyond the limit, `SearchTimeout` after *timeout* seconds and
    `SearchCancelled` if *cancel* says so.

    >>> puzzles = list(generate(n=3, seed=1, difficulty="easy-hard"))
    >>> [puzzle.difficulty().level for puzzle in puzzles]
    ['easy', 'medium', 'hard']
    >>> all(puzzle.is_unique(symmetry="all") for puzzle in puzzles)
    True
    """
    options = Options("all", None, timeout, workers, progress, memory_limit=memory_limit, cancel=cancel)
    chosen = _kind(kind)
    if not is_whole(n, 0):
        raise PentominoError(f"the number of puzzles is a whole number from 0, not {n!r}")
    cutting = Cutting(cells, holes, symmetric)
    _check_cutting(kind, chosen, cutting)
    wanted = bands(difficulty, n)
    shop = Workshop(options, _seed(seed), n)
    try:
        with shop.at_work():
            source = chosen.source(Statement(board, pieces, reflections, cutting))
    except SearchStopped as error:
        raise _stopped(error, 0) from None
    return _yielded(shop, _generated(shop, source(shop), wanted))


def _kind(name: object) -> PuzzleKind:
    found = KINDS.get(name) if isinstance(name, str) else None
    if found is None:
        hint = (isinstance(name, str) and did_you_mean(name, KINDS)) or f"there are {', '.join(KINDS)}"
        raise PentominoError(f"unknown kind of puzzle {name!r}: {hint}")
    return found


def _check_cutting(name: str, kind: PuzzleKind, cutting: Cutting) -> None:
    """Raise `PentominoError` for what says how a shape is cut, and does not go with the kind, or is out of range."""
    said = [field for field, value in cutting._asdict().items() if value != Cutting._field_defaults[field]]
    if said and not kind.is_cut:
        raise PentominoError(f"{said[0]} goes with the kind 'shape', not with {name!r}")
    if cutting.cells is not None and not is_whole(cutting.cells, 1):
        raise PentominoError(f"cells is a whole number from 1, or None, not {cutting.cells!r}")


def _seed(seed: object) -> int:
    """The seed, any if none is said."""
    if seed is None:
        import secrets

        return secrets.randbelow(SEEDS)
    return as_seed(seed, "seed is a whole number")


def _yielded(shop: Workshop, puzzles: Iterator[Puzzle]) -> Generator[Puzzle, None, None]:
    """The puzzles, as long as there is time."""
    found = 0
    try:
        for puzzle in looking_each(puzzles, shop.clock.check):
            found += 1
            yield puzzle
    except OutOfTime as why:
        raise _stopped(shop.clock.stopped(why), found) from None
    except SearchStopped as error:
        raise _stopped(error, found) from None


def _stopped(error: SearchStopped, made: int) -> SearchStopped:
    """The error that tells of puzzles, not of the solutions of one."""
    text = str(error).partition(" with ")[0]
    return type(error)(f"{text} with {made} puzzles made so far", made, ())


def _generated(shop: Workshop, lines: Iterator[Line], wanted: list[tuple[Band, int]]) -> Iterator[Puzzle]:
    """One puzzle of a line each, as they are wanted; those of a level by their work."""
    met: set[Hashable] = set()
    grader = _Grader()
    for band, number in wanted:
        found = _counted(shop, _of_band(lines, band, number, met, grader))
        if len(wanted) == 1:
            yield from found
        else:
            yield from sorted(found, key=grader.work)


def _counted(shop: Workshop, puzzles: Iterator[Puzzle]) -> Iterator[Puzzle]:
    for puzzle in puzzles:
        shop.made += 1
        yield puzzle


def _of_band(lines: Iterator[Line], band: Band, number: int, met: set[Hashable], grader: _Grader) -> Iterator[Puzzle]:
    """So many new puzzles of a difficulty; raises `PentominoError` if there seem to be no more."""
    failed = made = 0
    while made < number:
        line = next(lines, None)
        puzzle = None if line is None else grader.last(line, band)
        key = None if puzzle is None else identity_of(puzzle)
        if puzzle is not None and key not in met:
            met.add(key)
            made, failed = made + 1, 0
            yield puzzle
        elif line is None or (failed := failed + 1) == TRIES:
            raise PentominoError(_too_few(band, number, made, failed))


def _too_few(band: Band, number: int, made: int, failed: int) -> str:
    if not failed:
        return "no puzzle was found: the board cannot be filled by the pieces"
    of = "" if band == ANY else f" with a work of {band.least} to {'any' if band.most is None else band.most}"
    return f"{made} of {number} puzzles{of} were found, and no other one in {TRIES} tries"


class _Grader:
    """Measures puzzles, and takes from a line the last one of a band."""

    def __init__(self) -> None:
        self._of: tuple[Board, tuple[PieceCount, ...], bool] | None = None
        self._ground: Ground | None = None

    def last(self, line: Line, band: Band) -> Puzzle | None:
        """The last puzzle of a band, which has the fewest given pieces; None if there is none."""
        if band.most is None:
            found = next(iter(deque(line, maxlen=1)), None)
            return found if found is None or band == ANY or self.work(found) in band else None
        found = None
        for puzzle in line:
            work = self.work(puzzle)
            if work in band:
                found = puzzle
            elif band.is_below(work):
                break
        return found

    def work(self, puzzle: Puzzle) -> int:
        """The work that a puzzle takes."""
        of = puzzle.board, puzzle.pieces, puzzle.reflections
        if of != self._of:
            self._of, self._ground = of, Ground(puzzle)
        found = measured(puzzle, self._ground)
        assert found is not None, "a puzzle with one solution has one"
        return found.work
