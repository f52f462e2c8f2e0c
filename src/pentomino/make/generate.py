"""`generate`: make new puzzles from a seed. They are all different, and each has exactly one solution.

A line is an iterator over puzzles with the same solution, the easiest first. `generate` uses at most one puzzle of each
line; if none is suitable, the try fails.
"""

from __future__ import annotations

from calendar import monthrange
from collections import deque
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from itertools import groupby, islice, product
from time import monotonic
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from ..board import Board, BoardLike
from ..board_input import resolve
from ..catalogue import Entry, entry
from ..errors import PentominoError, PuzzleError, SearchStopped, expect_one_of, expect_whole
from ..lattices.lattice import Cell, Element
from ..limits import looking_each
from ..pieces.polyform import Polyform
from ..pieces.sets import PieceCount, PiecesLike, as_pieces, copies_that_cover
from ..puzzle import Puzzle
from ..reason.difficulty import EASY, LEVELS, MEDIUM, measured
from ..search.clock import OutOfTime
from ..search.options import Cancel, Options, ProgressCallback, Seed, as_seed
from ..solutions.listing import FEW, SECONDS, SMALL
from ..wording import counted, done_after
from .shapes import Cutting, Turning, Workshop, cut_board, pool, used_by

# ------------------------------------------------------------------------------------------------- ranges of difficulty


DifficultyLike: TypeAlias = str | tuple[int, int | None]


class Band(NamedTuple):
    """A range of difficulty: the minimum and the maximum work of a puzzle. `most` is None for no maximum."""

    least: int
    most: int | None

    def __contains__(self, work: object) -> bool:
        return isinstance(work, int) and self.least <= work and (self.most is None or work <= self.most)


ANY = Band(0, None)

_BANDS = dict(zip(LEVELS, (Band(0, EASY), Band(EASY + 1, MEDIUM), Band(MEDIUM + 1, None)), strict=True))

_WANTED = "difficulty must be 'easy', 'medium', 'hard', a range such as 'easy-hard', or (least, most) placements"


