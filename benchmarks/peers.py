"""Other packages, put before the same puzzles as exact covers, each in a process of its own that can be stopped.

An item is a cell or a piece; an option covers the cells of a placement and its piece. Symmetry is broken for them as
it is for the search: of the piece that is placed first, only one placement of each orbit is an option.
"""

from __future__ import annotations

import importlib
import multiprocessing
import signal
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from multiprocessing.connection import Connection
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from pentomino import PentominoError, Puzzle
from pentomino.symmetry import breaking_orbits, puzzle_symmetries

from .works import Work

__all__ = ["PEERS", "Cover", "Outcome", "Peer", "challenge", "chosen", "cover_of", "reduced"]

START_LIMIT = 300.0
"""Seconds for a peer to be imported and to compile itself, which is not counted."""


class Cover(NamedTuple):
    """An exact cover problem: each of *items* items in just one of the options chosen; and the work it comes from."""

    options: list[list[int]]
    items: int
    work: Work


def reduced(work: Work) -> Puzzle:
    """The puzzle of a work with the symmetry-breaking piece at one placement of each orbit only."""
    puzzle = work.puzzle()
    orbits = breaking_orbits(puzzle, puzzle_symmetries(puzzle))
    if orbits is None or any((least, most) != (1, 1) for _, least, most in puzzle.pieces):
        raise PentominoError(f"{work.name}: peers are given puzzles that use each piece once, one of them without twin")
    kept = {orbit.first.cells for orbit in orbits}
    restrict = {orbits[0].first.piece: lambda placement: placement.cells in kept}
    return Puzzle(work.board, work.pieces, reflections=work.reflections, restrict=restrict)


def cover_of(work: Work) -> Cover:
    """The exact cover problem of `reduced(work)`."""
    puzzle = reduced(work)
    items = {cell: item for item, cell in enumerate(sorted(puzzle.free))}
    pieces = {count.piece: item for item, count in enumerate(puzzle.pieces, len(items))}
    options = [[*(items[cell] for cell in p.cells), pieces[p.piece]] for p in puzzle.placements()]
    return Cover(options, len(items) + len(pieces), work)


@dataclass(frozen=True)
class Verbs:
    """What a peer does with a cover: tell whether there is a solution, by finding one; count the solutions."""

    first: Callable[[], bool]
    count: Callable[[], int] | None


def _matrix(cover: Cover) -> Any:
    numpy = importlib.import_module("numpy")
    matrix = numpy.zeros((len(cover.options), cover.items), dtype=bool)
    for row, option in enumerate(cover.options):
        matrix[row, option] = True
    return matrix


def _exact_cover(cover: Cover) -> Verbs:
    module, matrix = importlib.import_module("exact_cover"), _matrix(cover)
    # Version 1.3, which polyomino asks for, cannot count.
    count = getattr(module, "get_solution_count", None)
    return Verbs(lambda: len(module.get_exact_cover(matrix)) > 0, count and (lambda: int(count(matrix))))


def _iterated(solve: Callable[[], Iterable[object]]) -> Verbs:
    return Verbs(lambda: next(iter(solve()), None) is not None, lambda: sum(1 for _ in solve()))


def _xcover(cover: Cover) -> Verbs:
    covers, matrix = importlib.import_module("xcover").covers_bool, _matrix(cover)
    return _iterated(lambda: covers(matrix))


def _exact_cover_py(cover: Cover) -> Verbs:
    covers, matrix = importlib.import_module("exact_cover_py").exact_covers, _matrix(cover)
    return _iterated(lambda: covers(matrix))


def _dlx(cover: Cover) -> Verbs:
    module = importlib.import_module("dlx")
    columns = [(item, module.DLX.PRIMARY) for item in range(cover.items)]
    return _iterated(lambda: module.DLX(columns, cover.options).solve())


def _cp_sat(cover: Cover) -> Verbs:
    cp_model = importlib.import_module("ortools.sat.python.cp_model")

    def solve(every: bool) -> tuple[bool, int]:
        model = cp_model.CpModel()
        options = [model.new_bool_var("") for _ in cover.options]
        covering: list[list[Any]] = [[] for _ in range(cover.items)]
        for option, items in zip(options, cover.options, strict=True):
            for item in items:
                covering[item].append(option)
        for several in covering:
            model.add_exactly_one(several)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = every
        found: list[int] = []
        noted = {"on_solution_callback": lambda self: found.append(1)}
        tally = type("Tally", (cp_model.CpSolverSolutionCallback,), noted)
        status = solver.solve(model, tally())
        return status in (cp_model.OPTIMAL, cp_model.FEASIBLE), len(found)

    return Verbs(lambda: solve(False)[0], lambda: solve(True)[1])


