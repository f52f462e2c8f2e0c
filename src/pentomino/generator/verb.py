"""`generate`: new puzzles from a seed, each with exactly one solution, all different."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterator
from contextlib import closing
from functools import partial
from itertools import islice

from ..base.limits import looking_each
from ..base.words import counted, did_you_mean
from ..board import BoardLike
from ..errors import PentominoError, SearchStopped
from ..pieces.sets import PiecesLike
from ..puzzle import Puzzle
from ..search.options import Cancel, Options, is_whole
from ..search.order import SEEDS, as_seed
from ..search.progress import ProgressCallback
from ..search.run import OutOfTime
from ..search.verbs import FEW, GLANCE, SMALL
from .kinds import KINDS, Line, PuzzleKind, Statement
from .shapes import Cutting
from .wanted import ANY, Band, DifficultyLike, bands, identity_of, last, work_of
from .workshop import Workshop

TRIES = 300
"""Tries in a row without a new puzzle, after which `generate` gives up."""


class Puzzles(Iterator[Puzzle]):
    """An iterator of the puzzles of `generate`. It makes each on demand, and may be closed at any time.

    A notebook shows the first twelve puzzles, or those made within half a second, without advancing the iterator.

    >>> puzzles = generate(n=12, seed=1)
    >>> next(puzzles) == next(generate(n=12, seed=1)), puzzles
    (True, <Puzzles: 1 of 12 made so far>)
    """

    def __init__(self, shop: Workshop, made: Generator[Puzzle, None, None], n: int, anew: Callable[..., Puzzles]):
        self._shop, self._made, self._n, self._anew = shop, made, n, anew

    def __next__(self) -> Puzzle:
        return next(self._made)

    def close(self) -> None:
        """End the work on the next puzzle."""
        self._made.close()

    def __repr__(self) -> str:
        return f"<Puzzles: {self._shop.made} of {self._n} made so far>"

    def _repr_html_(self) -> str | None:
        """Return the first puzzles for a notebook, and their number; None if none can be made.

        They are made anew from the same seed: this iterator stays where it is.
        """
        from ..render.media import shown

        found = []
        try:
            with closing(self._anew(timeout=GLANCE)) as puzzles:
                for puzzle in islice(puzzles, FEW):
                    found.append(puzzle.to_svg(cell=SMALL))
        except SearchStopped:
            pass
        except PentominoError:
            return None
        words = counted(self._n, "puzzle")
        if len(found) < self._n:
            words = f"the first {len(found)} of {words}" if found else f"none of {words} so far, within {GLANCE} s"
        return shown(found, words)


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
) -> Puzzles:
    """Yield `n` new puzzles, each proven to have exactly one solution, all different.

    `kind` is one of these. With given pieces, no other solution contains them, not even a symmetric image
    (`symmetry="all"`); on an empty board, images count once ("distinct").

    - "given": the pieces of a random solution on `board` (6x10), drawn as by `Puzzle.sample`, are removed one by one
      until no more can be.
    - "subset": pieces that fill `board` (5x6) in one way are chosen from `pieces`, as in Katamino.
    - "shape": a connected board of `cells` cells is cut for the pieces out of `board` (10x10); `holes` allows holes,
      `symmetric` requires a symmetry. The default of `cells` is the area of all `pieces`, or without `pieces` 30, for
      some of the pentominoes.
    - "calendar": a date on `board` (a-puzzle-a-day), with given pieces until there is one solution.
    - "blocked": `board` (genius-square) with cells blocked by its dice. On a board without dice any cells are blocked
      that the pieces do not need. Pieces are given as on a calendar.

    `pieces` are by default those of a named board, else the pentominoes. `difficulty` is "easy", "medium" or "hard";
    or two of these, as "easy-hard", for equal shares of the levels between, each sorted by its work; or two numbers,
    the minimum and the maximum work (see `Puzzle.difficulty`), None for no limit. For an easier puzzle, fewer pieces
    are removed.

    Two puzzles are the same if a motion of the lattice maps one to the other. The same `seed`, a whole number from 0 to
    2^64 - 1, gives the same puzzles on every machine; without one, it is random. `workers` and `memory_limit` are those
    of `count`; a limit below 512 MiB may give other puzzles. `progress` gets the puzzles made so far as `found`.

    Raises `PentominoError`, `PuzzleError` or `PictureError` at once for arguments that make no sense. While it runs,
    raises `PentominoError` if no further puzzle is found in 300 tries or tables exceed the limit, `SearchTimeout` after
    `timeout` seconds, and `SearchCancelled` by `cancel`.

    >>> puzzles = list(generate(n=3, seed=1, difficulty="easy-hard"))
    >>> [puzzle.difficulty().level for puzzle in puzzles]
    ['easy', 'medium', 'hard']
    >>> all(puzzle.is_unique(symmetry="all") for puzzle in puzzles)
    True
    """
    options = Options(
        symmetry="all", timeout=timeout, workers=workers, progress=progress, memory_limit=memory_limit, cancel=cancel
    )
    chosen = _kind(kind)
    if not is_whole(n, 0):
        raise PentominoError(f"the number of puzzles is a whole number from 0, not {n!r}")
    cutting = Cutting(cells, holes, symmetric)
    _check_cutting(kind, chosen, cutting)
    wanted = bands(difficulty, n)
    if seed is None:
        import secrets

        seed = secrets.randbelow(SEEDS)
    seed = as_seed(seed, "seed is a whole number")
    anew = partial(
        generate,
        kind,
        n,
        seed=seed,
        difficulty=difficulty,
        board=board,
        pieces=pieces,
        reflections=reflections,
        cells=cells,
        holes=holes,
        symmetric=symmetric,
        memory_limit=memory_limit,
    )
    shop = Workshop(options, seed, n)
    try:
        with shop.at_work():
            source = chosen.source(Statement(chosen.board if board is None else board, pieces, reflections, cutting))
    except SearchStopped as error:
        raise _stopped(error, 0) from None
    return Puzzles(shop, _yielded(shop, _generated(shop, source(shop), wanted)), n, anew)


def _kind(name: object) -> PuzzleKind:
    found = KINDS.get(name) if isinstance(name, str) else None
    if found is None:
        hint = (isinstance(name, str) and did_you_mean(name, KINDS)) or f"there are {', '.join(KINDS)}"
        raise PentominoError(f"unknown kind of puzzle {name!r}: {hint}")
    return found


def _check_cutting(name: str, kind: PuzzleKind, cutting: Cutting) -> None:
    """Raise `PentominoError` if an argument for shapes does not go with the kind, or if `cells` is out of range."""
    changed = [field for field, value in cutting._asdict().items() if value != Cutting._field_defaults[field]]
    if changed and not kind.is_cut:
        value = getattr(cutting, changed[0])
        raise PentominoError(f"{changed[0]}={value} requires kind='shape', not {name!r}")
    if cutting.cells is not None and not is_whole(cutting.cells, 1):
        raise PentominoError(f"cells is a whole number from 1, or None, not {cutting.cells!r}")


def _yielded(shop: Workshop, puzzles: Iterator[Puzzle]) -> Generator[Puzzle, None, None]:
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
    """Return the error with the number of puzzles made in place of that of solutions."""
    return error.recounted(made, f"{counted(made, 'puzzle')} made")


def _generated(shop: Workshop, lines: Iterator[Line], wanted: list[tuple[Band, int]]) -> Iterator[Puzzle]:
    """Yield at most one puzzle of each line. If there are several levels, sort those of each by their work."""
    met: set[Hashable] = set()
    for band, number in wanted:
        found = _of_band(shop, lines, band, number, met)
        if len(wanted) == 1:
            yield from found
        else:
            yield from sorted(found, key=work_of)


def _of_band(shop: Workshop, lines: Iterator[Line], band: Band, number: int, met: set[Hashable]) -> Iterator[Puzzle]:
    """Yield `number` new puzzles of `band`. Raise `PentominoError` if there seem to be no more."""
    failed = made = 0
    while made < number:
        line = next(lines, None)
        puzzle = None if line is None else last(line, band)
        key = None if puzzle is None else identity_of(puzzle)
        if puzzle is not None and key not in met:
            met.add(key)
            made, failed = made + 1, 0
            shop.made += 1
            yield puzzle
        elif line is None or (failed := failed + 1) == TRIES:
            raise PentominoError(_too_few(band, number, made, failed))


def _too_few(band: Band, number: int, made: int, failed: int) -> str:
    if not failed:
        return "no puzzle was found: the board cannot be filled by the pieces"
    of = "" if band == ANY else f" with a work of {band.least} to {'any' if band.most is None else band.most}"
    return f"{made} of {number} puzzles{of} were found, and no other one in {TRIES} tries"