def bands(difficulty: DifficultyLike | None, n: int) -> list[tuple[Band, int]]:
    """Return pairs (range of work, number of puzzles to make in this range) for a `difficulty`.

    The numbers are about equal. Their sum is `n`. Raises `PentominoError` for an invalid value.

    >>> bands("easy-hard", 12)
    [(Band(least=0, most=100), 4), (Band(least=101, most=1000), 4), (Band(least=1001, most=None), 4)]
    """
    if difficulty is None:
        return [(ANY, n)]
    if not isinstance(difficulty, str):
        return [(_band(difficulty), n)]
    first, _, last = difficulty.partition("-")
    if first not in _BANDS or (last or first) not in _BANDS:
        raise PentominoError(f"{_WANTED}, got {difficulty!r}")
    levels = LEVELS[LEVELS.index(first) : LEVELS.index(last or first) + 1]
    if not levels:
        raise PentominoError(f"difficulty must go from easy to hard, got {difficulty!r}; write {last}-{first}")
    shares = groupby(_BANDS[levels[i * len(levels) // n]] for i in range(n))
    return [(band, len(list(some))) for band, some in shares]


def _band(difficulty: object) -> Band:
    try:
        pair: Any = difficulty
        least, most = pair
    except (TypeError, ValueError):
        raise PentominoError(f"{_WANTED}, got {difficulty!r}") from None
    for name, work in (("least", least), ("most", most)):
        if work is not None or name == "least":
            expect_whole(f"the {name} work of a difficulty", work, 0)
    if most is not None and most < least:
        raise PentominoError(f"difficulty must be (least, most) with least <= most, got ({least}, {most})")
    return Band(least, most)


def last(line: Iterator[Puzzle], band: Band) -> Puzzle | None:
    """Return the last puzzle of `line` whose work is in `band`, or None if there is no such puzzle.

    `line` yields puzzles with the same solution, the easiest first. The last puzzle has the fewest given pieces.
    """
    if band.most is None:
        latest = next(iter(deque(line, maxlen=1)), None)
        return latest if latest is None or band == ANY or work_of(latest) in band else None
    latest = None
    for puzzle in line:
        work = work_of(puzzle)
        if work in band:
            latest = puzzle
        elif work > band.most:
            break
    return latest


def work_of(puzzle: Puzzle) -> int:
    """Return the work that `Puzzle.difficulty` measures. The puzzle must have a solution."""
    difficulty = measured(puzzle)
    assert difficulty is not None, "a puzzle with one solution has one"
    return difficulty.work


def identity_of(puzzle: Puzzle) -> Hashable:
    """Return a value that is equal for two puzzles if and only if a motion maps one to the other.

    All motions of the lattice are tried. If the board wraps around, only the motions of the board are tried.
    """
    lattice = puzzle.board.lattice
    return min(
        _turned(puzzle, element) for element in (puzzle.board._motions() if lattice.periods else lattice.motions)
    )


def _turned(puzzle: Puzzle, element: Element) -> tuple[object, ...]:
    """Return a description of a puzzle after the motion `element`. It is used to compare puzzles."""
    board = puzzle.board
    corner = (0,) * board.lattice.dimension if board.lattice.periods else board.lattice.corner(board.cells)

    def at_corner(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
        moved = board._images(cells, element)
        return tuple(sorted(tuple(n - start for n, start in zip(cell, corner, strict=True)) for cell in moved))

    given = tuple(sorted(at_corner(placement.cells) for placement in puzzle.placed))
    pieces = sorted(
        (_wanted_shapes(puzzle, piece, element), least, -1 if most is None else most)
        for piece, least, most in puzzle.pieces
        if most != 0
    )
    return at_corner(tuple(board.cells)), at_corner(tuple(board.optional)), given, tuple(pieces)


def _wanted_shapes(puzzle: Puzzle, piece: Polyform, element: Element) -> tuple[tuple[Cell, ...], ...]:
    """Return the shapes in which `piece` may be placed after the motion `element`, to compare puzzles.

    If pieces may be rotated, only one canonical shape is returned. It is the shape of the mirror image if `element` is
    a reflection and pieces may not be reflected. Otherwise it is the shape of the piece.
    """
    if puzzle.rotations:
        is_twin = element.is_reflection and not puzzle.reflections
        return ((piece.mirrored() if is_twin else piece).canonical(puzzle.reflections).cells,)
    motion: Any = getattr(element, "motion", element)
    return tuple(sorted(piece.lattice.turned(turned.cells, motion) for turned in piece.orientations(*puzzle._turns)))


# ----------------------------------------------------------------------------------------------------- kinds of puzzles


Stream: TypeAlias = Iterator[Puzzle]
PuzzleSource: TypeAlias = Callable[[Workshop], Iterator[Stream]]
"""A function that yields lines, without end if it has any. A line is an iterator over puzzles that have the same
solution."""


class Statement(NamedTuple):
    """The arguments of `generate` that describe puzzles. `pieces` is None for the pieces of the board.

    `turns` are the arguments `reflections` and `rotations` of `Puzzle`.
    """

    board: Any  # what `generate` accepts
    pieces: PiecesLike | None
    turns: Turning
    cutting: Cutting


def _given(statement: Statement) -> PuzzleSource:
    # a line: puzzles in which fewer and fewer pieces of a random solution are given
    puzzle = Puzzle(statement.board, statement.pieces, **statement.turns)

    def lines(shop: Workshop) -> Iterator[Stream]:
        for solution in shop.samples(puzzle):
            yield shop.thinned(puzzle, solution)

    return lines


def _subset(statement: Statement) -> PuzzleSource:
    # a line: the puzzle with the pieces of a random solution, unless it has another solution or was made before
    surface, usual, *_ = resolve(statement.board)
    counts = as_pieces(usual if statement.pieces is None else statement.pieces, surface.lattice)
    whole = pool(surface, counts, **statement.turns)

    def lines(shop: Workshop) -> Iterator[Stream]:
        seen: set[Puzzle] = set()
        for solution in shop.samples(whole):
            puzzle = used_by(solution)
            is_new = puzzle not in seen
            seen.add(puzzle)
            yield iter([puzzle] if is_new and shop.is_unique(puzzle, "distinct") else [])

    return lines


def _shape(statement: Statement) -> PuzzleSource:
    # each line describes a puzzle on a random board; puzzles with several solutions are left out
    surface, usual, *_ = resolve(statement.board)
    _check_flat(surface, "a board from which a shape is cut")
    pieces, cutting = statement.pieces, statement.cutting
    if pieces is None and usual == "pentominoes":
        pieces, cutting = "pentominoes?", cutting._replace(cells=cutting.cells or 30)
    counts = as_pieces(usual if pieces is None else pieces, surface.lattice)
    advice = copies_that_cover(pieces, surface.lattice, cutting.cells or 0, 0) if isinstance(pieces, str) else ""
    cut = cut_board(surface, counts, statement.turns, cutting, advice)

    def lines(shop: Workshop) -> Iterator[Stream]:
        while True:
            puzzle = cut(shop)
            yield iter([puzzle] if puzzle and shop.is_unique(puzzle, "distinct") else [])

    return lines


def _check_flat(board: Board, what: str) -> None:
    # It is not known which motions map parts of a wrapped board to each other, so repetitions could not be recognised.
    if board.lattice.periods:
        raise PuzzleError(f"{what} must be flat, got a wrapped one")


def _calendar(statement: Statement) -> PuzzleSource:
    # a line: puzzles for a random date, in which fewer and fewer pieces of a solution are given
    board = statement.board
    if not isinstance(board, (str, Entry)):
        what = "kind='calendar' requires a calendar: a name such as a-puzzle-a-day, or a file of months and days"
        raise PuzzleError(what)
    board = (entry(board) if isinstance(board, str) else board).as_calendar()
    months, days, *weekdays = board.groups
    ends = [days[: monthrange(2000, number)[1]] for number in range(1, 13)]
    dates = [labels for month, end in zip(months, ends, strict=True) for labels in product([month], end, *weekdays)]
    _on_entry(statement, board, dates[0])

    def lines(shop: Workshop) -> Iterator[Stream]:
        while True:
            for labels in shop.shuffled(dates):
                yield _solved(shop, _on_entry(statement, board, labels))

    return lines


def _on_entry(statement: Statement, board: Entry, labels: Iterable[str]) -> Puzzle:
    pieces = board.pieces if statement.pieces is None else statement.pieces
    turns = statement.turns.copy()
    if turns["reflections"] is None:
        turns["reflections"] = board.reflections
    return Puzzle(board.without(labels), pieces, **turns)


def _solved(shop: Workshop, puzzle: Puzzle) -> Stream:
    # yield puzzles in which fewer and fewer pieces of one solution are given
    for solution in shop.samples(puzzle):
        yield from shop.thinned(puzzle, solution)
        return


def _blocked(statement: Statement) -> PuzzleSource:
    # a line: puzzles with cells blocked by dice or at random, in which fewer and fewer pieces of a solution are given
    named: Entry | None = None
    if isinstance(statement.board, str):
        with suppress(PuzzleError):
            named = entry(statement.board)
    if named and named.groups:
        dice = named

        def puzzle(shop: Workshop) -> Puzzle:
            return _on_entry(statement, dice, [shop.chosen(list(die)) for die in dice.groups])

        _on_entry(statement, dice, [die[0] for die in dice.groups])
    else:
        surface, usual, *_ = resolve(statement.board)
        _check_flat(surface, "a board with blocked cells")
        pieces = usual if statement.pieces is None else statement.pieces
        spare = _spare(surface, as_pieces(pieces, surface.lattice))

        def puzzle(shop: Workshop) -> Puzzle:
            gone = shop.shuffled(sorted(surface.cells))[:spare]
            return Puzzle(surface - gone, pieces, **statement.turns)

    def lines(shop: Workshop) -> Iterator[Stream]:
        while True:
            yield _solved(shop, puzzle(shop))

    return lines


def _spare(board: Board, counts: Sequence[PieceCount]) -> int:
    if any(least != most for _, least, most in counts):
        raise PuzzleError("copies must be fixed numbers, got a range: they decide how many cells are blocked")
    spare = len(board.cells) - sum(piece.size * least for piece, least, _ in counts)
    if spare < 1:
        raise PuzzleError(f"the pieces must leave cells to block, but the board has only {len(board.cells)} cells")
    return spare


KINDS: Mapping[str, tuple[str, Callable[[Statement], PuzzleSource]]] = MappingProxyType(
    {
        "given": ("6x10", _given),
        "subset": ("katamino-6", _subset),
        "shape": ("10x10", _shape),
        "calendar": ("a-puzzle-a-day", _calendar),
        "blocked": ("genius-square", _blocked),
    }
)
"""Maps each kind of puzzles to the name of its default board and a function that returns a `PuzzleSource`."""


# --------------------------------------------------------------------------------------- the puzzles and their function


TRIES = 300
"""`generate` gives up after this number of tries in a row without a new puzzle."""


class Puzzles(Iterator[Puzzle]):
    """An iterator over the puzzles of `generate`. It makes each puzzle on demand. It can be closed early.

    A notebook shows the first puzzles: at most twelve, and only those that are made within half a second. This does not
    advance the iterator.

    >>> puzzles = generate(n=12, seed=1)
    >>> next(puzzles) == next(generate(n=12, seed=1)), puzzles
    (True, <Puzzles: 1 of 12 made so far>)
    """

    def __init__(self, shop: Workshop, made: Generator[Puzzle, None, None], anew: Callable[[], Puzzles]):
        self._shop, self._made, self._anew = shop, made, anew

    def __next__(self) -> Puzzle:
        return next(self._made)

    def close(self) -> None:
        """Close the iterator, and stop the work on the next puzzle."""
        self._made.close()

    def __repr__(self) -> str:
        return f"<Puzzles: {self._shop.made} of {self._shop.wanted} made so far>"

    def _repr_html_(self) -> str | None:
        # the puzzles are made again from the seed
        from ..render.media import shown

        drawn = []
        try:
            with suppress(SearchStopped), closing(self._anew()) as puzzles:
                for puzzle in islice(puzzles, FEW):
                    drawn.append(puzzle.to_svg(cell=SMALL))
        except PentominoError:
            return None
        words = counted(self._shop.wanted, "puzzle")
        if len(drawn) < self._shop.wanted:
            words = f"the first {len(drawn)} of {words}" if drawn else f"none of {words} so far, within {SECONDS} s"
        return shown(drawn, words)


def generate(
    n: int = 12,
    *,
    kind: str = "given",
    seed: Seed = None,
    difficulty: DifficultyLike | None = None,
    board: BoardLike | Entry | None = None,
    pieces: PiecesLike | None = None,
    reflections: bool | None = None,
    rotations: bool = True,
    cells: int | None = None,
    holes: bool = True,
    symmetric: bool = False,
    timeout: float | None = None,
    workers: int | None = 1,
    progress: ProgressCallback | None = None,
    memory_limit: int | None = None,
    cancel: Cancel | None = None,
) -> Puzzles:
    """Return an iterator over `n` new puzzles. They are all different, and have exactly one solution each.

    A puzzle with given pieces has only one solution with them, counted with `symmetry="all"`. For an empty board,
    solutions that are equivalent under symmetry count as one (`symmetry="distinct"`). `kind` is one of these, with the
    default `board` in parentheses:

    - "given" (6x10): the pieces of a random solution are removed one by one, until no more can be removed.
      `Puzzle.sample` draws the solution.
    - "subset" (5x6): pieces that fill `board` in only one way are chosen from `pieces`, as in the game Katamino.
    - "shape" (10x10): a connected board of `cells` cells is cut out of `board`. The pieces fill it in only one way.
      `holes` allows holes, `symmetric` requires a symmetry. The default of `cells` is the area of all `pieces`. Without
      `pieces`, the default is 30, and some of the pentominoes are used, unless `board` has pieces of its own.
    - "calendar" (a-puzzle-a-day): a random date is left uncovered on the calendar `board`. The given pieces leave only
      one solution. `formats.read_calendar` reads other calendars.
    - "blocked" (genius-square): the dice of `board` block cells. On a board without dice, random cells are blocked, and
      the pieces fill all other cells. The given pieces leave only one solution.

    The default of `pieces` is the pieces of a named board, or the pentominoes for another board. `reflections` and
    `rotations` are the same as for `Puzzle`. An easier puzzle has more given pieces. `difficulty` is one of these:

    - a level, "easy", "medium" or "hard";
    - a range of levels such as "easy-hard", with equally many puzzles of each level, sorted by their work;
    - two numbers, the minimum and the maximum work (see `Puzzle.difficulty`). The maximum may be None.

    Two puzzles are the same if a motion of the lattice maps one to the other. The same `seed`, a string or a number
    below 2^64, gives the same puzzles on every machine. None chooses a new seed for each call. `workers` and
    `memory_limit` are the same as for `count`. A limit below 512 MiB may lead to other puzzles. `progress` reports the
    finished puzzles as `found`.

    Raises `PentominoError`, `PuzzleError` or `PictureError` at once for invalid arguments. The iterator raises
    `PentominoError` if 300 tries find no further puzzle, or if tables exceed `memory_limit`. It raises `SearchTimeout`
    after `timeout` seconds, and `SearchCancelled` if `cancel` stops it.

    >>> puzzles = list(generate(n=3, seed=1, difficulty="easy-hard"))
    >>> [puzzle.difficulty().level for puzzle in puzzles]
    ['easy', 'medium', 'hard']
    >>> all(puzzle.is_unique(symmetry="all") for puzzle in puzzles)
    True
    """
    options = Options(timeout, workers, progress, memory_limit, cancel, symmetry="all")
    expect_one_of("kind", kind, [*KINDS])
    usual, source_of = KINDS[kind]
    expect_whole("n", n, 0)
    cutting, turns = Cutting(cells, holes, symmetric), Turning(reflections=reflections, rotations=rotations)
    _check_cutting(kind, cutting)
    wanted = bands(difficulty, n)
    number = as_seed(seed)
    statement = Statement(usual if board is None else board, pieces, turns, cutting)

    def begin(options: Options) -> Puzzles:
        shop = Workshop(options, number, n)
        try:
            with shop.at_work():
                source = source_of(statement)
        except SearchStopped as error:
            raise _stopped(shop, error, 0) from None
        quick = Options(SECONDS, memory_limit=memory_limit, symmetry="all")
        return Puzzles(shop, _yielded(shop, _generated(shop, source(shop), wanted)), lambda: begin(quick))

    return begin(options)


def _check_cutting(kind: str, cutting: Cutting) -> None:
    for field, value in cutting._asdict().items():
        if value != Cutting._field_defaults[field] and kind != "shape":
            raise PentominoError(f"{field}={value} requires kind='shape'")
    if cutting.cells is not None:
        expect_whole("cells", cutting.cells, 1)


def _yielded(shop: Workshop, puzzles: Iterator[Puzzle]) -> Generator[Puzzle, None, None]:
    number = 0
    try:
        for puzzle in looking_each(puzzles, shop.clock.check):
            number += 1
            yield puzzle
    except (OutOfTime, SearchStopped) as why:
        raise _stopped(shop, shop.clock.stopped(why) if isinstance(why, OutOfTime) else why, number) from None


def _stopped(shop: Workshop, error: SearchStopped, made: int) -> SearchStopped:
    done = done_after(made / max(1, shop.wanted), monotonic() - shop.clock.start)
    return error.recounted(made, f"{counted(made, 'puzzle')} made{done}")


def _generated(shop: Workshop, lines: Iterator[Stream], wanted: list[tuple[Band, int]]) -> Iterator[Puzzle]:
    # Each puzzle comes from a different line. If there are several ranges, the puzzles of each are sorted by work.
    met: set[Hashable] = set()
    for band, number in wanted:
        selected = _of_band(shop, lines, band, number, met)
        yield from selected if len(wanted) == 1 else sorted(selected, key=work_of)


def _of_band(shop: Workshop, lines: Iterator[Stream], band: Band, number: int, met: set[Hashable]) -> Iterator[Puzzle]:
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
    work = f"{band.least} or more" if band.most is None else f"{band.least} to {band.most}"
    of = "" if band == ANY else f" of this difficulty ({work} placements to look at)"
    advice = "" if band == ANY else ": try another difficulty, seed or board"
    return f"{made} of {number} puzzles{of} were found, and no more in {TRIES} tries{advice}"