def _polyomino(cover: Cover) -> Verbs:
    """The package's own road from board and pieces to a solution; it makes its matrix itself and does not count."""
    board, tileset = (importlib.import_module(f"polyomino.{name}") for name in ("board", "tileset"))
    puzzle = cover.work.puzzle()
    pieces = [list(count.piece.cells) for count in puzzle.pieces]
    rows, columns = puzzle.board.rows, puzzle.board.columns
    is_full = len(puzzle.free) == rows * columns

    def first() -> bool:
        tiles = tileset.exactly(pieces)
        tiles = tiles.with_reflections() if puzzle.reflections else tiles
        shape = board.Rectangle(rows, columns) if is_full else board.Irregular(sorted(puzzle.free))
        return shape.tile_with_set(tiles).solve() is not None

    return Verbs(first, None)


@dataclass(frozen=True)
class Peer:
    """Another package: the name of the distribution, the module that must be there, and its way to take a cover."""

    name: str
    module: str
    prepare: Callable[[Cover], Verbs]

    def is_there(self) -> bool:
        """Whether the package can be imported; it is not imported."""
        return find_spec(self.module) is not None

    def version(self) -> str:
        """The installed version, or an empty string."""
        try:
            return version(self.name)
        except PackageNotFoundError:
            return ""


PEERS = (
    Peer("xcover", "xcover", _xcover),
    Peer("exact-cover", "exact_cover", _exact_cover),
    Peer("exact-cover-py", "exact_cover_py", _exact_cover_py),
    Peer("dlx", "dlx", _dlx),
    Peer("ortools", "ortools", _cp_sat),
    Peer("polyomino", "polyomino", _polyomino),
)


def chosen(names: Iterable[str]) -> list[Peer]:
    """The peers of these names, or all, that are there; raises `PentominoError` for one unknown or not there."""
    wanted = list(names)
    known = {peer.name: peer for peer in PEERS}
    for name in wanted:
        if name not in known:
            raise PentominoError(f"unknown peer {name!r}: peers are {', '.join(known)}")
        if not known[name].is_there():
            raise PentominoError(f"peer {name} cannot be imported; install it with pip")
    return [known[name] for name in wanted] or [peer for peer in PEERS if peer.is_there()]


class Outcome(NamedTuple):
    """What came of a peer: the median of its seconds, or of none the reason; the number of solutions it found."""

    seconds: float | None
    solutions: int | None
    trouble: str = ""


TINY = Work("3x5 with P, U, V", "count", None, None, "3x5", "P U V")


def challenge(peer: Peer, cover: Cover, limit: float, runs: int) -> Outcome | None:
    """What a peer does with a cover in *limit* seconds at most, in a process of its own; None if it has no such verb.

    It is tried on a tiny puzzle before, so that neither import nor compilation is counted. It then runs up to
    *runs* times, but no further once it has taken two seconds.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_serve, args=(theirs, peer.prepare, cover, runs), daemon=True)
    process.start()
    theirs.close()
    try:
        return _heard(ours, limit)
    except EOFError:
        process.join()
        return Outcome(None, None, f"ended with status {process.exitcode}")
    finally:
        process.kill()
        process.join()
        ours.close()


def _heard(peer: Connection, limit: float) -> Outcome | None:
    """What a peer reports until it is done, or is silent for too long; see `_serve`."""
    seconds: list[float] = []
    solutions: int | None = None
    wait = START_LIMIT
    while peer.poll(wait):
        message = peer.recv()
        if message is None:
            return Outcome(median(seconds), solutions)
        if isinstance(message, str):
            return Outcome(None, None, message) if message else None
        if message:
            seconds.append(message[0])
            solutions = message[1]
        wait = limit
    return Outcome(median(seconds), solutions) if seconds else Outcome(None, None, f"> {wait:g} s")


def _serve(to: Connection, prepare: Callable[[Cover], Verbs], cover: Cover, runs: int) -> None:
    """In a new process: send () when ready, (seconds, solutions) for each run, and then None; a string for trouble."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then stops this process.
    try:
        if (trial := _verb(prepare(cover_of(TINY)), cover)) is None or (verb := _verb(prepare(cover), cover)) is None:
            to.send("")
            return
        trial()
        to.send(())
        spent = 0.0
        while runs > 0 and spent < 2:
            start = perf_counter()
            solutions = int(verb())
            seconds = perf_counter() - start
            to.send((seconds, solutions))
            runs, spent = runs - 1, spent + seconds
        to.send(None)
    except Exception as error:
        to.send(f"{type(error).__name__}: {error}")


def _verb(verbs: Verbs, cover: Cover) -> Callable[[], int] | None:
    return verbs.first if cover.work.does == "first" else verbs.count
